//! `rados bench` of Ceph.
//!
//! ```text
//! Total time run:         60.0432
//! Total writes made:      12345
//! Bandwidth (MB/sec):     822.4
//! Average IOPS:           205
//! Average Latency(s):     0.0778
//! Max latency(s):         0.5123
//! ```
//!
//! Source: `ObjBencher::write_bench` of Ceph's `src/common/obj_bencher.cc`. The lines of every second are a log.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    rate("bandwidth", "Bandwidth", "MB/s"),
    rate("max bandwidth", "Max bandwidth", "MB/s"),
    rate("min bandwidth", "Min bandwidth", "MB/s"),
    count("stddev bandwidth", "Stddev Bandwidth", "MB/s").role(Role::Quality),
    rate("iops", "Average IOPS", "IOPS"),
    rate("max iops", "Max IOPS", "IOPS"),
    rate("min iops", "Min IOPS", "IOPS"),
    count("stddev iops", "Stddev IOPS", "IOPS").role(Role::Quality),
    cost("latency", "Average Latency", "s"),
    cost("max latency", "Max latency", "s"),
    cost("min latency", "Min latency", "s"),
    count("stddev latency", "Stddev Latency", "s").role(Role::Quality),
    count("time", "Total time run", "s").role(Role::Context),
    count("made", "Total $made made", "").role(Role::Context),
];

const RULES: &[Rule] = &[
    line("Maintaining {-} concurrent {...}").clears(&["*"]),
    line("Total time run: {time}").clears(&["*"]),
    line("Total {$made} made: {made}"),
    line("{$made=Write|Read} size: {-}").inside(),
    line("Object size: {-}").inside(),
    line("Bandwidth (MB/sec): {bandwidth}"),
    line("Stddev Bandwidth: {stddev bandwidth}"),
    line("Max bandwidth (MB/sec): {max bandwidth}"),
    line("Min bandwidth (MB/sec): {min bandwidth}"),
    line("Average IOPS: {iops}"),
    line("Stddev IOPS: {stddev iops}"),
    line("Max IOPS: {max iops}"),
    line("Min IOPS: {min iops}"),
    line("Average Latency(s): {latency}"),
    line("Average Latency: {latency}"),
    line("Stddev Latency(s): {stddev latency}"),
    line("Stddev Latency: {stddev latency}"),
    line("Max latency(s): {max latency}"),
    line("Max latency: {max latency}"),
    line("Min latency(s): {min latency}"),
    line("Min latency: {min latency}"),
];

report_format!("rados-bench", "rados bench", &["Bandwidth (MB/sec):"], FIGURES, RULES);

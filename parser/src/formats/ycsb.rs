//! YCSB.
//!
//! ```text
//! [OVERALL], RunTime(ms), 10110
//! [OVERALL], Throughput(ops/sec), 98.91196834817013
//! [READ], AverageLatency(us), 855.7
//! [READ], 99thPercentileLatency(us), 3000
//! ```
//!
//! Source: `TextMeasurementsExporter` of YCSB's `core`. The time is set, or follows from the number of operations.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    count("time", "RunTime", "ms").role(Role::Context),
    rate("throughput", "Throughput", "ops/sec"),
    cost("latency", "$op $statistic", "us"),
    cost("latency ms", "$op $statistic", "ms"),
    count("operations", "$op Operations", "").role(Role::Context),
    count("return", "$op Return", "").role(Role::Context),
];

const RULES: &[Rule] = &[
    line("[OVERALL], RunTime(ms), {time}").clears(&["*"]),
    line("[OVERALL], Throughput(ops/sec), {throughput}"),
    line("[TOTAL_{-}], {-}, {-}"),
    line("[{$op}], {$statistic}Latency(us), {latency}").clears(&["op", "statistic"]),
    line("[{$op}], {$statistic}Latency(ms), {latency ms}").clears(&["op", "statistic"]),
    line("[{$op}], Operations, {operations}").clears(&["op", "statistic"]),
    line("[{-}], Return={-}, {-}"),
    line("[{-}], {-}, {-}").inside(),
];

report_format!("ycsb", "YCSB", &["[OVERALL],", "Latency(us),"], FIGURES, RULES);

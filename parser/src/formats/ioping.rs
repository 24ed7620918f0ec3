//! ioping.
//!
//! ```text
//! 4 KiB <<< /dev/sda (block device 931.5 GiB): request=1 time=212.1 us
//! --- /dev/sda (block device 931.5 GiB) ioping statistics ---
//! 9 requests completed in 2.09 ms, 36 KiB read, 4.31 k iops, 16.8 MiB/s
//! min/avg/max/mdev = 192.2 us / 232.3 us / 302.8 us / 32.5 us
//! ```
//!
//! Source: `dump_statistics` of `ioping.c`. Under the times of single requests the last lines are derived.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    cost("time", "time", ""),
    rate("thousands", "iops in thousands", "k iops"),
    rate("iops", "iops", "iops"),
    rate("rate", "rate", ""),
    cost("min", "min", ""),
    cost("avg", "avg", ""),
    cost("max", "max", ""),
    count("mdev", "mdev", "").role(Role::Quality),
];

const RULES: &[Rule] = &[
    line("{-} {-} <<< {-} ({$x..}): request={-} time={time:time}"),
    line("{-} {-} from {-} ({$x..}): request={-} time={time:time}"),
    line("--- {-} ({$x..}) ioping statistics ---"),
    line("{-} requests completed in {-} {-}, {-} {-} read, {thousands} k iops, {rate:bytes}").summary(),
    line("{-} requests completed in {-} {-}, {-} {-} written, {thousands} k iops, {rate:bytes}").summary(),
    line("{-} requests completed in {-} {-}, {-} {-} read, {iops} iops, {rate:bytes}").summary(),
    line("{-} requests completed in {-} {-}, {-} {-} written, {iops} iops, {rate:bytes}").summary(),
    line("{-} requests completed in {-} {-}, {iops} iops, {rate:bytes}").summary(),
    line("generated {-} {...}"),
    line("min/avg/max/mdev = {min:time} / {avg:time} / {max:time} / {mdev:time}").summary(),
];

report_format!("ioping", "ioping", &["iops, ", "min/avg/max/mdev = "], FIGURES, RULES);

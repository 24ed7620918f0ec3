//! dd, which copies and says how long it took.
//!
//! ```text
//! 262144+0 records in
//! 262144+0 records out
//! 1073741824 bytes (1.1 GB, 1.0 GiB) copied, 3.69125 s, 291 MB/s     GNU
//! 1073741824 bytes transferred in 3.691250 secs (290889000 bytes/sec)     BSD and macOS
//! 1.0G bytes (1.0GB) copied, 3.691250 seconds, 277.4MB/s     busybox
//! ```
//!
//! Source: `print_xfer_stats` of GNU coreutils' `src/dd.c`, `summary` of FreeBSD's `bin/dd/misc.c`, busybox' `coreutils/dd.c`.
//! GNU's seconds have six digits; a decimal comma is printed where the locale has one.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    cost("time", "time", ""),
    rate("rate", "rate", ""),
    rate("bytes per second", "rate", "B/s"),
    count("copied", "copied", "B").role(Role::Context),
];

const RULES: &[Rule] = &[
    // Behind root's prompt, which comments begin with too.
    line("# dd if={...}").clears(&["*"]),
    line("{-}+{-} records in").anywhere(),
    line("{-}+{-} records out").anywhere(),
    line("{copied} bytes ({-} {-}, {-} {-}) copied, {time~:time}, {rate~:bytes}").anywhere(),
    line("{copied} bytes{? ({-} {-})?} copied, {time~:time}, {rate~:bytes}").anywhere(),
    line("{-} bytes{? ({-})?} copied, {time:time}, {rate:bytes}").anywhere(),
    line("{copied} bytes{? ({-} {-}, {-} {-})?} transferred in {time:time} ({bytes per second} bytes/sec)").anywhere(),
    // Without what was copied, as people shorten it.
    line("copied, {time~:time}, {rate~:bytes}").anywhere(),
];

report_format!("dd", "dd", &["records out", "records in", "copied, ", "bytes/sec)"], FIGURES, RULES);

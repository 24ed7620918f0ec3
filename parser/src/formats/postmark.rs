//! `PostMark`.
//!
//! ```text
//! Time:
//!         3761 seconds total
//!         2414 seconds of transactions (103 per second)
//! Files:
//!         225064 created (59 per second)
//!                 Creation alone: 100000 files (87 per second)
//!                 Mixed with transactions: 125064 files (51 per second)
//! Data:
//!         731.14 megabytes read (199.07 kilobytes per second)
//! ```
//!
//! Source: `verbose_report` of `postmark-1.51.c`: whole seconds and rates cut off; later versions print decimals.

use crate::reading::report::{Figure, Rule, cost, line, rate, report_format};

const FIGURES: &[Figure] = &[
    cost("total", "seconds total", "s"),
    cost("seconds", "seconds of transactions", "s"),
    rate("transactions", "transactions", "per second"),
    rate("files", "files $what", "per second"),
    rate("creation", "creation alone", "per second"),
    rate("deletion", "deletion alone", "per second"),
    rate("mixed created", "files created mixed with transactions", "per second"),
    rate("mixed deleted", "files deleted mixed with transactions", "per second"),
    rate("data", "data $what", "kB/s"),
];

const RULES: &[Rule] = &[
    line("PostMark v{-} : {...}").clears(&["*"]),
    line("pm>{...}").clears(&["*"]),
    line("Creating {-}...Done").clears(&["*"]),
    line("Performing transactions{...}"),
    line("Deleting {-}...Done").inside(),
    line("Time: {total} seconds total").clears(&["*"]),
    line("{total} seconds total").clears(&["*"]),
    line("Time: {seconds} seconds of transactions ({transactions} per second)").clears(&["*"]),
    line("{seconds} seconds of transactions ({transactions} per second)").anywhere(),
    line("Files:").inside(),
    line("{-} {$what=created|read|appended|deleted} ({files} per second)").clears(&["what"]).enters("files"),
    line("Creation alone: {-} files ({creation} per second)").enters("creation"),
    line("Deletion alone: {-} files ({deletion} per second)").enters("deletion"),
    line("Mixed with transactions: {-} files ({mixed created} per second)").when("creation"),
    line("Mixed with transactions: {-} files ({mixed deleted} per second)").when("deletion"),
    line("Mixed with transactions: {...}").inside(),
    line("Data:").inside(),
    line("{-} {-} {$what=read|written} ({data} kilobytes per second)").clears(&["what"]),
];

report_format!("postmark", "PostMark", &["per second)", "seconds of transactions"], FIGURES, RULES);

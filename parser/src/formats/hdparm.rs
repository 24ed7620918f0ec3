//! `hdparm -tT`.
//!
//! ```text
//! /dev/sda:
//!  Timing cached reads:   12345 MB in  2.00 seconds = 6172.50 MB/sec
//!  Timing buffered disk reads: 412 MB in  3.01 seconds = 136.88 MB/sec
//! ```
//!
//! Source: `time_cache` and `time_device` of `hdparm.c`. Old versions write `buffer-cache reads` and glue the rate to its sign.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, count, line, rate, report_format};

const FIGURES: &[Figure] =
    &[rate("rate", "$what reads", ""), count("seconds", "$what reads duration", "s").role(Role::Context)];

const RULES: &[Rule] = &[
    line("Timing {$what..} reads: {-} {-} in {seconds} seconds = {rate:bytes}").clears(&["what"]).anywhere(),
    line("Timing {$what..} reads: {-} {-} in {seconds} seconds ={rate:bytes}").clears(&["what"]).anywhere(),
];

report_format!("hdparm", "hdparm", &["Timing "], FIGURES, RULES);

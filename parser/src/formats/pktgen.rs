//! The kernel's packet generator.
//!
//! ```text
//! Result: OK: 7243(c7242+d1) usec, 100000 (60byte,0frags)
//!   13806159pps 6626Mb/sec (6626956320bps) errors: 0
//! ```
//!
//! Source: `show_results` of `net/core/pktgen.c`.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, count, line, rate, report_format};

const FIGURES: &[Figure] =
    &[rate("packets", "packets", "pps"), rate("bits", "bits", ""), count("time", "duration", "us").role(Role::Context)];

const RULES: &[Rule] = &[
    line("Result: OK: {time}({-}) {-}, {-} ({-}byte,{-}frags)").clears(&["*"]),
    line("{packets}pps {bits:bits} ({-}bps) errors: {-}").anywhere(),
];

report_format!("pktgen", "pktgen", &["pps "], FIGURES, RULES);

//! compilebench, which creates, patches, reads and deletes trees as kernels are worked on.
//!
//! ```text
//! intial create total runs 10 avg 52.07 MB/s (user 0.51s sys 0.85s)
//! read compiled tree total runs 1 avg 16.25 MB/s (user 1.41s sys 2.61s)
//! delete tree total runs 2 avg 2.95 seconds (user 0.66s sys 1.20s)
//! no runs for patch
//! ```
//!
//! Source: `total_runs` of `compilebench`, with its own spelling of "initial".

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, line, rate, report_format};

const FIGURES: &[Figure] = &[
    rate("rate", "$what", "MB/s"),
    cost("seconds", "$what", "s"),
    cost("user", "$what user", "s").role(Role::Component),
    cost("sys", "$what sys", "s").role(Role::Component),
];

const RULES: &[Rule] = &[
    line("{$what..} total runs {-} avg {rate} MB/s (user {user}s sys {sys}s)").clears(&["what"]),
    line("{$what..} total runs {-} avg {seconds} seconds (user {user}s sys {sys}s)").clears(&["what"]),
    line("no runs for {...}").inside(),
];

report_format!("compilebench", "compilebench", &["total runs"], FIGURES, RULES);

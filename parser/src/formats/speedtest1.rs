//! `SQLite`'s speedtest1.
//!
//! ```text
//! -- Speedtest1 for SQLite 3.45.1 2024-01-30
//!  100 - 50000 INSERTs into table with no index......................    0.061s
//!  110 - 50000 ordered INSERTS with one index/PK.....................    0.084s
//!        TOTAL.......................................................    5.512s
//! ```
//!
//! Source: `speedtest1_end_test` and `speedtest1_final` of `test/speedtest1.c`. The total is the sum of the lines above.

use crate::reading::report::{Figure, Rule, cost, line, report_format};

const FIGURES: &[Figure] = &[cost("time", "$id $test", "s"), cost("total", "TOTAL", "s")];

const RULES: &[Rule] = &[
    line("-- Speedtest1 for SQLite {!version} {...}").clears(&["*"]),
    line("-- Speedtest1 for SQLite {!version}").clears(&["*"]),
    line("{$id} - {$test..}..{-} {time}s").clears(&["id", "test"]),
    line("TOTAL..{-} {total}s").anywhere().summary(),
];

report_format!("speedtest1", "SQLite speedtest1", &["....."], FIGURES, RULES);

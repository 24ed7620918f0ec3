//! mysqlslap.
//!
//! ```text
//! Benchmark
//!         Running for engine innodb
//!         Average number of seconds to run all queries: 0.123 seconds
//!         Minimum number of seconds to run all queries: 0.101 seconds
//!         Maximum number of seconds to run all queries: 0.154 seconds
//!         Number of clients running queries: 50
//!         Average number of queries per client: 200
//! ```
//!
//! Source: `print_conclusions` of `MySQL`'s `client/mysqlslap.cc`.

use crate::reading::report::{Figure, Rule, cost, line, report_format};

const FIGURES: &[Figure] = &[
    cost("average", "average to run all queries", "s"),
    cost("minimum", "minimum to run all queries", "s"),
    cost("maximum", "maximum to run all queries", "s"),
];

const RULES: &[Rule] = &[
    line("Benchmark").inside(),
    line("Running for engine {@engine}").clears(&["*"]),
    line("Average number of seconds to run all queries: {average} seconds"),
    line("Minimum number of seconds to run all queries: {minimum} seconds"),
    line("Maximum number of seconds to run all queries: {maximum} seconds"),
    line("Number of clients running queries: {-}"),
    line("Average number of queries per client: {-}"),
];

report_format!("mysqlslap", "mysqlslap", &["to run all queries"], FIGURES, RULES);

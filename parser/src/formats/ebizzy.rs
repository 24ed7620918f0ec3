//! ebizzy: how many records a second are searched for in memory.
//!
//! ```text
//! 1234 records/s 308 309 308 309
//! real 10.00 s
//! user 39.62 s
//! sys   0.28 s
//! ```
//!
//! Source: `main` of `ebizzy.c`; since version 0.3 the records of each thread follow. The duration was set.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "ebizzy",
    title: "ebizzy",
    marks: &["records/s"],
    blanks: 1,
    rules: RULES,
}

const RECORDS: &[Quantity] = &[Quantity::new("records", "records/s", Better::Higher, Role::Primary)];
const REAL: &[Quantity] = &[Quantity::new("real", "s", Better::Unknown, Role::Context)];
const USER: &[Quantity] = &[Quantity::new("user", "s", Better::Unknown, Role::Context)];
const SYS: &[Quantity] = &[Quantity::new("sys", "s", Better::Unknown, Role::Context)];

static RULES: &[Rule] = &[
    Rule::opening("<0> records/s <numbers>", RECORDS),
    Rule::opening("Average: <0> records/s", RECORDS),
    Rule::opening("ebizzy: <0> records/s", RECORDS),
    Rule::opening("real <0> s", REAL),
    Rule::opening("user <0> s", USER),
    Rule::opening("sys <0> s", SYS),
];

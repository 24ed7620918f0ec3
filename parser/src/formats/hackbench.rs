//! hackbench: how long groups of senders and receivers take.
//!
//! ```text
//! Running in process mode with 10 groups using 40 file descriptors each (== 400 tasks)
//! Each sender will pass 100 messages of 100 bytes
//! Time: 1.234
//! ```
//!
//! Source: `main` of `hackbench.c` in rt-tests, and of the original, which said `Running with 10*40 (== 400) tasks.`
//! Seconds; less is better.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "hackbench",
    title: "hackbench",
    marks: &["hackbench", "file descriptors each", "tasks."],
    blanks: 1,
    rules: RULES,
}

const TIME: &[Quantity] = &[Quantity::new("time", "s", Better::Lower, Role::Primary)];

static RULES: &[Rule] = &[
    Rule::opening(
        "Running in <P:mode> mode with <P:groups> groups using <#> file descriptors each (== <#> tasks)",
        &[],
    ),
    Rule::opening("Running with <P:groups>*<#> (== <#>) tasks.", &[]),
    Rule::opening("Running with <P:groups>*<#> (== <#>) tasks", &[]),
    Rule::opening("Running with <P:groups> groups <*> (== <#> tasks)", &[]),
    Rule::opening("Each sender will pass <#> messages of <#> bytes", &[]),
    Rule::opening("Time: <0> seconds", TIME),
    Rule::opening("Time: <0> sec", TIME),
    Rule::opening("Time: <0> s", TIME),
    Rule::opening("Time: <0>", TIME),
    Rule::opening("time: <0>", TIME),
    Rule::opening("Time <0>", TIME),
];

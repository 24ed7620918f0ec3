//! STREAM: bandwidth of memory.
//!
//! ```text
//! Function    Best Rate MB/s  Avg time     Min time     Max time
//! Copy:           12345.6     0.013016     0.012961     0.013071
//! Scale:          11234.5     0.014312     0.014242     0.014398
//! Add:            12876.5     0.018712     0.018639     0.018788
//! Triad:          12901.2     0.018677     0.018603     0.018745
//! ```
//!
//! Source: the end of `main` in `stream.c`, versions 4 and 5; a variant for several nodes has a column `0->0`. Megabytes of
//! 10^6 bytes a second, and seconds; the best rate follows from the least time.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "stream",
    title: "STREAM",
    marks: &["Triad", "TRIAD", "triad"],
    blanks: 1,
    rules: RULES,
}

const ROW: &[Quantity] = &[
    Quantity::new("rate", "MB/s", Better::Higher, Role::Primary),
    Quantity::new("avg time", "s", Better::Lower, Role::Component),
    Quantity::new("min time", "s", Better::Lower, Role::Component),
    Quantity::new("max time", "s", Better::Lower, Role::Component),
];

static RULES: &[Rule] = &[
    Rule::opening("Function <*> Min time Max time", &[]),
    Rule::opening("Function <*> MinTime MaxTime", &[]),
    Rule::opening("<Copy|Scale|Add|Triad|Assignment|Scaling|Summing|SAXPYing>: <0> <1> <2> <3>", ROW),
    Rule::opening("<Copy|Scale|Add|Triad>: <word> <0> <1> <2> <3>", ROW),
    Rule::opening("<Copy|Scale|Add|Triad>: <0> MB/s", ROW),
    Rule::opening("<Copy|Scale|Add|Triad>: <0>", ROW),
    Rule::opening("<Copy|Scale|Add|Triad> <0> <1> <2> <3>", ROW),
    Rule::inner("Array size = <#> (elements), Offset = <#> (elements)", &[]),
    Rule::inner("Solution Validates<*>", &[]),
    Rule::inner("Results Validation: <*>", &[]),
    Rule::inner("Number of Threads <word> = <#>", &[]),
];

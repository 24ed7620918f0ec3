//! will-it-scale: operations of parallel processes or threads.
//!
//! ```text
//! testcase:Separate file open/close
//! warmup
//! min:1222 max:1300 total:2522
//! measurement
//! min:1250 max:1299 total:2549
//! average:2541
//! ```
//!
//! ```text
//! tasks,processes,processes_idle,threads,threads_idle,linear
//! 0,0,100,0,100,0
//! 1,533436,96.87,498000,96.85,533436
//! ```
//!
//! Source: `main` of `main.c` and the scripts `runtest.py` and `runalltests`. The columns `idle` are percentages of the
//! machine, `linear` is the single task's figure times the tasks.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "will-it-scale",
    title: "will-it-scale",
    marks: &["tasks,processes", "testcase:", "average:"],
    blanks: 1,
    rules: RULES,
}

const AVERAGE: &[Quantity] = &[Quantity::new("average", "ops/s", Better::Higher, Role::Primary)];
const ROW: &[Quantity] = &[
    Quantity::new("processes", "ops/s", Better::Higher, Role::Primary),
    Quantity::new("threads", "ops/s", Better::Higher, Role::Primary),
];

static RULES: &[Rule] = &[
    Rule::opening("testcase:<section>", &[]),
    Rule::opening("warmup", &[]),
    Rule::opening("measurement", &[]),
    Rule::opening("min:<#> max:<#> total:<#>", &[]),
    Rule::opening("average:<0>", AVERAGE),
    Rule::part("tasks,processes,processes_idle,threads,threads_idle,linear", "rows"),
    Rule::within("rows", "0,0,<#>,0,<#>,0", &[]),
    Rule::within("rows", "<p:tasks>,<0>,<#>,<1>,<#>,<~>", ROW),
];

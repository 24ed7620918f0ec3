//! The kernel's own tests of locks and RCU, as they report to its log.
//!
//! ```text
//! Writes:  Total: 93746064  Max/Min: 0/0   Fail: 0
//! Average grace-period duration: 114.98 microseconds
//! 50th percentile grace-period duration: 113
//! Maximum grace-period duration: 170
//! Grace periods: 1000 Batches: 500 Ratio: 2 Forced: 0
//! ```
//!
//! Source: `__torture_print_stats` of `kernel/locking/locktorture.c` and the script `kvm-recheck-rcuscale.sh`. A total counts
//! the locks taken so far; more of them in the same time are better.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "torture",
    title: "locktorture and rcuscale",
    marks: &["Total: ", "grace-period duration", "-torture:"],
    blanks: 1,
    rules: RULES,
}

const WRITES: &[Quantity] = &[Quantity::new("Writes Total", "", Better::Higher, Role::Primary)];
const READS: &[Quantity] = &[Quantity::new("Reads Total", "", Better::Higher, Role::Primary)];
const AVERAGE: &[Quantity] = &[Quantity::new("average grace-period duration", "us", Better::Lower, Role::Primary)];
const LEAST: &[Quantity] = &[Quantity::new("minimum grace-period duration", "us", Better::Lower, Role::Primary)];
const MOST: &[Quantity] = &[Quantity::new("maximum grace-period duration", "us", Better::Lower, Role::Primary)];
const RANK: &[Quantity] = &[Quantity::new("percentile grace-period duration", "us", Better::Lower, Role::Primary)];

static RULES: &[Rule] = &[
    Rule::opening("[<#>] Writes: Total: <0> Max/Min: <#>/<#> <*> Fail: <#> <*>", WRITES),
    Rule::opening("[<#>] Reads : Total: <0> Max/Min: <#>/<#> <*> Fail: <#> <*>", READS),
    Rule::opening("[<#>][ <word>] Writes: Total: <0> Max/Min: <#>/<#> <*> Fail: <#> <*>", WRITES),
    Rule::opening("[<#>][ <word>] Reads : Total: <0> Max/Min: <#>/<#> <*> Fail: <#> <*>", READS),
    Rule::opening("Writes: Total: <0> Max/Min: <#>/<#> <*> Fail: <#> <*>", WRITES),
    Rule::opening("Reads : Total: <0> Max/Min: <#>/<#> <*> Fail: <#> <*>", READS),
    Rule::opening("<word>-torture: Writes: Total: <0> Max/Min: <#>/<#> <*> Fail: <#> <*>", WRITES),
    Rule::opening("<word>-torture: Reads : Total: <0> Max/Min: <#>/<#> <*> Fail: <#> <*>", READS),
    Rule::opening("<word>-torture: rtc: <*>", &[]),
    Rule::opening("Average grace-period duration: <0> microseconds", AVERAGE),
    Rule::opening("Minimum grace-period duration: <0>", LEAST),
    Rule::opening("<rank> percentile grace-period duration: <0>", RANK),
    Rule::opening("Maximum grace-period duration: <0>", MOST),
    Rule::opening("Grace periods: <#> Batches: <#> Ratio: <#> <*>", &[]),
    Rule::inner("Computed from <*>", &[]),
];

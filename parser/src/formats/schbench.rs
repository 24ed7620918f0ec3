//! schbench: wakeup latencies and requests of a scheduler's worst customer.
//!
//! ```text
//! Wakeup Latencies percentiles (usec) runtime 30 (s) (209403 total samples)
//!           50.0th: 8          (43672 samples)
//!         * 99.0th: 20         (18323 samples)
//!           min=1, max=8400
//! RPS percentiles (requests) runtime 30 (s) (31 total samples)
//!         * 50.0th: 6984       (11 samples)
//!           min=6931, max=7002
//! average rps: 6976.40
//! ```
//!
//! Source: `show_latencies` and `main` of `schbench.c`. The first version printed `Latency percentiles (usec)` and no samples.
//! Microseconds, less is better; requests a second, more is better.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "schbench",
    title: "schbench",
    marks: &["percentiles (usec)", "percentiles (requests)", "average rps"],
    blanks: 1,
    rules: RULES,
}

const LATENCY: &[Quantity] = &[Quantity::new("", "us", Better::Lower, Role::Primary)];
const LATENCIES: &[Quantity] = &[
    Quantity::new("min", "us", Better::Lower, Role::Primary),
    Quantity::new("max", "us", Better::Lower, Role::Primary),
];
const REQUEST: &[Quantity] = &[Quantity::new("", "requests/s", Better::Higher, Role::Primary)];
const REQUESTS: &[Quantity] = &[
    Quantity::new("min", "requests/s", Better::Higher, Role::Primary),
    Quantity::new("max", "requests/s", Better::Higher, Role::Primary),
];
const RPS: &[Quantity] = &[Quantity::new("average rps", "requests/s", Better::Higher, Role::Primary)];
const DELAYS: &[Quantity] = &[
    Quantity::new("sched delay message", "us", Better::Lower, Role::Component),
    Quantity::new("sched delay worker", "us", Better::Lower, Role::Component),
];
const TRANSFER: &[Quantity] = &[Quantity::new("avg worker transfer", "ops/s", Better::Higher, Role::Primary)];

static RULES: &[Rule] = &[
    Rule::part("<section=RPS> percentiles (requests) <*>", "requests"),
    Rule::part(
        "<section=Latency|Latencies|Wakeup Latencies|Request Latencies|Wakeup Latency|Request Latency> percentiles (usec) <*>",
        "latencies",
    ),
    Rule::within("latencies", "<rank>: <0> (<#> samples)", LATENCY),
    Rule::within("latencies", "* <rank>: <0> (<#> samples)", LATENCY),
    Rule::within("latencies", "<rank>: <0>", LATENCY),
    Rule::within("latencies", "* <rank>: <0>", LATENCY),
    Rule::within("latencies", "min=<0>, max=<1>", LATENCIES),
    Rule::within("requests", "<rank>: <0> (<#> samples)", REQUEST),
    Rule::within("requests", "* <rank>: <0> (<#> samples)", REQUEST),
    Rule::within("requests", "<rank>: <0>", REQUEST),
    Rule::within("requests", "* <rank>: <0>", REQUEST),
    Rule::within("requests", "min=<0>, max=<1>", REQUESTS),
    Rule::opening("average rps: <0>", RPS),
    Rule::inner("current rps: <#>", &[]),
    Rule::inner("Over=<#>, min=<#>, max=<#>", &[]),
    Rule::opening("sched delay: message <0> (usec) worker <1> (usec)", DELAYS),
    Rule::opening("avg worker transfer: <0> ops/sec <*>", TRANSFER),
    Rule::opening("setting worker threads to <#>", &[]),
];

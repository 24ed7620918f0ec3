//! kernbench: kernel builds at several loads.
//!
//! ```text
//! Average Half load -j 4 Run (std deviation):
//! Elapsed Time 466.548 (47.6014)
//! User Time 876.598 (10.5273)
//! System Time 223.136 (1.29247)
//! Percent CPU 237.2 (23.2744)
//! Context Switches 146351 (6539.91)
//! Sleeps 174003 (5031.94)
//! ```
//!
//! Source: the script `kernbench`, versions 0.20 to 0.50; the first ones had no standard deviations. People put the blocks of
//! two kernels beside each other, the other kernel's figure behind it as `(vs 576.196)`, or both figures into one line.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "kernbench",
    title: "kernbench",
    marks: &["Elapsed Time", "Context Switches", "User Time", "Percent CPU", "Elapsed  Time"],
    blanks: 1,
    spread: crate::measurement::SpreadKind::Deviation,
    rules: RULES,
}

const ELAPSED: &[Quantity] = &[Quantity::new("Elapsed Time", "s", Better::Lower, Role::Primary)];
const USER: &[Quantity] = &[Quantity::new("User Time", "s", Better::Lower, Role::Component)];
const SYSTEM: &[Quantity] = &[Quantity::new("System Time", "s", Better::Lower, Role::Component)];
const CPU: &[Quantity] = &[Quantity::new("Percent CPU", "%", Better::Unknown, Role::Context)];
const SWITCHES: &[Quantity] = &[Quantity::new("Context Switches", "", Better::Unknown, Role::Component)];
const SLEEPS: &[Quantity] = &[Quantity::new("Sleeps", "", Better::Unknown, Role::Component)];

/// The lines of one quantity: with the other kernel's figure, with standard deviations, for two kernels.
macro_rules! lines {
    ($name:literal, $quantities:expr) => {
        [
            Rule::opening(concat!($name, " <0=this> (vs <0=other>)"), $quantities),
            Rule::opening(concat!($name, " <0@1> (<+>) <0@2> (<+>) <~>%"), $quantities),
            Rule::opening(concat!($name, " <0@1> (<+>) <0@2> (<+>)"), $quantities),
            Rule::opening(concat!($name, " <0> (<+>)"), $quantities),
            Rule::opening(concat!($name, " <0@1> <0@2>"), $quantities),
            Rule::opening(concat!($name, ": <0>"), $quantities),
            Rule::opening(concat!($name, " <0>"), $quantities),
        ]
    };
}

const TITLES: [Rule; 9] = [
    Rule::opening("Average <section> Run (std deviation):", &[]),
    Rule::opening("Average <section> Run (std deviation)", &[]),
    Rule::opening("Average <section> Load Run:", &[]),
    Rule::opening("Average <section> Run:", &[]),
    Rule::opening("Average <section> Run", &[]),
    Rule::opening("Fastest <section> Run:", &[]),
    Rule::opening("Slowest <section> Run:", &[]),
    Rule::opening("Warmup <section> Run<*>", &[]),
    Rule::inner("<section=Single threaded|Half load|Optimal load|Maximal load> <*>:", &[]),
];

static RULES: &[Rule] = &{
    let [a, b, c, d, e, f, g, h, i] = TITLES;
    let [e1, e2, e3, e4, e5, e6, e7] = lines!("Elapsed Time", ELAPSED);
    let [u1, u2, u3, u4, u5, u6, u7] = lines!("User Time", USER);
    let [s1, s2, s3, s4, s5, s6, s7] = lines!("System Time", SYSTEM);
    let [p1, p2, p3, p4, p5, p6, p7] = lines!("Percent CPU", CPU);
    let [c1, c2, c3, c4, c5, c6, c7] = lines!("Context Switches", SWITCHES);
    let [w1, w2, w3, w4, w5, w6, w7] = lines!("Sleeps", SLEEPS);
    [
        a, b, c, d, e, f, g, h, i, e1, e2, e3, e4, e5, e6, e7, u1, u2, u3, u4, u5, u6, u7, s1, s2, s3, s4, s5, s6, s7,
        p1, p2, p3, p4, p5, p6, p7, c1, c2, c3, c4, c5, c6, c7, w1, w2, w3, w4, w5, w6, w7,
    ]
};

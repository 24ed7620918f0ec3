//! Results of the Java server benchmarks `VolanoMark` and `SPECjbb`.
//!
//! ```text
//! Average throughput = 17565 messages per second
//! SPECjbb2005 bops = 98765, SPECjbb2005 bops/JVM = 98765
//! RUN RESULT: hbIR (max attempted) = 34210, hbIR (settled) = 31000, max-jOPS = 33184, critical-jOPS = 12005
//! ```
//!
//! Source: what the programs end their output with. All are rates of work; the `hbIR` were offered, not measured.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "java-servers",
    title: "VolanoMark and SPECjbb",
    marks: &["messages per second", "SPECjbb", "jOPS"],
    blanks: 1,
    rules: RULES,
}

const MESSAGES: &[Quantity] = &[Quantity::new("throughput", "messages per second", Better::Higher, Role::Primary)];
const BOPS: &[Quantity] = &[
    Quantity::new("bops", "", Better::Higher, Role::Primary),
    Quantity::new("bops/JVM", "", Better::Higher, Role::Derived),
];
const JOPS: &[Quantity] = &[
    Quantity::new("max-jOPS", "", Better::Higher, Role::Primary),
    Quantity::new("critical-jOPS", "", Better::Higher, Role::Primary),
];

static RULES: &[Rule] = &[
    Rule::opening("Average throughput = <0> messages per second", MESSAGES),
    Rule::opening("average throughput <0> messages per second", MESSAGES),
    Rule::opening("Average throughput <0> messages per second", MESSAGES),
    Rule::opening("SPECjbb2005 bops = <0>, SPECjbb2005 bops/JVM = <1>", BOPS),
    Rule::opening("SPECjbb2005 bops = <0>", BOPS),
    Rule::opening("SPECjbb2005 bops: <0>", BOPS),
    Rule::opening(
        "RUN RESULT: hbIR (max attempted) = <#>, hbIR (settled) = <#>, max-jOPS = <0>, critical-jOPS = <1>",
        JOPS,
    ),
    Rule::opening("max-jOPS = <0>, critical-jOPS = <1>", JOPS),
];

//! `UnixBench`: the index of the Byte magazine's suite.
//!
//! ```text
//! 8 CPUs in system; running 1 parallel copy of tests
//!
//! Dhrystone 2 using register variables       45713219.7 lps   (10.0 s, 7 samples)
//! Double-Precision Whetstone                    10771.9 MWIPS (9.9 s, 7 samples)
//!
//! System Benchmarks Index Values               BASELINE       RESULT    INDEX
//! Dhrystone 2 using register variables         116700.0   45713219.7   3917.2
//!                                                                    ========
//! System Benchmarks Index Score                                        2955.6
//! ```
//!
//! Source: `displaySystem`, `logResults` and `logIndexCat` of the script `Run`, version 5, and `report.awk` of version 4. The
//! column BASELINE is the reference machine's, the index ten times the result over it. People put the results of several kernels
//! into one line.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "unixbench",
    title: "UnixBench",
    marks: &["INDEX", "lps", "MWIPS", "parallel cop", "Index Score", "Final Score", "FINAL SCORE", "Dhrystone"],
    blanks: 2,
    rules: RULES,
}

const INDEXED: &[Quantity] =
    &[Quantity::new("", "", Better::Higher, Role::Primary), Quantity::new("index", "", Better::Higher, Role::Derived)];
/// Results that stand above with their units.
const REPEATED: &[Quantity] = &[
    Quantity::new("again", "", Better::Higher, Role::Duplicate),
    Quantity::new("index", "", Better::Higher, Role::Derived),
];
const INDEX: &[Quantity] = &[Quantity::new("index", "", Better::Higher, Role::Primary)];
const SCORE: &[Quantity] = &[Quantity::new("index score", "", Better::Higher, Role::Derived)];
const LOOPS: &[Quantity] = &[Quantity::new("", "lps", Better::Higher, Role::Primary)];
const PER_MINUTE: &[Quantity] = &[Quantity::new("", "lpm", Better::Higher, Role::Primary)];
const KILOBYTES: &[Quantity] = &[Quantity::new("", "KBps", Better::Higher, Role::Primary)];
const INSTRUCTIONS: &[Quantity] = &[Quantity::new("", "MWIPS", Better::Higher, Role::Primary)];

static RULES: &[Rule] = &[
    Rule::within("results", "System Benchmarks Index Values BASELINE RESULT INDEX", &[]).beginning("index again"),
    Rule::within("results", "TEST BASELINE RESULT INDEX", &[]).beginning("index again"),
    Rule::part("System Benchmarks Index Values BASELINE RESULT INDEX", "index"),
    Rule::part("System Benchmarks Index Values INDEX INDEX", "indexes"),
    Rule::part("System Benchmarks Partial Index BASELINE RESULT INDEX", "index"),
    Rule::part("TEST BASELINE RESULT INDEX", "index"),
    Rule::part("INDEX VALUES TEST BASELINE RESULT INDEX", "index"),
    Rule::part("INDEX VALUES", "index"),
    Rule::opening("System Benchmarks Index Score (Partial Only): <0>", SCORE),
    Rule::opening("System Benchmarks Index Score (Partial Only) <0>", SCORE),
    Rule::within("indexes", "System Benchmarks Index Score <0@1> <0@2>", SCORE),
    Rule::opening("System Benchmarks Index Score <0@1> <0@2>", SCORE),
    Rule::within("indexes", "<name> <0@1> <0@2>", INDEX),
    Rule::opening("System Benchmarks Index Score: <0>", SCORE),
    Rule::opening("System Benchmarks Index Score <0>", SCORE),
    Rule::opening("FINAL SCORE <0>", SCORE),
    Rule::opening("<#> CPU in system; running <P:copies> parallel copy of tests", &[]),
    Rule::opening("<#> CPUs in system; running <P:copies> parallel copy of tests", &[]),
    Rule::opening("<#> CPUs in system; running <P:copies> parallel copies of tests", &[]),
    Rule::opening("Benchmark Run: <*>", &[]),
    Rule::opening("<name> <0> lps (<#> s, <#> samples)", LOOPS).beginning("results"),
    Rule::opening("<name> <0> lps (<#> secs, <#> samples)", LOOPS).beginning("results"),
    Rule::opening("<name> <0> lpm (<#> s, <#> samples)", PER_MINUTE).beginning("results"),
    Rule::opening("<name> <0> lpm (<#> secs, <#> samples)", PER_MINUTE).beginning("results"),
    Rule::opening("<name> <0> KBps (<#> s, <#> samples)", KILOBYTES).beginning("results"),
    Rule::opening("<name> <0> KBps (<#> secs, <#> samples)", KILOBYTES).beginning("results"),
    Rule::opening("<name> <0> MWIPS (<#> s, <#> samples)", INSTRUCTIONS).beginning("results"),
    Rule::opening("<name> <0> MWIPS (<#> secs, <#> samples)", INSTRUCTIONS).beginning("results"),
    Rule::opening("<name> <0@1> <0@2> <0@3> <0@4> lps", LOOPS),
    Rule::opening("<name> <0@1> <0@2> <0@3> lps", LOOPS),
    Rule::opening("<name> <0@1> <0@2> lps", LOOPS),
    Rule::opening("<name> <0@1> <0@2> <0@3> <0@4> lpm", PER_MINUTE),
    Rule::opening("<name> <0@1> <0@2> <0@3> lpm", PER_MINUTE),
    Rule::opening("<name> <0@1> <0@2> lpm", PER_MINUTE),
    Rule::opening("<name> <0@1> <0@2> <0@3> <0@4> KBps", KILOBYTES),
    Rule::opening("<name> <0@1> <0@2> <0@3> KBps", KILOBYTES),
    Rule::opening("<name> <0@1> <0@2> KBps", KILOBYTES),
    Rule::opening("<name> <0@1> <0@2> <0@3> <0@4> MWIPS", INSTRUCTIONS),
    Rule::opening("<name> <0@1> <0@2> <0@3> MWIPS", INSTRUCTIONS),
    Rule::opening("<name> <0@1> <0@2> MWIPS", INSTRUCTIONS),
    Rule::opening("<#> x <Dhrystone|Double-Precision|Execl|File|Pipe|Pipe-based|Process|System|Shell> <*>", &[]),
    Rule::inner("====<*>", &[]),
    Rule::within("index again", "<name> <#> <0> <1>", REPEATED),
    Rule::within("index", "<name> <#> <0> <1>", INDEXED),
];

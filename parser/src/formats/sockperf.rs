//! sockperf.
//!
//! ```text
//! sockperf: ====> avg-latency=5.123 (std-dev=0.456)
//! sockperf: Summary: Latency is 5.123 usec
//! sockperf: Summary: Message Rate is 1234567 [msg/sec]
//! sockperf: Summary: BandWidth is 16.478 MBps (131.828 Mbps)
//! sockperf: ---> <MAX> observation =   55.123
//! sockperf: ---> percentile 99.000 =    7.123
//! ```
//!
//! Source: `client_statistics` of sockperf's `src/client.cpp`. Latencies are half round trips in microseconds.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    cost("average", "avg-latency", "us").role(Role::Duplicate),
    count("deviation", "std-dev", "us").role(Role::Quality),
    cost("latency", "Latency", ""),
    rate("messages", "Message Rate", "msg/sec"),
    rate("bandwidth", "BandWidth", ""),
    cost("observation", "$edge observation", "us"),
    cost("percentile", "percentile $p", "us"),
];

const RULES: &[Rule] = &[
    line("sockperf: ====> avg-latency={average} (std-dev={deviation}{...}").clears(&["*"]),
    line("sockperf: ====> avg-lat= {average} (std-dev={deviation})").clears(&["*"]),
    line("sockperf: Summary: Latency is {latency:time}"),
    line("sockperf: Summary: Round trip is {latency:time}"),
    line("sockperf: Summary: Message Rate is {messages} [msg/sec]"),
    line("sockperf: Summary: BandWidth is {bandwidth:bytes} ({-} Mbps)"),
    line("sockperf: ---> <{$edge=MAX|MIN}> observation = {observation}").clears(&["edge"]).within(),
    line("sockperf: ---> percentile {$p} = {percentile}").clears(&["p"]).within(),
    line("sockperf: {...}"),
];

report_format!("sockperf", "sockperf", &["sockperf: "], FIGURES, RULES);

//! hey and oha, which load HTTP servers.
//!
//! ```text
//! Summary:
//!   Total:        2.3456 secs
//!   Slowest:      0.0567 secs
//!   Fastest:      0.0012 secs
//!   Average:      0.0117 secs
//!   Requests/sec: 4263.2812
//!
//! Latency distribution:
//!   10% in 0.0043 secs
//! ```
//!
//! Source: `requester/print.go` of hey, `src/printer.rs` of oha. The histogram counts responses.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    cost("total", "Total", "").unless_whole(),
    cost("slowest", "Slowest", ""),
    cost("fastest", "Fastest", ""),
    cost("average", "Average", ""),
    rate("rps", "Requests/sec", "requests/sec"),
    rate("size", "Size/sec", ""),
    count("data", "Total data", "").role(Role::Context),
    cost("percentile", "Latency $p%", ""),
];

const RULES: &[Rule] = &[
    line("Summary: Total: {total:time}").clears(&["*"]),
    line("Summary: Success rate: {-}").clears(&["*"]),
    line("Success rate: {-}").inside(),
    line("Total: {total:time}").inside(),
    line("Slowest: {slowest:time}"),
    line("Fastest: {fastest:time}"),
    line("Average: {average:time}").inside(),
    line("Requests/sec: {rps}").inside(),
    line("Total data: {data:data}").inside(),
    line("Total data: {-} bytes").inside(),
    line("Size/request: {...}").inside(),
    line("Size/sec: {size:datarate}").inside(),
    line("Response time histogram:").clears(&["p"]).enters("histogram"),
    line("{#} [{#}]{...}").when("histogram"),
    line("{#} {-} [{#}]{...}").when("histogram"),
    line("Latency distribution:").clears(&["p"]).enters("distribution"),
    line("Response time distribution:").clears(&["p"]).enters("distribution"),
    line("{$p}%{? in?} {percentile:time}").when("distribution"),
    line("Details (average, fastest, slowest){...}").enters("details"),
    line("{-}: {-} {-}, {-} {-}, {-} {-}").when("details"),
    line("{-} {-}: {-} {-}, {-} {-}, {-} {-}").when("details"),
    line("Status code distribution:").enters("codes"),
    line("[{-}] {-} responses").when("codes"),
];

report_format!("hey", "hey and oha", &["Slowest:", "Fastest:"], FIGURES, RULES);

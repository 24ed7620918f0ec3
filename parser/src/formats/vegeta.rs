//! vegeta's text report.
//!
//! ```text
//! Requests      [total, rate, throughput]         1200, 120.00, 65.87
//! Duration      [total, attack, wait]             10.094965987s, 9.949883921s, 145.082066ms
//! Latencies     [min, mean, 50, 90, 95, 99, max]  90.4ms, 113.1ms, 108.2ms, 140.1ms, 247.7ms, 264.8ms, 1.2s
//! Success       [ratio]                           55.42%
//! ```
//!
//! Source: `NewTextReporter` of `lib/reporters.go`. The rate is what was asked for, the throughput what came.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    count("requests", "Requests total", "").role(Role::Context),
    count("rate", "Requests rate", "req/s").role(Role::Context),
    rate("throughput", "Requests throughput", "req/s"),
    cost("min", "Latency min", ""),
    cost("mean", "Latency mean", ""),
    cost("50", "Latency 50", ""),
    cost("90", "Latency 90", ""),
    cost("95", "Latency 95", ""),
    cost("99", "Latency 99", ""),
    cost("max", "Latency max", ""),
    count("ratio", "Success ratio", "%").role(Role::Context),
];

const RULES: &[Rule] = &[
    line("Requests [total, rate, throughput] {requests}, {rate}, {throughput}"),
    line("Requests [total, rate] {requests}, {rate}"),
    line("Duration [total, attack, wait] {-}, {-}, {-}"),
    line(
        "Latencies [min, mean, 50, 90, 95, 99, max] {min:time}, {mean:time}, {50:time}, {90:time}, {95:time}, {99:time}, {max:time}",
    ),
    line("Latencies [mean, 50, 95, 99, max] {mean:time}, {50:time}, {95:time}, {99:time}, {max:time}"),
    line("Bytes In [total, mean] {-}, {-}"),
    line("Bytes Out [total, mean] {-}, {-}"),
    line("Success [ratio] {ratio}%"),
    line("Status Codes [code:count] {...}"),
    line("Error Set:").inside(),
];

report_format!("vegeta", "vegeta", &["[total, rate", "Latencies", "[total, attack"], FIGURES, RULES);

//! qperf.
//!
//! ```text
//! tcp_bw:
//!     bw  =  1.17 GB/sec
//! tcp_lat:
//!     latency  =  12.3 us
//! ```
//!
//! Source: `view_band`, `view_time`, `view_rate` of `src/qperf.c`.

use crate::reading::report::{Figure, Rule, cost, line, rate, report_format};

const FIGURES: &[Figure] = &[
    rate("bw", "$test bw", ""),
    rate("send", "$test send_bw", ""),
    rate("recv", "$test recv_bw", ""),
    cost("latency", "$test latency", ""),
    rate("lost bw", "$lost bw", ""),
    cost("lost latency", "$lost latency", ""),
    rate("rate", "$test msg_rate", "/sec"),
];

const RULES: &[Rule] = &[
    line("{$test}_bw: bw = {bw:bytes}").clears(&["*"]),
    line("{$test}_bw: send_bw = {send:bytes}").clears(&["*"]),
    line("{$test}_bw: recv_bw = {recv:bytes}").clears(&["*"]),
    line("{$test}_lat: latency = {latency:time}").clears(&["*"]),
    // The figures below were lost.
    line("{$test}_bw:").clears(&["*"]),
    line("{$test}_lat:").clears(&["*"]),
    // The name of the test was lost.
    line("bw = {lost bw:bytes}").clears(&["*"]),
    line("send_bw = {lost bw:bytes}").clears(&["*"]),
    line("latency = {lost latency:time}").clears(&["*"]),
    line("recv_bw = {recv:bytes}"),
    line("msg_rate = {rate+} {-}").inside(),
    line("loc_{-} = {...}").inside(),
    line("rem_{-} = {...}").inside(),
    line("{-}_cost = {...}").inside(),
];

report_format!("qperf", "qperf", &["_bw:", "_lat:"], FIGURES, RULES);

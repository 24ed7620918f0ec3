//! wrk and wrk2.
//!
//! ```text
//! Running 30s test @ http://localhost:8080/index.html
//!   12 threads and 400 connections
//!   Thread Stats   Avg      Stdev     Max   +/- Stdev
//!     Latency   635.91us    0.89ms  12.92ms   93.69%
//!     Req/Sec    56.20k     8.07k   62.00k    86.54%
//!   Latency Distribution
//!      50%  250.00us
//!   22464657 requests in 30.00s, 17.76GB read
//! Requests/sec: 748868.53
//! Transfer/sec:    606.33MB
//! ```
//!
//! Source: `main` and `print_stats*` of wrk's `src/wrk.c`, `src/units.c`. The rate of one thread is a part of the whole one.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    cost("avg", "Latency avg", ""),
    count("stdev", "Latency stdev", "").role(Role::Quality),
    cost("max", "Latency max", ""),
    rate("thread avg", "Req/Sec of a thread avg", "req/s").role(Role::Component),
    count("thread stdev", "Req/Sec of a thread stdev", "req/s").role(Role::Quality),
    rate("thread max", "Req/Sec of a thread max", "req/s").role(Role::Component),
    cost("percentile", "Latency $p%", ""),
    rate("rps", "Requests/sec", "requests/sec"),
    rate("transfer", "Transfer/sec", ""),
    count("requests", "requests", "").role(Role::Context),
];

const RULES: &[Rule] = &[
    line("Running {-} test @ {...}").clears(&["*"]),
    line("{@threads} threads and {@connections} connections"),
    line("Thread calibration: {...}"),
    line("Initialised {-} threads in {-} {...}").inside(),
    line("Thread Stats Avg Stdev Max +/- Stdev").enters("stats"),
    line("Thread Stats Avg Stdev 99% +/- Stdev").enters("99%"),
    line("Latency {avg:time} {stdev:time} {max:time} {-}%").when("stats"),
    line("Req/Sec {thread avg+} {thread stdev+} {thread max+} {-}%").when("stats"),
    line("Latency {avg:time} {stdev:time} {-} {-}%").when("99%"),
    line("Req/Sec {thread avg+} {thread stdev+} {-} {-}%").when("99%"),
    // Without the header nothing says what these are.
    line("Latency {-} {-} {-} {-}%").inside(),
    line("Req/Sec {-} {-} {-} {-}%").inside(),
    line("Latency Distribution{...}").clears(&["p"]).enters("distribution"),
    line("{$p}% {percentile:time}").when("distribution"),
    line("Detailed Percentile spectrum:").enters("spectrum"),
    line("Value Percentile TotalCount 1/(1-Percentile)").enters("spectrum"),
    line("{#} {#} {#} {#}").when("spectrum"),
    line("#[{...}").inside(),
    line("-------{...}").inside(),
    line("{requests} requests in {-}, {-} read"),
    line("Socket errors: {...}"),
    line("Non-2xx or 3xx responses: {-}"),
    line("Requests/sec: {rps}").anywhere(),
    line("Transfer/sec: {transfer:datarate}").anywhere(),
];

report_format!(
    "wrk",
    "wrk",
    &["Requests/sec:", "Transfer/sec:", "Thread Stats", "Latency Distribution"],
    FIGURES,
    RULES
);

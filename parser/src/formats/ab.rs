//! ab, the Apache HTTP server's benchmark.
//!
//! ```text
//! Concurrency Level:      100
//! Time taken for tests:   1.234 seconds
//! Requests per second:    8103.73 [#/sec] (mean)
//! Time per request:       12.340 [ms] (mean)
//! Time per request:       0.123 [ms] (mean, across all concurrent requests)
//! Transfer rate:          976.56 [Kbytes/sec] received
//!
//!               min  mean[+/-sd] median   max
//! Total:          1   12   3.2     12      46
//!
//! Percentage of the requests served within a certain time (ms)
//!   50%     12
//! ```
//!
//! Source: `output_results` of `support/ab.c` of the Apache HTTP server.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    cost("taken", "Time taken for tests", "s"),
    rate("rps", "Requests per second", "#/sec"),
    cost("time", "Time per request", "ms"),
    cost("across", "Time per request across all concurrent requests", "ms"),
    rate("transfer", "Transfer rate", "kB/s"),
    rate("sent", "Transfer rate $way", "kB/s").role(Role::Context),
    cost("min", "$part min", "ms"),
    cost("mean", "$part mean", "ms"),
    count("sd", "$part sd", "ms").role(Role::Quality),
    cost("median", "$part median", "ms"),
    cost("max", "$part max", "ms"),
    cost("percentile", "$p% served within", "ms"),
    count("failed", "Failed requests", "").role(Role::Context),
    count("complete", "Complete requests", "").role(Role::Context),
];

const RULES: &[Rule] = &[
    line("This is ApacheBench, {...}").clears(&["*"]),
    line("Benchmarking {...}").inside(),
    line("Completed {-} requests"),
    line("Finished {-} requests"),
    line("Copyright {...}").inside(),
    line("Licensed to {...}").inside(),
    line("Server Software: {...}").clears(&["*"]),
    line("Server Hostname: {...}"),
    line("Server Port: {-}"),
    line("SSL/TLS Protocol: {...}"),
    line("Server Temp Key: {...}"),
    line("TLS Server Name: {...}"),
    line("Document Path: {...}"),
    line("Document Length: {...}"),
    line("Concurrency Level: {@concurrency}"),
    line("Time taken for tests: {taken} seconds"),
    line("Complete requests: {complete}"),
    line("Failed requests: {failed}"),
    line("(Connect: {-}, Receive: {-}, Length: {-}, Exceptions: {-})"),
    line("Broken pipe errors: {-}"),
    line("Write errors: {-}"),
    line("Non-2xx responses: {-}"),
    line("Keep-Alive requests: {-}"),
    line("Total transferred: {-} bytes"),
    line("Total body sent: {-}"),
    line("HTML transferred: {-} bytes"),
    line("Requests per second: {rps} [#/sec] (mean)").anywhere(),
    line("Requests per second: {rps} [#/sec]").anywhere(),
    line("Time per request: {across} [ms] (mean, across all concurrent requests)").anywhere(),
    line("Time per request: {time} [ms] (mean)").anywhere(),
    line("Transfer rate: {transfer} [Kbytes/sec] received").anywhere(),
    line("Transfer rate: {transfer} [Kbytes/sec]").anywhere(),
    line("{sent} kb/s {$way=sent|total}").clears(&["way"]).inside(),
    line("Connection Times (ms)").enters("times"),
    line("min mean[+/-sd] median max").enters("times"),
    line("min avg max").inside().enters("short times"),
    line("{$part=Connect|Processing|Waiting|Total}: {min} {mean} {sd} {median} {max}").when("times").clears(&["part"]),
    line("{$part=Connect|Processing|Total}: {min} {mean} {max}").when("short times").clears(&["part"]),
    line("Percentage of the requests served within a certain time (ms)").clears(&["p"]).enters("percentages"),
    line("{$p}% {percentile} (longest request)").when("percentages"),
    line("{$p}% {percentile}").when("percentages"),
];

report_format!(
    "ab",
    "ab (ApacheBench)",
    &["[#/sec]", "[ms] (mean", "[Kbytes/sec]", "mean[+/-sd]", "served within a certain"],
    FIGURES,
    RULES
);

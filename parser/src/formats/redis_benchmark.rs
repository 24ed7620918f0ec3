//! redis-benchmark.
//!
//! ```text
//! ====== SET ======
//!   100000 requests completed in 1.23 seconds
//!   50 parallel clients
//! Summary:
//!   throughput summary: 81300.81 requests per second
//!   latency summary (msec):
//!           avg       min       p50       p95       p99       max
//!         0.318     0.136     0.303     0.447     0.575     1.615
//! SET: 81300.81 requests per second, p50=0.303 msec
//! ```
//!
//! Source: `showLatencyReport` of Redis' `src/redis-benchmark.c`. Before 6.2 a test ended with `66666.66 requests per second`.
//! How many requests were done within which time is a distribution.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    rate("rps", "$test? throughput", "requests per second"),
    cost("avg", "$test? latency avg", "ms"),
    cost("min", "$test? latency min", "ms"),
    cost("p50", "$test? latency p50", "ms"),
    cost("p95", "$test? latency p95", "ms"),
    cost("p99", "$test? latency p99", "ms"),
    cost("max", "$test? latency max", "ms"),
    // Behind the count of requests a test is never without a name, unless the line with it was lost.
    rate("test rps", "$test throughput", "requests per second"),
    cost("test avg", "$test latency avg", "ms"),
    cost("test min", "$test latency min", "ms"),
    cost("test p50", "$test latency p50", "ms"),
    cost("test p95", "$test latency p95", "ms"),
    cost("test p99", "$test latency p99", "ms"),
    cost("test max", "$test latency max", "ms"),
    count("requests", "$test? requests", "").role(Role::Context),
    count("seconds", "$test? duration", "s").role(Role::Context),
];

const RULES: &[Rule] = &[
    line("====== {$test} ======").clears(&["*"]),
    line("====== {$test} {...}").clears(&["*"]),
    line("{requests} requests completed in {seconds} seconds").enters("test"),
    line("{@clients} parallel clients"),
    line("{@payload} bytes payload"),
    line("keep alive: {-}"),
    line("host configuration {...}"),
    line("node [{-}] configuration:{...}").inside(),
    line("cluster mode: {...}").inside(),
    line("multi-thread: {-}"),
    line("threads: {@threads}").inside(),
    line("Latency by percentile distribution:"),
    line("Cumulative distribution of latencies:"),
    line("{-}% <= {-} milliseconds{? (cumulative count {-})?}"),
    line("Summary:").when("test"),
    line("throughput summary: {test rps} requests per second").when("test"),
    line("latency summary (msec):").when("test").enters("test latency"),
    line("avg min p50 p95 p99 max").when("test latency"),
    line("{test avg} {test min} {test p50} {test p95} {test p99} {test max}").when("test latency"),
    line("{test rps} requests per second").when("test"),
    line("Summary: throughput summary: {rps} requests per second"),
    line("Summary: latency summary (msec):").enters("latency"),
    line("throughput summary: {rps} requests per second"),
    line("latency summary (msec):").enters("latency"),
    line("avg min p50 p95 p99 max").when("latency"),
    line("{avg} {min} {p50} {p95} {p99} {max}").when("latency"),
    line("{rps} requests per second"),
    line("{-}: rps={-} (overall: {-}) avg_msec={-} (overall: {-})"),
    line("{$test}: {rps} requests per second, p50={p50} msec").clears(&["test"]),
    line("{$test}: {rps} requests per second").clears(&["test"]),
    line("{$test} (needed to benchmark LRANGE): {rps} requests per second{?, p50={p50} msec?}").clears(&["test"]),
    line("{$test} ({-} {-} {-}): {rps} requests per second{?, p50={p50} msec?}").clears(&["test"]),
    line("{$test} ({-} {-}): {rps} requests per second{?, p50={p50} msec?}").clears(&["test"]),
];

report_format!(
    "redis-benchmark",
    "redis-benchmark",
    &["requests per second", "requests completed in", "latency summary (msec)", "parallel clients"],
    FIGURES,
    RULES
);

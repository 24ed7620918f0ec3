//! `memtier_benchmark`.
//!
//! ```text
//! Type         Ops/sec     Hits/sec   Misses/sec    Avg. Latency     p50 Latency     p99 Latency   p99.9 Latency       KB/sec
//! -------------------------------------------------------------------------------------------------------------------
//! Sets        11234.56          ---          ---         0.81000         0.79000         1.50000         3.00000       865.34
//! Totals     123580.23      1234.50    111111.17         0.81000         0.79000         1.50000         3.00000      4865.34
//! ```
//!
//! Source: `print_*_table` of memtier's `run_stats.cpp`; latencies are milliseconds. Older versions have one latency column.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, line, rate, report_format};

const FIGURES: &[Figure] = &[
    rate("ops", "$type ops", "Ops/sec"),
    rate("hits", "$type hits", "Hits/sec").role(Role::Context),
    rate("misses", "$type misses", "Misses/sec").role(Role::Context),
    cost("avg", "$type avg latency", "ms"),
    cost("p50", "$type p50 latency", "ms"),
    cost("p99", "$type p99 latency", "ms"),
    cost("p99.9", "$type p99.9 latency", "ms"),
    rate("kb", "$type throughput", "kB/s"),
];

const RULES: &[Rule] = &[
    line("{@threads} Threads"),
    line("{@connections} Connections per thread"),
    line("{-} Requests per client"),
    line("{-} Seconds").inside(),
    line("[RUN #{-} {...}"),
    line("ALL STATS").clears(&["*"]),
    line("===={...}").inside(),
    line("----{...}").inside(),
    line("Type Ops/sec Hits/sec Misses/sec Avg. Latency p50 Latency p99 Latency p99.9 Latency KB/sec")
        .enters("percentiles"),
    line("Type Ops/sec Hits/sec Misses/sec Avg. Latency p50 Latency p99 Latency KB/sec").enters("two percentiles"),
    line(
        "Type Ops/sec Hits/sec Misses/sec MOVED/sec ASK/sec Avg. Latency p50 Latency p99 Latency p99.9 Latency KB/sec",
    )
    .enters("cluster"),
    line("Type Ops/sec Hits/sec Misses/sec Avg. Latency KB/sec").enters("one latency"),
    line("Request Latency Distribution"),
    line("Type <= msec Percent").enters("distribution"),
    line("{-} {#} {#}").when("distribution").row(),
    line("Type Ops/sec Hits/sec Misses/sec Latency KB/sec").enters("one latency"),
    line("Type Ops/sec Avg. Latency p50 Latency p99 Latency p99.9 Latency KB/sec").enters("no hits"),
    line("{$type} {ops} {hits} {misses} {avg} {p50} {p99} {p99.9} {kb}").when("percentiles").clears(&["type"]),
    line("{$type} {ops} {hits} {misses} {avg} {p50} {p99} {kb}").when("two percentiles").clears(&["type"]),
    line("{$type} {ops} {hits} {misses} {-} {-} {avg} {p50} {p99} {p99.9} {kb}").when("cluster").clears(&["type"]),
    line("{$type} {ops} {hits} {misses} {avg} {kb}").when("one latency").clears(&["type"]),
    line("{$type} {ops} {avg} {p50} {p99} {p99.9} {kb}").when("no hits").clears(&["type"]),
];

report_format!("memtier", "memtier_benchmark", &["Ops/sec", "Misses/sec"], FIGURES, RULES);

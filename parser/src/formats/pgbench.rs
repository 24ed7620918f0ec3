//! pgbench, `PostgreSQL`'s benchmark.
//!
//! ```text
//! transaction type: <builtin: TPC-B (sort of)>
//! scaling factor: 100
//! query mode: simple
//! number of clients: 16
//! number of threads: 4
//! duration: 60 s
//! number of transactions actually processed: 123456
//! latency average = 7.776 ms
//! latency stddev = 1.234 ms
//! tps = 2057.612345 (without initial connection time)
//! ```
//!
//! Source: `printResults` and `printProgressReport` of `PostgreSQL`'s `src/bin/pgbench/pgbench.c`, versions 9 to 17. Up to 13
//! there are two rates, `(including connections establishing)` and `(excluding connections establishing)`. The lines of
//! `--progress` are a log of the run where its result follows, and are the result where it does not.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    rate("tps", "tps", "tps"),
    rate("tps including", "tps including connections", "tps"),
    rate("tps excluding", "tps excluding connections", "tps"),
    rate("script tps", "tps of a script", "tps").role(Role::Context),
    cost("latency", "latency average", ""),
    count("deviation", "latency stddev", "").role(Role::Quality),
    cost("connection", "initial connection time", "").role(Role::Context),
    count("processed", "transactions processed", "").role(Role::Context),
    rate("interval tps", "progress tps", "tps").role(Role::Context),
    cost("interval latency", "progress latency", "ms").role(Role::Context),
];

const RULES: &[Rule] = &[
    line("pgbench ({...}").clears(&["*"]),
    line("starting vacuum...end."),
    line("transaction type: {...}").clears(&["*"]),
    line("scaling factor: {@scale}"),
    line("query mode: {@mode}"),
    line("number of clients: {@clients}"),
    line("number of threads: {@threads}"),
    line("maximum number of tries: {-}"),
    line("duration: {-} s").inside(),
    line("number of transactions per client: {-}"),
    line("number of transactions actually processed: {processed}{?/{-}?}"),
    line("number of failed transactions: {-} ({-})"),
    line("number of transactions retried: {-} ({-})"),
    line("total number of retries: {-}"),
    line("number of transactions {-} {...}").inside(),
    line("rate limit schedule lag: {...}"),
    line("SQL script {-}: {...}").enters("script"),
    line("- weight: {-} {...}").when("script"),
    line("- {-} transactions ({-} of total, tps = {script tps})").when("script"),
    line("- number of {...}").when("script"),
    line("- latency {...}").when("script"),
    line("latency average = {latency:time}").anywhere(),
    line("latency average: {latency:time}").anywhere(),
    line("average latency: {latency:time}").inside(),
    line("latency stddev = {deviation:time}").anywhere(),
    line("latency stddev: {deviation:time}").anywhere(),
    line("initial connection time = {connection:time}"),
    line("tps = {tps} (without initial connection time)").anywhere(),
    line("tps = {tps} (including reconnection times)").anywhere(),
    line("tps = {tps including} (including connections establishing)").anywhere(),
    line("tps = {tps excluding} (excluding connections establishing)").anywhere(),
    line("tps = {tps including} (including{...}").anywhere(),
    line("tps = {tps excluding} (excluding{...}").anywhere(),
    line("tps = {tps}").anywhere(),
    line("progress: {-} s, {interval tps} tps, lat {interval latency} ms stddev {-}{?, {-} failed?}"),
    line("progress: {-} s, {interval tps} tps, lat {interval latency} ms {...}"),
    line("progress: {-} s, {interval tps} tps{...}"),
    line("statement latencies in milliseconds:").enters("statements"),
    line("statement latencies in milliseconds {...}").enters("statements"),
    line("script statistics:").inside(),
    line("{#} {...}").when("statements"),
];

report_format!("pgbench", "pgbench", &["tps = ", "latency average", "tps, lat", "pgbench"], FIGURES, RULES);

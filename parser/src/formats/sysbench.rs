//! sysbench: processor, memory, threads, files and databases.
//!
//! ```text
//! Number of threads: 8
//! CPU speed:
//!     events per second:  1234.56
//! Throughput:
//!          write: IOPS=31961.19 499.39 MiB/s (523.65 MB/s)
//! General statistics:
//!     total time:                          10.0005s
//! Latency (ms):
//!          min:                                    0.79
//!          95th percentile:                        0.83
//! 51200.00 MiB transferred (11077.36 MiB/sec)
//! ```
//!
//! Source: `sb_histogram.c`, `sb_timer.c`, `sysbench.c` and `tests/*` of sysbench 1.0, and 0.4.12, which prints
//! `approx.  95 percentile:  1.82ms`, `Requests/sec executed` and transactions `(742.41 per sec.)`. Up to 0.5 a run has a number
//! of requests, so that its total time is the result, unless it is one of databases; since 1.0 the time is set.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    rate("events/s", "events per second", "events/s"),
    rate("iops", "$op IOPS", "IOPS"),
    rate("bw", "$op bandwidth", ""),
    rate("bw2", "$op bandwidth in the other units", "").role(Role::Duplicate),
    rate("reads/s", "reads/s", "reads/s"),
    rate("writes/s", "writes/s", "writes/s"),
    rate("fsyncs/s", "fsyncs/s", "fsyncs/s"),
    rate("read", "read, MiB/s", "MiB/s"),
    rate("written", "written, MiB/s", "MiB/s"),
    rate("transferred", "transferred", ""),
    rate("operations", "operations", "ops/sec"),
    rate("requests", "requests", "Requests/sec"),
    rate("transactions", "transactions", "per sec."),
    rate("queries", "queries", "per sec."),
    rate("rw requests", "read/write requests", "per sec."),
    rate("other", "other operations", "per sec."),
    count("bad", "$bad", "/s").role(Role::Context),
    count("set time", "total time", "s").role(Role::Context),
    cost("time", "total time", "s"),
    count("events", "total number of events", "").role(Role::Context),
    cost("min", "Latency min", ""),
    cost("avg", "Latency avg", ""),
    cost("max", "Latency max", ""),
    cost("percentile", "Latency $p percentile", ""),
    count("sum", "Latency sum", "").role(Role::Context),
    cost("min ms", "Latency min", "ms"),
    cost("avg ms", "Latency avg", "ms"),
    cost("max ms", "Latency max", "ms"),
    cost("percentile ms", "Latency $p percentile", "ms"),
    count("sum ms", "Latency sum", "ms").role(Role::Context),
    // A statistic whose heading was lost.
    cost("lost", "$lost", "ms"),
    count("interval tps", "interval tps", "tps").role(Role::Context),
];

const RULES: &[Rule] = &[
    // What the run is.
    line("sysbench {-}: multi-threaded system evaluation benchmark").clears(&["*"]),
    line("sysbench {-} (using {...}").clears(&["*"]),
    line("Running the test with following options:").clears(&["*"]).enters("options"),
    line("Number of threads: {@threads}").when("options"),
    line("Report intermediate results every {...}"),
    line("Initializing random number generator {...}"),
    line("Random number generator seed {...}"),
    line("Initializing worker threads..."),
    line("Threads started!"),
    line("Time limit exceeded, exiting..."),
    line("(last message repeated {...}").inside(),
    line("Done.").inside(),
    line("WARNING: {...}").inside(),
    line("Doing CPU performance benchmark"),
    line("Doing thread subsystem performance test"),
    line("Doing memory operations speed test"),
    line("Doing mutex performance test"),
    line("Doing OLTP test."),
    line("Doing {$x..} test").inside(),
    line("Prime numbers limit: {-}"),
    line("Maximum prime number checked in CPU test: {-}"),
    line("Running memory speed test with the following options:"),
    line("Memory operations type: {-}"),
    line("Memory transfer size: {...}"),
    line("Memory block size: {...}"),
    line("Memory scope type: {-}"),
    line("block size: {...}").inside(),
    line("total size: {...}").inside(),
    line("operation: {...}").inside(),
    line("scope: {...}").inside(),
    line("Thread yields per test: {...}"),
    line("Extra file open flags: {...}"),
    line("{-} files, {-} each"),
    line("{-} total file size"),
    line("Block size {-}").inside(),
    line("Number of random requests for random IO: {-}").inside(),
    line("Number of IO requests: {-}").inside(),
    line("Read/Write ratio for combined random IO test: {-}").inside(),
    line("Periodic FSYNC {...}").inside(),
    line("Calling fsync() {...}").inside(),
    line("Using {-} I/O mode").inside(),
    line("Using {-} {-} I/O mode").inside(),
    // Processor, threads, mutexes.
    line("CPU speed:"),
    line("events per second: {events/s}").anywhere(),
    line("events/s (eps): {events/s}").anywhere(),
    line("time elapsed: {set time}s").inside(),
    // Memory.
    line("Total operations: {-} ({operations} per second)").anywhere(),
    line("Operations performed: {-} ({operations} ops/sec)").anywhere(),
    line("{-} {-} transferred ({transferred:bytes})").anywhere(),
    // Files.
    line("File operations:").enters("files"),
    line("reads/s: {reads/s}").anywhere(),
    line("writes/s: {writes/s}").anywhere(),
    line("fsyncs/s: {fsyncs/s}").anywhere(),
    line("Throughput:").inside(),
    line("read, MiB/s: {read}").anywhere(),
    line("written, MiB/s: {written}").anywhere(),
    line("{$op=read|write}: IOPS={iops} {bw:bytes} ({bw2:bytes})").clears(&["op"]).anywhere(),
    line("{$op=fsync}: IOPS={iops}").clears(&["op"]).anywhere(),
    line("Operations performed: {-} {-}, {-} {-}, {-} Other = {-} Total"),
    line("Read {-} Written {-} Total transferred {-} ({transferred:bytes})").anywhere(),
    line("{requests} Requests/sec executed").anywhere(),
    // Databases.
    line("SQL statistics:").clears(&["bad", "p"]).enters("oltp"),
    line("OLTP test statistics:").clears(&["bad", "p"]).enters("oltp"),
    line("queries performed:").enters("oltp"),
    line("read: {-}").when("oltp"),
    line("write: {-}").when("oltp"),
    line("other: {-}").when("oltp"),
    line("total: {-}").when("oltp"),
    line("transactions: {-} ({transactions} per sec.)").anywhere(),
    line("queries: {-} ({queries} per sec.)").anywhere(),
    line("read/write requests: {-} ({rw requests} per sec.)").anywhere(),
    line("other operations: {-} ({other} per sec.)").anywhere(),
    line("{$bad=deadlocks|reconnects}: {-} ({bad} per sec.)").clears(&["bad"]),
    line("ignored {$bad=errors}: {-} ({bad} per sec.)").clears(&["bad"]),
    line("[ {-} ] thds: {-} tps: {interval tps} qps: {...}"),
    line("[ {-} ] threads: {-}, tps: {interval tps}, {...}"),
    line("[ {-} ] thds: {-} eps: {interval tps} lat {...}"),
    // How long it took.
    line("General statistics:").enters("general"),
    line("Test execution summary:").when("oltp").enters("general"),
    line("Test execution summary:").enters("requests"),
    line("total time: {time}s").when("requests"),
    line("total time: {set time}s").when("general"),
    line("total number of events: {events}").inside(),
    line("total time taken by event execution: {-}"),
    line("per-request statistics:").enters("latency"),
    line("response time:").when("general").enters("latency"),
    line("Latency (ms):").clears(&["p"]).enters("latency").inside(),
    line("min: {min:time}").when("latency"),
    line("avg: {avg:time}").when("latency"),
    line("max: {max:time}").when("latency"),
    line("approx. {$p} percentile: {percentile:time}").anywhere(),
    line("min: {min ms}").when("latency"),
    line("avg: {avg ms}").when("latency"),
    line("max: {max ms}").when("latency"),
    line("{$p} percentile: {percentile ms}").when("latency"),
    line("percentile stats: {...}").inside(),
    line("sum: {sum ms}").when("latency"),
    line("total time: {lost}s total number of events: {events}"),
    line("total time: {lost}s").inside(),
    line("min: {lost:time}").inside(),
    line("avg: {lost:time}").inside(),
    line("max: {lost:time}").inside(),
    line("min: {lost}").inside(),
    line("avg: {lost}").inside(),
    line("max: {lost}").inside(),
    line("{$p} percentile: {lost}").inside(),
    line("Threads fairness:").enters("fairness"),
    line("events (avg/stddev): {-}"),
    line("execution time (avg/stddev): {-}"),
];

report_format!(
    "sysbench",
    "sysbench",
    &[
        "sysbench",
        "per sec.)",
        "Latency (ms):",
        " transferred (",
        "events per second",
        "ops/sec)",
        "/s:",
        "IOPS=",
        "MiB/s:",
        "percentile:",
        "Requests/sec executed"
    ],
    FIGURES,
    RULES
);

//! `db_bench` of `LevelDB`, `RocksDB` and their kin.
//!
//! ```text
//! fillseq      :       3.456 micros/op 289352 ops/sec;   32.0 MB/s
//! readrandom   :       4.120 micros/op 242718 ops/sec 4.120 seconds 1000000 operations;   26.8 MB/s (1000000 of 1000000 found)
//! crc32c       :       0.200 micros/op 5005220 ops/sec; 19551.6 MB/s (4096 per op)
//! Microseconds per write:
//! Count: 1000000 Average: 3.4567  StdDev: 12.34
//! Min: 1  Median: 2.8012  Max: 9213
//! Percentiles: P50: 2.80 P75: 3.40 P99: 8.10 P99.9: 20.10 P99.99: 123.40
//! ```
//!
//! Source: `Stats::Report` of `RocksDB`'s `tools/db_bench_tool.cc` and `LevelDB`'s `benchmarks/db_bench.cc`. The checksums do the
//! same work on the same block, so that their names tell settings; other benchmarks do different work.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    cost("micros", "$benchmark? time per op", "micros/op"),
    rate("ops", "$benchmark? rate", "ops/sec"),
    rate("bandwidth", "$benchmark? bandwidth", "MB/s"),
    rate("mean ops", "$benchmark? rate, mean of runs", "ops/sec"),
    rate("mean bandwidth", "$benchmark? bandwidth, mean of runs", "MB/s"),
    rate("median ops", "$benchmark? rate, median of runs", "ops/sec"),
    rate("median bandwidth", "$benchmark? bandwidth, median of runs", "MB/s"),
    count("seconds", "$benchmark? duration", "s").role(Role::Context),
    count("operations", "$benchmark? operations", "").role(Role::Context),
    count("count", "per $per count", "").role(Role::Context),
    cost("average", "per $per average", "us"),
    count("stddev", "per $per standard deviation", "us").role(Role::Quality),
    cost("min", "per $per min", "us"),
    cost("median", "per $per median", "us"),
    cost("max", "per $per max", "us"),
    cost("percentile", "per $per $p", "us"),
];

const RULES: &[Rule] = &[
    // Under their runs.
    line("{@benchmark} [AVG {-} runs] : {mean ops}{? (± {-})?} ops/sec; {mean bandwidth}{? (± {-})?} MB/sec").clears(&["benchmark", "checksum"]).summary(),
    line("{@benchmark} [AVG {-} runs] : {mean ops}{? (± {-})?} ops/sec;{? {-} ms/op?}").clears(&["benchmark", "checksum"]).summary(),
    line("{@benchmark} [MEDIAN {-} runs] : {median ops} ops/sec;{? {median bandwidth} MB/sec?}").clears(&["benchmark", "checksum"]).summary(),
    line("{!checksum=crc32c|xxhash64|xxhash|xxh3} : {micros} micros/op; {bandwidth} MB/s ({-} per op)").clears(&["*"]),
    line("{!checksum=crc32c|xxhash64|xxhash|xxh3} : {micros} micros/op {ops} ops/sec; {bandwidth} MB/s ({-} per op)").clears(&["*"]),
    line("{!checksum=crc32c|xxhash64|xxhash|xxh3} : {micros} micros/op {ops} ops/sec {seconds} seconds {operations} operations; {bandwidth} MB/s ({-} per op)")
        .clears(&["*"]),
    line("{@benchmark}{? [{-} {-}]?} : {micros} micros/op {ops} ops/sec{? {seconds} seconds {operations} operations?};{? {bandwidth} MB/s?}{? ({-} of {-} found)?}{? ({-} per op)?}")
        .clears(&["*"]),
    line("{@benchmark}{? [{-} {-}]?} : {micros} micros/op {ops} ops/sec{? {seconds} seconds {operations} operations?}{?;?}{...}").clears(&["*"]),
    line("{@benchmark} : {micros} micros/op;{? {bandwidth} MB/s?}{? ({-} of {-} found)?}{...}").clears(&["*"]),
    line("{@benchmark} : {micros} micros/op{...}").clears(&["*"]),
    line("Microseconds per {$per}:").clears(&["per", "p"]).within(),
    line("Count: {count} Average: {average} StdDev: {stddev}").inside(),
    line("Min: {min} Median: {median} Max: {max}").inside(),
    line("Percentiles:{* {$p}: {percentile}*}").inside(),
    line("[ {-}, {-} ] {...}").inside(),
    line("( {-}, {-} ] {...}").inside(),
    line("-------{...}").inside(),
];

report_format!("db-bench", "db_bench", &["micros/op"], FIGURES, RULES);

//! siege.
//!
//! ```text
//! Transactions:                   1000 hits
//! Availability:                 100.00 %
//! Elapsed time:                   4.12 secs
//! Response time:                  0.02 secs
//! Transaction rate:             242.72 trans/sec
//! Throughput:                     0.12 MB/sec
//! Concurrency:                    4.95
//! Longest transaction:            0.12
//! ```
//!
//! Source: `main` of siege's `src/main.c`; longest and shortest are seconds.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    cost("elapsed", "Elapsed time", "").unless_whole(),
    cost("response", "Response time", ""),
    rate("rate", "Transaction rate", "trans/sec"),
    rate("throughput", "Throughput", ""),
    count("concurrency", "Concurrency", "").role(Role::Context),
    cost("longest", "Longest transaction", "s"),
    cost("shortest", "Shortest transaction", "s"),
];

const RULES: &[Rule] = &[
    line("** SIEGE {...}").clears(&["*"]),
    line("** Preparing {-} concurrent users for battle."),
    line("Lifting the server siege...{...}"),
    line("Transactions: {-} hits").clears(&["*"]),
    line("Availability: {-} %").inside(),
    line("Elapsed time: {elapsed:time}").inside(),
    line("Data transferred: {...}").inside(),
    line("Response time: {response:time}").inside(),
    line("Transaction rate: {rate} trans/sec"),
    line("Throughput: {throughput:bytes}").inside(),
    line("Concurrency: {concurrency}").inside(),
    line("Successful transactions: {-}").inside(),
    line("Failed transactions: {-}").inside(),
    line("Longest transaction: {longest}"),
    line("Shortest transaction: {shortest}"),
];

report_format!("siege", "siege", &["trans/sec"], FIGURES, RULES);

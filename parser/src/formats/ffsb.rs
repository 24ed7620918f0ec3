//! FFSB.
//!
//! ```text
//! Total Results
//! ===============
//!              Op Name   Transactions      Trans/sec      % Trans     % Op Weight    Throughput
//!              =======   ============      =========      =======     ===========    ==========
//!                write : 34816        1151.43         100.000%        100.000%     4.5MB/sec
//! -
//! 1151.43 Transactions per Second
//! Write Throughput: 4.5MB/sec
//! ```
//!
//! Source: `print_results` of `ffsb.c` and `ffsb_tg.c`.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    count("transactions", "$op transactions", "").role(Role::Context),
    rate("rate", "$op", "Trans/sec"),
    rate("data", "$op throughput", ""),
    rate("all", "Transactions", "Transactions per Second"),
    rate("throughput", "$way Throughput", ""),
];

const RULES: &[Rule] = &[
    line("FFSB Version {...}").clears(&["*"]),
    line("Total Results").clears(&["*"]),
    line("Op Name Transactions Trans/sec % Trans % Op Weight Throughput").clears(&["*"]).enters("rows"),
    line("{$op} : {transactions} {rate} {-}% {-}% {data:bytes}").when("rows").clears(&["op"]),
    line("{$op} : {transactions} {rate} {-}% {-}% NA").when("rows").clears(&["op"]),
    line("{all} Transactions per Second"),
    line("Throughput Results").inside(),
    line("{$way=Read|Write} Throughput: {throughput:bytes}").clears(&["way"]),
    line("{-}% User Time").inside(),
    line("{-}% System Time").inside(),
    line("{-}% CPU Utilization").inside(),
];

report_format!("ffsb", "FFSB", &["Transactions per Second", "Trans/sec"], FIGURES, RULES);

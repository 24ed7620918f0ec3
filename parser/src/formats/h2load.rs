//! h2load.
//!
//! ```text
//! finished in 1.23s, 81234.56 req/s, 12.34MB/s
//! requests: 100000 total, 100000 started, 100000 done, 100000 succeeded, 0 failed, 0 errored, 0 timeout
//!                      min         max         mean         sd        +/- sd
//! time for request:      812us     45.12ms      9.12ms      3.45ms    71.23%
//! ```
//!
//! Source: `main` of nghttp2's `src/h2load.cc`.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    cost("time", "finished in", "").role(Role::Context),
    rate("rps", "requests", "req/s"),
    rate("traffic", "traffic", ""),
    cost("min", "time $what min", ""),
    cost("max", "time $what max", ""),
    cost("mean", "time $what mean", ""),
    count("sd", "time $what sd", "").role(Role::Quality),
    rate("min rate", "req/s of a client min", "req/s").role(Role::Component),
    rate("max rate", "req/s of a client max", "req/s").role(Role::Component),
    rate("mean rate", "req/s of a client mean", "req/s").role(Role::Component),
];

const RULES: &[Rule] = &[
    line("starting benchmark...").clears(&["*"]),
    line("spawning thread #{-}: {...}"),
    line("progress: {-}% done"),
    line("Application protocol: {-}"),
    line("finished in {time:time}, {rps} req/s, {traffic:bytes}").clears(&["*"]),
    line("requests: {-} total, {...}"),
    line("status codes: {...}"),
    line("traffic: {...}").inside(),
    line("min max mean sd +/- sd").inside(),
    line("time {$what..}: {min:time} {max:time} {mean:time} {sd:time} {-}%").clears(&["what"]),
    line("req/s : {min rate} {max rate} {mean rate} {-} {-}%"),
];

report_format!("h2load", "h2load", &["req/s, "], FIGURES, RULES);

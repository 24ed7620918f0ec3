//! tiobench.
//!
//! ```text
//! Sequential Reads
//!                               File  Blk   Num                   Avg      Maximum      Lat%     Lat%    CPU
//! Identifier                    Size  Size  Thr   Rate  (CPU%)  Latency    Latency      >2s      >10s    Eff
//! ---------------------------- ------ ----- ---  ------ ------ --------- -----------  -------- -------- -----
//! 2.6.16-rc6-mm2                1024  4096    1   51.71 17.71%     0.075      213.96   0.00000  0.00000   292
//! ```
//!
//! Source: the report formats of `tiobench.pl`: rates are MB/s, latencies ms; `CPU Eff` is the rate divided by the CPU share.
//! The identifier is the kernel unless it was given.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    rate("rate", "$kind $test Rate", "MB/s"),
    count("cpu", "$kind $test CPU%", "%").role(Role::Context),
    cost("avg", "$kind $test Avg Latency", "ms"),
    cost("max", "$kind $test Maximum Latency", "ms"),
    count("over 2s", "$kind $test Lat% >2s", "%").role(Role::Context),
    count("over 10s", "$kind $test Lat% >10s", "%").role(Role::Context),
    count("efficiency", "$kind $test CPU Eff", "").role(Role::Derived),
];

const RULES: &[Rule] = &[
    line("Unit information").enters("units"),
    line("{-} size = {...}").when("units"),
    line("{-} = {...}").when("units"),
    line("======{...}").inside(),
    line("{$kind=Sequential|Random} {$test=Reads|Writes}").clears(&["*"]).enters("title"),
    line("File Blk Num Avg Maximum Lat% Lat% CPU").when("title").enters("header"),
    // A second header without a title of its own.
    line("File Blk Num Avg Maximum Lat% Lat% CPU").clears(&["*"]),
    line("Identifier Size Size Thr Rate (CPU%) Latency Latency >2s >10s Eff").enters("rows"),
    line("-------{...}").inside(),
    line("{!Identifier} {@file size} {@block size} {@threads} {rate} {cpu}% {avg} {max} {over 2s} {over 10s} {efficiency}").when("rows").row(),
];

report_format!("tiobench", "tiobench", &["(CPU%)"], FIGURES, RULES);

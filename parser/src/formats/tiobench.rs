//! tiobench.
//!
//! ```text
//! Sequential Reads
//!                               File  Blk   Num                   Avg      Maximum      Lat%     Lat%    CPU
//! Identifier                    Size  Size  Thr   Rate  (CPU%)  Latency    Latency      >2s      >10s    Eff
//! ---------------------------- ------ ----- ---  ------ ------ --------- -----------  -------- -------- -----
//! 2.6.16-rc6-mm2                1024  4096    1   51.71 17.71%     0.075      213.96   0.00000  0.00000   292
//!
//! Tiotest results for 4 concurrent io threads:
//! | Item                  | Time     | Rate         | Usr CPU  | Sys CPU |
//! | Write          40 MBs |    0.9 s |  45.341 MB/s |   0.0 %  |  17.0 % |
//! Tiotest latency results:
//! | Item         | Average latency | Maximum latency | % >2 sec | % >10 sec |
//! | Write        |        0.105 ms |      212.313 ms |  0.00000 |   0.00000 |
//! ```
//!
//! Source: the report formats of `tiobench.pl`: rates are MB/s, latencies ms; `CPU Eff` is the rate divided by the CPU share.
//! The identifier is the kernel unless it was given.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    cost("time", "$item time", "s"),
    rate("tiotest rate", "$item rate", "MB/s"),
    cost("random time", "Random $item time", "s"),
    rate("random rate", "Random $item rate", "MB/s"),
    cost("tiotest avg", "$item average latency", "ms"),
    cost("tiotest max", "$item maximum latency", "ms"),
    cost("random avg", "Random $item average latency", "ms"),
    cost("random max", "Random $item maximum latency", "ms"),
    rate("rate", "$kind $test Rate", "MB/s"),
    count("cpu", "$kind $test CPU%", "%").role(Role::Context),
    cost("avg", "$kind $test Avg Latency", "ms"),
    cost("max", "$kind $test Maximum Latency", "ms"),
    count("over 2s", "$kind $test Lat% >2s", "%").role(Role::Context),
    count("over 10s", "$kind $test Lat% >10s", "%").role(Role::Context),
    count("efficiency", "$kind $test CPU Eff", "").role(Role::Derived),
];

const RULES: &[Rule] = &[
    // tiotest, which does the work.
    line("Tiotest results for {@threads} concurrent io threads:").clears(&["*"]).enters("rates"),
    line("Tiotest latency results:").clears(&["item"]).enters("latencies"),
    line("| Item | Time | Rate | Usr CPU | Sys CPU |").enters("rates"),
    line("| Item | Average latency | Maximum latency | % >2 sec | % >10 sec |").enters("latencies"),
    line("| {$item=Write|Read} {-} MBs | {time} s | {tiotest rate} MB/s | {usr} % | {sys} % |")
        .when("rates")
        .clears(&["item"]),
    line("| Random {$item} {-} MBs | {random time} s | {random rate} MB/s | {usr} % | {sys} % |").when("rates").clears(&["item"]),
    line("| Random {$item} | {random avg} ms | {random max} ms | {-} | {-} |").when("latencies").clears(&["item"]),
    line("| {$item} | {tiotest avg} ms | {tiotest max} ms | {-} | {-} |").when("latencies").clears(&["item"]),
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

report_format!("tiobench", "tiobench", &["(CPU%)", "Tiotest"], FIGURES, RULES);

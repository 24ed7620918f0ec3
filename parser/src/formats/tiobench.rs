//! tiobench: threaded reads and writes of files.
//!
//! ```text
//! Sequential Reads
//!                               File  Blk   Num                   Avg      Maximum      Lat%     Lat%    CPU
//! Identifier                    Size  Size  Thr   Rate  (CPU%)  Latency    Latency      >2s      >10s    Eff
//! ---------------------------- ------ ----- ---  ------ ------ --------- -----------  -------- -------- -----
//! 2.4.18-rc2                    2048  4096    8    9.05 4.873%     8.812     1234.56   0.00000  0.00000   186
//! ```
//!
//! Source: the formats `SEQ_READS` and so on of `tiobench.pl`, versions 0.3.3 and, in one table, 0.3.1. Megabytes a second and
//! milliseconds.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "tiobench",
    title: "tiobench",
    marks: &["(CPU%)"],
    blanks: 1,
    rules: RULES,
}

const ROW: &[Quantity] = &[
    Quantity::new("rate", "MB/s", Better::Higher, Role::Primary),
    Quantity::new("avg latency", "ms", Better::Lower, Role::Primary),
    Quantity::new("maximum latency", "ms", Better::Lower, Role::Primary),
];
const RATES: &[Quantity] = &[
    Quantity::new("sequential reads", "MB/s", Better::Higher, Role::Primary),
    Quantity::new("random reads", "MB/s", Better::Higher, Role::Primary),
    Quantity::new("sequential writes", "MB/s", Better::Higher, Role::Primary),
    Quantity::new("random writes", "MB/s", Better::Higher, Role::Primary),
];

static RULES: &[Rule] = &[
    Rule::part("File Blk Num Avg Maximum Lat% Lat% CPU", "rows"),
    Rule::part("Identifier Size Size Thr Rate (CPU%) Latency Latency >2s >10s Eff", "rows"),
    Rule::part("<section=Sequential Reads|Random Reads|Sequential Writes|Random Writes>", "rows"),
    Rule::part("File Block Num Seq Read Rand Read Seq Write Rand Write", "rates"),
    Rule::part("Dir Size Size Thr Rate (CPU%) Rate (CPU%) Rate (CPU%) Rate (CPU%)", "rates"),
    Rule::inner("------<*>", &[]),
    Rule::within("rows", "<s:identifier> <p:size> <p:block> <p:threads> <0> <#>% <1> <2> <#> <#> <~>", ROW),
    Rule::within("rates", "<word> <p:size> <p:block> <p:threads> <0> <#>% <1> <#>% <2> <#>% <3> <#>%", RATES),
];

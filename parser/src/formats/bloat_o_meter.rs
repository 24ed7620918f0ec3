//! `bloat-o-meter`: by how many bytes the functions of an object grew.
//!
//! ```text
//! add/remove: 2/0 grow/shrink: 0/3 up/down: 286/-554 (-268)
//! Function                                     old     new   delta
//! __memcg_slab_free_hook                         -     270    +270
//! kfree                                        828     665    -163
//! Total: Before=33478, After=33269, chg -0.62%
//! ```
//!
//! Source: `print_result` of the kernel's `scripts/bloat-o-meter`. Bytes; whether less of them is better depends.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "bloat-o-meter",
    title: "bloat-o-meter",
    marks: &["grow/shrink:", "Total: Before="],
    blanks: 1,
    rules: RULES,
}

const SIZE: &[Quantity] = &[Quantity::new("", "B", Better::Unknown, Role::Component)];
const TOTAL: &[Quantity] = &[Quantity::new("total size", "B", Better::Unknown, Role::Primary)];

static RULES: &[Rule] = &[
    Rule::part("add/remove: <~>/<~> grow/shrink: <~>/<~> up/down: <~>/<~> (<~>)", "sizes"),
    Rule::opening("Total: Before=<0=old>, After=<0=new>, chg <~>%", TOTAL),
    Rule::opening("Total: Before=<0=old>, After=<0=new>", TOTAL),
    Rule::part("<section=Function|Data|RO Data|Symbol|function> old new delta", "sizes"),
    Rule::within("sizes", "<name> <0=old> <0=new> <~>", SIZE),
    Rule::within("sizes", "<name> - <0=new> <~>", SIZE),
    Rule::within("sizes", "<name> <0=old> - <~>", SIZE),
];

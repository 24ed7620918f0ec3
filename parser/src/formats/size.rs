//! `size`: the bytes of an object's sections.
//!
//! ```text
//!    text    data     bss     dec     hex filename
//! 8096124 2604932  198648 10899704  a65178 vmlinux
//! ```
//!
//! Source: `print_berkeley_format` and `print_gnu_format` of `size.c` in binutils; `dec` and `hex` are the sum. Bytes; whether
//! less of them is better depends. The file's name tells the setting where several are listed.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "size",
    title: "size",
    marks: &["bss"],
    blanks: 1,
    rules: RULES,
}

const SECTIONS: &[Quantity] = &[
    Quantity::new("text", "B", Better::Unknown, Role::Primary),
    Quantity::new("data", "B", Better::Unknown, Role::Primary),
    Quantity::new("bss", "B", Better::Unknown, Role::Primary),
    Quantity::new("dec", "B", Better::Unknown, Role::Derived),
];

static RULES: &[Rule] = &[
    Rule::part("text data bss dec <*>", "sections"),
    Rule::part("text data bss total <*>", "sections"),
    Rule::within("sections", "<0> <1> <2> <3> <digits> <s:file>", SECTIONS),
    Rule::within("sections", "<0> <1> <2> <3> <digits> <s:file> <r:variant>", SECTIONS),
    Rule::within("sections", "<0> <1> <2> <3> <s:file>", SECTIONS),
    Rule::within("sections", "<0> <1> <2> <3> <s:file> <r:variant>", SECTIONS),
    Rule::within("sections", "<0> <1> <2> <3>", SECTIONS),
];

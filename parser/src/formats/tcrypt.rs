//! tcrypt: the speed tests of the kernel's ciphers and hashes.
//!
//! ```text
//! testing speed of async cbc(aes) (cbc-aes-ce) encryption
//! test  0 (128 bit key, 16 byte blocks): 1234567 operations in 1 seconds (19753072 bytes)
//! test  1 (128 bit key, 64 byte blocks): 1 operation in 1234 cycles (64 bytes)
//! testing speed of sha256 (sha256-generic)
//! test  0 (   16 byte blocks,   16 bytes per update,   1 updates): 1234567 opers/sec,  19753072 bytes/sec
//! test  1 (   64 byte blocks,   16 bytes per update,   4 updates):   1234 cycles/operation,   19 cycles/byte
//! ```
//!
//! Source: `test_aead_speed`, `test_skcipher_speed`, `test_ahash_speed_common` and their kin in the kernel's
//! `crypto/tcrypt.c`. The seconds were set; the bytes are the operations times the size of a block.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "tcrypt",
    title: "tcrypt",
    marks: &["bit key", "byte blocks"],
    blanks: 1,
    rules: RULES,
}

const OPERATIONS: &[Quantity] = &[
    Quantity::new("operations", "operations", Better::Higher, Role::Primary),
    Quantity::new("bytes", "bytes", Better::Higher, Role::Derived),
];
const CYCLES: &[Quantity] = &[Quantity::new("cycles per operation", "cycles", Better::Lower, Role::Primary)];
const RATES: &[Quantity] = &[
    Quantity::new("operations", "opers/sec", Better::Higher, Role::Primary),
    Quantity::new("bytes", "bytes/sec", Better::Higher, Role::Primary),
];
const COSTS: &[Quantity] = &[
    Quantity::new("cycles per operation", "cycles/operation", Better::Lower, Role::Primary),
    Quantity::new("cycles per byte", "cycles/byte", Better::Lower, Role::Primary),
];

static RULES: &[Rule] = &[
    Rule::part("<tcrypt: testing speed of|testing speed of> <section> (<S:driver>) <encryption|decryption>", "tests"),
    Rule::part("<tcrypt: testing speed of|testing speed of> <section> (<S:driver>)", "tests"),
    Rule::part("<tcrypt: testing speed of|testing speed of> <section>", "tests"),
    Rule::opening(
        "tcrypt: test <#> (<p:key> bit key, <p:block> byte blocks): <0> operations in <#> seconds (<1> bytes)",
        OPERATIONS,
    ),
    Rule::opening(
        "test <#> (<p:key> bit key, <p:block> byte blocks): <0> operations in <#> seconds (<1> bytes)",
        OPERATIONS,
    ),
    Rule::opening(
        "tcrypt: test <#> (<p:key> bit key, <p:block> byte blocks): <#> operation in <0> cycles (<#> bytes)",
        CYCLES,
    ),
    Rule::opening("test <#> (<p:key> bit key, <p:block> byte blocks): <#> operation in <0> cycles (<#> bytes)", CYCLES),
    Rule::opening(
        "tcrypt: test <#> ( <p:block> byte blocks, <p:update> bytes per update, <#> updates): <0> opers/sec, <1> bytes/sec",
        RATES,
    ),
    Rule::opening(
        "test <#> ( <p:block> byte blocks, <p:update> bytes per update, <#> updates): <0> opers/sec, <1> bytes/sec",
        RATES,
    ),
    Rule::opening(
        "tcrypt: test <#> ( <p:block> byte blocks, <p:update> bytes per update, <#> updates): <0> cycles/operation, <1> cycles/byte",
        COSTS,
    ),
    Rule::opening(
        "test <#> ( <p:block> byte blocks, <p:update> bytes per update, <#> updates): <0> cycles/operation, <1> cycles/byte",
        COSTS,
    ),
];

#[cfg(test)]
mod tests {
    use crate::testing::read;

    #[test]
    fn all_kinds_of_lines_are_read() {
        let text = "testing speed of async cbc(aes) (cbc-aes-ce) encryption\n\
            test  0 (128 bit key, 16 byte blocks): 1234567 operations in 1 seconds (19753072 bytes)\n\
            tcrypt: test  1 (128 bit key, 64 byte blocks): 1 operation in 1234 cycles (64 bytes)\n\
            testing speed of sha256 (sha256-generic)\n\
            test  0 (   16 byte blocks,   16 bytes per update,   1 updates): 987654 opers/sec,  15802464 bytes/sec\n\
            test  1 (   64 byte blocks,   16 bytes per update,   4 updates):   4321 cycles/operation,   67 cycles/byte\n";
        let values: Vec<f64> = read(text).measurements.iter().map(|m| m.value).collect();
        assert_eq!(values, [1_234_567.0, 19_753_072.0, 1234.0, 987_654.0, 15_802_464.0, 4321.0, 67.0]);
    }
}

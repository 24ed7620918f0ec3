//! One test at a time: AIM9 and `reaim -o`.
//!
//! ```text
//!  Test        Test        Elapsed  Iteration    Iteration          Operation
//! Number       Name      Time (sec)   Count   Rate (loops/sec)    Rate (ops/sec)
//!      1 add_double           3.00         84   28.00000       504000.00 Thousand Double Precision Additions/second
//! ```

use crate::mail::Token;
use crate::reading::emit::{decimals, is_whole};

/// A row, by its parts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row<'d> {
    /// The number that the tool gives the test.
    pub(super) number: Token<'d>,
    /// The test.
    pub(super) name: Token<'d>,
    /// Seconds that it ran, and where printed the shares of user and system.
    pub(super) times: Vec<Token<'d>>,
    /// How often it was run.
    pub(super) count: Token<'d>,
    /// Loops per second.
    pub(super) loops: Token<'d>,
    /// Operations per second: loops times what one loop does.
    pub(super) operations: Token<'d>,
    /// What an operation is: `File Creations and Closes/second`.
    pub(super) unit: Vec<Token<'d>>,
    /// Words behind it that belong to something else.
    pub(super) rest: Vec<Token<'d>>,
}

/// `row = whole name decimal.2 [decimal.2 decimal.2] whole decimal.5 decimal.2 [unit]`
pub(super) fn row<'d>(words: &[Token<'d>]) -> Option<Row<'d>> {
    let (&number, words) = words.split_first().filter(|(number, _)| is_whole(number.text))?;
    let (&name, words) = words.split_first().filter(|(name, _)| is_name(name.text))?;
    let times = words.iter().take_while(|token| decimals(token.text) == Some(2)).count();
    let (times, words) = words.split_at_checked(times).filter(|(times, _)| [1, 3].contains(&times.len()))?;
    let [count, loops, operations, behind @ ..] = words else { return None };
    let end = behind.iter().position(ends_unit).map_or(0, |last| last + 1);
    let (unit, rest) = behind.split_at(end);
    let fits = is_whole(count.text) && decimals(loops.text) == Some(5) && decimals(operations.text) == Some(2);
    fits.then(|| Row {
        number,
        name,
        times: times.to_vec(),
        count: *count,
        loops: *loops,
        operations: *operations,
        unit: unit.to_vec(),
        rest: rest.to_vec(),
    })
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether some words are all of an operation's name, which a mailer put on a line of its own.
pub(super) fn is_unit(words: &[Token<'_>]) -> bool {
    words.len() <= 6 && words.last().is_some_and(ends_unit)
}

fn ends_unit(token: &Token<'_>) -> bool {
    token.text.ends_with("/second")
}

/// Whether a line is one of the header's.
pub(super) fn is_header(words: &[Token<'_>]) -> bool {
    let has = |word: &str| words.iter().any(|token| token.text.starts_with(word));
    let first = words.first().map_or("", |token| token.text);
    first == "Test" && has("Elapsed") && has("Iteration") || first == "Number" && has("Name") && has("Count")
}

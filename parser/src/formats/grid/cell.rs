//! What a cell of a table holds: a figure with its unit and spread, or words.

use crate::lex;
use crate::unit::Unit;

/// A figure in a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// The unit that stands beside it.
    pub(super) unit: Option<Unit>,
    /// The figure behind ±, or in brackets.
    pub(super) spread: Option<f64>,
    /// Where the printed number with its suffix stands in the cell, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Marks of emphasis around a figure.
const MARKS: &[char] = &['*', '`', '_', ' ', '\t', '\u{a0}'];

/// Reads a cell that is a figure and nothing else.
///
/// `cell = [marks] number [suffix] [unit] [("±" / "+/-" / "+-") number ["%"] / "(" number ")"] [marks]`
pub(super) fn figure(cell: &str) -> Option<Figure> {
    let inner = cell.trim_matches(MARKS);
    let start = cell.find(inner)?;
    if let Some(duration) = lex::duration(inner).filter(|d| d.rest.is_empty() && d.text.contains(['m', 'h', ':'])) {
        return Some(Figure {
            value: duration.seconds(),
            low: duration.moved(-50),
            high: duration.moved(50),
            unit: Unit::named("s"),
            spread: None,
            start,
            end: start + duration.text.len(),
        });
    }
    let digits = inner
        .bytes()
        .take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',' | b'-' | b'+' | b'e' | b'E'))
        .count();
    let (plain, length) = number(inner.get(..digits)?)?;
    let printed = lex::printed(&plain).filter(|p| p.rest.is_empty())?;
    let (power, suffix) = suffix(inner.get(length..)?);
    let rest = inner.get(length + suffix..)?.trim();
    let (unit, spread) = behind(rest)?;
    Some(Figure {
        value: printed.moved(0, power),
        low: printed.moved(-50, power),
        high: printed.moved(50, power),
        unit,
        spread: spread.map(|s| s * 10_f64.powi(power)),
        start,
        end: start + length + suffix,
    })
}

/// A number without marks for thousands, and how many bytes it was printed in.
fn number(text: &str) -> Option<(String, usize)> {
    let body = text.trim_end_matches([',', '.', '+', '-']);
    let groups: Vec<&str> = body.split(',').collect();
    let (first, rest) = groups.split_first()?;
    let grouped = rest.iter().enumerate().all(|(at, group)| {
        let whole = if at + 1 == rest.len() { group.split('.').next().unwrap_or_default() } else { group };
        whole.len() == 3 && whole.bytes().all(|b| b.is_ascii_digit())
    });
    if !grouped || first.is_empty() {
        return None;
    }
    // A figure that a tool cut to its column keeps its bare point.
    let length = if text.get(body.len()..body.len() + 1) == Some(".") { body.len() + 1 } else { body.len() };
    let plain: String = text.get(..length)?.chars().filter(|c| *c != ',').collect();
    Some((plain, length))
}

/// The power of ten of a suffix that is glued to a number and ends the word, and its length.
fn suffix(rest: &str) -> (i32, usize) {
    let mut chars = rest.chars();
    let power = match chars.next() {
        Some('k' | 'K') => 3,
        Some('M') => 6,
        Some('G') => 9,
        _ => return (0, 0),
    };
    if chars.next().is_none_or(|c| !c.is_alphanumeric() && c != '/') { (power, 1) } else { (0, 0) }
}

/// What stands behind a number: a unit, a spread, both or nothing. `None` where it is something else.
fn behind(rest: &str) -> Option<(Option<Unit>, Option<f64>)> {
    if rest.is_empty() {
        return Some((None, None));
    }
    if let Some(spread) = spread(rest) {
        return Some((None, Some(spread)));
    }
    let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
    let unit = Unit::named(word)?;
    match after.trim() {
        "" => Some((Some(unit), None)),
        after => Some((Some(unit), Some(spread(after)?))),
    }
}

/// `± 0.5`, `+/-5.3e+04`, `(0.127)`
fn spread(text: &str) -> Option<f64> {
    let bracketed = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map(str::trim);
    let marked =
        ["±", "+/-", "+-"].iter().find_map(|mark| text.trim_start_matches('(').trim_start().strip_prefix(mark));
    let inner = marked.or(bracketed)?.trim().trim_end_matches(')').trim();
    lex::printed(inner).filter(|p| p.rest.is_empty() && p.number >= 0.0).map(|p| p.number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cell: &str) -> Option<(f64, &str, Option<String>, Option<f64>)> {
        let f = figure(cell)?;
        Some((f.value, cell.get(f.start..f.end)?, f.unit.map(|u| u.symbol), f.spread))
    }

    #[test]
    fn figures_with_marks_units_and_spreads() {
        assert_eq!(read(" **2.6961** "), Some((2.6961, "2.6961", None, None)));
        assert_eq!(read("1,234,567.5"), Some((1_234_567.5, "1,234,567.5", None, None)));
        assert_eq!(read("12.9k"), Some((12_900.0, "12.9k", None, None)));
        assert_eq!(read("12.3 ms"), Some((12.3, "12.3", Some("ms".into()), None)));
        assert_eq!(read("12.3ms"), Some((12.3, "12.3", Some("ms".into()), None)));
        assert_eq!(read("5746±5"), Some((5746.0, "5746", None, Some(5.0))));
        assert_eq!(read("152851+/-5.3e+04"), Some((152_851.0, "152851", None, Some(5.3e4))));
        assert_eq!(read("2.707 (0.127)"), Some((2.707, "2.707", None, Some(0.127))));
        assert_eq!(read("5m28s"), Some((328.0, "5m28s", Some("s".into()), None)));
        assert_eq!(read("-3"), Some((-3.0, "-3", None, None)));
    }

    #[test]
    fn other_cells_are_words() {
        for cell in ["", "-", "x12", "12x", "1,23", "2.6.25", "0.9 / 1.2"] {
            assert_eq!(read(cell), None, "{cell}");
        }
    }
}

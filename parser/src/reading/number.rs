//! Amounts as people and tools print them: a number, marks for its thousands, a power of ten and a unit.
//!
//! ```text
//! 1,234,567   1 200 843 ops/s   0,8729   12.9k   30.K   937MiB/s   5m28s   34 us   5.6e-07   ~189k
//! ```
//!
//! Whether a comma parts thousands or decimals is decided once for a whole post ([`Comma::of`]): one that writes `0,0342`
//! means decimals by `1,234` as well.

use std::borrow::Cow;

use crate::lex::{self, Printed};
use crate::unit::{Dimension, Unit};

/// What a comma between digits stands for in a post.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Comma {
    /// `1,234,567`
    #[default]
    Thousands,
    /// `3,14`
    Decimal,
}

/// A post writes decimal commas if at least so many numbers show it.
const FEWEST_DECIMALS: usize = 2;

impl Comma {
    /// What commas mean in a text: decimals where several numbers can be nothing else, none can be thousands, and fewer
    /// are written with a point.
    pub(crate) fn of(text: &str) -> Self {
        let (mut decimals, mut thousands, mut points) = (0_usize, 0_usize, 0_usize);
        // Without a comma between digits there is nothing to decide.
        let bytes = text.as_bytes();
        let parts_digits = |at: usize| {
            at > 0
                && bytes.get(at - 1).is_some_and(u8::is_ascii_digit)
                && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
        };
        if !memchr::memchr_iter(b',', bytes).any(parts_digits) {
            return Self::Thousands;
        }
        // Programs that write decimal commas part cells by semicolons.
        for word in text.split(|c: char| c.is_whitespace() || c == ';') {
            let number = word.trim_start_matches(['(', '-', '+', '~', '|', '"', '±']);
            let digits = number.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b',' | b'.')).count();
            let Some((number, rest)) = number.split_at_checked(digits) else { continue };
            let number = number.trim_end_matches([',', '.']);
            if rest.len() > 5 || rest.starts_with(['-', '/']) {
                continue;
            }
            match (number.matches(',').count(), number.matches('.').count()) {
                (0, 1) => points += 1,
                (1, 0) => {
                    let (whole, fraction) = number.split_once(',').unwrap_or_default();
                    decimals += usize::from(fraction.len() != 3 || whole == "0");
                }
                (2.., 0) | (1.., 1) => thousands += 1,
                _ => {}
            }
        }
        if decimals >= FEWEST_DECIMALS && thousands == 0 && decimals > points { Self::Decimal } else { Self::Thousands }
    }
}

/// A printed amount.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Amount {
    /// The value, its suffix expanded, in the unit if there is one.
    pub(crate) value: f64,
    /// The least value that would print so.
    pub(crate) low: f64,
    /// The value above which none would print so.
    pub(crate) high: f64,
    /// The unit that stands beside it.
    pub(crate) unit: Option<Unit>,
    /// How many bytes the number has with its suffix.
    pub(crate) length: usize,
    /// How many bytes all of it has, the unit included.
    pub(crate) end: usize,
}

/// Reads an amount at the start of some text; it ends where a word ends, at a bracket or before a spread.
///
/// `amount = ["~"] (duration / number [suffix] [[blank] unit])`
pub(crate) fn amount(text: &str, comma: Comma) -> Option<Amount> {
    let about = usize::from(text.starts_with('~'));
    let body = text.get(about..)?;
    if !body.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '−')) {
        return None;
    }
    let found = duration(body).or_else(|| plain(body, comma))?;
    Some(Amount { length: found.length + about, end: found.end + about, ..found })
}

/// `5m28s`, `1:07.40`: durations of more than one field.
fn duration(text: &str) -> Option<Amount> {
    let d = lex::duration(text)?;
    let fields = d.text.trim_end_matches('s').contains(['m', 'h']) || d.text.contains(':');
    // A clock's time of day has no fraction and no letters; a run of that form is told by its header alone.
    (fields && ends(d.rest)).then(|| Amount {
        value: d.seconds(),
        low: d.moved(-50),
        high: d.moved(50),
        unit: Unit::named("s"),
        length: d.text.len(),
        end: d.text.len(),
    })
}

fn plain(text: &str, comma: Comma) -> Option<Amount> {
    let (digits, length) = number(text, comma)?;
    let printed = lex::printed(&digits).filter(|p| p.rest.is_empty())?;
    let rest = text.get(length..)?;
    let (power, suffixed) = suffix(rest);
    let rest = rest.get(suffixed..)?;
    let number = length + suffixed;
    if let Some((unit, taken)) = glued_unit(rest) {
        return Some(bounded(&printed, power, Some(unit), number, number + taken));
    }
    // `5.59Mpps`, `12.9kIOPS`: the letter is of the number.
    if let Some((power, unit, taken)) = glued_rate(rest) {
        return Some(bounded(&printed, power, Some(unit), number + 1, number + 1 + taken));
    }
    if !ends(rest) {
        return None;
    }
    match unit_behind(rest) {
        Some((unit, taken)) => Some(bounded(&printed, power, Some(unit), number, number + taken)),
        None => Some(bounded(&printed, power, None, number, number)),
    }
}

fn bounded(printed: &Printed<'_>, power: i32, unit: Option<Unit>, length: usize, end: usize) -> Amount {
    Amount {
        value: printed.moved(0, power),
        low: printed.moved(-50, power),
        high: printed.moved(50, power),
        unit,
        length,
        end,
    }
}

/// Whether what follows a number leaves it whole.
fn ends(rest: &str) -> bool {
    let sentence = rest == "." || rest.starts_with(". ");
    sentence
        || rest.chars().next().is_none_or(|c| c.is_whitespace() || "()[]|,;:*`_±/<>\"'".contains(c))
        || spread_follows(rest)
}

/// Whether a mark of spread follows.
pub(crate) fn spread_follows(rest: &str) -> bool {
    ["±", "+/-", "+-"].iter().any(|mark| rest.starts_with(mark))
}

/// The characters of a number as [`lex::printed`] reads them, and how many bytes they were printed in.
pub(crate) fn number(text: &str, comma: Comma) -> Option<(Cow<'_, str>, usize)> {
    let minus = if text.starts_with('−') { '−'.len_utf8() } else { 0 };
    let sign = minus.max(usize::from(text.starts_with(['-', '+'])));
    let body = text.get(sign..)?;
    let run = body.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count();
    let mut digits = body.get(..run)?;
    // What ends a sentence or a list is no part of the number; a bare point may be.
    digits = digits.trim_end_matches(',');
    if digits.ends_with("..") {
        return None;
    }
    let point = digits.strip_suffix('.').filter(|_| body.get(run..).is_some_and(|rest| rest.trim_start().is_empty()));
    digits = point.filter(|whole| whole.len() >= 3).unwrap_or(digits);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let grouped = blank_groups(body).map(|length| body.get(..length).unwrap_or_default());
    let (plain, length): (Cow<'_, str>, usize) = match (grouped, comma) {
        (Some(groups), _) => (Cow::Owned(groups.replace([' ', '\u{a0}', '\u{202f}'], "")), groups.len()),
        (None, _) if is_grouped(digits, '.', 2) => (Cow::Owned(digits.replace('.', "")), digits.len()),
        (None, Comma::Decimal) if digits.matches(',').count() == 1 && !digits.contains('.') => {
            (Cow::Owned(digits.replace(',', ".")), digits.len())
        }
        (None, _) if digits.contains(',') => {
            let whole = digits.split('.').next().unwrap_or_default();
            if !is_grouped(whole, ',', 1) {
                return None;
            }
            (Cow::Owned(digits.replace(',', "")), digits.len())
        }
        _ => (Cow::Borrowed(digits), digits.len()),
    };
    let exponent = exponent(body.get(length..)?);
    if exponent == 0 && minus == 0 && matches!(plain, Cow::Borrowed(_)) {
        return Some((Cow::Borrowed(text.get(..sign + length)?), sign + length));
    }
    let negative = if text.starts_with(['-', '−']) { "-" } else { "" };
    let power = body.get(length..length + exponent)?;
    Some((Cow::Owned(format!("{negative}{plain}{power}")), sign + length + exponent))
}

/// How many bytes a power of ten has.
fn exponent(rest: &str) -> usize {
    let Some(body) = rest.strip_prefix(['e', 'E']) else { return 0 };
    let signed = usize::from(body.starts_with(['+', '-']));
    let digits = body.bytes().skip(signed).take_while(u8::is_ascii_digit).count();
    if digits == 0 { 0 } else { 1 + signed + digits }
}

/// Whether digits are grouped by a mark in threes, in at least so many groups behind the first.
fn is_grouped(digits: &str, mark: char, least: usize) -> bool {
    let mut groups = digits.split(mark);
    let first = groups.next().unwrap_or_default();
    let groups: Vec<&str> = groups.collect();
    (1..=3).contains(&first.len()) && groups.len() >= least && groups.iter().all(|group| group.len() == 3)
}

/// The length of a number whose thousands are parted by blanks, which a unit must follow: else they are columns.
fn blank_groups(text: &str) -> Option<usize> {
    let first = text.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=3).contains(&first) {
        return None;
    }
    let mut end = first;
    loop {
        let rest = text.get(end..)?;
        let Some(blank) = rest.chars().next().filter(|c| matches!(c, ' ' | '\u{a0}' | '\u{202f}')) else { break };
        let group = rest.get(blank.len_utf8()..)?;
        let digits = group.bytes().take_while(u8::is_ascii_digit).count();
        if digits != 3 {
            break;
        }
        end += blank.len_utf8() + 3;
    }
    let rest = text.get(end..)?;
    (end > first && unit_behind(rest).is_some()).then_some(end)
}

/// The power of ten of a suffix that is glued to a number and ends the word, and its length.
fn suffix(rest: &str) -> (i32, usize) {
    let power = match rest.chars().next() {
        Some('k' | 'K') => 3,
        Some('M') => 6,
        Some('G') => 9,
        _ => return (0, 0),
    };
    if ends(rest.get(1..).unwrap_or_default()) { (power, 1) } else { (0, 0) }
}

/// The unit glued to a number, and its length.
fn glued_unit(rest: &str) -> Option<(Unit, usize)> {
    let end = rest
        .char_indices()
        .find(|&(at, c)| {
            c.is_whitespace() || "()[]|,;:*`±\"".contains(c) || spread_follows(rest.get(at..).unwrap_or(""))
        })
        .map_or(rest.len(), |(at, _)| at);
    let word = rest.get(..end)?.trim_end_matches('.');
    if word.is_empty() {
        return None;
    }
    beside(word).map(|unit| (unit, word.len()))
}

/// A power of ten and a rate that are glued to a number, and the length of the rate's name.
fn glued_rate(rest: &str) -> Option<(i32, Unit, usize)> {
    let power = match rest.chars().next()? {
        'k' | 'K' => 3,
        'M' => 6,
        'G' => 9,
        _ => return None,
    };
    let (unit, taken) = glued_unit(rest.get(1..)?)?;
    matches!(unit.dimension, Dimension::Rate(_)).then_some((power, unit, taken))
}

/// The unit behind one blank, and the length of both.
fn unit_behind(rest: &str) -> Option<(Unit, usize)> {
    let blank = rest.chars().next().filter(|c| matches!(c, ' ' | '\u{a0}'))?;
    let body = rest.get(blank.len_utf8()..)?;
    let (unit, taken) = glued_unit(body)?;
    Some((unit, blank.len_utf8() + taken))
}

/// The unit that a word beside a number is. `min` is one only there: elsewhere it is the least of several figures.
pub(crate) fn beside(word: &str) -> Option<Unit> {
    let minutes = || Unit { symbol: "min".to_owned(), dimension: Dimension::Time(60.0) };
    if matches!(word, "min" | "mins" | "minutes" | "minute") {
        return Some(minutes());
    }
    super::quantity::unit_of(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(f64, &str, Option<String>)> {
        amount(text, Comma::Thousands).map(|a| (a.value, text.get(..a.length).unwrap_or(""), a.unit.map(|u| u.symbol)))
    }

    #[test]
    fn numbers_have_marks_suffixes_and_units() {
        assert_eq!(read("4,691,618"), Some((4_691_618.0, "4,691,618", None)));
        assert_eq!(read("12.9k IOPS"), Some((12_900.0, "12.9k", Some("IOPS".into()))));
        assert_eq!(read("937MiB/s (982MB/s)"), Some((937.0, "937", Some("MiB/s".into()))));
        assert_eq!(read("34.5us"), Some((34.5, "34.5", Some("us".into()))));
        assert_eq!(read("5746±5"), Some((5746.0, "5746", None)));
        assert_eq!(read("152851+/-5.3e+04"), Some((152_851.0, "152851", None)));
        assert_eq!(read("5.6e-07 s"), Some((5.6e-7, "5.6e-07", Some("s".into()))));
        assert_eq!(read("1m2.5s"), Some((62.5, "1m2.5s", Some("s".into()))));
        assert_eq!(read("~189k tps"), Some((189_000.0, "~189k", Some("tps".into()))));
        assert_eq!(read("−3(x)"), Some((-3.0, "−3", None)));
        assert_eq!(read("19 min / 7 min"), Some((19.0, "19", Some("min".into()))));
        assert_eq!(read("5.59Mpps"), Some((5_590_000.0, "5.59M", Some("pps".into()))));
        assert_eq!(read("30.K"), Some((30_000.0, "30.K", None)));
    }

    #[test]
    fn thousands_are_parted_by_blanks_or_points_where_nothing_else_can_be_meant() {
        assert_eq!(read("1 200 843 ops/s"), Some((1_200_843.0, "1 200 843", Some("ops/s".into()))));
        assert_eq!(read("1 200 843"), Some((1.0, "1", None)));
        assert_eq!(read("1.000.000"), Some((1_000_000.0, "1.000.000", None)));
    }

    #[test]
    fn versions_names_and_dates_are_no_amounts() {
        for other in ["2.6.25", "1,23", "5x", "0x10", "abc", "4-way", "5.4-rc1", "2024-01-02", "1intlb", "-"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn a_post_decides_what_its_commas_are() {
        let decimal = "Simple syscall   0,8729   0,0342  2452,3%\n";
        assert_eq!(Comma::of(decimal), Comma::Decimal);
        assert_eq!(amount("0,8729", Comma::Decimal).map(|a| a.value), Some(0.8729));
        assert_eq!(amount("2452,3%", Comma::Decimal).map(|a| a.value), Some(2452.3));
        assert_eq!(Comma::of("1,234,567 and 0,5 and 0,7"), Comma::Thousands);
        assert_eq!(Comma::of("on cpus 0,2 it took 12.5 or 13.5 s"), Comma::Thousands);
    }
}

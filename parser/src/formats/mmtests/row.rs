//! A row of a comparison: what was computed of which operation, and a cell for every kernel.

use std::ops::Range;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::{char, space0};
use nom::combinator::{map, opt};
use nom::multi::many1;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use crate::lex::{self, Printed};
use crate::mail::Document;
use crate::reading::joined::Joined;

/// A row is wrapped to at most this many lines.
const MOST_LINES: usize = 8;
/// A longer line is no row.
const LONGEST: usize = 1000;
/// A label has at most this many words.
const MOST_LABEL_WORDS: usize = 6;

/// What stands in a row's first column, up to a hyphen or a percentage: how many runs became one figure.
const KINDS: &[&str] = &[
    "Hmean",
    "Amean",
    "Gmean",
    "Mean",
    "Min",
    "Max",
    "Stddev",
    "CoeffVar",
    "Coeff",
    "TPut",
    "Lat",
    "BAmean",
    "BHmean",
    "BGmean",
    "1st",
    "2nd",
    "3rd",
    "Best",
    "Ops",
    "Dmean",
    "Dmin",
    "Dmax",
    "Success",
    "Duration",
    "Percentage",
];

/// Rows that a table of what monitors counted may begin with; older versions had no kind before them.
const PLAIN: &[&str] = &[
    "Duration",
    "Ops",
    "User",
    "System",
    "Elapsed",
    "Minor Faults",
    "Major Faults",
    "Swap Ins",
    "Swap Outs",
    "Direct pages scanned",
    "Kswapd pages scanned",
    "Page Ins",
    "Page Outs",
    "Allocation stalls",
    "DMA allocs",
    "THP fault alloc",
    "NUMA alloc hit",
    "NUMA base PTE updates",
    "Compaction stalls",
    "MMTests Statistics: duration",
];

/// A figure with what is printed beside it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell {
    /// Where the number stands in the row's text.
    pub(super) number: Range<usize>,
    /// Where all of the cell does.
    pub(super) all: Range<usize>,
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// The percentage behind `+-`.
    pub(super) spread: Option<f64>,
    /// How much better than the first column, in percent.
    pub(super) gain: Option<f64>,
}

/// A row with the lines that it was wrapped to.
#[derive(Clone, Debug)]
pub(super) struct Row<'d> {
    pub(super) joined: Joined<'d>,
    pub(super) label: String,
    pub(super) cells: Vec<Cell>,
    /// The first line after it.
    pub(super) end: usize,
}

impl<'d> Row<'d> {
    /// The row at a line: its label, and at least two cells with gains.
    pub(super) fn at(document: &'d Document<'_>, line: usize) -> Option<Self> {
        let text = document.text(line).trim_start();
        if text.len() > LONGEST || !begins_row(text) {
            return None;
        }
        let mut joined = Joined::line(document, line);
        let mut whole = read(joined.text()).map(|row| (joined.clone(), row));
        for _ in 1..MOST_LINES {
            if !joined.go_on(document) || !goes_on(document.text(joined.last())) {
                break;
            }
            if let Some(row) = read(joined.text()) {
                whole = Some((joined.clone(), row));
            }
        }
        let (joined, (label, cells)) = whole?;
        let end = joined.last() + 1;
        let told = cells.iter().any(|cell| cell.gain.is_some() || cell.spread.is_some());
        // Of other scripts' rows, the first column has no gain over itself; else the percentages are shares of something.
        let compared = is_kind(label.split(' ').next().unwrap_or_default())
            || cells.first().is_some_and(|first| first.gain.is_none_or(|gain| gain == 0.0));
        (cells.len() >= 2 && told && compared).then_some(Self { joined, label, cells, end })
    }

    /// The row at a line that has plain figures and no gains, what monitors counted: `Duration User`, `Ops Minor Faults`.
    /// Under such a row any name may stand.
    pub(super) fn plain(document: &'d Document<'_>, line: usize, within: bool) -> Option<Self> {
        let text = document.text(line).trim_start();
        let known =
            || PLAIN.iter().any(|name| text.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '\t'])));
        if text.len() > LONGEST || !within && !known() {
            return None;
        }
        let joined = Joined::line(document, line);
        let text = joined.text();
        let cell = |word: &str| {
            let printed = lex::printed(word).filter(|p| p.rest.is_empty())?;
            let range = joined.range(word);
            Some(made(&printed, range.clone(), range, None, None))
        };
        let mut cells: Vec<Cell> = text.rsplit(' ').map_while(cell).collect();
        cells.reverse();
        let first = cells.first()?.number.start;
        let label = text.get(..first)?.trim_end().to_owned();
        let named = label.split(' ').count() <= MOST_LABEL_WORDS && label.contains(char::is_alphabetic);
        (cells.len() >= 2 && named && is_label(&label)).then(|| Self {
            label,
            cells,
            end: line + 1,
            joined: joined.clone(),
        })
    }
}

/// Whether a text can begin a row: a label, and the beginning of a cell.
fn begins_row(text: &str) -> bool {
    let first = text.split([' ', '\t', '\u{a0}']).next().unwrap_or_default();
    let gains = || text.contains("%)") || text.contains("%*") || text.contains("( ") && text.contains(" )");
    first.starts_with(|c: char| c.is_alphanumeric()) && text.contains(['(', '*', '+']) && (is_kind(first) || gains())
}

/// Whether a word is one that rows begin with.
pub(super) fn is_kind(word: &str) -> bool {
    let lead = word.split(['-', '%']).next().unwrap_or_default();
    let lead = lead.trim_end_matches(|c: char| c.is_ascii_digit());
    KINDS.iter().any(|kind| *kind == lead || *kind == word.split('-').next().unwrap_or_default())
}

/// Whether a line is the rest of a row: nothing but figures and marks, not beginning with a label.
fn goes_on(text: &str) -> bool {
    let marks = |c: char| c.is_ascii_digit() || c.is_whitespace() || "().%*+-/±".contains(c);
    let text = text.trim();
    let known = text.replace("nan", "").replace("inf", "");
    text.len() <= LONGEST
        && known.chars().all(marks)
        && text.contains(|c: char| c.is_ascii_digit() || c == ')')
        && read(text).is_none()
}

/// The label and the cells of a text that is a row and nothing else.
fn read(text: &str) -> Option<(String, Vec<Cell>)> {
    let starts = text.match_indices(' ').map(|(at, _)| at + 1).take(MOST_LABEL_WORDS);
    for start in starts {
        let rest = text.get(start..)?;
        if !rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            continue;
        }
        let Ok((rest, cells)) = many1(|input| cell(text, input)).parse(rest) else { continue };
        let label = text.get(..start - 1)?;
        if rest.trim().is_empty() && is_label(label) {
            return Some((label.to_owned(), cells));
        }
    }
    None
}

fn is_label(label: &str) -> bool {
    !label.is_empty() && !label.contains(['(', ')', '*', '='])
}

/// `cell = number ["+-" number "%"] gain ["(" number "s" ")"] / number "(+/-" number "%)" [gain]`
fn cell<'t>(whole: &str, input: &'t str) -> IResult<&'t str, Cell> {
    let at = |part: &str| whole.len() - part.len();
    let (rest, printed) = preceded(space0, number).parse(input)?;
    let digits = at(rest) - printed.digits.len()..at(rest);
    let within = delimited((space0, char('('), space0, spread_sign, space0), percentage, (space0, char(')')));
    if let (rest, Some(spread)) = opt(within).parse(rest)? {
        let (rest, gain) = opt(signed_gain).parse(rest)?;
        return Ok((rest, made(&printed, digits.clone(), digits.start..at(rest), spread, gain.flatten())));
    }
    let (rest, spread) = opt(preceded((space0, spread_sign, space0), percentage)).parse(rest)?;
    let (rest, gain) = preceded(space0, gain).parse(rest)?;
    let (rest, _) = opt(delimited((space0, char('('), space0), number, (char('s'), space0, char(')')))).parse(rest)?;
    let all = digits.start..at(rest);
    Ok((rest, made(&printed, digits, all, spread.flatten(), gain)))
}

fn spread_sign(input: &str) -> IResult<&str, &str> {
    alt((tag("+-"), tag("+/-"), tag("±"))).parse(input)
}

/// `gain = ("+" / "-") number "%"`, behind a blank
fn signed_gain(input: &str) -> IResult<&str, Option<f64>> {
    let sign = map(alt((char('+'), char('-'))), |sign| if sign == '-' { -1.0 } else { 1.0 });
    let (rest, (_, sign, _, gain)) = (space0, sign, space0, percentage).parse(input)?;
    Ok((rest, gain.map(|gain| sign * gain)))
}

fn made(
    printed: &Printed<'_>,
    number: Range<usize>,
    all: Range<usize>,
    spread: Option<f64>,
    gain: Option<f64>,
) -> Cell {
    let (low, high) = (printed.moved(-50, 0), printed.moved(50, 0));
    Cell { number, all, value: printed.number, low, high, spread, gain }
}

/// `gain = "(" [percentage] ")" / "*" percentage "*"`; stars mark what is beyond the noise.
fn gain(input: &str) -> IResult<&str, Option<f64>> {
    let within = || preceded(space0, map(opt(percentage), Option::flatten));
    let bracketed = delimited(char('('), within(), (space0, char(')')));
    let starred = delimited(char('*'), preceded(space0, percentage), (space0, char('*')));
    alt((bracketed, starred)).parse(input)
}

/// `percentage = (number / word) "%"`; `nan` and `inf` are none.
fn percentage(input: &str) -> IResult<&str, Option<f64>> {
    let figure = map(number, |printed: Printed<'_>| Some(printed.number));
    let word = map((opt(char('-')), alt((tag("nan"), tag("NaN"), tag("inf"), tag("Inf")))), |_| None);
    terminated(alt((figure, word)), (take_while(|c| c == ' '), char('%'))).parse(input)
}

fn number(input: &str) -> IResult<&str, Printed<'_>> {
    match lex::printed(input) {
        Some(printed) => Ok((printed.rest, printed)),
        None => Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Digit))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Shown = (String, Vec<(f64, Option<f64>, Option<f64>)>);

    fn shown(text: &str) -> Option<Shown> {
        let (label, cells) = read(text)?;
        Some((label, cells.iter().map(|cell| (cell.value, cell.spread, cell.gain)).collect()))
    }

    #[test]
    fn a_row_is_a_label_and_cells_with_gains() {
        assert_eq!(
            shown("Hmean 1 49.06 ( 0.00%) 51.66 * 5.30%*"),
            Some(("Hmean 1".into(), vec![(49.06, None, Some(0.0)), (51.66, None, Some(5.3))]))
        );
        assert_eq!(
            shown("Hmean 1 49.06 +- 2.12% ( ) 51.66 +- 1.52% (-5.30%)"),
            Some(("Hmean 1".into(), vec![(49.06, Some(2.12), None), (51.66, Some(1.52), Some(-5.3))]))
        );
        assert_eq!(
            shown("Stddev Time 0.00 ( 0.00%) 1.20 (-inf%)"),
            Some(("Stddev Time".into(), vec![(0.0, None, Some(0.0)), (1.2, None, None)]))
        );
        assert_eq!(
            shown("16 1.347(+/- 1%) 1.317(+/-1%) + 2%"),
            Some(("16".into(), vec![(1.347, Some(1.0), None), (1.317, Some(1.0), Some(2.0))]))
        );
        assert_eq!(shown("creat_clo-3 27108.43 ( 0.00%)").map(|(label, _)| label).as_deref(), Some("creat_clo-3"));
    }

    #[test]
    fn other_lines_are_no_rows() {
        for text in ["51.66 ( 5.30%)", "Hmean 1 49.06", "a 12 (5%) and more", "Elapsed (s) 12 (3%)", ""] {
            assert_eq!(shown(text), None, "{text}");
        }
    }

    #[test]
    fn what_was_wrapped_of_a_row_has_no_label() {
        assert!(goes_on("51.66 * 5.30%* 12.5") && goes_on("( 5.30%)") && goes_on("-nan%)"));
        assert!(!goes_on("4 1234.00 ( 0.00%) 1250.00 ( 1.30%)") && !goes_on("Hmean 2 1") && !goes_on(""));
    }

    #[test]
    fn kinds_may_have_a_share_behind_them() {
        for word in ["Hmean", "Max-90%", "Best99%Amean", "1st-qrtle", "BAmean-50", "CoeffVar", "Max-99"] {
            assert!(is_kind(word), "{word}");
        }
        assert!(!is_kind("Minor") && !is_kind("Maximum"));
    }
}

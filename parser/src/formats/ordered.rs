//! Rows of three figures in order, as harnesses print a distribution: the least, the median, the greatest.
//!
//! ```text
//! ### using time
//!     master:  11.18 < 11.40 > 11.45, 0.11+-
//!     pr:      11.21 < 11.39 > 11.77, 0.17+-
//!     speedup: 0.96 < 1.00 > 1.01, 0.02+-
//!     median:  -0.05% => invariant
//!
//! base   1.2 ms <= 1.4 ms <= 2.9 ms
//! ```
//!
//! The row's label is the setting; what stands behind a comma with a mark of `±` is the spread. Rows of ratios below others
//! are computed from them.

use nom::IResult;
use nom::Parser as _;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::space0;
use nom::combinator::{consumed, opt};
use nom::sequence::preceded;

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::measurement::{FieldKind, Measurement, Metric, Role, Spread, SpreadKind};
use crate::reading::number::{self, Amount, Comma};
use crate::reading::quantity;
use crate::reading::words::{next_line, row_labels};
use crate::sink::Sink;
use crate::unit::{Better, Evidence, Unit};

/// Rows of least, median and greatest figure.
pub const FORMAT: Format = Format {
    id: "ordered-figures",
    title: "rows of least, median and greatest figure",
    marks: &["<", "\u{2264}"],
    breaks: |_, _| false,
    starts,
    read,
};

/// A label has at most this many words.
const MOST_LABEL_WORDS: usize = 6;
/// Words of rows that are computed from the others.
const DERIVED: &[&str] =
    &["speedup", "ratio", "change", "diff", "difference", "median", "delta", "gain", "improvement"];

/// A figure and where it starts in the line, in bytes.
type Placed = (Amount, usize);

/// A row: its label and the three figures, with their ±.
struct Row<'d> {
    label: &'d str,
    figures: [Placed; 3],
    spread: Option<f64>,
}

fn amount(text: &str, comma: Comma) -> IResult<&str, Amount> {
    let found = number::amount(text, comma).and_then(|found| Some((text.get(found.end..)?, found)));
    found.ok_or_else(|| nom::Err::Error(nom::error::Error::new(text, nom::error::ErrorKind::Float)))
}

/// A mark of order, which opens or closes.
fn order(text: &str) -> IResult<&str, &str> {
    preceded(space0, alt((tag("<="), tag("\u{2264}"), tag("<"), tag(">")))).parse(text)
}

/// `row = label [":"] figure order figure order figure ["," ["±"] figure]`
fn row(text: &str, comma: Comma) -> Option<Row<'_>> {
    let at = text.find(['<', '\u{2264}'])?;
    let start = first_figure(text.get(..at)?.trim_end(), comma)?;
    let label = text.get(..start)?.trim().trim_end_matches([':', '=', '|']).trim();
    let named = label.contains(char::is_alphabetic) && label.split_whitespace().count() <= MOST_LABEL_WORDS;
    let figure = |text| consumed(|text| amount(text, comma)).parse(text);
    let (rest, (least, _, middle, _, greatest)) =
        (figure, order, preceded(space0, figure), order, preceded(space0, figure)).parse(text.get(start..)?).ok()?;
    let place = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
    let figures = [least, middle, greatest].map(|(part, found)| (found, place(part)));
    let ordered = figures.windows(2).all(|pair| matches!(pair, [(a, _), (b, _)] if a.value <= b.value));
    let behind = preceded((space0, tag(","), space0, opt(tag("±"))), figure);
    let (_, spread) = opt(behind).parse(rest).ok()?;
    (named && ordered).then(|| Row { label, figures, spread: spread.map(|(_, found)| found.value) })
}

/// Where the figure that ends some text begins.
fn first_figure(text: &str, comma: Comma) -> Option<usize> {
    let starts = text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at);
    let whole = |at: &usize| {
        let apart = text.get(..*at).is_some_and(|before| before.ends_with(|c: char| c.is_whitespace() || c == ':'));
        apart && text.get(*at..).and_then(|rest| number::amount(rest, comma)).is_some_and(|a| *at + a.end == text.len())
    };
    starts.into_iter().find(whole)
}

fn is_derived(label: &str) -> bool {
    DERIVED.contains(&label.to_lowercase().as_str())
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let is_row = |line: usize| row(document.text(line), document.comma()).is_some_and(|row| !is_derived(row.label));
    is_row(line) && next_line(document, line).is_some_and(is_row)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let (mut next, mut end) = (Some(line), line + 1);
    while let Some(at) = next {
        let label = document.text(at).split(':').next().unwrap_or_default().trim();
        match row(document.text(at), document.comma()) {
            Some(row) if !is_derived(row.label) => emit(document, at, &row, sink),
            _ if is_derived(label) => sink.explain(document.line_span(at), RegionKind::Derived),
            _ => break,
        }
        end = at + 1;
        next = next_line(document, at);
    }
    end
}

fn emit(document: &Document<'_>, line: usize, row: &Row<'_>, sink: &mut Sink) {
    let own = row_labels(sink, document, line, Some(row.label), FieldKind::Setting);
    let labels = sink.labels_at(document, line, own);
    let heading = sink.context_words(document.depth(line));
    for ((figure, at), name) in row.figures.iter().zip(["min", "median", "max"]) {
        let unit = figure.unit.clone().unwrap_or_else(Unit::none);
        let titled = quantity::has(&heading, &["time", "latency", "duration"]);
        let better = if titled { Better::Lower } else { quantity::better(&heading, &unit) };
        let metric = sink.metric(Metric {
            section: sink.section().to_owned(),
            name: name.to_owned(),
            unit,
            better,
            better_evidence: if better == Better::Unknown { Evidence::None } else { Evidence::Unit },
            role: Role::Primary,
            format: FORMAT.id.to_owned(),
        });
        let Amount { value, low, high, length, .. } = *figure;
        let span = document.span(line, *at, at + length);
        let id = sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false });
        if let Some(value) = row.spread.filter(|_| name == "median") {
            sink.spread(id, Spread::new(value, SpreadKind::Unknown, None));
        }
    }
    sink.explain(document.line_span(line), RegionKind::Label);
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn rows_of_three_figures_are_a_distribution() {
        let text = "### using time\n    master:  11.18 < 11.40 > 11.45, 0.11+-\n    pr:   11.21 < 11.39 > 11.77, 0.17+-\n    \
                    speedup: 0.96 < 1.00 > 1.01, 0.02+-\n    median:  -0.05% => invariant\n";
        let found = shown(text);
        assert_eq!(found.len(), 6);
        assert!(found[1].starts_with("median 11.4  Lower ±0.11"), "{found:?}");
        assert!(found[5].starts_with("max 11.77  Lower"), "{found:?}");
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn units_stand_beside_each_figure() {
        let found = shown("base   1.2 ms <= 1.4 ms <= 2.9 ms\nfast   1.0 ms <= 1.1 ms <= 1.9 ms\n");
        assert_eq!(found.len(), 6);
        assert!(found[0].starts_with("min 1.2 ms Lower"), "{found:?}");
    }

    #[test]
    fn comparisons_and_code_are_none() {
        for text in ["if 1 < 2 > 0\nif 3 < 4 > 1\n", "a: 5 < 3 > 9\nb: 6 < 4 > 9\n", "x: 1 < 2\ny: 2 < 3\n"] {
            assert!(read(text).measurements.is_empty(), "{text}");
        }
    }
}

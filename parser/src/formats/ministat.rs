//! ministat: statistics of two or more sets of figures, and whether they differ.
//!
//! ```text
//! x without_patch
//! + with_patch
//! +------------------------------------------------------------+
//! |x   x  xx x   +  + ++                                       |
//! +------------------------------------------------------------+
//!     N           Min           Max        Median           Avg        Stddev
//! x  10       2491089       5834307       5398375       4244335     1596244.9
//! +  10       2893813       5834474       5832448     5327281.3     1055941.4
//! Difference at 95.0% confidence
//!     1.08295e+06 +/- 1.27e+06
//!     25.5% +/- 29.9%
//!     (Student's t, pooled s = 1.35e+06)
//! ```
//!
//! Source: `main`, `Vitals`, `Relative` and `DumpPlot` of FreeBSD's `ministat.c`. The symbols stand for the sets in the order
//! of `SYMBOLS`; older versions have `*` for the second. Nothing is said of the unit: it stands in the text above, if anywhere.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::measurement::{Measurement, Metric, Role, Spread, SpreadKind};
use crate::reading::emit::{evidence, setting};
use crate::reading::joined::Joined;
use crate::reading::quantity;
use crate::reading::titles::conditions_above;
use crate::sink::Sink;
use crate::unit::{Better, Unit};

/// Statistics by ministat.
pub const FORMAT: Format =
    Format { id: "ministat", title: "ministat", marks: &["Median", "confidence"], breaks, starts, read };

/// What the sets are called in rows.
const SYMBOLS: &[&str] = &["x", "+", "*", "%", "#", "@", "O"];
/// The columns behind the number of figures.
const COLUMNS: &[&str] = &["Min", "Max", "Median", "Avg", "Stddev"];
/// Between the first name and the rows stand at most so many lines: the plot.
const MOST_LINES: usize = 40;
/// So many lines above say what was measured.
const MOST_LINES_ABOVE: usize = 6;
/// A name of a section has at most this many words.
const MOST_SECTION_WORDS: usize = 12;

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let row =
        SYMBOLS.contains(&word(at)) && (1..=6).all(|n| lex::printed(word(at + n)).is_some_and(|p| p.rest.is_empty()));
    let header = word(at) == "N" && COLUMNS.iter().enumerate().all(|(n, name)| word(at + 1 + n) == *name);
    row || header
        || word(at) == "Difference" && word(at + 1) == "at"
        || word(at) == "No" && word(at + 1) == "difference"
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    let symbol = SYMBOLS.iter().any(|symbol| text.trim_start().starts_with(symbol));
    let set = || legend(document, line).is_some() || row(&Joined::line(document, line)).is_some();
    is_header(text) || symbol && set()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let (names, first) = legend(document, line).unwrap_or((Vec::new(), line));
    let about = About::new(document, line, sink);
    let mut end = line + 1;
    for at in line..document.len() {
        if document.depth(at) != document.depth(line) {
            break;
        }
        let text = document.text(at).trim();
        let joined = Joined::line(document, at);
        let kind = match () {
            () if text.is_empty() => continue,
            () if at < first => RegionKind::Label,
            () if is_header(text) => RegionKind::Header,
            () if is_plot(text) => RegionKind::Context,
            () if is_verdict(text) => RegionKind::Derived,
            () => match row(&joined) {
                Some(row) => {
                    row.emit((document, at, &joined), &about, &names, sink);
                    RegionKind::Context
                }
                None => break,
            },
        };
        sink.explain(document.line_span(at), kind);
        end = at + 1;
    }
    end
}

fn is_header(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next() == Some("N")
        && words.by_ref().take(COLUMNS.len()).eq(COLUMNS.iter().copied())
        && words.next().is_none()
}

/// Whether a line belongs to the plot: its frame, or points between bars.
fn is_plot(text: &str) -> bool {
    let inner = |text: &str| text.chars().all(|c| "xX+*%#@O|_AM \t".contains(c));
    text.starts_with("+--") && text.trim_matches(['+', '-']).is_empty()
        || text.starts_with('|') && text.ends_with('|') && inner(text)
}

/// Whether a line says if the sets differ.
fn is_verdict(text: &str) -> bool {
    let difference = || {
        let (first, rest) = text.split_once(" +/- ").unwrap_or_default();
        let number = |text: &str| lex::printed(text).is_some_and(|p| matches!(p.rest, "" | "%"));
        number(first) && number(rest)
    };
    text.starts_with("Difference at")
        || text.starts_with("No difference proven")
        || text.starts_with("(Student's t")
        || difference()
}

/// The names of the sets by their symbols, and the first line that is none of theirs.
///
/// `legend = "x" name *(symbol name)`, with rows of figures below
fn legend<'d>(document: &'d Document<'_>, line: usize) -> Option<(Vec<(&'d str, &'d str)>, usize)> {
    let entry = |at: usize| {
        let (symbol, name) = document.text(at).trim().split_once(char::is_whitespace)?;
        (SYMBOLS.contains(&symbol) && !is_figures(name)).then(|| (symbol, name.trim()))
    };
    entry(line)?;
    let lines: Vec<usize> =
        (line..document.len()).take(SYMBOLS.len() * 2).filter(|&at| !document.is_blank(at)).collect();
    let names: Vec<(&str, &str)> = lines.iter().map_while(|&at| entry(at)).collect();
    let end = lines.get(names.len()).copied()?;
    let rows = (end..document.len())
        .take(MOST_LINES)
        .any(|at| is_header(document.text(at)) || row(&Joined::line(document, at)).is_some());
    // Where its first line is lost, the plot's frame shows what the others are.
    let begun = names.first().is_some_and(|(symbol, _)| *symbol == "x") || document.text(end).trim().starts_with("+--");
    (rows && begun).then_some((names, end))
}

fn is_figures(text: &str) -> bool {
    text.split_whitespace().all(|word| lex::printed(word).is_some_and(|p| p.rest.is_empty()))
}

/// What the text above says of the figures.
struct About {
    section: String,
    unit: Unit,
    better: Better,
}

impl About {
    fn new(document: &Document<'_>, line: usize, sink: &Sink) -> Self {
        let depth = document.depth(line);
        let above = (line.saturating_sub(MOST_LINES_ABOVE)..line).rev();
        let mut lines: Vec<&str> = above
            .take_while(|&at| document.depth(at) == depth && !document.is_blank(at))
            .map(|at| document.text(at).trim())
            .collect();
        lines.reverse();
        let text = lines.join(" ");
        let rate = |word: &str| word.contains("/s").then(|| quantity::unit_of(word)).flatten();
        let unit =
            quantity::unit_in(&text).or_else(|| text.split_whitespace().find_map(rate)).unwrap_or_else(Unit::none);
        let lead = text.split([':', '(', ';', '.']).next().unwrap_or_default().trim();
        let short = !lead.is_empty() && lead.split(' ').count() <= MOST_SECTION_WORDS;
        let section = if short { lead } else { sink.section() };
        Self { section: section.to_owned(), better: quantity::better(&text, &unit), unit }
    }
}

/// A row: its symbol, how many figures there were, and where its own stand in the line.
struct Row<'j> {
    symbol: &'j str,
    count: &'j str,
    figures: Vec<&'j str>,
}

/// `row = symbol number 5number`
fn row<'j>(joined: &'j Joined<'_>) -> Option<Row<'j>> {
    let words: Vec<&str> = joined.text().split(' ').collect();
    let (symbol, rest) = words.split_first()?;
    let (count, figures) = rest.split_first()?;
    let all = figures.iter().chain([count]).all(|word| lex::printed(word).is_some_and(|p| p.rest.is_empty()));
    let sound = SYMBOLS.contains(symbol) && figures.len() == COLUMNS.len() && all;
    sound.then(|| Row { symbol, count, figures: figures.to_vec() })
}

impl Row<'_> {
    fn emit(
        &self,
        (document, line, joined): (&Document<'_>, usize, &Joined<'_>),
        about: &About,
        names: &[(&str, &str)],
        sink: &mut Sink,
    ) {
        let named = names.iter().find(|(symbol, _)| *symbol == self.symbol);
        let name = named.map_or(self.symbol, |(_, name)| name);
        // The symbol stands for a name where others have one.
        let guessed = named.is_none() && !names.is_empty();
        let said = |text: &str| names.iter().any(|(symbol, name)| text == *name || text == format!("{symbol} {name}"));
        let mut own = conditions_above(sink, document, line, &said);
        own.push(setting("column", name));
        let labels = sink.labels_at(document, line, own);
        let deviation = self.figures.last().and_then(|text| lex::printed(text)).map(|p| p.number);
        for (text, column) in self.figures.iter().zip(COLUMNS) {
            let Some(printed) = lex::printed(text) else { continue };
            let deviates = *column == "Stddev";
            let better = if deviates { Better::Unknown } else { about.better };
            let metric = sink.metric(Metric {
                section: about.section.clone(),
                name: (*column).to_owned(),
                unit: about.unit.clone(),
                better,
                better_evidence: evidence(better),
                role: if deviates { Role::Quality } else { Role::Primary },
                format: FORMAT.id.to_owned(),
            });
            let span = joined.span(document, joined.range(text));
            let (value, low, high) = (printed.number, printed.moved(-50, 0), printed.moved(50, 0));
            let id = sink.measure(Measurement { value, low, high, metric, labels, span, guessed });
            if let Some(value) = deviation.filter(|_| *column == "Avg") {
                sink.spread(id, Spread::new(value, SpreadKind::Deviation, self.count.parse().ok()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    #[test]
    fn symbols_stand_for_names() {
        let parsed = read(
            "Records searched, in records/s, on one core:\nx old one\n* new one\n+---+\n|x *|\n+---+\n    N           Min           \
             Max        Median           Avg        Stddev\nx 10 1 9 5 4.5 2.5\n* 10 2 9 6 5.5 2.25\nDifference at 95.0% \
             confidence\n    1 +/- 2.3\n    22.2% +/- 51.1%\n    (Student's t, pooled s = 2.4)\n",
        );
        let name = |m: &Measurement| {
            let column = parsed.labels(m.labels).iter().find(|l| l.field.name == "column").map(|l| l.value.clone());
            let metric = parsed.metric(m.metric).expect("a metric");
            format!("{} {} {} {}", column.unwrap_or_default(), metric.name, m.value, metric.unit.symbol)
        };
        let shown: Vec<String> = parsed.measurements.iter().map(name).collect();
        assert_eq!(shown.len(), 10);
        assert_eq!(shown.first().map(String::as_str), Some("old one Min 1 records/s"));
        assert_eq!(shown.get(8).map(String::as_str), Some("new one Avg 5.5 records/s"));
        assert_eq!((parsed.ledger.unread, parsed.spreads.len()), (0, 2));
    }

    #[test]
    fn bullets_are_no_names() {
        assert!(read("x marks the spot\n* and so on 12 13\n").measurements.is_empty());
    }
}

//! Tables that stand under the titles of LMBench, as people sum its results up: names of settings once at the top, then
//! sections with a unit and a direction each.
//!
//! ```text
//!                                         2.5.54-mm2      2.5.54
//! ==============================================================
//! Processor, Processes - times in microseconds - smaller is better
//!
//! 1. sig handle                           3.59            5.38
//! 2. proc fs                              1212            1534
//! --------------------------------------------------------------
//! *Local* Communication bandwidths in MB/s - bigger is better
//! 1. AF UNIX                              277             109
//! ```
//!
//! A title that says in which unit and which way is better makes a section of what follows, of any tool.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::measurement::{Measurement, Metric, Role};
use crate::reading::emit::setting;
use crate::reading::joined::Joined;
use crate::reading::quantity;
use crate::reading::titles::conditions_above;
use crate::reading::words::trailing_numbers;
use crate::sink::Sink;
use crate::unit::{Better, Evidence, Unit};

/// Tables in sections with a unit and a direction each.
pub const FORMAT: Format = Format {
    id: "sectioned",
    title: "table in sections",
    marks: &["is better"],
    breaks: |_: &[Token<'_>], _| false,
    starts,
    read,
};

/// A row's label has at most this many words.
const MOST_LABEL_WORDS: usize = 6;
/// A title has at most this many words.
const MOST_TITLE_WORDS: usize = 16;
/// Between the names and the first title stand at most so many lines.
const MOST_LINES_ABOVE: usize = 6;
/// Between a title and its rows, and between rows, stand at most so many blank lines and rules.
const MOST_GAP: usize = 2;
/// What a sink remembers: the line of the names.
const NAMES: &str = "sectioned names";

fn starts(document: &Document<'_>, line: usize) -> bool {
    is_title(document.text(line)) && rows(document, line).next().is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let found: Vec<(usize, usize)> = rows(document, line).collect();
    let columns = found.first().map_or(0, |(_, columns)| *columns);
    let names = names(document, line, columns, sink);
    let before = sink.measurements.len();
    let section = Section::new(document.text(line));
    sink.explain(document.line_span(line), RegionKind::Heading);
    let mut end = line + 1;
    for (at, _) in found.iter().filter(|(_, count)| *count == columns) {
        for rule in end..*at {
            sink.explain(document.line_span(rule), RegionKind::Header);
        }
        section.row((document, *at), columns, names.as_deref().unwrap_or(&numbered(columns)), sink);
        end = at + 1;
    }
    // Which column is which, nothing says.
    if names.is_none() {
        sink.guess_since(before);
    }
    end
}

/// What columns without names are called.
fn numbered(columns: usize) -> Vec<String> {
    (1..=columns).map(|number| format!("column {number}")).collect()
}

/// Whether a line says which way is better of what follows, and in which unit.
fn is_title(text: &str) -> bool {
    let low = text.to_lowercase();
    let told = ["smaller", "bigger", "lower", "higher", "less", "more", "larger"]
        .iter()
        .any(|word| low.contains(&format!("{word} is better")));
    told && text.split_whitespace().count() <= MOST_TITLE_WORDS && quantity::unit_in(text).is_some()
}

/// The rows under a title, each with how many figures it has.
fn rows<'d>(document: &'d Document<'_>, title: usize) -> impl Iterator<Item = (usize, usize)> + 'd {
    let depth = document.depth(title);
    let mut next = title + 1;
    std::iter::from_fn(move || {
        let gap = (next..document.len()).take(MOST_GAP + 1);
        let at = gap
            .take_while(|&at| document.depth(at) == depth)
            .find(|&at| document.text(at).contains(char::is_alphanumeric))?;
        let count = figures(&Joined::line(document, at))?.len();
        next = at + 1;
        Some((at, count))
    })
}

/// The figures at the end of a row, at least two, behind a label.
fn figures<'j>(joined: &'j Joined<'_>) -> Option<Vec<&'j str>> {
    let words: Vec<&str> = joined.text().split(' ').collect();
    // What was computed from the figures may stand behind them.
    let computed = words.iter().rev().take_while(|word| word.ends_with('%')).count();
    let words = words.get(..words.len() - computed)?;
    let count = trailing_numbers(words);
    let label = words.len() - count;
    (count >= 2 && label <= MOST_LABEL_WORDS).then(|| words.get(label..).unwrap_or_default().to_vec())
}

/// The names of so many columns: the last line above the first title that has as many parts.
fn names(document: &Document<'_>, title: usize, columns: usize, sink: &mut Sink) -> Option<Vec<String>> {
    let parts = |line: usize| -> Vec<String> {
        let text = document.text(line).replace('\t', "  ");
        let spaced: Vec<String> =
            text.split("  ").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        [spaced, words].into_iter().find(|parts| parts.len() == columns).unwrap_or_default()
    };
    let plain = |line: &usize| document.text(*line).contains(char::is_alphanumeric) && !is_title(document.text(*line));
    let above =
        (title.saturating_sub(MOST_LINES_ABOVE)..title).rev().filter(|&at| document.depth(at) == document.depth(title));
    let found = above.filter(plain).take(1).find(|&at| parts(at).len() == columns);
    if let Some(line) = found {
        sink.remember(NAMES, line as u32);
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    sink.recall(NAMES).map(|line| parts(line as usize)).filter(|names| names.len() == columns)
}

/// What a title says.
struct Section<'t> {
    name: &'t str,
    unit: Unit,
    better: Better,
}

impl<'t> Section<'t> {
    fn new(title: &'t str) -> Self {
        let title = title.trim();
        let unit = quantity::unit_in(title).unwrap_or_else(Unit::none);
        let name = title.split(" - ").next().unwrap_or(title).split(" in ").next().unwrap_or(title);
        Self { name: name.trim(), better: quantity::better(title, &unit), unit }
    }

    fn row(&self, (document, line): (&Document<'_>, usize), columns: usize, names: &[String], sink: &mut Sink) {
        let joined = Joined::line(document, line);
        let Some(all) = figures(&joined) else { return };
        let Some(figures) = all.len().checked_sub(columns).and_then(|at| all.get(at..)) else { return };
        let start = figures.first().map_or(0, |first| joined.range(first).start);
        let label = joined.text().get(..start).unwrap_or_default().trim_end();
        // What counts the rows is no part of their names.
        let name = label
            .split_once('.')
            .filter(|(number, _)| number.bytes().all(|b| b.is_ascii_digit()))
            .map_or(label, |(_, name)| name);
        let titled = |text: &str| names.iter().all(|name| text.contains(name.as_str()));
        for (text, column) in figures.iter().zip(names) {
            let Some(printed) = lex::printed(text) else { continue };
            let mut own = conditions_above(sink, document, line, &titled);
            own.push(setting("column", column));
            let labels = sink.labels_at(document, line, own);
            let metric = sink.metric(Metric {
                section: self.name.to_owned(),
                name: name.trim().to_owned(),
                unit: self.unit.clone(),
                better: self.better,
                better_evidence: Evidence::Tool,
                role: Role::Primary,
                format: FORMAT.id.to_owned(),
            });
            let span = joined.span(document, joined.range(text));
            let (low, high) = (printed.moved(-50, 0), printed.moved(50, 0));
            sink.measure(Measurement { value: printed.number, low, high, metric, labels, span, guessed: false });
        }
        sink.explain(joined.span(document, 0..start), RegionKind::Label);
        sink.explain(document.line_span(line), RegionKind::Derived);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    #[test]
    fn names_stand_once_above_all_sections() {
        let parsed = read(
            "\t\t\t\tnew\told one\n=====\nProcesses - times in microseconds - smaller is better\n\n1. sig handle\t\t3.59\t5.38\n2.proc \
             fs\t\t1212\t1534\t-21%\n-----\n*Local* bandwidths in MB/s - bigger is better\n4. 10 K pipes\t\t277\t109\n",
        );
        let show = |m: &Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let column = parsed.labels(m.labels).iter().find(|l| l.field.name == "column").map(|l| l.value.clone());
            format!(
                "{}|{} {} {} {}",
                metric.section,
                metric.name,
                m.value,
                metric.unit.symbol,
                column.unwrap_or_default()
            )
        };
        let shown: Vec<String> = parsed.measurements.iter().map(show).collect();
        assert_eq!(
            shown,
            [
                "Processes|sig handle 3.59 us new",
                "Processes|sig handle 5.38 us old one",
                "Processes|proc fs 1212 us new",
                "Processes|proc fs 1534 us old one",
                "*Local* bandwidths|10 K pipes 277 MB/s new",
                "*Local* bandwidths|10 K pipes 109 MB/s old one"
            ]
        );
        assert_eq!(parsed.ledger.unread, 0);
    }

    #[test]
    fn sentences_are_no_titles() {
        for text in [
            "lower is better",
            "It took 3 seconds and that is more than it was before they did this, less is better of it all.\n",
        ] {
            assert!(!is_title(text), "{text}");
        }
    }
}

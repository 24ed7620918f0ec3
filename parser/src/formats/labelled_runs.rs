//! Runs behind a label, without a header: what stands at the end of the rows sums them up.
//!
//! ```text
//! vanilla one queue:   159.5  159.3  158.5   avg: 159.1
//! patched one queue:   171.8  172.4  170.9   avg: 171.7
//! ```
//!
//! Nothing is known of the tool. That the figures of a row are runs of one thing is shown by their average behind them, or by
//! how near they are to each other in every row.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::measurement::{FieldKind, Measurement};
use crate::reading::number::{Amount, Comma, amount};
use crate::reading::runs;
use crate::reading::words::{next_line, row_labels};
use crate::sink::Sink;

/// Rows of runs without a header.
pub const FORMAT: Format =
    Format { id: "labelled-runs", title: "runs behind labels", marks: &[], breaks: |_, _| false, starts, read };

/// Words for what is computed from the runs of a row.
const SUMMARIES: &[&str] =
    &["avg", "agv", "ave", "average", "mean", "median", "med", "min", "max", "sum", "total", "stddev", "std", "sd"];
/// A label has at most so many words.
const MOST_LABEL_WORDS: usize = 8;
/// Longer lines are no rows.
const LONGEST: usize = 300;
/// Runs of one thing are within this factor of each other, where nothing else shows what they are.
const NEAR: f64 = 1.5;
/// Averages are rounded by at most this share of them.
const ROUNDED: f64 = 0.01;
/// So many rows are looked at to see what they are.
const SAMPLED: usize = 50;

struct Row<'d> {
    label: &'d str,
    /// Each with its place in the line, in bytes.
    runs: Vec<(Amount, usize)>,
    /// The word for it and its value.
    summaries: Vec<(String, f64)>,
}

/// `row = label (":" / "=") 2*amount *(summary [":" / "="] amount)`
fn row(text: &str, comma: Comma) -> Option<Row<'_>> {
    if text.len() > LONGEST {
        return None;
    }
    let colon = text.char_indices().find(|&(at, c)| {
        matches!(c, ':' | '=') && text.get(at + 1..).is_some_and(|rest| rest.starts_with([' ', '\t']))
    })?;
    let label = text.get(..colon.0)?.trim().trim_start_matches(['-', '*', ' ']);
    let named = label.starts_with(char::is_alphanumeric) && label.contains(char::is_alphabetic);
    if !named || label.split_whitespace().count() > MOST_LABEL_WORDS {
        return None;
    }
    let mut found = Row { label, runs: Vec::new(), summaries: Vec::new() };
    let mut at = colon.0 + 1;
    let mut word: Option<String> = None;
    loop {
        let rest = text.get(at..)?;
        let body = rest.trim_start_matches([' ', '\t', ',', ';', '|']);
        at = text.len() - body.len();
        if body.is_empty() {
            break;
        }
        if let Some(a) = amount(body, comma) {
            let (end, value) = (a.end, a.value);
            match word.take() {
                Some(word) => found.summaries.push((word, value)),
                None if found.summaries.is_empty() => found.runs.push((a, at)),
                None => return None,
            }
            at += end;
            continue;
        }
        let length = body.find(|c: char| !c.is_alphabetic()).unwrap_or(body.len());
        let name = body.get(..length)?.to_lowercase();
        if word.is_some() || !SUMMARIES.contains(&name.as_str()) {
            return None;
        }
        word = Some(name);
        at += length;
        let rest = text.get(at..)?;
        at += rest.len() - rest.trim_start_matches([' ', '.', ':', '=']).len();
    }
    (word.is_none() && found.runs.len() >= 2).then_some(found)
}

impl Row<'_> {
    fn values(&self) -> impl Iterator<Item = f64> + '_ {
        self.runs.iter().map(|(run, _)| run.value)
    }

    /// Whether what stands behind the runs is their average; nothing where there is no average.
    fn is_averaged(&self) -> Option<bool> {
        const AVERAGES: &[&str] = &["avg", "agv", "ave", "average", "mean"];
        let (_, printed) = self.summaries.iter().find(|(word, _)| AVERAGES.contains(&word.as_str()))?;
        let mean = self.values().sum::<f64>() / self.runs.len() as f64;
        Some((mean - printed).abs() <= ROUNDED * mean.abs())
    }

    fn is_even(&self) -> bool {
        let (low, high) = (self.values().fold(f64::INFINITY, f64::min), self.values().fold(0.0, f64::max));
        low > 0.0 && high <= NEAR * low
    }

    /// Whether figures look measured rather than counted.
    fn is_measured(&self) -> bool {
        self.runs.iter().any(|(run, _)| run.unit.is_some() || run.value.fract() != 0.0 || run.value >= 1000.0)
    }
}

/// The rows of a block, each with its line.
fn rows<'d>(document: &'d Document<'_>, line: usize, most: usize) -> Vec<(usize, Row<'d>)> {
    let mut found: Vec<(usize, Row<'d>)> = Vec::new();
    let mut at = Some(line);
    while let Some(line) = at.filter(|_| found.len() < most) {
        let Some(row) = row(document.text(line), document.comma()) else { break };
        if found.first().is_some_and(|(_, first)| first.runs.len() != row.runs.len()) {
            break;
        }
        found.push((line, row));
        at = next_line(document, line);
    }
    found
}

/// Whether a line stands over the figures of a row one by one.
fn is_header(text: &str, columns: usize) -> bool {
    let text = text.trim();
    !text.ends_with([':', '.']) && text.split_whitespace().count() >= columns
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let Some(first) = row(document.text(line), document.comma()) else { return false };
    let rows = rows(document, line, SAMPLED);
    let averages: Vec<bool> = rows.iter().filter_map(|(_, row)| row.is_averaged()).collect();
    if !averages.is_empty() {
        return averages.iter().all(|averaged| *averaged);
    }
    let headed = line.checked_sub(1).is_some_and(|above| is_header(document.text(above), first.runs.len()));
    let even = |(_, row): &(usize, Row<'_>)| row.is_even() && row.is_measured();
    rows.len() >= 2 && first.runs.len() >= 3 && !headed && rows.iter().all(even)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut end = line + 1;
    for (at, row) in rows(document, line, usize::MAX) {
        let own = row.runs.iter().find_map(|(run, _)| run.unit.clone());
        let metric = runs::metric(document, line, row.label, own, FORMAT.id, sink);
        let labels = row_labels(sink, document, at, Some(row.label), FieldKind::Setting);
        let labels = sink.labels_at(document, at, labels);
        for (run, place) in &row.runs {
            let (value, low, high) = (run.value, run.low, run.high);
            let span = document.span(at, *place, place + run.length);
            sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false });
        }
        let kind = if row.summaries.is_empty() { RegionKind::Label } else { RegionKind::Derived };
        sink.explain(document.line_span(at), kind);
        end = at + 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use crate::testing::read;

    fn shown(text: &str) -> Vec<String> {
        let parsed = read(text);
        let show = |m: &crate::measurement::Measurement| {
            let label = parsed.labels(m.labels).iter().find(|l| l.field.name == "label").map_or("", |l| &l.value);
            format!("{label}={}", m.value)
        };
        parsed.measurements.iter().map(show).collect()
    }

    #[test]
    fn an_average_behind_figures_shows_that_they_are_runs() {
        assert_eq!(
            shown("netperf results:\n\nold one: 10.0 30.0   avg: 20.0\nnew one: 20.0 60.0   avg: 40.0\n"),
            ["old one=10", "old one=30", "new one=20", "new one=60"]
        );
        assert_eq!(shown("base = 12.5, 12.7, 12.6 mean 12.6\npatch = 11.5, 11.7, 11.6 mean 11.6\n").len(), 6);
    }

    #[test]
    fn figures_near_each_other_in_every_row_are_runs() {
        let text = "Boot time in seconds:\nvanilla: 12.9 13.0 12.8\npatched: 12.1 12.3 12.2\n";
        assert_eq!(shown(text).len(), 6);
        assert_eq!(read(text).metrics.first().map(|m| m.unit.symbol.clone()).as_deref(), Some("s"));
    }

    #[test]
    fn other_rows_are_left() {
        for text in
            ["foo: 1 2 3\nbar: 4 5 6\n", "see: 10.5 and 11.5\n", "a: 10.0 30.0 avg: 99.0\nb: 20.0 60.0 avg: 7.0\n"]
        {
            assert!(!read(text).metrics.iter().any(|m| m.format == super::FORMAT.id), "{text}");
        }
    }
}

//! Samples in brackets: the runs of one thing, written as a list.
//!
//! ```text
//! menu iowait boost
//! [2584, 2622, 2629]
//!
//! patched: [12.1 12.3 12.2] ms
//! vanilla = {12.9, 13.0, 12.8} ms
//! ```
//!
//! Nothing is known of the tool: every number is a run of what the label says.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::measurement::{FieldKind, Measurement};
use crate::reading::number::{Comma, amount};
use crate::reading::quantity;
use crate::reading::runs;
use crate::reading::words::row_labels;
use crate::sink::Sink;
use crate::unit::Unit;

/// Lists of runs in brackets.
pub const FORMAT: Format =
    Format { id: "samples", title: "runs in brackets", marks: &[], breaks: |_, _| false, starts, read };

/// Fewer numbers are no list of runs.
const FEWEST: usize = 3;
/// A label before the bracket has at most this many words.
const MOST_LABEL_WORDS: usize = 8;
/// Longer lines are no lists.
const LONGEST: usize = 4000;
/// A list with what stands around it.
struct List<'d> {
    label: &'d str,
    /// Each number with its place in the line, in bytes.
    runs: Vec<(crate::reading::number::Amount, usize)>,
    unit: Option<Unit>,
}

/// `list = [label [":" / "="]] open number *([","] number) close [unit]`
fn list(text: &str) -> Option<List<'_>> {
    if text.len() > LONGEST {
        return None;
    }
    let open = text.find(['[', '{', '('])?;
    let close = match text.get(open..)?.chars().next()? {
        '[' => ']',
        '{' => '}',
        _ => ')',
    };
    let label = text.get(..open)?.trim().trim_end_matches([':', '=', '-']).trim();
    let inner = text.get(open + 1..)?;
    let (inner, behind) = inner.split_once(close)?;
    let behind = behind.trim().trim_end_matches('.');
    let unit = quantity::unit_of(behind);
    let alone = behind.is_empty() || unit.is_some();
    // In round brackets prose has its asides.
    let labelled = close != ')' || text.get(..open)?.trim_end().ends_with([':', '=']);
    if !alone || !labelled || label.split_whitespace().count() > MOST_LABEL_WORDS {
        return None;
    }
    // Three figures behind these words are an estimate with its interval.
    let estimate = label.rsplit(' ').next().is_some_and(|word| ["time", "thrpt", "change"].contains(&word));
    if estimate {
        return None;
    }
    let mut runs = Vec::new();
    for piece in inner.split([',', ' ', ';', '\t']).filter(|piece| !piece.trim().is_empty()) {
        let found = amount(piece.trim(), Comma::Thousands).filter(|a| a.end == piece.trim().len())?;
        runs.push((found, piece.as_ptr().addr() - text.as_ptr().addr()));
    }
    (runs.len() >= FEWEST).then_some(List { label, runs, unit })
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    text.contains(['[', '{', '(']) && list(text).is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(list) = list(document.text(line)) else { return line + 1 };
    let own = list.runs.first().and_then(|(a, _)| a.unit.clone());
    let metric = runs::metric(document, line, list.label, list.unit.clone().or(own), FORMAT.id, sink);
    let label = Some(list.label).filter(|label| label.contains(char::is_alphanumeric));
    let labels = row_labels(sink, document, line, label, FieldKind::Setting);
    let labels = sink.labels_at(document, line, labels);
    for (run, at) in &list.runs {
        let (value, low, high) = (run.value, run.low, run.high);
        let span = document.span(line, *at, at + run.length);
        sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false });
    }
    sink.explain(document.line_span(line), RegionKind::Label);
    line + 1
}

#[cfg(test)]
mod tests {
    use crate::Better;
    use crate::testing::read;

    #[test]
    fn every_number_in_brackets_is_a_run() {
        let parsed = read("Build time in seconds:\nvanilla: [12.9, 13.0, 12.8]\npatched: [12.1 12.3 12.2]\n");
        let values: Vec<f64> = parsed.measurements.iter().map(|m| m.value).collect();
        assert_eq!(values, [12.9, 13.0, 12.8, 12.1, 12.3, 12.2]);
        let metric = parsed.metrics.first().expect("a metric");
        assert_eq!((metric.unit.symbol.as_str(), metric.better, parsed.metrics.len()), ("s", Better::Lower, 1));
        let labels: Vec<&str> = parsed.labels.iter().flatten().map(|label| label.value.as_str()).collect();
        assert!(labels.contains(&"vanilla") && labels.contains(&"patched"));
    }

    #[test]
    fn other_brackets_are_left() {
        for text in ["see [1, 2]\n", "on cpus [0, 1, 2] and so on\n", "f(1, 2, 3)\n", "it took three runs (1, 2, 3)\n"]
        {
            assert_eq!(read(text).measurements.len(), 0, "{text}");
        }
    }
}

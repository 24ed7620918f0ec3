//! Nested lists: what was measured, and below it a figure for each setting, or the other way round.
//!
//! ```text
//! - Parse 10 MB document
//!     - Before: 142 MB/s
//!     - After: **310 MB/s**
//! * vanilla
//!   * throughput: 1,234 req/s
//!   * p99 latency: 12.3 ms
//! ```
//!
//! Where the inner entries name quantities, the outer ones are settings; else it is the other way round.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::measurement::{Measurement, Metric, Role, Spread, SpreadKind};
use crate::reading::emit::setting;
use crate::reading::number::{Amount, amount};
use crate::reading::quantity::{HIGHER, LOWER, METRICS, better, has, unit_in};
use crate::sink::Sink;
use crate::unit::{Better, Evidence, Unit};

/// Nested lists with figures.
pub const FORMAT: Format =
    Format { id: "outline", title: "nested list", marks: &[], breaks: |_, _| false, starts, read };

/// Marks that entries of a list begin with.
const BULLETS: &[char] = &['-', '*', '•', '+'];
/// A name has at most so many words.
const MOST_WORDS: usize = 9;
/// Longer lines are no entries.
const LONGEST: usize = 160;

/// A line of a list: how far in it stands, and its text behind the bullet with its place.
struct Item<'d> {
    indent: usize,
    text: &'d str,
    at: usize,
}

/// `item = blanks bullet blank text`
fn item<'d>(document: &'d Document<'_>, line: usize) -> Option<Item<'d>> {
    let whole = document.text(line);
    if whole.len() > LONGEST {
        return None;
    }
    let inner = whole.trim_start();
    let indent = whole.len() - inner.len();
    let text = inner.strip_prefix(BULLETS)?.strip_prefix(' ')?.trim_start();
    let at = whole.len() - text.len();
    Some(Item { indent, text: text.trim_end(), at }).filter(|item| !item.text.is_empty())
}

/// An entry with a figure.
struct Entry<'d> {
    key: &'d str,
    amount: Amount,
    /// Where the figure stands in the line, in bytes.
    at: usize,
    spread: Option<f64>,
}

/// `entry = key (":" / "=") [marks] figure [spread] [marks] [remark]`
fn entry<'d>(document: &Document<'_>, item: &Item<'d>) -> Option<Entry<'d>> {
    let (key, rest) = item.text.split_once([':', '='])?;
    let body = rest.trim_start_matches([' ', '*', '`', '_', '~']);
    let start = item.at + key.len() + 1 + (rest.len() - body.len());
    let found = amount(body, document.comma())?;
    let behind = body.get(found.end..)?.trim_start();
    let mark = ["±", "+/-", "+-"].iter().find_map(|mark| behind.strip_prefix(mark));
    let spread = mark.and_then(|inner| amount(inner.trim_start(), document.comma())).map(|a| a.value);
    let remark = behind.trim_matches(['*', '`', '_', ' ']);
    let plain = mark.is_some() || remark.is_empty() || remark.starts_with(['(', ',', ';', '#']);
    let named = key.split_whitespace().count() <= MOST_WORDS && key.contains(char::is_alphabetic);
    (plain && named).then(|| Entry { key: key.trim_matches(['*', '`', ' ']), amount: found, at: start, spread })
}

/// The entries below a line that stand further in; none where it is an entry itself or only one has a figure with a unit.
fn below<'d>(document: &'d Document<'_>, line: usize) -> Option<(Item<'d>, Vec<(usize, Entry<'d>)>)> {
    let head = item(document, line)?;
    if entry(document, &head).is_some() || head.text.split_whitespace().count() > MOST_WORDS {
        return None;
    }
    let depth = document.depth(line);
    let mut entries = Vec::new();
    let mut next = line + 1;
    while next < document.len() && document.depth(next) == depth {
        if document.is_blank(next) && entries.is_empty() {
            break;
        }
        let Some(inner) = item(document, next).filter(|inner| inner.indent > head.indent) else { break };
        let Some(entry) = entry(document, &inner) else { break };
        entries.push((next, entry));
        next += 1;
    }
    let measured = entries.iter().any(|(_, entry)| entry.amount.unit.is_some() || unit_in(entry.key).is_some());
    (entries.len() >= 2 && measured).then_some((head, entries))
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    below(document, line).is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some((head, entries)) = below(document, line) else { return line + 1 };
    let name = head.text.trim_end_matches(':').trim_matches(['*', '`', ' ']).to_owned();
    let quantity = |key: &str| has(key, METRICS) || has(key, HIGHER) || has(key, LOWER) || unit_in(key).is_some();
    let quantities = entries.iter().filter(|(_, entry)| quantity(entry.key)).count() * 2 > entries.len();
    sink.explain(document.line_span(line), RegionKind::Heading);
    let mut end = line + 1;
    for (at, entry) in entries {
        let (metric, label) = if quantities { (entry.key, name.as_str()) } else { (name.as_str(), entry.key) };
        let unit = entry.amount.unit.clone().or_else(|| unit_in(metric)).unwrap_or_else(Unit::none);
        let direction = better(metric, &unit);
        let metric = sink.metric(Metric {
            section: sink.section().to_owned(),
            name: metric.to_owned(),
            unit,
            better: direction,
            better_evidence: if direction == Better::Unknown { Evidence::None } else { Evidence::Unit },
            role: Role::Primary,
            format: FORMAT.id.to_owned(),
        });
        let labels = sink.labels_at(document, at, vec![setting("label", label)]);
        let Amount { value, low, high, length, .. } = entry.amount;
        let span = document.span(at, entry.at, entry.at + length);
        let id = sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false });
        if let Some(value) = entry.spread {
            sink.spread(id, Spread::new(value, SpreadKind::Unknown, None));
        }
        sink.explain(document.line_span(at), RegionKind::Label);
        end = at + 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    /// Metric, setting and value of all figures.
    fn shown(text: &str) -> Vec<String> {
        let parsed = read(text);
        let show = |m: &Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let label = parsed.labels(m.labels).iter().find(|l| l.field.name == "label").map_or("", |l| &l.value);
            format!("{} [{}] {label}={}", metric.name, metric.unit.symbol, m.value)
        };
        parsed.measurements.iter().map(show).collect()
    }

    #[test]
    fn settings_stand_below_what_was_measured() {
        assert_eq!(
            shown("- Parse 10 MB document\n    - Before: 142 MB/s\n    - After: **310 MB/s**\n"),
            ["Parse 10 MB document [MB/s] Before=142", "Parse 10 MB document [MB/s] After=310"]
        );
    }

    #[test]
    fn quantities_stand_below_settings() {
        assert_eq!(
            shown("* vanilla\n  * throughput: 1,234 req/s\n  * p99 latency: 12.3 ms ± 0.2\n"),
            ["throughput [req/s] vanilla=1234", "p99 latency [ms] vanilla=12.3"]
        );
    }

    #[test]
    fn lists_of_other_things_are_left() {
        for text in ["- a\n  - b: c\n  - d: e\n", "- changes\n  - patch 1: 12 lines\n", "- x\n- Before: 1 s\n"] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }
}

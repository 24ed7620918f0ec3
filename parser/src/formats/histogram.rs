//! Histograms drawn with bars, of bpftrace and of bcc's tools. What they count depends on how long the run was, so they
//! describe it.
//!
//! ```text
//! @usecs:
//! [256, 512)       2796601 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|
//! [4K, 8K)            1396 |                                                    |
//!
//!      usecs               : count     distribution
//!          4 -> 7          : 12       |****                                    |
//! ```
//!
//! Sources: `print_hist` of bpftrace's `output.cpp`, `print_log2_hist` of bcc's `table.py`.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::sink::Sink;

/// Histograms of tracers.
pub const FORMAT: Format = Format {
    id: "histogram",
    title: "histogram of bpftrace or bcc",
    marks: &["|@", "|*", "|   "],
    breaks: |_, _| false,
    starts,
    read,
};

fn starts(document: &Document<'_>, line: usize) -> bool {
    is_bar(document.text(line))
}

/// `bar = ("[" from "," to ")" / from "->" to ":") count "|" bar "|"`
fn is_bar(text: &str) -> bool {
    let Some((before, bar)) = text.trim().strip_suffix('|').and_then(|rest| rest.split_once('|')) else { return false };
    let drawn = bar.chars().all(|c| matches!(c, '@' | '*' | ' ')) && bar.len() >= 8;
    let count = before.split_whitespace().next_back().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()));
    let bounds = before.starts_with(['[', '(']) && before.contains([')', ']']) || before.contains(" -> ");
    drawn && count && bounds
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    sink.explain(document.line_span(line), RegionKind::Context);
    line + 1
}

#[cfg(test)]
mod tests {
    use crate::testing::read;

    #[test]
    fn bars_are_explained() {
        let text = "@ns:\n[256, 512)       2796601 |@@@@@@@@@@@@@@|\n[4K, 8K)            1396 |              |\n\
                    \x20        4 -> 7          : 12       |****          |\n";
        let parsed = read(text);
        assert_eq!((parsed.measurements.len(), parsed.ledger.unread), (0, 0));
    }
}

//! Every number of a post accounted for: measured, explained or unread.
//!
//! A *numeric token* is a maximal match of `[0-9]+(?:[.,:][0-9]+)*`: `1m24.729s` holds two, `2.6.25` is one.

use serde::{Deserialize, Serialize};

use crate::measurement::Measurement;
use crate::source::{Source, SourceId, Span};

/// What a stretch of text was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RegionKind {
    /// Running text.
    Prose,
    /// A mail's header lines, attribution lines, the trailers of a commit's message, parts that say what another part says, and
    /// what is quoted of a message that stands in the same text.
    Mail,
    /// What an encoding put over the text: escapes of quoted-printable, entities, terminal colours.
    Encoding,
    /// A signature or a list's footer.
    Signature,
    /// A patch or code.
    Patch,
    /// A title or heading.
    Heading,
    /// A table's header or rule.
    Header,
    /// A label: a row's name, a host, a version.
    Label,
    /// A condition of the run: clock, count, option, command.
    Context,
    /// Computed in the post from other figures.
    Derived,
    /// Figures that the user set aside. No reader gives it.
    SetAside,
    /// Looks like figures, but nothing knows what they are. Its numbers count as unread.
    Unread,
}

/// A stretch of text and what it was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// Where.
    pub span: Span,
    /// What for.
    pub kind: RegionKind,
}

/// The count of numeric tokens by what became of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// All of them: the sum of the next three.
    pub numbers: usize,
    /// Those inside the characters of a measurement.
    pub measured: usize,
    /// Those taken for something that is no measurement.
    pub explained: usize,
    /// The rest.
    pub unread: usize,
    /// Where the unread ones are.
    pub unread_spans: Vec<Span>,
}

/// The numeric tokens of a text, as byte ranges.
pub fn numeric_tokens(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let bytes = text.as_bytes();
    let digit = move |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() && !digit(at) {
            at += 1;
        }
        if at >= bytes.len() {
            return None;
        }
        let start = at;
        loop {
            while digit(at) {
                at += 1;
            }
            if matches!(bytes.get(at), Some(b'.' | b',' | b':')) && digit(at + 1) {
                at += 1;
            } else {
                return Some((start, at));
            }
        }
    })
}

impl Ledger {
    /// Counts the tokens of one source. Measurements and regions need not be sorted; where regions overlap the
    /// first in order of their start that holds a token decides.
    pub fn count(source: &Source, id: SourceId, measurements: &[Measurement], regions: &[Region]) -> Self {
        let mut measured: Vec<Span> = measurements.iter().map(|m| m.span).filter(|s| s.source == id).collect();
        measured.sort_unstable();
        let mut explained: Vec<Region> =
            regions.iter().copied().filter(|r| r.span.source == id && r.kind != RegionKind::Unread).collect();
        explained.sort_unstable_by_key(|r| r.span);
        let (mut m, mut r) = (measured.into_iter().peekable(), explained.into_iter().peekable());
        let mut ledger = Self::default();
        for (start, end) in numeric_tokens(&source.text) {
            let (start, end) = (start as u32, end as u32);
            ledger.numbers += 1;
            while m.next_if(|s| s.end <= start).is_some() {}
            while r.next_if(|r| r.span.end <= start).is_some() {}
            if m.peek().is_some_and(|s| s.start < end) {
                ledger.measured += 1;
            } else if r.peek().is_some_and(|r| r.span.start < end) {
                ledger.explained += 1;
            } else {
                ledger.unread += 1;
                ledger.unread_spans.push(Span { source: id, start, end });
            }
        }
        ledger
    }

    /// Adds another source's count.
    pub fn add(&mut self, other: Self) {
        self.numbers += other.numbers;
        self.measured += other.measured;
        self.explained += other.explained;
        self.unread += other.unread;
        self.unread_spans.extend(other.unread_spans);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_pattern_matches() {
        let text = "1m24.729s 2.6.25 1pintlb 30.K 1,234:5 9. x";
        let found: Vec<_> = numeric_tokens(text).map(|(a, b)| &text[a..b]).collect();
        assert_eq!(found, ["1", "24.729", "2.6.25", "1", "30", "1,234:5", "9"]);
    }

    #[test]
    fn every_token_is_counted_once() {
        let source = Source::unnamed("fork 12.5 us, linux 2.4.19 and 77");
        let at = |start, end| Span { source: SourceId(0), start, end };
        let measurement = Measurement {
            value: 12.5,
            low: 12.45,
            high: 12.55,
            metric: crate::MetricId(0),
            labels: crate::LabelsId(0),
            span: at(5, 9),
            guessed: false,
        };
        let regions = [Region { span: at(14, 26), kind: RegionKind::Label }];
        let ledger = Ledger::count(&source, SourceId(0), &[measurement], &regions);
        assert_eq!((ledger.numbers, ledger.measured, ledger.explained, ledger.unread), (3, 1, 1, 1));
        assert_eq!(source.slice(ledger.unread_spans[0]), "77");
    }
}

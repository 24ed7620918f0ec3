//! Rust's built-in benchmarks: what `cargo bench` prints for functions under `#[bench]`.
//!
//! ```text
//! running 2 tests
//! test grow_insert_random ... bench:      30,122 ns/iter (+/- 5,568)
//! test read_large         ... bench:       1,234.56 ns/iter (+/- 12.34) = 830 MB/s
//!
//! test result: ok. 0 passed; 0 failed; 0 ignored; 2 measured; 0 filtered out; finished in 3.21s
//! ```
//!
//! Source: `fmt_bench_samples` and `fmt_thousands_sep` of Rust's `library/test/src/bench.rs`. The figure is the median; the
//! one behind `+/-` is the greatest less the least. Before Rust 1.80 both were cut off to whole nanoseconds; since then they
//! have two decimals. The rate is a whole number. People also put two runs into one line: `30,122 -> 29,811 ns/iter`.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Measurement, MeasurementId, Metric, Role, Spread, SpreadKind};
use crate::reading::emit::{self, evidence, is_whole, setting};
use crate::reading::flow::{flow, rest_of_line};
use crate::reading::words::{Word, is_figure, span_of};
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Unit};

/// `cargo bench` with the built-in harness.
pub const FORMAT: Format =
    Format { id: "libtest", title: "cargo bench (libtest)", marks: &["bench:"], breaks, starts, read };

/// A row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 3;

/// A benchmark's name has at most this many words, with the note that it should panic.
const MOST_NAME_WORDS: usize = 5;

/// A text that lost its line ends breaks at rows and at what is said before and after them.
fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let near = || (at + 1..=at + 2 + MOST_NAME_WORDS).any(|at| word(at) == "bench:" && word(at - 1) == "...");
    let before = word(at) == "running" && is_whole(word(at + 1)) && word(at + 2).starts_with("test");
    before || word(at) == "test" && (near() || word(at + 1) == "result:")
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line).trim_start();
    (text.starts_with("test ") || text.starts_with("test\t")) && row(document, line).is_some() || said(text)
}

/// Whether a line is what the harness says before and after the rows.
fn said(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(5).collect();
    match words.as_slice() {
        ["running", count, "test" | "tests"] => is_whole(count),
        ["test", "result:", ..] => true,
        ["test", _, "...", verdict, ..] => ["ok", "ignored", "ignored,"].contains(verdict),
        _ => false,
    }
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if let Some(row) = row(document, line) {
        row.emit(document, sink);
        return row.end;
    }
    let flow = flow(document, line, ROW_LINES);
    let (_, end) = rest_of_line(&flow, summary_end(&flow));
    for line in line..end {
        sink.explain(document.line_span(line), RegionKind::Context);
    }
    end
}

/// How many words the line takes that sums the tests up, with what was wrapped of it; one word for any other line.
///
/// `summary = "test result:" 1*word "filtered out" ["; finished in" duration]`
fn summary_end(flow: &[Word<'_>]) -> usize {
    let is = |at: usize, text: &str| flow.get(at).is_some_and(|word| word.text == text);
    let Some(out) = flow.iter().position(|word| matches!(word.text, "out" | "out;")).filter(|_| is(1, "result:"))
    else {
        return 1;
    };
    if is(out + 1, "finished") && is(out + 2, "in") && flow.len() > out + 3 { out + 4 } else { out + 1 }
}

/// A number that may have commas between its thousands.
#[derive(Clone, Copy, Debug)]
struct Figure<'d> {
    word: Word<'d>,
    /// The characters of the number.
    text: &'d str,
    value: f64,
    low: f64,
    high: f64,
}

/// `figure = 1*3DIGIT *("," 3DIGIT) ["." digits]`; whole numbers were cut off, others rounded.
fn figure<'d>(word: Word<'d>, text: &'d str) -> Option<Figure<'d>> {
    let (first, groups) = text.split_once(',').map_or((text, None), |(first, rest)| (first, Some(rest)));
    let grouped = |groups: &str| {
        let whole = groups.split('.').next().unwrap_or_default();
        is_whole(first) && first.len() <= 3 && whole.split(',').all(|group| group.len() == 3 && is_whole(group))
    };
    if !groups.is_none_or(grouped) {
        return None;
    }
    let plain = text.replace(',', "");
    let printed = lex::printed(&plain).filter(|p| p.rest.is_empty() && p.number >= 0.0)?;
    let (below, above) = if printed.point { (-50, 50) } else { (0, 100) };
    let (low, high) = (printed.moved(below, 0).max(0.0), printed.moved(above, 0));
    Some(Figure { word, text, value: printed.number, low, high })
}

/// What the tool prints behind its times: how long one call took.
fn time_unit() -> Unit {
    Unit { symbol: "ns/iter".to_owned(), dimension: Dimension::Time(1e-9) }
}

/// A benchmark's row.
struct Row<'d> {
    /// Everything that is the row.
    all: Vec<Word<'d>>,
    name: String,
    /// The left of two runs in one line.
    before: Option<Figure<'d>>,
    time: Figure<'d>,
    spread: Option<Figure<'d>>,
    rate: Option<Figure<'d>>,
    rest: Vec<Word<'d>>,
    end: usize,
}

/// `row = "test" name "..." "bench:" [figure "->"] figure "ns/iter" ["(+/-" figure ")"] ["=" figure "MB/s"]`
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let flow = flow(document, line, ROW_LINES);
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    let bench = flow.iter().take(MOST_NAME_WORDS + 3).position(|word| word.text == "bench:")?;
    if text(0) != "test" || bench < 3 || text(bench - 1) != "..." {
        return None;
    }
    let name = flow.get(1..bench - 1)?.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    let number = |at: usize| flow.get(at).and_then(|&word| figure(word, word.text));
    let two = matches!(text(bench + 2), "->" | "=>" | "→");
    let (before, at) = if two { (Some(number(bench + 1)?), bench + 3) } else { (None, bench + 1) };
    let time = number(at).filter(|_| text(at + 1) == "ns/iter")?;
    let mut at = at + 2;
    let spread = spread(&flow, at);
    at += if spread.is_some() { 2 } else { 0 };
    let rate = number(at + 1).filter(|_| text(at) == "=" && text(at + 2) == "MB/s");
    at += if rate.is_some() { 3 } else { 0 };
    let (rest, end) = rest_of_line(&flow, at);
    let (all, rest) = (flow.get(..at)?.to_vec(), rest.to_vec());
    Some(Row { all, name, before, time, spread, rate, rest, end })
}

/// `spread = "(+/-" figure ")"`
fn spread<'d>(flow: &[Word<'d>], at: usize) -> Option<Figure<'d>> {
    let mark = flow.get(at)?.text;
    let word = *flow.get(at + 1).filter(|_| matches!(mark, "(+/-" | "(±"))?;
    figure(word, word.text.strip_suffix(')')?)
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, sink: &mut Sink) {
        if let Some(span) = span_of(document, &self.all) {
            sink.explain(span, RegionKind::Label);
        }
        if let Some(span) = span_of(document, &self.rest) {
            let figures = self.rest.iter().any(|word| is_figure(word.text));
            sink.explain(span, if figures { RegionKind::Unread } else { RegionKind::Label });
        }
        // Nothing but the arrow tells the two runs of a line apart.
        let side = |name| if self.before.is_some() { vec![setting("side", name)] } else { Labels::new() };
        if let Some(before) = &self.before {
            self.measure(document, before, (time_unit(), Better::Lower), side("before"), sink);
        }
        let time = self.measure(document, &self.time, (time_unit(), Better::Lower), side("after"), sink);
        if let Some(spread) = &self.spread {
            sink.spread(time, Spread::new(spread.value, SpreadKind::Range, None));
        }
        if let Some(rate) = &self.rate {
            self.measure(document, rate, (emit::unit("MB/s"), Better::Higher), side("after"), sink);
        }
    }

    fn measure(
        &self,
        document: &Document<'_>,
        figure: &Figure<'_>,
        (unit, better): (Unit, Better),
        own: Labels,
        sink: &mut Sink,
    ) -> MeasurementId {
        let labels = sink.labels_at(document, self.time.word.line, own);
        let metric = sink.metric(Metric {
            section: sink.section().to_owned(),
            name: self.name.clone(),
            unit,
            better,
            better_evidence: evidence(better),
            role: Role::Primary,
            format: FORMAT.id.to_owned(),
        });
        let span = figure.word.part(document, figure.text);
        let Figure { value, low, high, .. } = *figure;
        sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    /// Figures with metric, value, unit, spread and labels.
    fn shown(text: &str) -> Vec<String> {
        let parsed = read(text);
        let show = |(at, m): (usize, &Measurement)| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let labels = parsed.labels(m.labels).iter().map(|l| format!(" {}={}", l.field.name, l.value));
            let spread = parsed.spreads.get(&MeasurementId(at as u32)).map(|s| format!(" ±{}", s.value));
            let (unit, spread) = (&metric.unit.symbol, spread.unwrap_or_default());
            format!("{} {}{spread} {unit}{}", metric.name, m.value, labels.collect::<String>())
        };
        parsed.measurements.iter().enumerate().map(show).collect()
    }

    #[test]
    fn a_row_has_a_time_with_its_spread_and_perhaps_a_rate() {
        assert_eq!(
            shown("test a::grow  ... bench:      32,481 ns/iter (+/- 5,315)\n"),
            ["a::grow 32481 ±5315 ns/iter"]
        );
        assert_eq!(
            shown("test read ... bench:   1,234.56 ns/iter (+/- 12.34) = 830 MB/s\n"),
            ["read 1234.56 ±12.34 ns/iter", "read 830 MB/s"]
        );
    }

    #[test]
    fn whole_numbers_were_cut_off_and_decimals_rounded() {
        let bounds = |text: &str| read(text).measurements.first().map(|m| (m.low, m.high));
        assert_eq!(bounds("test a ... bench:   1,234 ns/iter (+/- 5)\n"), Some((1234.0, 1235.0)));
        assert_eq!(bounds("test a ... bench:   1,234.50 ns/iter (+/- 5.00)\n"), Some((1234.495, 1234.505)));
    }

    #[test]
    fn two_runs_in_a_line_are_told_apart_by_their_side() {
        assert_eq!(
            shown("test a ... bench:       5,562 ->   5,523 ns/iter (+/- 96)\n"),
            ["a 5562 ns/iter side=before", "a 5523 ±96 ns/iter side=after"]
        );
    }

    #[test]
    fn wrapped_rows_are_put_together() {
        assert_eq!(
            shown("test a ... bench:  32,481 ns/iter (+/-\n5,315)\ntest b ... bench:\n 7 ns/iter (+/- 1)\n"),
            ["a 32481 ±5315 ns/iter", "b 7 ±1 ns/iter"]
        );
    }

    #[test]
    fn what_the_harness_says_is_explained() {
        let parsed = read(
            "running 2 tests\ntest it ... ignored\ntest a ... bench:  32 ns/iter (+/- 5)\n\n\
             test result: ok. 0 passed; 0 failed; 1 ignored; 1 measured; 0\nfiltered out; finished in 3.21s\n",
        );
        assert_eq!((parsed.measurements.len(), parsed.ledger.unread), (1, 0));
    }

    #[test]
    fn what_is_no_number_of_thousands_is_no_row() {
        for text in [
            "test a ... bench: 3,24 ns/iter (+/- 1)\n",
            "test a ... bench: x ns/iter (+/- 1)\n",
            "test a bench: 3 ns/iter (+/- 1)\n",
            "test bench: 3 ns/iter\n",
        ] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }
}

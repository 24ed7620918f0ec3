//! Go's own benchmarks, as `go test -bench` prints them.
//!
//! ```text
//! goos: linux
//! goarch: amd64
//! pkg: example.org/filter
//! cpu: Some CPU @ 3.00GHz
//! BenchmarkMatch/tcp-8     66602070     16.74 ns/op     12.30 MB/s     56 B/op     7 allocs/op
//! PASS
//! ok      example.org/filter    12.345s
//! ```
//!
//! Source: `BenchmarkResult.String` and `MemString` in Go's `testing/benchmark.go`, and the benchmark data format at
//! <https://go.dev/design/14313-benchmark-format>. A row is a name, how often the function ran, and pairs of a number and
//! its unit. Bytes and allocations are divided as integers, so they are cut off; the others are rounded. The digits behind
//! the name's last dash are GOMAXPROCS, left out where that is 1. Rows of one name are runs of one benchmark.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::measurement::{Field, FieldKind, Label, Labels, LabelsId, Metric, Role};
use crate::reading::emit::{self, Rounding, is_whole, parameter};
use crate::reading::flow::{flow, rest_of_line};
use crate::reading::words::{Word, is_figure, next_line, span_of};
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Evidence, Unit};

/// `go test -bench`.
pub const FORMAT: Format =
    Format { id: "go-bench", title: "go test -bench", marks: &["Benchmark", "goos:"], breaks, starts, read };

/// The keys of the lines above the rows.
const KEYS: &[&str] = &["goos:", "goarch:", "pkg:", "cpu:"];

/// A row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 4;

/// GOMAXPROCS has at most this many digits.
const MOST_PROCS_DIGITS: usize = 4;

/// A text that lost its line ends breaks at keys and at rows.
fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    KEYS.contains(&word(at)) || is_name(word(at)) && is_whole(word(at + 1)) && is_pair(word(at + 2), word(at + 3))
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    if text.contains("Benchmark") {
        return row(document, line).is_some();
    }
    match setting_line(text) {
        Some(("goos" | "goarch", value)) => value.split_whitespace().count() == 1,
        Some(_) => next_line(document, line).is_some_and(|next| row(document, next).is_some()),
        None => false,
    }
}

/// Reads keys and rows as long as they follow each other.
fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let several = Several::of(document, sink);
    let mut labels = Labels::new();
    let mut end = line;
    let mut at = Some(line);
    while let Some(here) = at {
        let text = document.text(here);
        if let Some(row) = row(document, here) {
            row.emit(document, &labels, several, sink);
            end = row.end;
        } else if let Some((key, value)) = setting_line(text) {
            set(&mut labels, key, value, several);
            sink.explain(document.line_span(here), RegionKind::Context);
            end = here + 1;
        } else if is_result(text) {
            sink.explain(document.line_span(here), RegionKind::Context);
            end = here + 1;
        } else {
            break;
        }
        at = next_line(document, end - 1);
    }
    end
}

/// `key = ("goos" / "goarch" / "pkg" / "cpu") ":" value`
fn setting_line(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let key = KEYS.iter().find(|key| text.starts_with(**key))?;
    let value = text.get(key.len()..)?.trim();
    (!value.is_empty()).then_some((key.trim_end_matches(':'), value))
}

/// Whether a line ends a package's tests: `PASS`, `ok  <package>  1.234s`.
fn is_result(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["PASS" | "FAIL"] => true,
        ["ok", _, time] => *time == "(cached)" || lex::duration(time).is_some_and(|d| d.rest.is_empty()),
        _ => false,
    }
}

/// Remembers a key: of several packages each has benchmarks of its own, everything else describes the machine.
fn set(labels: &mut Labels, key: &str, value: &str, several: Several) {
    let kind = if key == "pkg" && several.packages { FieldKind::Parameter } else { FieldKind::Context };
    labels.retain(|label| label.field.name != key);
    labels.push(Label { field: Field { name: key.to_owned(), kind }, value: value.to_owned() });
}

/// Whether a word is a benchmark's name: Go runs no function whose name goes on with a small letter.
fn is_name(word: &str) -> bool {
    word.strip_prefix("Benchmark").is_some_and(|rest| !rest.starts_with(|c: char| c.is_lowercase() || c == ':'))
}

/// Whether two words are a figure and its unit.
fn is_pair(number: &str, unit: &str) -> bool {
    lex::printed(number).is_some_and(|p| p.rest.is_empty()) && unit.starts_with(char::is_alphabetic)
}

/// A name and its GOMAXPROCS.
fn parted(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('-') {
        Some((base, procs)) if is_whole(procs) && procs.len() <= MOST_PROCS_DIGITS => (base, Some(procs)),
        _ => (name, None),
    }
}

/// What a source has several of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Several {
    procs: bool,
    packages: bool,
}

impl Several {
    /// Looked up once for each source.
    fn of(document: &Document<'_>, sink: &mut Sink) -> Self {
        const MEMORY: &str = "go-bench several";
        let known = sink.recall(MEMORY).unwrap_or_else(|| {
            let found = Self::count(document);
            let bits = u32::from(found.procs) | u32::from(found.packages) << 1;
            sink.remember(MEMORY, bits);
            bits
        });
        Self { procs: known & 1 != 0, packages: known & 2 != 0 }
    }

    fn count(document: &Document<'_>) -> Self {
        let (mut procs, mut packages) = (None, None);
        let mut several = Self { procs: false, packages: false };
        for line in 0..document.len() {
            let text = document.text(line).trim_start();
            let first = text.split_whitespace().next().unwrap_or_default();
            if is_name(first) && row(document, line).is_some() {
                let here = parted(first).1;
                several.procs |= *procs.get_or_insert(here) != here;
            } else if let Some(("pkg", value)) = setting_line(text) {
                several.packages |= *packages.get_or_insert(value) != value;
            }
        }
        several
    }
}

/// A benchmark's row.
struct Row<'d> {
    name: Word<'d>,
    iterations: Word<'d>,
    pairs: Vec<(Word<'d>, Word<'d>)>,
    /// What stands behind the figures on their line.
    rest: Vec<Word<'d>>,
    end: usize,
}

/// `row = name iterations 1*(number unit)`; what was wrapped goes on with pairs.
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let first = document.text(line).split_whitespace().next()?;
    if !is_name(first) {
        return None;
    }
    let flow = flow(document, line, ROW_LINES);
    let (name, iterations) = (*flow.first()?, *flow.get(1)?);
    if !is_whole(iterations.text) {
        return None;
    }
    let mut pairs = Vec::new();
    let mut at = 2;
    while let [number, unit, ..] = flow.get(at..)? {
        let last_line = flow.get(at - 1)?.line;
        // On a line of its own only what can't be a sentence is a pair.
        let wrapped = !pairs.is_empty() && unit.line != last_line;
        if !is_pair(number.text, unit.text) || wrapped && !unit.text.contains('/') {
            break;
        }
        pairs.push((*number, *unit));
        at += 2;
    }
    let (rest, end) = rest_of_line(&flow, at);
    (!pairs.is_empty()).then(|| Row { name, iterations, pairs, rest: rest.to_vec(), end })
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, above: &Labels, several: Several, sink: &mut Sink) {
        let (name, procs) = parted(self.name.text);
        sink.explain(self.name.span(document), RegionKind::Label);
        sink.explain(self.iterations.span(document), RegionKind::Context);
        if let Some(span) = span_of(document, &self.rest) {
            let figures = self.rest.iter().any(|word| is_figure(word.text));
            sink.explain(span, if figures { RegionKind::Unread } else { RegionKind::Label });
        }
        let mut labels = above.clone();
        if several.procs {
            labels.push(parameter("GOMAXPROCS", procs.unwrap_or("1")));
        }
        let labels = sink.labels_at(document, self.name.line, labels);
        for (number, unit) in &self.pairs {
            sink.explain(unit.span(document), RegionKind::Label);
            figure(document, name, (number, unit.text), labels, sink);
        }
    }
}

/// Adds one figure of a row.
fn figure(document: &Document<'_>, name: &str, (number, unit): (&Word<'_>, &str), labels: LabelsId, sink: &mut Sink) {
    let (better, better_evidence, rounding) = known(unit);
    let metric = sink.metric(Metric {
        section: sink.section().to_owned(),
        name: name.to_owned(),
        unit: emit::unit(unit),
        better,
        better_evidence,
        role: Role::Primary,
        format: FORMAT.id.to_owned(),
    });
    if let Some(measurement) = emit::measurement(number.text, number.span(document), rounding, metric, labels) {
        sink.measure(measurement);
    }
}

/// Which way is better in a unit, how that is known, and how its figures are rounded. Units that a benchmark reports of its
/// own are better low where they are times, and high where they are rates.
fn known(unit: &str) -> (Better, Evidence, Rounding) {
    match unit {
        "ns/op" => (Better::Lower, Evidence::Tool, Rounding::Nearest),
        "B/op" | "allocs/op" => (Better::Lower, Evidence::Tool, Rounding::Down),
        "MB/s" => (Better::Higher, Evidence::Tool, Rounding::Nearest),
        _ => match emit::unit(unit) {
            Unit { dimension: Dimension::Time(_), .. } => (Better::Lower, Evidence::Unit, Rounding::Nearest),
            Unit { dimension: Dimension::Rate(_) | Dimension::DataRate(_), .. } => {
                (Better::Higher, Evidence::Unit, Rounding::Nearest)
            }
            _ => (Better::Unknown, Evidence::None, Rounding::Nearest),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    /// Figures with metric, unit and labels.
    fn shown(text: &str) -> Vec<String> {
        let parsed = read(text);
        let show = |m: &crate::Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let labels = parsed.labels(m.labels).iter().map(|l| format!(" {}={}", l.field.name, l.value));
            let unit = &metric.unit.symbol;
            format!("{} {} {unit} {:?}{}", metric.name, parsed.slice(m.span), metric.better, labels.collect::<String>())
        };
        parsed.measurements.iter().map(show).collect()
    }

    #[test]
    fn a_row_has_a_metric_for_each_unit() {
        assert_eq!(
            shown("BenchmarkRead-8  \t 1000\t 1234 ns/op\t 12.30 MB/s\t 3.5 hits\t 56 B/op\t 7 allocs/op\n"),
            [
                "BenchmarkRead 1234 ns/op Lower",
                "BenchmarkRead 12.30 MB/s Higher",
                "BenchmarkRead 3.5 hits Unknown",
                "BenchmarkRead 56 B/op Lower",
                "BenchmarkRead 7 allocs/op Lower"
            ]
        );
    }

    #[test]
    fn processors_tell_runs_apart_only_where_they_differ() {
        assert_eq!(
            shown("BenchmarkA 10 1.5 ns/op\nBenchmarkA-4 10 2.5 ns/op\n"),
            ["BenchmarkA 1.5 ns/op Lower GOMAXPROCS=1", "BenchmarkA 2.5 ns/op Lower GOMAXPROCS=4"]
        );
        assert_eq!(
            shown("BenchmarkA/v4-8 10 1.5 ns/op\nBenchmarkB-8 10 2.5 ns/op\n"),
            ["BenchmarkA/v4 1.5 ns/op Lower", "BenchmarkB 2.5 ns/op Lower"]
        );
    }

    #[test]
    fn keys_describe_the_rows_below() {
        let text = "goos: linux\npkg: example.org/a\nBenchmarkA-8 10 1.5 ns/op\nPASS\nok example.org/a 1.234s\n\
                    pkg: example.org/b\nBenchmarkA-8 10 2.5 ns/op\n";
        assert_eq!(
            shown(text),
            [
                "BenchmarkA 1.5 ns/op Lower goos=linux pkg=example.org/a",
                "BenchmarkA 2.5 ns/op Lower goos=linux pkg=example.org/b"
            ]
        );
        let parsed = read(text);
        let kinds = parsed.labels.iter().flatten().filter(|l| l.field.name == "pkg").map(|l| l.field.kind);
        assert!(kinds.eq([FieldKind::Parameter; 2]));
        assert_eq!(parsed.ledger.unread, 0);
    }

    #[test]
    fn wrapped_pairs_belong_to_their_row() {
        assert_eq!(
            shown("BenchmarkA-8 10 1.5\nns/op 56 B/op\n7 allocs/op\n8 of 9 tests\n"),
            ["BenchmarkA 1.5 ns/op Lower", "BenchmarkA 56 B/op Lower", "BenchmarkA 7 allocs/op Lower"]
        );
    }

    #[test]
    fn counts_of_bytes_are_cut_off() {
        let parsed = read("BenchmarkA-8 10 15 ns/op 56 B/op\n");
        let bounds: Vec<_> = parsed.measurements.iter().map(|m| (m.low, m.high)).collect();
        assert_eq!(bounds, [(14.5, 15.5), (56.0, 57.0)]);
    }

    #[test]
    fn what_is_no_row_is_left() {
        for text in ["Benchmarks 10 1.5 ns/op\n", "BenchmarkA 1234 1200 -2.7%\n", "Benchmark 1: true\n", "goos:\n"] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }
}

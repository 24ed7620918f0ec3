//! benchstat, which compares sets of Go's benchmark results.
//!
//! ```text
//! name               old time/op  new time/op  delta
//! X25519Basepoint-8  85.0µs ± 1%  46.4µs ± 0%  -45.39%  (p=0.000 n=10+9)
//! ```
//!
//! ```text
//!                │   before    │                after                │
//!                │   sec/op    │   sec/op     vs base                │
//! Match/tcp-8      21.40n ± 3%   16.04n ± 1%  -25.09% (p=0.000 n=10)
//! geomean          29.07n        25.05n       -13.84%
//! ```
//!
//! Source: `benchstat/text.go` and `cmd/benchstat/scaler.go` of golang.org/x/perf for the first layout, whose header is
//! `name time/op` for one set and `name \ time/op` with the sets' names for more than two; `cmd/benchstat/main.go` and
//! `internal/texttab` for the second, of 2023. There the figures are in the unit of the second header line with a letter for
//! its size: `n` and `µ`, `k`, `Mi`. Figures are medians (means in the first layout) and what is behind ± is a share of
//! them. A blank cell stands where a set lacks a benchmark.

mod bars;
mod words;

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Field, FieldKind, Label, Labels, Role, SpreadKind};
use crate::reading::amount::{Amount, Deviation, What};
use crate::reading::emit::{parameter, setting};
use crate::reading::words::Word;
use crate::sink::Sink;
use crate::unit::Better;

/// Comparisons by benchstat.
pub const FORMAT: Format =
    Format { id: "benchstat", title: "benchstat", marks: &["name", "│"], breaks, starts, read };

/// What a sink remembers of where the package's line was.
const PACKAGE: &str = "benchstat package";

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    word(at) == "name" && word(at + 1) == "old" && word(at + 3) == "new"
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    let first = text.split_whitespace().next().unwrap_or_default();
    match first {
        "name" => words::header(document, line).is_some(),
        "│" => bars::header(document, line).is_some() || bars::is_part(document, line),
        _ => is_key(document, line),
    }
}

/// What stands above a table: `pkg: example.org/wire`.
const KEYS: &[&str] = &["goos:", "goarch:", "pkg:", "cpu:"];

/// Whether a line is one of the keys above a table, the first of which is lost.
fn is_key(document: &Document<'_>, line: usize) -> bool {
    let key = |line: &usize| is_any_key(document.text(*line));
    let begun = document.text(line).trim_start().starts_with("goos:");
    if begun || line.checked_sub(1).is_some_and(|above| key(&above)) {
        return false;
    }
    let mut below = (line..document.len()).take(KEYS.len() + 1).skip_while(key);
    key(&line) && below.next().is_some_and(|below| bars::header(document, below).is_some())
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if is_key(document, line) {
        let keys = (line..document.len()).take_while(|&at| is_any_key(document.text(at))).count();
        for at in line..line + keys {
            sink.explain(document.line_span(at), RegionKind::Context);
        }
        return line + keys;
    }
    if let Some(header) = words::header(document, line) {
        return words::read(document, &header, sink);
    }
    if let Some(header) = bars::header(document, line) {
        remember_package(document, line, sink);
        return bars::read(document, &header, sink);
    }
    bars::read_part(document, line, sink)
}

fn is_any_key(text: &str) -> bool {
    KEYS.iter().any(|key| text.trim_start().starts_with(key))
}

/// Keeps the package that the keys above a table name; the next table may have none.
fn remember_package(document: &Document<'_>, header: usize, sink: &mut Sink) {
    let key = |line: &usize| is_any_key(document.text(*line));
    let keys = (0..header).rev().filter(|&line| !document.is_blank(line)).take_while(key);
    if let Some(line) = keys.take(KEYS.len()).find(|&line| document.text(line).trim_start().starts_with("pkg:")) {
        sink.remember(PACKAGE, line as u32);
    }
}

/// A set's figure for a benchmark.
struct Cell<'d> {
    amount: Amount,
    deviation: Option<Deviation>,
    /// Its words, with the ±.
    words: Vec<Word<'d>>,
    /// Which set it is of.
    set: usize,
}

/// Which way is better in a unit, and what it is per.
fn better(unit: &str) -> Better {
    match unit {
        "time/op" | "sec/op" | "alloc/op" | "B/op" | "allocs/op" => Better::Lower,
        "speed" | "B/s" => Better::Higher,
        _ => Better::Unknown,
    }
}

/// Adds the figures of a benchmark; each set is a setting.
fn measure(
    document: &Document<'_>,
    (name, title): (&str, Option<&str>),
    what: What<'_>,
    sets: &[String],
    (cells, note): (&[Cell<'_>], &[Word<'_>]),
    sink: &mut Sink,
) {
    let counts = samples(note).unwrap_or_default();
    for cell in cells {
        let mut own = Labels::new();
        if let Some(set) = sets.get(cell.set).filter(|_| sets.len() > 1) {
            own.push(setting("column", set));
        }
        if let Some(line) = sink.recall(PACKAGE)
            && let Some(package) = document.text(line as usize).trim().strip_prefix("pkg:")
        {
            let field = Field { name: "pkg".to_owned(), kind: FieldKind::Parameter };
            own.push(Label { field, value: package.trim().to_owned() });
        }
        let line = cell.words.first().map_or(0, |word| word.line);
        // Of several tables each says above on what machine it was.
        own.extend(
            title.filter(|title| !sink.stands_above(title, document, line)).map(|title| parameter("title", title)),
        );
        let labels =
            if sets.len() > 1 { sink.labels_within(document, line, own) } else { sink.labels_at(document, line, own) };
        // One count is that of every set.
        let runs = if let [only] = counts.as_slice() { Some(only) } else { counts.get(cell.set) };
        let what = What { name, runs: runs.copied(), ..what };
        cell.amount.measure_with(&what, cell.deviation.as_ref(), labels, sink);
    }
}

/// The metric of a unit, but for its name, with what the layout has behind its ±.
fn what(unit: &str, spread: SpreadKind) -> What<'static> {
    What::new("", better(unit), Role::Primary, FORMAT.id).spread(spread)
}

/// How many samples a note says that each set has: `n=10+9`, `n=10`.
fn samples(note: &[Word<'_>]) -> Option<Vec<u32>> {
    let said = note.iter().find_map(|word| word.text.trim_matches(['(', ')']).strip_prefix("n="))?;
    said.split('+').map(|count| count.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use crate::testing::read;
    use crate::{Measurement, MeasurementId};

    /// Figures with metric, value, unit, spread and labels.
    fn shown(text: &str) -> Vec<String> {
        let parsed = read(text);
        let show = |(at, m): (usize, &Measurement)| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let labels = parsed.labels(m.labels).iter().map(|l| format!(" {}={}", l.field.name, l.value));
            let spread = parsed.spreads.get(&MeasurementId(at as u32)).map(|s| format!(" ±{:.3}", s.value));
            let (unit, spread) = (&metric.unit.symbol, spread.unwrap_or_default());
            format!("{} {} {unit}{spread} {:?}{}", metric.name, m.value, metric.better, labels.collect::<String>())
        };
        parsed.measurements.iter().enumerate().map(show).collect()
    }

    #[test]
    fn old_and_new_are_settings() {
        let text = "name   old time/op    new time/op    delta\n\
                    A-8      85.0µs ± 1%    46.4µs ± 0%  -45.39%  (p=0.000 n=10+9)\n\
                    B-8       530ns ±24%     1.2µs ± 1%     ~     (p=0.700 n=10+10)\n\
                    [Geo mean]  1.0µs          2.0µs     +3.00%\n\n\
                    name   old alloc/op   new alloc/op   delta\n\
                    A-8      1.23kB ± 0%    0.00B       -100.00%  (p=0.008 n=5+5)\n\n\
                    name   old speed      new speed      delta\n\
                    A-8     112MB/s ± 5%  1.20GB/s ± 2%  +9.00%  (all equal)\n";
        assert_eq!(
            shown(text),
            [
                "A-8 85 us ±0.850 Lower column=old",
                "A-8 46.4 us ±0.000 Lower column=new",
                "B-8 530 ns ±127.200 Lower column=old",
                "B-8 1200 ns ±12.000 Lower column=new",
                "A-8 1.23 kB ±0.000 Lower column=old",
                "A-8 0 kB Lower column=new",
                "A-8 112 MB/s ±5.600 Higher column=old",
                "A-8 1200 MB/s ±24.000 Higher column=new"
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn sets_have_names_where_there_are_more_or_but_one() {
        assert_eq!(
            shown(
                "name \\ time/op  a.txt        b.txt        c.txt\nA-8             1.00µs ± 1%  2.00µs ± 1%  3.00µs ± 1%\n"
            ),
            [
                "A-8 1 us ±0.010 Lower column=a.txt",
                "A-8 2 us ±0.020 Lower column=b.txt",
                "A-8 3 us ±0.030 Lower column=c.txt"
            ]
        );
        assert_eq!(shown("name   time/op\nA-8    1.00µs ± 1%\n"), ["A-8 1 us ±0.010 Lower"]);
    }

    #[test]
    fn a_header_s_unit_may_be_anything() {
        assert_eq!(
            shown(
                "name      old ms       new ms       delta\nMean      9.70k ± 9%  11.39k ± 3%  +17.50%  (p=0.029 n=4+4)\n"
            ),
            ["Mean 9700 ms ±873.000 Lower column=old", "Mean 11390 ms ±341.700 Lower column=new"]
        );
    }

    #[test]
    fn a_blank_cell_is_told_by_its_place() {
        assert_eq!(
            shown("name   old time/op  new time/op  delta\nA-8                 46.4µs ± 0%\nB-8    46.4µs ± 0%\n"),
            ["A-8 46.4 us ±0.000 Lower column=new", "B-8 46.4 us ±0.000 Lower column=old"]
        );
        // Without the blanks nothing tells.
        assert_eq!(shown("name old time/op new time/op delta\nA-8 46.4µs ± 0%\n"), [""; 0]);
    }

    #[test]
    fn wrapped_rows_are_put_together() {
        assert_eq!(
            shown("name   old time/op  new time/op  delta\nA-8    85.0µs ± 1%  46.4µs\n± 0%  -45.39%  (p=0.000\nn=10+9)\nB-8    85.0µs ± 1%\n46.4µs ± 0%  ~  (p=0.100 n=10+9)\n")
                .len(),
            4
        );
    }

    #[test]
    fn a_name_may_stand_alone_on_its_line() {
        let old =
            "name   old time/op  new time/op  delta\nA/long-8\n85.0µs ± 1%  46.4µs ± 0%  -45.39%  (p=0.000\nn=10+9)\n";
        let new =
            "│ a │ b │\n│ sec/op │ sec/op vs base │\nA/long-8\n85.0µ ± 1%   46.4µ ± 0%  -45.39%\n(p=0.000 n=10)\n";
        assert_eq!(shown(old).len() + shown(new).len(), 4);
        assert!(shown(old).iter().chain(&shown(new)).all(|figure| figure.starts_with("A/long-8 ")));
    }

    const NEW: &str = "goos: linux\npkg: example.org/a\n\
        \x20       │   before    │                after                │\n\
        \x20       │   sec/op    │   sec/op     vs base                │\n\
        A         100.0n ± 0%   101.5n ± 2%       ~ (p=1.000 n=6) ¹\n\
        B         10.00µ ± 0%\n\
        C                       10.00µ ± ∞\n\
        geomean   1.000µ        1.000µ       +0.00%               ²\n\
        ¹ all samples are equal\n\
        ² benchmark set differs from baseline; geomeans may not be comparable\n\n\
        \x20       │   before    │                after                │\n\
        \x20       │    B/op     │    B/op      vs base                │\n\
        A         322.1Ki ± 0%  1.000Mi ± 2%  +3.00% (p=0.002 n=6)\n";

    #[test]
    fn figures_of_the_second_layout_have_a_letter_for_their_unit() {
        let with = |rest: &str| format!("{rest} pkg=example.org/a");
        assert_eq!(
            shown(NEW),
            [
                with("A 100 ns/op ±0.000 Lower column=before"),
                with("A 101.5 ns/op ±2.030 Lower column=after"),
                with("B 10 us/op ±0.000 Lower column=before"),
                with("C 10 us/op Lower column=after"),
                with("A 322.1 KiB/op ±0.000 Lower column=before"),
                with("A 1024 KiB/op ±20.480 Lower column=after"),
            ]
        );
        assert_eq!(read(NEW).ledger.unread, 0);
    }
}

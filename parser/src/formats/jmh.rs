//! JMH, the Java Microbenchmark Harness.
//!
//! ```text
//! Benchmark                     (size)   Mode  Cnt      Score     Error   Units
//! Decoder.decode                MEDIUM  thrpt   30  50914.479 ± 940.114   ops/s
//! Decoder.decode:gc.alloc.rate  MEDIUM  thrpt    5    321.441 ±   8.012  MB/sec
//! Decoder.decode                 LARGE   avgt          ≈ 10⁻³             ms/op
//! ```
//!
//! Source: `TextResultFormat.java`, `ScoreFormatter.java` and `Mode.java` of JMH. A row has the benchmark, a value for each
//! parameter of the header, the mode, how many samples there were unless it is one, the score, its error at 99.9 %
//! confidence unless there is none, and the unit. What profilers measured stands in rows of its own behind a colon (and,
//! before JMH 1.36, a middle dot). Before version 1.0 the headers were `Samples` and `Score error`, and no sign stood before
//! the error. Lines of iterations come before the table and are what the scores were computed from.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Role, SpreadKind};
use crate::reading::amount::{Amount, Deviation, Kind, What, explain, explain_rest, number};
use crate::reading::emit::{self, is_whole, parameter};
use crate::reading::flow::{flow, rest_of_line};
use crate::reading::words::{Word, next_line, span_of};
use crate::sink::Sink;
use crate::unit::{Better, Dimension};

/// JMH's table of results.
pub const FORMAT: Format = Format {
    id: "jmh",
    title: "JMH",
    marks: &["thrpt", "avgt", "sample", " ss ", "/op", "Iteration"],
    breaks,
    starts,
    read,
};

/// The short names of the modes.
const MODES: &[&str] = &["thrpt", "avgt", "sample", "ss", "all"];

/// A row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 4;

/// A benchmark has at most this many parameters.
const MOST_PARAMETERS: usize = 12;

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    word(at) == "Benchmark" && (at + 1..at + MOST_PARAMETERS).any(|at| word(at) == "Mode" && is_count(word(at + 1)))
}

/// The header of the column of sample counts.
fn is_count(word: &str) -> bool {
    matches!(word, "Cnt" | "Samples")
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    header(document, line).is_some() || row(document, line).is_some() || is_iteration(document.text(line))
}

/// What a sink remembers: the line of the last header.
const HEADER: &str = "jmh header";

/// The names of parameters in the last header, or in the first one of the post.
fn named_elsewhere(document: &Document<'_>, sink: &mut Sink) -> Vec<String> {
    let found = |at: usize| header(document, at).is_some();
    let first = || (0..document.len()).find(|&at| found(at)).unwrap_or(document.len()) as u32;
    let known = sink.recall(HEADER).unwrap_or_else(first);
    sink.remember(HEADER, known);
    header(document, known as usize).map_or(Vec::new(), |header| header.parameters)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if is_iteration(document.text(line)) {
        sink.explain(document.line_span(line), RegionKind::Context);
        return line + 1;
    }
    let (names, mut end) = match header(document, line) {
        Some(header) => {
            for line in line..header.end {
                sink.explain(document.line_span(line), RegionKind::Header);
            }
            sink.remember(HEADER, line as u32);
            (header.parameters, header.end)
        }
        // Another table of as many parameters may say what they are called.
        None => (named_elsewhere(document, sink), line),
    };
    let mut at = if end > line { next_line(document, end - 1) } else { Some(line) };
    while let Some(row) = at.and_then(|at| row(document, at)) {
        row.emit(document, &names, sink);
        end = row.end;
        at = next_line(document, end - 1);
    }
    end
}

/// Whether a line is one of the runs that a score was computed from: `Iteration   1: 50914.479 ops/s`.
fn is_iteration(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(6).collect();
    let rest = match words.as_slice() {
        ["#", "Warmup", rest @ ..] => rest,
        all => all,
    };
    match rest {
        ["Iteration", at, score, ..] => {
            is_whole(at.trim_end_matches(':')) && at.ends_with(':') && number(score).is_some()
        }
        _ => false,
    }
}

/// The table's header.
struct Header {
    parameters: Vec<String>,
    end: usize,
}

/// `header = "Benchmark" *("(" parameter ")") "Mode" ("Cnt" / "Samples") "Score" ["Error" / "Score" "error"] "Units"`
fn header(document: &Document<'_>, line: usize) -> Option<Header> {
    if !document.text(line).trim_start().starts_with("Benchmark") {
        return None;
    }
    let words = flow(document, line, ROW_LINES);
    let text = |at: usize| words.get(at).map_or("", |word| word.text);
    let mode = words.iter().take(MOST_PARAMETERS + 2).position(|word| word.text == "Mode")?;
    let units = words.iter().skip(mode).take(8).position(|word| matches!(word.text, "Units" | "Unit"))? + mode;
    if !is_count(text(mode + 1)) || !text(0).starts_with("Benchmark") {
        return None;
    }
    let named =
        |word: &Word<'_>| word.text.strip_prefix('(').and_then(|name| name.strip_suffix(')')).map(str::to_owned);
    let parameters = words.get(1..mode)?.iter().map(named).collect::<Option<Vec<_>>>()?;
    let (rest, end) = rest_of_line(&words, units + 1);
    rest.is_empty().then_some(Header { parameters, end })
}

/// A benchmark's row.
struct Row<'d> {
    name: Word<'d>,
    parameters: Vec<Word<'d>>,
    mode: Word<'d>,
    /// How many samples there were.
    samples: Option<Word<'d>>,
    /// The score; none where it is only known to be about a power of ten.
    score: Option<Amount>,
    error: Option<Amount>,
    unit: Word<'d>,
    all: Vec<Word<'d>>,
    rest: Vec<Word<'d>>,
    end: usize,
}

/// `row = name *parameter mode [count] (score ["±" error] / "≈" power) unit`
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let here = document.text(line);
    let flow = flow(document, line, ROW_LINES);
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    if !text(0).starts_with(char::is_alphabetic) || here.len() > 1000 {
        return None;
    }
    let mode = (1..=MOST_PARAMETERS + 1).find(|&at| MODES.contains(&text(at)))?;
    // A label or the header above is no part of the row.
    let foreign = |word: &Word<'_>| matches!(word.text, "Benchmark" | "Mode") || is_count(word.text);
    let near = flow.get(mode)?.line <= line + 2 && !text(0).ends_with(':');
    if !near || flow.iter().take(mode).any(foreign) || is_above(&flow, mode) {
        return None;
    }
    // With a count, two numbers follow.
    let counted = is_whole(text(mode + 1)) && (is_score(text(mode + 2)) || is_unknown(text(mode + 2)));
    let mut at = mode + 1 + usize::from(counted);
    let samples = if counted { flow.get(mode + 1).copied() } else { None };
    let kind = || Kind::Fixed(crate::unit::Unit::none());
    let (score, error) = if is_unknown(text(at)) {
        at += if text(at) == "≈" { 2 } else { 1 };
        (None, None)
    } else {
        let score = Amount::decimal(document, flow.get(at)?, kind())?;
        at += 1;
        let error = if text(at) == "±" {
            at += 1;
            Some(Amount::decimal(document, flow.get(at)?, kind())?)
        } else if is_score(text(at)) && is_unit(text(at + 1)) {
            Amount::decimal(document, flow.get(at)?, kind())
        } else {
            glued_error(document, flow.get(at)?)
        };
        at += usize::from(error.is_some());
        (Some(score), error)
    };
    let unit = *flow.get(at)?;
    if !is_unit(unit.text) {
        return None;
    }
    let (rest, end) = rest_of_line(&flow, at + 1);
    Some(Row {
        name: *flow.first()?,
        parameters: flow.get(1..mode)?.to_vec(),
        mode: *flow.get(mode)?,
        samples,
        score,
        error,
        unit,
        all: flow.get(..=at)?.to_vec(),
        rest: rest.to_vec(),
        end,
    })
}

/// Whether a row only stands above another one: a bare label above a benchmark, which has its class before a point.
fn is_above(flow: &[Word<'_>], mode: usize) -> bool {
    let line = flow.first().map(|word| word.line);
    let below = flow.iter().take(mode).find(|word| Some(word.line) != line);
    below.is_some_and(|word| word.text.contains('.') && word.text.starts_with(char::is_alphabetic))
}

/// An error without a blank behind its sign: `±12.345`.
fn glued_error(document: &Document<'_>, word: &Word<'_>) -> Option<Amount> {
    let (_, number) = word.split(word.text.strip_prefix('±').map(|rest| word.text.len() - rest.len())?)?;
    Amount::decimal(document, &number, Kind::Fixed(crate::unit::Unit::none()))
}

/// Whether a word stands where there is no score: what is about a power of ten, or none at all.
fn is_unknown(text: &str) -> bool {
    text.starts_with('≈') || text == "NaN"
}

/// Whether a word is a score: always three decimals, unless its size asks for an exponent.
fn is_score(text: &str) -> bool {
    let text = text.trim_matches('*');
    text.contains(['.', ',']) && number(&text.replace(',', ".")).is_some_and(|(length, _)| length == text.len())
}

/// Whether a word is a unit of a result.
fn is_unit(text: &str) -> bool {
    text.contains('/') && text.chars().all(|c| c.is_alphabetic() || matches!(c, '/' | '#' | 'µ' | 'μ'))
        || matches!(
            text,
            "counts" | "ms" | "s" | "#" | "%" | "bytes" | "B" | "KB" | "MB" | "threads" | "ns" | "us" | "---"
        )
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, names: &[String], sink: &mut Sink) {
        if let Some(span) = span_of(document, &self.all) {
            sink.explain(span, RegionKind::Context);
        }
        explain_rest(document, &self.rest, sink);
        let Some(score) = &self.score else { return };
        let (mut labels, mut unnamed, before) = (Labels::new(), false, sink.measurements.len());
        for (at, value) in self.parameters.iter().enumerate() {
            let name = names.get(at).filter(|_| names.len() == self.parameters.len());
            unnamed |= name.is_none();
            let name = name.map_or_else(|| format!("parameter {}", at + 1), Clone::clone);
            labels.push(parameter(&name, value.text));
        }
        labels.push(parameter("mode", self.mode.text));
        let labels = sink.labels_at(document, self.name.line, labels);
        let unit = emit::unit(self.unit.text);
        let better = self.better();
        let what = What {
            runs: self.samples.and_then(|word| word.text.parse().ok()),
            ..What::new(self.name.text, better, Role::Primary, FORMAT.id).spread(SpreadKind::HalfInterval(0.999))
        };
        let deviation = self.error.clone().map(Deviation::Amount);
        let score = score.clone().in_kind(Kind::Fixed(unit));
        score.measure_with(&what, deviation.as_ref(), labels, sink);
        // Without the header a parameter has its place for a name.
        if unnamed {
            sink.guess_since(before);
        }
        explain(document, &self.parameters, RegionKind::Label, sink);
    }

    /// Operations per time are better high, times per operation low. What profilers counted has no direction, but for memory
    /// and time.
    fn better(&self) -> Better {
        let unit = self.unit.text;
        match self.name.text.split_once(':').map(|(_, label)| label.trim_start_matches('·')) {
            Some(label) if label.starts_with("gc.alloc.rate.norm") || label.starts_with("gc.time") => Better::Lower,
            Some(label) if label.starts_with("gc.") || label.starts_with("stack") => Better::Unknown,
            _ if unit.starts_with("ops/") => Better::Higher,
            _ if matches!(emit::unit(unit).dimension, Dimension::Time(_)) => Better::Lower,
            _ => Better::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::shown;

    #[test]
    fn rows_have_parameters_a_mode_and_perhaps_an_error() {
        assert_eq!(
            shown(
                "Benchmark          (size)  (on)   Mode  Cnt      Score     Error   Units\n\
                 A.decode           MEDIUM  true  thrpt   30  50914.479 ± 940.114   ops/s\n\
                 A.decode            LARGE   N/A   avgt          12.345             ms/op\n\
                 A.decode:·gc.count  LARGE   N/A   avgt    5      ≈ 10⁻³            counts\n\
                 A.decode:·gc.alloc.rate.norm MEDIUM true thrpt 30 96.000 ± 0.001 B/op\n"
            ),
            [
                "A.decode 50914.479 ops/s Higher ±940.114 mode=thrpt on=true size=MEDIUM",
                "A.decode 12.345 ms/op Lower mode=avgt on=N/A size=LARGE",
                "A.decode:·gc.alloc.rate.norm 96 B/op Lower ±0.001 mode=thrpt on=true size=MEDIUM",
            ]
        );
    }

    #[test]
    fn header_and_rows_may_be_wrapped() {
        assert_eq!(
            shown(
                "Benchmark   (type)  Mode  Cnt\nScore          Error  Units\n\
                 read    UNSAFE  thrpt   30\n84524972.863 ±   518338.811  ops/s\n\
                 read    HEAP  thrpt\n30  845.863 ±   5.811  ops/s\n"
            ),
            [
                "read 84524972.863 ops/s Higher ±518338.811 mode=thrpt type=UNSAFE",
                "read 845.863 ops/s Higher ±5.811 mode=thrpt type=HEAP",
            ]
        );
    }

    #[test]
    fn older_versions_print_no_sign() {
        let text = "Benchmark  Mode  Samples  Score  Score error  Units\nA.a  avgt  10  1.345  0.045  ns/op\nA.a:stack  avgt  NaN  ---\n";
        assert_eq!(shown(text), ["A.a 1.345 ns/op Lower ±0.045 mode=avgt"]);
        assert_eq!(crate::testing::read(text).ledger.unread, 0);
    }

    #[test]
    fn some_places_write_a_decimal_comma() {
        assert_eq!(shown("A.a  avgt  5  12,345 ± 0,012  ns/op\n"), ["A.a 12.345 ns/op Lower ±0.012 mode=avgt"]);
    }

    #[test]
    fn iterations_are_what_the_score_was_computed_from() {
        let text =
            "# Warmup Iteration   1: 1.234 ops/s\nIteration   1: 1.234 ops/s\nA.a  thrpt  5  1.345 ± 0.012  ops/s\n";
        assert_eq!(crate::testing::read(text).ledger.unread, 0);
        assert_eq!(shown(text).len(), 1);
    }

    #[test]
    fn a_bare_label_is_no_name() {
        assert_eq!(
            shown("Before\nA.a  thrpt  5  1.345 ± 0.012  ops/s\n"),
            ["A.a 1.345 ops/s Higher ±0.012 label=Before mode=thrpt"]
        );
    }

    #[test]
    fn other_lines_are_left() {
        for text in ["a sample of 5 1.0 x\n", "we take a sample 5 times 1.0 ops/s a second\n", "all 3 1.5 ms\n"] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }
}

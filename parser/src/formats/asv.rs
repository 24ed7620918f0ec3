//! asv (airspeed velocity): what `asv compare` and `asv continuous` print, and the lines of `asv run`.
//!
//! ```text
//!        before           after         ratio
//!      [da6297b9]       [1d330fc2]
//!      <main>           <branch>
//! +      67.2±0.6μs         74.9±6μs     1.11  bench_indexing.Indexing.time_op('I', '')
//! ```
//!
//! ```text
//! | Change   | Before [da6297b9] <main>   | After [1d330fc2]   |   Ratio | Benchmark (Parameter)   |
//! |----------|----------------------------|--------------------|---------|-------------------------|
//! | +        | 67.2±0.6μs                 | 74.9±6μs           |    1.11 | bench.time_op           |
//! ```
//!
//! Source: `asv/commands/compare.py`, `human_value`, `human_time` and `human_file_size` of asv, the second layout since 0.6.
//! The mark before a row says whether it changed beyond a threshold; it is no sign. The figure behind ± is half the width
//! of the interval at 99 % (`asv/statistics.py`). Benchmarks named `mem_` and `peakmem_` measure bytes, with letters for
//! powers of ten and no unit, `track_` anything.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Role, SpreadKind};
use crate::reading::amount::{Amount, Deviation, Kind, What, explain, joined, number, sized};
use crate::reading::bars;
use crate::reading::emit::setting;
use crate::reading::flow::TIMES;
use crate::reading::words::{Word, next_line, words};
use crate::sink::Sink;
use crate::unit::{Better, Unit};

/// Comparisons and runs of asv.
pub const FORMAT: Format =
    Format { id: "asv", title: "asv", marks: &["before", "Before", "···"], breaks, starts, read };

/// The marks before a row: better, worse, failed, insignificant, not comparable.
const MARKS: &[&str] = &["+", "-", "x", "!", "~", "*", "−"];

/// A name is wrapped over at most this many lines.
const MOST_LINES: usize = 3;

fn breaks(_: &[Token<'_>], _: usize) -> bool {
    false
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    header(document, line).is_some() || barred(document, line).is_some() || run(document, line).is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if let Some(run) = run(document, line) {
        return run.emit(document, sink);
    }
    if let Some(header) = barred(document, line) {
        return read_barred(document, &header, sink);
    }
    let Some(header) = header(document, line) else { return line + 1 };
    for line in line..header.end {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    let mut end = header.end;
    while let Some(row) = next_line(document, end - 1).and_then(|next| row(document, next)) {
        end = row.end;
        row.emit(document, &header.sides, sink);
    }
    end
}

/// What the two sides of a comparison are called.
struct Header {
    sides: [String; 2],
    end: usize,
}

/// `header = "before" "after" "ratio" ["[" commit "]" "[" commit "]" ["<" name ">" "<" name ">"]]`
fn header(document: &Document<'_>, line: usize) -> Option<Header> {
    if !document.text(line).split_whitespace().eq(["before", "after", "ratio"]) {
        return None;
    }
    let mut sides = ["before".to_owned(), "after".to_owned()];
    let mut end = line + 1;
    for marks in [['[', ']'], ['<', '>']] {
        let Some(next) = next_line(document, end - 1) else { break };
        let parts = bracketed(document.text(next), marks);
        if parts.is_empty() || parts.len() > 2 {
            break;
        }
        // The commit of one side may have no name; its place tells which.
        let first = document.text(next).find(marks).unwrap_or_default();
        let at = usize::from(parts.len() == 1 && first > document.text(line).find("after").unwrap_or_default());
        for (side, part) in sides.iter_mut().skip(at).zip(parts) {
            *side = format!("{side} {part}");
        }
        end = next + 1;
    }
    let below = next_line(document, end - 1)?;
    row(document, below).map(|_| Header { sides, end })
}

/// The pieces between brackets that a line consists of, with their brackets.
fn bracketed(text: &str, [open, close]: [char; 2]) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while let Some(inner) = rest.strip_prefix(open) {
        let Some((name, after)) = inner.split_once(close) else { return Vec::new() };
        parts.push(format!("{open}{}{close}", name.trim()));
        rest = after.trim_start();
    }
    if rest.is_empty() { parts } else { Vec::new() }
}

/// A figure with what is behind its ±.
struct Figure<'d> {
    word: Word<'d>,
    /// None for `n/a` and `failed`.
    amount: Option<(Amount, Option<Deviation>)>,
}

/// `figure = number ["±" number] [unit] / "n/a" / "failed"`: one word.
fn figure<'d>(document: &Document<'_>, word: &Word<'d>) -> Option<Figure<'d>> {
    if matches!(word.text, "n/a" | "failed" | "timeout" | "None") {
        return Some(Figure { word: *word, amount: None });
    }
    let (value, behind) = word.text.split_once('±').map_or((word.text, None), |(value, by)| (value, Some(by)));
    let (length, _) = number(value)?;
    // The unit stands behind the spread, or behind the figure where there is none.
    let unit = match behind {
        Some(by) => by.get(number(by)?.0..)?,
        None => value.get(length..)?,
    };
    let kind =
        if unit.is_empty() { Kind::Fixed(Unit::none()) } else { sized(unit, &[TIMES]).or_else(|| bytes(unit))? };
    let power = power_of(unit);
    let glued = |part| Amount::glued(document, word, part, |_| Some((power, 0, 0, kind.clone())));
    // A letter for a power of ten stands behind the spread and holds for both.
    let deviation = behind.and_then(glued).map(Deviation::Amount);
    Some(Figure { word: *word, amount: Some((glued(value)?, deviation)) })
}

/// The unit of a size of memory, whose letters stand alone.
fn bytes(letter: &str) -> Option<Kind> {
    let known = power_of(letter) > 0;
    known.then(|| Kind::Fixed(crate::reading::emit::unit("B")))
}

/// The power of ten that the letter of a size stands for.
fn power_of(letter: &str) -> i32 {
    match letter {
        "k" | "K" => 3,
        "M" | "m" => 6,
        "G" | "g" => 9,
        "T" | "t" => 12,
        _ => 0,
    }
}

/// A benchmark's row.
struct Row<'d> {
    mark: Option<Word<'d>>,
    figures: [Figure<'d>; 2],
    ratio: Word<'d>,
    name: Vec<Word<'d>>,
    end: usize,
}

/// `row = [mark] figure figure ("~"ratio / "n/a") name`
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let here = words(document, line);
    let marked = here.first().is_some_and(|word| MARKS.contains(&word.text));
    let mark = here.first().copied().filter(|_| marked);
    let rest = here.get(usize::from(marked)..)?;
    let figures = [figure(document, rest.first()?)?, figure(document, rest.get(1)?)?];
    let ratio = *rest.get(2)?;
    let digits = ratio.text.trim_start_matches('~');
    let is_ratio = ratio.text == "n/a" || number(digits).is_some_and(|(length, _)| length == digits.len());
    if !is_ratio {
        return None;
    }
    let mut name = rest.get(3..)?.to_vec();
    let mut end = line + 1;
    // A name goes on in the next line where it had not begun or a bracket is open.
    while (name.is_empty() || open_brackets(&name) > 0) && end < line + MOST_LINES {
        let next = next_line(document, end - 1)?;
        name.extend(words(document, next));
        end = next + 1;
    }
    let named = name.first().is_some_and(|word| word.text.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    named.then_some(Row { mark, figures, ratio, name, end })
}

/// How many round brackets are open behind some words.
fn open_brackets(words: &[Word<'_>]) -> i32 {
    let step = |c: char| match c {
        '(' => 1,
        ')' => -1,
        _ => 0,
    };
    words.iter().flat_map(|word| word.text.chars()).map(step).sum()
}

/// What a benchmark measures, by its name: `module.Class.peakmem_x`.
fn is_memory(name: &str) -> bool {
    let method = name.split(['(', ' ']).next().unwrap_or_default().rsplit('.').next().unwrap_or_default();
    method.starts_with("mem_") || method.starts_with("peakmem_")
}

/// Adds a benchmark's figure.
fn measure(document: &Document<'_>, name: &str, figure: &Figure<'_>, own: Labels, sink: &mut Sink) {
    let Some((amount, deviation)) = &figure.amount else { return };
    let timed = matches!(amount.kind, Kind::Sized(..));
    let better = if timed || is_memory(name) { Better::Lower } else { Better::Unknown };
    let what = What::new(name, better, Role::Primary, FORMAT.id).spread(SpreadKind::MedianDeviation);
    let labels = if own.is_empty() {
        sink.labels_at(document, figure.word.line, own)
    } else {
        sink.labels_within(document, figure.word.line, own)
    };
    let kind = if is_memory(name) { Kind::Fixed(crate::reading::emit::unit("B")) } else { amount.kind.clone() };
    amount.clone().in_kind(kind).measure_with(&what, deviation.as_ref(), labels, sink);
    sink.explain(figure.word.span(document), RegionKind::Context);
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, sides: &[String; 2], sink: &mut Sink) {
        explain(document, self.mark.as_slice(), RegionKind::Derived, sink);
        explain(document, &[self.ratio], RegionKind::Derived, sink);
        explain(document, &self.name, RegionKind::Label, sink);
        let name = joined(&self.name);
        for (figure, side) in self.figures.iter().zip(sides) {
            measure(document, &name, figure, vec![setting("column", side)], sink);
        }
    }
}

/// The header of the layout between bars.
fn barred<'d>(document: &'d Document<'_>, line: usize) -> Option<bars::Header<'d>> {
    if !document.text(line).contains("Before") {
        return None;
    }
    let header = bars::header(document, line)?;
    let starts = |cell: usize, with: &str| header.row.text(cell).starts_with(with);
    let at = usize::from(starts(0, "Change"));
    (starts(at, "Before") && starts(at + 1, "After") && starts(at + 2, "Ratio")).then_some(header)
}

fn read_barred(document: &Document<'_>, header: &bars::Header<'_>, sink: &mut Sink) -> usize {
    let at = usize::from(header.row.text(0).starts_with("Change"));
    let side = |cell| header.row.text(cell);
    let sides = [side(at), side(at + 1)];
    let (rows, end) = bars::rows(document, header, sink);
    for row in &rows {
        let name = row.text(at + 3);
        for (cell, side) in sides.iter().enumerate() {
            let Some(figure) = row.words(at + cell).first().and_then(|word| figure(document, word)) else { continue };
            measure(document, &name, &figure, vec![setting("column", side)], sink);
        }
        explain(document, row.words(at + 2), RegionKind::Derived, sink);
        explain(document, row.words(at + 3), RegionKind::Label, sink);
    }
    end
}

/// A line of `asv run`: `[ 50.00%] ··· bench.time_x      1.23±0.01ms`.
struct Run<'d> {
    share: Vec<Word<'d>>,
    name: Vec<Word<'d>>,
    figure: Option<Figure<'d>>,
    line: usize,
}

/// `run = "[" percent "]" "···" 1*word [figure]`
fn run<'d>(document: &'d Document<'_>, line: usize) -> Option<Run<'d>> {
    let text = document.text(line).trim_start();
    if !text.starts_with('[') || !text.contains('·') {
        return None;
    }
    let words = words(document, line);
    let dots = words.iter().take(4).position(|word| word.text.chars().all(|c| c == '·'))?;
    let closed = words.get(dots.checked_sub(1)?)?.text.ends_with("%]");
    let body = words.get(dots + 1..)?;
    let figure = body.last().and_then(|word| figure(document, word)).filter(|figure| figure.amount.is_some());
    let name = body.get(..body.len() - usize::from(figure.is_some())).unwrap_or_default().to_vec();
    let figure = figure.filter(|_| name.len() == 1 || open_brackets(&name) == 0 && joined(&name).contains('('));
    closed.then_some(Run { share: words.get(..=dots)?.to_vec(), name, figure, line })
}

impl Run<'_> {
    fn emit(&self, document: &Document<'_>, sink: &mut Sink) -> usize {
        match &self.figure {
            Some(figure) => {
                explain(document, &self.share, RegionKind::Context, sink);
                explain(document, &self.name, RegionKind::Label, sink);
                measure(document, &joined(&self.name), figure, Labels::new(), sink);
            }
            None => sink.explain(document.line_span(self.line), RegionKind::Context),
        }
        self.line + 1
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    const TABLE: &str = "       before           after         ratio\n     [da6297b9]       [1d330fc2]\n     <main>           <fix>\n\
        +      67.2±0.6μs         74.9±6μs     1.11  a.Indexing.time_op('i', 'I', '')\n\
        -        1.11±0μs          992±2ns     0.90  b.PackBits.time_little(<class\n'bool'>)\n\
        \x20          123M             124M     1.01  c.peakmem_all\n\
        x             n/a              1.5      n/a  c.track_it\n";

    #[test]
    fn sides_are_settings_and_marks_no_signs() {
        assert_eq!(
            shown(TABLE),
            [
                "a.Indexing.time_op('i', 'I', '') 67.2 us Lower ±0.6 column=before [da6297b9] <main>",
                "a.Indexing.time_op('i', 'I', '') 74.9 us Lower ±6 column=after [1d330fc2] <fix>",
                "b.PackBits.time_little(<class 'bool'>) 1.11 us Lower ±0 column=before [da6297b9] <main>",
                "b.PackBits.time_little(<class 'bool'>) 0.992 us Lower ±0.002 column=after [1d330fc2] <fix>",
                "c.peakmem_all 123000000 B Lower column=before [da6297b9] <main>",
                "c.peakmem_all 124000000 B Lower column=after [1d330fc2] <fix>",
                "c.track_it 1.5  Unknown column=after [1d330fc2] <fix>",
            ]
        );
        assert_eq!(read(TABLE).ledger.unread, 0);
    }

    #[test]
    fn newer_versions_print_bars() {
        assert_eq!(
            shown(
                "| Change   | Before [da6297b9]    | After [1d330fc2] |   Ratio | Benchmark (Parameter) |\n\
                 |----------|----------------------|------------------|---------|-----------------------|\n\
                 | +        | 67.2±0.6μs           | 74.9±6μs         |    1.11 | a.time_op(1, 2)       |\n"
            ),
            [
                "a.time_op(1, 2) 67.2 us Lower ±0.6 column=Before [da6297b9]",
                "a.time_op(1, 2) 74.9 us Lower ±6 column=After [1d330fc2]",
            ]
        );
    }

    #[test]
    fn lines_of_a_run_have_their_benchmark_s_figure() {
        let text = "[  0.00%] ·· Benchmarking env\n[ 50.00%] ··· a.time_op             1.23±0.1ms\n[ 75.00%] ··· Running a.time_op--.\n";
        assert_eq!(shown(text), ["a.time_op 1.23 ms Lower ±0.1"]);
        assert_eq!(read(text).ledger.unread, 0);
    }
}

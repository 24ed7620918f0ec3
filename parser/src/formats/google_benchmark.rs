//! Google Benchmark, and what its `compare.py` prints.
//!
//! ```text
//! -----------------------------------------------------------------------------------
//! Benchmark               Time             CPU   Iterations UserCounters...
//! -----------------------------------------------------------------------------------
//! BM_copy/8             222 ns          221 ns      3137987 bytes_per_second=34.3772Mi/s
//! BM_copy/8_mean        223 ns          222 ns           10
//! BM_copy/8_cv         0.91 %          0.90 %            10
//! BM_copy_BigO         1.23 N          1.22 N
//! ```
//!
//! ```text
//! Comparing ./old to ./new
//! Benchmark                 Time             CPU      Time Old      Time New       CPU Old       CPU New
//! ------------------------------------------------------------------------------------------------------
//! BM_copy/8              +0.0046         +0.0042           222           223           222           223
//! ```
//!
//! Source: `src/console_reporter.cc`, `HumanReadableNumber` in `src/string_util.cc` and `src/statistics.cc` of
//! google/benchmark, `tools/gbench/report.py`. Counters are pairs `name=value`, or columns of their own with
//! `--benchmark_counters_tabular`; those that end with `/s` are rates. Letters behind counters stand for powers of ten, with
//! an `i` for powers of two. The comparison has no unit; its first two columns are changes.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, LabelsId, Role};
use crate::reading::amount::{Amount, DECIMAL_RATES, Kind, What, explain, explain_rest, joined, number, sized};
use crate::reading::emit::{self, is_whole, parameter, setting};
use crate::reading::flow::{TIMES, flow, rest_of_line};
use crate::reading::words::{Word, next_line, words};
use crate::sink::Sink;
use crate::unit::{Better, Unit};

/// Google Benchmark's console output and comparisons.
pub const FORMAT: Format = Format {
    id: "google-benchmark",
    title: "Google Benchmark",
    marks: &["Iterations", "BM_", " ns ", "Time Old"],
    breaks,
    starts,
    read,
};

/// A row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 6;

/// A benchmark's name has at most this many words.
const MOST_NAME_WORDS: usize = 5;

/// How far above its runs stand from an aggregate.
const MOST_ABOVE: usize = 40;

/// What follows the runs of a benchmark: the ending, and what it is.
const AGGREGATES: &[(&str, Role)] = &[
    ("_mean", Role::Primary),
    ("_median", Role::Primary),
    ("_min", Role::Primary),
    ("_max", Role::Primary),
    ("_stddev", Role::Quality),
    ("_cv", Role::Quality),
    ("_BigO", Role::Derived),
    ("_RMS", Role::Derived),
];

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let is = |at: usize, text: &str| word(at) == text;
    is(at, "Benchmark") && is(at + 1, "Time") && is(at + 2, "CPU")
        || word(at).starts_with("BM_") && times(&|i| word(at + i))
}

/// Whether behind a name stand two times with their units and a count.
fn times<'w>(word: &dyn Fn(usize) -> &'w str) -> bool {
    let timed = |at| is_number(word(at)) && sized(word(at + 1), &[TIMES]).is_some();
    timed(1) && timed(3) && is_whole(word(5))
}

fn is_number(text: &str) -> bool {
    number(text).is_some_and(|(length, _)| length == text.len())
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    is_machine(text)
        || header(document, line).is_some()
        || row(document, line, &[]).is_some()
        || is_comparing(document, line)
}

/// Whether a line describes the machine, as the tool does before its table, or says that a benchmark failed.
fn is_machine(text: &str) -> bool {
    const LEADS: &[&str] = &[
        "Run on (",
        "CPU Caches:",
        "L1 Data ",
        "L1 Instruction ",
        "L2 Data ",
        "L2 Unified ",
        "L3 Unified ",
        "L4 Unified ",
        "Load Average:",
        "***WARNING***",
        "RUNNING: ",
        "Running ./",
        "Running /",
    ];
    let text = text.trim_start();
    LEADS.iter().any(|lead| text.starts_with(lead)) || text.contains(" ERROR OCCURRED: '")
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if is_machine(document.text(line)) {
        sink.explain(document.line_span(line), RegionKind::Context);
        return line + 1;
    }
    let mut sides = None;
    let mut at = line;
    if is_comparing(document, line) {
        sink.explain(document.line_span(line), RegionKind::Header);
        sides = compared(document.text(line));
        let Some(next) = next_line(document, line) else { return line + 1 };
        at = next;
    }
    let Some(header) = header(document, at) else { return read_rows(document, line, &[], sink) };
    for line in at..header.end {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    match header.columns {
        Columns::Run(counters) => read_rows(document, header.end, &counters, sink),
        Columns::Comparison => read_comparison(document, header.end, sides.as_ref(), sink),
    }
}

/// What the columns behind the benchmark's name hold.
enum Columns {
    /// Two times, a count, and these counters.
    Run(Vec<String>),
    /// Two changes and four times.
    Comparison,
}

/// A table's header.
struct Header {
    columns: Columns,
    end: usize,
}

/// `header = "Benchmark" "Time" "CPU" ("Iterations" *counter / "Time Old" "Time New" "CPU Old" "CPU New")`
fn header(document: &Document<'_>, line: usize) -> Option<Header> {
    if !document.text(line).trim_start().starts_with("Benchmark") {
        return None;
    }
    let words = flow(document, line, 3);
    let text = |at: usize| words.get(at).map_or("", |word| word.text);
    if text(0) != "Benchmark" || text(1) != "Time" {
        return None;
    }
    let run = (2..=3).find(|&at| text(at) == "Iterations");
    if let Some(at) = run.filter(|&at| at == 2 || text(2) == "CPU") {
        let (rest, end) = rest_of_line(&words, at + 1);
        let counters = rest.iter().map(|word| word.text).filter(|text| !text.ends_with("...")).map(str::to_owned);
        return Some(Header { columns: Columns::Run(counters.collect()), end });
    }
    let compared = ["CPU", "Time", "Old", "Time", "New", "CPU", "Old", "CPU", "New"];
    let fits = words.iter().skip(2).map(|word| word.text).take(compared.len()).eq(compared);
    let (_, end) = rest_of_line(&words, 2 + compared.len());
    fits.then_some(Header { columns: Columns::Comparison, end })
}

/// The line that follows, rules left out; they are the table's.
fn next_row(document: &Document<'_>, end: usize, sink: &mut Sink) -> Option<usize> {
    let mut next = next_line(document, end.checked_sub(1)?)?;
    while document.text(next).trim().len() > 9 && document.text(next).trim().bytes().all(|b| b == b'-') {
        // A rule may be the upper one of the next table.
        let below = next_line(document, next)?;
        if header(document, below).is_some() {
            return None;
        }
        sink.explain(document.line_span(next), RegionKind::Header);
        next = below;
    }
    Some(next)
}

fn read_rows(document: &Document<'_>, start: usize, counters: &[String], sink: &mut Sink) -> usize {
    let mut end = start;
    let first = row(document, start, counters).map(|_| start);
    let mut at = first.or_else(|| next_row(document, start, sink));
    while let Some(here) = at {
        if let Some(row) = row(document, here, counters) {
            row.emit(document, sink);
            end = row.end;
        } else if is_machine(document.text(here)) {
            sink.explain(document.line_span(here), RegionKind::Context);
            end = here + 1;
        } else {
            break;
        }
        at = next_row(document, end, sink);
    }
    end.max(start)
}

/// A benchmark's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    /// Time and CPU time; none where the benchmark failed or they are no times.
    times: Vec<(Amount, Vec<Word<'d>>)>,
    iterations: Option<Word<'d>>,
    counters: Vec<Counter<'d>>,
    rest: Vec<Word<'d>>,
    end: usize,
}

/// A counter's name, its characters and its figure.
struct Counter<'d> {
    name: String,
    amount: Amount,
    words: Vec<Word<'d>>,
}

/// `row = name time [time] count *counter [label] / name number "%" number "%" [count] / name number big-o number big-o`
fn row<'d>(document: &'d Document<'_>, line: usize, columns: &[String]) -> Option<Row<'d>> {
    let here = words(document, line);
    let first = here.first()?.text;
    if !first.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '[' | '<' | '(')) {
        return None;
    }
    let flow = flow(document, line, ROW_LINES);
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    let is_unit = |text: &str| sized(text, &[TIMES]).is_some() || text == "%";
    let timed = |at: usize| is_number(text(at)) && is_unit(text(at + 1));
    // The name ends in its line, whatever is wrapped behind it.
    let named = MOST_NAME_WORDS.min(here.len());
    let start = (1..=named).find(|&at| timed(at) && (timed(at + 2) || is_whole(text(at + 2))))?;
    let share = text(start + 1) == "%";
    let mut at = start;
    let mut times = Vec::new();
    while timed(at) && times.len() < 2 {
        let kind = if share { Kind::Fixed(emit::unit("%")) } else { sized(text(at + 1), &[TIMES])? };
        times.push((Amount::bare(document, flow.get(at)?, kind)?, flow.get(at..at + 2)?.to_vec()));
        at += 2;
    }
    let iterations = flow.get(at).copied().filter(|word| is_whole(word.text));
    let aggregate = AGGREGATES.iter().any(|(ending, _)| text(start - 1).ends_with(ending));
    if iterations.is_none() && !aggregate {
        return None;
    }
    at += usize::from(iterations.is_some());
    let (counters, taken) = counters(document, flow.get(at..)?, columns, line);
    at += taken;
    let (rest, end) = rest_of_line(&flow, at);
    Some(Row { name: flow.get(..start)?.to_vec(), times, iterations, counters, rest: rest.to_vec(), end })
}

/// The counters at the start of some words and how many words they take: pairs, or figures under the header's columns.
fn counters<'d>(
    document: &Document<'_>,
    words: &[Word<'d>],
    columns: &[String],
    line: usize,
) -> (Vec<Counter<'d>>, usize) {
    let mut found: Vec<Counter<'d>> = Vec::new();
    let mut last = line;
    while let Some(word) = words.get(found.len()) {
        let counter = match (word.text.split_once('='), columns.get(found.len())) {
            (Some((name, _)), _) => counter(document, name, word, name.len() + 1),
            (None, Some(name)) => counter(document, name, word, 0),
            // Before 1.5 the rates stood without a name: `211.669MB/s`.
            (None, None) if word.line == last => rate(document, word),
            (None, None) => None,
        };
        let Some(counter) = counter else { break };
        last = word.line;
        found.push(counter);
    }
    let taken = found.len();
    (found, taken)
}

/// A counter whose figure starts at a byte of a word: letters for its size, and `/s` for a rate.
fn counter<'d>(document: &Document<'_>, name: &str, word: &Word<'d>, at: usize) -> Option<Counter<'d>> {
    let part = word.text.get(at..)?;
    let amount = Amount::glued(document, word, part, |rest| {
        let (letters, rate) = rest.strip_suffix("/s").map_or((rest, false), |letters| (letters, true));
        let (ten, two) = powers(letters)?;
        let bytes = name.contains("bytes_per_second");
        let symbol = match (bytes, rate) {
            (true, _) => "B/s",
            (false, true) => "/s",
            (false, false) => "",
        };
        let kind = Kind::Fixed(if symbol.is_empty() { Unit::none() } else { emit::unit(symbol) });
        Some((ten, two, letters.len(), kind))
    })?;
    Some(Counter { name: name.to_owned(), amount, words: vec![*word] })
}

/// The powers of ten and two that the letters behind a counter stand for.
fn powers(letters: &str) -> Option<(i32, i32)> {
    const LETTERS: &[(&str, i32, i32)] = &[
        ("", 0, 0),
        ("k", 3, 0),
        ("M", 6, 0),
        ("G", 9, 0),
        ("T", 12, 0),
        ("Ki", 0, 10),
        ("Mi", 0, 20),
        ("Gi", 0, 30),
        ("Ti", 0, 40),
        ("m", -3, 0),
        ("u", -6, 0),
        ("n", -9, 0),
        ("p", -12, 0),
    ];
    LETTERS.iter().find(|(known, ..)| *known == letters).map(|&(_, ten, two)| (ten, two))
}

/// A rate without a name: `211.669MB/s`.
fn rate<'d>(document: &Document<'_>, word: &Word<'d>) -> Option<Counter<'d>> {
    let (amount, _) = Amount::at(document, &[*word], &[DECIMAL_RATES])?;
    Some(Counter { name: "bytes_per_second".to_owned(), amount, words: vec![*word] })
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, sink: &mut Sink) {
        let name = joined(&self.name);
        explain(document, &self.name, RegionKind::Label, sink);
        explain(document, self.iterations.as_slice(), RegionKind::Context, sink);
        explain_rest(document, &self.rest, sink);
        let line = self.name.first().map_or(0, |word| word.line);
        let aggregate = AGGREGATES.iter().find(|(ending, _)| name.ends_with(ending));
        let base = aggregate.map_or(name.as_str(), |(ending, _)| name.trim_end_matches(ending));
        let mut labels = Labels::new();
        let mut role = Role::Primary;
        if let Some((ending, of)) = aggregate {
            labels.push(parameter("aggregate", ending.trim_start_matches('_')));
            // Under the runs that it was computed from an aggregate is no measurement of its own.
            role = if *of == Role::Primary && repeats(base, document, line) { Role::Derived } else { *of };
        }
        let labels = sink.labels_at(document, line, labels);
        let suffix = aggregate.filter(|_| role != Role::Primary).map_or("", |(ending, _)| ending);
        for ((amount, words), column) in self.times.iter().zip(["Time", "CPU"]) {
            let role = if column == "CPU" && role == Role::Primary { Role::Component } else { role };
            let what = What::new("", Better::Lower, role, FORMAT.id);
            amount.measure(&What { name: &metric_name(base, column, suffix), ..what }, labels, sink);
            explain(document, words, RegionKind::Context, sink);
        }
        for counter in &self.counters {
            counter.emit(document, &metric_name(base, &counter.name, suffix), role, labels, sink);
        }
    }
}

/// What a figure of a benchmark is called: its time by the benchmark alone.
fn metric_name(benchmark: &str, column: &str, suffix: &str) -> String {
    if column == "Time" { format!("{benchmark}{suffix}") } else { format!("{benchmark} {column}{suffix}") }
}

/// Whether a run of the same benchmark stands right above.
fn repeats(base: &str, document: &Document<'_>, line: usize) -> bool {
    let starts = |line: &usize| document.text(*line).split_whitespace().next() == Some(base);
    (line.saturating_sub(MOST_ABOVE)..line).rev().any(|line| starts(&line))
}

impl Counter<'_> {
    fn emit(&self, document: &Document<'_>, name: &str, role: Role, labels: LabelsId, sink: &mut Sink) {
        let rate = match &self.amount.kind {
            Kind::Sized(..) => true,
            Kind::Fixed(unit) => unit.symbol.ends_with("/s"),
        };
        let better = if rate { Better::Higher } else { Better::Unknown };
        self.amount.measure(&What::new(name, better, role, FORMAT.id), labels, sink);
        explain(document, &self.words, RegionKind::Label, sink);
    }
}

/// Whether a line says what is compared, above such a table.
fn is_comparing(document: &Document<'_>, line: usize) -> bool {
    let comparing = document.text(line).trim_start().starts_with("Comparing ");
    let below = || next_line(document, line).and_then(|next| header(document, next));
    comparing && below().is_some_and(|header| matches!(header.columns, Columns::Comparison))
}

/// `comparing = "Comparing" name ["(from" file ")"] "to" name ["(from" file ")"]`
fn compared(text: &str) -> Option<[String; 2]> {
    let (old, new) = text.trim().strip_prefix("Comparing ")?.split_once(" to ")?;
    let new = if old.contains("(from ") { new } else { new.split(" (from").next().unwrap_or(new) };
    Some([old.trim().to_owned(), new.trim().to_owned()])
}

/// `row = name change change number number number number`
fn read_comparison(document: &Document<'_>, start: usize, sides: Option<&[String; 2]>, sink: &mut Sink) -> usize {
    let names = sides.map_or(["old", "new"], |[old, new]| [old.as_str(), new.as_str()]);
    let mut end = start;
    while let Some(next) = next_row(document, end, sink) {
        let flow = flow(document, next, ROW_LINES);
        let is_change = |word: &Word<'_>| {
            word.text.starts_with(['+', '-', '−']) && is_number(word.text.trim_start_matches(['+', '-', '−']))
        };
        let first = flow.iter().take(MOST_NAME_WORDS + 1).position(is_change).filter(|&at| at > 0);
        let aggregate = flow.first().is_some_and(|word| word.text.ends_with("_pvalue"));
        if aggregate {
            // `BM_x_pvalue 0.0002 0.0003 U Test, Repetitions: 9 vs 9`
            let last = flow.iter().take(12).position(|word| word.text == "vs").map_or(0, |vs| vs + 1);
            explain(document, flow.get(..=last).unwrap_or_default(), RegionKind::Derived, sink);
            end = rest_of_line(&flow, last + 1).1;
            continue;
        }
        let named = |at: &usize| flow.get(at - 1).is_some_and(|word| word.line == next);
        let Some(at) = first.filter(named).filter(|&at| flow.get(at + 1).is_some_and(is_change)) else { break };
        let Some(figures) = flow.get(at + 2..at + 6).filter(|four| four.iter().all(|word| is_number(word.text))) else {
            break;
        };
        let name = flow.get(..at).unwrap_or_default();
        explain(document, name, RegionKind::Label, sink);
        explain(document, flow.get(at..at + 2).unwrap_or_default(), RegionKind::Derived, sink);
        end = rest_of_line(&flow, at + 6).1;
        let mean = joined(name).starts_with("OVERALL");
        let columns = [("Time", names[0]), ("Time", names[1]), ("CPU", names[0]), ("CPU", names[1])];
        for (word, (column, side)) in figures.iter().zip(columns) {
            let Some(amount) = Amount::bare(document, word, Kind::Fixed(Unit::none())).filter(|_| !mean) else {
                sink.explain(word.span(document), RegionKind::Derived);
                continue;
            };
            let labels = sink.labels_within(document, next, vec![setting("column", side)]);
            let metric = metric_name(&joined(name), column, "");
            let role = if column == "CPU" { Role::Component } else { Role::Primary };
            amount.measure(&What::new(&metric, Better::Lower, role, FORMAT.id), labels, sink);
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn rows_have_two_times_and_counters() {
        let text = "Run on (8 X 4000 MHz CPU s)\nCPU Caches:\n  L1 Data 32 KiB (x4)\n\
            ------------------------------------\n\
            Benchmark      Time    CPU   Iterations UserCounters...\n------------------------------------\n\
            BM_copy/8      222 ns  221 ns   3137987 bytes_per_second=34.3Mi/s items_per_second=1.5M/s hits=3.5k\n\
            BM_copy/64     1.5 us  1.5 us   312 211.669MB/s a label\n\
            BM_copy/8_mean 223 ns 222 ns 10\nBM_copy/8_cv 0.91 % 0.90 % 10\nBM_copy_BigO 1.23 N 1.22 N\n";
        assert_eq!(
            shown(text),
            [
                "BM_copy/8 222 ns Lower",
                "BM_copy/8 CPU 221 ns Lower",
                "BM_copy/8 bytes_per_second 35966156.8 B/s Higher",
                "BM_copy/8 items_per_second 1500000 /s Higher",
                "BM_copy/8 hits 3500  Unknown",
                "BM_copy/64 1.5 us Lower",
                "BM_copy/64 CPU 1.5 us Lower",
                "BM_copy/64 bytes_per_second 211.669 MB/s Higher",
                "BM_copy/8_mean 223 ns Lower aggregate=mean",
                "BM_copy/8 CPU_mean 222 ns Lower aggregate=mean",
                "BM_copy/8_cv 0.91 % Lower aggregate=cv",
                "BM_copy/8 CPU_cv 0.9 % Lower aggregate=cv",
            ]
        );
    }

    #[test]
    fn counters_may_be_columns_and_rows_wrapped() {
        assert_eq!(
            shown(
                "Benchmark Time CPU Iterations  Foo  Bar\n---------------\nBM_a 222 ns 221\nns 3137987 1.5k 3.0M/s\nBM_b 1 ns 1 ns 5 2 3/s\n"
            ),
            [
                "BM_a 222 ns Lower",
                "BM_a CPU 221 ns Lower",
                "BM_a Foo 1500  Unknown",
                "BM_a Bar 3000000 /s Higher",
                "BM_b 1 ns Lower",
                "BM_b CPU 1 ns Lower",
                "BM_b Foo 2  Unknown",
                "BM_b Bar 3 /s Higher",
            ]
        );
    }

    #[test]
    fn comparisons_have_sides() {
        let text = "Comparing ./a to ./b\nBenchmark   Time    CPU   Time Old   Time New   CPU Old  CPU New\n-------------------\n\
            BM_x/8     +0.0046  -0.0042     222    223    221   220\nBM_x/8_pvalue 0.0002 0.0003 U Test, Repetitions: 9 vs 9\n\
            OVERALL_GEOMEAN +0.1 +0.1 0 0 0 0\n";
        assert_eq!(
            shown(text),
            [
                "BM_x/8 222  Lower column=./a",
                "BM_x/8 223  Lower column=./b",
                "BM_x/8 CPU 221  Lower column=./a",
                "BM_x/8 CPU 220  Lower column=./b",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn other_lines_are_left() {
        for text in ["it took 5 ns and 6 ns for it\n", "a 5 ns 6 ns b\n", "Benchmark 1: 5 ms\n"] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }
}

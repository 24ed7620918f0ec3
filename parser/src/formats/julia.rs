//! BenchmarkTools.jl and Base's timing macros of Julia.
//!
//! ```text
//! BenchmarkTools.Trial: 10000 samples with 999 evaluations.
//!  Range (min … max):  11.200 ns … 107.700 ns  ┊ GC (min … max): 0.00% … 0.00%
//!  Time  (median):     11.300 ns               ┊ GC (median):    0.00%
//!  Time  (mean ± σ):   11.600 ns ±   2.300 ns  ┊ GC (mean ± σ):  0.00% ± 0.00%
//!
//!   ▁█▂ ▁
//!   11.2 ns         Histogram: frequency by time        13.1 ns <
//!
//!  Memory estimate: 0 bytes, allocs estimate: 0.
//! ```
//!
//! ```text
//! BenchmarkTools.Trial:
//!   memory estimate:  964.43 MiB
//!   allocs estimate:  10116945
//!   --------------
//!   minimum time:     671.458 ms (11.55% GC)
//!   median time:      678.895 ms (11.49% GC)
//! ```
//!
//! ```text
//!   1.234 μs (3 allocations: 96 bytes)
//!   0.123456 seconds (1.23 k allocations: 12.3 KiB, 5.6% gc time)
//! ```
//!
//! Source: `src/trials.jl` of BenchmarkTools.jl before and since 1.0 (the block of words and the one of symbols), `@btime`
//! in `src/execution.jl`, and `time_print` in Julia's `base/timing.jl`. Times have three decimals, sizes two, in powers of
//! two.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, LabelsId, MeasurementId, Role, SpreadKind};
use crate::reading::amount::{Amount, BINARY_SIZES, Deviation, Family, Kind, What, explain, number, sized};
use crate::reading::emit::setting;
use crate::reading::flow::{TIMES, flow, rest_of_line};
use crate::reading::words::{Word, next_after_blanks, next_line, words};
use crate::sink::Sink;
use crate::unit::{Better, Unit};

/// Trials and timings of Julia.
pub const FORMAT: Format = Format {
    id: "julia",
    title: "BenchmarkTools.jl",
    marks: &["BenchmarkTools.Trial", "┊ GC", "allocation", "GC)", "allocs estimate"],
    breaks,
    starts,
    read,
};

/// A line and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 3;

/// The lines of a block, with what each is called and what it is.
const KEYS: &[(&[&str], &str, Role)] = &[
    (&["memory", "estimate:"], "memory", Role::Primary),
    (&["allocs", "estimate:"], "allocs", Role::Primary),
    (&["minimum", "time:"], "minimum", Role::Primary),
    (&["median", "time:"], "median", Role::Primary),
    (&["mean", "time:"], "mean", Role::Primary),
    (&["maximum", "time:"], "maximum", Role::Primary),
    (&["samples:"], "samples", Role::Context),
    (&["evals/sample:"], "evals/sample", Role::Context),
    (&["time", "tolerance:"], "time tolerance", Role::Context),
    (&["memory", "tolerance:"], "memory tolerance", Role::Context),
    (&["gctime:"], "gctime", Role::Component),
    (&["time:"], "time", Role::Primary),
    (&["memory:"], "memory", Role::Primary),
    (&["allocs:"], "allocs", Role::Primary),
];

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let key =
        |at: usize| KEYS.iter().take(8).any(|(key, ..)| key.iter().enumerate().all(|(i, part)| word(at + i) == *part));
    word(at).starts_with("BenchmarkTools.Trial") || key(at)
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    is_title(document.text(line))
        || line_kind(document, line).is_some_and(|found| found.opens())
        || below_prompt(document, line).is_some()
}

/// The title of a trial, with how often the code ran since version 1.0.
fn is_title(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("BenchmarkTools.Trial") && !text.ends_with(['.', ')'])
        || text.starts_with("BenchmarkTools.Trial: ")
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut end = line;
    let mut at = Some(line);
    let mut own = Labels::new();
    if let Some(below) = below_prompt(document, line) {
        sink.explain(document.line_span(line), RegionKind::Label);
        own.extend(prompted(document.text(line)).map(|code| setting("code", code)));
        (end, at) = (line + 1, Some(below));
    }
    let labels = sink.labels_at(document, line, own);
    if let Some(title) = at.filter(|&at| is_title(document.text(at))) {
        sink.explain(document.line_span(title), RegionKind::Context);
        end = title + 1;
        at = next_line(document, title);
    }
    while let Some(here) = at {
        if let Some(found) = line_kind(document, here) {
            // Another trial's first line begins another block.
            end = found.emit(document, labels, sink);
            if matches!(found, Line::Timed(..)) {
                break;
            }
        } else if is_rest(document.text(here)) {
            sink.explain(document.line_span(here), RegionKind::Context);
            end = here + 1;
        } else {
            break;
        }
        at = next_after_blanks(document, end - 1);
    }
    end.max(line + 1)
}

/// Whether a line is a block's rule, or the histogram and its legend.
fn is_rest(text: &str) -> bool {
    let text = text.trim();
    let bars = |c: char| ('▁'..='█').contains(&c) || c.is_whitespace();
    text.len() >= 8 && text.bytes().all(|b| b == b'-')
        || text.chars().all(bars)
        || text.contains("Histogram: ")
        || is_scale_end(text)
}

/// Whether a line is the end of a histogram's scale, which a mailer wrapped: `71.3 ns <`, `ns <`.
fn is_scale_end(text: &str) -> bool {
    text.ends_with(" <") && text.split_whitespace().count() <= 3
}

/// What someone typed to time it.
const PROMPT: &str = "julia> ";

/// The code that is timed on a prompt's line.
fn prompted(text: &str) -> Option<&str> {
    const MACROS: &[&str] = &["@btime ", "@benchmark ", "@time ", "@belapsed ", "@btimed "];
    let code = text.trim().strip_prefix(PROMPT)?;
    MACROS.iter().find_map(|name| code.strip_prefix(name)).map(|code| code.trim_end_matches(';').trim())
}

/// The block that follows a prompt's line.
fn below_prompt(document: &Document<'_>, line: usize) -> Option<usize> {
    prompted(document.text(line))?;
    let next = next_line(document, line)?;
    let block = is_title(document.text(next)) || line_kind(document, next).is_some_and(|found| found.opens());
    block.then_some(next)
}

/// A line of figures.
enum Line<'d> {
    /// A key and its value.
    Key(Figure<'d>),
    /// The least and the greatest time.
    Range(Figure<'d>, Figure<'d>, Vec<Word<'d>>, usize),
    /// The median, or the mean with its deviation.
    Time(Figure<'d>, Option<Deviation>, Vec<Word<'d>>, usize),
    /// Memory and allocations.
    Memory(Figure<'d>, Figure<'d>, Vec<Word<'d>>, usize),
    /// `@btime` and `@time`.
    Timed(Vec<Figure<'d>>, Vec<Word<'d>>, usize),
}

/// A figure by name.
struct Figure<'d> {
    name: &'static str,
    role: Role,
    amount: Amount,
    words: Vec<Word<'d>>,
    end: usize,
}

impl Figure<'_> {
    fn new(name: &'static str, role: Role, amount: Amount) -> Self {
        Self { name, role, amount, words: Vec::new(), end: 0 }
    }
}

fn line_kind<'d>(document: &'d Document<'_>, line: usize) -> Option<Line<'d>> {
    let flow = flow(document, line, ROW_LINES);
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    match text(0) {
        "Range" if text(1) == "(min" => range(document, &flow),
        "Time" if matches!(text(1), "(median):" | "(mean") => time(document, &flow),
        "Memory" if text(1) == "estimate:" => memory(document, &flow),
        _ => key(document, &flow).or_else(|| timed(document, line, &flow)),
    }
}

/// The place of the bar before the share of the garbage collector, and the place behind that.
fn collector(flow: &[Word<'_>], at: usize) -> Option<usize> {
    let bar = flow.get(at).filter(|word| matches!(word.text, "┊" | "|" | "?"))?;
    let colon = flow.iter().skip(at).take(5).position(|word| word.text.ends_with("):"))?;
    let percents = flow.iter().skip(at + colon + 1).take(3);
    let more = percents.take_while(|word| word.text.ends_with('%') || matches!(word.text, "…" | "±")).count();
    (!bar.text.is_empty() && more > 0).then_some(at + colon + 1 + more)
}

/// `range = "Range (min … max):" time "…" time "┊" collector`
fn range<'d>(document: &Document<'_>, flow: &[Word<'d>]) -> Option<Line<'d>> {
    let (min, taken) = Amount::at(document, flow.get(4..)?, &[TIMES])?;
    let (max, more) = Amount::at(document, flow.get(5 + taken..)?, &[TIMES])?;
    let end = collector(flow, 5 + taken + more)?;
    let figure = |name, amount| Figure::new(name, Role::Primary, amount);
    let (_, line) = rest_of_line(flow, end);
    Some(Line::Range(figure("minimum", min), figure("maximum", max), flow.get(..end)?.to_vec(), line))
}

/// `time = "Time (median):" time "┊" collector / "Time (mean ± σ):" time "±" time "┊" collector`
fn time<'d>(document: &Document<'_>, flow: &[Word<'d>]) -> Option<Line<'d>> {
    let median = flow.get(1)?.text == "(median):";
    let start = if median { 2 } else { 4 };
    let (amount, taken) = Amount::at(document, flow.get(start..)?, &[TIMES])?;
    let mut at = start + taken;
    let mut deviation = None;
    if !median {
        let (by, more) = Amount::at(document, flow.get(at + 1..)?, &[TIMES])?;
        deviation = Some(Deviation::Amount(by));
        at += 1 + more;
    }
    let end = collector(flow, at)?;
    let name = if median { "median" } else { "mean" };
    let (_, line) = rest_of_line(flow, end);
    Some(Line::Time(Figure::new(name, Role::Primary, amount), deviation, flow.get(..end)?.to_vec(), line))
}

/// The sizes that Julia prints.
const SIZES: &[Family] = &[BINARY_SIZES];

/// A size, whose smallest unit is written as a word.
fn size(document: &Document<'_>, words: &[Word<'_>]) -> Option<(Amount, usize)> {
    let unit = words.get(1)?.text.trim_end_matches([',', ')', '.']);
    let unit = if matches!(unit, "bytes" | "byte") { "B" } else { unit };
    let kind = sized(unit, SIZES)?;
    Some((Amount::bare(document, words.first()?, kind)?, 2))
}

/// `memory = "Memory estimate:" size "," "allocs estimate:" count "."`
fn memory<'d>(document: &Document<'_>, flow: &[Word<'d>]) -> Option<Line<'d>> {
    let (size, taken) = size(document, flow.get(2..)?)?;
    let at = 2 + taken;
    if flow.get(at)?.text != "allocs" {
        return None;
    }
    let word = flow.get(at + 2)?;
    let allocs = count(document, word)?;
    let (_, line) = rest_of_line(flow, at + 3);
    let (size, allocs) = (Figure::new("memory", Role::Primary, size), Figure::new("allocs", Role::Primary, allocs));
    Some(Line::Memory(size, allocs, flow.get(..at + 3)?.to_vec(), line))
}

/// A whole number, perhaps before the end of a sentence.
fn count(document: &Document<'_>, word: &Word<'_>) -> Option<Amount> {
    let text = word.text.trim_end_matches(['.', ',', ')']);
    let (length, _) = number(text)?;
    let kind = Kind::Fixed(Unit::none());
    Amount::glued(document, word, text, |rest| (rest.is_empty() && length > 0).then_some((0, 0, 0, kind)))
}

/// `key = name ":" (time ["(" percent "GC)"] / size / count)`
fn key<'d>(document: &Document<'_>, flow: &[Word<'d>]) -> Option<Line<'d>> {
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    let (parts, name, role) =
        KEYS.iter().find(|(parts, ..)| parts.iter().enumerate().all(|(at, part)| text(at) == *part))?;
    let at = parts.len();
    let value = flow.get(at..)?;
    let (amount, taken) = Amount::at(document, value, &[TIMES])
        .or_else(|| size(document, value))
        .or_else(|| Some((count(document, value.first()?)?, 1)))?;
    let mut at = at + taken;
    let collected =
        text(at).starts_with('(') && text(at + 1) == "GC)" || text(at).starts_with('(') && text(at).ends_with("%)");
    // Only in a trial have these words a share of the collector behind them.
    let line = flow.first()?.line;
    let needs = matches!(*name, "minimum" | "median" | "mean" | "maximum");
    if needs && !collected {
        return None;
    }
    at += if collected { 1 + usize::from(text(at + 1) == "GC)") } else { 0 };
    let (rest, end) = rest_of_line(flow, at);
    if !rest.is_empty() || flow.get(at.checked_sub(1)?)?.line > line + 2 {
        return None;
    }
    Some(Line::Key(Figure { name, role: *role, amount, words: flow.get(..at)?.to_vec(), end }))
}

/// `timed = time "(" count "allocations:" size ["," share] ")"`
fn timed<'d>(document: &Document<'_>, line: usize, flow: &[Word<'d>]) -> Option<Line<'d>> {
    let here = words(document, line);
    let (time, taken) = seconds(document, flow)?;
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    if !text(taken).starts_with('(') || here.len() < taken {
        return None;
    }
    let (_, first) = flow.get(taken)?.split(1)?;
    let mut at = taken + 1;
    let (allocations, at_word) = (Amount::bare(document, &first, Kind::Fixed(Unit::none()))?, text(at));
    // `1.23 k allocations`
    let power = match at_word {
        "k" => 3,
        "M" => 6,
        "G" => 9,
        _ => 0,
    };
    at += usize::from(power > 0);
    if !text(at).starts_with("allocation") {
        return None;
    }
    at += 1;
    let name = if text(1) == "seconds" { "elapsed" } else { "time" };
    let mut figures = vec![Figure::new(name, Role::Primary, time)];
    figures.push(Figure::new("allocs", Role::Primary, allocations.raised(power)));
    if let Some((size, taken)) = flow.get(at..).and_then(|rest| size(document, rest)) {
        figures.push(Figure::new("memory", Role::Primary, size));
        at += taken;
    }
    // What follows in the brackets are shares.
    let open = !text(at.checked_sub(1)?).contains(')');
    let close = flow.iter().skip(at).take(16).position(|word| word.text.ends_with(')')).filter(|_| open);
    at += close.map_or(0, |close| close + 1);
    let (_, end) = rest_of_line(flow, at);
    Some(Line::Timed(figures, flow.get(..at)?.to_vec(), end))
}

/// A time, whose unit `@time` writes as a word.
fn seconds(document: &Document<'_>, flow: &[Word<'_>]) -> Option<(Amount, usize)> {
    if flow.get(1)?.text == "seconds" {
        return Some((Amount::bare(document, flow.first()?, sized("s", &[TIMES])?)?, 2));
    }
    Amount::at(document, flow, &[TIMES])
}

impl Line<'_> {
    /// Whether a block may begin with it: words that others use too must follow a title.
    fn opens(&self) -> bool {
        match self {
            Self::Key(figure) => {
                !matches!(
                    figure.name,
                    "samples" | "evals/sample" | "time" | "gctime" | "time tolerance" | "memory tolerance"
                ) && figure.words.len() > 3
                    || figure.words.first().is_some_and(|word| word.text == "allocs")
            }
            _ => true,
        }
    }

    /// Adds the figures; gives the first line behind.
    fn emit(&self, document: &Document<'_>, labels: LabelsId, sink: &mut Sink) -> usize {
        match self {
            Self::Key(figure) => {
                explain(document, &figure.words, RegionKind::Context, sink);
                measure(figure, None, labels, sink);
                figure.end
            }
            Self::Range(one, other, all, end) | Self::Memory(one, other, all, end) => {
                explain(document, all, RegionKind::Context, sink);
                measure(one, None, labels, sink);
                measure(other, None, labels, sink);
                *end
            }
            Self::Time(figure, deviation, all, end) => {
                explain(document, all, RegionKind::Context, sink);
                measure(figure, deviation.as_ref(), labels, sink);
                *end
            }
            Self::Timed(figures, all, end) => {
                explain(document, all, RegionKind::Context, sink);
                for figure in figures {
                    measure(figure, None, labels, sink);
                }
                *end
            }
        }
    }
}

fn measure(
    figure: &Figure<'_>,
    deviation: Option<&Deviation>,
    labels: LabelsId,
    sink: &mut Sink,
) -> Option<MeasurementId> {
    let better = if figure.role == Role::Context { Better::Unknown } else { Better::Lower };
    let what = What::new(figure.name, better, figure.role, FORMAT.id).spread(SpreadKind::Deviation);
    figure.amount.measure_with(&what, deviation, labels, sink)
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn a_trial_in_words() {
        let text = "BenchmarkTools.Trial: \n  memory estimate:  964.43 MiB\n  allocs estimate:  10116945\n  --------------\n\
            \x20 minimum time:     671.458 ms (11.55% GC)\n  median time:      1.895 s (11.49% GC)\n  --------------\n  samples:          8\n  evals/sample:     1\n";
        assert_eq!(
            shown(text),
            [
                "memory 964.43 MiB Lower",
                "allocs 10116945  Lower",
                "minimum 671.458 ms Lower",
                "median 1.895 s Lower",
                "samples 8  Unknown",
                "evals/sample 1  Unknown",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn a_trial_in_symbols() {
        let text = "julia> @benchmark f($x)\nBenchmarkTools.Trial: 10000 samples with 999 evaluations.\n\
            \x20Range (min … max):  11.200 ns … 107.700 ns  ┊ GC (min … max): 0.00% … 0.00%\n\
            \x20Time  (median):     11.300 ns               ┊ GC (median):    0.00%\n\
            \x20Time  (mean ± σ):   11.600 ns ±   2.300 ns  ┊ GC (mean ± σ):  0.00% ± 0.00%\n\n\
            \x20 ▁█▂ ▁\n  ███▇\n  11.2 ns         Histogram: frequency by time        13.1 ns <\n\n\
            \x20Memory estimate: 96 bytes, allocs estimate: 3.\n";
        assert_eq!(
            shown(text),
            [
                "minimum 11.2 ns Lower code=f($x)",
                "maximum 107.7 ns Lower code=f($x)",
                "median 11.3 ns Lower code=f($x)",
                "mean 11.6 ns Lower ±2.3 code=f($x)",
                "memory 96 B Lower code=f($x)",
                "allocs 3  Lower code=f($x)",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn timings_stand_in_one_line() {
        let text = "julia> @btime f($x);\n  1.234 μs (3 allocations: 96 bytes)\n\njulia> @time g()\n  0.123456 seconds (1.23 k allocations: 12.3 KiB, 5.6% gc time)\n";
        assert_eq!(
            shown(text),
            [
                "time 1.234 us Lower code=f($x)",
                "allocs 3  Lower code=f($x)",
                "memory 96 B Lower code=f($x)",
                "elapsed 0.123456 s Lower code=g()",
                "allocs 1230  Lower code=g()",
                "memory 12595.2 B Lower code=g()",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

//! criterion.rs, the statistics-driven benchmarks of Rust programs.
//!
//! ```text
//! Benchmarking parse/small: Collecting 100 samples in estimated 5.0034 s (10k iterations)
//! parse/small             time:   [2.5094 ms 2.5306 ms 2.5553 ms]
//!                         thrpt:  [391.34 MiB/s 395.17 MiB/s 398.51 MiB/s]
//!                  change:
//!                         time:   [-1.2000% +0.1000% +1.5000%] (p = 0.71 > 0.05)
//!                         No change in performance detected.
//! Found 8 outliers among 100 measurements (8.00%)
//!   4 (4.00%) high mild
//! ```
//!
//! Source: `CliReport` in criterion.rs's `src/report.rs`, `src/format.rs`, and the chapter on its output in the user guide.
//! A name of more than 23 characters stands on a line of its own. The three figures are the estimate with the ends of
//! its confidence interval left and right; the unit is chosen for each benchmark. Changes are relative to a run before.

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, LabelsId, PrintedChange, Role};
use crate::reading::flow::{Series, Size, Sized, TIMES, flow, rest_of_line, time_unit};
use crate::reading::words::{Word, next_line, span_of, words};
use crate::sink::Sink;
use crate::source::Span;
use crate::unit::Better;

/// criterion.rs.
pub const FORMAT: Format =
    Format { id: "criterion", title: "criterion.rs", marks: &["time:", "Benchmarking "], breaks, starts, read };

/// An estimate and what was wrapped of it take at most this many lines.
const ESTIMATE_LINES: usize = 3;

/// A benchmark's name has at most this many words; more are a sentence.
const MOST_NAME_WORDS: usize = 10;

/// The rates that throughput is printed in.
const RATES: &[Size] = &[
    Size::data_rate("B/s", 0, 0, 1.0),
    Size::data_rate("KiB/s", 0, 10, 1024.0),
    Size::data_rate("MiB/s", 0, 20, 1_048_576.0),
    Size::data_rate("GiB/s", 0, 30, 1_073_741_824.0),
    Size::data_rate("TiB/s", 0, 40, 1_099_511_627_776.0),
];
const DECIMAL_RATES: &[Size] =
    &[Size::data_rate("KB/s", 3, 0, 1e3), Size::data_rate("MB/s", 6, 0, 1e6), Size::data_rate("GB/s", 9, 0, 1e9)];
const ELEMENTS: &[Size] = &[
    Size::rate("elem/s", 0, 1.0),
    Size::rate("Kelem/s", 3, 1e3),
    Size::rate("Melem/s", 6, 1e6),
    Size::rate("Gelem/s", 9, 1e9),
];

/// A text that lost its line ends breaks at the lines' marks; the names between them can't be told from what is before.
fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let opens = word(at + 1).starts_with('[') && matches!(word(at), "thrpt:" | "change:");
    opens || word(at) == "Benchmarking" || word(at) == "Found" && word(at + 2).starts_with("outlier")
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    if is_progress(text) || is_change(text) || text.contains("time:") && timed(document, line).is_some() {
        return true;
    }
    name_above(document, line).is_some()
}

/// Whether a line begins a change whose benchmark above it is lost.
fn is_change(text: &str) -> bool {
    text.starts_with([' ', '\t']) && text.trim() == "change:"
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if is_change(document.text(line)) {
        sink.explain(document.line_span(line), RegionKind::Label);
        return read_more(document, line + 1, None, None, sink);
    }
    if is_progress(document.text(line)) {
        return explain_progress(document, line, sink);
    }
    let above = name_above(document, line);
    let time_line = above.as_ref().map_or(line, |(_, below)| *below);
    let Some(timed) = timed(document, time_line) else { return line + 1 };
    let mut name = timed.name.clone();
    if let Some((text, _)) = above {
        sink.explain(document.line_span(line), RegionKind::Label);
        name = text;
    }
    if name.is_empty() {
        let span = document.line_span(time_line);
        sink.explain(span, RegionKind::Unread);
        sink.diagnose(span, DiagnosticKind::Nameless(FORMAT.title.to_owned()));
        return read_more(document, timed.end, None, None, sink);
    }
    let labels = sink.labels_at(document, line, Labels::new());
    if let Some(span) = span_of(document, &timed.before) {
        sink.explain(span, RegionKind::Label);
    }
    let time = measure(document, &name, labels, &timed.estimate, sink);
    read_more(document, timed.end, Some((&name, labels)), time, sink)
}

/// Whether a line tells what the tool is doing, or advises about it.
fn is_progress(text: &str) -> bool {
    let text = text.trim();
    let doing = text.strip_prefix("Benchmarking ").is_some_and(|rest| {
        [": Warming up for ", ": Collecting ", ": Analyzing", ": Complete"].iter().any(|step| rest.contains(step))
            || rest.split_whitespace().count() <= 2 && !rest.ends_with(['.', ':', ','])
    });
    doing || text.starts_with("Warning: Unable to complete ") && text.contains(" samples in ") || is_outliers(text)
}

/// Whether a line counts the outliers: `Found 8 outliers among 100 measurements (8.00%)`, `4 (4.00%) high mild`.
fn is_outliers(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(5).collect();
    match words.as_slice() {
        ["Found", _, "outliers", "among", ..] => true,
        [count, share, "low" | "high", "mild" | "severe"] => {
            lex::printed(count).is_some_and(|p| p.rest.is_empty()) && share.starts_with('(') && share.ends_with("%)")
        }
        _ => false,
    }
}

/// What the tool says about a change.
fn is_verdict(text: &str) -> bool {
    ["No change in performance", "Performance has ", "Change within noise threshold"]
        .iter()
        .any(|said| text.trim_start().starts_with(said))
}

/// Progress whose estimate or advice was wrapped goes on to the closing bracket or to the sentence's end.
fn explain_progress(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    sink.explain(document.line_span(line), RegionKind::Context);
    let text = document.text(line).trim_end();
    if let Some(words) = text.trim_start().strip_prefix("Warning:") {
        sink.diagnose(document.line_span(line), DiagnosticKind::ToolWarning(words.trim().to_owned()));
    }
    let open = text.contains(": Collecting ") && !text.ends_with(')');
    let closes = |text: &str| text.trim_end().ends_with("iterations)");
    match next_line(document, line).filter(|&next| open && closes(document.text(next))) {
        Some(next) => {
            sink.explain(document.line_span(next), RegionKind::Context);
            next + 1
        }
        None => line + 1,
    }
}

/// Three figures in one unit: the estimate between the ends of its interval.
struct Estimate<'d> {
    /// The words of the numbers, and the characters of each.
    numbers: Vec<(Word<'d>, Sized<'d>)>,
    units: &'static [Size],
    /// How many words it takes.
    taken: usize,
}

/// The unit that a word names, among those of its kind.
fn unit_of(word: &str) -> Option<(&'static Size, &'static [Size])> {
    if let Some(time) = time_unit(word) {
        return Some((time, TIMES));
    }
    [RATES, DECIMAL_RATES, ELEMENTS]
        .into_iter()
        .find_map(|sizes| sizes.iter().find(|size| size.symbol == word).map(|size| (size, sizes)))
}

/// `estimate = "[" number unit number unit number unit "]"`
fn estimate<'d>(words: &[Word<'d>]) -> Option<Estimate<'d>> {
    let six = words.get(..6)?;
    if !six.first()?.text.starts_with('[') || !six.last()?.text.ends_with(']') {
        return None;
    }
    let mut numbers = Vec::new();
    let mut kind = None;
    for pair in six.chunks_exact(2) {
        let [number, unit] = pair else { return None };
        let text = number.text.trim_start_matches('[');
        let printed = lex::printed(text).filter(|p| p.rest.is_empty() && p.number >= 0.0)?;
        let (size, sizes) = unit_of(unit.text.trim_end_matches(']'))?;
        if *kind.get_or_insert(sizes) != sizes {
            return None;
        }
        numbers.push((*number, Sized { printed, size }));
    }
    Some(Estimate { numbers, units: kind?, taken: 6 })
}

/// `change = "[" percent percent percent "]" ["(p = " number ("<" / ">") number ")"]`: how many words it takes.
fn change(words: &[Word<'_>]) -> Option<usize> {
    let three = words.get(..3)?;
    let percent = |word: &Word<'_>| word.text.trim_matches(['[', ']']).ends_with('%');
    if !three.first()?.text.starts_with('[') || !three.iter().all(percent) {
        return None;
    }
    let text = |at: usize| words.get(at).map_or("", |word| word.text);
    let tested = text(3) == "(p" && text(7).ends_with(')');
    Some(if tested { 8 } else { 3 })
}

/// The figures of a [`change`].
fn printed_change(words: &[Word<'_>], figure: Span) -> Option<PrintedChange> {
    change(words)?;
    let share = |word: &Word<'_>| {
        let digits = word.text.trim_matches(['[', ']']).trim_end_matches('%').replace('−', "-");
        lex::value(digits.trim_start_matches('+')).map(|percent| percent / 100.0)
    };
    let three = words.get(..3)?.iter().map(share).collect::<Option<Vec<f64>>>()?;
    let [low, middle, high] = <[f64; 3]>::try_from(three).ok()?;
    let text = |at: usize| words.get(at).map_or("", |word| word.text);
    let p = if text(3) == "(p" { lex::value(text(5)) } else { None };
    (middle > -1.0).then_some(PrintedChange { figure, low, middle, high, p })
}

/// A line with an estimate of time.
struct Timed<'d> {
    /// The words before, which are the name.
    before: Vec<Word<'d>>,
    name: String,
    estimate: Estimate<'d>,
    end: usize,
}

/// `timed = [name] "time:" estimate`
fn timed<'d>(document: &'d Document<'_>, line: usize) -> Option<Timed<'d>> {
    let here = words(document, line).iter().position(|word| word.text == "time:")?;
    let flow = flow(document, line, ESTIMATE_LINES);
    let estimate = estimate(flow.get(here + 1..)?).filter(|found| found.units == TIMES)?;
    let before = flow.get(..here)?.to_vec();
    let name = before.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    let (_, end) = rest_of_line(&flow, here + 1 + estimate.taken);
    Some(Timed { before, name, estimate, end })
}

/// The name that a line is, and the line below with its estimate.
fn name_above(document: &Document<'_>, line: usize) -> Option<(String, usize)> {
    let text = document.text(line).trim();
    let sentence = text.ends_with([':', '.', ',', '!', '?']) || text.starts_with('#') || text.contains("time:");
    let named = text.contains(char::is_alphanumeric) && !sentence && !is_verdict(text) && !is_progress(text);
    let words: Vec<&str> = text.split_whitespace().take(MOST_NAME_WORDS + 1).collect();
    if !named || words.len() > MOST_NAME_WORDS {
        return None;
    }
    let below = next_line(document, line).filter(|&next| document.text(next).trim_start().starts_with("time:"))?;
    timed(document, below).map(|_| (words.join(" "), below))
}

/// Adds the figure in the middle, and gives its place; its ends say how sure it is.
fn measure(
    document: &Document<'_>,
    name: &str,
    labels: LabelsId,
    estimate: &Estimate<'_>,
    sink: &mut Sink,
) -> Option<Span> {
    let [(low, _), (word, figure), (high, _)] = estimate.numbers.as_slice() else { return None };
    for end in [low, high] {
        sink.explain(end.span(document), RegionKind::Context);
    }
    let better = if estimate.units == TIMES { Better::Lower } else { Better::Higher };
    let series = Series { name, better, role: Role::Primary, format: FORMAT.id };
    let unit = series.known(estimate.units, sink).unwrap_or(figure.size);
    let span = word.part(document, figure.printed.digits);
    series.measure(figure, unit, (labels, span), sink);
    Some(span)
}

/// Reads what stands under a time: throughput, changes, verdicts, outliers and the statistics of `--verbose`. A throughput
/// stands right under its time; elsewhere the time was lost, and there is no saying of what benchmark it is.
fn read_more(
    document: &Document<'_>,
    start: usize,
    mut benchmark: Option<(&str, LabelsId)>,
    mut time: Option<Span>,
    sink: &mut Sink,
) -> usize {
    let mut end = start;
    while let Some(next) = next_line(document, end - 1) {
        let flow = flow(document, next, ESTIMATE_LINES);
        let taken = remark(document, next, &flow, sink)
            .or_else(|| throughput(document, &flow, benchmark, sink))
            .or_else(|| derived(document, &flow, &mut time, sink));
        let Some(taken) = taken else { break };
        benchmark = None;
        end = rest_of_line(&flow, taken).1;
    }
    end
}

/// A line of remarks on the figures above: how many words it takes.
fn remark(document: &Document<'_>, line: usize, flow: &[Word<'_>], sink: &mut Sink) -> Option<usize> {
    let text = document.text(line).trim();
    if !is_verdict(text) && !is_outliers(text) && text != "change:" {
        return None;
    }
    sink.explain(document.line_span(line), RegionKind::Derived);
    Some(flow.iter().take_while(|word| word.line == line).count())
}

/// `throughput = "thrpt:" estimate`: how many words it takes.
fn throughput(
    document: &Document<'_>,
    flow: &[Word<'_>],
    benchmark: Option<(&str, LabelsId)>,
    sink: &mut Sink,
) -> Option<usize> {
    let (key, body) = flow.split_first().filter(|(key, _)| key.text == "thrpt:")?;
    let found = estimate(body)?;
    if let Some((name, labels)) = benchmark {
        measure(document, name, labels, &found, sink);
    } else {
        let span = document.line_span(key.line);
        sink.explain(span, RegionKind::Unread);
        sink.diagnose(span, DiagnosticKind::Nameless(FORMAT.title.to_owned()));
    }
    sink.explain(key.span(document), RegionKind::Label);
    Some(1 + found.taken)
}

/// `derived = ("time:" / "thrpt:" / "change:") change / ("slope" / "mean" / "median") "[" *word`: how many words it takes.
///
/// The first change under a time is that of the time.
fn derived(document: &Document<'_>, flow: &[Word<'_>], time: &mut Option<Span>, sink: &mut Sink) -> Option<usize> {
    let (key, body) = flow.split_first()?;
    if matches!(key.text, "time:" | "change:") {
        sink.changes.extend(time.take().and_then(|figure| printed_change(body, figure)));
    }
    let taken = match key.text {
        "time:" | "thrpt:" | "change:" => 1 + change(body)?,
        "slope" | "mean" | "median" if body.first()?.text.starts_with('[') => {
            flow.iter().take_while(|word| word.line == key.line).count()
        }
        _ => return None,
    };
    let span = span_of(document, flow.get(..taken)?)?;
    sink.explain(span, RegionKind::Derived);
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Measurement;
    use crate::testing::read;

    /// Figures with metric, value and unit.
    fn shown(text: &str) -> Vec<String> {
        let parsed = read(text);
        let show = |m: &Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            format!("{} {} {} {:?}", metric.name, m.value, metric.unit.symbol, metric.better)
        };
        parsed.measurements.iter().map(show).collect()
    }

    #[test]
    fn the_middle_is_the_figure_and_all_else_is_explained() {
        let text = "parse/small             time:   [2.5094 ms 2.5306 ms 2.5553 ms]\n\
                    \x20                       thrpt:  [391.34 MiB/s 395.17 MiB/s 398.51 MiB/s]\n\
                    \x20                change:\n\
                    \x20                       time:   [−1.2000% +0.1000% +1.5000%] (p = 0.71 > 0.05)\n\
                    \x20                       thrpt:  [-1.5000% -0.1000% +1.2000%]\n\
                    \x20                       No change in performance detected.\n\
                    Found 8 outliers among 100 measurements (8.00%)\n  4 (4.00%) high mild\n  4 (4.00%) high severe\n\
                    slope  [2.5094 ms 2.5553 ms] R^2            [0.8660614 0.8640630]\n";
        assert_eq!(shown(text), ["parse/small 2.5306 ms Lower", "parse/small 395.17 MiB/s Higher"]);
        let parsed = read(text);
        assert_eq!(parsed.ledger.unread, 0);
        let [change] = parsed.changes.as_slice() else { panic!("one change: {:?}", parsed.changes) };
        assert_eq!((change.low, change.middle, change.high, change.p), (-0.012, 0.001, 0.015, Some(0.71)));
        assert_eq!(parsed.slice(change.figure), "2.5306");
    }

    #[test]
    fn a_long_name_stands_on_the_line_above() {
        assert_eq!(
            shown("sort i32 nulls to indices 2^10\n      time:   [4.9325 µs 4.9370 µs 4.9422 µs]\n"),
            ["sort i32 nulls to indices 2^10 4.937 us Lower"]
        );
    }

    #[test]
    fn one_benchmark_has_one_unit() {
        assert_eq!(
            shown("a   time:   [990.00 ns 995.50 ns 999.00 ns]\na   time:   [1.0010 µs 1.0020 µs 1.0030 µs]\n"),
            ["a 995.5 ns Lower", "a 1002 ns Lower"]
        );
    }

    #[test]
    fn wrapped_estimates_are_put_together() {
        assert_eq!(
            shown(
                "sort\n      time:   [4.9325 µs 4.9370\nµs 4.9422 µs]\n  change: [-1.0% -0.9% -0.8%] (p = 0.00 <\n0.05)\n"
            ),
            ["sort 4.937 us Lower"]
        );
    }

    #[test]
    fn figures_without_a_name_are_left_and_noted() {
        let parsed =
            read("```\n      time:   [4.9325 µs 4.9370 µs 4.9422 µs]\n      thrpt:  [1.0 KiB/s 2.0 KiB/s 3.0 KiB/s]\n");
        assert_eq!((parsed.measurements.len(), parsed.ledger.unread), (0, 6));
        assert!(parsed.diagnostics.iter().any(|d| d.kind.slug() == "nameless-figures"));
    }

    #[test]
    fn a_throughput_whose_time_was_lost_is_of_no_benchmark() {
        let text = "a   time:   [1.0 ms 2.0 ms 3.0 ms]\nFound 2 outliers among 9 measurements (22.22%)\n\
                    \x20   thrpt:  [1.0 KiB/s 2.0 KiB/s 3.0 KiB/s]\n";
        assert_eq!(shown(text), ["a 2 ms Lower"]);
        assert!(read(text).diagnostics.iter().any(|d| d.kind.slug() == "nameless-figures"));
    }

    #[test]
    fn progress_is_no_result() {
        for text in [
            "Benchmarking a: Warming up for 3.0000 s",
            "Benchmarking a b: Collecting 100 samples in estimated 5.0034 s (10k iterations)",
            "Warning: Unable to complete 100 samples in 5.0s. You may wish to increase target time to 8.9s.",
            "Benchmarking a",
        ] {
            assert!(is_progress(text), "{text}");
        }
        assert!(!is_progress("Benchmarking is hard to do well."));
        assert_eq!(shown("time: [1 2 3]\nreal time: [1 ms 2 ms]\n"), [""; 0]);
    }
}

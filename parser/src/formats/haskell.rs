//! criterion and gauge of Haskell, and tasty-bench.
//!
//! ```text
//! benchmarking 1000/insert
//! time                 39.64 μs   (39.32 μs .. 40.04 μs)
//!                      0.999 R²   (0.999 R² .. 1.000 R²)
//! mean                 39.63 μs   (39.36 μs .. 40.05 μs)
//! std dev              1.103 μs   (771.3 ns .. 1.838 μs)
//! variance introduced by outliers: 28% (moderately inflated)
//! ```
//!
//! ```text
//! All
//!   fibo
//!     fifth: OK (2.13s)
//!       63 ns ± 3.4 ns, 12% less than baseline
//! ```
//!
//! Source: `Criterion.Analysis` and `Criterion.Internal` of criterion, `Gauge.Main` of gauge, `Test.Tasty.Bench` of
//! tasty-bench. `time` is the slope of a regression, R² how well it fits; the brackets have the ends of a 95 % interval. In
//! tasty-bench ± is twice the standard deviation; with statistics of the runtime, memory follows it.

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, LabelsId, Role, SpreadKind};
use crate::reading::amount::{Amount, Deviation, SIZES, What, explain};
use crate::reading::emit::parameter;
use crate::reading::flow::{TIMES, flow, rest_of_line};
use crate::reading::words::{Word, next_line};
use crate::sink::Sink;
use crate::unit::Better;

/// Benchmarks of Haskell.
pub const FORMAT: Format = Format {
    id: "haskell",
    title: "criterion, gauge or tasty-bench (Haskell)",
    marks: &["R²", "R2", " .. ", " OK"],
    breaks: |_: &[Token<'_>], _| false,
    starts,
    read,
};

/// Groups nest at most so deep.
const MOST_GROUPS: usize = 6;

/// A group's name has at most this many words.
const MOST_GROUP_WORDS: usize = 6;

/// In a tree without indentation a group's name stands at most so many lines above its tests.
const MOST_FLAT: usize = 60;

/// A line and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 3;

fn starts(document: &Document<'_>, line: usize) -> bool {
    title(document, line).is_some()
        || is_orphan(document, line)
        || test(document, line).is_some()
        || is_lost(document, line)
        || is_group(document, line, MOST_GROUPS)
        || is_summary(document.text(line))
}

/// Whether a line is an estimate whose benchmark's title is lost.
fn is_orphan(document: &Document<'_>, line: usize) -> bool {
    estimate(document, line).is_some()
}

/// Whether a line is a test without its time, or a time without its test, within a tree of tests.
fn is_lost(document: &Document<'_>, line: usize) -> bool {
    let indented = indent(document, line) > 0;
    indented && (passed(document.text(line)).is_some() || is_time(document, line))
}

/// How many spaces a line is indented by.
fn indent(document: &Document<'_>, line: usize) -> usize {
    document.text(line).len() - document.text(line).trim_start().len()
}

/// Whether a line names a group: a test or another group stands below it, indented more.
fn is_group(document: &Document<'_>, line: usize, most: usize) -> bool {
    let text = document.text(line).trim();
    if text.is_empty() || text.split_whitespace().count() > MOST_GROUP_WORDS || passed(text).is_some() {
        return false;
    }
    let flat = |next: usize| next == line + 1 && indent(document, next) == 0 && indent(document, line) == 0;
    let inner = |next: usize| indent(document, next) > indent(document, line) || flat(next);
    let below = next_line(document, line).filter(|&next| inner(next));
    let tested = |next: usize| passed(document.text(next)).is_some() || is_time(document, next);
    below.is_some_and(|next| tested(next) || most > 0 && is_group(document, next, most - 1))
}

/// Whether a line has the time of a test: `63.2 ns ± 3.4 ns`.
fn is_time(document: &Document<'_>, line: usize) -> bool {
    let flow = flow(document, line, ROW_LINES);
    Amount::at(document, &flow, &[TIMES]).is_some_and(|(_, taken)| flow.get(taken).is_some_and(|word| word.text == "±"))
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if let Some((name, below)) = title(document, line) {
        return read_report(document, line, (&name, below), sink);
    }
    if let Some(test) = test(document, line) {
        return test.emit(document, line, sink);
    }
    if let Some(orphan) = estimate(document, line) {
        let span = document.line_span(line);
        sink.explain(span, RegionKind::Unread);
        sink.diagnose(span, DiagnosticKind::Nameless(FORMAT.title.to_owned()));
        return orphan.end;
    }
    let kind = match () {
        () if is_summary(document.text(line)) => RegionKind::Context,
        () if is_time(document, line) => RegionKind::Unread,
        () => RegionKind::Label,
    };
    if kind == RegionKind::Unread {
        sink.diagnose(document.line_span(line), DiagnosticKind::Nameless(FORMAT.title.to_owned()));
    }
    sink.explain(document.line_span(line), kind);
    line + 1
}

/// A benchmark's title and the line with its time.
fn title(document: &Document<'_>, line: usize) -> Option<(String, usize)> {
    let text = document.text(line).trim();
    let name = ["benchmarking ", "benchmarked "].iter().find_map(|lead| text.strip_prefix(lead))?;
    let below = next_line(document, line)?;
    // A progress line may be left in front: `benchmarking a ... took 5.1 s, total 56 iterations`.
    let name = name.split(" ... ").next().unwrap_or(name);
    let below =
        if document.text(below).trim_start().starts_with("benchmarked ") { next_line(document, below)? } else { below };
    estimate(document, below)?;
    Some((name.to_owned(), below))
}

/// A line with an estimate and its interval.
struct Estimate<'d> {
    name: &'static str,
    /// None for the fit of the regression.
    amount: Option<Amount>,
    words: Vec<Word<'d>>,
    end: usize,
}

/// `estimate = ("time" / "mean" / "std dev") amount "(" amount ".." amount ")" / number "R²" "(" … ")"`
fn estimate<'d>(document: &'d Document<'_>, line: usize) -> Option<Estimate<'d>> {
    let flow = flow(document, line, ROW_LINES);
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    let (name, at) = match (text(0), text(1)) {
        ("time", _) => ("time", 1),
        ("mean", _) => ("mean", 1),
        ("std", "dev") => ("std dev", 2),
        (_, unit) if unit.starts_with('R') && text(2).starts_with('(') => ("R²", 0),
        _ => return None,
    };
    let amount = if name == "R²" { None } else { Some(Amount::at(document, flow.get(at..)?, &[TIMES])?.0) };
    let close = flow.iter().skip(at).take(9).position(|word| word.text.ends_with(')'))?;
    let interval = flow.get(at..=at + close)?.iter().any(|word| word.text == "..");
    let end = at + close + 1;
    let (_, line) = rest_of_line(&flow, end);
    interval.then_some(Estimate { name, amount, words: flow.get(..end)?.to_vec(), end: line })
}

fn read_report(document: &Document<'_>, line: usize, (name, below): (&str, usize), sink: &mut Sink) -> usize {
    for line in line..below {
        sink.explain(document.line_span(line), RegionKind::Label);
    }
    let labels = sink.labels_at(document, line, Labels::new());
    let (mut end, mut at) = (below, Some(below));
    let mut place = None;
    while let Some(here) = at {
        if let Some(found) = estimate(document, here) {
            // They come in one order: what falls behind is of a benchmark whose title is lost.
            let order = ["time", "R²", "mean", "std dev"].iter().position(|name| *name == found.name);
            if order <= place {
                break;
            }
            place = order;
            explain(document, &found.words, RegionKind::Context, sink);
            let role = if found.name == "std dev" { Role::Quality } else { Role::Primary };
            if let Some(amount) = &found.amount {
                let metric = metric_name(name, found.name);
                amount.measure(&What::new(&metric, Better::Lower, role, FORMAT.id), labels, sink);
            }
            end = found.end;
        } else if document.text(here).trim_start().starts_with("variance introduced by outliers:") {
            sink.explain(document.line_span(here), RegionKind::Context);
            end = here + 1;
        } else {
            break;
        }
        at = next_line(document, end - 1);
    }
    end
}

/// What a figure of a benchmark is called: its time by the benchmark alone.
fn metric_name(benchmark: &str, figure: &str) -> String {
    if figure == "time" { benchmark.to_owned() } else { format!("{benchmark} {figure}") }
}

/// A test of tasty-bench with its figures.
struct Test<'d> {
    name: String,
    /// The groups that it stands under.
    group: String,
    /// Whether the groups had to be guessed.
    guessed: bool,
    time: Amount,
    deviation: Deviation,
    memory: Vec<(&'static str, Amount)>,
    figures: Vec<Word<'d>>,
    derived: Vec<Word<'d>>,
    end: usize,
}

/// `test = name ":" "OK" ["(" time ")"] time "±" time *("," size what) ["," change]`
fn test<'d>(document: &'d Document<'_>, line: usize) -> Option<Test<'d>> {
    let name = passed(document.text(line))?;
    let below = next_line(document, line)?;
    let flow = flow(document, below, ROW_LINES);
    let (time, taken) = Amount::at(document, &flow, &[TIMES])?;
    if flow.get(taken)?.text != "±" {
        return None;
    }
    let (by, more) = Amount::at(document, flow.get(taken + 1..)?, &[TIMES])?;
    let mut at = taken + 1 + more;
    let mut memory = Vec::new();
    while let Some((amount, taken)) = flow.get(at..).and_then(|rest| Amount::at(document, rest, &[SIZES])) {
        let what = flow.get(at + taken).map_or("", |word| word.text.trim_end_matches(','));
        let known = match what {
            "allocated" => ("allocated", 1),
            "copied" => ("copied", 1),
            "peak" => ("peak memory", 2),
            _ => break,
        };
        memory.push((known.0, amount));
        at += taken + known.1;
    }
    let figures = flow.get(..at)?.to_vec();
    // `12% less than baseline`, `same as baseline`
    let baseline = flow.iter().skip(at).take(4).position(|word| word.text == "baseline");
    let derived = flow.get(at..at + baseline.map_or(0, |at| at + 1))?.to_vec();
    let (_, end) = rest_of_line(&flow, at + derived.len());
    let flat = flat_group(document, line);
    let guessed = flat.is_some();
    let group = flat.unwrap_or_else(|| groups(document, line).join("."));
    Some(Test {
        name: name.trim().to_owned(),
        group,
        guessed,
        time,
        deviation: Deviation::Amount(by),
        memory,
        figures,
        derived,
        end,
    })
}

/// The name of a test that ran: `name: OK (2.13s)`.
fn passed(text: &str) -> Option<&str> {
    let (name, said) = text.trim_end().rsplit_once(": ")?;
    let said = said.trim_start();
    (said == "OK" || said.starts_with("OK (") && said.ends_with(')')).then_some(name)
}

/// Whether a line sums the tests up: `All 3 tests passed (4.21s)`.
fn is_summary(text: &str) -> bool {
    let text = text.trim();
    text.starts_with("All ") && text.contains(" tests passed (") && text.ends_with("s)")
}

/// The groups above a test that are indented less, the widest first.
fn groups(document: &Document<'_>, line: usize) -> Vec<String> {
    const MOST_ABOVE: usize = 200;
    let mut groups = Vec::new();
    let mut least = indent(document, line);
    for above in (line.saturating_sub(MOST_ABOVE)..line).rev().filter(|&above| !document.is_blank(above)) {
        if least == 0 || document.depth(above) != document.depth(line) {
            break;
        }
        let text = document.text(above).trim();
        if indent(document, above) < least && passed(text).is_none() {
            least = indent(document, above);
            // All tests stand under `All`.
            if text != "All" && text.split_whitespace().count() <= MOST_GROUP_WORDS {
                groups.push(text.to_owned());
            }
        }
    }
    groups.reverse();
    groups
}

/// The group right above a test in a tree that lost its indentation: what that group stands under can't be told.
fn flat_group(document: &Document<'_>, line: usize) -> Option<String> {
    if indent(document, line) > 0 {
        return None;
    }
    let tree = (0..line).rev().take_while(|&above| !document.is_blank(above) && indent(document, above) == 0);
    let named = |above: &usize| is_group(document, *above, MOST_GROUPS);
    let name = tree.take(MOST_FLAT).find(named).map(|above| document.text(above).trim().to_owned())?;
    Some(name).filter(|name| name != "All")
}

impl Test<'_> {
    fn emit(&self, document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
        sink.explain(document.line_span(line), RegionKind::Label);
        explain(document, &self.figures, RegionKind::Context, sink);
        explain(document, &self.derived, RegionKind::Derived, sink);
        let own = if self.group.is_empty() { Labels::new() } else { vec![parameter("group", &self.group)] };
        let labels = sink.labels_at(document, line, own);
        let what = What::new(&self.name, Better::Lower, Role::Primary, FORMAT.id).spread(SpreadKind::TwoDeviations);
        let before = sink.measurements.len();
        self.time.measure_with(&what, Some(&self.deviation), labels, sink);
        self.measure_memory(labels, sink);
        if self.guessed {
            sink.guess_since(before);
        }
        self.end
    }

    fn measure_memory(&self, labels: LabelsId, sink: &mut Sink) {
        for (name, amount) in &self.memory {
            let metric = metric_name(&self.name, name);
            amount.measure(&What::new(&metric, Better::Lower, Role::Primary, FORMAT.id), labels, sink);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn reports_have_a_slope_a_mean_and_a_deviation() {
        let text = "benchmarking 1000/insert two\ntime                 39.64 μs   (39.32 μs .. 40.04 μs)\n\
            \x20                    0.999 R²   (0.999 R² .. 1.000 R²)\nmean                 39.63 μs   (39.36 μs .. 40.05\nμs)\n\
            std dev              771.3 ns   (103.1 ns .. 1.838 μs)\nvariance introduced by outliers: 28% (moderately inflated)\n";
        assert_eq!(
            shown(text),
            [
                "1000/insert two 39.64 us Lower",
                "1000/insert two mean 39.63 us Lower",
                "1000/insert two std dev 771.3 ns Lower",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn tests_stand_under_their_groups() {
        let text = "All\n  fibo\n    fifth: OK (2.13s)\n      63 ns ± 3.4 ns, 96 B  allocated,   0 B  copied, 2.0 MB peak memory, 12% less than baseline\n\
            \x20   tenth: OK\n      809 ns ±  73 ns, same as baseline\n\nAll 2 tests passed (3.84s)\n";
        assert_eq!(
            shown(text),
            [
                "fifth 63 ns Lower ±3.4 group=fibo",
                "fifth allocated 96 B Lower group=fibo",
                "fifth copied 0 B Lower group=fibo",
                "fifth peak memory 2 MB Lower group=fibo",
                "tenth 809 ns Lower ±73 group=fibo",
            ]
        );
    }
}

//! hyperfine, which runs commands many times and prints how long they took.
//!
//! ```text
//! Benchmark 1: ./old --all
//!   Time (mean ± σ):     397.4 ms ±  61.2 ms    [User: 372.1 ms, System: 20.3 ms]
//!   Range (min … max):   292.5 ms … 468.4 ms    10 runs
//!
//!   Warning: Statistical outliers were detected. ...
//!
//! Summary
//!   ./new --all ran
//!     2.55 ± 0.02 times faster than ./old --all
//! ```
//!
//! Source: `src/benchmark/mod.rs`, `src/benchmark/scheduler.rs` and `src/output/format.rs` of hyperfine 1.19. All figures of
//! one benchmark have one unit, which is chosen by its mean; the next one may have another. A single run is printed as `Time
//! (abs ≡):` without a range. Versions before 1.12 wrote `Benchmark #1:`. Its Markdown export is a table.

mod markdown;

use std::collections::BTreeSet;

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, LabelsId, Role, Spread, SpreadKind};
use crate::reading::emit::{is_whole, parameter, setting};
use crate::reading::flow::{Series, Size, Sized, TIMES, amount, flow, rest_of_line, time_unit};
use crate::reading::words::{Word, next_line, span_of};
use crate::sink::Sink;
use crate::unit::Better;

/// hyperfine's text output.
pub const FORMAT: Format = Format {
    id: "hyperfine",
    title: "hyperfine",
    marks: &["Time (", "Range (", "times faster than", "times slower than", "Command"],
    breaks,
    starts,
    read,
};

/// A line and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 3;

/// The figures, in whose unit all others of a post are.
const NAMES: [&str; 6] = ["mean", "time", "User", "System", "min", "max"];

/// A text that lost its line ends breaks at the lines' marks.
fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let comparison = word(at) == "Summary" || lex::printed(word(at)).is_some() && is_comparison(&|i| word(at + i));
    let heading = word(at) == "Benchmark" && is_numbered(word(at + 1));
    comparison
        || heading
        || matches!(word(at + 1), "(mean" | "(abs") && word(at) == "Time"
        || is_range(word(at), word(at + 1))
}

fn is_range(first: &str, second: &str) -> bool {
    first == "Range" && second == "(min"
}

/// `1:` or `#1:`
fn is_numbered(word: &str) -> bool {
    word.strip_suffix(':').is_some_and(|number| is_whole(number.trim_start_matches('#')))
}

/// `comparison = number ["±" number] "times" ("faster" / "slower") "than"`
fn is_comparison<'w>(word: &dyn Fn(usize) -> &'w str) -> bool {
    let at = if word(1) == "times" { 1 } else { 3 };
    let number = lex::printed(word(0)).is_some_and(|p| p.rest.is_empty());
    number && word(at) == "times" && matches!(word(at + 1), "faster" | "slower") && word(at + 2) == "than"
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line).trim_start();
    match text.split_whitespace().next() {
        Some("Benchmark") => command(document, line).is_some(),
        Some("Time") => time(document, line).is_some(),
        Some("Range") => range(document, line).is_some(),
        Some("Summary") => ran_below(document, line).is_some(),
        Some(first) if first.starts_with('|') => markdown::starts(document, line),
        _ => compares(document, line) || ran(document, line),
    }
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if markdown::starts(document, line) {
        return markdown::read(document, line, sink);
    }
    if compares(document, line) || ran(document, line) || document.text(line).trim_start().starts_with("Summary") {
        return read_summary(document, line, sink);
    }
    let own = command(document, line);
    let start = own.as_ref().map_or(line, |own| own.end);
    for line in line..start {
        sink.explain(document.line_span(line), RegionKind::Heading);
    }
    let label = own.map(|own| Commands::of(document, sink).labels(&own.text));
    let labels = sink.labels_at(document, line, label.unwrap_or_default());
    let found = if start > line { next_line(document, start - 1) } else { Some(line) };
    read_figures(document, found, labels, sink).unwrap_or(start)
}

/// A benchmark's heading: the command or its name.
struct Command {
    text: String,
    end: usize,
}

/// `command = "Benchmark" ["#"] number ":" 1*word`, above a time or a range; what was wrapped of it stands between.
fn command(document: &Document<'_>, line: usize) -> Option<Command> {
    let mut words = document.text(line).split_whitespace();
    if words.next() != Some("Benchmark") || !words.next().is_some_and(is_numbered) {
        return None;
    }
    let mut text = words.collect::<Vec<_>>().join(" ");
    let mut last = line;
    for _ in 0..ROW_LINES {
        let next = next_line(document, last)?;
        if time(document, next).is_some() || range(document, next).is_some() {
            return Some(Command { text, end: last + 1 });
        }
        let more = document.text(next).split_whitespace().collect::<Vec<_>>().join(" ");
        text = format!("{text} {more}");
        last = next;
    }
    None
}

/// How the commands of a post differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Commands {
    /// There is one.
    One,
    /// Each is a setting.
    Several,
    /// Each was run more than once: what stands above tells the runs apart.
    Repeated,
    /// Each of some programs or names ran with each of some arguments: `old --all`, `new --all`, `old -1`, `new -1`.
    Crossed,
}

impl Commands {
    /// Looked up once for each source.
    fn of(document: &Document<'_>, sink: &mut Sink) -> Self {
        const MEMORY: &str = "hyperfine commands";
        let known = sink.recall(MEMORY).unwrap_or_else(|| {
            let headings = (0..document.len()).filter_map(|line| command(document, line)).map(|command| command.text);
            let commands: Vec<String> = headings.chain(markdown::commands(document)).collect();
            let found = Self::among(&commands) as u32;
            sink.remember(MEMORY, found);
            found
        });
        let all = [Self::One, Self::Several, Self::Repeated];
        all.into_iter().find(|&kind| kind as u32 == known).unwrap_or(Self::Crossed)
    }

    fn among(all: &[String]) -> Self {
        let commands: BTreeSet<&String> = all.iter().collect();
        if commands.len() < 2 {
            return Self::One;
        }
        if commands.iter().all(|command| all.iter().filter(|other| other == command).count() > 1) {
            return Self::Repeated;
        }
        let parts: Vec<(&str, &str)> = commands.iter().map(|command| parts(command)).collect();
        let heads: BTreeSet<&str> = parts.iter().map(|part| part.0).collect();
        let rests: BTreeSet<&str> = parts.iter().map(|part| part.1).collect();
        // All commands differ, so as many as there are pairs are all pairs.
        let crossed = heads.len() > 1 && rests.len() > 1 && heads.len() * rests.len() == commands.len();
        if crossed { Self::Crossed } else { Self::Several }
    }

    /// The labels of a command: where the post has several, they are what is compared.
    fn labels(self, command: &str) -> Labels {
        match (self, parts(command)) {
            (Self::One, _) => vec![parameter("command line", command)],
            (Self::Several | Self::Repeated, _) => vec![setting("command line", command)],
            (Self::Crossed, (head, "")) => vec![setting("command line", head)],
            (Self::Crossed, (head, rest)) => vec![setting("command line", head), parameter("arguments", rest)],
        }
    }
}

/// The first word of a command and the rest.
fn parts(command: &str) -> (&str, &str) {
    command.split_once(' ').unwrap_or((command, ""))
}

/// A time with its unit, and the word of its number.
#[derive(Clone, Copy)]
struct Figure<'d> {
    word: Word<'d>,
    sized: Sized<'d>,
}

/// `figure = number unit ["," / "]"]`
fn figure<'d>(flow: &[Word<'d>], at: usize) -> Option<Figure<'d>> {
    let (word, unit) = (*flow.get(at)?, flow.get(at + 1)?);
    let printed = lex::printed(word.text).filter(|p| p.rest.is_empty() && p.number >= 0.0)?;
    let size = time_unit(unit.text.trim_end_matches([',', ']']))?;
    Some(Figure { word, sized: Sized { printed, size } })
}

/// The place behind the brackets that say what the figures are; the signs in them are often garbled.
fn behind_legend(flow: &[Word<'_>]) -> Option<usize> {
    flow.iter().take(5).position(|word| word.text.ends_with("):")).map(|at| at + 1)
}

/// A line of times.
struct Time<'d> {
    mean: Figure<'d>,
    /// Whether it is the mean of runs, not a single one.
    is_mean: bool,
    deviation: Option<Figure<'d>>,
    parts: [Option<Figure<'d>>; 2],
    all: Vec<Word<'d>>,
    end: usize,
}

/// `time = "Time (mean ± σ):" figure "±" figure [cpu] / "Time (abs ≡):" figure [cpu]`,
/// `cpu = "[User:" figure "System:" figure "]"`
fn time<'d>(document: &'d Document<'_>, line: usize) -> Option<Time<'d>> {
    if !document.text(line).trim_start().starts_with("Time") {
        return None;
    }
    let flow = flow(document, line, ROW_LINES);
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    let is_mean = text(1) == "(mean";
    let start = behind_legend(&flow).filter(|_| is_mean || text(1) == "(abs")?;
    let mean = figure(&flow, start)?;
    let deviation = if is_mean { figure(&flow, start + 3) } else { None };
    let mut at = start + if deviation.is_some() { 5 } else { 2 };
    let mut parts = [None, None];
    for (part, key) in parts.iter_mut().zip(["[User:", "System:"]) {
        *part = figure(&flow, at + 1).filter(|_| text(at) == key);
        at += if part.is_some() { 3 } else { 0 };
    }
    let (_, end) = rest_of_line(&flow, at);
    Some(Time { mean, is_mean, deviation, parts, all: flow.get(..at)?.to_vec(), end })
}

/// A line with the least and the greatest time.
struct Range<'d> {
    ends: [Figure<'d>; 2],
    runs: Option<u32>,
    all: Vec<Word<'d>>,
    end: usize,
}

/// `range = "Range (min … max):" figure "…" figure [number "runs"]`
fn range<'d>(document: &'d Document<'_>, line: usize) -> Option<Range<'d>> {
    if !document.text(line).trim_start().starts_with("Range") {
        return None;
    }
    let flow = flow(document, line, ROW_LINES);
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    let start = behind_legend(&flow).filter(|_| is_range(text(0), text(1)))?;
    let ends = [figure(&flow, start)?, figure(&flow, start + 3)?];
    let at = start + 5;
    let runs = text(at).parse().ok().filter(|_| text(at + 1).starts_with("run"));
    let at = at + if runs.is_some() { 2 } else { 0 };
    let (_, end) = rest_of_line(&flow, at);
    Some(Range { ends, runs, all: flow.get(..at)?.to_vec(), end })
}

/// Reads the lines of one benchmark, as far as they are there; gives the first line behind them.
fn read_figures(document: &Document<'_>, line: Option<usize>, labels: LabelsId, sink: &mut Sink) -> Option<usize> {
    let time = time(document, line?);
    let below = time.as_ref().map_or(line, |time| next_line(document, time.end - 1));
    let range = below.and_then(|below| range(document, below));
    if let Some(time) = &time {
        measure_time(document, time, range.as_ref().and_then(|range| range.runs), labels, sink);
    }
    if let Some(Range { ends: [min, max], all, .. }) = &range {
        explain(document, all, sink);
        measure(document, "min", Role::Primary, min, labels, sink);
        measure(document, "max", Role::Primary, max, labels, sink);
    }
    let end = range.map(|range| range.end).or(time.map(|time| time.end))?;
    Some(read_warnings(document, end, sink))
}

fn measure_time(document: &Document<'_>, time: &Time<'_>, runs: Option<u32>, labels: LabelsId, sink: &mut Sink) {
    explain(document, &time.all, sink);
    let name = if time.is_mean { "mean" } else { "time" };
    let (id, unit) = measure(document, name, Role::Primary, &time.mean, labels, sink);
    if let Some(deviation) = &time.deviation {
        sink.spread(id, Spread::new(amount(&deviation.sized, unit), SpreadKind::Deviation, runs));
    }
    for (name, part) in ["User", "System"].into_iter().zip(&time.parts) {
        if let Some(part) = part {
            measure(document, name, Role::Component, part, labels, sink);
        }
    }
}

/// Says that the words of a row which are no figures are the tool's own.
fn explain(document: &Document<'_>, words: &[Word<'_>], sink: &mut Sink) {
    if let Some(span) = span_of(document, words) {
        sink.explain(span, RegionKind::Context);
    }
}

/// Adds a figure in the unit that hyperfine printed first in the post.
fn measure(
    document: &Document<'_>,
    name: &str,
    role: Role,
    figure: &Figure<'_>,
    labels: LabelsId,
    sink: &mut Sink,
) -> (crate::MeasurementId, &'static Size) {
    let series = |name| Series { name, better: Better::Lower, role, format: FORMAT.id };
    // One benchmark's figures share a unit, so whichever of them came first tells.
    let unit = NAMES.iter().find_map(|name| series(name).known(TIMES, sink)).unwrap_or(figure.sized.size);
    let span = figure.word.span(document);
    (series(name).measure(&figure.sized, unit, (labels, span), sink), unit)
}

/// What the tool says about the runs: they were too short, or some took much longer.
fn read_warnings(document: &Document<'_>, start: usize, sink: &mut Sink) -> usize {
    let mut end = start;
    while let Some(next) = next_line(document, end - 1) {
        let Some(text) = document.text(next).trim().strip_prefix("Warning:") else { break };
        let span = document.line_span(next);
        sink.explain(span, RegionKind::Context);
        sink.diagnose(span, DiagnosticKind::ToolWarning(text.trim().to_owned()));
        end = next + 1;
    }
    end
}

/// Whether a line says how many times faster one command is.
fn compares(document: &Document<'_>, line: usize) -> bool {
    let words: Vec<&str> = document.text(line).split_whitespace().take(6).collect();
    is_comparison(&|at| words.get(at).copied().unwrap_or_default())
}

/// Whether a line says which command ran faster than that of the next line, where the word `Summary` was lost.
fn ran(document: &Document<'_>, line: usize) -> bool {
    document.text(line).trim_end().ends_with(" ran")
        && next_line(document, line).is_some_and(|next| compares(document, next))
}

/// The line under `Summary` that ends with `ran`.
fn ran_below(document: &Document<'_>, line: usize) -> Option<usize> {
    let mut last = line;
    for _ in 0..ROW_LINES {
        last = next_line(document, last)?;
        if document.text(last).trim_end().ends_with(" ran") {
            return Some(last);
        }
    }
    None
}

/// `summary = "Summary" command "ran" 1*(comparison command)`: computed from the means above.
fn read_summary(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut end = match ran_below(document, line).filter(|_| !compares(document, line)) {
        Some(ran) => ran + 1,
        None => line + 1,
    };
    while let Some(next) = next_line(document, end - 1).filter(|&next| compares(document, next)) {
        end = next + 1;
    }
    for line in line..end {
        sink.explain(document.line_span(line), RegionKind::Derived);
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;
    use crate::{FieldKind, Measurement, MeasurementId};

    const TWO: &str = "Benchmark 1: ./a  x\n\
        \x20 Time (mean ± σ):     949.9 ms ±  15.2 ms    [User: 907.6 ms, System: 39.5 ms]\n\
        \x20 Range (min … max):   933.3 ms … 971.2 ms    10 runs\n\n\
        Benchmark #2: ./b x\n\
        \x20 Time (mean ± σ):      2.868 s ±  0.023 s    [User: 2.811 s, System: 0.051 s]\n\
        \x20 Range (min … max):    2.847 s …  2.926 s    10 runs\n\n\
        Summary\n  ./a x ran\n    3.02 ± 0.05 times faster than ./b x\n";

    /// Figures with metric, value, unit, spread, role and labels.
    fn shown(text: &str) -> Vec<String> {
        let parsed = read(text);
        let show = |(at, m): (usize, &Measurement)| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let labels = parsed.labels(m.labels).iter().map(|l| format!(" {}={}", l.field.name, l.value));
            let spread = parsed.spreads.get(&MeasurementId(at as u32)).map(|s| format!(" ±{} n{:?}", s.value, s.n));
            let (unit, spread) = (&metric.unit.symbol, spread.unwrap_or_default());
            format!("{} {} {unit}{spread}{}", metric.name, m.value, labels.collect::<String>())
        };
        parsed.measurements.iter().enumerate().map(show).collect()
    }

    #[test]
    fn all_figures_are_in_the_unit_printed_first() {
        assert_eq!(
            shown(TWO),
            [
                "mean 949.9 ms ±15.2 nSome(10) command line=./a x",
                "User 907.6 ms command line=./a x",
                "System 39.5 ms command line=./a x",
                "min 933.3 ms command line=./a x",
                "max 971.2 ms command line=./a x",
                "mean 2868 ms ±23 nSome(10) command line=./b x",
                "User 2811 ms command line=./b x",
                "System 51 ms command line=./b x",
                "min 2847 ms command line=./b x",
                "max 2926 ms command line=./b x"
            ]
        );
        let parsed = read(TWO);
        assert_eq!(parsed.ledger.unread, 0);
        assert!(parsed.regions.iter().any(|r| r.kind == RegionKind::Derived));
    }

    #[test]
    fn one_command_is_a_condition_and_several_are_settings() {
        let kind = |text: &str| read(text).labels.iter().flatten().next().map(|label| label.field.kind);
        let one = TWO.replace("./b", "./a").replace("./a  x", "./a x");
        assert_eq!(kind(TWO), Some(FieldKind::Setting));
        assert_eq!(kind(&one), Some(FieldKind::Parameter));
    }

    #[test]
    fn names_and_arguments_that_are_crossed_are_two_factors() {
        let among = |commands: &[&str]| Commands::among(&commands.iter().map(|&c| c.to_owned()).collect::<Vec<_>>());
        assert_eq!(among(&["old all", "new all", "old 1", "new 1"]), Commands::Crossed);
        assert_eq!(among(&["old all", "new all", "old 1"]), Commands::Several);
        assert_eq!(among(&["git log a", "git log b"]), Commands::Several);
        assert_eq!(among(&["a x", "b x"]), Commands::Several);
        assert_eq!(among(&["a x"]), Commands::One);
        let shown = |command| Commands::Crossed.labels(command).into_iter().map(|l| l.value).collect::<Vec<_>>();
        assert_eq!(shown("old all of it"), ["old", "all of it"]);
        assert_eq!(shown("old"), ["old"]);
    }

    #[test]
    fn a_single_run_has_no_range_and_garbled_signs_do_not_matter() {
        assert_eq!(
            shown("Benchmark 1: a\n  Time (abs ≡):        1.234 s               [User: 1.2 s, System: 0.3 s]\n"),
            ["time 1.234 s command line=a", "User 1.2 s command line=a", "System 0.3 s command line=a"]
        );
        assert_eq!(
            shown("  Time (mean ? ?): 1.2 s ? 0.1 s\n  Range (min ... max): 1.1 s ... 1.3 s\n"),
            ["mean 1.2 s ±0.1 nNone", "min 1.1 s", "max 1.3 s"]
        );
    }

    #[test]
    fn wrapped_rows_and_commands_are_put_together() {
        let text = "Benchmark 1: ./a with\n many words\n  Time (mean ± σ): 1.2 s ± 0.1 s [User: 1.0\ns, System: 0.1 s]\n\
                    \x20 Range (min … max): 1.1 s …\n1.3 s 10 runs\n";
        let parsed = read(text);
        assert_eq!((parsed.measurements.len(), parsed.ledger.unread), (5, 0));
        assert!(parsed.labels.iter().flatten().any(|l| l.value == "./a with many words"));
    }

    #[test]
    fn the_tool_s_warnings_are_passed_on() {
        let parsed = read(
            "  Time (mean ± σ): 1.2 s ± 0.1 s\n  Range (min … max): 1.1 s … 1.3 s 9 runs\n \n  Warning: Ignoring non-zero exit code.\n",
        );
        let warned =
            |d: &crate::Diagnostic| d.kind == DiagnosticKind::ToolWarning("Ignoring non-zero exit code.".to_owned());
        assert!(parsed.diagnostics.iter().any(warned));
    }

    #[test]
    fn what_is_no_output_is_left() {
        for text in
            ["Time (s): 3\n", "Benchmark 1: a\nnothing\n", "Range (min max): 1 2\n", "Summary\n\nIt ran\nwell\n"]
        {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }
}

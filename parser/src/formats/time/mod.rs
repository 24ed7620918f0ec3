//! time(1) and the `time` of shells: what one command took.
//!
//! ```text
//! real    1m24.729s          real 84.72       84.72 real       442.95 user        48.94 sys
//! user    7m22.952s          user 442.95
//! sys     0m48.943s          sys 48.94
//! make  7.29s user 0.94s system 98% cpu 8.355 total
//! 12.3u 0.4s 0:13.02 97.5% 0+0k 0+0io 0pf+0w
//! 1.23user 0.45system 0:01.70elapsed 98%CPU (0avgtext+0avgdata 3120maxresident)k
//! 0inputs+0outputs (0major+72minor)pagefaults 0swaps
//! ```
//!
//! bash and POSIX with the name first, BSD with the figure first (`pairs`), zsh, csh and GNU on a line (`lines`), and
//! the reports of `time -v` and `time -l` (`report`). Sources: the default formats in bash's `execute_cmd.c` (rounds to
//! milliseconds), zsh's `jobs.c` (rounds), tcsh's `sh.time.c` and GNU time's `time.c` (both cut), POSIX for `time -p`.
//!
//! Counters have no direction. One that is zero says that nothing of the kind happened and is no measurement.

mod lines;
mod pairs;
mod report;

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex::{self, Duration, Printed};
use crate::mail::{Document, Token};
use crate::measurement::{Field, FieldKind, Label, Measurement, Metric, MetricId, Role};
use crate::reading::words::{Word, is_figure, label_of, row_labels, span_of, words};
use crate::sink::Sink;
use crate::source::Span;
use crate::unit::{Better, Dimension, Evidence, Unit};

/// time(1) in all its forms.
pub const FORMAT: Format = Format {
    id: "time",
    title: "time(1) and the time of shells",
    marks: &["real", "Real", "REAL", "user", "elapsed", "Elapsed", "resident", "%"],
    breaks,
    starts,
    read,
};

/// What a figure of time(1) is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// What passed on the clock.
    Elapsed,
    /// Time of processors.
    Processor,
    /// Memory in units of 1024 bytes.
    Kilobytes,
    /// Memory in units that the systems which print it do not agree on.
    Memory,
    /// Events.
    Count,
    /// A share of a processor.
    Share,
    /// Describes the run or is zero everywhere.
    Aside,
}

/// What a figure is, and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Quantity {
    name: &'static str,
    kind: Kind,
}

/// One figure with its bounds.
#[derive(Clone, Copy, Debug)]
struct Figure {
    quantity: Quantity,
    span: Span,
    value: f64,
    low: f64,
    high: f64,
}

/// A figure that is a duration, with the word that it is or is part of.
#[derive(Clone, Copy, Debug)]
struct Timed<'d> {
    quantity: Quantity,
    duration: Duration<'d>,
    word: Word<'d>,
}

impl Timed<'_> {
    fn figure(&self, document: &Document<'_>, grain: Grain) -> Figure {
        let span = self.word.part(document, self.duration.text);
        Figure::of_duration(self.quantity, span, &self.duration, grain)
    }
}

/// What the tool does with the digits that it does not print, as hundredths of the last printed one below and above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Grain(i64, i64);

/// The last digit is rounded.
const ROUNDED: Grain = Grain(50, 50);
/// What is behind the last digit is cut off.
const CUT: Grain = Grain(0, 100);
/// `time -p`: bash rounds to milliseconds before it cuts them off, all others cut at once.
const POSIX: Grain = Grain(5, 100);

impl Figure {
    fn of_duration(quantity: Quantity, span: Span, duration: &Duration<'_>, Grain(below, above): Grain) -> Self {
        let (low, high) = (duration.moved(-below).max(0.0), duration.moved(above));
        Self { quantity, span, value: duration.seconds(), low, high }
    }

    fn of_number(quantity: Quantity, span: Span, number: &Printed<'_>) -> Self {
        Self { quantity, span, value: number.number, low: number.moved(-50, 0).max(0.0), high: number.moved(50, 0) }
    }

    /// Whether the figure says that nothing of the kind happened, or nothing that is of use.
    fn is_aside(&self) -> bool {
        match self.quantity.kind {
            Kind::Elapsed | Kind::Processor | Kind::Share => false,
            Kind::Kilobytes | Kind::Memory | Kind::Count => self.value == 0.0,
            Kind::Aside => true,
        }
    }
}

/// What one command took.
#[derive(Clone, Debug, Default)]
struct Run {
    line: usize,
    /// What the row is called in the post.
    label: Option<String>,
    /// The command, where the output names it.
    command: Option<String>,
    figures: Vec<Figure>,
}

impl Run {
    /// Whether the run has a figure of that kind and name.
    fn has(&self, quantity: Quantity) -> bool {
        self.figures.iter().any(|figure| figure.quantity == quantity)
    }
}

/// The output of one or more commands, read but not yet told to anyone.
#[derive(Clone, Debug, Default)]
struct Block {
    runs: Vec<Run>,
    /// What the words that are no figures were taken for.
    told: Vec<(Span, RegionKind)>,
    /// What the tool itself warns of.
    warning: Option<(Span, String)>,
    /// The first line that is not part of it.
    end: usize,
}

impl Block {
    /// Notes the words beside the figures: names, or figures that nothing is known of.
    fn tell_rest(&mut self, document: &Document<'_>, rest: &[Word<'_>]) {
        let kind = if rest.iter().any(|word| is_figure(word.text)) { RegionKind::Unread } else { RegionKind::Label };
        self.told.extend(span_of(document, rest).map(|span| (span, kind)));
    }
}

/// Whether a line of time's output starts at a word, or one ended before it.
fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    pairs::breaks(&word, at) || lines::breaks(&word, at) || report::breaks(&word, at)
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    !is_row(document.text(line)) && starts_block(document, line)
}

/// Whether a line is the row of a table that has a column for each setting: `real  0m13.460s  0m11.771s`.
fn is_row(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let key =
        words.next().is_some_and(|word| matches!(word.trim_end_matches(':'), "real" | "user" | "sys" | "elapsed"));
    let duration = |word: &str| lex::duration(word).is_some_and(|d| d.rest.is_empty() && d.text.contains('m'));
    key && words.clone().count() >= 2 && words.all(duration)
}

fn starts_block(document: &Document<'_>, line: usize) -> bool {
    recognise(document, line).is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(block) = recognise(document, line) else { return line + 1 };
    for &(span, kind) in &block.told {
        sink.explain(span, kind);
    }
    if let Some((span, text)) = block.warning {
        sink.diagnose(span, DiagnosticKind::ToolWarning(text));
    }
    for run in &block.runs {
        emit(document, run, sink);
    }
    block.end
}

/// The output that starts at a line, if any does.
fn recognise(document: &Document<'_>, line: usize) -> Option<Block> {
    if !document.text(line).bytes().any(|b| b.is_ascii_digit()) && !starts_without_figure(document.text(line)) {
        return None;
    }
    output(document, line).or_else(|| warned(document, line)).or_else(|| timed(document, line))
}

/// Whether a line without any figure can be the first of the output: `time make`, `Command being timed:`, or a name
/// whose figure is on the next line.
fn starts_without_figure(text: &str) -> bool {
    let text = text.trim();
    ["time ", "Command being timed:"].iter().any(|start| text.starts_with(start))
        || text.ends_with(':')
        || pairs::is_key(text.rsplit(char::is_whitespace).next().unwrap_or_default())
}

/// The output itself.
fn output(document: &Document<'_>, line: usize) -> Option<Block> {
    report::verbose(document, line)
        .or_else(|| lines::gnu(document, line))
        .or_else(|| lines::zsh(document, line))
        .or_else(|| lines::csh(document, line))
        .or_else(|| pairs::block(document, line))
        .or_else(|| report::listed(document, line))
}

/// `time make -j10` right above its output. With a prompt before it, it is a command like any other and not for here.
fn timed(document: &Document<'_>, line: usize) -> Option<Block> {
    if !document.text(line).trim_start().starts_with("time") {
        return None;
    }
    let words = words(document, line);
    let (first, options) = words.split_first()?;
    // With a colon behind it is a heading, and may speak of anything.
    if first.text != "time" || words.last()?.text.ends_with(':') {
        return None;
    }
    let own = options.iter().take_while(|word| word.text.starts_with('-')).count();
    let command = options.get(own..).filter(|command| !command.is_empty())?;
    let mut block = below(document, line)?;
    let command = command.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    for run in &mut block.runs {
        run.command.get_or_insert_with(|| command.clone());
    }
    block.told.push((document.line_span(line), RegionKind::Context));
    Some(block)
}

/// `Command exited with non-zero status 2` right above its output: what was measured is a command that failed.
fn warned(document: &Document<'_>, line: usize) -> Option<Block> {
    const WARNINGS: &[&str] =
        &["Command exited with non-zero status", "Command terminated by signal", "Command stopped by signal"];
    let text = document.text(line).trim();
    if !WARNINGS.iter().any(|warning| text.starts_with(warning)) {
        return None;
    }
    let mut block = below(document, line)?;
    block.told.push((document.line_span(line), RegionKind::Context));
    block.warning = Some((document.line_span(line), text.to_owned()));
    Some(block)
}

/// The output below a line, over a few blank ones.
fn below(document: &Document<'_>, line: usize) -> Option<Block> {
    const MOST_BLANK: usize = 3;
    let next = (line + 1..document.len()).take(MOST_BLANK + 1).find(|&next| !document.is_blank(next))?;
    (document.depth(next) == document.depth(line)).then(|| output(document, next))?
}

/// The label of a row by the words before or, where there are none, behind its figures.
fn beside(before: &[Word<'_>], behind: &[Word<'_>]) -> Option<String> {
    let words = if before.is_empty() { behind } else { before };
    if words.iter().any(|word| is_figure(word.text) && words.len() == 1) { None } else { label_of(words) }
}

/// Puts the figures of a run into the sink.
fn emit(document: &Document<'_>, run: &Run, sink: &mut Sink) {
    let mut labels = row_labels(sink, document, run.line, run.label.as_deref(), FieldKind::Setting);
    if let Some(command) = &run.command {
        let field = Field { name: "command".to_owned(), kind: FieldKind::Parameter };
        labels.push(Label { field, value: command.clone() });
    }
    let labels = sink.labels_at(document, run.line, labels);
    for figure in &run.figures {
        if figure.is_aside() {
            sink.explain(figure.span, RegionKind::Context);
            continue;
        }
        let metric = metric(sink, figure.quantity);
        let Figure { value, low, high, span, .. } = *figure;
        sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false });
    }
}

fn metric(sink: &mut Sink, quantity: Quantity) -> MetricId {
    let unit = |symbol: &str, dimension| Unit { symbol: symbol.to_owned(), dimension };
    let (unit, role) = match quantity.kind {
        Kind::Elapsed => (unit("s", Dimension::Time(1.0)), Role::Primary),
        Kind::Processor => (unit("s", Dimension::Time(1.0)), Role::Component),
        Kind::Kilobytes => (unit("kbytes", Dimension::Data(1024.0)), Role::Primary),
        Kind::Share => (unit("%", Dimension::Ratio(0.01)), Role::Context),
        Kind::Memory | Kind::Count => (Unit::none(), Role::Primary),
        Kind::Aside => (Unit::none(), Role::Context),
    };
    let (better, better_evidence) = match quantity.kind {
        Kind::Elapsed | Kind::Processor | Kind::Kilobytes | Kind::Memory => (Better::Lower, Evidence::Tool),
        Kind::Count | Kind::Share | Kind::Aside => (Better::Unknown, Evidence::None),
    };
    let section = sink.section().to_owned();
    let name = quantity.name.to_owned();
    sink.metric(Metric { section, name, unit, better, better_evidence, role, format: FORMAT.id.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    /// Figures with metric and labels.
    fn shown(text: &str) -> Vec<String> {
        let parsed = read(text);
        let show = |m: &Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let labels = parsed.labels(m.labels).iter().map(|l| format!(" {}={}", l.field.name, l.value));
            format!("{} {}={}{}", metric.name, parsed.slice(m.span), m.value, labels.collect::<String>())
        };
        parsed.measurements.iter().map(show).collect()
    }

    #[test]
    fn names_and_figures_are_read_side_by_side() {
        let three = ["real 0m8,940s=8.94", "user 0m6,830s=6.83", "sys 0m2,121s=2.121"];
        assert_eq!(shown("real\t0m8,940s\nuser\t0m6,830s\nsys\t0m2,121s\n"), three);
        assert_eq!(shown("real 0m8,940s user 0m6,830s sys 0m2,121s\n"), three);
        assert_eq!(
            shown("real 84.72\nuser 442.95\nsys 48.94\n"),
            ["real 84.72=84.72", "user 442.95=442.95", "sys 48.94=48.94"]
        );
        assert_eq!(shown("user 1.0, sys 0.1, real 1.2 s\n"), ["user 1.0=1", "sys 0.1=0.1", "real 1.2=1.2"]);
        assert_eq!(
            shown("        1.23 real         0.45 user         0.12 sys\n  1598685184  maximum resident set size\n"),
            ["real 1.23=1.23", "user 0.45=0.45", "sys 0.12=0.12", "maximum resident set size 1598685184=1598685184"]
        );
    }

    #[test]
    fn decimals_tell_the_order_where_figures_stand_on_both_sides() {
        let three =
            |text| shown(text).iter().map(|f| f.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>();
        assert_eq!(three("run 3 real 1.20 user 1.10 sys 0.20\n"), ["real 1.20=1.2", "user 1.10=1.1", "sys 0.20=0.2"]);
        assert_eq!(three("1.20 real 1.10 user 0.20 sys 15986\n"), ["real 1.20=1.2", "user 1.10=1.1", "sys 0.20=0.2"]);
    }

    #[test]
    fn rows_have_labels_and_lines_may_be_wrapped() {
        assert_eq!(
            shown("vanilla: real 1.2 user 1.0 sys\n0.1\nreal 1.3 user 1.1 sys 0.2 (patched)\n"),
            [
                "real 1.2=1.2 label=vanilla",
                "user 1.0=1 label=vanilla",
                "sys 0.1=0.1 label=vanilla",
                "real 1.3=1.3 label=patched",
                "user 1.1=1.1 label=patched",
                "sys 0.2=0.2 label=patched"
            ]
        );
        assert_eq!(shown("time make -j4\n\nreal 0m1.5s\n"), ["real 0m1.5s=1.5 command=make -j4"]);
    }

    #[test]
    fn what_may_be_something_else_is_left() {
        for text in [
            "real 12\n",
            "real 1.5\n",
            "user 1.0\nsys 0.1\n",
            "real 350 ms user 200 ms\n",
            "I used real 64 and user 32 of them.\n",
            "real 0m1.5s real 0m1.6s\n",
            "0.4526 seconds user\n0.0123 seconds sys\n",
            "real 1,234 user 1,100\n",
            "1.10 real 1.20 user 1.30 sys 1.40\n",
        ] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn shells_and_gnu_time_are_read_on_their_lines() {
        assert_eq!(
            shown("make -j4  66.72s user 0.57s system 99% cpu 1:07.40 total\n"),
            [
                "user 66.72s=66.72 command=make -j4",
                "system 0.57s=0.57 command=make -j4",
                "CPU 99=99 command=make -j4",
                "total 1:07.40=67.4 command=make -j4"
            ]
        );
        assert_eq!(
            shown("12.3u 0.4s 0:13.02 97.5% 0+0k 0+24io 7pf+0w\n"),
            [
                "user 12.3=12.3",
                "system 0.4s=0.4",
                "elapsed 0:13.02=13.02",
                "CPU 97.5=97.5",
                "file system outputs 24=24",
                "major faults 7=7"
            ]
        );
        let gnu = [
            "user 1.23=1.23",
            "system 0.45=0.45",
            "elapsed 1:00:01=3601",
            "CPU 98=98",
            "maximum resident set size 3120=3120",
            "minor faults 72=72",
        ];
        let text = "1.23user 0.45system 1:00:01elapsed 98%CPU (0avgtext+0avgdata 3120maxresident)k\n\
                    0inputs+0outputs (0major+72minor)pagefaults 0swaps\n";
        assert_eq!(shown(text), gnu);
        assert_eq!(shown(&text.replace("0avgdata ", "0avgdata\n")), gnu);
        assert_eq!(shown(&text.replace('\n', " ")), gnu);
    }

    #[test]
    fn reports_have_one_figure_on_a_line() {
        let text = "Command exited with non-zero status 2\n\tCommand being timed: \"cargo\ntest x\"\n\
                    \tUser time (seconds): 89.53\n\tElapsed (wall clock) time (h:mm:ss or m:ss): 0:42.95\n\
                    \tAverage stack size (kbytes): 0\n\tMaximum resident set size (kbytes): 3370252\n\tSwaps: 0\n\
                    \tMajor (requiring I/O) page faults: 770\n\tPage size (bytes): 4096\n\tExit status: 2\n";
        assert_eq!(
            shown(text),
            [
                "User time 89.53=89.53 command=cargo test x",
                "Elapsed (wall clock) time 0:42.95=42.95 command=cargo test x",
                "Maximum resident set size 3370252=3370252 command=cargo test x",
                "Major page faults 770=770 command=cargo test x"
            ]
        );
        let parsed = read(text);
        assert_eq!(parsed.ledger.unread, 0);
        assert_eq!(parsed.diagnostics.first().map(|d| d.kind.slug()), Some("tool-warning"));
    }

    #[test]
    fn bounds_follow_what_each_tool_does_with_its_digits() {
        let bounds = |text: &str| read(text).measurements.first().map(|m| (m.low, m.high));
        assert_eq!(bounds("real 1m24.729s\n"), Some((84.7285, 84.7295)));
        assert_eq!(bounds("real 84.72\nuser 1.00\n"), Some((84.7195, 84.73)));
        assert_eq!(bounds("1.23user 0.45system 0:01.70elapsed 98%CPU\n"), Some((1.23, 1.24)));
        assert_eq!(bounds("x  1.23s user 0.45s system 98% cpu 1.700 total\n"), Some((1.225, 1.235)));
        assert_eq!(bounds("\tMaximum resident set size (kbytes): 12\n"), Some((11.5, 12.5)));
    }

    #[test]
    fn commands_beside_each_other_are_told_by_what_stands_over_or_before_them() {
        let of = |text: &str| -> Vec<String> {
            let parsed = read(text);
            let label = |m: &Measurement| {
                let labels = parsed.labels(m.labels).iter();
                labels.filter(|l| l.field.kind == FieldKind::Setting).map(|l| l.value.clone()).collect::<String>()
            };
            parsed.measurements.iter().map(|m| format!("{}={}", label(m), m.value)).collect()
        };
        let both = ["before=1.2", "after=1.1", "before=1", "after=0.9"];
        assert_eq!(of("        before    after\nreal    0m1.2s    0m1.1s\nuser    0m1.0s    0m0.9s\n"), both);
        assert_eq!(of("real before: 0m1.2s  after: 0m1.1s\nuser 0m1.0s  0m0.9s\n"), both);
        assert_eq!(
            of("real\t0m1.2s   cached: 0m1.1s\nuser\t0m1.0s           0m0.9s\n")[..2],
            ["first=1.2", "cached=1.1"]
        );
        assert_eq!(of("real 0m1.2s\nuser 0m1.0s\nsys 0m0.1s\n").len(), 3);
    }

    #[test]
    fn texts_without_line_ends_are_broken_at_the_figures() {
        let filler = "word ".repeat(90);
        let text = format!("{filler}done. real 1m24.729s user 7m22.952s sys 0m48.943s Signed-off-by: A --- b.c | 40 +");
        assert_eq!(shown(&text), ["real 1m24.729s=84.729", "user 7m22.952s=442.952", "sys 0m48.943s=48.943"]);
        let text = format!(
            "{filler}done. 1.23user 0.45system 0:01.70elapsed 98%CPU (0avgtext+0avgdata 3120maxresident)k b.c | 40 +"
        );
        assert_eq!(shown(&text).len(), 5);
    }
}

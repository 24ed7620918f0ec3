//! `perf stat`: counts of events, and the time that a command took.
//!
//! ```text
//!  Performance counter stats for 'make -j8' (5 runs):
//!
//!      35,107,951.20 msec task-clock                #  255.898 CPUs utilized            ( +-  0.31% )
//!         23,655,348      context-switches          #    0.674 K/sec                    ( +-  3.72% )
//!    <not supported>      cycles
//!    834,013,059,242      instructions              #    0.74  insn per cycle
//!                                                   #    0.78  stalled cycles per insn  ( +-  0.73% )  (66.67%)
//!
//!            137.195 +- 0.419 seconds time elapsed  ( +-  0.31% )
//!
//!        0.003022000 seconds user
//! ```
//!
//! As `tools/perf/util/stat-display.c` and, before it, `tools/perf/builtin-stat.c` of the kernel print it. What stands
//! behind `#` is computed from the counts. `( +-  0.31% )` is the standard error of the mean, in percent of it
//! (`stddev_stats` divides by the number of runs), and the percentage behind it the share of the time in which the event was
//! counted. Counts are printed with the locale's mark for thousands. With `-I` each row begins with the seconds since the
//! start, and with `-x` fields are parted by a mark.

mod fields;

use std::borrow::Cow;

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex::{self, Printed};
use crate::mail::{Document, Token};
use crate::measurement::{FieldKind, Label, LabelsId, Measurement, Role, Spread, SpreadKind};
use crate::reading::emit::{self, Quantity};
use crate::reading::words::{Word, next_after_blanks, span_of, words};
use crate::sink::Sink;
use crate::source::Span;
use crate::unit::{Better, Unit};

/// Blocks of `perf stat`.
pub const FORMAT: Format = Format {
    id: "perf-stat",
    title: "perf stat",
    marks: &[
        "Performance counter stats for",
        "seconds time elapsed",
        "task-clock",
        "cpu-clock",
        "counts unit events",
        ",cycles",
        ";cycles",
        ",instructions",
        ",context-switches",
        ",page-faults",
    ],
    breaks,
    starts,
    read,
};

/// Events whose names are enough to know a row by, where the heading is lost; others have a colon or a slash in them.
const EVENTS: &[&str] = &[
    "task-clock",
    "cpu-clock",
    "task-clock-msecs",
    "cpu-clock-msecs",
    "context-switches",
    "cs",
    "cpu-migrations",
    "cycles",
    "cpu-cycles",
    "instructions",
    "branches",
    "branch-misses",
    "page-faults",
    "faults",
    "minor-faults",
    "major-faults",
    "cache-misses",
    "cache-references",
    "stalled-cycles-frontend",
    "stalled-cycles-backend",
];

/// Units that stand between a number and its event.
const UNITS: &[&str] = &["msec", "msecs", "ms", "nsec", "ns", "usec", "us", "joules", "mib", "gib", "bytes"];

/// An event's name has at most this many words, in the first versions.
const MOST_NAME_WORDS: usize = 3;
/// The heading is wrapped to at most this many lines.
const MOST_HEADING_LINES: usize = 4;
/// What a sink remembers of the commands of a source.
const COMMANDS: &str = "perf-stat commands";

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let named = is_known(word(at + 1)) || UNITS.contains(&word(at + 1)) && is_known(word(at + 2));
    let time = word(at + 1) == "seconds" && ["time", "user", "sys"].contains(&word(at + 2));
    let number = || word(at).starts_with(|c: char| c.is_ascii_digit()) && word(at.wrapping_sub(1)) != "+-";
    word(at) == "Performance" && word(at + 1) == "counter" || (named || time) && number()
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    if text.len() > 1000 {
        return false;
    }
    is_heading(text) || is_interval_header(text) || fields::Fields::of(text).is_some() && !document.is_torn(line) || {
        let words = words(document, line);
        row(&words).is_some_and(|row| match row.what {
            What::Event { name, .. } => is_known(&name.join(" ")) && (has_tail(&words) || row.since.is_some()),
            What::Elapsed => true,
            What::Share(_) => false,
        })
    }
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let (heading, first) = Heading::at(document, line, sink);
    let mut own = Vec::new();
    if let Some(command) = heading.command {
        let label = emit::parameter("command", &command);
        own.push(if tells_settings(document, line, sink) { as_setting(label) } else { label });
    }
    let labels = sink.labels_at(document, line, own);
    let mut block = Block { document, sink, labels, runs: heading.runs };
    if let Some(end) = block.fields(line) {
        return end;
    }
    let (mut next, mut end, mut over) = (first, line + 1, false);
    if heading.lines > 0 {
        end = line + heading.lines;
    }
    while let Some(at) = next {
        let Some((row, last)) = Row::with_tail(document, at) else { break };
        let share = matches!(row.what, What::Share(_));
        if over && !share || !over && share {
            break;
        }
        over |= matches!(row.what, What::Elapsed);
        block.emit(&row);
        end = last + 1;
        next = next_after_blanks(document, last);
    }
    end
}

fn is_heading(text: &str) -> bool {
    text.contains("Performance counter stats for")
}

/// Whether a line is the header of rows printed at intervals: `#           time             counts unit events`.
fn is_interval_header(text: &str) -> bool {
    let words = ["#", "time", "counts", "unit", "events"];
    text.split_whitespace().filter(|word| *word != "CPU" && *word != "ctrs").eq(words)
}

/// Whether a word is the time since the start that rows printed at intervals begin with.
fn is_since(word: &str) -> bool {
    emit::decimals(word) == Some(9)
}

/// What a block's heading says.
#[derive(Default)]
struct Heading {
    command: Option<String>,
    runs: Option<u32>,
    /// How many lines it takes; none where it is lost.
    lines: usize,
}

impl Heading {
    /// The heading at a line, if that is one, and the line that follows.
    ///
    /// `heading = "Performance counter stats for" ["'" command "'"] ["(" number " runs)"] ":"`
    fn at(document: &Document<'_>, line: usize, sink: &mut Sink) -> (Self, Option<usize>) {
        if is_interval_header(document.text(line)) {
            sink.explain(document.line_span(line), RegionKind::Header);
            return (Self::default(), next_after_blanks(document, line));
        }
        if !is_heading(document.text(line)) {
            return (Self::default(), Some(line));
        }
        let ends = |at: &usize| document.text(*at).trim_end().ends_with(':');
        let last = (line..document.len()).take(MOST_HEADING_LINES).find(ends).unwrap_or(line);
        let texts: Vec<&str> =
            (line..=last).map(|at| document.text(at).trim()).filter(|text| !text.is_empty()).collect();
        for at in line..=last {
            sink.explain(document.line_span(at), RegionKind::Context);
        }
        let text = texts.join(" ");
        let runs =
            text.rsplit_once('(').and_then(|(_, rest)| rest.split_once(" runs)")).and_then(|(n, _)| n.parse().ok());
        (Self { command: quoted(&text), runs, lines: last + 1 - line }, next_after_blanks(document, last))
    }
}

/// What stands between the outermost quotes of a heading; the number of a process tells nothing.
fn quoted(text: &str) -> Option<String> {
    let (from, to) = (text.find('\'')?, text.rfind('\'')?);
    let command = text.get(from + 1..to)?.split_whitespace().collect::<Vec<_>>().join(" ");
    let process = text.get(..from)?.trim_end().ends_with(" id");
    (!command.is_empty() && !process).then_some(command)
}

/// Whether the commands tell the settings of a source: they differ, and nothing stands above the first of them.
fn tells_settings(document: &Document<'_>, line: usize, sink: &mut Sink) -> bool {
    if let Some(known) = sink.recall(COMMANDS) {
        return known == 1;
    }
    let labels = sink.context.labels(document.depth(line));
    let named = labels.iter().any(|label| label.field.kind == FieldKind::Setting);
    let mut commands =
        (line..document.len()).filter(|&at| is_heading(document.text(at))).filter_map(|at| quoted(document.text(at)));
    let first = commands.next();
    let differ = commands.any(|command| Some(&command) != first.as_ref());
    sink.remember(COMMANDS, u32::from(differ && !named));
    differ && !named
}

fn as_setting(mut label: Label) -> Label {
    label.field.kind = FieldKind::Setting;
    label
}

/// A row with all its words, those of the lines it is wrapped to as well.
struct Row<'d> {
    /// The seconds since the start, where rows are printed at intervals.
    since: Option<Word<'d>>,
    /// Nothing where the event could not be counted.
    number: Option<Word<'d>>,
    what: What<'d>,
    /// The words of the event, its unit and what stands for a number that is missing.
    name: Vec<Word<'d>>,
    /// The figure behind `+-` before the unit.
    error: Option<Word<'d>>,
    tail: Vec<Word<'d>>,
}

/// What a row counts.
#[derive(Clone, Debug, PartialEq)]
enum What<'d> {
    Event {
        name: Vec<&'d str>,
        unit: Option<&'d str>,
    },
    Elapsed,
    /// `user` or `sys`.
    Share(&'static str),
}

/// `row = [seconds] (number / "<not supported>" / "<not counted>") (seconds / event) [tail]`
fn row<'d>(words: &[Word<'d>]) -> Option<Row<'d>> {
    let counts = |word: &Word<'_>| word.text.starts_with(|c: char| c.is_ascii_digit()) || word.text == "<not";
    let since = words.first().copied().filter(|first| is_since(first.text) && words.get(1).is_some_and(counts));
    let words = words.get(usize::from(since.is_some())..)?;
    let first = words.first()?;
    let missing = first.text == "<not" && words.get(1).is_some_and(|w| ["supported>", "counted>"].contains(&w.text));
    let number = Some(*first).filter(|_| !missing);
    if !missing && (!first.text.starts_with(|c: char| c.is_ascii_digit()) || plain(first.text, true).is_none()) {
        return None;
    }
    let from = usize::from(!missing);
    let rest = words.get(if missing { 2 } else { 1 }..)?;
    let (what, error, used) = seconds(rest).or_else(|| event(rest).map(|(what, used)| (what, None, used)))?;
    let named = words.len() - rest.len() + used;
    // The error stands before the unit.
    let from = if error.is_some() { from + 2 } else { from };
    let (name, tail) = (words.get(from..named)?.to_vec(), words.get(named..)?.to_vec());
    Some(Row { since, number, what, name, error, tail })
}

/// `seconds = ["+-" number] "seconds" ("time elapsed" / "user" / "sys")`
fn seconds<'d>(words: &[Word<'d>]) -> Option<(What<'d>, Option<Word<'d>>, usize)> {
    let word = |at: usize| words.get(at).map_or("", |word| word.text);
    let error = (word(0) == "+-").then(|| words.get(1).copied()).flatten();
    let from = if error.is_some() { 2 } else { 0 };
    match (word(from), word(from + 1), word(from + 2)) {
        ("seconds", "time", "elapsed") => Some((What::Elapsed, error, from + 3)),
        ("seconds", "user", _) => Some((What::Share("user"), error, from + 2)),
        ("seconds", "sys", _) => Some((What::Share("sys"), error, from + 2)),
        _ => None,
    }
}

/// `event = [unit] name ["(" unit ")"]`, before a tail or the end of the line
fn event<'d>(words: &[Word<'d>]) -> Option<(What<'d>, usize)> {
    let is_unit = |word: &Word<'_>| UNITS.contains(&word.text.to_lowercase().as_str());
    let unit = words.first().filter(|word| is_unit(word) && words.len() > 1).map(|word| word.text);
    let from = usize::from(unit.is_some());
    let length = words.iter().skip(from).take_while(|word| !opens_tail(word.text)).count();
    let name: Vec<&str> = words.get(from..from + length)?.iter().map(|word| word.text).collect();
    let bracket = words.get(from + length).map(|word| word.text.trim_matches(['(', ')']));
    let behind = bracket.filter(|inner| UNITS.contains(inner));
    let used = from + length + usize::from(behind.is_some());
    // A name of several words was printed before there were names without blanks, and always with a tail.
    let whole = length == 1 || length <= MOST_NAME_WORDS && words.get(used).is_some_and(|word| word.text == "#");
    (whole && length > 0 && name.iter().all(|word| is_name(word)))
        .then_some((What::Event { name, unit: unit.or(behind) }, used))
}

/// Whether a word can be of an event's name: `L1-dcache-loads`, `sched:sched_switch`, `power/energy-pkg/`, `cycles:u`.
fn is_name(word: &str) -> bool {
    let marks = |c: char| "-_:/.,=+@[]{}".contains(c);
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || marks(c))
        && !word.ends_with([':', '.', ','])
        && !word.ends_with("/sec")
}

fn is_known(name: &str) -> bool {
    let base = name.rsplit_once(':').filter(|(_, modifier)| modifier.len() <= 3).map_or(name, |(base, _)| base);
    let of_cache = ["L1-", "LLC-", "dTLB-", "iTLB-"].iter().any(|start| base.starts_with(start));
    of_cache || EVENTS.contains(&base.to_lowercase().as_str())
}

fn opens_tail(word: &str) -> bool {
    word.starts_with(['#', '('])
}

fn has_tail(words: &[Word<'_>]) -> bool {
    words.iter().any(|word| opens_tail(word.text))
}

impl<'d> Row<'d> {
    /// The row at a line with what was wrapped of it, and its last line.
    fn with_tail(document: &'d Document<'_>, line: usize) -> Option<(Self, usize)> {
        let mut row = row(&words(document, line))?;
        let mut last = line;
        while let Some(next) = next_after_blanks(document, last)
            && row.goes_on(document, last, next)
        {
            row.tail.extend(words(document, next));
            last = next;
        }
        Some((row, last))
    }

    /// Whether a line is a part of the row: it begins or ends within brackets or a comment.
    fn goes_on(&self, document: &Document<'_>, last: usize, next: usize) -> bool {
        /// Below this no mailer wraps.
        const NARROWEST: usize = 50;
        /// A comment has at most this many words behind its number.
        const MOST_COMMENT_WORDS: usize = 5;
        let words = words(document, next);
        let Some(first) = words.first().map(|word| word.text) else { return false };
        let opens = |word: &Word<'_>| ["#", "(", "+-"].contains(&word.text);
        // A comment is about a figure; a line may begin with its mark as well: `# patched:`.
        let figure = words.get(1).is_some_and(|word| word.text.starts_with(|c: char| c.is_ascii_digit()));
        if first.starts_with('#') && !(first == "#" && figure) {
            return false;
        }
        if self.tail.last().is_some_and(opens) || opens_tail(first) || [")", "+-"].contains(&first) {
            return true;
        }
        let open = self.tail.iter().map(|w| w.text.matches('(').count()).sum::<usize>()
            > self.tail.iter().map(|w| w.text.matches(')').count()).sum::<usize>();
        let commented = self.tail.iter().any(|word| word.text.starts_with('#'))
            && !self.tail.last().is_some_and(|word| word.text.ends_with(')'));
        let comment = words.iter().take_while(|word| !opens_tail(word.text)).count();
        let words_only = !first.starts_with(|c: char| c.is_ascii_digit());
        let wrapped = document.text(last).trim_end().len() >= NARROWEST || has_tail(&words);
        open || commented && words_only && wrapped && comment <= MOST_COMMENT_WORDS && !first.ends_with(':')
    }

    /// The figure of `( +- figure% )`.
    fn percent(&self) -> Option<f64> {
        let at = self.tail.iter().rposition(|word| word.text.ends_with("+-"))?;
        let printed = lex::printed(self.tail.get(at + 1)?.text)?;
        (printed.rest.starts_with('%')).then_some(printed.number)
    }

    fn quantity(&self) -> (String, Quantity) {
        match &self.what {
            What::Elapsed => ("time elapsed".to_owned(), Quantity::new("", "s", Better::Lower, Role::Primary)),
            What::Share(name) => ((*name).to_owned(), Quantity::new("", "s", Better::Lower, Role::Component)),
            What::Event { name, unit } => event_quantity(&name.join(" "), *unit),
        }
    }
}

/// What is known of an event by its name and unit: clocks count time, of which less is better; nothing tells of others.
fn event_quantity(name: &str, unit: Option<&str>) -> (String, Quantity) {
    let plain = name.strip_suffix("-msecs").or_else(|| name.strip_suffix(" ticks")).unwrap_or(name);
    if matches!(plain, "task-clock" | "cpu-clock" | "task clock") || plain.starts_with("task-clock:") {
        return (plain.to_owned(), Quantity::new("", "ms", Better::Lower, Role::Component));
    }
    let symbol = match unit.map(str::to_lowercase).as_deref() {
        Some("msec" | "msecs" | "ms") => "ms",
        Some("usec" | "us") => "us",
        Some("nsec" | "ns") => "ns",
        Some("joules") => "J",
        Some("mib") => "MiB",
        Some("gib") => "GiB",
        Some("bytes") => "B",
        _ => "",
    };
    (plain.to_owned(), Quantity::new("", symbol, Better::Unknown, Role::Primary))
}

/// The characters of a number without marks for thousands and with a point before its fraction. Counts have no fraction.
///
/// `1,234.56` and `1.234,56` tell by their last mark; a lone comma in a time is a point: nothing measures whole seconds.
fn plain(text: &str, fraction: bool) -> Option<Cow<'_, str>> {
    if text.bytes().all(|b| b.is_ascii_digit()) {
        return Some(Cow::Borrowed(text));
    }
    let marks = || text.chars().filter(|c| !c.is_ascii_digit());
    if marks().any(|c| !matches!(c, ',' | '.' | '\'')) {
        return None;
    }
    let last = marks().next_back()?;
    let alike = marks().all(|c| c == last);
    let grouped = text.split(['.', ',', '\'']).skip(1).all(|group| group.len() == 3);
    let thousands = alike && grouped && (!fraction || marks().count() > 1 || last == '\'');
    if thousands {
        return Some(Cow::Owned(text.chars().filter(char::is_ascii_digit).collect()));
    }
    let (whole, digits) = text.rsplit_once(last)?;
    let sound = !digits.is_empty() && whole.split(['.', ',', '\'']).skip(1).all(|group| group.len() == 3);
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    sound.then(|| Cow::Owned(format!("{whole}.{digits}")))
}

/// A block that is being read.
struct Block<'d, 's> {
    document: &'d Document<'d>,
    sink: &'s mut Sink,
    labels: LabelsId,
    runs: Option<u32>,
}

impl Block<'_, '_> {
    fn emit(&mut self, row: &Row<'_>) {
        self.explain(row);
        let Some(number) = row.number else { return };
        let error = row.error.and_then(|word| plain(word.text, true)).and_then(|text| lex::value(&text));
        self.measure(row.quantity(), (number.text, number.span(self.document)), error, row.percent());
    }

    /// The figure of a row, with its standard error or that in percent of it.
    fn measure(
        &mut self,
        (name, quantity): (String, Quantity),
        (text, span): (&str, Span),
        error: Option<f64>,
        percent: Option<f64>,
    ) {
        let fraction = !quantity.unit.is_empty();
        let text = plain(text, fraction);
        let Some(printed) = text.as_deref().and_then(lex::printed).filter(|p| p.rest.is_empty()) else { return };
        let mut metric = quantity.metric(self.sink.section(), FORMAT.id);
        metric.name = name;
        if quantity.unit.is_empty() {
            metric.unit = Unit::none();
        }
        let metric = self.sink.metric(metric);
        let Printed { number: value, .. } = printed;
        let (low, high) = (printed.moved(-50, 0), printed.moved(50, 0));
        let labels = self.labels;
        let id = self.sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false });
        if let Some(error) = error.or_else(|| percent.map(|percent| value * percent / 100.0)) {
            self.sink.spread(id, Spread::new(error, SpreadKind::StandardError, self.runs));
        }
    }

    /// Reads the rows of parted fields that start at a line; gives the first line after them, nothing where there are none.
    fn fields(&mut self, line: usize) -> Option<usize> {
        let mut end = None;
        let mut next = Some(line);
        while let Some(at) = next {
            let text = self.document.text(at);
            let Some(row) = fields::Fields::of(text) else { break };
            let place = |part: &str| part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
            let start = place(row.value);
            let span = self.document.span(at, start, start + row.value.len());
            let unit = Some(row.unit).filter(|unit| !unit.is_empty());
            self.measure(event_quantity(row.event, unit), (row.value, span), None, row.percent);
            self.sink.explain(self.document.line_span(at), RegionKind::Context);
            end = Some(at + 1);
            next = next_after_blanks(self.document, at);
        }
        end
    }

    /// What stands behind `#` up to a bracket is computed; the rest says how sure and how long counted a figure is.
    fn explain(&mut self, row: &Row<'_>) {
        if let Some(since) = row.since {
            self.sink.explain(since.span(self.document), RegionKind::Context);
        }
        if let Some(error) = row.error {
            self.sink.explain(error.span(self.document), RegionKind::Context);
        }
        // Names of events hold digits: `L1-dcache-loads`.
        if let Some(span) = span_of(self.document, &row.name) {
            self.sink.explain(span, RegionKind::Label);
        }
        let mut kind = RegionKind::Context;
        for word in &row.tail {
            kind = match word.text.chars().next() {
                Some('#') => RegionKind::Derived,
                Some('(') => RegionKind::Context,
                _ => kind,
            };
            if let Some(span) = span_of(self.document, std::slice::from_ref(word)) {
                self.sink.explain(span, kind);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Source;

    fn figures(text: &str) -> Vec<(String, f64, String, Option<f64>)> {
        let parsed = crate::parse(&[Arc::new(Source::unnamed(text))]);
        assert_eq!(parsed.ledger.unread, 0, "{:?}", parsed.ledger.unread_spans);
        let shown = |(at, m): (usize, &Measurement)| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let spread = parsed.spreads.get(&crate::MeasurementId(at as u32)).map(|s| s.value);
            (metric.name.clone(), m.value, metric.unit.symbol.clone(), spread)
        };
        parsed.measurements.iter().enumerate().map(shown).collect()
    }

    #[test]
    fn counts_times_and_errors() {
        let text = " Performance counter stats for 'ls' (5 runs):\n\n  1,497.50 msec task-clock # 3.303 CPUs utilized ( +- 2.00% )\n\
                    23,655,348      L1-dcache-loads # 0.674 K/sec\n <not supported>  cycles\n\n  0.5 +- 0.1 seconds time elapsed ( +- 20.00% )\n\n 0.25 seconds user\n";
        assert_eq!(
            figures(text),
            [
                ("task-clock".into(), 1497.5, "ms".into(), Some(29.95)),
                ("L1-dcache-loads".into(), 23_655_348.0, String::new(), None),
                ("time elapsed".into(), 0.5, "s".into(), Some(0.1)),
                ("user".into(), 0.25, "s".into(), None),
            ]
        );
    }

    #[test]
    fn locales_part_thousands_otherwise() {
        let read = |text, fraction| plain(text, fraction).map(Cow::into_owned);
        assert_eq!(read("1.234.567", false).as_deref(), Some("1234567"));
        assert_eq!(read("8.518", false).as_deref(), Some("8518"));
        assert_eq!(read("1.234,56", true).as_deref(), Some("1234.56"));
        assert_eq!(read("1'497.69", true).as_deref(), Some("1497.69"));
        assert_eq!(read("0,453394396", true).as_deref(), Some("0.453394396"));
        assert_eq!(read("137.195", true).as_deref(), Some("137.195"));
        assert_eq!(read("12-13", true), None);
    }

    #[test]
    fn commands_tell_settings_only_where_nothing_else_does() {
        let kinds = |text: &str| {
            let parsed = crate::parse(&[Arc::new(Source::unnamed(text))]);
            let of = |m: &Measurement| {
                let command = parsed.labels(m.labels).iter().find(|l| l.field.name == "command").expect("a command");
                (command.value.clone(), command.field.kind)
            };
            parsed.measurements.iter().map(of).collect::<Vec<_>>()
        };
        let block =
            |command: &str| format!(" Performance counter stats for '{command}':\n\n 1.5 seconds time elapsed\n\n");
        let two = format!("{}{}", block("a -x"), block("a -y"));
        assert_eq!(kinds(&two), [("a -x".into(), FieldKind::Setting), ("a -y".into(), FieldKind::Setting)]);
        let named = format!("before:\n{}after:\n{}", block("a -x"), block("a -y"));
        assert!(kinds(&named).iter().all(|(_, kind)| *kind == FieldKind::Parameter));
    }

    #[test]
    fn other_numbers_are_no_rows() {
        for text in ["12 apples", "0.674 K/sec", "5 cycles of it", "12,13 cs"] {
            let source = Source::unnamed(text);
            assert!(!starts(&Document::new(crate::SourceId(0), &source), 0), "{text}");
        }
    }
}

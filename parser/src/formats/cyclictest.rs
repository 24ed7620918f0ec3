//! cyclictest of rt-tests: how late timers wake their threads.
//!
//! ```text
//! # /dev/cpu_dma_latency set to 0us
//! policy: fifo: loadavg: 0.06 0.08 0.08 1/222 3921
//!
//! T: 0 ( 3913) P:80 I:1000 C: 297462 Min:      7 Act:   29 Avg:   31 Max:     334
//! T: 1 ( 3914) P:80 I:1500 C: 198308 Min:      6 Act:   28 Avg:   29 Max:     230
//! # Histogram
//! 000006 000012 000003
//! # Total: 000297462 000198308
//! # Min Latencies: 00007 00006
//! # Avg Latencies: 00031 00029
//! # Max Latencies: 00334 00230
//! # Histogram Overflows: 00000 00000
//! ```
//!
//! A row is a thread: its process, priority, interval and cycles, then the least, last, mean and greatest latency, in
//! microseconds cut off to whole ones, or in nanoseconds with `-N`, where the last and the mean are eight characters wide
//! in place of five. The screen is rewritten many times a second; of rows of one process, the last counts. `-H` adds a
//! column over all threads to totals and maxima.
//!
//! Source: `print_stat`, `print_hist` and `calcdiff` in rt-tests' `src/cyclictest/cyclictest.c`.

use std::collections::BTreeMap;

use nom::character::complete::{alpha1, char, digit1, space0};
use nom::combinator::{opt, recognize};
use nom::sequence::{delimited, terminated};
use nom::{IResult, Offset, Parser};

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Label, LabelsId, Role};
use crate::reading::emit::{self, Quantity, Rounding, is_whole};
use crate::sink::Sink;
use crate::source::Span;
use crate::unit::Better;

/// cyclictest's rows and histogram summaries.
pub const FORMAT: Format =
    Format { id: "cyclictest", title: "cyclictest", marks: &["Max:", "Latencies:", "loadavg:"], breaks, starts, read };

/// Whether the last command above printed nanoseconds (2) or microseconds (1).
const UNIT: &str = "cyclictest unit";
/// The greatest latency in the last row above: a histogram's summary repeats it.
const LAST_MAX: &str = "cyclictest last maximum";

/// A value with its name.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Figure<'d> {
    name: &'d str,
    /// Its characters and where they stand.
    text: &'d str,
    span: Span,
    /// How many characters it has together with the blanks before it.
    width: usize,
}

/// A line, or a line and its end on the next one.
#[derive(Clone, Debug, PartialEq)]
enum Item<'d> {
    /// `T: 0 ( 3913) P:80 ...`: the process, and the named figures. The load's line may have figures, too.
    Row { process: Option<&'d str>, figures: Vec<Figure<'d>> },
    /// `# Min Latencies: 00007 00006`: which, and a value by thread.
    Summary(&'static str, Vec<Token<'d>>),
    /// A row that was cut off, and how many figures are left of it.
    Broken(usize),
    /// The beginning of a histogram.
    Histogram,
    /// A line without a result.
    Other,
}

/// An item and its lines.
struct Lines<'d> {
    item: Item<'d>,
    line: usize,
    end: usize,
}

/// The lines that begin with a hash, and the statistic that one is.
const HASHED: &[(&str, Option<&str>)] = &[
    ("# Min Latencies:", Some("min latency")),
    ("# Avg Latencies:", Some("avg latency")),
    ("# Max Latencies:", Some("max latency")),
    ("# /dev/cpu_dma_latency", None),
    ("# Total:", None),
    ("# Histogram Overflow", None),
    ("# Thread Ids:", None),
    ("# SMIs:", None),
    ("# Break thread:", None),
    ("# Break value:", None),
];

/// At the beginning of every kind of line.
fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let row = word(at) == "T:" && word(at + 2).starts_with('(');
    let policy = word(at) == "policy:" && word(at + 2) == "loadavg:";
    let hash = word(at) == "#"
        && (["Histogram", "Total:", "Thread", "/dev/cpu_dma_latency"].contains(&word(at + 1))
            || word(at + 2) == "Latencies:");
    row || policy || hash
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let first = document.text(line).trim_start().as_bytes().first().copied();
    matches!(first, Some(b'T' | b'#' | b'p' | b'l')) && item(document, line).is_some()
}

/// `number = ["-"] digits`
fn number(input: &str) -> IResult<&str, &str> {
    recognize((opt(char('-')), digit1)).parse(input)
}

/// `field = name ":" *blank [number] *blank`: the characters of the number, and those of the blanks and the number.
fn field(input: &str) -> IResult<&str, (&str, (&str, Option<&str>))> {
    let value = recognize((space0, opt(number)));
    let (rest, (name, value)) = terminated((terminated(alpha1, char(':')), value), space0).parse(input)?;
    let number = value.trim_start();
    Ok((rest, (name, (value, (!number.is_empty()).then_some(number)))))
}

/// `process = "(" *blank digits *blank ")" *blank`
fn process(input: &str) -> IResult<&str, &str> {
    delimited((char('('), space0), digit1, (space0, char(')'), space0)).parse(input)
}

/// The fields at the start of some text; the last may lack its value.
fn fields<'d>(
    document: &'d Document<'d>,
    line: usize,
    mut rest: &'d str,
) -> (Vec<Figure<'d>>, Option<&'d str>, &'d str) {
    let text = document.text(line);
    let (mut figures, mut id) = (Vec::new(), None);
    while let Ok((after, (name, (padded, number)))) = field(rest) {
        let characters = number.unwrap_or_default();
        let at = text.offset(padded) + padded.len() - characters.len();
        let span = document.span(line, at, at + characters.len());
        figures.push(Figure { name, text: characters, span, width: padded.len() });
        rest = after;
        if let Ok((after, digits)) = process(rest) {
            (id, rest) = (Some(digits), after);
        }
    }
    (figures, id, rest)
}

/// The line after one, quoted as deep, past a few blank ones: the tool prints one below the load, and archives double line
/// ends.
fn next_line(document: &Document<'_>, line: usize) -> Option<usize> {
    const BLANKS: usize = 3;
    let next = (line + 1..document.len()).take(BLANKS + 1).find(|&next| !document.is_blank(next))?;
    (document.depth(next) == document.depth(line)).then_some(next)
}

/// The item that starts at a line.
fn item<'d>(document: &'d Document<'d>, line: usize) -> Option<Lines<'d>> {
    let text = document.text(line).trim_start();
    if text.starts_with("T:") {
        return row(document, line, text);
    }
    // In a text that lost its line ends, what ends with a colon begins a line of its own.
    let load = text.starts_with("policy:") && text.contains("loadavg:");
    if load || text.starts_with("loadavg:") {
        return Some(policy(document, line, text));
    }
    if text.trim_end() == "# Histogram" {
        return Some(Lines { item: Item::Histogram, line, end: line + 1 });
    }
    let &(beginning, statistic) = HASHED.iter().find(|(beginning, _)| text.starts_with(beginning))?;
    match statistic {
        Some(name) => summary(document, line, beginning, name),
        None => Some(Lines { item: Item::Other, line, end: line + 1 }),
    }
}

/// A thread's row. A mailer breaks it before the last number, or before a name.
fn row<'d>(document: &'d Document<'d>, line: usize, text: &'d str) -> Option<Lines<'d>> {
    let (mut figures, process, _) = fields(document, line, text);
    let mut end = line + 1;
    let complete = |figures: &[Figure<'_>]| figures.iter().any(|f| f.name == "Max" && !f.text.is_empty());
    if !complete(&figures)
        && let Some(next) = next_line(document, line)
    {
        let rest = document.text(next).trim_start();
        let rest = match (number(rest), figures.last_mut()) {
            (Ok((after, digits)), Some(last)) if last.text.is_empty() => {
                let at = document.text(next).offset(digits);
                *last = Figure { text: digits, span: document.span(next, at, at + digits.len()), ..*last };
                after.trim_start()
            }
            _ => rest,
        };
        figures.extend(fields(document, next, rest).0);
        end = next + 1;
    }
    figures.retain(|figure| !figure.text.is_empty());
    let named = |name: &str| figures.iter().any(|figure| figure.name == name);
    if complete(&figures) && process.is_some() {
        Some(Lines { item: Item::Row { process, figures }, line, end })
    } else {
        let broken = process.is_some() && named("P") && named("I");
        broken.then_some(Lines { item: Item::Broken(figures.len()), line, end: line + 1 })
    }
}

/// The line of the load, which may have been overwritten with the end of a row: `loadavg: ... 1272  Avg: 128 Max: 1177`.
fn policy<'d>(document: &'d Document<'d>, line: usize, text: &'d str) -> Lines<'d> {
    let at = ["Min:", "Act:", "Avg:"].iter().filter_map(|name| text.find(name)).min();
    let figures = at.and_then(|at| text.get(at..)).map(|end| fields(document, line, end).0).unwrap_or_default();
    let item = if figures.iter().any(|figure| figure.name == "Max" && !figure.text.is_empty()) {
        Item::Row { process: None, figures }
    } else {
        Item::Other
    };
    Lines { item, line, end: line + 1 }
}

/// A statistic by thread. Where such lines stand among others that have names before them, the columns are no threads.
fn summary<'d>(document: &'d Document<'d>, line: usize, beginning: &str, name: &'static str) -> Option<Lines<'d>> {
    const FAR_IN: usize = 4;
    let other = |line: usize| {
        let text = document.text(line).trim();
        text.contains("Latencies:") && !text.starts_with("# ")
    };
    let above = (line.saturating_sub(2)..line).rev().find(|&line| !document.is_blank(line));
    // What stands far in had a label of its own before it.
    let text = document.text(line);
    let inside = text.len() - text.trim_start().len() >= FAR_IN;
    if inside || above.is_some_and(other) || next_line(document, line).is_some_and(other) {
        return None;
    }
    let values = |line: usize, skip: usize| -> Option<Vec<Token<'d>>> {
        let tokens: Vec<Token<'d>> = document.tokens(line).into_iter().skip(skip).collect();
        (!tokens.is_empty() && tokens.iter().all(|token| is_whole(token.text))).then_some(tokens)
    };
    let mut all = values(line, beginning.split(' ').count())?;
    let mut end = line + 1;
    while let Some(more) = values(end, 0).filter(|more| more.iter().all(|token| token.text.len() >= 5)) {
        all.extend(more);
        end += 1;
    }
    Some(Lines { item: Item::Summary(name, all), line, end })
}

/// The first line after the rows of a histogram: whole numbers, the first at least six wide.
fn histogram_end(document: &Document<'_>, mut line: usize) -> usize {
    let is_row = |line: usize| {
        let text = document.text(line);
        let mut words = text.split_whitespace();
        words.next().is_some_and(|first| first.len() >= 6 && is_whole(first)) && words.all(is_whole)
    };
    loop {
        let next = if document.is_blank(line) { line + 1 } else { line };
        if !is_row(next) {
            return line;
        }
        line = next + 1;
    }
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut block: Vec<Lines<'_>> = Vec::new();
    let (mut end, mut at) = (line, Some(line));
    while let Some(mut lines) = at.and_then(|at| item(document, at)) {
        if lines.item == Item::Histogram {
            lines.end = histogram_end(document, lines.end);
        }
        end = lines.end;
        at = end.checked_sub(1).and_then(|last| next_line(document, last));
        let overflows = document.text(lines.line).trim_start().starts_with("# Histogram Overflow at");
        block.push(lines);
        // Below the overflows stands a line for each thread.
        while let Some(thread) = at.filter(|&at| overflows && document.text(at).trim_start().starts_with("# Thread ")) {
            end = thread + 1;
            block.push(Lines { item: Item::Other, line: thread, end });
            at = next_line(document, thread);
        }
    }
    let unit = unit(document, line, sink, &block);
    Reader { document, sink, unit, threads: None, maximum: None }.read(&block);
    end
}

/// The unit of a block: what the command above says, or the width of the fields, or what held for the last block.
fn unit(document: &Document<'_>, line: usize, sink: &mut Sink, block: &[Lines<'_>]) -> &'static str {
    const LINES_ABOVE: usize = 30;
    let above = (line.saturating_sub(LINES_ABOVE)..line).rev().map(|line| document.text(line));
    let command =
        above.take_while(|text| !text.trim_start().starts_with("T:")).find(|text| text.contains("cyclictest"));
    let by_command = command.map(|command| u32::from(command.split_whitespace().any(asks_for_nanoseconds)) + 1);
    let by_width = block.iter().find_map(|lines| match &lines.item {
        Item::Row { figures, .. } => {
            width(figures).and_then(|width| [(5, 1), (8, 2)].into_iter().find(|(w, _)| *w == width))
        }
        _ => None,
    });
    let known = by_width.map(|(_, unit)| unit).filter(|&unit| unit == 2).or(by_command);
    if let Some(unit) = known {
        sink.remember(UNIT, unit);
    }
    if sink.recall(UNIT) == Some(2) { "ns" } else { "us" }
}

/// How wide the last and the mean latency are printed: both as wide, with blanks before them.
fn width(figures: &[Figure<'_>]) -> Option<usize> {
    let of = |name: &str| figures.iter().find(|f| f.name == name && f.width > f.text.len()).map(|f| f.width);
    of("Act").filter(|width| of("Avg") == Some(*width))
}

/// Whether a word of a command is `-N`, alone or among other letters, or its long form.
fn asks_for_nanoseconds(word: &str) -> bool {
    let letters = word.strip_prefix('-').unwrap_or_default();
    ["-nsecs", "-nanosecs"].contains(&letters)
        || letters.contains('N') && letters.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Puts the items of a block into the sink.
struct Reader<'d, 's> {
    document: &'d Document<'d>,
    sink: &'s mut Sink,
    unit: &'static str,
    /// How many threads the histogram's summary has.
    threads: Option<usize>,
    /// The maximum of the last of them.
    maximum: Option<u32>,
}

impl<'d> Reader<'d, '_> {
    fn read(&mut self, block: &[Lines<'d>]) {
        let summary = |wanted: &str| {
            block.iter().find_map(|lines| match &lines.item {
                Item::Summary(name, values) if *name == wanted => Some(values),
                _ => None,
            })
        };
        self.threads = summary("min latency").map(Vec::len);
        let maxima = summary("max latency");
        let last = self.threads.or(maxima.map(Vec::len)).and_then(|threads| threads.checked_sub(1));
        self.maximum = last.and_then(|last| maxima?.get(last)).and_then(|token| token.text.parse().ok());
        let mut last: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for lines in block {
            if let Item::Row { process: Some(process), figures } = &lines.item {
                last.insert((thread(figures), *process), lines.line);
            }
        }
        for lines in block {
            match &lines.item {
                Item::Row { process, figures } => {
                    let rewritten = process.is_some_and(|id| last.get(&(thread(figures), id)) != Some(&lines.line));
                    if rewritten { self.explain(lines) } else { self.row(lines, figures) }
                }
                Item::Summary(name, values) => self.summary(lines, name, values),
                Item::Broken(values) => self.refuse(lines, *values),
                Item::Histogram | Item::Other => self.explain(lines),
            }
        }
    }

    /// A row without its end: nothing of it is read.
    fn refuse(&mut self, lines: &Lines<'d>, values: usize) {
        /// Thread, priority, interval, cycles, and the four latencies.
        const COLUMNS: usize = 8;
        let span = self.document.line_span(lines.line);
        self.sink.explain(span, RegionKind::Unread);
        let section = self.section();
        self.sink.diagnose(span, DiagnosticKind::UnreadRow { section, values, columns: COLUMNS });
    }

    fn explain(&mut self, lines: &Lines<'d>) {
        for line in lines.line..lines.end {
            self.sink.explain(self.document.line_span(line), RegionKind::Context);
        }
    }

    fn section(&self) -> String {
        let above = self.sink.section();
        if above.is_empty() { FORMAT.id.to_owned() } else { above.to_owned() }
    }

    fn row(&mut self, lines: &Lines<'d>, figures: &[Figure<'d>]) {
        let value = |name: &str| figures.iter().find(|figure| figure.name == name).map(|figure| figure.text);
        let parameter = |name: &str, key: &str| value(key).map(|value| emit::parameter(name, value));
        let own: Vec<Label> = [parameter("thread", "T"), parameter("priority", "P"), parameter("interval", "I")]
            .into_iter()
            .flatten()
            .collect();
        let labels = self.sink.labels_at(self.document, lines.line, own);
        for figure in figures {
            let quantity = match figure.name {
                "Min" => latency("min latency", self.unit, Role::Primary),
                "Avg" => latency("avg latency", self.unit, Role::Primary),
                "Max" => latency("max latency", self.unit, Role::Primary),
                "Act" => Quantity::new("last latency", self.unit, Better::Unknown, Role::Context),
                "C" => Quantity::new("cycles", "count", Better::Unknown, Role::Context),
                "SMI" => Quantity::new("SMIs", "count", Better::Unknown, Role::Context),
                _ => continue,
            };
            self.put(quantity, figure.text, figure.span, labels);
        }
        if let Some(max) = value("Max").and_then(|max| max.parse().ok()) {
            self.sink.remember(LAST_MAX, max);
        }
        self.explain_around(lines, figures);
    }

    /// The numbers of a row that are no results: thread, process, priority, interval, load.
    fn explain_around(&mut self, lines: &Lines<'d>, figures: &[Figure<'d>]) {
        let results = ["Min", "Avg", "Max", "Act", "C", "SMI"];
        let first = figures.iter().find(|figure| results.contains(&figure.name));
        let line = self.document.line_span(lines.line);
        if let Some(first) = first {
            self.sink.explain(Span { end: first.span.start, ..line }, RegionKind::Context);
        }
        for figure in figures.iter().filter(|figure| !results.contains(&figure.name)) {
            self.sink.explain(figure.span, RegionKind::Context);
        }
        let end = self.document.line_span(lines.end - 1);
        if let Some(last) = figures.last().filter(|last| last.span.end < end.end) {
            self.sink.explain(Span { start: last.span.end, ..end }, RegionKind::Label);
        }
    }

    /// A statistic by thread: the rows' figures again where a row above says the same.
    fn summary(&mut self, lines: &Lines<'d>, name: &'static str, values: &[Token<'d>]) {
        let label = self.document.tokens(lines.line);
        if let Some(span) = emit::around(label.get(..3).unwrap_or_default()) {
            self.sink.explain(span, RegionKind::Label);
        }
        let all = self.threads.filter(|&threads| name == "max latency" && values.len() == threads + 1);
        let repeats = self.maximum.is_some() && self.maximum == self.sink.recall(LAST_MAX);
        let again = match name {
            "min latency" => "min latency, again",
            "avg latency" => "avg latency, again",
            _ => "max latency, again",
        };
        for (thread, token) in values.iter().enumerate() {
            let (quantity, own) = if all == Some(thread) {
                (latency("max latency of all threads", self.unit, Role::Derived), vec![])
            } else {
                let own = vec![emit::parameter("thread", &thread.to_string())];
                let first = if repeats { (again, Role::Duplicate) } else { (name, Role::Primary) };
                (latency(first.0, self.unit, first.1), own)
            };
            let labels = self.sink.labels_at(self.document, lines.line, own);
            self.put(quantity, token.text, token.span, labels);
        }
    }

    fn put(&mut self, quantity: Quantity, text: &str, span: Span, labels: LabelsId) {
        let metric = self.sink.metric(quantity.metric(&self.section(), FORMAT.id));
        let rounding = if quantity.unit == "us" { Rounding::Down } else { Rounding::Nearest };
        if let Some(measurement) = emit::measurement(text, span, rounding, metric, labels) {
            self.sink.measure(measurement);
        }
    }
}

fn latency(name: &'static str, unit: &'static str, role: Role) -> Quantity {
    Quantity::new(name, unit, Better::Lower, role)
}

/// The number of a row's thread.
fn thread<'d>(figures: &[Figure<'d>]) -> &'d str {
    figures.iter().find(|figure| figure.name == "T").map_or("", |figure| figure.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;
    use crate::{Measurement, Parsed};

    /// The latencies that count, in order: unit and value.
    fn primary(parsed: &Parsed) -> Vec<(String, f64)> {
        let of = |m: &Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            (metric.role == Role::Primary).then(|| (metric.unit.symbol.clone(), m.value))
        };
        parsed.measurements.iter().filter_map(of).collect()
    }

    fn units(text: &str) -> Vec<String> {
        primary(&read(text)).into_iter().map(|(unit, _)| unit).collect()
    }

    #[test]
    fn the_command_or_the_width_of_the_fields_tells_nanoseconds() {
        let wide = "T: 0 ( 9090) P:80 I:1000 C:  10000 Min:   3101 Act:    8211 Avg:    6307 Max:   41412\n";
        assert_eq!(units(wide), ["ns"; 3]);
        let narrow = "T: 0 ( 9090) P:80 I:1000 C:  10000 Min:      5 Act:   10 Avg:   14 Max:      39\n";
        assert_eq!(units(narrow), ["us"; 3]);
        let collapsed = "T: 0 (9090) P:80 I:1000 C: 10000 Min: 3101 Act: 8211 Avg: 6307 Max: 41412\n";
        assert_eq!(units(collapsed), ["us"; 3]);
        assert_eq!(units(&format!("$ cyclictest -mN -p80\n{collapsed}")), ["ns"; 3]);
        assert_eq!(units("$ cyclictest --nsecs\n# Min Latencies: 04211\n"), ["ns"]);
    }

    #[test]
    fn words_of_commands_ask_for_nanoseconds() {
        assert!(asks_for_nanoseconds("-N") && asks_for_nanoseconds("-mNq") && asks_for_nanoseconds("--nsecs"));
        assert!(!asks_for_nanoseconds("--Numa") && !asks_for_nanoseconds("-n") && !asks_for_nanoseconds("N"));
    }

    #[test]
    fn of_rows_of_one_process_the_last_counts() {
        let row = |id: u32, max: u32| format!("T: 0 ({id}) P:80 I:1000 C: 9 Min: 1 Act: 2 Avg: 3 Max: {max}\n");
        let values = |text: &str| primary(&read(text)).into_iter().map(|(_, value)| value).collect::<Vec<_>>();
        assert_eq!(values(&(row(7, 10) + &row(7, 20))), [1.0, 3.0, 20.0]);
        assert_eq!(values(&(row(7, 10) + &row(8, 20))), [1.0, 3.0, 10.0, 1.0, 3.0, 20.0]);
    }

    #[test]
    fn a_text_without_line_ends_reads_as_one_with_them() {
        let rows: String = (0..8)
            .map(|t| format!("T: {t} ( 91{t}0) P:80 I:1000 C:  10000 Min:      5 Act:   10 Avg:   14 Max:      3{t}\n"))
            .collect();
        let (lines, flat) = (read(&rows), read(&rows.replace('\n', " ")));
        assert_eq!(lines.measurements.len(), 8 * 5);
        assert_eq!(primary(&lines), primary(&flat));
    }
}

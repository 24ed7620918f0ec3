//! rtla of the kernel's tools: timerlat, osnoise and hwnoise.
//!
//! ```text
//!                                      Timer Latency
//!   0 00:00:12   |          IRQ Timer Latency (us)        |         Thread Timer Latency (us)
//! CPU COUNT      |      cur       min       avg       max |      cur       min       avg       max
//!   0 #12322     |        0         0         1        15 |       10         3         9        31
//! ---------------|----------------------------------------|---------------------------------------
//! ALL #12322  e0 |                  0         1        15 |                  3         9        31
//!
//!                                      Operating System Noise
//! duration:   0 00:30:00 | time is in us
//! CPU Period       Runtime        Noise  % CPU Aval   Max Noise   Max Single          HW          NMI          IRQ ...
//!   1 #1799     1799000001      3351316    99.81371        2336            9         400            0      1799011 ...
//!
//! # RTLA timerlat histogram
//! # Time unit is microseconds (us)
//! # Duration:   0 00:00:02
//! Index   IRQ-001   Thr-001   IRQ-002   Thr-002
//! 0          1000       944       999       998
//! over:         0         0         0         0
//! count:     1000       944       999       998
//! min:          0         3         0         2
//! avg:          1         7         0         2
//! max:          7        21         3        11
//! ```
//!
//! A row is a processor. Latencies are cut off to whole microseconds, or are nanoseconds with `-n`: the header says so. A
//! count is followed by `eN` where it was divided by ten N times; such a row, and the last part of a histogram, is over
//! all processors. Without `-q` the table is drawn again every second: of tables that follow each other with growing
//! durations the last counts.
//!
//! Source: `tools/tracing/rtla/src/{timerlat_top,timerlat_hist,osnoise_top,osnoise_hist}.c` of Linux.

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::measurement::{Label, LabelsId, Metric, Role};
use crate::reading::emit::{self, Quantity, Rounding, is_whole};
use crate::reading::words::next_line;
use crate::sink::Sink;
use crate::unit::Better;

/// rtla's tables and histograms.
pub const FORMAT: Format = Format {
    id: "rtla",
    title: "rtla timerlat and osnoise",
    marks: &["Timer", "COUNT", "Aval", "RTLA"],
    breaks,
    starts,
    read,
};

/// Whether the last header above said nanoseconds (2) or microseconds (1).
const UNIT: &str = "rtla unit";

/// The parts of a timerlat row, from left to right.
const PARTS: [&str; 3] = ["IRQ", "Thread", "Ret user"];

/// The columns of an osnoise row; hwnoise has the first seven.
const NOISE: [Quantity; 10] = [
    Quantity::new("Runtime", "us", Better::Unknown, Role::Context),
    Quantity::new("Noise", "us", Better::Lower, Role::Primary),
    Quantity::new("% CPU Aval", "%", Better::Higher, Role::Primary),
    Quantity::new("Max Noise", "us", Better::Lower, Role::Primary),
    Quantity::new("Max Single", "us", Better::Lower, Role::Primary),
    Quantity::new("HW", "count", Better::Unknown, Role::Component),
    Quantity::new("NMI", "count", Better::Unknown, Role::Component),
    Quantity::new("IRQ", "count", Better::Unknown, Role::Component),
    Quantity::new("Softirq", "count", Better::Unknown, Role::Component),
    Quantity::new("Thread", "count", Better::Unknown, Role::Component),
];

/// What a line is.
#[derive(Clone, Debug, PartialEq)]
enum Item<'d> {
    /// A title, a header, a rule. A header may say the unit and how long the session has lasted.
    Header { nanoseconds: Option<bool>, seconds: Option<u32> },
    /// A timerlat row: the processor, the part of the row's words that are results, the words behind them.
    Latency { cpu: Token<'d>, parts: Vec<Vec<Token<'d>>>, rest: Vec<Token<'d>> },
    /// An osnoise row.
    Noise { cpu: Token<'d>, values: Vec<Token<'d>>, rest: Vec<Token<'d>> },
    /// A timerlat row that was cut off, and how many values are left of it.
    Broken(usize),
    /// The first line of a histogram.
    Histogram,
}

/// An item and its lines.
struct Lines<'d> {
    item: Item<'d>,
    line: usize,
    end: usize,
}

/// At a row's processor and count, and at the words that headers begin with.
fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let row = (is_whole(word(at)) || word(at) == "ALL") && count(word(at + 1)).is_some();
    let clock = is_whole(word(at)) && emit::clock(word(at + 1)).is_some() && word(at + 2) == "|";
    let header = word(at) == "CPU" && ["COUNT", "Period"].contains(&word(at + 1));
    let histogram = word(at) == "Index" && HISTOGRAM_PARTS.iter().any(|(part, _)| word(at + 1).starts_with(part));
    let statistic = ["over:", "count:", "min:", "avg:", "max:", "ALL:"].contains(&word(at));
    let title = word(at) == "#" && ["RTLA", "Time", "Duration:"].contains(&word(at + 1));
    row || clock || header || histogram || statistic || title || word(at) == "duration:"
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    item(document, line).is_some()
}

/// `count = "#" digits`
fn count(word: &str) -> Option<&str> {
    word.strip_prefix('#').filter(|digits| is_whole(digits))
}

fn is_value(word: &str) -> bool {
    word == "-" || lex::printed(word).is_some_and(|printed| printed.rest.is_empty())
}

/// The item that starts at a line.
fn item<'d>(document: &'d Document<'d>, line: usize) -> Option<Lines<'d>> {
    let text = document.text(line).trim();
    if text.starts_with("# RTLA ") && text.ends_with("histogram") || is_index(text) {
        return Some(Lines { item: Item::Histogram, line, end: line + 1 });
    }
    let first = text.as_bytes().first().copied().unwrap_or(b' ');
    if !(first.is_ascii_digit() || b"ACDHOTd-".contains(&first)) {
        return None;
    }
    if let Some(item) = header(document, line, text) {
        return Some(Lines { item, line, end: line + 1 });
    }
    row(document, line)
}

/// A title, header line or rule of a table.
fn header<'d>(document: &Document<'_>, line: usize, text: &str) -> Option<Item<'d>> {
    let titles = ["Timer Latency", "Operating System Noise", "Hardware-related Noise"];
    let is_rule = || text.starts_with("---------------|") && text.bytes().all(|b| b == b'-' || b == b'|');
    let columns = text.starts_with("CPU COUNT") && text.contains('|') || text.starts_with("CPU Period");
    let above_all =
        || next_line(document, line).is_some_and(|next| document.text(next).trim_start().starts_with("ALL #"));
    if titles.contains(&text) || columns || is_rule() && above_all() {
        return Some(Item::Header { nanoseconds: None, seconds: None });
    }
    let latency = text.contains("| ") && text.contains("IRQ Timer Latency (");
    let noise = text.starts_with("duration:") && text.contains("| time is in us");
    (latency || noise).then(|| Item::Header {
        nanoseconds: latency.then(|| text.contains("Latency (ns)")),
        seconds: text.split_whitespace().find_map(emit::clock),
    })
}

/// `row = (digits / "ALL") "#" digits ...`, with the next line where it ends too early.
fn row<'d>(document: &'d Document<'d>, line: usize) -> Option<Lines<'d>> {
    let words = document.tokens(line);
    let numbered = is_row_start(&words);
    let more = next_line(document, line).filter(|_| numbered).map(|next| (next, document.tokens(next)));
    let read = |words: &[Token<'d>]| latency_row(words).or_else(|| noise_row(words));
    if !numbered {
        return None;
    }
    if let Some(item) = read(&words) {
        return Some(Lines { item, line, end: line + 1 });
    }
    let more = more.filter(|(_, more)| more.iter().all(|token| token.text == "|" || is_value(token.text)));
    let wrapped = more.and_then(|(next, more)| Some((next, read(&[words.as_slice(), &more].concat())?)));
    match wrapped {
        Some((next, item)) => Some(Lines { item, line, end: next + 1 }),
        None => broken_row(&words).map(|values| Lines { item: Item::Broken(values), line, end: line + 1 }),
    }
}

fn is_row_start(words: &[Token<'_>]) -> bool {
    let word = |at: usize| words.get(at).map_or("", |token: &Token<'_>| token.text);
    (is_whole(word(0)) || word(0) == "ALL") && count(word(1)).is_some()
}

/// How many values are left of a timerlat row that was cut off: there are bars and values behind the count, and no words.
fn broken_row(words: &[Token<'_>]) -> Option<usize> {
    let behind = words.get(2..)?;
    let bar = behind.iter().any(|token| token.text == "|");
    let values = behind.iter().filter(|token| is_value(token.text)).count();
    (bar && behind.iter().all(|token| token.text == "|" || is_value(token.text))).then_some(values)
}

/// `latency = cpu count ["e" digit] 2*3("|" 4value)`, three values in the row over all processors.
fn latency_row<'d>(words: &[Token<'d>]) -> Option<Item<'d>> {
    let (&cpu, _) = words.split_first()?;
    let values = if cpu.text == "ALL" { 3 } else { 4 };
    let (mut parts, mut rest) = (Vec::new(), Vec::new());
    for piece in words.split(|token| token.text == "|").skip(1) {
        let (part, behind) = piece.split_at_checked(values)?;
        if !part.iter().all(|token| is_value(token.text)) {
            return None;
        }
        parts.push(part.to_vec());
        rest.extend_from_slice(behind);
    }
    (2..=PARTS.len()).contains(&parts.len()).then_some(Item::Latency { cpu, parts, rest })
}

/// `noise = cpu count (7value / 10value)`, the third with five decimals.
fn noise_row<'d>(words: &[Token<'d>]) -> Option<Item<'d>> {
    let (&cpu, after) = words.split_first()?;
    let (_, after) = after.split_first()?;
    let figures = after.iter().take_while(|token| is_value(token.text)).count();
    let wanted = [10, 7].into_iter().find(|&wanted| figures == wanted)?;
    let (values, rest) = after.split_at(wanted);
    let share = values.get(2).and_then(|token| emit::decimals(token.text));
    (share == Some(5)).then(|| Item::Noise { cpu, values: values.to_vec(), rest: rest.to_vec() })
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut block: Vec<Lines<'_>> = Vec::new();
    let (mut end, mut at) = (line, Some(line));
    while let Some(lines) = at.and_then(|at| item(document, at)) {
        if lines.item == Item::Histogram {
            break;
        }
        end = lines.end;
        at = end.checked_sub(1).and_then(|last| next_line(document, last));
        block.push(lines);
    }
    let mut reader = Reader { document, sink };
    if block.is_empty() {
        return reader.histogram(line);
    }
    reader.block(&block);
    end
}

/// Puts items into the sink.
struct Reader<'d, 's> {
    document: &'d Document<'d>,
    sink: &'s mut Sink,
}

impl<'d> Reader<'d, '_> {
    /// Tables that follow each other: the last of a screen that was drawn again and again, else all of them.
    fn block(&mut self, block: &[Lines<'d>]) {
        let from = last_drawn(block);
        for lines in block {
            match &lines.item {
                Item::Header { nanoseconds, .. } => {
                    if let Some(nanoseconds) = nanoseconds {
                        self.sink.remember(UNIT, u32::from(*nanoseconds) + 1);
                    }
                    self.explain(lines, RegionKind::Header);
                }
                _ if lines.line < from => self.explain(lines, RegionKind::Context),
                Item::Latency { cpu, parts, rest } => self.latency(lines, cpu, parts, rest),
                Item::Noise { cpu, values, rest } => self.noise(lines, cpu, values, rest),
                Item::Broken(values) => self.refuse(lines, *values),
                Item::Histogram => {}
            }
        }
    }

    /// A row without its end: nothing of it is read.
    fn refuse(&mut self, lines: &Lines<'d>, values: usize) {
        let span = self.document.line_span(lines.line);
        self.sink.explain(span, RegionKind::Unread);
        let section = self.section("timerlat");
        self.sink.diagnose(span, DiagnosticKind::UnreadRow { section, values, columns: 8 });
    }

    fn explain(&mut self, lines: &Lines<'d>, kind: RegionKind) {
        for line in lines.line..lines.end {
            self.sink.explain(self.document.line_span(line), kind);
        }
    }

    fn unit(&self) -> &'static str {
        if self.sink.recall(UNIT) == Some(2) { "ns" } else { "us" }
    }

    fn section(&self, own: &str) -> String {
        let above = self.sink.section();
        if above.is_empty() { own.to_owned() } else { above.to_owned() }
    }

    /// The processor's number and the count behind it.
    fn explain_row(&mut self, lines: &Lines<'d>, rest: &[Token<'d>]) {
        let words = self.document.tokens(lines.line);
        if let Some(span) = words.get(..2).and_then(emit::around) {
            self.sink.explain(span, RegionKind::Context);
        }
        if let Some(exponent) = words.get(2).filter(|token| token.text.starts_with('e')) {
            self.sink.explain(exponent.span, RegionKind::Context);
        }
        if let Some(span) = emit::around(rest) {
            self.sink.explain(span, RegionKind::Label);
        }
    }

    fn latency(&mut self, lines: &Lines<'d>, cpu: &Token<'d>, parts: &[Vec<Token<'d>>], rest: &[Token<'d>]) {
        self.explain_row(lines, rest);
        let all = cpu.text == "ALL";
        let labels = self.labels(lines.line, cpu.text);
        let names: &[&str] = if all { &["min", "avg", "max"] } else { &["cur", "min", "avg", "max"] };
        for (part, values) in PARTS.iter().zip(parts) {
            for (name, token) in names.iter().zip(values) {
                self.statistic("timerlat", part, name, all, token, labels);
            }
        }
    }

    /// A statistic of a processor, or over all of them.
    fn statistic(&mut self, section: &str, part: &str, name: &str, all: bool, token: &Token<'d>, labels: LabelsId) {
        let (unit, better, role) = match (name, all) {
            ("count" | "over", _) => ("count", Better::Unknown, Role::Context),
            ("cur", _) => (self.unit(), Better::Unknown, Role::Context),
            (_, true) => (self.unit(), Better::Lower, Role::Derived),
            (_, false) => (self.unit(), Better::Lower, Role::Primary),
        };
        let metric = Quantity::new("", unit, better, role).metric(&self.section(section), FORMAT.id);
        let scope = if all { ", all CPUs" } else { "" };
        self.put(Metric { name: format!("{part} {name}{scope}"), ..metric }, token, labels);
    }

    fn noise(&mut self, lines: &Lines<'d>, cpu: &Token<'d>, values: &[Token<'d>], rest: &[Token<'d>]) {
        self.explain_row(lines, rest);
        let labels = self.labels(lines.line, cpu.text);
        let section = self.section("osnoise");
        for (quantity, token) in NOISE.iter().zip(values) {
            self.put(quantity.metric(&section, FORMAT.id), token, labels);
        }
    }

    fn labels(&mut self, line: usize, cpu: &str) -> LabelsId {
        let number = cpu.trim_start_matches('0');
        let cpu = if number.is_empty() { "0" } else { number };
        let own: Vec<Label> = if cpu == "ALL" { Vec::new() } else { vec![emit::parameter("cpu", cpu)] };
        self.sink.labels_at(self.document, line, own)
    }

    /// A figure; `-` where there is none.
    fn put(&mut self, metric: Metric, token: &Token<'d>, labels: LabelsId) {
        // Times were cut off, as was the share of time; counts are exact, and means of histograms are rounded.
        let cut = metric.unit.symbol != "count" && emit::decimals(token.text) != Some(2);
        let rounding = if cut { Rounding::Down } else { Rounding::Nearest };
        let metric = self.sink.metric(metric);
        if let Some(measurement) = emit::measurement(token.text, token.span, rounding, metric, labels) {
            self.sink.measure(measurement);
        }
    }

    /// Reads a histogram; the first line after it.
    fn histogram(&mut self, line: usize) -> usize {
        let mut columns: Vec<(&'static str, String)> = Vec::new();
        let (mut end, mut at) = (line, Some(line));
        while let Some(line) = at {
            if !self.histogram_line(line, &mut columns) {
                break;
            }
            end = line + 1;
            at = next_line(self.document, line).filter(|&next| !self.document.text(next).trim().starts_with("# RTLA"));
        }
        end.max(line + 1)
    }

    /// Reads a line of a histogram; false where it is not part of it.
    fn histogram_line(&mut self, line: usize, columns: &mut Vec<(&'static str, String)>) -> bool {
        let text = self.document.text(line).trim();
        let span = self.document.line_span(line);
        if let Some(kind) = histogram_header(text) {
            if text.starts_with("# Time unit is ") {
                self.sink.remember(UNIT, if text.contains("nanoseconds") { 2 } else { 1 });
            } else if kind == RegionKind::Header {
                *columns = text.split_whitespace().filter_map(column).collect();
            }
            self.sink.explain(span, kind);
            return true;
        }
        let words = self.document.tokens(line);
        let Some((first, values)) = words.split_first().filter(|_| !columns.is_empty()) else { return false };
        let fits = values.len() == columns.len() && values.iter().all(|token| is_value(token.text));
        let statistics = ["over", "count", "min", "avg", "max"];
        match first.text.strip_suffix(':').filter(|name| statistics.contains(name)) {
            Some(name) if fits => self.histogram_row(line, name, columns, values),
            Some(_) => {
                let section = self.section(table(columns.first().map_or("", |(part, _)| part)));
                let kind = DiagnosticKind::UnreadRow { section, values: values.len(), columns: columns.len() };
                self.sink.diagnose(span, kind);
                self.sink.explain(span, RegionKind::Unread);
            }
            None if fits && is_whole(first.text) => self.sink.explain(span, RegionKind::Context),
            None => return false,
        }
        true
    }

    fn histogram_row(&mut self, line: usize, name: &str, columns: &[(&'static str, String)], values: &[Token<'d>]) {
        for ((part, cpu), token) in columns.iter().zip(values) {
            let labels = self.labels(line, cpu);
            self.statistic(table(part), part, name, cpu == "ALL", token, labels);
        }
    }
}

/// The first line of the last table of a screen that was drawn again: at least three with growing durations.
fn last_drawn(block: &[Lines<'_>]) -> usize {
    let drawn: Vec<(usize, u32)> = block
        .iter()
        .filter_map(|lines| match lines.item {
            Item::Header { seconds: Some(seconds), .. } => Some((lines.line, seconds)),
            _ => None,
        })
        .collect();
    let grows = drawn.windows(2).all(|pair| matches!(pair, [(_, before), (_, after)] if before < after));
    drawn.last().filter(|_| grows && drawn.len() >= 3).map_or(0, |&(line, _)| line)
}

/// The tool that measures a part.
fn table(part: &str) -> &'static str {
    if part == "noise" { "osnoise" } else { "timerlat" }
}

/// The beginnings of a histogram's column names, and what they measure.
const HISTOGRAM_PARTS: [(&str, &str); 4] = [("IRQ", "IRQ"), ("Thr", "Thread"), ("Usr", "Ret user"), ("CPU", "noise")];

/// What a line above a histogram's figures is.
fn histogram_header(text: &str) -> Option<RegionKind> {
    let about = ["# RTLA ", "# Time unit is ", "# Duration:"].iter().any(|start| text.starts_with(start));
    // In a text that lost its line ends, what follows a colon begins a line of its own.
    let parts = || !text.is_empty() && text.split_whitespace().all(|word| column(word).is_some());
    let names = is_index(text) || text.starts_with("ALL:") || parts();
    if about { Some(RegionKind::Context) } else { names.then_some(RegionKind::Header) }
}

/// Whether a line is a histogram's header: `Index   IRQ-001   Thr-001`.
fn is_index(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next() == Some("Index") && words.next().is_some_and(|word| word.contains('-') && column(word).is_some())
}

/// `column = part ["-" digits]`: what it measures and its processor; all of them where it names none.
fn column(word: &str) -> Option<(&'static str, String)> {
    let (part, cpu) = word.split_once('-').unwrap_or((word, "ALL"));
    let (_, name) = HISTOGRAM_PARTS.into_iter().find(|(beginning, _)| *beginning == part)?;
    Some((name, cpu.to_owned()))
}

#[cfg(test)]
mod tests {
    use crate::testing::read;
    use crate::{Measurement, Parsed, Role};

    /// The figures of a role in order: name and value.
    fn of_role(parsed: &Parsed, role: Role) -> Vec<(String, f64)> {
        let of = |m: &Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            (metric.role == role).then(|| (metric.name.clone(), m.value))
        };
        parsed.measurements.iter().filter_map(of).collect()
    }

    fn table(seconds: u32, max: u32) -> String {
        format!(
            "0 00:00:{seconds:02}   |          IRQ Timer Latency (us)        |         Thread Timer Latency (us)\n\
             CPU COUNT      |      cur       min       avg       max |      cur       min       avg       max\n\
             0 #{seconds}001     |        1         0         1        15 |       10         3         9        {max}\n"
        )
    }

    #[test]
    fn of_a_screen_drawn_again_the_last_counts_and_runs_count_all() {
        let maxima = |text: &str| {
            let primary = of_role(&read(text), Role::Primary);
            primary.into_iter().filter(|(name, _)| name == "Thread max").map(|(_, max)| max).collect::<Vec<_>>()
        };
        assert_eq!(maxima(&(table(1, 31) + &table(2, 32) + &table(3, 33))), [33.0]);
        assert_eq!(maxima(&(table(5, 31) + &table(5, 32) + &table(5, 33))), [31.0, 32.0, 33.0]);
        assert_eq!(maxima(&(table(5, 31) + &table(6, 32))), [31.0, 32.0]);
    }

    #[test]
    fn user_space_threads_add_a_part_and_all_processors_a_row() {
        let text =
            format!("{}ALL #120002 e1 | 0 1 21 | 2 9 47 | 3 8 61\n2 #9 | 1 2 3 4 | - - - - | 5 6 7 8\n", table(1, 31));
        let parsed = read(&text);
        let derived: Vec<f64> = of_role(&parsed, Role::Derived).into_iter().map(|(_, value)| value).collect();
        assert_eq!(derived, [0.0, 1.0, 21.0, 2.0, 9.0, 47.0, 3.0, 8.0, 61.0]);
        let last: Vec<(String, f64)> = of_role(&parsed, Role::Primary).into_iter().skip(6).collect();
        let names = ["IRQ min", "IRQ avg", "IRQ max", "Ret user min", "Ret user avg", "Ret user max"];
        let expected: Vec<(String, f64)> =
            names.iter().zip([2.0, 3.0, 4.0, 6.0, 7.0, 8.0]).map(|(name, value)| ((*name).to_owned(), value)).collect();
        assert_eq!(last, expected);
    }

    #[test]
    fn a_text_without_line_ends_reads_as_one_with_them() {
        let text = table(5, 31) + "ALL #120002 e1 | 0 1 21 | 2 9 47\n" + &table(5, 32) + &table(5, 33);
        let (lines, flat) = (read(&text), read(&text.replace('\n', " ")));
        assert_eq!(of_role(&lines, Role::Primary).len(), 18);
        for role in [Role::Primary, Role::Derived, Role::Context] {
            assert_eq!(of_role(&lines, role), of_role(&flat, role));
        }
    }

    #[test]
    fn lists_of_numbered_issues_are_no_rows() {
        assert_eq!(read("CPU COUNT is odd:\n1 #12 fixes 3 and 4\n2 #13\n").measurements.len(), 0);
    }
}

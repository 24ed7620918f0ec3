//! tbench and dbench: throughput of clients that replay a file server's load over the network or on a file system.
//!
//! ```text
//! Throughput 942.72 MB/sec (NB=1178.4 MB/sec  9427.2 MBit/sec)  8 procs          versions 1 to 3
//!
//!   32     33682   548.70 MB/sec  execute   1 sec  latency 7.024 ms              version 4
//!
//!  Operation      Count    AvgLat    MaxLat
//!  ----------------------------------------
//!  NTCreateX     924298     0.035   745.523
//!
//! Throughput 481.002 MB/sec (sync open)  32 clients  32 procs  max_latency=957.929 ms
//! ```
//!
//! Source: `dbench.c` of dbench 1.01 to 4.0. The throughput is printed with `%g`: six digits, zeros at the end left out;
//! latencies are milliseconds with three decimals. `NB` is the throughput scaled to look like `NetBench`'s, and the
//! `MBit/sec` are ten times the `MB/sec`. The lines of every second are a log of the run. People also post one line for
//! each kernel under `dbench 128 processes`, often with a bar of asterisks.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex::{self, Printed, is_rule};
use crate::mail::{Document, Token};
use crate::measurement::{Field, FieldKind, Label, Labels, LabelsId, Measurement, Metric, Role};
use crate::reading::words::{Word, is_figure, label_of, next_line, row_labels, span_of, words};
use crate::sink::Sink;
use crate::source::Span;
use crate::unit::{Better, Dimension, Evidence, Unit};

/// tbench and dbench.
pub const FORMAT: Format = Format {
    id: "tbench",
    title: "tbench and dbench",
    marks: &["Throughput", "MB/sec", "MaxLat", "dbench", "tbench"],
    breaks,
    starts,
    read,
};

/// The programs of the family.
const PROGRAMS: &[&str] = &["dbench", "tbench", "nfsbench", "iscsibench", "smbtorture"];

/// How far above a figure the line that names the program and its clients may stand.
const TITLE_LINES: usize = 40;

/// A text that lost its line ends breaks at `Throughput 1.2 MB/sec`, at the log's lines and at the table and its rows.
fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let number = |at: usize| plain(word(at)).is_some();
    let throughput = word(at) == "Throughput" && number(at + 1) && is_rate(word(at + 2));
    let log = number(at) && number(at + 1) && number(at + 2) && is_rate(word(at + 3)) && is_phase(word(at + 4));
    let header = word(at) == "Operation" && word(at + 1) == "Count" && word(at + 2) == "AvgLat";
    let before = |back: usize| at.checked_sub(back).map_or("", word);
    let after_rule = is_rule(before(1)) && before(2) == "MaxLat";
    let row = !number(at) && number(at + 1) && has_decimals(word(at + 2), 3) && has_decimals(word(at + 3), 3);
    throughput || log || header || after_rule || row
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    if text.contains("Throughput") {
        return throughput(document, line).is_some();
    }
    if text.contains("AvgLat") {
        return table_header(text);
    }
    is_log(text) || title(text).is_some_and(|_| bars(document, line).is_some() || heads(document, line))
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if let Some(found) = throughput(document, line) {
        found.emit(document, sink);
        return found.end;
    }
    if table_header(document.text(line)) {
        return read_table(document, line, sink);
    }
    if let Some(rows) = bars(document, line) {
        return read_bars(document, line, &rows, sink);
    }
    let kind = if is_log(document.text(line)) { RegionKind::Context } else { RegionKind::Heading };
    sink.explain(document.line_span(line), kind);
    line + 1
}

/// A word that is a plain number and nothing else.
fn plain(word: &str) -> Option<Printed<'_>> {
    lex::printed(word).filter(|p| p.rest.is_empty() && p.number >= 0.0 && !p.digits.starts_with('+'))
}

fn has_decimals(word: &str, decimals: usize) -> bool {
    plain(word).is_some_and(|p| p.decimals == decimals)
}

fn is_rate(word: &str) -> bool {
    let word = word.trim_end_matches([',', ';', '.', ')']);
    ["mb/sec", "mb/s"].iter().any(|rate| word.eq_ignore_ascii_case(rate))
}

fn is_phase(word: &str) -> bool {
    ["execute", "warmup", "cleanup"].contains(&word)
}

/// Whether a line is of the log that the tool writes while it runs.
///
/// `log = clients lines rate "MB/sec" phase seconds "sec" ["latency" ms "ms"] / clients "cleanup" seconds "sec"`, and
/// what is said before: `Running for 600 seconds with load ...`, `4 of 4 processes prepared for launch`.
fn is_log(text: &str) -> bool {
    let mut fields = text.split_whitespace();
    let mut next = || fields.next().unwrap_or_default();
    let first = next();
    if plain(first).is_none() {
        return is_preparation(text.trim());
    }
    let second = next();
    if second == "cleanup" {
        return plain(next()).is_some() && next() == "sec";
    }
    if second == "of" {
        return text.contains(" processes prepared for launch");
    }
    if second == "clients" {
        return next() == "started" && next().is_empty();
    }
    plain(second).is_some() && plain(next()).is_some() && is_rate(next()) && is_phase(next())
}

/// Whether a line is one of those that the tool writes before it runs.
fn is_preparation(text: &str) -> bool {
    let said = ["releasing clients", "Releasing clients", "Waiting for child processes to finish setup."];
    let begun = text.starts_with("dbench version ") || text.starts_with("failed to create barrier semaphore");
    said.contains(&text) || begun || text.starts_with("Running for ") && text.contains(" with load ")
}

/// What a line says was run: the program, and with how many clients.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Title {
    program: String,
    clients: Option<String>,
}

/// `title = ["$" / "#"] [path] program *(option [value]) [clients] *word`: `dbench 128 processes`, `$ ./tbench -t 60 8 localhost`.
fn title(text: &str) -> Option<Title> {
    if !PROGRAMS.iter().any(|program| text.contains(program)) {
        return None;
    }
    let text = text.trim_start_matches(|c: char| "$#+*=- ".contains(c)).trim();
    let words: Vec<&str> = text.split_whitespace().collect();
    let name = words.first()?.trim_end_matches([':', ',']).rsplit('/').next()?;
    PROGRAMS
        .contains(&name)
        .then(|| Title { program: name.to_owned(), clients: clients(words.get(1..).unwrap_or_default()) })
}

/// The clients among the words behind a program's name: the last number that is no option's value.
fn clients(words: &[&str]) -> Option<String> {
    const WITHOUT_VALUE: &[&str] = &["-s", "-S", "-F", "-x"];
    let is_value = |at: usize| {
        let option = at.checked_sub(1).and_then(|before| words.get(before));
        option.is_some_and(|option| option.starts_with('-') && !WITHOUT_VALUE.contains(option) && !option.contains('='))
    };
    let whole = |word: &str| !word.is_empty() && word.len() < 7 && word.bytes().all(|b| b.is_ascii_digit());
    let bare = |word: &str| word.trim_matches(|c: char| "():,".contains(c)).to_owned();
    let numbers = words.iter().enumerate().filter(|(at, word)| whole(&bare(word)) && !is_value(*at));
    numbers.map(|(_, word)| bare(word)).next_back()
}

/// Whether a line with the program's name is all there is between the text above and a throughput line.
fn heads(document: &Document<'_>, line: usize) -> bool {
    let short = document.text(line).split_whitespace().count() <= 4;
    short && next_line(document, line).is_some_and(|next| throughput(document, next).is_some())
}

/// The title that stands above a line, with nothing but output and labels between.
fn title_above(document: &Document<'_>, line: usize) -> Option<Title> {
    let depth = document.depth(line);
    let above = (line.saturating_sub(TITLE_LINES)..line).rev().take_while(|&above| document.depth(above) == depth);
    above
        .map_while(|above| {
            let text = document.text(above);
            // A sentence ends the search: what it speaks of is another thing.
            (text.split_whitespace().count() <= 14).then_some(title(text))
        })
        .flatten()
        .next()
}

/// One figure of the tool's last line.
struct Figure {
    name: &'static str,
    unit: Unit,
    better: Better,
    role: Role,
    span: Span,
    bounds: (f64, f64, f64),
}

/// The line that the tool ends with.
struct Throughput {
    line: usize,
    label: Option<String>,
    conditions: Labels,
    figures: Vec<Figure>,
    told: Vec<(Span, RegionKind)>,
    end: usize,
}

/// `throughput = [label] "Throughput" rate "MB/sec" *part [remark]`. Where the unit is missing, the words before must name
/// the program. What was wrapped is on the next line.
fn throughput(document: &Document<'_>, line: usize) -> Option<Throughput> {
    let mut all = words(document, line);
    let start = all.iter().position(|word| word.text.trim_end_matches(':') == "Throughput")?;
    let here = all.len();
    let number = plain(all.get(start + 1)?.text)?;
    let before_text = all.get(..start)?.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    let own_title = title(&before_text);
    let unit = all.get(start + 2).is_some_and(|word| is_rate(word.text));
    if !unit && own_title.is_none() || all.get(start)?.text.ends_with(':') && own_title.is_none() {
        return None;
    }
    let wrapped = next_line(document, line);
    all.extend(wrapped.map(|next| words(document, next)).unwrap_or_default());
    let mut found = Throughput {
        line,
        label: None,
        conditions: Labels::new(),
        figures: Vec::new(),
        told: Vec::new(),
        end: line + 1,
    };
    found.rate(document, all.get(start + 1)?, &number);
    let parts = start + 2 + usize::from(unit);
    let end = parts + found.parts(document, all.get(parts..)?);
    let last = if end > here { all.len() } else { here };
    found.end = line + 1 + usize::from(end > here);
    let (before, behind) = (all.get(..start)?, all.get(end..last)?);
    found.beside(document, before, behind, own_title);
    found.told.extend(span_of(document, all.get(start..end)?).map(|span| (span, RegionKind::Context)));
    Some(found)
}

impl Throughput {
    /// Adds the throughput itself: `%g` has six digits and leaves out zeros at the end. A figure with one digit less is
    /// taken to have lost one zero; with fewer it may have been rounded by hand.
    fn rate(&mut self, document: &Document<'_>, word: &Word<'_>, number: &Printed<'_>) {
        let digits = number.digits.trim_start_matches(['0', '.']).bytes().filter(u8::is_ascii_digit).count();
        let half = if digits == 5 && number.decimals > 0 { 5 } else { 50 };
        let bounds = (number.number, number.moved(-half, 0), number.moved(half, 0));
        let span = word.part(document, number.digits);
        let unit = Unit::named("MB/s").unwrap_or_default();
        self.figures.push(Figure {
            name: "Throughput",
            unit,
            better: Better::Higher,
            role: Role::Primary,
            span,
            bounds,
        });
    }

    /// Takes the parts that follow the throughput; gives how many words they are.
    ///
    /// `part = "(NB=" rate "MB/sec" rate "MBit/sec)" / "(sync" word ")" / count ("procs" / "clients") /
    /// "max_latency=" ms "ms"`
    fn parts(&mut self, document: &Document<'_>, words: &[Word<'_>]) -> usize {
        let mut at = 0;
        while let Some(taken) = self.part(document, words.get(at..).unwrap_or_default()) {
            at += taken;
        }
        at
    }

    fn part(&mut self, document: &Document<'_>, words: &[Word<'_>]) -> Option<usize> {
        let (word, next) = (words.first()?, words.get(1).map_or("", |word| word.text));
        if let Some(rate) = word.text.strip_prefix("(NB=") {
            self.other_rate(document, word, rate, "NB", Role::Derived)?;
            return is_rate(next).then_some(2);
        }
        if let Some(latency) = word.text.strip_prefix("max_latency=") {
            self.latency(document, word, latency)?;
            return Some(1 + usize::from(next.starts_with("ms")));
        }
        if word.text == "(sync" {
            self.conditions.push(parameter("mode", &format!("sync {}", next.trim_end_matches(')'))));
            return Some(2);
        }
        plain(word.text)?;
        if next.to_ascii_lowercase().starts_with("mbit/s") {
            self.other_rate(document, word, word.text, "Throughput in MBit/sec", Role::Duplicate)?;
            return Some(2);
        }
        let name = next.trim_end_matches([',', ';', '.', ')']);
        let count = ["clients", "procs"].into_iter().find(|known| *known == name)?;
        self.conditions.push(parameter(count, word.text));
        Some(2)
    }

    /// A figure that is computed from the throughput.
    fn other_rate(
        &mut self,
        document: &Document<'_>,
        word: &Word<'_>,
        rate: &str,
        name: &'static str,
        role: Role,
    ) -> Option<()> {
        let number = plain(rate)?;
        let bits = Unit { symbol: "MBit/s".to_owned(), dimension: Dimension::DataRate(1e6 / 8.0) };
        let unit = if role == Role::Duplicate { bits } else { Unit::named("MB/s").unwrap_or_default() };
        self.push(document, word, &number, (name, unit, Better::Higher, role));
        Some(())
    }

    /// The longest time that one operation took.
    fn latency(&mut self, document: &Document<'_>, word: &Word<'_>, text: &str) -> Option<()> {
        let number = lex::printed(text).filter(|p| ["", "ms", "ms,"].contains(&p.rest))?;
        self.push(document, word, &number, ("max_latency", milliseconds(), Better::Lower, Role::Primary));
        Some(())
    }

    fn push(
        &mut self,
        document: &Document<'_>,
        word: &Word<'_>,
        number: &Printed<'_>,
        (name, unit, better, role): (&'static str, Unit, Better, Role),
    ) {
        let span = word.part(document, number.digits);
        self.figures.push(Figure { name, unit, better, role, span, bounds: nearest(number) });
    }

    /// Takes the words before and behind the figures: the program with its clients, a label, or a remark.
    fn beside(&mut self, document: &Document<'_>, before: &[Word<'_>], behind: &[Word<'_>], own: Option<Title>) {
        let named = own.is_some();
        let title = own.or_else(|| title_above(document, self.line));
        let has_count =
            self.conditions.iter().any(|label| label.field.name == "clients" || label.field.name == "procs");
        if let Some(title) = title {
            self.conditions.push(parameter("program", &title.program));
            self.conditions.extend(title.clients.filter(|_| !has_count).map(|clients| parameter("clients", &clients)));
        }
        self.name_load();
        self.label = if named || before.is_empty() { None } else { label_of(before) };
        self.told.extend(span_of(document, before).map(|span| (span, RegionKind::Label)));
        let unknown = behind.iter().any(|word| is_figure(word.text));
        let kind = if unknown { RegionKind::Context } else { RegionKind::Label };
        self.told.extend(span_of(document, behind).map(|span| (span, kind)));
    }

    /// Keeps one of clients and processes: they are the same number unless more clients share a process, which only
    /// versions that print both can do.
    fn name_load(&mut self) {
        let place = |conditions: &Labels, name: &str| conditions.iter().position(|label| label.field.name == name);
        let Some(procs) = place(&self.conditions, "procs") else { return };
        let procs = self.conditions.remove(procs);
        if place(&self.conditions, "clients").is_none() {
            self.conditions.push(parameter("clients", &procs.value));
        }
    }

    fn emit(&self, document: &Document<'_>, sink: &mut Sink) {
        for &(span, kind) in &self.told {
            sink.explain(span, kind);
        }
        let mut labels = row_labels(sink, document, self.line, self.label.as_deref(), FieldKind::Setting);
        labels.extend(self.conditions.iter().cloned());
        let labels = sink.labels_at(document, self.line, labels);
        for figure in &self.figures {
            let metric = (figure.name.to_owned(), figure.unit.clone(), figure.better, figure.role);
            measure(sink, metric, labels, figure.span, figure.bounds);
        }
    }
}

fn parameter(name: &str, value: &str) -> Label {
    Label { field: Field { name: name.to_owned(), kind: FieldKind::Parameter }, value: value.to_owned() }
}

fn milliseconds() -> Unit {
    Unit::named("ms").unwrap_or_default()
}

/// A value with the bounds of what rounds to it.
fn nearest(number: &Printed<'_>) -> (f64, f64, f64) {
    (number.number, number.moved(-50, 0).max(0.0), number.moved(50, 0))
}

/// Puts a figure into the sink under the title that the post has above it.
fn measure(
    sink: &mut Sink,
    (name, unit, better, role): (String, Unit, Better, Role),
    labels: LabelsId,
    span: Span,
    (value, low, high): (f64, f64, f64),
) {
    let better_evidence = if better == Better::Unknown { Evidence::None } else { Evidence::Tool };
    let section = sink.section().to_owned();
    let metric =
        sink.metric(Metric { section, name, unit, better, better_evidence, role, format: FORMAT.id.to_owned() });
    sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false });
}

/// Whether a line is the header of the table of operations.
fn table_header(text: &str) -> bool {
    text.split_whitespace().eq(["Operation", "Count", "AvgLat", "MaxLat"])
}

/// The table of operations: `row = operation count average maximum`, and the labels of the line below that ends the run.
fn read_table(document: &Document<'_>, header: usize, sink: &mut Sink) -> usize {
    sink.explain(document.line_span(header), RegionKind::Header);
    let mut rows = Vec::new();
    let mut last = header;
    while let Some(next) = next_line(document, last) {
        let row = words(document, next);
        if row.iter().all(|word| is_rule(word.text)) {
            sink.explain(document.line_span(next), RegionKind::Header);
        } else if is_operation(&row) {
            rows.push(row);
        } else {
            break;
        }
        last = next;
    }
    let labels = table_labels(document, header, last, sink);
    for row in &rows {
        read_operation(document, row, labels, sink);
    }
    last + 1
}

/// The clients and the mode stand on the line that ends the run, right below its table.
fn table_labels(document: &Document<'_>, header: usize, last: usize, sink: &mut Sink) -> LabelsId {
    let below = next_line(document, last).and_then(|next| throughput(document, next));
    let conditions = below.map(|found| found.conditions).unwrap_or_default();
    sink.labels_at(document, header, conditions)
}

/// Whether words are a row of the table: a name, a count, and two latencies with decimals.
fn is_operation(row: &[Word<'_>]) -> bool {
    let [name, count, average, maximum, ..] = row else { return false };
    let latency = |word: &Word<'_>| plain(word.text).is_some_and(|p| p.decimals > 0);
    name.text.starts_with(|c: char| c.is_alphabetic())
        && plain(count.text).is_some_and(|p| !p.point)
        && latency(average)
        && latency(maximum)
}

fn read_operation(document: &Document<'_>, row: &[Word<'_>], labels: LabelsId, sink: &mut Sink) {
    let [name, count, average, maximum, rest @ ..] = row else { return };
    sink.explain(name.span(document), RegionKind::Label);
    if let Some(span) = span_of(document, rest) {
        let figures = rest.iter().any(|word| is_figure(word.text));
        sink.explain(span, if figures { RegionKind::Unread } else { RegionKind::Label });
    }
    let columns = [
        (count, "Count", Unit::none(), Better::Unknown, Role::Context),
        (average, "AvgLat", milliseconds(), Better::Lower, Role::Primary),
        (maximum, "MaxLat", milliseconds(), Better::Lower, Role::Primary),
    ];
    for (word, column, unit, better, role) in columns {
        let Some(number) = plain(word.text) else { continue };
        let metric = (format!("{} {column}", name.text), unit, better, role);
        measure(sink, metric, labels, word.span(document), nearest(&number));
    }
}

/// A row under a title that names the program: a label, perhaps a bar, and one throughput.
struct Bar<'d> {
    label: Vec<Word<'d>>,
    number: Word<'d>,
    rest: Vec<Word<'d>>,
}

/// `bar = 1*word [1*"*"] rate ["MB/sec"]`
fn bar<'d>(document: &'d Document<'_>, line: usize) -> Option<Bar<'d>> {
    let words = words(document, line);
    let stars = words.iter().position(|word| word.text.bytes().all(|b| b == b'*' || b == b'#'));
    let at = match stars {
        Some(stars) => stars + 1,
        None => words.iter().skip(1).position(|word| plain(word.text).is_some())? + 1,
    };
    let number = *words.get(at)?;
    plain(number.text)?;
    let (label, behind) = (words.get(..stars.unwrap_or(at))?, words.get(at + 1..)?);
    let rate = behind.first().is_some_and(|word| is_rate(word.text));
    let named = label.iter().any(|word| word.text.contains(char::is_alphanumeric));
    let known = (rate && behind.len() == 1) || (behind.is_empty() && stars.is_some());
    (named && label.len() <= 5 && known).then(|| Bar { label: label.to_vec(), number, rest: behind.to_vec() })
}

/// The rows right under a title, two at least.
fn bars<'d>(document: &'d Document<'_>, title_line: usize) -> Option<Vec<Bar<'d>>> {
    title(document.text(title_line))?;
    let mut rows = Vec::new();
    let mut last = title_line;
    while let Some(next) = next_line(document, last) {
        let Some(row) = bar(document, next) else { break };
        rows.push(row);
        last = next;
    }
    (rows.len() >= 2).then_some(rows)
}

fn read_bars(document: &Document<'_>, title_line: usize, rows: &[Bar<'_>], sink: &mut Sink) -> usize {
    sink.explain(document.line_span(title_line), RegionKind::Heading);
    let title = title(document.text(title_line));
    let mut end = title_line + 1;
    for Bar { label, number, rest } in rows {
        let Some(printed) = plain(number.text) else { continue };
        end = number.line + 1;
        for words in [label, rest] {
            if let Some(span) = span_of(document, words) {
                sink.explain(span, RegionKind::Label);
            }
        }
        let name = label.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
        let mut labels =
            row_labels(sink, document, number.line, Some(name.trim_end_matches([':', ' '])), FieldKind::Setting);
        if let Some(Title { program, clients }) = &title {
            labels.push(parameter("program", program));
            labels.extend(clients.iter().map(|clients| parameter("clients", clients)));
        }
        let labels = sink.labels_at(document, number.line, labels);
        let metric = ("Throughput".to_owned(), Unit::named("MB/s").unwrap_or_default(), Better::Higher, Role::Primary);
        measure(sink, metric, labels, number.span(document), nearest(&printed));
    }
    end
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
            format!("{} {} {:?}{}", metric.name, parsed.slice(m.span), metric.role, labels.collect::<String>())
        };
        let own = |m: &&Measurement| parsed.metric(m.metric).is_some_and(|metric| metric.format == FORMAT.id);
        parsed.measurements.iter().filter(own).map(show).collect()
    }

    #[test]
    fn the_last_line_is_read_in_all_versions() {
        assert_eq!(
            shown("Throughput 942.72 MB/sec (NB=1178.4 MB/sec  9427.2 MBit/sec)  8 procs\n"),
            [
                "Throughput 942.72 Primary clients=8",
                "NB 1178.4 Derived clients=8",
                "Throughput in MBit/sec 9427.2 Duplicate clients=8"
            ]
        );
        assert_eq!(
            shown("Throughput 481.002 MB/sec (sync open)  32 clients  32 procs  max_latency=957.929 ms\n"),
            [
                "Throughput 481.002 Primary clients=32 mode=sync open",
                "max_latency 957.929 Primary clients=32 mode=sync open"
            ]
        );
    }

    #[test]
    fn the_program_and_its_clients_stand_above_or_before() {
        assert_eq!(
            shown("$ ./dbench -t 60 -D /mnt 16\nThroughput 23.4608 MB/sec\nThroughput 24.1 MB/sec - hiccup of .5sec\n"),
            [
                "Throughput 23.4608 Primary clients=16 command=./dbench -t 60 -D /mnt 16 program=dbench",
                "Throughput 24.1 Primary clients=16 command=./dbench -t 60 -D /mnt 16 program=dbench"
            ]
        );
        assert_eq!(shown("tbench 8: Throughput 123.4\n"), ["Throughput 123.4 Primary clients=8 program=tbench"]);
        assert_eq!(shown("Throughput 123.4\nThroughput: 12 MB/sec\n"), [""; 0]);
    }

    #[test]
    fn titles_name_program_and_clients() {
        let clients = |text| title(text).map(|title| (title.program, title.clients));
        let some = |program: &str, clients: Option<&str>| Some((program.to_owned(), clients.map(str::to_owned)));
        assert_eq!(clients("dbench 128 processes"), some("dbench", Some("128")));
        assert_eq!(clients("# /usr/local/bin/tbench -t 60 8 localhost"), some("tbench", Some("8")));
        assert_eq!(clients("dbench -s -t 60"), some("dbench", None));
        assert_eq!(clients("I ran dbench 16 on it"), None);
    }

    #[test]
    fn one_zero_may_be_missing() {
        let bounds = |text: &str| {
            let parsed = read(&format!("Throughput {text} MB/sec 4 procs\n"));
            parsed.measurements.first().map(|m| (m.low, m.high))
        };
        assert_eq!(bounds("23.4608"), Some((23.46075, 23.46085)));
        assert_eq!(bounds("942.72"), Some((942.7195, 942.7205)));
        assert_eq!(bounds("23.4"), Some((23.35, 23.45)));
        assert_eq!(bounds("123456"), Some((123_455.5, 123_456.5)));
    }

    #[test]
    fn the_log_of_a_run_is_no_result() {
        for text in [
            "  32     33682   548.70 MB/sec  execute   1 sec  latency 7.024 ms",
            "  32  cleanup  60 sec",
            "15 of 16 processes prepared for launch   0 sec",
            "16 clients started",
            "releasing clients",
        ] {
            assert!(is_log(text), "{text}");
            assert_eq!(read(&format!("{text}\n{text}\nThroughput 1.5 MB/sec 4 procs\n")).measurements.len(), 1);
        }
        assert!(!is_log("3 of 4 runs failed") && !is_log("32 clients are enough"));
    }

    #[test]
    fn bars_have_a_label_and_one_figure() {
        assert_eq!(
            shown("dbench 128 processes\n2.4.18-rc2   *****  14.9  MB/sec\n2.4.18 ** 7.6 MB/sec\n"),
            [
                "Throughput 14.9 Primary clients=128 label=2.4.18-rc2 program=dbench",
                "Throughput 7.6 Primary clients=128 label=2.4.18 program=dbench"
            ]
        );
    }
}

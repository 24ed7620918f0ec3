//! iperf3 and iperf2.
//!
//! ```text
//! [ ID] Interval           Transfer     Bitrate         Retr  Cwnd
//! [  5]   0.00-1.00   sec  76.4 MBytes   641 Mbits/sec   27    624 KBytes
//! [  5]   0.00-10.00  sec   736 MBytes   618 Mbits/sec   71             sender
//! [  5]   0.00-10.01  sec   733 MBytes   615 Mbits/sec                  receiver
//! [  3]  0.0-10.0 sec  1.25 MBytes  1.05 Mbits/sec   0.022 ms    0/  893 (0%)
//! ```
//!
//! Source: `report_*` of iperf3's `src/iperf_locale.c`, `src/Locale.c` of iperf2. The intervals of a run are its samples; under
//! them the line of the whole run is derived, and it is the result where it stands alone. Where several streams are summed up
//! (`[SUM]`), each is a part. A lone number behind the rate counts what the header says: retransmits or datagrams.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::measurement::{FieldKind, Labels, Role};
use crate::reading::emit::{Quantity, Rounding, measurement, parameter};
use crate::reading::flow::{Series, Size, Sized, flow, rest_of_line};
use crate::reading::sizes::Family;
use crate::reading::template::{Found, Template};
use crate::reading::words::{Word, is_figure, label_of, row_labels, span_of};
use crate::sink::Sink;
use crate::unit::Better;

/// iperf3 and iperf2.
pub const FORMAT: Format = Format {
    id: "iperf",
    title: "iperf",
    marks: &["bits/sec", "Bytes/sec", "] Interval", "iperf3: ", "Connecting to host"],
    breaks,
    starts,
    read,
};

/// A row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 3;
/// At most this many words stand before a row as its label.
const MOST_LABEL_WORDS: usize = 6;
/// At most this many blank lines stand between lines of a run, twice as many where an archive doubled them.
const MOST_BLANK_LINES: usize = 3;

/// What begins a row.
static ROWS: LazyLock<[Template; 2]> = LazyLock::new(|| {
    [
        Template::new("[{? ?}{$id}]{?[{$direction}]?} {from}-{? ?}{to} sec {transfer:data} {rate:bits}"),
        Template::new("[{? ?}{$id}]{?[{$direction}]?} {from}-{? ?}{to} sec {transfer:data} {rate:bytes}"),
    ]
});

/// A row of which only the rate was posted.
static BARE: LazyLock<Template> = LazyLock::new(|| Template::new("{rate:bits} {$side=sender|receiver}"));

/// What may stand behind the rate of a row, and what is said between runs.
static TAILS: LazyLock<[Template; 3]> = LazyLock::new(|| {
    [
        Template::new("{jitter} ms {lost}/{? ?}{datagrams} ({share}%)"),
        Template::new("{retr} {cwnd:data}"),
        Template::new("{count}"),
    ]
});

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let words = tokens.get(at..(at + 16).min(tokens.len())).unwrap_or_default();
    let word = |at: usize| words.get(at).map_or("", |token| token.text);
    ROWS.iter().any(|row| row.matches(words).is_some()) || word(0) == "[" && word(1) == "ID]" && word(2) == "Interval"
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    said(text).is_some() || row(document, line).is_some()
}

/// Whether a line is what the tool says between rows; and whether another run begins with it.
fn said(text: &str) -> Option<bool> {
    const BEGINS: &[&str] =
        &["Connecting to host ", "Client connecting to ", "Accepted connection from ", "Server listening on "];
    const GOES_ON: &[&str] = &[
        "iperf Done.",
        "Test Complete. Summary Results:",
        "TCP window size:",
        "UDP buffer size:",
        "Sending ",
        "Receiving ",
        "Reverse mode, remote host",
        "CPU Utilization: local/",
        "snd_tcp_congestion",
        "rcv_tcp_congestion",
        "iperf3: ",
    ];
    let text = text.trim();
    let begins = |starts: &[&str]| starts.iter().any(|start| text.starts_with(start));
    if begins(BEGINS) {
        return Some(true);
    }
    let datagrams = text.starts_with("Sending ") || text.starts_with("Receiving ");
    if begins(GOES_ON) && (!datagrams || text.contains("datagrams")) {
        return Some(false);
    }
    let bracketed =
        text.starts_with('[') && (is_header(text) || text.contains(" connected ") || text.contains(" Sent "));
    let says = |what: &str| text.contains(what);
    let remark = says("Server Report:") || says("WARNING") || says("connect times") || says("out-of-order");
    let warning = text.starts_with('[') && remark;
    (bracketed || warning).then_some(false)
}

/// `[ ID] Interval ...`
fn is_header(text: &str) -> bool {
    text.contains("ID]") && text.contains("Interval") || text.contains("Interval") && text.contains("Transfer")
}

/// A number of a row with its unit.
#[derive(Clone, Debug)]
struct Number<'d> {
    word: Word<'d>,
    start: usize,
    end: usize,
    size: Option<&'static Size>,
}

impl<'d> Number<'d> {
    fn text(&self) -> &'d str {
        self.word.text.get(self.start..self.end).unwrap_or_default()
    }

    fn value(&self) -> f64 {
        lex::printed(self.text()).map_or(0.0, |printed| printed.number)
    }
}

/// What ends a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    None,
    Sender,
    Receiver,
    /// The tool does not count it.
    Omitted,
}

/// A row of a run.
#[derive(Clone, Debug)]
struct Row<'d> {
    /// A label before it.
    before: Vec<Word<'d>>,
    all: Vec<Word<'d>>,
    id: String,
    direction: Option<String>,
    numbers: Vec<(&'static str, Number<'d>)>,
    side: Side,
    /// Whether a lone number counts datagrams, as the header said, or retransmits; nothing where it said neither.
    counts: Option<&'static str>,
    rest: Vec<Word<'d>>,
    end: usize,
}

impl<'d> Row<'d> {
    fn number(&self, name: &str) -> Option<&Number<'d>> {
        self.numbers.iter().find(|(known, _)| *known == name).map(|(_, number)| number)
    }

    fn from(&self) -> f64 {
        self.number("from").map_or(0.0, Number::value)
    }

    fn to(&self) -> f64 {
        self.number("to").map_or(0.0, Number::value)
    }

    fn is_sum(&self) -> bool {
        self.id == "SUM"
    }
}

/// `row = id from "-" to "sec" transfer rate [tail] ["sender" / "receiver" / "(omitted)"]`
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let text = document.text(line);
    if !text.contains('[') && !text.contains("sec") {
        return None;
    }
    let all = flow(document, line, ROW_LINES);
    let here = all.iter().take_while(|word| word.line == line).count();
    let starts =
        (0..here.min(MOST_LABEL_WORDS + 1)).filter(|&at| all.get(at).is_some_and(|word| word.text.starts_with('[')));
    let row = |start| ROWS.iter().find_map(|row| row.matches(all.get(start..)?)).map(|matched| (start, matched));
    let bare = || Some((0, BARE.matches(&all)?));
    let (start, matched) = starts.clone().find_map(row).or_else(bare)?;
    let (before, flow) = all.split_at_checked(start)?;
    let mut row = Row {
        before: before.to_vec(),
        all: Vec::new(),
        id: String::new(),
        direction: None,
        numbers: Vec::new(),
        side: Side::None,
        counts: None,
        rest: Vec::new(),
        end: line + 1,
    };
    row.numbers.extend(matched.found.iter().filter_map(|number| numbered(flow, 0, number)));
    for found in matched.found {
        match found {
            Found::Text { name: "id", text, .. } => row.id = text,
            Found::Text { name: "side", text, .. } => row.side = side(&text).unwrap_or(Side::None),
            Found::Text { text, .. } => row.direction = Some(text),
            Found::Number { .. } => {}
        }
    }
    let mut read = matched.words;
    // What follows is on the same line, or on the next where a mailer wrapped it: then that ends with it.
    let here = read + rest_of_line(flow, read).0.len();
    let tail = flow.get(read..)?;
    let fits = |words: usize| {
        let side = flow.get(read + words).is_some_and(|word| side(word.text).is_some());
        read + words <= here || side || rest_of_line(flow, read + words).0.is_empty()
    };
    let matched = TAILS.iter().find_map(|template| template.matches(tail).filter(|matched| fits(matched.words)));
    if let Some(matched) = matched.filter(|matched| matched.words > 1 || read < here) {
        row.numbers.extend(matched.found.iter().filter_map(|number| numbered(flow, read, number)));
        read += matched.words;
    }
    // A mailer may have wrapped the last word alone.
    if let Some(found) = flow.get(read).and_then(|word| side(word.text)) {
        row.side = found;
        read += 1;
    }
    let (rest, end) = rest_of_line(flow, read);
    row.rest = rest.to_vec();
    row.all = flow.get(..read)?.to_vec();
    row.end = end;
    Some(row)
}

fn side(word: &str) -> Option<Side> {
    match word {
        "sender" => Some(Side::Sender),
        "receiver" => Some(Side::Receiver),
        "(omitted)" => Some(Side::Omitted),
        _ => None,
    }
}

/// A number that a template found in words that begin at a place of a flow.
fn numbered<'d>(flow: &[Word<'d>], from: usize, found: &Found) -> Option<(&'static str, Number<'d>)> {
    match found {
        Found::Number { name, word, start, end, size, .. } => {
            let word = *flow.get(from + *word)?;
            Some((name, Number { word, start: *start, end: *end, size: size.map(|(size, _)| size) }))
        }
        Found::Text { .. } => None,
    }
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let (mut next, mut end) = (Some(line), line + 1);
    let mut run: Vec<Row<'_>> = Vec::new();
    let mut counts = None;
    while let Some(at) = next {
        let text = document.text(at);
        if let Some(begins) = said(text) {
            if begins {
                emit_run(document, &run, sink);
                run.clear();
            }
            if is_header(text) {
                let says = |what: &'static str| text.contains(what).then_some(what);
                counts = says("Retr").or_else(|| says("Datagrams"));
            }
            sink.explain(
                document.line_span(at),
                if is_header(text) { RegionKind::Header } else { RegionKind::Context },
            );
            end = at + 1;
        } else if let Some(mut found) = row(document, at) {
            found.counts = counts;
            end = found.end;
            run.push(found);
        } else {
            break;
        }
        next = next_of_run(document, end - 1);
    }
    emit_run(document, &run, sink);
    end
}

/// The line of a run behind a line: quoted as deep, behind blank lines and rules of dashes.
fn next_of_run(document: &Document<'_>, line: usize) -> Option<usize> {
    let rule = |text: &str| text.chars().all(|c| c.is_whitespace() || c == '-');
    let last = line + 1 + 2 * MOST_BLANK_LINES;
    let next = (line + 1..document.len().min(last)).find(|&next| !rule(document.text(next)))?;
    (document.depth(next) == document.depth(line)).then_some(next)
}

/// Adds the figures of a run.
fn emit_run(document: &Document<'_>, run: &[Row<'_>], sink: &mut Sink) {
    let whole: Vec<bool> = wholes(run);
    let sampled = run.iter().zip(&whole).any(|(row, whole)| !whole && row.side != Side::Omitted);
    let summed = run.iter().any(|row| row.is_sum() && row.before.is_empty());
    let ids: Vec<&str> = run
        .iter()
        .filter(|row| !row.is_sum())
        .map(|row| row.id.as_str())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    for (row, &whole) in run.iter().zip(&whole) {
        let place = ids.iter().position(|id| *id == row.id).map_or(0, |at| at + 1);
        let kind = Kind {
            stream: (summed && !row.is_sum() && !row.id.is_empty()).then_some(place),
            derived: whole && sampled,
            side: row.side,
            direction: row.direction.as_deref(),
        };
        emit(document, row, &kind, sink);
    }
}

/// Which rows are of the whole run: those that say a side, and, in iperf2's runs, those from zero on that end with or behind
/// an interval that began later.
fn wholes(run: &[Row<'_>]) -> Vec<bool> {
    let later = |row: &Row<'_>| {
        let mut others = run.iter().filter(|other| other.id == row.id && other.from() > 0.0);
        row.from() == 0.0 && others.any(|other| other.to() <= row.to() + 0.5)
    };
    run.iter().map(|row| matches!(row.side, Side::Sender | Side::Receiver) || later(row)).collect()
}

/// What part a row has in its run.
struct Kind<'r> {
    /// Which of several streams that are summed up.
    stream: Option<usize>,
    derived: bool,
    side: Side,
    direction: Option<&'r str>,
}

impl Kind<'_> {
    /// The name of a quantity of the row, which says what part it has.
    fn name(&self, name: &str) -> String {
        let of = if self.stream.is_some() { " of a stream" } else { "" };
        let over = if self.derived { ", whole run" } else { "" };
        format!("{name}{of}{over}")
    }

    fn role(&self, role: Role) -> Role {
        match role {
            Role::Primary if self.derived => Role::Derived,
            Role::Primary if self.stream.is_some() => Role::Component,
            role => role,
        }
    }

    fn labels(&self) -> Labels {
        let side = match self.side {
            Side::Sender => Some("sender"),
            Side::Receiver => Some("receiver"),
            Side::None | Side::Omitted => None,
        };
        let stream = self.stream.map(|stream| parameter("stream", &stream.to_string()));
        let direction = self.direction.map(|direction| parameter("direction", direction));
        side.map(|side| parameter("side", side)).into_iter().chain(stream).chain(direction).collect()
    }
}

fn emit(document: &Document<'_>, row: &Row<'_>, kind: &Kind<'_>, sink: &mut Sink) {
    if let Some(span) = span_of(document, &row.rest) {
        let figures = row.rest.iter().any(|word| is_figure(word.text));
        sink.explain(span, if figures { RegionKind::Unread } else { RegionKind::Label });
    }
    if let Some(span) = span_of(document, &row.all) {
        sink.explain(span, RegionKind::Context);
    }
    if let Some(span) = span_of(document, &row.before) {
        sink.explain(span, RegionKind::Label);
    }
    if kind.side == Side::Omitted {
        return;
    }
    for (name, number) in &row.numbers {
        let quantity = match (*name, row.counts) {
            ("transfer", _) => Quantity::new("Transfer", "", Better::Unknown, Role::Context),
            ("rate", _) => Quantity::new("Bitrate", "", Better::Higher, Role::Primary),
            ("jitter", _) => Quantity::new("Jitter", "ms", Better::Lower, Role::Primary),
            ("lost", _) => Quantity::new("Lost datagrams", "", Better::Lower, Role::Context),
            ("share", _) => Quantity::new("Lost datagrams", "%", Better::Lower, Role::Primary),
            ("datagrams", _) | ("count", Some("Datagrams")) => {
                Quantity::new("Total datagrams", "", Better::Unknown, Role::Context)
            }
            ("retr", _) | ("count", Some("Retr")) => Quantity::new("Retr", "", Better::Unknown, Role::Primary),
            ("cwnd", _) => Quantity::new("Cwnd", "", Better::Unknown, Role::Context),
            _ => continue,
        };
        measure(document, (number, &row.before), &quantity, kind, sink);
    }
}

fn measure(
    document: &Document<'_>,
    (number, before): (&Number<'_>, &[Word<'_>]),
    quantity: &Quantity,
    kind: &Kind<'_>,
    sink: &mut Sink,
) {
    let line = number.word.line;
    let mut labels = row_labels(sink, document, line, label_of(before).as_deref(), FieldKind::Setting);
    labels.extend(kind.labels());
    let labels = sink.labels_at(document, line, labels);
    let (name, role) = (kind.name(quantity.name), kind.role(quantity.role));
    let span = number.word.part(document, number.text());
    if let (Some(size), Some(printed)) = (number.size, lex::printed(number.text())) {
        let series = Series { name: &name, better: quantity.better, role, format: FORMAT.id };
        let to = [Family::Bits, Family::Bytes, Family::Data]
            .into_iter()
            .find(|family| family.sizes().contains(size))
            .and_then(|family| series.known(family.sizes(), sink))
            .unwrap_or(size);
        series.measure(&Sized { printed, size }, to, (labels, span), sink);
        return;
    }
    let mut metric = quantity.metric(sink.section(), FORMAT.id);
    (metric.name, metric.role) = (name, role);
    let metric = sink.metric(metric);
    if let Some(measured) = measurement(number.text(), span, Rounding::Nearest, metric, labels) {
        sink.measure(measured);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::read;

    fn shown(text: &str) -> Vec<String> {
        let parsed = read(text);
        let show = |m: &crate::Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let labels = parsed.labels(m.labels).iter().map(|l| format!(" {}={}", l.field.name, l.value));
            let labels = labels.collect::<String>();
            format!("{} {} {}{labels} {}", metric.name, m.value, metric.unit.symbol, metric.role.name())
        };
        let counts = |text: &&String| !text.ends_with("context");
        parsed.measurements.iter().map(show).collect::<Vec<_>>().iter().filter(counts).cloned().collect()
    }

    #[test]
    fn a_line_of_the_whole_run_is_the_result_where_it_stands_alone() {
        assert_eq!(shown("[  3]  0.0-10.0 sec  1.10 GBytes   941 Mbits/sec\n"), ["Bitrate 941 Mbit/s primary"]);
        assert_eq!(
            shown(
                "[  3]  0.0- 1.0 sec  110 MBytes   921 Mbits/sec\n[  3]  1.0- 2.0 sec  112 MBytes   940 Mbits/sec\n\
                   [  3]  0.0- 2.0 sec  222 MBytes   930 Mbits/sec\n"
            ),
            ["Bitrate 921 Mbit/s primary", "Bitrate 940 Mbit/s primary", "Bitrate, whole run 930 Mbit/s derived"]
        );
    }

    #[test]
    fn streams_that_are_summed_up_are_parts() {
        assert_eq!(
            shown(
                "[  5]   0.00-10.00  sec   736 MBytes   618 Mbits/sec   71             sender\n\
                   [  7]   0.00-10.00  sec   733 MBytes   615 Mbits/sec   12             sender\n\
                   [SUM]   0.00-10.00  sec  1.43 GBytes  1.23 Gbits/sec   83             sender\n"
            ),
            [
                "Bitrate of a stream 618 Mbit/s side=sender stream=1 component",
                "Bitrate of a stream 615 Mbit/s side=sender stream=2 component",
                "Bitrate 1.23 Gbit/s side=sender primary"
            ]
        );
    }

    #[test]
    fn datagrams_have_jitter_and_losses() {
        assert_eq!(
            shown("[  3]  0.0-10.0 sec  1.25 MBytes  1.05 Mbits/sec   0.022 ms    2/  893 (0.22%)\n"),
            ["Bitrate 1.05 Mbit/s primary", "Jitter 0.022 ms primary", "Lost datagrams 0.22 % primary"]
        );
    }
}

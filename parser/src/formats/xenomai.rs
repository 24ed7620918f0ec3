//! The latency tests of Xenomai (`latency`, `klatency`, EVL's `latmus`) and of RTAI.
//!
//! ```text
//! == Sampling period: 100 us
//! == Test mode: periodic user-mode task
//! == All results in microseconds
//! warming up...
//! RTT|  00:00:01  (periodic user-mode task, 100 us period, priority 99)
//! RTH|----lat min|----lat avg|----lat max|-overrun|---msw|---lat best|--lat worst
//! RTD|      1.175|      2.939|    193.024|      31|     0|      1.175|    374.075
//! ---|-----------|-----------|-----------|--------|------|-------------------------
//! RTS|      1.175|      2.955|    374.075|      31|     0|    00:01:00/00:01:00
//! ```
//!
//! `RTD` is one second; its last two columns are the extremes so far. `RTS`, under the same header, is the whole run:
//! least, mean and greatest latency, overruns, mode switches where the header has `msw`, and the time that it took, with
//! the time asked for. The first versions, and RTAI's, print whole nanoseconds in columns of 12 and no mode switches; all
//! later ones divide by 1000 and print three decimals, so the decimals tell the unit. People write the setting behind the
//! row. A test that was stopped has no `RTS` row: its last second's extremes are what was found.
//!
//! Sources: `display` and `cleanup` in Xenomai's `testsuite/latency/latency.c`, `testsuite/klatency/klatency.c` (2.0 to
//! 3.1), libevl's `latmus.c`, RTAI's `testsuite/user/latency` and `testsuite/kern/latency`.

use nom::bytes::complete::{tag, take_till, take_while1};
use nom::character::complete::{char, space0};
use nom::combinator::{opt, recognize};
use nom::multi::separated_list1;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Offset, Parser};

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::measurement::{Label, LabelsId, Measurement, Metric, Role};
use crate::reading::emit::{self, Quantity, Rounding};
use crate::reading::words::next_line;
use crate::sink::Sink;
use crate::source::Span;
use crate::unit::{Better, Evidence};

/// Xenomai's and RTAI's latency tests.
pub const FORMAT: Format = Format {
    id: "xenomai",
    title: "Xenomai and RTAI latency",
    marks: &["RTS|", "RTD|", "RTH|", "HSS|"],
    breaks,
    starts,
    read,
};

/// What the period of the test above is remembered as, in microseconds.
const PERIOD: &str = "xenomai period";
/// What its mode is remembered as: a place in [`MODES`], from 1.
const MODE: &str = "xenomai mode";

const MODES: [&str; 3] = ["periodic user-mode task", "in-kernel periodic task", "in-kernel timer handler"];

/// A part of a row between bars, without the blanks around it, or a part of such.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell<'d> {
    text: &'d str,
    span: Span,
    line: usize,
    /// Where it starts in the line, in bytes.
    at: usize,
}

impl<'d> Cell<'d> {
    fn new(document: &'d Document<'d>, line: usize, at: usize, text: &'d str) -> Self {
        Self { text, span: document.span(line, at, at + text.len()), line, at }
    }

    /// A part of the characters of this one.
    fn part(&self, document: &'d Document<'d>, text: &'d str) -> Self {
        Self::new(document, self.line, self.at + self.text.offset(text), text)
    }

    fn is_number(&self) -> bool {
        lex::printed(self.text).is_some_and(|printed| printed.rest.is_empty())
    }
}

/// What a line begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// `RTH|`: names of columns.
    Header,
    /// `RTD|`: a second.
    Second,
    /// `RTS|`: the whole run.
    Total,
    /// `HSS|`: mean and deviation of a histogram.
    Histogram,
    /// `== Sampling period: 100 us`
    Period,
    /// `== Test mode: periodic user-mode task`
    Mode,
    /// A line that holds no result.
    Other(RegionKind),
}

const MARKS: &[(&str, Mark)] = &[
    ("RTH|", Mark::Header),
    ("RTD|", Mark::Second),
    ("RTS|", Mark::Total),
    ("RTT|", Mark::Other(RegionKind::Context)),
    ("HSH|", Mark::Other(RegionKind::Header)),
    ("HSD|", Mark::Other(RegionKind::Context)),
    ("HSS|", Mark::Histogram),
    ("---|--", Mark::Other(RegionKind::Header)),
    ("== Sampling period:", Mark::Period),
    ("== Test mode:", Mark::Mode),
    ("== All results in", Mark::Other(RegionKind::Header)),
    ("warming up...", Mark::Other(RegionKind::Label)),
];

/// Some lines' meaning.
#[derive(Clone, Debug, PartialEq)]
struct Item<'d> {
    mark: Mark,
    line: usize,
    /// The first line after it.
    end: usize,
    cells: Vec<Cell<'d>>,
}

/// At every mark.
fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let begins = |mark: &str| word(at).trim_start_matches("^C").starts_with(mark);
    let row = MARKS.iter().any(|(mark, _)| mark.ends_with('|') && begins(mark));
    let setting = word(at) == "==" && ["Sampling", "Test", "All"].contains(&word(at + 1));
    row || setting || begins("---|--") || word(at) == "warming" && word(at + 1) == "up..."
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    mark(document, line).is_some()
}

/// What a line is by its beginning, and the bytes before its cells. An interrupted test has `^C` before its last lines.
fn mark(document: &Document<'_>, line: usize) -> Option<(Mark, usize)> {
    let text = document.text(line);
    let trimmed = text.trim_start().trim_start_matches("^C");
    let &(beginning, mark) = MARKS.iter().find(|(beginning, _)| trimmed.starts_with(beginning))?;
    let rule = beginning.starts_with('-');
    let below = || next_line(document, line).is_some_and(|next| document.text(next).trim_start().starts_with("RTS|"));
    (!rule || below()).then_some((mark, text.len() - trimmed.len() + beginning.len()))
}

/// `cells = cell *("|" cell)`, `cell = *any-but-bar`
fn bars(input: &str) -> IResult<&str, Vec<&str>> {
    separated_list1(char('|'), take_till(|c| c == '|')).parse(input)
}

/// The cells of a line from a byte on.
fn cells<'d>(document: &'d Document<'d>, line: usize, from: usize) -> Vec<Cell<'d>> {
    let text = document.text(line);
    let parts = text.get(from..).and_then(|rest| bars(rest).ok()).map(|(_, parts)| parts).unwrap_or_default();
    let cell = |part: &'d str| {
        let trimmed = part.trim_start();
        Cell::new(document, line, text.offset(trimmed), trimmed.trim_end())
    };
    parts.into_iter().map(cell).collect()
}

/// The item that starts at a line: with the line below where a mailer broke it behind a bar.
fn item<'d>(document: &'d Document<'d>, line: usize) -> Option<Item<'d>> {
    let (mark, from) = mark(document, line)?;
    let mut item = Item { mark, line, end: line + 1, cells: cells(document, line, from) };
    let cut = item.cells.last().is_some_and(|cell| cell.text.is_empty());
    if let (Mark::Second | Mark::Total, true, Some(next)) = (mark, cut, next_line(document, line)) {
        let more = cells(document, next, 0);
        if more.iter().all(|cell| cell.is_number() || elapsed(cell.text).is_ok()) {
            item.cells.pop();
            item.cells.extend(more);
            item.end = next + 1;
        }
    }
    if mark == Mark::Second {
        split_last(document, &mut item.cells);
    }
    if let (Mark::Header, Some(next)) = (mark, next_line(document, line))
        && is_header_end(document.text(next))
    {
        item.end = next + 1;
    }
    Some(item)
}

/// Makes two cells of a last one that goes on behind its number: words that belong to something else.
fn split_last<'d>(document: &'d Document<'d>, cells: &mut Vec<Cell<'d>>) {
    let Some(last) = cells.last().copied() else { return };
    if let Some((number, rest)) = last.text.split_once(' ').filter(|_| !last.is_number()) {
        cells.pop();
        cells.extend([last.part(document, number), last.part(document, rest.trim_start())]);
    }
}

/// Whether a line is the end of a header that a mailer broke at its blanks.
fn is_header_end(text: &str) -> bool {
    let text = text.trim();
    ["worst", "best", "max", "avg"].iter().any(|word| text.starts_with(word)) && text.ends_with("lat worst")
        || text == "worst"
}

/// `clock = digits ":" digits ":" digits`
fn clock(input: &str) -> IResult<&str, &str> {
    let digits = || take_while1(|c: char| c.is_ascii_digit());
    recognize((digits(), char(':'), digits(), char(':'), digits())).parse(input)
}

/// `elapsed = clock ["/" clock] *blank`: the time that a run took, and the time that was asked for.
fn elapsed(input: &str) -> IResult<&str, (&str, Option<&str>)> {
    terminated((clock, opt(preceded(tag("/"), clock))), space0).parse(input)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut items = Vec::new();
    let (mut end, mut at) = (line, Some(line));
    while let Some(item) = at.and_then(|at| item(document, at)) {
        end = item.end;
        at = end.checked_sub(1).and_then(|last| next_line(document, last));
        items.push(item);
        // Without line ends the label of the next run stands behind the last row of this one.
        if document.breaks_off(end.saturating_sub(1)) {
            break;
        }
    }
    let goes_on = goes_on(document, end);
    Reader::new(document, sink, items, goes_on).read();
    end
}

/// Whether the run whose last line stands right above a line goes on below what stands between: another second or its
/// total comes before another run begins. Lines between are looked at once, as a block ends above them.
fn goes_on(document: &Document<'_>, line: usize) -> bool {
    let next = (line..document.len()).find_map(|line| mark(document, line));
    matches!(next, Some((Mark::Second | Mark::Total | Mark::Histogram, _)))
}

/// Every row has at least the least, the mean and the greatest latency.
const FEWEST_NUMBERS: usize = 3;

/// A run's total by its parts.
struct Total<'d> {
    numbers: Vec<Cell<'d>>,
    /// The characters of the elapsed time, and its seconds.
    elapsed: Option<(Span, u32)>,
    /// The time asked for.
    asked: Option<Span>,
    label: Option<Cell<'d>>,
    /// What stands behind the label and is no part of it.
    rest: Option<Span>,
}

impl<'d> Total<'d> {
    /// `total = 3*(number "|") [elapsed] ["|"] [label]`
    fn of(document: &'d Document<'d>, cells: &[Cell<'d>]) -> Option<Self> {
        let count = cells.iter().take_while(|cell| cell.is_number()).count();
        let (numbers, after) = cells.split_at(count);
        let mut total = Self { numbers: numbers.to_vec(), elapsed: None, asked: None, label: None, rest: None };
        if let Some(cell) = after.first() {
            let (rest, times) = elapsed(cell.text).map_or((cell.text, None), |(rest, times)| (rest, Some(times)));
            let part = |text: &'d str| cell.part(document, text);
            total.elapsed = times.and_then(|(took, _)| Some((part(took).span, emit::clock(took)?)));
            total.asked = times.and_then(|(_, asked)| asked).map(|asked| part(asked).span);
            let behind = if rest.is_empty() { after.get(1).copied() } else { Some(part(rest)) };
            (total.label, total.rest) = behind.map_or((None, None), |behind| label(document, behind));
        }
        (total.numbers.len() >= FEWEST_NUMBERS).then_some(total)
    }
}

/// The setting that is written behind a row, and what is too much to be its name: a text that lost its line ends goes on
/// there.
fn label<'d>(document: &'d Document<'d>, behind: Cell<'d>) -> (Option<Cell<'d>>, Option<Span>) {
    const MOST_WORDS: usize = 5;
    let name = behind.text.trim_start_matches(['#', '<', '-', '=', '/', '(', ' ']).trim_end_matches([')', ' ']);
    let goes_on = name.ends_with([':', '.']) || name.split_whitespace().count() > MOST_WORDS;
    let name = if goes_on { name.split_whitespace().next().unwrap_or_default() } else { name };
    if name.is_empty() {
        return (None, None);
    }
    // A lone word with a colon is the label of what follows.
    if name.ends_with(':') {
        return (None, Some(behind.span));
    }
    let cell = behind.part(document, name);
    (Some(cell), goes_on.then_some(Span { start: cell.span.end, ..behind.span }))
}

/// Puts the items of a block into the sink.
struct Reader<'d, 's> {
    document: &'d Document<'d>,
    sink: &'s mut Sink,
    items: Vec<Item<'d>>,
    goes_on: bool,
    /// The names of the columns, of the last header.
    header: Vec<String>,
    /// Whether rows are told by what is written behind them.
    labelled: bool,
    /// The labels of rows without one of their own.
    labels: Option<LabelsId>,
}

impl<'d, 's> Reader<'d, 's> {
    fn new(document: &'d Document<'d>, sink: &'s mut Sink, items: Vec<Item<'d>>, goes_on: bool) -> Self {
        let total = |item: &Item<'d>| Total::of(document, &item.cells).filter(|_| item.mark == Mark::Total);
        let labelled = items.iter().filter_map(total).any(|total| total.label.is_some());
        Self { document, sink, items, goes_on, header: Vec::new(), labelled, labels: None }
    }

    fn read(mut self) {
        let items = std::mem::take(&mut self.items);
        for (at, item) in items.iter().enumerate() {
            match item.mark {
                Mark::Header => self.header(item),
                Mark::Second => self.second(item, self.is_last(&items, at)),
                Mark::Total => self.total(item),
                Mark::Histogram => self.histogram(item, &items, at),
                Mark::Period => self.period(item),
                Mark::Mode => self.mode(item),
                Mark::Other(kind) => self.explain(item, kind),
            }
        }
    }

    /// Whether a second is the last of a run that has no total.
    fn is_last(&self, items: &[Item<'_>], at: usize) -> bool {
        let mut after = items.iter().skip(at + 1).map(|item| item.mark);
        match after.find(|mark| !matches!(mark, Mark::Other(_) | Mark::Header)) {
            Some(mark) => matches!(mark, Mark::Period | Mark::Mode),
            None => !self.goes_on,
        }
    }

    fn explain(&mut self, item: &Item<'d>, kind: RegionKind) {
        for line in item.line..item.end {
            self.sink.explain(self.document.line_span(line), kind);
        }
    }

    fn header(&mut self, item: &Item<'d>) {
        self.explain(item, RegionKind::Header);
        self.header = item.cells.iter().map(|cell| column_name(cell.text)).collect();
    }

    fn period(&mut self, item: &Item<'d>) {
        self.explain(item, RegionKind::Context);
        let text = item.cells.first().map_or("", |cell| cell.text);
        if let Some(period) = text.split(' ').next().and_then(|number| number.parse().ok()) {
            self.sink.remember(PERIOD, period);
        }
        self.labels = None;
    }

    fn mode(&mut self, item: &Item<'d>) {
        self.explain(item, RegionKind::Context);
        let text = item.cells.first().map_or("", |cell| cell.text);
        if let Some(at) = MODES.iter().position(|mode| *mode == text) {
            self.sink.remember(MODE, at as u32 + 1);
        }
        self.labels = None;
    }

    /// The conditions that the test itself names.
    fn conditions(&self) -> Vec<Label> {
        let period = self.sink.recall(PERIOD).map(|period| emit::parameter("period", &format!("{period} us")));
        let mode = self.sink.recall(MODE).and_then(|at| MODES.get(at as usize - 1));
        period.into_iter().chain(mode.map(|mode| emit::parameter("mode", mode))).collect()
    }

    /// The labels of rows that nothing is written behind.
    fn plain_labels(&mut self, line: usize) -> LabelsId {
        if let Some(labels) = self.labels {
            return labels;
        }
        let labels = self.sink.labels_at(self.document, line, self.conditions());
        self.labels = Some(labels);
        labels
    }

    /// The labels of a total. Where other rows of the table have a setting written behind them, one without is the
    /// default.
    fn labels_of(&mut self, item: &Item<'d>, total: &Total<'d>) -> LabelsId {
        if !self.labelled {
            return self.plain_labels(item.line);
        }
        let mut own = self.conditions();
        own.push(emit::setting("label", total.label.map_or("default", |label| label.text)));
        self.sink.labels_at(self.document, item.line, own)
    }

    /// The table's title. Where the rows tell the settings, the label above the table is what was measured.
    fn section(&self, line: usize) -> String {
        let above = self.sink.context.labels(self.document.depth(line));
        let label = above.into_iter().find(|label| self.labelled && label.field.name == "label");
        match (label, self.sink.section()) {
            (Some(label), _) => label.value,
            (None, "") => "latency".to_owned(),
            (None, title) => title.to_owned(),
        }
    }

    /// The names of the columns of so many numbers: those of the header, or of the version that prints so many.
    fn columns(&self, numbers: usize, total: bool) -> Vec<String> {
        let names: &[&str] = match (numbers, total) {
            _ if self.header.len() >= numbers => return self.header.iter().take(numbers).cloned().collect(),
            (4, _) => &["lat min", "lat avg", "lat max", "overrun"],
            (5, true) => &["lat min", "lat avg", "lat max", "overrun", "msw"],
            (5, false) => &["lat min", "lat avg", "lat max", "jit fast", "jit slow"],
            (6, false) => &["lat min", "lat avg", "lat max", "overrun", "lat best", "lat worst"],
            (7, false) => &["lat min", "lat avg", "lat max", "overrun", "msw", "lat best", "lat worst"],
            _ => &[],
        };
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn total(&mut self, item: &Item<'d>) {
        let total = Total::of(self.document, &item.cells);
        let columns = self.columns(total.as_ref().map_or(0, |total| total.numbers.len()), true);
        let Some(total) = total.filter(|_| !columns.is_empty()) else { return self.unread(item) };
        let labels = self.labels_of(item, &total);
        let unit = unit(&total.numbers, &columns);
        let section = self.section(item.line);
        for (name, cell) in columns.iter().zip(&total.numbers) {
            let metric = result(name, unit).metric(&section, FORMAT.id);
            self.put(Metric { name: name.clone(), ..metric }, cell, labels);
        }
        self.explain_times(&section, &total, labels);
        for span in [total.label.map(|label| label.span), total.rest].into_iter().flatten() {
            self.sink.explain(span, RegionKind::Label);
        }
    }

    /// The time that the run took, to the second, and the time asked for.
    fn explain_times(&mut self, section: &str, total: &Total<'d>, labels: LabelsId) {
        if let Some(span) = total.asked {
            self.sink.explain(span, RegionKind::Context);
        }
        let Some((span, seconds)) = total.elapsed else { return };
        let duration = Quantity::new("test duration", "s", Better::Unknown, Role::Context);
        let metric = self.sink.metric(duration.metric(section, FORMAT.id));
        let value = f64::from(seconds);
        let (low, high) = (value - 0.5, value + 0.5);
        self.sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false });
    }

    /// A second: context, but for what the last one of a run without total says of all of it.
    fn second(&mut self, item: &Item<'d>, last: bool) {
        let numbers: Vec<Cell<'d>> = item.cells.iter().copied().take_while(Cell::is_number).collect();
        let columns = self.columns(numbers.len(), false);
        if columns.len() < FEWEST_NUMBERS {
            return self.unread(item);
        }
        let labels = self.plain_labels(item.line);
        let unit = unit(&numbers, &columns);
        let section = self.section(item.line);
        let extremes = columns.iter().any(|name| name == "lat worst");
        for (name, cell) in columns.iter().zip(&numbers) {
            let whole = match name.as_str() {
                "lat best" => Some("lat min"),
                "lat worst" => Some("lat max"),
                "overrun" | "msw" | "lost" => Some(name.as_str()),
                _ => Some(name.as_str()).filter(|_| !extremes),
            };
            let metric = match whole.filter(|_| last) {
                Some(whole) => Metric { name: whole.to_owned(), ..result(whole, unit).metric(&section, FORMAT.id) },
                None => sample(name, unit, &section),
            };
            self.put(metric, cell, labels);
        }
        if let Some(rest) = item.cells.get(numbers.len()).filter(|rest| !rest.text.is_empty()) {
            self.sink.explain(rest.span, RegionKind::Label);
        }
    }

    /// `HSS|    avg|    599943|      2.200|      1.460`: a column, its samples, their mean and standard deviation.
    fn histogram(&mut self, item: &Item<'d>, items: &[Item<'d>], at: usize) {
        /// The total stands below the rows of a histogram's three columns and a rule.
        const LINES_BELOW: usize = 6;
        let [column, samples, mean, deviation] = item.cells.as_slice() else { return self.unread(item) };
        let mut after = items.iter().skip(at + 1).take(LINES_BELOW).map(|item| item.mark);
        let totalled =
            after.find(|mark| matches!(mark, Mark::Total | Mark::Header | Mark::Period)) == Some(Mark::Total);
        let labels = self.plain_labels(item.line);
        let section = self.section(item.line);
        let role = if totalled { Role::Component } else { Role::Primary };
        for (name, unit, better, role, cell) in [
            ("samples", "", Better::Unknown, Role::Context, samples),
            ("average", "us", Better::Lower, role, mean),
            ("stddev", "us", Better::Lower, Role::Quality, deviation),
        ] {
            let metric = Quantity::new("", unit, better, role).metric(&section, FORMAT.id);
            self.put(Metric { name: format!("{} {name}", column.text), ..metric }, cell, labels);
        }
        self.sink.explain(column.span, RegionKind::Label);
    }

    fn unread(&mut self, item: &Item<'d>) {
        let (section, values) = (self.section(item.line), item.cells.len());
        self.explain(item, RegionKind::Unread);
        let columns = self.header.len();
        let span = self.document.line_span(item.line);
        self.sink.diagnose(span, DiagnosticKind::UnreadRow { section, values, columns });
    }

    fn put(&mut self, metric: Metric, cell: &Cell<'d>, labels: LabelsId) {
        let metric = self.sink.metric(metric);
        match emit::measurement(cell.text, cell.span, Rounding::Nearest, metric, labels) {
            Some(measurement) => {
                self.sink.measure(measurement);
            }
            None => self.sink.explain(cell.span, RegionKind::Unread),
        }
    }
}

/// The name of a column, of its cell in the header: `--lat worst`. What stands behind the last is of a text that lost its
/// line ends.
fn column_name(cell: &str) -> String {
    cell.trim_matches(['-', ' ']).split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

/// The unit of a row's latencies: microseconds are printed with decimals, and by versions that count mode switches.
fn unit(numbers: &[Cell<'_>], columns: &[String]) -> &'static str {
    let decimals = numbers.iter().any(|cell| cell.text.contains('.'));
    if decimals || columns.iter().any(|name| name == "msw") { "us" } else { "ns" }
}

/// What a column of a run's total is: a latency or jitter, or a count of what went wrong.
fn result(name: &str, unit: &'static str) -> Quantity {
    if ["overrun", "msw", "lost"].contains(&name) {
        Quantity::new("", "count", Better::Lower, Role::Quality)
    } else {
        Quantity::new("", unit, Better::Lower, Role::Primary)
    }
}

/// A figure of one second.
fn sample(name: &str, latency: &str, section: &str) -> Metric {
    let counts = ["overrun", "msw", "lost"].contains(&name);
    Metric {
        section: section.to_owned(),
        name: format!("{name}, by second"),
        unit: emit::unit(if counts { "count" } else { latency }),
        better: Better::Unknown,
        better_evidence: Evidence::None,
        role: Role::Context,
        format: FORMAT.id.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::read;
    use crate::{Measurement, Parsed};

    /// What was measured in order: label, name, unit and value.
    fn seen(parsed: &Parsed) -> Vec<(String, String, String, f64)> {
        let of = |m: &Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let label = parsed.labels(m.labels).iter().find(|label| label.field.name == "label");
            let label = label.map_or(String::new(), |label| label.value.clone());
            (label, metric.name.clone(), metric.unit.symbol.clone(), m.value)
        };
        parsed.measurements.iter().map(of).collect()
    }

    fn names(parsed: &Parsed) -> Vec<String> {
        seen(parsed).into_iter().map(|(_, name, ..)| name).collect()
    }

    #[test]
    fn a_total_without_header_is_read_by_its_cells() {
        let old = read("RTS| 50560| 98976| 199040| 0| 00:09:45\n");
        assert_eq!(names(&old), ["lat min", "lat avg", "lat max", "overrun", "test duration"]);
        assert_eq!(seen(&old).first().map(|s| s.2.as_str()), Some("ns"));
        let new = read("RTS|  -1.234|   0.456|  12.345|  0|  3|    00:01:00/00:02:00\n");
        assert_eq!(names(&new), ["lat min", "lat avg", "lat max", "overrun", "msw", "test duration"]);
        assert_eq!(seen(&new).first().map(|s| (s.2.as_str(), s.3)), Some(("us", -1.234)));
        assert_eq!(seen(&new).last().map(|s| s.3), Some(60.0));
    }

    #[test]
    fn what_is_written_behind_a_row_is_its_setting() {
        let rows =
            "RTS| 1| 2| 3| 0| 00:00:05\nRTS| 1| 2| 3| 0| 00:00:05 # with PIN\nRTS| 1| 2| 3| 0| 00:00:05| (kmalloc)\n";
        let parsed = read(rows);
        let labels: Vec<String> = seen(&parsed).into_iter().step_by(5).map(|s| s.0).collect();
        assert_eq!(labels, ["default", "with PIN", "kmalloc"]);
        let alone = read("Before:\nRTS| 1| 2| 3| 0| 00:00:05\n");
        assert_eq!(seen(&alone).first().map(|s| s.0.as_str()), Some("Before"));
    }

    #[test]
    fn a_stopped_test_is_read_from_its_last_second() {
        let parsed = read(
            "RTH|-----lat min|-----lat avg|-----lat max|-overrun|----lat best|---lat worst\n\
             RTD| 2.1| 3.1| 9.1| 0| 2.0| 9.5\nRTD| 2.2| 3.2| 9.2| 1| 2.0| 9.6\n",
        );
        let last: Vec<(String, f64)> = seen(&parsed).into_iter().skip(6).map(|s| (s.1, s.3)).collect();
        let expected = [
            ("lat min, by second", 2.2),
            ("lat avg, by second", 3.2),
            ("lat max, by second", 9.2),
            ("overrun", 1.0),
            ("lat min", 2.0),
            ("lat max", 9.6),
        ];
        assert_eq!(last, expected.map(|(name, value)| (name.to_owned(), value)));
    }

    #[test]
    fn a_text_without_line_ends_reads_as_one_with_them() {
        let row = "RTD|      1.416|      2.917|    206.241|      34|     0|      1.175|    374.071\n".repeat(6);
        let text = format!(
            "RTH|----lat min|----lat avg|----lat max|-overrun|---msw|---lat best|--lat worst\n{row}\
             RTS|      1.175|      2.955|    374.071|      40|     0|    00:01:00/00:01:00 PIN\n"
        );
        let (lines, flat) = (read(&text), read(&text.replace('\n', " ")));
        assert_eq!(lines.measurements.len(), 6 * 7 + 6);
        assert_eq!(seen(&lines), seen(&flat));
    }

    #[test]
    fn rules_of_other_tables_are_left_alone() {
        let parsed = read("RTS| is the mark of a total.\na|b|c\n---|---|---\n1|2|3\n");
        assert!(parsed.metrics.iter().all(|metric| metric.format != "xenomai"));
    }
}

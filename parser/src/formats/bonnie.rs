//! Bonnie and bonnie++.
//!
//! ```text
//! Version  1.03       ------Sequential Output------ --Sequential Input- --Random-
//!                     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--
//! Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP
//! box          20000M 25546  69 39833  20 25538  11 36725  86 80332  19 339.8   2
//! Latency             26668us     397ms    1066ms   29247us     541ms     115ms
//!                     ------Sequential Create------ --------Random Create--------
//!                     -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--
//!               files  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP
//!                  16  1535  98 +++++ +++ 17244  95  1646  98 +++++ +++  5744  96
//! ```
//!
//! Source: `bon_csv2txt` and `PrintHeader` of bonnie++ 1.03 and 1.97, `report` of Bonnie. A test that was too quick to be timed
//! is `+++++`. The size may be glued to the machine's name. With `-f` the tests of single characters are left out. Version 2
//! prints rates with k, m or g. The line with commas says all of it again.

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::Document;
use crate::measurement::{Labels, Role};
use crate::reading::emit::{Quantity, Rounding, measurement, parameter, setting};
use crate::reading::flow::{Series, Size, Sized, flow, rest_of_line};
use crate::reading::report::names_tool;
use crate::reading::sizes::Family;
use crate::reading::words::{Word, next_line, span_of};
use crate::sink::Sink;
use crate::unit::Better;

/// Bonnie and bonnie++.
pub const FORMAT: Format = Format {
    id: "bonnie",
    title: "bonnie++",
    marks: &["%CP", "-Per Ch", "--Seeks-", "Sequential Create-"],
    breaks: |_, _| false,
    starts,
    read,
};

/// A row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 3;
/// At most this many blank lines stand between the tables.
const MOST_BLANK_LINES: usize = 3;

/// The tests of a table, each of which has a rate and a share of the processor.
struct Table {
    tests: [&'static str; 6],
    /// Those that `-f` leaves.
    fast: [usize; 4],
    /// How the rates of each are counted.
    unit: fn(usize) -> &'static str,
}

const FILES: Table = Table {
    tests: [
        "Sequential Output Per Chr",
        "Sequential Output Block",
        "Rewrite",
        "Sequential Input Per Chr",
        "Sequential Input Block",
        "Random Seeks",
    ],
    fast: [1, 2, 4, 5],
    unit: |at| if at == 5 { "/sec" } else { "kB/s" },
};

const CREATION: Table = Table {
    tests: [
        "Sequential Create Create",
        "Sequential Create Read",
        "Sequential Create Delete",
        "Random Create Create",
        "Random Create Read",
        "Random Create Delete",
    ],
    fast: [0, 1, 2, 3],
    unit: |_| "/sec",
};

/// What a line of the report is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// A line of the header of the first table, or of either.
    Files,
    Creation,
    Header,
    /// The line with commas.
    Csv,
}

fn line_of(text: &str) -> Option<Line> {
    if text.contains("Sequential Create-") || text.contains("-Create-- --Read-") {
        return Some(Line::Creation);
    }
    if ["Sequential Output-", "-Per Chr-", "-Per Char-"].iter().any(|mark| text.contains(mark)) {
        return Some(Line::Files);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let unit = |word: &&str| matches!(*word, "K/sec" | "/sec" | "%CP" | "%CPU");
    let units = words.iter().filter(|word| unit(word)).count();
    if units >= 4 {
        return Some(if text.contains("files") { Line::Creation } else { Line::Header });
    }
    let remains = |word: &&str| unit(word) || word.starts_with("--") || word.ends_with("--") || *word == "Input-";
    if !words.is_empty() && words.iter().all(remains) {
        return Some(Line::Header);
    }
    (text.matches(',').count() >= 20 && words.len() <= 2).then_some(Line::Csv)
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let named = names_tool(document, line, &["bonnie", "bonnie++"]);
    begins(document, line) || named.is_some_and(|next| begins(document, next))
}

fn begins(document: &Document<'_>, line: usize) -> bool {
    matches!(line_of(document.text(line)), Some(Line::Files | Line::Creation))
        || document.text(line).matches("%CP").count() >= 4
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut state =
        State { table: &FILES, machine: None, labels: Labels::new(), tests: Vec::new(), machines: Vec::new() };
    let (mut next, mut end) = (Some(line), line + 1);
    if !begins(document, line) {
        sink.explain(document.line_span(line), RegionKind::Heading);
        next = next_line(document, line);
    }
    while let Some(at) = next {
        let text = document.text(at);
        if let Some(kind) = line_of(text) {
            state.header(text, kind);
            sink.explain(
                document.line_span(at),
                if kind == Line::Csv { RegionKind::Derived } else { RegionKind::Header },
            );
            end = at + 1;
        } else if let Some(after) = state.latencies(document, at, sink).or_else(|| state.row(document, at, sink)) {
            end = after;
        } else {
            break;
        }
        next = (end..document.len())
            .take(MOST_BLANK_LINES + 1)
            .find(|&next| !document.is_blank(next))
            .filter(|&next| document.depth(next) == document.depth(at));
    }
    end
}

/// What was read so far.
struct State {
    table: &'static Table,
    /// The name above the second table's columns.
    machine: Option<String>,
    labels: Labels,
    /// The tests of the last row.
    tests: Vec<usize>,
    /// The machines of the rows of the first table.
    machines: Vec<String>,
}

/// A rate or a share of a row.
#[derive(Clone, Copy)]
struct Cell<'d> {
    word: Word<'d>,
    /// The part of the word that is a plain number; none for `+++++`.
    number: Option<&'d str>,
    /// The power of thousand behind the number, as it makes a unit.
    size: Option<&'static Size>,
}

/// `cell = number ["k" / "m" / "g"] / 2*"+"`
fn cell(word: Word<'_>) -> Option<Cell<'_>> {
    if word.text.len() >= 2 && word.text.bytes().all(|b| b == b'+') {
        return Some(Cell { word, number: None, size: None });
    }
    let printed = lex::printed(word.text).filter(|p| !p.digits.starts_with('+') && p.number >= 0.0)?;
    let size = match printed.rest.to_ascii_lowercase().as_str() {
        "" => None,
        suffix @ ("k" | "m" | "g") => Family::DataRate.size(suffix),
        _ => return None,
    };
    Some(Cell { word, number: word.text.get(..printed.digits.len()), size })
}

impl State {
    /// Takes note of what a header says.
    fn header(&mut self, text: &str, kind: Line) {
        match kind {
            Line::Files => {
                if self.table.tests == CREATION.tests {
                    self.machines.clear();
                }
                self.table = &FILES;
            }
            Line::Creation => {
                self.table = &CREATION;
                if let Some((name, _)) = text.split_once("-Create-- --Read") {
                    self.machine = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
                }
            }
            Line::Header | Line::Csv => {}
        }
    }

    /// The machine and the size that stand before the rates.
    fn take_labels(&mut self, before: &[Word<'_>]) {
        let text = before.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
        let mut labels = Labels::new();
        if self.table.tests == CREATION.tests {
            labels.push(parameter("files", &text));
            // A lone row above is of the same run.
            let above = self.machines.first().filter(|_| self.machines.len() == 1);
            labels.extend(self.machine.as_ref().or(above).map(|machine| setting("Machine", machine)));
        } else {
            let (machine, size) = parted(&text);
            self.machines.extend((!machine.is_empty()).then(|| machine.to_owned()));
            labels.extend((!machine.is_empty()).then(|| setting("Machine", machine)));
            labels.extend((!size.is_empty()).then(|| parameter("size", size)));
        }
        self.labels = labels;
    }

    /// Reads a row; gives the line behind it.
    fn row(&mut self, document: &Document<'_>, line: usize, sink: &mut Sink) -> Option<usize> {
        let flow = flow(document, line, ROW_LINES);
        let here = flow.iter().take_while(|word| word.line == line).count();
        let (words, count) = rows(&flow, here, 12).or_else(|| rows(&flow, here, 8))?;
        let (before, cells) = words.split_at_checked(words.len().checked_sub(count)?)?;
        let cells: Vec<Cell<'_>> = cells.iter().filter_map(|&word| cell(word)).collect();
        let (_, end) = rest_of_line(&flow, words.len());
        if count == 8 && self.table.tests == CREATION.tests {
            let unread = DiagnosticKind::UnreadRow { section: "bonnie++".to_owned(), values: 8, columns: 12 };
            sink.diagnose(document.line_span(line), unread);
            sink.explain(document.line_span(line), RegionKind::Unread);
            return Some(end);
        }
        self.take_labels(before);
        self.tests = if count == 12 { (0..6).collect() } else { self.table.fast.to_vec() };
        if let Some(span) = span_of(document, words) {
            sink.explain(span, RegionKind::Label);
        }
        for (pair, &test) in cells.chunks(2).zip(&self.tests) {
            let Some(&name) = self.table.tests.get(test) else { continue };
            let (Some(rate), Some(share)) = (pair.first(), pair.get(1)) else { continue };
            self.rate(document, rate, (name, (self.table.unit)(test)), sink);
            self.share(document, share, name, sink);
        }
        Some(end)
    }

    fn rate(
        &self,
        document: &Document<'_>,
        cell: &Cell<'_>,
        (name, unit): (&'static str, &'static str),
        sink: &mut Sink,
    ) {
        let Some(number) = cell.number else { return };
        let labels = sink.labels_at(document, cell.word.line, self.labels.clone());
        let size = cell.size.or_else(|| Family::Bytes.size(unit));
        let printed = lex::printed(number).filter(|_| unit != "/sec");
        if let (Some(size), Some(printed)) = (size, printed) {
            let series = Series { name, better: Better::Higher, role: Role::Primary, format: FORMAT.id };
            let to = series.known(Family::Bytes.sizes(), sink).unwrap_or(size);
            series.measure(&Sized { printed, size }, to, (labels, cell.word.span(document)), sink);
            return;
        }
        let metric =
            sink.metric(Quantity::new(name, unit, Better::Higher, Role::Primary).metric(sink.section(), FORMAT.id));
        if let Some(measured) = measurement(number, cell.word.part(document, number), Rounding::Nearest, metric, labels)
        {
            sink.measure(measured);
        }
    }

    fn share(&self, document: &Document<'_>, cell: &Cell<'_>, name: &str, sink: &mut Sink) {
        let Some(number) = cell.number else { return };
        let labels = sink.labels_at(document, cell.word.line, self.labels.clone());
        let mut metric = Quantity::new("", "%", Better::Unknown, Role::Context).metric(sink.section(), FORMAT.id);
        metric.name = format!("{name} %CP");
        let metric = sink.metric(metric);
        if let Some(measured) = measurement(number, cell.word.span(document), Rounding::Nearest, metric, labels) {
            sink.measure(measured);
        }
    }

    /// `latencies = "Latency" 1*(number unit)`, one for each test of the row above.
    fn latencies(&self, document: &Document<'_>, line: usize, sink: &mut Sink) -> Option<usize> {
        let flow = flow(document, line, ROW_LINES);
        let count = self.tests.len();
        let words =
            flow.get(1..=count).filter(|_| flow.first().is_some_and(|word| word.text == "Latency") && count > 0)?;
        let (rest, end) = rest_of_line(&flow, count + 1);
        let sized = |word: &Word<'_>| {
            let printed = lex::printed(word.text)?;
            Some((printed.digits.len(), Family::Time.size(printed.rest)?))
        };
        if !rest.is_empty() || !words.iter().all(|word| sized(word).is_some() || cell(*word).is_some()) {
            return None;
        }
        sink.explain(span_of(document, flow.get(..=count)?)?, RegionKind::Context);
        for (word, &test) in words.iter().zip(&self.tests) {
            let (Some((digits, size)), Some(test)) = (sized(word), self.table.tests.get(test)) else { continue };
            let Some(number) = word.text.get(..digits) else { continue };
            let Some(printed) = lex::printed(number) else { continue };
            let labels = sink.labels_at(document, word.line, self.labels.clone());
            let name = format!("{test} latency");
            let series = Series { name: &name, better: Better::Lower, role: Role::Primary, format: FORMAT.id };
            let to = series.known(Family::Time.sizes(), sink).unwrap_or(size);
            series.measure(&Sized { printed, size }, to, (labels, word.part(document, number)), sink);
        }
        Some(end)
    }
}

/// The words of a row with so many cells at its end: those of its line, or with the next ones where a mailer wrapped it.
fn rows<'w, 'd>(flow: &'w [Word<'d>], here: usize, count: usize) -> Option<(&'w [Word<'d>], usize)> {
    let last = flow.last()?.line;
    let ends = |line: usize| flow.iter().take_while(|word| word.line <= line).count();
    let first = flow.first()?.line;
    (first..=last).map(ends).filter(|&end| end >= here).find_map(|end| {
        let words = flow.get(..end)?;
        let cells = words.get(end.checked_sub(count)?..)?;
        // A share is a whole number or has one decimal; a rate of Bonnie's as well.
        let sound = cells.iter().enumerate().all(|(at, word)| {
            cell(*word).is_some_and(|cell| at % 2 == 0 || cell.size.is_none() && word.text.len() <= 5)
        });
        // Between a name and its cells stands a size, or the name ends with it.
        let before = words.get(..end - count)?;
        let named = before.last().is_some_and(|word| word.text.contains(|c: char| c.is_ascii_digit()));
        let lost = before.iter().rev().take(2).filter(|word| cell(**word).is_some()).count() > 1;
        (sound && !lost && (named || !before.is_empty() && count == 12)).then_some((words, count))
    })
}

/// A machine's name and the size that stands behind it or is glued to it: `Raid0 (8 disk)15744M`.
fn parted(text: &str) -> (&str, &str) {
    let text = text.trim();
    let unit = text.len() - usize::from(text.ends_with(['M', 'G', 'K', 'm', 'g', 'k']));
    let number = text.get(..unit).unwrap_or_default();
    let digits = number.bytes().rev().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b':')).count();
    let at = unit - digits;
    // A bare number that is glued to a name is a part of it.
    let glued = at > 0 && !text.get(..at).is_some_and(|name| name.ends_with(' '));
    if digits == 0 || glued && unit == text.len() {
        return (text, "");
    }
    text.split_at_checked(at).map_or((text, ""), |(name, size)| (name.trim(), size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_may_be_glued_to_names() {
        assert_eq!(parted("Raid0 (8 disk)15744M"), ("Raid0 (8 disk)", "15744M"));
        assert_eq!(parted("box 2G"), ("box", "2G"));
        assert_eq!(parted("1024"), ("", "1024"));
        assert_eq!(parted("md0"), ("md0", ""));
        assert_eq!(parted("/dev/sdc 300M"), ("/dev/sdc", "300M"));
    }
}

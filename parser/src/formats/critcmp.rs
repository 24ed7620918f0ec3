//! critcmp, which compares baselines of Criterion.rs.
//!
//! ```text
//! group              after                                  before
//! -----              -----                                  ------
//! parse/large        1.00     13.1±0.12ms   152.7 MB/sec    1.61     21.1±0.31ms    94.8 MB/sec
//! parse/small        1.00    804.4±9.11ns        ? ?/sec    1.02    820.5±8.02ns        ? ?/sec
//! ```
//!
//! Source: `src/output.rs` of critcmp. The first figure of a cell is the ratio to the fastest; what is behind ± is the
//! standard deviation. A blank cell stands where a baseline lacks a benchmark. Letters of rates stand for powers of two.

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Role, SpreadKind};
use crate::reading::amount::{Amount, Deviation, Family, What, behind_name, explain, joined, number, sized};
use crate::reading::emit::setting;
use crate::reading::flow::{Size, TIMES, flow, rest_of_line};
use crate::reading::words::{Word, column_of, next_line, words};
use crate::sink::Sink;
use crate::unit::Better;

/// Comparisons by critcmp.
pub const FORMAT: Format = Format {
    id: "critcmp",
    title: "critcmp",
    marks: &["group"],
    breaks: |_: &[Token<'_>], _| false,
    starts: |document: &Document<'_>, line| header(document, line).is_some(),
    read,
};

/// Rates as the tool writes them.
const RATES: Family = &[
    Size::data_rate("B/sec", 0, 0, 1.0),
    Size::data_rate("KB/sec", 0, 10, 1024.0),
    Size::data_rate("MB/sec", 0, 20, 1_048_576.0),
    Size::data_rate("GB/sec", 0, 30, 1_073_741_824.0),
];

/// A row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 6;

/// A benchmark's name has at most this many words.
const MOST_NAME_WORDS: usize = 8;

/// The table's header.
struct Header {
    baselines: Vec<String>,
    /// Where the baselines' columns start; empty where the blanks are gone.
    places: Vec<u32>,
    end: usize,
}

/// `header = "group" 1*baseline` above dashes under each
fn header(document: &Document<'_>, line: usize) -> Option<Header> {
    let names = words(document, line);
    if names.first()?.text != "group" || names.len() < 2 {
        return None;
    }
    let rule = next_line(document, line)?;
    let dashes = words(document, rule);
    let ruled = dashes.len() == names.len() && dashes.iter().all(|word| word.text.bytes().all(|b| b == b'-'));
    let below = next_line(document, rule)?;
    let spaced = document.text(line).contains("   ");
    let places = document.tokens(line).iter().skip(1).map(|token| token.column).collect();
    let header = Header {
        baselines: names.iter().skip(1).map(|word| word.text.to_owned()).collect(),
        places: if spaced { places } else { Vec::new() },
        end: rule + 1,
    };
    row(document, below, header.baselines.len()).filter(|_| ruled).map(|_| header)
}

/// A baseline's figures for a benchmark.
struct Cell<'d> {
    time: Amount,
    deviation: Option<Deviation>,
    rate: Option<Amount>,
    ratio: Word<'d>,
    words: Vec<Word<'d>>,
}

/// `cell = ratio time ["±" time] (rate / "?" "?/sec")`
fn cell<'d>(document: &Document<'_>, flow: &[Word<'d>]) -> Option<(Cell<'d>, usize)> {
    let ratio = *flow.first().filter(|word| number(word.text).is_some_and(|(length, _)| length == word.text.len()))?;
    let word = flow.get(1)?;
    let (value, by) = word.text.split_once('±').map_or((word.text, None), |(value, by)| (value, Some(by)));
    let unit = match by {
        Some(by) => by.get(number(by)?.0..)?,
        None => value.get(number(value)?.0..)?,
    };
    let kind = sized(unit, &[TIMES])?;
    let amount = |part| Amount::glued(document, word, part, |_| Some((0, 0, 0, kind.clone())));
    let time = amount(value)?;
    let deviation = by.and_then(amount).map(Deviation::Amount);
    let rate = Amount::at(document, flow.get(2..)?, &[RATES]).map(|(rate, _)| rate);
    let unknown = flow.get(2)?.text == "?";
    let taken = if rate.is_some() || unknown { 4 } else { 2 };
    Some((Cell { time, deviation, rate, ratio, words: flow.get(1..taken)?.to_vec() }, taken))
}

/// A benchmark's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    cells: Vec<Cell<'d>>,
    end: usize,
}

/// `row = name 1*cell`
fn row<'d>(document: &'d Document<'_>, line: usize, baselines: usize) -> Option<Row<'d>> {
    let flow = flow(document, line, ROW_LINES);
    let (start, cells, at) = behind_name(&flow, MOST_NAME_WORDS, |rest| {
        let (mut cells, mut at) = (Vec::new(), 0);
        while let Some((found, taken)) =
            rest.get(at..).and_then(|rest| cell(document, rest)).filter(|_| cells.len() < baselines)
        {
            cells.push(found);
            at += taken;
        }
        (!cells.is_empty()).then_some((cells, at))
    })?;
    let (rest, end) = rest_of_line(&flow, at);
    rest.is_empty().then(|| Row { name: flow.get(..start).unwrap_or_default().to_vec(), cells, end })
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(header) = header(document, line) else { return line + 1 };
    for line in line..header.end {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    let mut end = header.end;
    while let Some(row) = next_line(document, end - 1).and_then(|next| row(document, next, header.baselines.len())) {
        end = row.end;
        row.emit(document, &header, sink);
    }
    end
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, header: &Header, sink: &mut Sink) {
        explain(document, &self.name, RegionKind::Label, sink);
        let name = joined(&self.name);
        let line = self.name.first().map_or(0, |word| word.line);
        for (at, cell) in self.cells.iter().enumerate() {
            let full = self.cells.len() == header.baselines.len();
            let column = if full { Some(at) } else { column_of(document, &header.places, &cell.ratio) };
            let baseline = column.and_then(|column| header.baselines.get(column));
            explain(document, &[cell.ratio], RegionKind::Derived, sink);
            let Some(baseline) = baseline else {
                explain(document, &cell.words, RegionKind::Unread, sink);
                let (values, columns) = (self.cells.len(), header.baselines.len());
                let kind = DiagnosticKind::UnreadRow { section: FORMAT.title.to_owned(), values, columns };
                sink.diagnose(document.line_span(line), kind);
                continue;
            };
            explain(document, &cell.words, RegionKind::Context, sink);
            let labels = sink.labels_within(document, line, vec![setting("column", baseline)]);
            let what = |better| What::new(&name, better, Role::Primary, FORMAT.id).spread(SpreadKind::Deviation);
            cell.time.measure_with(&what(Better::Lower), cell.deviation.as_ref(), labels, sink);
            if let Some(rate) = &cell.rate {
                rate.measure(&what(Better::Higher), labels, sink);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn baselines_are_settings() {
        let text = "group              after                                  before\n-----              -----                                  ------\n\
            parse/large        1.00     13.1±0.12ms   152.7 MB/sec    1.61     21.1±0.31ms    94.8 MB/sec\n\
            parse/small        1.00    804.4±9.11ns        ? ?/sec    1.02    820.5±8.02ns        ? ?/sec\n\
            new                                                       1.00    820.5±8.02ns        ? ?/sec\n";
        assert_eq!(
            shown(text),
            [
                "parse/large 13.1 ms Lower ±0.12 column=after",
                "parse/large 152.7 MB/sec Higher column=after",
                "parse/large 21.1 ms Lower ±0.31 column=before",
                "parse/large 94.8 MB/sec Higher column=before",
                "parse/small 804.4 ns Lower ±9.11 column=after",
                "parse/small 820.5 ns Lower ±8.02 column=before",
                "new 820.5 ns Lower ±8.02 column=before",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

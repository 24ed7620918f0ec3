//! pytest-benchmark: the tables that a run and `pytest-benchmark compare` print.
//!
//! ```text
//! ------------------------- benchmark 'sort': 2 tests --------------------------
//! Name (time in us)                 Min                Max              Mean  Outliers  OPS (Kops/s)  Rounds
//! ------------------------------------------------------------------------------
//! test_sort (0001_main)        787.8262 (1.0)    812.5 (1.02)   790.12 (1.0)      12;3  1.2656 (1.0)     100
//! ```
//!
//! Source: `src/pytest_benchmark/table.py`, `utils.py` (`name_formatter_*`) and `stats.py`. The times of a table are in the
//! unit of its header, operations per second too; the figures in brackets are ratios to the best one (since 3.0, where a
//! table has more than one row). `compare` puts the run behind the test's name. Which columns are there, and in which order,
//! is up to the user.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Role};
use crate::reading::amount::{Amount, Kind, What, explain, joined, number, time_kind};
use crate::reading::emit::{parameter, setting};
use crate::reading::flow::{flow, rest_of_line};
use crate::reading::words::{Word, next_line};
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Unit};

/// Tables of pytest-benchmark.
pub const FORMAT: Format =
    Format { id: "pytest-benchmark", title: "pytest-benchmark", marks: &["Name (time in"], breaks, starts, read };

/// A header or a row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 6;

/// A test's name has at most this many words; its parameters may have blanks in them.
const MOST_NAME_WORDS: usize = 8;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    /// A time of the runs, in the header's unit.
    Time(Role),
    /// Operations per second.
    Rate,
    /// A count, or two with a semicolon between.
    Count,
}

/// The columns by their headers.
const COLUMNS: &[(&str, Holds)] = &[
    ("Min", Holds::Time(Role::Primary)),
    ("Max", Holds::Time(Role::Primary)),
    ("Mean", Holds::Time(Role::Primary)),
    ("Median", Holds::Time(Role::Primary)),
    ("StdDev", Holds::Time(Role::Quality)),
    ("IQR", Holds::Time(Role::Quality)),
    ("OPS", Holds::Rate),
    ("Outliers", Holds::Count),
    ("Outliers(*)", Holds::Count),
    ("Rounds", Holds::Count),
    ("Iterations", Holds::Count),
];

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    word(at) == "Name" && word(at + 1) == "(time" && word(at + 2) == "in"
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    header(document, line).is_some() || is_title(document, line) || wrapped_title(document, line).is_some()
}

/// The line above a header: `---- benchmark 'group': 4 tests ----`.
fn is_title(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line).trim();
    text.starts_with("--") && text.contains(" benchmark") && text.contains(" tests ")
}

/// The lines of a title that a mailer wrapped between its dashes and its words.
fn wrapped_title(document: &Document<'_>, line: usize) -> Option<[usize; 3]> {
    let words = next_line(document, line).filter(|_| is_rule(document.text(line)))?;
    let end = next_line(document, words).filter(|&end| is_rule(document.text(end)))?;
    let text = document.text(words).trim();
    let counted = text.ends_with(" tests") || text.ends_with(" test");
    (text.starts_with("benchmark") && counted).then_some([line, words, end])
}

/// The name of a group in a title.
fn group_in(title: &str) -> Option<&str> {
    title.split_once('\'').and_then(|(_, rest)| rest.split_once('\'')).map(|(name, _)| name)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut group = None;
    let mut at = line;
    if is_title(document, line) {
        sink.explain(document.line_span(line), RegionKind::Header);
        group = group_in(document.text(line));
        let Some(next) = next_line(document, line).filter(|&next| header(document, next).is_some()) else {
            return line + 1;
        };
        at = next;
    }
    if let Some([rule, words, end]) = wrapped_title(document, line) {
        for line in [rule, words, end] {
            sink.explain(document.line_span(line), RegionKind::Header);
        }
        group = group_in(document.text(words));
        at = next_line(document, end).filter(|&next| header(document, next).is_some()).unwrap_or(end + 1);
        if header(document, at).is_none() {
            return at;
        }
    }
    let Some(header) = header(document, at) else { return line + 1 };
    for line in at..header.end {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    let mut end = header.end;
    while let Some(next) = next_line(document, end - 1) {
        if is_rule(document.text(next)) {
            sink.explain(document.line_span(next), RegionKind::Header);
            end = next + 1;
        } else if let Some(row) = row(document, next, &header) {
            end = row.end;
            row.emit(document, &header, group, sink);
        } else {
            break;
        }
    }
    read_legend(document, end, sink)
}

fn is_rule(text: &str) -> bool {
    text.trim().len() >= 8 && text.trim().bytes().all(|b| b == b'-')
}

/// The lines under a table that say what its columns are.
fn read_legend(document: &Document<'_>, start: usize, sink: &mut Sink) -> usize {
    let legend = |text: &str| {
        let text = text.trim_start();
        ["Legend:", "Outliers:", "OPS: Operations", "(*) Outliers"].iter().any(|lead| text.starts_with(lead))
    };
    let mut end = start;
    while let Some(next) = next_line(document, end.saturating_sub(1)).filter(|&next| legend(document.text(next))) {
        sink.explain(document.line_span(next), RegionKind::Context);
        end = next + 1;
    }
    end
}

/// The columns of a table.
struct Header {
    /// The unit of the times.
    time: Kind,
    columns: Vec<Column>,
    end: usize,
}

/// A column of a table.
struct Column {
    name: String,
    holds: Holds,
    /// The unit of rates.
    unit: Unit,
}

/// `header = "Name (time in" unit ")" 1*column`
fn header(document: &Document<'_>, line: usize) -> Option<Header> {
    if !document.text(line).trim_start().starts_with("Name (time") {
        return None;
    }
    let words = flow(document, line, ROW_LINES);
    let time = time_kind(words.get(3)?.text.trim_end_matches(')'))?;
    let (mut columns, mut at): (Vec<Column>, _) = (Vec::new(), 4);
    while let Some((name, holds)) = words.get(at).and_then(|word| COLUMNS.iter().find(|(name, _)| *name == word.text)) {
        at += 1;
        let mut unit = Unit { symbol: "OPS".to_owned(), dimension: Dimension::Rate(1.0) };
        // `OPS (Kops/s)`
        if let Some(size) = words.get(at).filter(|word| *holds == Holds::Rate && word.text.starts_with('(')) {
            let symbol = size.text.trim_matches(['(', ')']);
            let per_second = if symbol.starts_with('K') {
                1e3
            } else if symbol.starts_with('M') {
                1e6
            } else {
                1.0
            };
            unit = Unit { symbol: symbol.to_owned(), dimension: Dimension::Rate(per_second) };
            at += 1;
        }
        columns.push(Column { name: (*name).to_owned(), holds: *holds, unit });
    }
    let (rest, end) = rest_of_line(&words, at);
    (rest.is_empty() && !columns.is_empty()).then_some(Header { time, columns, end })
}

/// A test's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    /// The words of each column: the figure, and perhaps its ratio.
    cells: Vec<Vec<Word<'d>>>,
    end: usize,
}

/// `row = name 1*(figure [ratio])`: as many figures as there are columns.
fn row<'d>(document: &'d Document<'_>, line: usize, header: &Header) -> Option<Row<'d>> {
    let flow = flow(document, line, ROW_LINES);
    let here = flow.iter().take_while(|word| word.line == line).count();
    (1..=MOST_NAME_WORDS.min(here)).find_map(|start| {
        let (cells, at) = cells(flow.get(start..)?, header)?;
        let (rest, end) = rest_of_line(&flow, start + at);
        let named = flow.get(..start)?.iter().all(|word| !is_rule(word.text));
        (rest.is_empty() && named).then(|| Row { name: flow.get(..start).unwrap_or_default().to_vec(), cells, end })
    })
}

/// The figures of all columns with their ratios, and how many words they take.
fn cells<'d>(words: &[Word<'d>], header: &Header) -> Option<(Vec<Vec<Word<'d>>>, usize)> {
    let mut at = 0;
    let mut found = Vec::new();
    for column in &header.columns {
        let word = words.get(at)?;
        if !is_cell(word.text, column.holds) {
            return None;
        }
        let ratio = words.get(at + 1).is_some_and(|word| is_ratio(word.text)) && column.holds != Holds::Count;
        let taken = 1 + usize::from(ratio);
        found.push(words.get(at..at + taken)?.to_vec());
        at += taken;
    }
    Some((found, at))
}

fn is_cell(text: &str, holds: Holds) -> bool {
    let whole = |text: &str| number(text).is_some_and(|(length, _)| length == text.len());
    match holds {
        Holds::Count => text.split(';').all(whole),
        Holds::Time(_) | Holds::Rate => whole(text) && text.contains('.') || matches!(text, "inf" | "nan"),
    }
}

/// `(1.0)`, `(1.25)`, `(>1000.0)`, `(inf)`
fn is_ratio(text: &str) -> bool {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inner.is_some_and(|inner| inner == "inf" || inner.trim_start_matches('>').parse::<f64>().is_ok())
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, header: &Header, group: Option<&str>, sink: &mut Sink) {
        explain(document, &self.name, RegionKind::Label, sink);
        let labels = self.labels(group);
        let line = self.name.first().map_or(0, |word| word.line);
        let labels = sink.labels_at(document, line, labels);
        for (column, cell) in header.columns.iter().zip(&self.cells) {
            let Some((figure, ratio)) = cell.split_first() else { continue };
            let (kind, better, role) = match column.holds {
                Holds::Time(role) => (header.time.clone(), Better::Lower, role),
                Holds::Rate => (Kind::Fixed(column.unit.clone()), Better::Higher, Role::Primary),
                Holds::Count => {
                    explain(document, cell, RegionKind::Context, sink);
                    continue;
                }
            };
            let what = What::new(&column.name, better, role, FORMAT.id);
            match Amount::bare(document, figure, kind) {
                Some(amount) => amount.measure(&what, labels, sink).map_or((), |_| ()),
                None => sink.explain(figure.span(document), RegionKind::Label),
            }
            explain(document, ratio, RegionKind::Derived, sink);
        }
    }

    /// The test and the run that `compare` puts behind it. Tests of one group are rivals.
    fn labels(&self, group: Option<&str>) -> Labels {
        let run = self.name.last().filter(|word| self.name.len() > 1 && word.text.starts_with('('));
        let run = run.and_then(|word| word.text.strip_prefix('(')?.strip_suffix(')'));
        let test = joined(self.name.get(..self.name.len() - usize::from(run.is_some())).unwrap_or_default());
        match (run, group) {
            (Some(run), _) => vec![setting("run", run), parameter("test", &test)],
            (None, Some(group)) => vec![setting("row", &test), parameter("group", group)],
            (None, None) => vec![parameter("test", &test)],
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    const COMPARED: &str = "---------------------- benchmark: 2 tests ---------------------\n\
        Name (time in us)                      Min           Mean   Outliers                 OPS\n\
        ---------------------------------------------------------------\n\
        test_a (0001_main)        1,787.8262 (0.98)    12.5 (>1000.0)  5;12     3,787.8262 (0.98)\n\
        test_a[x y] (0002_sql)       87.8262 (1.0)      0.5 (1.0)  0;0     1,787.8262 (1.0)\n\
        ---------------------------------------------------------------\n\n\
        Legend:\n  Outliers: 1 Standard Deviation from Mean; 1.5 IQR (InterQuartile Range) from 1st Quartile and 3rd Quartile.\n\
        \x20 OPS: Operations Per Second, computed as 1 / Mean\n";

    #[test]
    fn runs_are_settings_and_tests_parameters() {
        assert_eq!(
            shown(COMPARED),
            [
                "Min 1787.8262 us Lower run=0001_main test=test_a",
                "Mean 12.5 us Lower run=0001_main test=test_a",
                "OPS 3787.8262 OPS Higher run=0001_main test=test_a",
                "Min 87.8262 us Lower run=0002_sql test=test_a[x y]",
                "Mean 0.5 us Lower run=0002_sql test=test_a[x y]",
                "OPS 1787.8262 OPS Higher run=0002_sql test=test_a[x y]",
            ]
        );
        assert_eq!(read(COMPARED).ledger.unread, 0);
    }

    #[test]
    fn wrapped_rows_are_put_together() {
        assert_eq!(
            shown(
                "Name (time in ms)   Min     Max\nOPS (Kops/s)  Rounds\n-----------\ntest_a 1.0000 2.0000\n3.0000   7\n"
            ),
            ["Min 1 ms Lower test=test_a", "Max 2 ms Lower test=test_a", "OPS 3 Kops/s Higher test=test_a"]
        );
    }

    #[test]
    fn a_group_s_tests_are_rivals() {
        let text = "--- benchmark 'sort': 1 tests ---\nName (time in ms)   Min\n-----------\ntest_a 1.0000\n";
        assert_eq!(shown(text), ["Min 1 ms Lower group=sort row=test_a"]);
    }
}

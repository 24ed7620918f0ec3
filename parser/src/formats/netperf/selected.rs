//! What was selected with `-o`, `-O` or `-k`: any of netperf's many figures, with commas, in columns, or one a line.
//!
//! ```text
//! Minimum Latency Microseconds,Mean Latency Microseconds,Throughput
//! 321,524.31,12186.42
//!
//! Minimum      90th         Throughput
//! Latency      Percentile
//! Microseconds Latency
//!              Microseconds
//! 46           95           12186.42
//! ```
//!
//! Source: `print_omni_csv` and `print_omni_human` of `src/nettest_omni.c`: the words of a name stand below each other, and
//! every column begins where its first word does.

use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::measurement::{Measurement, Metric, Role};
use crate::reading::emit::evidence;
use crate::reading::words::next_line;
use crate::sink::Sink;
use crate::source::Span;
use crate::unit::{Better, Dimension, Unit};

/// A header has at most this many lines.
const MOST_HEADER_LINES: usize = 8;

/// A name, and its value with its place.
struct Column {
    name: String,
    value: String,
    span: Span,
}

/// A table of selected figures.
pub(super) struct Selected {
    columns: Vec<Column>,
    /// The lines of the header.
    header: (usize, usize),
    values: usize,
}

impl Selected {
    pub(super) fn at(document: &Document<'_>, line: usize) -> Option<Self> {
        let text = document.text(line);
        if !["Latency", "Throughput", "Transaction", "Minimum", "Elapsed", "Mean"]
            .iter()
            .any(|word| text.contains(word))
        {
            return None;
        }
        if text.contains(',') { Self::with_commas(document, line) } else { Self::in_columns(document, line) }
    }

    /// `names = name *("," name)`, a name has blanks; and the values below.
    fn with_commas(document: &Document<'_>, line: usize) -> Option<Self> {
        let mut header = document.text(line).trim_end().to_owned();
        let (mut last, mut below) = (line, next_line(document, line)?);
        // A mailer wraps the names between their words.
        let number = |part: &str| lex::printed(part.trim()).is_some_and(|p| p.rest.is_empty());
        while last - line < MOST_HEADER_LINES && !document.text(below).split(',').any(number) {
            header = format!("{header} {}", document.text(below).trim());
            (last, below) = (below, next_line(document, below)?);
        }
        let names: Vec<String> = header.split(',').map(|name| name.trim().to_owned()).collect();
        let text = document.text(below);
        let place = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
        let values: Vec<&str> = text.split(',').map(str::trim).collect();
        let known = names.iter().any(|name| meaning(name).is_some());
        let sound = names.len() == values.len() && values.iter().any(|value| lex::printed(value).is_some());
        let span = |value: &str| document.span(below, place(value), place(value) + value.len());
        let column = |(name, value): (String, &&str)| Column { name, value: (*value).to_owned(), span: span(value) };
        let columns = names.into_iter().zip(&values).map(column).collect();
        (known && sound).then_some(Self { columns, header: (line, last), values: below })
    }

    /// Columns of words under each other, as far as a line of values that begin where the columns do.
    fn in_columns(document: &Document<'_>, line: usize) -> Option<Self> {
        let is_value = |token: &Token<'_>| lex::printed(token.text).is_some_and(|p| p.rest.is_empty());
        let mut columns: Vec<(u32, String)> = Vec::new();
        let (mut last, mut at) = (line, Some(line));
        while let Some(here) = at.filter(|here| here - line <= MOST_HEADER_LINES) {
            let tokens = document.tokens(here);
            if here > line && tokens.iter().any(is_value) && starts_at(&tokens, &columns) {
                let names = columns.into_iter().map(|(_, name)| name);
                let column = |(name, token): (String, &Token<'_>)| Column {
                    name,
                    value: token.text.to_owned(),
                    span: token.span,
                };
                let columns: Vec<Column> = names.zip(&tokens).map(column).collect();
                // Where a line of the header is lost, none of its names is sure.
                let whole = |column: &Column| !column.name.contains("Latency") || is_latency(&column.name);
                let known = columns.iter().all(whole) && columns.iter().any(|column| meaning(&column.name).is_some());
                return known.then_some(Self { columns, header: (line, last), values: here });
            }
            for token in tokens {
                match columns.iter_mut().find(|(column, _)| near(*column, token.column)) {
                    Some((_, name)) => *name = format!("{name} {}", token.text),
                    // A name has its first word on the first line, and a second one there follows a single blank.
                    None if here == line => columns.push((token.column, token.text.to_owned())),
                    None => return None,
                }
            }
            last = here;
            at = next_line(document, here);
        }
        None
    }

    pub(super) fn read(&self, document: &Document<'_>, sink: &mut Sink) -> usize {
        for line in self.header.0..=self.header.1 {
            sink.explain(document.line_span(line), RegionKind::Header);
        }
        sink.explain(document.line_span(self.values), RegionKind::Context);
        let labels = sink.labels_at(document, self.values, Vec::new());
        for Column { name, value, span } in &self.columns {
            let Some((unit, better, role)) = meaning(name) else { continue };
            let Some(printed) = lex::printed(value).filter(|p| p.rest.is_empty()) else { continue };
            let metric = sink.metric(Metric {
                section: sink.section().to_owned(),
                name: name.clone(),
                unit,
                better,
                better_evidence: evidence(better),
                role,
                format: super::FORMAT.id.to_owned(),
            });
            let (low, high) = (printed.moved(-50, 0).max(0.0), printed.moved(50, 0));
            let guessed = false;
            sink.measure(Measurement { value: printed.number, low, high, metric, labels, span: *span, guessed });
        }
        self.values + 1
    }
}

/// Whether a line is one of a header of columns, in which nothing but the words of such names stand: what belongs below it
/// is lost, or can't be told.
pub(super) fn is_part_of_header(document: &Document<'_>, line: usize) -> bool {
    const WORDS: &[&str] = &[
        "Minimum",
        "Maximum",
        "Mean",
        "Stddev",
        "50th",
        "90th",
        "99th",
        "Latency",
        "Percentile",
        "Microseconds",
        "Throughput",
        "Units",
        "Elapsed",
        "Time",
        "(sec)",
        "Transaction",
        "Rate",
        "Tran/s",
    ];
    let words: Vec<&str> = document.text(line).split_whitespace().collect();
    words.len() >= 2 && words.iter().all(|word| WORDS.contains(word))
}

/// Whether two places are the same; a mark of quoting without a blank may move a line by one.
fn near(one: u32, other: u32) -> bool {
    one.abs_diff(other) <= 1
}

/// Whether every value of a line begins where a column does.
fn starts_at(tokens: &[Token<'_>], columns: &[(u32, String)]) -> bool {
    tokens.len() == columns.len() && tokens.iter().zip(columns).all(|(token, (column, _))| near(*column, token.column))
}

/// What netperf's name of a figure says: its unit, direction and part. Names of units and conditions are none.
fn meaning(name: &str) -> Option<(Unit, Better, Role)> {
    let has = |word: &str| name.contains(word);
    let named = |symbol: &str, dimension| Unit { symbol: symbol.to_owned(), dimension };
    if has("Units") || has("Confidence") || has("Size") {
        return None;
    }
    if has("Latency") && is_latency(name) {
        let role = if has("Stddev") { Role::Quality } else { Role::Primary };
        return Some((named("us", Dimension::Time(1e-6)), Better::Lower, role));
    }
    if has("Throughput") && !has("Latency") {
        return Some((Unit::none(), Better::Higher, Role::Primary));
    }
    if has("Transaction") && has("Rate") {
        return Some((named("Tran/s", Dimension::Rate(1.0)), Better::Higher, Role::Primary));
    }
    if has("CPU") && has("Util") {
        return Some((named("%", Dimension::Ratio(0.01)), Better::Unknown, Role::Context));
    }
    if has("Elapsed") {
        return Some((named("s", Dimension::Time(1.0)), Better::Unknown, Role::Context));
    }
    None
}

/// Whether a name is that of a latency, and whole: a line of the header may be lost.
fn is_latency(name: &str) -> bool {
    let kind = name.strip_suffix(" Latency Microseconds").unwrap_or_default();
    let percentile =
        kind.strip_suffix("th Percentile").is_some_and(|n| lex::printed(n).is_some_and(|p| p.rest.is_empty()));
    percentile || matches!(kind, "Minimum" | "Maximum" | "Mean" | "Stddev") || name == "Round Trip Latency usec/tran"
}

#[cfg(test)]
mod tests {
    use crate::testing::read;

    fn shown(text: &str) -> Vec<String> {
        let parsed = read(text);
        let name =
            |m: &crate::Measurement| parsed.metric(m.metric).map_or("", |metric| metric.name.as_str()).to_owned();
        parsed.measurements.iter().map(|m| format!("{} {}", name(m), m.value)).collect()
    }

    #[test]
    fn names_and_values_may_be_parted_by_commas() {
        assert_eq!(
            shown(
                "MIGRATED TCP REQUEST/RESPONSE TEST from 0.0.0.0 () port 0 AF_INET to box () port 0 AF_INET : demo\n\
                 Minimum Latency Microseconds,Mean Latency Microseconds,Throughput Units\n321,524.31,Trans/s\n"
            ),
            ["Minimum Latency Microseconds 321", "Mean Latency Microseconds 524.31"]
        );
    }

    #[test]
    fn names_may_stand_in_columns() {
        let header = "Minimum      90th         Throughput \nLatency      Percentile              \n\
                      Microseconds Latency                 \n             Microseconds            \n";
        assert_eq!(
            shown(&format!("OMNI Send TEST from 0.0.0.0 to box\n{header}46           95           12186.42\n")),
            ["Minimum Latency Microseconds 46", "90th Percentile Latency Microseconds 95", "Throughput 12186.42"]
        );
    }
}

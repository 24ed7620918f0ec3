//! benchcmp of Go and cargo-benchcmp, which compare two runs.
//!
//! ```text
//! benchmark                old ns/op     new ns/op     delta
//! BenchmarkConcat-8        523           68.6          -86.88%
//!
//! benchmark                old MB/s     new MB/s     speedup
//! BenchmarkCopy-8          1021.42      1530.01      1.50x
//! ```
//!
//! ```text
//!  name                before ns/iter        after ns/iter         diff ns/iter   diff %  speedup
//!  sort::ascending     1,234 (812 MB/s)      987 (1015 MB/s)               -247  -20.02%   x 1.25
//! ```
//!
//! Source: `cmd/benchcmp/benchcmp.go` of golang.org/x/tools and `src/benchmark.rs` of cargo-benchcmp. The runs' names are
//! `old` and `new` in the first, the files' or modules' in the second.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::Role;
use crate::reading::amount::{Amount, Kind, What, behind_name, explain, joined, number, percentage};
use crate::reading::emit::{self, setting};
use crate::reading::flow::{flow, rest_of_line};
use crate::reading::words::{Word, next_line, title_above};
use crate::sink::Sink;
use crate::unit::{Better, Unit};

/// Comparisons by benchcmp and cargo-benchcmp.
pub const FORMAT: Format = Format {
    id: "benchcmp",
    title: "benchcmp",
    marks: &["old ", "ns/iter"],
    breaks: |tokens: &[Token<'_>], at| {
        let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
        word(at) == "benchmark" && word(at + 1) == "old" && word(at + 3) == "new"
    },
    starts: |document: &Document<'_>, line| header(document, line).is_some(),
    read,
};

/// A header or a row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 3;

/// A benchmark's name has at most this many words.
const MOST_NAME_WORDS: usize = 4;

/// What the header says.
struct Header {
    unit: String,
    runs: [String; 2],
    end: usize,
    title: Option<String>,
}

/// `header = "benchmark" "old" unit "new" unit ("delta" / "speedup") / "name" run "ns/iter" run "ns/iter" "diff" …`
fn header(document: &Document<'_>, line: usize) -> Option<Header> {
    let words = flow(document, line, ROW_LINES);
    let text = |at: usize| words.get(at).map_or("", |word| word.text);
    let (runs, unit, taken) = match text(0) {
        "benchmark"
            if text(1) == "old" && text(3) == "new" && text(2) == text(4) && matches!(text(5), "delta" | "speedup") =>
        {
            (["old".to_owned(), "new".to_owned()], text(2), 6)
        }
        "name" if text(2) == "ns/iter" && text(4) == "ns/iter" && text(5) == "diff" => {
            let last = words.iter().take(12).position(|word| word.text == "speedup");
            ([text(1).to_owned(), text(3).to_owned()], text(2), last.map_or(9, |last| last + 1))
        }
        _ => return None,
    };
    let (rest, end) = rest_of_line(&words, taken);
    rest.is_empty().then(|| Header {
        unit: unit.to_owned(),
        runs,
        end,
        title: title_above(document, line).filter(|t| !is_header(t)),
    })
}

/// Whether a title is the header of a table whose rows are lost.
fn is_header(title: &str) -> bool {
    title.starts_with("benchmark ") && title.contains(" old ") && title.contains(" new ")
}

/// A benchmark's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    /// The figures, and the rates that stand in brackets behind them.
    figures: [(Word<'d>, Option<Word<'d>>); 2],
    body: Vec<Word<'d>>,
    derived: Vec<Word<'d>>,
    end: usize,
}

fn is_number(word: &Word<'_>) -> bool {
    number(word.text).is_some_and(|(length, _)| length == word.text.len())
}

/// `row = name figure figure (percent / factor) / name figure [rate] figure [rate] number percent "x" factor`
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let flow = flow(document, line, ROW_LINES);
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    let (start, (figures, taken), at) = behind_name(&flow, MOST_NAME_WORDS, |rest| {
        let (first, one) = figure(rest)?;
        let (second, two) = figure(rest.get(one..)?)?;
        Some((([first, second], one + two), one + two))
    })?;
    // What the tools compute from the figures closes a row.
    let mut end = at;
    end += usize::from(flow.get(end).is_some_and(is_number) && percentage(text(end + 1)).is_some());
    let change = percentage(text(end)).is_some() && text(end).contains('.') || matches!(text(end), "+Inf%" | "NaN%");
    let factor = text(end).strip_suffix('x').is_some_and(|factor| factor.parse::<f64>().is_ok());
    end += usize::from(change || factor);
    end += if text(end) == "x" { 2 } else { 0 };
    if end == at {
        return None;
    }
    let (rest, line) = rest_of_line(&flow, end);
    rest.is_empty().then(|| Row {
        name: flow.get(..start).unwrap_or_default().to_vec(),
        figures,
        body: flow.get(start..start + taken).unwrap_or_default().to_vec(),
        derived: flow.get(at..end).unwrap_or_default().to_vec(),
        end: line,
    })
}

/// `figure = number ["(" number "MB/s)"]`
fn figure<'d>(words: &[Word<'d>]) -> Option<((Word<'d>, Option<Word<'d>>), usize)> {
    let word = *words.first().filter(|word| is_number(word))?;
    let rate = words.get(1).filter(|_| words.get(2).is_some_and(|word| word.text == "MB/s)"));
    match rate.and_then(|rate| rate.split(usize::from(rate.text.starts_with('(')))) {
        Some((_, rate)) => Some(((word, Some(rate)), 3)),
        None => Some(((word, None), 1)),
    }
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(header) = header(document, line) else { return line + 1 };
    for line in line..header.end {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    let mut end = header.end;
    while let Some(row) = next_line(document, end - 1).and_then(|next| row(document, next)) {
        end = row.end;
        row.emit(document, &header, sink);
    }
    end
}

/// The unit that a header's word is, and which way is better in it.
fn quantity(word: &str) -> (Unit, Better) {
    match word {
        "MB/s" => (emit::unit("MB/s"), Better::Higher),
        "bytes" => (emit::unit("B/op"), Better::Lower),
        "allocs" => (emit::unit("allocs/op"), Better::Lower),
        other => (emit::unit(other), Better::Lower),
    }
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, header: &Header, sink: &mut Sink) {
        explain(document, &self.name, RegionKind::Label, sink);
        explain(document, &self.body, RegionKind::Context, sink);
        explain(document, &self.derived, RegionKind::Derived, sink);
        let name = joined(&self.name);
        let line = self.name.first().map_or(0, |word| word.line);
        let title = header.title.as_deref().filter(|title| !sink.stands_above(title, document, line));
        for ((figure, rate), run) in self.figures.iter().zip(&header.runs) {
            let mut own = vec![setting("column", run)];
            own.extend(title.map(|title| emit::parameter("title", title)));
            let labels = sink.labels_within(document, line, own);
            let mut add = |word: &Word<'_>, (unit, better): (Unit, Better)| {
                let what = What::new(&name, better, Role::Primary, FORMAT.id);
                if let Some(amount) = Amount::bare(document, word, Kind::Fixed(unit)) {
                    amount.measure(&what, labels, sink);
                }
            };
            add(figure, quantity(&header.unit));
            if let Some(rate) = rate {
                add(rate, quantity("MB/s"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn go_prints_old_and_new() {
        let text = "benchmark             old ns/op     new ns/op     delta\nBenchmarkConcat-8     523           68.6          -86.88%\n\n\
            benchmark             old MB/s     new MB/s     speedup\nBenchmarkCopy-8       1021.42      1530.01      1.50x\n\n\
            benchmark             old allocs     new allocs     delta\nBenchmarkConcat-8     3              1              -66.67%\n\n\
            benchmark             old bytes     new bytes     delta\nBenchmarkConcat-8     80\n48            -40.00%\n";
        assert_eq!(
            shown(text),
            [
                "BenchmarkConcat-8 523 ns/op Lower column=old",
                "BenchmarkConcat-8 68.6 ns/op Lower column=new",
                "BenchmarkCopy-8 1021.42 MB/s Higher column=old",
                "BenchmarkCopy-8 1530.01 MB/s Higher column=new",
                "BenchmarkConcat-8 3 allocs/op Lower column=old",
                "BenchmarkConcat-8 1 allocs/op Lower column=new",
                "BenchmarkConcat-8 80 B/op Lower column=old",
                "BenchmarkConcat-8 48 B/op Lower column=new",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn cargo_prints_the_runs_names() {
        let text = " name             before ns/iter     after ns/iter    diff ns/iter   diff %  speedup \n\
            \x20sort::ascending  1,234 (812 MB/s)   987 (1015 MB/s)          -247  -20.02%   x 1.25 \n\
            \x20sort::random     41,234             42,001                    767    1.86%   x 0.98 \n";
        assert_eq!(
            shown(text),
            [
                "sort::ascending 1234 ns/iter Lower column=before",
                "sort::ascending 812 MB/s Higher column=before",
                "sort::ascending 987 ns/iter Lower column=after",
                "sort::ascending 1015 MB/s Higher column=after",
                "sort::random 41234 ns/iter Lower column=before",
                "sort::random 42001 ns/iter Lower column=after",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

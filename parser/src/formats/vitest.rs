//! Benchmarks of Vitest.
//!
//! ```text
//!  ✓ bench/sort.bench.ts > sort 1282ms
//!      name                 hz      min      max     mean      p75      p99     p995     p999     rme  samples
//!    · native        7,937.10   0.1019   0.6276   0.1260   0.1235   0.3005   0.3303   0.3952  ±0.52%     3969   fastest
//!    · by hand        48.4164  19.4610  23.1175  20.6542  21.0883  23.1175  23.1175  23.1175  ±1.80%       25
//!
//!   native - bench/sort.bench.ts > sort
//!     163.93x faster than by hand
//! ```
//!
//! Source: `packages/vitest/src/node/reporters/benchmark/tableRender.ts`, which prints what tinybench measures: times are in
//! milliseconds, `hz` is per second, and what is behind ± the relative margin of error. Numbers have about six digits.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::Role;
use crate::reading::amount::{
    Amount, Kind, What, behind_name, explain, explain_rest, joined, number, percentage, time_kind,
};
use crate::reading::columns::ROW;
use crate::reading::emit::setting;
use crate::reading::flow::{flow, rest_of_line};
use crate::reading::words::{Word, next_line};
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Unit};

/// Tables of Vitest.
pub const FORMAT: Format =
    Format { id: "vitest", title: "Vitest", marks: &["p995"], breaks: |_: &[Token<'_>], _| false, starts, read };

/// The columns behind the name.
const COLUMNS: [&str; 8] = ["hz", "min", "max", "mean", "p75", "p99", "p995", "p999"];

/// A header or a row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 4;

/// A benchmark's name has at most this many words.
const MOST_NAME_WORDS: usize = 14;

fn starts(document: &Document<'_>, line: usize) -> bool {
    header_end(document, line).is_some() || is_file(document, line)
}

/// The end of the header that starts at a line.
fn header_end(document: &Document<'_>, line: usize) -> Option<usize> {
    let words = flow(document, line, ROW_LINES);
    let texts: Vec<&str> = words.iter().take(COLUMNS.len() + 3).map(|word| word.text).collect();
    let expected: Vec<&str> = std::iter::once("name").chain(COLUMNS).chain(["rme", "samples"]).collect();
    let (_, end) = rest_of_line(&words, expected.len());
    (texts == expected).then_some(end)
}

/// Whether a line names a file and how long all took, above a header: `✓ bench/sort.bench.ts > sort 1282ms`.
fn is_file(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line).trim();
    let marked = text.starts_with(['✓', '✔', '√', '↓', '❯']) && text.ends_with("ms");
    let below = |next: usize| header_end(document, next).is_some() || document.text(next).trim().starts_with('✓');
    marked && next_line(document, line).is_some_and(below)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(start) = header_end(document, line) else {
        sink.explain(document.line_span(line), RegionKind::Context);
        return line + 1;
    };
    for line in line..start {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    let mut end = start;
    while let Some(next) = next_line(document, end - 1) {
        if let Some(row) = row(document, next) {
            end = row.end;
            row.emit(document, sink);
        } else if is_summary(document.text(next)) {
            sink.explain(document.line_span(next), RegionKind::Derived);
            end = next + 1;
        } else {
            break;
        }
    }
    end
}

/// Whether a line compares the benchmarks with each other.
fn is_summary(text: &str) -> bool {
    let text = text.trim();
    text == "BENCH  Summary" || text.contains("x faster than ") || text.contains(".bench.") && text.contains(" - ")
}

/// A benchmark's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    figures: Vec<Word<'d>>,
    samples: Vec<Word<'d>>,
    rest: Vec<Word<'d>>,
    end: usize,
}

/// `row = ["·"] name 8*number "±"percent count ["fastest" / "slowest"]`
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let flow = flow(document, line, ROW_LINES);
    let is_number = |word: &Word<'_>| number(word.text).is_some_and(|(length, _)| length == word.text.len());
    let (start, (), taken) = behind_name(&flow, MOST_NAME_WORDS, |rest| {
        let figures = rest.get(..COLUMNS.len())?.iter().all(is_number);
        let margin = percentage(rest.get(COLUMNS.len())?.text.strip_prefix('±')?).is_some();
        (figures && margin && is_number(rest.get(COLUMNS.len() + 1)?)).then_some(((), COLUMNS.len() + 2))
    })?;
    let said = flow.get(taken).is_some_and(|word| matches!(word.text, "fastest" | "slowest"));
    let (rest, end) = rest_of_line(&flow, taken + usize::from(said));
    let bullet = usize::from(flow.first()?.text == "·" && start > 1);
    Some(Row {
        name: flow.get(bullet..start)?.to_vec(),
        figures: flow.get(start..start + COLUMNS.len())?.to_vec(),
        samples: flow.get(start + COLUMNS.len()..taken)?.to_vec(),
        rest: rest.to_vec(),
        end,
    })
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, sink: &mut Sink) {
        explain(document, &self.name, RegionKind::Label, sink);
        explain(document, &self.samples, RegionKind::Context, sink);
        explain_rest(document, &self.rest, sink);
        let line = self.name.first().map_or(0, |word| word.line);
        let labels = sink.labels_at(document, line, vec![setting(ROW, &joined(&self.name))]);
        for (column, word) in COLUMNS.into_iter().zip(&self.figures) {
            let (kind, better) = if column == "hz" {
                (Kind::Fixed(Unit { symbol: "hz".to_owned(), dimension: Dimension::Rate(1.0) }), Better::Higher)
            } else {
                (time_kind("ms").unwrap_or(Kind::Fixed(Unit::none())), Better::Lower)
            };
            let Some(amount) = Amount::bare(document, word, kind) else { continue };
            amount.measure(&What::new(column, better, Role::Primary, FORMAT.id), labels, sink);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn rows_have_a_rate_and_times_in_milliseconds() {
        let text = " ✓ bench/a.bench.ts > sort 1282ms\n     name     hz   min   max  mean   p75   p99  p995   p999   rme  samples\n\
            \x20  · by hand (2)  7,937.10  0.1019  0.6276  0.1260  0.1235  0.3005  0.3303  0.3952  ±0.52%  3969   fastest\n\n\
            \x20 by hand (2) - bench/a.bench.ts > sort\n    163.93x faster than other\n";
        assert_eq!(
            shown(text),
            [
                "hz 7937.1 hz Higher row=by hand (2)",
                "min 0.1019 ms Lower row=by hand (2)",
                "max 0.6276 ms Lower row=by hand (2)",
                "mean 0.126 ms Lower row=by hand (2)",
                "p75 0.1235 ms Lower row=by hand (2)",
                "p99 0.3005 ms Lower row=by hand (2)",
                "p995 0.3303 ms Lower row=by hand (2)",
                "p999 0.3952 ms Lower row=by hand (2)",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

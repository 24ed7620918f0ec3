//! Benchmark.js: the line of a case, as its documentation prints it.
//!
//! ```text
//! RegExp#test x 4,161,532 ops/sec ±0.99% (59 runs sampled)
//! String#indexOf x 6,139,623 ops/sec ±1.00% (131 runs sampled)
//! Fastest is String#indexOf
//! ```
//!
//! Source: `toStringBench` and `formatNumber` in `benchmark.js`. Rates from a hundred on have no decimals and commas between
//! thousands; smaller ones have two decimals. What is behind ± is the relative margin of error at 95 %.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Role, SpreadKind};
use crate::reading::amount::{Amount, Deviation, Kind, What, explain, explain_rest, joined};
use crate::reading::columns::ROW;
use crate::reading::emit::{self, setting};
use crate::reading::flow::{flow, rest_of_line};
use crate::reading::words::Word;
use crate::sink::Sink;
use crate::unit::Better;

/// Lines of Benchmark.js.
pub const FORMAT: Format = Format {
    id: "benchmark-js",
    title: "Benchmark.js",
    marks: &["ops/sec"],
    breaks: |_: &[Token<'_>], _| false,
    starts,
    read,
};

/// A row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 3;

/// A case's name has at most this many words.
const MOST_NAME_WORDS: usize = 12;

fn starts(document: &Document<'_>, line: usize) -> bool {
    row(document, line).is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(row) = row(document, line) else { return line + 1 };
    explain(document, &row.name, RegionKind::Label, sink);
    explain(document, &row.figures, RegionKind::Context, sink);
    explain_rest(document, &row.rest, sink);
    let labels = sink.labels_at(document, line, vec![setting(ROW, &joined(&row.name))]);
    let what = What {
        runs: row.runs,
        ..What::new("rate", Better::Higher, Role::Primary, FORMAT.id).spread(SpreadKind::HalfInterval(0.95))
    };
    row.amount.measure_with(&what, row.deviation.as_ref(), labels, sink);
    row.end
}

/// A case's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    amount: Amount,
    deviation: Option<Deviation>,
    runs: Option<u32>,
    figures: Vec<Word<'d>>,
    rest: Vec<Word<'d>>,
    end: usize,
}

/// `row = name "x" number "ops/sec" ["±" percent] ["(" count "runs" "sampled)"]`
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let flow = flow(document, line, ROW_LINES);
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    let times = (1..=MOST_NAME_WORDS).find(|&at| text(at) == "x" && text(at + 2).starts_with("ops/sec"))?;
    // The name ends in its line.
    if flow.get(times - 1)?.line > line {
        return None;
    }
    let amount = Amount::bare(document, flow.get(times + 1)?, Kind::Fixed(emit::unit("ops/sec")))?;
    let mut at = times + 3;
    let deviation = text(at).strip_prefix(['±', '\u{b1}']).and_then(Deviation::percent);
    at += usize::from(deviation.is_some());
    let mut runs = None;
    if text(at).starts_with('(') && text(at + 1).starts_with("run") {
        runs = text(at).trim_start_matches('(').parse().ok();
        at += 3;
    }
    let at = at.min(flow.len());
    let (rest, end) = rest_of_line(&flow, at);
    let name = flow.get(..times)?.to_vec();
    Some(Row { name, amount, deviation, runs, figures: flow.get(times..at)?.to_vec(), rest: rest.to_vec(), end })
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn a_case_has_a_rate_with_its_margin() {
        let text = "RegExp#test x 4,161,532 ops/sec ±1.00% (59 runs sampled)\na x b x 12.50 ops/sec ±0.00% (1\nrun sampled)\nFastest is a x b\n";
        assert_eq!(
            shown(text),
            ["rate 4161532 ops/s Higher ±41615.32 row=RegExp#test", "rate 12.5 ops/s Higher ±0 row=a x b"]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

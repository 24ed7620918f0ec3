//! benny, a benchmark runner for JavaScript.
//!
//! ```text
//! Running "satisfies" suite...
//! Progress: 100%
//!
//!   Native:
//!     1 200 843 ops/s, ±0.12%   | fastest
//!
//!   JavaScript:
//!     188 835 ops/s, ±0.26%     | slowest, 84.27% slower
//!
//! Finished 2 cases!
//!   Fastest: Native
//!   Slowest: JavaScript
//! ```
//!
//! Source: `src/cycle.ts`, `src/complete.ts` and `src/internal/format.ts` of benny. Blanks part thousands; rates below a
//! hundred have decimals. What is behind ± is the relative margin of error. The remarks behind the bar compare the cases
//! with each other.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Role, SpreadKind};
use crate::reading::amount::{Amount, Deviation, Kind, What, explain, explain_rest, joined};
use crate::reading::columns::ROW;
use crate::reading::emit::{self, is_whole, setting};
use crate::reading::flow::{flow, rest_of_line};
use crate::reading::words::{Word, next_line, words};
use crate::sink::Sink;
use crate::unit::Better;

/// benny's results.
pub const FORMAT: Format =
    Format { id: "benny", title: "benny", marks: &["ops/s, ±"], breaks: |_: &[Token<'_>], _| false, starts, read };

/// A row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 3;

fn starts(document: &Document<'_>, line: usize) -> bool {
    case(document, line).is_some()
        || rate(document, line).is_some()
        || is_said(document, line)
        || is_lost(document, line)
}

/// Whether a line is a case whose rate is lost: another case stands below.
fn is_lost(document: &Document<'_>, line: usize) -> bool {
    let named = document.text(line).trim_end().ends_with(':') && document.text(line).starts_with([' ', '\t']);
    named && next_line(document, line).is_some_and(|next| case(document, next).is_some())
}

/// Whether a line says what the program does, or sums up.
fn is_said(document: &Document<'_>, line: usize) -> bool {
    let words: Vec<&str> = document.text(line).split_whitespace().collect();
    match words.as_slice() {
        ["Running", .., suite] => suite.starts_with("suite"),
        ["Progress:", share] => share.ends_with('%'),
        ["Finished", count, "cases!" | "case!"] => is_whole(count),
        ["Fastest:" | "Slowest:", _, ..] => true,
        _ => false,
    }
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if is_lost(document, line) {
        sink.explain(document.line_span(line), RegionKind::Label);
        return line + 1;
    }
    let (name, at) = match case(document, line) {
        Some(below) => {
            let name = words(document, line);
            explain(document, &name, RegionKind::Label, sink);
            (joined(&name).trim_end_matches(':').trim_end().to_owned(), below)
        }
        None => (String::new(), line),
    };
    let Some(rate) = rate(document, at) else {
        sink.explain(document.line_span(line), RegionKind::Context);
        return line + 1;
    };
    rate.emit(document, &name, at, sink);
    rate.end
}

/// The line below a case's name that has its rate.
fn case(document: &Document<'_>, line: usize) -> Option<usize> {
    document.text(line).trim_end().strip_suffix(':')?;
    next_line(document, line).filter(|&next| rate(document, next).is_some())
}

/// A case's rate.
struct Rate<'d> {
    amount: Amount,
    deviation: Deviation,
    figures: Vec<Word<'d>>,
    remarks: Vec<Word<'d>>,
    rest: Vec<Word<'d>>,
    end: usize,
}

/// `rate = number "ops/s," "±" percent ["|" ("fastest" / "slowest" ["," change "slower"] / change "slower")]`
fn rate<'d>(document: &'d Document<'_>, line: usize) -> Option<Rate<'d>> {
    if !document.text(line).trim_start().starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let flow = flow(document, line, ROW_LINES);
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    let (amount, taken) = Amount::spaced(document, &flow, Kind::Fixed(emit::unit("ops/s")))?;
    if text(taken) != "ops/s," {
        return None;
    }
    let deviation = Deviation::percent(text(taken + 1).strip_prefix('±')?)?;
    let at = taken + 2;
    let mut end = at;
    if text(at) == "|" {
        let said = |word: &&Word<'_>| {
            matches!(word.text, "fastest" | "slowest" | "slowest," | "slower") || word.text.ends_with('%')
        };
        end += 1 + flow.iter().skip(at + 1).take_while(said).count();
    }
    let (rest, line) = rest_of_line(&flow, end);
    Some(Rate {
        amount,
        deviation,
        figures: flow.get(..at)?.to_vec(),
        remarks: flow.get(at..end)?.to_vec(),
        rest: rest.to_vec(),
        end: line,
    })
}

impl Rate<'_> {
    fn emit(&self, document: &Document<'_>, name: &str, line: usize, sink: &mut Sink) {
        explain(document, &self.figures, RegionKind::Context, sink);
        explain(document, &self.remarks, RegionKind::Derived, sink);
        explain_rest(document, &self.rest, sink);
        let own = if name.is_empty() { Vec::new() } else { vec![setting(ROW, name)] };
        let labels = sink.labels_at(document, line, own);
        let what = What::new("rate", Better::Higher, Role::Primary, FORMAT.id).spread(SpreadKind::HalfInterval(0.95));
        self.amount.measure_with(&what, Some(&self.deviation), labels, sink);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn cases_have_rates_with_blanks_between_thousands() {
        let text = "Running \"a b\" suite...\nProgress: 100%\n\n  Native:\n    1 200 843 ops/s, ±1.00%   | fastest\n\n  Java Script :\n\
            \x20   835.5 ops/s, ±0.00%     | slowest, 84.27% slower\n\nFinished 2 cases!\n  Fastest: Native\n  Slowest: Java Script\n";
        assert_eq!(
            shown(text),
            ["rate 1200843 ops/s Higher ±12008.43 row=Native", "rate 835.5 ops/s Higher ±0 row=Java Script"]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

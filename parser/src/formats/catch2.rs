//! Benchmarks of Catch2, a test framework for C++.
//!
//! ```text
//! benchmark name                       samples       iterations    est run time
//!                                      mean          low mean      high mean
//!                                      std dev       low std dev   high std dev
//! -------------------------------------------------------------------------------
//! fmt to ustring                                 100           480      4.416 ms
//!                                         90.7163 ns    90.4946 ns    91.3477 ns
//!                                         1.74672 ns    0.59582 ns    3.71523 ns
//! ```
//!
//! Source: `ConsoleReporter::benchmarkEnded` in `src/catch2/reporters/catch_reporter_console.cpp`. The columns at the right
//! are the ends of the intervals. Where the analysis is left out, one line has samples, iterations and the mean.

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Role, SpreadKind};
use crate::reading::amount::{Amount, Deviation, What, behind_name, explain, joined};
use crate::reading::columns::ROW;
use crate::reading::emit::{is_whole, setting};
use crate::reading::flow::{TIMES, flow, rest_of_line};
use crate::reading::words::{Word, next_after_blanks, words};
use crate::sink::Sink;
use crate::unit::Better;

/// Catch2's benchmarks.
pub const FORMAT: Format = Format {
    id: "catch2",
    title: "Catch2",
    marks: &["benchmark name", "low mean"],
    breaks: |_: &[Token<'_>], _| false,
    starts: |document: &Document<'_>, line| header_end(document, line).is_some() || is_lower_header(document, line),
    read,
};

/// A row takes at most this many lines, with what was wrapped of it.
const ROW_LINES: usize = 6;

/// A benchmark's name has at most this many words.
const MOST_NAME_WORDS: usize = 14;

/// The first line behind a header.
fn header_end(document: &Document<'_>, line: usize) -> Option<usize> {
    let words = flow(document, line, ROW_LINES);
    let is = |texts: &[&str]| words.iter().map(|word| word.text).take(texts.len()).eq(texts.iter().copied());
    if !is(&["benchmark", "name", "samples", "iterations"]) {
        return None;
    }
    let last = words
        .iter()
        .position(|word| word.text == "high")
        .and_then(|_| words.iter().enumerate().filter(|(_, word)| word.text == "dev").map(|(at, _)| at).nth(2));
    let end = last.map(|last| rest_of_line(&words, last + 1).1);
    // Where a line of the header is lost, its rule ends it: the rows are all alike.
    end.or_else(|| (line + 1..document.len()).take(ROW_LINES).find(|&at| is_rule(document.text(at))))
}

/// Whether a line is one of the lower two of a header whose first is lost.
fn is_lower_header(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line).split_whitespace().collect::<Vec<_>>().join(" ");
    ["mean low mean high mean", "std dev low std dev high std dev"].contains(&text.as_str())
}

fn is_rule(text: &str) -> bool {
    let text = text.trim();
    text.len() > 20 && text.bytes().all(|b| b == b'-')
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(start) = header_end(document, line).or_else(|| is_lower_header(document, line).then_some(line + 1)) else {
        return line + 1;
    };
    for line in line..start {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    let mut end = start;
    while let Some(next) = next_after_blanks(document, end - 1) {
        if is_rule(document.text(next)) || is_lower_header(document, next) {
            // A rule may be the upper one of the next test.
            if end > start + 1 {
                break;
            }
            sink.explain(document.line_span(next), RegionKind::Header);
            end = next + 1;
        } else if let Some(row) = row(document, next) {
            end = row.end;
            row.emit(document, sink);
        } else if is_part_of_row(document, next) {
            let unread = DiagnosticKind::UnreadRow { section: FORMAT.title.to_owned(), values: 3, columns: 9 };
            sink.diagnose(document.line_span(next), unread);
            sink.explain(document.line_span(next), RegionKind::Unread);
            end = next + 1;
        } else {
            break;
        }
    }
    end
}

/// Whether a line is a part of a row whose other lines are lost: three times, or two counts and a time behind a name.
fn is_part_of_row(document: &Document<'_>, line: usize) -> bool {
    let all = words(document, line);
    let times = |from: usize, count: usize| {
        let mut at = from;
        for _ in 0..count {
            let Some((_, taken)) = all.get(at..).and_then(|rest| Amount::at(document, rest, &[TIMES])) else {
                return false;
            };
            at += taken;
        }
        at == all.len()
    };
    let counted = |at: usize| all.get(at).is_some_and(|word| is_whole(word.text));
    let named = || (1..all.len()).any(|at| counted(at) && counted(at + 1) && times(at + 2, 1));
    times(0, 3) || named()
}

/// A benchmark's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    /// The mean between the ends of its interval.
    mean: Amount,
    deviation: Amount,
    body: Vec<Word<'d>>,
    end: usize,
}

/// `row = name count count time 3*time 3*time`
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let flow = flow(document, line, ROW_LINES);
    let (start, times, at) = behind_name(&flow, MOST_NAME_WORDS, |rest| {
        let counted = is_whole(rest.first()?.text) && is_whole(rest.get(1)?.text);
        let (mut times, mut at) = (Vec::new(), 2);
        while times.len() < 7 {
            let (time, taken) = Amount::at(document, rest.get(at..)?, &[TIMES])?;
            times.push(time);
            at += taken;
        }
        counted.then_some((times, at))
    })?;
    let (_, end) = rest_of_line(&flow, at);
    let [_, mean, _, _, deviation, ..] = times.as_slice() else { return None };
    let body = flow.get(start..at)?.to_vec();
    Some(Row { name: flow.get(..start)?.to_vec(), mean: mean.clone(), deviation: deviation.clone(), body, end })
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, sink: &mut Sink) {
        explain(document, &self.name, RegionKind::Label, sink);
        for word in &self.body {
            sink.explain(word.span(document), RegionKind::Context);
        }
        let line = self.name.first().map_or(0, |word| word.line);
        let labels = sink.labels_at(document, line, vec![setting(ROW, &joined(&self.name))]);
        let what = |name, role| What::new(name, Better::Lower, role, FORMAT.id).spread(SpreadKind::Deviation);
        let deviation = Deviation::Amount(self.deviation.clone());
        self.mean.measure_with(&what("mean", Role::Primary), Some(&deviation), labels, sink);
        self.deviation.measure(&what("std dev", Role::Quality), labels, sink);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn a_row_takes_three_lines() {
        let text = "benchmark name                       samples       iterations    est run time\n\
            \x20                                    mean          low mean      high mean\n\
            \x20                                    std dev       low std dev   high std dev\n\
            -------------------------------------------------------------------------------\n\
            fmt to ustring 2                               100           480      4.416 ms \n\
            \x20                                       90.7163 ns    90.4946 ns    91.3477 ns \n\
            \x20                                       1.74672 ns    0.59582 ns    3.71523 ns \n\
            \x20                                                                              \n\
            b                                              100             1     50.5169 s\n\
            \x20                                       1.852 us      491.377 ns    1.396 us\n\
            \x20                                       58.196 ns    28.915 ns    94.532 ns\n";
        assert_eq!(
            shown(text),
            [
                "mean 90.7163 ns Lower ±1.74672 row=fmt to ustring 2",
                "std dev 1.74672 ns Lower row=fmt to ustring 2",
                "mean 1852 ns Lower ±58.196 row=b",
                "std dev 58.196 ns Lower row=b",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

//! mitata, a benchmark runner for JavaScript, and what `deno bench` and others took from it.
//!
//! ```text
//! benchmark                   avg (min … max) p75 / p99    (min … top 1%)
//! ------------------------------------------- -------------------------------
//! • parsing
//! ------------------------------------------- -------------------------------
//! by hand                      148.45 ms/iter 146.15 ms   █ █
//!                      (143.05 ms … 171.33 ms) 157.77 ms   ███
//!                      (536.00  b …  26.95 kb)   2.89 kb █▁███▁█
//! ```
//!
//! ```text
//! benchmark          time (avg)             (min … max)       p75       p99      p995
//! ----------------------------------------------------- -----------------------------
//! by hand         82.63 ns/iter   (79.6 ns … 172.82 ns)  81.65 ns 111.22 ns 118.77 ns
//! ```
//!
//! Source: `src/main.mjs` of mitata since 1.0 and `src/reporter/table.mjs` before. Below the range stand the heap's growth
//! and, where asked for, counters. Apostrophes may part thousands.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Role};
use crate::reading::amount::{Amount, Family, What, explain, joined};
use crate::reading::columns::ROW;
use crate::reading::emit::{parameter, setting};
use crate::reading::flow::{Size, TIMES, flow};
use crate::reading::words::{Word, next_line};
use crate::sink::Sink;
use crate::unit::Better;

/// Tables of mitata.
pub const FORMAT: Format =
    Format { id: "mitata", title: "mitata", marks: &["/iter"], breaks: |_: &[Token<'_>], _| false, starts, read };

/// Sizes of the heap, whose letters stand for powers of two.
const SIZES: Family = &[Size::data("b", 0), Size::data("kb", 10), Size::data("mb", 20), Size::data("gb", 30)];

/// A row takes at most this many lines, with what was wrapped of it.
const ROW_LINES: usize = 6;

/// A benchmark's name has at most this many words.
const MOST_NAME_WORDS: usize = 12;

fn starts(document: &Document<'_>, line: usize) -> bool {
    is_header(document.text(line)) || row(document, line).is_some() || is_group(document, line)
}

/// Whether a line names a group between two rules; the header above them may be lost.
fn is_group(document: &Document<'_>, line: usize) -> bool {
    let rule = |at: Option<usize>| at.is_some_and(|at| is_rule(document.text(at).trim()));
    document.text(line).trim_start().starts_with("• ") && rule(line.checked_sub(1)) && rule(next_line(document, line))
}

fn is_header(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().take(3).collect();
    matches!(words.as_slice(), ["benchmark", "time", "(avg)"] | ["benchmark", "avg", "(min"])
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut group = Labels::new();
    let mut end = line;
    let mut at = Some(line);
    while let Some(here) = at {
        let text = document.text(here).trim();
        if is_header(text) || is_rule(text) {
            sink.explain(document.line_span(here), RegionKind::Header);
            end = here + 1;
            if let Some(rest) = next_line(document, here).filter(|&rest| is_rest_of_header(document.text(rest))) {
                sink.explain(document.line_span(rest), RegionKind::Header);
                end = rest + 1;
            }
        } else if let Some(name) = text.strip_prefix("• ") {
            group = vec![parameter("group", name)];
            sink.explain(document.line_span(here), RegionKind::Heading);
            end = here + 1;
        } else if let Some(row) = row(document, here) {
            row.emit(document, &group, sink);
            end = row.end;
        } else if is_counters(text) {
            sink.explain(document.line_span(here), RegionKind::Context);
            end = here + 1;
        } else if is_summary(document, here) {
            sink.explain(document.line_span(here), RegionKind::Derived);
            end = here + 1;
        } else {
            break;
        }
        at = next_line(document, end - 1);
    }
    end.max(line + 1)
}

/// Whether a line is what a mailer wrapped of a header.
fn is_rest_of_header(text: &str) -> bool {
    const WORDS: &[&str] = &["(min", "…", "max)", "p75", "/", "p99", "p995", "top", "1%)"];
    let mut words = text.split_whitespace().peekable();
    words.peek().is_some() && words.all(|word| WORDS.contains(&word))
}

fn is_rule(text: &str) -> bool {
    text.len() > 20 && text.bytes().all(|b| b == b'-' || b == b' ')
}

/// Whether a line has counters of the processor, of the collector or of the heap.
fn is_counters(text: &str) -> bool {
    text.contains(" ipc (") || text.contains(" cycles ") || text.starts_with("gc(") || text.starts_with("heap(")
}

/// Whether a line compares the benchmarks of a group with each other.
fn is_summary(document: &Document<'_>, line: usize) -> bool {
    let compares = |text: &str| {
        text.contains("x faster than ") || text.contains("x times faster than ") || text.contains("x slower than ")
    };
    let text = document.text(line).trim();
    let below = || next_line(document, line).is_some_and(|next| compares(document.text(next)));
    text == "summary" || text.starts_with("summary for ") || compares(text) || below()
}

/// A benchmark's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    figures: Vec<(&'static str, Amount)>,
    body: Vec<Word<'d>>,
    end: usize,
}

/// The words of a row with its brackets as words of their own.
fn pieces<'d>(words: &[Word<'d>]) -> Vec<Word<'d>> {
    let mut pieces = Vec::new();
    for word in words {
        let mut rest = *word;
        while let Some(at) = rest.text.find(['(', ')']) {
            let Some((before, after)) = rest.split(at) else { break };
            let Some((bracket, after)) = after.split(1) else { break };
            pieces.extend((!before.text.is_empty()).then_some(before));
            pieces.push(bracket);
            rest = after;
        }
        pieces.extend((!rest.text.is_empty()).then_some(rest));
    }
    pieces
}

/// `row = name time"/iter" ("(" range ")" [3*time] / time bars "(" range ")" time bars ["(" sizes ")" size bars])`
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let flow = flow(document, line, ROW_LINES);
    let named = flow.iter().take_while(|word| word.line == line).take(MOST_NAME_WORDS + 1);
    let iter =
        named.clone().chain(flow.iter().skip(named.count()).take(2)).position(|word| word.text.contains("/iter"))?;
    let start = iter.checked_sub(1).filter(|&start| start > 0)?;
    let (unit, _) = flow.get(iter)?.split(flow.get(iter)?.text.find("/iter")?)?;
    let average = Amount::at(document, &[*flow.get(start)?, unit], &[TIMES])?.0;
    let (_, behind) = flow.get(iter)?.split(unit.text.len() + "/iter".len())?;
    let mut rest: Vec<Word<'d>> = pieces(&[behind]);
    rest.extend(pieces(flow.get(iter + 1..)?));
    let text = |at: usize| rest.get(at).map_or("", |word| word.text);
    let time = |at: usize| Amount::at(document, rest.get(at..)?, &[TIMES]);
    let mut figures = vec![("avg", average)];
    let mut at = 0;
    let old = text(0) == "(";
    if let Some((p75, taken)) = time(0).filter(|_| !old) {
        figures.push(("p75", p75));
        at = bars_end(&rest, taken);
    }
    let Some((min, max, taken)) = range(document, rest.get(at..)?, &[TIMES]) else {
        // Of a single run there is no range.
        return None;
    };
    figures.extend([("min", min), ("max", max)]);
    at += taken;
    let percentiles: &[&'static str] = if old { &["p75", "p99", "p995"] } else { &["p99"] };
    for &name in percentiles {
        let Some((amount, taken)) = time(at) else { break };
        figures.push((name, amount));
        at = bars_end(&rest, at + taken);
    }
    if let Some((_, _, taken)) = range(document, rest.get(at..)?, &[SIZES]).filter(|_| !old) {
        let sized = rest.get(at + taken..).and_then(|rest| Amount::at(document, rest, &[SIZES]));
        if let Some((amount, more)) = sized {
            figures.push(("heap", amount));
            at = bars_end(&rest, at + taken + more);
        }
    }
    let last = rest.get(at.checked_sub(1)?)?;
    let end = last.line + 1;
    let body = flow.iter().skip(start).copied().filter(|word| word.line < end).collect();
    Some(Row { name: flow.get(..start)?.to_vec(), figures, body, end })
}

/// Behind the bars of a histogram.
fn bars_end(words: &[Word<'_>], at: usize) -> usize {
    let drawn = |word: &&Word<'_>| word.text.chars().all(|c| ('▁'..='█').contains(&c));
    at + words.iter().skip(at).take_while(drawn).count()
}

/// `range = "(" amount "…" amount ")"`: how many words it takes.
fn range(document: &Document<'_>, words: &[Word<'_>], families: &[Family]) -> Option<(Amount, Amount, usize)> {
    if words.first()?.text != "(" {
        return None;
    }
    let (min, taken) = Amount::at(document, words.get(1..)?, families)?;
    let at = 1 + taken + 1;
    let (max, more) = Amount::at(document, words.get(at..)?, families)?;
    (words.get(at + more)?.text == ")").then_some((min, max, at + more + 1))
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, group: &Labels, sink: &mut Sink) {
        explain(document, &self.name, RegionKind::Label, sink);
        for word in &self.body {
            sink.explain(word.span(document), RegionKind::Context);
        }
        let mut labels = group.clone();
        labels.push(setting(ROW, &joined(&self.name)));
        let line = self.name.first().map_or(0, |word| word.line);
        let labels = sink.labels_at(document, line, labels);
        for (name, amount) in &self.figures {
            amount.measure(&What::new(name, Better::Lower, Role::Primary, FORMAT.id), labels, sink);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn rows_of_the_first_layout_take_several_lines() {
        let text = "benchmark                   avg (min … max) p75 / p99    (min … top 1%)\n------------------------------------------- -------------------------------\n\
            • parsing\n------------------------------------------- -------------------------------\n\
            by hand                      148.45 ms/iter 146.15 ms   █ █                \n\
            \x20                   (143.05 ms … 171.33 ms) 157.77 ms   ███                \n\
            \x20                   (536.00  b …  26.95 kb)   2.89 kb █▁███▁█\n\
            \x20                 4.64 ipc (  0.87% stalls)  99.35% L1 data cache\n\nsummary\n  by hand\n   1.01x faster than generated\n";
        assert_eq!(
            shown(text),
            [
                "avg 148.45 ms Lower group=parsing row=by hand",
                "p75 146.15 ms Lower group=parsing row=by hand",
                "min 143.05 ms Lower group=parsing row=by hand",
                "max 171.33 ms Lower group=parsing row=by hand",
                "p99 157.77 ms Lower group=parsing row=by hand",
                "heap 2.89 kb Lower group=parsing row=by hand",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn rows_of_the_second_take_one() {
        let text = "benchmark          time (avg)             (min … max)       p75       p99      p995\n\
            ----------------------------------------------------- -----------------------------\n\
            hash (ptr)      2'402 ns/iter   (1'547 ns … 3'187 ns)  81.65 ns 111.22 ns 118.77 ns\nb  378.13 ns/iter(324.22 ns … 432.38 ns) 387.6 ns 418.98 ns\n432.38 ns\n";
        assert_eq!(
            shown(text),
            [
                "avg 2402 ns Lower row=hash (ptr)",
                "min 1547 ns Lower row=hash (ptr)",
                "max 3187 ns Lower row=hash (ptr)",
                "p75 81.65 ns Lower row=hash (ptr)",
                "p99 111.22 ns Lower row=hash (ptr)",
                "p995 118.77 ns Lower row=hash (ptr)",
                "avg 378.13 ns Lower row=b",
                "min 324.22 ns Lower row=b",
                "max 432.38 ns Lower row=b",
                "p75 387.6 ns Lower row=b",
                "p99 418.98 ns Lower row=b",
                "p995 432.38 ns Lower row=b",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

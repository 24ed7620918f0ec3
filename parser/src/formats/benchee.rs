//! Benchee, a benchmark library for Elixir.
//!
//! ```text
//! Name                ips        average  deviation         median         99th %
//! flat_map         2.40 K      416.96 μs    ±29.87%      404.46 μs      811.94 μs
//! map.flatten      1.24 K      806.89 μs    ±16.62%      768.02 μs     1170.67 μs
//!
//! Comparison:
//! flat_map         2.40 K
//! map.flatten      1.24 K - 1.94x slower +389.93 μs
//!
//! Memory usage statistics:
//!
//! Name        Memory usage
//! flat_map       624.97 KB
//! map.flatten    781.25 KB - 1.25x memory usage +156.28 KB
//! ```
//!
//! Source: `lib/benchee/formatters/console` and `lib/benchee/conversion` of Benchee. Letters behind counts stand for powers
//! of ten, those of memory for powers of two. The deviation is relative. A section for each input has a title between
//! hashes.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Role, SpreadKind};
use crate::reading::amount::{
    Amount, Deviation, Family, Kind, SIZES, What, behind_name, explain, joined, number, sized,
};
use crate::reading::columns::ROW;
use crate::reading::emit::{parameter, setting};
use crate::reading::flow::{TIMES, flow, rest_of_line};
use crate::reading::words::{Word, next_line};
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Unit};

/// Benchee's statistics.
pub const FORMAT: Format = Format {
    id: "benchee",
    title: "Benchee",
    marks: &["ips", "Memory usage", "Reduction count"],
    breaks,
    starts,
    read,
};

/// A header or a row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 4;

/// A scenario's name has at most this many words.
const MOST_NAME_WORDS: usize = 10;

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    word(at) == "Name" && word(at + 1) == "ips" || word(at) == "Comparison:"
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    header(document, line).is_some() || input(document, line).is_some() || is_stray(document, line)
}

/// Whether a line is a title within results whose header is lost.
fn is_stray(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line).trim();
    let titled = text.starts_with("##### With input ") && text.ends_with(" #####");
    let compared = || next_line(document, line).is_some_and(|next| comparison_end(document, next).is_some());
    titled || is_statistics(text) || text == "Comparison:" && compared()
}

fn is_statistics(text: &str) -> bool {
    ["Memory usage statistics:", "Reduction count statistics:", "Run Time statistics:"].contains(&text)
        || text.starts_with("**All measurements")
}

/// What the columns of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Table {
    /// Rates and times.
    Run,
    /// The same with memory or reductions in place of times: average, deviation, median and 99th percentile.
    Counted,
    /// One figure for each.
    Single,
}

/// The title of an input's section: `##### With input large #####`.
fn input<'d>(document: &'d Document<'_>, line: usize) -> Option<&'d str> {
    let text = document.text(line).trim();
    let inner = text.strip_prefix("#####")?.strip_suffix("#####")?.trim();
    let below = next_line(document, line)?;
    header(document, below).and(inner.strip_prefix("With input "))
}

/// A table's kind and the end of its header.
fn header(document: &Document<'_>, line: usize) -> Option<(Table, usize)> {
    if !document.text(line).trim_start().starts_with("Name") {
        return None;
    }
    let words = flow(document, line, ROW_LINES);
    let is = |texts: &[&str]| words.iter().skip(1).map(|word| word.text).take(texts.len()).eq(texts.iter().copied());
    let end = |count: usize| rest_of_line(&words, 1 + count).1;
    if words.first()?.text != "Name" {
        None
    } else if is(&["ips", "average", "deviation", "median", "99th", "%"]) {
        Some((Table::Run, end(6)))
    } else if is(&["average", "deviation", "median", "99th", "%"]) {
        Some((Table::Counted, end(5)))
    } else if is(&["Memory", "usage"]) || is(&["Reduction", "count"]) {
        Some((Table::Single, end(2)))
    } else {
        None
    }
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut at = line;
    let mut section = None;
    if let Some(name) = input(document, line) {
        section = Some(name);
        sink.explain(document.line_span(line), RegionKind::Heading);
        at = next_line(document, line).unwrap_or(line);
    }
    let Some((table, start)) = header(document, at) else {
        sink.explain(document.line_span(line), RegionKind::Heading);
        return line + 1;
    };
    for line in at..start {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    let mut end = start;
    let mut compared = false;
    while let Some(next) = next_line(document, end - 1) {
        let text = document.text(next).trim();
        if text == "Comparison:" {
            compared = true;
            sink.explain(document.line_span(next), RegionKind::Header);
            end = next + 1;
        } else if is_statistics(text) {
            // Another table of the same section follows.
            sink.explain(document.line_span(next), RegionKind::Header);
            end = next + 1;
        } else if let Some((other, below)) = header(document, next).filter(|_| next > at) {
            sink.explain(document.line_span(next), RegionKind::Header);
            end = read_rows(document, below, other, section, sink);
            compared = false;
        } else if compared {
            let Some(taken) = comparison_end(document, next) else { break };
            for line in next..taken {
                sink.explain(document.line_span(line), RegionKind::Derived);
            }
            end = taken;
        } else if let Some(row) = row(document, next, table) {
            end = row.end;
            row.emit(document, section, sink);
        } else {
            break;
        }
    }
    end
}

fn read_rows(document: &Document<'_>, start: usize, table: Table, section: Option<&str>, sink: &mut Sink) -> usize {
    let mut end = start;
    while let Some(row) = next_line(document, end - 1).and_then(|next| row(document, next, table)) {
        end = row.end;
        row.emit(document, section, sink);
    }
    end
}

/// Behind a line of a comparison: `name 1.24 K - 1.94x slower +389.93 μs`.
fn comparison_end(document: &Document<'_>, line: usize) -> Option<usize> {
    let flow = flow(document, line, 2);
    let (_, (), at) = behind_name(&flow, MOST_NAME_WORDS, |rest| {
        let (_, taken) = count(document, rest)?;
        let dash = rest.get(taken).is_none_or(|word| word.text == "-" || word.line > line);
        dash.then_some(((), taken))
    })?;
    let changed = flow.get(at).is_some_and(|word| word.text == "-");
    let close = flow.iter().skip(at).take(6).position(|word| word.text == "slower" || word.text.starts_with('+'));
    let end = at + close.filter(|_| changed).map_or(0, |close| close + 1);
    Some(rest_of_line(&flow, end).1)
}

/// `count = number ["K" / "M" / "B"]`: the letter is a word of its own.
fn count(document: &Document<'_>, words: &[Word<'_>]) -> Option<(Amount, usize)> {
    let amount = Amount::bare(document, words.first()?, Kind::Fixed(Unit::none()))?;
    let power = match words.get(1).map_or("", |word| word.text) {
        "K" => 3,
        "M" => 6,
        "B" => 9,
        _ => return Some((amount, 1)),
    };
    Some((amount.raised(power), 2))
}

/// The figures of a row by column.
type Figures = Vec<(&'static str, Better, Amount, Option<Deviation>)>;

/// A scenario's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    figures: Figures,
    body: Vec<Word<'d>>,
    derived: Vec<Word<'d>>,
    end: usize,
}

/// The units of figures that are no counts.
const FAMILIES: &[Family] = &[TIMES, SIZES];

fn row<'d>(document: &'d Document<'_>, line: usize, table: Table) -> Option<Row<'d>> {
    let flow = flow(document, line, ROW_LINES);
    let (start, figures, at) = behind_name(&flow, MOST_NAME_WORDS, |rest| match table {
        Table::Run => run(document, rest, true),
        Table::Counted => run(document, rest, false),
        Table::Single => single(document, rest),
    })?;
    // In a table of one figure a factor and a difference may follow: `- 1.25x memory usage +156.28 KB`.
    let factor = flow.get(at).is_some_and(|word| word.text == "-")
        && flow.get(at + 1).is_some_and(|word| word.text.ends_with('x'));
    let signed = |word: &Word<'_>| {
        let digits = word.text.trim_start_matches(['+', '-', '−']);
        digits.len() < word.text.len() && number(digits).is_some()
    };
    let difference = flow.iter().skip(at + 2).take(6).position(signed).map(|difference| at + 2 + difference);
    let derived_end = match difference.filter(|_| factor) {
        Some(at) => at + 1 + usize::from(flow.get(at + 1).is_some_and(|word| sized(word.text, FAMILIES).is_some())),
        None => at,
    };
    let (rest, end) = rest_of_line(&flow, derived_end);
    rest.is_empty().then(|| Row {
        name: flow.get(..start).unwrap_or_default().to_vec(),
        figures,
        body: flow.get(start..at).unwrap_or_default().to_vec(),
        derived: flow.get(at..derived_end).unwrap_or_default().to_vec(),
        end,
    })
}

/// `run = [count] figure "±"percent figure figure`
fn run(document: &Document<'_>, rest: &[Word<'_>], rated: bool) -> Option<(Figures, usize)> {
    let mut figures = Figures::new();
    let mut at = 0;
    if rated {
        let (rate, taken) = count(document, rest)?;
        let kind = Kind::Fixed(Unit { symbol: "ips".to_owned(), dimension: Dimension::Rate(1.0) });
        figures.push(("ips", Better::Higher, rate.in_kind(kind), None));
        at += taken;
    }
    for name in ["average", "median", "99th %"] {
        let (amount, taken) = Amount::at(document, rest.get(at..)?, FAMILIES)
            .or_else(|| count(document, rest.get(at..)?).filter(|_| !rated))?;
        at += taken;
        let mut deviation = None;
        if name == "average" {
            let text = rest.get(at)?.text;
            deviation = Some(Deviation::percent(text.strip_prefix('±')?)?);
            at += 1;
        }
        figures.push((name, Better::Lower, amount, deviation));
    }
    Some((figures, at))
}

/// `single = figure`
fn single(document: &Document<'_>, rest: &[Word<'_>]) -> Option<(Figures, usize)> {
    let (amount, taken) = Amount::at(document, rest, &[SIZES]).or_else(|| count(document, rest))?;
    let name = if matches!(amount.kind, Kind::Sized(..)) { "memory" } else { "reductions" };
    Some((vec![(name, Better::Lower, amount, None)], taken))
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, section: Option<&str>, sink: &mut Sink) {
        explain(document, &self.name, RegionKind::Label, sink);
        explain(document, &self.body, RegionKind::Context, sink);
        explain(document, &self.derived, RegionKind::Derived, sink);
        let mut labels: Labels = vec![setting(ROW, &joined(&self.name))];
        labels.extend(section.map(|section| parameter("input", section)));
        let line = self.name.first().map_or(0, |word| word.line);
        let labels = sink.labels_at(document, line, labels);
        for (name, better, amount, deviation) in &self.figures {
            amount.measure_with(
                &What::new(name, *better, Role::Primary, FORMAT.id).spread(SpreadKind::Deviation),
                deviation.as_ref(),
                labels,
                sink,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn scenarios_have_rates_times_and_memory() {
        let text = "##### With input large one #####\nName                ips        average  deviation         median         99th %\n\
            flat map         2.40 K      400.00 μs    ±10.00%      404.46 μs      811.94 μs\n\
            b                0.31         3.26 s     ±0.00%         3.23 s         3.38 s\n\n\
            Comparison: \nflat map         2.40 K\nb      0.31 - 7.9x slower +3.26 s\n\n\
            Memory usage statistics:\n\nName        Memory usage\nflat map       0.62 KB\nb    781.25 KB - 1.25x memory usage +156.28 KB\n\n\
            **All measurements for memory usage were the same**\n";
        assert_eq!(
            shown(text),
            [
                "ips 2400 ips Higher input=large one row=flat map",
                "average 400 us Lower ±40 input=large one row=flat map",
                "median 404.46 us Lower input=large one row=flat map",
                "99th % 811.94 us Lower input=large one row=flat map",
                "ips 0.31 ips Higher input=large one row=b",
                "average 3260000 us Lower ±0 input=large one row=b",
                "median 3230000 us Lower input=large one row=b",
                "99th % 3380000 us Lower input=large one row=b",
                "memory 0.62 KB Lower input=large one row=flat map",
                "memory 781.25 KB Lower input=large one row=b",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

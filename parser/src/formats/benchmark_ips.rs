//! benchmark-ips of Ruby and `Benchmark.ips` of Crystal.
//!
//! ```text
//! Calculating -------------------------------------
//!             addition     4.955M (± 8.7%) i/s  (201.80 ns/i) -     24.155M in   5.005s
//!
//! Comparison:
//!             addition:  4955278.9 i/s
//!           addition 2:  1014756.0 i/s - 4.88x  slower
//! ```
//!
//! ```text
//! Array#bsearch   6.83M (146.38ns) (± 2.92%)  0.0B/op        fastest
//! Range#bsearch   6.11M ( 163.7ns) (± 2.31%)  0.0B/op   1.12× slower
//! ```
//!
//! Source: `lib/benchmark/ips/stats/stats_metric.rb`, `report.rb` and `job/stdout_report.rb` of benchmark-ips;
//! `src/benchmark/ips.cr` of Crystal. Warming up prints iterations per 100 ms, which is no result; the comparison prints the
//! rates again. A name too long for its column stands on a line of its own. Crystal has printed the memory since 0.24.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Role, SpreadKind};
use crate::reading::amount::{Amount, Deviation, Family, Kind, What, explain, joined, number, sized};
use crate::reading::columns::ROW;
use crate::reading::emit::setting;
use crate::reading::flow::{Size, TIMES, flow, rest_of_line};
use crate::reading::words::{Word, next_line, words};
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Unit};

/// Iterations per second of Ruby and Crystal.
pub const FORMAT: Format =
    Format { id: "benchmark-ips", title: "benchmark-ips", marks: &["i/s", "i/100ms", "(±"], breaks, starts, read };

/// A row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 3;

/// A benchmark's name has at most this many words.
const MOST_NAME_WORDS: usize = 10;

/// Memory per operation, whose letters stand for powers of two.
const MEMORY: Family =
    &[Size::data("B/op", 0), Size::data("kB/op", 10), Size::data("MB/op", 20), Size::data("GB/op", 30)];

fn breaks(_: &[Token<'_>], _: usize) -> bool {
    false
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    found(document, line).is_some() || name_above(document, line) || is_title(document, line) || is_lost(document, line)
}

/// Whether a line between rows, or a row and a title, is a name whose figures are lost.
fn is_lost(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    let row = |at: usize| document.follows(line.min(at), line.max(at)) && found(document, at).is_some();
    let below = || row(line + 1) || is_title(document, line + 1);
    let above = line.checked_sub(1).is_some_and(|above| row(above) || is_title(document, above));
    let bare = found(document, line).is_none() && !is_title(document, line);
    above && bare && text.contains(char::is_alphabetic) && !text.trim_end().ends_with([':', '.']) && below()
}

/// Whether a line says what the rows below are.
fn is_title(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line).trim();
    let said = ["Calculating ---", "Warming up ---"].iter().any(|lead| text.starts_with(lead));
    let row =
        || next_line(document, line).is_some_and(|next| found(document, next).is_some() || name_above(document, next));
    (said || text == "Comparison:" || text == "Calculating" || text.bytes().all(|b| b == b'-') && text.len() > 20)
        && row()
}

/// Whether a line is the name of a row that stands below.
fn name_above(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line).trim();
    let named =
        !text.is_empty() && !text.ends_with([':', '.']) && !text.contains("---") && found(document, line).is_none();
    let below = || next_line(document, line).filter(|&next| next == line + 1);
    named && below().is_some_and(|next| found(document, next).is_some_and(|row| row.name.is_empty()))
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if is_title(document, line) || is_lost(document, line) && !name_above(document, line) {
        sink.explain(document.line_span(line), RegionKind::Header);
        return line + 1;
    }
    let mut above = Vec::new();
    let mut at = line;
    if found(document, line).is_none() {
        above = words(document, line);
        explain(document, &above, RegionKind::Label, sink);
        at = line + 1;
    }
    let Some(mut row) = found(document, at) else { return line + 1 };
    if row.name.is_empty() {
        row.name = above;
    }
    row.emit(document, at, sink);
    row.end
}

/// What a row holds.
enum Figures {
    /// The rate with its deviation, the time of one iteration, the memory of one.
    Result(Box<Measured>),
    /// Warming up, or the rate once more.
    Other(RegionKind),
}

/// The figures of a result.
struct Measured {
    rate: Amount,
    deviation: Option<Deviation>,
    time: Option<Amount>,
    memory: Option<Amount>,
}

/// A benchmark's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    figures: Figures,
    body: Vec<Word<'d>>,
    end: usize,
}

/// The row that starts at a line.
fn found<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let text = document.text(line);
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let flow = flow(document, line, ROW_LINES);
    let here = flow.iter().take_while(|word| word.line == line).count();
    (0..=MOST_NAME_WORDS.min(here.saturating_sub(1))).find_map(|start| {
        let body = flow.get(start..)?;
        let (figures, taken) = ruby(document, body)
            .or_else(|| crystal(document, body))
            .or_else(|| warming(body))
            .or_else(|| comparison(flow.get(..start)?, body))?;
        let (_, end) = rest_of_line(&flow, start + taken);
        let body = flow.get(start..start + taken)?.to_vec();
        Some(Row { name: flow.get(..start)?.to_vec(), figures, body, end })
    })
}

/// The unit of rates.
fn per_second() -> Kind {
    Kind::Fixed(Unit { symbol: "i/s".to_owned(), dimension: Dimension::Rate(1.0) })
}

/// `deviation = "(±" percent ")" / "(± " percent ")"`: how many words it takes.
fn deviation(words: &[Word<'_>]) -> Option<(Deviation, usize)> {
    let text = |at: usize| words.get(at).map_or("", |word| word.text);
    let (percent, taken) = match text(0) {
        "(±" => (text(1), 2),
        first => (first.strip_prefix("(±")?, 1),
    };
    Some((Deviation::percent(percent.strip_suffix(')')?)?, taken))
}

/// `ruby = rate deviation "i/s" ["(" number unit "/i)"] "-" count "in" time`
fn ruby(document: &Document<'_>, body: &[Word<'_>]) -> Option<(Figures, usize)> {
    let text = |at: usize| body.get(at).map_or("", |word| word.text);
    let rate = Amount::bare(document, body.first()?, per_second())?;
    let (deviation, more) = deviation(body.get(1..)?)?;
    let mut at = 1 + more;
    if text(at) != "i/s" {
        return None;
    }
    at += 1;
    let mut time = None;
    if let Some(unit) = text(at + 1).strip_suffix("/i)").filter(|_| text(at).starts_with('(')) {
        let (_, word) = body.get(at)?.split(1)?;
        time = Some(Amount::bare(document, &word, sized(unit, &[TIMES])?)?);
        at += 2;
    }
    if text(at) == "-" {
        // How often it ran, and since 2.0 in what time.
        at += 2;
        at += if text(at) == "in" { 2 } else { 0 };
    }
    let measured = Measured { rate, deviation: Some(deviation), time, memory: None };
    Some((Figures::Result(Box::new(measured)), at.min(body.len())))
}

/// `crystal = rate "(" time ")" deviation [memory "B/op"] ["fastest" / factor "slower"]`
fn crystal(document: &Document<'_>, body: &[Word<'_>]) -> Option<(Figures, usize)> {
    let text = |at: usize| body.get(at).map_or("", |word| word.text);
    // The rate is printed without a unit.
    let rate = Amount::bare(document, body.first()?, Kind::Fixed(Unit::none()))?;
    // `(146.38ns)`, `( 76.35ns)`, `(  1.23s )`
    let mut at = 1;
    let word =
        if text(1) == "(" { *body.get(2)? } else { body.get(1)?.split(text(1).starts_with('(').then_some(1)?)?.1 };
    at += 1 + usize::from(text(1) == "(");
    let inner = word.text.trim_end_matches(')');
    let (length, _) = number(inner)?;
    let kind = sized(inner.get(length..)?, &[TIMES])?;
    let time = Amount::glued(document, &word, inner, |_| Some((0, 0, 0, kind)))?;
    at += usize::from(text(at) == ")");
    let (deviation, more) = deviation(body.get(at..)?)?;
    at += more;
    let mut memory = None;
    if let Some((found, taken)) = per_operation(document, body.get(at..)?) {
        memory = Some(found);
        at += taken;
    }
    at += match (text(at), text(at + 1)) {
        ("fastest", _) => 1,
        (factor, "slower") if factor.ends_with(['×', 'x']) => 2,
        _ => 0,
    };
    let measured = Measured { rate, deviation: Some(deviation), time: Some(time), memory };
    Some((Figures::Result(Box::new(measured)), at))
}

/// `memory = number [unit] "B/op"`: glued since 0.28.
fn per_operation(document: &Document<'_>, words: &[Word<'_>]) -> Option<(Amount, usize)> {
    let first = words.first()?;
    let (length, _) = number(first.text)?;
    let glued = first.text.get(length..)?;
    if let Some(kind) = sized(glued, &[MEMORY]) {
        return Some((Amount::glued(document, first, first.text, |_| Some((0, 0, 0, kind)))?, 1));
    }
    let kind = sized(words.get(1)?.text, &[MEMORY]).filter(|_| glued.is_empty())?;
    Some((Amount::bare(document, first, kind)?, 2))
}

/// `warming = count "i/100ms"`
fn warming(body: &[Word<'_>]) -> Option<(Figures, usize)> {
    let counted = number(body.first()?.text).is_some() && body.get(1)?.text == "i/100ms";
    counted.then_some((Figures::Other(RegionKind::Context), 2))
}

/// `comparison = name ":" rate "i/s" ["-" (factor ["(" "±" number ")"] "slower" / "same-ish:" …)]`
fn comparison(name: &[Word<'_>], body: &[Word<'_>]) -> Option<(Figures, usize)> {
    let text = |at: usize| body.get(at).map_or("", |word| word.text);
    let rated = name.last()?.text.ends_with(':') && number(text(0)).is_some() && text(1) == "i/s";
    if !rated {
        return None;
    }
    let line = body.first()?.line;
    let here = body.iter().take_while(|word| word.line == line).count();
    let close = body.iter().take(12).position(|word| matches!(word.text, "slower" | "error"));
    let taken = if text(2) == "-" { close.map_or(here, |close| close + 1) } else { 2 };
    Some((Figures::Other(RegionKind::Derived), taken))
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, line: usize, sink: &mut Sink) {
        explain(document, &self.name, RegionKind::Label, sink);
        let measured = match &self.figures {
            Figures::Other(kind) => {
                explain(document, &self.body, *kind, sink);
                return;
            }
            Figures::Result(measured) => measured,
        };
        explain(document, &self.body, RegionKind::Context, sink);
        let labels = sink.labels_at(document, line, vec![setting(ROW, &joined(&self.name))]);
        let what = |name, better| What::new(name, better, Role::Primary, FORMAT.id).spread(SpreadKind::Deviation);
        let Measured { rate, deviation, time, memory } = &**measured;
        rate.measure_with(&what("rate", Better::Higher), deviation.as_ref(), labels, sink);
        for (name, amount) in [("time", time), ("memory", memory)] {
            if let Some(amount) = amount {
                amount.measure(&what(name, Better::Lower), labels, sink);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn ruby_prints_rates_and_since_two_thirteen_times() {
        let text = "Warming up --------------------------------------\n            addition    71.254k i/100ms\n\
            Calculating -------------------------------------\n            addition     4.955M (± 8.7%) i/s -     24.155M in   5.005s\n\
            a name that is too long\n                        70.129k (±10.1%) i/s   (14.26 μs/i) -     24.545M\n\n\
            Comparison:\n            addition:  4955278.9 i/s\na name that is too long:    70129.0 i/s - 70.66x  slower\n";
        assert_eq!(
            shown(text),
            [
                "rate 4955000 i/s Higher ±431085 row=addition",
                "rate 70129 i/s Higher ±7083.029 row=a name that is too long",
                "time 14.26 us Lower row=a name that is too long",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn crystal_prints_rates_times_and_memory() {
        let text = "Array#bsearch   6.83M (146.38ns) (± 2.92%)  0 B/op        fastest\nsort it  823.45  (  1.21ms) (±10.31%)  1.5kB/op   1.12× slower\n";
        assert_eq!(
            shown(text),
            [
                "rate 6830000  Higher ±199436 row=Array#bsearch",
                "time 146.38 ns Lower row=Array#bsearch",
                "memory 0 B/op Lower row=Array#bsearch",
                "rate 823.45  Higher ±84.897695 row=sort it",
                "time 1210000 ns Lower row=sort it",
                "memory 1536 B/op Lower row=sort it",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

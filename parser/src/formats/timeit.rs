//! Python's timeit, and the magics of `IPython`, `%timeit` and `%time`.
//!
//! ```text
//! 10000000 loops, best of 5: 28.5 nsec per loop
//! 28.5 ns ± 0.3 ns per loop (mean ± std. dev. of 7 runs, 10,000,000 loops each)
//! CPU times: user 3.2 ms, sys: 1.1 ms, total: 4.3 ms
//! Wall time: 4.5 ms
//! ```
//!
//! Source: `Lib/timeit.py` (`format_time`, and `usec` before 3.6), `IPython/core/magics/execution.py`
//! (`TimeitResult.__str__`, `_format_time`, `time`). The command behind which it stands is what was measured.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Role, SpreadKind};
use crate::reading::amount::{Amount, Deviation, What, explain, explain_rest};
use crate::reading::emit::setting;
use crate::reading::flow::{Size, TIMES, flow, rest_of_line};
use crate::reading::settings;
use crate::reading::words::{Word, next_line};
use crate::sink::Sink;
use crate::unit::Better;

/// The timings of timeit and of `IPython`.
pub const FORMAT: Format =
    Format { id: "timeit", title: "timeit", marks: &["per loop", "Wall time:", "CPU times:"], breaks, starts, read };

/// A line and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 3;

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    word(at + 1).starts_with("loop") && word(at + 2) == "best"
        || matches!(word(at), "CPU" | "Wall") && word(at + 1).starts_with("time")
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    found(document, line).is_some() || below_code(document, line).is_some()
}

/// A line of figures.
struct Found<'d> {
    /// Names, figures and deviations.
    figures: Vec<(&'static str, Role, Amount, Option<Deviation>)>,
    runs: Option<u32>,
    all: Vec<Word<'d>>,
    rest: Vec<Word<'d>>,
    end: usize,
}

fn found<'d>(document: &'d Document<'_>, line: usize) -> Option<Found<'d>> {
    let flow = flow(document, line, ROW_LINES);
    best(document, &flow)
        .or_else(|| mean(document, &flow))
        .or_else(|| cpu(document, &flow))
        .or_else(|| wall(document, &flow))
}

fn text<'d>(flow: &[Word<'d>], at: usize) -> &'d str {
    flow.get(at).map_or("", |word| word.text)
}

/// A time whose unit is written as timeit writes it: `nsec`, `µs`.
fn time(document: &Document<'_>, words: &[Word<'_>]) -> Option<(Amount, usize)> {
    if let Some(found) = Amount::at(document, words, &[TIMES]) {
        return Some(found);
    }
    let unit = words.get(1)?.text.trim_end_matches(',');
    let size: &'static Size = TIMES.iter().find(|size| unit.strip_suffix("ec") == Some(size.symbol))?;
    let kind = crate::reading::amount::Kind::Sized(size, TIMES);
    Some((Amount::bare(document, words.first()?, kind)?, 2))
}

fn ended<'d>(
    figures: Vec<(&'static str, Role, Amount, Option<Deviation>)>,
    runs: Option<u32>,
    flow: &[Word<'d>],
    at: usize,
) -> Option<Found<'d>> {
    let (rest, end) = rest_of_line(flow, at);
    Some(Found { figures, runs, all: flow.get(..at)?.to_vec(), rest: rest.to_vec(), end })
}

/// `best = count "loops," "best" "of" count ":" time "per" "loop"`
fn best<'d>(document: &Document<'_>, flow: &[Word<'d>]) -> Option<Found<'d>> {
    if !text(flow, 1).starts_with("loop") || text(flow, 2) != "best" {
        return None;
    }
    let (amount, taken) = time(document, flow.get(5..)?)?;
    let at = 5 + taken;
    let runs = text(flow, 4).trim_end_matches(':').parse().ok();
    let per_loop = text(flow, at) == "per" && text(flow, at + 1).starts_with("loop");
    if per_loop { ended(vec![("best", Role::Primary, amount, None)], runs, flow, at + 2) } else { None }
}

/// `mean = time "±" time "per" "loop" ["(mean" "±" "std." "dev." "of" count "runs," count "loops" "each)"]`
fn mean<'d>(document: &Document<'_>, flow: &[Word<'d>]) -> Option<Found<'d>> {
    let (amount, taken) = time(document, flow)?;
    if !matches!(text(flow, taken), "±" | "+-") {
        return None;
    }
    let (deviation, more) = time(document, flow.get(taken + 1..)?)?;
    let at = taken + 1 + more;
    if text(flow, at) != "per" || !text(flow, at + 1).starts_with("loop") {
        return None;
    }
    let legend = text(flow, at + 2).starts_with("(mean");
    let close = flow.iter().skip(at + 2).take(12).position(|word| word.text == "each)").filter(|_| legend);
    let runs = text(flow, at + 7).parse().ok().filter(|_| legend);
    let end = at + 2 + close.map_or(0, |close| close + 1);
    ended(vec![("mean", Role::Primary, amount, Some(Deviation::Amount(deviation)))], runs, flow, end)
}

/// `cpu = "CPU" "times:" "user" time "," "sys:" time "," "total:" time`
fn cpu<'d>(document: &Document<'_>, flow: &[Word<'d>]) -> Option<Found<'d>> {
    if text(flow, 0) != "CPU" || text(flow, 1) != "times:" {
        return None;
    }
    let (mut figures, mut at) = (Vec::new(), 2);
    for (key, name) in [("user", "user"), ("sys", "sys"), ("total", "CPU total")] {
        if text(flow, at).trim_end_matches(':') == key {
            let (amount, taken) = time(document, flow.get(at + 1..)?)?;
            let role = if key == "total" { Role::Derived } else { Role::Component };
            figures.push((name, role, amount, None));
            at += 1 + taken;
        }
    }
    if figures.is_empty() { None } else { ended(figures, None, flow, at) }
}

/// `wall = "Wall" "time:" time`
fn wall<'d>(document: &Document<'_>, flow: &[Word<'d>]) -> Option<Found<'d>> {
    if text(flow, 0) != "Wall" || text(flow, 1) != "time:" {
        return None;
    }
    let (amount, taken) = time(document, flow.get(2..)?)?;
    ended(vec![("wall", Role::Primary, amount, None)], None, flow, 2 + taken)
}

/// The code that a line times: behind a magic, or as the argument of the module.
fn timed_code(text: &str) -> Option<&str> {
    let magics = ["%timeit ", "%time ", "-m timeit "];
    magics.iter().find_map(|magic| text.split_once(magic)).map(|(_, code)| code.trim())
}

/// The figures that follow a line with the code.
fn below_code(document: &Document<'_>, line: usize) -> Option<usize> {
    timed_code(document.text(line))?;
    next_line(document, line).filter(|&next| found(document, next).is_some())
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut own = Labels::new();
    let mut at = line;
    if let Some(below) = below_code(document, line) {
        sink.explain(document.line_span(line), RegionKind::Label);
        own.extend(timed_code(document.text(line)).map(|code| setting("code", code)));
        at = below;
    }
    let mut end = at;
    while let Some(found) = found(document, at) {
        let labels = sink.labels_at(document, at, own.clone());
        explain(document, &found.all, RegionKind::Context, sink);
        explain_rest(document, &found.rest, sink);
        for (name, role, amount, deviation) in &found.figures {
            let what = What {
                runs: found.runs,
                ..What::new(name, Better::Lower, *role, FORMAT.id).spread(SpreadKind::Deviation)
            };
            amount.measure_with(&what, deviation.as_ref(), labels, sink);
        }
        end = found.end;
        // What the processor did stands above what the clock did.
        let parts = found.figures.iter().any(|(_, role, ..)| *role == Role::Component);
        // The same code under another setting, which a remark names.
        let remarked = |next: &usize| *next == end && settings::remark(document.text(*next)).is_some();
        match next_line(document, end - 1).filter(|next| parts || remarked(next)) {
            Some(next) => at = next,
            None => break,
        }
    }
    end.max(line + 1)
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn figures_are_times_of_one_loop() {
        let text = "In [1]: %timeit f(x)\n28.5 µs ± 300 ns per loop (mean ± std. dev. of 7 runs, 10,000 loops each)\n\n\
            $ python -m timeit 'g(x)'\n1000 loops, best of 5: 12.5 usec per loop\n";
        assert_eq!(shown(text), ["mean 28.5 us Lower ±0.3 code=f(x)", "best 12.5 us Lower code='g(x)'"]);
    }

    #[test]
    fn time_has_parts() {
        let text = "CPU times: user 3.2 ms, sys: 1.1 ms, total: 4.3 ms\nWall time: 4.5 ms\n";
        assert_eq!(
            shown(text),
            ["user 3.2 ms Lower", "sys 1.1 ms Lower", "CPU total 4.3 ms Lower", "wall 4.5 ms Lower"]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

//! poop, which runs commands many times and reads the processor's counters.
//!
//! ```text
//! Benchmark 1 (103 runs): ./old
//!   measurement          mean ± σ            min … max           outliers         delta
//!   wall_time          97.3ms ± 2.84ms    93.4ms …  110ms          2 ( 2%)        0%
//!   peak_rss           4.98MB ± 35.2KB    4.90MB … 5.05MB          0 ( 0%)        0%
//!   cpu_cycles         36.5M  ±  544K     36.3M  … 42.3M          55 (11%)        ⚡- 12.3% ±  1.0%
//! ```
//!
//! Source: `printMeasurement` and `printUnit` in `src/main.zig` of poop. Figures have three digits; letters stand for powers
//! of ten. The delta is to the first command.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{LabelsId, Role, SpreadKind};
use crate::reading::amount::{Amount, Deviation, Family, Kind, What, explain, number, sized};
use crate::reading::emit::setting;
use crate::reading::flow::{Size, TIMES, flow, rest_of_line};
use crate::reading::words::{Word, next_line};
use crate::sink::Sink;
use crate::unit::{Better, Unit};

/// poop's results.
pub const FORMAT: Format = Format {
    id: "poop",
    title: "poop",
    marks: &["wall_time", "peak_rss", "cpu_cycles"],
    breaks: |tokens: &[Token<'_>], at| {
        let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
        NAMES.contains(&word(at))
            || word(at) == "measurement" && word(at + 1) == "mean"
            || word(at) == "Benchmark" && word(at + 2).starts_with('(')
    },
    starts: |document: &Document<'_>, line| heading(document, line).is_some() || row(document, line).is_some(),
    read,
};

/// What is measured.
const NAMES: &[&str] =
    &["wall_time", "peak_rss", "cpu_cycles", "instructions", "cache_references", "cache_misses", "branch_misses"];

/// Memory, in powers of ten.
const SIZES: Family = &[Size::decimal("B", 0), Size::decimal("KB", 3), Size::decimal("MB", 6), Size::decimal("GB", 9)];

/// A row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 3;

/// A command's heading: how many runs there were, and the command.
struct Heading {
    runs: Option<u32>,
    command: String,
    end: usize,
}

/// `heading = "Benchmark" number "(" count "runs):" command`, above the table's header
fn heading(document: &Document<'_>, line: usize) -> Option<Heading> {
    let text = document.text(line).trim();
    let (lead, command) = text.strip_prefix("Benchmark ")?.split_once(": ")?;
    let runs = lead.split_once('(').and_then(|(_, rest)| rest.split_whitespace().next()).and_then(|n| n.parse().ok());
    let (mut command, mut last) = (command.trim().to_owned(), line);
    for _ in 0..ROW_LINES {
        let next = next_line(document, last)?;
        let first = document.text(next).split_whitespace().next()?;
        if first == "measurement" || row(document, next).is_some() {
            return lead.contains(" run").then_some(Heading { runs, command, end: last + 1 });
        }
        command = format!("{command} {}", document.text(next).trim());
        last = next;
    }
    None
}

/// A row of figures.
struct Row<'d> {
    name: &'static str,
    figures: [Amount; 3],
    deviation: Option<Deviation>,
    body: Vec<Word<'d>>,
    derived: Vec<Word<'d>>,
    end: usize,
}

/// `row = name figure "±" figure figure "…" figure count "(" percent ")" delta`
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let flow = flow(document, line, ROW_LINES);
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    let name = NAMES.iter().find(|name| **name == text(0))?;
    if text(2) != "±" || text(5) != "…" {
        return None;
    }
    let read = |at: usize| figure(document, flow.get(at)?);
    let figures = [read(1)?, read(4)?, read(6)?];
    let deviation = read(3).map(Deviation::Amount);
    // The outliers and the delta end the line, wherever it is wrapped.
    let close = flow.iter().skip(7).take(4).position(|word| word.text.ends_with("%)"));
    let at = close.map_or(7, |close| 7 + close + 1);
    let last = flow.iter().skip(at).take(6).position(|word| NAMES.contains(&word.text) || word.text == "Benchmark");
    let percents = flow.iter().skip(at).take(last.unwrap_or(6)).rposition(|word| word.text.ends_with('%'));
    let end = percents.map_or(at, |percent| at + percent + 1);
    let (_, line) = rest_of_line(&flow, end);
    Some(Row {
        name,
        figures,
        deviation,
        body: flow.get(..at)?.to_vec(),
        derived: flow.get(at..end)?.to_vec(),
        end: line,
    })
}

/// A time, a size, or a count with a letter.
fn figure(document: &Document<'_>, word: &Word<'_>) -> Option<Amount> {
    let (length, _) = number(word.text)?;
    match sized(word.text.get(length..)?, &[TIMES, SIZES]) {
        Some(kind) => Amount::glued(document, word, word.text, |_| Some((0, 0, 0, kind))),
        None => Amount::bare(document, word, Kind::Fixed(Unit::none())),
    }
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let heading = heading(document, line);
    let mut end = heading.as_ref().map_or(line, |heading| heading.end);
    for line in line..end {
        sink.explain(document.line_span(line), RegionKind::Heading);
    }
    let own = heading.iter().map(|heading| setting("command line", &heading.command)).collect();
    let labels = sink.labels_at(document, line, own);
    let runs = heading.and_then(|heading| heading.runs);
    let mut at = if end > line { next_line(document, end - 1) } else { Some(line) };
    while let Some(here) = at {
        if let Some(row) = row(document, here) {
            end = row.end;
            row.emit(document, runs, labels, sink);
        } else if document.text(here).split_whitespace().next() == Some("measurement") {
            end = header_end(document, here);
            for line in here..end {
                sink.explain(document.line_span(line), RegionKind::Header);
            }
        } else {
            break;
        }
        at = next_line(document, end - 1);
    }
    end.max(line + 1)
}

/// The first line after a header; a mailer may have wrapped its last words.
fn header_end(document: &Document<'_>, header: usize) -> usize {
    const WORDS: &[&str] = &["mean", "±", "σ", "min", "…", "max", "outliers", "delta"];
    let rest = |line: usize| document.text(line).split_whitespace().all(|word| WORDS.contains(&word));
    next_line(document, header).filter(|&next| rest(next)).unwrap_or(header) + 1
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, runs: Option<u32>, labels: LabelsId, sink: &mut Sink) {
        for word in &self.body {
            sink.explain(word.span(document), RegionKind::Context);
        }
        for word in &self.derived {
            sink.explain(word.span(document), RegionKind::Derived);
        }
        // Counters of the processor have no direction of their own.
        let better = if matches!(self.name, "wall_time" | "peak_rss") { Better::Lower } else { Better::Unknown };
        let [mean, min, max] = &self.figures;
        let (least, most) = (format!("{} min", self.name), format!("{} max", self.name));
        let what =
            |name| What { runs, ..What::new(name, better, Role::Primary, FORMAT.id).spread(SpreadKind::Deviation) };
        mean.measure_with(&what(self.name), self.deviation.as_ref(), labels, sink);
        min.measure(&what(&least), labels, sink);
        max.measure(&what(&most), labels, sink);
        explain(document, &self.body, RegionKind::Context, sink);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn commands_are_settings() {
        let text = "Benchmark 1 (103 runs): ./a b\n  measurement          mean ± σ            min … max           outliers         delta\n\
            \x20 wall_time          97.3ms ± 2.84ms    93.4ms …  110ms          2 ( 2%)        0%\n\
            \x20 cpu_cycles         36.5M  ±  544K     36.3M  … 42.3M          55 (11%)        0%\n\
            Benchmark 2 (50 runs): ./c\n  measurement          mean ± σ            min … max           outliers         delta\n\
            \x20 wall_time          1.20s  ±  138ms    1.19s  … 1.21s           0 ( 0%)        💩+ 12.3% ±  1.0%\n\
            \x20 peak_rss           4.98MB ± 35.2KB    4.90MB … 5.05MB          0 ( 0%)        ⚡-  0.3% ±  0.1%\n";
        assert_eq!(
            shown(text),
            [
                "wall_time 97.3 ms Lower ±2.84 command line=./a b",
                "wall_time min 93.4 ms Lower command line=./a b",
                "wall_time max 110 ms Lower command line=./a b",
                "cpu_cycles 36500000  Unknown ±544000 command line=./a b",
                "cpu_cycles min 36300000  Unknown command line=./a b",
                "cpu_cycles max 42300000  Unknown command line=./a b",
                "wall_time 1200 ms Lower ±138 command line=./c",
                "wall_time min 1190 ms Lower command line=./c",
                "wall_time max 1210 ms Lower command line=./c",
                "peak_rss 4.98 MB Lower ±0.0352 command line=./c",
                "peak_rss min 4.9 MB Lower command line=./c",
                "peak_rss max 5.05 MB Lower command line=./c",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

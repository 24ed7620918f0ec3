//! tinybench, a benchmark library for JavaScript, printed with `console.table` or as Markdown.
//!
//! ```text
//! ┌─────────┬───────────┬────────────────────────────┬──────────────────────┬─────────┐
//! │ (index) │ Task name │ Throughput average (ops/s) │ Latency average (ns) │ Samples │
//! ├─────────┼───────────┼────────────────────────────┼──────────────────────┼─────────┤
//! │ 0       │ 'sort'    │ '102906 ± 0.89%'           │ '11909.14 ± 3.95%'   │ 8398    │
//! └─────────┴───────────┴────────────────────────────┴──────────────────────┴─────────┘
//! ```
//!
//! Source: `Bench.table` in `src/bench.ts` of tinybench: the columns above since 3.0, `ops/sec`, `Average Time (ns)` and
//! `Margin` before. What is behind ± is the relative margin of error at 99 %, behind medians the median absolute deviation.

use crate::formats::Format;
use crate::mail::{Document, Token};
use crate::measurement::{Role, SpreadKind};
use crate::reading::columns::{Holds, ROW, Rules};
use crate::reading::flow::TIMES;
use crate::sink::Sink;
use crate::unit::Better;

/// tinybench's tables.
pub const FORMAT: Format = Format {
    id: "tinybench",
    title: "tinybench",
    marks: &["Task name", "Task Name"],
    breaks: |_: &[Token<'_>], _| false,
    starts: |document: &Document<'_>, line| RULES.header(document, line).is_some(),
    read: |document: &Document<'_>, line, sink: &mut Sink| RULES.read(document, line, sink),
};

const RULES: Rules =
    Rules { format: "tinybench", required: &["task name", "samples"], holds, spread, families: &[TIMES] };

/// Behind averages stands the margin of error, behind medians their median absolute deviation.
fn spread(header: &str) -> SpreadKind {
    if header.contains("med") { SpreadKind::MedianDeviation } else { SpreadKind::HalfInterval(0.99) }
}

/// What the column under a header holds.
fn holds(header: &str) -> Holds {
    match header {
        "task name" => Holds::Setting(ROW),
        "margin" => Holds::Quality,
        header if header.starts_with("throughput") || header == "ops/sec" => {
            Holds::Figure(Better::Higher, Role::Primary)
        }
        header if header.starts_with("latency") || header.starts_with("average time") => {
            Holds::Figure(Better::Lower, Role::Primary)
        }
        _ => Holds::Context,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn cells_are_quoted_figures() {
        let text = "┌─────────┬───────────┬──────┬──────┬─────────┐\n\
            │ (index) │ Task name │ Throughput average (ops/s) │ Latency median (ns) │ Samples │\n├───┼───┼───┼───┼───┤\n\
            │ 0 │ 'fast one' │ '102906 ± 1.00%' │ '12163.00 ± 2.00' │ 8398 │\n└───┴───┴───┴───┴───┘\n";
        assert_eq!(
            shown(text),
            [
                "Throughput average 102906 ops/s Higher ±1029.06 row=fast one",
                "Latency median 12163 ns Lower ±2 row=fast one",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
        let text = "│ (index) │ Task Name │ ops/sec │ Average Time (ns) │ Margin │ Samples │\n├───┼───┼───┼───┼───┼───┤\n\
            │ 0 │ 'a' │ '1,234' │ 810372.7 │ '±1.00%' │ 617 │\n";
        assert_eq!(
            shown(text),
            ["ops/sec 1234 ops/s Higher row=a", "Average Time 810372.7 ns Lower row=a", "Margin 1 % Lower row=a"]
        );
    }
}

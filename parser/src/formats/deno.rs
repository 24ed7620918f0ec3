//! `deno bench`: the tables since Deno 1.44.
//!
//! ```text
//! | benchmark       | time/iter (avg) |        iter/s |      (min … max)      |      p75 |      p99 |     p995 |
//! | --------------- | --------------- | ------------- | --------------------- | -------- | -------- | -------- |
//!
//! group parsing
//! | by hand         |        307.5 µs |         3,252 | (235.0 µs …   2.0 ms) | 284.1 µs | 852.2 µs |   1.3 ms |
//!
//! summary
//!   by hand
//!      1.21x faster than generated
//! ```
//!
//! Source: `cli/tools/bench/mitata.rs` and `reporters.rs` of Deno. Before, the tables were those of mitata.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Label, Role};
use crate::reading::bars;
use crate::reading::columns::{Holds, ROW, Rules, Table, UNKNOWN};
use crate::reading::emit::parameter;
use crate::reading::flow::TIMES;
use crate::reading::words::next_after_blanks;
use crate::sink::Sink;
use crate::unit::Better;

/// Tables of `deno bench`.
pub const FORMAT: Format = Format {
    id: "deno-bench",
    title: "deno bench",
    marks: &["time/iter"],
    breaks: |_: &[Token<'_>], _| false,
    starts: |document: &Document<'_>, line| RULES.header(document, line).is_some(),
    read,
};

const RULES: Rules = Rules {
    format: "deno-bench",
    required: &["benchmark", "time/iter", "iter/s"],
    holds,
    spread: UNKNOWN,
    families: &[TIMES],
};

/// What the column under a header holds.
fn holds(header: &str) -> Holds {
    match header {
        "benchmark" => Holds::Setting(ROW),
        "iter/s" => Holds::Figure(Better::Higher, Role::Primary),
        header if header.starts_with("(min") => Holds::Range,
        _ => Holds::Figure(Better::Lower, Role::Primary),
    }
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(header) = RULES.header(document, line) else { return line + 1 };
    for line in line..header.below {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    let table = Table::new(&RULES, &header.row, &[]);
    let mut group: Vec<Label> = Vec::new();
    let mut end = header.below;
    while let Some(next) = next_after_blanks(document, end - 1) {
        let text = document.text(next).trim();
        if let Some(row) = bars::row(document, next, header.bars).filter(|_| RULES.header(document, next).is_none()) {
            end = row.end;
            table.emit(document, &row, &group, sink);
        } else if let Some(name) = text.strip_prefix("group ") {
            group = vec![parameter("group", name)];
            sink.explain(document.line_span(next), RegionKind::Heading);
            end = next + 1;
        } else if is_summary(document, next) {
            sink.explain(document.line_span(next), RegionKind::Derived);
            end = next + 1;
        } else {
            break;
        }
    }
    end
}

/// Whether a line compares the benchmarks of a group with each other.
fn is_summary(document: &Document<'_>, line: usize) -> bool {
    let compares = |text: &str| text.contains("x faster than ") || text.contains("x slower than ");
    let text = document.text(line).trim();
    let below = |line: usize| next_after_blanks(document, line).is_some_and(|next| compares(document.text(next)));
    text == "summary" || compares(text) || below(line)
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn rows_have_times_a_rate_and_a_range() {
        let text = "| benchmark | time/iter (avg) | iter/s | (min … max) | p75 | p99 | p995 |\n| --- | --- | --- | --- | --- | --- | --- |\n\n\
            group parsing\n| by hand | 307.5 µs | 3,252 | (235.0 µs …   2.0 ms) | 284.1 µs | 852.2 µs | 1.3 ms |\n\n\
            summary\n  by hand\n     1.21x faster than generated\n";
        assert_eq!(
            shown(text),
            [
                "time/iter 307.5 us Lower group=parsing row=by hand",
                "iter/s 3252 iter/s Higher group=parsing row=by hand",
                "min 235 us Lower group=parsing row=by hand",
                "max 2 ms Lower group=parsing row=by hand",
                "p75 284.1 us Lower group=parsing row=by hand",
                "p99 852.2 us Lower group=parsing row=by hand",
                "p995 1.3 ms Lower group=parsing row=by hand",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

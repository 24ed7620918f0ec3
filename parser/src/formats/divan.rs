//! divan, a benchmark harness for Rust: its tree.
//!
//! ```text
//! Timer precision: 41 ns
//! bench            fastest       │ slowest       │ median        │ mean          │ samples │ iters
//! ├─ check                       │               │               │               │         │
//! │  ├─ 1000       2.847 ms      │ 3.482 ms      │ 2.915 ms      │ 2.926 ms      │ 100     │ 100
//! │  │             1.435 Mitem/s │ 530.3 Kitem/s │ 1.189 Mitem/s │ 1.094 Mitem/s │         │
//! │  ╰─ 10000      29.78 ms      │ 35.36 ms      │ 30.27 ms      │ 30.59 ms      │ 17      │ 17
//! ╰─ eval          1.091 ms      │ 1.158 ms      │ 1.123 ms      │ 1.122 ms      │ 100     │ 100
//! ```
//!
//! Source: `src/tree_painter.rs` and `src/util/fmt.rs` of divan. Figures have four significant digits. A second line of
//! figures has the throughput, for each of the columns; further ones what the allocator did.

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Role};
use crate::reading::amount::{Amount, BINARY_RATES, DECIMAL_RATES, Family, What, explain};
use crate::reading::bars;
use crate::reading::flow::{Size, TIMES};
use crate::reading::words::{Word, next_line};
use crate::sink::Sink;
use crate::unit::Better;

/// divan's trees.
pub const FORMAT: Format = Format {
    id: "divan",
    title: "divan",
    marks: &["│ slowest", "╰─ ", "├─ "],
    breaks: |_: &[Token<'_>], _| false,
    starts: |document: &Document<'_>, line| {
        is_precision(document, line) || header_end(document, line).is_some() || is_root(document, line)
    },
    read,
};

/// The columns of figures.
const COLUMNS: [&str; 4] = ["fastest", "slowest", "median", "mean"];

/// Bars between the six columns.
const BARS: usize = 5;

/// Items and characters per second.
const ITEMS: Family = &[
    Size::rate("item/s", 0, 1.0),
    Size::rate("Kitem/s", 3, 1e3),
    Size::rate("Mitem/s", 6, 1e6),
    Size::rate("Gitem/s", 9, 1e9),
    Size::rate("Titem/s", 12, 1e12),
];
const CHARS: Family = &[
    Size::rate("char/s", 0, 1.0),
    Size::rate("Kchar/s", 3, 1e3),
    Size::rate("Mchar/s", 6, 1e6),
    Size::rate("Gchar/s", 9, 1e9),
];
const CYCLES: Family =
    &[Size::rate("Hz", 0, 1.0), Size::rate("KHz", 3, 1e3), Size::rate("MHz", 6, 1e6), Size::rate("GHz", 9, 1e9)];

/// All units that throughput may have.
const RATES: &[Family] = &[ITEMS, CHARS, BINARY_RATES, DECIMAL_RATES, CYCLES];

/// `Timer precision: 41 ns` above a tree.
fn is_precision(document: &Document<'_>, line: usize) -> bool {
    let said = document.text(line).trim_start().starts_with("Timer precision: ");
    said && next_line(document, line).is_some_and(|next| header_end(document, next).is_some())
}

/// The end of the header that starts at a line.
fn header_end(document: &Document<'_>, line: usize) -> Option<usize> {
    let text = document.text(line);
    if !text.contains("fastest") {
        return None;
    }
    let row = bars::row(document, line, BARS)?;
    let names = ["slowest", "median", "mean", "samples", "iters"];
    let fits = names.iter().enumerate().all(|(at, name)| row.text(at + 1) == *name);
    (fits && row.text(0).ends_with("fastest")).then_some(row.end)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut at = line;
    if is_precision(document, line) {
        sink.explain(document.line_span(line), RegionKind::Context);
        at = next_line(document, line).unwrap_or(line);
    }
    let Some(start) = header_end(document, at).or_else(|| is_root(document, at).then_some(at)) else {
        return line + 1;
    };
    for line in at..start {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    let before = sink.measurements.len();
    let mut tree = Tree::default();
    let mut end = start;
    while let Some(next) = next_line(document, end - 1) {
        let Some(found) = branch(document, next) else { break };
        end = found.end;
        tree.take(document, &found, sink);
    }
    // The columns are always the same; without their header that is a guess.
    if start == at {
        sink.guess_since(before);
    }
    end.max(line + 1)
}

/// A line of the tree.
struct Branch<'d> {
    line: usize,
    /// Where its name hangs; none where the line goes on with the one above.
    twig: Option<Twig>,
    name: String,
    /// The name's words, with the tree before it.
    lead: Vec<Word<'d>>,
    cells: Vec<Vec<Word<'d>>>,
    end: usize,
}

/// What stands before a name.
#[derive(Clone, Copy, Debug)]
struct Twig {
    /// How many branches go past it.
    passing: usize,
    /// Whether no other hangs below it on its branch.
    last: bool,
    /// How many characters stand before it.
    indent: usize,
}

fn is_trunk(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| matches!(c, '│' | '├' | '╰' | '─' | '└'))
}

/// The line of a tree at a line: the branches before it are bars as well.
fn branch<'d>(document: &'d Document<'_>, line: usize) -> Option<Branch<'d>> {
    let first = document.text(line).trim_start();
    if !first.starts_with(['├', '╰', '│', '└']) {
        return None;
    }
    let trunks = document.text(line).split_whitespace().take_while(|word| is_trunk(word)).collect::<Vec<_>>();
    let bars_before = trunks.iter().filter(|word| **word == "│").count();
    let row = bars::row(document, line, BARS + bars_before)?;
    // Where the trunk is a bar at the margin, the row begins behind it.
    let skipped = bars_before.saturating_sub(1);
    let mut cells = row.cells.into_iter().skip(if bars_before > 0 { skipped } else { 0 });
    let lead = cells.next()?;
    let named = trunks.last().is_some_and(|trunk| trunk.contains('─'));
    let words: Vec<&Word<'d>> = lead.iter().filter(|word| !is_trunk(word.text)).collect();
    // The figures of the first column stand behind the name.
    let figure = words.len().checked_sub(2).filter(|&at| {
        words.get(at).is_some_and(|word| {
            crate::reading::amount::number(word.text).is_some_and(|(length, _)| length == word.text.len())
        }) && words.get(at + 1).is_some_and(|word| word.text.chars().any(char::is_alphabetic))
    });
    let body: Vec<Word<'d>> =
        figure.map_or(Vec::new(), |at| words.get(at..).unwrap_or_default().iter().map(|word| **word).collect());
    let name: Vec<&str> = words.iter().take(figure.unwrap_or(words.len())).map(|word| word.text).collect();
    let last = trunks.last().is_some_and(|trunk| trunk.starts_with(['╰', '└']));
    let twig = named.then(|| Twig { passing: bars_before, last, indent: indent(document.text(line)) });
    let cells = std::iter::once(body).chain(cells).collect();
    Some(Branch { line, twig, name: name.join(" "), lead, cells, end: row.end })
}

/// Whether a line is the first branch of a tree whose header is lost.
fn is_root(document: &Document<'_>, line: usize) -> bool {
    let root = document.text(line).trim_start().starts_with(['├', '╰']);
    root && branch(document, line).is_some_and(|branch| branch.cells.len() > COLUMNS.len())
}

/// How many characters stand before a name's branch.
fn indent(text: &str) -> usize {
    text.chars().take_while(|c| !matches!(c, '├' | '╰' | '└')).count()
}

/// A name on the way to the line that is read.
struct Node {
    name: String,
    last: bool,
    /// Whether it is known and so is what it hangs on.
    known: bool,
}

/// The tree as far as it was read.
#[derive(Default)]
struct Tree {
    path: Vec<Node>,
    /// Whether the line above has times.
    timed: bool,
}

impl Tree {
    /// Takes a name into the path. Each of the names above it either has a branch that goes past, or was the last on its
    /// own.
    fn grow(&mut self, twig: Twig, name: &str) {
        let (mut depth, mut passing) = (0, twig.passing);
        while let Some(node) = self.path.get(depth) {
            if !node.last {
                if passing == 0 {
                    break;
                }
                passing -= 1;
            }
            depth += 1;
        }
        self.path.truncate(depth);
        // A branch that goes past hangs on a name that was lost.
        self.path.extend((0..passing).map(|_| Node { name: String::new(), last: false, known: false }));
        // Three characters stand before each, unless their blanks are gone.
        let known = self.path.iter().all(|node| node.known) && twig.indent <= 3 * depth;
        self.path.push(Node { name: name.to_owned(), last: twig.last, known });
    }

    fn take(&mut self, document: &Document<'_>, branch: &Branch<'_>, sink: &mut Sink) {
        let figures = branch.cells.iter().any(|cell| !cell.is_empty());
        explain(document, &branch.lead, RegionKind::Label, sink);
        if let Some(twig) = branch.twig {
            self.grow(twig, &branch.name);
            self.timed = false;
        }
        if !figures {
            return;
        }
        let names: Vec<&str> = self.path.iter().map(|node| node.name.as_str()).collect();
        let name = names.join("/");
        let labels = sink.labels_at(document, branch.line, Labels::new());
        let timed = branch.twig.is_some();
        // A throughput stands right under its time.
        let rates = !timed && std::mem::replace(&mut self.timed, false);
        let known = self.path.iter().all(|node| node.known);
        let measured = known && (timed || rates);
        for (cell, column) in branch.cells.iter().zip(COLUMNS) {
            let families: &[Family] = if timed { &[TIMES] } else { RATES };
            let amount = Amount::at(document, cell, families).map(|(amount, _)| amount);
            let lost = amount.is_some() && !measured;
            explain(document, cell, if lost { RegionKind::Unread } else { RegionKind::Context }, sink);
            let Some(amount) = amount.filter(|_| measured) else { continue };
            let better = if timed { Better::Lower } else { Better::Higher };
            let metric = format!("{name} {column}");
            amount.measure(&What::new(&metric, better, Role::Primary, FORMAT.id), labels, sink);
        }
        for cell in branch.cells.iter().skip(COLUMNS.len()) {
            explain(document, cell, RegionKind::Context, sink);
        }
        if !known && timed {
            let kind = DiagnosticKind::Nameless(FORMAT.title.to_owned());
            sink.diagnose(document.line_span(branch.line), kind);
        }
        self.timed = timed;
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn names_are_paths_and_a_second_line_has_the_throughput() {
        let text = "Timer precision: 41 ns\n\
            bench            fastest       │ slowest       │ median        │ mean          │ samples │ iters\n\
            ├─ check                       │               │               │               │         │\n\
            │  ├─ 1000       2.847 ms      │ 3.482 ms      │ 2.915 ms      │ 926.1 µs      │ 100     │ 100\n\
            │  │             1.435 Mitem/s │ 530.3 Kitem/s │ 1.189 Mitem/s │ 1.094 Mitem/s │         │\n\
            │  │             alloc:        │               │               │               │         │\n\
            │  │               5           │ 5             │ 5             │ 5.01          │         │\n\
            ╰─ eval (a, b)   1.091 ms      │ 1.158 ms      │ 1.123 ms      │ 1.122 ms      │ 100     │ 100\n";
        assert_eq!(
            shown(text),
            [
                "check/1000 fastest 2.847 ms Lower",
                "check/1000 slowest 3.482 ms Lower",
                "check/1000 median 2.915 ms Lower",
                "check/1000 mean 926.1 us Lower",
                "check/1000 fastest 1.435 Mitem/s Higher",
                "check/1000 slowest 530.3 Kitem/s Higher",
                "check/1000 median 1.189 Mitem/s Higher",
                "check/1000 mean 1.094 Mitem/s Higher",
                "eval (a, b) fastest 1.091 ms Lower",
                "eval (a, b) slowest 1.158 ms Lower",
                "eval (a, b) median 1.123 ms Lower",
                "eval (a, b) mean 1.122 ms Lower",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

//! The performance tests of git: what `t/perf/aggregate.perl` prints.
//!
//! ```text
//! Test                                  HEAD~             HEAD
//! -----------------------------------------------------------------------------
//! 0001.1: rev-list --all                0.25(0.21+0.03)   0.19(0.15+0.03) -24.0%
//! 0001.2: rev-list --all --objects      1.52(1.44+0.07)   1.53(1.45+0.07) +0.7%
//! 5310.3: size of the bitmap                     21.6M             20.1M -6.9%
//! ```
//!
//! Source: `format_times`, `format_size` and `print_default_results` in `t/perf/aggregate.perl`. A figure is elapsed time in
//! seconds, in brackets user and system time; the least of the runs is taken. The change is to the first column. Sizes have
//! letters for powers of two; `<missing>` stands where there is no result.

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::Role;
use crate::reading::amount::{Amount, Kind, What, behind_name, explain, joined, number, percentage, time_kind};
use crate::reading::emit::{self, setting};
use crate::reading::flow::{flow, rest_of_line};
use crate::reading::words::{Word, next_line, words};
use crate::sink::Sink;
use crate::unit::Better;

/// Tables of git's performance tests.
pub const FORMAT: Format = Format {
    id: "git-perf",
    title: "git t/perf",
    marks: &["Test", ".1: "],
    breaks: |tokens: &[Token<'_>], at| {
        let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
        is_test(word(at)) || word(at) == "Test" && is_test(word(at + 4))
    },
    starts: |document: &Document<'_>, line| header(document, line).is_some() || is_orphan(document, line),
    read,
};

/// A row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 5;

/// A test's name has at most this many words.
const MOST_NAME_WORDS: usize = 16;

/// A test's number: `0001.1:`.
fn is_test(word: &str) -> bool {
    let number = word.strip_suffix(':').and_then(|word| word.split_once('.'));
    number.is_some_and(|(script, test)| script.len() == 4 && emit::is_whole(script) && emit::is_whole(test))
}

/// What the trees are called, and where the rows start.
struct Header {
    trees: Vec<String>,
    end: usize,
}

/// `header = "Test" 1*tree` above a rule, with a row below it
fn header(document: &Document<'_>, line: usize) -> Option<Header> {
    let here = words(document, line);
    if here.first()?.text != "Test" || here.len() < 2 {
        return None;
    }
    let mut last = line;
    let mut below = next_line(document, line)?;
    let mut names: Vec<Word<'_>> = here.iter().skip(1).copied().collect();
    // Names may be wrapped.
    if !is_rule(document.text(below)) && row(document, below).is_none() {
        names.extend(words(document, below));
        (last, below) = (below, next_line(document, below)?);
    }
    if is_rule(document.text(below)) {
        (last, below) = (below, next_line(document, below)?);
    }
    let row = row(document, below)?;
    let trees = trees(document, line, &names, row.cells.len())?;
    Some(Header { trees, end: last + 1 })
}

fn is_rule(text: &str) -> bool {
    let text = text.trim();
    text.len() >= 8 && text.bytes().all(|b| b == b'-')
}

/// The trees' names: one word each, or parted by several blanks: `this tree`.
fn trees(document: &Document<'_>, line: usize, names: &[Word<'_>], count: usize) -> Option<Vec<String>> {
    if names.len() == count {
        return Some(names.iter().map(|word| word.text.to_owned()).collect());
    }
    let spaced = document.text(line).split("  ").map(str::trim).filter(|name| !name.is_empty()).skip(1);
    let spaced: Vec<String> = spaced.map(str::to_owned).collect();
    (spaced.len() == count).then_some(spaced)
}

/// A tree's result.
enum Result {
    Times([Amount; 3]),
    Size(Amount),
    Missing,
}

/// A tree's result with its words and the change.
struct Cell<'d> {
    result: Result,
    word: Word<'d>,
    change: Option<Word<'d>>,
}

/// `result = number "(" number "+" number ")" / number ["K" / "M" / "G"] / "<missing>"`, perhaps followed by a change
fn cell<'d>(document: &Document<'_>, words: &[Word<'d>]) -> Option<(Cell<'d>, usize)> {
    let word = *words.first()?;
    let result = if word.text == "<missing>" {
        Result::Missing
    } else if let Some((real, rest)) = word.text.split_once('(') {
        let (user, sys) = rest.strip_suffix(')')?.split_once('+')?;
        let time =
            |part| Amount::glued(document, &word, part, |rest| rest.is_empty().then_some((0, 0, 0, time_kind("s")?)));
        Result::Times([time(real)?, time(user)?, time(sys)?])
    } else {
        let (length, _) = number(word.text)?;
        let power = match word.text.get(length..)? {
            "K" => 10,
            "M" => 20,
            "G" => 30,
            "" if word.text.contains('.') => 0,
            _ => return None,
        };
        let bytes = Kind::Fixed(emit::unit("B"));
        Result::Size(Amount::glued(document, &word, word.text, |rest| Some((0, power, rest.len(), bytes)))?)
    };
    let change = words.get(1).copied().filter(|word| {
        matches!(word.text, "=" | "+inf") || percentage(word.text).is_some() && word.text.starts_with(['+', '-', '−'])
    });
    let taken = 1 + usize::from(change.is_some());
    Some((Cell { result, word, change }, taken))
}

/// A test's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    cells: Vec<Cell<'d>>,
    end: usize,
}

/// `row = number ":" 1*word 1*result`
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let flow = flow(document, line, ROW_LINES);
    if !is_test(flow.first()?.text) {
        return None;
    }
    let read = |rest: &[Word<'d>]| {
        let (mut cells, mut at) = (Vec::new(), 0);
        while let Some((found, taken)) = rest.get(at..).and_then(|rest| cell(document, rest)) {
            cells.push(found);
            at += taken;
        }
        // The figures end a line.
        let closed =
            rest.get(at).is_none_or(|word| rest.get(at.wrapping_sub(1)).is_some_and(|last| last.line < word.line));
        (!cells.is_empty() && closed).then_some((cells, at))
    };
    // The name may be wrapped before its figures.
    let (start, cells, at) = behind_name(&flow, MOST_NAME_WORDS, read).or_else(|| {
        let start = flow.iter().take_while(|word| word.line == line).count();
        let (cells, taken) = read(flow.get(start..)?)?;
        Some((start, cells, start + taken))
    })?;
    let (_, end) = rest_of_line(&flow, at);
    Some(Row { name: flow.get(..start)?.to_vec(), cells, end })
}

/// Whether a line is a row whose header is lost.
fn is_orphan(document: &Document<'_>, line: usize) -> bool {
    row(document, line).is_some_and(|row| row.cells.len() >= 2)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(header) = header(document, line) else {
        sink.diagnose(document.line_span(line), DiagnosticKind::Nameless(FORMAT.title.to_owned()));
        sink.explain(document.line_span(line), RegionKind::Unread);
        return line + 1;
    };
    for line in line..header.end {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    let mut end = header.end;
    while let Some(row) = next_line(document, end - 1).and_then(|next| row(document, next)) {
        end = row.end;
        row.emit(document, &header.trees, sink);
    }
    end
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, trees: &[String], sink: &mut Sink) {
        explain(document, &self.name, RegionKind::Label, sink);
        let name = joined(&self.name);
        let line = self.name.first().map_or(0, |word| word.line);
        for (cell, tree) in self.cells.iter().zip(trees) {
            sink.explain(cell.word.span(document), RegionKind::Context);
            explain(document, cell.change.as_slice(), RegionKind::Derived, sink);
            let labels = sink.labels_within(document, line, vec![setting("column", tree)]);
            let (named_user, named_sys) = (format!("{name} user"), format!("{name} sys"));
            let lower = |name, role| What::new(name, Better::Lower, role, FORMAT.id);
            match &cell.result {
                Result::Missing => {}
                Result::Size(size) => {
                    size.measure(&lower(&name, Role::Primary), labels, sink);
                }
                Result::Times([real, user, sys]) => {
                    real.measure(&lower(&name, Role::Primary), labels, sink);
                    user.measure(&lower(&named_user, Role::Component), labels, sink);
                    sys.measure(&lower(&named_sys, Role::Component), labels, sink);
                }
            }
        }
        for cell in self.cells.iter().skip(trees.len()) {
            sink.explain(cell.word.span(document), RegionKind::Unread);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn trees_are_settings() {
        let text = "Test                            HEAD~             this tree\n---------------------------------------------------------------------\n\
            0001.1: rev-list --all          0.25(0.21+0.03)   0.19(0.15+0.03) -24.0%\n\
            5310.3: size of it                       21.6M             1.5K -99.9%\n\
            0001.2: a b                     <missing>         1.53(1.45+0.07)\n";
        assert_eq!(
            shown(text),
            [
                "0001.1: rev-list --all 0.25 s Lower column=HEAD~",
                "0001.1: rev-list --all user 0.21 s Lower column=HEAD~",
                "0001.1: rev-list --all sys 0.03 s Lower column=HEAD~",
                "0001.1: rev-list --all 0.19 s Lower column=this tree",
                "0001.1: rev-list --all user 0.15 s Lower column=this tree",
                "0001.1: rev-list --all sys 0.03 s Lower column=this tree",
                "5310.3: size of it 22649241.6 B Lower column=HEAD~",
                "5310.3: size of it 1536 B Lower column=this tree",
                "0001.2: a b 1.53 s Lower column=this tree",
                "0001.2: a b user 1.45 s Lower column=this tree",
                "0001.2: a b sys 0.07 s Lower column=this tree",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn wrapped_rows_are_put_together() {
        assert_eq!(
            shown(
                "Test   HEAD~  HEAD\n-----------\n0001.1: rev-list --all\n0.25(0.21+0.03)   0.19(0.15+0.03)\n-24.0%\n"
            )
            .len(),
            6
        );
    }
}

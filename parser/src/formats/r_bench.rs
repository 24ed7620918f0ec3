//! The packages microbenchmark and bench of R.
//!
//! ```text
//! Unit: microseconds
//!    expr     min       lq     mean   median       uq      max neval cld
//!  sapply 858.693 898.3205 946.2955 933.3865 967.8825 1243.565   100   b
//!  vapply 778.868 807.6615 881.2092 835.3150 868.3855 2592.614   100  a
//! ```
//!
//! ```text
//! # A tibble: 2 × 6
//!   expression      min   median `itr/sec` mem_alloc `gc/sec`
//!   <bch:expr> <bch:tm> <bch:tm>     <dbl> <bch:byt>    <dbl>
//! 1 native_r     26.8µs   28.4µs    34285.    78.2KB        0
//! 2 ffi_call     98.5µs    102µs     9556.    78.7KB        0
//! ```
//!
//! Source: `print.microbenchmark` and `summary.microbenchmark` of microbenchmark, `bench::mark` and `format.bench_time`,
//! `format.bench_bytes` of bench. In the first all times have the unit of the line above, in the second each its own;
//! letters of sizes stand for powers of two. Documents put `##` or `#>` before every line. Times relative to the least are
//! ratios.

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::Role;
use crate::reading::amount::{
    Amount, Kind, SIZES, What, behind_name, explain, explain_rest, joined, number, time_kind,
};
use crate::reading::columns::ROW;
use crate::reading::emit::{self, is_whole, setting};
use crate::reading::flow::{TIMES, flow, rest_of_line};
use crate::reading::words::{Word, next_line};
use crate::sink::Sink;
use crate::unit::{Better, Unit};

/// Benchmarks of R.
pub const FORMAT: Format = Format {
    id: "r-bench",
    title: "microbenchmark or bench (R)",
    marks: &["neval", "itr/sec", "<bch:"],
    breaks: |_: &[Token<'_>], _| false,
    starts: |document: &Document<'_>, line| {
        header(document, line).is_some() || is_title(document, line) || is_rest(document, line)
    },
    read,
};

/// Whether a line has the types of columns whose names above it are lost.
fn is_rest(document: &Document<'_>, line: usize) -> bool {
    let words = clean(document, line);
    let typed = |word: &&Word<'_>| word.text.starts_with('<') && word.text.ends_with('>');
    words.first().is_some_and(|word| word.text == "<bch:expr>") && words.iter().filter(typed).count() >= 3
}

/// Whether a line says what R prints, above a table: `# A tibble: 2 × 6`.
fn is_title(document: &Document<'_>, line: usize) -> bool {
    let said = document.text(line).contains("# A tibble: ") || document.text(line).contains("# A data frame: ");
    said && next_line(document, line).is_some_and(|next| header(document, next).is_some())
}

/// A header or a row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 4;

/// An expression has at most this many words.
const MOST_NAME_WORDS: usize = 16;

/// The columns of microbenchmark.
const MICRO: [&str; 6] = ["min", "lq", "mean", "median", "uq", "max"];

/// Which of the packages printed a table.
#[derive(Clone, Debug, PartialEq)]
enum Table {
    /// microbenchmark, with the unit of its times; none where they are ratios.
    Micro(Option<Kind>),
    /// bench.
    Mark,
}

/// The words of some lines without what documents put before them.
fn clean<'d>(document: &'d Document<'_>, line: usize) -> Vec<Word<'d>> {
    let mut at_start = None;
    let prefix = |word: &Word<'_>| matches!(word.text, "##" | "#>" | "#");
    let mut kept = Vec::new();
    for word in flow(document, line, ROW_LINES) {
        let first = at_start != Some(word.line);
        at_start = Some(word.line);
        if !(first && prefix(&word)) {
            kept.push(word);
        }
    }
    kept
}

/// A table's kind and the first line behind its header.
///
/// `header = "Unit:" unit ["expr"] "min" "lq" "mean" "median" "uq" "max" "neval" ["cld"] / "expression" "min" "median"
/// "itr/sec" …`
fn header(document: &Document<'_>, line: usize) -> Option<(Table, usize)> {
    let words = clean(document, line);
    let is = |at: usize, texts: &[&str]| {
        words.iter().skip(at).map(|word| word.text).take(texts.len()).eq(texts.iter().copied())
    };
    if is(0, &["Unit:"]) {
        let unit = words.get(1)?;
        let at = 2 + usize::from(words.get(2)?.text == "expr");
        if !is(at, &MICRO) || !is(at + MICRO.len(), &["neval"]) {
            return None;
        }
        let end = at + MICRO.len() + 1;
        let end = end + usize::from(words.get(end).is_some_and(|word| word.text == "cld"));
        let kind = Unit::named(unit.text).and_then(|unit| time_kind(&unit.symbol));
        return (kind.is_some() || unit.text == "relative").then(|| (Table::Micro(kind), rest_of_line(&words, end).1));
    }
    let itr = words.iter().take(12).position(|word| word.text.trim_matches('`') == "itr/sec")?;
    let named = is(0, &["expression"]) && is(itr.checked_sub(2)?, &["min", "median"]);
    let types = words.iter().take(40).rposition(|word| word.text.starts_with('<') && word.text.ends_with('>'));
    named.then(|| (Table::Mark, rest_of_line(&words, types.map_or(itr + 1, |types| types + 1)).1))
}

/// The figures of a row by name.
type Figures = Vec<(&'static str, Better, Role, Amount)>;

/// An expression's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    figures: Figures,
    body: Vec<Word<'d>>,
    rest: Vec<Word<'d>>,
    end: usize,
}

fn row<'d>(document: &'d Document<'_>, line: usize, table: &Table) -> Option<Row<'d>> {
    let mut flow = clean(document, line);
    if *table == Table::Mark {
        is_whole(flow.first()?.text).then_some(())?;
        flow.remove(0);
    }
    let (start, figures, at) = behind_name(&flow, MOST_NAME_WORDS, |rest| match table {
        Table::Micro(kind) => micro(document, rest, kind.as_ref()),
        Table::Mark => mark(document, rest),
    })?;
    let (rest, end) = rest_of_line(&flow, at);
    let body = flow.get(start..at)?.to_vec();
    Some(Row { name: flow.get(..start)?.to_vec(), figures, body, rest: rest.to_vec(), end })
}

/// `micro = 6*number count [letters]`
fn micro(document: &Document<'_>, rest: &[Word<'_>], kind: Option<&Kind>) -> Option<(Figures, usize)> {
    let unit = kind.cloned().unwrap_or(Kind::Fixed(Unit::none()));
    let role = if kind.is_some() { Role::Primary } else { Role::Derived };
    let figure = |(at, name): (usize, &'static str)| {
        let word =
            rest.get(at).filter(|word| number(word.text).is_some_and(|(length, _)| length == word.text.len()))?;
        Some((name, Better::Lower, role, Amount::bare(document, word, unit.clone())?))
    };
    let figures = MICRO.into_iter().enumerate().map(figure).collect::<Option<Figures>>()?;
    let counted = is_whole(rest.get(MICRO.len())?.text);
    let letters = rest
        .get(MICRO.len() + 1)
        .is_some_and(|word| word.text.len() <= 3 && word.text.chars().all(|c| c.is_ascii_lowercase()));
    counted.then_some((figures, MICRO.len() + 1 + usize::from(letters)))
}

/// `mark = time time number size number`
fn mark(document: &Document<'_>, rest: &[Word<'_>]) -> Option<(Figures, usize)> {
    let (min, one) = Amount::at(document, rest, &[TIMES])?;
    let (median, two) = Amount::at(document, rest.get(one..)?, &[TIMES])?;
    let mut at = one + two;
    let rate = Amount::bare(document, rest.get(at)?, Kind::Fixed(emit::unit("itr/sec")))?;
    at += 1;
    let mut figures = vec![
        ("min", Better::Lower, Role::Primary, min),
        ("median", Better::Lower, Role::Primary, median),
        ("itr/sec", Better::Higher, Role::Primary, rate),
    ];
    if let Some((memory, taken)) = Amount::at(document, rest.get(at..)?, &[SIZES]) {
        figures.push(("mem_alloc", Better::Lower, Role::Primary, memory));
        at += taken;
    }
    if let Some(collections) =
        rest.get(at).and_then(|word| Amount::bare(document, word, Kind::Fixed(emit::unit("gc/sec"))))
    {
        figures.push(("gc/sec", Better::Unknown, Role::Context, collections));
        at += 1;
    }
    Some((figures, at))
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if is_title(document, line) {
        sink.explain(document.line_span(line), RegionKind::Header);
        return line + 1;
    }
    let Some((table, start)) = header(document, line) else { return skip(document, line, sink) };
    for line in line..start {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    let mut end = start;
    while let Some(row) = next_line(document, end - 1).and_then(|next| row(document, next, &table)) {
        row.emit(document, end, sink);
        end = row.end;
    }
    end
}

/// Leaves rows whose header is lost unread; gives the first line behind them.
fn skip(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    sink.explain(document.line_span(line), RegionKind::Header);
    sink.diagnose(document.line_span(line), DiagnosticKind::UnknownTable { section: FORMAT.title.to_owned() });
    let numbered = |at: &usize| document.text(*at).trim_start().starts_with(|c: char| c.is_ascii_digit());
    let rows = (line + 1..document.len()).take_while(numbered).count();
    for row in line + 1..=line + rows {
        sink.explain(document.line_span(row), RegionKind::Unread);
    }
    line + 1 + rows
}

impl Row<'_> {
    fn emit(&self, document: &Document<'_>, line: usize, sink: &mut Sink) {
        sink.explain(document.line_span(line), RegionKind::Context);
        explain(document, &self.name, RegionKind::Label, sink);
        for word in &self.body {
            sink.explain(word.span(document), RegionKind::Context);
        }
        // How often it ran, and columns that R cuts off.
        if self.rest.iter().all(|word| word.text.len() <= 8 || word.text.starts_with('<')) {
            explain(document, &self.rest, RegionKind::Context, sink);
        } else {
            explain_rest(document, &self.rest, sink);
        }
        let line = self.name.first().map_or(line, |word| word.line);
        let labels = sink.labels_at(document, line, vec![setting(ROW, &joined(&self.name))]);
        for (name, better, role, amount) in &self.figures {
            amount.measure(&What::new(name, *better, *role, FORMAT.id), labels, sink);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn microbenchmark_has_one_unit() {
        let text = "#> Unit: microseconds\n#>    expr     min       lq     mean   median       uq      max neval cld\n\
            #>  f(x, 1) 858.693 898.3205 946.2955 933.3865 967.8825 1243.565   100   b\n";
        assert_eq!(
            shown(text),
            [
                "min 858.693 us Lower row=f(x, 1)",
                "lq 898.3205 us Lower row=f(x, 1)",
                "mean 946.2955 us Lower row=f(x, 1)",
                "median 933.3865 us Lower row=f(x, 1)",
                "uq 967.8825 us Lower row=f(x, 1)",
                "max 1243.565 us Lower row=f(x, 1)",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn bench_has_units_in_cells() {
        let text = "# A tibble: 2 × 6\n  expression      min   median `itr/sec` mem_alloc `gc/sec`\n  <bch:expr> <bch:tm> <bch:tm>     <dbl> <bch:byt>    <dbl>\n\
            1 native_r     26.8µs   28.4µs    34285.    78.2KB        0\n2 ffi(x, y)     98.5µs    1.02ms     9556.        0B      2.5\n";
        assert_eq!(
            shown(text),
            [
                "min 26.8 us Lower row=native_r",
                "median 28.4 us Lower row=native_r",
                "itr/sec 34285 itr/sec Higher row=native_r",
                "mem_alloc 78.2 KB Lower row=native_r",
                "gc/sec 0 gc/sec Unknown row=native_r",
                "min 98.5 us Lower row=ffi(x, y)",
                "median 1020 us Lower row=ffi(x, y)",
                "itr/sec 9556 itr/sec Higher row=ffi(x, y)",
                "mem_alloc 0 KB Lower row=ffi(x, y)",
                "gc/sec 2.5 gc/sec Unknown row=ffi(x, y)",
            ]
        );
    }
}

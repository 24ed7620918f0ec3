//! pyperf: benchmarks of Python, alone and compared.
//!
//! ```text
//! timeit: Mean +- std dev: 28.5 ns +- 0.3 ns
//! ```
//!
//! ```text
//! float
//! =====
//!
//! Mean +- std dev: [old] 28.5 ns +- 0.3 ns -> [new] 27.7 ns +- 0.2 ns: 1.03x faster
//! Significant (t=12.34)
//! ```
//!
//! ```text
//! Faster (1):
//! - float: 28.5 ns +- 0.3 ns -> 27.7 ns +- 0.2 ns: 1.03x faster
//! ```
//!
//! ```text
//! +----------------+---------+-----------------------+
//! | Benchmark      | old     | new                   |
//! +================+=========+=======================+
//! | float          | 28.5 ns | 27.7 ns: 1.03x faster |
//! ```
//!
//! Source: `pyperf/_compare.py`, `format_result_value` in `pyperf/_cli.py` and `pyperf/_formatter.py`; before 1.2 the module
//! was called perf and printed `Median +- std dev:`. Tables are reStructuredText or Markdown; `not significant` stands in
//! the cell of a figure that does not differ from the reference.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Role, SpreadKind};
use crate::reading::amount::{Amount, Deviation, Family, SIZES, What, explain, explain_rest, joined};
use crate::reading::bars;
use crate::reading::columns;
use crate::reading::emit::setting;
use crate::reading::flow::{TIMES, flow, rest_of_line};
use crate::reading::words::{Word, next_after_blanks, next_line, words};
use crate::sink::Sink;
use crate::unit::Better;

/// Results and comparisons of pyperf.
pub const FORMAT: Format = Format {
    id: "pyperf",
    title: "pyperf",
    marks: &["+- std dev:", "+- MAD:", "+-", "x faster", "x slower"],
    breaks,
    starts,
    read,
};

/// A line and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 4;

/// A benchmark's name has at most this many words.
const MOST_NAME_WORDS: usize = 8;

/// The units of figures: times and, with `--track-memory`, sizes.
const FAMILIES: &[Family] = &[TIMES, SIZES];

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    matches!(word(at), "Mean" | "Median") && word(at + 1) == "+-" && word(at + 2) == "std"
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    result(document, line).is_some()
        || titled(document, line).is_some()
        || table(document, line).is_some()
        || is_remark(document.text(line))
}

/// The result below a benchmark's name that is underlined, or was where others are.
fn titled(document: &Document<'_>, line: usize) -> Option<usize> {
    let compared =
        |below: &usize| result(document, *below).is_some_and(|found| found.name.is_empty() && found.figures.len() > 1);
    let name = document.text(line).trim();
    if name.contains(char::is_alphabetic) && !name.contains([' ', ':', '[']) && document.whole().contains("\n=====") {
        let below = next_line(document, line).filter(compared);
        if below.is_some() {
            return below;
        }
    }
    let rule = next_line(document, line)?;
    let underline = document.text(rule).trim();
    // It is as long as the name.
    let alike = underline.len() == document.text(line).trim().chars().count();
    if !alike || !underline.bytes().all(|b| b == b'=') || document.text(line).contains('=') {
        return None;
    }
    next_after_blanks(document, rule)
        .filter(|&below| result(document, below).is_some_and(|found| found.name.is_empty()))
}

/// Whether results of a source have titles above them; looked up once.
fn has_titles(document: &Document<'_>, sink: &mut Sink) -> bool {
    const MEMORY: &str = "pyperf titles";
    let known = sink.recall(MEMORY).unwrap_or_else(|| {
        let found = u32::from((0..document.len()).any(|line| titled(document, line).is_some()));
        sink.remember(MEMORY, found);
        found
    });
    known == 1
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if let Some(below) = titled(document, line) {
        let title = words(document, line);
        explain(document, &title, RegionKind::Label, sink);
        if let Some(found) = result(document, below) {
            Found { name: title, ..found }.emit(document, sink);
        }
        return result(document, below).map_or(line + 1, |found| found.end);
    }
    if let Some(result) = result(document, line) {
        result.emit(document, sink);
        return result.end;
    }
    if let Some(header) = table(document, line) {
        return read_table(document, &header, sink);
    }
    sink.explain(document.line_span(line), RegionKind::Derived);
    line + 1
}

/// Whether a line says how sure a comparison is, or sums comparisons up.
fn is_remark(text: &str) -> bool {
    let text = text.trim();
    let counted =
        |lead: &str| text.strip_prefix(lead).is_some_and(|rest| rest.starts_with('(') && rest.ends_with("):"));
    text.starts_with("Significant (t=")
        || text == "Not significant!"
        || text.starts_with("Geometric mean: ")
        || text.starts_with("Benchmark hidden because not significant (")
        || ["Slower ", "Faster ", "Same speed "].iter().any(|lead| counted(lead))
}

/// A figure with its deviation, and which side of a comparison it is.
struct Figure<'d> {
    amount: Amount,
    deviation: Option<Deviation>,
    side: Option<String>,
    words: Vec<Word<'d>>,
}

/// A result, or two that are compared.
struct Found<'d> {
    name: Vec<Word<'d>>,
    /// What says which statistics follow.
    legend: Vec<Word<'d>>,
    figures: Vec<Figure<'d>>,
    derived: Vec<Word<'d>>,
    rest: Vec<Word<'d>>,
    end: usize,
    mean: bool,
}

/// `result = [name ":"] legend figure ["->" figure ":" change] / "-" name ":" figure "->" figure ":" change`,
/// `legend = ("Mean" / "Median") "+-" ("std" "dev:" / "MAD:")`
fn result<'d>(document: &'d Document<'_>, line: usize) -> Option<Found<'d>> {
    let text = document.text(line);
    if !text.contains("+-") && !text.contains(" -> ") {
        return None;
    }
    let flow = flow(document, line, ROW_LINES);
    let word = |at: usize| flow.get(at).map_or("", |word| word.text);
    let listed = word(0) == "-";
    let legend = (0..MOST_NAME_WORDS).find(|&at| matches!(word(at), "Mean" | "Median") && word(at + 1) == "+-");
    let (name, mut at) = if let Some(at) = legend {
        (usize::from(listed)..at, at + if word(at + 2) == "std" { 4 } else { 3 })
    } else {
        let close = (1..MOST_NAME_WORDS).find(|&at| word(at).ends_with(':')).filter(|_| listed)?;
        (1..close + 1, close + 1)
    };
    if legend.is_some() && !word(at - 1).ends_with(':') || !name.is_empty() && !word(name.end - 1).ends_with(':') {
        return None;
    }
    let start = at;
    let mut figures = vec![figure(document, &flow, &mut at)?];
    if word(at) == "->" {
        at += 1;
        figures.push(figure(document, &flow, &mut at)?);
    }
    if legend.is_none() && figures.len() < 2 {
        return None;
    }
    let change = change_end(&flow, at);
    let (rest, end) = rest_of_line(&flow, change);
    Some(Found {
        legend: legend.map_or(Vec::new(), |legend| flow.get(legend..start).unwrap_or_default().to_vec()),
        name: flow.get(name)?.to_vec(),
        figures,
        derived: flow.get(at..change)?.to_vec(),
        rest: rest.to_vec(),
        end,
        mean: legend.is_none_or(|at| word(at) == "Mean"),
    })
}

/// `figure = ["[" side "]"] amount ["+-" amount]`
fn figure<'d>(document: &Document<'_>, flow: &[Word<'d>], at: &mut usize) -> Option<Figure<'d>> {
    let start = *at;
    let mut side = None;
    if flow.get(*at)?.text.starts_with('[') {
        let close = flow.iter().skip(*at).take(MOST_NAME_WORDS).position(|word| word.text.ends_with(']'))?;
        let name = joined(flow.get(*at..=*at + close)?);
        side = Some(name.trim_matches(['[', ']']).to_owned());
        *at += close + 1;
    }
    let rest: Vec<Word<'d>> = flow.iter().skip(*at).take(5).filter_map(|word| without_colon(*word)).collect();
    let (amount, taken) = Amount::at(document, &rest, FAMILIES)?;
    *at += taken;
    let mut deviation = None;
    if rest.get(taken).is_some_and(|word| matches!(word.text, "+-" | "±")) {
        let (found, more) = Amount::at(document, rest.get(taken + 1..)?, FAMILIES)?;
        deviation = Some(Deviation::Amount(found));
        *at += 1 + more;
    }
    Some(Figure { amount, deviation, side, words: flow.get(start..*at)?.to_vec() })
}

fn without_colon(word: Word<'_>) -> Option<Word<'_>> {
    let (word, _) = word.split(word.text.trim_end_matches(':').len())?;
    Some(word)
}

/// Behind what a comparison says: `1.03x faster (-3%)`, `no change`.
fn change_end(flow: &[Word<'_>], at: usize) -> usize {
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    let change = matches!(text(at + 1), "faster" | "slower") || text(at) == "no" && text(at + 1).starts_with("change");
    let at = at + if change { 2 } else { 0 };
    at + usize::from(change && text(at).starts_with('(') && text(at).ends_with("%)"))
}

impl Found<'_> {
    fn emit(&self, document: &Document<'_>, sink: &mut Sink) {
        explain(document, &self.name, RegionKind::Label, sink);
        explain(document, &self.legend, RegionKind::Header, sink);
        explain(document, &self.derived, RegionKind::Derived, sink);
        explain_rest(document, &self.rest, sink);
        let name = joined(&self.name);
        // Where others have titles above, one without has lost it.
        let guessed = name.is_empty() && self.figures.len() > 1 && has_titles(document, sink);
        let name = match name.trim_end_matches(':') {
            "" => {
                if self.mean {
                    "mean"
                } else {
                    "median"
                }
            }
            name => name,
        };
        let compared = self.figures.len() > 1;
        for (at, figure) in self.figures.iter().enumerate() {
            let line = figure.words.first().map_or(0, |word| word.line);
            let what = What {
                guessed,
                ..What::new(name, Better::Lower, Role::Primary, FORMAT.id).spread(SpreadKind::Deviation)
            };
            let side = figure.side.as_deref().unwrap_or(if at == 0 { "before" } else { "after" });
            let labels = if compared {
                sink.labels_within(document, line, vec![setting("column", side)])
            } else {
                sink.labels_at(document, line, Labels::new())
            };
            explain(document, &figure.words, RegionKind::Context, sink);
            figure.amount.measure_with(&what, figure.deviation.as_ref(), labels, sink);
        }
    }
}

/// The header of a table of comparisons, whose first row shows a change.
fn table<'d>(document: &'d Document<'_>, line: usize) -> Option<bars::Header<'d>> {
    let text = document.text(line).trim_start();
    if !text.starts_with(['+', '|']) {
        return None;
    }
    // The rule above the header is the table's.
    let line = if bars::is_rule(text) { next_line(document, line)? } else { line };
    let header = bars::header(document, line)?;
    let first = bars::row(document, next_row(document, header.below)?, header.bars)?;
    let compares = |cell: usize| {
        let text = first.text(cell);
        ["x faster", "x slower", "no change", "not significant"].iter().any(|said| text.contains(said))
    };
    (header.row.text(0) == "Benchmark" && (2..first.cells.len()).any(compares)).then_some(header)
}

/// The first line from a line on that is no rule.
fn next_row(document: &Document<'_>, line: usize) -> Option<usize> {
    (line..document.len()).take(4).find(|&line| !document.is_blank(line) && !bars::is_rule(document.text(line)))
}

fn read_table(document: &Document<'_>, header: &bars::Header<'_>, sink: &mut Sink) -> usize {
    let (rows, end) = bars::rows(document, header, sink);
    for row in &rows {
        let name = row.text(0);
        explain(document, row.words(0), RegionKind::Label, sink);
        let mean = name == "Geometric mean";
        for cell in 1..row.cells.len() {
            let words: Vec<Word<'_>> = row.words(cell).iter().filter_map(|word| without_colon(*word)).collect();
            let found = columns::figure(document, &words, FAMILIES, None).filter(|found| !mean && found.taken > 1);
            explain(document, row.words(cell), RegionKind::Derived, sink);
            let Some(found) = found else { continue };
            let what = What::new(&name, Better::Lower, Role::Primary, FORMAT.id).spread(SpreadKind::Deviation);
            let own = vec![setting("column", &header.row.text(cell))];
            let labels = sink.labels_within(document, row.line, own);
            found.amount.measure_with(&what, found.deviation.as_ref(), labels, sink);
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn a_result_has_a_mean_with_its_deviation() {
        assert_eq!(shown("timeit x: Mean +- std dev: 28.5 ns +- 0.3 ns\n"), ["timeit x 28.5 ns Lower ±0.3"]);
        assert_eq!(shown("Median +- MAD: 1.2 us +-\n3 ns\n"), ["median 1.2 us Lower ±0.003"]);
    }

    #[test]
    fn sides_of_a_comparison_are_settings() {
        let text = "float\n=====\n\nMean +- std dev: [old.json] 28.5 ns +- 0.3 ns -> [new one] 27.7 ns +- 0.2 ns: 1.03x faster (-3%)\nSignificant (t=12.34)\n";
        assert_eq!(
            shown(text),
            ["float 28.5 ns Lower ±0.3 column=old.json", "float 27.7 ns Lower ±0.2 column=new one"]
        );
        assert_eq!(read(text).ledger.unread, 0);
        let text = "Faster (1):\n- float: 28.5 ns +- 0.3 ns -> 27.7 ns +- 0.2 ns: 1.03x faster\n\nGeometric mean: 1.03x faster\n";
        assert_eq!(shown(text), ["float 28.5 ns Lower ±0.3 column=before", "float 27.7 ns Lower ±0.2 column=after"]);
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn tables_have_a_column_for_each_side() {
        let text = "+------------+--------+-----------------------+\n| Benchmark  | a.json | b.json                |\n\
            +============+========+=======================+\n| int: x*x   | 28.5 ns | 27.7 ns: 1.03x faster |\n\
            +------------+--------+-----------------------+\n| b          | 1.2 us | not significant       |\n\
            +------------+--------+-----------------------+\n| Geometric mean | (ref) | 1.06x faster |\n+---+---+---+\n";
        assert_eq!(
            shown(text),
            [
                "int: x*x 28.5 ns Lower column=a.json",
                "int: x*x 27.7 ns Lower column=b.json",
                "b 1.2 us Lower column=a.json"
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
        let text = "| Benchmark | a | b |\n|---|:---:|:---:|\n| x | 28.5 ns | 27.7 ns: 1.03x faster |\n";
        assert_eq!(shown(text).len(), 2);
    }
}

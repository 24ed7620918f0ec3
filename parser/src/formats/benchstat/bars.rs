//! The second layout: bars part the sets' names and units, figures have a letter for the size of their unit.

use super::{Cell, measure, what};
use crate::diagnostic::DiagnosticKind;
use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::measurement::SpreadKind;
use crate::reading::amount::{Amount, BINARY_RATES, BINARY_SIZES, Deviation, Family, Kind, What, explain, joined};
use crate::reading::emit;
use crate::reading::flow::{TIMES, flow, rest_of_line};
use crate::reading::quantity;
use crate::reading::words::{Word, column_of, next_line, title_above};
use crate::sink::Sink;
use crate::unit::Better;

/// A header or a row and what was wrapped of it take at most this many lines.
const MOST_LINES: usize = 8;

/// A benchmark's name has at most this many words: keys of a projection are printed side by side.
const MOST_NAME_WORDS: usize = 6;

/// What the header says.
pub(super) struct Header {
    sets: Vec<String>,
    /// The unit of each set's figures, which is the same.
    unit: String,
    /// In which column of the page each set starts; empty where it was wrapped or lost its blanks.
    places: Vec<u32>,
    /// What stands above the table.
    title: Option<String>,
    line: usize,
    end: usize,
}

/// `header = "│" 1*(set "│") "│" 1*(unit ["vs base"] "│")`
pub(super) fn header(document: &Document<'_>, line: usize) -> Option<Header> {
    if !document.text(line).trim_start().starts_with('│') {
        return None;
    }
    let words = flow(document, line, MOST_LINES);
    let bars: Vec<usize> = (0..words.len()).filter(|&at| words.get(at).is_some_and(|word| word.text == "│")).collect();
    let between = |pair: &[usize]| match pair {
        [from, to] => joined(words.get(from + 1..*to).unwrap_or_default()),
        _ => String::new(),
    };
    let texts: Vec<String> = bars.windows(2).map(between).collect();
    // The second line's first bar follows the first line's last one.
    let sets: Vec<String> = texts.iter().take_while(|text| !text.is_empty()).cloned().collect();
    let units: Vec<&String> = texts.iter().skip(sets.len() + 1).take(sets.len()).collect();
    let unit = units.first()?.trim_end_matches("vs base").trim().to_owned();
    let alike = units.iter().all(|other| other.trim_end_matches("vs base").trim() == unit);
    if sets.is_empty() || units.len() != sets.len() || !alike || unit.is_empty() {
        return None;
    }
    let last = *bars.get(2 * sets.len() + 1)?;
    let (rest, end) = rest_of_line(&words, last + 1);
    if !rest.is_empty() {
        return None;
    }
    let places = places(document, line, sets.len());
    Some(Header {
        sets,
        unit,
        places,
        title: title_above(document, line).filter(|title| !super::is_any_key(title)),
        line,
        end,
    })
}

/// Whether a line is one of a header's two, the other of which is lost: rows of the layout stand below.
pub(super) fn is_part(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line).trim();
    let closed = text.starts_with('│') && text.ends_with('│') && text.matches('│').count() > 1;
    let row = |next: usize| document.text(next).contains("± ");
    closed && next_line(document, line).is_some_and(row)
}

/// Leaves the rows below such a line unread: half a header does not tell the sets or the unit.
pub(super) fn read_part(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    sink.explain(document.line_span(line), RegionKind::Header);
    sink.diagnose(document.line_span(line), DiagnosticKind::UnknownTable { section: super::FORMAT.title.to_owned() });
    let row = |next: &usize| {
        let text = document.text(*next);
        text.contains('±') || text.trim_start().starts_with("geomean") || text.contains("(p=")
    };
    let mut end = line + 1;
    while let Some(next) = next_line(document, end - 1).filter(row) {
        sink.explain(document.line_span(next), RegionKind::Unread);
        end = next + 1;
    }
    end
}

/// Where the columns of the sets start, by the bars before them.
fn places(document: &Document<'_>, line: usize, sets: usize) -> Vec<u32> {
    let bars: Vec<u32> =
        document.tokens(line).iter().filter(|token| token.text == "│").map(|token| token.column).collect();
    if bars.len() == sets + 1 && document.text(line).contains("  ") {
        bars.into_iter().take(sets).collect()
    } else {
        Vec::new()
    }
}

/// The unit that a letter makes of the header's, and the powers of ten and two that it stands for besides.
fn scaled(unit: &str, letters: &str) -> Option<(i32, i32, usize, Kind)> {
    let size = |family: Family, symbol: &str| {
        family.iter().find(|size| size.symbol == symbol).map(|size| (0, 0, letters.len(), Kind::Sized(size, family)))
    };
    let letter = letters.replace(['µ', 'μ'], "u");
    match (unit, letter.as_str()) {
        ("sec/op", "" | "n" | "u" | "m" | "p") => size(TIMES, &format!("{letter}s")),
        ("B/op", "" | "Ki" | "Mi" | "Gi" | "Ti") => size(BINARY_SIZES, &format!("{letter}B")),
        ("B/s", "" | "Ki" | "Mi" | "Gi" | "Ti") => size(BINARY_RATES, &format!("{letter}B/s")),
        _ => {
            let ten = match letter.as_str() {
                "" => 0,
                "k" => 3,
                "M" => 6,
                "G" => 9,
                "T" => 12,
                "m" => -3,
                "u" => -6,
                "n" => -9,
                _ => return None,
            };
            Some((ten, 0, letters.len(), Kind::Fixed(emit::unit(unit))))
        }
    }
}

/// `cell = number [letter] ["±" (percent / "∞")] [footnote]`
fn cell<'d>(document: &Document<'_>, words: &[Word<'d>], unit: &str) -> Option<(Cell<'d>, usize)> {
    let first = words.first()?;
    let amount = Amount::glued(document, first, first.text, |letters| scaled(unit, letters))?;
    let text = |at: usize| words.get(at).map_or("", |word| word.text);
    let (deviation, mut taken) = if text(1) == "±" { (Deviation::percent(text(2)), 3) } else { (None, 1) };
    taken += usize::from(is_footnote(text(taken)));
    let words = words.get(..taken)?.to_vec();
    Some((Cell { amount, deviation, words, set: 0 }, taken))
}

fn is_footnote(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| "¹²³⁴⁵⁶⁷⁸⁹⁰".contains(c))
}

/// A benchmark's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    cells: Vec<Cell<'d>>,
    derived: Vec<Word<'d>>,
    end: usize,
}

/// `row = 1*word 1*(cell [change ["(" note ")"]])`
fn row<'d>(document: &'d Document<'_>, line: usize, header: &Header) -> Option<Row<'d>> {
    let flow = flow(document, line, MOST_LINES);
    let here = flow.iter().take_while(|word| word.line == line).count();
    let first = |at: usize| cell(document, flow.get(at..).unwrap_or_default(), &header.unit);
    // A name may be a number, so the first figure with a ± counts; the means have none.
    let with_sign = |at: &usize| first(*at).is_some_and(|(cell, _)| cell.words.len() > 1);
    let mean = flow.first().is_some_and(|word| word.text == "geomean");
    let start = (1..=MOST_NAME_WORDS).find(|at| if mean { first(*at).is_some() } else { with_sign(at) })?;
    // The name ends where the first line does, at the latest, and a figure with its ± is none.
    if start > here || with_sign(&0) {
        return None;
    }
    let (mut cells, mut derived) = (Vec::new(), Vec::new());
    let mut at = start;
    while cells.len() < header.sets.len() {
        let Some((mut found, taken)) = first(at).filter(|(cell, _)| mean || cell.words.len() > 1) else { break };
        found.set = cells.len();
        cells.push(found);
        at += taken;
        let noted = note_end(&flow, at);
        derived.extend(flow.get(at..noted)?.iter().copied());
        at = noted;
    }
    let (rest, end) = rest_of_line(&flow, at);
    if rest.iter().any(|word| !is_footnote(word.text)) {
        return None;
    }
    derived.extend(rest.iter().copied());
    Some(Row { name: flow.get(..start)?.to_vec(), cells, derived, end })
}

/// Behind a change and the note on it: `-25.09% (p=0.000 n=10)`, `~ (p=1.000 n=6) ¹`.
fn note_end(flow: &[Word<'_>], at: usize) -> usize {
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    let change = matches!(text(at), "~" | "?") || text(at).ends_with('%');
    if !change {
        return at;
    }
    let mut at = at + 1;
    if text(at).starts_with('(') {
        let close = flow.iter().skip(at).take(4).position(|word| word.text.ends_with(')'));
        at += close.map_or(0, |close| close + 1);
    }
    at + usize::from(is_footnote(text(at)))
}

/// Reads a table and the footnotes below it.
pub(super) fn read(document: &Document<'_>, header: &Header, sink: &mut Sink) -> usize {
    for line in header.line..header.end {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    let mut end = header.end;
    while let Some(next) = next_line(document, end - 1) {
        let text = document.text(next).trim_start();
        if text.split_whitespace().next().is_some_and(is_footnote) {
            sink.explain(document.line_span(next), RegionKind::Context);
            end = next + 1;
        } else if let Some(row) = row(document, next, header) {
            end = row.end;
            emit(document, header, row, sink);
        } else {
            break;
        }
    }
    end
}

fn emit(document: &Document<'_>, header: &Header, mut row: Row<'_>, sink: &mut Sink) {
    for word in &row.derived {
        sink.explain(word.span(document), RegionKind::Derived);
    }
    explain(document, &row.name, RegionKind::Label, sink);
    let mean = row.name.first().is_some_and(|word| word.text == "geomean");
    let placed = row.cells.len() == header.sets.len() || mean || place(document, header, &mut row.cells);
    for cell in &row.cells {
        let kind = match (mean, placed) {
            (true, _) => RegionKind::Derived,
            (false, true) => RegionKind::Context,
            (false, false) => RegionKind::Unread,
        };
        explain(document, &cell.words, kind, sink);
    }
    if mean {
        return;
    }
    if !placed {
        let span = document.line_span(row.name.first().map_or(header.line, |word| word.line));
        let (values, columns) = (row.cells.len(), header.sets.len());
        sink.diagnose(span, DiagnosticKind::UnreadRow { section: header.unit.clone(), values, columns });
        return;
    }
    let mut what = what(&header.unit, SpreadKind::HalfInterval(0.95));
    if matches!(header.unit.as_str(), "sec/op" | "B/op") {
        what.per = "/op";
    }
    if what.better == Better::Unknown {
        what.better = quantity::better(&header.unit, &emit::unit(&header.unit));
    }
    let name = joined(&row.name);
    measure(
        document,
        (&name, header.title.as_deref()),
        What { name: "", ..what },
        &header.sets,
        (&row.cells, &row.derived),
        sink,
    );
}

/// Finds the sets of a row's figures by their place; false where the blanks do not tell.
fn place(document: &Document<'_>, header: &Header, cells: &mut [Cell<'_>]) -> bool {
    cells.iter_mut().all(|cell| {
        let set = cell.words.first().and_then(|word| column_of(document, &header.places, word));
        cell.set = set.unwrap_or_default();
        set.is_some()
    })
}

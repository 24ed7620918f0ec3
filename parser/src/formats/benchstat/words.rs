//! The first layout: a header of words, and figures with their units.

use super::{Cell, measure, what};
use crate::diagnostic::DiagnosticKind;
use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::measurement::SpreadKind;
use crate::reading::amount::{Amount, Deviation, Family, Kind, What, explain, joined, number, sized};
use crate::reading::emit;
use crate::reading::flow::{Size, TIMES, flow, rest_of_line};
use crate::reading::quantity;
use crate::reading::words::{Word, column_of, next_line, title_above, words};
use crate::sink::Sink;
use crate::unit::{Better, Unit};

/// A row and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 4;

/// A benchmark's name has at most this many words.
const MOST_NAME_WORDS: usize = 6;

/// The note on a change has at most this many words.
const MOST_NOTE_WORDS: usize = 6;

/// Memory, whose letters stand for powers of ten here.
const SIZES: Family = &[Size::decimal("B", 0), Size::decimal("kB", 3), Size::decimal("MB", 6), Size::decimal("GB", 9)];
/// Rates of data.
const RATES: Family = &[
    Size::data_rate("B/s", 0, 0, 1.0),
    Size::data_rate("kB/s", 3, 0, 1e3),
    Size::data_rate("MB/s", 6, 0, 1e6),
    Size::data_rate("GB/s", 9, 0, 1e9),
    Size::data_rate("TB/s", 12, 0, 1e12),
];
/// All that a figure may have.
const FAMILIES: &[Family] = &[TIMES, SIZES, RATES];

/// What the header says.
pub(super) struct Header {
    /// The unit of all figures: `time/op`.
    unit: String,
    /// What the sets are called.
    sets: Vec<String>,
    /// In which column of the page each set starts; empty where the blanks are gone.
    places: Vec<u32>,
    /// What stands above the table.
    title: Option<String>,
    line: usize,
    end: usize,
}

/// `header = "name" "old" unit "new" unit "delta" / "name" unit / "name" "\" unit 3*set`
pub(super) fn header(document: &Document<'_>, line: usize) -> Option<Header> {
    let words = flow(document, line, 2);
    let text = |at: usize| words.get(at).map_or("", |word| word.text);
    if text(0) != "name" {
        return None;
    }
    let (unit, sets, taken) = match (text(1), text(2)) {
        ("old", unit) if text(3) == "new" && text(4) == unit => {
            let taken = if text(5) == "delta" { 6 } else { 5 };
            (unit, vec!["old".to_owned(), "new".to_owned()], taken)
        }
        ("\\", unit) => {
            let here = words.iter().take_while(|word| word.line == line).count();
            (unit, words.get(3..here)?.iter().map(|word| word.text.to_owned()).collect(), here)
        }
        (unit, _) if is_unit(unit) && words.get(2).is_none_or(|word| word.line > line) => {
            (unit, vec![String::new()], 2)
        }
        _ => return None,
    };
    let (rest, end) = rest_of_line(&words, taken);
    if sets.is_empty() || !rest.is_empty() {
        return None;
    }
    let places = places(document, line, sets.len());
    let header = Header { unit: unit.to_owned(), sets, places, title: title_above(document, line), line, end };
    // A row must follow: these words alone are anyone's.
    let below = next_line(document, end - 1)?;
    row(document, below, &header).map(|_| header)
}

/// The units that are known to stand alone in a header.
fn is_unit(text: &str) -> bool {
    ["time/op", "alloc/op", "allocs/op", "speed"].contains(&text) || text.ends_with("/op")
}

/// Where the sets' columns start; nothing where single blanks part them.
fn places(document: &Document<'_>, line: usize, sets: usize) -> Vec<u32> {
    let tokens = document.tokens(line);
    let starts: Vec<u32> = match sets {
        2 => tokens.iter().skip(1).step_by(2).map(|token| token.column).take(2).collect(),
        _ => tokens.iter().skip(tokens.len().saturating_sub(sets)).map(|token| token.column).collect(),
    };
    // `old time/op  new`: a column is set off by two blanks.
    let spaced = document.text(line).trim().matches("  ").count() + 1 >= sets;
    if starts.len() == sets && spaced { starts } else { Vec::new() }
}

/// A benchmark's row.
struct Row<'d> {
    name: Vec<Word<'d>>,
    cells: Vec<Cell<'d>>,
    /// The change and how sure it is.
    derived: Vec<Word<'d>>,
    end: usize,
    /// Whether the row lacks a set's figure.
    lacks: bool,
}

/// `row = 1*word 1*cell [change] ["(" note ")"]`
fn row<'d>(document: &'d Document<'_>, line: usize, header: &Header) -> Option<Row<'d>> {
    let flow = flow(document, line, ROW_LINES);
    let kind = unit_kind(&header.unit);
    // A name ends in its line, and a figure with its ± is none.
    let here = flow.iter().take_while(|word| word.line == line).count();
    let at_cell = |at: usize| cell(document, flow.get(at..).unwrap_or_default(), &kind);
    let figure = at_cell(0).is_some_and(|(cell, _)| cell.deviation.is_some());
    let start = (1..=MOST_NAME_WORDS.min(here)).find(|&at| !figure && at_cell(at).is_some())?;
    let mut cells = Vec::new();
    let mut at = start;
    while let Some((mut found, taken)) = flow.get(at..).and_then(|rest| cell(document, rest, &kind)) {
        if cells.len() >= header.sets.len() {
            break;
        }
        found.set = cells.len();
        cells.push(found);
        at += taken;
    }
    let lacks = cells.len() < header.sets.len();
    let noted = note_end(&flow, at);
    let derived = flow.get(at..noted)?.to_vec();
    let (rest, end) = rest_of_line(&flow, noted);
    if !rest.is_empty() && !rest.iter().all(|word| word.text.chars().all(|c| !c.is_alphanumeric())) {
        return None;
    }
    Some(Row { name: flow.get(..start)?.to_vec(), cells, derived, end, lacks })
}

/// The figures' unit where they carry none.
fn unit_kind(unit: &str) -> Kind {
    match unit {
        "time/op" | "alloc/op" | "speed" => Kind::Fixed(Unit::none()),
        _ => sized(unit, FAMILIES).unwrap_or_else(|| Kind::Fixed(emit::unit(unit))),
    }
}

/// `cell = number [unit] ["±" percent]`; without its ± a figure is one of a kind.
fn cell<'d>(document: &Document<'_>, words: &[Word<'d>], kind: &Kind) -> Option<(Cell<'d>, usize)> {
    let first = words.first()?;
    let (length, _) = number(first.text)?;
    let glued = first.text.get(length..).unwrap_or_default();
    let amount = match sized(glued, FAMILIES) {
        Some(found) => Amount::glued(document, first, first.text, |_| Some((0, 0, 0, found)))?,
        None => Amount::bare(document, first, kind.clone())?,
    };
    let text = |at: usize| words.get(at).map_or("", |word| word.text);
    let (deviation, taken) = match text(1) {
        "±" => (Deviation::percent(text(2)), 3),
        // The percentage is printed in two places: `±24%`.
        glued if glued.starts_with('±') => (Deviation::percent(glued.trim_start_matches('±')), 2),
        _ => (None, 1),
    };
    let words = words.get(..taken)?.to_vec();
    Some((Cell { amount, deviation, words, set: 0 }, taken))
}

/// Behind the change and the note on it, wherever these are wrapped.
fn note_end(flow: &[Word<'_>], at: usize) -> usize {
    let text = |at: usize| flow.get(at).map_or("", |word| word.text);
    let change = text(at) == "~" || text(at).ends_with('%') && text(at).starts_with(['+', '-', '−', '0']);
    let at = at + usize::from(change);
    if !text(at).starts_with('(') {
        return at;
    }
    let close = flow.iter().skip(at).take(MOST_NOTE_WORDS).position(|word| word.text.ends_with(')'));
    close.map_or(at, |close| at + close + 1)
}

/// Reads a table.
pub(super) fn read(document: &Document<'_>, header: &Header, sink: &mut Sink) -> usize {
    for line in header.line..header.end {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
    let mut end = header.end;
    while let Some(next) = next_line(document, end - 1) {
        // Another table of the same comparison is a block of its own.
        if words(document, next).first().is_some_and(|word| word.text == "name") {
            break;
        }
        let Some(row) = row(document, next, header) else { break };
        end = row.end;
        emit(document, header, row, sink);
    }
    end
}

fn emit(document: &Document<'_>, header: &Header, mut row: Row<'_>, sink: &mut Sink) {
    explain(document, &row.derived, RegionKind::Derived, sink);
    explain(document, &row.name, RegionKind::Label, sink);
    let mean = row.name.first().is_some_and(|word| word.text.starts_with("[Geo"));
    let placed = !row.lacks || place(document, header, &mut row.cells);
    for cell in &row.cells {
        let kind = if mean {
            RegionKind::Derived
        } else if placed {
            RegionKind::Context
        } else {
            RegionKind::Unread
        };
        explain(document, &cell.words, kind, sink);
    }
    let name = joined(&row.name);
    if mean {
        return;
    }
    if !placed {
        let span = document.line_span(row.name.first().map_or(header.line, |word| word.line));
        let (values, columns) = (row.cells.len(), header.sets.len());
        sink.diagnose(span, DiagnosticKind::UnreadRow { section: header.unit.clone(), values, columns });
        return;
    }
    let mut what = what(&header.unit, SpreadKind::FurthestRun);
    // One header may stand over rows that are no times.
    if emit::unit(&header.unit).is_time() && quantity::better(&parted(&name), &Unit::none()) == Better::Higher {
        for cell in &mut row.cells {
            cell.amount = cell.amount.clone().in_kind(Kind::Fixed(Unit::none()));
        }
    }
    if what.better == Better::Unknown {
        what.better = other_better(&name, &header.unit);
    }
    measure(
        document,
        (&name, header.title.as_deref()),
        What { name: "", ..what },
        &header.sets,
        (&row.cells, &row.derived),
        sink,
    );
}

/// A name with its words parted: `LatenciesMean`.
fn parted(name: &str) -> String {
    name.chars().flat_map(|c| if c.is_uppercase() { vec![' ', c] } else { vec![c] }).collect()
}

/// Which way is better in a unit that is not Go's own: as the row's name says, else as the unit does.
fn other_better(name: &str, unit: &str) -> Better {
    match quantity::better(&parted(name), &Unit::none()) {
        Better::Unknown if name.contains(char::is_alphabetic) => quantity::better("", &emit::unit(unit)),
        found => found,
    }
}

/// Finds the sets of a row's figures by their place; false where the blanks do not tell.
fn place(document: &Document<'_>, header: &Header, cells: &mut [Cell<'_>]) -> bool {
    cells.iter_mut().all(|cell| {
        let set = cell.words.first().and_then(|word| column_of(document, &header.places, word));
        cell.set = set.unwrap_or_default();
        set.is_some()
    })
}

//! Lines to cells: pipes, tabs, or runs of blanks.

use std::collections::BTreeSet;

use super::cell;
use crate::mail::Document;

/// What separates cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Pipe,
    Comma,
    Tab,
    Space,
}

/// A cell: a part of its line, and where it starts there, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell<'d> {
    /// The line it stands in; a mailer may have wrapped the row.
    pub(super) line: usize,
    pub(super) text: &'d str,
    pub(super) start: usize,
}

/// The header and the rows of a table.
#[derive(Debug)]
pub(super) struct Grid<'d> {
    pub(super) header_line: usize,
    pub(super) header: Vec<Cell<'d>>,
    pub(super) rows: Vec<(usize, Vec<Cell<'d>>)>,
    /// Lines that only separate.
    pub(super) rules: Vec<usize>,
    /// The first line after it.
    pub(super) end: usize,
}

/// The cells of a line.
pub(super) fn cells(text: &str, style: Style) -> Vec<Cell<'_>> {
    match style {
        Style::Pipe => pieces(text.trim_end().trim_end_matches('|'), &|c| c == '|')
            .into_iter()
            .enumerate()
            .filter(|(at, cell)| *at > 0 || !cell.text.is_empty())
            .map(|(_, cell)| cell)
            .collect(),
        Style::Comma => pieces(text, &|c| c == ',').into_iter().map(unquoted).collect(),
        Style::Tab => pieces(text, &|c| c == '\t').into_iter().filter(|cell| !cell.text.is_empty()).collect(),
        Style::Space => spaced(text),
    }
}

fn pieces<'d>(text: &'d str, parts: &dyn Fn(char) -> bool) -> Vec<Cell<'d>> {
    let mut found = Vec::new();
    let mut start = 0;
    for piece in text.split(parts) {
        found.push(trimmed(text, start, start + piece.len()));
        start += piece.len() + 1;
    }
    found
}

/// The cell that is some part of a line without the blanks around it.
fn trimmed(line: &str, start: usize, end: usize) -> Cell<'_> {
    let piece = line.get(start..end).unwrap_or_default();
    let inner = piece.trim();
    let at = start + (piece.len() - piece.trim_start().len());
    Cell { line: 0, text: inner, start: at }
}

/// A cell of CSV without its quotes.
fn unquoted(cell: Cell<'_>) -> Cell<'_> {
    match cell.text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) => Cell { text: inner, start: cell.start + 1, ..cell },
        None => cell,
    }
}

/// The cells of a row that starts at a line, and the first line after it. A row between bars that lacks cells goes on in
/// lines that do not start with a bar: a mailer wrapped it.
fn row_at<'d>(document: &'d Document<'_>, line: usize, style: Style, columns: usize) -> (Vec<Cell<'d>>, usize) {
    let text = document.text(line);
    let mut row: Vec<Cell<'d>> = cells(text, style).into_iter().map(|cell| Cell { line, ..cell }).collect();
    let mut next = line + 1;
    let mut closed = text.trim_end().ends_with('|');
    if style != Style::Pipe || !text.trim_start().starts_with('|') {
        return (row, next);
    }
    while (row.len() < columns || !closed) && next < line + MOST_WRAPPED && document.depth(next) == document.depth(line)
    {
        let more = document.text(next);
        let trimmed = more.trim();
        if trimmed.is_empty() || trimmed.starts_with('|') && trimmed.len() > 1 {
            break;
        }
        if trimmed != "|" {
            // What follows a bar begins a cell; else it goes on in the one that was open, which held nothing yet.
            if !closed && row.last().is_some_and(|last| last.text.is_empty()) {
                row.pop();
            }
            row.extend(cells(more, style).into_iter().map(|cell| Cell { line: next, ..cell }));
        }
        closed = trimmed.ends_with('|');
        next += 1;
    }
    (row, next)
}

/// A row is wrapped over at most so many lines.
const MOST_WRAPPED: usize = 5;

/// Cells parted by at least two blanks or a tab; figures behind words or other figures by one.
fn spaced(text: &str) -> Vec<Cell<'_>> {
    let mut found: Vec<Cell<'_>> = Vec::new();
    let mut open: Option<usize> = None;
    let mut blanks = 0;
    for (at, c) in text.char_indices().chain(std::iter::once((text.len(), '\t'))) {
        if c.is_whitespace() {
            blanks += if c == '\t' { 2 } else { 1 };
            if let (Some(start), true) = (open, blanks >= 2) {
                split_figures(trimmed(text, start, at), text, &mut found);
                open = None;
            }
        } else {
            blanks = 0;
            open.get_or_insert(at);
        }
    }
    found
}

/// Parts a piece into its words and the figures behind them: `patched 256 12.5` is three cells, `12.5 ms` is one.
fn split_figures<'d>(piece: Cell<'d>, line: &'d str, found: &mut Vec<Cell<'d>>) {
    if cell::figure(piece.text).is_some() {
        found.push(piece);
        return;
    }
    let words: Vec<&str> = piece.text.split_whitespace().collect();
    let figures = words.iter().rev().take_while(|word| cell::figure(word).is_some()).count();
    if figures == 0 || words.len() < 2 {
        found.push(piece);
        return;
    }
    let place = |word: &str| piece.start + (word.as_ptr().addr() - piece.text.as_ptr().addr());
    if let (Some(first), Some(last)) =
        (words.first(), words.len().checked_sub(figures + 1).and_then(|at| words.get(at)))
    {
        found.push(trimmed(line, place(first), place(last) + last.len()));
    }
    for word in words.iter().skip(words.len() - figures) {
        found.push(trimmed(line, place(word), place(word) + word.len()));
    }
}

/// Whether a line only separates: dashes, equals signs, pluses, bars and colons.
fn is_separator(text: &str) -> bool {
    let text = text.trim();
    text.len() >= 3 && text.chars().all(|c| matches!(c, '-' | '=' | '+' | '|' | ':' | '~' | ' ' | '\t'))
}

/// Fewer figures than these in all are no table.
const FEWEST_FIGURES: usize = 4;
/// Between header and rows stand at most so many lines without words.
const MOST_GAP: usize = 3;

impl<'d> Grid<'d> {
    /// The table whose header a line is.
    pub(super) fn at(document: &'d Document<'_>, line: usize) -> Option<Self> {
        let text = document.text(line);
        if is_separator(text) || text.len() > 400 {
            return None;
        }
        let style = style_of(text)?;
        let (header, below) = row_at(document, line, style, 0);
        if header.len() < 2 || header.iter().any(|c| cell::figure(c.text).is_some() && !c.text.ends_with('%')) {
            // Headers that are numbers are loads; then the first cell says of what.
            let numbers: Vec<&str> = header.iter().skip(1).map(|c| c.text).collect();
            let named = header.first().is_some_and(|c| cell::figure(c.text).is_none() && !c.text.is_empty());
            let loads = named && super::meaning::rises(&numbers);
            if header.len() < 3 || !loads || style != Style::Pipe {
                return None;
            }
        }
        let mut grid = Self { header_line: line, header, rows: Vec::new(), rules: Vec::new(), end: line + 1 };
        grid.take_rows(document, style, below);
        let figures: usize =
            grid.rows.iter().map(|(_, row)| row.iter().filter(|c| cell::figure(c.text).is_some()).count()).sum();
        (grid.rows.len() >= 2 && figures >= FEWEST_FIGURES).then_some(grid)
    }

    fn take_rows(&mut self, document: &'d Document<'_>, style: Style, below: usize) {
        let depth = document.depth(self.header_line);
        let mut line = below;
        let mut gap = 0;
        let mut names: BTreeSet<Vec<String>> = BTreeSet::new();
        self.rules.extend(self.header_line + 1..below);
        while line < document.len() && document.depth(line) == depth {
            let text = document.text(line);
            if is_separator(text) || text.trim().is_empty() {
                gap += 1;
                if gap > MOST_GAP || (!self.rows.is_empty() && style == Style::Pipe && text.trim().is_empty()) {
                    break;
                }
                if !text.trim().is_empty() {
                    self.rules.push(line);
                }
                line += 1;
                continue;
            }
            let (row, next) = row_at(document, line, style, self.header.len());
            // Behind a gap, a row of a name that was there already is another table's.
            let name = name_of(&row);
            if !self.fits(&row) || (gap > 0 && !name.is_empty() && names.contains(&name)) {
                break;
            }
            names.insert(name);
            gap = 0;
            self.rows.push((line, row));
            line = next;
            self.end = line;
        }
        let end = self.end;
        self.rules.retain(|rule| *rule < end);
    }

    /// Whether cells can be a row of the table: as many as the header has or one more, and figures behind words.
    fn fits(&self, row: &[Cell<'_>]) -> bool {
        let columns = self.header.len();
        let figures = row.iter().filter(|c| cell::figure(c.text).is_some()).count();
        let first = self.rows.first().map_or(row.len(), |(_, first)| first.len());
        (row.len() == columns || row.len() == columns + 1) && row.len() == first && figures > 0
    }
}

/// What names a row: its words, and figures with a unit, which are conditions more often than results.
fn name_of(row: &[Cell<'_>]) -> Vec<String> {
    let names = |cell: &&Cell<'_>| cell::figure(cell.text).is_none_or(|figure| figure.unit.is_some());
    row.iter().filter(names).map(|cell| cell.text.to_owned()).collect()
}

fn style_of(text: &str) -> Option<Style> {
    let bars = text.matches('|').count();
    let tabs = text.trim().matches('\t').count();
    let commas = text.matches(',').count();
    match (bars, tabs) {
        (1.., _) => Some(Style::Pipe),
        _ if commas >= 3 && commas > text.matches(' ').count() => Some(Style::Comma),
        (0, 1..) => Some(Style::Tab),
        _ if text.trim().contains("  ") => Some(Style::Space),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, SourceId};

    fn texts(line: &str, style: Style) -> Vec<&str> {
        cells(line, style).iter().map(|cell| cell.text).collect()
    }

    #[test]
    fn lines_are_split_into_cells() {
        assert_eq!(texts("| a | 1.5 | |", Style::Pipe), ["a", "1.5", ""]);
        assert_eq!(texts("a | 1 | 2", Style::Pipe), ["a", "1", "2"]);
        assert_eq!(texts("a b\t\t12\t13", Style::Tab), ["a b", "12", "13"]);
        assert_eq!(texts("load one   12.5 ms  13", Style::Space), ["load one", "12.5 ms", "13"]);
        assert_eq!(texts("patched 256 12.5", Style::Space), ["patched", "256", "12.5"]);
    }

    #[test]
    fn a_table_is_a_header_and_rows_alike() {
        let source = Source::unnamed("x  master  patch\na  1.0  2.0\nb  3.0  4.0\n\nand so on\n");
        let document = Document::new(SourceId(0), &source);
        let grid = Grid::at(&document, 0).expect("a table");
        assert_eq!((grid.rows.len(), grid.end), (2, 3));
        assert!(Grid::at(&document, 1).is_none());
        assert!(Grid::at(&document, 4).is_none());
    }
}

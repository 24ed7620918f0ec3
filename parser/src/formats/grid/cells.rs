//! Lines to cells: bars, commas, semicolons, or gaps of blanks and tabs.

use std::borrow::Cow;

use super::cell::{self, Figure};
use crate::mail::Document;
use crate::reading::number::Comma;

/// What separates cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `| a | b |`, also drawn with box characters.
    Bars,
    /// `a,b`
    Commas,
    /// `a;b`, as programs write that have decimal commas.
    Semicolons,
    /// Two blanks or more, or a tab; figures by one.
    Gaps,
}

/// A cell: a part of its line, and where it starts there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell<'d> {
    /// The line it stands in; a mailer may have wrapped the row.
    pub(super) line: usize,
    /// Its characters; put together from several lines where it was wrapped itself.
    pub(super) text: Cow<'d, str>,
    /// In bytes.
    pub(super) start: usize,
    /// Columns of the first character and after the last, from 0, tabs expanded.
    pub(super) from: usize,
    pub(super) to: usize,
    /// What it holds, if that is a figure.
    pub(super) figure: Option<Figure>,
}

impl Cell<'_> {
    /// Whether it stands for a figure: it is one, or says that there is none.
    pub(super) fn is_value(&self) -> bool {
        self.figure.is_some() || cell::is_missing(&self.text)
    }
}

const TAB: usize = 8;

/// The column of every byte of a line, and the one after its end.
struct Columns(Vec<u32>);

impl Columns {
    fn of(text: &str) -> Self {
        let mut columns = Vec::with_capacity(text.len() + 1);
        let mut column = 0;
        for c in text.chars() {
            columns.extend(std::iter::repeat_n(column as u32, c.len_utf8()));
            column = if c == '\t' { (column / TAB + 1) * TAB } else { column + 1 };
        }
        columns.push(column as u32);
        Self(columns)
    }

    fn at(&self, byte: usize) -> usize {
        self.0.get(byte).or(self.0.last()).map_or(0, |&column| column as usize)
    }
}

/// Reads lines to cells.
#[derive(Clone, Copy)]
pub(super) struct Cutter<'d> {
    pub(super) document: &'d Document<'d>,
    pub(super) comma: Comma,
}

/// The characters that boxes are drawn with, which part cells as bars do.
const BARS: &[char] = &['|', '│', '┃', '║', '┆', '┊'];

/// A row is wrapped over at most so many lines.
const MOST_WRAPPED: usize = 6;

impl<'d> Cutter<'d> {
    pub(super) fn new(document: &'d Document<'_>) -> Self {
        Self { document, comma: document.comma() }
    }

    /// The cells of a line.
    pub(super) fn cells(&self, line: usize, style: Style) -> Vec<Cell<'d>> {
        match style {
            Style::Bars => self.pieces(line, &|c| BARS.contains(&c)),
            Style::Commas => self.pieces(line, &|c| c == ','),
            // Who parts cells by semicolons writes commas into numbers.
            Style::Semicolons => Self { comma: Comma::Decimal, ..*self }.pieces(line, &|c| c == ';'),
            Style::Gaps => self.spaced(line),
        }
    }

    fn cell(&self, line: usize, columns: &Columns, start: usize, end: usize) -> Cell<'d> {
        let whole = self.document.text(line);
        let piece = whole.get(start..end).unwrap_or_default();
        let text = piece.trim();
        let start = start + (piece.len() - piece.trim_start().len());
        let figure = cell::figure(text, self.comma);
        let (from, to) = (columns.at(start), columns.at(start + text.len()));
        Cell { line, text: Cow::Borrowed(text), start, from, to, figure }
    }

    fn pieces(&self, line: usize, parts: &dyn Fn(char) -> bool) -> Vec<Cell<'d>> {
        let text = self.document.text(line);
        let columns = Columns::of(text);
        let mut found = Vec::new();
        let mut start = 0;
        let mut quoted = false;
        for (at, c) in text.char_indices().chain(std::iter::once((text.len(), '\0'))) {
            quoted ^= c == '"';
            if at == text.len() || parts(c) && !(quoted && matches!(c, ',' | ';')) {
                let cell = self.cell(line, &columns, start, at);
                let listed = matches!(c, ',' | ';') || text.contains("\",") || text.contains("\";");
                found.push(if listed { self.unquoted(cell) } else { cell });
                start = at + c.len_utf8();
            }
        }
        found
    }

    /// A cell of CSV without its quotes.
    fn unquoted(&self, cell: Cell<'d>) -> Cell<'d> {
        let Cow::Borrowed(text) = cell.text else { return cell };
        match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(inner) => {
                let figure = cell::figure(inner, self.comma);
                Cell { text: Cow::Borrowed(inner), start: cell.start + 1, figure, ..cell }
            }
            None => cell,
        }
    }

    /// Cells parted by at least two blanks or a tab; figures by one, with all that belongs to them.
    fn spaced(&self, line: usize) -> Vec<Cell<'d>> {
        let text = self.document.text(line);
        let columns = Columns::of(text);
        let mut found: Vec<Cell<'d>> = Vec::new();
        let mut at = 0;
        while let Some(start) =
            text.get(at..).and_then(|rest| rest.find(|c: char| !c.is_whitespace())).map(|gap| at + gap)
        {
            let rest = text.get(start..).unwrap_or_default();
            let figure = cell::read(rest, self.comma).filter(|(_, taken)| {
                rest.get(*taken..).is_some_and(|r| r.chars().next().is_none_or(char::is_whitespace))
            });
            if let Some((figure, taken)) = figure {
                let end = start + taken;
                let shown = text.get(start..end).unwrap_or_default();
                let (from, to) = (columns.at(start), columns.at(start + shown.trim_end().len()));
                found.push(Cell { line, text: Cow::Borrowed(shown.trim_end()), start, from, to, figure: Some(figure) });
                at = end;
                continue;
            }
            let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let end = start + length;
            let near = found.last().is_some_and(|last| {
                let gap = text.get(last.start + last.text.len()..start);
                last.figure.is_none() && gap == Some(" ")
            });
            match found.last_mut().filter(|_| near) {
                Some(last) => {
                    last.text = Cow::Borrowed(text.get(last.start..end).unwrap_or_default());
                    last.to = columns.at(end);
                }
                None => found.push(Cell { figure: None, ..self.cell(line, &columns, start, end) }),
            }
            at = end;
        }
        found
    }

    /// The cells between bars of a row that starts at a line, and the first line after it. A mailer may have wrapped it: a
    /// line that lacks cells or its last bar goes on below.
    pub(super) fn barred(&self, line: usize, columns: usize) -> (Vec<Cell<'d>>, usize) {
        let at_margin = |line: usize| self.document.text(line).trim_start().starts_with(BARS);
        let closed = |line: usize| self.document.text(line).trim_end().ends_with(BARS);
        let mut row = trimmed(self.cells(line, Style::Bars), at_margin(line));
        let mut next = line + 1;
        let mut open = !closed(line);
        if !at_margin(line) {
            return (row, next);
        }
        while next < line + MOST_WRAPPED && self.document.depth(next) == self.document.depth(line) {
            let text = self.document.text(next).trim();
            let more = trimmed(self.cells(next, Style::Bars), at_margin(next));
            let lacks = row.len() < columns;
            // What starts with a bar goes on with a row only where the row has room for all of its cells.
            let fits = row.len() + more.len() <= columns;
            if text.is_empty()
                || at_margin(next) && !(lacks && fits)
                || !lacks && (!open || columns > 0 && !text.ends_with(BARS))
            {
                break;
            }
            self.append(&mut row, more, open && !at_margin(next));
            open = !closed(next);
            next += 1;
        }
        // A bar at the end closes the last cell and opens none.
        (row, next)
    }

    /// Adds the cells of a line to a row; the first goes on with the row's last one where that was left open.
    fn append(&self, row: &mut Vec<Cell<'d>>, more: Vec<Cell<'d>>, joins: bool) {
        let mut more = more.into_iter();
        if joins && let (Some(last), Some(first)) = (row.last_mut(), more.next()) {
            if last.text.is_empty() {
                *last = first;
            } else if !first.text.is_empty() {
                let joined = format!("{} {}", last.text, first.text);
                // A figure that was parted from its remark keeps its place; one that was parted itself is none.
                let figure = cell::figure(&joined, self.comma).filter(|f| f.end <= last.text.len());
                let whole = last.figure.clone().or(figure);
                last.text = Cow::Owned(joined);
                last.figure = whole;
            }
        }
        row.extend(more);
    }
}

/// A row between bars without what is before the first, if it stands at the margin, and behind the last of them.
fn trimmed(mut row: Vec<Cell<'_>>, at_margin: bool) -> Vec<Cell<'_>> {
    if row.len() > 1 && row.last().is_some_and(|cell| cell.text.is_empty()) {
        row.pop();
    }
    if at_margin && row.len() > 1 && row.first().is_some_and(|cell| cell.text.is_empty()) {
        row.remove(0);
    }
    row
}

/// Whether a line only separates: dashes, equals signs, pluses, bars and colons, or what boxes are drawn with.
pub(super) fn is_separator(text: &str) -> bool {
    let text = text.trim();
    let drawn = |c: char| {
        matches!(c, '-' | '=' | '+' | '|' | ':' | '~' | ' ' | '\t' | '_' | '*' | '.')
            || ('\u{2500}'..='\u{257f}').contains(&c)
    };
    text.chars().count() >= 3
        && text.chars().all(drawn)
        && text.contains(|c: char| !matches!(c, '|' | ' ' | '.' | '*' | '+'))
}

/// How a line's cells are parted; nothing where it can be no row.
pub(super) fn style_of(text: &str) -> Option<Style> {
    let bars = text.chars().filter(|c| BARS.contains(c)).count();
    let commas = text.matches(',').count();
    let semicolons = text.matches(';').count();
    // What ends in one is code.
    let listed = semicolons >= 2 && semicolons > text.matches(' ').count() && !text.trim_end().ends_with(';');
    match bars {
        2.. => Some(Style::Bars),
        1 if text.trim().len() > 1 => Some(Style::Bars),
        _ if listed => Some(Style::Semicolons),
        _ if commas >= 3 && commas > text.matches(' ').count() => Some(Style::Commas),
        _ if text.trim().contains(char::is_whitespace) => Some(Style::Gaps),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, SourceId};

    fn texts(text: &str, style: Style) -> Vec<String> {
        let source = Source::unnamed(text);
        let document = Document::new(SourceId(0), &source);
        let cutter = Cutter::new(&document);
        let cells = if style == Style::Bars { cutter.barred(0, 0).0 } else { cutter.cells(0, style) };
        cells.iter().map(|cell| cell.text.to_string()).collect()
    }

    #[test]
    fn lines_are_split_into_cells() {
        assert_eq!(texts("| a | 1.5 | |", Style::Bars), ["a", "1.5", ""]);
        assert_eq!(texts("a | 1 | 2", Style::Bars), ["a", "1", "2"]);
        assert_eq!(texts("a b;\"1;5\";2", Style::Semicolons), ["a b", "1;5", "2"]);
        assert_eq!(texts("a b\t\t12\t13", Style::Gaps), ["a b", "12", "13"]);
        assert_eq!(texts("load one   12.5 ms  13", Style::Gaps), ["load one", "12.5 ms", "13"]);
        assert_eq!(texts("patched 256 12.5", Style::Gaps), ["patched", "256", "12.5"]);
        assert_eq!(texts("1  2.7 (0.1) 2.6 (0.1) / 0.9", Style::Gaps), ["1", "2.7 (0.1)", "2.6 (0.1) / 0.9"]);
        assert_eq!(texts("\"a,b\",1.5,\"2\"", Style::Commas), ["a,b", "1.5", "2"]);
    }

    #[test]
    fn rows_between_bars_are_put_together_again() {
        assert_eq!(
            texts("| a | baseline\nunstable | comparison\nname | note |\n", Style::Bars),
            ["a", "baseline unstable", "comparison name", "note"]
        );
        let source = Source::unnamed("| a | 1 | 2 |\n  | 3 |\n| b | 4 | 5 | 6 |\n");
        let document = Document::new(SourceId(0), &source);
        let (row, next) = Cutter::new(&document).barred(0, 4);
        assert_eq!((row.len(), next), (4, 2));
    }
}

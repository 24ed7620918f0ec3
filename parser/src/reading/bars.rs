//! Tables whose cells stand between bars, as tools print them: Markdown, reStructuredText and drawn boxes. A row that a
//! mailer wrapped is put together by counting its bars. Nothing in here knows any tool.

use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::reading::words::{Word, next_line, words};
use crate::sink::Sink;

/// What parts cells; in a rule, what the lines cross in, too.
const BARS: &[char] = &['|', '│', '┃', '║'];
/// What parts the pieces of a rule.
const CROSSES: &[char] =
    &['|', '+', '│', '┌', '┬', '┐', '├', '┼', '┤', '└', '┴', '┘', '╔', '╦', '╗', '╠', '╬', '╣', '╚', '╩', '╝', '║'];
/// What a rule is drawn with.
const LINES: &[char] = &['-', '=', ':', '─', '═', '━'];

/// A row is wrapped over at most so many lines.
const MOST_LINES: usize = 8;

/// A row: its cells, each the words that stand in it.
#[derive(Debug)]
pub(crate) struct Row<'d> {
    pub(crate) cells: Vec<Vec<Word<'d>>>,
    pub(crate) line: usize,
    /// The first line after it.
    pub(crate) end: usize,
}

impl<'d> Row<'d> {
    /// The text of a cell; empty for one that is not there.
    pub(crate) fn text(&self, cell: usize) -> String {
        self.cells.get(cell).map_or_else(String::new, |words| crate::reading::amount::joined(words))
    }

    /// The words of a cell.
    pub(crate) fn words(&self, cell: usize) -> &[Word<'d>] {
        self.cells.get(cell).map_or(&[], Vec::as_slice)
    }
}

/// Whether a line is a rule: only lines and crosses, at least three of them.
pub(crate) fn is_rule(text: &str) -> bool {
    let text = text.trim();
    let drawn = |c: char| LINES.contains(&c) || CROSSES.contains(&c) || c.is_whitespace();
    text.chars().count() >= 3 && text.chars().all(drawn) && text.contains(LINES)
}

/// The place of the first bar of a text, and the byte behind it; one behind a backslash is a character of the cell.
fn first_bar(text: &str) -> Option<(usize, usize)> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if BARS.contains(&c) && !escaped {
            return Some((at, at + c.len_utf8()));
        }
        escaped = c == '\\';
    }
    None
}

/// How many bars a text has.
fn bars(text: &str) -> usize {
    let mut rest = text;
    let mut count = 0;
    while let Some((_, behind)) = first_bar(rest) {
        count += 1;
        rest = rest.get(behind..).unwrap_or_default();
    }
    count
}

/// How many bars the rows of a table have whose rule a line is.
fn crosses(text: &str) -> usize {
    text.chars().filter(|c| CROSSES.contains(c)).count()
}

/// The row that starts at a line and has so many bars, all of them.
pub(crate) fn row<'d>(document: &'d Document<'_>, line: usize, count: usize) -> Option<Row<'d>> {
    let mut found = bars(document.text(line));
    let mut last = line;
    if found == 0 || count == 0 || is_rule(document.text(line)) {
        return None;
    }
    while found < count {
        last = next_line(document, last).filter(|&next| next <= line + MOST_LINES)?;
        if is_rule(document.text(last)) {
            return None;
        }
        found += bars(document.text(last));
    }
    if found > count {
        return None;
    }
    let cells = cells(document, line, last);
    Some(Row { cells, line, end: last + 1 })
}

/// The same for a table whose last cells have no bar behind them: code in one may be wrapped, or all of it.
fn open_row<'d>(document: &'d Document<'_>, line: usize, header: &Header<'_>) -> Option<Row<'d>> {
    let mut row = row(document, line, header.bars)?;
    let ends = |row: &Row<'_>| {
        row.cells.len() >= header.row.cells.len() && row.cells.last().is_some_and(|cell| is_closed(cell))
    };
    while !header.closed && !ends(&row) && row.end <= line + MOST_LINES {
        let next = next_line(document, row.end - 1).filter(|&next| bars(document.text(next)) == 0)?;
        if row.cells.len() < header.row.cells.len() {
            row.cells.push(Vec::new());
        }
        row.cells.last_mut()?.extend(words(document, next));
        row.end = next + 1;
    }
    (header.closed || ends(&row)).then_some(row)
}

/// Whether no code and no bracket is left open in a cell.
fn is_closed(cell: &[Word<'_>]) -> bool {
    let count = |mark: char| cell.iter().flat_map(|word| word.text.chars()).filter(|c| *c == mark).count();
    count('`').is_multiple_of(2) && count('(') <= count(')')
}

/// The cells of some lines.
fn cells<'d>(document: &'d Document<'_>, first: usize, last: usize) -> Vec<Vec<Word<'d>>> {
    let mut cells: Vec<Vec<Word<'d>>> = vec![Vec::new()];
    for line in (first..=last).filter(|&line| !document.is_blank(line)) {
        for word in words(document, line) {
            let mut rest = word;
            while let Some((at, behind)) = first_bar(rest.text) {
                let Some((before, after)) = rest.split(at).and_then(|(a, _)| Some((a, rest.split(behind)?.1))) else {
                    break;
                };
                if let Some(cell) = cells.last_mut().filter(|_| !before.text.is_empty()) {
                    cell.push(before);
                }
                cells.push(Vec::new());
                rest = after;
            }
            if let Some(cell) = cells.last_mut().filter(|_| !rest.text.is_empty()) {
                cell.push(rest);
            }
        }
    }
    // The bars at both ends of a row have nothing outside.
    if document.text(first).trim_start().starts_with(BARS) {
        cells.remove(0);
    }
    if cells.last().is_some_and(Vec::is_empty) {
        cells.pop();
    }
    cells
}

/// A header and where the rows below it start.
#[derive(Debug)]
pub(crate) struct Header<'d> {
    pub(crate) row: Row<'d>,
    /// How many bars every row has.
    pub(crate) bars: usize,
    /// Whether a bar stands behind the last cell.
    closed: bool,
    /// The first line behind the header and its rule.
    pub(crate) below: usize,
}

/// The header that starts at a line whose first row has certain words in it, above a rule or a row of as many bars.
pub(crate) fn header<'d>(document: &'d Document<'_>, line: usize) -> Option<Header<'d>> {
    let mut count = 0;
    let mut last = line;
    for _ in 0..MOST_LINES {
        count += bars(document.text(last));
        let next = next_line(document, last)?;
        if count >= 2 && has_bars(document, next, count) {
            let row = match last {
                _ if last > line && bars(document.text(last)) == 0 => {
                    Row { cells: cells(document, line, last), line, end: last + 1 }
                }
                _ => row(document, line, count)?,
            };
            let below = if is_rule(document.text(next)) { rule_end(document, next, count) } else { next };
            let closed = document.text(row.end - 1).trim_end().ends_with(BARS);
            return Some(Header { row, bars: count, closed, below });
        }
        last = next;
        if is_rule(document.text(last)) {
            return None;
        }
    }
    None
}

/// Whether what starts at a line, a rule or a row, has so many bars in all, with what was wrapped of it.
fn has_bars(document: &Document<'_>, line: usize, count: usize) -> bool {
    if is_rule(document.text(line)) {
        return rule_bars(document, line, count) == count;
    }
    // Without its rule a header is one line above another that starts with a bar as well and has figures.
    let barred = |line: usize| {
        let text = document.text(line).trim();
        text.starts_with(BARS) || text.ends_with(BARS)
    };
    let above = (0..line).rev().take(2).find(|&above| !document.is_blank(above));
    let digits = |line: usize| document.text(line).contains(|c: char| c.is_ascii_digit());
    let rowed = || row(document, line, count).is_some_and(|row| row.end == line + 1);
    above.is_some_and(barred) && barred(line) && digits(line) && rowed()
}

/// The bars of a rule with what was wrapped of it, as far as these are needed.
fn rule_bars(document: &Document<'_>, line: usize, count: usize) -> usize {
    (line..rule_end(document, line, count)).map(|line| crosses(document.text(line))).sum()
}

/// The first line behind a rule, which may be wrapped.
fn rule_end(document: &Document<'_>, line: usize, count: usize) -> usize {
    let (mut found, mut last) = (crosses(document.text(line)), line);
    while found < count {
        let Some(next) = next_line(document, last).filter(|&next| is_rule(document.text(next))) else { break };
        found += crosses(document.text(next));
        last = next;
    }
    last + 1
}

/// The rows of a table below its header, as far as they go; rules between them are the table's too.
pub(crate) fn rows<'d>(document: &'d Document<'_>, header: &Header<'d>, sink: &mut Sink) -> (Vec<Row<'d>>, usize) {
    explain_lines(document, header.row.line, header.below, sink);
    let (mut rows, mut end) = (Vec::new(), header.below);
    let mut at = next_line(document, end.saturating_sub(1));
    while let Some(line) = at {
        if is_rule(document.text(line)) {
            sink.explain(document.line_span(line), RegionKind::Header);
            end = line + 1;
        } else if let Some(row) = open_row(document, line, header).filter(|row| !is_other_header(row, header)) {
            end = row.end;
            rows.push(row);
        } else {
            break;
        }
        at = next_line(document, end - 1);
    }
    (rows, end)
}

/// Whether a row is the header of another table: all but one of its cells are the header's.
fn is_other_header(row: &Row<'_>, header: &Header<'_>) -> bool {
    let cells = header.row.cells.len();
    let same = (0..cells).filter(|&at| row.text(at) == header.row.text(at)).count();
    cells >= 3 && same + 1 == cells
}

/// Says that lines are a table's header.
fn explain_lines(document: &Document<'_>, from: usize, to: usize, sink: &mut Sink) {
    for line in from..to {
        sink.explain(document.line_span(line), RegionKind::Header);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, SourceId};

    fn shown(text: &str) -> Option<(Vec<String>, Vec<Vec<String>>)> {
        let source = Source::unnamed(text);
        let document = Document::new(SourceId(0), &source);
        let header = header(&document, 0)?;
        let (rows, _) = rows(&document, &header, &mut Sink::default());
        let texts = |row: &Row<'_>| (0..row.cells.len()).map(|cell| row.text(cell)).collect::<Vec<_>>();
        Some((texts(&header.row), rows.iter().map(texts).collect()))
    }

    fn strings(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn cells_stand_between_bars() {
        let expected = (strings(&["a", "b c"]), vec![strings(&["x", "1 ms"]), strings(&["", "2"])]);
        assert_eq!(shown("| a | b c |\n|---|---:|\n|x|1 ms|\n| | 2 |\nend\n"), Some(expected.clone()));
        assert_eq!(shown("│ a │ b c │\n├───┼─────┤\n│ x │ 1 ms│\n└───┴─────┘\n│   │ 2 │\n"), Some(expected.clone()));
        assert_eq!(shown("| a | b c |\n+===+====+\n| x | 1 ms |\n+---+----+\n| | 2 |\n"), Some(expected));
        assert_eq!(shown("a | b\n- | -\n"), None);
    }

    #[test]
    fn wrapped_rows_are_put_together_by_their_bars() {
        let expected = (strings(&["a", "b c", "d"]), vec![strings(&["x y", "1 ms", "3"])]);
        assert_eq!(shown("| a | b\nc | d |\n| --- | ---:\n| --- |\n| x\ny | 1 ms\n| 3 |\n"), Some(expected));
    }
}

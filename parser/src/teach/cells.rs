//! The cells of rows, and the lines above them.

use std::ops::Range;

use super::pattern::{figure, unit};
use super::rule::Cut;
use crate::mail::Document;
use crate::reading::number::Comma;

/// How far above its rows a header may stand.
const MOST_HEADER_LINES: usize = 4;

/// What parts the cells of a line, by the marks in it and in one beside it.
pub(super) fn cut_of(text: &str) -> Cut {
    let text = text.trim();
    let marks = |mark: char| text.matches(mark).count();
    let gaps = text.contains("  ");
    if text.contains(['|', '│', '┃']) {
        Cut::Bars
    } else if text.contains('\t') {
        Cut::Tabs
    } else if marks(';') >= 1 && !text.contains("; ") {
        Cut::Semicolons
    } else if gaps {
        Cut::Gaps
    } else if marks(',') >= 2 && !text.contains(", ") && !text.contains(' ') {
        Cut::Commas
    } else {
        Cut::Words
    }
}

/// The cells of a line as ranges of its text, without the blanks around them; empty ones between marks are kept.
pub(super) fn cells(text: &str, cut: Cut, comma: Comma) -> Vec<Range<usize>> {
    match cut {
        Cut::Bars => {
            let mut cells = split(text, &|c| matches!(c, '|' | '│' | '┃'));
            let blank = |cell: &Range<usize>| text.get(cell.clone()).is_none_or(|cell| cell.trim().is_empty());
            // The borders of the table have nothing outside.
            if cells.first().is_some_and(blank) {
                cells.remove(0);
            }
            if cells.last().is_some_and(blank) {
                cells.pop();
            }
            cells
        }
        Cut::Tabs => split(text, &|c| c == '\t'),
        Cut::Semicolons => split(text, &|c| c == ';'),
        Cut::Commas => split(text, &|c| c == ','),
        Cut::Gaps => gaps(text).into_iter().flat_map(|cell| numbers_apart(text, cell, comma)).collect(),
        Cut::Words => words(text, comma),
    }
}

/// The cells of a line that shall have so many: where there are fewer, a number that one blank alone parts from the words before
/// it is a cell of its own.
pub(super) fn cells_as(text: &str, cut: Cut, comma: Comma, count: usize) -> Vec<Range<usize>> {
    let mut found = cells(text, cut, comma);
    let mut at = 0;
    while found.len() < count && at < found.len() {
        let halves = found.get(at).and_then(|cell| label_and_number(text, cell, comma));
        if let Some((label, number)) = halves {
            found.splice(at..=at, [label, number]);
        }
        at += 1;
    }
    found
}

/// A cell of words and a number as two.
fn label_and_number(text: &str, cell: &Range<usize>, comma: Comma) -> Option<(Range<usize>, Range<usize>)> {
    let inner = text.get(cell.clone())?;
    let pieces = with_units(inner, comma);
    let (last, words) = pieces.split_last()?;
    let number = inner.get(last.clone()).is_some_and(starts_number);
    let end = words.last()?.end;
    let named = inner.get(..end).is_some_and(|label| label.contains(char::is_alphabetic));
    (number && named).then(|| (cell.start..cell.start + end, cell.start + last.start..cell.start + last.end))
}

/// The parts between marks, trimmed.
fn split(text: &str, mark: &dyn Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut cells = Vec::new();
    let mut start = 0;
    let ends = text.char_indices().filter(|(_, c)| mark(*c)).map(|(at, c)| (at, c.len_utf8()));
    for (end, length) in ends.chain(std::iter::once((text.len(), 0))) {
        cells.push(trimmed(text, start..end));
        start = end + length;
    }
    cells
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let piece = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (piece.len() - piece.trim_start().len());
    start..start + piece.trim().len()
}

/// The parts between two blanks or more.
fn gaps(text: &str) -> Vec<Range<usize>> {
    let mut cells: Vec<Range<usize>> = Vec::new();
    for word in blank_words(text) {
        match cells.last_mut().filter(|last| word.start - last.end == 1 && text.get(last.end..word.start) == Some(" "))
        {
            Some(last) => last.end = word.end,
            None => cells.push(word),
        }
    }
    cells
}

/// The words of a text as ranges.
fn blank_words(text: &str) -> Vec<Range<usize>> {
    let start = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    text.split_whitespace().map(|word| start(word)..start(word) + word.len()).collect()
}

/// A cell of nothing but numbers and units is as many cells as there are numbers.
fn numbers_apart(text: &str, cell: Range<usize>, comma: Comma) -> Vec<Range<usize>> {
    let Some(inner) = text.get(cell.clone()) else { return Vec::new() };
    let found = with_units(inner, comma);
    let all =
        found.iter().all(|piece| inner.get(piece.clone()).is_some_and(|word| starts_number(word) || is_dash(word)));
    if found.len() < 2 || !all {
        return vec![cell];
    }
    found.into_iter().map(|piece| piece.start + cell.start..piece.end + cell.start).collect()
}

fn starts_number(word: &str) -> bool {
    word.trim_start_matches(['-', '+', '~', '(', '*']).starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a cell says that there is no figure.
pub(super) fn is_dash(cell: &str) -> bool {
    let cell = cell.trim();
    matches!(cell, "" | "-" | "--" | "---" | "–" | "—" | "n/a" | "N/A" | "na" | "NA" | "?")
}

/// The words of a text; a unit behind a number belongs to it.
fn with_units(text: &str, comma: Comma) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for word in blank_words(text) {
        let belongs = found.last().is_some_and(|last| {
            let number = text.get(last.clone()).unwrap_or_default();
            let whole = figure(number, comma).is_some_and(|a| a.length == number.len());
            whole && text.get(last.end..).is_some_and(|rest| unit(rest, None) == Some(word.end - last.end))
        });
        match found.last_mut().filter(|_| belongs) {
            Some(last) => last.end = word.end,
            None => found.push(word),
        }
    }
    found
}

/// The words before the first number as one cell, and each number with its unit.
fn words(text: &str, comma: Comma) -> Vec<Range<usize>> {
    let found = with_units(text, comma);
    let first = found.iter().position(|word| text.get(word.clone()).is_some_and(starts_number)).unwrap_or(0);
    let (Some(start), true) = (found.first().map(|word| word.start), first > 1) else { return found };
    let end = found.get(first - 1).map_or(start, |word| word.end);
    std::iter::once(start..end).chain(found.into_iter().skip(first)).collect()
}

/// Whether a line only draws: dashes, bars, colons.
pub(super) fn is_rule(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(char::is_alphanumeric)
}

/// The lines that stand above a row as headers, the nearest first, with their cells: no row themselves, cut into cells.
pub(super) fn headers(
    document: &Document<'_>,
    line: usize,
    cut: Cut,
    is_row: &dyn Fn(usize) -> bool,
) -> Vec<(usize, Vec<Range<usize>>)> {
    let mut found = Vec::new();
    for above in (0..line).rev() {
        let text = document.text(above);
        if !document.same_voice(above, line) || found.len() == MOST_HEADER_LINES {
            break;
        }
        if is_row(above) || is_rule(text) {
            if !found.is_empty() && is_row(above) {
                break;
            }
            continue;
        }
        // A header's names may be parted by single blanks where the rows have gaps.
        let mut cells = cells(text, cut, document.comma());
        if cells.len() < 2 && cut == Cut::Gaps {
            cells = blank_words(text);
        }
        if document.is_blank(above) || cells.len() < 2 {
            break;
        }
        found.push((above, cells));
    }
    found
}

/// The cell of a header above a cell of a row: by its place, or by the columns of the page that both stand in.
pub(super) fn above<'t>(
    header: &'t str,
    names: &[Range<usize>],
    row: &str,
    cells: &[Range<usize>],
    at: usize,
) -> Option<&'t str> {
    let place = match cells.len().checked_sub(names.len()) {
        Some(0) => Some(at),
        Some(1) => at.checked_sub(1),
        _ => None,
    };
    let found = place.and_then(|place| names.get(place)).or_else(|| {
        let columns = |text: &str, range: &Range<usize>| {
            let width = |end: usize| text.get(..end).map_or(0, |before| before.chars().count());
            width(range.start)..width(range.end)
        };
        let own = columns(row, cells.get(at)?);
        let shared = |name: &Range<usize>| {
            let name = columns(header, name);
            own.end.min(name.end).saturating_sub(own.start.max(name.start))
        };
        names.iter().filter(|name| shared(name) > 0).max_by_key(|name| shared(name))
    })?;
    header.get(found.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        cells(text, cut_of(text), Comma::Thousands).into_iter().map(|cell| &text[cell]).collect()
    }

    #[test]
    fn cells_are_parted_by_what_the_line_has() {
        assert_eq!(cut("| a b | 12 | |"), ["a b", "12", ""]);
        assert_eq!(cut("a b\t12\t\t13"), ["a b", "12", "", "13"]);
        assert_eq!(cut("a;b;12,5"), ["a", "b", "12,5"]);
        assert_eq!(cut("  a b   12.5 ms   13"), ["a b", "12.5 ms", "13"]);
        assert_eq!(cut("  a b   12.5 13.5 14.5"), ["a b", "12.5", "13.5", "14.5"]);
        assert_eq!(cut("a b 12.5 ms 13"), ["a b", "12.5 ms", "13"]);
    }
}

//! The names of the columns of a comparison: one or two lines above the rows, or a list somewhere above.

use crate::mail::{Document, Token};
use crate::rejoin::reaches;
use crate::sink::Sink;

use super::row::Row;

/// At most this many lines name the columns; a mailer may have wrapped them.
const MOST_LINES: usize = 4;
/// A longer line names no columns.
const LONGEST: usize = 600;
/// A list of names in running text takes at most this many lines.
const MOST_LIST_LINES: usize = 8;

/// What names the columns of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Header {
    /// A name for each column; empty where none are printed.
    pub(super) names: Vec<String>,
    /// What the rows are, where the header says so: `Clients`.
    pub(super) rows: Option<String>,
    /// How many lines above the first row are the header's, with rules and a blank line.
    pub(super) lines: usize,
}

/// The header that starts at a line and the first row under it; the header is empty where the line is a row itself.
pub(super) fn with_row<'d>(document: &'d Document<'_>, line: usize) -> Option<(Header, Row<'d>)> {
    if let Some(row) = Row::at(document, line) {
        return Some((Header::default(), row));
    }
    let depth = document.depth(line);
    let mut names = Vec::new();
    // Blank lines stand behind every line or behind none.
    let (mut blanks, mut blank) = (None, 0);
    for at in line..(line + 2 * MOST_LINES + 1).min(document.len()) {
        let text = document.text(at);
        if document.depth(at) != depth {
            return None;
        }
        if text.trim().is_empty() {
            blank += 1;
            continue;
        }
        if at > line && !is_rule(text) {
            if blank > 1 || blanks.is_some_and(|blanks| blanks != blank) {
                return None;
            }
            (blanks, blank) = (Some(blank), 0);
        }
        if let Some(row) =
            Row::at(document, at).or_else(|| Row::plain(document, at, false)).filter(|_| !names.is_empty())
        {
            let mut header = read(document, &names, &row)?;
            header.lines = at - line;
            return Some((header, row));
        }
        if is_rule(text) && !names.is_empty() {
            blank = 0;
        } else if names.len() == MOST_LINES || text.contains("%)") || is_fact(text) || text.len() > LONGEST {
            return None;
        } else {
            names.push(at);
        }
    }
    None
}

/// Whether a line says something of the table: `Unit : MB/sec (higher is better)`, `Varying parameter  : number of clients`.
fn is_fact(text: &str) -> bool {
    text.contains(" : ")
}

/// Whether a line between header and rows names no column: a rule, or a note in brackets.
fn is_rule(text: &str) -> bool {
    let text = text.trim();
    if text.starts_with('(') && text.ends_with(')') && !text.contains("  ") {
        return true;
    }
    text.len() >= 3 && text.chars().all(|c| matches!(c, '-' | '=' | ' ' | '+' | '~' | '_'))
}

/// The names that some lines above a row are.
fn read(document: &Document<'_>, lines: &[usize], row: &Row<'_>) -> Option<Header> {
    let columns = row.cells.len();
    let first = *lines.first()?;
    let collapsed = !document.text(row.joined.line_of(0)).trim().contains("  ");
    // A title stands at the margin, names stand above their figures.
    let indented = document.text(first).starts_with(char::is_whitespace);
    let gaps = document.text(first).trim().contains("  ") || document.text(first).trim().contains('\t');
    let lone = lines.len() == 1 && is_row_name(document.text(first).trim());
    if !(indented || gaps || lone || collapsed) {
        return None;
    }
    if collapsed {
        return without_gaps(document, lines, columns);
    }
    let pieces: Vec<Vec<String>> = lines.iter().map(|&line| pieces(&document.tokens(line))).collect();
    let words: Vec<Vec<String>> = lines.iter().map(|&line| words(document.text(line))).collect();
    for all in [&pieces, &words] {
        let joined: Vec<String> = all.iter().flatten().cloned().collect();
        let lines_of = |names: Vec<String>, rows| Some(Header { names, rows, lines: 0 });
        if joined.len() == columns {
            return lines_of(joined, None);
        }
        if joined.len() == columns + 1 && (!indented || joined.first().is_some_and(|first| is_row_name(first))) {
            let (rows, names) = joined.split_first()?;
            return lines_of(names.to_vec(), Some(rows.clone()));
        }
        if joined.len() == 2 * columns {
            let (upper, lower) = joined.split_at_checked(columns)?;
            return lines_of(upper.iter().zip(lower).map(|(upper, lower)| joined_name(upper, lower)).collect(), None);
        }
    }
    let joined: Vec<String> = words.iter().flatten().cloned().collect();
    if let [word] = joined.as_slice()
        && is_row_name(word)
    {
        return Some(Header { names: Vec::new(), rows: Some(word.clone()), lines: 0 });
    }
    let names = repeated(&joined, columns).or_else(|| by_place(document, lines, row))?;
    Some(Header { names, rows: None, lines: 0 })
}

/// The names in lines whose blanks are gone: each is a word, or begins with a word that they share. Two lines are halves of
/// names where the upper ones are all the same; another line above is a title.
fn without_gaps(document: &Document<'_>, lines: &[usize], columns: usize) -> Option<Header> {
    let header = |names, rows| Some(Header { names, rows, lines: 0 });
    let said: Vec<Vec<String>> = lines.iter().map(|&line| names_in(document.text(line))).collect();
    match said.as_slice() {
        [upper, lower] if upper.len() == columns && lower.len() == columns => {
            let alike = upper.windows(2).all(|pair| pair.first() == pair.last());
            let names = || upper.iter().zip(lower).map(|(upper, lower)| joined_name(upper, lower)).collect();
            alike.then(|| header(names(), None))?
        }
        [names] => match names.split_first() {
            _ if names.len() == columns => header(names.clone(), None),
            Some((rows, names)) if names.len() == columns && is_row_name(rows) => {
                header(names.to_vec(), Some(rows.clone()))
            }
            Some((rows, [])) if is_row_name(rows) => header(Vec::new(), Some(rows.clone())),
            Some((rows, names)) if is_row_name(rows) => header(repeated(names, columns)?, Some(rows.clone())),
            _ => header(repeated(names, columns)?, None),
        },
        [first, second] => {
            let wrapped = reaches(document.text(*lines.first()?), document.text(*lines.last()?));
            let names: Vec<String> = first.iter().chain(second).cloned().collect();
            let names = if names.len() == columns { Some(names) } else { repeated(&names, columns) };
            header(names.filter(|_| wrapped)?, None)
        }
        _ => None,
    }
}

/// Whether a word above the labels of rows says what they are.
fn is_row_name(word: &str) -> bool {
    const NAMES: &[&str] = &[
        "group",
        "groups",
        "clients",
        "threads",
        "thr",
        "#thr",
        "tasks",
        "nr_tasks",
        "procs",
        "processes",
        "test",
        "size",
        "case",
    ];
    NAMES.contains(&word.to_lowercase().as_str())
}

/// A name that was broken at its first hyphen; without one the upper line is the name less its last letter, or the name.
fn joined_name(upper: &str, lower: &str) -> String {
    if lower.starts_with(upper) { lower.to_owned() } else { format!("{upper}-{lower}") }
}

/// The parts of a line between two blanks or a tab.
fn pieces(tokens: &[Token<'_>]) -> Vec<String> {
    let mut pieces: Vec<(String, u32)> = Vec::new();
    for token in tokens {
        match pieces.last_mut().filter(|(_, end)| token.column == *end + 1) {
            Some((piece, end)) => {
                piece.push(' ');
                piece.push_str(token.text);
                *end = token.column_end;
            }
            None => pieces.push((token.text.to_owned(), token.column_end)),
        }
    }
    pieces.into_iter().map(|(piece, _)| piece).collect()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The words of a line, those in brackets with the one before: `Vanilla (ops/s)`.
fn names_in(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match names.last_mut().filter(|_| word.starts_with('(')) {
            Some(name) => *name = format!("{name} {word}"),
            None => names.push(word.to_owned()),
        }
    }
    names
}

/// Names of several words whose blanks are gone, if all begin with the same word: `5.2.0 vanilla 5.2.0 patched`.
fn repeated(words: &[String], columns: usize) -> Option<Vec<String>> {
    let first = words.first()?;
    let starts: Vec<usize> = words.iter().enumerate().filter(|(_, word)| *word == first).map(|(at, _)| at).collect();
    if starts.len() != columns || columns < 2 {
        return None;
    }
    let ends = starts.iter().copied().skip(1).chain(std::iter::once(words.len()));
    starts.iter().copied().zip(ends).map(|(start, end)| words.get(start..end).map(|name| name.join(" "))).collect()
}

/// The names by the place of their words: each belongs to the first column that ends at or behind it.
fn by_place(document: &Document<'_>, lines: &[usize], row: &Row<'_>) -> Option<Vec<String>> {
    let line = row.joined.line_of(0);
    if row.end > line + 1 {
        return None;
    }
    let tokens = document.tokens(line);
    let spans: Vec<_> = row.cells.iter().map(|cell| row.joined.span(document, cell.all.clone())).collect();
    let end_of = |end: u32| tokens.iter().find(|token| token.span.end >= end).map(|token| token.column_end);
    let ends = spans.iter().map(|span| end_of(span.end)).collect::<Option<Vec<u32>>>()?;
    let mut names = vec![String::new(); ends.len()];
    for token in lines.iter().flat_map(|&line| document.tokens(line)) {
        let column = ends.iter().position(|end| token.column_end <= *end)?;
        let name = names.get_mut(column)?;
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(token.text);
    }
    names.iter().all(|name| !name.is_empty()).then_some(names)
}

/// What a sink remembers: up to where it looked for lists of names, and where the last one stood.
const LOOKED: &str = "mmtests looked";
const LISTED: &str = "mmtests listed";

/// The names that the text above a line lists for so many columns: `The columns are: a, b, c`.
pub(super) fn listed(document: &Document<'_>, line: usize, columns: usize, sink: &mut Sink) -> Option<Vec<String>> {
    let from = sink.recall(LOOKED).unwrap_or(0) as usize;
    for at in from..line {
        if speaks_of_columns(document.text(at)) {
            sink.remember(LISTED, at as u32);
        }
    }
    sink.remember(LOOKED, line.max(from) as u32);
    let at = sink.recall(LISTED)? as usize;
    list(document, at, line, columns)
}

/// Whether a line says what the columns of tables below are.
pub(super) fn speaks_of_columns(text: &str) -> bool {
    let low = text.to_lowercase();
    ["columns", "column order", "from left to right", "left to right"].iter().any(|words| low.contains(words))
}

/// A list of so many names that begins in or under a line: parted by commas, or one a line.
fn list(document: &Document<'_>, at: usize, end: usize, columns: usize) -> Option<Vec<String>> {
    let text = document.text(at).trim();
    let behind = text.split_once(':').map(|(_, rest)| rest.trim()).filter(|rest| !rest.is_empty());
    let below = (at + 1..end.min(at + MOST_LIST_LINES)).map(|line| document.text(line).trim());
    let lines: Vec<&str> = behind.into_iter().chain(below).collect();
    let parted = |text: &str| -> Vec<String> {
        let parts = text.trim_end_matches('.').split([',', '|', ';']);
        parts
            .map(|part| part.trim().trim_start_matches("and ").trim().to_owned())
            .filter(|part| !part.is_empty())
            .collect()
    };
    // A list may go on over a line end.
    let mut text = String::new();
    for line in lines.iter().take_while(|line| !line.is_empty()) {
        text.push_str(line);
        let names = parted(&text);
        if names.len() == columns && !text.ends_with(',') {
            return Some(names);
        }
        text.push(' ');
    }
    let name = |line: &&str| {
        let name = line.trim_start_matches(|c: char| c.is_ascii_digit() || ".)*-#: ".contains(c));
        (name.len() < line.len()).then(|| name.split([':', '\u{2013}']).next().unwrap_or(name).trim().to_owned())
    };
    let listed: Vec<String> = lines.iter().filter(|line| !line.is_empty()).map_while(name).collect();
    (listed.len() == columns).then_some(listed)
}

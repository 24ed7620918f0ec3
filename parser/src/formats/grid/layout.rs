//! Lines to tables: where a header ends, which rows are alike, and which words of the header stand over which column.

use std::collections::BTreeSet;

use super::cells::{Cell, Cutter, Style, is_separator, style_of};
use super::header::{Heads, Phrase, heads, phrases};
use super::meaning::{is_statistic, rises};
use super::{cell, ruled};
use crate::formats::is_known;
use crate::reading::quantity::unit_in;

/// The header and the rows of a table.
#[derive(Debug)]
pub(super) struct Grid<'d> {
    /// The first line, and the lines of the header.
    pub(super) first: usize,
    pub(super) header: Vec<usize>,
    /// What stands over each column, from top to bottom.
    pub(super) heads: Vec<Vec<String>>,
    /// What stands over no column: a label in the corner.
    pub(super) corner: String,
    /// Whether the heads had to be shared out by words.
    pub(super) guessed: bool,
    pub(super) rows: Vec<Row<'d>>,
    /// Lines that only separate.
    pub(super) rules: Vec<usize>,
    /// Lines below rows without names that sum them up: `Std dev  182.1  146.8`.
    pub(super) summaries: Vec<usize>,
    /// The first line after it.
    pub(super) end: usize,
}

/// A line above rows, and the name that it gives them.
type Group = Option<(usize, String)>;

/// A row: a cell for each column.
#[derive(Clone, Debug)]
pub(super) struct Row<'d> {
    pub(super) line: usize,
    pub(super) cells: Vec<Option<Cell<'d>>>,
    /// The line above that names the rows from there on.
    pub(super) group: Group,
}

/// Fewer figures than these in all are no table, unless the header fits exactly.
pub(super) const FEWEST_FIGURES: usize = 4;
/// A table of one row has at least so many figures, under heads of at most so many words.
const FEWEST_IN_ONE_ROW: usize = 3;
const MOST_HEAD_WORDS: usize = 3;
/// Between header and rows, and between rows, stand at most so many lines without words.
const MOST_GAP: usize = 3;
/// A header has at most so many lines.
const MOST_HEADER_LINES: usize = 4;
/// Longer lines are no rows.
const LONGEST: usize = 500;
/// A row's name has at most this many words, and so has a remark behind its figures.
const MOST_NAME_WORDS: usize = 10;
/// A line that names the rows below it has at most this many.
const MOST_GROUP_WORDS: usize = 6;
/// How many rows are looked at to find the columns.
const SAMPLED_ROWS: usize = 64;
/// Names of types that databases print under a header.
const TYPES: &[&str] = &[
    "varchar",
    "text",
    "int",
    "int8",
    "int16",
    "int32",
    "int64",
    "integer",
    "bigint",
    "double",
    "float",
    "numeric",
    "decimal",
    "str",
    "string",
    "f64",
    "f32",
    "i64",
    "i32",
    "u64",
    "u32",
    "bool",
    "boolean",
    "date",
    "timestamp",
    "object",
];
/// How far above rows without a header one of their kind is looked for.
const FAR_ABOVE: usize = 40;

impl<'d> Grid<'d> {
    /// The table that begins at a line.
    pub(super) fn at(cutter: Cutter<'d>, line: usize) -> Option<Self> {
        let text = cutter.document.text(line);
        if is_separator(text) || text.len() > LONGEST || text.trim().is_empty() || text.trim_start().starts_with('>') {
            return None;
        }
        match style_of(text)? {
            Style::Gaps => ruled::table(cutter, line).or_else(|| gapped(cutter, line)),
            style => parted(cutter, line, style),
        }
    }

    fn figures(&self) -> usize {
        let of_row = |row: &Row<'_>| row.cells.iter().flatten().filter(|c| c.figure.is_some()).count();
        self.rows.iter().map(of_row).sum()
    }
}

/// A table whose cells are parted by bars or commas.
fn parted(cutter: Cutter<'_>, line: usize, style: Style) -> Option<Grid<'_>> {
    let row_at = |line: usize, columns: usize| match style {
        Style::Bars => cutter.barred(line, columns),
        _ => (cutter.cells(line, style), line + 1),
    };
    let (header, mut next) = row_at(line, 0);
    if header.len() < 2 || !is_header(&header, style) {
        return None;
    }
    let mut width = header.len();
    let mut header_lines: Vec<usize> = (line..next).collect();
    let mut heads: Vec<Vec<String>> = header.iter().map(|cell| vec![cell.text.to_string()]).collect();
    // A header of several lines: more rows without a figure before a rule.
    if let Some((more, after)) = finer_header(cutter, line, next, style, width) {
        heads = more;
        width = heads.len();
        header_lines.extend(next..after);
        next = after;
    } else if let Some((more, after)) = second_header(cutter, next, style, width) {
        // What a database says of its types says nothing of the figures.
        let types = more.iter().all(|cell| TYPES.contains(&cell.text.to_lowercase().as_str()));
        // What stands over the first of several columns stands over those beside it as well.
        if !types {
            spread_groups(&mut heads, &more);
        }
        for (head, cell) in heads.iter_mut().zip(&more).filter(|_| !types) {
            head.push(cell.text.to_string());
        }
        header_lines.extend(next..after);
        next = after;
    }
    let mut grid = Grid {
        first: line,
        header: header_lines,
        heads,
        corner: String::new(),
        guessed: false,
        rows: Vec::new(),
        rules: Vec::new(),
        summaries: Vec::new(),
        end: next,
    };
    let mut taker = Taker { cutter, depth: cutter.document.depth(line), gap: 0, names: BTreeSet::new(), group: None };
    taker.parted_rows(&mut grid, next, style, width);
    find_figures_in_words(&mut grid, cutter);
    fill_names(&mut grid.rows);
    let (figures, rows) = (grid.figures(), grid.rows.len());
    let wide = grid.rows.first().map_or(0, |row| row.cells.len());
    // Rows with more cells than the header has: the first ones have no header.
    let missing = wide.saturating_sub(grid.heads.len());
    grid.heads.splice(0..0, std::iter::repeat_n(Vec::new(), missing));
    (rows >= 2 && figures >= 3 || rows == 1 && figures >= 2 && !grid.rules.is_empty()).then_some(grid)
}

/// Takes the figures in the words of cells where no cell but those of the first column is one: a line of a log stands in
/// each. Its words name what was measured as far as those of the row agree.
fn find_figures_in_words(grid: &mut Grid<'_>, cutter: Cutter<'_>) {
    let plain = |row: &Row<'_>| row.cells.iter().skip(1).flatten().any(|cell| cell.figure.is_some());
    if grid.rows.iter().any(plain) {
        return;
    }
    for row in &mut grid.rows {
        let mut keys: Vec<String> = Vec::new();
        for cell in row.cells.iter_mut().flatten().filter(|cell| cell.figure.is_none()) {
            cell.figure = cell::within(&cell.text, cutter.comma);
            keys.extend(cell.figure.as_ref().and_then(|figure| figure.key.clone()));
        }
        let key = common_name(&keys);
        for figure in row.cells.iter_mut().flatten().filter_map(|cell| cell.figure.as_mut()) {
            figure.key.clone_from(&key);
        }
    }
}

/// The words that several lines of a log begin with, up to what stands in brackets; nothing where these say only that all
/// went well.
fn common_name(keys: &[String]) -> Option<String> {
    const STATES: &[&str] =
        &["ok", "pass", "passed", "success", "done", "yes", "in", "took", "✓", "✅", "about", "was", "is"];
    let first: Vec<&str> = keys.first()?.split_whitespace().collect();
    let agree = |at: &usize, word: &str| keys.iter().all(|key| key.split_whitespace().nth(*at) == Some(word));
    let shared: Vec<&str> =
        first.iter().enumerate().take_while(|(at, word)| agree(at, word)).map(|(_, word)| *word).collect();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '✓' && c != '✅').to_lowercase();
    let mut named: Vec<&str> = shared.into_iter().take_while(|word| !word.starts_with('(')).collect();
    let tells = |word: &str| !STATES.contains(&bare(word).as_str()) && word.contains(char::is_alphabetic);
    while named.len() > 1 && named.last().is_some_and(|last| !tells(last)) {
        named.pop();
    }
    // Alone it is what the line is called: `Done in 3.5s`.
    let told =
        named.len() > 1 || named.iter().any(|word| !STATES.contains(&bare(word).as_str()) || bare(word) == "done");
    let name = named.join(" ");
    let name = name.trim_matches([':', ',', '`', '-', ' ', '*']);
    (told && name.contains(char::is_alphabetic)).then(|| name.to_owned())
}

/// Gives rows without a name that of the row above: of several runs only the first is named.
fn fill_names(rows: &mut [Row<'_>]) {
    let mut name: Option<Cell<'_>> = None;
    for row in rows {
        let figures = row.cells.iter().skip(1).flatten().any(|cell| cell.figure.is_some());
        let Some(first) = row.cells.first_mut() else { continue };
        match first.as_ref().filter(|cell| !cell.text.is_empty()) {
            Some(cell) => name = Some(cell.clone()),
            None if figures => first.clone_from(&name),
            None => {}
        }
    }
}

/// Repeats what stands over the first of several columns over those beside it, where the line below tells them apart.
fn spread_groups(heads: &mut [Vec<String>], below: &[Cell<'_>]) {
    let empty = |head: &Vec<String>| head.iter().all(String::is_empty);
    let grouped = heads.iter().skip(1).any(|head| !empty(head));
    let mut group: Option<Vec<String>> = None;
    for (at, head) in heads.iter_mut().enumerate().skip(1).filter(|_| grouped) {
        let own = below.get(at).is_some_and(|cell| !cell.text.is_empty());
        match &group {
            Some(group) if empty(head) && own => head.clone_from(group),
            _ if own => group = Some(head.clone()).filter(|head| !empty(head)),
            _ => group = None,
        }
    }
}

/// The heads of columns under a header whose groups take several of them: the next line has more cells, which stand
/// between the bars of the groups. A rule may part the two.
fn finer_header(
    cutter: Cutter<'_>,
    line: usize,
    next: usize,
    style: Style,
    width: usize,
) -> Option<(Vec<Vec<String>>, usize)> {
    let document = cutter.document;
    let lower = (next..next + 2).find(|&at| at < document.len() && !is_separator(document.text(at)))?;
    if style != Style::Bars || next != line + 1 || style_of(document.text(lower)) != Some(Style::Bars) {
        return None;
    }
    let (below, after) = cutter.barred(lower, 0);
    let ruled = after < document.len() && is_separator(document.text(after));
    let words = below.iter().all(|cell| cell.figure.is_none()) && below.iter().any(|cell| !cell.text.is_empty());
    let (groups, columns) = (cutter.between_bars(line), cutter.between_bars(lower));
    if below.len() <= width || !ruled || !words || groups.len() != width || columns.len() != below.len() {
        return None;
    }
    let (above, _) = cutter.barred(line, width);
    let over = |&(from, to): &(usize, usize)| groups.iter().position(|group| group.0 <= from && to <= group.1);
    let head = |(cell, column): (&Cell<'_>, &(usize, usize))| {
        let group = above.get(over(column)?)?;
        let both = [group.text.to_string(), cell.text.to_string()];
        Some(both.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>())
    };
    let heads: Option<Vec<Vec<String>>> = below.iter().zip(&columns).map(head).collect();
    Some((heads?, after))
}

/// The second line of a header between bars: as wide, without a figure, with a rule or a row below.
fn second_header(cutter: Cutter<'_>, line: usize, style: Style, width: usize) -> Option<(Vec<Cell<'_>>, usize)> {
    let text = cutter.document.text(line);
    if style != Style::Bars || is_separator(text) || style_of(text) != Some(Style::Bars) {
        return None;
    }
    let (row, next) = cutter.barred(line, width);
    let words = row.iter().filter(|cell| !cell.text.is_empty()).count();
    let ruled = is_separator(cutter.document.text(next));
    (row.len() == width && ruled && words >= 2 && row.iter().all(|cell| cell.figure.is_none())).then_some((row, next))
}

/// Whether cells can head columns: words, percentiles, or rising numbers behind a word.
fn is_header(header: &[Cell<'_>], style: Style) -> bool {
    let figure = |cell: &&Cell<'_>| cell.figure.is_some() && !cell.text.ends_with('%');
    if !header.iter().any(|cell| figure(&cell)) {
        return header.iter().any(|cell| cell.text.contains(char::is_alphanumeric));
    }
    let numbers: Vec<&str> = header.iter().skip(1).map(|cell| &*cell.text).collect();
    let named = header.first().is_some_and(|cell| cell.figure.is_none());
    header.len() >= 3 && named && rises(&numbers) && style == Style::Bars
}

/// Takes rows one after the other.
struct Taker<'d> {
    cutter: Cutter<'d>,
    depth: u8,
    gap: usize,
    names: BTreeSet<String>,
    group: Group,
}

impl<'d> Taker<'d> {
    /// Whether a line only separates or is blank; counts how many such lines there were.
    fn passes(&mut self, grid: &mut Grid<'d>, line: usize) -> bool {
        let text = self.cutter.document.text(line);
        let separates = is_separator(text);
        if separates {
            grid.rules.push(line);
        }
        // Rules between rows, as boxes have them, are no gap.
        self.gap += usize::from(!separates);
        separates || text.trim().is_empty()
    }

    /// Whether a row goes on with the table: behind a gap, one of a name that was there already is another table's.
    fn goes_on(&mut self, name: String) -> bool {
        if self.gap > 0 && !name.is_empty() && self.names.contains(&name) {
            return false;
        }
        self.names.insert(name);
        self.gap = 0;
        true
    }

    fn parted_rows(&mut self, grid: &mut Grid<'d>, from: usize, style: Style, width: usize) {
        let document = self.cutter.document;
        let mut line = from;
        let mut rules = 0;
        while line < document.len() && document.depth(line) == self.depth {
            let text = document.text(line);
            if is_separator(text) || text.trim().is_empty() {
                let blank = text.trim().is_empty();
                if self.passes(grid, line) && (blank && !grid.rows.is_empty() || self.gap > MOST_GAP) {
                    break;
                }
                // The rule under a header may be wrapped as its rows are.
                rules += 1;
                line += 1;
                continue;
            }
            let (row, next) = match style {
                Style::Bars if style_of(text) == Some(Style::Bars) => self.cutter.barred(line, width),
                Style::Commas | Style::Semicolons => (self.cutter.cells(line, style), line + 1),
                _ => break,
            };
            let figures = row.iter().filter(|c| c.figure.is_some()).count();
            let words = row.iter().filter(|c| !c.text.is_empty()).count();
            if words == 1 && row.len() > 1 && figures == 0 && rules > 0 {
                // A row of which only one cell is filled names those below.
                let name = row.iter().find(|c| !c.text.is_empty()).map(|c| c.text.to_string()).unwrap_or_default();
                self.group = Some((line, name));
                line = next;
                continue;
            }
            let first = grid.rows.first().map_or(row.len(), |first| first.cells.len());
            let fits = (row.len() == width || row.len() == width + 1) && row.len() == first;
            let short = style == Style::Bars && row.len() < width && row.len() + 2 >= width && rules > 0;
            let name = name_of(&row);
            if !(fits || short) || figures == 0 && words < 2 || !self.goes_on(name) {
                break;
            }
            let mut cells: Vec<Option<Cell<'d>>> = row.into_iter().map(Some).collect();
            cells.resize(first.max(cells.len()), None);
            grid.rows.push(Row { line, cells, group: self.group.clone() });
            line = next;
            grid.end = line;
        }
        let end = grid.end;
        grid.rules.retain(|rule| *rule < end);
    }
}

/// What names a row: its words, and figures with a unit, which are conditions more often than results.
fn name_of(row: &[Cell<'_>]) -> String {
    let names = |cell: &&Cell<'_>| cell.figure.as_ref().is_none_or(|figure| figure.unit.is_some());
    row.iter().filter(names).map(|cell| cell.text.as_ref()).collect::<Vec<_>>().join("\u{1f}")
}

/// The parts of a row whose cells only gaps part: names, figures, and a remark.
struct Parts<'d> {
    names: Vec<Cell<'d>>,
    values: Vec<Cell<'d>>,
    remark: Vec<Cell<'d>>,
}

impl<'d> Parts<'d> {
    /// The parts of a line: the longest run of figures, the last of several, and what stands around it.
    fn of(cutter: Cutter<'d>, line: usize) -> Option<Self> {
        let text = cutter.document.text(line);
        if text.len() > LONGEST {
            return None;
        }
        if !text.contains(|c: char| c.is_ascii_digit()) {
            return Self::of_nothing(cutter, line);
        }
        let cells = cutter.cells(line, Style::Gaps);
        let (mut best, mut start) = (0..0, 0);
        while start < cells.len() {
            let length = cells.iter().skip(start).take_while(|c| c.is_value()).count();
            let run = start..start + length;
            // What stands for a missing figure does so beside others; before them at the margin it is a bullet.
            let bullets = cells.get(run.clone())?.iter().take_while(|c| start == 0 && c.figure.is_none()).count();
            let run = run.start + bullets..run.end;
            let figures = cells.get(run.clone())?.iter().filter(|c| c.figure.is_some()).count();
            if figures > 0 && run.len() >= best.len() {
                best = run;
            }
            start += length.max(1);
        }
        let mut cells = cells.into_iter();
        let mut names: Vec<Cell<'d>> = cells.by_ref().take(best.start).collect();
        // A mark between the name and the figures is no name of its own.
        if names.len() > 1 && names.last().is_some_and(|last| matches!(&*last.text, ":" | "=" | "|")) {
            names.pop();
        }
        let values: Vec<Cell<'d>> = cells.by_ref().take(best.len()).collect();
        let remark: Vec<Cell<'d>> = cells.collect();
        let words = |cells: &[Cell<'_>]| cells.iter().map(|c| c.text.split_whitespace().count()).sum::<usize>();
        let brief = words(&names) <= MOST_NAME_WORDS && words(&remark) <= MOST_NAME_WORDS;
        (brief && !values.is_empty()).then_some(Self { names, values, remark })
    }

    /// The parts of a row that has a name and says of every figure that there is none: `lobsters  N/A  N/A`.
    fn of_nothing(cutter: Cutter<'d>, line: usize) -> Option<Self> {
        const FEWEST: usize = 2;
        let cells = cutter.cells(line, Style::Gaps);
        let missing = |cell: &&Cell<'_>| cell.text.split_whitespace().all(cell::is_missing) && !cell.text.is_empty();
        let values = cells.iter().rev().take_while(missing).count();
        let names = cells.len() - values;
        let wordy = cells.iter().skip(names).any(|cell| cell.text.contains(char::is_alphabetic));
        let mut cells = cells.into_iter();
        let names: Vec<Cell<'d>> = cells.by_ref().take(names).collect();
        (names.len() == 1 && values >= FEWEST && wordy).then(|| Self {
            names,
            values: cells.collect(),
            remark: Vec::new(),
        })
    }

    /// Whether two rows can be of one table.
    fn is_like(&self, other: &Self) -> bool {
        self.values.len() == other.values.len() && self.names.is_empty() == other.names.is_empty()
    }
}

/// The next line that is neither blank nor a rule, at most so far below.
fn following(cutter: Cutter<'_>, line: usize) -> Option<usize> {
    let document = cutter.document;
    let empty = |line: usize| document.is_blank(line) || is_separator(document.text(line));
    let next = (line + 1..document.len()).take(MOST_GAP + 1).find(|&next| !empty(next))?;
    (document.depth(next) == document.depth(line)).then_some(next)
}

/// The line below a row that is another row or a heading of rows.
fn has_second<'d>(cutter: Cutter<'d>, line: usize, parts: &Parts<'d>) -> bool {
    let Some(next) = following(cutter, line) else { return false };
    let like = |line: usize| Parts::of(cutter, line).is_some_and(|other| parts.is_like(&other));
    like(next) || is_group(cutter, next) && following(cutter, next).is_some_and(like)
}

/// Whether a line can name the rows below it: a few words, no figure at its end.
fn is_group(cutter: Cutter<'_>, line: usize) -> bool {
    let text = cutter.document.text(line).trim();
    let words = text.split_whitespace().count();
    words <= MOST_GROUP_WORDS
        && text.starts_with(|c: char| c.is_alphanumeric() || "[*#(<".contains(c))
        && !text.ends_with(['.', ',', '!', '?', '>'])
        && !text.trim_end_matches(':').contains("  ")
        && text.contains(char::is_alphabetic)
        && phrases(text).iter().all(|phrase| !phrase.is_figure(cutter.comma))
}

/// A table whose cells only gaps part.
fn gapped(cutter: Cutter<'_>, line: usize) -> Option<Grid<'_>> {
    let document = cutter.document;
    let mut header: Vec<usize> = Vec::new();
    let mut rules = Vec::new();
    let mut at = line;
    loop {
        if let Some(parts) = Parts::of(cutter, at)
            && (has_second(cutter, at, &parts) || !header.is_empty())
        {
            break;
        }
        let found = phrases(document.text(at));
        // All but the lowest line of a header stand over several columns.
        let narrow = header.last().is_some_and(|&above| phrases(document.text(above)).len() < 2);
        if header.len() == MOST_HEADER_LINES || found.is_empty() || narrow || is_command(document.text(at)) {
            return None;
        }
        if is_sentence(document.text(at)) {
            return None;
        }
        header.push(at);
        let next = following(cutter, at)?;
        let blank = (at + 1..next).any(|line| document.is_blank(line));
        // A blank line may part a header from its rows, but no two lines of it.
        if blank && (found.len() < 2 || Parts::of(cutter, next).is_none()) {
            return None;
        }
        rules.extend(at + 1..next);
        at = next;
    }
    if header.is_empty() && !begins_block(cutter, at) {
        return None;
    }
    // Whether it is a table at all shows in its first rows, so that long lists of something else cost little.
    let sample = rows_from(cutter, at, SAMPLED_ROWS);
    let whole = sample.parts.len() < SAMPLED_ROWS;
    let mut grid = with_heads(cutter, &header, sample, at)?;
    if !whole {
        grid = with_heads(cutter, &header, rows_from(cutter, at, usize::MAX), at)?;
    }
    grid.rules.extend(rules);
    Some(grid)
}

/// Whether a line ends as a sentence does, four words or more before a full stop, or as a title, before its only colon.
fn is_sentence(text: &str) -> bool {
    let text = text.trim();
    let titled = text.ends_with(':') && text.matches(':').count() == 1 && phrases(text).len() == 1;
    if titled && text.split_whitespace().count() >= 3 {
        return true;
    }
    let last = text.split_whitespace().next_back().unwrap_or_default();
    let brief = last.len() <= 5 && !last.contains(char::is_lowercase);
    text.ends_with('.') && !brief && text.split_whitespace().count() >= 4 && !cell::is_missing(last)
}

/// Whether a line has the options of a command.
fn is_command(text: &str) -> bool {
    let options = text.split_whitespace().filter(|word| {
        let name = word.trim_start_matches('-');
        name.len() < word.len() && name.starts_with(|c: char| c.is_ascii_alphabetic())
    });
    let long = text.contains(" --")
        && text.split(" --").skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
    options.count() >= 2 || long
}

/// Whether a row is the first of its block: rows further down were refused with it.
fn begins_block(cutter: Cutter<'_>, row: usize) -> bool {
    let above = row.checked_sub(1).filter(|&above| cutter.document.depth(above) == cutter.document.depth(row));
    let like = |above: usize| {
        let (above, own) = (Parts::of(cutter, above)?, Parts::of(cutter, row)?);
        Some(above.is_like(&own))
    };
    above.and_then(like) != Some(true)
}

/// Rows that are alike, with the lines between them.
struct Rows<'d> {
    /// Each with its line, and the line above that names it.
    parts: Vec<(usize, Parts<'d>, Group)>,
    rules: Vec<usize>,
    summaries: Vec<usize>,
    end: usize,
}

/// Rows that are alike from a line on, at most so many.
fn rows_from(cutter: Cutter<'_>, from: usize, most: usize) -> Rows<'_> {
    let document = cutter.document;
    let mut rows = Rows { parts: Vec::new(), rules: Vec::new(), summaries: Vec::new(), end: from };
    let mut names = BTreeSet::new();
    let mut group = None;
    let mut line = from;
    let mut gap = 0;
    while line < document.len() && document.depth(line) == document.depth(from) && rows.parts.len() < most {
        let text = document.text(line);
        if text.trim().is_empty() || is_separator(text) {
            gap += 1;
            if gap > MOST_GAP {
                break;
            }
            if !text.trim().is_empty() {
                rows.rules.push(line);
            }
            line += 1;
            continue;
        }
        let parts =
            Parts::of(cutter, line).filter(|parts| rows.parts.first().is_none_or(|(_, first, _)| fits(first, parts)));
        if let Some(parts) = parts {
            let name = parts.names.iter().map(|c| c.text.to_string()).collect::<Vec<_>>().join(" ");
            let again = !name.is_empty() && names.contains(&name);
            if gap > 0 && (again || !rows.parts.is_empty() && parts.names.is_empty() && is_restart(&rows, &parts)) {
                break;
            }
            names.insert(name);
            rows.parts.push((line, parts, group.clone()));
            line += 1;
            rows.end = line;
            gap = 0;
            continue;
        }
        // Below runs without names stands what was computed from them.
        if rows.parts.len() >= 2 && sums_up(cutter, line, &rows) {
            rows.summaries.push(line);
            line += 1;
            rows.end = line;
            gap = 0;
            continue;
        }
        // A heading among the rows: rows of its kind follow at once.
        let first = rows.parts.first().map(|(_, first, _)| first);
        let next_fits = || {
            let next = Parts::of(cutter, line + 1)?;
            first.map(|first| fits(first, &next) && first.names.is_empty() == next.names.is_empty())
        };
        if first.is_some() && gap == 0 && is_group(cutter, line) && next_fits() == Some(true) {
            group = Some((line, text.trim().trim_end_matches(':').trim().to_owned()));
            names.clear();
            line += 1;
            continue;
        }
        break;
    }
    let end = rows.end;
    rows.rules.retain(|rule| *rule < end);
    rows
}

/// Whether a line gives a name for a statistic and at most as many figures as the nameless rows above it.
fn sums_up(cutter: Cutter<'_>, line: usize, rows: &Rows<'_>) -> bool {
    let Some((_, first, _)) = rows.parts.first().filter(|(_, first, _)| first.names.is_empty()) else { return false };
    let Some(parts) = Parts::of(cutter, line) else { return false };
    let named = matches!(parts.names.as_slice(), [name] if is_statistic(&name.text));
    named && parts.values.len() <= first.values.len() && parts.remark.is_empty()
}

/// Whether a row without a name begins a series anew: its first figure is that of the first row.
fn is_restart(rows: &Rows<'_>, parts: &Parts<'_>) -> bool {
    let first = |parts: &Parts<'_>| parts.values.first().map(|c| c.text.to_string());
    rows.parts.first().is_some_and(|(_, row, _)| first(row) == first(parts))
}

/// Whether a row belongs to the table of another: as many figures, or fewer that stand under its columns.
fn fits(first: &Parts<'_>, row: &Parts<'_>) -> bool {
    if first.names.is_empty() != row.names.is_empty() {
        // A further run of what the row above names has no name of its own.
        let under = |(value, column): (&Cell<'_>, &Cell<'_>)| overlap(column, value) > 0;
        let below = !first.names.is_empty() && first.values.len() == row.values.len() && row.values.len() >= 2;
        return below && row.values.iter().zip(&first.values).all(under);
    }
    let (of, have) = (first.values.len(), row.values.len());
    of == have
        || of >= 3
            && have < of
            && have >= 1
            && row.values.iter().all(|value| first.values.iter().any(|c| overlap(c, value) > 0))
}

fn overlap(one: &Cell<'_>, other: &Cell<'_>) -> usize {
    one.to.min(other.to).saturating_sub(one.from.max(other.from))
}

/// Puts rows under their header; nothing where the two do not go together.
fn with_heads<'d>(cutter: Cutter<'d>, header: &[usize], rows: Rows<'d>, first_row: usize) -> Option<Grid<'d>> {
    let most = rows.parts.iter().take(SAMPLED_ROWS).map(|(_, parts, _)| parts.values.len()).max()?;
    let full = || rows.parts.iter().map(|(_, parts, _)| parts).filter(|parts| parts.values.len() == most);
    // Where rows have different numbers of words before their figures, the words are one name.
    let name_counts: BTreeSet<usize> = rows.parts.iter().map(|(_, parts, _)| parts.names.len()).collect();
    let names = if name_counts.len() == 1 { name_counts.first().copied().unwrap_or(0) } else { 1 };
    let remarks =
        usize::from(rows.parts.iter().filter(|(_, parts, _)| !parts.remark.is_empty()).count() * 2 > rows.parts.len());
    let mut extents = vec![(usize::MAX, 0); most];
    for parts in full().take(SAMPLED_ROWS) {
        for (extent, cell) in extents.iter_mut().zip(&parts.values) {
            *extent = (extent.0.min(cell.from), extent.1.max(cell.to));
        }
    }
    let first_names = || full().take(SAMPLED_ROWS).filter_map(|parts| parts.names.first());
    let name_extent = first_names().map(|c| c.from).min().zip(first_names().map(|c| c.to).max());
    let lines: Vec<Vec<Phrase>> = header.iter().map(|&line| phrases(cutter.document.text(line))).collect();
    let given = heads(&lines, &extents, names, remarks, name_extent, cutter.comma);
    // Changes may stand beside what they are of, without a head.
    let changes: Vec<bool> = (0..most).map(|at| full().filter_map(|p| p.values.get(at)).all(is_change)).collect();
    let mut found = match given {
        Some(heads) if heads.exact => Some(heads),
        other => {
            unheaded(&changes, &extents, |kept| heads(&lines, kept, names, remarks, name_extent, cutter.comma), names)
                .or(other)
        }
    };
    let mut first = header.first().copied().unwrap_or(first_row);
    let mut used = header.to_vec();
    if found.is_none() {
        if !header.is_empty() {
            return None;
        }
        if is_under_header(cutter, first_row, names + most + remarks) {
            return None;
        }
        let loads = load_header(&rows, names, most);
        if loads.is_none() {
            let above = || inherited(cutter, first_row, &extents, names, remarks, name_extent);
            found = Some(above().or_else(|| untitled(cutter, first_row, &rows, names, most, remarks))?);
            used = Vec::new();
            first = first_row;
        }
        if let Some(loads) = loads {
            return with_loads(rows, loads, first_row);
        }
    }
    let Heads { columns, corner, exact, guessed } = found?;
    let mut grid = Grid {
        first,
        header: used,
        heads: columns,
        corner,
        guessed,
        rows: Vec::new(),
        rules: rows.rules,
        summaries: rows.summaries,
        end: rows.end,
    };
    for (line, parts, group) in rows.parts {
        grid.rows.push(Row { line, cells: placed(parts, names, &extents, remarks), group });
    }
    if names > 0 {
        fill_names(&mut grid.rows);
    }
    // A single row is one only under words that stand over its figures one by one.
    let brief = || grid.heads.iter().flatten().all(|head| head.split(' ').count() <= MOST_HEAD_WORDS);
    let single = exact && names <= 1 && most >= FEWEST_IN_ONE_ROW && brief();
    // One figure a row is a list's way, unless a header stands over it.
    let lone = || exact && remarks == 0 && lines.iter().all(|line| line.len() >= 2) && brief();
    let rows = grid.rows.len() >= 2 && (most >= 2 || lone());
    (rows && grid.figures() >= FEWEST_FIGURES.min(2 * most) || single).then_some(grid)
}

/// Whether a cell is a signed share.
fn is_change(cell: &Cell<'_>) -> bool {
    cell.figure.as_ref().is_some_and(|figure| figure.change || figure.value == 0.0 && cell.text.ends_with('%'))
}

/// The heads of all columns but some that have none; nothing where that does not fit the header one by one.
fn unheaded(
    without: &[bool],
    extents: &[(usize, usize)],
    heads: impl Fn(&[(usize, usize)]) -> Option<Heads>,
    names: usize,
) -> Option<Heads> {
    let kept: Vec<(usize, usize)> =
        extents.iter().zip(without).filter(|(_, without)| !**without).map(|(extent, _)| *extent).collect();
    if kept.len() == extents.len() || kept.is_empty() {
        return None;
    }
    let mut found = heads(&kept).filter(|heads| heads.exact)?;
    for (at, _) in without.iter().enumerate().filter(|(_, without)| **without) {
        found.columns.insert(names + at, Vec::new());
    }
    Some(found)
}

/// The cells of a row by column.
fn placed<'d>(parts: Parts<'d>, names: usize, extents: &[(usize, usize)], remarks: usize) -> Vec<Option<Cell<'d>>> {
    let mut cells: Vec<Option<Cell<'d>>> = Vec::with_capacity(names + extents.len() + remarks);
    let join = |mut all: Cell<'d>, more: Cell<'d>| {
        all.text = format!("{} {}", all.text, more.text).into();
        all.to = more.to;
        all.figure = None;
        all
    };
    if names == 1 && parts.names.len() > 1 {
        cells.push(parts.names.into_iter().reduce(join));
    } else {
        cells.extend(parts.names.into_iter().map(Some));
        cells.resize(names, None);
    }
    if parts.values.len() == extents.len() {
        cells.extend(parts.values.into_iter().map(Some));
    } else {
        let mut values: Vec<Option<Cell<'d>>> = vec![None; extents.len()];
        for value in parts.values {
            let shared = |&(from, to): &(usize, usize)| value.to.min(to).saturating_sub(value.from.max(from));
            let best = (0..extents.len()).max_by_key(|&at| (extents.get(at).map_or(0, shared), std::cmp::Reverse(at)));
            if let Some(place) = best.and_then(|at| values.get_mut(at)) {
                *place = Some(value);
            }
        }
        cells.extend(values);
    }
    if remarks > 0 {
        cells.push(parts.remark.into_iter().reduce(join));
    }
    cells
}

/// The first of some rows, where it is a header of numbers: `threads  1  2  4  8`.
fn load_header(rows: &Rows<'_>, names: usize, most: usize) -> Option<Vec<String>> {
    let (_, first, _) = rows.parts.first()?;
    let texts: Vec<&str> = first.values.iter().map(|c| &*c.text).collect();
    let column = |at: usize| {
        let texts = rows.parts.iter().filter_map(|(_, parts, _)| parts.values.get(at)).map(|c| c.text.to_string());
        texts.collect::<Vec<_>>()
    };
    let fractions = (0..most).flat_map(column).any(|text| text.contains('.'));
    let loads =
        names == 1 && first.values.len() == most && most >= 3 && rises(&texts) && rows.parts.len() >= 3 && fractions;
    loads.then(|| texts.into_iter().map(str::to_owned).collect())
}

fn with_loads(rows: Rows<'_>, loads: Vec<String>, first_row: usize) -> Option<Grid<'_>> {
    let most = loads.len();
    let mut parts = rows.parts.into_iter();
    let (line, head, _) = parts.next()?;
    let corner = head.names.first().map_or_else(String::new, |c| c.text.to_string());
    let extents: Vec<(usize, usize)> = head.values.iter().map(|c| (c.from, c.to)).collect();
    let mut heads = vec![vec![corner]];
    heads.extend(loads.into_iter().map(|load| vec![load]));
    let rows: Vec<Row<'_>> =
        parts.map(|(line, parts, group)| Row { line, cells: placed(parts, 1, &extents, 0), group }).collect();
    debug_assert_eq!(extents.len(), most);
    (rows.len() >= 2).then_some(Grid {
        first: first_row,
        header: vec![line],
        heads,
        corner: String::new(),
        guessed: false,
        rules: Vec::new(),
        summaries: Vec::new(),
        end: rows.last().map_or(first_row + 1, |row| row.line + 1),
        rows,
    })
}

/// Heads for rows that have none, under a line that says the unit of all, `Here the results in MB/s:`, or with units beside
/// all figures.
fn untitled(
    cutter: Cutter<'_>,
    first_row: usize,
    rows: &Rows<'_>,
    names: usize,
    most: usize,
    remarks: usize,
) -> Option<Heads> {
    const PLACES: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    let document = cutter.document;
    let above = (first_row.saturating_sub(2)..first_row).rev().find(|&line| !document.is_blank(line))?;
    let title = document.text(above).trim();
    let tells = title.ends_with(':') && unit_in(title).is_some() && document.depth(above) == document.depth(first_row);
    // Units beside all figures show as well that they were measured.
    let unit = |cell: &Cell<'_>| cell.figure.as_ref()?.unit.clone().filter(|unit| unit.symbol != "%");
    let first = rows.parts.first().and_then(|(_, parts, _)| parts.values.first()).and_then(unit);
    let measured = |cell: &Cell<'_>| first.is_some() && unit(cell) == first;
    let beside = most >= 2 && rows.parts.iter().all(|(_, parts, _)| parts.values.iter().all(measured));
    if !(tells || beside) || names != 1 || rows.parts.len() < 2 || most > PLACES.len() {
        return None;
    }
    let head =
        |at: usize| vec![PLACES.get(at).filter(|_| most > 1).map_or_else(String::new, |place| (*place).to_owned())];
    let mut columns = vec![Vec::new()];
    columns.extend((0..most).map(head));
    columns.extend((0..remarks).map(|_| Vec::new()));
    Some(Heads { columns, corner: String::new(), exact: true, guessed: !tells })
}

/// The header of a table further up whose columns are these: posts print it once.
fn inherited(
    cutter: Cutter<'_>,
    first_row: usize,
    extents: &[(usize, usize)],
    names: usize,
    remarks: usize,
    name_extent: Option<(usize, usize)>,
) -> Option<Heads> {
    if extents.len() < 2 {
        return None;
    }
    let document = cutter.document;
    let lines = (first_row.saturating_sub(FAR_ABOVE)..first_row).rev();
    for line in lines.filter(|&line| document.depth(line) == document.depth(first_row)) {
        let found = phrases(document.text(line));
        let row = Parts::of(cutter, line).is_some_and(|row| row.values.len() == extents.len());
        if found.len() < 2 || row {
            continue;
        }
        // It heads rows of its own just below.
        let own = following(cutter, line).and_then(|next| Parts::of(cutter, next));
        if own.is_none_or(|own| own.values.len() != extents.len() || own.names.is_empty() != (names == 0)) {
            continue;
        }
        let heads = heads(&[found], extents, names, remarks, name_extent, cutter.comma);
        // What heads a known tool's table heads no other.
        if let Some(mut heads) = heads.filter(|heads| heads.exact && !is_known(document, line)) {
            heads.guessed |= !is_parted(cutter, line, first_row);
            return Some(heads);
        }
    }
    None
}

/// Whether something parts the rows at a line from those of the table above, under its header: a line that names them, or a
/// condition that is another. Where nothing does, they may have lost a header of their own.
fn is_parted(cutter: Cutter<'_>, header: usize, row: usize) -> bool {
    let above = (header..row).rev().find(|&above| !cutter.document.is_blank(above));
    let first = |line: usize| {
        let parts = Parts::of(cutter, line)?;
        parts.values.first().map(|cell| cell.text.to_string())
    };
    let Some(last) = above.and_then(first) else { return true };
    let (own, next) = (first(row), first(row + 1));
    own == next && own.is_some_and(|own| own != last)
}

/// Whether the line right above rows has as many words as they have columns, and no figure: it is their header, whose words
/// could not be placed.
fn is_under_header(cutter: Cutter<'_>, row: usize, columns: usize) -> bool {
    let above = row.checked_sub(1).map_or("", |above| cutter.document.text(above));
    let words = above.split_whitespace().count();
    words == columns
        && words >= 3
        && !above.trim_end().ends_with([':', '.'])
        && !above.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::Document;
    use crate::{Source, SourceId};

    /// Heads and rows of the table at the first line that begins one.
    fn shown(text: &str) -> Option<(Vec<String>, Vec<Vec<String>>)> {
        let source = Source::unnamed(text);
        let document = Document::new(SourceId(0), &source);
        let grid = (0..document.len()).find_map(|line| Grid::at(Cutter::new(&document), line))?;
        let heads = grid.heads.iter().map(|head| head.join("/")).collect();
        let cell = |cell: &Option<Cell<'_>>| cell.as_ref().map_or(String::new(), |c| c.text.to_string());
        Some((heads, grid.rows.iter().map(|row| row.cells.iter().map(cell).collect()).collect()))
    }

    fn heads(text: &str) -> Vec<String> {
        shown(text).map(|(heads, _)| heads).unwrap_or_default()
    }

    #[test]
    fn a_table_is_a_header_and_rows_alike() {
        let (heads, rows) = shown("x  master  patch\na  1.0  2.0\nb  3.0  4.0\n\nand so on\n").expect("a table");
        assert_eq!((heads, rows.len()), (vec!["x".into(), "master".into(), "patch".into()], 2));
        assert_eq!(shown("a  1.0  2.0\nand so on it goes\n"), None);
    }

    #[test]
    fn words_of_a_header_stand_over_their_columns() {
        assert_eq!(
            heads(
                "Threads Time            Time\n        Orphan locked   No orphan\n  1       0.945600       0.939400\n  2       1.331800       1.246600\n"
            ),
            ["Threads", "Time/Orphan locked", "Time/No orphan"]
        );
        assert_eq!(
            heads(
                "        latency 0           latency -20\ngroup   min  avg    max     min  avg    max\n0       16    19     29      17   18     29\n1       43   299   7359      63   84   3422\n"
            ),
            [
                "group",
                "latency 0/min",
                "latency 0/avg",
                "latency 0/max",
                "latency -20/min",
                "latency -20/avg",
                "latency -20/max"
            ]
        );
        assert_eq!(
            heads(
                "#thr  \t stock     A-B / speedup     A / speedup\n  1  2.707 (0.127) 2.693 (0.100) / 0.995  2.718 (0.101) / 1.004\n  2  3.262 (0.075) 3.250 (0.132) / 0.996  3.246 (0.098) / 0.995\n"
            ),
            ["#thr", "stock", "A-B / speedup", "A / speedup"]
        );
    }

    #[test]
    fn rows_may_be_under_headings_of_their_own() {
        let source = Source::unnamed(
            "Before:     A7      A8\nx_neon:  269.4  147.7\ny_neon:  352.6  159.9\nAfter:\nx_neon:  238.3  157.2\ny_neon:  336.3  162.1\n",
        );
        let document = Document::new(SourceId(0), &source);
        let grid = Grid::at(Cutter::new(&document), 0).expect("a table");
        let groups: Vec<Option<&str>> = grid.rows.iter().map(|r| r.group.as_ref().map(|(_, g)| g.as_str())).collect();
        assert_eq!(groups, [None, None, Some("After"), Some("After")]);
    }

    #[test]
    fn cells_that_are_missing_leave_the_others_where_they_stand() {
        let (_, rows) = shown("x     a     b     c\np   1.5   2.5   3.5\nq   1.6         3.6\n").expect("a table");
        assert_eq!(rows, [["p", "1.5", "2.5", "3.5"], ["q", "1.6", "", "3.6"]]);
    }

    #[test]
    fn a_header_serves_the_blocks_below_it_as_well() {
        let text = "F      Rate   Time\nCopy:  20.5   1.5\nAdd:   30.5   2.5\n\nsecond:\nCopy:  21.5   1.4\nAdd:   31.5   2.4\n";
        let source = Source::unnamed(text);
        let document = Document::new(SourceId(0), &source);
        let grid = Grid::at(Cutter::new(&document), 5).expect("a table");
        assert_eq!(grid.heads.iter().map(|head| head.join("/")).collect::<Vec<_>>(), ["F", "Rate", "Time"]);
    }
}

//! Reads a document by a rule.

use std::ops::Range;

use super::Taught;
use super::cells::{above, cells_as, cut_of, headers, is_dash, is_rule};
use super::pattern::{Match, Pattern, Piece, own_unit};
use super::rule::{Cut, Origin, Rule, Shape};
use crate::mail::Document;
use crate::reading::quantity::{self, ASIDES, CONDITIONS, DERIVED};
use crate::unit::Unit;

/// A figure and the line it stands in.
pub(super) struct Found {
    pub(super) taught: Taught,
    pub(super) line: usize,
}

/// How far above a figure its names may stand.
const REACH: usize = 60;
/// A name that stands alone in its line has at most so many words.
const MOST_WORDS: usize = 8;

/// All figures that a rule reads.
pub(super) fn figures(document: &Document<'_>, rule: &Rule) -> Vec<Found> {
    let reader = Reader::new(document, rule);
    let mut found = Vec::new();
    for line in 0..document.len() {
        if !reader.is_row(line) {
            continue;
        }
        match &rule.shape {
            Shape::Line(pattern) => found.extend(reader.line(line, pattern)),
            Shape::Row { .. } => reader.row(line, &mut found),
        }
    }
    found
}

struct Reader<'r, 'd, 's> {
    document: &'d Document<'s>,
    rule: &'r Rule,
    /// For each line whether it holds figures.
    rows: Vec<bool>,
    /// For each line the number of its block.
    blocks: Vec<usize>,
}

impl<'r, 'd, 's> Reader<'r, 'd, 's> {
    fn new(document: &'d Document<'s>, rule: &'r Rule) -> Self {
        let mut reader = Self { document, rule, rows: Vec::new(), blocks: Vec::new() };
        reader.rows = (0..document.len()).map(|line| reader.looks_so(line)).collect();
        reader.leave_out_strays();
        let mut block = 0;
        let mut open = false;
        for line in 0..document.len() {
            let row = reader.is_row(line);
            // What parts two blocks is a line of text, blank or not; a rule or a subheading of a table does not.
            if !row && open && (document.is_blank(line) || !is_rule(document.text(line))) {
                block += 1;
                open = false;
            }
            open |= row;
            reader.blocks.push(block);
        }
        reader
    }

    fn is_row(&self, line: usize) -> bool {
        self.rows.get(line) == Some(&true)
    }

    /// Whether a line looks as the rule says.
    fn looks_so(&self, line: usize) -> bool {
        let text = self.document.text(line);
        if !text.contains(|c: char| c.is_ascii_digit()) {
            return false;
        }
        match &self.rule.shape {
            Shape::Line(pattern) => self.matches(pattern, text).is_some(),
            Shape::Row { cut, cells: count, cell, column, .. } => {
                let found = cells_as(text, *cut, self.document.comma(), *count);
                let same = found.len() == *count && (cut_of(text) == *cut || *cut == Cut::Gaps);
                let filled = |at: usize| found.get(at).and_then(|cell| text.get(cell.clone())).unwrap_or_default();
                let named = [&self.rule.metric, &self.rule.config]
                    .iter()
                    .all(|origin| !matches!(origin, Origin::Cell(at) if is_dash(filled(*at))));
                let value = self.matches(cell, filled(*column)).is_some() || is_dash(filled(*column));
                same && named && value && (0..found.len()).any(|at| self.matches(cell, filled(at)).is_some())
            }
        }
    }

    fn matches(&self, pattern: &Pattern, text: &str) -> Option<Match> {
        pattern.matches(text, self.document.comma(), self.rule.unit.as_deref())
    }

    /// A pattern without words of its own says little: its lines count only where most of their paragraph look so.
    fn leave_out_strays(&mut self) {
        let told = match &self.rule.shape {
            Shape::Line(pattern) => pattern.has_words() || pattern.has_marks(),
            Shape::Row { .. } => false,
        };
        if told {
            return;
        }
        let mut start = 0;
        while start < self.document.len() {
            let end = (start..self.document.len())
                .find(|&line| self.document.is_blank(line) || !self.document.same_voice(start, line))
                .unwrap_or(self.document.len())
                .max(start + 1);
            let written = (start..end).filter(|&line| !is_rule(self.document.text(line))).count();
            let rows = (start..end).filter(|&line| self.is_row(line)).count();
            if rows * 3 < written {
                self.rows.iter_mut().take(end).skip(start).for_each(|row| *row = false);
            }
            start = end;
        }
    }

    /// The figure of a line.
    fn line(&self, line: usize, pattern: &Pattern) -> Option<Found> {
        let text = self.document.text(line);
        let found = self.matches(pattern, text)?;
        let metric = self.name(&self.rule.metric, line, &|| pattern.part(text, &found, &Piece::Metric), None);
        let config = self.name(&self.rule.config, line, &|| pattern.part(text, &found, &Piece::Config), None);
        self.taught(line, 0, pattern, &found, (metric, config), None, Vec::new())
    }

    /// The figures of a row.
    fn row(&self, line: usize, into: &mut Vec<Found>) {
        let Shape::Row { cut, cells: count, cell: pattern, column, all, units } = &self.rule.shape else { return };
        let text = self.document.text(line);
        let ranges = cells_as(text, *cut, self.document.comma(), *count);
        let headers = headers(self.document, line, *cut, &|at| self.is_row(at));
        let header = |which: usize, at: usize| {
            let (above_line, names) = headers.get(which)?;
            above(self.document.text(*above_line), names, text, &ranges, at)
                .map(str::trim)
                .filter(|name| !name.is_empty())
        };
        let title = |at: usize| {
            let own = [&self.rule.metric, &self.rule.config].into_iter().find_map(|origin| match origin {
                Origin::Header(which) => Some(*which),
                _ => None,
            });
            header(own.unwrap_or(0), at)
        };
        let content = |at: usize| ranges.get(at).and_then(|cell| text.get(cell.clone())).unwrap_or_default();
        let named =
            |at: usize| [&self.rule.metric, &self.rule.config].iter().any(|origin| **origin == Origin::Cell(at));
        for at in 0..ranges.len() {
            let skipped = at != *column && (!all || named(at) || self.is_key(at, content(at), title(at), *column));
            let Some(found) =
                Some(content(at)).filter(|_| !skipped && !named(at)).and_then(|cell| self.matches(pattern, cell))
            else {
                continue;
            };
            let cell = |origin: &Origin| match origin {
                Origin::Cell(at) => {
                    Some(content(*at).trim_matches(['*', '`', ' ', ':'])).filter(|name| !name.is_empty())
                }
                Origin::Header(which) => header(*which, at),
                _ => None,
            };
            let beside = |piece: &Piece| pattern.part(content(at), &found, piece);
            let metric = self.name(&self.rule.metric, line, &|| beside(&Piece::Metric), cell(&self.rule.metric));
            let config = match &self.rule.config {
                Origin::Columns(name) if at == *column => Some((name.clone(), false)),
                Origin::Columns(_) => {
                    // Columns are counted without those that hold names.
                    let first = (0..=at)
                        .filter(|&other| !named(other) && self.matches(pattern, content(other)).is_some())
                        .count();
                    Some((format!("column {first}"), true))
                }
                other => self.name(other, line, &|| beside(&Piece::Config), cell(other)),
            };
            let unit = units.and_then(|which| header(which, at)).and_then(unit_of_header);
            let unit = unit.or_else(|| title(at).and_then(unit_in_title));
            let conditions = self.conditions(&ranges, text, at, *column);
            let start = ranges.get(at).map_or(0, |range| range.start);
            into.extend(self.taught(line, start, pattern, &found, (metric, config), unit, conditions));
        }
    }

    /// Whether a cell is a row's key or figures of another kind: counts, changes, deviations.
    fn is_key(&self, at: usize, content: &str, title: Option<&str>, column: usize) -> bool {
        let other = title.is_some_and(|title| {
            quantity::has(title, DERIVED)
                || quantity::has(title, ASIDES)
                || quantity::has(title, CONDITIONS)
                || title.contains('%')
        });
        let whole = !content.is_empty() && content.bytes().all(|b| b.is_ascii_digit());
        other
            || at == 0
                && column != 0
                && whole
                && !matches!(self.rule.config, Origin::Cell(_))
                && self.rule.metric != Origin::Cell(1)
    }

    /// What else stands in a row: its key, and words in cells that are no names.
    fn conditions(&self, ranges: &[Range<usize>], text: &str, value: usize, column: usize) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let named =
            |at: usize| [&self.rule.metric, &self.rule.config].iter().any(|origin| **origin == Origin::Cell(at));
        for (at, range) in ranges.iter().enumerate() {
            let Some(content) = text.get(range.clone()).filter(|content| !is_dash(content)) else { continue };
            let words = content.contains(char::is_alphabetic) && !content.starts_with(|c: char| c.is_ascii_digit());
            let key = at == 0 && at != column && self.is_key(at, content, None, column);
            if at != value && !named(at) && (words || key) && !is_value(self, content) {
                let name = if at == 0 { "row".to_owned() } else { format!("cell {}", at + 1) };
                found.push((name, content.to_owned()));
            }
        }
        found
    }

    /// A name by where it is found; whether it was made up.
    fn name<'t>(
        &self,
        origin: &Origin,
        line: usize,
        beside: &dyn Fn() -> Option<&'t str>,
        cell: Option<&str>,
    ) -> Option<(String, bool)> {
        let found = match origin {
            Origin::Unknown | Origin::Columns(_) => None,
            Origin::Given(name) => Some(name.clone()),
            Origin::Blocks(name, of) => {
                let block = self.blocks.get(line).copied().unwrap_or_default();
                let first = self.block_number(block);
                return Some(if first == *of { (name.clone(), false) } else { (format!("block {}", first + 1), true) });
            }
            Origin::Beside => beside().map(str::to_owned),
            Origin::Cell(_) | Origin::Header(_) => cell.map(str::to_owned),
            Origin::Above(pattern) => self.name_above(line, pattern),
        };
        found.map(|name| (name.split_whitespace().collect::<Vec<_>>().join(" "), false))
    }

    /// How many blocks with figures stand before a block.
    fn block_number(&self, block: usize) -> usize {
        let mut before: Vec<usize> = (0..self.document.len())
            .filter(|&line| self.is_row(line))
            .filter_map(|line| self.blocks.get(line).copied())
            .filter(|&other| other < block)
            .collect();
        before.dedup();
        before.len()
    }

    /// The name in the nearest line above that looks like a pattern.
    fn name_above(&self, line: usize, pattern: &Pattern) -> Option<String> {
        let piece = if pattern.has(&Piece::Config) { Piece::Config } else { Piece::Metric };
        (line.saturating_sub(REACH)..line).rev().find_map(|above| {
            let text = self.document.text(above);
            let alone = pattern.has_marks() || is_name(text);
            if self.is_row(above) || !self.document.same_voice(above, line) || !alone {
                return None;
            }
            let found = self.matches(pattern, text)?;
            pattern.part(text, &found, &piece).map(str::to_owned)
        })
    }

    #[expect(clippy::too_many_arguments, reason = "what is known of one figure")]
    fn taught(
        &self,
        line: usize,
        offset: usize,
        pattern: &Pattern,
        found: &Match,
        (metric, config): (Option<(String, bool)>, Option<(String, bool)>),
        above: Option<Unit>,
        conditions: Vec<(String, String)>,
    ) -> Option<Found> {
        let at = pattern.0.iter().position(|piece| *piece == Piece::Value)?;
        let place = found.places.get(at)?;
        let amount = found.amount.as_ref()?;
        let given = || self.rule.unit.as_deref().map(own_unit);
        let unit = found.unit.clone().or(above).or_else(given).unwrap_or_else(Unit::none);
        let name = metric.as_ref().map(|(name, _)| name.clone()).unwrap_or_default();
        let of = self.rule.of.as_deref().unwrap_or_default();
        let better_given = self.rule.better.is_some() && unit.symbol == of;
        let better = match self.rule.better.filter(|_| better_given) {
            Some(better) => better,
            None => quantity::better(&name, &unit),
        };
        let guessed = [&metric, &config].iter().any(|name| matches!(name, Some((_, true))));
        let taught = Taught {
            span: self.document.span(line, offset + place.start, offset + place.end),
            value: amount.value,
            low: amount.low,
            high: amount.high,
            metric: name,
            unit,
            better,
            better_given,
            config: config.map(|(name, _)| name),
            conditions,
            guessed,
        };
        Some(Found { taught, line })
    }
}

/// Whether a cell holds a figure as the rule's do.
fn is_value(reader: &Reader<'_, '_, '_>, content: &str) -> bool {
    match &reader.rule.shape {
        Shape::Row { cell, .. } => reader.matches(cell, content).is_some(),
        Shape::Line(_) => false,
    }
}

/// The unit that a cell above a column is, or names.
fn unit_of_header(text: &str) -> Option<Unit> {
    quantity::unit_of(text).or_else(|| unit_in_title(text))
}

/// The unit that a header has beside its name: `time (ms)`, `time_ms`; a word of the name is none.
pub(super) fn unit_in_title(title: &str) -> Option<Unit> {
    let marked = title.contains(['(', '[', '_', '/']) || title.contains(" in ");
    quantity::unit_in(title).filter(|_| marked)
}

/// Whether a line can be a name alone: few words, no figures, not cut into cells.
fn is_name(text: &str) -> bool {
    let text = text.trim();
    let figures = text.split_whitespace().any(crate::reading::words::is_figure);
    let sentence = text.ends_with(['.', ',', ';', '!', '?']);
    text.contains(char::is_alphanumeric)
        && text.split_whitespace().count() <= MOST_WORDS
        && !figures
        && !sentence
        && !text.contains("  ")
        && !text.contains(['|', '\t'])
}

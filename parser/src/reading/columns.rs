//! Tables between bars of tools that are known by name: what the tool's columns hold is a small table of rules by their
//! headers, and the rest is the same for all. Nothing in here knows any tool.

use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::measurement::{Field, FieldKind, Label, Labels, LabelsId, Role, SpreadKind};
use crate::reading::amount::{Amount, Deviation, Family, Kind, What, explain, joined, sized};
use crate::reading::bars::{self, Header, Row};
use crate::reading::emit;
use crate::reading::words::{Word, next_line};
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Unit};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// Figures that were measured.
    Figure(Better, Role),
    /// The least and the greatest of the figures, in brackets: `(1.2 ms … 3.4 ms)`.
    Range,
    /// What the figures before vary by.
    Quality,
    /// What a setting is told by, under a field of the given name; the column's own where that is empty.
    Setting(&'static str),
    /// A condition of the run.
    Parameter,
    /// How the run went.
    Context,
    /// Computed by the tool from other columns.
    Derived,
}

/// The rules of a tool's tables.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    pub(crate) format: &'static str,
    /// Headers that the tool's tables have, in small letters and without the unit in brackets.
    pub(crate) required: &'static [&'static str],
    /// What the column under such a header holds.
    pub(crate) holds: fn(&str) -> Holds,
    /// What the ± in a column under such a header is.
    pub(crate) spread: fn(&str) -> SpreadKind,
    /// The units that figures have.
    pub(crate) families: &'static [Family],
}

/// Where no column has a ±, or it is not known what it is.
pub(crate) const UNKNOWN: fn(&str) -> SpreadKind = |_| SpreadKind::Unknown;
/// Where every ± is the standard deviation of single runs.
pub(crate) const DEVIATION: fn(&str) -> SpreadKind = |_| SpreadKind::Deviation;

/// The field of names that rows have.
pub(crate) const ROW: &str = "row";

/// A header in small letters, without marks and unit.
fn lower(text: &str) -> String {
    header_parts(text).0.to_lowercase()
}

/// A header's text without marks and the unit that stands in brackets in it.
pub(crate) fn header_parts(text: &str) -> (String, Option<String>) {
    let plain = text.trim_matches(['*', '`', '_', ' ']);
    let close = |c| if c == '[' { ']' } else { ')' };
    let Some((at, open)) = plain.char_indices().find(|(at, c)| *at > 0 && matches!(c, '[' | '(')) else {
        return (plain.to_owned(), None);
    };
    let (name, rest) = plain.split_at(at);
    let unit = rest.get(1..).and_then(|rest| rest.split_once(close(open))).map(|(unit, _)| unit.trim().to_owned());
    (name.trim_matches(['*', '`', '_', ' ']).to_owned(), unit)
}

/// The text of a cell without marks of emphasis, quotes and the address of a link.
pub(crate) fn name_of(words: &[Word<'_>]) -> String {
    let text = joined(words);
    // Code among remarks is the name; a remark in brackets behind it may have code of its own.
    let pieces: Vec<&str> = text.split('`').collect();
    if let [_, code, remark, rest @ ..] = pieces.as_slice()
        && (rest.is_empty() || remark.trim_start().starts_with('('))
    {
        return (*code).to_owned();
    }
    let plain = text.trim_matches(['*', '`', '\'', '"', ' ']);
    let link = plain.strip_prefix('[').and_then(|rest| rest.split_once("](")).map(|(name, _)| name);
    link.unwrap_or(plain).to_owned()
}

impl Rules {
    /// The header of the tool's table that starts at a line; the rule above it, if any, is a part of it.
    pub(crate) fn header<'d>(&self, document: &'d Document<'_>, line: usize) -> Option<Header<'d>> {
        let text = document.text(line);
        if !text.contains(['|', '│', '+', '┌']) {
            return None;
        }
        let line = if bars::is_rule(text) { next_line(document, line)? } else { line };
        let header = bars::header(document, line)?;
        let names: Vec<String> = (0..header.row.cells.len()).map(|at| lower(&header.row.text(at))).collect();
        self.required.iter().all(|name| names.iter().any(|known| known == name)).then_some(header)
    }

    /// Reads the table whose header or the rule above it is at a line; gives the first line behind it.
    pub(crate) fn read(&self, document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
        self.read_under(document, line, &|_| Labels::new(), sink)
    }

    /// The same under labels that the texts of the header give.
    pub(crate) fn read_under(
        &self,
        document: &Document<'_>,
        line: usize,
        labels: &dyn Fn(&[String]) -> Labels,
        sink: &mut Sink,
    ) -> usize {
        let Some(header) = self.header(document, line) else { return line + 1 };
        let names: Vec<String> = (0..header.row.cells.len()).map(|at| header.row.text(at)).collect();
        let others = labels(&names);
        if header.row.line > line {
            sink.explain(document.line_span(line), RegionKind::Header);
        }
        let (rows, end) = bars::rows(document, &header, sink);
        let table = Table::new(self, &header.row, &rows);
        for row in &rows {
            table.emit(document, row, &others, sink);
        }
        end
    }
}

/// A table: the columns' names and what they hold.
pub(crate) struct Table<'r> {
    rules: &'r Rules,
    columns: Vec<Column>,
    /// Whether the rows alone are the settings, whatever stands above.
    pub(crate) rivals: bool,
}

/// A column of a table.
struct Column {
    name: String,
    unit: Option<String>,
    holds: Holds,
}

impl<'r> Table<'r> {
    pub(crate) fn new(rules: &'r Rules, header: &Row<'_>, rows: &[Row<'_>]) -> Self {
        let column = |at: usize| {
            let text = header.text(at);
            let (name, unit) = header_parts(&text);
            // A header may be nothing but a unit: `t/s`.
            let is_unit = || name.contains('/') || emit::unit(&name).dimension != Dimension::Other;
            let unit = unit.or_else(|| is_unit().then(|| name.clone()));
            Column { name, unit, holds: (rules.holds)(&lower(&text)) }
        };
        let mut columns: Vec<Column> = (0..header.cells.len()).map(column).collect();
        // Names of what was run are conditions where something else was varied.
        let varies = |at: usize| {
            rows.iter().any(|row| row.text(at) != rows.first().map_or(String::new(), |first| first.text(at)))
        };
        let other = |(at, column): (usize, &Column)| column.holds == Holds::Setting("") && varies(at);
        if columns.iter().enumerate().any(other) {
            for column in columns.iter_mut().filter(|column| column.holds == Holds::Setting(ROW)) {
                column.holds = Holds::Parameter;
            }
        }
        Self { rules, columns, rivals: false }
    }

    /// Adds the figures of a row, under its own labels and others that hold for it.
    pub(crate) fn emit(&self, document: &Document<'_>, row: &Row<'_>, others: &[Label], sink: &mut Sink) {
        let mut labels = self.labels(row);
        labels.extend_from_slice(others);
        let labels = if self.rivals {
            sink.labels_within(document, row.line, labels)
        } else {
            sink.labels_at(document, row.line, labels)
        };
        for (column, words) in self.columns.iter().zip(&row.cells) {
            let kind = match column.holds {
                Holds::Setting(_) | Holds::Parameter => RegionKind::Label,
                Holds::Context => RegionKind::Context,
                Holds::Derived => RegionKind::Derived,
                Holds::Figure(better, role) => {
                    self.measure(document, (column, better, role), words, labels, sink);
                    continue;
                }
                Holds::Range => {
                    self.measure_range(document, words, labels, sink);
                    continue;
                }
                Holds::Quality => {
                    self.measure(document, (column, Better::Lower, Role::Quality), words, labels, sink);
                    continue;
                }
            };
            explain(document, words, kind, sink);
        }
    }

    fn labels(&self, row: &Row<'_>) -> Labels {
        let label = |(column, words): (&Column, &Vec<Word<'_>>)| {
            let (name, kind) = match column.holds {
                Holds::Setting("") => (column.name.as_str(), FieldKind::Setting),
                Holds::Setting(name) => (name, FieldKind::Setting),
                Holds::Parameter => (column.name.as_str(), FieldKind::Parameter),
                _ => return None,
            };
            let value = name_of(words);
            (!value.is_empty()).then(|| Label { field: Field { name: name.to_owned(), kind }, value })
        };
        self.columns.iter().zip(&row.cells).filter_map(label).collect()
    }

    /// `range = "(" amount "…" amount ")"`
    fn measure_range(&self, document: &Document<'_>, words: &[Word<'_>], labels: LabelsId, sink: &mut Sink) {
        explain(document, words, RegionKind::Context, sink);
        let words: Vec<Word<'_>> = words.iter().filter_map(|word| unmarked(*word)).collect();
        let mut at = 0;
        for name in ["min", "max"] {
            let Some((amount, taken)) =
                words.get(at..).and_then(|rest| Amount::at(document, rest, self.rules.families))
            else {
                return;
            };
            amount.measure(&What::new(name, Better::Lower, Role::Primary, self.rules.format), labels, sink);
            at += taken + 1;
        }
    }

    /// Adds the figure of a cell; one that has none is a mark.
    fn measure(
        &self,
        document: &Document<'_>,
        (column, better, role): (&Column, Better, Role),
        words: &[Word<'_>],
        labels: LabelsId,
        sink: &mut Sink,
    ) {
        let Some(cell) = figure(document, words, self.rules.families, column.unit.as_deref()) else {
            let unread = words.iter().any(|word| word.text.contains(|c: char| c.is_ascii_digit()));
            explain(document, words, if unread { RegionKind::Unread } else { RegionKind::Label }, sink);
            return;
        };
        let what = What::new(&column.name, better, role, self.rules.format);
        let what = what.spread((self.rules.spread)(&lower(&column.name)));
        cell.amount.measure_with(&what, cell.deviation.as_ref(), labels, sink);
        explain(document, words.get(cell.taken..).unwrap_or_default(), RegionKind::Derived, sink);
        explain(document, words.get(..cell.taken).unwrap_or_default(), RegionKind::Context, sink);
    }
}

/// A figure in a cell.
pub(crate) struct Figure {
    pub(crate) amount: Amount,
    pub(crate) deviation: Option<Deviation>,
    /// How many words of the cell it takes.
    pub(crate) taken: usize,
}

/// `figure = amount [("±" / "+-" / "+/-") amount]`; the unit stands in the cell, or in the column's header.
pub(crate) fn figure(
    document: &Document<'_>,
    words: &[Word<'_>],
    families: &[Family],
    unit: Option<&str>,
) -> Option<Figure> {
    let words: Vec<Word<'_>> = words.iter().filter_map(|word| unmarked(*word)).collect();
    let kind = kind_of(unit, families);
    let (amount, taken) = Amount::at(document, &words, families)
        .or_else(|| Some((Amount::bare(document, words.first()?, kind.clone())?, 1)))
        .or_else(|| Some((share(document, words.first()?)?, 1)))?;
    let mark = words.get(taken).map_or("", |word| word.text);
    if !matches!(mark, "±" | "+-" | "+/-") {
        return Some(Figure { amount, deviation: None, taken });
    }
    let behind = words.get(taken + 1..)?;
    let percent = behind.first().and_then(|word| Deviation::percent(word.text)).map(|found| (found, 1));
    let found = percent
        .or_else(|| Amount::at(document, behind, families).map(|(found, more)| (Deviation::Amount(found), more)))
        .or_else(|| {
            let found = Amount::bare(document, behind.first()?, amount.kind.clone())?;
            Some((Deviation::Amount(found), 1))
        });
    let (deviation, more) = found.map_or((None, 0), |(deviation, more)| (Some(deviation), more));
    Some(Figure { amount, deviation, taken: taken + 1 + more })
}

/// A percentage; where it says by how much another figure varies, its ± is no part of it.
fn share(document: &Document<'_>, word: &Word<'_>) -> Option<Amount> {
    let percent = Kind::Fixed(emit::unit("%"));
    let part = word.text.trim_start_matches('±');
    Amount::glued(document, word, part, |rest| (rest == "%").then_some((0, 0, 0, percent)))
}

/// The unit that a header names, one of some families where it is theirs.
pub(crate) fn kind_of(unit: Option<&str>, families: &[Family]) -> Kind {
    let Some(unit) = unit else { return Kind::Fixed(Unit::none()) };
    sized(unit, families).unwrap_or_else(|| Kind::Fixed(emit::unit(unit)))
}

/// A word without marks of emphasis around it.
fn unmarked(word: Word<'_>) -> Option<Word<'_>> {
    const MARKS: [char; 7] = ['*', '`', '\'', '"', ',', '(', ')'];
    let start = word.text.len() - word.text.trim_start_matches(MARKS).len();
    let (_, word) = word.split(start)?;
    let (word, _) = word.split(word.text.trim_end_matches(MARKS).len())?;
    (!word.text.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::flow::TIMES;
    use crate::reading::words::words;
    use crate::{Source, SourceId};

    #[test]
    fn headers_have_units_in_brackets() {
        let parts = |text| {
            let (name, unit) = header_parts(text);
            (name, unit.unwrap_or_default())
        };
        assert_eq!(parts("Mean [ms]"), ("Mean".to_owned(), "ms".to_owned()));
        assert_eq!(parts("**Score** (ops/s)"), ("Score".to_owned(), "ops/s".to_owned()));
        assert_eq!(parts("Gen 0"), ("Gen 0".to_owned(), String::new()));
    }

    #[test]
    fn cells_hold_a_figure_and_its_deviation() {
        let read = |text: &str, unit| {
            let source = Source::unnamed(text);
            let document = Document::new(SourceId(0), &source);
            let cell = figure(&document, &words(&document, 0), &[TIMES], unit)?;
            let by = match cell.deviation {
                Some(Deviation::Percent(percent, _)) => format!("{percent}%"),
                Some(Deviation::Amount(amount)) => amount.value().to_string(),
                None => String::new(),
            };
            Some((cell.amount.value(), by, cell.taken))
        };
        assert_eq!(read("**1,234.5 ns**", None), Some((1234.5, String::new(), 2)));
        assert_eq!(read("397.4 ± 61.2", Some("ms")), Some((397.4, "61.2".to_owned(), 3)));
        assert_eq!(read("1.2 ms +- 3%", None), Some((1.2, "3%".to_owned(), 4)));
        assert_eq!(read("-", None), None);
    }
}

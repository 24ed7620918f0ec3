//! Tables of unknown tools: a header, rows alike below it, cells parted by bars, tabs or blanks.
//!
//! ```text
//! reciprocal-throughput        master         patch        difference
//! workload-0_1                 1.1351        0.9067            20.12%
//! workload-1_maxint            1.4230        0.9040            36.47%
//! ```
//!
//! Nothing is known of the tool, so everything is a key: the column's header, the row's name, what stands above. Which of
//! them is the configuration is decided where all are seen. A header with a unit or a word for a quantity names a metric;
//! one that speaks of differences or ratios is computed and no measurement.

mod cell;
mod layout;
mod meaning;

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Field, FieldKind, Label, Labels, Measurement, Metric, Role, Spread};
use crate::sink::Sink;
use crate::unit::{Evidence, Unit};

use layout::{Cell, Grid};
use meaning::Column;

/// Tables of unknown tools. It must stand last: every known tool's table is one as well.
pub const FORMAT: Format = Format { id: "grid", title: "table", marks: &[], breaks, starts, read };

/// A title has at most this many words; more are a sentence.
const LONGEST_TITLE: usize = 12;

/// What a header says above names that is no name of a quantity.
const PLAIN: &[&str] = &["benchmark", "test", "name", "case", "workload", "feature", "config", "kernel", "version"];

/// What numbers in a header are called.
const LOAD: &str = "load";

/// How many lines above a table are searched for its title, unit and direction.
const TITLE_LINES: usize = 4;

fn breaks(_: &[Token<'_>], _: usize) -> bool {
    false
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    Grid::at(document, line).is_some_and(|grid| !Table::new(document, grid).columns.is_empty())
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(grid) = Grid::at(document, line) else { return line + 1 };
    let end = grid.end;
    Table::new(document, grid).emit(sink);
    end
}

/// A table with the meaning of its columns.
struct Table<'d> {
    document: &'d Document<'d>,
    grid: Grid<'d>,
    /// By cell of a row; empty where no column holds figures.
    columns: Vec<Column>,
    /// How many more cells a row has than the header: its first ones have no header.
    shift: usize,
    /// What stands above the table.
    title: String,
}

impl<'d> Table<'d> {
    fn new(document: &'d Document<'_>, grid: Grid<'d>) -> Self {
        let width = grid.rows.first().map_or(0, |(_, row)| row.len());
        let shift = width - grid.header.len().min(width);
        let header_of = |at: usize| at.checked_sub(shift).and_then(|at| grid.header.get(at)).map_or("", |c| c.text);
        let mut columns: Vec<Column> = (0..width)
            .map(|at| {
                let texts: Vec<&str> = grid.rows.iter().filter_map(|(_, row)| row.get(at)).map(|c| c.text).collect();
                meaning::column(header_of(at), &texts, at == 0)
            })
            .collect();
        let headers: Vec<&str> = (0..width).map(header_of).collect();
        let of_column = |at: usize| grid.rows.iter().filter_map(move |(_, row)| row.get(at)).map(|c| c.text);
        let percent: Vec<bool> =
            (0..width).map(|at| of_column(at).all(|text| text.trim_end_matches(['*', ' ']).ends_with('%'))).collect();
        meaning::settle(&headers, &percent, &mut columns);
        let holds_figures = |c: &Column| matches!(c, Column::Metric(_) | Column::Setting(_) | Column::Load);
        let columns = if columns.iter().any(holds_figures) { columns } else { Vec::new() };
        let title = title(document, grid.header_line);
        Self { document, grid, columns, shift, title }
    }

    fn header(&self, column: usize) -> &'d str {
        let cell = column.checked_sub(self.shift).and_then(|at| self.grid.header.get(at));
        cell.map_or("", |c| c.text.trim_matches(['*', '`', '#', ':', ' ']))
    }

    fn emit(&self, sink: &mut Sink) {
        for line in std::iter::once(&self.grid.header_line).chain(&self.grid.rules) {
            sink.explain(self.document.line_span(*line), RegionKind::Header);
        }
        for (line, row) in &self.grid.rows {
            let names = self.row_labels(row);
            let summary =
                names.iter().any(|label| meaning::is_summary(&label.value) || meaning::is_derived(&label.value));
            for (at, cell) in row.iter().enumerate() {
                let span = self.document.span(cell.line, cell.start, cell.start + cell.text.len());
                match self.columns.get(at) {
                    Some(Column::Metric(_) | Column::Setting(_) | Column::Load) if !summary => {
                        self.measure(sink, *line, at, cell, &names);
                    }
                    Some(Column::RowName) => sink.explain(span, RegionKind::Label),
                    Some(Column::Condition | Column::Aside) => sink.explain(span, RegionKind::Context),
                    _ => sink.explain(span, RegionKind::Derived),
                }
            }
        }
    }

    /// The labels that the words and conditions of a row are.
    fn row_labels(&self, row: &[Cell<'d>]) -> Labels {
        let label = |(at, cell): (usize, &Cell<'d>)| {
            let kind = match self.columns.get(at)? {
                Column::RowName => FieldKind::Setting,
                Column::Condition => FieldKind::Parameter,
                _ => return None,
            };
            let header = self.header(at);
            let name = match kind {
                FieldKind::Parameter if !header.is_empty() => header.to_lowercase(),
                _ if at == 0 => "row".to_owned(),
                _ => format!("row {}", at + 1),
            };
            Some(Label { field: Field { name, kind }, value: plain(cell.text).trim_end_matches(':').to_owned() })
        };
        row.iter().enumerate().filter_map(label).filter(|label| !label.value.is_empty()).collect()
    }

    fn measure(&self, sink: &mut Sink, line: usize, at: usize, cell: &Cell<'d>, names: &Labels) {
        let span = self.document.span(cell.line, cell.start, cell.start + cell.text.len());
        let Some(figure) = cell::figure(cell.text) else {
            sink.explain(span, RegionKind::Unread);
            return;
        };
        let header = self.header(at);
        let mut own = names.clone();
        let (name, unit) = match self.columns.get(at) {
            Some(Column::Metric(unit)) => (header.to_owned(), Some(unit.clone()).filter(|u| !u.symbol.is_empty())),
            Some(Column::Setting(unit)) => {
                // `QPS(unstable)` says what and under which setting, `before (ms)` the other way round.
                let value = match (unit, header.split_once('(')) {
                    (Some(unit), Some((lead, inner))) if lead.trim() == unit.symbol => {
                        inner.trim_end_matches(')').to_owned()
                    }
                    (Some(_), _) => meaning::without_unit(header),
                    _ => header.to_owned(),
                };
                own.push(Label {
                    field: Field { name: "column".to_owned(), kind: FieldKind::Setting },
                    value: plain(&value),
                });
                (self.corner(), unit.clone())
            }
            _ => {
                let field = Field { name: LOAD.to_owned(), kind: FieldKind::Parameter };
                own.push(Label { field, value: header.to_owned() });
                (String::new(), None)
            }
        };
        let unit = figure.unit.clone().or(unit).or_else(|| meaning::unit_in(&self.title)).unwrap_or_else(Unit::none);
        let row = names.iter().map(|label| label.value.as_str()).collect::<Vec<_>>().join(" ");
        let words = format!("{name} {} {} {row}", unit.symbol, self.title);
        let better = meaning::better(&words, &unit);
        let section = match sink.section() {
            "" if !sink.stands_above(&self.title, self.document, line) => self.title.clone(),
            section => section.to_owned(),
        };
        let metric = sink.metric(Metric {
            section,
            name: if name.is_empty() { "value".to_owned() } else { plain(&name) },
            unit,
            better,
            better_evidence: if better == crate::Better::Unknown { Evidence::None } else { Evidence::Unit },
            role: Role::Primary,
            format: FORMAT.id.to_owned(),
        });
        let labels = sink.labels_at(self.document, line, own);
        let id = sink.measure(Measurement {
            value: figure.value,
            low: figure.low,
            high: figure.high,
            metric,
            labels,
            span: self.document.span(cell.line, cell.start + figure.start, cell.start + figure.end),
            guessed: false,
        });
        if let Some(value) = figure.spread {
            sink.spread(id, Spread { value, n: None });
        }
        sink.explain(span, RegionKind::Context);
    }

    /// What the header says above the rows' names: the metric, where the columns are settings.
    fn corner(&self) -> String {
        let named =
            self.columns.iter().position(|c| *c == Column::RowName).map(|at| self.header(at)).unwrap_or_default();
        if PLAIN.contains(&named.to_lowercase().as_str()) { String::new() } else { named.to_owned() }
    }
}

/// A text without marks of emphasis.
fn plain(text: &str) -> String {
    text.trim_matches(['*', '`', '_', ' ']).to_owned()
}

/// The line above a table that names what it shows.
fn title(document: &Document<'_>, header: usize) -> String {
    let depth = document.depth(header);
    let above = (header.saturating_sub(TITLE_LINES)..header).rev().filter(|&line| document.depth(line) == depth);
    // A row of another table is no title.
    let figures = |text: &str| text.split_whitespace().filter(|word| cell::figure(word).is_some()).count();
    let mut lines = above
        .map(|line| document.text(line).trim())
        .filter(|text| text.contains(char::is_alphanumeric))
        .take_while(|text| figures(text) < 2);
    let first = lines.next().unwrap_or_default();
    let second = lines.next().unwrap_or_default();
    let tells = |text: &str| meaning::unit_in(text).is_some() || text.to_lowercase().contains("is better");
    let chosen = if tells(first) || !tells(second) { first } else { second };
    if chosen.split_whitespace().count() > LONGEST_TITLE {
        return String::new();
    }
    chosen.trim_end_matches(':').split_whitespace().collect::<Vec<_>>().join(" ")
}

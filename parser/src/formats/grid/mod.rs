//! Tables of unknown tools: a header, rows alike below it, cells parted by bars, tabs, commas or blanks.
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

mod arithmetic;
mod cell;
mod cells;
mod header;
mod layout;
mod meaning;
mod ruled;
#[cfg(test)]
mod tests;
mod title;

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Field, FieldKind, Label, Labels, Measurement, Metric, Role, Spread, SpreadKind};
use crate::reading::quantity::{better, unit_in, unit_of};
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Evidence, Unit};

use cell::Figure;
use cells::{Cell, Cutter};
use layout::{Grid, Row};
use meaning::{Column, Given, Head};

/// Tables of unknown tools. It must stand last: every known tool's table is one as well.
pub const FORMAT: Format = Format { id: "grid", title: "table", marks: &[], breaks, starts, read };

/// What a header says above names that is no name of a quantity.
const PLAIN: &[&str] = &[
    "benchmark",
    "benchmarks",
    "test",
    "tests",
    "name",
    "case",
    "workload",
    "feature",
    "config",
    "configuration",
    "kernel",
    "version",
    "variant",
    "test case",
    "scenario",
    "function",
    "method",
    "command",
    "query",
    "type",
    "option",
];

/// What numbers in a header are called.
const LOAD: &str = "load";

fn breaks(_: &[Token<'_>], _: usize) -> bool {
    false
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    Table::at(document, line).is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(table) = Table::at(document, line) else { return line + 1 };
    table.emit(sink);
    table.grid.end
}

/// A table with the meaning of its columns.
struct Table<'d> {
    document: &'d Document<'d>,
    grid: Grid<'d>,
    /// By cell of a row.
    columns: Vec<Column>,
    /// Whether the rows' names are quantities: the columns are settings then.
    rows_measure: bool,
    /// What names the first rows where others further down have a line that names them: `Before:` in the corner.
    first_group: Option<String>,
    /// What the header says above the rows' names: the metric, where the columns are settings.
    corner: String,
    /// What the settings over the columns stand for, where a legend above says so.
    legend: Vec<(String, String)>,
    /// The whole header, for the words in it.
    header: String,
    /// Whether rows have names of several kinds.
    several_names: bool,
    /// Whether all is given in proportion to one column: it is 1 in every row.
    proportional: bool,
    /// What stands above the table.
    title: title::Title,
}

impl<'d> Table<'d> {
    /// The table that begins at a line; nothing where no column of it holds figures.
    fn at(document: &'d Document<'_>, line: usize) -> Option<Self> {
        let grid = Grid::at(Cutter::new(document), line)?;
        let width = grid.rows.iter().map(|row| row.cells.len()).max()?;
        let no_head = Vec::new();
        let of_column = |at: usize| grid.rows.iter().filter_map(move |row| row.cells.get(at).and_then(Option::as_ref));
        let figure = |row: &'_ Row<'d>, at: usize| {
            row.cells.get(at).and_then(Option::as_ref).is_some_and(|c| c.figure.is_some())
        };
        let figured: Vec<usize> = (0..width).filter(|&at| grid.rows.iter().any(|row| figure(row, at))).collect();
        let of_rows = |at: usize| {
            grid.rows.iter().map(|row| row.cells.get(at).and_then(Option::as_ref)?.figure.as_ref()).collect::<Vec<_>>()
        };
        let calculated = arithmetic::computed(&figured.iter().map(|&at| of_rows(at)).collect::<Vec<_>>());
        let computed = |at: usize| {
            figured.iter().position(|&known| known == at).and_then(|place| calculated.get(place)) == Some(&true)
        };
        let given: Vec<Given<'_>> = (0..width)
            .map(|at| Given {
                head: grid.heads.get(at).unwrap_or(&no_head),
                cells: of_column(at).filter(|c| !c.text.is_empty()).map(|c| (&*c.text, c.figure.is_some())).collect(),
                percent: of_column(at).any(|c| c.figure.is_some())
                    && of_column(at).filter_map(|c| c.figure.as_ref()).all(is_share),
                explained: computed(at)
                    || title::is_explained_as_computed(document, grid.first, grid.end, &head_of(&grid, at)),
                several: of_column(at).filter_map(|c| c.figure.as_ref()).any(|figure| !figure.others.is_empty()),
                change: of_column(at).any(is_change)
                    && of_column(at).all(|c| is_change(c) || c.figure.is_none() || is_nil(c)),
            })
            .collect();
        let columns = meaning::columns(&given);
        let figures: Vec<&Head> =
            columns.iter().filter_map(|c| if let Column::Figures(head) = c { Some(head) } else { None }).collect();
        // Columns that nothing tells apart lost what stood over them.
        let runs = figures.iter().all(|head| head.run);
        let alike = figures.len() >= 2 && figures.windows(2).all(|pair| pair.first() == pair.last()) && !runs;
        if figures.is_empty() || alike {
            return None;
        }
        let told = figures.iter().all(|head| (head.run || !head.settings.is_empty()) && head.metric.is_empty());
        let names: Vec<&str> = columns
            .iter()
            .position(|c| *c == Column::RowName)
            .map(|at| of_column(at).map(|c| &*c.text).collect())
            .unwrap_or_default();
        let quantities = names.iter().filter(|name| meaning::is_quantity(name)).count();
        let measures = columns.iter().position(|c| *c == Column::RowName).map(|at| head_of(&grid, at).to_lowercase());
        let measures = measures.is_some_and(|head| meaning::MEASURES.contains(&head.as_str()));
        let rows_measure = told && (measures || quantities * 2 > names.len());
        let title = title::of(document, grid.first);
        let first_group = first_group(&grid);
        let head = |at: usize| head_of(&grid, at);
        let named = columns.iter().position(|c| *c == Column::RowName).map(head).unwrap_or_default();
        let plain = first_group.is_some() || PLAIN.contains(&named.to_lowercase().as_str());
        let measures = meaning::MEASURES.contains(&named.to_lowercase().as_str());
        let corner = if plain || measures { String::new() } else { named };
        let header = (0..width).map(head).collect::<Vec<_>>().join(" ");
        let settings = figures.iter().flat_map(|head| head.settings.iter().map(String::as_str));
        let legend = title::legend(document, grid.first, settings);
        let several_names = columns.iter().filter(|column| **column == Column::RowName).count() >= 2;
        let of_figures = |at: &usize| matches!(columns.get(*at), Some(Column::Figures(_)));
        let ones = |at: usize| {
            let values: Vec<f64> = of_column(at).filter_map(|c| c.figure.as_ref()).map(|figure| figure.value).collect();
            values.len() >= 2 && values.iter().all(|value| *value == 1.0)
        };
        let proportional = figures.len() >= 2 && (0..width).filter(of_figures).any(ones);
        Some(Self {
            document,
            grid,
            columns,
            rows_measure,
            first_group,
            corner,
            legend,
            header,
            several_names,
            proportional,
            title,
        })
    }

    fn emit(&self, sink: &mut Sink) {
        for line in self.grid.header.iter().chain(&self.grid.rules) {
            sink.explain(self.document.line_span(*line), RegionKind::Header);
        }
        for line in &self.grid.summaries {
            sink.explain(self.document.line_span(*line), RegionKind::Derived);
        }
        let names: Vec<String> = self.grid.rows.iter().map(|row| self.name(row)).collect();
        let statistics = names.iter().filter(|name| meaning::is_summary(name)).count() * 2 > names.len();
        for (row, name) in self.grid.rows.iter().zip(&names) {
            if let Some((line, _)) = &row.group {
                sink.explain(self.document.line_span(*line), RegionKind::Heading);
            }
            let labels = self.row_labels(row);
            let computed =
                meaning::is_summary(name) && !statistics || meaning::is_derived(name) && !meaning::is_quantity(name);
            for (at, cell) in row.cells.iter().enumerate() {
                let Some(cell) = cell else { continue };
                let span = self.document.span(cell.line, cell.start, cell.start + cell.text.len());
                match self.columns.get(at) {
                    Some(Column::Figures(head)) if !computed => self.figures(sink, row, cell, head, &labels, name),
                    Some(Column::RowName) => sink.explain(span, RegionKind::Label),
                    Some(Column::Remark) => sink.explain(span, RegionKind::Prose),
                    Some(Column::Condition | Column::Aside | Column::UnitName | Column::MetricName) => {
                        sink.explain(span, RegionKind::Context);
                    }
                    _ => sink.explain(span, RegionKind::Derived),
                }
            }
            // What is left of the row's lines: remarks, cells put together from several lines.
            let last = row.cells.iter().flatten().map(|cell| cell.line).max().unwrap_or(row.line);
            for line in row.line..=last {
                sink.explain(self.document.line_span(line), RegionKind::Context);
            }
        }
    }

    /// The words that name a row.
    fn name(&self, row: &Row<'d>) -> String {
        let named = row.cells.iter().enumerate().filter(|(at, _)| self.columns.get(*at) == Some(&Column::RowName));
        let texts = named.filter_map(|(_, cell)| cell.as_ref()).map(|cell| plain(&cell.text));
        texts.collect::<Vec<_>>().join(" ").trim().to_owned()
    }

    /// The labels that the words and conditions of a row are.
    fn row_labels(&self, row: &Row<'d>) -> Labels {
        let label = |(at, cell): (usize, &Option<Cell<'d>>)| {
            let cell = cell.as_ref()?;
            let kind = match self.columns.get(at)? {
                Column::RowName if !self.rows_measure => FieldKind::Setting,
                Column::Condition => FieldKind::Parameter,
                _ => return None,
            };
            let header = head_of(&self.grid, at);
            let name = match kind {
                FieldKind::Parameter if !header.is_empty() => header.to_lowercase(),
                // Beside other names a header says what each of them is.
                FieldKind::Setting if !header.is_empty() && self.several_names => header.to_lowercase(),
                _ if at == 0 => "row".to_owned(),
                _ => format!("row {}", at + 1),
            };
            Some(Label {
                field: Field { name, kind },
                value: unnumbered(&plain(&cell.text)).trim_end_matches(':').trim().to_owned(),
            })
        };
        let mut labels: Labels =
            row.cells.iter().enumerate().filter_map(label).filter(|label| !label.value.is_empty()).collect();
        let group = row.group.as_ref().map(|(_, group)| group.clone()).or_else(|| self.first_group.clone());
        labels.extend(group.map(|value| setting("label", plain(&value))));
        labels
    }

    /// Measures the figures of a cell.
    fn figures(&self, sink: &mut Sink, row: &Row<'d>, cell: &Cell<'d>, head: &Head, labels: &Labels, name: &str) {
        let Some(figure) = &cell.figure else {
            let missing = cell::is_missing(&cell.text) || !cell.text.contains(|c: char| c.is_ascii_digit());
            let span = self.document.span(cell.line, cell.start, cell.start + cell.text.len());
            sink.explain(span, if missing { RegionKind::Label } else { RegionKind::Unread });
            return;
        };
        if figure.interval {
            // An interval without a middle has two ends, each of which was measured.
            for end in std::iter::once(figure).chain(&figure.others) {
                self.measure(sink, row, cell, end, head, labels, name);
            }
            return;
        }
        let told;
        let parts = if head.parts.is_empty() && !figure.others.is_empty() {
            told = title::slashed(self.document, self.grid.first, 1 + figure.others.len());
            &told
        } else {
            &head.parts
        };
        let parts = Some(parts).filter(|parts| !parts.is_empty() && parts.len() == 1 + figure.others.len());
        if let Some(parts) = parts {
            for (part, figure) in parts.iter().zip(std::iter::once(figure).chain(&figure.others)) {
                if !meaning::is_derived(part) {
                    let head = Head { settings: vec![part.clone()], parts: Vec::new(), ..head.clone() };
                    self.measure(sink, row, cell, figure, &head, labels, name);
                }
            }
        } else if figure.others.is_empty() {
            let whole = head.parts.join("/");
            let settings = if whole.is_empty() { head.settings.clone() } else { vec![whole] };
            self.measure(sink, row, cell, figure, &Head { settings, ..head.clone() }, labels, name);
        } else {
            // Nothing says what the figures between slashes are.
            sink.explain(self.document.span(cell.line, cell.start, cell.start + cell.text.len()), RegionKind::Unread);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a figure with all that says what it is")]
    fn measure(
        &self,
        sink: &mut Sink,
        row: &Row<'d>,
        cell: &Cell<'d>,
        figure: &Figure,
        head: &Head,
        labels: &Labels,
        name: &str,
    ) {
        let mut own = labels.clone();
        let levels = head.settings.len();
        for (level, value) in head.settings.iter().enumerate() {
            let field =
                if level + 1 == levels { "column".to_owned() } else { format!("column group {}", levels - level - 1) };
            let meant = self.legend.iter().find(|(short, _)| short == value).map_or(value, |(_, name)| name);
            own.push(setting(&field, plain(meant)));
        }
        if let Some(load) = &head.load {
            own.push(Label { field: Field { name: LOAD.to_owned(), kind: FieldKind::Parameter }, value: load.clone() });
        }
        let corner = &self.corner;
        let (metric, unit) = self.quantity(figure, head, name, corner, &row.cells);
        let near = format!("{metric} {} {name}", unit.symbol);
        let around = format!("{} {}", self.title.words, self.header);
        let mut better = crate::reading::quantity::said(&around).unwrap_or_else(|| match better(&near, &unit) {
            Better::Unknown => better(&format!("{corner} {} {}", self.title.words, sink.section()), &unit),
            told => told,
        });
        let mut unit = unit;
        let mut evidence = if better == Better::Unknown { Evidence::None } else { Evidence::Unit };
        if let Some((symbol, direction)) =
            self.title.tool.filter(|_| unit.symbol.is_empty() && !is_plain_count(&metric))
        {
            let timed = better == direction || better == Better::Unknown;
            unit = if timed && !symbol.is_empty() && !self.proportional {
                crate::reading::emit::unit(symbol)
            } else {
                unit
            };
            if better == Better::Unknown {
                (better, evidence) = (direction, Evidence::Tool);
            }
        }
        if better == Better::Unknown && self.title.memory && matches!(unit.dimension, Dimension::Data(_)) {
            better = Better::Lower;
            evidence = Evidence::Unit;
        }
        let section = match sink.section() {
            "" if !sink.stands_above(&self.title.line, self.document, row.line) => self.title.line.clone(),
            section => section.to_owned(),
        };
        let metric = sink.metric(Metric {
            section,
            name: if metric.is_empty() { "value".to_owned() } else { plain(&metric) },
            unit,
            better,
            better_evidence: evidence,
            role: if head.quality { Role::Quality } else { Role::Primary },
            format: FORMAT.id.to_owned(),
        });
        let labels = sink.labels_at(self.document, row.line, own);
        let id = sink.measure(Measurement {
            value: figure.value,
            low: figure.low,
            high: figure.high,
            metric,
            labels,
            span: self.document.span(cell.line, cell.start + figure.start, cell.start + figure.end),
            guessed: self.grid.guessed,
        });
        if let Some(value) = figure.spread {
            sink.spread(id, Spread::new(value, SpreadKind::Unknown, None));
        }
    }

    /// Which quantity a figure is of, and its unit: beside it, over its column, beside its row, in the corner or the title.
    fn quantity(
        &self,
        figure: &Figure,
        head: &Head,
        name: &str,
        corner: &str,
        row_cells: &[Option<Cell<'d>>],
    ) -> (String, Unit) {
        let row = if self.rows_measure { name } else { "" };
        let cell_of = |wanted: &Column| {
            let at = self.columns.iter().position(|column| column == wanted)?;
            row_cells.get(at)?.as_ref().map(|cell| plain(&cell.text))
        };
        let measured = cell_of(&Column::MetricName);
        let metric = match &figure.key {
            None if measured.is_some() => meaning::without_unit(measured.as_deref().unwrap_or_default()),
            Some(key) => key.clone(),
            None if !row.is_empty() => {
                meaning::without_unit(unnumbered(row).trim_end_matches(':')).trim_end_matches(':').to_owned()
            }
            None if head.metric.is_empty() => meaning::without_unit(corner),
            None => head.metric.clone(),
        };
        let keyed = || figure.key.as_deref().and_then(unit_in);
        let beside = || {
            let measured = || measured.as_deref().and_then(|text| unit_of(text).or_else(|| unit_in(text)));
            cell_of(&Column::UnitName).and_then(|text| unit_of(&text)).or_else(measured)
        };
        let share = || name.trim_end_matches(':').ends_with('%').then(|| Unit::named("%"))?;
        let unit = figure
            .unit
            .clone()
            .or_else(keyed)
            .or_else(beside)
            .or_else(|| head.unit.clone())
            .or_else(|| unit_in(row))
            .or_else(share)
            .or_else(|| unit_in(corner))
            .or_else(|| unit_of(corner))
            .or_else(|| self.title.unit.clone().filter(|_| !is_plain_count(&metric) && !self.proportional));
        (metric, unit.unwrap_or_else(Unit::none))
    }
}

/// What stands over a column, without marks.
fn head_of(grid: &Grid<'_>, column: usize) -> String {
    let head = grid.heads.get(column).map(|head| head.join(" ")).unwrap_or_default();
    head.trim_matches(['*', '`', '#', ':', ' ']).to_owned()
}

/// What names the first rows where others further down have a line that names them.
fn first_group(grid: &Grid<'_>) -> Option<String> {
    let grouped = grid.rows.iter().any(|row| row.group.is_some());
    let head = grid.heads.first().and_then(|head| head.last()).filter(|head| head.ends_with(':'));
    let corner = Some(&grid.corner).filter(|corner| corner.ends_with(':'));
    head.or(corner).filter(|_| grouped).map(|head| head.trim_end_matches(':').trim().to_owned())
}

/// Whether a figure is a share.
fn is_share(figure: &Figure) -> bool {
    figure.unit.as_ref().is_some_and(|unit| unit.symbol == "%")
}

/// Whether a cell is a signed share, or a factor.
fn is_change(cell: &Cell<'_>) -> bool {
    let factor =
        |text: &str| text.trim_matches(['*', ' ']).strip_suffix(['x', '×']).is_some_and(|n| n.parse::<f64>().is_ok());
    cell.figure.as_ref().is_some_and(|figure| figure.change) || factor(&cell.text)
}

/// Whether a cell is a share of nothing, which has no sign.
fn is_nil(cell: &Cell<'_>) -> bool {
    cell.figure.as_ref().is_some_and(|figure| figure.value == 0.0 && is_share(figure))
}

/// Whether a quantity only counts something, so that a unit in the title is not its own.
fn is_plain_count(metric: &str) -> bool {
    crate::reading::quantity::has(metric, &["count", "faults", "misses", "switches", "migrations"])
}

fn setting(name: &str, value: String) -> Label {
    Label { field: Field { name: name.to_owned(), kind: FieldKind::Setting }, value }
}

/// A text without marks of emphasis, and what a link shows.
fn plain(text: &str) -> String {
    let bare = text.trim_matches(['*', '`', '_', ' ']);
    // A mark that belongs to one within the name stays: a + `b`.
    let paired = bare.matches('`').count().is_multiple_of(2);
    let text = if paired { bare } else { text.trim_matches(['*', '_', ' ']) };
    let link = text.strip_prefix('[').and_then(|rest| rest.split_once("](")).filter(|(_, to)| to.ends_with(')'));
    let shown = link.map_or(text, |(shown, _)| shown.trim_matches(['*', '`', ' ']));
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name without what counts it in a list: `1. sig handle`.
fn unnumbered(name: &str) -> &str {
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    match name.get(digits..).and_then(|rest| rest.strip_prefix(['.', ')'])) {
        Some(rest)
            if digits > 0
                && digits <= 2
                && !rest.trim_start().is_empty()
                && !rest.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            rest.trim_start()
        }
        _ => name,
    }
}

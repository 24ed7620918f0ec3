//! Comparisons of kernels by mmtests: `compare-kernels.sh`, and what other scripts print alike.
//!
//! ```text
//! tbench4 throughput
//!                                  5.2.0                  5.2.0
//!                                vanilla                patched
//! Hmean     1        49.06 (   0.00%)       51.66 *   5.30%*
//! Hmean     2        93.82 (   0.00%)      103.24 (  10.05%)
//! Stddev    1         0.61 (   0.00%)        0.42 (  31.15%)
//!
//!                        5.2.0       5.2.0
//!                      vanilla     patched
//! Duration User        1023.40     1031.22
//! ```
//!
//! Source: `_generateHeaderTable` and `_generateRenderTable` of mmtests' `bin/lib/MMTests/Compare.pm`. A kernel's name is
//! broken at its first hyphen into two lines, right above its column. The percentage is the gain over the first column,
//! positive for better, so it tells the direction; stars stand around those beyond the noise. Other scripts print
//! `49.06 +- 2.12% (   5.30%)`.

mod header;
mod row;

use std::collections::BTreeMap;

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Measurement, Metric, Role, Spread, SpreadKind};
use crate::reading::emit::{self, parameter, setting};
use crate::reading::quantity;
use crate::reading::titles::{conditions_above, titles};
use crate::sink::Sink;
use crate::unit::{Better, Evidence, Unit};

use header::Header;
use row::{Cell, Row, is_kind};

/// Comparisons by mmtests.
pub const FORMAT: Format =
    Format { id: "mmtests", title: "mmtests comparison", marks: &["%)", "%*"], breaks, starts, read };

/// What a sink remembers: where the last table with names began.
const HEADER: &str = "mmtests header";

/// How many blank lines may part rows: archives double line ends, and people part groups.
const MOST_BLANK_LINES: usize = 1;

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let figure = |at: usize| word(at).starts_with(|c: char| c.is_ascii_digit());
    is_kind(word(at)) && (1..=4).any(|n| figure(at + n) && word(at + n + 1).starts_with(['(', '*', '+']))
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    header::with_row(document, line).is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some((header, first)) = header::with_row(document, line) else { return line + 1 };
    let columns = first.cells.len();
    let about = About::new(document, line);
    let mut table = Table { document, header, start: line, rows: Vec::new(), about };
    let mut end = first.end;
    let plain = first.cells.iter().all(|cell| cell.gain.is_none());
    table.rows.push(first);
    while let Some(next) = following(document, end)
        && let Some(row) = Row::at(document, next).or_else(|| Row::plain(document, next, plain))
        && row.cells.len() == columns
    {
        end = row.end;
        table.rows.push(row);
    }
    table.emit(sink);
    end
}

/// The next line of a table.
fn following(document: &Document<'_>, end: usize) -> Option<usize> {
    let next = (end..document.len()).take(MOST_BLANK_LINES + 1).find(|&next| !document.is_blank(next))?;
    (document.depth(next) == document.depth(end.saturating_sub(1))).then_some(next)
}

/// A table with its rows.
struct Table<'d> {
    document: &'d Document<'d>,
    header: Header,
    /// Its first line.
    start: usize,
    rows: Vec<Row<'d>>,
    about: About,
}

/// What the lines above a table say.
#[derive(Clone, Debug, Default)]
struct About {
    /// All of them.
    words: String,
    /// Those that are its title.
    title: String,
    unit: Option<Unit>,
    /// What the number at the end of a row's label counts: `Varying parameter : number of clients`.
    varied: Option<String>,
}

impl About {
    fn new(document: &Document<'_>, start: usize) -> Self {
        let lines = titles(document, start, &|text| text.contains("%)") || text.contains("%*"));
        let (facts, title): (Vec<&String>, Vec<&String>) = lines.iter().partition(|line| line.contains(" : "));
        let varied = facts.iter().find(|fact| fact.to_lowercase().starts_with("varying"));
        let varied = varied.and_then(|fact| fact.split(' ').next_back()).map(str::to_lowercase);
        let unit = lines.iter().find_map(|line| quantity::unit_in(line));
        let title = title.into_iter().cloned().collect::<Vec<String>>().join(" ");
        let unit = unit.or_else(|| of_tool(&title));
        Self { words: lines.join(" "), title, unit, varied }
    }
}

/// A row's label by its parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    metric: String,
    /// The number at its end: clients, threads, a size.
    load: Option<String>,
}

/// `name = words [("-" / " ") number]`
fn name(label: &str) -> Name {
    // `Clients 4 UserTime`, and rows that are nothing but a number.
    if let Some((load, metric)) = label.strip_prefix("Clients ").and_then(|rest| rest.split_once(' ')) {
        return Name { metric: metric.to_owned(), load: Some(load.to_owned()) };
    }
    if emit::is_whole(label) {
        return Name { metric: String::new(), load: Some(label.to_owned()) };
    }
    let parted = label.rsplit_once([' ', '-']).filter(|(lead, number)| emit::is_whole(number) && !lead.is_empty());
    // `BAmean-50` is a kind of mean, not one of fifty clients.
    match parted.filter(|(lead, _)| lead.contains(' ') || !is_kind(lead) || label.contains(' ')) {
        Some((lead, load)) => {
            Name { metric: lead.trim_end_matches(['-', ' ']).to_owned(), load: Some(load.to_owned()) }
        }
        None => Name { metric: label.to_owned(), load: None },
    }
}

impl Table<'_> {
    fn emit(&self, sink: &mut Sink) {
        let Some(first) = self.rows.first() else { return };
        for line in self.start..self.start + self.header.lines {
            sink.explain(self.document.line_span(line), RegionKind::Header);
        }
        let names = self.names(first.cells.len(), sink);
        let guessed = names.is_none();
        let numbered = || (1..=first.cells.len()).map(|number| format!("column {number}")).collect();
        let names = names.unwrap_or_else(numbered);
        let directions = self.directions();
        for row in &self.rows {
            self.row(row, (&names, guessed), &directions, sink);
        }
    }

    /// The columns' names: from the header, a list in the text, or the table before.
    fn names(&self, columns: usize, sink: &mut Sink) -> Option<Vec<String>> {
        if self.header.names.len() == columns {
            sink.remember(HEADER, self.start as u32);
            return Some(self.header.names.clone());
        }
        let before = |sink: &Sink| {
            let line = sink.recall(HEADER)? as usize;
            let (header, _) = header::with_row(self.document, line)?;
            (header.names.len() == columns).then_some(header.names)
        };
        header::listed(self.document, self.start, columns, sink).or_else(|| before(sink))
    }

    /// Which way is better by metric, as the gains show: positive is better.
    fn directions(&self) -> BTreeMap<String, Better> {
        let mut votes: BTreeMap<String, i32> = BTreeMap::new();
        for row in &self.rows {
            let Some(base) = row.cells.first().map(|cell| cell.value) else { continue };
            let vote = |cell: &Cell| cell.gain.map_or(0.0, |gain| gain * (cell.value - base));
            let vote: i32 =
                row.cells.iter().map(vote).filter(|v| *v != 0.0).map(|v| if v > 0.0 { 1 } else { -1 }).sum();
            *votes.entry(name(&row.label).metric).or_default() += vote;
            // What a kind shows in one row holds for those in which nothing differs.
            if is_kind(kind(&row.label)) {
                *votes.entry(kind(&row.label).to_owned()).or_default() += vote;
            }
        }
        let better = |vote: i32| match vote {
            1.. => Better::Higher,
            0 => Better::Unknown,
            _ => Better::Lower,
        };
        votes.into_iter().map(|(name, vote)| (name, better(vote))).collect()
    }

    fn row(
        &self,
        row: &Row<'_>,
        (names, guessed): (&[String], bool),
        directions: &BTreeMap<String, Better>,
        sink: &mut Sink,
    ) {
        let label = row.joined.span(self.document, 0..row.label.len());
        sink.explain(label, RegionKind::Label);
        let Name { metric, load } = name(&row.label);
        // Figures that fall where the percentage rises show that it is a gain, for the rows in which both rise as well.
        let gains = directions.values().any(|better| *better == Better::Lower);
        let known = [metric.as_str(), kind(&row.label)]
            .iter()
            .filter_map(|name| directions.get(*name).copied())
            .find(|better| *better != Better::Unknown);
        for (cell, column) in row.cells.iter().zip(names) {
            let (column, unit) = self.unit(column, &row.label);
            let told = quantity::better(&format!("{} {metric}", self.about.words), &unit);
            let counted = row.cells.iter().all(|cell| cell.gain.is_none()) && !is_kind(kind(&row.label));
            let told = if counted { Better::Unknown } else { told };
            let (better, evidence) = direction(&row.label, known, told, gains);
            let own = self.own(&row.label, load.as_deref(), &column, sink);
            let line = row.joined.line_of(cell.number.start);
            let metric = sink.metric(Metric {
                section: if self.about.title.is_empty() { sink.section().to_owned() } else { self.about.title.clone() },
                name: match metric.as_str() {
                    "" => "value".to_owned(),
                    metric => metric.to_owned(),
                },
                unit,
                better,
                better_evidence: evidence,
                role: role(&row.label),
                format: FORMAT.id.to_owned(),
            });
            let labels = sink.labels_at(self.document, line, own);
            let span = row.joined.span(self.document, cell.number.clone());
            let Cell { value, low, high, .. } = *cell;
            let id = sink.measure(Measurement { value, low, high, metric, labels, span, guessed });
            if let Some(percent) = cell.spread {
                sink.spread(id, Spread::new(value * percent / 100.0, SpreadKind::Unknown, None));
            }
            sink.explain(row.joined.span(self.document, cell.all.clone()), RegionKind::Derived);
        }
    }

    /// A cell's own labels: its column, and the number at the end of its row's label.
    fn own(&self, label: &str, load: Option<&str>, column: &str, sink: &Sink) -> Labels {
        let fact = |text: &str| text.contains(" : ") && self.about.words.contains(text);
        let said = |text: &str| self.about.title.contains(text) || fact(text) || header::speaks_of_columns(text);
        let mut own = conditions_above(sink, self.document, self.start, &said);
        own.push(setting("column", column));
        if let Some(load) = load {
            let header = self.header.rows.as_deref().map(str::to_lowercase).filter(|_| !is_kind(kind(label)));
            own.push(parameter(header.as_deref().or(self.about.varied.as_deref()).unwrap_or("load"), load));
        }
        own
    }

    /// A column's name without its unit, and the unit: beside the name, in the row's label, in a title, or the tool's.
    fn unit(&self, column: &str, label: &str) -> (String, Unit) {
        let beside = column.rsplit_once('(').and_then(|(name, unit)| Some((name.trim(), quantity::unit_of(unit)?)));
        if let Some((name, unit)) = beside.filter(|(name, _)| !name.is_empty()) {
            return (name.to_owned(), unit);
        }
        // `kb/sec-randread-read`, `4-files/sec`
        let of_row = || label.split([' ', '-']).filter(|word| word.contains('/')).find_map(quantity::unit_of);
        let unit = match kind(label) {
            "Duration" => Some(emit::unit("s")),
            "User" | "System" | "Elapsed" if label == kind(label) => Some(emit::unit("s")),
            "Ops" | "Coeff" | "CoeffVar" => None,
            _ if label.trim_end().ends_with(" %") => Some(emit::unit("%")),
            _ => of_row().or_else(|| self.about.unit.clone()),
        };
        (column.to_owned(), unit.unwrap_or_else(Unit::none))
    }
}

/// The kind of a row: its first word.
fn kind(label: &str) -> &str {
    label.split(' ').next().unwrap_or_default()
}

/// The units of tools that mmtests runs and prints no unit for.
fn of_tool(title: &str) -> Option<Unit> {
    let low = title.to_lowercase();
    let symbol = match () {
        () if low.contains("latency") => return None,
        () if low.contains("hackbench") || low.contains("kernbench") => "s",
        () if low.contains("tbench") => "MB/s",
        () if low.contains("ebizzy") => "records/s",
        () => return None,
    };
    Some(quantity::unit_of(symbol).unwrap_or_else(|| emit::unit(symbol)))
}

/// What a row's figures are for a verdict, by its kind.
fn role(label: &str) -> Role {
    match kind(label) {
        "Stddev" | "Coeff" | "CoeffVar" | "Dmean" | "Dmin" | "Dmax" => Role::Quality,
        kind if kind.starts_with("CoeffVar") || kind.starts_with("Stddev") => Role::Quality,
        "Gmean" => Role::Derived,
        "Duration" => Role::Component,
        "User" | "System" | "Elapsed" if label == kind(label) => Role::Component,
        _ => Role::Primary,
    }
}

/// Which way is better: what mmtests' own gains show; for rows of other scripts, whose percentages may be changes, the words
/// and the unit come first unless the percentages fall where the figures rise.
fn direction(label: &str, shown: Option<Better>, told: Better, gains: bool) -> (Better, Evidence) {
    let evidence =
        |better: Better, evidence| (better, if better == Better::Unknown { Evidence::None } else { evidence });
    match kind(label) {
        "Ops" => evidence(shown.unwrap_or_default(), Evidence::Tool),
        "Duration" => (Better::Lower, Evidence::Tool),
        kind if is_kind(kind) => {
            let by_kind = match kind.split('-').next() {
                Some("Hmean" | "BHmean" | "TPut") => Better::Higher,
                _ => told,
            };
            evidence(shown.unwrap_or(by_kind), Evidence::Tool)
        }
        "User" | "System" | "Elapsed" if shown.is_none() => (Better::Lower, Evidence::Tool),
        _ if gains && shown.is_some() => evidence(shown.unwrap_or_default(), Evidence::Tool),
        _ if shown == Some(Better::Lower) => (Better::Lower, Evidence::Tool),
        _ => evidence(told, Evidence::Unit),
    }
}

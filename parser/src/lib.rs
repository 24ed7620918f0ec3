//! Reads benchmark posts: text to measurements with spans.
//!
//! ```text
//! text -> Source -> logical lines -> blocks -> tables -> measurements
//!         source    mail             block     table    formats, measurement
//! ```
//!
//! [`parse`] is the only entry. It is total: bad input gives diagnostics, never an error or a panic, and every number
//! of the text is accounted for in the [`Ledger`]. All spans refer to the text as it was given.

mod aside;
mod charset;
pub mod claims;
mod code;
mod commands;
mod conditions;
mod context;
pub mod diagnostic;
pub mod formats;
pub mod ledger;
pub mod lex;
pub mod mail;
pub mod measurement;
mod mime;
mod patch;
mod prefix;
mod prose;
mod reading;
mod rejoin;
mod sentences;
pub mod sink;
pub mod source;
mod statement;
mod surface;
pub mod table;
pub mod teach;
#[cfg(test)]
mod testing;
mod transfer;
mod undo;
pub mod unit;
mod view;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use claims::{Claim, ClaimMeasure, ClaimWay, Hedge};
pub use context::{ORDER, STATEMENT};
pub use diagnostic::{Diagnostic, DiagnosticKind, Severity};
pub use ledger::{Ledger, Region, RegionKind};
pub use measurement::{
    Field, FieldKind, Label, Labels, LabelsId, Measurement, MeasurementId, Metric, MetricId, PrintedChange, Role,
    Spread, SpreadKind, Spreads,
};
pub use reading::quantity::is_operation;
use sink::Sink;
pub use source::{LineIndex, Source, SourceId, Span};
pub use unit::{Better, Dimension, Evidence, Unit};

/// All that was found in some sources.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parsed {
    /// The sources, as given.
    pub sources: Vec<Arc<Source>>,
    /// The figures, in order of appearance: [`MeasurementId`] is a position here.
    pub measurements: Vec<Measurement>,
    /// The quantities they measure.
    pub metrics: Vec<Metric>,
    /// The sets of keys they stand under.
    pub labels: Vec<Labels>,
    /// Published summaries by measurement.
    pub spreads: Spreads,
    /// Changes that tools printed beside figures, in order of appearance.
    pub changes: Vec<PrintedChange>,
    /// What the running text claims, in order of appearance.
    pub claims: Vec<Claim>,
    /// What the rest of the text was taken for, sorted, without overlaps.
    pub regions: Vec<Region>,
    /// The count of numbers.
    pub ledger: Ledger,
    /// What the reader must know, in order of appearance.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// A measurement by its number.
    pub fn measurement(&self, id: MeasurementId) -> Option<&Measurement> {
        self.measurements.get(id.0 as usize)
    }

    /// A metric by its number.
    pub fn metric(&self, id: MetricId) -> Option<&Metric> {
        self.metrics.get(id.0 as usize)
    }

    /// A set of labels by its number; empty for a number that is not here.
    pub fn labels(&self, id: LabelsId) -> &[Label] {
        self.labels.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The text at a span.
    pub fn slice(&self, span: Span) -> &str {
        self.sources.get(span.source.0 as usize).map_or("", |source| source.slice(span))
    }

    /// A figure as it is shown to people beside its metric's unit: as it was printed, with a suffix in brackets that the
    /// tool cut off. Where it was printed in another unit (826.3 ms of a metric in s), in the metric's.
    pub fn shown(&self, id: MeasurementId) -> String {
        let printed = self.printed(id).trim();
        let Some((m, p)) = self.measurement(id).zip(lex::printed(printed)) else { return printed.to_owned() };
        if !p.rest.is_empty() || (m.low..=m.high).contains(&p.number) {
            printed.to_owned()
        } else if m.value == p.moved(0, 3) {
            format!("{printed}[K]")
        } else {
            lex::with_digits(m.value, p.digits.bytes().filter(u8::is_ascii_digit).count())
        }
    }

    /// A figure as it was printed, for display; nothing is computed from it.
    pub fn printed(&self, id: MeasurementId) -> &str {
        self.measurement(id).map_or("", |m| self.slice(m.span))
    }
}

/// Reads everything that some sources hold. Sources beyond the 65,536th are not read.
///
/// ```
/// use std::sync::Arc;
/// let text = "Basic integer operations - times in nanoseconds - smaller is better\n\
///             Host OS intgr intgr intgr intgr intgr\n\
///             --------- ------------- ------ ------ ------ ------ ------\n\
///             box Linux 2.6.18 2.2300 0.0100 10.3 45.4 54.1\n";
/// let parsed = benchnote_parser::parse(&[Arc::new(benchnote_parser::Source::unnamed(text))]);
/// assert_eq!(parsed.measurements.len(), 5);
/// assert_eq!(parsed.printed(benchnote_parser::MeasurementId(2)), "10.3");
///
/// let nothing = benchnote_parser::parse(&[Arc::new(benchnote_parser::Source::unnamed("hello"))]);
/// assert_eq!(nothing.diagnostics[0].kind.slug(), "nothing-found");
/// ```
pub fn parse(sources: &[Arc<Source>]) -> Parsed {
    parse_taught(sources, &[])
}

/// Reads everything that some sources hold, and by some rules what people showed by example; a later rule takes the place of an
/// earlier one at the same characters.
pub fn parse_taught(sources: &[Arc<Source>], rules: &[teach::Rule]) -> Parsed {
    let mut sink = Sink::default();
    for (position, source) in sources.iter().enumerate().take(usize::from(u16::MAX) + 1) {
        sink.begin_source(&source.label);
        read_source(SourceId(position as u16), source, rules, &mut sink);
    }
    let Sink {
        measurements, metrics, mut labels, spreads, mut changes, mut claims, mut regions, mut diagnostics, ..
    } = sink;
    let (measurements, spreads) = in_order(&measurements, &spreads);
    reading::factors::settle(&mut labels);
    let metrics = promoted(metrics, &measurements);
    changes.sort_by_key(|change| change.figure);
    claims.sort_by_key(|claim| claim.span);
    diagnostics.sort_by_key(|d| d.span);
    if measurements.is_empty() {
        diagnostics.push(Diagnostic::new(DiagnosticKind::NothingFound, Span::default()));
    }
    regions.sort_unstable_by_key(|region| region.span);
    let mut ledger = Ledger::default();
    for (position, source) in sources.iter().enumerate() {
        ledger.add(Ledger::count(source, SourceId(position as u16), &measurements, &regions));
    }
    Parsed {
        sources: sources.to_vec(),
        measurements,
        metrics,
        labels,
        spreads,
        changes,
        claims,
        regions,
        ledger,
        diagnostics,
    }
}

/// Where a tool's summary stands without the figures that it is computed from, it is what was measured.
fn promoted(mut metrics: Vec<Metric>, measurements: &[Measurement]) -> Vec<Metric> {
    let mut primary = vec![false; metrics.len()];
    for measurement in measurements {
        if let Some(used) = primary.get_mut(measurement.metric.0 as usize) {
            *used = true;
        }
    }
    let of = |role: Role| {
        let used = metrics.iter().zip(&primary).filter(|(metric, used)| **used && metric.role == role);
        used.map(|(metric, _)| metric.format.clone()).collect::<std::collections::BTreeSet<_>>()
    };
    let (measured, derived) = (of(Role::Primary), of(Role::Derived));
    for metric in &mut metrics {
        if metric.role == Role::Derived && derived.contains(&metric.format) && !measured.contains(&metric.format) {
            metric.role = Role::Primary;
        }
    }
    metrics
}

/// Whether a line stands in one paragraph with what a tool known by name printed above it: it is a rest of that, wrapped or
/// of a kind that is not known, and no list or table of another tool.
fn is_glued(document: &mail::Document<'_>, end: usize, line: usize) -> bool {
    const LONGEST_REST: usize = 60;
    let last = end.saturating_sub(1);
    line - end.min(line) <= LONGEST_REST
        && document.same_voice(last, line)
        && (last..line).all(|between| !document.is_blank(between))
}

/// Whether output of a tool known by name starts among the next lines: then a line above it is its heading and no list or
/// table of an unknown tool.
fn known_below(document: &mail::Document<'_>, line: usize, formats: &[&formats::Format]) -> bool {
    const NEAR: usize = 6;
    let known = || formats.iter().filter(|format| !format.is_for_any_tool());
    let depth = document.depth(line);
    let below = (line + 1..document.len()).take(NEAR).take_while(|&below| document.depth(below) == depth);
    below.filter(|&below| !document.is_blank(below)).any(|below| known().any(|format| (format.starts)(document, below)))
}

/// Measurements in the order of the text, with their summaries: replies were read apart from what they quote.
fn in_order(measurements: &[Measurement], spreads: &Spreads) -> (Vec<Measurement>, Spreads) {
    let mut order: Vec<usize> = (0..measurements.len()).collect();
    order.sort_by_key(|&at| measurements.get(at).map(|m| m.span));
    let moved = |(new, old): (usize, &usize)| {
        spreads.get(&MeasurementId(*old as u32)).map(|spread| (MeasurementId(new as u32), *spread))
    };
    let spreads =
        if spreads.is_empty() { Spreads::new() } else { order.iter().enumerate().filter_map(moved).collect() };
    (order.iter().filter_map(|&at| measurements.get(at)).copied().collect(), spreads)
}

/// Whether a line may be a label. A text without line ends has been broken wherever a label could end; there only what stands
/// right before figures, or before another label of them, is one.
fn can_be_label(document: &mail::Document<'_>, line: usize, formats: &[&formats::Format]) -> bool {
    const MOST_LABELS: usize = 3;
    const MOST_WORDS: usize = 9;
    let text = document.text(line).trim();
    if text.starts_with("**") && text.ends_with("**") {
        return true;
    }
    if !document.goes_on(line) && !document.goes_on(line + 1) {
        return true;
    }
    let like_label = |line: usize| {
        let text = document.text(line).trim_end();
        text.ends_with([':', ']', '*']) && text.split_whitespace().count() <= MOST_WORDS
    };
    let claimed = |line: usize| formats.iter().any(|format| (format.starts)(document, line));
    let mut below = (line + 1..).take(MOST_LABELS).skip_while(|&line| like_label(line) && !claimed(line));
    !text.starts_with('"') && below.next().is_some_and(claimed)
}

/// Reads one source: walks its lines, gives each that a format starts at to that format, and explains the rest.
fn read_source(id: SourceId, source: &Source, rules: &[teach::Rule], sink: &mut Sink) {
    let text = mail::readable(&source.text);
    if text.len() < source.text.len() {
        let span = Span::new(id, text.len(), text.len());
        sink.diagnose(span, DiagnosticKind::TooLong(source.text.len(), text.len()));
    }
    let mut document = mail::Document::new(id, source);
    let formats = formats::candidates(document.whole());
    document.break_endless_lines(&|tokens, at| {
        context::starts_label(tokens, at)
            || aside::starts_line(tokens, at)
            || formats.iter().any(|format| (format.breaks)(tokens, at))
    });
    document.leave_out_asides();
    for (span, kind) in document.set_aside() {
        sink.explain(span, kind);
    }
    let mut rest = prose::Explainer::new(&document);
    let mut claimed = claims::Reader::new(&document);
    let mut line = 0;
    let mut tool_end = None;
    while line < document.len() {
        if document.starts_message(line) {
            sink.context.clear();
            rest.claimed(0);
        }
        let glued = tool_end.is_some_and(|end| is_glued(&document, end, line));
        let torn = document.is_torn(line);
        // What is left of a tool's text whose lines can't be told is nobody else's.
        let lost = torn && formats.iter().any(|format| format.is_lost_without_line_ends());
        let refused = |format: &formats::Format| {
            let anyone = format.is_for_any_tool() && !format.is_found_without_line_ends();
            lost && (format.is_lost_without_line_ends() || anyone)
                || glued && format.is_table_of_any_tool()
                || format.is_grid() && known_below(&document, line, &formats)
        };
        let mut claims = formats.iter().filter(|format| (format.starts)(&document, line) && !refused(format));
        let Some(format) = claims.next() else {
            let starts =
                |format: &&&formats::Format| format.is_lost_without_line_ends() && (format.starts)(&document, line);
            if let Some(format) = formats.iter().find(starts).filter(|_| torn) {
                let kind = DiagnosticKind::UnknownTable { section: format.title.to_owned() };
                sink.diagnose(document.line_span(line), kind);
            }
            let label =
                can_be_label(&document, line, &formats) && sink.context.line(&document, line, rest.is_no_label(line));
            let kind = rest.line(line, label, sink);
            // In a text without line ends a label that is not known as one parts what follows from the labels above.
            let parts = document.goes_on(line) && !label && document.text(line).trim_end().ends_with(':');
            // What a program printed for another setting as well is no sentence that ends a block.
            let printed = || !document.twins().like(line).is_empty();
            if kind == Some(RegionKind::Prose) && !printed() || parts {
                sink.context.prose(&document, line);
            }
            if kind == Some(RegionKind::Prose) && !label && !document.goes_on(line) && !document.goes_on(line + 1) {
                sink.context.sentence(&document, line);
            }
            if document.goes_on(line) && !label && kind.is_some() {
                sink.context.torn(&document, line);
            }
            if kind == Some(RegionKind::Unread) {
                sink.context.unread(&document, line);
            }
            if matches!(kind, Some(RegionKind::Prose | RegionKind::Heading)) {
                claimed.line(line, sink);
            }
            line += 1;
            continue;
        };
        // What reads any tool's text is no rival of one that knows the tool.
        let others: Vec<&str> = claims.filter(|format| !format.is_for_any_tool()).map(|format| format.id).collect();
        if !others.is_empty() {
            let ids = std::iter::once(format.id).chain(others).map(str::to_owned).collect();
            sink.diagnose(document.line_span(line), DiagnosticKind::AmbiguousFormat(ids));
        }
        if let Some(label) = sink.context.block(document.depth(line)) {
            sink.explain(label, RegionKind::Heading);
        }
        let before = sink.measurements.len();
        // Where a tool's lines had to be found again, some of what stands between may be a label of others.
        let torn = torn && !format.is_found_without_line_ends();
        if torn {
            sink.context.clear();
        }
        line = (format.read)(&document, line, sink).max(line + 1);
        if torn {
            sink.guess_since(before);
        }
        if !format.is_for_any_tool() {
            tool_end = Some(line);
        }
        rest.claimed(line);
        if sink.measurements.len() > before {
            sink.context.used();
        }
        if document.breaks_off(line - 1) {
            sink.context.prose(&document, line);
        }
    }
    claimed.finish(sink);
    commands::tell_apart(id, sink);
    sentences::read(&document, claimed.numbered(), sink);
    for rule in rules {
        teach::read(&document, rule, sink);
    }
}

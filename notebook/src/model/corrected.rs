//! Corrections applied to what the parser found.
//!
//! Every correction names what it is about as the parser read it, so that taking one back leaves the others as they were.
//! Later ones see the numbers that earlier ones marked.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use benchnote_parser::{
    Better, DiagnosticKind, Dimension, Evidence, FieldKind, Label, Labels, LabelsId, Ledger, Measurement,
    MeasurementId, Metric, MetricId, Parsed, Region, RegionKind, Role, SourceId, Span, Unit, lex,
};

use super::CellId;
use super::correction::{Change, Correction, CorrectionId, Target};

/// What the parser found, with the corrections applied.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corrected {
    /// The figures as they are judged.
    pub parsed: Arc<Parsed>,
    /// By figure: the metric and the labels that the parser read, for corrections of all like it. A figure that the user
    /// marked has its own. Empty where there are no corrections.
    read: Vec<(MetricId, LabelsId)>,
    /// By correction: how many figures it is about now. None: what it is about is no longer in the texts.
    pub hits: BTreeMap<CorrectionId, usize>,
    /// What the user set aside, sorted.
    pub ignored: Vec<(Span, CorrectionId)>,
    /// By figure: the corrections that hold for it, in order.
    pub by: BTreeMap<MeasurementId, Vec<CorrectionId>>,
}

impl Corrected {
    /// The metric and the labels of a figure as the parser read them.
    pub fn read(&self, id: MeasurementId) -> Option<(MetricId, LabelsId)> {
        let known = self.read.get(id.0 as usize).copied();
        known.or_else(|| self.parsed.measurement(id).map(|m| (m.metric, m.labels)))
    }

    /// The correction by which a place is set aside.
    pub fn ignored_at(&self, span: Span) -> Option<CorrectionId> {
        self.ignored.iter().find(|(place, _)| overlap(*place, span)).map(|(_, by)| *by)
    }
}

/// A figure while corrections are applied.
struct Figure {
    now: Measurement,
    read: (MetricId, LabelsId),
    old: Option<MeasurementId>,
    ignored: Option<CorrectionId>,
    by: Vec<CorrectionId>,
}

/// Applies corrections to what was found in some sources. `cells` tells which cell each source is, in order.
pub fn correct(raw: &Arc<Parsed>, cells: &[CellId], corrections: &[Correction]) -> Corrected {
    if corrections.is_empty() {
        return Corrected { parsed: raw.clone(), ..Corrected::default() };
    }
    let figures = raw.measurements.iter().enumerate().map(|(at, m)| Figure {
        now: *m,
        read: (m.metric, m.labels),
        old: Some(MeasurementId(at as u32)),
        ignored: None,
        by: Vec::new(),
    });
    let mut work = Work { raw, cells, figures: figures.collect(), parsed: (**raw).clone() };
    let hits = corrections.iter().map(|correction| (correction.id, work.apply(correction))).collect();
    work.finish(hits)
}

struct Work<'p> {
    raw: &'p Parsed,
    cells: &'p [CellId],
    figures: Vec<Figure>,
    /// Takes new metrics and labels; its figures are put in at the end.
    parsed: Parsed,
}

impl Work<'_> {
    /// Applies one correction; tells how many figures it is about.
    fn apply(&mut self, correction: &Correction) -> usize {
        if let (Target::One(_), Change::Measure { .. }) = (&correction.target, &correction.change) {
            return self.mark(correction);
        }
        let about = self.about(&correction.target);
        for &at in &about {
            self.change(at, correction);
        }
        about.len()
    }

    /// Which figures a correction is about.
    fn about(&self, target: &Target) -> Vec<usize> {
        let those = |holds: &dyn Fn(&Figure) -> bool| -> Vec<usize> {
            self.figures.iter().enumerate().filter(|(_, figure)| holds(figure)).map(|(at, _)| at).collect()
        };
        match target {
            Target::One(_) | Target::Line(_) => {
                let Some(place) = self.place(target) else { return Vec::new() };
                those(&|figure| overlap(figure.now.span, place))
            }
            Target::Metric { section, name, unit } => {
                let same =
                    |metric: &Metric| metric.section == *section && metric.name == *name && metric.unit.symbol == *unit;
                let ids: BTreeSet<MetricId> = self
                    .parsed
                    .metrics
                    .iter()
                    .enumerate()
                    .filter(|(_, metric)| same(metric))
                    .map(|(at, _)| MetricId(at as u32))
                    .collect();
                those(&|figure| ids.contains(&figure.read.0))
            }
            Target::Labels(labels) => those(&|figure| self.parsed.labels(figure.read.1) == labels.as_slice()),
        }
    }

    /// Where a correction of one number or line stands now.
    fn place(&self, target: &Target) -> Option<Span> {
        let anchor = target.anchor()?;
        let source = self.cells.iter().position(|cell| *cell == anchor.source)?;
        let text = &self.raw.sources.get(source)?.text;
        let mut found = anchor.find(text)?;
        if matches!(target, Target::Line(_)) {
            found.start = text.get(..found.start)?.rfind('\n').map_or(0, |at| at + 1);
            found.end = text.get(found.end..)?.find('\n').map_or(text.len(), |at| found.end + at);
        }
        Some(Span::new(SourceId(source as u16), found.start, found.end))
    }

    fn change(&mut self, at: usize, correction: &Correction) {
        let Some(figure) = self.figures.get(at) else { return };
        let (mut now, mut ignored) = (figure.now, figure.ignored);
        match &correction.change {
            Change::Ignore => ignored = Some(correction.id),
            Change::Metric(name) => now.metric = self.metric(now.metric, |metric| metric.name.clone_from(name)),
            Change::Unit(symbol) => {
                now.metric = self.metric(now.metric, |metric| set_unit(metric, symbol));
                self.as_printed(&mut now);
            }
            Change::Better(better) => {
                now.metric = self.metric(now.metric, |metric| {
                    metric.better = *better;
                    metric.better_evidence = Evidence::Given;
                });
            }
            Change::Configuration { settings, clear, .. } => {
                let labels = resettled(self.parsed.labels(now.labels), settings, clear);
                now.labels = self.labels(labels);
            }
            // That it is a figure is known.
            Change::Measure { .. } => {}
        }
        // What the user says is no guess.
        now.guessed = now.guessed && !matches!(correction.change, Change::Metric(_));
        if let Some(figure) = self.figures.get_mut(at) {
            figure.now = now;
            figure.ignored = ignored;
            figure.by.push(correction.id);
        }
    }

    /// Makes a figure of a number that was none.
    fn mark(&mut self, correction: &Correction) -> usize {
        let Change::Measure { section, metric, unit, better, settings, .. } = &correction.change else { return 0 };
        let Some(span) = self.place(&correction.target) else { return 0 };
        if self.figures.iter().any(|figure| overlap(figure.now.span, span)) {
            return 0;
        }
        let Some([value, low, high]) = bounds(self.raw.slice(span)) else { return 0 };
        let mut made = Metric {
            section: section.clone(),
            name: metric.clone(),
            unit: Unit::none(),
            better: *better,
            better_evidence: Evidence::Given,
            role: Role::Primary,
            format: "given".to_owned(),
        };
        set_unit(&mut made, unit);
        let metric = self.metric_like(made);
        let mut labels = settings.clone();
        labels.sort();
        let labels = self.labels(labels);
        let now = Measurement { value, low, high, metric, labels, span, guessed: false };
        let figure = Figure { now, read: (metric, labels), old: None, ignored: None, by: vec![correction.id] };
        let at = self.figures.partition_point(|figure| figure.now.span < span);
        self.figures.insert(at, figure);
        1
    }

    /// The metric that is like another but for a change.
    fn metric(&mut self, id: MetricId, change: impl FnOnce(&mut Metric)) -> MetricId {
        let Some(mut metric) = self.parsed.metric(id).cloned() else { return id };
        change(&mut metric);
        self.metric_like(metric)
    }

    /// A metric that says the same, or a new one. What was given joins what was read under the same name.
    fn metric_like(&mut self, metric: Metric) -> MetricId {
        let same = |held: &Metric| {
            held.section == metric.section
                && held.name == metric.name
                && held.unit == metric.unit
                && held.better == metric.better
                && held.role == metric.role
        };
        let at = self.parsed.metrics.iter().position(same).unwrap_or_else(|| {
            self.parsed.metrics.push(metric);
            self.parsed.metrics.len() - 1
        });
        MetricId(at as u32)
    }

    fn labels(&mut self, labels: Labels) -> LabelsId {
        let at = self.parsed.labels.iter().position(|held| *held == labels).unwrap_or_else(|| {
            self.parsed.labels.push(labels);
            self.parsed.labels.len() - 1
        });
        LabelsId(at as u32)
    }

    /// Gives a figure that was converted into another unit its printed value again: the unit is now the user's.
    fn as_printed(&self, figure: &mut Measurement) {
        if let Some([value, low, high]) = bounds(self.raw.slice(figure.span))
            && !(figure.low..=figure.high).contains(&value)
        {
            (figure.value, figure.low, figure.high) = (value, low, high);
        }
    }

    /// Puts the figures back among what was found, and counts the numbers anew.
    fn finish(mut self, hits: BTreeMap<CorrectionId, usize>) -> Corrected {
        let mut corrected = Corrected { hits, ..Corrected::default() };
        let mut spreads = BTreeMap::new();
        self.parsed.measurements.clear();
        for figure in self.figures {
            if let Some(by) = figure.ignored {
                corrected.ignored.push((figure.now.span, by));
                continue;
            }
            let id = MeasurementId(self.parsed.measurements.len() as u32);
            if let Some(spread) = figure.old.and_then(|old| self.raw.spreads.get(&old)) {
                spreads.insert(id, *spread);
            }
            self.parsed.measurements.push(figure.now);
            corrected.read.push(figure.read);
            if !figure.by.is_empty() {
                corrected.by.insert(id, figure.by);
            }
        }
        self.parsed.spreads = spreads;
        if !corrected.ignored.is_empty() || self.parsed.measurements.len() != self.raw.measurements.len() {
            let set_aside =
                corrected.ignored.iter().map(|(span, _)| Region { span: *span, kind: RegionKind::SetAside });
            self.parsed.regions.extend(set_aside);
            self.parsed.regions.sort_unstable_by_key(|region| region.span);
            let mut ledger = Ledger::default();
            for (at, source) in self.parsed.sources.iter().enumerate() {
                let id = SourceId(at as u16);
                ledger.add(Ledger::count(source, id, &self.parsed.measurements, &self.parsed.regions));
            }
            self.parsed.ledger = ledger;
            let gone: BTreeSet<Span> = corrected.ignored.iter().map(|(span, _)| *span).collect();
            self.parsed.changes.retain(|change| !gone.contains(&change.figure));
        }
        if !self.parsed.measurements.is_empty() {
            self.parsed.diagnostics.retain(|remark| remark.kind != DiagnosticKind::NothingFound);
        }
        corrected.parsed = Arc::new(self.parsed);
        corrected
    }
}

fn overlap(one: Span, other: Span) -> bool {
    one.source == other.source && one.start < other.end && other.start < one.end
}

/// Puts a metric's figures into another unit. Where only the unit told the direction, the new one tells it.
fn set_unit(metric: &mut Metric, symbol: &str) {
    let symbol = symbol.trim();
    metric.unit =
        Unit::named(symbol).unwrap_or_else(|| Unit { symbol: symbol.to_owned(), dimension: Dimension::Other });
    let by_unit = match metric.unit.dimension {
        Dimension::Time(_) => Better::Lower,
        Dimension::Rate(_) | Dimension::DataRate(_) => Better::Higher,
        _ => Better::Unknown,
    };
    let open = metric.better == Better::Unknown || metric.better_evidence == Evidence::Unit;
    if open && by_unit != Better::Unknown {
        metric.better = by_unit;
        metric.better_evidence = Evidence::Unit;
    }
}

/// Labels under the settings of another configuration.
fn resettled(labels: &[Label], settings: &[Label], clear: &[String]) -> Labels {
    let other = |label: &&Label| {
        let set = settings.iter().any(|setting| setting.field.name == label.field.name);
        !set && !clear.contains(&label.field.name)
    };
    let mut settled: Labels = labels.iter().filter(other).chain(settings).cloned().collect();
    settled.sort();
    settled.dedup_by(|a, b| a.field == b.field);
    settled
}

/// The value of a printed number, and the bounds of what prints so.
fn bounds(printed: &str) -> Option<[f64; 3]> {
    let number =
        lex::printed(printed.trim().replace(',', "").as_str()).map(|p| [p.number, p.moved(-50, 0), p.moved(50, 0)])?;
    number.iter().all(|value| value.is_finite()).then_some(number)
}

/// The settings that all of some figures share.
pub fn settings_of(parsed: &Parsed, figures: impl IntoIterator<Item = MeasurementId>) -> Vec<Label> {
    let mut sets = figures.into_iter().filter_map(|id| parsed.measurement(id)).map(|m| parsed.labels(m.labels));
    let setting = |label: &&Label| label.field.kind == FieldKind::Setting;
    let mut shared: Vec<Label> = sets.next().unwrap_or_default().iter().filter(setting).cloned().collect();
    for labels in sets {
        shared.retain(|label| labels.contains(label));
    }
    shared
}

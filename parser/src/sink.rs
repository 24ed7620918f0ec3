//! Where readers put what they find.

use std::collections::BTreeMap;

use crate::claims::Claim;
use crate::context::Context;
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::ledger::{Region, RegionKind};
use crate::mail::Document;
use crate::measurement::{
    Field, FieldKind, Label, Labels, LabelsId, Measurement, MeasurementId, Metric, MetricId, PrintedChange, Spread,
    Spreads,
};
use crate::reading::settings;
use crate::source::Span;
use crate::unit::{Better, Unit};

/// What makes two metrics one: section, name, unit, direction and format.
type MetricKey = (String, String, String, Better, String);

/// Collects measurements, regions and diagnostics; stores each metric and each set of labels once.
#[derive(Debug, Default)]
pub struct Sink {
    pub(crate) measurements: Vec<Measurement>,
    pub(crate) metrics: Vec<Metric>,
    pub(crate) labels: Vec<Labels>,
    pub(crate) spreads: Spreads,
    pub(crate) changes: Vec<PrintedChange>,
    pub(crate) claims: Vec<Claim>,
    pub(crate) regions: Vec<Region>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    metric_ids: BTreeMap<MetricKey, MetricId>,
    label_ids: BTreeMap<Labels, LabelsId>,
    memory: BTreeMap<&'static str, u32>,
    pub(crate) context: Context,
    source: String,
}

impl Sink {
    /// The number of a metric; one with the same section, name, unit, direction and format is the same metric.
    pub fn metric(&mut self, metric: Metric) -> MetricId {
        let Unit { symbol, .. } = &metric.unit;
        let key = (metric.section.clone(), metric.name.clone(), symbol.clone(), metric.better, metric.format.clone());
        let next = MetricId(self.metrics.len() as u32);
        let id = *self.metric_ids.entry(key).or_insert(next);
        if id == next {
            self.metrics.push(metric);
        }
        id
    }

    /// Whether a metric of that section, name, unit and format was read already.
    pub fn has_metric(&self, section: &str, name: &str, unit: &Unit, format: &str) -> bool {
        let key = |better| (section.to_owned(), name.to_owned(), unit.symbol.clone(), better, format.to_owned());
        [Better::Lower, Better::Higher, Better::Unknown]
            .into_iter()
            .any(|better| self.metric_ids.contains_key(&key(better)))
    }

    /// Keeps something that a format read in one place and needs further down in the same source, such as a version.
    pub fn remember(&mut self, what: &'static str, value: u32) {
        self.memory.insert(what, value);
    }

    /// What was kept under a name in this source.
    pub fn recall(&self, what: &'static str) -> Option<u32> {
        self.memory.get(what).copied()
    }

    /// Forgets what was kept: another source begins.
    pub(crate) fn begin_source(&mut self, label: &str) {
        self.memory.clear();
        self.context.clear();
        label.clone_into(&mut self.source);
    }

    /// The title that the post has above a block; empty where it has none.
    pub fn section(&self) -> &str {
        self.context.section()
    }

    /// The labels in force for lines quoted so deep, as one text.
    pub(crate) fn context_words(&self, depth: u8) -> String {
        self.context.labels(depth).into_iter().map(|label| label.value).collect::<Vec<_>>().join(" ")
    }

    /// Whether a text is one of the labels in force for a line.
    pub fn stands_above(&self, text: &str, document: &Document<'_>, line: usize) -> bool {
        self.context.labels(document.depth(line)).iter().any(|label| text.contains(label.value.as_str()))
    }

    /// The number of the set of labels that a figure on a line stands under: the given ones, those that stand above the
    /// block in the post, and the source's name.
    pub fn labels_at(&mut self, document: &Document<'_>, line: usize, mut own: Labels) -> LabelsId {
        let mut above = self.context.labels(document.depth(line));
        // What is remarked behind the figures names the setting; what stands above is of all of them then.
        let remark = settings::remark(document.text(line));
        let told = || own.iter().any(|label| matches!(label.field.name.as_str(), "label" | "column"));
        if let Some(name) = remark.filter(|_| !told()) {
            own = own.into_iter().map(as_parameter).collect();
            above = above.into_iter().map(as_parameter).collect();
            above.retain(|label| label.field.name != "label");
            let field = Field { name: "label".to_owned(), kind: FieldKind::Setting };
            own.push(Label { field, value: name.to_owned() });
        }
        own.extend(
            above.into_iter().filter(|label| !own.iter().any(|o| o.field.name == label.field.name)).collect::<Vec<_>>(),
        );
        if !self.source.is_empty() {
            let field = Field { name: "source".to_owned(), kind: FieldKind::Setting };
            own.push(Label { field, value: self.source.clone() });
        }
        self.intern(own)
    }

    /// The same for a figure in a table whose columns or rows are the settings: what stands above them says what was
    /// measured.
    pub fn labels_within(&mut self, document: &Document<'_>, line: usize, mut own: Labels) -> LabelsId {
        let above = self.context.labels(document.depth(line));
        let named = |label: &Label| own.iter().any(|o| o.field.name == label.field.name);
        let beside: Labels = above.into_iter().filter(|label| !named(label)).map(as_parameter).collect();
        own.extend(beside);
        self.labels_at(document, line, own)
    }

    /// The number of a set of labels that stand under nothing else than the source.
    pub(crate) fn labels_alone(&mut self, mut own: Labels) -> LabelsId {
        if !self.source.is_empty() {
            let field = Field { name: "source".to_owned(), kind: FieldKind::Setting };
            own.push(Label { field, value: self.source.clone() });
        }
        self.intern(own)
    }

    /// Adds a label to a set, for all figures that stand under it.
    pub(crate) fn add_label(&mut self, id: LabelsId, label: Label) {
        let Some(labels) = self.labels.get_mut(id.0 as usize) else { return };
        // What is read later under the same labels is another set.
        self.label_ids.remove(labels);
        labels.push(label);
        labels.sort();
    }

    /// The same for a figure whose own keys tell its setting, of which the labels above a block say nothing: titles stay.
    pub fn labels_apart(&mut self, document: &Document<'_>, line: usize, mut own: Labels) -> LabelsId {
        let above = self.context.labels(document.depth(line));
        own.extend(above.into_iter().filter(|label| label.field.name.starts_with("title")).map(as_parameter));
        self.intern(own)
    }

    /// The number of a set of labels.
    fn intern(&mut self, mut labels: Labels) -> LabelsId {
        labels.sort();
        labels.dedup_by(|a, b| a.field == b.field);
        if let Some(&id) = self.label_ids.get(&labels) {
            return id;
        }
        let id = LabelsId(self.labels.len() as u32);
        self.label_ids.insert(labels.clone(), id);
        self.labels.push(labels);
        id
    }

    /// Adds a figure.
    pub fn measure(&mut self, measurement: Measurement) -> MeasurementId {
        self.measurements.push(measurement);
        MeasurementId(self.measurements.len() as u32 - 1)
    }

    /// Takes out what was measured at some places: someone said what the figures there are.
    pub(crate) fn forget(&mut self, places: &[Span]) {
        let mut places = places.to_vec();
        places.sort_unstable();
        let overlaps = |span: Span| {
            let next = places.partition_point(|place| (place.source, place.end) <= (span.source, span.start));
            places.get(next).is_some_and(|place| place.source == span.source && place.start < span.end)
        };
        let (measurements, spreads) = (std::mem::take(&mut self.measurements), std::mem::take(&mut self.spreads));
        for (at, measurement) in measurements.into_iter().enumerate().filter(|(_, m)| !overlaps(m.span)) {
            let id = self.measure(measurement);
            if let Some(spread) = spreads.get(&MeasurementId(at as u32)) {
                self.spread(id, *spread);
            }
        }
    }

    /// Marks the figures from the given number on as guessed: something that says what they are was lost.
    pub fn guess_since(&mut self, first: usize) {
        for measurement in self.measurements.iter_mut().skip(first) {
            measurement.guessed = true;
        }
    }

    /// Adds what a figure's ± is.
    pub fn spread(&mut self, id: MeasurementId, spread: Spread) {
        self.spreads.insert(id, spread);
    }

    /// Says what a stretch of text was taken for.
    pub fn explain(&mut self, span: Span, kind: RegionKind) {
        if !span.is_empty() {
            self.regions.push(Region { span, kind });
        }
    }

    /// Notes something that the reader must know.
    pub fn diagnose(&mut self, span: Span, kind: DiagnosticKind) {
        self.diagnostics.push(Diagnostic::new(kind, span));
    }
}

/// A label of what could be a setting as a condition.
fn as_parameter(mut label: Label) -> Label {
    if label.field.kind == FieldKind::Setting {
        label.field.kind = FieldKind::Parameter;
    }
    label
}

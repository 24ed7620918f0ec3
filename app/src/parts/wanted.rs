//! What the user wants a number to be, as corrections.

use std::ops::Range;

use benchnote_notebook::CellId;
use benchnote_notebook::model::corrected::settings_of;
use benchnote_notebook::model::{Anchor, Change, Target};
use benchnote_parser::{Better, Field, FieldKind, Label, Measurement, MeasurementId, Span, Unit};
use benchnote_verdict::Configuration;

use crate::effects::engine::Outcome;

/// For which numbers a correction holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Scope {
    /// This number.
    #[default]
    One,
    /// All figures of its line.
    Line,
    /// All that were read as the same metric, or under the same labels.
    Like,
}

impl Scope {
    /// All of them, as they are offered.
    pub(crate) const ALL: [Self; 3] = [Self::One, Self::Line, Self::Like];
}

/// What a number is, or is to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meaning {
    /// The metric's name.
    pub(crate) metric: String,
    /// The symbol of its unit.
    pub(crate) unit: String,
    /// Which way is better.
    pub(crate) better: Better,
    /// The configuration's tag.
    pub(crate) tag: String,
}

/// A number that was picked, with what is needed to say something of it.
#[derive(Clone, Copy)]
pub(crate) struct Picked<'o> {
    /// What is known.
    pub(crate) outcome: &'o Outcome,
    /// The cell of its source.
    pub(crate) cell: CellId,
    /// Where it stands.
    pub(crate) span: Span,
}

impl Picked<'_> {
    /// The figure that was read there.
    pub(crate) fn figure(&self) -> Option<(MeasurementId, &Measurement)> {
        let measurements = &self.outcome.parsed().measurements;
        let at = measurements.partition_point(|m| (m.span.source, m.span.end) <= (self.span.source, self.span.start));
        let found = measurements.get(at)?;
        let holds = found.span.source == self.span.source && found.span.start < self.span.end;
        holds.then_some((MeasurementId(at as u32), found))
    }

    fn text(&self) -> &str {
        self.outcome.sources.get(usize::from(self.span.source.0)).map_or("", |(_, source)| source.text.as_str())
    }

    fn range(&self) -> Range<usize> {
        self.span.start as usize..self.span.end as usize
    }

    fn configuration(&self, id: MeasurementId) -> Option<&Configuration> {
        let config = self.outcome.configs.get(id.0 as usize).copied().flatten()?;
        self.outcome.report.configurations.get(config)
    }

    /// What it is now; for a number that is no figure, what it could be by the words around it.
    pub(crate) fn meaning(&self) -> Meaning {
        let Some((id, found)) = self.figure() else { return self.guess() };
        let tag = self.configuration(id).map_or_else(String::new, |config| config.tag.clone());
        self.outcome.parsed().metric(found.metric).map_or_else(Meaning::default, |metric| Meaning {
            metric: metric.name.clone(),
            unit: metric.unit.symbol.clone(),
            better: metric.better,
            tag,
        })
    }

    /// The words before it as the metric, the word behind it as the unit where it is one, and the configuration of the
    /// nearest figure before it.
    fn guess(&self) -> Meaning {
        const LONGEST: usize = 40;
        let Range { start, end } = self.range();
        let text = self.text();
        let before = text.get(..start).and_then(|text| text.rsplit('\n').next()).unwrap_or_default();
        let behind = text.get(end..).and_then(|text| text.split('\n').next()).unwrap_or_default();
        let name = before.rsplit(|c: char| c.is_ascii_digit()).next().unwrap_or_default();
        let name = name.trim_matches(|c: char| !c.is_alphanumeric() && c != ')' && c != '%');
        let metric: String = name.chars().skip(name.chars().count().saturating_sub(LONGEST)).collect();
        let word = behind.split_whitespace().next().unwrap_or_default().trim_end_matches([',', ';', '.', ')']);
        let unit = Unit::named(word).unwrap_or_default();
        let better = if unit.is_time() { Better::Lower } else { Better::Unknown };
        let nearest = self.nearest().and_then(|id| self.configuration(id));
        let tag = nearest.or(self.outcome.report.configurations.first()).map_or("", |config| &config.tag);
        Meaning { metric: metric.trim().to_owned(), unit: unit.symbol, better, tag: tag.to_owned() }
    }

    /// The nearest figure before it in its source.
    fn nearest(&self) -> Option<MeasurementId> {
        let measurements = &self.outcome.parsed().measurements;
        let at = measurements.partition_point(|m| m.span < self.span).checked_sub(1)?;
        measurements.get(at).filter(|m| m.span.source == self.span.source).map(|_| MeasurementId(at as u32))
    }

    fn anchor(&self) -> Anchor {
        Anchor::new(self.cell, self.text(), self.range())
    }

    /// What a correction of the metric is about.
    fn of_metric(&self, scope: Scope) -> Target {
        let read = || {
            let (metric, _) = self.outcome.corrected.read(self.figure()?.0)?;
            self.outcome.parsed().metric(metric)
        };
        match (scope, read()) {
            (Scope::Line, _) => Target::Line(self.anchor()),
            (Scope::Like, Some(metric)) => Target::Metric {
                section: metric.section.clone(),
                name: metric.name.clone(),
                unit: metric.unit.symbol.clone(),
            },
            _ => Target::One(self.anchor()),
        }
    }

    /// What a correction of the configuration is about.
    fn of_labels(&self, scope: Scope) -> Target {
        let read = || {
            let (_, labels) = self.outcome.corrected.read(self.figure()?.0)?;
            Some(self.outcome.parsed().labels(labels).to_vec())
        };
        match (scope, read()) {
            (Scope::Line, _) => Target::Line(self.anchor()),
            (Scope::Like, Some(labels)) => Target::Labels(labels),
            _ => Target::One(self.anchor()),
        }
    }

    /// That it is no figure.
    pub(crate) fn set_aside(&self, scope: Scope) -> Vec<(Target, Change)> {
        vec![(self.of_metric(scope), Change::Ignore)]
    }

    /// What has to be said so that it is what the user wants.
    pub(crate) fn changes(&self, wanted: &Meaning, scope: Scope) -> Vec<(Target, Change)> {
        let now = self.meaning();
        let Some((id, _)) = self.figure() else { return vec![self.mark(wanted)] };
        let mut changes = Vec::new();
        if wanted.metric != now.metric && !wanted.metric.is_empty() {
            changes.push((self.of_metric(scope), Change::Metric(wanted.metric.clone())));
        }
        if wanted.unit != now.unit {
            changes.push((self.of_metric(scope), Change::Unit(wanted.unit.clone())));
        }
        if wanted.better != now.better {
            changes.push((self.of_metric(scope), Change::Better(wanted.better)));
        }
        if wanted.tag != now.tag && !wanted.tag.is_empty() {
            let settings = self.settings(&wanted.tag);
            let own = self.configuration(id);
            let told = own.into_iter().flat_map(|config| config.factors.keys());
            let set = |name: &&String| settings.iter().any(|label| label.field.name == **name);
            let clear = told.filter(|name| !set(name)).cloned().collect();
            let change = Change::Configuration { name: wanted.tag.clone(), settings, clear };
            changes.push((self.of_labels(scope), change));
        }
        changes
    }

    /// That it is a figure.
    fn mark(&self, wanted: &Meaning) -> (Target, Change) {
        let near = self.nearest().and_then(|id| self.outcome.parsed().measurement(id));
        let section =
            near.and_then(|near| self.outcome.parsed().metric(near.metric)).map(|metric| metric.section.clone());
        let change = Change::Measure {
            section: section.unwrap_or_default(),
            metric: wanted.metric.clone(),
            unit: wanted.unit.clone(),
            better: wanted.better,
            name: wanted.tag.clone(),
            settings: if wanted.tag.is_empty() { Vec::new() } else { self.settings(&wanted.tag) },
        };
        (Target::One(self.anchor()), change)
    }

    /// The settings of the configuration of a tag: those that its figures share, or for a new tag what tells the others.
    fn settings(&self, tag: &str) -> Vec<Label> {
        let report = &self.outcome.report;
        let known = report.configurations.iter().position(|config| config.tag == tag);
        let figures =
            self.outcome.configs.iter().enumerate().filter(|(_, config)| config.is_some() && **config == known);
        let shared = settings_of(self.outcome.parsed(), figures.map(|(at, _)| MeasurementId(at as u32)));
        if !shared.is_empty() {
            return shared;
        }
        let own = self.figure().and_then(|(id, _)| self.configuration(id));
        let telling = own.or(report.configurations.first()).and_then(|config| config.factors.keys().next());
        let name = telling.map_or("configuration", String::as_str);
        let kind = report.fields.iter().find(|field| field.name == name).map_or(FieldKind::Setting, |field| field.kind);
        vec![Label { field: Field { name: name.to_owned(), kind }, value: tag.to_owned() }]
    }
}

//! Measurements grouped: a row for each metric, a sample for each configuration.

use std::collections::{BTreeMap, BTreeSet};

use benchnote_parser::{Field, FieldKind, Label, LabelsId, Measurement, MeasurementId, MetricId, Parsed, Role};

use crate::choices::Choices;
use crate::key::{self, FieldValues, Key, Projection, SOURCE, value_of};
use crate::report::{ConfigIndex, Configuration, FieldUse, MetricRow, Run, Sample};
use crate::stats::order;
use crate::summary;

/// Measurements under their configurations and metrics, in order of appearance.
#[derive(Debug)]
pub(crate) struct Dataset {
    pub(crate) fields: Vec<FieldUse>,
    pub(crate) configurations: Vec<Configuration>,
    pub(crate) metrics: Vec<MetricRow>,
    /// By configuration: the sets of labels that its measurements stand under.
    pub(crate) labels: Vec<Vec<LabelsId>>,
    pub(crate) projection: Projection,
}

/// At most that many values of a field are listed.
const LISTED_VALUES: usize = 20;

impl Dataset {
    /// Groups what was found, under the user's choices.
    pub(crate) fn new(parsed: &Parsed, choices: &Choices) -> Self {
        let usable = key::usable_fields(parsed);
        let projection = match &choices.projection {
            Some(names) => Projection::named(names, &usable, parsed),
            None => Projection::proposed(parsed, &usable),
        };
        let mut grouping = Grouping::new(parsed, choices, &projection);
        for (position, measurement) in parsed.measurements.iter().enumerate() {
            grouping.add(MeasurementId(position as u32), measurement);
        }
        let Grouping { mut configurations, mut metrics, config_labels: mut labels, .. } = grouping;
        finish(&mut configurations, &mut metrics, choices);
        if !choices.order.is_empty() {
            let order = order_of(&configurations, &choices.order);
            reorder(&mut configurations, &order);
            reorder(&mut labels, &order);
            for row in &mut metrics {
                reorder(&mut row.samples, &order);
            }
        }
        let fields = usable.iter().map(|field| field_use(field, &projection)).collect();
        Self { fields, configurations, metrics, labels, projection }
    }
}

fn field_use(field: &FieldValues, projection: &Projection) -> FieldUse {
    FieldUse {
        name: field.field.name.clone(),
        kind: field.field.kind,
        values: field.values.iter().take(LISTED_VALUES).cloned().collect(),
        projected: projection.picks(&field.field),
    }
}

/// The work of grouping: what was seen so far.
struct Grouping<'p> {
    parsed: &'p Parsed,
    choices: &'p Choices,
    projection: &'p Projection,
    configurations: Vec<Configuration>,
    config_labels: Vec<Vec<LabelsId>>,
    metrics: Vec<MetricRow>,
    /// Settings that make metrics of their own.
    beside: BTreeSet<(MetricId, Field)>,
    /// By set of weak fields: the metrics of which they only repeat the configuration.
    repeated: [BTreeSet<key::Condition>; key::WEAK.len()],
    by_labels: BTreeMap<LabelsId, ConfigIndex>,
    by_place: BTreeMap<(LabelsId, MetricId), usize>,
    by_tag: BTreeMap<String, ConfigIndex>,
    by_metric: BTreeMap<(MetricId, Key), usize>,
}

impl<'p> Grouping<'p> {
    fn new(parsed: &'p Parsed, choices: &'p Choices, projection: &'p Projection) -> Self {
        Self {
            parsed,
            choices,
            projection,
            configurations: Vec::new(),
            config_labels: Vec::new(),
            metrics: Vec::new(),
            beside: key::varied_beside(parsed, projection),
            repeated: key::WEAK.map(|weak| key::told_by(parsed, projection, weak)),
            by_labels: BTreeMap::new(),
            by_place: BTreeMap::new(),
            by_tag: BTreeMap::new(),
            by_metric: BTreeMap::new(),
        }
    }

    fn add(&mut self, id: MeasurementId, measurement: &Measurement) {
        let config = self.config(measurement);
        let row = match self.by_place.get(&(measurement.labels, measurement.metric)) {
            Some(&row) => row,
            None => self.place(measurement),
        };
        let Some(row) = self.metrics.get_mut(row) else { return };
        row.guessed |= measurement.guessed;
        if row.samples.len() <= config {
            row.samples.resize_with(config + 1, Sample::default);
        }
        let runs = &mut row.samples[config].runs;
        let number = runs.len() as u32 + 1;
        let Measurement { value, low, high, .. } = *measurement;
        let published = self.parsed.spreads.get(&id).map(summary::published);
        runs.push(Run { id, number, value, low, high, published });
    }

    /// The configuration of a measurement.
    fn config(&mut self, measurement: &Measurement) -> ConfigIndex {
        if let Some(&config) = self.by_labels.get(&measurement.labels) {
            return config;
        }
        let config = self.configuration(self.parsed.labels(measurement.labels), measurement);
        if let Some(of_config) = self.config_labels.get_mut(config) {
            of_config.push(measurement.labels);
        }
        self.by_labels.insert(measurement.labels, config);
        config
    }

    /// The row of a measurement: its metric with the parameters, and the settings varied beside the configuration.
    fn place(&mut self, measurement: &Measurement) -> usize {
        let beside = |field: &Field| self.beside.contains(&(measurement.metric, field.clone()));
        let labels = self.parsed.labels(measurement.labels);
        let repeats = |weak: &&[&str], of: &BTreeSet<key::Condition>| {
            of.contains(&key::condition(measurement.metric, labels, self.projection, weak))
        };
        let weak =
            key::WEAK.iter().zip(&self.repeated).find(|(weak, of)| repeats(weak, of)).map_or(&[][..], |(w, _)| *w);
        let params = labels
            .iter()
            .filter(|label| !self.projection.tells(labels, label))
            .filter(|label| !weak.contains(&label.field.name.as_str()))
            .filter(|label| label.field.kind == FieldKind::Parameter || beside(&label.field))
            .flat_map(|label| [label.field.name.clone(), label.value.clone()])
            .collect::<Key>();
        let row = self.row(measurement.metric, &params);
        self.by_place.insert((measurement.labels, measurement.metric), row);
        row
    }

    fn configuration(&mut self, labels: &[Label], measurement: &Measurement) -> ConfigIndex {
        let original = self.projection.name(labels);
        let choice = self.choices.tag(&original);
        let tag = choice.map_or(&original, |choice| &choice.tag).clone();
        let excluded = choice.is_some_and(|choice| choice.excluded);
        let index = *self.by_tag.entry(tag.clone()).or_insert(self.configurations.len());
        if index == self.configurations.len() {
            self.config_labels.push(Vec::new());
            self.configurations.push(Configuration {
                tag,
                originals: Vec::new(),
                evidence: evidence(self.projection),
                runs: 0,
                baseline: false,
                excluded,
                factors: self.projection.factors(labels),
                first: Some(measurement.span),
            });
        }
        if let Some(config) = self.configurations.get_mut(index)
            && !config.originals.contains(&original)
        {
            config.originals.push(original);
            // Merging with an excluded one excludes neither by accident: all must be out.
            config.excluded &= excluded;
        }
        index
    }

    fn row(&mut self, id: MetricId, params: &Key) -> usize {
        let next = self.metrics.len();
        let at = *self.by_metric.entry((id, params.clone())).or_insert(next);
        if at == next
            && let Some(metric) = self.parsed.metric(id)
        {
            let pairs = params.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
            self.metrics.push(MetricRow {
                section: metric.section.clone(),
                name: metric.name.clone(),
                stem: String::new(),
                full_name: String::new(),
                params: pairs.collect(),
                unit: metric.unit.clone(),
                better: metric.better,
                role: metric.role,
                format: metric.format.clone(),
                counted: false,
                guessed: false,
                samples: Vec::new(),
            });
        }
        at
    }
}

/// The places of the configurations in the order that the user gave their tags.
fn order_of(configurations: &[Configuration], wanted: &[String]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..configurations.len()).collect();
    let place = |at: &usize| {
        let tag = configurations.get(*at).map(|config| &config.tag);
        wanted.iter().position(|name| Some(name) == tag).unwrap_or(wanted.len())
    };
    order.sort_by_key(place);
    order
}

/// Puts a list into an order of its places.
fn reorder<T>(list: &mut Vec<T>, order: &[usize]) {
    let mut taken: Vec<Option<T>> = list.drain(..).map(Some).collect();
    list.extend(order.iter().filter_map(|&at| taken.get_mut(at).and_then(Option::take)));
}

/// How the post tells the configurations: `Host column`.
fn evidence(projection: &Projection) -> String {
    let of = |name: &str| match name {
        SOURCE => "name of the text".to_owned(),
        "label" | "group" | "title" => "line above the block".to_owned(),
        "column" => "column header".to_owned(),
        "row" => "row label".to_owned(),
        "command's option" => "option of the command".to_owned(),
        benchnote_parser::STATEMENT => "sentence above the block".to_owned(),
        "benchmark's name" => "part of the benchmark's name".to_owned(),
        column => format!("{column} column"),
    };
    projection.fields().map(|field| of(&field.name)).collect::<Vec<_>>().join(", ")
}

/// Fills in what only the whole tells: medians, runs, names, and samples of excluded configurations emptied.
fn finish(configurations: &mut [Configuration], metrics: &mut [MetricRow], choices: &Choices) {
    for row in metrics.iter_mut() {
        row.samples.resize_with(configurations.len(), Sample::default);
        for (sample, config) in row.samples.iter_mut().zip(configurations.iter_mut()) {
            if row.role != Role::Context {
                config.runs = config.runs.max(runs_of(sample));
            }
            if config.excluded {
                sample.runs.clear();
            }
            let values: Vec<f64> = sample.runs.iter().map(|run| run.value).collect();
            sample.median = order::median(&values).unwrap_or(f64::NAN);
        }
    }
    crate::names::complete(metrics);
    crate::roles::mark(metrics, &choices.metrics);
}

/// How many runs a sample has, or stands for.
fn runs_of(sample: &Sample) -> usize {
    match sample.runs.as_slice() {
        [only] => only.published.and_then(|p| p.n).map_or(1, |n| n.max(1) as usize),
        runs => runs.len(),
    }
}

impl MetricRow {
    /// Whether it is counted for the outcome.
    pub(crate) fn counts(&self) -> bool {
        self.counted
    }
}

/// The values that a field has within a configuration, in order of appearance.
pub(crate) fn values_within(parsed: &Parsed, labels: &[LabelsId], field: &benchnote_parser::Field) -> Vec<String> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let values = labels.iter().filter_map(|id| value_of(parsed.labels(*id), field));
    values.filter(|value| seen.insert(value)).map(str::to_owned).collect()
}

//! What the findings on answers look at, and answers under other circumstances.

use std::collections::BTreeMap;

use benchnote_parser::{MeasurementId, Parsed};

use crate::comparison;
use crate::effect::Rules;
use crate::experiments;
use crate::outcome;
use crate::report::{
    Comparison, ConfigIndex, Configuration, Effect, Experiment, Finding, MetricIndex, MetricRow, Outcome,
};
use crate::stats::order;

/// With fewer runs than these there is none to spare.
pub(super) const LEAST_RUNS: usize = 3;

/// The analysis when all pairs have been compared.
pub(crate) struct Judged<'a> {
    pub(crate) parsed: &'a Parsed,
    pub(crate) configurations: &'a [Configuration],
    pub(crate) metrics: &'a [MetricRow],
    pub(crate) experiments: &'a [Experiment],
    pub(crate) comparisons: &'a [Comparison],
    pub(crate) rules: Rules,
    /// The findings on the figures.
    pub(crate) known: &'a [Finding],
}

impl<'a> Judged<'a> {
    /// What a configuration is called.
    pub(super) fn tag(&self, config: ConfigIndex) -> &'a str {
        self.configurations.get(config).map_or("", |config| config.tag.as_str())
    }

    /// Every experiment with its comparisons against the baseline.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&'a Experiment, &'a Comparison)> + use<'a> {
        let of: BTreeMap<ConfigIndex, &'a Experiment> = self.experiments.iter().map(|e| (e.baseline, e)).collect();
        self.comparisons.iter().filter_map(move |pair| Some((*of.get(&pair.baseline)?, pair)))
    }

    /// The comparison of two, whichever is its baseline.
    pub(super) fn pair(&self, one: ConfigIndex, other: ConfigIndex) -> Option<&'a Comparison> {
        self.comparisons.iter().find(|c| [(one, other), (other, one)].contains(&(c.baseline, c.contender)))
    }

    /// The counted effects of a pair.
    pub(super) fn counted(&self, pair: &'a Comparison) -> impl Iterator<Item = (&'a MetricRow, &'a Effect)> + 'a {
        let metrics = self.metrics;
        pair.effects.iter().filter_map(move |e| Some((metrics.get(e.metric)?, e))).filter(|(row, _)| row.counts())
    }

    /// All runs behind a metric under two configurations.
    pub(super) fn behind(&self, pair: &Comparison, metric: MetricIndex) -> Vec<MeasurementId> {
        let Some(row) = self.metrics.get(metric) else { return Vec::new() };
        let samples = [pair.baseline, pair.contender].into_iter().filter_map(|config| row.samples.get(config));
        samples.flat_map(|sample| &sample.runs).map(|run| run.id).collect()
    }

    /// The answer of an experiment under other rules or with other figures.
    pub(super) fn outcome(&self, experiment: &Experiment, metrics: &[MetricRow], rules: &Rules) -> Outcome {
        let pairs = experiments::pairs(&experiment.configs, experiment.baseline);
        let compare = |(one, other)| comparison::compare(metrics, one, other, rules, self.known);
        let comparisons: Vec<Comparison> = pairs.into_iter().map(compare).collect();
        outcome::outcome(&experiment.configs, &comparisons)
    }

    /// The metrics without one run of a configuration, where they have more than some runs of it.
    pub(super) fn without_run(&self, config: ConfigIndex, number: u32) -> Vec<MetricRow> {
        let mut metrics = self.metrics.to_vec();
        let of_config = metrics.iter_mut().filter_map(|row| row.samples.get_mut(config));
        for sample in of_config.filter(|sample| sample.runs.len() >= LEAST_RUNS) {
            sample.runs.retain(|run| run.number != number);
            let values: Vec<f64> = sample.runs.iter().map(|run| run.value).collect();
            sample.median = order::median(&values).unwrap_or(f64::NAN);
        }
        metrics
    }
}

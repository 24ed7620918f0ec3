//! What is compared on its own: configurations that metrics link to each other, each such set with its own baseline.
//!
//! A post may hold several experiments: another tool on another machine with settings of its own. Configurations that
//! share no metric with each other, not even by way of a third, have nothing to do with each other.

use benchnote_parser::Role;

use crate::baseline;
use crate::choices::Choices;
use crate::dataset::Dataset;
use crate::names;
use crate::report::{ConfigIndex, Configuration, MetricIndex, MetricRow};

/// Up to this many configurations every pair is compared; with more, only those with the baseline are.
const ALL_PAIRS: usize = 64;

/// An experiment before anything is compared in it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setup {
    /// The sections that it alone has, where there are other experiments.
    pub(crate) title: String,
    pub(crate) configs: Vec<ConfigIndex>,
    pub(crate) baseline: ConfigIndex,
    /// Its counted metrics.
    pub(crate) metrics: Vec<MetricIndex>,
}

/// The experiments of a post, by the configuration that comes first; sets of one configuration are none.
pub(crate) fn split(dataset: &Dataset, choices: &Choices) -> Vec<Setup> {
    let sets = linked(dataset);
    let alone = sets.iter().filter(|set| set.len() > 1).count() < 2;
    let setups = sets.into_iter().filter(|set| set.len() > 1).filter_map(|configs| {
        let baseline = baseline_of(&dataset.configurations, &configs, choices)?;
        let metrics: Vec<MetricIndex> = metrics_of(dataset, &configs).collect();
        let title = if alone { String::new() } else { title(dataset, &configs) };
        Some(Setup { title, configs, baseline, metrics })
    });
    setups.collect()
}

/// Configurations that take part, in the order of the post.
pub(crate) fn included(configurations: &[Configuration]) -> Vec<ConfigIndex> {
    (0..configurations.len()).filter(|&at| !configurations[at].excluded).collect()
}

/// Sets of configurations that metrics link.
fn linked(dataset: &Dataset) -> Vec<Vec<ConfigIndex>> {
    // Each points to one before it in its set, or to itself (disjoint sets with halved paths).
    let mut before: Vec<ConfigIndex> = (0..dataset.configurations.len()).collect();
    for row in dataset.metrics.iter().filter(|row| matches!(row.role, Role::Primary | Role::Component)) {
        let mut of_row = row.samples.iter().enumerate().filter(|(_, s)| !s.runs.is_empty()).map(|(config, _)| config);
        let Some(first) = of_row.next() else { continue };
        for other in of_row {
            let (one, other) = (root(&mut before, first), root(&mut before, other));
            before[one.max(other)] = one.min(other);
        }
    }
    let mut sets: Vec<Vec<ConfigIndex>> = vec![Vec::new(); before.len()];
    for config in included(&dataset.configurations) {
        let root = root(&mut before, config);
        sets[root].push(config);
    }
    sets.retain(|set| !set.is_empty());
    sets
}

fn root(before: &mut [ConfigIndex], mut config: ConfigIndex) -> ConfigIndex {
    while before[config] != config {
        before[config] = before[before[config]];
        config = before[config];
    }
    config
}

/// The baseline of some configurations: the user's, else the one whose name says so.
pub(crate) fn baseline_of(
    configurations: &[Configuration],
    configs: &[ConfigIndex],
    choices: &Choices,
) -> Option<ConfigIndex> {
    let of = |&at: &ConfigIndex| &configurations[at];
    let chosen = configs.iter().position(|at| choices.baseline.as_deref() == Some(of(at).tag.as_str()));
    let named = |at: &ConfigIndex| {
        of(at).originals.iter().chain(std::iter::once(&of(at).tag)).map(String::as_str).collect::<Vec<_>>()
    };
    let names: Vec<Vec<&str>> = configs.iter().map(named).collect();
    chosen.or_else(|| baseline::proposed(&names)).and_then(|at| configs.get(at).copied())
}

/// Counted metrics that some of the configurations have.
fn metrics_of<'d>(dataset: &'d Dataset, configs: &'d [ConfigIndex]) -> impl Iterator<Item = MetricIndex> + 'd {
    let has = |row: &MetricRow| configs.iter().any(|&c| row.samples.get(c).is_some_and(|s| !s.runs.is_empty()));
    dataset.metrics.iter().enumerate().filter(move |(_, row)| row.counts() && has(row)).map(|(at, _)| at)
}

/// The sections that only these configurations have figures in; empty where there are none, or several.
fn title(dataset: &Dataset, configs: &[ConfigIndex]) -> String {
    let mut own: Vec<&str> = Vec::new();
    for row in dataset.metrics.iter().filter(|row| row.counts()) {
        let mut having = row.samples.iter().enumerate().filter(|(_, s)| !s.runs.is_empty()).map(|(config, _)| config);
        if having.any(|config| configs.contains(&config)) && !own.contains(&row.section.as_str()) {
            own.push(&row.section);
        }
    }
    let elsewhere = |section: &str| {
        dataset.metrics.iter().filter(|row| row.counts() && row.section == section).any(|row| {
            row.samples.iter().enumerate().any(|(config, s)| !s.runs.is_empty() && !configs.contains(&config))
        })
    };
    match own.as_slice() {
        [only] if !elsewhere(only) => names::tidy(only),
        _ => String::new(),
    }
}

/// All pairs of an experiment: each with the baseline first, then the others in their order.
pub(crate) fn pairs(configs: &[ConfigIndex], baseline: ConfigIndex) -> Vec<(ConfigIndex, ConfigIndex)> {
    let others: Vec<ConfigIndex> = configs.iter().copied().filter(|&config| config != baseline).collect();
    let with_baseline = others.iter().map(|&other| (baseline, other));
    let told = if configs.len() <= ALL_PAIRS { others.len() } else { 0 };
    let among = others
        .iter()
        .take(told)
        .enumerate()
        .flat_map(|(at, &one)| others[at + 1..].iter().map(move |&other| (one, other)));
    with_baseline.chain(among).collect()
}

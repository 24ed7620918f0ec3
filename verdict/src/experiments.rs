//! What is compared on its own: configurations that metrics link to each other, each such set with its own baseline.
//!
//! A post may hold several experiments: another tool on another machine with settings of its own. Configurations that
//! share no metric with each other, not even by way of a third, have nothing to do with each other.

use std::collections::{BTreeMap, BTreeSet};

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
    let sets: Vec<Vec<ConfigIndex>> = linked(dataset).into_iter().filter(|set| set.len() > 1).collect();
    let mut set_of: Vec<Option<usize>> = vec![None; dataset.configurations.len()];
    for (set, configs) in sets.iter().enumerate() {
        for &config in configs {
            set_of[config] = Some(set);
        }
    }
    // A row is of the set that any of its configurations is of: rows of primary figures link them.
    let set_of_row = |row: &MetricRow| {
        let mut having = row.samples.iter().enumerate().filter(|(_, s)| !s.runs.is_empty());
        having.find_map(|(config, _)| set_of[config])
    };
    let mut metrics: Vec<Vec<MetricIndex>> = vec![Vec::new(); sets.len()];
    let mut sets_of_section: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (at, row) in dataset.metrics.iter().enumerate().filter(|(_, row)| row.counts()) {
        if let Some(set) = set_of_row(row) {
            metrics[set].push(at);
            sets_of_section.entry(&row.section).or_default().insert(set);
        }
    }
    let alone = sets.len() < 2;
    let title = |set: usize, metrics: &[MetricIndex]| {
        let mut sections = metrics.iter().map(|&metric| dataset.metrics[metric].section.as_str());
        let first = sections.next().filter(|first| !alone && sections.all(|section| section == *first));
        let own =
            first.filter(|section| sets_of_section.get(section).is_some_and(|of| of.len() == 1 && of.contains(&set)));
        own.map_or_else(String::new, names::tidy)
    };
    let setups = sets.into_iter().zip(metrics).enumerate().filter_map(|(set, (configs, metrics))| {
        let baseline = baseline_of(&dataset.configurations, &configs, choices)?;
        Some(Setup { title: title(set, &metrics), configs, baseline, metrics })
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
    for row in dataset.metrics.iter().filter(|row| matches!(row.role, Role::Primary | Role::Component) || row.counts())
    {
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

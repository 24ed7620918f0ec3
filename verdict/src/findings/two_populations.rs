//! Replicates in two groups whatever the setting: 31, 32 against 62 MB/s.

use crate::dataset::Dataset;
use crate::report::{ConfigIndex, Finding, FindingKind, MetricIndex, MetricRow, Run};
use crate::stats::order;

/// Fewer runs than these can't show two groups.
const LEAST_RUNS: usize = 6;
/// A group of one is an outlier, not a population.
const LEAST_GROUP: usize = 2;
/// The gap between the groups, as a ratio.
const LEAST_GAP: f64 = 1.2;
/// How much wider the gap is than each group.
const GAP_TO_WIDTH: f64 = 3.0;

pub(super) fn detect(dataset: &Dataset) -> Vec<Finding> {
    let counted = dataset.metrics.iter().enumerate().filter(|(_, row)| row.counts());
    counted.filter_map(|(at, row)| in_row(at, row)).collect()
}

fn in_row(metric: MetricIndex, row: &MetricRow) -> Option<Finding> {
    let mut runs: Vec<(ConfigIndex, &Run)> = row
        .samples
        .iter()
        .enumerate()
        .flat_map(|(config, sample)| sample.runs.iter().map(move |run| (config, run)))
        .collect();
    if runs.len() < LEAST_RUNS || runs.iter().any(|(_, run)| run.low <= 0.0) {
        return None;
    }
    runs.sort_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let gap = |at: usize| runs[at].1.low / runs[at - 1].1.high;
    let split = (LEAST_GROUP..=runs.len() - LEAST_GROUP).max_by(|&a, &b| gap(a).total_cmp(&gap(b)))?;
    let (low, high) = runs.split_at(split);
    let width = |group: &[(ConfigIndex, &Run)]| group[group.len() - 1].1.value / group[0].1.value;
    let widest = libm::log(width(low).max(width(high)));
    let apart = gap(split) >= LEAST_GAP && libm::log(gap(split)) >= GAP_TO_WIDTH * widest;
    let (in_low, in_high) = (members(low), members(high));
    // Groups that the settings explain are the result, not a flaw.
    let unexplained = in_low.iter().any(|config| in_high.contains(config));
    (apart && unexplained).then(|| Finding {
        kind: FindingKind::TwoPopulations { metric, low: centre(low), high: centre(high), in_low, in_high },
        evidence: runs.iter().map(|(_, run)| run.id).collect(),
    })
}

/// Whether a difference between two configurations can be that of the groups alone: both were seen in one of them.
pub(crate) fn may_explain(finding: &FindingKind, metric: MetricIndex, one: ConfigIndex, other: ConfigIndex) -> bool {
    let both = |group: &[ConfigIndex]| group.contains(&one) && group.contains(&other);
    match finding {
        FindingKind::TwoPopulations { metric: of, in_low, in_high, .. } => {
            *of == metric && (both(in_low) || both(in_high))
        }
        _ => false,
    }
}

fn members(group: &[(ConfigIndex, &Run)]) -> Vec<ConfigIndex> {
    let mut configs: Vec<ConfigIndex> = group.iter().map(|(config, _)| *config).collect();
    configs.sort_unstable();
    configs.dedup();
    configs
}

fn centre(group: &[(ConfigIndex, &Run)]) -> f64 {
    let values: Vec<f64> = group.iter().map(|(_, run)| run.value).collect();
    order::median(&values).unwrap_or(f64::NAN)
}

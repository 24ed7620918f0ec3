//! One run far from its siblings, and whether the answer hangs on it.

use std::collections::BTreeMap;

use super::fragility::{self, same_answer};
use super::judged::Judged;
use super::unreadable;
use crate::report::{ConfigIndex, Finding, FindingKind, MetricIndex, Run};

/// Fewer runs than these have no siblings to speak of.
const LEAST_RUNS: usize = 3;
/// How far from the nearest sibling it lies, in widths of these: with two siblings more is asked than with many.
const WIDTHS_OF_TWO: f64 = 10.0;
const WIDTHS_OF_MORE: f64 = 4.0;
/// And by what ratio.
const LEAST_GAP: f64 = 1.05;
/// A run that is odd in this share of the metrics, one in so many, is spoken of; what is odd in fewer is chance.
const ONE_IN: usize = 40;

/// Of more odd runs, those that most metrics show are told.
const MOST_TOLD: usize = 8;

/// How far a run lies from its siblings, in which metric; the run, and the least and greatest of these.
type Odd = (f64, MetricIndex, [Run; 3]);

pub(super) fn detect(judged: &Judged<'_>) -> Vec<Finding> {
    let set_aside = unreadable(judged.known);
    let mut found: BTreeMap<(ConfigIndex, u32), Vec<Odd>> = BTreeMap::new();
    let rows = judged.metrics.iter().enumerate().filter(|(at, row)| row.counts() && !set_aside.contains(at));
    let mut looked_at = 0_usize;
    for (metric, row) in rows {
        for (config, sample) in row.samples.iter().enumerate() {
            looked_at += usize::from(sample.runs.len() >= LEAST_RUNS);
            if let Some((size, runs)) = odd_one_out(&sample.runs) {
                found.entry((config, runs[0].number)).or_default().push((size, metric, runs));
            }
        }
    }
    let mut odd: Vec<((ConfigIndex, u32), Vec<Odd>)> =
        found.into_iter().filter(|(_, of)| of.len() * ONE_IN >= looked_at).collect();
    odd.sort_by_key(|(_, of)| std::cmp::Reverse(of.len()));
    odd.truncate(MOST_TOLD);
    odd.into_iter().filter_map(|((config, run), of)| finding(judged, config, run, of)).collect()
}

fn finding(judged: &Judged<'_>, config: ConfigIndex, run: u32, mut of: Vec<Odd>) -> Option<Finding> {
    of.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let [figure, least, most] = of.first()?.2.map(|run| run.id);
    let evidence = of.iter().flat_map(|(_, _, runs)| runs.map(|run| run.id)).collect();
    let metrics: Vec<MetricIndex> = of.iter().map(|(_, metric, _)| *metric).collect();
    let flips = flips(judged, config, run);
    let kind = FindingKind::Outlier { config, run, metrics, figure, least, most, flips };
    Some(Finding { kind, evidence })
}

/// The run that lies far from all others, how far, and the least and greatest of these.
fn odd_one_out(runs: &[Run]) -> Option<(f64, [Run; 3])> {
    if runs.len() < LEAST_RUNS || runs.iter().any(|run| run.low <= 0.0) {
        return None;
    }
    let mut sorted = runs.to_vec();
    sorted.sort_by(|a, b| a.value.total_cmp(&b.value));
    let (first, rest) = sorted.split_first()?;
    let (last, front) = sorted.split_last()?;
    let of = |one: &Run, others: &[Run]| {
        let (least, most) = (*others.first()?, *others.last()?);
        let gap = if one.value < least.value { least.low / one.high } else { one.low / most.high };
        let width = libm::log(most.high / least.low);
        let widths = if others.len() == 2 { WIDTHS_OF_TWO } else { WIDTHS_OF_MORE };
        (gap >= LEAST_GAP && libm::log(gap) >= widths * width).then_some((gap, [*one, least, most]))
    };
    of(first, rest).or_else(|| of(last, front))
}

/// Whether the answer of its experiment is another one without the run.
fn flips(judged: &Judged<'_>, config: ConfigIndex, run: u32) -> bool {
    let Some(experiment) = judged.experiments.iter().find(|e| e.configs.contains(&config)) else { return false };
    if !fragility::is_affordable(judged, experiment, 1) {
        return false;
    }
    let without = judged.outcome(experiment, &judged.without_run(config, run), &judged.rules);
    !same_answer(&without, &experiment.outcome)
}

#[cfg(test)]
mod tests {
    use benchnote_parser::MeasurementId;

    use super::*;

    fn odd(values: &[f64]) -> Option<f64> {
        let run = |(at, &value): (usize, &f64)| Run {
            id: MeasurementId(at as u32),
            number: at as u32 + 1,
            value,
            low: value - 0.05,
            high: value + 0.05,
            published: None,
        };
        odd_one_out(&values.iter().enumerate().map(run).collect::<Vec<_>>()).map(|(_, runs)| runs[0].value)
    }

    #[test]
    fn one_far_from_its_siblings_stands_out() {
        assert_eq!(odd(&[20.1, 20.3, 31.0, 20.2]), Some(31.0));
        assert_eq!(odd(&[20.1, 12.0, 20.3, 20.2]), Some(12.0));
        assert_eq!(odd(&[20.1, 20.3, 21.0, 20.2]), None);
        assert_eq!(odd(&[20.1, 31.0, 24.0, 28.0]), None);
        assert_eq!(odd(&[20.1, 31.0]), None);
    }
}

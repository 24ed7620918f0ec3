//! Answers that hang by a thread: one run, the end of a rounded value, the level of the test.

use super::judged::{Judged, LEAST_RUNS};
use crate::effect::Rules;
use crate::report::{Experiment, Finding, FindingKind, Fragility, Outcome, OutcomeKind};
use crate::stats::combinations;
use crate::stats::regroup::MOST_SPLITS;

/// The level that an answer should survive as well.
const STRICT: f64 = 0.01;
/// Of more experiments than these the first are looked at.
const MOST_EXPERIMENTS: usize = 12;
/// So many metrics are split anew at most, for each answer: about half a second.
const MOST_WORK: u64 = 1_000_000;

pub(super) fn detect(judged: &Judged<'_>) -> Vec<Finding> {
    judged.experiments.iter().take(MOST_EXPERIMENTS).flat_map(|experiment| of_experiment(judged, experiment)).collect()
}

fn of_experiment(judged: &Judged<'_>, experiment: &Experiment) -> Vec<Finding> {
    if experiment.outcome.kind == OutcomeKind::CannotSay || !is_affordable(judged, experiment, 2) {
        return Vec::new();
    }
    let other = |cause: Fragility, outcome: Outcome| {
        let config = experiment.baseline;
        let evidence = judged.pairs().filter(|(of, _)| of.baseline == experiment.baseline);
        (!same_answer(&outcome, &experiment.outcome)).then(|| Finding {
            evidence: evidence
                .flat_map(|(_, pair)| pair.effects.iter().flat_map(|e| judged.behind(pair, e.metric)))
                .collect(),
            kind: FindingKind::Fragile { cause, kind: outcome.kind, winners: outcome.winners, config },
        })
    };
    let cautious = Rules { cautious: true, ..judged.rules };
    let strict = Rules { alpha: judged.rules.alpha.min(STRICT), ..judged.rules };
    let by_rules = [(Fragility::Rounding, cautious), (Fragility::StricterLevel, strict)]
        .into_iter()
        .filter_map(|(cause, rules)| other(cause, judged.outcome(experiment, judged.metrics, &rules)));
    let mut findings: Vec<Finding> = by_rules.collect();
    let drops = droppable(judged, experiment);
    if is_affordable(judged, experiment, drops.len()) {
        let count = drops.len();
        let fragile: Vec<Finding> = drops
            .into_iter()
            .filter_map(|(config, run)| {
                let outcome = judged.outcome(experiment, &judged.without_run(config, run), &judged.rules);
                other(Fragility::WithoutRun(config, run), outcome)
            })
            .collect();
        // Where any run will do it, there are too few of them: that is said elsewhere, and no run is to blame.
        if fragile.len() < count {
            findings.extend(fragile);
        }
    }
    findings
}

/// Runs that can be left out: of configurations that have enough of them.
fn droppable(judged: &Judged<'_>, experiment: &Experiment) -> Vec<(usize, u32)> {
    let runs = |config: usize| runs(judged, experiment, config);
    let of_config = |&config: &usize| (1..=runs(config) as u32).map(move |run| (config, run));
    experiment.configs.iter().filter(|&&config| runs(config) >= LEAST_RUNS).flat_map(of_config).collect()
}

fn runs(judged: &Judged<'_>, experiment: &Experiment, config: usize) -> usize {
    let samples = experiment.metrics.iter().filter_map(|&metric| judged.metrics.get(metric)?.samples.get(config));
    samples.map(|sample| sample.runs.len()).max().unwrap_or(0)
}

/// Whether an experiment can be judged so many times again.
pub(super) fn is_affordable(judged: &Judged<'_>, experiment: &Experiment, times: usize) -> bool {
    let counts: Vec<usize> = experiment.configs.iter().map(|&config| runs(judged, experiment, config)).collect();
    let most = counts.iter().copied().max().unwrap_or(0);
    let splits = combinations::count(most * 2, most).clamp(1, MOST_SPLITS as u64);
    let pairs = (counts.len() * counts.len().saturating_sub(1) / 2) as u64;
    let work = [pairs, experiment.metrics.len() as u64, splits, times as u64];
    work.iter().try_fold(1_u64, |product, factor| product.checked_mul(*factor)).is_some_and(|work| work <= MOST_WORK)
}

/// Whether two outcomes say the same.
pub(super) fn same_answer(one: &Outcome, other: &Outcome) -> bool {
    one.kind == other.kind && one.winners == other.winners
}

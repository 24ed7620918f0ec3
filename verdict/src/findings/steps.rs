//! Settings that add to each other, `pin` and `pin+kmalloc` over a baseline: what share of the whole the first step brings.
//!
//! Which settings are steps the names say: the parts of one are all among those of the other. Shares are of logarithms, so
//! that those of two steps add up to one. Of a small change no share can be told: where a step is wrong by a threshold, its
//! share of five thresholds is wrong by a fifth.

use std::collections::BTreeSet;

use super::judged::Judged;
use crate::report::{Comparison, ConfigIndex, Effect, Finding, FindingKind, MetricIndex};
use crate::stats::order;

/// A change is told apart into steps from so many thresholds on.
const THRESHOLDS: f64 = 5.0;
/// Or from this on, as a logarithm, where the threshold is zero.
const LEAST_CHANGE: f64 = 0.05;
/// Shares that lie further apart are no answer.
const WIDEST: f64 = 0.5;
/// With more configurations than these names are parts of each other by chance.
const MOST_CONFIGS: usize = 32;

pub(super) fn detect(judged: &Judged<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for experiment in judged.experiments.iter().filter(|e| e.configs.len() <= MOST_CONFIGS) {
        let base = parts(judged.tag(experiment.baseline));
        let steps: Vec<(ConfigIndex, BTreeSet<String>)> = experiment
            .configs
            .iter()
            .filter(|&&config| config != experiment.baseline)
            .map(|&config| (config, parts(judged.tag(config)).difference(&base).cloned().collect()))
            .collect();
        for (whole, all) in &steps {
            let within =
                steps.iter().filter(|(_, some)| !some.is_empty() && some.len() < all.len() && some.is_subset(all));
            findings.extend(within.filter_map(|(part, _)| of_step(judged, experiment.baseline, *part, *whole)));
        }
    }
    findings
}

/// The parts of a name that adds settings to each other: `a + b`, `a and b`, `a with b`.
fn parts(name: &str) -> BTreeSet<String> {
    let name = name.to_lowercase();
    let words = [" and ", " with ", " plus "].iter().fold(name, |name, word| name.replace(word, "+"));
    let parts = words.split(['+', '&', ',']).map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

fn of_step(judged: &Judged<'_>, baseline: ConfigIndex, part: ConfigIndex, whole: ConfigIndex) -> Option<Finding> {
    let (first, both) = (against(judged, baseline, part)?, against(judged, baseline, whole)?);
    let least_change = (THRESHOLDS * judged.rules.threshold).max(LEAST_CHANGE);
    let large = |e: &&Effect| e.grade.is_difference() && libm::log(e.ratio).abs() >= least_change;
    let effects: Vec<&Effect> = judged.counted(both).map(|(_, effect)| effect).filter(large).collect();
    let gain = effects.first()?.ratio > 1.0;
    if effects.iter().any(|effect| (effect.ratio > 1.0) != gain) {
        return None;
    }
    let share = |effect: &&Effect| {
        let step = first.effect(effect.metric)?.ratio;
        (step.is_finite() && step > 0.0).then(|| (effect.metric, libm::log(step) / libm::log(effect.ratio)))
    };
    let (metrics, shares): (Vec<MetricIndex>, Vec<f64>) = effects.iter().filter_map(share).unzip();
    let (least, most) = order::min_max(&shares)?;
    let middle = order::median(&shares)?;
    // A step that goes the other way, or further than both together, is no share.
    if most - least > WIDEST || !(0.0..=1.0).contains(&middle) {
        return None;
    }
    let told = metrics.iter().any(|&metric| first.effect(metric).is_some_and(|e| e.grade.is_difference()));
    let behind = |pair: &Comparison| metrics.iter().flat_map(|&metric| judged.behind(pair, metric)).collect::<Vec<_>>();
    let evidence = [behind(first), behind(both)].concat();
    let kind = FindingKind::Step { part, whole, gain, told, metrics, least, middle, most };
    Some(Finding { kind, evidence })
}

fn against<'a>(judged: &Judged<'a>, baseline: ConfigIndex, contender: ConfigIndex) -> Option<&'a Comparison> {
    judged.pair(baseline, contender).filter(|pair| pair.baseline == baseline)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sums_of_parts() {
        let of = |name: &str| parts(name).into_iter().collect::<Vec<_>>();
        assert_eq!(of("PIN_TLB+kmalloc"), ["kmalloc", "pin_tlb"]);
        assert_eq!(of("6.1 with patch A and patch B"), ["6.1", "patch a", "patch b"]);
        assert_eq!(of("C++"), ["c"]);
        assert!(parts("PIN_TLB").is_subset(&parts("PIN_TLB+kmalloc")));
        assert!(!parts("locks").is_subset(&parts("locksI + x")));
    }
}

//! Nothing separates two configurations, but nearly all metrics lean one way: a pattern, and no more, for metrics of the
//! same runs move together.

use super::judged::Judged;
use crate::report::{Effect, Finding, FindingKind, Relation};

/// Fewer metrics than these show no pattern.
const LEAST: usize = 5;
/// The share that leans one way, in tenths.
const TENTHS: usize = 9;

pub(super) fn detect(judged: &Judged<'_>) -> Vec<Finding> {
    let equal = judged.pairs().filter(|(_, pair)| pair.relation == Relation::Equal);
    equal
        .filter_map(|(_, pair)| {
            // Differences that print does not tell lean no way.
            let told: Vec<&Effect> =
                judged.counted(pair).map(|(_, e)| e).filter(|e| e.ratio.is_finite() && e.ratio != 1.0).collect();
            let better = told.iter().filter(|e| e.ratio > 1.0).count();
            let worse = told.len() - better;
            let one_sided = told.len() >= LEAST && better.max(worse) * 10 >= told.len() * TENTHS;
            one_sided.then(|| Finding {
                kind: FindingKind::OneSided { baseline: pair.baseline, contender: pair.contender, better, worse },
                evidence: told.iter().flat_map(|e| judged.behind(pair, e.metric)).collect(),
            })
        })
        .collect()
}

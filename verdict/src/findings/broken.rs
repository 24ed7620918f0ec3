//! Figures that can't be: no time that was measured and no rate is zero or less.

use super::judged::Judged;
use crate::report::{Finding, FindingKind};

pub(super) fn detect(judged: &Judged<'_>) -> Vec<Finding> {
    let rows = judged.metrics.iter().enumerate().filter(|(_, row)| row.counts());
    rows.filter_map(|(metric, row)| {
        let runs = || {
            row.samples.iter().enumerate().flat_map(|(config, sample)| sample.runs.iter().map(move |run| (config, run)))
        };
        // Where nothing was done of its kind in any run, zero is what there is.
        let some = runs().any(|(_, run)| run.value > 0.0);
        let (config, run) = runs().find(|(_, run)| run.high <= 0.0 || run.value <= 0.0 && run.low <= 0.0)?;
        let kind = FindingKind::Broken { metric, config, figure: run.id };
        some.then(|| Finding { kind, evidence: vec![run.id] })
    })
    .collect()
}

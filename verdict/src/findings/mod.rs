//! What an expert would notice: one question a file, silent when there is nothing to say.

mod broken;
mod claim_check;
mod clock_drift;
mod confounders;
mod fragility;
mod guessed_reading;
mod judged;
mod one_sided;
mod outlier;
mod residue;
mod series;
mod steps;
mod tool_warning;
mod trade_off;
mod two_populations;
mod unsteady;

use benchnote_parser::Parsed;

pub(crate) use judged::Judged;
pub(crate) use series::number_in;

use crate::dataset::Dataset;
use crate::report::{ConfigIndex, Finding, FindingKind, MetricIndex};

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// One metric.
    Metric(MetricIndex),
    /// One configuration, and with it the experiment that it is in.
    Configuration(ConfigIndex),
    /// All of the post.
    Whole,
}

/// What a finding is about.
pub(crate) fn about(kind: &FindingKind) -> About {
    match kind {
        FindingKind::TwoPopulations { metric, .. }
        | FindingKind::Unsteady { metric, .. }
        | FindingKind::Broken { metric, .. }
        | FindingKind::GuessedReading { metric, .. } => About::Metric(*metric),
        FindingKind::Residue { config, .. }
        | FindingKind::Outlier { config, .. }
        | FindingKind::Fragile { config, .. }
        | FindingKind::ToolWarning { config, .. }
        | FindingKind::ClockDrift { contender: config, .. }
        | FindingKind::TradeOff { contender: config, .. }
        | FindingKind::Crossover { then: config, .. }
        | FindingKind::Curve { contender: config, .. }
        | FindingKind::Step { whole: config, .. }
        | FindingKind::OneSided { contender: config, .. } => About::Configuration(*config),
        FindingKind::Peak { peaks, .. } => {
            peaks.first().map_or(About::Whole, |(config, _)| About::Configuration(*config))
        }
        FindingKind::Confounder { .. } | FindingKind::Claim { .. } => About::Whole,
    }
}

/// What is noticed when the pairs have been compared, in order of kinds.
pub(crate) fn of_answers(judged: &Judged<'_>) -> Vec<Finding> {
    [
        trade_off::detect(judged),
        series::detect(judged),
        steps::detect(judged),
        one_sided::detect(judged),
        broken::detect(judged),
        tool_warning::detect(judged),
        outlier::detect(judged),
        clock_drift::detect(judged),
        fragility::detect(judged),
        claim_check::detect(judged),
    ]
    .concat()
}

/// What is noticed on the figures alone, in order of kinds.
pub(crate) fn detect(parsed: &Parsed, dataset: &Dataset) -> Vec<Finding> {
    let two = two_populations::detect(dataset);
    let unsteady = unsteady::detect(dataset, &metrics_of(&two));
    [
        two,
        unsteady,
        guessed_reading::detect(parsed, dataset),
        confounders::detect(parsed, dataset),
        residue::detect(parsed, dataset),
    ]
    .concat()
}

/// Whether a difference of a metric between two configurations can be that of two populations seen on both sides.
pub(crate) fn explained_by_populations(
    findings: &[Finding],
    metric: MetricIndex,
    one: ConfigIndex,
    other: ConfigIndex,
) -> bool {
    findings.iter().any(|finding| two_populations::may_explain(&finding.kind, metric, one, other))
}

/// The metrics whose replicates disagree so much that nothing is read from them.
pub(crate) fn unreadable(findings: &[Finding]) -> Vec<MetricIndex> {
    metrics_of(findings)
}

fn metrics_of(findings: &[Finding]) -> Vec<MetricIndex> {
    findings
        .iter()
        .filter_map(|finding| match finding.kind {
            FindingKind::TwoPopulations { metric, .. } | FindingKind::Unsteady { metric, .. } => Some(metric),
            _ => None,
        })
        .collect()
}

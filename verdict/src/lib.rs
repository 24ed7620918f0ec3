//! Judges what the parser found: configurations, comparisons, findings, prose and charts.
//!
//! ```text
//! Parsed + Choices -> Dataset -> experiments -> comparisons -> outcome, findings -> prose, charts
//!                     key,       experiments,   comparison,    outcome,             wording,
//!                     dataset    groups         stats          findings             chart_spec
//! ```
//!
//! [`analyse`] is the only entry. It is a pure function: the same text and choices give the same bytes natively and in
//! WebAssembly (transcendental functions come from `libm`, the generator is seeded, maps are sorted).

mod baseline;
mod changes;
pub mod chart_spec;
pub mod choices;
mod comparison;
mod dataset;
mod effect;
mod experiments;
mod findings;
mod groups;
mod key;
mod names;
mod outcome;
pub mod prose;
pub mod report;
mod roles;
mod spelling;
pub mod stats;
mod summary;
mod variants;
mod wording;

use benchnote_parser::Parsed;

pub use choices::{Choices, MetricChoice, TagChoice};
pub use report::*;
pub use wording::{grade_meaning, grade_word};

use dataset::Dataset;
use effect::Rules;

/// A median spread needs at least this many repeated metrics behind it.
const LEAST_REPEATED: usize = 3;

/// Judges what was found, under the user's choices.
///
/// ```
/// use std::sync::Arc;
/// use benchnote_parser::{parse, Source};
/// use benchnote_verdict::{analyse, Choices, OutcomeKind};
///
/// let report = analyse(&parse(&[Arc::new(Source::unnamed("hello"))]), &Choices::default());
/// assert_eq!(report.outcome.kind, OutcomeKind::CannotSay);
/// ```
pub fn analyse(parsed: &Parsed, choices: &Choices) -> Report {
    let dataset = Dataset::new(parsed, choices);
    match variants::where_nothing_compares(parsed, &dataset, choices) {
        Some(split) => judge(&split, Dataset::new(&split, choices), choices),
        None => judge(parsed, dataset, choices),
    }
}

/// Judges what was grouped.
fn judge(parsed: &Parsed, mut dataset: Dataset, choices: &Choices) -> Report {
    let setups = experiments::split(&dataset, choices);
    let included = experiments::included(&dataset.configurations);
    let first = setups.first().map(|setup| setup.baseline);
    let baseline = first.or_else(|| experiments::baseline_of(&dataset.configurations, &included, choices));
    for config in setups.iter().map(|setup| setup.baseline).chain(baseline) {
        dataset.configurations[config].baseline = true;
    }
    let findings = findings::detect(parsed, &dataset);
    let rules = Rules::new(choices, known_noise(choices).or_else(|| noise(&dataset, &findings)));
    let compare = |one, other| comparison::compare(&dataset.metrics, one, other, &rules, &findings);
    let mut comparisons: Vec<Comparison> = setups
        .iter()
        .flat_map(|setup| experiments::pairs(&setup.configs, setup.baseline))
        .map(|(one, other)| compare(one, other))
        .collect();
    for pair in comparisons.iter_mut().filter(|pair| dataset.configurations[pair.baseline].baseline) {
        let interval = comparison::mean_interval(&dataset.metrics, pair, &rules, &findings);
        if let Some(mean) = &mut pair.mean {
            mean.interval = interval;
        }
    }
    let only = included.first().copied().filter(|_| included.len() == 1);
    let printed = only.and_then(|only| changes::of(parsed, &dataset.metrics, only, &rules));
    let by_changes = printed.as_ref().map(|printed| changes::outcome(printed, rules.alpha));
    let outcome = by_changes.unwrap_or_else(|| outcome::outcome(&included, &comparisons));
    let experiments: Vec<Experiment> = setups
        .into_iter()
        .map(|setup| {
            let outcome = outcome::outcome(&setup.configs, &comparisons);
            let groups = groups::parts(&dataset.configurations, &setup.configs, setup.baseline, &outcome)
                .into_iter()
                .filter_map(|part| group(part, &dataset.configurations, choices, &comparisons, &compare))
                .collect();
            let experiments::Setup { title, configs, baseline, metrics } = setup;
            Experiment { title, configs, baseline, metrics, outcome, groups }
        })
        .collect();
    let judged = findings::Judged {
        parsed,
        configurations: &dataset.configurations,
        metrics: &dataset.metrics,
        experiments: &experiments,
        comparisons: &comparisons,
        rules,
        known: &findings,
    };
    let later = findings::of_answers(&judged);
    let findings = [findings, later].concat();
    let analysis = wording::Analysis {
        parsed,
        choices,
        configurations: &dataset.configurations,
        metrics: &dataset.metrics,
        experiments: &experiments,
        comparisons: &comparisons,
        changes: printed.as_ref(),
        outcome: &outcome,
        findings: &findings,
    };
    let prose = analysis.prose();
    let charts = chart_spec::charts(&analysis.speakers());
    let Dataset { fields, configurations, metrics, .. } = dataset;
    Report {
        fields,
        configurations,
        baseline,
        metrics,
        experiments,
        comparisons,
        changes: printed,
        outcome,
        findings,
        prose,
        charts,
    }
}

/// The configurations that some choices would give, without judging them: what a choice would lead to, before it is made.
pub fn configurations(parsed: &Parsed, choices: &Choices) -> Vec<Configuration> {
    Dataset::new(parsed, choices).configurations
}

/// A part of an experiment, judged among itself.
fn group(
    part: groups::Part,
    configurations: &[Configuration],
    choices: &Choices,
    comparisons: &[Comparison],
    compare: &dyn Fn(ConfigIndex, ConfigIndex) -> Comparison,
) -> Option<Group> {
    let groups::Part { shared, configs } = part;
    let baseline = experiments::baseline_of(configurations, &configs, choices)?;
    let outcome = outcome::outcome(&configs, comparisons);
    let others = configs.iter().copied().filter(|&config| config != baseline);
    let of_group = others.map(|other| compare(baseline, other)).collect();
    Some(Group { shared, configs, baseline, comparisons: of_group, outcome })
}

/// The noise that the user knows of.
fn known_noise(choices: &Choices) -> Option<f64> {
    choices.noise.filter(|noise| noise.is_finite() && *noise >= 0.0)
}

/// The relative spread of a sample's runs, as wide as print allows, or the ± printed beside its only one.
fn spread(sample: &Sample) -> Option<f64> {
    if let [only] = sample.runs.as_slice() {
        return only.published.map(|published| published.spread / sample.median);
    }
    let low = sample.runs.iter().map(|run| run.low).fold(f64::INFINITY, f64::min);
    let high = sample.runs.iter().map(|run| run.high).fold(0.0, f64::max);
    (!sample.runs.is_empty()).then(|| (high - low) / sample.median)
}

/// The median relative spread of repeats in the post, as wide as print allows: what single runs are held against. Metrics
/// that can't be read tell nothing of it.
fn noise(dataset: &Dataset, findings: &[Finding]) -> Option<f64> {
    let unreadable = findings::unreadable(findings);
    let spreads: Vec<f64> = dataset
        .metrics
        .iter()
        .enumerate()
        .filter(|(at, row)| row.counts() && !unreadable.contains(at))
        .flat_map(|(_, row)| &row.samples)
        .filter(|sample| sample.median > 0.0)
        .filter_map(spread)
        .collect();
    (spreads.len() >= LEAST_REPEATED).then(|| stats::order::median(&spreads)).flatten()
}

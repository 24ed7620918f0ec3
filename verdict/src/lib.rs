//! Judges what the parser found: configurations, comparisons, findings, prose and charts.
//!
//! ```text
//! Parsed + Choices -> Dataset -> comparisons -> outcome, findings -> prose, charts
//!                     key,       comparison,    outcome,             wording,
//!                     dataset    stats          findings             chart_spec
//! ```
//!
//! [`analyse`] is the only entry. It is a pure function: the same text and choices give the same bytes natively and in
//! WebAssembly (transcendental functions come from `libm`, the generator is seeded, maps are sorted).

mod baseline;
pub mod chart_spec;
pub mod choices;
mod comparison;
mod dataset;
mod effect;
mod findings;
mod key;
mod names;
mod outcome;
pub mod prose;
pub mod report;
pub mod stats;
mod wording;

use benchnote_parser::{Parsed, Role};

pub use choices::{Choices, TagChoice};
pub use report::*;
pub use wording::{grade_meaning, grade_word};

use dataset::Dataset;
use effect::Rules;

/// Up to this many configurations every pair is compared with all that chance can give; with more, only those with the
/// baseline are.
const ALL_PAIRS: usize = 12;

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
    let mut dataset = Dataset::new(parsed, choices);
    let baseline = mark_baseline(&mut dataset, choices);
    let findings = findings::detect(parsed, &dataset);
    let rules = Rules::new(choices, noise(&dataset));
    let included: Vec<ConfigIndex> =
        (0..dataset.configurations.len()).filter(|&at| !dataset.configurations[at].excluded).collect();
    let all_pairs = included.len() <= ALL_PAIRS;
    let comparisons: Vec<Comparison> = pairs(&included, baseline)
        .into_iter()
        .map(|(one, other)| {
            let chance = all_pairs || Some(one) == baseline;
            comparison::compare(&dataset, one, other, &rules, &findings, chance)
        })
        .collect();
    let outcome = outcome::outcome(&included, &comparisons);
    let speaker = wording::Speaker {
        parsed,
        choices,
        configurations: &dataset.configurations,
        baseline,
        metrics: &dataset.metrics,
        comparisons: &comparisons,
        outcome: &outcome,
        findings: &findings,
    };
    let prose = speaker.prose();
    let charts = chart_spec::charts(&speaker);
    let Dataset { fields, configurations, metrics, .. } = dataset;
    Report { fields, configurations, baseline, metrics, comparisons, outcome, findings, prose, charts }
}

/// The baseline: the user's, else the one whose name says so.
fn mark_baseline(dataset: &mut Dataset, choices: &Choices) -> Option<ConfigIndex> {
    let included: Vec<ConfigIndex> =
        (0..dataset.configurations.len()).filter(|&at| !dataset.configurations[at].excluded).collect();
    let of = |at: usize| &dataset.configurations[at];
    let chosen = included.iter().position(|&at| choices.baseline.as_deref() == Some(of(at).tag.as_str()));
    let names: Vec<Vec<&str>> = included
        .iter()
        .map(|&at| of(at).originals.iter().chain(std::iter::once(&of(at).tag)).map(String::as_str).collect())
        .collect();
    let baseline = chosen.or_else(|| baseline::proposed(&names)).and_then(|at| included.get(at).copied());
    if let Some(config) = baseline {
        dataset.configurations[config].baseline = true;
    }
    baseline
}

/// All pairs: each with the baseline first, then the others in their order.
fn pairs(included: &[ConfigIndex], baseline: Option<ConfigIndex>) -> Vec<(ConfigIndex, ConfigIndex)> {
    let Some(baseline) = baseline else { return Vec::new() };
    let others: Vec<ConfigIndex> = included.iter().copied().filter(|&config| config != baseline).collect();
    let with_baseline = others.iter().map(|&other| (baseline, other));
    let among =
        others.iter().enumerate().flat_map(|(at, &one)| others[at + 1..].iter().map(move |&other| (one, other)));
    with_baseline.chain(among).collect()
}

/// The median relative spread of repeats in the post: what single runs are held against.
fn noise(dataset: &Dataset) -> Option<f64> {
    let spreads: Vec<f64> = dataset
        .metrics
        .iter()
        .filter(|row| row.role == Role::Primary)
        .flat_map(|row| &row.samples)
        .filter(|sample| sample.runs.len() >= 2)
        .filter_map(|sample| {
            let values: Vec<f64> = sample.runs.iter().map(|run| run.value).collect();
            stats::order::relative_spread(&values)
        })
        .collect();
    (spreads.len() >= LEAST_REPEATED).then(|| stats::order::median(&spreads)).flatten()
}

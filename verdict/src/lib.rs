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

/// Up to this many configurations every pair is compared; with more, only those with the baseline are.
const ALL_PAIRS: usize = 64;

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
    let rules = Rules::new(choices, noise(&dataset, &findings));
    let included: Vec<ConfigIndex> =
        (0..dataset.configurations.len()).filter(|&at| !dataset.configurations[at].excluded).collect();
    let comparisons: Vec<Comparison> = pairs(&included, baseline)
        .into_iter()
        .map(|(one, other)| comparison::compare(&dataset, one, other, &rules, &findings))
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
    let told = if included.len() <= ALL_PAIRS { others.len() } else { 0 };
    let among = others
        .iter()
        .take(told)
        .enumerate()
        .flat_map(|(at, &one)| others[at + 1..].iter().map(move |&other| (one, other)));
    with_baseline.chain(among).collect()
}

/// The median relative spread of repeats in the post, as wide as print allows: what single runs are held against. Metrics
/// that can't be read tell nothing of it.
fn noise(dataset: &Dataset, findings: &[Finding]) -> Option<f64> {
    let unreadable = findings::unreadable(findings);
    let spreads: Vec<f64> = dataset
        .metrics
        .iter()
        .enumerate()
        .filter(|(at, row)| row.role == Role::Primary && !unreadable.contains(at))
        .flat_map(|(_, row)| &row.samples)
        .filter(|sample| sample.runs.len() >= 2 && sample.median > 0.0)
        .map(|sample| {
            let low = sample.runs.iter().map(|run| run.low).fold(f64::INFINITY, f64::min);
            let high = sample.runs.iter().map(|run| run.high).fold(0.0, f64::max);
            (high - low) / sample.median
        })
        .collect();
    (spreads.len() >= LEAST_REPEATED).then(|| stats::order::median(&spreads)).flatten()
}

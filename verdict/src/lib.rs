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

pub mod chart_spec;
pub mod choices;
pub mod prose;
pub mod report;
pub mod stats;

pub use choices::{Choices, TagChoice};
pub use report::*;

/// Judges what was found, under the user's choices.
pub fn analyse(_parsed: &benchnote_parser::Parsed, _choices: &Choices) -> Report {
    Report {
        fields: Vec::new(),
        configurations: Vec::new(),
        baseline: None,
        metrics: Vec::new(),
        comparisons: Vec::new(),
        outcome: Outcome { kind: OutcomeKind::CannotSay, winners: Vec::new(), grade: None },
        findings: Vec::new(),
        prose: prose::Prose::default(),
        charts: Vec::new(),
    }
}

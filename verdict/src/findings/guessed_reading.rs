//! Metrics whose column the parser had to guess.

use benchnote_parser::{DiagnosticKind, Parsed};

use crate::dataset::Dataset;
use crate::report::{Finding, FindingKind, MetricRow};

pub(super) fn detect(parsed: &Parsed, dataset: &Dataset) -> Vec<Finding> {
    let guessed = dataset.metrics.iter().enumerate().filter(|(_, row)| row.guessed && row.counts());
    guessed
        .map(|(metric, row)| Finding {
            kind: FindingKind::GuessedReading { metric, others: others(parsed, row) },
            evidence: row.samples.iter().flat_map(|sample| &sample.runs).map(|run| run.id).collect(),
        })
        .collect()
}

/// The columns that the parser said the values would fit as well.
fn others(parsed: &Parsed, row: &MetricRow) -> Vec<String> {
    let of_row = |kind: &DiagnosticKind| match kind {
        DiagnosticKind::GuessedColumn { section, taken, others } if *section == row.section && *taken == row.name => {
            Some(others.clone())
        }
        _ => None,
    };
    parsed.diagnostics.iter().find_map(|diagnostic| of_row(&diagnostic.kind)).unwrap_or_default()
}

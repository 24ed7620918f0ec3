//! What the tools themselves warn of in the text: runs too short to time, outliers, failures passed over.

use benchnote_parser::{Diagnostic, DiagnosticKind, MeasurementId};

use super::judged::Judged;
use crate::report::{ConfigIndex, Finding, FindingKind};

/// More warnings than these are those of a log.
const MOST_WARNINGS: usize = 8;

pub(super) fn detect(judged: &Judged<'_>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let diagnostics = judged.parsed.diagnostics.iter();
    for (diagnostic, words) in diagnostics.filter_map(|d| Some((d, warning(d)?))).take(MOST_WARNINGS) {
        let Some(figure) = figure_above(judged, diagnostic) else { continue };
        let Some(config) = config_of(judged, figure) else { continue };
        let kind = FindingKind::ToolWarning { words: first_sentence(words), config };
        if !findings.iter().any(|known| known.kind == kind) {
            findings.push(Finding { kind, evidence: vec![figure] });
        }
    }
    findings
}

fn warning(diagnostic: &Diagnostic) -> Option<&str> {
    if let DiagnosticKind::ToolWarning(words) = &diagnostic.kind { Some(words) } else { None }
}

/// The figure that a warning stands below; measurements are in the order of the text.
fn figure_above(judged: &Judged<'_>, diagnostic: &Diagnostic) -> Option<MeasurementId> {
    let below = judged.parsed.measurements.partition_point(|m| m.span < diagnostic.span);
    let at = below.checked_sub(1).or(if judged.parsed.measurements.is_empty() { None } else { Some(0) })?;
    Some(MeasurementId(at as u32))
}

fn config_of(judged: &Judged<'_>, figure: MeasurementId) -> Option<ConfigIndex> {
    let mut samples = judged.metrics.iter().flat_map(|row| row.samples.iter().enumerate());
    samples.find(|(_, sample)| sample.runs.iter().any(|run| run.id == figure)).map(|(config, _)| config)
}

fn first_sentence(words: &str) -> String {
    let end = words.find(". ").map_or(words.len(), |at| at);
    words.get(..end).unwrap_or(words).trim_end_matches('.').to_owned()
}

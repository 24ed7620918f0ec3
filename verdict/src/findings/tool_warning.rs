//! What the tools themselves warn of in the text: runs too short to time, outliers, failures passed over.

use benchnote_parser::{Diagnostic, DiagnosticKind, MeasurementId, Region, RegionKind};

use super::judged::Judged;
use crate::names;
use crate::report::{ConfigIndex, Finding, FindingKind};

/// More warnings than these are those of a log.
const MOST_WARNINGS: usize = 8;

pub(super) fn detect(judged: &Judged<'_>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let diagnostics = judged.parsed.diagnostics.iter();
    for (diagnostic, words) in diagnostics.filter_map(|d| Some((d, warning(d)?))).take(MOST_WARNINGS) {
        let below = judged.parsed.measurements.partition_point(|m| m.span < diagnostic.span);
        // A table's header warns of what is below it; all else of what is above.
        let title = section_at(judged, below).filter(|_| is_in_a_header(judged, diagnostic));
        let at = if title.is_some() { Some(below) } else { below.checked_sub(1) };
        let Some(figure) = at.map(|at| MeasurementId(at as u32)) else { continue };
        let Some(config) = config_of(judged, figure) else { continue };
        let about = title.map(names::tidy).unwrap_or_default();
        let kind = FindingKind::ToolWarning { words: first_sentence(words), about, config };
        if !findings.iter().any(|known| known.kind == kind) {
            findings.push(Finding { kind, evidence: vec![figure] });
        }
    }
    findings
}

fn warning(diagnostic: &Diagnostic) -> Option<&str> {
    if let DiagnosticKind::ToolWarning(words) = &diagnostic.kind { Some(words) } else { None }
}

/// The section of the measurement at a place; measurements are in the order of the text.
fn section_at<'j>(judged: &Judged<'j>, at: usize) -> Option<&'j str> {
    let metric = judged.parsed.metric(judged.parsed.measurements.get(at)?.metric)?;
    Some(metric.section.as_str()).filter(|section| !section.is_empty())
}

fn is_in_a_header(judged: &Judged<'_>, diagnostic: &Diagnostic) -> bool {
    let in_it =
        |region: &Region| region.span.source == diagnostic.span.source && region.span.start <= diagnostic.span.start;
    let at = judged.parsed.regions.partition_point(|region| region.span <= diagnostic.span);
    let region = at.checked_sub(1).and_then(|at| judged.parsed.regions.get(at)).filter(|region| in_it(region));
    region.is_some_and(|region| matches!(region.kind, RegionKind::Header | RegionKind::Heading))
}

fn config_of(judged: &Judged<'_>, figure: MeasurementId) -> Option<ConfigIndex> {
    let mut samples = judged.metrics.iter().flat_map(|row| row.samples.iter().enumerate());
    samples.find(|(_, sample)| sample.runs.iter().any(|run| run.id == figure)).map(|(config, _)| config)
}

fn first_sentence(words: &str) -> String {
    let words = words.trim_start_matches("WARNING").trim_start_matches([' ', '-', ':']);
    let end = words.find(". ").map_or(words.len(), |at| at);
    words.get(..end).unwrap_or(words).trim_end_matches('.').to_owned()
}

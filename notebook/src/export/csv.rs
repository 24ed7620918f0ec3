//! All figures as comma-separated values (RFC 4180), one row for each measurement.

use std::collections::BTreeSet;

use benchnote_parser::{Better, LineIndex, MeasurementId, Parsed};
use benchnote_verdict::Report;

/// The columns before those of the parameters.
const COLUMNS: [&str; 13] = [
    "section", "metric", "unit", "better", "config", "run", "value", "low", "high", "printed", "role", "source", "line",
];

/// A row for each measurement in the order of the post, after a row of names. The parameters have a column each, behind the
/// others.
pub fn csv(parsed: &Parsed, report: &Report) -> String {
    let params: BTreeSet<&str> =
        report.metrics.iter().flat_map(|metric| metric.params.keys().map(String::as_str)).collect();
    let mut rows: Vec<(MeasurementId, String)> = Vec::new();
    let indices: Vec<_> = parsed.sources.iter().map(|source| LineIndex::new(&source.text)).collect();
    for metric in &report.metrics {
        for (configuration, sample) in report.configurations.iter().zip(&metric.samples) {
            for run in &sample.runs {
                let Some(m) = parsed.measurement(run.id) else { continue };
                let source = usize::from(m.span.source.0);
                let mut cells = vec![
                    metric.section.clone(),
                    metric.name.clone(),
                    metric.unit.symbol.clone(),
                    better(metric.better).to_owned(),
                    configuration.tag.clone(),
                    run.number.to_string(),
                    m.value.to_string(),
                    m.low.to_string(),
                    m.high.to_string(),
                    parsed.printed(run.id).to_owned(),
                    format!("{:?}", metric.role).to_lowercase(),
                    parsed.sources.get(source).map(|source| source.label.clone()).unwrap_or_default(),
                    indices.get(source).map_or(0, |index| index.line_of(m.span.start) + 1).to_string(),
                ];
                cells.extend(params.iter().map(|name| metric.params.get(*name).cloned().unwrap_or_default()));
                rows.push((run.id, line(&cells)));
            }
        }
    }
    rows.sort_by_key(|(id, _)| *id);
    let head: Vec<String> = COLUMNS.iter().chain(&params).map(|&name| name.to_owned()).collect();
    line(&head) + &rows.into_iter().map(|(_, row)| row).collect::<String>()
}

fn better(better: Better) -> &'static str {
    match better {
        Better::Lower => "lower",
        Better::Higher => "higher",
        Better::Unknown => "unknown",
    }
}

fn line(cells: &[String]) -> String {
    cells.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\r\n"
}

/// A cell; in quotes where something in it has a meaning. Programs that calculate take a cell for a formula that begins like
/// one: names from a post get an apostrophe before them.
fn quoted(cell: &str) -> String {
    let formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
    let cell = if formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains([',', '"', '\r', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

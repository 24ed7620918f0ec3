//! The figures of a report as tables: a row for a run of a metric, a column for a configuration.

use benchnote_parser::{MeasurementId, Parsed};
use benchnote_verdict::{MetricRow, Report, Sample};

/// The metrics of one table or block of the post.
pub(super) struct Section<'r> {
    /// Its name; may be empty.
    pub(super) name: &'r str,
    /// Its rows.
    pub(super) rows: Vec<Row>,
}

/// A run of a metric under each configuration.
pub(super) struct Row {
    /// The metric's name with what tells it from others.
    pub(super) name: String,
    /// Its unit; may be empty.
    pub(super) unit: String,
    /// By configuration: the figure as printed, without its unit; empty where there is none.
    pub(super) cells: Vec<String>,
}

/// All figures, section by section, in the order of the report.
pub(super) fn sections<'r>(parsed: &Parsed, report: &'r Report) -> Vec<Section<'r>> {
    let mut sections: Vec<Section<'r>> = Vec::new();
    for metric in &report.metrics {
        let rows = rows(parsed, metric);
        match sections.iter_mut().find(|section| section.name == metric.section) {
            Some(section) => section.rows.extend(rows),
            None => sections.push(Section { name: &metric.section, rows }),
        }
    }
    sections
}

fn rows(parsed: &Parsed, metric: &MetricRow) -> Vec<Row> {
    let most = metric.samples.iter().map(|sample| sample.runs.len()).max().unwrap_or(0);
    let cell =
        |sample: &Sample, run: usize| sample.runs.get(run).map_or_else(String::new, |run| figure(parsed, run.id));
    (0..most)
        .map(|run| Row {
            name: metric.full_name.clone(),
            unit: metric.unit.symbol.clone(),
            cells: metric.samples.iter().map(|sample| cell(sample, run)).collect(),
        })
        .collect()
}

/// A figure as printed, if it reads so in the unit of its metric; else its value.
fn figure(parsed: &Parsed, id: MeasurementId) -> String {
    let Some(measurement) = parsed.measurement(id) else { return String::new() };
    let printed = parsed.printed(id);
    let plain = printed.parse::<f64>().is_ok_and(|value| value == measurement.value);
    let spread = parsed.spreads.get(&id).map_or_else(String::new, |spread| format!(" ± {}", spread.value));
    let figure = if plain { printed.to_owned() } else { measurement.value.to_string() };
    figure + &spread
}

//! More than the tagged setting differs: another host, kernel, clock.

use benchnote_parser::{FieldKind, MeasurementId, Parsed, Role};

use crate::dataset::{Dataset, values_within};
use crate::key::{self, SOURCE};
use crate::names;
use crate::report::{ConfigIndex, Finding, FindingKind, MetricRow};
use crate::roles;

pub(super) fn detect(parsed: &Parsed, dataset: &Dataset) -> Vec<Finding> {
    let mut findings = by_fields(parsed, dataset);
    findings.extend(dataset.metrics.iter().filter(|row| is_clock(row)).find_map(|row| by_value(dataset, row)));
    // A longer run has a larger maximum by nature.
    let worst_case = dataset.metrics.iter().any(|row| row.counts() && roles::is_of_the_worst_case(row));
    let durations = dataset.metrics.iter().filter(|row| worst_case && is_duration(row));
    findings.extend(durations.filter_map(|row| by_value(dataset, row)));
    findings
}

fn included(dataset: &Dataset) -> Vec<ConfigIndex> {
    (0..dataset.configurations.len()).filter(|&at| !dataset.configurations[at].excluded).collect()
}

/// Fields that have one value in each configuration, but not the same one.
fn by_fields(parsed: &Parsed, dataset: &Dataset) -> Vec<Finding> {
    key::usable_fields(parsed)
        .into_iter()
        .map(|known| known.field)
        .filter(|field| field.kind != FieldKind::Parameter && field.name != SOURCE && !dataset.projection.picks(field))
        .filter_map(|field| {
            let one_each: Vec<(ConfigIndex, String)> = included(dataset)
                .into_iter()
                .map(|config| {
                    let values = values_within(parsed, &dataset.labels[config], &field);
                    <[String; 1]>::try_from(values).ok().map(|[value]| (config, value))
                })
                .collect::<Option<_>>()?;
            let differ = one_each.windows(2).any(|pair| pair[0].1 != pair[1].1);
            differ.then(|| Finding {
                evidence: first_figures(dataset, &one_each),
                kind: FindingKind::Confounder { field: field.name, values: one_each },
            })
        })
        .collect()
}

/// One figure of each configuration: its row shows the field's value.
fn first_figures(dataset: &Dataset, values: &[(ConfigIndex, String)]) -> Vec<MeasurementId> {
    let first = |config: ConfigIndex| {
        dataset.metrics.iter().filter_map(|row| row.samples.get(config)).find_map(|s| s.runs.first()).map(|run| run.id)
    };
    values.iter().filter_map(|(config, _)| first(*config)).collect()
}

fn is_clock(row: &MetricRow) -> bool {
    row.role == Role::Context && row.unit.symbol == "MHz"
}

fn name(row: &MetricRow) -> String {
    let section = names::tidy(&row.section);
    if is_clock(row) || section.is_empty() { row.name.clone() } else { format!("{}, {section}", row.name) }
}

fn is_duration(row: &MetricRow) -> bool {
    row.role == Role::Context && row.unit.is_time() && roles::is_of_the_worst_case(row)
}

/// A clock or a duration that every run of a configuration shares, but not every configuration.
fn by_value(dataset: &Dataset, row: &MetricRow) -> Option<Finding> {
    let mut evidence = Vec::new();
    let mut values = Vec::new();
    for config in included(dataset) {
        let runs = &row.samples.get(config)?.runs;
        let first = runs.first()?;
        if runs.iter().any(|run| run.value != first.value) {
            return None;
        }
        evidence.push(first.id);
        values.push((config, format!("{} {}", first.value, row.unit.symbol)));
    }
    let differ = values.windows(2).any(|pair| pair[0].1 != pair[1].1);
    differ.then(|| Finding { kind: FindingKind::Confounder { field: name(row), values }, evidence })
}

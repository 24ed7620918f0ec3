//! Unlike runs under one configuration: a field that no one chose differs within it.

use std::collections::BTreeSet;

use benchnote_parser::{Field, FieldKind, LabelsId, MeasurementId, Parsed};

use crate::dataset::{Dataset, values_within};
use crate::key;
use crate::report::{ConfigIndex, Finding, FindingKind};

pub(super) fn detect(parsed: &Parsed, dataset: &Dataset) -> Vec<Finding> {
    let beside: Vec<Field> =
        key::varied_beside(parsed, &dataset.projection).into_iter().map(|(_, field)| field).collect();
    let fields: Vec<_> = key::usable_fields(parsed)
        .into_iter()
        .map(|known| known.field)
        .filter(|field| field.kind == FieldKind::Setting && !dataset.projection.picks(field))
        .filter(|field| !beside.contains(field))
        .collect();
    let mut findings = Vec::new();
    for (config, labels) in dataset.labels.iter().enumerate() {
        let Some(configuration) = dataset.configurations.get(config).filter(|c| !c.excluded) else { continue };
        // Where the user merged configurations by name, that they differ is what was asked for.
        if configuration.originals.len() > 1 {
            continue;
        }
        for field in fields.iter().filter(|field| values_within(parsed, labels, field).len() > 1) {
            if let Some((values, evidence)) = unlike_runs(parsed, dataset, config, field) {
                findings.push(Finding {
                    kind: FindingKind::Residue { field: field.name.clone(), config, values },
                    evidence,
                });
            }
        }
    }
    findings
}

/// The values that a field has among the runs of one metric under a configuration, and these runs; of the first metric of
/// which runs are unlike. That different metrics stand under different titles is no flaw.
fn unlike_runs(
    parsed: &Parsed,
    dataset: &Dataset,
    config: ConfigIndex,
    field: &Field,
) -> Option<(Vec<String>, Vec<MeasurementId>)> {
    let samples = dataset.metrics.iter().filter_map(|row| row.samples.get(config)).filter(|s| s.runs.len() > 1);
    samples.into_iter().find_map(|sample| {
        let of_runs = sample.runs.iter().filter_map(|run| parsed.measurement(run.id)).map(|m| m.labels);
        let mut seen: BTreeSet<LabelsId> = BTreeSet::new();
        let labels: Vec<LabelsId> = of_runs.filter(|labels| seen.insert(*labels)).collect();
        let values = values_within(parsed, &labels, field);
        (values.len() > 1).then(|| (values, sample.runs.iter().map(|run| run.id).collect()))
    })
}

//! Unlike runs under one configuration: a field that no one chose differs within it.

use benchnote_parser::{Field, FieldKind, Parsed};

use crate::dataset::{Dataset, values_within};
use crate::key;
use crate::report::{Finding, FindingKind};

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
        for field in &fields {
            let values = values_within(parsed, labels, field);
            if values.len() > 1 {
                let kind = FindingKind::Residue { field: field.name.clone(), config, values };
                findings.push(Finding { kind, evidence: evidence(dataset, config) });
            }
        }
    }
    findings
}

/// The runs of the configuration's first metric: their rows show the values.
fn evidence(dataset: &Dataset, config: usize) -> Vec<benchnote_parser::MeasurementId> {
    let sample =
        dataset.metrics.iter().filter_map(|row| row.samples.get(config)).find(|sample| !sample.runs.is_empty());
    sample.map(|sample| sample.runs.iter().map(|run| run.id).collect()).unwrap_or_default()
}

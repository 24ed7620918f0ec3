//! Which keys of a measurement are the configuration.
//!
//! golang's benchproc calls it a projection: some fields of a measurement are picked and their values together name the
//! configuration. Parameters that are not picked make metrics of their own; what is left over is the residue, and where
//! it differs within one configuration unlike runs were put together.

use std::collections::{BTreeMap, BTreeSet};

use benchnote_parser::{Field, FieldKind, Label, LabelsId, Parsed, Role};

/// The values of some fields, in the order of the fields; an empty one where a measurement lacks the field.
pub(crate) type Key = Vec<String>;

/// Some fields that are picked from every measurement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Projection {
    /// The fields, in order.
    pub(crate) fields: Vec<Field>,
}

impl Projection {
    /// The values of the fields among some labels.
    pub(crate) fn key(&self, labels: &[Label]) -> Key {
        self.fields.iter().map(|field| value_of(labels, field).unwrap_or_default().to_owned()).collect()
    }

    /// Whether a field is picked.
    pub(crate) fn picks(&self, field: &Field) -> bool {
        self.fields.contains(field)
    }

    /// The projection that the user chose by names; names that no measurement has are passed over.
    pub(crate) fn named(names: &[String], usable: &[FieldValues]) -> Self {
        let known = |name: &String| usable.iter().find(|f| f.field.name == *name).map(|f| f.field.clone());
        Self { fields: names.iter().filter_map(known).collect() }
    }

    /// The projection that tells the settings apart, as far as the post shows.
    ///
    /// Of the fields that differ, one whose values determine those of all others is enough; of several such the one that
    /// the user named (the source) comes first, then the one with the fewest values, then the first. Where none is
    /// enough, all that differ are taken together.
    pub(crate) fn proposed(parsed: &Parsed, usable: &[FieldValues]) -> Self {
        let settings = || usable.iter().filter(|f| f.field.kind == FieldKind::Setting);
        let differing: Vec<&FieldValues> = settings().filter(|f| f.values.len() > 1).collect();
        let enough = |candidate: &&&FieldValues| differing.iter().all(|other| determines(parsed, candidate, other));
        let best = differing.iter().filter(enough).min_by_key(|f| (f.field.name != SOURCE, f.values.len()));
        let fields = match (best, differing.is_empty()) {
            (Some(best), _) => vec![best.field.clone()],
            (None, false) => differing.iter().map(|f| f.field.clone()).collect(),
            (None, true) => settings().next().map(|f| f.field.clone()).into_iter().collect(),
        };
        Self { fields }
    }
}

/// The field that holds a source's name.
pub(crate) const SOURCE: &str = "source";

/// The value of a field among labels.
pub(crate) fn value_of<'p>(labels: &'p [Label], field: &Field) -> Option<&'p str> {
    labels.iter().find(|label| label.field == *field).map(|label| label.value.as_str())
}

/// A field and the values that it has, in order of appearance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldValues {
    pub(crate) field: Field,
    pub(crate) values: Vec<String>,
}

/// The fields of all figures that take part in comparisons, in order of appearance.
pub(crate) fn usable_fields(parsed: &Parsed) -> Vec<FieldValues> {
    let mut fields: Vec<FieldValues> = Vec::new();
    let mut places: BTreeMap<&Field, usize> = BTreeMap::new();
    let mut seen: BTreeSet<(usize, &str)> = BTreeSet::new();
    for labels in compared_labels(parsed) {
        for label in parsed.labels(labels) {
            let at = *places.entry(&label.field).or_insert_with(|| {
                fields.push(FieldValues { field: label.field.clone(), values: Vec::new() });
                fields.len() - 1
            });
            if seen.insert((at, &label.value)) {
                fields[at].values.push(label.value.clone());
            }
        }
    }
    fields
}

/// The sets of labels that figures other than context stand under, each once, in order of appearance.
fn compared_labels(parsed: &Parsed) -> Vec<LabelsId> {
    let mut seen = BTreeSet::new();
    let compared =
        |m: &&benchnote_parser::Measurement| parsed.metric(m.metric).is_some_and(|m| m.role != Role::Context);
    parsed.measurements.iter().filter(compared).map(|m| m.labels).filter(|id| seen.insert(*id)).collect()
}

/// Whether the value of one field settles that of the other.
fn determines(parsed: &Parsed, one: &FieldValues, other: &FieldValues) -> bool {
    let mut settled: BTreeMap<Option<&str>, Option<&str>> = BTreeMap::new();
    parsed.labels.iter().all(|labels| {
        let value = value_of(labels, &other.field);
        *settled.entry(value_of(labels, &one.field)).or_insert(value) == value
    })
}

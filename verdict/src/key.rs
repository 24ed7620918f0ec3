//! Which keys of a measurement are the configuration.
//!
//! golang's benchproc calls it a projection: some fields of a measurement are picked and their values together name the
//! configuration. Parameters that are not picked make metrics of their own, and so does a setting that was varied beside
//! the configuration; what is left over is the residue, and where it differs within one configuration unlike runs were put
//! together.

use std::collections::{BTreeMap, BTreeSet};

use benchnote_parser::{
    Field, FieldKind, Label, LabelsId, MetricId, ORDER, Parsed, RegionKind, Role, STATEMENT, is_operation,
};

use crate::baseline;
use crate::spelling::{spelled, words};

/// The values of some fields, in the order of the fields; an empty one where a measurement lacks the field.
pub(crate) type Key = Vec<String>;

/// Some fields that are picked from every measurement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Projection {
    /// What the configuration is told by. Each is one field, or several of which a measurement has one: a table tells the
    /// kernel by its OS column, and a block below it by the line above.
    dimensions: Vec<Vec<Field>>,
    /// Spelling variants of names, and the name they are taken for.
    same: BTreeMap<String, String>,
    /// Values that several fields have, as they are compared: what one table has over its columns and another before its rows is
    /// what both compare.
    shared: BTreeSet<String>,
}

impl Projection {
    /// What the configuration of some labels is called: the values that tell it, in the spelling that comes first.
    pub(crate) fn name(&self, labels: &[Label]) -> String {
        let raw = self.raw(labels);
        self.same.get(&raw).cloned().unwrap_or(raw)
    }

    /// The values that tell the configuration, each with its field's name.
    pub(crate) fn factors(&self, labels: &[Label]) -> BTreeMap<String, String> {
        let present = self.dimensions.iter().filter_map(|fields| self.telling(labels, fields));
        present.map(|label| (label.field.name.clone(), label.value.clone())).collect()
    }

    fn raw(&self, labels: &[Label]) -> String {
        let values: Vec<&str> = self
            .dimensions
            .iter()
            .filter_map(|fields| self.telling(labels, fields))
            .map(|label| label.value.as_str())
            .collect();
        match (values.is_empty(), self.dimensions.is_empty()) {
            (false, _) => values.join(" "),
            (true, true) => "all".to_owned(),
            (true, false) => "unnamed".to_owned(),
        }
    }

    /// The label that tells the configuration among those of some fields: one whose value other tables have as well, else
    /// the first.
    fn telling<'l>(&self, labels: &'l [Label], fields: &[Field]) -> Option<&'l Label> {
        let of = |field: &Field| labels.iter().find(|label| label.field == *field);
        let shared = |label: &&Label| self.shared.contains(&spelled(&label.value));
        fields.iter().filter_map(of).find(shared).or_else(|| first_of(labels, fields))
    }

    /// Whether a label is one that tells the configuration of some labels.
    pub(crate) fn tells(&self, labels: &[Label], label: &Label) -> bool {
        self.dimensions.iter().any(|fields| self.telling(labels, fields) == Some(label))
    }

    /// The fields that are picked.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &Field> {
        self.dimensions.iter().flatten()
    }

    /// Whether a field is picked.
    pub(crate) fn picks(&self, field: &Field) -> bool {
        self.fields().any(|picked| picked == field)
    }

    /// The projection that the user chose by names; names that no measurement has are passed over.
    pub(crate) fn named(names: &[String], usable: &[FieldValues], parsed: &Parsed) -> Self {
        let known = |name: &String| usable.iter().find(|f| f.field.name == *name).map(|f| vec![f.field.clone()]);
        Self { dimensions: names.iter().filter_map(known).collect(), same: BTreeMap::new(), shared: BTreeSet::new() }
            .with_spellings(parsed)
    }

    /// The projection that tells the settings apart, as far as the post shows.
    ///
    /// Of the fields that differ, one whose values determine those of all others is enough; of several such, and where
    /// none is, the likeliest is taken ([`likelihood`]): the others are then varied beside it. Measurements that lack the
    /// field are told by the likeliest field that they have.
    pub(crate) fn proposed(parsed: &Parsed, usable: &[FieldValues]) -> Self {
        let settings = || {
            let told = |f: &&FieldValues| match f.field.name.as_str() {
                STATEMENT => is_needed(parsed, &f.field),
                ORDER => is_only(usable, &f.field) && comes_again(parsed, &f.field),
                "setup" => !usable.iter().any(|f| f.field.name == ORDER),
                _ => true,
            };
            usable.iter().filter(|f| f.field.kind == FieldKind::Setting).filter(told)
        };
        let mut differing: Vec<&FieldValues> = settings().filter(|f| f.values.len() > 1).collect();
        if differing.is_empty() {
            // Where no setting differs, what a tool calls a parameter may be what the post compares.
            differing = usable.iter().filter(|f| is_choice(f)).collect();
        }
        let enough: Vec<&FieldValues> = differing
            .iter()
            .copied()
            .filter(|candidate| differing.iter().all(|other| determines(parsed, candidate, other)))
            .collect();
        let candidates = if enough.is_empty() { &differing } else { &enough };
        let text = running_text(parsed);
        let covered = |field: &FieldValues| coverage(parsed, &field.field);
        let best = candidates.iter().copied().max_by_key(|field| likelihood(field, &text) + covered(field));
        let Some(best) = best.or_else(|| settings().next()) else {
            return Self { dimensions: Vec::new(), same: BTreeMap::new(), shared: BTreeSet::new() };
        };
        let mut alternatives = vec![best.field.clone()];
        let shared = shared_values(&differing);
        let mut others: Vec<&FieldValues> = differing.iter().copied().filter(|f| f.field != best.field).collect();
        others.sort_by_key(|field| std::cmp::Reverse(likelihood(field, &text)));
        // A field that tells settings apart where the first ones are missing goes before one that is the same there.
        for apart in [true, false] {
            for other in others.iter().filter(|other| !alternatives.contains(&other.field)).collect::<Vec<_>>() {
                let known = other.values.iter().filter(|value| shared.contains(&spelled(value))).count();
                let fills = gap_values(parsed, &alternatives, &other.field) >= if apart { 2 } else { 1 };
                if fills || apart && known >= 2 {
                    alternatives.push(other.field.clone());
                }
            }
        }
        // Where nothing else is left, one that is the same for all that it stands above is a name, too.
        let names: BTreeSet<String> = differing.iter().flat_map(|field| &field.values).map(|v| spelled(v)).collect();
        let mut single: Vec<&FieldValues> = settings().filter(|field| field.values.len() == 1).collect();
        // What a machine says of itself tells less than what stands above the block.
        let own = |field: &FieldValues| matches!(field.field.name.as_str(), "Host" | "OS" | SOURCE);
        let known = |field: &FieldValues| field.values.iter().any(|value| names.contains(&spelled(value)));
        single.sort_by_key(|field| (!known(field), own(field)));
        for other in single {
            if gap_values(parsed, &alternatives, &other.field) >= 1 {
                alternatives.push(other.field.clone());
            }
        }
        Self { dimensions: vec![alternatives], same: BTreeMap::new(), shared }.with_spellings(parsed)
    }

    /// Takes spellings of one name for one, which is called as most figures have it, and a name from one field that is part of just one from another,
    /// where no metric has both: `2.6.18` above a block for `Linux 2.6.18` in a column.
    fn with_spellings(mut self, parsed: &Parsed) -> Self {
        let names = Names::of(parsed, &self);
        let mut settings: Vec<Vec<&str>> = Vec::new();
        for name in names.in_order.iter().map(String::as_str) {
            let twin = |of: &&mut Vec<&str>| {
                let known = of.first().copied().unwrap_or_default();
                of.iter().any(|known| spelled(known) == spelled(name)) || names.one_is_part_of_the_other(known, name)
            };
            match settings.iter_mut().find(twin) {
                Some(spellings) => spellings.push(name),
                None => settings.push(vec![name]),
            }
        }
        for spellings in settings.into_iter().filter(|spellings| spellings.len() > 1) {
            let figures = |name: &&&str| names.metrics.get(**name).map_or(0, BTreeSet::len);
            let Some(called) = spellings.iter().rev().max_by_key(figures).copied() else { continue };
            self.same.extend(spellings.iter().map(|name| ((*name).to_owned(), called.to_owned())));
        }
        self
    }
}

/// The names that a projection gives, with the fields and metrics that each has.
struct Names {
    in_order: Vec<String>,
    fields: BTreeMap<String, BTreeSet<String>>,
    metrics: BTreeMap<String, BTreeSet<MetricId>>,
    /// Whether all come from the same fields, so that none can be another's spelling.
    one_field: bool,
}

impl Names {
    fn of(parsed: &Parsed, projection: &Projection) -> Self {
        let mut names =
            Self { in_order: Vec::new(), fields: BTreeMap::new(), metrics: BTreeMap::new(), one_field: true };
        let mut known: BTreeMap<LabelsId, String> = BTreeMap::new();
        let mut seen: BTreeSet<(LabelsId, MetricId)> = BTreeSet::new();
        for m in parsed.measurements.iter().filter(|m| seen.insert((m.labels, m.metric))) {
            if parsed.metric(m.metric).is_none_or(|metric| metric.role == Role::Context) {
                continue;
            }
            let labels = parsed.labels(m.labels);
            let name = known.entry(m.labels).or_insert_with(|| projection.raw(labels)).clone();
            names.metrics.entry(name.clone()).or_default().insert(m.metric);
            let fields = names.fields.entry(name.clone()).or_insert_with(|| {
                names.in_order.push(name);
                BTreeSet::new()
            });
            fields.extend(projection.factors(labels).into_keys());
        }
        let mut of_names = names.fields.values();
        let first = of_names.next();
        names.one_field = of_names.all(|fields| Some(fields) == first);
        names
    }

    /// Whether all words of one name are in the other and in no third, the two come from different fields, and no metric
    /// has both: then they are two spellings of one setting.
    fn one_is_part_of_the_other(&self, one: &str, other: &str) -> bool {
        let disjoint = |by: &BTreeMap<String, BTreeSet<MetricId>>| match (by.get(one), by.get(other)) {
            (Some(a), Some(b)) => a.is_disjoint(b),
            _ => false,
        };
        if self.one_field {
            return false;
        }
        let (short, long) = if words(one).len() <= words(other).len() { (one, other) } else { (other, one) };
        let inside = |long: &str| words(short).is_subset(&words(long));
        let apart = match (self.fields.get(one), self.fields.get(other)) {
            (Some(a), Some(b)) => a.is_disjoint(b),
            _ => false,
        };
        let unique = || self.in_order.iter().filter(|name| name.as_str() != short && inside(name)).count() == 1;
        apart && inside(long) && disjoint(&self.metrics) && unique()
    }
}

/// The first of some fields that labels have.
fn first_of<'l>(labels: &'l [Label], fields: &[Field]) -> Option<&'l Label> {
    fields.iter().find_map(|field| labels.iter().find(|label| label.field == *field))
}

/// How likely a field is what the post compares: its values speak of a change, or its text speaks of them; they are few,
/// and no names of workloads; then its place.
fn likelihood(field: &FieldValues, text: &str) -> i64 {
    const PLACES: [&str; 7] = ["row", "group", "Host", "OS", "column", "label", SOURCE];
    const SPEAKS: i64 = 40;
    const MENTIONED: i64 = 30;
    const WORKLOADS: i64 = 50;
    const VERSIONS: i64 = 15;
    const MANY: i64 = 15;
    const NAMED: i64 = 20;
    const TITLE: i64 = 15;
    let count = field.values.len().max(1) as i64;
    let share = |holds: &dyn Fn(&str) -> bool| field.values.iter().filter(|value| holds(value)).count() as i64;
    let place = PLACES.iter().position(|place| *place == field.field.name).map_or(0, |at| at as i64 + 1);
    // Titles name platforms and benchmarks more often than settings.
    let place = if field.field.name.starts_with("title") { -TITLE } else { place };
    // The words of an option's name say nothing: `PREEMPT_NONE`.
    let option = |value: &str| value.contains('_') && !value.contains(|c: char| c.is_lowercase());
    let says = |value: &String| !option(value) && (baseline::says_by_word(value) || says_change(value));
    let speaks = field.values.iter().any(says);
    let named = match field.field.name.as_str() {
        "variant" | "config" | "configuration" | "kernel" | "version" | "branch" | "build" | "setting"
        | "allocator" | "patch" | "mode" | "scheduler" | "sched" | "compiler" | "backend" | "engine"
        | "implementation" | "library" | "tag" | "commit" => 1,
        "query" | "test" | "benchmark" | "case" | "workload" | "function" | "op" | "operation" | "name" | "metric"
        | "file" | "dataset" | "program" | "unit" => -1,
        _ => 0,
    };
    let many = if count > 20 { 2 } else { i64::from(count > 8) };
    i64::from(speaks) * SPEAKS
        + share(&|value| is_mentioned(value, text)) * MENTIONED / count
        + share(&has_version) * VERSIONS / count
        - share(&is_workload) * WORKLOADS / count
        - many * MANY
        + named * NAMED
        + place
}

/// Whether figures of one metric differ in a field and in nothing else that stands with them.
fn is_needed(parsed: &Parsed, field: &Field) -> bool {
    let mut values: BTreeMap<(MetricId, Vec<&Label>), Option<&str>> = BTreeMap::new();
    parsed.measurements.iter().any(|m| {
        let labels = parsed.labels(m.labels);
        let others = labels.iter().filter(|label| label.field != *field && label.field.name != ORDER).collect();
        let value = value_of(labels, field);
        *values.entry((m.metric, others)).or_insert(value) != value
    })
}

/// Whether no other setting differs.
fn is_only(usable: &[FieldValues], field: &Field) -> bool {
    let other = |f: &FieldValues| {
        let varied = f.field != *field && f.field.name != "setup";
        varied && f.field.kind == FieldKind::Setting && f.values.len() > 1
    };
    !usable.iter().any(other)
}

/// Whether each of at least two values of a field stands with figures of one metric at least twice, and as often as the
/// others: a sequence that was gone through again.
fn comes_again(parsed: &Parsed, field: &Field) -> bool {
    let mut counts: BTreeMap<MetricId, BTreeMap<Option<&str>, usize>> = BTreeMap::new();
    for m in &parsed.measurements {
        *counts.entry(m.metric).or_default().entry(value_of(parsed.labels(m.labels), field)).or_default() += 1;
    }
    let again = |of: &BTreeMap<Option<&str>, usize>| {
        let first = of.values().next();
        of.len() >= 2 && !of.contains_key(&None) && of.values().all(|count| *count >= 2 && Some(count) == first)
    };
    !counts.is_empty() && counts.values().all(again)
}

/// Whether a parameter can be what a post compares: a few names, not numbers.
fn is_choice(field: &FieldValues) -> bool {
    const MOST_CHOICES: usize = 6;
    let plain = |value: &String| value.contains(char::is_alphabetic) && !is_workload(value);
    field.field.kind == FieldKind::Parameter
        && !matches!(field.field.name.as_str(), COMMAND | "quantity" | "phase" | "side" | "mode")
        && (2..=MOST_CHOICES).contains(&field.values.len())
        && field.values.iter().all(plain)
}

/// Whether a name has a word for the state after a change.
pub(crate) fn says_change(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "after",
        "new",
        "patched",
        "patch",
        "with",
        "optimized",
        "improved",
        "proposed",
        "modified",
        "enabled",
        "on",
        "pr",
        "current",
        "fixed",
        "feature",
    ];
    words(name).iter().any(|word| WORDS.contains(&word.as_str()))
}

/// Whether a name holds a version: `2.4.17`, `v5.19-rc7`.
fn has_version(name: &str) -> bool {
    name.split(|c: char| !(c.is_alphanumeric() || c == '.')).any(|word| {
        let parts: Vec<&str> = word.trim_start_matches('v').split('.').collect();
        let digits = |part: &&&str| part.starts_with(|c: char| c.is_ascii_digit());
        parts.len() >= 2 && parts.iter().filter(digits).count() == parts.len()
    })
}

/// Whether a name is one of a workload: words for what benchmarks do, and numbers.
fn is_workload(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "min", "max", "avg", "mean", "median", "threads", "thread", "clients", "proc", "procs", "cpu", "cpus", "kb",
        "mb", "k", "m", "b", "bytes",
    ];
    let words = words(name);
    let number =
        |word: &str| word.trim_end_matches(['k', 'm', 'g', 'b']).bytes().all(|b| b.is_ascii_digit() || b == b'.');
    !words.is_empty() && words.iter().all(|word| WORDS.contains(&word.as_str()) || is_operation(word) || number(word))
}

/// Whether running text speaks of a name, as whole words.
pub(crate) fn is_mentioned(name: &str, text: &str) -> bool {
    const SHORTEST: usize = 3;
    let name = name.to_lowercase();
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    name.len() >= SHORTEST
        && text.match_indices(&name).any(|(at, _)| {
            let (before, behind) = (&text[..at], &text[at + name.len()..]);
            edge(before.chars().next_back()) && edge(behind.chars().next())
        })
}

/// The running text of all sources, in lower case.
pub(crate) fn running_text(parsed: &Parsed) -> String {
    const LONGEST: usize = 1 << 16;
    let mut text = String::new();
    for region in parsed.regions.iter().filter(|region| region.kind == RegionKind::Prose) {
        if text.len() > LONGEST {
            break;
        }
        text.push_str(&parsed.slice(region.span).to_lowercase());
        text.push('\n');
    }
    text
}

/// The values that several of some fields have, as they are compared.
fn shared_values(fields: &[&FieldValues]) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for field in fields {
        for value in &field.values {
            seen.entry(spelled(value)).or_default().insert(&field.field.name);
        }
    }
    seen.into_iter().filter(|(_, fields)| fields.len() >= 2).map(|(value, _)| value).collect()
}

/// How many of the sets of labels have a field, in twentieths.
fn coverage(parsed: &Parsed, field: &Field) -> i64 {
    const MOST: usize = 20;
    let compared = compared_labels(parsed);
    let with = compared.iter().filter(|id| value_of(parsed.labels(**id), field).is_some()).count();
    (with * MOST / compared.len().max(1)) as i64
}

/// How many values a field has among the measurements that have none of the picked fields.
fn gap_values(parsed: &Parsed, picked: &[Field], other: &Field) -> usize {
    let open = compared_labels(parsed).into_iter().filter(|id| first_of(parsed.labels(*id), picked).is_none());
    open.filter_map(|id| value_of(parsed.labels(id), other)).collect::<BTreeSet<_>>().len()
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
    compared_labels(parsed).into_iter().all(|id| {
        let labels = parsed.labels(id);
        let value = value_of(labels, &other.field);
        *settled.entry(value_of(labels, &one.field)).or_insert(value) == value
    })
}

/// A metric with the conditions that it was measured under.
pub(crate) type Condition = (MetricId, Key);

/// The conditions of some labels but those of weak fields, and those that tell the configuration.
pub(crate) fn condition(metric: MetricId, labels: &[Label], projection: &Projection, weak: &[&str]) -> Condition {
    let other = |label: &&Label| {
        let own = weak.contains(&label.field.name.as_str());
        label.field.kind == FieldKind::Parameter && !own && !projection.tells(labels, label)
    };
    let pairs = labels.iter().filter(other).flat_map(|label| [label.field.name.clone(), label.value.clone()]);
    (metric, pairs.collect())
}

/// The metrics and conditions under which each configuration has one value of its own for some fields, such as its command:
/// they then tell no condition that two configurations share, and are no part of the metric.
pub(crate) fn told_by(parsed: &Parsed, projection: &Projection, weak: &[&str]) -> BTreeSet<Condition> {
    let mut commands: BTreeMap<Condition, BTreeMap<String, BTreeSet<Vec<&str>>>> = BTreeMap::new();
    let mut seen: BTreeSet<(LabelsId, MetricId)> = BTreeSet::new();
    for m in parsed.measurements.iter().filter(|m| seen.insert((m.labels, m.metric))) {
        let labels = parsed.labels(m.labels);
        let command: Vec<&str> =
            labels.iter().filter(|l| weak.contains(&l.field.name.as_str())).map(|l| l.value.as_str()).collect();
        let of_metric = commands.entry(condition(m.metric, labels, projection, weak)).or_default();
        of_metric.entry(projection.name(labels)).or_default().insert(command);
    }
    let own = |by_config: &BTreeMap<String, BTreeSet<Vec<&str>>>| {
        let all: BTreeSet<&Vec<&str>> = by_config.values().flatten().collect();
        by_config.len() >= 2 && by_config.values().all(|of| of.len() == 1) && all.len() >= 2
    };
    commands.into_iter().filter(|(_, by_config)| own(by_config)).map(|(condition, _)| condition).collect()
}

/// Fields that describe what was run, in words that may differ with the configuration alone: each of these sets together.
pub(crate) const WEAK: [&[&str]; 2] = [&[COMMAND], &[COMMAND, "workload"]];

/// The field of what was typed above a block.
pub(crate) const COMMAND: &str = "command";

/// The settings that were varied beside the configuration, by metric: of at least two values of such a field each was
/// measured under at least two configurations. They make metrics of their own, like parameters.
pub(crate) fn varied_beside(parsed: &Parsed, projection: &Projection) -> BTreeSet<(MetricId, Field)> {
    let fields: BTreeSet<&Field> = parsed
        .labels
        .iter()
        .flatten()
        .map(|label| &label.field)
        .filter(|field| field.kind == FieldKind::Setting && field.name != ORDER)
        .collect();
    let mut configs: BTreeMap<(MetricId, &Field), BTreeMap<&str, BTreeSet<String>>> = BTreeMap::new();
    let mut seen: BTreeSet<(LabelsId, MetricId)> = BTreeSet::new();
    for m in parsed.measurements.iter().filter(|m| seen.insert((m.labels, m.metric))) {
        let labels = parsed.labels(m.labels);
        let name = projection.name(labels);
        // To have no value is a value too: the block that nothing stands above.
        for field in
            fields.iter().filter(|field| !labels.iter().any(|l| l.field == ***field && projection.tells(labels, l)))
        {
            let by_value = configs.entry((m.metric, field)).or_default();
            by_value.entry(value_of(labels, field).unwrap_or_default()).or_default().insert(name.clone());
        }
    }
    let crossed =
        |by_value: &BTreeMap<&str, BTreeSet<String>>| by_value.values().filter(|of| of.len() >= 2).count() >= 2;
    configs.into_iter().filter(|(_, by_value)| crossed(by_value)).map(|((id, field), _)| (id, field.clone())).collect()
}

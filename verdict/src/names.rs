//! Names of metrics that tell them apart wherever they stand.
//!
//! `TCP` is a latency in one table and a bandwidth in another. Where two metrics share a name, the words of the section
//! that the other's lacks are added: `TCP latency`, `TCP bandwidth`; and the parameters that tell it from its like.

use std::collections::{BTreeMap, BTreeSet};

use benchnote_parser::Role;

use crate::report::MetricRow;

/// More words than these are put in brackets.
const FEW_WORDS: usize = 2;

/// Gives every row its full name.
pub(crate) fn complete(metrics: &mut [MetricRow]) {
    let mut sections: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in metrics.iter().filter(|row| shown(row)) {
        let of_name = sections.entry(row.name.clone()).or_default();
        if !of_name.contains(&row.section) {
            of_name.push(row.section.clone());
        }
    }
    let telling = Telling::of(metrics);
    for row in metrics.iter_mut() {
        let rivals = sections.get(&row.name).map_or(&[][..], Vec::as_slice);
        row.full_name = full_name(row, rivals, &telling);
    }
}

/// What of the parameters' values tells metrics apart: nothing of one that is the same for all, and of those of several
/// words what not all have. `./reaim -x -t -r3` beside `./reaim -q -t -r3` is `-x`.
struct Telling {
    /// By parameter: the words that all its values have, where it has several values.
    common: BTreeMap<String, Vec<String>>,
}

impl Telling {
    fn of(metrics: &[MetricRow]) -> Self {
        let mut values: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut seen: BTreeSet<(&str, &str)> = BTreeSet::new();
        for (param, value) in metrics.iter().filter(|row| shown(row)).flat_map(|row| &row.params) {
            if seen.insert((param, value)) {
                values.entry(param).or_default().push(value);
            }
        }
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let shared = |all: &[&str]| -> Vec<String> {
            let first = all.first().map(|value| words(value)).unwrap_or_default();
            first.into_iter().filter(|word| all.iter().all(|value| words(value).contains(word))).collect()
        };
        let several = values.into_iter().filter(|(_, all)| all.len() > 1);
        Self { common: several.map(|(param, all)| (param.to_owned(), shared(&all))).collect() }
    }

    /// A name with the parameters that tell it from its like: `throughput, clients 8`.
    fn with_params(&self, name: &str, params: &BTreeMap<String, String>) -> String {
        let mut full = name.to_owned();
        for (param, value) in params {
            let Some(common) = self.common.get(param) else { continue };
            let own: Vec<&str> = value.split_whitespace().filter(|word| !common.iter().any(|c| c == word)).collect();
            full.push_str(", ");
            // An option says what it is by itself.
            if !own.first().is_some_and(|word| word.starts_with('-')) {
                full.push_str(param);
                full.push(' ');
            }
            full.push_str(&own.join(" "));
        }
        full
    }
}

fn shown(row: &MetricRow) -> bool {
    !matches!(row.role, Role::Context | Role::Duplicate)
}

fn full_name(row: &MetricRow, rivals: &[String], telling: &Telling) -> String {
    let mut name = row.name.clone();
    if rivals.iter().any(|section| *section != row.section) {
        let own = own_words(&row.section, rivals);
        name = match own {
            Own::Before(words) => format!("{words} {name}"),
            Own::After(words) => format!("{name} {words}"),
            Own::Nothing => format!("{name} ({})", tidy(&row.section)),
        };
    }
    telling.with_params(&name, &row.params)
}

/// A few words that a section has and no rival does.
#[derive(Debug, PartialEq, Eq)]
enum Own {
    /// They begin the section's title: `Local` communication latencies.
    Before(String),
    /// They stand elsewhere in it, and are put in the singular: local communication `latencies`.
    After(String),
    /// There are none, or too many.
    Nothing,
}

fn own_words(section: &str, rivals: &[String]) -> Own {
    let words = |text: &str| tidy(text).split(' ').map(str::to_owned).collect::<Vec<_>>();
    let others: Vec<String> = rivals.iter().filter(|rival| *rival != section).flat_map(|rival| words(rival)).collect();
    let of_section = words(section);
    let own: Vec<&String> = of_section.iter().filter(|word| !others.contains(word)).collect();
    match own.as_slice() {
        [] => Own::Nothing,
        own if own.len() > FEW_WORDS => Own::Nothing,
        own if of_section.iter().zip(own).all(|(word, own)| word == *own) && own.len() < of_section.len() => {
            Own::Before(own.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" "))
        }
        own => Own::After(own.iter().map(|word| singular(word)).collect::<Vec<_>>().join(" ")),
    }
}

/// A section's title without marks of emphasis.
pub(crate) fn tidy(section: &str) -> String {
    section.chars().filter(|c| *c != '*').collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn singular(word: &str) -> String {
    match (word.strip_suffix("ies"), word.strip_suffix('s')) {
        (Some(stem), _) => format!("{stem}y"),
        (None, Some(stem)) if !stem.ends_with('s') => stem.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_s_own_words_tell_metrics_apart() {
        let own = |of: usize, sections: [&str; 2]| own_words(sections[of], &sections.map(str::to_owned));
        let kinds = ["*Local* Communication latencies", "*Local* Communication bandwidths"];
        assert_eq!(own(0, kinds), Own::After("latency".into()));
        assert_eq!(own(1, kinds), Own::After("bandwidth".into()));
        let places = ["*Local* Communication latencies", "*Remote* Communication latencies"];
        assert_eq!(own(1, places), Own::Before("Remote".into()));
        assert_eq!(own(0, ["a b c d", "e f g h"]), Own::Nothing);
        assert_eq!(own(0, ["a b", "a b c"]), Own::Nothing);
    }
}

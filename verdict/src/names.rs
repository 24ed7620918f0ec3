//! Names of metrics that tell them apart wherever they stand.
//!
//! `TCP` is a latency in one table and a bandwidth in another. Where two metrics share a name, the words of the section
//! that the other's lacks are added: `TCP latency`, `TCP bandwidth`; and the parameters that tell it from its like.

use std::collections::BTreeMap;

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
    for row in metrics.iter_mut() {
        let rivals = sections.get(&row.name).map_or(&[][..], Vec::as_slice);
        row.full_name = full_name(row, rivals);
    }
}

fn shown(row: &MetricRow) -> bool {
    !matches!(row.role, Role::Context | Role::Duplicate)
}

fn full_name(row: &MetricRow, rivals: &[String]) -> String {
    let mut name = row.name.clone();
    if rivals.iter().any(|section| *section != row.section) {
        let own = own_words(&row.section, rivals);
        if own.is_empty() || own.len() > FEW_WORDS {
            name = format!("{name} ({})", tidy(&row.section));
        } else {
            name = format!("{name} {}", own.join(" "));
        }
    }
    for (param, value) in &row.params {
        name = format!("{name}, {param} {value}");
    }
    name
}

/// The words of a section that no rival has, in the singular.
fn own_words(section: &str, rivals: &[String]) -> Vec<String> {
    let words = |text: &str| tidy(text).split(' ').map(str::to_owned).collect::<Vec<_>>();
    let others: Vec<String> = rivals.iter().filter(|rival| *rival != section).flat_map(|rival| words(rival)).collect();
    words(section).into_iter().filter(|word| !others.contains(word)).map(|word| singular(&word)).collect()
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
        let rivals = ["*Local* Communication latencies".to_owned(), "*Local* Communication bandwidths".to_owned()];
        assert_eq!(own_words(&rivals[0], &rivals), ["latency"]);
        assert_eq!(own_words(&rivals[1], &rivals), ["bandwidth"]);
    }
}

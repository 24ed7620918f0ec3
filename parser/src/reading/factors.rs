//! Labels that name two things at once: `master + Julia 1.11`, `old (small)`, and commands that differ in one word.
//!
//! Where all combinations of two lists of words are there, they are two factors. The one that tells of a change is the
//! setting; the other is a condition, so that like is compared with like.

use std::collections::{BTreeMap, BTreeSet};

use crate::measurement::{Field, FieldKind, Label, Labels};
use crate::reading::settings;

/// What stands between the factors of a label.
const MARKS: &[&str] = &[" + ", " / ", " @ ", ", ", " | ", "; ", " (", " - ", " on ", " with "];
/// The fields whose values are looked at.
const FIELDS: &[&str] = &["label", "title"];
/// More settings than these are no combinations.
const MOST_VALUES: usize = 40;
/// Fewer are none.
const FEWEST_VALUES: usize = 4;

/// Parts labels that name several factors, and commands that differ in one word, in all sets of labels.
pub(crate) fn settle(all: &mut [Labels]) {
    for name in FIELDS {
        let field = Field { name: (*name).to_owned(), kind: FieldKind::Setting };
        let values: BTreeSet<&str> =
            all.iter().flatten().filter(|label| label.field == field).map(|label| label.value.as_str()).collect();
        if !(FEWEST_VALUES..=MOST_VALUES).contains(&values.len()) {
            continue;
        }
        let values: Vec<&str> = values.into_iter().collect();
        let Some(parted) = MARKS.iter().find_map(|mark| factors(&values, mark, &field)) else { continue };
        replace(all, &field, &parted);
    }
    if let Some(parted) = commands(all) {
        let field = Field { name: "command".to_owned(), kind: FieldKind::Parameter };
        replace(all, &field, &parted);
    }
}

/// Puts other labels in the place of those of a field, by value.
fn replace(all: &mut [Labels], field: &Field, parted: &BTreeMap<String, Vec<Label>>) {
    for labels in all {
        let Some(at) = labels.iter().position(|label| label.field == *field) else { continue };
        let Some(parts) = labels.get(at).and_then(|label| parted.get(&label.value)) else { continue };
        labels.remove(at);
        labels.extend(parts.iter().filter(|part| part.field.kind == FieldKind::Setting).cloned());
        for part in parts.iter().filter(|part| part.field.kind != FieldKind::Setting) {
            if !labels.iter().any(|label| label.field == part.field) {
                labels.push(part.clone());
            }
        }
        labels.sort();
        labels.dedup_by(|a, b| a.field == b.field);
    }
}

/// The pieces of a name between marks; a remark in brackets that only some have is empty where it is missing.
fn pieces<'v>(value: &'v str, mark: &str) -> Vec<&'v str> {
    if mark != " (" {
        return value.split(mark).map(str::trim).collect();
    }
    let whole = value.trim_end();
    match whole.strip_suffix(')').and_then(|rest| rest.split_once(mark)) {
        Some((name, remark)) => vec![name.trim(), remark.trim()],
        None => vec![whole, ""],
    }
}

/// The labels that stand for each of some names, where they are all combinations of several factors.
fn factors(values: &[&str], mark: &str, field: &Field) -> Option<BTreeMap<String, Vec<Label>>> {
    let rows: Vec<Vec<&str>> = values.iter().map(|value| pieces(value, mark)).collect();
    let width = rows.first().map(Vec::len).filter(|width| (2..=4).contains(width))?;
    if rows.iter().any(|row| row.len() != width) {
        return None;
    }
    let column = |at: usize| -> Vec<&str> { rows.iter().filter_map(|row| row.get(at)).copied().collect() };
    // Columns that always change together are one factor.
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for at in (0..width).filter(|&at| count(&column(at)) > 1) {
        let same =
            |group: &&mut Vec<usize>| group.first().is_some_and(|&first| go_together(&column(first), &column(at)));
        match groups.iter_mut().find(same) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    let sizes: usize = groups.iter().map(|group| group.first().map_or(1, |&first| count(&column(first)))).product();
    if groups.len() < 2 || sizes != values.len() {
        return None;
    }
    let joined = |row: &[&str], group: &[usize]| {
        let parts: Vec<&str> =
            group.iter().filter_map(|&at| row.get(at)).copied().filter(|part| !part.is_empty()).collect();
        parts.join(mark)
    };
    let names: Vec<Vec<String>> =
        groups.iter().map(|group| rows.iter().map(|row| joined(row, group)).collect()).collect();
    let telling =
        (0..names.len()).max_by_key(|&at| (names.get(at).map_or(0, |names| likelihood(names)), names.len() - at))?;
    let kept = (0..width).filter(|at| !groups.iter().flatten().any(|of| of == at)).collect::<Vec<_>>();
    let mut parted = BTreeMap::new();
    for (place, (value, row)) in values.iter().zip(&rows).enumerate() {
        let mut labels = Vec::new();
        for (at, names) in names.iter().enumerate() {
            let own = names.get(place).cloned().unwrap_or_default();
            let of = if at == telling {
                // What all have in common stays with the setting's name.
                let rest = joined(row, &kept);
                let value = if rest.is_empty() { own } else { format!("{own}{mark}{rest}") };
                Label { field: field.clone(), value }
            } else {
                let name = factor_name(names, at);
                Label { field: Field { name, kind: FieldKind::Parameter }, value: own }
            };
            if !of.value.is_empty() {
                labels.push(of);
            }
        }
        parted.insert((*value).to_owned(), labels);
    }
    Some(parted)
}

fn count(values: &[&str]) -> usize {
    values.iter().collect::<BTreeSet<_>>().len()
}

/// Whether two columns change together.
fn go_together(one: &[&str], other: &[&str]) -> bool {
    let pairs: BTreeSet<(&str, &str)> = one.iter().copied().zip(other.iter().copied()).collect();
    pairs.len() == count(one) && pairs.len() == count(other)
}

/// How likely names are those of the setting and not of a condition.
fn likelihood(names: &[String]) -> u8 {
    let any = |holds: &dyn Fn(&str) -> bool| names.iter().any(|name| holds(name));
    let all = |holds: &dyn Fn(&str) -> bool| names.iter().all(|name| holds(name));
    let ends_in_number = |name: &str| name.split(' ').any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    if any(&|name| name.is_empty()) || all(&|name| name.contains('=')) {
        0
    } else if any(&settings::names_change) {
        3
    } else if all(&ends_in_number) {
        1
    } else {
        2
    }
}

/// What a factor is called: by the word that all its names begin with, or by its place.
fn factor_name(names: &[String], at: usize) -> String {
    let first = |name: &String| name.split([' ', '=']).next().unwrap_or_default().to_lowercase();
    let word = names.first().map(first).unwrap_or_default();
    let common =
        word.chars().all(char::is_alphabetic) && !word.is_empty() && names.iter().all(|name| first(name) == word);
    if common { word } else { format!("factor {}", at + 1) }
}

/// Commands of which nothing but one word differs, where nothing else tells a setting: `./old -t 4` and `./new -t 4`.
fn commands(all: &[Labels]) -> Option<BTreeMap<String, Vec<Label>>> {
    const MOST_COMMANDS: usize = 6;
    let mut settings: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut commands: BTreeSet<&str> = BTreeSet::new();
    for label in all.iter().flatten() {
        if label.field.kind == FieldKind::Setting {
            settings.entry(&label.field.name).or_default().insert(&label.value);
        } else if label.field.name == "command" {
            commands.insert(&label.value);
        }
    }
    if settings.values().any(|values| values.len() > 1) || !(2..=MOST_COMMANDS).contains(&commands.len()) {
        return None;
    }
    let rows: Vec<Vec<&str>> = commands.iter().map(|command| command.split_whitespace().collect()).collect();
    let width = rows.first().map(Vec::len)?;
    let differs = |at: &usize| rows.iter().any(|row| row.get(*at) != rows.first().and_then(|first| first.get(*at)));
    let differing: Vec<usize> = (0..width).filter(differs).collect();
    let [at] = differing.as_slice() else { return None };
    let words: Vec<&str> = rows.iter().filter_map(|row| row.get(*at)).copied().collect();
    // Options that differ in a number alone are loads and sizes.
    let shape = |word: &str| word.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let variable = |word: &str| word.contains('=') && word.starts_with(|c: char| c.is_ascii_uppercase());
    let loads = !words.iter().all(|word| variable(word))
        && words.iter().all(|word| words.first().is_some_and(|first| shape(first) == shape(word)));
    if rows.iter().any(|row| row.len() != width)
        || loads
        || *at > 0 && words.iter().any(|word| word.contains(['"', '\'']))
    {
        return None;
    }
    let name = if words.iter().all(|word| variable(word)) {
        "variable"
    } else if *at == 0 {
        "program"
    } else {
        "option"
    };
    let common =
        || rows.first().map(|row| row.iter().enumerate().filter(|(place, _)| place != at).map(|(_, word)| *word));
    let command = common()?.collect::<Vec<_>>().join(" ");
    let labels = |word: &str| {
        vec![
            Label { field: Field { name: name.to_owned(), kind: FieldKind::Setting }, value: word.to_owned() },
            Label { field: Field { name: "command".to_owned(), kind: FieldKind::Parameter }, value: command.clone() },
        ]
    };
    Some(commands.iter().zip(&words).map(|(command, word)| ((*command).to_owned(), labels(word))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::shown;

    fn parts(values: &[&str]) -> Option<Vec<String>> {
        let field = Field { name: "label".to_owned(), kind: FieldKind::Setting };
        let parted = MARKS.iter().find_map(|mark| factors(values, mark, &field))?;
        let show = |labels: &Vec<Label>| {
            labels.iter().map(|l| format!("{}={}", l.field.name, l.value)).collect::<Vec<_>>().join(" ")
        };
        Some(values.iter().filter_map(|value| parted.get(*value)).map(show).collect())
    }

    #[test]
    fn all_combinations_are_factors() {
        let found = parts(&["This PR + Julia 1.10", "This PR + Julia 1.11", "main + Julia 1.10", "main + Julia 1.11"]);
        assert_eq!(
            found.as_deref(),
            Some(
                [
                    "label=This PR julia=Julia 1.10",
                    "label=This PR julia=Julia 1.11",
                    "label=main julia=Julia 1.10",
                    "label=main julia=Julia 1.11"
                ]
                .map(str::to_owned)
                .as_slice()
            )
        );
        let found = parts(&["old (large file)", "new (large file)", "old", "new"]).unwrap_or_default();
        assert_eq!(found, ["label=old factor 2=large file", "label=new factor 2=large file", "label=old", "label=new"]);
        assert_eq!(parts(&["a + b", "a + c", "d + b"]), None);
        assert_eq!(parts(&["a + b", "a + c", "d + b", "e + f"]), None);
    }

    #[test]
    fn words_that_change_together_are_one_factor() {
        let found =
            parts(&["x/y, R=n, m=off", "git, R=n, m=off", "x/y, R=y, m=on", "git, R=y, m=on"]).unwrap_or_default();
        assert_eq!(found.first().map(String::as_str), Some("label=x/y r=R=n, m=off"));
    }

    #[test]
    fn commands_that_differ_in_a_word_tell_settings() {
        let text = "$ ./old -x 4\nran in 12.5 s of it\n$ ./new -x 4\nran in 11.5 s of it\n";
        let found = shown(text);
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("=old") && found[1].contains("=new"), "{found:?}");
        let text = "$ SPIN=0 ./bench\nran in 12.5 s of it\n$ SPIN=1 ./bench\nran in 11.5 s of it\n";
        let found = shown(text);
        assert!(found[0].contains("=SPIN=0") && found[1].contains("=SPIN=1"), "{found:?}");
    }
}

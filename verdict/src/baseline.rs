//! Which configuration the others are compared with, where the user does not say.

/// Words that name the state before a change.
const WORDS: &[&str] = &[
    "before",
    "base",
    "baseline",
    "vanilla",
    "disabled",
    "off",
    "without",
    "no",
    "not",
    "none",
    "original",
    "orig",
    "old",
    "stock",
    "default",
    "generic",
    "master",
    "main",
    "mainline",
    "unpatched",
    "unmodified",
    "upstream",
    "reference",
];

/// Beginnings that turn a setting into its absence: `nopintlb` beside `1pintlb`.
const NEGATIONS: &[&str] = &["without", "non", "no", "un"];

/// The shortest rest of a negated name that is looked for in the others.
const SHORTEST_REST: usize = 3;

/// The position of the configuration that others are best compared with: the one whose name says so, else the lowest
/// version, else the first. Each has the names found in the post, and the user's if it has one: giving a configuration
/// another name does not move the baseline. `None` where there are no configurations.
pub(crate) fn proposed(names: &[Vec<&str>]) -> Option<usize> {
    let by =
        |says: &dyn Fn(usize, &str) -> bool| (0..names.len()).find(|&at| names[at].iter().any(|name| says(at, name)));
    let firsts: Vec<&str> = names.iter().filter_map(|of| of.first().copied()).collect();
    by(&|_, name| says_by_word(name))
        .or_else(|| by(&|at, name| says_by_negation(names, at, name)))
        .or_else(|| lowest_version(&firsts).filter(|_| firsts.len() == names.len()))
        .or(if names.is_empty() { None } else { Some(0) })
}

fn words(tag: &str) -> impl Iterator<Item = String> + '_ {
    tag.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Whether a name has a word for the state before a change.
pub(crate) fn says_by_word(tag: &str) -> bool {
    words(tag).any(|word| WORDS.contains(&word.as_str()))
}

/// Words for the absence of what the others are kinds of, not for its former state.
const ABSENCE: &[&str] = &["disabled", "off", "without", "no", "not", "none", "never"];

/// Whether one of some names says that the thing is not there which the others have.
pub(crate) fn says_none(names: &[&str], at: usize) -> bool {
    let names: Vec<Vec<&str>> = names.iter().map(|name| vec![*name]).collect();
    let Some(name) = names.get(at).and_then(|of| of.first()) else { return false };
    words(name).any(|word| ABSENCE.contains(&word.as_str())) || says_by_negation(&names, at, name)
}

fn says_by_negation(names: &[Vec<&str>], at: usize, name: &str) -> bool {
    let name = name.to_lowercase();
    let others: Vec<String> = names
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != at)
        .flat_map(|(_, of)| of.iter().map(|name| name.to_lowercase()))
        .collect();
    NEGATIONS
        .iter()
        .filter_map(|negation| name.strip_prefix(negation))
        .any(|rest| rest.chars().count() >= SHORTEST_REST && others.iter().any(|other| other.contains(rest)))
}

/// The tag with the lowest version, where all tags hold one and differ in nothing else.
fn lowest_version(tags: &[&str]) -> Option<usize> {
    let versions: Vec<(String, Vec<u64>)> = tags.iter().map(|tag| split_version(tag)).collect::<Option<_>>()?;
    let (frame, _) = versions.first()?;
    if versions.iter().any(|(other, _)| other != frame) {
        return None;
    }
    (0..tags.len()).min_by(|&a, &b| versions[a].1.cmp(&versions[b].1))
}

/// A tag without its version, and the version's numbers: `Linux 2.6.18` is `Linux` and 2, 6, 18.
fn split_version(tag: &str) -> Option<(String, Vec<u64>)> {
    let start = tag.find(|c: char| c.is_ascii_digit())?;
    let rest = &tag[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let (version, after) = rest.split_at(end);
    let numbers: Vec<u64> =
        version.split('.').filter(|part| !part.is_empty()).map(str::parse).collect::<Result<_, _>>().ok()?;
    (numbers.len() >= 2).then(|| (format!("{}|{}", &tag[..start], after.trim_end_matches('-')), numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> Option<usize> {
        proposed(&names.iter().map(|name| vec![*name]).collect::<Vec<_>>())
    }

    #[test]
    fn names_say_which_is_the_base() {
        assert_eq!(of(&["1pintlb", "2pintlb", "nopintlb"]), Some(2));
        assert_eq!(of(&["800", "disabled", "enabled"]), Some(1));
        assert_eq!(of(&["with patch", "without patch"]), Some(1));
        assert_eq!(of(&["patched", "vanilla"]), Some(1));
    }

    #[test]
    fn another_name_does_not_move_the_baseline() {
        assert_eq!(proposed(&[vec!["1pintlb", "2pintlb", "pinned"], vec!["nopintlb", "plain"]]), Some(1));
    }

    #[test]
    fn versions_are_ordered_by_number() {
        assert_eq!(of(&["Linux 2.6.25", "Linux 2.6.18"]), Some(1));
        assert_eq!(of(&["2.6.9", "2.6.10"]), Some(0));
        assert_eq!(of(&["a 2.6.9", "b 2.6.1"]), Some(0));
    }

    #[test]
    fn else_the_first_is_taken() {
        assert_eq!(of(&["red", "blue"]), Some(0));
        assert_eq!(of(&["nothing", "united"]), Some(0));
        assert_eq!(of(&[]), None);
    }
}

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

/// The position of the tag that others are best compared with: the one whose name says so, else the lowest version,
/// else the first. `None` where there are no tags.
pub(crate) fn proposed(tags: &[&str]) -> Option<usize> {
    let by = |says: &dyn Fn(usize) -> bool| (0..tags.len()).find(|&at| says(at));
    by(&|at| says_by_word(tags[at]))
        .or_else(|| by(&|at| says_by_negation(tags, at)))
        .or_else(|| lowest_version(tags))
        .or(if tags.is_empty() { None } else { Some(0) })
}

fn words(tag: &str) -> impl Iterator<Item = String> + '_ {
    tag.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

fn says_by_word(tag: &str) -> bool {
    words(tag).any(|word| WORDS.contains(&word.as_str()))
}

fn says_by_negation(tags: &[&str], at: usize) -> bool {
    let tag = tags[at].to_lowercase();
    let others: Vec<String> =
        tags.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, t)| t.to_lowercase()).collect();
    NEGATIONS
        .iter()
        .filter_map(|negation| tag.strip_prefix(negation))
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

    #[test]
    fn names_say_which_is_the_base() {
        assert_eq!(proposed(&["1pintlb", "2pintlb", "nopintlb"]), Some(2));
        assert_eq!(proposed(&["800", "disabled", "enabled"]), Some(1));
        assert_eq!(proposed(&["with patch", "without patch"]), Some(1));
        assert_eq!(proposed(&["patched", "vanilla"]), Some(1));
    }

    #[test]
    fn versions_are_ordered_by_number() {
        assert_eq!(proposed(&["Linux 2.6.25", "Linux 2.6.18"]), Some(1));
        assert_eq!(proposed(&["2.6.9", "2.6.10"]), Some(0));
        assert_eq!(proposed(&["a 2.6.9", "b 2.6.1"]), Some(0));
    }

    #[test]
    fn else_the_first_is_taken() {
        assert_eq!(proposed(&["red", "blue"]), Some(0));
        assert_eq!(proposed(&["nothing", "united"]), Some(0));
        assert_eq!(proposed(&[]), None);
    }
}

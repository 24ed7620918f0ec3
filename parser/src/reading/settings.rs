//! Words that tell a setting: of a change, of a version, or one name with something added to another.

use crate::lex;

/// Words for what was changed, and for what it was before.
pub(crate) const CHANGES: &[&str] = &[
    "before",
    "after",
    "with",
    "without",
    "w/o",
    "w/",
    "patched",
    "unpatched",
    "vanilla",
    "baseline",
    "base",
    "old",
    "new",
    "stock",
    "mainline",
    "master",
    "main",
    "trunk",
    "upstream",
    "default",
    "orig",
    "original",
    "pr",
    "head",
    "patch",
    "now",
    "previously",
    "previous",
    "current",
    "currently",
    "proposed",
    "reverted",
    "enabled",
    "disabled",
    "on",
    "off",
];
/// Those that join two words, so that they may stand in any sentence.
const JOINING: &[&str] = &["with", "on", "now", "main", "head", "current", "currently", "off", "default"];

/// The words of a name in lower case, without the marks around them; `w/o` is one.
fn words(text: &str) -> impl Iterator<Item = (usize, String)> + '_ {
    let trimmed = |word: &str| word.trim_matches(|c: char| "()[]`*\"':,;".contains(c)).to_lowercase();
    text.split_whitespace().map(move |word| (word.as_ptr().addr() - text.as_ptr().addr(), trimmed(word)))
}

/// Whether one of the words of a name is of a change.
pub(crate) fn is_change(text: &str) -> bool {
    words(text).any(|(_, word)| is_change_word(&word))
}

/// Whether a name begins or ends with a word of a change, or has one that stands in few sentences.
pub(crate) fn names_change(text: &str) -> bool {
    let all: Vec<String> = words(text).map(|(_, word)| word).collect();
    let edge = |word: Option<&String>| word.is_some_and(|word| is_change_word(word));
    edge(all.first())
        || edge(all.last())
        || all.iter().any(|word| is_change_word(word) && !JOINING.contains(&word.as_str()))
}

fn is_change_word(word: &str) -> bool {
    CHANGES.contains(&word) || word.split(['-', '_']).any(|part| part.len() > 2 && CHANGES.contains(&part))
}

/// Whether a name has a version: `v5.11-rc4`, `0.4.12`, `2.6.25`.
pub(crate) fn has_version(text: &str) -> bool {
    words(text).any(|(_, word)| {
        let number = word.strip_prefix('v').unwrap_or(&word);
        let part = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let mut parts = number.split('.');
        let first = parts.next().is_some_and(|first| !first.is_empty() && first.bytes().all(|b| b.is_ascii_digit()));
        let rest: Vec<&str> = parts.collect();
        let whole = lex::printed(number).is_some_and(|p| p.rest.is_empty());
        first && !rest.is_empty() && rest.iter().all(|text| part(text)) && (!whole || word.starts_with('v'))
    })
}

/// Parts a name into what was measured and the words of a change behind or before it: `compile time (before)`, `old p99
/// latency`; none where there is no such word, or nothing beside it.
pub(crate) fn parted(text: &str) -> Option<(&str, &str)> {
    let all: Vec<(usize, String)> = words(text).collect();
    let change = |at: &usize| all.get(*at).is_some_and(|(_, word)| is_change_word(word));
    let first = (0..all.len()).find(change)?;
    let at = if first > 0 { all.get(first)?.0 } else { all.get((0..all.len()).find(|at| !change(at))?)?.0 };
    let (one, other) = text.split_at_checked(at)?;
    let (one, other) = (bare(one), bare(other));
    if one.is_empty() || other.is_empty() {
        return None;
    }
    Some(if first > 0 { (one, other) } else { (other, one) })
}

fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || "()[]:,;-".contains(c))
}

/// The marks that lead to a remark behind a figure.
const REMARKS: &[&str] = &["<- ", "<-- ", "<--- ", "<== ", "← ", "# ", "// ", ";; "];

/// A line without the setting that is remarked behind it.
pub(crate) fn unremarked(text: &str) -> &str {
    let Some(name) = remark(text) else { return text };
    let at = name.as_ptr().addr() - text.as_ptr().addr();
    text.get(..at).unwrap_or(text)
}

/// The setting that is remarked behind a figure: `93.3 ns  # <- PR`, `1.71 us // master`.
pub(crate) fn remark(text: &str) -> Option<&str> {
    const MOST_WORDS: usize = 5;
    let (at, length) = REMARKS.iter().find_map(|mark| text.rfind(mark).map(|at| (at, mark.len())))?;
    let name = text.get(at + length..)?.trim().trim_matches(|c: char| "`*_()[]<-".contains(c)).trim();
    let figure = text.get(..at)?.contains(|c: char| c.is_ascii_digit());
    let plain = name.starts_with(char::is_alphabetic) && name.split_whitespace().count() <= MOST_WORDS;
    let told = names_change(name) || has_version(name);
    (figure && plain && told && !name.contains([':', '=', '%'])).then_some(name)
}

/// Whether one of some names is another with something added: `A`, `A + b`.
pub(crate) fn are_built_up(names: &[&str]) -> bool {
    let plain = |name: &str| name.split(" (").next().unwrap_or_default().trim().to_owned();
    let added = |name: &str| name.starts_with("+ ") || name.contains(" + ");
    let grown = |long: &str| {
        names.iter().any(|short| {
            let short = plain(short);
            short.len() >= 2 && long.len() > short.len() && long.starts_with(&format!("{short} "))
        })
    };
    names.iter().any(|name| added(name)) || names.iter().any(|name| grown(&plain(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_changes_versions_and_additions() {
        for name in ["Before", "w/o patch", "with patch", "my-patched kernel", "WAL off", "`master`", "PR (new)"] {
            assert!(names_change(name), "{name}");
        }
        for name in ["tea", "time", "Standard", "it with x", "Download"] {
            assert!(!names_change(name), "{name}");
        }
        assert!(has_version("v5.11-rc4") && has_version("Linux 2.6.25") && has_version("v6.9"));
        assert!(!has_version("5.5 GHz") && !has_version("3"));
        assert!(are_built_up(&["a", "a + b"]) && are_built_up(&["x1", "+ b"]) && are_built_up(&["ab (now)", "ab cd"]));
        assert!(!are_built_up(&["ab", "abc"]));
    }

    #[test]
    fn a_remark_behind_a_figure_names_the_setting() {
        assert_eq!(remark("93.3 ns ± 0.2 ns per loop  # <- PR"), Some("PR"));
        assert_eq!(remark("real 12.5 // without the patch"), Some("without the patch"));
        assert_eq!(remark("12,345 cycles  #  3.1 GHz"), None);
        assert_eq!(remark("12 ms  # of a second"), None);
        assert_eq!(remark("12 ms  <- lower is better"), None);
        assert_eq!(remark("# with the patch"), None);
    }

    #[test]
    fn what_was_measured_stands_before_or_behind_the_change() {
        assert_eq!(parted("compile time (before)"), Some(("compile time", "before")));
        assert_eq!(parted("old p99 latency"), Some(("p99 latency", "old")));
        assert_eq!(parted("without patch"), None);
        assert_eq!(parted("Time with the patch"), Some(("Time", "with the patch")));
    }
}

//! Names that mean one setting: `w/o patch`, `without-patch` and `no patch`; `menu + iowait_boost` and `menu iowait boost`;
//! `2.5.54mm2` and `kernel 2.5.54-mm2`.
//!
//! Marks, case and words that only join are passed over. A name that begins another is never the same: `patch` is not
//! `patch v2`.

use std::collections::BTreeSet;

/// Words that only join, or say what every name is of; a name of nothing else keeps them.
const JOINING: &[&str] =
    &["the", "a", "an", "this", "these", "with", "and", "kernel", "linux", "applied", "results", "result", "of", "my"];
/// Words for the lack of something.
const LACK: &[&str] = &["without", "no", "not", "non", "sans"];

/// A name as it is compared with others.
pub(crate) fn spelled(name: &str) -> String {
    let all = tokens(name);
    let telling: Vec<&String> = all.iter().filter(|word| !JOINING.contains(&word.as_str())).collect();
    let words = if telling.is_empty() { all.iter().collect() } else { telling };
    let mut spelled = String::new();
    for word in words {
        let digits = spelled.ends_with(|c: char| c.is_ascii_digit()) && word.starts_with(|c: char| c.is_ascii_digit());
        if digits {
            spelled.push(' ');
        }
        spelled.push_str(word);
    }
    // `__call()` is another function than `call()`.
    if name.split_whitespace().any(|word| word.trim_start_matches('`').starts_with("__")) {
        spelled.push('_');
    }
    spelled
}

/// The words of a name: in small letters, lacks under one word, hyphens between letters gone.
fn tokens(name: &str) -> Vec<String> {
    let plain = name.to_lowercase().replace("w/o", "without ").replace("w/", "with ").replace(['−', '–'], "-");
    let parts = |c: char| c.is_whitespace() || "_,:;\"`'*()[]{}|".contains(c);
    let mut words = Vec::new();
    for word in plain.split(parts).filter(|word| !word.is_empty()) {
        match word {
            "-" => words.push("no".to_owned()),
            "+" | "&" => {}
            _ => words.extend(hyphened(word)),
        }
    }
    words
}

/// A word at its hyphens; one that begins with them is an option and stays whole.
fn hyphened(word: &str) -> Vec<String> {
    if word.starts_with('-') {
        return vec![word.to_owned()];
    }
    word.split('-').filter(|part| !part.is_empty()).map(plain).collect()
}

/// A word without what makes it a participle of a patch, and one word for all lacks.
fn plain(word: &str) -> String {
    match word {
        "patched" => "patch".to_owned(),
        "unpatched" => "nopatch".to_owned(),
        _ if LACK.contains(&word) => "no".to_owned(),
        _ => word.trim_start_matches('+').to_owned(),
    }
}

/// The words of a name, for whether one name is a part of another.
pub(crate) fn words(name: &str) -> BTreeSet<String> {
    let name = name.replace("w/o", "without").replace("w/", "with");
    let split = name.split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '+'));
    split.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_the_same() {
        for [one, other] in [
            ["w/o patch", "without-patch"],
            ["no patch", "unpatched"],
            ["w/patch", "Patched"],
            ["with this patch", "with patch applied"],
            ["menu + iowait_boost", "menu iowait boost"],
            ["menu - iowait_boost", "menu no iowait boost"],
            ["Q-locks", "qlocks"],
            ["2.5.54mm2", "kernel 2.5.54-mm2"],
            ["DRAM only", "the \"dram only\""],
        ] {
            assert_eq!(spelled(one), spelled(other), "{one} / {other}");
        }
    }

    #[test]
    fn other_names_are_not() {
        for [one, other] in [
            ["patch", "patch v2"],
            ["with patch", "without patch"],
            ["-O2", "-O3"],
            ["v1 2", "v12"],
            ["1-2", "12"],
            ["base", "base+"],
            ["__call()", "call()"],
            ["kernel", "linux"],
        ] {
            assert_ne!(spelled(one), spelled(other), "{one} / {other}");
        }
    }
}

//! What in a text tells of people and machines: mail addresses, host names, paths with user names; and how to mask it.
//!
//! A mask is as long as what it covers, so that tables stay in their columns, and each has a letter of its own, so that two
//! names stay two.

use std::collections::BTreeSet;
use std::sync::Arc;

use benchnote_parser::Source;

use crate::model::Target;
use crate::{CellBody, Notebook};

/// What a private text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `ann@example.org`, also `ann at example.org` and `root@board`.
    Address,
    /// `build7.example.org`, `192.0.2.1`.
    Host,
    /// `/home/ann/bench`, `C:\Users\ann`.
    Path,
}

/// Something that a sender may not want to share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Private {
    /// What it is.
    pub kind: Kind,
    /// Its characters.
    pub text: String,
}

/// The most that are listed.
const MOST: usize = 60;
/// Ends of host names that are not names of files.
const DOMAINS: [&str; 36] = [
    "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "io", "dev", "eu", "de", "fr", "uk", "nl", "be",
    "ch", "at", "it", "es", "se", "no", "fi", "dk", "pl", "cz", "ru", "au", "nz", "jp", "cn", "in", "br", "local",
    "internal",
];
/// Paths that are the same everywhere.
const SYSTEM: [&str; 12] =
    ["/proc", "/sys", "/dev", "/usr", "/etc", "/bin", "/sbin", "/lib", "/lib64", "/opt", "/tmp", "/var"];

/// What is found in the texts and notes of a notebook, sorted, each once.
pub fn found(notebook: &Notebook) -> Vec<Private> {
    let mut found = BTreeSet::new();
    let labels = notebook.sources().map(|(_, source)| source.label.as_str());
    let texts = notebook.sources().map(|(_, source)| source.text.as_str());
    for text in texts.chain(labels).chain(notebook.notes().map(|(_, text)| text)) {
        for line in text.lines() {
            found.extend(in_line(line));
        }
    }
    found.into_iter().take(MOST).collect()
}

/// The notebook with some texts masked wherever they stand: in texts, names, notes and corrections.
#[must_use]
pub fn masked(notebook: &Notebook, private: &[Private]) -> Notebook {
    let mut masks: Vec<(&str, String)> =
        private.iter().enumerate().map(|(at, private)| (private.text.as_str(), mask(&private.text, at))).collect();
    // The longest first: a host name may be a part of an address.
    masks.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
    let cover = |text: &str| masks.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let mut masked = notebook.clone();
    masked.title = cover(&masked.title);
    for cell in &mut masked.cells {
        match &mut cell.body {
            CellBody::Source(source) => {
                *source = Arc::new(Source::new(cover(&source.label), cover(&source.text)));
            }
            CellBody::Note(text) => *text = cover(text),
            CellBody::Comparison(comparison) => {
                let choices = &mut comparison.choices;
                for tag in &mut choices.tags {
                    tag.original = cover(&tag.original);
                    tag.tag = cover(&tag.tag);
                }
                choices.baseline = choices.baseline.as_deref().map(cover);
            }
        }
    }
    for correction in &mut masked.corrections {
        if let Target::One(anchor) | Target::Line(anchor) = &mut correction.target {
            anchor.before = cover(&anchor.before);
            anchor.after = cover(&anchor.after);
        }
    }
    masked
}

/// A mask of the same length: signs stay.
fn mask(text: &str, number: usize) -> String {
    let letter = b"xyzwvutsrqponmlkjihgfedcba".get(number % 26).copied().unwrap_or(b'x');
    text.chars().map(|c| if c.is_alphanumeric() { char::from(letter) } else { c }).collect()
}

fn in_line(line: &str) -> Vec<Private> {
    let mut found = Vec::new();
    let words: Vec<&str> = line
        .split(|c: char| c.is_whitespace() || "<>()[]{}\"'`,;|".contains(c))
        .filter(|word| !word.is_empty())
        .collect();
    for (at, word) in words.iter().enumerate() {
        let trimmed = word.trim_matches(|c: char| ".:!?*=".contains(c));
        found.extend(in_word(trimmed));
        // Archives write addresses so.
        if let (Some(&name), Some(&host)) = (at.checked_sub(1).and_then(|before| words.get(before)), words.get(at + 1))
            && trimmed == "at"
            && is_host(host.trim_matches('.'))
            && name.chars().all(is_of_name)
        {
            let text = format!("{name} at {}", host.trim_matches('.'));
            if line.contains(&text) {
                found.push(Private { kind: Kind::Address, text });
            }
        }
    }
    found
}

fn in_word(word: &str) -> Option<Private> {
    let private = |kind, text: &str| Some(Private { kind, text: text.to_owned() });
    let bare = word.strip_prefix("mailto:").unwrap_or(word);
    if let Some((name, host)) = bare.split_once('@') {
        let host = host.split([':', '/']).next().unwrap_or_default();
        let is_address =
            !name.is_empty() && name.chars().all(is_of_name) && !host.is_empty() && host.chars().all(is_of_name);
        let begins_with_letter = name.starts_with(|c: char| c.is_alphanumeric()) && host.contains(char::is_alphabetic);
        return if is_address && begins_with_letter {
            private(Kind::Address, &bare[..=name.len() + host.len()])
        } else {
            None
        };
    }
    if let Some((_, rest)) = word.split_once("://") {
        let host = rest.split(['/', ':', '?', '#']).next().unwrap_or_default();
        return if host.contains('.') { private(Kind::Host, host) } else { None };
    }
    if is_private_path(word) {
        return private(Kind::Path, word);
    }
    if is_host(word) { private(Kind::Host, word) } else { None }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "._+-".contains(c)
}

/// Whether a word is a host name with a known end, or an IPv4 address.
fn is_host(word: &str) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    let is_name = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if parts.len() < 2 || !parts.iter().all(is_name) {
        return false;
    }
    let is_byte = |part: &&str| part.len() <= 3 && part.parse::<u8>().is_ok();
    let is_ipv4 = parts.len() == 4 && parts.iter().all(is_byte);
    let ends = parts.last().is_some_and(|end| DOMAINS.contains(end));
    is_ipv4 || ends && parts.iter().any(|part| part.contains(|c: char| c.is_alphabetic()) && part.len() > 2)
}

/// Whether a word is a path that is not the same on every system.
fn is_private_path(word: &str) -> bool {
    let windows = word.get(1..3) == Some(":\\") && word.len() > 4;
    let deep = |path: &str| path.split('/').filter(|part| !part.is_empty()).count() >= 2;
    let root = || word.get(1..).and_then(|rest| rest.split('/').next()).unwrap_or_default();
    let system = || SYSTEM.iter().any(|system| system.get(1..) == Some(root()));
    let letters = || root().starts_with(|c: char| c.is_ascii_alphabetic());
    windows || word.starts_with("~/") && deep(word) || word.starts_with('/') && deep(word) && !system() && letters()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CellId, Edit};

    fn of(text: &str) -> Notebook {
        let mut notebook = Notebook::default();
        notebook.apply(Edit::SetSource(CellId(1), Source::unnamed(text)));
        notebook
    }

    fn texts(text: &str) -> Vec<String> {
        found(&of(text)).into_iter().map(|private| private.text).collect()
    }

    #[test]
    fn people_and_machines_are_found() {
        assert_eq!(texts("From: Ann <ann.b@mail.example.org>"), ["ann.b@mail.example.org"]);
        assert_eq!(texts("Ann ann at mail.example.org"), ["ann at mail.example.org", "mail.example.org"]);
        assert_eq!(texts("root@board:~# ./bench"), ["root@board"]);
        assert_eq!(texts("see https://build7.example.net:8080/x on 192.0.2.17."), ["192.0.2.17", "build7.example.net"]);
        assert_eq!(texts("in /home/ann/linux and ~/src/x"), ["/home/ann/linux", "~/src/x"]);
    }

    #[test]
    fn figures_files_and_options_are_not() {
        for text in [
            "1.5 2.25 12.5.3",
            "mm/slub.c foo.txt",
            "@@ -1,2 +3,4 @@",
            "2.6.18-rc1",
            "echo 3 > /proc/sys/vm/x",
            "I/O 10us/op",
        ] {
            assert_eq!(texts(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn masks_are_as_long_and_keep_two_names_two() {
        let text = "a@b.org  1.5\nc@d.org  2.5\n";
        let notebook = of(text);
        let masked = masked(&notebook, &found(&notebook));
        let now = masked.source(CellId(1)).map(|source| source.text.clone()).unwrap_or_default();
        assert_eq!(now, "x@x.xxx  1.5\ny@y.yyy  2.5\n");
    }
}

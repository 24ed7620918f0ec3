//! The entries of a list on one line: what stands before the colon, and between commas, semicolons and brackets.

use super::value::{Figures, Placed, each, figures, statistics};
use crate::reading::number::{Comma, amount};
use crate::reading::quantity::{CONDITIONS, has};

/// A name has at most so many words.
const MOST_WORDS: usize = 6;
/// Words that only sentences have: none of them stands in a name.
const TELLING: &[&str] = &[
    "with", "without", "took", "takes", "take", "is", "was", "were", "are", "instead", "than", "from", "about", "it",
    "i", "we", "that", "which", "if", "when", "because", "but", "so", "only", "have", "has", "had", "got", "get",
    "gets", "see", "be", "been", "not", "no", "would", "could", "should", "can", "will", "this", "these", "those",
    "there", "they", "you", "over", "around", "almost", "nearly", "more", "less", "first", "page", "line", "lines",
    "since", "until", "at", "before", "after",
];
/// Words before a figure in brackets that was another's.
const EARLIER: &[&str] = &["was", "before", "previously", "prev", "old", "formerly", "earlier"];

/// A figure, or several of one quantity, with its name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry<'t> {
    pub(super) name: String,
    pub(super) figures: Figures<'t>,
    /// The same before a change, in brackets behind it.
    pub(super) earlier: Option<Placed<'t>>,
    /// Whether it stands in brackets.
    pub(super) inner: bool,
}

/// All entries of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct List<'t> {
    /// What stands before the colon.
    pub(super) label: &'t str,
    pub(super) entries: Vec<Entry<'t>>,
    /// What is set: `c=8000`.
    pub(super) conditions: Vec<(String, String)>,
}

impl<'t> List<'t> {
    /// `list = [bullet] [label ": "] entry *(("," / ";") entry)`, an entry with others in brackets behind it.
    pub(super) fn read(text: &'t str, comma: Comma) -> Option<Self> {
        let text = text.trim().trim_start_matches(['-', '*', '•', '+']).trim_start();
        let (label, body) = labelled(text);
        let mut list = Self { label, entries: Vec::new(), conditions: Vec::new() };
        for (piece, inner) in pieces(body) {
            list.take(piece, inner, comma)?;
        }
        if let Some((name, value)) = condition(label) {
            list.conditions.push((name, value));
            list.label = "";
        }
        (!list.entries.is_empty()).then_some(list)
    }

    /// Takes a piece as an entry or a condition; nothing where it is neither and stands outside of brackets.
    fn take(&mut self, piece: &'t str, inner: bool, comma: Comma) -> Option<()> {
        let statistics = if self.entries.is_empty() { statistics(self.label) } else { None };
        if let Some((label, names)) = statistics
            && let Some((figures, rest)) = each(&names, piece, comma)
            && rest.trim().is_empty()
        {
            self.entries.push(Entry { name: label, figures, earlier: None, inner });
            self.label = "";
            return Some(());
        }
        // `link step, total 23.4 s`
        let words =
            !inner && self.entries.is_empty() && self.label.is_empty() && !piece.contains(|c: char| c.is_ascii_digit());
        if words && is_name(piece) {
            self.label = piece;
            return Some(());
        }
        if let Some(condition) = condition(piece).filter(|_| !inner) {
            self.conditions.push(condition);
            return Some(());
        }
        let found = entry(piece, comma);
        let earlier = |entry: &Entry<'_>| EARLIER.contains(&entry.name.to_lowercase().as_str());
        match found {
            Some((entry, _)) if inner && earlier(&entry) => {
                if let (Figures::One(one), Some(last)) = (entry.figures, self.entries.last_mut())
                    && matches!(last.figures, Figures::One(_))
                {
                    let mut one = one;
                    let unit = last.figures.unit().cloned();
                    one.amount.unit = one.amount.unit.or(unit);
                    last.earlier = Some(one);
                }
                Some(())
            }
            Some((entry, _)) if !is_name(&entry.name) => Some(()).filter(|()| inner),
            Some((mut entry, conditions)) if !inner || !entry.name.is_empty() => {
                self.conditions.extend(conditions);
                // A second figure without a name is of the same thing in another unit.
                if let Some(last) = self
                    .entries
                    .last()
                    .filter(|last| entry.name.is_empty() && last.figures.unit() != entry.figures.unit())
                {
                    entry.name.clone_from(&last.name);
                }
                self.entries.push(Entry { inner, ..entry });
                Some(())
            }
            _ => Some(()).filter(|()| inner),
        }
    }
}

/// Whether a list goes on in the next line: it ends in a comma or in open brackets.
pub(super) fn is_open(text: &str) -> bool {
    let text = text.trim_end();
    text.ends_with([',', ';']) || text.matches('(').count() > text.matches(')').count()
}

/// What stands before a colon, and what behind it. A figure with its unit, a comma or a bracket ends what can be a label.
fn labelled(text: &str) -> (&str, &str) {
    let Some((label, body)) = text.split_once(": ") else { return ("", text) };
    let words = label.split_whitespace().count();
    let plain = !label.contains([',', ';', '=']) || condition(label).is_some();
    let named = label.contains(|c: char| c.is_alphanumeric()) && words <= MOST_WORDS && plain;
    if named { (label.trim_end_matches([':', ' ']), body.trim_start()) } else { ("", text) }
}

/// The pieces of a list, and whether each stands in brackets.
fn pieces(text: &str) -> Vec<(&str, bool)> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    let mut push = |from: usize, to: usize, inner: bool| {
        let piece = text.get(from..to).unwrap_or_default().trim();
        if piece.contains(char::is_alphanumeric) {
            found.push((piece, inner));
        }
    };
    for (at, c) in text.char_indices() {
        let parts =
            c == ';' || c == ',' && text.get(at + 1..).is_none_or(|rest| rest.is_empty() || rest.starts_with(' '));
        match c {
            '(' => {
                if depth == 0 {
                    push(start, at, false);
                    start = at + 1;
                }
                depth += 1;
            }
            ')' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    push(start, at, true);
                    start = at + 1;
                }
            }
            _ if parts && depth <= 1 => {
                push(start, at, depth == 1);
                start = at + 1;
            }
            _ => {}
        }
    }
    push(start, text.len(), depth > 0);
    found
}

/// `c=8000`, `4 threads`, `16 clients`: what is set.
fn condition(piece: &str) -> Option<(String, String)> {
    let mut words = piece.split_whitespace();
    let (first, second) = (words.next()?, words.next());
    if let (Some((name, value)), None) = (first.split_once('='), second) {
        let named = name.starts_with(char::is_alphabetic) && !value.is_empty() && !value.contains('=');
        let whole = value.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-/+".contains(&b)) && !value.contains('.');
        return (named && whole).then(|| (name.to_owned(), value.to_owned()));
    }
    let counted = second.filter(|_| words.next().is_none() && first.bytes().all(|b| b.is_ascii_digit()))?;
    has(counted, CONDITIONS).then(|| (counted.to_lowercase(), first.to_owned()))
}

/// An entry and what is set before its name.
///
/// `entry = *condition [name [":" / "="]] figures [words]`
fn entry(piece: &str, comma: Comma) -> Option<(Entry<'_>, Vec<(String, String)>)> {
    let edge = |at: usize| piece.get(..at).is_some_and(|before| before.is_empty() || before.ends_with([' ', '=', ':']));
    let starts = piece
        .char_indices()
        .filter(|&(at, c)| (c.is_ascii_digit() || matches!(c, '~' | '-')) && edge(at))
        .map(|(at, _)| at);
    for at in starts {
        let (before, text) = piece.split_at_checked(at)?;
        let listed = statistics(before);
        let found = match &listed {
            Some((_, names)) => each(names, text, comma),
            None => figures(text, comma),
        };
        let Some((figures, rest)) = found else { continue };
        let rest = rest.trim_start_matches([' ', '!']).split(['!', '.']).next().unwrap_or_default().trim();
        if rest.contains(|c: char| c.is_ascii_digit()) || rest.starts_with(['=', ':', '/', '-', '+']) {
            continue;
        }
        let before = listed.map_or_else(|| before.to_owned(), |(name, _)| name);
        let (conditions, name) = without_conditions(&before);
        let name = format!("{name} {rest}");
        let name = name.trim().strip_prefix("and ").unwrap_or(name.trim()).to_owned();
        return Some((Entry { name, figures, earlier: None, inner: false }, conditions));
    }
    None
}

/// What is set at the beginning of a name, and the rest of the name without marks.
fn without_conditions(name: &str) -> (Vec<(String, String)>, String) {
    let mut conditions = Vec::new();
    let mut rest = Vec::new();
    for word in name.split_whitespace() {
        match condition(word).filter(|_| rest.is_empty()) {
            Some(found) => conditions.push(found),
            None => rest.push(word),
        }
    }
    let marks = |c: char| matches!(c, ':' | '=' | ' ' | '.' | '-' | '~' | '*' | '`' | '[' | ']');
    (conditions, rest.join(" ").trim_matches(marks).to_owned())
}

/// Whether some words can be a name: few, and none that sentences have.
fn is_name(name: &str) -> bool {
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    let telling = words.iter().any(|word| TELLING.contains(&word.trim_matches(|c: char| !c.is_alphanumeric())));
    // A figure with its unit is another entry's.
    let figure =
        |word: &String| amount(word, Comma::Thousands).is_some_and(|a| a.unit.is_some() && a.end == word.len());
    words.len() <= MOST_WORDS && !telling && !words.iter().any(figure)
}

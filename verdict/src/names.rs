//! Names of metrics that tell them apart wherever they stand.
//!
//! `TCP` is a latency in one table and a bandwidth in another. Where two metrics share a name, the words of the section
//! that the other's lacks are added: `TCP latency`, `TCP bandwidth`; and the parameters that tell it from its like.

use std::collections::{BTreeMap, BTreeSet};

use benchnote_parser::{Dimension, Role};

use crate::findings::number_in;
use crate::report::MetricRow;

/// More words than these are put in brackets.
const FEW_WORDS: usize = 2;
/// A title of more words is a sentence, and no name.
const TITLE_WORDS: usize = 6;
/// A value of more words, such as a command, is left out where nothing hangs on it, and else cut.
const SHORT_WORDS: usize = 4;
const MOST_WORDS: usize = 8;

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
        (row.stem, row.full_name) = full_name(row, rivals, &telling);
    }
}

/// Whether a name says nothing: that of figures which nothing names.
fn is_nameless(name: &str) -> bool {
    matches!(name, "" | "value")
}

/// Fields whose values say by themselves what they are, those first that are likeliest to name what was measured.
const PLAIN: [&str; 14] = [
    "quantity",
    "row",
    "test",
    "benchmark",
    "case",
    "name",
    "query",
    "workload",
    "column",
    "label",
    "group",
    "side",
    "title",
    "section",
];

/// The place of a field among those, where it is one: `column`, `group 2`.
fn plain(field: &str) -> Option<usize> {
    let numbered = |rest: &str| rest.trim_start().bytes().all(|b| b.is_ascii_digit());
    PLAIN.iter().position(|known| field.strip_prefix(known).is_some_and(numbered))
}

/// Whether a value says by itself what it is: the name of a row, but for a number.
pub(crate) fn says_itself(field: &str, value: &str) -> bool {
    plain(field).is_some() && number_in(value).is_none()
}

/// What of the parameters' values tells metrics apart: nothing of one that is the same for all, and of those of several
/// words what not all have. `./reaim -x -t -r3` beside `./reaim -q -t -r3` is `-x`.
struct Telling {
    /// By parameter: the words that all its values have, where it has several values.
    common: BTreeMap<String, Vec<String>>,
    /// Parameters of many words without which all metrics are told apart as well.
    needless: BTreeSet<String>,
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
        let long = values.iter().filter(|(_, all)| all.iter().any(|value| words(value).len() > SHORT_WORDS));
        let mut needless: BTreeSet<String> = BTreeSet::new();
        for (param, _) in long {
            let mut without = needless.clone();
            without.insert((*param).to_owned());
            if tells_all(metrics, &without) {
                needless = without;
            }
        }
        // Short values of which one has no word of its own are said whole: `no bitmaps` beside `bitmaps`.
        let common = |all: &[&str]| {
            let common = shared(all);
            let bare = all.iter().any(|value| words(value).iter().all(|word| common.contains(word)));
            let short = all.iter().all(|value| words(value).len() <= SHORT_WORDS);
            if bare && short || all.len() == 1 { Vec::new() } else { common }
        };
        let partial = partial(metrics);
        let several = values.into_iter().filter(|(param, all)| all.len() > 1 || partial.contains(param));
        Self { common: several.map(|(param, all)| (param.to_owned(), common(&all))).collect(), needless }
    }

    /// What a parameter says of a metric: `clients 8`, `-x`, `pipe`; nothing where it is the same for all.
    fn says(&self, param: &str, value: &str) -> Option<String> {
        let common = self.common.get(param).filter(|_| !self.needless.contains(param))?;
        let own: Vec<&str> = value.split_whitespace().filter(|word| !common.iter().any(|c| c == word)).collect();
        let first = own.first()?;
        let mut words = own.get(..MOST_WORDS.min(own.len())).unwrap_or_default().join(" ");
        if own.len() > MOST_WORDS {
            words.push_str(" …");
        }
        // An option says what it is by itself, and so does what a row is called, but for a number.
        let speaks = first.starts_with('-') || says_itself(param, value);
        Some(if speaks { words } else { format!("{param} {words}") })
    }
}

/// Whether as many metrics are told apart without some parameters as with them.
fn tells_all(metrics: &[MetricRow], without: &BTreeSet<String>) -> bool {
    type Key<'m> = (&'m str, &'m str, Vec<(&'m String, &'m String)>);
    let (mut all, mut rest): (BTreeSet<Key<'_>>, BTreeSet<Key<'_>>) = Default::default();
    for row in metrics.iter().filter(|row| shown(row)) {
        all.insert((&row.section, &row.name, row.params.iter().collect()));
        let kept = row.params.iter().filter(|(param, _)| !without.contains(*param)).collect();
        rest.insert((&row.section, &row.name, kept));
    }
    all.len() == rest.len()
}

/// Parameters that some metrics of a name have and others lack.
fn partial(metrics: &[MetricRow]) -> BTreeSet<&str> {
    let mut rows: BTreeMap<(&str, &str), Vec<&MetricRow>> = BTreeMap::new();
    for row in metrics.iter().filter(|row| shown(row)) {
        rows.entry((&row.section, &row.name)).or_default().push(row);
    }
    let mut partial = BTreeSet::new();
    for of_name in rows.values() {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for param in of_name.iter().flat_map(|row| row.params.keys()) {
            *counts.entry(param).or_default() += 1;
        }
        partial.extend(counts.into_iter().filter(|(_, count)| *count < of_name.len()).map(|(param, _)| param));
    }
    partial
}

fn shown(row: &MetricRow) -> bool {
    !matches!(row.role, Role::Context | Role::Duplicate)
}

/// A row's name with what tells it from others of another section, and the same with its parameters:
/// `throughput, clients 8`.
fn full_name(row: &MetricRow, rivals: &[String], telling: &Telling) -> (String, String) {
    let mut params: Vec<(&str, &str, String)> = row
        .params
        .iter()
        .filter_map(|(param, value)| Some((param.as_str(), value.as_str(), telling.says(param, value)?)))
        .collect();
    let mut stem = row.name.clone();
    let has_rivals = rivals.iter().any(|section| *section != row.section);
    if is_nameless(&stem) {
        let place = |at: &usize| params.get(*at).and_then(|(param, ..)| plain(param));
        let names = |at: &usize| params.get(*at).is_some_and(|(param, value, _)| says_itself(param, value));
        let best = (0..params.len()).filter(names).min_by_key(place);
        stem = match best {
            Some(at) => params.remove(at).2,
            None => title(&row.section).unwrap_or_else(|| quantity(row).to_owned()),
        };
        if has_rivals {
            let of = match own_words(&row.section, rivals) {
                Own::Before(words) | Own::After(words) => words,
                Own::Nothing => cut(&row.section),
            };
            if !of.is_empty() && !stem.contains(&of) {
                stem = format!("{stem} ({of})");
            }
        }
    } else if has_rivals {
        stem = match own_words(&row.section, rivals) {
            Own::Before(words) => format!("{words} {stem}"),
            Own::After(words) => format!("{stem} {words}"),
            Own::Nothing if row.section.is_empty() => stem,
            Own::Nothing => format!("{stem} ({})", cut(&row.section)),
        };
    }
    let said = |name: &str, says: &str| name.split(' ').any(|word| word == says);
    let new = params.iter().filter(|(.., says)| !said(&stem, says));
    let full = new.fold(stem.clone(), |name, (.., says)| format!("{name}, {says}"));
    (stem, full)
}

/// A section's title where it can be a name.
fn title(section: &str) -> Option<String> {
    let title = tidy(section);
    let title = title.trim_end_matches([':', '.', ',']);
    let count = title.split(' ').count();
    // A number alone is no name.
    (title.contains(char::is_alphabetic) && count <= TITLE_WORDS).then(|| title.to_owned())
}

/// A section's title, of a long one the first words.
fn cut(section: &str) -> String {
    let title = tidy(section);
    let words: Vec<&str> = title.split(' ').collect();
    match words.get(..TITLE_WORDS).filter(|_| words.len() > TITLE_WORDS) {
        Some(first) => format!("{} …", first.join(" ")),
        None => title.trim_end_matches([':', '.', ',']).to_owned(),
    }
}

/// What figures of a unit are where nothing else names them.
fn quantity(row: &MetricRow) -> &'static str {
    match row.unit.dimension {
        Dimension::Time(_) => "time",
        Dimension::DataRate(_) => "throughput",
        Dimension::Rate(_) => "rate",
        _ => "value",
    }
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

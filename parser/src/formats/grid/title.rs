//! What stands above a table and says what it shows.

use super::cell;
use crate::mail::Document;
use crate::reading::number::Comma;
use crate::reading::quantity::{has, said, unit_in, unit_told, words};
use crate::reading::tools;
use crate::unit::{Better, Unit};

/// The lines above a table.
#[derive(Debug, Default)]
pub(super) struct Title {
    /// The line that names it; empty where there is none.
    pub(super) line: String,
    /// The words that may say a direction or a quantity.
    pub(super) words: String,
    /// The unit that they name.
    pub(super) unit: Option<Unit>,
    /// Unit and direction of the tool that they name, the lowest line first.
    pub(super) tool: Option<(&'static str, Better)>,
    /// Whether the lines speak of memory in use.
    pub(super) memory: bool,
}

/// A title has at most this many words; more are a sentence.
const LONGEST_TITLE: usize = 12;
/// How many lines above a table are searched for its title, unit and direction.
const TITLE_LINES: usize = 4;
/// How far above a line that ends in a colon may name the unit of several tables.
const FAR_ABOVE: usize = 30;

/// How far above a tool may be named.
const TOOL_LINES: usize = 14;

/// What stands above the first line of a table.
pub(super) fn of(document: &Document<'_>, first: usize) -> Title {
    let depth = document.depth(first);
    let above =
        |lines: usize| (first.saturating_sub(lines)..first).rev().filter(move |&line| document.depth(line) == depth);
    // A row of another table is no title.
    let figures =
        |text: &str| text.split_whitespace().filter(|word| cell::figure(word, Comma::Thousands).is_some()).count();
    let mut lines = above(TITLE_LINES)
        .map(|line| document.text(line).trim())
        .filter(|text| text.contains(char::is_alphanumeric))
        .take_while(|text| figures(text) < 2);
    let first = lines.next().unwrap_or_default();
    let second = lines.next().unwrap_or_default();
    let tells = |text: &str| unit_in(text).is_some() || said(text).is_some();
    let chosen = if tells(first) || !tells(second) { first } else { second };
    let words = if tells(first) && tells(second) { format!("{first} {second}") } else { chosen.to_owned() };
    let unit = unit_in(chosen).or_else(|| {
        let heads = |text: &&str| text.ends_with(':') && text.split_whitespace().count() <= LONGEST_TITLE;
        above(FAR_ABOVE).map(|line| document.text(line).trim()).filter(heads).find_map(unit_in)
    });
    let near = || above(TOOL_LINES).map(|line| document.text(line).trim()).collect::<Vec<_>>();
    let unit = unit.or_else(|| unit_told(&near().into_iter().rev().collect::<Vec<_>>().join(" ")));
    // The rest of a sentence that was wrapped names nothing.
    let whole = chosen.matches('(').count() == chosen.matches(')').count();
    let brief = whole && chosen.split_whitespace().count() <= LONGEST_TITLE;
    let line = if brief {
        chosen.trim_end_matches(':').split_whitespace().collect::<Vec<_>>().join(" ")
    } else {
        String::new()
    };
    // The direction may be said in the text above, parted by a line's end.
    let spoken = || {
        let texts: Vec<&str> = above(TOOL_LINES).map(|line| document.text(line).trim()).collect();
        texts
            .windows(2)
            .find(|pair| said(&format!("{} {}", pair[1], pair[0])).is_some())
            .map(|pair| format!("{} {}", pair[1], pair[0]))
    };
    let words = if said(&words).is_some() {
        words
    } else {
        spoken().map_or(words.clone(), |spoken| format!("{words} {spoken}"))
    };
    let tool = above(TOOL_LINES).find_map(|line| tools::fixed(document.text(line)));
    let memory = above(TOOL_LINES).any(|line| has(document.text(line), &["memory", "rss", "footprint", "heap"]));
    Title { line, words, unit, tool, memory }
}

/// Whether a line near a table explains what stands over a column as computed: `- x 1st: ratio of the first runs`.
pub(super) fn is_explained_as_computed(document: &Document<'_>, first: usize, end: usize, head: &str) -> bool {
    const WORDS: &[&str] = &["ratio", "speedup", "difference", "change", "percentage", "quotient", "delta", "relative"];
    const LINES: usize = 8;
    if head.is_empty() {
        return false;
    }
    let lines = (first.saturating_sub(LINES)..first).chain(end..(end + LINES).min(document.len()));
    lines.map(|line| document.text(line).trim().trim_start_matches(['-', '*', '#', '`', ' '])).any(|text| {
        let meaning = text.strip_prefix(head).map(|rest| rest.trim_start_matches(['`', '*', ' ']));
        let meaning = meaning.and_then(|rest| rest.strip_prefix([':', '=']));
        meaning.is_some_and(|rest| words(rest).take(4).any(|word| WORDS.contains(&word.as_str())))
    })
}

/// How far above a table its legend may stand, and how many words a name in it has.
const LEGEND_LINES: usize = 14;
const MOST_NAME_WORDS: usize = 8;
/// A longer explanation of several words says more of a name than one wants to read in its place.
const LONGEST_NAME: usize = 40;

/// What short names over columns stand for, where lines above say so: `col-1 : x.pg_17_5`, `A = vanilla`.
pub(super) fn legend<'s>(
    document: &Document<'_>,
    first: usize,
    names: impl Iterator<Item = &'s str>,
) -> Vec<(String, String)> {
    let depth = document.depth(first);
    let lines: Vec<&str> = (first.saturating_sub(LEGEND_LINES)..first)
        .filter(|&line| document.depth(line) == depth)
        .map(|line| document.text(line).trim().trim_start_matches(['-', '*', ' ']))
        .collect();
    let meaning = |short: &str| {
        lines.iter().rev().find_map(|line| {
            let rest = line.strip_prefix(short)?.trim_start();
            let name = rest
                .strip_prefix([':', '='])
                .or_else(|| rest.strip_prefix("- "))
                .or_else(|| rest.strip_prefix("-> "))?
                .trim();
            let words = name.split_whitespace().count();
            ((1..=MOST_NAME_WORDS).contains(&words) && name.len() <= LONGEST_NAME)
                .then(|| name.trim_end_matches(['.', ',']).to_owned())
        })
    };
    let mut found: Vec<(String, String)> = Vec::new();
    for short in names.filter(|short| !short.is_empty()) {
        if !found.iter().any(|(known, _)| known == short) {
            found.extend(meaning(short).map(|name| (short.to_owned(), name)));
        }
    }
    found
}

/// What the figures between slashes in the cells of a table are, where a line above says so: `Every cell is old/new.`
pub(super) fn slashed(document: &Document<'_>, first: usize, count: usize) -> Vec<String> {
    let depth = document.depth(first);
    let above = (first.saturating_sub(TITLE_LINES + 2)..first).rev().filter(|&line| document.depth(line) == depth);
    let parts = |word: &str| -> Option<Vec<String>> {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let parts: Vec<String> = word.split('/').map(str::to_owned).collect();
        let named = parts.iter().all(|part| part.starts_with(char::is_alphabetic));
        (parts.len() == count && named && crate::reading::quantity::unit_of(word).is_none()).then_some(parts)
    };
    above.flat_map(|line| document.text(line).split_whitespace()).find_map(parts).unwrap_or_default()
}

//! What stands above a table whose columns tell the settings: its title, and labels that are conditions then. Nothing in
//! here knows any tool.

use crate::lex;
use crate::mail::Document;
use crate::measurement::{FieldKind, Label, Labels};
use crate::sink::Sink;

/// A title has at most this many words; more are a sentence.
const MOST_WORDS: usize = 9;
/// At most this many lines right above a table are its title.
const MOST_LINES: usize = 3;
/// At most this many blank lines part a table from its title.
const MOST_BLANK_LINES: usize = 2;

/// The short lines right above a line, the first one first, up to a blank line, a sentence, or a line that is not to be one.
pub(crate) fn titles(document: &Document<'_>, line: usize, other: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut titles = Vec::new();
    let mut blanks = 0;
    for above in (0..line).rev().take(MOST_LINES + MOST_BLANK_LINES) {
        let text = document.text(above).trim();
        let separates = !text.chars().any(char::is_alphanumeric);
        if document.depth(above) != document.depth(line) || titles.len() == MOST_LINES {
            break;
        }
        if text.is_empty() && titles.is_empty() && blanks < MOST_BLANK_LINES {
            blanks += 1;
            continue;
        }
        let sentence = text.ends_with(['.', '!', '?', ',']) || text.split_whitespace().count() > MOST_WORDS;
        // A row of another table is no title.
        let figures = text.split_whitespace().filter(|word| lex::printed(word).is_some_and(|p| p.rest.is_empty()));
        if text.is_empty() || sentence || other(text) || figures.count() >= 2 {
            break;
        }
        if !separates {
            titles.push(
                text.trim_matches(|c: char| "#*=-: ".contains(c)).split_whitespace().collect::<Vec<_>>().join(" "),
            );
        }
    }
    titles.reverse();
    titles
}

/// The labels in force for a line, those that could tell a setting turned into conditions: of a table whose columns are the
/// settings, a label above says which benchmark or machine it is of. What is said otherwise tells nothing more.
pub(crate) fn conditions_above(
    sink: &Sink,
    document: &Document<'_>,
    line: usize,
    said: &dyn Fn(&str) -> bool,
) -> Labels {
    let mut labels: Vec<Label> = sink.context.labels(document.depth(line));
    for label in &mut labels {
        if label.field.kind == FieldKind::Setting {
            label.field.kind = if said(&label.value) { FieldKind::Context } else { FieldKind::Parameter };
        }
    }
    labels
}

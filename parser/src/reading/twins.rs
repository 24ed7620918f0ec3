//! Lines that are the same but for their numbers.
//!
//! What a program prints comes again with every run. Lines of one *form*, their words alike and their numbers not, are
//! twins; where other lines part them (`Before:`, a command, the name of a case) they are the same figure of another run.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

use crate::mail::Document;
use crate::reading::settings;

/// A longer line is a text.
const LONGEST: usize = 300;
/// So many lines of a form are looked at to learn what its numbers are.
const MOST_LOOKED_AT: usize = 96;

/// The lines of a source by their form.
#[derive(Clone, Debug, Default)]
pub(crate) struct Twins {
    /// By line: the form.
    forms: BTreeMap<u32, u64>,
    /// The first lines of each form, in order.
    lines: BTreeMap<u64, Vec<u32>>,
}

impl Twins {
    pub(crate) fn of(document: &Document<'_>) -> Self {
        let mut twins = Self::default();
        for line in 0..document.len() {
            let Some(form) = form(document, line) else { continue };
            let of_form = twins.lines.entry(form).or_default();
            if of_form.len() < MOST_LOOKED_AT {
                of_form.push(line as u32);
            }
            twins.forms.insert(line as u32, form);
        }
        twins.lines.retain(|_, lines| lines.len() >= 2);
        let Self { forms, lines } = &mut twins;
        forms.retain(|_, form| lines.contains_key(form));
        twins
    }

    /// The first lines of a line's form, itself among them where it is one of the first; none where it has no twin.
    pub(crate) fn like(&self, line: usize) -> &[u32] {
        let lines = self.forms.get(&(line as u32)).and_then(|form| self.lines.get(form));
        lines.map_or(&[][..], Vec::as_slice)
    }

    /// Whether two lines are twins.
    pub(crate) fn are_twins(&self, one: usize, other: usize) -> bool {
        let form = |line: usize| self.forms.get(&(line as u32));
        form(one).is_some() && form(one) == form(other)
    }
}

/// What twins have in common: a number or the colon of a label, their words, and how they are quoted.
fn form(document: &Document<'_>, line: usize) -> Option<u64> {
    let text = settings::unremarked(document.text(line));
    let label = || text.trim_end().ends_with(':');
    if text.len() > LONGEST || !text.bytes().any(|b| b.is_ascii_digit()) && !label() {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    document.depth(line).hash(&mut hasher);
    let mut in_number = false;
    for word in text.split_whitespace() {
        for c in word.chars() {
            let of_number = c.is_ascii_digit() || in_number && matches!(c, '.' | ',' | ':');
            if !of_number {
                c.hash(&mut hasher);
            } else if !in_number {
                '#'.hash(&mut hasher);
            }
            in_number = of_number;
        }
        in_number = false;
        ' '.hash(&mut hasher);
    }
    Some(hasher.finish())
}

/// Parts the lines of a form where anything but blank lines stands between them.
pub(crate) fn runs(document: &Document<'_>, lines: &[u32]) -> Vec<Vec<u32>> {
    let mut runs: Vec<Vec<u32>> = Vec::new();
    for &line in lines {
        let last = runs.last().and_then(|run| run.last()).copied();
        let remark = |line: u32| settings::remark(document.text(line as usize));
        let goes_on = last.is_some_and(|last| {
            remark(last) == remark(line) && (last + 1..line).all(|between| document.is_blank(between as usize))
        });
        match runs.last_mut().filter(|_| goes_on) {
            Some(run) => run.push(line),
            None => runs.push(vec![line]),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Source, SourceId};

    #[test]
    fn lines_with_the_same_words_are_twins() {
        let source = Source::unnamed("a:\nran 5 s\nran 6.25 s\nb:\nran 1,200 s\nsat 5 s\nno number\n");
        let document = Document::new(SourceId(0), &source);
        let twins = Twins::of(&document);
        assert_eq!(twins.like(1), [1, 2, 4]);
        assert_eq!(twins.like(5), [0_u32; 0]);
        assert_eq!(runs(&document, twins.like(1)), [vec![1, 2], vec![4]]);
    }

    #[test]
    fn a_quoted_line_is_no_twin_of_another_voice() {
        let source = Source::unnamed("> ran 5 s\n> text\n\nran 6 s\n");
        let document = Document::new(SourceId(0), &source);
        let twins = Twins::of(&document);
        assert!((0..document.len()).all(|line| twins.like(line).is_empty()));
    }
}

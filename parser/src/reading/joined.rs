//! The words of one or several lines as one text with single blanks, every part of which knows its place: what rows that a
//! mailer wrapped are read from. Nothing in here knows any tool.

use std::ops::Range;

use crate::mail::Document;
use crate::reading::words::{Word, next_line, words};
use crate::source::Span;

/// Words parted by single blanks, and where each stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Joined<'d> {
    text: String,
    /// Each word, and where it starts in the text.
    words: Vec<(usize, Word<'d>)>,
    /// The last line that is in it.
    last: usize,
}

impl<'d> Joined<'d> {
    /// The words of a line.
    pub(crate) fn line(document: &'d Document<'_>, line: usize) -> Self {
        let mut joined = Self { last: line, ..Self::default() };
        joined.extend(words(document, line));
        joined
    }

    /// Goes on with the line that follows; says whether there is one.
    pub(crate) fn go_on(&mut self, document: &'d Document<'_>) -> bool {
        let Some(next) = next_line(document, self.last) else { return false };
        self.last = next;
        self.extend(words(document, next));
        true
    }

    fn extend(&mut self, words: Vec<Word<'d>>) {
        for word in words {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.words.push((self.text.len(), word));
            self.text.push_str(word.text);
        }
    }

    /// All words, parted by single blanks.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The last line that is in it.
    pub(crate) fn last(&self) -> usize {
        self.last
    }

    /// Where a part of the text stands in it, in bytes; the part must be a slice of the text.
    pub(crate) fn range(&self, part: &str) -> Range<usize> {
        let start = part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr()).min(self.text.len());
        start..(start + part.len()).min(self.text.len())
    }

    /// The line that a byte of the text stands in.
    pub(crate) fn line_of(&self, at: usize) -> usize {
        self.word_at(at).map_or(self.last, |(_, word)| word.line)
    }

    /// The place of a range of the text.
    pub(crate) fn span(&self, document: &Document<'_>, range: Range<usize>) -> Span {
        let place = |at: usize| {
            let (start, word) = self.word_at(at)?;
            let within = at.saturating_sub(start).min(word.text.len());
            Some((word.split(within)?.1.span(document), word.span(document)))
        };
        let Some((first, _)) = place(range.start) else { return Span::default() };
        let Some((last, _)) = place(range.end) else { return Span { end: first.start, ..first } };
        Span { end: last.start.max(first.start), ..first }
    }

    /// The word that a byte of the text belongs to, or the one before it.
    fn word_at(&self, at: usize) -> Option<(usize, Word<'d>)> {
        let next = self.words.partition_point(|(start, _)| *start <= at);
        next.checked_sub(1).and_then(|index| self.words.get(index)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, SourceId};

    #[test]
    fn parts_know_their_places_over_line_ends() {
        let source = Source::unnamed("> Hmean  1   49.06\n> (é 5.30%)\nno");
        let document = Document::new(SourceId(0), &source);
        let line = (0..document.len()).find(|&line| document.text(line).starts_with("Hmean")).expect("the line");
        let mut joined = Joined::line(&document, line);
        assert!(joined.go_on(&document));
        assert_eq!(joined.text(), "Hmean 1 49.06 (é 5.30%)");
        assert!(!joined.clone().go_on(&document));
        for part in ["Hmean", "49.06", "(é", "30%", "49.06 (é 5.30%)", "é"] {
            let at = joined.text().find(part).expect("a part");
            let shown = source.slice(joined.span(&document, at..at + part.len()));
            assert_eq!(shown.split_whitespace().filter(|w| *w != ">").collect::<Vec<_>>().join(" "), part);
        }
        assert_eq!(joined.line_of(joined.text().find('(').expect("a bracket")), line + 1);
    }
}

//! The logical lines of a source: what a post's lines are once quoting is undone, as places in the text as it was given.
//!
//! Nothing is rewritten. A line is a range of the source after its quote marks, so every place in it is a place in the
//! source; readers ask [`Document`] for a line's text and for the span of a part of it, never for bytes.

use crate::source::{Source, SourceId, Span};

/// A line after its quote marks and without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    start: u32,
    end: u32,
    /// How many quote marks stood before it; 255 for more.
    depth: u8,
}

/// A word of a line: characters between blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'s> {
    /// The characters.
    pub text: &'s str,
    /// Where they stand.
    pub span: Span,
    /// The column of the first character, from 0, tabs expanded to eight.
    pub column: u32,
    /// The column after the last character.
    pub column_end: u32,
}

/// The logical lines of one source.
#[derive(Clone, Debug)]
pub struct Document<'s> {
    id: SourceId,
    source: &'s Source,
    lines: Vec<Line>,
}

/// What some programs put before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The width of a tab stop in mail and terminals.
const TAB: u32 = 8;

impl<'s> Document<'s> {
    /// Finds the logical lines of a source, of its first [`Source::MAX_BYTES`] bytes.
    pub fn new(id: SourceId, source: &'s Source) -> Self {
        let text = readable(&source.text);
        let mut lines = Vec::new();
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', text.as_bytes()).chain(std::iter::once(text.len())) {
            lines.push(logical_line(text, start, end));
            start = end + 1;
        }
        Self { id, source, lines }
    }

    /// The source that the lines are of.
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// The source's name.
    pub fn label(&self) -> &'s str {
        &self.source.label
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Never: even the empty text has one line.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// A line's characters; empty for a line that is not there.
    pub fn text(&self, line: usize) -> &'s str {
        self.line(line).and_then(|l| self.source.text.get(l.start as usize..l.end as usize)).unwrap_or_default()
    }

    /// How deep a line is quoted.
    pub fn depth(&self, line: usize) -> u8 {
        self.line(line).map_or(0, |l| l.depth)
    }

    /// Whether a line holds nothing but blanks.
    pub fn is_blank(&self, line: usize) -> bool {
        self.text(line).trim().is_empty()
    }

    /// The place of a whole line.
    pub fn line_span(&self, line: usize) -> Span {
        self.line(line).map_or_else(Span::default, |l| Span { source: self.id, start: l.start, end: l.end })
    }

    /// The place of a part of a line, given in bytes of [`Self::text`].
    pub fn span(&self, line: usize, start: usize, end: usize) -> Span {
        let whole = self.line_span(line);
        Span::new(self.id, whole.start as usize + start, whole.start as usize + end)
    }

    /// The words of a line.
    pub fn tokens(&self, line: usize) -> Vec<Token<'s>> {
        let text = self.text(line);
        let mut tokens = Vec::new();
        let mut open: Option<(usize, u32)> = None;
        let mut column = 0;
        for (at, c) in text.char_indices().chain(std::iter::once((text.len(), ' '))) {
            match (c.is_whitespace(), open) {
                (false, None) => open = Some((at, column)),
                (true, Some((start, first))) => {
                    tokens.push(Token {
                        text: text.get(start..at).unwrap_or_default(),
                        span: self.span(line, start, at),
                        column: first,
                        column_end: column,
                    });
                    open = None;
                }
                _ => {}
            }
            column = if c == '\t' { (column / TAB + 1) * TAB } else { column + 1 };
        }
        tokens
    }

    /// The place of some words that follow each other in a line, whatever the blanks between them.
    pub fn find_words(&self, line: usize, words: &[&str]) -> Option<Span> {
        let tokens = self.tokens(line);
        let found =
            tokens.windows(words.len()).find(|window| window.iter().map(|t| t.text).eq(words.iter().copied()))?;
        let (first, last) = (found.first()?, found.last()?);
        Some(Span { end: last.span.end, ..first.span })
    }

    fn line(&self, line: usize) -> Option<&Line> {
        self.lines.get(line)
    }
}

/// The part of a text that is read: all of it, or as many whole characters as the limit allows.
pub(crate) fn readable(text: &str) -> &str {
    let mut end = text.len().min(Source::MAX_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// The logical line of `text[start..end]`: without a carriage return and quote marks (`> `, `>>`, `> >`).
fn logical_line(text: &str, start: usize, end: usize) -> Line {
    let raw = text.get(start..end).unwrap_or_default();
    let line = raw.strip_suffix('\r').unwrap_or(raw);
    let (mut rest, mut depth) = (line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line), 0_u8);
    loop {
        let unspaced = rest.trim_start_matches(' ');
        // Quote marks stand at the margin; a mark that is far in is a column of something.
        match unspaced.strip_prefix('>') {
            Some(after) if rest.len() - unspaced.len() <= 2 => {
                rest = after;
                depth = depth.saturating_add(1);
            }
            _ => break,
        }
    }
    if depth > 0 {
        rest = rest.strip_prefix(' ').unwrap_or(rest);
    }
    Line { start: (start + line.len() - rest.len()) as u32, end: (start + line.len()) as u32, depth }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(u8, String)> {
        let source = Source::unnamed(text);
        let document = Document::new(SourceId(0), &source);
        (0..document.len()).map(|line| (document.depth(line), document.text(line).to_owned())).collect()
    }

    #[test]
    fn quote_marks_are_set_aside() {
        assert_eq!(
            texts("a\r\n> b\n>> c\n> > d\n>e\n   x > 5\n"),
            [(0, "a"), (1, "b"), (2, "c"), (2, "d"), (1, "e"), (0, "   x > 5"), (0, "")]
                .map(|(depth, text)| (depth, text.to_owned()))
        );
    }

    #[test]
    fn words_are_found_whatever_their_blanks() {
        let source = Source::unnamed("times - smaller  is\tbetter");
        let document = Document::new(SourceId(0), &source);
        let found = document.find_words(0, &["smaller", "is", "better"]);
        assert_eq!(found.map(|span| source.slice(span)), Some("smaller  is\tbetter"));
        assert_eq!(document.find_words(0, &["is", "smaller"]), None);
    }

    #[test]
    fn tokens_know_their_columns_and_places() {
        let source = Source::unnamed("> a\tbé  c");
        let document = Document::new(SourceId(0), &source);
        let tokens = document.tokens(0);
        let seen: Vec<_> = tokens.iter().map(|t| (t.text, source.slice(t.span), t.column, t.column_end)).collect();
        assert_eq!(seen, [("a", "a", 0, 1), ("bé", "bé", 8, 10), ("c", "c", 12, 13)]);
    }
}

//! The text as it was given, and places in it.

use serde::{Deserialize, Serialize};

/// Which of the sources given to [`crate::parse`] a span lies in: its position there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourceId(pub u16);

/// One pasted text, dropped file or opened example. Nothing copies or rewrites its text later.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// A file's name or what the user called the text; empty where it has no name. It is a key of every
    /// measurement in it like any other: two raw logs, one per setting, compare by it.
    pub label: String,
    /// The text, in UTF-8. Spans are byte ranges in it.
    pub text: String,
}

impl Source {
    /// The longest text that is read, in bytes. Spans are 32 bits wide.
    pub const MAX_BYTES: usize = 1 << 30;

    /// A source of that name.
    pub fn new(label: impl Into<String>, text: impl Into<String>) -> Self {
        Self { label: label.into(), text: text.into() }
    }

    /// A source without a name.
    pub fn unnamed(text: impl Into<String>) -> Self {
        Self::new("", text)
    }

    /// The text at a span; empty where the span is not a range of this text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }
}

/// A half-open range of bytes in one source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The source it lies in.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The range `start..end` of a source; an end before the start gives an empty span.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        Self { source, start: start as u32, end: end.max(start) as u32 }
    }

    /// Its length in bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it holds nothing.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether the other lies wholly in this one.
    pub fn contains(self, other: Self) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }
}

/// Turns bytes into lines and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Finds the lines of a text. Lines end with `\n`.
    pub fn new(text: &str) -> Self {
        let mut starts = vec![0];
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1));
        Self { starts }
    }

    /// How many lines there are; a text that ends with `\n` has an empty last one.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Never: even the empty text has one line.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The line that holds a byte, from 0.
    pub fn line_of(&self, byte: u32) -> usize {
        self.starts.partition_point(|&start| start <= byte).saturating_sub(1)
    }

    /// The first byte of a line, from 0; the last line's for one beyond it.
    pub fn start_of(&self, line: usize) -> u32 {
        self.starts.get(line).or(self.starts.last()).copied().unwrap_or(0)
    }

    /// Line and column of a byte, both from 1, as editors count; the column in characters.
    pub fn position(&self, text: &str, byte: u32) -> (usize, usize) {
        let line = self.line_of(byte);
        let before = text.get(self.start_of(line) as usize..byte as usize).unwrap_or_default();
        (line + 1, before.chars().count() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_from_one_in_characters() {
        let text = "ab\né1\n";
        let index = LineIndex::new(text);
        assert_eq!(index.len(), 3);
        assert_eq!(index.position(text, 0), (1, 1));
        assert_eq!(index.position(text, 5), (2, 2));
        assert_eq!(index.position(text, 7), (3, 1));
        assert_eq!(index.position(text, 99), (3, 1));
    }
}

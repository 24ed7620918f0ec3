//! A text with what mail did to it undone, and the way back to the text as it was given.
//!
//! Quoted-printable, base64, HTML entities, terminal colours and zero-width characters are taken out of the way before
//! anything is read. Every character that is left knows where it came from: a [`View`] is the changed text and a list of
//! segments, each either the same on both sides or a replacement as a whole. A text that needs nothing is not copied.

use std::borrow::Cow;

/// A run of characters that came from one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Segment {
    /// Where it starts in the view.
    view: u32,
    /// Where it starts in the source.
    source: u32,
    /// How long it is in the source.
    source_len: u32,
    /// Whether it is the same on both sides, so that places inside it have their counterparts.
    same: bool,
}

/// A text read in place of another.
#[derive(Clone, Debug)]
pub(crate) struct View<'s> {
    text: Cow<'s, str>,
    /// In order; empty for a text that was not changed.
    segments: Vec<Segment>,
}

impl<'s> View<'s> {
    /// A text as it is.
    pub(crate) fn unchanged(text: &'s str) -> Self {
        Self { text: Cow::Borrowed(text), segments: Vec::new() }
    }

    /// The characters.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The range of the source that a range of the view came from. What was taken out inside it lies inside; at its ends
    /// it does not.
    pub(crate) fn source_range(&self, start: usize, end: usize) -> (usize, usize) {
        if self.segments.is_empty() {
            return (start, end);
        }
        let from = self.segment_at(start).map_or(0, |s| {
            let inside = if s.same { (start as u32).saturating_sub(s.view).min(s.source_len) } else { 0 };
            (s.source + inside) as usize
        });
        if end <= start {
            return (from, from);
        }
        let to = self.segment_at(end - 1).map_or(from, |s| {
            let inside = if s.same { (end as u32).saturating_sub(s.view).min(s.source_len) } else { s.source_len };
            (s.source + inside) as usize
        });
        (from, to.max(from))
    }

    /// A view of this view's text as a view of this view's source.
    pub(crate) fn then(&self, further: View<'_>) -> Self {
        if self.segments.is_empty() {
            return View { text: Cow::Owned(further.text.into_owned()), segments: further.segments };
        }
        let mut segments = Vec::with_capacity(self.segments.len() + further.segments.len());
        for segment in &further.segments {
            let (start, end) = (segment.source, segment.source + segment.source_len);
            if segment.same {
                self.carry_over(start, end, segment.view, &mut segments);
            } else {
                let (from, to) = self.source_range(start as usize, end as usize);
                segments.push(Segment { source: from as u32, source_len: (to - from) as u32, ..*segment });
            }
        }
        View { text: Cow::Owned(further.text.into_owned()), segments }
    }

    /// Adds the segments of a range of this view, moved to another place.
    fn carry_over(&self, start: u32, end: u32, to: u32, segments: &mut Vec<Segment>) {
        let first = self.segments.partition_point(|s| s.view <= start).saturating_sub(1);
        let pieces = self.segments.get(first..).unwrap_or_default();
        let ends = pieces.iter().skip(1).map(|s| s.view).chain(std::iter::once(self.text.len() as u32));
        for (piece, piece_end) in pieces.iter().zip(ends).take_while(|(piece, _)| piece.view < end) {
            let (from, until) = (piece.view.max(start), piece_end.min(end));
            if from >= until {
                continue;
            }
            let view = to + (from - start);
            segments.push(if piece.same {
                Segment { view, source: piece.source + (from - piece.view), source_len: until - from, same: true }
            } else {
                Segment { view, ..*piece }
            });
        }
    }

    /// The segment that holds a place of the view, or the last before it.
    fn segment_at(&self, at: usize) -> Option<&Segment> {
        let after = self.segments.partition_point(|s| s.view as usize <= at);
        self.segments.get(after.checked_sub(1)?)
    }
}

/// Puts a view together, from left to right.
#[derive(Debug)]
pub(crate) struct Builder<'s> {
    source: &'s str,
    text: String,
    segments: Vec<Segment>,
}

impl<'s> Builder<'s> {
    pub(crate) fn new(source: &'s str) -> Self {
        Self { source, text: String::with_capacity(source.len()), segments: Vec::new() }
    }

    /// Takes a range of the source over as it is.
    pub(crate) fn keep(&mut self, start: usize, end: usize) {
        let Some(piece) = self.source.get(start..end).filter(|piece| !piece.is_empty()) else { return };
        let (view, len) = (self.text.len() as u32, piece.len() as u32);
        self.text.push_str(piece);
        match self.segments.last_mut() {
            Some(last) if last.same && last.source + last.source_len == start as u32 => last.source_len += len,
            _ => self.segments.push(Segment { view, source: start as u32, source_len: len, same: true }),
        }
    }

    /// Reads some characters in place of a range of the source, as a whole.
    pub(crate) fn replace(&mut self, start: usize, end: usize, with: &str) {
        if with.is_empty() {
            return;
        }
        let view = self.text.len() as u32;
        self.segments.push(Segment { view, source: start as u32, source_len: (end - start) as u32, same: false });
        self.text.push_str(with);
    }

    /// The length of the view so far.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// The view.
    pub(crate) fn finish(self) -> View<'s> {
        View { text: Cow::Owned(self.text), segments: self.segments }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back() {
        let source = "ab=3D12\u{1b}[1m34 &lt;5";
        let mut builder = Builder::new(source);
        builder.keep(0, 2);
        builder.replace(2, 5, "=");
        builder.keep(5, 7);
        builder.keep(11, 14);
        builder.replace(14, 18, "<");
        builder.keep(18, 19);
        let view = builder.finish();
        assert_eq!(view.text(), "ab=1234 <5");
        let back = |part: &str| {
            let at = view.text().find(part).expect("it is there");
            let (start, end) = view.source_range(at, at + part.len());
            &source[start..end]
        };
        assert_eq!(back("ab"), "ab");
        assert_eq!(back("="), "=3D");
        assert_eq!(back("1234"), "12\u{1b}[1m34");
        assert_eq!(back("34"), "34");
        assert_eq!(back("<5"), "&lt;5");
        assert_eq!(view.source_range(4, 4), (6, 6));
    }

    #[test]
    fn places_lead_back_through_two_views() {
        let source = "a=3D=\nb &lt;1=32";
        let mut first = Builder::new(source);
        first.keep(0, 1);
        first.replace(1, 4, "=");
        first.keep(6, 13);
        first.replace(13, 16, "2");
        let first = first.finish();
        assert_eq!(first.text(), "a=b &lt;12");
        let text = first.text().to_owned();
        let mut second = Builder::new(&text);
        second.keep(0, 4);
        second.replace(4, 8, "<");
        second.keep(8, 10);
        let both = first.then(second.finish());
        assert_eq!(both.text(), "a=b <12");
        let back = |part: &str| {
            let at = both.text().find(part).expect("it is there");
            let (start, end) = both.source_range(at, at + part.len());
            &source[start..end]
        };
        assert_eq!((back("a="), back("b"), back("<"), back("12")), ("a=3D", "b", "&lt;", "1=32"));
    }

    #[test]
    fn an_unchanged_text_is_its_own_way_back() {
        let view = View::unchanged("abc");
        assert_eq!((view.text(), view.source_range(1, 2)), ("abc", (1, 2)));
    }

    #[test]
    fn a_replacement_of_the_same_length_stays_whole() {
        let mut builder = Builder::new("xxxx");
        builder.replace(0, 4, "1234");
        let view = builder.finish();
        assert_eq!(view.source_range(1, 3), (0, 4));
    }
}

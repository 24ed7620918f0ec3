//! The logical lines of a source: what a post's lines are once quoting is undone, as places in the text as it was given.
//!
//! Lines are ranges of a `View`, in which encodings, prefixes of logs and line ends that mail put in are undone and every place
//! knows where it came from; quote marks are left out by moving a line's start. Readers ask [`Document`] for a line's text and for the span of a
//! part of it, never for bytes.

use std::cell::OnceCell;

use crate::aside;
use crate::ledger::RegionKind;
use crate::reading::number::Comma;
use crate::reading::twins::Twins;
use crate::rejoin::WRAPS_BEYOND;
use crate::source::{Source, SourceId, Span};
use crate::undo::undo;
use crate::view::View;

/// A line after its quote marks and without its end: a range of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// How many quote marks stood before it; 255 for more.
    pub(crate) depth: u8,
    /// Whether it goes on with the line of the text that the one before it is of.
    goes_on: bool,
    /// Which message it is of.
    message: u32,
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
    label: &'s str,
    view: View<'s>,
    lines: Vec<Line>,
    /// Ranges of the source that are not read, and what they were taken for.
    aside: Vec<(usize, usize, RegionKind)>,
    comma: Comma,
    twins: OnceCell<Twins>,
}

/// What some programs put before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The width of a tab stop in mail and terminals.
const TAB: u32 = 8;

/// A line longer than this is a text that lost its line ends.
const ENDLESS: usize = 400;
/// The same for the only line of a text.
const ENDLESS_ALONE: usize = 160;

impl<'s> Document<'s> {
    /// Finds the logical lines of a source, of its first [`Source::MAX_BYTES`] bytes.
    pub fn new(id: SourceId, source: &'s Source) -> Self {
        let undone = undo(readable(&source.text));
        let text = undone.view.text();
        let bars = quoted_by_bars(text);
        let mut lines = Vec::new();
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', text.as_bytes()).chain(std::iter::once(text.len())) {
            lines.push(logical_line(text, start, end, bars));
            start = end + 1;
        }
        adopt_bars(text, &mut lines);
        adopt_wrapped(&mut lines);
        count_messages(text, &mut lines);
        // What is quoted as deep belongs together, whatever a reply puts between: each voice is read as a whole.
        lines.sort_by_key(|line| (line.message, line.depth));
        let comma = Comma::of(undone.view.text());
        Self {
            id,
            label: &source.label,
            view: undone.view,
            lines,
            aside: undone.explained,
            comma,
            twins: OnceCell::new(),
        }
    }

    /// Breaks lines that are a whole text before every word that `starts` says a line starts with, given all words of the
    /// line and the place of one among them.
    pub fn break_endless_lines(&mut self, starts: &dyn Fn(&[Token<'_>], usize) -> bool) {
        // A text of one line alone is endless sooner.
        let filled = (0..self.lines.len()).filter(|&line| !self.is_blank(line)).take(2).count();
        let endless = if filled > 1 { ENDLESS } else { ENDLESS_ALONE };
        if !self.lines.iter().any(|line| (line.end - line.start) as usize > endless) {
            return;
        }
        let mut lines = Vec::with_capacity(self.lines.len());
        for (at, line) in self.lines.iter().enumerate() {
            if (line.end - line.start) as usize <= endless {
                lines.push(*line);
                continue;
            }
            let (tokens, places) = self.words(at);
            let mut start = line.start;
            for (position, &place) in places.iter().enumerate().skip(1) {
                if starts(&tokens, position) {
                    lines.push(Line { start, end: place, goes_on: start > line.start, ..*line });
                    start = place;
                }
            }
            lines.push(Line { start, goes_on: start > line.start, ..*line });
        }
        self.lines = lines;
    }

    /// Sets aside what of a mail is no text of its author; a blank line stands in its place.
    pub fn leave_out_asides(&mut self) {
        let kinds = aside::kinds(self);
        for (at, kind) in kinds.into_iter().enumerate() {
            let Some(kind) = kind else { continue };
            let span = self.line_span(at);
            self.aside.push((span.start as usize, span.end as usize, kind));
            if let Some(line) = self.lines.get_mut(at) {
                line.start = line.end;
            }
        }
    }

    /// Whether two lines are of one message and quoted as deep; false for one that is not there.
    pub fn same_voice(&self, one: usize, other: usize) -> bool {
        let voice = |line: usize| self.line(line).map(|l| (l.message, l.depth));
        voice(one).is_some_and(|one| Some(one) == voice(other))
    }

    /// Whether a line stands right below another one in the text, with no line of another voice between.
    pub fn follows(&self, above: usize, line: usize) -> bool {
        let between = self
            .line(above)
            .zip(self.line(line))
            .and_then(|(above, line)| self.view.text().get(above.end as usize..line.start as usize));
        self.same_voice(above, line) && between.is_some_and(|text| text.matches('\n').count() == 1)
    }

    /// Whether a line goes on with the line of the text that the one before it is of: that text lost its line ends.
    pub fn goes_on(&self, line: usize) -> bool {
        self.line(line).is_some_and(|l| l.goes_on)
    }

    /// Whether a line is a part of a text that lost its line ends.
    pub fn is_torn(&self, line: usize) -> bool {
        self.goes_on(line) || self.goes_on(line + 1)
    }

    /// Whether, in a text without line ends, a line ends in a sentence or a label: then that is of what comes next, and what
    /// stood above is not.
    pub fn breaks_off(&self, line: usize) -> bool {
        let last = self.text(line).split_whitespace().last().unwrap_or_default();
        self.goes_on(line + 1) && last.ends_with(['.', ':', '?', '!']) && last.starts_with(char::is_alphabetic)
    }

    /// Whether another message starts with a line.
    pub fn starts_message(&self, line: usize) -> bool {
        let message = |line: usize| self.line(line).map(|l| l.message);
        line.checked_sub(1).is_some_and(|above| message(above) != message(line))
    }

    /// What is not read, and what it was taken for: encoding, what a log or a shell put before lines, what of a mail is no
    /// text of its author.
    pub fn set_aside(&self) -> impl Iterator<Item = (Span, RegionKind)> + '_ {
        self.aside.iter().map(|&(start, end, kind)| (Span::new(self.id, start, end), kind))
    }

    /// What a comma between digits means in this text.
    pub(crate) fn comma(&self) -> Comma {
        self.comma
    }

    /// The lines that are the same but for their numbers. To be asked for once lines are broken and asides left out.
    pub(crate) fn twins(&self) -> &Twins {
        self.twins.get_or_init(|| Twins::of(self))
    }

    /// The whole text with its encodings undone.
    pub fn whole(&self) -> &str {
        self.view.text()
    }

    /// The source that the lines are of.
    pub fn id(&self) -> SourceId {
        self.id
    }

    /// The source's name.
    pub fn label(&self) -> &'s str {
        self.label
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
    pub fn text(&self, line: usize) -> &str {
        self.line(line).and_then(|l| self.view.text().get(l.start as usize..l.end as usize)).unwrap_or_default()
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
        self.span(line, 0, self.text(line).len())
    }

    /// The place of a part of a line, given in bytes of [`Self::text`].
    pub fn span(&self, line: usize, start: usize, end: usize) -> Span {
        let from = self.line(line).map_or(0, |l| l.start as usize);
        let (start, end) = self.view.source_range(from + start, from + end);
        Span::new(self.id, start, end)
    }

    /// The words of a line.
    pub fn tokens(&self, line: usize) -> Vec<Token<'_>> {
        self.words(line).0
    }

    /// The words of a line, and where each starts in the view.
    fn words(&self, line: usize) -> (Vec<Token<'_>>, Vec<u32>) {
        let text = self.text(line);
        let from = self.line(line).map_or(0, |l| l.start);
        let (mut tokens, mut starts) = (Vec::new(), Vec::new());
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
                    starts.push(from + start as u32);
                    open = None;
                }
                _ => {}
            }
            column = if c == '\t' { (column / TAB + 1) * TAB } else { column + 1 };
        }
        (tokens, starts)
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

/// Lines that lost their quote mark: a mailer wrapped a quoted line, and the rest of it stands unmarked between lines of
/// its kind. It is taken back among them; a reply is set off by blank lines or goes on for more than a line.
fn adopt_wrapped(lines: &mut [Line]) {
    for at in 1..lines.len().saturating_sub(1) {
        let Some([before, line, after]) = lines.get(at - 1..=at + 1) else { continue };
        let wrapped = before.end - before.start + 1 + (line.end - line.start).min(8) > WRAPS_BEYOND as u32;
        let depth = before.depth;
        let orphan = line.depth < depth && after.depth == depth && line.start < line.end && wrapped;
        if let Some(line) = lines.get_mut(at).filter(|_| orphan) {
            line.depth = depth;
        }
    }
}

/// A lone bar between lines that are quoted by one is the mark of a blank line; elsewhere a mailer wrapped it from the end of
/// a table's row.
fn adopt_bars(text: &str, lines: &mut [Line]) {
    for at in 1..lines.len() {
        let Some(line) = lines.get(at) else { continue };
        let lone = line.depth > 0 && is_lone_bar(text.get(line.start as usize..line.end as usize).unwrap_or_default());
        let deeper = |at: usize| lines.get(at).is_some_and(|near| near.depth == line.depth + 1);
        if lone
            && deeper(at - 1)
            && let Some(line) = lines.get_mut(at)
        {
            line.depth = line.depth.saturating_add(1);
            line.start = line.end;
        }
    }
}

fn is_lone_bar(line: &str) -> bool {
    line.trim() == "|"
}

/// Numbers the messages of a text: each starts with a header, or with the line that an mbox file has before it.
fn count_messages(text: &str, lines: &mut [Line]) {
    let unquoted = |at: usize| {
        let line = lines.get(at).filter(|line| line.depth == 0)?;
        text.get(line.start as usize..line.end as usize)
    };
    let (mut starts, mut blank, mut filled, mut at) = (Vec::new(), true, false, 0);
    while at < lines.len() {
        let header = if blank { aside::header_end(&unquoted, at) } else { None };
        if header.is_some() && std::mem::take(&mut filled) {
            starts.push(at);
        }
        blank = unquoted(at).is_none_or(|line| line.trim().is_empty() || line.starts_with("--"));
        filled |= header.is_none() && !unquoted(at).is_some_and(|line| line.trim().is_empty());
        at = header.unwrap_or(at + 1).max(at + 1);
    }
    let mut message = 0;
    let mut starts = starts.into_iter().peekable();
    for (at, line) in lines.iter_mut().enumerate() {
        message += u32::from(starts.next_if_eq(&at).is_some());
        line.message = message;
    }
}

/// Whether a text is quoted by bars at the margin: nearly all lines start with one and have no second one.
pub(crate) fn quoted_by_bars(text: &str) -> bool {
    let (mut barred, mut others) = (0_usize, 0_usize);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match line.strip_prefix('|') {
            Some(rest) if !rest.contains('|') => barred += 1,
            _ => others += 1,
        }
    }
    barred >= 3 && barred > 4 * others
}

/// The logical line of `text[start..end]`: without a carriage return and quote marks (`> `, `>>`, `> |`, `AB>`).
pub(crate) fn logical_line(text: &str, start: usize, end: usize, bars: bool) -> Line {
    let raw = text.get(start..end).unwrap_or_default();
    let line = raw.strip_suffix('\r').unwrap_or(raw);
    let (mut rest, mut depth) = (line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line), 0_u8);
    while let Some(after) = without_mark(rest, bars || depth > 0).filter(|_| bars || !is_lone_bar(rest)) {
        rest = after;
        depth = depth.saturating_add(1);
    }
    if depth > 0 {
        rest = rest.strip_prefix(' ').unwrap_or(rest);
    }
    Line {
        start: (start + line.len() - rest.len()) as u32,
        end: (start + line.len()) as u32,
        depth,
        goes_on: false,
        message: 0,
    }
}

/// A line without the quote mark at its margin. A mark that is far in is a column of something, and a bar is a mark only
/// behind another one: at the margin it may be a table's.
fn without_mark(line: &str, quoted: bool) -> Option<&str> {
    let unspaced = line.trim_start_matches(' ');
    if line.len() - unspaced.len() > 2 {
        return None;
    }
    let initials = unspaced.bytes().take_while(u8::is_ascii_uppercase).count();
    let marked = if initials <= 3 { unspaced.get(initials..)? } else { unspaced };
    if let Some(after) = marked.strip_prefix('>') {
        return Some(after);
    }
    let after = unspaced.strip_prefix('|').filter(|after| quoted && !after.contains('|'))?;
    Some(after)
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
            texts("a\r\n> b\n>> c\n> > d\n>e\n   x > 5\n> | f\nAB> g\n> | h | i |\n| j\n"),
            [
                (0, "a"),
                (0, "   x > 5"),
                (0, "| j"),
                (0, ""),
                (1, "b"),
                (1, "e"),
                (1, "g"),
                (1, "| h | i |"),
                (2, "c"),
                (2, "d"),
                (2, "f"),
            ]
            .map(|(depth, text)| (depth, text.to_owned()))
        );
    }

    #[test]
    fn what_a_mailer_wrapped_goes_back_among_the_quoted_lines() {
        let long = "x".repeat(70);
        assert_eq!(
            texts(&format!("> {long}\nrest\n> b\nreply\n\n> c\n")),
            [(0, "reply"), (0, ""), (0, ""), (1, &*long), (1, "rest"), (1, "b"), (1, "c")]
                .map(|(depth, text)| (depth, text.to_owned()))
        );
        assert_eq!(texts("| a\n| b\n| c\n").first(), Some(&(0, String::new())));
    }

    #[test]
    fn encodings_are_undone_and_places_lead_back() {
        let source = Source::unnamed("&gt; a 1=3D2=\r\n5 x=20\n");
        let document = Document::new(SourceId(0), &source);
        let texts: Vec<&str> = (0..document.len()).map(|line| document.text(line)).collect();
        assert_eq!((texts, document.depth(1)), (vec!["", "a 1=25 x "], 1));
        let token = document.tokens(1)[1];
        assert_eq!((token.text, source.slice(token.span)), ("1=25", "1=3D2=\r\n5"));
        assert!(document.set_aside().any(|(span, _)| source.slice(span) == "=3D"));
    }

    #[test]
    fn endless_lines_are_broken_where_lines_start() {
        let source = Source::unnamed(format!("intro {} row 1 2 row 3 4", "x".repeat(500)));
        let mut document = Document::new(SourceId(0), &source);
        document.break_endless_lines(&|tokens, at| tokens[at].text == "row");
        let texts: Vec<&str> = (1..document.len()).map(|line| document.text(line).trim()).collect();
        assert_eq!(texts, ["row 1 2", "row 3 4"]);
        assert_eq!(source.slice(document.tokens(2)[1].span), "3");
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

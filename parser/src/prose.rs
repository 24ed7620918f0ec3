//! What the lines are that no reader claims: single mail headers, running text, labels, conditions, or figures that nobody
//! read. What of a mail is no text of its author was set aside before.
//!
//! A line is never taken for text because it happens to hold words: its numbers are explained only where the line has
//! the look of a sentence, a header or a label. What looks like figures stays unread, so that the ledger shows it.

use crate::aside::is_mail_field;
use crate::conditions;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::Document;
use crate::rejoin::{common_words, has_gap, reaches};
use crate::sink::Sink;
use crate::unit::Unit;

/// Explains unclaimed lines one after the other; what a line is may depend on the one above.
pub(crate) struct Explainer<'d, 's> {
    document: &'d Document<'s>,
    state: State,
    /// The line after the last one that a reader claimed.
    claimed: usize,
    /// The last line that looks like names of columns.
    columns: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing is open.
    Open,
    /// The line above was running text.
    Prose,
}

impl<'d, 's> Explainer<'d, 's> {
    pub(crate) fn new(document: &'d Document<'s>) -> Self {
        Self { document, state: State::Open, claimed: 0, columns: None }
    }

    /// Notes that a reader has claimed lines: what follows does not continue the text above.
    pub(crate) fn claimed(&mut self, end: usize) {
        self.state = State::Open;
        self.claimed = end;
    }

    /// Whether a line can't be a label, whatever it looks like: it goes on with a sentence, is the rest of a row that a mailer
    /// wrapped, or a figure.
    pub(crate) fn is_no_label(&self, line: usize) -> bool {
        let typed = crate::context::is_command(self.document.text(line).trim());
        self.in_sentence(line) && !typed
            || self.is_rest_of_row(line)
            || self.is_rest_of_name(line)
            || is_figures(self.document.text(line))
    }

    /// Whether a line has no words and the line above is so long that a mailer had to wrap it before this one: the version at
    /// its end.
    fn is_rest_of_name(&self, line: usize) -> bool {
        let text = self.document.text(line).trim();
        let wordless = !text.split(|c: char| !c.is_alphanumeric()).any(|word| word.starts_with(char::is_alphabetic));
        let above = line.checked_sub(1).filter(|&above| self.document.follows(above, line));
        wordless && above.is_some_and(|above| reaches(self.document.text(above), text))
    }

    /// Whether the line above is a row or names of columns, and so long that a mailer had to wrap it before this one, which
    /// is like it: a figure of the row, a name of a column.
    fn is_rest_of_row(&self, line: usize) -> bool {
        let Some(above) = line.checked_sub(1) else { return false };
        let claimed = line == self.claimed || self.columns == Some(above);
        if !claimed
            || !self.document.follows(above, line)
            || !reaches(self.document.text(above), self.document.text(line))
        {
            return false;
        }
        let (row, rest) = (Shape::of(self.document.text(above)), Shape::of(self.document.text(line)));
        let names = |line: usize| is_list_of_names(self.document.text(line).trim());
        let header = row.figures == 0 && rest.figures == 0 && rest.words <= MOST_NAMES && names(line);
        (row.figures > 0 && rest.figures > 0 || header) && !self.document.text(line).trim_end().ends_with(':')
    }

    /// Whether a line goes on with a sentence of the line above: that is running text, quoted as deep, without an end.
    fn in_sentence(&self, line: usize) -> bool {
        let Some(above) = line.checked_sub(1).filter(|_| self.state == State::Prose) else { return false };
        let ended = self.document.text(above).trim_end().ends_with(['.', '!', '?', ':']);
        !ended && self.document.depth(above) == self.document.depth(line)
    }

    /// Explains a line, which the context may have taken for a label; gives what it was taken for.
    pub(crate) fn line(&mut self, line: usize, label: bool, sink: &mut Sink) -> Option<RegionKind> {
        let found = self.kind(line);
        let heading = label && found != Some(RegionKind::Mail);
        let kind = if heading { Some(RegionKind::Heading) } else { found };
        self.state = match kind {
            Some(RegionKind::Prose) => State::Prose,
            _ => State::Open,
        };
        if let Some(kind) = kind {
            sink.explain(self.document.line_span(line), kind);
        }
        kind
    }

    /// What a line is; nothing for a blank one.
    fn kind(&mut self, line: usize) -> Option<RegionKind> {
        let trimmed = self.document.text(line).trim();
        if trimmed.is_empty() {
            return None;
        }
        if is_mail_field(trimmed) || is_date(trimmed) {
            return Some(RegionKind::Mail);
        }
        let shape = Shape::of(without_enumerator(trimmed));
        if shape.words > 0 && trimmed.starts_with('[') && trimmed.find(']') == Some(trimmed.len() - 1) {
            return Some(RegionKind::Label);
        }
        let sentence = shape.words >= 4 && shape.words >= 2 * shape.figures;
        let continues = self.state == State::Prose && shape.words >= shape.figures;
        // Names of columns are words as well, but part with more than a blank, or say nothing.
        let columns = self.state != State::Prose && is_list_of_names(trimmed);
        if (sentence || continues) && columns {
            self.columns = Some(line);
            Some(RegionKind::Label)
        } else if sentence || continues {
            Some(RegionKind::Prose)
        } else if shape.figures > 0 {
            Some(conditions::of(trimmed).unwrap_or(RegionKind::Unread))
        } else {
            Some(RegionKind::Label)
        }
    }
}

/// No more names of columns are wrapped to another line than these.
const MOST_NAMES: usize = 5;

/// How many words and figures a line has. A word with digits in it (`ext3`, `1pintlb`) is a word, and so is a version.
struct Shape {
    words: usize,
    figures: usize,
}

impl Shape {
    fn of(line: &str) -> Self {
        let mut shape = Self { words: 0, figures: 0 };
        for token in line.split_whitespace() {
            let token = token.trim_matches(|c: char| !c.is_alphanumeric() && c != '%');
            if is_figure(token) {
                shape.figures += 1;
            } else if token.chars().any(char::is_alphabetic) {
                shape.words += 1;
            }
        }
        shape
    }
}

/// Whether a line is numbers, with units or none, and nothing else: `9.978 ms`.
fn is_figures(line: &str) -> bool {
    let unit = |word: &str| is_figure(word) || Unit::named(word).is_some();
    line.split_whitespace().next().is_some_and(is_figure) && line.split_whitespace().all(unit)
}

/// Whether a line holds words but nothing that makes them a sentence: none of the words that every sentence has, and no mark or
/// wide gaps.
fn is_list_of_names(line: &str) -> bool {
    common_words(line) == 0 && (has_gap(line) || !line.contains(['.', ',', '!', '?', ';', '(', '\'']))
}

/// A line without what counts it in a list: `1.`, `(2)`, `3)`.
fn without_enumerator(line: &str) -> &str {
    let Some((first, rest)) = line.split_once(' ') else { return line };
    let inner = first.trim_start_matches('(').trim_end_matches(['.', ')', ':']);
    let counts = inner.len() < first.len() && inner.len() <= 2 && inner.bytes().all(|b| b.is_ascii_alphanumeric());
    if counts { rest } else { line }
}

/// Whether a token is a number, with a unit or none: `12`, `1.5us`, `30%`, `1,234`; `82xx` is a name.
fn is_figure(token: &str) -> bool {
    let Some(printed) = lex::printed(token) else { return false };
    let rest = printed.rest.trim_start_matches(|c: char| c == ',' || c == '.' || c.is_ascii_digit());
    matches!(rest, "" | "%" | "k" | "K" | "M" | "G" | "x") || Unit::named(rest).is_some()
}

/// A line that is little else than a date with a time of day: `Wed May 29 13:08:38 EST 2002`.
fn is_date(line: &str) -> bool {
    const MONTHS: &[&str] = &["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let tokens: Vec<&str> = line.split_whitespace().collect();
    tokens.len() <= 8
        && tokens.iter().any(|t| MONTHS.iter().any(|month| t.starts_with(month)))
        && tokens
            .iter()
            .any(|t| t.len() >= 5 && t.split(':').all(|p| p.len() == 2 && p.bytes().all(|b| b.is_ascii_digit())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, SourceId};

    fn kinds(text: &str) -> Vec<RegionKind> {
        let source = Source::unnamed(text);
        let mut document = Document::new(SourceId(0), &source);
        document.leave_out_asides();
        let mut sink = Sink::default();
        let mut explainer = Explainer::new(&document);
        for line in 0..document.len() {
            explainer.line(line, false, &mut sink);
        }
        for (span, kind) in document.set_aside() {
            sink.explain(span, kind);
        }
        sink.regions.sort_by_key(|region| region.span);
        sink.regions.iter().map(|region| region.kind).collect()
    }

    #[test]
    fn sentences_headers_and_signatures_are_explained() {
        use RegionKind::{Mail, Prose, Signature};
        assert_eq!(
            kinds(
                "Subject: 3 runs\nWed May 29 13:08:38 EST 2002\nOn Monday somebody wrote:\n\nI ran it on a 200 MHz board with 64\nentries (1 of 2).\n\n--\nphone 12 34"
            ),
            [Mail, Mail, Mail, Prose, Prose, Signature, Signature]
        );
    }

    #[test]
    fn what_looks_like_figures_stays_unread() {
        use RegionKind::{Label, Unread};
        assert_eq!(kinds("(1) fork and exec\n2. page fault"), [Label, Label]);
        assert_eq!(kinds("fork 12.5 13.0\nThroughput 23.4\n12 13 14\n\next3"), [Unread, Unread, Unread, Label]);
    }
}

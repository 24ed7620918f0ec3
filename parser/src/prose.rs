//! What the lines are that no reader claims: mail headers, running text, signatures, or figures that nobody read.
//!
//! A line is never taken for text because it happens to hold words: its numbers are explained only where the line has
//! the look of a sentence, a header or a label. What looks like figures stays unread, so that the ledger shows it.

use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::Document;
use crate::sink::Sink;
use crate::unit::Unit;

/// Explains unclaimed lines one after the other; what a line is may depend on the one above.
pub(crate) struct Explainer<'d, 's> {
    document: &'d Document<'s>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing is open.
    Open,
    /// The line above was running text.
    Prose,
    /// A signature has begun; it goes on to the end of the mail.
    Signature,
}

impl<'d, 's> Explainer<'d, 's> {
    pub(crate) fn new(document: &'d Document<'s>) -> Self {
        Self { document, state: State::Open }
    }

    /// Notes that a reader has claimed lines: what follows does not continue the text above.
    pub(crate) fn claimed(&mut self) {
        self.state = State::Open;
    }

    /// Whether a line goes on with a sentence of the line above: that is running text, quoted as deep, without an end.
    pub(crate) fn in_sentence(&self, line: usize) -> bool {
        let Some(above) = line.checked_sub(1).filter(|_| self.state == State::Prose) else { return false };
        let ended = self.document.text(above).trim_end().ends_with(['.', '!', '?', ':']);
        !ended && self.document.depth(above) == self.document.depth(line)
    }

    /// Explains a line, which the context may have taken for a label; gives what it was taken for.
    pub(crate) fn line(&mut self, line: usize, label: bool, sink: &mut Sink) -> Option<RegionKind> {
        let text = self.document.text(line);
        let found = self.kind(text);
        let heading = label && !matches!(found, Some(RegionKind::Mail | RegionKind::Signature));
        let kind = if heading { Some(RegionKind::Heading) } else { found };
        self.state = match kind {
            Some(RegionKind::Signature) => State::Signature,
            Some(RegionKind::Prose) => State::Prose,
            _ if self.state == State::Signature => State::Signature,
            _ => State::Open,
        };
        if let Some(kind) = kind {
            sink.explain(self.document.line_span(line), kind);
        }
        kind
    }

    /// What a line is; nothing for a blank one.
    fn kind(&self, text: &str) -> Option<RegionKind> {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return None;
        }
        if self.state == State::Signature || trimmed == "--" {
            return Some(RegionKind::Signature);
        }
        if is_mail_header(trimmed) || is_date(trimmed) || is_attribution(trimmed) {
            return Some(RegionKind::Mail);
        }
        let shape = Shape::of(without_enumerator(trimmed));
        let sentence = shape.words >= 4 && shape.words >= 2 * shape.figures;
        let continues = self.state == State::Prose && shape.words >= shape.figures;
        if sentence || continues {
            Some(RegionKind::Prose)
        } else if shape.figures > 0 {
            Some(RegionKind::Unread)
        } else {
            Some(RegionKind::Label)
        }
    }
}

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

/// `Subject: ...`: a name of letters and hyphens, a colon and a blank, for the names that mail uses.
fn is_mail_header(line: &str) -> bool {
    const NAMES: &[&str] = &[
        "from",
        "to",
        "cc",
        "subject",
        "date",
        "sender",
        "reply-to",
        "message-id",
        "in-reply-to",
        "references",
        "list-id",
        "received",
        "mime-version",
        "content-type",
        "content-transfer-encoding",
        "x-mailer",
        "user-agent",
        "delivered-to",
        "return-path",
        "archived-at",
        "sent",
    ];
    line.split_once(": ").is_some_and(|(name, _)| NAMES.contains(&name.to_ascii_lowercase().as_str()))
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

/// `On Tue, Jul 15, someone wrote:`
fn is_attribution(line: &str) -> bool {
    line.ends_with("wrote:") || line.ends_with("writes:")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, SourceId};

    fn kinds(text: &str) -> Vec<RegionKind> {
        let source = Source::unnamed(text);
        let document = Document::new(SourceId(0), &source);
        let mut sink = Sink::default();
        let mut explainer = Explainer::new(&document);
        for line in 0..document.len() {
            explainer.line(line, false, &mut sink);
        }
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

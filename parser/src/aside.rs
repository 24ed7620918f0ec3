//! What of a mail is no text of its author about a benchmark: headers, lines that say who wrote what is quoted, signatures,
//! list footers, patches, code. Its lines are set aside before anything is read, so that none of its numbers is measured.
//!
//! Each rule goes by a mark that only such lines have, and by how far they go on; what merely could be such a line is left
//! to the readers.

use crate::code::is_code;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::mime::{field, is_mbox_line};
use crate::patch;
use crate::rejoin::WRAPS_BEYOND;

/// The names of header fields that mail and news have.
const FIELDS: &[&str] = &[
    "from",
    "to",
    "cc",
    "bcc",
    "subject",
    "date",
    "sent",
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
    "content-disposition",
    "content-language",
    "x-mailer",
    "user-agent",
    "delivered-to",
    "return-path",
    "archived-at",
    "newsgroups",
    "organization",
    "resent-date",
    "resent-from",
];

/// Whether a line is a header field that mail has.
pub(crate) fn is_mail_field(line: &str) -> bool {
    field(line).is_some_and(|(name, value)| !value.is_empty() && is_known(name))
}

fn is_known(name: &str) -> bool {
    FIELDS.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// The line after the header that starts at a line, given the lines of a text: a block of fields, some of which are mail's.
pub(crate) fn header_end<'t>(line: &dyn Fn(usize) -> Option<&'t str>, start: usize) -> Option<usize> {
    let mut at = start;
    let mbox = line(at).is_some_and(is_mbox_line);
    at += usize::from(mbox);
    let first = line(at).and_then(field);
    let (mut known, mut fields) = (0, 0);
    while let Some(text) = line(at).filter(|text| !text.trim().is_empty()) {
        match field(text) {
            Some((name, _)) => {
                fields += 1;
                known += usize::from(is_known(name));
            }
            None if fields > 0 && text.starts_with([' ', '\t']) => {}
            // A field that a mailer wrapped goes on without the blank that folded ones have.
            None if fields > 0 && is_rest_of_field(line, at) => {}
            None => break,
        }
        at += 1;
    }
    let enough = if first.is_some_and(|(name, _)| is_known(name)) { 2 } else { 3 };
    (mbox || known >= enough).then_some(at)
}

/// Whether a line is the rest of a wrapped field: it stands between a long line and another field.
fn is_rest_of_field<'t>(line: &dyn Fn(usize) -> Option<&'t str>, at: usize) -> bool {
    let long = at.checked_sub(1).and_then(line).is_some_and(|above| above.len() + 12 > WRAPS_BEYOND);
    long && line(at + 1).is_some_and(|next| field(next).is_some_and(|(name, _)| is_known(name)))
}

/// Whether some words are a label before a colon, and not the name of the figure behind it.
fn is_label<'t>(word: &dyn Fn(usize) -> &'t str, at: usize) -> bool {
    const LONGEST: usize = 6;
    let named = |place: &usize| word(*place).starts_with(char::is_alphabetic);
    let end = (at..at + LONGEST).take_while(named).find(|&place| word(place).ends_with(':'));
    end.is_some_and(|end| !word(end + 1).is_empty() && !word(end + 1).starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a line of a mail starts at a word of a text that lost its line ends: a header's field, a patch.
pub(crate) fn starts_line(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let named = |name: &str| ["From", "To", "Cc", "Subject", "Date", "Message-ID", "Signed-off-by"].contains(&name);
    let remark = word(at) == "#" && word(at + 1).starts_with(char::is_alphabetic);
    let ended = at
        .checked_sub(1)
        .map(word)
        .is_some_and(|word| word.ends_with(['.', '?', '!']) && word.len() > 2 && word.starts_with(char::is_alphabetic));
    let opens = ended && is_label(&word, at);
    remark
        || opens
        || word(at).strip_suffix(':').is_some_and(named)
        || patch::starts_word(word(at), word(at + 1), word(at + 3))
}

/// What the lines of a document are that are set aside; nothing for those that are read.
pub(crate) fn kinds(document: &Document<'_>) -> Vec<Option<RegionKind>> {
    let mut sorter = Sorter { document, kinds: vec![None; document.len()] };
    let mut at = 0;
    while at < document.len() {
        at = sorter.step(at).max(at + 1);
    }
    sorter.kinds
}

struct Sorter<'d, 's> {
    document: &'d Document<'s>,
    kinds: Vec<Option<RegionKind>>,
}

/// A signature is at most so long; more is text behind a line of two hyphens.
const LONGEST_SIGNATURE: usize = 12;
/// What follows a signature's first paragraph belongs to it if it is no longer than this.
const LONGEST_REST: usize = 6;
/// A list's footer is at most so long.
const LONGEST_FOOTER: usize = 10;
/// A block of a signature's or a key's code is at most so long.
const LONGEST_ARMOUR: usize = 80;

impl<'d> Sorter<'d, '_> {
    /// Sets aside what starts at a line; gives the line after it, or the line itself.
    fn step(&mut self, at: usize) -> usize {
        let text = self.document.text(at);
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return at;
        }
        let (end, kind) = if let Some(end) = self.header(at).or_else(|| self.run_together(at)) {
            (end, RegionKind::Mail)
        } else if let Some(lines) = self.attribution(at) {
            (at + lines, RegionKind::Mail)
        } else if let Some(end) = patch::end(self.document, at) {
            (end, RegionKind::Patch)
        } else if let Some(end) = self.signature(at).or_else(|| self.footer(at)).or_else(|| self.armour(at)) {
            (end, RegionKind::Signature)
        } else if let Some(end) = self.code(at) {
            (end, RegionKind::Patch)
        } else if is_trailer(trimmed) {
            (at + 1, RegionKind::Mail)
        } else {
            return at;
        };
        self.kinds.iter_mut().take(end).skip(at).for_each(|line| *line = Some(kind));
        end
    }

    /// A line of the same voice as another one.
    fn line(&self, of: usize, at: usize) -> Option<&'d str> {
        self.document.same_voice(of, at).then(|| self.document.text(at))
    }

    fn header(&self, at: usize) -> Option<usize> {
        let above = at.checked_sub(1).and_then(|above| self.line(at, above));
        let fresh = above.is_none_or(|above| above.trim().is_empty() || field(above).is_none());
        if fresh { header_end(&|line| self.line(at, line), at) } else { None }
    }

    /// The line after a field of a header in a text without line ends, which was broken at its name and behind it: what its
    /// value is, up to a length that leaves the text behind a last field alone.
    fn run_together(&self, at: usize) -> Option<usize> {
        const LONGEST_VALUE: usize = 80;
        let (whole, more) = (self.document.text(at).trim(), self.document.goes_on(at + 1));
        let (name, value) = field(whole).filter(|(name, _)| is_known(name))?;
        if !more && !self.document.goes_on(at) || value.len() > LONGEST_VALUE || name.is_empty() {
            return None;
        }
        let length = |line: usize| self.document.text(line).trim().len();
        let behind = value.is_empty() && self.document.goes_on(at + 1) && length(at + 1) <= LONGEST_VALUE;
        Some(at + 1 + usize::from(behind))
    }

    /// How many lines say who wrote what is quoted, or that something is forwarded.
    fn attribution(&self, at: usize) -> Option<usize> {
        const ENDS: &[&str] = &["wrote:", "writes:", "schrieb:", "écrit :", "écrit:", "said:"];
        const FORWARDS: &[&str] = &["original message", "forwarded message", "weitergeleitete nachricht"];
        let text = self.document.text(at).trim();
        let ends = |text: &str| ENDS.iter().any(|end| text.ends_with(end));
        let dashed = text.starts_with("---") && text.ends_with("---");
        let forwards = dashed && FORWARDS.iter().any(|mark| text.to_lowercase().contains(mark));
        if ends(text) || forwards || text.starts_with("Begin forwarded message") {
            return Some(1);
        }
        let begins =
            ["On ", "Am ", "Le ", "At ", "In article", "In message", "* "].iter().any(|start| text.starts_with(start))
                && text.bytes().any(|b| b.is_ascii_digit() || b == b'@');
        (begins && self.line(at, at + 1).is_some_and(|next| ends(next.trim()))).then_some(2)
    }

    /// `-- ` and what follows it.
    fn signature(&self, at: usize) -> Option<usize> {
        if self.document.text(at).trim_end() != "--" || self.line(at, at + 1).is_none_or(|next| next.trim().is_empty())
        {
            return None;
        }
        let filled =
            |line: usize| self.line(at, line).is_some_and(|text| !text.trim().is_empty() && !self.ends_signature(line));
        let first = (at + 1..).take(LONGEST_SIGNATURE + 1).take_while(|&line| filled(line)).count();
        if first > LONGEST_SIGNATURE {
            return None;
        }
        let end = at + 1 + first;
        // The rest of the mail belongs to the signature where it is short and holds no figures.
        let rest = (end..)
            .take(2 * LONGEST_REST)
            .take_while(|&line| self.line(at, line).is_some() && !self.ends_signature(line));
        let rest_end = rest.clone().last().map_or(end, |line| line + 1);
        let over = self.line(at, rest_end).is_none() || self.ends_signature(rest_end);
        let lines = rest.clone().filter(|&line| !self.document.is_blank(line)).count();
        let plain = rest.clone().all(|line| !has_figure(self.document.text(line)));
        Some(if over && lines <= LONGEST_REST && plain { rest_end } else { end })
    }

    /// Whether something else than a signature starts at a line.
    fn ends_signature(&self, at: usize) -> bool {
        self.header(at).is_some() || self.attribution(at).is_some() || patch::starts(self.document, at)
    }

    /// What a list puts under every mail: a rule and how to leave the list.
    fn footer(&self, at: usize) -> Option<usize> {
        let text = self.document.text(at).trim();
        let rule = text.len() >= 20 && ['_', '-', '='].iter().any(|mark| text.chars().all(|c| c == *mark));
        let marked = |line: usize| self.line(at, line).is_some_and(is_footer);
        let below = || (at + 1..at + 4).any(marked);
        let hyphen = text == "-" || text == "--";
        if !(is_footer(text) || (rule && below()) || (hyphen && marked(at + 1))) {
            return None;
        }
        let goes_on = |line: usize| {
            let text = self.line(at, line)?.trim();
            (!text.is_empty() && !self.ends_signature(line)).then_some(())
        };
        Some((at + 1..).take(LONGEST_FOOTER).take_while(|&line| goes_on(line).is_some()).last().unwrap_or(at) + 1)
    }

    /// A cryptographic signature or key.
    fn armour(&self, at: usize) -> Option<usize> {
        let name = self.document.text(at).trim().strip_prefix("-----BEGIN ")?.strip_suffix("-----")?;
        if name.ends_with("SIGNED MESSAGE") {
            let hash = self.line(at, at + 1).is_some_and(|next| next.starts_with("Hash:"));
            return Some(at + 1 + usize::from(hash));
        }
        let ends = |line: usize| self.line(at, line).is_some_and(|text| text.trim().starts_with("-----END "));
        (at + 1..at + LONGEST_ARMOUR).find(|&line| ends(line)).map(|line| line + 1)
    }

    /// Lines of a program.
    fn code(&self, at: usize) -> Option<usize> {
        is_code(self.document.text(at)).then_some(at + 1)
    }
}

/// Whether a line holds a number with a fraction or of minutes: no telephone number has one.
fn has_figure(line: &str) -> bool {
    line.split_whitespace().any(|word| {
        lex::printed(word).is_some_and(|p| p.decimals > 0 && !p.rest.starts_with(['.', '-']))
            || lex::duration(word).is_some_and(|d| !d.rest.is_empty() || word.contains('m'))
    })
}

/// Whether a line is what lists and providers write under a mail.
fn is_footer(line: &str) -> bool {
    const MARKS: &[&str] = &[
        "mailing list",
        "to unsubscribe",
        "unsubscribe from this list",
        "majordomo",
        "listinfo",
        "please read the faq at",
        "you received this message because",
        "sponsored by",
        "sf.net",
        "to post to this group",
    ];
    let line = line.to_lowercase();
    let list = line.split_whitespace().count() <= 4 && (line.contains("/mailman") || line.starts_with("http"));
    line.len() <= 120
        && (list && line.contains("list") || MARKS.iter().any(|mark| line.contains(mark)))
        && (line.contains('@')
            || line.contains("://")
            || line.contains("list")
            || line.contains("group")
            || line.contains("sponsored"))
}

/// Whether a line is one that ends a commit's message: `Signed-off-by: ...`, `Fixes: 0123456789ab ("...")`.
fn is_trailer(line: &str) -> bool {
    let Some((name, value)) = field(line).filter(|(_, value)| !value.is_empty()) else { return false };
    let hex =
        value.split(' ').next().is_some_and(|word| word.len() >= 8 && word.bytes().all(|b| b.is_ascii_hexdigit()));
    name.ends_with("-by") && name.starts_with(|c: char| c.is_ascii_uppercase())
        || ["Link", "Closes", "BugLink", "Bug"].contains(&name) && value.contains("://")
        || name == "Fixes" && hex
        || name == "Change-Id"
}

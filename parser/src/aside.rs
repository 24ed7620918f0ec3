//! What of a mail is no text of its author about a benchmark: headers, lines that say who wrote what is quoted, signatures,
//! list footers, patches, code. Its lines are set aside before anything is read, so that none of its numbers is measured.
//!
//! Each rule goes by a mark that only such lines have, and by how far they go on; what merely could be such a line is left
//! to the readers.

use std::collections::BTreeSet;

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

/// Whether some text begins with the name of a header field, of mail's own or of a program's.
fn is_mail_name(text: &str) -> bool {
    const OTHERS: &[&str] = &["content-length", "lines", "path", "xref", "errors-to", "precedence"];
    let Some(name) = text.split(':').next().filter(|name| name.len() < text.len()) else { return false };
    let other = |known: &&str| name.eq_ignore_ascii_case(known);
    is_known(name) || OTHERS.iter().any(other) || name.len() > 2 && name.starts_with("X-") && !name.contains(' ')
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
        || patch::starts_word(word(at), word(at + 1), word(at + 2))
}

/// What the lines of a document are that are set aside; nothing for those that are read.
pub(crate) fn kinds(document: &Document<'_>) -> Vec<Option<RegionKind>> {
    let mut sorter = Sorter { document, kinds: vec![None; document.len()] };
    sorter.quoted_again();
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
        if trimmed.is_empty() || self.kinds.get(at).is_some_and(Option::is_some) {
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

    /// Sets aside what a message quotes of one before it in the text: it is there already.
    fn quoted_again(&mut self) {
        let document = self.document;
        if !(0..document.len()).any(|line| document.starts_message(line)) {
            return;
        }
        let words = |line: usize| document.text(line).split_whitespace().collect::<Vec<_>>();
        let (mut before, mut own) = (BTreeSet::new(), Vec::new());
        for (line, kind) in self.kinds.iter_mut().enumerate() {
            if document.starts_message(line) {
                before.extend(own.drain(..).map(words));
            }
            if document.depth(line) > 0 && before.contains(&words(line)) && !document.is_blank(line) {
                *kind = Some(RegionKind::Mail);
            }
            own.push(line);
        }
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

    /// The line after the header's fields that start at a line of a text without line ends, which was broken behind every name:
    /// as far as another field's name follows soon, and the value of the last one, where it leaves the text behind it alone.
    fn run_together(&self, at: usize) -> Option<usize> {
        const LONGEST_VALUE: usize = 80;
        const MOST_PIECES: usize = 8;
        let piece = |line: usize| self.document.text(line).trim();
        if !self.document.goes_on(at) && !self.document.goes_on(at + 1) || !is_mail_name(piece(at)) {
            return None;
        }
        let short = |line: usize| self.document.goes_on(line) && piece(line).len() <= LONGEST_VALUE;
        let names = |line: usize| is_mail_name(piece(line)) || piece(line).rsplit(' ').next().is_some_and(is_mail_name);
        let mut end = at;
        while let Some(next) = (end + 1..end + MOST_PIECES).take_while(|&line| short(line)).find(|&line| names(line)) {
            end = next;
        }
        let valued = piece(end).ends_with(':') && short(end + 1);
        Some(end + 1 + usize::from(valued))
    }

    /// How many lines say who wrote what is quoted, or that something is forwarded.
    fn attribution(&self, at: usize) -> Option<usize> {
        const ENDS: &[&str] = &["wrote:", "writes:", "schrieb:", "écrit :", "écrit:", "said:"];
        const FORWARDS: &[&str] = &["original message", "forwarded message", "weitergeleitete nachricht"];
        let text = self.document.text(at).trim();
        // A version that said something is no person.
        let version = |text: &str| text.split(' ').count() <= 3 && text.starts_with(|c: char| c.is_ascii_digit());
        let ends = |text: &str| ENDS.iter().any(|end| text.ends_with(end)) && !version(text);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;
    use crate::{Source, SourceId};

    /// What the lines of a text are taken for; `.` for those that are read.
    fn sorted(text: &str) -> Vec<(String, &'static str)> {
        let source = Source::unnamed(text);
        let document = Document::new(SourceId(0), &source);
        let name = |kind: Option<RegionKind>| match kind {
            Some(RegionKind::Mail) => "mail",
            Some(RegionKind::Signature) => "signature",
            Some(RegionKind::Patch) => "patch",
            _ => ".",
        };
        let all = kinds(&document).into_iter().map(name).enumerate();
        all.filter(|(line, _)| !document.is_blank(*line))
            .map(|(line, kind)| (document.text(line).to_owned(), kind))
            .collect()
    }

    fn of(text: &str) -> Vec<&'static str> {
        sorted(text).into_iter().map(|(_, kind)| kind).collect()
    }

    #[test]
    fn headers_are_blocks_of_fields() {
        assert_eq!(of("From: a\nX-Spam: 12\n\tmore 13\nDate: x\n\ntext"), ["mail", "mail", "mail", "mail", "."]);
        assert_eq!(of("Latency: 12 us\nThroughput: 13\nFrom: 1 to 2\n"), [".", ".", "."]);
        assert_eq!(of("On 1.2.2008 somebody with a name\nwrote:\n12"), ["mail", "mail", "."]);
    }

    #[test]
    fn signatures_and_footers_end_with_the_mail_or_a_paragraph() {
        assert_eq!(of("12\n-- \nme\n\nroom 1\n"), [".", "signature", "signature", "signature"]);
        assert_eq!(of("12\n-- \nme 1.2\n\nreal 1m2.5s\nuser 0m1.5s\n"), [".", "signature", "signature", ".", "."]);
        let table = format!("12\n--\n{}", "a 1.5\n".repeat(20));
        assert!(of(&table).iter().all(|kind| *kind == "."));
        assert_eq!(
            of("12\n______________________\na mailing list\nhttp://list.example/1\n"),
            [".", "signature", "signature", "signature"]
        );
        assert_eq!(of("--------------------\na 12\nb 13\n"), [".", ".", "."]);
    }

    #[test]
    fn patches_go_as_far_as_their_counts() {
        let patch =
            "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@\n int a;\n-time 12.5;\n+time 13.5;\n";
        assert_eq!(of(&format!("{patch}\nreal 12.5\n")), [["patch"; 7].as_slice(), &["."]].concat());
        // Without the blanks before context lines, and wrapped.
        let worn = patch.replace("\n int a;", "\nint a;").replace("-time 12.5;", "-time\n12.5;");
        assert!(of(&worn).iter().all(|kind| *kind == "patch"), "{:?}", sorted(&worn));
        assert_eq!(of(" a/x.c | 12 +++--\n 1 file changed, 3 insertions(+)\n| a | 12 |\n"), ["patch", "patch", "."]);
        assert_eq!(
            of("commit 0123456789ab\nAuthor: me\nDate: 1.2.2008\n\n    12 s\n"),
            ["patch", "patch", "patch", "."]
        );
    }

    #[test]
    fn what_is_quoted_of_a_message_before_is_not_read_again() {
        let text = "From a@b Tue Jul 15 02:34:03 2008\nSubject: x\n\nreal 1m2.5s\nuser 0m1.5s\nsys 0m0.5s\n\n\
                    From c@d Tue Jul 15 02:35:03 2008\nSubject: y\n\n> real 1m2.5s\n> user 0m1.5s\n> sys 0m0.5s\n\nFine.\n";
        assert_eq!(read(text).measurements.len(), 3);
    }
}

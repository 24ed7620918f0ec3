//! The parts of messages: which stretch of a text is in which encoding, and which is no text to read.
//!
//! The rules are those of RFC 2045 and RFC 2046, read leniently: people paste a message from anywhere in it, archives leave
//! headers out, and several messages follow each other in an mbox file. What no header speaks of is text as it stands.

use crate::charset::Charset;

/// How a part's bytes were made into ASCII.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Transfer {
    /// Not at all, or not said.
    #[default]
    Plain,
    /// `=3D`
    QuotedPrintable,
    /// `PQo=`
    Base64,
}

/// What a part holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Content {
    /// Plain text, also where nothing says so.
    #[default]
    Text,
    /// A page.
    Html,
    /// A file whose type does not say whether it is text.
    File,
    /// A picture, an archive, a key: nothing to read.
    Other,
}

/// A part: a range of the text and how it is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its body's first byte.
    pub(crate) start: usize,
    /// The byte after its body's last.
    pub(crate) end: usize,
    pub(crate) transfer: Transfer,
    pub(crate) charset: Charset,
    pub(crate) content: Content,
    /// Whether a blank at a line's end says that the line goes on (RFC 3676), and is itself to be deleted.
    pub(crate) flowed: Option<bool>,
    /// Whether a header speaks of it.
    pub(crate) stated: bool,
    /// Whether the part says the same as another one that is read.
    pub(crate) repeats: bool,
    /// The innermost container it stands in: a position among all of them.
    pub(crate) container: Option<usize>,
}

/// What holds parts.
#[derive(Debug)]
struct Container<'t> {
    boundary: &'t str,
    /// Whether its parts say the same in several ways.
    alternative: bool,
    outer: Option<usize>,
    closed: bool,
}

/// Containers are looked for among the last so many.
const MOST_NESTED: usize = 16;

/// The header fields of a part that tell how to read it.
#[derive(Debug, Default)]
struct Fields<'t> {
    part: Part,
    boundary: Option<&'t str>,
    alternative: bool,
    message: bool,
}

/// Whether a line begins a message of an mbox file: `From someone@host Tue Jul 15 02:34:03 2008`.
pub(crate) fn is_mbox_line(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(12).collect();
    let time =
        |word: &&str| word.len() >= 5 && word.split(':').all(|p| p.len() == 2 && p.bytes().all(|b| b.is_ascii_digit()));
    let year = |word: &&str| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
    line.starts_with("From ") && words.len() >= 6 && words.iter().any(time) && words.iter().any(year)
}

/// Whether a line is a header field; its name and value.
pub(crate) fn field(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let named = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    (named && (value.is_empty() || value.starts_with([' ', '\t', '\r']))).then(|| (name, value.trim()))
}

/// The value of a parameter of a header field: `charset="utf-8"`.
fn parameter<'t>(value: &'t str, name: &str) -> Option<&'t str> {
    value.split(';').skip(1).find_map(|parameter| {
        let (key, value) = parameter.split_once('=')?;
        key.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"'))
    })
}

impl<'t> Fields<'t> {
    /// Takes note of a field, its folded lines included.
    fn add(&mut self, name: &str, value: &'t str) {
        let kind = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if name.eq_ignore_ascii_case("content-transfer-encoding") {
            self.part.transfer = match kind.as_str() {
                "quoted-printable" => Transfer::QuotedPrintable,
                "base64" => Transfer::Base64,
                _ => Transfer::Plain,
            };
        } else if name.eq_ignore_ascii_case("content-type") {
            self.boundary = parameter(value, "boundary").filter(|_| kind.starts_with("multipart/"));
            self.alternative = kind == "multipart/alternative";
            self.message = kind == "message/rfc822";
            self.part.charset = parameter(value, "charset").map(Charset::named).unwrap_or_default();
            let flowed = parameter(value, "format").is_some_and(|format| format.eq_ignore_ascii_case("flowed"));
            let delete = parameter(value, "delsp").is_some_and(|delete| delete.eq_ignore_ascii_case("yes"));
            self.part.flowed = flowed.then_some(delete);
            self.part.content = match kind.as_str() {
                "text/html" => Content::Html,
                "application/pgp-signature" | "application/pkcs7-signature" | "application/x-pkcs7-signature" => {
                    Content::Other
                }
                _ if ["image/", "audio/", "video/", "font/"].iter().any(|other| kind.starts_with(other)) => {
                    Content::Other
                }
                _ if kind.starts_with("application/") => Content::File,
                _ => Content::Text,
            };
        }
    }
}

/// Finds the parts of a text, from left to right.
struct Finder<'t> {
    text: &'t str,
    parts: Vec<Part>,
    boundaries: Vec<(usize, usize)>,
    containers: Vec<Container<'t>>,
    /// The innermost container that is open.
    inside: Option<usize>,
    /// The fields of the header that is being read.
    header: Option<Fields<'t>>,
    /// Where a field that may be folded starts.
    open_field: Option<usize>,
    part: Part,
}

/// The parts of a text, in order, and the lines that part them; headers are in neither.
pub(crate) fn parts(text: &str) -> (Vec<Part>, Vec<(usize, usize)>) {
    let mut finder = Finder {
        text,
        parts: Vec::new(),
        boundaries: Vec::new(),
        containers: Vec::new(),
        inside: None,
        header: None,
        open_field: None,
        part: Part::default(),
    };
    let (mut start, mut blank) = (0, true);
    for end in memchr::memchr_iter(b'\n', text.as_bytes()).chain(std::iter::once(text.len())) {
        let line = text.get(start..end).unwrap_or_default();
        let line = line.strip_suffix('\r').unwrap_or(line);
        let next = (end + 1).min(text.len());
        finder.line(line, blank, start, next);
        blank = line.trim().is_empty();
        start = end + 1;
    }
    finder.close(text.len());
    finder.repeats();
    (finder.parts, finder.boundaries)
}

/// Whether a text says anywhere how it is encoded, so that looking for parts is worth while.
pub(crate) fn is_mime(text: &str) -> bool {
    let marks = ["ontent-", "ONTENT-", "\nFrom "];
    text.starts_with("From ")
        || marks.iter().any(|mark| memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some())
}

impl<'t> Finder<'t> {
    fn line(&mut self, line: &'t str, after_blank: bool, start: usize, next: usize) {
        if after_blank && is_mbox_line(line) {
            self.close(start);
            (self.inside, self.header, self.open_field) = (None, Some(Fields::default()), None);
        } else if let Some((container, closes)) = self.boundary(line, next) {
            self.close(start);
            self.boundaries.push((start, start + line.len()));
            self.inside = Some(container);
            self.open_field = None;
            self.header = (!closes).then(Fields::default);
            if closes {
                if let Some(closed) = self.containers.get_mut(container) {
                    closed.closed = true;
                    self.inside = closed.outer;
                }
                self.open(Part::default(), next);
            }
        } else if self.header.is_some() {
            self.header_line(line, start, next);
        } else if line.len() > 8
            && line.get(..8).is_some_and(|name| name.eq_ignore_ascii_case("content-"))
            && field(line).is_some()
        {
            self.close(start);
            self.header = Some(Fields::default());
            self.header_line(line, start, next);
        }
    }

    fn header_line(&mut self, line: &'t str, start: usize, next: usize) {
        let folded = line.starts_with([' ', '\t']) && !line.trim().is_empty() && self.open_field.is_some();
        if folded {
            return;
        }
        self.end_field(start);
        if field(line).is_some() {
            self.open_field = Some(start);
            return;
        }
        let fields = self.header.take().unwrap_or_default();
        // The header ends with a blank line; a line that is no field ends a header that lost it.
        let body = if line.trim().is_empty() { next } else { start };
        if let Some(boundary) = fields.boundary {
            let container = Container { boundary, alternative: fields.alternative, outer: self.inside, closed: false };
            self.containers.push(container);
            self.inside = Some(self.containers.len() - 1);
            self.open(Part::default(), body);
        } else if fields.message {
            self.header = Some(Fields::default());
        } else {
            self.open(Part { stated: true, ..fields.part }, body);
        }
    }

    /// Takes note of the field that ends before a place.
    fn end_field(&mut self, end: usize) {
        let Some(start) = self.open_field.take() else { return };
        let text = self.text;
        if let (Some((name, value)), Some(header)) = (text.get(start..end).and_then(field), self.header.as_mut()) {
            header.add(name, value);
        }
    }

    /// The container whose boundary a line is, and whether it closes it. A boundary whose header was lost shows by the
    /// header of the part that follows.
    fn boundary(&mut self, line: &'t str, next: usize) -> Option<(usize, bool)> {
        let mark = line.strip_prefix("--")?.trim_end();
        let closing = mark.strip_suffix("--");
        let ours = |c: &Container<'_>| !c.closed && (c.boundary == mark || Some(c.boundary) == closing);
        let open = self.containers.iter().enumerate().rev().take(MOST_NESTED).find(|(_, c)| ours(c));
        if let Some((position, container)) = open {
            return Some((position, Some(container.boundary) == closing));
        }
        let follows = self.text.get(next..next + 8).is_some_and(|name| name.eq_ignore_ascii_case("content-"));
        if mark.len() < 8 || mark.contains(' ') || !follows {
            return None;
        }
        self.containers.push(Container { boundary: mark, alternative: true, outer: self.inside, closed: false });
        Some((self.containers.len() - 1, false))
    }

    fn open(&mut self, part: Part, start: usize) {
        self.part = Part { start, container: self.inside, ..part };
    }

    /// The part that is open ends.
    fn close(&mut self, end: usize) {
        self.end_field(end);
        if self.header.take().is_none() && self.part.start < end {
            self.parts.push(Part { end, ..self.part });
        }
        self.part = Part { start: end, container: self.inside, ..Part::default() };
    }

    /// A page beside a plain text that says the same need not be read.
    fn repeats(&mut self) {
        let alternative = |part: &Part| {
            std::iter::successors(part.container, |&at| self.containers.get(at).and_then(|c| c.outer))
                .take(MOST_NESTED)
                .find(|&at| self.containers.get(at).is_some_and(|c| c.alternative))
        };
        let filled = |part: &&Part| self.text.get(part.start..part.end).is_some_and(|body| !body.trim().is_empty());
        // What stands before the first boundary is no part of the message.
        let plain: std::collections::BTreeSet<usize> = self
            .parts
            .iter()
            .filter(|part| part.content == Content::Text && part.stated)
            .filter(filled)
            .filter_map(alternative)
            .collect();
        let pages: Vec<bool> = self
            .parts
            .iter()
            .map(|part| part.content == Content::Html && alternative(part).is_some_and(|at| plain.contains(&at)))
            .collect();
        for (part, repeats) in self.parts.iter_mut().zip(pages) {
            part.repeats = repeats;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Vec<(&str, Transfer, Content, bool)> {
        parts(text).0.iter().map(|p| (text[p.start..p.end].trim(), p.transfer, p.content, p.repeats)).collect()
    }

    #[test]
    fn a_text_without_headers_is_one_part() {
        let part = ("hello\n\nContent: none", Transfer::Plain, Content::Text, false);
        assert_eq!(seen("hello\n\nContent: none\n"), [part]);
    }

    #[test]
    fn a_page_beside_a_plain_text_repeats_it() {
        let text = "Subject: x\nContent-Type: multipart/alternative;\n\tboundary=\"b1\"\n\npreamble\n--b1\n\
                    Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\nTEU=\n--b1\n\
                    Content-Type: text/html\n\n<p>x</p>\n--b1--\nfooter\n";
        assert_eq!(
            seen(text),
            [
                ("Subject: x", Transfer::Plain, Content::Text, false),
                ("preamble", Transfer::Plain, Content::Text, false),
                ("TEU=", Transfer::Base64, Content::Text, false),
                ("<p>x</p>", Transfer::Plain, Content::Html, true),
                ("footer", Transfer::Plain, Content::Text, false),
            ]
        );
        assert_eq!(parts(text).0[2].charset, Charset::named("koi8-r"));
    }

    #[test]
    fn a_page_alone_is_read_and_messages_are_parts_of_their_own() {
        let text = "From a@b Tue Jul 15 02:34:03 2008\nContent-Type: text/html\n\n<p>1\n\n\
                    From c@d Tue Jul 15 02:35:03 2008\nSubject: y\n\nplain =3D\n";
        assert_eq!(
            seen(text),
            [("<p>1", Transfer::Plain, Content::Html, false), ("plain =3D", Transfer::Plain, Content::Text, false)]
        );
    }

    #[test]
    fn a_boundary_shows_without_its_header() {
        let text = "--=_12345678\nContent-Type: text/plain; format=flowed; delsp=yes\n\nhello\n--=_12345678\n\
                    Content-Type: text/html\n\n<p>hello\n--=_12345678--\n";
        assert_eq!(
            seen(text),
            [("hello", Transfer::Plain, Content::Text, false), ("<p>hello", Transfer::Plain, Content::Html, true)]
        );
        assert_eq!(parts(text).0[0].flowed, Some(true));
    }
}

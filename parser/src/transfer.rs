//! What mail does to text on its way, undone: quoted-printable, base64, character sets, encoded words of headers.

use crate::charset::Charset;
use crate::ledger::RegionKind;
use crate::mime::{Content, Part, Transfer, is_mime, parts};
use crate::view::{Builder, View};

/// A part of a view that is to be read in a way of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Manner {
    /// Where it starts and ends in the view.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether it is a page.
    pub(crate) html: bool,
    /// Whether its lines flow, and blanks at their ends are to be deleted.
    pub(crate) flowed: Option<bool>,
}

/// A text as it was sent.
pub(crate) struct Sent<'s> {
    /// None: it is what was given.
    pub(crate) view: Option<View<'s>>,
    /// Ranges of the source that are encoding and nothing else.
    pub(crate) encoding: Vec<(usize, usize)>,
    /// Ranges of the source that are not read, and what they are.
    pub(crate) aside: Vec<(usize, usize, RegionKind)>,
    /// Parts of the view that are not plain text, in order.
    pub(crate) manners: Vec<Manner>,
}

/// Undoes what headers speak of, and quoted-printable wherever it shows.
pub(crate) fn received(text: &str) -> Sent<'_> {
    let mime = is_mime(text);
    let escapes = memchr::memchr(b'=', text.as_bytes()).is_some();
    let mut sent = Sent { view: None, encoding: Vec::new(), aside: Vec::new(), manners: Vec::new() };
    if !(mime || has_encoded_words(text) || escapes && shows_escapes(text)) {
        return sent;
    }
    let whole = || (vec![Part { end: text.len(), ..Part::default() }], Vec::new());
    let (parts, boundaries) = if mime { parts(text) } else { whole() };
    let mut boundaries = boundaries.into_iter().peekable();
    let mut undoing = Undoing { text, builder: Builder::new(text), sent: &mut sent };
    let mut done = 0;
    for part in parts {
        while let Some((start, end)) = boundaries.next_if(|&(start, _)| start < part.start) {
            undoing.words(done, start);
            undoing.set_aside(start, end, "");
            done = end;
        }
        undoing.words(done, part.start);
        undoing.part(&part);
        done = part.end;
    }
    for (start, end) in boundaries {
        undoing.words(done, start);
        undoing.set_aside(start, end, "");
        done = end;
    }
    undoing.words(done, text.len());
    let builder = undoing.builder;
    if !sent.encoding.is_empty() || !sent.aside.is_empty() {
        sent.view = Some(builder.finish());
    }
    sent
}

/// At least so many escapes and soft line breaks show that a text is quoted-printable where no header says so.
const FEWEST_ESCAPES: usize = 2;

/// Whether a text is quoted-printable by its looks, or by a header in the middle of a line.
fn shows_escapes(text: &str) -> bool {
    let finds = |needle: &str| memchr::memmem::find_iter(text.as_bytes(), needle.as_bytes()).take(4).count();
    let says = || memchr::memchr_iter(b':', text.as_bytes()).any(|colon| says_quoted_printable(text, colon));
    let marks = ["=3D", "=20\n", "=20\r\n", "=C2=A0", "=E2=80", "=\n", "=\r\n"];
    (finds("=3D") + finds("=20") > 0
        && marks.into_iter().map(finds).sum::<usize>() >= FEWEST_ESCAPES
        && is_escaped(text))
        || says()
}

/// Whether nearly all equals signs of a text begin an escape or end a line: tools print `min=20, max=7`, which is none.
fn is_escaped(text: &str) -> bool {
    let digit = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_digit() || (b'A'..=b'F').contains(byte));
    let bytes = text.as_bytes();
    let escape = |at: usize| {
        let end = bytes.get(at + 1).is_none_or(|byte| matches!(byte, b'\r' | b'\n'));
        end || digit(bytes.get(at + 1)) && digit(bytes.get(at + 2))
    };
    let (escapes, bare): (Vec<usize>, Vec<usize>) = memchr::memchr_iter(b'=', bytes).partition(|&at| escape(at));
    bare.len() * 4 < escapes.len()
}

/// Whether the header whose colon stands here says that the text is quoted-printable.
fn says_quoted_printable(text: &str, colon: usize) -> bool {
    const NAME: &str = "content-transfer-encoding";
    let name = colon.checked_sub(NAME.len()).and_then(|start| text.get(start..colon));
    let value = text.get(colon + 1..).map(|rest| rest.trim_start_matches(' ')).and_then(|rest| rest.get(..16));
    name.is_some_and(|name| name.eq_ignore_ascii_case(NAME))
        && value.is_some_and(|value| value.eq_ignore_ascii_case("quoted-printable"))
}

/// Whether a text has words encoded as headers have them: `=?utf-8?Q?...?=`.
fn has_encoded_words(text: &str) -> bool {
    memchr::memmem::find(text.as_bytes(), b"=?").is_some() && memchr::memmem::find(text.as_bytes(), b"?=").is_some()
}

struct Undoing<'t, 'u> {
    text: &'t str,
    builder: Builder<'t>,
    sent: &'u mut Sent<'t>,
}

impl Undoing<'_, '_> {
    fn part(&mut self, part: &Part) {
        let before = self.builder.len();
        let body = self.text.get(part.start..part.end).unwrap_or_default();
        if part.repeats || part.content == Content::Other {
            self.set_aside(part.start, part.end, "\n");
            return;
        }
        match part.transfer {
            Transfer::Base64 => self.base64(part, body),
            Transfer::QuotedPrintable => self.quoted_printable(part),
            Transfer::Plain if shows_escapes(body) => self.quoted_printable(part),
            Transfer::Plain => self.words(part.start, part.end),
        }
        let html = part.content == Content::Html;
        if html || part.flowed.is_some() {
            self.sent.manners.push(Manner { start: before, end: self.builder.len(), html, flowed: part.flowed });
        }
    }

    /// Reads something else in place of a range that is no text.
    fn set_aside(&mut self, start: usize, end: usize, with: &str) {
        self.builder.replace(start, end, with);
        self.sent.aside.push((start, end, RegionKind::Mail));
    }

    /// Takes over a range whose encoded words are decoded.
    fn words(&mut self, start: usize, end: usize) {
        let range = self.text.get(start..end).unwrap_or_default();
        let (mut kept, mut at) = (start, start);
        for place in memchr::memmem::find_iter(range.as_bytes(), b"=?") {
            if start + place < at {
                continue;
            }
            let Some((length, decoded)) = range.get(place..).and_then(encoded_word) else { continue };
            self.builder.keep(kept, start + place);
            at = start + place + length;
            self.builder.replace(start + place, at, &decoded);
            self.sent.encoding.push((start + place, at));
            kept = at;
        }
        self.builder.keep(kept, end);
    }

    fn quoted_printable(&mut self, part: &Part) {
        let mut kept = part.start;
        for at in memchr::memchr_iter(b'=', self.text.get(part.start..part.end).unwrap_or_default().as_bytes()) {
            let at = part.start + at;
            if at < kept {
                continue;
            }
            let Some((end, with)) = self.escape(at, part.charset) else { continue };
            self.builder.keep(kept, at);
            self.builder.replace(at, end, &with);
            self.sent.encoding.push((at, end));
            kept = end;
        }
        self.builder.keep(kept, part.end);
    }

    /// `=` and a line end, which is taken out, or escapes of bytes that are a character: `=3D`, `=C2=A0`.
    fn escape(&self, at: usize, charset: Charset) -> Option<(usize, String)> {
        let rest = self.text.get(at + 1..)?;
        // Blanks between the mark and the line end were put in on the way.
        let unspaced = rest.trim_start_matches([' ', '\t']);
        for end in ["\r\n", "\n"] {
            if unspaced.starts_with(end) {
                return Some((at + 1 + rest.len() - unspaced.len() + end.len(), String::new()));
            }
        }
        // The bytes of a character may stand on both sides of a soft line break.
        let broken = |from: usize| {
            let rest = self.text.get(from..).unwrap_or_default();
            ["=\r\n", "=\n"].iter().find(|end| rest.starts_with(**end)).map_or(from, |end| from + end.len())
        };
        let byte = |from: usize| {
            let digits = self.text.get(from + 1..from + 3).filter(|_| self.text.as_bytes().get(from) == Some(&b'='))?;
            u8::from_str_radix(digits, 16).ok()
        };
        let (mut bytes, mut ends, mut length, mut from) = ([0_u8; 4], [at; 4], 0, at);
        for (slot, end) in bytes.iter_mut().zip(&mut ends) {
            let Some(value) = byte(from) else { break };
            (*slot, *end) = (value, from + 3);
            from = broken(from + 3);
            length += 1;
        }
        let (character, used) = charset.first(bytes.get(..length)?)?;
        let kept = character == '\t' || !character.is_control() || used > 1;
        // An escaped line end is one; other controls are no text.
        let with =
            if matches!(character, '\n' | '\r') { character.to_string() } else { kept.then(|| character.to_string())? };
        Some((ends.get(used.checked_sub(1)?).copied()?, with))
    }

    /// A body in base64: read in place where it is text, else set aside. What is no base64 behind it is a list's footer.
    fn base64(&mut self, part: &Part, body: &str) {
        let is_code = |line: &str| {
            let code = line.trim();
            code.is_empty() || code.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'/' | b'='))
        };
        let leading = body.len() - body.trim_start().len();
        let code = body.get(leading..).unwrap_or_default().split_inclusive('\n');
        // A blank line ends it, where a text follows.
        let length =
            leading + code.take_while(|line| is_code(line) && !line.trim().is_empty()).map(str::len).sum::<usize>();
        let end = part.start + length;
        let bytes = body.get(..length).and_then(decode_base64).filter(|bytes| !bytes.is_empty() && !bytes.contains(&0));
        match bytes.map(|bytes| part.charset.decode(&bytes)) {
            Some(decoded) if part.content != Content::File || is_text(&decoded) => {
                self.builder.replace(part.start, end, &decoded);
                self.sent.encoding.push((part.start, end));
            }
            _ if length > 0 => self.set_aside(part.start, end, "\n"),
            _ => {}
        }
        self.words(end, part.end);
    }
}

/// Whether decoded bytes read like a text: hardly any control characters.
fn is_text(decoded: &str) -> bool {
    let controls = decoded.chars().filter(|c| c.is_control() && !c.is_whitespace() && *c != '\u{1b}').count();
    controls * 100 <= decoded.len()
}

/// The length of an encoded word at the start of some text, and what it says: `=?koi8-r?B?8NLP?=`.
fn encoded_word(text: &str) -> Option<(usize, String)> {
    const LONGEST: usize = 400;
    let mut fields = text.get(2..)?.splitn(3, '?');
    let (charset, encoding, rest) = (fields.next()?, fields.next()?, fields.next()?);
    let end = rest.as_bytes().get(..rest.len().min(LONGEST))?.windows(2).position(|w| w == b"?=")?;
    let word = rest.get(..end).filter(|word| !word.contains(['\n', ' ']))?;
    let charset = charset.split('*').next().filter(|name| name.len() <= 30).map(Charset::named)?;
    let bytes = match encoding {
        "B" | "b" => decode_base64(word)?,
        "Q" | "q" => decode_q(word),
        _ => return None,
    };
    let length = text.len() - rest.len() + end + 2;
    let decoded: String = charset.decode(&bytes).chars().filter(|c| !c.is_control()).collect();
    Some((length, decoded))
}

/// The bytes of a word in which `_` is a blank and `=E9` a byte.
fn decode_q(word: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(word.len());
    let mut at = 0;
    while let Some(&byte) = word.as_bytes().get(at) {
        let escaped = word.get(at + 1..at + 3).filter(|_| byte == b'=').and_then(|d| u8::from_str_radix(d, 16).ok());
        bytes.push(escaped.unwrap_or(if byte == b'_' { b' ' } else { byte }));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    bytes
}

/// The bytes of some base64; `None` for what is none.
fn decode_base64(code: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(code.len() / 4 * 3);
    let (mut bits, mut held) = (0_u32, 0);
    for c in code.bytes().filter(|c| !matches!(c, b'\r' | b'\n' | b'=' | b' ' | b'\t')) {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn undone(text: &str) -> String {
        received(text).view.map_or(text, |view| view.text().to_owned().leak()).to_owned()
    }

    #[test]
    fn a_plain_text_is_left_alone() {
        for text in ["a=3 b=20 x\n", "Q&A; x & y", "12 = 3", "x =? y ?= z", ""] {
            assert_eq!(undone(text), text);
            assert!(received(text).view.is_none());
        }
    }

    #[test]
    fn quoted_printable_is_undone() {
        assert_eq!(undone("a =3D 1=\n2.5=20\nb =C2=B1 =E9\n"), "a = 12.5 \nb ± é\n");
        assert_eq!(undone("a =3D =C2=\n=B1 1\nb =3D 2"), "a = ± 1\nb = 2");
        assert_eq!(undone("Content-Transfer-Encoding: quoted-printable\n\nx=3D=31\n").lines().last(), Some("x=1"));
        assert_eq!(
            undone("From: a Content-Transfer-Encoding: quoted-printable x=3D1").split(' ').next_back(),
            Some("x=1")
        );
    }

    #[test]
    fn a_part_is_read_in_its_character_set() {
        let text = "Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: quoted-printable\n\n\
                    =D5=D3 1.5=B5\n";
        assert_eq!(undone(text).lines().last(), Some("ус 1.5╣"));
    }

    #[test]
    fn words_of_headers_are_decoded() {
        assert_eq!(undone("Subject: =?utf-8?Q?1_=C2=B1_2?= =?iso-8859-15?B?pA==?=\n"), "Subject: 1 ± 2 €\n");
    }

    #[test]
    fn a_base64_part_is_read_in_place() {
        let text = "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\naGVsbG8gMTIK\n\n--x--\n";
        assert_eq!(undone(text), "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nhello 12\n\n--x--\n");
        let view = received(text).view.expect("a view");
        let at = view.text().find("12").expect("the number");
        let (start, end) = view.source_range(at, at + 2);
        assert!(text[start..end].starts_with("aGVsbG8gMTIK"), "{:?}", &text[start..end]);
    }

    #[test]
    fn what_is_no_text_is_set_aside() {
        let text = "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo12345\n";
        let sent = received(text);
        assert_eq!(sent.view.map(|view| view.text().ends_with("base64\n\n\n")), Some(true));
        assert_eq!(sent.aside.len(), 1);
    }
}

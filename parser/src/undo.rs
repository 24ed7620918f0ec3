//! Encodings that mail and terminals put over a text, undone: quoted-printable, base64, HTML entities, terminal colours,
//! characters without width.

use crate::view::{Builder, View};

/// A text without its encodings, and the ranges of the source that are encoding and nothing else.
pub(crate) struct Undone<'s> {
    pub(crate) view: View<'s>,
    pub(crate) encoding: Vec<(usize, usize)>,
}

/// Undoes what a text shows signs of; one without any is not copied.
pub(crate) fn undo(text: &str) -> Undone<'_> {
    let signs = Signs::of(text);
    if !signs.any() {
        return Undone { view: View::unchanged(text), encoding: Vec::new() };
    }
    let mut undoing = Undoing { text, signs, builder: Builder::new(text), encoding: Vec::new() };
    undoing.run();
    Undone { view: undoing.builder.finish(), encoding: undoing.encoding }
}

/// What a text shows signs of.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent sign")]
struct Signs {
    /// Soft line breaks and escapes: `=3D`.
    quoted_printable: bool,
    /// A part that says it is base64.
    base64: bool,
    /// `&lt;`
    entities: bool,
    /// An escape character, one without width, or a blank that is none of the keyboard's.
    invisible: bool,
}

/// At least so many escapes and soft line breaks show that a text is quoted-printable where no header says so.
const FEWEST_ESCAPES: usize = 2;

impl Signs {
    fn of(text: &str) -> Self {
        let has = |needle: &str| memchr::memmem::find(text.as_bytes(), needle.as_bytes()).is_some();
        let lower = |needle: &str| header_value(text, "content-transfer-encoding").any(|value| value == needle);
        let escapes = || {
            let marks = ["=3D", "=20\n", "=20\r\n", "=C2=A0", "=E2=80", "=\n", "=\r\n"];
            marks
                .iter()
                .map(|mark| memchr::memmem::find_iter(text.as_bytes(), mark.as_bytes()).take(4).count())
                .sum::<usize>()
        };
        Self {
            quoted_printable: lower("quoted-printable")
                || (has("=3D") || has("=20")) && escapes() >= FEWEST_ESCAPES && is_escaped(text),
            base64: lower("base64"),
            entities: memchr::memchr(b'&', text.as_bytes()).is_some()
                && ENTITIES.iter().any(|(name, _)| has(name)) | has("&#"),
            invisible: text.contains(|c| is_invisible(c) || is_blank(c))
                || memchr::memchr(0x1b, text.as_bytes()).is_some(),
        }
    }

    fn any(&self) -> bool {
        self.quoted_printable || self.base64 || self.entities || self.invisible
    }
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

/// The values of a mail header wherever a line has it, in lower case.
fn header_value<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = String> + 't {
    memchr::memchr_iter(b':', text.as_bytes()).filter_map(move |colon| {
        let before = text.get(colon.checked_sub(name.len())?..colon)?;
        let after = text.get(colon + 1..)?;
        let value = after.trim_start_matches(' ').split([' ', '\r', '\n', ';']).next()?;
        before.eq_ignore_ascii_case(name).then(|| value.to_ascii_lowercase())
    })
}

/// Characters that are there but not seen.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}')
}

/// Blanks that do not break, or are of another width.
fn is_blank(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// The entities that archives write.
const ENTITIES: &[(&str, &str)] = &[
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&amp;", "&"),
    ("&quot;", "\""),
    ("&apos;", "'"),
    ("&nbsp;", " "),
    ("&plusmn;", "±"),
    ("&micro;", "µ"),
    ("&minus;", "−"),
    ("&times;", "×"),
    ("&ndash;", "–"),
    ("&mdash;", "—"),
    ("&rarr;", "→"),
];

struct Undoing<'s> {
    text: &'s str,
    signs: Signs,
    builder: Builder<'s>,
    encoding: Vec<(usize, usize)>,
}

impl Undoing<'_> {
    fn run(&mut self) {
        let mut kept = 0;
        let mut at = 0;
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(at) {
            let step = match byte {
                b'=' if self.signs.quoted_printable => self.escape(at).map(|(end, with)| (at, end, with)),
                b'&' if self.signs.entities => self.entity(at).map(|(end, with)| (at, end, with)),
                0x1b => colour(self.text, at).map(|end| (at, end, String::new())),
                0x80.. if self.signs.invisible => self.invisible(at).map(|(end, with)| (at, end, with)),
                b'C' | b'c' if self.signs.base64 => self.base64(at),
                _ => None,
            };
            match step {
                Some((start, end, with)) => {
                    self.builder.keep(kept, start);
                    self.builder.replace(start, end, &with);
                    self.encoding.push((start, end));
                    at = end;
                    kept = end;
                }
                None => at += 1,
            }
        }
        self.builder.keep(kept, self.text.len());
    }

    /// `=` and a line end, which is taken out, or escapes of bytes that are characters: `=3D`, `=C2=A0`.
    fn escape(&self, at: usize) -> Option<(usize, String)> {
        let rest = self.text.get(at + 1..)?;
        for end in ["\r\n", "\n"] {
            if rest.starts_with(end) {
                return Some((at + 1 + end.len(), String::new()));
            }
        }
        let byte = |from: usize| {
            let digits = self.text.get(from + 1..from + 3).filter(|_| self.text.as_bytes().get(from) == Some(&b'='))?;
            u8::from_str_radix(digits, 16).ok()
        };
        let first = byte(at)?;
        if first < 0x80 {
            let printable = matches!(first, b'\t' | 0x20..=0x7e);
            return printable.then(|| (at + 3, char::from(first).to_string()));
        }
        let mut bytes = vec![first];
        while let (true, Some(next)) = (bytes.len() < 4, byte(at + 3 * bytes.len()).filter(|b| *b >= 0x80)) {
            if std::str::from_utf8(&bytes).is_ok() {
                break;
            }
            bytes.push(next);
        }
        match std::str::from_utf8(&bytes) {
            Ok(character) => Some((at + 3 * bytes.len(), character.to_owned())),
            // Not UTF-8: Latin-1, in which each byte is a character.
            Err(_) => Some((at + 3, char::from(first).to_string())),
        }
    }

    fn entity(&self, at: usize) -> Option<(usize, String)> {
        let rest = self.text.get(at..)?;
        if let Some((name, with)) = ENTITIES.iter().find(|(name, _)| rest.starts_with(name)) {
            return Some((at + name.len(), (*with).to_owned()));
        }
        let number = rest.strip_prefix("&#")?;
        let end = number.find(';').filter(|&end| (1..=7).contains(&end))?;
        let digits = number.get(..end)?;
        let code = match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => digits.parse().ok()?,
        };
        let character = char::from_u32(code).filter(|c| !c.is_control())?;
        Some((at + 2 + end + 1, character.to_string()))
    }

    /// Nothing in place of a character without width, a plain blank in place of another one.
    fn invisible(&self, at: usize) -> Option<(usize, String)> {
        let character = self.text.get(at..)?.chars().next()?;
        let with = if is_blank(character) { " " } else { "" };
        (is_blank(character) || is_invisible(character)).then(|| (at + character.len_utf8(), with.to_owned()))
    }

    /// The body that follows a header which calls it base64, and what it says.
    fn base64(&self, at: usize) -> Option<(usize, usize, String)> {
        const HEADER: &str = "content-transfer-encoding:";
        let rest = self.text.get(at..)?;
        rest.get(..HEADER.len()).filter(|header| header.eq_ignore_ascii_case(HEADER))?;
        let value = rest.get(HEADER.len()..)?.trim_start_matches(' ');
        value.get(..6).filter(|word| word.eq_ignore_ascii_case("base64"))?;
        let blank = ["\n\n", "\r\n\r\n"].into_iter().filter_map(|blank| Some(rest.find(blank)? + blank.len())).min()?;
        let body = rest.get(blank..)?;
        let is_code = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'/' | b'=' | b'\r' | b'\n');
        let length = body.bytes().position(|c| !is_code(c)).map_or(body.len(), |stop| {
            // A boundary line follows; what stands before it on its line is no part of the body.
            body.get(..stop).and_then(|before| before.rfind('\n')).map_or(0, |line| line + 1)
        });
        let decoded = decode_base64(body.get(..length)?)?;
        Some((at + blank, at + blank + length, decoded))
    }
}

/// The end of a terminal's control sequence: `ESC [ 1 ; 31 m`, or `ESC ] ... BEL`.
fn colour(text: &str, at: usize) -> Option<usize> {
    let rest = text.as_bytes().get(at + 1..)?;
    match rest.first() {
        Some(b'[') => {
            let end = rest.iter().skip(1).take(32).position(|b| (0x40..=0x7e).contains(b))?;
            Some(at + 1 + 1 + end + 1)
        }
        Some(b']') => {
            let end = rest.iter().take(256).position(|b| *b == 0x07)?;
            Some(at + 1 + end + 1)
        }
        Some(b'(') => Some(at + 3).filter(|&end| text.is_char_boundary(end)),
        _ => Some(at + 1),
    }
}

/// Base64 to text: UTF-8, else Latin-1. `None` for what is neither base64 nor text.
fn decode_base64(code: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(code.len() / 4 * 3);
    let (mut bits, mut held) = (0_u32, 0);
    for c in code.bytes().filter(|c| !matches!(c, b'\r' | b'\n' | b'=')) {
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
    if bytes.is_empty() || bytes.contains(&0) {
        return None;
    }
    Some(String::from_utf8(bytes).unwrap_or_else(|e| e.into_bytes().into_iter().map(char::from).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn undone(text: &str) -> String {
        undo(text).view.text().to_owned()
    }

    #[test]
    fn a_plain_text_is_left_alone() {
        for text in
            ["a=3 b=20 x\n", "min=20, max=7, runt=\n5 ms\nmin=20, max=9, runt=\n6 ms\n", "Q&A; x & y", "12 = 3", ""]
        {
            assert_eq!(undone(text), text);
            assert!(undo(text).encoding.is_empty());
        }
    }

    #[test]
    fn quoted_printable_is_undone() {
        assert_eq!(undone("a =3D 1=\n2.5=20\nb =C2=B1 =E9\n"), "a = 12.5 \nb ± é\n");
        assert_eq!(undone("Content-Transfer-Encoding: quoted-printable\n\nx=3D=31\n").lines().last(), Some("x=1"));
    }

    #[test]
    fn entities_colours_and_zero_widths_are_undone() {
        assert_eq!(undone("a &lt;1&gt;&nbsp;&#177;&#xb5;"), "a <1> ±µ");
        assert_eq!(undone("\u{1b}[1;31m12.5\u{1b}[0m us"), "12.5 us");
        assert_eq!(undone("1\u{200b}2\u{ad}3"), "123");
        assert_eq!(undone("1\u{a0}2\u{2009}3"), "1 2 3");
    }

    #[test]
    fn a_base64_part_is_read_in_place() {
        let text = "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\naGVsbG8gMTIK\n\n--x--\n";
        assert_eq!(undone(text), "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nhello 12\n--x--\n");
        let undone = undo(text);
        let at = undone.view.text().find("12").expect("the number");
        let (start, end) = undone.view.source_range(at, at + 2);
        assert!(text[start..end].starts_with("aGVsbG8gMTIK"), "{:?}", &text[start..end]);
    }
}

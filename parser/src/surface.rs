//! What stands over a text when it is copied from a page, a terminal or an archive, undone: HTML, entities, colours,
//! characters without width, blanks that are none, prompts.

use crate::transfer::Manner;
use crate::view::{Builder, View};

/// A text without what stood over it.
pub(crate) struct Bared<'s> {
    /// None: there was nothing.
    pub(crate) view: Option<View<'s>>,
    /// Ranges of the given text that are encoding and nothing else.
    pub(crate) encoding: Vec<(usize, usize)>,
    /// Ranges of the given text that a shell put before a command.
    pub(crate) prompts: Vec<(usize, usize)>,
    /// The given parts, where they stand in the view.
    pub(crate) manners: Vec<Manner>,
}

/// Undoes what a text shows signs of; parts that are pages lose their tags.
pub(crate) fn bared<'s>(text: &'s str, manners: &[Manner]) -> Bared<'s> {
    let signs = Signs::of(text);
    let unchanged = Bared { view: None, encoding: Vec::new(), prompts: Vec::new(), manners: manners.to_vec() };
    if !signs.any() && !manners.iter().any(|manner| manner.html) {
        return unchanged;
    }
    let mut baring =
        Baring { text, signs, builder: Builder::new(text), encoding: Vec::new(), prompts: Vec::new(), kept: 0 };
    let mut moved = Vec::with_capacity(manners.len());
    let mut done = 0;
    for manner in manners {
        baring.plain(done, manner.start);
        let start = baring.builder.len();
        if manner.html {
            baring.page(manner.start, manner.end);
        } else {
            baring.plain(manner.start, manner.end);
        }
        moved.push(Manner { start, end: baring.builder.len(), ..*manner });
        done = manner.end;
    }
    baring.plain(done, text.len());
    let Baring { builder, encoding, prompts, .. } = baring;
    if encoding.is_empty() && prompts.is_empty() {
        return unchanged;
    }
    Bared { view: Some(builder.finish()), encoding, prompts, manners: moved }
}

/// What a text shows signs of.
struct Signs {
    /// `&lt;`
    entities: bool,
    /// An escape character, one without width, or a blank that is none of the keyboard's.
    invisible: bool,
    /// A shell's prompt.
    prompts: bool,
}

impl Signs {
    fn of(text: &str) -> Self {
        let has = |needle: &str| memchr::memmem::find(text.as_bytes(), needle.as_bytes()).is_some();
        Self {
            entities: memchr::memchr(b'&', text.as_bytes()).is_some()
                && (ENTITIES.iter().any(|(name, _)| has(name)) || has("&#")),
            invisible: text.contains(|c| is_invisible(c) || is_blank(c))
                || memchr::memchr(0x1b, text.as_bytes()).is_some(),
            prompts: ["$ ", "# ", "% "].iter().any(|mark| has(mark)) && (has("@") || has(":~") || has("sh-")),
        }
    }

    fn any(&self) -> bool {
        self.entities || self.invisible || self.prompts
    }
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

struct Baring<'s> {
    text: &'s str,
    signs: Signs,
    builder: Builder<'s>,
    encoding: Vec<(usize, usize)>,
    prompts: Vec<(usize, usize)>,
    /// As far as this the text is in the view.
    kept: usize,
}

impl Baring<'_> {
    /// Takes over what was left alone up to a place.
    fn keep(&mut self, to: usize) {
        self.builder.keep(self.kept, to);
        self.kept = self.kept.max(to);
    }

    /// Reads some characters in place of a range.
    fn replace(&mut self, start: usize, end: usize, with: &str) {
        self.keep(start);
        self.builder.replace(start, end, with);
        self.encoding.push((start, end));
        self.kept = end;
    }

    /// A range of plain text.
    fn plain(&mut self, start: usize, end: usize) {
        self.kept = start;
        let mut at = start;
        let bytes = self.text.as_bytes();
        let mut fresh = true;
        while let Some(&byte) = bytes.get(at).filter(|_| at < end) {
            if fresh && self.signs.prompts {
                self.prompt(at);
            }
            fresh = byte == b'\n';
            let step = match byte {
                b'&' if self.signs.entities => self.entity(at),
                0x1b => colour(self.text, at).map(|end| (end, String::new())),
                0x80.. if self.signs.invisible => self.invisible(at),
                _ => None,
            };
            match step.filter(|(stop, _)| *stop <= end) {
                Some((stop, with)) => {
                    self.replace(at, stop, &with);
                    at = stop;
                }
                None => at += 1,
            }
        }
        self.keep(end);
    }

    /// A prompt at the start of a line, behind quote marks: what it says of user, host and folder is left out.
    fn prompt(&mut self, at: usize) {
        const LONGEST: usize = 300;
        let bytes = self.text.as_bytes().get(at..).unwrap_or_default();
        let length = memchr::memchr(b'\n', bytes.get(..bytes.len().min(LONGEST)).unwrap_or_default());
        let line = self.text.get(at..at + length.unwrap_or(bytes.len().min(LONGEST))).unwrap_or_default();
        let unquoted = line.trim_start_matches(['>', ' ']);
        let start = at + line.len() - unquoted.len();
        if let Some(length) = prompt(unquoted) {
            self.keep(start);
            self.builder.replace(start, start + length, "$ ");
            self.prompts.push((start, start + length));
            self.kept = start + length;
        }
    }

    fn entity(&self, at: usize) -> Option<(usize, String)> {
        let rest = self.text.get(at..)?;
        if let Some((name, with)) = ENTITIES.iter().find(|(name, _)| rest.starts_with(name)) {
            return Some((at + name.len(), (*with).to_owned()));
        }
        let number = rest.strip_prefix("&#")?;
        let end = number.bytes().take(8).position(|b| b == b';').filter(|&end| end > 0)?;
        let digits = number.get(..end)?;
        let code = match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => digits.parse().ok()?,
        };
        let character = char::from_u32(code).filter(|c| !c.is_control())?;
        let character = if is_blank(character) { ' ' } else { character };
        Some((at + 2 + end + 1, character.to_string()))
    }

    /// Nothing in place of a character without width, a plain blank in place of another one.
    fn invisible(&self, at: usize) -> Option<(usize, String)> {
        let character = self.text.get(at..)?.chars().next()?;
        let with = if is_blank(character) { " " } else { "" };
        (is_blank(character) || is_invisible(character)).then(|| (at + character.len_utf8(), with.to_owned()))
    }

    /// A page: its text, one line for each of its lines and rows, the cells of a row parted by tabs.
    fn page(&mut self, start: usize, end: usize) {
        self.kept = start;
        let mut page = Page { at_start: true, ..Page::default() };
        let mut at = start;
        while let Some(&byte) = self.text.as_bytes().get(at).filter(|_| at < end) {
            at = match byte {
                b'<' => match tag(self.text, at, end) {
                    Some((stop, name)) => {
                        let with = page.tag(&name);
                        self.replace(at, stop, &with);
                        stop
                    }
                    None => at + 1,
                },
                b'&' => match self.entity(at).filter(|(stop, _)| *stop <= end) {
                    Some((stop, with)) => {
                        (page.at_start, page.empty) = (false, false);
                        self.replace(at, stop, &with);
                        stop
                    }
                    None => at + 1,
                },
                b' ' | b'\t' | b'\r' | b'\n' if page.preformatted == 0 => {
                    let rest = self.text.as_bytes().get(at..end).unwrap_or_default();
                    let stop = at + rest.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(rest.len());
                    self.replace(at, stop, if page.at_start { "" } else { " " });
                    stop
                }
                _ => {
                    (page.at_start, page.empty) = (byte == b'\n', false);
                    at + 1
                }
            };
        }
        self.replace(end, end, "\n");
    }
}

/// Where in a page one is.
#[derive(Default)]
struct Page {
    /// How many tags are open inside which blanks and line ends count.
    preformatted: usize,
    /// How deep the text is quoted.
    quoted: usize,
    /// Whether nothing but blanks was written on the line.
    at_start: bool,
    /// Whether the row has a cell already.
    cells: bool,
    /// Whether a paragraph has begun with nothing in it so far: it is a blank line.
    empty: bool,
}

impl Page {
    /// What a tag reads as.
    fn tag(&mut self, name: &str) -> String {
        match name {
            "pre" => self.preformatted += 1,
            "/pre" => self.preformatted = self.preformatted.saturating_sub(1),
            "blockquote" => self.quoted += 1,
            "/blockquote" => self.quoted = self.quoted.saturating_sub(1),
            "tr" => self.cells = false,
            "td" | "th" => {
                let tab = std::mem::replace(&mut self.cells, true);
                return if tab { "\t".to_owned() } else { String::new() };
            }
            "br" | "br/" | "p" | "/p" | "div" | "/div" | "li" | "hr" | "table" | "/table" | "/ul" | "h1" | "h2"
            | "h3" | "h4" | "/h1" | "/h2" | "/h3" | "/h4" => {}
            _ => return String::new(),
        }
        let fresh = std::mem::replace(&mut self.at_start, true);
        let blank = fresh && self.empty && name == "/div";
        self.empty = name == "div";
        if fresh && !blank && !matches!(name, "br" | "br/" | "p" | "/p" | "blockquote") {
            return String::new();
        }
        format!("\n{}", "> ".repeat(self.quoted.min(8)))
    }
}

/// The tag, comment, or element without text that starts at a place: its end and its name in lower case.
fn tag(text: &str, at: usize, end: usize) -> Option<(usize, String)> {
    const LONGEST: usize = 4096;
    let rest = text.get(at + 1..end)?;
    if rest.starts_with("!--") {
        let stop = rest.find("-->").map_or(rest.len(), |stop| stop + 3);
        return Some((at + 1 + stop, String::new()));
    }
    if !rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!') {
        return None;
    }
    let close = memchr::memchr(b'>', rest.as_bytes().get(..rest.len().min(LONGEST))?)?;
    let name = rest.get(..close)?.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let mut stop = close + 1;
    if let Some(silent) = ["style", "script", "title"].iter().find(|silent| **silent == name) {
        let closing = format!("</{silent}");
        let behind = rest.get(stop..).unwrap_or_default();
        let found = memchr::memmem::find(behind.as_bytes(), closing.as_bytes());
        stop += found
            .and_then(|at| Some(at + memchr::memchr(b'>', behind.as_bytes().get(at..)?)? + 1))
            .unwrap_or(behind.len());
    }
    Some((at + 1 + stop, name))
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

/// The length of the prompt that a line starts with, where it names a user or a host: `user@host:~/dir$ `,
/// `[root@host dir]# `, `host:~ # `, `user@host dir % `, `bash-5.1$ `.
fn prompt(line: &str) -> Option<usize> {
    const LONGEST: usize = 80;
    let mark = line.char_indices().take(LONGEST).find_map(|(at, c)| {
        let blank = line.get(at + 1..).is_some_and(|rest| rest.starts_with(' '));
        (matches!(c, '$' | '#' | '%') && blank).then_some(at)
    })?;
    let before = line.get(..mark)?;
    // The name of an environment may stand before all.
    let before = before.strip_prefix('(').and_then(|rest| rest.split_once(") ")).map_or(before, |(_, rest)| rest);
    let inner = before.trim_start_matches('[').trim_end();
    let word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
    let folder = |text: &str| text.starts_with(['~', '/']) || word(text);
    let place = |rest: &str| {
        let folder_part = rest.trim_end_matches([']', ' ']);
        let split = folder_part.split_once([':', ' ']);
        split.map_or_else(|| word(folder_part), |(host, dir)| word(host) && (folder(dir) && !dir.contains(' ')))
    };
    let named = if let Some((user, rest)) = inner.split_once('@') {
        word(user) && place(rest)
    } else {
        let shell = ["sh-", "bash-"].iter().find_map(|shell| inner.strip_prefix(shell));
        let host = inner.split_once(":~").is_some_and(|(host, dir)| word(host) && !dir.contains(' '));
        shell.is_some_and(|version| version.bytes().all(|b| b.is_ascii_digit() || b == b'.')) || host
    };
    let command = line.get(mark + 1..)?.trim_start().starts_with(|c: char| c.is_alphanumeric() || "./~_".contains(c));
    (named && command).then_some(mark + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn undone(text: &str) -> String {
        bared(text, &[]).view.map_or_else(|| text.to_owned(), |view| view.text().to_owned())
    }

    fn page(text: &str) -> String {
        let manner = Manner { start: 0, end: text.len(), html: true, flowed: None };
        bared(text, &[manner]).view.map(|view| view.text().to_owned()).unwrap_or_default()
    }

    #[test]
    fn a_plain_text_is_left_alone() {
        for text in ["a=3 b=20 x\n", "Q&A; x & y", "12 = 3", "a # b, c@d", ""] {
            assert_eq!(undone(text), text);
            assert!(bared(text, &[]).encoding.is_empty());
        }
    }

    #[test]
    fn entities_colours_and_zero_widths_are_undone() {
        assert_eq!(undone("a &lt;1&gt;&nbsp;&#177;&#xb5;"), "a <1> ±µ");
        assert_eq!(undone("\u{1b}[1;31m12.5\u{1b}[0m us"), "12.5 us");
        assert_eq!(undone("1\u{200b}2\u{ad}3"), "123");
        assert_eq!(undone("1\u{a0}2\u{2009}3"), "1 2 3");
    }

    #[test]
    fn prompts_are_one() {
        for prompt in [
            "user@host:~$ ",
            "> [root@host dir]# ",
            "(venv) a@b-2:/x/y$ ",
            "host:~ # ",
            "user@host dir % ",
            "bash-5.1$ ",
        ] {
            let quote = if prompt.starts_with('>') { "> " } else { "" };
            assert_eq!(undone(&format!("x\n{prompt}make -j4\n")), format!("x\n{quote}$ make -j4\n"), "{prompt}");
        }
        for text in ["mail a@b.c or pay 5 $ for it\n", "50 % of a@b\n", "$ a@b\n", "a@b.c: 5 # 3\n"] {
            assert_eq!(undone(text), text);
        }
    }

    #[test]
    fn pages_are_read_by_their_text() {
        assert_eq!(page("<p>Before:\n  it <b>was</b></p>12.5&nbsp;s<br>x &lt; 3"), "\nBefore: it was\n12.5 s\nx < 3\n");
        assert_eq!(page("<style>a{1}</style><pre>a  1\nb  2</pre>"), "a  1\nb  2\n\n");
        assert_eq!(
            page("<table><tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td>2</td></tr></table>"),
            "a\tb \n1\t2\n\n"
        );
        assert_eq!(page("<div>a</div>\n<div></div>\n<div>b</div>"), "a\n\nb\n\n");
        assert_eq!(page("x<blockquote>a<br>b</blockquote>c"), "x\n> a\n> b\nc\n");
    }
}

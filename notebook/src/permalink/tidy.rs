//! Takes a link out of what mail and chat make of it: wrapped, quoted, encoded, with signs around it.

use super::check::bits;
use super::error::LinkError;
use super::frame::{self, MOST_CHARACTERS};

/// The link in a text: its characters without anything that came between them.
///
/// A text without `#` may be the link's characters alone; else the link begins behind a `#`. The first one that is whole is
/// taken; where none is, the error is that of the first that looks like one.
pub(super) fn link_in(text: &str) -> Result<Vec<u8>, LinkError> {
    let mut first = LinkError::None;
    for start in starts(text) {
        let found = collected(start).and_then(|link| frame::read(&link).map(|_| link));
        match found {
            Ok(link) => return Ok(link),
            Err(error) if first == LinkError::None => first = error,
            Err(_) => {}
        }
    }
    Err(first)
}

/// Where links may begin in a text.
fn starts(text: &str) -> Vec<&str> {
    /// More of them are not looked at.
    const MOST: usize = 1000;
    let signs = text.match_indices('#').chain(text.match_indices("%23"));
    let mut starts: Vec<usize> = signs.map(|(at, sign)| at + sign.len()).take(MOST).collect();
    starts.sort_unstable();
    if starts.is_empty() {
        starts.push(0);
    }
    let rest = |start: usize| text.get(start..);
    starts.into_iter().filter_map(rest).collect()
}

/// The characters from the start of a text as far as its head says, or as far as there are any.
fn collected(text: &str) -> Result<Vec<u8>, LinkError> {
    let mut link = Vec::new();
    let mut whole = None;
    let mut rest = text;
    while let Some((character, after)) = next(rest) {
        if link.len() == MOST_CHARACTERS {
            return Err(LinkError::TooLarge);
        }
        if whole == Some(link.len()) {
            // What follows at once would belong to it.
            return if character.is_adjacent { Err(LinkError::Damaged) } else { Ok(link) };
        }
        link.push(character.byte);
        if link.len() == frame::HEAD {
            let head = frame::head(&link);
            // Names of places in other pages begin alike, but are short.
            if head == Err(LinkError::Newer) && !goes_on(after) {
                return Err(LinkError::None);
            }
            whole = Some(head?.whole());
        }
        rest = after;
    }
    Ok(link)
}

/// Whether more characters follow than a name has.
fn goes_on(after: &str) -> bool {
    const NAME: usize = 30;
    after.bytes().take_while(|&byte| bits(byte).is_some()).count() > NAME
}

/// A character of a link, and whether nothing stands before it.
struct Character {
    byte: u8,
    is_adjacent: bool,
}

/// The next character of a link, and what is behind it. Nothing where the text goes on with something else.
fn next(text: &str) -> Option<(Character, &str)> {
    let mut rest = text;
    let mut is_adjacent = true;
    loop {
        let character = rest.chars().next()?;
        let after = rest.get(character.len_utf8()..)?;
        if character.is_ascii() && bits(character as u8).is_some() {
            return Some((Character { byte: character as u8, is_adjacent }, after));
        }
        if let ('%' | '=', Some((byte, after))) = (character, encoded(after)) {
            return Some((Character { byte, is_adjacent }, after));
        }
        rest = match character {
            // The soft line break of quoted-printable.
            '=' => after.trim_start_matches([' ', '\t', '\r']).strip_prefix('\n')?,
            '\n' => blank_line(after)?,
            _ if is_between(character) => after,
            _ => return None,
        };
        is_adjacent = false;
    }
}

/// What may stand between characters of a link: blanks, quoting, brackets around it, and characters without width.
fn is_between(character: char) -> bool {
    const WITHOUT_WIDTH: [char; 7] = ['\u{ad}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}', '\u{200e}'];
    character.is_whitespace() || matches!(character, '>' | '<' | '|') || WITHOUT_WIDTH.contains(&character)
}

/// What is behind a line's end; nothing where a line without any text follows: a link ends there.
fn blank_line(after: &str) -> Option<&str> {
    let line = after.lines().next()?;
    line.contains(|c: char| !is_between(c)).then_some(after)
}

/// A character of a link behind the sign that says that it is encoded by two digits.
fn encoded(after: &str) -> Option<(u8, &str)> {
    let byte = u8::from_str_radix(after.get(..2)?, 16).ok()?;
    bits(byte).is_some().then_some((byte, after.get(2..)?))
}

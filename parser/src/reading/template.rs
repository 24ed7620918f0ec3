//! Lines of a tool's output with holes for what changes: `{time:time} copied, {rate:bytes}`. A template knows nothing of
//! columns, so white space that was collapsed, padded or broken by a mailer does not matter.
//!
//! ```text
//! a blank            blanks, or the end of a line that was wrapped
//! {name}             a number; blanks may stand before it
//! {name:time}        a number with a unit of a family, glued to it or behind a blank
//! {name+}            a number that may end in k, M or G
//! {name,}  {name~}   a number with commas between its thousands; with a comma for its point
//! {-}  {#}           a word, or a number, that says nothing
//! {$name} {@name} {!name}   a word: part of a metric's name, a condition, a setting; it ends where the template goes on
//! {$name=a|b}        one of some words
//! {$name..}          some words, up to the text that follows
//! {?...?} {*...*}    what may be missing; what may come again
//! {...}              the rest of the line
//! \\{                 a brace
//! ```

use std::borrow::Cow;

use crate::lex;
use crate::mail::Token;
use crate::reading::flow::Size;
use crate::reading::sizes::Family;
use crate::reading::words::Word;

/// What a piece of a text that is read word by word must tell.
pub(crate) trait Textual {
    /// The characters of the word.
    fn text(&self) -> &str;
    /// The line that it stands on, where lines are known.
    fn line(&self) -> usize;
}

impl Textual for Word<'_> {
    fn text(&self) -> &str {
        self.text
    }

    fn line(&self) -> usize {
        self.line
    }
}

impl Textual for Token<'_> {
    fn text(&self) -> &str {
        self.text
    }

    fn line(&self) -> usize {
        0
    }
}

/// How a number may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plain,
    /// With k, M or G behind it.
    Suffixed,
    /// With commas between its thousands.
    Grouped,
    /// With a comma for its point.
    Comma,
}

/// What a captured word is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// A part of metrics' names, or a unit.
    Name,
    /// A condition of the figures.
    Parameter,
    /// What tells one setting from another.
    Setting,
}

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Text(&'static str),
    Gap,
    Number {
        name: &'static str,
        style: Style,
        family: Option<Family>,
    },
    Word {
        name: &'static str,
        purpose: Use,
        among: Vec<&'static str>,
        until: Vec<char>,
    },
    /// Words up to some text, which begins a word where the template has a blank before it.
    Words {
        name: &'static str,
        purpose: Use,
        until: &'static str,
        apart: bool,
    },
    Anything {
        until: Vec<char>,
    },
    Rest,
    Maybe(Vec<Piece>),
    Many(Vec<Piece>),
}

/// A line with holes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Template {
    pieces: Vec<Piece>,
}

/// What was found in a hole.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Found {
    /// A number: which word it stands in, its bytes there with a suffix, its plain characters and the power of ten that the
    /// suffix is.
    Number {
        name: &'static str,
        word: usize,
        start: usize,
        end: usize,
        plain: String,
        power: i32,
        size: Option<(&'static Size, Family)>,
    },
    /// Some text.
    Text { name: &'static str, purpose: Use, text: String },
}

/// How much of some words a template took, and what was in its holes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Match {
    /// How many words.
    pub(crate) words: usize,
    pub(crate) found: Vec<Found>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cursor {
    word: usize,
    at: usize,
}

/// What stands further behind may have been wrapped to the next line.
const NEAR: usize = 5;

impl Template {
    /// The template that some text is. What stands between braces and is no hole is taken for text.
    pub(crate) fn new(text: &'static str) -> Self {
        Self { pieces: pieces(text) }
    }

    /// A piece of text that a line must hold for the template to begin there, for a quick look at it.
    pub(crate) fn needle(&self) -> &'static str {
        let text = |piece: &Piece| match piece {
            Piece::Text(text) if text.contains(char::is_alphabetic) => Some(*text),
            _ => None,
        };
        self.pieces.iter().take(NEAR).find_map(text).unwrap_or_default()
    }

    /// The conditions that the template takes from a line without figures: what it says of the run below.
    pub(crate) fn conditions(&self) -> Vec<&'static str> {
        let condition = |piece: &Piece| match piece {
            Piece::Word { name, purpose: Use::Parameter, .. } | Piece::Words { name, purpose: Use::Parameter, .. } => {
                Some(*name)
            }
            _ => None,
        };
        let figures = self.pieces.iter().any(|piece| matches!(piece, Piece::Number { .. }));
        if figures { Vec::new() } else { self.pieces.iter().filter_map(condition).collect() }
    }

    /// The words that the template takes for the names of figures.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        let name = |piece: &Piece| match piece {
            Piece::Word { name, purpose: Use::Name, .. } | Piece::Words { name, purpose: Use::Name, .. } => Some(*name),
            _ => None,
        };
        self.pieces.iter().filter_map(name).collect()
    }

    /// Matches the template at the start of some words.
    pub(crate) fn matches<W: Textual>(&self, words: &[W]) -> Option<Match> {
        self.matches_within(words, 0)
    }

    /// Matches the template some bytes behind the start of some words.
    fn matches_within<W: Textual>(&self, words: &[W], at: usize) -> Option<Match> {
        let mut found = Vec::new();
        let cursor = run(&self.pieces, words, Cursor { word: 0, at }, &mut found)?;
        let rest = words.get(cursor.word).map_or("", |word| word.text().get(cursor.at..).unwrap_or_default());
        // A match ends with a word, but for the marks of a sentence.
        let inside = cursor.at > 0 && !rest.is_empty();
        if inside && !rest.chars().all(|c| ".,;:)*`".contains(c)) {
            return None;
        }
        let words = cursor.word + usize::from(cursor.at > 0);
        (words > 0).then_some(Match { words, found })
    }
}

/// Takes a template's text apart.
fn pieces(text: &'static str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, behind) = piece(rest);
        pieces.extend(piece);
        rest = behind;
    }
    pieces
}

fn piece(text: &'static str) -> (Option<Piece>, &'static str) {
    if let Some(behind) = text.strip_prefix(' ') {
        return (Some(Piece::Gap), behind.trim_start_matches(' '));
    }
    if let Some(behind) = text.strip_prefix("\\{") {
        return (text.get(1..2).map(Piece::Text), behind);
    }
    if let Some(behind) = text.strip_prefix("{...}") {
        return (Some(Piece::Rest), behind);
    }
    for (open, close) in [("{?", "?}"), ("{*", "*}")] {
        if let Some((inner, behind)) = text.strip_prefix(open).and_then(|rest| rest.split_once(close)) {
            let inner = pieces(inner);
            return (Some(if open == "{?" { Piece::Maybe(inner) } else { Piece::Many(inner) }), behind);
        }
    }
    if let Some((inner, behind)) = text.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        return (Some(hole(inner, behind)), behind);
    }
    let end = text.find(['{', ' ', '\\']).filter(|&end| end > 0).unwrap_or(text.len());
    let (text, behind) = text.split_at_checked(end).unwrap_or((text, ""));
    (Some(Piece::Text(text)), behind)
}

/// The characters that a word may end before: the template's next one, and that of what may be missing before it.
fn ends(mut behind: &'static str) -> Vec<char> {
    let mut ends = Vec::new();
    while let Some((inner, rest)) =
        ["{?", "{*"].iter().find_map(|open| behind.strip_prefix(open)).and_then(|rest| rest.split_once(['?', '*']))
    {
        ends.extend(inner.chars().next());
        behind = rest.strip_prefix('}').unwrap_or(rest);
    }
    ends.extend(behind.chars().next());
    ends.retain(|c| !matches!(c, ' ' | '{'));
    ends
}

/// The piece that the inside of a hole describes, in front of the rest of the template.
fn hole(inner: &'static str, behind: &'static str) -> Piece {
    let until = ends(behind);
    let purpose = match inner.chars().next() {
        Some('$') => Some(Use::Name),
        Some('@') => Some(Use::Parameter),
        Some('!') => Some(Use::Setting),
        _ => None,
    };
    if let (Some(purpose), Some(rest)) = (purpose, inner.get(1..)) {
        if let Some(name) = rest.strip_suffix("..") {
            let text = behind.trim_start_matches(' ');
            let until = text.get(..text.find(['{', ' ']).unwrap_or(text.len())).unwrap_or(text);
            return Piece::Words { name, purpose, until, apart: text.len() < behind.len() };
        }
        let (name, among) = rest.split_once('=').map_or((rest, Vec::new()), |(n, a)| (n, a.split('|').collect()));
        return Piece::Word { name, purpose, among, until };
    }
    if inner == "-" {
        return Piece::Anything { until };
    }
    let (name, family) = inner.split_once(':').map_or((inner, None), |(name, family)| (name, Family::called(family)));
    let styles = [('+', Style::Suffixed), (',', Style::Grouped), ('~', Style::Comma)];
    let style = styles.iter().find_map(|&(mark, style)| name.strip_suffix(mark).map(|name| (name, style)));
    let (name, style) = style.unwrap_or((name, Style::Plain));
    Piece::Number { name, style, family }
}

/// Runs pieces from a place; gives the place behind them. What may be missing is taken where it is there.
fn run<W: Textual>(pieces: &[Piece], words: &[W], start: Cursor, found: &mut Vec<Found>) -> Option<Cursor> {
    let mut cursor = start;
    for piece in pieces {
        cursor = match piece {
            Piece::Text(text) => behind_text(text, words, cursor)?,
            Piece::Gap => behind_gap(words, cursor)?,
            Piece::Number { name, style, family } => number((name, *style, *family), words, cursor, found)?,
            Piece::Word { name, purpose, among, until } => {
                let (text, behind) = word(among, until, words, cursor)?;
                found.push(Found::Text { name, purpose: *purpose, text });
                behind
            }
            Piece::Words { name, purpose, until, apart } => {
                let (text, behind) = some_words((until, *apart), words, cursor)?;
                found.push(Found::Text { name, purpose: *purpose, text });
                behind
            }
            Piece::Anything { until } => word(&[], until, words, at_a_word(words, cursor))?.1,
            Piece::Rest => behind_line(words, cursor),
            Piece::Maybe(inner) => attempt(inner, words, cursor, found).unwrap_or(cursor),
            Piece::Many(inner) => {
                let mut last = cursor;
                while let Some(next) = attempt(inner, words, last, found).filter(|&next| next != last) {
                    last = next;
                }
                last
            }
        };
    }
    Some(cursor)
}

/// Runs pieces that may be missing: where they do not fit, nothing is found.
fn attempt<W: Textual>(pieces: &[Piece], words: &[W], cursor: Cursor, found: &mut Vec<Found>) -> Option<Cursor> {
    let before = found.len();
    let behind = run(pieces, words, cursor, found);
    if behind.is_none() {
        found.truncate(before);
    }
    behind
}

fn rest<W: Textual>(words: &[W], cursor: Cursor) -> Option<&str> {
    words.get(cursor.word)?.text().get(cursor.at..)
}

fn behind_text<W: Textual>(text: &str, words: &[W], cursor: Cursor) -> Option<Cursor> {
    let mut cursor = cursor;
    for c in text.chars() {
        // Some versions of a tool print a blank before a comma, a colon or a bracket that closes.
        if matches!(c, ',' | ':' | ')' | ']') {
            cursor = at_a_word(words, cursor);
        }
        rest(words, cursor)?.strip_prefix(c)?;
        cursor.at += c.len_utf8();
    }
    Some(cursor)
}

fn behind_gap<W: Textual>(words: &[W], cursor: Cursor) -> Option<Cursor> {
    match rest(words, cursor) {
        Some("") => Some(Cursor { word: cursor.word + 1, at: 0 }),
        // What was optional before the blank was not there.
        _ if cursor.at == 0 => Some(cursor),
        _ => None,
    }
}

/// The start of the next word where a word has ended.
fn at_a_word<W: Textual>(words: &[W], cursor: Cursor) -> Cursor {
    match rest(words, cursor) {
        Some("") if cursor.at > 0 => Cursor { word: cursor.word + 1, at: 0 },
        _ => cursor,
    }
}

/// The first word of the next line.
fn behind_line<W: Textual>(words: &[W], cursor: Cursor) -> Cursor {
    let last = if cursor.at > 0 { cursor.word } else { cursor.word.saturating_sub(1) };
    let Some(line) = words.get(last).map(Textual::line) else { return cursor };
    let more = words.iter().skip(last + 1).take_while(|word| word.line() == line).count();
    Cursor { word: last + 1 + more, at: 0 }
}

fn word<W: Textual>(among: &[&str], until: &[char], words: &[W], cursor: Cursor) -> Option<(String, Cursor)> {
    let rest = rest(words, cursor)?;
    let text = if among.is_empty() {
        rest.get(..rest.find(until).unwrap_or(rest.len()))?
    } else {
        *among.iter().find(|word| rest.starts_with(*word))?
    };
    (!text.is_empty()).then(|| (text.to_owned(), Cursor { at: cursor.at + text.len(), ..cursor }))
}

/// A hole of several words takes at most this many.
const MOST_WORDS: usize = 12;

/// Some words up to some text, and the place where it begins or, where a blank is before it, the end of the last word.
fn some_words<W: Textual>((until, apart): (&str, bool), words: &[W], cursor: Cursor) -> Option<(String, Cursor)> {
    let mut text = String::new();
    let mut last = cursor;
    let line = words.get(cursor.word)?.line();
    for (at, word) in words.iter().enumerate().skip(cursor.word).take(MOST_WORDS) {
        let start = if at == cursor.word { cursor.at } else { 0 };
        let part = word.text().get(start..)?;
        let found = if apart { part.starts_with(until).then_some(0) } else { part.find(until) };
        if let Some(end) = found {
            let place = if apart { last } else { Cursor { word: at, at: start + end } };
            text.push_str(part.get(..end)?);
            let text = text.trim().to_owned();
            return (!text.is_empty()).then_some((text, place));
        }
        // They are no name where a line ends among them.
        if word.line() != line {
            return None;
        }
        text.push_str(part);
        text.push(' ');
        last = Cursor { word: at, at: start + part.len() };
    }
    None
}

/// What tools print where there is no figure.
const MISSING: &[&str] = &["-nan", "nan", "NaN", "inf", "N/A", "n/a", "+++++", "++++", "+++", "---", "--"];

fn number<W: Textual>(
    (name, style, family): (&'static str, Style, Option<Family>),
    words: &[W],
    cursor: Cursor,
    found: &mut Vec<Found>,
) -> Option<Cursor> {
    let cursor = at_a_word(words, cursor);
    let text = rest(words, cursor)?;
    if let Some(missing) = MISSING.iter().find(|missing| text.starts_with(**missing)) {
        return Some(Cursor { at: cursor.at + missing.len(), ..cursor });
    }
    let (plain, length) = plain(text, style)?;
    let mut behind = Cursor { at: cursor.at + length, ..cursor };
    let power = match text.get(length..)?.chars().next() {
        Some('k' | 'K') if style == Style::Suffixed => 3,
        Some('m' | 'M') if style == Style::Suffixed => 6,
        Some('g' | 'G') if style == Style::Suffixed => 9,
        _ => 0,
    };
    behind.at += usize::from(power > 0);
    let end = behind.at;
    let size = match family {
        None => None,
        Some(family) => {
            let (size, after) = unit(family, words, behind)?;
            behind = after;
            Some((size, family))
        }
    };
    let (word, start) = (cursor.word, cursor.at);
    found.push(Found::Number { name, word, start, end, plain: plain.into_owned(), power, size });
    Some(behind)
}

/// A number without what parts its thousands, and how many bytes of the text it is.
fn plain(text: &str, style: Style) -> Option<(Cow<'_, str>, usize)> {
    let printed = lex::printed(text)?;
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let length = printed.digits.len();
    match style {
        Style::Grouped if !printed.point && printed.digits.len() <= 3 => {
            let mut end = length;
            while text.get(end..).is_some_and(|rest| rest.strip_prefix(',').is_some_and(|group| digits(group) == 3)) {
                end += 4;
            }
            let fraction = text.get(end..).and_then(|rest| rest.strip_prefix('.')).map_or(0, digits);
            end += if fraction > 0 { fraction + 1 } else { 0 };
            Some((Cow::Owned(text.get(..end)?.replace(',', "")), end))
        }
        Style::Comma if !printed.point => {
            let fraction = text.get(length..).and_then(|rest| rest.strip_prefix(',')).map_or(0, digits);
            let end = length + if fraction > 0 { fraction + 1 } else { 0 };
            Some((Cow::Owned(text.get(..end)?.replace(',', ".")), end))
        }
        _ => Some((Cow::Borrowed(printed.digits), length)),
    }
}

/// The unit behind a number, and the place behind it.
fn unit<W: Textual>(family: Family, words: &[W], cursor: Cursor) -> Option<(&'static Size, Cursor)> {
    let cursor = at_a_word(words, cursor);
    let text = rest(words, cursor)?;
    let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '/' | 'µ' | 'μ' | '.'))).unwrap_or(text.len());
    // `ms.` ends a sentence, and in `MiB/20msec` another figure follows.
    let word = text.get(..end)?;
    let ends = [word, word.trim_end_matches('.'), word.split('/').next().unwrap_or_default()];
    let (size, word) = ends.into_iter().find_map(|word| Some((family.size(word)?, word)))?;
    Some((size, Cursor { at: cursor.at + word.len(), ..cursor }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, SourceId, mail::Document, reading::flow::flow};

    /// What a template finds in a text, and how many words it takes.
    fn found(template: &'static str, text: &str) -> Option<(usize, Vec<String>)> {
        let source = Source::unnamed(text);
        let document = Document::new(SourceId(0), &source);
        let found = Template::new(template).matches(&flow(&document, 0, 3))?;
        let shown = |found: &Found| match found {
            Found::Number { name, plain, power, size, .. } => {
                format!("{name}={plain}e{power}{}", size.map_or("", |(size, _)| size.symbol))
            }
            Found::Text { name, text, .. } => format!("{name}:{text}"),
        };
        Some((found.words, found.found.iter().map(shown).collect()))
    }

    #[test]
    fn holes_take_numbers_with_their_units() {
        let template = "{$op=read|write}: IOPS={iops+}, BW={bw:bytes} ({-}){?; {-} zone resets?}";
        let all = (3, vec!["op:write".to_owned(), "iops=12.9e3".to_owned(), "bw=937e0MiB/s".to_owned()]);
        assert_eq!(found(template, "write: IOPS=12.9k, BW=937MiB/s (982MB/s)(1GiB/2msec); 0 zone resets"), None);
        assert_eq!(
            found("{$op=read|write}: IOPS={iops+}, BW={bw:bytes}", "write: IOPS=12.9k, BW=937MiB/s x"),
            Some(all)
        );
    }

    #[test]
    fn padding_and_wrapping_do_not_matter() {
        let template = "lat ({$unit}): min={min}, max={max}, avg={avg}";
        let all = |words| {
            Some((words, vec!["unit:usec".to_owned(), "min=1e0".into(), "max=20e0".into(), "avg=2.5e0".into()]))
        };
        assert_eq!(found(template, "lat (usec): min=1, max=20, avg=2.5"), all(5));
        assert_eq!(found(template, "lat (usec): min= 1, max=\n  20, avg=2.5"), all(7));
    }

    #[test]
    fn what_may_be_missing_or_come_again() {
        assert_eq!(found("{a}{?, {b}?} x", "1, 2 x").map(|f| f.0), Some(3));
        assert_eq!(found("{a}{?, {b}?} x", "1 x").map(|f| f.0), Some(2));
        assert_eq!(found("|{* {$p}th=[{v}]{?,?}*}", "| 1.00th=[  3], 5.00th=[ 4],").map(|f| f.1.len()), Some(4));
        assert_eq!(found("ran {...}", "ran a b\nc").map(|f| f.0), Some(3));
        let all = |words| Some((words, vec!["what:read tree".to_owned(), "n=2e0".to_owned()]));
        assert_eq!(found("{$what..} runs {n}", "read tree runs 2"), all(4));
        assert_eq!(found("{$what..}..{-} {n}", "read tree..... 2"), all(3));
    }

    #[test]
    fn commas_are_what_the_hole_says() {
        assert_eq!(found("{n,}", "1,234,567.5"), Some((1, vec!["n=1234567.5e0".to_owned()])));
        assert_eq!(found("{n~} s", "117,58 s"), Some((2, vec!["n=117.58e0".to_owned()])));
        assert_eq!(found("{n}, {m}", "1, 2").map(|f| f.1.len()), Some(2));
        assert_eq!(found("{n} x", "nan x"), Some((2, vec![])));
    }
}

//! Pictures of lines, and how a text is matched with one.

use std::ops::Range;

use crate::lex;
use crate::reading::quantity::without_thousands;

/// Words that vary are at most so many.
const MOST_WORDS: usize = 9;

/// What stands at a place of a picture; see the module's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A figure of the rule's quantity of this number.
    Figure(usize, Side),
    Spread {
        percent: bool,
    },
    /// A number that describes the run.
    Aside,
    /// Several.
    Asides,
    Derived,
    Word,
    /// A word of the digits of a number to the base of ten or sixteen.
    Digits,
    Words,
    Name,
    OneOf(&'static str),
    Rank,
    /// Words, or one of some texts.
    Section(&'static str),
    Label(Labelled),
}

/// Which setting of its own a figure stands under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    None,
    /// One that the line alone tells.
    Named(&'static str),
    /// The one of this number that a header above names.
    Column(usize),
}

/// A label that stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Labelled {
    pub(super) field: &'static str,
    /// Whether it is a setting; else a parameter.
    pub(super) setting: bool,
    /// Whether it holds up to the next one; else for its line alone.
    pub(super) kept: bool,
    length: Length,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Word,
    Words,
    Rest,
}

impl Place {
    fn of(text: &'static str) -> Self {
        let label = |field, setting, kept, length| Self::Label(Labelled { field, setting, kept, length });
        match text.split_once(':') {
            Some(("p", field)) => return label(field, false, false, Length::Word),
            Some(("s", field)) => return label(field, true, false, Length::Word),
            Some(("r", field)) => return label(field, false, false, Length::Rest),
            Some(("P", field)) => return label(field, false, true, Length::Word),
            Some(("S", field)) => return label(field, true, true, Length::Words),
            _ => {}
        }
        match text {
            "+" => Self::Spread { percent: false },
            "%" => Self::Spread { percent: true },
            "#" => Self::Aside,
            "numbers" => Self::Asides,
            "~" => Self::Derived,
            "word" => Self::Word,
            "digits" => Self::Digits,
            "*" => Self::Words,
            "name" => Self::Name,
            "rank" => Self::Rank,
            "section" => Self::Section(""),
            _ => Self::figure(text).unwrap_or(match text.strip_prefix("section=") {
                Some(texts) => Self::Section(texts),
                None => Self::OneOf(text),
            }),
        }
    }

    fn figure(text: &'static str) -> Option<Self> {
        let (number, rest) = text.split_at_checked(1)?;
        let side = match rest.split_at_checked(1) {
            Some(("=", name)) => Side::Named(name),
            Some(("@", column)) => Side::Column(column.parse().ok()?),
            None => Side::None,
            Some(_) => return None,
        };
        Some(Self::Figure(number.parse().ok()?, side))
    }
}

/// What stood at a place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) place: Place,
    pub(super) range: Range<usize>,
}

/// Matches a picture at a byte of a text; gives what stood at its places and the end.
pub(super) fn matched(picture: &'static str, text: &str, at: usize) -> Option<(Vec<Found>, usize)> {
    let mut found = Vec::new();
    let end = matches(picture, text, at, false, &mut found)?;
    Some((found, end))
}

/// Whether a line may be what a picture shows, or the beginning of that, as far as one glance at it tells.
pub(super) fn possible(picture: &'static str, line: &str) -> bool {
    let Some((lead, rest)) = picture.split_once('<') else { return begins_alike(picture, line) };
    if !lead.trim().is_empty() {
        return begins_alike(lead, line);
    }
    let Some((place, behind)) = rest.split_once('>') else { return false };
    let literals = || {
        behind.split('<').enumerate().map(|(at, piece)| match piece.split_once('>') {
            Some((_, literal)) if at > 0 => literal,
            _ => piece,
        })
    };
    // Of several words one is enough: a line may have more blanks between them.
    let word = |text: &&str| text.len() >= 2 && text.contains(char::is_alphabetic);
    let literal = || literals().flat_map(str::split_whitespace).find(word);
    match Place::of(place) {
        Place::OneOf(texts) | Place::Section(texts) if !texts.is_empty() => {
            texts.split('|').any(|text| begins_alike(text, line))
        }
        Place::Figure(..) | Place::Aside => {
            line.starts_with(|c: char| c.is_ascii_digit() || c == '-')
                && literal().is_none_or(|text| line.contains(text))
        }
        _ => literal().is_none_or(|text| line.contains(text)),
    }
}

/// Whether a line begins with the first word of some text, or with a part of it.
fn begins_alike(text: &str, line: &str) -> bool {
    let word = text.split([' ', '<']).next().unwrap_or_default();
    line.starts_with(word)
}

/// Whether a text is the beginning of what a picture shows, with at least a number or a word that the picture names in it.
pub(super) fn begun(picture: &'static str, text: &str) -> bool {
    let mut found = Vec::new();
    let lead = picture.find('<').unwrap_or(picture.len());
    let number = |found: &Found| match found.place {
        Place::Figure(..) | Place::Aside | Place::OneOf(_) => true,
        Place::Section(texts) => !texts.is_empty(),
        _ => false,
    };
    matches(picture, text, 0, true, &mut found).is_some() && (lead >= 3 || found.iter().any(number))
}

/// Matches the rest of a picture; where a beginning is enough, the text may end before it.
fn matches(picture: &'static str, text: &str, at: usize, begun: bool, found: &mut Vec<Found>) -> Option<usize> {
    let rest = text.get(at..)?;
    if begun && rest.is_empty() {
        return Some(at);
    }
    let Some(first) = picture.chars().next() else {
        // A word of the text is matched whole.
        let whole = !rest.starts_with(char::is_alphanumeric) || !text.get(..at)?.ends_with(char::is_alphanumeric);
        return (whole && !begun).then_some(at);
    };
    if first == ' ' {
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        return matches(picture.get(1..)?, text, at + blanks, begun, found);
    }
    let Some((place, behind)) = picture.strip_prefix('<').and_then(|picture| picture.split_once('>')) else {
        let rest = rest.strip_prefix(first)?;
        return matches(picture.get(first.len_utf8()..)?, text, text.len() - rest.len(), begun, found);
    };
    let place = Place::of(place);
    let mut lengths = lengths(place, rest);
    if behind.is_empty() {
        // Nothing behind words that end a picture says where they end but the line's end.
        lengths.reverse();
    }
    for length in lengths {
        let known = found.len();
        found.push(Found { place, range: at..at + length });
        if let Some(end) = matches(behind, text, at + length, begun, found) {
            return Some(end);
        }
        found.truncate(known);
    }
    None
}

/// How long what stands at a place may be, the likeliest first.
fn lengths(place: Place, rest: &str) -> Vec<usize> {
    let word = rest.split(' ').next().unwrap_or_default();
    match place {
        Place::OneOf(texts) => one_of(texts, rest),
        Place::Section(texts) if !texts.is_empty() => one_of(texts, rest),
        Place::Section(_) | Place::Name | Place::Label(Labelled { length: Length::Words, .. }) => words(rest, false),
        Place::Words => words(rest, true),
        Place::Label(Labelled { length: Length::Rest, .. }) => vec![rest.len()],
        Place::Label(_) | Place::Word => word_lengths(word),
        Place::Digits => digits(word).into_iter().collect(),
        Place::Rank => rank(word).into_iter().collect(),
        Place::Asides => {
            let numbers = rest.split(' ').take_while(|word| lex::printed(word).is_some_and(|p| p.rest.is_empty()));
            vec![numbers.map(|number| number.len() + 1).sum::<usize>().min(rest.len())]
        }
        Place::Figure(..) | Place::Spread { .. } | Place::Aside | Place::Derived => number(word).into_iter().collect(),
    }
}

/// Those of some texts that are the beginning of another, as whole words.
fn one_of(texts: &str, rest: &str) -> Vec<usize> {
    let whole = |text: &&str| !rest.get(text.len()..).unwrap_or_default().starts_with(char::is_alphanumeric);
    texts.split('|').filter(|text| rest.starts_with(*text)).filter(whole).map(str::len).collect()
}

/// Words that vary, the fewest first; a mark may stand right behind them: `Copy:`.
fn words(rest: &str, none: bool) -> Vec<usize> {
    // Another line may stand beside the one that the words are of.
    let whole = if none { rest.len() } else { rest.find(": ").map_or(rest.len(), |colon| colon + 1) };
    let rest = rest.get(..whole).unwrap_or_default();
    let ends = rest.match_indices(' ').map(|(end, _)| end).chain(std::iter::once(rest.len())).take(MOST_WORDS);
    let named = |end: &usize| none || rest.get(..*end).is_some_and(|text| text.contains(char::is_alphabetic));
    let glued = |end: usize| {
        let text = rest.get(..end).unwrap_or_default();
        [end, text.trim_end_matches([':', ',', ')', ']', '"', '\'', '=']).len()]
    };
    let none_or_all = none.then_some([0, rest.len()]);
    let mut lengths: Vec<usize> = ends.filter(named).flat_map(glued).chain(none_or_all.into_iter().flatten()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// A word, with or without the mark and the letters behind it.
fn word_lengths(word: &str) -> Vec<usize> {
    let inner = word.find(|c: char| !c.is_alphanumeric() && !"._-/".contains(c)).unwrap_or(word.len());
    let digits = word.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let mut lengths = vec![word.len(), inner, digits];
    lengths.dedup();
    lengths.retain(|&length| length > 0);
    lengths
}

/// How long a word is that could be a number to the base of sixteen, or one with two decimals.
fn digits(word: &str) -> Option<usize> {
    let hexadecimal = word.len() >= 3 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let decimal = lex::printed(word).is_some_and(|p| p.rest.is_empty() && p.decimals == 2);
    (hexadecimal || decimal).then_some(word.len())
}

/// How long a percentile is: `99.0th`.
fn rank(word: &str) -> Option<usize> {
    let at = word.find("th")?;
    let number = word.get(..at).and_then(lex::printed).is_some_and(|p| p.rest.is_empty());
    number.then_some(at + 2)
}

/// How long the number is that a word begins with, with marks for thousands.
fn number(word: &str) -> Option<usize> {
    let sign = usize::from(word.starts_with(['-', '+']));
    let plain = word.bytes().skip(sign).take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count();
    let grouped = word.get(..sign + plain)?.trim_end_matches([',', '.']);
    let sound = |plain: &str| lex::printed(plain).is_some_and(|printed| printed.rest.is_empty());
    match grouped.contains(',') {
        true if without_thousands(grouped).is_some_and(|plain| sound(&plain)) => Some(grouped.len()),
        // The commas part columns.
        true => grouped.find(',').filter(|&at| at > 0),
        false => lex::printed(word).map(|printed| printed.digits.trim_end_matches('.').len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(picture: &'static str, text: &str) -> Option<Vec<String>> {
        let (found, end) = matched(picture, text, 0).filter(|(_, end)| *end == text.len())?;
        assert_eq!(end, text.len());
        Some(found.iter().map(|found| text[found.range.clone()].to_owned()).collect())
    }

    #[test]
    fn pictures_are_read_from_the_left() {
        assert_eq!(shown("Time: <0> (<+>)", "Time:1.25 (0.5)"), Some(vec!["1.25".into(), "0.5".into()]));
        assert_eq!(shown("Time: <0>", "Time: 1,250.5"), Some(vec!["1,250.5".into()]));
        assert_eq!(shown("with <P:groups>*<#> tasks", "with 10*40 tasks"), Some(vec!["10".into(), "40".into()]));
        assert_eq!(
            shown("<name> <#> <0>", "File 1024 size 12.5 33"),
            Some(vec!["File 1024 size".into(), "12.5".into(), "33".into()])
        );
        assert_eq!(shown("<Copy|Scale all>: <0>", "Scale all: 5"), Some(vec!["Scale all".into(), "5".into()]));
        assert_eq!(shown("* <rank>: <0>", "*99.0th: 3060"), Some(vec!["99.0th".into(), "3060".into()]));
        assert_eq!(shown("<0> records/s <numbers>", "12 records/s 3 4"), Some(vec!["12".into(), "3 4".into()]));
        assert_eq!(shown("<p:tasks>,<0>,<1>", "1,533436,96.87").map(|found| found.len()), Some(3));
    }

    #[test]
    fn numbers_are_matched_whole() {
        for text in ["Time: x", "Time: 1.5 ms", "Time: 12K", "Time: 1.5.2"] {
            assert_eq!(shown("Time: <0>", text), None, "{text}");
        }
    }

    #[test]
    fn places_know_their_sides() {
        assert_eq!(Place::of("0=other"), Place::Figure(0, Side::Named("other")));
        assert_eq!(Place::of("1@2"), Place::Figure(1, Side::Column(2)));
        assert_eq!(Place::of("0x|y"), Place::OneOf("0x|y"));
    }
}

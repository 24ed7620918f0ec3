//! What a line or a cell with a figure looks like: characters as they stand, and places for what changes.

use std::fmt::{self, Display, Formatter};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::lex;
use crate::reading::number::{Amount, Comma, amount, beside, number};
use crate::unit::{Dimension, Unit};

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    /// These characters.
    Text(String),
    /// Blanks.
    Blank,
    /// A number that tells nothing.
    Number,
    /// A word that may change.
    Word,
    /// The figure.
    Value,
    /// Its unit, glued or behind a blank; it may be missing.
    Unit,
    /// The name of the setting.
    Config,
    /// The name of what was measured.
    Metric,
}

/// What a line or a cell looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pattern(pub Vec<Piece>);

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Blank => f.write_str(" ")?,
                Piece::Number => f.write_str("{#}")?,
                Piece::Word => f.write_str("{*}")?,
                Piece::Value => f.write_str("{value}")?,
                Piece::Unit => f.write_str("{unit}")?,
                Piece::Config => f.write_str("{config}")?,
                Piece::Metric => f.write_str("{metric}")?,
            }
        }
        Ok(())
    }
}

/// A name in a pattern has at most so many bytes.
const LONGEST_NAME: usize = 80;

/// Where the pieces of a pattern stand in a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Match {
    /// A range for each piece.
    pub(super) places: Vec<Range<usize>>,
    pub(super) amount: Option<Amount>,
    pub(super) unit: Option<Unit>,
}

impl Pattern {
    /// Whether all of a text looks so, and where its pieces stand. `own` is a unit that only this post has.
    pub(super) fn matches(&self, text: &str, comma: Comma, own: Option<&str>) -> Option<Match> {
        let start = text.len() - text.trim_start().len();
        let text = text.trim_end();
        let mut found = Match { places: Vec::new(), amount: None, unit: None };
        let mut steps = MOST_STEPS;
        matched(&self.0, &Text { text, comma, own }, start, &mut found, &mut steps).then_some(found)
    }

    /// The characters of a piece in a text that matched.
    pub(super) fn part<'t>(&self, text: &'t str, found: &Match, piece: &Piece) -> Option<&'t str> {
        let at = self.0.iter().position(|other| other == piece)?;
        text.get(found.places.get(at)?.clone())
    }

    /// Whether it has a piece.
    pub(super) fn has(&self, piece: &Piece) -> bool {
        self.0.contains(piece)
    }

    /// Whether it has words of its own, so that a line that looks so is hardly another one.
    pub(super) fn has_words(&self) -> bool {
        self.0.iter().any(|piece| matches!(piece, Piece::Text(text) if text.contains(char::is_alphabetic)))
    }

    /// Whether it has characters of its own.
    pub(super) fn has_marks(&self) -> bool {
        self.0.iter().any(|piece| matches!(piece, Piece::Text(_)))
    }
}

/// No text is tried in more ways than these.
const MOST_STEPS: usize = 4000;

struct Text<'t> {
    text: &'t str,
    comma: Comma,
    own: Option<&'t str>,
}

/// Whether the rest of a text looks like some pieces.
fn matched(pieces: &[Piece], text: &Text<'_>, at: usize, found: &mut Match, steps: &mut usize) -> bool {
    let Some((piece, others)) = pieces.split_first() else { return at == text.text.len() };
    if *steps == 0 {
        return false;
    }
    *steps -= 1;
    let Some(rest) = text.text.get(at..) else { return false };
    for end in ends(piece, text, rest, found) {
        let before = (found.amount.clone(), found.unit.clone());
        take(piece, text, rest, end, found);
        found.places.push(at..at + end);
        if matched(others, text, at + end, found, steps) {
            return true;
        }
        found.places.pop();
        (found.amount, found.unit) = before;
    }
    false
}

/// Takes note of a figure and its unit.
fn take(piece: &Piece, text: &Text<'_>, rest: &str, end: usize, found: &mut Match) {
    match piece {
        Piece::Value => {
            found.amount = figure(rest, text.comma);
            // A duration of several fields has its unit within.
            found.unit = found.amount.as_ref().filter(|a| a.end == a.length).and_then(|a| a.unit.clone());
        }
        Piece::Unit if end > 0 => {
            let word = rest.get(..end).unwrap_or_default().trim();
            let own = || text.own.filter(|own| *own == word).map(own_unit);
            found.unit = beside(word).or_else(own);
        }
        _ => {}
    }
}

/// A unit that is not known by name.
pub(super) fn own_unit(symbol: &str) -> Unit {
    beside(symbol).unwrap_or_else(|| Unit { symbol: symbol.to_owned(), dimension: Dimension::Other })
}

/// The lengths that a piece may have at the start of some text, the likeliest first.
fn ends(piece: &Piece, text: &Text<'_>, rest: &str, found: &Match) -> Vec<usize> {
    match piece {
        Piece::Text(own) => rest.starts_with(own.as_str()).then_some(own.len()).into_iter().collect(),
        Piece::Blank => {
            let blanks = rest.len() - rest.trim_start().len();
            if blanks > 0 { vec![blanks] } else { Vec::new() }
        }
        Piece::Number => digits(rest).into_iter().collect(),
        Piece::Value => figure(rest, text.comma).map(|a| a.length).into_iter().collect(),
        Piece::Unit => {
            let taken = if found.unit.is_some() { None } else { unit(rest, text.own) };
            taken.into_iter().chain(std::iter::once(0)).collect()
        }
        Piece::Word => names(rest, false),
        Piece::Config | Piece::Metric => names(rest, true),
    }
}

/// The lengths that a name may have: up to the end of a word, of several if it may hold blanks, and up to a mark within.
fn names(rest: &str, blanks: bool) -> Vec<usize> {
    if rest.starts_with(char::is_whitespace) {
        return Vec::new();
    }
    let end = if blanks { rest.len() } else { rest.find(char::is_whitespace).unwrap_or(rest.len()) };
    let edges = rest.char_indices().map(|(at, _)| at).chain(std::iter::once(rest.len()));
    let sound = |at: &usize| {
        rest.get(..*at).is_some_and(|name| name.contains(char::is_alphanumeric) && !name.ends_with(char::is_whitespace))
    };
    edges.take_while(|&at| at <= end.min(LONGEST_NAME)).filter(sound).collect()
}

/// How long a number at the start of some text is, with what is glued to it as digits are.
fn digits(rest: &str) -> Option<usize> {
    let sign = usize::from(rest.starts_with(['-', '+', '~']));
    let run = rest.bytes().skip(sign).take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',' | b':')).count();
    let number = rest.get(..sign + run)?.trim_end_matches(['.', ',', ':']);
    number.contains(|c: char| c.is_ascii_digit()).then_some(number.len())
}

/// The figure at the start of some text.
pub(super) fn figure(rest: &str, comma: Comma) -> Option<Amount> {
    amount(rest, comma)
        .map(|a| {
            let duration = a.end == a.length && a.unit.is_some();
            Amount { unit: a.unit.filter(|_| duration), end: a.length, ..a }
        })
        .or_else(|| {
            let (plain, length) = number(rest, comma)?;
            let printed = lex::printed(&plain).filter(|p| p.rest.is_empty())?;
            let (low, high) = (printed.moved(-50, 0), printed.moved(50, 0));
            Some(Amount { value: printed.number, low, high, unit: None, length, end: length })
        })
}

/// How long the unit at the start of some text is: glued, or behind one blank.
pub(super) fn unit(rest: &str, own: Option<&str>) -> Option<usize> {
    let blank = rest.chars().next().filter(|c| c.is_whitespace()).map_or(0, char::len_utf8);
    let body = rest.get(blank..)?;
    let end = body.find(|c: char| c.is_whitespace() || "()[]|,;:\"'@=".contains(c)).unwrap_or(body.len());
    let word = body.get(..end)?.trim_end_matches('.');
    let known = !word.is_empty() && (beside(word).is_some() || own == Some(word));
    known.then_some(blank + word.len())
}

/// What a stretch of text without figures of its own looks like.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_whitespace() {
            found.push(Piece::Blank);
            rest.len() - rest.trim_start().len()
        } else if let Some(length) = digits(rest).filter(|_| first.is_ascii_digit()) {
            found.push(Piece::Number);
            length
        } else {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let end = rest
                .char_indices()
                .find(|&(_, c)| c.is_whitespace() || word(c) != word(first))
                .map_or(rest.len(), |(at, _)| at);
            found.push(Piece::Text(rest.get(..end).unwrap_or_default().to_owned()));
            end
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    found
}

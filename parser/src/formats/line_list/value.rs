//! The figures of one entry: one, the two ends of a range, one before and one after, or several parted by slashes.

use crate::lex;
use crate::reading::keys::is_statistic;
use crate::reading::number::{Amount, Comma, amount, number};
use crate::reading::quantity::unit_of;
use crate::unit::{Dimension, Unit};

/// A figure and its characters, which are a part of the line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Placed<'t> {
    pub(super) amount: Amount,
    pub(super) printed: &'t str,
    /// The figure behind its `±`.
    pub(super) spread: Option<f64>,
}

/// The figures of an entry.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Figures<'t> {
    One(Placed<'t>),
    /// The two ends of what was seen: `143-150k`.
    Range([Placed<'t>; 2]),
    /// Before and after: `12 s -> 10 s`.
    Change([Placed<'t>; 2]),
    /// One for each name of a list of names: `min/avg/max = 1/2/3 us`.
    Each(Vec<(&'t str, Placed<'t>)>),
}

impl<'t> Figures<'t> {
    /// All of them.
    pub(super) fn all(&self) -> Vec<&Placed<'t>> {
        match self {
            Self::One(one) => vec![one],
            Self::Range(two) | Self::Change(two) => two.iter().collect(),
            Self::Each(each) => each.iter().map(|(_, placed)| placed).collect(),
        }
    }

    /// The unit that stands beside one of them.
    pub(super) fn unit(&self) -> Option<&Unit> {
        self.all().into_iter().find_map(|placed| placed.amount.unit.as_ref())
    }
}

/// Marks that lead from before to after.
const ARROWS: &[&str] = &["-->", "==>", "->", "=>", "→", "➜"];
/// Marks between the ends of a range that stand apart.
const DASHES: &[&str] = &["- ", "– ", "— ", ".. ", "... "];
/// Units that no one knows but the tool are short.
const LONGEST_OWN_UNIT: usize = 4;

/// The figures at the start of some text, and what follows them.
pub(super) fn figures(text: &str, comma: Comma) -> Option<(Figures<'_>, &str)> {
    if let Some((ends, rest)) = glued_range(text, comma) {
        return Some((Figures::Range(ends), rest));
    }
    let (first, rest) = one(text, comma)?;
    let behind = rest.trim_start();
    if let Some(second) = ARROWS.iter().find_map(|arrow| behind.strip_prefix(arrow)) {
        let (second, rest) = one(second.trim_start(), comma)?;
        return Some((Figures::Change(shared([first, second])), rest));
    }
    if let Some(second) = DASHES.iter().find_map(|dash| behind.strip_prefix(dash)) {
        let (second, rest) = one(second.trim_start(), comma)?;
        let ends = ordered(shared([first, second]))?;
        return Some((Figures::Range(ends), rest));
    }
    Some((Figures::One(first), rest))
}

/// One figure with its unit and spread, and what follows.
fn one(text: &str, comma: Comma) -> Option<(Placed<'_>, &str)> {
    // What is called out: `70s!`.
    let called = text.split_whitespace().next().filter(|word| word.ends_with('!'));
    let quiet = called.and_then(|word| text.get(..word.trim_end_matches('!').len())).unwrap_or(text);
    let mut found = amount(quiet, comma).or_else(|| in_own_unit(quiet, comma))?;
    let printed = text.get(..found.length)?.trim_start_matches('~');
    let mut rest = text.get(found.end..)?;
    // Units of several words stand behind a blank: `requests per second`.
    if found.unit.is_none()
        && let Some((unit, taken)) = unit_of_words(rest)
    {
        found.unit = Some(unit);
        rest = rest.get(taken..)?;
    }
    let marked = ["±", "+/-", "+-"].iter().find_map(|mark| rest.trim_start().strip_prefix(mark));
    let Some(behind) = marked else { return Some((Placed { amount: found, printed, spread: None }, rest)) };
    let deviation = amount(behind.trim_start(), comma)?;
    let share = deviation.unit.as_ref().is_some_and(|unit| unit.symbol == "%");
    let spread = if share { found.value.abs() * deviation.value / 100.0 } else { deviation.value };
    if found.unit.is_none() && !share {
        found.unit = deviation.unit.clone();
    }
    let rest = behind.trim_start().get(deviation.end..)?;
    Some((Placed { amount: found, printed, spread: Some(spread) }, rest))
}

/// A unit of two or three words at the start of some text, behind a blank.
fn unit_of_words(text: &str) -> Option<(Unit, usize)> {
    let body = text.strip_prefix(' ')?;
    let ends = body.char_indices().filter(|(_, c)| *c == ' ').map(|(at, _)| at).chain(std::iter::once(body.len()));
    ends.take(3).skip(1).find_map(|end| {
        let words = body.get(..end)?;
        (words.contains(" per ") || words.contains('/')).then(|| unit_of(words)).flatten().map(|unit| (unit, end + 1))
    })
}

/// A number with letters glued to it that are no unit that is known: `91562mi`.
fn in_own_unit(text: &str, comma: Comma) -> Option<Amount> {
    let (digits, length) = number(text, comma)?;
    let rest = text.get(length..)?;
    let letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
    let ends = rest.get(letters..)?.chars().next().is_none_or(|c| c.is_whitespace() || "),;".contains(c));
    // `x` marks a factor, `th` an order.
    let symbol = rest.get(..letters).filter(|symbol| !["x", "th", "st", "nd", "rd", "v"].contains(symbol))?;
    let printed = lex::printed(&digits).filter(|p| p.rest.is_empty())?;
    let sound = (1..=LONGEST_OWN_UNIT).contains(&letters) && ends;
    sound.then(|| Amount {
        value: printed.number,
        low: printed.moved(-50, 0),
        high: printed.moved(50, 0),
        unit: Some(Unit { symbol: symbol.to_owned(), dimension: Dimension::Other }),
        length,
        end: length + letters,
    })
}

/// Two numbers that a dash glues: `143-150k req/s`, `50s-70s`, `1.2..1.4 ms`.
fn glued_range(text: &str, comma: Comma) -> Option<([Placed<'_>; 2], &str)> {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let word = text.get(..end)?;
    let about = usize::from(word.starts_with('~'));
    let dash = ["..", "-", "–", "—"].iter().filter_map(|dash| Some((word.get(about + 1..)?.find(dash)?, dash.len())));
    let (at, length) = dash.min().map(|(at, length)| (at + about + 1, length))?;
    let (first, rest) = one(text.get(..at)?, comma)?;
    let (second, behind) = one(text.get(at + length..)?, comma)?;
    // Three parts are a date.
    let whole = rest.is_empty() && !behind.starts_with(['-', '–']);
    let ends = ordered(shared([first, second]))?;
    whole.then_some((ends, behind))
}

/// Two figures of which one has the suffix and the unit of both: `143-150k req/s`.
fn shared<'t>([mut first, mut second]: [Placed<'t>; 2]) -> [Placed<'t>; 2] {
    let factor = |printed: &str| match printed.chars().next_back() {
        Some('k' | 'K') => Some(1e3),
        Some('M') => Some(1e6),
        Some('G') => Some(1e9),
        _ => None,
    };
    if let Some(factor) =
        factor(second.printed).filter(|_| factor(first.printed).is_none() && first.amount.unit.is_none())
        && first.amount.value * factor <= second.amount.value * 1e3
    {
        for figure in [&mut first.amount.value, &mut first.amount.low, &mut first.amount.high] {
            *figure *= factor;
        }
    }
    let unit = first.amount.unit.clone().or_else(|| second.amount.unit.clone());
    for figure in [&mut first, &mut second] {
        figure.amount.unit = figure.amount.unit.take().or_else(|| unit.clone());
    }
    [first, second]
}

/// The ends of a range: of one unit, the lower first, and of one size.
fn ordered(ends: [Placed<'_>; 2]) -> Option<[Placed<'_>; 2]> {
    const WIDEST: f64 = 100.0;
    let [low, high] = &ends;
    let sound = low.amount.unit == high.amount.unit
        && low.amount.value < high.amount.value
        && low.amount.value >= 0.0
        && high.amount.value <= (low.amount.value * WIDEST).max(WIDEST);
    sound.then_some(ends)
}

/// The figures that stand for names parted by slashes, and what follows them.
pub(super) fn each<'t>(names: &[&'t str], text: &'t str, comma: Comma) -> Option<(Figures<'t>, &'t str)> {
    let mut parts = text.splitn(names.len(), '/');
    let (mut found, mut rest) = (Vec::new(), "");
    for (at, name) in names.iter().enumerate() {
        let part = parts.next()?.trim();
        let (placed, behind) = one(part, comma)?;
        if at + 1 < names.len() && !behind.trim().is_empty() {
            return None;
        }
        rest = behind;
        found.push((*name, placed));
    }
    let unit = found.iter().rev().find_map(|(_, placed)| placed.amount.unit.clone());
    for (_, placed) in &mut found {
        placed.amount.unit = placed.amount.unit.take().or_else(|| unit.clone());
    }
    (!rest.starts_with('/')).then_some((Figures::Each(found), rest))
}

/// The names in some words of which one is a list of statistics parted by slashes, with the words around it:
/// `rtt min/avg/max` is of `rtt`.
pub(super) fn statistics(text: &str) -> Option<(String, Vec<&str>)> {
    const LONGEST_NAME: usize = 8;
    let bare = |word: &str| word.len() - word.trim_start_matches(['(', '[']).len();
    let listed = |word: &&str| {
        let word = word.trim_matches(['(', ')', '[', ']', ':', '=']);
        let mut names = word.split('/');
        names.clone().count() >= 2
            && names.clone().any(is_statistic)
            && names.all(|name| !name.is_empty() && name.len() <= LONGEST_NAME && name.contains(char::is_alphabetic))
    };
    let word = text.split_whitespace().find(|word| listed(word))?;
    let inner = word.get(bare(word)..)?.trim_end_matches([')', ']', ':', '=']);
    let around = text.replace(word, " ");
    Some((around.split_whitespace().collect::<Vec<_>>().join(" "), inner.split('/').collect()))
}

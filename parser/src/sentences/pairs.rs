//! Two figures of which the sentence says that one took the place of the other: `from a to b`, `a instead of b`.

use super::tokens::{Figure, Token, alike, is_measured};
use super::words::{BEFORE, CHANGE_BEHIND, SET_BEFORE};

/// What was before and after a change.
pub(super) struct Pair {
    pub(super) figures: Vec<(String, Figure)>,
    /// Where the figures stand among the tokens.
    pub(super) places: [usize; 2],
    /// Where what is said of them begins.
    pub(super) first: usize,
}

/// How many words may stand between the first figure and what leads to the second: remarks in brackets.
const MOST_BETWEEN: usize = 6;

/// The pairs of a sentence, from left to right.
pub(super) fn pairs(tokens: &[Token<'_>], known: &[String]) -> Vec<Pair> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let pair = leading(tokens, at).or_else(|| instead(tokens, at));
        let Some((after_first, places, first)) = pair else {
            at += 1;
            continue;
        };
        at = places[1] + 1;
        let figure = |at: usize| tokens.get(at).and_then(|token| token.figure.clone());
        let (Some(mut one), Some(mut other)) = (figure(places[0]), figure(places[1])) else { continue };
        share_unit(&mut one, &mut other);
        let (before, after) = (named("before", known), named("after", known));
        let names = if after_first { [after, before] } else { [before, after] };
        let [first_name, second_name] = names;
        found.push(Pair { figures: vec![(first_name, one), (second_name, other)], places, first });
    }
    found
}

/// The name that the post has for what was before or after: `Before the patch`.
fn named(word: &str, known: &[String]) -> String {
    let begins = |name: &&String| name.to_lowercase().split_whitespace().next() == Some(word);
    let mut names = known.iter().filter(begins);
    match (names.next(), names.next()) {
        (Some(name), None) => name.clone(),
        _ => word.to_owned(),
    }
}

/// Whether the first figure is what was after; the places of both; where their part of the sentence begins.
type Found = (bool, [usize; 2], usize);

/// `from 12 s to 15 s`
fn leading(tokens: &[Token<'_>], at: usize) -> Option<Found> {
    let word = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.low == word && token.figure.is_none());
    if !word(at, "from") {
        return None;
    }
    let first = skip(tokens, at + 1);
    let mut to = first + 1;
    if word(to, "down") || word(to, "up") {
        to += 1;
    }
    let second = skip(tokens, to + 1);
    let sound = word(to, "to") && is_pair(tokens, first, second);
    // `down from 4.1 s to 3.2 s` reads as well; a range of conditions is `from 1 s to 10 s` without a verb, of which the
    // word before tells.
    let ranges = at.checked_sub(1).is_some_and(|before| {
        tokens.get(before).is_some_and(|token| {
            token.is(&["range", "ranging", "ranges", "varies", "varying", "anywhere", "vary", "anything", "sizes"])
        })
    });
    (sound && !ranges).then_some((false, [first, second], at))
}

/// `12 s instead of 15 s`, `3.2 s, down from 4.1 s`, `3.2 GB/s vs 2.8 GB/s before`
fn instead(tokens: &[Token<'_>], at: usize) -> Option<Found> {
    tokens.get(at)?.figure.as_ref()?;
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| token.is(words));
    let lead = (at + 1..=at + 1 + MOST_BETWEEN).find_map(|lead| {
        let between = || tokens.get(at + 1..lead).unwrap_or_default();
        if between().iter().any(|token| !token.inner) {
            return None;
        }
        let two = is(lead, &["instead", "rather", "compared", "opposed"])
            && is(lead + 1, &["of", "than", "to", "with"])
            || is(lead, &["down", "up"]) && is(lead + 1, &["from"]);
        let against = is(lead, &["vs", "versus", "against"]);
        match (two, against) {
            (true, _) => Some((lead + 2, false)),
            (false, true) => Some((lead + 1, true)),
            _ => None,
        }
    });
    let (behind, against) = lead?;
    let second = skip(tokens, behind);
    // Against each other stand any two; only `before` behind the second says which is which.
    let told = !against || is(second + 1, BEFORE);
    (told && is_pair(tokens, at, second) && !follows_set(tokens, at)).then_some((true, [at, second], at))
}

/// A place behind words that only say how sure a figure is.
fn skip(tokens: &[Token<'_>], at: usize) -> usize {
    let about = ["about", "around", "roughly", "approximately", "ca", "only", "just", "nearly", "almost", "some"];
    at + tokens.iter().skip(at).take(2).take_while(|token| token.is(&about)).count()
}

/// Whether a figure stands behind a word for something that was set or that is a change.
pub(super) fn follows_set(tokens: &[Token<'_>], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|token| token.is(SET_BEFORE))
}

/// Whether a figure stands before a word for a change or for something there is an amount of.
pub(super) fn precedes_change(tokens: &[Token<'_>], at: usize) -> bool {
    let parted = tokens.get(at).is_some_and(|token| token.parts);
    !parted && tokens.get(at + 1).is_some_and(|token| token.is(CHANGE_BEHIND))
}

/// Whether two tokens are figures of one kind of what is measured; one of them may lack its unit.
fn is_pair(tokens: &[Token<'_>], first: usize, second: usize) -> bool {
    let figure = |at: usize| tokens.get(at).and_then(|token| token.figure.as_ref());
    let (Some(one), Some(other)) = (figure(first), figure(second)) else { return false };
    let kinds = match (one.unit(), other.unit()) {
        (Some(one), Some(other)) => alike(one, other) && is_measured(one),
        (None, Some(unit)) => is_measured(unit),
        // A unit of the first alone is followed by a number of something else.
        (Some(_), None) | (None, None) => false,
    };
    kinds && !precedes_change(tokens, first) && !precedes_change(tokens, second)
}

/// Gives a figure without a unit the other's.
fn share_unit(one: &mut Figure, other: &mut Figure) {
    let unit = one.amount.unit.clone().or_else(|| other.amount.unit.clone());
    for figure in [one, other] {
        figure.amount.unit = figure.amount.unit.take().or_else(|| unit.clone());
    }
}

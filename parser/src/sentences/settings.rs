//! Figures with the names of their settings behind or before them.

use super::pairs::{follows_set, precedes_change};
use super::tokens::{Figure, Token, alike, is_measured};
use super::words::{AFTER, BEFORE, IN_ORDER, PLACE, SETTING, SMALL, VERBS};

/// A figure and its setting.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) name: String,
    pub(super) figure: Figure,
    /// Where the figure stands among the tokens.
    pub(super) at: usize,
    /// Where what belongs to it begins: at itself, or at the name of its setting before it.
    pub(super) starts: usize,
    /// Where the name of its setting before it ends; at itself where that stands behind.
    pub(super) named: usize,
}

/// A name has at most so many words.
const MOST_WORDS: usize = 4;
/// The name of a setting stands at most so many words before its figure.
const REACH: usize = 9;

/// The figures of a sentence that were not taken otherwise, each with its setting as far as that is told.
pub(super) fn settings(tokens: &[Token<'_>], taken: &[bool], known: &[String]) -> Vec<Told> {
    let mut found: Vec<Told> = Vec::new();
    let mut named = String::new();
    for (at, token) in tokens.iter().enumerate() {
        let Some(figure) = token.figure.as_ref().filter(|_| taken.get(at) == Some(&false)) else { continue };
        let measured = figure.unit().is_some_and(is_measured);
        if !measured || follows_set(tokens, at) || precedes_change(tokens, at) {
            continue;
        }
        let behind = if token.parts { None } else { behind(tokens, at + 1, known) };
        let told = behind.map(|name| (name, at, at)).or_else(|| before(tokens, at, known));
        let Some((name, starts, end)) = told else { continue };
        let name = resolved(&name, &named);
        named.clone_from(&name);
        found.push(Told { name, figure: figure.clone(), at, starts, named: end.min(at) });
    }
    found
}

/// What `it` stands for in a name: `without it` behind `with the patch` is `without the patch`.
fn resolved(name: &str, before: &str) -> String {
    let Some(word) = name.strip_suffix(" it").or_else(|| name.strip_suffix(" that")) else { return name.to_owned() };
    match before.split_once(' ').filter(|(first, _)| SETTING.contains(first)) {
        Some((_, what)) => format!("{word} {what}"),
        None => name.to_owned(),
    }
}

/// The name of a setting that starts at a place behind a figure.
fn behind(tokens: &[Token<'_>], at: usize, known: &[String]) -> Option<String> {
    let token = tokens.get(at)?;
    if token.is(SETTING) {
        return Some(name(tokens, at, known)?.0);
    }
    if token.is(PLACE) {
        return known_at(tokens, at + 1, known).map(|(name, _)| name);
    }
    if token.inner && !token.text.is_empty() {
        return known_at(tokens, at, known).map(|(name, _)| name).or_else(|| relative(token));
    }
    let ends =
        token.parts || at + 1 == tokens.len() || tokens.get(at + 1).is_some_and(|next| next.is(&["and", "but", "the"]));
    relative(token).filter(|_| ends)
}

/// `before` and `after` as names.
fn relative(token: &Token<'_>) -> Option<String> {
    match token {
        token if token.is(BEFORE) => Some("before".to_owned()),
        token if token.is(AFTER) => Some("after".to_owned()),
        _ => None,
    }
}

/// The name of a setting before a figure, and where it begins and ends; what parts it from the figure may be a verb with its subject.
fn before(tokens: &[Token<'_>], at: usize, known: &[String]) -> Option<(String, usize, usize)> {
    for place in (at.saturating_sub(REACH)..at).rev() {
        let token = tokens.get(place)?;
        if token.figure.is_some() {
            break;
        }
        if token.is(SETTING)
            && let Some((name, end)) = name(tokens, place, known)
        {
            return Some((name, place, end));
        }
        if let Some(name) = relative(token).filter(|_| {
            place == 0 || place.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|t| t.parts || t.is(&["and"]))
        }) {
            return Some((name, place, place + 1));
        }
    }
    subject_name(tokens, at, known).map(|(name, starts)| (name, starts, at))
}

/// `Judy needs 12 ms, Patricia 15 ms`: a name and perhaps a verb right before the figure.
fn subject_name(tokens: &[Token<'_>], at: usize, known: &[String]) -> Option<(String, usize)> {
    let mut last = at.checked_sub(1)?;
    if tokens.get(last)?.is(VERBS) {
        last = last.checked_sub(1)?;
    }
    let token = tokens.get(last)?;
    let opens = last == 0
        || tokens.get(last - 1).is_some_and(|before| before.parts || before.is(&["and", "but", "while", "whereas"]));
    let listed = known.iter().any(|name| name.eq_ignore_ascii_case(token.text));
    let proper = token.text.starts_with(char::is_uppercase) && last > 0 || is_identifier(token.text);
    let plain = token.figure.is_none() && !token.parts && !token.is(SMALL) && !token.is(VERBS);
    (plain && opens && (listed || proper)).then(|| (token.text.to_owned(), last))
}

/// Whether a word is the name of something and no word of a language: it has a mark or a digit in it, or stands in capitals.
fn is_identifier(word: &str) -> bool {
    let capitals = word.len() >= 2 && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let marked = word.contains(['_', '=', '/', ':']) || word.starts_with('-');
    let digits = word.contains(|c: char| c.is_ascii_digit());
    word.contains(char::is_alphabetic) && (capitals || marked || digits)
}

/// The name of a setting whose preposition stands at a place, and where it ends: names as the post prints them, options and
/// identifiers as they stand, other words with their preposition.
fn name(tokens: &[Token<'_>], at: usize, known: &[String]) -> Option<(String, usize)> {
    if let Some(found) =
        known_at(tokens, at + 1, known).filter(|_| tokens.get(at).is_some_and(|token| !token.is(&["without"])))
    {
        return Some(found);
    }
    let preposition = tokens.get(at)?;
    let mut words: Vec<&str> = Vec::new();
    let mut end = at + 1;
    for token in tokens.iter().skip(at + 1).take(MOST_WORDS) {
        let article = token.is(&["the", "a", "an", "it", "that", "this"]);
        let stops = token.figure.is_some()
            || token.is(VERBS)
            || token
                .is(&["and", "or", "but", "which", "while", "on", "in", "for", "at", "we", "i", "to", "from", "as"])
            || article && !words.is_empty();
        // An option is followed by options alone.
        let option = |text: &str| text.starts_with('-');
        if stops || words.last().is_some_and(|last| option(last) && !option(token.text)) {
            break;
        }
        words.push(token.text);
        end += 1;
        if token.parts || token.is(&["it"]) {
            break;
        }
    }
    let first = *words.first()?;
    let alone = is_identifier(first) || first.starts_with('-');
    let articles = ["the", "a", "an", "this", "that"];
    let counts = words.len() == 1 && articles.contains(&first);
    let with = preposition.is(&["with", "using"]);
    let joined = words.join(" ");
    let found = if with && alone { joined } else { format!("{} {joined}", preposition.low) };
    (!counts).then_some((found, end))
}

/// A name that the post uses elsewhere and that starts at a place.
fn known_at(tokens: &[Token<'_>], at: usize, known: &[String]) -> Option<(String, usize)> {
    let at = at + usize::from(tokens.get(at).is_some_and(|token| token.is(&["the"])));
    let matches = |name: &&String| {
        let mut count = 0;
        let same = name.split_whitespace().enumerate().all(|(offset, word)| {
            count = offset + 1;
            tokens
                .get(at + offset)
                .is_some_and(|token| token.text.eq_ignore_ascii_case(word.trim_matches([',', ':', '"', '`'])))
        });
        same && count > 0
    };
    let longest = known.iter().filter(matches).max_by_key(|name| name.len())?;
    Some((longest.clone(), at + longest.split_whitespace().count()))
}

/// The figures in runs of one kind, each setting once: what is of one quantity.
pub(super) fn runs<'t>(tokens: &[Token<'_>], told: &'t [Told]) -> Vec<Vec<&'t Told>> {
    let mut runs: Vec<Vec<&Told>> = Vec::new();
    for one in told {
        let goes_on = runs.last().and_then(|run| run.last()).is_some_and(|last| {
            let same = last.figure.unit().zip(one.figure.unit()).is_some_and(|(a, b)| alike(a, b));
            // Another figure between has another meaning.
            let between = tokens.get(last.at + 1..one.at).unwrap_or_default();
            same && between.iter().all(|token| token.figure.as_ref().is_none_or(|figure| figure.unit().is_none()))
        });
        let again = runs.last().is_some_and(|run| run.iter().any(|other| other.name == one.name));
        match runs.last_mut().filter(|_| goes_on && !again) {
            Some(run) => run.push(one),
            None => runs.push(vec![one]),
        }
    }
    runs.retain(|run| run.len() >= 2);
    runs
}

/// `41 s, 48 s and 95 s, in the same order`: figures without names that stand in the order of names given before.
pub(super) fn in_order(
    tokens: &[Token<'_>],
    taken: &[bool],
    order: &[String],
) -> Option<(usize, Vec<(String, Figure)>)> {
    if order.len() < 2 || !tokens.iter().any(|token| token.is(IN_ORDER)) {
        return None;
    }
    let free = |at: usize| {
        taken.get(at) == Some(&false)
            && tokens.get(at).is_some_and(|t| t.figure.as_ref().is_some_and(|f| f.unit().is_some_and(is_measured)))
    };
    let next = |at: usize| at + 1 + usize::from(tokens.get(at + 1).is_some_and(|token| token.is(&["and"])));
    (0..tokens.len()).filter(|&at| free(at)).find_map(|first| {
        let mut places = vec![first];
        while let Some(&last) = places.last()
            && free(next(last))
        {
            places.push(next(last));
        }
        let figure = |at: &usize| tokens.get(*at).and_then(|token| token.figure.clone());
        let figures: Vec<Figure> = places.iter().filter_map(figure).collect();
        (figures.len() == order.len()).then(|| (first, order.iter().cloned().zip(figures).collect()))
    })
}

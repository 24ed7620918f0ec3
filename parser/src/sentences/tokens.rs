//! A sentence as figures and words.

use crate::claims::Word;
use crate::mail::Document;
use crate::reading::number::{Amount, amount, beside};
use crate::source::Span;
use crate::unit::{Dimension, Unit};

/// A figure or a word of a sentence.
#[derive(Clone, Debug)]
pub(super) struct Token<'d> {
    /// The word without marks around it, as it is written.
    pub(super) text: &'d str,
    /// The same in small letters.
    pub(super) low: String,
    pub(super) figure: Option<Figure>,
    /// Whether a comma, a bracket or the like ends what is said here.
    pub(super) parts: bool,
    /// Whether it stands in brackets.
    pub(super) inner: bool,
}

/// A number, with its unit if one stands beside it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    pub(super) amount: Amount,
    pub(super) span: Span,
}

impl Figure {
    pub(super) fn unit(&self) -> Option<&Unit> {
        self.amount.unit.as_ref()
    }
}

impl Token<'_> {
    pub(super) fn is(&self, words: &[&str]) -> bool {
        self.figure.is_none() && words.contains(&self.low.as_str())
    }
}

/// Marks around words.
const MARKS: &[char] =
    &['(', ')', '[', ']', '"', '\'', '`', ',', ';', ':', '.', '!', '?', '*', '_', '“', '”', '‘', '’'];

/// The tokens of some words. A unit of its own is taken into the figure before it.
pub(super) fn tokens<'d>(document: &Document<'_>, words: &[Word<'d>]) -> Vec<Token<'d>> {
    let mut found: Vec<Token<'d>> = Vec::new();
    let mut open = 0_usize;
    let mut at = 0;
    while let Some(word) = words.get(at) {
        open += word.text.matches('(').count();
        let inner = open > 0;
        let (figure, taken) = match figure(document, word, words.get(at + 1)) {
            Some((figure, taken)) => (Some(figure), taken),
            None => (None, 1),
        };
        let last = words.get(at + taken - 1).unwrap_or(word);
        open = open.saturating_sub(
            last.text.matches(')').count() + if taken > 1 { word.text.matches(')').count() } else { 0 },
        );
        let text = word.text.trim_matches(MARKS);
        let text = if text.is_empty() { word.text } else { text };
        let parts = last.text.ends_with([',', ';', ':', ')', '.', '!', '?']) || ["-", "–", "—"].contains(&last.text);
        found.push(Token { text, low: text.to_lowercase(), figure, parts, inner });
        at += taken;
    }
    found
}

/// The figure that a word is, with the unit that the next word may be, and how many words it takes.
fn figure(document: &Document<'_>, word: &Word<'_>, next: Option<&Word<'_>>) -> Option<(Figure, usize)> {
    let lead = word.text.len() - word.text.trim_start_matches(['(', '"', '*', '`', '[']).len();
    let body = word.text.get(lead..)?.trim_end_matches([',', ';', ':', '.', '!', '?', ')', '"', '*', '`', ']']);
    let mut found = amount(body, document.comma()).filter(|found| found.end == body.len() && found.value >= 0.0)?;
    let whole = body.len() + lead == word.text.len();
    let mut taken = 1;
    if found.unit.is_none()
        && whole
        && let Some(unit) =
            next.and_then(|next| beside(next.text.trim_end_matches([',', ';', ':', '.', '!', '?', ')', '*'])))
    {
        found.unit = Some(unit);
        taken = 2;
    }
    let span = document.span(word.line, word.start + lead, word.start + lead + found.length);
    Some((Figure { amount: found, span }, taken))
}

/// Whether a unit is one of what benchmarks measure; frequencies and shares are not.
pub(super) fn is_measured(unit: &Unit) -> bool {
    let clock = unit.symbol.to_lowercase().ends_with("hz");
    !clock
        && matches!(
            unit.dimension,
            Dimension::Time(_) | Dimension::Data(_) | Dimension::DataRate(_) | Dimension::Rate(_)
        )
}

/// Whether two units are of one kind.
pub(super) fn alike(one: &Unit, other: &Unit) -> bool {
    std::mem::discriminant(&one.dimension) == std::mem::discriminant(&other.dimension)
        && (!matches!(one.dimension, Dimension::Rate(_)) || one.symbol == other.symbol)
}

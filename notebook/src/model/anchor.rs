//! A number named by the text around it, so that it is found again after the text was edited elsewhere.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::CellId;

/// How many bytes before and behind a number are remembered.
const CONTEXT: usize = 48;
/// At least this share of the remembered text must be found again, in quarters.
const ENOUGH_QUARTERS: usize = 2;

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anchor {
    /// The source.
    pub source: CellId,
    /// The characters of the number.
    pub printed: String,
    /// What stands before it, as far as it is remembered.
    pub before: String,
    /// What stands behind it.
    pub after: String,
    /// Its first byte when it was last known: where several places fit alike, the nearest to this one is meant.
    pub at: u32,
}

impl Anchor {
    /// The anchor of a range of a text.
    pub fn new(source: CellId, text: &str, range: Range<usize>) -> Self {
        let printed = text.get(range.clone()).unwrap_or_default();
        let before = text.get(..range.start).unwrap_or_default();
        let after = text.get(range.end..).unwrap_or_default();
        Self {
            source,
            printed: printed.to_owned(),
            before: tail(before).to_owned(),
            after: head(after).to_owned(),
            at: range.start as u32,
        }
    }

    /// Where it stands in a text now; nothing where it does not.
    ///
    /// Of all places where the number is printed, the one whose surroundings agree best; it must agree in at least half of
    /// what is remembered.
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        let known = self.before.len() + self.after.len();
        let place = |at: usize| at..at + self.printed.len();
        let fits = |at: usize| {
            let (before, after) = (text.get(..at)?, text.get(at + self.printed.len()..)?);
            (!cut(before, &self.printed, after)).then(|| agreeing(before, &self.before, after, &self.after))
        };
        if self.printed.is_empty() {
            return None;
        }
        let at = self.at as usize;
        let stays = text.get(place(at)) == Some(self.printed.as_str());
        if stays && fits(at) == Some(known) {
            return Some(place(at));
        }
        let found = text.match_indices(&self.printed).filter_map(|(found, _)| Some((fits(found)?, found)));
        let (agree, best) = found.max_by_key(|&(agree, found)| (agree, std::cmp::Reverse(found.abs_diff(at))))?;
        (agree * 4 >= known * ENOUGH_QUARTERS).then(|| place(best))
    }

    /// Moves along with a change of the text.
    pub(super) fn follow(&mut self, moved: &Moved) {
        let at = self.at as usize;
        if at >= moved.behind {
            self.at = (at - moved.behind + moved.now_behind) as u32;
        }
    }
}

/// Where a text changed: all that stands behind the change moved.
pub(super) struct Moved {
    /// The first byte behind the change before.
    behind: usize,
    /// The same byte now.
    now_behind: usize,
}

impl Moved {
    /// What is between the common beginning and the common end of two texts changed.
    pub(super) fn between(before: &str, now: &str) -> Self {
        let (before, now) = (before.as_bytes(), now.as_bytes());
        let start = before.iter().zip(now).take_while(|(a, b)| a == b).count();
        let rest = (before.len() - start).min(now.len() - start);
        let end = before.iter().rev().zip(now.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
        Self { behind: before.len() - end, now_behind: now.len() - end }
    }
}

/// Whether a range is a piece of a longer number or name.
fn cut(before: &str, printed: &str, after: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let starts = digit(printed.chars().next()) && digit(before.chars().next_back());
    let ends = digit(printed.chars().next_back()) && digit(after.chars().next());
    starts || ends
}

/// How many bytes around a place agree with what is remembered, from the place outwards.
fn agreeing(before: &str, known_before: &str, after: &str, known_after: &str) -> usize {
    let back = before.bytes().rev().zip(known_before.bytes().rev()).take_while(|(a, b)| a == b).count();
    back + after.bytes().zip(known_after.bytes()).take_while(|(a, b)| a == b).count()
}

/// The last bytes of a text that are remembered.
fn tail(text: &str) -> &str {
    let from = (text.len().saturating_sub(CONTEXT)..=text.len()).find(|&at| text.is_char_boundary(at));
    text.get(from.unwrap_or(0)..).unwrap_or_default()
}

/// The first ones.
fn head(text: &str) -> &str {
    let to = (0..=text.len().min(CONTEXT)).rev().find(|&at| text.is_char_boundary(at));
    text.get(..to.unwrap_or(0)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "old:\nfork 12.5 us\nexec 99 us\n\nnew:\nfork 12.5 us\nexec 98 us\n";

    fn second() -> Anchor {
        let at = TEXT.rfind("12.5").expect("it is there");
        Anchor::new(CellId(1), TEXT, at..at + 4)
    }

    #[test]
    fn is_found_where_it_was_taken() {
        let anchor = second();
        assert_eq!(anchor.find(TEXT), Some(anchor.at as usize..anchor.at as usize + 4));
    }

    #[test]
    fn is_found_again_behind_what_was_inserted() {
        for inserted in ["Hello,\n", "old:\nfork 12.5 us\nexec 99 us\n\n", &"fork 12.5 us\n".repeat(9)] {
            let text = format!("{inserted}{TEXT}");
            assert_eq!(second().find(&text).map(|r| r.start), text.rfind("12.5"), "{inserted:?}");
        }
        let short = TEXT.trim_start_matches("old:\nfork 12.5 us\n");
        assert_eq!(second().find(short).map(|r| r.start), short.rfind("12.5"));
    }

    #[test]
    fn is_not_taken_for_another_number() {
        assert_eq!(second().find("fork 112.5 us and 12.55"), None);
        assert_eq!(second().find("12.5 of something else"), None);
        assert_eq!(second().find(""), None);
    }

    #[test]
    fn follows_a_change_before_it() {
        let mut anchor = second();
        let now = TEXT.replace("exec 99", "exec 1234");
        anchor.follow(&Moved::between(TEXT, &now));
        assert_eq!(Some(anchor.at as usize), now.rfind("12.5"));
        let before = anchor.at;
        let later = now.replace("exec 98", "exec 9");
        anchor.follow(&Moved::between(&now, &later));
        assert_eq!(anchor.at, before);
    }

    #[test]
    fn of_equal_lines_the_nearest_is_meant() {
        let text = "1 ms\n".repeat(40);
        let anchor = Anchor::new(CellId(1), &text, 100..101);
        assert_eq!(anchor.find(&text), Some(100..101));
        let letters = "é 1 ".repeat(30);
        let at = letters.find('1').expect("there");
        assert!(Anchor::new(CellId(1), &letters, at..at + 1).find(&letters).is_some());
    }
}

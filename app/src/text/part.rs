//! The part of a text that a text field holds: all of a short one, some lines of a long one. A field that held a megabyte
//! would lay it out again at every key.

use std::ops::Range;

/// Texts up to this length are held whole, in bytes.
const WHOLE: usize = 100_000;
/// How much of a longer one is held.
const PART: usize = 30_000;

/// The part: from its first byte to the byte behind its last.
pub(crate) type Part = Range<usize>;

/// The part around a byte. It begins and ends with lines, as far as these are not longer than a part.
pub(crate) fn around(text: &str, at: usize) -> Part {
    if text.len() <= WHOLE {
        return 0..text.len();
    }
    let at = at.min(text.len());
    let start = at.saturating_sub(PART / 4).min(text.len() - PART);
    line_start(text, start)..line_end(text, start + PART)
}

/// The part before another, with a quarter of it.
pub(crate) fn earlier(text: &str, part: &Part) -> Part {
    around(text, part.start.saturating_sub(PART / 2))
}

/// The part behind another, with a quarter of it.
pub(crate) fn later(text: &str, part: &Part) -> Part {
    around(text, part.end)
}

/// A text whose part was replaced, and the new part.
pub(crate) fn put(text: &str, part: &Part, new: &str) -> (String, Part) {
    let before = text.get(..part.start).unwrap_or_default();
    let behind = text.get(part.end..).unwrap_or_default();
    (format!("{before}{new}{behind}"), before.len()..before.len() + new.len())
}

/// The part after a text changed under it: the same lines where the change lies within them, else those around the change.
pub(crate) fn follow(before: &str, part: &Part, now: &str) -> Part {
    if now.len() <= WHOLE {
        return 0..now.len();
    }
    let behind = before.len().saturating_sub(part.end);
    let end = now.len().saturating_sub(behind);
    let same = now.get(..part.start) == before.get(..part.start) && now.get(end..) == before.get(part.end..);
    if same && part.start <= end && end - part.start <= 2 * PART {
        return part.start..end;
    }
    let changed = before.bytes().zip(now.bytes()).take_while(|(a, b)| a == b).count();
    around(now, changed)
}

/// The start of the line that holds a byte; where that is far away, the character.
fn line_start(text: &str, at: usize) -> usize {
    let at = (at..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    let line = text.get(..at).and_then(|text| text.rfind('\n')).map_or(0, |found| found + 1);
    if at - line > PART { at } else { line }
}

/// The end of the line that holds a byte, with its line break.
fn line_end(text: &str, at: usize) -> usize {
    let at = (at.min(text.len())..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    let line = text.get(at..).and_then(|text| text.find('\n')).map_or(text.len(), |found| at + found + 1);
    if line - at > PART { at } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long() -> String {
        (0..20_000).map(|line| format!("line {line} of a long text, é and so on\n")).collect()
    }

    #[test]
    fn short_texts_are_held_whole() {
        assert_eq!(around("ab\n", 1), 0..3);
        assert_eq!(put("ab\n", &(0..3), "x"), ("x".to_owned(), 0..1));
    }

    #[test]
    fn parts_are_whole_lines() {
        let text = long();
        for at in [0, 1, 77_777, text.len() / 2, text.len()] {
            let part = around(&text, at);
            assert!(part.start <= at && at <= part.end && part.len() <= 2 * PART, "{at}: {part:?}");
            let held = &text[part.clone()];
            assert!(held.starts_with("line ") && held.ends_with('\n'));
            let next = later(&text, &part);
            assert!(next.end >= part.end && next.start <= part.end);
            assert!(earlier(&text, &part).start <= part.start);
        }
        assert_eq!(around(&text, 0).start, 0);
        let one = "é".repeat(200_000);
        assert!(around(&one, 100_001).len() <= PART + 4);
    }

    #[test]
    fn a_part_follows_its_text() {
        let text = long();
        let part = around(&text, 300_000);
        let (now, grown) = put(&text, &part, &format!("{}new\n", &text[part.clone()]));
        assert_eq!(grown.len(), part.len() + 4);
        assert_eq!(follow(&now, &grown, &text), part);
        let elsewhere = format!("new\n{text}");
        assert_eq!(follow(&text, &part, &elsewhere).start, 0);
        assert_eq!(follow(&text, &part, "short"), 0..5);
    }
}

//! Text fields whose text changes under them.

use web_sys::HtmlTextAreaElement;

/// Where the change from one text to another ends in the new one, in UTF-16 units as fields count.
pub(crate) fn end_of_change(before: &str, now: &str) -> u32 {
    let start: usize = before.chars().zip(now.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
    // Where a text grew by a repetition, what begins alike is not counted again at the end.
    let (old, new) = (before.get(start..).unwrap_or_default(), now.get(start..).unwrap_or_default());
    let end = old.chars().rev().zip(new.chars().rev()).take_while(|(a, b)| a == b);
    let rest: usize = end.map(|(c, _)| c.len_utf8()).sum();
    let at = now.len() - rest;
    now.get(..at).map_or(0, |text| text.encode_utf16().count() as u32)
}

/// Puts a text into a field, and the caret at a place.
pub(crate) fn put(field: &HtmlTextAreaElement, text: &str, caret: u32) {
    field.set_value(text);
    let _ = field.set_selection_range(caret, caret);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_behind_what_changed() {
        assert_eq!(end_of_change("ab", "abc"), 3);
        assert_eq!(end_of_change("abc", "ab"), 2);
        assert_eq!(end_of_change("abc", "axc"), 2);
        assert_eq!(end_of_change("", "\u{1F600}"), 2);
        assert_eq!(end_of_change("aa", "aaa"), 3);
        assert_eq!(end_of_change("same", "same"), 4);
    }
}

//! The contexts in which the next byte is foreseen.
//!
//! Prose is told by the letters before and by words; tables by what stands above, by the row of another table that begins
//! alike, by the kinds of fields in the line, and by how a number compares with the one above it.

use super::expect::Expected;
use super::hash::context;
use super::layout::Layout;

/// How many contexts have counters for their bits.
pub(super) const COUNTED: usize = 11;
/// How many contexts have the run of their last byte.
pub(super) const RUN: usize = 8;

/// The contexts of the next byte as hashes.
pub(super) struct Contexts {
    pub(super) counted: [u32; COUNTED],
    pub(super) run: [u32; RUN],
}

impl Contexts {
    /// The contexts behind a text, with what is expected of it.
    pub(super) fn of(layout: &Layout, expected: &Expected) -> Self {
        let back = |places: usize| u32::from(layout.back(places));
        let last = back(1);
        let two = last | back(2) << 8;
        let three = two | back(3) << 16;
        let [word, word_before, word_before_that] = layout.words;
        let word = if word == 0 { last } else { word };
        let column = layout.text.len() - layout.line;
        let overhead = |ahead: usize| {
            let at = layout.line_before + column + ahead;
            if at < layout.line { u32::from(layout.byte(at)) } else { 0 }
        };
        let blanks = layout.text.iter().rev().take_while(|&&byte| byte == b' ').count() as u32;
        let so_far = if layout.in_field { super::hash::bytes(layout.so_far()) } else { 0 };
        let number = number_shape(layout.so_far());
        let [matched, _, above, row, related] = expected.bytes();
        let [matched_trust, _, above_trust, row_trust, related_trust] = expected.trusts();
        let matched = [matched, matched_trust.min(15), last];
        let related = [related | related_trust << 8, above, number];

        let counted = [
            context(0, &[]),
            context(1, &[two]),
            context(2, &[three]),
            context(3, &[word]),
            context(4, &[word, word_before, word_before_that]),
            context(5, &[overhead(0), last, overhead(1)]),
            context(6, &[layout.kinds, number, blanks]),
            context(9, &[layout.shape]),
            context(10, &[word_before, last]),
            context(11, &matched),
            context(12, &related),
        ];
        let run = [
            context(20, &[word]),
            context(21, &[word, word_before]),
            context(22, &[layout.field_of(layout.above), so_far, blanks]),
            context(24, &[layout.first, layout.fields, so_far, blanks]),
            context(25, &[layout.shape, layout.shape_before]),
            context(26, &[(column as u32).min(255), overhead(0), last]),
            context(27, &[back(2), back(3)]),
            context(29, &[above, row, above_trust, row_trust]),
        ];
        Self { counted, run }
    }
}

/// Digits, points and others of a field as far as it was read.
fn number_shape(so_far: &[u8]) -> u32 {
    so_far.iter().fold(0, |shape, byte| {
        let kind = match byte {
            b'0'..=b'9' => 1,
            b'.' => 2,
            _ => 3,
        };
        (shape << 2 | kind) & 0xFFFF
    })
}

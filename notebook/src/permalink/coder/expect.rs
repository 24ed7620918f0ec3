//! The bytes that are expected next, each by a way of its own, and the trust in them.

use super::layout::{Above, Layout};
use super::logistic::Logistic;
use super::matching::Matching;
use super::run::approach;

/// In how many ways a byte is expected.
pub(super) const WAYS: usize = 5;
/// Classes of trust for each way.
const CLASSES: usize = 16;
/// By how much the trust moves at each bit: 1 / 2^5.
const RATE: u32 = 5;

/// A byte that is expected, and how much speaks for it.
#[derive(Clone, Copy, Default)]
struct Guess {
    byte: u8,
    class: usize,
}

/// What is expected next: by a long match, by a short one, by what stands above, by the row of another table, and by the
/// figures before in the row.
#[derive(Clone)]
pub(super) struct Expected {
    long: Matching,
    short: Matching,
    guesses: [Guess; WAYS],
    /// How often a way told the bit, by class and bit; in 1/65,536.
    trust: Vec<u16>,
    /// The trust in use, and the bit that it is in.
    used: [Option<(usize, bool)>; WAYS],
}

impl Expected {
    pub(super) fn new() -> Self {
        Self {
            long: Matching::new(6),
            short: Matching::new(4),
            guesses: [Guess::default(); WAYS],
            trust: vec![49_152; WAYS * CLASSES * 8],
            used: [None; WAYS],
        }
    }

    /// Takes the byte that the text ends with now.
    pub(super) fn push(&mut self, layout: &Layout, byte: u8) {
        self.long.push(layout, byte);
        self.short.push(layout, byte);
        let matched = |next: Option<(u8, usize)>| {
            next.map_or_else(Guess::default, |(byte, length)| Guess { byte, class: length.min(CLASSES - 1) })
        };
        let related = layout.relations.next(layout.so_far()).filter(|_| layout.in_field);
        let related = related.map_or_else(Guess::default, |(byte, left, held)| Guess {
            byte,
            class: held.min(3) as usize * 4 + left.min(3),
        });
        self.guesses = [
            matched(self.long.next(layout)),
            matched(self.short.next(layout)),
            above(layout, layout.above, byte),
            above(layout, layout.row, byte),
            related,
        ];
    }

    /// The bytes; 0 for none.
    pub(super) fn bytes(&self) -> [u32; WAYS] {
        self.guesses.map(|guess| u32::from(guess.byte))
    }

    /// The classes of trust in them.
    pub(super) fn trusts(&self) -> [u32; WAYS] {
        self.guesses.map(|guess| guess.class as u32)
    }

    /// What the expectations say of the next bit as logits, given the bits of the byte before it with a leading one.
    pub(super) fn predict(&mut self, logistic: &Logistic, bits: u32, count: u32, inputs: &mut [i32]) {
        for (way, input) in inputs.iter_mut().enumerate().take(WAYS) {
            let Guess { byte, class } = self.guesses[way];
            let fits = byte != 0 && (u32::from(byte) | 256) >> (8 - count) == bits;
            self.used[way] = None;
            *input = 0;
            if fits {
                let at = (way * CLASSES + class) * 8 + count as usize;
                let bit = byte >> (7 - count) & 1 == 1;
                self.used[way] = Some((at, bit));
                let logit = logistic.stretch(u32::from(self.trust[at]));
                *input = if bit { logit } else { -logit };
            }
        }
    }

    /// Which bit a way expects: 1 for zero, 2 for one, 0 where it expects nothing.
    pub(super) fn bit(&self, way: usize) -> usize {
        self.used[way].map_or(0, |(_, bit)| 1 + usize::from(bit))
    }

    /// Learns the bit that came.
    pub(super) fn learn(&mut self, bit: bool) {
        for (at, told) in self.used.iter().flatten() {
            approach(&mut self.trust[*at], bit == *told, RATE);
        }
    }
}

/// What stands above, and how far this field has been the same.
fn above(layout: &Layout, above: Above, last: u8) -> Guess {
    let Some(byte) = layout.next_of(above) else { return Guess::default() };
    let class = if !layout.in_field {
        12
    } else if layout.compared(above) == 1 {
        layout.so_far().len().min(6)
    } else if last.is_ascii_digit() {
        8
    } else {
        9
    };
    Guess { byte, class }
}

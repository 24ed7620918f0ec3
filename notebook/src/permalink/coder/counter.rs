//! Adaptive probabilities of the next bit by context.

use super::hash::hash;

/// How many counters there are: a power of two.
const COUNTERS: usize = 1 << 20;
/// A counter adapts by 1 / (times seen + 1.2), until it was seen this often.
const MOST_SEEN: u8 = 30;
/// No probability comes nearer to 0 or 1, in 1/65,536.
const LEAST: i32 = 16;

/// A probability, and how often its context was seen.
#[derive(Clone, Copy)]
struct Counter {
    one: u16,
    seen: u8,
    /// Tells most contexts that share a place apart.
    check: u8,
}

const FRESH: Counter = Counter { one: 1 << 15, seen: 0, check: 0 };

/// The counters of all contexts of bits.
#[derive(Clone)]
pub(super) struct Counters {
    table: Vec<Counter>,
    rates: [u16; MOST_SEEN as usize + 1],
}

impl Counters {
    pub(super) fn new() -> Self {
        let mut rates = [0; MOST_SEEN as usize + 1];
        for (seen, rate) in (0_u32..).zip(&mut rates) {
            *rate = (655_360 / (10 * seen + 12)) as u16;
        }
        Self { table: vec![FRESH; COUNTERS], rates }
    }

    /// The line of a context at the first or fifth bit of a byte, given the bits before it with a leading one. The counters
    /// of four bits stand in one line, which is one of the processor's cache.
    pub(super) fn line(context: u32, bits: u32) -> u32 {
        hash(context, bits.wrapping_mul(0x2545_F491)).wrapping_mul(0xC2B2_AE35)
    }

    /// The place of the next bit's counter, given the bits since the line began with a leading one. Of two places the one
    /// that holds it, else the one seen less often.
    pub(super) fn place(&mut self, line: u32, bits: u32) -> usize {
        let first = ((line >> 8 ^ bits) & 15 | line >> 8 & !15) as usize % COUNTERS;
        let second = first ^ 1;
        let check = (line as u8).wrapping_add((bits as u8).wrapping_mul(29));
        let holds = |at: usize| self.table[at].check == check && self.table[at].seen > 0;
        if holds(first) {
            return first;
        }
        if holds(second) {
            return second;
        }
        let place = if self.table[second].seen < self.table[first].seen { second } else { first };
        self.table[place] = Counter { check, ..FRESH };
        place
    }

    /// The probability of a one, where the context was seen before.
    pub(super) fn one(&self, place: usize) -> Option<u32> {
        let counter = self.table[place];
        (counter.seen > 0).then_some(u32::from(counter.one))
    }

    /// Learns the bit that came.
    pub(super) fn learn(&mut self, place: usize, bit: bool) {
        let counter = &mut self.table[place];
        let rate = i64::from(self.rates[usize::from(counter.seen)]);
        let now = i32::from(counter.one);
        let target = if bit { 65_535 } else { 0 };
        let moved = now + ((i64::from(target - now) * rate) >> 16) as i32;
        counter.one = moved.clamp(LEAST, 65_535 - LEAST) as u16;
        counter.seen = (counter.seen + 1).min(MOST_SEEN);
    }
}

//! The byte that followed a context last, and how often in a row: what is rarely seen is best told by that.

use super::logistic::Logistic;

/// How many runs there are: a power of two.
const RUNS: usize = 1 << 17;
/// Longer runs are as good as this one.
const LONGEST: usize = 15;
/// By how much the trust in a run moves at each bit: 1 / 2^5.
const RATE: u32 = 5;

/// The byte that followed last, how often in a row, and whether another one did before.
#[derive(Clone, Copy, Default)]
struct Run {
    byte: u8,
    length: u8,
    mixed: bool,
    /// Tells most contexts that share a place apart.
    check: u8,
}

/// The runs of some contexts, and the trust in them.
#[derive(Clone)]
pub(super) struct Runs<const N: usize> {
    table: Vec<Run>,
    places: [usize; N],
    /// How often runs told the bit, by context, whether mixed, length and bit; in 1/65,536.
    trust: Vec<u16>,
    /// The trust in use, and the bit that it is in.
    used: [Option<(usize, bool)>; N],
}

impl<const N: usize> Runs<N> {
    pub(super) fn new() -> Self {
        let trust = vec![60_000; N * 2 * (LONGEST + 1) * 8];
        Self { table: vec![Run::default(); RUNS], places: [0; N], trust, used: [None; N] }
    }

    /// Takes the contexts of the next byte.
    pub(super) fn enter(&mut self, contexts: &[u32; N]) {
        for (place, context) in self.places.iter_mut().zip(contexts) {
            let mixed = context.wrapping_mul(0xC2B2_AE35) ^ 0x5BD1;
            let check = mixed as u8;
            *place = (mixed >> 8) as usize % RUNS;
            if self.table[*place].check != check {
                self.table[*place] = Run { check, ..Run::default() };
            }
        }
    }

    /// What the runs say of the next bit as logits, given the bits of the byte before it with a leading one.
    pub(super) fn predict(&mut self, logistic: &Logistic, bits: u32, count: u32, inputs: &mut [i32]) {
        for (number, input) in inputs.iter_mut().enumerate().take(N) {
            let run = self.table[self.places[number]];
            let fits = run.length > 0 && (u32::from(run.byte) | 256) >> (8 - count) == bits;
            self.used[number] = None;
            *input = 0;
            if fits {
                let length = usize::from(run.length).min(LONGEST);
                let at = ((number * 2 + usize::from(run.mixed)) * (LONGEST + 1) + length) * 8 + count as usize;
                let bit = run.byte >> (7 - count) & 1 == 1;
                self.used[number] = Some((at, bit));
                let logit = logistic.stretch(u32::from(self.trust[at]));
                *input = if bit { logit } else { -logit };
            }
        }
    }

    /// Learns the bit that came.
    pub(super) fn learn(&mut self, bit: bool) {
        for (at, told) in self.used.iter().flatten() {
            approach(&mut self.trust[*at], bit == *told, RATE);
        }
    }

    /// Learns the byte that came.
    pub(super) fn learn_byte(&mut self, byte: u8) {
        for &place in &self.places {
            let run = &mut self.table[place];
            if run.length == 0 || run.byte == byte {
                run.byte = byte;
                run.length = run.length.saturating_add(1);
            } else {
                *run = Run { byte, length: 1, mixed: true, check: run.check };
            }
        }
    }
}

/// Moves a probability towards what came.
pub(super) fn approach(probability: &mut u16, came: bool, rate: u32) {
    let now = i32::from(*probability);
    let target = if came { 65_535 } else { 0 };
    *probability = (now + ((target - now) >> rate)) as u16;
}

//! The model: the probability of the next bit from everything that was read.

use super::apm::Apm;
use super::contexts::{COUNTED, Contexts, RUN};
use super::counter::Counters;
use super::expect::{Expected, WAYS};
use super::hash::hash;
use super::layout::Layout;
use super::logistic::Logistic;
use super::mixer::Mixer;
use super::run::Runs;

/// Counters, runs, expectations, and one that never changes.
const INPUTS: usize = COUNTED + RUN + WAYS + 1;
/// The input that never changes: a logit of one.
const BIAS: i32 = 256;
/// Sets of weights: by the bits of the byte so far; by what the expectations agree on and the last byte; by the place in the
/// byte, the last byte and the match.
const SETS: [usize; 3] = [256, 27 * 8, 3 * 64];
const WEIGHT: i32 = 14_000;
const RATE: i32 = 80;
/// The weights of the three in the end.
const LAST_WEIGHT: i32 = 65_536 / 3;
const LAST_RATE: i32 = 6;
/// Contexts of the second correction.
const CORRECTED: usize = 1 << 10;

/// Foresees a text bit by bit.
#[derive(Clone)]
pub(super) struct Model {
    logistic: Logistic,
    layout: Layout,
    expected: Expected,
    counters: Counters,
    contexts: [u32; COUNTED],
    lines: [u32; COUNTED],
    places: [usize; COUNTED],
    runs: Runs<RUN>,
    inputs: [i32; INPUTS],
    mixers: [Mixer<INPUTS>; 3],
    logits: [i32; 3],
    last: Mixer<3>,
    corrections: [Apm; 2],
    /// The bits of the byte so far with a leading one, and how many there are.
    bits: u32,
    count: u32,
    one: u32,
}

impl Model {
    /// A model that has read nothing.
    pub(super) fn new() -> Self {
        let logistic = Logistic::new();
        let corrections = [Apm::new(&logistic, 256), Apm::new(&logistic, CORRECTED)];
        let mut model = Self {
            logistic,
            layout: Layout::new(),
            expected: Expected::new(),
            counters: Counters::new(),
            contexts: [0; COUNTED],
            lines: [0; COUNTED],
            places: [0; COUNTED],
            runs: Runs::new(),
            inputs: [0; INPUTS],
            mixers: SETS.map(|sets| Mixer::new(sets, WEIGHT, RATE)),
            logits: [0; 3],
            last: Mixer::new(256, LAST_WEIGHT, LAST_RATE),
            corrections,
            bits: 1,
            count: 0,
            one: 1 << 15,
        };
        model.enter_byte();
        model.predict();
        model
    }

    /// The probability that the next bit is a one, from 1 to 65,535 in 65,536.
    pub(super) fn one(&self) -> u32 {
        self.one
    }

    /// Learns the bit that came.
    pub(super) fn learn(&mut self, bit: bool) {
        for mixer in &mut self.mixers {
            mixer.learn(&self.inputs, bit);
        }
        self.last.learn(&self.logits, bit);
        for correction in &mut self.corrections {
            correction.learn(bit);
        }
        for &place in &self.places {
            self.counters.learn(place, bit);
        }
        self.runs.learn(bit);
        self.expected.learn(bit);
        self.bits = self.bits << 1 | u32::from(bit);
        self.count += 1;
        if self.count == 8 {
            self.learn_byte(self.bits as u8);
            self.enter_byte();
        }
        self.predict();
    }

    fn learn_byte(&mut self, byte: u8) {
        self.runs.learn_byte(byte);
        self.layout.push(byte);
        self.expected.push(&self.layout, byte);
        self.bits = 1;
        self.count = 0;
    }

    fn enter_byte(&mut self) {
        let contexts = Contexts::of(&self.layout, &self.expected);
        self.contexts = contexts.counted;
        self.runs.enter(&contexts.run);
    }

    fn predict(&mut self) {
        let (counted, rest) = self.inputs.split_at_mut(COUNTED);
        if self.count.is_multiple_of(4) {
            self.lines = self.contexts.map(|context| Counters::line(context, self.bits));
        }
        let in_line = 1 << (self.count % 4);
        let since = self.bits & (in_line - 1) | in_line;
        for ((input, place), line) in counted.iter_mut().zip(&mut self.places).zip(&self.lines) {
            *place = self.counters.place(*line, since);
            *input = self.counters.one(*place).map_or(0, |one| self.logistic.stretch(one));
        }
        let (run, rest) = rest.split_at_mut(RUN);
        self.runs.predict(&self.logistic, self.bits, self.count, run);
        let (expected, bias) = rest.split_at_mut(WAYS);
        self.expected.predict(&self.logistic, self.bits, self.count, expected);
        bias.fill(BIAS);

        let sets = self.sets();
        for ((logit, mixer), set) in self.logits.iter_mut().zip(&mut self.mixers).zip(sets) {
            *logit = mixer.mix(&self.logistic, &self.inputs, set);
        }
        let logit = self.last.mix(&self.logistic, &self.logits, self.bits as usize);
        let mixed = self.logistic.squash(logit);
        let pair = hash(self.bits, u32::from(self.layout.back(1)) | 0x100) as usize % CORRECTED;
        let [by_bits, by_pair] = &mut self.corrections;
        let corrected = by_bits.refine(logit, self.bits as usize) + by_pair.refine(logit, pair);
        self.one = ((2 * mixed + corrected + 2) / 4).clamp(1, 65_535);
    }

    /// The sets of weights to use.
    fn sets(&self) -> [usize; 3] {
        let kind = match self.layout.back(1) {
            b'0'..=b'9' => 0,
            b'a'..=b'z' => 1,
            b'A'..=b'Z' => 2,
            b' ' => 3,
            b'\n' => 4,
            b'.' => 5,
            b'-' | b'_' => 6,
            _ => 7,
        };
        let expected = |way: usize| self.expected.bit(way);
        let agreed = expected(2) * 9 + expected(3) * 3 + expected(4);
        [self.bits as usize, agreed * 8 + kind, expected(0) * 64 + kind * 8 + self.count as usize]
    }
}

//! Logistic mixing: one probability from many, weighted by how well each told the bits before.

use super::logistic::{Logistic, MOST};

/// Errors below this, in 1/65,536, teach nothing: most bits are foreseen, and learning is half of the work.
const SMALL_ERROR: i32 = 200;

/// Sets of weights in 1/65,536, one of which is in use at a bit.
#[derive(Clone)]
pub(super) struct Mixer<const N: usize> {
    sets: Vec<[i32; N]>,
    chosen: usize,
    probability: i32,
    rate: i32,
}

impl<const N: usize> Mixer<N> {
    /// A mixer of so many sets of weights, each of which is `weight` at first.
    pub(super) fn new(sets: usize, weight: i32, rate: i32) -> Self {
        Self { sets: vec![[weight; N]; sets], chosen: 0, probability: 1 << 15, rate }
    }

    /// The logit of a one by a set of weights.
    pub(super) fn mix(&mut self, logistic: &Logistic, inputs: &[i32; N], set: usize) -> i32 {
        self.chosen = set;
        let weights = &self.sets[set];
        let sum: i64 = weights.iter().zip(inputs).map(|(&weight, &input)| i64::from(weight) * i64::from(input)).sum();
        let logit = (sum >> 16).clamp(i64::from(-MOST), i64::from(MOST)) as i32;
        self.probability = logistic.squash(logit) as i32;
        logit
    }

    /// Learns the bit that came.
    pub(super) fn learn(&mut self, inputs: &[i32; N], bit: bool) {
        let error = if bit { 65_536 } else { 0 } - self.probability;
        if error.abs() < SMALL_ERROR {
            return;
        }
        let step = i64::from(error * self.rate);
        for (weight, &input) in self.sets[self.chosen].iter_mut().zip(inputs) {
            *weight += ((i64::from(input) * step + (1 << 19)) >> 20) as i32;
        }
    }
}

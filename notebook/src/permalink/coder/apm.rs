//! Adaptive probability map: corrects a probability by what came where it was said before in the same context.

use super::logistic::{Logistic, MOST};
use super::run::approach;

/// The steps of a curve.
const STEPS: usize = 33;
/// How many logits lie between two steps.
const WIDTH: i32 = 192;
/// By how much a step moves: 1 / 2^6.
const RATE: u32 = 6;

/// A curve from probability to probability for each context.
#[derive(Clone)]
pub(super) struct Apm {
    curves: Vec<u16>,
    used: usize,
}

impl Apm {
    pub(super) fn new(logistic: &Logistic, contexts: usize) -> Self {
        let curve: Vec<u16> = (0..STEPS as i32).map(|step| logistic.squash((step - 16) * WIDTH) as u16).collect();
        Self { curves: curve.repeat(contexts), used: 0 }
    }

    /// The corrected probability of a one for a logit.
    pub(super) fn refine(&mut self, logit: i32, context: usize) -> u32 {
        let from_least = logit.clamp(-MOST, MOST) + MOST + 1;
        let (step, part) = ((from_least / WIDTH) as usize, (from_least % WIDTH) as u32);
        let at = context * STEPS + step;
        self.used = at + usize::from(part >= WIDTH as u32 / 2);
        let (low, high) = (u32::from(self.curves[at]), u32::from(self.curves[at + 1]));
        (low * (WIDTH as u32 - part) + high * part) / WIDTH as u32
    }

    /// Learns the bit that came.
    pub(super) fn learn(&mut self, bit: bool) {
        approach(&mut self.curves[self.used], bit, RATE);
    }
}

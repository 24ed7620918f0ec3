//! Match models: what followed the last time that the last few bytes were the same.

use super::hash::hash;
use super::layout::{Layout, Places};

/// As much as this is compared of what came before.
const MOST: usize = 32;

/// A place whose text goes on like the present one.
#[derive(Clone)]
pub(super) struct Matching {
    places: Places,
    least: usize,
    at: usize,
    length: usize,
}

impl Matching {
    /// Finds places where at least so many bytes are the same.
    pub(super) fn new(least: usize) -> Self {
        Self { places: Places::new(), least, at: 0, length: 0 }
    }

    /// Takes the byte that the text ends with now.
    pub(super) fn push(&mut self, layout: &Layout, byte: u8) {
        let here = layout.text.len();
        if self.at > 0 && layout.byte(self.at) == byte {
            self.at += 1;
            self.length += 1;
        } else {
            self.at = 0;
            self.length = 0;
        }
        let key = (1..=self.least).fold(0, |key, back| hash(key, u32::from(layout.back(back)) + 1));
        let candidate = self.places.replace(key, here);
        if self.at == 0 && candidate > 0 {
            let same = (1..=MOST.min(candidate)).take_while(|&back| layout.byte(candidate - back) == layout.back(back));
            let length = same.count();
            if length >= self.least {
                self.at = candidate;
                self.length = length;
            }
        }
    }

    /// The byte that followed there, and how many before it are the same.
    pub(super) fn next(&self, layout: &Layout) -> Option<(u8, usize)> {
        (self.at > 0).then(|| (layout.byte(self.at), self.length)).filter(|(byte, _)| *byte != 0)
    }
}

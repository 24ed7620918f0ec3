//! The logistic function and its inverse in whole numbers, so that they are the same everywhere.
//!
//! Probabilities are in 1/65,536; their logits ("stretched") in 1/256, from -12 to 12.

/// The bounds of a logit.
pub(super) const MOST: i32 = 12 * 256 - 1;

/// 65,536 / (1 + exp(-x)) for x from -12 to 12 in steps of a half; between them lines are drawn.
const LOGISTIC: [u16; 49] = [
    1, 1, 1, 2, 3, 5, 8, 13, 22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108, 4971, 7812, 11955, 17625, 24743,
    32768, 40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816, 65097, 65269, 65374, 65438, 65476, 65500,
    65514, 65523, 65528, 65531, 65533, 65534, 65535, 65535, 65535,
];
/// How many logits lie between two entries of [`LOGISTIC`].
const STEP: u32 = 128;
/// How many entries the table of logits has: one for so many probabilities.
const LOGITS: usize = 4096;

/// Both functions as tables.
#[derive(Clone)]
pub(super) struct Logistic {
    squashed: Vec<u16>,
    stretched: Vec<i16>,
}

impl Logistic {
    pub(super) fn new() -> Self {
        let steps = LOGISTIC.iter().zip(LOGISTIC.iter().skip(1));
        let squashed: Vec<u16> = steps
            .flat_map(|(&from, &to)| {
                let (from, to) = (u32::from(from), u32::from(to));
                (0..STEP).map(move |part| ((from * (STEP - part) + to * part + STEP / 2) / STEP) as u16)
            })
            .collect();
        let mut logit = 0;
        let stretched = (0..LOGITS)
            .map(|entry| {
                let probability = (entry * 16 + 8) as u16;
                while logit + 1 < squashed.len() && squashed[logit] < probability {
                    logit += 1;
                }
                logit as i16 - (MOST + 1) as i16
            })
            .collect();
        Self { squashed, stretched }
    }

    /// The probability of a logit, from 1 to 65,535.
    pub(super) fn squash(&self, logit: i32) -> u32 {
        let at = logit.clamp(-MOST, MOST) + MOST + 1;
        u32::from(self.squashed[at as usize])
    }

    /// The logit of a probability below 65,536.
    pub(super) fn stretch(&self, probability: u32) -> i32 {
        i32::from(self.stretched[(probability >> 4) as usize % LOGITS])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_the_inverse_of_the_other() {
        let logistic = Logistic::new();
        assert_eq!(logistic.squash(0), 32_768);
        assert_eq!((logistic.squash(i32::MIN), logistic.squash(i32::MAX)), (1, 65_535));
        for probability in (64..65_472_u32).step_by(16) {
            let again = logistic.squash(logistic.stretch(probability));
            assert!(again.abs_diff(probability) <= 100, "{probability} {again}");
        }
    }
}

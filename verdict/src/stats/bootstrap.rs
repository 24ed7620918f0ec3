//! How far a figure over whole runs moves when other runs of the same kind are drawn: the bootstrap.
//!
//! Runs of each side are drawn again from those that there are, with replacement, and the figure is computed anew; the middle
//! of what comes out is the interval (Efron, "Bootstrap methods: another look at the jackknife", 1979; the percentile
//! interval of Efron and Tibshirani, 1993). Whole runs are drawn, so the correlation of their metrics is in it. With few runs
//! it is too narrow: below [`FEWEST_RUNS`] it is not given.

use super::combinations::SplitMix64;
use super::order;

/// With fewer runs of a side there is too little to draw from.
pub const FEWEST_RUNS: usize = 5;

/// How often runs are drawn.
pub const ROUNDS: usize = 400;

/// The percentile interval of a figure of `n1` and `n2` runs, with a confidence between 0 and 1.
///
/// `figure` is given the places of the runs drawn of each side, with repetitions. `None` where a side has fewer than
/// [`FEWEST_RUNS`] runs, a figure is not finite, or the confidence is not between 0 and 1. [`ROUNDS`] calls.
///
/// ```
/// use benchnote_verdict::stats::bootstrap::interval;
/// let (first, second) = ([10.0, 11.0, 9.0, 10.5, 10.0], [20.0, 21.0, 19.0, 20.5, 20.0]);
/// let mean = |places: &[usize], of: &[f64]| places.iter().map(|&at| of[at]).sum::<f64>() / places.len() as f64;
/// let ratio = |a: &[usize], b: &[usize]| mean(b, &second) / mean(a, &first);
/// let [low, high] = interval(5, 5, 0.95, 7, ratio).expect("enough runs");
/// assert!(1.85 < low && low < 1.99 && 1.99 < high && high < 2.15);
/// assert_eq!(interval(4, 5, 0.95, 7, ratio), None);
/// ```
pub fn interval(
    n1: usize,
    n2: usize,
    confidence: f64,
    seed: u64,
    mut figure: impl FnMut(&[usize], &[usize]) -> f64,
) -> Option<[f64; 2]> {
    let between = confidence > 0.0 && confidence < 1.0;
    if n1.min(n2) < FEWEST_RUNS || !between {
        return None;
    }
    let mut random = SplitMix64::new(seed);
    let (mut first, mut second) = (vec![0; n1], vec![0; n2]);
    let mut figures = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        draw(&mut random, n1, &mut first);
        draw(&mut random, n2, &mut second);
        figures.push(figure(&first, &second));
    }
    // As many are left out below as above.
    let figures = order::sorted(&figures)?;
    let out = ((1.0 - confidence) / 2.0 * ROUNDS as f64).floor() as usize;
    Some([*figures.get(out)?, *figures.get(ROUNDS - 1 - out)?])
}

fn draw(random: &mut SplitMix64, n: usize, places: &mut [usize]) {
    for place in places {
        *place = random.below(n as u64) as usize;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_that_are_all_alike_leave_no_width() {
        assert_eq!(interval(5, 6, 0.95, 1, |_, _| 1.5), Some([1.5, 1.5]));
        assert_eq!(interval(5, 6, 0.95, 1, |_, _| f64::NAN), None);
        assert_eq!(interval(5, 6, 1.0, 1, |_, _| 1.5), None);
    }

    #[test]
    fn the_true_mean_is_inside_about_as_often_as_promised() {
        let mut random = SplitMix64::new(3);
        let mut inside = 0;
        for seed in 0..200 {
            let mut runs = || (0..20).map(|_| random.unit()).collect::<Vec<f64>>();
            let (one, other) = (runs(), runs());
            let mean = |places: &[usize], of: &[f64]| places.iter().map(|&at| of[at]).sum::<f64>() / 20.0;
            let [low, high] =
                interval(20, 20, 0.95, seed, |a, b| mean(b, &other) - mean(a, &one)).expect("enough runs");
            inside += usize::from(low <= 0.0 && 0.0 <= high);
        }
        assert!((180..=199).contains(&inside), "{inside} of 200");
    }
}

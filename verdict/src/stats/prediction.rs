//! Where one more run of the same kind would fall.

use super::order;
use super::printed::Printed;
use super::student;

/// Bounds for one new value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The lower bound, in the unit of the values; not negative.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// The interval that one new run falls into with the given confidence (above 0, below 1), if runs of this kind are
/// log-normal.
///
/// On logarithms, mean plus or minus `t(n - 1) * sd * sqrt(1 + 1/n)` (Hahn and Meeker, "Statistical Intervals", 1991).
/// Equal values give an interval without width: where they are printed values, use [`printed_prediction`].
///
/// `None` with fewer than two values, where one is not positive and finite, or where a bound overflows. O(n).
///
/// ```
/// use benchnote_verdict::stats::prediction::prediction;
/// let next = prediction(&[10.0, 10.2, 9.9, 10.1, 10.0], 0.95).expect("five runs");
/// assert!(next.low > 9.6 && next.low < 9.7 && next.high > 10.3 && next.high < 10.5);
/// assert_eq!(prediction(&[10.0], 0.95), None, "one run has no spread");
/// ```
pub fn prediction(values: &[f64], confidence: f64) -> Option<Prediction> {
    around(&order::logs(values)?, 0.0, 0.0, confidence)
}

/// The same for printed values, wide enough whichever values were printed so.
///
/// With logarithms m + e, |e| at most the half-width h of an interval, the mean moves by at most the mean of h, and
/// the standard deviation, being a seminorm, by at most `sqrt(sum h^2 / (n - 1))`. The bounds take both in full, so
/// that no spread in print still means a spread of the resolution. `None` as for [`prediction`], where every low bound
/// must be above 0.
///
/// ```
/// use benchnote_verdict::stats::{prediction::printed_prediction, printed::Printed};
/// let run = Printed::new(1.455, 1.465).expect("in order");
/// let next = printed_prediction(&[run; 3], 0.9).expect("three runs");
/// assert!(next.low < 1.45 && next.high > 1.47);
/// ```
pub fn printed_prediction(values: &[Printed], confidence: f64) -> Option<Prediction> {
    let lows = order::logs(&values.iter().map(|value| value.low()).collect::<Vec<_>>())?;
    let highs = order::logs(&values.iter().map(|value| value.high()).collect::<Vec<_>>())?;
    let centres: Vec<f64> = lows.iter().zip(&highs).map(|(&low, &high)| low.midpoint(high)).collect();
    let halves: Vec<f64> = lows.iter().zip(&highs).map(|(low, high)| (high - low) / 2.0).collect();
    let squares: f64 = halves.iter().map(|half| half * half).sum();
    around(&centres, order::mean(&halves), squares, confidence)
}

/// The interval around logarithms whose mean may be off by `shift` and whose errors have the sum of squares `squares`.
fn around(logs: &[f64], shift: f64, squares: f64, confidence: f64) -> Option<Prediction> {
    if logs.len() < 2 {
        return None;
    }
    let n = logs.len() as f64;
    let t = student::quantile(f64::midpoint(1.0, confidence), n - 1.0).filter(|&t| t > 0.0)?;
    let mean = order::mean(logs);
    let deviation = (logs.iter().map(|log| (log - mean) * (log - mean)).sum::<f64>() / (n - 1.0)).sqrt();
    let widest = deviation + (squares / (n - 1.0)).sqrt();
    let reach = t * widest * (1.0 + 1.0 / n).sqrt() + shift;
    let (low, high) = (libm::exp(mean - reach), libm::exp(mean + reach));
    high.is_finite().then_some(Prediction { low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_values_by_hand() {
        // ln 1 and ln e^2: mean 1, sd sqrt 2; t(1) at 0.75 is 1, so the reach is sqrt 2 * sqrt 1.5 = sqrt 3.
        let next = prediction(&[1.0, libm::exp(2.0)], 0.5).expect("two values");
        assert!((libm::log(next.low) - (1.0 - 3.0_f64.sqrt())).abs() < 1e-12);
        assert!((libm::log(next.high) - (1.0 + 3.0_f64.sqrt())).abs() < 1e-12);
    }

    #[test]
    fn printed_values_widen_it_and_exact_ones_do_not() {
        let values = [10.0, 10.2, 9.9, 10.1];
        let widened = |half: f64| -> Option<Prediction> {
            let runs: Option<Vec<Printed>> = values.iter().map(|v| Printed::new(v - half, v + half)).collect();
            printed_prediction(&runs?, 0.95)
        };
        let plain = prediction(&values, 0.95).expect("four values");
        assert_eq!(widened(0.0), Some(plain));
        // Whatever stood behind the print, its own interval lies inside the widened one.
        let wide = widened(0.05).expect("positive");
        for signs in 0..16_u32 {
            let mut moved = values;
            for (place, value) in moved.iter_mut().enumerate() {
                *value += if signs >> place & 1 == 0 { -0.05 } else { 0.05 };
            }
            let inner = prediction(&moved, 0.95).expect("four values");
            assert!(wide.low <= inner.low && inner.high <= wide.high);
        }
    }

    #[test]
    fn what_has_no_interval_is_refused() {
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(prediction(&[1.0, bad], 0.95), None);
        }
        for confidence in [0.0, 1.0, 1.5, -0.5, f64::NAN] {
            assert_eq!(prediction(&[1.0, 2.0], confidence), None, "{confidence}");
        }
        assert_eq!(prediction(&[1e-300, 1e300], 0.95), None);
        assert_eq!(prediction(&[], 0.95), None);
        assert_eq!(printed_prediction(&[], 0.95), None);
        assert_eq!(printed_prediction(&[Printed::new(0.0, 1.0).expect("in order"); 3], 0.95), None);
    }
}

//! Two published means with their standard errors: Welch's test on logarithms.
//!
//! Where a post prints a mean and its ± in place of the runs, the runs' order is lost and with it every exact test. What is
//! left assumes that means are nearly normal (Welch, "The generalization of 'Student's' problem when several different
//! population variances are involved", 1947). On logarithms, by the first-order rule that the relative error of a mean is
//! the error of its logarithm, so that the interval is one of ratios and the same whichever side is on top.

use super::Method;
use super::shift::RatioInterval;
use super::student;

/// A mean as a post printed it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The mean: positive.
    pub mean: f64,
    /// Its standard error, in the same unit: positive.
    pub error: f64,
    /// Over how many runs: two or more.
    pub n: u32,
}

/// What the test gave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Welch {
    /// The two-sided p.
    pub p: f64,
    /// The bounds of the ratio of the second mean to the first.
    pub interval: RatioInterval,
}

/// Welch's test of two summaries, with an interval of the given confidence (above 0, below 1).
///
/// `None` where a mean or an error is not positive and finite, a side has fewer than two runs, or a bound overflows.
///
/// ```
/// use benchnote_verdict::stats::welch::{Summary, welch};
/// let (first, second) = (Summary { mean: 100.0, error: 1.0, n: 10 }, Summary { mean: 110.0, error: 1.0, n: 10 });
/// let test = welch(first, second, 0.95).expect("two summaries");
/// assert!(test.p < 0.0001 && test.interval.low > 1.06 && test.interval.high < 1.14);
/// ```
pub fn welch(first: Summary, second: Summary, confidence: f64) -> Option<Welch> {
    let (one, other) = (variance(first)?, variance(second)?);
    let both = one + other;
    let degrees = both * both / (one * one / f64::from(first.n - 1) + other * other / f64::from(second.n - 1));
    let centre = libm::log(second.mean) - libm::log(first.mean);
    let error = both.sqrt();
    let p = student::two_sided_p(centre / error, degrees)?;
    let reach = student::quantile(0.5 + confidence / 2.0, degrees)? * error;
    let (low, high) = (libm::exp(centre - reach), libm::exp(centre + reach));
    let interval = RatioInterval { low, high, confidence, method: Method::Normal };
    (low > 0.0 && high.is_finite()).then_some(Welch { p, interval })
}

/// The variance of the mean's logarithm.
fn variance(summary: Summary) -> Option<f64> {
    let positive = |value: f64| value > 0.0 && value.is_finite();
    let relative = summary.error / summary.mean;
    (positive(summary.mean) && positive(summary.error) && summary.n >= 2).then_some(relative * relative)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(mean: f64, error: f64, n: u32) -> Summary {
        Summary { mean, error, n }
    }

    #[test]
    fn swapping_the_sides_mirrors_the_interval_and_keeps_p() {
        let one = welch(of(50.0, 0.4, 5), of(52.0, 0.9, 8), 0.95).expect("two summaries");
        let other = welch(of(52.0, 0.9, 8), of(50.0, 0.4, 5), 0.95).expect("two summaries");
        assert!((one.p - other.p).abs() < 1e-12);
        assert!((one.interval.low * other.interval.high - 1.0).abs() < 1e-12);
    }

    #[test]
    fn equal_variances_and_sizes_give_the_pooled_degrees() {
        // t = 2.306 at 8 degrees is p = 0.05.
        let test = welch(of(1.0, 1e-3, 5), of(libm::exp(2.306_004_135 * 1e-3 * 2.0_f64.sqrt()), 1e-3, 5), 0.95);
        let p = test.expect("two summaries").p;
        assert!((p - 0.05).abs() < 1e-3, "{p}");
    }

    #[test]
    fn what_is_no_summary_gives_nothing() {
        for wrong in
            [of(0.0, 1.0, 5), of(1.0, 0.0, 5), of(1.0, 0.1, 1), of(f64::NAN, 0.1, 5), of(1.0, f64::INFINITY, 5)]
        {
            assert_eq!(welch(wrong, of(1.0, 0.1, 5), 0.95), None);
        }
    }
}

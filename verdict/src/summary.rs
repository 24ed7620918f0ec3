//! Figures that are summaries already: a mean with its ± in place of runs.

use benchnote_parser::{Spread, SpreadKind};

use crate::effect::Rules;
use crate::report::{Published, Run, Sample};
use crate::stats::student;
use crate::stats::welch::{Summary, Welch, welch};

/// Half of what lies between the quartiles of a normal distribution, times this, is its standard deviation; so is the median
/// of the distances from its median.
const TO_DEVIATION: f64 = 1.482_602_218_505_602;

/// What a printed ± says.
pub(crate) fn published(spread: &Spread) -> Published {
    let error = spread.n.filter(|n| *n >= 2).and_then(|n| error(spread.high, spread.kind, f64::from(n)));
    Published { spread: spread.value, error: error.unwrap_or(spread.high), noise: noise(spread), n: spread.n }
}

/// The standard error of a mean over `n` runs, at least two, whose ± of a kind is `of`.
///
/// The least and the greatest run bound the deviation: no sample deviates by more than half its range times
/// `sqrt(n / (n - 1))` (Popoviciu, 1935). What is not said is taken for the error itself, for then the verdict claims less.
fn error(of: f64, kind: SpreadKind, n: f64) -> Option<f64> {
    let error = match kind {
        SpreadKind::Unknown | SpreadKind::StandardError => of,
        SpreadKind::Deviation => of / n.sqrt(),
        SpreadKind::TwoDeviations => of / 2.0 / n.sqrt(),
        SpreadKind::HalfInterval(confidence) => of / student::quantile(0.5 + confidence / 2.0, n - 1.0)?,
        SpreadKind::Range => of / 2.0 / (n - 1.0).sqrt(),
        SpreadKind::FurthestRun => of / (n - 1.0).sqrt(),
        SpreadKind::MedianDeviation => TO_DEVIATION * of / n.sqrt(),
    };
    Some(error)
}

/// How far a figure is from what it stands for by noise alone, in its unit, where it is not known over how many runs it was
/// taken: two of its errors, the interval that is printed, or the deviation of its runs. Two figures have to differ by more
/// than the root of the sum of the squares of both.
fn noise(spread: &Spread) -> f64 {
    match spread.kind {
        SpreadKind::StandardError => 2.0 * spread.high,
        SpreadKind::TwoDeviations | SpreadKind::Range => spread.high / 2.0,
        SpreadKind::MedianDeviation => TO_DEVIATION * spread.high,
        SpreadKind::Unknown | SpreadKind::Deviation | SpreadKind::HalfInterval(_) | SpreadKind::FurthestRun => {
            spread.high
        }
    }
}

/// What two summaries say of each other.
pub(crate) enum Said {
    /// A test, where it is known how many runs they stand for.
    Tested(Welch, [usize; 2]),
    /// How far apart two such figures are by noise alone, as the logarithm of a ratio.
    Noise(f64),
}

/// Compares two single figures with their printed ±, second over first; `None` where neither has one.
pub(crate) fn compare(first: &Sample, second: &Sample, rules: &Rules) -> Option<Said> {
    let ([one], [other]) = (first.runs.as_slice(), second.runs.as_slice()) else { return None };
    if let (Some(a), Some(b)) = (summary(one), summary(other))
        && let Some(test) = welch(a, b, 1.0 - rules.alpha)
    {
        return Some(Said::Tested(test, [a.n as usize, b.n as usize]));
    }
    let relative = |run: &Run| run.published.map_or(0.0, |p| (p.noise / run.value).abs());
    let noise = libm::hypot(relative(one), relative(other));
    let printed = one.published.is_some() || other.published.is_some();
    (printed && noise.is_finite()).then_some(Said::Noise(noise))
}

/// A run as a summary, its error no smaller than what rounding in print may hide.
fn summary(run: &Run) -> Option<Summary> {
    let published = run.published?;
    let rounding = (run.high - run.low) / 2.0;
    Some(Summary { mean: run.value, error: libm::hypot(published.error, rounding), n: published.n? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(kind: SpreadKind, n: u32) -> f64 {
        published(&Spread::new(6.0, kind, Some(n))).error
    }

    #[test]
    fn every_kind_of_spread_leads_to_the_error_of_the_mean() {
        let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-6, "{one} {other}");
        near(error_of(SpreadKind::Deviation, 9), 2.0);
        near(error_of(SpreadKind::TwoDeviations, 9), 1.0);
        near(error_of(SpreadKind::StandardError, 9), 6.0);
        near(error_of(SpreadKind::Unknown, 9), 6.0);
        near(error_of(SpreadKind::HalfInterval(0.95), 10), 6.0 / 2.262_157_2);
        near(error_of(SpreadKind::HalfInterval(0.999), 25), 6.0 / 3.745_398_6);
        near(error_of(SpreadKind::Range, 10), 1.0);
        near(error_of(SpreadKind::FurthestRun, 10), 2.0);
        near(error_of(SpreadKind::MedianDeviation, 9), 2.0 * TO_DEVIATION);
    }

    #[test]
    fn bounds_from_the_range_hold_for_the_widest_samples() {
        // Half of the runs at one end, half at the other: no sample of this range deviates by more.
        for n in [2_u32, 4, 10] {
            let deviation = (f64::from(n) * 9.0 / f64::from(n - 1)).sqrt();
            let error = deviation / f64::from(n).sqrt();
            assert!((error_of(SpreadKind::Range, n) - error).abs() < 1e-12, "{n}");
        }
    }

    #[test]
    fn one_run_and_a_spread_of_zero_are_no_certainty() {
        assert_eq!(published(&Spread::new(6.0, SpreadKind::Deviation, Some(1))).error, 6.0);
        let rounded = Spread::new(0.0, SpreadKind::HalfInterval(0.95), Some(10)).up_to(0.5);
        assert!(published(&rounded).error > 0.2, "0 % hides almost half a percent");
    }
}

//! Figures that are summaries already: a mean with its ± in place of runs.

use benchnote_parser::{Metric, Spread};

use crate::effect::Rules;
use crate::report::{Published, Run, Sample};
use crate::stats::welch::{Summary, Welch, welch};

/// Tools whose ± is the standard deviation of the runs. That of others, such as perf stat, is that of the mean; where it is
/// not known it is taken so too, for then the verdict claims less.
const OF_RUNS: [&str; 1] = ["hyperfine"];

/// What a printed ± says.
pub(crate) fn published(spread: &Spread, metric: Option<&Metric>) -> Published {
    let of_runs = metric.is_some_and(|metric| OF_RUNS.contains(&metric.format.as_str()));
    let error = match spread.n {
        Some(n) if of_runs && n > 0 => spread.value / f64::from(n).sqrt(),
        _ => spread.value,
    };
    Published { spread: spread.value, error, n: spread.n }
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
    let relative = |run: &Run| run.published.map_or(0.0, |p| (p.spread / run.value).abs());
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

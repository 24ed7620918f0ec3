//! By what factor two samples differ, and the bounds that go with the rank-sum test.
//!
//! All ratios are second over first. With n1 and n2 runs there are n1 n2 pairwise ratios; the estimate is their
//! median (Hodges and Lehmann, "Estimates of location based on rank tests", 1963, here on logarithms), and the interval
//! from the k-th smallest to the k-th largest holds every factor that the rank-sum test does not reject. Its
//! confidence is exactly 1 - 2 P(U <= k - 1) under the null distribution without ties; ties make it conservative.

use super::Method;
use super::combinations;
use super::order;
use super::printed::Printed;
use super::rank_sum::{least_p, two_sided_normal};
use super::subset_sums::{cumulative_shares, subset_sums};

/// The most pairs that are listed: 2000 against 2000 runs, 32 megabytes.
pub const MOST_PAIRS: usize = 4_000_000;

/// How far a computed confidence may fall short of the one asked for: rounding errors only.
const ROUNDING: f64 = 1e-12;

/// Bounds for a ratio of the second sample to the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatioInterval {
    /// The lower bound, above 0.
    pub low: f64,
    /// The upper bound, finite.
    pub high: f64,
    /// The confidence attained, from 0 up to but without 1.
    pub confidence: f64,
    /// How the confidence was found.
    pub method: Method,
}

/// The median of all pairwise ratios, second over first; of an even number, the geometric mean of the two in the
/// middle, so that swapping the sides gives the reciprocal.
///
/// `None` where a side is empty, a value is not positive and finite, a ratio overflows or vanishes, or there are more
/// than [`MOST_PAIRS`] pairs. O(n1 n2 log(n1 n2)).
///
/// ```
/// use benchnote_verdict::stats::shift::hodges_lehmann_ratio;
/// assert_eq!(hodges_lehmann_ratio(&[2.0, 4.0, 5.0], &[8.0]), Some(2.0));
/// assert_eq!(hodges_lehmann_ratio(&[2.0, 0.0], &[8.0]), None, "a ratio to zero says nothing");
/// ```
pub fn hodges_lehmann_ratio(first: &[f64], second: &[f64]) -> Option<f64> {
    let ratios = order::sorted(&ratios(first, second)?)?;
    let (low, high) = (ratios[(ratios.len() - 1) / 2], ratios[ratios.len() / 2]);
    // The root of the product could overflow where the product of the roots does not.
    Some(if low == high { low } else { low.sqrt() * high.sqrt() })
}

/// The narrowest interval of pairwise ratios whose confidence is at least the one asked for (above 0, below 1).
///
/// A ratio of 1 lies outside exactly where the rank-sum test without ties gives p <= 1 - confidence. `None` where these
/// numbers of runs cannot reach the confidence (then [`pairwise_range`] is all there is), the confidence is not between
/// 0 and 1, or a value is not positive and finite. O(n log n), and the null distribution of [`rank_sum`](super::rank_sum).
///
/// ```
/// use benchnote_verdict::stats::shift::ratio_interval;
/// let four = [100.0, 101.0, 102.0, 103.0];
/// let interval = ratio_interval(&four, &[50.0, 50.5, 51.0, 52.0], 0.95).expect("four runs a side can carry it");
/// assert_eq!((interval.low, interval.high), (50.0 / 103.0, 52.0 / 100.0));
/// assert!((interval.confidence - 68.0 / 70.0).abs() < 1e-15);
/// assert_eq!(ratio_interval(&four[..3], &[50.0, 50.5, 51.0], 0.95), None, "three runs each reach 0.90");
/// ```
pub fn ratio_interval(first: &[f64], second: &[f64], confidence: f64) -> Option<RatioInterval> {
    let (first, second) = (exact_values(first)?, exact_values(second)?);
    printed_ratio_interval(&first, &second, confidence)
}

/// The same for printed values: each bound is taken at the far ends of the intervals, so that it holds whichever values
/// were printed so.
///
/// Moving every value inside its interval moves each order statistic of the ratios no further than between those of
/// the least and of the greatest ratios. `None` as for [`ratio_interval`], where every low bound must be above 0.
pub fn printed_ratio_interval(first: &[Printed], second: &[Printed], confidence: f64) -> Option<RatioInterval> {
    let (rank, confidence, method) = rank_for(first.len(), second.len(), confidence)?;
    let pairs = first.len() * second.len();
    let bounds =
        |runs: &[Printed], of: fn(Printed) -> f64| order::sorted(&runs.iter().map(|&run| of(run)).collect::<Vec<_>>());
    let (first_low, first_high) = (bounds(first, Printed::low)?, bounds(first, Printed::high)?);
    let (second_low, second_high) = (bounds(second, Printed::low)?, bounds(second, Printed::high)?);
    let low = ratio_of_rank(&first_high, &second_low, rank)?;
    let high = ratio_of_rank(&first_low, &second_high, pairs - rank + 1)?;
    Some(RatioInterval { low, high, confidence, method })
}

/// The ratio of second to first that has the given rank, from 1, among all pairs of two sorted sides.
///
/// Positive numbers have the order of their bits, so the answer is found by halving the bits: 64 counts of the pairs
/// below a ratio, each in one walk along both sides. O(n1 + n2) in place of the O(n1 n2) of listing the pairs.
fn ratio_of_rank(first: &[f64], second: &[f64], rank: usize) -> Option<f64> {
    let least = ratio(*first.last()?, *second.first()?)?;
    let greatest = ratio(*first.first()?, *second.last()?)?;
    let (mut low, mut high) = (least.to_bits(), greatest.to_bits());
    while low < high {
        let middle = u64::midpoint(low, high);
        if pairs_up_to(first, second, f64::from_bits(middle)) >= rank {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(f64::from_bits(low))
}

/// How many pairs of two sorted sides have a ratio of second to first of at most `limit`.
fn pairs_up_to(first: &[f64], second: &[f64], limit: f64) -> usize {
    let mut place = 0;
    let mut count = 0;
    for value in second {
        // The larger the second, the larger must the first be.
        while first.get(place).is_some_and(|first| value / first > limit) {
            place += 1;
        }
        count += first.len() - place;
    }
    count
}

/// The range of all pairwise ratios, with its exact confidence 1 - 2 / C(n1 + n2, n1): 0.90 at three runs each, 0 at
/// one run each.
///
/// `None` where a side is empty, a value is not positive and finite, or a ratio overflows or vanishes. O(n1 + n2).
///
/// ```
/// use benchnote_verdict::stats::shift::pairwise_range;
/// let range = pairwise_range(&[2.0, 3.0, 4.0], &[6.0, 8.0, 9.0]).expect("all are positive");
/// assert_eq!((range.low, range.high, range.confidence), (1.5, 4.5, 0.9));
/// assert_eq!(pairwise_range(&[0.0], &[1.0]), None);
/// ```
pub fn pairwise_range(first: &[f64], second: &[f64]) -> Option<RatioInterval> {
    printed_pairwise_range(&exact_values(first)?, &exact_values(second)?)
}

/// The same for printed values: from the least to the greatest ratio that print allows. At one run each these are the
/// rounding bounds.
pub fn printed_pairwise_range(first: &[Printed], second: &[Printed]) -> Option<RatioInterval> {
    let (first_low, first_high) = extent(first)?;
    let (second_low, second_high) = extent(second)?;
    let (low, high) = (ratio(first_high, second_low)?, ratio(first_low, second_high)?);
    let confidence = 1.0 - least_p(first.len(), second.len());
    Some(RatioInterval { low, high, confidence, method: Method::Exact })
}

/// The least low and the greatest high bound.
fn extent(runs: &[Printed]) -> Option<(f64, f64)> {
    let low = runs.iter().map(|run| run.low()).reduce(f64::min)?;
    let high = runs.iter().map(|run| run.high()).reduce(f64::max)?;
    Some((low, high))
}

fn exact_values(values: &[f64]) -> Option<Vec<Printed>> {
    values.iter().map(|&value| Printed::exact(value)).collect()
}

/// The ratio of every pair; `None` where one has none, or there are too many.
fn ratios(first: &[f64], second: &[f64]) -> Option<Vec<f64>> {
    if first.len().checked_mul(second.len())? > MOST_PAIRS {
        return None;
    }
    first.iter().flat_map(|&a| second.iter().map(move |&b| ratio(a, b))).collect()
}

/// Second over first, where both are positive and the quotient is finite and not zero.
fn ratio(first: f64, second: f64) -> Option<f64> {
    let quotient = second / first;
    (first > 0.0 && second > 0.0 && quotient.is_finite() && quotient > 0.0).then_some(quotient)
}

/// The largest k such that the k-th smallest and largest of the pairwise ratios have the confidence, with what they
/// attain.
fn rank_for(n1: usize, n2: usize, confidence: f64) -> Option<(usize, f64, Method)> {
    let pairs = n1.checked_mul(n2).filter(|&pairs| pairs > 0)?;
    if !(confidence > 0.0 && confidence < 1.0) {
        return None;
    }
    let tail = Tail::new(n1, n2);
    let attained = |rank: usize| 1.0 - 2.0 * tail.at_most(rank - 1);
    // The confidence falls with the rank, from the highest at 1 to about 0 in the middle.
    let (mut good, mut beyond) = (0, pairs.div_ceil(2) + 1);
    while beyond - good > 1 {
        let middle = usize::midpoint(good, beyond);
        if attained(middle) >= confidence - ROUNDING {
            good = middle;
        } else {
            beyond = middle;
        }
    }
    (good > 0).then(|| (good, attained(good), tail.method()))
}

/// The lower tail of U without ties.
enum Tail {
    /// P(U <= u) at place u.
    Exact(Vec<f64>),
    /// The mean and standard deviation of U.
    Normal(f64, f64),
}

impl Tail {
    fn new(n1: usize, n2: usize) -> Self {
        let n = n1 + n2;
        let ranks: Vec<usize> = (0..n).collect();
        let smaller = n1.min(n2);
        if let Some(counts) = subset_sums(&ranks, smaller) {
            // The least sum is that of the smallest ranks, where U is 0.
            let least = combinations::count(smaller, 2) as usize;
            return Self::Exact(cumulative_shares(&counts[least..]));
        }
        let product = n1 as f64 * n2 as f64;
        Self::Normal(product / 2.0, (product * (n as f64 + 1.0) / 12.0).sqrt())
    }

    fn at_most(&self, u: usize) -> f64 {
        match self {
            Self::Exact(shares) => shares.get(u).copied().unwrap_or(1.0),
            Self::Normal(mean, deviation) => two_sided_normal(((mean - u as f64 - 0.5) / deviation).max(0.0)) / 2.0,
        }
    }

    fn method(&self) -> Method {
        match self {
            Self::Exact(_) => Method::Exact,
            Self::Normal(..) => Method::Normal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_critical_values() {
        // Critical values of U at a two-sided 5 % (Mann and Whitney's table as printed in textbooks): reject at U <= c.
        for (n1, n2, critical) in
            [(4, 4, 0), (5, 5, 2), (6, 6, 5), (7, 7, 8), (8, 8, 13), (10, 10, 23), (20, 20, 127), (3, 5, 0), (5, 9, 7)]
        {
            let (rank, confidence, method) = rank_for(n1, n2, 0.95).expect("enough runs");
            assert_eq!((rank, method), (critical + 1, Method::Exact), "{n1} {n2}");
            assert!((0.95..1.0).contains(&confidence));
        }
        assert_eq!(rank_for(3, 4, 0.95), None);
    }

    #[test]
    fn the_normal_tail_continues_the_exact_one() {
        let exact = Tail::new(28, 28);
        let normal = Tail::Normal(392.0, (784.0_f64 * 57.0 / 12.0).sqrt());
        assert_eq!(exact.method(), Method::Exact);
        for u in [200, 270, 350, 391] {
            assert!((exact.at_most(u) - normal.at_most(u)).abs() < 2e-3, "{u}");
        }
        let (rank, confidence, method) = rank_for(40, 40, 0.95).expect("enough runs");
        // Counted in integers of any length: the rank is 597, with a confidence of 0.95016.
        assert_eq!(method, Method::Normal);
        assert!(rank.abs_diff(597) <= 1, "{rank}");
        assert!((0.95..0.952).contains(&confidence));
    }

    #[test]
    fn printed_bounds_enclose_those_of_any_values_inside() {
        let wide = |values: &[f64]| -> Vec<Printed> {
            values.iter().map(|v| Printed::new(v - 0.5, v + 0.5).expect("in order")).collect()
        };
        let (first, second) = ([20.0, 21.0, 23.0, 22.0], [18.0, 17.0, 19.0, 18.0]);
        let printed = printed_ratio_interval(&wide(&first), &wide(&second), 0.9).expect("enough runs");
        for nudge in [-0.5, 0.0, 0.3, 0.49] {
            let moved = second.map(|v| v + nudge);
            let plain = ratio_interval(&first, &moved, 0.9).expect("enough runs");
            assert!(printed.low <= plain.low && plain.high <= printed.high);
            assert_eq!(printed.confidence, plain.confidence);
        }
        let range = printed_pairwise_range(&wide(&[2.0]), &wide(&[4.0])).expect("positive");
        assert_eq!((range.low, range.high, range.confidence), (3.5 / 2.5, 4.5 / 1.5, 0.0));
    }

    #[test]
    fn ratios_need_positive_values_that_do_not_overflow() {
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(hodges_lehmann_ratio(&[1.0], &[bad]), None);
            assert_eq!(hodges_lehmann_ratio(&[bad], &[1.0]), None);
            assert_eq!(pairwise_range(&[1.0, bad], &[1.0]), None);
            assert_eq!(ratio_interval(&[1.0, 2.0, 3.0, bad], &[1.0, 2.0, 3.0, 4.0], 0.9), None);
        }
        assert_eq!(hodges_lehmann_ratio(&[1e-300], &[1e300]), None);
        assert_eq!(pairwise_range(&[1e300], &[1e-300]), None);
        assert_eq!(hodges_lehmann_ratio(&[1.0], &[1e300, 1e308]).map(f64::is_finite), Some(true));
        for confidence in [0.0, 1.0, -1.0, f64::NAN] {
            assert_eq!(ratio_interval(&[1.0; 5], &[1.0; 5], confidence), None);
        }
        assert_eq!(hodges_lehmann_ratio(&vec![1.0; 2001], &vec![1.0; 2000]), None, "too many pairs");
    }
}

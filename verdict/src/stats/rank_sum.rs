//! The rank-sum test of Mann, Whitney and Wilcoxon in its exact permutation form.
//!
//! Each pair of a run of the first side and one of the second is a point for the second where its run is larger, half
//! a point where the two are tied; U is their sum. p is the share of all arrangements of the pooled runs whose U is at
//! least as far from its mean n1 n2 / 2. With mid-ranks for ties this is the permutation form of Mann and Whitney,
//! "On a test of whether one of two random variables is stochastically larger than the other" (1947).
//!
//! **Printed intervals.** Two runs whose intervals overlap or touch are tied. That relation is not transitive (1 to 3
//! overlaps 2 to 5, which overlaps 4 to 6), so there are no mid-ranks; but none are needed. Let each run's score be
//! the number of pooled runs certainly below it less the number certainly above. Pairs inside one side cancel, so the
//! sum of a side's scores is 2 U - n1 n2 whatever the overlaps, and the scores do not change when runs change sides.
//! U is thus a linear statistic of fixed scores, and its permutation distribution is exact. This is Gehan's
//! generalised Wilcoxon test ("A generalized Wilcoxon test for comparing arbitrarily singly-censored samples", 1965)
//! in the form of Mantel (1967). The rule is conservative: an order that print does not show is never counted. For
//! values known exactly, a score is twice the mid-rank less n + 1, and the two forms agree.
//!
//! **Exact or normal.** Counting sums of scores costs O(n1 n2 (n1 + n2)^2) at most, not one step for each arrangement,
//! so the exact distribution is used as far as it is cheap (up to 2^53 arrangements, 28 against 28 runs, in less than a
//! millisecond) rather than up to some number of arrangements. The approximation is poor in the tails, which is where
//! it would be used: where 11 runs lie beyond 11 others, p is 3 * 10^-6, and it says 8 * 10^-5. Beyond the limit, the
//! normal approximation with the variance of the actual scores, which is the correction for ties, and half a unit of U
//! for continuity.

use super::Method;
use super::combinations;
use super::printed::Printed;
use super::separation::Separation;
use super::subset_sums::subset_sums;

/// The outcome of a rank-sum test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankSum {
    /// Pairs in which the run of the second side is larger, plus half of the tied ones; 0 to n1 n2.
    pub u: f64,
    /// Two-sided p, above 0 and at most 1, and never below [`least_p`].
    pub p: f64,
    /// How p was found.
    pub method: Method,
}

/// Compares two samples of values known exactly.
///
/// p is the share of arrangements with |U - n1 n2 / 2| at least the observed one, but never below [`least_p`]: with
/// ties and unequal sides the mirror of complete separation may not exist, and ties would then claim more than the
/// same numbers of untied runs can.
///
/// `None` where a side is empty or a value is not finite. For the cost see the [module](self).
///
/// ```
/// use benchnote_verdict::stats::rank_sum::rank_sum;
/// let test = rank_sum(&[213.9, 214.1, 212.0, 215.3], &[160.5, 161.0, 159.8, 160.5]).expect("finite");
/// assert_eq!((test.u, test.p), (0.0, 2.0 / 70.0));
/// assert_eq!(rank_sum(&[1.0, 2.0], &[]), None);
/// ```
pub fn rank_sum(first: &[f64], second: &[f64]) -> Option<RankSum> {
    let bounds = |&value: &f64| value.is_finite().then_some((value, value));
    let pooled: Vec<(f64, f64)> = first.iter().chain(second).map(bounds).collect::<Option<_>>()?;
    test(&pooled, first.len())
}

/// Compares two samples of printed values: what overlaps or touches is tied.
///
/// `None` where a side is empty. Otherwise as [`rank_sum`].
///
/// ```
/// use benchnote_verdict::stats::{printed::Printed, rank_sum::rank_sum_printed};
/// let ticks = |value: f64| Printed::new(value - 0.5, value + 0.5).expect("finite");
/// let before = [ticks(20.0), ticks(21.0), ticks(21.0)];
/// let after = [ticks(22.0), ticks(25.0), ticks(26.0)];
/// // 21 and 22 touch: two of the nine pairs are tied.
/// assert_eq!(rank_sum_printed(&before, &after).map(|test| test.u), Some(8.0));
/// ```
pub fn rank_sum_printed(first: &[Printed], second: &[Printed]) -> Option<RankSum> {
    let pooled: Vec<(f64, f64)> = first.iter().chain(second).map(|run| (run.lowered(), run.high())).collect();
    test(&pooled, first.len())
}

/// The least two-sided p that these numbers of runs can give: 2 / C(n1 + n2, n1), the share of complete separation
/// and its mirror; at most 1.
///
/// ```
/// use benchnote_verdict::stats::rank_sum::least_p;
/// assert_eq!(least_p(3, 3), 0.1);
/// assert_eq!(least_p(4, 4), 2.0 / 70.0);
/// assert_eq!(least_p(0, 9), 1.0, "one side is empty");
/// ```
pub fn least_p(n1: usize, n2: usize) -> f64 {
    let arrangements = n1.checked_add(n2).map_or(u64::MAX, |n| combinations::count(n, n1));
    (2.0 / arrangements as f64).min(1.0)
}

/// Tests pooled bounds of which the first `n1` are the first side. One run is below another where its second bound is
/// below the other's first.
fn test(pooled: &[(f64, f64)], n1: usize) -> Option<RankSum> {
    let n2 = pooled.len() - n1;
    if n1 == 0 || n2 == 0 {
        return None;
    }
    let scores = scores(pooled);
    let excess: i64 = scores[n1..].iter().sum();
    let smaller = n1.min(n2);
    let (share, method) = match exact_share(&scores, smaller, excess.abs()) {
        Some(share) => (share, Method::Exact),
        None => (normal_share(&scores, smaller, excess.abs()), Method::Normal),
    };
    let u = f64::midpoint(excess as f64, n1 as f64 * n2 as f64);
    Some(RankSum { u, p: share.max(least_p(n1, n2)), method })
}

/// For each run, how many of all are below it less how many are above. They sum to zero. O(n log n).
fn scores(pooled: &[(f64, f64)]) -> Vec<i64> {
    let mut lows: Vec<f64> = pooled.iter().map(|&(low, _)| low).collect();
    let mut highs: Vec<f64> = pooled.iter().map(|&(_, high)| high).collect();
    lows.sort_by(f64::total_cmp);
    highs.sort_by(f64::total_cmp);
    let score = |&(low, high): &(f64, f64)| {
        let below = highs.partition_point(|&other| other < low);
        let above = lows.len() - lows.partition_point(|&other| other <= high);
        below as i64 - above as i64
    };
    pooled.iter().map(score).collect()
}

/// The test made ready to ask of many splits of the same runs whether they are apart: the scores do not change when runs
/// change sides, so neither does the least sum that is extreme enough.
#[derive(Clone, Debug)]
pub struct SplitTest {
    scores: Vec<i64>,
    cutoff: i64,
}

impl SplitTest {
    /// For splits of some runs into `n1` and the rest. `None` where no split of these runs reaches p <= alpha.
    pub fn new(runs: &[Printed], n1: usize, alpha: f64) -> Option<Self> {
        let smaller = n1.min(runs.len().checked_sub(n1)?);
        if smaller == 0 || least_p(smaller, runs.len() - smaller) > alpha {
            return None;
        }
        let scores = scores(&runs.iter().map(|run| (run.lowered(), run.high())).collect::<Vec<_>>());
        let cutoff = match distribution(&scores, smaller) {
            Some(sums) => cutoff(sums, alpha)?,
            None => normal_cutoff(&scores, smaller, alpha)?,
        };
        Some(Self { scores, cutoff })
    }

    /// Whether the second side, given by the places of its runs, is above or below the first at that level. O(n2).
    ///
    /// ```
    /// use benchnote_verdict::stats::{printed::Printed, rank_sum::SplitTest, separation::Separation};
    /// let runs: Vec<_> = (0..8).filter_map(|value| Printed::exact(f64::from(value))).collect();
    /// let test = SplitTest::new(&runs, 4, 0.05).expect("four runs a side can carry it");
    /// assert_eq!(test.split(&[4, 5, 6, 7]), Some(Separation::FirstBelow));
    /// assert_eq!(test.split(&[0, 2, 4, 6]), None);
    /// assert!(SplitTest::new(&runs[..6], 3, 0.05).is_none());
    /// ```
    pub fn split(&self, second: &[usize]) -> Option<Separation> {
        let excess: i64 = second.iter().filter_map(|&run| self.scores.get(run)).sum();
        (excess.abs() >= self.cutoff).then_some(if excess > 0 {
            Separation::FirstBelow
        } else {
            Separation::FirstAbove
        })
    }
}

/// The least distance from zero that the sums beyond it have at most the share alpha.
fn cutoff(mut sums: Vec<(i64, u64)>, alpha: f64) -> Option<i64> {
    let all: u64 = sums.iter().map(|(_, count)| count).sum();
    sums.retain(|(_, count)| *count > 0);
    sums.sort_by_key(|(sum, _)| std::cmp::Reverse(sum.abs()));
    let mut reached = 0;
    let mut cutoff = None;
    for group in sums.chunk_by(|a, b| a.0.abs() == b.0.abs()) {
        reached += group.iter().map(|(_, count)| count).sum::<u64>();
        if reached as f64 / all as f64 > alpha {
            break;
        }
        cutoff = group.first().map(|(sum, _)| sum.abs());
    }
    cutoff.filter(|cutoff| *cutoff > 0)
}

/// The same by the normal approximation, found by halving.
fn normal_cutoff(scores: &[i64], k: usize, alpha: f64) -> Option<i64> {
    let (mut low, mut high) = (0_i64, scores.iter().map(|score| score.abs()).sum::<i64>() + 1);
    while high - low > 1 {
        let middle = i64::midpoint(low, high);
        if normal_share(scores, k, middle) <= alpha {
            high = middle;
        } else {
            low = middle;
        }
    }
    (normal_share(scores, k, high) <= alpha).then_some(high)
}

/// The share of subsets of `k` scores whose sum is at least `excess` away from zero, its mean.
fn exact_share(scores: &[i64], k: usize, excess: i64) -> Option<f64> {
    let sums = distribution(scores, k)?;
    let extremes: u64 = sums.iter().filter(|(sum, _)| sum.abs() >= excess).map(|(_, count)| count).sum();
    Some(extremes as f64 / sums.iter().map(|(_, count)| count).sum::<u64>() as f64)
}

/// The sums of subsets of `k` scores, and how many subsets have each.
fn distribution(scores: &[i64], k: usize) -> Option<Vec<(i64, u64)>> {
    let least = scores.iter().copied().min()?;
    // Without ties every other sum is impossible; dividing by the common step halves the table.
    let step = scores.iter().fold(0, |step, score| common_divisor(step, (score - least) as usize)).max(1);
    let weights: Vec<usize> = scores.iter().map(|score| (score - least) as usize / step).collect();
    let counts = subset_sums(&weights, k)?;
    let sum_at = |place: usize| least * k as i64 + (place * step) as i64;
    Some(counts.into_iter().enumerate().map(|(place, count)| (sum_at(place), count)).collect())
}

fn common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The same by the normal approximation: sampling `k` of n without replacement from scores with mean zero gives their
/// sum the variance `k (n - k) / (n (n - 1)) * sum of squares`.
fn normal_share(scores: &[i64], k: usize, excess: i64) -> f64 {
    let n = scores.len() as f64;
    let k = k as f64;
    let squares: f64 = scores.iter().map(|&score| score as f64 * score as f64).sum();
    let deviation = (k * (n - k) / (n * (n - 1.0)) * squares).sqrt();
    // The sum of scores is twice U, so half a unit of U is one unit here.
    let beyond = (excess as f64 - 1.0).max(0.0);
    if deviation > 0.0 { two_sided_normal(beyond / deviation) } else { 1.0 }
}

/// The probability that a standard normal variable is at least `z` away from zero, for `z >= 0`.
pub(super) fn two_sided_normal(z: f64) -> f64 {
    libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_need_not_be_transitive() {
        let runs = |bounds: &[(f64, f64)]| -> Vec<Printed> {
            bounds.iter().map(|&(low, high)| Printed::new(low, high).expect("in order")).collect()
        };
        // The middle one is tied with both others, which are not tied with each other.
        let test = rank_sum_printed(&runs(&[(1.0, 3.0)]), &runs(&[(2.0, 5.0), (4.0, 6.0)])).expect("three runs");
        assert_eq!(test.u, 1.5);
        // Alone on its side, the first run is as far out (|U - 1| = 1/2) as the third is, and the middle one is not.
        assert_eq!(test.p, 2.0 / 3.0);
    }

    #[test]
    fn lopsided_ties_never_undercut_the_least_p() {
        // One of 35 arrangements only: the four equal runs can't all be beaten by three others.
        let test = rank_sum(&[1.0, 2.0, 3.0], &[4.0; 4]).expect("finite");
        assert_eq!((test.u, test.p), (12.0, 2.0 / 35.0));
    }

    #[test]
    fn large_samples_use_the_normal_form_and_the_two_forms_meet() {
        let first: Vec<f64> = (0..28).map(|i| f64::from(i * 37 % 100)).collect();
        let second: Vec<f64> = (0..28).map(|i| f64::from(i * 53 % 100) + 8.0).collect();
        let exact = rank_sum(&first, &second).expect("finite");
        assert_eq!(exact.method, Method::Exact);
        let pooled: Vec<(f64, f64)> = first.iter().chain(&second).map(|&v| (v, v)).collect();
        let scores = scores(&pooled);
        let excess: i64 = scores[28..].iter().sum();
        assert!((normal_share(&scores, 28, excess.abs()) - exact.p).abs() < 2e-3);
        let more: Vec<f64> = (0..40).map(f64::from).collect();
        assert_eq!(rank_sum(&more, &more).map(|test| (test.p, test.method)), Some((1.0, Method::Normal)));
        assert_eq!(rank_sum(&[1.0; 40], &[1.0; 40]).map(|test| test.p), Some(1.0));
    }

    #[test]
    fn splits_agree_with_the_test_itself() {
        let values = [5.0, 1.0, 2.0, 2.0, 9.0, 7.0, 7.5, 3.0, 8.0];
        let runs: Vec<Printed> = values.iter().filter_map(|&v| Printed::new(v - 0.3, v + 0.3)).collect();
        let test = SplitTest::new(&runs, 5, 0.05).expect("five and four runs can carry it");
        for marks in 0..512_u32 {
            let (first, second): (Vec<usize>, Vec<usize>) = (0..9).partition(|run| marks >> run & 1 == 0);
            if first.len() != 5 {
                continue;
            }
            let of = |places: &[usize]| -> Vec<Printed> { places.iter().map(|&place| runs[place]).collect() };
            let whole = rank_sum_printed(&of(&first), &of(&second)).expect("runs on both sides");
            assert_eq!(test.split(&second).is_some(), whole.p <= 0.05, "{first:?} {whole:?}");
        }
    }

    #[test]
    fn what_is_not_finite_is_refused() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(rank_sum(&[1.0, bad], &[2.0]), None);
            assert_eq!(rank_sum(&[1.0], &[bad]), None);
        }
        assert_eq!(rank_sum_printed(&[], &[]), None);
        assert_eq!(least_p(usize::MAX, 2), 2.0 / u64::MAX as f64);
    }

    #[test]
    fn both_zeros_are_tied() {
        assert_eq!(rank_sum(&[0.0, -0.0], &[-0.0, 0.0]).map(|test| (test.u, test.p)), Some((2.0, 1.0)));
    }
}

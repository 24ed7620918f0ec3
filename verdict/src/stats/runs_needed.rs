//! How many runs it takes before any test can tell two settings apart.

use super::rank_sum::least_p;

/// The least number of runs on each side at which complete separation gives p <= alpha.
///
/// `None` where alpha is not above 0, or so small (below 1e-19) that it cannot be counted. O(runs^2).
///
/// ```
/// use benchnote_verdict::stats::runs_needed::runs_each;
/// assert_eq!(runs_each(0.05), Some(4));
/// assert_eq!(runs_each(0.01), Some(5));
/// assert_eq!(runs_each(0.0), None);
/// ```
pub fn runs_each(alpha: f64) -> Option<usize> {
    // C(2n, n) leaves 64 bits at n = 34: more runs would not lower the least p as it is computed.
    (1..=34).find(|&n| least_p(n, n) <= alpha)
}

/// The least number of runs on one side, where the other has `fixed`, at which complete separation gives p <= alpha.
///
/// `None` where `fixed` or alpha is not above 0, or no number that can be counted is enough. O(fixed log answer).
///
/// ```
/// use benchnote_verdict::stats::runs_needed::runs_against;
/// assert_eq!(runs_against(3, 0.05), Some(5));
/// assert_eq!(runs_against(2, 0.05), Some(8));
/// assert_eq!(runs_against(1, 0.05), Some(39));
/// assert_eq!(runs_against(0, 0.05), None);
/// ```
pub fn runs_against(fixed: usize, alpha: f64) -> Option<usize> {
    let enough = |runs: usize| least_p(fixed, runs) <= alpha;
    if fixed == 0 {
        return None;
    }
    let mut high = 1_usize;
    while !enough(high) {
        high = high.checked_mul(2)?;
    }
    // Not enough at half of it: the answer lies between.
    let mut low = high / 2;
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_fewer_is_not_enough() {
        for alpha in [0.2, 0.1, 0.05, 0.01, 0.001, 1e-6, 1e-12] {
            let each = runs_each(alpha).expect("countable");
            assert!(least_p(each, each) <= alpha && least_p(each - 1, each - 1) > alpha, "{alpha}");
            for fixed in 1..12 {
                let against = runs_against(fixed, alpha).expect("countable");
                assert!(least_p(fixed, against) <= alpha && least_p(fixed, against - 1) > alpha, "{alpha} {fixed}");
            }
        }
    }

    #[test]
    fn strange_levels() {
        for alpha in [0.0, -1.0, f64::NAN, 1e-30] {
            assert_eq!(runs_each(alpha), None);
            assert_eq!(runs_against(3, alpha), None);
        }
        assert_eq!((runs_each(1.0), runs_against(1, 1.0)), (Some(1), Some(1)));
        assert_eq!(runs_each(f64::INFINITY), Some(1));
        assert_eq!(runs_each(2.0 / u64::MAX as f64), Some(34));
        assert_eq!(runs_against(usize::MAX, 1e-30), None);
    }
}

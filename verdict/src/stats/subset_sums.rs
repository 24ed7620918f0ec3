//! How many subsets of given scores have each sum: the null distribution of every linear rank statistic.

use super::combinations;

/// Up to this number of arrangements, counts are exact as `f64` too, and so are their shares to the last bit.
const MOST_ARRANGEMENTS: u64 = 1 << 53;

/// The most additions that one table may cost: a few milliseconds.
const MOST_ADDITIONS: usize = 1 << 22;

/// For each sum, the number of subsets of `k` of the scores that have it; the place in the answer is the sum.
///
/// `k` must be at most half the number of scores, so that no intermediate count exceeds the final total. `None` where
/// it is not, or where the table would take too long or not fit: more than 2^53 arrangements or 2^22 additions.
///
/// One item after another is offered to subsets of every size, as in the knapsack problem: O(n k S) additions, with S
/// the largest sum. For 28 against 28 runs that is about a million, where there are 7.6 * 10^15 arrangements.
pub(super) fn subset_sums(scores: &[usize], k: usize) -> Option<Vec<u64>> {
    let width = largest_sum(scores, k).checked_add(1)?;
    let additions = scores.len().checked_mul(k)?.checked_mul(width)?;
    let affordable = k <= scores.len() / 2
        && additions <= MOST_ADDITIONS
        && combinations::count(scores.len(), k) <= MOST_ARRANGEMENTS;
    affordable.then(|| tabulate(scores, k, width))
}

/// The sum of the `k` largest scores.
fn largest_sum(scores: &[usize], k: usize) -> usize {
    let mut sorted = scores.to_vec();
    sorted.sort_unstable_by(|one, other| other.cmp(one));
    sorted.iter().take(k).fold(0, |sum, &score| sum.saturating_add(score))
}

/// Fills rows for subsets of 0, 1, ... `k` scores, and returns the last.
fn tabulate(scores: &[usize], k: usize, width: usize) -> Vec<u64> {
    let mut rows = vec![vec![0_u64; width]; k + 1];
    rows[0][0] = 1;
    for (seen, &score) in scores.iter().enumerate() {
        // Downwards, so that no subset takes the same item twice.
        for size in (0..k.min(seen + 1)).rev() {
            let (smaller, larger) = rows.split_at_mut(size + 1);
            let with_item = larger[0].iter_mut().skip(score);
            for (count, ways) in with_item.zip(&smaller[size]) {
                *count += ways;
            }
        }
    }
    rows.swap_remove(k)
}

/// The running share of the counts: at each place, the share of all that lie there or below.
pub(super) fn cumulative_shares(counts: &[u64]) -> Vec<f64> {
    let total: u64 = counts.iter().sum();
    let mut below = 0;
    let share = |&count: &u64| {
        below += count;
        below as f64 / total as f64
    };
    counts.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::combinations::Subsets;

    #[test]
    fn sums_agree_with_enumeration() {
        for scores in [&[0, 1, 2, 3, 4, 5, 6, 7][..], &[3, 3, 3, 0, 0, 9, 2], &[0, 0, 0, 0], &[5]] {
            for k in 0..=scores.len() / 2 {
                let counts = subset_sums(scores, k).expect("small");
                let mut expected = vec![0; counts.len()];
                let mut subsets = Subsets::new(scores.len(), k);
                while let Some(members) = subsets.next_subset() {
                    expected[members.iter().map(|&m| scores[m]).sum::<usize>()] += 1;
                }
                assert_eq!(counts, expected, "{scores:?} {k}");
            }
        }
    }

    #[test]
    fn what_would_take_too_long_is_refused() {
        let plain = |n: usize| (0..n).collect::<Vec<_>>();
        assert!(subset_sums(&plain(56), 28).is_some());
        assert!(subset_sums(&plain(60), 30).is_none(), "more than 2^53 arrangements");
        assert!(subset_sums(&plain(3000), 1).is_none(), "too many additions");
        assert!(subset_sums(&plain(4), 3).is_none(), "the larger side");
        assert!(subset_sums(&[usize::MAX, 1], 1).is_none());
    }
}

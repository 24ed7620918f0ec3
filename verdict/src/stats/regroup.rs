//! What other splits of the same runs give: the test behind the headline.
//!
//! Where each run gives all metrics, the runs are what is exchangeable if the setting makes no difference, not the
//! single figures. Splitting the pooled whole runs in every other way and counting wins and losses again shows what
//! chance gives, with whatever correlation the metrics have: a permutation test of the count (Fisher; Westfall and
//! Young, "Resampling-based multiple testing", 1993).

use super::combinations::{self, SplitMix64, Subsets};

/// Up to this number of splits all are counted, beyond it this many or fewer: the true one and seeded random ones.
pub const MOST_SPLITS: usize = 10_000;

/// The fewest random splits, whatever the number of runs: they tell p to about 0.0025.
const FEWEST_SPLITS: usize = 400;

/// The share of other splits that stay at or below what is typical.
const TYPICAL: f64 = 0.95;

/// Runs that all splits together may move: with more than a hundred runs there are fewer splits, so that thousands of runs
/// take no longer than tens.
const MOST_MOVES: usize = 1_000_000;

/// How many splits are counted of that many runs where there are too many to count all.
fn splits_of(runs: usize) -> usize {
    (MOST_MOVES / runs.max(1)).clamp(FEWEST_SPLITS, MOST_SPLITS)
}

/// The seed to use where there is no reason for another.
pub const SEED: u64 = 0x6265_6e63_686e_6f74;

/// What the splits gave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Regrouping {
    /// The share of splits whose |wins - losses| is at least that of the true one, which is among them: above 0, at
    /// most 1.
    pub p: f64,
    /// Wins and losses of the true split.
    pub truth: (usize, usize),
    /// The most wins or losses, one way, that any other split gives; 0 where there is no other.
    pub most_one_way: usize,
    /// The 95 % point of wins + losses over the other splits: the least count that at least 95 % of them stay at or
    /// below; 0 where there is no other.
    pub typical: usize,
    /// How many splits were counted, the true one and its mirror included.
    pub splits: usize,
    /// How many of these are neither the true one nor its mirror.
    pub others: usize,
    /// Whether these are all that there are.
    pub exhaustive: bool,
}

/// Counts wins and losses over the splits of `n1 + n2` whole runs into `n1` and `n2`.
///
/// `score` is given the members of the first and of the second group, as places in the pooled runs in ascending order;
/// the runs of the first side come first, so the true split is `0..n1` against the rest. It returns the wins and losses
/// over all metrics.
///
/// With equal sides every split has a mirror of the same size, in which wins and losses change places; the mirror of
/// the true split counts for p (so that the least p at four runs each is 2/70) and is no *other* split. With unequal
/// sides there is no mirror. Random splits are drawn with replacement; with the true one among them p is still valid
/// (Phipson and Smyth, "Permutation p-values should never be zero", 2010).
///
/// `None` where a side is empty. At most [`MOST_SPLITS`] calls of `score`, and O(n1 + n2) beside each.
///
/// ```
/// use benchnote_verdict::stats::regroup::{SEED, regroup};
/// // One metric in which the first three runs are lower.
/// let runs = [1.0, 1.1, 1.2, 2.0, 2.1, 2.2];
/// let score = |first: &[usize], second: &[usize]| {
///     let below = |one: &[usize], other: &[usize]| one.iter().all(|&a| other.iter().all(|&b| runs[a] < runs[b]));
///     (usize::from(below(first, second)), usize::from(below(second, first)))
/// };
/// let chance = regroup(3, 3, SEED, score).expect("runs on both sides");
/// assert_eq!((chance.p, chance.most_one_way, chance.splits, chance.exhaustive), (0.1, 0, 20, true));
/// assert_eq!(regroup(0, 3, SEED, |_, _| (0, 0)), None);
/// ```
pub fn regroup(
    n1: usize,
    n2: usize,
    seed: u64,
    mut score: impl FnMut(&[usize], &[usize]) -> (usize, usize),
) -> Option<Regrouping> {
    let runs = n1.checked_add(n2)?;
    if n1 == 0 || n2 == 0 {
        return None;
    }
    let truth: Vec<usize> = (0..n1).collect();
    let rest: Vec<usize> = (n1..runs).collect();
    let mut tally = Tally::new(score(&truth, &rest));
    let exhaustive = combinations::count(runs, n1) <= MOST_SPLITS as u64;
    let mut second = Vec::with_capacity(n2);
    let mut count = |first: &[usize]| {
        complement(runs, first, &mut second);
        // With unequal sides the second group never has the size of the first, so it can't be its mirror.
        let same = first == truth || second == truth;
        if first == truth && exhaustive { tally.add_truth() } else { tally.add(score(first, &second), same) }
    };
    if exhaustive {
        let mut subsets = Subsets::new(runs, n1);
        while let Some(first) = subsets.next_subset() {
            count(first);
        }
    } else {
        count_random(runs, n1, seed, count);
        tally.add_truth();
    }
    Some(tally.finish(exhaustive))
}

/// Counts seeded random splits: with the true one there are [`splits_of`] the runs.
fn count_random(runs: usize, n1: usize, seed: u64, mut count: impl FnMut(&[usize])) {
    let mut random = SplitMix64::new(seed);
    let mut first = Vec::with_capacity(n1);
    for _ in 1..splits_of(runs) {
        random.subset(runs, n1, &mut first);
        count(&first);
    }
}

/// The places of `0..runs` that are not among the members, which are in ascending order.
fn complement(runs: usize, members: &[usize], rest: &mut Vec<usize>) {
    rest.clear();
    let mut members = members.iter().copied().peekable();
    for place in 0..runs {
        if members.next_if_eq(&place).is_none() {
            rest.push(place);
        }
    }
}

/// Counts while the splits go by.
struct Tally {
    truth: (usize, usize),
    splits: usize,
    reaching: usize,
    most_one_way: usize,
    /// Wins + losses of each other split.
    totals: Vec<usize>,
}

impl Tally {
    fn new(truth: (usize, usize)) -> Self {
        Self { truth, splits: 0, reaching: 0, most_one_way: 0, totals: Vec::new() }
    }

    fn add_truth(&mut self) {
        self.splits += 1;
        self.reaching += 1;
    }

    fn add(&mut self, (wins, losses): (usize, usize), same: bool) {
        self.splits += 1;
        self.reaching += usize::from(wins.abs_diff(losses) >= self.truth.0.abs_diff(self.truth.1));
        if !same {
            self.most_one_way = self.most_one_way.max(wins).max(losses);
            self.totals.push(wins.saturating_add(losses));
        }
    }

    fn finish(mut self, exhaustive: bool) -> Regrouping {
        self.totals.sort_unstable();
        // A sample of splits tells the 95 % point no better than to its own error, of which two are allowed for: where one
        // split in twenty is different by chance, a few more than that may be in the sample.
        let count = self.totals.len() as f64;
        let error = if exhaustive { 0.0 } else { 2.0 * (TYPICAL * (1.0 - TYPICAL) / count.max(1.0)).sqrt() };
        let place = ((count * (TYPICAL - error) - 1e-9).ceil().max(0.0) as usize).saturating_sub(1);
        Regrouping {
            p: self.reaching as f64 / self.splits as f64,
            truth: self.truth,
            most_one_way: self.most_one_way,
            typical: self.totals.get(place).copied().unwrap_or(0),
            splits: self.splits,
            others: self.totals.len(),
            exhaustive,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unequal_sides_have_no_mirror() {
        let chance = regroup(1, 2, SEED, |first, _| if first == [0] { (3, 0) } else { (1, 2) }).expect("runs");
        assert_eq!((chance.splits, chance.others, chance.most_one_way, chance.typical), (3, 2, 2, 3));
        assert_eq!(chance.p, 1.0 / 3.0);
    }

    #[test]
    fn equal_sides_set_the_mirror_aside() {
        let score = |first: &[usize], _: &[usize]| match first {
            [0, 1] => (5, 1),
            [2, 3] => (1, 5),
            [0, 2] => (2, 0),
            _ => (0, 1),
        };
        let chance = regroup(2, 2, SEED, score).expect("runs");
        assert_eq!((chance.truth, chance.splits, chance.others), ((5, 1), 6, 4));
        assert_eq!((chance.p, chance.most_one_way, chance.typical), (2.0 / 6.0, 2, 2));
    }

    #[test]
    fn one_run_each_leaves_nothing_to_compare() {
        let chance = regroup(1, 1, SEED, |first, _| if first == [0] { (4, 0) } else { (0, 4) }).expect("runs");
        assert_eq!((chance.p, chance.others, chance.most_one_way, chance.typical), (1.0, 0, 0, 0));
    }

    #[test]
    fn many_runs_are_sampled_with_the_true_split_among_them() {
        let mut calls = 0;
        let score = |first: &[usize], second: &[usize]| {
            calls += 1;
            assert_eq!((first.len(), second.len()), (9, 9));
            // Ten wins for the true split only; the sum of places stands for anything else.
            let low = first.iter().filter(|&&place| place < 9).count();
            if low == 9 { (10, 0) } else { (low / 4, 1) }
        };
        let chance = regroup(9, 9, SEED, score).expect("runs");
        assert_eq!((chance.splits, chance.exhaustive, calls), (MOST_SPLITS, false, MOST_SPLITS));
        assert!(chance.p >= 1.0 / MOST_SPLITS as f64 && chance.p < 0.001, "{}", chance.p);
        assert_eq!((chance.most_one_way, chance.typical), (2, 2));
    }

    #[test]
    fn the_typical_count_leaves_five_in_a_hundred_above() {
        let mut tally = Tally::new((0, 0));
        for total in 1..=100 {
            tally.add((total, 0), false);
        }
        assert_eq!(tally.finish(true).typical, 95);
    }

    #[test]
    fn thousands_of_runs_have_fewer_splits() {
        assert_eq!([16, 100, 200, 3000].map(splits_of), [10_000, 10_000, 5000, 400]);
        let chance = regroup(1500, 1500, SEED, |_, _| (0, 0)).expect("runs");
        assert_eq!((chance.splits, chance.exhaustive), (400, false));
    }

    #[test]
    fn complements_are_complete() {
        let mut rest = Vec::new();
        complement(5, &[1, 4], &mut rest);
        assert_eq!(rest, [0, 2, 3]);
        complement(2, &[], &mut rest);
        assert_eq!(rest, [0, 1]);
    }
}

//! The headline's test on simulated suites of whole runs.

use benchnote_verdict::stats::combinations::SplitMix64;
use benchnote_verdict::stats::correction::benjamini_hochberg;
use benchnote_verdict::stats::printed::Printed;
use benchnote_verdict::stats::regroup::{MOST_SPLITS, Regrouping, SEED, regroup};
use benchnote_verdict::stats::separation::{PooledRuns, Separation};
use proptest::prelude::*;

/// Metrics of whole runs: one row of printed values for each metric, one place in it for each run.
struct Suite {
    metrics: Vec<PooledRuns>,
    runs: usize,
}

impl Suite {
    /// Noise of 2 %, part of it common to all metrics of a run; `effect` multiplies the first `n1` runs.
    fn simulated(n1: usize, n2: usize, metrics: usize, correlation: f64, effect: f64, random: &mut SplitMix64) -> Self {
        let common: Vec<f64> = (0..n1 + n2).map(|_| normal(random)).collect();
        let mut value = |run: usize| {
            let noise = correlation.sqrt() * common[run] + (1.0 - correlation).sqrt() * normal(random);
            let value = 100.0 * libm::exp(0.02 * noise) * if run < n1 { effect } else { 1.0 };
            Printed::new(value - 0.05, value + 0.05).expect("finite")
        };
        let mut metric = |_| PooledRuns::new(&(0..n1 + n2).map(&mut value).collect::<Vec<_>>());
        Self { metrics: (0..metrics).map(&mut metric).collect(), runs: n1 + n2 }
    }

    /// Metrics in which the first group is completely above (won) and below (lost).
    fn score(&self, first: &[usize]) -> (usize, usize) {
        let in_first: Vec<bool> = (0..self.runs).map(|run| first.contains(&run)).collect();
        let mut counts = (0, 0);
        for runs in &self.metrics {
            match runs.split(&in_first) {
                Some(Separation::FirstAbove) => counts.0 += 1,
                Some(Separation::FirstBelow) => counts.1 += 1,
                None => {}
            }
        }
        counts
    }

    fn chance(&self, n1: usize, n2: usize) -> Regrouping {
        regroup(n1, n2, SEED, |first, _| self.score(first)).expect("runs on both sides")
    }
}

/// A standard normal value, by Box and Muller.
fn normal(random: &mut SplitMix64) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - random.unit())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * random.unit())
}

#[test]
fn without_an_effect_the_headline_is_called_no_more_often_than_promised() {
    const ROUNDS: u32 = 400;
    let error = (0.05 * 0.95 / f64::from(ROUNDS)).sqrt();
    let mut random = SplitMix64::new(31);
    for (n1, n2, correlation) in [(4, 4, 0.0), (4, 4, 0.5), (5, 5, 0.0), (5, 4, 0.5)] {
        let called = (0..ROUNDS)
            .filter(|_| Suite::simulated(n1, n2, 40, correlation, 1.0, &mut random).chance(n1, n2).p <= 0.05);
        let rate = called.count() as f64 / f64::from(ROUNDS);
        assert!(rate <= 0.05 + 3.0 * error, "{n1} {n2} {correlation}: {rate}");
    }
}

#[test]
fn an_effect_in_all_metrics_is_found_at_four_runs_a_side() {
    let mut random = SplitMix64::new(32);
    let found = |correlation: f64, random: &mut SplitMix64| {
        (0..100).filter(|_| Suite::simulated(4, 4, 40, correlation, 1.05, random).chance(4, 4).p <= 0.05).count()
    };
    let independent = found(0.0, &mut random);
    let correlated = found(0.5, &mut random);
    assert!(independent >= 99, "{independent}");
    assert!(correlated >= 75, "{correlated}");
}

#[test]
fn large_suites_are_sampled_and_repeat_to_the_last_digit() {
    let suite = Suite::simulated(8, 8, 300, 0.5, 1.03, &mut SplitMix64::new(33));
    let chance = suite.chance(8, 8);
    assert_eq!((chance.splits, chance.exhaustive), (MOST_SPLITS, false));
    assert_eq!(chance, suite.chance(8, 8));
    let other_seed = regroup(8, 8, SEED + 1, |first, _| suite.score(first)).expect("runs");
    assert_eq!(other_seed.truth, chance.truth);
    assert!((other_seed.p - chance.p).abs() < 0.01);
}

#[test]
fn sampled_shares_agree_with_those_of_all_splits() {
    // 8 + 7 runs are counted in full, 6435 splits; every split is as likely when drawn at random.
    let suite = Suite::simulated(8, 7, 20, 0.5, 1.01, &mut SplitMix64::new(34));
    let all = suite.chance(8, 7);
    assert_eq!((all.splits, all.exhaustive), (6435, true));
    let mut random = SplitMix64::new(35);
    let mut first = Vec::new();
    let reach = all.truth.0.abs_diff(all.truth.1);
    let drawn = (0..MOST_SPLITS).filter(|_| {
        random.subset(15, 8, &mut first);
        let (wins, losses) = suite.score(&first);
        wins.abs_diff(losses) >= reach
    });
    let share = drawn.count() as f64 / MOST_SPLITS as f64;
    let error = (all.p * (1.0 - all.p) / MOST_SPLITS as f64).sqrt();
    assert!((share - all.p).abs() <= 3.0 * error, "{share} {}", all.p);
}

proptest! {
    #[test]
    fn the_headline_keeps_its_bounds(n1 in 1..6_usize, n2 in 1..6_usize, metrics in 1..12_usize, seed: u64) {
        let suite = Suite::simulated(n1, n2, metrics, 0.3, 1.02, &mut SplitMix64::new(seed));
        let chance = suite.chance(n1, n2);
        let set_aside = if n1 == n2 { 2 } else { 1 };
        prop_assert_eq!(chance.others + set_aside, chance.splits);
        prop_assert!(chance.p >= set_aside as f64 / chance.splits as f64 && chance.p <= 1.0);
        prop_assert!(chance.typical <= metrics && chance.most_one_way <= metrics);
        let truth: Vec<usize> = (0..n1).collect();
        prop_assert_eq!(chance.truth, suite.score(&truth));
    }

    #[test]
    fn adjusted_p_values_follow_the_step_up_rule(p in prop::collection::vec(0.0..=1.0_f64, 0..40), alpha in 0.001..0.5_f64) {
        let q = benjamini_hochberg(&p).expect("usable input");
        prop_assert!(p.iter().zip(&q).all(|(p, q)| p <= q && *q <= 1.0));
        // The rule itself: the largest k with p(k) <= k alpha / m; the k smallest stand.
        let mut sorted = p.clone();
        sorted.sort_by(f64::total_cmp);
        let limit = |k: usize| (k + 1) as f64 * alpha / p.len() as f64;
        prop_assume!(sorted.iter().enumerate().all(|(k, p)| (p - limit(k)).abs() > 1e-12));
        let stand = sorted.iter().enumerate().rposition(|(k, p)| *p <= limit(k)).map_or(0, |k| k + 1);
        prop_assert_eq!(q.iter().filter(|q| **q <= alpha).count(), stand);
    }
}

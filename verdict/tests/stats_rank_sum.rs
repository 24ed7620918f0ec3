//! The rank-sum test against full enumeration, against an independent implementation, and under no effect.

use benchnote_verdict::stats::Method;
use benchnote_verdict::stats::combinations::{SplitMix64, Subsets, count};
use benchnote_verdict::stats::order::median;
use benchnote_verdict::stats::printed::Printed;
use benchnote_verdict::stats::rank_sum::{RankSum, least_p, rank_sum, rank_sum_printed};
use benchnote_verdict::stats::shift::{hodges_lehmann_ratio, pairwise_range, ratio_interval};
use proptest::prelude::*;

/// The test by its definition: every arrangement, every pair.
fn enumerated(n1: usize, n: usize, below: &dyn Fn(usize, usize) -> bool) -> (f64, f64) {
    let doubled_excess = |first: &[usize]| -> i64 {
        let second = (0..n).filter(|place| !first.contains(place));
        let pairs = second.flat_map(|b| first.iter().map(move |&a| (a, b)));
        pairs.map(|(a, b)| i64::from(below(a, b)) - i64::from(below(b, a))).sum()
    };
    let truth: Vec<usize> = (0..n1).collect();
    let observed = doubled_excess(&truth);
    let mut subsets = Subsets::new(n, n1);
    let mut reaching = 0;
    while let Some(first) = subsets.next_subset() {
        reaching += u64::from(doubled_excess(first).abs() >= observed.abs());
    }
    let u = f64::midpoint(observed as f64, (n1 * (n - n1)) as f64);
    (u, (reaching as f64 / count(n, n1) as f64).max(least_p(n1, n - n1)))
}

fn assert_same(test: Option<RankSum>, (u, p): (f64, f64), what: &dyn std::fmt::Debug) {
    let test = test.expect("finite values on both sides");
    assert_eq!((test.u, test.method), (u, Method::Exact), "{what:?}");
    assert!((test.p - p).abs() < 1e-14, "{} {p} {what:?}", test.p);
}

/// Pooled values 0, 1, 2 ... without ties, or few different ones with many; in random order.
fn pooled(n: usize, levels: u64, random: &mut SplitMix64) -> Vec<f64> {
    if levels > 0 {
        return (0..n).map(|_| random.below(levels) as f64).collect();
    }
    let mut values: Vec<f64> = (0..n).map(|value| value as f64).collect();
    for place in (1..n).rev() {
        values.swap(place, random.below(place as u64 + 1) as usize);
    }
    values
}

#[test]
fn exact_up_to_eight_runs_a_side_with_and_without_ties() {
    let mut random = SplitMix64::new(11);
    for (n1, n2) in (1..=8).flat_map(|n1| (1..=8).map(move |n2| (n1, n2))) {
        // Enumeration in pairs is slow at the largest sizes: fewer samples there.
        let samples = if n1 + n2 > 12 { 1 } else { 4 };
        for levels in [0, 2, 3, 6].repeat(samples) {
            let values = pooled(n1 + n2, levels, &mut random);
            let expected = enumerated(n1, n1 + n2, &|a, b| values[a] < values[b]);
            assert_same(rank_sum(&values[..n1], &values[n1..]), expected, &(n1, &values));
        }
    }
}

#[test]
fn printed_intervals_up_to_six_runs_a_side() {
    let mut random = SplitMix64::new(12);
    for (n1, n2) in (1..=6).flat_map(|n1| (1..=6).map(move |n2| (n1, n2))) {
        for width in [0, 1, 3, 8, 30] {
            let one = |_| {
                let low = random.below(20) as f64;
                Printed::new(low, low + random.below(width + 1) as f64).expect("in order")
            };
            let runs: Vec<Printed> = (0..n1 + n2).map(one).collect();
            let expected = enumerated(n1, n1 + n2, &|a, b| runs[a].is_below(runs[b]));
            assert_same(rank_sum_printed(&runs[..n1], &runs[n1..]), expected, &(n1, &runs));
        }
    }
}

/// One pair of samples and what an independent implementation found.
#[derive(Default)]
struct Reference {
    first: Vec<f64>,
    second: Vec<f64>,
    u: f64,
    p: f64,
    shift: Option<f64>,
    medians: Option<[f64; 2]>,
}

fn references() -> Vec<Reference> {
    let text = include_str!("data/rank_sum_reference.txt");
    let records = text.split("\n\n").map(|record| record.lines().filter(|line| !line.starts_with('#')));
    records
        .filter_map(|lines| {
            lines.map(words).reduce(|mut all, more| {
                all.extend(more);
                all
            })
        })
        .map(reference)
        .collect()
}

/// A line as its name and its numbers.
fn words(line: &str) -> Vec<(&str, Vec<f64>)> {
    let (name, rest) = line.split_once(' ').expect("a name and numbers");
    vec![(name, rest.split(' ').map(|number| number.parse().expect("a number")).collect())]
}

fn reference(fields: Vec<(&str, Vec<f64>)>) -> Reference {
    let mut found = Reference::default();
    for (name, numbers) in fields {
        match name {
            "a" => found.first = numbers,
            "b" => found.second = numbers,
            "u" => found.u = numbers[0],
            "p" => found.p = numbers[0],
            "shift" => found.shift = Some(numbers[0]),
            "medians" => found.medians = Some([numbers[0], numbers[1]]),
            _ => panic!("unknown field {name}"),
        }
    }
    found
}

#[test]
fn an_independent_implementation_agrees() {
    let references = references();
    assert!(references.len() >= 90, "{}", references.len());
    let mut shifts = 0;
    for Reference { first, second, u, p, shift, medians } in references {
        let test = rank_sum(&first, &second).expect("finite values on both sides");
        assert_eq!((test.u, test.method), (u, Method::Exact), "{first:?} {second:?}");
        let p = p.max(least_p(first.len(), second.len()));
        assert!((test.p - p).abs() < 1e-12, "{} {p} {first:?} {second:?}", test.p);
        if let Some(shift) = shift {
            // The logarithm of a ratio of powers is a difference; of an even number of ratios both take the middle.
            let size = first.iter().chain(&second).fold(0.0, |most: f64, value| most.max(value.abs()));
            let powers = |values: &[f64]| values.iter().map(|value| libm::exp(value / size)).collect::<Vec<_>>();
            let ratio = hodges_lehmann_ratio(&powers(&first), &powers(&second)).expect("positive values on both sides");
            assert!((libm::log(ratio) * size - shift).abs() <= 1e-12 * size, "{ratio} {shift}");
            shifts += 1;
        }
        if let Some(medians) = medians {
            assert_eq!([median(&first), median(&second)], medians.map(Some));
        }
    }
    assert!(shifts >= 80, "{shifts}");
}

/// The greatest U, of the smaller of the two, that is told apart at a level on both sides, as textbooks print it (Milton, "An
/// extended table of critical values for the Mann-Whitney two-sample statistic", 1964); `-` where no U is.
const CRITICAL: [(f64, usize, [&str; 8]); 14] = [
    (0.05, 2, ["-", "-", "-", "-", "-", "-", "-", "0"]),
    (0.05, 3, ["-", "-", "-", "-", "0", "1", "1", "2"]),
    (0.05, 4, ["-", "-", "-", "0", "1", "2", "3", "4"]),
    (0.05, 5, ["-", "-", "0", "1", "2", "3", "5", "6"]),
    (0.05, 6, ["-", "-", "1", "2", "3", "5", "6", "8"]),
    (0.05, 7, ["-", "-", "1", "3", "5", "6", "8", "10"]),
    (0.05, 8, ["-", "0", "2", "4", "6", "8", "10", "13"]),
    (0.01, 2, ["-", "-", "-", "-", "-", "-", "-", "-"]),
    (0.01, 3, ["-", "-", "-", "-", "-", "-", "-", "-"]),
    (0.01, 4, ["-", "-", "-", "-", "-", "0", "0", "1"]),
    (0.01, 5, ["-", "-", "-", "-", "0", "1", "1", "2"]),
    (0.01, 6, ["-", "-", "-", "0", "1", "2", "3", "4"]),
    (0.01, 7, ["-", "-", "-", "0", "1", "3", "4", "6"]),
    (0.01, 8, ["-", "-", "-", "1", "2", "4", "6", "7"]),
];

/// The p of an arrangement of so many and so many runs without ties that has this U.
fn p_of_u(n1: usize, n2: usize, wanted: usize) -> f64 {
    let mut subsets = Subsets::new(n1 + n2, n1);
    while let Some(first) = subsets.next_subset() {
        let (mut one, mut other) = (Vec::new(), Vec::new());
        for place in 0..n1 + n2 {
            if first.contains(&place) { one.push(place as f64) } else { other.push(place as f64) }
        }
        let test = rank_sum(&one, &other).expect("finite");
        if test.u.min((n1 * n2) as f64 - test.u) == wanted as f64 {
            return test.p;
        }
    }
    panic!("no arrangement of {n1} and {n2} has {wanted}")
}

#[test]
fn critical_values_are_those_of_the_published_table() {
    for (level, n1, row) in CRITICAL {
        for (at, printed) in row.into_iter().enumerate() {
            let n2 = at + 1;
            let critical: Option<usize> = printed.parse().ok();
            if let Some(critical) = critical {
                let p = p_of_u(n1, n2, critical);
                assert!(p <= level, "{n1} and {n2}: {critical} has p {p}");
            }
            let next = critical.map_or(0, |critical| critical + 1);
            if 2 * next <= n1 * n2 {
                let p = p_of_u(n1, n2, next);
                assert!(p > level, "{n1} and {n2}: {next} has p {p}");
            }
        }
    }
}

/// A standard normal value, by Box and Muller.
fn normal(random: &mut SplitMix64) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - random.unit())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * random.unit())
}

/// How often of `rounds` the test calls samples of the same kind different at 0.05.
fn false_calls(n1: usize, n2: usize, rounds: u32, mut test: impl FnMut(&[f64], &[f64]) -> RankSum) -> f64 {
    let mut random = SplitMix64::new(20_240_101 + (n1 * 10 + n2) as u64);
    let calls = (0..rounds).filter(|_| {
        let values: Vec<f64> = (0..n1 + n2).map(|_| 100.0 + 2.0 * normal(&mut random)).collect();
        test(&values[..n1], &values[n1..]).p <= 0.05
    });
    calls.count() as f64 / f64::from(rounds)
}

#[test]
fn no_effect_is_called_one_no_more_often_than_promised() {
    const ROUNDS: u32 = 20_000;
    let error = (0.05 * 0.95 / f64::from(ROUNDS)).sqrt();
    let plain = |a: &[f64], b: &[f64]| rank_sum(a, b).expect("finite");
    let rounded = |a: &[f64], b: &[f64]| {
        let whole = |values: &[f64]| values.iter().map(|v| v.round()).collect::<Vec<_>>();
        rank_sum(&whole(a), &whole(b)).expect("finite")
    };
    let printed = |a: &[f64], b: &[f64]| {
        let whole = |v: &f64| Printed::new(v.round() - 0.5, v.round() + 0.5).expect("finite");
        let whole = |values: &[f64]| values.iter().map(whole).collect::<Vec<_>>();
        rank_sum_printed(&whole(a), &whole(b)).expect("finite")
    };
    for (n1, n2) in [(4, 4), (5, 5), (4, 5), (3, 5)] {
        // What is attained without ties is known exactly; it must not be far below either.
        let attained = |test: &dyn Fn(&[f64], &[f64]) -> RankSum| false_calls(n1, n2, ROUNDS, test);
        let rates = [attained(&plain), attained(&rounded), attained(&printed)];
        assert!(rates.iter().all(|&rate| rate <= 0.05 + 3.0 * error), "{n1} {n2} {rates:?}");
        assert!(rates[0] >= least_p(n1, n2) - 3.0 * error, "{n1} {n2} {rates:?}");
        assert!(rates[2] <= rates[1] + 3.0 * error, "touching counts as tied: {rates:?}");
    }
}

#[test]
fn three_against_four_never_reach_five_percent() {
    let mut random = SplitMix64::new(5);
    for levels in [0, 2, 3, 4, 9].repeat(400) {
        let values = pooled(7, levels, &mut random);
        let test = rank_sum(&values[..3], &values[3..]).expect("finite");
        assert!(test.p > 0.05, "{values:?} {test:?}");
    }
}

/// Samples with many ties and some without.
fn sample() -> impl Strategy<Value = Vec<f64>> {
    prop_oneof![
        prop::collection::vec((1..6_u8).prop_map(f64::from), 1..12),
        prop::collection::vec(0.01..1000.0_f64, 1..12),
    ]
}

proptest! {
    #[test]
    fn order_inside_a_side_makes_no_difference(first in sample(), second in sample(), seed: u64) {
        let mut shuffled = first.clone();
        let mut random = SplitMix64::new(seed);
        for place in (1..shuffled.len()).rev() {
            shuffled.swap(place, random.below(place as u64 + 1) as usize);
        }
        prop_assert_eq!(rank_sum(&first, &second), rank_sum(&shuffled, &second));
        prop_assert_eq!(rank_sum(&second, &first), rank_sum(&second, &shuffled));
        prop_assert_eq!(hodges_lehmann_ratio(&first, &second), hodges_lehmann_ratio(&shuffled, &second));
    }

    #[test]
    fn swapping_the_sides_mirrors_everything(first in sample(), second in sample()) {
        let (here, there) = (rank_sum(&first, &second).expect("usable input"), rank_sum(&second, &first).expect("usable input"));
        prop_assert_eq!(here.p, there.p);
        prop_assert_eq!(here.u + there.u, (first.len() * second.len()) as f64);
        let near_one = |product: f64| (product - 1.0).abs() < 1e-12;
        let ratio = |a, b| hodges_lehmann_ratio(a, b).expect("usable input");
        prop_assert!(near_one(ratio(&first, &second) * ratio(&second, &first)));
        let (here, there) = (pairwise_range(&first, &second).expect("usable input"), pairwise_range(&second, &first).expect("usable input"));
        prop_assert!(near_one(here.low * there.high) && near_one(here.high * there.low));
        prop_assert_eq!(here.confidence, there.confidence);
    }

    #[test]
    fn p_keeps_its_bounds(first in sample(), second in sample()) {
        let p = rank_sum(&first, &second).expect("usable input").p;
        prop_assert!(least_p(first.len(), second.len()) <= p && p <= 1.0);
    }

    #[test]
    fn exact_values_are_intervals_without_width(first in sample(), second in sample()) {
        let exact = |values: &[f64]| values.iter().map(|&v| Printed::exact(v).expect("usable input")).collect::<Vec<_>>();
        prop_assert_eq!(rank_sum(&first, &second), rank_sum_printed(&exact(&first), &exact(&second)));
    }

    #[test]
    fn scale_makes_no_difference(first in sample(), second in sample(), exponent in -20..20_i32) {
        let scale = libm::ldexp(1.0, exponent);
        let scaled = |values: &[f64]| values.iter().map(|v| v * scale).collect::<Vec<_>>();
        prop_assert_eq!(rank_sum(&first, &second), rank_sum(&scaled(&first), &scaled(&second)));
        let (plain, moved) = (hodges_lehmann_ratio(&first, &second), hodges_lehmann_ratio(&first, &scaled(&second)));
        prop_assert!((moved.expect("usable input") / scale / plain.expect("usable input") - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_interval_is_the_test_turned_round(
        first in prop::collection::vec(1.0..2.0_f64, 1..9),
        second in prop::collection::vec(1.0..4.0_f64, 1..9),
        confidence in prop_oneof![Just(0.95), Just(0.9), 0.05..0.999_f64],
    ) {
        // Without ties: a ratio of 1 lies outside exactly where p <= 1 - confidence.
        let p = rank_sum(&first, &second).expect("usable input").p;
        prop_assume!((p - (1.0 - confidence)).abs() > 1e-9);
        let rejected = p < 1.0 - confidence;
        if let Some(bounds) = ratio_interval(&first, &second, confidence) {
            prop_assert_eq!(rejected, bounds.low > 1.0 || bounds.high < 1.0);
            prop_assert!(bounds.confidence >= confidence - 1e-12);
            let range = pairwise_range(&first, &second).expect("usable input");
            let estimate = hodges_lehmann_ratio(&first, &second).expect("usable input");
            prop_assert!(range.low <= bounds.low && bounds.high <= range.high);
            prop_assert!(bounds.low <= estimate * (1.0 + 1e-12) && estimate <= bounds.high * (1.0 + 1e-12));
        } else {
            prop_assert!(least_p(first.len(), second.len()) > 1.0 - confidence - 1e-12);
            prop_assert!(!rejected);
        }
    }

    #[test]
    fn nothing_panics(first in any_values(), second in any_values(), confidence: f64) {
        let usable = |values: &[f64]| !values.is_empty() && values.iter().all(|v| v.is_finite());
        let both = usable(&first) && usable(&second);
        prop_assert_eq!(rank_sum(&first, &second).is_some(), both);
        let ratio = hodges_lehmann_ratio(&first, &second);
        prop_assert!(ratio.is_none_or(|ratio| ratio.is_finite() && ratio > 0.0));
        for bounds in [pairwise_range(&first, &second), ratio_interval(&first, &second, confidence)].into_iter().flatten() {
            prop_assert!(0.0 < bounds.low && bounds.low <= bounds.high && bounds.high.is_finite());
        }
    }
}

/// Values of every kind, the strange ones often.
fn any_values() -> impl Strategy<Value = Vec<f64>> {
    let value = prop_oneof![
        4 => 0.1..10.0_f64,
        1 => any::<f64>(),
        1 => prop::sample::select(vec![0.0, -0.0, f64::NAN, f64::INFINITY, f64::MIN, f64::MAX, f64::MIN_POSITIVE, 5e-324]),
    ];
    prop::collection::vec(value, 0..8)
}

//! Student's t and what rests on it, against figures of another implementation.

use benchnote_verdict::stats::combinations::SplitMix64;
use benchnote_verdict::stats::prediction::prediction;
use benchnote_verdict::stats::student::{quantile, two_sided_p};
use proptest::prelude::*;

/// Degrees of freedom, level and quantile.
fn references() -> Vec<[f64; 3]> {
    let lines = include_str!("data/student_reference.txt").lines().filter(|line| !line.starts_with('#'));
    let numbers = |line: &str| -> Vec<f64> { line.split(' ').map(|word| word.parse().expect("a number")).collect() };
    lines.map(|line| numbers(line).try_into().expect("three numbers")).collect()
}

#[test]
fn quantiles_agree_with_the_table() {
    let references = references();
    assert!(references.len() >= 150, "{}", references.len());
    for [degrees, level, expected] in references {
        let found = quantile(level, degrees).expect("inside");
        assert!((found / expected - 1.0).abs() < 1e-9, "{degrees} {level}: {found} {expected}");
        let mirrored = quantile(1.0 - level, degrees).expect("inside");
        assert!((mirrored / -expected - 1.0).abs() < 1e-9, "{degrees} {level}: {mirrored} {expected}");
        let p = two_sided_p(-expected, degrees).expect("inside");
        assert!((p / (2.0 * (1.0 - level)) - 1.0).abs() < 1e-9, "{degrees} {level}: {p}");
    }
}

#[test]
fn one_and_two_degrees_have_closed_forms() {
    for step in 1..400 {
        let t = f64::from(step * step) / 400.0;
        let one = 1.0 - 2.0 * libm::atan(t) / std::f64::consts::PI;
        let two = 1.0 - t / (2.0 + t * t).sqrt();
        assert!((two_sided_p(t, 1.0).expect("inside") - one).abs() < 1e-13, "{t}");
        assert!((two_sided_p(t, 2.0).expect("inside") - two).abs() < 1e-13, "{t}");
    }
}

#[test]
fn the_tail_is_continuous_where_its_formula_changes() {
    for t in [0.5, 1.9, 4.0] {
        for edge in [200.0, 1e6] {
            let (below, above) = (two_sided_p(t, edge * (1.0 - 1e-12)), two_sided_p(t, edge * (1.0 + 1e-12)));
            let (below, above) = (below.expect("inside"), above.expect("inside"));
            assert!((below / above - 1.0).abs() < 1e-9, "{t} {edge}: {below} {above}");
        }
    }
}

#[test]
fn one_new_run_falls_inside_as_often_as_promised() {
    const ROUNDS: u32 = 20_000;
    for (n, confidence) in [(2, 0.8), (5, 0.95), (8, 0.9)] {
        let mut random = SplitMix64::new(n as u64);
        let inside = (0..ROUNDS).filter(|_| {
            let values: Vec<f64> = (0..=n).map(|_| libm::exp(0.1 * normal(&mut random))).collect();
            let bounds = prediction(&values[..n], confidence).expect("positive");
            (bounds.low..=bounds.high).contains(&values[n])
        });
        let rate = inside.count() as f64 / f64::from(ROUNDS);
        let error = (confidence * (1.0 - confidence) / f64::from(ROUNDS)).sqrt();
        assert!((rate - confidence).abs() < 3.0 * error, "{n}: {rate}");
    }
}

/// A standard normal value, by Box and Muller.
fn normal(random: &mut SplitMix64) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - random.unit())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * random.unit())
}

proptest! {
    #[test]
    fn tail_and_quantile_are_inverse(level in 0.001..0.999_f64, degrees in 0.5..5000.0_f64) {
        let t = quantile(level, degrees).expect("usable input");
        let two_sided = 2.0 * level.min(1.0 - level);
        prop_assert!((two_sided_p(t, degrees).expect("usable input") - two_sided).abs() < 1e-12);
    }

    #[test]
    fn nothing_panics_or_runs_for_ever(t: f64, level: f64, degrees: f64, small in 0.0..1.0_f64) {
        for degrees in [degrees, small, small * 1e-6] {
            let p = two_sided_p(t, degrees);
            prop_assert!(p.is_none_or(|p| (0.0..=1.0).contains(&p)));
            for level in [level, small] {
                prop_assert!(quantile(level, degrees).is_none_or(f64::is_finite));
            }
        }
    }
}

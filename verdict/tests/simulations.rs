//! How often the verdict claims what is not so, and how often it finds what is: simulated posts, the same on every run.
//!
//! A post has two settings, some whole runs of each, and metrics whose values scatter by 2 % and are printed with four
//! digits. Rates are held against what is promised, give or take three standard errors of the simulation.

use std::sync::Arc;

use benchnote_parser::{
    Better, Evidence, Field, FieldKind, Label, LabelsId, Measurement, Metric, MetricId, Parsed, Role, Source, SourceId,
    Span, Unit,
};
use benchnote_verdict::stats::combinations::SplitMix64;
use benchnote_verdict::stats::rank_sum::rank_sum;
use benchnote_verdict::{Choices, Grade, OutcomeKind, Report, analyse};

const METRICS: usize = 40;
/// The relative scatter of a run.
const NOISE: f64 = 0.02;
/// The level that is promised.
const ALPHA: f64 = 0.05;

/// What is simulated.
#[derive(Clone, Copy)]
struct World {
    /// Runs of the two settings.
    runs: [usize; 2],
    /// The correlation between metrics of one run, from 0 to 1.
    correlation: f64,
    /// Whether one run in ten is a fifth slower.
    spiky: bool,
    /// The true gain of the second setting on the first `affected` metrics.
    gain: f64,
    affected: usize,
}

const NOTHING: World = World { runs: [4, 4], correlation: 0.0, spiky: false, gain: 0.0, affected: 0 };
const ALL: World = World { gain: 0.05, affected: METRICS, ..NOTHING };

struct Noise(SplitMix64);

impl Noise {
    /// A standard normal number, by the method of Box and Muller.
    fn normal(&mut self) -> f64 {
        let (one, other) = (1.0 - self.0.unit(), self.0.unit());
        libm::sqrt(-2.0 * libm::log(one)) * libm::cos(2.0 * std::f64::consts::PI * other)
    }
}

/// The values of a post: by setting and run, a value for each metric.
fn values(world: World, noise: &mut Noise) -> [Vec<Vec<f64>>; 2] {
    [0, 1].map(|setting| {
        (0..world.runs[setting])
            .map(|_| {
                let common = noise.normal();
                let run = |metric: usize, noise: &mut Noise| {
                    let mixed =
                        libm::sqrt(world.correlation) * common + libm::sqrt(1.0 - world.correlation) * noise.normal();
                    let spike = if world.spiky && noise.0.unit() < 0.1 { 1.2 } else { 1.0 };
                    let gain = if setting == 1 && metric < world.affected { 1.0 + world.gain } else { 1.0 };
                    // Times around 1 to 10, so that four digits print them to a hundredth of their noise.
                    let base = 1.5 + metric as f64 / 5.0;
                    base / gain * spike * libm::exp(NOISE * mixed)
                };
                (0..METRICS).map(|metric| run(metric, noise)).collect()
            })
            .collect()
    })
}

/// The values as a post that was read.
fn post(values: &[Vec<Vec<f64>>; 2]) -> Parsed {
    let metric = |at: usize| Metric {
        section: String::new(),
        name: format!("metric {at}"),
        unit: Unit::named("s").unwrap_or_default(),
        better: Better::Lower,
        better_evidence: Evidence::Tool,
        role: Role::Primary,
        format: "simulated".to_owned(),
    };
    let label = |value: &str| {
        vec![Label { field: Field { name: "column".to_owned(), kind: FieldKind::Setting }, value: value.to_owned() }]
    };
    let mut parsed = Parsed {
        sources: vec![Arc::new(Source::unnamed(""))],
        metrics: (0..METRICS).map(metric).collect(),
        labels: vec![label("before"), label("after")],
        ..Parsed::default()
    };
    for (setting, runs) in values.iter().enumerate() {
        for (at, value) in runs.iter().flat_map(|run| run.iter().enumerate()) {
            let printed = (value * 1000.0).round() / 1000.0;
            parsed.measurements.push(Measurement {
                value: printed,
                low: printed - 0.0005,
                high: printed + 0.0005,
                metric: MetricId(at as u32),
                labels: LabelsId(setting as u32),
                span: Span { source: SourceId(0), start: 0, end: 0 },
                guessed: false,
            });
        }
    }
    parsed
}

/// The reports of so many posts of a world.
fn reports(world: World, posts: usize, seed: u64, choices: &Choices) -> Vec<Report> {
    let mut noise = Noise(SplitMix64::new(seed));
    (0..posts).map(|_| analyse(&post(&values(world, &mut noise)), choices)).collect()
}

/// The share of reports that something holds of.
fn share(reports: &[Report], holds: impl Fn(&Report) -> bool) -> f64 {
    reports.iter().filter(|report| holds(report)).count() as f64 / reports.len() as f64
}

fn three_errors(rate: f64, posts: usize) -> f64 {
    3.0 * (rate * (1.0 - rate) / posts as f64).sqrt()
}

fn clear_headline(report: &Report) -> bool {
    report.outcome.kind == OutcomeKind::Winner && report.outcome.grade == Some(Grade::Clear)
}

/// The share of false findings among those that are called clear; 0 where there are none.
fn false_share(report: &Report, affected: usize) -> f64 {
    let clear: Vec<usize> = report
        .comparisons
        .iter()
        .flat_map(|pair| &pair.effects)
        .filter(|effect| effect.grade == Grade::Clear)
        .map(|effect| effect.metric)
        .collect();
    let wrong = clear.iter().filter(|&&metric| metric >= affected).count();
    if clear.is_empty() { 0.0 } else { wrong as f64 / clear.len() as f64 }
}

#[test]
fn without_an_effect_few_posts_get_a_clear_answer() {
    for (runs, posts) in [(4, 600), (5, 300), (8, 40), (10, 40)] {
        for (correlation, spiky) in [(0.0, false), (0.0, true), (0.5, false), (0.5, true)] {
            let world = World { runs: [runs; 2], correlation, spiky, ..NOTHING };
            let reports = reports(world, posts, 1 + runs as u64, &Choices::default());
            let headlines = share(&reports, clear_headline);
            let limit = ALPHA + three_errors(ALPHA, posts);
            assert!(headlines <= limit, "{runs} runs, {correlation}: {headlines} false clear answers");
            let findings: f64 = reports.iter().map(|report| false_share(report, 0)).sum::<f64>() / posts as f64;
            assert!(findings <= limit, "{runs} runs, {correlation}: {findings} false clear findings");
        }
    }
}

#[test]
fn among_clear_findings_few_are_false() {
    let world = World { runs: [5, 5], gain: 0.05, affected: METRICS / 2, ..NOTHING };
    let posts = 200;
    let reports = reports(world, posts, 11, &Choices { threshold: 0.0, ..Choices::default() });
    let wrong = reports.iter().map(|report| false_share(report, METRICS / 2)).sum::<f64>() / posts as f64;
    assert!(wrong <= ALPHA + three_errors(ALPHA, posts), "{wrong}");
    let some = share(&reports, |report| {
        report.comparisons.iter().flat_map(|pair| &pair.effects).any(|effect| effect.grade == Grade::Clear)
    });
    assert!(some > 0.9, "nothing is false where nothing is found: {some}");
}

#[test]
fn under_four_runs_a_side_nothing_is_clear_and_likely_is_one_in_ten() {
    let posts = 150;
    let choices = Choices { threshold: 0.0, ..Choices::default() };
    // Three runs against five and two against eight carry a test, and still are no sure thing.
    for runs in [[1, 1], [2, 2], [3, 3], [3, 5], [5, 3], [3, 12], [2, 8], [1, 12]] {
        for world in [World { runs, ..NOTHING }, World { runs, ..ALL }] {
            for report in reports(world, posts / 3, 21, &choices) {
                let effects = report.comparisons.iter().flat_map(|pair| &pair.effects);
                assert!(effects.into_iter().all(|effect| effect.grade != Grade::Clear));
                assert_ne!(report.outcome.grade, Some(Grade::Clear), "{runs:?} runs");
            }
        }
    }
    let three = reports(World { runs: [3, 3], ..NOTHING }, posts, 22, &choices);
    let likely = three
        .iter()
        .flat_map(|report| report.comparisons.iter().flat_map(|pair| &pair.effects))
        .filter(|effect| effect.grade == Grade::Likely)
        .count() as f64;
    let rate = likely / (posts * METRICS) as f64;
    assert!((rate - 0.1).abs() <= three_errors(0.1, posts * METRICS), "{rate}");
}

#[test]
fn five_percent_on_all_metrics_is_found_at_four_runs_a_side() {
    let posts = 200;
    for (correlation, least) in [(0.0, 0.95), (0.5, 0.80)] {
        let found = share(&reports(World { correlation, ..ALL }, posts, 31, &Choices::default()), |report| {
            clear_headline(report) && report.configurations[report.outcome.winners[0]].tag == "after"
        });
        assert!(found >= least, "correlation {correlation}: {found}");
    }
}

#[test]
fn a_metric_alone_is_tested_with_the_power_of_mann_whitney() {
    let world = World { runs: [5, 5], gain: 0.03, affected: METRICS, ..NOTHING };
    let mut noise = Noise(SplitMix64::new(41));
    let (mut ours, mut theirs) = (0, 0);
    for _ in 0..100 {
        let values = values(world, &mut noise);
        let report = analyse(&post(&values), &Choices { threshold: 0.0, ..Choices::default() });
        let effects = report.comparisons.iter().flat_map(|pair| &pair.effects);
        ours += effects.filter(|effect| effect.p.is_some_and(|p| p <= ALPHA)).count();
        theirs += (0..METRICS)
            .filter(|&metric| {
                let side = |setting: usize| values[setting].iter().map(|run| run[metric]).collect::<Vec<_>>();
                rank_sum(&side(0), &side(1)).is_some_and(|test| test.p <= ALPHA)
            })
            .count();
    }
    // Rounding in print takes a few ties away.
    assert!(ours as f64 >= 0.98 * f64::from(theirs as u32) && theirs > 500, "{ours} against {theirs}");
}

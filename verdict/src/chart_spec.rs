//! What to draw: scales, rows and points with the measurements they stand for. No pixels, no colours.

use benchnote_parser::{Better, MeasurementId};
use serde::{Deserialize, Serialize};

use crate::findings;
use crate::report::{Comparison, ConfigIndex, Grade, IntervalKind, MetricIndex, MetricRow, Run, Sample};
use crate::wording::{self, Speaker};

/// Which chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChartKind {
    /// One row per metric: the ratio to the baseline with its interval.
    Overview,
    /// One row per metric: every run, as a ratio to the baseline's median.
    Replicates,
}

/// A mark in a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChartPoint {
    /// Whose it is: gives colour and marker.
    pub config: ConfigIndex,
    /// Where it lies on the axis: finite and positive.
    pub value: f64,
    /// The left end of its bar: finite and positive, at most `value`.
    pub low: f64,
    /// The right end of its bar: finite, at least `value`.
    pub high: f64,
    /// Whether it stands for a centre (drawn full) or a single run (drawn small).
    pub centre: bool,
    /// Its grade; points without a claimed difference are drawn faint.
    pub grade: Option<Grade>,
    /// What it says when pointed at: `nopintlb, run 2: 2070 us`.
    pub text: String,
    /// The measurements behind it; never empty.
    pub cites: Vec<MeasurementId>,
}

/// A row of a chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChartRow {
    /// The section it belongs to; rows of one section stand together.
    pub section: String,
    /// The metric's name.
    pub label: String,
    /// Which metric.
    pub metric: MetricIndex,
    /// What stands at the row's end: `2059 -> 1768 us`.
    pub note: String,
    /// Its marks.
    pub points: Vec<ChartPoint>,
}

/// A chart on a logarithmic axis of ratios: above 1 is better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChartSpec {
    /// Which.
    pub kind: ChartKind,
    /// Its title.
    pub title: String,
    /// What it shows, in words.
    pub caption: String,
    /// The axis's name.
    pub axis: String,
    /// The left end: positive, below `max` by at least 1 %.
    pub min: f64,
    /// The right end.
    pub max: f64,
    /// The threshold band around 1: from and to.
    pub band: (f64, f64),
    /// The configuration that ratios are taken to.
    pub baseline: Option<ConfigIndex>,
    /// The configurations drawn, in order.
    pub configs: Vec<(ConfigIndex, String)>,
    /// The rows; never empty.
    pub rows: Vec<ChartRow>,
}

/// An interval may stretch the axis beyond the outermost centres by this ratio; what lies further is cut at its end.
const STRETCH: f64 = 1.3;
/// Of a sample with more runs than these, so many are drawn.
pub(crate) const MOST_RUNS: usize = 100;
/// The axis is at least this wide each way.
const LEAST_REACH: f64 = 1.05;

/// Charts are drawn for that many experiments.
const MOST_EXPERIMENTS: usize = 4;

/// All charts that suit the experiments; none where there is nothing to compare.
pub(crate) fn charts(speakers: &[Speaker<'_>]) -> Vec<ChartSpec> {
    let comparing = speakers.iter().filter(|speaker| !pairs(speaker).is_empty()).take(MOST_EXPERIMENTS);
    comparing.flat_map(|speaker| [overview(speaker), replicates(speaker)]).flatten().collect()
}

fn pairs<'a>(speaker: &Speaker<'a>) -> Vec<&'a Comparison> {
    speaker.comparisons.iter().filter(|c| Some(c.baseline) == speaker.baseline && c.matched > 0).collect()
}

fn overview(speaker: &Speaker<'_>) -> Option<ChartSpec> {
    let pairs = pairs(speaker);
    let contenders: Vec<ConfigIndex> = pairs.iter().map(|pair| pair.contender).collect();
    let unreadable = findings::unreadable(speaker.findings);
    let points = |metric: MetricIndex| -> Vec<ChartPoint> {
        if unreadable.contains(&metric) {
            return Vec::new();
        }
        let of_pair = |pair: &&Comparison| {
            let effect = pair.effect(metric).filter(|e| e.grade != Grade::CannotSay)?;
            let sample = |config: ConfigIndex| speaker.metrics.get(metric).and_then(|row| row.samples.get(config));
            let runs = [sample(pair.baseline)?, sample(pair.contender)?].into_iter().flat_map(|s| &s.runs);
            Some(ChartPoint {
                config: pair.contender,
                value: effect.ratio,
                low: effect.ratio_low.min(effect.ratio),
                high: effect.ratio_high.max(effect.ratio),
                centre: true,
                grade: Some(effect.grade),
                text: wording::point_text(speaker, pair, effect),
                cites: runs.map(|run| run.id).collect(),
            })
        };
        pairs.iter().filter_map(of_pair).collect()
    };
    let interval: Option<(IntervalKind, Option<f64>)> =
        pairs.first().and_then(|pair| pair.effects.first()).map(|e| (e.interval, e.confidence));
    finish(speaker, ChartKind::Overview, &contenders, points, interval)
}

fn replicates(speaker: &Speaker<'_>) -> Option<ChartSpec> {
    let pairs = pairs(speaker);
    let baseline = speaker.baseline?;
    let contenders: Vec<ConfigIndex> = pairs.iter().map(|pair| pair.contender).collect();
    let drawn: Vec<ConfigIndex> = std::iter::once(baseline).chain(contenders.iter().copied()).collect();
    let points = |metric: MetricIndex| -> Vec<ChartPoint> {
        let Some(row) = speaker.metrics.get(metric) else { return Vec::new() };
        let Some(base) = row.samples.get(baseline).map(|sample| sample.median).filter(|m| *m > 0.0) else {
            return Vec::new();
        };
        let samples = drawn.iter().filter_map(|&config| row.samples.get(config).map(|sample| (config, sample)));
        samples.flat_map(|(config, sample)| sample_points(speaker, metric, row, config, sample, base)).collect()
    };
    finish(speaker, ChartKind::Replicates, &drawn, points, None)
}

/// The runs of a sample and their median, as ratios to the baseline's median.
fn sample_points(
    speaker: &Speaker<'_>,
    metric: MetricIndex,
    row: &MetricRow,
    config: ConfigIndex,
    sample: &Sample,
    base: f64,
) -> Vec<ChartPoint> {
    let ratio = |value: f64| if row.better == Better::Lower { base / value } else { value / base };
    let point = |value: f64, low: f64, high: f64, centre: bool, text: String, cites: Vec<MeasurementId>| {
        let (one, other) = (ratio(low), ratio(high));
        let value = ratio(value);
        ChartPoint {
            config,
            value,
            low: one.min(other).min(value),
            high: one.max(other).max(value),
            centre,
            grade: None,
            text,
            cites,
        }
    };
    let mut points: Vec<ChartPoint> = drawn_runs(sample)
        .into_iter()
        .map(|run| {
            let text = wording::run_text(speaker, metric, config, Some(run));
            point(run.value, run.low, run.high, false, text, vec![run.id])
        })
        .collect();
    if sample.runs.len() > 1 {
        let text = wording::run_text(speaker, metric, config, None);
        let cites = sample.runs.iter().map(|run| run.id).collect();
        points.push(point(sample.median, sample.median, sample.median, true, text, cites));
    }
    points
}

/// The runs of a sample that are drawn: all, or of very many an even choice by size with the least and the greatest.
fn drawn_runs(sample: &Sample) -> Vec<&Run> {
    let mut runs: Vec<&Run> = sample.runs.iter().collect();
    if runs.len() > MOST_RUNS {
        runs.sort_by(|a, b| a.value.total_cmp(&b.value));
        let last = runs.len() - 1;
        runs = (0..MOST_RUNS).map(|at| runs[at * last / (MOST_RUNS - 1)]).collect();
    }
    runs
}

/// A chart of the rows that have points; `None` without any. Points that are not finite and positive are left out.
fn finish(
    speaker: &Speaker<'_>,
    kind: ChartKind,
    configs: &[ConfigIndex],
    points: impl Fn(MetricIndex) -> Vec<ChartPoint>,
    interval: Option<(IntervalKind, Option<f64>)>,
) -> Option<ChartSpec> {
    let drawable = |point: &ChartPoint| [point.low, point.value, point.high].iter().all(|v| v.is_finite() && *v > 0.0);
    let shown: Vec<ConfigIndex> = configs.iter().copied().filter(|config| Some(*config) != speaker.baseline).collect();
    let counted = speaker.metrics.iter().enumerate().filter(|(_, row)| row.counts());
    let rows: Vec<ChartRow> = counted
        .filter_map(|(metric, row)| {
            let points: Vec<ChartPoint> = points(metric).into_iter().filter(drawable).collect();
            (!points.is_empty()).then(|| ChartRow {
                section: crate::names::tidy(&row.section),
                label: row.full_name.clone(),
                metric,
                note: wording::note(speaker, metric, &shown),
                points,
            })
        })
        .collect();
    let (min, max) = range(&rows)?;
    let tag = |config: &ConfigIndex| speaker.configurations.get(*config).map(|c| (*config, c.tag.clone()));
    let baseline = speaker.baseline.and_then(|b| speaker.configurations.get(b)).map_or("", |c| c.tag.as_str());
    let threshold = 1.0 + speaker.choices.threshold.max(0.0);
    Some(ChartSpec {
        kind,
        title: wording::title(kind, speaker.title),
        caption: wording::caption(speaker, kind, interval),
        axis: wording::axis(baseline),
        min,
        max,
        band: (1.0 / threshold, threshold),
        baseline: speaker.baseline,
        configs: configs.iter().filter_map(tag).collect(),
        rows,
    })
}

/// The ends of the axis: all values fit, and intervals as far as they do not squeeze everything else.
fn range(rows: &[ChartRow]) -> Option<(f64, f64)> {
    let points = || rows.iter().flat_map(|row| &row.points);
    points().next()?;
    let values = |of: fn(&ChartPoint) -> f64| points().map(of);
    let least = values(|p| p.value).fold(1.0 / LEAST_REACH, f64::min);
    let most = values(|p| p.value).fold(LEAST_REACH, f64::max);
    let low = values(|p| p.low).fold(least, f64::min).max(least / STRETCH);
    let high = values(|p| p.high).fold(most, f64::max).min(most * STRETCH);
    Some((low / 1.02, high * 1.02))
}

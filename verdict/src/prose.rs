//! Sentences as data: text, figures that cite their measurements, and configurations.

use benchnote_parser::MeasurementId;
use serde::{Deserialize, Serialize};

use crate::report::{ConfigIndex, Grade, MetricIndex};

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Segment {
    /// Words.
    Text(String),
    /// A figure, and the measurements it was computed from or is.
    Figure {
        /// As it is shown.
        text: String,
        /// Where it comes from; never empty.
        cites: Vec<MeasurementId>,
    },
    /// A configuration, by its tag.
    Tag {
        /// The tag.
        text: String,
        /// Which one.
        config: ConfigIndex,
    },
}

impl Segment {
    /// The words alone.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Figure { text, .. } | Self::Tag { text, .. } => text,
        }
    }
}

/// The largest effects, value against value: a line of an aligned table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectLine {
    /// How sure.
    pub grade: Grade,
    /// The grade's word.
    pub grade_word: String,
    /// Which metric.
    pub metric: MetricIndex,
    /// Its name.
    pub name: String,
    /// Which configuration.
    pub contender: ConfigIndex,
    /// The baseline's centre, as printed, without unit: cites the baseline's runs.
    pub from: Segment,
    /// The contender's centre: cites its runs.
    pub to: Segment,
    /// The unit.
    pub unit: String,
    /// `14 % less time`: cites both sides' runs.
    pub change: Segment,
    /// The bounds in the same words: `12 to 15 %`; nothing where there are none.
    pub bounds: Option<Segment>,
    /// The number of its mark in plain text, from 1.
    pub mark: usize,
}

/// A part of the verdict after the headline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Block {
    /// Running text.
    Paragraph(Vec<Segment>),
    /// The largest effects, under a line that says of what.
    Effects {
        /// `1pintlb against nopintlb`.
        title: Vec<Segment>,
        /// The lines.
        lines: Vec<EffectLine>,
        /// What stands below where more were left out; else empty.
        more: Vec<Segment>,
        /// What the lines' bounds are, where they have some; else empty.
        bounds: Vec<Segment>,
    },
    /// A remark with a lead-in: `Can't be read:`.
    Aside {
        /// The lead-in, without colon.
        title: String,
        /// The rest of the sentence.
        text: Vec<Segment>,
    },
}

/// The verdict in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prose {
    /// The answer in a sentence or two, for a reader who reads nothing else.
    pub headline: Vec<Segment>,
    /// The rest, in order.
    pub blocks: Vec<Block>,
}

/// The words of segments, run together.
pub fn plain(segments: &[Segment]) -> String {
    segments.iter().map(Segment::text).collect()
}

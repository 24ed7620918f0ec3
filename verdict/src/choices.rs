//! What the user chose: everything that a verdict depends on besides the figures.

use benchnote_parser::Better;
use serde::{Deserialize, Serialize};

/// What the user calls a configuration, and whether it takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TagChoice {
    /// The name found in the post ([`Configuration::originals`](crate::Configuration::originals)).
    pub original: String,
    /// The name to use; two configurations with the same one are merged.
    pub tag: String,
    /// Left out of the comparison.
    #[serde(default)]
    pub excluded: bool,
}

/// What the user says of a metric: which way is better, and whether it is counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MetricChoice {
    /// The table or block it stands in; nothing: all that have a metric of the name.
    #[serde(default)]
    pub section: Option<String>,
    /// Its name there, with or without what sets it apart ([`MetricRow::name`](crate::MetricRow::name),
    /// [`stem`](crate::MetricRow::stem) or [`full_name`](crate::MetricRow::full_name)).
    pub name: String,
    /// Which way is better; nothing: as found.
    #[serde(default)]
    pub better: Option<Better>,
    /// Whether it is counted for the outcome; nothing: as its role says.
    #[serde(default)]
    pub counted: Option<bool>,
}

/// The user's choices. They hold names, never positions, so that they survive a better reading of the text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Choices {
    /// The practical threshold as a ratio above 1: 0.02 is 2 %. At least 0.
    pub threshold: f64,
    /// The level of the tests, between 0 and 1.
    pub alpha: f64,
    /// The names of the fields that tell the configurations apart; nothing: as proposed.
    pub projection: Option<Vec<String>>,
    /// Names and exclusions, by original name.
    pub tags: Vec<TagChoice>,
    /// The order of the configurations, by tag; others follow in the order of the post.
    pub order: Vec<String>,
    /// What is said of metrics; of several that fit one, the last holds.
    pub metrics: Vec<MetricChoice>,
    /// By how much single runs differ from noise alone, as a ratio above 1: 0.03 is 3 %. Nothing: not known.
    pub noise: Option<f64>,
    /// The tag that others are compared with; nothing, or one that does not occur: as proposed.
    pub baseline: Option<String>,
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            threshold: 0.02,
            alpha: 0.05,
            projection: None,
            tags: Vec::new(),
            order: Vec::new(),
            metrics: Vec::new(),
            noise: None,
            baseline: None,
        }
    }
}

impl Choices {
    /// The choice for an original name, if one was made.
    pub fn tag(&self, original: &str) -> Option<&TagChoice> {
        self.tags.iter().find(|choice| choice.original == original)
    }
}

//! What the user chose: everything that a verdict depends on besides the figures.

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
    /// The tag that others are compared with; nothing, or one that does not occur: as proposed.
    pub baseline: Option<String>,
}

impl Default for Choices {
    fn default() -> Self {
        Self { threshold: 0.02, alpha: 0.05, projection: None, tags: Vec::new(), baseline: None }
    }
}

impl Choices {
    /// The choice for an original name, if one was made.
    pub fn tag(&self, original: &str) -> Option<&TagChoice> {
        self.tags.iter().find(|choice| choice.original == original)
    }
}

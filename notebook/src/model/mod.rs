//! The document: plain data, the changes that can be made to it, and the way back from them.
//!
//! ```text
//! Edit -> History -> Notebook -> readings of its sources -> corrected -> verdict
//!                    (immutable)  parser                    corrected    benchnote_verdict
//! ```

pub mod anchor;
pub mod corrected;
pub mod correction;
pub mod edit;
pub mod file;
pub mod history;
pub mod shelf;

use std::sync::Arc;

use benchnote_parser::Source;
use benchnote_verdict::Choices;
use serde::{Deserialize, Serialize};

pub use anchor::Anchor;
pub use corrected::{Corrected, correct};
pub use correction::{Change, Correction, CorrectionId, Target};
pub use edit::{Edit, EditKind};
pub use history::History;
pub use shelf::Shelf;

/// A cell's name, which stays the same while the cell lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CellId(pub u32);

/// A comparison of what sources hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Comparison {
    /// What the user calls it; may be empty.
    pub name: String,
    /// The sources that take no part. A source that is added later takes part.
    pub without: Vec<CellId>,
    /// What is compared, and how.
    pub choices: Choices,
}

/// What a cell holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CellBody {
    /// A text with figures.
    Source(Arc<Source>),
    /// A comparison of what the sources hold.
    Comparison(Comparison),
    /// The user's own words, in Markdown.
    Note(String),
}

/// A cell of the notebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Its name.
    pub id: CellId,
    /// Whether only its heading is shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub folded: bool,
    /// What it holds.
    pub body: CellBody,
}

/// The document: a column of cells, and what the user said of the readings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notebook {
    /// What the user calls it; may be empty.
    #[serde(default)]
    pub title: String,
    /// The cells, in order. There is always at least one source and one comparison.
    pub cells: Vec<Cell>,
    /// What the user said of how the sources are to be read, in the order in which it is applied.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<Correction>,
}

impl Default for Notebook {
    fn default() -> Self {
        let cell = |id, body| Cell { id: CellId(id), folded: false, body };
        Self {
            title: String::new(),
            cells: vec![
                cell(1, CellBody::Source(Arc::default())),
                cell(2, CellBody::Comparison(Comparison::default())),
            ],
            corrections: Vec::new(),
        }
    }
}

impl Notebook {
    /// The sources, in order.
    pub fn sources(&self) -> impl Iterator<Item = (CellId, &Arc<Source>)> {
        self.cells.iter().filter_map(|cell| match &cell.body {
            CellBody::Source(source) => Some((cell.id, source)),
            _ => None,
        })
    }

    /// The comparisons, in order.
    pub fn comparisons(&self) -> impl Iterator<Item = (CellId, &Comparison)> {
        self.cells.iter().filter_map(|cell| match &cell.body {
            CellBody::Comparison(comparison) => Some((cell.id, comparison)),
            _ => None,
        })
    }

    /// The notes, in order.
    pub fn notes(&self) -> impl Iterator<Item = (CellId, &str)> {
        self.cells.iter().filter_map(|cell| match &cell.body {
            CellBody::Note(text) => Some((cell.id, text.as_str())),
            _ => None,
        })
    }

    /// A cell by its name.
    pub fn cell(&self, id: CellId) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.id == id)
    }

    /// The text of a source.
    pub fn source(&self, id: CellId) -> Option<&Arc<Source>> {
        self.sources().find(|(cell, _)| *cell == id).map(|(_, source)| source)
    }

    /// Whether there is nothing in it that anyone wrote or pasted.
    pub fn is_blank(&self) -> bool {
        self.title.is_empty()
            && self.sources().all(|(_, source)| source.text.is_empty())
            && self.notes().all(|(_, text)| text.trim().is_empty())
    }

    /// The size of its texts in bytes: what it takes to keep it, but for some hundred bytes.
    pub fn size(&self) -> usize {
        let texts: usize = self.sources().map(|(_, source)| source.text.len()).sum();
        texts + self.notes().map(|(_, text)| text.len()).sum::<usize>()
    }

    /// What to call it where the user gave no title: the subject of the first mail, else the first words of a text.
    pub fn name(&self) -> String {
        if !self.title.trim().is_empty() {
            return self.title.trim().to_owned();
        }
        let texts = || self.sources().map(|(_, source)| source);
        let subject = texts().find_map(|source| subject(&source.text));
        let label = || texts().map(|source| source.label.trim()).find(|label| !label.is_empty());
        let words = || texts().flat_map(|source| source.text.lines()).map(str::trim).find(|line| !line.is_empty());
        let found = subject.as_deref().or_else(label).or_else(words).unwrap_or_default();
        shortened(found, 60)
    }

    /// The notebook as it must be: with at least one source and one comparison, no two cells of one name, and numbers within
    /// their bounds. What comes from a file or a link goes through this.
    #[must_use]
    pub fn tidied(mut self) -> Self {
        let mut seen = std::collections::BTreeSet::new();
        self.cells.retain(|cell| seen.insert(cell.id));
        if self.sources().next().is_none() {
            let id = self.next_id();
            self.cells.insert(0, Cell { id, folded: false, body: CellBody::Source(Arc::default()) });
        }
        if self.comparisons().next().is_none() {
            let id = self.next_id();
            self.cells.push(Cell { id, folded: false, body: CellBody::Comparison(Comparison::default()) });
        }
        for cell in &mut self.cells {
            if let CellBody::Comparison(comparison) = &mut cell.body {
                bound(&mut comparison.choices);
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        self.corrections.retain(|correction| seen.insert(correction.id));
        self
    }

    /// A name that no cell has.
    fn next_id(&self) -> CellId {
        CellId(self.cells.iter().map(|cell| cell.id.0).max().unwrap_or(0).saturating_add(1))
    }
}

/// Brings choices from outside within their bounds.
fn bound(choices: &mut Choices) {
    let proposed = Choices::default();
    choices.threshold = Some(choices.threshold).filter(|t| t.is_finite()).unwrap_or(proposed.threshold).clamp(0.0, 1.0);
    if !(choices.alpha > 0.0 && choices.alpha < 1.0) {
        choices.alpha = proposed.alpha;
    }
    choices.noise = choices.noise.filter(|noise| noise.is_finite() && *noise >= 0.0);
}

/// The subject line of a mail near the start of a text.
fn subject(text: &str) -> Option<String> {
    const LINES: usize = 60;
    let line = text.lines().take(LINES).find_map(|line| {
        let line = line.trim_start_matches(['>', ' ']);
        let (name, subject) = line.split_once(':')?;
        name.eq_ignore_ascii_case("subject").then(|| subject.trim())
    })?;
    (!line.is_empty()).then(|| line.to_owned())
}

/// The beginning of a text, at most so many characters of it.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text[..at].trim_end()),
        None => text.to_owned(),
    }
}

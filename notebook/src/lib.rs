//! The document that people edit, share and export: sources and comparisons, and every change that can be made to them.
//!
//! Pure: the page, the command line and the tests use the same functions.

pub mod decode;
pub mod export;

use std::sync::Arc;

use benchnote_parser::Source;
use benchnote_verdict::{Choices, MetricChoice, TagChoice};
use serde::{Deserialize, Serialize};

/// A cell's name, which stays the same while the cell lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CellId(pub u32);

/// What a cell holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CellBody {
    /// A text.
    Source(Arc<Source>),
    /// A comparison of what all sources hold, with its choices.
    Comparison(Choices),
}

/// A cell of the notebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Its name.
    pub id: CellId,
    /// What it holds.
    pub body: CellBody,
}

/// The document: a column of cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notebook {
    /// What the user calls it; may be empty.
    pub title: String,
    /// The cells, in order. There is always at least one source and one comparison.
    pub cells: Vec<Cell>,
}

impl Default for Notebook {
    fn default() -> Self {
        Self {
            title: String::new(),
            cells: vec![
                Cell { id: CellId(1), body: CellBody::Source(Arc::default()) },
                Cell { id: CellId(2), body: CellBody::Comparison(Choices::default()) },
            ],
        }
    }
}

/// A change to a notebook.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Replaces the text and label of a source.
    SetSource(CellId, Source),
    /// Adds a source after the others.
    AddSource(Source),
    /// Removes a source; the last one is emptied instead.
    RemoveSource(CellId),
    /// Replaces all sources, and sets the comparison's choices back.
    OpenSources(Vec<Source>),
    /// Calls a configuration, by its original name, otherwise; two of the same name are merged. An empty name gives the
    /// original one back.
    Rename {
        /// The comparison.
        cell: CellId,
        /// The name in the post.
        original: String,
        /// The name to use.
        tag: String,
    },
    /// Leaves a configuration out, by its original name, or takes it in again.
    Exclude {
        /// The comparison.
        cell: CellId,
        /// The name in the post.
        original: String,
        /// Out or in.
        excluded: bool,
    },
    /// Compares with this tag.
    SetBaseline(CellId, String),
    /// Chooses the fields that tell the configurations apart; nothing gives the proposal back.
    SetProjection(CellId, Option<Vec<String>>),
    /// Sets the practical threshold, a ratio above 1 such as 0.02; kept between 0 and 1.
    SetThreshold(CellId, f64),
    /// Says something of a metric: which way is better, whether it counts. Replaces what was said of it before; saying
    /// nothing takes that back.
    SetMetric(CellId, MetricChoice),
}

impl Notebook {
    /// The sources, in order.
    pub fn sources(&self) -> impl Iterator<Item = (CellId, &Arc<Source>)> {
        self.cells.iter().filter_map(|cell| match &cell.body {
            CellBody::Source(source) => Some((cell.id, source)),
            CellBody::Comparison(_) => None,
        })
    }

    /// The comparisons, in order.
    pub fn comparisons(&self) -> impl Iterator<Item = (CellId, &Choices)> {
        self.cells.iter().filter_map(|cell| match &cell.body {
            CellBody::Comparison(choices) => Some((cell.id, choices)),
            CellBody::Source(_) => None,
        })
    }

    /// Makes a change. One that names a cell which is not there changes nothing.
    pub fn apply(&mut self, edit: Edit) {
        match edit {
            Edit::SetSource(id, source) => {
                if let Some(CellBody::Source(held)) = self.body_mut(id) {
                    *held = Arc::new(source);
                }
            }
            Edit::AddSource(source) => self.add_source(source),
            Edit::RemoveSource(id) => {
                if self.sources().count() > 1 {
                    self.cells.retain(|cell| cell.id != id || !matches!(cell.body, CellBody::Source(_)));
                } else if let Some(CellBody::Source(held)) = self.body_mut(id) {
                    *held = Arc::default();
                }
            }
            Edit::OpenSources(sources) => self.open(sources),
            Edit::Rename { cell, original, tag } => {
                let tag = tag.trim();
                let tag = if tag.is_empty() { original.as_str() } else { tag }.to_owned();
                self.with_tag(cell, &original, |choice| choice.tag = tag);
            }
            Edit::Exclude { cell, original, excluded } => {
                self.with_tag(cell, &original, |choice| choice.excluded = excluded);
            }
            Edit::SetBaseline(id, tag) => self.with_choices(id, |choices| choices.baseline = Some(tag)),
            Edit::SetProjection(id, fields) => self.with_choices(id, |choices| {
                choices.projection = fields;
                choices.tags.clear();
                choices.baseline = None;
            }),
            Edit::SetThreshold(id, threshold) => self.with_choices(id, |choices| {
                if threshold.is_finite() {
                    choices.threshold = threshold.clamp(0.0, 1.0);
                }
            }),
            Edit::SetMetric(id, choice) => self.with_choices(id, |choices| {
                choices.metrics.retain(|held| held.section != choice.section || held.name != choice.name);
                if choice.better.is_some() || choice.counted.is_some() {
                    choices.metrics.push(choice);
                }
            }),
        }
    }

    fn body_mut(&mut self, id: CellId) -> Option<&mut CellBody> {
        self.cells.iter_mut().find(|cell| cell.id == id).map(|cell| &mut cell.body)
    }

    fn with_choices(&mut self, id: CellId, change: impl FnOnce(&mut Choices)) {
        if let Some(CellBody::Comparison(choices)) = self.body_mut(id) {
            change(choices);
        }
    }

    /// Changes the choice for an original name; one that says nothing any more is dropped.
    fn with_tag(&mut self, id: CellId, original: &str, change: impl FnOnce(&mut TagChoice)) {
        self.with_choices(id, |choices| {
            let known = choices.tags.iter().position(|choice| choice.original == original);
            let at = known.unwrap_or_else(|| {
                let name = original.to_owned();
                choices.tags.push(TagChoice { original: name.clone(), tag: name, excluded: false });
                choices.tags.len() - 1
            });
            let choice = &mut choices.tags[at];
            let before = std::mem::take(&mut choice.tag);
            choice.tag.clone_from(&before);
            change(choice);
            // The baseline is held by name: it follows its configuration.
            if choices.baseline.as_deref() == Some(before.as_str()) {
                choices.baseline = Some(choices.tags[at].tag.clone());
            }
            choices.tags.retain(|choice| choice.excluded || choice.tag != choice.original);
        });
    }

    fn next_id(&self) -> CellId {
        CellId(self.cells.iter().map(|cell| cell.id.0).max().unwrap_or(0) + 1)
    }

    fn add_source(&mut self, source: Source) {
        let cell = Cell { id: self.next_id(), body: CellBody::Source(Arc::new(source)) };
        let after = self.cells.iter().rposition(|cell| matches!(cell.body, CellBody::Source(_))).map_or(0, |at| at + 1);
        self.cells.insert(after, cell);
    }

    fn open(&mut self, mut sources: Vec<Source>) {
        if sources.is_empty() {
            sources.push(Source::default());
        }
        self.cells.retain(|cell| !matches!(cell.body, CellBody::Source(_)));
        for cell in &mut self.cells {
            if let CellBody::Comparison(choices) = &mut cell.body {
                *choices = Choices::default();
            }
        }
        for source in sources {
            self.add_source(source);
        }
    }
}

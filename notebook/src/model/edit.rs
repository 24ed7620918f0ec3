//! The changes that can be made to a notebook.

use std::sync::Arc;

use benchnote_parser::Source;
use benchnote_verdict::{Choices, MetricChoice, TagChoice};

use super::anchor;
use super::correction::{Change, Correction, CorrectionId, Target};
use super::{Cell, CellBody, CellId, Comparison, Notebook};

/// A change to a notebook. One that names what is not there changes nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Calls the notebook so.
    SetTitle(String),
    /// Replaces the text and label of a source.
    SetSource(CellId, Source),
    /// Adds a source after the others.
    AddSource(Source),
    /// Replaces the text of a source, and adds further ones behind it.
    FillSource(CellId, Vec<Source>),
    /// Removes a source; the last one is emptied instead.
    RemoveSource(CellId),
    /// Replaces all sources, and sets the comparisons' choices and all corrections back.
    OpenSources(Vec<Source>),
    /// Adds an empty note behind a cell, or at the end.
    AddNote(Option<CellId>),
    /// Replaces the text of a note.
    SetNote(CellId, String),
    /// Removes a note.
    RemoveNote(CellId),
    /// Moves a source or note past the next source or note: down, or up.
    Move {
        /// The cell.
        cell: CellId,
        /// Downwards.
        down: bool,
    },
    /// Shows only a cell's heading, or all of it.
    Fold {
        /// The cell.
        cell: CellId,
        /// Only its heading.
        folded: bool,
    },
    /// Adds a comparison that begins as a copy of one.
    AddComparison(CellId),
    /// Removes a comparison; the last one stays.
    RemoveComparison(CellId),
    /// Calls a comparison so.
    SetName(CellId, String),
    /// Leaves a source out of a comparison, or takes it in again.
    LeaveOut {
        /// The comparison.
        cell: CellId,
        /// The source.
        source: CellId,
        /// Out or in.
        out: bool,
    },
    /// Calls configurations, by their original names, otherwise; two of the same name are merged. An empty name gives each
    /// its original one back.
    Rename {
        /// The comparison.
        cell: CellId,
        /// The names in the post.
        originals: Vec<String>,
        /// The name to use.
        tag: String,
    },
    /// Leaves configurations out, by their original names, or takes them in again.
    Exclude {
        /// The comparison.
        cell: CellId,
        /// The names in the post.
        originals: Vec<String>,
        /// Out or in.
        excluded: bool,
    },
    /// Compares with this tag.
    SetBaseline(CellId, String),
    /// Puts the configurations in this order, by their tags, and keeps the baseline that a proposal from the order gave.
    SetOrder {
        /// The comparison.
        cell: CellId,
        /// The tags.
        order: Vec<String>,
        /// The tag that is the baseline now.
        baseline: Option<String>,
    },
    /// Chooses the fields that tell the configurations apart; nothing gives the proposal back.
    SetProjection(CellId, Option<Vec<String>>),
    /// Sets the practical threshold, a ratio above 1 such as 0.02; kept between 0 and 1.
    SetThreshold(CellId, f64),
    /// Says something of a metric: which way is better, whether it counts. Replaces what was said of it before; saying
    /// nothing takes that back.
    SetMetric(CellId, MetricChoice),
    /// Corrects a reading, in so many ways at once.
    Correct(Vec<(Target, Change)>),
    /// Takes a correction back.
    Uncorrect(CorrectionId),
    /// Takes all corrections back.
    UncorrectAll,
}

/// What a change was, for the words of the way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditKind {
    /// The title.
    Title,
    /// A text.
    Text,
    /// A source's name.
    Label,
    /// A source was added.
    Adding,
    /// A cell was removed.
    Removal,
    /// Texts took the place of others.
    Opening,
    /// A note.
    Note,
    /// The order of cells.
    Moving,
    /// A cell was folded.
    Folding,
    /// A comparison was added or named, or sources left out of it.
    Comparison,
    /// A configuration's name.
    Name,
    /// What takes part.
    Exclusion,
    /// The baseline.
    Baseline,
    /// The order of the configurations.
    Order,
    /// What tells the configurations apart.
    Projection,
    /// The threshold.
    Threshold,
    /// What is said of a metric.
    Metric,
    /// A correction of a reading.
    Correction,
}

impl Edit {
    /// What it is. A source's name is told from its text by what the notebook holds now.
    pub fn kind(&self, notebook: &Notebook) -> EditKind {
        match self {
            Self::SetTitle(_) => EditKind::Title,
            Self::SetSource(id, source) => {
                let same = notebook.source(*id).is_some_and(|held| held.text == source.text);
                if same { EditKind::Label } else { EditKind::Text }
            }
            Self::FillSource(..) => EditKind::Text,
            Self::AddSource(_) | Self::AddNote(_) => EditKind::Adding,
            Self::RemoveSource(_) | Self::RemoveNote(_) | Self::RemoveComparison(_) => EditKind::Removal,
            Self::OpenSources(_) => EditKind::Opening,
            Self::SetNote(..) => EditKind::Note,
            Self::Move { .. } => EditKind::Moving,
            Self::Fold { .. } => EditKind::Folding,
            Self::AddComparison(_) | Self::SetName(..) | Self::LeaveOut { .. } => EditKind::Comparison,
            Self::Rename { .. } => EditKind::Name,
            Self::Exclude { .. } => EditKind::Exclusion,
            Self::SetBaseline(..) => EditKind::Baseline,
            Self::SetOrder { .. } => EditKind::Order,
            Self::SetProjection(..) => EditKind::Projection,
            Self::SetThreshold(..) => EditKind::Threshold,
            Self::SetMetric(..) => EditKind::Metric,
            Self::Correct(..) | Self::Uncorrect(_) | Self::UncorrectAll => EditKind::Correction,
        }
    }

    /// The cell whose text it types in, if it does: such changes that follow each other at once are one step.
    pub(super) fn typed_in(&self) -> Option<CellId> {
        match self {
            Self::SetSource(id, _) | Self::SetNote(id, _) => Some(*id),
            _ => None,
        }
    }
}

impl Notebook {
    /// Makes a change.
    pub fn apply(&mut self, edit: Edit) {
        match edit {
            Edit::SetTitle(title) => title.trim().clone_into(&mut self.title),
            Edit::SetSource(id, source) => self.set_source(id, source),
            Edit::AddSource(source) => {
                self.add_source(source, None);
            }
            Edit::FillSource(id, sources) => {
                let mut sources = sources.into_iter();
                if let Some(first) = sources.next() {
                    self.set_source(id, first);
                }
                let mut after = id;
                for source in sources {
                    after = self.add_source(source, Some(after));
                }
            }
            Edit::RemoveSource(id) => self.remove_source(id),
            Edit::OpenSources(sources) => self.open(sources),
            Edit::AddNote(after) => {
                let at = after.and_then(|id| self.position(id)).map_or(self.cells.len(), |at| at + 1);
                let cell = Cell { id: self.next_id(), folded: false, body: CellBody::Note(String::new()) };
                self.cells.insert(at, cell);
            }
            Edit::SetNote(id, text) => {
                if let Some(CellBody::Note(held)) = self.body_mut(id) {
                    *held = text;
                }
            }
            Edit::RemoveNote(id) => self.cells.retain(|cell| cell.id != id || !matches!(cell.body, CellBody::Note(_))),
            Edit::Move { cell, down } => self.shift(cell, down),
            Edit::Fold { cell, folded } => {
                if let Some(cell) = self.cells.iter_mut().find(|held| held.id == cell) {
                    cell.folded = folded;
                }
            }
            Edit::AddComparison(like) => {
                let Some((_, comparison)) = self.comparisons().find(|(id, _)| *id == like) else { return };
                let body = CellBody::Comparison(Comparison { name: String::new(), ..comparison.clone() });
                self.cells.push(Cell { id: self.next_id(), folded: false, body });
            }
            Edit::RemoveComparison(id) => {
                if self.comparisons().count() > 1 {
                    self.cells.retain(|cell| cell.id != id || !matches!(cell.body, CellBody::Comparison(_)));
                }
            }
            Edit::SetName(id, name) => {
                self.with_comparison(id, |comparison| name.trim().clone_into(&mut comparison.name));
            }
            Edit::LeaveOut { cell, source, out } => self.with_comparison(cell, |comparison| {
                comparison.without.retain(|id| *id != source);
                if out {
                    comparison.without.push(source);
                }
            }),
            Edit::Rename { cell, originals, tag } => {
                for original in originals {
                    let tag = if tag.trim().is_empty() { original.clone() } else { tag.trim().to_owned() };
                    self.with_tag(cell, &original, |choice| choice.tag = tag);
                }
            }
            Edit::Exclude { cell, originals, excluded } => {
                for original in originals {
                    self.with_tag(cell, &original, |choice| choice.excluded = excluded);
                }
            }
            Edit::SetBaseline(id, tag) => self.with_choices(id, |choices| choices.baseline = Some(tag)),
            Edit::SetOrder { cell, order, baseline } => self.with_choices(cell, |choices| {
                choices.order = order;
                choices.baseline = choices.baseline.take().or(baseline);
            }),
            Edit::SetProjection(id, fields) => self.with_choices(id, |choices| {
                choices.projection = fields;
                choices.tags.clear();
                choices.order.clear();
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
            Edit::Correct(changes) => {
                for (target, change) in changes {
                    self.add_correction(target, change);
                }
            }
            Edit::Uncorrect(id) => self.corrections.retain(|correction| correction.id != id),
            Edit::UncorrectAll => self.corrections.clear(),
        }
    }

    fn position(&self, id: CellId) -> Option<usize> {
        self.cells.iter().position(|cell| cell.id == id)
    }

    fn body_mut(&mut self, id: CellId) -> Option<&mut CellBody> {
        self.cells.iter_mut().find(|cell| cell.id == id).map(|cell| &mut cell.body)
    }

    fn with_comparison(&mut self, id: CellId, change: impl FnOnce(&mut Comparison)) {
        if let Some(CellBody::Comparison(comparison)) = self.body_mut(id) {
            change(comparison);
        }
    }

    fn with_choices(&mut self, id: CellId, change: impl FnOnce(&mut Choices)) {
        self.with_comparison(id, |comparison| change(&mut comparison.choices));
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
            let Some(choice) = choices.tags.get_mut(at) else { return };
            let before = choice.tag.clone();
            change(choice);
            let now = choice.tag.clone();
            // The baseline and the order hold tags: they follow their configuration.
            if choices.baseline.as_deref() == Some(before.as_str()) {
                choices.baseline = Some(now.clone());
            }
            if let Some(place) = choices.order.iter_mut().find(|tag| **tag == before) {
                *place = now;
            }
            choices.tags.retain(|choice| choice.excluded || choice.tag != choice.original);
        });
    }

    /// Replaces a text. What was said of its numbers moves along with them.
    fn set_source(&mut self, id: CellId, source: Source) {
        let Some(CellBody::Source(held)) = self.body_mut(id) else { return };
        let before = std::mem::replace(held, Arc::new(source));
        let now = held.clone();
        let moved = anchor::Moved::between(&before.text, &now.text);
        for anchor in self.corrections.iter_mut().filter_map(|correction| correction.target.anchor_mut()) {
            if anchor.source == id {
                anchor.follow(&moved);
            }
        }
    }

    fn add_source(&mut self, source: Source, after: Option<CellId>) -> CellId {
        let id = self.next_id();
        let last = || self.cells.iter().rposition(|cell| matches!(cell.body, CellBody::Source(_)));
        let at = after.and_then(|id| self.position(id)).or_else(last).map_or(0, |at| at + 1);
        self.cells.insert(at, Cell { id, folded: false, body: CellBody::Source(Arc::new(source)) });
        id
    }

    fn remove_source(&mut self, id: CellId) {
        if self.sources().count() > 1 {
            self.cells.retain(|cell| cell.id != id || !matches!(cell.body, CellBody::Source(_)));
        } else if let Some(CellBody::Source(held)) = self.body_mut(id) {
            *held = Arc::default();
        } else {
            return;
        }
        self.corrections.retain(|correction| correction.target.source() != Some(id));
    }

    fn open(&mut self, mut sources: Vec<Source>) {
        if sources.is_empty() {
            sources.push(Source::default());
        }
        let at = self.cells.iter().position(|cell| matches!(cell.body, CellBody::Source(_))).unwrap_or(0);
        let mut next = self.next_id().0;
        self.cells.retain(|cell| !matches!(cell.body, CellBody::Source(_)));
        for cell in &mut self.cells {
            if let CellBody::Comparison(comparison) = &mut cell.body {
                *comparison = Comparison { name: std::mem::take(&mut comparison.name), ..Comparison::default() };
            }
        }
        self.corrections.clear();
        let cells = sources.into_iter().map(|source| {
            let id = CellId(next);
            next = next.saturating_add(1);
            Cell { id, folded: false, body: CellBody::Source(Arc::new(source)) }
        });
        let cells: Vec<Cell> = cells.collect();
        self.cells.splice(at.min(self.cells.len())..at.min(self.cells.len()), cells);
    }

    /// Moves a source or note past its neighbour; comparisons stand in a column of their own and are no neighbours.
    fn shift(&mut self, id: CellId, down: bool) {
        let written = |cell: &Cell| !matches!(cell.body, CellBody::Comparison(_));
        let Some(from) = self.position(id).filter(|&at| self.cells.get(at).is_some_and(written)) else { return };
        let to = if down {
            (from + 1..self.cells.len()).find(|&at| self.cells.get(at).is_some_and(written))
        } else {
            (0..from).rev().find(|&at| self.cells.get(at).is_some_and(written))
        };
        if let Some(to) = to {
            self.cells.swap(from, to);
        }
    }

    /// Adds a correction behind the others. One that says the same kind of thing of the same place takes the earlier one's
    /// place.
    fn add_correction(&mut self, target: Target, change: Change) {
        let aspect = std::mem::discriminant(&change);
        self.corrections.retain(|held| held.target != target || std::mem::discriminant(&held.change) != aspect);
        let id = self.corrections.iter().map(|held| held.id.0).max().unwrap_or(0).saturating_add(1);
        self.corrections.push(Correction { id: CorrectionId(id), target, change });
    }
}

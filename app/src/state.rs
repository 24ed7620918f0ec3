//! The page's state: one notebook with its history, one writer, and everything derived from it.

mod keeping;
mod sharing;

use std::sync::Arc;

use benchnote_notebook::model::{Change, Correction, History, Target, file};
use benchnote_notebook::{CellId, Edit, EditKind, Notebook};
use benchnote_parser::{MeasurementId, Source, Span};
use benchnote_verdict::{Choices, ConfigIndex, prose};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::charts::marker;
use crate::effects::engine::{self, Outcome, Request};
use crate::effects::files::{self, Opened};
use crate::effects::keys::Way;
use crate::effects::{focus, storage};
use crate::words::{self, Notice};

pub(crate) use keeping::{Keeping, Status};

/// Measurements that are pointed at.
pub(crate) type Cites = Arc<[MeasurementId]>;

/// A place in a source to go to. Two jumps to one place are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Jump {
    /// Counts the jumps.
    pub(crate) number: u32,
    /// Where to.
    pub(crate) span: Span,
}

/// Where opened texts go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    /// In place of everything.
    Everything,
    /// Into one source; further texts become sources of their own.
    Cell(CellId),
}

/// What goes on, and what nothing on the page follows.
#[derive(Default)]
struct Work {
    /// How often the engine was asked.
    asked: u64,
    /// Whether a text arrives whole, so that the focus goes to the verdict.
    arriving: bool,
    /// The names in the post of the configurations renamed last.
    renamed: Vec<String>,
    /// The button that moved a configuration.
    moving: Option<String>,
}

/// The signals of the page. Copied freely; there is one of it.
#[derive(Clone, Copy)]
pub(crate) struct State {
    history: RwSignal<History>,
    notebook: Memo<Arc<Notebook>>,
    /// The comparison that is shown; nothing, or one that has gone: the first.
    chosen: RwSignal<Option<CellId>>,
    /// What is kept in the browser.
    pub(crate) keeping: Keeping,
    outcome: RwSignal<Option<Arc<Outcome>>>,
    /// What goes on.
    work: StoredValue<Work>,
    hovered: RwSignal<Option<Cites>>,
    pinned: RwSignal<Option<Cites>>,
    picked: RwSignal<Option<Span>>,
    /// Whether an analysis takes long enough to say so.
    pub(crate) busy: RwSignal<bool>,
    /// The place in a source to go to.
    pub(crate) jump: RwSignal<Option<Jump>>,
    /// The place last gone to, until something else is done.
    pub(crate) here: RwSignal<Option<Span>>,
    /// What happened that the user must know.
    pub(crate) notice: RwSignal<Option<Notice>>,
    /// What a screen reader says.
    pub(crate) said: RwSignal<String>,
}

impl State {
    /// A page that begins with the notebook kept last, and whose analysis follows its notebook.
    pub(crate) fn new() -> Self {
        let keeping = Keeping::new();
        let (history, later) = keeping::first(keeping);
        let history = RwSignal::new(history);
        let same = |before: Option<&Arc<Notebook>>, now: Option<&Arc<Notebook>>| match (before, now) {
            (Some(before), Some(now)) => !Arc::ptr_eq(before, now),
            _ => true,
        };
        let notebook = Memo::new_with_compare(move |_| history.with(|history| history.notebook().clone()), same);
        let state = Self {
            history,
            notebook,
            chosen: RwSignal::new(None),
            keeping,
            outcome: RwSignal::new(None),
            work: StoredValue::new(Work::default()),
            hovered: RwSignal::new(None),
            pinned: RwSignal::new(None),
            picked: RwSignal::new(None),
            busy: RwSignal::new(false),
            jump: RwSignal::new(None),
            here: RwSignal::new(None),
            notice: RwSignal::new(None),
            said: RwSignal::new(String::new()),
        };
        // Notes and names are no question to the engine.
        let question = Memo::new(move |_| state.notebook.with(|notebook| Question::of(notebook, state.chosen.get())));
        Effect::new(move |_| state.ask(question.get()));
        state.begin_keeping(later);
        state.begin_sharing();
        state
    }

    /// The state that [`provide`](provide_context) was given.
    pub(crate) fn of_page() -> Self {
        expect_context()
    }

    /// The only way to change the notebook. One that is only looked at does not change.
    pub(crate) fn update(self, edit: Edit) {
        if self.keeping.status.get_untracked() == Status::Viewing {
            self.notice.set(Some(Notice::OnlyViewed));
            return;
        }
        self.notice.set(None);
        self.forget_cites();
        if !matches!(edit, Edit::Correct(_) | Edit::Uncorrect(_)) {
            self.pick(None);
        }
        let changed = self.history.try_maybe_update(|history| {
            let changed = history.apply(edit, storage::now());
            (changed, changed)
        });
        debug_assert!(changed.is_some(), "the page is gone");
    }

    /// Goes a step through the history, and says what it was.
    pub(crate) fn step(self, way: Way) {
        let stepped = self.history.try_update(|history| match way {
            Way::Back => history.undo(),
            Way::Forward => history.redo(),
        });
        if let Some(kind) = stepped.flatten() {
            self.notice.set(None);
            self.forget_cites();
            self.pick(None);
            self.said.set(words::stepped(way, kind));
        }
    }

    /// Brings back what the last opening or removal took away.
    pub(crate) fn undo(self) {
        self.arrives();
        self.step(Way::Back);
    }

    /// What a step through the history would take back or do again.
    pub(crate) fn next_step(self, way: Way) -> Option<EditKind> {
        self.history.with(|history| match way {
            Way::Back => history.undoable(),
            Way::Forward => history.redoable(),
        })
    }

    /// The number that is explained.
    pub(crate) fn picked(self) -> Option<Span> {
        self.picked.get()
    }

    /// [`Self::picked`] now, without following it.
    pub(crate) fn picked_untracked(self) -> Option<Span> {
        self.picked.get_untracked()
    }

    /// Explains a number, or none.
    pub(crate) fn pick(self, span: Option<Span>) {
        if self.picked.get_untracked() != span {
            self.picked.set(span);
        }
    }

    /// Says something of the reading.
    pub(crate) fn correct(self, changes: Vec<(Target, Change)>) {
        if !changes.is_empty() {
            self.update(Edit::Correct(changes));
        }
    }

    /// Whether there is something to undo.
    pub(crate) fn can_undo(self) -> bool {
        self.next_step(Way::Back).is_some()
    }

    /// The notebook.
    pub(crate) fn notebook(self) -> Arc<Notebook> {
        self.notebook.get()
    }

    /// [`Self::notebook`] now, without following it.
    pub(crate) fn notebook_untracked(self) -> Arc<Notebook> {
        self.notebook.get_untracked()
    }

    /// The key that the notebook is kept under.
    pub(crate) fn key(self) -> Arc<str> {
        self.history.with(|history| history.key().clone())
    }

    fn key_untracked(self) -> Arc<str> {
        self.history.with_untracked(|history| history.key().clone())
    }

    /// Puts a notebook in place of the one that is open, which stays kept; undoing leads back to it.
    pub(crate) fn put_in_place(self, key: &str, notebook: Notebook) {
        self.keep_now();
        self.notice.set(None);
        self.forget_cites();
        self.pick(None);
        self.history.update(|history| history.open(key, notebook));
    }

    /// Opens a notebook from a file.
    pub(crate) fn open_notebook(self, notebook: Notebook) {
        self.arrives();
        self.put_in_place(&storage::new_key(), notebook);
    }

    /// Looks at someone else's notebook, as a link holds it. Nothing of it is kept until the user asks for a copy.
    pub(crate) fn view(self, notebook: Notebook) {
        self.put_in_place("", notebook);
        self.keeping.status.set(Status::Viewing);
    }

    /// Begins a new notebook; the one that is open stays kept.
    pub(crate) fn clear(self) {
        let lost = !self.is_empty_untracked();
        self.put_in_place(&storage::new_key(), Notebook::default());
        if lost {
            self.notice.set(Some(Notice::Replaced));
        }
        focus::focus_soon(&[".text-field"]);
    }

    /// Puts texts where they belong.
    pub(crate) fn open(self, to: Destination, sources: Vec<Source>) {
        if sources.is_empty() {
            return;
        }
        let replaced = to == Destination::Everything && !self.is_empty_untracked();
        let linked = sharing::with_link(&sources);
        self.arrives();
        match to {
            Destination::Everything if replaced => {
                let mut notebook = Notebook::default();
                notebook.apply(Edit::OpenSources(sources));
                self.put_in_place(&storage::new_key(), notebook);
            }
            Destination::Everything => self.update(Edit::OpenSources(sources)),
            Destination::Cell(cell) => self.update(Edit::FillSource(cell, sources)),
        }
        if replaced {
            self.notice.set(Some(Notice::Opened));
        }
        if let Some(text) = linked {
            self.notice.set(Some(Notice::HoldsLink(text)));
        }
    }

    /// Opens a pasted or dropped text: a notebook's file, or a text with figures.
    pub(crate) fn open_text(self, text: String) {
        match file::read(&text) {
            Ok(notebook) => self.open_notebook(notebook),
            Err(_) => self.open(Destination::Everything, vec![Source::unnamed(text)]),
        }
    }

    /// Adds the texts that were just opened to the notebook whose place they took.
    pub(crate) fn add_instead(self) {
        let (key, opened) = (self.key_untracked(), self.notebook_untracked());
        self.undo();
        self.forget_kept(key);
        for (_, source) in opened.sources() {
            self.update(Edit::AddSource((**source).clone()));
        }
    }

    /// Opens what files gave, and says what is the matter with the rest.
    pub(crate) fn open_files(self, to: Destination, opened: Vec<Opened>) {
        let mut notices = Vec::new();
        let mut sources = Vec::new();
        for file in opened {
            match file {
                Opened::Text(source) => sources.push(source),
                Opened::Guessed(source, encoding) => {
                    notices.push(words::guessed_encoding(&source.label, encoding));
                    sources.push(source);
                }
                Opened::Notebook(notebook) => self.open_notebook(*notebook),
                Opened::Refused(name, refusal) => notices.push(words::refused(&name, refusal)),
            }
        }
        self.open(to, sources);
        if !notices.is_empty() {
            self.notice.set(Some(Notice::Sentences(notices)));
        }
    }

    /// Opens one of the built-in examples.
    pub(crate) fn open_example(self, example: &'static words::Example) {
        spawn_local(async move {
            match files::fetch(example.path).await {
                Some(text) => self.open(Destination::Everything, vec![Source::new(example.title, text)]),
                None => self.notice.set(Some(Notice::Sentences(vec![words::example_failed(example.title)]))),
            }
        });
    }

    /// A text arrives whole, by paste or as a file: the focus, whose place it takes, goes to the verdict once that is there.
    pub(crate) fn arrives(self) {
        self.work.update_value(|work| work.arriving = true);
    }

    /// Removes a text. Its button had the focus: the way back has it next.
    pub(crate) fn remove(self, cell: CellId) {
        let lost = self.source_untracked(cell).is_some_and(|source| !source.text.is_empty());
        self.update(Edit::RemoveSource(cell));
        if lost {
            self.notice.set(Some(Notice::Replaced));
        }
        focus::focus_soon(&[".notice .undo", ".text-field", ".headline"]);
    }

    /// Gives all configurations of some names in the post a tag; an empty one gives each its own name back.
    pub(crate) fn rename(self, originals: Vec<String>, tag: &str) {
        let cell = self.comparison_untracked();
        self.work.update_value(|work| work.renamed.clone_from(&originals));
        self.update(Edit::Rename { cell, originals, tag: tag.to_owned() });
    }

    /// Something is about to be moved by the button of that name: it has the focus again once the answer is shown.
    pub(crate) fn moved(self, button: String) {
        self.work.update_value(|work| work.moving = Some(button));
    }

    /// Whether some names in the post are among those renamed last, until the answer to that is shown.
    pub(crate) fn was_renamed(self, originals: &[String]) -> bool {
        self.work.with_value(|work| work.renamed.iter().any(|name| originals.contains(name)))
    }

    /// Whether there is no text at all.
    pub(crate) fn is_empty(self) -> bool {
        self.notebook.with(|notebook| notebook.sources().all(|(_, source)| source.text.is_empty()))
    }

    /// [`Self::is_empty`] now, without following it.
    pub(crate) fn is_empty_untracked(self) -> bool {
        self.notebook.with_untracked(|notebook| notebook.sources().all(|(_, source)| source.text.is_empty()))
    }

    /// The source cells, in order.
    pub(crate) fn source_cells(self) -> Vec<CellId> {
        self.notebook.with(|notebook| notebook.sources().map(|(id, _)| id).collect())
    }

    /// The text of a cell.
    pub(crate) fn source(self, cell: CellId) -> Option<Arc<Source>> {
        self.notebook.try_with(|notebook| source_in(notebook, cell)).flatten()
    }

    /// [`Self::source`] now, without following it.
    pub(crate) fn source_untracked(self, cell: CellId) -> Option<Arc<Source>> {
        self.notebook.try_with_untracked(|notebook| source_in(notebook, cell)).flatten()
    }

    /// Shows another comparison.
    pub(crate) fn choose_comparison(self, cell: CellId) {
        self.forget_cites();
        self.chosen.set(Some(cell));
    }

    /// The comparison that is shown, and its choices. A notebook always has one.
    pub(crate) fn comparison(self) -> (CellId, Choices) {
        self.notebook.with(|notebook| comparison_in(notebook, self.chosen.get()))
    }

    /// The comparison cell now, without following it.
    pub(crate) fn comparison_untracked(self) -> CellId {
        self.notebook.with_untracked(|notebook| comparison_in(notebook, self.chosen.get_untracked())).0
    }

    /// The last answer of the engine.
    pub(crate) fn outcome(self) -> Option<Arc<Outcome>> {
        self.outcome.try_get().flatten()
    }

    /// [`Self::outcome`] now, without following it.
    pub(crate) fn outcome_untracked(self) -> Option<Arc<Outcome>> {
        self.outcome.try_get_untracked().flatten()
    }

    /// The look of a configuration now.
    pub(crate) fn look(self, config: ConfigIndex) -> usize {
        self.outcome().map_or(0, |outcome| marker::look_in(&outcome.report, config))
    }

    /// The measurements pointed at, else those last jumped to.
    pub(crate) fn cited(self) -> Option<Cites> {
        self.hovered.get().or_else(|| self.pinned.get())
    }

    /// Those pointed at alone.
    pub(crate) fn pointed_at(self) -> Option<Cites> {
        self.hovered.get()
    }

    /// Points at measurements, or at nothing.
    pub(crate) fn point_at(self, cites: Option<Vec<MeasurementId>>) {
        let now = self.hovered.with_untracked(Clone::clone);
        if now.as_deref() != cites.as_deref() {
            self.hovered.set(cites.map(Arc::from));
        }
    }

    /// Points at nothing, and forgets what was jumped to.
    pub(crate) fn forget_cites(self) {
        self.point_at(None);
        if self.pinned.with_untracked(Option::is_some) {
            self.pinned.set(None);
        }
        if self.here.get_untracked().is_some() {
            self.here.set(None);
        }
    }

    /// Goes to the first of some measurements in its source, and keeps all of them marked.
    pub(crate) fn go_to(self, cites: &[MeasurementId]) {
        let Some(outcome) = self.outcome_untracked() else { return };
        let span = cites.first().and_then(|&id| outcome.parsed().measurement(id)).map(|measurement| measurement.span);
        if let Some(span) = span {
            self.pinned.set(Some(Arc::from(cites)));
            self.point_at(None);
            self.go_to_span(span);
        }
    }

    /// Goes to a place in a source.
    pub(crate) fn go_to_span(self, span: Span) {
        let number = self.jump.with_untracked(|jump| jump.map_or(0, |jump| jump.number)) + 1;
        self.here.set(Some(span));
        self.jump.set(Some(Jump { number, span }));
    }

    /// Goes back to where the last jump came from, or to the verdict.
    pub(crate) fn come_back(self) {
        if !focus::go_back() {
            focus::go_to_top_of(".headline");
        }
        // After that: a figure that gets the focus points at its lines, which a touch screen could not put away.
        self.forget_cites();
    }

    /// How long typing rests before it is read, in milliseconds: the longer reading takes, the longer, since no key is heard
    /// meanwhile.
    pub(crate) fn rest_of_typing(self) -> u64 {
        const SHORTEST: f64 = 250.0;
        const LONGEST: f64 = 3_000.0;
        let took = self.outcome_untracked().map_or(0.0, |outcome| outcome.reading.took);
        (4.0 * took).clamp(SHORTEST, LONGEST) as u64
    }

    /// Goes to a place in a source; Escape leads back to where the keyboard is now.
    pub(crate) fn visit(self, span: Span) {
        focus::remember();
        self.go_to_span(span);
    }

    /// Asks the engine; only the answer to the last question counts.
    fn ask(self, question: Question) {
        let number = self.work.try_update_value(|work| {
            work.asked += 1;
            work.asked
        });
        let Question { sources, corrections, choices } = question;
        if sources.iter().all(|(_, source)| source.text.is_empty()) {
            self.outcome.set(None);
            self.busy.set(false);
            self.work.update_value(|work| work.arriving = false);
            return;
        }
        let request = Request { sources, corrections, choices, previous: self.outcome_untracked() };
        spawn_local(async move {
            let wanted = move || self.work.try_with_value(|work| work.asked) == number;
            let slow = move || {
                let _ = self.busy.try_set(true);
            };
            if let Some(outcome) = engine::answer(request, wanted, slow).await {
                self.answered(outcome);
            }
        });
    }

    fn answered(self, outcome: Outcome) {
        let headline = prose::plain(&outcome.report.prose.headline);
        let headline = if headline.is_empty() { words::NOTHING_FOUND.to_owned() } else { headline };
        let _ = self.outcome.try_set(Some(Arc::new(outcome)));
        let _ = self.busy.try_set(false);
        let _ = self.said.try_set(headline);
        if self.work.try_update_value(|work| std::mem::take(&mut work.arriving)).unwrap_or(false) {
            focus::focus_soon(&[".paste-again", ".headline"]);
        }
        if let Some(button) = self.work.try_update_value(|work| work.moving.take()).flatten() {
            focus::focus_id_soon(button);
        }
        request_animation_frame(move || {
            let _ = self.work.try_update_value(|work| work.renamed.clear());
        });
    }
}

/// What the engine is asked about.
#[derive(Clone)]
struct Question {
    sources: Vec<(CellId, Arc<Source>)>,
    corrections: Vec<Correction>,
    choices: Choices,
}

impl Question {
    fn of(notebook: &Notebook, chosen: Option<CellId>) -> Self {
        let sources = notebook.sources().map(|(id, source)| (id, source.clone())).collect();
        let (_, choices) = comparison_in(notebook, chosen);
        Self { sources, corrections: notebook.corrections.clone(), choices }
    }
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        engine::same(&self.sources, &other.sources)
            && self.corrections == other.corrections
            && self.choices == other.choices
    }
}

fn source_in(notebook: &Notebook, cell: CellId) -> Option<Arc<Source>> {
    notebook.source(cell).cloned()
}

fn comparison_in(notebook: &Notebook, chosen: Option<CellId>) -> (CellId, Choices) {
    let all = || notebook.comparisons();
    let found = all().find(|(id, _)| Some(*id) == chosen).or_else(|| all().next());
    found.map_or_else(|| (CellId(0), Choices::default()), |(id, comparison)| (id, comparison.choices.clone()))
}

//! The way back and forth through everything that was done.

use std::sync::Arc;

use super::edit::{Edit, EditKind};
use super::{CellId, Notebook};

/// The most steps that can be undone.
const STEPS: usize = 300;
/// The most text that is held for them, in bytes.
const BYTES: usize = 64 << 20;
/// Typing that rests no longer than this is one step, in milliseconds.
const PAUSE: f64 = 1_200.0;
/// Typing is one step for no longer than this, in milliseconds.
const BURST: f64 = 8_000.0;

/// A notebook at some time. `key` is the name it is kept under.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The name that the notebook is kept under.
    pub key: Arc<str>,
    /// The notebook.
    pub notebook: Arc<Notebook>,
}

/// A step: what was done, and what was there on its other side.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    kind: EditKind,
    there: Moment,
}

/// A notebook with all that it was before, and all that was undone.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    now: Moment,
    past: Vec<Step>,
    future: Vec<Step>,
    typing: Option<Typing>,
}

/// Typing that goes on: where, since when, and when last, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Typing {
    cell: CellId,
    begun: f64,
    last: f64,
}

impl History {
    /// Begins with a notebook.
    pub fn new(key: impl Into<Arc<str>>, notebook: Notebook) -> Self {
        let now = Moment { key: key.into(), notebook: Arc::new(notebook) };
        Self { now, past: Vec::new(), future: Vec::new(), typing: None }
    }

    /// The notebook now.
    pub fn notebook(&self) -> &Arc<Notebook> {
        &self.now.notebook
    }

    /// The name it is kept under.
    pub fn key(&self) -> &Arc<str> {
        &self.now.key
    }

    /// What undoing would take back.
    pub fn undoable(&self) -> Option<EditKind> {
        self.past.last().map(|step| step.kind)
    }

    /// What redoing would do again.
    pub fn redoable(&self) -> Option<EditKind> {
        self.future.last().map(|step| step.kind)
    }

    /// Makes a change at a time in milliseconds; tells whether anything is different. What was undone is then gone.
    pub fn apply(&mut self, edit: Edit, time: f64) -> bool {
        let kind = edit.kind(&self.now.notebook);
        let typed = edit.typed_in().filter(|_| matches!(kind, EditKind::Text | EditKind::Note));
        let mut notebook = (*self.now.notebook).clone();
        notebook.apply(edit);
        if notebook == *self.now.notebook {
            return false;
        }
        let goes_on = self
            .typing
            .filter(|typing| Some(typing.cell) == typed && time - typing.last <= PAUSE && time - typing.begun <= BURST);
        self.typing = typed.map(|cell| Typing { cell, begun: goes_on.map_or(time, |typing| typing.begun), last: time });
        let next = Moment { key: self.now.key.clone(), notebook: Arc::new(notebook) };
        if goes_on.is_some() {
            self.now = next;
            self.future.clear();
        } else {
            self.go(kind, next);
        }
        true
    }

    /// Puts another notebook in place of this one, which undoing brings back.
    pub fn open(&mut self, key: impl Into<Arc<str>>, notebook: Notebook) {
        self.typing = None;
        self.go(EditKind::Opening, Moment { key: key.into(), notebook: Arc::new(notebook) });
    }

    /// Keeps the notebook under another name from now on, without a step.
    pub fn keep_as(&mut self, key: impl Into<Arc<str>>) {
        self.now.key = key.into();
    }

    /// Takes the last step back; tells what it was.
    pub fn undo(&mut self) -> Option<EditKind> {
        let Step { kind, there } = self.past.pop()?;
        self.typing = None;
        let here = std::mem::replace(&mut self.now, there);
        self.future.push(Step { kind, there: here });
        Some(kind)
    }

    /// Does again what was last taken back; tells what it was.
    pub fn redo(&mut self) -> Option<EditKind> {
        let Step { kind, there } = self.future.pop()?;
        self.typing = None;
        let here = std::mem::replace(&mut self.now, there);
        self.past.push(Step { kind, there: here });
        Some(kind)
    }

    fn go(&mut self, kind: EditKind, next: Moment) {
        let there = std::mem::replace(&mut self.now, next);
        self.past.push(Step { kind, there });
        self.future.clear();
        self.forget();
    }

    /// Forgets the oldest steps where there are too many, or too much text in them.
    fn forget(&mut self) {
        let mut bytes = 0;
        let mut after = &self.now;
        let mut keep = 0;
        for step in self.past.iter().rev().take(STEPS) {
            bytes += new_text(&step.there.notebook, &after.notebook);
            if bytes > BYTES && keep > 0 {
                break;
            }
            keep += 1;
            after = &step.there;
        }
        let drop = self.past.len() - keep;
        self.past.drain(..drop);
    }
}

/// How much text of a notebook is not the very one that another holds, in bytes.
fn new_text(notebook: &Notebook, other: &Notebook) -> usize {
    let held = |source: &Arc<benchnote_parser::Source>| other.sources().any(|(_, same)| Arc::ptr_eq(source, same));
    notebook.sources().filter(|(_, source)| !held(source)).map(|(_, source)| source.text.len()).sum()
}

#[cfg(test)]
mod tests {
    use benchnote_parser::Source;

    use super::*;

    const TEXT: CellId = CellId(1);

    fn typed(history: &mut History, text: &str, time: f64) {
        history.apply(Edit::SetSource(TEXT, Source::unnamed(text)), time);
    }

    fn text(history: &History) -> &str {
        &history.notebook().source(TEXT).expect("a source").text
    }

    #[test]
    fn ten_steps_back_and_forward() {
        let mut history = History::new("a", Notebook::default());
        let mut seen = vec![history.notebook().clone()];
        for step in 0..10 {
            assert!(history.apply(Edit::SetTitle(format!("title {step}")), 0.0));
            seen.push(history.notebook().clone());
        }
        for before in seen.iter().rev().skip(1) {
            assert_eq!(history.undo(), Some(EditKind::Title));
            assert_eq!(history.notebook(), before);
        }
        assert_eq!(history.undo(), None);
        for after in seen.iter().skip(1) {
            assert_eq!(history.redo(), Some(EditKind::Title));
            assert_eq!(history.notebook(), after);
        }
        assert_eq!(history.redo(), None);
    }

    #[test]
    fn what_changes_nothing_is_no_step() {
        let mut history = History::new("a", Notebook::default());
        assert!(!history.apply(Edit::SetTitle(" ".into()), 0.0));
        assert_eq!(history.undoable(), None);
    }

    #[test]
    fn typing_is_one_step_until_it_rests() {
        let mut history = History::new("a", Notebook::default());
        for (text, time) in [("f", 0.0), ("fo", 300.0), ("for", 600.0), ("for x", 5_000.0)] {
            typed(&mut history, text, time);
        }
        history.undo();
        assert_eq!(text(&history), "for");
        history.undo();
        assert_eq!(text(&history), "");
        history.redo();
        assert_eq!(text(&history), "for");
        typed(&mut history, "fox", 5_100.0);
        assert_eq!(history.redoable(), None);
    }

    #[test]
    fn an_opened_notebook_gives_way_to_the_one_before() {
        let mut history = History::new("a", Notebook::default());
        typed(&mut history, "mine", 0.0);
        history.open("b", Notebook::default());
        assert_eq!((&**history.key(), text(&history)), ("b", ""));
        history.undo();
        assert_eq!((&**history.key(), text(&history)), ("a", "mine"));
    }

    #[test]
    fn large_texts_are_not_held_without_end() {
        let mut history = History::new("a", Notebook::default());
        for step in 0..20_u32 {
            typed(&mut history, &step.to_string().repeat(10 << 20), f64::from(step) * 1e6);
        }
        let mut steps = 0;
        while history.undo().is_some() {
            steps += 1;
        }
        assert!((2..10).contains(&steps), "{steps}");
    }
}

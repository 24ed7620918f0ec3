//! The field that a text is pasted, typed or edited in.

use std::sync::Arc;
use std::time::Duration;

use benchnote_notebook::{CellId, Edit};
use benchnote_parser::Source;
use leptos::html::Textarea;
use leptos::prelude::*;

use crate::effects::events::{ClipboardEvent, Event, KeyboardEvent};
use crate::effects::{clipboard, focus, keys, text_field};
use crate::state::State;
use crate::text::part::{self, Part};
use crate::words::{self, Notice};

/// More bytes than that at once, in an empty field, are a paste: phones and assistive tools insert so.
const PASTED: usize = 64;

/// The name in the page of the button that begins and ends editing a source.
pub(crate) fn edit_id(cell: CellId) -> String {
    format!("edit-{}", cell.0)
}

/// What the field of a source holds.
#[derive(Clone, Copy)]
struct Held {
    state: State,
    cell: CellId,
    field: NodeRef<Textarea>,
    /// The text that the field was last in step with.
    source: StoredValue<Arc<Source>>,
    /// The part of it that the field holds.
    part: RwSignal<Part>,
    timer: StoredValue<Option<TimeoutHandle>>,
}

impl Held {
    fn new(state: State, cell: CellId, at: u32) -> Self {
        let source = state.source_untracked(cell).unwrap_or_default();
        let part = RwSignal::new(part::around(&source.text, at as usize));
        let (source, timer) = (StoredValue::new(source), StoredValue::new(None));
        Self { state, cell, field: NodeRef::new(), source, part, timer }
    }

    /// The characters that the field is to show.
    fn shown(self) -> String {
        let part = self.part.get_untracked();
        self.source.with_value(|source| source.text.get(part).unwrap_or_default().to_owned())
    }

    fn stop(self) {
        if let Some(timer) = self.timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    }

    /// Brings the notebook up to what the field holds. It may come late, when the field has gone already: the last characters
    /// still count, unless the cell is gone too.
    fn fill(self, new: &str) {
        if self.state.source_untracked(self.cell).is_none() {
            return;
        }
        let Some(part) = self.part.try_get_untracked() else { return };
        let Some((label, (text, part))) =
            self.source.try_with_value(|source| (source.label.clone(), part::put(&source.text, &part, new)))
        else {
            return;
        };
        let source = Source::new(label, text);
        let _ = self.part.try_set(part);
        self.source.set_value(Arc::new(source.clone()));
        self.state.update(Edit::SetSource(self.cell, source));
    }

    /// [`Self::fill`] with what is in the field now.
    fn take(self) {
        self.stop();
        let text = self.field.get_untracked().map(|field| field.value());
        if let Some(text) = text.filter(|text| *text != self.shown()) {
            self.fill(&text);
        }
    }

    /// Brings the field up to what the notebook holds: the history changes the text under it.
    fn follow(self, now: &Arc<Source>) {
        let same = self.source.with_value(|source| Arc::ptr_eq(source, now) || source.text == now.text);
        if same {
            self.source.set_value(now.clone());
            return;
        }
        self.stop();
        let before = self.shown();
        let part = self.source.with_value(|source| part::follow(&source.text, &self.part.get_untracked(), &now.text));
        self.source.set_value(now.clone());
        self.part.set(part);
        let shown = self.shown();
        if let Some(field) = self.field.get_untracked() {
            text_field::put(&field, &shown, text_field::end_of_change(&before, &shown));
        }
    }

    /// Shows another part.
    fn turn(self, to: fn(&str, &Part) -> Part) {
        self.take();
        let part = self.source.with_value(|source| to(&source.text, &self.part.get_untracked()));
        self.part.set(part);
        if let Some(field) = self.field.get_untracked() {
            text_field::put(&field, &self.shown(), 0);
            focus::focus_quietly(&field);
        }
    }

    fn is_empty(self) -> bool {
        self.source.with_value(|source| source.text.is_empty())
    }
}

/// The field of a source. What is pasted while it is empty never gets into it: a megabyte would be laid out there. It holds
/// its text itself; the notebook follows after a rest.
#[component]
pub(crate) fn TextField(
    /// The source it fills.
    cell: CellId,
    /// Whether the field stays while its text is read; typing makes it so, a paste does not.
    editing: RwSignal<bool>,
    /// The byte of the text that was last at the top of its view: editing a long text begins there.
    top: StoredValue<u32>,
) -> impl IntoView {
    let state = State::of_page();
    let held = Held::new(state, cell, top.get_value());
    let node = held.field;
    let paste = move |event: ClipboardEvent| {
        // Into a text that is being edited the browser pastes by itself.
        if !held.is_empty() || node.get_untracked().is_some_and(|field| !field.value().is_empty()) {
            return;
        }
        match clipboard::take_text(&event) {
            Some(text) => {
                state.arrives();
                held.fill(&text);
                state.offer_link(&text);
            }
            None => state.notice.set(Some(Notice::Sentences(vec![words::NOT_TEXT.to_owned()]))),
        }
    };
    let typed = StoredValue::new(held.shown().len());
    let input = move |event: Event| {
        let text = event_target_value(&event);
        let before = typed.try_update_value(|typed| std::mem::replace(typed, text.len())).unwrap_or(0);
        held.stop();
        if before == 0 && text.len() > PASTED && held.is_empty() {
            state.arrives();
            held.fill(&text);
        } else {
            editing.set(true);
            let rest = Duration::from_millis(state.rest_of_typing());
            held.timer.set_value(set_timeout_with_handle(move || held.fill(&text), rest).ok());
        }
    };
    let key = move |event: KeyboardEvent| {
        // The page's history, not the field's: what was typed last is a step of it.
        if let Some(way) = keys::way(&event) {
            event.prevent_default();
            held.take();
            state.step(way);
            // What was read and undone at once is no change that others see.
            if let Some(source) = state.source_untracked(cell) {
                held.follow(&source);
            }
            return;
        }
        // Escape ends editing; what was typed last is still read. In an empty field it has nothing to end.
        if event.key() == "Escape" && editing.get_untracked() {
            event.prevent_default();
            held.take();
            editing.set(false);
            focus::focus_id_soon(edit_id(cell));
        }
    };
    let begun = held.shown();
    Effect::new(move |_| {
        if let Some(field) = node.get() {
            text_field::put(&field, &begun, 0);
            focus::focus_quietly(&field);
        }
    });
    Effect::new(move |_| {
        if let Some(source) = state.source(cell) {
            held.follow(&source);
        }
    });
    view! {
        <PartButtons held />
        <textarea
            class="text-field"
            class:editing=editing
            rows="4"
            spellcheck="false"
            autocomplete="off"
            aria-label=words::PASTE_LABEL
            placeholder=words::PASTE_HINT
            node_ref=node
            on:paste=paste
            on:input=input
            on:keydown=key
        ></textarea>
    }
}

/// Which lines of a long text are in the field, and the way to the others.
#[component]
fn PartButtons(
    /// What the field holds.
    held: Held,
) -> impl IntoView {
    move || {
        let part = held.part.get();
        let (all, from, to) = held.source.with_value(|source| {
            let lines = |text: Option<&str>| text.map_or(0, |text| text.matches('\n').count());
            let from = lines(source.text.get(..part.start));
            (source.text.len(), from, from + lines(source.text.get(part.clone())))
        });
        (part.len() < all).then(|| {
            let (first, last) = (part.start == 0, part.end == all);
            let earlier = move |_| held.turn(part::earlier);
            let later = move |_| held.turn(part::later);
            view! {
                <p class="part">
                    <button type="button" aria-disabled=first.to_string() on:click=earlier>
                        {words::EARLIER_LINES}
                    </button>
                    <button type="button" aria-disabled=last.to_string() on:click=later>
                        {words::LATER_LINES}
                    </button>
                    <span class="soft">{words::lines_in_field(from + 1, to)}</span>
                </p>
            }
        })
    }
}

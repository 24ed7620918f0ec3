//! The field that a text is pasted, typed or edited in.

use std::time::Duration;

use benchnote_notebook::{CellId, Edit};
use benchnote_parser::Source;
use leptos::html::Textarea;
use leptos::prelude::*;

use crate::effects::events::{ClipboardEvent, Event, KeyboardEvent};
use crate::effects::{clipboard, focus, keys, text_field};
use crate::state::State;
use crate::words::{self, Notice};

/// How long typing rests before it is read.
const REST: Duration = Duration::from_millis(250);
/// More bytes than that at once, in an empty field, are a paste: phones and assistive tools insert so.
const PASTED: usize = 64;

/// The name in the page of the button that begins and ends editing a source.
pub(crate) fn edit_id(cell: CellId) -> String {
    format!("edit-{}", cell.0)
}

/// The field of a source. What is pasted while it is empty never gets into it: a megabyte would be laid out there. It holds
/// its text itself; the notebook follows after a rest.
#[component]
pub(crate) fn TextField(
    /// The source it fills.
    cell: CellId,
    /// Whether the field stays while its text is read; typing makes it so, a paste does not.
    editing: RwSignal<bool>,
) -> impl IntoView {
    let state = State::of_page();
    let field = NodeRef::<Textarea>::new();
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let begun = state.source_untracked(cell).map_or_else(String::new, |source| source.text.clone());
    let length = StoredValue::new(begun.len());
    let shown = StoredValue::new(begun.clone());
    let fill = move |text: String| {
        // It may come late, when the field has gone already: the last characters still count, unless the cell is gone too.
        if let Some(source) = state.source_untracked(cell) {
            let _ = shown.try_update_value(|shown| text.clone_into(shown));
            state.update(Edit::SetSource(cell, Source::new(source.label.clone(), text)));
        }
    };
    let stop = move || {
        if let Some(timer) = timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    };
    let paste = move |event: ClipboardEvent| {
        // Into a text that is being edited the browser pastes by itself.
        if length.get_value() > 0 {
            return;
        }
        match clipboard::take_text(&event) {
            Some(text) => {
                state.arrives();
                fill(text);
            }
            None => state.notice.set(Some(Notice::Sentences(vec![words::NOT_TEXT.to_owned()]))),
        }
    };
    let input = move |event: Event| {
        let text = event_target_value(&event);
        let before = length.try_update_value(|length| std::mem::replace(length, text.len())).unwrap_or(0);
        stop();
        if before == 0 && text.len() > PASTED {
            state.arrives();
            fill(text);
        } else {
            editing.set(true);
            timer.set_value(set_timeout_with_handle(move || fill(text), REST).ok());
        }
    };
    let follow = move |text: &str| {
        let same = shown.with_value(|shown| shown == text);
        if let Some(field) = field.get_untracked().filter(|_| !same) {
            stop();
            let at = shown.with_value(|shown| text_field::end_of_change(shown, text));
            text_field::put(&field, text, at);
            length.set_value(text.len());
            shown.set_value(text.to_owned());
        }
    };
    let key = move |event: KeyboardEvent| {
        // The page's history, not the field's: what was typed last is a step of it.
        if let Some(way) = keys::way(&event) {
            event.prevent_default();
            stop();
            let text = field.get_untracked().map(|field| field.value()).unwrap_or_default();
            if shown.with_value(|shown| *shown != text) {
                fill(text);
            }
            state.step(way);
            // What was read and undone at once is no change that others see.
            if let Some(source) = state.source_untracked(cell) {
                follow(&source.text);
            }
            return;
        }
        // Escape ends editing; what was typed last is still read. In an empty field it has nothing to end.
        if event.key() == "Escape" && editing.get_untracked() {
            event.prevent_default();
            editing.set(false);
            focus::focus_id_soon(edit_id(cell));
        }
    };
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            field.set_value(&begun);
            focus::focus_quietly(&field);
        }
    });
    // The history changes the text under the field.
    Effect::new(move |_| {
        if let Some(source) = state.source(cell) {
            follow(&source.text);
        }
    });
    view! {
        <textarea
            class="text-field"
            class:editing=editing
            rows="4"
            spellcheck="false"
            autocomplete="off"
            aria-label=words::PASTE_LABEL
            placeholder=words::PASTE_HINT
            node_ref=field
            on:paste=paste
            on:input=input
            on:keydown=key
        ></textarea>
    }
}

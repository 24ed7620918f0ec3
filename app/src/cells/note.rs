//! A note: the user's own words, in Markdown.

use benchnote_notebook::{CellId, Edit};
use leptos::html::Textarea;
use leptos::prelude::*;

use crate::effects::events::{Event, KeyboardEvent};
use crate::effects::{focus, keys, text_field};
use crate::parts::cell_frame::{self, FoldButton, MoveButtons};
use crate::parts::markdown::markdown;
use crate::state::State;
use crate::words::{self, Notice};

fn edit_id(cell: CellId) -> String {
    format!("edit-{}", cell.0)
}

/// A note of the notebook.
#[component]
pub(crate) fn NoteCell(
    /// The cell.
    cell: CellId,
) -> impl IntoView {
    let state = State::of_page();
    let text = Memo::new(move |_| note(state, cell));
    // A new one is there to be written.
    let editing = RwSignal::new(text.with_untracked(String::is_empty));
    let folded = cell_frame::folded(state, cell);
    let heading = Signal::derive(|| words::NOTE.to_owned());
    let remove = move |_| {
        let lost = text.with_untracked(|text| !text.trim().is_empty());
        state.update(Edit::RemoveNote(cell));
        if lost {
            state.notice.set(Some(Notice::Replaced));
        }
        focus::focus_soon(&[".notice .undo", ".add-note"]);
    };
    let body = move || {
        if editing.get() {
            view! { <NoteField cell text editing /> }.into_any()
        } else {
            view! { <div class="note-text">{move || text.with(|text| markdown(text))}</div> }.into_any()
        }
    };
    view! {
        <section
            class="note"
            aria-labelledby=format!("note-{}", cell.0)
            on:keydown=move |event| cell_frame::key(state, cell, &event)
        >
            <div class="cell-head">
                <FoldButton cell heading />
                <h2 id=format!("note-{}", cell.0) class="grow">
                    {words::NOTE}
                </h2>
                <div class="cell-commands">
                    <MoveButtons cell heading />
                    <button type="button" id=edit_id(cell) on:click=move |_| editing.update(|editing| *editing = !*editing)>
                        {move || if editing.get() { words::DONE } else { words::EDIT }}
                    </button>
                    <button type="button" aria-label=words::REMOVE_NOTE on:click=remove>
                        {words::REMOVE}
                    </button>
                </div>
            </div>
            <div hidden=folded>{body}</div>
        </section>
    }
    .into_any()
}

fn note(state: State, cell: CellId) -> String {
    let notebook = state.notebook();
    notebook.notes().find(|(id, _)| *id == cell).map_or_else(String::new, |(_, text)| text.to_owned())
}

/// The field that a note is written in. Every key is taken at once.
#[component]
fn NoteField(
    /// The cell.
    cell: CellId,
    /// Its text.
    text: Memo<String>,
    /// Whether it is being written.
    editing: RwSignal<bool>,
) -> impl IntoView {
    let state = State::of_page();
    let field = NodeRef::<Textarea>::new();
    let input = move |event: Event| state.update(Edit::SetNote(cell, event_target_value(&event)));
    let key = move |event: KeyboardEvent| {
        if let Some(way) = keys::way(&event) {
            event.prevent_default();
            state.step(way);
        } else if event.key() == "Escape" {
            event.prevent_default();
            editing.set(false);
            focus::focus_id_soon(edit_id(cell));
        }
    };
    Effect::new(move |first: Option<()>| {
        let Some(field) = field.get() else { return };
        let shown = field.value();
        text.with(|text| {
            if shown != *text {
                text_field::put(&field, text, text_field::end_of_change(&shown, text));
            }
        });
        if first.is_none() {
            focus::focus_quietly(&field);
        }
    });
    view! {
        <textarea
            class="text-field note-field"
            rows="5"
            aria-label=words::NOTE_LABEL
            placeholder=words::NOTE_HINT
            node_ref=field
            on:input=input
            on:keydown=key
        ></textarea>
    }
}

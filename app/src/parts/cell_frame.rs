//! What every cell of the column of texts and notes has: it can be folded and moved.

use benchnote_notebook::{CellBody, CellId, Edit};
use leptos::prelude::*;

use crate::effects::events::KeyboardEvent;
use crate::effects::focus;
use crate::state::State;
use crate::words;

/// Whether only the heading of a cell is shown.
pub(crate) fn folded(state: State, cell: CellId) -> Memo<bool> {
    Memo::new(move |_| state.notebook().cell(cell).is_some_and(|cell| cell.folded))
}

fn button_id(cell: CellId, what: &str) -> String {
    format!("{what}-{}", cell.0)
}

/// The button in front of a cell's heading.
#[component]
pub(crate) fn FoldButton(
    /// The cell.
    cell: CellId,
    /// What its heading says.
    #[prop(into)]
    heading: Signal<String>,
) -> impl IntoView {
    let state = State::of_page();
    let folded = folded(state, cell);
    view! {
        <button
            type="button"
            class="fold bare"
            aria-label=move || words::fold_label(&heading.get())
            aria-expanded=move || (!folded.get()).to_string()
            on:click=move |_| state.update(Edit::Fold { cell, folded: !folded.get_untracked() })
        ></button>
    }
}

/// The buttons that move a cell past its neighbours; there are none where there is no neighbour at all.
#[component]
pub(crate) fn MoveButtons(
    /// The cell.
    cell: CellId,
    /// What its heading says.
    #[prop(into)]
    heading: Signal<String>,
) -> impl IntoView {
    let state = State::of_page();
    let places = Memo::new(move |_| {
        let notebook = state.notebook();
        let written = notebook.cells.iter().filter(|cell| !matches!(cell.body, CellBody::Comparison(_)));
        let written: Vec<CellId> = written.map(|cell| cell.id).collect();
        let at = written.iter().position(|id| *id == cell).unwrap_or(0);
        (at, written.len())
    });
    let button = move |down: bool| {
        let can = move || places.with(|&(at, count)| if down { at + 1 < count } else { at > 0 });
        let id = button_id(cell, if down { "cell-down" } else { "cell-up" });
        view! {
            <button
                type="button"
                class="move"
                id=id.clone()
                aria-label=move || words::move_label(&heading.get(), down)
                aria-disabled=move || (!can()).to_string()
                on:click=move |_| shift(state, cell, down, id.clone())
            >
                {if down { "▾" } else { "▴" }}
            </button>
        }
    };
    view! {
        <span class="moves" hidden=move || places.get().1 < 2>
            {button(false)}
            {button(true)}
        </span>
    }
}

fn shift(state: State, cell: CellId, down: bool, back: String) {
    state.update(Edit::Move { cell, down });
    // What moves loses the focus.
    focus::focus_id_soon(back);
}

/// Alt with an arrow key moves the cell that has the focus.
pub(crate) fn key(state: State, cell: CellId, event: &KeyboardEvent) {
    let down = match event.key().as_str() {
        "ArrowDown" => true,
        "ArrowUp" => false,
        _ => return,
    };
    if event.alt_key() && !event.ctrl_key() && !event.meta_key() {
        event.prevent_default();
        shift(state, cell, down, button_id(cell, if down { "cell-down" } else { "cell-up" }));
    }
}

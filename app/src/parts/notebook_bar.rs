//! The notebook as a whole: its title, the way through its history, and whether it is kept.

use benchnote_notebook::Edit;
use leptos::prelude::*;

use crate::effects::keys::Way;
use crate::state::State;
use crate::words;

/// A bar under the header, once there is something to name or to undo.
#[component]
pub(crate) fn NotebookBar() -> impl IntoView {
    let state = State::of_page();
    let title = Memo::new(move |_| state.notebook().title.clone());
    let hint = Memo::new(move |_| state.notebook().name());
    let hidden = Memo::new(move |_| {
        let steps = [Way::Back, Way::Forward].into_iter().any(|way| state.next_step(way).is_some());
        !steps && state.notebook().is_blank()
    });
    let rename = move |event| state.update(Edit::SetTitle(event_target_value(&event)));
    view! {
        <section class="notebook-bar" aria-label=words::NOTEBOOK_BAR hidden=hidden>
            <input
                type="text"
                class="title"
                autocomplete="off"
                aria-label=words::TITLE
                placeholder=move || hint.with(|hint| words::named(hint).to_owned())
                prop:value=move || title.get()
                on:change=rename
            />
            <StepButton way=Way::Back />
            <StepButton way=Way::Forward />
            <span class="soft kept-status">{move || words::status(state.keeping.status.get())}</span>
        </section>
    }
}

/// A button that goes a step through the history. It stays where it is when there is none: what has the focus must not go.
#[component]
fn StepButton(
    /// Which way.
    way: Way,
) -> impl IntoView {
    let state = State::of_page();
    let next = Memo::new(move |_| state.next_step(way));
    let name = if way == Way::Back { words::UNDO_BUTTON } else { words::REDO_BUTTON };
    view! {
        <button
            type="button"
            class="step"
            title=move || words::step_help(way, next.get())
            aria-disabled=move || next.get().is_none().to_string()
            on:click=move |_| state.step(way)
        >
            {name}
        </button>
    }
}

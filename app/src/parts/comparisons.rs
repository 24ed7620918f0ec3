//! Several comparisons of the same texts, each with its own choices; one is shown at a time.

use benchnote_notebook::{CellId, Edit};
use leptos::prelude::*;

use crate::effects::focus;
use crate::state::State;
use crate::words;

/// The comparisons to choose from, once there are several.
#[component]
pub(crate) fn Comparisons() -> impl IntoView {
    let state = State::of_page();
    let list = Memo::new(move |_| {
        let notebook = state.notebook();
        notebook.comparisons().map(|(id, comparison)| (id, comparison.name.clone())).collect::<Vec<(CellId, String)>>()
    });
    let now = Memo::new(move |_| state.comparison().0);
    let own = Memo::new(move |_| {
        list.with(|list| {
            list.iter().find(|(id, _)| *id == now.get()).map_or_else(String::new, |(_, name)| name.clone())
        })
    });
    let buttons = move || {
        list.get()
            .into_iter()
            .enumerate()
            .map(|(at, (id, name))| {
                view! {
                    <button
                        type="button"
                        aria-pressed=move || (now.get() == id).to_string()
                        on:click=move |_| state.choose_comparison(id)
                    >
                        {words::comparison(at + 1, &name)}
                    </button>
                }
            })
            .collect_view()
    };
    let remove = move |_| {
        state.update(Edit::RemoveComparison(now.get_untracked()));
        focus::focus_soon(&[".comparisons button", "#verdict"]);
    };
    view! {
        <section class="comparisons" aria-label=words::COMPARISONS hidden=move || list.with(|list| list.len() < 2)>
            {buttons}
            <input
                type="text"
                class="tag"
                autocomplete="off"
                aria-label=words::COMPARISON_NAME
                placeholder=words::LABEL_HINT
                prop:value=move || own.get()
                on:change=move |event| state.update(Edit::SetName(now.get_untracked(), event_target_value(&event)))
            />
            <button type="button" on:click=remove>
                {words::REMOVE_COMPARISON}
            </button>
        </section>
    }
}

/// Begins another comparison with the choices of the one that is shown.
#[component]
pub(crate) fn AddComparison() -> impl IntoView {
    let state = State::of_page();
    let add = move |_| {
        state.update(Edit::AddComparison(state.comparison_untracked()));
        if let Some((id, _)) = state.notebook_untracked().comparisons().last() {
            state.choose_comparison(id);
        }
    };
    view! {
        <p class="add-comparison">
            <button type="button" class="quiet" title=words::ADD_COMPARISON_HELP on:click=add>
                {words::ADD_COMPARISON}
            </button>
        </p>
    }
}

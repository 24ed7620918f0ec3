//! The notebooks that the browser keeps.

use benchnote_notebook::model::shelf::Entry;
use leptos::prelude::*;

use super::notice::save;
use crate::effects::{focus, storage};
use crate::state::State;
use crate::words;

/// The name of the menu of notebooks in the page.
pub(crate) const MENU: &str = "notebooks";

/// What the menu of notebooks holds.
#[component]
pub(crate) fn KeptList() -> impl IntoView {
    let state = State::of_page();
    let items = move || {
        let open = state.key();
        let shelf = state.keeping.shelf.get();
        let items = shelf.entries().iter().map(|entry| item(state, entry, *entry.key == *open)).collect_view();
        if items.is_empty() {
            view! { <p class="soft none">{words::NONE_KEPT}</p> }.into_any()
        } else {
            view! { <ul class="kept" aria-label=words::KEPT_LIST>{items}</ul> }.into_any()
        }
    };
    let save_it = move |_| {
        focus::close_popover(MENU);
        save(state);
    };
    view! {
        <h2 class="menu-head">{words::KEPT_LIST}</h2>
        {items}
        <p class="menu-foot">
            <button type="button" on:click=save_it>
                {words::SAVE_FILE}
            </button>
        </p>
    }
}

fn item(state: State, entry: &Entry, is_open: bool) -> impl IntoView + use<> {
    let when = words::kept_when(&storage::written(entry.time), entry.bytes);
    let (name, key) = (words::named(&entry.name).to_owned(), entry.key.clone());
    let open = {
        let entry = entry.clone();
        move |_| {
            focus::close_popover(MENU);
            if !is_open {
                state.open_kept(entry.clone());
            }
        }
    };
    // The notebook that is open can't be taken from under the page.
    let remove = (!is_open).then(|| {
        view! {
            <button
                type="button"
                class="quiet"
                aria-label=words::remove_kept(&entry.name)
                on:click=move |_| state.remove_kept(key.clone())
            >
                {words::REMOVE}
            </button>
        }
    });
    view! {
        <li>
            <button type="button" class="example" aria-current=is_open.then_some("true") on:click=open>
                <span class="example-title">{name}</span>
                <span class="example-about">{when} {is_open.then(|| format!(", {}", words::OPEN_NOW))}</span>
            </button>
            {remove}
        </li>
    }
}

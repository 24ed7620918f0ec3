//! The button that opens files.

use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::effects::files;
use crate::state::{Destination, State};
use crate::words;

/// A button and the hidden file field behind it.
#[component]
pub(crate) fn OpenButton(
    /// Where the files go.
    to: Destination,
) -> impl IntoView {
    let state = State::of_page();
    let field = NodeRef::<Input>::new();
    let chosen = move |_| {
        let files = files::chosen(field);
        spawn_local(async move { state.open_files(to, files::read_all(files).await) });
    };
    view! {
        <button type="button" on:click=move |_| files::choose(field)>
            {words::OPEN_FILE}
        </button>
        <input type="file" multiple hidden tabindex="-1" aria-hidden="true" node_ref=field on:change=chosen />
    }
}

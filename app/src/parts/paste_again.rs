//! A place to paste another text where the last one held no figures.

use benchnote_parser::Source;
use leptos::prelude::*;

use crate::effects::clipboard;
use crate::effects::events::{ClipboardEvent, Event};
use crate::state::{Destination, State};
use crate::words::{self, Notice};

/// A field whose paste takes the place of everything. What is typed in it is taken once the field is left.
#[component]
pub(crate) fn PasteAgain() -> impl IntoView {
    let state = State::of_page();
    let take = move |text: String| state.open(Destination::Everything, vec![Source::unnamed(text)]);
    let paste = move |event: ClipboardEvent| match clipboard::take_text(&event) {
        Some(text) => take(text),
        None => state.notice.set(Some(Notice::Sentences(vec![words::NOT_TEXT.to_owned()]))),
    };
    let change = move |event: Event| {
        let text = event_target_value(&event);
        if !text.trim().is_empty() {
            take(text);
        }
    };
    view! {
        <textarea
            class="text-field paste-again"
            rows="2"
            spellcheck="false"
            autocomplete="off"
            aria-label=words::PASTE_AGAIN
            placeholder=words::PASTE_AGAIN
            on:paste=paste
            on:change=change
        ></textarea>
    }
}

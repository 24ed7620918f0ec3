//! What happened that the user must know, with the way back where there is one.

use leptos::prelude::*;

use crate::state::State;
use crate::words::{self, Notice};

/// A strip under the header.
#[component]
pub(crate) fn NoticeStrip() -> impl IntoView {
    let state = State::of_page();
    let strip = move || {
        let notice = state.notice.get()?;
        let (sentences, undo) = match notice {
            Notice::Replaced => (vec![words::REPLACED.to_owned()], state.can_undo()),
            Notice::Sentences(sentences) => (sentences, false),
        };
        let sentences = sentences.into_iter().map(|text| view! { <p>{text}</p> }).collect_view();
        let undo = undo.then(|| {
            view! {
                <button type="button" class="undo" on:click=move |_| state.undo()>
                    {words::UNDO}
                </button>
            }
        });
        Some(view! {
            <div class="notice">
                <div class="grow">{sentences}</div>
                {undo}
                <button type="button" on:click=move |_| state.notice.set(None)>
                    {words::DISMISS}
                </button>
            </div>
        })
    };
    view! { <div role="status">{strip}</div> }
}

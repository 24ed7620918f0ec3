//! What happened that the user must know, with the way back where there is one.

use benchnote_notebook::model::file;
use leptos::prelude::*;

use crate::effects::events::MouseEvent;
use crate::effects::save_file;
use crate::state::{State, Status};
use crate::words::{self, Notice};

/// A strip under the header.
#[component]
pub(crate) fn NoticeStrip() -> impl IntoView {
    let state = State::of_page();
    let strip = move || {
        let notice = state.notice.get()?;
        let (sentences, way_back) = match notice {
            Notice::Replaced => (vec![words::REPLACED.to_owned()], undo(state)),
            Notice::Opened => {
                let add = button(words::ADD_INSTEAD, "", move |_| state.add_instead());
                (vec![words::OPENED.to_owned()], undo(state).map(|undo| vec![undo, add].into_any()))
            }
            Notice::Sentences(sentences) => (sentences, None),
            Notice::HoldsLink(text) => {
                let open = move |_| state.open_link(&text);
                (vec![words::HOLDS_LINK.to_owned()], Some(button(words::OPEN_LINK, "", open)))
            }
            Notice::OnlyViewed => (vec![words::ONLY_VIEWED.to_owned()], None),
            Notice::Unreadable(name) => (vec![words::unreadable(&name)], None),
            Notice::Removed(entry, text) => {
                let sentence = words::removed(&entry.name);
                let back = move |_| state.put_back((*entry).clone(), text.clone());
                (vec![sentence], Some(button(words::UNDO, "undo", back)))
            }
        };
        let sentences = sentences.into_iter().map(|text| view! { <p>{text}</p> }).collect_view();
        Some(view! {
            <div class="notice">
                <div class="grow">{sentences}</div>
                {way_back}
                <button type="button" on:click=move |_| state.notice.set(None)>
                    {words::DISMISS}
                </button>
            </div>
        })
    };
    view! { <div role="status">{strip}</div> }
}

fn button(text: &'static str, class: &'static str, pressed: impl FnMut(MouseEvent) + 'static) -> AnyView {
    view! {
        <button type="button" class=class on:click=pressed>
            {text}
        </button>
    }
    .into_any()
}

fn undo(state: State) -> Option<AnyView> {
    state.can_undo().then(|| button(words::UNDO, "undo", move |_| state.undo()))
}

/// A strip for how it stands with the notebook, where that asks for something.
#[component]
pub(crate) fn KeepingStrip() -> impl IntoView {
    let state = State::of_page();
    let strip = move || {
        let (text, buttons) = match state.keeping.status.get() {
            Status::Blank | Status::Kept | Status::Waiting => return None,
            Status::Elsewhere => (
                words::ELSEWHERE,
                vec![
                    button(words::WORK_HERE, "", move |_| state.take_over()),
                    button(words::WORK_ON_COPY, "", move |_| state.keep_copy()),
                ],
            ),
            Status::Failed(reason) => {
                (words::not_kept(reason), vec![button(words::SAVE_FILE, "", move |_| save(state))])
            }
            Status::Viewing => (words::VIEWING, vec![button(words::KEEP_COPY, "", move |_| state.keep_copy())]),
        };
        Some(view! {
            <div class="notice keeping">
                <p class="grow">{text}</p>
                {buttons}
            </div>
        })
    };
    view! { <div role="status">{strip}</div> }
}

/// Saves the notebook as a file.
pub(crate) fn save(state: State) {
    let notebook = state.notebook_untracked();
    save_file::save(&words::file_name(&notebook.name()), "application/json", &file::write(&notebook));
}

//! The box in which a notebook is shared: as a link, as a reply, as a file.

use std::sync::Arc;

use benchnote_notebook::masking::{self, Private};
use benchnote_notebook::model::file;
use benchnote_notebook::{Notebook, export, permalink};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::effects::{clipboard, engine, location, save_file};
use crate::state::State;
use crate::words::{self, Export};

/// The name of the box in the page.
pub(crate) const BOX: &str = "share";

/// A link, or why there is none.
type Made = Result<Arc<str>, String>;

/// The signals of the box.
#[derive(Clone, Copy)]
struct Share {
    open: RwSignal<bool>,
    /// What was found that the sender may want to mask, and whether it is to be.
    private: RwSignal<Vec<(Private, bool)>>,
    /// The address with the link; nothing while it is being made.
    made: RwSignal<Option<Made>>,
    said: RwSignal<&'static str>,
    asked: StoredValue<u64>,
}

impl Share {
    fn new() -> Self {
        Self {
            open: RwSignal::new(false),
            private: RwSignal::new(Vec::new()),
            made: RwSignal::new(None),
            said: RwSignal::new(""),
            asked: StoredValue::new(0),
        }
    }

    /// The notebook with what is to be masked masked.
    fn notebook(self, notebook: &Notebook) -> Notebook {
        let masked: Vec<Private> = self
            .private
            .with_untracked(|all| all.iter().filter(|(_, masked)| *masked).map(|(it, _)| it.clone()).collect());
        masking::masked(notebook, &masked)
    }

    /// Makes the link; only the one asked for last counts.
    fn make(self, notebook: Arc<Notebook>) {
        let number = self.asked.try_update_value(|asked| {
            *asked += 1;
            *asked
        });
        self.made.set(None);
        spawn_local(async move {
            // The box is shown before.
            engine::pause(16).await;
            if self.asked.try_get_value() != number {
                return;
            }
            let link = permalink::write(&self.notebook(&notebook));
            let address = link.map(|link| format!("{}#{link}", location::page()).into());
            let _ = self.made.try_set(Some(address.map_err(|error| words::no_link(&error))));
        });
    }
}

/// What the box holds.
#[component]
pub(crate) fn ShareBox() -> impl IntoView {
    let state = State::of_page();
    let share = Share::new();
    // Only while the box is open: a link takes a tenth of a second.
    Effect::new(move |_| {
        if share.open.get() {
            let notebook = state.notebook();
            let before = share.private.get_untracked();
            let was = |private: &Private| before.iter().any(|(it, masked)| it == private && *masked);
            let found = masking::found(&notebook).into_iter().map(|it| (was(&it), it));
            share.private.set(found.map(|(masked, it)| (it, masked)).collect());
            share.said.set("");
            share.make(notebook);
        }
    });
    view! {
        <div
            id=BOX
            class="menu share"
            popover="auto"
            role="dialog"
            aria-label=words::SHARE
            on:toggle=move |event| share.open.set(clipboard::is_opening(&event))
        >
            {move || share.open.get().then(|| view! { <Contents share /> })}
        </div>
    }
}

#[component]
fn Contents(share: Share) -> impl IntoView {
    let link = move || match share.made.get() {
        None => view! { <p class="soft">{words::MAKING_LINK}</p> }.into_any(),
        Some(Err(reason)) => view! { <p class="none">{reason}</p> }.into_any(),
        Some(Ok(address)) => view! { <Link share address /> }.into_any(),
    };
    view! {
        <h2 class="menu-head">{words::SHARE_LINK}</h2>
        {link}
        <Masks share />
        <h2 class="menu-head">{words::TAKE_AWAY}</h2>
        <Exports share />
        <p class="soft share-said" role="status">
            {move || share.said.get()}
        </p>
    }
}

/// The link, how long it is and where it fits, and the ways to hand it on.
#[component]
fn Link(share: Share, address: Arc<str>) -> impl IntoView {
    let state = State::of_page();
    let copy = move |text: String, said: &'static str| {
        spawn_local(async move {
            let copied = clipboard::put(&text).await;
            let _ = share.said.try_set(if copied { said } else { words::NOT_COPIED });
        });
    };
    let copy_link = {
        let address = address.clone();
        move |_| copy(address.to_string(), words::LINK_COPIED)
    };
    let copy_block = {
        let address = address.clone();
        move |_| copy(permalink::wrapped(&address), words::BLOCK_COPIED)
    };
    let ask_system = {
        let address = address.clone();
        move |_| {
            let address = address.clone();
            let name = state.notebook_untracked().name();
            spawn_local(async move { clipboard::share(&name, &address).await });
        }
    };
    let system = clipboard::can_share().then(|| {
        view! {
            <button type="button" on:click=ask_system>
                {words::SHARE_BY_SYSTEM}
            </button>
        }
    });
    let length = address.len();
    view! {
        <div class="share-link">
            <input
                type="text"
                readonly
                aria-label=words::SHARE_LINK
                prop:value=address.to_string()
            />
            <button type="button" on:click=copy_link>
                {words::COPY_LINK}
            </button>
        </div>
        <p class="share-length">{words::link_length(length)}</p>
        <ul class="share-fits" aria-label=words::WHERE_IT_FITS>
            {words::link_fits(length).into_iter().map(|(fits, where_to)| view! {
                <li class:no=!fits>{if fits { "✓ " } else { "✗ " }} {where_to}</li>
            }).collect_view()}
        </ul>
        <p class="share-ways">
            <button type="button" on:click=copy_block>
                {words::COPY_BLOCK}
            </button>
            {system}
        </p>
        <p class="soft">{words::LINK_IS_NOT_SENT}</p>
    }
}

/// What may be masked, with a tick box each.
#[component]
fn Masks(share: Share) -> impl IntoView {
    let state = State::of_page();
    let count = Memo::new(move |_| share.private.with(Vec::len));
    let boxes = move || {
        (0..count.get())
            .map(|at| {
                let text = share.private.with_untracked(|all| all.get(at).map(|(it, _)| it.text.clone()));
                let tick = move |event| {
                    share.private.update(|all| {
                        if let Some((_, masked)) = all.get_mut(at) {
                            *masked = event_target_checked(&event);
                        }
                    });
                    share.make(state.notebook_untracked());
                };
                let checked = move || share.private.with(|all| all.get(at).is_some_and(|(_, masked)| *masked));
                view! {
                    <li>
                        <label>
                            <input type="checkbox" prop:checked=checked on:change=tick />
                            <span>{text}</span>
                        </label>
                    </li>
                }
            })
            .collect_view()
    };
    let all = move |_| {
        share.private.update(|all| all.iter_mut().for_each(|(_, masked)| *masked = true));
        share.make(state.notebook_untracked());
    };
    move || {
        (count.get() > 0).then(|| {
            view! {
                <fieldset class="masks">
                    <legend>{words::MASK}</legend>
                    <button type="button" on:click=all>
                        {words::MASK_ALL}
                    </button>
                    <ul>{boxes}</ul>
                </fieldset>
            }
        })
    }
}

/// What can be copied or saved.
#[component]
fn Exports(share: Share) -> impl IntoView {
    let state = State::of_page();
    let notebook = move || share.notebook(&state.notebook_untracked());
    let reply = move |_| {
        let text = reply(&notebook(), share.made.get_untracked());
        spawn_local(async move {
            let copied = clipboard::put(&text).await;
            let _ = share.said.try_set(if copied { words::REPLY_COPIED } else { words::NOT_COPIED });
        });
    };
    let save = move |form: Export| {
        let notebook = notebook();
        let (kind, text) = exported(&notebook, form);
        save_file::save(&words::export_name(&notebook.name(), form), kind, &text);
    };
    let buttons = Export::ALL.map(|form| {
        view! {
            <button type="button" on:click=move |_| save(form)>
                {words::export(form)}
            </button>
        }
    });
    view! {
        <p class="share-ways">
            <button type="button" on:click=reply>
                {words::COPY_REPLY}
            </button>
            {buttons.collect_view()}
        </p>
    }
}

/// The verdict as a reply by mail, with the link below it.
fn reply(notebook: &Notebook, made: Option<Made>) -> String {
    let (parsed, report) = export::judged(notebook);
    let link = made.and_then(Result::ok).map(|address| format!("\n{}", permalink::wrapped(&address)));
    export::mail(&parsed, &report) + &link.unwrap_or_default()
}

/// A notebook as a file: its kind and its text.
fn exported(notebook: &Notebook, form: Export) -> (&'static str, String) {
    if form == Export::Notebook {
        return ("application/json", file::write(notebook));
    }
    let (parsed, report) = export::judged(notebook);
    match form {
        Export::Markdown => ("text/markdown", export::markdown(&parsed, &report)),
        Export::Csv => ("text/csv", export::csv(&parsed, &report)),
        Export::Html => ("text/html", export::html(&parsed, &report, &notebook.name())),
        Export::Json | Export::Notebook => ("application/json", export::json(&parsed, &report)),
    }
}

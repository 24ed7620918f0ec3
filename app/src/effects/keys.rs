//! Keys that mean the same everywhere on the page.

use std::cell::RefCell;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent};

thread_local! {
    /// The field that something was typed in which the page has not taken yet.
    static TYPED: RefCell<Option<Element>> = const { RefCell::new(None) };
}

/// Which way through the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Undo.
    Back,
    /// Redo.
    Forward,
}

/// The way through the history that a key means: Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y; the command key on a Mac.
pub(crate) fn way(event: &KeyboardEvent) -> Option<Way> {
    if !(event.ctrl_key() || event.meta_key()) || event.alt_key() {
        return None;
    }
    match (event.key().to_lowercase().as_str(), event.shift_key()) {
        ("z", false) => Some(Way::Back),
        ("z", true) | ("y", false) => Some(Way::Forward),
        _ => None,
    }
}

fn target(event: &Event) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}

fn is_typed_in(event: &KeyboardEvent) -> bool {
    let target = target(event);
    TYPED.with_borrow(|typed| typed.is_some() && *typed == target)
}

/// Calls a function for the keys of the history, unless something made use of them: a field whose text the page has not
/// taken yet undoes its own typing.
pub(crate) fn on_history(go: impl Fn(Way) + 'static) {
    let typed = window_event_listener(ev::input, |event| TYPED.set(target(&event)));
    let taken = window_event_listener(ev::change, |_| TYPED.set(None));
    let left = window_event_listener(ev::focusout, |_| TYPED.set(None));
    let pressed = window_event_listener(ev::keydown, move |event| {
        if let Some(way) = way(&event)
            && !event.default_prevented()
            && !is_typed_in(&event)
        {
            event.prevent_default();
            go(way);
        }
    });
    on_cleanup(move || {
        pressed.remove();
        typed.remove();
        taken.remove();
        left.remove();
    });
}

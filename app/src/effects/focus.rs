//! Where the keyboard is.

use std::cell::RefCell;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

thread_local! {
    /// Where a jump to the source came from.
    static ORIGIN: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

/// Remembers the element that has the focus, to go back to it.
pub(crate) fn remember() {
    remember_element(document().active_element());
}

/// Remembers an element to go back to.
pub(crate) fn remember_element(element: Option<Element>) {
    ORIGIN.with(|origin| *origin.borrow_mut() = element.and_then(|element| element.dyn_into().ok()));
}

/// Goes back to the remembered element, once.
pub(crate) fn go_back() {
    let origin = ORIGIN.with(|origin| origin.borrow_mut().take());
    if let Some(origin) = origin.filter(|element| element.is_connected()) {
        let _ = origin.focus();
    }
}

/// Puts the focus on an element without scrolling to it.
pub(crate) fn focus_quietly(element: &HtmlElement) {
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = element.focus_with_options(&options);
}

/// Puts the focus on the first of some selectors that is in the page, and scrolls there.
pub(crate) fn focus_first(selectors: &[&str]) {
    let found = selectors.iter().find_map(|selector| document().query_selector(selector).ok()?);
    if let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Calls a function whenever Escape is pressed anywhere.
pub(crate) fn on_escape(pressed: impl Fn() + 'static) {
    let listener = window_event_listener(ev::keydown, move |event| {
        if event.key() == "Escape" {
            pressed();
        }
    });
    on_cleanup(move || listener.remove());
}

/// Closes the popover that an element stands in, if it stands in one.
pub(crate) fn close_popover(id: &str) {
    let found = document().get_element_by_id(id);
    if let Some(popover) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // Fails only where it is closed already.
        let _ = popover.hide_popover();
    }
}

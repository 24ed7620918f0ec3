//! Where the keyboard is.

use std::cell::RefCell;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement, ScrollLogicalPosition};

use super::scroll;

thread_local! {
    /// Where a jump to the source came from.
    static ORIGIN: RefCell<Option<Origin>> = const { RefCell::new(None) };
}

/// An element, and how far the page was scrolled down when the jump began: a chart is taller than the window.
struct Origin {
    element: HtmlElement,
    scrolled: f64,
}

/// Remembers the element that has the focus, to go back to it.
pub(crate) fn remember() {
    remember_element(document().active_element());
}

/// Remembers an element to go back to.
pub(crate) fn remember_element(element: Option<Element>) {
    let scrolled = window().scroll_y().unwrap_or(0.0);
    let element = element.and_then(|element| element.dyn_into().ok());
    ORIGIN.with(|origin| *origin.borrow_mut() = element.map(|element| Origin { element, scrolled }));
}

/// Goes back to the remembered element, once; tells whether there was one to go to.
pub(crate) fn go_back() -> bool {
    let origin = ORIGIN.with(|origin| origin.borrow_mut().take());
    let Some(origin) = origin.filter(|origin| origin.element.is_connected()) else { return false };
    focus_quietly(&origin.element);
    window().scroll_to_with_x_and_y(0.0, origin.scrolled);
    true
}

/// Whether the remembered element stands in one that a selector names.
pub(crate) fn came_from(selector: &str) -> bool {
    let found = |origin: &Origin| origin.element.closest(selector).ok().flatten().is_some();
    ORIGIN.with(|origin| origin.borrow().as_ref().is_some_and(found))
}

/// Whether nothing has the focus, as when what had it has gone.
pub(crate) fn is_lost() -> bool {
    document().active_element().is_none_or(|element| element.tag_name() == "BODY")
}

/// Puts the focus on an element without scrolling to it.
pub(crate) fn focus_quietly(element: &HtmlElement) {
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = element.focus_with_options(&options);
}

/// Puts the focus on the first of some selectors that is in the page, and scrolls there.
pub(crate) fn focus_first(selectors: &[&str]) {
    if let Some(element) = first(selectors) {
        let _ = element.focus();
    }
}

fn first(selectors: &[&str]) -> Option<HtmlElement> {
    let found = selectors.iter().find_map(|selector| document().query_selector(selector).ok()?);
    found.and_then(|element| element.dyn_into().ok())
}

/// Puts the focus on what a selector names, and scrolls it to the top of the window.
pub(crate) fn go_to_top_of(selector: &str) {
    if let Some(element) = first(&[selector]) {
        focus_quietly(&element);
        scroll::into_view(&element, ScrollLogicalPosition::Start);
    }
}

/// Puts the focus on the first of some selectors once the page shows what has just changed. The page scrolls no further
/// than it must.
pub(crate) fn focus_soon(selectors: &'static [&'static str]) {
    request_animation_frame(move || {
        if let Some(element) = first(selectors) {
            focus_quietly(&element);
            scroll::into_view(&element, ScrollLogicalPosition::Nearest);
        }
    });
}

/// [`focus_soon`] for the element of a name.
pub(crate) fn focus_id_soon(id: String) {
    request_animation_frame(move || {
        let found = document().get_element_by_id(&id);
        if let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
            let _ = element.focus();
        }
    });
}

/// Calls a function whenever Escape is pressed anywhere, unless what has the focus made use of it.
pub(crate) fn on_escape(pressed: impl Fn() + 'static) {
    let listener = window_event_listener(ev::keydown, move |event| {
        if event.key() == "Escape" && !event.default_prevented() {
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

//! Scrolled boxes.

use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{Element, HtmlElement, ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition};

/// How far a box is scrolled down, and how high it is, in page pixels; nothing before it is in the page.
pub(crate) fn position(scrolled: NodeRef<Div>) -> Option<(f64, f64)> {
    let element = scrolled.try_get_untracked().flatten()?;
    Some((f64::from(element.scroll_top()), f64::from(element.client_height())))
}

/// Scrolls a box.
pub(crate) fn to(scrolled: NodeRef<Div>, top: f64) {
    if let Some(element) = scrolled.try_get_untracked().flatten() {
        element.set_scroll_top(top as i32);
    }
}

/// Gives a box the focus where it is.
pub(crate) fn focus(scrolled: NodeRef<Div>) {
    if let Some(element) = scrolled.try_get_untracked().flatten() {
        super::focus::focus_quietly(&element);
    }
}

/// Scrolls a box, brings it into view and gives it the focus.
pub(crate) fn show(scrolled: NodeRef<Div>, top: f64) {
    let Some(element) = scrolled.try_get_untracked().flatten() else { return };
    element.set_scroll_top(top as i32);
    element.set_scroll_left(0);
    super::focus::focus_quietly(&element);
    into_view(&element, ScrollLogicalPosition::Nearest);
    across_soon(scrolled, WANTED);
}

/// How many frames the rows of a scrolled box may take until they are in the page.
const FRAMES: u32 = 12;
/// What the row gone to is about; the first of several.
const WANTED: &str = ".source-row.here .cited, .source-row.here .unread";

/// Scrolls a box sideways so that the first element of a selector is in view, once it is there.
pub(crate) fn across_soon(scrolled: NodeRef<Div>, wanted: &'static str) {
    across_within(scrolled, wanted, FRAMES);
}

fn across_within(scrolled: NodeRef<Div>, wanted: &'static str, frames: u32) {
    request_animation_frame(move || {
        let Some(element) = scrolled.try_get_untracked().flatten() else { return };
        match element.query_selector(wanted).ok().flatten() {
            Some(wanted) => across(&element, &wanted),
            None if frames > 0 => across_within(scrolled, wanted, frames - 1),
            None => (),
        }
    });
}

/// Scrolls a box sideways so that an element of it is in the middle, unless it is in view.
fn across(scrolled: &HtmlElement, wanted: &Element) {
    let (view, at) = (scrolled.get_bounding_client_rect(), wanted.get_bounding_client_rect());
    let seen = at.left() >= view.left() && at.right() <= view.left() + f64::from(scrolled.client_width());
    if !seen {
        let middle = (at.left() + at.right() - view.left() - view.right()) / 2.0;
        scrolled.set_scroll_left(scrolled.scroll_left() + middle as i32);
    }
}

/// Scrolls everything around an element so that it is in view, below the header.
pub(super) fn into_view(element: &HtmlElement, block: ScrollLogicalPosition) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(block);
    options.set_behavior(ScrollBehavior::Auto);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Scrolls the page so that a height within an element is well in view.
pub(crate) fn reveal(within: NodeRef<Div>, y: f64) {
    /// What the header covers above, and the panel of lines below.
    const COVERED: (f64, f64) = (110.0, 260.0);
    let Some(element) = within.try_get_untracked().flatten() else { return };
    let Some(window) = web_sys::window() else { return };
    let height = window.inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(0.0);
    let at = element.get_bounding_client_rect().top() + y;
    let lowest = (height - COVERED.1).max(COVERED.0);
    let by = if at < COVERED.0 { at - COVERED.0 } else { (at - lowest).max(0.0) };
    if by != 0.0 {
        window.scroll_by_with_x_and_y(0.0, by);
    }
}

//! Pieces of text that say where they stand: any element with `data-at` names its bytes in its source.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

/// The attribute's value for a range of bytes.
pub(crate) fn attribute(start: u32, end: u32) -> String {
    format!("{start}-{end}")
}

/// The range that the element of an event, or one around it, stands at.
pub(crate) fn of_event(event: &Event) -> Option<(u32, u32)> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    let value = element.closest("[data-at]").ok()??.get_attribute("data-at")?;
    let (start, end) = value.split_once('-')?;
    Some((start.parse().ok()?, end.parse().ok()?))
}

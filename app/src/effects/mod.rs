//! Everything that touches the browser, a concern a file. Nothing else names `web_sys`, but for the canvas of
//! [`crate::charts::surface`].

pub(crate) mod canvas;
pub(crate) mod cites;
pub(crate) mod clipboard;
pub(crate) mod engine;
pub(crate) mod files;
pub(crate) mod focus;
pub(crate) mod keys;
pub(crate) mod location;
pub(crate) mod places;
pub(crate) mod rove;
pub(crate) mod save_file;
pub(crate) mod scroll;
pub(crate) mod storage;
pub(crate) mod tabs;
pub(crate) mod text_field;

use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

/// The events that components are handed.
pub(crate) mod events {
    pub(crate) use web_sys::{ClipboardEvent, Event, KeyboardEvent, MouseEvent, PointerEvent, SubmitEvent};
}

/// Whether an event comes from a field that takes text itself.
fn in_field(event: &Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|element| element.closest("input, textarea").ok().flatten().is_some())
}

//! What is pasted.

use leptos::ev;
use leptos::prelude::*;
use web_sys::ClipboardEvent;

/// The text of a paste, which the browser then does not insert: a megabyte must never be laid out in a text field.
/// Nothing where the clipboard holds no text.
pub(crate) fn take_text(event: &ClipboardEvent) -> Option<String> {
    let text = event.clipboard_data()?.get_data("text/plain").ok()?;
    event.prevent_default();
    (!text.trim().is_empty()).then_some(text)
}

/// Takes what is pasted while no field has the focus.
pub(crate) fn on_stray_paste(pasted: impl Fn(String) + 'static) {
    let listener = window_event_listener(ev::paste, move |event| {
        if !super::in_field(&event)
            && let Some(text) = take_text(&event)
        {
            pasted(text);
        }
    });
    on_cleanup(move || listener.remove());
}

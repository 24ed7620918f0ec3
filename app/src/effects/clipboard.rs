//! What is pasted, and what is copied.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ClipboardEvent, ShareData};

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

/// Puts a text into the clipboard; tells whether the browser let it.
pub(crate) async fn put(text: &str) -> bool {
    let Some(window) = web_sys::window() else { return false };
    JsFuture::from(window.navigator().clipboard().write_text(text)).await.is_ok()
}

/// Whether the system can be asked to share something.
pub(crate) fn can_share() -> bool {
    web_sys::window().is_some_and(|window| js_sys::Reflect::has(&window.navigator(), &"share".into()).unwrap_or(false))
}

/// Asks the system to share an address. Nothing is to be done where the user thinks better of it.
pub(crate) async fn share(title: &str, address: &str) {
    let Some(window) = web_sys::window() else { return };
    let data = ShareData::new();
    data.set_title(title);
    data.set_url(address);
    let _ = JsFuture::from(window.navigator().share_with_data(&data)).await;
}

/// Whether a box that was toggled is open now.
pub(crate) fn is_opening(event: &web_sys::Event) -> bool {
    js_sys::Reflect::get(event, &"newState".into()).is_ok_and(|state| state.as_string().as_deref() == Some("open"))
}

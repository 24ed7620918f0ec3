//! The address of the page and the link in it.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// What stands behind the `#` of the address; empty where there is nothing.
pub(crate) fn fragment() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// The address without what stands behind the `#`.
pub(crate) fn page() -> String {
    let address = window().location().href().unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}

/// Takes the link out of the address: what is shown is no longer what it holds. Nothing is loaded.
pub(crate) fn forget() {
    if fragment().is_empty() {
        return;
    }
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&page()));
    }
}

/// Calls a function when another link is put into the address of the page that is open.
pub(crate) fn on_change(changed: impl Fn(String) + 'static) {
    let listener = window_event_listener(ev::hashchange, move |_| changed(fragment()));
    on_cleanup(move || listener.remove());
}

//! Texts that the user takes away as files.

use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// Lets the browser save a text as a file of that name and kind.
pub(crate) fn save(name: &str, kind: &str, text: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let Ok(blob) = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options) else { return };
    let Ok(url) = Url::create_object_url_with_blob(&blob) else { return };
    let link = document().create_element("a").ok().and_then(|element| element.dyn_into::<HtmlAnchorElement>().ok());
    if let Some(link) = link {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    let _ = Url::revoke_object_url(&url);
}

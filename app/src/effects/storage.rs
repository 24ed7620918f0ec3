//! What the browser keeps: small texts in its local storage, large ones in its database.

use js_sys::{Object, Promise, Reflect};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbFactory, IdbOpenDbRequest, IdbRequest, IdbTransactionMode, Storage};

/// The database and its only table.
const DATABASE: &str = "benchnote";
const TABLE: &str = "notebooks";

/// That the browser did not keep something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotKept {
    /// It has no room left.
    Full,
    /// It keeps nothing for this page, as in a private window.
    Refused,
}

fn local() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}

fn session() -> Option<Storage> {
    web_sys::window()?.session_storage().ok()?
}

/// A small text that is kept under a name.
pub(crate) fn get(name: &str) -> Option<String> {
    local()?.get_item(name).ok()?
}

/// Keeps a small text under a name.
pub(crate) fn put(name: &str, text: &str) -> Result<(), NotKept> {
    local().ok_or(NotKept::Refused)?.set_item(name, text).map_err(|error| reason(&error))
}

/// Forgets a small text.
pub(crate) fn remove(name: &str) {
    if let Some(storage) = local() {
        let _ = storage.remove_item(name);
    }
}

/// What this tab remembers under a name, also when it is loaded again.
pub(crate) fn of_tab(name: &str) -> Option<String> {
    session()?.get_item(name).ok()?
}

/// Lets this tab remember a text under a name.
pub(crate) fn remember_in_tab(name: &str, text: &str) {
    if let Some(storage) = session() {
        let _ = storage.set_item(name, text);
    }
}

fn reason(error: &JsValue) -> NotKept {
    let name = Reflect::get(error, &"name".into()).ok().and_then(|name| name.as_string());
    // Firefox has a name of its own for it.
    let full = name.is_some_and(|name| name.contains("Quota") || name == "NS_ERROR_DOM_QUOTA_REACHED");
    if full { NotKept::Full } else { NotKept::Refused }
}

/// Waits for a request to the database.
async fn done(request: &IdbRequest) -> Result<JsValue, JsValue> {
    let promise = Promise::new(&mut |resolve, reject| {
        let answered = request.clone();
        let success = Closure::once_into_js(move |_: JsValue| {
            let _ = resolve.call1(&JsValue::UNDEFINED, &answered.result().unwrap_or(JsValue::UNDEFINED));
        });
        let answered = request.clone();
        let failure = Closure::once_into_js(move |event: web_sys::Event| {
            // Not an error of the page: it is told in words.
            event.prevent_default();
            let error = answered.error().ok().flatten().map_or(JsValue::UNDEFINED, JsValue::from);
            let _ = reject.call1(&JsValue::UNDEFINED, &error);
        });
        request.set_onsuccess(Some(success.unchecked_ref()));
        request.set_onerror(Some(failure.unchecked_ref()));
    });
    JsFuture::from(promise).await
}

/// Opens the database, which is made where it is not there yet.
async fn database() -> Result<IdbDatabase, JsValue> {
    let factory: Option<IdbFactory> = web_sys::window().and_then(|window| window.indexed_db().ok().flatten());
    let request: IdbOpenDbRequest = factory.ok_or(JsValue::UNDEFINED)?.open_with_u32(DATABASE, 1)?;
    let opening = request.clone();
    let make = Closure::once_into_js(move |_: JsValue| {
        let database = opening.result().ok().and_then(|result| result.dyn_into::<IdbDatabase>().ok());
        if let Some(database) = database {
            let _ = database.create_object_store(TABLE);
        }
    });
    request.set_onupgradeneeded(Some(make.unchecked_ref()));
    done(&request).await?.dyn_into()
}

/// A large text that is kept under a name.
pub(crate) async fn get_large(name: &str) -> Option<String> {
    let database = database().await.ok()?;
    let table = database.transaction_with_str(TABLE).ok()?.object_store(TABLE).ok()?;
    let found = done(&table.get(&name.into()).ok()?).await.ok();
    database.close();
    found?.as_string()
}

/// Keeps a large text under a name.
pub(crate) async fn put_large(name: &str, text: &str) -> Result<(), NotKept> {
    change(|table| table.put_with_key(&text.into(), &name.into())).await
}

/// Forgets a large text.
pub(crate) async fn remove_large(name: &str) {
    let _ = change(|table| table.delete(&name.into())).await;
}

async fn change(ask: impl FnOnce(&web_sys::IdbObjectStore) -> Result<IdbRequest, JsValue>) -> Result<(), NotKept> {
    let answer = async {
        let database = database().await?;
        let write = database.transaction_with_str_and_mode(TABLE, IdbTransactionMode::Readwrite)?;
        let answer = done(&ask(&write.object_store(TABLE)?)?).await;
        database.close();
        answer
    };
    answer.await.map(drop).map_err(|error| reason(&error))
}

/// Calls a function when the page may be about to go: it is hidden or left.
pub(crate) fn on_leaving(leaving: impl Fn() + Copy + 'static) {
    let hidden = window_event_listener(ev::pagehide, move |_| leaving());
    let switched = window_event_listener(ev::Custom::<web_sys::Event>::new("blur"), move |_| leaving());
    on_cleanup(move || {
        hidden.remove();
        switched.remove();
    });
}

/// Milliseconds since 1970.
pub(crate) fn now() -> f64 {
    js_sys::Date::now()
}

/// A time as the browser writes it for its user.
pub(crate) fn written(time: f64) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(time));
    let options = Object::new();
    let _ = Reflect::set(&options, &"dateStyle".into(), &"medium".into());
    let _ = Reflect::set(&options, &"timeStyle".into(), &"short".into());
    date.to_locale_string("en-GB", &options).into()
}

/// A name that nothing else has.
pub(crate) fn new_key() -> String {
    let random = (js_sys::Math::random() * 1e9) as u64;
    format!("{:x}-{random:x}", now() as u64)
}

//! What makes a canvas want to be drawn again: its size, the screen's pixel ratio, the colour scheme.

use std::cell::Cell;
use std::rc::Rc;

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MediaQueryList, ResizeObserver};

/// What changes when the page looks different without another size.
const QUERIES: [&str; 3] = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-contrast: more)"];

/// The device pixels of a page pixel.
pub(crate) fn ratio() -> f64 {
    web_sys::window().map_or(1.0, |window| window.device_pixel_ratio())
}

type Callback = Closure<dyn FnMut()>;

/// Watches until it is dropped.
struct Watch {
    observer: Option<ResizeObserver>,
    queries: Vec<MediaQueryList>,
    callback: Callback,
    sized: Option<Closure<dyn FnMut(JsValue)>>,
    resize: Option<WindowListenerHandle>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
        self.sized = None;
        for query in &self.queries {
            let _ = query.remove_event_listener_with_callback("change", self.callback.as_ref().unchecked_ref());
        }
        if let Some(resize) = self.resize.take() {
            resize.remove();
        }
    }
}

/// Calls `changed` whenever what is drawn in an element has to be drawn anew, as long as the present owner lives. The
/// window's own resizing tells of a changed pixel ratio.
pub(crate) fn watch(element: NodeRef<Div>, changed: impl Fn() + Clone + 'static) {
    let watch = StoredValue::new_local(None::<Watch>);
    Effect::new(move |_| {
        let Some(element) = element.get() else { return };
        let callback = Closure::<dyn FnMut()>::new({
            let changed = changed.clone();
            move || changed()
        });
        let sized = Closure::<dyn FnMut(JsValue)>::new({
            let changed = changed.clone();
            move |_| changed()
        });
        let observer = ResizeObserver::new(sized.as_ref().unchecked_ref()).ok();
        if let Some(observer) = &observer {
            observer.observe(&element);
        }
        let window = web_sys::window();
        let queries = QUERIES.iter().filter_map(|query| window.as_ref()?.match_media(query).ok()?);
        let queries: Vec<MediaQueryList> = queries
            .inspect(|query| {
                let _ = query.add_event_listener_with_callback("change", callback.as_ref().unchecked_ref());
            })
            .collect();
        let resize = window_event_listener(leptos::ev::resize, {
            let changed = changed.clone();
            move |_| changed()
        });
        watch.set_value(Some(Watch { observer, queries, callback, sized: Some(sized), resize: Some(resize) }));
    });
}

/// Runs a function in the next frame, however often it is asked for before.
#[derive(Clone)]
pub(crate) struct NextFrame {
    asked: Rc<Cell<bool>>,
    run: Rc<dyn Fn()>,
}

impl NextFrame {
    /// For that function.
    pub(crate) fn new(run: impl Fn() + 'static) -> Self {
        Self { asked: Rc::default(), run: Rc::new(run) }
    }

    /// Asks for a run.
    pub(crate) fn ask(&self) {
        if self.asked.replace(true) {
            return;
        }
        let (asked, run) = (self.asked.clone(), self.run.clone());
        request_animation_frame(move || {
            asked.set(false);
            run();
        });
    }
}

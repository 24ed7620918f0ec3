//! What the tabs of the page tell each other.

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{BroadcastChannel, MessageEvent};

/// The name of the channel.
const CHANNEL: &str = "benchnote";

/// What is said of a notebook, by the name it is kept under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// I have opened it. Who else has it?
    Opened,
    /// I have it, and keep it.
    Mine,
    /// I keep it from now on.
    Taken,
    /// I have kept the last of it: it is yours.
    Yours,
}

impl Word {
    const ALL: [(Self, &'static str); 4] =
        [(Self::Opened, "opened"), (Self::Mine, "mine"), (Self::Taken, "taken"), (Self::Yours, "yours")];

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(word, _)| *word == self).map_or("", |(_, name)| name)
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(word, _)| *word)
    }
}

/// The way to the other tabs; where the browser has none, nobody hears and nobody speaks.
#[derive(Clone)]
pub(crate) struct Tabs(Option<BroadcastChannel>);

impl Tabs {
    /// Opens it for as long as the present owner lives. `heard` is told a word and the notebook's name.
    pub(crate) fn new(heard: impl Fn(Word, &str) + 'static) -> Self {
        let channel = BroadcastChannel::new(CHANNEL).ok();
        if let Some(channel) = &channel {
            let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                let text = event.data().as_string().unwrap_or_default();
                if let Some((word, key)) = text.split_once(' ')
                    && let Some(word) = Word::named(word)
                {
                    heard(word, key);
                }
            });
            channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
            let held = StoredValue::new_local(Some(listener));
            let closing = StoredValue::new_local(channel.clone());
            on_cleanup(move || {
                let _ = closing.try_with_value(BroadcastChannel::close);
                let _ = held.try_update_value(Option::take);
            });
        }
        Self(channel)
    }

    /// Says something to all other tabs.
    pub(crate) fn say(&self, word: Word, key: &str) {
        if let Some(channel) = &self.0 {
            let _ = channel.post_message(&JsValue::from_str(&format!("{} {key}", word.name())));
        }
    }
}

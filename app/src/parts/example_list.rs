//! The built-in examples.

use leptos::prelude::*;

use crate::state::State;
use crate::words;

/// A list of buttons that open the examples.
#[component]
pub(crate) fn ExampleList(
    /// Told that one was chosen.
    chosen: Callback<()>,
) -> impl IntoView {
    let state = State::of_page();
    let item = move |example: &'static words::Example| {
        let open = move |_| {
            chosen.run(());
            state.open_example(example);
        };
        view! {
            <li>
                <button type="button" class="example" on:click=open>
                    <span class="example-title">{example.title}</span>
                    <span class="example-about">{example.about}</span>
                </button>
            </li>
        }
    };
    view! { <ul class="examples">{words::EXAMPLES.iter().map(item).collect_view()}</ul> }
}

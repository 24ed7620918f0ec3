//! The mark of a configuration, as charts draw it.

use leptos::prelude::*;

use crate::charts::marker::{Shape, shape};

/// A configuration's tag behind the mark of its look.
pub(crate) fn tagged(look: usize, text: &str) -> AnyView {
    // A line may break on either side of a mark, and after it even where a comma follows a box of its own: the mark is tied
    // to the tag's first character, and the rest is text as any other.
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    let (first, rest) = (first.to_owned(), rest.to_owned());
    view! {
        <span class="tagged">
            <span class="tied">
                <Marker look />
                {first}
            </span>
            {rest}
        </span>
    }
    .into_any()
}

/// The mark of a look. It says nothing by itself: the tag stands beside it.
#[component]
pub(crate) fn Marker(
    /// The number of the look.
    #[prop(into)]
    look: Signal<usize>,
) -> impl IntoView {
    let inner = move || match shape(look.get()) {
        Shape::Ring => view! { <circle class="hollow" cx="0" cy="0" r="0.75" /> }.into_any(),
        Shape::Disc => view! { <circle cx="0" cy="0" r="1" /> }.into_any(),
        Shape::Polygon(corners) => {
            let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
            view! { <polygon points=points.join(" ") /> }.into_any()
        }
    };
    view! {
        <svg class=move || format!("marker c{}", look.get()) viewBox="-1.1 -1.1 2.2 2.2" aria-hidden="true">
            {inner}
        </svg>
    }
}

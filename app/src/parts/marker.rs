//! The mark of a configuration, as charts draw it.

use leptos::prelude::*;

use crate::charts::marker::{Shape, shape};

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

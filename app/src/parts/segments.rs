//! Sentences whose figures say where they come from.

use benchnote_parser::MeasurementId;
use benchnote_verdict::prose::Segment;
use leptos::prelude::*;

use super::marker::tagged;
use crate::effects::cites;
use crate::words;

/// A figure that shows its characters in the text when pointed at, and goes there when pressed. The page's own listeners
/// do that for everything with `data-cites`.
pub(crate) fn figure(text: String, cited: &[MeasurementId]) -> AnyView {
    if cited.is_empty() {
        return view! { <span class="figures">{text}</span> }.into_any();
    }
    // No `button`: that is a box which neither breaks across lines nor keeps a blank at its ends.
    view! {
        <span
            class="fig"
            role="button"
            tabindex="0"
            aria-description=words::SHOW_IN_TEXT
            data-cites=cites::attribute(cited)
        >
            {text}
        </span>
    }
    .into_any()
}

/// A figure of a large table: like [`figure`], but no stop of the Tab key. [`crate::effects::rove`] leads to it.
pub(crate) fn table_figure(text: String, cited: &[MeasurementId]) -> AnyView {
    if cited.is_empty() {
        return text.into_any();
    }
    view! {
        <span class="fig" tabindex="-1" data-cites=cites::attribute(cited)>
            {text}
        </span>
    }
    .into_any()
}

/// A piece of a sentence. `look` gives a configuration's look.
fn segment(segment: Segment, look: &impl Fn(usize) -> usize) -> AnyView {
    match segment {
        Segment::Text(text) => text.into_any(),
        Segment::Figure { text, cites } => figure(text, &cites),
        Segment::Tag { text, config } => {
            let look = look(config);
            tagged(look, &text)
        }
    }
}

/// A sentence.
pub(crate) fn sentence(segments: &[Segment], look: &impl Fn(usize) -> usize) -> Vec<AnyView> {
    segments.iter().cloned().map(|piece| segment(piece, look)).collect()
}

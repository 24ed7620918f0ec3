//! The lines of the text that hold what is pointed at.

use std::collections::BTreeSet;

use benchnote_parser::{MeasurementId, SourceId};
use leptos::html::Div;
use leptos::prelude::*;

use super::pieces;
use crate::effects::engine::Outcome;
use crate::effects::scroll;
use crate::state::State;
use crate::words;

/// The most lines shown.
const LINES: usize = 9;

/// A panel at the lower edge of the window: the rows of text that hold the figures pointed at.
#[component]
pub(crate) fn Peek() -> impl IntoView {
    let state = State::of_page();
    let node = NodeRef::<Div>::new();
    Effect::new(move |_| {
        // Long rows on a narrow screen: what is pointed at must be in view.
        if state.pointed_at().is_some() && node.get().is_some() {
            scroll::across_soon(node, ".cited");
        }
    });
    move || {
        let (cites, outcome) = (state.pointed_at()?, state.outcome()?);
        let places = places(&outcome, &cites);
        let more = places.len().saturating_sub(LINES);
        let rows: Vec<_> = places.into_iter().take(LINES).collect();
        let named = outcome.sources.len() > 1;
        let lines = rows.iter().map(|&(at, row)| line(&outcome, at, row, &cites, named)).collect_view();
        let more = (more > 0).then(|| view! { <p class="peek-more">{words::more_lines(more)}</p> });
        Some(view! {
            <aside class="peek" aria-label=words::PEEK_LABEL>
                <div class="peek-rows" node_ref=node>
                    {lines}
                </div>
                <p class="peek-foot">{more} <span>{words::PEEK_HELP}</span></p>
            </aside>
        })
    }
}

/// The rows that hold some figures, in the order of the text.
fn places(outcome: &Outcome, cites: &[MeasurementId]) -> BTreeSet<(SourceId, usize)> {
    let spans = cites.iter().filter_map(|&id| outcome.parsed().measurement(id)).map(|measurement| measurement.span);
    spans
        .filter_map(|span| {
            let rows = outcome.reading.rows.get(usize::from(span.source.0))?;
            Some((span.source, rows.row_of(span.start)))
        })
        .collect()
}

fn line(outcome: &Outcome, at: SourceId, row: usize, cites: &[MeasurementId], named: bool) -> impl IntoView + use<> {
    let index = usize::from(at.0);
    let number = outcome.reading.rows.get(index).map(|rows| rows.line_of(rows.range(row).0));
    let name = named.then(|| {
        let label = outcome.sources.get(index).map_or("", |(_, source)| source.label.as_str());
        view! { <span class="peek-source">{words::peek_source(index + 1, label)}</span> }
    });
    view! {
        <div class="source-row">
            {name}
            <span class="line-number">{number}</span>
            <code>{pieces::row(outcome, at, row, cites, None)}</code>
        </div>
    }
}

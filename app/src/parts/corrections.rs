//! The corrections: what was said of the reading, where, and the way to take it back.

use benchnote_notebook::model::{Change, Correction, Target};
use benchnote_notebook::{CellId, Edit};
use benchnote_parser::{SourceId, Span};
use leptos::prelude::*;

use crate::effects::engine::Outcome;
use crate::state::State;
use crate::words;

/// The list, folded into one line that counts them. Those of one source stand with it, those of all stand with the first.
#[component]
pub(crate) fn Corrections(
    /// The cell of the source.
    cell: CellId,
    /// Whether it is the first source.
    first: Signal<bool>,
) -> impl IntoView {
    let state = State::of_page();
    let open = RwSignal::new(false);
    let own = Memo::new(move |_| {
        let all = state.notebook().corrections.clone();
        let here = |correction: &Correction| correction.target.source().map_or(first.get(), |source| source == cell);
        all.into_iter().filter(here).collect::<Vec<_>>()
    });
    move || {
        let corrections = own.get();
        let outcome = state.outcome()?;
        if corrections.is_empty() {
            return None;
        }
        let count = words::corrections(corrections.len());
        let items = corrections.iter().map(|correction| item(state, &outcome, correction)).collect_view();
        let all = (corrections.len() > 1).then(|| {
            view! {
                <li>
                    <button type="button" class="quiet" on:click=move |_| state.update(Edit::UncorrectAll)>
                        {words::TAKE_ALL_BACK}
                    </button>
                </li>
            }
        });
        Some(view! {
            <p class="remarks-line corrections-line">
                <button
                    type="button"
                    class="fold"
                    aria-expanded=move || open.get().to_string()
                    on:click=move |_| open.update(|open| *open = !*open)
                >
                    {count}
                </button>
            </p>
            <ul class="remarks" aria-label=words::CORRECTIONS hidden=move || !open.get()>
                {items}
                {all}
            </ul>
        })
    }
}

fn item(state: State, outcome: &Outcome, correction: &Correction) -> impl IntoView + use<> {
    let hits = outcome.corrected.hits.get(&correction.id).copied();
    let lost = hits == Some(0);
    let about = match &correction.target {
        Target::One(anchor) => words::about_one(&anchor.printed),
        Target::Line(anchor) => words::about_line(&anchor.printed),
        Target::Metric { name, unit, .. } => words::about_metric(name, unit),
        Target::Labels(labels) => words::about_labels(labels.iter().map(|label| label.value.as_str())),
    };
    let said = match &correction.change {
        Change::Ignore => words::SAID_IGNORED.to_owned(),
        Change::Metric(name) => words::said_metric(name),
        Change::Unit(unit) => words::said_unit(unit),
        Change::Better(way) => words::better(*way).to_owned(),
        Change::Configuration { name, .. } => words::said_configuration(name),
        Change::Measure { metric, unit, name, .. } => words::said_measure(metric, unit, name),
    };
    let sentence = format!("{about}: {said}");
    let label = words::take_back_label(&sentence);
    let place = place(outcome, correction).map(|(span, line)| {
        view! {
            <button type="button" class="quiet" on:click=move |_| state.visit(span)>
                {words::line(line)}
            </button>
        }
    });
    let id = correction.id;
    view! {
        <li class:warning=lost>
            <span>{sentence}</span>
            <span class="soft">{words::hits(hits)}</span>
            {place}
            <button type="button" class="quiet" aria-label=label on:click=move |_| state.update(Edit::Uncorrect(id))>
                {words::TAKE_BACK}
            </button>
        </li>
    }
}

/// Where the number of a correction stands now, and in which line.
fn place(outcome: &Outcome, correction: &Correction) -> Option<(Span, usize)> {
    let anchor = correction.target.anchor()?;
    let at = outcome.sources.iter().position(|(cell, _)| *cell == anchor.source)?;
    let range = anchor.find(&outcome.sources.get(at)?.1.text)?;
    let span = Span::new(SourceId(at as u16), range.start, range.end);
    Some((span, outcome.reading.rows.get(at)?.line_of(span.start)))
}

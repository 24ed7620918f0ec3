//! A pasted text, read-only, with its figures marked. Only the rows in view are in the page.

use std::sync::Arc;

use benchnote_notebook::CellId;
use benchnote_parser::{Measurement, MeasurementId, Role, Source, SourceId, Span};
use leptos::html::Div;
use leptos::prelude::*;

use super::explain::{self, Explain};
use super::pieces;
use crate::effects::engine::Outcome;
use crate::effects::events::{KeyboardEvent, MouseEvent};
use crate::effects::{focus, places, scroll};
use crate::state::State;
use crate::text::numbers::{self, Step};
use crate::text::rows::Window;
use crate::words;

/// The height of a row in page pixels: `--row` of the style sheet.
const ROW: f64 = 20.0;
/// The height of the box, in page pixels, until it is measured; the style sheet says how high it is.
const VIEW: f64 = 9.0 * ROW;
/// Room for a scroll bar below a short text.
const BAR: f64 = 16.0;

/// A text with its figures marked.
#[component]
pub(crate) fn SourceView(
    /// The cell it stands in.
    cell: CellId,
    /// The text; another one needs another view.
    source: Arc<Source>,
    /// Which text it is, from 1, and of how many.
    place: Signal<(usize, usize)>,
    /// Takes the byte at the top of the view.
    top: StoredValue<u32>,
) -> impl IntoView {
    let state = State::of_page();
    let text = source.clone();
    let found = Signal::derive(move || {
        let outcome = state.outcome()?;
        let at = outcome.source_of(cell, &source)?;
        Some((outcome, at))
    });
    let scrolled = RwSignal::new(0.0);
    let view = RwSignal::new(VIEW);
    let node = NodeRef::<Div>::new();
    let measure = move || {
        if let Some((top, height)) = scroll::position(node) {
            scrolled.set(top);
            view.set(height);
        }
    };
    let window = Memo::new(move |_| Window {
        rows: found.with(|found| found.as_ref().map_or(0, |(outcome, at)| rows_of(outcome, *at))),
        row_height: ROW,
        view: view.get(),
    });
    let shown = Memo::new(move |_| window.get().shown(scrolled.get()));
    follow_jumps(state, found, window, node);
    begin_at_figures(found, window, node);
    Effect::new(move |_| {
        // Measured again once the rows are there: the box grows with them.
        window.track();
        measure();
    });
    let rows = move || {
        let Some((outcome, at)) = found.get() else {
            return view! { <p class="waiting">{words::READING}</p> }.into_any();
        };
        let cited = state.cited();
        let cited = cited.as_deref().unwrap_or_default();
        let here = state.here.get().filter(|span| span.source == at);
        let here =
            here.and_then(|span| outcome.reading.rows.get(usize::from(at.0)).map(|rows| rows.row_of(span.start)));
        let picked = state.picked().filter(|span| span.source == at);
        let (from, to) = shown.get();
        (from..to).map(|index| row(&outcome, at, index, cited, picked, here == Some(index))).collect_view().into_any()
    };
    let back_to_rows = Callback::new(move |()| scroll::focus(node));
    let click = move |event: MouseEvent| {
        let Some((_, at)) = found.get_untracked() else { return };
        if let Some((start, end)) = places::of_event(&event) {
            state.pick(Some(Span { source: at, start, end }));
        }
    };
    let key = move |event: KeyboardEvent| {
        let Some((outcome, at)) = found.get_untracked() else { return };
        let picked = state.picked_untracked().filter(|span| span.source == at);
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        if let Some(step) = Step::of_key(&event.key()) {
            let top = window.get_untracked().first_visible(scrolled.get_untracked());
            // Where there is no number to go to, the key scrolls.
            if let Some(span) = stepped(&outcome, at, picked, top, step) {
                event.prevent_default();
                state.pick(Some(span));
                state.said.set(explain::sentence(&outcome, cell, span));
                show(&outcome, span, window.get_untracked(), node);
            }
        } else if event.key() == "Enter" && picked.is_some() {
            event.prevent_default();
            explain::enter(cell);
        } else if event.key() == "Escape" && picked.is_some() {
            event.prevent_default();
            state.pick(None);
        }
    };
    Effect::new(move |_| {
        let first = window.get().first_visible(scrolled.get());
        if let Some((outcome, at)) = found.get()
            && let Some(rows) = outcome.reading.rows.get(usize::from(at.0))
        {
            top.set_value(rows.range(first).0);
        }
    });
    let from_top = move || format!("{}px", window.get().top_of(shown.get().0, scrolled.get()));
    let back = move || state.here.get().is_some_and(|span| found.get().is_some_and(|(_, at)| at == span.source));
    view! {
        <div class="source-box">
        <div
            class="source-rows"
            tabindex="0"
            role="region"
            aria-label=move || words::source_rows(place.get().0, place.get().1)
            aria-description=words::NUMBER_KEYS
            dir="ltr"
            node_ref=node
            style=("--all", move || format!("{}px", window.get().height() + BAR))
            on:scroll=move |_| measure()
            on:click=click
            on:keydown=key
        >
            <div class="source-all" style:height=move || format!("{}px", window.get().height())>
                <div class="source-shown" style:top=from_top>{rows}</div>
            </div>
        </div>
        {move || back().then(|| view! { <BackButton /> })}
        </div>
        <Explain cell source=text back=back_to_rows />
    }
}

/// The number that a step leads to: from the one picked, else from the top of the window.
fn stepped(outcome: &Outcome, at: SourceId, picked: Option<Span>, top: usize, step: Step) -> Option<Span> {
    let marks = outcome.marks.get(usize::from(at.0))?;
    let rows = outcome.reading.rows.get(usize::from(at.0))?;
    let found = match picked {
        Some(span) => numbers::step(marks, rows, span.start, step)?,
        None => marks.number_from(rows.range(top).0)?,
    };
    Some(Span { source: at, start: found.start, end: found.end })
}

/// Scrolls so that a number is in view.
fn show(outcome: &Outcome, span: Span, window: Window, node: NodeRef<Div>) {
    let Some(rows) = outcome.reading.rows.get(usize::from(span.source.0)) else { return };
    let row = rows.row_of(span.start);
    if let Some((top, _)) = scroll::position(node)
        && !window.holds(row, top)
    {
        scroll::to(node, window.scroll_to(row));
    }
    scroll::across_soon(node, ".picked");
}

/// The way back from a figure in the text: a touch screen has no Escape key.
#[component]
fn BackButton() -> impl IntoView {
    let state = State::of_page();
    // A jump from anywhere else leads back there.
    let text = if focus::came_from("section:not(.verdict)") { words::BACK } else { words::BACK_TO_VERDICT };
    view! {
        <button type="button" class="back" on:click=move |_| state.come_back()>
            {text}
        </button>
    }
}

fn rows_of(outcome: &Outcome, at: SourceId) -> usize {
    outcome.reading.rows.get(usize::from(at.0)).map_or(0, crate::text::rows::Rows::len)
}

fn row(
    outcome: &Outcome,
    at: SourceId,
    index: usize,
    cited: &[MeasurementId],
    picked: Option<Span>,
    here: bool,
) -> AnyView {
    let number = outcome.reading.rows.get(usize::from(at.0)).and_then(|rows| rows.line_number(index));
    let pieces = pieces::row(outcome, at, index, cited, picked);
    view! {
        <div class="source-row" class:here=here>
            <span class="line-number" aria-hidden="true">
                {number}
            </span>
            <code>{pieces}</code>
        </div>
    }
    .into_any()
}

/// Scrolls to the places that others ask for.
fn follow_jumps(
    state: State,
    found: Signal<Option<(Arc<Outcome>, SourceId)>>,
    window: Memo<Window>,
    node: NodeRef<Div>,
) {
    // A view that is made anew does not jump again.
    let done = StoredValue::new(state.jump.get_untracked().map_or(0, |jump| jump.number));
    Effect::new(move |_| {
        let Some(jump) = state.jump.get() else { return };
        let Some((outcome, at)) = found.get_untracked() else { return };
        if jump.span.source != at || done.get_value() == jump.number {
            return;
        }
        done.set_value(jump.number);
        if let Some(rows) = outcome.reading.rows.get(usize::from(at.0)) {
            scroll::show(node, window.get_untracked().scroll_to(rows.row_of(jump.span.start)));
        }
    });
}

/// The first figure of what the benchmark is about, else the first of all.
fn first_figure(outcome: &Outcome, at: SourceId) -> Option<Span> {
    let parsed = outcome.parsed();
    let of_text = || parsed.measurements.iter().filter(|measurement| measurement.span.source == at);
    let primary = |measurement: &&Measurement| {
        parsed.metric(measurement.metric).is_some_and(|metric| metric.role == Role::Primary)
    };
    of_text().find(primary).or_else(|| of_text().next()).map(|measurement| measurement.span)
}

/// Scrolls once to the first figures, when they are known: what stands above them is often long.
fn begin_at_figures(found: Signal<Option<(Arc<Outcome>, SourceId)>>, window: Memo<Window>, node: NodeRef<Div>) {
    let done = StoredValue::new(false);
    Effect::new(move |_| {
        let Some((outcome, at)) = found.get() else { return };
        if done.get_value() {
            return;
        }
        done.set_value(true);
        let row = first_figure(&outcome, at)
            .and_then(|span| Some(outcome.reading.rows.get(usize::from(at.0))?.row_of(span.start)));
        if let Some(row) = row.filter(|&row| row as f64 * ROW > VIEW / 2.0) {
            // In the next frame: the rows that make the box so high are not in the page yet.
            request_animation_frame(move || {
                if let Some(window) = window.try_get_untracked() {
                    scroll::to(node, window.scroll_to(row));
                }
            });
        }
    });
}

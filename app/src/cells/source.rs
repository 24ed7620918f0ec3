//! A text: empty, being edited, or shown with its figures marked.

use std::sync::Arc;

use benchnote_notebook::{CellId, Edit};
use benchnote_parser::{Diagnostic, DiagnosticKind, Ledger, Severity, Source, Span};
use leptos::prelude::*;

use crate::effects::engine::Outcome;
use crate::parts::cell_frame::{self, FoldButton, MoveButtons};
use crate::parts::corrections::Corrections;
use crate::parts::example_list::ExampleList;
use crate::parts::open_button::OpenButton;
use crate::parts::source_view::SourceView;
use crate::parts::text_field::{TextField, edit_id};
use crate::state::{Destination, State};
use crate::words;

/// The most remarks that are listed; the rest are counted.
const REMARKS: usize = 6;

/// A text of the notebook.
#[component]
pub(crate) fn SourceCell(
    /// The cell.
    cell: CellId,
    /// Which text it is, from 1, and of how many.
    place: Signal<(usize, usize)>,
) -> impl IntoView {
    let state = State::of_page();
    let source = Memo::new_with_compare(move |_| state.source(cell).unwrap_or_default(), changed);
    let empty = Memo::new(move |_| source.with(|source| source.text.is_empty()));
    let editing = RwSignal::new(false);
    let top = StoredValue::new(0_u32);
    let alone = Memo::new(move |_| empty.get() && place.get().1 == 1);
    let several = Memo::new(move |_| place.get().1 > 1);
    let folded = cell_frame::folded(state, cell);
    let heading = Signal::derive(move || words::source_heading(place.get().0, place.get().1));
    let first = Signal::derive(move || place.get().0 == 1);
    let field = Memo::new(move |_| empty.get() || editing.get());
    let body = move || {
        if field.get() {
            view! {
                <div class="write">
                    {move || alone.get().then(|| view! { <p class="what">{words::WHAT_THIS_IS}</p> })}
                    <TextField cell editing top />
                    <EmptyHelp cell empty alone />
                </div>
            }
            .into_any()
        } else {
            view! {
                <Ledgers cell source />
                <Corrections cell first />
                {move || view! { <SourceView cell source=source.get() place top /> }}
            }
            .into_any()
        }
    };
    view! {
        <section
            class="source"
            class:welcome=alone
            class:several=several
            aria-labelledby=heading_id(cell)
            on:keydown=move |event| cell_frame::key(state, cell, &event)
        >
            <div class="cell-head" hidden=alone>
                <FoldButton cell heading />
                <h2 id=heading_id(cell)>{move || words::source_heading(place.get().0, place.get().1)}</h2>
                <LabelField cell source />
                <Commands cell source editing place />
            </div>
            <div hidden=move || folded.get() && !alone.get()>{body}</div>
        </section>
    }
    .into_any()
}

/// Texts are compared by where they lie: a long one is not read through for that.
fn changed(before: Option<&Arc<Source>>, now: Option<&Arc<Source>>) -> bool {
    match (before, now) {
        (Some(before), Some(now)) => !Arc::ptr_eq(before, now),
        _ => true,
    }
}

fn heading_id(cell: CellId) -> String {
    format!("text-{}", cell.0)
}

/// What stands under an empty field.
#[component]
fn EmptyHelp(
    /// The cell.
    cell: CellId,
    /// Whether it holds no text.
    empty: Memo<bool>,
    /// Whether it is the only one and empty.
    alone: Memo<bool>,
) -> impl IntoView {
    // The header opens files in place of everything: only a further text needs a button of its own.
    let button = move || (!alone.get()).then(|| view! { <OpenButton to=Destination::Cell(cell) /> });
    let open = move || {
        empty.get().then(|| {
            view! {
                <p class="write-foot">
                    {button}
                    <span class="soft">{words::EMPTY_HELP}</span>
                </p>
            }
        })
    };
    let examples = move || {
        alone.get().then(|| {
            view! {
                <div class="try">
                    <p>{words::TRY}</p>
                    <ExampleList chosen=Callback::new(|()| ()) />
                </div>
            }
        })
    };
    view! {
        {open}
        {examples}
    }
}

/// The name of a text, which its figures can be told apart by.
#[component]
fn LabelField(
    /// The cell.
    cell: CellId,
    /// Its text.
    source: Memo<Arc<Source>>,
) -> impl IntoView {
    let state = State::of_page();
    let commit = move |event| {
        let label = event_target_value(&event).trim().to_owned();
        let now = source.get_untracked();
        if label != now.label {
            state.update(Edit::SetSource(cell, Source::new(label, now.text.clone())));
        }
    };
    view! {
        <label class="label-field" title=words::LABEL_HELP>
            <span class="visually-hidden">{words::LABEL}</span>
            <input
                type="text"
                autocomplete="off"
                spellcheck="false"
                placeholder=words::LABEL_HINT
                prop:value=move || source.with(|source| source.label.clone())
                on:change=commit
            />
        </label>
    }
}

/// The buttons of a text.
#[component]
fn Commands(
    /// The cell.
    cell: CellId,
    /// Its text.
    source: Memo<Arc<Source>>,
    /// Whether it is being edited.
    editing: RwSignal<bool>,
    /// Which text it is, and of how many.
    place: Signal<(usize, usize)>,
) -> impl IntoView {
    let state = State::of_page();
    let length = Memo::new(move |_| source.with(|source| source.text.len()));
    let toggle = move |_| editing.update(|editing| *editing = !*editing);
    let heading = Signal::derive(move || words::source_heading(place.get().0, place.get().1));
    // One button for both, so that the focus stays on it.
    let edit = view! {
        <button
            type="button"
            id=edit_id(cell)
            hidden=move || length.get() == 0 && !editing.get()
            on:click=toggle
        >
            {move || if editing.get() { words::DONE } else { words::EDIT }}
        </button>
    };
    let remove = move || {
        let shown = length.get() > 0 || place.get().1 > 1;
        shown.then(|| {
            let label = source.with(|source| words::remove_label(&source.label));
            let remove = move |_| {
                editing.set(false);
                state.remove(cell);
            };
            view! {
                <button type="button" aria-label=label on:click=remove>
                    {words::REMOVE}
                </button>
            }
        })
    };
    view! {
        <div class="cell-commands">
            <MoveButtons cell heading />
            {edit}
            {remove}
        </div>
    }
}

/// What became of the numbers, and what is to be said about the reading.
#[component]
fn Ledgers(
    /// The cell.
    cell: CellId,
    /// Its text.
    source: Memo<Arc<Source>>,
) -> impl IntoView {
    let state = State::of_page();
    let open = RwSignal::new(false);
    move || {
        let outcome = state.outcome()?;
        let at = outcome.source_of(cell, &source.get())?;
        let parsed = outcome.parsed();
        let id = at;
        let held = &outcome.sources.get(usize::from(at.0))?.1;
        let ledger = if outcome.sources.len() == 1 {
            parsed.ledger.clone()
        } else {
            Ledger::count(held, id, &parsed.measurements, &parsed.regions)
        };
        // That nothing was found is the verdict's own sentence where there is nothing else.
        let said =
            |remark: &Diagnostic| outcome.report.metrics.is_empty() && remark.kind == DiagnosticKind::NothingFound;
        let of_text = parsed.diagnostics.iter().filter(|remark| remark.span.source == id && !said(remark));
        let remarks: Vec<_> = of_text.cloned().collect();
        let lines = outcome.reading.rows.get(usize::from(at.0)).map_or(0, crate::text::rows::Rows::lines);
        Some(view! {
            <p class="ledger" aria-label=words::LEDGER_LABEL>
                <Count number=ledger.measured word=words::MEASURED help=words::MEASURED_HELP />
                <span>
                    <Count number=ledger.explained word=words::EXPLAINED help=words::EXPLAINED_HELP />
                    " "
                    <small class="count-help">{words::EXPLAINED_HELP}</small>
                </span>
                <Count number=ledger.unread word=words::UNREAD help=words::UNREAD_HELP />
                {ledger.unread_spans.first().map(|&span| place_button(state, span, words::NEXT_UNREAD))}
                <span class="soft line-count">{words::lines(lines)}</span>
            </p>
            {remarks_fold(state, open, &outcome, &remarks)}
        })
    }
}

/// A count of the ledger.
#[component]
fn Count(
    /// How many.
    number: usize,
    /// Of what.
    word: &'static str,
    /// What the word means.
    help: &'static str,
) -> impl IntoView {
    view! {
        <span class="count" title=help>
            <b>{words::grouped(number)}</b>
            " "
            {word}
        </span>
    }
}

fn place_button(state: State, span: Span, text: &'static str) -> impl IntoView {
    view! {
        <button type="button" class="quiet" on:click=move |_| state.visit(span)>
            {text}
        </button>
    }
}

/// The remarks, folded into one line that counts them.
fn remarks_fold(
    state: State,
    open: RwSignal<bool>,
    outcome: &Outcome,
    remarks: &[Diagnostic],
) -> Option<impl IntoView + use<>> {
    if remarks.is_empty() {
        return None;
    }
    let more = remarks.len().saturating_sub(REMARKS);
    let items = remarks.iter().take(REMARKS).map(|remark| remark_item(state, outcome, remark)).collect_view();
    let more = (more > 0).then(|| view! { <li class="soft">{words::more_remarks(more)}</li> });
    let of = |severity| remarks.iter().filter(|remark| remark.severity == severity).count();
    let (cautions, errors) = (of(Severity::Warning), of(Severity::Error));
    let line = words::remarks(remarks.len(), cautions, errors);
    Some(view! {
        <p class="remarks-line" class:warning=cautions + errors != 0>
            <button
                type="button"
                class="fold"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {line}
            </button>
        </p>
        <ul class="remarks" aria-label=words::DIAGNOSTICS_LABEL hidden=move || !open.get()>
            {items}
            {more}
        </ul>
    })
}

fn remark_item(state: State, outcome: &Outcome, remark: &Diagnostic) -> impl IntoView + use<> {
    let class = match remark.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let span = remark.span;
    let line = outcome.reading.rows.get(usize::from(span.source.0)).map(|rows| rows.line_of(span.start));
    let button = line.filter(|_| !span.is_empty()).map(|line| {
        view! {
            <button type="button" class="quiet" on:click=move |_| state.visit(span)>
                {words::line(line)}
            </button>
        }
    });
    view! {
        <li class=class>
            <span class="severity">{words::severity(remark.severity)}</span>
            <span>{remark.kind.message()}</span>
            {button}
        </li>
    }
}

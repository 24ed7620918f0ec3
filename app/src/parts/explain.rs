//! What a number was taken for, and what else it could be.

use std::sync::Arc;

use benchnote_notebook::model::CorrectionId;
use benchnote_notebook::{CellId, Edit};
use benchnote_parser::{Better, Source, Span};
use leptos::html::Input;
use leptos::prelude::*;

use super::wanted::{Meaning, Picked, Scope};
use crate::effects::engine::Outcome;
use crate::effects::events::{KeyboardEvent, SubmitEvent};
use crate::effects::focus;
use crate::state::State;
use crate::words;

/// The name in the page of the first field of the panel of a cell.
pub(crate) fn first_field(cell: CellId) -> String {
    format!("explain-{}", cell.0)
}

/// The panel under a text whose number was picked.
#[component]
pub(crate) fn Explain(
    /// The cell of the text.
    cell: CellId,
    /// The text.
    source: Arc<Source>,
    /// Gives the focus back to the text.
    back: Callback<()>,
) -> impl IntoView {
    let state = State::of_page();
    move || {
        let span = state.picked()?;
        let outcome = state.outcome()?;
        (outcome.source_of(cell, &source)? == span.source).then(|| panel(state, &outcome, cell, span, back))
    }
}

fn panel(state: State, outcome: &Arc<Outcome>, cell: CellId, span: Span, back: Callback<()>) -> AnyView {
    let close = move || {
        state.pick(None);
        back.run(());
    };
    let key = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            close();
        }
    };
    let sentence = sentence(outcome, cell, span);
    let body = match outcome.corrected.ignored_at(span) {
        Some(by) => ignored(state, cell, by, back),
        None => form(state, outcome.clone(), cell, span, back),
    };
    view! {
        <section class="explain" aria-label=words::EXPLAIN on:keydown=key>
            <div class="explain-head">
                <p class="grow">{sentence}</p>
                <button type="button" on:click=move |_| close()>
                    {words::CLOSE}
                </button>
            </div>
            {body}
        </section>
    }
    .into_any()
}

/// What a number was taken for, in one sentence.
pub(crate) fn sentence(outcome: &Outcome, cell: CellId, span: Span) -> String {
    let picked = Picked { outcome, cell, span };
    let printed = outcome.parsed().slice(span);
    if outcome.corrected.ignored_at(span).is_some() {
        return words::is_set_aside(printed);
    }
    match picked.figure() {
        Some((id, figure)) => {
            let Meaning { metric, unit, better, tag } = picked.meaning();
            let corrected = outcome.corrected.by.contains_key(&id);
            words::is_figure(printed, &metric, &unit, better, &tag, figure.guessed, corrected)
        }
        None => words::is_unread(printed),
    }
}

fn ignored(state: State, cell: CellId, by: CorrectionId, back: Callback<()>) -> AnyView {
    let again = move |_| {
        state.update(Edit::Uncorrect(by));
        back.run(());
    };
    view! {
        <p>
            <button type="button" id=first_field(cell) on:click=again>
                {words::COUNT_AGAIN}
            </button>
        </p>
    }
    .into_any()
}

fn form(state: State, outcome: Arc<Outcome>, cell: CellId, span: Span, back: Callback<()>) -> AnyView {
    let known = {
        let picked = Picked { outcome: &outcome, cell, span };
        (picked.figure().is_some(), picked.meaning())
    };
    let (is_figure, now) = known;
    let [metric, unit, tag] = [NodeRef::<Input>::new(), NodeRef::new(), NodeRef::new()];
    let better = RwSignal::new(now.better);
    let scope = RwSignal::new(Scope::One);
    let outcome = StoredValue::new(outcome);
    let tags = format!("tags-{}", cell.0);
    let options = outcome.with_value(|outcome| {
        outcome
            .report
            .configurations
            .iter()
            .map(|config| view! { <option value=config.tag.clone()></option> })
            .collect_view()
    });
    let done = move |changes| {
        state.correct(changes);
        back.run(());
    };
    let apply = move |event: SubmitEvent| {
        event.prevent_default();
        let value = |field: NodeRef<Input>| field.get_untracked().map(|field| field.value().trim().to_owned());
        let wanted = Meaning {
            metric: value(metric).unwrap_or_default(),
            unit: value(unit).unwrap_or_default(),
            better: better.get_untracked(),
            tag: value(tag).unwrap_or_default(),
        };
        let changes =
            outcome.with_value(|outcome| Picked { outcome, cell, span }.changes(&wanted, scope.get_untracked()));
        done(changes);
    };
    let set_aside = move |_| {
        let changes = outcome.with_value(|outcome| Picked { outcome, cell, span }.set_aside(scope.get_untracked()));
        done(changes);
    };
    let scopes = is_figure.then(|| {
        let name = now.metric.clone();
        view! {
            <label>
                {words::APPLIES_TO}
                <select on:change=move |event| scope.set(scope_named(&event_target_value(&event)))>
                    {Scope::ALL.map(|scope| view! { <option value=scope_name(scope)>{words::scope(scope, &name)}</option> }).collect_view()}
                </select>
            </label>
        }
    });
    let ignore = is_figure.then(|| view! { <button type="button" on:click=set_aside>{words::SET_ASIDE}</button> });
    view! {
        <form class="explain-form" on:submit=apply>
            <label>
                {words::METRIC}
                <input type="text" autocomplete="off" spellcheck="false" id=first_field(cell) value=now.metric node_ref=metric />
            </label>
            <label>
                {words::UNIT}
                <input type="text" autocomplete="off" spellcheck="false" size="8" value=now.unit node_ref=unit />
            </label>
            <label>
                {words::BETTER}
                <select on:change=move |event| better.set(better_named(&event_target_value(&event)))>
                    {[Better::Lower, Better::Higher, Better::Unknown]
                        .map(|way| {
                            view! {
                                <option value=words::better(way) selected=way == now.better>
                                    {words::better(way)}
                                </option>
                            }
                        })
                        .collect_view()}
                </select>
            </label>
            <label>
                {words::CONFIGURATION}
                <input type="text" autocomplete="off" spellcheck="false" list=tags.clone() value=now.tag node_ref=tag />
            </label>
            <datalist id=tags>{options}</datalist>
            {scopes}
            <div class="explain-buttons">
                <button type="submit">{if is_figure { words::CORRECT } else { words::COUNT }}</button>
                {ignore}
            </div>
        </form>
    }
    .into_any()
}

fn better_named(name: &str) -> Better {
    let ways = [Better::Lower, Better::Higher, Better::Unknown];
    ways.into_iter().find(|way| words::better(*way) == name).unwrap_or_default()
}

fn scope_name(scope: Scope) -> &'static str {
    match scope {
        Scope::One => "one",
        Scope::Line => "line",
        Scope::Like => "like",
    }
}

fn scope_named(name: &str) -> Scope {
    Scope::ALL.into_iter().find(|scope| scope_name(*scope) == name).unwrap_or_default()
}

/// Goes into the panel of a cell.
pub(crate) fn enter(cell: CellId) {
    focus::focus_id_soon(first_field(cell));
}

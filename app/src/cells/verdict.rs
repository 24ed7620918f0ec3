//! The verdict in words.

use std::sync::Arc;

use benchnote_notebook::Edit;
use benchnote_verdict::prose::{Block, EffectLine, Segment};
use benchnote_verdict::{Report, grade_meaning};
use leptos::html::Input;
use leptos::prelude::*;

use crate::charts::marker::look_in;
use crate::effects::engine::Outcome;
use crate::parts::segments::sentence;
use crate::state::State;
use crate::words;

/// The answer, what it rests on, and what to beware of.
#[component]
pub(crate) fn VerdictCell() -> impl IntoView {
    let state = State::of_page();
    let content = move || state.outcome().map(|outcome| prose(&outcome));
    let judged = move || state.outcome().is_some_and(|outcome| !outcome.report.comparisons.is_empty());
    view! {
        <section class="verdict" aria-labelledby="verdict-heading">
            <div class="cell-head">
                <h2 id="verdict-heading">{words::VERDICT}</h2>
                <p class="busy" hidden=move || !state.busy.get()>
                    {words::READING}
                </p>
                <div hidden=move || !judged()>
                    <Threshold />
                </div>
            </div>
            <div class="verdict-body" id="verdict" tabindex="-1">
                {content}
            </div>
        </section>
    }
    .into_any()
}

fn prose(outcome: &Arc<Outcome>) -> AnyView {
    let report = &outcome.report;
    if report.metrics.is_empty() {
        return nothing(report);
    }
    let look = |config| look_in(report, config);
    let blocks = report.prose.blocks.iter().map(|block| show(report, block)).collect_view();
    view! {
        <p class="headline">{sentence(&report.prose.headline, &look)}</p>
        {blocks}
    }
    .into_any()
}

/// Where there are no figures: the report's own sentences, if it has any, and what would help.
fn nothing(report: &Report) -> AnyView {
    let look = |config| look_in(report, config);
    let headline = &report.prose.headline;
    let headline = if headline.is_empty() { vec![words::NOTHING_FOUND.into_any()] } else { sentence(headline, &look) };
    view! {
        <p class="headline">{headline}</p>
        <p class="paragraph">{words::NOTHING_FOUND_HELP}</p>
    }
    .into_any()
}

fn show(report: &Report, block: &Block) -> AnyView {
    let look = |config| look_in(report, config);
    match block {
        Block::Paragraph(text) => view! { <p class="paragraph">{sentence(text, &look)}</p> }.into_any(),
        Block::Effects { title, lines, more } => effects(report, title, lines, more),
        Block::Aside { title, text } => view! {
            <p class="aside">
                <b>{words::lead_in(title)}</b>
                " "
                {sentence(text, &look)}
            </p>
        }
        .into_any(),
    }
}

fn effects(report: &Report, title: &[Segment], lines: &[EffectLine], more: &[Segment]) -> AnyView {
    let look = |config| look_in(report, config);
    let rows = lines.iter().map(|line| effect(report, line)).collect_view();
    let more = (!more.is_empty()).then(|| view! { <p class="effects-more">{sentence(more, &look)}</p> });
    let head = [words::GRADE, words::METRIC, words::VALUES, words::CHANGE, words::BOUNDS];
    view! {
        <table class="effects" role="table">
            <caption>{sentence(title, &look)}</caption>
            <thead class="visually-hidden">
                <tr>{head.map(|name| view! { <th scope="col">{name}</th> }).collect_view()}</tr>
            </thead>
            <tbody role="rowgroup">{rows}</tbody>
        </table>
        {more}
    }
    .into_any()
}

/// A line of the table of effects. On a phone its cells stand in two lines, which takes the table's roles away unless they
/// are said.
fn effect(report: &Report, line: &EffectLine) -> impl IntoView + use<> {
    let look = |config| look_in(report, config);
    let one = |segment: &Segment| sentence(std::slice::from_ref(segment), &look);
    view! {
        <tr role="row">
            <td role="cell" class="effect-grade">
                <span class=format!("grade {}", words::grade_class(line.grade)) title=grade_meaning(line.grade)>
                    {line.grade_word.clone()}
                </span>
            </td>
            <th role="rowheader" scope="row">
                {line.name.clone()}
            </th>
            <td role="cell" class="effect-values">
                {one(&line.from)}
                " "
                {words::ARROW}
                " "
                {one(&line.to)}
                " "
                <span class="unit">{line.unit.clone()}</span>
            </td>
            <td role="cell" class="effect-change">
                {one(&line.change)}
            </td>
            <td role="cell" class="effect-bounds">
                {line.bounds.clone()}
            </td>
        </tr>
    }
}

/// The practical threshold in percent.
#[component]
fn Threshold() -> impl IntoView {
    let state = State::of_page();
    let field = NodeRef::<Input>::new();
    let percent = Memo::new(move |_| words::percent(state.comparison().1.threshold));
    let commit = move |event| {
        let wanted = event_target_value(&event).trim().replace(',', ".").parse::<f64>();
        match wanted {
            Ok(wanted) if wanted.is_finite() => {
                state.update(Edit::SetThreshold(state.comparison_untracked(), wanted / 100.0));
            }
            _ => (),
        }
        // What was no number, or beyond the bounds, gives way to what holds.
        if let Some(field) = field.get_untracked() {
            field.set_value(&percent.get_untracked());
        }
    };
    view! {
        <label class="threshold">
            {words::THRESHOLD}
            " "
            <input
                type="number"
                min="0"
                max="100"
                step="any"
                inputmode="decimal"
                node_ref=field
                prop:value=move || percent.get()
                on:change=commit
            />
            " "
            {words::THRESHOLD_UNIT}
        </label>
    }
}

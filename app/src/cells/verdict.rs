//! The verdict in words.

use std::sync::Arc;
use std::time::Duration;

use benchnote_notebook::Edit;
use benchnote_verdict::Report;
use benchnote_verdict::prose::{Block, EffectLine, Segment};
use leptos::html::{Div, Input};
use leptos::prelude::*;

use crate::charts::marker::look_in;
use crate::effects::engine::Outcome;
use crate::effects::rove;
use crate::parts::grade::GradeButton;
use crate::parts::paste_again::PasteAgain;
use crate::parts::segments::{sentence, table_figure};
use crate::state::State;
use crate::words;

/// The answer, what it rests on, and what to beware of.
#[component]
pub(crate) fn VerdictCell() -> impl IntoView {
    let state = State::of_page();
    let content = move || state.outcome().map(|outcome| prose(&outcome));
    let judged = move || state.outcome().is_some_and(|outcome| !outcome.report.comparisons.is_empty());
    view! {
        <section class="verdict" aria-labelledby="verdict">
            <div class="cell-head">
                <h2 id="verdict" tabindex="-1">
                    {words::VERDICT}
                </h2>
                <p class="busy" hidden=move || !state.busy.get()>
                    {words::READING}
                </p>
                <div hidden=move || !judged()>
                    <Threshold />
                </div>
            </div>
            <div class="verdict-body">
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
    // Lists of effects that follow each other stand side by side where there is room.
    let lists = |one: &Block, other: &Block| is_list(one) && is_list(other);
    let blocks = report.prose.blocks.chunk_by(lists).map(|chunk| {
        let shown = chunk.iter().map(|block| show(report, block)).collect_view();
        if chunk.iter().any(is_list) {
            view! { <div class="effects-lists">{shown}</div> }.into_any()
        } else {
            shown.into_any()
        }
    });
    let blocks = blocks.collect_view();
    view! {
        <h3 class="headline" tabindex="-1">
            {sentence(&report.prose.headline, &look)}
        </h3>
        {blocks}
    }
    .into_any()
}

fn is_list(block: &Block) -> bool {
    matches!(block, Block::Effects { .. })
}

/// Where there are no figures: the report's own sentences, if it has any, and what would help.
fn nothing(report: &Report) -> AnyView {
    let look = |config| look_in(report, config);
    let headline = &report.prose.headline;
    let headline = if headline.is_empty() { vec![words::NOTHING_FOUND.into_any()] } else { sentence(headline, &look) };
    let state = State::of_page();
    let [before, link, after] = words::NOTHING_FOUND_HELP;
    let open = move |_| {
        if let Some(example) = words::EXAMPLES.first() {
            state.open_example(example);
        }
    };
    view! {
        <h3 class="headline" tabindex="-1">
            {headline}
        </h3>
        <p class="paragraph">
            {before}
            <button type="button" class="quiet inline" on:click=open>
                {link}
            </button>
            {after}
        </p>
        <PasteAgain />
    }
    .into_any()
}

fn show(report: &Report, block: &Block) -> AnyView {
    let look = |config| look_in(report, config);
    match block {
        Block::Paragraph(text) => view! { <p class="paragraph">{sentence(text, &look)}</p> }.into_any(),
        Block::Effects { title, lines, more, bounds } => effects(report, title, lines, [more, bounds]),
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

fn effects(report: &Report, title: &[Segment], lines: &[EffectLine], below: [&[Segment]; 2]) -> AnyView {
    let look = |config| look_in(report, config);
    let rows = lines.iter().map(|line| effect(report, line)).collect_view();
    let below = below.into_iter().filter(|says| !says.is_empty());
    let more = below.map(|says| view! { <p class="effects-more">{sentence(says, &look)}</p> }).collect_view();
    let node = NodeRef::<Div>::new();
    let head = [words::GRADE, words::METRIC, words::VALUES, words::CHANGE, words::BOUNDS];
    view! {
        <div class="effects-list" node_ref=node on:keydown=move |event| rove::key(node, &event)>
            <table class="effects" role="table" aria-description=words::LIST_KEYS>
                <caption>{sentence(title, &look)}</caption>
                <thead class="visually-hidden">
                    <tr>{head.map(|name| view! { <th scope="col">{name}</th> }).collect_view()}</tr>
                </thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
            {more}
        </div>
    }
    .into_any()
}

/// A line of the table of effects. On a phone its cells stand in two lines, which takes the table's roles away unless they
/// are said.
fn effect(report: &Report, line: &EffectLine) -> impl IntoView + use<> {
    let look = |config| look_in(report, config);
    let one = |segment: &Segment| sentence(std::slice::from_ref(segment), &look);
    // The Tab key stops at the grade and the change; the arrow keys lead to the rest.
    let beside = |segment: &Segment| match segment {
        Segment::Figure { text, cites } => vec![table_figure(text.clone(), cites)],
        _ => one(segment),
    };
    view! {
        <tr role="row">
            <td role="cell" class="effect-grade">
                <GradeButton grade=line.grade stop=true />
            </td>
            <th role="rowheader" scope="row">
                {line.name.clone()}
            </th>
            <td role="cell" class="effect-values">
                {beside(&line.from)}
                " "
                {words::ARROW}
                " "
                {beside(&line.to)}
                " "
                <span class="unit">{line.unit.clone()}</span>
            </td>
            <td role="cell" class="effect-change">
                {one(&line.change)}
            </td>
            <td role="cell" class="effect-bounds">
                {line.bounds.as_ref().map(beside)}
            </td>
        </tr>
    }
}

/// How long typing rests before a threshold holds.
const REST: Duration = Duration::from_millis(300);

/// The share that a text means in percent, a decimal comma included; nothing beyond 0 to 100.
fn share(text: &str) -> Option<f64> {
    let percent = text.trim().replace(',', ".").parse::<f64>().ok()?;
    (0.0..=100.0).contains(&percent).then_some(percent / 100.0)
}

/// The practical threshold in percent.
#[component]
fn Threshold() -> impl IntoView {
    let state = State::of_page();
    let field = NodeRef::<Input>::new();
    let wrong = RwSignal::new(false);
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let percent = Memo::new(move |_| words::percent(state.comparison().1.threshold));
    let stop = move || {
        if let Some(timer) = timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    };
    let read = move || {
        let Some(field) = field.try_get_untracked().flatten() else { return };
        let wanted = share(&field.value());
        wrong.set(wanted.is_none());
        if let Some(wanted) = wanted.filter(|&wanted| words::percent(wanted) != percent.get_untracked()) {
            state.update(Edit::SetThreshold(state.comparison_untracked(), wanted));
        }
    };
    let input = move |_| {
        stop();
        timer.set_value(set_timeout_with_handle(read, REST).ok());
    };
    // What was wrong gives way to what holds once the field is left, and so does another way to write it.
    let change = move |_| {
        stop();
        read();
        if let Some(field) = field.get_untracked().filter(|_| !wrong.get_untracked()) {
            field.set_value(&percent.get_untracked());
        }
    };
    Effect::new(move |_| {
        let percent = percent.get();
        // Not while it is typed: "2," is on its way to "2,5".
        if let Some(field) =
            field.get().filter(|field| share(&field.value()).map(words::percent) != Some(percent.clone()))
        {
            field.set_value(&percent);
        }
    });
    on_cleanup(stop);
    view! {
        <label class="threshold">
            {words::THRESHOLD}
            " "
            <input
                type="text"
                inputmode="decimal"
                autocomplete="off"
                aria-invalid=move || wrong.get().then_some("true")
                aria-describedby="threshold-range"
                node_ref=field
                on:input=input
                on:change=change
            />
            " "
            {words::THRESHOLD_UNIT}
        </label>
        <span class="threshold-range" id="threshold-range" role="status">
            {move || wrong.get().then_some(words::THRESHOLD_RANGE)}
        </span>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_is_a_share_up_to_the_whole() {
        assert_eq!(share(" 2,5 "), Some(0.025));
        assert_eq!(share("100"), Some(1.0));
        assert_eq!(share("2."), Some(0.02));
        for wrong in ["", "-1", "101", "NaN", "inf", "two"] {
            assert_eq!(share(wrong), None, "{wrong}");
        }
    }
}

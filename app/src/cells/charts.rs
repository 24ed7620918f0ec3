//! The charts, one at a time.

use benchnote_verdict::chart_spec::ChartSpec;
use leptos::prelude::*;

use crate::effects::events::KeyboardEvent;
use crate::effects::focus;
use crate::parts::chart::{Chart, Drawing};
use crate::state::State;
use crate::words;

/// Tabs, one for each chart of the report.
#[component]
pub(crate) fn ChartsCell() -> impl IntoView {
    let state = State::of_page();
    let titles = Memo::new(move |_| {
        let outcome = state.outcome();
        outcome.map_or_else(Vec::new, |outcome| outcome.report.charts.iter().map(title).collect())
    });
    let chosen = RwSignal::new(0_usize);
    let count = Memo::new(move |_| titles.with(Vec::len));
    let now = Memo::new(move |_| chosen.get().min(count.get().saturating_sub(1)));
    view! {
        <section aria-labelledby="charts" hidden=move || count.get() == 0>
            <div class="cell-head">
                <h2 id="charts" tabindex="-1">
                    {words::CHARTS}
                </h2>
                <div class="tabs" role="tablist" aria-labelledby="charts" on:keydown=move |event| key(&event, chosen, now, count)>
                    <For each=move || 0..count.get() key=|at| *at let:at>
                        <Tab at titles now chosen />
                    </For>
                </div>
            </div>
            <For each=move || 0..count.get() key=|at| *at let:at>
                <div role="tabpanel" id=panel(at) aria-labelledby=tab(at) hidden=move || now.get() != at>
                    <Chart drawing=drawing(state, at) />
                </div>
            </For>
        </section>
    }
    .into_any()
}

fn title(spec: &ChartSpec) -> String {
    spec.title.clone()
}

fn tab(at: usize) -> String {
    format!("chart-tab-{at}")
}

fn panel(at: usize) -> String {
    format!("chart-panel-{at}")
}

fn drawing(state: State, at: usize) -> Signal<Option<Drawing>> {
    // Compared by the answer they come from: a new one is drawn anew.
    let drawing = Memo::new_with_compare(move |_| Drawing::of(&state.outcome()?.report, at), |_, _| true);
    Signal::derive(move || drawing.try_get().flatten())
}

/// Arrow keys go from tab to tab.
fn key(event: &KeyboardEvent, chosen: RwSignal<usize>, now: Memo<usize>, count: Memo<usize>) {
    let (at, last) = (now.get_untracked(), count.get_untracked().saturating_sub(1));
    let to = match event.key().as_str() {
        "ArrowRight" if at == last => 0,
        "ArrowRight" => at + 1,
        "ArrowLeft" if at == 0 => last,
        "ArrowLeft" => at - 1,
        "Home" => 0,
        "End" => last,
        _ => return,
    };
    event.prevent_default();
    chosen.set(to);
    focus::focus_first(&[&format!("#{}", tab(to))]);
}

/// The tab of a chart.
#[component]
fn Tab(
    /// Which chart.
    at: usize,
    /// The charts' titles.
    titles: Memo<Vec<String>>,
    /// The one shown.
    now: Memo<usize>,
    /// Where the choice goes.
    chosen: RwSignal<usize>,
) -> impl IntoView {
    let selected = move || now.get() == at;
    view! {
        <button
            type="button"
            role="tab"
            id=tab(at)
            aria-controls=panel(at)
            aria-selected=move || selected().to_string()
            tabindex=move || if selected() { "0" } else { "-1" }
            on:click=move |_| chosen.set(at)
        >
            {move || titles.with(|titles| titles.get(at).cloned())}
        </button>
    }
}

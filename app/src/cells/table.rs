//! Every metric with every run.

use std::sync::Arc;

use benchnote_notebook::Edit;
use benchnote_parser::{Better, Role};
use benchnote_verdict::{
    ConfigIndex, Direction, Effect as Found, Grade, MetricChoice, MetricIndex, MetricRow, Report, Sample,
};
use leptos::html::{Button, Div};
use leptos::prelude::*;

use crate::charts::marker::look_in;
use crate::effects::engine::Outcome;
use crate::effects::{focus, rove};
use crate::parts::grade::GradeButton;
use crate::parts::marker::tagged;
use crate::parts::segments::table_figure;
use crate::state::State;
use crate::words;

/// How many figures are put into the page at once; the rest on demand.
const FIGURES: usize = 5_000;

/// The order of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Section,
    Effect,
}

/// The table of all metrics.
#[component]
pub(crate) fn TableCell() -> impl IntoView {
    let state = State::of_page();
    let order = RwSignal::new(Order::Section);
    let whole = RwSignal::new(false);
    provide_context(Asked { metric: RwSignal::new(None), chosen: StoredValue::new(None) });
    let none = Memo::new(move |_| state.outcome().is_none_or(|outcome| outcome.report.metrics.is_empty()));
    let content = move || state.outcome().map(|outcome| table(&outcome, order.get(), whole));
    view! {
        <section aria-labelledby="metrics" hidden=none>
            <div class="cell-head">
                <h2 id="metrics" tabindex="-1">
                    {words::ALL_METRICS}
                </h2>
                <fieldset class="fields">
                    <legend class="visually-hidden">{words::ORDER}</legend>
                    <OrderChoice of=Order::Section order text=words::BY_SECTION />
                    <OrderChoice of=Order::Effect order text=words::BY_EFFECT />
                </fieldset>
            </div>
            {content}
            <Ways />
        </section>
    }
    .into_any()
}

/// One of the orders.
#[component]
fn OrderChoice(
    /// Which.
    of: Order,
    /// The present one.
    order: RwSignal<Order>,
    /// What it is called.
    text: &'static str,
) -> impl IntoView {
    view! {
        <label class="chip">
            <input
                type="radio"
                name="order"
                prop:checked=move || order.get() == of
                on:change=move |_| order.set(of)
            />
            {text}
        </label>
    }
}

/// The configurations that the table has columns for.
struct Columns {
    /// Those with figures, the baseline first.
    samples: Vec<ConfigIndex>,
    /// Those that are compared with the baseline.
    contenders: Vec<ConfigIndex>,
}

impl Columns {
    fn of(report: &Report) -> Self {
        let included = report.configurations.iter().enumerate().filter(|(_, config)| !config.excluded);
        let mut samples: Vec<_> = included.map(|(at, _)| at).collect();
        samples.sort_unstable_by_key(|&at| (!report.configurations[at].baseline, at));
        let contenders = samples.iter().copied().filter(|&at| report.against_baseline(at).is_some()).collect();
        Self { samples, contenders }
    }

    fn count(&self) -> usize {
        2 + self.samples.len() + self.contenders.len()
    }
}

/// The metrics that measure something in the order of the table, and those that only describe the runs.
fn ordered(report: &Report, columns: &Columns, order: Order) -> (Vec<MetricIndex>, Vec<MetricIndex>) {
    let describes = |&metric: &MetricIndex| report.metrics[metric].role == Role::Context;
    let (context, mut metrics): (Vec<_>, Vec<_>) = (0..report.metrics.len()).partition(describes);
    if order == Order::Effect {
        let effects = |metric| columns.contenders.iter().filter_map(move |&contender| report.effect(contender, metric));
        let ranks: Vec<Rank> = (0..report.metrics.len()).map(|metric| rank(effects(metric))).collect();
        metrics.sort_by(|&a, &b| ranks[a].0.cmp(&ranks[b].0).then(ranks[b].1.total_cmp(&ranks[a].1)));
    }
    (metrics, context)
}

/// A grade and a size of effect.
type Rank = (Grade, f64);

/// The surest grade among a metric's effects, and the size of the largest effect of that grade as |ln ratio|; below 0 where
/// no effect has a size.
fn rank<'r>(effects: impl Iterator<Item = &'r Found> + Clone) -> Rank {
    let grade = effects.clone().map(|effect| effect.grade).min().unwrap_or(Grade::CannotSay);
    let sizes = effects.filter(|effect| effect.grade == grade).map(|effect| libm::log(effect.ratio).abs());
    (grade, sizes.filter(|size| size.is_finite()).fold(-1.0, f64::max))
}

fn table(outcome: &Arc<Outcome>, order: Order, whole: RwSignal<bool>) -> AnyView {
    let report = &outcome.report;
    let columns = Columns::of(report);
    let (metrics, context) = ordered(report, &columns, order);
    let fits = if whole.get() { metrics.len() } else { fitting(report, &metrics) };
    let groups = groups(report, &metrics[..fits], order);
    let groups = groups.into_iter().map(|(section, rows)| group(outcome, &columns, section, &rows)).collect_view();
    let more = (fits < metrics.len()).then(|| {
        view! {
            <p class="show-more">
                <button type="button" on:click=move |_| whole.set(true)>
                    {words::show_more_metrics(metrics.len() - fits)}
                </button>
            </p>
        }
    });
    view! {
        <p class="table-hint soft">{words::TABLE_HINT}</p>
        {scrolled(words::ALL_METRICS_TABLE, heading(report, &columns), groups.into_any())}
        {more}
        {folded(outcome, &columns, &context)}
    }
    .into_any()
}

/// The metrics that only describe the runs, such as a clock rate printed beside every table.
fn folded(outcome: &Outcome, columns: &Columns, metrics: &[MetricIndex]) -> Option<AnyView> {
    if metrics.is_empty() {
        return None;
    }
    let rows = group(outcome, columns, None, metrics).into_any();
    let table = scrolled(words::CONTEXT_TABLE, heading(&outcome.report, columns), rows);
    let fold = view! {
        <details class="context">
            <summary>{words::context_rows(metrics.len())}</summary>
            {table}
        </details>
    };
    Some(fold.into_any())
}

/// A table that is scrolled sideways and is one stop of the Tab key.
fn scrolled(name: &'static str, heading: AnyView, rows: AnyView) -> AnyView {
    let node = NodeRef::<Div>::new();
    view! {
        <div
            class="scroll fading"
            tabindex="0"
            role="region"
            aria-label=name
            aria-description=words::TABLE_KEYS
            node_ref=node
            on:keydown=move |event| rove::key(node, &event)
        >
            <table class="metrics">{heading} {rows}</table>
        </div>
    }
    .into_any()
}

/// How many rows hold [`FIGURES`] figures.
fn fitting(report: &Report, metrics: &[MetricIndex]) -> usize {
    let mut figures = 0;
    let full = metrics.iter().position(|&metric| {
        figures += report.metrics[metric].samples.iter().map(|sample| sample.runs.len() + 1).sum::<usize>();
        figures > FIGURES
    });
    full.map_or(metrics.len(), |at| at.max(1))
}

/// Rows under the heading of their section; by size of effect there is one group without a heading.
fn groups(report: &Report, metrics: &[MetricIndex], order: Order) -> Vec<(Option<String>, Vec<MetricIndex>)> {
    if order == Order::Effect {
        return vec![(None, metrics.to_vec())];
    }
    let chunks = metrics.chunk_by(|&a, &b| report.metrics[a].section == report.metrics[b].section);
    chunks
        .map(|chunk| (Some(report.metrics[chunk[0]].section.clone()).filter(|name| !name.is_empty()), chunk.to_vec()))
        .collect()
}

fn tag(report: &Report, config: ConfigIndex) -> &str {
    report.configurations.get(config).map_or("", |config| config.tag.as_str())
}

fn heading(report: &Report, columns: &Columns) -> AnyView {
    let samples = columns.samples.iter().map(|&config| {
        let look = look_in(report, config);
        view! {
            <th scope="col" class="number">
                {tagged(look, tag(report, config))}
            </th>
        }
    });
    let contenders = columns.contenders.iter().map(|&config| {
        let baseline = report.against_baseline(config).map_or("", |pair| tag(report, pair.baseline));
        view! {
            <th scope="col" title=words::GAIN_HELP>
                {words::against(tag(report, config), baseline)}
            </th>
        }
    });
    view! {
        <thead>
            <tr>
                <th scope="col" class="metric-name">
                    {words::METRIC}
                </th>
                <th scope="col">{words::UNIT}</th>
                {samples.collect_view()}
                {contenders.collect_view()}
            </tr>
        </thead>
    }
    .into_any()
}

fn group(
    outcome: &Outcome,
    columns: &Columns,
    section: Option<String>,
    metrics: &[MetricIndex],
) -> impl IntoView + use<> {
    let named = section.is_some();
    let heading = section.map(|section| {
        view! {
            <tr class="section">
                <th scope="rowgroup" colspan=columns.count().to_string()>
                    <span>{section}</span>
                </th>
            </tr>
        }
    });
    let rows = metrics.iter().map(|&metric| row(outcome, columns, metric, named)).collect_view();
    view! {
        <tbody>
            {heading}
            {rows}
        </tbody>
    }
}

fn row(outcome: &Outcome, columns: &Columns, metric: MetricIndex, named: bool) -> impl IntoView + use<> {
    let report = &outcome.report;
    let row = &report.metrics[metric];
    let samples = columns.samples.iter().map(|&config| cell(outcome, row.samples.get(config)));
    let effects = columns.contenders.iter().map(|&config| gain(report.effect(config, metric)));
    // Under its section's heading a metric needs no more than its name, unless conditions tell it from another.
    let plain = named && row.params.is_empty() && row.stem.contains(&row.name);
    let name = if plain { &row.name } else { &row.full_name };
    let remark = remark(row).map(|text| view! { <span class="metric-remark" class:guessed=row.guessed>{text}</span> });
    view! {
        <tr>
            <th scope="row" class="metric-name">
                {name.clone()}
                {remark}
            </th>
            <td class="soft unit-cell">{row.unit.symbol.clone()} " " <Way metric=Named::of(row) counted=row.counted better=row.better /></td>
            {samples.collect_view()}
            {effects.collect_view()}
        </tr>
    }
}

/// A metric as a choice for it names it: one name for all its loads.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Named {
    section: String,
    stem: String,
}

impl Named {
    fn of(row: &MetricRow) -> Self {
        Self { section: row.section.clone(), stem: row.stem.clone() }
    }
}

/// The metric whose way is asked for, and the one for which it was chosen last, until the answer to that is shown.
#[derive(Clone, Copy)]
struct Asked {
    metric: RwSignal<Option<Named>>,
    chosen: StoredValue<Option<Named>>,
}

/// The name in the page of the choice of a metric's way.
const WAYS: &str = "ways";

/// Which way is better of a metric and whether it counts: a sign that opens the choice.
#[component]
fn Way(
    /// The metric.
    metric: Named,
    /// Whether it counts.
    counted: bool,
    /// Which way is better.
    better: Better,
) -> impl IntoView {
    let asked: Asked = expect_context();
    let button = NodeRef::<Button>::new();
    let label = words::way_label(&metric.stem, better, counted);
    let own = metric.clone();
    // The table was made anew for the choice: the focus goes on where it was.
    Effect::new(move |_| {
        let Some(button) = button.get() else { return };
        let chosen = asked.chosen.try_update_value(|chosen| chosen.take_if(|chosen| *chosen == own)).flatten();
        if chosen.is_some() {
            request_animation_frame(move || {
                if focus::is_lost() {
                    let _ = button.focus();
                }
            });
        }
    });
    let ask = move |_| asked.metric.set(Some(metric.clone()));
    view! {
        <button
            type="button"
            class="way"
            class:open=better == Better::Unknown
            tabindex="-1"
            node_ref=button
            popovertarget=WAYS
            aria-label=label.clone()
            title=label
            on:click=ask
        >
            {words::way_sign(better, counted)}
        </button>
    }
}

/// The choice of a metric's way, once in the page.
#[component]
fn Ways() -> impl IntoView {
    let state = State::of_page();
    let asked: Asked = expect_context();
    let name = move || asked.metric.get().map_or_else(String::new, |metric| words::way_of(&metric.stem));
    let choose = move |better: Option<Better>, counted: Option<bool>| {
        focus::close_popover(WAYS);
        let Some(metric) = asked.metric.get_untracked() else { return };
        asked.chosen.set_value(Some(metric.clone()));
        let choice = MetricChoice { section: Some(metric.section), name: metric.stem, better, counted };
        state.update(Edit::SetMetric(state.comparison_untracked(), choice));
    };
    let ways = [
        (words::LOWER, Some(Better::Lower), Some(true)),
        (words::HIGHER, Some(Better::Higher), Some(true)),
        (words::LEFT_OUT, None, Some(false)),
        (words::AS_READ, None, None),
    ];
    let buttons = ways.map(|(text, better, counted)| {
        view! {
            <button type="button" on:click=move |_| choose(better, counted)>
                {text}
            </button>
        }
    });
    view! {
        <div id=WAYS class="grade-help ways" popover="auto" role="group" aria-label=name>
            <b>{name}</b>
            {buttons.collect_view()}
        </div>
    }
}

fn remark(row: &MetricRow) -> Option<&'static str> {
    if row.guessed { Some(words::GUESSED) } else { words::role(row.role) }
}

/// The runs of a configuration as they were printed. The middle one is set off where there is one.
fn cell(outcome: &Outcome, sample: Option<&Sample>) -> AnyView {
    let runs = sample.map_or(&[][..], |sample| &sample.runs);
    if runs.is_empty() {
        return view! {
            <td class="number">
                <span class="soft" aria-label=words::NO_RUNS>
                    {words::NO_RUNS_SIGN}
                </span>
            </td>
        }
        .into_any();
    }
    let printed = |id| outcome.parsed().printed(id).to_owned();
    let all = runs.iter().map(|run| run.id).collect::<Vec<_>>();
    let centre = middle(runs.iter().map(|run| (run.value, run.id)).collect());
    let centre = match centre.as_slice() {
        [one] => printed(*one),
        [low, high] => words::middle_of(&printed(*low), &printed(*high)),
        _ => String::new(),
    };
    let small = (runs.len() > 1).then(|| {
        let runs = all.iter().map(|&id| view! { <li>{table_figure(printed(id), &[id])}</li> }).collect_view();
        view! { <ul class="runs">{runs}</ul> }
    });
    view! {
        <td class="number">
            {table_figure(centre, &all)}
            {small}
        </td>
    }
    .into_any()
}

/// The middle run by value; of an even number the two in the middle, or one where both are printed for the same value.
fn middle<T: Copy>(mut runs: Vec<(f64, T)>) -> Vec<T> {
    runs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let half = runs.len() / 2;
    match (runs.get(half.wrapping_sub(1)), runs.get(half)) {
        (Some(low), Some(high)) if runs.len().is_multiple_of(2) && low.0 != high.0 => vec![low.1, high.1],
        (_, Some(centre)) => vec![centre.1],
        _ => Vec::new(),
    }
}

fn gain(effect: Option<&Found>) -> AnyView {
    let Some(effect) = effect else { return view! { <td></td> }.into_any() };
    let class = match effect.direction {
        Direction::Better => "gain better",
        Direction::Worse => "gain worse",
        Direction::Same | Direction::Unclear | Direction::NotComparable => "gain",
    };
    view! {
        <td class=class>
            <span class="gain-ratio" title=words::interval(effect.interval)>
                <b>{words::ratio(effect.ratio)}</b>
                <span class="gain-bounds">{words::bounds(effect.ratio_low, effect.ratio_high)}</span>
            </span>
            <GradeButton grade=effect.grade stop=false />
        </td>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use benchnote_verdict::IntervalKind;

    use super::*;

    fn effect(grade: Grade, ratio: f64) -> Found {
        Found {
            metric: 0,
            ratio,
            ratio_low: ratio,
            ratio_high: ratio,
            interval: IntervalKind::Range,
            confidence: None,
            runs: [3, 3],
            separated: true,
            p: None,
            least_p: None,
            grade,
            direction: Direction::Better,
        }
    }

    #[test]
    fn a_metric_ranks_by_its_surest_grade_then_by_size() {
        let unsure = effect(Grade::NotDistinguishable, 9.0);
        let likely = effect(Grade::Likely, 0.5);
        assert_eq!(rank([&unsure, &likely].into_iter()), (Grade::Likely, libm::log(2.0)));
        assert_eq!(rank([&effect(Grade::CannotSay, f64::NAN)].into_iter()), (Grade::CannotSay, -1.0));
        assert_eq!(rank(std::iter::empty::<&Found>()), (Grade::CannotSay, -1.0));
    }

    #[test]
    fn the_middle_is_a_run_or_two() {
        assert_eq!(middle(vec![(3.0, 'c'), (1.0, 'a'), (2.0, 'b')]), ['b']);
        assert_eq!(middle(vec![(3.0, 'c'), (1.0, 'a')]), ['a', 'c']);
        assert_eq!(middle(vec![(2.0, 'c'), (2.0, 'a')]), ['a']);
        assert!(middle(Vec::<(f64, char)>::new()).is_empty());
    }
}

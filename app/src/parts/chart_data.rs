//! The data of a chart as a table.

use benchnote_verdict::chart_spec::ChartSpec;
use leptos::html::Div;
use leptos::prelude::*;

use super::chart::Drawing;
use super::segments::table_figure;
use crate::effects::rove;
use crate::words;

/// A table, folded away until it is asked for, of everything that a chart draws.
#[component]
pub(crate) fn ChartData(
    /// The chart.
    drawing: Signal<Option<Drawing>>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let table = move || {
        if !open.get() {
            return None;
        }
        drawing.with(|drawing| drawing.as_ref().map(|drawing| table(&drawing.spec)))
    };
    view! {
        <details class="chart-data" on:toggle=move |_| open.update(|open| *open = !*open)>
            <summary>{words::CHART_DATA}</summary>
            {table}
        </details>
    }
}

fn table(spec: &ChartSpec) -> AnyView {
    let node = NodeRef::<Div>::new();
    let names: Vec<_> = spec.configs.clone();
    let name = move |config| names.iter().find(|(index, _)| *index == config).map(|(_, tag)| tag.clone());
    let rows = spec.rows.iter().flat_map(|row| row.points.iter().map(move |point| (row, point)));
    let rows = rows
        .map(|(row, point)| {
            view! {
                <tr>
                    <td>{row.section.clone()}</td>
                    <th scope="row">{row.label.clone()}</th>
                    <td>{name(point.config)}</td>
                    <td>
                        {table_figure(point.text.clone(), &point.cites)}
                    </td>
                    <td class="number">{ratio(point.value)}</td>
                    <td class="number">{ratio(point.low)}</td>
                    <td class="number">{ratio(point.high)}</td>
                </tr>
            }
        })
        .collect_view();
    let headings =
        [words::SECTION, words::METRIC, words::CONFIGURATION, words::POINT, words::RATIO, words::FROM, words::TO];
    view! {
        <div
            class="scroll"
            tabindex="0"
            role="region"
            aria-label=words::chart_data_label(&spec.title)
            aria-description=words::TABLE_KEYS
            node_ref=node
            on:keydown=move |event| rove::key(node, &event)
        >
            <table class="data">
                <thead>
                    <tr>{headings.map(|heading| view! { <th scope="col">{heading}</th> }).collect_view()}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// A ratio with three decimals: finer than any benchmark's figures carry, and as fine as the chart shows.
fn ratio(value: f64) -> String {
    format!("{value:.3}")
}

//! A chart: the canvas, its legend, what is said about the point pointed at, and the caption.

use std::sync::Arc;

use benchnote_verdict::chart_spec::{ChartPoint, ChartSpec};
use benchnote_verdict::{ConfigIndex, Report};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

use super::chart_data::ChartData;
use super::marker::Marker;
use crate::charts::layout::{Layout, Spot, Step};
use crate::charts::marker::look;
use crate::charts::surface;
use crate::effects::canvas::{self, NextFrame};
use crate::effects::events::{KeyboardEvent, PointerEvent};
use crate::effects::{focus, scroll};
use crate::state::State;
use crate::words;

/// A chart with the baseline that gives its configurations their looks.
#[derive(Clone)]
pub(crate) struct Drawing {
    /// What to draw.
    pub(crate) spec: Arc<ChartSpec>,
    /// The baseline.
    pub(crate) baseline: Option<ConfigIndex>,
}

impl Drawing {
    /// The chart of a report at a place.
    pub(crate) fn of(report: &Report, at: usize) -> Option<Self> {
        let spec = Arc::new(report.charts.get(at)?.clone());
        let baseline = spec.baseline;
        Some(Self { spec, baseline })
    }

    fn point(&self, spot: &Spot) -> Option<&ChartPoint> {
        self.spec.rows.get(spot.row)?.points.get(spot.point)
    }
}

/// What became of the last attempt to draw.
#[derive(Clone)]
enum Drawn {
    /// Not tried yet, or not in view.
    NotYet,
    /// The chart cannot be drawn.
    Impossible,
    /// Where everything stands.
    Measured(Arc<Layout>),
}

impl Drawn {
    fn layout(&self) -> Option<&Arc<Layout>> {
        if let Self::Measured(layout) = self { Some(layout) } else { None }
    }
}

/// The signals of one chart.
#[derive(Clone, Copy)]
struct Plot {
    state: State,
    drawing: Signal<Option<Drawing>>,
    drawn: RwSignal<Drawn>,
    at: RwSignal<Option<usize>>,
    /// Whether the press that has begun goes to the text.
    goes: StoredValue<bool>,
    node: NodeRef<Div>,
    canvas: NodeRef<Canvas>,
}

impl Plot {
    fn paint(self) {
        let Some(Some(drawing)) = self.drawing.try_get_untracked() else { return };
        let (Some(Some(node)), Some(Some(canvas))) = (self.node.try_get_untracked(), self.canvas.try_get_untracked())
        else {
            return;
        };
        let width = f64::from(node.client_width());
        // Out of view, as in a tab that is not chosen.
        if width < 1.0 {
            return;
        }
        let layout = surface::paint(&canvas, &drawing.spec, drawing.baseline, width, canvas::ratio());
        let _ = self.drawn.try_set(layout.map_or(Drawn::Impossible, |layout| Drawn::Measured(Arc::new(layout))));
    }

    fn layout(self) -> Option<Arc<Layout>> {
        self.drawn.with_untracked(|drawn| drawn.layout().cloned())
    }

    /// Points at a mark, or at none.
    fn go(self, at: Option<usize>) {
        if self.at.get_untracked() == at {
            return;
        }
        self.at.set(at);
        self.state.point_at(at.and_then(|at| self.point(at)).map(|point| point.cites));
    }

    fn point(self, at: usize) -> Option<ChartPoint> {
        let layout = self.layout()?;
        let spot = layout.spots.get(at)?;
        self.drawing.with_untracked(|drawing| drawing.as_ref()?.point(spot).cloned())
    }

    fn enter(self) {
        if let Some(point) = self.at.get_untracked().and_then(|at| self.point(at)) {
            focus::remember();
            self.state.go_to(&point.cites);
        }
    }

    fn under(self, event: &PointerEvent) -> Option<usize> {
        self.layout()?.nearest(f64::from(event.offset_x()), f64::from(event.offset_y()))
    }

    fn moved(self, event: &PointerEvent) {
        self.go(self.under(event));
    }

    /// A finger points at nothing before it presses: its first touch of a mark shows it, the second goes to the text.
    fn pressed(self, event: &PointerEvent) {
        let under = self.under(event);
        self.goes.set_value(under.is_some() && (!is_touch(event) || under == self.at.get_untracked()));
        self.go(under);
    }

    fn clicked(self) {
        if self.goes.get_value() {
            self.enter();
        }
    }

    /// A finger that is lifted still points.
    fn left(self, event: &PointerEvent) {
        if !is_touch(event) {
            self.go(None);
        }
    }

    fn key(self, event: &KeyboardEvent) {
        let step = match event.key().as_str() {
            "ArrowLeft" => Step::Back,
            "ArrowRight" => Step::On,
            "ArrowUp" => Step::Up,
            "ArrowDown" => Step::Down,
            "Home" => Step::First,
            "End" => Step::Last,
            "Enter" => return self.enter(),
            "Escape" => return self.go(None),
            _ => return,
        };
        event.prevent_default();
        if let Some(layout) = self.layout() {
            let at = layout.step(self.at.get_untracked(), step);
            self.go(at);
            if let Some(spot) = at.and_then(|at| layout.spots.get(at)) {
                scroll::reveal(self.node, spot.y);
            }
        }
    }
}

fn is_touch(event: &PointerEvent) -> bool {
    event.pointer_type() == "touch"
}

/// A chart.
#[component]
pub(crate) fn Chart(
    /// What to draw.
    drawing: Signal<Option<Drawing>>,
) -> impl IntoView {
    let plot = Plot {
        state: State::of_page(),
        drawing,
        drawn: RwSignal::new(Drawn::NotYet),
        at: RwSignal::new(None),
        goes: StoredValue::new(false),
        node: NodeRef::new(),
        canvas: NodeRef::new(),
    };
    let frame = StoredValue::new_local(NextFrame::new(move || plot.paint()));
    let ask = move || {
        let _ = frame.try_with_value(NextFrame::ask);
    };
    canvas::watch(plot.node, ask);
    Effect::new(move |_| {
        plot.drawing.track();
        plot.at.set(None);
        ask();
    });
    let text = move |read: fn(&ChartSpec) -> &String| {
        drawing.with(|drawing| drawing.as_ref().map(|drawing| read(&drawing.spec).clone()))
    };
    view! {
        <figure class="chart">
            <Legend drawing />
            <div
                class="plot"
                tabindex="0"
                role="application"
                aria-roledescription=words::CHART_ROLE
                aria-label=move || text(|spec| &spec.title)
                aria-description=words::CHART_KEYS
                node_ref=plot.node
                class:pointing=move || plot.at.get().is_some()
                on:pointermove=move |event| plot.moved(&event)
                on:pointerdown=move |event| plot.pressed(&event)
                on:pointerleave=move |event| plot.left(&event)
                on:click=move |_| plot.clicked()
                on:keydown=move |event| plot.key(&event)
                on:blur=move |_| plot.go(None)
            >
                <canvas aria-hidden="true" node_ref=plot.canvas></canvas>
                {move || tip(&plot)}
            </div>
            <p class="chart-hint soft">{words::CHART_HINT}</p>
            {move || rest(&plot)}
            <p class="visually-hidden" aria-live="polite">
                {move || said(&plot)}
            </p>
            <figcaption>{move || text(|spec| &spec.caption)}</figcaption>
            <ChartData drawing />
        </figure>
    }
}

/// The sentences under a chart that is not whole.
fn rest(plot: &Plot) -> Option<impl IntoView + use<>> {
    let sentence = plot.drawn.with(|drawn| match drawn {
        Drawn::NotYet => None,
        Drawn::Impossible => Some(words::CHART_IMPOSSIBLE.to_owned()),
        Drawn::Measured(layout) => (layout.left_out > 0).then(|| words::rows_left_out(layout.left_out)),
    })?;
    Some(view! { <p class="remark">{sentence}</p> })
}

fn said(plot: &Plot) -> Option<String> {
    let at = plot.at.get()?;
    plot.point(at).map(|point| point.text)
}

/// The ring around the mark pointed at, and its text beside it.
fn tip(plot: &Plot) -> Option<impl IntoView + use<>> {
    let at = plot.at.get()?;
    let layout = plot.drawn.with(|drawn| drawn.layout().cloned())?;
    let spot = *layout.spots.get(at)?;
    let point = plot.point(at)?;
    let side = if spot.x > layout.width / 2.0 { "tip left" } else { "tip right" };
    let below = if spot.y < 60.0 { "below" } else { "above" };
    Some(view! {
        <span class="ring" style:left=format!("{}px", spot.x) style:top=format!("{}px", spot.y)></span>
        <span
            class=format!("{side} {below}")
            aria-hidden="true"
            style:left=format!("{}px", spot.x)
            style:top=format!("{}px", spot.y)
        >
            {point.text}
        </span>
    })
}

/// Which mark is whose.
#[component]
fn Legend(
    /// The chart.
    drawing: Signal<Option<Drawing>>,
) -> impl IntoView {
    let entries = move || {
        drawing.with(|drawing| {
            let drawing = drawing.as_ref()?;
            let entry = |(config, tag): &(ConfigIndex, String)| {
                view! {
                    <li>
                        <Marker look=look(*config, drawing.baseline) />
                        {tag.clone()}
                    </li>
                }
            };
            // In the order of the lanes within a row.
            let mut configs = drawing.spec.configs.clone();
            configs.sort_by_key(|&(config, _)| config);
            Some(configs.iter().map(entry).collect_view())
        })
    };
    let axis = move || drawing.with(|drawing| drawing.as_ref().map(|drawing| drawing.spec.axis.clone()));
    view! {
        <div class="legend">
            <ul>{entries}</ul>
            <p class="axis-name">{axis}</p>
        </div>
    }
}

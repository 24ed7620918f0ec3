//! The canvas that charts are drawn on in the browser.

use std::cell::RefCell;
use std::collections::HashMap;

use benchnote_verdict::ConfigIndex;
use benchnote_verdict::chart_spec::ChartSpec;
use leptos::web_sys::{self, CanvasRenderingContext2d, Element, HtmlCanvasElement};
use plotters::prelude::IntoDrawingArea;
use plotters::style::RGBColor;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;

use super::draw::draw;
use super::layout::{Layout, layout};
use super::measured::{Font, Measure, Measured};
use super::scale::Scale;
use super::theme::{Theme, parse_color};

/// Widths that were measured already are kept, up to so many of them.
const KEPT: usize = 20_000;

thread_local! {
    /// Widths by text, size in thousandths and weight. The family never changes.
    static WIDTHS: RefCell<HashMap<(String, u32, bool), f64>> = RefCell::default();
}

/// The browser's own measure of text, which needs no layout.
struct CanvasMeasure {
    context: CanvasRenderingContext2d,
    family: String,
}

impl Measure for CanvasMeasure {
    fn width(&self, text: &str, font: Font) -> f64 {
        let key = (text.to_owned(), (font.size * 1000.0) as u32, font.bold);
        if let Some(width) = WIDTHS.with(|widths| widths.borrow().get(&key).copied()) {
            return width;
        }
        let weight = if font.bold { "bold" } else { "normal" };
        self.context.set_font(&format!("{weight} {}px {}", font.size, self.family));
        let width = self.context.measure_text(text).map_or(0.0, |metrics| metrics.width());
        WIDTHS.with(|widths| {
            let mut widths = widths.borrow_mut();
            if widths.len() >= KEPT {
                widths.clear();
            }
            widths.insert(key, width);
        });
        width
    }
}

/// Reads the page's colours. The canvas itself turns any colour a style sheet may hold into one of its own form.
fn theme(element: &Element, context: &CanvasRenderingContext2d) -> Option<Theme> {
    let style = web_sys::window()?.get_computed_style(element).ok()??;
    let color = |name: &str, fallback: RGBColor| {
        let value = style.get_property_value(name).unwrap_or_default();
        context.set_fill_style_str(value.trim());
        context.fill_style().as_string().and_then(|text| parse_color(&text)).unwrap_or(fallback)
    };
    let black = RGBColor(0, 0, 0);
    Some(Theme {
        paper: color("--card", RGBColor(255, 255, 255)),
        ink: color("--ink", black),
        soft: color("--soft", black),
        line: color("--line", black),
        band: color("--band", black),
        looks: std::array::from_fn(|look| color(&format!("--c{look}"), black)),
        family: style.get_property_value("font-family").unwrap_or_else(|_| "sans-serif".to_owned()),
    })
}

/// Draws a chart on a canvas, as wide as so many page pixels and as high as it needs. Gives back where everything stands;
/// nothing where the chart cannot be drawn.
pub(crate) fn paint(
    canvas: &HtmlCanvasElement,
    spec: &ChartSpec,
    baseline: Option<ConfigIndex>,
    width: f64,
    ratio: f64,
) -> Option<Layout> {
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    let theme = theme(canvas, &context)?;
    let measure = CanvasMeasure { context, family: theme.family.clone() };
    let layout = layout(spec, width, &measure)?;
    let scale = Scale::fitting(ratio, layout.width, layout.height);
    // Setting a size clears the canvas and every setting of its context.
    canvas.set_width(scale.size(layout.width) as u32);
    canvas.set_height(scale.size(layout.height) as u32);
    let _ = canvas.style().set_property("height", &format!("{}px", layout.height));
    let backend = Measured { backend: CanvasBackend::with_canvas_object(canvas.clone())?, measure };
    let area = backend.into_drawing_area();
    draw(&area, (spec, &layout), baseline, &theme, scale).ok()?;
    Some(layout)
}

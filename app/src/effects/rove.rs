//! Boxes that are one stop of the Tab key, within which arrow keys go from figure to figure.

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, Node};

/// What the arrow keys stop at.
const STOPS: &str = "[data-cites], button.grade, button.way";

/// Moves the focus as an arrow key, Home or End says: along a row, or to what stands nearest in the next one. Home and End
/// lead to the ends of the row.
pub(crate) fn key(within: NodeRef<Div>, event: &KeyboardEvent) {
    let key = event.key();
    if !matches!(key.as_str(), "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End") {
        return;
    }
    let Some(within) = within.get_untracked() else { return };
    let rows = rows(&within);
    let Some(wanted) = wanted(&within, &rows, &key) else { return };
    event.prevent_default();
    let _ = wanted.focus();
}

/// The stops of every row that has some.
fn rows(within: &Element) -> Vec<Vec<HtmlElement>> {
    let stops = |row: &Element| all(row, STOPS).collect::<Vec<HtmlElement>>();
    all::<Element>(within, "tr").map(|row| stops(&row)).filter(|stops| !stops.is_empty()).collect()
}

fn all<T: JsCast>(within: &Element, selector: &str) -> impl Iterator<Item = T> {
    let found = within.query_selector_all(selector).ok();
    let nodes = found.into_iter().flat_map(|list| (0..list.length()).filter_map(move |at| list.item(at)));
    nodes.filter_map(|node| node.dyn_into().ok())
}

/// Where a key leads from the stop that has the focus, or from the box itself: to the first of all.
fn wanted(within: &Element, rows: &[Vec<HtmlElement>], key: &str) -> Option<HtmlElement> {
    let now = document().active_element();
    let here = |element: &Element| element.is_same_node(now.as_ref().map(AsRef::<Node>::as_ref));
    if here(within) {
        return rows.first()?.first().cloned();
    }
    let place = |stops: &Vec<HtmlElement>| stops.iter().position(|stop| here(stop));
    let (row, at) = rows.iter().enumerate().find_map(|(row, stops)| Some((row, place(stops)?)))?;
    let stops = rows.get(row)?;
    match key {
        "ArrowLeft" => stops.get(at.checked_sub(1)?).cloned(),
        "ArrowRight" => stops.get(at + 1).cloned(),
        "Home" => stops.first().cloned(),
        "End" => stops.last().cloned(),
        "ArrowUp" => nearest(rows.get(row.checked_sub(1)?)?, stops.get(at)?),
        _ => nearest(rows.get(row + 1)?, stops.get(at)?),
    }
}

/// The stop of a row that stands nearest to one of another row, seen from above.
fn nearest(stops: &[HtmlElement], from: &HtmlElement) -> Option<HtmlElement> {
    let middle = |stop: &HtmlElement| {
        let at = stop.get_bounding_client_rect();
        f64::midpoint(at.left(), at.right())
    };
    let wanted = middle(from);
    let distance = |stop: &&HtmlElement| (middle(stop) - wanted).abs();
    stops.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).cloned()
}

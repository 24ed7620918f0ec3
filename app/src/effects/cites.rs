//! Figures that say where they come from: any element with `data-cites` names the measurements behind it, and one set of
//! listeners serves all of them.

use benchnote_parser::MeasurementId;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

/// The attribute's value for some measurements.
pub(crate) fn attribute(cites: &[MeasurementId]) -> String {
    let numbers: Vec<String> = cites.iter().map(|id| id.0.to_string()).collect();
    numbers.join(",")
}

/// The measurements that the element of an event, or one around it, cites.
pub(crate) fn of_event(event: &Event) -> Option<Vec<MeasurementId>> {
    let element = event.target()?.dyn_into::<Element>().ok()?;
    let value = element.closest("[data-cites]").ok()??.get_attribute("data-cites")?;
    let cites: Vec<_> = value.split(',').filter_map(|number| number.parse().ok()).map(MeasurementId).collect();
    (!cites.is_empty()).then_some(cites)
}

/// Whether an event comes from a citing element itself, not from a control within one.
pub(crate) fn is_figure(event: &Event) -> bool {
    let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|element| element.has_attribute("data-cites"))
}

/// Whether an event comes from within a chart, which says itself what is pointed at.
pub(crate) fn in_chart(event: &Event) -> bool {
    let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|element| element.closest(".plot").ok().flatten().is_some())
}

/// Remembers the citing element of an event as the place to come back to.
pub(crate) fn remember(event: &Event) {
    let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let element = element.and_then(|element| element.closest("[data-cites]").ok().flatten());
    super::focus::remember_element(element);
}

//! Puts what a line's rules found into a sink.

use std::ops::Range;

use super::picture::{Found, Place, Side};
use super::{Fit, Line, State, Tool};
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::Document;
use crate::measurement::{Label, Labels, Measurement, MeasurementId, Spread};
use crate::reading::emit::{Quantity, parameter, setting};
use crate::reading::quantity::without_thousands;
use crate::reading::titles::conditions_above;
use crate::sink::Sink;
use crate::unit::Unit;

/// A line that is put into a sink.
pub(super) struct Emission<'e, 'd> {
    pub(super) tool: &'e Tool,
    pub(super) document: &'e Document<'d>,
    pub(super) line: &'e Line<'e>,
    pub(super) columns: &'e [String],
    /// The number of what stands beside others as another setting.
    pub(super) beside: Option<usize>,
}

impl Emission<'_, '_> {
    fn text(&self, range: &Range<usize>) -> &str {
        self.line.joined.text().get(range.clone()).unwrap_or_default().trim()
    }

    pub(super) fn emit(&self, fit: &Fit, state: &mut State, sink: &mut Sink) {
        let mut own = Labels::new();
        let mut name = "";
        for found in &fit.found {
            let text = self.text(&found.range);
            match found.place {
                Place::Label(label) => {
                    let made = if label.setting { setting(label.field, text) } else { parameter(label.field, text) };
                    if label.kept { keep(&mut state.kept, made) } else { own.push(made) }
                }
                Place::Section(_) => *state = State { section: text.to_owned(), kept: Labels::new() },
                Place::Name | Place::OneOf(_) | Place::Rank => name = text,
                _ => {}
            }
        }
        for kept in &state.kept {
            if !own.iter().any(|own| own.field == kept.field) {
                own.push(kept.clone());
            }
        }
        let mut last: Option<MeasurementId> = None;
        for found in &fit.found {
            match found.place {
                Place::Figure(at, side) => {
                    let quantity = fit.rule.quantities.get(at);
                    last = quantity.and_then(|quantity| self.measure(found, quantity, (name, side, &own), state, sink));
                }
                Place::Spread { percent } => self.spread(found, percent, last, sink),
                _ => {}
            }
            if let Some(kind) = kind_of(found.place) {
                sink.explain(self.line.joined.span(self.document, found.range.clone()), kind);
            }
        }
        let kind = if fit.rule.quantities.is_empty() { RegionKind::Header } else { RegionKind::Label };
        sink.explain(self.line.joined.span(self.document, fit.range.clone()), kind);
    }

    /// The figure at a place.
    fn measure(
        &self,
        found: &Found,
        quantity: &Quantity,
        (name, side, own): (&str, Side, &Labels),
        state: &State,
        sink: &mut Sink,
    ) -> Option<MeasurementId> {
        let plain = without_thousands(self.text(&found.range))?;
        let printed = lex::printed(&plain).filter(|p| p.rest.is_empty())?;
        let section = if state.section.is_empty() { sink.section().to_owned() } else { state.section.clone() };
        let mut metric = quantity.metric(&section, self.tool.id);
        metric.name = [name, quantity.name].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        if quantity.unit.is_empty() {
            metric.unit = Unit::none();
        }
        let line = self.line.joined.line_of(found.range.start);
        let mut own = own.clone();
        // A title above what has titles of its own says of which setting it is.
        if !state.section.is_empty() && !sink.section().is_empty() {
            own.push(setting("title", sink.section()));
        }
        if let Some(label) = self.side(side) {
            if label.field.name == "column" {
                let whole = self.columns.join(" ");
                let part = |text: &str| !self.columns.is_empty() && whole.contains(text);
                let header =
                    |text: &str| self.columns.iter().all(|column| text.contains(column.as_str())) || part(text);
                own.extend(conditions_above(sink, self.document, line, &header));
            }
            own.push(label);
        }
        let labels = sink.labels_at(self.document, line, own);
        let metric = sink.metric(metric);
        let (low, high) = (printed.moved(-50, 0), printed.moved(50, 0));
        let span = self.line.joined.span(self.document, found.range.clone());
        let value = printed.number;
        Some(sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false }))
    }

    /// The setting that tells one figure of a line from the others.
    fn side(&self, side: Side) -> Option<Label> {
        let number = match (side, self.beside) {
            (Side::Named(name), _) => return Some(setting("side", name)),
            (Side::Column(number), _) => number.checked_sub(1)?,
            (Side::None, number) => number?,
        };
        // A header may begin with what the rows are.
        let surplus = self.columns.len().saturating_sub(self.line.width());
        let named = self.columns.get(number + surplus.min(1));
        Some(setting("column", &named.cloned().unwrap_or_else(|| format!("column {}", number + 1))))
    }

    fn spread(&self, found: &Found, percent: bool, of: Option<MeasurementId>, sink: &mut Sink) {
        let number = lex::printed(self.text(&found.range)).map(|p| p.number);
        let Some((of, number)) = of.zip(number) else { return };
        let figure = sink.measurements.get(of.0 as usize).map_or(0.0, |m| m.value);
        let value = if percent { figure * number / 100.0 } else { number };
        sink.spread(of, Spread::new(value, self.tool.spread, None));
    }
}

/// What stands at a place is explained as this; nothing for what is measured.
fn kind_of(place: Place) -> Option<RegionKind> {
    match place {
        Place::Figure(..) => None,
        Place::Spread { .. } | Place::Aside | Place::Asides | Place::Word | Place::Digits | Place::Words => {
            Some(RegionKind::Context)
        }
        Place::Derived => Some(RegionKind::Derived),
        Place::Name | Place::OneOf(_) | Place::Rank | Place::Section(_) | Place::Label(_) => Some(RegionKind::Label),
    }
}

/// Puts a label in the place of one of its field.
fn keep(labels: &mut Labels, label: Label) {
    labels.retain(|known| known.field != label.field);
    labels.push(label);
}

//! What readers of tools have in common: quantities that a tool is known to print, and how a printed number becomes a
//! measurement of one.

use crate::lex::{self, Printed};
use crate::mail::Token;
use crate::measurement::{Field, FieldKind, Label, LabelsId, Measurement, Metric, MetricId, Role};
use crate::source::Span;
use crate::unit::{Better, Dimension, Evidence, Unit};

/// A quantity that a tool prints, as the tool defines it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Quantity {
    /// What it is called.
    pub(crate) name: &'static str,
    /// The symbol of its unit, as [`unit`] reads it; empty for none.
    pub(crate) unit: &'static str,
    /// Which way is better.
    pub(crate) better: Better,
    /// Its part in a verdict.
    pub(crate) role: Role,
}

impl Quantity {
    pub(crate) const fn new(name: &'static str, unit: &'static str, better: Better, role: Role) -> Self {
        Self { name, unit, better, role }
    }

    /// The metric of this quantity in a section, as a format read it.
    pub(crate) fn metric(&self, section: &str, format: &str) -> Metric {
        Metric {
            section: section.to_owned(),
            name: self.name.to_owned(),
            unit: unit(self.unit),
            better: self.better,
            better_evidence: evidence(self.better),
            role: self.role,
            format: format.to_owned(),
        }
    }
}

/// The evidence of a direction that the tool fixes.
pub(crate) fn evidence(better: Better) -> Evidence {
    if better == Better::Unknown { Evidence::None } else { Evidence::Tool }
}

/// The unit of a symbol. One that is not known by name is what it says: jobs per minute and the like are rates.
pub(crate) fn unit(symbol: &str) -> Unit {
    let rate = |per_second: f64| Unit { symbol: symbol.to_owned(), dimension: Dimension::Rate(per_second) };
    Unit::named(symbol).unwrap_or_else(|| match symbol.split_once('/').map(|(_, per)| per) {
        Some(per) if per.starts_with("min") => rate(1.0 / 60.0),
        Some(per) if per == "s" || per.starts_with("s/") || per.starts_with("sec") => rate(1.0),
        _ => Unit { symbol: symbol.to_owned(), dimension: Dimension::Other },
    })
}

/// How a tool makes the printed number of what it measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// To the nearest, as `printf` does.
    Nearest,
    /// By cutting off, as division of integers does.
    Down,
}

impl Rounding {
    /// The half-open range of values that print so.
    fn bounds(self, printed: &Printed<'_>) -> (f64, f64) {
        match self {
            Self::Nearest => (printed.moved(-50, 0), printed.moved(50, 0)),
            Self::Down if printed.number < 0.0 => (printed.moved(-100, 0), printed.number),
            Self::Down => (printed.number, printed.moved(100, 0)),
        }
    }
}

/// A number that is printed at a place as a measurement; nothing where the characters are more or less than a number.
pub(crate) fn measurement(
    text: &str,
    span: Span,
    rounding: Rounding,
    metric: MetricId,
    labels: LabelsId,
) -> Option<Measurement> {
    let printed = lex::printed(text).filter(|printed| printed.rest.is_empty())?;
    let (low, high) = rounding.bounds(&printed);
    Some(Measurement { value: printed.number, low, high, metric, labels, span, guessed: false })
}

/// A label of something that a setting can be told by.
pub(crate) fn setting(name: &str, value: &str) -> Label {
    label(name, FieldKind::Setting, value)
}

/// A label of a condition.
pub(crate) fn parameter(name: &str, value: &str) -> Label {
    label(name, FieldKind::Parameter, value)
}

fn label(name: &str, kind: FieldKind, value: &str) -> Label {
    Label { field: Field { name: name.to_owned(), kind }, value: value.to_owned() }
}

/// Whether some text is a whole number without a sign.
pub(crate) fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// How many digits follow the point of a plain decimal without a sign; none where it is something else.
pub(crate) fn decimals(text: &str) -> Option<usize> {
    let (whole, fraction) = text.split_once('.')?;
    (is_whole(whole) && is_whole(fraction)).then_some(fraction.len())
}

/// The seconds of a duration `hh:mm:ss`.
pub(crate) fn clock(text: &str) -> Option<u32> {
    let mut parts = text.split(':').map(|part| part.parse::<u32>().ok().filter(|_| is_whole(part)));
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    let sane = parts.next().is_none() && minutes < 60 && seconds < 60;
    hours.checked_mul(3600).filter(|_| sane).map(|s| s + minutes * 60 + seconds)
}

/// The place from the first to the last of some words of a line.
pub(crate) fn around(tokens: &[Token<'_>]) -> Option<Span> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    Some(Span { end: last.span.end, ..first.span })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_that_are_no_names_are_rates_by_their_denominator() {
        assert_eq!(unit("us").dimension, Dimension::Time(1e-6));
        assert_eq!(unit("jobs/min/child").dimension, Dimension::Rate(1.0 / 60.0));
        assert_eq!(unit("loops/s").dimension, Dimension::Rate(1.0));
        assert_eq!(unit("count"), Unit { symbol: "count".to_owned(), dimension: Dimension::Other });
    }

    #[test]
    fn neighbours_share_their_bounds() {
        let bounds = |text, rounding: Rounding| rounding.bounds(&lex::printed(text).expect("a number"));
        assert_eq!(bounds("1.44", Rounding::Nearest).1, bounds("1.45", Rounding::Nearest).0);
        assert_eq!(bounds("14", Rounding::Down), (14.0, 15.0));
        assert_eq!(bounds("-3", Rounding::Down), (-4.0, -3.0));
    }

    #[test]
    fn clocks_are_durations() {
        assert_eq!(clock("00:09:45"), Some(585));
        assert_eq!(clock("1:60:00"), None);
        assert_eq!(clock("9:45"), None);
        assert_eq!(clock("9999999:00:00"), None);
    }

    #[test]
    fn decimals_are_counted_in_plain_numbers_only() {
        assert_eq!(
            (decimals("6.17"), decimals("100"), decimals("1.2e3"), decimals("-1.2")),
            (Some(2), None, None, None)
        );
    }
}

//! What the unit tests of several readers start from.

use std::sync::Arc;

use crate::{Parsed, Source, parse};

/// What one unnamed source of this text is read as.
pub(crate) fn read(text: &str) -> Parsed {
    parse(&[Arc::new(Source::unnamed(text))])
}

/// Figures with metric, value, unit, direction, spread and labels.
pub(crate) fn shown(text: &str) -> Vec<String> {
    let parsed = read(text);
    let show = |(at, m): (usize, &crate::Measurement)| {
        let metric = parsed.metric(m.metric).expect("a metric");
        let labels = parsed.labels(m.labels).iter().map(|l| format!(" {}={}", l.field.name, l.value));
        let spread = parsed.spreads.get(&crate::MeasurementId(at as u32));
        let spread = spread.map(|s| format!(" ±{}", (s.value * 1e6).round() / 1e6)).unwrap_or_default();
        let (unit, better) = (&metric.unit.symbol, metric.better);
        format!("{} {} {unit} {better:?}{spread}{}", metric.name, m.value, labels.collect::<String>())
    };
    parsed.measurements.iter().enumerate().map(show).collect()
}

//! A row of pasted text with everything found in it marked.

use benchnote_parser::{MeasurementId, RegionKind, SourceId, Span};
use leptos::prelude::*;

use crate::charts::marker::look_in;
use crate::effects::engine::Outcome;
use crate::effects::places;
use crate::text::marks::{Kind, Piece};
use crate::words;

/// A row's text as marked pieces. `cited` tells the figures to set off, `picked` the number that is explained.
pub(crate) fn row(
    outcome: &Outcome,
    source: SourceId,
    row: usize,
    cited: &[MeasurementId],
    picked: Option<Span>,
) -> Vec<AnyView> {
    let at = usize::from(source.0);
    let (Some(rows), Some(marks), Some((_, text))) =
        (outcome.reading.rows.get(at), outcome.marks.get(at), outcome.sources.get(at))
    else {
        return Vec::new();
    };
    let (start, end) = rows.range(row);
    let whole = text.text.get(start as usize..end as usize).unwrap_or_default();
    let end = start + whole.trim_end_matches(['\n', '\r']).len() as u32;
    let pieces = marks.pieces(start, end).into_iter();
    pieces
        .map(|found| {
            let shown = text.text.get(found.start as usize..found.end as usize).unwrap_or_default().to_owned();
            let is_picked = picked.is_some_and(|span| span.start < found.end && found.start < span.end);
            piece(outcome, found, shown, cited, is_picked)
        })
        .collect()
}

fn piece(outcome: &Outcome, piece: Piece, text: String, cited: &[MeasurementId], is_picked: bool) -> AnyView {
    let at = places::attribute(piece.start, piece.end);
    match piece.kind {
        Kind::Plain => text.into_any(),
        Kind::Region(RegionKind::SetAside) => {
            let title = words::region(RegionKind::SetAside);
            view! { <del class="set-aside" class:picked=is_picked title=title data-at=at>{text}</del> }.into_any()
        }
        Kind::Region(kind) => {
            view! { <span class=region_class(kind) title=region_title(kind)>{text}</span> }.into_any()
        }
        Kind::Unread => {
            view! { <span class="unread" class:picked=is_picked title=words::UNREAD_NUMBER data-at=at>{text}</span> }
                .into_any()
        }
        Kind::Measured(id, config) => {
            let look =
                config.map_or_else(|| "out".to_owned(), |config| format!("c{}", look_in(&outcome.report, config)));
            let set_off = if cited.contains(&id) { " cited" } else { "" };
            let picked = if is_picked { " picked" } else { "" };
            let class = format!("m {look}{set_off}{picked}");
            view! { <mark class=class title=meaning(outcome, id) data-at=at>{text}</mark> }.into_any()
        }
    }
}

/// Prose is what most of a mail is: it says nothing about itself.
fn region_title(kind: RegionKind) -> Option<&'static str> {
    (kind != RegionKind::Prose).then(|| words::region(kind))
}

fn region_class(kind: RegionKind) -> &'static str {
    match kind {
        RegionKind::Prose => "prose",
        RegionKind::Mail | RegionKind::Encoding | RegionKind::Signature | RegionKind::Patch => "aside-text",
        RegionKind::Heading => "heading-text",
        RegionKind::Header | RegionKind::Label | RegionKind::Context => "label-text",
        RegionKind::Derived => "derived-text",
        RegionKind::SetAside => "set-aside",
        RegionKind::Unread => "unread-text",
    }
}

/// What a figure was taken for.
fn meaning(outcome: &Outcome, id: MeasurementId) -> String {
    let parsed = outcome.parsed();
    let metric = parsed.measurement(id).and_then(|measurement| parsed.metric(measurement.metric));
    let config = outcome.configs.get(id.0 as usize).copied().flatten();
    let tag = config.and_then(|config| outcome.report.configurations.get(config)).map(|config| config.tag.as_str());
    metric.map_or_else(String::new, |metric| words::figure(&metric.name, &metric.unit.symbol, tag))
}

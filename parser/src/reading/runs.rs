//! What the runs of a setting that stand on one line are of.

use crate::lex;
use crate::mail::Document;
use crate::measurement::{Metric, MetricId, Role};
use crate::reading::quantity::{better, unit_in};
use crate::reading::{emit, tools};
use crate::sink::Sink;
use crate::unit::{Better, Evidence, Unit};

/// A line that names a quantity has at most this many words.
const MOST_WORDS: usize = 8;
/// How far above the unit or the tool may be named.
const LINES_ABOVE: usize = 14;

/// The metric of a list of runs on a line, by its label and what stands above it.
pub(crate) fn metric(
    document: &Document<'_>,
    line: usize,
    label: &str,
    own: Option<Unit>,
    format: &str,
    sink: &mut Sink,
) -> MetricId {
    let depth = document.depth(line);
    let above = || {
        (line.saturating_sub(LINES_ABOVE)..line)
            .rev()
            .filter(|&above| document.depth(above) == depth)
            .map(|above| document.text(above).trim())
    };
    let heads = |text: &&str| text.ends_with(':') || text.split_whitespace().count() <= MOST_WORDS;
    let tool = above().find_map(tools::fixed);
    let titled = || above().filter(heads).find_map(unit_in);
    let known = || tool.map(|(unit, _)| emit::unit(unit)).filter(|unit| !unit.symbol.is_empty());
    let unit = own.or_else(titled).or_else(known).unwrap_or_else(Unit::none);
    let words = above().take(2).collect::<Vec<_>>().join(" ");
    let mut direction = better(&format!("{label} {words}"), &unit);
    if direction == Better::Unknown {
        direction = tool.map_or(Better::Unknown, |(_, better)| better);
    }
    // A line of words and a unit in brackets names what is measured: `frame time (ms)`.
    let name = above().find_map(|text| {
        let name = text.trim_end_matches(':').strip_suffix([')', ']'])?.split(['(', '[']).next()?.trim();
        let told = unit_in(text).is_some() && !name.is_empty() && name.split(' ').count() <= MOST_WORDS;
        (told && !is_list(name)).then(|| name.to_owned())
    });
    sink.metric(Metric {
        section: sink.section().to_owned(),
        name: name.unwrap_or_else(|| "value".to_owned()),
        unit,
        better: direction,
        better_evidence: if direction == Better::Unknown { Evidence::None } else { Evidence::Unit },
        role: Role::Primary,
        format: format.to_owned(),
    })
}

/// Whether a name has figures and is a list of runs itself.
fn is_list(name: &str) -> bool {
    name.split([' ', ',']).any(|word| lex::printed(word).is_some_and(|printed| printed.rest.is_empty()))
}

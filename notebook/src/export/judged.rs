//! A notebook judged: what its first comparison says.

use std::sync::Arc;

use benchnote_parser::{Parsed, Source, parse};
use benchnote_verdict::{Choices, Report, analyse};

use crate::model::correct;
use crate::{CellId, Notebook};

/// What was read of the sources of a notebook's first comparison, as corrected, and what was concluded.
pub fn judged(notebook: &Notebook) -> (Arc<Parsed>, Report) {
    let comparison = notebook.comparisons().next().map(|(_, comparison)| comparison);
    let takes_part = |cell: &CellId| comparison.is_none_or(|comparison| !comparison.without.contains(cell));
    let taken: Vec<(CellId, Arc<Source>)> =
        notebook.sources().filter(|(cell, _)| takes_part(cell)).map(|(cell, source)| (cell, source.clone())).collect();
    let (cells, sources): (Vec<CellId>, Vec<Arc<Source>>) = taken.into_iter().unzip();
    let corrected = correct(&Arc::new(parse(&sources)), &cells, &notebook.corrections);
    let choices = comparison.map_or_else(Choices::default, |comparison| comparison.choices.clone());
    let report = analyse(&corrected.parsed, &choices);
    (corrected.parsed, report)
}

//! Everything that came over a text on its way, undone in the order in which it came last: transfer encodings, then what
//! pages and terminals put over it, then what logs put before its lines, then line ends.

use crate::ledger::RegionKind;
use crate::prefix;
use crate::rejoin::{self, Cut};
use crate::surface::bared;
use crate::transfer::received;
use crate::view::{Builder, View};

/// A text without what came over it, and what that was.
pub(crate) struct Undone<'s> {
    /// What is read in place of the source.
    pub(crate) view: View<'s>,
    /// Ranges of the source and what they were taken for.
    pub(crate) explained: Vec<(usize, usize, RegionKind)>,
}

/// Undoes what a text shows signs of; one without any is not copied.
pub(crate) fn undo(text: &str) -> Undone<'_> {
    let sent = received(text);
    let mut explained = sent.aside;
    explained.extend(sent.encoding.iter().map(|&(start, end)| (start, end, RegionKind::Encoding)));
    let mut view = sent.view.unwrap_or_else(|| View::unchanged(text));

    let bare = bared(view.text(), &sent.manners);
    let mut explain = |ranges: &[(usize, usize)], kind| {
        explained.extend(ranges.iter().filter(|(start, end)| start < end).map(|&(start, end)| {
            let (start, end) = view.source_range(start, end);
            (start, end, kind)
        }));
    };
    explain(&bare.encoding, RegionKind::Encoding);
    explain(&bare.prompts, RegionKind::Context);
    let manners = bare.manners;
    if let Some(further) = bare.view {
        view = view.then(further);
    }

    let prefixes = prefix::ranges(view.text());
    explained.extend(prefixes.iter().map(|&(start, end)| {
        let (start, end) = view.source_range(start, end);
        (start, end, RegionKind::Context)
    }));
    let cuts: Vec<Cut> = prefixes.into_iter().map(|(start, end)| Cut { start, end, with: "" }).collect();
    // Who stamps lines does not let them flow.
    let manners = if cuts.is_empty() { manners } else { Vec::new() };
    let view = without(view, cuts);
    let cuts = rejoin::cuts(view.text(), &manners);
    Undone { view: without(view, cuts), explained }
}

/// A view without some stretches, which are in order.
fn without(view: View<'_>, cuts: Vec<Cut>) -> View<'_> {
    if cuts.is_empty() {
        return view;
    }
    let text = view.text();
    let mut builder = Builder::new(text);
    let mut kept = 0;
    for cut in cuts {
        builder.keep(kept, cut.start);
        builder.replace(cut.start, cut.end, cut.with);
        kept = cut.end;
    }
    builder.keep(kept, text.len());
    view.then(builder.finish())
}

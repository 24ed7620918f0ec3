//! Posts that print changes in place of the figures before: `change: [-20.3% -20.1% -20.0%] (p = 0.00 < 0.05)`.
//!
//! Where a post has one configuration alone, the changes that its tool printed against a run elsewhere say how it stands to
//! that run. The tool's own interval is what a change is held against.

use std::collections::BTreeMap;

use benchnote_parser::{Better, Parsed, PrintedChange, Span};

use crate::effect::Rules;
use crate::report::{ConfigIndex, Grade, MetricIndex, MetricRow, Outcome, OutcomeKind, PrintedChanges};

/// Losses of at most this share of all differences do not make a result mixed.
const FORGIVEN: usize = 20;

/// The changes of the only configuration; `None` where there are none.
pub(crate) fn of(parsed: &Parsed, metrics: &[MetricRow], config: ConfigIndex, rules: &Rules) -> Option<PrintedChanges> {
    let mut at: BTreeMap<Span, MetricIndex> = BTreeMap::new();
    for (metric, row) in metrics.iter().enumerate().filter(|(_, row)| row.counts()) {
        let runs = row.samples.get(config).into_iter().flat_map(|sample| &sample.runs);
        at.extend(runs.filter_map(|run| parsed.measurement(run.id)).map(|m| (m.span, metric)));
    }
    let mut changes = PrintedChanges { config, better: Vec::new(), worse: Vec::new(), neither: Vec::new() };
    for change in &parsed.changes {
        let Some((metric, row)) = at.get(&change.figure).and_then(|&metric| Some((metric, metrics.get(metric)?)))
        else {
            continue;
        };
        let raw = 1.0 + change.middle;
        let ratio = if row.better == Better::Lower { 1.0 / raw } else { raw };
        match (is_told(change, rules) && rules.beyond(ratio), ratio > 1.0) {
            (false, _) => changes.neither.push((metric, ratio)),
            (true, true) => changes.better.push((metric, ratio)),
            (true, false) => changes.worse.push((metric, ratio)),
        }
    }
    let any = changes.better.len() + changes.worse.len() + changes.neither.len() > 0;
    let size = |ratio: f64| libm::log(ratio).abs();
    for list in [&mut changes.better, &mut changes.worse] {
        list.sort_by(|a, b| size(b.1).total_cmp(&size(a.1)).then(a.0.cmp(&b.0)));
    }
    any.then_some(changes)
}

/// Whether the tool itself tells a change from none.
fn is_told(change: &PrintedChange, rules: &Rules) -> bool {
    let apart = change.low > 0.0 || change.high < 0.0;
    apart && change.p.is_none_or(|p| p <= rules.alpha)
}

/// The answer that the changes give; where the run before is the better one, no configuration of the post wins.
pub(crate) fn outcome(changes: &PrintedChanges, alpha: f64) -> Outcome {
    let (wins, losses) = (changes.better.len(), changes.worse.len());
    let all = wins + losses + changes.neither.len();
    let found = wins + losses;
    let (kind, winners) = if found as f64 <= alpha * all as f64 {
        (OutcomeKind::Tie, vec![changes.config])
    } else if losses * FORGIVEN <= found {
        (OutcomeKind::Winner, vec![changes.config])
    } else if wins * FORGIVEN <= found {
        (OutcomeKind::Winner, Vec::new())
    } else {
        (OutcomeKind::Mixed, Vec::new())
    };
    Outcome {
        kind,
        winners,
        best: None,
        leaders: Vec::new(),
        beaten: Vec::new(),
        rivals: Vec::new(),
        grade: Some(if kind == OutcomeKind::Tie { Grade::NotDistinguishable } else { Grade::Leaning }),
    }
}

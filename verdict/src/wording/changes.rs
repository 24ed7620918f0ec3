//! Where a post prints changes in place of the figures before.

use benchnote_parser::MeasurementId;

use super::{Speaker, cited, ids, numbers, text};
use crate::prose::{Block, Segment};
use crate::report::{MetricIndex, OutcomeKind, PrintedChanges};

/// More changes than these are counted.
const LISTED: usize = 8;

impl Speaker<'_> {
    /// `this PR is better than the run before it on 12 of 13 metrics, by the changes that the post prints.`
    pub(super) fn changes_headline(&self, changes: &PrintedChanges) -> Vec<Segment> {
        let all = changes.better.len() + changes.worse.len() + changes.neither.len();
        let of = |list: &[(MetricIndex, f64)]| match list.len() {
            0 => text("none"),
            count => cited(numbers::whole(count), self.behind_changes(changes, list)),
        };
        let everything: Vec<(MetricIndex, f64)> =
            [changes.better.as_slice(), changes.worse.as_slice(), changes.neither.as_slice()].concat();
        // A post that names nothing has one configuration all the same.
        let named = self.configurations.get(changes.config).is_some_and(|config| !config.factors.is_empty());
        let tag = vec![if named { self.tag(changes.config) } else { text("What was measured") }];
        let (all, by) = if all == 1 {
            (vec![text(" metric")], ", by the change that the post prints.")
        } else {
            let count = cited(numbers::whole(all), self.behind_changes(changes, &everything));
            (vec![text(" of "), count, text(" metrics")], ", by the changes that the post prints.")
        };
        match (self.outcome.kind, self.outcome.winners.is_empty()) {
            (OutcomeKind::Tie, _) => {
                [vec![text("Nothing separates ")], tag, vec![text(" from the run before it, by the changes printed.")]]
                    .concat()
            }
            (OutcomeKind::Winner, false) => {
                let better = vec![text(" is better than the run before it on "), of(&changes.better)];
                [tag, better, all, vec![text(by)]].concat()
            }
            (OutcomeKind::Winner, true) => {
                let worse = vec![text(" is worse than the run before it on "), of(&changes.worse)];
                [tag, worse, all, vec![text(by)]].concat()
            }
            _ => {
                let better = vec![text(" is better than the run before it on "), of(&changes.better)];
                let worse = vec![text(" and worse on "), of(&changes.worse), text(", by the changes printed.")];
                [tag, better, all, worse].concat()
            }
        }
    }

    /// What changed most, each way.
    pub(super) fn largest_changes(&self, changes: &PrintedChanges) -> Vec<Block> {
        let lists = [("Better", &changes.better), ("Worse", &changes.worse), ("Neither", &changes.neither)];
        let mut blocks: Vec<Block> = lists
            .into_iter()
            .filter(|(_, list)| !list.is_empty())
            .map(|(title, list)| Block::Aside { title: title.to_owned(), text: self.changed(changes, list) })
            .collect();
        let says = "the figures before are not in the post, so nothing but the tool's own intervals can be held against these.";
        blocks.push(Block::Aside { title: "Read with care".to_owned(), text: vec![text(says)] });
        blocks
    }

    fn changed(&self, changes: &PrintedChanges, list: &[(MetricIndex, f64)]) -> Vec<Segment> {
        let mut segments = Vec::new();
        for entry in list.iter().take(LISTED) {
            let Some(row) = self.row(entry.0) else { continue };
            let change = cited(numbers::change(row, entry.1), self.behind_changes(changes, &[*entry]));
            let between = if segments.is_empty() { "" } else { ", " };
            segments.extend([text(&format!("{between}{} (", row.full_name)), change, text(")")]);
        }
        if let Some(rest) = list.get(LISTED..).filter(|rest| !rest.is_empty()) {
            let more = cited(numbers::in_words(rest.len()), self.behind_changes(changes, rest));
            segments.extend([text(" and "), more, text(" more")]);
        }
        segments.push(text("."));
        segments
    }

    fn behind_changes(&self, changes: &PrintedChanges, list: &[(MetricIndex, f64)]) -> Vec<MeasurementId> {
        list.iter().filter_map(|(metric, _)| self.sample(*metric, changes.config)).flat_map(ids).collect()
    }
}

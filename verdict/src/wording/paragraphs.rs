//! What the answer rests on: counts, what chance gives, and the largest effects.

use benchnote_parser::MeasurementId;

use super::headline::after;
use super::{Speaker, cited, grade_word, numbers, sentence, text};
use crate::comparison::can_test;
use crate::findings;
use crate::prose::{Block, EffectLine, Segment};
use crate::report::{Chance, Comparison, ConfigIndex, Direction, Effect, Grade, IntervalKind, MetricRow};
use crate::stats::rank_sum::least_p;

/// More comparisons than these are told by the table alone.
const TOLD: usize = 6;
/// Effects are listed for that many comparisons.
const LISTED_COMPARISONS: usize = 2;
/// So many runs of each side it takes to be clear.
pub(super) const FOR_CLEAR: usize = 4;
/// Bounds from rounding narrower than this share of a change say nothing.
const COARSE: f64 = 0.1;
/// A mean of fewer ratios says no more than these.
const WORTH_A_MEAN: usize = 3;
/// That many effects are listed for each.
const LISTED_EFFECTS: usize = 8;

impl<'a> Speaker<'a> {
    pub(super) fn paragraphs(&self, mark: &mut usize) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut told: Vec<Segment> = Vec::new();
        for comparison in self.against_baseline().filter(|c| c.matched > 0).take(TOLD) {
            told.extend(self.counts(comparison));
        }
        told.extend(self.strength());
        if !told.is_empty() {
            blocks.push(Block::Paragraph(told));
        }
        for comparison in self.listed() {
            blocks.extend(self.effects(comparison, mark));
        }
        for group in self.groups.iter().filter(|group| group.shared.is_empty()) {
            let speaker = self.of_group(group);
            blocks.extend(speaker.listed().into_iter().filter_map(|comparison| speaker.effects(comparison, mark)));
        }
        blocks.extend(self.by_second_factor());
        blocks
    }

    /// `With gcc: A wins over B. With clang: nothing separates A and B.`
    fn by_second_factor(&self) -> Option<Block> {
        let mut segments: Vec<Segment> = Vec::new();
        for group in self.groups.iter().filter(|group| !group.shared.is_empty()) {
            let between = if segments.is_empty() { "" } else { " " };
            let lead_in = format!("{between}With {}: ", group.shared);
            segments.extend(after(&lead_in, self.of_group(group).headline()));
        }
        (!segments.is_empty()).then_some(Block::Paragraph(segments))
    }

    /// The comparisons whose effects are listed: those of the winners first.
    fn listed(&self) -> Vec<&'a Comparison> {
        let mut all: Vec<&Comparison> = self.against_baseline().collect();
        all.sort_by_key(|c| !self.outcome.winners.contains(&c.contender));
        all.truncate(LISTED_COMPARISONS);
        all
    }

    /// `1pintlb against nopintlb, 3 runs each: 23 of 40 metrics are better beyond 2 %, none worse. ...`
    fn counts(&self, pair: &Comparison) -> Vec<Segment> {
        let all = || self.behind_all(pair, pair.effects.iter());
        let mut parts = vec![
            vec![self.tag(pair.contender), text(" against "), self.tag(pair.baseline), text(", ")],
            vec![cited(self.runs_of(pair), all()), text(": ")],
            self.tally_of(pair),
        ];
        parts.push(match pair.chance {
            _ if pair.wins + pair.losses == 0 || pair.matched == 1 => vec![text(". ")],
            Some(chance) if chance.splits > 2 => self.chance(pair, &chance),
            _ => self.by_chance(pair),
        });
        parts.push(self.mean(pair));
        sentence(&parts)
    }

    /// `23 of 40 metrics better beyond 2 %, none worse`; in other words where there is one metric.
    fn tally_of(&self, pair: &Comparison) -> Vec<Segment> {
        let beyond = self.threshold();
        if pair.matched == 1 {
            return vec![
                text("the "),
                cited("one", self.behind_all(pair, pair.effects.iter())),
                text(&match (pair.wins, pair.losses) {
                    (1, _) => format!(" metric is better beyond {beyond}"),
                    (_, 1) => format!(" metric is worse beyond {beyond}"),
                    _ => format!(" metric shows no difference beyond {beyond}"),
                }),
            ];
        }
        let (matched, better, worse) =
            (self.matched(pair), self.counted(pair, Direction::Better), self.counted(pair, Direction::Worse));
        let both = pair.matched == 2;
        match (pair.wins, pair.losses) {
            (0, 0) if both => vec![text(&format!("neither metric differs beyond {beyond}"))],
            (2, 0) if both => vec![text(&format!("both metrics better beyond {beyond}"))],
            (0, 2) if both => vec![text(&format!("both metrics worse beyond {beyond}"))],
            (0, 0) => vec![text("none of "), matched, text(&format!(" metrics differs beyond {beyond}"))],
            (wins, 0) if wins == pair.matched => {
                vec![text("all "), matched, text(&format!(" metrics better beyond {beyond}"))]
            }
            (0, losses) if losses == pair.matched => {
                vec![text("all "), matched, text(&format!(" metrics worse beyond {beyond}"))]
            }
            (0, _) => vec![worse, text(" of "), matched, text(&format!(" metrics worse beyond {beyond}, none better"))],
            _ => {
                let metrics = text(&format!(" metrics better beyond {beyond}, "));
                vec![better, text(" of "), matched, metrics, worse, text(" worse")]
            }
        }
    }

    /// `3 runs each`, `3 and 5 runs`
    fn runs_of(&self, pair: &Comparison) -> String {
        match (self.runs(pair.contender), self.runs(pair.baseline)) {
            (1, 1) if self.is_held_against_print() => "a figure with its ± each".to_owned(),
            (1, 1) => "one run each".to_owned(),
            (one, other) if one == other => format!("{one} runs each"),
            (one, other) => format!("{one} and {other} runs"),
        }
    }

    /// `; other splits of the six runs give at most 2 (p = 0.10).`
    fn chance(&self, pair: &Comparison, chance: &Chance) -> Vec<Segment> {
        let all = || self.behind_all(pair, pair.effects.iter());
        let runs = self.runs(pair.baseline) + self.runs(pair.contender);
        let other = |lead: &str| {
            if chance.exhaustive {
                let split = text(&format!("; {lead} split of the "));
                vec![split, cited(numbers::in_words(runs), all()), text(" runs")]
            } else {
                let of = text(&format!("; {lead} of "));
                vec![of, cited(numbers::whole(chance.splits), all()), text(" random splits of the runs")]
            }
        };
        let p = vec![text(" (p = "), cited(numbers::probability(chance.p), all()), text("). ")];
        let most = cited(numbers::whole(chance.most_one_way), all());
        // Where the true split is not the most one-sided, that is what has to be said.
        let says = match chance.most_one_way {
            0 => [other("no other"), vec![text(" separates any")]],
            most_one_way if most_one_way < pair.wins.max(pair.losses) => {
                [other("no other"), vec![text(" separates more than "), most]]
            }
            _ => [other("another"), vec![text(" separates "), most]],
        };
        [says.concat(), p].concat()
    }

    /// `; chance alone gives about 4.`, where runs are not whole.
    fn by_chance(&self, pair: &Comparison) -> Vec<Segment> {
        let expected = pair.by_chance;
        if expected == 0.0 {
            return vec![text(". ")];
        }
        if expected < 0.95 {
            return vec![text("; chance alone separates fewer than one. ")];
        }
        let expected = cited(numbers::trimmed(expected, 0), self.behind_all(pair, pair.effects.iter()));
        vec![text("; chance alone could separate "), expected, text(". ")]
    }

    /// `The geometric mean of the 38 readable ones is 8.0 % better.`
    fn mean(&self, pair: &Comparison) -> Vec<Segment> {
        let Some(mean) = pair.mean.filter(|mean| mean.count >= WORTH_A_MEAN) else { return Vec::new() };
        let set_aside = findings::unreadable(self.findings);
        let counted = |e: &&Effect| self.is_primary(e.metric) && e.grade != Grade::CannotSay;
        let used = || {
            let readable = pair.effects.iter().filter(counted).filter(|e| !set_aside.contains(&e.metric));
            self.behind_all(pair, readable)
        };
        let way = if mean.mean >= 1.0 { "better" } else { "worse" };
        let factor = if mean.mean >= 1.0 { mean.mean } else { 1.0 / mean.mean };
        let size = numbers::factor(factor);
        let of = if mean.count < pair.matched { "readable ones" } else { "metrics" };
        vec![
            text("The geometric mean of the "),
            cited(numbers::whole(mean.count), used()),
            text(&format!(" {of} is ")),
            cited(size, used()),
            text(&format!(" {way}")),
        ]
        .into_iter()
        .chain(self.mean_interval(mean.interval, used()))
        .chain([text(". ")])
        .collect()
    }

    /// ` (7.1 to 8.9 % better over 95 % of the ways to draw such runs)`
    fn mean_interval(&self, interval: Option<[f64; 2]>, cites: Vec<MeasurementId>) -> Vec<Segment> {
        let Some([low, high]) = interval else { return Vec::new() };
        let confidence = numbers::round_percent(1.0 - self.choices.alpha);
        let bounds = numbers::mean_bounds(low, high);
        vec![text(" ("), cited(bounds, cites), text(&format!(", in {confidence} of the ways to draw such runs again)"))]
    }

    /// What these numbers of runs can and cannot show, once for each number of runs a side.
    fn strength(&self) -> Vec<Segment> {
        let pairs: Vec<&Comparison> = self.against_baseline().filter(|c| c.matched > 0).collect();
        let runs = |pair: &Comparison| (self.runs(pair.baseline), self.runs(pair.contender));
        let mut kinds: Vec<(usize, usize)> = pairs.iter().map(|pair| runs(pair)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let alone = kinds.len() == 1;
        let mut segments = Vec::new();
        let few = |(n1, n2): &(usize, usize)| !can_test(*n1, *n2, self.choices.alpha) || (*n1).min(*n2) < FOR_CLEAR;
        for kind in kinds.into_iter().filter(few) {
            let of: Vec<ConfigIndex> =
                pairs.iter().filter(|pair| runs(pair) == kind).map(|pair| pair.contender).collect();
            let cites = || {
                let first = pairs.iter().find(|pair| runs(pair) == kind);
                first.map(|pair| self.behind_all(pair, pair.effects.iter())).unwrap_or_default()
            };
            let whose = if alone { Vec::new() } else { [vec![text(" (")], self.tags(&of), vec![text(")")]].concat() };
            segments.extend(self.weakness(kind, whose, cites()));
        }
        if pairs.iter().any(|pair| runs(pair).0.max(runs(pair).1) > 1) && !self.is_held_against_print() {
            segments.push(text("Whether the runs of a setting come from separate boots or sessions is not said. "));
        }
        segments
    }

    /// What numbers of runs that carry no test can show, with whose they are where others have more.
    fn weakness(&self, (n1, n2): (usize, usize), whose: Vec<Segment>, cites: Vec<MeasurementId>) -> Vec<Segment> {
        if n1 == 1 && n2 == 1 {
            let tested =
                self.comparisons.iter().flat_map(|c| &c.effects).any(|e| e.grade == Grade::Leaning && e.runs == [1, 1]);
            if self.is_held_against_print() {
                let says = "A difference is held against the printed ±; how many runs that stands for is not said. ";
                return vec![text(says)];
            }
            let says = if tested {
                " a difference is held against the spread of what the post repeats; no test can be made. "
            } else {
                " nothing says how much of a difference is noise. "
            };
            return [vec![text("With one run each")], whose, vec![text(says)]].concat();
        }
        let each = if n1 == n2 {
            format!("{} runs each", numbers::in_words(n1))
        } else {
            format!("{} and {} runs", numbers::in_words(n1), numbers::in_words(n2))
        };
        if can_test(n1, n2, self.choices.alpha) {
            let says = format!(" nothing is called clear: that takes {} of each. ", numbers::in_words(FOR_CLEAR));
            return [vec![text(&format!("With {each}"))], whose, vec![text(&says)]].concat();
        }
        let least = cited(numbers::probability(least_p(n1, n2)), cites);
        let says = vec![text(" no single metric can be called clear (the least p is "), least, text("). ")];
        [vec![text(&format!("With {each}"))], whose, says].concat()
    }

    /// The largest effects of a comparison.
    fn effects(&self, pair: &Comparison, mark: &mut usize) -> Option<Block> {
        let set_aside = findings::unreadable(self.findings);
        let mut found: Vec<&Effect> = pair
            .effects
            .iter()
            .filter(|e| e.grade.is_difference() && self.is_primary(e.metric))
            .filter(|e| !set_aside.contains(&e.metric))
            .collect();
        found.sort_by(|a, b| {
            let size = |e: &Effect| libm::log(e.ratio).abs();
            a.grade.cmp(&b.grade).then(size(b).total_cmp(&size(a))).then(a.metric.cmp(&b.metric))
        });
        let lines: Vec<EffectLine> = found
            .iter()
            .take(LISTED_EFFECTS)
            .filter_map(|effect| {
                *mark += 1;
                self.line(pair, effect, *mark)
            })
            .collect();
        if lines.is_empty() {
            return None;
        }
        let title = vec![self.tag(pair.contender), text(" against "), self.tag(pair.baseline)];
        let more = self.more(pair, &found, lines.len());
        let bounds =
            if lines.iter().any(|line| line.bounds.is_some()) { self.of_bounds(pair, &found) } else { Vec::new() };
        Some(Block::Effects { title, lines, more, bounds })
    }

    fn line(&self, pair: &Comparison, effect: &Effect, mark: usize) -> Option<EffectLine> {
        let row = self.row(effect.metric)?;
        let to = self.centre_figure(effect.metric, pair.contender)?;
        // A duration says its unit itself: 1m24.729s.
        let unit = if to.text().ends_with(&row.unit.symbol) { String::new() } else { row.unit.symbol.clone() };
        Some(EffectLine {
            grade: effect.grade,
            grade_word: grade_word(effect.grade).to_owned(),
            metric: effect.metric,
            name: row.full_name.clone(),
            contender: pair.contender,
            from: self.centre_figure(effect.metric, pair.baseline)?,
            to,
            unit,
            change: cited(numbers::change(row, effect.ratio), self.behind(pair, effect.metric)),
            bounds: self.bounds(row, pair, effect),
            mark,
        })
    }

    /// The bounds of a change; nothing where they say nothing.
    fn bounds(&self, row: &MetricRow, pair: &Comparison, effect: &Effect) -> Option<Segment> {
        // What rounding hides is worth a word where it is a good part of the change.
        let width = libm::log(effect.ratio_high / effect.ratio_low);
        if effect.interval == IntervalKind::Rounding && width < COARSE * libm::log(effect.ratio).abs() {
            return None;
        }
        let bounds = numbers::bounds(row, effect.ratio_low, effect.ratio_high);
        (!bounds.is_empty()).then(|| cited(bounds, self.behind(pair, effect.metric)))
    }

    /// How many more there are.
    fn more(&self, pair: &Comparison, found: &[&Effect], shown: usize) -> Vec<Segment> {
        let rest = &found[shown.min(found.len())..];
        if rest.is_empty() {
            return Vec::new();
        }
        let cites = self.behind_all(pair, rest.iter().copied());
        vec![cited(numbers::whole(rest.len()), cites), text(" more in the table of all metrics.")]
    }

    /// What the bounds of listed effects are.
    fn of_bounds(&self, pair: &Comparison, found: &[&Effect]) -> Vec<Segment> {
        let Some(first) = found.first() else { return Vec::new() };
        let share =
            |confidence: f64| cited(numbers::round_percent(confidence), self.behind_all(pair, found.iter().copied()));
        match (first.interval, first.confidence) {
            (IntervalKind::Rounding, _) => {
                vec![text("The bounds are what rounding in print allows; noise is not in them.")]
            }
            (IntervalKind::Range, Some(confidence)) => {
                vec![text("The bounds span all pairs of runs: an exact "), share(confidence), text(" interval.")]
            }
            (IntervalKind::HodgesLehmann, Some(confidence)) => {
                vec![text("The bounds are exact intervals of "), share(confidence), text(" or more.")]
            }
            (IntervalKind::Summary, Some(confidence)) => vec![
                text("The bounds are Welch's intervals of "),
                share(confidence),
                text(", from the printed figures and their ±."),
            ],
            (IntervalKind::Approximate, Some(confidence)) => {
                vec![text("The bounds are intervals of about "), share(confidence), text(".")]
            }
            _ => Vec::new(),
        }
    }
}

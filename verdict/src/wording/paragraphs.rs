//! What the answer rests on: counts, what chance gives, and the largest effects.

use super::{Speaker, cited, grade_word, numbers, sentence, text};
use crate::comparison::can_test;
use crate::findings;
use crate::prose::{Block, EffectLine, Segment};
use crate::report::{Chance, Comparison, Effect, IntervalKind};
use crate::stats::rank_sum::least_p;

/// More comparisons than these are told by the table alone.
const TOLD: usize = 6;
/// Effects are listed for that many comparisons.
const LISTED_COMPARISONS: usize = 2;
/// That many effects are listed for each.
const LISTED_EFFECTS: usize = 8;

impl<'a> Speaker<'a> {
    pub(super) fn paragraphs(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut told: Vec<Segment> = Vec::new();
        for comparison in self.against_baseline().filter(|c| c.matched > 0).take(TOLD) {
            told.extend(self.counts(comparison));
        }
        told.extend(self.strength());
        if !told.is_empty() {
            blocks.push(Block::Paragraph(told));
        }
        let mut mark = 0;
        for comparison in self.listed() {
            blocks.extend(self.effects(comparison, &mut mark));
        }
        blocks
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
        let won = |better: bool| {
            let effects = pair.effects.iter().filter(move |e| e.grade.is_difference() && (e.ratio > 1.0) == better);
            self.behind_all(pair, effects)
        };
        let all = || self.behind_all(pair, pair.effects.iter());
        let number = |count: usize, better: bool| {
            if count == 0 { text("none") } else { cited(numbers::whole(count), won(better)) }
        };
        let mut parts = vec![
            vec![self.tag(pair.contender), text(" against "), self.tag(pair.baseline), text(", ")],
            vec![cited(self.runs_of(pair), all()), text(": ")],
            vec![number(pair.wins, true), text(" of "), cited(numbers::whole(pair.matched), all())],
            vec![text(&format!(" metrics better beyond {}, ", self.threshold()))],
            vec![number(pair.losses, false), text(" worse")],
        ];
        parts.push(match pair.chance {
            Some(chance) if chance.splits > 2 => self.chance(pair, &chance),
            _ => self.by_chance(pair),
        });
        parts.push(self.mean(pair));
        sentence(&parts)
    }

    /// `3 runs each`, `3 and 5 runs`
    fn runs_of(&self, pair: &Comparison) -> String {
        match (self.runs(pair.contender), self.runs(pair.baseline)) {
            (1, 1) => "one run each".to_owned(),
            (one, other) if one == other => format!("{one} runs each"),
            (one, other) => format!("{one} and {other} runs"),
        }
    }

    /// `; other splits of the six runs give at most 2 (p = 0.10).`
    fn chance(&self, pair: &Comparison, chance: &Chance) -> Vec<Segment> {
        let all = || self.behind_all(pair, pair.effects.iter());
        let runs = self.runs(pair.baseline) + self.runs(pair.contender);
        let others = if chance.exhaustive {
            format!("; no other split of the {} runs gives more than ", numbers::in_words(runs))
        } else {
            format!("; of {} random splits of the runs none gives more than ", numbers::whole(chance.splits))
        };
        vec![
            text(&others),
            cited(numbers::whole(chance.most_one_way), all()),
            text(" one way (p = "),
            cited(numbers::probability(chance.p), all()),
            text("). "),
        ]
    }

    /// `; chance alone gives about 4.`, where runs are not whole.
    fn by_chance(&self, pair: &Comparison) -> Vec<Segment> {
        let least: Vec<f64> = pair.effects.iter().filter_map(|e| e.least_p).collect();
        let Some(least) = crate::stats::order::median(&least) else { return vec![text(". ")] };
        let expected =
            cited(numbers::trimmed(least * pair.matched as f64, 0), self.behind_all(pair, pair.effects.iter()));
        vec![text("; chance alone could separate "), expected, text(". ")]
    }

    /// `The geometric mean of the 38 readable ones is 8.0 % better.`
    fn mean(&self, pair: &Comparison) -> Vec<Segment> {
        let Some(mean) = pair.mean.filter(|mean| mean.count > 1) else { return Vec::new() };
        let set_aside = findings::unreadable(self.findings);
        let used = pair.effects.iter().filter(|e| !set_aside.contains(&e.metric));
        let way = if mean.mean >= 1.0 { "better" } else { "worse" };
        let size = if mean.mean >= 1.0 { mean.mean - 1.0 } else { 1.0 / mean.mean - 1.0 };
        let of = if mean.count < pair.matched { "readable ones" } else { "metrics" };
        vec![
            text("The geometric mean of the "),
            text(&format!("{} {of} is ", numbers::whole(mean.count))),
            cited(numbers::percent(size), self.behind_all(pair, used)),
            text(&format!(" {way}. ")),
        ]
    }

    /// What these numbers of runs can and cannot show.
    fn strength(&self) -> Vec<Segment> {
        let Some(pair) = self.against_baseline().find(|c| c.matched > 0) else { return Vec::new() };
        let (n1, n2) = (self.runs(pair.baseline), self.runs(pair.contender));
        if n1 == 1 && n2 == 1 {
            return vec![text("With one run each nothing says how much of a difference is noise.")];
        }
        if can_test(n1, n2, self.choices.alpha) {
            return Vec::new();
        }
        let each =
            if n1 == n2 { format!("{} runs each", numbers::in_words(n1)) } else { format!("{n1} and {n2} runs") };
        vec![
            text(&format!("With {each} no single metric can be called clear (the least p is ")),
            cited(numbers::probability(least_p(n1, n2)), self.behind_all(pair, pair.effects.iter())),
            text(")."),
        ]
    }

    /// The largest effects of a comparison.
    fn effects(&self, pair: &Comparison, mark: &mut usize) -> Option<Block> {
        let set_aside = findings::unreadable(self.findings);
        let mut found: Vec<&Effect> =
            pair.effects.iter().filter(|e| e.grade.is_difference() && !set_aside.contains(&e.metric)).collect();
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
        Some(Block::Effects { title, lines, more })
    }

    fn line(&self, pair: &Comparison, effect: &Effect, mark: usize) -> Option<EffectLine> {
        let row = self.row(effect.metric)?;
        Some(EffectLine {
            grade: effect.grade,
            grade_word: grade_word(effect.grade).to_owned(),
            metric: effect.metric,
            name: row.full_name.clone(),
            contender: pair.contender,
            from: self.centre_figure(effect.metric, pair.baseline)?,
            to: self.centre_figure(effect.metric, pair.contender)?,
            unit: row.unit.symbol.clone(),
            change: cited(numbers::change(row, effect.ratio), self.behind(pair, effect.metric)),
            bounds: numbers::bounds(row, effect.ratio_low, effect.ratio_high),
            mark,
        })
    }

    /// How many more there are, and what the bounds are.
    fn more(&self, pair: &Comparison, found: &[&Effect], shown: usize) -> Vec<Segment> {
        let mut segments = Vec::new();
        let rest = &found[shown.min(found.len())..];
        if !rest.is_empty() {
            let cites = self.behind_all(pair, rest.iter().copied());
            segments.extend([cited(numbers::whole(rest.len()), cites), text(" more in the table of all metrics. ")]);
        }
        let first = found.first();
        let bounds = match first.map(|e| (e.interval, e.confidence)) {
            Some((IntervalKind::Rounding, _)) => {
                "The bounds are what rounding in print allows; noise is not in them.".to_owned()
            }
            Some((IntervalKind::Range, Some(confidence))) => {
                format!("The bounds span all pairs of runs: an exact {} interval.", numbers::round_percent(confidence))
            }
            Some((IntervalKind::HodgesLehmann, Some(confidence))) => {
                format!("The bounds are an exact {} interval.", numbers::round_percent(confidence))
            }
            _ => String::new(),
        };
        if !bounds.is_empty() {
            segments.push(text(&bounds));
        }
        segments
    }
}

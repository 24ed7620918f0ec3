//! The first sentence: the answer, for a reader who reads nothing else.

use super::{Speaker, cited, numbers, sentence, text};
use crate::prose::Segment;
use crate::report::{Comparison, ConfigIndex, Grade, OutcomeKind};

impl Speaker<'_> {
    pub(super) fn headline(&self) -> Vec<Segment> {
        let included = self.included();
        if self.metrics.is_empty() {
            return vec![text("No benchmark figures were found in this text.")];
        }
        match (self.outcome.kind, included.as_slice()) {
            (_, []) => vec![text("Every configuration is left out, so there is nothing to compare.")],
            (_, [only]) => sentence(&[
                vec![text("Only one configuration was found, ")],
                vec![self.tag(*only)],
                vec![text(", so there is nothing to compare it with.")],
            ]),
            (OutcomeKind::CannotSay, _) => self.cannot_say(&included),
            (OutcomeKind::Tie, _) => self.tie(),
            (OutcomeKind::Mixed, _) => self.mixed(&included),
            (OutcomeKind::Winner, _) => self.winner(&included),
        }
    }

    fn cannot_say(&self, included: &[ConfigIndex]) -> Vec<Segment> {
        let shared = self.comparisons.iter().any(|c| !c.effects.is_empty());
        let why = if shared {
            ": of no metric that they share is it known which way is better."
        } else {
            ": they share no metric."
        };
        sentence(&[vec![text("These figures cannot say which wins of ")], self.tags(included), vec![text(why)]])
    }

    fn tie(&self) -> Vec<Segment> {
        let winners = &self.outcome.winners;
        let mut parts = vec![vec![text("Nothing separates ")], self.tags(winners)];
        parts.push(vec![text(match self.outcome.grade {
            Some(Grade::ShownEqual) => ": they are shown equal.",
            _ if winners.iter().any(|&config| self.runs(config) < 2) => {
                "; with one run a side only what is beyond rounding could show."
            }
            _ => ".",
        })]);
        sentence(&parts)
    }

    fn mixed(&self, included: &[ConfigIndex]) -> Vec<Segment> {
        let mixed = self.comparisons.iter().find(|c| c.relation == crate::report::Relation::Mixed);
        let Some(pair) = mixed else { return self.cannot_say(included) };
        let won = |better: bool| {
            let effects = pair.effects.iter().filter(move |e| e.grade.is_difference() && (e.ratio > 1.0) == better);
            self.behind_all(pair, effects)
        };
        sentence(&[
            vec![text("Neither wins throughout: ")],
            vec![self.tag(pair.contender), text(" is better on ")],
            vec![cited(numbers::whole(pair.wins), won(true)), text(" of ")],
            vec![cited(numbers::whole(pair.matched), self.behind_all(pair, pair.effects.iter())), text(" metrics, ")],
            vec![self.tag(pair.baseline), text(" on ")],
            vec![cited(numbers::whole(pair.losses), won(false)), text(".")],
        ])
    }

    fn winner(&self, included: &[ConfigIndex]) -> Vec<Segment> {
        let winners = &self.outcome.winners;
        let beaten: Vec<ConfigIndex> = included.iter().copied().filter(|config| !winners.contains(config)).collect();
        let several = winners.len() > 1;
        let verb = match (self.outcome.grade, several) {
            (Some(Grade::UntestedLead | Grade::Leaning), false) => " leads ",
            (Some(Grade::UntestedLead | Grade::Leaning), true) => " lead ",
            (_, false) => " wins over ",
            (_, true) => " win over ",
        };
        let mut parts = vec![self.tags(winners), vec![text(verb)], self.tags(&beaten)];
        if let Some(Grade::UntestedLead | Grade::Leaning) = self.outcome.grade
            && let Some(pair) = self.pair(winners, &beaten)
        {
            parts.push(self.lead(pair, winners));
        }
        parts.push(vec![text(match (self.outcome.grade, winners.len()) {
            (Some(Grade::UntestedLead), _) => "; one run each can't tell that from noise.",
            (Some(Grade::Leaning), _) => "; these are too few runs to test it.",
            (_, 1) => ".",
            (_, 2) => "; nothing separates the two.",
            _ => "; nothing separates these.",
        })]);
        sentence(&parts)
    }

    /// A comparison between a winner and one that is beaten.
    fn pair(&self, winners: &[ConfigIndex], beaten: &[ConfigIndex]) -> Option<&Comparison> {
        let one_of_each = |c: &&Comparison| {
            (winners.contains(&c.contender) && beaten.contains(&c.baseline))
                || (winners.contains(&c.baseline) && beaten.contains(&c.contender))
        };
        self.comparisons.iter().find(one_of_each)
    }

    /// ` on 12 of 40 figures`
    fn lead(&self, pair: &Comparison, winners: &[ConfigIndex]) -> Vec<Segment> {
        let contender_wins = winners.contains(&pair.contender);
        let count = if contender_wins { pair.wins } else { pair.losses };
        let won = pair.effects.iter().filter(|e| e.grade.is_difference() && (e.ratio > 1.0) == contender_wins);
        vec![
            text(" on "),
            cited(numbers::whole(count), self.behind_all(pair, won)),
            text(" of "),
            cited(numbers::whole(pair.matched), self.behind_all(pair, pair.effects.iter())),
            text(" metrics"),
        ]
    }
}

//! Which configuration wins, from how each pair stands.

use crate::report::{Comparison, ConfigIndex, Grade, Outcome, OutcomeKind, Relation};

/// The answer for some configurations, all of whose pairs were compared.
pub(crate) fn outcome(configs: &[ConfigIndex], comparisons: &[Comparison]) -> Outcome {
    let table = Standings { comparisons };
    let comparable = comparisons.iter().any(|c| c.relation != Relation::CannotSay);
    let Some(best) = table.best(configs).filter(|_| comparable) else {
        return Outcome { kind: OutcomeKind::CannotSay, winners: Vec::new(), grade: None };
    };
    let others = || configs.iter().copied().filter(|&other| other != best);
    let beaten: Vec<ConfigIndex> = others().filter(|&other| table.relation(best, other) == Relation::Better).collect();
    let mixed: Vec<ConfigIndex> = others().filter(|&other| table.relation(best, other) == Relation::Mixed).collect();
    if let Some(&rival) = mixed.first() {
        let grade = table.grade(best, rival);
        return Outcome { kind: OutcomeKind::Mixed, winners: Vec::new(), grade };
    }
    let equal = |other: &ConfigIndex| *other == best || table.relation(best, *other) == Relation::Equal;
    let winners: Vec<ConfigIndex> = configs.iter().copied().filter(equal).collect();
    if beaten.is_empty() {
        let grade = others().filter_map(|other| table.grade(best, other)).max();
        return Outcome { kind: OutcomeKind::Tie, winners, grade };
    }
    // The weakest link: what is least sure of all that the answer claims.
    let grade = beaten.iter().filter_map(|&other| table.grade(best, other)).max();
    Outcome { kind: OutcomeKind::Winner, winners, grade }
}

/// All pairs.
struct Standings<'c> {
    comparisons: &'c [Comparison],
}

impl Standings<'_> {
    /// The pair, and whether it was compared the other way round.
    fn pair(&self, one: ConfigIndex, other: ConfigIndex) -> Option<(&Comparison, bool)> {
        let find = |baseline, contender| {
            self.comparisons.iter().find(move |c| c.baseline == baseline && c.contender == contender)
        };
        find(other, one).map(|c| (c, false)).or_else(|| find(one, other).map(|c| (c, true)))
    }

    /// How one stands to the other.
    fn relation(&self, one: ConfigIndex, other: ConfigIndex) -> Relation {
        match self.pair(one, other) {
            Some((pair, false)) => pair.relation,
            Some((pair, true)) => match pair.relation {
                Relation::Better => Relation::Worse,
                Relation::Worse => Relation::Better,
                same => same,
            },
            None => Relation::CannotSay,
        }
    }

    fn grade(&self, one: ConfigIndex, other: ConfigIndex) -> Option<Grade> {
        self.pair(one, other).map(|(pair, _)| pair.grade)
    }

    /// The one that is better than most others; of several the one with the most wins over losses, then the first.
    fn best(&self, configs: &[ConfigIndex]) -> Option<ConfigIndex> {
        let rank = |config: ConfigIndex| {
            let others = || configs.iter().copied().filter(move |&other| other != config);
            let beats = others().filter(|&other| self.relation(config, other) == Relation::Better).count();
            let net: i64 = others().filter_map(|other| self.pair(config, other)).map(net_wins).sum();
            (beats, net)
        };
        // max_by_key takes the last of equals; the first is wanted.
        configs.iter().copied().rev().max_by_key(|&config| rank(config))
    }
}

fn net_wins((pair, turned): (&Comparison, bool)) -> i64 {
    let net = pair.wins as i64 - pair.losses as i64;
    if turned { -net } else { net }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(baseline: usize, contender: usize, relation: Relation, wins: usize, losses: usize) -> Comparison {
        Comparison {
            baseline,
            contender,
            effects: Vec::new(),
            matched: 10,
            wins,
            losses,
            chance: None,
            relation,
            grade: Grade::Likely,
            mean: None,
            sections: Vec::new(),
        }
    }

    #[test]
    fn the_best_wins_with_all_that_are_equal_to_it() {
        use Relation::{Better, Equal};
        let pairs = [pair(0, 1, Better, 9, 0), pair(0, 2, Better, 8, 0), pair(1, 2, Equal, 1, 1)];
        let outcome = outcome(&[0, 1, 2], &pairs);
        assert_eq!((outcome.kind, outcome.winners), (OutcomeKind::Winner, vec![1, 2]));
    }

    #[test]
    fn a_baseline_can_win() {
        let outcome = outcome(&[0, 1], &[pair(0, 1, Relation::Worse, 0, 7)]);
        assert_eq!((outcome.kind, outcome.winners), (OutcomeKind::Winner, vec![0]));
    }

    #[test]
    fn ties_and_mixed_results_are_answers() {
        let tie = outcome(&[0, 1], &[pair(0, 1, Relation::Equal, 1, 1)]);
        assert_eq!((tie.kind, tie.winners), (OutcomeKind::Tie, vec![0, 1]));
        let mixed = outcome(&[0, 1], &[pair(0, 1, Relation::Mixed, 4, 3)]);
        assert_eq!((mixed.kind, mixed.winners), (OutcomeKind::Mixed, vec![]));
        let none = outcome(&[0, 1], &[pair(0, 1, Relation::CannotSay, 0, 0)]);
        assert_eq!(none.kind, OutcomeKind::CannotSay);
        assert_eq!(outcome(&[0], &[]).kind, OutcomeKind::CannotSay);
    }
}

//! Which configuration wins, from how each pair stands.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::{Comparison, ConfigIndex, Grade, Outcome, OutcomeKind, Relation};

/// The answer for some configurations: of the comparisons, those between two of them count.
pub(crate) fn outcome(configs: &[ConfigIndex], comparisons: &[Comparison]) -> Outcome {
    let table = Standings::new(configs, comparisons);
    let comparable = table.pairs.values().any(|c| c.relation != Relation::CannotSay);
    let Some(best) = table.best(configs).filter(|_| comparable) else { return nothing() };
    let others = || configs.iter().copied().filter(|&other| other != best);
    let related = |wanted: Relation| -> Vec<ConfigIndex> {
        others().filter(|&other| table.relation(best, other) == wanted).collect()
    };
    let (beaten, rivals, equal) = (related(Relation::Better), related(Relation::Mixed), related(Relation::Equal));
    if let Some(&rival) = rivals.first() {
        let grade = table.grade(best, rival);
        return Outcome { kind: OutcomeKind::Mixed, grade, best: Some(best), rivals, beaten, ..nothing() };
    }
    let winners: Vec<ConfigIndex> = configs.iter().copied().filter(|c| *c == best || equal.contains(c)).collect();
    if beaten.is_empty() {
        let grade = equal.iter().filter_map(|&other| table.grade(best, other)).max();
        return Outcome { kind: OutcomeKind::Tie, winners, grade, best: Some(best), ..nothing() };
    }
    // An equal of the best leads with it only where it beats the same others; to be equal to a winner is no win.
    let beats_them =
        |config: &ConfigIndex| beaten.iter().all(|&other| table.relation(*config, other) == Relation::Better);
    let leaders: Vec<ConfigIndex> = winners.iter().copied().filter(beats_them).collect();
    // The weakest link: what is least sure of all that the answer claims.
    let claims = leaders.iter().flat_map(|&leader| beaten.iter().map(move |&other| (leader, other)));
    let grade = claims.filter_map(|(leader, other)| table.grade(leader, other)).max();
    Outcome { kind: OutcomeKind::Winner, winners, grade, best: Some(best), leaders, beaten, ..nothing() }
}

/// The answer where nothing can be compared.
fn nothing() -> Outcome {
    Outcome {
        kind: OutcomeKind::CannotSay,
        winners: Vec::new(),
        best: None,
        leaders: Vec::new(),
        beaten: Vec::new(),
        rivals: Vec::new(),
        grade: None,
    }
}

/// All pairs, by baseline and contender.
struct Standings<'c> {
    pairs: BTreeMap<(ConfigIndex, ConfigIndex), &'c Comparison>,
}

impl<'c> Standings<'c> {
    fn new(configs: &[ConfigIndex], comparisons: &'c [Comparison]) -> Self {
        let configs: BTreeSet<ConfigIndex> = configs.iter().copied().collect();
        let among = comparisons.iter().filter(|c| configs.contains(&c.baseline) && configs.contains(&c.contender));
        Self { pairs: among.map(|c| ((c.baseline, c.contender), c)).collect() }
    }

    /// Whether any two that were compared with the same third were compared with each other.
    fn is_complete(&self) -> bool {
        let mut contenders: BTreeMap<ConfigIndex, Vec<ConfigIndex>> = BTreeMap::new();
        for (baseline, contender) in self.pairs.keys() {
            contenders.entry(*baseline).or_default().push(*contender);
        }
        contenders.values().all(|of| {
            let mut pairs =
                of.iter().enumerate().flat_map(|(at, &one)| of[at + 1..].iter().map(move |&two| (one, two)));
            pairs.all(|(one, two)| self.pair(one, two).is_some())
        })
    }

    /// The pair, and whether it was compared the other way round.
    fn pair(&self, one: ConfigIndex, other: ConfigIndex) -> Option<(&'c Comparison, bool)> {
        let find = |baseline, contender| self.pairs.get(&(baseline, contender)).copied();
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

    /// The one that is better than most others; of several the one with the most wins over losses, then the first. Where
    /// only the pairs with a baseline were compared, wins over it decide alone.
    fn best(&self, configs: &[ConfigIndex]) -> Option<ConfigIndex> {
        let complete = self.is_complete();
        let mut ranks: BTreeMap<ConfigIndex, (usize, i64)> = BTreeMap::new();
        for (&(baseline, contender), &pair) in &self.pairs {
            for (config, beats, net) in
                [(contender, Relation::Better, net_wins(pair)), (baseline, Relation::Worse, -net_wins(pair))]
            {
                let rank = ranks.entry(config).or_default();
                rank.0 += usize::from(complete && pair.relation == beats);
                rank.1 += net;
            }
        }
        let baselines: BTreeSet<ConfigIndex> = self.pairs.keys().map(|(baseline, _)| *baseline).collect();
        let rank = |config: ConfigIndex| match (complete, baselines.contains(&config)) {
            (false, true) => (0, 0),
            _ => ranks.get(&config).copied().unwrap_or_default(),
        };
        // max_by_key takes the last of equals; the first is wanted.
        configs.iter().copied().rev().max_by_key(|&config| rank(config))
    }
}

fn net_wins(pair: &Comparison) -> i64 {
    pair.wins as i64 - pair.losses as i64
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
            by_chance: 0.0,
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
    fn to_be_equal_to_a_winner_is_no_win() {
        use Relation::{Better, Equal};
        let pairs = [pair(0, 1, Better, 9, 0), pair(0, 2, Equal, 1, 1), pair(1, 2, Equal, 1, 1)];
        let outcome = outcome(&[0, 1, 2], &pairs);
        assert_eq!((outcome.winners, outcome.leaders, outcome.beaten), (vec![1, 2], vec![1], vec![0]));
    }

    #[test]
    fn with_the_baseline_s_pairs_alone_its_best_rival_leads() {
        use Relation::{Better, Worse};
        let pairs = [pair(0, 1, Better, 3, 0), pair(0, 2, Worse, 0, 9), pair(0, 3, Better, 8, 0)];
        let outcome = outcome(&[0, 1, 2, 3], &pairs);
        assert_eq!((outcome.kind, outcome.winners, outcome.beaten), (OutcomeKind::Winner, vec![3], vec![0]));
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

//! One wins one family of metrics and loses another: which family is which.

use std::collections::{BTreeMap, BTreeSet};

use super::judged::Judged;
use super::series::number_in;
use crate::names;
use crate::report::{Comparison, Effect, Finding, FindingKind, MetricRow, Relation};

/// More families than these are no answer, unless they are numbers that part at one place.
const MOST_FAMILIES: usize = 8;
/// Of the differences, so many in ten at least lie in families that go one way.
const PURE_TENTHS: usize = 8;

pub(super) fn detect(judged: &Judged<'_>) -> Vec<Finding> {
    let mut pairs: Vec<&Comparison> = judged.pairs().map(|(_, pair)| pair).collect();
    for experiment in judged.experiments {
        let rivals = experiment.outcome.best.zip(experiment.outcome.rivals.first().copied());
        let between = rivals.and_then(|(best, rival)| judged.pair(best, rival));
        pairs.extend(between.filter(|pair| pair.baseline != experiment.baseline));
    }
    let mixed = pairs.into_iter().filter(|pair| pair.relation == Relation::Mixed);
    mixed.filter_map(|pair| in_pair(judged, pair)).collect()
}

/// The metrics of a family that are better, and those that are worse.
#[derive(Clone, Copy, Default)]
struct Tally {
    better: usize,
    worse: usize,
}

/// A way to tell families, and what each of them did, in order of appearance.
struct Families {
    factor: String,
    of: Vec<(String, Tally)>,
}

fn in_pair(judged: &Judged<'_>, pair: &Comparison) -> Option<Finding> {
    let counted: Vec<(&MetricRow, &Effect)> = pair
        .effects
        .iter()
        .filter_map(|e| Some((judged.metrics.get(e.metric)?, e)))
        .filter(|(row, _)| row.counts())
        .collect();
    let found: Vec<(&MetricRow, &Effect)> = counted.into_iter().filter(|(_, e)| e.grade.is_difference()).collect();
    let factors = factors(&found);
    let families = factors.into_iter().filter_map(|factor| families(&found, factor)).filter(Families::tells);
    // The fewest families that tell it: of several ways to say so, the shortest.
    let best = families.min_by_key(|families| (families.of.len(), families.impure()))?;
    let of = |wanted: fn(&Tally) -> bool| -> Vec<String> {
        best.of.iter().filter(|(_, tally)| wanted(tally)).map(|(name, _)| name.clone()).collect()
    };
    let (better, worse) = (of(|t| t.better > t.worse), of(|t| t.worse > t.better));
    Some(Finding {
        evidence: found.iter().flat_map(|(_, e)| judged.behind(pair, e.metric)).collect(),
        kind: FindingKind::TradeOff {
            baseline: pair.baseline,
            contender: pair.contender,
            factor: best.factor.clone(),
            better,
            worse,
        },
    })
}

/// What a family is told by.
enum Factor {
    Section,
    Name,
    Parameter(String),
}

fn factors(found: &[(&MetricRow, &Effect)]) -> Vec<Factor> {
    let parameters: BTreeSet<&String> = found.iter().flat_map(|(row, _)| row.params.keys()).collect();
    let of_parameters = parameters.into_iter().map(|name| Factor::Parameter(name.clone()));
    [Factor::Section, Factor::Name].into_iter().chain(of_parameters).collect()
}

/// The families by one factor; `None` where some metric has no value of it.
fn families(found: &[(&MetricRow, &Effect)], factor: Factor) -> Option<Families> {
    let value = |row: &MetricRow| match &factor {
        Factor::Section => Some(names::tidy(&row.section)).filter(|section| !section.is_empty()),
        Factor::Name => Some(row.stem.clone()),
        Factor::Parameter(name) => row.params.get(name).cloned(),
    };
    let mut of: Vec<(String, Tally)> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (row, effect) in found {
        let value = value(row)?;
        let at = *places.entry(value).or_insert_with_key(|value| {
            of.push((value.clone(), Tally::default()));
            of.len() - 1
        });
        let tally = &mut of.get_mut(at)?.1;
        if effect.ratio > 1.0 { tally.better += 1 } else { tally.worse += 1 }
    }
    // Names of rows say by themselves what they are.
    let factor = match factor {
        Factor::Parameter(name) if !of.iter().all(|(value, _)| names::says_itself(&name, value)) => name,
        _ => String::new(),
    };
    Some(Families { factor, of })
}

impl Families {
    /// How many metrics go the other way than most of their family.
    fn impure(&self) -> usize {
        self.of.iter().map(|(_, tally)| tally.better.min(tally.worse)).sum()
    }

    /// Whether the families are numbers, all of one side's below those of the other.
    fn parts_at_one_number(&self) -> bool {
        let mut sides: Vec<(f64, bool)> = Vec::new();
        for (name, tally) in &self.of {
            let Some(number) = number_in(name) else { return false };
            sides.push((number, tally.better > tally.worse));
        }
        sides.sort_by(|a, b| a.0.total_cmp(&b.0));
        !self.factor.is_empty() && sides.windows(2).filter(|pair| pair[0].1 != pair[1].1).count() == 1
    }

    /// Whether each side has families of its own, and these hold most of the metrics.
    fn tells(&self) -> bool {
        if self.of.len() > MOST_FAMILIES && !self.parts_at_one_number() {
            return false;
        }
        let all: usize = self.of.iter().map(|(_, tally)| tally.better + tally.worse).sum();
        let has = |side: fn(&Tally) -> bool| self.of.iter().any(|(_, tally)| side(tally));
        let both = has(|t| t.better > t.worse) && has(|t| t.worse > t.better);
        both && (all - self.impure()) * 10 >= all * PURE_TENTHS
    }
}

//! Lists of metrics: those along one load, and those of one kind, are said together.

use std::collections::BTreeMap;

use super::{Speaker, cited, numbers, text};
use crate::findings::number_in;
use crate::prose::{Segment, plain};
use crate::report::{Comparison, Effect, Grade, MetricIndex, MetricRow};

/// So many metrics along one load are said together.
const FEWEST_TOGETHER: usize = 3;
/// More loads than these are told as a range.
const LISTED_LOADS: usize = 4;
/// Items of a list are told up to that many.
const LISTED: usize = 8;
/// Kinds of parts that differ are told up to that many.
const LISTED_KINDS: usize = 5;

/// Metrics that differ in their load alone: what they have in common, the load's name, and where each stands.
struct Together {
    stem: String,
    load: String,
    metrics: Vec<(MetricIndex, String)>,
}

impl Speaker<'_> {
    /// `fork (12 us), creat_clo at clients 3 to 31 (15 of them) and four more`; `beside` tells what is put behind a name that
    /// stands alone.
    pub(super) fn metrics_listed(
        &self,
        metrics: &[MetricIndex],
        beside: &dyn Fn(MetricIndex) -> Vec<Segment>,
    ) -> Vec<Segment> {
        let groups = self.together(metrics);
        let mut items: Vec<Vec<Segment>> = Vec::new();
        let mut told = 0;
        for group in &groups {
            if items.len() >= LISTED {
                break;
            }
            told += group.metrics.len();
            items.push(match group.metrics.as_slice() {
                [(only, _)] => [vec![text(self.name(*only))], beside(*only)].concat(),
                several => vec![text(&format!("{} at {} {}", group.stem, group.load, loads(several)))],
            });
        }
        let left = metrics.len().saturating_sub(told);
        if left > 0 {
            items.push(vec![text(&format!("and {} more", numbers::in_words(left)))]);
        }
        separated(items)
    }

    /// Metrics of one name that differ in a number alone, in order of appearance; fewer than three stand each for itself.
    fn together(&self, metrics: &[MetricIndex]) -> Vec<Together> {
        let mut groups: Vec<Together> = Vec::new();
        let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
        let keys: Vec<Option<(String, String, String)>> =
            metrics.iter().map(|&metric| self.row(metric).and_then(load_of)).collect();
        let mut counts: BTreeMap<(&String, &String), usize> = BTreeMap::new();
        for (stem, load, _) in keys.iter().flatten() {
            *counts.entry((stem, load)).or_default() += 1;
        }
        for (&metric, key) in metrics.iter().zip(&keys) {
            let several = key
                .as_ref()
                .filter(|(stem, load, _)| counts.get(&(stem, load)).is_some_and(|&count| count >= FEWEST_TOGETHER));
            let Some((stem, load, value)) = several else {
                let metrics = vec![(metric, String::new())];
                groups.push(Together { stem: String::new(), load: String::new(), metrics });
                continue;
            };
            let at = *places.entry((stem.clone(), load.clone())).or_insert(groups.len());
            if at == groups.len() {
                groups.push(Together { stem: stem.clone(), load: load.clone(), metrics: Vec::new() });
            }
            if let Some(group) = groups.get_mut(at) {
                group.metrics.push((metric, value.clone()));
            }
        }
        groups
    }

    /// What differs of metrics that are not counted, kind by kind, the largest first:
    /// `sys in both (2.2 times the time with A, 2.8 times the time with B)`.
    /// Of less sure ones than `least` nothing is said.
    pub(super) fn kinds_that_differ(&self, wanted: fn(&MetricRow) -> bool, least: Grade) -> Vec<Segment> {
        let mut kinds: Vec<Kind<'_>> = Vec::new();
        for pair in self.against_baseline() {
            for effect in &pair.effects {
                let Some(row) = self.row(effect.metric).filter(|row| !row.counts() && wanted(row)) else { continue };
                let at = kinds.iter().position(|kind| kind.stem == row.stem && kind.section == row.section);
                let at = at.unwrap_or_else(|| {
                    kinds.push(Kind { stem: &row.stem, section: &row.section, pairs: Vec::new() });
                    kinds.len() - 1
                });
                let Some(kind) = kinds.get_mut(at) else { continue };
                let of_pair = kind.pairs.iter().position(|of| std::ptr::eq(of.pair, pair)).unwrap_or_else(|| {
                    kind.pairs.push(OfPair { pair, matched: 0, differ: Vec::new() });
                    kind.pairs.len() - 1
                });
                if let Some(of) = kind.pairs.get_mut(of_pair) {
                    of.matched += 1;
                    of.differ.extend(Some(effect).filter(|effect| effect.grade <= least));
                }
            }
        }
        for kind in &mut kinds {
            kind.pairs.retain(|of| !of.differ.is_empty());
        }
        kinds.retain(|kind| !kind.pairs.is_empty());
        kinds.sort_by(|a, b| b.size().total_cmp(&a.size()));
        let mut items: Vec<Vec<Segment>> = kinds.iter().take(LISTED_KINDS).map(|kind| self.kind(kind)).collect();
        if kinds.len() > LISTED_KINDS {
            items.push(vec![text(&format!("and {} more", numbers::in_words(kinds.len() - LISTED_KINDS)))]);
        }
        separated(items)
    }

    fn kind(&self, kind: &Kind<'_>) -> Vec<Segment> {
        // One metric alone is called by its full name.
        if let [of] = kind.pairs.as_slice()
            && let [effect] = of.differ.as_slice()
        {
            let told = [vec![text(self.name(effect.metric)), text(" (")], self.change_under(of, of.differ.as_slice())];
            return [told.concat(), vec![text(")")]].concat();
        }
        let everywhere = kind.pairs.iter().all(|of| of.matched > 1 && of.differ.len() == of.matched && of.is_one_way());
        let alike = kind.pairs.windows(2).all(|pair| pair[0].matched == pair[1].matched);
        let shared = everywhere && alike;
        let scope = kind.pairs.first().filter(|_| shared).map(|of| all_of(of.matched)).unwrap_or_default();
        let mut segments = vec![text(kind.stem), text(&scope), text(" (")];
        for (at, of) in kind.pairs.iter().enumerate() {
            let ways = [of.going(true), of.going(false)];
            for (way, effects) in ways.iter().filter(|effects| !effects.is_empty()).enumerate() {
                if at + way > 0 {
                    segments.push(text(", "));
                }
                segments.extend(self.change_under(of, effects));
                if !shared && of.matched > 1 {
                    segments.push(text(&some_of(effects.len(), of.matched)));
                }
            }
        }
        segments.push(text(")"));
        segments
    }

    /// `3.0 to 5.7 % more time with A`
    fn change_under(&self, of: &OfPair<'_>, effects: &[&Effect]) -> Vec<Segment> {
        let Some(row) = effects.first().and_then(|effect| self.row(effect.metric)) else { return Vec::new() };
        let ratios: Vec<f64> = effects.iter().map(|effect| effect.ratio).collect();
        let cites = self.behind_all(of.pair, effects.iter().copied());
        [vec![cited(numbers::changes(row, &ratios), cites)], self.under(of.pair.contender)].concat()
    }

    /// A metric's full name.
    pub(super) fn name(&self, metric: MetricIndex) -> &str {
        self.row(metric).map_or("", |row| row.full_name.as_str())
    }
}

/// Metrics of one name, with what differs of them.
struct Kind<'a> {
    stem: &'a str,
    section: &'a str,
    pairs: Vec<OfPair<'a>>,
}

/// Those of one comparison.
struct OfPair<'a> {
    pair: &'a Comparison,
    matched: usize,
    differ: Vec<&'a Effect>,
}

impl Kind<'_> {
    fn size(&self) -> f64 {
        let effects = self.pairs.iter().flat_map(|of| &of.differ);
        effects.map(|effect| libm::log(effect.ratio).abs()).fold(0.0, f64::max)
    }
}

impl<'a> OfPair<'a> {
    fn going(&self, better: bool) -> Vec<&'a Effect> {
        self.differ.iter().copied().filter(|effect| (effect.ratio > 1.0) == better).collect()
    }

    fn is_one_way(&self) -> bool {
        self.going(true).is_empty() || self.going(false).is_empty()
    }
}

/// ` in both`, ` in all six`
fn all_of(count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        2 => " in both".to_owned(),
        count => format!(" in all {}", numbers::in_words(count)),
    }
}

/// ` in two of eleven`
fn some_of(count: usize, all: usize) -> String {
    if count == all {
        return all_of(all);
    }
    format!(" in {} of {}", numbers::in_words(count), numbers::in_words(all))
}

/// A metric's name without a load, the load's name and its value; the load that stands last in the name.
fn load_of(row: &MetricRow) -> Option<(String, String, String)> {
    let numbers = row.params.iter().filter(|(_, value)| number_in(value).is_some());
    let (at, said, load, value) = numbers
        .filter_map(|(load, value)| {
            let said = format!(", {load} {value}");
            row.full_name.rfind(&said).map(|at| (at, said, load, value))
        })
        .max_by_key(|(at, ..)| *at)?;
    let (front, rest) = row.full_name.split_at(at);
    let behind = rest.get(said.len()..).filter(|behind| behind.is_empty() || behind.starts_with(','))?;
    Some((format!("{front}{behind}"), load.clone(), value.clone()))
}

/// `1, 2 and 4`; of many the first and the last, and how many they are.
fn loads(metrics: &[(MetricIndex, String)]) -> String {
    let values: Vec<&str> = metrics.iter().map(|(_, value)| value.as_str()).collect();
    match values.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [front @ .., last] if values.len() <= LISTED_LOADS => format!("{} and {last}", front.join(", ")),
        [first, .., last] => format!("{first} to {last} ({} of them)", values.len()),
    }
}

/// Items of a list; with semicolons where one has a comma.
fn separated(items: Vec<Vec<Segment>>) -> Vec<Segment> {
    let commas = items.iter().any(|item| plain(item).contains(','));
    let between = if commas { "; " } else { ", " };
    let mut segments = Vec::new();
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            let rest = plain(&item).starts_with("and ");
            segments.push(text(if rest && !commas { " " } else { between }));
        }
        segments.extend(item);
    }
    segments
}

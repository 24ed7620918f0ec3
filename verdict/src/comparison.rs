//! Two configurations over all metrics: wins and losses, what chance gives, and how the two stand.

use benchnote_parser::{Better, Role};

use crate::effect::{self, Rules};
use crate::findings;
use crate::names;
use crate::report::{
    Chance, Comparison, ConfigIndex, Direction, Effect, Finding, GeoMean, Grade, MetricIndex, MetricRow, Relation,
    Sample, SectionSummary,
};
use crate::stats::bootstrap;
use crate::stats::correction::benjamini_hochberg;
use crate::stats::printed::Printed;
use crate::stats::rank_sum::{SplitTest, least_p};
use crate::stats::regroup::{SEED, regroup};
use crate::stats::separation::{PooledRuns, Separation};
use crate::stats::{order, regroup::Regrouping};

/// Losses of at most this share of all differences do not make a result mixed.
const FORGIVEN: usize = 20;
/// Three runs each give 0.10 at best: a headline at that p is *likely*.
const LIKELY_P: f64 = 0.10;
/// Two runs can be split in one way only.
const FEWEST_POOLED: usize = 3;
/// With fewer runs than these on either side nothing is *clear*, whatever the other side has.
const FEWEST_FOR_CLEAR: usize = 4;
/// With fewer than these nothing is *likely*, but one run against a spread of many.
const FEWEST_FOR_LIKELY: usize = 3;
/// Runs are whole where at least this share of the matched metrics has all of them, in tenths.
const WHOLE_TENTHS: usize = 8;

/// Compares two configurations. Means leave out metrics that the findings call unreadable, and a difference that two
/// populations explain is none.
pub(crate) fn compare(
    metrics: &[MetricRow],
    baseline: ConfigIndex,
    contender: ConfigIndex,
    rules: &Rules,
    findings: &[Finding],
) -> Comparison {
    let mut effects: Vec<Effect> = metrics
        .iter()
        .enumerate()
        .filter(|(_, row)| matches!(row.role, Role::Primary | Role::Component) || row.counts())
        .filter_map(|(at, row)| {
            let sample = |config: ConfigIndex| row.samples.get(config);
            effect::compare(at, row, sample(baseline)?, sample(contender)?, rules)
        })
        .collect();
    for effect in &mut effects {
        if findings::explained_by_populations(findings, effect.metric, baseline, contender) {
            effect.separated = false;
            effect.grade = Grade::NotDistinguishable;
            effect.direction = Direction::Unclear;
        }
    }
    correct(&mut effects, rules.alpha);
    let set_aside = findings::unreadable(findings);
    let counted: Vec<&Effect> = effects.iter().filter(|e| is_counted(metrics, e)).collect();
    let (wins, losses) = (count(&counted, Direction::Better), count(&counted, Direction::Worse));
    let matched = counted.len();
    let whole = other_splits(metrics, baseline, contender, &counted, rules);
    let standing = Standing {
        matched,
        wins,
        losses,
        rate: typical_rate(&counted, rules.alpha),
        runs: most_runs(&counted),
        chance: whole.as_ref(),
    };
    let relation = standing.relation();
    let grade = standing.grade(relation, &counted, rules.alpha);
    let by_chance = standing.by_chance();
    let readable = |e: &&&Effect| !set_aside.contains(&e.metric);
    let mean = geometric_mean(counted.iter().filter(readable).copied());
    let sections = sections(metrics, &counted, &set_aside);
    let runs = standing.runs;
    let chance = whole.map(|w| Chance {
        splits: w.splits,
        exhaustive: w.exhaustive,
        p: w.p.max(least_p(runs[0], runs[1])),
        most_one_way: w.most_one_way,
        typical: w.typical,
    });
    Comparison {
        baseline,
        contender,
        effects,
        matched,
        wins,
        losses,
        by_chance,
        chance,
        relation,
        grade,
        mean,
        sections,
    }
}

/// Whether an effect is on a primary metric that both sides have with a direction.
fn is_counted(metrics: &[MetricRow], effect: &Effect) -> bool {
    effect.grade != Grade::CannotSay && metrics.get(effect.metric).is_some_and(MetricRow::counts)
}

/// Raises *likely* findings whose test stands after the correction for many metrics to *clear*.
fn correct(effects: &mut [Effect], alpha: f64) {
    let tested = |e: &Effect| e.p.filter(|_| e.least_p.is_some_and(|least| least <= alpha));
    let (places, p): (Vec<usize>, Vec<f64>) =
        effects.iter().enumerate().filter_map(|(at, e)| tested(e).map(|p| (at, p))).unzip();
    let Some(q) = benjamini_hochberg(&p) else { return };
    for (place, q) in places.into_iter().zip(q) {
        if effects[place].grade == Grade::Likely
            && effects[place].runs.iter().all(|&n| n >= FEWEST_FOR_CLEAR)
            && q <= alpha
        {
            effects[place].grade = Grade::Clear;
        }
    }
}

/// Differences that are claimed one way: what is counted is what is listed.
fn count(effects: &[&Effect], way: Direction) -> usize {
    effects.iter().filter(|e| e.grade.is_difference() && e.direction == way).count()
}

/// How often chance alone calls a metric different: at the level of the test where the runs can carry one, else as often as
/// they separate; that of the metric in the middle. `None` where most have one run a side.
fn typical_rate(effects: &[&Effect], alpha: f64) -> Option<f64> {
    let rates: Vec<f64> = effects.iter().filter_map(|e| e.least_p).map(|least| least.max(alpha)).collect();
    if rates.len() * 2 <= effects.len() {
        return None;
    }
    order::sorted(&rates)?.get(rates.len() / 2).copied()
}

/// The most runs that any metric has on either side.
fn most_runs(effects: &[&Effect]) -> [usize; 2] {
    let most = |side: usize| effects.iter().map(|e| e.runs[side]).max().unwrap_or(0);
    [most(0), most(1)]
}

/// A metric's runs of both sides, pooled: how a split of them is judged, the values, and which way is better.
struct Pooled {
    judge: Judge,
    values: Vec<f64>,
    better: Better,
}

/// How it is decided that the sides of a split are apart: as for the true one, by the exact test where the runs can carry
/// it, else by complete separation.
enum Judge {
    Test(SplitTest),
    Separation(PooledRuns),
}

impl Judge {
    /// `None` where the test can't tell any split of these runs apart.
    fn new(ranges: &[Printed], n1: usize, alpha: f64) -> Option<Self> {
        if can_test(n1, ranges.len() - n1, alpha) {
            SplitTest::new(ranges, n1, alpha).map(Self::Test)
        } else {
            Some(Self::Separation(PooledRuns::new(ranges)))
        }
    }

    fn split(&self, in_first: &[bool], second: &[usize]) -> Option<Separation> {
        match self {
            Self::Test(test) => test.split(second),
            Self::Separation(runs) => runs.split(in_first),
        }
    }
}

/// Counts wins and losses under the other splits of whole runs; `None` where runs are not whole.
fn other_splits(
    metrics: &[MetricRow],
    baseline: ConfigIndex,
    contender: ConfigIndex,
    counted: &[&Effect],
    rules: &Rules,
) -> Option<Regrouping> {
    let runs = |config: ConfigIndex| -> usize {
        let of_row = |e: &&Effect| metrics[e.metric].samples[config].runs.len();
        counted.iter().map(of_row).max().unwrap_or(0)
    };
    let (n1, n2) = (runs(baseline), runs(contender));
    if n1 == 0 || n2 == 0 || n1 + n2 < FEWEST_POOLED {
        return None;
    }
    let pooled: Vec<Option<Pooled>> = counted
        .iter()
        .filter_map(|e| {
            let row = &metrics[e.metric];
            let (base, cont) = (&row.samples[baseline], &row.samples[contender]);
            let whole = base.runs.len() == n1 && cont.runs.len() == n2;
            let ranges = [effect::ranges(base)?, effect::ranges(cont)?].concat();
            let values = base.runs.iter().chain(&cont.runs).map(|run| run.value).collect();
            whole
                .then(|| Judge::new(&ranges, n1, rules.alpha).map(|judge| Pooled { judge, values, better: row.better }))
        })
        .collect();
    if pooled.len() * 10 < counted.len() * WHOLE_TENTHS {
        return None;
    }
    let mut in_first = vec![false; n1 + n2];
    regroup(n1, n2, SEED, |first, second| {
        in_first.fill(false);
        for &run in first {
            in_first[run] = true;
        }
        let mut score = (0, 0);
        for metric in pooled.iter().flatten() {
            match metric.winner(&in_first, first, second, rules) {
                Some(true) => score.0 += 1,
                Some(false) => score.1 += 1,
                None => {}
            }
        }
        score
    })
}

impl Pooled {
    /// Whether the second group wins, loses, or neither, when the runs are split so.
    fn winner(&self, in_first: &[bool], first: &[usize], second: &[usize], rules: &Rules) -> Option<bool> {
        let split = self.judge.split(in_first, second)?;
        let median = |members: &[usize]| {
            let values: Vec<f64> = members.iter().filter_map(|&run| self.values.get(run)).copied().collect();
            order::median(&values)
        };
        let ratio = median(second)? / median(first)?;
        let second_above = split == Separation::FirstBelow;
        rules.beyond(ratio).then_some(second_above == (self.better == Better::Higher))
    }
}

/// What the relation of a pair follows from.
struct Standing<'a> {
    matched: usize,
    wins: usize,
    losses: usize,
    rate: Option<f64>,
    runs: [usize; 2],
    chance: Option<&'a Regrouping>,
}

impl Standing<'_> {
    /// How many differences chance alone gives.
    fn by_chance(&self) -> f64 {
        let expected = self.rate.map_or(0.0, |rate| rate * self.matched as f64);
        expected.max(self.chance.map_or(0.0, |chance| chance.typical as f64))
    }

    fn relation(&self) -> Relation {
        let found = self.wins + self.losses;
        if self.matched == 0 {
            Relation::CannotSay
        } else if found == 0 || found as f64 <= self.by_chance() {
            Relation::Equal
        } else if self.losses * FORGIVEN <= found {
            Relation::Better
        } else if self.wins * FORGIVEN <= found {
            Relation::Worse
        } else {
            Relation::Mixed
        }
    }

    fn grade(&self, relation: Relation, counted: &[&Effect], alpha: f64) -> Grade {
        let rests_on = |way: Direction| {
            counted.iter().filter(|e| e.direction == way && e.grade.is_difference()).map(|e| e.grade).min()
        };
        let by_findings = match relation {
            Relation::CannotSay => return Grade::CannotSay,
            Relation::Equal if counted.iter().all(|e| e.grade == Grade::ShownEqual) => return Grade::ShownEqual,
            Relation::Equal => return Grade::NotDistinguishable,
            Relation::Better => rests_on(Direction::Better),
            Relation::Worse => rests_on(Direction::Worse),
            Relation::Mixed => rests_on(Direction::Better).min(rests_on(Direction::Worse)),
        };
        let Some(chance) = self.chance.filter(|_| relation != Relation::Mixed) else {
            return by_findings.unwrap_or(Grade::NotDistinguishable);
        };
        // Sides of unlike size have no mirrored split, so the share alone could fall below what the runs can show.
        let [n1, n2] = self.runs;
        let p = chance.p.max(least_p(n1, n2));
        match n1.min(n2) {
            FEWEST_FOR_CLEAR.. if p <= alpha => Grade::Clear,
            FEWEST_FOR_LIKELY.. if p <= LIKELY_P => Grade::Likely,
            1 if p <= alpha => Grade::Likely,
            _ => Grade::Leaning,
        }
    }
}

/// The geometric mean of some effects' ratios.
fn geometric_mean<'e>(effects: impl Iterator<Item = &'e Effect>) -> Option<GeoMean> {
    let ratios: Vec<f64> = effects.map(|e| e.ratio).collect();
    let (least, most) = order::min_max(&ratios)?;
    Some(GeoMean { count: ratios.len(), mean: order::geometric_mean(&ratios)?, least, most, interval: None })
}

/// So many medians are computed at most for the interval of a mean.
const MOST_MEDIANS: usize = 200_000;

/// The interval of a pair's mean over whole runs; `None` where these are too few, too many, or not whole.
pub(crate) fn mean_interval(
    metrics: &[MetricRow],
    pair: &Comparison,
    rules: &Rules,
    findings: &[Finding],
) -> Option<[f64; 2]> {
    let set_aside = findings::unreadable(findings);
    let readable = pair.effects.iter().filter(|e| is_counted(metrics, e) && !set_aside.contains(&e.metric));
    let values = |sample: &Sample| sample.runs.iter().map(|run| run.value).collect::<Vec<f64>>();
    let sides: Vec<(Vec<f64>, Vec<f64>, f64)> = readable
        .filter_map(|e| {
            let row = metrics.get(e.metric)?;
            let way = if row.better == Better::Lower { -1.0 } else { 1.0 };
            Some((values(row.samples.get(pair.baseline)?), values(row.samples.get(pair.contender)?), way))
        })
        .collect();
    let (n1, n2) = sides.first().map(|(one, other, _)| (one.len(), other.len()))?;
    let whole = sides.iter().all(|(one, other, _)| one.len() == n1 && other.len() == n2);
    if !whole || sides.len() * bootstrap::ROUNDS > MOST_MEDIANS {
        return None;
    }
    let median = |places: &[usize], of: &[f64]| {
        let drawn: Vec<f64> = places.iter().filter_map(|&at| of.get(at)).copied().collect();
        order::median(&drawn).map_or(f64::NAN, libm::log)
    };
    let mean = |first: &[usize], second: &[usize]| {
        let logs = sides.iter().map(|(one, other, way)| way * (median(second, other) - median(first, one)));
        libm::exp(logs.sum::<f64>() / sides.len() as f64)
    };
    bootstrap::interval(n1, n2, 1.0 - rules.alpha, SEED, mean)
}

fn sections(metrics: &[MetricRow], counted: &[&Effect], set_aside: &[MetricIndex]) -> Vec<SectionSummary> {
    let mut names: Vec<&str> = Vec::new();
    for effect in counted {
        let section = metrics[effect.metric].section.as_str();
        if !names.contains(&section) {
            names.push(section);
        }
    }
    names
        .into_iter()
        .map(|section| {
            let members: Vec<&Effect> =
                counted.iter().copied().filter(|e| metrics[e.metric].section == section).collect();
            SectionSummary {
                section: names::tidy(section),
                wins: count(&members, Direction::Better),
                losses: count(&members, Direction::Worse),
                matched: members.len(),
                mean: geometric_mean(members.iter().copied().filter(|e| !set_aside.contains(&e.metric))),
            }
        })
        .collect()
}

/// Whether two numbers of runs can carry an exact test at a level.
pub(crate) fn can_test(n1: usize, n2: usize, alpha: f64) -> bool {
    least_p(n1, n2) <= alpha
}

//! The post's own claims, held against its figures.
//!
//! What a claim speaks of is what its sentence names; where it ends in a colon, the figures right below; else all of them.
//! A change of a time can be told in two ways, as a share of the old value or of the new: a claim may mean either.

use std::collections::BTreeSet;

use benchnote_parser::{Claim, ClaimMeasure, ClaimWay, Hedge, Role};

use super::judged::Judged;
use crate::report::{Change, ClaimVerdict, Comparison, Effect, Finding, FindingKind, MetricIndex, MetricRow};

/// How far a figure may lie from a share that is named without hedge: half a percent, as people round.
const ROUNDING: f64 = 0.005;
/// How far from a factor, and from anything with a hedge, as a share of it.
const FACTOR_SLACK: f64 = 0.03;
const ABOUT_SLACK: f64 = 0.15;
/// What stays below this share of a claim does not reach it.
const REACHED: f64 = 0.8;
/// What is within this share of a claim, either way, comes near it.
const NEAR: f64 = 0.9;
/// Claims are held against so many pairs of configurations.
const MOST_PAIRS: usize = 100;
/// A post that claims more is a log.
const MOST_CLAIMS: usize = 50;
/// Among more metrics than these one of the claimed size is found by chance.
const MOST_BY_CHANCE: usize = 8;
/// A name is found in a sentence by words of at least that many letters.
const LEAST_LETTERS: usize = 4;

pub(super) fn detect(judged: &Judged<'_>) -> Vec<Finding> {
    if judged.parsed.claims.is_empty() {
        return Vec::new();
    }
    let changes = changes(judged);
    let claims = judged.parsed.claims.iter().take(MOST_CLAIMS);
    let mut findings: Vec<Finding> = claims.filter_map(|claim| check(judged, claim, &changes)).collect();
    // A claim that is quoted in a reply, or made twice, is one.
    let mut seen: Vec<String> = Vec::new();
    findings.retain(|finding| match &finding.kind {
        FindingKind::Claim { span, .. } => {
            let words = judged.parsed.slice(*span).to_lowercase();
            let new = !seen.contains(&words);
            seen.push(words);
            new
        }
        _ => true,
    });
    findings
}

/// A change that the figures show.
#[derive(Clone, Copy)]
struct Shown<'a> {
    row: &'a MetricRow,
    pair: &'a Comparison,
    effect: &'a Effect,
    /// The ratio of the means of the runs, which people compare as often as the medians.
    of_means: f64,
}

impl Shown<'_> {
    /// Its size in the measure of a claim, told in either way: the smaller first.
    fn sizes(&self, measure: ClaimMeasure) -> [f64; 2] {
        sizes(self.effect.ratio, measure)
    }

    /// The same of the means.
    fn sizes_of_means(&self, measure: ClaimMeasure) -> [f64; 2] {
        sizes(self.of_means, measure)
    }

    fn place(&self) -> Change {
        Change { baseline: self.pair.baseline, contender: self.pair.contender, metric: self.effect.metric }
    }

    /// Whether it goes the way that the claim says, as far as that says one.
    fn goes(&self, way: ClaimWay) -> bool {
        let rose = (self.effect.ratio > 1.0) == (self.row.better == benchnote_parser::Better::Higher);
        match way {
            ClaimWay::Gain => self.effect.ratio > 1.0,
            ClaimWay::Loss => self.effect.ratio < 1.0,
            ClaimWay::More => rose,
            ClaimWay::Less => !rose,
            ClaimWay::Differs => true,
        }
    }
}

/// How large a ratio is in the measure of a claim, told in either way: the smaller first.
fn sizes(ratio: f64, measure: ClaimMeasure) -> [f64; 2] {
    let factor = ratio.max(1.0 / ratio);
    match measure {
        ClaimMeasure::Share => [1.0 - 1.0 / factor, factor - 1.0],
        ClaimMeasure::Factor => [factor, factor],
    }
}

/// The ratio of the means of two configurations, above 1 where the contender is better; that of the medians where a side has
/// no mean.
fn of_means(row: &MetricRow, pair: &Comparison, effect: &Effect) -> f64 {
    let mean = |config: usize| {
        let values: Vec<f64> = row.samples.get(config)?.runs.iter().map(|run| run.value).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let Some((base, cont)) = mean(pair.baseline).zip(mean(pair.contender)) else { return effect.ratio };
    let ratio = if row.better == benchnote_parser::Better::Lower { base / cont } else { cont / base };
    if ratio.is_finite() && ratio > 0.0 { ratio } else { effect.ratio }
}

/// All changes that the figures show, between any two configurations. Extremes beside a centre are not what is claimed.
fn changes<'a>(judged: &Judged<'a>) -> Vec<Shown<'a>> {
    let pairs = judged.comparisons.iter().take(MOST_PAIRS);
    let all = pairs.flat_map(|pair| pair.effects.iter().map(move |effect| (pair, effect)));
    let shown = |(pair, effect): (&'a Comparison, &'a Effect)| {
        let row = judged.metrics.get(effect.metric)?;
        Some(Shown { row, pair, effect, of_means: of_means(row, pair, effect) })
    };
    all.filter_map(shown)
        .filter(|change| change.row.counts() || change.row.role == Role::Component)
        .filter(|change| change.effect.ratio.is_finite() && change.effect.ratio > 0.0)
        .collect()
}

fn check(judged: &Judged<'_>, claim: &Claim, all: &[Shown<'_>]) -> Option<Finding> {
    // What begins at nothing speaks of all that there is, whatever it gives as an example.
    let subject = if claim.least == 0.0 { None } else { subject(judged, claim, all) };
    let (verdict, holds, fails) = match (claim.hedge, subject) {
        (Hedge::UpTo, Some(subject)) => upper_end(claim, subject)?,
        // `The difference is below 0.1 %`: of what was said before.
        (Hedge::UpTo, None) if claim.way == ClaimWay::Differs && claim.least > 0.0 => return None,
        (Hedge::UpTo, None) => upper_end(claim, all.to_vec())?,
        (_, Some(subject)) => of_subject(claim, &subject, judged.comparisons.len() == 1)?,
        (_, None) => anywhere(claim, all)?,
    };
    let places = |changes: &[Shown<'_>]| -> Vec<Change> {
        let mut metrics: BTreeSet<MetricIndex> = BTreeSet::new();
        // A metric is named once, with the configuration that shows it first.
        changes.iter().filter(|change| metrics.insert(change.effect.metric)).map(Shown::place).collect()
    };
    let evidence = holds.iter().chain(&fails).flat_map(|c| judged.behind(c.pair, c.effect.metric)).collect();
    let kind = FindingKind::Claim { span: claim.span, verdict, holds: places(&holds), fails: places(&fails) };
    Some(Finding { kind, evidence })
}

type Checked<'a> = (ClaimVerdict, Vec<Shown<'a>>, Vec<Shown<'a>>);

/// `up to 15 %`: whether larger changes stand in the figures, and whether any comes near.
fn upper_end<'a>(claim: &Claim, mut all: Vec<Shown<'a>>) -> Option<Checked<'a>> {
    let size = |change: &Shown<'_>| change.sizes(claim.measure)[0];
    all.retain(|change| change.row.counts() && change.effect.grade.is_difference());
    all.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let limit = claim.most + slack(claim, claim.most);
    let (over, under): (Vec<Shown<'a>>, Vec<Shown<'a>>) = all.into_iter().partition(|change| size(change) > limit);
    if !over.is_empty() {
        return Some((ClaimVerdict::Exceeded, Vec::new(), over));
    }
    let largest = under.into_iter().next()?;
    let reached = largest.sizes(claim.measure)[1] >= claim.most * REACHED;
    let verdict = if reached { ClaimVerdict::Holds } else { ClaimVerdict::NotReached };
    Some(if reached { (verdict, vec![largest], Vec::new()) } else { (verdict, Vec::new(), vec![largest]) })
}

/// A claim on certain metrics: which of them bear it out. Among more than two configurations it need not speak of those that
/// do not.
fn of_subject<'a>(claim: &Claim, subject: &[Shown<'a>], alone: bool) -> Option<Checked<'a>> {
    let right: Vec<Shown<'a>> = subject.iter().copied().filter(|change| change.goes(claim.way)).collect();
    let (holds, fails): (Vec<Shown<'a>>, Vec<Shown<'a>>) = right.into_iter().partition(|c| is_within(claim, c));
    let fails: Vec<Shown<'a>> =
        fails.into_iter().filter(|change| alone && change.effect.grade.is_difference()).collect();
    if !holds.is_empty() {
        return Some((ClaimVerdict::Holds, holds, fails));
    }
    // What is neither borne out nor contradicted by much speaks of something else.
    let beyond = |change: &Shown<'_>| change.sizes(claim.measure)[0] > claim.most;
    let first = fails.first()?;
    // What comes near is neither borne out nor worth a contradiction.
    let near = |change: &Shown<'_>| {
        let size = change.sizes(claim.measure)[1];
        size >= claim.least * NEAR && change.sizes(claim.measure)[0] <= claim.most / NEAR
    };
    if fails.iter().any(near) {
        return None;
    }
    // Under several conditions it may speak of one that is not told here.
    if fails.iter().any(|change| change.row.params != first.row.params) {
        return None;
    }
    let verdict = if beyond(first) { ClaimVerdict::Exceeded } else { ClaimVerdict::NotReached };
    let same = |change: &&Shown<'a>| beyond(change) == beyond(first);
    Some((verdict, Vec::new(), fails.iter().filter(same).copied().collect()))
}

/// A claim on whatever: it is borne out where some counted change is of that size, and else it may speak of other things.
fn anywhere<'a>(claim: &Claim, all: &[Shown<'a>]) -> Option<Checked<'a>> {
    let fits = |change: &&Shown<'a>| {
        change.row.counts() && change.effect.grade.is_difference() && change.goes(claim.way) && is_within(claim, change)
    };
    let counted: BTreeSet<MetricIndex> = all.iter().filter(|c| c.row.counts()).map(|c| c.effect.metric).collect();
    // Among many metrics some change is of any size.
    if counted.len() > MOST_BY_CHANCE {
        return None;
    }
    let holds: Vec<Shown<'a>> = all.iter().filter(fits).copied().collect();
    (!holds.is_empty()).then_some((ClaimVerdict::Holds, holds, Vec::new()))
}

fn is_within(claim: &Claim, change: &Shown<'_>) -> bool {
    let low = claim.least - slack(claim, claim.least);
    let high = if claim.hedge == Hedge::AtLeast { f64::INFINITY } else { claim.most + slack(claim, claim.most) };
    let sizes = [change.sizes(claim.measure), change.sizes_of_means(claim.measure)].concat();
    sizes.iter().any(|size| (low..=high).contains(size))
}

/// How far a figure may lie from what is claimed.
fn slack(claim: &Claim, size: f64) -> f64 {
    let rounding = if claim.measure == ClaimMeasure::Share { ROUNDING } else { size * FACTOR_SLACK };
    if matches!(claim.hedge, Hedge::About) { rounding.max(size * ABOUT_SLACK) } else { rounding }
}

/// What a claim speaks of; `None` where the text does not say.
fn subject<'a>(judged: &Judged<'_>, claim: &Claim, all: &[Shown<'a>]) -> Option<Vec<Shown<'a>>> {
    let chosen: Vec<Shown<'a>> = if claim.introduces {
        let (section, format) = block_below(judged, claim)?;
        all.iter().copied().filter(|c| c.row.section == section && c.row.format == format).collect()
    } else {
        let sentence = words(judged.parsed.slice(claim.sentence));
        all.iter().copied().filter(|change| is_named(&change.row.name, &sentence)).collect()
    };
    (!chosen.is_empty()).then_some(chosen)
}

/// The section and the format of the first figures below a claim.
fn block_below<'j>(judged: &Judged<'j>, claim: &Claim) -> Option<(&'j str, &'j str)> {
    let below = judged
        .parsed
        .measurements
        .iter()
        .find(|m| m.span.source == claim.span.source && m.span.start >= claim.sentence.end)?;
    let metric = judged.parsed.metric(below.metric)?;
    Some((metric.section.as_str(), metric.format.as_str()))
}

fn words(text: &str) -> Vec<String> {
    let split = text.split(|c: char| !c.is_alphanumeric());
    split.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Whether a sentence has all words of a metric's name, one of them long enough to mean something.
fn is_named(name: &str, sentence: &[String]) -> bool {
    let words = words(name);
    let long = words.iter().any(|word| word.chars().count() >= LEAST_LETTERS && word.chars().any(char::is_alphabetic));
    long && words.iter().all(|word| sentence.contains(word))
}

//! Series over a load: where the lead changes hands, where a rate is greatest, and whole curves run against run.

use std::collections::BTreeMap;

use benchnote_parser::{Better, Role};

use super::judged::Judged;
use super::unreadable;
use crate::report::{Comparison, ConfigIndex, Finding, FindingKind, MetricIndex, MetricRow, Sample};
use crate::stats::printed::Printed;
use crate::stats::rank_sum::rank_sum_printed;
use crate::stats::separation::separation;
use crate::stats::shift::hodges_lehmann_ratio;

/// Fewer points than these make no curve.
const LEAST_POINTS: usize = 4;
/// A curve of single runs can't be tested.
const LEAST_RUNS: usize = 2;
/// A shift of a whole curve by less is nothing.
const LEAST_SHIFT: f64 = 0.003;

pub(super) fn detect(judged: &Judged<'_>) -> Vec<Finding> {
    let curves = curves(judged.metrics);
    let crossovers = curves
        .iter()
        .filter(|curve| curve.counts)
        .flat_map(|curve| judged.pairs().filter_map(|(_, pair)| crossover(judged, curve, pair)));
    let peaks = curves.iter().filter(|curve| curve.counts).flat_map(|curve| {
        judged.experiments.iter().filter_map(|experiment| peak(judged.metrics, curve, &experiment.configs))
    });
    let shifts = curves.iter().flat_map(|curve| judged.pairs().filter_map(|(_, pair)| whole(judged, curve, pair)));
    crossovers.chain(peaks).chain(shifts).collect()
}

/// A metric over a load.
struct Curve {
    name: String,
    parameter: String,
    /// Load and metric, by load.
    points: Vec<(f64, MetricIndex)>,
    counts: bool,
}

/// All series of metrics that differ in one number alone.
fn curves(metrics: &[MetricRow]) -> Vec<Curve> {
    type Key<'m> = (&'m str, &'m str, &'m str, Vec<(&'m String, &'m String)>);
    let mut curves: BTreeMap<Key<'_>, Vec<(f64, MetricIndex)>> = BTreeMap::new();
    for (at, row) in metrics.iter().enumerate().filter(|(_, row)| matches!(row.role, Role::Primary | Role::Component)) {
        for (parameter, value) in &row.params {
            let Some(load) = number_in(value) else { continue };
            let rest = row.params.iter().filter(|(name, _)| *name != parameter).collect();
            curves.entry((&row.section, &row.name, parameter, rest)).or_default().push((load, at));
        }
    }
    curves
        .into_iter()
        .filter_map(|((_, _, parameter, _), mut points)| {
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            let rising = points.windows(2).all(|pair| pair[0].0 < pair[1].0);
            let named = metrics.get(points.first()?.1)?;
            let load = format!(", {parameter} {}", named.params.get(parameter).map_or("", String::as_str));
            let name = named.full_name.replace(&load, "");
            let counts = points.iter().all(|(_, metric)| metrics.get(*metric).is_some_and(MetricRow::counts));
            (rising && points.len() >= LEAST_POINTS).then(|| Curve {
                name,
                parameter: parameter.to_owned(),
                points,
                counts,
            })
        })
        .collect()
}

/// The number that a parameter's value is or begins with, thousands by letter: `64`, `64K`, `QD 8` has none.
pub(crate) fn number_in(value: &str) -> Option<f64> {
    let end = value.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(value.len());
    let (digits, rest) = value.split_at(end);
    let number: f64 = digits.parse().ok()?;
    let scale = match rest.trim_start().chars().next() {
        None => 1.0,
        Some('k' | 'K') => 1024.0,
        Some('m' | 'M') => 1024.0 * 1024.0,
        Some('g' | 'G') => 1024.0 * 1024.0 * 1024.0,
        Some(_) => return None,
    };
    Some(number * scale)
}

/// Where the lead changes hands once.
fn crossover(judged: &Judged<'_>, curve: &Curve, pair: &Comparison) -> Option<Finding> {
    let leads: Vec<(MetricIndex, bool)> = curve
        .points
        .iter()
        .filter_map(|(_, metric)| pair.effect(*metric))
        .filter(|e| e.grade.is_difference())
        .map(|e| (e.metric, e.ratio > 1.0))
        .collect();
    let changes: Vec<usize> = (1..leads.len()).filter(|&at| leads[at].1 != leads[at - 1].1).collect();
    let [change] = changes.as_slice() else { return None };
    let (before, after) = (leads.get(change - 1)?, leads.get(*change)?);
    let load = |metric: MetricIndex| judged.metrics.get(metric)?.params.get(&curve.parameter).cloned();
    let (first, then) = if before.1 { (pair.contender, pair.baseline) } else { (pair.baseline, pair.contender) };
    Some(Finding {
        kind: FindingKind::Crossover {
            name: curve.name.clone(),
            first,
            then,
            parameter: curve.parameter.clone(),
            last: load(before.0)?,
            next: load(after.0)?,
        },
        evidence: [before, after].iter().flat_map(|(metric, _)| judged.behind(pair, *metric)).collect(),
    })
}

/// The greatest rate of each configuration, where one of them has it inside the range of loads.
fn peak(metrics: &[MetricRow], curve: &Curve, configs: &[ConfigIndex]) -> Option<Finding> {
    let is_rate = |metric: &MetricIndex| metrics.get(*metric).is_some_and(|row| row.better == Better::Higher);
    if !curve.points.iter().all(|(_, metric)| is_rate(metric)) {
        return None;
    }
    let sample = |metric: MetricIndex, config: ConfigIndex| metrics.get(metric)?.samples.get(config);
    let has = |metric: MetricIndex, config: ConfigIndex| sample(metric, config).is_some_and(|s| !s.runs.is_empty());
    let of_config = |&config: &ConfigIndex| {
        let mut points = curve.points.iter().map(|(_, metric)| *metric).filter(|&metric| has(metric, config));
        let first = points.next()?;
        let median = |metric: MetricIndex| sample(metric, config).map_or(f64::NAN, |s| s.median);
        Some((config, points.fold(first, |best, metric| if median(metric) > median(best) { metric } else { best })))
    };
    let peaks: Vec<(ConfigIndex, MetricIndex)> = configs.iter().filter_map(of_config).collect();
    let last = curve.points.last()?.1;
    let first = curve.points.first()?.1;
    let inside = peaks.iter().any(|(_, metric)| *metric != last && *metric != first);
    let evidence = peaks
        .iter()
        .filter_map(|(config, metric)| sample(*metric, *config))
        .flat_map(|sample| sample.runs.iter().map(|run| run.id))
        .collect();
    let kind = FindingKind::Peak { name: curve.name.clone(), parameter: curve.parameter.clone(), peaks: peaks.clone() };
    (inside && peaks.len() > 1).then_some(Finding { kind, evidence })
}

/// Whole curves, run against run: each run is the geometric mean over the points that every run has.
fn whole(judged: &Judged<'_>, curve: &Curve, pair: &Comparison) -> Option<Finding> {
    let set_aside = unreadable(judged.known);
    let rows: Vec<(MetricIndex, &MetricRow)> = curve
        .points
        .iter()
        .filter(|(_, metric)| !set_aside.contains(metric))
        .filter_map(|(_, metric)| Some((*metric, judged.metrics.get(*metric)?)))
        .collect();
    let runs = |config: ConfigIndex| {
        rows.iter().filter_map(|(_, row)| row.samples.get(config)).map(|s| s.runs.len()).max().unwrap_or(0)
    };
    let (n1, n2) = (runs(pair.baseline), runs(pair.contender));
    let sides = |row: &'_ MetricRow| -> Option<(Sample, Sample)> {
        Some((row.samples.get(pair.baseline)?.clone(), row.samples.get(pair.contender)?.clone()))
    };
    let shared: Vec<(MetricIndex, Sample, Sample)> = rows
        .iter()
        .filter_map(|(metric, row)| sides(row).map(|(base, cont)| (*metric, base, cont)))
        .filter(|(_, base, cont)| base.runs.len() == n1 && cont.runs.len() == n2)
        .collect();
    if n1.min(n2) < LEAST_RUNS || shared.len() < LEAST_POINTS {
        return None;
    }
    let means = |of: fn(&(MetricIndex, Sample, Sample)) -> &Sample, runs: usize| -> Option<Vec<Printed>> {
        (0..runs).map(|run| mean_of_run(shared.iter().map(of), run)).collect()
    };
    let (base, cont) = (means(|s| &s.1, n1)?, means(|s| &s.2, n2)?);
    separation(&base, &cont)?;
    let middle = |runs: &[Printed]| runs.iter().map(|run| (run.low() * run.high()).sqrt()).collect::<Vec<_>>();
    let raw = hodges_lehmann_ratio(&middle(&base), &middle(&cont))?;
    let better = judged.metrics.get(curve.points.first()?.1)?.better;
    let ratio = if better == Better::Lower { 1.0 / raw } else { raw };
    let p = rank_sum_printed(&base, &cont)?.p;
    let told = better != Better::Unknown && libm::log(ratio).abs() >= LEAST_SHIFT;
    told.then(|| Finding {
        evidence: shared.iter().flat_map(|(metric, ..)| judged.behind(pair, *metric)).collect(),
        kind: FindingKind::Curve {
            name: curve.name.clone(),
            metrics: shared.iter().map(|(metric, ..)| *metric).collect(),
            parameter: curve.parameter.clone(),
            baseline: pair.baseline,
            contender: pair.contender,
            ratio,
            p,
        },
    })
}

/// The geometric mean of one run over some points, from the least to the greatest that print allows.
fn mean_of_run<'s>(samples: impl Iterator<Item = &'s Sample>, run: usize) -> Option<Printed> {
    let (mut low, mut high, mut count) = (0.0, 0.0, 0.0);
    for sample in samples {
        let run = sample.runs.get(run).filter(|run| run.low > 0.0)?;
        low += libm::log(run.low);
        high += libm::log(run.high);
        count += 1.0;
    }
    Printed::new(libm::exp(low / count), libm::exp(high / count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_are_numbers_with_or_without_thousands() {
        assert_eq!(number_in("64"), Some(64.0));
        assert_eq!(number_in("64K"), Some(65536.0));
        assert_eq!(number_in("8 kB"), Some(8192.0));
        assert_eq!(number_in("sync"), None);
        assert_eq!(number_in("2p"), None);
    }
}

//! Clocks that differ: what depends on the clock alone should then move by one common factor, and nothing smaller than that
//! factor says anything of the setting.

use benchnote_parser::{MeasurementId, Role};

use super::judged::Judged;
use crate::report::{Comparison, Effect, Finding, FindingKind, MetricRow, Sample};
use crate::stats::order;

/// Fewer metrics than these show no common factor.
const LEAST_METRICS: usize = 4;
/// Clocks that differ by less are the same.
const LEAST_SHIFT: f64 = 0.003;
/// Without printed clocks that share of the metrics must have moved one way, in tenths.
const MOVED_TENTHS: usize = 8;
/// A figure printed more coarsely than this tells nothing: 0.01 ns at two decimals.
const COARSEST: f64 = 0.1;

pub(super) fn detect(judged: &Judged<'_>) -> Vec<Finding> {
    judged.pairs().filter_map(|(_, pair)| in_pair(judged, pair)).collect()
}

/// By what a time grew, as far as print tells.
#[derive(Clone, Copy)]
struct Shift {
    low: f64,
    high: f64,
}

fn in_pair(judged: &Judged<'_>, pair: &Comparison) -> Option<Finding> {
    let bound: Vec<(usize, Shift)> = judged
        .metrics
        .iter()
        .enumerate()
        .filter(|(_, row)| depends_on_the_clock_alone(row))
        .filter_map(|(at, row)| Some((at, shift(row.samples.get(pair.baseline)?, row.samples.get(pair.contender)?)?)))
        .collect();
    let (stated, mut evidence) = stated(judged, pair);
    if bound.len() < LEAST_METRICS {
        return None;
    }
    let shifts: Vec<Shift> = bound.iter().map(|(_, shift)| *shift).collect();
    let (fits, low, high) = common_factor(&shifts)?;
    let middle = order::median(&shifts.iter().map(|s| (s.low * s.high).sqrt()).collect::<Vec<_>>())?;
    let clocks_differ = stated.is_some_and(|factor| libm::log(factor).abs() > LEAST_SHIFT);
    let one_way = |moved: fn(&&Shift) -> bool| shifts.iter().filter(moved).count() * 10 >= shifts.len() * MOVED_TENTHS;
    let moved = one_way(|s| s.low > 1.0) || one_way(|s| s.high < 1.0);
    if !clocks_differ && (!moved || libm::log(middle).abs() <= LEAST_SHIFT) {
        return None;
    }
    let factor = stated.filter(|_| clocks_differ).unwrap_or(middle);
    let claimed: Vec<&Effect> = judged.counted(pair).map(|(_, e)| e).filter(|e| e.grade.is_difference()).collect();
    // Ratios are above 1 where the contender is better: a slower clock took its factor off them.
    let stands = |e: &&&Effect| {
        let scaled = e.ratio * factor;
        judged.rules.beyond(scaled) && (scaled > 1.0) == (e.ratio > 1.0)
    };
    evidence.extend(bound.iter().flat_map(|(metric, _)| judged.behind(pair, *metric)));
    Some(Finding {
        kind: FindingKind::ClockDrift {
            baseline: pair.baseline,
            contender: pair.contender,
            stated: stated.filter(|_| clocks_differ),
            of: shifts.len(),
            fits,
            low,
            high,
            middle,
            claimed: claimed.len(),
            standing: claimed.iter().filter(stands).count(),
        },
        evidence,
    })
}

/// Arithmetic in registers, and loads that the first cache answers.
fn depends_on_the_clock_alone(row: &MetricRow) -> bool {
    let section = row.section.to_lowercase();
    let arithmetic =
        section.contains("operations") && ["integer", "float", "double"].iter().any(|w| section.contains(w));
    row.role == Role::Primary && row.unit.is_time() && (arithmetic || row.name.starts_with("L1"))
}

fn shift(baseline: &Sample, contender: &Sample) -> Option<Shift> {
    let ends = |sample: &Sample| {
        let low = sample.runs.iter().map(|run| run.low).fold(f64::INFINITY, f64::min);
        let high = sample.runs.iter().map(|run| run.high).fold(0.0, f64::max);
        (low > 0.0 && high.is_finite() && high / low < 1.0 + COARSEST).then_some((low, high))
    };
    let (b, c) = (ends(baseline)?, ends(contender)?);
    Some(Shift { low: c.0 / b.1, high: c.1 / b.0 })
}

/// By what factor times would be longer for the printed clocks, and the figures that say so.
fn stated(judged: &Judged<'_>, pair: &Comparison) -> (Option<f64>, Vec<MeasurementId>) {
    let clock =
        judged.metrics.iter().enumerate().find(|(_, row)| row.role == Role::Context && row.unit.symbol == "MHz");
    let Some((at, row)) = clock else { return (None, Vec::new()) };
    let median = |config: usize| row.samples.get(config).map(|sample| sample.median).filter(|m| *m > 0.0);
    let factor = median(pair.baseline).zip(median(pair.contender)).map(|(b, c)| b / c);
    (factor, factor.map(|_| judged.behind(pair, at)).unwrap_or_default())
}

/// How many shifts have a factor in common at most, and the bounds of that factor.
fn common_factor(shifts: &[Shift]) -> Option<(usize, f64, f64)> {
    let holding = |factor: f64| shifts.iter().filter(move |s| s.low <= factor && factor <= s.high);
    // Where most overlap, the lowest factor that they share is the low end of one of them.
    let best = shifts.iter().map(|s| s.low).max_by_key(|&factor| holding(factor).count())?;
    let low = holding(best).map(|s| s.low).fold(0.0, f64::max);
    let high = holding(best).map(|s| s.high).fold(f64::INFINITY, f64::min);
    Some((holding(best).count(), low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factor_that_most_share_is_found() {
        let of = |low, high| Shift { low, high };
        let shifts = [of(1.01, 1.03), of(1.02, 1.04), of(1.10, 1.11), of(1.025, 1.028)];
        assert_eq!(common_factor(&shifts), Some((3, 1.025, 1.028)));
        assert_eq!(common_factor(&[]), None);
    }
}

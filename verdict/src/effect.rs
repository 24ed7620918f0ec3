//! One metric under two configurations: the ratio, its bounds, and how sure a difference is.

use benchnote_parser::Better;

use crate::choices::Choices;
use crate::report::{Direction, Effect, Grade, IntervalKind, MetricIndex, MetricRow, Sample};
use crate::stats::Method;
use crate::stats::order;
use crate::stats::prediction::printed_prediction;
use crate::stats::printed::Printed;
use crate::stats::rank_sum::{least_p, rank_sum_printed};
use crate::stats::separation::{Separation, separation};
use crate::stats::shift::{RatioInterval, printed_pairwise_range, printed_ratio_interval};
use crate::stats::welch::Welch;
use crate::summary::{self, Said};

/// From this many runs a side can be shown equal: two runs say too little about their spread.
const RUNS_TO_SHOW_EQUAL: usize = 3;

/// What a single comparison is made under.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// ln(1 + threshold)
    pub(crate) threshold: f64,
    pub(crate) alpha: f64,
    /// The median relative spread of repeats in the post, where it has any: what single runs are held against.
    pub(crate) noise: Option<f64>,
    /// Whether a ratio is taken at that end of what was printed which is nearest to no difference.
    pub(crate) cautious: bool,
}

impl Rules {
    pub(crate) fn new(choices: &Choices, noise: Option<f64>) -> Self {
        let threshold = if choices.threshold.is_finite() { choices.threshold.max(0.0) } else { 0.0 };
        Self { threshold: libm::log1p(threshold), alpha: choices.alpha.clamp(0.0, 1.0), noise, cautious: false }
    }

    /// Whether a ratio is further from 1 than the threshold.
    pub(crate) fn beyond(&self, ratio: f64) -> bool {
        libm::log(ratio).abs() > self.threshold
    }

    /// The noise at hand, or that of the figures themselves where it is larger.
    fn at_least(&self, noise: f64) -> f64 {
        self.noise.map_or(noise, |known| known.max(noise))
    }

    fn beyond_noise(&self, ratio: f64) -> bool {
        self.noise.is_none_or(|noise| libm::log(ratio).abs() > libm::log1p(noise))
    }
}

/// The printed ranges of a sample's runs; `None` where one is not a range.
pub(crate) fn ranges(sample: &Sample) -> Option<Vec<Printed>> {
    sample.runs.iter().map(|run| Printed::new(run.low, run.high)).collect()
}

/// Compares a metric; `None` where one side has no runs.
pub(crate) fn compare(
    metric: MetricIndex,
    row: &MetricRow,
    baseline: &Sample,
    contender: &Sample,
    rules: &Rules,
) -> Option<Effect> {
    if baseline.runs.is_empty() || contender.runs.is_empty() {
        return None;
    }
    let runs = [baseline.runs.len(), contender.runs.len()];
    let known = measured(row, baseline, contender, rules);
    // A summary stands for more runs than are printed.
    Some(known.map_or_else(|| Effect { metric, runs, ..not_comparable() }, |effect| Effect { metric, ..effect }))
}

/// That ratio of medians, `over / under`, among all that print allows which is nearest to no difference.
fn nearest_to_none(under: &[Printed], over: &[Printed]) -> Option<f64> {
    let median =
        |runs: &[Printed], of: fn(Printed) -> f64| order::median(&runs.iter().map(|&run| of(run)).collect::<Vec<_>>());
    let low = median(over, Printed::low)? / median(under, Printed::high)?;
    let high = median(over, Printed::high)? / median(under, Printed::low)?;
    Some(1.0_f64.clamp(low.min(high), high))
}

/// What is said of a metric that nothing can be said of.
fn not_comparable() -> Effect {
    Effect {
        metric: 0,
        ratio: f64::NAN,
        ratio_low: f64::NAN,
        ratio_high: f64::NAN,
        interval: IntervalKind::Range,
        confidence: None,
        runs: [0, 0],
        separated: false,
        p: None,
        least_p: None,
        grade: Grade::CannotSay,
        direction: Direction::NotComparable,
    }
}

/// The effect on a metric with a direction and positive values.
fn measured(row: &MetricRow, baseline: &Sample, contender: &Sample, rules: &Rules) -> Option<Effect> {
    let (base, cont) = (ranges(baseline)?, ranges(contender)?);
    // Ratios are turned so that above 1 is better: times are divided the other way round.
    let (under, over) = match row.better {
        Better::Lower => (&cont, &base),
        Better::Higher => (&base, &cont),
        Better::Unknown => return None,
    };
    let ratio = match row.better {
        Better::Lower => baseline.median / contender.median,
        _ => contender.median / baseline.median,
    };
    if !(ratio.is_finite() && ratio > 0.0) {
        return None;
    }
    let ratio = if rules.cautious { nearest_to_none(under, over)? } else { ratio };
    match summary::compare(baseline, contender, rules) {
        Some(Said::Tested(test, runs)) => return Some(tested(row.better, ratio, &test, runs, rules)),
        Some(Said::Noise(noise)) => {
            return single(ratio, under, over, &Rules { noise: Some(rules.at_least(libm::expm1(noise))), ..*rules });
        }
        None => {}
    }
    let (kind, bounds) = bounds(under, over, rules)?;
    let split = separation(under, over);
    let (n1, n2) = (base.len(), cont.len());
    let single = n1 == 1 && n2 == 1;
    let least = least_p(n1, n2);
    let mut effect = Effect {
        metric: 0,
        ratio,
        ratio_low: bounds.low,
        ratio_high: bounds.high,
        interval: kind,
        runs: [n1, n2],
        confidence: (!single).then_some(bounds.confidence),
        separated: split.is_some(),
        p: if single { None } else { rank_sum_printed(&base, &cont).map(|test| test.p) },
        least_p: (!single).then_some(least),
        grade: Grade::NotDistinguishable,
        direction: Direction::Unclear,
    };
    effect.grade = grade(&effect, split, &base, &cont, rules);
    effect.direction = direction(&effect);
    Some(effect)
}

/// The effect between two single figures whose noise is printed beside them.
fn single(ratio: f64, under: &[Printed], over: &[Printed], rules: &Rules) -> Option<Effect> {
    let bounds = printed_pairwise_range(under, over)?;
    let split = separation(under, over);
    let mut effect = Effect {
        ratio,
        ratio_low: bounds.low,
        ratio_high: bounds.high,
        interval: IntervalKind::Rounding,
        separated: split.is_some(),
        ..not_comparable()
    };
    effect.grade = single_grade(split.is_some() && rules.beyond(ratio), ratio, rules);
    effect.direction = direction(&effect);
    Some(Effect { runs: [1, 1], ..effect })
}

/// The effect between two summaries of a known number of runs.
fn tested(better: Better, ratio: f64, test: &Welch, runs: [usize; 2], rules: &Rules) -> Effect {
    let (low, high) = (test.interval.low, test.interval.high);
    let (ratio_low, ratio_high) = if better == Better::Lower { (1.0 / high, 1.0 / low) } else { (low, high) };
    let apart = test.p <= rules.alpha;
    let mut effect = Effect {
        ratio,
        ratio_low,
        ratio_high,
        interval: IntervalKind::Summary,
        confidence: Some(test.interval.confidence),
        runs,
        separated: apart,
        p: Some(test.p),
        least_p: Some(least_p(runs[0], runs[1])),
        ..not_comparable()
    };
    let few = runs[0].min(runs[1]);
    let most = if few >= RUNS_TO_SHOW_EQUAL { Grade::Likely } else { Grade::Leaning };
    effect.grade = if few >= RUNS_TO_SHOW_EQUAL && inside(&effect, rules) {
        Grade::ShownEqual
    } else {
        by_size(apart, rules.beyond(ratio), most)
    };
    effect.direction = direction(&effect);
    effect
}

/// Whether the whole interval lies inside the threshold.
fn inside(effect: &Effect, rules: &Rules) -> bool {
    libm::log(effect.ratio_low) >= -rules.threshold && libm::log(effect.ratio_high) <= rules.threshold
}

/// The bounds of the ratio `over / under`.
fn bounds(under: &[Printed], over: &[Printed], rules: &Rules) -> Option<(IntervalKind, RatioInterval)> {
    if least_p(under.len(), over.len()) <= rules.alpha
        && let Some(interval) = printed_ratio_interval(under, over, 1.0 - rules.alpha)
    {
        let kind = match interval.method {
            Method::Exact => IntervalKind::HodgesLehmann,
            Method::Normal => IntervalKind::Approximate,
        };
        return Some((kind, interval));
    }
    let kind = if under.len() == 1 && over.len() == 1 { IntervalKind::Rounding } else { IntervalKind::Range };
    Some((kind, printed_pairwise_range(under, over)?))
}

/// The grade before the correction for many metrics: at most *likely*.
fn grade(effect: &Effect, split: Option<Separation>, base: &[Printed], cont: &[Printed], rules: &Rules) -> Grade {
    let beyond = rules.beyond(effect.ratio);
    let (few, many) = (base.len().min(cont.len()), base.len().max(cont.len()));
    if few >= RUNS_TO_SHOW_EQUAL && inside(effect, rules) {
        return Grade::ShownEqual;
    }
    if many == 1 {
        return single_grade(split.is_some() && beyond, effect.ratio, rules);
    }
    let testable = effect.least_p.is_some_and(|least| least <= rules.alpha);
    let tested = testable && effect.p.is_some_and(|p| p <= rules.alpha);
    match (few, many) {
        (1, 5..) => {
            let outside = outside_prediction(base, cont, 1.0 - rules.alpha);
            by_size(split.is_some() && outside, beyond, Grade::Likely)
        }
        _ if testable => by_size(tested, beyond, Grade::Likely),
        (3.., _) => by_size(split.is_some(), beyond, Grade::Likely),
        _ => by_size(split.is_some() && (!beyond || rules.beyond_noise(effect.ratio)), beyond, Grade::Leaning),
    }
}

/// The grade between one run each.
fn single_grade(differs: bool, ratio: f64, rules: &Rules) -> Grade {
    match (differs, rules.noise) {
        (true, Some(_)) if rules.beyond_noise(ratio) => Grade::Leaning,
        (true, None) => Grade::UntestedLead,
        _ => Grade::NotDistinguishable,
    }
}

fn by_size(found: bool, beyond: bool, grade: Grade) -> Grade {
    match (found, beyond) {
        (true, true) => grade,
        (true, false) => Grade::RealButSmall,
        (false, _) => Grade::NotDistinguishable,
    }
}

/// Whether the side with one run lies outside what one more run of the other would be.
fn outside_prediction(base: &[Printed], cont: &[Printed], confidence: f64) -> bool {
    let (single, many) = if base.len() == 1 { (base, cont) } else { (cont, base) };
    let Some((&one, next)) = single.first().zip(printed_prediction(many, confidence)) else { return false };
    one.high() < next.low || one.low() > next.high
}

/// Which way an effect of that grade goes.
fn direction(effect: &Effect) -> Direction {
    match effect.grade {
        Grade::CannotSay => Direction::NotComparable,
        Grade::ShownEqual => Direction::Same,
        Grade::NotDistinguishable => Direction::Unclear,
        _ if effect.ratio > 1.0 => Direction::Better,
        _ if effect.ratio < 1.0 => Direction::Worse,
        _ => Direction::Same,
    }
}

#[cfg(test)]
mod tests {
    use benchnote_parser::{MeasurementId, Role, Unit};

    use super::*;
    use crate::report::Run;

    fn sample(values: &[f64]) -> Sample {
        let run = |&value: &f64| Run {
            id: MeasurementId(0),
            number: 1,
            value,
            low: value - 0.05,
            high: value + 0.05,
            published: None,
        };
        let median = crate::stats::order::median(values).unwrap_or(f64::NAN);
        Sample { runs: values.iter().map(run).collect(), median }
    }

    fn graded(better: Better, base: &[f64], cont: &[f64]) -> (Grade, Direction) {
        let row = MetricRow {
            section: String::new(),
            name: "x".into(),
            stem: "x".into(),
            full_name: "x".into(),
            params: std::collections::BTreeMap::new(),
            unit: Unit::none(),
            better,
            role: Role::Primary,
            format: String::new(),
            counted: true,
            guessed: false,
            samples: Vec::new(),
        };
        let rules = Rules::new(&Choices::default(), None);
        let effect = compare(0, &row, &sample(base), &sample(cont), &rules).expect("runs on both sides");
        (effect.grade, effect.direction)
    }

    #[test]
    fn grades_follow_the_number_of_runs() {
        use Better::Lower;
        use Direction::{Better as Won, Same, Unclear, Worse};
        assert_eq!(graded(Lower, &[20.0], &[18.0]), (Grade::UntestedLead, Won));
        assert_eq!(graded(Lower, &[20.0], &[19.9]), (Grade::NotDistinguishable, Unclear));
        assert_eq!(graded(Lower, &[20.0, 20.1], &[18.0, 18.1]), (Grade::Leaning, Won));
        assert_eq!(graded(Lower, &[20.0, 20.1, 20.2], &[18.0, 18.1, 18.2]), (Grade::Likely, Won));
        assert_eq!(graded(Lower, &[18.0, 18.1, 18.2], &[20.0, 20.1, 20.2]), (Grade::Likely, Worse));
        assert_eq!(graded(Lower, &[20.0, 20.1, 22.2], &[18.0, 20.1, 18.2]), (Grade::NotDistinguishable, Unclear));
        assert_eq!(graded(Lower, &[200.0, 200.1, 200.2], &[200.0, 200.1, 200.2]), (Grade::ShownEqual, Same));
        assert_eq!(graded(Lower, &[20.0, 20.1, 20.2, 20.3], &[18.0, 18.1, 18.2, 18.3]), (Grade::Likely, Won));
        assert_eq!(graded(Lower, &[20.0], &[18.0, 18.1, 18.2, 18.1, 18.0]), (Grade::Likely, Won));
    }

    #[test]
    fn no_direction_or_no_ratio_cannot_say() {
        assert_eq!(graded(Better::Unknown, &[20.0], &[18.0]), (Grade::CannotSay, Direction::NotComparable));
        assert_eq!(graded(Better::Lower, &[0.0], &[18.0]), (Grade::CannotSay, Direction::NotComparable));
    }

    #[test]
    fn swapping_the_sides_mirrors_the_ratio_and_keeps_the_grade() {
        let (base, cont) = ([20.0, 20.4, 20.2], [18.0, 18.3, 18.2]);
        let one = graded(Better::Higher, &base, &cont);
        let other = graded(Better::Higher, &cont, &base);
        assert_eq!((one.0, other.0), (Grade::Likely, Grade::Likely));
        assert_eq!((one.1, other.1), (Direction::Worse, Direction::Better));
    }
}

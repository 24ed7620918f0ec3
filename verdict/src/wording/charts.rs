//! Words in and around charts.

use super::{Speaker, grade_word, numbers};
use crate::chart_spec::{ChartKind, MOST_RUNS};
use crate::findings;
use crate::report::{Comparison, ConfigIndex, Effect, IntervalKind, MetricIndex, Run};

/// A chart's title, with the experiment's where it has one.
pub(crate) fn title(kind: ChartKind, experiment: &str) -> String {
    let kind = match kind {
        ChartKind::Overview => "Overview",
        ChartKind::Replicates => "Replicates",
    };
    if experiment.is_empty() { kind.to_owned() } else { format!("{kind}: {experiment}") }
}

/// The axis's name.
pub(crate) fn axis(baseline: &str) -> String {
    format!("ratio to {baseline}, better to the right")
}

/// What a chart shows, in words.
pub(crate) fn caption(speaker: &Speaker<'_>, kind: ChartKind, interval: Option<(IntervalKind, Option<f64>)>) -> String {
    let baseline = speaker.baseline.and_then(|b| speaker.configurations.get(b)).map_or("", |c| c.tag.as_str());
    let threshold = speaker.threshold();
    match kind {
        ChartKind::Overview => {
            let bar = match interval {
                Some((IntervalKind::Rounding, _)) => "the bar is what rounding in print allows".to_owned(),
                Some((IntervalKind::Range, Some(confidence))) => {
                    format!("the bar spans all pairs of runs, an exact {} interval", numbers::round_percent(confidence))
                }
                Some((IntervalKind::Approximate, Some(confidence))) => {
                    format!("the bar is an interval of about {}", numbers::round_percent(confidence))
                }
                Some((IntervalKind::Summary, Some(confidence))) => {
                    format!("the bar is Welch's {} interval from the printed ±", numbers::round_percent(confidence))
                }
                Some((IntervalKind::HodgesLehmann, Some(confidence))) => {
                    format!("the bar is an exact {} interval", numbers::round_percent(confidence))
                }
                _ => "the bar spans all pairs of runs".to_owned(),
            };
            let unreadable = match findings::unreadable(speaker.findings).len() {
                0 => String::new(),
                1 => " One metric that can't be read is left out; its runs are among the replicates.".to_owned(),
                n => format!(" {n} metrics that can't be read are left out; their runs are among the replicates."),
            };
            format!(
                "Each mark is a ratio of medians to {baseline}, turned so that right is better; {bar}. The band is within \
                 {threshold}; faint marks claim no difference.{unreadable}"
            )
        }
        ChartKind::Replicates => {
            let thinned =
                speaker.metrics.iter().flat_map(|row| &row.samples).any(|sample| sample.runs.len() > MOST_RUNS);
            let thinned = if thinned {
                format!(" Of more than {MOST_RUNS} runs, {MOST_RUNS} spread over all are drawn.")
            } else {
                String::new()
            };
            format!(
                "Each small mark is a run, as a ratio to the median of {baseline}, turned so that right is better; the large \
                 ones are medians, the bars what rounding in print allows. The band is within {threshold}.{thinned}"
            )
        }
    }
}

/// What stands at a row's end: `2059 → 1768 us`.
pub(crate) fn note(speaker: &Speaker<'_>, metric: MetricIndex, configs: &[ConfigIndex]) -> String {
    let centre = |config: ConfigIndex| {
        speaker
            .sample(metric, config)
            .filter(|s| !s.runs.is_empty())
            .map_or_else(|| "–".to_owned(), |s| speaker.centre(s))
    };
    let from = speaker.baseline.map(centre).unwrap_or_default();
    let to: Vec<String> = configs.iter().map(|&config| centre(config)).collect();
    let unit = speaker.row(metric).map_or("", |row| row.unit.symbol.as_str());
    let unit = if from.ends_with(unit) { "" } else { unit };
    format!("{from} → {} {unit}", to.join(", ")).trim_end().to_owned()
}

/// What a centre says when pointed at.
pub(crate) fn point_text(speaker: &Speaker<'_>, pair: &Comparison, effect: &Effect) -> String {
    let Some(row) = speaker.row(effect.metric) else { return String::new() };
    let tag = |config: ConfigIndex| speaker.configurations.get(config).map_or("", |c| c.tag.as_str());
    let centre = |config| speaker.sample(effect.metric, config).map_or_else(String::new, |s| speaker.centre(s));
    let bounds = numbers::bounds(row, effect.ratio_low, effect.ratio_high);
    format!(
        "{}, {} against {}: {} → {} {}, {} ({bounds}), {}",
        row.full_name,
        tag(pair.contender),
        tag(pair.baseline),
        centre(pair.baseline),
        centre(pair.contender),
        row.unit.symbol,
        numbers::change(row, effect.ratio),
        grade_word(effect.grade),
    )
}

/// What a run says when pointed at.
pub(crate) fn run_text(speaker: &Speaker<'_>, metric: MetricIndex, config: ConfigIndex, run: Option<&Run>) -> String {
    let Some(row) = speaker.row(metric) else { return String::new() };
    let tag = speaker.configurations.get(config).map_or("", |c| c.tag.as_str());
    let said = |what: String, value: &str| format!("{}, {tag}, {what}: {value} {}", row.full_name, row.unit.symbol);
    if let Some(run) = run {
        return said(format!("run {}", run.number), &speaker.parsed.shown(run.id));
    }
    let centre = speaker.sample(metric, config).map_or_else(String::new, |sample| speaker.centre(sample));
    said("median".to_owned(), &centre)
}

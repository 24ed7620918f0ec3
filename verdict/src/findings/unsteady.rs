//! Runs of one setting that differ by far more than those of other metrics do.

use crate::dataset::Dataset;
use crate::report::{Finding, FindingKind, MetricIndex, MetricRow};
use crate::stats::order;

/// The least ratio of the largest run to the smallest of one setting.
const LEAST_SPREAD: f64 = 1.5;
/// How many times the spread of the middle metric.
const TIMES_USUAL: f64 = 5.0;

/// Looks at all metrics but those that something worse is known of.
pub(super) fn detect(dataset: &Dataset, known: &[MetricIndex]) -> Vec<Finding> {
    let rows = || dataset.metrics.iter().enumerate().filter(|(_, row)| row.counts());
    let spreads: Vec<f64> = rows().filter_map(|(_, row)| spread(row)).collect();
    let Some(usual) = order::median(&spreads) else { return Vec::new() };
    rows()
        .filter(|(at, _)| !known.contains(at))
        .filter(|(_, row)| {
            spread(row).is_some_and(|spread| spread >= libm::log(LEAST_SPREAD) && spread >= TIMES_USUAL * usual)
        })
        .filter(|(_, row)| overlaps(row))
        .map(|(metric, row)| finding(metric, row))
        .collect()
}

/// The largest spread of runs within a setting, as the logarithm of largest over smallest.
fn spread(row: &MetricRow) -> Option<f64> {
    let of_sample = |sample: &crate::report::Sample| {
        let values: Vec<f64> = sample.runs.iter().map(|run| run.value).collect();
        let (least, most) = order::min_max(&values)?;
        (values.len() >= 2 && least > 0.0).then(|| libm::log(most / least))
    };
    row.samples.iter().filter_map(of_sample).max_by(f64::total_cmp)
}

/// Whether the runs of any two settings overlap: where all are apart, the spread did not hide the difference.
fn overlaps(row: &MetricRow) -> bool {
    let mut extents: Vec<(f64, f64)> = row
        .samples
        .iter()
        .filter_map(|sample| order::min_max(&sample.runs.iter().map(|run| run.value).collect::<Vec<_>>()))
        .collect();
    extents.sort_by(|a, b| a.0.total_cmp(&b.0));
    extents.windows(2).any(|pair| pair[0].1 >= pair[1].0)
}

fn finding(metric: MetricIndex, row: &MetricRow) -> Finding {
    let runs = || row.samples.iter().flat_map(|sample| &sample.runs);
    let values: Vec<f64> = runs().map(|run| run.value).collect();
    let (least, most) = order::min_max(&values).unwrap_or((f64::NAN, f64::NAN));
    Finding { kind: FindingKind::Unsteady { metric, least, most }, evidence: runs().map(|run| run.id).collect() }
}

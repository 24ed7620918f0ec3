//! Order statistics and simple summaries of one sample.

/// The values in ascending order; `None` where there are none or one is not finite.
///
/// O(n log n).
pub fn sorted(values: &[f64]) -> Option<Vec<f64>> {
    if values.is_empty() || !values.iter().all(|value| value.is_finite()) {
        return None;
    }
    let mut copy = values.to_vec();
    copy.sort_by(f64::total_cmp);
    Some(copy)
}

/// The value in the middle, or the mean of the two in the middle.
///
/// `None` where there are no values or one is not finite. O(n log n).
///
/// ```
/// use benchnote_verdict::stats::order::median;
/// assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
/// assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
/// assert_eq!(median(&[1.0, f64::NAN]), None);
/// ```
pub fn median(values: &[f64]) -> Option<f64> {
    Some(middle(&sorted(values)?))
}

/// The median of values that are sorted already and not empty.
fn middle(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) { sorted[half - 1].midpoint(sorted[half]) } else { sorted[half] }
}

/// The smallest and the largest value; `None` where there are none or one is not finite. O(n).
pub fn min_max(values: &[f64]) -> Option<(f64, f64)> {
    let mut range: Option<(f64, f64)> = None;
    for &value in values {
        if !value.is_finite() {
            return None;
        }
        range = Some(range.map_or((value, value), |(low, high)| (low.min(value), high.max(value))));
    }
    range
}

/// The n-th root of the product of n values: `exp(mean(ln x))`.
///
/// `None` where there are no values or one is not positive and finite. O(n).
///
/// ```
/// use benchnote_verdict::stats::order::geometric_mean;
/// let mean = geometric_mean(&[0.5, 2.0, 8.0]).expect("all are positive");
/// assert!((mean - 2.0).abs() < 1e-15);
/// assert_eq!(geometric_mean(&[1.0, 0.0]), None);
/// ```
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logs = logs(values)?;
    Some(libm::exp(mean(&logs)))
}

/// Natural logarithms; `None` where there are no values or one is not positive and finite.
pub(super) fn logs(values: &[f64]) -> Option<Vec<f64>> {
    let usable = |value: &f64| value.is_finite() && *value > 0.0;
    if values.is_empty() || !values.iter().all(usable) {
        return None;
    }
    Some(values.iter().map(|&value| libm::log(value)).collect())
}

/// The arithmetic mean of values that are not empty.
pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_of_the_largest_values_stay_finite() {
        assert_eq!(median(&[f64::MAX, f64::MAX]), Some(f64::MAX));
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[f64::INFINITY]), None);
    }

    #[test]
    fn ranges_refuse_what_is_not_finite_wherever_it_stands() {
        assert_eq!(min_max(&[2.0, -1.0, 5.0]), Some((-1.0, 5.0)));
        assert_eq!(min_max(&[]), None);
        assert_eq!(min_max(&[1.0, f64::NAN]), None);
        assert_eq!(min_max(&[f64::NAN, 1.0]), None);
        assert_eq!(min_max(&[1.0, f64::INFINITY]), None);
    }

    #[test]
    fn geometric_means_need_positive_values() {
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(geometric_mean(&[1.0, bad]), None);
        }
    }
}

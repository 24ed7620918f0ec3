//! Which of many findings stand.

/// Adjusts p values for the false discovery rate: what is at most alpha after it contains at most a share alpha of
/// false findings on average.
///
/// Benjamini and Hochberg, "Controlling the false discovery rate" (1995): sorted upwards, `q[i]` is the least of
/// `p[j] * m / (j + 1)` over all j from i on, at most 1. The answer has the order of the input; equal p values have
/// equal q. Valid for independent and positively dependent tests. `None` where a p is not between 0 and 1.
/// O(m log m).
///
/// ```
/// use benchnote_verdict::stats::correction::benjamini_hochberg;
/// assert_eq!(benjamini_hochberg(&[0.5, 0.0625, 0.25, 0.25]), Some(vec![0.5, 0.25, 0.3333333333333333, 0.3333333333333333]));
/// assert_eq!(benjamini_hochberg(&[0.5, 1.5]), None);
/// ```
pub fn benjamini_hochberg(p: &[f64]) -> Option<Vec<f64>> {
    if !p.iter().all(|p| (0.0..=1.0).contains(p)) {
        return None;
    }
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&one, &other| p[one].total_cmp(&p[other]));
    let mut adjusted = vec![0.0; p.len()];
    let mut least = 1.0;
    for (below, &place) in order.iter().enumerate().rev() {
        // The factor first: it is at least 1, so that rounding can't take q below p.
        least = f64::min(least, p[place] * (p.len() as f64 / (below + 1) as f64));
        adjusted[place] = least;
    }
    Some(adjusted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_paper() {
        // The fifteen p values of Benjamini and Hochberg's section 3.1: at 0.05 the first four stand.
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0,
        ];
        let q = benjamini_hochberg(&p).expect("all are between 0 and 1");
        assert_eq!(q.iter().filter(|&&q| q <= 0.05).count(), 4);
        assert!((q[0] - 0.0015).abs() < 1e-12);
        assert!((q[3] - 0.0095 * 15.0 / 4.0).abs() < 1e-12);
        assert!((q[5] - 0.0298 * 15.0 / 7.0).abs() < 1e-12, "a later p pulls an earlier one down");
        assert_eq!(q[14], 1.0);
    }

    #[test]
    fn odd_input() {
        assert_eq!(benjamini_hochberg(&[]), Some(vec![]));
        assert_eq!(benjamini_hochberg(&[0.3]), Some(vec![0.3]));
        assert_eq!(benjamini_hochberg(&[0.0, f64::NAN]), None);
        assert_eq!(benjamini_hochberg(&[-0.1]), None);
        assert_eq!(benjamini_hochberg(&[0.04; 7]), Some(vec![0.04; 7]), "ties stay ties");
    }
}

//! Whether all runs of one side lie beyond those of the other.

use super::printed::Printed;

/// Which way two samples are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separation {
    /// Every run of the first lies below every run of the second.
    FirstBelow,
    /// Every run of the first lies above every run of the second.
    FirstAbove,
}

/// Whether two samples are completely apart, and which way.
///
/// `None` where any run of one overlaps or touches the range of the other, or where one is empty. O(n1 + n2).
///
/// ```
/// use benchnote_verdict::stats::{printed::Printed, separation::{Separation, separation}};
/// let ticks = |value: f64| Printed::new(value - 0.5, value + 0.5).expect("finite");
/// let before = [ticks(21.0), ticks(20.0)];
/// assert_eq!(separation(&before, &[ticks(18.0), ticks(17.0)]), Some(Separation::FirstAbove));
/// assert_eq!(separation(&before, &[ticks(22.0), ticks(24.0)]), None, "21 and 22 touch at 21.5");
/// ```
pub fn separation(first: &[Printed], second: &[Printed]) -> Option<Separation> {
    let first = Extent::of(first.iter().copied())?;
    let second = Extent::of(second.iter().copied())?;
    first.apart_from(&second)
}

/// The runs of two sides pooled, made ready to ask of many splits whether they are apart.
///
/// [`super::regroup`] asks very often, and nearly every split is refused at the second or third run in order of size.
#[derive(Clone, Debug)]
pub struct PooledRuns {
    /// Places of the runs, by their lower bounds upwards.
    order: Vec<usize>,
    /// Whether the first k + 1 in that order lie below all others.
    gaps: Vec<bool>,
}

impl PooledRuns {
    /// Sorts the runs. O(n log n).
    pub fn new(runs: &[Printed]) -> Self {
        let mut order: Vec<usize> = (0..runs.len()).collect();
        order.sort_by(|&a, &b| runs[a].low().total_cmp(&runs[b].low()));
        let mut gaps = Vec::with_capacity(runs.len());
        let mut highest: Option<Printed> = None;
        for pair in order.windows(2) {
            let run = runs[pair[0]];
            let reaching = highest.filter(|highest| highest.high() >= run.high()).unwrap_or(run);
            highest = Some(reaching);
            // In order of their lower bounds the next one reaches lowest of all that follow.
            gaps.push(reaching.is_below(runs[pair[1]]));
        }
        Self { order, gaps }
    }

    /// Whether the runs marked as the first side are apart from the others, and which way.
    ///
    /// `None` where they are not, where one side is empty, or where a run has no mark. O(n) where they are apart, and
    /// about two steps where they are mixed.
    ///
    /// ```
    /// use benchnote_verdict::stats::{printed::Printed, separation::{PooledRuns, Separation}};
    /// let runs: Vec<_> = [3.0, 1.0, 4.0, 2.0].iter().filter_map(|&value| Printed::exact(value)).collect();
    /// let pooled = PooledRuns::new(&runs);
    /// assert_eq!(pooled.split(&[false, true, false, true]), Some(Separation::FirstBelow));
    /// assert_eq!(pooled.split(&[true, true, false, false]), None);
    /// ```
    pub fn split(&self, in_first: &[bool]) -> Option<Separation> {
        let side = |place: usize| in_first.get(place).copied();
        let (&lowest, rest) = self.order.split_first()?;
        let low_side = side(lowest)?;
        let same = rest.iter().position(|&place| side(place) != Some(low_side))?;
        let others_together = rest[same..].iter().all(|&place| side(place) == Some(!low_side));
        let apart = self.gaps.get(same) == Some(&true) && others_together;
        apart.then_some(if low_side { Separation::FirstBelow } else { Separation::FirstAbove })
    }
}

/// The run that reaches lowest and the one that reaches highest.
struct Extent {
    lowest: Printed,
    highest: Printed,
}

impl Extent {
    fn of(mut runs: impl Iterator<Item = Printed>) -> Option<Self> {
        let one = runs.next()?;
        Some(runs.fold(Self { lowest: one, highest: one }, Self::with))
    }

    fn with(self, run: Printed) -> Self {
        Self {
            lowest: if run.low() < self.lowest.low() { run } else { self.lowest },
            highest: if run.high() > self.highest.high() { run } else { self.highest },
        }
    }

    fn apart_from(&self, other: &Self) -> Option<Separation> {
        if self.highest.is_below(other.lowest) {
            Some(Separation::FirstBelow)
        } else if other.highest.is_below(self.lowest) {
            Some(Separation::FirstAbove)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(bounds: &[(f64, f64)]) -> Vec<Printed> {
        bounds.iter().map(|&(low, high)| Printed::new(low, high).expect("in order")).collect()
    }

    #[test]
    fn one_run_inside_the_other_range_is_enough_to_refuse() {
        let low = runs(&[(1.0, 1.1), (2.0, 2.1)]);
        let high = runs(&[(3.0, 3.1), (2.2, 2.3)]);
        assert_eq!(separation(&low, &high), Some(Separation::FirstBelow));
        assert_eq!(separation(&high, &low), Some(Separation::FirstAbove));
        assert_eq!(separation(&low, &runs(&[(3.0, 3.1), (2.05, 2.3)])), None);
        assert_eq!(separation(&low, &runs(&[(3.0, 3.1), (2.1, 2.3)])), None);
    }

    #[test]
    fn a_wide_interval_counts_with_both_of_its_bounds() {
        let wide = runs(&[(1.0, 9.0), (2.0, 3.0)]);
        assert_eq!(separation(&wide, &runs(&[(4.0, 5.0)])), None);
        assert_eq!(separation(&wide, &runs(&[(9.5, 9.6)])), Some(Separation::FirstBelow));
        assert_eq!(separation(&wide, &runs(&[(0.5, 0.9)])), Some(Separation::FirstAbove));
    }

    #[test]
    fn splits_agree_with_slices_and_refuse_strange_marks() {
        let pooled = runs(&[(1.0, 1.1), (5.0, 5.1), (2.0, 2.1), (4.0, 4.1)]);
        let splits = PooledRuns::new(&pooled);
        assert_eq!(splits.split(&[true, false, true, false]), Some(Separation::FirstBelow));
        assert_eq!(splits.split(&[false, true, false, false]), Some(Separation::FirstAbove));
        assert_eq!(splits.split(&[true, true, false, false]), None);
        assert_eq!(splits.split(&[false; 4]), None);
        assert_eq!(splits.split(&[true, false, true]), None);
        assert_eq!(PooledRuns::new(&[]).split(&[]), None);
        assert_eq!(separation(&[], &pooled), None);
    }

    #[test]
    fn every_split_agrees_with_the_two_samples() {
        let pooled = runs(&[(1.0, 9.0), (2.0, 3.0), (2.5, 2.6), (9.0, 9.5), (10.0, 10.1), (10.05, 12.0)]);
        let splits = PooledRuns::new(&pooled);
        for marks in 0..64_u32 {
            let in_first: Vec<bool> = (0..6).map(|run| marks >> run & 1 == 1).collect();
            let side = |first: bool| -> Vec<Printed> {
                pooled.iter().zip(&in_first).filter(|(_, mark)| **mark == first).map(|(run, _)| *run).collect()
            };
            assert_eq!(splits.split(&in_first), separation(&side(true), &side(false)), "{in_first:?}");
        }
    }
}

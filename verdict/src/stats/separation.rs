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

/// The same for a split of pooled runs: `first` and `second` hold places in `runs`.
///
/// `None` also where a place lies outside `runs`. Nothing is allocated: [`super::regroup`] calls this very often.
pub fn split_separation(runs: &[Printed], first: &[usize], second: &[usize]) -> Option<Separation> {
    let first = Extent::of_members(runs, first)?;
    let second = Extent::of_members(runs, second)?;
    first.apart_from(&second)
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

    fn of_members(runs: &[Printed], members: &[usize]) -> Option<Self> {
        let (&one, rest) = members.split_first()?;
        let &one = runs.get(one)?;
        let mut extent = Self { lowest: one, highest: one };
        for &member in rest {
            extent = extent.with(*runs.get(member)?);
        }
        Some(extent)
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
    fn splits_agree_with_slices_and_refuse_strange_places() {
        let pooled = runs(&[(1.0, 1.1), (5.0, 5.1), (2.0, 2.1), (4.0, 4.1)]);
        assert_eq!(split_separation(&pooled, &[0, 2], &[1, 3]), Some(Separation::FirstBelow));
        assert_eq!(split_separation(&pooled, &[1], &[0, 2, 3]), Some(Separation::FirstAbove));
        assert_eq!(split_separation(&pooled, &[0, 1], &[2, 3]), None);
        assert_eq!(split_separation(&pooled, &[0, 4], &[1]), None);
        assert_eq!(split_separation(&pooled, &[], &[1]), None);
        assert_eq!(separation(&[], &pooled), None);
    }
}

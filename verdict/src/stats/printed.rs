//! The values that a printed number can stand for.

/// Bounds that differ by less than this share are one bound.
///
/// `1.00` and `1.01` meet at 1.005, but `1.00 + 0.005` and `1.01 - 0.005` differ in the last bit. Without the allowance
/// such neighbours would count as apart.
const SLACK: f64 = 8.0 * f64::EPSILON;

/// A half-open interval `[low, high)` with finite bounds, or the single value `low` where both are equal.
///
/// ```
/// use benchnote_verdict::stats::printed::Printed;
/// let printed = Printed::new(0.995, 1.005).expect("the bounds are in order");
/// let next = Printed::new(1.005, 1.015).expect("the bounds are in order");
/// assert!(!printed.is_below(next), "what touches cannot be told apart");
/// assert_eq!(Printed::new(2.0, 1.0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed {
    low: f64,
    high: f64,
}

impl Printed {
    /// The interval between two bounds; `None` where one is not finite or they are in the wrong order.
    pub fn new(low: f64, high: f64) -> Option<Self> {
        (low.is_finite() && high.is_finite() && low <= high).then_some(Self { low, high })
    }

    /// A value known exactly; `None` where it is not finite.
    pub fn exact(value: f64) -> Option<Self> {
        Self::new(value, value)
    }

    /// The least value that would print so.
    pub fn low(self) -> f64 {
        self.low
    }

    /// The value from which on none would print so.
    pub fn high(self) -> f64 {
        self.high
    }

    /// Whether every value of this one lies below every value of the other, with a gap between them: intervals that
    /// only touch are not distinguishable as printed.
    pub fn is_below(self, other: Self) -> bool {
        self.high < other.lowered()
    }

    /// The low bound less the allowance for rounding in its computation; what other bounds are compared with.
    ///
    /// Rises with the bound, so that sorting by either gives the same order.
    pub(super) fn lowered(self) -> f64 {
        self.low - self.low.abs() * SLACK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_as_printed_touch_whatever_the_last_bit() {
        for hundredths in 1..2000 {
            let value = f64::from(hundredths) / 100.0;
            let next = f64::from(hundredths + 1) / 100.0;
            let after = f64::from(hundredths + 2) / 100.0;
            let [value, next, after] =
                [value, next, after].map(|v| Printed::new(v - 0.005, v + 0.005).expect("in order"));
            assert!(!value.is_below(next), "{value:?} {next:?}");
            assert!(value.is_below(after), "{value:?} {after:?}");
            assert!(!after.is_below(value));
        }
    }

    #[test]
    fn nothing_is_below_itself() {
        for value in [-3.5, 0.0, 1e300, f64::MIN_POSITIVE] {
            let exact = Printed::exact(value).expect("finite");
            assert!(!exact.is_below(exact));
        }
    }

    #[test]
    fn bounds_must_be_finite() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Printed::new(bad, 1.0), None);
            assert_eq!(Printed::new(1.0, bad), None);
        }
    }
}

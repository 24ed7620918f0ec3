//! The two scales of a chart: ratios to page pixels, and page pixels to those of the screen.

use libm::{log, pow};

/// A logarithmic axis over a stretch of page pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LogScale {
    min: f64,
    max: f64,
    left: f64,
    right: f64,
}

impl LogScale {
    /// The axis from `min` to `max` between two abscissas; nothing where that is no axis: plotters hangs on an infinite
    /// range and draws nonsense on an empty one.
    pub(crate) fn new((min, max): (f64, f64), (left, right): (f64, f64)) -> Option<Self> {
        let sound = min.is_finite() && max.is_finite() && min > 0.0 && max > min * (1.0 + 1e-9) && right > left;
        sound.then_some(Self { min, max, left, right })
    }

    /// Where a ratio stands; values beyond the ends stand at the ends.
    pub(crate) fn x(&self, value: f64) -> f64 {
        let share = (log(value.clamp(self.min, self.max)) - log(self.min)) / (log(self.max) - log(self.min));
        self.left + share * (self.right - self.left)
    }

    /// The round ratios to label: as many as stand side by side. `width` gives the width of a label.
    pub(crate) fn ticks(&self, gap: f64, width: impl Fn(&str) -> f64) -> Vec<Tick> {
        let mut taken: Vec<(f64, f64)> = Vec::new();
        let mut ticks = Vec::new();
        for value in candidates() {
            // A hair beyond the end is at the end: ranges are often padded to just such a value.
            if value < self.min * (1.0 - 1e-9) || value > self.max * (1.0 + 1e-9) {
                continue;
            }
            let (x, label) = (self.x(value), tick_label(value));
            let half = width(&label) / 2.0 + gap / 2.0;
            if taken.iter().all(|&(from, to)| x + half <= from || x - half >= to) {
                taken.push((x - half, x + half));
                ticks.push(Tick { value, x, label });
            }
        }
        ticks.sort_unstable_by(|a, b| a.x.total_cmp(&b.x));
        ticks
    }
}

/// A labelled ratio on the axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    /// The ratio.
    pub(crate) value: f64,
    /// Where it stands, in page pixels.
    pub(crate) x: f64,
    /// What is written there.
    pub(crate) label: String,
}

/// Ratios worth a label, the most telling first.
fn candidates() -> impl Iterator<Item = f64> {
    const TENS: i32 = 9;
    const STEPS: &[f64] =
        &[2.0, 0.5, 5.0, 0.2, 1.5, 0.7, 1.25, 0.8, 1.1, 0.9, 3.0, 0.3, 1.05, 0.95, 1.02, 0.98, 1.01, 0.99];
    let tens = (1..=TENS).flat_map(|k| [pow(10.0, f64::from(k)), pow(10.0, f64::from(-k))]);
    let between = (1..=TENS).flat_map(|k| {
        [2.0, 5.0].into_iter().flat_map(move |m| [m * pow(10.0, f64::from(k)), m * pow(10.0, f64::from(-k - 1))])
    });
    std::iter::once(1.0).chain(tens).chain(STEPS.iter().copied()).chain(between)
}

/// `1.25×`; very large and small ones as powers of ten.
fn tick_label(value: f64) -> String {
    if (1e-3..1e5).contains(&value) {
        // Nine decimals hide the last bits of a power of ten that is no binary fraction.
        let text = format!("{value:.9}");
        format!("{}×", text.trim_end_matches('0').trim_end_matches('.'))
    } else {
        format!("{value:.0e}×")
    }
}

/// Page pixels to those of the screen: the one place where lengths are multiplied by the device's pixel ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale(pub(crate) f64);

impl Scale {
    /// The most pixels that a canvas may have: some browsers draw nothing on a larger one.
    const MAX_AREA: f64 = 16_000_000.0;
    /// The most pixels along one side.
    const MAX_SIDE: f64 = 16_000.0;

    /// The scale for a drawing of that size, in page pixels: the device's ratio, or less where the canvas would be too large.
    pub(crate) fn fitting(ratio: f64, width: f64, height: f64) -> Self {
        let ratio = if ratio.is_finite() && ratio > 0.0 { ratio } else { 1.0 };
        let by_area = (Self::MAX_AREA / (width * height).max(1.0)).sqrt();
        let by_side = Self::MAX_SIDE / width.max(height).max(1.0);
        Self(ratio.min(by_area).min(by_side))
    }

    /// A position.
    pub(crate) fn at(self, length: f64) -> i32 {
        (length * self.0).round() as i32
    }

    /// A length that must not vanish.
    pub(crate) fn size(self, length: f64) -> i32 {
        self.at(length).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(min: f64, max: f64, width: f64) -> Vec<String> {
        let scale = LogScale::new((min, max), (0.0, width)).expect("an axis");
        scale.ticks(12.0, |text| text.chars().count() as f64 * 7.0).into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn an_axis_that_is_none_is_refused() {
        for range in [(f64::NAN, 2.0), (1.0, f64::INFINITY), (1.0, 1.0), (0.0, 2.0), (-1.0, 2.0), (2.0, 1.0)] {
            assert_eq!(LogScale::new(range, (0.0, 100.0)), None, "{range:?}");
        }
        assert_eq!(LogScale::new((0.5, 2.0), (100.0, 100.0)), None);
    }

    #[test]
    fn one_stands_in_the_middle_of_a_mirrored_axis() {
        let scale = LogScale::new((0.5, 2.0), (10.0, 110.0)).expect("an axis");
        assert!((scale.x(1.0) - 60.0).abs() < 1e-9);
        assert!((scale.x(9.0) - 110.0).abs() < 1e-9, "beyond the end is at the end");
    }

    #[test]
    fn ticks_are_round_and_as_many_as_fit() {
        assert_eq!(labels(0.5, 2.0, 600.0), ["0.5×", "0.7×", "0.8×", "0.9×", "1×", "1.1×", "1.25×", "1.5×", "2×"]);
        assert_eq!(labels(0.5, 2.0, 120.0), ["0.5×", "1×", "2×"]);
        assert_eq!(labels(0.975, 1.03, 500.0), ["0.98×", "0.99×", "1×", "1.01×", "1.02×"]);
        assert_eq!(labels(1e-7, 1e7, 300.0), ["1e-5×", "0.01×", "1×", "100×", "1e5×", "1e7×"]);
    }

    #[test]
    fn ticks_do_not_touch() {
        for width in [80.0, 133.0, 260.0, 777.0] {
            let scale = LogScale::new((0.03, 41.0), (0.0, width)).expect("an axis");
            let ticks = scale.ticks(12.0, |text| text.chars().count() as f64 * 7.0);
            for pair in ticks.windows(2) {
                let half = |tick: &Tick| tick.label.chars().count() as f64 * 3.5;
                assert!(pair[0].x + half(&pair[0]) + 12.0 <= pair[1].x - half(&pair[1]) + 1e-9);
            }
        }
    }

    #[test]
    fn a_canvas_stays_within_what_browsers_draw() {
        assert_eq!(Scale::fitting(2.0, 1000.0, 1000.0), Scale(2.0));
        let tall = Scale::fitting(3.0, 1000.0, 30_000.0).0;
        assert!(tall * 30_000.0 <= 16_000.0 && tall * tall * 3e7 <= 16_000_000.0 * (1.0 + 1e-9));
        assert_eq!(Scale::fitting(f64::NAN, 10.0, 10.0), Scale(1.0));
    }
}

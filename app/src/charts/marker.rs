//! Colours and marks of configurations, the same on the canvas and in the page.

use benchnote_verdict::{ConfigIndex, Report};

/// How many looks there are: the baseline's, and seven that the others take in turn.
pub(crate) const LOOKS: usize = 8;

/// The look of a configuration: the number of its colour (`--c0` to `--c7`) and of its mark.
///
/// The baseline is always 0, grey and hollow; the others keep theirs when the baseline changes.
pub(crate) fn look(config: ConfigIndex, baseline: Option<ConfigIndex>) -> usize {
    if Some(config) == baseline { 0 } else { 1 + config % (LOOKS - 1) }
}

/// [`look`] in a report.
pub(crate) fn look_in(report: &Report, config: ConfigIndex) -> usize {
    let is_baseline = report.configurations.get(config).is_some_and(|found| found.baseline);
    look(config, is_baseline.then_some(config))
}

/// The outline of a mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Shape {
    /// A hollow circle.
    Ring,
    /// A full circle.
    Disc,
    /// A polygon whose corners lie within the square from -1 to 1, y downwards.
    Polygon(&'static [(f64, f64)]),
}

/// The mark of a look; numbers beyond the last begin anew.
pub(crate) fn shape(look: usize) -> Shape {
    match look % LOOKS {
        0 => Shape::Ring,
        1 => Shape::Disc,
        2 => Shape::Polygon(&[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)]),
        3 => Shape::Polygon(&[(0.0, -1.0), (1.0, 0.85), (-1.0, 0.85)]),
        4 => Shape::Polygon(&[(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]),
        5 => Shape::Polygon(&[(-1.0, -0.85), (1.0, -0.85), (0.0, 1.0)]),
        6 => Shape::Polygon(&[
            (-0.35, -1.0),
            (0.35, -1.0),
            (0.35, -0.35),
            (1.0, -0.35),
            (1.0, 0.35),
            (0.35, 0.35),
            (0.35, 1.0),
            (-0.35, 1.0),
            (-0.35, 0.35),
            (-1.0, 0.35),
            (-1.0, -0.35),
            (-0.35, -0.35),
        ]),
        _ => Shape::Polygon(&[(0.0, -1.0), (1.0, -0.2), (0.6, 0.95), (-0.6, 0.95), (-1.0, -0.2)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_baseline_changes_no_other_look() {
        assert_eq!(look(2, Some(2)), 0);
        for other in [0, 1, 3, 9] {
            assert_eq!(look(other, Some(2)), look(other, None));
            assert_ne!(look(other, Some(2)), 0);
        }
    }

    #[test]
    fn marks_stay_in_their_square() {
        for look in 0..LOOKS {
            if let Shape::Polygon(corners) = shape(look) {
                assert!(corners.len() >= 3);
                assert!(corners.iter().all(|&(x, y)| x.abs() <= 1.0 && y.abs() <= 1.0));
            }
        }
    }
}

//! Columns that are computed from others, found by calculating: `b/a`, `b-a`, the change in percent, the mean.

use super::cell::Figure;

/// Fewer rows may agree by chance.
const FEWEST_ROWS: usize = 3;
/// So many rows are looked at, and tables of more columns are not.
const SAMPLED_ROWS: usize = 24;
const MOST_COLUMNS: usize = 12;
/// A quotient of printed figures is off by at most this share of it, beside what its own digits leave open.
const ROUNDED: f64 = 0.004;

/// Figures that lie no further apart than this many times what rounding leaves open show nothing of their mean.
const TELLING: f64 = 8.0;

/// By column: whether its figures are computed from those of others in every row. A column is given as its figures by row.
pub(super) fn computed(columns: &[Vec<Option<&Figure>>]) -> Vec<bool> {
    let mut found = vec![false; columns.len()];
    if columns.len() > MOST_COLUMNS {
        return found;
    }
    for at in (2..columns.len()).rev() {
        let Some(own) = columns.get(at).filter(|own| is_varied(own)) else { continue };
        let others: Vec<&Vec<Option<&Figure>>> =
            columns.iter().take(at).filter(|column| column.iter().flatten().next().is_some()).collect();
        let pairs = || (0..others.len()).flat_map(|a| (0..others.len()).map(move |b| (a, b))).filter(|(a, b)| a != b);
        let of_two = pairs().any(|(a, b)| {
            let (Some(a), Some(b)) = (others.get(a), others.get(b)) else { return false };
            RULES.iter().any(|rule| agrees(own, |row| rule(value(a, row)?, value(b, row)?)))
        });
        let mean = || {
            let mean = |row: usize| {
                let all: Vec<f64> = others.iter().map(|column| value(column, row)).collect::<Option<_>>()?;
                let mean = all.iter().sum::<f64>() / all.len() as f64;
                // Settings that hardly differ are each about the mean of the others.
                let range = all.iter().copied().fold(f64::MIN, f64::max) - all.iter().copied().fold(f64::MAX, f64::min);
                (range > TELLING * ROUNDED * mean.abs()).then_some(mean)
            };
            others.len() >= 2 && agrees(own, mean)
        };
        if let Some(place) = found.get_mut(at) {
            *place = of_two || mean();
        }
    }
    found
}

/// What is computed of two figures.
const RULES: &[fn(f64, f64) -> Option<f64>] = &[
    |a, b| (a != 0.0).then(|| b / a),
    |a, b| Some(b - a),
    |a, b| (a != 0.0).then(|| (b - a) / a * 100.0),
    |a, b| (a != 0.0).then(|| b / a * 100.0),
];

fn value(column: &[Option<&Figure>], row: usize) -> Option<f64> {
    column.get(row).copied().flatten().map(|figure| figure.value)
}

/// Whether the figures of a column are of different sizes: those that are all alike agree with anything.
fn is_varied(column: &[Option<&Figure>]) -> bool {
    let mut values = column.iter().flatten().map(|figure| figure.value);
    let first = values.next();
    values.any(|value| Some(value) != first)
}

/// Whether a column holds what is computed, in all of enough rows.
fn agrees(own: &[Option<&Figure>], computed: impl Fn(usize) -> Option<f64>) -> bool {
    let mut rows = 0;
    for (row, figure) in own.iter().enumerate().take(SAMPLED_ROWS) {
        let (Some(figure), Some(computed)) = (figure, computed(row)) else { continue };
        let open = (figure.high - figure.low) + ROUNDED * computed.abs();
        // Of whole numbers only the digits count; a figure of few digits tells little.
        if !computed.is_finite() || (computed - figure.value).abs() > open || open > figure.value.abs().max(0.5) {
            return false;
        }
        rows += 1;
    }
    rows >= FEWEST_ROWS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::grid::cell::figure;
    use crate::reading::number::Comma;

    fn of(rows: &[&[&str]]) -> Vec<bool> {
        let figures: Vec<Vec<Option<Figure>>> =
            rows.iter().map(|row| row.iter().map(|cell| figure(cell, Comma::Thousands)).collect()).collect();
        let width = rows[0].len();
        let columns: Vec<Vec<Option<&Figure>>> =
            (0..width).map(|at| figures.iter().map(|row| row[at].as_ref()).collect()).collect();
        computed(&columns)
    }

    #[test]
    fn quotients_differences_and_means_are_computed() {
        assert_eq!(
            of(&[&["10.0", "12.5", "1.25"], &["20.0", "22.0", "1.10"], &["30.0", "27.0", "0.90"]]),
            [false, false, true]
        );
        assert_eq!(
            of(&[&["10.0", "12.5", "2.5"], &["20.0", "22.0", "2.0"], &["30.0", "27.0", "-3.0"]]),
            [false, false, true]
        );
        assert_eq!(
            of(&[&["10.0", "12.5", "25.0"], &["20.0", "22.0", "10.0"], &["30.0", "27.0", "-10.0"]]),
            [false, false, true]
        );
        assert_eq!(
            of(&[&["1.0", "2.0", "3.3", "2.1"], &["4.0", "5.0", "6.6", "5.2"], &["7.0", "8.0", "9.9", "8.3"]]),
            [false, false, false, true]
        );
    }

    #[test]
    fn other_columns_are_not() {
        assert_eq!(of(&[&["10.0", "12.5", "1.31"], &["20.0", "22.0", "1.10"], &["30.0", "27.0", "0.90"]]), [false; 3]);
        assert_eq!(of(&[&["1", "2", "1"], &["2", "3", "1"], &["3", "4", "1"]]), [false; 3], "all alike");
        assert_eq!(of(&[&["1.0", "2.0", "2.0"], &["2.0", "3.0", "1.5"]]), [false; 3], "too few rows");
        let alike: &[&[&str]] =
            &[&["133.8", "133.9", "134.0"], &["149.2", "149.2", "149.1"], &["95.1", "95.3", "95.2"]];
        assert_eq!(of(alike), [false; 3], "nothing differs");
    }
}

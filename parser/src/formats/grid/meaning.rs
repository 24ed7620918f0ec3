//! What the columns and rows of a table stand for.

use super::cell;
use crate::reading::quantity::{ASIDES, CONDITIONS, DERIVED, HIGHER, LOWER, METRICS, has};
pub(super) use crate::reading::quantity::{better, unit_in};
use crate::unit::Unit;

/// What a column is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Column {
    /// Words that name the row.
    RowName,
    /// A condition of the row: threads, size.
    Condition,
    /// Figures of one metric, named by the header.
    Metric(Unit),
    /// Figures under a setting, named by the header, in a unit that the header may name.
    Setting(Option<Unit>),
    /// Figures under a condition that is a number.
    Load,
    /// Computed from other columns.
    Derived,
    /// How good a measurement is, or how many there were.
    Aside,
}

/// Whether a row or column is computed from the others, by its name.
pub(super) fn is_derived(name: &str) -> bool {
    has(name, DERIVED) || name.contains('%') || name.contains('Δ')
}

/// Whether a row sums up the others.
pub(super) fn is_summary(name: &str) -> bool {
    has(name, &["geomean", "geometric", "average", "overall", "mean", "sum", "total", "avg", "summary"])
}

/// What a column is, by its header, its cells and its place.
pub(super) fn column(header: &str, column: &[&str], first: bool) -> Column {
    let figures = column.iter().filter(|text| cell::figure(text).is_some()).count();
    if figures * 2 < column.len() {
        let numbered = column.iter().all(|text| text.starts_with(|c: char| c.is_ascii_digit()));
        return if numbered && !first { Column::Condition } else { Column::RowName };
    }
    let sizes = header.to_lowercase().ends_with("size") && !first;
    if sizes || has(header, CONDITIONS) && (first || rises(column)) || first && rises(column) {
        return Column::Condition;
    }
    if is_percentile(header) {
        return Column::Metric(Unit::none());
    }
    if is_derived(header) {
        return Column::Derived;
    }
    if has(header, ASIDES) {
        return Column::Aside;
    }
    if cell::figure(header).is_some() {
        return Column::Load;
    }
    // `QPS(unstable)`: what is measured, and under what.
    let lead = header.split('(').next().unwrap_or_default().trim();
    if header.ends_with(')')
        && lead.len() < header.len()
        && (has(lead, HIGHER) || has(lead, LOWER))
        && unit_in(header).is_none()
    {
        return Column::Setting(Some(Unit { symbol: lead.to_owned(), ..Unit::none() }));
    }
    if let Some(unit) = unit_in(header) {
        return Column::Metric(unit);
    }
    if has(header, METRICS) || has(header, HIGHER) || has(header, LOWER) {
        return Column::Metric(Unit::none());
    }
    Column::Setting(None)
}

/// `99.9%` as a header names a percentile.
fn is_percentile(header: &str) -> bool {
    header
        .strip_suffix('%')
        .is_some_and(|number| cell::figure(number).is_some_and(|f| f.value > 0.0 && f.value <= 100.0))
}

/// Settles what columns are beside each other. Where some are quantities, so are those that nothing tells; but headers that
/// differ in all but one and the same unit name settings in it: `before (ms)`, `after (ms)`.
pub(super) fn settle(headers: &[&str], percent: &[bool], columns: &mut [Column]) {
    // Percentages beside other figures are computed from them; alone they are what was measured.
    let figures = |c: &Column| matches!(c, Column::Metric(_) | Column::Setting(_) | Column::Load);
    if columns.iter().zip(percent).any(|(column, percent)| figures(column) && !percent) {
        for (column, _) in columns.iter_mut().zip(percent).filter(|(column, percent)| figures(column) && **percent) {
            *column = Column::Derived;
        }
    }
    let quantity =
        |header: &str| has(header, METRICS) || has(header, HIGHER) || has(header, LOWER) || is_percentile(header);
    let with_unit: Vec<(usize, Unit)> = columns
        .iter()
        .enumerate()
        .filter_map(|(at, column)| match column {
            Column::Metric(unit) if !unit.symbol.is_empty() => Some((at, unit.clone())),
            _ => None,
        })
        .collect();
    let alike = with_unit.windows(2).all(|pair| matches!(pair, [a, b] if a.1 == b.1));
    let bare = with_unit.iter().all(|(at, _)| headers.get(*at).is_some_and(|header| !quantity(&without_unit(header))));
    let only = columns.iter().filter(|c| matches!(c, Column::Metric(_))).count() == with_unit.len();
    if with_unit.len() >= 2 && alike && bare && only {
        for (at, unit) in with_unit {
            if let Some(column) = columns.get_mut(at) {
                *column = Column::Setting(Some(unit));
            }
        }
    } else if columns.iter().any(|c| matches!(c, Column::Metric(_))) {
        for column in columns.iter_mut().filter(|c| **c == Column::Setting(None)) {
            *column = Column::Metric(Unit::none());
        }
    }
}

/// A header without what stands in brackets.
pub(super) fn without_unit(header: &str) -> String {
    header.split(['(', '[']).next().unwrap_or_default().trim().to_owned()
}

/// Whether some cells are whole numbers that rise: 1, 2, 4, 8.
pub(super) fn rises(column: &[&str]) -> bool {
    let values: Vec<f64> = column.iter().filter_map(|text| cell::figure(text)).map(|f| f.value).collect();
    values.len() == column.len()
        && values.len() >= 2
        && values.iter().all(|v| v.fract() == 0.0)
        && values.windows(2).all(|pair| matches!(pair, [a, b] if a < b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_told_by_header_and_cells() {
        assert_eq!(column("", &["a", "b"], true), Column::RowName);
        assert_eq!(column("#thr", &["1", "2", "4"], true), Column::Condition);
        assert_eq!(column("logbsize", &["32kb", "256kb"], false), Column::Condition);
        assert_eq!(column("master", &["1.1", "1.4"], false), Column::Setting(None));
        assert_eq!(column("difference", &["20.12%", "36.47%"], false), Column::Derived);
        assert_eq!(column("busy", &["20.12%", "36.47%"], false), Column::Setting(None));
        assert_eq!(column("gain", &["1.2", "1.1"], false), Column::Derived);
        assert_eq!(column("2000", &["1.2", "1.1"], false), Column::Load);
        assert!(matches!(column("time (ms)", &["1.2", "1.1"], false), Column::Metric(unit) if unit.symbol == "ms"));
        assert!(
            matches!(column("QPS(new)", &["1.2", "1.1"], false), Column::Setting(Some(unit)) if unit.symbol == "QPS")
        );
    }

    #[test]
    fn columns_are_settled_beside_each_other() {
        let settled = |headers: &[&str]| -> Vec<Column> {
            let mut columns: Vec<Column> =
                headers.iter().map(|header| column(header, &["1.5", "2.5"], false)).collect();
            settle(headers, &vec![false; headers.len()], &mut columns);
            columns
        };
        assert!(settled(&["before (ms)", "after (ms)"]).iter().all(|c| matches!(c, Column::Setting(Some(_)))));
        assert!(settled(&["create rate", "removal"]).iter().all(|c| matches!(c, Column::Metric(_))));
        assert_eq!(settled(&["master", "patch"]), [Column::Setting(None), Column::Setting(None)]);
        let mut beside = [Column::Setting(None), Column::Setting(None)];
        settle(&["new", "less"], &[false, true], &mut beside);
        assert_eq!(beside, [Column::Setting(None), Column::Derived]);
        assert!(settled(&["50%", "99.9%"]).iter().all(|c| matches!(c, Column::Metric(_))));
    }
}

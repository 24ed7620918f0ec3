//! Tables under a header rule: which value stands in which column.
//!
//! A rule (`--------- ------------- ---- ----`) gives the columns' places and widths. Where the blanks of the rows
//! survive, a value belongs to the column that it stands in; where they do not, only the order of the values and their
//! print tell.

use crate::mail::Token;

/// A column of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleColumn {
    /// Its first column of characters.
    pub start: u32,
    /// The one after its last.
    pub end: u32,
}

impl RuleColumn {
    /// How many characters it is wide.
    pub fn width(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether a token stands in the column as a printed field does: within it, or flush with its right end.
    fn holds(self, token: &Token<'_>) -> bool {
        token.column_end == self.end && token.column_end > self.start
            || self.start <= token.column && token.column_end <= self.end
    }
}

/// The column of each token by place, if every token stands in a column of its own, in order.
pub fn columns_by_place(columns: &[RuleColumn], tokens: &[Token<'_>]) -> Option<Vec<usize>> {
    let mut next = 0;
    tokens
        .iter()
        .map(|token| {
            let at = columns.iter().skip(next).position(|column| column.holds(token))? + next;
            next = at + 1;
            Some(at)
        })
        .collect()
}

/// All ways to put `values` values in order into `columns` columns such that `fits(value, column)`, at most `limit` of
/// them, in lexicographic order.
pub fn orderly_ways(
    values: usize,
    columns: usize,
    limit: usize,
    fits: &dyn Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut ways = Vec::new();
    extend(&mut Vec::new(), values, columns, limit, fits, &mut ways);
    ways
}

fn extend(
    chosen: &mut Vec<usize>,
    values: usize,
    columns: usize,
    limit: usize,
    fits: &dyn Fn(usize, usize) -> bool,
    ways: &mut Vec<Vec<usize>>,
) {
    let value = chosen.len();
    if value == values {
        ways.push(chosen.clone());
        return;
    }
    let first = chosen.last().map_or(0, |&last| last + 1);
    // As many columns must be left as values follow.
    for column in first..=columns.saturating_sub(values - value) {
        if ways.len() >= limit {
            return;
        }
        if column < columns && fits(value, column) {
            chosen.push(column);
            extend(chosen, values, columns, limit, fits, ways);
            chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, SourceId, mail::Document};

    fn by_place(rule: &str, row: &str) -> Option<Vec<usize>> {
        let source = Source::unnamed(format!("{rule}\n{row}"));
        let document = Document::new(SourceId(0), &source);
        let columns: Vec<RuleColumn> =
            document.tokens(0).iter().map(|t| RuleColumn { start: t.column, end: t.column_end }).collect();
        columns_by_place(&columns, &document.tokens(1))
    }

    #[test]
    fn aligned_rows_are_read_by_place() {
        assert_eq!(by_place("---- ----- ----", " 1.2  3.40    9"), Some(vec![0, 1, 2]));
        assert_eq!(by_place("---- ----- ----", "             9."), Some(vec![2]));
        assert_eq!(by_place("---- ----- ----", "7.2   1.2"), Some(vec![0, 1]));
    }

    #[test]
    fn rows_without_their_blanks_are_not() {
        assert_eq!(by_place("----- ---- -----", "28.2 72.0 248.3"), None);
    }

    #[test]
    fn orderly_ways_keep_the_order() {
        assert_eq!(orderly_ways(2, 3, 9, &|_, _| true), [vec![0, 1], vec![0, 2], vec![1, 2]]);
        assert_eq!(orderly_ways(2, 3, 9, &|value, column| value == 0 || column == 2).len(), 2);
        assert_eq!(orderly_ways(3, 2, 9, &|_, _| true), Vec::<Vec<usize>>::new());
        assert_eq!(orderly_ways(0, 2, 9, &|_, _| true), [Vec::<usize>::new()]);
        assert_eq!(orderly_ways(3, 40, 50, &|_, _| true).len(), 50);
    }
}

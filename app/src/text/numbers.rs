//! From number to number through a text.

use super::marks::{Marks, Piece};
use super::rows::Rows;

/// A way to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// To the next number.
    Next,
    /// To the one before.
    Previous,
    /// To the nearest number of the next row that has one.
    Down,
    /// To the nearest number of a row above.
    Up,
}

impl Step {
    /// The way that a key means.
    pub(crate) fn of_key(key: &str) -> Option<Self> {
        match key {
            "ArrowRight" => Some(Self::Next),
            "ArrowLeft" => Some(Self::Previous),
            "ArrowDown" => Some(Self::Down),
            "ArrowUp" => Some(Self::Up),
            _ => None,
        }
    }
}

/// The number that a step leads to from a byte.
pub(crate) fn step(marks: &Marks, rows: &Rows, from: u32, step: Step) -> Option<Piece> {
    let row = rows.row_of(from);
    let column = |at: u32| at - rows.range(rows.row_of(at)).0;
    let nearest =
        |pieces: Vec<Piece>| pieces.into_iter().min_by_key(|piece| column(piece.start).abs_diff(column(from)));
    match step {
        Step::Next => marks.number_after(from),
        Step::Previous => marks.number_before(from),
        Step::Down => {
            let (_, end) = rows.range(row);
            let first = if end > from { marks.number_from(end) } else { None }?;
            let (start, end) = rows.range(rows.row_of(first.start));
            nearest(marks.numbers_in(start, end))
        }
        Step::Up => {
            let last = marks.number_before(rows.range(row).0)?;
            let (start, end) = rows.range(rows.row_of(last.start));
            nearest(marks.numbers_in(start, end))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use benchnote_parser::{Source, SourceId, parse};

    use super::*;

    const TEXT: &str = "fork 12.5 us\nand 77 words\n\nexec 1 us 2\n";

    fn at(from: &str, way: Step) -> Option<&'static str> {
        let parsed = parse(&[Arc::new(Source::unnamed(TEXT))]);
        let marks = Marks::new(&parsed, &[], SourceId(0));
        let from = TEXT.find(from).expect("it is there") as u32;
        let found = step(&marks, &Rows::new(TEXT), from, way)?;
        TEXT.get(found.start as usize..found.end as usize)
    }

    #[test]
    fn arrows_lead_from_number_to_number() {
        let all: Vec<_> = ["12.5", "1 us", "2\n"].map(|from| at(from, Step::Next)).into_iter().collect();
        assert_eq!(all.last(), Some(&None));
        assert_eq!(at("exec", Step::Previous).is_some(), at("fork", Step::Next).is_some());
        assert_eq!(at("fork", Step::Previous), None);
        assert_eq!(at("fork", Step::Up), None);
    }
}

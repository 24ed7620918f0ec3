//! Figures of a row that follow from others: a rate from a time and a size, a sum, a difference, a share.
//!
//! Where a figure of the rows before was such a function of two figures to its left, it is expected to be so again. The
//! constant of a product or quotient is taken from the row before, so no unit need be known.

use std::collections::VecDeque;

/// How many rows are remembered, and how many figures of each.
const ROWS: usize = 24;
const FIGURES: usize = 12;
/// How many earlier rows a relation is tried on.
const TRIED: usize = 6;
/// The most digits of a figure.
const DIGITS: usize = 9;
const TENS: [i64; 10] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

/// A figure as printed: its digits, and how many stand behind the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Figure {
    digits: i64,
    decimals: u8,
}

impl Figure {
    fn of(field: &[u8]) -> Option<Self> {
        let mut figure = Self { digits: 0, decimals: 0 };
        let mut point = false;
        if field.is_empty() || field.len() > DIGITS + 1 || field == b"." {
            return None;
        }
        for &byte in field {
            match byte {
                b'0'..=b'9' => {
                    figure.digits = figure.digits * 10 + i64::from(byte - b'0');
                    figure.decimals += u8::from(point);
                }
                b'.' if !point => point = true,
                _ => return None,
            }
        }
        (usize::from(figure.decimals) <= DIGITS && figure.digits < TENS[DIGITS]).then_some(figure)
    }

    /// Its digits, if so many stood behind the point.
    fn scaled(self, decimals: u8) -> Option<i64> {
        self.digits.checked_mul(*TENS.get(usize::from(decimals.checked_sub(self.decimals)?))?)
    }

    fn printed(self) -> Vec<u8> {
        let unit = TENS[usize::from(self.decimals).min(DIGITS)];
        let (whole, part) = (self.digits / unit, self.digits % unit);
        match self.decimals {
            0 => whole.to_string(),
            decimals => format!("{whole}.{part:0width$}", width = usize::from(decimals)),
        }
        .into_bytes()
    }

    /// Whether it could be another one with its last digit rounded otherwise.
    fn is_near(self, other: Self) -> bool {
        self.decimals == other.decimals && self.digits.abs_diff(other.digits) <= 1 + other.digits.unsigned_abs() / 1000
    }
}

/// How a figure follows from two others, `a` and `b`.
#[derive(Clone, Copy)]
enum Kind {
    /// k·a·b
    Product,
    /// k·b/a
    Quotient,
    /// k·a
    Multiple,
    /// k/a
    Inverse,
    /// 100·a/b
    Share,
    /// a + b
    Sum,
    /// |a - b|
    Difference,
    /// 100·|b - a|/a
    Change,
}

const OF_ONE: [Kind; 2] = [Kind::Multiple, Kind::Inverse];
const OF_TWO: [Kind; 6] = [Kind::Product, Kind::Quotient, Kind::Share, Kind::Sum, Kind::Difference, Kind::Change];

impl Kind {
    /// The figure behind `row`, given that `known` stood behind the row `reference`.
    fn apply(self, row: (Figure, Figure), reference: (Figure, Figure), known: Figure) -> Option<Figure> {
        let ((a, b), (ra, rb)) = (row, reference);
        let decimals = known.decimals;
        let most = a.decimals.max(b.decimals).max(decimals);
        let unit = *TENS.get(usize::from(decimals))?;
        let product = |x: i64, y: i64| x.checked_mul(y);
        let digits = match self {
            Self::Product => {
                quotient(product(product(known.digits, a.digits)?, b.digits)?, product(ra.digits, rb.digits)?)?
            }
            Self::Quotient => {
                quotient(product(product(known.digits, b.digits)?, ra.digits)?, product(rb.digits, a.digits)?)?
            }
            Self::Multiple => quotient(product(known.digits, a.digits)?, ra.digits)?,
            Self::Inverse => quotient(product(known.digits, ra.digits)?, a.digits)?,
            Self::Share => quotient(product(a.scaled(most)?, product(unit, 100)?)?, b.scaled(most)?)?,
            Self::Sum => (a.scaled(most)? + b.scaled(most)?) / TENS[usize::from(most - decimals)],
            Self::Difference => (a.scaled(most)? - b.scaled(most)?).abs() / TENS[usize::from(most - decimals)],
            Self::Change => {
                let difference = (b.scaled(most)? - a.scaled(most)?).abs();
                quotient(product(difference, product(unit, 100)?)?, a.scaled(most)?)?
            }
        };
        Some(Figure { digits, decimals })
    }

    /// Whether exchanging the two changes nothing.
    fn is_symmetric(self) -> bool {
        matches!(self, Self::Product | Self::Sum | Self::Difference)
    }
}

/// A quotient of what is not negative, rounded.
fn quotient(dividend: i64, divisor: i64) -> Option<i64> {
    let rounded = dividend.checked_add(divisor / 2)?.checked_div(divisor)?;
    (0..TENS[DIGITS]).contains(&rounded).then_some(rounded)
}

/// What a row's figures tell of its next.
#[derive(Clone, Default)]
pub(super) struct Relations {
    rows: VecDeque<Vec<Figure>>,
    row: Vec<Figure>,
    /// The expected field, and on how many rows its relation held.
    expected: Option<(Vec<u8>, u32)>,
}

impl Relations {
    /// A field begins.
    pub(super) fn begin(&mut self) {
        self.expected = self.expect().map(|(figure, held)| (figure.printed(), held));
    }

    /// A field ends.
    pub(super) fn end(&mut self, field: &[u8]) {
        self.expected = None;
        self.row.extend(Figure::of(field));
    }

    /// A row ends.
    pub(super) fn end_row(&mut self) {
        self.expected = None;
        if self.row.is_empty() {
            return;
        }
        if self.rows.len() == ROWS {
            self.rows.pop_back();
        }
        self.rows.push_front(std::mem::take(&mut self.row));
    }

    /// The byte expected behind what was read of a field, how many are left with it, and on how many rows the relation held.
    pub(super) fn next(&self, so_far: &[u8]) -> Option<(u8, usize, u32)> {
        let (expected, held) = self.expected.as_ref()?;
        let rest = expected.strip_prefix(so_far)?;
        Some((rest.first().copied().unwrap_or(b' '), rest.len(), *held))
    }

    /// The relation that held for the most rows, the first of equals, applied to this row.
    fn expect(&self) -> Option<(Figure, u32)> {
        let count = self.row.len();
        if !(1..=FIGURES).contains(&count) {
            return None;
        }
        let rows: Vec<&[Figure]> =
            self.rows.iter().filter(|row| row.len() > count).take(TRIED).map(Vec::as_slice).collect();
        if rows.len() < 2 {
            return None;
        }
        let mut best: Option<(Figure, u32)> = None;
        let mut take = |kind: Kind, a: usize, b: usize| {
            let least = best.map_or(0, |(_, held)| held);
            if let Some(found) = self.tried(&rows, kind, (a, b)).filter(|(_, held)| *held > least) {
                best = Some(found);
            }
        };
        for a in 0..count {
            for b in 0..count {
                for kind in OF_TWO {
                    if !(kind.is_symmetric() && b < a) {
                        take(kind, a, b);
                    }
                }
            }
            for kind in OF_ONE {
                take(kind, a, a);
            }
        }
        best
    }

    /// A relation applied to this row, and on how many rows in a row it held before.
    fn tried(&self, rows: &[&[Figure]], kind: Kind, (a, b): (usize, usize)) -> Option<(Figure, u32)> {
        let count = self.row.len();
        let pair = |row: &[Figure]| Some((*row.get(a)?, *row.get(b)?));
        let foretold =
            |row: &[Figure], reference: &[Figure]| kind.apply(pair(row)?, pair(reference)?, *reference.get(count)?);
        let held = rows.windows(2).take_while(|pair| {
            let told = foretold(pair[0], pair[1]);
            told.zip(pair[0].get(count).copied()).is_some_and(|(told, came)| told.is_near(came))
        });
        let held = held.count() as u32;
        if held == 0 {
            return None;
        }
        Some((foretold(&self.row, rows[0])?, held))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(rows: &[&str], row: &str) -> Option<String> {
        let mut relations = Relations::default();
        for line in rows {
            line.split(' ').for_each(|field| relations.end(field.as_bytes()));
            relations.end_row();
        }
        row.split(' ').for_each(|field| relations.end(field.as_bytes()));
        relations.begin();
        relations.expected.map(|(field, _)| String::from_utf8(field).expect("digits"))
    }

    #[test]
    fn rates_sums_and_shares_are_expected() {
        let time_and_rate = ["1 20.00 300.00", "2 40.00 300.00", "3 30.00 600.00"];
        assert_eq!(expected(&time_and_rate, "4 32.00").as_deref(), Some("750.00"));
        assert_eq!(expected(&["1.5 2.2 3.7", "8.0 9.1 17.1", "1.1 2.2 3.3"], "0.5 0.2").as_deref(), Some("0.7"));
        assert_eq!(expected(&["10 40 25.0", "30 40 75.0", "1 8 12.5"], "3 10").as_deref(), Some("30.0"));
    }

    #[test]
    fn nothing_is_expected_of_unrelated_figures() {
        assert_eq!(expected(&["1 7 93", "2 55 11", "9 1 40"], "3 4"), None);
        assert_eq!(expected(&["1 2 3"], "1 2"), None);
        assert_eq!(expected(&["0 0 0", "0 0 0", "0 0 0"], "0 0").as_deref(), Some("0"));
    }
}

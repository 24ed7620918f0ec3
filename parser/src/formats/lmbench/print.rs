//! How `getsummary` prints a number, and what a printed one can stand for.
//!
//! Its function `num(value, width)`: at least 10^7 is divided by 10^6 and gets `M`, at least 10^4 by 10^3 and gets `K`, at
//! least 10 prints `%.1f`; all three are *cut* to the width (less one for the suffix). Below 10 prints `%.{width-2}f`,
//! below 0.001 `%.{width-6}e`, both rounded. Zero and less print blanks. Before 2001 it printed whole numbers (`%4d`,
//! cut; bandwidths `%.0f`, rounded).

use crate::lex::{self, Printed};

/// How a table's numbers were printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// By `num(value, width)`.
    Modern,
    /// Whole numbers, as first versions printed.
    Whole,
}

/// What the first versions did with the fraction of a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounding {
    /// `%.0f`
    Nearest,
    /// `%d`
    Cut,
}

/// A number read, in the table's unit: its value as printed and the half-open range `low..high` that prints so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Read {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// A number and the power of ten that its suffix stands for, for a token that is nothing else.
fn parts(text: &str) -> Option<(Printed<'_>, i32)> {
    let printed = lex::printed(text).filter(|p| p.number >= 0.0 && !p.digits.starts_with('+'))?;
    let power = match printed.rest {
        "" => 0,
        "K" => 3,
        "M" => 6,
        _ => return None,
    };
    Some((printed, power))
}

/// Whether a token is a number as LMBench prints it.
pub(super) fn is_value(text: &str) -> bool {
    parts(text).is_some()
}

impl Style {
    /// The style of a table by all its numbers: a whole number below 1000 is never printed by `num`.
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let (mut whole, mut pointed) = (0_usize, 0_usize);
        for (printed, power) in texts.filter_map(parts) {
            if printed.point {
                pointed += 1;
            } else if printed.number < 1000.0 && power == 0 {
                whole += 1;
            }
        }
        if whole > pointed { Self::Whole } else { Self::Modern }
    }
}

/// How far a printed number can be from what was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grain {
    /// As printed.
    Printed,
    /// The tool measured whole numbers, and the summary added `.0`.
    Whole,
    /// Some versions format the number one character wider than they print it, and cut it off there.
    Narrow,
}

/// Reads a number and its range, `thousands` more than printed.
pub(super) fn read(text: &str, style: Style, rounding: Rounding, grain: Grain, thousands: i32) -> Option<Read> {
    let (printed, power) = parts(text)?;
    let power = power + 3 * thousands;
    // In hundredths of the last printed digit.
    let (below, above) = if grain == Grain::Whole {
        (50 * 10_i64.pow(printed.decimals.min(9) as u32), 50 * 10_i64.pow(printed.decimals.min(9) as u32))
    } else if grain == Grain::Narrow && printed.decimals > 1 {
        (50, 95)
    } else if printed.decimals > 0 || printed.digits.contains(['e', 'E']) {
        (50, 50)
    } else if printed.point || (style == Style::Modern && printed.digits.len() >= 3) {
        // The digit after the point was cut off: 30. is 30.0 to 30.9 by rounding.
        (5, 95)
    } else if rounding == Rounding::Cut {
        (0, 100)
    } else {
        (50, 50)
    };
    let value = printed.moved(0, power);
    Some(Read { value, low: printed.moved(-below, power).max(0.0), high: printed.moved(above, power) })
}

/// Whether `num(value, width)` can print this text.
pub(super) fn fits(text: &str, width: usize) -> bool {
    let Some((printed, power)) = parts(text) else { return text == "-" };
    let room = if power > 0 { width.saturating_sub(1) } else { width };
    let length = printed.digits.len();
    if printed.digits.contains(['e', 'E']) {
        return length <= width;
    }
    if printed.number < 10.0 && power == 0 {
        return printed.decimals == width.saturating_sub(2);
    }
    // `%.1f` cut to the room: whole where it fits, else exactly as long as the room.
    if printed.decimals == 1 { length <= room } else { printed.decimals == 0 && length == room }
}

/// Whether a text is what `12.3K` becomes in a column that is formatted five wide and cut to four.
pub(super) fn may_have_lost_suffix(text: &str) -> bool {
    parts(text).is_some_and(|(p, power)| power == 0 && text.len() == 4 && p.number >= 10.0 && p.decimals == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> (f64, f64, f64) {
        let read = read(text, Style::Modern, Rounding::Cut, Grain::Printed, 0).expect("a number");
        (read.value, read.low, read.high)
    }

    #[test]
    fn a_cut_number_stands_for_all_that_print_so() {
        assert_eq!(range("30.K"), (30_000.0, 29_950.0, 30_950.0));
        assert_eq!(range("2014"), (2014.0, 2013.95, 2014.95));
        assert_eq!(range("909."), (909.0, 908.95, 909.95));
        assert_eq!(range("115."), (115.0, 114.95, 115.95));
        assert_eq!(range("41.5K"), (41_500.0, 41_450.0, 41_550.0));
        assert_eq!(range("1.44"), (1.44, 1.435, 1.445));
        assert_eq!(range("213.9"), (213.9, 213.85, 213.95));
        assert_eq!(range("0.0100"), (0.01, 0.00995, 0.01005));
    }

    #[test]
    fn whole_numbers_and_lost_suffixes_widen_the_range() {
        let read = |text, grain, thousands| {
            read(text, Style::Modern, Rounding::Cut, grain, thousands).map(|r| (r.value, r.low, r.high))
        };
        assert_eq!(read("18.0", Grain::Whole, 0), Some((18.0, 17.5, 18.5)));
        assert_eq!(read("2.00000", Grain::Whole, 0), Some((2.0, 1.5, 2.5)));
        assert_eq!(read("9.12", Grain::Narrow, 0), Some((9.12, 9.115, 9.1295)));
        assert_eq!(read("12.3", Grain::Printed, 1), Some((12_300.0, 12_250.0, 12_350.0)));
    }

    #[test]
    fn first_versions_printed_whole_numbers() {
        let texts = ["581", "230", "51", "299"];
        let style = Style::of(texts.into_iter());
        assert_eq!(style, Style::Whole);
        assert_eq!(
            read("581", style, Rounding::Nearest, Grain::Printed, 0),
            Some(Read { value: 581.0, low: 580.5, high: 581.5 })
        );
        assert_eq!(
            read("51", style, Rounding::Cut, Grain::Printed, 0),
            Some(Read { value: 51.0, low: 51.0, high: 52.0 })
        );
    }

    #[test]
    fn print_tells_the_width() {
        for (text, widths) in [
            ("909.", &[4][..]),
            ("1194", &[4]),
            ("248.3", &[5, 6, 7]),
            ("72.0", &[4, 5, 6, 7]),
            ("5.260", &[5]),
            ("1.44", &[4]),
            ("30.K", &[4]),
            ("41.5K", &[5, 6, 7]),
            ("9.10000", &[7]),
        ] {
            let found: Vec<usize> = (4..=7).filter(|&width| fits(text, width)).collect();
            assert_eq!(found, widths, "{text}");
        }
    }

    #[test]
    fn other_words_are_no_numbers() {
        for text in ["No", "2.4.19-", "-", "12x", "1..2", "-3", "+3"] {
            assert!(!is_value(text), "{text}");
        }
    }
}

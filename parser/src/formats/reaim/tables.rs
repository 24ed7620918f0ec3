//! The multiuser tables: their headers, columns and rows.

use crate::mail::Token;
use crate::measurement::Role::{Component, Context, Derived, Primary, Quality};
use crate::reading::emit::{Quantity, decimals, is_whole};
use crate::unit::Better::{Higher, Lower, Unknown};

/// How a column prints its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Print {
    /// A share of at most 100, whole.
    Percent,
    /// With so many decimals.
    Decimals(usize),
}

impl Print {
    fn fits(self, text: &str) -> bool {
        match self {
            Self::Percent => is_whole(text) && text.parse::<u32>().is_ok_and(|percent| percent <= 100),
            Self::Decimals(places) => decimals(text) == Some(places),
        }
    }
}

/// A table of load points.
#[derive(Debug, PartialEq)]
pub(super) struct Table {
    /// The parameter that the first number of a row is.
    pub(super) load: &'static str,
    /// The section where the post names none.
    pub(super) section: &'static str,
    /// The columns after the load, and how each prints.
    pub(super) columns: &'static [(Quantity, Print)],
    /// How many columns at the end a row may lack: the tool did not print them, or a mailer lost them.
    pub(super) optional: usize,
    /// Whether words may follow the numbers of a row: a date.
    pub(super) dated: bool,
    /// The words of the header lines; a line of the header is one of these, or its beginning.
    headers: &'static [&'static str],
}

/// `printf("%-8d%-8.2f %-7.2f %-7.2f %-10.2f %-10.2f %-8.2f %-8.2f %-4d \n", ...)`
const REAIM: Table = Table {
    load: "forked",
    section: "REAIM",
    columns: &[
        (Quantity::new("Parent Time", "s", Lower, Primary), Print::Decimals(2)),
        (Quantity::new("Child SysTime", "s", Lower, Component), Print::Decimals(2)),
        (Quantity::new("Child UTime", "s", Lower, Component), Print::Decimals(2)),
        (Quantity::new("Jobs per Minute", "jobs/min", Higher, Derived), Print::Decimals(2)),
        (Quantity::new("Jobs/min/Child", "jobs/min/child", Higher, Derived), Print::Decimals(2)),
        (Quantity::new("Std_dev Time", "s", Lower, Quality), Print::Decimals(2)),
        (Quantity::new("Std_dev Percent", "%", Lower, Quality), Print::Decimals(2)),
        (Quantity::new("JTI", "%", Higher, Quality), Print::Percent),
    ],
    optional: 1,
    dated: false,
    headers: &[
        "Num Parent Child Child Jobs per Jobs/min/ Std_dev Std_dev JTI",
        "Forked Time SysTime UTime Minute Child Time Percent",
    ],
};

/// What AIM7 shows while it runs: `"%5d %11.2f  %3d  %14.4f  %8.2f  %8.2f   %s"`, the last a date.
const AIM7: Table = Table {
    load: "tasks",
    section: "AIM7",
    columns: &[
        (Quantity::new("jobs/min", "jobs/min", Higher, Derived), Print::Decimals(2)),
        (Quantity::new("jti", "%", Higher, Quality), Print::Percent),
        (Quantity::new("jobs/min/task", "jobs/min/task", Higher, Derived), Print::Decimals(4)),
        (Quantity::new("real", "s", Lower, Primary), Print::Decimals(2)),
        (Quantity::new("cpu", "s", Lower, Component), Print::Decimals(2)),
    ],
    optional: 0,
    dated: true,
    headers: &["Tasks jobs/min jti jobs/min/task real cpu"],
};

/// What AIM7 leaves in `suite7.ss`; some versions add the last three columns.
const AIM7_SHEET: Table = Table {
    load: "tasks",
    section: "AIM7",
    columns: &[
        (Quantity::new("Jobs/Min", "jobs/min", Higher, Derived), Print::Decimals(1)),
        (Quantity::new("JTI", "%", Higher, Quality), Print::Percent),
        (Quantity::new("Real", "s", Lower, Primary), Print::Decimals(1)),
        (Quantity::new("CPU", "s", Lower, Component), Print::Decimals(1)),
        (Quantity::new("Jobs/sec/task", "jobs/s/task", Higher, Derived), Print::Decimals(4)),
        (Quantity::new("user", "s", Lower, Component), Print::Decimals(1)),
        (Quantity::new("sys", "s", Lower, Component), Print::Decimals(1)),
        (Quantity::new("idle/wait", "s", Unknown, Context), Print::Decimals(1)),
    ],
    optional: 3,
    dated: false,
    headers: &[
        "Tasks Jobs/Min JTI Real CPU Jobs/sec/task",
        "Tasks Jobs/Min JTI Real CPU J/S/T user sys idle/wait",
        "Tasks Jobs/Min JTI Real CPU Jobs/sec/task user sys idle/wait",
    ],
};

const TABLES: [&Table; 3] = [&REAIM, &AIM7, &AIM7_SHEET];

impl Table {
    /// The table that a line is a header of, given its words.
    pub(super) fn headed(words: &[Token<'_>]) -> Option<&'static Self> {
        let first = words.first()?.text;
        if !["Num", "Forked", "Tasks"].contains(&first) {
            return None;
        }
        TABLES.into_iter().find(|table| table.headers.iter().any(|header| begins(words, header)))
    }

    /// How many words from the start of a line are its header: all of it, or the first part where a text lost its line
    /// ends.
    pub(super) fn header_words(&self, words: &[Token<'_>]) -> usize {
        let lengths = self.headers.iter().filter(|header| begins(words, header)).map(|h| h.split(' ').count());
        lengths.max().unwrap_or(0)
    }

    /// How many of a row's values stand in some words, from the first on: those before the first that its column cannot
    /// have printed.
    pub(super) fn fitting(&self, values: &[Token<'_>]) -> usize {
        self.columns.iter().zip(values).take_while(|((_, print), token)| print.fits(token.text)).count()
    }

    /// Whether so many values are a row.
    pub(super) fn is_complete(&self, values: usize) -> bool {
        values <= self.columns.len() && values + self.optional >= self.columns.len()
    }

    /// The table that a line is a row of, by its print alone, and how many values it has. `row = load 1*value [date]`
    pub(super) fn with_row(words: &[Token<'_>]) -> Option<(&'static Self, usize)> {
        let (load, values) = words.split_first()?;
        if !is_whole(load.text) {
            return None;
        }
        TABLES.into_iter().find_map(|table| {
            let fitting = table.fitting(values);
            (table.is_complete(fitting) && (table.dated || !more_figures(values, fitting))).then_some((table, fitting))
        })
    }

    /// Whether some words begin with all of a row; those behind may be of the next one.
    pub(super) fn begins_row(words: &[Token<'_>]) -> bool {
        let row = words.split_first().filter(|(load, _)| is_whole(load.text));
        row.is_some_and(|(_, values)| TABLES.into_iter().any(|table| table.is_complete(table.fitting(values))))
    }

    /// The table of which a line is the beginning of a row whose end a mailer put on the next line, and how many values
    /// there are on each.
    pub(super) fn with_wrapped_row(words: &[Token<'_>], next: &[Token<'_>]) -> Option<(&'static Self, usize, usize)> {
        const FEWEST: usize = 3;
        let (load, values) = words.split_first()?;
        if !is_whole(load.text) || values.len() < FEWEST {
            return None;
        }
        TABLES.into_iter().find_map(|table| {
            let here = table.fitting(values);
            let there = table.continued(here, next)?;
            (here == values.len()).then_some((table, here, there))
        })
    }

    /// How many words of a line are the rest of a row that has so many values already.
    fn continued(&self, values: usize, next: &[Token<'_>]) -> Option<usize> {
        let wanted = self.columns.len().saturating_sub(self.optional).max(values + 1) - values;
        let prints = self.columns.iter().skip(values).map(|(_, print)| print);
        let fitting = prints.zip(next).take_while(|(print, token)| print.fits(token.text)).count();
        (fitting >= wanted && (self.dated || fitting == next.len())).then_some(fitting)
    }
}

/// Whether a figure follows the first so many words: then these are not all of a row.
fn more_figures(words: &[Token<'_>], count: usize) -> bool {
    words.get(count).is_some_and(|token| is_whole(token.text) || decimals(token.text).is_some())
}

/// Whether some words begin with those of a header.
fn begins(words: &[Token<'_>], header: &str) -> bool {
    let mut words = words.iter();
    header.split(' ').all(|word| words.next().is_some_and(|token| token.text == word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::Document;
    use crate::{Source, SourceId};

    fn with_words<T>(text: &str, f: impl Fn(&[Token<'_>]) -> T) -> T {
        let source = Source::unnamed(text);
        f(&Document::new(SourceId(0), &source).tokens(0))
    }

    fn row(text: &str) -> Option<(&'static str, usize)> {
        with_words(text, |words| Table::with_row(words).map(|(table, values)| (table.section, values)))
    }

    #[test]
    fn rows_are_known_by_their_print() {
        assert_eq!(row("2 33.16 10.19 9.13 351.03 175.51 0.30 0.90 99"), Some(("REAIM", 8)));
        assert_eq!(row("2 33.16 10.19 9.13 351.03 175.51 0.30 0.90"), Some(("REAIM", 7)));
        assert_eq!(row("  100   138664.20   92      1386.6420      4.33    106.04   Fri Jun 24"), Some(("AIM7", 5)));
        assert_eq!(row("500\t5594.3\t\t95\t520.2\t3625.1\t0.1865\t671.0\t2964.7\t525.7"), Some(("AIM7", 8)));
        assert_eq!(row("1\t98.9\t\t100\t58.9\t1.3\t1.6482"), Some(("AIM7", 5)));
        assert_eq!(row("2 33.16 10.19 9.13 351.03 175.51 0.30 0.90 990"), None);
        assert_eq!(row("2 33.16 10.19 9.13"), None);
        assert_eq!(row("two 33.16 10.19 9.13 351.03 175.51 0.30 0.90 99"), None);
    }

    #[test]
    fn the_end_of_a_row_may_stand_on_the_next_line() {
        let wrapped = |text: &str, next: &str| {
            with_words(text, |words| {
                with_words(next, |next| Table::with_wrapped_row(words, next).map(|(_, here, there)| (here, there)))
            })
        };
        let row = "2 33.16 10.19 9.13 351.03 175.51 0.30 0.90";
        assert_eq!(wrapped(row, "99"), Some((7, 1)));
        assert_eq!(wrapped(row, "3 37.01 14.71"), None);
        assert_eq!(wrapped(row, "990"), None);
        assert_eq!(wrapped("2 33.16 10.19 9.13 351.03 175.51", "0.30 0.90 99"), Some((5, 3)));
        assert_eq!(wrapped("2 33.16 10.19 9.13 351.03 175.51", "0.30 99"), None);
        assert_eq!(wrapped("2 33.16 10.19 9.13", ""), None);
    }
}

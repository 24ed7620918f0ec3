//! Rows of `perf stat -x`: fields that a mark parts.
//!
//! ```text
//! 1.000108923,2034.12,msec,task-clock,2034120000,100.00,2.034,CPUs utilized
//! 4167825362,,cycles,0.12%,2034110000,100.00,2.05,GHz
//! S0;8;4167825362;;cycles;2034110000;100.00;;
//! ```
//!
//! Source: `print_metric_csv` and `abs_printout` of `tools/perf/util/stat-display.c`, and the section "CSV FORMAT" of
//! `perf-stat.txt`: time, socket or core and how many, value, unit, event, standard error, time counted and its share, metric.

use super::{UNITS, is_name, is_since};
use crate::lex;
use crate::reading::emit::is_whole;

/// What parts the fields.
const MARKS: &[char] = &[',', ';', '\t', '|', ':'];

/// A row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fields<'t> {
    /// The count, or what is printed where there is none.
    pub(super) value: &'t str,
    pub(super) unit: &'t str,
    pub(super) event: &'t str,
    /// The standard error in percent.
    pub(super) percent: Option<f64>,
}

impl<'t> Fields<'t> {
    /// The row that a line is.
    pub(super) fn of(text: &'t str) -> Option<Self> {
        if !text.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '<' || c.is_ascii_uppercase()) {
            return None;
        }
        MARKS.iter().filter(|mark| text.matches(**mark).count() >= 4).find_map(|mark| Self::parted(text, *mark))
    }

    fn parted(text: &'t str, mark: char) -> Option<Self> {
        let fields: Vec<&str> = text.split(mark).map(str::trim).collect();
        let mut rest = fields.as_slice();
        if rest.first().is_some_and(|field| is_since(field)) {
            rest = rest.get(1..)?;
        }
        if rest.first().is_some_and(|field| is_place(field)) {
            // Where several were put together, how many.
            let counted = rest.get(4).is_some_and(|event| is_name(event)) && rest.get(1).is_some_and(|n| is_whole(n));
            rest = rest.get(if counted { 2 } else { 1 }..)?;
        }
        let [value, unit, event, rest @ ..] = rest else { return None };
        let percent = rest.first().and_then(|field| field.strip_suffix('%')).and_then(lex::printed).map(|p| p.number);
        let counted = rest.get(usize::from(percent.is_some())..)?;
        let [time, share, ..] = counted else { return None };
        let number = |text: &str| lex::printed(text).is_some_and(|p| p.rest.is_empty() && p.number >= 0.0);
        let sound = (number(value) || value.starts_with("<not "))
            && (unit.is_empty() || UNITS.contains(&unit.to_lowercase().as_str()))
            && is_name(event)
            && is_whole(time)
            && number(share);
        sound.then_some(Self { value, unit, event, percent })
    }
}

/// Whether a field names a part of the machine: `S0`, `S0-D0-C1`, `CPU3`, `N0`.
fn is_place(field: &str) -> bool {
    let rest = field.trim_start_matches(|c: char| c.is_ascii_uppercase());
    rest.len() < field.len() && rest.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_parted_by_any_mark() {
        let shown = |text| Fields::of(text).map(|f| (f.value, f.unit, f.event, f.percent));
        assert_eq!(
            shown("     1.000108923,2034.12,msec,task-clock,2034120000,100.00,2.034,CPUs utilized"),
            Some(("2034.12", "msec", "task-clock", None))
        );
        assert_eq!(
            shown("4167825362,,cycles,0.12%,2034110000,100.00,,"),
            Some(("4167825362", "", "cycles", Some(0.12)))
        );
        assert_eq!(shown("S0;8;4167825362;;cycles:u;2034110000;100.00;;"), Some(("4167825362", "", "cycles:u", None)));
        assert_eq!(shown("<not counted>,,LLC-loads,0,0.00,,"), Some(("<not counted>", "", "LLC-loads", None)));
        for text in ["a,b,c,1,2", "1,2,3,4,5,6", "1,,x", "1,533436,96.87,498000,96.85,533436"] {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}

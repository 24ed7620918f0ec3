//! Which metrics are counted for the outcome.
//!
//! Primary ones with a direction. The parts of an elapsed time are not counted beside it. Of several statistics of one quantity the centre is counted, not the extremes beside it:
//! a minimum and a maximum grow with the number of samples and say least of all how a setting fares. Where the worst case
//! is what a tool is for, it is counted. What was computed from other figures counts where these are not in the post.

use std::collections::{BTreeMap, BTreeSet};

use benchnote_parser::{Better, Role};

use crate::choices::MetricChoice;
use crate::report::MetricRow;

/// Tools for which the worst case is what counts.
const WORST_CASE: [&str; 3] = ["xenomai", "cyclictest", "rtla"];
/// Words for an extreme.
const EXTREMES: [&str; 8] = ["min", "minimum", "max", "maximum", "fastest", "slowest", "lowest", "highest"];
/// Words for a part of an elapsed time, and words that may stand beside them.
const PARTS: [&str; 4] = ["user", "usr", "sys", "system"];
const BESIDE_PARTS: [&str; 4] = ["time", "cpu", "seconds", "s"];
/// Words for the whole of an elapsed time.
const WHOLES: [&str; 8] = ["real", "elapsed", "wall", "total", "wallclock", "time", "mean", "runtime"];
/// Words for a centre.
const CENTRES: [&str; 6] = ["avg", "average", "mean", "med", "median", "p50"];

/// What the statistics of one quantity have in common: section, unit and parameters.
type Block<'m> = (&'m str, &'m str, &'m BTreeMap<String, String>);

/// Marks the metrics that are counted, with the directions and exceptions that the user chose.
pub(crate) fn mark(metrics: &mut [MetricRow], choices: &[MetricChoice]) {
    let chosen = |row: &MetricRow| -> Vec<&MetricChoice> {
        let fits = |choice: &&MetricChoice| {
            [&row.name, &row.stem, &row.full_name].contains(&&choice.name)
                && choice.section.as_ref().is_none_or(|section| *section == row.section)
        };
        choices.iter().filter(fits).collect()
    };
    for row in metrics.iter_mut() {
        row.better = chosen(row).into_iter().rev().find_map(|choice| choice.better).unwrap_or(row.better);
    }
    let only_derived = metrics.iter().all(|row| !matches!(row.role, Role::Primary | Role::Component));
    let mut centres: BTreeMap<Block<'_>, Centres> = BTreeMap::new();
    for row in metrics.iter().filter(|row| row.role == Role::Primary) {
        let (stem, statistic) = statistic(&row.name);
        let of_block = centres.entry(block(row)).or_default();
        of_block.any |= !EXTREMES.contains(&statistic.as_str());
        if CENTRES.contains(&statistic.as_str()) {
            of_block.stems.insert(stem);
        }
        let names_whole = words(&row.name).iter().any(|word| WHOLES.contains(&word.as_str()));
        of_block.whole |= row.unit.is_time() && names_whole && !is_part(&row.name);
    }
    let beside = |row: &MetricRow, of: &Centres| is_extreme_beside(row, of) || of.whole && is_part(&row.name);
    let besides: Vec<bool> =
        metrics.iter().map(|row| centres.get(&block(row)).is_some_and(|of| beside(row, of))).collect();
    for (row, beside) in metrics.iter_mut().zip(besides) {
        let role = row.role == Role::Primary || only_derived && row.role == Role::Derived;
        let said = chosen(row).into_iter().rev().find_map(|choice| choice.counted);
        row.counted = said.unwrap_or(role && !beside) && row.better != Better::Unknown;
    }
}

fn block(row: &MetricRow) -> Block<'_> {
    (&row.section, &row.unit.symbol, &row.params)
}

/// What a block has beside extremes.
#[derive(Default)]
struct Centres {
    /// The names of what it has centres of.
    stems: BTreeSet<String>,
    /// Whether it has anything.
    any: bool,
    /// Whether it has an elapsed time.
    whole: bool,
}

/// Whether a name is that of a part of an elapsed time: `user`, `system CPU time`.
fn is_part(name: &str) -> bool {
    let words = words(name);
    let part = |word: &String| PARTS.contains(&word.as_str());
    words.iter().any(part) && words.iter().all(|word| part(word) || BESIDE_PARTS.contains(&word.as_str()))
}

/// Whether a name is that of a least or a greatest value.
pub(crate) fn names_an_extreme(name: &str) -> bool {
    words(name).iter().any(|word| EXTREMES.contains(&word.as_str()))
}

/// Whether a metric is of a tool for which the worst case is what counts.
pub(crate) fn is_of_the_worst_case(row: &MetricRow) -> bool {
    WORST_CASE.contains(&row.format.as_str())
}

/// Whether a metric is an extreme whose centre stands beside it. A bare `min` is that of whatever else is there in this
/// unit: `time`, `95th percentile`.
fn is_extreme_beside(row: &MetricRow, centres: &Centres) -> bool {
    let (stem, statistic) = statistic(&row.name);
    let extreme = row.role == Role::Primary && EXTREMES.contains(&statistic.as_str());
    extreme && !is_of_the_worst_case(row) && (centres.stems.contains(&stem) || stem.is_empty() && centres.any)
}

/// The words of a name, in small letters.
fn words(name: &str) -> Vec<String> {
    let split = name.split(|c: char| !(c.is_alphanumeric() || c == '%' || c == '.'));
    split.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// A name's words without the one that tells the statistic, and that one; empty where there is none.
fn statistic(name: &str) -> (String, String) {
    let mut words = words(name);
    let known = |word: &String| EXTREMES.contains(&word.as_str()) || CENTRES.contains(&word.as_str());
    let statistic = words.iter().position(known).map(|at| words.remove(at)).unwrap_or_default();
    (words.join(" "), statistic)
}

#[cfg(test)]
mod tests {
    use benchnote_parser::Unit;

    use super::*;

    fn rows(format: &str, names: &[&str]) -> Vec<MetricRow> {
        let row = |name: &&str| MetricRow {
            section: String::new(),
            name: (*name).to_owned(),
            stem: String::new(),
            full_name: String::new(),
            params: std::collections::BTreeMap::new(),
            unit: Unit::named("ms").unwrap_or_default(),
            better: Better::Lower,
            role: Role::Primary,
            format: format.to_owned(),
            counted: false,
            guessed: false,
            samples: Vec::new(),
        };
        names.iter().map(row).collect()
    }

    fn counted(format: &str, names: &[&str]) -> Vec<bool> {
        let mut metrics = rows(format, names);
        mark(&mut metrics, &[]);
        metrics.iter().map(|row| row.counted).collect()
    }

    #[test]
    fn the_user_has_the_last_word() {
        let choice = |counted, better| MetricChoice { section: None, name: "max".to_owned(), better, counted };
        let mut rows = rows("grid", &["avg", "max"]);
        mark(&mut rows, &[choice(Some(true), Some(Better::Higher))]);
        assert_eq!((rows[1].counted, rows[1].better, rows[0].better), (true, Better::Higher, Better::Lower));
        mark(&mut rows, &[choice(Some(true), Some(Better::Unknown))]);
        assert!(!rows[1].counted, "what has no direction can't be counted");
    }

    #[test]
    fn extremes_count_only_where_they_stand_alone_or_are_the_point() {
        assert_eq!(counted("grid", &["min", "avg", "max", "95th percentile"]), [false, true, false, true]);
        assert_eq!(counted("hyperfine", &["time", "min", "max"]), [true, false, false]);
        assert_eq!(counted("grid", &["lat max", "lat avg", "latency max"]), [false, true, true]);
        assert_eq!(counted("cyclictest", &["Min", "Avg", "Max"]), [true, true, true]);
        assert_eq!(counted("tbench", &["max_latency"]), [true]);
    }

    #[test]
    fn parts_of_an_elapsed_time_do_not_count_beside_it() {
        assert_eq!(counted("grid", &["Elapsed Time", "User Time", "System Time"]), [true, false, false]);
        assert_eq!(counted("grid", &["mean", "user CPU time", "system CPU time"]), [true, false, false]);
        assert_eq!(counted("grid", &["user", "sys"]), [true, true], "where nothing else was measured they count");
        assert_eq!(counted("grid", &["real", "user login"]), [true, true]);
    }
}

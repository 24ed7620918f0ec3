//! How figures are written: no more digits than they carry, and changes in plain words.

use benchnote_parser::{Better, Dimension};

use crate::report::MetricRow;

/// From this ratio on a change is told as a multiple: `1.9 times the throughput`.
const MULTIPLE_FROM: f64 = 1.8;

/// A blank at which no line breaks.
const TIE: char = '\u{a0}';

/// A share in percent: `14 %`, `4.2 %`, `0.07 %`, with a blank that does not break.
pub(super) fn percent(share: f64) -> String {
    let percent = (share * 100.0).abs();
    let digits = if percent >= 9.95 {
        0
    } else if percent >= 0.95 {
        1
    } else {
        2
    };
    format!("{percent:.digits$}{TIE}%")
}

/// How far a mean of ratios lies from 1: `8.0 %`, `2.3 times`; from a factor of at least 1.
pub(super) fn factor(factor: f64) -> String {
    if factor >= MULTIPLE_FROM { format!("{factor:.1}{TIE}times") } else { percent(factor - 1.0) }
}

/// A share in words, as near as a figure of its kind can be trusted: `about two thirds`.
pub(super) fn share_in_words(share: f64) -> String {
    const WORDS: [(f64, &str); 7] = [
        (0.0, "next to nothing"),
        (0.25, "about a quarter"),
        (1.0 / 3.0, "about a third"),
        (0.5, "about half"),
        (2.0 / 3.0, "about two thirds"),
        (0.75, "about three quarters"),
        (1.0, "nearly all"),
    ];
    let nearest = WORDS.iter().min_by(|a, b| (a.0 - share).abs().total_cmp(&(b.0 - share).abs()));
    match nearest {
        Some((of, words)) if (of - share).abs() <= 0.06 => (*words).to_owned(),
        _ => format!("about {:.0}{TIE}%", share * 100.0),
    }
}

/// The least and the greatest of some shares: `61 to 70 %`.
pub(super) fn shares(least: f64, most: f64) -> String {
    let (least, most) = (format!("{:.0}", least * 100.0), format!("{:.0}", most * 100.0));
    if least == most { format!("{most}{TIE}%") } else { format!("{least} to {most}{TIE}%") }
}

/// The bounds of a mean of ratios: `7.1 to 8.9 % better`, `0.5 % worse to 2.0 % better`.
pub(super) fn mean_bounds(low: f64, high: f64) -> String {
    let told = |ratio: f64| factor(if ratio >= 1.0 { ratio } else { 1.0 / ratio });
    let way = |ratio: f64| if ratio >= 1.0 { "better" } else { "worse" };
    if way(low) != way(high) {
        return format!("{} worse to {} better", told(low), told(high));
    }
    let (near, far) = if low >= 1.0 { (told(low), told(high)) } else { (told(high), told(low)) };
    if near == far {
        return format!("{far} {}", way(low));
    }
    let unit = |told: &str| told.split_once(TIE).map(|(_, unit)| unit.to_owned());
    let number = if unit(&near) == unit(&far) { near.split(TIE).next().unwrap_or_default() } else { near.as_str() };
    format!("{number} to {far} {}", way(low))
}

/// A threshold or a confidence, in percent: `2 %`, `0.5 %`.
pub(super) fn round_percent(share: f64) -> String {
    format!("{}{TIE}%", trimmed(share * 100.0, 1))
}

/// A number with at most so many decimals, without zeros at the end of them.
pub(crate) fn trimmed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A probability: `0.10`, `0.029`, `0.0003`; below 0.0001 as that.
pub(super) fn probability(p: f64) -> String {
    match p {
        p if p < 0.0001 => "below 0.0001".to_owned(),
        p if p < 0.001 => format!("{p:.4}"),
        p if p < 0.0995 => format!("{p:.3}"),
        p => format!("{p:.2}"),
    }
}

/// A whole number with its thousands set apart: `10,000`.
pub(super) fn whole(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count in words up to twelve: `three`.
pub(super) fn in_words(number: usize) -> String {
    const WORDS: [&str; 13] =
        ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(number).map_or_else(|| whole(number), |word| (*word).to_owned())
}

/// `fourth`
pub(super) fn ordinal(number: usize) -> String {
    const WORDS: [&str; 11] =
        ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    WORDS.get(number).filter(|w| !w.is_empty()).map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
}

/// The contender's value over the baseline's, from a ratio that is above 1 where the contender is better.
pub(super) fn raw_ratio(row: &MetricRow, ratio: f64) -> f64 {
    if row.better == Better::Lower { 1.0 / ratio } else { ratio }
}

/// Below this ratio a reduction is told with more digits: of 97 % and 98 % one leaves half as much again.
const NEARLY_ALL: f64 = 0.05;

/// A reduction to almost nothing, with two digits of what is left: `97.4 %`, `99.87 %`.
fn nearly_all(raw: f64) -> String {
    let digits = if raw < 0.0095 { 2 } else { 1 };
    format!("{:.digits$}{TIE}%", 100.0 - raw * 100.0)
}

/// What there is more or less of.
fn noun(row: &MetricRow) -> Option<&'static str> {
    match row.unit.dimension {
        Dimension::Time(_) => Some("time"),
        Dimension::DataRate(_) | Dimension::Rate(_) => Some("throughput"),
        _ => None,
    }
}

/// A change in words: `14 % less time`, `1.9 times the throughput`, `3.0 % higher`.
pub(super) fn change(row: &MetricRow, ratio: f64) -> String {
    let raw = raw_ratio(row, ratio);
    if raw == 1.0 {
        return "no change".to_owned();
    }
    if raw >= MULTIPLE_FROM {
        let times = if raw < 10.0 { format!("{raw:.1}") } else { format!("{raw:.0}") };
        return match noun(row) {
            Some(noun) => format!("{times} times the {noun}"),
            None => format!("{times} times as much"),
        };
    }
    let share = if raw < NEARLY_ALL { nearly_all(raw) } else { percent(raw - 1.0) };
    match (noun(row), raw < 1.0) {
        (Some(noun), true) => format!("{share} less {noun}"),
        (Some(noun), false) => format!("{share} more {noun}"),
        (None, true) => format!("{share} lower"),
        (None, false) => format!("{share} higher"),
    }
}

/// Several changes of one kind in words: `4.0 to 9.1 % less time`, `2.2 to 2.8 times the time`.
pub(super) fn changes(row: &MetricRow, ratios: &[f64]) -> String {
    let mut raw: Vec<f64> = ratios.iter().map(|&ratio| raw_ratio(row, ratio)).collect();
    // The smallest change first.
    raw.sort_by(|a, b| libm::log(*a).abs().total_cmp(&libm::log(*b).abs()));
    let Some((&least, &most)) = raw.first().zip(raw.last()) else { return String::new() };
    let told = |raw: f64| change(row, if row.better == Better::Lower { 1.0 / raw } else { raw });
    let (near, far) = (told(least), told(most));
    // The words behind the number, which both have where they are of one kind.
    let words = |told: &str| told.split_once([' ', TIE]).map(|(_, words)| words.to_owned());
    let one_way = (least > 1.0) == (most > 1.0);
    match (near == far, words(&near) == words(&far) && one_way, near.split_once([' ', TIE])) {
        (true, ..) => far,
        (false, true, Some((number, _))) => format!("{number} to {far}"),
        _ => format!("{near} to {far}"),
    }
}

/// The bounds of a change: `12 to 15 %`, or both in words where they differ in direction.
pub(super) fn bounds(row: &MetricRow, low: f64, high: f64) -> String {
    let (one, other) = (raw_ratio(row, low), raw_ratio(row, high));
    let (least, most) = (one.min(other), one.max(other));
    if !(least.is_finite() && most.is_finite()) {
        return String::new();
    }
    let side = |raw: f64| {
        if raw < 1.0 { format!("{} less", percent(raw - 1.0)) } else { format!("{} more", percent(raw - 1.0)) }
    };
    if least >= MULTIPLE_FROM {
        let (least, most) = (format!("{least:.1}"), format!("{most:.1}"));
        return if least == most { String::new() } else { format!("{least} to {most} times") };
    }
    if most <= 1.0 || least >= 1.0 && most < MULTIPLE_FROM {
        let (near, far) = if most <= 1.0 { (most, least) } else { (least, most) };
        let (near, far) = (percent(near - 1.0), percent(far - 1.0));
        // Bounds that print alike say no more than the change itself.
        return if near == far { String::new() } else { format!("{} to {far}", near.trim_end_matches([TIE, '%'])) };
    }
    format!("{} to {}", side(least), side(most))
}

#[cfg(test)]
mod tests {
    use benchnote_parser::{Role, Unit};

    use super::*;

    fn row(better: Better, unit: &str) -> MetricRow {
        MetricRow {
            section: String::new(),
            name: String::new(),
            stem: String::new(),
            full_name: String::new(),
            params: std::collections::BTreeMap::new(),
            unit: Unit::named(unit).unwrap_or_default(),
            better,
            role: Role::Primary,
            format: String::new(),
            counted: true,
            guessed: false,
            samples: Vec::new(),
        }
    }

    #[test]
    fn changes_are_told_in_plain_words() {
        let time = row(Better::Lower, "us");
        assert_eq!(change(&time, 2059.0 / 1768.0), "14\u{a0}% less time");
        assert_eq!(change(&time, 1.0 / 1.0007), "0.07\u{a0}% more time");
        assert_eq!(change(&time, 0.25), "4.0 times the time");
        assert_eq!(change(&time, 1311.0 / 34.0), "97.4\u{a0}% less time");
        assert_eq!(change(&time, 1000.0), "99.90\u{a0}% less time");
        let rate = row(Better::Higher, "MB/s");
        assert_eq!(change(&rate, 1.9), "1.9 times the throughput");
        assert_eq!(change(&rate, 0.958), "4.2\u{a0}% less throughput");
        assert_eq!(change(&row(Better::Higher, ""), 1.03), "3.0\u{a0}% higher");
    }

    #[test]
    fn changes_of_one_kind_are_told_as_a_range() {
        let time = row(Better::Lower, "s");
        assert_eq!(changes(&time, &[1.0 / 0.91, 1.0 / 0.96]), "4.0 to 9.0\u{a0}% less time");
        assert_eq!(changes(&time, &[1.0 / 2.8, 1.0 / 2.2]), "2.2 to 2.8 times the time");
        assert_eq!(changes(&time, &[1.0 / 1.2, 1.0 / 2.2]), "20\u{a0}% more time to 2.2 times the time");
        assert_eq!(changes(&time, &[0.8, 0.8]), "25\u{a0}% more time");
        assert_eq!(changes(&time, &[]), "");
    }

    #[test]
    fn bounds_name_their_direction_where_they_differ() {
        let time = row(Better::Lower, "us");
        assert_eq!(bounds(&time, 1.1, 1.25), "9.1 to 20\u{a0}%");
        assert_eq!(bounds(&time, 0.98, 1.25), "20\u{a0}% less to 2.0\u{a0}% more");
        assert_eq!(bounds(&row(Better::Higher, "MB/s"), 2.0, 2.5), "2.0 to 2.5 times");
    }

    #[test]
    fn numbers_carry_no_more_digits_than_they_have() {
        assert_eq!(probability(0.1), "0.10");
        assert_eq!(probability(2.0 / 70.0), "0.029");
        assert_eq!((share_in_words(0.67), share_in_words(0.42)), ("about two thirds".into(), "about 42\u{a0}%".into()));
        assert_eq!(mean_bounds(1.071, 1.089), "7.1 to 8.9\u{a0}% better");
        assert_eq!(mean_bounds(0.995, 1.02), "0.50\u{a0}% worse to 2.0\u{a0}% better");
        assert_eq!(mean_bounds(0.8, 0.9), "11 to 25\u{a0}% worse");
        assert_eq!(shares(0.616, 0.7), "62 to 70\u{a0}%");
        assert_eq!(whole(10_000), "10,000");
        assert_eq!(trimmed(30.50, 2), "30.5");
        assert_eq!((in_words(0), in_words(6), in_words(13)), ("none".into(), "six".into(), "13".into()));
    }
}

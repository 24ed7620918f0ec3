//! A row of a report: a value for every commit, the changes between, and the metric behind them.

use std::ops::Range;

use crate::lex;
use crate::mail::Document;
use crate::reading::joined::Joined;

/// A row is wrapped to at most this many lines.
const MOST_LINES: usize = 4;
/// A longer line is no row.
const LONGEST: usize = 600;

/// What stands before an error; archives have other characters for the sign.
const SIGNS: &[&str] = &["±", "A+-", "+-", "+/-", "\u{fffd}\u{fffd}", "\u{fffd}", "?", "Â±"];

/// A value with the percentage behind `±`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Value {
    pub(super) number: Range<usize>,
    pub(super) figure: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) spread: Option<f64>,
}

/// A row with the lines it was wrapped to.
#[derive(Clone, Debug)]
pub(super) struct Row<'d> {
    pub(super) joined: Joined<'d>,
    pub(super) values: Vec<Value>,
    pub(super) metric: String,
    pub(super) end: usize,
}

impl<'d> Row<'d> {
    /// The row that starts at a line.
    pub(super) fn at(document: &'d Document<'_>, line: usize) -> Option<Self> {
        let text = document.text(line);
        let begins = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
        if !begins || text.len() > LONGEST || !text.split_whitespace().all(is_part) {
            return None;
        }
        let mut joined = Joined::line(document, line);
        for _ in 0..MOST_LINES {
            if let Some((values, metric)) = read(&joined) {
                let end = joined.last() + 1;
                return Some(Self { metric: metric.to_owned(), values, end, joined });
            }
            if joined.text().split(' ').any(is_metric) || !joined.go_on(document) {
                return None;
            }
        }
        None
    }
}

/// Whether a word can stand in a row: a number, a change, a sign of error or a metric.
fn is_part(word: &str) -> bool {
    let number = |word: &str| lex::printed(word).is_some_and(|p| matches!(p.rest, "" | "%"));
    number(word)
        || is_metric(word)
        || SIGNS.iter().any(|sign| word.strip_prefix(sign).is_some_and(|rest| rest.is_empty() || number(rest)))
}

/// `row = value 1*([change] value) metric`
fn read<'j>(joined: &'j Joined<'_>) -> Option<(Vec<Value>, &'j str)> {
    let words: Vec<&str> = joined.text().split(' ').collect();
    let (&metric, words) = words.split_last()?;
    if !is_metric(metric) {
        return None;
    }
    let mut values: Vec<Value> = Vec::new();
    let mut changes = 0;
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        let error = error(words.get(at..)?);
        if let Some((percent, used)) = error {
            values.last_mut().filter(|value| value.spread.is_none())?.spread = Some(percent);
            at += used;
            continue;
        }
        if word.starts_with(['+', '-']) {
            let number = lex::printed(word).filter(|p| matches!(p.rest, "" | "%"))?;
            let follows = number.number.is_finite() && changes + 1 == values.len();
            changes += usize::from(follows);
            follows.then_some(())?;
        } else {
            values.push(value(joined, word)?);
        }
        at += 1;
    }
    (values.len() >= 2 && changes >= 1 && changes + 1 == values.len()).then_some((values, metric))
}

fn value(joined: &Joined<'_>, word: &str) -> Option<Value> {
    let printed = lex::printed(word).filter(|p| p.rest.is_empty())?;
    let (low, high) = (printed.moved(-50, 0), printed.moved(50, 0));
    Some(Value { number: joined.range(word), figure: printed.number, low, high, spread: None })
}

/// `error = "±" number "%"`, and how many words it takes.
fn error(words: &[&str]) -> Option<(f64, usize)> {
    let percent = |text: &str| lex::printed(text).filter(|p| p.rest == "%").map(|p| p.number);
    let first = words.first()?;
    let glued =
        SIGNS.iter().filter_map(|sign| first.strip_prefix(sign)).find(|rest| !rest.is_empty()).and_then(percent);
    if let Some(percent) = glued {
        return Some((percent, 1));
    }
    let apart = SIGNS.contains(first).then(|| words.get(1).and_then(|word| percent(word))).flatten();
    apart.map(|percent| (percent, 2))
}

/// Whether a word is the name of a metric: parts between dots, the first of which begins with a letter.
pub(super) fn is_metric(word: &str) -> bool {
    let begins = word.starts_with(|c: char| c.is_ascii_alphabetic());
    begins && word.trim_end_matches(',').contains(['.', ':']) && !word.ends_with(['.', ':', ',']) && word.len() >= 5
}

/// Whether a line counts failed runs: `:50  2%  1:50  dmesg.EIP:delay_tsc`.
pub(super) fn is_failures(text: &str) -> bool {
    if !text.contains(':') || !text.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == ':') {
        return false;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((metric, counts)) = words.split_last() else { return false };
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let runs = |word: &&&str| {
        word.split_once(':').is_some_and(|(fails, runs)| digits(fails) && digits(runs) && !runs.is_empty())
    };
    let share = |word: &str| lex::printed(word).is_some_and(|p| p.rest == "%");
    let all = counts.iter().all(|word| runs(&word) || share(word));
    is_metric(metric) && counts.len() >= 3 && all && counts.iter().filter(runs).count() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, SourceId};

    type Shown = (Vec<(f64, Option<f64>)>, String);

    fn shown(text: &str) -> Option<Shown> {
        let source = Source::unnamed(text);
        let document = Document::new(SourceId(0), &source);
        Row::at(&document, 0).map(|row| (row.values.iter().map(|v| (v.figure, v.spread)).collect(), row.metric))
    }

    #[test]
    fn rows_have_values_changes_and_a_metric() {
        assert_eq!(
            shown("  819250 ±  5%     -10.1%     736616 ±8%     +41.2%    1156877 A+- 3%  stress-ng.futex.ops"),
            Some((
                vec![(819_250.0, Some(5.0)), (736_616.0, Some(8.0)), (1_156_877.0, Some(3.0))],
                "stress-ng.futex.ops".into()
            ))
        );
        assert_eq!(
            shown("      2906            +3.5%       3007            +0.4%       2919\n    stress-ng.clone.microsecs"),
            Some((vec![(2906.0, None), (3007.0, None), (2919.0, None)], "stress-ng.clone.microsecs".into()))
        );
        assert_eq!(shown(" 0.36 ±  2%  -0.0  0.33  mpstat.cpu.all.irq%").map(|(values, _)| values.len()), Some(2));
        assert_eq!(shown(" 7.967e+09  -11.1%  7.082e+09  vm-scalability.workload").map(|(v, _)| v.len()), Some(2));
    }

    #[test]
    fn other_lines_are_no_rows() {
        for text in ["12 13 a.b.c", "12 -5% of a.b.c", "1 +2 3 words", "12 +- 3 ms a.b", "5 - 3 = x.yz"] {
            assert_eq!(shown(text), None, "{text}");
        }
    }

    #[test]
    fn failures_are_counted() {
        assert!(is_failures("  :50   2%   1:50    dmesg.EIP:delay_tsc") && is_failures("45:2 -555% 34:2 kmsg.last"));
        assert!(!is_failures("12:30 5% x.yzab") && !is_failures("a 1:2 3:4 5:6"));
    }
}

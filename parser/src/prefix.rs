//! What raw logs put before every line: time stamps of the kernel's ring buffer, of CI jobs and of syslog, names of jobs and
//! of containers.
//!
//! A prefix is taken away only where most lines of a text have it: a single time at the start of a line may be a result.

use std::collections::BTreeSet;

use crate::formats::FORMATS;
use crate::mail::{logical_line, quoted_by_bars};
use crate::reading::words::is_figure;

/// Fewer lines than these show no habit.
const FEWEST_LINES: usize = 5;
/// At least so many in ten of the lines that are not blank have a stamp.
const LEAST_TENTHS: usize = 6;
/// At least so many in twenty of them have a name, which has no form of its own.
const LEAST_TWENTIETHS: usize = 17;
/// A log puts at most so many prefixes before a line: a job's name, a stamp, a stamp of the program.
const MOST_PREFIXES: usize = 3;
/// A name with its delimiter is at most so long.
const LONGEST_NAME: usize = 60;

/// What all lines have before them.
#[derive(Clone, Debug)]
enum Habit<'t> {
    /// A stamp of some form.
    Stamp(fn(&str) -> Option<usize>),
    /// The very same characters.
    Name(&'t str),
    /// Names of several jobs, filled up to one width before a bar.
    Bar(usize),
}

impl Habit<'_> {
    /// The length of the prefix of a line, where it has one.
    fn length(&self, line: &str) -> Option<usize> {
        match self {
            Self::Stamp(stamp) => stamp(line),
            Self::Name(name) => {
                // An empty line of the job ends with the name.
                let bare = || (line.trim_end() == name.trim_end()).then_some(line.len());
                line.starts_with(name).then_some(name.len()).or_else(bare)
            }
            Self::Bar(column) => bar(line)
                .filter(|(_, at)| at == column)
                .map(|_| up_to(line, line.get(column + 1..).unwrap_or_default())),
        }
    }
}

/// The ranges of a text that logs put before its lines, outside and inside of quote marks; in order.
pub(crate) fn ranges(text: &str) -> Vec<(usize, usize)> {
    let bars = quoted_by_bars(text);
    let mut lines = Vec::new();
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()).chain(std::iter::once(text.len())) {
        lines.push((start, end - usize::from(text.get(start..end).is_some_and(|line| line.ends_with('\r')))));
        start = end + 1;
    }
    if lines.len() < FEWEST_LINES {
        return Vec::new();
    }
    let mut ranges = letters(text, &mut lines);
    ranges.extend(cut(text, &mut lines));
    let before = lines.clone();
    for line in &mut lines {
        let unquoted = logical_line(text, line.0, line.1, bars);
        *line = (unquoted.start as usize, unquoted.end as usize);
    }
    if lines != before {
        ranges.extend(cut(text, &mut lines));
    }
    ranges.sort_unstable();
    ranges
}

/// Moves the starts of lines behind a letter with a colon that a run of lines begins with, as fields of old change logs do:
/// `D: a description`; gives the prefixes.
fn letters(text: &str, lines: &mut [(usize, usize)]) -> Vec<(usize, usize)> {
    let letter = |&(start, end): &(usize, usize)| {
        let line = text.get(start..end)?;
        let letter = line.chars().next().filter(char::is_ascii_uppercase)?;
        let rest = line.get(1..)?.strip_prefix(':')?;
        (rest.trim().is_empty() || rest.starts_with(' ')).then_some(letter)
    };
    let mut ranges = Vec::new();
    let mut first = 0;
    while first < lines.len() {
        let Some(of) = lines.get(first).and_then(letter) else {
            first += 1;
            continue;
        };
        let run = lines.iter().skip(first).take_while(|line| letter(line) == Some(of)).count();
        // A tool's rows may begin so as well, and go on with figures.
        let worded = lines.iter().skip(first).take(run).filter(|(start, end)| {
            let rest = text.get(*start + 2..*end).unwrap_or_default().trim_start();
            rest.is_empty() || rest.starts_with(char::is_alphabetic)
        });
        let field = run >= FEWEST_LINES && worded.count() * 2 > run;
        for (start, end) in lines.iter_mut().skip(first).take(run).filter(|_| field) {
            let behind = (*start + 3).min(*end);
            ranges.push((*start, behind));
            *start = behind;
        }
        first += run;
    }
    ranges
}

/// Moves the starts of lines behind the prefixes that they have; gives the prefixes.
fn cut(text: &str, lines: &mut [(usize, usize)]) -> Vec<(usize, usize)> {
    let mut ranges = Vec::new();
    for _ in 0..MOST_PREFIXES {
        let Some(habit) = habit(lines.iter().filter_map(|&(start, end)| text.get(start..end))) else { break };
        for (start, end) in lines.iter_mut() {
            if let Some(length) =
                text.get(*start..*end).and_then(|line| habit.length(line)).filter(|&length| length > 0)
            {
                ranges.push((*start, *start + length));
                *start += length;
            }
        }
    }
    ranges
}

/// The prefix that most of some lines have.
fn habit<'t>(lines: impl Iterator<Item = &'t str> + Clone) -> Option<Habit<'t>> {
    const STAMPS: [fn(&str) -> Option<usize>; 5] = [ring_buffer, bracketed, iso_stamp, clock, syslog];
    let filled = lines.filter(|line| !line.trim().is_empty());
    let all = filled.clone().count();
    if all < FEWEST_LINES {
        return None;
    }
    let usual = |stamp: &fn(&str) -> Option<usize>| {
        filled.clone().filter(|line| stamp(line).is_some()).count() * 10 >= all * LEAST_TENTHS
    };
    STAMPS.into_iter().find(usual).map(Habit::Stamp).or_else(|| name(&filled, all)).or_else(|| bars(&filled, all))
}

/// The name that nearly all lines start with, up to a delimiter.
fn name<'t>(filled: &(impl Iterator<Item = &'t str> + Clone), all: usize) -> Option<Habit<'t>> {
    // From the middle: a line of text may stand before the log and behind it.
    let mut middle = filled.clone().skip(all / 2 - 1);
    let (first, second) = (middle.next()?, middle.next()?);
    let common = first.bytes().zip(second.bytes()).take_while(|(a, b)| a == b).count().min(LONGEST_NAME);
    let common = (0..=common).rev().find_map(|end| first.get(..end))?;
    // What follows the name may be alike in both lines, too.
    let mut ends: Vec<usize> = ["| ", ": ", "] ", "\t"]
        .into_iter()
        .flat_map(|end| common.match_indices(end).map(move |(at, _)| at + end.len()))
        .collect();
    ends.sort_unstable();
    ends.into_iter().rev().find_map(|end| name_up_to(filled, all, first.get(..end)?))
}

/// The same for a name that is known.
fn name_up_to<'t>(filled: &(impl Iterator<Item = &'t str> + Clone), all: usize, name: &'t str) -> Option<Habit<'t>> {
    let named = name.trim_start_matches('[').starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().any(char::is_alphabetic)
        && name.split_whitespace().count() <= 4;
    // Some programs begin every line of theirs with their name, by which their readers know them.
    if FORMATS.iter().any(|format| format.marks.contains(&name)) {
        return None;
    }
    let habit = Habit::Name(name);
    let rests = || filled.clone().filter_map(|line| line.get(habit.length(line)?..));
    (named && rests().count() * 20 >= all * LEAST_TWENTIETHS && is_log(&rests, name)).then(|| habit.clone())
}

/// Names of jobs before a bar in one column.
fn bars<'t>(filled: &(impl Iterator<Item = &'t str> + Clone), all: usize) -> Option<Habit<'t>> {
    let (_, column) = filled.clone().find_map(bar)?;
    let habit = Habit::Bar(column);
    let rests = || filled.clone().filter_map(|line| line.get(habit.length(line)?..));
    let usual = rests().count() * 20 >= all * LEAST_TWENTIETHS;
    let names: BTreeSet<&str> = filled.clone().filter_map(bar).map(|(name, _)| name).take(1000).collect();
    (usual && names.len() * 5 <= all && is_log(&rests, "| ")).then_some(habit)
}

/// The name before the bar of a line, and the bar's place.
fn bar(line: &str) -> Option<(&str, usize)> {
    let at = line.find('|').filter(|&at| (2..=LONGEST_NAME).contains(&at))?;
    let name = line.get(..at)?.trim_end();
    (!name.is_empty() && name.len() < at && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)))
        .then_some((name, at))
}

/// Whether what stands behind a name are the lines of a log, and not the values that the name is of, nor the other cells of
/// a table's rows.
fn is_log<'t, I: Iterator<Item = &'t str>>(rests: &dyn Fn() -> I, name: &str) -> bool {
    let filled = || rests().filter(|rest| !rest.trim().is_empty());
    let all = filled().count();
    let most = |count: usize| count * 10 > all * 9;
    let values = filled().filter(|rest| rest.split_whitespace().next().is_some_and(is_figure)).count();
    // A row that begins with a bar is whole.
    let cells = filled().filter(|rest| rest.contains('|') && !rest.starts_with('|')).count();
    let stamped = filled().filter(|rest| iso_stamp(rest).is_some()).count();
    // Marks of quoting begin the lines of a mail in a log.
    let first = |rest: &'t str| rest.split_whitespace().find(|word| !word.bytes().all(|b| b == b'>'));
    let words: BTreeSet<&str> = filled().take(100).filter_map(first).collect();
    let varied = words.len() * 3 >= all.min(FEWEST_LINES * 3);
    most(stamped) || !name.ends_with('\t') && !most(values) && !most(cells) && varied
}

/// The rest of some text behind digits, where there are from `least` to `most` of them.
fn digits(text: &str, least: usize, most: usize) -> Option<&str> {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    if (least..=most).contains(&count) { text.get(count..) } else { None }
}

/// A length from what is left of a line, with one blank behind the prefix.
fn up_to(line: &str, rest: &str) -> usize {
    line.len() - rest.strip_prefix(' ').unwrap_or(rest).len()
}

/// `[   12.345678] `, `<6>[   12.345678] `, `[   12.345678][  T123] `
fn ring_buffer(line: &str) -> Option<usize> {
    let level = line.strip_prefix('<').and_then(|rest| digits(rest, 1, 3)).and_then(|rest| rest.strip_prefix('>'));
    let rest = level.unwrap_or(line).strip_prefix('[')?.trim_start_matches(' ');
    let rest = digits(digits(rest, 1, 9)?.strip_prefix('.')?, 2, 9)?.strip_prefix(']')?;
    let caller = rest.trim_start_matches(' ').strip_prefix('[').map(|caller| caller.trim_start_matches(' '));
    let caller = caller.and_then(|caller| digits(caller.strip_prefix(['T', 'C'])?, 1, 9)?.strip_prefix(']'));
    Some(up_to(line, caller.unwrap_or(rest)))
}

/// `[2024-05-01T12:00:00.000Z] `, `[12:34:56] `, `[Wed May  1 12:00:00 2024] `
fn bracketed(line: &str) -> Option<usize> {
    let inner = line.strip_prefix('[')?;
    let end = inner.bytes().take(40).position(|b| b == b']')?;
    let (stamp, rest) = (inner.get(..end)?, inner.get(end + 1..)?);
    let whole = |length: Option<usize>| length == Some(stamp.len());
    let dated =
        stamp.get(..4).is_some_and(|day| day.ends_with(' ') && day.starts_with(|c: char| c.is_ascii_uppercase()));
    let dated = dated && stamp.split(' ').any(|word| time(word) == Some(""));
    (whole(iso_stamp(stamp)) || whole(clock(stamp)) || dated).then(|| up_to(line, rest))
}

/// `2024-05-01T12:00:00.1234567Z `, `2024-05-01 12:00:00,123 `
fn iso_stamp(line: &str) -> Option<usize> {
    let rest = digits(line, 4, 4)?.strip_prefix('-')?;
    let rest = digits(digits(rest, 2, 2)?.strip_prefix('-')?, 2, 2)?;
    let rest = time(rest.strip_prefix(['T', ' '])?)?;
    let zone = rest.strip_prefix('Z').or_else(|| digits(rest.strip_prefix(['+', '-'])?, 4, 4));
    ended(line, zone.unwrap_or(rest))
}

/// `12:34:56.789 `
fn clock(line: &str) -> Option<usize> {
    ended(line, time(line)?)
}

/// `Jan  2 03:04:05 `, with or without the host's name and the program behind it.
fn syslog(line: &str) -> Option<usize> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let rest = MONTHS.iter().find_map(|month| line.strip_prefix(month))?.strip_prefix(' ')?;
    let rest = digits(rest.trim_start_matches(' '), 1, 2)?.strip_prefix(' ')?;
    let rest = time(rest)?;
    let program = || {
        let mut words = rest.strip_prefix(' ')?.splitn(3, ' ');
        let (host, program) = (words.next()?, words.next()?);
        let behind = words.next().unwrap_or_default();
        (!host.ends_with(':') && program.strip_suffix(':').is_some_and(|p| !p.is_empty())).then_some(behind)
    };
    program().map(|behind| line.len() - behind.len()).or_else(|| ended(line, rest))
}

/// What is left behind `12:34:56` and a fraction.
fn time(text: &str) -> Option<&str> {
    let rest = digits(text, 2, 2)?.strip_prefix(':')?;
    let rest = digits(digits(rest, 2, 2)?.strip_prefix(':')?, 2, 2)?;
    let fraction = rest.strip_prefix(['.', ',']).and_then(|rest| digits(rest, 1, 9));
    Some(fraction.unwrap_or(rest))
}

/// The prefix's length, where a blank or nothing follows it.
fn ended(line: &str, rest: &str) -> Option<usize> {
    (rest.is_empty() || rest.starts_with(' ')).then(|| up_to(line, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(lines: &[&str]) -> Vec<String> {
        let text = lines.join("\n");
        let mut out = text.clone();
        for (start, end) in ranges(&text).into_iter().rev() {
            out.replace_range(start..end, "");
        }
        out.split('\n').map(str::to_owned).collect()
    }

    #[test]
    fn stamps_on_most_lines_are_prefixes() {
        for stamp in [
            "[   12.345678] ",
            "2024-05-01T12:00:00.1234567Z ",
            "2024-05-01 12:00:00,123 ",
            "12:34:56 ",
            "Jan  2 03:04:05 ",
            "Jan  2 03:04:05 host prog[12]: ",
            "[2024-05-01T12:00:00.000Z] ",
            "[Wed May  1 12:00:00 2024] ",
            "[   12.345] ",
            "<6>[   12.345678][  T12] ",
            "build-linux  | ",
            "bench: ",
            "2024-05-01T12:00:00Z bench: ",
            "bench\trun it\t2024-05-01T12:00:00.1234567Z ",
        ] {
            let lines: Vec<String> =
                ["a 1", "b 2", "  c", "", "e"].iter().map(|text| format!("{stamp}{text}")).collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            assert_eq!(without(&lines), ["a 1", "b 2", "  c", "", "e"], "{stamp}");
        }
    }

    #[test]
    fn a_few_times_are_none() {
        let lines = ["00:09:45 a", "b", "c", "d", "e", "f"];
        assert_eq!(without(&lines), lines);
        assert_eq!(without(&["12:34:56 a", "12:34:57 b"]), ["12:34:56 a", "12:34:57 b"]);
        assert_eq!(clock("12:34:567 x"), None);
    }

    #[test]
    fn names_of_several_jobs_are_prefixes() {
        let lines: Vec<String> =
            (0..12).map(|n| format!("{} | w{n} x", if n % 3 == 0 { "db_1   " } else { "bench_1" })).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        assert_eq!(without(&lines)[..2], ["w0 x", "w1 x"]);
    }

    #[test]
    fn what_names_figures_is_no_prefix() {
        let keys = ["real: 1.5", "real: 1.6", "real: 1.7", "real: 1.8", "real: 1.9"];
        assert_eq!(without(&keys), keys);
        let rows = ["box | a | 1", "box | b | 2", "box | c | 3", "box | d | 4", "box | e | 5"];
        assert_eq!(without(&rows), rows);
        let tabs = ["box\ta\t1", "box\tb\t2", "box\tc\t3", "box\td\t4", "box\te\t5"];
        assert_eq!(without(&tabs), tabs);
    }
}

//! What raw logs put before every line: time stamps of the kernel's ring buffer, of CI jobs and of syslog.
//!
//! A prefix is taken away only where most lines of a text have it: a single time at the start of a line may be a result.

/// Fewer lines than these show no habit.
const FEWEST_LINES: usize = 5;
/// At least so many in ten of the lines that are not blank.
const LEAST_TENTHS: usize = 6;

/// The length of the prefix of a line, where it has one.
type Prefix = fn(&str) -> Option<usize>;

/// The prefix that most of some lines have.
pub(crate) fn habit<'t>(lines: impl Iterator<Item = &'t str> + Clone) -> Option<Prefix> {
    const KINDS: [Prefix; 4] = [ring_buffer, iso_stamp, clock, syslog];
    let filled = lines.filter(|line| !line.trim().is_empty());
    let all = filled.clone().count();
    let usual =
        |prefix: &Prefix| filled.clone().filter(|line| prefix(line).is_some()).count() * 10 >= all * LEAST_TENTHS;
    KINDS.into_iter().find(|prefix| all >= FEWEST_LINES && usual(prefix))
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

/// `[   12.345678] `
fn ring_buffer(line: &str) -> Option<usize> {
    let rest = line.strip_prefix('[')?.trim_start_matches(' ');
    let rest = digits(digits(rest, 1, 9)?.strip_prefix('.')?, 4, 9)?;
    Some(up_to(line, rest.strip_prefix(']')?))
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
    ended(line, time(rest)?)
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
        let prefix = habit(lines.iter().copied());
        lines.iter().map(|line| line[prefix.and_then(|p| p(line)).unwrap_or(0)..].to_owned()).collect()
    }

    #[test]
    fn stamps_on_most_lines_are_prefixes() {
        for stamp in [
            "[   12.345678] ",
            "2024-05-01T12:00:00.1234567Z ",
            "2024-05-01 12:00:00,123 ",
            "12:34:56 ",
            "Jan  2 03:04:05 ",
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
}

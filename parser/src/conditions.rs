//! Lines with numbers that are no figures: versions and dates, machines, counts of what was run, commands, references, short
//! sentences, sums that the author does. Each is told by what stands at every one of its numbers, so that a single number
//! without such a neighbour leaves the line unread.

use crate::code;
use crate::ledger::RegionKind;
use crate::rejoin::is_command;

/// What counts of are conditions of a run.
const COUNTED: &[&str] = &[
    "thread",
    "user",
    "iteration",
    "client",
    "sample",
    "run",
    "time",
    "case",
    "number",
    "element",
    "entry",
    "entrie",
    "process",
    "processe",
    "worker",
    "connection",
    "core",
    "socket",
    "node",
    "disk",
    "cpu",
    "round",
    "loop",
    "job",
    "file",
    "byte",
    "evals/sample",
    "array",
    "workload",
    "vcpu",
    "datapoint",
    "repetition",
    "pass",
    "passe",
    "warmup",
    "group",
    "pair",
    "queue",
];

/// Words that only lines about a machine have.
const MACHINE: &[&str] = &[
    "mhz",
    "ghz",
    "cpu",
    "cpus",
    "core",
    "cores",
    "socket",
    "sockets",
    "ram",
    "memory",
    "xeon",
    "epyc",
    "ryzen",
    "amd",
    "intel",
    "opteron",
    "pentium",
    "athlon",
    "nvidia",
    "geforce",
    "radeon",
    "gpu",
    "ssd",
    "nvme",
    "cache",
    "ddr3",
    "ddr4",
    "ddr5",
    "topology",
    "loadavg",
    "numa",
    "hyperthreading",
    "smt",
    "cortex",
    "apple",
    "snapdragon",
];

const MONTHS: &[&str] = &["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// What a line with numbers is whose numbers are no figures; none where one of them may be.
pub(crate) fn of(line: &str) -> Option<RegionKind> {
    let words: Vec<&str> = line.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
    let numbered = |at: &usize| words.get(*at).is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()));
    let numbers: Vec<usize> = (0..words.len()).filter(numbered).collect();
    let all = |test: &dyn Fn(&[&str], usize) -> bool| !numbers.is_empty() && numbers.iter().all(|&at| test(&words, at));
    if is_reference(&words) {
        Some(RegionKind::Mail)
    } else if is_typed(line) {
        Some(RegionKind::Context)
    } else if code::is_condition(line) {
        Some(RegionKind::Patch)
    } else if is_spaced_title(&words) {
        Some(RegionKind::Heading)
    } else if all(&is_count) {
        Some(RegionKind::Context)
    } else if all(&|words, at| is_version(words, at) || is_date(words, at)) {
        Some(RegionKind::Label)
    } else if is_machine(line, &words) {
        Some(RegionKind::Context)
    } else if is_sum(line) {
        Some(RegionKind::Derived)
    } else if is_short_sentence(line, &words, numbers.len()) {
        Some(RegionKind::Prose)
    } else {
        None
    }
}

/// Whether a line is a command with options, each of which begins with a letter, and no figure.
fn is_typed(line: &str) -> bool {
    let option = |word: &str| {
        word.trim_start_matches('-').starts_with(|c: char| c.is_ascii_alphabetic()) && word.starts_with('-')
    };
    let figure = line.contains(['%', '|']) || line.contains("  ");
    is_command(line) && !figure && line.split_whitespace().skip(1).any(option)
}

/// A word without the marks around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '#' | '%'))
}

/// `Updates #12486`, `Closes #12`
fn is_reference(words: &[&str]) -> bool {
    const VERBS: &[&str] = &["updates", "fixes", "closes", "refs", "resolves", "see", "for", "related"];
    let number =
        |word: &str| word.strip_prefix('#').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    matches!(words, [verb, rest @ ..] if VERBS.contains(&verb.to_lowercase().as_str()) && !rest.is_empty() && rest.iter().all(|w| number(w)))
}

/// `2.6.25-rc8`, `v5.4`, `8.4.4`: two points, or a `v` before the number.
fn is_version(words: &[&str], at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    let digits = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let pointed = digits(word)
        && word.split(['-', '+', '~']).next().is_some_and(|v| v.split('.').filter(|part| digits(part)).count() >= 3);
    pointed || word.strip_prefix('v').is_some_and(|rest| digits(rest) && rest.contains('.'))
}

/// A day, a year or a time of day beside the name of a month; a date by itself.
fn is_date(words: &[&str], at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    let month = |word: &&&str| MONTHS.iter().any(|month| word.starts_with(month) && word.len() <= 9);
    let near = words.iter().take(at + 3).skip(at.saturating_sub(3)).any(|word| month(&word));
    let clock = word.matches(':').count() >= 1 && word.bytes().all(|b| b.is_ascii_digit() || b == b':');
    let plain = word.len() <= 4 && word.bytes().all(|b| b.is_ascii_digit());
    let dashed =
        word.len() == 10 && word.matches('-').count() == 2 && word.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    dashed || near && (clock || plain)
}

/// `128 threads`, `threads: 128`, `3GB per array`: a whole number or a size beside what is counted.
fn is_count(words: &[&str], at: usize) -> bool {
    let Some(word) = words.get(at) else { return false };
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = word.get(digits.len()..).unwrap_or_default();
    let whole = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b',' || b == b'.');
    let grouped = digits.split([',', '.']).skip(1).all(|group| group.len() == 3);
    let counted = |word: &str| COUNTED.contains(&word.to_lowercase().trim_end_matches('s'));
    let behind = words.get(at + 1).is_some_and(|next| counted(next))
        || words.get(at + 1).is_some_and(|next| *next == "per") && words.get(at + 2).is_some_and(|next| counted(next));
    let before = at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|before| counted(before))
        && at + 1 == words.len();
    whole && grouped && matches!(unit, "" | "k" | "K" | "M" | "KB" | "MB" | "GB" | "TB") && (behind || before)
}

/// A line about a machine: a word that only such have, and no number with a unit that benchmarks have.
fn is_machine(line: &str, words: &[&str]) -> bool {
    const MEASURED: &[&str] =
        &["ms", "us", "ns", "s", "sec", "secs", "seconds", "µs", "op", "ops", "%", "MB/s", "GB/s", "MiB/s", "GiB/s"];
    let named = words.iter().filter(|word| MACHINE.contains(&word.to_lowercase().as_str())).count();
    let tail = |word: &str| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ',').to_owned();
    let measured =
        words.iter().any(|word| MEASURED.contains(&tail(word).as_str()) || word.contains("/s") || word.ends_with('%'));
    let share = words
        .iter()
        .any(|word| ["percent", "vs", "usage", "average", "avg", "total"].contains(&word.to_lowercase().as_str()));
    let clock =
        |at: usize| words.get(at + 1).is_some_and(|next| ["ghz", "mhz"].contains(&next.to_lowercase().as_str()));
    let decimal = |word: &str| crate::lex::printed(word).is_some_and(|p| p.decimals > 0 && p.rest.is_empty());
    let decimals = words.iter().enumerate().any(|(at, word)| decimal(word) && !clock(at));
    let numbers = words.iter().filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).count();
    named > 0
        && !measured
        && !decimals
        && !share
        && words.len() > numbers
        && numbers <= 2 * named + 1
        && !line.contains(['|', '\t'])
}

/// `(260-185)/185 = 40.5%`: what the author works out.
fn is_sum(line: &str) -> bool {
    let Some((left, right)) = line.rsplit_once('=') else { return false };
    let operated =
        left.contains(|c: char| c.is_ascii_digit()) && left.contains(['/', '*']) && left.contains(['(', '-', '+']);
    operated && right.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '~')
}

/// `L M B E N C H   2 . 0`
fn is_spaced_title(words: &[&str]) -> bool {
    let letters =
        words.iter().filter(|word| word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase())).count();
    letters >= 6 && words.iter().all(|word| word.len() == 1)
}

/// `A loss of 17%.`, `At most 6% better.`: a capital, an end, words, and no key before a colon.
fn is_short_sentence(line: &str, words: &[&str], numbers: usize) -> bool {
    let line = line.trim().trim_start_matches(['(', '*']);
    let ended = line.ends_with(['.', '!']) && !line.contains([':', '|', '=', '\t']) && !line.contains("  ");
    let first = words.first().copied().unwrap_or_default();
    let opens = first.starts_with(char::is_uppercase) && !first.contains(|c: char| c.is_ascii_digit());
    ended && opens && words.len() - numbers.min(words.len()) >= 2.max(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_no_figures_are_named() {
        use RegionKind::{Context, Derived, Heading, Label, Mail, Patch, Prose};
        for (line, kind) in [
            ("Updates #12486", Mail),
            ("hackbench -l 10000 -g 16 &", Context),
            ("Number of threads: 128", Context),
            ("5 users, 5000 iterations", Context),
            ("samples:          8", Context),
            ("With 1.000.000 numbers", Context),
            ("8-way 700 Mhz.", Context),
            ("AMD RX 6800 XT", Context),
            ("Topology    : 1 socket, 68 cores / 272 threads", Context),
            ("loadavg around 14", Context),
            ("* PHP 8.4.4 (cli) (built: Feb 11 2025 18:24:50) (NTS)", Label),
            ("6.6.15:", Label),
            ("for QD=64 (260-185)/185 = 40.5%", Derived),
            ("L M B E N C H  2 . 0   S U M M A R Y", Heading),
            ("A loss of 17%.", Prose),
            ("At most 6% better.", Prose),
            ("n == 2 || n == 4 ||", Patch),
        ] {
            assert_eq!(of(line), Some(kind), "{line}");
        }
    }

    #[test]
    fn what_may_be_a_figure_stays_unread() {
        for line in [
            "fork 12.5 13.0",
            "Throughput 23.4",
            "Elapsed Time 266.96",
            "Min Latencies:    64           62",
            "50.0th: 29",
            "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 117.587 s, 9.1 MB/s",
            "cpu 12.5 13.5",
            "8 threads 12.5",
            "memory 12345 13456 14567 1.5",
            "vanilla 5.2.0 12.5",
            "Percent CPU 388 (vs 387.6)",
            "latency 0    latency -20",
            "creat_clo-1     14705.88 (   0.00%)    14354.07 *  -2.39%*",
            "12 13 14",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
    }
}

//! What words say of figures of unknown tools: which quantity, in which unit, and which way is better. Shared by the readers
//! of tables and of lists.

use std::borrow::Cow;

use crate::lex::{self, Printed};
use crate::unit::{Better, Dimension, Unit};

/// Words for what is computed from other figures.
pub(crate) const DERIVED: &[&str] = &[
    "speedup",
    "diff",
    "difference",
    "delta",
    "change",
    "ratio",
    "gain",
    "improvement",
    "improv",
    "overhead",
    "regression",
    "impact",
    "pct",
    "percent",
    "vs",
    "factor",
    "rel",
    "relative",
    "increase",
    "decrease",
    "reduction",
    "δ",
    "geomean",
    "p",
];
/// Words for how good a measurement is, how many there were, and for clocks.
pub(crate) const ASIDES: &[&str] = &[
    "stddev",
    "stdev",
    "sd",
    "std",
    "error",
    "err",
    "mad",
    "±",
    "cv",
    "variance",
    "count",
    "iterations",
    "samples",
    "runs",
    "n",
    "calls",
    "iters",
    "mhz",
    "freq",
    "frequency",
    "clock",
];
/// Words for conditions of a run.
pub(crate) const CONDITIONS: &[&str] = &[
    "threads",
    "thr",
    "thread",
    "clients",
    "client",
    "cpus",
    "cores",
    "size",
    "offset",
    "procs",
    "processes",
    "tasks",
    "nr",
    "jobs",
    "connections",
    "length",
    "len",
    "bytes",
    "blocksize",
    "bs",
    "depth",
    "iodepth",
    "workers",
    "vcpus",
    "nodes",
    "num",
    "load",
    "batch",
    "stride",
    "groups",
    "limit",
    "dim",
    "scale",
];
/// Words for quantities of which less is better.
pub(crate) const LOWER: &[&str] = &[
    "time", "latency", "duration", "elapsed", "real", "wall", "runtime", "cycles", "lat", "ns", "us", "ms", "seconds",
    "delay", "memory", "rss", "cost",
];
/// Words for quantities of which more is better.
pub(crate) const HIGHER: &[&str] = &[
    "throughput",
    "bandwidth",
    "rate",
    "ops",
    "iops",
    "qps",
    "tps",
    "speed",
    "bw",
    "score",
    "rps",
    "requests",
    "mb/s",
    "gb/s",
    "ops/s",
    "ops/sec",
];
/// Words for what should not happen: a rate of it is better low.
const FAILURES: &[&str] = &["fail", "failure", "error", "miss", "drop", "loss"];
/// Words for one figure of several about the same quantity.
pub(crate) const METRICS: &[&str] = &[
    "min", "max", "avg", "mean", "median", "p50", "p90", "p95", "p99", "p999", "user", "usr", "sys", "system", "value",
    "total",
];

/// Words for what a benchmark does, which are workloads rather than settings.
pub(crate) const OPERATIONS: &[&str] = &[
    "read",
    "write",
    "reads",
    "writes",
    "copy",
    "scale",
    "add",
    "triad",
    "random",
    "sequential",
    "seq",
    "rand",
    "randread",
    "randwrite",
    "randrw",
    "seqread",
    "seqwrite",
    "rw",
    "reader",
    "writer",
    "rewrite",
    "reread",
    "user",
    "sys",
    "system",
    "total",
    "tx",
    "rx",
    "send",
    "recv",
    "get",
    "set",
    "put",
    "insert",
    "update",
    "delete",
    "open",
    "close",
    "create",
    "unlink",
    "mkdir",
    "rmdir",
    "stat",
    "fsync",
    "sync",
    "hit",
    "miss",
    "fork",
    "exec",
    "mmap",
    "pipe",
    "lookup",
    "scan",
    "encode",
    "decode",
    "compress",
    "decompress",
];
/// Whether a word, in lower case, says what a benchmark does: `read`, `fork`. Such a word names a workload, not a setting.
pub fn is_operation(word: &str) -> bool {
    OPERATIONS.contains(&word)
}

/// Words for how good other figures are.
const QUALITIES: &[&str] = &[
    "stddev",
    "stdev",
    "sd",
    "std",
    "stderr",
    "sem",
    "error",
    "err",
    "mad",
    "±",
    "cv",
    "variance",
    "deviation",
    "stddev%",
    "σ",
    "stderror",
    "ci",
    "margin",
];

/// Whether a header names how good other figures are: a standard deviation, an error.
pub(crate) fn is_quality(text: &str) -> bool {
    let marked = matches!(text.trim().trim_matches(['(', ')']), "+/-" | "+-" | "±");
    let named = marked || words(text).any(|word| QUALITIES.contains(&word.trim_matches('%')));
    named && !has(text, &["rate", "mean", "avg"])
}

/// Whether some words name a quantity and nothing else: `tps`, `latency summary (msec)`, `CPU usage`.
pub(crate) fn is_name(text: &str) -> bool {
    const WITH: &[&str] =
        &["summary", "results", "cpu", "usage", "utilization", "load", "per", "in", "of", "the", "average"];
    let known = |word: &str| {
        METRICS.contains(&word) || HIGHER.contains(&word) || LOWER.contains(&word) || Unit::named(word).is_some()
    };
    let all: Vec<String> = words(text).filter(|word| word.contains(char::is_alphabetic)).collect();
    let named = all.iter().any(|word| known(word)) || all.len() == 1 && all.iter().all(|word| word == "cpu");
    let rest = |word: &String| known(word) || WITH.contains(&word.as_str()) || OPERATIONS.contains(&word.as_str());
    named && all.iter().all(rest)
}

/// The words of a header, in lower case, without marks.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| {
        c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | ',' | '*' | '#' | '_' | ':' | '`' | '-')
    })
    .filter(|word| !word.is_empty())
    .map(str::to_lowercase)
}

/// The words that a name of a program is made of: `maxTime` is `max Time`.
pub(crate) fn humps(name: &str) -> Cow<'_, str> {
    let edge = |pair: (char, char)| pair.0.is_lowercase() && pair.1.is_uppercase();
    if !name.chars().zip(name.chars().skip(1)).any(edge) {
        return Cow::Borrowed(name);
    }
    let mut words = String::with_capacity(name.len() + 4);
    let mut last = ' ';
    for c in name.chars() {
        if edge((last, c)) {
            words.push(' ');
        }
        words.push(c);
        last = c;
    }
    Cow::Owned(words)
}

/// The unit that a name of a program ends with: `peakMemoryMb`, `wall_ms`.
pub(crate) fn hump_unit(name: &str) -> Option<Unit> {
    let words = humps(name);
    let last = words.rsplit([' ', '_']).next().filter(|last| last.len() < words.len())?;
    let known = ["s", "sec", "secs", "seconds", "ms", "us", "ns", "millis", "micros", "nanos", "b", "bytes"];
    let size = ["kb", "mb", "gb", "kib", "mib", "gib"];
    let low = last.to_lowercase();
    let unit = match low.as_str() {
        "millis" => "ms",
        "micros" => "us",
        "nanos" => "ns",
        other => other,
    };
    (known.contains(&low.as_str()) || size.contains(&low.as_str())).then(|| Unit::named(unit)).flatten()
}

/// Whether one of the words of a header is in a list.
pub(crate) fn has(text: &str, list: &[&str]) -> bool {
    words(text).any(|word| list.contains(&word.as_str()))
}

/// The unit that some words name: in brackets, behind `in`, or as a word of their own.
pub(crate) fn unit_in(text: &str) -> Option<Unit> {
    let inner = text.split(['(', '[']).nth(1).and_then(|rest| rest.split([')', ']']).next());
    let bracketed = inner.and_then(|inner| Unit::named(inner.trim()));
    let behind_in = || text.split_whitespace().skip_while(|w| !w.eq_ignore_ascii_case("in")).nth(1).and_then(named);
    let word = || text.split_whitespace().filter(|w| w.len() > 1).find_map(named);
    // `exec_ms`, `rss_kb`
    let glued = || text.split_whitespace().filter_map(|w| w.rsplit_once('_')).find_map(|(_, unit)| named(unit));
    let pair =
        || text.split_whitespace().zip(text.split_whitespace().skip(1)).find_map(|(a, b)| named(&format!("{a} {b}")));
    // A sentence holds words that are units elsewhere.
    let sentence = text.ends_with('.') && text.split_whitespace().count() > 6;
    let bits = || is_bit_rate(text).then(|| Unit::named("bit/s")).flatten();
    bracketed
        .or_else(behind_in)
        .or_else(|| if sentence { None } else { pair().or_else(word).or_else(glued).or_else(bits) })
}

/// Whether words name a rate of bits, which a codec is given and no benchmark reaches.
fn is_bit_rate(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains("bit rate") || text.contains("bitrate")
}

fn named(word: &str) -> Option<Unit> {
    let word = word.trim_matches(|c: char| matches!(c, '(' | ')' | ',' | ':' | ';' | '[' | ']'));
    // `flt/cpu/s` is a unit by its form.
    let rate = || unit_of(word).filter(|unit| word.contains('/') && !word.contains(' ') && unit.symbol.len() > 2);
    Unit::named(word).or_else(rate)
}

/// The unit that a sentence gives to the figures below it: `All times are in seconds`, `numbers are time it took in ms`,
/// `the number of cycles per byte`.
pub(crate) fn unit_told(text: &str) -> Option<Unit> {
    const SUBJECTS: &[&str] = &[
        "time",
        "times",
        "timings",
        "latency",
        "latencies",
        "duration",
        "durations",
        "numbers",
        "values",
        "results",
        "figures",
        "units",
        "everything",
        "measurements",
        "throughput",
        "bandwidth",
        "runtime",
        "runtimes",
    ];
    /// So many words may stand between what is given a unit and `in`.
    const NEAR: usize = 6;
    let all: Vec<String> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%').to_lowercase())
        .collect();
    let speaks = |at: usize| {
        all.get(at.saturating_sub(NEAR)..at).is_some_and(|near| near.iter().any(|w| SUBJECTS.contains(&w.as_str())))
    };
    let behind_in = |at: usize| {
        let word = all.get(at + 1)?;
        (all.get(at)? == "in" && speaks(at)).then(|| Unit::named(word).or_else(|| unit_of(word)))?
    };
    let per = |at: usize| {
        let (what, of) = (all.get(at.checked_sub(1)?)?, all.get(at + 1)?);
        let short = Unit::named(what).filter(Unit::is_time).map(|unit| unit.symbol);
        let what = short.or_else(|| (what == "cycles").then(|| what.clone()))?;
        (all.get(at)? == "per" && of.chars().all(char::is_alphabetic)).then(|| unit_of(&format!("{what}/{of}")))?
    };
    (0..all.len()).rev().find_map(behind_in).or_else(|| (0..all.len()).rev().find_map(per))
}

/// Which way some words say is better: `smaller is better`, `higher-better`, `more = better`.
pub(crate) fn said(text: &str) -> Option<Better> {
    if !text.to_lowercase().contains("better") {
        return None;
    }
    let words: Vec<String> = words(text).collect();
    let at = words.iter().position(|word| word == "better")?;
    words.get(at.saturating_sub(3)..at)?.iter().rev().find_map(|word| match word.as_str() {
        "lower" | "smaller" | "less" | "fewer" => Some(Better::Lower),
        "higher" | "bigger" | "larger" | "more" | "greater" => Some(Better::Higher),
        _ => None,
    })
}

/// Which way figures are better, from words and unit; nothing where neither tells.
pub(crate) fn better(text: &str, unit: &Unit) -> Better {
    if let Some(said) = said(text) {
        return said;
    }
    if is_bit_rate(text) {
        return Better::Unknown;
    }
    // What is turned over is better the other way round.
    if has(text, &["reciprocal", "inverse"]) && has(text, HIGHER) {
        return Better::Lower;
    }
    if unit.symbol.starts_with("cycles/") {
        return Better::Lower;
    }
    if unit.symbol == "%" && has(text, &["cpu", "util", "utilization"]) {
        return Better::Lower;
    }
    match unit.dimension {
        Dimension::Time(_) => Better::Lower,
        Dimension::DataRate(_) | Dimension::Rate(_) => Better::Higher,
        _ if has(text, FAILURES) && has(text, &["rate", "ratio"]) => Better::Lower,
        _ if has(text, HIGHER) => Better::Higher,
        _ if has(text, LOWER) => Better::Lower,
        _ => Better::Unknown,
    }
}

/// A number as lists print it: with marks for thousands, a power of ten or a unit glued to it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// How many bytes the number has, with its suffix.
    pub(crate) length: usize,
    /// The unit that is glued to it.
    pub(crate) unit: Option<Unit>,
    /// How many bytes of a glued unit follow.
    pub(crate) glued: usize,
}

/// Reads a figure at the start of some text, up to the next blank or bracket.
///
/// `figure = duration / number ["k" / "K" / "M" / "G"] [unit]`
pub(crate) fn figure(text: &str) -> Option<Figure> {
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '±')).unwrap_or(text.len());
    let word = text.get(..end)?.trim_end_matches([',', ';']);
    if let Some(d) = lex::duration(word).filter(|d| d.rest.is_empty() && d.text.contains('m')) {
        let unit = Unit::named("s");
        return Some(Figure {
            value: d.seconds(),
            low: d.moved(-50),
            high: d.moved(50),
            length: word.len(),
            unit,
            glued: 0,
        });
    }
    let sign = usize::from(word.starts_with('-'));
    let digits = sign + word.bytes().skip(sign).take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count();
    let (number, rest) = word.split_at_checked(digits)?;
    let plain = without_thousands(number)?;
    let printed = lex::printed(&plain).filter(|p| p.rest.is_empty())?;
    let figure = |power, length, unit, glued| bounded(&printed, power, length, unit, glued);
    let power = match rest {
        "" => return Some(figure(0, digits, None, 0)),
        "k" | "K" => 3,
        "M" => 6,
        "G" => 9,
        _ => return unit_of(rest).map(|unit| figure(0, digits, Some(unit), rest.len())),
    };
    Some(figure(power, digits + 1, None, 0))
}

fn bounded(printed: &Printed<'_>, power: i32, length: usize, unit: Option<Unit>, glued: usize) -> Figure {
    let moved = |hundredths| printed.moved(hundredths, power);
    Figure { value: moved(0), low: moved(-50), high: moved(50), length, unit, glued }
}

/// A number without the commas between its thousands; nothing where its commas are something else.
pub(crate) fn without_thousands(number: &str) -> Option<Cow<'_, str>> {
    let Some((first, rest)) = number.split_once(',') else { return Some(Cow::Borrowed(number)) };
    let groups = rest.split('.').next().unwrap_or_default();
    let sound = first.trim_start_matches('-').len() <= 3 && groups.split(',').all(|group| group.len() == 3);
    sound.then(|| Cow::Owned(number.replace(',', "")))
}

/// The unit that some words beside a figure are: one known by name, or so many of something per second.
///
/// `GBps` is told from `Gbps` by its capital; what is counted per second stays as it is written.
pub(crate) fn unit_of(text: &str) -> Option<Unit> {
    let text = text.trim().trim_matches(['(', ')', '[', ']', ',', ';']).trim_end_matches('.').trim();
    if let Some(size) = text.strip_suffix("Bps") {
        return Unit::named(&format!("{size}B/s"));
    }
    if let Some(size) = text.strip_suffix("bps").filter(|size| matches!(*size, "" | "k" | "K")) {
        return Unit::named(&format!("{size}bit/s"));
    }
    if let Some(unit) = Unit::named(text).or_else(|| Unit::named(&text.replace("/sec", "/s"))) {
        return Some(unit);
    }
    let low = text.to_lowercase();
    if let Some((what, of)) = low
        .split_once('/')
        .filter(|(what, of)| !of.is_empty() && of.chars().all(char::is_alphabetic) && !what.contains(' '))
    {
        // `cycles/byte`, `ns/element`
        let time = Unit::named(what).filter(|unit| unit.is_time() && of != "s" && of.len() > 1);
        if what == "cycles" && of != "s" && of != "sec" {
            return Some(Unit { symbol: low.clone(), ..Unit::none() });
        }
        if let Some(time) = time {
            return Some(Unit { symbol: format!("{}/{of}", time.symbol), dimension: time.dimension });
        }
    }
    let what = ["/s", "/sec", "/wsec", "/second", "per second", "per sec"]
        .iter()
        .find_map(|per| low.strip_suffix(per))?
        .trim_end();
    let named = what.split_whitespace().count() <= 2
        && what.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '/')
        && !what.ends_with('/');
    let symbol = if what.is_empty() { "/s".to_owned() } else { text.to_owned() };
    named.then_some(Unit { symbol, dimension: Dimension::Rate(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(f64, usize, Option<String>)> {
        figure(text).map(|f| (f.value, f.length, f.unit.map(|unit| unit.symbol)))
    }

    #[test]
    fn figures_have_marks_suffixes_and_units() {
        assert_eq!(read("4,691,618"), Some((4_691_618.0, 9, None)));
        assert_eq!(read("12.9k ops"), Some((12_900.0, 5, None)));
        assert_eq!(read("34.5us"), Some((34.5, 4, Some("us".into()))));
        assert_eq!(read("1m2.5s"), Some((62.5, 6, Some("s".into()))));
        assert_eq!(read("-3(x)"), Some((-3.0, 2, None)));
        for other in ["2.6.25", "1,23", "12:30", "0x10", "5x", "abc"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn units_are_names_or_rates() {
        let symbol = |text| unit_of(text).map(|unit| unit.symbol);
        assert_eq!(symbol("GBps").as_deref(), Some("GB/s"));
        assert_eq!(symbol("MiB/sec").as_deref(), Some("MiB/s"));
        assert_eq!(symbol("[sec]").as_deref(), Some("s"));
        assert_eq!(symbol("requests per second").as_deref(), Some("requests per second"));
        assert_eq!(symbol("per sec.").as_deref(), Some("/s"));
        assert_eq!(symbol("apples"), None);
    }

    #[test]
    fn sentences_give_units_to_what_stands_below() {
        let symbol = |text| unit_told(text).map(|unit| unit.symbol);
        assert_eq!(symbol("in a row. All run times are in seconds.").as_deref(), Some("s"));
        assert_eq!(symbol("(numbers are time it took in ms):").as_deref(), Some("ms"));
        assert_eq!(symbol("#Reporting the number of cycles per byte.").as_deref(), Some("cycles/byte"));
        assert_eq!(symbol("nanoseconds per lookup").as_deref(), Some("ns/lookup"));
        assert_eq!(symbol("it came in seconds after the first"), None);
        assert_eq!(unit_in("flt/cpu/s").map(|unit| unit.symbol).as_deref(), Some("flt/cpu/s"));
    }

    #[test]
    fn directions_come_from_words_and_units() {
        let none = Unit::none();
        assert_eq!(better("times in us, smaller is better", &none), Better::Lower);
        assert_eq!(better("throughput", &none), Better::Higher);
        assert_eq!(better("reads", &Unit::named("MB/s").expect("known")), Better::Higher);
        assert_eq!(better("faults", &none), Better::Unknown);
        assert_eq!(better("reciprocal-throughput", &none), Better::Lower);
    }
}

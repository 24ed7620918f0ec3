//! What the keys of lists say of the figures beside them: whether these are measured, conditions, computed or something else.
//! Shared by the readers of lists of unknown tools.

use crate::reading::quantity::{self, ASIDES, CONDITIONS, DERIVED, HIGHER, LOWER, has};
use crate::unit::{Dimension, Unit};

/// Words of keys that tell no quantity by themselves although a table's header may.
pub(crate) const WEAK: &[&str] =
    &["real", "memory", "requests", "ns", "us", "ms", "seconds", "cycles", "speed", "cost", "delay", "score"];
/// Words for one figure of several about a quantity that the heading names.
pub(crate) const STATISTICS: &[&str] =
    &["min", "max", "avg", "mean", "median", "average", "minimum", "maximum", "percentile"];
/// Words for what was set, or describes the machine.
pub(crate) const SET: &[&str] = &[
    "duration",
    "timeout",
    "interval",
    "warmup",
    "warm-up",
    "limit",
    "target",
    "period",
    "deadline",
    "ramp",
    "delay",
    "quantum",
    "version",
    "max_latency",
    "budget",
    "clock",
    "freq",
    "frequency",
    "mhz",
    "link",
    "uptime",
    "sum",
    "slice",
    "date",
    "expected",
    "configured",
    "started",
    "timestamp",
    "bogomips",
    "tick",
    "slack",
    "sleep",
    "setup",
    "scheduled",
];
/// Words for amounts of memory that a program takes.
pub(crate) const MEMORY: &[&str] = &["memory", "rss", "footprint", "heap", "resident"];
/// Words that count runs of one thing.
pub(crate) const RUNS: &[&str] =
    &["run", "pass", "iteration", "try", "round", "test", "no", "nr", "loop", "trial", "attempt"];

/// What part an entry has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A figure to compare.
    Measured,
    /// Makes figures of one key different things.
    Condition,
    /// Computed from others.
    Derived,
    /// Something else: counts, sizes, what was set.
    Aside,
}

/// What an entry of a list is, by its key, its unit and its value, if it has one. The title of the list may tell what
/// statistics (`avg`, `p99`) are of.
pub(crate) fn part(key: &str, told: bool, unit: Option<&Unit>, value: Option<f64>) -> Part {
    let dimension = unit.map(|unit| unit.dimension);
    // Sizes are many and tell nothing: `MemTotal: 16384 kB`.
    if value.is_some() && matches!(dimension, Some(Dimension::Data(_))) && !has(key, MEMORY) && !has(key, CONDITIONS) {
        return Part::Aside;
    }
    if has(key, DERIVED) && !is_statistic(key) {
        return Part::Derived;
    }
    if has(key, SET) || has(key, ASIDES) {
        return Part::Aside;
    }
    let Some(value) = value else { return Part::Condition };
    let named = is_quantity(key);
    let told = is_statistic(key) && told;
    if has(key, CONDITIONS) && !named {
        return Part::Condition;
    }
    let measured = match dimension {
        Some(Dimension::Time(_) | Dimension::Rate(_) | Dimension::DataRate(_)) => true,
        Some(Dimension::Data(_)) => has(key, MEMORY),
        Some(Dimension::Ratio(_)) => false,
        // What programs are configured by has names like quantities, and whole numbers.
        Some(Dimension::Other) | None => (named || told) && (!is_identifier(key) || value.fract() != 0.0),
    };
    if measured { Part::Measured } else { Part::Aside }
}

/// Whether a key is one word as configuration files and kernels have them.
pub(crate) fn is_identifier(key: &str) -> bool {
    !key.contains(char::is_whitespace) && key.contains(['_', '.'])
}

/// Whether a key names one figure of several: `avg`, `95th percentile`, `p99`.
pub(crate) fn is_statistic(key: &str) -> bool {
    let percentile = |word: &str| {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        word.strip_prefix('p').is_some_and(digits)
            || ["th", "%", "st"].iter().any(|end| word.strip_suffix(end).is_some_and(digits))
    };
    has(key, STATISTICS) || quantity::words(key).any(|word| percentile(&word))
}

/// Whether some words name a quantity of which one way is better.
pub(crate) fn is_quantity(words: &str) -> bool {
    quantity::words(words).any(|word| {
        !WEAK.contains(&word.as_str()) && (LOWER.contains(&word.as_str()) || HIGHER.contains(&word.as_str()))
    })
}

/// Whether a key only counts the runs of one thing: `Run 3`, `2`.
pub(crate) fn is_run(key: &str) -> bool {
    let mut words = quantity::words(key).map(|word| word.trim_start_matches('#').to_owned());
    words.all(|word| RUNS.contains(&word.as_str()) || word.bytes().all(|b| b.is_ascii_digit()))
}

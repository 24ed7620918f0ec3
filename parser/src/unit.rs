//! Units and which way is better.

use serde::{Deserialize, Serialize};

use crate::source::Span;

/// What kind of quantity a unit measures, and its size in the base unit of that kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Dimension {
    /// A duration; the factor gives seconds.
    Time(f64),
    /// An amount of data; the factor gives bytes.
    Data(f64),
    /// Data per time; the factor gives bytes per second.
    DataRate(f64),
    /// Something per time; the factor gives per second.
    Rate(f64),
    /// A share; the factor gives a ratio.
    Ratio(f64),
    /// A number of things, a score, or something unknown.
    #[default]
    Other,
}

/// A unit of measurement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// As it is written beside figures: `us`, `MB/s`; empty for counts and scores and where none is known.
    pub symbol: String,
    /// What it measures.
    pub dimension: Dimension,
}

/// The units that are known by name: what is written, the symbol it becomes, and what it measures.
const KNOWN: &[(&[&str], &str, Dimension)] = &[
    (&["s", "sec", "secs", "second", "seconds"], "s", Dimension::Time(1.0)),
    (&["ms", "msec", "msecs", "millisecond", "milliseconds"], "ms", Dimension::Time(1e-3)),
    (&["us", "usec", "usecs", "microsecond", "microseconds", "µs", "μs"], "us", Dimension::Time(1e-6)),
    (&["ns", "nsec", "nsecs", "nanosecond", "nanoseconds"], "ns", Dimension::Time(1e-9)),
    (&["kb/s"], "kB/s", Dimension::DataRate(1e3)),
    (&["kib/sec"], "KiB/s", Dimension::DataRate(1024.0)),
    (&["mib/sec"], "MiB/s", Dimension::DataRate(1_048_576.0)),
    (&["gib/sec"], "GiB/s", Dimension::DataRate(1_073_741_824.0)),
    (&["tb/s", "tb/sec"], "TB/s", Dimension::DataRate(1e12)),
    (&["mb/s", "mb/sec"], "MB/s", Dimension::DataRate(1e6)),
    (&["gb/s", "gb/sec"], "GB/s", Dimension::DataRate(1e9)),
    (&["kib/s"], "KiB/s", Dimension::DataRate(1024.0)),
    (&["mib/s"], "MiB/s", Dimension::DataRate(1_048_576.0)),
    (&["gib/s"], "GiB/s", Dimension::DataRate(1_073_741_824.0)),
    (&["b", "byte", "bytes"], "B", Dimension::Data(1.0)),
    (&["tb"], "TB", Dimension::Data(1e12)),
    (&["tib"], "TiB", Dimension::Data(1_099_511_627_776.0)),
    (&["kbyte", "kbytes", "kilobyte", "kilobytes"], "kB", Dimension::Data(1e3)),
    (&["mbyte", "mbytes", "megabyte", "megabytes"], "MB", Dimension::Data(1e6)),
    (&["gbyte", "gbytes", "gigabyte", "gigabytes"], "GB", Dimension::Data(1e9)),
    (&["kb"], "kB", Dimension::Data(1e3)),
    (&["mb"], "MB", Dimension::Data(1e6)),
    (&["gb"], "GB", Dimension::Data(1e9)),
    (&["kib"], "KiB", Dimension::Data(1024.0)),
    (&["mib"], "MiB", Dimension::Data(1_048_576.0)),
    (&["gib"], "GiB", Dimension::Data(1_073_741_824.0)),
    (&["b/s", "bytes/s", "bytes/sec"], "B/s", Dimension::DataRate(1.0)),
    (&["kb/sec"], "kB/s", Dimension::DataRate(1e3)),
    (&["bit/s", "bits/s", "bits/sec"], "bit/s", Dimension::DataRate(0.125)),
    (&["kbit/s", "kbits/s", "kbits/sec", "kbit/sec"], "kbit/s", Dimension::DataRate(125.0)),
    (&["mbit/sec"], "Mbit/s", Dimension::DataRate(125e3)),
    (&["gbit/sec"], "Gbit/s", Dimension::DataRate(125e6)),
    (&["mbit/s", "mbits/s", "mbits/sec", "mbps"], "Mbit/s", Dimension::DataRate(125e3)),
    (&["gbit/s", "gbits/s", "gbits/sec", "gbps"], "Gbit/s", Dimension::DataRate(125e6)),
    (&["ops/s", "ops/sec", "op/s"], "ops/s", Dimension::Rate(1.0)),
    (&["ops/us"], "ops/us", Dimension::Rate(1e6)),
    (&["req/s", "req/sec", "requests/s", "requests/sec"], "req/s", Dimension::Rate(1.0)),
    (&["msg/s", "msg/sec", "msgs/sec"], "msg/sec", Dimension::Rate(1.0)),
    (&["tps"], "tps", Dimension::Rate(1.0)),
    (&["t/s"], "t/s", Dimension::Rate(1.0)),
    (&["qps"], "QPS", Dimension::Rate(1.0)),
    (&["rps"], "RPS", Dimension::Rate(1.0)),
    (&["pps"], "pps", Dimension::Rate(1.0)),
    (&["fps"], "fps", Dimension::Rate(1.0)),
    (&["iops"], "IOPS", Dimension::Rate(1.0)),
    (&["ns/op"], "ns/op", Dimension::Time(1e-9)),
    (&["us/op", "µs/op", "micros/op"], "us/op", Dimension::Time(1e-6)),
    (&["ms/op"], "ms/op", Dimension::Time(1e-3)),
    (&["s/op", "sec/op"], "s/op", Dimension::Time(1.0)),
    (&["mhz"], "MHz", Dimension::Rate(1e6)),
    (&["%"], "%", Dimension::Ratio(0.01)),
];

impl Unit {
    /// No unit: counts and scores.
    pub fn none() -> Self {
        Self::default()
    }

    /// The unit that a word names, in any case: `microseconds`, `MB/s`.
    pub fn named(word: &str) -> Option<Self> {
        let low = word.to_lowercase();
        KNOWN
            .iter()
            .find(|(names, ..)| names.contains(&low.as_str()))
            .map(|&(_, symbol, dimension)| Self { symbol: symbol.to_owned(), dimension })
    }

    /// Whether figures of this unit are amounts of time, so that less of it is "less time".
    pub fn is_time(&self) -> bool {
        matches!(self.dimension, Dimension::Time(_))
    }
}

/// Which way a metric is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// Smaller is better: times, costs.
    Lower,
    /// Bigger is better: rates.
    Higher,
    /// Nothing tells; such a metric takes no part in a verdict.
    #[default]
    Unknown,
}

/// Why a unit or a direction was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Evidence {
    /// Words of the post, at a place: "smaller is better".
    Words(Span),
    /// What the tool is known to print.
    Tool,
    /// What figures of this unit mean as a rule: times are better low, rates high.
    Unit,
    /// The user said so.
    Given,
    /// Nothing.
    #[default]
    None,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_units_in_any_case() {
        assert_eq!(Unit::named("microseconds").map(|u| u.symbol).as_deref(), Some("us"));
        assert_eq!(Unit::named("MB/s").map(|u| u.dimension), Some(Dimension::DataRate(1e6)));
        assert_eq!(Unit::named("parsecs"), None);
    }
}

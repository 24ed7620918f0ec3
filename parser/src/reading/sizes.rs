//! The families of units that tools choose among by the size of a figure, and the words that tools write for them.

use crate::reading::flow::{Size, TIMES};

/// Units of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// Durations: `usec`, `ms`.
    Time,
    /// Bytes per second: `MiB/s`, `KB/sec`.
    Bytes,
    /// Bits per second: `Mbits/sec`.
    Bits,
    /// Amounts of data: `GiB`, `MBytes`.
    Data,
    /// Amounts of data where only the name of the figure says that they are per second.
    DataRate,
}

const BYTES: &[Size] = &[
    Size::data_rate("B/s", 0, 0, 1.0),
    Size::data_rate("kB/s", 3, 0, 1e3),
    Size::data_rate("MB/s", 6, 0, 1e6),
    Size::data_rate("GB/s", 9, 0, 1e9),
    Size::data_rate("TB/s", 12, 0, 1e12),
    Size::data_rate("KiB/s", 0, 10, 1024.0),
    Size::data_rate("MiB/s", 0, 20, 1_048_576.0),
    Size::data_rate("GiB/s", 0, 30, 1_073_741_824.0),
    Size::data_rate("TiB/s", 0, 40, 1_099_511_627_776.0),
];

const BITS: &[Size] = &[
    Size::data_rate("bit/s", 0, 0, 0.125),
    Size::data_rate("Kbit/s", 3, 0, 125.0),
    Size::data_rate("Mbit/s", 6, 0, 125e3),
    Size::data_rate("Gbit/s", 9, 0, 125e6),
    Size::data_rate("Tbit/s", 12, 0, 125e9),
];

const DATA: &[Size] = &[
    Size::data("B", 0),
    Size::decimal("kB", 3),
    Size::decimal("MB", 6),
    Size::decimal("GB", 9),
    Size::decimal("TB", 12),
    Size::data("KiB", 10),
    Size::data("MiB", 20),
    Size::data("GiB", 30),
    Size::data("TiB", 40),
];

impl Family {
    /// The family that templates call by a name.
    pub(crate) fn called(name: &str) -> Option<Self> {
        match name {
            "time" => Some(Self::Time),
            "bytes" => Some(Self::Bytes),
            "bits" => Some(Self::Bits),
            "data" => Some(Self::Data),
            "datarate" => Some(Self::DataRate),
            _ => None,
        }
    }

    /// Its units.
    pub(crate) fn sizes(self) -> &'static [Size] {
        match self {
            Self::Time => TIMES,
            Self::Bytes | Self::DataRate => BYTES,
            Self::Bits => BITS,
            Self::Data => DATA,
        }
    }

    /// The unit that a word names.
    pub(crate) fn size(self, word: &str) -> Option<&'static Size> {
        let symbol = match self {
            Self::Time => time(word)?.to_owned(),
            Self::Bytes => format!("{}B/s", prefix(per_second(word)?, &["Bytes", "bytes", "Byte", "B", "b", ""])?),
            Self::DataRate => format!("{}/s", Self::Data.size(word)?.symbol),
            Self::Bits => format!("{}bit/s", prefix(per_second(word)?, &["bits", "bit", "b"])?),
            Self::Data => format!("{}B", prefix(word, &["Bytes", "bytes", "Byte", "B", ""])?),
        };
        self.sizes().iter().find(|size| size.symbol.eq_ignore_ascii_case(&symbol))
    }
}

/// The symbol of a unit of time.
fn time(word: &str) -> Option<&'static str> {
    match word {
        "s" | "sec" | "secs" | "sec." | "second" | "seconds" => Some("s"),
        "ms" | "msec" | "msecs" | "millisec" | "milliseconds" => Some("ms"),
        "us" | "usec" | "usecs" | "µs" | "μs" | "microsec" | "microseconds" => Some("us"),
        "ns" | "nsec" | "nsecs" | "nanosec" | "nanoseconds" => Some("ns"),
        "ps" => Some("ps"),
        _ => None,
    }
}

/// What is counted per second.
fn per_second(word: &str) -> Option<&str> {
    ["/second", "/sec", "/s", "ps"].iter().find_map(|per| word.strip_suffix(per))
}

/// The letters before the thing counted: `M` of `MBytes`, `Mi` of `MiB`. Without the thing, `M` alone must be there.
fn prefix<'w>(word: &'w str, things: &[&str]) -> Option<&'w str> {
    let prefix = things.iter().find_map(|thing| word.strip_suffix(thing))?;
    let bare = prefix.len() == word.len();
    let known = matches!(prefix, "K" | "k" | "M" | "G" | "T" | "Ki" | "Mi" | "Gi" | "Ti" | "m" | "g");
    (known || prefix.is_empty() && !bare).then_some(prefix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_units_of_a_family() {
        let symbol = |family: Family, word| family.size(word).map(|size| size.symbol);
        assert_eq!(symbol(Family::Bytes, "MiB/s"), Some("MiB/s"));
        assert_eq!(symbol(Family::Bytes, "KB/s"), Some("kB/s"));
        assert_eq!(symbol(Family::Bytes, "MBytes/sec"), Some("MB/s"));
        assert_eq!(symbol(Family::Bytes, "Mb/s"), Some("MB/s"));
        assert_eq!(symbol(Family::Bytes, "kBps"), Some("kB/s"));
        assert_eq!(symbol(Family::Bits, "Gbits/sec"), Some("Gbit/s"));
        assert_eq!(symbol(Family::Bits, "bits/sec"), Some("bit/s"));
        assert_eq!(symbol(Family::Data, "GBytes"), Some("GB"));
        assert_eq!(symbol(Family::Data, "G"), Some("GB"));
        assert_eq!(symbol(Family::Time, "usec"), Some("us"));
        assert_eq!(symbol(Family::Data, "x"), None);
        assert_eq!(symbol(Family::Bytes, "ops/s"), None);
    }
}

//! What well-known benchmarks measure, for tables and lists that people made of their figures: nothing in such a table may
//! say the unit, but the line above it names the tool.

use crate::unit::Better;

/// A benchmark by its name, the unit of its main figure, and which way it is better. Each as the tool prints it: hackbench
/// and kernbench report seconds, cyclictest microseconds, dbench and tbench MB/s, ebizzy records a second, and so on.
const TOOLS: &[(&str, &str, Better)] = &[
    ("hackbench", "s", Better::Lower),
    ("kernbench", "s", Better::Lower),
    ("cyclictest", "us", Better::Lower),
    ("schbench", "us", Better::Lower),
    ("lmbench", "us", Better::Lower),
    ("lat_syscall", "us", Better::Lower),
    ("lat_ctx", "us", Better::Lower),
    ("tbench", "MB/s", Better::Higher),
    ("dbench", "MB/s", Better::Higher),
    ("iozone", "kB/s", Better::Higher),
    ("volanomark", "", Better::Higher),
    ("specjbb", "", Better::Higher),
    ("ebizzy", "records/s", Better::Higher),
    ("aim7", "", Better::Higher),
    ("aim9", "", Better::Higher),
    ("reaim", "", Better::Higher),
    ("unixbench", "", Better::Higher),
    ("will-it-scale", "", Better::Higher),
    ("locktorture", "", Better::Higher),
    ("pgbench", "tps", Better::Higher),
    ("coremark", "", Better::Higher),
    ("geekbench", "", Better::Higher),
    ("nbench", "", Better::Higher),
    ("linpack", "", Better::Higher),
    ("netperf", "", Better::Higher),
    ("iperf", "", Better::Higher),
    ("iperf3", "", Better::Higher),
    ("checkasm", "", Better::Lower),
];

/// The unit and direction that a tool named in some text fixes; the name that stands first counts. The unit is empty where
/// the tool prints a number alone.
pub(crate) fn fixed(text: &str) -> Option<(&'static str, Better)> {
    let low = text.to_lowercase();
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let found = |name: &str| {
        low.match_indices(name).map(|(at, _)| at).find(|&at| {
            edge(low.get(..at).and_then(|before| before.chars().next_back()))
                && edge(low.get(at + name.len()..).and_then(|behind| behind.chars().next()))
        })
    };
    let named = TOOLS.iter().filter_map(|tool| Some((found(tool.0)?, tool)));
    named.min_by_key(|(at, _)| *at).map(|(_, &(_, unit, better))| (unit, better))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_that_is_named_fixes_unit_and_direction() {
        assert_eq!(fixed("hackbench -g40 -s 500 next to cyclictest"), Some(("s", Better::Lower)));
        assert_eq!(fixed("AIM7 short workload"), Some(("", Better::Higher)));
        assert_eq!(fixed("somethingelse and hackbenchmarks"), None);
    }
}

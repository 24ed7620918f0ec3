//! The tables that LMBench summaries have, and their columns.

use super::print::Rounding;
use crate::unit::Unit;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A result.
    Figure,
    /// A figure that describes the machine.
    Context,
    /// Words.
    Text,
}

/// A column after host and system.
#[derive(Debug)]
pub(super) struct Column {
    /// Its name: the header's words, those that the header cuts written out.
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// Whether every system that runs the suite at all has a value here.
    pub(super) always: bool,
    /// The column without which this one cannot be measured.
    pub(super) needs: Option<&'static str>,
    /// A service of the system without which it cannot be measured, like other columns that name it.
    pub(super) service: Option<&'static str>,
    /// The section that prints the same figure already.
    pub(super) repeats: Option<&'static str>,
    /// The column of the same row that this one cannot be below; it also marks the column that may lose its suffix.
    pub(super) more_than: Option<&'static str>,
    /// Whether the tool measures whole numbers here, to which the summary adds `.0`.
    pub(super) whole: bool,
    /// Whether some versions format the number one character wider than the column and cut it.
    pub(super) narrow: bool,
    /// What first versions did with fractions here.
    pub(super) rounding: Rounding,
}

impl Column {
    /// The unit of a figure that describes the machine.
    pub(super) fn context_unit(&self) -> Unit {
        if self.name == "Mhz" { Unit::named("MHz").unwrap_or_default() } else { Unit::none() }
    }
}

/// A table.
#[derive(Debug)]
pub(super) struct Section {
    /// How its title starts; also its name.
    pub(super) name: &'static str,
    /// Whether a description stands before the numbers, and all of these describe the machine.
    pub(super) described: bool,
    /// Whether the rule's widths are not those of the print.
    pub(super) loose: bool,
    /// The columns, the longest known form; others leave some out at the places that [`Section::columns`] knows.
    columns: &'static [Column],
}

/// What most columns are.
const FIGURE: Column = Column {
    name: "",
    kind: Kind::Figure,
    always: false,
    needs: None,
    service: None,
    repeats: None,
    more_than: None,
    whole: false,
    narrow: false,
    rounding: Rounding::Cut,
};

const fn figure(name: &'static str) -> Column {
    Column { name, ..FIGURE }
}

const fn always(name: &'static str) -> Column {
    Column { name, always: true, ..FIGURE }
}

const fn needing(name: &'static str, needs: &'static str) -> Column {
    Column { name, needs: Some(needs), ..FIGURE }
}

/// RPC over a protocol: it needs the port mapper.
const fn rpc(name: &'static str, needs: &'static str) -> Column {
    Column { name, needs: Some(needs), service: Some("port mapper"), ..FIGURE }
}

const fn rate(name: &'static str) -> Column {
    Column { name, rounding: Rounding::Nearest, ..FIGURE }
}

const fn context(name: &'static str) -> Column {
    Column { name, kind: Kind::Context, ..FIGURE }
}

const fn text(name: &'static str) -> Column {
    Column { name, kind: Kind::Text, ..FIGURE }
}

const CONTEXT_SWITCHING: &str = "Context switching";

const SECTIONS: &[Section] = &[
    Section {
        name: "Basic system parameters",
        described: true,
        loose: true,
        columns: &[
            text("Description"),
            context("Mhz"),
            context("tlb pages"),
            context("cache line bytes"),
            context("mem par"),
            context("scal load"),
        ],
    },
    Section {
        name: "Processor, Processes",
        described: false,
        loose: false,
        columns: &[
            context("Mhz"),
            always("null call"),
            always("null I/O"),
            always("stat"),
            always("open/close"),
            figure("select TCP"),
            always("sig inst"),
            always("sig hndl"),
            always("fork proc"),
            always("exec proc"),
            always("sh proc"),
        ],
    },
    Section { name: "Basic integer operations", described: false, loose: false, columns: &INTEGER },
    Section { name: "Basic uint64 operations", described: false, loose: false, columns: &UINT64 },
    Section { name: "Basic float operations", described: false, loose: false, columns: &FLOAT },
    Section { name: "Basic double operations", described: false, loose: false, columns: &DOUBLE },
    Section {
        name: CONTEXT_SWITCHING,
        described: false,
        loose: false,
        columns: &[
            figure("2p/0K ctxsw"),
            figure("2p/16K ctxsw"),
            figure("2p/64K ctxsw"),
            figure("8p/16K ctxsw"),
            figure("8p/64K ctxsw"),
            figure("16p/16K ctxsw"),
            figure("16p/64K ctxsw"),
        ],
    },
    Section {
        name: "*Local* Communication latencies",
        described: false,
        loose: false,
        columns: &[
            Column { name: "2p/0K ctxsw", always: true, repeats: Some(CONTEXT_SWITCHING), ..FIGURE },
            always("Pipe"),
            always("AF UNIX"),
            figure("UDP"),
            rpc("RPC/UDP", "UDP"),
            figure("TCP"),
            rpc("RPC/TCP", "TCP"),
            Column { name: "TCP conn", needs: Some("TCP"), more_than: Some("TCP"), narrow: true, ..FIGURE },
        ],
    },
    Section {
        name: "*Remote* Communication latencies",
        described: false,
        loose: false,
        columns: &[
            figure("UDP"),
            rpc("RPC/UDP", "UDP"),
            figure("TCP"),
            rpc("RPC/TCP", "TCP"),
            needing("TCP conn", "TCP"),
        ],
    },
    Section {
        name: "File & VM system latencies",
        described: false,
        loose: false,
        columns: &[
            always("0K File Create"),
            always("0K File Delete"),
            always("10K File Create"),
            always("10K File Delete"),
            Column { whole: true, ..always("Mmap Latency") },
            figure("Prot Fault"),
            Column { whole: true, ..always("Page Fault") },
            figure("100fd select"),
        ],
    },
    Section { name: "*Local* Communication bandwidths", described: false, loose: false, columns: &BANDWIDTHS },
    Section { name: "*Remote* Communication bandwidths", described: false, loose: false, columns: &[rate("TCP")] },
    Section {
        name: "Memory latencies",
        described: false,
        loose: true,
        columns: &[
            context("Mhz"),
            always("L1 $"),
            always("L2 $"),
            always("Main mem"),
            figure("Rand mem"),
            text("Guesses"),
        ],
    },
];

const INTEGER: [Column; 5] =
    [figure("integer bit"), figure("integer add"), figure("integer mul"), figure("integer div"), figure("integer mod")];

const UINT64: [Column; 5] = [
    Column { narrow: true, ..figure("int64 bit") },
    figure("int64 add"),
    figure("int64 mul"),
    figure("int64 div"),
    figure("int64 mod"),
];

const FLOAT: [Column; 4] = [figure("float add"), figure("float mul"), figure("float div"), figure("float bogo")];

const DOUBLE: [Column; 4] = [figure("double add"), figure("double mul"), figure("double div"), figure("double bogo")];

const BANDWIDTHS: [Column; 9] = [
    Column { always: true, ..rate("Pipe") },
    Column { always: true, ..rate("AF UNIX") },
    rate("TCP"),
    rate("File reread"),
    rate("Mmap reread"),
    rate("Bcopy (libc)"),
    rate("Bcopy (hand)"),
    rate("Mem read"),
    rate("Mem write"),
];

/// Columns that only newer versions print: a table with fewer columns than the longest form lacks these, in this order.
const NEWER: &[&str] = &["100fd select", "Rand mem", "scal load", "mem par", "cache line bytes", "tlb pages"];

impl Section {
    /// The section that a line is the title of, whatever its blanks.
    pub(super) fn titled(line: &str) -> Option<&'static Self> {
        // Titles start with a capital or an asterisk; most lines are settled by that.
        let trimmed = line.trim_start();
        if !trimmed.starts_with(['P', 'B', 'C', '*', 'F', 'M']) {
            return None;
        }
        let words: Vec<&str> = trimmed.split_whitespace().take(12).collect();
        let title = words.join(" ");
        SECTIONS.iter().find(|section| {
            title
                .strip_prefix(section.name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(" - ") || rest.starts_with(" in "))
        })
    }

    /// The columns of a table that has `count` of them after host and system; none where no version prints so many.
    pub(super) fn columns(&self, count: usize) -> Vec<&'static Column> {
        let mut columns: Vec<&Column> = self.columns.iter().collect();
        for name in NEWER {
            if columns.len() > count {
                columns.retain(|column| column.name != *name);
            }
        }
        if columns.len() == count { columns } else { Vec::new() }
    }

    /// The unit that a title names: `times in microseconds`, `in MB/s`.
    pub(super) fn unit(title: &str) -> Unit {
        title.split_whitespace().skip_while(|word| *word != "in").find_map(Unit::named).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_known_whatever_their_blanks() {
        let name = |line| Section::titled(line).map(|s| s.name);
        assert_eq!(
            name("Processor, Processes - times in microseconds - smaller is better"),
            Some("Processor, Processes")
        );
        assert_eq!(
            name("  *Local*  Communication bandwidths in MB/s - bigger is better"),
            Some("*Local* Communication bandwidths")
        );
        assert_eq!(name("Basic system parameters"), Some("Basic system parameters"));
        assert_eq!(name("Context switching is slow here"), None);
    }

    #[test]
    fn older_versions_have_fewer_columns() {
        let memory = Section::titled("Memory latencies in nanoseconds - smaller is better").expect("known");
        let names = |count| -> Vec<&str> { memory.columns(count).iter().map(|c| c.name).collect() };
        assert_eq!(names(5), ["Mhz", "L1 $", "L2 $", "Main mem", "Guesses"]);
        assert_eq!(names(6).len(), 6);
        assert!(names(4).is_empty());
        assert_eq!(Section::unit("Memory latencies in nanoseconds - smaller is better").symbol, "ns");
    }
}

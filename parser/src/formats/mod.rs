//! The tools known by name: one file and one line in [`FORMATS`] each.

pub mod bloat_o_meter;
pub mod criterion;
pub mod cyclictest;
pub mod ebizzy;
pub mod ftrace;
pub mod go_bench;
pub mod grid;
pub mod hackbench;
pub mod hyperfine;
pub mod java_servers;
pub mod kernbench;
pub mod key_values;
pub mod labelled_values;
pub mod libtest;
pub mod lkp;
pub mod lmbench;
pub mod lmbench_lines;
pub mod ministat;
pub mod mmtests;
pub mod monitors;
pub mod perf_bench;
pub mod perf_stat;
pub mod profiles;
pub mod reaim;
pub mod rtla;
pub mod schbench;
pub mod sectioned;
pub mod size;
pub mod stream;
pub mod tbench;
pub mod time;
pub mod tiobench;
pub mod torture;
pub mod unixbench;
pub mod will_it_scale;
pub mod xenomai;

use crate::mail::{Document, Token};
use crate::sink::Sink;

/// How to read one tool's output. Plain data, so that one loop can test every entry.
#[derive(Debug)]
pub struct Format {
    /// A short name that stays the same: it is stored in metrics and links.
    pub id: &'static str,
    /// What people call the tool and the output.
    pub title: &'static str,
    /// Texts of which at least one occurs, in this very form, wherever this format does; it is tried nowhere else. None: it is
    /// tried everywhere.
    pub marks: &'static [&'static str],
    /// Whether a line of this tool's output starts at a word, given all words of a text that lost its line ends.
    pub breaks: fn(&[Token<'_>], usize) -> bool,
    /// Whether output of this tool starts at a line.
    pub starts: fn(&Document<'_>, usize) -> bool,
    /// Reads what starts at a line; returns the first line that is not part of it, at least the next one.
    pub read: fn(&Document<'_>, usize, &mut Sink) -> usize,
}

/// All formats, the most specific first.
pub const FORMATS: &[&Format] = &[
    &sectioned::FORMAT,
    &lmbench::FORMAT,
    &tbench::FORMAT,
    &time::FORMAT,
    &reaim::FORMAT,
    &xenomai::FORMAT,
    &cyclictest::FORMAT,
    &rtla::FORMAT,
    &mmtests::FORMAT,
    &lkp::FORMAT,
    &ministat::FORMAT,
    &kernbench::FORMAT,
    &unixbench::FORMAT,
    &schbench::FORMAT,
    &stream::FORMAT,
    &hackbench::FORMAT,
    &ebizzy::FORMAT,
    &will_it_scale::FORMAT,
    &perf_bench::FORMAT,
    &lmbench_lines::FORMAT,
    &torture::FORMAT,
    &tiobench::FORMAT,
    &java_servers::FORMAT,
    &bloat_o_meter::FORMAT,
    &size::FORMAT,
    &monitors::FORMAT,
    &profiles::FORMAT,
    &ftrace::FORMAT,
    &labelled_values::FORMAT,
    &perf_stat::FORMAT,
    &go_bench::FORMAT,
    &libtest::FORMAT,
    &criterion::FORMAT,
    &hyperfine::FORMAT,
    &key_values::FORMAT,
    &grid::FORMAT,
];

/// The formats whose marks occur in a text.
pub(crate) fn candidates(text: &str) -> Vec<&'static Format> {
    let occurs = |mark: &&str| memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    FORMATS.iter().copied().filter(|format| format.marks.is_empty() || format.marks.iter().any(occurs)).collect()
}

/// Whether any other format than one reads something of a text, but for the lines that are that one's own.
pub(crate) fn others_start(document: &Document<'_>, id: &str, own: &dyn Fn(usize) -> bool) -> bool {
    let others: Vec<&Format> = candidates(document.whole()).into_iter().filter(|format| format.id != id).collect();
    (0..document.len()).any(|line| !own(line) && others.iter().any(|format| (format.starts)(document, line)))
}

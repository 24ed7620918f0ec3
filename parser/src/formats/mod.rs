//! The tools known by name: one file and one line in [`FORMATS`] each.

pub mod asv;
pub mod benchcmp;
pub mod benchee;
pub mod benchmark_dotnet;
pub mod benchmark_ips;
pub mod benchmark_js;
pub mod benchstat;
pub mod benny;
pub mod catch2;
pub mod critcmp;
pub mod criterion;
pub mod cyclictest;
pub mod deno;
pub mod divan;
pub mod git_perf;
pub mod go_bench;
pub mod google_benchmark;
pub mod grid;
pub mod haskell;
pub mod hyperfine;
pub mod jmh;
pub mod julia;
pub mod key_values;
pub mod labelled_values;
pub mod libtest;
pub mod llama_bench;
pub mod lmbench;
pub mod mitata;
pub mod nanobench;
pub mod octane;
pub mod perf_stat;
pub mod phpbench;
pub mod poop;
pub mod preamble;
pub mod pyperf;
pub mod pytest_benchmark;
pub mod r_bench;
pub mod reaim;
pub mod rtla;
pub mod tbench;
pub mod time;
pub mod timeit;
pub mod tinybench;
pub mod vitest;
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
    /// Texts of which at least one occurs, in this very form, wherever this format does; it is tried nowhere else. None: it
    /// is tried everywhere.
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
    &lmbench::FORMAT,
    &tbench::FORMAT,
    &time::FORMAT,
    &reaim::FORMAT,
    &xenomai::FORMAT,
    &cyclictest::FORMAT,
    &rtla::FORMAT,
    &labelled_values::FORMAT,
    &perf_stat::FORMAT,
    &preamble::FORMAT,
    &benchstat::FORMAT,
    &benchcmp::FORMAT,
    &go_bench::FORMAT,
    &jmh::FORMAT,
    &asv::FORMAT,
    &pytest_benchmark::FORMAT,
    &pyperf::FORMAT,
    &timeit::FORMAT,
    &google_benchmark::FORMAT,
    &julia::FORMAT,
    &benchmark_ips::FORMAT,
    &benny::FORMAT,
    &benchmark_js::FORMAT,
    &vitest::FORMAT,
    &benchee::FORMAT,
    &benchmark_dotnet::FORMAT,
    &llama_bench::FORMAT,
    &nanobench::FORMAT,
    &phpbench::FORMAT,
    &tinybench::FORMAT,
    &libtest::FORMAT,
    &poop::FORMAT,
    &r_bench::FORMAT,
    &critcmp::FORMAT,
    &divan::FORMAT,
    &git_perf::FORMAT,
    &catch2::FORMAT,
    &octane::FORMAT,
    &deno::FORMAT,
    &mitata::FORMAT,
    &haskell::FORMAT,
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

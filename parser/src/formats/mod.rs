//! The tools known by name: one file and one line in [`FORMATS`] each.

pub mod ab;
pub mod bonnie;
pub mod compilebench;
pub mod criterion;
pub mod cyclictest;
pub mod db_bench;
pub mod dd;
pub mod ffsb;
pub mod fio;
pub mod fs_mark;
pub mod go_bench;
pub mod grid;
pub mod h2load;
pub mod hdparm;
pub mod hey;
pub mod hyperfine;
pub mod ioping;
pub mod iozone;
pub mod iperf;
pub mod k6;
pub mod key_values;
pub mod labelled_values;
pub mod libtest;
pub mod lmbench;
pub mod memtier;
pub mod mysqlslap;
pub mod netperf;
pub mod openssl_speed;
pub mod perf_stat;
pub mod perftest;
pub mod pgbench;
pub mod ping;
pub mod pktgen;
pub mod postmark;
pub mod qperf;
pub mod rados_bench;
pub mod reaim;
pub mod redis_benchmark;
pub mod rtla;
pub mod siege;
pub mod sockperf;
pub mod speedtest1;
pub mod sysbench;
pub mod tbench;
pub mod time;
pub mod tiobench;
pub mod vegeta;
pub mod wrk;
pub mod xenomai;
pub mod ycsb;

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
    &lmbench::FORMAT,
    &tbench::FORMAT,
    &time::FORMAT,
    &reaim::FORMAT,
    &xenomai::FORMAT,
    &cyclictest::FORMAT,
    &rtla::FORMAT,
    &fio::FORMAT,
    &dd::FORMAT,
    &sysbench::FORMAT,
    &pgbench::FORMAT,
    &db_bench::FORMAT,
    &netperf::FORMAT,
    &redis_benchmark::FORMAT,
    &memtier::FORMAT,
    &ab::FORMAT,
    &wrk::FORMAT,
    &hey::FORMAT,
    &vegeta::FORMAT,
    &k6::FORMAT,
    &ioping::FORMAT,
    &ping::FORMAT,
    &hdparm::FORMAT,
    &tiobench::FORMAT,
    &iperf::FORMAT,
    &bonnie::FORMAT,
    &iozone::FORMAT,
    &openssl_speed::FORMAT,
    &postmark::FORMAT,
    &speedtest1::FORMAT,
    &compilebench::FORMAT,
    &fs_mark::FORMAT,
    &rados_bench::FORMAT,
    &ycsb::FORMAT,
    &sockperf::FORMAT,
    &qperf::FORMAT,
    &perftest::FORMAT,
    &h2load::FORMAT,
    &siege::FORMAT,
    &pktgen::FORMAT,
    &ffsb::FORMAT,
    &mysqlslap::FORMAT,
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

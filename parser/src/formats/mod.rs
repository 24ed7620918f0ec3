//! The tools known by name: one file and one line in [`FORMATS`] each.

pub mod ab;
pub mod asv;
pub mod benchcmp;
pub mod benchee;
pub mod benchmark_dotnet;
pub mod benchmark_ips;
pub mod benchmark_js;
pub mod benchstat;
pub mod benny;
pub mod bloat_o_meter;
pub mod bonnie;
pub mod catch2;
pub mod compilebench;
pub mod critcmp;
pub mod criterion;
pub mod cyclictest;
pub mod db_bench;
pub mod dd;
pub mod deno;
pub mod divan;
pub mod ebizzy;
pub mod ffsb;
pub mod fio;
pub mod fs_mark;
pub mod ftrace;
pub mod git_perf;
pub mod go_bench;
pub mod google_benchmark;
pub mod grid;
pub mod h2load;
pub mod hackbench;
pub mod haskell;
pub mod hdparm;
pub mod hey;
pub mod histogram;
pub mod hyperfine;
pub mod ioping;
pub mod iozone;
pub mod iperf;
pub mod java_servers;
pub mod jmh;
pub mod julia;
pub mod k6;
pub mod kernbench;
pub mod key_values;
pub mod labelled_runs;
pub mod labelled_values;
pub mod libtest;
pub mod line_list;
pub mod listing;
pub mod lkp;
pub mod llama_bench;
pub mod lmbench;
pub mod lmbench_lines;
pub mod memtier;
pub mod ministat;
pub mod mitata;
pub mod mmtests;
pub mod monitors;
pub mod mysqlslap;
pub mod nanobench;
pub mod netperf;
pub mod octane;
pub mod openssl_speed;
pub mod ordered;
pub mod outline;
pub mod pairs;
pub mod perf_bench;
pub mod perf_stat;
pub mod perftest;
pub mod pgbench;
pub mod phpbench;
pub mod ping;
pub mod pktgen;
pub mod poop;
pub mod postmark;
pub mod preamble;
pub mod profiles;
pub mod pyperf;
pub mod pytest_benchmark;
pub mod qperf;
pub mod r_bench;
pub mod rados_bench;
pub mod reaim;
pub mod redis_benchmark;
pub mod repeated_lines;
pub mod rtla;
pub mod samples;
pub mod schbench;
pub mod sectioned;
pub mod setting_list;
pub mod siege;
pub mod size;
pub mod sockperf;
pub mod speedtest1;
pub mod stream;
pub mod sysbench;
pub mod tbench;
pub mod tcrypt;
pub mod time;
pub mod timeit;
pub mod tinybench;
pub mod tiobench;
pub mod torture;
pub mod unixbench;
pub mod vegeta;
pub mod vitest;
pub mod will_it_scale;
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
    &sectioned::FORMAT,
    &lmbench::FORMAT,
    &tbench::FORMAT,
    &ebizzy::FORMAT,
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
    &tcrypt::FORMAT,
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
    &ordered::FORMAT,
    &listing::FORMAT,
    &histogram::FORMAT,
    &outline::FORMAT,
    &line_list::FORMAT,
    &labelled_runs::FORMAT,
    &setting_list::FORMAT,
    &pairs::FORMAT,
    &samples::FORMAT,
    &key_values::FORMAT,
    &grid::FORMAT,
    &repeated_lines::FORMAT,
];

/// The readers of what unknown tools print.
const ANY_TOOL: &[&str] = &[
    labelled_values::FORMAT.id,
    ordered::FORMAT.id,
    outline::FORMAT.id,
    setting_list::FORMAT.id,
    pairs::FORMAT.id,
    labelled_runs::FORMAT.id,
    samples::FORMAT.id,
    line_list::FORMAT.id,
    key_values::FORMAT.id,
    grid::FORMAT.id,
    repeated_lines::FORMAT.id,
];

/// The formats whose lines are all found again in a text that lost its line ends.
const FOUND_WITHOUT_LINE_ENDS: &[&str] = &[
    sectioned::FORMAT.id,
    lmbench::FORMAT.id,
    tbench::FORMAT.id,
    time::FORMAT.id,
    reaim::FORMAT.id,
    xenomai::FORMAT.id,
    libtest::FORMAT.id,
    perf_stat::FORMAT.id,
    labelled_values::FORMAT.id,
];

/// The formats whose figures mean nothing without a header, a legend or a name on a line of its own.
const LOST_WITHOUT_LINE_ENDS: &[&str] = &[
    mmtests::FORMAT.id,
    lkp::FORMAT.id,
    ministat::FORMAT.id,
    compilebench::FORMAT.id,
    criterion::FORMAT.id,
    benchmark_ips::FORMAT.id,
    pyperf::FORMAT.id,
];

impl Format {
    /// Whether nothing of it can be told in a text that lost its line ends.
    pub(crate) fn is_lost_without_line_ends(&self) -> bool {
        LOST_WITHOUT_LINE_ENDS.contains(&self.id)
    }

    /// Whether all lines of it are found again in a text that lost its line ends, and with them the labels between.
    pub(crate) fn is_found_without_line_ends(&self) -> bool {
        FOUND_WITHOUT_LINE_ENDS.contains(&self.id)
    }

    /// Whether it reads what any tool may print.
    pub(crate) fn is_for_any_tool(&self) -> bool {
        ANY_TOOL.contains(&self.id)
    }

    /// Whether it reads tables of any tool, whose header may be another tool's heading.
    pub(crate) fn is_grid(&self) -> bool {
        self.id == grid::FORMAT.id
    }

    /// Whether it reads tables or lines of figures that have no key of their own, so that a rest of a known tool's output
    /// may look so.
    pub(crate) fn is_table_of_any_tool(&self) -> bool {
        self.is_grid()
            || [
                outline::FORMAT.id,
                setting_list::FORMAT.id,
                pairs::FORMAT.id,
                samples::FORMAT.id,
                line_list::FORMAT.id,
                repeated_lines::FORMAT.id,
            ]
            .contains(&self.id)
    }
}

/// The formats whose marks occur in a text.
pub(crate) fn candidates(text: &str) -> Vec<&'static Format> {
    let occurs = |mark: &&str| memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    FORMATS.iter().copied().filter(|format| format.marks.is_empty() || format.marks.iter().any(occurs)).collect()
}

/// Whether a line begins what a tool known by name printed.
pub(crate) fn is_known(document: &Document<'_>, line: usize) -> bool {
    let known = |format: &&Format| !format.is_for_any_tool();
    candidates(document.whole()).into_iter().filter(known).any(|format| (format.starts)(document, line))
}

/// Whether one of some formats, by their short names, starts at a line.
pub(crate) fn one_starts(document: &Document<'_>, line: usize, ids: &[&str]) -> bool {
    FORMATS.iter().filter(|format| ids.contains(&format.id)).any(|format| (format.starts)(document, line))
}

/// Whether any other format than one reads something of a text, but for the lines that are that one's own.
pub(crate) fn others_start(document: &Document<'_>, id: &str, own: &dyn Fn(usize) -> bool) -> bool {
    let others: Vec<&Format> = candidates(document.whole()).into_iter().filter(|format| format.id != id).collect();
    (0..document.len()).any(|line| !own(line) && others.iter().any(|format| (format.starts)(document, line)))
}

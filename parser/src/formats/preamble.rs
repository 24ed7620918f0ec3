//! What benchmark tools say of the machine and of the run before their results: lines without a figure to compare.
//!
//! ```text
//! # JMH version: 1.37
//! # Warmup: 5 iterations, 10 s each
//! BenchmarkDotNet v0.13.12, Some Linux
//! clk: ~3.17 GHz
//! ruby 3.3.0 (2023-12-25 revision 5124f9ac75) [x86_64-linux]
//! ```
//!
//! Their numbers are no results, and their marks no labels: a line that begins with a hash is one anywhere else. Sources:
//! `BaseFormat` and `TextReportFormat` of JMH, `HostEnvironmentInfo` of BenchmarkDotNet, `bin/main.mjs` of mitata,
//! `lib/benchee/output` of Benchee, `job/stdout_report.rb` of benchmark-ips, pytest's header, cargo's messages.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::reading::words::next_line;
use crate::sink::Sink;

/// Lines before results.
pub const FORMAT: Format = Format {
    id: "preamble",
    title: "a benchmark tool's preamble",
    marks: &[
        "# JMH",
        "# VM ",
        "# Run ",
        "# Warmup",
        "# Fork",
        "(99.9%)",
        "BenchmarkDotNet",
        "[Host]",
        "untime: ",
        "Runtime | ",
        "clk: ~",
        "Operating System: ",
        "Benchmark suite executing",
        "revision ",
        "-- Python",
        "target(s) in ",
        "(target/",
    ],
    breaks: |_: &[Token<'_>], _| false,
    starts: |document: &Document<'_>, line| is_preamble(document.text(line)) || opens_block(document.text(line)),
    read,
};

/// How such lines begin.
const LEADS: &[&str] = &[
    // JMH
    "# JMH version: ",
    "# VM version: ",
    "# VM invoker: ",
    "# VM options: ",
    "# Blackhole mode: ",
    "# Warmup: ",
    "# Measurement: ",
    "# Timeout: ",
    "# Threads: ",
    "# Benchmark mode: ",
    "# Benchmark: ",
    "# Parameters: (",
    "Result \"",
    "# Run progress: ",
    "# Run complete. Total time: ",
    "# Fork: ",
    "# Warmup Fork: ",
    "CI (99.9%): [",
    "(min, avg, max) = (",
    "Statistics: (min, avg, max) = (",
    "Confidence interval (99.9%): [",
    // BenchmarkDotNet
    "BenchmarkDotNet v",
    "BenchmarkDotNet=v",
    "[Host] ",
    "DefaultJob : ",
    ".NET SDK ",
    ".NET SDK=",
    ".NET Core SDK",
    // mitata and Deno
    "clk: ~",
    "Runtime | ",
    "CPU | ",
    // Benchee
    "Operating System: ",
    "CPU Information: ",
    "Number of Available Cores: ",
    "Available memory: ",
    "JIT enabled: ",
    "Estimated total run time: ",
    // pytest
    "benchmark: 3.",
    "benchmark: 4.",
    "benchmark: 5.",
];

/// Pairs of texts that stand in such a line, at its start and anywhere behind it.
const PAIRS: &[(&str, &str)] = &[
    ("", " ±(99.9%) "),
    ("", " physical core"),
    ("runtime: ", "64-"),
    ("Job-", " : .NET"),
    ("ruby ", " revision "),
    ("ruby ", "[x86_64-"),
    ("jruby ", "[x86_64-"),
    ("truffleruby ", "[x86_64-"),
    ("platform ", " -- Python "),
    ("Finished ", " target(s) in "),
    ("Running ", "(target/"),
    ("Compiling ", " v"),
];

/// A line of this sort is no longer than this.
const LONGEST: usize = 240;

fn is_preamble(text: &str) -> bool {
    let text = text.trim();
    // `Elixir 1.17.1`, alone on its line
    let version = || {
        let mut words = text.split_whitespace();
        let named = matches!(words.next(), Some("Elixir" | "Erlang"));
        named
            && words.next().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()))
            && words.next().is_none()
    };
    let pair = |(lead, more): &(&str, &str)| text.strip_prefix(lead).is_some_and(|rest| rest.contains(more));
    // Words alone may be a sentence.
    let digit = || text.contains(|c: char| c.is_ascii_digit());
    text.len() <= LONGEST
        && (LEADS.iter().any(|lead| text.starts_with(lead)) || digit() && PAIRS.iter().any(pair) || version())
}

/// Whether a line opens a block of settings that goes on to the next blank line.
fn opens_block(text: &str) -> bool {
    text.trim() == "Benchmark suite executing with the following configuration:"
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    sink.explain(document.line_span(line), RegionKind::Context);
    let mut end = line + 1;
    if opens_block(document.text(line)) {
        let setting = |next: &usize| document.text(*next).contains(": ");
        while let Some(next) = next_line(document, end - 1).filter(setting) {
            sink.explain(document.line_span(next), RegionKind::Context);
            end = next + 1;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    #[test]
    fn lines_before_results_are_explained() {
        let text = "# JMH version: 1.37\n# Warmup: 5 iterations, 10 s each\n  81245.637 ±(99.9%) 912.114 ops/s [Average]\n\
            BenchmarkDotNet v0.13.12, Some Linux\nSome CPU 3.20GHz, 1 CPU, 8 logical and 4 physical cores\n\
            clk: ~3.17 GHz\nruntime: node 22.15.1 (arm64-darwin)\nruby 3.3.0 (2023-12-25 revision 5124f9ac75) [x86_64-linux]\n\
            Benchmark suite executing with the following configuration:\nwarmup: 2 s\ntime: 10 s\nEstimated total run time: 56 s\n";
        let parsed = read(text);
        assert_eq!((parsed.measurements.len(), parsed.ledger.unread), (0, 0));
    }

    #[test]
    fn other_lines_are_left() {
        for text in ["# with 3 threads", "runtime: 12.5 s of it", "Running 3 tests", "time: 10 s", "Elixir 1.9 is fast"]
        {
            assert!(!is_preamble(text), "{text}");
        }
    }
}

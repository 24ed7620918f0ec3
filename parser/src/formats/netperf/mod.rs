//! netperf's classic tables.
//!
//! ```text
//! MIGRATED TCP STREAM TEST from 0.0.0.0 () port 0 AF_INET to box () port 0 AF_INET : demo
//! Recv   Send    Send
//! Socket Socket  Message  Elapsed
//! Size   Size    Size     Time     Throughput
//! bytes  bytes   bytes    secs.    10^6bits/sec
//!
//!  87380  16384  16384    10.00     941.23
//! ```
//!
//! Source: `send_tcp_stream`, `send_udp_stream`, `send_tcp_rr` of netperf's `src/nettest_bsd.c`. With `-c` and `-C` columns for
//! CPU shares and service demand follow. A UDP stream has a row for the sender and one for the receiver. Tests are limited by
//! time unless `-l` is negative; a duration of whole seconds is taken for one that was set.

mod selected;

use std::sync::LazyLock;

use crate::formats::Format;
use crate::formats::netperf::selected::Selected;
use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::measurement::Role;
use crate::reading::report::{Figure, Report, Rule, cost, count, line, rate};
use crate::sink::Sink;

const FIGURES: &[Figure] = &[
    rate("throughput", "Throughput", "10^6bits/s"),
    rate("received", "UDP Throughput received", "10^6bits/s"),
    rate("transactions", "Transaction Rate", "transactions/s"),
    rate("udp", "UDP Throughput", "10^6bits/s"),
    cost("elapsed", "Elapsed Time", "s").unless_whole(),
    count("local cpu", "local CPU", "%").role(Role::Context),
    count("remote cpu", "remote CPU", "%").role(Role::Context),
    cost("local demand", "local service demand", "us/KB"),
    cost("remote demand", "remote service demand", "us/KB"),
    cost("local rr demand", "local service demand", "us/Tr"),
    cost("remote rr demand", "remote service demand", "us/Tr"),
    count("messages", "messages", "").role(Role::Context),
    rate("plain", "Throughput", ""),
    cost("latency", "$statistic latency", "us"),
    cost("round trip", "round trip latency", "us"),
    count("deviation", "latency stddev", "us").role(Role::Quality),
    rate("interim", "interim result", "10^6bits/s").role(Role::Context),
    rate("interim trans", "interim result", "Trans/s").role(Role::Context),
];

const RULES: &[Rule] = &[
    line("{?MIGRATED ?}{@protocol=TCP|UDP|SCTP|OMNI|DLCO|DLCL} {@test=STREAM|MAERTS|SENDFILE|REQUEST/RESPONSE|Connect/Request/Response|CONNECT/CLOSE|Send|Receive} TEST from {...}")
        .clears(&["*"]),
    line("{?MIGRATED ?}{@protocol=TCP|UDP} UNIDIRECTIONAL SEND TEST from {...}").clears(&["*"]),
    line("Interim result: {interim} 10^6bits/s over {...}").row(),
    line("Interim result: {interim trans} Trans/s over {...}").row(),
    line("enable_enobufs failed: {...}"),
    // One figure a line.
    line("THROUGHPUT={throughput} THROUGHPUT_UNITS=10^6bits/s").anywhere(),
    line("THROUGHPUT={transactions} THROUGHPUT_UNITS=Trans/s").anywhere(),
    line("THROUGHPUT={plain}").anywhere(),
    line("THROUGHPUT_UNITS={...}"),
    line("TRANSACTION_RATE={transactions}").anywhere(),
    line("{$statistic=MIN|MAX|MEAN|P50|P90|P99}_LATENCY={latency}").clears(&["statistic"]).anywhere(),
    line("RT_LATENCY={round trip}").anywhere(),
    line("STDDEV_LATENCY={deviation}").anywhere(),
    line("LOCAL_CPU_UTIL={local cpu}").inside(),
    line("REMOTE_CPU_UTIL={remote cpu}").inside(),
    line("LOCAL_SD={local demand}").inside(),
    line("REMOTE_SD={remote demand}").inside(),
    line("LSS_SIZE{-}={...}"),
    line("RSR_SIZE{-}={...}"),
    line("LOCAL_SEND_SIZE={...}"),
    line("ELAPSED_TIME={elapsed}"),
    line("{-}_{-}={...}").inside(),
    line("!!! {...}").inside(),
    // A stream.
    line("Recv Send Send Utilization Service Demand").enters("stream cpu"),
    line("Recv Send Send").enters("stream"),
    line("Socket Socket Message Elapsed{...}").inside(),
    line("Size Size Size Time Throughput{...}").inside(),
    line("bytes bytes bytes secs. 10^6bits/{-} % {...}").enters("stream cpu"),
    line("bytes bytes bytes secs. 10^6bits/{-}").enters("stream"),
    line("{#} {#} {@message size} {elapsed} {throughput} {local cpu} {remote cpu} {local demand} {remote demand}").when("stream cpu").row(),
    line("{#} {#} {@message size} {elapsed} {throughput}").when("stream").row(),
    // Datagrams.
    line("Socket Message Elapsed Messages{...}").enters("udp"),
    line("Size Size Time Okay Errors Throughput{...}").when("udp"),
    line("bytes bytes secs # # 10^6bits/{-} % {...}").enters("udp cpu"),
    line("bytes bytes secs # # 10^6bits/{-}").enters("udp"),
    line("{#} {@message size} {elapsed} {messages} {#} {udp} {local cpu} {local demand}").when("udp cpu").row(),
    line("{#} {#} {#} {received} {remote cpu} {remote demand}").when("udp cpu").row(),
    line("{#} {@message size} {elapsed} {messages} {#} {udp}").when("udp").row(),
    line("{#} {#} {#} {received}").when("udp").row(),
    // Requests and responses.
    line("Local /Remote").enters("rr"),
    line("Socket Size Request Resp. Elapsed Trans.{...}").enters("rr"),
    line("Send Recv Size Size Time Rate local remote local remote").enters("rr cpu"),
    line("Send Recv Size Size Time Rate").enters("rr"),
    line("bytes Bytes bytes bytes secs. per sec % {...}").enters("rr cpu"),
    line("bytes {?B?}{?b?}ytes bytes bytes secs. per sec").enters("rr"),
    line("{#} {#} {@request size} {@response size} {elapsed} {transactions} {local cpu} {remote cpu} {local rr demand} {remote rr demand}")
        .when("rr cpu").row(),
    line("{#} {#} {@request size} {@response size} {elapsed} {transactions}").when("rr").row(),
    line("{#} {#}").when("rr").row(),
    line("{#} {#}").when("rr cpu").row(),
];

/// netperf.
pub const FORMAT: Format = Format {
    id: "netperf",
    title: "netperf",
    marks: &["TEST from", "10^6bits", "Trans.", "Interim result", "THROUGHPUT", "Latency Microseconds"],
    breaks: |tokens, at| REPORT.breaks(tokens, at),
    starts: |document, line| {
        REPORT.starts(document, line)
            || Selected::at(document, line).is_some()
            || selected::is_part_of_header(document, line)
    },
    read,
};

static REPORT: LazyLock<Report> = LazyLock::new(|| Report::new((FORMAT.id, FORMAT.title), FIGURES, RULES));

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    match Selected::at(document, line) {
        Some(selected) => selected.read(document, sink),
        None if selected::is_part_of_header(document, line) => {
            sink.explain(document.line_span(line), RegionKind::Header);
            line + 1
        }
        None => REPORT.read(document, line, sink),
    }
}

//! What lmbench's programs print when each is run by itself.
//!
//! ```text
//! Simple syscall: 0.1234 microseconds
//! Select on 100 fd's: 3.5000 microseconds
//! Process fork+exit: 245.1000 microseconds
//! Pipe bandwidth: 1234.50 MB/sec
//!
//! "size=16k ovr=1.80
//! 2 1.23
//! 8 2.10
//! ```
//!
//! Source: `lib_timing.c`, `lat_ctx.c` and their like in lmbench 2 and 3. `lat_ctx` prints processes and microseconds,
//! `lat_mem_rd` megabytes and nanoseconds, the programs for bandwidths megabytes and megabytes a second.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "lmbench-lines",
    title: "lmbench's programs",
    marks: &["microseconds", "MB/sec", "\"size=", "\"stride="],
    blanks: 1,
    rules: RULES,
}

const TIME: &[Quantity] = &[Quantity::new("", "us", Better::Lower, Role::Primary)];
const BANDWIDTH: &[Quantity] = &[Quantity::new("", "MB/s", Better::Higher, Role::Primary)];
const SWITCH: &[Quantity] = &[Quantity::new("context switch", "us", Better::Lower, Role::Primary)];
const LOAD: &[Quantity] = &[Quantity::new("memory load", "ns", Better::Lower, Role::Primary)];
const MOVED: &[Quantity] = &[Quantity::new("bandwidth", "MB/s", Better::Higher, Role::Primary)];

static RULES: &[Rule] = &[
    Rule::opening(
        "<Simple syscall|Simple read|Simple write|Simple stat|Simple fstat|Simple open/close>: <0> microseconds",
        TIME,
    ),
    Rule::opening("<Signal handler installation|Signal handler overhead|Protection fault>: <0> microseconds", TIME),
    Rule::opening("Select on <p:descriptors> fd's: <0> microseconds", SELECT),
    Rule::opening("Select on <p:descriptors> tcp fd's: <0> microseconds", SELECT_TCP),
    Rule::opening(
        "<Process fork+exit|Process fork+execve|Process fork+/bin/sh -c|Procedure call>: <0> microseconds",
        TIME,
    ),
    Rule::opening(
        "<Pipe latency|AF_UNIX sock stream latency|Fcntl lock latency|Semaphore latency>: <0> microseconds",
        TIME,
    ),
    Rule::opening("<UDP latency|TCP latency|RPC/udp latency|RPC/tcp latency> using <word>: <0> microseconds", TIME),
    Rule::opening("TCP/IP connection cost to <word>: <0> microseconds", CONNECTION),
    Rule::opening("Pagefaults on <word>: <0> microseconds", FAULT),
    Rule::opening("<Pipe bandwidth|AF_UNIX sock stream bandwidth>: <0> MB/sec", BANDWIDTH),
    Rule::opening("Socket bandwidth using <word>: <0> MB/sec", SOCKET),
    Rule::opening("File <word> write bandwidth: <0> KB/sec", WRITTEN),
    Rule::part("\"size=<P:size> ovr=<#>", "switches"),
    Rule::within("switches", "<p:processes> <0>", SWITCH),
    Rule::part("\"stride=<P:stride>", "loads"),
    Rule::within("loads", "<p:megabytes> <0>", LOAD),
    Rule::part(
        "\"<section=read bandwidth|read open2close bandwidth|Mmap read bandwidth|Mmap read open2close bandwidth|libc bcopy unaligned|libc bcopy aligned|Memory bzero bandwidth|unrolled bcopy unaligned|unrolled partial bcopy unaligned|Memory read bandwidth|Memory partial read bandwidth|Memory write bandwidth|Memory partial write bandwidth|Memory partial read/write bandwidth>",
        "bandwidths",
    ),
    Rule::within("bandwidths", "<p:megabytes> <0>", MOVED),
];

const SELECT: &[Quantity] = &[Quantity::new("select", "us", Better::Lower, Role::Primary)];
const SELECT_TCP: &[Quantity] = &[Quantity::new("select tcp", "us", Better::Lower, Role::Primary)];
const CONNECTION: &[Quantity] = &[Quantity::new("TCP/IP connection cost", "us", Better::Lower, Role::Primary)];
const FAULT: &[Quantity] = &[Quantity::new("page fault", "us", Better::Lower, Role::Primary)];
const SOCKET: &[Quantity] = &[Quantity::new("socket bandwidth", "MB/s", Better::Higher, Role::Primary)];
const WRITTEN: &[Quantity] = &[Quantity::new("file write bandwidth", "kB/s", Better::Higher, Role::Primary)];

//! What stands behind a ±: every tool has its own custom, and its format tells it.

use std::sync::Arc;

use benchnote_parser::{Source, Spread, SpreadKind, parse};

/// The first ± of a text.
fn spread(text: &str) -> Spread {
    let parsed = parse(&[Arc::new(Source::unnamed(text))]);
    *parsed.spreads.values().next().unwrap_or_else(|| panic!("no ± in {text:?}"))
}

fn is(text: &str, kind: SpreadKind, n: Option<u32>) {
    let spread = spread(text);
    assert_eq!((spread.kind, spread.n), (kind, n), "{text}");
}

#[test]
fn each_tool_tells_what_its_spread_is() {
    is(
        "Benchmark 1: sleep 0.1\n  Time (mean ± σ):     204.2 ms ±   6.1 ms    [User: 180.0 ms, System: 20.1 ms]\n  \
         Range (min … max):   190.1 ms … 219.9 ms    10 runs\n",
        SpreadKind::Deviation,
        Some(10),
    );
    is(
        "Benchmark                 Mode  Cnt    Score    Error  Units\nQueue.poll               thrpt   25  123.456 ±  1.234  ops/s\n",
        SpreadKind::HalfInterval(0.999),
        Some(25),
    );
    is(
        " Performance counter stats for './work' (5 runs):\n\n            453.39 msec task-clock                #    0.99 CPUs utilized            ( +-  0.52% )\n\n       \
         0.453394396 seconds time elapsed                                          ( +-  0.61% )\n",
        SpreadKind::StandardError,
        Some(5),
    );
    is("test sort ... bench:      32,481 ns/iter (+/- 5,315)\n", SpreadKind::Range, None);
    is("sort x 1,234 ops/sec ±1.20% (90 runs sampled)\n", SpreadKind::HalfInterval(0.95), Some(90));
    is("12.3 ms ± 0.4 ms per loop (mean ± std. dev. of 7 runs, 100 loops each)\n", SpreadKind::Deviation, Some(7));
}

#[test]
fn the_two_layouts_of_benchstat_have_two_spreads() {
    is(
        "name    old time/op    new time/op    delta\nSort-8    85.0µs ± 1%    46.4µs ± 0%  -45.39%  (p=0.000 n=10+9)\n",
        SpreadKind::FurthestRun,
        Some(10),
    );
    is(
        "         │   before    │               after                │\n         │   sec/op    │   sec/op     vs base               │\n\
         Sort-8     21.40n ± 3%   16.04n ± 1%  -25.09% (p=0.000 n=10)\n",
        SpreadKind::HalfInterval(0.95),
        Some(10),
    );
}

#[test]
fn a_share_that_is_printed_as_nothing_hides_half_a_percent() {
    let text = "name    old time/op    new time/op    delta\nSort-8    80.0µs ± 0%    46.4µs ± 0%  -45.39%  (p=0.000 n=10+9)\n";
    let spread = spread(text);
    assert_eq!(spread.value, 0.0);
    assert!((spread.high - 0.4).abs() < 1e-9, "{spread:?}");
}

//! Nothing that is pasted panics or takes more than linear time.

use std::sync::Arc;
use std::time::Duration;

use benchnote_parser::{Parsed, Source, parse};
use proptest::prelude::*;

fn read(text: &str) -> Parsed {
    parse(&[Arc::new(Source::unnamed(text))])
}

/// Pieces that posts are made of, and that formats look for.
fn pieces() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("Processor, Processes - times in microseconds - smaller is better\n".to_owned()),
        Just("*Local* Communication latencies in microseconds - smaller is better\n".to_owned()),
        Just("Memory latencies in nanoseconds - smaller is better\n".to_owned()),
        Just("--------- ------------- ---- ---- ----\n".to_owned()),
        Just("L M B E N C H  3 . 0   S U M M A R Y\n".to_owned()),
        Just("Host OS Mhz null\n".to_owned()),
        Just("> ".to_owned()),
        Just("\n".to_owned()),
        Just("box Linux 2.4.19- 199 1.44 30.K 909. - ".to_owned()),
        "[0-9.,:KMe+-]{1,12} ",
        "[0-9]{1,3}e-?[0-9]{1,12} ",
        Just("| a | 1e-2147483648 | 2 |\n".to_owned()),
        "\\PC{0,20}",
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn any_text_can_be_read(parts in prop::collection::vec(pieces(), 0..40)) {
        let text = parts.concat();
        let parsed = read(&text);
        let ledger = &parsed.ledger;
        prop_assert_eq!(ledger.numbers, ledger.measured + ledger.explained + ledger.unread);
        for m in &parsed.measurements {
            prop_assert!(m.low <= m.value && m.value <= m.high);
            prop_assert!(text.get(m.span.start as usize..m.span.end as usize).is_some());
        }
        prop_assert_eq!(&parsed, &read(&text), "the same text is read the same");
    }
}

/// The best of three readings, so that a busy machine does not decide.
fn seconds(text: &str) -> f64 {
    #[expect(clippy::disallowed_methods, reason = "the test measures time; the parser does not")]
    let time = |_| {
        let start = std::time::Instant::now();
        std::hint::black_box(read(text));
        start.elapsed()
    };
    (0..3).map(time).min().unwrap_or(Duration::ZERO).as_secs_f64()
}

/// Makes a text of some length from a table's head and a row of it.
type Shape = fn(&str, &str, usize) -> String;

#[test]
fn large_and_strange_texts_take_linear_time() {
    let table = "Context switching - times in microseconds - smaller is better\n---\n\
                 Host OS 2p/0K\n--------- ------------- ----- ------ ------ ------ ------ ------- -------\n";
    let row = "box Linux 2.4.19- 5.260 81.1 269.1 96.1 275.8 95.8 276.7\n";
    let shapes: [(&str, Shape); 13] = [
        ("one endless line", |_, _, n| "12.5 x ".repeat(n / 7)),
        ("titles only", |t, _, n| t.repeat(n / t.len())),
        ("one long table", |t, r, n| format!("{t}{}", r.repeat(n / r.len()))),
        ("many short tables", |t, r, n| format!("{t}{r}{r}\n").repeat(n / (t.len() + 2 * r.len()))),
        ("quote marks", |_, _, n| format!("{}\n", ">".repeat(n))),
        ("blank lines", |_, _, n| "\n".repeat(n)),
        ("labels only", |_, _, n| "label one:\n".repeat(n / 11)),
        ("labels on one line", |_, _, n| "x: ".repeat(n / 3)),
        ("rows without a header", |_, _, n| "1.5  2.5\n".repeat(n / 9)),
        ("names and figures", |_, _, n| (0..n / 12).map(|row| format!("x{row}  1.5\n")).collect()),
        ("bars without a header", |_, _, n| "| 1.5 | 2.5 |\n".repeat(n / 14)),
        ("a table's header only", |_, _, n| "a  b  c\n".repeat(n / 8)),
        ("a table with gaps", |_, _, n| {
            format!("a  b  c\n{}", (0..n / 16).map(|row| format!("x{row}  1.5  2.5\n\n")).collect::<String>())
        }),
    ];
    for (what, make) in shapes {
        let (small, large) = (make(table, row, 125_000), make(table, row, 1_000_000));
        let (few, many) = (seconds(&small), seconds(&large));
        // Eight times the text: a quadratic reader takes sixty-four times as long.
        assert!(many < 24.0 * few + 0.05, "{what}: {few} s for an eighth, {many} s for all");
    }
}

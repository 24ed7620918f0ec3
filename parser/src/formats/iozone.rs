//! iozone.
//!
//! ```text
//!                                                               random    random     bkwd    record    stride
//!               kB  reclen    write  rewrite    read    reread    read     write     read   rewrite      read   fwrite
//!            10240       4      661      649     5802     5822     3892      624
//!
//!         Children see throughput for  4 initial writers  =  123456.78 kB/sec
//! ```
//!
//! Source: `main` and `throughput_test` of `iozone.c`. The size of the file is printed 16 wide, that of a record 8, each rate
//! 9; what was not run is left blank, so that only the places tell which test a rate is of. Where they are gone, the usual
//! choices of tests are taken: the first two, four or six.

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::Role;
use crate::reading::emit::{Quantity, Rounding, measurement, parameter};
use crate::reading::report::{Figure, Report, Rule, line, rate};
use crate::reading::words::next_line;
use crate::rejoin::reaches;
use crate::sink::Sink;
use crate::unit::Better;
use std::sync::LazyLock;

/// iozone's tables and its throughput tests.
pub const FORMAT: Format =
    Format { id: "iozone", title: "iozone", marks: &["reclen", "Children see throughput"], breaks, starts, read };

/// The tests in the order of their columns.
const TESTS: [&str; 13] = [
    "write",
    "rewrite",
    "read",
    "reread",
    "random read",
    "random write",
    "bkwd read",
    "record rewrite",
    "stride read",
    "fwrite",
    "frewrite",
    "fread",
    "freread",
];

/// How wide a rate is printed.
const WIDTH: u32 = 9;

static THROUGHPUT: LazyLock<Report> = LazyLock::new(|| Report::new((FORMAT.id, FORMAT.title), FIGURES, RULES));

const FIGURES: &[Figure] = &[
    rate("children", "throughput of $test", "kB/s"),
    rate("parent", "throughput of $test, seen by the parent", "kB/s"),
    rate("least", "min throughput per process of $test", "kB/s"),
    rate("most", "max throughput per process of $test", "kB/s"),
    rate("mean", "avg throughput per process of $test", "kB/s").role(Role::Derived),
];

const RULES: &[Rule] = &[
    line("Children see throughput for {@processes} {$test..} = {children} kB/sec").clears(&["test", "processes"]),
    line("Children see throughput for {@processes} {$test..} = {children} KB/sec").clears(&["test", "processes"]),
    line("Parent sees throughput for {-} {$test..} = {parent} {-}"),
    line("Min throughput per {-} = {least} {-}"),
    line("Max throughput per {-} = {most} {-}"),
    line("Avg throughput per {-} = {mean} {-}"),
    line("Min xfer = {...}"),
];

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    THROUGHPUT.breaks(tokens, at)
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    over_header(document, line).is_some()
        || is_header(document.text(line))
        || is_preamble(document.text(line))
        || THROUGHPUT.starts(document, line)
}

/// What the program says of itself before its results.
const PREAMBLE: &[&str] = &[
    "Iozone: Performance Test of File I/O",
    "Version $Revision",
    "Compiled for ",
    "Build: ",
    "Command line used: ",
    "Output is in ",
    "Time Resolution = ",
    "Processor cache size set to ",
    "Processor cache line size set to ",
    "File stride size set to ",
    "Include fsync in write timing",
    "Include close in write timing",
    "O_DIRECT feature enabled",
    "Auto Mode",
    "File size set to ",
    "Record Size ",
    "Setting no_unlink",
    "Using minimum file size",
    "Using maximum file size",
];

fn is_preamble(text: &str) -> bool {
    PREAMBLE.iter().any(|lead| text.trim_start().starts_with(lead))
}

/// The header below a line that is the upper half of it, or a part of that which was wrapped.
fn over_header(document: &Document<'_>, line: usize) -> Option<usize> {
    let upper = |word: &str| ["random", "bkwd", "record", "stride"].contains(&word);
    let is_upper = |line: usize| !document.is_blank(line) && document.text(line).split_whitespace().all(upper);
    let next = next_line(document, line).filter(|_| is_upper(line))?;
    let next = next_line(document, next).filter(|_| is_upper(next)).unwrap_or(next);
    is_header(document.text(next)).then_some(next)
}

/// `header = "kB" "reclen" 1*test`; versions before 3.4 write `KB`.
fn is_header(text: &str) -> bool {
    let mut words = text.split_whitespace();
    matches!(words.next(), Some("kB" | "KB")) && words.next() == Some("reclen") && words.next().is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if let Some(header) = over_header(document, line) {
        for line in line..header {
            sink.explain(document.line_span(line), RegionKind::Header);
        }
        return read(document, header, sink);
    }
    if is_preamble(document.text(line)) {
        sink.explain(document.line_span(line), RegionKind::Context);
        let wrapped = document.follows(line, line + 1)
            && reaches(document.text(line), document.text(line + 1))
            && !starts(document, line + 1);
        if wrapped {
            sink.explain(document.line_span(line + 1), RegionKind::Context);
        }
        return line + 1 + usize::from(wrapped);
    }
    if !is_header(document.text(line)) {
        return THROUGHPUT.read(document, line, sink);
    }
    let names = |word: &str| ["write", "read"].iter().any(|name| word.ends_with(name));
    let headed = document.text(line).split_whitespace().filter(|word| names(word)).count();
    sink.explain(document.line_span(line), RegionKind::Header);
    let mut last = line;
    // What a mailer wrapped of the header.
    let mut headed = headed;
    while let Some(next) = next_line(document, last).filter(|&next| document.text(next).split_whitespace().all(names)) {
        headed += document.text(next).split_whitespace().count();
        sink.explain(document.line_span(next), RegionKind::Header);
        last = next;
    }
    while let Some(next) = next_line(document, last) {
        let row = document.tokens(next);
        if row.len() < 3 || !is_row(&row) {
            break;
        }
        let rest = rest_of_row(document, next);
        emit(document, next, (&row, &rest), headed, sink);
        last = next + usize::from(!rest.is_empty());
    }
    last + 1
}

fn is_row(tokens: &[Token<'_>]) -> bool {
    tokens.iter().all(|token| token.text.bytes().all(|b| b.is_ascii_digit()))
}

/// What a mailer wrapped of a row: numbers alone on the next line, too few for a row of their own.
fn rest_of_row<'d>(document: &'d Document<'_>, line: usize) -> Vec<Token<'d>> {
    let full = document.follows(line, line + 1) && reaches(document.text(line), document.text(line + 1));
    let rest = if full { document.tokens(line + 1) } else { Vec::new() };
    // A row begins with the size of a file, further in than a rate.
    let first = |line: usize| document.tokens(line).first().map_or(0, |token| token.column_end);
    let row = rest.len() >= 3 && first(line + 1) == first(line);
    if row || !is_row(&rest) { Vec::new() } else { rest }
}

/// The tests of a row's rates, and whether they are a guess.
fn tests(row: &[Token<'_>], headed: usize) -> Option<(Vec<usize>, bool)> {
    let reclen = row.get(1)?.column_end;
    let rates = row.get(2..)?;
    if rates.len() == headed && headed <= TESTS.len() {
        return Some(((0..headed).collect(), false));
    }
    let place = |token: &Token<'_>| {
        let behind = token.column_end.checked_sub(reclen)?;
        (behind > 0 && behind.is_multiple_of(WIDTH)).then(|| (behind / WIDTH - 1) as usize)
    };
    let aligned = row.first()?.column_end + 8 == reclen;
    let places: Option<Vec<usize>> = rates.iter().map(place).collect();
    if let Some(places) = places.filter(|places| aligned && places.iter().all(|&at| at < TESTS.len())) {
        return Some((places, false));
    }
    // Four rates may be of reading or of random access.
    matches!(rates.len(), 2 | 4 | 6).then(|| ((0..rates.len()).collect(), true))
}

/// The tests of a row's rates with those that were wrapped to the next line: they go on where the row was broken, as far as
/// one can tell.
fn all_tests(row: &[Token<'_>], rest: &[Token<'_>], headed: usize) -> Option<(Vec<usize>, bool)> {
    if rest.is_empty() {
        return tests(row, headed);
    }
    let all = row.len().saturating_sub(2) + rest.len();
    if all == headed && headed <= TESTS.len() {
        return Some(((0..headed).collect(), false));
    }
    let (mut places, _) = tests(row, headed)?;
    let next = places.last()? + 1;
    places.extend((0..rest.len()).map(|more| next + more));
    Some((places, true))
}

fn emit(
    document: &Document<'_>,
    line: usize,
    (row, rest): (&[Token<'_>], &[Token<'_>]),
    headed: usize,
    sink: &mut Sink,
) {
    let span = document.line_span(line);
    if !rest.is_empty() {
        sink.explain(document.line_span(line + 1), RegionKind::Context);
    }
    let (Some((places, guessed)), [size, record, rates @ ..]) = (all_tests(row, rest, headed), row) else {
        let unread = DiagnosticKind::UnreadRow { section: "iozone".to_owned(), values: row.len(), columns: headed + 2 };
        sink.diagnose(span, unread);
        sink.explain(span, RegionKind::Unread);
        return;
    };
    sink.explain(span, RegionKind::Context);
    let own = vec![parameter("kB", size.text), parameter("reclen", record.text)];
    let labels = sink.labels_at(document, line, own);
    for (token, place) in rates.iter().chain(rest).zip(places) {
        let Some(name) = TESTS.get(place) else { continue };
        let quantity = Quantity::new(name, "kB/s", Better::Higher, Role::Primary);
        let metric = sink.metric(quantity.metric(sink.section(), FORMAT.id));
        if let Some(mut measured) = measurement(token.text, token.span, Rounding::Nearest, metric, labels) {
            measured.guessed = guessed;
            sink.measure(measured);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::read;

    fn shown(text: &str) -> Vec<String> {
        let parsed = read(text);
        let name =
            |m: &crate::Measurement| parsed.metric(m.metric).map_or("", |metric| metric.name.as_str()).to_owned();
        parsed
            .measurements
            .iter()
            .map(|m| format!("{} {}{}", name(m), m.value, if m.guessed { "?" } else { "" }))
            .collect()
    }

    const HEADER: &str = "              kB  reclen    write  rewrite    read    reread    read     write\n";

    #[test]
    fn rates_stand_in_columns_nine_wide() {
        let row = "           10240       4      661      649                       3892      624\n";
        assert_eq!(
            shown(&format!("{HEADER}{row}")),
            ["write 661", "rewrite 649", "random read 3892", "random write 624"].map(str::to_owned).to_vec()
        );
    }

    #[test]
    fn without_places_the_usual_tests_are_guessed() {
        assert_eq!(shown(&format!("{HEADER}10240 4 661 649\n")), ["write 661?", "rewrite 649?"]);
        assert_eq!(shown(&format!("{HEADER}10240 4 661 649 7\n")), [""; 0]);
        assert_eq!(shown(&format!("{HEADER}10240 4 1 2 3 4 5 6\n")).last().map(String::as_str), Some("random write 6"));
    }
}

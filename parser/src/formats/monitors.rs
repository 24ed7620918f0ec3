//! What programs that watch a system print meanwhile: vmstat, iostat, mpstat, sar, free, top, turbostat.
//!
//! ```text
//! procs -----------memory---------- ---swap-- -----io---- --system-- -----cpu------
//!  r  b   swpd   free   buff  cache   si   so    bi    bo   in    cs  us sy id wa st
//! 37  6 416176 5758384  47824 288656   25 15823   311 18408 37259 2935  31  5 39 25  0
//!
//! 12:00:01 AM  CPU    %usr   %nice    %sys %iowait    %idle
//! 12:00:02 AM  all   12.30    0.00    3.10    0.20    84.40
//!
//! Device            r/s     w/s     rkB/s     wkB/s  %util
//! sda              0.12    3.40      1.20     45.60   0.30
//! ```
//!
//! Source: the manuals of procps and sysstat. Beside a benchmark such a log describes its runs and is no result; where a post
//! has nothing else, it is what was measured. Nothing tells which way its counters are better.

use crate::formats::{Format, others_start};
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Measurement, Metric, Role};
use crate::reading::emit::{parameter, unit};
use crate::reading::words::{Word, words};
use crate::sink::Sink;
use crate::unit::{Better, Evidence, Unit};

/// Logs of a system.
pub const FORMAT: Format = Format {
    id: "monitors",
    title: "vmstat, iostat, mpstat, sar and the like",
    marks: &[
        "swpd",
        "%idle",
        "%id",
        "Device",
        "IFACE",
        "%CPU",
        "tps",
        "%MEM",
        "Bzy_MHz",
        "pgpgin/s",
        "buff/cache",
        "cached",
    ],
    breaks: |tokens, at| {
        header_of(&tokens.iter().skip(at).map(|token| token.text).take(LONGEST_HEADER).collect::<Vec<_>>()).is_some()
            && starts_header(tokens, at)
    },
    starts,
    read,
};

/// A header has at most so many words.
const LONGEST_HEADER: usize = 40;
/// How many blank lines may part rows.
const MOST_BLANK_LINES: usize = 1;
/// What a sink remembers: whether a source has nothing but such logs.
const ALONE: &str = "monitors alone";

/// Words of which a header has at least two, beside each other or not.
const NAMES: &[&str] = &[
    "swpd",
    "free",
    "buff",
    "cache",
    "inact",
    "active",
    "si",
    "so",
    "bi",
    "bo",
    "in",
    "cs",
    "us",
    "sy",
    "id",
    "wa",
    "st",
    "%usr",
    "%user",
    "%nice",
    "%sys",
    "%system",
    "%iowait",
    "%steal",
    "%irq",
    "%soft",
    "%guest",
    "%gnice",
    "%idle",
    "rrqm/s",
    "wrqm/s",
    "r/s",
    "w/s",
    "rkB/s",
    "wkB/s",
    "rMB/s",
    "wMB/s",
    "rsec/s",
    "wsec/s",
    "avgrq-sz",
    "avgqu-sz",
    "await",
    "r_await",
    "w_await",
    "svctm",
    "%util",
    "%rrqm",
    "%wrqm",
    "rareq-sz",
    "wareq-sz",
    "aqu-sz",
    "tps",
    "kB_read/s",
    "kB_wrtn/s",
    "kB_read",
    "kB_wrtn",
    "Blk_read/s",
    "Blk_wrtn/s",
    "Blk_read",
    "Blk_wrtn",
    "MB_read/s",
    "MB_wrtn/s",
    "MB_read",
    "MB_wrtn",
    "rtps",
    "wtps",
    "bread/s",
    "bwrtn/s",
    "rxpck/s",
    "txpck/s",
    "rxkB/s",
    "txkB/s",
    "rxcmp/s",
    "txcmp/s",
    "rxmcst/s",
    "%ifutil",
    "pgpgin/s",
    "pgpgout/s",
    "fault/s",
    "majflt/s",
    "pgfree/s",
    "pgscank/s",
    "pgscand/s",
    "pgsteal/s",
    "%vmeff",
    "kbmemfree",
    "kbavail",
    "kbmemused",
    "%memused",
    "kbbuffers",
    "kbcached",
    "kbcommit",
    "%commit",
    "kbactive",
    "kbinact",
    "kbdirty",
    "runq-sz",
    "plist-sz",
    "ldavg-1",
    "ldavg-5",
    "ldavg-15",
    "blocked",
    "cswch/s",
    "nvcswch/s",
    "proc/s",
    "intr/s",
    "Avg_MHz",
    "Busy%",
    "Bzy_MHz",
    "TSC_MHz",
    "IRQ",
    "PkgWatt",
    "CorWatt",
    "RAMWatt",
    "PkgTmp",
    "CoreTmp",
    "PID",
    "USER",
    "PR",
    "NI",
    "VIRT",
    "RES",
    "SHR",
    "%CPU",
    "%MEM",
    "total",
    "used",
    "shared",
    "buffers",
    "cached",
    "buff/cache",
    "available",
    "minflt/s",
    "kB_rd/s",
    "kB_wr/s",
];
/// Words that a header begins with where it has a name for the row.
const LEADS: &[&str] = &[
    "Device", "Device:", "avg-cpu:", "CPU", "IFACE", "DEV", "r", "PID", "UID", "Core", "Package", "total", "procs",
    "Node",
];

/// Columns whose numbers say which part of the system a row is of.
const PLACES: &[&str] = &["CPU", "PID", "Core", "Package", "Node", "UID", "TGID", "TID"];

/// The columns of a header, without a time of day before them; nothing for another line.
fn header_of<'w>(words: &[&'w str]) -> Option<Vec<&'w str>> {
    let columns = without_time(words);
    let lead = columns.first().is_some_and(|first| LEADS.contains(first) || NAMES.contains(first));
    if !lead {
        return None;
    }
    let known = columns.iter().filter(|word| NAMES.contains(word)).count();
    let figures = columns.iter().any(|word| is_number(word));
    (known >= 3 && known * 2 > columns.len() && !figures).then(|| columns.to_vec())
}

fn starts_header(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| LEADS.contains(&token.text))
}

/// Words behind a time of day: `12:00:01 AM`, `Average:`.
fn without_time<'a, 'w>(words: &'a [&'w str]) -> &'a [&'w str] {
    let clock =
        |word: &str| word.len() == 8 && word.split(':').count() == 3 && word.starts_with(|c: char| c.is_ascii_digit());
    let rest = match words.split_first() {
        Some((first, rest)) if clock(first) || *first == "Average:" || *first == "Average" => rest,
        _ => words,
    };
    match rest.split_first() {
        Some((&("AM" | "PM"), rest)) => rest,
        _ => rest,
    }
}

fn is_number(word: &str) -> bool {
    lex::printed(word).is_some_and(|p| matches!(p.rest, "" | "%"))
}

/// Whether a line stands above a header: `procs ---memory---`, `top - 12:00:00 up`, `Linux 5.4 (box) 01/02/20 _x86_64_`.
fn is_preface(text: &str) -> bool {
    let text = text.trim_start();
    let starts = [
        "procs --",
        "procs   ",
        "top - ",
        "Tasks: ",
        "Threads: ",
        "%Cpu",
        "Cpu(s):",
        "KiB Mem",
        "KiB Swap",
        "MiB Mem",
        "MiB Swap",
    ];
    starts.iter().any(|start| text.starts_with(start)) || text.starts_with("Linux ") && text.contains(" CPU)")
}

fn words_of<'d>(document: &'d Document<'_>, line: usize) -> Vec<&'d str> {
    document.text(line).split_whitespace().take(LONGEST_HEADER).collect()
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    is_preface(document.text(line)) || header_of(&words_of(document, line)).is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let own = |at: usize| {
        let words = words_of(document, at);
        let figures = words.iter().filter(|word| is_number(word)).count();
        starts(document, at) || figures >= 3 && figures * 2 > words.len()
    };
    let alone = sink.recall(ALONE).unwrap_or_else(|| u32::from(!others_start(document, FORMAT.id, &own)));
    sink.remember(ALONE, alone);
    let mut columns: Vec<&str> = Vec::new();
    let mut end = line + 1;
    let mut next = Some(line);
    while let Some(at) = next {
        let header = header_of(&words_of(document, at));
        let text = document.text(at);
        let figures = words_of(document, at).iter().filter(|word| is_number(word)).count();
        let kind = match header {
            Some(header) => {
                columns = header;
                RegionKind::Header
            }
            None if is_preface(text) => RegionKind::Context,
            None if figures >= 2 && is_row(&words_of(document, at), &columns) => {
                if alone == 1 {
                    row(document, at, &columns, sink);
                }
                RegionKind::Context
            }
            // Rows that were left out.
            None if !text.contains(char::is_alphanumeric) && !columns.is_empty() => RegionKind::Label,
            None => break,
        };
        sink.explain(document.line_span(at), kind);
        end = at + 1;
        next = following(document, at);
    }
    end
}

fn following(document: &Document<'_>, line: usize) -> Option<usize> {
    let next = (line + 1..document.len()).take(MOST_BLANK_LINES + 1).find(|&next| !document.is_blank(next))?;
    (document.depth(next) == document.depth(line)).then_some(next)
}

/// Whether words are a row under some columns: about as many, most of them figures.
fn is_row(words: &[&str], columns: &[&str]) -> bool {
    let words = without_time(words);
    let figures = words.iter().filter(|word| is_number(word)).count();
    !columns.is_empty() && words.len().abs_diff(columns.len()) <= 1 && figures * 2 >= words.len()
        || columns.contains(&"PID") && words.len() >= columns.len() && words.first().is_some_and(|pid| is_number(pid))
}

/// Measures a row: a figure for each column, those that are words say which part of the system.
fn row(document: &Document<'_>, line: usize, columns: &[&str], sink: &mut Sink) {
    let all = words(document, line);
    let texts: Vec<&str> = all.iter().map(|word| word.text).collect();
    let skipped = texts.len() - without_time(&texts).len();
    let cells: &[Word<'_>] = all.get(skipped..).unwrap_or_default();
    // `avg-cpu:` and `total` name rows, not a column of them.
    let columns = match columns {
        ["avg-cpu:", rest @ ..] => rest,
        columns => columns,
    };
    let surplus = cells.len().saturating_sub(columns.len());
    let named = cells.get(surplus..).unwrap_or_default().iter().zip(columns);
    let tells = |word: &Word<'_>, column: &str| !is_number(word.text) || PLACES.contains(&column);
    let mut own: Labels = named
        .clone()
        .filter(|(word, column)| tells(word, column))
        .map(|(word, column)| parameter(&column.trim_end_matches(':').to_lowercase(), word.text))
        .collect();
    own.extend(cells.iter().take(surplus).map(|word| parameter("row", word.text.trim_end_matches(':'))));
    let labels = sink.labels_at(document, line, own);
    for (word, column) in named.filter(|(word, column)| !tells(word, column)) {
        let Some(printed) = lex::printed(word.text.trim_end_matches('%')) else { continue };
        let rate = column.split_once('/').filter(|(what, per)| *per == "s" && what.ends_with("kB"));
        let metric = sink.metric(Metric {
            section: sink.section().to_owned(),
            name: (*column).to_owned(),
            unit: match rate {
                Some(_) => unit("kB/s"),
                None if column.starts_with('%') => unit("%"),
                None => Unit::none(),
            },
            better: Better::Unknown,
            better_evidence: Evidence::None,
            role: Role::Primary,
            format: FORMAT.id.to_owned(),
        });
        let span = word.part(document, printed.digits);
        let (low, high) = (printed.moved(-50, 0), printed.moved(50, 0));
        sink.measure(Measurement { value: printed.number, low, high, metric, labels, span, guessed: false });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    const VMSTAT: &str = "procs -----------memory---------- ---swap-- -----io---- --system-- -----cpu------\n r  b   swpd   free   buff  \
        cache   si   so    bi    bo   in    cs  us sy id wa st\n37  6 416176 5758384  47824 288656   25 15823   311 18408 \
        37259 2935  31  5 39 25  0\n10 28 590336 5774528  50112 294560  323 27815   950 28225 52751 3405  45  8  4 43  0\n";

    #[test]
    fn beside_a_benchmark_a_log_is_no_result() {
        let parsed = read(&format!("real 0m12.3s\nuser 0m10.1s\nsys 0m1.2s\n\n{VMSTAT}......\n"));
        assert_eq!((parsed.measurements.len(), parsed.ledger.unread), (3, 0));
    }

    #[test]
    fn alone_it_is_what_was_measured() {
        let parsed = read(VMSTAT);
        assert_eq!((parsed.measurements.len(), parsed.ledger.unread), (34, 0));
        let cpu = read(
            "12:00:01 AM  CPU    %usr   %nice    %sys %iowait    %idle\n12:00:02 AM  all   12.30    0.00    3.10    0.20    \
             84.40\nAverage:     all   12.30    0.00    3.10    0.20    84.40\n",
        );
        assert_eq!((cpu.measurements.len(), cpu.ledger.unread), (10, 0));
    }

    #[test]
    fn headers_are_known_by_their_words() {
        for text in [
            "avg-cpu:  %user   %nice %system %iowait  %steal   %idle",
            "Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await  svctm  %util",
            "  PID USER      PR  NI    VIRT    RES    SHR S  %CPU %MEM     TIME+ COMMAND",
            "             total       used       free     shared    buffers     cached",
            "Core\tCPU\tAvg_MHz\tBusy%\tBzy_MHz\tTSC_MHz\tIRQ",
        ] {
            assert!(header_of(&text.split_whitespace().collect::<Vec<_>>()).is_some(), "{text}");
        }
        assert!(header_of(&["Device", "before", "after"]).is_none());
    }
}

//! Profiles: which functions took how much of the time, as perf, oprofile and readprofile print it.
//!
//! ```text
//!     42.22%  [kernel]                  [k] memcpy
//!      3.32%  swapper  [kernel.kallsyms]  [k] intel_idle
//!   - 9.41% migrate_pages_batch
//!      - 6.15% migrate_folio_move
//!            |--45.67%--do_syscall_64
//!
//! samples  %        symbol name
//! 123456   12.3456  default_idle
//! ```
//!
//! Source: `tools/perf/ui/stdio/hist.c` of the kernel, and the manuals of opreport and readprofile. Shares of samples say where
//! time went, not how much of it there was: they are explained and never measured.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::sink::Sink;

/// Profiles.
pub const FORMAT: Format = Format {
    id: "profiles",
    title: "profiles of perf and oprofile",
    marks: &[
        "pcnt",
        "PerfTop:",
        "# Samples:",
        "[k]",
        "[.]",
        "%--",
        "symbol name",
        "[kernel",
        "- 1",
        "- 2",
        "- 3",
        "- 4",
        "- 5",
        "- 6",
        "- 7",
        "- 8",
        "- 9",
        "# Overhead",
    ],
    breaks,
    starts,
    read,
};

/// Behind its shares a line has at most so many words.
const MOST_WORDS: usize = 8;
/// How many lines may stand between those of a profile.
const MOST_GAP: usize = 2;

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    is_share(word(at)) && !is_share(word(at.wrapping_sub(1))) && (1..=4).any(|n| matches!(word(at + n), "[k]" | "[.]"))
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    is_header(text) || is_sure(text)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let counted = is_header(document.text(line));
    let comment = |text: &str| counted && text.trim() == "#";
    let mut end = line;
    for at in line..document.len() {
        let text = document.text(at);
        let belongs = is_header(text)
            || is_sure(text)
            || is_likely(text)
            || is_tree(text)
            || counted && is_counted(text)
            || comment(text);
        if document.depth(at) != document.depth(line)
            || !belongs && at - end > MOST_GAP
            || !belongs && !text.trim().is_empty()
        {
            break;
        }
        if belongs {
            sink.explain(document.line_span(at), RegionKind::Context);
            end = at;
        }
    }
    end + 1
}

/// The headers of oprofile and of perf's reports.
fn is_header(text: &str) -> bool {
    let text = text.trim_start();
    let starts =
        ["# Overhead", "Overhead  ", "# Samples:", "# Event count", "# Total Lost", "# Children", "PerfTop:", "# ...."];
    let words: Vec<&str> = text.split_whitespace().take(8).collect();
    let samples = words.first() == Some(&"samples") && words.iter().any(|word| matches!(*word, "%" | "pcnt"));
    starts.iter().any(|start| text.starts_with(start)) || samples
}

fn is_share(word: &str) -> bool {
    lex::printed(word).is_some_and(|p| p.rest == "%" && p.point)
}

/// The words of a line behind what draws a tree.
fn drawn(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || "|+-`\\".contains(c))
}

/// Whether a line is one of a profile beyond doubt: a share, and a symbol with the mark of where it belongs.
fn is_sure(text: &str) -> bool {
    if !text.contains('%') {
        return false;
    }
    let words: Vec<&str> = drawn(text).split_whitespace().collect();
    let share = words.first().is_some_and(|word| is_share(word));
    let place =
        words.iter().any(|word| matches!(*word, "[k]" | "[.]" | "[H]" | "[g]" | "[u]") || word.starts_with("[kernel"));
    let branch = text.split("--").any(|part| part.ends_with('%') && is_share(part));
    let symbol = words.len() == 2 && words.get(1).is_some_and(|word| is_symbol(word) && word.contains('_'));
    share && place || branch || share && symbol && text.trim_start().starts_with(['-', '+', '|'])
}

/// Whether a line may be of a profile that has begun.
fn is_likely(text: &str) -> bool {
    let words: Vec<&str> = drawn(text).split_whitespace().collect();
    let shares = words.iter().take_while(|word| is_share(word)).count();
    let rest = words.get(shares..).unwrap_or_default();
    (1..=2).contains(&shares) && !rest.is_empty() && rest.len() <= MOST_WORDS && rest.iter().all(|word| !is_share(word))
}

/// Whether a line draws the tree, or is a symbol under it.
fn is_tree(text: &str) -> bool {
    let inner = drawn(text);
    text.trim_start().starts_with('|') && (inner.is_empty() || inner.split_whitespace().all(is_symbol))
}

fn is_symbol(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_alphanumeric() || "_.:@<>~()*&,$[]+/-".contains(c))
        && word.contains(|c: char| c.is_ascii_alphabetic())
}

/// `123456   12.3456  vmlinux  default_idle`
fn is_counted(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &&str| lex::printed(word).is_some_and(|p| matches!(p.rest, "" | "%"));
    let figures = words.iter().take_while(|word| number(word)).count();
    figures >= 2 && words.len() > figures && words.iter().skip(figures).all(|word| is_symbol(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    #[test]
    fn profiles_are_explained() {
        let parsed = read(
            "Before:\n    42.22%  [kernel]                  [k] memcpy\n     3.32%  swapper  [kernel.kallsyms]  [k] intel_idle\n\n  - \
             9.41% migrate_pages_batch\n     - 6.15% migrate_folio_move\n           |--45.67%--do_syscall_64\n           |          \
             entry_SYSCALL_64\n\nCPU: P4, speed 2800 MHz, profiling enabled\nsamples  %        symbol name\n123456   12.3456  \
             default_idle\n1234     0.1234   schedule\n",
        );
        assert_eq!((parsed.measurements.len(), parsed.ledger.unread), (0, 0), "{:?}", parsed.ledger.unread_spans);
    }

    #[test]
    fn reports_have_headers() {
        let parsed = read(
            "# Samples: 12K of event 'cycles'\n# Event count (approx.): 123456\n#\n# Overhead  Command  Symbol\n# ........  .......  \
             ......\n#\n    42.22%  swapper  [k] intel_idle\n\n   PerfTop:     741 irqs/sec  kernel:97.0%  exact:  0.0% [4000Hz \
             cycles],  (all, 16 CPUs)\n             samples  pcnt function\n             1234.00 12.3% memcpy\n",
        );
        assert_eq!((parsed.measurements.len(), parsed.ledger.unread), (0, 0), "{:?}", parsed.ledger.unread_spans);
    }

    #[test]
    fn sentences_and_rows_are_none() {
        for text in ["- 5.5% faster", "12.5% of it", "- 3 things", "a 5.3% b"] {
            assert!(!is_sure(text) && !is_header(text), "{text}");
        }
    }
}

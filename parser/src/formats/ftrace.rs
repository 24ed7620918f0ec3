//! Traces of the kernel: what ftrace and trace-cmd print.
//!
//! ```text
//! # tracer: function_graph
//! #
//! # CPU  DURATION                  FUNCTION CALLS
//!  0)   1.234 us    |  mutex_unlock();
//!  3) + 12.345 us   |  }
//!
//!           bash-1234    [003] d..2.  1234.567890: sched_switch: prev_comm=bash prev_pid=1234
//! ```
//!
//! Source: `kernel/trace/trace_output.c` and `trace_functions_graph.c`. A trace is one course of events among many: it is
//! explained and never measured.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::sink::Sink;

/// Traces of the kernel.
pub const FORMAT: Format = Format {
    id: "ftrace",
    title: "ftrace",
    marks: &["# tracer:", ") ", "[0", "[1", "[2"],
    breaks: |_: &[Token<'_>], _| false,
    starts,
    read,
};

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    is_header(text) || is_call(text) || is_event(text)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut end = line;
    let headed = is_header(document.text(line));
    while end < document.len() && document.depth(end) == document.depth(line) {
        let text = document.text(end);
        if !(is_header(text) || is_call(text) || is_event(text) || headed && text.trim_start().starts_with('#')) {
            break;
        }
        sink.explain(document.line_span(end), RegionKind::Context);
        end += 1;
    }
    end.max(line + 1)
}

fn is_header(text: &str) -> bool {
    text.trim_start().starts_with("# tracer:")
        || text.contains("TASK-PID")
        || text.contains("DURATION") && text.contains("FUNCTION CALLS")
}

/// `3) + 12.345 us   |  }`
fn is_call(text: &str) -> bool {
    let Some((cpu, rest)) = text.trim_start().split_once(')') else { return false };
    let number = !cpu.is_empty() && cpu.len() <= 4 && cpu.bytes().all(|b| b.is_ascii_digit());
    let Some((time, _)) = rest.split_once('|').filter(|_| number) else { return false };
    let time = time.trim().trim_start_matches(['+', '!', '#', '*', '@', '$']).trim();
    let took =
        |time: &str| time.strip_suffix("us").is_some_and(|t| lex::printed(t.trim()).is_some_and(|p| p.rest.is_empty()));
    time.is_empty() || took(time)
}

/// `bash-1234  [003] d..2.  1234.567890: sched_switch: ...`
fn is_event(text: &str) -> bool {
    if !text.contains('[') {
        return false;
    }
    let words: Vec<&str> = text.split_whitespace().take(8).collect();
    let task = |word: &str| {
        word.rsplit_once('-').is_some_and(|(_, pid)| !pid.is_empty() && pid.bytes().all(|b| b.is_ascii_digit()))
    };
    let cpu = |word: &str| {
        word.strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .is_some_and(|n| n.len() == 3 && n.bytes().all(|b| b.is_ascii_digit()))
    };
    let time = |word: &str| {
        word.strip_suffix(':').and_then(lex::printed).is_some_and(|p| p.rest.is_empty() && p.decimals == 6)
    };
    let Some(at) = words.iter().position(|word| cpu(word)) else { return false };
    words.iter().take(at).any(|word| task(word)) && words.iter().skip(at).take(4).any(|word| time(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_events_are_known() {
        for text in
            [" 0)   1.234 us    |  mutex_unlock();", " 3) + 12.345 us   |  }", " 3)               |  sys_read() {"]
        {
            assert!(is_call(text), "{text}");
        }
        assert!(is_event("  bash-1234    [003] d..2.  1234.567890: sched_switch: prev_comm=bash"));
        assert!(is_event("          <idle>-0       [001] dN.2   120.000321: sched_wakeup: comm=a"));
        for text in ["1) first | second", "a) 1.2 us | x", "see [003] of it 1.5:", "12 | 13"] {
            assert!(!is_call(text) && !is_event(text), "{text}");
        }
    }
}

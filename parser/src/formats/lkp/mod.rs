//! Reports of the kernel test robot: what `lkp compare` prints of the runs of two or more commits.
//!
//! ```text
//! =========================================================================================
//! compiler/cpufreq_governor/kconfig/mode/nr_task/rootfs/tbox_group/test/testcase:
//!   gcc-12/performance/x86_64-rhel-9.4/process/100%/debian-12-x86_64.cgz/lkp-skl-fpga01/poll2/will-it-scale
//!
//! commit:
//!   d000e073ca ("convert do_select()")
//!   8935989798 ("do_pollfd(): convert to CLASS(fd)")
//!
//! d000e073ca2a08ab 89359897983825dbfc08578e7ee
//! ---------------- ---------------------------
//!          %stddev     %change         %stddev
//!              \          |                \
//!     263173           -11.7%     232411        will-it-scale.per_process_ops
//!      21281 ±147%    +197.5%      63313 ± 84%  numa-meminfo.node0.Shmem
//!       3.32 ± 46%      +1.5        4.82 ± 13%  perf-profile.calltrace.cycles-pp.record__mmap_read_evlist
//! ```
//!
//! Source: `lib/compare/print.rb` of lkp-tests. The first commit is the base of every change; the percentage behind `±` is
//! the standard deviation. Rows of `fail:runs` count failures. Profiles are shares, whose change has no percent sign.

mod meaning;
mod row;

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Measurement, Metric, Spread, SpreadKind};
use crate::reading::emit::{evidence, parameter, setting, unit};
use crate::reading::titles::conditions_above;
use crate::sink::Sink;
use crate::source::Span;
use crate::unit::Unit;

use row::{Row, is_failures};

/// Reports of the kernel test robot.
pub const FORMAT: Format = Format {
    id: "lkp",
    title: "kernel test robot",
    marks: &["%stddev", "%reproduction", "_ops", ".throughput", "_per_sec", "perf-profile.", "per-min"],
    breaks,
    starts,
    read,
};

/// Between the names of commits and the rows stand at most so many lines.
const MOST_HEADER_LINES: usize = 10;
/// A list of commits has at most this many lines.
const MOST_COMMITS: usize = 12;
/// How many blank lines may part rows: archives double line ends.
const MOST_BLANK_LINES: usize = 1;

/// Parameters that say how a kernel was built and started.
const MACHINERY: &[&str] = &["compiler", "kconfig", "rootfs", "ucode", "cpufreq_governor", "bisect_dmesg"];

/// What a sink remembers: the lines of the last parameters and of the last list of commits.
const PARAMETERS: &str = "lkp parameters";
const COMMITS: &str = "lkp commits";

fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| tokens.get(at)).map_or("", |token| token.text);
    let word = tokens.get(at).map_or("", |token| token.text);
    row::is_metric(before) && word.starts_with(|c: char| c.is_ascii_digit())
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    is_parameters(text)
        || is_values(document, line)
        || is_commits(document, line)
        || commits_line(document, line).is_some()
        || is_failures(text)
        || is_plot(text)
        || Row::at(document, line).is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let text = document.text(line);
    if is_plot(text) {
        sink.explain(document.line_span(line), RegionKind::Context);
        return line + 1;
    }
    if is_values(document, line) {
        return explain(document, line, line, sink);
    }
    if is_parameters(text) {
        sink.remember(PARAMETERS, line as u32);
        return explain(document, line, line + 1, sink);
    }
    if is_commits(document, line) {
        sink.remember(COMMITS, line as u32);
        let end = entries(document, line).last().map_or(line, |(last, _)| last);
        return explain(document, line, end, sink);
    }
    let (names, mut next) = match commits_line(document, line) {
        Some((names, end)) => {
            let shown = names.iter().map(|name| short(document, name, sink)).collect();
            explain(document, line, end - 1, sink);
            (shown, end)
        }
        None => (Vec::new(), line),
    };
    let table = Table { document, own: conditions(document, line, sink), names };
    let mut end = next.max(line + 1);
    while let Some(at) = following(document, next, line) {
        if let Some(end) = failures_end(document, at).or_else(|| is_header(document.text(at)).then_some(at + 1)) {
            next = explain(document, at, end - 1, sink);
        } else if let Some(row) = Row::at(document, at) {
            table.row(&row, sink);
            next = row.end;
        } else {
            break;
        }
        end = next;
    }
    end
}

/// Explains lines from the first to the last; gives the one after it.
fn explain(document: &Document<'_>, first: usize, last: usize, sink: &mut Sink) -> usize {
    for line in first..=last.max(first) {
        sink.explain(document.line_span(line), RegionKind::Context);
    }
    last.max(first) + 1
}

fn following(document: &Document<'_>, from: usize, voice: usize) -> Option<usize> {
    let next = (from..document.len()).take(MOST_BLANK_LINES + 1).find(|&next| !document.is_blank(next))?;
    (document.depth(next) == document.depth(voice)).then_some(next)
}

/// The first line after a row of failures, whose metric may be wrapped to the next line.
fn failures_end(document: &Document<'_>, line: usize) -> Option<usize> {
    let text = document.text(line);
    if is_failures(text) {
        return Some(line + 1);
    }
    let wrapped = || document.follows(line, line + 1) && is_failures(&format!("{text} {}", document.text(line + 1)));
    wrapped().then_some(line + 2)
}

/// `compiler/cpufreq_governor/.../testcase:`
fn is_parameters(text: &str) -> bool {
    let text = text.trim();
    let keys = || text.trim_end_matches(':').split('/');
    text.ends_with(':') && keys().count() >= 4 && keys().any(|key| key == "testcase" || key == "tbox_group")
}

/// Whether a line has the values of parameters whose names above it are lost: `  gcc-12/performance/.../will-it-scale` under a
/// rule.
fn is_values(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line).trim();
    let above = line.checked_sub(1).map_or("", |above| document.text(above).trim());
    let rule = above.len() >= 8 && above.bytes().all(|b| b == b'=');
    rule && text.matches('/').count() >= 4 && !text.contains(' ') && !text.ends_with(':')
}

/// Whether a line opens a list of commits.
fn is_commits(document: &Document<'_>, line: usize) -> bool {
    document.text(line).trim() == "commit:" && entries(document, line).next().is_some()
}

/// The lines of a list of commits, each with its first word: `  d000e073ca ("convert do_select()")`, `  v5.7`.
fn entries<'d>(document: &'d Document<'_>, line: usize) -> impl Iterator<Item = (usize, &'d str)> {
    let depth = document.depth(line);
    (line + 1..document.len())
        .take(MOST_COMMITS)
        .take_while(move |&at| document.depth(at) == depth && !document.is_blank(at))
        .filter_map(|at| document.text(at).split_whitespace().next().map(|word| (at, word)))
        .filter(|(_, word)| is_commit(word))
}

/// Whether a word names a commit: a hash, or a tag such as `v5.7-rc1`.
fn is_commit(word: &str) -> bool {
    let hash = (7..=40).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    let tag = word.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    hash || tag && word.contains('.')
}

/// The commits that a line names for the columns of the table below it, and the first line of the rows.
///
/// `header = 1*line-of-commits 1*line-of-dashes *(line of "%stddev" and "%change" / line of bars)`
fn commits_line<'d>(document: &'d Document<'_>, line: usize) -> Option<(Vec<&'d str>, usize)> {
    let mut names: Vec<&str> = document.text(line).split_whitespace().collect();
    if names.is_empty() || !names.iter().all(|name| is_commit(name)) {
        return None;
    }
    let (mut ruled, mut end) = (false, line + 1);
    for at in (line + 1..document.len()).take(MOST_HEADER_LINES) {
        let text = document.text(at);
        if document.depth(at) != document.depth(line) {
            break;
        }
        if text.trim().is_empty() {
            continue;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.iter().all(|word| word.len() >= 8 && word.bytes().all(|b| b == b'-')) {
            ruled = true;
        } else if !ruled && words.iter().all(|word| is_commit(word)) {
            names.extend(words);
        } else if !ruled || !is_header(text) {
            break;
        }
        end = at + 1;
    }
    (ruled && names.len() >= 2).then_some((names, end))
}

/// Whether a line stands between the commits and the rows: `%stddev     %change         %stddev`, or its arrows.
fn is_header(text: &str) -> bool {
    const WORDS: &[&str] =
        &["%stddev", "%change", "fail:runs", "%reproduction", "|", "\\", "runs", "fail:r", "%std", "dev"];
    let mut words = text.split_whitespace().peekable();
    words.peek().is_some() && words.all(|word| WORDS.contains(&word))
}

/// A commit as its list names it, if that is shorter than the column does.
fn short(document: &Document<'_>, name: &str, sink: &Sink) -> String {
    let list = sink.recall(COMMITS).map(|line| line as usize);
    let listed =
        list.and_then(|line| entries(document, line).map(|(_, word)| word).find(|word| name.starts_with(word)));
    listed.unwrap_or(name).to_owned()
}

/// The conditions of a table: the robot's parameters, and what stands above.
fn conditions(document: &Document<'_>, line: usize, sink: &Sink) -> Labels {
    let mut own = conditions_above(sink, document, line, &|text| text.starts_with("commit"));
    let Some(keys) = sink.recall(PARAMETERS).map(|line| line as usize) else { return own };
    let values: Vec<&str> = document.text(keys + 1).trim().split('/').collect();
    let keys: Vec<&str> = document.text(keys).trim().trim_end_matches(':').split('/').collect();
    if keys.len() == values.len() {
        let told = keys.iter().zip(&values).filter(|(key, _)| !MACHINERY.contains(key));
        own.extend(told.map(|(key, value)| parameter(key, value)));
    }
    own
}

/// A line of a plot of characters: `55000 +-+------+`, `      |  .+.  |`.
fn is_plot(text: &str) -> bool {
    let text = text.trim();
    let number = text.split(' ').next().filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let Some(rest) = number.and_then(|number| text.get(number.len()..)).map(str::trim_start) else { return false };
    let drawn = |c: char| " +-|.*O#:=_`'\\/@%o".contains(c);
    rest.len() >= 10 && rest.starts_with(['+', '|']) && rest.chars().all(drawn)
}

/// A table that is being read.
struct Table<'d> {
    document: &'d Document<'d>,
    own: Labels,
    /// The commits by column; empty where the header is lost.
    names: Vec<String>,
}

impl Table<'_> {
    fn row(&self, row: &Row<'_>, sink: &mut Sink) {
        let all = row.joined.span(self.document, 0..row.joined.text().len());
        if meaning::is_profile(&row.metric) {
            sink.explain(all, RegionKind::Context);
            return;
        }
        let meaning = meaning::of(&row.metric);
        let metric = sink.metric(Metric {
            section: sink.section().to_owned(),
            name: row.metric.clone(),
            unit: if meaning.unit.is_empty() { Unit::none() } else { unit(meaning.unit) },
            better: meaning.better,
            better_evidence: evidence(meaning.better),
            role: meaning.role,
            format: FORMAT.id.to_owned(),
        });
        for (at, value) in row.values.iter().enumerate() {
            let name = self.names.get(at).filter(|_| self.names.len() == row.values.len());
            let mut own = self.own.clone();
            own.push(setting("column", &name.cloned().unwrap_or_else(|| format!("column {}", at + 1))));
            let labels = sink.labels_at(self.document, row.joined.line_of(value.number.start), own);
            let span: Span = row.joined.span(self.document, value.number.clone());
            let (low, high, guessed) = (value.low, value.high, name.is_none());
            let id = sink.measure(Measurement { value: value.figure, low, high, metric, labels, span, guessed });
            if let Some(percent) = value.spread {
                sink.spread(id, Spread::new(value.figure * percent / 100.0, SpreadKind::Deviation, None));
            }
        }
        sink.explain(all, RegionKind::Derived);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    const REPORT: &str = "compiler/kconfig/nr_task/test/testcase:\n  gcc-12/x86_64/100%/poll2/will-it-scale\n\ncommit: \n  \
        d000e073ca (\"convert it\")\n  8935989798 (\"convert the other one to it\")\n\nd000e073ca2a08ab \
        89359897983825dbfc08578e7ee \n---------------- --------------------------- \n         %stddev     %change         \
        %stddev\n             \\          |                \\  \n    263173           -11.7%     232411        \
        will-it-scale.per_process_ops\n     21281 ±147%    +197.5%      63313 ± 84%  numa-meminfo.node0.Shmem\n      3.32 \
        ± 46%      +1.5        4.82 ± 13%  perf-profile.calltrace.cycles-pp.record\n";

    #[test]
    fn a_report_compares_commits() {
        let parsed = read(REPORT);
        let column = |m: &Measurement| {
            let labels = parsed.labels(m.labels);
            let value = |name: &str| labels.iter().find(|l| l.field.name == name).map(|l| l.value.clone());
            (m.value, value("column").unwrap_or_default(), value("nr_task").unwrap_or_default())
        };
        let shown: Vec<_> = parsed.measurements.iter().map(column).collect();
        let expected = |value, commit: &str| (value, commit.to_owned(), "100%".to_owned());
        assert_eq!(
            shown,
            [
                expected(263_173.0, "d000e073ca"),
                expected(232_411.0, "8935989798"),
                expected(21_281.0, "d000e073ca"),
                expected(63_313.0, "8935989798")
            ]
        );
        assert_eq!(parsed.ledger.unread, 0);
        assert_eq!(parsed.spreads.len(), 2);
    }

    #[test]
    fn rows_without_their_header_are_told_by_their_columns() {
        let parsed = read("    161714 ±  2%     -37.0%     101819 ±  2%  will-it-scale.per_thread_ops\n");
        assert_eq!(parsed.measurements.len(), 2);
    }

    #[test]
    fn plots_are_no_figures() {
        assert!(is_plot("  55000 +-+----------------------------------+") && is_plot("1.2e+06 |-+   .+..   O  |"));
        assert!(!is_plot("12 + 13 - 14") && !is_plot("| a | b |"));
    }
}

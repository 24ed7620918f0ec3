//! REAIM (OSDL's re-aim-7), AIM VII and AIM IX.
//!
//! ```text
//! REAIM Workload
//! Times are in seconds - Child times from tms.cstime and tms.cutime
//!
//! Num     Parent   Child   Child  Jobs per   Jobs/min/  Std_dev  Std_dev  JTI
//! Forked  Time     SysTime UTime   Minute     Child      Time     Percent
//! 1       32.72    6.17    4.42    177.87     177.87     0.00     0.00     100
//! 2       33.16    10.19   9.13    351.03     175.51     0.30     0.90     99
//! Max sustained jobs reached
//! Max Jobs per Minute 351.03
//! ```
//!
//! A row is a load point: so many copies of the workload at once. Jobs per Minute is computed from the elapsed time
//! (60 x jobs x copies / time), Jobs/min/Child from it, and JTI (job timing index) is 100 % less the standard deviation
//! of the copies' times in percent of their mean. JTI, the last column, is where mailers wrap the line. A table is a run.
//! The lines below it are computed from its rows. Rows have the same print everywhere, so that a row is known without its
//! header: replies stand between them.
//!
//! Sources: `multiuser`, `runloop`, `print_header_line` and `singleuser` of re-aim-7's `driver.c` and `reaim.c`; AIM VII's
//! `multitask.c`; AIM IX's `singleuser.c`.

mod single;
mod tables;

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Label, LabelsId, Metric, Role};
use crate::reading::emit::{self, Quantity, Rounding, decimals, is_whole};
use crate::reading::words::next_line;
use crate::sink::Sink;
use crate::unit::{Better, Evidence};

use tables::Table;

/// REAIM and AIM tables.
pub const FORMAT: Format = Format {
    id: "reaim",
    title: "REAIM, AIM VII and AIM IX",
    marks: &[
        "Jobs/min/",
        "Jobs per Minute",
        "Jobs per",
        "jobs/min/task",
        "Jobs/Min",
        "REAIM",
        "Suite IX",
        "Rate (ops/sec)",
    ],
    breaks,
    starts,
    read,
};

/// Whether a table was read in this source: then what stands below tables is derived from their rows.
const TABLE: &str = "reaim table";

/// A line of the output.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Line {
    /// A line that names the benchmark.
    Title,
    /// A header line of a table.
    Header(&'static Table),
    /// A header line of single tests.
    SingleHeader,
    /// A row, its values here and on the next line.
    Row(&'static Table, usize, usize),
    /// A row of a single test.
    Single,
    /// A line below a table.
    Summary(Summary),
}

/// What stands below a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Summary {
    /// Why the run ended: no figure.
    End,
    /// `Max Jobs per Minute 608.29`
    Max,
    /// ` Job rate dropping avg: 605.79 loss pct: 1.14`
    Dropping,
    /// What `-v` shows between the rows: `Current std 9.52 avg 601.21 pct 1.58`, `Job drop pct 0.30`.
    Verbose,
}

/// The beginnings of the lines that have no place in a table.
const WORDED: &[(&str, Line)] = &[
    ("REAIM Workload", Line::Title),
    ("Times are in seconds - Child times", Line::Title),
    ("AIM Multiuser Benchmark - Suite VII", Line::Title),
    ("AIM Independent Resource Benchmark - Suite IX", Line::Title),
    ("Copyright (c) 1996 - 2001 Caldera", Line::Title),
    ("All Rights Reserved", Line::Title),
    ("Benchmark Version Machine Run Date", Line::Title),
    ("Max Jobs per Minute", Line::Summary(Summary::Max)),
    ("Max sustained jobs reached", Line::Summary(Summary::End)),
    ("Crossover achieved", Line::Summary(Summary::End)),
    ("Job rate dropping avg:", Line::Summary(Summary::Dropping)),
    ("Job drop pct", Line::Summary(Summary::Verbose)),
    ("Current std", Line::Summary(Summary::Verbose)),
];

/// The kind of a line by its first words.
fn worded(words: &[Token<'_>]) -> Option<(&'static Line, usize)> {
    WORDED.iter().find_map(|(beginning, line)| {
        let mut tokens = words.iter();
        let matches = beginning.split(' ').all(|word| tokens.next().is_some_and(|token| token.text == word));
        matches.then(|| (line, beginning.split(' ').count()))
    })
}

/// At each line's first words; behind a title and a header; at a row.
fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let words = tokens.get(at..tokens.len().min(at + 12)).unwrap_or_default();
    let ends = |back: usize| {
        let before = at.checked_sub(back).and_then(|from| tokens.get(from..at)).unwrap_or_default();
        Table::headed(before).is_some_and(|table| table.header_words(before) == back)
    };
    worded(words).is_some()
        || Table::headed(words).is_some()
        || Table::begins_row(words)
        || (6..=11).any(ends)
        || single::row(words).is_some()
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let first = document.text(line).trim_start().as_bytes().first().copied().unwrap_or(b' ');
    (first.is_ascii_digit() || b"RTABMCJNF".contains(&first)) && kind(document, line, &document.tokens(line)).is_some()
}

/// What a line is, given its words.
fn kind(document: &Document<'_>, line: usize, words: &[Token<'_>]) -> Option<Line> {
    if let Some((line, _)) = worded(words) {
        return Some(*line);
    }
    if let Some(table) = Table::headed(words) {
        return Some(Line::Header(table));
    }
    if single::is_header(words) {
        return Some(Line::SingleHeader);
    }
    if words.len() > 1 && single::is_unit(words) {
        // The rest of a row that was lost.
        return Some(Line::Title);
    }
    if !words.first().is_some_and(|token| is_whole(token.text)) {
        return None;
    }
    if single::row(words).is_some() {
        return Some(Line::Single);
    }
    if let Some(next) = next_line(document, line)
        && let Some((table, here, there)) = Table::with_wrapped_row(words, &document.tokens(next))
    {
        return Some(Line::Row(table, here, there));
    }
    Table::with_row(words).map(|(table, values)| Line::Row(table, values, 0))
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let mut reader = Reader { document, sink, table: None, own: Vec::new() };
    let mut end = line;
    let mut at = Some(line);
    while let Some(next) = at.and_then(|at| reader.line(at)) {
        end = next;
        if document.breaks_off(end - 1) {
            break;
        }
        at = next.checked_sub(1).and_then(|last| next_line(document, last));
    }
    end
}

/// Reads lines that follow each other.
struct Reader<'d> {
    document: &'d Document<'d>,
    sink: &'d mut Sink,
    /// The table whose header was read last.
    table: Option<&'static Table>,
    /// What the title says of the rows below.
    own: Vec<Label>,
}

impl<'d> Reader<'d> {
    /// Reads the line, and the next one where that is the rest of a row; the first line after.
    fn line(&mut self, line: usize) -> Option<usize> {
        let words = self.document.tokens(line);
        match kind(self.document, line, &words) {
            Some(Line::Title) => {
                self.title(line, &words);
                return Some(self.rest_of_date(line).unwrap_or(line + 1));
            }
            Some(Line::Header(table)) => self.header(table, &words),
            Some(Line::SingleHeader) => self.sink.explain(self.document.line_span(line), RegionKind::Header),
            Some(Line::Row(table, here, there)) => return Some(self.wrapped_row(line, table, &words, here, there)),
            Some(Line::Single) => return single::row(&words).map(|row| self.single(line, &row)),
            Some(Line::Summary(summary)) => self.summary(line, summary, &words),
            None => return self.strange_row(line, &words),
        }
        Some(line + 1)
    }

    /// A title; what it says in brackets is about the rows below, and so is the machine that AIM7's sheet names.
    fn title(&mut self, line: usize, words: &[Token<'d>]) {
        self.sink.explain(self.document.line_span(line), RegionKind::Heading);
        let text = self.document.text(line).trim();
        if let Some(rest) = text.strip_prefix("REAIM Workload") {
            let remark = rest.trim().trim_matches(['(', ')']);
            let named = !remark.is_empty() && words.len() <= 8;
            self.own = if named { vec![emit::parameter("workload", remark)] } else { Vec::new() };
        } else if text.starts_with("AIM Multiuser") {
            self.own = sheet_machine(words).map(|machine| emit::setting("machine", machine)).into_iter().collect();
        }
    }

    /// The line after the rest of a sheet's date, which a mailer may have wrapped: `07:17:24 2007`.
    fn rest_of_date(&mut self, line: usize) -> Option<usize> {
        let next = next_line(self.document, line).filter(|_| !self.own.is_empty())?;
        let words = self.document.tokens(next);
        let dated = |token: &Token<'_>| token.text.bytes().all(|b| b.is_ascii_digit() || b == b':');
        if words.len() > 4 || words.is_empty() || !words.iter().rev().take(2).all(dated) {
            return None;
        }
        self.sink.explain(self.document.line_span(next), RegionKind::Context);
        Some(next + 1)
    }

    fn header(&mut self, table: &'static Table, words: &[Token<'d>]) {
        let (header, rest) = words.split_at(table.header_words(words).min(words.len()));
        if let Some(span) = emit::around(header) {
            self.sink.explain(span, RegionKind::Header);
        }
        self.explain_rest(rest, RegionKind::Label);
        self.table = Some(table);
    }

    /// A row whose end may stand on the next line.
    fn wrapped_row(
        &mut self,
        line: usize,
        table: &'static Table,
        words: &[Token<'d>],
        here: usize,
        there: usize,
    ) -> usize {
        let next = next_line(self.document, line).filter(|_| there > 0);
        let more = next.map(|next| self.document.tokens(next)).unwrap_or_default();
        let (row, rest) = words.split_at((1 + here).min(words.len()));
        let (wrapped, rest_there) = more.split_at(there.min(more.len()));
        self.row(line, table, row, wrapped);
        let kind = if table.dated { RegionKind::Context } else { RegionKind::Prose };
        self.explain_rest(rest, kind);
        self.explain_rest(rest_there, kind);
        let end = next.map_or(line + 1, |next| next + 1);
        if table.dated { self.wrapped_date(end, rest) } else { end }
    }

    fn row(&mut self, line: usize, table: &'static Table, row: &[Token<'d>], wrapped: &[Token<'d>]) {
        let Some((load, values)) = row.split_first() else { return };
        self.sink.remember(TABLE, 1);
        self.sink.explain(load.span, RegionKind::Label);
        let mut own = self.own.clone();
        own.push(emit::parameter(table.load, load.text));
        let labels = self.sink.labels_at(self.document, line, own);
        for ((quantity, _), token) in table.columns.iter().zip(values.iter().chain(wrapped)) {
            self.measure(quantity, table.section, token, labels);
        }
    }

    /// A date whose end a mailer put on the next line: `10:17:44 2006`.
    fn wrapped_date(&mut self, line: usize, date: &[Token<'d>]) -> usize {
        let words = self.document.tokens(line);
        let open = (2..=3).contains(&date.len());
        let closes = words.len() == 2 && words.first().is_some_and(|clock| emit::clock(clock.text).is_some());
        if open && closes {
            self.sink.explain(self.document.line_span(line), RegionKind::Context);
            line + 1
        } else {
            line
        }
    }

    /// Numbers below a header that are no row by their print: a row where there are as many as columns, else unread.
    fn strange_row(&mut self, line: usize, words: &[Token<'d>]) -> Option<usize> {
        let table = self.table?;
        let figures = words.iter().take_while(|t| is_whole(t.text) || decimals(t.text).is_some()).count();
        if figures < 3 || figures < words.len() {
            return None;
        }
        if table.columns.len() + 1 == figures {
            self.row(line, table, words, &[]);
        } else {
            let span = self.document.line_span(line);
            let (section, columns) = (table.section.to_owned(), table.columns.len());
            self.sink.explain(span, RegionKind::Unread);
            self.sink.diagnose(span, DiagnosticKind::UnreadRow { section, values: figures - 1, columns });
        }
        Some(line + 1)
    }

    fn single(&mut self, line: usize, row: &single::Row<'d>) -> usize {
        const SECTION: &str = "AIM9";
        let next = next_line(self.document, line).filter(|_| row.unit.is_empty());
        let below = next.map(|next| self.document.tokens(next)).filter(|words| single::is_unit(words));
        let unit = below.as_deref().unwrap_or(&row.unit);
        for token in [row.number, row.name] {
            self.sink.explain(token.span, RegionKind::Label);
        }
        self.explain_rest(unit, RegionKind::Label);
        self.explain_rest(&row.rest, RegionKind::Prose);
        let labels = self.sink.labels_at(self.document, line, self.own.clone());
        self.operations(SECTION, row, unit, labels);
        let times = ["Elapsed Time", "User", "System"];
        for (name, token) in times.into_iter().zip(&row.times) {
            let of_test = format!("{} {name}", row.name.text);
            self.context(SECTION, of_test, "s", token, labels);
        }
        self.context(SECTION, format!("{} Iteration Count", row.name.text), "", &row.count, labels);
        self.context(SECTION, format!("{} Iteration Rate", row.name.text), "loops/s", &row.loops, labels);
        if below.is_some() { next.map_or(line + 1, |next| next + 1) } else { line + 1 }
    }

    /// What the test measures: operations per second, in the words of the row.
    fn operations(&mut self, section: &str, row: &single::Row<'d>, unit: &[Token<'d>], labels: LabelsId) {
        let words: Vec<&str> = unit.iter().map(|token| token.text).collect();
        let symbol = if words.is_empty() { "ops/s".to_owned() } else { words.join(" ").replace("/second", "/s") };
        let metric = Metric {
            section: self.section(section),
            name: row.name.text.to_owned(),
            unit: emit::unit(&symbol),
            better: Better::Higher,
            better_evidence: Evidence::Tool,
            role: Role::Primary,
            format: FORMAT.id.to_owned(),
        };
        self.put(metric, &row.operations, labels);
    }

    fn context(&mut self, section: &str, name: String, unit: &str, token: &Token<'d>, labels: LabelsId) {
        let metric = Metric {
            section: self.section(section),
            name,
            unit: emit::unit(unit),
            better: Better::Unknown,
            better_evidence: Evidence::None,
            role: Role::Context,
            format: FORMAT.id.to_owned(),
        };
        self.put(metric, token, labels);
    }

    /// A line below a table. Without a table the best rate is all that the post gives.
    fn summary(&mut self, line: usize, summary: Summary, words: &[Token<'d>]) {
        let role = if self.sink.recall(TABLE).is_some() { Role::Derived } else { Role::Primary };
        let own = self.own.clone();
        let max = Quantity::new("Max Jobs per Minute", "jobs/min", Better::Higher, role);
        let average = Quantity::new("Job rate dropping avg", "jobs/min", Better::Higher, Role::Derived);
        let loss = Quantity::new("Job rate dropping loss pct", "%", Better::Lower, Role::Derived);
        let figures: &[(Quantity, usize)] = match summary {
            Summary::Max => &[(max, 4)],
            Summary::Dropping => &[(average, 4), (loss, 7)],
            Summary::End | Summary::Verbose => &[],
        };
        if summary == Summary::Verbose {
            return self.sink.explain(self.document.line_span(line), RegionKind::Derived);
        }
        for (quantity, at) in figures {
            if let Some(token) = words.get(*at) {
                let labels = self.sink.labels_at(self.document, line, own.clone());
                self.measure(quantity, "REAIM", token, labels);
            }
        }
        let named = worded(words).map_or(0, |(_, count)| count);
        let end = figures.last().map_or(named, |(_, at)| at + 1);
        self.explain_rest(words.get(..named).unwrap_or_default(), RegionKind::Label);
        self.explain_rest(words.get(end..).unwrap_or_default(), RegionKind::Prose);
    }

    fn explain_rest(&mut self, words: &[Token<'d>], kind: RegionKind) {
        if let Some(span) = emit::around(words) {
            self.sink.explain(span, kind);
        }
    }

    /// The title in force above the block, else the table's own name.
    fn section(&self, own: &str) -> String {
        let above = self.sink.section();
        if above.is_empty() { own.to_owned() } else { above.to_owned() }
    }

    fn measure(&mut self, quantity: &Quantity, section: &str, token: &Token<'d>, labels: LabelsId) {
        let metric = quantity.metric(&self.section(section), FORMAT.id);
        self.put(metric, token, labels);
    }

    fn put(&mut self, metric: Metric, token: &Token<'d>, labels: LabelsId) {
        let metric = self.sink.metric(metric);
        if let Some(measurement) = emit::measurement(token.text, token.span, Rounding::Nearest, metric, labels) {
            self.sink.measure(measurement);
        }
    }
}

/// The machine in the line of AIM7's sheet that names it, after the version: `... Suite VII "1.1" box Jun 1 ...`.
fn sheet_machine<'d>(words: &[Token<'d>]) -> Option<&'d str> {
    let version = words.iter().position(|token| token.text.starts_with('"') && token.text.ends_with('"'))?;
    words.get(version + 1).map(|token| token.text)
}

#[cfg(test)]
mod tests {
    use crate::testing::read;
    use crate::{Measurement, Parsed, Role};

    /// What was measured: name, role and the value of a parameter.
    fn seen(parsed: &Parsed, parameter: &str) -> Vec<(String, Role, String, f64)> {
        let of = |m: &Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let label = parsed.labels(m.labels).iter().find(|label| label.field.name == parameter);
            (metric.name.clone(), metric.role, label.map_or(String::new(), |label| label.value.clone()), m.value)
        };
        parsed.measurements.iter().map(of).collect()
    }

    const HEADER: &str = "Num Parent Child Child Jobs per Jobs/min/ Std_dev Std_dev JTI\n\
                          Forked Time SysTime UTime Minute Child Time Percent\n";

    #[test]
    fn a_text_without_line_ends_reads_as_one_with_them() {
        let rows: String =
            (1..=9).map(|load| format!("{load} 33.1{load} 10.19 9.13 351.03 175.51 0.30 0.90 99\n")).collect();
        let text =
            format!("Hello all, here it is.\nREAIM Workload\n{HEADER}{rows}Max Jobs per Minute 608.29\nRegards\n");
        let (lines, flat) = (read(&text), read(&text.replace('\n', " ")));
        assert_eq!(lines.measurements.len(), 9 * 8 + 1);
        assert_eq!(seen(&lines, "forked"), seen(&flat, "forked"));
        assert_eq!(flat.ledger.unread, 0);
    }

    #[test]
    fn the_best_rate_alone_is_what_the_post_is_about() {
        let alone = read("Max Jobs per Minute 608.29\n");
        assert_eq!(seen(&alone, ""), [("Max Jobs per Minute".to_owned(), Role::Primary, String::new(), 608.29)]);
        let below =
            read(&format!("{HEADER}1 32.72 6.17 4.42 177.87 177.87 0.00 0.00 100\nMax Jobs per Minute 177.87\n"));
        assert_eq!(below.measurements.len(), 9);
        assert_eq!(seen(&below, "").last().map(|s| s.1), Some(Role::Derived));
    }

    #[test]
    fn a_number_below_a_complete_row_is_no_part_of_it() {
        let parsed = read(&format!("{HEADER}1 32.72 6.17 4.42 177.87 177.87 0.00 0.00 100\n99\n"));
        let jti: Vec<f64> = seen(&parsed, "forked").into_iter().filter(|s| s.0 == "JTI").map(|s| s.3).collect();
        assert_eq!((jti, parsed.ledger.unread), (vec![100.0], 1));
    }

    #[test]
    fn sentences_about_the_benchmark_are_no_output() {
        let parsed = read("REAIM shows Jobs per Minute, and 2 of 3 runs were fine.\nTasks were 12 in all of them.\n");
        assert_eq!(parsed.measurements.len(), 0);
    }
}

//! LMBench 2 and 3: the summary that `getsummary` prints.
//!
//! ```text
//! Processor, Processes - times in microseconds - smaller is better
//! ----------------------------------------------------------------
//! Host                 OS  Mhz null null      open selct sig  sig  fork exec sh
//!                              call  I/O stat clos TCP   inst hndl proc proc proc
//! --------- ------------- ---- ---- ---- ---- ---- ----- ---- ---- ---- ---- ----
//! box       Linux 2.4.19-  199 1.44 3.21 16.0 24.1 152.2 5.60 16.5 1784 8231 30.K
//! ```
//!
//! A row is a host, its system (13 characters) and a value per column, blank where there is none. Direction and unit
//! stand in the title. Rules of print are in `print`, tables and columns in `sections`, and what to do where the
//! blanks are lost in `assign`. Source: `scripts/getsummary` of lmbench 2.0 and 3.0.

mod assign;
mod print;
mod sections;

use crate::diagnostic::DiagnosticKind;
use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex::is_rule;
use crate::mail::{Document, Token};
use crate::measurement::{Field, FieldKind, Label, LabelsId, Measurement, Metric, MetricId, Role};
use crate::reading::row_order;
use crate::reading::words::trailing_numbers;
use crate::sink::Sink;
use crate::table::{RuleColumn, columns_by_place};
use crate::unit::{Better, Evidence, Unit};

use assign::Assignment;
use print::{Grain, Style};
use sections::{Column, Kind, Section};

/// LMBench summaries.
pub const FORMAT: Format = Format {
    id: "lmbench",
    title: "LMBench 2 and 3 summary",
    marks: &["smaller", "bigger", "Basic", "E N C H"],
    breaks,
    starts,
    read,
};

/// What the version named by the nearest banner above is remembered as.
const VERSION: &str = "lmbench version";

/// A rule's first column is that of the host, nine wide; a line under a title is one long run of dashes.
const WIDEST_HOST: usize = 20;

/// Between a title and its rule stand at most: an underline, a warning, three header lines, each wrapped, and blank ones.
const HEADER_LINES: usize = 16;

/// At a title, at a rule and behind it, and at a row: a word before a system's name and version.
fn breaks(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let rule = |at: usize| is_rule(word(at));
    let title = || {
        let words: Vec<&str> = tokens.iter().skip(at).take(12).map(|token| token.text).collect();
        Section::titled(&words.join(" ")).is_some()
    };
    let behind_rule = at > 1 && rule(at - 1) && rule(at - 2) && !rule(at);
    let first_of_rule = rule(at) && (at == 0 || !rule(at - 1) || word(at - 1).len() > 40) && word(at).len() <= 40;
    let row = ["Linux", "SunOS", "FreeBSD", "HP-UX", "IRIX", "AIX", "Darwin", "OSF1"].contains(&word(at + 1))
        && word(at + 2).bytes().any(|b| b.is_ascii_digit());
    behind_rule || first_of_rule || row || title()
}

/// Whether rows without a host follow a title: someone put a summary of their own under it.
fn has_rows_of_its_own(document: &Document<'_>, line: usize) -> bool {
    let next = (line + 1..document.len()).take(3).find(|&at| document.text(at).contains(char::is_alphanumeric));
    let words = next.map(|at| document.text(at).split_whitespace().collect::<Vec<_>>()).unwrap_or_default();
    (2..=4).contains(&trailing_numbers(&words)) && words.len() <= 8
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    banner_version(text).is_some()
        || is_untitled(document, line)
        || Section::titled(text)
            .is_some_and(|section| section.described || direction(document, line).0 != Better::Unknown)
            && !has_rows_of_its_own(document, line)
        // A title that a mailer wrapped.
        || Section::titled(text).is_some() && find_rule(document, line).is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let text = document.text(line);
    if let (Some(section), Some((rule, rule_line))) = (Section::titled(text), find_rule(document, line)) {
        return Reader::new(document, sink, section, line, rule, rule_line).read();
    }
    if Section::titled(text).is_some() || is_untitled(document, line) {
        return refuse(document, line, sink);
    }
    if let Some(version) = banner_version(text) {
        sink.remember(VERSION, version);
    }
    // Below the banner stand a line and what the tool says of itself.
    let belongs = |line: &usize| {
        let text = document.text(*line).trim();
        text.starts_with("(Alpha") || (!text.is_empty() && text.bytes().all(|b| b == b'-'))
    };
    let end = (line + 1..document.len()).find(|line| !belongs(line)).unwrap_or(document.len());
    for line in line..end {
        sink.explain(document.line_span(line), RegionKind::Heading);
    }
    end
}

/// Whether a line is the header of a table whose title was lost: nothing else begins with these words.
fn is_untitled(document: &Document<'_>, line: usize) -> bool {
    let tokens = document.tokens(line);
    tokens.iter().take(2).map(|token| token.text).eq(["Host", "OS"]) && tokens.len() > 2
}

/// A table that lost its title or the rule under its header: nothing tells its columns apart, so it stays unread up to the
/// next blank line or title.
fn refuse(document: &Document<'_>, title: usize, sink: &mut Sink) -> usize {
    let row = |line: &usize| document.tokens(*line).iter().skip(1).any(|token| print::is_value(token.text));
    let below_row = |line: usize| row(&(line - 1));
    let ends = |line: &usize| {
        document.is_blank(*line) && (below_row(*line) || *line > title + HEADER_LINES)
            || Section::titled(document.text(*line)).is_some()
    };
    let end = (title + 1..document.len()).find(ends).unwrap_or(document.len());
    sink.explain(document.line_span(title), RegionKind::Heading);
    let rows: Vec<usize> = (title + 1..end).filter(row).collect();
    for line in title + 1..end {
        let kind = if rows.contains(&line) { RegionKind::Unread } else { RegionKind::Header };
        sink.explain(document.line_span(line), kind);
    }
    if !rows.is_empty() {
        let section = document.text(title).split_whitespace().collect::<Vec<_>>().join(" ");
        sink.diagnose(document.line_span(title), DiagnosticKind::UnknownTable { section });
    }
    end
}

/// The version that the line above all tables names: `L M B E N C H  2 . 0   S U M M A R Y`.
fn banner_version(text: &str) -> Option<u32> {
    let letters: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let rest = letters.strip_prefix("LMBENCH")?;
    let (version, _) = rest.split_once('.')?;
    version.parse().ok()
}

/// The rule that belongs to the title at a line: its columns, and the last line of it. A mailer may have wrapped it.
fn find_rule(document: &Document<'_>, title: usize) -> Option<(Vec<RuleColumn>, usize)> {
    let end = document.len().min(title + 1 + HEADER_LINES);
    let mut line = title + 1;
    while line < end && Section::titled(document.text(line)).is_none() {
        let mut columns = dashes(document, line);
        let mut last = line;
        while !columns.is_empty() && last + 1 < document.len() {
            let more = dashes(document, last + 1);
            let (Some(first), Some(before)) = (more.first().copied(), columns.last().copied()) else { break };
            // The wrapped part goes on one blank behind what stands above it.
            let moved = |at: u32| at - first.start + before.end + 1;
            columns.extend(more.iter().map(|c| RuleColumn { start: moved(c.start), end: moved(c.end) }));
            last += 1;
        }
        let underline = columns.first().is_some_and(|c| c.width() > WIDEST_HOST);
        if columns.len() >= 3 && !underline {
            return Some((columns, last));
        }
        line = last + 1;
    }
    None
}

/// The columns of a line that is nothing but dashes; none for any other line.
fn dashes(document: &Document<'_>, line: usize) -> Vec<RuleColumn> {
    let tokens = document.tokens(line);
    let all = tokens.iter().all(|token| token.text.bytes().all(|b| b == b'-'));
    if !all {
        return Vec::new();
    }
    tokens.iter().map(|token| RuleColumn { start: token.column, end: token.column_end }).collect()
}

/// One row, split into its parts.
struct Row<'d> {
    line: usize,
    host: Token<'d>,
    system: Vec<Token<'d>>,
    /// What the row has in the columns after the system: numbers, or `-` where the tool has none.
    values: Vec<Token<'d>>,
    /// Words after the values: the column of guesses, or a remark.
    rest: Vec<Token<'d>>,
    /// Whether it was put together from several lines, so that places say nothing.
    joined: bool,
}

/// The words of a remark after a row's values: `No L2 cache?`
const LONGEST_REMARK: usize = 4;

/// The values that words begin with, and the rest.
fn split_values<'t, 'd>(tokens: &'t [Token<'d>]) -> (&'t [Token<'d>], &'t [Token<'d>]) {
    let count = tokens.iter().take_while(|t| t.text == "-" || print::is_value(t.text)).count();
    tokens.split_at(count)
}

/// Reads one table.
struct Reader<'d> {
    document: &'d Document<'d>,
    sink: &'d mut Sink,
    section: &'static Section,
    title: usize,
    rule_line: usize,
    rule: Vec<RuleColumn>,
    columns: Vec<&'static Column>,
    unit: Unit,
    better: (Better, Evidence),
}

impl<'d> Reader<'d> {
    fn new(
        document: &'d Document<'d>,
        sink: &'d mut Sink,
        section: &'static Section,
        title: usize,
        rule: Vec<RuleColumn>,
        rule_line: usize,
    ) -> Self {
        let columns = section.columns(rule.len().saturating_sub(2));
        let unit = Section::unit(document.text(title));
        let better = direction(document, title);
        Self { document, sink, section, title, rule_line, rule, columns, unit, better }
    }

    /// Reads the table; returns the first line after it.
    fn read(mut self) -> usize {
        self.explain_header();
        let (rows, end) = self.rows();
        if self.columns.is_empty() {
            self.refuse(&rows);
            return end;
        }
        let assignments = self.assign(&rows);
        self.report_columns(&rows, &assignments);
        self.emit(&rows, &assignments);
        end
    }

    fn explain_header(&mut self) {
        self.sink.explain(self.document.line_span(self.title), RegionKind::Heading);
        for line in self.title + 1..=self.rule_line {
            let span = self.document.line_span(line);
            self.sink.explain(span, RegionKind::Header);
            let text = self.document.text(line).trim();
            if text.contains("WARNING") {
                self.sink.diagnose(span, DiagnosticKind::ToolWarning(text.trim_matches(['(', ')']).to_owned()));
            }
        }
    }

    /// A table whose columns are not known: its rows stay unread, and the page says so.
    fn refuse(&mut self, rows: &[Row<'d>]) {
        let section = self.section.name.to_owned();
        self.sink.diagnose(self.document.line_span(self.title), DiagnosticKind::UnknownTable { section });
        for row in rows {
            self.sink.explain(self.document.line_span(row.line), RegionKind::Unread);
        }
    }

    /// The rows below the rule and the first line after them. A blank line between two rows is skipped: archives
    /// double the line ends.
    fn rows(&self) -> (Vec<Row<'d>>, usize) {
        let depth = self.document.depth(self.rule_line);
        let mut rows = Vec::new();
        let (mut line, mut end) = (self.rule_line + 1, self.rule_line + 1);
        while line < self.document.len() && line <= end + 1 {
            if self.document.depth(line) == depth
                && let Some(mut row) = self.row(line)
            {
                end = self.wrapped(&mut row);
                rows.push(row);
                line = end;
            } else if self.document.is_blank(line) {
                line += 1;
            } else {
                break;
            }
        }
        (rows, end)
    }

    /// `row = host system [description] *(number / "-") [remark]`
    fn row(&self, line: usize) -> Option<Row<'d>> {
        if Section::titled(self.document.text(line)).is_some() {
            return None;
        }
        let tokens = self.document.tokens(line);
        let (&host, after_host) = tokens.split_first()?;
        let (system, fields) = after_host.split_at(self.system_length(after_host)?);
        let (description, numbers) = fields
            .split_at(usize::from(self.section.described && fields.first().is_some_and(|t| !print::is_value(t.text))));
        let (values, rest) = split_values(numbers);
        (!values.is_empty()).then(|| Row {
            line,
            host,
            system: [system, description].concat(),
            values: values.to_vec(),
            rest: rest.to_vec(),
            joined: false,
        })
    }

    /// Takes what a mailer wrapped of a row from the lines below; gives the first line after it. A line goes on with the
    /// row where the row lacks values and the line starts with one, or where it ends the remark that the row begins;
    /// a line that is a row of its own never does.
    fn wrapped(&self, row: &mut Row<'d>) -> usize {
        let numeric = self.numeric().count();
        let mut next = row.line + 1;
        while self.document.depth(next) == self.document.depth(row.line) && self.row(next).is_none() {
            let tokens = self.document.tokens(next);
            let (values, rest) = split_values(&tokens);
            let lacks_values = row.rest.is_empty() && !values.is_empty() && row.values.len() + values.len() <= numeric;
            let ends_remark =
                values.is_empty() && !row.rest.is_empty() && tokens.last().is_some_and(|t| t.text.ends_with('?'));
            if tokens.is_empty() || rest.len() > LONGEST_REMARK || !(lacks_values || ends_remark) {
                break;
            }
            row.values.extend(values);
            row.rest.extend(rest);
            row.joined = true;
            next += 1;
        }
        next
    }

    /// How many words the system's name has: `Linux 2.4.19-`, or one that fills its 13 characters alone.
    fn system_length(&self, after_host: &[Token<'_>]) -> Option<usize> {
        const WIDTH: usize = 13;
        let name = after_host.first().filter(|t| t.text.starts_with(|c: char| c.is_alphabetic()))?;
        if let Some(column) = self.rule.get(1)
            && name.column_end == column.end
            && name.column >= column.start
        {
            return Some(1);
        }
        let has_release = name.text.chars().count() < WIDTH
            && after_host.get(1).is_some_and(|t| t.text.bytes().any(|b| b.is_ascii_digit()));
        Some(1 + usize::from(has_release))
    }

    /// The column of every value of every row; nothing for a row that does not fit.
    fn assign(&self, rows: &[Row<'d>]) -> Vec<Option<Assignment>> {
        let numeric: Vec<&Column> = self.numeric().collect();
        let places = self.places();
        let by_count_or_place = |row: &Row<'_>| {
            if row.values.len() == numeric.len() {
                Some(Assignment::certain((0..numeric.len()).collect()))
            } else if row.joined {
                None
            } else {
                columns_by_place(&places, &row.values).map(Assignment::certain)
            }
        };
        let mut found: Vec<Option<Assignment>> = rows.iter().map(by_count_or_place).collect();
        // Rows of one table that lack as many values lack the same ones: what cannot run on a system never runs.
        for count in 1..numeric.len() {
            let open = |at: &usize| found.get(*at).is_some_and(Option::is_none);
            let group: Vec<usize> = (0..rows.len())
                .filter(open)
                .filter(|&at| rows.get(at).is_some_and(|r| r.values.len() == count))
                .collect();
            let texts: Vec<Vec<&str>> = group
                .iter()
                .filter_map(|&at| rows.get(at))
                .map(|row| row.values.iter().map(|t| t.text).collect())
                .collect();
            if let Some(guess) = assign::guess(&texts, &numeric, &self.widths()) {
                for at in group {
                    if let Some(slot) = found.get_mut(at) {
                        *slot = Some(guess.clone());
                    }
                }
            }
        }
        found
    }

    /// The columns that hold numbers.
    fn numeric(&self) -> impl Iterator<Item = &'static Column> + '_ {
        self.columns.iter().copied().filter(|column| column.kind != Kind::Text)
    }

    /// The rule's columns over those that hold numbers.
    fn places(&self) -> Vec<RuleColumn> {
        let of_values = self.rule.iter().skip(2).zip(&self.columns);
        of_values.filter(|(_, column)| column.kind != Kind::Text).map(|(place, _)| *place).collect()
    }

    /// How wide the tool prints each number: as the rule says, unless the table's rule does not match its print.
    fn widths(&self) -> Vec<Option<usize>> {
        self.places().iter().map(|place| (!self.section.loose).then_some(place.width())).collect()
    }

    /// Notes guessed columns, empty columns and rows that do not fit.
    fn report_columns(&mut self, rows: &[Row<'d>], assignments: &[Option<Assignment>]) {
        let section = self.section.name;
        let numeric: Vec<&Column> = self.numeric().collect();
        let names = |columns: &[usize]| -> Vec<String> {
            columns.iter().filter_map(|&at| numeric.get(at)).map(|column| column.name.to_owned()).collect()
        };
        let mut reported: Vec<usize> = Vec::new();
        for (row, assignment) in rows.iter().zip(assignments) {
            let Some(assignment) = assignment else {
                let kind = DiagnosticKind::UnreadRow {
                    section: section.to_owned(),
                    values: row.values.len(),
                    columns: numeric.len(),
                };
                self.sink.diagnose(self.document.line_span(row.line), kind);
                continue;
            };
            for ((token, &column), others) in row.values.iter().zip(&assignment.columns).zip(&assignment.others) {
                if !others.is_empty() && !reported.contains(&column) {
                    reported.push(column);
                    let taken = names(&[column]).concat();
                    let kind =
                        DiagnosticKind::GuessedColumn { section: section.to_owned(), taken, others: names(others) };
                    self.sink.diagnose(token.span, kind);
                }
            }
        }
        let used = |column: &usize| assignments.iter().flatten().any(|a| a.columns.contains(column));
        let missing: Vec<usize> = (0..numeric.len()).filter(|column| !used(column)).collect();
        if !missing.is_empty() && missing.len() < numeric.len() {
            let kind = DiagnosticKind::MissingColumns { section: section.to_owned(), columns: names(&missing) };
            self.sink.diagnose(self.document.line_span(self.rule_line), kind);
        }
    }

    /// Puts every value of the table into the sink.
    fn emit(&mut self, rows: &[Row<'d>], assignments: &[Option<Assignment>]) {
        let style = Style::of(rows.iter().flat_map(|row| &row.values).map(|token| token.text));
        let numeric: Vec<&Column> = self.numeric().collect();
        let whole = self.whole_columns(rows, assignments, numeric.len());
        let ids: Vec<MetricId> = numeric.iter().map(|column| self.metric(column)).collect();
        let names = self.names_by_order(rows);
        for (at, (row, assignment)) in rows.iter().zip(assignments).enumerate() {
            self.explain_row(row, assignment.is_some());
            let Some(assignment) = assignment else { continue };
            let labels = self.labels(row, names.get(at));
            for ((token, &at), others) in row.values.iter().zip(&assignment.columns).zip(&assignment.others) {
                let (Some(column), Some(&metric)) = (numeric.get(at), ids.get(at)) else { continue };
                let thousands = self.lost_thousands(column, row, assignment, &numeric, token);
                let grain = match whole.get(at) {
                    Some(true) => Grain::Whole,
                    _ if column.narrow => Grain::Narrow,
                    _ => Grain::Printed,
                };
                let Some(read) = print::read(token.text, style, column.rounding, grain, thousands) else { continue };
                self.sink.measure(Measurement {
                    value: read.value,
                    low: read.low,
                    high: read.high,
                    metric,
                    labels,
                    span: token.span,
                    guessed: !others.is_empty(),
                });
            }
        }
    }

    /// Which columns hold whole numbers that the tool measured as such and the summary printed with `.0`.
    fn whole_columns(&self, rows: &[Row<'d>], assignments: &[Option<Assignment>], columns: usize) -> Vec<bool> {
        let numeric: Vec<&Column> = self.numeric().collect();
        let mut whole: Vec<bool> = (0..columns).map(|at| numeric.get(at).is_some_and(|c| c.whole)).collect();
        for (row, assignment) in rows.iter().zip(assignments) {
            let Some(assignment) = assignment else { continue };
            for (token, &at) in row.values.iter().zip(&assignment.columns) {
                if let Some(flag) = whole.get_mut(at) {
                    *flag &=
                        token.text.split_once('.').is_some_and(|(_, f)| !f.is_empty() && f.bytes().all(|b| b == b'0'));
                }
            }
        }
        whole
    }

    fn metric(&mut self, column: &Column) -> MetricId {
        let context = column.kind == Kind::Context || self.section.described;
        let repeated =
            column.repeats.is_some_and(|section| self.sink.has_metric(section, column.name, &self.unit, FORMAT.id));
        let (unit, (better, better_evidence)) = if context {
            (column.context_unit(), (Better::Unknown, Evidence::None))
        } else {
            (self.unit.clone(), self.better)
        };
        self.sink.metric(Metric {
            section: self.section.name.to_owned(),
            name: column.name.to_owned(),
            unit,
            better,
            better_evidence,
            role: match (context, repeated) {
                (true, _) => Role::Context,
                (false, true) => Role::Duplicate,
                (false, false) => Role::Primary,
            },
            format: FORMAT.id.to_owned(),
        })
    }

    /// What the text above calls the rows, where nothing but their order tells them apart.
    fn names_by_order(&mut self, rows: &[Row<'d>]) -> Vec<String> {
        let called = |row: &Row<'d>| {
            std::iter::once(&row.host).chain(&row.system).map(|token| token.text.to_owned()).collect::<Vec<_>>()
        };
        let alike = rows.windows(2).all(|pair| matches!(pair, [one, other] if called(one) == called(other)));
        let names = alike.then(|| row_order::names(self.document, self.rule_line, rows.len(), self.sink)).flatten();
        names.unwrap_or_default()
    }

    fn labels(&mut self, row: &Row<'d>, name: Option<&String>) -> LabelsId {
        let label = |name: &str, value: String| Label {
            field: Field { name: name.to_owned(), kind: FieldKind::Setting },
            value,
        };
        let system: Vec<&str> = row.system.iter().map(|t| t.text).take(2).collect();
        let mut own = vec![label("Host", row.host.text.to_owned()), label("OS", system.join(" "))];
        own.extend(name.map(|name| label("label", name.clone())));
        self.sink.labels_at(self.document, row.line, own)
    }

    fn explain_row(&mut self, row: &Row<'d>, read: bool) {
        let words = std::iter::once(&row.host).chain(&row.system);
        for token in words {
            self.sink.explain(token.span, RegionKind::Label);
        }
        for token in &row.rest {
            self.sink.explain(token.span, RegionKind::Label);
        }
        if !read {
            for token in &row.values {
                self.sink.explain(token.span, RegionKind::Unread);
            }
        }
    }

    /// How many thousands a printed value stands for: one where the column cut off the K, else none.
    ///
    /// lmbench 3 formats the local TCP connection cost five wide and cuts it to four, right-justified, so `12.3` there
    /// can only be `12.3K`; a plain 12.3 would print ` 12.`. A connection costs more than a round trip: a value below
    /// the TCP latency of its row says the same.
    fn lost_thousands(
        &mut self,
        column: &Column,
        row: &Row<'_>,
        assignment: &Assignment,
        numeric: &[&'static Column],
        token: &Token<'_>,
    ) -> i32 {
        let Some(below) = column.more_than.filter(|_| print::may_have_lost_suffix(token.text)) else { return 0 };
        let of_row = row.values.iter().zip(&assignment.columns);
        let floor = of_row
            .filter(|(_, at)| numeric.get(**at).is_some_and(|c| c.name == below))
            .find_map(|(t, _)| print::read(t.text, Style::Modern, print::Rounding::Nearest, Grain::Printed, 0))
            .map(|read| read.value);
        let printed =
            print::read(token.text, Style::Modern, column.rounding, Grain::Printed, 0).map_or(0.0, |read| read.value);
        let thousands = match floor {
            Some(floor) => printed < floor,
            None => self.sink.recall(VERSION) >= Some(3),
        };
        if thousands || floor.is_none() {
            let metric = column.name.to_owned();
            self.sink.diagnose(token.span, DiagnosticKind::LostSuffix { metric, thousands });
        }
        i32::from(thousands)
    }
}

/// Which way the title says is better, and the words that say so.
fn direction(document: &Document<'_>, title: usize) -> (Better, Evidence) {
    [("smaller", Better::Lower), ("bigger", Better::Higher)]
        .into_iter()
        .find_map(|(word, better)| {
            let in_line = |line| document.find_words(line, &[word, "is", "better"]);
            // Wrapped, the title goes on in the line below.
            let split = || {
                let (above, below) = (document.tokens(title), document.tokens(title + 1));
                let words: Vec<&Token<'_>> = above.iter().rev().take(3).rev().chain(below.iter().take(3)).collect();
                let at = words.windows(3).position(|three| three.iter().map(|t| t.text).eq([word, "is", "better"]))?;
                let (first, last) = (words.get(at)?, words.get(at + 2)?);
                Some(crate::Span { end: last.span.end, ..first.span })
            };
            let words = in_line(title).or_else(split)?;
            Some((better, Evidence::Words(words)))
        })
        .unwrap_or((Better::Unknown, Evidence::None))
}

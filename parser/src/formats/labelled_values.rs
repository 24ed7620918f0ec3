//! A titled list with one figure for each setting.
//!
//! ```text
//! ** tbench (MB/s) **
//! tracing disabled : 1862.24
//! tracing flight recorder default buffer size :
//! cache WB : 942.72
//! uncached : 780.03
//!
//! Results in ms (smaller is better):
//!   vanilla: 12.5
//!   patched: 11.9
//! ```
//!
//! The title names the metric and its unit or its direction, and the label of a row names the setting. No tool prints
//! this, so only what says all of it is taken: without a unit or a direction in the title, or with statistics for labels
//! (`min:`, `95th percentile:`), a list is not read here.

use std::borrow::Cow;
use std::ops::Range;

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::Document;
use crate::measurement::{FieldKind, Measurement, Metric, Role};
use crate::reading::words::{Word, next_line, row_labels, span_of, words};
use crate::sink::Sink;
use crate::source::Span;
use crate::unit::{Better, Dimension, Evidence, Unit};

/// Lists of labels and figures under a title.
pub const FORMAT: Format = Format {
    id: "labelled-values",
    title: "List of settings under a title with a unit",
    marks: &[": ", " :", ":\t"],
    breaks: |_, _| false,
    starts,
    read,
};

/// How far above a row its title may stand.
const TITLE_LINES: usize = 30;
/// A title has at most this many words, a label this many.
const MOST_TITLE_WORDS: usize = 12;
const MOST_LABEL_WORDS: usize = 8;

fn starts(document: &Document<'_>, line: usize) -> bool {
    let listed = |line| row(document, line).is_some() && list_title(document, line).is_some();
    listed(line) && has_sibling(document, line) || heads_list(document, line)
}

/// Whether a line is the title of a list, but no title in force for all that follows: that is for the context.
fn heads_list(document: &Document<'_>, line: usize) -> bool {
    let Some(title) = title(document, line).filter(|title| !title.starred) else { return false };
    let next = next_line(document, line);
    let first =
        next.filter(|&next| is_group(document.text(next))).and_then(|group| next_line(document, group)).or(next);
    let heads = |line| row(document, line).is_some_and(|row| title.admits(&row)) && has_sibling(document, line);
    first.is_some_and(heads)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if row(document, line).is_none() {
        sink.explain(document.line_span(line), RegionKind::Heading);
        return line + 1;
    }
    let (mut next, mut end) = (Some(line), line + 1);
    while let Some(at) = next
        && let Some(row) = row(document, at)
        && let Some(title) = list_title(document, at)
    {
        emit(document, &title, &row, sink);
        end = at + 1;
        next = next_line(document, at);
    }
    end
}

/// A line with a label and one figure.
struct Row<'d> {
    label: Vec<Word<'d>>,
    number: Word<'d>,
    figure: Figure,
    /// The unit behind the figure, glued to it or as a word of its own.
    unit: Option<&'d str>,
    /// Whether the unit is a word of its own.
    apart: Option<Word<'d>>,
}

impl Row<'_> {
    /// The label as it names a setting.
    fn name(&self) -> String {
        let label = self.label.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
        label.trim_matches(|c: char| ":*- ".contains(c)).to_owned()
    }

    /// Whether a row below can be of the same list: a setting as this one or a number as this one, and with a unit where
    /// this one has it.
    fn is_like(&self, below: &Self) -> bool {
        let unit = self.unit.is_none() || below.unit.is_some();
        unit && label_kind(&self.name()) == label_kind(&below.name())
    }
}

/// A value with the bounds of what prints so.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Figure {
    value: f64,
    low: f64,
    high: f64,
}

/// `row = 1*word ":" number [unit]`, where the colon may be glued to the last word of the label.
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    const LONGEST: usize = 200;
    let text = document.text(line);
    if !text.contains(':') || text.len() > LONGEST {
        return None;
    }
    let words = parted(words(document, line));
    let colon = words.iter().position(|word| word.text.ends_with(':'))?;
    let lone = words.get(colon)?.text == ":";
    let label = words.get(..colon + usize::from(!lone))?;
    let number = *words.get(colon + 1)?;
    let (figure, glued) = figure(number.text)?;
    let apart = words.get(colon + 2).copied();
    let unit = if glued.is_empty() { apart.map(|word| word.text) } else { Some(glued) };
    let whole = words.len() <= colon + 3 && (glued.is_empty() || apart.is_none());
    (whole && is_label(label)).then(|| Row { label: label.to_vec(), number, figure, unit, apart })
}

/// Parts `label:12` where a figure is glued to the colon of the label.
fn parted(words: Vec<Word<'_>>) -> Vec<Word<'_>> {
    let mut parted = Vec::with_capacity(words.len() + 1);
    for word in words {
        let glued = word
            .text
            .split_once(':')
            .filter(|(label, number)| label.contains(char::is_alphabetic) && figure(number).is_some());
        match glued.and_then(|(label, _)| word.split(label.len() + 1)) {
            Some((label, number)) => parted.extend([label, number]),
            None => parted.push(word),
        }
    }
    parted
}

/// A word that is one number, with what is glued to it: `12.5`, `1,862.24`, `12.5ms`.
fn figure(word: &str) -> Option<(Figure, &str)> {
    let digits = word.bytes().take_while(|b| b.is_ascii_digit() || b",.-".contains(b)).count();
    let (number, _) = word.split_at_checked(digits)?;
    let plain = without_thousands(number)?;
    let printed = lex::printed(&plain).filter(|p| p.rest.is_empty())?;
    let figure = Figure { value: printed.number, low: printed.moved(-50, 0), high: printed.moved(50, 0) };
    let rest = word.get(digits..)?;
    // A letter behind digits may be a power of ten of the number, `5e-07`, which no list of this kind prints.
    let unit = rest.is_empty() || unit_of(rest).is_some();
    unit.then_some((figure, rest))
}

/// A number without the commas between its thousands; nothing where its commas are something else.
fn without_thousands(number: &str) -> Option<Cow<'_, str>> {
    let Some((first, rest)) = number.split_once(',') else { return Some(Cow::Borrowed(number)) };
    let (groups, fraction) = rest.split_once('.').map_or((rest, None), |(groups, fraction)| (groups, Some(fraction)));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let grouped =
        (1..=3).contains(&first.len()) && digits(first) && groups.split(',').all(|g| g.len() == 3 && digits(g));
    (grouped && fraction.is_none_or(digits)).then(|| Cow::Owned(number.replace(',', "")))
}

/// Whether words can name a setting: not a statistic, a header of mail or a sentence.
fn is_label(words: &[Word<'_>]) -> bool {
    const OTHERS: &[&str] = &[
        "min",
        "max",
        "avg",
        "mean",
        "average",
        "median",
        "minimum",
        "maximum",
        "sum",
        "total",
        "stddev",
        "stdev",
        "std",
        "percentile",
        "variance",
        "count",
        "samples",
        "lines",
        "content-length",
        "time",
        "elapsed",
        "user",
        "sys",
        "system",
        "real",
        "p50",
        "p90",
        "p95",
        "p99",
        "50th",
        "90th",
        "95th",
        "99th",
        "events",
        "number",
    ];
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-').to_ascii_lowercase();
    let statistic = words.iter().any(|word| OTHERS.contains(&bare(word.text).as_str()) || word.text.contains('%'));
    let named = words.iter().any(|word| word.text.contains(char::is_alphanumeric));
    named && !statistic && words.len() <= MOST_LABEL_WORDS
}

/// Whether a line names a group of rows: a label and a colon with nothing behind.
fn is_group(text: &str) -> bool {
    let text = text.trim();
    text.ends_with(':') && text.split_whitespace().count() <= MOST_LABEL_WORDS + 2
}

/// The title of a list with what it says.
struct Title {
    name: String,
    /// Whether it is the title in force for all that follows, as the context sees it.
    starred: bool,
    unit: Unit,
    better: Better,
    evidence: Evidence,
}

impl Title {
    /// Whether a row is of this list: without a unit or with the title's.
    fn admits(&self, row: &Row<'_>) -> bool {
        row.unit.is_none_or(|word| unit_of(word).is_some_and(|unit| unit == self.unit))
    }
}

/// The title of the list that a row belongs to: above it with only rows, names of groups and blank lines between.
fn list_title(document: &Document<'_>, line: usize) -> Option<Title> {
    let reach = line.saturating_sub(TITLE_LINES)..line;
    // Logs are full of rows and have no titles: look for one before the lines between are read.
    if !reach.clone().any(|above| may_be_title(document.text(above))) {
        return None;
    }
    let depth = document.depth(line);
    let first = row(document, line)?;
    // Whether other labels, and whether the name of a group, stand between.
    let (mut others, mut grouped) = (false, false);
    for above in reach.rev().filter(|&above| !document.is_blank(above)) {
        if document.depth(above) != depth {
            return None;
        }
        if let Some(other) = row(document, above) {
            let again = other.name() == first.name();
            // Another list whose title is lost looks otherwise, or begins with a label that was there before.
            if !other.is_like(&first) || again && others && !grouped {
                return None;
            }
            others |= !again;
            continue;
        }
        if let Some(title) = title(document, above) {
            return Some(title).filter(|title| title.admits(&first));
        }
        if !is_group(document.text(above)) {
            return None;
        }
        grouped = true;
    }
    None
}

/// Whether another row stands near one in the same list: a lone figure is no list.
fn has_sibling(document: &Document<'_>, line: usize) -> bool {
    const NEAR: usize = 8;
    let passes = |&at: &usize| document.is_blank(at) || is_group(document.text(at)) || row(document, at).is_some();
    let is_row = |at: usize| row(document, at).is_some();
    let below = (line + 1..document.len().min(line + 1 + NEAR)).take_while(passes).any(is_row);
    below || (line.saturating_sub(NEAR)..line).rev().take_while(passes).any(is_row)
}

/// Whether a line has the marks of a title and of a unit or direction, as far as one glance shows.
fn may_be_title(text: &str) -> bool {
    let text = text.trim();
    let says = |text: &str| text.contains(['(', '[']) || text.contains(" in ") || text.contains("better");
    (text.ends_with(':') || is_starred(text)) && says(text)
}

/// A line as a title: between marks or ended by a colon, with a unit in brackets or behind `in`, or with a direction.
fn title(document: &Document<'_>, line: usize) -> Option<Title> {
    let text = document.text(line).trim();
    if !may_be_title(text) {
        return None;
    }
    let starred = is_starred(text);
    let inner = text.trim_matches(|c: char| "*=-_# ".contains(c)).trim_end_matches(':').trim();
    if inner.split_whitespace().count() > MOST_TITLE_WORDS || !inner.contains(char::is_alphabetic) {
        return None;
    }
    let direction = direction(document, line);
    let unit = title_unit(inner);
    let (better, evidence) = match (direction, &unit) {
        (Some((better, span)), _) => (better, Evidence::Words(span)),
        (None, Some(unit)) => by_unit(unit),
        (None, None) => return None,
    };
    let name = name(inner);
    (!name.is_empty()).then(|| Title { name, starred, unit: unit.unwrap_or_default(), better, evidence })
}

/// Whether a line is set off as a title: `** a **`, `== a ==`, `## a`.
fn is_starred(text: &str) -> bool {
    ["**", "==", "--", "__"].iter().any(|mark| text.len() > 4 && text.starts_with(mark) && text.ends_with(mark))
        || text.starts_with("##")
}

/// The words that say which way is better, and where: `smaller is better`, `higher better`, `lower-is-better`.
fn direction(document: &Document<'_>, line: usize) -> Option<(Better, Span)> {
    let words = words(document, line);
    let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
    let (better, places) = saying(&texts)?;
    Some((better, span_of(document, words.get(places)?)?))
}

/// Which of some words say the direction.
fn saying(words: &[&str]) -> Option<(Better, Range<usize>)> {
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
    words.iter().enumerate().find_map(|(at, word)| {
        let text = bare(word);
        if let Some(first) = text.strip_suffix("-is-better").or_else(|| text.strip_suffix("-better")) {
            return Some((sense(first)?, at..at + 1));
        }
        let better = sense(&text)?;
        let last = (at + 1..=at + 2).find(|&at| words.get(at).is_some_and(|word| bare(word) == "better"))?;
        Some((better, at..last + 1))
    })
}

/// What a comparative before "is better" means.
fn sense(word: &str) -> Option<Better> {
    match word {
        "smaller" | "lower" | "less" | "shorter" | "fewer" => Some(Better::Lower),
        "bigger" | "higher" | "larger" | "more" | "greater" => Some(Better::Higher),
        _ => None,
    }
}

/// The unit that a title names, in brackets or behind `in`.
fn title_unit(title: &str) -> Option<Unit> {
    let inside = title.split(['(', '[']).skip(1).filter_map(|rest| rest.split([')', ']', ',', ';']).next());
    let first = |text: &str| text.split_whitespace().next().map(str::to_owned);
    let bracketed = inside.filter_map(|text| first(text).filter(|_| text.split_whitespace().count() <= 2));
    let words: Vec<&str> = title.split_whitespace().collect();
    let behind_in = words.windows(2).filter(|pair| pair.first() == Some(&"in")).filter_map(|pair| pair.get(1).copied());
    bracketed.chain(behind_in.map(str::to_owned)).find_map(|word| unit_of(&word))
}

/// The unit that a word is: one that is known, or something per time or per thing.
fn unit_of(word: &str) -> Option<Unit> {
    let word = word.trim_matches(|c: char| "()[],;:.".contains(c));
    if let Some(unit) = Unit::named(word) {
        return Some(unit);
    }
    let (what, per) = word.split_once('/')?;
    let letters = |text: &str| !text.is_empty() && text.chars().all(char::is_alphabetic);
    if !letters(what) || !letters(per) {
        return None;
    }
    let seconds = |text: &str| {
        Unit::named(text).and_then(|unit| if let Dimension::Time(s) = unit.dimension { Some(s) } else { None })
    };
    let per_time = seconds(per).or_else(|| ["min", "minute"].contains(&per).then_some(60.0));
    let dimension = match (seconds(what), per_time) {
        (None, Some(seconds)) => Dimension::Rate(1.0 / seconds),
        _ => Dimension::Other,
    };
    let known = per_time.is_some() || seconds(what).is_some();
    known.then(|| Unit { symbol: word.to_owned(), dimension })
}

/// The direction that a unit has as a rule: times and times per thing are better low, rates high.
fn by_unit(unit: &Unit) -> (Better, Evidence) {
    let per_thing = unit.symbol.split_once('/').is_some_and(|(what, _)| Unit::named(what).is_some_and(|u| u.is_time()));
    match unit.dimension {
        Dimension::Time(_) => (Better::Lower, Evidence::Unit),
        _ if per_thing => (Better::Lower, Evidence::Unit),
        Dimension::DataRate(_) => (Better::Higher, Evidence::Unit),
        Dimension::Rate(_) if unit.symbol.contains('/') => (Better::Higher, Evidence::Unit),
        _ => (Better::Unknown, Evidence::None),
    }
}

/// The title without its unit and its direction.
fn name(title: &str) -> String {
    let mut name = String::new();
    let mut rest = title;
    // What stands in brackets is a unit, a direction or an aside.
    while let Some((before, behind)) = rest.split_once(['(', '[']) {
        name.push_str(before);
        rest = behind.split_once([')', ']']).map_or("", |(_, after)| after);
    }
    name.push_str(rest);
    let words: Vec<&str> = name.split_whitespace().collect();
    let unit_at = words
        .windows(2)
        .position(|pair| pair.first() == Some(&"in") && pair.get(1).is_some_and(|w| unit_of(w).is_some()));
    let said_at = saying(&words).map(|(_, places)| places.start);
    let end = unit_at.unwrap_or(words.len()).min(said_at.unwrap_or(words.len()));
    let kept = words.get(..end).unwrap_or_default();
    kept.join(" ").trim_matches(|c: char| ":,;*=-#".contains(c) || c.is_whitespace()).to_owned()
}

/// What the label of a row is: numbers and sizes (`16`, `64 kB`, `4k`) are points of a series, others are settings.
fn label_kind(label: &str) -> FieldKind {
    let point = lex::printed(label).is_some_and(|p| p.rest.trim().len() <= 8 && !p.rest.starts_with(['.', '-']));
    if point { FieldKind::Parameter } else { FieldKind::Setting }
}

/// Puts a row's figure into the sink.
fn emit(document: &Document<'_>, title: &Title, row: &Row<'_>, sink: &mut Sink) {
    let told = span_of(document, &row.label).into_iter().chain(row.apart.map(|word| word.span(document)));
    for span in told {
        sink.explain(span, RegionKind::Label);
    }
    let label = row.name();
    let labels = row_labels(sink, document, row.number.line, Some(&label), label_kind(&label));
    let labels = sink.labels_at(document, row.number.line, labels);
    let section = if title.starred { String::new() } else { sink.section().to_owned() };
    let metric = sink.metric(Metric {
        section,
        name: title.name.clone(),
        unit: title.unit.clone(),
        better: title.better,
        better_evidence: title.evidence,
        role: Role::Primary,
        format: FORMAT.id.to_owned(),
    });
    let Figure { value, low, high } = row.figure;
    let span = row.number.span(document);
    sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;
    use crate::{Source, SourceId};

    /// Figures with metric, unit, direction and label.
    fn shown(text: &str) -> Vec<String> {
        let parsed = read(text);
        let show = |m: &Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let label = parsed.labels(m.labels).iter().find(|l| l.field.name == "label").map_or("", |l| &l.value);
            format!("{} {} {:?} {label}={}", metric.name, metric.unit.symbol, metric.better, m.value)
        };
        let own = |m: &&Measurement| parsed.metric(m.metric).is_some_and(|metric| metric.format == FORMAT.id);
        parsed.measurements.iter().filter(own).map(show).collect()
    }

    #[test]
    fn a_title_gives_metric_unit_and_direction() {
        assert_eq!(
            shown("** tbench (MB/s) **\noff : 1862.24\non, small :\nWB : 942.72\nWC (x) : 755.94\n"),
            ["tbench MB/s Higher off=1862.24", "tbench MB/s Higher WB=942.72", "tbench MB/s Higher WC (x)=755.94"]
        );
        assert_eq!(
            shown("Results in ms (smaller is better):\n  vanilla: 1,012.5 ms\n\n  patched: 11.9ms\n"),
            ["Results ms Lower vanilla=1012.5", "Results ms Lower patched=11.9"]
        );
        assert_eq!(
            shown("Score, higher is better:\nold: 12\nnew: 13\n"),
            ["Score  Higher old=12", "Score  Higher new=13"]
        );
    }

    #[test]
    fn what_does_not_say_all_is_not_read() {
        for text in [
            "Results:\nold: 12\nnew: 13\n",
            "Latency (ms):\n min: 1.62\n avg: 1.71\n 95th percentile: 1.86\n",
            "Time (s):\nold: 12\n",
            "Time (s):\nold: 12\nAnd there the list ends, with a sentence.\n",
            "Time (s):\nThis is what I saw on the machine.\nold: 12\nnew: 13\n",
            "Time (s):\nold: 12 kB\nnew: 13 kB\n",
            "Time (s):\nold: 12 13\nnew: 13 14\n",
        ] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_list_ends_where_another_begins_whose_title_is_lost() {
        let of_list = |text: &str| shown(&format!("Time (s):\nold: 12\nnew: 13\n{text}"));
        let list = ["Time s Lower old=12", "Time s Lower new=13"];
        assert_eq!(of_list("old: 912\nnew: 881\n"), list);
        assert_eq!(of_list("4 kB: 912\n64 kB: 881\n"), list);
        assert_eq!(of_list("third: 9 s\n").len(), 3);
        assert_eq!(shown("Time (s):\nold: 12 s\nnew: 13 s\nthird: 9\n").len(), 2);
        assert_eq!(of_list("in the cold:\nold: 14\nnew: 15\n").len(), 4);
        assert_eq!(of_list("new: 14\n").len(), 3);
    }

    #[test]
    fn titles_know_units_per_time_and_per_thing() {
        let title = |text: &str| {
            let source = Source::unnamed(text);
            let document = crate::mail::Document::new(SourceId(0), &source);
            title(&document, 0).map(|t| (t.name, t.unit.symbol, t.better))
        };
        let some = |name: &str, unit: &str, better| Some((name.to_owned(), unit.to_owned(), better));
        assert_eq!(title("Syscalls in ns/op:"), some("Syscalls", "ns/op", Better::Lower));
        assert_eq!(title("== fork [calls/sec] =="), some("fork", "calls/sec", Better::Higher));
        assert_eq!(title("Build time in seconds, lower is better:"), some("Build time", "s", Better::Lower));
        assert_eq!(title("aim7 (jobs/min):"), some("aim7", "jobs/min", Better::Higher));
        assert_eq!(title("Numbers (lower-is-better):"), some("Numbers", "", Better::Lower));
        assert_eq!(title("In short:"), None);
    }

    #[test]
    fn commas_part_thousands_or_nothing() {
        assert_eq!(without_thousands("1,234,567.8").as_deref(), Some("1234567.8"));
        assert_eq!(without_thousands("3,14"), None);
        assert_eq!(without_thousands("12.5").as_deref(), Some("12.5"));
        assert_eq!(label_kind("64 kB"), FieldKind::Parameter);
        assert_eq!(label_kind("2.6.18-rc1"), FieldKind::Setting);
    }
}

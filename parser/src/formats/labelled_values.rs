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

use crate::formats::Format;
use crate::formats::words::{Word, next_line, row_labels, span_of, words};
use crate::ledger::RegionKind;
use crate::lex::{self, Printed};
use crate::mail::Document;
use crate::measurement::{FieldKind, Measurement, Metric, Role};
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
    row(document, line).is_some() && list_title(document, line).is_some() && has_sibling(document, line)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(title) = list_title(document, line) else { return line + 1 };
    let mut at = line;
    let mut end = line + 1;
    while let Some(row) = row(document, at).filter(|row| title.admits(row)) {
        emit(document, &title, &row, sink);
        end = at + 1;
        let Some(next) = next_line(document, at) else { break };
        at = next;
    }
    end
}

/// A line with a label and one figure.
struct Row<'d> {
    label: Vec<Word<'d>>,
    number: Word<'d>,
    printed: Printed<'d>,
    /// The words behind the figure: a unit, or none.
    unit: Vec<Word<'d>>,
}

/// `row = 1*word ":" number [unit]`, where the colon may be glued to the last word of the label.
fn row<'d>(document: &'d Document<'_>, line: usize) -> Option<Row<'d>> {
    let text = document.text(line);
    if !text.contains(':') || text.len() > 200 {
        return None;
    }
    let words = words(document, line);
    let colon = words.iter().position(|word| word.text.ends_with(':'))?;
    let lone = words.get(colon)?.text == ":";
    let label = words.get(..colon + usize::from(!lone))?;
    let number = *words.get(colon + 1)?;
    let printed = figure(number.text)?;
    let unit = words.get(colon + 2..)?;
    let known = unit.len() <= 1;
    (known && is_label(label)).then(|| Row { label: label.to_vec(), number, printed, unit: unit.to_vec() })
}

/// A word that is one number without a unit glued to it.
fn figure(word: &str) -> Option<Printed<'_>> {
    lex::printed(word).filter(|p| p.rest.is_empty() && !p.digits.starts_with('+'))
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
        row.unit.first().is_none_or(|word| unit_of(word.text).is_some_and(|unit| unit == self.unit))
    }
}

/// The title of the list that a row belongs to: above it with only rows, names of groups and blank lines between.
fn list_title(document: &Document<'_>, line: usize) -> Option<Title> {
    let depth = document.depth(line);
    let first = row(document, line)?;
    let above = (line.saturating_sub(TITLE_LINES)..line).rev().filter(|&above| !document.is_blank(above));
    for above in above {
        if document.depth(above) != depth {
            return None;
        }
        if row(document, above).is_some() {
            continue;
        }
        if let Some(title) = title(document, above) {
            return Some(title).filter(|title| title.admits(&first));
        }
        if !is_group(document.text(above)) {
            return None;
        }
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

/// A line as a title: between marks or ended by a colon, with a unit in brackets or behind `in`, or with a direction.
fn title(document: &Document<'_>, line: usize) -> Option<Title> {
    let text = document.text(line).trim();
    let starred = is_starred(text);
    let inner = text.trim_matches(|c: char| "*=-_# ".contains(c)).trim_end_matches(':').trim();
    let titled = starred || text.ends_with(':');
    if !titled || inner.split_whitespace().count() > MOST_TITLE_WORDS || !inner.contains(char::is_alphabetic) {
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
    let bare = |word: &Word<'_>| word.text.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
    let glued = words.iter().find_map(|word| {
        let text = bare(word);
        let first = text.strip_suffix("-is-better").or_else(|| text.strip_suffix("-better"))?;
        Some((sense(first)?, word.span(document)))
    });
    glued.or_else(|| {
        words.iter().enumerate().find_map(|(at, word)| {
            let better = sense(&bare(word))?;
            let last = (at + 1..=at + 2).find(|&at| words.get(at).is_some_and(|word| bare(word) == "better"))?;
            Some((better, span_of(document, words.get(at..=last)?)?))
        })
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
    let kept = words.get(..unit_at.unwrap_or(words.len())).unwrap_or_default();
    kept.join(" ").trim_matches(|c: char| ":,;*=-#".contains(c) || c.is_whitespace()).to_owned()
}

/// Puts a row's figure into the sink.
fn emit(document: &Document<'_>, title: &Title, row: &Row<'_>, sink: &mut Sink) {
    for words in [&row.label, &row.unit] {
        if let Some(span) = span_of(document, words) {
            sink.explain(span, RegionKind::Label);
        }
    }
    let label = row.label.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    let label = label.trim_matches(|c: char| ":*- ".contains(c)).to_owned();
    // Numbers and sizes are points of a series, not settings.
    let kind = if label.starts_with(|c: char| c.is_ascii_digit())
        && lex::printed(&label).is_some_and(|p| p.rest.trim().len() <= 8 && !p.rest.starts_with(['.', '-']))
    {
        FieldKind::Parameter
    } else {
        FieldKind::Setting
    };
    let labels = row_labels(sink, document, row.number.line, Some(&label), kind);
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
    let number = &row.printed;
    sink.measure(Measurement {
        value: number.number,
        low: number.moved(-50, 0),
        high: number.moved(50, 0),
        metric,
        labels,
        span: row.number.span(document),
        guessed: false,
    });
}

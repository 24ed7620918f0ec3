//! Lists of keys and figures that an unknown tool prints.
//!
//! ```text
//! Threads:     56
//! Runtime:     36.235 seconds
//! Lookups/s:   4,691,618
//!
//! Latency (ms):
//!     min:               0.12
//!     95th percentile:   0.33
//!
//! avg latency........: 12.3 us
//! Elapsed Time 266.104
//! ```
//!
//! Nothing is known of the tool, so a figure is taken only where its unit or the words of its key say what it measures.
//! Numbers of threads and the like are conditions; counts, versions, sizes and what was set are explained and not measured.
//! Where all keys are names of something else and the figures are of one unit, the keys tell the settings.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::Document;
use crate::measurement::{FieldKind, Labels, Measurement, Metric, Role, Spread, SpreadKind};
use crate::reading::emit::{self, parameter};
use crate::reading::keys::{self, Part, is_quantity, is_run, is_statistic};
use crate::reading::quantity::{self, ASIDES, CONDITIONS, Figure, OPERATIONS, has};
use crate::reading::settings;
use crate::reading::stanza;
use crate::reading::words::row_labels;
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Evidence, Unit};

/// Lists of keys and figures. It must stand behind all known tools, whose lines look so as well.
pub const FORMAT: Format =
    Format { id: "key-values", title: "list of keys and figures", marks: &[], breaks: |_, _| false, starts, read };

/// A longer line is no entry of a list.
const LONGEST: usize = 160;
/// A key has at most this many words.
const MOST_KEY_WORDS: usize = 7;
/// One that only a blank parts from its figure, at most this many.
const MOST_LOOSE_WORDS: usize = 4;
/// The words of a condition have at most this many words.
const MOST_VALUE_WORDS: usize = 4;
/// A list has at most this many lines that are looked at together.
const MOST_LINES: usize = 64;
/// At most this many of them stand before the first figure that is measured; so files of keys that tell nothing are passed
/// over quickly.
const MOST_LEADING: usize = 5;
/// How many blank lines may part the lines of a list: archives double line ends.
const MOST_BLANK_LINES: usize = 1;

fn starts(document: &Document<'_>, line: usize) -> bool {
    looks_listed(document.text(line)) && List::at(document, line).is_some()
}

/// Whether a line may begin a list, as far as one glance shows.
fn looks_listed(text: &str) -> bool {
    let text = text.trim();
    let ends = text.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '%' | ')' | ']' | ':' | '.' | '/'));
    ends && text.len() <= LONGEST && text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '*' | '•'))
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(list) = List::at(document, line) else { return line + 1 };
    list.emit(document, sink);
    list.end
}

/// Whether an entry is a count of a key that says nothing of what was set.
fn is_count(entry: &Entry<'_>) -> bool {
    let last = quantity::words(entry.key).last().unwrap_or_default();
    let aside = has(entry.key, keys::SET) || has(entry.key, ASIDES) || CONDITIONS.contains(&last.as_str());
    matches!(&entry.value, Value::Figure { figure, unit: None, .. } if figure.value.fract() == 0.0) && !aside
}

/// How a key is parted from its figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// `:`, `=` or dots.
    Sure,
    /// Several blanks or a tab.
    Gap,
    /// One blank.
    Blank,
}

/// A line of a list.
#[derive(Clone, Debug, PartialEq)]
struct Entry<'d> {
    line: usize,
    key: &'d str,
    mark: Mark,
    value: Value<'d>,
}

#[derive(Clone, Debug, PartialEq)]
enum Value<'d> {
    Figure {
        figure: Figure,
        /// Where it stands in the line, in bytes.
        start: usize,
        unit: Option<Unit>,
        /// The figure behind `±`.
        spread: Option<f64>,
    },
    /// Words.
    Text(&'d str),
}

/// `entry = [bullet] key mark value`
fn entry<'d>(document: &'d Document<'_>, line: usize) -> Option<Entry<'d>> {
    let whole = document.text(line);
    if whole.len() > LONGEST || whole.contains('|') {
        return None;
    }
    let text = whole.trim_start_matches(|c: char| c.is_whitespace() || "-*•".contains(c)).trim_end();
    let offset = |part: &str| part.as_ptr().addr().saturating_sub(whole.as_ptr().addr());
    let (key, mark, rest) = parted(text)?;
    let value = match value(rest, mark) {
        Some((figure, unit, spread)) => Value::Figure { figure, start: offset(rest), unit, spread },
        None if mark == Mark::Sure && is_condition_text(rest) => Value::Text(rest),
        None => return None,
    };
    let key = key.trim_end_matches(['.', ':', '=', ' ', '\t', '\u{a0}']).trim();
    // `window=0` sets something for what follows.
    let set = text.split_once('=').is_some_and(|(name, value)| name == key && emit::is_whole(value));
    if set && !is_quantity(key) {
        return None;
    }
    is_key(key, mark).then_some(Entry { line, key, mark, value })
}

/// The key, the mark and what follows it.
fn parted(text: &str) -> Option<(&str, Mark, &str)> {
    let behind = |at: usize, length: usize| {
        text.get(at + length..).map(|rest| rest.trim_start_matches(|c: char| c.is_whitespace() || ".:=".contains(c)))
    };
    let sure = ["..", ":", "="].iter().filter_map(|mark| Some((text.find(mark)?, mark.len()))).min();
    if let Some((at, length)) = sure {
        // A colon within a key, as in `a::b`, is none of these.
        return Some((text.get(..at)?, Mark::Sure, behind(at, length)?))
            .filter(|(key, _, rest)| !key.is_empty() && !rest.is_empty());
    }
    let pairs = || text.char_indices().zip(text.chars().skip(1));
    let two = || pairs().find(|((_, c), next)| c.is_whitespace() && next.is_whitespace()).map(|((at, _), _)| at);
    let gap = text.find('\t').or_else(two);
    if let Some(at) = gap {
        return Some((text.get(..at)?, Mark::Gap, text.get(at..)?.trim_start()));
    }
    let at = pairs().find(|((_, c), next)| c.is_whitespace() && next.is_ascii_digit())?.0.0;
    Some((text.get(..at)?, Mark::Blank, text.get(at..)?.trim_start()))
}

/// A figure with its unit and spread, and nothing else but what stands in brackets.
///
/// `value = figure [("±" / "+/-" / "+-") number] [unit] ["(" anything ")"]`
fn value(text: &str, mark: Mark) -> Option<(Figure, Option<Unit>, Option<f64>)> {
    let figure = quantity::figure(text)?;
    let rest = text.get(figure.length + figure.glued..)?.trim_start_matches([',', ';']).trim();
    let (spread, rest) = spread(rest);
    let mut unit = figure.unit.clone();
    let rest = rest.trim();
    if rest.is_empty() {
        return Some((figure, unit, spread));
    }
    let bracket = rest.find(['(', '[', '#']).unwrap_or(rest.len());
    let words = rest.get(..bracket)?.trim();
    let inner = rest.get(bracket..)?;
    if !words.is_empty() {
        unit = Some(quantity::unit_of(words).filter(|_| unit.is_none())?);
    } else if unit.is_none() {
        unit = quantity::unit_of(inner);
    }
    let closed = inner.is_empty()
        || mark == Mark::Sure && (inner.ends_with([')', ']']) || inner.starts_with('#'))
        || quantity::unit_of(inner).is_some();
    closed.then_some((figure, unit, spread))
}

/// The figure behind a mark of spread, and what follows.
fn spread(text: &str) -> (Option<f64>, &str) {
    let found = ["±", "+/-", "+-"].iter().find_map(|mark| lex::printed(text.strip_prefix(mark)?.trim_start()));
    match found {
        Some(printed) if !printed.rest.starts_with('%') => (Some(printed.number), printed.rest),
        _ => (None, text),
    }
}

/// Whether some words can be a condition that was named: few, and no sentence.
fn is_condition_text(text: &str) -> bool {
    // `RETPOLINE=n, mitigations=off` are several.
    let several = text.contains('=') && text.contains(',');
    let command = text.split_whitespace().skip(1).any(|word| word.starts_with("./"));
    !several
        && !command
        && text.split_whitespace().count() <= MOST_VALUE_WORDS
        && !text.ends_with([':', '.', ',', ';', '{', '!', '?'])
}

/// Whether some text can be a key: words with a letter, without figures where only blanks part it from its own.
fn is_key(key: &str, mark: Mark) -> bool {
    let words: Vec<&str> = key.split_whitespace().collect();
    let most = if mark == Mark::Blank { MOST_LOOSE_WORDS } else { MOST_KEY_WORDS };
    let figures = words.iter().filter(|word| lex::printed(word).is_some_and(|p| p.rest.is_empty())).count();
    let plain =
        mark != Mark::Blank || words.iter().all(|word| word.chars().all(|c| c.is_alphabetic() || "-_/()".contains(c)));
    let code = key.contains(['"', '{', '}', ';', '$', '<', '>', '`', '\'', '@', '\\', '*']) || key.contains("//");
    let begins = key.starts_with(|c: char| c.is_alphanumeric() || c == '(');
    begins
        && key.contains(char::is_alphabetic)
        && words.len() <= most
        && plain
        && !code
        && (mark == Mark::Sure || figures == 0)
}

/// Lines of keys and figures that belong together.
struct List<'d> {
    /// The line above that names what they are, if there is one.
    heading: Option<usize>,
    title: String,
    entries: Vec<Entry<'d>>,
    parts: Vec<Part>,
    end: usize,
}

impl<'d> List<'d> {
    /// The list that starts at a line; nothing where it does not say enough.
    fn at(document: &'d Document<'_>, line: usize) -> Option<Self> {
        let heading = heading(document, line);
        let first = if heading.is_some() { following(document, line)? } else { line };
        let title = heading.clone().unwrap_or_default();
        let mut list =
            Self { heading: heading.map(|_| line), title, entries: Vec::new(), parts: Vec::new(), end: line + 1 };
        let mut next = Some(first);
        while let Some(at) = next.filter(|_| list.entries.len() < MOST_LINES)
            && let Some(entry) = entry(document, at)
            && !is_divided(document, &list.entries, &entry)
        {
            // A count tells something where a whole stanza of them comes again below another label; that is for another
            // reader.
            if list.part(&entry) != Part::Measured && is_count(&entry) && stanza::comes_again(document, at) {
                break;
            }
            list.parts.push(list.part(&entry));
            list.entries.push(entry);
            list.end = at + 1;
            if list.entries.len() > MOST_LEADING && !list.parts.contains(&Part::Measured) {
                return None;
            }
            next = following(document, at);
        }
        list.settle();
        list.is_sound().then_some(list)
    }

    /// Statistics under their runs are computed from them.
    fn settle(&mut self) {
        let mut runs =
            self.entries.iter().zip(&self.parts).filter(|(entry, part)| **part == Part::Measured && is_run(entry.key));
        if runs.by_ref().count() < 2 {
            return;
        }
        for (entry, part) in self.entries.iter().zip(&mut self.parts).filter(|(entry, _)| is_statistic(entry.key)) {
            *part = if matches!(entry.value, Value::Figure { .. }) { Part::Derived } else { *part };
        }
    }

    /// Whether the list says what its figures are: two entries beside each other, or one with a unit and a word for a
    /// quantity.
    fn is_sound(&self) -> bool {
        let measured = || {
            self.entries.iter().zip(&self.parts).filter(|(_, part)| **part == Part::Measured).map(|(entry, _)| entry)
        };
        let figures = self.entries.iter().filter(|entry| matches!(entry.value, Value::Figure { .. })).count();
        let sure = measured().filter(|entry| entry.mark == Mark::Sure).count();
        let beside = |entry: &Entry<'_>| matches!(&entry.value, Value::Figure { unit: Some(_), .. });
        let lone = |entry: &Entry<'_>| beside(entry) && is_quantity(entry.key) && entry.mark == Mark::Sure;
        let loose = measured().count() >= 2;
        sure >= 1 && figures >= 2 || loose || measured().any(lone)
    }

    /// The unit of an entry: beside the figure, in the key or in the heading.
    fn unit(&self, entry: &Entry<'_>) -> Option<Unit> {
        let Value::Figure { unit, .. } = &entry.value else { return None };
        unit.clone()
            .or_else(|| key_unit(entry.key))
            .or_else(|| key_unit(&self.title).filter(|_| is_statistic(entry.key) || is_run(entry.key)))
    }

    /// What an entry is, by its key, its unit and the heading.
    fn part(&self, entry: &Entry<'_>) -> Part {
        let (own, figure) = match &entry.value {
            Value::Figure { unit, figure, .. } => (unit.clone(), Some(figure.value)),
            Value::Text(_) => (None, None),
        };
        let told = is_quantity(&self.title) || key_unit(&self.title).is_some();
        keys::part(entry.key, told, own.or_else(|| self.unit(entry)).as_ref(), figure)
    }

    /// Whether the keys are names of settings: figures of one unit, and keys that name no quantities of their own.
    fn tells_settings(&self) -> bool {
        let measured: Vec<&Entry<'_>> = self
            .entries
            .iter()
            .zip(&self.parts)
            .filter(|(_, part)| **part == Part::Measured)
            .map(|(entry, _)| entry)
            .collect();
        let alike =
            measured.windows(2).all(|pair| matches!(pair, [a, b] if self.unit(a) == self.unit(b) && a.key != b.key));
        let plain = |entry: &&&Entry<'_>| !is_quantity(entry.key) && !is_run(entry.key);
        let own = measured.iter().any(|entry| {
            is_statistic(entry.key) || has(entry.key, OPERATIONS) || has(entry.key, &["p50", "p90", "p95", "p99"])
        });
        measured.len() >= 2
            && alike
            && !own
            && measured.iter().filter(plain).count() > 0
            && measured.iter().all(|e| self.unit(e).is_some())
    }

    fn emit(&self, document: &Document<'_>, sink: &mut Sink) {
        if let Some(heading) = self.heading {
            sink.explain(document.line_span(heading), RegionKind::Heading);
        }
        let settings = self.tells_settings();
        let quantity = self.entries.iter().filter(|_| settings).find_map(|entry| quantity_word(entry.key));
        let conditions = self.conditions();
        for (entry, part) in self.entries.iter().zip(&self.parts) {
            if *part == Part::Measured {
                let mut own = conditions.clone();
                let name = if settings {
                    own.extend(row_labels(
                        sink,
                        document,
                        entry.line,
                        Some(setting_name(entry.key)),
                        FieldKind::Setting,
                    ));
                    quantity.clone().unwrap_or_default()
                } else if is_run(entry.key) {
                    String::new()
                } else {
                    metric_name(entry.key)
                };
                self.measure(document, sink, entry, &name, own);
            }
            let kind = if *part == Part::Derived { RegionKind::Derived } else { RegionKind::Context };
            sink.explain(document.line_span(entry.line), kind);
        }
    }

    /// The conditions that the list names.
    fn conditions(&self) -> Labels {
        let named = self.entries.iter().zip(&self.parts).filter(|(_, part)| **part == Part::Condition).filter_map(
            |(entry, _)| {
                let value = match &entry.value {
                    Value::Text(text) => (*text).to_owned(),
                    Value::Figure { figure, .. } => figure.value.to_string(),
                };
                Some(parameter(&entry.key.to_lowercase(), &value)).filter(|_| entry.mark == Mark::Sure)
            },
        );
        let mut labels = Labels::new();
        for label in named {
            if !labels.iter().any(|known| known.field.name == label.field.name) {
                labels.push(label);
            }
        }
        labels
    }

    fn measure(&self, document: &Document<'_>, sink: &mut Sink, entry: &Entry<'_>, name: &str, own: Labels) {
        let Value::Figure { figure, start, spread, .. } = &entry.value else { return };
        let unit = self.unit(entry).unwrap_or_else(Unit::none);
        let better = quantity::better(&format!("{} {}", entry.key, self.title), &unit);
        let section =
            if self.title.is_empty() { sink.section().to_owned() } else { setting_name(&self.title).to_owned() };
        let share = unit.is_time() && has(entry.key, &["user", "sys", "system"]);
        let metric = sink.metric(Metric {
            section,
            name: if name.is_empty() { "value".to_owned() } else { name.to_owned() },
            unit,
            better,
            better_evidence: if better == Better::Unknown { Evidence::None } else { Evidence::Unit },
            role: if share { Role::Component } else { Role::Primary },
            format: FORMAT.id.to_owned(),
        });
        let labels = sink.labels_at(document, entry.line, own);
        let span = document.span(entry.line, *start, start + figure.length);
        let id = sink.measure(Measurement {
            value: figure.value,
            low: figure.low,
            high: figure.high,
            metric,
            labels,
            span,
            guessed: false,
        });
        if let Some(value) = *spread {
            sink.spread(id, Spread::new(value, SpreadKind::Unknown, None));
        }
    }
}

/// The line that goes on with a list.
fn following(document: &Document<'_>, line: usize) -> Option<usize> {
    let next = (line + 1..document.len()).take(MOST_BLANK_LINES + 1).find(|&next| !document.is_blank(next))?;
    (document.depth(next) == document.depth(line)).then_some(next)
}

/// Whether an entry begins another list: behind a blank line, with a key that was there before.
fn is_divided(document: &Document<'_>, entries: &[Entry<'_>], entry: &Entry<'_>) -> bool {
    let blank = entry.line.checked_sub(1).is_some_and(|above| document.is_blank(above));
    let again = || entries.iter().any(|other| other.key == entry.key);
    let first_again = entries.first().is_some_and(|first| first.key == entry.key);
    // One key again and again is of several runs.
    let runs = entries.iter().all(|other| other.key == entry.key && other.mark == Mark::Sure);
    // A list of settings stands for itself.
    let settings =
        blank && entries.iter().any(|other| !settings::names_change(other.key)) && settings::names_change(entry.key);
    first_again && !is_run(entry.key) && !runs || blank && again() || settings
}

/// The heading of a list at a line: `Latency (ms):`, with a unit or a word for a quantity, over an entry.
fn heading(document: &Document<'_>, line: usize) -> Option<String> {
    let text = document.text(line).trim();
    let title = text.strip_suffix(':')?.trim();
    let told = key_unit(title).is_some() || is_quantity(title);
    let fits = title.split_whitespace().count() <= MOST_LOOSE_WORDS && title.starts_with(char::is_alphanumeric);
    let over = following(document, line).and_then(|next| entry(document, next));
    (told && fits && over.is_some_and(|entry| matches!(entry.value, Value::Figure { .. }))).then(|| title.to_owned())
}

/// The unit that a key has in brackets, behind `in` or as what it counts: `time (ms)`, `Lookups/s`.
fn key_unit(key: &str) -> Option<Unit> {
    let inside = key.split(['(', '[']).skip(1).filter_map(|rest| rest.split([')', ']']).next());
    let bracketed = inside.filter_map(quantity::unit_of).last();
    let last = || key.split_whitespace().last().filter(|word| word.len() >= 3).and_then(quantity::unit_of);
    let rate = || last().filter(|unit| matches!(unit.dimension, Dimension::Rate(_)));
    let behind_in = || key.rsplit_once(" in ").and_then(|(_, word)| quantity::unit_of(word));
    let whole = || Some(key).filter(|key| key.contains('/') || key.contains(" per ")).and_then(quantity::unit_of);
    bracketed.or_else(behind_in).or_else(whole).or_else(rate)
}

/// A key without the unit it has in brackets.
fn metric_name(key: &str) -> String {
    let cut = key.rfind(['(', '[']).filter(|&at| key.get(at..).is_some_and(|unit| quantity::unit_of(unit).is_some()));
    key.get(..cut.unwrap_or(key.len())).unwrap_or(key).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The part of a key that names a setting: without unit and without the word for the quantity at its end.
fn setting_name(key: &str) -> &str {
    let cut = key.rfind(['(', '[']).filter(|&at| key.get(at..).is_some_and(|unit| quantity::unit_of(unit).is_some()));
    let name = key.get(..cut.unwrap_or(key.len())).unwrap_or(key).trim_end();
    match name.rsplit_once(' ') {
        Some((first, last)) if is_quantity(last) => first.trim_end(),
        _ => name,
    }
}

/// The word for a quantity in a key.
fn quantity_word(key: &str) -> Option<String> {
    quantity::words(key).find(|word| is_quantity(word))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Source;

    /// Metric, value, unit and direction of all figures.
    fn figures(text: &str) -> Vec<(String, f64, String, Better)> {
        let parsed = crate::parse(&[Arc::new(Source::unnamed(text))]);
        let shown = |m: &Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            (metric.name.clone(), m.value, metric.unit.symbol.clone(), metric.better)
        };
        parsed.measurements.iter().map(shown).collect()
    }

    #[test]
    fn keys_are_parted_by_marks_gaps_and_dots() {
        let expected = |name: &str| {
            vec![
                (name.to_owned(), 12.5, "us".to_owned(), Better::Lower),
                ("rate".to_owned(), 3.0, "/s".to_owned(), Better::Higher),
            ]
        };
        for text in [
            "avg latency: 12.5 us\nrate: 3 per second\n",
            "avg latency = 12.5us\nrate = 3 /s\n",
            "  avg latency....: 12.5 us\n  rate...........: 3 /sec\n",
            "avg latency    12.5 us\nrate           3 /sec\n",
        ] {
            assert_eq!(figures(text), expected("avg latency"), "{text}");
        }
    }

    #[test]
    fn headings_give_the_unit_of_statistics() {
        let text = "Latency (ms):\n   min:  0.10\n   95th percentile:  0.33\n   sum:  123.4\n";
        let ms = |name: &str, value| (name.to_owned(), value, "ms".to_owned(), Better::Lower);
        assert_eq!(figures(text), [ms("min", 0.1), ms("95th percentile", 0.33)]);
    }

    #[test]
    fn keys_that_are_no_quantities_tell_settings() {
        let text = "DRAM bandwidth (GBps):  298.8\nDRAM + CXL (default) (GBps): 113.04\nGain over DRAM: 1.38x\n";
        let rate = |value| ("bandwidth".to_owned(), value, "GB/s".to_owned(), Better::Higher);
        assert_eq!(figures(text), [rate(298.8), rate(113.04)]);
    }

    #[test]
    fn one_entry_is_enough_where_it_says_both_quantity_and_unit() {
        let time = ("Copy time".to_owned(), 0.308, "s".to_owned(), Better::Lower);
        assert_eq!(figures("# 20 sender and receiver processes per group\n\n     Copy time: 0.308 [sec]\n"), [time]);
        assert_eq!(figures("Total time: 12\n"), []);
    }

    #[test]
    fn runs_are_of_one_metric_and_their_average_is_computed() {
        let text = "Run 1: 12.5 s\nRun 2: 12.7 s\naverage: 12.6 s\n";
        let run = |value| ("value".to_owned(), value, "s".to_owned(), Better::Lower);
        assert_eq!(figures(text), [run(12.5), run(12.7)]);
    }

    #[test]
    fn what_is_set_or_counted_is_no_measurement() {
        for text in [
            "MemTotal:       16384 kB\nMemFree:         2048 kB\n",
            "cpu MHz : 2400.000\nbogomips : 4800.00\ncache size : 256 KB\n",
            "kernel.sched_latency_ns = 24000000\nkernel.sched_wakeup_ns = 1000\n",
            "threads: 8\nduration: 60 s\ntimeout: 5 ms\n",
            "Content-Length: 1234\nLines: 20\n",
            "-\ttimeout = 10;\n+\ttimeout = 20;\n",
            "I ran it twice and the time 12 was bad,\nthe rest was fine.\n",
        ] {
            assert_eq!(figures(text), [], "{text}");
        }
    }
}

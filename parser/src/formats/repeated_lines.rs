//! Lines of an unknown program that come again for each setting.
//!
//! ```text
//! disabled:
//! 2717908992 bytes / 4410183 usecs = 601836 KB/s
//! 348046 usecs to free memory
//!
//! enabled:
//! 2717908992 bytes / 4779235 usecs = 555362 KB/s
//! 354839 usecs to free memory
//! ```
//!
//! Nothing is known of the program. But a line that stands again further down with other numbers, and other lines between,
//! was printed by the same code: what comes again is what was measured, and what stands above it what differed. A number
//! with a unit of time, of a rate or of an amount is measured, and so is one whose key names a quantity. What is the same
//! everywhere was set; what has the same sequence below every label (`50 % 0.014 s`, `99 % 0.111 s`) is a condition.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::Document;
use crate::measurement::{Label, Labels, Measurement, Metric, Role};
use crate::reading::emit::{self, parameter, setting};
use crate::reading::number::{self, Amount};
use crate::reading::quantity::{self, has};
use crate::reading::stanza;
use crate::reading::twins::runs;
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Evidence, Unit};

/// Repeated lines. It stands behind all other readers.
pub const FORMAT: Format =
    Format { id: "repeated-lines", title: "lines that come again", marks: &[], breaks: |_, _| false, starts, read };

/// More numbers than these in a line make a row of a table.
const MOST_SLOTS: usize = 12;
/// A name has at most this many words.
const MOST_NAME_WORDS: usize = 6;
/// A line with more words is a sentence.
const MOST_WORDS: usize = 30;

fn starts(document: &Document<'_>, line: usize) -> bool {
    !document.twins().like(line).is_empty() && Form::at(document, line).is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    if let Some(form) = Form::at(document, line) {
        form.emit(document, line, sink);
    }
    line + 1
}

/// A number of a line.
#[derive(Clone, Debug, PartialEq)]
struct Slot {
    /// Where it stands, in bytes of the line.
    start: usize,
    amount: Amount,
}

impl Slot {
    /// Where the number ends, and where its unit does.
    fn ends(&self) -> (usize, usize) {
        (self.start + self.amount.length, self.start + self.amount.end)
    }
}

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Measured,
    Condition,
    Aside,
}

/// A line that came before or comes again.
struct Form {
    slots: Vec<Slot>,
    parts: Vec<Part>,
}

impl Form {
    /// The form of a line that has twins with other lines between; `None` where nothing of it is measured.
    fn at(document: &Document<'_>, line: usize) -> Option<Self> {
        let text = document.text(line);
        let slots = slots(text, document);
        let fits = (1..=MOST_SLOTS).contains(&slots.len()) && !is_other(text);
        let runs = if fits { runs(document, document.twins().like(line)) } else { Vec::new() };
        if runs.len() < 2 {
            return None;
        }
        let values = |line: &u32| -> Vec<f64> {
            slots_of(document, *line as usize).iter().map(|slot| slot.amount.value).collect()
        };
        let values: Vec<Vec<Vec<f64>>> = runs.iter().map(|run| run.iter().map(values).collect()).collect();
        if values.iter().flatten().any(|of_line| of_line.len() != slots.len()) {
            return None;
        }
        let bare = is_bare(text, &slots) && runs.iter().all(|run| run.len() >= 2);
        let mut parts: Vec<Part> = (0..slots.len()).map(|at| part(text, &slots, at, &values, bare)).collect();
        // A count below each label, in a stanza that comes again.
        let first = parts.first().copied();
        if !parts.contains(&Part::Measured)
            && first.is_some()
            && is_count(text, &slots, &values)
            && stanza::comes_again(document, line)
            && let Some(part) = parts.first_mut()
        {
            *part = Part::Measured;
        }
        // What is the same everywhere was set, unless nothing else was measured.
        if !parts.contains(&Part::Measured) {
            let only = (0..slots.len()).filter(|&at| is_quantity(text, &slots, at)).collect::<Vec<_>>();
            if let [only] = only.as_slice() {
                parts[*only] = Part::Measured;
            }
        }
        parts.contains(&Part::Measured).then_some(Self { slots, parts })
    }

    fn emit(&self, document: &Document<'_>, line: usize, sink: &mut Sink) {
        let text = document.text(line);
        let conditions: Labels = (0..self.slots.len())
            .filter(|&at| self.parts.get(at) == Some(&Part::Condition))
            .filter_map(|at| condition(text, &self.slots, at))
            .collect();
        let own: Labels = conditions.into_iter().chain(cell_row(text, &self.slots)).collect();
        let labels = match stanza::setting(document, line) {
            Some((key, words)) => {
                let own = own.into_iter().chain(std::iter::once(setting(key, words))).collect();
                sink.labels_apart(document, line, own)
            }
            None => sink.labels_at(document, line, own),
        };
        let mut end = 0;
        for (at, slot) in self.slots.iter().enumerate() {
            if self.parts.get(at) != Some(&Part::Measured) {
                continue;
            }
            let cell = header_cell(document, line, slot.start);
            let unit =
                unit_at(text, &self.slots, at).or_else(|| cell.and_then(quantity::unit_in)).unwrap_or_else(Unit::none);
            let name = match cell {
                Some(cell) => tidy(cell),
                None => named(document, line, name(text, &self.slots, at), &self.slots),
            };
            let counted = slot.amount.unit.is_none() && counts_events(text, &self.slots, at);
            let better = if counted { Better::Unknown } else { quantity::better(&quantity::humps(&name), &unit) };
            let part = unit.is_time() && has(&name, &["user", "sys", "system", "utime", "stime"]);
            let metric = sink.metric(Metric {
                section: sink.section().to_owned(),
                name,
                unit,
                better,
                better_evidence: if better == Better::Unknown { Evidence::None } else { Evidence::Unit },
                role: if part { Role::Component } else { Role::Primary },
                format: FORMAT.id.to_owned(),
            });
            let Amount { value, low, high, .. } = slot.amount;
            let span = document.span(line, slot.start, slot.ends().0);
            sink.measure(Measurement { value, low, high, metric, labels, span, guessed: true });
            sink.explain(document.span(line, end, slot.start), RegionKind::Context);
            end = slot.ends().0;
        }
        sink.explain(document.span(line, end, text.len()), RegionKind::Context);
    }
}

/// Whether the first number of a line counts something: behind a key that says nothing of what was set, a whole number.
fn is_count(text: &str, slots: &[Slot], values: &[Vec<Vec<f64>>]) -> bool {
    const MOST_KEY_WORDS: usize = 7;
    let Some(slot) = slots.first().filter(|slot| slot.amount.unit.is_none() && slot.amount.value.fract() == 0.0) else {
        return false;
    };
    let key = text.get(..slot.start).unwrap_or_default().trim();
    let pair = text.split_whitespace().count() == 2;
    let plain = key.starts_with(char::is_alphanumeric) && !key.contains(['(', '[', '<', '#', '|']);
    let behind = text.get(slot.ends().1..).unwrap_or_default();
    let parted = key.ends_with([':', '='])
        || text.get(..slot.start).is_some_and(|key| key.ends_with(['\t']) || key.ends_with("  "));
    let plain = plain && (parted || pair) && !behind.contains(char::is_alphabetic);
    let last = quantity::words(key.trim_end_matches([':', '=', ' '])).last().unwrap_or_default();
    let set = quantity::CONDITIONS.contains(&last.as_str())
        || has(key, quantity::ASIDES)
        || has(key, &["version", "date", "pid"]);
    // What follows is the same in all of them.
    let rest = |line: &Vec<f64>| line.get(1..).map(<[f64]>::to_vec);
    let first = values.first().and_then(|run| run.first()).and_then(rest);
    let same = values.iter().flatten().all(|line| rest(line) == first);
    plain && same && !set && key.contains(char::is_alphabetic) && key.split_whitespace().count() <= MOST_KEY_WORDS
}

/// The unit of the number at a place: beside it, or the one that its key is (`MiB/s: 12.5`, `peakMemoryMb = 12`).
fn unit_at(text: &str, slots: &[Slot], at: usize) -> Option<Unit> {
    let slot = slots.get(at)?;
    if slot.amount.unit.is_some() {
        return slot.amount.unit.clone();
    }
    let before = text.get(..slot.start)?.trim_end();
    let key = before.ends_with(['=', ':']).then(|| own_words(text, slots, at).trim_end_matches([' ', ':', '=']))?;
    let last = key.rsplit(' ').next().filter(|word| word.len() > 1)?;
    let whole = quantity::unit_of(last).filter(|unit| !matches!(unit.dimension, Dimension::Ratio(_)));
    whole.or_else(|| quantity::hump_unit(last))
}

/// What the column of a number is called, where bars part the cells of its line and of a header above it.
fn header_cell<'d>(document: &'d Document<'_>, line: usize, start: usize) -> Option<&'d str> {
    const LINES_ABOVE: usize = 40;
    const FEWEST_BARS: usize = 2;
    let text = document.text(line);
    let bars = text.matches('|').count();
    if bars < FEWEST_BARS {
        return None;
    }
    let column = text.get(..start)?.matches('|').count();
    let heads = |above: &usize| {
        let text = document.text(*above);
        let digits = text.contains(|c: char| c.is_ascii_digit());
        document.depth(*above) == document.depth(line) && text.matches('|').count() == bars && !digits
    };
    let header = (line.saturating_sub(LINES_ABOVE)..line).rev().find(heads)?;
    let cell = document.text(header).split('|').nth(column)?.trim();
    (cell.contains(char::is_alphabetic)).then_some(cell)
}

/// What a line between bars is about: the words of its first cell, without what counts it.
fn cell_row(text: &str, slots: &[Slot]) -> Option<Label> {
    const FEWEST_BARS: usize = 2;
    let (first, _) = text.split_once('|').filter(|_| text.matches('|').count() >= FEWEST_BARS)?;
    let counted = slots.first().is_some_and(|slot| slot.start < first.len());
    let words = first.split_whitespace().filter(|word| !emit::is_whole(word));
    let row: String = words.collect::<Vec<_>>().join(" ");
    let name = row.split(['(', '[']).next().unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
    (counted && name.contains(char::is_alphabetic)).then(|| parameter("row", name))
}

/// The name of a figure that stands alone below the line that says what it is: `space that was lost:`.
fn named(document: &Document<'_>, line: usize, name: String, slots: &[Slot]) -> String {
    let kinds = ["time", "rate", "size", "value"];
    let alone = slots.len() == 1 && kinds.contains(&name.as_str());
    let above = line.checked_sub(1).filter(|&above| alone && crate::context::is_key_line(document, above));
    above.map_or(name, |above| tidy(document.text(above)))
}

/// Whether a line is a command, a header, a sentence or of a log of another kind.
fn is_other(text: &str) -> bool {
    // `window=0` sets something for what follows.
    let set = text.trim().split_once('=').is_some_and(|(key, value)| !key.contains(' ') && emit::is_whole(value));
    if set {
        return true;
    }
    let words = text.split_whitespace().count();
    let sentence = words > 6 && text.trim_end().ends_with('.') && !text.contains([':', '=']) && !text.contains("sec.");
    words > MOST_WORDS || sentence || crate::context::is_command(text.trim()) || text.contains("://")
}

fn slots_of(document: &Document<'_>, line: usize) -> Vec<Slot> {
    slots(document.text(line), document)
}

/// The numbers of a line that are no part of a name.
fn slots(text: &str, document: &Document<'_>) -> Vec<Slot> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(|c: char| c.is_ascii_digit())).map(|n| at + n) {
        let (before, rest) = (text.get(..start).unwrap_or_default(), text.get(start..).unwrap_or_default());
        let last = before.chars().next_back();
        let glued = last.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '@' | '^'))
            || last == Some('-') && !before.ends_with(" -");
        let amount = if glued { None } else { number::amount(rest, document.comma()).or_else(|| multiple(rest)) };
        match amount.map(|amount| with_unit_behind(text, start, amount)) {
            Some(amount) => {
                at = start + amount.length.max(1);
                found.push(Slot { start, amount });
            }
            None => at = start + rest.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count(),
        }
    }
    found
}

/// In a cell between bars the unit may stand behind more than one blank.
fn with_unit_behind(text: &str, start: usize, amount: Amount) -> Amount {
    let rest = text.get(start + amount.end..).unwrap_or_default();
    let body = rest.trim_start();
    let gap = rest.len() - body.len();
    let word = body.split([' ', '|', '\t']).next().unwrap_or_default();
    if amount.unit.is_some() || gap < 2 || !body.contains('|') || word.is_empty() {
        return amount;
    }
    match number::beside(word) {
        Some(unit) => Amount { end: amount.end + gap + word.len(), unit: Some(unit), ..amount },
        None => amount,
    }
}

/// `26.1x`: how many times as fast as something.
fn multiple(text: &str) -> Option<Amount> {
    let digits = text.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let (number, rest) = text.split_at_checked(digits)?;
    let ends = |c: char| !c.is_alphanumeric();
    let whole = rest.strip_prefix(['x', '×']).is_some_and(|rest| rest.chars().next().is_none_or(ends));
    let printed = lex::printed(number).filter(|p| whole && p.rest.is_empty())?;
    let (low, high) = (printed.moved(-50, 0), printed.moved(50, 0));
    Some(Amount { value: printed.number, low, high, unit: None, length: digits, end: digits + 1 })
}

/// Whether a line is a number and nothing else, beside a mark of a list.
fn is_bare(text: &str, slots: &[Slot]) -> bool {
    let [only] = slots else { return false };
    let rest = |part: Option<&str>| part.is_some_and(|part| !part.contains(char::is_alphanumeric));
    rest(text.get(..only.start)) && rest(text.get(only.ends().1..))
}

/// What a number is, from all lines of the form: `values[run][line][slot]`.
fn part(text: &str, slots: &[Slot], at: usize, values: &[Vec<Vec<f64>>], bare: bool) -> Part {
    let of_run = |run: &Vec<Vec<f64>>| -> Vec<f64> { run.iter().filter_map(|line| line.get(at)).copied().collect() };
    let sequences: Vec<Vec<f64>> = values.iter().map(of_run).collect();
    let first = sequences.first().and_then(|run| run.first()).copied();
    if sequences.iter().flatten().all(|value| Some(*value) == first) {
        return Part::Aside;
    }
    let same = sequences.iter().all(|run| Some(run) == sequences.first());
    if bare && same {
        return Part::Aside;
    }
    let long = sequences.iter().all(|run| run.len() >= 2);
    let varies = |run: &Vec<f64>| run.iter().any(|value| run.first() != Some(value));
    if slots.len() > 1 && long && same && sequences.iter().all(varies) {
        return if counts_runs(text, slots, at, &sequences) { Part::Aside } else { Part::Condition };
    }
    if bare || is_quantity(text, slots, at) { Part::Measured } else { Part::Aside }
}

/// Whether numbers count the runs: one, two, three at the start of their lines or behind a word for it.
fn counts_runs(text: &str, slots: &[Slot], at: usize, sequences: &[Vec<f64>]) -> bool {
    const RUNS: &[&str] = &["run", "iteration", "iter", "pass", "round", "trial", "attempt", "loop", "no", "nr"];
    let counts = |run: &Vec<f64>| run.windows(2).all(|pair| matches!(pair, [a, b] if *b == a + 1.0 || *b == 1.0));
    let slot = slots.get(at);
    let before = slot.and_then(|slot| text.get(..slot.start)).unwrap_or_default();
    let unit = slot.is_some_and(|slot| slot.amount.unit.is_some());
    let led = before.trim().trim_end_matches(['#', '[', '(']).is_empty() || has(before, RUNS);
    !unit && led && sequences.iter().all(counts)
}

/// Whether a number is of a unit or a key that say what it measures.
fn is_quantity(text: &str, slots: &[Slot], at: usize) -> bool {
    let Some(slot) = slots.get(at) else { return false };
    let before = text.get(..slot.start).unwrap_or_default();
    let own = own_words(text, slots, at);
    // A date, or an identifier in brackets.
    if is_dated(before) || before.ends_with(['[', '(', '<']) && slot.amount.unit.is_none() {
        return false;
    }
    let Some(unit) = &slot.amount.unit else {
        let key = before.trim_end().ends_with(['=', ':']);
        let words = quantity::humps(own);
        let quantity =
            has(&words, quantity::HIGHER) || has(&words, quantity::LOWER) || unit_at(text, slots, at).is_some();
        // A number alone between bars is of the column's name.
        let rest = text.get(slot.ends().1..).unwrap_or_default();
        let cell = before.trim_end().ends_with('|') && rest.trim_start().starts_with('|');
        return key && quantity || cell || counts_events(text, slots, at);
    };
    let share = unit.symbol == "%";
    // A clock's time stands alone only where a key or a bracket says that it is a duration.
    let clock = text.get(slot.start..slot.ends().0).is_some_and(|printed| printed.contains(':'));
    let keyed = before.trim_end().ends_with(['=', ':', '[', '(']);
    let known =
        matches!(unit.dimension, Dimension::Time(_) | Dimension::Rate(_) | Dimension::DataRate(_) | Dimension::Data(_));
    !share && (!clock || keyed) && known
}

/// Whether a number stands before the name of what processors and kernels count.
fn counts_events(text: &str, slots: &[Slot], at: usize) -> bool {
    const EVENTS: &[&str] = &[
        "cycles",
        "instructions",
        "faults",
        "misses",
        "migrations",
        "switches",
        "interrupts",
        "retransmits",
        "loads",
        "stores",
        "branches",
        "refills",
        "drops",
        "wakeups",
    ];
    let next = slots.get(at + 1).map_or(text.len(), |next| next.start);
    let behind = slots.get(at).and_then(|slot| text.get(slot.ends().1..next)).unwrap_or_default();
    has(behind, EVENTS)
}

/// Whether text ends in the day of a date.
fn is_dated(before: &str) -> bool {
    const MONTHS: &[&str] = &["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let words: Vec<String> = before.split_whitespace().rev().take(2).map(str::to_lowercase).collect();
    words.iter().any(|word| MONTHS.contains(&word.as_str()))
}

/// The words between the number before and this one.
fn own_words<'t>(text: &'t str, slots: &[Slot], at: usize) -> &'t str {
    let from = at.checked_sub(1).and_then(|before| slots.get(before)).map_or(0, |slot| slot.ends().1);
    let words = slots.get(at).and_then(|slot| text.get(from..slot.start)).unwrap_or_default();
    // What closes the remark about the number before is not of this one.
    let own = words.rsplit([',', ';', '|']).next().unwrap_or(words);
    // `size=N/A speed=12x`: a key that is glued to its number is one word.
    let glued = own.ends_with('=') && own.contains("= ") || own.matches('=').count() > 1;
    let own = if glued { own.rsplit(' ').next().unwrap_or(own) } else { own };
    own.trim_end_matches(['=', ':', ' ']).trim_start().trim_matches('"')
}

/// What the number at a place measures: the words before it, else those behind it, else those that begin the line, else what
/// its unit is of.
fn name(text: &str, slots: &[Slot], at: usize) -> String {
    const STATISTICS: &[&str] =
        &["avg", "mean", "median", "min", "max", "sum", "total", "average", "minimum", "maximum", "stddev"];
    let Some(slot) = slots.get(at) else { return String::new() };
    let head = tidy(slots.first().and_then(|first| text.get(..first.start)).unwrap_or_default());
    let own = led(tidy(own_words(text, slots, at)), at > 0);
    let next = slots.get(at + 1).map_or(text.len(), |next| next.start);
    let behind = tidy(
        text.get(slot.ends().1..next).unwrap_or_default().split([',', ';', '|', '=', '/']).next().unwrap_or_default(),
    );
    let unit = kind_of(slot.amount.unit.as_ref());
    let statistic = own.split(' ').all(|word| STATISTICS.contains(&word.to_lowercase().as_str()));
    if !own.is_empty() && statistic && at > 0 && !head.is_empty() && head != own {
        format!("{head} {own}")
    } else if !own.is_empty() {
        own
    } else if !behind.is_empty() && slot.amount.unit.is_some() && behind.split(' ').count() <= MOST_NAME_WORDS {
        format!("{unit} {behind}")
    } else if !behind.is_empty() {
        behind
    } else if head.is_empty() {
        unit.to_owned()
    } else {
        head
    }
}

/// Words without the preposition that leads to the number; none where what stands before that is of the number before.
fn led(words: String, second: bool) -> String {
    const LEADING: &[&str] =
        &["in", "of", "at", "took", "takes", "is", "was", "after", "for", "with", "by", "to", "and"];
    let leads = |word: &&str| LEADING.contains(&word.to_lowercase().as_str());
    match words.split(' ').next_back().filter(leads) {
        Some(_) if second => String::new(),
        Some(last) => words.strip_suffix(last).unwrap_or_default().trim_end().to_owned(),
        None => words,
    }
}

/// Words without the marks around them; the last few of many.
fn tidy(words: &str) -> String {
    let trimmed = words.trim_matches(|c: char| !c.is_alphanumeric());
    let all: Vec<&str> = trimmed.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).collect();
    all.get(all.len().saturating_sub(MOST_NAME_WORDS)..).unwrap_or_default().join(" ")
}

fn kind_of(unit: Option<&Unit>) -> &'static str {
    match unit.map(|unit| unit.dimension) {
        Some(Dimension::Time(_)) => "time",
        Some(Dimension::Rate(_) | Dimension::DataRate(_)) => "rate",
        Some(Dimension::Data(_)) => "size",
        _ => "value",
    }
}

/// A condition: the number with its unit, called by the words before it or by its unit.
fn condition(text: &str, slots: &[Slot], at: usize) -> Option<Label> {
    let slot = slots.get(at)?;
    let (own, behind) = (tidy(own_words(text, slots, at)), slots.get(at + 1).map_or(text.len(), |next| next.start));
    let behind = tidy(text.get(slot.ends().1..behind)?);
    let unit = slot.amount.unit.as_ref().map(|unit| unit.symbol.clone()).filter(|symbol| symbol != "%");
    let name = [own, behind, unit.unwrap_or_default()].into_iter().find(|name| !name.is_empty());
    let value = text.get(slot.start..slot.ends().1)?;
    Some(parameter(&name.unwrap_or_else(|| "at".to_owned()), value))
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn what_comes_again_is_measured_and_what_is_the_same_is_not() {
        let text = "When it is off:\n2717 bytes / 4410 usecs = 601 KB/s\n3480 usecs to free memory\n\n\
                    When it is on:\n2717 bytes / 4779 usecs = 555 KB/s\n3548 usecs to free memory\n";
        let of = |at: usize| shown(text).get(at).cloned().unwrap_or_default();
        assert_eq!(shown(text).len(), 6);
        assert_eq!(of(0), "time 4410 us Lower label=When it is off");
        assert_eq!(of(1), "rate 601 kB/s Higher label=When it is off");
        assert_eq!(of(2), "time to free memory 3480 us Lower label=When it is off");
        assert_eq!(of(3), "time 4779 us Lower label=When it is on");
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn a_sequence_that_is_the_same_below_every_label_is_a_condition() {
        let text = "old:\n50.0% 0.014 sec.\n99.0% 0.111 sec.\n\nnew:\n50.0% 0.013 sec.\n99.0% 0.072 sec.\n";
        assert_eq!(
            shown(text),
            [
                "time 0.014 s Lower at=50.0% label=old",
                "time 0.111 s Lower at=99.0% label=old",
                "time 0.013 s Lower at=50.0% label=new",
                "time 0.072 s Lower at=99.0% label=new",
            ]
        );
    }

    #[test]
    fn numbers_of_runs_are_no_conditions() {
        let text = "old:\n1 job | 14.5 ms | avg: 0.3 ms |\n2 job | 15.5 ms | avg: 0.4 ms |\n\n\
                    new:\n1 job | 12.5 ms | avg: 0.2 ms |\n2 job | 13.5 ms | avg: 0.1 ms |\n";
        assert_eq!(shown(text).len(), 8);
        assert!(shown(text).iter().all(|figure| !figure.contains("at=")), "{:?}", shown(text));
    }

    #[test]
    fn counts_are_no_figures_but_for_those_of_events() {
        let text =
            "old:\n2031 passed, 196 warnings in 121.04 seconds\n\nnew:\n1944 passed, 155 warnings in 110.97 seconds\n";
        assert_eq!(shown(text), ["time 121.04 s Lower label=old", "time 110.97 s Lower label=new"]);
        let text = "old:\ninfo: [68] 4,399,219 CPU Cycles\n\nnew:\ninfo: [24] 4,462,440 CPU Cycles\n";
        assert_eq!(shown(text), ["CPU Cycles 4399219  Unknown label=old", "CPU Cycles 4462440  Unknown label=new"]);
    }

    #[test]
    fn a_remark_parts_lines_that_stand_beside_each_other() {
        let text = "parse_it  12.5 ms  // old\nparse_it  11.5 ms  // new\n";
        assert_eq!(shown(text), ["parse_it 12.5 ms Lower label=old", "parse_it 11.5 ms Lower label=new"]);
    }

    #[test]
    fn columns_between_bars_have_the_names_of_the_header() {
        let text = "  Task     | Runtime ms | Switches | Max delay ms |\n\nold\n\n1 a:(5) | 12.5 ms | 12 | max: 1.5  ms |\n\
                    2 a:(5) | 13.5 ms | 14 | max: 1.6  ms |\n\nnew\n\n1 a:(5) | 11.5 ms | 11 | max: 1.1  ms |\n\
                    2 a:(5) | 12.5 ms | 13 | max: 1.2  ms |\n";
        let found = shown(text);
        assert_eq!(found.len(), 12, "{found:?}");
        assert!(
            found[1].starts_with("Switches 12  Unknown") && found[2].starts_with("Max delay ms 1.5 ms"),
            "{found:?}"
        );
    }

    #[test]
    fn bare_numbers_below_labels_are_runs() {
        let text = "The master:\n68973.86\n65820.10\n65424.70\nPatched:\n70159.25\n65648.41\n66070.03\n";
        assert_eq!(shown(text).len(), 6);
        assert_eq!(shown(text)[3], "value 70159.25  Unknown label=Patched");
    }

    #[test]
    fn one_block_alone_dates_and_sentences_are_none() {
        for text in [
            "4 threads: took 12.5 s of it\n8 threads: took 11.5 s of it\n",
            "a\nJun 13 09:17 file\nb\nJun 13 09:58 file\n",
            "It then took about 5 s to start.\nReally.\nIt then took about 6 s to start.\n",
        ] {
            assert!(
                shown(text).iter().all(|f| !f.contains("repeated")) && read(text).measurements.is_empty(),
                "{text}"
            );
        }
    }
}

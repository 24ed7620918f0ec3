//! Several figures on one line, each with its name or unit.
//!
//! ```text
//! run 1: build 312.8 s, stall 4.1 s
//! Item Collection: 15.78s, 91562mi
//! total 23.4s (user 12.1s, sys 3.3s)
//! c=8000 tps = 143-150k (~4s to init all conns)
//! latency min/avg/max = 3/5/12 us
//! build 312.8 s -> 290.1 s, stall 4.1 s -> 2.6 s
//! Elapsed 439.88 s (was 443.21 s)
//! ```
//!
//! No tool is known that prints them, so all of the line must be entries of the list, and none of it a sentence. The two ends
//! of a range are two figures of one setting; what stands behind an arrow, or was, is another setting.

mod entry;
mod value;

use entry::{Entry, List};
use value::{Figures, Placed};

use crate::code;
use crate::conditions;
use crate::formats::{self, Format};
use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::measurement::{FieldKind, Labels, Measurement, Metric, Role, Spread, SpreadKind};
use crate::reading::emit::{parameter, setting};
use crate::reading::joined::Joined;
use crate::reading::keys::{self, Part, is_quantity, is_run, is_statistic};
use crate::reading::quantity::{self, OPERATIONS, has, is_quality};
use crate::reading::words::row_labels;
use crate::reading::{settings, tools};
use crate::rejoin::common_words;
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Evidence, Unit};

/// Lists of figures on one line.
pub const FORMAT: Format =
    Format { id: "line-list", title: "several figures on one line", marks: &[], breaks: |_, _| false, starts, read };

/// Longer lines are no lists.
const LONGEST: usize = 240;
/// A list that a mailer wrapped goes on for at most so many lines.
const MOST_WRAPPED: usize = 2;

fn starts(document: &Document<'_>, line: usize) -> bool {
    let listed = || joined(document, line).is_some_and(|words| !is_for_others(document, line, words.text()));
    may_list(document.text(line)) && !in_paragraph(document, line) && listed()
}

/// Whether other readers tell more of a list: of one change alone, of settings beside each other (`before: 9.1s, after: 2.6s`),
/// and of the runs of a setting.
fn is_for_others(document: &Document<'_>, line: usize, text: &str) -> bool {
    let Some(list) = List::read(text, document.comma()) else { return false };
    let alone = list.entries.iter().filter(|entry| !entry.inner).count() == 1;
    let plain = |entry: &Entry<'_>| !entry.inner && matches!(entry.figures, Figures::One(_));
    let told = |name: &str| name.is_empty() || settings::names_change(name);
    // What sums runs up stands last.
    let last = list.entries.last().is_some_and(|entry| told(&entry.name) || !list.label.is_empty());
    let before = list.entries.split_last().is_some_and(|(_, before)| before.iter().all(|entry| told(&entry.name)));
    let settings = last && before && list.entries.iter().all(plain);
    let starts = |ids: &[&str]| formats::one_starts(document, line, ids);
    alone && starts(&["pairs"]) || settings && starts(&["setting-list", "labelled-runs"])
}

/// Whether a line may be a list, as far as one glance shows.
fn may_list(text: &str) -> bool {
    let figures = text.bytes().any(|b| b.is_ascii_digit());
    let parted = text.contains([',', ';', '(', '/'])
        || text.contains("->")
        || text.contains(['-', '–', '→'])
        || text.contains("..");
    let kind = || conditions::of(text);
    figures
        && parted
        && text.len() <= LONGEST
        && !text.contains(['|', '\t', '"', '{', '}', '<', '│'])
        && text.match_indices('>').all(|(at, _)| text.get(..at).is_some_and(|before| before.ends_with(['-', '='])))
        && !code::is_code(text)
        && !matches!(kind(), Some(kind) if kind != RegionKind::Prose)
}

/// Whether a line stands among sentences.
fn in_paragraph(document: &Document<'_>, line: usize) -> bool {
    let sentence = |at: usize| {
        // Remarks in brackets do not make a label a sentence.
        let text = document.text(at).split(" (").next().unwrap_or_default().trim();
        let ends = text.ends_with(':');
        let words = text.split_whitespace().count() >= 5 && common_words(text) >= 2;
        document.same_voice(line, at) && words && !ends && !is_count(document.text(at))
    };
    line.checked_sub(1).is_some_and(sentence) || line + 1 < document.len() && sentence(line + 1)
}

/// The words of the list at a line, with the lines that a mailer wrapped it to, and what it says.
fn joined<'d>(document: &'d Document<'_>, line: usize) -> Option<Joined<'d>> {
    let mut words = Joined::line(document, line);
    for _ in 0..=MOST_WRAPPED {
        if !entry::is_open(words.text()) {
            return List::read(words.text(), document.comma()).is_some_and(|list| is_sound(&list)).then_some(words);
        }
        let next = words.last() + 1;
        if document.is_blank(next) || !words.go_on(document) {
            return None;
        }
    }
    None
}

/// What an entry is.
fn part(list: &List<'_>, entry: &Entry<'_>) -> Part {
    let unit = entry.figures.unit();
    if unit.is_some_and(|unit| unit.symbol.to_lowercase().ends_with("hz")) {
        return Part::Aside;
    }
    let told = is_quantity(list.label) || quantity::unit_in(list.label).is_some();
    let key = if entry.name.is_empty() { list.label.to_owned() } else { entry.name.clone() };
    let statistics = matches!(entry.figures, Figures::Each(_));
    let value = entry.figures.all().first().map(|placed| placed.amount.value);
    let own = unit.is_some_and(|unit| unit.dimension == Dimension::Other && unit.symbol != "%");
    match keys::part(&key, told, unit, value) {
        // A unit that only the tool knows counts beside one that is known.
        Part::Aside if own && list.entries.iter().any(|other| other.figures.unit().is_some_and(Unit::is_time)) => {
            Part::Measured
        }
        Part::Condition if statistics => Part::Measured,
        part => part,
    }
}

/// Whether a list says enough: two figures that are measured, or one with more than a number.
fn is_sound(list: &List<'_>) -> bool {
    let measured = || list.entries.iter().filter(|entry| part(list, entry) == Part::Measured);
    let named = |entry: &Entry<'_>| !entry.name.is_empty() || !list.label.is_empty();
    let told = measured().any(|entry| {
        let known = entry.figures.unit().is_some_and(|unit| !matches!(unit.dimension, Dimension::Other));
        known || is_quantity(&entry.name) || is_quantity(list.label)
    });
    // A single change is a pair, for which others look further.
    let more = measured()
        .any(|entry| matches!(entry.figures, Figures::Range(_) | Figures::Each(_)) || entry.earlier.is_some());
    let outer = list.entries.iter().filter(|entry| !entry.inner);
    told && (measured().count() >= 2 || more) && outer.clone().count() > 0 && { outer }.all(named)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(words) = joined(document, line) else { return line + 1 };
    let Some(list) = List::read(words.text(), document.comma()) else { return line + 1 };
    let above = sink.context.labels(document.depth(line));
    let in_block = above.iter().any(|label| label.field.kind == FieldKind::Setting);
    let mut reading = Reading { document, words: &words, list: &list, line, in_block };
    reading.emit(sink);
    let mut end = words.last() + 1;
    while end < document.len() && document.same_voice(line, end) && is_count(document.text(end)) {
        end += 1;
    }
    for at in line..end {
        sink.explain(document.line_span(at), RegionKind::Context);
    }
    end
}

/// Whether a line says how much there was of something: `Total functions: 8715`, `Of unknown type: 2635 (1%)`.
fn is_count(text: &str) -> bool {
    let Some((name, count)) = text.trim().rsplit_once(": ") else { return false };
    let count = count.split(" (").next().unwrap_or_default();
    let whole = !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit() || b == b',');
    whole && !is_quantity(name) && name.starts_with(char::is_alphabetic) && !name.contains([',', ';', '=', '|'])
}

/// A list that is put into the sink.
struct Reading<'r, 'd, 's> {
    document: &'d Document<'s>,
    words: &'r Joined<'d>,
    list: &'r List<'r>,
    line: usize,
    /// Whether a label above tells the setting.
    in_block: bool,
}

impl Reading<'_, '_, '_> {
    fn emit(&mut self, sink: &mut Sink) {
        let labels = self.labels(sink);
        for entry in &self.list.entries {
            if part(self.list, entry) != Part::Measured {
                continue;
            }
            let name = self.name(entry);
            match (&entry.figures, &entry.earlier) {
                (Figures::One(one), Some(earlier)) => {
                    self.measure(sink, &name, earlier, beside(&labels, "before"));
                    self.measure(sink, &name, one, beside(&labels, "after"));
                }
                (Figures::One(one), None) => self.measure(sink, &name, one, labels.clone()),
                (Figures::Range(ends), _) => {
                    for end in ends {
                        self.measure(sink, &name, end, labels.clone());
                    }
                }
                (Figures::Change([first, second]), _) => {
                    self.measure(sink, &name, first, beside(&labels, "before"));
                    self.measure(sink, &name, second, beside(&labels, "after"));
                }
                (Figures::Each(each), _) => {
                    for (statistic, placed) in each {
                        let name = format!("{name} {statistic}");
                        self.measure(sink, name.trim(), placed, labels.clone());
                    }
                }
            }
        }
    }

    /// Whether the label of the line tells what is measured and not which setting it is of.
    fn is_label_quantity(&self) -> bool {
        let label = self.list.label;
        let nameless = self.list.entries.iter().any(|entry| !entry.inner && entry.name.is_empty());
        let statistics = self.list.entries.iter().any(|entry| is_statistic(&entry.name));
        is_quantity(label) || has(label, OPERATIONS) || self.in_block && (nameless || statistics)
    }

    /// The labels of all figures of the line: what stands before the colon, and conditions.
    fn labels(&self, sink: &Sink) -> Labels {
        let label = self.list.label;
        let mut own = Labels::new();
        for (name, value) in &self.list.conditions {
            own.push(parameter(name, value));
        }
        let tells = label.contains(char::is_alphabetic) && !is_run(label) && !self.is_label_quantity();
        if tells {
            let kind = if self.in_block { FieldKind::Parameter } else { FieldKind::Setting };
            own.extend(row_labels(sink, self.document, self.line, Some(label), kind));
        }
        own
    }

    /// What an entry measures.
    fn name(&self, entry: &Entry<'_>) -> String {
        let label = self.list.label;
        match (entry.name.is_empty(), self.is_label_quantity()) {
            (true, true) => label.to_owned(),
            (false, true) if is_statistic(&entry.name) || !is_quantity(&entry.name) => {
                format!("{label} {}", entry.name)
            }
            (true, false) => String::new(),
            (false, _) => entry.name.clone(),
        }
    }

    fn measure(&self, sink: &mut Sink, name: &str, placed: &Placed<'_>, own: Labels) {
        let document = self.document;
        let unit = placed.amount.unit.clone().unwrap_or_else(|| unit_of_name(name));
        let words = format!("{name} {}", self.list.label);
        let mut better = quantity::better(&words, &unit);
        if better == Better::Unknown {
            better = tools::fixed(&words).map_or(Better::Unknown, |(_, better)| better);
        }
        let component = unit.is_time() && has(name, &["user", "sys", "system"]);
        let role = match (is_quality(name), component) {
            (true, _) => Role::Quality,
            (false, true) => Role::Component,
            (false, false) => Role::Primary,
        };
        let metric = sink.metric(Metric {
            section: sink.section().to_owned(),
            name: if name.is_empty() { "value".to_owned() } else { name.to_owned() },
            unit,
            better: if role == Role::Quality { Better::Unknown } else { better },
            better_evidence: if better == Better::Unknown { Evidence::None } else { Evidence::Unit },
            role,
            format: FORMAT.id.to_owned(),
        });
        let labels = sink.labels_at(document, self.line, own);
        let span = self.words.span(document, self.words.range(placed.printed));
        let (value, low, high) = (placed.amount.value, placed.amount.low, placed.amount.high);
        let id = sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false });
        if let Some(value) = placed.spread {
            sink.spread(id, Spread::new(value, SpreadKind::Unknown, None));
        }
    }
}

/// Labels with the side of a change.
fn beside(labels: &Labels, name: &str) -> Labels {
    let mut labels = labels.clone();
    labels.push(setting("column", name));
    labels
}

/// The unit that a name gives a bare number: `tps`.
fn unit_of_name(name: &str) -> Unit {
    let last = name.split_whitespace().last().unwrap_or_default();
    quantity::unit_in(name).or_else(|| quantity::unit_of(last)).unwrap_or_else(Unit::none)
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    fn values(text: &str) -> Vec<f64> {
        read(text).measurements.iter().map(|m| m.value).collect()
    }

    #[test]
    fn runs_stand_below_each_other() {
        assert_eq!(
            shown("limit=10\n  run 1: make 312.8 s, stall 4.1 s\n  run 2: make 314.0 s, stall 4.4 s\n"),
            [
                "make 312.8 s Lower label=limit=10",
                "stall 4.1 s Lower label=limit=10",
                "make 314 s Lower label=limit=10",
                "stall 4.4 s Lower label=limit=10"
            ]
        );
    }

    #[test]
    fn a_key_may_have_two_figures_in_units_of_their_own() {
        assert_eq!(
            shown("[with the patch]\nLexing: 15.78s, 91562mi\nTypes: 3.10s, 1200mi\n"),
            [
                "Lexing 15.78 s Lower label=with the patch",
                "Lexing 91562 mi Unknown label=with the patch",
                "Types 3.1 s Lower label=with the patch",
                "Types 1200 mi Unknown label=with the patch"
            ]
        );
    }

    #[test]
    fn details_stand_in_brackets() {
        assert_eq!(
            shown("old: total 23.4s (user 12.1s, sys 3.3s)\nnew: total 20.4s (user 11.1s, sys 3.1s)\n"),
            [
                "total 23.4 s Lower label=old",
                "user 12.1 s Lower label=old",
                "sys 3.3 s Lower label=old",
                "total 20.4 s Lower label=new",
                "user 11.1 s Lower label=new",
                "sys 3.1 s Lower label=new"
            ]
        );
        assert_eq!(
            shown("vanilla: 1,204 req/s (p99 34 ms)\npatched: 1,310 req/s (p99 31 ms)\n"),
            [
                "value 1204 req/s Higher label=vanilla",
                "p99 34 ms Lower label=vanilla",
                "value 1310 req/s Higher label=patched",
                "p99 31 ms Lower label=patched"
            ]
        );
    }

    #[test]
    fn ranges_are_their_two_ends() {
        assert_eq!(
            shown("pool=fixed\n c=8000 tps = 143-150k (~4s to fill)\n\npool=none\n c=8000 tps = ~189k (3s to fill)\n"),
            [
                "tps 143000 tps Higher c=8000 label=pool=fixed",
                "tps 150000 tps Higher c=8000 label=pool=fixed",
                "to fill 4 s Lower c=8000 label=pool=fixed",
                "tps 189000 tps Higher c=8000 label=pool=none",
                "to fill 3 s Lower c=8000 label=pool=none"
            ]
        );
        assert_eq!(values("latency: 3.1 - 4.2 ms\n"), [3.1, 4.2]);
        assert_eq!(values("boot time: 50s-70s!\n"), [50.0, 70.0]);
        assert_eq!(values("built: 2024-01-02, 12 files\n"), [0.0; 0]);
        assert_eq!(values("lines 12-14, 3 s\n"), [0.0; 0]);
    }

    #[test]
    fn names_and_figures_may_be_parted_by_slashes() {
        let of = |name: &str, value: &str| format!("{name} {value} us Lower");
        let expected = [of("wakeup min", "3"), of("wakeup avg", "5"), of("wakeup max", "12")];
        for text in [
            "wakeup min/avg/max = 3/5/12 us\n",
            "wakeup (min/avg/max): 3 / 5 / 12 us\n",
            "wakeup min/avg/max: 3us/5us/12us\n",
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn entries_may_tell_before_and_after() {
        let expected = [
            "build 312 s Lower column=before",
            "build 280 s Lower column=after",
            "stall 4.1 s Lower column=before",
            "stall 2.6 s Lower column=after",
        ];
        for text in
            ["build 312 s -> 280 s, stall 4.1 s -> 2.6 s\n", "build 280 s (was 312 s), stall 2.6 s (was 4.1 s)\n"]
        {
            let mut shown = shown(text);
            shown.sort_by_key(|figure| !figure.contains("before"));
            shown.sort_by_key(|figure| figure.contains("stall"));
            assert_eq!(shown, expected, "{text}");
        }
    }

    #[test]
    fn a_line_may_be_wrapped() {
        assert_eq!(
            values("> run 1: build 312.8 s, stall 4.1 s (user 12.1 s,\n> sys 3.3 s)\n"),
            [312.8, 4.1, 12.1, 3.3]
        );
    }

    #[test]
    fn sentences_counts_machines_and_settings_are_left() {
        for text in [
            "It took 12.3 s, and 13.4 s the other day.\n",
            "We saw the build go over 12 s, which is more than the 10 s we allow,\nso I stopped it.\n",
            "8 cores, 2.4 GHz, 16 GB\n",
            "12 files changed, 340 insertions(+), 20 deletions(-)\n",
            "timeout 30 s, interval 5 s\n",
            "10 packets, 0% loss, 3 errors\n",
            "f(1, 2, 3)\n",
            "page 3, line 4; page 5, line 6\n",
            "Sat, 3 Feb 2024 10:11:12 (UTC)\n",
            "3 passed, 0 failed in 2.3s\n",
        ] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }
}

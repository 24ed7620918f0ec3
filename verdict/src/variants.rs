//! Settings told by nothing but the names of what was measured.
//!
//! `Encode/old` and `Encode/new`, `ParseBench.regex` and `ParseBench.handWritten`: one run of a harness times several ways
//! to do one thing, and what differs stands within the benchmarks' names. Where nothing else in a post can be compared,
//! the part of the names that differs becomes the setting, and what the names share the metric. A part that says what was
//! done (`read`, `write`) or how much of it (`small`, `1024`) is never taken for a setting.

use std::collections::{BTreeMap, BTreeSet};

use benchnote_parser::{Field, FieldKind, Label, LabelsId, Metric, MetricId, Parsed, Role, is_operation};

use crate::baseline;
use crate::choices::Choices;
use crate::dataset::Dataset;
use crate::key;
use crate::report::MetricRow;

/// The field that such a part of a name becomes.
const VARIANT: &str = "benchmark's name";

/// A post of more names than these is a suite, not a comparison.
const MOST_NAMES: usize = 200;
/// Names of more words than these are sentences.
const MOST_WORDS: usize = 12;
/// More ways to do one thing than these are not compared in one list.
const MOST_VALUES: usize = 12;

/// The post with the parts of names as a setting, where nothing else in it can be compared and no tool printed changes, or
/// where the user chose them.
pub(crate) fn where_nothing_compares(parsed: &Parsed, dataset: &Dataset, choices: &Choices) -> Option<Parsed> {
    let chosen = choices.projection.as_ref().map(|names| names.iter().any(|name| name == VARIANT));
    let sides = |row: &MetricRow| row.samples.iter().filter(|sample| !sample.runs.is_empty()).count();
    let compared = dataset.metrics.iter().any(|row| row.role != Role::Context && sides(row) >= 2);
    let wanted = chosen.unwrap_or(!compared && parsed.changes.is_empty());
    if wanted { split(parsed) } else { None }
}

/// The post with the parts of names that differ as a setting; `None` where the names tell none.
fn split(parsed: &Parsed) -> Option<Parsed> {
    let names = Names::of(parsed)?;
    let best = names.slots().into_iter().max_by_key(|slot| names.rank(slot))?;
    Some(rename(parsed, &names, &best))
}

/// How strongly something parts the words of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Edge {
    /// `encodeOld`
    Hump,
    /// `encode_old`
    Weak,
    /// `encode/old`, `Encode.old`, or the end.
    Strong,
}

/// A word of a name, and what stands before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word {
    start: usize,
    end: usize,
    before: Edge,
}

fn words(name: &str) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut before = Edge::Strong;
    let mut last: Option<char> = None;
    for (at, c) in name.char_indices() {
        let end = at + c.len_utf8();
        if !c.is_alphanumeric() && c != '+' {
            let edge = if matches!(c, '_' | '-') { Edge::Weak } else { Edge::Strong };
            before = if last.is_some_and(char::is_alphanumeric) { edge } else { before.max(edge) };
        } else if let Some(word) = found.last_mut().filter(|word| word.end == at && !is_hump(last, c)) {
            word.end = end;
        } else {
            let before = if found.last().is_some_and(|word| word.end == at) { Edge::Hump } else { before };
            found.push(Word { start: at, end, before });
        }
        last = Some(c);
    }
    found
}

fn is_hump(last: Option<char>, c: char) -> bool {
    c.is_uppercase() && last.is_some_and(char::is_lowercase)
}

/// Words that every harness puts into names.
fn is_generic(word: &str) -> bool {
    const GENERIC: &[&str] =
        &["bench", "benchmark", "benchmarks", "bm", "test", "tests", "perf", "cpu", "time", "mean"];
    let word = word.to_lowercase();
    GENERIC.contains(&word.as_str()) || is_number(&word)
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a word says what was done or with how much of what.
fn is_of_the_work(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "small",
        "large",
        "medium",
        "big",
        "huge",
        "tiny",
        "short",
        "long",
        "empty",
        "full",
        "single",
        "multi",
        "many",
        "few",
        "one",
        "min",
        "max",
        "avg",
        "p50",
        "p90",
        "p95",
        "p99",
        "dumps",
        "loads",
        "serialize",
        "deserialize",
        "marshal",
        "unmarshal",
        "hit",
        "miss",
        "int",
        "float",
        "string",
        "warm",
        "cold",
        "worst",
        "best",
        "stddev",
        "cpu",
        "real",
        "user",
        "sys",
    ];
    let word = word.to_lowercase();
    WORDS.contains(&word.as_str()) || is_operation(&word) || is_number(&word)
}

/// Whether a word names a state of a change: `old`, `patched`, `v2`.
fn is_of_a_change(word: &str) -> bool {
    const WORDS: &[&str] =
        &["orig", "original", "naive", "reference", "ref", "prev", "previous", "opt", "fast", "slow"];
    let word = word.to_lowercase();
    let version =
        word.strip_prefix('v').is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()));
    version || WORDS.contains(&word.as_str()) || baseline::says_by_word(&word) || key::says_change(&word)
}

/// What a name is compared within: section, unit and format.
type Group = (String, String, String);

/// A name with a part cut out of it, within its group.
type Rest = (Group, String);

/// The names of the metrics of a post that are no context.
struct Names<'p> {
    metrics: Vec<(MetricId, &'p Metric, Vec<Word>)>,
    text: String,
}

/// A part of some names that differs where the rest does not.
#[derive(Clone, Debug)]
struct Slot {
    /// The words of each name, from and to; in the order of the metrics.
    parts: Vec<Option<(usize, usize)>>,
    values: Vec<String>,
    rests: BTreeSet<String>,
    edge: Edge,
}

impl<'p> Names<'p> {
    /// `None` where there are too few or too many, or they are no names of benchmarks.
    fn of(parsed: &'p Parsed) -> Option<Self> {
        let used: BTreeSet<MetricId> = parsed.measurements.iter().map(|m| m.metric).collect();
        let compared = |id: &MetricId| {
            let metric = parsed.metric(*id)?;
            (!matches!(metric.role, Role::Context | Role::Quality)).then_some((*id, metric))
        };
        let metrics: Vec<_> =
            used.iter().filter_map(compared).map(|(id, metric)| (id, metric, words(&metric.name))).collect();
        let fits = |words: &Vec<Word>| (1..=MOST_WORDS).contains(&words.len());
        let counted = (2..=MOST_NAMES).contains(&metrics.len()) && metrics.iter().all(|(_, _, words)| fits(words));
        counted.then(|| Self { metrics, text: key::running_text(parsed) })
    }

    /// All parts that differ between names that are the same but for them.
    fn slots(&self) -> Vec<Slot> {
        let mut by_rest: BTreeMap<Rest, Vec<(usize, (usize, usize))>> = BTreeMap::new();
        for (at, (_, metric, words)) in self.metrics.iter().enumerate() {
            let group = (metric.section.clone(), metric.unit.symbol.clone(), metric.format.clone());
            for (first, last) in ranges(words) {
                let rest = (group.clone(), cut(&metric.name, words, (first, last)));
                by_rest.entry(rest).or_default().push((at, (first, last)));
            }
        }
        let mut slots: BTreeMap<Vec<String>, Slot> = BTreeMap::new();
        for ((_, rest), members) in by_rest.into_iter().filter(|(_, members)| members.len() >= 2) {
            let values: BTreeSet<String> = members.iter().filter_map(|(at, part)| self.value(*at, *part)).collect();
            if values.len() != members.len() || values.len() > MOST_VALUES {
                continue;
            }
            let edge = members.iter().map(|(at, part)| self.edge(*at, *part)).min().unwrap_or(Edge::Hump);
            let values: Vec<String> = values.into_iter().collect();
            let slot = slots.entry(values.clone()).or_insert_with(|| Slot {
                parts: vec![None; self.metrics.len()],
                values,
                rests: BTreeSet::new(),
                edge,
            });
            slot.edge = slot.edge.min(edge);
            slot.rests.insert(rest);
            for (at, part) in members {
                if let Some(place) = slot.parts.get_mut(at).filter(|place| place.is_none()) {
                    *place = Some(part);
                }
            }
        }
        slots.into_values().filter(|slot| self.is_setting(slot)).collect()
    }

    fn value(&self, at: usize, (first, last): (usize, usize)) -> Option<String> {
        let (_, metric, words) = self.metrics.get(at)?;
        metric.name.get(words.get(first)?.start..words.get(last)?.end).map(str::to_owned)
    }

    /// How strongly a part is set off from the rest of its name.
    fn edge(&self, at: usize, (first, last): (usize, usize)) -> Edge {
        let edge = |word: usize| {
            let words = self.metrics.get(at).map(|(_, _, words)| words);
            words.and_then(|words| words.get(word)).map_or(Edge::Strong, |word| word.before)
        };
        edge(first).min(edge(last + 1))
    }

    /// Whether a part can be what is compared: every name has one, its values are neither work nor amounts, and that the
    /// names belong together is told by a word that they share, by words of a change, or by the same parts elsewhere.
    fn is_setting(&self, slot: &Slot) -> bool {
        let all = slot.parts.iter().all(Option::is_some);
        let of = |value: &str| -> Vec<String> { texts(value).map(str::to_owned).collect() };
        let common = common_words(&slot.values);
        let work = |value: &&String| texts(value).filter(|word| !common.contains(*word)).all(is_of_the_work);
        let change = slot.values.iter().any(|value| of(value).iter().any(|word| is_of_a_change(word)));
        let shared = slot.rests.iter().all(|rest| of(rest).iter().any(|word| !is_generic(word)));
        let crossed = slot.rests.iter().map(|rest| without_numbers(rest)).collect::<BTreeSet<_>>().len() >= 2;
        let mentioned = slot.values.iter().filter(|value| key::is_mentioned(value, &self.text)).count() >= 2;
        let alike = common.iter().any(|word| !is_generic(word));
        let told = change || mentioned || (shared && slot.edge >= Edge::Weak) || crossed || alike;
        all && told && !shares_an_end(&slot.values) && slot.values.iter().filter(work).count() * 2 < slot.values.len()
    }

    /// The better slot: one whose values are words of a change alone, then one that is set off more strongly, then of fewer
    /// values, then further back.
    fn rank(&self, slot: &Slot) -> (bool, bool, Edge, std::cmp::Reverse<usize>, usize) {
        let pure = |value: &&String| texts(value).all(is_of_a_change);
        let changes = slot.values.iter().filter(pure).count();
        let place = slot.parts.iter().flatten().map(|(first, _)| *first).min().unwrap_or(0);
        let count = slot.values.len();
        (changes == count, changes > 0, slot.edge, std::cmp::Reverse(count), place)
    }
}

/// The ranges of a name's words that can be a value: a few words, or all between two strong marks.
fn ranges(words: &[Word]) -> Vec<(usize, usize)> {
    const MOST_VALUE_WORDS: usize = 4;
    let edge = |at: usize| words.get(at).map_or(Edge::Strong, |word| word.before);
    let firsts = 0..words.len();
    let all = firsts.flat_map(|first| (first..words.len()).map(move |last| (first, last)));
    let fits = |&(first, last): &(usize, usize)| {
        last - first < MOST_VALUE_WORDS || edge(first) == Edge::Strong && edge(last + 1) == Edge::Strong
    };
    all.filter(fits).collect()
}

/// What stands for the part that was cut out.
const CUT: char = '\u{0}';

fn cut(name: &str, words: &[Word], (first, last): (usize, usize)) -> String {
    let (Some(first), Some(last)) = (words.get(first), words.get(last)) else { return name.to_owned() };
    let (before, behind) = (name.get(..first.start).unwrap_or_default(), name.get(last.end..).unwrap_or_default());
    format!("{before}{CUT}{behind}")
}

fn without_numbers(rest: &str) -> String {
    rest.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// The words of a text.
fn texts(text: &str) -> impl Iterator<Item = &str> {
    words(text).into_iter().filter_map(|word| text.get(word.start..word.end))
}

/// The words that all values have: `Sort` of `StdSort` and `RadixSort`.
fn common_words(values: &[String]) -> BTreeSet<String> {
    let mut sets = values.iter().map(|value| texts(value).map(str::to_owned).collect::<BTreeSet<_>>());
    let first = sets.next().unwrap_or_default();
    sets.fold(first, |common, set| common.intersection(&set).cloned().collect())
}

/// Whether all values begin or end with the same word, set off by a mark: that word belongs to the rest.
fn shares_an_end(values: &[String]) -> bool {
    let ends = |last: bool| -> BTreeSet<Option<&str>> {
        let end = |value: &'_ String| -> Option<(usize, usize)> {
            let all = words(value);
            let (word, next) = if last { (all.last()?, all.last()?) } else { (all.first()?, all.get(1)?) };
            (all.len() > 1 && next.before > Edge::Hump).then_some((word.start, word.end))
        };
        values.iter().map(|value| end(value).and_then(|(start, end)| value.get(start..end))).collect()
    };
    [true, false].into_iter().any(|last| matches!(ends(last).into_iter().collect::<Vec<_>>().as_slice(), [Some(_)]))
}

/// The post with the values of a slot as labels.
fn rename(parsed: &Parsed, names: &Names<'_>, slot: &Slot) -> Parsed {
    let mut of: BTreeMap<MetricId, (MetricId, String)> = BTreeMap::new();
    let mut metrics = parsed.metrics.clone();
    let mut known: BTreeMap<(String, String, String, String, Role), MetricId> = BTreeMap::new();
    for (at, (id, metric, all)) in names.metrics.iter().enumerate() {
        let Some(part) = slot.parts.get(at).copied().flatten() else { continue };
        let Some(value) = names.value(at, part) else { continue };
        let name = tidy(&cut(&metric.name, all, part), metric);
        let key =
            (metric.section.clone(), name.clone(), metric.unit.symbol.clone(), metric.format.clone(), metric.role);
        let id_of_rest = *known.entry(key).or_insert_with(|| {
            metrics.push(Metric { name, ..(*metric).clone() });
            MetricId(metrics.len() as u32 - 1)
        });
        of.insert(*id, (id_of_rest, value));
    }
    let mut labels = parsed.labels.clone();
    let mut added: BTreeMap<(LabelsId, String), LabelsId> = BTreeMap::new();
    let mut measurements = parsed.measurements.clone();
    for measurement in &mut measurements {
        let Some((metric, value)) = of.get(&measurement.metric) else { continue };
        measurement.metric = *metric;
        measurement.labels = *added.entry((measurement.labels, value.clone())).or_insert_with(|| {
            let mut all = parsed.labels(measurement.labels).to_vec();
            let field = Field { name: VARIANT.to_owned(), kind: FieldKind::Setting };
            all.push(Label { field, value: value.clone() });
            labels.push(all);
            LabelsId(labels.len() as u32 - 1)
        });
    }
    Parsed { metrics, labels, measurements, ..parsed.clone() }
}

/// What is left of a name, without the marks that joined the part to it; where nothing is left, what its unit measures.
fn tidy(rest: &str, metric: &Metric) -> String {
    let joins = |c: char| matches!(c, '/' | '.' | ':' | '_' | '-' | ' ');
    let (before, behind) = rest.split_once(CUT).unwrap_or((rest, ""));
    let (head, tail) = (before.trim_matches(joins), behind.trim_end_matches(joins));
    let name = if head.is_empty() { tail.trim_start_matches(joins).to_owned() } else { format!("{head}{tail}") };
    match name.is_empty() {
        true if metric.unit.is_time() => "time".to_owned(),
        true => "value".to_owned(),
        false => name,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use benchnote_parser::{Source, parse};

    use super::*;

    /// The values that the names of a post give, and the metrics under which they stand.
    fn told(text: &str) -> Option<(Vec<String>, Vec<String>)> {
        let split = split(&parse(&[Arc::new(Source::unnamed(text))]))?;
        let mut values: Vec<String> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for m in &split.measurements {
            let value = split.labels(m.labels).iter().find(|l| l.field.name == VARIANT).map(|l| l.value.clone());
            values.extend(value.filter(|value| !values.contains(value)));
            let name = split.metric(m.metric).map(|metric| metric.name.clone());
            names.extend(name.filter(|name| !names.contains(name)));
        }
        Some((values, names))
    }

    fn libtest(names: &[&str]) -> String {
        let line = |name: &&str| format!("test {name} ... bench:       1,234 ns/iter (+/- 56)\n");
        names.iter().map(line).collect()
    }

    fn of_libtest(names: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
        told(&libtest(names))
    }

    fn some(values: &[&str], names: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
        let owned = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect();
        Some((owned(values), owned(names)))
    }

    #[test]
    fn a_name_s_words_are_parted_by_marks_and_humps() {
        let of = |name: &str| -> Vec<String> { words(name).iter().map(|w| name[w.start..w.end].to_owned()).collect() };
        assert_eq!(of("BM_StdSort/1024"), ["BM", "Std", "Sort", "1024"]);
        assert_eq!(of("json::encode_old"), ["json", "encode", "old"]);
        assert_eq!(of("parseJSON"), ["parse", "JSON"]);
        let edges: Vec<Edge> = words("BM_StdSort/1024").iter().map(|w| w.before).collect();
        assert_eq!(edges, [Edge::Strong, Edge::Weak, Edge::Hump, Edge::Strong]);
    }

    #[test]
    fn a_part_of_a_change_is_the_setting() {
        assert_eq!(of_libtest(&["bench_old", "bench_new"]), some(&["old", "new"], &["bench"]));
        assert_eq!(
            of_libtest(&["encode_old", "encode_new", "decode_old", "decode_new"]),
            some(&["old", "new"], &["encode", "decode"])
        );
    }

    #[test]
    fn ways_to_do_one_thing_are_settings() {
        assert_eq!(of_libtest(&["sort::std", "sort::radix"]), some(&["std", "radix"], &["sort"]));
        let sizes = ["bm_quick_sort/10", "bm_radix_sort/10", "bm_quick_sort/99", "bm_radix_sort/99"];
        assert_eq!(of_libtest(&sizes), some(&["quick", "radix"], &["bm_sort/10", "bm_sort/99"]));
    }

    #[test]
    fn work_and_amounts_are_none() {
        assert_eq!(of_libtest(&["bench_read", "bench_write"]), None);
        assert_eq!(of_libtest(&["file::read", "file::write"]), None);
        assert_eq!(of_libtest(&["sort/10", "sort/100"]), None);
        assert_eq!(of_libtest(&["parse_small", "parse_large"]), None);
        assert_eq!(of_libtest(&["bench_parse", "bench_render"]), None, "nothing tells that they belong together");
    }

    #[test]
    fn what_the_text_speaks_of_belongs_together() {
        let text =
            format!("The hashbrown table beats the robinhood one by far.\n\n{}", libtest(&["hashbrown", "robinhood"]));
        assert_eq!(told(&text), some(&["hashbrown", "robinhood"], &["time"]));
    }
}

//! Lists with one figure of a quantity for each setting, where the labels themselves show that they are settings.
//!
//! ```text
//! Client to server:
//! without patch: ~63 Mbit/s
//! with patch: ~66 Mbit/s
//!
//! v5.11-rc4 : 1.355 (+/- 7.96)
//! + the patch below : 1.332 (+/- 4.95)
//!
//! * ThinLTO: 5.1 MiB
//! * ThinLTO + CG1: 4.3 MiB
//!
//! before: 9.1s  after: 2.6s  (3.5x faster)
//! 30.51s esbuild-loader
//! 29.84s the other one
//! ```
//!
//! No title is needed: words of a change (`before`, `patched`), versions, and names that are built up from others say what
//! the labels are. What stands above says what was measured. Where the figure stands first, one unit throughout is enough.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::measurement::{Measurement, Metric, Role, Spread, SpreadKind};
use crate::reading::emit::{parameter, setting};
use crate::reading::number::{Amount, amount};
use crate::reading::quantity::{CONDITIONS, DERIVED, HIGHER, LOWER, METRICS, better, has, unit_in};
use crate::reading::{emit, settings, tools};
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Evidence, Unit};

/// Lists of settings.
pub const FORMAT: Format =
    Format { id: "setting-list", title: "one figure for each setting", marks: &[], breaks: |_, _| false, starts, read };

/// Longer lines are no entries.
const LONGEST: usize = 160;
/// A label has at most this many words; more are a sentence.
const MOST_LABEL_WORDS: usize = 9;
/// A remark behind the figure has at most this many words.
const MOST_REMARK_WORDS: usize = 14;
/// A list has at most this many lines.
const MOST_LINES: usize = 48;
/// Without a sign of settings among so many lines it is another list.
const MOST_LEADING: usize = 6;
/// How far above a tool may be named.
const LINES_ABOVE: usize = 6;

/// A label with its figure.
struct Entry<'d> {
    line: usize,
    label: &'d str,
    amount: Amount,
    /// Where the figure stands in the line, in bytes.
    at: usize,
    spread: Option<f64>,
    /// A word behind the figure that is no unit that is known.
    word: Option<&'d str>,
    /// Whether nothing but a blank parts the label from the figure.
    loose: bool,
}

impl Entry<'_> {
    fn unit(&self) -> Option<Unit> {
        let word = || self.word.map(|word| Unit { symbol: word.to_owned(), dimension: Dimension::Other });
        self.amount.unit.clone().or_else(word)
    }
}

/// Where the figures of a list stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// `label: figure`
    LabelFirst,
    /// `figure label`
    FigureFirst,
}

/// The entries of a line: one, or several of which each is the label and figure of another setting.
fn entries<'d>(document: &'d Document<'_>, line: usize, order: Order) -> Option<Vec<Entry<'d>>> {
    let text = document.text(line);
    if text.len() > LONGEST || !text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let inner = text.trim_start();
    let inner = ["- ", "* ", "• "].iter().find_map(|bullet| inner.strip_prefix(bullet)).unwrap_or(inner).trim();
    match order {
        Order::FigureFirst => figure_first(document, line, inner).map(|entry| vec![entry]),
        Order::LabelFirst => {
            let one = || Some(vec![label_first(document, line, inner).or_else(|| loose(document, line, inner))?]);
            several(document, line, inner).or_else(|| runs(document, line, inner)).or_else(one)
        }
    }
}

/// `entry = label (":" / "=" / " - " / gap) figure [spread] [remark]`
fn label_first<'d>(document: &'d Document<'_>, line: usize, text: &'d str) -> Option<Entry<'d>> {
    const MARKS: &[&str] = &[":", "=", " - ", " – ", " — ", " -> ", " => ", " → ", "\t", "  "];
    let mut places: Vec<(usize, usize)> =
        MARKS.iter().filter_map(|mark| text.find(mark).map(|at| (at, mark.len()))).collect();
    places.sort_unstable();
    let (label, rest) = places.into_iter().find_map(|(at, length)| {
        let rest = text.get(at + length..)?.trim_start_matches(|c: char| c.is_whitespace() || "*`_:=".contains(c));
        amount(rest, document.comma()).map(|_| (text.get(..at).unwrap_or_default(), rest))
    })?;
    let label = label.trim_matches(|c: char| c.is_whitespace() || "*`_:=-–".contains(c));
    let found = amount(rest, document.comma())?;
    let (spread, word) = behind(document, rest.get(found.end..)?, &found)?;
    let at = rest.as_ptr().addr() - document.text(line).as_ptr().addr();
    is_label(label).then_some(Entry { line, label, amount: found, at, spread, word, loose: false })
}

/// `patched 12345`: a word of a change, a blank, a figure and its unit, and nothing else.
fn loose<'d>(document: &'d Document<'_>, line: usize, text: &'d str) -> Option<Entry<'d>> {
    const MOST_WORDS: usize = 4;
    let at =
        text.char_indices().zip(text.chars().skip(1)).find(|((_, c), next)| *c == ' ' && next.is_ascii_digit())?.0.0;
    let (label, rest) = (text.get(..at)?.trim(), text.get(at + 1..)?);
    let found = amount(rest, document.comma()).filter(|found| found.end == rest.len())?;
    let brief = label.split(' ').count() <= MOST_WORDS && settings::names_change(label) && is_label(label);
    let at = rest.as_ptr().addr() - document.text(line).as_ptr().addr();
    brief.then_some(Entry { line, label, amount: found, at, spread: None, word: None, loose: true })
}

/// `patched: 1.23s, 1.25s, 1.22s`: the runs of one setting.
fn runs<'d>(document: &'d Document<'_>, line: usize, text: &'d str) -> Option<Vec<Entry<'d>>> {
    const FEWEST: usize = 2;
    let (label, rest) = text.split_once([':', '='])?;
    let label = label.trim();
    let mut found = Vec::new();
    let mut body = rest.trim_start();
    while !body.is_empty() {
        let next = amount(body, document.comma())?;
        let at = body.as_ptr().addr() - document.text(line).as_ptr().addr();
        let behind = body.get(next.end..)?;
        found.push(Entry { line, label, amount: next, at, spread: None, word: None, loose: false });
        body = behind.trim_start_matches([',', ';', '/', ' ', '\t']);
    }
    let told = settings::names_change(label) || settings::has_version(label);
    (found.len() >= FEWEST && told && is_label(label)).then_some(found)
}

/// `entry = figure unit [":" / "-"] label`
fn figure_first<'d>(document: &'d Document<'_>, line: usize, text: &'d str) -> Option<Entry<'d>> {
    const LEADING: &[&str] =
        &["of", "in", "for", "to", "and", "the", "per", "is", "was", "on", "at", "a", "by", "from"];
    let found = amount(text, document.comma()).filter(|found| found.unit.is_some())?;
    let behind = text.get(found.end..)?;
    let label = behind.trim_matches(|c: char| c.is_whitespace() || "*`_:=-–|".contains(c));
    let words: Vec<&str> = label.split_whitespace().collect();
    let first = words.first()?.to_lowercase();
    let others = || words.iter().any(|word| amount(word, document.comma()).is_some());
    let led = behind.starts_with(char::is_whitespace) && !LEADING.contains(&first.as_str()) && !label.contains(": ");
    let at = text.as_ptr().addr() - document.text(line).as_ptr().addr();
    let named = is_label(label) && !label.ends_with(['.', ',', ';', '?', '!']) && !others();
    (led && named).then_some(Entry { line, label, amount: found, at, spread: None, word: None, loose: false })
}

/// `before: 9.1s  after: 2.6s  (3.5x faster)`: entries beside each other, parted by gaps, commas or bars.
fn several<'d>(document: &'d Document<'_>, line: usize, text: &'d str) -> Option<Vec<Entry<'d>>> {
    if text.matches([':', '=']).count() < 2 {
        return None;
    }
    let mut found = Vec::new();
    let pieces = text.split(['\t', '|', ';']).flat_map(|part| part.split("  ")).flat_map(|part| part.split(" / "));
    // A comma parts entries, and what was measured from its first setting.
    let pieces = pieces.flat_map(|part| {
        let (head, rest) = part.split_once(", ").unwrap_or((part, ""));
        let whole = !rest.is_empty() && !head.contains([':', '=']);
        if whole { vec![part] } else { part.split(", ").collect() }
    });
    let mut pieces = pieces.map(str::trim).filter(|piece| !piece.is_empty()).peekable();
    while let Some(piece) = pieces.peek()
        && let Some(entry) = label_first(document, line, piece).filter(|entry| settings::names_change(entry.label))
    {
        found.push(entry);
        pieces.next();
    }
    let rest = pieces.next().is_none_or(|rest| rest.starts_with(['(', '[', '#']) || rest.ends_with('%'));
    (found.len() >= 2 && rest).then_some(found)
}

/// The spread behind a figure, and a word that is its unit; nothing where something else follows.
fn behind<'t>(document: &Document<'_>, text: &'t str, of: &Amount) -> Option<(Option<f64>, Option<&'t str>)> {
    let body = text.trim_start_matches(|c: char| c.is_whitespace() || "*`_".contains(c)).trim_end_matches('.');
    let mark = ["±", "+/-", "+-"].iter().find_map(|mark| {
        let inner = body.strip_prefix('(').unwrap_or(body).trim_start();
        inner.strip_prefix(mark)
    });
    if let Some(inner) = mark {
        let deviation = amount(inner.trim_start(), document.comma());
        let share = |a: &Amount| a.unit.as_ref().is_some_and(|unit| unit.symbol == "%");
        // In brackets without a mark it may be a share or not, so it is no more than a remark.
        let sure = |a: &Amount| share(a) || !body.starts_with('(') || a.unit.is_some();
        let spread = deviation.filter(sure).map(|a| if share(&a) { of.value.abs() * a.value / 100.0 } else { a.value });
        return Some((spread, None));
    }
    let remark = body.find(['(', '[', ',', ';', '#', '<', '/', '→']).unwrap_or(body.len());
    let word = body.get(..remark)?.trim();
    let rest = body.get(remark..)?;
    let plain = |word: &str| word.chars().all(|c| c.is_alphabetic() || c == '/') && word.split(' ').count() <= 2;
    let brief = rest.split_whitespace().count() <= MOST_REMARK_WORDS && !rest.starts_with('/');
    (brief && plain(word)).then_some((None, Some(word).filter(|word| !word.is_empty())))
}

/// Whether some text can be a label: a few words, none of a program.
fn is_label(label: &str) -> bool {
    let words = label.split_whitespace().count();
    let code = label.contains(['{', '}', ';', '$', '<', '>', '|', '\\', '@']) || label.contains("://");
    // A figure with its spread is the first of a row.
    let figure = label.contains('±') || label.contains("+-") || label.contains("+/-");
    label.contains(char::is_alphabetic) && words <= MOST_LABEL_WORDS && !code && !figure && !label.ends_with(',')
}

/// A list.
struct List<'d> {
    entries: Vec<Entry<'d>>,
    /// Of each entry: what was measured, where its label says so, and the setting.
    parts: Vec<(&'d str, &'d str)>,
    unit: Option<Unit>,
    end: usize,
}

impl<'d> List<'d> {
    fn at(document: &'d Document<'_>, line: usize) -> Option<Self> {
        [Order::LabelFirst, Order::FigureFirst].into_iter().find_map(|order| Self::ordered(document, line, order))
    }

    fn ordered(document: &'d Document<'_>, line: usize, order: Order) -> Option<Self> {
        let mut found = entries(document, line, order)?;
        let lone = found.windows(2).all(|pair| matches!(pair, [a, b] if a.label == b.label));
        let (depth, mut end, mut at) = (document.depth(line), line + 1, line + 1);
        while lone && at < document.len() && found.len() < MOST_LINES && document.depth(at) == depth {
            if document.is_blank(at) && at == end {
                at += 1;
                continue;
            }
            let Some(more) = entries(document, at, order) else { break };
            let Some(next) = more.first().filter(|next| more.iter().all(|entry| entry.label == next.label)) else {
                break;
            };
            let alike = found.first().is_some_and(|first| more.iter().all(|next| are_alike(first, next)));
            // Behind a blank line a figure of another unit is of another list.
            let other = |first: &Entry<'_>| first.unit().map(|unit| unit.symbol) != next.unit().map(|unit| unit.symbol);
            if at > end && found.first().is_some_and(other) {
                break;
            }
            let spread_out = at > end && found.iter().any(|entry| entry.label == next.label);
            if !alike || spread_out {
                break;
            }
            found.extend(more);
            (end, at) = (at + 1, at + 1);
            if found.len() >= MOST_LEADING && order == Order::LabelFirst && !is_told(&found) {
                return None;
            }
        }
        let unit = found.iter().find_map(Entry::unit);
        let parts = parts(&found);
        let list = Self { entries: found, parts, unit, end };
        list.is_sound(order).then_some(list)
    }

    /// Whether the labels are settings.
    fn is_sound(&self, order: Order) -> bool {
        let share = self.unit.as_ref().is_some_and(|unit| matches!(unit.dimension, Dimension::Ratio(_)));
        let labels: Vec<&str> = self.parts.iter().map(|(_, setting)| *setting).collect();
        let first = labels.first().copied().unwrap_or_default();
        let differ = labels.iter().any(|label| *label != first);
        let quantity = |label: &&str| has(label, METRICS) || has(label, HIGHER) || has(label, LOWER);
        let condition = |label: &&str| has(label, CONDITIONS) || has(label, DERIVED);
        let plain = !labels.iter().any(|label| (quantity(label) || condition(label)) && !settings::names_change(label));
        let distinct: std::collections::BTreeSet<&str> = labels.iter().copied().collect();
        let rate = self.unit.as_ref().is_some_and(|unit| {
            matches!(unit.dimension, Dimension::Time(_) | Dimension::Rate(_) | Dimension::DataRate(_))
        });
        let sorted = order == Order::FigureFirst && rate && labels.len() >= 3 && distinct.len() == labels.len();
        !share && differ && plain && (is_told(&self.entries) || sorted)
    }
}

/// Whether two entries can be of one list: with the same unit or both without.
fn are_alike(one: &Entry<'_>, other: &Entry<'_>) -> bool {
    let kind = |entry: &Entry<'_>| entry.unit().map(|unit| std::mem::discriminant(&unit.dimension));
    let symbol = |entry: &Entry<'_>| entry.word.filter(|_| entry.amount.unit.is_none()).map(str::to_lowercase);
    kind(one) == kind(other) && symbol(one) == symbol(other)
}

/// Whether labels show that they are settings.
fn is_told(entries: &[Entry<'_>]) -> bool {
    let labels: Vec<&str> = entries.iter().map(|entry| entry.label).collect();
    let told = labels.iter().filter(|label| settings::names_change(label) || settings::has_version(label)).count();
    let unit = entries.iter().any(|entry| entry.amount.unit.is_some());
    // Without a unit one word of a change may be anything.
    let enough = if unit { told >= 1 } else { told * 2 >= labels.len() && told >= 1 };
    let sure = entries.iter().all(|entry| !entry.loose || settings::names_change(entry.label));
    labels.len() >= 2 && sure && (enough || settings::are_built_up(&labels))
}

/// What was measured and the setting, from each label: where every one says both.
fn parts<'d>(entries: &[Entry<'d>]) -> Vec<(&'d str, &'d str)> {
    let quantity = |words: &str| has(words, METRICS) || has(words, HIGHER) || has(words, LOWER);
    let parted: Option<Vec<_>> =
        entries.iter().map(|entry| settings::parted(entry.label).filter(|(name, _)| quantity(name))).collect();
    // Beside each other only the first says it: `allocations before: 12, after: 13`.
    let beside = || {
        let (first, rest) = entries.split_first()?;
        let same = rest.iter().all(|entry| entry.line == first.line && entry.label != first.label);
        let (name, setting) = settings::parted(first.label).filter(|_| same && !rest.is_empty())?;
        let short = rest.iter().all(|entry| entry.label.split(' ').count() <= setting.split(' ').count());
        let rest = rest.iter().map(|entry| (name, entry.label));
        short.then(|| std::iter::once((name, setting)).chain(rest).collect())
    };
    parted.or_else(beside).unwrap_or_else(|| entries.iter().map(|entry| ("", entry.label)).collect())
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    List::at(document, line).is_some()
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(list) = List::at(document, line) else { return line + 1 };
    let heading = heading(document, line).unwrap_or_default();
    let tool = tool_above(document, line);
    let unit = list
        .unit
        .clone()
        .or_else(|| unit_in(heading))
        .or_else(|| tool.map(|(unit, _)| emit::unit(unit)).filter(|unit| !unit.symbol.is_empty()))
        .unwrap_or_else(Unit::none);
    for (entry, (name, value)) in list.entries.iter().zip(&list.parts) {
        let own = entry.unit().unwrap_or_else(|| unit.clone());
        let mut direction = better(&format!("{name} {heading}"), &own);
        if direction == Better::Unknown {
            direction = tool.map_or(Better::Unknown, |(_, better)| better);
        }
        let metric = sink.metric(Metric {
            section: sink.section().to_owned(),
            name: if name.is_empty() { kind_of(&own).to_owned() } else { (*name).to_owned() },
            unit: unit.clone(),
            better: direction,
            better_evidence: if direction == Better::Unknown { Evidence::None } else { Evidence::Unit },
            role: Role::Primary,
            format: FORMAT.id.to_owned(),
        });
        let above = sink.context.labels(document.depth(entry.line));
        let group = above.iter().find(|label| label.field.name == "label" && label.value != **value);
        let told = std::iter::once(setting("label", value)).chain(group.map(|group| parameter("group", &group.value)));
        let labels = sink.labels_within(document, entry.line, told.collect());
        let Amount { value, low, high, length, .. } = entry.amount;
        let span = document.span(entry.line, entry.at, entry.at + length);
        let [value, low, high] = [value, low, high].map(|value| in_unit(value, &own, &unit));
        let id = sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false });
        if let Some(spread) = entry.spread {
            sink.spread(id, Spread::new(in_unit(spread, &own, &unit), SpreadKind::Unknown, None));
        }
        sink.explain(document.line_span(entry.line), RegionKind::Label);
    }
    list.end
}

/// A value of one unit in another of its kind: times or by a whole number, so that no digit changes.
fn in_unit(value: f64, from: &Unit, to: &Unit) -> f64 {
    let ((Dimension::Time(from), Dimension::Time(to))
    | (Dimension::Data(from), Dimension::Data(to))
    | (Dimension::DataRate(from), Dimension::DataRate(to))) = (from.dimension, to.dimension)
    else {
        return value;
    };
    if from >= to { value * (from / to).round() } else { value / (to / from).round() }
}

fn kind_of(unit: &Unit) -> &'static str {
    match unit.dimension {
        Dimension::Time(_) => "time",
        Dimension::Rate(_) | Dimension::DataRate(_) => "rate",
        Dimension::Data(_) => "size",
        _ => "value",
    }
}

/// The line right above a list that is none of its entries.
fn heading<'d>(document: &'d Document<'_>, line: usize) -> Option<&'d str> {
    const MOST_BLANK_LINES: usize = 1;
    let above = (0..line).rev().take(MOST_BLANK_LINES + 1).find(|&above| !document.is_blank(above))?;
    let text = document.text(above).trim();
    (document.depth(above) == document.depth(line)).then_some(text)
}

/// The unit and direction of the tool that is named above.
fn tool_above(document: &Document<'_>, line: usize) -> Option<(&'static str, Better)> {
    let depth = document.depth(line);
    (line.saturating_sub(LINES_ABOVE)..line)
        .rev()
        .take_while(|&above| document.depth(above) == depth)
        .find_map(|above| tools::fixed(document.text(above)))
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn labels_of_a_change_are_settings_below_any_heading() {
        let text = "Upload:\nwithout patch: ~63 Mbit/s\nwith patch: ~66 Mbit/s\nDownload:\nwithout patch: ~77 Mbit/s\n\
                    with patch: ~70 Mbit/s\n";
        assert_eq!(
            shown(text),
            [
                "rate 63 Mbit/s Higher group=Upload label=without patch",
                "rate 66 Mbit/s Higher group=Upload label=with patch",
                "rate 77 Mbit/s Higher group=Download label=without patch",
                "rate 70 Mbit/s Higher group=Download label=with patch",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn versions_and_additions_are_settings() {
        let text = "hackbench -l 25 -g 1\nv5.1-rc4 : 1.35 (+/- 7.96)\n+ first fix : 1.92 (+/- 25%)\n";
        let found = shown(text);
        assert_eq!(found.len(), 2);
        assert!(found[0].starts_with("time 1.35 s Lower"), "{found:?}");
        assert!(found[1].contains("±0.48") && found[1].contains("label=+ first fix"), "{found:?}");
        let text = "* thin (as it is): 5.1 Mib\n* thin + one: 4.3 Mib\n* fat: 4.0 Mib\n";
        assert_eq!(shown(text)[2], "size 4 MiB Unknown label=fat");
    }

    #[test]
    fn entries_may_stand_beside_each_other() {
        let text = "small one:\n  before: 3.3s  after: 3.1s  (no change)\nlarge one:\n  before: 9.1s, after: 2.6s\n";
        assert_eq!(shown(text).len(), 4);
        assert_eq!(shown(text)[3], "time 2.6 s Lower group=large one label=after");
        assert_eq!(shown("Current: ~2.3s, proposed: ~1.1s.\n").len(), 2);
        assert_eq!(shown("parse | old: 12 ms | new: 13 ms\n").len(), 0);
    }

    #[test]
    fn the_figure_may_stand_first() {
        let text = "30.51s swc (5)\n29.84s plain\n26.10s swc (4)\n";
        assert_eq!(shown(text)[0], "time 30.51 s Lower label=swc (5)");
        assert_eq!(shown(text).len(), 3);
        let text = "12.5 ms - before\n11.5 ms - after the patch\n";
        assert_eq!(shown(text)[1], "time 11.5 ms Lower label=after the patch");
    }

    #[test]
    fn a_label_may_name_the_quantity_as_well() {
        let text = "compile time (before): 12.5\ncompile time (after): 11.5\n";
        assert_eq!(shown(text), ["compile time 12.5  Lower label=before", "compile time 11.5  Lower label=after"]);
    }

    #[test]
    fn a_setting_may_have_several_runs_or_only_a_blank_before_its_figure() {
        let text = "Without the patch: 1.23s, 1.25s\nWith the patch: 1.13s, 1.15s\n";
        assert_eq!(shown(text).len(), 4);
        assert_eq!(shown(text)[3], "time 1.15 s Lower label=With the patch");
        let text = "Throughput (req/s):\nbaseline 12345\npatched 13456\n";
        assert_eq!(shown(text)[1], "rate 13456 req/s Higher label=patched quantity=Throughput (req/s)");
        assert!(shown("before 12 of us came\nafter 13 of us left\n").is_empty());
    }

    #[test]
    fn figures_of_one_list_come_to_one_unit() {
        assert_eq!(
            shown("before: 12.5 ms\nafter: 900 us\n\nold: 3 s\nnew: 2 s\n"),
            [
                "time 12.5 ms Lower label=before",
                "time 0.9 ms Lower label=after",
                "time 3 s Lower label=old",
                "time 2 s Lower label=new"
            ]
        );
    }

    #[test]
    fn the_first_of_several_says_what_was_measured() {
        let text = "startup time, before = 1.25 s / after = 1.05 s\n";
        assert_eq!(shown(text), ["startup time 1.25 s Lower label=before", "startup time 1.05 s Lower label=after"]);
    }

    #[test]
    fn lists_of_something_else_are_none() {
        for text in [
            "v2: 3 fixes for the build\nv3: rebased\n",
            "threads: 12\nsize: 13\n",
            "16.99% old_bench\n12.5% new_bench\n11.5% x\n",
            "min: 12 ms\nmax: 13 ms with it\n",
        ] {
            assert!(shown(text).iter().all(|f| !f.contains("label=")), "{text}: {:?}", shown(text));
        }
    }
}

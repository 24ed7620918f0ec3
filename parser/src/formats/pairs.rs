//! Two figures of one quantity on a line, before and after a change.
//!
//! ```text
//! fork latency:   12.3 us -> 10.1 us  (-18%)
//! boot            4.2s => 3.9s
//! vanilla vs patched:
//!   tbench        1200 MB/s vs 1350 MB/s
//! received 2383.21Mb(sendmsg)/2551.64Mb(sendmmsg)
//! ```
//!
//! An arrow leads from before to after. What stands on either side of `vs` is told by a line above with the same mark, or
//! else guessed from the order alone; names in brackets behind the figures are settings.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::measurement::{Labels, Measurement, Metric, Role, Spread, SpreadKind};
use crate::reading::emit::setting;
use crate::reading::number::{Amount, amount};
use crate::reading::quantity::{self, better, unit_in};
use crate::reading::{emit, tools};
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Evidence, Unit};

/// Lines with two figures of one quantity.
pub const FORMAT: Format =
    Format { id: "pairs", title: "before and after on one line", marks: &[], breaks: |_, _| false, starts, read };

/// Longer lines are no entries of a list.
const LONGEST: usize = 200;
/// What names the quantity has at most this many words.
const MOST_NAME_WORDS: usize = 9;
/// What stands behind the second figure has at most this many words.
const MOST_WORDS_BEHIND: usize = 8;
/// How far above names and units may stand.
const LINES_ABOVE: usize = 10;

/// How two figures are put beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// From before to after.
    Arrow,
    /// One against the other.
    Against,
}

/// The marks in the order in which they are looked for.
const MARKS: &[(&str, Mark)] = &[
    ("-->", Mark::Arrow),
    ("==>", Mark::Arrow),
    ("->", Mark::Arrow),
    ("=>", Mark::Arrow),
    ("→", Mark::Arrow),
    ("➜", Mark::Arrow),
    (" vs. ", Mark::Against),
    (" vs ", Mark::Against),
    (" versus ", Mark::Against),
];

/// Two figures with what stands around them.
struct Pair<'d> {
    name: &'d str,
    /// Each with its place in the line, in bytes.
    figures: [(Amount, usize); 2],
    /// The figures behind `±`, in the unit of the values.
    spreads: [Option<f64>; 2],
    /// The names that stand in brackets behind them, or the mark between.
    told: Told,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Told {
    Names([String; 2]),
    By(Mark),
}

fn starts(document: &Document<'_>, line: usize) -> bool {
    pair(document, line).is_some()
}

/// `pair = [bullet] name [":" / "="] figure mark figure [words]`
fn pair<'d>(document: &'d Document<'_>, line: usize) -> Option<Pair<'d>> {
    let text = document.text(line);
    if text.len() > LONGEST || !text.contains(|c: char| c.is_ascii_digit()) || text.contains('|') {
        return None;
    }
    named(document, text)
        .or_else(|| was(document, text))
        .or_else(|| MARKS.iter().find_map(|&(mark, kind)| marked(document, text, mark, kind)))
}

fn marked<'d>(document: &Document<'_>, text: &'d str, mark: &str, kind: Mark) -> Option<Pair<'d>> {
    let at = text.find(mark)?;
    let behind = text.get(at + mark.len()..)?;
    if behind.contains(mark) {
        return None;
    }
    let gap = behind.len() - behind.trim_start().len();
    let second = (amount(behind.trim_start(), document.comma())?, at + mark.len() + gap);
    let before = text.get(..at)?.trim_end();
    let (own, behind_second) = own_unit(before, text.get(second.1 + second.0.end..)?);
    let before = own.map_or(before, |unit| before.get(..before.len() - unit.len()).unwrap_or(before).trim_end());
    let (mut first, first_spread) = last_figure(document, before)?;
    let mut second = second;
    if let Some(symbol) = own {
        for figure in [&mut first.0, &mut second.0] {
            figure.unit = Some(Unit { symbol: symbol.to_owned(), dimension: Dimension::Other });
        }
    }
    let name = before.get(..first.1)?.trim();
    let rest = behind_second;
    let (second_spread, rest) = spread(document, rest, &second.0);
    let name = name_of(name)?;
    // Arrows that are glued to bare numbers are code, or lead from one node to another.
    let glued = before.len() == at && gap == 0;
    if glued && first.0.unit.is_none() && second.0.unit.is_none() {
        return None;
    }
    let brief = rest.split_whitespace().count() <= MOST_WORDS_BEHIND && !rest.trim_end().ends_with('.');
    (brief && alike(&first.0, &second.0)).then_some(Pair {
        name,
        figures: [first, second],
        spreads: [first_spread, second_spread],
        told: Told::By(kind),
    })
}

/// A word that stands behind both figures and is their unit, though none that is known: `41 cycles vs 52 cycles`; and what
/// follows the second.
fn own_unit<'t>(before: &'t str, behind: &'t str) -> (Option<&'t str>, &'t str) {
    let last = before.rsplit(' ').next().unwrap_or_default();
    let word = behind.split_whitespace().next().unwrap_or_default();
    let bare = word.trim_end_matches([',', ';', '.', ')']);
    let same = bare == last && bare.chars().all(|c| c.is_alphabetic() || c == '/') && !bare.is_empty();
    let same = same && quantity::unit_of(bare).is_none();
    if !same {
        return (None, behind);
    }
    (Some(last), behind.split_once(bare).map_or(behind, |(_, rest)| rest))
}

/// `12Mb(old)/13Mb(new)`
fn named<'d>(document: &Document<'_>, text: &'d str) -> Option<Pair<'d>> {
    let slash = text.find(")/").or_else(|| text.find(") / "))?;
    let open = text.get(..slash)?.rfind('(')?;
    let (first, _) = last_figure(document, text.get(..open)?.trim_end())?;
    let behind = text.get(slash + 1..)?.trim_start_matches([' ', '/']);
    let start = text.len() - behind.len();
    let second = (amount(behind, document.comma())?, start);
    let rest = behind.get(second.0.end..)?.trim_start();
    let (other, _) = rest.strip_prefix('(')?.split_once(')')?;
    let one = text.get(open + 1..slash)?;
    let names = [one.trim().to_owned(), other.trim().to_owned()];
    let plain = names.iter().all(|name| name.contains(char::is_alphabetic) && name.split(' ').count() <= 4);
    let name = text.get(..first.1)?.trim();
    let name = name.rsplit(':').find(|part| !part.trim().is_empty()).unwrap_or(name).trim();
    (plain && alike(&first.0, &second.0)).then_some(Pair {
        name,
        figures: [first, second],
        spreads: [None, None],
        told: Told::Names(names),
    })
}

/// `p50: 12 ms (was 15 ms)`, `p99 = 45 ms (down from 65 ms)`
fn was<'d>(document: &Document<'_>, text: &'d str) -> Option<Pair<'d>> {
    const WORDS: &[&str] =
        &["was ", "was: ", "before: ", "previously ", "down from ", "up from ", "from ", "vs ", "vs. ", "instead of "];
    let (open, inner) = text.match_indices('(').find_map(|(open, _)| {
        let inner = text.get(open + 1..)?;
        Some((open, WORDS.iter().find_map(|word| inner.strip_prefix(word))?))
    })?;
    let (first, spread) = last_figure(document, text.get(..open)?.trim_end())?;
    let second = amount(inner, document.comma())?;
    let rest = inner.get(second.end..)?;
    let start = text.len() - inner.len();
    let name = name_of(text.get(..first.1)?.trim()).filter(|name| !name.is_empty())?;
    let names = ["after", "before"].map(str::to_owned);
    let whole = rest.starts_with([')', ',', ';', ' ']) && alike(&first.0, &second);
    whole.then_some(Pair { name, figures: [first, (second, start)], spreads: [spread, None], told: Told::Names(names) })
}

/// A figure with its place in a line.
type Placed = (Amount, usize);

/// The figure that ends some text, and the one behind its `±`.
fn last_figure(document: &Document<'_>, text: &str) -> Option<(Placed, Option<f64>)> {
    let starts = text.char_indices().filter(|&(at, c)| {
        let edge = text
            .get(..at)
            .is_some_and(|before| before.is_empty() || before.ends_with([' ', '\t', ':', '=', '(', '\u{a0}']));
        edge && (c.is_ascii_digit() || matches!(c, '-' | '~' | '+'))
    });
    for (at, _) in starts {
        let Some(found) = amount(text.get(at..)?, document.comma()) else { continue };
        let (spread, rest) = spread(document, text.get(at + found.end..)?, &found);
        if rest.trim().is_empty() {
            return Some(((found, at), spread));
        }
    }
    None
}

/// The figure behind `±`, and what follows.
fn spread<'t>(document: &Document<'_>, text: &'t str, of: &Amount) -> (Option<f64>, &'t str) {
    let body = text.trim_start().trim_start_matches('(');
    let found = ["±", "+/-", "+-"].iter().find_map(|mark| {
        let inner = body.strip_prefix(mark)?.trim_start();
        let a = amount(inner, document.comma())?;
        let share = a.unit.as_ref().is_some_and(|unit| unit.symbol == "%");
        let value = if share { of.value.abs() * a.value / 100.0 } else { a.value };
        Some((value, inner.get(a.end..)?.trim_start_matches(')')))
    });
    found.map_or((None, text), |(value, rest)| (Some(value), rest))
}

/// Whether two figures can be of one quantity.
fn alike(one: &Amount, other: &Amount) -> bool {
    match (&one.unit, &other.unit) {
        (Some(one), Some(other)) => std::mem::discriminant(&one.dimension) == std::mem::discriminant(&other.dimension),
        _ => true,
    }
}

/// What names the quantity; nothing where it is a sentence.
fn name_of(text: &str) -> Option<&str> {
    let name = text.trim_start_matches(['-', '*', '•', '+', ' ']).trim_end_matches([':', '=', ' ', '.', '\t']);
    let words = name.split_whitespace().count();
    // What stands in brackets behind a sentence says it again: `much faster now (65s vs 45s)`.
    let aside = words > 2 && name.ends_with('(');
    let sentence = aside || name.contains(", ") || name.contains(". ") || words > MOST_NAME_WORDS;
    (!sentence && (words == 0 || name.contains(char::is_alphabetic))).then_some(name)
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(pair) = pair(document, line) else { return line + 1 };
    let depth = document.depth(line);
    let above = || {
        (line.saturating_sub(LINES_ABOVE)..line)
            .rev()
            .filter(|&above| document.depth(above) == depth)
            .map(|above| document.text(above).trim())
    };
    let unit = unit_of(&pair, above());
    let words = above().take(2).collect::<Vec<_>>().join(" ");
    let tool = tools::fixed(pair.name).or_else(|| above().find_map(tools::fixed));
    let mut direction = better(&format!("{} {words}", pair.name), &unit);
    if direction == Better::Unknown {
        direction = tool.map_or(Better::Unknown, |(_, better)| better);
    }
    let metric = sink.metric(Metric {
        section: sink.section().to_owned(),
        name: if pair.name.is_empty() {
            "value".to_owned()
        } else {
            pair.name.split_whitespace().collect::<Vec<_>>().join(" ")
        },
        unit: unit.clone(),
        better: direction,
        better_evidence: if direction == Better::Unknown { Evidence::None } else { Evidence::Unit },
        role: Role::Primary,
        format: FORMAT.id.to_owned(),
    });
    let (names, guessed) = names(&pair.told, above());
    for (((figure, at), spread), name) in pair.figures.iter().zip(pair.spreads).zip(&names) {
        let own: Labels = vec![setting("column", name)];
        let labels = sink.labels_at(document, line, own);
        let factor = figure.unit.as_ref().map_or(1.0, |own| factor(own, &unit));
        let span = document.span(line, *at, at + figure.length);
        let (value, low, high) = (figure.value * factor, figure.low * factor, figure.high * factor);
        let id = sink.measure(Measurement { value, low, high, metric, labels, span, guessed });
        if let Some(value) = spread {
            sink.spread(id, Spread::new(value * factor, SpreadKind::Unknown, None));
        }
    }
    sink.explain(document.line_span(line), RegionKind::Derived);
    line + 1
}

/// The unit of both figures: beside the first, the second, in the name, or in a title above.
fn unit_of<'d>(pair: &Pair<'_>, above: impl Iterator<Item = &'d str>) -> Unit {
    let [first, second] = &pair.figures;
    let heads = |text: &&str| text.ends_with(':') || text.split_whitespace().count() <= MOST_NAME_WORDS;
    let beside = first.0.unit.clone().or_else(|| second.0.unit.clone());
    let tool = || tools::fixed(pair.name).map(|(unit, _)| emit::unit(unit)).filter(|unit| !unit.symbol.is_empty());
    beside
        .or_else(|| unit_in(pair.name))
        .or_else(|| above.filter(heads).find_map(unit_in))
        .or_else(tool)
        .unwrap_or_else(Unit::none)
}

/// The name that ends some words before a mark; nothing where a figure with its unit does.
fn name_beside(text: &str) -> Option<&str> {
    let mut words = text.rsplit(' ').filter(|word| !word.is_empty());
    let (last, before) = (words.next()?, words.next().unwrap_or_default());
    let figure = |word: &str| crate::reading::words::is_figure(word);
    // A version is a name's part, a figure is not: `6.9` beside a word, `12` with its unit behind.
    let unit = quantity::unit_of(last).is_some();
    let number = figure(last) && !before.contains(char::is_alphabetic);
    let amount = unit && figure(before);
    (!number && !amount).then_some(text)
}

/// By how much figures of one unit are multiplied to be in another of its kind.
fn factor(from: &Unit, to: &Unit) -> f64 {
    match (from.dimension, to.dimension) {
        (Dimension::Time(a), Dimension::Time(b))
        | (Dimension::Data(a), Dimension::Data(b))
        | (Dimension::DataRate(a), Dimension::DataRate(b)) => a / b,
        _ => 1.0,
    }
}

/// What the two figures are called, and whether that is guessed from their order.
fn names<'d>(told: &Told, above: impl Iterator<Item = &'d str>) -> ([String; 2], bool) {
    let mark = match told {
        Told::Names(names) => return (names.clone(), false),
        Told::By(mark) => *mark,
    };
    let kinds = || MARKS.iter().filter(|(_, kind)| *kind == mark);
    let header = |text: &str| {
        kinds().find_map(|(mark, _)| {
            let (one, other) = text.split_once(mark)?;
            let one = one.rsplit([':', '(', ',']).next()?.trim();
            let other = other.split([':', ')', ',', '(']).next()?.trim();
            let counted = |name: &str| {
                let mut words = name.split_whitespace();
                words.next().is_some_and(crate::reading::words::is_figure) && words.next().is_some()
            };
            let plain = |name: &str| {
                name.contains(char::is_alphabetic)
                    && !counted(name)
                    && name.split_whitespace().count() <= 4
                    && quantity::unit_of(name).is_none()
            };
            let figure =
                |name: &str| name.starts_with(|c: char| c.is_ascii_digit()) && !name.contains(char::is_alphabetic);
            let beside = name_beside(one).filter(|_| plain(other) && !figure(other))?;
            (plain(beside) && !figure(beside)).then(|| [beside.to_owned(), other.to_owned()])
        })
    };
    let mut lines = above;
    match (lines.find_map(header), mark) {
        (Some(names), _) => (names, false),
        (None, Mark::Arrow) => (["before".to_owned(), "after".to_owned()], false),
        (None, Mark::Against) => (["first".to_owned(), "second".to_owned()], true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    /// Metric, unit, setting and value of all figures.
    fn shown(text: &str) -> Vec<String> {
        let parsed = read(text);
        let show = |m: &Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let label = parsed.labels(m.labels).iter().find(|l| l.field.name == "column").map_or("", |l| &l.value);
            let guessed = if m.guessed { "?" } else { "" };
            format!("{} [{}] {label}={}{guessed}", metric.name, metric.unit.symbol, m.value)
        };
        parsed.measurements.iter().map(show).collect()
    }

    #[test]
    fn what_was_before_may_stand_in_brackets() {
        let text = "p50: 12 ms (was 15 ms)\np99 = 45 ms (down from 65 ms, -30%)\n";
        assert_eq!(shown(text), ["p50 [ms] after=12", "p50 [ms] before=15", "p99 [ms] after=45", "p99 [ms] before=65"]);
    }

    #[test]
    fn an_arrow_leads_from_before_to_after() {
        assert_eq!(
            shown("  - fork latency:   12.3 us -> 10.1 us  (-18%)\n"),
            ["fork latency [us] before=12.3", "fork latency [us] after=10.1"]
        );
        assert_eq!(shown("boot  4.2s => 3900ms\n"), ["boot [s] before=4.2", "boot [s] after=3.9"]);
        assert_eq!(shown("qps: 1,200 → 1,350 QPS\n"), ["qps [QPS] before=1200", "qps [QPS] after=1350"]);
    }

    #[test]
    fn what_stands_on_either_side_is_told_above_or_guessed() {
        assert_eq!(
            shown("vanilla vs patched:\n  tbench 8   1200 MB/s vs 1350 MB/s\n"),
            ["tbench 8 [MB/s] vanilla=1200", "tbench 8 [MB/s] patched=1350"]
        );
        assert_eq!(shown("hackbench: 12.5 s vs 13.0 s\n"), ["hackbench [s] first=12.5?", "hackbench [s] second=13?"]);
        assert_eq!(shown("received 23.5Mb(a)/25.5Mb(b)\n"), ["received [MB] a=23.5", "received [MB] b=25.5"]);
    }

    #[test]
    fn sentences_and_code_are_left() {
        for text in [
            "We moved from 2.6.18 -> 2.6.20 here.\n",
            "if (a->b > 12) c->d = 13;\n",
            "This is, as far as I can see, 12 s -> 13 s for everyone on the list.\n",
            "0->0   200923.2\n",
        ] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }
}

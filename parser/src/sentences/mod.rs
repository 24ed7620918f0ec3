//! Figures in running text, where nothing else of the post has them: the last resort, and always a guess.
//!
//! ```text
//! The loop takes 1.499s (for 1M iterations) instead of 0.731s.
//! Throughput went from 12.3 MB/s to 15.6 MB/s.
//! With the patch the build takes 34 s, without it 41 s.
//! Encoding took 12.44 s with -O2, 11.10 s with -O3 and 10.87 s with -O3 -flto.
//! ```
//!
//! A figure is taken only with a unit of what benchmarks measure, beside another one of that kind, where the sentence says
//! which setting each is of; never where it wishes or demands, where the figure is a change, or where figures of the post say
//! the same already.

mod pairs;
mod settings;
mod tokens;
mod words;

use crate::claims::Word;
use crate::mail::Document;
use crate::measurement::{FieldKind, Measurement, Metric, Role};
use crate::reading::emit::setting;
use crate::reading::quantity;
use crate::sink::Sink;
use crate::unit::{Better, Dimension, Evidence, Unit};
use tokens::{Figure, Token, alike, is_measured, tokens};

/// The name that metrics have whose figures stand in sentences, in place of a format's.
pub(crate) const ID: &str = "sentences";
/// A name of what was measured has at most so many words.
const MOST_NAME_WORDS: usize = 4;

/// Figures of one quantity, each under the name of its setting.
struct Group {
    name: String,
    figures: Vec<(String, Figure)>,
}

/// Reads the figures in some paragraphs, once all else of the source was read.
pub(crate) fn read(document: &Document<'_>, paragraphs: &[Vec<Word<'_>>], sink: &mut Sink) {
    let known = known_settings(document, sink);
    let mut groups = Vec::new();
    for paragraph in paragraphs {
        // Names that an earlier sentence gave, in their order, for one that says "in the same order".
        let mut order: Vec<String> = Vec::new();
        // What leads to a colon is the subject of what follows it.
        let mut lead: Vec<Token<'_>> = Vec::new();
        for sentence in paragraph.split_inclusive(Word::ends_sentence) {
            let found = tokens(document, sentence);
            let introduces = sentence.last().is_some_and(|word| word.text.ends_with(':'));
            if !is_supposed(&found) {
                let start = groups.len();
                of_sentence(&found, &lead, &known, &mut order, &mut groups);
                for group in groups.iter_mut().skip(start) {
                    group.figures.retain(|(name, _)| !name.is_empty());
                }
            }
            lead = if introduces { found } else { Vec::new() };
        }
    }
    for group in groups.iter().filter(|group| is_sound(group)) {
        if !is_said_elsewhere(document, group, sink) {
            emit(group, sink);
        }
    }
}

/// Whether a sentence wishes, fears or demands.
fn is_supposed(tokens: &[Token<'_>]) -> bool {
    tokens.iter().any(|token| token.is(words::SUPPOSED))
}

/// The groups of figures in one sentence.
fn of_sentence(
    tokens: &[Token<'_>],
    lead: &[Token<'_>],
    known: &[String],
    order: &mut Vec<String>,
    groups: &mut Vec<Group>,
) {
    let mut taken = vec![false; tokens.len()];
    for pair in pairs::pairs(tokens, known) {
        for at in pair.places {
            if let Some(taken) = taken.get_mut(at) {
                *taken = true;
            }
        }
        let name = subject(tokens, lead, 0..pair.first);
        groups.push(Group { name, figures: pair.figures });
    }
    let told = settings::settings(tokens, &taken, known);
    for run in settings::runs(tokens, &told) {
        let Some(first) = run.first() else { continue };
        let near = subject(tokens, &[], first.named..first.at);
        let name = if near.is_empty() { subject(tokens, lead, 0..first.starts) } else { near };
        let names: Vec<String> = run.iter().map(|told| told.name.clone()).collect();
        let figures = run.iter().map(|told| (told.name.clone(), told.figure.clone())).collect();
        groups.push(Group { name, figures });
        *order = names;
    }
    if let Some((first, figures)) = settings::in_order(tokens, &taken, order) {
        groups.push(Group { name: subject(tokens, lead, 0..first), figures });
    }
}

/// What is measured: the words before a place and behind another, back to a verb's subject; else what leads to the sentence.
fn subject(tokens: &[Token<'_>], lead: &[Token<'_>], between: std::ops::Range<usize>) -> String {
    let own = subject_in(tokens.get(between).unwrap_or_default());
    if own.is_empty() { subject_in(lead) } else { own }
}

/// The last name in some words that is the subject of a verb: what stands behind a preposition tells where or when.
fn subject_in(tokens: &[Token<'_>]) -> String {
    let (mut name, mut aside): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for (at, token) in tokens.iter().enumerate().rev() {
        if token.figure.is_some() {
            break;
        }
        let small =
            token.is(words::SMALL) || token.is(words::VERBS) || token.is(words::BEFORE) || token.is(words::AFTER);
        if token.is(words::WHERE) {
            aside = if name.is_empty() { aside } else { std::mem::take(&mut name) };
            continue;
        }
        let full = name.len() == MOST_NAME_WORDS;
        let article = token.is(&["the", "a", "an", "my", "our", "its"]);
        let placed =
            at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|token| token.is(words::WHERE));
        // The subject stands right before its verb; a part of the sentence before that has another.
        if !name.is_empty() && (small && !(article && placed) || token.parts || full) {
            break;
        }
        if !small && token.text.contains(char::is_alphabetic) && !token.inner && !token.low.starts_with('-') {
            name.push(token.text);
        }
    }
    let mut found = if name.is_empty() { aside } else { name };
    found.reverse();
    found.join(" ")
}

/// The names that the post uses as settings, as they are printed.
fn known_settings(document: &Document<'_>, sink: &Sink) -> Vec<String> {
    const MOST_KNOWN: usize = 64;
    let mut names: Vec<String> = Vec::new();
    let own = sink.measurements.iter().filter(|m| m.span.source == document.id());
    let mut last = None;
    for m in own {
        if last == Some(m.labels) || names.len() >= MOST_KNOWN {
            continue;
        }
        last = Some(m.labels);
        let labels = sink.labels.get(m.labels.0 as usize).into_iter().flatten();
        for label in labels.filter(|label| label.field.kind == FieldKind::Setting) {
            if !names.contains(&label.value) {
                names.push(label.value.clone());
            }
        }
    }
    names
}

/// Whether a group compares: two settings or more, with figures of one kind of what is measured.
fn is_sound(group: &Group) -> bool {
    let mut names: Vec<&str> = group.figures.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let units: Vec<&Unit> = group.figures.iter().filter_map(|(_, figure)| figure.unit()).collect();
    let one = units.first().is_some_and(|first| units.iter().all(|unit| alike(first, unit)));
    names.len() == group.figures.len()
        && names.len() >= 2
        && units.len() == names.len()
        && one
        && units.iter().all(|unit| is_measured(unit))
        && !is_machine(group, &units)
        && group.figures.iter().any(|(_, figure)| figure.amount.value > 0.0)
}

/// Whether a group says how much memory machines have.
fn is_machine(group: &Group, units: &[&Unit]) -> bool {
    let sizes = units.iter().any(|unit| matches!(unit.dimension, Dimension::Data(_)));
    sizes && (group.name.is_empty() || quantity::has(&group.name, words::MACHINES))
}

/// Whether figures that were read otherwise say what a group says: the same, rounded, or an average near them.
fn is_said_elsewhere(document: &Document<'_>, group: &Group, sink: &Sink) -> bool {
    const NEAR: f64 = 0.03;
    let base = |dimension: Dimension| match dimension {
        Dimension::Time(factor) | Dimension::Data(factor) | Dimension::DataRate(factor) | Dimension::Rate(factor) => {
            factor
        }
        _ => 1.0,
    };
    let said = |figure: &Figure| {
        let Some(unit) = figure.unit() else { return false };
        sink.measurements.iter().filter(|m| m.span.source == document.id()).any(|m| {
            let Some(metric) = sink.metrics.get(m.metric.0 as usize) else { return false };
            let kind = std::mem::discriminant(&metric.unit.dimension) == std::mem::discriminant(&unit.dimension);
            let bare = metric.unit.dimension == Dimension::Other;
            let scale = if bare { 1.0 } else { base(metric.unit.dimension) / base(unit.dimension) };
            let value = m.value * scale;
            let (low, high) = (figure.amount.low, figure.amount.high);
            let near = (value - figure.amount.value).abs() <= NEAR * figure.amount.value.abs();
            (kind || bare) && ((low..=high).contains(&value) || near)
        })
    };
    group.figures.iter().any(|(_, figure)| said(figure))
}

fn emit(group: &Group, sink: &mut Sink) {
    let Some(unit) = group.figures.first().and_then(|(_, figure)| figure.unit()).cloned() else { return };
    let better = match unit.dimension {
        Dimension::Data(_) => Better::Unknown,
        _ => quantity::better(&group.name, &unit),
    };
    let name = match (group.name.is_empty(), unit.dimension) {
        (false, _) => group.name.clone(),
        (true, Dimension::Time(_)) => "time".to_owned(),
        (true, Dimension::Data(_)) => "size".to_owned(),
        (true, _) => "rate".to_owned(),
    };
    let factor = |own: &Unit| match (own.dimension, unit.dimension) {
        (Dimension::Time(a), Dimension::Time(b))
        | (Dimension::Data(a), Dimension::Data(b))
        | (Dimension::DataRate(a), Dimension::DataRate(b)) => a / b,
        _ => 1.0,
    };
    let metric = sink.metric(Metric {
        section: String::new(),
        name,
        unit: unit.clone(),
        better,
        better_evidence: if better == Better::Unknown { Evidence::None } else { Evidence::Unit },
        role: Role::Primary,
        format: ID.to_owned(),
    });
    for (name, figure) in &group.figures {
        let labels = sink.labels_alone(vec![setting("label", name)]);
        let factor = figure.unit().map_or(1.0, factor);
        let (value, low, high) =
            (figure.amount.value * factor, figure.amount.low * factor, figure.amount.high * factor);
        sink.measure(Measurement { value, low, high, metric, labels, span: figure.span, guessed: true });
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::read;

    /// Metric, setting and value with unit of all figures that stand in sentences.
    fn told(text: &str) -> Vec<String> {
        let parsed = read(text);
        let show = |m: &crate::Measurement| {
            let metric = parsed.metric(m.metric).expect("a metric");
            let label = parsed.labels(m.labels).iter().find(|l| l.field.name == "label").map_or("", |l| &l.value);
            assert!(m.guessed, "{text}");
            format!("{} | {label} = {} {}", metric.name, m.value, metric.unit.symbol)
        };
        let own = |m: &&crate::Measurement| parsed.metric(m.metric).is_some_and(|metric| metric.format == super::ID);
        parsed.measurements.iter().filter(own).map(show).collect()
    }

    #[test]
    fn one_figure_stands_instead_of_another() {
        assert_eq!(
            told(
                "The tight loop with six threads, as before, takes 1.499s (for 1M iterations) instead of 0.731s, or\n105% more per pair than it was with the code of last year.\n"
            ),
            ["tight loop | after = 1.499 s", "tight loop | before = 0.731 s"]
        );
    }

    #[test]
    fn figures_lead_from_before_to_after() {
        assert_eq!(
            told("With this applied the throughput went from 12.3 MB/s to 15.6 MB/s on my board.\n"),
            ["throughput | before = 12.3 MB/s", "throughput | after = 15.6 MB/s"]
        );
        assert_eq!(
            told("The change reduces p99 from 340us to 120us in our test of the proxy.\n"),
            ["p99 | before = 340 us", "p99 | after = 120 us"]
        );
        assert_eq!(
            told("The boot now takes 3.2 s, down from 4.1 s with the old loader.\n"),
            ["boot | after = 3.2 s", "boot | before = 4.1 s"]
        );
        assert_eq!(
            told("I see that copying now reaches 3.2 GB/s vs 2.8 GB/s before, which is nice.\n"),
            ["copying | after = 3.2 GB/s", "copying | before = 2.8 GB/s"]
        );
    }

    #[test]
    fn settings_stand_behind_their_figures_or_before_them() {
        assert_eq!(
            told("I measured it this morning. With the patch the build takes 34 s, without it 41 s.\n"),
            ["build | with the patch = 34 s", "build | without the patch = 41 s"]
        );
        assert_eq!(
            told(
                "Decoding took 12.44 s with -O2, 11.10 s with -O3 and 10.87 s with -O3 -flto. The\nserver hardly cares: 3.02 s with -O2, 2.98 s with -O3, and 2.99 s with\n-O3 -flto.\n"
            ),
            [
                "Decoding | -O2 = 12.44 s",
                "Decoding | -O3 = 11.1 s",
                "Decoding | -O3 -flto = 10.87 s",
                "server hardly cares | -O2 = 3.02 s",
                "server hardly cares | -O3 = 2.98 s",
                "server hardly cares | -O3 -flto = 2.99 s"
            ]
        );
        assert_eq!(
            told(
                "As for the price, the library has 1412 KiB with -O2 and 1655 KiB with -O3, which\nsurprised me, and the build takes 41 s and 48 s, in the same order.\n"
            ),
            ["library | -O2 = 1412 KiB", "library | -O3 = 1655 KiB", "build | -O2 = 41 s", "build | -O3 = 48 s"]
        );
    }

    #[test]
    fn names_may_stand_before_their_figures() {
        assert_eq!(
            told("For a lookup in the table of the router, Judy needs 12 ms, Patricia 15 ms.\n"),
            ["lookup | Judy = 12 ms", "lookup | Patricia = 15 ms"]
        );
    }

    #[test]
    fn wishes_changes_conditions_and_machines_are_left() {
        for text in [
            "It would take 12 s instead of 10 s if we did that to all of the files here.\n",
            "The build is now 12 s faster with the patch, and 3 s faster without it, I think.\n",
            "I ran it for 30 s with the patch and for 60 s without it on the old machine.\n",
            "The machine has 16 GB with the new board and 8 GB with the old one in it.\n",
            "It got 12% faster with -O2 and 15% faster with -O3 on this old machine of mine.\n",
            "Version 2.6.18 was tested from Monday to Friday with 3 runs and 4 users on it.\n",
            "The timeout went from 30 s to 60 s because the disk is so slow on that box.\n",
            "It takes 12 s on this machine and I have no idea why that is so, sorry about it.\n",
            "We sample every 10 ms with perf and every 100 ms without it, as the docs say.\n",
        ] {
            assert_eq!(told(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn what_a_table_says_already_is_not_read_twice() {
        let table = "Time in s:\n\nold: 65.62 s\nnew: 45.43 s\n\n";
        let text = format!("{table}So it takes 45 s instead of 65 s, which I find is a great thing to have.\n");
        assert_eq!(told(&text), [""; 0]);
    }

    #[test]
    fn known_names_are_recognised_in_sentences() {
        let text = "slub:\nlatency: 12.5 us\nslab:\nlatency: 13.5 us\n\nThe kernel build took 312 s with slub and 340 s with slab in the same room.\n";
        assert_eq!(told(text), ["kernel build | slub = 312 s", "kernel build | slab = 340 s"]);
    }
}

//! Settings told by the commands alone: where the same program was run several times and nothing else differs above what it
//! printed, the part in which the commands differ is the setting.
//!
//! ```text
//! $ ./bench --alloc=jemalloc --threads 4        jemalloc
//! $ ./bench --alloc=mimalloc --threads 4        mimalloc
//! $ ./copy /mnt/xfs/big                         xfs
//! $ ./copy /mnt/ext4/big                        ext4
//! $ ./server                                    without --fast
//! $ ./server --fast                             --fast
//! ```
//!
//! Numbers of threads, sizes and the like are conditions and tell no setting, and neither does what a benchmark does (`read`,
//! `write`).

use std::collections::BTreeMap;

use crate::context::ORDER;
use crate::measurement::{FieldKind, Label, LabelsId};
use crate::reading::emit::setting;
use crate::reading::quantity::{self, CONDITIONS};
use crate::sink::Sink;
use crate::source::SourceId;

/// The field that such a part becomes.
pub(crate) const FIELD: &str = "command's option";
/// More commands than these are no comparison.
const MOST_COMMANDS: usize = 12;
/// So many words of a command may differ.
const MOST_DIFFERENT: usize = 2;
/// Marks that part the pieces of options and paths.
const MARKS: &[char] = &['=', '/', ':', ',', '-', '_', '.'];

/// Gives the figures of a source the part of their command as a setting, where nothing else tells one.
pub(crate) fn tell_apart(source: SourceId, sink: &mut Sink) {
    let mut commands: Vec<String> = Vec::new();
    let mut sets: BTreeMap<LabelsId, usize> = BTreeMap::new();
    let mut others: Option<Vec<Label>> = None;
    for measurement in sink.measurements.iter().filter(|m| m.span.source == source) {
        if sets.contains_key(&measurement.labels) {
            continue;
        }
        let Some(labels) = sink.labels.get(measurement.labels.0 as usize) else { return };
        let Some(command) = labels.iter().find(|label| label.field.name == "command") else { continue };
        // What differs otherwise tells the settings.
        let telling = |label: &&Label| label.field.kind == FieldKind::Setting && label.field.name != ORDER;
        let told: Vec<Label> = labels.iter().filter(telling).cloned().collect();
        if others.get_or_insert_with(|| told.clone()) != &told {
            return;
        }
        let known = commands.iter().position(|known| *known == command.value);
        let at = known.unwrap_or(commands.len());
        if known.is_none() {
            commands.push(command.value.clone());
        }
        if commands.len() > MOST_COMMANDS {
            return;
        }
        sets.insert(measurement.labels, at);
    }
    let Some(names) = names(&commands) else { return };
    for (labels, at) in sets {
        if let Some(name) = names.get(at) {
            sink.add_label(labels, setting(FIELD, name));
        }
    }
}

/// The part of each command in which it differs from the others; nothing where that is no setting.
fn names(commands: &[String]) -> Option<Vec<String>> {
    if commands.len() < 2 {
        return None;
    }
    let words: Vec<Vec<&str>> = commands.iter().map(|command| command.split_whitespace().collect()).collect();
    let found = differing(&words).or_else(|| added(&words))?;
    let mut sorted = found.clone();
    sorted.sort();
    sorted.dedup();
    let work = found.iter().all(|name| quantity::is_operation(&name.to_lowercase()));
    (sorted.len() == commands.len() && !work).then_some(found)
}

/// Commands of as many words: the words that differ, without what these share.
fn differing(commands: &[Vec<&str>]) -> Option<Vec<String>> {
    let first = commands.first()?;
    if commands.iter().any(|command| command.len() != first.len()) {
        return None;
    }
    let at = |place: usize| commands.iter().map(move |command| command.get(place).copied().unwrap_or_default());
    let differs = |place: &usize| at(*place).any(|word| Some(&word) != first.get(*place));
    let places: Vec<usize> = (0..first.len()).filter(differs).collect();
    // Of a command with one word only the path may differ.
    if places.is_empty() || places.len() > MOST_DIFFERENT || places.len() * 2 > first.len().max(2) {
        return None;
    }
    let mut names = vec![String::new(); commands.len()];
    for place in places {
        let words: Vec<&str> = at(place).collect();
        let option = place.checked_sub(1).and_then(|before| first.get(before)).copied().unwrap_or_default();
        let Some(parts) = parts(&words, option) else { continue };
        for (name, part) in names.iter_mut().zip(parts) {
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(part);
        }
    }
    names.iter().all(|name| !name.is_empty()).then_some(names)
}

/// The parts in which some words differ, cut at marks; nothing where these are numbers of a condition.
fn parts<'w>(words: &[&'w str], option: &str) -> Option<Vec<&'w str>> {
    let first = words.first()?;
    let shared = |same: &dyn Fn(usize) -> bool, length: usize| (0..length).take_while(|&at| same(at)).count();
    let shortest = words.iter().map(|word| word.len()).min()?;
    let byte = |word: &str, at: usize| word.as_bytes().get(at).copied();
    let front = shared(&|at| words.iter().all(|word| byte(word, at) == byte(first, at)), shortest);
    // Back to behind a mark, so that no word is cut.
    let front = first.get(..front).and_then(|lead| lead.rfind(MARKS)).map_or(0, |mark| mark + 1);
    let back = |word: &str, at: usize| word.len().checked_sub(at + 1).and_then(|place| byte(word, place));
    let end = shared(&|at| words.iter().all(|word| back(word, at) == back(first, at)), shortest - front);
    let tail = first.get(first.len() - end..).and_then(|tail| tail.find(MARKS));
    let end = tail.map_or(0, |mark| end - mark);
    let part = |word: &&'w str| word.get(front..word.len().checked_sub(end)?).filter(|part| !part.is_empty());
    let found: Vec<&str> = words.iter().map(part).collect::<Option<_>>().unwrap_or_else(|| words.to_vec());
    if !found.iter().all(|part| part.starts_with(|c: char| c.is_ascii_digit())) {
        return Some(found);
    }
    // `--size=4k`, `-t 8` say how much of it there was; the value of anything else says more with its key.
    let key = if front > 0 { first.get(..front).unwrap_or_default() } else { option };
    let named = key.trim_matches(|c: char| !c.is_alphanumeric());
    let told = front > 0 && named.chars().count() > 2 && !quantity::has(named, CONDITIONS);
    told.then(|| words.to_vec())
}

/// Two commands of which one has words more: these, and `without` them.
fn added(commands: &[Vec<&str>]) -> Option<Vec<String>> {
    let [one, other] = commands else { return None };
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let mut rest = short.iter().peekable();
    let more: Vec<&str> = long.iter().filter(|word| rest.next_if(|next| next == word).is_none()).copied().collect();
    let all = rest.peek().is_none();
    let options = more.first().is_some_and(|word| word.starts_with('-') || word.contains('='));
    if !all || more.is_empty() || more.len() > MOST_DIFFERENT || !options {
        return None;
    }
    let name = more.join(" ");
    let name_of =
        |command: &Vec<&str>| if command.len() == long.len() { name.clone() } else { format!("without {name}") };
    Some(vec![name_of(one), name_of(other)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::read;

    fn settings(commands: &[&str]) -> Vec<String> {
        let text: String = commands.iter().map(|command| format!("$ {command}\nelapsed time: 12.5 s\n\n")).collect();
        let parsed = read(&text);
        let option = |m: &crate::Measurement| {
            parsed.labels(m.labels).iter().find(|label| label.field.name == FIELD).map(|label| label.value.clone())
        };
        parsed.measurements.iter().filter_map(option).collect()
    }

    #[test]
    fn the_part_that_differs_is_the_setting() {
        assert_eq!(settings(&["./bench --alloc=jemalloc -q", "./bench --alloc=mimalloc -q"]), ["jemalloc", "mimalloc"]);
        assert_eq!(settings(&["./copy /mnt/xfs/big", "./copy /mnt/ext4/big"]), ["xfs", "ext4"]);
        assert_eq!(settings(&["./old/bench -n", "./new/bench -n"]), ["old", "new"]);
        assert_eq!(settings(&["./server -q", "./server -q --fast"]), ["without --fast", "--fast"]);
        assert_eq!(settings(&["./bench ARENAS=1 -q", "./bench ARENAS=8 -q"]), ["ARENAS=1", "ARENAS=8"]);
    }

    #[test]
    fn amounts_and_work_are_no_settings() {
        for commands in [
            ["./bench --threads=1 -q", "./bench --threads=8 -q"],
            ["./bench -t 1", "./bench -t 8"],
            ["./bench --mode=read -q", "./bench --mode=write -q"],
            ["./bench -q", "./bench -q"],
            ["./bench -q --all", "./other -x -y -z now"],
        ] {
            assert_eq!(settings(&commands), [""; 0], "{commands:?}");
        }
    }

    #[test]
    fn labels_above_tell_more_than_commands() {
        let text = "before:\n$ ./bench --alloc=a1x -q\nelapsed time: 12.5 s\n\nafter:\n$ ./bench --alloc=b2x -q\nelapsed time: 12.5 s\n";
        let parsed = read(text);
        assert!(!parsed.labels.iter().flatten().any(|label| label.field.name == FIELD));
    }
}

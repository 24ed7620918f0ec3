//! Reports with one figure on a line: GNU `time -v`, and what `time -l` adds on BSD and macOS.

use crate::ledger::RegionKind;
use crate::lex::{duration, printed};
use crate::mail::Document;
use crate::reading::words::{Word, next_line, span_of, words};

use super::{Block, CUT, Figure, Kind, Quantity, ROUNDED, Run};

/// The lines of `time -v` by their words before the colon, and what they hold.
const VERBOSE: &[(&str, Quantity)] = &[
    ("User time (seconds)", Quantity { name: "User time", kind: Kind::Processor }),
    ("System time (seconds)", Quantity { name: "System time", kind: Kind::Processor }),
    ("Percent of CPU this job got", Quantity { name: "Percent of CPU this job got", kind: Kind::Share }),
    (
        "Elapsed (wall clock) time (h:mm:ss or m:ss)",
        Quantity { name: "Elapsed (wall clock) time", kind: Kind::Elapsed },
    ),
    ("Average shared text size (kbytes)", ASIDE),
    ("Average unshared data size (kbytes)", ASIDE),
    ("Average stack size (kbytes)", ASIDE),
    ("Average total size (kbytes)", ASIDE),
    ("Maximum resident set size (kbytes)", Quantity { name: "Maximum resident set size", kind: Kind::Kilobytes }),
    ("Average resident set size (kbytes)", ASIDE),
    ("Major (requiring I/O) page faults", count("Major page faults")),
    ("Minor (reclaiming a frame) page faults", count("Minor page faults")),
    ("Voluntary context switches", count("Voluntary context switches")),
    ("Involuntary context switches", count("Involuntary context switches")),
    ("Swaps", count("Swaps")),
    ("File system inputs", count("File system inputs")),
    ("File system outputs", count("File system outputs")),
    ("Socket messages sent", count("Socket messages sent")),
    ("Socket messages received", count("Socket messages received")),
    ("Signals delivered", count("Signals delivered")),
    ("Page size (bytes)", ASIDE),
    ("Exit status", ASIDE),
];

/// What `time -l` prints behind its figures.
const RESOURCES: &[(&str, Quantity)] = &[
    ("maximum resident set size", Quantity { name: "maximum resident set size", kind: Kind::Memory }),
    ("average shared memory size", ASIDE),
    ("average unshared data size", ASIDE),
    ("average unshared stack size", ASIDE),
    ("page reclaims", count("page reclaims")),
    ("page faults", count("page faults")),
    ("swaps", count("swaps")),
    ("block input operations", count("block input operations")),
    ("block output operations", count("block output operations")),
    ("messages sent", count("messages sent")),
    ("messages received", count("messages received")),
    ("signals received", count("signals received")),
    ("voluntary context switches", count("voluntary context switches")),
    ("involuntary context switches", count("involuntary context switches")),
    ("instructions retired", count("instructions retired")),
    ("cycles elapsed", count("cycles elapsed")),
    ("peak memory footprint", Quantity { name: "peak memory footprint", kind: Kind::Memory }),
];

const ASIDE: Quantity = Quantity { name: "", kind: Kind::Aside };

const fn count(name: &'static str) -> Quantity {
    Quantity { name, kind: Kind::Count }
}

/// The words of the line that names the command.
const COMMAND: &str = "Command being timed";

/// How many words a name has if they stand at a place, the last with a colon.
fn named<'t>(word: &dyn Fn(usize) -> &'t str, at: usize, name: &str) -> Option<usize> {
    let mut count = 0;
    let mut names = name.split(' ').peekable();
    while let Some(expected) = names.next() {
        let found = word(at + count);
        let found = if names.peek().is_none() { found.strip_suffix(':')? } else { found };
        if found != expected {
            return None;
        }
        count += 1;
    }
    Some(count)
}

/// The line of `time -v` that starts at a word: what it holds and how many words its name has.
fn entry<'t>(word: &dyn Fn(usize) -> &'t str, at: usize) -> Option<(Quantity, usize)> {
    if !word(at).starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    VERBOSE.iter().find_map(|(name, quantity)| Some((*quantity, named(word, at, name)?)))
}

/// Whether a line of the report starts at a word of a text that lost its line ends, or ended before it.
pub(super) fn breaks<'t>(word: &dyn Fn(usize) -> &'t str, at: usize) -> bool {
    let ended = at.checked_sub(3).is_some_and(|at| named(word, at, "Exit status").is_some());
    ended || named(word, at, COMMAND).is_some() || entry(word, at).is_some()
}

/// Whether the name of a line is one that nothing else prints.
fn is_distinctive(text: &str) -> bool {
    text.starts_with(COMMAND)
        || ["(seconds):", "(kbytes):", "(wall clock)", "(requiring I/O)", "(reclaiming", "Percent of CPU this job got:"]
            .iter()
            .any(|mark| text.contains(mark))
}

/// A report that starts at a line: `report = *(name ":" figure)`, the first of a name that nothing else prints.
pub(super) fn verbose(document: &Document<'_>, line: usize) -> Option<Block> {
    if !is_distinctive(document.text(line).trim_start()) {
        return None;
    }
    let mut block = Block::default();
    let mut run = Run { line, ..Run::default() };
    let mut next = Some(line);
    while let Some(at) = next {
        let Some(last) =
            command(document, at, &mut run, &mut block).or_else(|| take(document, at, &mut run, &mut block))
        else {
            break;
        };
        block.end = last + 1;
        next = next_line(document, last);
    }
    block.runs.push(run);
    (block.end > line).then_some(block)
}

/// Takes a line with a name and a figure, which may be wrapped to the next; gives the last line taken. A name that comes
/// again is another report's.
fn take(document: &Document<'_>, line: usize, run: &mut Run, block: &mut Block) -> Option<usize> {
    let mut here = words(document, line);
    let (quantity, names) = entry(&|at| here.get(at).map_or("", |word| word.text), 0)?;
    let mut last = line;
    if here.len() == names {
        last = next_line(document, line)?;
        here.extend(words(document, last).into_iter().take(2));
    }
    let (value, rest) = here.get(names..)?.split_first()?;
    let figure = figure(document, quantity, value)?;
    if quantity != ASIDE && run.has(quantity) {
        return None;
    }
    let name = document.span(line, 0, document.text(line).len());
    if figure.is_aside() {
        block.told.push((name, RegionKind::Context));
    } else {
        block.told.extend(span_of(document, here.get(..names)?).map(|s| (s, RegionKind::Label)));
        block.tell_rest(document, rest);
    }
    run.figures.push(figure);
    Some(last)
}

/// The figure that a word of a report is.
fn figure(document: &Document<'_>, quantity: Quantity, value: &Word<'_>) -> Option<Figure> {
    let duration = duration(value.text).filter(|d| d.rest.is_empty() || d.rest == "%")?;
    let grain = if matches!(quantity.kind, Kind::Elapsed | Kind::Processor) { CUT } else { ROUNDED };
    Some(Figure::of_duration(quantity, value.part(document, duration.text), &duration, grain))
}

/// Takes the line that names the command, up to its closing quote; gives the last line taken.
fn command(document: &Document<'_>, line: usize, run: &mut Run, block: &mut Block) -> Option<usize> {
    const MOST_LINES: usize = 4;
    if run.command.is_some() || !run.figures.is_empty() {
        return None;
    }
    let first = document.text(line).trim().strip_prefix(COMMAND)?.strip_prefix(':')?.trim().to_owned();
    let (mut text, mut last) = (first, line);
    let open = |text: &str| text.starts_with('"') && !(text.len() > 1 && text.ends_with('"'));
    while open(&text) && last < line + MOST_LINES {
        let Some(next) = next_line(document, last).filter(|&next| !is_distinctive(document.text(next).trim_start()))
        else {
            break;
        };
        text = format!("{text} {}", document.text(next).trim());
        last = next;
    }
    for line in line..=last {
        block.told.push((document.line_span(line), RegionKind::Context));
    }
    run.command = Some(text.trim_matches('"').trim().to_owned()).filter(|command| !command.is_empty());
    Some(last)
}

/// What `time -l` prints, where the line with the times above it is missing.
pub(super) fn listed(document: &Document<'_>, line: usize) -> Option<Block> {
    let (quantity, ..) = resource(document, line)?;
    // `12 swaps` may be said of anything; no line of several words is.
    if !quantity.name.contains(' ') {
        return None;
    }
    let mut block = Block { runs: vec![Run { line, ..Run::default() }], end: line, ..Block::default() };
    take_resources(document, line, &mut block);
    Some(block)
}

/// The line of `time -l` at a line: `resource = number name`.
fn resource<'d>(document: &'d Document<'_>, line: usize) -> Option<(Quantity, Word<'d>, Vec<Word<'d>>)> {
    if !document.text(line).trim_start().starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let here = words(document, line);
    let (value, name) = here.split_first()?;
    let name = name.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    let (_, quantity) = RESOURCES.iter().find(|(known, _)| name == *known)?;
    printed(value.text).filter(|number| number.rest.is_empty())?;
    Some((*quantity, *value, here))
}

/// Adds what `time -l` prints below its times to the last run of a block.
pub(super) fn resources(document: &Document<'_>, block: &mut Block) {
    if let Some(first) = block.end.checked_sub(1).and_then(|last| next_line(document, last)) {
        take_resources(document, first, block);
    }
}

/// Takes lines of `time -l` into the last run of a block.
fn take_resources(document: &Document<'_>, first: usize, block: &mut Block) {
    let Some(run) = block.runs.last_mut() else { return };
    let mut next = Some(first);
    while let Some(line) = next
        && let Some((quantity, value, here)) = resource(document, line)
        && let Some(number) = printed(value.text)
        && (quantity == ASIDE || !run.has(quantity))
    {
        run.figures.push(Figure::of_number(quantity, value.span(document), &number));
        block.told.extend(span_of(document, &here).map(|span| (span, RegionKind::Label)));
        block.end = line + 1;
        next = next_line(document, line);
    }
}

//! Output on one or two lines with the names glued to or between the figures: zsh, csh and GNU time.

use crate::ledger::RegionKind;
use crate::lex::{Duration, DurationStyle, duration, printed};
use crate::mail::Document;
use crate::reading::words::{Word, next_line, span_of, words};

use super::{Block, CUT, Figure, Kind, Quantity, ROUNDED, Run, Timed, beside};

const USER: Quantity = Quantity { name: "user", kind: Kind::Processor };
const SYSTEM: Quantity = Quantity { name: "system", kind: Kind::Processor };
const ELAPSED: Quantity = Quantity { name: "elapsed", kind: Kind::Elapsed };
const TOTAL: Quantity = Quantity { name: "total", kind: Kind::Elapsed };
const SHARE: Quantity = Quantity { name: "CPU", kind: Kind::Share };
const IGNORED: Quantity = Quantity { name: "average memory", kind: Kind::Aside };

/// What GNU time glues behind its figures.
const GLUED: &[(&str, Quantity)] = &[
    ("user", USER),
    ("system", SYSTEM),
    ("elapsed", ELAPSED),
    ("%CPU", SHARE),
    ("avgtext", IGNORED),
    ("avgdata", IGNORED),
    ("maxresident", Quantity { name: "maximum resident set size", kind: Kind::Kilobytes }),
    ("inputs", Quantity { name: "file system inputs", kind: Kind::Count }),
    ("outputs", Quantity { name: "file system outputs", kind: Kind::Count }),
    ("major", Quantity { name: "major faults", kind: Kind::Count }),
    ("minor", Quantity { name: "minor faults", kind: Kind::Count }),
    ("swaps", Quantity { name: "swaps", kind: Kind::Count }),
];

/// A figure of GNU time with the name glued to it.
struct Piece<'t> {
    quantity: Quantity,
    duration: Duration<'t>,
}

/// The pieces of a word; none where it is not made of such: `216.34user`, `(482269major+691020minor)pagefaults`.
///
/// `word = ["("] piece *("+" piece) [")" letters]`, `piece = duration name`. Where nothing could be measured the tool
/// prints `?%CPU`.
fn pieces(word: &str) -> Option<Vec<Piece<'_>>> {
    if word == "?%CPU" {
        return Some(Vec::new());
    }
    let inner = word.strip_prefix('(').unwrap_or(word);
    let (inner, tail) = inner.split_once(')').unwrap_or((inner, ""));
    if !tail.bytes().all(|b| b.is_ascii_lowercase()) || !inner.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let piece = |text| {
        let duration = duration(text)?;
        let (_, quantity) = GLUED.iter().find(|(name, _)| *name == duration.rest)?;
        Some(Piece { quantity: *quantity, duration })
    };
    inner.split('+').map(piece).collect()
}

/// Whether a word is a figure of GNU time with that name.
fn is_piece(word: &str, name: &str) -> bool {
    word.ends_with(name) && pieces(word).is_some_and(|pieces| pieces.iter().any(|piece| piece.duration.rest == name))
}

/// Whether a line of such output starts at a word of a text that lost its line ends, or ended before it.
pub(super) fn breaks<'t>(word: &dyn Fn(usize) -> &'t str, at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).map_or("", word);
    let gnu = is_piece(word(at), "user") && is_piece(word(at + 1), "system");
    let gnu_ended = is_piece(before(1), "swaps") || before(1).ends_with("maxresident)k");
    let zsh_ended = before(3) == "cpu" && before(1) == "total" && duration(before(2)).is_some();
    // A label stands behind a row of this shell as well as before the next, but there with a colon.
    let csh_ended = is_csh_end(before(1)) && (at..at + 4).any(|place| word(place).ends_with(':'));
    gnu || gnu_ended || zsh_ended || csh_ended || csh_times(word, at).is_some()
}

/// `12pf+0w`, csh's last word.
fn is_csh_end(word: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let fields = word.strip_suffix('w').and_then(|rest| rest.split_once("pf+"));
    fields.is_some_and(|(faults, swaps)| number(faults) && number(swaps))
}

/// GNU time's default: `user system elapsed %CPU` and so on, over as many lines as they were wrapped to.
pub(super) fn gnu(document: &Document<'_>, line: usize) -> Option<Block> {
    if !document.text(line).contains("user") {
        return None;
    }
    let first = words(document, line);
    let start = first.iter().position(|word| is_piece(word.text, "user"))?;
    if !first.get(start + 1).is_some_and(|word| is_piece(word.text, "system")) {
        return None;
    }
    let (mut block, mut run) = (Block::default(), Run { line, ..Run::default() });
    let (before, here) = first.split_at(start);
    let behind = glued(document, here, &mut run, &mut block);
    run.label = beside(before, behind);
    block.told.extend(span_of(document, before).map(|span| (span, RegionKind::Label)));
    block.tell_rest(document, behind);
    block.end = glued_below(document, line, &mut run, &mut block);
    block.runs.push(run);
    Some(block)
}

/// Takes the lines below that go on with the figures of a run; gives the first line after them.
fn glued_below(document: &Document<'_>, line: usize, run: &mut Run, block: &mut Block) -> usize {
    let mut line = line;
    while let Some(next) = next_line(document, line) {
        let words = words(document, next);
        if !words.first().is_some_and(|word| goes_on(word.text, run)) {
            break;
        }
        let rest = glued(document, &words, run, block);
        block.tell_rest(document, rest);
        line = next;
    }
    line + 1
}

/// Whether a word is a piece that a run lacks.
fn goes_on(word: &str, run: &Run) -> bool {
    pieces(word).is_some_and(|pieces| !pieces.is_empty() && !pieces.iter().any(|piece| run.has(piece.quantity)))
}

/// Takes the words with glued names into a run, up to one that is none or comes again; gives the others.
fn glued<'w, 'd>(document: &Document<'_>, words: &'w [Word<'d>], run: &mut Run, block: &mut Block) -> &'w [Word<'d>] {
    let mut taken = 0;
    for word in words {
        let Some(pieces) = pieces(word.text) else { break };
        if pieces.iter().any(|piece| piece.quantity != IGNORED && run.has(piece.quantity)) {
            break;
        }
        for Piece { quantity, duration } in pieces {
            let span = word.part(document, duration.text);
            let grain = if matches!(quantity.kind, Kind::Elapsed | Kind::Processor) { CUT } else { ROUNDED };
            run.figures.push(Figure::of_duration(quantity, span, &duration, grain));
        }
        taken += 1;
    }
    block
        .told
        .extend(span_of(document, words.get(..taken).unwrap_or_default()).map(|span| (span, RegionKind::Context)));
    words.get(taken..).unwrap_or_default()
}

/// How many words zsh's line has behind the command.
const ZSH_WORDS: usize = 8;

/// Reads `zsh = seconds "user" seconds "system" percent "cpu" duration "total"`; zsh prints the command before it.
fn zsh_figures<'d>(words: &[Word<'d>]) -> Option<Vec<Timed<'d>>> {
    let word = |at: usize| words.get(at).map_or("", |word| word.text);
    let [user, system, share, total] = [0, 2, 4, 6].map(|at| duration(word(at)));
    let (user, system, share, total) = (user?, system?, share?, total?);
    let seconds =
        |d: &Duration<'_>| matches!(d.style, DurationStyle::Suffixed | DurationStyle::Minutes) && d.rest.is_empty();
    let named = word(1) == "user" && word(3) == "system" && share.rest == "%" && word(5) == "cpu";
    let closed = word(7).trim_end_matches([',', ';', '.', ')']) == "total" && total.rest.is_empty();
    if !(named && closed && seconds(&user) && seconds(&system)) {
        return None;
    }
    let figures = [(USER, user, 0), (SYSTEM, system, 2), (SHARE, share, 4), (TOTAL, total, 6)];
    let timed = |(quantity, duration, at)| Some(Timed { quantity, duration, word: *words.get::<usize>(at)? });
    figures.into_iter().map(timed).collect()
}

/// The figures of zsh among some words, from one of the first `starts` on.
fn zsh_from<'d>(words: &[Word<'d>], starts: usize) -> Option<(usize, Vec<Timed<'d>>)> {
    (0..starts).find_map(|start| Some((start, zsh_figures(words.get(start..)?)?)))
}

/// zsh's `time`, the command before it; what was wrapped is on the next lines.
pub(super) fn zsh(document: &Document<'_>, line: usize) -> Option<Block> {
    const MOST_LINES: usize = 3;
    let seconds = |pair: &[u8]| matches!(pair, [digit, b's'] if digit.is_ascii_digit());
    if !document.text(line).as_bytes().windows(2).any(seconds) {
        return None;
    }
    let mut all = words(document, line);
    let here = all.len();
    let mut last = line;
    let mut found = zsh_from(&all, here);
    for _ in 1..MOST_LINES {
        if found.is_none() {
            last = next_line(document, last)?;
            all.extend(words(document, last));
            found = zsh_from(&all, here);
        }
    }
    let (start, figures) = found?;
    let mut block = Block { end: last + 1, ..Block::default() };
    let before = all.get(..start)?;
    let command = before.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    block.told.extend(span_of(document, before).map(|span| (span, RegionKind::Context)));
    block.tell_rest(document, all.get(start + ZSH_WORDS..)?);
    block.runs.push(Run {
        line,
        command: (!command.is_empty()).then_some(command),
        figures: figures.iter().map(|figure| figure.figure(document, ROUNDED)).collect(),
        ..Run::default()
    });
    Some(block)
}

/// Reads `csh = number "u" number "s" duration percent` at a word: the durations.
fn csh_times<'t>(word: &dyn Fn(usize) -> &'t str, at: usize) -> Option<[Duration<'t>; 4]> {
    let user = duration(word(at)).filter(|d| d.style == DurationStyle::Bare && d.rest == "u")?;
    let system = duration(word(at + 1)).filter(|d| d.style == DurationStyle::Suffixed && d.rest.is_empty())?;
    let elapsed = duration(word(at + 2)).filter(|d| d.rest.is_empty())?;
    let share = duration(word(at + 3)).filter(|d| d.rest == "%")?;
    Some([user, system, elapsed, share])
}

/// csh's and tcsh's `time`: `12.3u 0.4s 0:13.02 97.5% 0+0k 0+0io 0pf+0w`.
pub(super) fn csh(document: &Document<'_>, line: usize) -> Option<Block> {
    if !document.text(line).contains('u') || !document.text(line).contains('%') {
        return None;
    }
    let words = words(document, line);
    let word = |at: usize| words.get(at).map_or("", |word| word.text);
    let start = (0..words.len()).find(|&at| csh_times(&word, at).is_some())?;
    let times = csh_times(&word, start)?;
    let quantities = [USER, SYSTEM, ELAPSED, SHARE];
    let figures = quantities.into_iter().zip(times).zip(words.get(start..)?);
    let figure =
        |((quantity, duration), &word): ((_, _), &Word<'_>)| Timed { quantity, duration, word }.figure(document, CUT);
    let mut run = Run { line, figures: figures.map(figure).collect(), ..Run::default() };
    let tail = words.get(start + 4..)?;
    let counts = tail.iter().take_while(|word| csh_counts(document, word, &mut run)).count();
    let (before, behind) = (words.get(..start)?, tail.get(counts..)?);
    let mut block = Block { end: line + 1, ..Block::default() };
    run.label = beside(before, behind);
    block.told.extend(span_of(document, before).map(|span| (span, RegionKind::Label)));
    block.told.extend(span_of(document, tail.get(..counts)?).map(|span| (span, RegionKind::Context)));
    block.tell_rest(document, behind);
    block.runs.push(run);
    Some(block)
}

/// Takes a word of csh's counts, `0+0k`, `12+34io` or `56pf+0w`, into a run; says whether it is one.
fn csh_counts(document: &Document<'_>, word: &Word<'_>, run: &mut Run) -> bool {
    const COUNTS: &[(&str, &str, Quantity, Quantity)] = &[
        ("", "k", IGNORED, IGNORED),
        (
            "",
            "io",
            Quantity { name: "file system inputs", kind: Kind::Count },
            Quantity { name: "file system outputs", kind: Kind::Count },
        ),
        (
            "pf",
            "w",
            Quantity { name: "major faults", kind: Kind::Count },
            Quantity { name: "swaps", kind: Kind::Count },
        ),
    ];
    let Some((one, other)) = word.text.split_once('+') else { return false };
    let (Some(one), Some(other)) = (printed(one), printed(other)) else { return false };
    let Some((_, _, first, second)) = COUNTS.iter().find(|(a, b, ..)| one.rest == *a && other.rest == *b) else {
        return false;
    };
    for (quantity, number) in [(first, one), (second, other)] {
        run.figures.push(Figure::of_number(*quantity, word.part(document, number.digits), &number));
    }
    true
}

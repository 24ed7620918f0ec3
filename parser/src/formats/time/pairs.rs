//! Names and figures side by side: bash, `time -p` and what people make of them on one line; BSD with the figure first.
//!
//! A single line is certain where it is written with minutes and seconds (`real 0m1.2s`). Plain figures are certain only
//! together: `real` or `elapsed` and another, with a fraction, or all three.

use crate::ledger::RegionKind;
use crate::lex::{Duration, DurationStyle, duration};
use crate::mail::Document;
use crate::reading::words::{Word, next_line, span_of, words};

use super::{Block, CUT, Grain, Kind, POSIX, Quantity, ROUNDED, Run, Timed, beside, report};

/// The names, in lower case.
const KEYS: &[(&str, Quantity)] = &[
    ("real", Quantity { name: "real", kind: Kind::Elapsed }),
    ("elapsed", Quantity { name: "elapsed", kind: Kind::Elapsed }),
    ("user", Quantity { name: "user", kind: Kind::Processor }),
    ("sys", Quantity { name: "sys", kind: Kind::Processor }),
    ("system", Quantity { name: "system", kind: Kind::Processor }),
];

/// The quantity that a word names: `real`, `User:`, `(sys`.
fn key(word: &str) -> Option<Quantity> {
    let name = word.trim_start_matches('(').trim_end_matches([':', '=', ',', ';', ')', '.']);
    if name.len() < 3 || name.len() > 7 {
        return None;
    }
    KEYS.iter().find(|(key, _)| name.eq_ignore_ascii_case(key)).map(|(_, quantity)| *quantity)
}

/// Whether a word is one of the names.
pub(super) fn is_key(word: &str) -> bool {
    key(word).is_some()
}

/// The duration that a word is: `84.72`, `1m24.729s,`. A comma with three digits behind it may part thousands, so it is
/// taken for a decimal one only where an `s` shows that the figure ends there.
fn value(word: &str) -> Option<Duration<'_>> {
    let word = word.trim_end_matches([',', ';', ')', '.']);
    let found = duration(word).filter(|d| d.rest.is_empty())?;
    let ambiguous = found.comma && found.decimals == 3 && found.style == DurationStyle::Bare;
    (!ambiguous).then_some(found)
}

/// On which side of its name a figure stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    NameFirst,
    FigureFirst,
}

/// A name and its figure among the words of a line.
struct Pair<'t> {
    quantity: Quantity,
    duration: Duration<'t>,
    /// The place of the figure's word.
    at: usize,
    /// How many words it has.
    words: usize,
}

/// `pair = name figure ["s" / "sec" / "seconds"] / figure name`. A figure with another unit behind it is not time's.
fn pair<'t>(word: &dyn Fn(usize) -> &'t str, at: usize, order: Order) -> Option<Pair<'t>> {
    const SECONDS: &[&str] = &["s", "sec", "secs", "seconds"];
    const OTHERS: &[&str] =
        &["ms", "msec", "us", "ns", "m", "min", "mins", "minutes", "h", "hours", "bit", "bits", "%"];
    let bare = |word: &str| word.trim_end_matches([',', ';', ')', '.', '/']).to_ascii_lowercase();
    if order == Order::FigureFirst {
        return Some(Pair { duration: value(word(at))?, quantity: key(word(at + 1))?, at, words: 2 });
    }
    let (quantity, duration) = (key(word(at))?, value(word(at + 1))?);
    let unit = bare(word(at + 2));
    if OTHERS.contains(&unit.as_str()) {
        return None;
    }
    let words = 2 + usize::from(SECONDS.contains(&unit.as_str()));
    Some(Pair { quantity, duration, at: at + 1, words })
}

/// Whether a pair starts at a word of a text that lost its line ends, or ended before it.
pub(super) fn breaks<'t>(word: &dyn Fn(usize) -> &'t str, at: usize) -> bool {
    let sure = |at: usize| {
        pair(word, at, Order::NameFirst).filter(|p| match p.duration.style {
            DurationStyle::Minutes => true,
            _ => p.duration.decimals > 0 && !follows_figure(word, at),
        })
    };
    let ended = |words: usize| at.checked_sub(words).and_then(sure).is_some_and(|pair| pair.words == words);
    sure(at).is_some() || ended(2) || ended(3)
}

/// Whether the first of the names that lead to a name stands behind a figure, so that all figures stand before theirs.
fn follows_figure<'t>(word: &dyn Fn(usize) -> &'t str, at: usize) -> bool {
    const MOST_PAIRS: usize = 6;
    let is_pair = |at: usize| is_key(word(at)) && value(word(at + 1)).is_some();
    let mut first = at;
    for _ in 0..MOST_PAIRS {
        match first.checked_sub(2).filter(|&before| is_pair(before)) {
            Some(before) => first = before,
            None => return first.checked_sub(1).is_some_and(|before| value(word(before)).is_some()),
        }
    }
    false
}

/// The order of a line: with a figure before the first name and none behind the last the figures stand first. Where there
/// is one on both sides, the one with as many decimals as those between belongs to them; none where that does not tell.
fn order_of(words: &[Word<'_>]) -> Option<Order> {
    let decimals =
        |at: Option<usize>| at.and_then(|at| words.get(at)).and_then(|word| value(word.text)).map(|d| d.decimals);
    // `system` may be a word of the sentence before.
    let names = |at: &usize| {
        let figure = decimals(at.checked_sub(1)).or(decimals(Some(at + 1)));
        words.get(*at).is_some_and(|word| is_key(word.text)) && figure.is_some()
    };
    let (Some(first), Some(last)) = ((0..words.len()).find(names), (0..words.len()).rfind(names)) else {
        return Some(Order::NameFirst);
    };
    match (decimals(first.checked_sub(1)), decimals(Some(last + 1))) {
        (Some(_), None) => Some(Order::FigureFirst),
        (None, _) => Some(Order::NameFirst),
        (Some(before), Some(behind)) => {
            let between = decimals(Some(first + 1));
            match (Some(before) == between, Some(behind) == between) {
                (true, false) => Some(Order::FigureFirst),
                (false, true) => Some(Order::NameFirst),
                _ => None,
            }
        }
    }
}

/// Pairs that follow each other in a line, and the words before them.
struct Pairs<'d> {
    before: Vec<Word<'d>>,
    figures: Vec<Timed<'d>>,
}

impl Pairs<'_> {
    /// Whether it is one pair with words before it: such a line is mostly a sentence.
    fn is_lone(&self) -> bool {
        self.figures.len() == 1 && !is_bullet(&self.before)
    }
}

/// The pairs of a line, one entry for each run, and the words behind the last.
struct Row<'d> {
    runs: Vec<Pairs<'d>>,
    rest: Vec<Word<'d>>,
}

/// Reads `row = *(words 1*pair) words`; a name that comes again starts another run.
fn row<'d>(words: &[Word<'d>], order: Order) -> Option<Row<'d>> {
    let word = |at: usize| words.get(at).map_or("", |word| word.text);
    let mut row = Row { runs: Vec::new(), rest: Vec::new() };
    let mut at = 0;
    while let Some(start) = (at..words.len()).find(|&at| pair(&word, at, order).is_some()) {
        let before = words.get(at..start).unwrap_or_default().to_vec();
        let mut figures: Vec<Timed<'d>> = Vec::new();
        at = start;
        while let Some(next) = pair(&word, at, order).filter(|pair| !has(&figures, pair.quantity)) {
            figures.push(Timed { quantity: next.quantity, duration: next.duration, word: *words.get(next.at)? });
            at += next.words;
        }
        row.runs.push(Pairs { before, figures });
    }
    row.rest = words.get(at..).unwrap_or_default().to_vec();
    // `real 1.2 real 1.3` are columns of two settings, and nothing here tells which.
    let side_by_side = row.runs.len() > 1 && row.runs.iter().any(|run| run.figures.len() == 1);
    (!row.runs.is_empty() && !side_by_side && !row.runs.iter().any(Pairs::is_lone)).then_some(row)
}

/// Whether a quantity is among figures.
fn has(figures: &[Timed<'_>], quantity: Quantity) -> bool {
    figures.iter().any(|figure| figure.quantity == quantity)
}

/// Whether words before a lone pair are nothing but a mark of a list.
fn is_bullet(words: &[Word<'_>]) -> bool {
    words.iter().all(|word| !word.text.contains(char::is_alphanumeric))
}

/// The words of a line; with those of the next one where it ends with a name whose figure was wrapped.
fn joined<'d>(document: &'d Document<'_>, line: usize, order: Order) -> (Vec<Word<'d>>, usize) {
    let mut joined = words(document, line);
    if order == Order::NameFirst
        && joined.last().is_some_and(|word| is_key(word.text))
        && let Some(next) = next_line(document, line)
        && words(document, next).first().is_some_and(|word| value(word.text).is_some())
    {
        joined.extend(words(document, next));
        return (joined, next);
    }
    (joined, line)
}

/// The output that starts at a line with a name and a figure.
pub(super) fn block(document: &Document<'_>, line: usize) -> Option<Block> {
    if !document.text(line).split_whitespace().any(is_key) {
        return None;
    }
    if let Some(block) = columns(document, line) {
        return Some(block);
    }
    let order = order_of(&words(document, line))?;
    let (first, last) = joined(document, line, order);
    let row = row(&first, order)?;
    let mut block = Block { end: last + 1, ..Block::default() };
    let single = row.runs.len() == 1;
    let mut sure = true;
    for Pairs { before, figures } in row.runs {
        let behind = if single && figures.len() > 1 { row.rest.as_slice() } else { &[] };
        block.told.extend(span_of(document, &before).map(|span| (span, RegionKind::Label)));
        let label = beside(&before, behind);
        let mut figures = figures;
        if single {
            block.end = more(document, last, order, &mut figures, &mut block);
        }
        sure &= is_certain(&figures);
        let figures = figures.iter().map(|figure| figure.figure(document, grain(&figure.duration, order))).collect();
        block.runs.push(Run { line, label, command: None, figures });
    }
    block.tell_rest(document, &row.rest);
    if order == Order::FigureFirst {
        report::resources(document, &mut block);
    }
    sure.then_some(block)
}

/// A name with the figures of several commands behind it, each with the words before it.
struct Beside<'d> {
    quantity: Quantity,
    figures: Vec<(Vec<Word<'d>>, Timed<'d>)>,
}

/// `beside = name 2*([label] figure)`
fn beside_each_other<'d>(words: &[Word<'d>]) -> Option<Beside<'d>> {
    const MOST_LABEL_WORDS: usize = 3;
    let (first, rest) = words.split_first()?;
    let quantity = key(first.text)?;
    let mut row = Beside { quantity, figures: Vec::new() };
    let mut label: Vec<Word<'d>> = Vec::new();
    for word in rest.iter().filter(|word| !matches!(word.text, "|" | "s" | "->" | "vs" | "/")) {
        let figure = value(word.text).filter(|d| d.style != DurationStyle::Bare || d.decimals > 0);
        match figure {
            Some(duration) => {
                let timed = Timed { quantity, duration, word: *word };
                row.figures.push((std::mem::take(&mut label), timed));
            }
            None if label.len() == MOST_LABEL_WORDS || is_key(word.text) => return None,
            None => label.push(*word),
        }
    }
    (label.is_empty() && row.figures.len() >= 2).then_some(row)
}

/// The figures of several commands beside each other, one name a line: what each is of stands before its first figure, or
/// over its column.
fn columns(document: &Document<'_>, line: usize) -> Option<Block> {
    const FEWEST_ROWS: usize = 2;
    let mut rows: Vec<(usize, Beside<'_>)> = Vec::new();
    let mut at = Some(line);
    while let Some(line) = at {
        let Some(row) = beside_each_other(&words(document, line)) else { break };
        let new = rows.iter().all(|(_, other)| other.quantity != row.quantity);
        if !new || rows.first().is_some_and(|(_, first)| first.figures.len() != row.figures.len()) {
            break;
        }
        rows.push((line, row));
        at = next_line(document, line);
    }
    let count = rows.first()?.1.figures.len();
    let above = line.checked_sub(1).filter(|&above| document.depth(above) == document.depth(line));
    let header = above.and_then(|above| over(document.text(above), count));
    let own = |at: usize| {
        let mut labels = rows.iter().filter_map(|(_, row)| row.figures.get(at)).map(|(label, _)| label);
        let label = labels.find(|label| !label.is_empty())?;
        let text = label.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
        Some(text.trim_matches([':', '=', '(', ')', ' ']).to_owned())
            .filter(|text| text.contains(char::is_alphanumeric))
    };
    let named = (0..count).filter(|&at| own(at).is_some()).count();
    if rows.len() < FEWEST_ROWS || header.is_none() && named + 1 < count {
        return None;
    }
    let mut block = Block { end: rows.last()?.0 + 1, ..Block::default() };
    if let Some(above) = above.filter(|_| header.is_some()) {
        block.told.push((document.line_span(above), RegionKind::Header));
    }
    for (_, row) in &rows {
        let labels = row.figures.iter().filter_map(|(label, _)| span_of(document, label));
        block.told.extend(labels.map(|span| (span, RegionKind::Label)));
    }
    for at in 0..count {
        let timed: Vec<Timed<'_>> =
            rows.iter().filter_map(|(_, row)| row.figures.get(at)).map(|(_, timed)| *timed).collect();
        if !is_certain(&timed) {
            return None;
        }
        let first = || (at == 0 && header.is_none()).then(|| "first".to_owned());
        let label = own(at).or_else(|| header.as_ref()?.get(at).cloned()).or_else(first);
        let figures = timed.iter().map(|figure| figure.figure(document, grain(&figure.duration, Order::NameFirst)));
        block.runs.push(Run { line, label, command: None, figures: figures.collect() });
    }
    Some(block)
}

/// The names over so many columns: as many words, or phrases parted by wider gaps.
fn over(text: &str, count: usize) -> Option<Vec<String>> {
    if text.chars().filter(char::is_ascii_digit).count() * 2 > text.len() || is_key(text.split_whitespace().next()?) {
        return None;
    }
    let phrases: Vec<String> = text
        .split("  ")
        .flat_map(|piece| piece.split('\t'))
        .map(|piece| piece.trim().trim_matches(['|', ' ']).to_owned())
        .filter(|piece| !piece.is_empty())
        .collect();
    let words: Vec<String> = text.split_whitespace().filter(|word| *word != "|").map(str::to_owned).collect();
    [phrases, words].into_iter().find(|names| names.len() == count)
}

/// Adds the pairs of the lines below that belong to the same run; gives the first line after them.
fn more<'d>(
    document: &'d Document<'_>,
    line: usize,
    order: Order,
    figures: &mut Vec<Timed<'d>>,
    block: &mut Block,
) -> usize {
    let mut line = line;
    while let Some(next) = next_line(document, line) {
        let (words, last) = joined(document, next, order);
        let Some(row) = row(&words, order) else { break };
        let Some(run) = row.runs.first().filter(|_| row.runs.len() == 1) else { break };
        if run.figures.iter().any(|figure| has(figures, figure.quantity)) || !is_bullet(&run.before) {
            break;
        }
        figures.extend(run.figures.iter().copied());
        block.tell_rest(document, &row.rest);
        line = last;
    }
    line + 1
}

/// Whether pairs cannot be anything else.
fn is_certain(pairs: &[Timed<'_>]) -> bool {
    let minutes = pairs.iter().any(|pair| pair.duration.style == DurationStyle::Minutes);
    let elapsed = pairs.iter().any(|pair| pair.quantity.kind == Kind::Elapsed);
    let fraction = pairs.iter().any(|pair| pair.duration.decimals > 0);
    minutes || elapsed && (pairs.len() >= 3 || pairs.len() == 2 && fraction)
}

/// What was done with the digits that are not printed: whoever prints an `s` rounds, plain seconds are cut.
fn grain(duration: &Duration<'_>, order: Order) -> Grain {
    match (duration.style, order) {
        (DurationStyle::Minutes | DurationStyle::Suffixed, _) => ROUNDED,
        (_, Order::FigureFirst) => CUT,
        (DurationStyle::Bare, _) if duration.decimals == 2 => POSIX,
        _ => ROUNDED,
    }
}

//! What a cell of a table holds: a figure with its unit and spread, or words.

use crate::reading::number::{Amount, Comma, amount, spread_follows};
use crate::reading::quantity;
use crate::unit::Unit;

/// A figure in a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// The unit that stands beside it.
    pub(super) unit: Option<Unit>,
    /// The figure behind ±, or in brackets, in the unit of the value.
    pub(super) spread: Option<f64>,
    /// What stands before it: `BW` of `BW=3939MiB/s`.
    pub(super) key: Option<String>,
    /// Whether it is a signed share: `+1.02%`, `-17 %`.
    pub(super) change: bool,
    /// Figures behind slashes, with their own places: `19 min / 7 min`; or the upper end of an interval.
    pub(super) others: Vec<Figure>,
    /// Whether it is the lower end of an interval: `435-465 MB`.
    pub(super) interval: bool,
    /// Where the printed number with its suffix stands in the cell, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Marks of emphasis around a figure.
const MARKS: &[char] = &['*', '`', '_', ' ', '\t', '\u{a0}'];

/// What stands in place of a figure that is not there.
const MISSING: &[&str] = &[
    "-", "--", "---", "n/a", "n.a.", "na", "nan", "-nan", "inf", "~", "?", "fail", "oom", "none", "*", "∞", "err",
    "timeout", "crash", "crashed", "killed", "skipped", "dnf",
];

/// Whether a word stands for a figure that is missing.
pub(super) fn is_missing(word: &str) -> bool {
    MISSING.contains(&word.to_lowercase().as_str()) || word.len() >= 3 && word.bytes().all(|b| b == b'+')
}

/// Reads a cell that is a figure and nothing else but a remark behind it: `27.7 ns: 1.03x faster`.
pub(super) fn figure(cell: &str, comma: Comma) -> Option<Figure> {
    let (figure, taken) = read(cell, comma)?;
    let rest = cell.get(taken..)?.trim_matches(MARKS);
    (rest.is_empty() || rest.starts_with([':', ',', ';', '#', '(', '<', '✓', '✗'])).then_some(figure)
}

/// The two ends of an interval that is all of a cell: `[2218.98, 2241.89]M`, `435-465 MB`, `1.2 .. 1.4`.
///
/// `interval = open amount ("," / " ") amount close [suffix / unit] / amount ("-" / "–" / ".." / "to") amount unit`
pub(super) fn interval(text: &str, comma: Comma) -> Option<Figure> {
    let body = text.trim_end_matches(['*', '`', '_', ' ']);
    match bracketed(body, comma) {
        Some((figure, taken)) => (taken == body.len()).then_some(figure),
        None => spanned(body, comma).filter(|(_, taken)| *taken == body.len()).map(|(figure, _)| figure),
    }
}

/// An interval in square brackets at the start of a text, and its length with the suffix or unit behind it.
pub(super) fn bracketed(text: &str, comma: Comma) -> Option<(Figure, usize)> {
    let inner = text.strip_prefix('[')?;
    let (inner, behind) = inner.split_once(']')?;
    let tail: &str = behind.split(|c: char| c.is_whitespace() || c == ',').next().unwrap_or_default();
    let unit = unit_after(behind.trim_start()).filter(|_| behind.len() - behind.trim_start().len() <= 1);
    let suffix = if matches!(tail, "k" | "K" | "M" | "G") { tail } else { "" };
    let (low, high) = ends(inner, comma)?;
    let end = |at: usize, length: usize| -> Option<Figure> {
        let number = inner.get(at..at + length)?;
        let amount = amount(&format!("{number}{suffix}"), comma)?;
        let mut figure = of_amount(&amount, at + 1);
        figure.end = at + 1 + length;
        figure.unit = unit.as_ref().map(|(unit, _)| unit.clone()).filter(|_| suffix.is_empty());
        Some(figure)
    };
    let lower = end(low.0, low.1)?;
    let upper = end(high.0, high.1)?;
    let gap = behind.len() - behind.trim_start().len();
    let more = match unit {
        Some((_, length)) if suffix.is_empty() => gap + length,
        _ => suffix.len(),
    };
    let taken = 2 + inner.len() + more;
    (lower.value <= upper.value).then_some((Figure { interval: true, others: vec![upper], ..lower }, taken))
}

/// Where the two numbers of an interval stand in the text between its brackets, and how long each is.
fn ends(inner: &str, comma: Comma) -> Option<((usize, usize), (usize, usize))> {
    let at = |piece: &str| piece.as_ptr().addr() - inner.as_ptr().addr();
    let pieces: Vec<&str> = inner.split([',', ' ', ';']).filter(|piece| !piece.is_empty()).collect();
    let whole = |piece: &str| amount(piece, comma).is_some_and(|a| a.end == piece.len() && a.unit.is_none());
    match pieces.as_slice() {
        [low, high] if whole(low) && whole(high) => Some(((at(low), low.len()), (at(high), high.len()))),
        _ => None,
    }
}

/// `435-465 MB`, `1.2 – 1.4 s`, `12 to 15 ms`: two numbers with a mark between, the second with a unit.
fn spanned(text: &str, comma: Comma) -> Option<(Figure, usize)> {
    const MARKS: &[&str] = &["-", "–", "—", "..", "to ", "~"];
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(text.len());
    let first = text.get(..digits)?.trim_end_matches('.');
    let rest = text.get(first.len()..)?;
    // The unit may stand behind both numbers.
    let letters = rest.find(|c: char| !c.is_alphabetic() && c != 'µ').filter(|_| !rest.starts_with("to"))?;
    let behind = rest.get(letters..)?.trim_start();
    let mark = MARKS.iter().find(|mark| behind.starts_with(**mark))?;
    let second = behind.get(mark.len()..)?.trim_start();
    let at = text.len() - second.len();
    let upper = amount(second, comma).filter(|a| a.unit.is_some())?;
    let lower = amount(first, comma).filter(|a| a.end == first.len() && a.value <= upper.value)?;
    let mut low = of_amount(&lower, 0);
    low.unit.clone_from(&upper.unit);
    (letters == 0 || crate::reading::number::beside(rest.get(..letters)?) == upper.unit).then(|| {
        let high = of_amount(&upper, at);
        (Figure { interval: true, others: vec![high], ..low }, at + upper.end)
    })
}

/// The last figure with a unit among the words of a cell: `compiled in 24771 ms`, `OK, 137 MB`. What stands before it
/// becomes its key.
pub(super) fn within(text: &str, comma: Comma) -> Option<Figure> {
    const LONGEST: usize = 200;
    if text.len() > LONGEST {
        return None;
    }
    let starts = text.char_indices().filter(|&(at, c)| {
        c.is_ascii_digit()
            && text.get(..at).is_some_and(|before| before.is_empty() || before.ends_with([' ', '(', '~', '`']))
    });
    let mut found = starts.filter_map(|(at, _)| {
        let rest = text.get(at..)?;
        let figure = spanned(rest, comma).map(|(figure, _)| figure).or_else(|| {
            let amount = amount(rest, comma).filter(|a| a.unit.as_ref().is_some_and(|unit| unit.symbol != "%"))?;
            Some(of_amount(&amount, 0))
        })?;
        Some((at, figure))
    });
    let (at, mut figure) = found.next_back()?;
    figure.start += at;
    figure.end += at;
    for other in &mut figure.others {
        other.start += at;
        other.end += at;
    }
    figure.key = Some(text.get(..at)?.to_owned());
    Some(figure)
}

/// Reads a figure at the start of some text, and how many bytes it takes with all that belongs to it.
///
/// `figure = [marks] [name "="] amount *(spread / bracket / change / "/" amount) [marks]`
pub(super) fn read(text: &str, comma: Comma) -> Option<(Figure, usize)> {
    let marks = text.len() - text.trim_start_matches(['*', '`', '_', ' ']).len();
    let body = text.get(marks..)?;
    let key = key(body);
    let start = marks + key.map_or(0, |key| key.len() + 1);
    let amount = apart(text.get(start..)?, comma)?;
    let mut figure = of_amount(&amount, start);
    figure.key = key.map(str::to_owned);
    figure.change = figure.unit.as_ref().is_some_and(|u| u.symbol == "%") && body.starts_with(['+', '-', '−']);
    let mut taken = start + amount.end;
    while let Some(more) = behind(text.get(taken..)?, comma, &mut figure, taken) {
        taken += more;
    }
    taken += text.get(taken..)?.bytes().take_while(|b| matches!(b, b'*' | b'`' | b'_')).count();
    Some((figure, taken))
}

/// An amount whose suffix may stand behind a blank: `4.33 M / 7.13 M`.
fn apart(text: &str, comma: Comma) -> Option<Amount> {
    let found = amount(text, comma)?;
    let rest = text.get(found.end..)?;
    let suffix = rest.strip_prefix(' ').and_then(|rest| rest.get(..1)).filter(|c| matches!(*c, "k" | "M" | "G"));
    let ends = rest.get(2..).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '/']));
    match suffix.filter(|_| ends && found.unit.is_none() && found.length == found.end) {
        Some(suffix) => {
            let raised = amount(&format!("{}{suffix}", text.get(..found.length)?), comma)?;
            Some(Amount { length: found.length, end: found.end + 2, ..raised })
        }
        None => Some(found),
    }
}

fn of_amount(amount: &Amount, start: usize) -> Figure {
    Figure {
        value: amount.value,
        low: amount.low,
        high: amount.high,
        unit: amount.unit.clone(),
        spread: None,
        key: None,
        change: false,
        others: Vec::new(),
        interval: false,
        start,
        end: start + amount.length,
    }
}

/// `BW` of `BW=3939MiB/s`
fn key(text: &str) -> Option<&str> {
    let (key, rest) = text.split_once('=')?;
    let named =
        key.len() <= 20 && key.starts_with(char::is_alphabetic) && key.chars().all(|c| c.is_alphanumeric() || c == '_');
    let figure = amount(rest, Comma::Thousands)?;
    // An option is no figure: `range=100`.
    let told = figure.unit.is_some() || quantity::has(key, quantity::HIGHER) || quantity::has(key, quantity::LOWER);
    (named && told).then_some(key)
}

/// What belongs to a figure and follows it; how many bytes it takes. Nothing where something else begins.
fn behind(rest: &str, comma: Comma, figure: &mut Figure, at: usize) -> Option<usize> {
    let body = rest.trim_start_matches([' ', '\u{a0}', '\t']);
    let blanks = rest.len() - body.len();
    if spread_follows(body) {
        let (spread, length) = spread(body, comma, figure)?;
        figure.spread.get_or_insert(spread);
        return Some(blanks + length);
    }
    if figure.spread.is_some() && figure.unit.is_none() && blanks == 1 && figure.others.is_empty() {
        // `12.5 ± 0.3 ms`
        if let Some((unit, length)) = unit_after(body) {
            figure.unit = Some(unit);
            return Some(blanks + length);
        }
    }
    let first = body.chars().next()?;
    match first {
        '(' => bracket(body, blanks, comma, figure).map(|length| blanks + length),
        ',' | '[' if blanks <= 1 && figure.spread.is_none() => {
            enclosing(body, comma, figure).map(|length| blanks + length)
        }
        '*' => starred(body, comma).map(|length| blanks + length),
        // A change that is farther off is a column of its own.
        '+' | '-' | '−' if blanks <= 1 => change(body, comma).map(|length| blanks + length),
        '/' if blanks <= 2 => {
            let gap = 1 + body.get(1..)?.len() - body.get(1..)?.trim_start().len();
            let other = apart(body.get(gap..)?, comma)?;
            figure.others.push(of_amount(&other, at + blanks + gap));
            Some(blanks + gap + other.end)
        }
        _ => None,
    }
}

/// `± 0.5`, `+/-5.3e+04`, `+- 2.12%`: a share is one of the value.
fn spread(text: &str, comma: Comma, figure: &mut Figure) -> Option<(f64, usize)> {
    let mark = ["±", "+/-", "+-"].into_iter().find(|mark| text.starts_with(mark))?;
    let body = text.get(mark.len()..)?;
    let inner = body.trim_start();
    let gap = mark.len() + body.len() - inner.len();
    let found = amount(inner, comma).filter(|a| a.value >= 0.0)?;
    let scaled = scaled(&found, figure);
    // `67.2±0.6us`: one unit for both.
    if figure.unit.is_none() && found.unit.as_ref().is_some_and(|unit| unit.symbol != "%") {
        figure.unit.clone_from(&found.unit);
    }
    Some((scaled, gap + found.end))
}

/// The unit that is the next word, and its length.
fn unit_after(text: &str) -> Option<(Unit, usize)> {
    let word = text.split_whitespace().next()?;
    let bare = word.trim_end_matches([',', ';', ')']);
    crate::reading::number::beside(bare).map(|unit| (unit, bare.len()))
}

/// A spread in the unit of the value.
fn scaled(spread: &Amount, figure: &Figure) -> f64 {
    use crate::unit::Dimension::Time;
    match (&spread.unit, &figure.unit) {
        (Some(unit), other) if unit.symbol == "%" && other.as_ref().is_none_or(|u| u.symbol != "%") => {
            figure.value.abs() * spread.value / 100.0
        }
        (Some(Unit { dimension: Time(own), .. }), Some(Unit { dimension: Time(of), .. })) => spread.value * own / of,
        _ => spread.value,
    }
}

/// `, [63.04, 64.05]`: the interval around a figure, half of which is its spread.
fn enclosing(text: &str, comma: Comma, figure: &mut Figure) -> Option<usize> {
    let body = text.trim_start_matches([',', ' ']);
    let (around, length) = bracketed(body, comma)?;
    let upper = around.others.first()?;
    (around.value <= figure.value && figure.value <= upper.value).then(|| {
        figure.spread = Some((upper.value - around.value) / 2.0);
        text.len() - body.len() + length
    })
}

/// What stands in brackets behind a figure: a spread, a change, or a remark.
fn bracket(text: &str, blanks: usize, comma: Comma, figure: &mut Figure) -> Option<usize> {
    let close = text.find(')')?;
    let inner = text.get(1..close)?.trim();
    let length = close + 1;
    if inner.is_empty() {
        return Some(length);
    }
    if spread_follows(inner) {
        let (spread, _) = spread(inner, comma, figure)?;
        figure.spread.get_or_insert(spread);
        return Some(length);
    }
    let number = amount(inner, comma).filter(|a| inner.get(a.end..).is_some_and(|rest| rest.trim().is_empty()));
    match number {
        Some(a) if a.unit.is_none() && a.value >= 0.0 && !inner.starts_with('+') => {
            figure.spread.get_or_insert(a.value);
            Some(length)
        }
        Some(_) => Some(length),
        // A remark stands close by; what is farther off is a column of its own.
        None => (blanks <= 1 && inner.len() <= 60).then_some(length),
    }
}

/// `*  -2.39%*`: a change that a tool marks as real.
fn starred(text: &str, comma: Comma) -> Option<usize> {
    let inner = text.get(1..)?;
    let body = inner.trim_start();
    let a = amount(body, comma).filter(|a| a.unit.as_ref().is_some_and(|u| u.symbol == "%"))?;
    let closed = body.get(a.end..)?.trim_start_matches(' ').starts_with('*');
    let gap = body.get(a.end..)?.find('*')?;
    closed.then_some(1 + inner.len() - body.len() + a.end + gap + 1)
}

/// `+ 3%`, `-17.00%` behind a figure.
fn change(text: &str, comma: Comma) -> Option<usize> {
    let sign = text.chars().next()?.len_utf8();
    let inner = text.get(sign..)?;
    let body = inner.trim_start();
    let a = amount(body, comma).filter(|a| a.unit.as_ref().is_some_and(|u| u.symbol == "%"))?;
    Some(sign + inner.len() - body.len() + a.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(cell: &str) -> Option<(f64, &str, Option<String>, Option<f64>)> {
        let f = figure(cell, Comma::Thousands)?;
        Some((f.value, cell.get(f.start..f.end)?, f.unit.map(|u| u.symbol), f.spread))
    }

    #[test]
    fn figures_with_marks_units_and_spreads() {
        assert_eq!(shown(" **2.6961** "), Some((2.6961, "2.6961", None, None)));
        assert_eq!(shown("1,234,567.5"), Some((1_234_567.5, "1,234,567.5", None, None)));
        assert_eq!(shown("12.9k"), Some((12_900.0, "12.9k", None, None)));
        assert_eq!(shown("12.3 ms"), Some((12.3, "12.3", Some("ms".into()), None)));
        assert_eq!(shown("12.3ms"), Some((12.3, "12.3", Some("ms".into()), None)));
        assert_eq!(shown("5746±5"), Some((5746.0, "5746", None, Some(5.0))));
        assert_eq!(shown("152851+/-5.3e+04"), Some((152_851.0, "152851", None, Some(5.3e4))));
        assert_eq!(shown("2.707 (0.127)"), Some((2.707, "2.707", None, Some(0.127))));
        assert_eq!(shown("200 +- 2.0% (2 datapoints)"), Some((200.0, "200", None, Some(4.0))));
        assert_eq!(shown("2ms ± 250us").map(|s| s.3), Some(Some(0.25)));
        assert_eq!(shown("5m28s"), Some((328.0, "5m28s", Some("s".into()), None)));
        assert_eq!(shown("-3"), Some((-3.0, "-3", None, None)));
        assert_eq!(shown("IOPS=358K(suboptimal)"), Some((358_000.0, "358K", None, None)));
        assert_eq!(shown("27.7 ns: 1.03x faster (faster on 88% of runs)").map(|s| s.0), Some(27.7));
        assert_eq!(shown("1.378(+/-  10%)").map(|s| s.3), Some(Some(0.1378)));
    }

    #[test]
    fn changes_belong_to_the_figure_before_them() {
        for cell in ["14354.07 *  -2.39%*", "14354.07 (   0.00%)", "14354.07 + 3%", "14354.07 ( )", "14354.07 +37%"] {
            assert_eq!(shown(cell), Some((14_354.07, "14354.07", None, None)), "{cell}");
        }
        assert!(figure("+1.02%", Comma::Thousands).is_some_and(|f| f.change));
    }

    #[test]
    fn figures_behind_slashes_have_places_of_their_own() {
        let f = figure("19 min / 7 min", Comma::Thousands).expect("a figure");
        let other = f.others.first().expect("another");
        assert_eq!((f.value, other.value, other.start, other.end), (19.0, 7.0, 9, 10));
        let f = figure("4.33 M / 7.13 M", Comma::Thousands).expect("a figure");
        assert_eq!((f.value, f.others.first().map(|other| other.value)), (4.33e6, Some(7.13e6)));
        let f = figure("2.693 (0.100) / 0.995", Comma::Thousands).expect("a figure");
        assert_eq!((f.spread, f.others.len()), (Some(0.1), 1));
    }

    #[test]
    fn intervals_have_two_ends() {
        let ends = |cell: &str| {
            let f = interval(cell, Comma::Thousands)?;
            let upper = f.others.first()?;
            Some((f.value, upper.value, cell.get(upper.start..upper.end)?.to_owned(), f.unit.map(|u| u.symbol)))
        };
        assert_eq!(ends("[22.5, 24.25]M"), Some((22.5e6, 24.25e6, "24.25".into(), None)));
        assert_eq!(ends("[12 15] ms"), Some((12.0, 15.0, "15".into(), Some("ms".into()))));
        assert_eq!(ends("435-465 MB"), Some((435.0, 465.0, "465".into(), Some("MB".into()))));
        assert_eq!(ends("1.2s – 1.4s"), Some((1.2, 1.4, "1.4".into(), Some("s".into()))));
        for other in ["1-4", "2024-01-02", "[1, 2, 3]", "[x, 2]", "12-8 ms", "1-2 cpus"] {
            assert_eq!(ends(other), None, "{other}");
        }
        assert_eq!(shown("63.5, [63.0, 64.0]"), Some((63.5, "63.5", None, Some(0.5))));
        assert_eq!(shown("12.5 [12.0 13.0] ms"), Some((12.5, "12.5", None, Some(0.5))));
    }

    #[test]
    fn words_may_hold_a_figure() {
        let of = |cell: &str| {
            let f = within(cell, Comma::Thousands)?;
            Some((f.value, cell.get(f.start..f.end)?.to_owned(), f.key?, f.unit?.symbol))
        };
        let some = |value: f64, text: &str, key: &str, unit: &str| Some((value, text.into(), key.into(), unit.into()));
        assert_eq!(of("linked (ld 2.5.1) in 1234 ms"), some(1234.0, "1234", "linked (ld 2.5.1) in ", "ms"));
        assert_eq!(of("Done in 34.03s."), some(34.03, "34.03", "Done in ", "s"));
        assert_eq!(of("OK, 276-308 MB"), some(276.0, "276", "OK, ", "MB"));
        assert_eq!(of("OK 3/3"), None);
    }

    #[test]
    fn other_cells_are_words() {
        for cell in ["", "-", "x12", "12x", "1,23", "2.6.25", "12 apples"] {
            assert_eq!(shown(cell), None, "{cell}");
        }
        assert!(is_missing("n/a") && is_missing("+++++") && !is_missing("x"));
    }
}

//! Derives a rule from one marked number.

use std::ops::Range;

use super::apply::unit_in_title;
use super::cells::{above, cells, cells_as, cut_of, headers, is_dash, is_rule};
use super::pattern::{Pattern, Piece, figure, pieces, unit};
use super::rule::{Cut, Origin, Rule, Shape};
use super::{Example, TeachError};
use crate::mail::Document;
use crate::reading::number::beside;
use crate::source::Source;

/// How far above the marked line its names are looked for.
const REACH: usize = 60;

/// The marked number in its line.
struct Marked<'d> {
    line: usize,
    text: &'d str,
    value: Range<usize>,
    /// Its unit, glued or behind a blank.
    unit: Option<Range<usize>>,
}

/// Derives a rule; see [`super::learn`].
pub(super) fn learn(document: &Document<'_>, source: &Source, example: &Example) -> Result<Rule, TeachError> {
    let marked = marked(document, source, example)?;
    let shape = if in_row(document, &marked) { row(document, &marked, example) } else { None };
    Ok(shape.unwrap_or_else(|| line(document, &marked, example)))
}

/// Finds the marked number among the lines that are read.
fn marked<'d>(document: &'d Document<'_>, source: &Source, example: &Example) -> Result<Marked<'d>, TeachError> {
    let text = source.text.get(example.span.clone()).ok_or(TeachError::OutOfRange)?;
    let first = text.find(|c: char| c.is_ascii_digit()).ok_or(TeachError::NotANumber)?;
    let place = (example.span.start + first) as u32;
    let line = (0..document.len())
        .find(|&line| {
            let span = document.line_span(line);
            span.start <= place && place < span.end
        })
        .ok_or(TeachError::NotRead)?;
    let text = document.text(line);
    let digit = |at: &usize| document.span(line, *at, at + 1).start == place;
    let mut start = text
        .char_indices()
        .filter(|(_, c)| c.is_ascii_digit())
        .map(|(at, _)| at)
        .find(digit)
        .ok_or(TeachError::NotRead)?;
    // A mark in the middle of a number is one of all of it.
    while text
        .get(..start)
        .is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',')))
        && text
            .get(start - 1..)
            .is_some_and(|rest| figure(rest.trim_start_matches(['.', ',']), document.comma()).is_some())
    {
        start -= 1;
    }
    let found = text.get(start..).and_then(|rest| figure(rest, document.comma())).ok_or(TeachError::NotANumber)?;
    let value = start..start + found.length;
    let rest = text.get(value.end..).unwrap_or_default();
    let unit = unit(rest, example.unit.as_deref()).map(|length| value.end..value.end + length);
    Ok(Marked { line, text, value, unit })
}

/// Whether the marked number stands in a row of cells, and not between words.
fn in_row(document: &Document<'_>, marked: &Marked<'_>) -> bool {
    let cut = cut_of(marked.text);
    let found = cells(marked.text, cut, document.comma());
    let numbers = |range: &Range<usize>| {
        marked.text.get(range.clone()).is_some_and(|cell| cell.starts_with(|c: char| c.is_ascii_digit()))
    };
    let in_cell = found.iter().find(|cell| cell.start <= marked.value.start && marked.value.end <= cell.end);
    let cell = in_cell.and_then(|cell| marked.text.get(cell.clone())).unwrap_or_default();
    match cut {
        // Words beside the number in its own cell are a line's.
        Cut::Gaps => found.len() >= 2 && cell.split_whitespace().count() <= 3 && !is_separated(marked, &found),
        Cut::Words => {
            let last = found.iter().rev().take_while(|cell| numbers(cell)).count();
            last >= 2 && found.len() <= last + 1
        }
        _ => found.len() >= 2,
    }
}

/// Whether marks of its own stand between a name and the number, as in `rate      ~> 12`.
fn is_separated(marked: &Marked<'_>, cells: &[Range<usize>]) -> bool {
    let marks = |cell: &Range<usize>| {
        let first = marked.text.get(cell.clone()).and_then(|cell| cell.split_whitespace().next()).unwrap_or_default();
        !first.contains(char::is_alphanumeric) && !is_dash(first) && !first.is_empty()
    };
    cells.len() == 2 && cells.iter().any(marks)
}

/// Where a text stands in another one, as whole words.
fn find(text: &str, name: &str) -> Option<Range<usize>> {
    let name = name.trim();
    if name.is_empty() {
        return None;
    }
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(name).map(|(at, _)| at..at + name.len()).find(|place| {
        edge(text.get(..place.start).and_then(|before| before.chars().next_back()))
            && edge(text.get(place.end..).and_then(|behind| behind.chars().next()))
    })
}

/// The pattern of a text in which some places have a meaning.
fn pattern(text: &str, places: &[(Range<usize>, Piece)]) -> Pattern {
    let mut places: Vec<&(Range<usize>, Piece)> = places.iter().collect();
    places.sort_by_key(|(range, _)| range.start);
    let mut found = Vec::new();
    let mut at = text.len() - text.trim_start().len();
    for (range, piece) in places {
        if range.start < at {
            continue;
        }
        found.extend(pieces(text.get(at..range.start).unwrap_or_default()));
        found.push(piece.clone());
        at = range.end;
    }
    found.extend(pieces(text.get(at..text.trim_end().len()).unwrap_or_default()));
    Pattern(found)
}

/// The places of the number and its unit. A number that has no unit may have one elsewhere.
fn value_places(marked: &Marked<'_>) -> Vec<(Range<usize>, Piece)> {
    let unit = marked.unit.clone().unwrap_or(marked.value.end..marked.value.end);
    vec![(marked.value.clone(), Piece::Value), (unit, Piece::Unit)]
}

/// The unit that was given, where none stands beside the number; and the unit of the number itself.
fn units(marked: &Marked<'_>, example: &Example, above: Option<String>) -> (Option<String>, Option<String>) {
    let beside_it = marked.unit.clone().and_then(|range| marked.text.get(range)).map(|word| word.trim().to_owned());
    let symbol = |word: String| beside(&word).map_or(word, |unit| unit.symbol);
    let given = example.unit.clone().filter(|_| above.is_none());
    let of = beside_it.or(above).or_else(|| example.unit.clone()).map(symbol);
    (given, of)
}

// ---------------------------------------------------------------------------------------------------------------- lines

/// A rule for lines that look like the marked one.
fn line(document: &Document<'_>, marked: &Marked<'_>, example: &Example) -> Rule {
    let mut places = value_places(marked);
    let mut origin = |name: &Option<String>, piece: &Piece| -> Option<Origin> {
        let name = name.as_deref()?;
        let place =
            find(marked.text, name).filter(|place| place.end <= marked.value.start || place.start >= marked.value.end);
        if let Some(place) = place {
            places.push((place, piece.clone()));
            return Some(Origin::Beside);
        }
        name_above(document, marked.line, name, piece).map(Origin::Above)
    };
    let metric = origin(&example.metric, &Piece::Metric);
    let config = origin(&example.config, &Piece::Config);
    let mut pattern = generalised(document, marked, pattern(marked.text, &places), example);
    let metric = metric.or_else(|| example.metric.clone().map(Origin::Given));
    let config = config
        .or_else(|| example.config.clone().map(|name| Origin::Blocks(name, block_of(document, marked, &pattern))));
    let (metric, config) = unsaid(&mut pattern, metric, config);
    let config = config.unwrap_or_else(|| heading(document, marked).map_or(Origin::Unknown, Origin::Above));
    let (unit, of) = units(marked, example, None);
    Rule {
        shape: Shape::Line(pattern),
        metric: metric.unwrap_or(Origin::Unknown),
        config,
        unit,
        better: example.better,
        of,
    }
}

/// The pattern in which words that other lines of its kind have otherwise may change.
fn generalised(document: &Document<'_>, marked: &Marked<'_>, own: Pattern, example: &Example) -> Pattern {
    let is_word = |piece: &Piece| matches!(piece, Piece::Text(text) if text.contains(char::is_alphabetic));
    let loose = Pattern(own.0.iter().map(|piece| if is_word(piece) { Piece::Word } else { piece.clone() }).collect());
    let fixed = |piece: &&Piece| matches!(piece, Piece::Text(_));
    let written = own.0.iter().filter(fixed).count();
    let mut changes = vec![false; own.0.len()];
    for line in (0..document.len()).filter(|&line| line != marked.line) {
        let text = document.text(line);
        let Some(found) = loose.matches(text, document.comma(), example.unit.as_deref()) else { continue };
        let same = |(at, piece): (usize, &Piece)| match piece {
            Piece::Text(own) => found.places.get(at).and_then(|place| text.get(place.clone())) == Some(own.as_str()),
            _ => false,
        };
        let kept = own.0.iter().enumerate().filter(|&(at, piece)| same((at, piece))).count();
        if kept * 2 < written {
            continue;
        }
        for (at, piece) in own.0.iter().enumerate() {
            if is_word(piece)
                && !same((at, piece))
                && let Some(change) = changes.get_mut(at)
            {
                *change = true;
            }
        }
    }
    let piece = |(piece, change): (Piece, &bool)| if *change { Piece::Word } else { piece };
    Pattern(own.0.into_iter().zip(&changes).map(piece).collect())
}

/// Names that were not given: what changes in the line, or what stands before marks and the number.
fn unsaid(pattern: &mut Pattern, metric: Option<Origin>, config: Option<Origin>) -> (Option<Origin>, Option<Origin>) {
    let value = pattern.0.iter().position(|piece| *piece == Piece::Value).unwrap_or(0);
    let is_word = |piece: &Piece| {
        matches!(piece, Piece::Word) || matches!(piece, Piece::Text(text) if text.contains(char::is_alphanumeric))
    };
    // `decode >>> 12.4 ms`: words, marks and the number.
    let words = pattern
        .0
        .iter()
        .take(value)
        .take_while(|piece| is_word(piece) || matches!(piece, Piece::Blank | Piece::Number))
        .count();
    let marks = pattern.0.get(words..value).unwrap_or_default();
    let keyed = words > 0 && marks.iter().any(|piece| matches!(piece, Piece::Text(_))) && !marks.iter().any(is_word);
    let named = pattern.0.iter().any(|piece| matches!(piece, Piece::Config | Piece::Metric));
    if keyed && metric.is_none() && !named {
        let blank = pattern.0.get(words - 1) == Some(&Piece::Blank);
        pattern.0.splice(..words - usize::from(blank), [Piece::Metric]);
        return (Some(Origin::Beside), config);
    }
    let Some(changing) = pattern.0.iter().position(|piece| *piece == Piece::Word) else { return (metric, config) };
    let slot = |pattern: &mut Pattern, piece: Piece| {
        if let Some(place) = pattern.0.get_mut(changing) {
            *place = piece;
        }
        Some(Origin::Beside)
    };
    match (metric, config) {
        (metric, None) => (metric, slot(pattern, Piece::Config)),
        (None, config) => (slot(pattern, Piece::Metric), config),
        both => both,
    }
}

/// The number of the block that the marked line is of, among those with lines that look like it.
fn block_of(document: &Document<'_>, marked: &Marked<'_>, pattern: &Pattern) -> usize {
    let (mut blocks, mut open) = (0_usize, false);
    for line in 0..=marked.line {
        let row = pattern.matches(document.text(line), document.comma(), None).is_some();
        blocks += usize::from(row && !open);
        open = row || open && is_rule(document.text(line));
    }
    blocks.saturating_sub(1)
}

// ----------------------------------------------------------------------------------------------------------- names above

/// What the nearest line above that holds a name looks like.
fn name_above(document: &Document<'_>, line: usize, name: &str, piece: &Piece) -> Option<Pattern> {
    (line.saturating_sub(REACH)..line).rev().find_map(|above| {
        let text = document.text(above);
        let place = find(text, name).filter(|_| document.same_voice(above, line))?;
        // A sentence that mentions the name names nothing.
        let words = text.split_whitespace().count();
        let sentence = words > name.split_whitespace().count() + 6;
        (!sentence).then(|| pattern(text, &[(place, piece.clone())]))
    })
}

/// What the line looks like that stands above a block as its label: in marks, or ended by a colon.
fn heading(document: &Document<'_>, marked: &Marked<'_>) -> Option<Pattern> {
    const MOST_WORDS: usize = 8;
    let mut line = marked.line;
    while let Some(above) = line.checked_sub(1).filter(|&above| document.same_voice(above, marked.line)) {
        let text = document.text(above).trim();
        let first = text.find(char::is_alphanumeric);
        let last = text.rfind(char::is_alphanumeric);
        if let (Some(first), Some(last)) = (first, last) {
            let end = text.get(last..).and_then(|rest| rest.chars().next()).map_or(last, |c| last + c.len_utf8());
            let indent = document.text(above).len() - document.text(above).trim_start().len();
            let marked = first > 0 || end < text.len() && text.ends_with([':', ']', '=', '*', '#']);
            let brief = text.split_whitespace().count() <= MOST_WORDS;
            let figures = text.split_whitespace().any(crate::reading::words::is_figure);
            if marked && brief && !figures && !text.starts_with(['-', '*']) {
                return Some(pattern(document.text(above), &[(indent + first..indent + end, Piece::Config)]));
            }
        }
        if marked.line - above > 12 || document.is_blank(above) && line < marked.line {
            return None;
        }
        line = above;
    }
    None
}

// ----------------------------------------------------------------------------------------------------------------- rows

/// A rule for rows of cells like the marked one.
fn row(document: &Document<'_>, marked: &Marked<'_>, example: &Example) -> Option<Rule> {
    let cut = cut_of(marked.text);
    let comma = document.comma();
    let ranges = cells(marked.text, cut, comma);
    let column = ranges.iter().position(|cell| cell.start <= marked.value.start && marked.value.end <= cell.end)?;
    let own = ranges.get(column)?.clone();
    let content = |at: usize| ranges.get(at).and_then(|cell| marked.text.get(cell.clone())).unwrap_or_default();
    // Names in the cell of the number itself.
    let mut places: Vec<(Range<usize>, Piece)> = value_places(marked)
        .into_iter()
        .map(|(range, piece)| (range.start - own.start..range.end.min(own.end).max(range.start) - own.start, piece))
        .collect();
    let mut in_cell = |name: &Option<String>, piece: Piece| {
        let place = find(content(column), name.as_deref()?)?;
        let value = marked.value.start - own.start..marked.value.end - own.start;
        let apart = place.end <= value.start || place.start >= value.end;
        apart.then(|| places.push((place, piece))).map(|()| Origin::Beside)
    };
    let (metric_in, config_in) = (in_cell(&example.metric, Piece::Metric), in_cell(&example.config, Piece::Config));
    let cell = pattern(content(column), &places);
    let like = |line: usize| {
        let text = document.text(line);
        let found = cells_as(text, cut, comma, ranges.len());
        found.len() == ranges.len()
            && found.get(column).and_then(|place| text.get(place.clone())).is_some_and(|content| {
                cell.matches(content, comma, example.unit.as_deref()).is_some() || is_dash(content)
            })
    };
    let above_lines = headers(document, marked.line, cut, &like);
    let header = |which: usize| {
        let (line, names) = above_lines.get(which)?;
        above(document.text(*line), names, marked.text, &ranges, column).map(str::trim)
    };
    let in_header =
        |name: &str| (0..above_lines.len()).find(|&which| header(which).is_some_and(|text| find(text, name).is_some()));
    let in_row =
        |name: &str| (0..ranges.len()).filter(|&at| at != column).find(|&at| find(content(at), name).is_some());
    let place = |name: &Option<String>, inside: Option<Origin>, piece: &Piece| -> Option<Origin> {
        let name = name.as_deref()?;
        inside
            .or_else(|| in_header(name).map(Origin::Header))
            .or_else(|| in_row(name).map(Origin::Cell))
            .or_else(|| name_above(document, marked.line, name, piece).map(Origin::Above))
    };
    let metric = place(&example.metric, metric_in, &Piece::Metric);
    let config = place(&example.config, config_in, &Piece::Config);
    let figures = (0..ranges.len())
        .filter(|&at| !matches!((&metric, &config), (Some(Origin::Cell(cell)), _) | (_, Some(Origin::Cell(cell))) if *cell == at))
        .filter(|&at| cell.matches(content(at), comma, example.unit.as_deref()).is_some())
        .count();
    let label = (0..ranges.len()).find(|&at| {
        let content = content(at);
        at != column && content.contains(char::is_alphabetic) && cell.matches(content, comma, None).is_none()
    });
    let headed = header(0).is_some_and(|name| name.contains(char::is_alphabetic));
    // Of a header that is units alone nothing is named.
    let headed = headed && header(0).is_some_and(|name| beside(name).is_none());
    let (metric, config) = settled(example, (metric, config), label, headed, figures);
    let config = match config {
        Origin::Blocks(name, _) => {
            let before = blocks_before(document, marked, &like);
            Origin::Blocks(name, before)
        }
        Origin::Unknown => heading(document, marked).map_or(Origin::Unknown, Origin::Above),
        other => other,
    };
    let unit_line = (0..above_lines.len()).find(|&which| {
        header(which).is_some_and(|name| {
            beside(name.trim_matches(['(', ')', '[', ']'])).is_some()
                || name == example.unit.as_deref().unwrap_or("\u{0}")
        })
    });
    let columns = |origin: &Origin| matches!(origin, Origin::Header(_) | Origin::Columns(_));
    let all = columns(&metric) || columns(&config) || metric == Origin::Beside || config == Origin::Beside;
    let named = header(0).and_then(unit_in_title).map(|unit| unit.symbol);
    let over = unit_line.and_then(header).map(str::to_owned).or(named);
    let (unit, of) = units(marked, example, over);
    let shape = Shape::Row { cut, cells: ranges.len(), cell, column, all, units: unit_line };
    Some(Rule { shape, metric, config, unit, better: example.better, of })
}

/// How many blocks of rows end before the marked line's.
fn blocks_before(document: &Document<'_>, marked: &Marked<'_>, like: &dyn Fn(usize) -> bool) -> usize {
    let (mut blocks, mut open) = (0_usize, false);
    for line in 0..=marked.line {
        let row = like(line);
        blocks += usize::from(row && !open);
        open = row || open && is_rule(document.text(line));
    }
    blocks.saturating_sub(1)
}

/// Where names are found that the text does not hold where it was looked for them, by what is left: the header, the label of the
/// row, the place of the column.
fn settled(
    example: &Example,
    (metric, config): (Option<Origin>, Option<Origin>),
    label: Option<usize>,
    headed: bool,
    figures: usize,
) -> (Origin, Origin) {
    let label = label.map(Origin::Cell);
    let free = |origin: &Option<Origin>, other: &Option<Origin>| origin.clone().filter(|_| origin != other);
    let header = headed.then_some(Origin::Header(0));
    let config = match (config, &example.config) {
        (Some(found), _) => found,
        (None, Some(name)) if figures > 1 => Origin::Columns(name.clone()),
        (None, Some(name)) => Origin::Blocks(name.clone(), 0),
        (None, None) => {
            let of_header = free(&header, &metric).filter(|_| figures > 1);
            let of_row = || free(&label, &metric).filter(|_| metric.is_some() || figures <= 1);
            let places = || (figures > 1 && !headed).then(|| Origin::Columns("column 1".to_owned()));
            of_header.or_else(of_row).or_else(places).unwrap_or(Origin::Unknown)
        }
    };
    let metric = match (metric, &example.metric) {
        (Some(found), _) => found,
        (None, Some(name)) => Origin::Given(name.clone()),
        (None, None) => {
            let other = Some(config.clone());
            free(&label, &other).or_else(|| free(&header, &other)).unwrap_or(Origin::Unknown)
        }
    };
    (metric, config)
}

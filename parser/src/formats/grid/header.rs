//! Which words of a header stand over which column.
//!
//! A header that has as many phrases as there are columns is read in order; one of groups is shared out evenly; else each
//! word belongs to the column that it overlaps most.

use super::cell;
use super::meaning::rises;
use crate::reading::number::Comma;

/// Words of a header that no gap parts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Phrase {
    pub(super) text: String,
    /// Columns of the first character and after the last.
    pub(super) from: usize,
    pub(super) to: usize,
    words: Vec<(String, usize, usize)>,
}

impl Phrase {
    /// Whether it is a number rather than words.
    pub(super) fn is_figure(&self, comma: Comma) -> bool {
        cell::figure(&self.text, comma).is_some()
    }
}

/// What stands over each column, from top to bottom: first the names of rows, then figures, then a remark.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Heads {
    pub(super) columns: Vec<Vec<String>>,
    /// What stands before the first column where rows have no names.
    pub(super) corner: String,
    /// Whether the lowest line fits the columns one by one.
    pub(super) exact: bool,
    /// Whether its words had to be shared out although nothing but a blank parts most of them: some may belong together.
    pub(super) guessed: bool,
}

const TAB: usize = 8;
/// At most so many words stand over one column.
const MOST_OVER_ONE: usize = 6;
/// A word that overlaps no column belongs to one that is at most this far.
const NEAR: usize = 3;

/// The phrases of a line: words parted by two blanks or more, or a tab. Bars between them are decoration.
pub(super) fn phrases(text: &str) -> Vec<Phrase> {
    let mut found: Vec<Phrase> = Vec::new();
    let mut column = 0;
    let mut blanks = 2;
    let mut word: Option<(String, usize)> = None;
    for c in text.chars().chain(std::iter::once(' ')) {
        if c.is_whitespace() {
            if let Some((word, from)) = word.take() {
                match found.last_mut().filter(|_| blanks < 2) {
                    Some(last) => {
                        last.text = format!("{} {word}", last.text);
                        last.to = column;
                        last.words.push((word, from, column));
                    }
                    None => {
                        found.push(Phrase { text: word.clone(), from, to: column, words: vec![(word, from, column)] });
                    }
                }
                blanks = 0;
            }
            blanks += if c == '\t' { 2 } else { 1 };
        } else {
            word.get_or_insert_with(|| (String::new(), column)).0.push(c);
        }
        column = if c == '\t' { (column / TAB + 1) * TAB } else { column + 1 };
    }
    found
}

/// Shares the phrases of a header's lines out among columns; nothing where they do not stand over them.
///
/// `extents` are the columns of characters that the figures take, `names` and `remarks` how many cells of words stand
/// before and behind them, and `name_extent` what the first of these takes.
pub(super) fn heads(
    lines: &[Vec<Phrase>],
    extents: &[(usize, usize)],
    names: usize,
    remarks: usize,
    name_extent: Option<(usize, usize)>,
    comma: Comma,
) -> Option<Heads> {
    let mut heads = Heads {
        columns: vec![Vec::new(); names + extents.len() + remarks],
        corner: String::new(),
        exact: false,
        guessed: false,
    };
    let under = Under { extents, names, remarks, name_extent };
    // A mark between names and figures stands over nothing.
    let lines: Vec<Vec<Phrase>> = lines
        .iter()
        .map(|line| line.iter().filter(|phrase| !matches!(&*phrase.text, ":" | "=" | "|")).cloned().collect())
        .collect();
    let lines: Vec<Vec<Phrase>> = lines.into_iter().map(|line| unglued(line, names, extents.len())).collect();
    let (last, above) = lines.split_last()?;
    for phrases in above {
        let placed =
            under.in_order(phrases).or_else(|| under.in_groups(phrases)).or_else(|| under.by_overlap(phrases))?;
        heads.put(placed, names);
    }
    let numbers: Vec<&str> = last
        .iter()
        .filter(|phrase| phrase.is_figure(comma) && !phrase.text.ends_with('%'))
        .map(|phrase| phrase.text.as_str())
        .collect();
    let loads = numbers.len() >= 3 && numbers.len() == extents.len() && rises(&numbers);
    if !numbers.is_empty() && !loads {
        return None;
    }
    let ordered = under.in_order(last).or_else(|| under.by_words(last)).or_else(|| under.by_edges(last));
    heads.exact = ordered.is_some();
    let loose = last.len() * 2 <= names + extents.len() && under.in_order(last).is_none();
    heads.guessed = loose && under.by_words(last).is_some();
    let placed = ordered.or_else(|| under.by_overlap(last))?;
    heads.put(placed, names);
    // Where a column behind the first conditions has no head, the heads may stand over others than it seems.
    let figures = heads.columns.get(names..names + extents.len())?;
    // Words of many columns over one stand where they stand for another reason.
    if figures.iter().flatten().any(|head| head.split(' ').count() > MOST_OVER_ONE) {
        return None;
    }
    figures.iter().skip_while(|head| head.is_empty()).all(|head| !head.is_empty()).then_some(heads)
}

/// The phrases of a line, where names that are too long for their columns ran into one word: `noneapp_offapp_onapp_full` is
/// four names, of which all but the first begin alike.
fn unglued(line: Vec<Phrase>, names: usize, values: usize) -> Vec<Phrase> {
    const FEWEST: usize = 3;
    let Some((last, before)) = line.split_last() else { return line };
    if values < FEWEST || before.len() > names || last.words.len() > 1 {
        return line;
    }
    let Some(parts) = alike(&last.text, values) else { return line };
    let mut from = last.from;
    let mut phrases = before.to_vec();
    for part in parts {
        let to = from + part.chars().count();
        phrases.push(Phrase { text: part.to_owned(), from, to, words: vec![(part.to_owned(), from, to)] });
        from = to;
    }
    phrases
}

/// A word as so many parts that begin alike, with at least three letters; the first of them may begin otherwise.
fn alike(word: &str, count: usize) -> Option<Vec<&str>> {
    const SHORTEST: usize = 3;
    const LONGEST: usize = 200;
    if word.len() > LONGEST || !word.is_ascii() || word.len() < count * SHORTEST {
        return None;
    }
    let begins = |length: usize| {
        (0..word.len() - length).find_map(|at| {
            let start = word.get(at..at + length).filter(|start| start.starts_with(|c: char| c.is_alphabetic()))?;
            let places: Vec<usize> = word.match_indices(start).map(|(at, _)| at).collect();
            let whole = places.len() == count && places.first() == Some(&0);
            let but_first = places.len() + 1 == count && places.first().is_some_and(|first| *first >= SHORTEST);
            (whole || but_first).then_some(places)
        })
    };
    let mut places = (SHORTEST..=word.len() / count.max(2)).rev().find_map(begins)?;
    if places.first() != Some(&0) {
        places.insert(0, 0);
    }
    places.push(word.len());
    places.windows(2).map(|pair| word.get(*pair.first()?..*pair.get(1)?)).collect()
}

/// Phrases with the columns that they stand over; none for the corner.
type Placed = Vec<(Option<usize>, String)>;

impl Heads {
    fn put(&mut self, placed: Placed, names: usize) {
        for (column, text) in placed {
            let head = column.or((names > 0).then_some(0)).and_then(|at| self.columns.get_mut(at));
            match head {
                Some(head) => head.push(text),
                None => self.corner = text,
            }
        }
    }
}

/// The columns that a header stands over.
struct Under<'e> {
    extents: &'e [(usize, usize)],
    names: usize,
    remarks: usize,
    name_extent: Option<(usize, usize)>,
}

impl Under<'_> {
    fn width(&self) -> usize {
        self.names + self.extents.len() + self.remarks
    }

    /// As many phrases as columns.
    fn in_order(&self, phrases: &[Phrase]) -> Option<Placed> {
        let items: Vec<(&str, usize, usize)> = phrases.iter().map(|p| (p.text.as_str(), p.from, p.to)).collect();
        self.ordered(&items)
    }

    /// As many words as columns, where no more than a blank parts them.
    fn by_words(&self, phrases: &[Phrase]) -> Option<Placed> {
        let items: Vec<(&str, usize, usize)> =
            phrases.iter().flat_map(|p| &p.words).map(|(word, from, to)| (word.as_str(), *from, *to)).collect();
        let near = |at: usize, item: &(&str, usize, usize)| {
            self.extents.get(at).is_some_and(|&(from, to)| item.1 <= to + NEAR && item.2 + NEAR >= from)
        };
        let skipped = items.len().saturating_sub(self.extents.len() + self.remarks);
        let fitting = items.iter().skip(skipped).enumerate().filter(|(at, item)| near(*at, item)).count();
        (phrases.len() < self.extents.len() && fitting == self.extents.len()).then(|| self.ordered(&items))?
    }

    fn ordered(&self, items: &[(&str, usize, usize)]) -> Option<Placed> {
        let (names, values) = (self.names, self.extents.len());
        let from =
            |first: usize| items.iter().enumerate().map(|(at, item)| (Some(first + at), item.0.to_owned())).collect();
        if items.len() == self.width() || items.len() == names + values {
            return Some(from(0));
        }
        if items.len() != values {
            // Conditions before the first head are figures, but stand under none.
            let start = items.first()?.1;
            let lead = self.extents.iter().take_while(|&&(_, to)| to <= start).count();
            return (lead > 0 && items.len() >= 2 && items.len() + lead == values).then(|| from(names + lead));
        }
        if names == 0 {
            return Some(from(0));
        }
        // The first may stand over the names, and the last column has no head then.
        let center = |from: usize, to: usize| (from + to) as i64;
        let apart = |item: &(&str, usize, usize), extent: &(usize, usize)| {
            (center(item.1, item.2) - center(extent.0, extent.1)).abs() / 2
        };
        let over_names = items.first().zip(self.name_extent).is_some_and(|(item, (_, to))| item.1 < to);
        let straight: i64 = items.iter().zip(self.extents).map(|(item, extent)| apart(item, extent)).sum();
        let shifted: i64 = items.iter().skip(1).zip(self.extents).map(|(item, extent)| apart(item, extent)).sum();
        (!over_names || straight <= shifted).then(|| from(names))
    }

    /// Names that ran together in columns of a fixed width: they are parted where the figures below them end.
    fn by_edges(&self, phrases: &[Phrase]) -> Option<Placed> {
        const FEWEST_CHARACTERS: usize = 2;
        let (glued, corner) = match phrases {
            [glued] => (glued, None),
            [corner, glued] if self.names > 0 => (glued, Some(corner)),
            _ => return None,
        };
        let last = self.extents.last()?.1;
        if glued.words.len() != 1 || self.extents.len() < 2 || glued.to != last {
            return None;
        }
        let characters: Vec<char> = glued.text.chars().collect();
        let mut placed: Placed = corner.map(|corner| (None, corner.text.clone())).into_iter().collect();
        let mut start = glued.from;
        for (at, &(_, to)) in self.extents.iter().enumerate() {
            let part: String = characters.get(start - glued.from..to.checked_sub(glued.from)?)?.iter().collect();
            if part.len() < FEWEST_CHARACTERS {
                return None;
            }
            placed.push((Some(self.names + at), part));
            start = to;
        }
        Some(placed)
    }

    /// Fewer phrases than columns, each over as many as the others.
    fn in_groups(&self, phrases: &[Phrase]) -> Option<Placed> {
        let first = self.extents.first()?;
        let over_names =
            |phrase: &&Phrase| self.names > 0 && phrase.to <= first.0 || self.names == 0 && phrase.to <= first.1;
        let corner = phrases.iter().take(1).filter(|phrase| phrases.len() > 1 && over_names(phrase)).count();
        let groups = phrases.get(corner..)?;
        // Conditions of a row are figures too, but no group stands over them.
        let start = groups.first()?.from;
        let most = self.extents.iter().take_while(|&&(_, to)| to <= start).count();
        let shared = |lead: usize| {
            let columns = self.extents.len() - lead;
            let share = columns.checked_div(groups.len())?;
            (share > 0 && share * groups.len() == columns).then_some((lead, share))
        };
        // A group that is set over the middle of its columns may start behind the first of them.
        let wide = || (0..=most).rev().filter_map(shared).find(|(_, share)| *share >= 2);
        let (lead, share) = wide().or_else(|| (0..=most).rev().find_map(shared))?;
        let mut placed: Placed = phrases.iter().take(corner).map(|phrase| (None, phrase.text.clone())).collect();
        for (at, phrase) in groups.iter().enumerate() {
            placed.extend((0..share).map(|more| (Some(self.names + lead + at * share + more), phrase.text.clone())));
        }
        Some(placed)
    }

    /// Each phrase, or its words where it spans several columns, to the column that it overlaps most.
    fn by_overlap(&self, phrases: &[Phrase]) -> Option<Placed> {
        if phrases.len() < 2 {
            return None;
        }
        let mut by_column: Vec<String> = vec![String::new(); self.extents.len()];
        let mut corner = String::new();
        let add = |to: &mut String, text: &str| {
            if !to.is_empty() {
                to.push(' ');
            }
            to.push_str(text);
        };
        for phrase in phrases {
            let overlapped = self.extents.iter().filter(|&&(from, to)| phrase.from < to && phrase.to > from).count();
            let whole = [(phrase.text.clone(), phrase.from, phrase.to)];
            let items: &[(String, usize, usize)] = if overlapped > 1 { &phrase.words } else { &whole };
            for (text, from, to) in items {
                match self.column_at(*from, *to).and_then(|at| by_column.get_mut(at)) {
                    Some(head) => add(head, text),
                    None => add(&mut corner, text),
                }
            }
        }
        let headed = by_column.iter().filter(|head| !head.is_empty()).count();
        if headed * 2 < self.extents.len() || headed < 2 {
            return None;
        }
        let mut placed: Placed = by_column
            .into_iter()
            .enumerate()
            .filter(|(_, head)| !head.is_empty())
            .map(|(at, head)| (Some(self.names + at), head))
            .collect();
        placed.extend(Some(corner).filter(|corner| !corner.is_empty()).map(|corner| (None, corner)));
        Some(placed)
    }

    /// The column that some characters overlap most, or the nearest.
    fn column_at(&self, from: usize, to: usize) -> Option<usize> {
        let shared = |&(start, end): &(usize, usize)| to.min(end).saturating_sub(from.max(start));
        let gap = |&(start, end): &(usize, usize)| start.saturating_sub(to).max(from.saturating_sub(end));
        let best = self
            .extents
            .iter()
            .enumerate()
            .max_by_key(|(at, extent)| (shared(extent), std::cmp::Reverse((gap(extent), *at))))?;
        (shared(best.1) > 0 || gap(best.1) <= NEAR).then_some(best.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_ran_into_each_other_are_parted_where_they_begin_alike() {
        let parts = alike("noneapp_offapp_onapp_full", 4);
        assert_eq!(parts.unwrap_or_default(), ["none", "app_off", "app_on", "app_full"]);
        assert_eq!(alike("run_arun_brun_c", 3).unwrap_or_default(), ["run_a", "run_b", "run_c"]);
        assert_eq!(alike("throughput", 3), None);
    }
}

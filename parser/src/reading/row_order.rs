//! Rows that nothing but their order tells apart, where the text above says which are which: `First two: vanilla`, `Second
//! two: patched`. Nothing in here knows any tool.

use crate::mail::Document;
use crate::sink::Sink;

/// What a sink remembers: up to where it looked for such lines, and where the last ones began.
const LOOKED: &str = "row order looked";
const FOUND: &str = "row order found";
/// The lines that belong together stand in at most so many.
const MOST_LINES: usize = 12;
/// A name has at most this many words.
const MOST_WORDS: usize = 9;

const ORDINALS: &[&str] =
    &["first", "second", "third", "fourth", "fifth", "next", "last", "top", "bottom", "upper", "lower"];
const NUMBERS: &[&str] = &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const ROWS: &[&str] = &["row", "rows", "line", "lines", "run", "runs", "entry", "entries", "results", "sets", "of"];

/// What each of so many rows is called, by the last lines above a place that name rows by their order.
pub(crate) fn names(document: &Document<'_>, line: usize, rows: usize, sink: &mut Sink) -> Option<Vec<String>> {
    let from = sink.recall(LOOKED).unwrap_or(0) as usize;
    for at in from..line {
        if named(document.text(at)).is_some_and(|(first, ..)| first) {
            sink.remember(FOUND, at as u32);
        }
    }
    sink.remember(LOOKED, line.max(from) as u32);
    let first = sink.recall(FOUND)? as usize;
    let depth = document.depth(line);
    let lines =
        (first..line.min(first + MOST_LINES)).filter(|&at| document.depth(at) == depth && !document.is_blank(at));
    let groups: Vec<(bool, Option<usize>, &str)> = lines.map_while(|at| named(document.text(at))).collect();
    let count = |group: &(bool, Option<usize>, &str)| group.1.unwrap_or(1);
    (groups.len() >= 2 && groups.iter().map(count).sum::<usize>() == rows)
        .then(|| groups.iter().flat_map(|group| std::iter::repeat_n(group.2.to_owned(), count(group))).collect())
}

/// Whether a line names the first rows, how many, and the name.
///
/// `line = ["the"] ordinal [number] ["rows"] (":" / "is" / "are" / "=") name`
fn named(text: &str) -> Option<(bool, Option<usize>, &str)> {
    let text = text.trim().trim_start_matches(['-', '*', '#', ' ']);
    let (lead, name) = [":", " is ", " are ", "="]
        .iter()
        .filter_map(|mark| text.split_once(mark))
        .min_by_key(|(lead, _)| lead.len())?;
    let words: Vec<String> = lead.split_whitespace().map(str::to_lowercase).filter(|word| word != "the").collect();
    let (ordinal, rest) = words.split_first()?;
    let number = |word: &String| {
        NUMBERS
            .iter()
            .position(|number| number == word)
            .map(|at| at + 1)
            .or_else(|| word.parse().ok().filter(|n| (1..100).contains(n)))
    };
    let count = rest.iter().find_map(number);
    let known = rest.iter().all(|word| number(word).is_some() || ROWS.contains(&word.as_str()));
    let name = name.trim().trim_end_matches(['.', ';', ',']);
    let sound = ORDINALS.contains(&ordinal.as_str()) && known && !rest.is_empty() && !name.is_empty();
    let first = matches!(ordinal.as_str(), "first" | "top" | "upper");
    (sound && name.split_whitespace().count() <= MOST_WORDS).then_some((first, count, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, SourceId};

    fn names_of(text: &str, rows: usize) -> Option<Vec<String>> {
        let source = Source::unnamed(text);
        let document = Document::new(SourceId(0), &source);
        names(&document, document.len(), rows, &mut Sink::default())
    }

    #[test]
    fn rows_are_named_by_their_order() {
        let four = |a: &str, b: &str| Some(vec![a.to_owned(), a.to_owned(), b.to_owned(), b.to_owned()]);
        assert_eq!(names_of("First two: 2.4.2 + patch\n\nSecond Two: 2.4.2\n\nx", 4), four("2.4.2 + patch", "2.4.2"));
        assert_eq!(names_of("The first 2 rows are old.\nthe last 2 rows are new.\n", 4), four("old", "new"));
        assert_eq!(names_of("first line is a\nsecond line is b\n", 2), Some(vec!["a".into(), "b".into()]));
    }

    #[test]
    fn what_does_not_count_up_names_nothing() {
        assert_eq!(names_of("First two: a\nSecond two: b\n", 5), None);
        assert_eq!(names_of("First: a\nSecond: b\n", 2), None);
        assert_eq!(names_of("First two: a\n", 2), None);
    }
}

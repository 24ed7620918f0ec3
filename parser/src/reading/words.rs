//! What several formats share: the words of lines with their places, and labels that stand on a row of its own figures.
//! Nothing in here knows any tool.

use crate::lex;
use crate::mail::Document;
use crate::measurement::{Field, FieldKind, Label, Labels};
use crate::sink::Sink;
use crate::source::Span;

/// A word and where it stands in its line, so that the place of a part of it can be told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'d> {
    pub(crate) text: &'d str,
    pub(crate) line: usize,
    /// Bytes before it in the line.
    at: usize,
}

impl Word<'_> {
    /// The two parts of the word before and behind a byte of it.
    pub(crate) fn split(self, at: usize) -> Option<(Self, Self)> {
        let (first, second) = self.text.split_at_checked(at)?;
        Some((Self { text: first, ..self }, Self { text: second, at: self.at + at, ..self }))
    }

    /// The place of the word.
    pub(crate) fn span(&self, document: &Document<'_>) -> Span {
        document.span(self.line, self.at, self.at + self.text.len())
    }

    /// The place of a part of the word, which must be a slice of it.
    pub(crate) fn part(&self, document: &Document<'_>, part: &str) -> Span {
        let before = part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr()).min(self.text.len());
        document.span(self.line, self.at + before, (self.at + before + part.len()).min(self.at + self.text.len()))
    }
}

/// The words of a line.
pub(crate) fn words<'d>(document: &'d Document<'_>, line: usize) -> Vec<Word<'d>> {
    let text = document.text(line);
    let place = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    text.split_whitespace().map(|word| Word { text: word, line, at: place(word) }).collect()
}

/// The place of some words of one line or of neighbouring lines.
pub(crate) fn span_of(document: &Document<'_>, words: &[Word<'_>]) -> Option<Span> {
    let (first, last) = (words.first()?.span(document), words.last()?.span(document));
    Some(Span { end: last.end, ..first })
}

/// The line that goes on after a line: quoted as deep, with at most one blank line between; archives double line ends.
pub(crate) fn next_line(document: &Document<'_>, line: usize) -> Option<usize> {
    let next = (line + 1..document.len()).take(2).find(|&next| !document.is_blank(next))?;
    (document.depth(next) == document.depth(line)).then_some(next)
}

/// Which of some columns of the page a word stands in, given where each starts.
pub(crate) fn column_of(document: &Document<'_>, starts: &[u32], word: &Word<'_>) -> Option<usize> {
    let span = word.span(document);
    let tokens = document.tokens(word.line);
    let token = tokens.iter().find(|token| token.span.start == span.start)?;
    starts.iter().rposition(|&start| start <= token.column)
}

/// What stands alone on the line above a block: its title, unless it is a sentence.
pub(crate) fn title_above(document: &Document<'_>, line: usize) -> Option<String> {
    const MOST_BLANK_LINES: usize = 2;
    const MOST_TITLE_WORDS: usize = 14;
    let above = (0..line).rev().take(MOST_BLANK_LINES + 1).find(|&above| !document.is_blank(above))?;
    let text = document.text(above).trim();
    let alone = above.checked_sub(1).is_none_or(|before| document.is_blank(before));
    let sentence = text.ends_with(['.', '!', '?', ',', ';']) || text.split_whitespace().count() > MOST_TITLE_WORDS;
    let named =
        alone && !sentence && text.contains(char::is_alphabetic) && document.depth(above) == document.depth(line);
    named.then(|| text.trim_end_matches(':').to_owned())
}

/// The same with up to three blank lines between: some tools print one or two within a block, and archives double line ends.
pub(crate) fn next_after_blanks(document: &Document<'_>, line: usize) -> Option<usize> {
    const MOST_BLANK_LINES: usize = 3;
    let next = (line + 1..document.len()).take(MOST_BLANK_LINES + 1).find(|&next| !document.is_blank(next))?;
    (document.depth(next) == document.depth(line)).then_some(next)
}

/// Whether a word is a figure: a number with at most a short unit glued to it.
pub(crate) fn is_figure(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%');
    let letters = |rest: &str| rest.len() <= 4 && rest.chars().all(|c| c.is_alphabetic() || c == '%' || c == '/');
    lex::printed(word).is_some_and(|p| letters(p.rest)) || lex::duration(word).is_some_and(|d| letters(d.rest))
}

/// How many numbers stand at the end of some words, behind other words.
pub(crate) fn trailing_numbers(words: &[&str]) -> usize {
    let number = |word: &&&str| lex::printed(word).is_some_and(|p| p.rest.is_empty() && p.number >= 0.0);
    let count = words.iter().rev().take_while(number).count();
    let label = words.get(..words.len() - count).unwrap_or_default();
    if label.iter().any(|word| word.contains(char::is_alphabetic)) { count } else { 0 }
}

/// A row's label has at most this many words; more are a sentence.
const MOST_LABEL_WORDS: usize = 6;
/// One before a colon may have more.
const MOST_COLON_WORDS: usize = 9;

/// The label that some words beside a row's figures are; none where they are a sentence, a figure or only count the runs.
pub(crate) fn label_of(words: &[Word<'_>]) -> Option<String> {
    const COUNTS: &[&str] = &["run", "pass", "iteration", "try", "round", "no", "nr"];
    let joined = words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    let label = joined
        .trim_matches(|c: char| c.is_whitespace() || ":=,;*-#<>|.!".contains(c))
        .trim_start_matches('(')
        .trim_end_matches(')');
    let mut names = label.split(|c: char| !c.is_alphabetic()).filter(|name| !name.is_empty());
    // `2.6.25` is a version, `3` counts something.
    let version = label.split_once('.').is_some_and(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_digit()));
    let named = version || names.any(|name| !COUNTS.contains(&name.to_lowercase().as_str()));
    let most = if joined.ends_with(':') { MOST_COLON_WORDS } else { MOST_LABEL_WORDS };
    (named && words.len() <= most).then(|| label.to_owned())
}

/// The labels of a row that has one of its own: a label above the rows names a group of them, so it stays as such.
pub(crate) fn row_labels(
    sink: &Sink,
    document: &Document<'_>,
    line: usize,
    label: Option<&str>,
    kind: FieldKind,
) -> Labels {
    let named =
        |name: &str, kind, value: &str| Label { field: Field { name: name.to_owned(), kind }, value: value.to_owned() };
    let Some(label) = label else { return Labels::new() };
    let mut labels = vec![named("label", kind, label)];
    let above = sink.context.labels(document.depth(line));
    if let Some(group) = above.iter().find(|above| above.field.name == "label" && above.value != label) {
        labels.push(named("group", group.field.kind, &group.value));
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, SourceId};

    #[test]
    fn words_and_their_parts_know_their_places() {
        let source = Source::unnamed("> a\t1.23user  é4");
        let document = Document::new(SourceId(0), &source);
        let words = words(&document, 0);
        let shown: Vec<&str> = words.iter().map(|word| source.slice(word.span(&document))).collect();
        assert_eq!(shown, ["a", "1.23user", "é4"]);
        let part = words[1].text.get(..4).expect("a part");
        assert_eq!(source.slice(words[1].part(&document, part)), "1.23");
    }

    #[test]
    fn labels_are_names_and_not_sentences_or_counts() {
        let label = |text: &str| {
            let source = Source::unnamed(text);
            let document = Document::new(SourceId(0), &source);
            label_of(&words(&document, 0))
        };
        assert_eq!(label("- vanilla :").as_deref(), Some("vanilla"));
        assert_eq!(label("(cache cold)").as_deref(), Some("cache cold"));
        assert_eq!(label("2.6.25:").as_deref(), Some("2.6.25"));
        assert_eq!(label("run 3:"), None);
        assert_eq!(label("1."), None);
        assert_eq!(label("and this is what it took on the old one"), None);
    }

    #[test]
    fn figures_may_have_a_unit() {
        for word in ["12", "1.5us", "(0m1.5s)", "30%", "1:02.5,"] {
            assert!(is_figure(word), "{word}");
        }
        assert!(!is_figure("ext3") && !is_figure("2.6.18-rc2aa") && !is_figure("x"));
    }
}

//! Stanzas: lines that come again together, each time below another label or with another word in one of them.
//!
//! A counter tells nothing by itself (`hits: 37`), and most whole numbers of a post are no results. But where a whole stanza
//! comes again below another label, what differs in it is what the two settings did. Where no label stands above, a key
//! whose words differ (`env = "-Xmx4G"`) is the setting of its stanza.

use crate::mail::Document;
use crate::reading::number;
use crate::reading::twins::runs;

/// So many lines around a line are looked at.
const NEAR: usize = 3;
/// So many of them must come again with it.
const FEWEST_ALIKE: usize = 2;
/// A stanza is at most so long.
const LONGEST: usize = 60;
/// What comes again more often is a log that a program writes every second.
const MOST_STANZAS: usize = 8;

/// Whether two lines are the same but for their numbers.
fn are_alike(document: &Document<'_>, one: usize, other: usize) -> bool {
    let (a, b) = (document.text(one).trim(), document.text(other).trim());
    a == b && a.contains(char::is_alphanumeric) || document.twins().are_twins(one, other)
}

/// How many lines around two lines are alike.
fn alike_around(document: &Document<'_>, one: usize, other: usize) -> usize {
    let below = (1..=NEAR).filter(|step| are_alike(document, one + step, other + step));
    let above = (1..=NEAR.min(one).min(other)).filter(|step| are_alike(document, one - step, other - step));
    below.count() + above.count()
}

/// The lines where two stanzas differ in more than numbers, above two of their lines that are alike.
fn heads(document: &Document<'_>, one: usize, other: usize) -> Option<(usize, usize)> {
    (1..=LONGEST.min(one).min(other)).map(|step| (one - step, other - step)).find(|&(a, b)| {
        let blank = document.is_blank(a) && document.is_blank(b);
        !blank && !are_alike(document, a, b)
    })
}

/// Whether a line comes again in a stanza that is like its own, below another label, with other numbers.
pub(crate) fn comes_again(document: &Document<'_>, line: usize) -> bool {
    let like = document.twins().like(line);
    if like.len() < 2 || like.len() > MOST_STANZAS * 4 {
        return false;
    }
    let others: Vec<usize> = like
        .iter()
        .map(|&other| other as usize)
        .filter(|&other| other != line && alike_around(document, line, other) >= FEWEST_ALIKE)
        .collect();
    let differs = others.iter().any(|&other| document.text(other).trim() != document.text(line).trim());
    let labelled = |&other: &usize| {
        heads(document, line, other)
            .is_some_and(|(one, other)| is_label(document.text(one)) && is_label(document.text(other)))
    };
    differs && others.len() < MOST_STANZAS && others.iter().any(labelled)
}

/// Whether a line can be the label of a stanza.
fn is_label(text: &str) -> bool {
    const MOST_WORDS: usize = 12;
    text.contains(char::is_alphabetic) && text.split_whitespace().count() <= MOST_WORDS
}

/// The key of a stanza whose words differ from those of another stanza of its kind, and its words: `env`, `-Xmx4G`.
pub(crate) fn setting<'d>(document: &'d Document<'_>, line: usize) -> Option<(&'d str, &'d str)> {
    const OTHERS: usize = 3;
    let runs = runs(document, document.twins().like(line));
    let others = runs.iter().filter_map(|run| run.first()).map(|&other| other as usize).filter(|&other| other != line);
    others.take(OTHERS).find_map(|other| {
        let (one, other) = heads(document, line, other)?;
        let (key, value) = keyed(document.text(one))?;
        let (other_key, other_value) = keyed(document.text(other))?;
        (key == other_key && value != other_value).then_some((key, value))
    })
}

/// `key = words`, `"key": "words",`: what is no number.
fn keyed(text: &str) -> Option<(&str, &str)> {
    const MOST_KEY_WORDS: usize = 3;
    let text = text.trim().trim_start_matches(['-', '*', ' ']);
    let at = text.find(['=', ':'])?;
    let (key, value) =
        (text.get(..at)?.trim().trim_matches('"'), text.get(at + 1..)?.trim().trim_end_matches([',', ';']));
    let quoted = value.rsplit('"').nth(1).filter(|_| value.matches('"').count() >= 2);
    let value = quoted.unwrap_or(value).trim();
    let number = number::amount(value, number::Comma::Thousands).is_some();
    let named = key.contains(char::is_alphabetic) && key.split_whitespace().count() <= MOST_KEY_WORDS;
    (named && !number && value.contains(char::is_alphanumeric)).then_some((key, value))
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn counters_below_two_labels_are_measured() {
        let text = "w/o fix:\n  tree:\n    lookups: 1705\n    hits: 37\n    useless: 36\n\n\
                    with fix:\n  tree:\n    lookups: 1276\n    hits: 1\n    useless: 0\n";
        assert_eq!(
            shown(text),
            [
                "lookups 1705  Unknown label=w/o fix part=tree",
                "hits 37  Unknown label=w/o fix part=tree",
                "useless 36  Unknown label=w/o fix part=tree",
                "lookups 1276  Unknown label=with fix part=tree",
                "hits 1  Unknown label=with fix part=tree",
                "useless 0  Unknown label=with fix part=tree",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
        // Once, and without a label, they are none.
        assert!(shown("fix:\nlookups: 1705\nhits: 37\nuseless: 36\n").is_empty());
        assert!(shown("lookups: 1705\nhits: 37\nlost: 36\n\nlookups: 1706\nhits: 38\nlost: 37\n").is_empty());
    }

    #[test]
    fn a_key_whose_words_differ_is_the_setting() {
        let text = "List(\n  Result(\n    env = \"-XX:+UseSerialGC\",\n    maxTime = 21 seconds,\n    peakMemoryMb = 1779\n  ),\n  \
                    Result(\n    env = \"-XX:+UseZGC -Xmx4G\",\n    maxTime = 24 seconds,\n    peakMemoryMb = 1181\n  )\n)\n";
        assert_eq!(
            shown(text),
            [
                "maxTime 21 s Lower env=-XX:+UseSerialGC",
                "peakMemoryMb 1779 MB Lower env=-XX:+UseSerialGC",
                "maxTime 24 s Lower env=-XX:+UseZGC -Xmx4G",
                "peakMemoryMb 1181 MB Lower env=-XX:+UseZGC -Xmx4G",
            ]
        );
    }
}

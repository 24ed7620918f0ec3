//! Settings that a sentence above a block tells: `The second set is from this commit, with larger buffers.`
//!
//! A label is short and stands right above its block; many posts write a sentence instead. One that holds words of a
//! change (`before`, `without the patch`, `baseline`) says what the block below was measured with. Its clause of those words
//! is the setting's name; the sentence must present something, by its colon or by its words (`the results`, `is from`).

/// A sentence with more words presents no block.
const MOST_WORDS: usize = 45;
/// A name has at most this many words; of a longer clause only the first word is one.
const MOST_NAME_WORDS: usize = 7;

/// Words that begin a clause about a change.
const OPENING: &[&str] = &["with", "without", "w/o", "w/", "before", "after", "using", "disabling", "enabling"];
/// Words that name a state of a change by themselves.
const STATES: &[&str] = &[
    "patched",
    "unpatched",
    "baseline",
    "vanilla",
    "original",
    "stock",
    "unmodified",
    "modified",
    "upstream",
    "mainline",
    "optimized",
    "unoptimized",
];
/// Words that number what is presented.
const ORDINALS: &[&str] = &["first", "second", "third", "fourth", "former", "latter"];
/// Words of a sentence that presents figures.
const PRESENTING: &[&str] = &[
    "results",
    "result",
    "numbers",
    "figures",
    "output",
    "set",
    "run",
    "runs",
    "following",
    "follows",
    "below",
    "here",
    "timings",
    "times",
    "gives",
    "get",
    "got",
    "shows",
    "measured",
    "looks",
    "yields",
    "performance",
    "stats",
];
/// Words at which a clause ends.
const CLOSING: &[&str] = &[
    "i", "we", "it", "the", "is", "are", "was", "gives", "give", "got", "get", "shows", "on", "in", "at", "for",
    "that", "which", "when", "and", "but", "as", "results", "numbers", "this:", "applied", "looks", "takes", "took",
    "results:",
];

/// Words that lead to something that was cut off.
const DANGLING: &[&str] = &["of", "each", "every", "all", "to", "from", "by", "a", "an"];

/// What the last sentence of a paragraph says of the block below; none where it speaks of something else.
pub(crate) fn setting_of(paragraph: &str) -> Option<String> {
    let sentence = last_sentence(paragraph.trim());
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/').to_lowercase();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&bare(word).as_str()));
    let presents = sentence.ends_with(':') || sentence.ends_with('.') && has(PRESENTING);
    if !presents || words.len() > MOST_WORDS || words.len() < 2 {
        return None;
    }
    // `with and without the patch` presents a table of both.
    let openings: Vec<usize> = (0..words.len()).filter(|&at| OPENING.contains(&bare(words[at]).as_str())).collect();
    let both = openings.windows(2).any(|pair| pair[1] - pair[0] <= 2);
    let states = words.iter().filter(|word| STATES.contains(&bare(word).as_str())).count();
    if both || states > 1 {
        return None;
    }
    if let Some(name) = openings.iter().find_map(|&at| clause(words.get(at..)?)) {
        return Some(name);
    }
    if let Some(word) = words.iter().find(|word| STATES.contains(&bare(word).as_str())) {
        return Some(bare(word));
    }
    words.iter().find(|word| ORDINALS.contains(&bare(word).as_str())).map(|word| bare(word))
}

/// The text behind the last end of a sentence within a paragraph.
fn last_sentence(paragraph: &str) -> &str {
    let ends = [". ", "? ", "! "].iter().filter_map(|end| paragraph.rfind(end).map(|at| at + end.len())).max();
    ends.and_then(|at| paragraph.get(at..)).unwrap_or(paragraph)
}

/// The words of a clause, which begins with the word that opens it, up to where it ends. What came before or after something
/// is told by that word alone; any other says nothing without what it is about.
fn clause(words: &[&str]) -> Option<String> {
    let mut name: Vec<&str> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let ends = word.ends_with([',', ':', ';', '.']);
        let inner = word.trim_matches(|c: char| matches!(c, ',' | ':' | ';' | '.' | '(' | ')'));
        let closing = CLOSING.contains(&inner.to_lowercase().as_str());
        // An article right behind the first word belongs to what follows it.
        if closing && at > 0 && !(inner.eq_ignore_ascii_case("the") && at == 1) {
            break;
        }
        name.push(inner);
        if ends {
            break;
        }
    }
    if name.len() > MOST_NAME_WORDS {
        name.truncate(1);
    }
    while name.last().is_some_and(|word| DANGLING.contains(&word.to_lowercase().as_str())) {
        name.pop();
    }
    let name = name.join(" ").to_lowercase();
    (name.contains(' ') || matches!(name.as_str(), "before" | "after")).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_that_present_a_block_say_with_what() {
        for (sentence, setting) in [
            ("The first set is from commit f0230ce, before the resize.", "before the resize"),
            ("The second set is from this commit, with larger TCP buffers.", "with larger tcp buffers"),
            ("Without this patch I get the following numbers on a box with four cores:", "without this patch"),
            ("A lot of text. With the patch applied, the same test on that box gives:", "with the patch"),
            ("Here is what a patched kernel says about the very same thing, on that machine:", "patched"),
            ("The second run of the same benchmark on the other branch looks like this:", "second"),
        ] {
            assert_eq!(setting_of(sentence).as_deref(), Some(setting), "{sentence}");
        }
    }

    #[test]
    fn other_sentences_say_nothing() {
        for sentence in [
            "It depends on workload and platform.",
            "Results of the tests with and without the patch are below:",
            "Baseline and patched kernels were compared:",
            "I have no idea what to do with it.",
            "Numbers:",
        ] {
            assert_eq!(setting_of(sentence), None, "{sentence}");
        }
    }
}

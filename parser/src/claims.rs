//! What a post claims in its running text: `around 15 %`, `5 to 7 % slower`, `1.9x faster`, `gains of 17%`.
//!
//! A claim is a share or a factor in a sentence with a word for a change. It is read for the verdict to compare with the
//! figures, and measures nothing: its numbers are explained as prose, as before.

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::one_of;
use nom::combinator::opt;
use nom::multi::many0_count;
use nom::{IResult, Parser};
use serde::{Deserialize, Serialize};

use crate::lex;
use crate::mail::Document;
use crate::sink::Sink;
use crate::source::Span;

/// What a claim's figures are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClaimMeasure {
    /// A share of the whole: 0.15 for `15 %`.
    Share,
    /// A multiple: 1.9 for `1.9x`.
    Factor,
}

/// How firmly it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hedge {
    /// As it stands.
    Plain,
    /// `about`, `around`, `~`
    About,
    /// `up to`, `at most`, `<`, `from nothing to`
    UpTo,
    /// `at least`, `more than`, `>`
    AtLeast,
}

/// Which way the text says that things went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClaimWay {
    /// Faster, better, a gain.
    Gain,
    /// Slower, worse, a loss.
    Loss,
    /// More of something, or up.
    More,
    /// Less of something, or down.
    Less,
    /// A difference, without a direction.
    Differs,
}

/// A claim in running text.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// The characters of its figures: `5 to 7 %`.
    pub span: Span,
    /// The sentence that it stands in, as far as it stands in one paragraph.
    pub sentence: Span,
    /// The lower end: a share (0.05 for `5 %`) or a factor; 0 where it begins at nothing.
    pub least: f64,
    /// The upper end, at least `least`; the same where one figure is named.
    pub most: f64,
    /// What the figures are.
    pub measure: ClaimMeasure,
    /// How firmly it is said.
    pub hedge: Hedge,
    /// Which way things went.
    pub way: ClaimWay,
    /// Whether the sentence ends in a colon right above what it speaks of.
    pub introduces: bool,
}

/// Collects the lines of a paragraph and reads its claims.
pub(crate) struct Reader<'d, 's> {
    document: &'d Document<'s>,
    lines: Vec<usize>,
    /// The paragraphs with numbers, for who reads figures in them once all else is read.
    numbered: Vec<Vec<Word<'d>>>,
}

impl<'d, 's> Reader<'d, 's> {
    pub(crate) fn new(document: &'d Document<'s>) -> Self {
        Self { document, lines: Vec::new(), numbered: Vec::new() }
    }

    /// Takes a line of running text; a line quoted otherwise begins a paragraph of its own.
    pub(crate) fn line(&mut self, line: usize, sink: &mut Sink) {
        let goes_on = self
            .lines
            .last()
            .is_some_and(|&above| line == above + 1 && self.document.depth(above) == self.document.depth(line));
        if !goes_on {
            self.finish(sink);
        }
        self.lines.push(line);
    }

    /// Reads what was collected.
    pub(crate) fn finish(&mut self, sink: &mut Sink) {
        let words = self.words();
        for sentence in words.split_inclusive(Word::ends_sentence) {
            read(self.document, sentence, sink);
        }
        self.lines.clear();
        if words.iter().any(|word| word.text.contains(|c: char| c.is_ascii_digit())) {
            self.numbered.push(words);
        }
    }

    /// The paragraphs that hold numbers, in the order in which they were read.
    pub(crate) fn numbered(&self) -> &[Vec<Word<'d>>] {
        &self.numbered
    }

    fn words(&self) -> Vec<Word<'d>> {
        let of_line = |&line: &usize| {
            let text = self.document.text(line);
            text.split_whitespace().map(move |word| Word {
                line,
                start: word.as_ptr() as usize - text.as_ptr() as usize,
                text: word,
            })
        };
        self.lines.iter().flat_map(of_line).collect()
    }
}

/// A word of a paragraph, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'d> {
    pub(crate) line: usize,
    /// Where it starts in the line, in bytes.
    pub(crate) start: usize,
    pub(crate) text: &'d str,
}

impl Word<'_> {
    pub(crate) fn ends_sentence(&self) -> bool {
        self.text.trim_end_matches([')', '"', '\'', '*', '_']).ends_with(['.', '!', '?', ':'])
    }

    /// The word without marks around it, in small letters.
    pub(crate) fn bare(&self) -> String {
        self.text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
    }
}

/// Figures of a claim among the words of a sentence, from and to before.
struct Figures {
    least: f64,
    most: f64,
    measure: ClaimMeasure,
    first: usize,
    end: usize,
    /// The mark that stands glued before: `~`, `<`, `>`.
    mark: Option<char>,
}

/// How far from its figures a word is looked for that says which way things went.
const REACH_AFTER: usize = 6;
const REACH_BEFORE: usize = 14;
/// How far before the figures `nothing` may stand: `from nothing (lost in the noise) to around 15%`.
const REACH_NOTHING: usize = 10;
/// Beyond these no one speaks of a change in such words.
const LARGEST_SHARE: f64 = 10.0;
const LARGEST_FACTOR: f64 = 1000.0;

/// Reads the claims of one sentence.
fn read(document: &Document<'_>, words: &[Word<'_>], sink: &mut Sink) {
    let mut at = 0;
    while at < words.len() {
        let Some(figures) = figures(words, at) else {
            at += 1;
            continue;
        };
        at = figures.end;
        let Some(way) = way(words, figures.first, figures.end) else { continue };
        let in_bounds = match figures.measure {
            ClaimMeasure::Share => figures.most > 0.0 && figures.most <= LARGEST_SHARE,
            ClaimMeasure::Factor => figures.most > 1.0 && figures.most <= LARGEST_FACTOR,
        };
        let (Some(span), Some(sentence)) =
            (span(document, words, figures.first, figures.end), span(document, words, 0, words.len()))
        else {
            continue;
        };
        let (hedge, from_nothing) = hedge(words, &figures);
        let least = if from_nothing { 0.0 } else { figures.least };
        let introduces = words.last().is_some_and(|word| word.text.trim_end_matches([')', '*', '_']).ends_with(':'));
        if in_bounds {
            let Figures { most, measure, .. } = figures;
            sink.claims.push(Claim { span, sentence, least, most, measure, hedge, way, introduces });
        }
    }
}

/// The characters of some words of a sentence.
fn span(document: &Document<'_>, words: &[Word<'_>], first: usize, end: usize) -> Option<Span> {
    let (one, last) = (words.get(first)?, words.get(end.checked_sub(1)?)?);
    let trimmed = last.text.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
    let leading = one.text.len() - one.text.trim_start_matches(['(', '"']).len();
    let from = document.span(one.line, one.start + leading, one.start + one.text.len());
    let to = document.span(last.line, last.start, last.start + trimmed.len());
    Some(Span { source: from.source, start: from.start, end: to.end.max(from.start) })
}

/// One word of figures: `15%`, `5`, `5-7%`, `1.9x`, `+2.5%`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Amount {
    mark: Option<char>,
    least: f64,
    most: f64,
    unit: Option<ClaimMeasure>,
}

/// `amount = *mark number [range number] [unit] *punctuation`
fn amount(input: &str) -> IResult<&str, Amount> {
    let (rest, _) = many0_count(one_of("(\"'*_")).parse(input)?;
    let (rest, mark) = opt(one_of("~<>≈≤≥+-–±")).parse(rest)?;
    let (rest, one) = number(rest)?;
    let (rest, _) = opt(tag("%")).parse(rest)?;
    let (after, other) = opt((alt((tag("-"), tag("–"), tag(".."), tag("…"))), number)).parse(rest)?;
    // The percent sign of a single figure was taken above.
    let (rest, last) = if let Some((_, other)) = other { (after, other) } else { (rest, one) };
    let percent = input.contains('%');
    let (rest, times) = opt(alt((tag("x"), tag("X"), tag("×"), tag("-fold"), tag("fold")))).parse(rest)?;
    let (rest, _) = opt(tag("%")).parse(rest)?;
    let (rest, _) = many0_count(one_of(".,;:!?)\"'*_")).parse(rest)?;
    let unit = match (percent, times) {
        (true, None) => Some(ClaimMeasure::Share),
        (false, Some(_)) => Some(ClaimMeasure::Factor),
        _ => None,
    };
    Ok((rest, Amount { mark, least: one.min(last), most: one.max(last), unit }))
}

fn number(input: &str) -> IResult<&str, f64> {
    match lex::printed(input) {
        // `1e5x` is a name, and so is `2.6.18`.
        Some(printed) if !printed.digits.contains(['e', 'E']) => Ok((printed.rest, printed.number)),
        _ => Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Digit))),
    }
}

fn amount_of(word: Option<&Word<'_>>) -> Option<Amount> {
    amount(word?.text).ok().filter(|(rest, _)| rest.is_empty()).map(|(_, amount)| amount)
}

/// The figures that begin at a word.
fn figures(words: &[Word<'_>], at: usize) -> Option<Figures> {
    let bare = |at: usize| words.get(at).map(Word::bare).unwrap_or_default();
    let factor = |value: f64, end: usize| Figures {
        least: value,
        most: value,
        measure: ClaimMeasure::Factor,
        first: at,
        end,
        mark: None,
    };
    let word = bare(at);
    if word == "twice" {
        return Some(factor(2.0, at + 1));
    }
    if let Some(count) = in_words(&word).filter(|_| bare(at + 1) == "times") {
        return Some(factor(count, at + 2));
    }
    let one = amount_of(words.get(at))?;
    // Which words follow the first figure: a second one, the unit.
    let connects = words.get(at + 1).is_some_and(|word| ["to", "-", "–", "..", "...", "…", "and"].contains(&word.text));
    let second = if connects { amount_of(words.get(at + 2)) } else { None };
    let (mut end, last) = second.map_or((at + 1, one), |second| (at + 3, second));
    let unit_word = words.get(end).map(|word| word.text.trim_end_matches(['.', ',', ';', ':', ')', '!', '?']));
    let apart = match unit_word {
        Some("%" | "percent" | "pct") => Some((ClaimMeasure::Share, 1)),
        Some("per") if bare(end + 1) == "cent" => Some((ClaimMeasure::Share, 2)),
        Some("times" | "x") => Some((ClaimMeasure::Factor, 1)),
        _ => None,
    };
    let unit = last.unit.or_else(|| {
        end += apart?.1;
        Some(apart?.0)
    });
    // `and` joins two claims unless it closes `between 5 and 7 %`.
    let joins = words.get(at + 1).is_some_and(|word| word.text == "and");
    let between = at > 0 && bare(at - 1) == "between";
    if second.is_some() && (unit.is_none() || joins && !between) {
        let measure = one.unit?;
        return Some(scaled(one, one, measure, at, at + 1));
    }
    Some(scaled(one, last, unit?, at, end))
}

fn scaled(one: Amount, last: Amount, measure: ClaimMeasure, first: usize, end: usize) -> Figures {
    let scale = if measure == ClaimMeasure::Share { 0.01 } else { 1.0 };
    let (least, most) = (one.least.min(last.least) * scale, one.most.max(last.most) * scale);
    Figures { least, most, measure, first, end, mark: one.mark }
}

fn in_words(word: &str) -> Option<f64> {
    const WORDS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.iter().position(|known| *known == word).map(|at| at as f64 + 2.0)
}

/// How firmly the words before say it, and whether they begin at nothing.
fn hedge(words: &[Word<'_>], figures: &Figures) -> (Hedge, bool) {
    let before: Vec<String> = words.iter().take(figures.first).rev().take(REACH_NOTHING).map(Word::bare).collect();
    let word = |at: usize| before.get(at).map_or("", String::as_str);
    let about = ["about", "around", "roughly", "approximately", "approx", "some", "nearly", "almost", "ca", "circa"];
    let skip = usize::from(about.contains(&word(0)));
    // To nothing else than what it begins at does `to` lead here: `gains up to`, `from nothing to`.
    let to = word(skip) == "to";
    let from_nothing = to && before.iter().any(|word| ["nothing", "zero", "none"].contains(&word.as_str()));
    let up_to = to && word(skip + 1) == "up"
        || word(skip) == "most" && word(skip + 1) == "at"
        || ["below", "under", "within", "maximum"].contains(&word(skip))
        || word(skip) == "than" && ["less", "fewer"].contains(&word(skip + 1))
        || word(skip) == "than" && word(skip + 1) == "more" && word(skip + 2) == "no"
        || matches!(figures.mark, Some('<' | '≤'))
        || word(0).is_empty() && words.get(figures.first.wrapping_sub(1)).is_some_and(|word| word.text.ends_with('<'));
    let at_least = word(skip) == "least" && word(skip + 1) == "at"
        || ["over", "above"].contains(&word(skip))
        || word(skip) == "than" && word(skip + 1) == "more"
        || matches!(figures.mark, Some('>' | '≥'));
    let hedge = if up_to || from_nothing {
        Hedge::UpTo
    } else if at_least {
        Hedge::AtLeast
    } else if skip > 0 || matches!(figures.mark, Some('~' | '≈')) {
        Hedge::About
    } else {
        Hedge::Plain
    };
    (hedge, from_nothing)
}

/// Which way things went, by the nearest word that says so: behind the figures first, then before them.
fn way(words: &[Word<'_>], first: usize, end: usize) -> Option<ClaimWay> {
    let after = end..words.len().min(end + REACH_AFTER);
    let before = (first.saturating_sub(REACH_BEFORE)..first).rev();
    let bare = |at: usize| words.get(at).map(Word::bare).unwrap_or_default();
    // `up to 15 %` and `lost in the noise` say nothing of a direction.
    let idle = |at: usize| matches!((bare(at).as_str(), bare(at + 1).as_str()), ("up", "to") | ("lost", "in"));
    after.chain(before).filter(|&at| !idle(at)).find_map(|at| way_of(&bare(at)))
}

fn way_of(word: &str) -> Option<ClaimWay> {
    const STEMS: [(ClaimWay, &[&str]); 5] = [
        (ClaimWay::Gain, &["faster", "better", "quicker", "gain", "improve", "speedup", "speed-up", "boost", "win"]),
        (ClaimWay::Loss, &["slower", "worse", "regress", "degrad", "longer", "penalty", "slowdown", "overhead"]),
        (ClaimWay::More, &["more", "higher", "increas", "raise", "rise", "rose", "grow", "grew", "up"]),
        (
            ClaimWay::Less,
            &["less", "fewer", "lower", "decreas", "reduc", "drop", "fall", "fell", "lost", "lose", "loss"],
        ),
        (ClaimWay::Differs, &["differ", "change", "vary", "varies"]),
    ];
    let begins = |stem: &&str| if stem.len() <= 3 { word == *stem } else { word.starts_with(*stem) };
    STEMS.iter().find(|(_, stems)| stems.iter().any(begins)).map(|(way, _)| *way)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Source, parse};

    /// The claims of a text: their characters, ends, hedge and way.
    fn claims(text: &str) -> Vec<(String, f64, f64, Hedge, ClaimWay)> {
        let parsed = parse(&[Arc::new(Source::unnamed(text))]);
        let of = |claim: &Claim| (parsed.slice(claim.span).to_owned(), claim.least, claim.most, claim.hedge, claim.way);
        parsed.claims.iter().map(of).collect()
    }

    fn one(text: &str) -> (String, f64, f64, Hedge, ClaimWay) {
        let found = claims(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        found.into_iter().next().expect("one claim")
    }

    fn is(text: &str, figures: &str, least: f64, most: f64, hedge: Hedge, way: ClaimWay) {
        let found = one(text);
        assert_eq!((found.0.as_str(), found.3, found.4), (figures, hedge, way), "{text}");
        assert!((found.1 - least).abs() < 1e-12 && (found.2 - most).abs() < 1e-12, "{text}: {found:?}");
    }

    #[test]
    fn shares_in_the_ways_that_people_write_them() {
        use ClaimWay::{Gain, Less, Loss, More};
        use Hedge::{About, AtLeast, Plain, UpTo};
        is("The new kernel performed 5 to 7 % slower:", "5 to 7 %", 0.05, 0.07, Plain, Loss);
        is("The new kernel is here 5-7% slower than before.", "5-7%", 0.05, 0.07, Plain, Loss);
        is("All in all the result is about 14.6% better.", "14.6%", 0.146, 0.146, About, Gain);
        is("We saw gains of 17% on the large machine.", "17%", 0.17, 0.17, Plain, Gain);
        is("Some of the runs show an improvement (up to 15%) here.", "15%", 0.15, 0.15, UpTo, Gain);
        is("Receive throughput on that board goes up by 45%:", "45%", 0.45, 0.45, Plain, More);
        is("With fewer threads some 10% are lost without it.", "10%", 0.1, 0.1, About, Less);
        is("This costs at least 20 percent more time in every run.", "20 percent", 0.2, 0.2, AtLeast, More);
        is("It looks like a ~15% regression without the boost.", "~15%", 0.15, 0.15, About, Loss);
        is("It is between 5 and 7 percent faster on this box.", "5 and 7 percent", 0.05, 0.07, Plain, Gain);
    }

    #[test]
    fn what_begins_at_nothing_is_an_upper_end() {
        let text =
            "On nearly everything the difference varies between\nnothing (lost in noise) to around 15% (fork proc).";
        is(text, "15%", 0.0, 0.15, Hedge::UpTo, ClaimWay::Differs);
    }

    #[test]
    fn factors() {
        use ClaimWay::{Gain, Loss};
        is("The new walk in this tree is about 2.5x faster.", "2.5x", 2.5, 2.5, Hedge::About, Gain);
        is("Comparing both of them it runs up to 1.63x faster there.", "1.63x", 1.63, 1.63, Hedge::UpTo, Gain);
        is("Spinlocks on that board are two times slower now.", "two times", 2.0, 2.0, Hedge::Plain, Loss);
        is("It handles the load 1.9 times faster than before.", "1.9 times", 1.9, 1.9, Hedge::Plain, Gain);
    }

    #[test]
    fn a_claim_may_be_wrapped_and_quoted() {
        let text = "> On this board the new kernel performed about 5 to\n> 7 % slower than what we had.\n";
        let found = one(text);
        assert_eq!((found.0.as_str(), found.4), ("5 to\n> 7 %", ClaimWay::Loss));
    }

    #[test]
    fn what_says_nothing_of_a_change_is_no_claim() {
        for text in [
            "The machine has 24 cores and was 58% idle during the test.",
            "We ran 100 times over the whole of the input.",
            "This is kernel 2.6.18 and it is faster.",
            "The 2nd one is better than the 1st.",
        ] {
            assert_eq!(claims(text), [], "{text}");
        }
    }
}

//! Tools whose output is a few known lines: each line is a rule, a picture of it with places for what varies, and a tool is
//! a table of rules. Nothing in here knows any tool.
//!
//! A picture is read from the left. A blank in it stands for blanks or none, and other characters for themselves, but for
//! places between angle brackets:
//!
//! | place | what stands there |
//! |---|---|
//! | `<0>` … `<9>` | a figure of the rule's first … tenth quantity |
//! | `<0=side>` | the same, under a setting of its own that the line alone tells: `side` |
//! | `<0@2>` | the same, under the second setting that a header above names |
//! | `<+>`, `<%>` | the spread of the figure before, in its unit or in percent of it |
//! | `<#>`, `<numbers>` | a number, or several, that describe the run |
//! | `<~>` | a number that was computed from others |
//! | `<word>` | one word that tells nothing |
//! | `<digits>` | a number to the base of ten or sixteen that tells nothing |
//! | `<*>` | any words that tell nothing, or none |
//! | `<name>` | words that name the metric |
//! | `<rank>` | a percentile that names the metric: `99.0th` |
//! | `<a\|b c\|d>` | one of these texts, which names the metric |
//! | `<section>`, `<section=a\|b>` | words that name what the following lines belong to |
//! | `<p:threads>`, `<s:file>` | one word that is a parameter or a setting of this line's figures |
//! | `<r:variant>` | all other words as a parameter of this line's figures |
//! | `<P:threads>` | one word that is a parameter of all figures up to the next such line |
//! | `<S:setting>` | words that are a setting of all figures up to the next such line |

mod emission;
mod picture;

use std::ops::Range;

use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, SpreadKind};
use crate::reading::emit::Quantity;
use crate::reading::joined::Joined;
use crate::rejoin::reaches;
use crate::sink::Sink;

use emission::Emission;
use picture::{Found, Place, Side, matched};

/// Makes the `FORMAT` of a tool that is a table of rules.
macro_rules! format_of_rules {
    (id: $id:literal, title: $title:literal, marks: $marks:expr, blanks: $blanks:literal, rules: $rules:expr $(,)?) => {
        $crate::reading::line_rules::format_of_rules!(
            id: $id, title: $title, marks: $marks, blanks: $blanks,
            spread: $crate::measurement::SpreadKind::Unknown, rules: $rules
        );
    };
    (id: $id:literal, title: $title:literal, marks: $marks:expr, blanks: $blanks:literal, spread: $spread:expr,
     rules: $rules:expr $(,)?) => {
        static TOOL: $crate::reading::line_rules::Tool =
            $crate::reading::line_rules::Tool { id: $id, rules: $rules, blanks: $blanks, spread: $spread };

        #[doc = concat!("Output: `", $title, "`.")]
        pub const FORMAT: $crate::formats::Format = $crate::formats::Format {
            id: $id,
            title: $title,
            marks: $marks,
            breaks: |tokens, at| TOOL.breaks(tokens, at),
            starts: |document, line| TOOL.starts(document, line),
            read: |document, line, sink| TOOL.read(document, line, sink),
        };
    };
}
pub(crate) use format_of_rules;

/// A line that a tool prints.
#[derive(Debug)]
pub(crate) struct Rule {
    /// What it looks like.
    picture: &'static str,
    /// The quantities of its figures, in the order of their numbers.
    quantities: &'static [Quantity],
    /// Whether a block can start with it; else it is read within one alone.
    opens: bool,
    /// What part of the output begins with it; empty for none.
    begins: &'static str,
    /// The part that it can stand in; empty for any.
    within: &'static str,
}

impl Rule {
    /// A line that nothing else looks like.
    pub(crate) const fn opening(picture: &'static str, quantities: &'static [Quantity]) -> Self {
        Self { picture, quantities, opens: true, begins: "", within: "" }
    }

    /// A line that means something within a block of the tool alone.
    pub(crate) const fn inner(picture: &'static str, quantities: &'static [Quantity]) -> Self {
        Self { picture, quantities, opens: false, begins: "", within: "" }
    }

    /// A line that a part of the output begins with, in which other lines have a meaning.
    pub(crate) const fn part(picture: &'static str, begins: &'static str) -> Self {
        Self { picture, quantities: &[], opens: true, begins, within: "" }
    }

    /// A line that means something within one part of the output alone.
    pub(crate) const fn within(within: &'static str, picture: &'static str, quantities: &'static [Quantity]) -> Self {
        Self { picture, quantities, opens: false, begins: "", within }
    }

    /// The same line, after which other lines have a meaning.
    pub(crate) const fn beginning(self, begins: &'static str) -> Self {
        Self { begins, ..self }
    }

    /// Whether the rule is looked at where a block may start, or within a part of one.
    fn stands(&self, part: Option<&str>) -> bool {
        part.map_or(self.opens, |part| self.within.is_empty() || self.within == part)
    }

    /// What the picture begins with, up to its first place.
    fn lead(&self) -> &'static str {
        self.picture.split('<').next().unwrap_or_default().trim_end()
    }
}

/// A tool: the identifier of its format, and its lines.
#[derive(Debug)]
pub(crate) struct Tool {
    /// The format's.
    pub(crate) id: &'static str,
    /// The first that fits a line is taken.
    pub(crate) rules: &'static [Rule],
    /// How many blank lines a block goes on over.
    pub(crate) blanks: usize,
    /// What stands behind its ±.
    pub(crate) spread: SpreadKind,
}

/// A line is wrapped to at most this many.
const MOST_LINES: usize = 3;
/// A longer line is none of a tool's.
const LONGEST: usize = 400;
/// So many lines stand side by side.
const MOST_BESIDE: usize = 4;
/// A note behind a line has at most so many words.
const MOST_NOTE_WORDS: usize = 3;
/// A line of more words is no header.
const MOST_HEADER_WORDS: usize = 8;
/// Where a text has no line ends, a line of a tool has at most so many words.
const MOST_WORDS: usize = 27;

/// A rule that fits, and what stood at its places.
#[derive(Clone, Debug)]
struct Fit {
    rule: &'static Rule,
    found: Vec<Found>,
    range: Range<usize>,
}

/// A line's fits, side by side, and what is noted behind them.
struct Line<'d> {
    joined: Joined<'d>,
    fits: Vec<Fit>,
    note: Range<usize>,
}

impl Line<'_> {
    /// How many settings have a figure in it.
    fn width(&self) -> usize {
        let column = |found: &Found| match found.place {
            Place::Figure(_, Side::Column(number)) => Some(number),
            _ => None,
        };
        let columns = self.fits.iter().flat_map(|fit| &fit.found).filter_map(column).max();
        columns.unwrap_or(self.fits.len())
    }

    /// Whether figures stand in it under settings that a header names.
    fn wants_columns(&self) -> bool {
        let places = || self.fits.iter().flat_map(|fit| &fit.found).map(|found| found.place);
        let columns = places().any(|place| matches!(place, Place::Figure(_, Side::Column(_))));
        let figures = places().any(|place| matches!(place, Place::Figure(..)));
        columns || figures && self.fits.len() > 1
    }
}

/// What lines above tell of those below.
#[derive(Clone, Debug, Default)]
struct State {
    section: String,
    kept: Labels,
}

/// A block that is being read.
#[derive(Clone, Debug, Default)]
struct Block {
    /// One for each of the lines that stand side by side.
    states: Vec<State>,
    /// Which part of the output it is in.
    part: &'static str,
    /// The settings that a header names.
    columns: Vec<String>,
    /// Whether nothing but blanks parts these names.
    unsure: bool,
}

impl Tool {
    /// Whether a block of the tool starts at a line: one of its own, or a header that names its columns.
    pub(crate) fn starts(&'static self, document: &Document<'_>, line: usize) -> bool {
        self.line(document, line, None).is_some() || self.rows_under(document, line, None).is_some()
    }

    /// Whether figures of several settings stand in a line.
    fn has_columns(&self) -> bool {
        self.rules.iter().any(|rule| rule.picture.contains("@1>"))
    }

    /// The names in a header and the line under it, if that has columns.
    fn rows_under<'d>(
        &'static self,
        document: &'d Document<'_>,
        header: usize,
        part: Option<&str>,
    ) -> Option<(Vec<String>, Line<'d>)> {
        if part.is_none() && !self.has_columns() {
            return None;
        }
        let names = columns(document.text(header));
        let next = self.following(document, header + 1, header).filter(|_| names.len() >= 2)?;
        let line = self.line(document, next, part).filter(Line::wants_columns)?;
        Some((names, line))
    }

    /// Whether one of its lines starts at a word of a text without line ends.
    pub(crate) fn breaks(&'static self, tokens: &[Token<'_>], at: usize) -> bool {
        let word = tokens.get(at).map_or("", |token| token.text);
        let mut text: Option<String> = None;
        self.rules.iter().filter(|rule| rule.opens).any(|rule| {
            let first = rule.lead().split(' ').next().unwrap_or_default();
            if !word.starts_with(first) || first.is_empty() && !rule.picture.contains('|') {
                return false;
            }
            let text = text.get_or_insert_with(|| {
                tokens.iter().skip(at).take(MOST_WORDS).map(|token| token.text).collect::<Vec<_>>().join(" ")
            });
            fit(rule, text, 0).is_some()
        })
    }

    /// Reads the block that starts at a line; gives the first line after it.
    pub(crate) fn read(&'static self, document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
        let mut block = Block { states: vec![State::default(); MOST_BESIDE], ..Block::default() };
        let first = self.line(document, line, None).or_else(|| self.headed(document, line, None, &mut block, sink));
        let Some(mut read) = first else { return line + 1 };
        if block.columns.is_empty() && self.has_columns() {
            block.columns = line.checked_sub(1).map(|above| spaced_columns(document, above)).unwrap_or_default();
            if block.columns.is_empty() {
                block.columns = line.checked_sub(1).map(|above| told_apart(document.text(above))).unwrap_or_default();
                block.unsure = !block.columns.is_empty();
            }
        }
        loop {
            self.emit(document, &read, &mut block, sink);
            let end = self.behind_rests(document, &read, block.part, sink);
            let Some(next) = self.following(document, end, line) else { return end };
            read = match self
                .line(document, next, Some(block.part))
                .or_else(|| self.headed(document, next, Some(block.part), &mut block, sink))
            {
                Some(line) => line,
                None => return end,
            };
        }
    }

    /// The first line after a line and what a mailer wrapped of it: of its last words, which tell nothing, or a note.
    fn behind_rests(
        &'static self,
        document: &Document<'_>,
        read: &Line<'_>,
        part: &'static str,
        sink: &mut Sink,
    ) -> usize {
        let last = read.joined.last();
        let open = read.fits.last().is_some_and(|fit| fit.rule.picture.ends_with("<*>"));
        let (above, rest) = (document.text(last), document.text(last + 1).trim());
        let wrapped = document.follows(last, last + 1)
            && reaches(above, rest)
            && !rest.ends_with(':')
            && rest.contains(char::is_alphanumeric);
        let note = (rest.starts_with(['(', '<']) || rest.starts_with("--"))
            && rest.split_whitespace().count() <= MOST_NOTE_WORDS;
        let next = last + 1;
        let known =
            || self.line(document, next, Some(part)).is_some() || self.rows_under(document, next, Some(part)).is_some();
        if !wrapped || !(open || note) || known() {
            return last + 1;
        }
        sink.explain(document.line_span(last + 1), RegionKind::Context);
        last + 2
    }

    /// The next line of a block.
    fn following(&self, document: &Document<'_>, end: usize, voice: usize) -> Option<usize> {
        let next = (end..document.len()).take(self.blanks + 1).find(|&next| !document.is_blank(next))?;
        (document.depth(next) == document.depth(voice)).then_some(next)
    }

    /// The line under a header, which may stand between a title and the rows.
    fn headed<'d>(
        &'static self,
        document: &'d Document<'_>,
        header: usize,
        part: Option<&str>,
        block: &mut Block,
        sink: &mut Sink,
    ) -> Option<Line<'d>> {
        let (names, line) = self.rows_under(document, header, part)?;
        sink.explain(document.line_span(header), RegionKind::Header);
        (block.columns, block.unsure) = (names, false);
        Some(line)
    }

    /// The rules that fit a line, with what was wrapped of it.
    fn line<'d>(&'static self, document: &'d Document<'_>, line: usize, part: Option<&str>) -> Option<Line<'d>> {
        let text = document.text(line).trim_start();
        let possible = |rule: &&Rule| rule.stands(part) && picture::possible(rule.picture, text);
        if text.len() > LONGEST || text.is_empty() || !self.rules.iter().any(|rule| possible(&rule)) {
            return None;
        }
        let mut joined = Joined::line(document, line);
        let mut found: Option<Line<'d>> = None;
        for _ in 0..MOST_LINES {
            if let Some((fits, note)) = self.fits(joined.text(), part) {
                // A bracket that is open was closed on the next line, before a mailer wrapped it.
                let whole = is_closed(joined.text());
                if whole || found.is_none() {
                    found = Some(Line { joined: joined.clone(), fits, note });
                }
                if whole {
                    break;
                }
            }
            let goes_on = found.is_some() || self.is_begun(joined.text(), part);
            if !goes_on || !joined.go_on(document) {
                break;
            }
        }
        found
    }

    /// Whether a text is the beginning of a line, or of one that stands beside another.
    fn is_begun(&'static self, text: &str, part: Option<&str>) -> bool {
        let rules = || self.rules.iter().filter(|rule| rule.stands(part));
        let begun = |text: &str| {
            rules().any(|rule| picture::possible(rule.picture, text) && picture::begun(rule.picture, text))
        };
        let beside = |fit: &Fit| begun(text.get(fit.range.end..).unwrap_or_default().trim_start());
        begun(text) || rules().filter_map(|rule| fit(rule, text, 0)).any(|fit| beside(&fit))
    }

    /// The rules that fit a text from its start, one after the other, and the note behind the last.
    fn fits(&'static self, text: &str, part: Option<&str>) -> Option<(Vec<Fit>, Range<usize>)> {
        let mut fits: Vec<Fit> = Vec::new();
        let mut from = 0;
        while fits.len() < MOST_BESIDE {
            let next = self.rules.iter().filter(|rule| rule.stands(part)).find_map(|rule| {
                let fit = fit(rule, text, from)?;
                let rest = text.get(fit.range.end..)?.trim_start();
                (rest.is_empty() || is_note(rest) || self.goes_on(rest, part)).then_some(fit)
            });
            let Some(fit) = next else { break };
            from = text.len() - text.get(fit.range.end..)?.trim_start().len();
            fits.push(fit);
        }
        (!fits.is_empty()).then_some((fits, from..text.len()))
    }

    /// Whether another line stands beside one.
    fn goes_on(&'static self, rest: &str, part: Option<&str>) -> bool {
        let sure = |rule: &&Rule| rule.stands(part) && rule.lead().len() >= 3;
        let ends = |fit: &Fit| {
            let rest = rest.get(fit.range.end..).unwrap_or_default().trim();
            rest.is_empty() || is_note(rest) || self.rules.iter().filter(sure).any(|rule| rest.starts_with(rule.lead()))
        };
        self.rules.iter().filter(sure).filter_map(|rule| fit(rule, rest, 0)).any(|fit| ends(&fit))
    }

    fn emit(&self, document: &Document<'_>, line: &Line<'_>, block: &mut Block, sink: &mut Sink) {
        // What stands beside others and has no title of its own belongs under the first one's, and is another setting.
        let untitled = block.states.iter().take(line.fits.len()).skip(1).any(|state| state.section.is_empty());
        let titles = |found: &Found| matches!(found.place, Place::Section(_));
        let beside = line.fits.len() > 1 && untitled && !line.fits.iter().flat_map(|fit| &fit.found).any(titles);
        for (at, fit) in line.fits.iter().enumerate() {
            let Some(state) = block.states.get(if beside { 0 } else { at }) else { break };
            let mut state = state.clone();
            let (columns, unsure) = (&block.columns, block.unsure);
            let emission = Emission { tool: self, document, line, columns, unsure, beside: beside.then_some(at) };
            emission.emit(fit, &mut state, sink);
            if let Some(own) = block.states.get_mut(at).filter(|_| !beside) {
                *own = state;
            }
            if !fit.rule.begins.is_empty() {
                block.part = fit.rule.begins;
            }
        }
        let note = line.joined.text().get(line.note.clone()).unwrap_or_default();
        let kind = if note.contains('%') { RegionKind::Derived } else { RegionKind::Label };
        sink.explain(line.joined.span(document, line.note.clone()), kind);
    }
}

/// The names that a header has: what stands between two blanks. Its last line may be the rest of one that was wrapped.
fn spaced_columns(document: &Document<'_>, line: usize) -> Vec<String> {
    let spaced = |text: &str| text.contains("  ") || text.contains('\t');
    let text = document.text(line).trim();
    let above = line.checked_sub(1).filter(|&above| document.follows(above, line)).map_or("", |at| document.text(at));
    if spaced(text) {
        columns(text)
    } else if spaced(above.trim()) && reaches(above, text) {
        columns(&format!("{} {text}", above.trim()))
    } else {
        Vec::new()
    }
}

/// The names in a header whose blanks are gone: words, and what was made with or without something.
fn told_apart(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let told = |word: &&str| matches!(*word, "with" | "without" | "w/o");
    let header = words.len() <= MOST_HEADER_WORDS && !words.first().is_some_and(told) && words.iter().any(told);
    if !header || text.trim_end().ends_with(['.', ',', ';', ':']) {
        return Vec::new();
    }
    let mut names: Vec<String> = Vec::new();
    let mut open = false;
    for word in &words {
        match names.last_mut().filter(|_| open) {
            Some(name) => *name = format!("{name} {word}"),
            None => names.push((*word).to_owned()),
        }
        open = told(word);
    }
    names
}

/// The names that a header has: what stands between two blanks, or words.
fn columns(text: &str) -> Vec<String> {
    let text = text.trim();
    let marked = text.starts_with(|c: char| !c.is_alphanumeric());
    if marked || text.split_whitespace().count() > MOST_HEADER_WORDS || text.ends_with(['.', ',', ';', ':']) {
        return Vec::new();
    }
    let spaced = text.replace('\t', "  ");
    let pieces: Vec<String> = spaced.split("  ").map(str::trim).filter(|p| !p.is_empty()).map(str::to_owned).collect();
    if pieces.len() >= 2 { pieces } else { text.split_whitespace().map(str::to_owned).collect() }
}

/// Whether all brackets of a text are closed.
fn is_closed(text: &str) -> bool {
    let count = |mark: char| text.matches(mark).count();
    count('(') <= count(')') && count('[') <= count(']')
}

/// Whether what follows a line is an aside: `<-- better`, `(10 runs)`, `# as before`, `---(*1)`.
fn is_note(rest: &str) -> bool {
    rest.starts_with(['(', '<', '#', '[', '*', '/', '\\']) || rest.starts_with("--") || rest.starts_with("=>")
}

/// Fits a rule to a text from a byte of it on.
fn fit(rule: &'static Rule, text: &str, from: usize) -> Option<Fit> {
    let (found, end) = matched(rule.picture, text, from)?;
    Some(Fit { rule, found, range: from..end })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measurement::{Measurement, Role};
    use crate::unit::Better;

    const TIME: Quantity = Quantity::new("time", "s", Better::Lower, Role::Primary);

    static RULES: &[Rule] = &[
        Rule::part("Running <section> tasks", "rows"),
        Rule::opening("Time: <0> (<+>)", &[TIME]),
        Rule::opening("Time: <0>", &[TIME]),
        Rule::within("rows", "<name> = <0> (vs <~>)", &[TIME]),
        Rule::opening("Cost <0@1> <0@2>", &[TIME]),
    ];
    static TOOL: Tool = Tool { id: "test", rules: RULES, blanks: 1, spread: SpreadKind::Unknown };

    /// The figures of a text with their sections, names and columns, and how many lines were read.
    fn read(text: &str) -> (Vec<String>, usize) {
        let source = crate::Source::unnamed(text);
        let document = Document::new(crate::SourceId(0), &source);
        let mut sink = Sink::default();
        let end = TOOL.read(&document, 0, &mut sink);
        let show = |m: &Measurement| {
            let metric = &sink.metrics[m.metric.0 as usize];
            let labels = &sink.labels[m.labels.0 as usize];
            let column = labels.iter().find(|l| l.field.name == "column").map(|l| format!(" {}", l.value));
            format!("{}|{} {}{}", metric.section, metric.name, m.value, column.unwrap_or_default())
        };
        (sink.measurements.iter().map(show).collect(), end)
    }

    #[test]
    fn rows_belong_under_their_titles() {
        assert_eq!(
            read("Running many tasks\nhot one = 1.5 (vs 3)\nTime: 2 (0.5)\n\nTime:\n3\nno more"),
            (vec!["many|hot one time 1.5".into(), "many|time 2".into(), "many|time 3".into()], 6)
        );
        assert_eq!(read("hot one = 1.5 (vs 3)"), (vec![], 1));
    }

    #[test]
    fn lines_stand_side_by_side_under_a_title_each_or_as_settings() {
        assert_eq!(
            read("Running a tasks Running b tasks\nTime: 1 Time: 2 ---(*1)\n").0,
            ["a|time 1".to_owned(), "b|time 2".to_owned()]
        );
        assert_eq!(
            read("Running a tasks\nold   new\nTime: 1   Time: 2\n").0,
            ["a|time 1 old".to_owned(), "a|time 2 new".to_owned()]
        );
    }

    #[test]
    fn headers_name_the_columns() {
        assert_eq!(
            read("Running a tasks\n  what  before it  after it\nCost 1 2\n").0,
            ["a|time 1 before it".to_owned(), "a|time 2 after it".to_owned()]
        );
    }
}

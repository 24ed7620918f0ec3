//! Reports: tools that print one line after another, each of which looks the same in every run. A tool is then a list of
//! [`Rule`]s, one for each line, and a list of [`Figure`]s, one for each hole that holds a number worth keeping.
//!
//! The lines of a report follow each other. What one line says of those below (which operation, in which unit) is kept
//! until another line says it anew; where a line that says it is lost, figures below it have no name and are left unread.

use std::collections::BTreeSet;

use crate::diagnostic::DiagnosticKind;
use crate::ledger::RegionKind;
use crate::lex;
use crate::mail::{Document, Token};
use crate::measurement::{FieldKind, Labels, Measurement, Metric, Role};
use crate::reading::emit::{Quantity, evidence, parameter, setting, unit};
use crate::reading::flow::{Series, Size, Sized, flow, rest_of_line};
use crate::reading::sizes::Family;
use crate::reading::template::{Found, Match, Template, Use};
use crate::reading::words::{Word, is_figure, label_of, next_line, row_labels, span_of};
use crate::rejoin::has_gap;
use crate::sink::Sink;
use crate::source::Span;
use crate::unit::{Better, Dimension, Unit};

/// A line and what was wrapped of it take at most this many lines.
const ROW_LINES: usize = 4;
/// At most this many words stand before a line as its label.
const MOST_LABEL_WORDS: usize = 6;
/// At most this many blank lines stand between the lines of a report, twice as many where an archive doubled them.
const MOST_BLANK_LINES: usize = 5;
/// A duration that was set is exceeded by less than this, in seconds.
const SET_WITHIN: f64 = 0.06;
/// From this bit on the parts of names stand in what is kept of a source; there are fewer conditions.
const HEADS: u32 = 16;
/// A line that was broken behind its first word has less than this many characters.
const BROKEN: usize = 24;
/// Mailers wrap lines at so many characters.
const NARROWEST: usize = 60;
const WIDEST: usize = 80;

/// A figure of a report: the hole that it stands in, and what it is. In its name, `$word` is what a hole of that name held
/// last; `$word?` may be missing. The unit `$word` is a unit of time that a hole held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Figure {
    hole: &'static str,
    quantity: Quantity,
    /// Whether it was set where it is a whole number.
    unless_whole: bool,
}

/// A rate, of which more is better.
pub(crate) const fn rate(hole: &'static str, name: &'static str, unit: &'static str) -> Figure {
    Figure { hole, quantity: Quantity::new(name, unit, Better::Higher, Role::Primary), unless_whole: false }
}

/// A time or another cost, of which less is better.
pub(crate) const fn cost(hole: &'static str, name: &'static str, unit: &'static str) -> Figure {
    Figure { hole, quantity: Quantity::new(name, unit, Better::Lower, Role::Primary), unless_whole: false }
}

/// A count or another figure that may be of interest but of which neither more nor less is better.
pub(crate) const fn count(hole: &'static str, name: &'static str, unit: &'static str) -> Figure {
    Figure { hole, quantity: Quantity::new(name, unit, Better::Unknown, Role::Primary), unless_whole: false }
}

impl Figure {
    /// The same figure with another part in the verdict.
    pub(crate) const fn role(mut self, role: Role) -> Self {
        self.quantity.role = role;
        self
    }

    /// A duration that was set, and not measured, where it is a whole number but for some hundredths.
    pub(crate) const fn unless_whole(mut self) -> Self {
        self.unless_whole = true;
        self
    }
}

/// A line of a report.
#[expect(clippy::struct_excessive_bools, reason = "marks that a line may have, each by itself")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rule {
    template: &'static str,
    when: &'static str,
    enters: &'static str,
    clears: &'static [&'static str],
    heads: bool,
    anywhere: bool,
    inside: bool,
    summary: bool,
    row: bool,
}

/// A line that may stand anywhere in a report.
pub(crate) const fn line(template: &'static str) -> Rule {
    Rule {
        template,
        when: "",
        enters: "",
        clears: &[],
        heads: false,
        anywhere: false,
        inside: false,
        summary: false,
        row: false,
    }
}

impl Rule {
    /// Only in a part of the report.
    pub(crate) const fn when(mut self, part: &'static str) -> Self {
        self.when = part;
        self
    }

    /// A part of the report begins here.
    pub(crate) const fn enters(mut self, part: &'static str) -> Self {
        self.enters = part;
        self
    }

    /// What was said by lines above no longer holds; `*` is all.
    pub(crate) const fn clears(mut self, names: &'static [&'static str]) -> Self {
        self.clears = names;
        self.heads = true;
        self
    }

    /// It goes on with what the lines above are about, though it clears some of what they said.
    pub(crate) const fn within(mut self) -> Self {
        self.heads = false;
        self
    }

    /// Nothing else looks like it, so that a label may stand before it: `patched: 1.2 s copied`.
    pub(crate) const fn anywhere(mut self) -> Self {
        self.anywhere = true;
        self
    }

    /// Other texts have such lines, too: it begins no report.
    pub(crate) const fn inside(mut self) -> Self {
        self.inside = true;
        self
    }

    /// One of several rows under a header.
    pub(crate) const fn row(mut self) -> Self {
        self.row = true;
        self
    }

    /// Sums up the lines above where there are some: then its figures are derived.
    pub(crate) const fn summary(mut self) -> Self {
        self.summary = true;
        self
    }
}

/// The rules of a tool, ready for use.
#[derive(Debug)]
pub(crate) struct Report {
    id: &'static str,
    title: &'static str,
    figures: &'static [Figure],
    rules: Vec<(Rule, Template)>,
    /// The conditions of runs that lines without figures say.
    conditions: Vec<&'static str>,
    /// The parts of names that lines say of those below them.
    heads: Vec<&'static str>,
}

/// A line that a rule fits.
struct Hit<'r, 'd> {
    rule: &'r Rule,
    before: Vec<Word<'d>>,
    all: Vec<Word<'d>>,
    rest: Vec<Word<'d>>,
    found: Vec<Found>,
    end: usize,
}

/// Something that a line said.
#[derive(Debug)]
struct Said {
    name: &'static str,
    purpose: Use,
    text: String,
    /// Whether the line holds figures: then it says it of them alone.
    of_row: bool,
}

/// What the lines so far said.
#[derive(Debug, Default)]
struct State {
    part: &'static str,
    said: Vec<Said>,
    /// The figures since the last line that cleared something: a second one of a name lost the line above it.
    named: BTreeSet<String>,
    measured: bool,
    begun: bool,
    /// Which conditions differ within the post.
    varied: u32,
    /// The parts of names that the post leaves out.
    left_out: Vec<&'static str>,
}

impl State {
    fn said(&self, name: &str) -> Option<&str> {
        self.said.iter().rev().find(|said| said.name == name).map(|said| said.text.as_str())
    }

    /// Takes note of what a line says.
    fn take(&mut self, hit: &Hit<'_, '_>) {
        self.begun = true;
        if hit.rule.heads {
            self.named.clear();
            self.measured &= !hit.rule.clears.contains(&"*");
        }
        if !hit.rule.clears.is_empty() {
            self.said.retain(|said| !hit.rule.clears.contains(&said.name) && !hit.rule.clears.contains(&"*"));
        }
        if !hit.rule.enters.is_empty() {
            self.part = hit.rule.enters;
        }
    }

    fn note(&mut self, name: &'static str, purpose: Use, text: &str, of_row: bool) {
        self.said.retain(|said| said.name != name);
        self.said.push(Said { name, purpose, text: text.to_owned(), of_row });
    }

    /// A figure's name with what the lines said in it; none where something is missing.
    fn name(&self, pattern: &str) -> Option<String> {
        if !pattern.contains('$') {
            return Some(pattern.to_owned());
        }
        let mut name = String::new();
        for word in pattern.split(' ') {
            let (before, key) = match word.split_once('$') {
                Some((before, key)) => (before, key),
                None => (word, ""),
            };
            let end = key.find(|c: char| !c.is_alphanumeric()).unwrap_or(key.len());
            let (key, after) = key.split_at_checked(end)?;
            let said = if key.is_empty() { Some("") } else { self.said(key) };
            let Some(said) = said else {
                if after.starts_with('?') || self.left_out.contains(&key) {
                    continue;
                }
                return None;
            };
            name = format!(
                "{name}{}{before}{said}{}",
                if name.is_empty() { "" } else { " " },
                after.trim_start_matches('?')
            );
        }
        Some(name)
    }
}

impl Report {
    pub(crate) fn new(
        (id, title): (&'static str, &'static str),
        figures: &'static [Figure],
        rules: &'static [Rule],
    ) -> Self {
        let rules: Vec<(Rule, Template)> = rules.iter().map(|rule| (*rule, Template::new(rule.template))).collect();
        let conditions: BTreeSet<&str> = rules.iter().flat_map(|(_, template)| template.conditions()).collect();
        let heading = rules.iter().filter(|(rule, _)| rule.heads && rule.when.is_empty());
        let heads: BTreeSet<&str> = heading.flat_map(|(_, template)| template.names()).collect();
        let (conditions, heads) = (conditions.into_iter().collect(), heads.into_iter().collect());
        Self { id, title, figures, rules, conditions, heads }
    }

    /// Which conditions differ within the post, a bit for each, and from [`HEADS`] on which parts of names are said in it. A
    /// condition that is the same wherever it is said tells no figures apart, but would part those under it from those of a
    /// run that was posted without that line; a part of names that no line says was not lost, but left out. Looked up once
    /// for each source.
    fn varied(&self, document: &Document<'_>, sink: &mut Sink) -> u32 {
        if let Some(known) = sink.recall(self.id) {
            return known;
        }
        let mut values: Vec<BTreeSet<String>> = vec![BTreeSet::new(); self.conditions.len()];
        let mut said = 0;
        let heads =
            |rule: &Rule, template: &Template| rule.heads && rule.when.is_empty() && !template.names().is_empty();
        let telling: Vec<&(Rule, Template)> = self
            .rules
            .iter()
            .filter(|(rule, template)| !template.conditions().is_empty() || heads(rule, template))
            .collect();
        for line in 0..document.len() {
            let text = document.text(line);
            let mut near = telling.iter().filter(|(_, template)| text.contains(template.needle())).peekable();
            if near.peek().is_none() {
                continue;
            }
            let flow = flow(document, line, ROW_LINES);
            let places = |rule: &Rule| if rule.anywhere { MOST_LABEL_WORDS + 1 } else { 1 };
            let hit = near.find_map(|(rule, template)| (0..places(rule)).find_map(|at| fit(rule, template, &flow, at)));
            let Some(hit) = hit else { continue };
            for found in hit.found {
                let Found::Text { name, text, .. } = found else { continue };
                said |= self.heads.iter().position(|head| *head == name).map_or(0, |place| 1 << (HEADS + place as u32));
                let place = self.conditions.iter().position(|condition| *condition == name);
                if let Some(values) = place.and_then(|place| values.get_mut(place)).filter(|values| values.len() < 2) {
                    values.insert(text);
                }
            }
        }
        let varied = values.iter().zip(0..HEADS).filter(|(values, _)| values.len() > 1);
        let mask = varied.fold(said, |mask, (_, bit)| mask | 1 << bit);
        sink.remember(self.id, mask);
        mask
    }

    /// The labels that the lines so far give to a figure.
    fn labels(&self, state: &State) -> Labels {
        let varies = |name: &str| {
            let place = self.conditions.iter().position(|condition| *condition == name);
            place.is_none_or(|bit| state.varied & 1 << bit != 0)
        };
        let label = |said: &Said| match said.purpose {
            Use::Name => None,
            Use::Parameter => (said.of_row || varies(said.name)).then(|| parameter(said.name, &said.text)),
            Use::Setting => Some(setting(said.name, &said.text)),
        };
        state.said.iter().filter_map(label).collect()
    }

    /// Whether a line of the report starts at a word of a text that lost its line ends.
    pub(crate) fn breaks(&self, tokens: &[Token<'_>], at: usize) -> bool {
        const MOST_WORDS: usize = 64;
        let words = tokens.get(at..(at + MOST_WORDS).min(tokens.len())).unwrap_or_default();
        // Bare rows of numbers would begin anywhere among numbers.
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let among = before.is_some_and(|token| lex::printed(token.text).is_some_and(|p| p.rest.is_empty()));
        let sure =
            |(rule, template): &&(Rule, Template)| rule.when.is_empty() || !template.needle().is_empty() || !among;
        self.rules.iter().filter(sure).any(|(_, template)| template.matches(words).is_some())
    }

    pub(crate) fn starts(&self, document: &Document<'_>, line: usize) -> bool {
        let begins = |line| self.find(document, line, &State::default()).is_some();
        begins(line) || names_tool(document, line, &[self.id, self.title]).is_some_and(begins)
    }

    pub(crate) fn read(&self, document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
        let varied = self.varied(document, sink);
        let unsaid = |place: u32| varied & 1 << (HEADS + place) == 0;
        let left_out = self.heads.iter().zip(0..).filter(|&(_, place)| unsaid(place)).map(|(head, _)| *head).collect();
        let mut state = State { varied, left_out, ..State::default() };
        let (mut next, mut end) = (Some(line), line + 1);
        // Whether the last line ended with free text.
        let mut free = false;
        if let Some(first) = names_tool(document, line, &[self.id, self.title]) {
            sink.explain(document.line_span(line), RegionKind::Heading);
            next = Some(first);
        }
        while let Some(at) = next {
            if let Some(hit) = self.find(document, at, &state) {
                self.take(document, &hit, &mut state, sink);
                end = hit.end;
                free = hit.rule.template.ends_with("{...}");
            } else if free && goes_on(document, at, end) {
                sink.explain(document.line_span(at), RegionKind::Context);
                end = at + 1;
            } else {
                break;
            }
            next = next_of_report(document, end - 1);
        }
        end
    }

    /// The rule that fits a line, with what it found.
    fn find<'r, 'd>(&'r self, document: &'d Document<'_>, line: usize, state: &State) -> Option<Hit<'r, 'd>> {
        let text = document.text(line);
        let may = |(rule, template): &&(Rule, Template)| {
            let here = rule.when.is_empty() && (state.begun || !rule.inside)
                || !state.part.is_empty() && rule.when == state.part;
            // A label's colon may have broken the line of a text that lost its line ends.
            let broken = || text.len() < BROKEN && document.text(line + 1).contains(template.needle());
            here && (text.contains(template.needle()) || broken())
        };
        let mut rules = self.rules.iter().filter(may).peekable();
        rules.peek()?;
        let flow = flow(document, line, ROW_LINES);
        let here = flow.iter().take_while(|word| word.line == line).count();
        rules.find_map(|(rule, template)| {
            let marks = flow.iter().take_while(|word| !word.text.contains(char::is_alphanumeric)).count().min(1);
            let last = if rule.anywhere { (MOST_LABEL_WORDS + 1).min(here) } else { marks + 1 };
            // A row of a table ends with its line, unless only the mailer ended it.
            let row = flow.get(..here).filter(|_| !rule.when.is_empty());
            // What says nothing but a condition is a sentence where other figures follow.
            // A row of a table with more cells is another table's.
            let sound = |hit: &Hit<'_, '_>| {
                self.measures(hit) && rule.when.is_empty() || !hit.rest.iter().any(|word| is_figure(word.text))
            };
            let within = |flow: &[Word<'d>]| (0..last).find_map(|at| fit(rule, template, flow, at)).filter(sound);
            let whole = |hit: &Hit<'_, '_>| hit.rest.is_empty();
            row.and_then(within).filter(whole).or_else(|| within(&flow)).or_else(|| row.and_then(within))
        })
    }

    /// Whether a line holds a figure that counts.
    fn measures(&self, hit: &Hit<'_, '_>) -> bool {
        let known =
            |name: &str| self.figures.iter().any(|figure| figure.hole == name && figure.quantity.role == Role::Primary);
        hit.found.iter().any(|found| matches!(found, Found::Number { name, .. } if known(name)))
    }

    fn take(&self, document: &Document<'_>, hit: &Hit<'_, '_>, state: &mut State, sink: &mut Sink) {
        state.take(hit);
        let line = hit.all.first().map_or(0, |word| word.line);
        let label = label_of(&hit.before);
        // A comment behind the line names it as well: `READ: bw=3167MiB/s #128k`.
        let comment =
            if hit.rest.first().is_some_and(|word| word.text.starts_with('#')) { label_of(&hit.rest) } else { None };
        let condition = comment.as_ref().is_some_and(|comment| comment.starts_with(|c: char| c.is_ascii_digit()));
        let kind = if label.is_none() && condition { FieldKind::Parameter } else { FieldKind::Setting };
        let named = label.is_none() && comment.is_some();
        let label = label.or(comment);
        if let Some(span) = span_of(document, &hit.before) {
            sink.explain(span, RegionKind::Label);
        }
        if let Some(span) = span_of(document, &hit.rest) {
            let figures = !named && hit.rest.iter().any(|word| is_figure(word.text) && !word.text.contains('%'));
            sink.explain(span, if figures { RegionKind::Unread } else { RegionKind::Label });
        }
        let of_row = hit.found.iter().any(|found| matches!(found, Found::Number { .. }));
        // A row's conditions are those of all its figures, wherever they stand in it.
        for found in &hit.found {
            if let Found::Text { name, purpose: purpose @ (Use::Parameter | Use::Setting), text } = found {
                state.note(name, *purpose, text, of_row);
            }
        }
        let mut nameless = false;
        for found in &hit.found {
            match found {
                Found::Text { name, purpose, text } => state.note(name, *purpose, text, of_row),
                Found::Number { name, word, start, end, plain, power, size } => {
                    let Some(figure) = self.figures.iter().find(|figure| figure.hole == *name) else { continue };
                    let Some(span) = hit.all.get(*word).and_then(|word| place(document, *word, *start, *end)) else {
                        continue;
                    };
                    let value = Value { plain, power: *power, size: *size, span };
                    let mut labels = row_labels(sink, document, line, label.as_deref(), kind);
                    labels.extend(self.labels(state));
                    nameless |=
                        self.measure(document, line, (figure, &value), labels, (hit.rule, state), sink).is_none();
                }
            }
        }
        if let Some(span) = span_of(document, &hit.all) {
            if nameless {
                sink.diagnose(span, DiagnosticKind::Nameless(self.title.to_owned()));
            }
            sink.explain(span, if nameless { RegionKind::Unread } else { RegionKind::Context });
        }
        state.measured |= !hit.rule.summary && self.measures(hit);
    }

    /// Adds a figure; none where nothing says what it is of.
    fn measure(
        &self,
        document: &Document<'_>,
        line: usize,
        (figure, value): (&Figure, &Value<'_>),
        labels: Labels,
        (rule, state): (&Rule, &mut State),
        sink: &mut Sink,
    ) -> Option<()> {
        let Quantity { name, better, role, .. } = figure.quantity;
        let pattern = name;
        let name = state.name(pattern)?;
        let depends = pattern.split('$').skip(1).any(|key| {
            let end = key.find(|c: char| !c.is_alphanumeric()).unwrap_or(key.len());
            let key = key.get(..end).unwrap_or_default();
            state.said(key).is_some() || state.left_out.contains(&key)
        });
        let sized = value.size.or_else(|| {
            let said = state.said(figure.quantity.unit.strip_prefix('$')?)?;
            Some((Family::Time.size(said)?, Family::Time))
        });
        if depends
            && !rule.row
            && !state.named.insert(format!("{name} {}", sized.map_or("", |(_, family)| kind(family))))
        {
            return None;
        }
        if sized.is_none() && figure.quantity.unit.starts_with('$') {
            return None;
        }
        let printed = lex::printed(value.plain).filter(|printed| printed.rest.is_empty())?;
        // A line that is labelled stands for itself.
        let labelled = labels.iter().any(|label| label.field.name == "label");
        let derived = rule.summary && state.measured && !labelled && role == Role::Primary;
        let was_set = figure.unless_whole && printed.number.fract() < SET_WITHIN;
        // The same figures may stand alone elsewhere, as what was measured.
        let name = if derived { format!("{name}, overall") } else { name };
        let role = match role {
            _ if was_set => Role::Context,
            _ if derived => Role::Derived,
            role => role,
        };
        let labels = sink.labels_at(document, line, labels);
        if let Some((size, family)) = sized {
            let series = Series { name: &name, better, role, format: self.id };
            let to = series.known(family.sizes(), sink).unwrap_or(size);
            series.measure(&Sized { printed, size }, to, (labels, value.span), sink);
            return Some(());
        }
        let metric = sink.metric(Metric {
            section: sink.section().to_owned(),
            name,
            unit: as_printed(figure.quantity.unit),
            better,
            better_evidence: evidence(better),
            role,
            format: self.id.to_owned(),
        });
        let moved = |hundredths| printed.moved(hundredths, value.power);
        let (low, high) = (if printed.number < 0.0 { moved(-50) } else { moved(-50).max(0.0) }, moved(50));
        sink.measure(Measurement { value: moved(0), low, high, metric, labels, span: value.span, guessed: false });
        Some(())
    }
}

/// A number of a hole.
struct Value<'h> {
    plain: &'h str,
    power: i32,
    size: Option<(&'static Size, Family)>,
    span: Span,
}

/// The unit of a symbol. What is counted per second keeps the tool's words.
fn as_printed(symbol: &str) -> Unit {
    let known = unit(symbol);
    let counts = matches!(known.dimension, Dimension::Rate(_) | Dimension::Other);
    let per_second = symbol.ends_with("per sec.") || symbol.ends_with("per second");
    let dimension = if per_second { Dimension::Rate(1.0) } else { known.dimension };
    if counts { Unit { symbol: symbol.to_owned(), dimension } } else { known }
}

fn kind(family: Family) -> &'static str {
    match family {
        Family::Time => "time",
        Family::Bytes => "bytes",
        Family::Bits => "bits",
        Family::Data => "data",
        Family::DataRate => "data rate",
    }
}

fn place(document: &Document<'_>, word: Word<'_>, start: usize, end: usize) -> Option<Span> {
    Some(word.part(document, word.text.get(start..end)?))
}

/// A template at a word of some lines. A match that goes over a line end takes the whole of its last line, since what is
/// behind a break of the mailer's is the end of the broken line.
fn fit<'r, 'd>(rule: &'r Rule, template: &Template, flow: &[Word<'d>], at: usize) -> Option<Hit<'r, 'd>> {
    let Match { words, found } = template.matches(flow.get(at..)?)?;
    let all = flow.get(at..at + words)?.to_vec();
    let (mut rest, mut end) = rest_of_line(flow, at + words);
    // A comment behind the line that a mailer wrapped: `#128k` alone.
    let comment = flow.get(at + words..).unwrap_or_default();
    if let [first, more @ ..] = comment
        && rest.is_empty()
        && is_wrapped_comment(flow, first, more)
    {
        (rest, end) = (comment.get(..1).unwrap_or_default(), first.line + 1);
    }
    let over = all.first().map(|word| word.line) != all.last().map(|word| word.line);
    let before = flow.get(..at)?.to_vec();
    let commented = rest.first().is_some_and(|word| word.text.starts_with('#'));
    (!over || rest.is_empty() || commented).then(|| Hit { rule, before, all, rest: rest.to_vec(), found, end })
}

/// Whether a word that stands alone on the line after a row is a comment that did not fit into it: `#128k`.
fn is_wrapped_comment(flow: &[Word<'_>], first: &Word<'_>, more: &[Word<'_>]) -> bool {
    let alone = more.first().is_none_or(|word| word.line > first.line);
    let row: usize = flow.iter().filter(|word| word.line + 1 == first.line).map(|w| w.text.chars().count() + 1).sum();
    let glued = first.text.strip_prefix('#').is_some_and(|name| name.starts_with(char::is_alphanumeric));
    alone && glued && row + first.text.chars().count() > NARROWEST
}

/// The line of a report behind a line: quoted as deep, behind a few lines that are blank, rules, or marks of what was left
/// out.
fn next_of_report(document: &Document<'_>, line: usize) -> Option<usize> {
    let left_out = |text: &str| !text.contains(char::is_alphanumeric) || matches!(text.trim(), "[snip]" | "<snip>");
    let next = (line + 1..document.len()).take(MOST_BLANK_LINES + 1).find(|&next| !left_out(document.text(next)))?;
    (document.depth(next) == document.depth(line)).then_some(next)
}

/// The line below one that is nothing but a tool's name, which is a heading and no setting: `Bonnie`, `sysbench:`.
pub(crate) fn names_tool(document: &Document<'_>, line: usize, names: &[&str]) -> Option<usize> {
    let text = document.text(line).trim().trim_matches(|c: char| ":*=#-` ".contains(c));
    let named = names.iter().any(|name| text.eq_ignore_ascii_case(name));
    next_line(document, line).filter(|_| named)
}

/// Whether a line that no rule fits is what a mailer wrapped of the free text above: it stands right below a line that was
/// too full for its first word, and does not look like a label.
fn goes_on(document: &Document<'_>, line: usize, end: usize) -> bool {
    let above = document.text(end.saturating_sub(1)).chars().count();
    let text = document.text(line).trim();
    let first = text.split_whitespace().next().map_or(0, |word| word.chars().count());
    line == end && above <= WIDEST && above + 1 + first >= NARROWEST && !text.ends_with(':') && !has_gap(text)
}

/// The format of a tool that is all rules.
macro_rules! report_format {
    ($id:literal, $title:literal, $marks:expr, $figures:expr, $rules:expr) => {
        static REPORT: std::sync::LazyLock<$crate::reading::report::Report> =
            std::sync::LazyLock::new(|| $crate::reading::report::Report::new(($id, $title), $figures, $rules));

        #[doc = concat!($title, ", read by its rules.")]
        pub const FORMAT: $crate::formats::Format = $crate::formats::Format {
            id: $id,
            title: $title,
            marks: $marks,
            breaks: |tokens, at| REPORT.breaks(tokens, at),
            starts: |document, line| REPORT.starts(document, line),
            read: |document, line, sink| REPORT.read(document, line, sink),
        };
    };
}

pub(crate) use report_format;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, SourceId};

    const FIGURES: &[Figure] = &[
        rate("rate", "$op rate", ""),
        cost("lat", "$op latency $p", "$unit"),
        rate("sum", "sum", "MB/s"),
        cost("cell", "cell", "s"),
        cost("took", "took", "s").unless_whole(),
    ];
    const RULES: &[Rule] = &[
        line("threads: {@threads}").clears(&["*"]),
        line("size: {@size}").clears(&["*"]),
        line("{$op=read|write}: {rate:bytes}").clears(&["op"]).anywhere(),
        line("lat ({$unit}):{* {$p}={lat}{?,?}*}").clears(&["unit", "p"]).within(),
        line("sum {sum} MB/s").summary(),
        line("Size Time").enters("rows"),
        line("{@size} {cell}").when("rows").row(),
        line("took {took} s"),
        line("note {...}").inside(),
    ];

    /// What the rules read: each figure with its labels, part and value.
    fn shown(text: &str) -> Vec<String> {
        let report = Report::new(("test", "test"), FIGURES, RULES);
        let source = Source::unnamed(text);
        let document = Document::new(SourceId(0), &source);
        let mut sink = Sink::default();
        let mut line = 0;
        while line < document.len() {
            line = if report.starts(&document, line) { report.read(&document, line, &mut sink) } else { line + 1 };
        }
        let label = |label: &crate::Label| format!(" {}={}", label.field.name, label.value);
        let show = |m: &Measurement| {
            let metric = &sink.metrics[m.metric.0 as usize];
            let labels: String = sink.labels[m.labels.0 as usize].iter().map(label).collect();
            let role = if metric.role == Role::Primary { "" } else { metric.role.name() };
            format!("{} {}{}{labels} {role}", metric.name, m.value, metric.unit.symbol).trim_end().to_owned()
        };
        sink.measurements.iter().map(show).collect()
    }

    #[test]
    fn lines_say_what_the_figures_below_are_of() {
        assert_eq!(
            shown("read: 12MB/s\nlat (usec): 50=3, 99=4\nwrite: 2 MB/s\n  lat (msec): 50=1\n"),
            [
                "read rate 12MB/s",
                "read latency 50 3us",
                "read latency 99 4us",
                "write rate 2MB/s",
                "write latency 50 1ms"
            ]
        );
    }

    #[test]
    fn figures_without_the_line_above_them_are_left() {
        assert_eq!(shown("lat (usec): 50=3\n\nAnd then\nread: 12MB/s\n"), ["read rate 12MB/s"]);
        assert_eq!(
            shown("read: 12MB/s\nlat (usec): 50=3\nlat (usec): 50=9\n"),
            ["read rate 12MB/s", "read latency 50 3us"]
        );
    }

    #[test]
    fn what_no_line_of_the_post_says_was_left_out() {
        assert_eq!(shown("lat (usec): 50=3\n"), ["latency 50 3us"]);
    }

    #[test]
    fn labels_stand_before_a_line_or_as_a_comment_behind_it() {
        assert_eq!(
            shown("patched: read: 12MB/s\nread: 11MB/s # vanilla\nread: 1MB/s #4k\n"),
            ["read rate 12MB/s label=patched", "read rate 11MB/s label=vanilla", "read rate 1MB/s label=4k"]
        );
    }

    #[test]
    fn sums_are_derived_under_what_they_sum_up() {
        assert_eq!(shown("sum 5 MB/s\n"), ["sum 5MB/s"]);
        assert_eq!(shown("read: 5MB/s\nsum 5 MB/s\n"), ["read rate 5MB/s", "sum, overall 5MB/s derived"]);
    }

    #[test]
    fn conditions_tell_runs_apart_only_where_they_differ() {
        assert_eq!(shown("threads: 4\nread: 5MB/s\n"), ["read rate 5MB/s"]);
        assert_eq!(
            shown("threads: 4\nread: 5MB/s\nthreads: 8\nread: 6MB/s\n"),
            ["read rate 5MB/s threads=4", "read rate 6MB/s threads=8"]
        );
    }

    #[test]
    fn rows_follow_their_header_and_have_its_columns() {
        assert_eq!(shown("Size Time\n4k 1.5\n\n8k 2.5\n16k 3.5 7\n"), ["cell 1.5s size=4k", "cell 2.5s size=8k"]);
        assert_eq!(shown("size: 1k\nSize Time\n4k 1.5\n"), ["cell 1.5s size=4k"]);
        assert_eq!(shown("4k 1.5\n"), [""; 0]);
    }

    #[test]
    fn durations_that_were_set_are_no_result() {
        assert_eq!(shown("took 10.02 s\n"), ["took 10.02s context"]);
        assert_eq!(shown("took 9.31 s\n"), ["took 9.31s"]);
    }

    #[test]
    fn free_text_goes_on_where_a_mailer_wrapped_it() {
        let long = "note that this goes on and on until the mailer cuts it off";
        assert_eq!(shown(&format!("read: 1MB/s\n{long}\nsomewhere\nlat (us): 50=3\n")).len(), 2);
        assert_eq!(shown("read: 1MB/s\nnote it\nsomewhere\nlat (us): 50=3\n").len(), 1);
    }
}

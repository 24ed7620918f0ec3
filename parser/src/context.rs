//! What stands above a block and says what its figures are: headings, labels, commands.
//!
//! Posts tell their settings by a line above each block: `Before:`, `[label]`, `# with the patch`, `** tbench **`, a bare
//! word, a command. Such lines nest, and nothing but their looks says how: a line that looks like one above it takes its
//! place, and one that looks otherwise belongs under it. Two that look alike with nothing read between them nest too.

use std::collections::{BTreeMap, BTreeSet};

use crate::lex;
use crate::mail::{Document, Token};
use crate::measurement::{Field, FieldKind, Label};
use crate::reading::{emit, number, quantity, settings};
use crate::source::Span;
use crate::statement;

/// How a label looks. Labels of one look are rivals; of two looks, the earlier in this list is the wider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// `** tbench (MB/s) **`, `== A ==`
    Section,
    /// `## Before`, `### tbench`: names a section or a setting.
    Title,
    /// `./reaim -x -t`, `$ make`
    Command,
    /// `# with the original handler`
    Hash,
    /// `cache WB :`
    Colon,
    /// `[timing 1, cache cold]`
    Bracket,
    /// A short line right above a block.
    Bare,
}

/// A label and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Heading {
    look: Look,
    text: String,
    span: Span,
    /// How many marks a title has: one of fewer is wider.
    level: u8,
    /// Which line it is.
    line: usize,
    /// How deep the line is quoted: a reply's label says nothing of the quoted block.
    depth: u8,
    /// Whether figures were read since.
    used: bool,
    /// How far in the line begins.
    indent: usize,
    /// Whether the same line stands elsewhere in the post: then it names a part of what comes again.
    again: bool,
}

/// The labels in force.
#[derive(Clone, Debug, Default)]
pub(crate) struct Context {
    headings: Vec<Heading>,
    /// A line that is a label if a block follows.
    pending: Option<Heading>,
    /// What was taken out of version control, and how deep that line is quoted.
    branch: Option<(String, u8)>,
    /// Labels that name a setting with its value.
    assigned: Vec<String>,
    /// The lines of the last paragraph of text.
    paragraph: Option<Paragraph>,
    /// Commands that are typed several times behind another one, and that again: each of their turns is a setting.
    cycled: Option<BTreeSet<String>>,
    /// The last command, how many times it was typed behind another one, and that.
    typed: Typed,
    /// What the paragraph above the last block said of it, and how deep that is quoted.
    statement: Option<(String, u8)>,
}

/// Running text without blank lines.
#[derive(Clone, Debug)]
struct Paragraph {
    text: String,
    last: usize,
    depth: u8,
}

/// The field of what a sentence above a block says: it tells settings apart only where nothing else does.
pub const STATEMENT: &str = "sentence";

/// No more names of settings with their values are kept.
const MOST_ASSIGNED: usize = 16;
/// The field of how many times a command was typed since another one: it tells settings apart only where nothing else does
/// and the same sequence of commands comes again.
pub const ORDER: &str = "order";

/// A label has at most this many words.
const MOST_WORDS: usize = 9;
/// A label of at most this many words stays in force over a sentence that explains it.
const MOST_NAME_WORDS: usize = 3;
/// A bare one, which nothing else marks, at most this many.
const MOST_BARE_WORDS: usize = 5;
/// Behind a blank line, so many.
const MOST_LONE_WORDS: usize = 8;

/// A command prints at most so many lines before the figures that it is a label of.
const MOST_PRINTED: usize = 12;
/// A longer line is no command.
const LONGEST_COMMAND: usize = 400;

/// Labels do not nest deeper: a list of names, one a line, is no outline.
const MOST_LEVELS: usize = 6;

/// Words that name a phase or repetition of one setting, not a setting.
const PHASES: &[&str] = &[
    "cold",
    "hot",
    "warm",
    "warmup",
    "timing",
    "run",
    "pass",
    "iteration",
    "phase",
    "round",
    "clients",
    "threads",
    "step",
];

impl Context {
    /// Another source begins.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Takes note of a line that no format claims; says whether it is a label. One that goes on with the sentence of the
    /// line above is none.
    pub(crate) fn line(&mut self, document: &Document<'_>, line: usize, in_sentence: bool) -> bool {
        let text = document.text(line).trim();
        // Blank lines and decoration do not part a label from its block.
        if !text.contains(char::is_alphanumeric) || text.starts_with("```") {
            return false;
        }
        // Between stars or in brackets a line is a label wherever it stands.
        let marked = matches!(label(text), Some((Look::Section | Look::Bracket, _))) || is_set_off(document, line);
        if in_sentence && !marked {
            self.pending = None;
            return false;
        }
        let depth = document.depth(line);
        let span = document.line_span(line);
        let level = text.bytes().take_while(|b| *b == b'#').count() as u8;
        if is_key_line(document, line) {
            return true;
        }
        let indent = indent(document.text(line));
        let again = document
            .twins()
            .like(line)
            .iter()
            .any(|&other| other as usize != line && document.text(other as usize).trim() == text);
        let heading =
            |look, text: &str| Heading { look, text: tidy(text), span, level, line, depth, used: false, indent, again };
        let fenced = line.checked_sub(1).is_some_and(|above| document.text(above).trim().starts_with("```"));
        let typed = matches!(label(text), Some((Look::Command, _))) || fenced && is_fenced_command(text);
        // A bare line above a command is the label of what it prints.
        let pending = self.pending.take().filter(|pending| pending.depth == depth);
        if let Some(pending) = pending.filter(|pending| typed || pending.line + 1 == line && is_bare(text)) {
            // Of two bare lines right above each other the first is the wider; both take the place of such a pair.
            if !typed && self.headings.iter().any(|h| h.used) {
                self.headings.retain(|h| h.depth != depth || h.look != Look::Bare);
            }
            self.push(pending);
        }
        if typed {
            self.cycled.get_or_insert_with(|| cycled(document));
        }
        if fenced && is_fenced_command(text) {
            self.push(heading(Look::Command, text));
            return true;
        }
        if let Some(summary) = summary_of(text) {
            self.push(heading(Look::Title, summary));
            return true;
        }
        if is_framed(document, line) {
            self.push(heading(Look::Title, text));
            return true;
        }
        if let Some(text) = numbered(document, line) {
            self.push(heading(Look::Hash, text));
            return true;
        }
        let lone = line.checked_sub(1).is_none_or(|above| !document.text(above).contains(char::is_alphanumeric));
        match label(text) {
            Some((Look::Bare, text))
                if lone || text.split_whitespace().count() <= MOST_BARE_WORDS || text.ends_with(')') =>
            {
                self.pending = Some(heading(Look::Bare, text));
                false
            }
            Some((Look::Bare, _)) | None => false,
            Some((Look::Command, text)) if checked_out(text).is_some() => {
                self.branch = checked_out(text).map(|branch| (branch.to_owned(), depth));
                true
            }
            Some((look, text)) => {
                self.push(heading(look, text));
                true
            }
        }
    }

    /// A sentence came at a line: what stood above figures says nothing of what follows, and a label of many words was the
    /// beginning of the text, not the name of a block. Titles head all that follows, and what a command prints is no
    /// sentence.
    pub(crate) fn prose(&mut self, document: &Document<'_>, line: usize) {
        let command = self.headings.iter().rfind(|h| h.look == Look::Command && !h.used).map(|h| h.line);
        let printed = |command: usize| (command + 1..line).all(|between| !document.is_blank(between));
        if command.is_some_and(|command| line - command.min(line) <= MOST_PRINTED && printed(command)) {
            return;
        }
        let used = self.headings.iter().any(|h| h.used);
        let name =
            |h: &Heading| h.text.split(' ').count() <= MOST_NAME_WORDS || matches!(h.look, Look::Hash | Look::Command);
        self.headings.retain(|h| matches!(h.look, Look::Section | Look::Title) || !used && name(h));
    }

    /// A line of running text.
    pub(crate) fn sentence(&mut self, document: &Document<'_>, line: usize) {
        const LONGEST: usize = 2000;
        let (text, depth) = (document.text(line).trim(), document.depth(line));
        match self.paragraph.as_mut().filter(|p| p.last + 1 == line && p.depth == depth && p.text.len() < LONGEST) {
            Some(paragraph) => {
                paragraph.text.push(' ');
                paragraph.text.push_str(text);
                paragraph.last = line;
            }
            None => self.paragraph = Some(Paragraph { text: text.to_owned(), last: line, depth }),
        }
    }

    /// Takes what the last paragraph says for what the figures below it were measured with. One that says nothing of it ends
    /// what another said.
    fn state(&mut self) {
        if let Some(paragraph) = self.paragraph.take() {
            self.statement = statement::setting_of(&paragraph.text).map(|said| (said, paragraph.depth));
        }
    }

    /// Figures came at a line that nobody read: bare lines right above them are names of their columns, not of what follows.
    pub(crate) fn unread(&mut self, document: &Document<'_>, line: usize) {
        let figures = document.text(line).split_whitespace().count();
        let depth = document.depth(line);
        // What a command printed stands under no names above the command.
        let parts = |text: &str| is_command(text) || text.starts_with("```");
        let above =
            |at: usize| !document.is_blank(at) && document.depth(at) == depth && !parts(document.text(at).trim());
        let first = (0..line).rev().take(MOST_LEVELS).take_while(|&at| above(at)).last().unwrap_or(line);
        let bare = |h: &Heading| h.depth == depth && h.look == Look::Bare && (first..line).contains(&h.line);
        let over = |h: &Heading| h.text.split(' ').count() >= figures;
        let several = self.headings.iter().filter(|h| bare(h)).count() + usize::from(self.pending.is_some()) >= 2;
        self.headings.retain(|h| !(bare(h) && (several || over(h))));
        self.pending.take_if(|h| bare(h) && (several || over(h)));
    }

    /// In a text that lost its line ends came something that is neither figures nor a label that is known as one: it may have
    /// been a label, so that those in force say nothing of what follows, unless no figures were read under them yet.
    pub(crate) fn torn(&mut self, document: &Document<'_>, line: usize) {
        let depth = document.depth(line);
        self.headings.retain(|h| h.depth != depth || !h.used);
    }

    /// A block starts: a bare line right above it is its label. Gives the place of that line.
    pub(crate) fn block(&mut self, depth: u8) -> Option<Span> {
        self.state();
        let pending = self.pending.take().filter(|heading| heading.depth == depth)?;
        let span = pending.span;
        self.push(pending);
        Some(span)
    }

    /// Figures were read under the labels in force.
    pub(crate) fn used(&mut self) {
        for heading in &mut self.headings {
            heading.used = true;
        }
    }

    fn push(&mut self, mut heading: Heading) {
        if heading.look == Look::Command {
            self.typed.again(&heading.text);
        }
        // What was set by its full name before may be called by its value alone: `pool=none`, then `none`.
        let full = self.assigned.iter().find(|full| {
            full.split_once('=').is_some_and(|(_, value)| value == heading.text && value.contains(char::is_alphabetic))
        });
        if let Some(full) = full {
            heading.text.clone_from(full);
        } else if is_assignment(&heading.text) && self.assigned.len() < MOST_ASSIGNED {
            self.assigned.push(heading.text.clone());
        }
        // Lines that are quoted otherwise are another person's: they neither replace these nor nest in them.
        let (mut own, others): (Vec<Heading>, Vec<Heading>) =
            std::mem::take(&mut self.headings).into_iter().partition(|h| h.depth == heading.depth);
        // What was narrower and is done with, or names a phase, says nothing of what a wider line begins.
        while heading.look != Look::Command
            && own.last().is_some_and(|h| (h.used || is_phase(&h.text)) && (h.look as u8) > (heading.look as u8))
        {
            own.pop();
        }
        if heading.look == Look::Section {
            own.clear();
        } else if heading.look == Look::Title {
            own.retain(|h| h.look == Look::Section || h.look == Look::Title && h.level < heading.level);
        } else if let Some(last) = own.iter().rposition(|h| h.look == heading.look) {
            // The last of its look is replaced, with all below it, unless it stands right above or further out: then it is
            // wider. What stands further in and is done with was of the one before.
            let inner = |h: &Heading| heading.look == Look::Colon && h.look == Look::Colon && h.indent > heading.indent;
            let done = own.iter().position(|h| h.used && inner(h)).unwrap_or(own.len());
            own.truncate(done);
            let last = own.iter().rposition(|h| h.look == heading.look).unwrap_or(last);
            let outer = |h: &Heading| heading.look == Look::Colon && h.indent + 2 <= heading.indent;
            let wider = own.get(last).is_none_or(|h| !h.used && h.line + 1 == heading.line || outer(h));
            let replaced = if wider { last + 1 } else { last };
            own.truncate(replaced);
        }
        own.push(heading);
        if own.len() > MOST_LEVELS {
            own.remove(0);
        }
        self.headings = others;
        self.headings.extend(own);
    }

    /// The title in force, without marks and unit; empty where there is none.
    pub(crate) fn section(&self) -> &str {
        self.headings.iter().rev().find(|h| h.look == Look::Section).map_or("", |h| h.text.as_str())
    }

    /// The labels in force for a line quoted so deep, the widest first.
    pub(crate) fn labels(&self, depth: u8) -> Vec<Label> {
        let mut labels: Vec<Label> = Vec::new();
        if let Some((branch, _)) = self.branch.as_ref().filter(|(_, of)| *of == depth) {
            let field = Field { name: "branch".to_owned(), kind: FieldKind::Setting };
            labels.push(Label { field, value: branch.clone() });
        }
        if let Some((said, _)) = self.statement.as_ref().filter(|(_, of)| *of == depth) {
            let field = Field { name: STATEMENT.to_owned(), kind: FieldKind::Setting };
            labels.push(Label { field, value: said.clone() });
        }
        let in_force = self.headings.iter().filter(|h| h.depth == depth && !matches!(h.look, Look::Section));
        let mut level = 0;
        let typed = self.headings.iter().rfind(|h| h.depth == depth && h.look == Look::Command).map(|h| h.line);
        for heading in in_force.filter(|h| !says_nothing(&h.text)) {
            if heading.look != Look::Command && quantity::is_name(&heading.text) {
                // What is measured makes metrics of its own and is no setting.
                let field = Field { name: "quantity".to_owned(), kind: FieldKind::Parameter };
                labels.retain(|label| label.field != field);
                labels.push(Label { field, value: heading.text.clone() });
                continue;
            }
            if heading.look == Look::Command && Some(heading.line) != typed {
                // What was typed before the last command prepared it, and may be what differs.
                let field = Field { name: "setup".to_owned(), kind: FieldKind::Setting };
                labels.retain(|label| label.field != field);
                labels.push(Label { field, value: heading.text.clone() });
                continue;
            }
            if heading.look == Look::Command {
                labels.extend(command_labels(&heading.text));
                if self.cycled.as_ref().is_some_and(|cycled| cycled.contains(&heading.text)) {
                    labels.extend(self.typed.order());
                }
                continue;
            }
            // Below a label further out, what comes again is a part of what was measured.
            let outer =
                |h: &Heading| h.depth == depth && h.indent < heading.indent && !h.again && h.line < heading.line;
            let setting = |text: &str| settings::names_change(text) || settings::has_version(text);
            let part = |h: &Heading| outer(h) && setting(&h.text) && !setting(&heading.text);
            if heading.again && heading.look == Look::Colon && self.headings.iter().any(part) {
                let parts = labels.iter().filter(|label| label.field.name.starts_with("part")).count();
                let name = if parts == 0 { "part".to_owned() } else { format!("part {}", parts + 1) };
                let field = Field { name, kind: FieldKind::Parameter };
                labels.push(Label { field, value: heading.text.clone() });
                continue;
            }
            if heading.look == Look::Title {
                // The innermost of several titles tells the setting.
                for outer in labels.iter_mut().filter(|label| label.field.name.starts_with("title")) {
                    outer.field.name = format!("{} above", outer.field.name);
                }
                let field = Field { name: "title".to_owned(), kind: FieldKind::Setting };
                labels.push(Label { field, value: heading.text.clone() });
                continue;
            }
            for (part, value) in parts(&heading.text).enumerate() {
                let phase = is_phase(value);
                let name = match (phase, part) {
                    (true, _) => "phase".to_owned(),
                    (false, 0) => {
                        level += 1;
                        if level == 1 { "label".to_owned() } else { format!("label {level}") }
                    }
                    (false, _) => "workload".to_owned(),
                };
                let kind = if phase || part > 0 { FieldKind::Parameter } else { FieldKind::Setting };
                labels.push(Label { field: Field { name, kind }, value: value.to_owned() });
            }
        }
        // The innermost label tells the setting; where there are several, the wider ones have other names.
        rename_innermost(&mut labels, level);
        labels
    }
}

/// Whether a heading only says that figures follow: `Results`, `Benchmark summary`.
fn says_nothing(text: &str) -> bool {
    const NEUTRAL: &[&str] = &[
        "summary",
        "results",
        "result",
        "benchmark",
        "benchmarks",
        "benchmarking",
        "output",
        "numbers",
        "testing",
        "test",
        "tests",
        "details",
        "raw",
        "figures",
        "measurements",
        "performance",
        "data",
        "log",
        "logs",
        "report",
        "the",
        "my",
        "some",
        "here",
        "are",
        "and",
        "complete",
        "full",
        "score",
        "scores",
        "example",
        "measured",
        "table",
    ];
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    text.ends_with('?') || words.peek().is_some() && words.all(|word| NEUTRAL.contains(&word.to_lowercase().as_str()))
}

/// The innermost of several levels is called `label`, those around it `group`, `group 2` from inside out.
fn rename_innermost(labels: &mut [Label], levels: usize) {
    for label in labels.iter_mut() {
        let level = match label.field.name.strip_prefix("label") {
            Some("") => 1,
            Some(number) => number.trim().parse().unwrap_or(1),
            None => continue,
        };
        label.field.name = match levels - level {
            0 => "label".to_owned(),
            1 => "group".to_owned(),
            outer => format!("group {outer}"),
        };
    }
}

/// Whether a line stands further in than the one above and names a setting: a sentence does not go on so.
fn is_set_off(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line);
    let above = line.checked_sub(1).map_or("", |above| document.text(above));
    let name = text.trim().strip_suffix(':').is_some_and(|name| settings::names_change(name) && is_name(name));
    name && indent(text) > indent(above) && text.trim().starts_with(char::is_uppercase)
}

/// How far in a line begins, a tab as eight blanks.
fn indent(text: &str) -> usize {
    text.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 8 } else { 1 }).sum()
}

/// Whether a line names the lone figure on the next line, each time that both come: `space that was lost:`.
pub(crate) fn is_key_line(document: &Document<'_>, line: usize) -> bool {
    let text = document.text(line).trim();
    let again = text.ends_with(':') && document.twins().like(line).len() >= 2;
    again && !settings::names_change(text) && line + 1 < document.len() && {
        let below = document.text(line + 1).trim();
        let figure = number::amount(below, document.comma());
        figure.is_some_and(|figure| figure.unit.is_some() && figure.end == below.len())
    }
}

/// The parts of a label: `2.6.18, make vmlinux` names a setting and what was run. A phase stays whole.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let whole = is_phase(text) || text.contains('(');
    text.splitn(if whole { 1 } else { 2 }, ',').map(str::trim).filter(|part| !part.is_empty())
}

/// A command's program and options, each a parameter: `./reaim -x -t -f file -r3`.
fn command_labels(command: &str) -> Vec<Label> {
    let parameter =
        |name: &str, value: String| Label { field: Field { name: name.to_owned(), kind: FieldKind::Parameter }, value };
    vec![parameter("command", command.to_owned())]
}

/// The last command, how many times it was typed, and the other one before it.
#[derive(Clone, Debug, Default)]
struct Typed {
    command: String,
    times: usize,
    before: String,
}

impl Typed {
    fn again(&mut self, command: &str) {
        if self.command == command {
            self.times += 1;
        } else {
            self.before = std::mem::replace(&mut self.command, command.to_owned());
            self.times = 1;
        }
    }

    /// The turn as a setting, and what was typed before as another.
    fn order(&self) -> Vec<Label> {
        const NAMES: [&str; 4] = ["first", "second", "third", "fourth"];
        let Some(name) = self.times.checked_sub(1).and_then(|at| NAMES.get(at)) else { return Vec::new() };
        let setting = |name: &str, value: &str| Label {
            field: Field { name: name.to_owned(), kind: FieldKind::Setting },
            value: value.to_owned(),
        };
        vec![setting(ORDER, name), setting("setup", &self.before)]
    }
}

/// The commands of a document that are typed at least twice in a row, as often each time, behind other ones at least twice.
fn cycled(document: &Document<'_>) -> BTreeSet<String> {
    let mut turns: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut last: Option<String> = None;
    for line in 0..document.len() {
        let Some((Look::Command, text)) = label(document.text(line).trim()) else { continue };
        let command = tidy(text);
        let of_command = turns.entry(command.clone()).or_default();
        match of_command.last_mut().filter(|_| last.as_ref() == Some(&command)) {
            Some(turn) => *turn += 1,
            None => of_command.push(1),
        }
        last = Some(command);
    }
    let again =
        |turns: &Vec<usize>| turns.len() >= 2 && turns.iter().all(|turn| *turn >= 2 && Some(turn) == turns.first());
    turns.into_iter().filter(|(_, turns)| again(turns)).map(|(command, _)| command).collect()
}

fn is_phase(text: &str) -> bool {
    // A sentence about runs names no phase: `Run with the adaptive hash index`.
    const MOST_PHASE_WORDS: usize = 3;
    // Within an option's name such a word names something else: `io-threads`.
    let words = || {
        text.split(|c: char| !(c.is_alphabetic() || matches!(c, '-' | '_' | '=')))
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
    };
    let telling = words().any(|word| ["with", "without", "before", "after", "on", "using"].contains(&word.as_str()));
    let counted = text.contains(|c: char| c.is_ascii_digit());
    let brief = words().count() <= MOST_PHASE_WORDS || counted;
    !telling && brief && words().any(|word| PHASES.contains(&word.as_str()))
}

/// The look of a line that is a label, and its text without marks.
fn label(line: &str) -> Option<(Look, &str)> {
    let words = line.split_whitespace().count();
    if let Some(command) = told_command(line) {
        return Some((Look::Command, command));
    }
    if line.len() <= LONGEST_COMMAND && is_command(line) {
        return Some((Look::Command, line.trim_start_matches(['$', '+', '#', ' '])));
    }
    if words > MOST_WORDS + 3 {
        return None;
    }
    for (open, close) in [("**", "**"), ("==", "=="), ("--", "--"), ("__", "__")] {
        if let Some(inner) = between(line, open, close) {
            return Some((if is_setting(inner) { Look::Title } else { Look::Section }, inner));
        }
    }
    if let Some(inner) = line.strip_prefix("##") {
        return Some((Look::Title, inner.trim_start_matches('#')));
    }
    // `Somebody, 2025-03-16:` begins a reply.
    if line.ends_with(':') && has_date(line) {
        return None;
    }
    let figures =
        || line.split_whitespace().filter(|word| lex::printed(word).is_some_and(|p| p.rest.is_empty())).count();
    if let Some(inner) = line.strip_prefix('#').filter(|inner| inner.chars().any(char::is_alphabetic) && figures() < 2)
    {
        return Some((Look::Hash, inner));
    }
    if let Some(inner) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return (!inner.contains(['[', ']'])).then_some((Look::Bracket, inner));
    }
    if let Some(inner) = line.strip_suffix(':') {
        return (words <= MOST_WORDS && is_name(inner)).then_some((Look::Colon, inner));
    }
    // A key with its figure is no name, but one with a count sets something: `limit=10`.
    if line
        .split_once('=')
        .is_some_and(|(key, value)| !key.contains(' ') && is_measured(value) && !emit::is_whole(value))
    {
        return None;
    }
    if line.split_once(": ").or_else(|| line.split_once(" = ")).is_some_and(|(_, value)| is_measured(value)) {
        return None;
    }
    // `First two: 2.4.2` names rows by their order.
    let ordinal = line
        .split(' ')
        .next()
        .is_some_and(|word| ["first", "second", "third", "last", "next"].contains(&word.to_lowercase().as_str()));
    if ordinal && line.contains(": ") {
        return None;
    }
    // A unit in brackets at the end is a piece of a table's header.
    let unit = line.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')).map(|(_, unit)| unit);
    if unit.is_some_and(|unit| quantity::unit_of(unit).is_some()) {
        return None;
    }
    // Bars part the cells of a table, braces hold code.
    if line.contains(['|', '│', '├', '└', '{', '}']) {
        return None;
    }
    // What closes a bracket that it did not open is a rest of something else.
    if line.ends_with([']', ')']) && !line.contains(['[', '(']) || line.ends_with('<') {
        return None;
    }
    // An entry of a list with a date or a value says something else.
    if line.starts_with(['*', '-', '+', '•']) && (line.contains(": ") || has_date(line)) {
        return None;
    }
    // What stands in brackets behind a name is a remark.
    let name = line.split_once(" (").filter(|_| line.ends_with(')')).map_or(line, |(name, _)| name);
    let ends = name.ends_with(['.', '!', '?', ',', ')', ';', '>']);
    (name.split_whitespace().count() <= MOST_LONE_WORDS && is_name(name) && !ends && !line.starts_with('('))
        .then_some((Look::Bare, line))
}

/// The command of a line that says that it is one: `1)cmd: netperf -H box -- -m 1400`, `Command: make -j8`.
fn told_command(line: &str) -> Option<&str> {
    const SAYING: &[&str] = &["cmd", "command", "command line", "cmdline"];
    let (said, command) = line.split_once(':')?;
    let name = said.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ')' | '.' | ' ' | '*' | '-' | '#'));
    let command = command.trim();
    let told = SAYING.contains(&name.trim().to_lowercase().as_str());
    (told && command.starts_with(char::is_alphanumeric) && command.contains(' ')).then_some(command)
}

/// What a folded part of a page is called: `<details><summary>nginx</summary>`.
fn summary_of(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("<summary>")?;
    let name = rest.split("</summary>").next()?.trim();
    name.contains(char::is_alphanumeric).then_some(name)
}

/// Whether a line is a title by the lines around it: between two rules, or over one that is as long.
fn is_framed(document: &Document<'_>, line: usize) -> bool {
    const MOST_TITLE_WORDS: usize = 14;
    let text = document.text(line).trim();
    let rule = |at: Option<usize>| {
        let rule =
            at.filter(|&at| document.depth(at) == document.depth(line)).map_or("", |at| document.text(at).trim());
        let mark = rule.chars().next().filter(|c| "=-~*^#_".contains(*c));
        mark.filter(|mark| rule.len() >= 2 && rule.chars().all(|c| c == *mark)).map(|_| rule.len())
    };
    let (above, below) = (rule(line.checked_sub(1)), rule(Some(line + 1).filter(|&below| below < document.len())));
    let long = text.chars().count();
    let underlined = below.is_some_and(|length| length >= 3 && length.abs_diff(long) <= 3);
    let words = text.split_whitespace().count();
    let plain = text.contains(char::is_alphabetic) && !text.contains("  ") && !text.contains(['|', '\t']);
    (above.is_some() && below.is_some() || underlined) && words <= MOST_TITLE_WORDS && plain
}

/// `2) with the fix`: one of several numbered lines of a few words, above what a program prints for each.
fn numbered<'d>(document: &'d Document<'_>, line: usize) -> Option<&'d str> {
    const LINES_AROUND: usize = 200;
    const LINES_BELOW: usize = 12;
    let counted = |line: usize| {
        let text = document.text(line).trim();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let number: usize = text.get(..digits)?.parse().ok().filter(|_| digits <= 2)?;
        let rest = text.get(digits..)?.strip_prefix([')', '.'])?.strip_prefix(' ')?.trim();
        let name = rest.contains(char::is_alphabetic) && rest.split_whitespace().count() <= MOST_LONE_WORDS;
        let open = rest.ends_with(['.', ',', ';', ':', '?', '!']);
        (name && !open).then_some((number, text))
    };
    let (number, text) = counted(line)?;
    let above = line.checked_sub(1).is_none_or(|above| document.is_blank(above));
    let near = line.saturating_sub(LINES_AROUND)..document.len().min(line + LINES_AROUND);
    let others = || near.clone().filter_map(counted).any(|(other, _)| other.abs_diff(number) == 1);
    let printed = |below: usize| document.twins().like(below).len() >= 2 && counted(below).is_none();
    let prints = || (line + 1..document.len().min(line + LINES_BELOW)).any(printed);
    (above && prints() && others()).then_some(text)
}

/// Whether a line holds a date: `2025-03-16`.
fn has_date(line: &str) -> bool {
    line.split(|c: char| !(c.is_ascii_digit() || c == '-')).any(|word| {
        let parts: Vec<usize> = word.split('-').map(str::len).collect();
        parts == [4, 2, 2]
    })
}

/// Whether a text begins with a figure that has a unit.
fn is_measured(text: &str) -> bool {
    number::amount(text.trim(), number::Comma::Thousands)
        .is_some_and(|a| a.unit.is_some() || a.end == text.trim().len())
}

/// Whether a line is a bare label.
fn is_bare(line: &str) -> bool {
    matches!(label(line), Some((Look::Bare, _)))
}

/// What stands between two marks of at least two characters each.
fn between<'t>(line: &'t str, open: &str, close: &str) -> Option<&'t str> {
    let mark = |c: char| open.contains(c);
    let inner = line.strip_prefix(open)?.strip_suffix(close)?.trim_matches(mark).trim();
    // More marks within are the rules of a table's header.
    (inner.chars().any(char::is_alphabetic) && !inner.contains(open)).then_some(inner)
}

/// Whether a line is what someone typed: a program by path, or behind a prompt; behind root's prompt, which comments begin
/// with too, one with options.
pub(crate) fn is_command(line: &str) -> bool {
    // Behind a plus a table has its figures, too.
    let traced =
        line.strip_prefix("+ ").is_some_and(|rest| !rest.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    let typed =
        ["./", "$ ", "/usr/", "/bin/", "git checkout ", "git switch "].iter().any(|start| line.starts_with(start));
    // A program that is run by another one, with options: `numactl -i 0,2 ./bench -s XL`.
    let run = line.split_whitespace().skip(1).any(|word| word.starts_with("./"))
        && line.split_whitespace().any(|word| word.starts_with(['-', '–']))
        && !line.ends_with(['.', ':', ',']);
    let has_option = |rest: &str| rest.split_whitespace().skip(1).any(|word| word.len() >= 2 && word.starts_with('-'));
    typed || traced || run || is_assigned(line) || is_typed(line) || line.strip_prefix("# ").is_some_and(has_option)
}

/// Whether a line sets a variable for a program that it runs: `OMP_PROC_BIND=true ./bench`.
fn is_assigned(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let variable = words.next().and_then(|word| word.split_once('=')).is_some_and(|(name, value)| {
        let named = name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
        named && name.starts_with(|c: char| c.is_ascii_uppercase()) && !value.ends_with(',')
    });
    let program = words.find(|word| !word.contains('='));
    variable && program.is_some_and(|word| word.starts_with(['.', '/']) && word.len() > 1)
}

/// What a command takes out of version control: all that follows ran with it.
fn checked_out(command: &str) -> Option<&str> {
    let mut words = command.split_whitespace();
    let git = words.next() == Some("git") && matches!(words.next(), Some("checkout" | "switch"));
    words.rfind(|word| !word.starts_with('-')).filter(|_| git)
}

/// Whether a title between marks names a setting and not a benchmark: a word of a change, or an identifier.
fn is_setting(title: &str) -> bool {
    const CHANGES: &[&str] = &[
        "before",
        "after",
        "with",
        "without",
        "patched",
        "unpatched",
        "vanilla",
        "baseline",
        "base",
        "old",
        "new",
        "stock",
        "mainline",
        "master",
        "main",
        "upstream",
        "default",
    ];
    let words: Vec<String> = title.split_whitespace().map(str::to_lowercase).collect();
    let change = words.iter().any(|word| CHANGES.contains(&word.trim_end_matches(':')));
    let identifier = words.len() == 1 && title.contains(|c: char| c == '_' || c.is_ascii_digit());
    change || identifier
}

/// Whether a line has the look of a command without its prompt: a program's name and options, and no end of a sentence.
fn is_typed(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let program = words.next().unwrap_or_default();
    let named = program.len() >= 2
        && program.starts_with(|c: char| c.is_ascii_lowercase())
        && program.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-' | '.' | '/'));
    let option = |word: &str| {
        let name = word.trim_start_matches('-');
        name.len() < word.len() && word.len() - name.len() <= 2 && name.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    named && words.any(option) && !line.ends_with(['.', ':', ',', '?', '!'])
}

/// Whether the first line between fences is a command: a word without capitals, and options or assignments behind it.
fn is_fenced_command(line: &str) -> bool {
    let program = line.split_whitespace().next().unwrap_or_default();
    let named =
        program.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-' | '.' | '/'));
    let options =
        line.split_whitespace().skip(1).any(|word| word.starts_with('-') && word.len() > 1 || word.contains('='));
    named && options && program.chars().any(char::is_alphabetic)
}

/// Whether some text can be a name: it has a letter, and does not end or begin in mid-sentence.
fn is_name(text: &str) -> bool {
    const HEADER_NAMES: &[&str] = &["wrote", "writes", "subject", "from", "to", "cc", "date"];
    let first = text.split_whitespace().next().unwrap_or_default();
    let last = text.split_whitespace().last().unwrap_or_default();
    let header = |word: &str| HEADER_NAMES.contains(&word.to_lowercase().as_str());
    let figures = text.split_whitespace().filter(|word| lex::printed(word).is_some_and(|p| p.rest.is_empty())).count();
    // A person says something; a version does so where it is the first word.
    let version = first.starts_with(|c: char| c.is_ascii_digit()) || settings::is_change(first);
    let wrote = !version && text.split_whitespace().any(|word| matches!(word, "wrote" | "writes" | "says" | "said"));
    (text.chars().any(char::is_alphabetic) || settings::has_version(text))
        && !wrote
        && !header(first)
        && !header(last)
        && figures <= 1
}

/// A label without what people write around a name: `with new handler I got following results` is `with new handler`.
fn tidy(text: &str) -> String {
    const ASIDES: &[&str] =
        &[" I got", " i got", " gives", " results", " I get", " as follows", " numbers", " said", " says", " gave"];
    let mut text = unnumbered(text.trim().trim_end_matches([':', '=']).trim());
    for aside in ASIDES {
        if let Some(at) = text.find(aside).filter(|&at| at > 0) {
            text = text.get(..at).unwrap_or(text);
        }
    }
    // A link or a commit in brackets is where the name leads.
    if let Some((name, remark)) = text.split_once(" (").filter(|(name, _)| text.ends_with(')') && !name.is_empty())
        && (remark.contains("commit") || remark.contains("://") || remark.contains('"') || is_assignment(name))
    {
        text = name;
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a name is a setting with its value: `shared_memory_type=mmap`. A remark behind it only explains it.
fn is_assignment(name: &str) -> bool {
    name.split_once('=').is_some_and(|(key, value)| {
        key.starts_with(char::is_alphabetic)
            && !value.is_empty()
            && !name.contains(char::is_whitespace)
            && !value.contains('=')
    })
}

/// A label without what counts it: `1. dram only`, `b) patched`.
fn unnumbered(text: &str) -> &str {
    let Some((first, rest)) = text.split_once(' ') else { return text };
    let count = first.strip_suffix(['.', ')']).unwrap_or_default();
    let counts = !count.is_empty() && count.len() <= 2 && count.bytes().all(|b| b.is_ascii_alphanumeric());
    let digit = count.bytes().all(|b| b.is_ascii_digit()) || count.len() == 1;
    if counts && digit && rest.contains(char::is_alphabetic) { rest.trim_start() } else { text }
}

/// Whether a line starts at a word of a text that lost its line ends: at marks that labels have.
pub(crate) fn starts_label(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |t| t.text);
    let before = |back: usize| at.checked_sub(back).map_or("", word);
    let number = |text: &str| lex::printed(text).is_some_and(|p| p.rest.is_empty());
    let stars_before = || tokens.iter().take(at).filter(|t| t.text == "**").count();
    let opens = word(at) == "**" && stars_before() % 2 == 0;
    let closed = before(1) == "**" && stars_before() % 2 == 0;
    // `== Test mode: periodic user-mode task` is one line.
    let told = before(3) == "==";
    let after_label =
        before(1).ends_with(':') && !told && before(1) != "::" && !number(word(at)) && before(1).len() <= 40;
    let after_value = before(2) == ":" && number(before(1));
    opens || closed || word(at).starts_with('[') || before(1).ends_with(']') || after_label || after_value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, SourceId};

    /// The labels in force at every line `-` of a text.
    fn labels(text: &str) -> Vec<String> {
        let source = Source::unnamed(text);
        let document = Document::new(SourceId(0), &source);
        let mut context = Context::default();
        let mut seen = Vec::new();
        for line in 0..document.len() {
            if document.text(line) == "-" {
                context.block(document.depth(line));
                let labels = context.labels(document.depth(line));
                let shown: Vec<String> = labels.iter().map(|l| format!("{}={}", l.field.name, l.value)).collect();
                seen.push(format!("{}|{}", context.section(), shown.join(";")));
                context.used();
            } else if !context.line(&document, line, false) && document.text(line).split(' ').count() > 9 {
                context.prose(&document, line);
            }
        }
        seen
    }

    #[test]
    fn a_label_takes_the_place_of_one_that_looks_like_it() {
        assert_eq!(labels("Before:\n-\nAfter:\n-\n"), ["|label=Before", "|label=After"]);
        assert_eq!(labels("vanilla\n-\n\npatched\n-\n"), ["|label=vanilla", "|label=patched"]);
    }

    #[test]
    fn a_label_further_in_is_no_rest_of_a_sentence() {
        let text = "Results, size of the image in bytes (all with gcc 3.3)\n  Without patch:\n    ran 12.5 s\n  With patch:\n    ran 11.5 s\n";
        assert_eq!(
            crate::testing::shown(text),
            ["ran 12.5 s Lower label=Without patch", "ran 11.5 s Lower label=With patch"]
        );
    }

    #[test]
    fn labels_nest_by_how_far_in_they_stand() {
        let text = "w/o patch:\n  tree:\n-\n  top:\n-\nwith patch:\n  tree:\n-\n";
        assert_eq!(
            labels(text),
            ["|label=w/o patch;part=tree", "|group=w/o patch;label=top", "|label=with patch;part=tree"]
        );
    }

    #[test]
    fn a_version_says_something_and_numbers_count_settings() {
        assert_eq!(labels("0.4.12 said:\n-\n1.0 said:\n-\n"), ["|label=0.4.12", "|label=1.0"]);
        assert_eq!(labels("6.8.0:\n-\n"), ["|label=6.8.0"]);
        let text = "1) plain one\n\nThis was the first that we ran of them all.\n\ngot 12.5 s of it\n\n2) other one\n\n\
                    This was the second that we ran of them all.\n\ngot 13.5 s of it\n";
        assert_eq!(
            crate::testing::shown(text),
            ["got 12.5 s Lower label=plain one", "got 13.5 s Lower label=other one"]
        );
    }

    #[test]
    fn a_label_that_looks_otherwise_belongs_under_the_one_above() {
        assert_eq!(
            labels("** build **\nWB :\n[timing 1, cold]\n-\n[timing 2, hot]\n-\nWC :\n[timing 1, cold]\n-\n"),
            [
                "build|label=WB;phase=timing 1, cold",
                "build|label=WB;phase=timing 2, hot",
                "build|label=WC;phase=timing 1, cold"
            ]
        );
    }

    #[test]
    fn two_that_look_alike_with_nothing_between_nest() {
        assert_eq!(
            labels("tracing on :\nWB :\n-\nWC :\n-\n"),
            ["|group=tracing on;label=WB", "|group=tracing on;label=WC"]
        );
    }

    #[test]
    fn a_sentence_after_figures_ends_what_stood_above() {
        assert_eq!(
            labels("2.6.18, make vmlinux\n-\nI also ran another thing on this board which is old.\n-\n"),
            ["|label=2.6.18;workload=make vmlinux", "|"]
        );
    }

    #[test]
    fn a_command_that_is_typed_again_is_counted() {
        let turn = "$ ./bench -b\nreal\t0m1.5s\n\n$ ./bench -b\nreal\t0m1.2s\n";
        let text = format!("$ prepare -a\n\n{turn}\n$ prepare -b\n\n{turn}");
        let text = text.as_str();
        let orders: Vec<String> = crate::testing::shown(text)
            .iter()
            .filter_map(|figure| figure.split(" order=").nth(1).map(str::to_owned))
            .collect();
        assert_eq!(orders[..2], ["first setup=prepare -a", "second setup=prepare -a"]);
        assert_eq!(orders[2..], ["first setup=prepare -b", "second setup=prepare -b"]);
        let once = crate::testing::shown(turn);
        assert!(once.iter().all(|figure| !figure.contains("order=")), "{once:?}");
    }

    #[test]
    fn decoration_does_not_part_a_label_from_its_block() {
        assert_eq!(labels("*****\n  kernel 2.5.54-mm2\n*****\n\n-\n"), ["|title=kernel 2.5.54-mm2"]);
    }

    #[test]
    fn commands_are_parameters_and_comments_labels() {
        assert_eq!(
            labels("./reaim -x -r3\n# with new stuff I got following results\n-\n# with the original\n-\n"),
            ["|command=./reaim -x -r3;label=with new stuff", "|command=./reaim -x -r3;label=with the original"]
        );
    }

    #[test]
    fn a_reply_s_label_says_nothing_of_the_quoted_block() {
        assert_eq!(labels("> Before:\n> -\nHmm:\n> -\n"), ["|label=Before", "|label=Before"]);
    }
}

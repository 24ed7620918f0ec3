//! Every text of the page that does not come from the figures. Sentences stand here whole, so that another language is
//! another file.

use std::sync::Arc;

use benchnote_notebook::EditKind;
use benchnote_notebook::model::shelf::Entry;
use benchnote_parser::{Better, RegionKind, Role, Severity};
use benchnote_verdict::{Grade, IntervalKind};

use crate::effects::files::Refusal;
use crate::effects::keys::Way;
use crate::effects::storage::NotKept;
use crate::parts::wanted::Scope;
use crate::state::Status;

/// A built-in example.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Example {
    /// What it is called.
    pub(crate) title: &'static str,
    /// What it is, in a line.
    pub(crate) about: &'static str,
    /// Where it lies beside the page.
    pub(crate) path: &'static str,
}

/// The built-in examples, in the order of the menu.
pub(crate) const EXAMPLES: &[Example] = &[
    Example {
        title: "Pinned TLB entries on a PowerPC 405",
        about: "LMBench, three kernels, three runs each; an archive ate the blanks",
        path: "examples/lmbench-pin-tlb.txt",
    },
    Example {
        title: "Memory types for trace buffers",
        about: "tbench and kernel builds, four settings, the whole mail on one line",
        path: "examples/tbench-trace-buffers.txt",
    },
    Example {
        title: "A new itlb miss handler",
        about: "REAIM, two kernels, two modes, up to eleven loads, three runs of each",
        path: "examples/reaim-itlb-handler.txt",
    },
    Example {
        title: "From 2.6.18 to 2.6.25",
        about: "LMBench and kernel builds, quoted, wrapped, with a reply between the tables",
        path: "examples/lmbench-two-kernels.txt",
    },
    Example {
        title: "TLB misses and worst-case latencies",
        about: "xenomai, three settings, told by the words behind each row",
        path: "examples/xenomai-pinned-tlb.txt",
    },
];

/// What happened that the user must know.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Notice {
    /// Something took the place of the texts that were there.
    Replaced,
    /// Opened texts took the place of the notebook that was there.
    Opened,
    /// These sentences.
    Sentences(Vec<String>),
    /// The text that arrived holds a link.
    HoldsLink(Arc<str>),
    /// The notebook is only looked at: it was not changed.
    OnlyViewed,
    /// A notebook that the browser keeps can't be read; its name.
    Unreadable(String),
    /// A notebook was removed from those kept: what it was, and its text.
    Removed(Box<Entry>, Arc<str>),
}

/// A file to take away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Export {
    /// Markdown.
    Markdown,
    /// A row for each measurement.
    Csv,
    /// The analysis.
    Json,
    /// A page.
    Html,
    /// The notebook itself.
    Notebook,
}

impl Export {
    /// All of them, in the order of their buttons.
    pub(crate) const ALL: [Self; 5] = [Self::Markdown, Self::Csv, Self::Json, Self::Html, Self::Notebook];
}

pub(crate) const NAME: &str = "Benchnote";
pub(crate) const COMMANDS: &str = "Commands";
pub(crate) const SKIP_LINKS: &str = "Skip";
pub(crate) const OPEN_FILE: &str = "Open a file";
pub(crate) const EXAMPLES_BUTTON: &str = "Examples";
pub(crate) const NEW: &str = "New";
pub(crate) const NEW_HELP: &str = "Begins a new notebook; this one stays among those kept";
pub(crate) const DISMISS: &str = "Dismiss";
pub(crate) const UNDO: &str = "Bring it back";
pub(crate) const REPLACED: &str = "What was here before has been put away.";
pub(crate) const OPENED: &str = "Opened as a new notebook. The one before stays among those kept.";
pub(crate) const ADD_INSTEAD: &str = "Add it to the one before instead";
pub(crate) const ONLY_VIEWED: &str = "This is someone else's notebook. Keep a copy to change it.";
pub(crate) const KEEP_COPY: &str = "Keep a copy";
pub(crate) const VIEWING: &str = "You are looking at someone's notebook. Your own ones are untouched.";
pub(crate) const ELSEWHERE: &str =
    "This notebook is open in another tab, which keeps it. What you change here is not kept until you say how.";
pub(crate) const WORK_HERE: &str = "Work here instead";
pub(crate) const WORK_ON_COPY: &str = "Work on a copy";
pub(crate) const NOTEBOOK_BAR: &str = "Notebook";
pub(crate) const TITLE: &str = "Title of the notebook";
pub(crate) const UNDO_BUTTON: &str = "Undo";
pub(crate) const REDO_BUTTON: &str = "Redo";
pub(crate) const NOTEBOOKS: &str = "Notebooks";
pub(crate) const KEPT_LIST: &str = "Kept in this browser";
pub(crate) const NONE_KEPT: &str = "None yet. What you paste is kept here by itself.";
pub(crate) const SAVE_FILE: &str = "Save as a file";
pub(crate) const OPEN_NOW: &str = "open now";
pub(crate) const NAMELESS: &str = "Untitled";
pub(crate) const DROP_HERE: &str = "Drop the files anywhere. Several files become several texts.";
pub(crate) const NOT_TEXT: &str = "The clipboard holds no text.";
pub(crate) const READING: &str = "Reading…";

pub(crate) const WHAT_THIS_IS: &str =
    "Paste a mailing-list post with benchmark figures, and read which setting wins and whether that is real.";
pub(crate) const PASTE_LABEL: &str = "Text of the post";
pub(crate) const PASTE_HINT: &str = "Paste it here";
pub(crate) const EMPTY_HELP: &str = "Raw tool output and mail as it came will do, quoting and all. Files can be dropped anywhere; \
     everything stays in your browser.";
pub(crate) const TRY: &str = "Or look at an example:";

pub(crate) const ADD_TEXT: &str = "Add another text";
pub(crate) const ADD_TEXT_HELP: &str = "One log per setting? Add each and give it its name.";
pub(crate) const COMPARISONS: &str = "Comparisons";
pub(crate) const COMPARISON_NAME: &str = "Name of the comparison";
pub(crate) const ADD_COMPARISON: &str = "Compare in another way as well";
pub(crate) const ADD_COMPARISON_HELP: &str =
    "Begins a second comparison of the same texts, with names, baseline and choices of its own";
pub(crate) const REMOVE_COMPARISON: &str = "Remove this comparison";
pub(crate) const ADD_NOTE: &str = "Add a note";
pub(crate) const NOTE: &str = "Note";
pub(crate) const NOTE_LABEL: &str = "Text of the note";
pub(crate) const NOTE_HINT: &str = "Your own words, in Markdown";
pub(crate) const REMOVE_NOTE: &str = "Remove this note";
pub(crate) const LABEL: &str = "Name";
pub(crate) const LABEL_HELP: &str = "Figures can be told apart by the name of their text";
pub(crate) const LABEL_HINT: &str = "unnamed";
pub(crate) const REMOVE: &str = "Remove";
pub(crate) const EDIT: &str = "Edit";
pub(crate) const DONE: &str = "Done";
pub(crate) const EARLIER_LINES: &str = "Earlier lines";
pub(crate) const LATER_LINES: &str = "Later lines";
pub(crate) const MEASURED: &str = "measured";
pub(crate) const MEASURED_HELP: &str = "Numbers that are figures of a benchmark";
pub(crate) const EXPLAINED: &str = "explained";
pub(crate) const EXPLAINED_HELP: &str = "numbers that are no results: versions, dates, headers";
pub(crate) const UNREAD: &str = "unread";
pub(crate) const UNREAD_HELP: &str = "Numbers that nothing accounts for; they are underlined in the text";
pub(crate) const LEDGER_LABEL: &str = "What became of the numbers in the text";
pub(crate) const DIAGNOSTICS_LABEL: &str = "Remarks on the reading";
pub(crate) const NEXT_UNREAD: &str = "Show the first";

pub(crate) const CONFIGURATIONS: &str = "Configurations";
pub(crate) const TOLD_APART: &str = "Told apart by";
pub(crate) const AS_PROPOSED: &str = "As proposed";
pub(crate) const TAG: &str = "Name";
pub(crate) const FOUND_BY: &str = "Found by";
pub(crate) const RUNS: &str = "Runs";
pub(crate) const BASELINE: &str = "Baseline";
pub(crate) const INCLUDED: &str = "Compare";
pub(crate) const SEPARATE: &str = "Separate again";
pub(crate) const RENAME_HELP: &str = "Two configurations with the same name are merged";

pub(crate) const VERDICT: &str = "Verdict";
pub(crate) const THRESHOLD: &str = "Differences up to";
pub(crate) const THRESHOLD_UNIT: &str = "% do not count";
pub(crate) const THRESHOLD_RANGE: &str = "A number from 0 to 100, please.";
pub(crate) const NOTHING_FOUND: &str = "No benchmark figures were found in this text.";
/// What stands before the link to the first example, the link, and what stands behind it.
pub(crate) const NOTHING_FOUND_HELP: [&str; 3] = [
    "The page reads the output of benchmark tools, in mail or as it is. ",
    "Look at an example",
    " to see what it expects, or paste another text here:",
];
pub(crate) const PASTE_AGAIN: &str = "Paste another text";
pub(crate) const GRADE: &str = "Grade";
pub(crate) const METRIC: &str = "Metric";
pub(crate) const VALUES: &str = "Values";
pub(crate) const CHANGE: &str = "Change";
pub(crate) const BOUNDS: &str = "Bounds";
pub(crate) const ARROW: &str = "→";

pub(crate) const CHARTS: &str = "Charts";
pub(crate) const CHART_ROLE: &str = "chart";
pub(crate) const CHART_KEYS: &str = "Arrow keys go from point to point, Enter shows the figures in the text.";
pub(crate) const CHART_HINT: &str =
    "Click a point to see its figures in the text. With the keyboard: arrow keys from point to point, then Enter.";
pub(crate) const CHART_IMPOSSIBLE: &str =
    "This chart can't be drawn: there is no room for it, or a figure is beyond what an axis can hold.";
pub(crate) const CHART_DATA: &str = "The chart's data as a table";
pub(crate) const CONFIGURATION: &str = "Configuration";
pub(crate) const RATIO: &str = "Ratio";
pub(crate) const FROM: &str = "From";
pub(crate) const TO: &str = "To";
pub(crate) const SECTION: &str = "Section";
pub(crate) const POINT: &str = "Point";

pub(crate) const GAIN_HELP: &str = "The ratio of the medians, turned so that above 1 is better";
pub(crate) const ALL_METRICS: &str = "All metrics";
pub(crate) const ALL_METRICS_TABLE: &str = "Every metric with every run";
pub(crate) const CONTEXT_TABLE: &str = "What describes the runs";
pub(crate) const TABLE_KEYS: &str = "Arrow keys go from figure to figure, Enter shows a figure in the text.";
pub(crate) const LIST_KEYS: &str = "Arrow keys go from figure to figure.";
pub(crate) const TABLE_HINT: &str =
    "Click a figure to see it in the text. With the keyboard: arrow keys within the table, then Enter.";
pub(crate) const UNIT: &str = "Unit";
pub(crate) const LOWER: &str = "Lower is better";
pub(crate) const HIGHER: &str = "Higher is better";
pub(crate) const LEFT_OUT: &str = "Do not count it";
pub(crate) const AS_READ: &str = "As it was read";
pub(crate) const ORDER: &str = "Order";
pub(crate) const BY_SECTION: &str = "As in the post";
pub(crate) const BY_EFFECT: &str = "Largest effect first";
pub(crate) const NO_RUNS: &str = "none";
pub(crate) const NO_RUNS_SIGN: &str = "–";
pub(crate) const GUESSED: &str = "guessed column";

pub(crate) const PEEK_LABEL: &str = "Where this stands in the text";
pub(crate) const PEEK_HELP: &str = "Click, tap again or press Enter to go there";
pub(crate) const SHOW_IN_TEXT: &str = "Shows it in the text";
pub(crate) const BACK_TO_VERDICT: &str = "Back to the verdict";
pub(crate) const BACK: &str = "Back";

/// What a change was, as a noun.
fn kind(kind: EditKind) -> &'static str {
    match kind {
        EditKind::Title => "the title",
        EditKind::Text => "the change of the text",
        EditKind::Label => "the text's name",
        EditKind::Adding => "the addition",
        EditKind::Removal => "the removal",
        EditKind::Opening => "the opening",
        EditKind::Note => "the note",
        EditKind::Moving => "the move",
        EditKind::Folding => "the folding",
        EditKind::Comparison => "the change of the comparison",
        EditKind::Name => "the renaming",
        EditKind::Exclusion => "the choice of what takes part",
        EditKind::Baseline => "the choice of the baseline",
        EditKind::Order => "the order",
        EditKind::Projection => "the choice of what tells apart",
        EditKind::Threshold => "the threshold",
        EditKind::Metric => "what was said of a metric",
        EditKind::Correction => "the correction",
    }
}

/// What a step through the history did.
pub(crate) fn stepped(way: Way, of: EditKind) -> String {
    match way {
        Way::Back => format!("Undone: {}", kind(of)),
        Way::Forward => format!("Done again: {}", kind(of)),
    }
}

/// What the button of a step does, with its keys.
pub(crate) fn step_help(way: Way, of: Option<EditKind>) -> String {
    match (way, of) {
        (Way::Back, Some(of)) => format!("Takes back {} (Ctrl+Z)", kind(of)),
        (Way::Forward, Some(of)) => format!("Does {} again (Ctrl+Shift+Z)", kind(of)),
        (Way::Back, None) => "There is nothing to undo".to_owned(),
        (Way::Forward, None) => "There is nothing to do again".to_owned(),
    }
}

/// How it stands with keeping the notebook.
pub(crate) fn status(status: Status) -> &'static str {
    match status {
        Status::Blank => "",
        Status::Kept => "Kept in this browser",
        Status::Waiting => "Keeping…",
        Status::Elsewhere | Status::Viewing => "Not kept here",
        Status::Failed(_) => "Not kept",
    }
}

/// Why the browser did not keep a notebook, and what to do.
pub(crate) fn not_kept(reason: NotKept) -> &'static str {
    match reason {
        NotKept::Full => {
            "The browser has no room left for this notebook: it is not kept. Save it as a file, or remove some of those \
             kept, and change something."
        }
        NotKept::Refused => {
            "This browser keeps nothing for the page, as in a private window. Save the notebook as a file before you leave."
        }
    }
}

/// When a notebook that the browser keeps can't be read.
pub(crate) fn unreadable(name: &str) -> String {
    format!("“{name}” could not be read: the browser has lost or damaged it.")
}

/// When a notebook was removed.
pub(crate) fn removed(name: &str) -> String {
    format!("“{}” has been removed.", named(name))
}

/// What a notebook is called that may have no name.
pub(crate) fn named(name: &str) -> &str {
    if name.is_empty() { NAMELESS } else { name }
}

/// When a notebook was kept, and how long it is.
pub(crate) fn kept_when(time: &str, bytes: usize) -> String {
    if bytes < 10_000 { time.to_owned() } else { format!("{time}, {} kB", grouped(bytes / 1000)) }
}

/// The button that removes a notebook.
pub(crate) fn remove_kept(name: &str) -> String {
    format!("Remove the notebook {}", named(name))
}

/// The name of a notebook's file.
pub(crate) fn file_name(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { ' ' }).collect();
    let words: Vec<&str> = plain.split_whitespace().take(8).collect();
    let stem = if words.is_empty() { "notebook".to_owned() } else { words.join("-") };
    format!("{stem}.benchnote.json")
}

pub(crate) const EXPLAIN: &str = "What this number was taken for";
pub(crate) const CLOSE: &str = "Close";
pub(crate) const CORRECT: &str = "Correct";
pub(crate) const COUNT: &str = "Count it as a figure";
pub(crate) const COUNT_AGAIN: &str = "Count it again";
pub(crate) const SET_ASIDE: &str = "Set aside";
pub(crate) const APPLIES_TO: &str = "Holds for";
pub(crate) const BETTER: &str = "Direction";
pub(crate) const CORRECTIONS: &str = "Corrections";
pub(crate) const TAKE_BACK: &str = "Take back";
pub(crate) const TAKE_ALL_BACK: &str = "Take all back";
pub(crate) const SAID_IGNORED: &str = "set aside";
pub(crate) const NUMBER_KEYS: &str =
    "Arrow keys go from number to number and say what each was taken for, Enter leads to its correction.";

/// Which way is better.
pub(crate) fn better(way: Better) -> &'static str {
    match way {
        Better::Lower => "smaller is better",
        Better::Higher => "bigger is better",
        Better::Unknown => "neither way is known to be better",
    }
}

/// For which numbers a correction holds.
pub(crate) fn scope(scope: Scope, metric: &str) -> String {
    match scope {
        Scope::One => "this number".to_owned(),
        Scope::Line => "all figures of its line".to_owned(),
        Scope::Like => format!("all like it ({metric})"),
    }
}

/// What a figure is, in one sentence.
pub(crate) fn is_figure(
    printed: &str,
    metric: &str,
    unit: &str,
    way: Better,
    tag: &str,
    guessed: bool,
    corrected: bool,
) -> String {
    let unit = if unit.is_empty() { String::new() } else { format!(" in {unit}") };
    let of = if tag.is_empty() { ", not compared".to_owned() } else { format!(", of {tag}") };
    let guess = if guessed { "; which column it stands in is a guess" } else { "" };
    let by = if corrected { "; you said so" } else { "" };
    format!("{printed} is {metric}{unit}{of}: {}{guess}{by}.", better(way))
}

/// What a number is that the user set aside.
pub(crate) fn is_set_aside(printed: &str) -> String {
    format!("{printed} is set aside: you said that it is no figure to compare.")
}

/// What a number is that nothing accounts for.
pub(crate) fn is_unread(printed: &str) -> String {
    format!("{printed} was not read: nothing tells what it is. Say it here, and it counts.")
}

/// How many corrections there are.
pub(crate) fn corrections(count: usize) -> String {
    if count == 1 { "1 correction by you".to_owned() } else { format!("{} corrections by you", grouped(count)) }
}

/// How many figures a correction is about now.
pub(crate) fn hits(hits: Option<usize>) -> String {
    match hits {
        None => String::new(),
        Some(0) => "no longer in the text".to_owned(),
        Some(1) => "1 figure".to_owned(),
        Some(count) => format!("{} figures", grouped(count)),
    }
}

/// What a correction of one number is about.
pub(crate) fn about_one(printed: &str) -> String {
    format!("“{printed}”")
}

/// What a correction of a line is about.
pub(crate) fn about_line(printed: &str) -> String {
    format!("the line of “{printed}”")
}

/// What a correction of a metric is about.
pub(crate) fn about_metric(name: &str, unit: &str) -> String {
    if unit.is_empty() { format!("all {name}") } else { format!("all {name} in {unit}") }
}

/// What a correction of a configuration is about.
pub(crate) fn about_labels<'l>(values: impl Iterator<Item = &'l str>) -> String {
    format!("all under {}", values.collect::<Vec<_>>().join(", "))
}

/// That it is another metric.
pub(crate) fn said_metric(name: &str) -> String {
    format!("is {name}")
}

/// That it is in another unit.
pub(crate) fn said_unit(unit: &str) -> String {
    if unit.is_empty() { "has no unit".to_owned() } else { format!("in {unit}") }
}

/// That it belongs to a configuration.
pub(crate) fn said_configuration(name: &str) -> String {
    format!("belongs to {name}")
}

/// That a number is a figure.
pub(crate) fn said_measure(metric: &str, unit: &str, name: &str) -> String {
    let unit = if unit.is_empty() { String::new() } else { format!(" in {unit}") };
    let of = if name.is_empty() { String::new() } else { format!(" of {name}") };
    format!("counts as {metric}{unit}{of}")
}

/// The button that takes a correction back.
pub(crate) fn take_back_label(sentence: &str) -> String {
    format!("Take back {sentence}")
}

/// The heading of a source.
pub(crate) fn source_heading(number: usize, of: usize) -> String {
    if of == 1 { "Text".to_owned() } else { format!("Text {number} of {of}") }
}

/// The name of a text's rows.
pub(crate) fn source_rows(number: usize, of: usize) -> String {
    if of == 1 { "Text with its figures marked".to_owned() } else { format!("Text {number} with its figures marked") }
}

/// The name of a chart's data.
pub(crate) fn chart_data_label(title: &str) -> String {
    format!("{title}: its data as a table")
}

/// A link past everything before a section.
pub(crate) fn skip_to(section: &str) -> String {
    format!("Skip to {section}")
}

/// The fold of the rows that measure nothing.
pub(crate) fn context_rows(count: usize) -> String {
    if count == 1 { "1 row that describes the runs".to_owned() } else { format!("{count} rows that describe the runs") }
}

/// The fold of the remarks on the reading: how many there are, and of what weight.
pub(crate) fn remarks(all: usize, cautions: usize, errors: usize) -> String {
    let counted = |count: usize, one: &str| {
        if count == 1 { format!("1 {one}") } else { format!("{} {one}s", grouped(count)) }
    };
    let mut parts = vec![counted(all, "remark")];
    parts.extend((cautions > 0).then(|| counted(cautions, "caution")));
    parts.extend((errors > 0).then(|| counted(errors, "error")));
    parts.join(", ")
}

/// What a file that is not UTF-8 was read as.
pub(crate) fn guessed_encoding(name: &str, encoding: &str) -> String {
    format!(
        "{name} is not UTF-8; it was read as {encoding}. If letters look wrong, save it as UTF-8 and open it again."
    )
}

/// Why a file was not read, and what to do.
pub(crate) fn refused(name: &str, refusal: Refusal) -> String {
    match refusal {
        Refusal::TooLarge => {
            format!("{name} is larger than 64 MB and was not read. Cut it down to the part with the figures.")
        }
        Refusal::Binary => format!("{name} is not a text file. Unpack it, or save it as text, and open it again."),
        Refusal::Empty => format!("{name} is empty."),
        Refusal::Unreadable => format!("{name} could not be read by the browser. Check that it still exists."),
        Refusal::LaterNotebook => {
            format!("{name} is a notebook of a later version of this page. Load the page again, then open it.")
        }
        Refusal::DamagedNotebook => {
            format!("{name} is a notebook, but it is damaged and was not opened. Save it again where it came from.")
        }
    }
}

/// When an example can't be fetched.
pub(crate) fn example_failed(title: &str) -> String {
    format!("The example “{title}” could not be fetched from the page's own files. Check the connection and try again.")
}

/// The count of lines.
pub(crate) fn lines(count: usize) -> String {
    if count == 1 { "1 line".to_owned() } else { format!("{} lines", grouped(count)) }
}

/// A count with its thousands apart.
pub(crate) fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Which lines of a long text are in its field.
pub(crate) fn lines_in_field(from: usize, to: usize) -> String {
    format!("This text is long: lines {} to {} are in the field.", grouped(from), grouped(to))
}

/// What stands below a peek that shows only some lines.
pub(crate) fn more_lines(count: usize) -> String {
    if count == 1 { "and 1 more line".to_owned() } else { format!("and {} more lines", grouped(count)) }
}

/// The button that shows the rest of the table.
pub(crate) fn show_more_metrics(count: usize) -> String {
    if count == 1 { "Show the last metric".to_owned() } else { format!("Show the other {} metrics", grouped(count)) }
}

/// Under a chart that shows only some rows.
pub(crate) fn rows_left_out(count: usize) -> String {
    format!("The chart shows the first rows; {} more are in the table below.", grouped(count))
}

/// The names that a tag stands for besides its own.
pub(crate) fn also(names: &str) -> String {
    format!("in the text: {names}")
}

/// The label of a tag's field.
pub(crate) fn rename_label(original: &str) -> String {
    format!("Name of {original}")
}

/// The label of the button that undoes a renaming.
pub(crate) fn separate_label(tag: &str) -> String {
    format!("Give {tag} its own names again")
}

/// The label of a baseline's button.
pub(crate) fn baseline_label(tag: &str) -> String {
    format!("{tag} as the baseline")
}

/// The label of a check box that takes a configuration in.
pub(crate) fn include_label(tag: &str) -> String {
    format!("Compare {tag}")
}

/// What a comparison is called.
pub(crate) fn comparison(number: usize, name: &str) -> String {
    if name.is_empty() { format!("Comparison {number}") } else { name.to_owned() }
}

/// The button that folds a cell, or unfolds it.
pub(crate) fn fold_label(heading: &str) -> String {
    format!("{heading}: show all of it")
}

/// The button that moves a configuration or a cell.
pub(crate) fn move_label(tag: &str, down: bool) -> String {
    if down { format!("Move {tag} down") } else { format!("Move {tag} up") }
}

/// What another choice of fields would give.
pub(crate) fn would_give(fields: &[String], tags: &[String]) -> String {
    const LISTED: usize = 6;
    let count = if tags.len() == 1 { "1 configuration".to_owned() } else { format!("{} configurations", tags.len()) };
    let more = if tags.len() > LISTED { ", …" } else { "" };
    let listed: Vec<&str> = tags.iter().take(LISTED).map(String::as_str).collect();
    format!("By {} there would be {count}: {}{more}", fields.join(" and "), listed.join(", "))
}

/// The heading of a column of effects.
pub(crate) fn against(contender: &str, baseline: &str) -> String {
    format!("{contender} against {baseline}")
}

/// What the button of a removal says to those who don't see where it stands.
pub(crate) fn remove_label(name: &str) -> String {
    if name.is_empty() { "Remove this text".to_owned() } else { format!("Remove {name}") }
}

/// The name of a file or text in a peek.
pub(crate) fn peek_source(number: usize, label: &str) -> String {
    if label.is_empty() { format!("Text {number}") } else { label.to_owned() }
}

/// The style of a grade: what claims a difference stands out.
pub(crate) fn grade_class(grade: Grade) -> &'static str {
    match grade {
        Grade::Clear => "sure",
        Grade::Likely => "likely",
        Grade::Leaning | Grade::UntestedLead => "tentative",
        Grade::RealButSmall | Grade::ShownEqual | Grade::NotDistinguishable | Grade::CannotSay => "none",
    }
}

/// A direction-normalised ratio with three digits, as the charts' axis has it.
pub(crate) fn ratio(value: f64) -> String {
    if value.is_finite() { format!("{}×", digits(value)) } else { NO_RUNS_SIGN.to_owned() }
}

/// A ratio's digits: three, but never more than two decimals.
fn digits(value: f64) -> String {
    let decimals = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.decimals$}")
}

/// The bounds of a ratio.
pub(crate) fn bounds(low: f64, high: f64) -> String {
    if low.is_finite() && high.is_finite() { format!("{} to {}", digits(low), digits(high)) } else { String::new() }
}

/// The middle of an even number of runs: between two of them, both as printed.
pub(crate) fn middle_of(low: &str, high: &str) -> String {
    format!("{low} … {high}")
}

/// A share in percent, for a field.
pub(crate) fn percent(share: f64) -> String {
    let text = format!("{:.4}", share * 100.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The lead-in of a remark.
pub(crate) fn lead_in(title: &str) -> String {
    format!("{title}:")
}

/// The number of a line.
pub(crate) fn line(number: usize) -> String {
    format!("line {}", grouped(number))
}

/// What is left of a list of remarks.
pub(crate) fn more_remarks(count: usize) -> String {
    if count == 1 { "and 1 more remark".to_owned() } else { format!("and {} more remarks", grouped(count)) }
}

/// How much a remark matters.
pub(crate) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "caution",
        Severity::Error => "error",
    }
}

/// What the bounds of an effect stand for.
pub(crate) fn interval(kind: IntervalKind) -> &'static str {
    match kind {
        IntervalKind::Rounding => "what rounding in print allows",
        IntervalKind::Range => "the range of the pairwise ratios",
        IntervalKind::HodgesLehmann => "the Hodges-Lehmann interval",
        IntervalKind::Summary => "Welch's interval from the printed means and their ±",
        IntervalKind::Approximate => "the Hodges-Lehmann interval, by approximation",
    }
}

/// What a stretch of text was taken for.
pub(crate) fn region(kind: RegionKind) -> &'static str {
    match kind {
        RegionKind::Prose => "running text",
        RegionKind::Mail => "mail header",
        RegionKind::Encoding => "the mail's encoding",
        RegionKind::Signature => "signature or list footer",
        RegionKind::Patch => "patch or code",
        RegionKind::Heading => "heading",
        RegionKind::Header => "header of a table",
        RegionKind::Label => "label",
        RegionKind::Context => "condition of the run",
        RegionKind::Derived => "computed in the post from other figures",
        RegionKind::SetAside => "set aside by you",
        RegionKind::Unread => "not read",
    }
}

/// A number that nothing accounts for.
pub(crate) const UNREAD_NUMBER: &str = "unread number";

/// What part a metric plays, where it is not a primary one.
pub(crate) fn role(role: Role) -> Option<&'static str> {
    match role {
        Role::Primary => None,
        Role::Component => Some("part of a total"),
        Role::Quality => Some("quality of the run"),
        Role::Derived => Some("computed in the post"),
        Role::Duplicate => Some("printed again"),
        Role::Context => Some("describes the run"),
    }
}

/// A sign for which way is better, and for what does not count.
pub(crate) fn way_sign(better: Better, counted: bool) -> &'static str {
    match (better, counted) {
        (Better::Unknown, _) => "?",
        (_, false) => "–",
        (Better::Lower, true) => "↓",
        (Better::Higher, true) => "↑",
    }
}

/// The same in words, with the metric.
pub(crate) fn way_label(metric: &str, better: Better, counted: bool) -> String {
    let way = match better {
        Better::Lower => "lower is better",
        Better::Higher => "higher is better",
        Better::Unknown => "which way is better is not known",
    };
    let counts = if counted || better == Better::Unknown { "" } else { ", not counted" };
    format!("{metric}: {way}{counts}")
}

/// Whose way is chosen.
pub(crate) fn way_of(metric: &str) -> String {
    format!("{metric}:")
}

/// What a figure in the text was taken for.
pub(crate) fn figure(metric: &str, unit: &str, tag: Option<&str>) -> String {
    let unit = if unit.is_empty() { String::new() } else { format!(" in {unit}") };
    match tag {
        Some(tag) => format!("{metric}{unit}, {tag}"),
        None => format!("{metric}{unit}, not compared"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_counted_by_weight() {
        assert_eq!(remarks(1, 0, 0), "1 remark");
        assert_eq!(remarks(3, 1, 0), "3 remarks, 1 caution");
        assert_eq!(remarks(5, 2, 1), "5 remarks, 2 cautions, 1 error");
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1234), "1,234");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}

pub(crate) const SHARE: &str = "Share";
pub(crate) const SHARE_LINK: &str = "Link to this notebook";
pub(crate) const MAKING_LINK: &str = "The link is being made.";
pub(crate) const COPY_LINK: &str = "Copy the link";
pub(crate) const LINK_COPIED: &str = "The link is copied.";
pub(crate) const COPY_BLOCK: &str = "Copy as a block for mail";
pub(crate) const BLOCK_COPIED: &str =
    "The link is copied as a block of 72 columns; pasting a mail that holds it opens it.";
pub(crate) const COPY_REPLY: &str = "Copy the verdict as a mail reply";
pub(crate) const REPLY_COPIED: &str = "The verdict is copied, with the link below it.";
pub(crate) const NOT_COPIED: &str = "The browser did not let the page copy. Select the link and copy it.";
pub(crate) const SHARE_BY_SYSTEM: &str = "Share with another program";
pub(crate) const WHERE_IT_FITS: &str = "Where it fits";
pub(crate) const LINK_IS_NOT_SENT: &str = "The link holds all of the text. Opening it sends nothing to us; programs that \
    check the links in mails and chats may see it.";
pub(crate) const MASK: &str = "Mask before sharing";
pub(crate) const MASK_ALL: &str = "Mask all";
pub(crate) const TAKE_AWAY: &str = "Take it away";
pub(crate) const HOLDS_LINK: &str = "This text holds a link to a notebook.";
pub(crate) const OPEN_LINK: &str = "Open the link";

/// How long a link is.
pub(crate) fn link_length(length: usize) -> String {
    if length > benchnote_notebook::permalink::LONG {
        format!("{} characters: a file is better than such a link.", grouped(length))
    } else {
        format!("{} characters.", grouped(length))
    }
}

/// Where a link of a length fits and where it does not.
pub(crate) fn link_fits(length: usize) -> [(bool, &'static str); 4] {
    [
        (length <= 998, "a line of a mail (998 characters)"),
        (length <= 1024, "mail programs that cut at 1,024 characters"),
        (length <= 2000, "chats that take 2,000 characters"),
        (length <= 4000, "chats that take 4,000 characters"),
    ]
}

/// Why there is no link.
pub(crate) fn no_link(error: &benchnote_notebook::permalink::TooLong) -> String {
    sentence(&error.to_string())
}

/// Why a link does not open.
pub(crate) fn not_opened(error: &benchnote_notebook::permalink::LinkError) -> String {
    sentence(&error.to_string())
}

fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// What the button of a file says.
pub(crate) fn export(form: Export) -> &'static str {
    match form {
        Export::Markdown => "Markdown",
        Export::Csv => "CSV",
        Export::Json => "Analysis (JSON)",
        Export::Html => "Page (HTML)",
        Export::Notebook => "Notebook file",
    }
}

/// The name of a file to take away.
pub(crate) fn export_name(name: &str, form: Export) -> String {
    let notebook = file_name(name);
    let stem = notebook.split_once(".benchnote").map_or(notebook.as_str(), |(stem, _)| stem);
    let end = match form {
        Export::Notebook => return notebook,
        Export::Markdown => "md",
        Export::Csv => "csv",
        Export::Json => "json",
        Export::Html => "html",
    };
    format!("{}.{end}", stem.strip_suffix(".json").unwrap_or(stem))
}

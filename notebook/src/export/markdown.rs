//! The verdict and all figures in Markdown, for issue trackers and chats.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use benchnote_parser::Parsed;
use benchnote_verdict::Report;
use benchnote_verdict::prose::{Block, EffectLine, Segment, plain};

use super::table::{Section, sections};

/// The verdict in words, then a row for each run of each metric: in one table where all names differ, else in
/// one for each section.
pub fn markdown(parsed: &Parsed, report: &Report) -> String {
    let mut text = format!("**{}**\n", words(&report.prose.headline));
    for block in &report.prose.blocks {
        text.push('\n');
        match block {
            Block::Paragraph(segments) => text.push_str(&(words(segments) + "\n")),
            Block::Effects { title, lines, more, bounds } => {
                let _ = writeln!(text, "{}:\n", words(title));
                text.extend(lines.iter().map(effect));
                for below in [more, bounds].into_iter().filter(|said| !said.is_empty()) {
                    let _ = writeln!(text, "\n{}", words(below));
                }
            }
            Block::Aside { title, text: segments } => {
                let _ = writeln!(text, "*{}:* {}", escaped(title), words(segments));
            }
        }
    }
    let tags: Vec<&str> = report.configurations.iter().map(|configuration| configuration.tag.as_str()).collect();
    let mut sections = sections(parsed, report);
    // Pasted again, headings above tables that are otherwise alike would be taken for what tells the settings apart.
    if names_are_unique(report) {
        let rows = sections.drain(..).flat_map(|section| section.rows).collect();
        sections.push(Section { name: "", rows });
    }
    for section in sections {
        text.push_str(&table(&section, &tags));
    }
    text.replace('\u{a0}', " ")
}

/// Whether every metric has a name of its own.
fn names_are_unique(report: &Report) -> bool {
    let names: BTreeSet<&str> = report.metrics.iter().map(|metric| metric.full_name.as_str()).collect();
    names.len() == report.metrics.len()
}

/// An effect without its values, which stand in the tables: pasted again, they would be figures of their own.
fn effect(line: &EffectLine) -> String {
    let EffectLine { grade_word, name, change, .. } = line;
    format!("- {}: {} ({grade_word})\n", escaped(name), escaped(change.text()))
}

fn table(section: &Section<'_>, tags: &[&str]) -> String {
    let mut text = String::from("\n");
    if !section.name.is_empty() {
        let _ = writeln!(text, "### {}\n", escaped(section.name));
    }
    let head: Vec<String> = tags.iter().map(|tag| cell(tag)).collect();
    let _ = writeln!(text, "| metric | {} |\n|:---|{}", head.join(" | "), "---:|".repeat(tags.len()));
    for row in &section.rows {
        let name = if row.unit.is_empty() { row.name.clone() } else { format!("{} ({})", row.name, row.unit) };
        let _ = writeln!(text, "| {} | {} |", cell(&name), row.cells.join(" | "));
    }
    text
}

fn words(segments: &[Segment]) -> String {
    escaped(&plain(segments))
}

/// A text in which nothing is taken for a mark of Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// A text in a cell of a table, where only bars and line ends mean something; names stay as they are, so that the table reads
/// as the post did.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\r', '\n'], " ").replace(['<', '`'], "'")
}

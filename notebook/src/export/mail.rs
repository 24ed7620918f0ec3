//! The verdict as plain text of 72 columns, to paste into a reply.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use benchnote_parser::{LineIndex, MeasurementId, Parsed, Severity, SourceId};
use benchnote_verdict::Report;
use benchnote_verdict::prose::{Block, EffectLine, Segment, plain};

/// The width that mail is written in.
const WIDTH: usize = 72;

/// The verdict in words, wrapped, with marks and the lines of the post that the marked figures stand in.
pub fn mail(parsed: &Parsed, report: &Report) -> String {
    let mut text = wrapped(&plain(&report.prose.headline), "", "");
    for block in &report.prose.blocks {
        match block {
            Block::Paragraph(segments) => {
                text.push('\n');
                text.push_str(&wrapped(&plain(segments), "", ""));
            }
            Block::Effects { title, lines, more, .. } => {
                text.push_str(&effects(&plain(title), lines));
                text.push_str(&wrapped(&plain(more), "", ""));
            }
            Block::Aside { title, text: segments } => {
                text.push('\n');
                text.push_str(&wrapped(&format!("{title}: {}", plain(segments)), "", "  "));
            }
        }
    }
    text.push_str(&references(parsed, report));
    // Blanks that must not break have done their work.
    text.replace('\u{a0}', " ")
}

/// What was read and what was not, as plain text: the count of numbers, and what the reader must know of the reading.
pub fn reading(parsed: &Parsed) -> String {
    let ledger = &parsed.ledger;
    let mut text = wrapped(
        &format!(
            "Of {} numbers {} are measurements, {} are explained and {} unread.",
            ledger.numbers, ledger.measured, ledger.explained, ledger.unread
        ),
        "",
        "",
    );
    let indices: Vec<LineIndex> = parsed.sources.iter().map(|source| LineIndex::new(&source.text)).collect();
    for d in parsed.diagnostics.iter().filter(|d| d.severity != Severity::Note) {
        let line = indices.get(usize::from(d.span.source.0)).map_or(1, |index| index.line_of(d.span.start) + 1);
        text.push_str(&wrapped(&format!("line {line}: {}", d.kind.message()), "", "  "));
    }
    text
}

/// Words in lines of at most [`WIDTH`] characters; a longer word has a line of its own.
fn wrapped(words: &str, first: &str, following: &str) -> String {
    let mut text = String::new();
    let mut line = first.to_owned();
    let mut empty = true;
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            following.clone_into(&mut line);
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    if !empty {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// The effects under their title in aligned columns: grade, name, values, change, mark. Where that is too wide and all have
/// one grade, the grade goes into the title; a name that is still too long has a line of its own.
fn effects(title: &str, lines: &[EffectLine]) -> String {
    let values: Vec<String> = lines
        .iter()
        .map(|l| format!("{} -> {} {}", l.from.text(), l.to.text(), l.unit).trim_end().to_owned())
        .collect();
    let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let value = widest(&mut values.iter().map(|v| v.chars().count()));
    let change = widest(&mut lines.iter().map(|l| l.change.text().chars().count()));
    let mark = widest(&mut lines.iter().map(|l| l.mark.to_string().len() + 2));
    let longest = widest(&mut lines.iter().map(|l| l.name.chars().count()));
    let grade = widest(&mut lines.iter().map(|l| l.grade_word.chars().count() + 2));
    let room = WIDTH.saturating_sub(2 + value + 2 + change + 2 + mark + 2);
    let shared = lines.first().filter(|first| longest + grade > room && lines.iter().all(|l| l.grade == first.grade));
    let grade = if shared.is_some() { 0 } else { grade };
    let name = longest.min(room.saturating_sub(grade));
    let mut text = match shared {
        Some(line) => format!("\n{title} ({}):\n", line.grade_word),
        None => format!("\n{title}:\n"),
    };
    for (line, printed) in lines.iter().zip(&values) {
        let own_line = line.name.chars().count() > name;
        let word = if shared.is_some() { "" } else { line.grade_word.as_str() };
        if own_line {
            let _ = writeln!(text, "  {word:<grade$}{}", line.name);
        }
        let (word, shown) = if own_line { ("", "") } else { (word, line.name.as_str()) };
        let change_text = line.change.text();
        let _ = writeln!(
            text,
            "  {word:<grade$}{shown:<name$}  {printed:<value$}  {change_text:<change$}  [{}]",
            line.mark
        );
    }
    text
}

/// Where the marked figures stand: `[1] lines 94, 95 and 99-101`.
fn references(parsed: &Parsed, report: &Report) -> String {
    let indices: Vec<LineIndex> = parsed.sources.iter().map(|source| LineIndex::new(&source.text)).collect();
    let mut text = String::new();
    for block in &report.prose.blocks {
        let Block::Effects { lines, .. } = block else { continue };
        for line in lines {
            let Segment::Figure { cites, .. } = &line.change else { continue };
            let places = places(parsed, &indices, cites);
            text.push_str(&wrapped(&format!("[{}] {places}", line.mark), "", "    "));
        }
    }
    if text.is_empty() { text } else { format!("\nRead from\n{text}") }
}

/// The lines that some measurements stand in, by source.
fn places(parsed: &Parsed, indices: &[LineIndex], cites: &[MeasurementId]) -> String {
    let place = |id: &MeasurementId| {
        let span = parsed.measurement(*id)?.span;
        let index = indices.get(usize::from(span.source.0))?;
        Some((span.source, index.line_of(span.start) + 1))
    };
    let lines: BTreeSet<(SourceId, usize)> = cites.iter().filter_map(place).collect();
    let mut parts: Vec<String> = Vec::new();
    for (at, source) in parsed.sources.iter().enumerate() {
        let of_source: Vec<usize> =
            lines.iter().filter(|(id, _)| usize::from(id.0) == at).map(|(_, line)| *line).collect();
        if of_source.is_empty() {
            continue;
        }
        let word = if of_source.len() == 1 { "line" } else { "lines" };
        let name = if source.label.is_empty() { String::new() } else { format!("{} ", source.label) };
        parts.push(format!("{name}{word} {}", ranges(&of_source)));
    }
    parts.join("; ")
}

/// `1-3, 7`
fn ranges(lines: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &line in lines {
        match runs.last_mut() {
            Some((_, end)) if *end + 1 == line => *end = line,
            _ => runs.push((line, line)),
        }
    }
    let one = |(start, end): &(usize, usize)| if start == end { start.to_string() } else { format!("{start}-{end}") };
    runs.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_within_the_width() {
        let text = wrapped(&"word ".repeat(40), "", "  ");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        assert_eq!(text.split_whitespace().count(), 40);
        assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("  word")));
    }

    #[test]
    fn neighbouring_lines_are_told_as_a_range() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
    }
}

//! The verdict, all figures and the texts as one page that needs nothing else: no script, no network.

use std::fmt::Write as _;

use benchnote_parser::Parsed;
use benchnote_verdict::Report;
use benchnote_verdict::prose::{Block, EffectLine, Segment, plain};

use super::table::{Section, sections};

const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}\
h1{font-size:1.3rem}h2{font-size:1.1rem}table{border-collapse:collapse;margin:1rem 0}\
th,td{padding:.15rem .6rem;border-bottom:1px solid #8886;text-align:left}\
td.figure,th.figure{text-align:right;font-variant-numeric:tabular-nums}\
pre{overflow:auto;padding:1rem;border:1px solid #8886;font-size:.85rem}.scroll{overflow:auto}";

/// The page, under a title.
pub fn html(parsed: &Parsed, report: &Report, title: &str) -> String {
    let title = if title.is_empty() { "Benchnote" } else { title };
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
        escaped(title),
        escaped(&plain(&report.prose.headline))
    );
    report.prose.blocks.iter().for_each(|block| page.push_str(&said(block)));
    let tags: Vec<&str> = report.configurations.iter().map(|configuration| configuration.tag.as_str()).collect();
    for section in &sections(parsed, report) {
        page.push_str(&table(section, &tags));
    }
    for source in &parsed.sources {
        let name = if source.label.is_empty() { "The text" } else { &source.label };
        let _ = write!(page, "<h2>{}</h2>\n<pre>\n{}</pre>\n", escaped(name), escaped(&source.text));
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn said(block: &Block) -> String {
    match block {
        Block::Paragraph(segments) => format!("<p>{}</p>\n", escaped(&plain(segments))),
        Block::Aside { title, text } => {
            format!("<p><em>{}:</em> {}</p>\n", escaped(title), escaped(&plain(text)))
        }
        Block::Effects { title, lines, more, bounds } => {
            let lines: String = lines.iter().map(effect).collect();
            let below: String = [more, bounds].into_iter().map(|said| below(said)).collect();
            format!("<p>{}:</p>\n<ul>\n{lines}</ul>\n{below}", escaped(&plain(title)))
        }
    }
}

/// What stands below a list; nothing where there is none.
fn below(said: &[Segment]) -> String {
    if said.is_empty() { String::new() } else { format!("<p>{}</p>\n", escaped(&plain(said))) }
}

fn effect(line: &EffectLine) -> String {
    let EffectLine { grade_word, name, from, to, unit, change, .. } = line;
    let sentence = format!("{name}: {} → {} {unit}, {} ({grade_word})", from.text(), to.text(), change.text());
    format!("<li>{}</li>\n", escaped(&sentence))
}

fn table(section: &Section<'_>, tags: &[&str]) -> String {
    let mut text = String::new();
    if !section.name.is_empty() {
        let _ = writeln!(text, "<h2>{}</h2>", escaped(section.name));
    }
    text.push_str("<div class=\"scroll\"><table>\n<tr><th>metric</th><th>unit</th>");
    for tag in tags {
        text.push_str(&format!("<th class=\"figure\">{}</th>", escaped(tag)));
    }
    text.push_str("</tr>\n");
    for row in &section.rows {
        let _ = write!(text, "<tr><td>{}</td><td>{}</td>", escaped(&row.name), escaped(&row.unit));
        row.cells.iter().for_each(|cell| text.push_str(&format!("<td class=\"figure\">{}</td>", escaped(cell))));
        text.push_str("</tr>\n");
    }
    text.push_str("</table></div>\n");
    text
}

/// A text in which nothing is taken for a mark of HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

//! Notes in Markdown, read into a small tree.
//!
//! Nothing in a note can run or ask for anything: HTML is shown as it is written, images by their description, and a link
//! leads only to the web or to a mail address.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A piece of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Words.
    Text(String),
    /// A piece of code in a line.
    Code(String),
    /// A new line.
    Break,
    /// A rule across.
    Rule,
    /// Something that holds others.
    Element(Kind, Vec<Node>),
}

/// What holds others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A paragraph.
    Paragraph,
    /// A heading, from 1 to 6.
    Heading(u8),
    /// Quoted text.
    Quote,
    /// Lines of code.
    CodeBlock,
    /// A list, numbered from a number or not at all.
    List(Option<u64>),
    /// An item of a list.
    Item,
    /// Words with stress.
    Emphasis,
    /// Words with more stress.
    Strong,
    /// Words struck out.
    Struck,
    /// A link to a page or a mail address.
    Link(String),
    /// A table.
    Table,
    /// The row of a table's headings.
    TableHead,
    /// A row of a table.
    TableRow,
    /// A cell of a table.
    TableCell,
}

/// Deeper than that nothing is nested: what is deeper stands beside each other.
const DEEPEST: usize = 24;

/// Reads a note.
pub fn read(text: &str) -> Vec<Node> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut tree = Tree { open: vec![(None, Vec::new())], passed: Vec::new() };
    for event in Parser::new_ext(text, options) {
        tree.take(event);
    }
    while tree.open.len() > 1 {
        tree.close();
    }
    tree.open.pop().map(|(_, nodes)| nodes).unwrap_or_default()
}

/// What is open while events are taken.
struct Tree {
    open: Vec<(Option<Kind>, Vec<Node>)>,
    /// For each tag that is open whether it opened an element.
    passed: Vec<bool>,
}

impl Tree {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => {
                let kind = kind(&tag).filter(|_| self.open.len() < DEEPEST);
                self.passed.push(kind.is_some());
                if kind.is_some() {
                    self.open.push((kind, Vec::new()));
                }
            }
            Event::End(end) => {
                if self.passed.pop() == Some(true) {
                    self.close();
                }
                // What is no element of its own still ends its line.
                if matches!(end, TagEnd::HtmlBlock) {
                    self.put(Node::Break);
                }
            }
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.put(Node::Text(text.into_string())),
            Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.put(Node::Code(text.into_string()));
            }
            Event::FootnoteReference(name) => self.put(Node::Text(format!("[^{name}]"))),
            Event::SoftBreak => self.put(Node::Text(" ".to_owned())),
            Event::HardBreak => self.put(Node::Break),
            Event::Rule => self.put(Node::Rule),
            Event::TaskListMarker(done) => self.put(Node::Text(if done { "☑ " } else { "☐ " }.to_owned())),
        }
    }

    fn put(&mut self, node: Node) {
        if let Some((_, nodes)) = self.open.last_mut() {
            nodes.push(node);
        }
    }

    fn close(&mut self) {
        if let Some((Some(kind), nodes)) = self.open.pop() {
            self.put(Node::Element(kind, nodes));
        }
    }
}

/// What a tag opens; nothing for one whose content stands by itself.
fn kind(tag: &Tag<'_>) -> Option<Kind> {
    Some(match tag {
        Tag::Paragraph => Kind::Paragraph,
        Tag::Heading { level, .. } => Kind::Heading(level_of(*level)),
        Tag::BlockQuote(_) => Kind::Quote,
        Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => Kind::CodeBlock,
        Tag::List(from) => Kind::List(*from),
        Tag::Item => Kind::Item,
        Tag::Emphasis => Kind::Emphasis,
        Tag::Strong => Kind::Strong,
        Tag::Strikethrough => Kind::Struck,
        Tag::Link { dest_url, .. } if is_safe(dest_url) => Kind::Link(dest_url.to_string()),
        Tag::Table(_) => Kind::Table,
        Tag::TableHead => Kind::TableHead,
        Tag::TableRow => Kind::TableRow,
        Tag::TableCell => Kind::TableCell,
        _ => return None,
    })
}

fn level_of(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// Whether an address leads to the web or to a mail address, and nowhere else.
fn is_safe(address: &str) -> bool {
    let low = address.trim().to_ascii_lowercase();
    ["https://", "http://", "mailto:"].iter().any(|start| low.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree in short: elements by name, text as it is.
    fn short(nodes: &[Node]) -> String {
        let one = |node: &Node| match node {
            Node::Text(text) => text.clone(),
            Node::Code(text) => format!("`{text}`"),
            Node::Break => "/".to_owned(),
            Node::Rule => "--".to_owned(),
            Node::Element(kind, nodes) => format!("{kind:?}({})", short(nodes)),
        };
        nodes.iter().map(one).collect()
    }

    #[test]
    fn reads_what_people_write() {
        assert_eq!(
            short(&read("# Head\nWords *and* `code`\n\n1. one\n2. two\n")),
            "Heading(1)(Head)Paragraph(Words Emphasis(and) `code`)List(Some(1))(Item(one)Item(two))"
        );
        assert_eq!(
            short(&read("a | b\n--|--\n1 | 2\n")),
            "Table(TableHead(TableCell(a)TableCell(b))TableRow(TableCell(1)TableCell(2)))"
        );
    }

    #[test]
    fn nothing_runs_and_nothing_is_asked_for() {
        let text = "<script>alert(1)</script>\n\n[a](javascript:alert(1)) ![pixel](https://example.org/x.png) <b onclick=x>c</b>\n\n[b](https://example.org)";
        let read = short(&read(text));
        assert!(read.contains("<script>alert(1)</script>") && read.contains("<b onclick=x>"), "{read}");
        assert!(!read.contains("Link(\"javascript") && !read.contains("x.png"), "{read}");
        assert!(read.contains("Link(\"https://example.org\")(b)") && read.contains("pixel"), "{read}");
    }

    #[test]
    fn deep_nesting_is_cut() {
        for text in ["> ".repeat(5_000), "* ".repeat(5_000), "[".repeat(20_000), "*".repeat(20_000)] {
            fn depth(nodes: &[Node]) -> usize {
                let inner = |node: &Node| if let Node::Element(_, nodes) = node { 1 + depth(nodes) } else { 0 };
                nodes.iter().map(inner).max().unwrap_or(0)
            }
            assert!(depth(&read(&format!("{text}x"))) <= DEEPEST);
        }
    }
}

//! A note as it is read.

use benchnote_notebook::markdown::{Kind, Node, read};
use leptos::prelude::*;

/// The note of a text.
pub(crate) fn markdown(text: &str) -> AnyView {
    nodes(read(text))
}

fn nodes(list: Vec<Node>) -> AnyView {
    list.into_iter().map(node).collect_view().into_any()
}

fn node(node: Node) -> AnyView {
    match node {
        Node::Text(text) => text.into_any(),
        Node::Code(text) => view! { <code>{text}</code> }.into_any(),
        Node::Break => view! { <br /> }.into_any(),
        Node::Rule => view! { <hr /> }.into_any(),
        Node::Element(kind, inner) => element(kind, nodes(inner)),
    }
}

/// Headings begin below the one of their cell.
fn element(kind: Kind, inner: AnyView) -> AnyView {
    match kind {
        Kind::Paragraph => view! { <p>{inner}</p> }.into_any(),
        Kind::Heading(1) => view! { <h3>{inner}</h3> }.into_any(),
        Kind::Heading(2) => view! { <h4>{inner}</h4> }.into_any(),
        Kind::Heading(_) => view! { <h5>{inner}</h5> }.into_any(),
        Kind::Quote => view! { <blockquote>{inner}</blockquote> }.into_any(),
        Kind::CodeBlock => view! { <pre tabindex="0">{inner}</pre> }.into_any(),
        Kind::List(None) => view! { <ul>{inner}</ul> }.into_any(),
        Kind::List(Some(from)) => view! { <ol start=from.to_string()>{inner}</ol> }.into_any(),
        Kind::Item => view! { <li>{inner}</li> }.into_any(),
        Kind::Emphasis => view! { <em>{inner}</em> }.into_any(),
        Kind::Strong => view! { <strong>{inner}</strong> }.into_any(),
        Kind::Struck => view! { <del>{inner}</del> }.into_any(),
        Kind::Link(to) => view! { <a href=to rel="noreferrer noopener" target="_blank">{inner}</a> }.into_any(),
        Kind::Table => view! { <table>{inner}</table> }.into_any(),
        Kind::TableHead | Kind::TableRow => view! { <tr>{inner}</tr> }.into_any(),
        Kind::TableCell => view! { <td>{inner}</td> }.into_any(),
    }
}

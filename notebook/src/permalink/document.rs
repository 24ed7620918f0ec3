//! A notebook as bytes to be coded: its texts as they are, then the rest as JSON.
//!
//! Each text ends with a byte that no text has; the JSON, in which the texts are empty, is that of a notebook's file. So a
//! notebook may get new fields without a new version, as long as they have defaults.

use std::sync::Arc;

use benchnote_parser::Source;
use serde_json::{Value, json};

use super::error::LinkError;
use crate::{CellBody, Comparison, Notebook};

/// Ends a text: no UTF-8 has it.
pub(super) const END: u8 = 0xFF;
/// The most cells, and the most corrections, tags, metrics and fields of each comparison, that a link may hold.
const MOST_CELLS: usize = 200;
const MOST_CHOICES: usize = 2000;

/// The bytes of a notebook.
pub(super) fn write(notebook: &Notebook) -> Vec<u8> {
    let mut rest = notebook.clone();
    let mut bytes = Vec::new();
    for cell in &mut rest.cells {
        if let Some(text) = taken(&mut cell.body) {
            bytes.extend_from_slice(text.as_bytes());
            bytes.push(END);
        }
    }
    // Strings, numbers and lists: there is nothing in it that serde_json refuses.
    let mut rest = serde_json::to_value(&rest).unwrap_or_default();
    prune(&mut rest);
    bytes.extend(rest.to_string().into_bytes());
    bytes
}

/// Takes out what says no more than leaving it out: a new field then changes no link that does not use it.
fn prune(notebook: &mut Value) {
    without_defaults(notebook, &json!({ "title": "", "corrections": [] }));
    let plain = serde_json::to_value(Comparison::default()).unwrap_or_default();
    let cells = notebook.get_mut("cells").and_then(Value::as_array_mut);
    for comparison in cells.into_iter().flatten().filter_map(|cell| cell.pointer_mut("/body/comparison")) {
        if let Some((choices, defaults)) = comparison.get_mut("choices").zip(plain.get("choices")) {
            without_defaults(choices, defaults);
        }
        without_defaults(comparison, &plain);
        without_defaults(comparison, &json!({ "choices": {} }));
    }
}

/// Takes the fields out of an object that are as in another one.
fn without_defaults(object: &mut Value, defaults: &Value) {
    if let Some(fields) = object.as_object_mut() {
        fields.retain(|name, value| defaults.get(name) != Some(value));
    }
}

/// Takes the text out of a cell that has one.
fn taken(body: &mut CellBody) -> Option<String> {
    match body {
        CellBody::Source(source) => {
            let text = source.text.clone();
            *source = Arc::new(Source::new(source.label.clone(), ""));
            Some(text)
        }
        CellBody::Note(text) => Some(std::mem::take(text)),
        CellBody::Comparison(_) => None,
    }
}

/// The notebook of some bytes.
pub(super) fn read(bytes: &[u8]) -> Result<Notebook, LinkError> {
    let mut parts: Vec<&[u8]> = bytes.split(|&byte| byte == END).collect();
    let rest = parts.pop().unwrap_or_default();
    let mut notebook: Notebook = serde_json::from_slice(rest).map_err(|_| LinkError::Damaged)?;
    if is_too_large(&notebook) {
        return Err(LinkError::TooLarge);
    }
    let mut texts = parts.into_iter();
    for cell in &mut notebook.cells {
        let text = match &cell.body {
            CellBody::Comparison(_) => continue,
            CellBody::Source(_) | CellBody::Note(_) => texts.next().ok_or(LinkError::Damaged)?,
        };
        let text = String::from_utf8(text.to_vec()).map_err(|_| LinkError::Damaged)?;
        match &mut cell.body {
            CellBody::Source(source) => *source = Arc::new(Source::new(source.label.clone(), text)),
            CellBody::Note(note) => *note = text,
            CellBody::Comparison(_) => {}
        }
    }
    if texts.next().is_some() {
        return Err(LinkError::Damaged);
    }
    Ok(notebook.tidied())
}

/// Whether it holds more things than anyone made by hand.
fn is_too_large(notebook: &Notebook) -> bool {
    let choices = notebook.comparisons().map(|(_, comparison)| {
        let choices = &comparison.choices;
        let projection = choices.projection.as_ref().map_or(0, Vec::len);
        choices.tags.len() + choices.metrics.len() + projection + comparison.without.len()
    });
    notebook.cells.len() > MOST_CELLS || choices.sum::<usize>() + notebook.corrections.len() > MOST_CHOICES
}

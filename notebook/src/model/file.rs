//! A notebook as a file, and as what the browser keeps: JSON with its schema named first.

use serde::{Deserialize, Serialize};

use super::Notebook;

/// The schema's name, and its version behind the stroke.
const SCHEMA: &str = "benchnote-notebook/";
/// The version that is written.
const VERSION: u32 = 1;

/// Why a file is no notebook that can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is something else.
    Other,
    /// It was written by a later version of the page.
    Later(u32),
    /// It says that it is a notebook, but it is damaged: what is wrong and where.
    Damaged(String),
}

#[derive(Serialize)]
struct Written<'n> {
    schema: String,
    notebook: &'n Notebook,
}

#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    schema: String,
}

#[derive(Deserialize)]
struct Read {
    notebook: Notebook,
}

/// A notebook as the text of a file.
pub fn write(notebook: &Notebook) -> String {
    let written = Written { schema: format!("{SCHEMA}{VERSION}"), notebook };
    // Strings, numbers and lists: there is nothing in it that serde_json refuses.
    let mut text = serde_json::to_string(&written).unwrap_or_default();
    text.push('\n');
    text
}

/// Whether a text looks like a notebook's file, so that it is not taken for a text with figures.
pub fn is_notebook(text: &str) -> bool {
    const HEAD: usize = 200;
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let head: String = text.chars().take(HEAD).filter(|c| !c.is_whitespace()).collect();
    head.starts_with(&format!("{{\"schema\":\"{SCHEMA}"))
}

/// Reads a notebook's file.
///
/// # Errors
/// Where the text is something else, of a later version or damaged.
pub fn read(text: &str) -> Result<Notebook, Unreadable> {
    if !is_notebook(text) {
        return Err(Unreadable::Other);
    }
    let text = text.trim_start_matches('\u{feff}');
    let damaged = |error: serde_json::Error| Unreadable::Damaged(error.to_string());
    let head: Head = serde_json::from_str(text).map_err(damaged)?;
    let version = head.schema.strip_prefix(SCHEMA).and_then(|version| version.parse().ok()).unwrap_or(0);
    if version > VERSION {
        return Err(Unreadable::Later(version));
    }
    let read: Read = serde_json::from_str(text).map_err(damaged)?;
    Ok(read.notebook.tidied())
}

#[cfg(test)]
mod tests {
    use benchnote_parser::Source;

    use super::*;
    use crate::model::{CellId, Edit};

    #[test]
    fn what_is_written_is_read() {
        let mut notebook = Notebook::default();
        notebook.apply(Edit::SetTitle("A \"title\"".into()));
        notebook.apply(Edit::SetSource(CellId(1), Source::new("mail", "fork 12 us\n\"\u{1F600}\"")));
        notebook.apply(Edit::AddNote(None));
        notebook.apply(Edit::SetThreshold(CellId(2), 0.05));
        let text = write(&notebook);
        assert!(is_notebook(&text));
        assert_eq!(read(&text), Ok(notebook));
    }

    #[test]
    fn other_files_are_told_apart() {
        assert_eq!(read("fork 12 us"), Err(Unreadable::Other));
        assert_eq!(read("{\"schema\": \"benchnote/1\"}"), Err(Unreadable::Other));
        assert_eq!(read("{\"schema\": \"benchnote-notebook/9\"}"), Err(Unreadable::Later(9)));
        assert!(matches!(read("{\"schema\": \"benchnote-notebook/1\", \"notebook\": {"), Err(Unreadable::Damaged(_))));
        let bare = "{\"schema\":\"benchnote-notebook/1\",\"notebook\":{\"cells\":[]}}";
        assert_eq!(read(bare).map(|notebook| notebook.cells.len()), Ok(2));
    }
}

//! Notebooks from files, from links and from texts that hold a link.

use std::ffi::OsStr;
use std::path::Path;

use benchnote_notebook::model::file::{self, Unreadable};
use benchnote_notebook::permalink::{self, LinkError};
use benchnote_notebook::{CellBody, Edit, Notebook};
use benchnote_parser::Source;
use benchnote_verdict::Choices;

/// A notebook of some texts, with choices.
pub(crate) fn notebook_of(sources: Vec<Source>, choices: &Choices) -> Notebook {
    let mut notebook = Notebook::default();
    notebook.apply(Edit::OpenSources(sources));
    for cell in &mut notebook.cells {
        if let CellBody::Comparison(comparison) = &mut cell.body {
            comparison.choices = choices.clone();
        }
    }
    notebook
}

/// The notebook of a link, or of a file that holds one or is one.
pub(crate) fn notebook(opened: &OsStr) -> Result<Notebook, String> {
    let link = opened.to_string_lossy();
    match permalink::read(&link) {
        Ok(notebook) => return Ok(notebook),
        // A file's name may look like anything.
        Err(LinkError::None) => {}
        Err(error) if !Path::new(opened).exists() => return Err(error.to_string()),
        Err(_) => {}
    }
    let text = crate::read(Path::new(opened))?;
    let of_file = |message: String| format!("{link}: {message}");
    match file::read(&text) {
        Ok(notebook) => Ok(notebook),
        Err(Unreadable::Other) => permalink::read(&text).map_err(|error| of_file(error.to_string())),
        Err(Unreadable::Later(_)) => Err(of_file(LinkError::Newer.to_string())),
        Err(Unreadable::Damaged(error)) => Err(of_file(format!("the notebook is damaged: {error}"))),
    }
}

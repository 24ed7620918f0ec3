//! Files that are opened or dropped, and the page's own examples.

use benchnote_notebook::Notebook;
use benchnote_notebook::decode::{Decoded, decode};
use benchnote_notebook::model::file::{self, Unreadable};
use benchnote_parser::Source;
use leptos::ev;
use leptos::html::Input;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DragEvent, File, FileList, Response};

/// The largest file that is read, in bytes.
pub(crate) const MAX_FILE: f64 = 64.0 * 1024.0 * 1024.0;

/// What became of a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Opened {
    /// Its text.
    Text(Source),
    /// Its text, which was not UTF-8 and was read as the encoding named.
    Guessed(Source, &'static str),
    /// A notebook.
    Notebook(Box<Notebook>),
    /// Not read: its name and what is the matter.
    Refused(String, Refusal),
}

/// Why a file was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Larger than [`MAX_FILE`].
    TooLarge,
    /// No text.
    Binary,
    /// Nothing in it.
    Empty,
    /// The browser could not read it.
    Unreadable,
    /// A notebook of a later version of the page.
    LaterNotebook,
    /// A notebook that is damaged.
    DamagedNotebook,
}

/// Reads files one after the other.
pub(crate) async fn read_all(files: Vec<File>) -> Vec<Opened> {
    let mut opened = Vec::with_capacity(files.len());
    for file in files {
        opened.push(read(&file).await);
    }
    opened
}

async fn read(file: &File) -> Opened {
    let name = file.name();
    // Checked before a byte is read.
    if file.size() > MAX_FILE {
        return Opened::Refused(name, Refusal::TooLarge);
    }
    let Ok(buffer) = JsFuture::from(file.array_buffer()).await else {
        return Opened::Refused(name, Refusal::Unreadable);
    };
    let decoded = decode(js_sys::Uint8Array::new(&buffer).to_vec());
    let (text, guessed) = match decoded {
        Decoded::Utf8(text) => (text, None),
        Decoded::Windows1252(text) => (text, Some("Windows-1252")),
        Decoded::Utf16(text) => (text, Some("UTF-16")),
        Decoded::Binary => return Opened::Refused(name, Refusal::Binary),
    };
    if text.trim().is_empty() {
        return Opened::Refused(name, Refusal::Empty);
    }
    match file::read(&text) {
        Ok(notebook) => return Opened::Notebook(Box::new(notebook)),
        Err(Unreadable::Other) => {}
        Err(Unreadable::Later(_)) => return Opened::Refused(name, Refusal::LaterNotebook),
        Err(Unreadable::Damaged(_)) => return Opened::Refused(name, Refusal::DamagedNotebook),
    }
    let source = Source::new(name, text);
    match guessed {
        None => Opened::Text(source),
        Some(encoding) => Opened::Guessed(source, encoding),
    }
}

fn listed(files: Option<FileList>) -> Vec<File> {
    files.map_or_else(Vec::new, |files| (0..files.length()).filter_map(|at| files.get(at)).collect())
}

/// The files chosen in a file field, which is emptied so that the same file can be chosen again.
pub(crate) fn chosen(field: NodeRef<Input>) -> Vec<File> {
    let Some(field) = field.get_untracked() else { return Vec::new() };
    let files = listed(field.files());
    field.set_value("");
    files
}

/// Opens the browser's dialogue of a file field.
pub(crate) fn choose(field: NodeRef<Input>) {
    if let Some(field) = field.get_untracked() {
        field.click();
    }
}

/// What was dropped on the page.
pub(crate) enum Dropped {
    /// Files.
    Files(Vec<File>),
    /// Text dragged from elsewhere.
    Text(String),
}

/// Whether files are being dragged, not text of a page.
fn holds_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0))
}

/// Lets anything be dropped anywhere on the page; text dropped on a field is the field's. `over` is told when files are
/// held over the page.
pub(crate) fn on_drop(over: impl Fn(bool) + Copy + 'static, dropped: impl Fn(Dropped) + 'static) {
    let dragover = window_event_listener(ev::dragover, move |event| {
        // Without this the browser opens a file in place of the page.
        if holds_files(&event) || !super::in_field(&event) {
            event.prevent_default();
        }
        over(holds_files(&event));
    });
    let dragleave = window_event_listener(ev::dragleave, move |event| {
        // Leaving an element for one within the page is no leaving.
        if event.related_target().is_none() {
            over(false);
        }
    });
    let drop = window_event_listener(ev::drop, move |event| {
        over(false);
        if !holds_files(&event) && super::in_field(&event) {
            return;
        }
        event.prevent_default();
        let Some(data) = event.data_transfer() else { return };
        let files = listed(data.files());
        if !files.is_empty() {
            dropped(Dropped::Files(files));
        } else if let Ok(text) = data.get_data("text/plain") {
            dropped(Dropped::Text(text));
        }
    });
    on_cleanup(move || {
        dragover.remove();
        dragleave.remove();
        drop.remove();
    });
}

/// Fetches one of the page's own texts by its path beside the page.
pub(crate) async fn fetch(path: &str) -> Option<String> {
    let answer = JsFuture::from(web_sys::window()?.fetch_with_str(path)).await.ok()?;
    let answer: Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        return None;
    }
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}

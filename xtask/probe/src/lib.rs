//! The analysis as the page has it: the same crates, built for the same target with the same profile. The page itself shows
//! a report but never its bytes; this gives them to the test that holds them against those of the command line.

use std::sync::Arc;

use benchnote_notebook::decode::{Decoded, decode};
use benchnote_notebook::export;
use benchnote_parser::{Source, parse};
use benchnote_verdict::{Choices, analyse};
use wasm_bindgen::prelude::wasm_bindgen;

/// The report on a file's bytes as JSON, what `benchnote --json FILE` prints; nothing for a file that is no text.
#[wasm_bindgen]
pub fn analysis(bytes: Vec<u8>) -> String {
    let text = match decode(bytes) {
        Decoded::Utf8(text) | Decoded::Utf16(text) | Decoded::Windows1252(text) => text,
        Decoded::Binary => return String::new(),
    };
    let parsed = parse(&[Arc::new(Source::unnamed(text))]);
    export::json(&parsed, &analyse(&parsed, &Choices::default()))
}

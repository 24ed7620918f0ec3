//! Runs the analysis.
//!
//! It runs on the page's own thread, and gives the browser a turn between its stages. Callers see only a request that is
//! answered later or dropped: a worker can take its place without a change elsewhere.

use std::sync::Arc;

use benchnote_notebook::CellId;
use benchnote_notebook::model::{Corrected, Correction, correct};
use benchnote_parser::{Parsed, Source, SourceId, parse};
use benchnote_verdict::{Choices, ConfigIndex, Report, analyse};
use js_sys::Promise;
use wasm_bindgen_futures::JsFuture;

use crate::text::marks::{Marks, configurations};
use crate::text::rows::Rows;

/// What is known once the texts are read.
pub(crate) struct Reading {
    /// What the parser found.
    pub(crate) parsed: Arc<Parsed>,
    /// The rows of each source.
    pub(crate) rows: Vec<Rows>,
    /// How long it took, in milliseconds.
    pub(crate) took: f64,
}

/// A question to the engine.
pub(crate) struct Request {
    /// The sources with their cells, in order.
    pub(crate) sources: Vec<(CellId, Arc<Source>)>,
    /// What the user said of the reading.
    pub(crate) corrections: Vec<Correction>,
    /// The user's choices.
    pub(crate) choices: Choices,
    /// The last answer, whose reading is used again where the sources are the same.
    pub(crate) previous: Option<Arc<Outcome>>,
}

/// The answer.
pub(crate) struct Outcome {
    /// The sources it was found in.
    pub(crate) sources: Vec<(CellId, Arc<Source>)>,
    /// What was read.
    pub(crate) reading: Arc<Reading>,
    /// What the user said of it.
    pub(crate) corrections: Vec<Correction>,
    /// The reading as it is judged.
    pub(crate) corrected: Arc<Corrected>,
    /// What was concluded.
    pub(crate) report: Report,
    /// The configuration of each measurement.
    pub(crate) configs: Vec<Option<ConfigIndex>>,
    /// What to mark in each source.
    pub(crate) marks: Vec<Marks>,
}

impl Outcome {
    /// What was found, with the corrections.
    pub(crate) fn parsed(&self) -> &Parsed {
        &self.corrected.parsed
    }

    /// The place of a cell among the sources, if this answer is about its present text.
    pub(crate) fn source_of(&self, cell: CellId, source: &Arc<Source>) -> Option<SourceId> {
        let at = self.sources.iter().position(|(id, held)| *id == cell && Arc::ptr_eq(held, source))?;
        Some(SourceId(at as u16))
    }
}

/// From this size on a reading is long enough to say that it goes on.
const LONG_BYTES: usize = 300_000;
/// A stage longer than this is worth a word, in milliseconds.
const LONG_MS: f64 = 200.0;

/// Answers a request. `wanted` tells whether the answer is still of use: it is asked between stages, and a request that
/// was overtaken is dropped. `slow` is called once it takes long.
pub(crate) async fn answer(request: Request, wanted: impl Fn() -> bool, slow: impl Fn()) -> Option<Outcome> {
    let begun = now();
    let Request { sources, corrections, choices, previous } = request;
    let previous = previous.filter(|previous| same(&previous.sources, &sources));
    let reading = if let Some(previous) = &previous {
        previous.reading.clone()
    } else {
        if sources.iter().map(|(_, source)| source.text.len()).sum::<usize>() > LONG_BYTES {
            slow();
            // Long enough for the browser to paint the word.
            pause(32).await;
        }
        read(&sources, &wanted).await?
    };
    if now() - begun > LONG_MS {
        slow();
    }
    pause(0).await;
    if !wanted() {
        return None;
    }
    let corrected = match previous.filter(|previous| previous.corrections == corrections) {
        Some(previous) => previous.corrected.clone(),
        None => {
            let cells: Vec<CellId> = sources.iter().map(|(cell, _)| *cell).collect();
            Arc::new(correct(&reading.parsed, &cells, &corrections))
        }
    };
    let report = analyse(&corrected.parsed, &choices);
    pause(0).await;
    if !wanted() {
        return None;
    }
    let configs = configurations(&corrected.parsed, &report);
    let marks = (0..sources.len()).map(|at| Marks::new(&corrected.parsed, &configs, SourceId(at as u16))).collect();
    Some(Outcome { sources, reading, corrections, corrected, report, configs, marks })
}

/// Whether two lists of texts are the very same.
pub(crate) fn same(one: &[(CellId, Arc<Source>)], other: &[(CellId, Arc<Source>)]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.0 == b.0 && Arc::ptr_eq(&a.1, &b.1))
}

async fn read(sources: &[(CellId, Arc<Source>)], wanted: &impl Fn() -> bool) -> Option<Arc<Reading>> {
    let texts: Vec<_> = sources.iter().map(|(_, source)| source.clone()).collect();
    let begun = now();
    let parsed = parse(&texts);
    let took = now() - begun;
    pause(0).await;
    if !wanted() {
        return None;
    }
    let rows = texts.iter().map(|source| Rows::new(&source.text)).collect();
    Some(Arc::new(Reading { parsed: Arc::new(parsed), rows, took }))
}

/// Milliseconds since the page began.
fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now())
}

/// Gives the browser a turn, for so many milliseconds at least.
pub(crate) async fn pause(milliseconds: i32) {
    let promise = Promise::new(&mut |done, _| {
        let set = web_sys::window()
            .map(|window| window.set_timeout_with_callback_and_timeout_and_arguments_0(&done, milliseconds));
        // Without a timer there is nothing to wait for.
        if !matches!(set, Some(Ok(_))) {
            let _ = done.call0(&wasm_bindgen::JsValue::UNDEFINED);
        }
    });
    let _ = JsFuture::from(promise).await;
}

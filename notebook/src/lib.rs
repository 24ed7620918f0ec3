//! The document that people edit, share and export: sources, comparisons and notes, and every change that can be made to
//! them.
//!
//! Pure: the page, the command line and the tests use the same functions.

pub mod decode;
pub mod export;
pub mod markdown;
pub mod masking;
pub mod model;
pub mod permalink;

pub use model::{Cell, CellBody, CellId, Comparison, Edit, EditKind, Notebook};

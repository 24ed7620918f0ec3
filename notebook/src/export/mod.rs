//! What people take away. The same functions serve the page and the command line.

mod json;
mod mail;

pub use json::json;
pub use mail::{mail, reading};

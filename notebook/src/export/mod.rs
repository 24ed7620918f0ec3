//! What people take away. The same functions serve the page and the command line.

mod csv;
mod html;
mod json;
mod judged;
mod mail;
mod markdown;
mod table;

pub use csv::csv;
pub use html::html;
pub use json::json;
pub use judged::judged;
pub use mail::{mail, reading};
pub use markdown::markdown;

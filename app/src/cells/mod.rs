//! The sections of the page, a component a file.

pub(crate) mod charts;
pub(crate) mod configurations;
pub(crate) mod note;
pub(crate) mod source;
pub(crate) mod table;
pub(crate) mod verdict;

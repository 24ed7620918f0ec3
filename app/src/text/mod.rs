//! The pasted text as the page shows it: broken into rows of bounded length, with everything found in it marked.

pub(crate) mod marks;
pub(crate) mod numbers;
pub(crate) mod part;
pub(crate) mod rows;

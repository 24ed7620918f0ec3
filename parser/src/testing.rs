//! What the unit tests of several readers start from.

use std::sync::Arc;

use crate::{Parsed, Source, parse};

/// What one unnamed source of this text is read as.
pub(crate) fn read(text: &str) -> Parsed {
    parse(&[Arc::new(Source::unnamed(text))])
}

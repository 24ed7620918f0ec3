//! Charts: where everything stands ([`layout`]), how it is drawn on any plotters backend ([`draw`]), and the canvas it is
//! drawn on in the browser ([`surface`]). Only the last knows the browser.

pub(crate) mod draw;
pub(crate) mod layout;
pub(crate) mod marker;
pub(crate) mod measured;
pub(crate) mod scale;
pub(crate) mod surface;
pub(crate) mod theme;

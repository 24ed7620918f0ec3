//! What several formats share: words with their places, rows that were wrapped, quantities, and putting figures into the
//! sink. Nothing in here knows any tool.

pub(crate) mod amount;
pub(crate) mod bars;
pub(crate) mod columns;
pub(crate) mod emit;
pub(crate) mod factors;
pub(crate) mod flow;
pub(crate) mod joined;
pub(crate) mod keys;
pub(crate) mod line_rules;
pub(crate) mod number;
pub(crate) mod quantity;
pub(crate) mod report;
pub(crate) mod row_order;
pub(crate) mod runs;
pub(crate) mod settings;
pub(crate) mod sizes;
pub(crate) mod stanza;
pub(crate) mod template;
pub(crate) mod titles;
pub(crate) mod tools;
pub(crate) mod twins;
pub(crate) mod words;

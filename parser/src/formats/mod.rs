//! The tools known by name.

//! What cells are made of.

pub(crate) mod cell_frame;
pub(crate) mod chart;
pub(crate) mod chart_data;
pub(crate) mod comparisons;
pub(crate) mod corrections;
pub(crate) mod example_list;
pub(crate) mod explain;
pub(crate) mod grade;
pub(crate) mod kept_list;
pub(crate) mod markdown;
pub(crate) mod marker;
pub(crate) mod notebook_bar;
pub(crate) mod notice;
pub(crate) mod open_button;
pub(crate) mod paste_again;
pub(crate) mod peek;
pub(crate) mod pieces;
pub(crate) mod segments;
pub(crate) mod share;
pub(crate) mod source_view;
pub(crate) mod text_field;
pub(crate) mod wanted;

//! Statistics over slices of `f64` and printed intervals: no units, no text, no clocks.
//!
//! | module | question |
//! |---|---|
//! | [`order`] | what is in the middle, and how wide is the rest |
//! | [`printed`] | which values can a printed number stand for |
//! | [`separation`] | do all runs of one side lie beyond those of the other |
//! | [`rank_sum`] | how often does chance alone order the runs so |
//! | [`shift`] | by what factor do the sides differ, and within which bounds |
//! | [`student`], [`prediction`] | where would one more run fall |
//! | [`welch`] | what do printed means with their ± say of each other |
//! | [`correction`] | which of many findings stand |
//! | [`regroup`] | how many findings do other splits of the same runs give |
//! | [`bootstrap`] | how far does a figure over whole runs move when others are drawn |
//! | [`runs_needed`] | how many runs would settle it |
//! | [`combinations`] | the arrangements behind all of these |
//!
//! Every function is total: what cannot be computed (an empty sample, a value that is not finite, a ratio of values
//! that are not positive) gives `None`, never a panic. Transcendental functions come from `libm`, so that the page
//! and the command line agree to the last bit.

pub mod bootstrap;
pub mod combinations;
pub mod correction;
pub mod order;
pub mod prediction;
pub mod printed;
pub mod rank_sum;
pub mod regroup;
pub mod runs_needed;
pub mod separation;
pub mod shift;
pub mod student;
pub mod welch;

mod subset_sums;

/// How a probability was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By counting every arrangement of the runs.
    Exact,
    /// By the normal approximation, where there are too many arrangements to count.
    Normal,
}

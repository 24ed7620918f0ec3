//! What went wrong, in words for the person at the terminal.

use std::fmt;

/// The result of anything here that can go wrong.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// One message that says what failed and, where it is known, what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure(String);

impl Failure {
    /// A failure with this message.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self(format!("unexpected JSON: {error}"))
    }
}

/// Says what was being done when something failed.
pub(crate) trait Context<T> {
    /// Puts `what` before the message of a failure.
    fn context(self, what: impl fmt::Display) -> Outcome<T>;
}

impl<T, E: fmt::Display> Context<T> for Result<T, E> {
    fn context(self, what: impl fmt::Display) -> Outcome<T> {
        self.map_err(|error| Failure(format!("{what}: {error}")))
    }
}

/// Returns a [`Failure`] with a formatted message from the function it stands in.
macro_rules! fail {
    ($($message:tt)+) => { return Err($crate::failure::Failure::new(format!($($message)+))) };
}

/// Fails with a formatted message unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {{ let holds: bool = $condition; if !holds { $crate::failure::fail!($($message)+) } }};
}

pub(crate) use {ensure, fail};

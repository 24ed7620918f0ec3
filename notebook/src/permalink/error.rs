//! What is the matter with a link, in words.

use std::fmt;

/// Why a link cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// There is no link in the text.
    None,
    /// It was made by a later version.
    Newer,
    /// Its end is missing: how many of its characters arrived, and how many there were if that much is known.
    Cut {
        /// The characters that arrived.
        arrived: usize,
        /// The characters there were.
        whole: Option<usize>,
    },
    /// Characters of it were changed, or some are missing from its middle.
    Damaged,
    /// It says that it holds more than a link may hold.
    TooLarge,
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("there is no link of Benchnote in this text"),
            Self::Newer => {
                f.write_str("the link was made by a newer version of Benchnote; reload the page, or update the program")
            }
            Self::Cut { arrived, whole: Some(whole) } => write!(
                f,
                "the link is cut: {} of {} characters arrived; a mail program probably cut it. Ask for it as a block of \
                 72 columns or as a file",
                grouped(*arrived),
                grouped(*whole)
            ),
            Self::Cut { arrived, whole: None } => {
                write!(f, "the link is cut: only its first {} characters arrived", grouped(*arrived))
            }
            Self::Damaged => f.write_str("the link is damaged: some of its characters were changed on the way"),
            Self::TooLarge => {
                f.write_str("the link says that it holds more than a link can hold, so it was not opened")
            }
        }
    }
}

impl std::error::Error for LinkError {}

/// Why no link can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// How much there is to hold, in bytes.
    pub bytes: usize,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes are too much for a link; save the notebook as a file instead", grouped(self.bytes))
    }
}

impl std::error::Error for TooLong {}

/// A number with a comma between thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

//! Links: a whole notebook in the part of an address behind `#`, which browsers keep to themselves.
//!
//! ```text
//! Notebook -> document -> bytes -> coder -> fewer bytes -> frame -> characters   write
//! text -> tidy -> characters -> frame -> bytes -> coder -> document -> Notebook  read
//! ```
//!
//! - `document` the notebook as bytes: its texts, then the rest as JSON;
//! - `coder` the bytes as fewer: a model foresees each bit, an arithmetic coder writes what it did not foresee;
//! - `frame` version, lengths and checks; `check` the characters and the code that finds every change of one of them;
//! - `tidy` the link in a mail that wrapped, quoted or encoded it; `error` what is the matter with one that does not open.
//!
//! A version is for ever: the coder, the dictionary and all numbers in it are part of it, and links of it must open in ten
//! years. What would change any of them is a new version beside this one. The coder uses whole numbers alone, so its bytes are
//! the same natively and in WebAssembly.
//!
//! # What was tried
//!
//! Characters of the links of five posts from mailing lists (2 to 10 kB each, 32.8 kB in all), and of the 45 short posts in
//! `tests/posts` (56 kB in all), which the dictionary knows nothing of. The model of context mixing follows paq8 and lpaq
//! (M. Mahoney); where a line is not set in, it changes what the last such line left.
//!
//! | coder | five posts | 45 posts |
//! |---|---|---|
//! | lz-string | 22,874 | |
//! | deflate 9 | 16,028 | 27,766 |
//! | brotli 11 | 12,671 | |
//! | 27 contexts of bits with counters and histories, nothing learned before | 13,474 | |
//! | with a dictionary of 27 kB | 7,461 | |
//! | the last byte of 9 contexts, in place of the counters of 7 | 7,388 | 17,116 |
//! | each context with counters, last byte, both or neither, as a search found best | 7,268 | 16,897 |
//! | weights that learn seven times as fast and begin lower | 6,877 | 16,446 |
//! | - without relations between the figures of a row | 7,236 | 16,449 |
//! | - without counters, by histories of bits alone | 6,956 | 16,690 |
//! | without histories of bits, by counters alone; without sets of weights by the length of a match | 6,936 | 16,574 |
//! | 2^20 counters in place of 2^22, those of four bits in one line of the cache | 7,002 | 16,785 |
//! | more prose in the dictionary, fewer rules of tables | 7,087 | 16,641 |
//! | 11 contexts with counters in place of 13, 8 with last bytes in place of 10, rates set anew | 7,026 | 16,533 |
//! | a dictionary of 25.6 kB, small errors not learned; with the notebook around the text: as it is | 7,094 | 17,102 |
//!
//! The dictionary is kept as this coder codes it, in a third of its length; reading it teaches the model. That is most of the
//! time that a link takes: some 25,600 bytes, and then those of the text.

mod check;
mod coder;
mod document;
mod error;
mod frame;
mod tidy;

pub use error::{LinkError, TooLong};

use crate::Notebook;

/// From this length in characters on a file is better than a link: some chats and mail programs cut longer messages.
pub const LONG: usize = 8000;
/// How wide a link is written in a mail, in characters.
const WIDTH: usize = 72;

/// The link of a notebook: what stands behind the `#` of an address.
///
/// # Errors
/// Where the notebook is larger than links can hold.
pub fn write(notebook: &Notebook) -> Result<String, TooLong> {
    let bytes = document::write(notebook);
    let too_long = TooLong { bytes: bytes.len() };
    if bytes.len() > frame::MOST_BYTES {
        return Err(too_long);
    }
    let link = frame::write(&coder::compress(&bytes), bytes.len());
    if link.len() > frame::MOST_CHARACTERS {
        return Err(too_long);
    }
    // All of its characters are ASCII.
    Ok(link.into_iter().map(char::from).collect())
}

/// The notebook of a link, of an address with one, or of a text that holds one, whatever mail and chat did to it.
///
/// # Errors
/// Where there is none, or it does not open.
pub fn read(text: &str) -> Result<Notebook, LinkError> {
    let link = tidy::link_in(text)?;
    let (coded, bytes) = frame::read(&link)?;
    document::read(&coder::decompress(&coded, bytes))
}

/// Whether a text holds something that is meant to be a link of this version, whole or not: its beginning is as it should be.
pub fn holds_link(text: &str) -> bool {
    let unknown =
        |error: &LinkError| matches!(error, LinkError::None | LinkError::Newer | LinkError::Cut { whole: None, .. });
    text.contains(['#', '%']) && !tidy::link_in(text).is_err_and(|error| unknown(&error))
}

/// An address as a block of 72 columns in angle brackets, for mail: programs put such lines together again, and so does
/// [`read`].
pub fn wrapped(address: &str) -> String {
    let bracketed: Vec<char> = format!("<{address}>").chars().collect();
    bracketed.chunks(WIDTH).map(|line| line.iter().chain(&['\n']).collect::<String>()).collect()
}

//! What stands around the coded notebook in a link.
//!
//! ```text
//! 1 f LLL DDD H payload CCCC
//! | | |   |   |         the check of all before, in letters and digits
//! | | |   |   the check of the eight characters before
//! | | |   the length of the decoded notebook in bytes
//! | | the length of the payload in characters
//! | the kind: the whole text
//! the version: coder, dictionary and tables are frozen with it
//! ```

use super::check::{self, bits, character};
use super::error::LinkError;

/// The version and the kind that are written and read.
pub(super) const START: &[u8; 2] = b"1f";
/// The characters of a head: start, lengths, check.
pub(super) const HEAD: usize = 9;
/// The characters of the check at the end.
const ENDING: usize = 4;

/// The longest link that is read, in characters.
pub(super) const MOST_CHARACTERS: usize = 64 << 10;
/// The largest notebook that a link holds, in bytes: what the head can state.
pub(super) const MOST_BYTES: usize = (256 << 10) - 1;

/// What a head states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    payload: usize,
    /// The length of the decoded notebook in bytes.
    pub(super) bytes: usize,
}

impl Head {
    /// The characters of the whole link.
    pub(super) fn whole(self) -> usize {
        HEAD + self.payload + ENDING
    }
}

/// A link around a coded notebook of so many bytes.
pub(super) fn write(coded: &[u8], bytes: usize) -> Vec<u8> {
    let payload = check::characters(coded);
    let mut link = START.to_vec();
    for length in [payload.len(), bytes] {
        link.extend([12, 6, 0].map(|place| character(length as u32 >> place)));
    }
    link.push(check::of_head(&link));
    link.extend(payload);
    link.extend(check::ending(&link));
    link
}

/// Reads the head of a link of characters.
pub(super) fn head(link: &[u8]) -> Result<Head, LinkError> {
    let cut = || LinkError::Cut { arrived: link.len(), whole: None };
    match link {
        [b'1', b'f', ..] => {}
        [b'1'] => return Err(cut()),
        // A version or a kind that is not known yet.
        [b'1'..=b'9', b'a'..=b'z', ..] if link.len() >= HEAD => return Err(LinkError::Newer),
        _ => return Err(LinkError::None),
    }
    let (head, check) = match link.get(..HEAD) {
        Some([head @ .., check]) => (head, *check),
        _ => return Err(cut()),
    };
    if check::of_head(head) != check {
        return Err(LinkError::Damaged);
    }
    let number = |from: usize| {
        let places = head.get(from..from + 3).unwrap_or_default();
        places.iter().try_fold(0, |number, &place| Some(number << 6 | bits(place)? as usize))
    };
    let (Some(payload), Some(bytes)) = (number(2), number(5)) else { return Err(LinkError::Damaged) };
    let head = Head { payload, bytes };
    if head.whole() > MOST_CHARACTERS || bytes > MOST_BYTES {
        return Err(LinkError::TooLarge);
    }
    Ok(head)
}

/// The coded notebook of a link of characters, and the length of the notebook in bytes.
pub(super) fn read(link: &[u8]) -> Result<(Vec<u8>, usize), LinkError> {
    let head = head(link)?;
    if link.len() < head.whole() {
        return Err(LinkError::Cut { arrived: link.len(), whole: Some(head.whole()) });
    }
    let (before, ending) = link.split_at(head.whole() - ENDING);
    if check::ending(before) != ending {
        return Err(LinkError::Damaged);
    }
    let coded = before.get(HEAD..).and_then(check::bytes).ok_or(LinkError::Damaged)?;
    Ok((coded, head.bytes))
}

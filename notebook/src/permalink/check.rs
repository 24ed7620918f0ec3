//! The characters of links and the code that finds what happened to them.
//!
//! A cyclic redundancy check of degree n finds every error that lies within n bits in a row. A character stands for six bits,
//! so the check of degree six finds every change of a single character, and that of degree twenty every change within three
//! characters in a row; of anything else it overlooks one in a million. Cuts are found by the length that a link states.

/// The characters of base64 for addresses (RFC 4648, section 5), which stand for six bits each.
const CHARACTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// The characters of base32 in small letters (section 6), five bits each: a link ends in them, for programs that make links
/// of addresses leave out a sign at the end.
const ENDINGS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// x^6 + x + 1 without its highest term.
const SIX: u32 = 0b00_0011;
/// x^20 + x^3 + 1, a primitive polynomial, without its highest term.
const TWENTY: u32 = 0b1001;

/// The character of six bits.
pub(super) fn character(bits: u32) -> u8 {
    CHARACTERS[(bits & 63) as usize]
}

/// The six bits of a character.
pub(super) fn bits(character: u8) -> Option<u32> {
    let bits = match character {
        b'A'..=b'Z' => character - b'A',
        b'a'..=b'z' => character - b'a' + 26,
        b'0'..=b'9' => character - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    };
    Some(u32::from(bits))
}

/// Four characters that tell whether all before them is as it was.
pub(super) fn ending(before: &[u8]) -> [u8; 4] {
    let code = remainder(before, 20, TWENTY);
    [15, 10, 5, 0].map(|place| ENDINGS[(code >> place & 31) as usize])
}

/// One character that does so for a few.
pub(super) fn of_head(head: &[u8]) -> u8 {
    character(remainder(head, 6, SIX))
}

/// The remainder of what characters stand for by a polynomial of a degree. What is no character counts as zero.
fn remainder(characters: &[u8], degree: u32, polynomial: u32) -> u32 {
    let mask = (1 << degree) - 1;
    // Begins with ones, so that zeros at the beginning count.
    characters.iter().fold(mask, |rest, &character| {
        let fed = rest ^ bits(character).unwrap_or(0) << (degree - 6);
        (0..6).fold(fed, |rest, _| {
            let carry = rest >> (degree - 1) & 1;
            ((rest << 1) ^ (carry * polynomial)) & mask
        })
    })
}

/// Bytes as characters.
pub(super) fn characters(bytes: &[u8]) -> Vec<u8> {
    bytes
        .chunks(3)
        .flat_map(|chunk| {
            let word = chunk.iter().fold(0, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
            (0..=chunk.len()).map(move |place| character(word >> (18 - 6 * place)))
        })
        .collect()
}

/// The bytes of characters; nothing where one is none.
pub(super) fn bytes(characters: &[u8]) -> Option<Vec<u8>> {
    let mut read = Vec::with_capacity(characters.len() * 3 / 4);
    for chunk in characters.chunks(4) {
        let word = chunk.iter().try_fold(0, |word, &character| Some(word << 6 | bits(character)?))?;
        let word: u32 = word << (6 * (4 - chunk.len()));
        read.extend(word.to_be_bytes().into_iter().skip(1).take(chunk.len() - 1));
    }
    Some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        for length in 0..40_u8 {
            let given: Vec<u8> = (0..length).map(|at| at.wrapping_mul(97)).collect();
            let written = characters(&given);
            assert_eq!(written.len(), (given.len() * 8).div_ceil(6));
            assert_eq!(bytes(&written), Some(given));
        }
        assert_eq!(bytes(b"AA*A"), None);
    }

    #[test]
    fn every_character_has_its_bits() {
        for (at, &character) in (0..).zip(CHARACTERS) {
            assert_eq!(bits(character), Some(at));
        }
    }

    #[test]
    fn every_change_within_three_characters_is_found() {
        let text = b"1fAB9AcDxQf3_kd-0123456789";
        let (ending_before, head_before) = (ending(text), of_head(text));
        for at in 0..text.len() - 2 {
            for &one in CHARACTERS {
                let mut changed = *text;
                changed[at] = one;
                if changed == *text {
                    continue;
                }
                assert_ne!(of_head(&changed), head_before);
                for &other in CHARACTERS {
                    changed[at + 2] = other;
                    assert_ne!(ending(&changed), ending_before);
                }
            }
        }
    }
}

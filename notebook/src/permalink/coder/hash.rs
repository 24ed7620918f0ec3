//! The hash of contexts. It is part of the format: two contexts that share a place share their counts.

/// Mixes two words.
pub(super) fn hash(a: u32, b: u32) -> u32 {
    let mixed = (a ^ b.wrapping_mul(0x9E37_79B1)).wrapping_mul(0x85EB_CA6B);
    mixed ^ (mixed >> 15)
}

/// Mixes a number of a context with what it holds.
pub(super) fn context(number: u32, parts: &[u32]) -> u32 {
    parts.iter().fold(hash(number + 1, 0x5EED), |mixed, &part| hash(mixed, part))
}

/// The hash of some bytes.
pub(super) fn bytes(bytes: &[u8]) -> u32 {
    bytes.iter().fold(11, |mixed, &byte| hash(mixed, u32::from(byte)))
}

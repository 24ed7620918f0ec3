//! Bytes of a file to text.

/// What a file turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decoded {
    /// UTF-8, without its byte order mark.
    Utf8(String),
    /// Not UTF-8: read as Windows-1252, which holds Latin-1.
    Windows1252(String),
    /// UTF-16 by its byte order mark.
    Utf16(String),
    /// No text at all.
    Binary,
}

/// What Windows-1252 has where Latin-1 has control characters; the five unused places stay what they are.
const UPPER_CONTROLS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Reads a file's bytes as text.
pub(crate) fn decode(bytes: Vec<u8>) -> Decoded {
    if let Some(text) = utf16(&bytes) {
        return Decoded::Utf16(text);
    }
    // No text has these; archives, images and programs do.
    if bytes.contains(&0) {
        return Decoded::Binary;
    }
    match String::from_utf8(bytes) {
        Ok(text) => Decoded::Utf8(match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        }),
        Err(error) => Decoded::Windows1252(error.as_bytes().iter().map(|&byte| windows_1252(byte)).collect()),
    }
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => UPPER_CONTROLS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// UTF-16 in either order, where the bytes begin with its mark.
fn utf16(bytes: &[u8]) -> Option<String> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return None,
    };
    let units = bytes[2..].as_chunks::<2>().0.iter().copied().map(unit);
    Some(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_is_taken_as_it_is() {
        assert_eq!(decode("12 µs".into()), Decoded::Utf8("12 µs".to_owned()));
        assert_eq!(decode(b"\xef\xbb\xbfa".to_vec()), Decoded::Utf8("a".to_owned()));
        assert_eq!(decode(Vec::new()), Decoded::Utf8(String::new()));
    }

    #[test]
    fn other_bytes_are_windows_1252() {
        assert_eq!(decode(b"12 \xb5s \x96 \x80".to_vec()), Decoded::Windows1252("12 µs – €".to_owned()));
    }

    #[test]
    fn utf16_is_known_by_its_mark() {
        assert_eq!(decode(b"\xff\xfea\x001\x00".to_vec()), Decoded::Utf16("a1".to_owned()));
        assert_eq!(decode(b"\xfe\xff\x00a\x001\x00".to_vec()), Decoded::Utf16("a1".to_owned()));
        assert_eq!(decode(b"\xff\xfe\x00\xd8".to_vec()), Decoded::Utf16("\u{fffd}".to_owned()));
    }

    #[test]
    fn a_file_with_nul_bytes_is_no_text() {
        assert_eq!(decode(b"PK\x03\x04\x00\x00".to_vec()), Decoded::Binary);
    }
}

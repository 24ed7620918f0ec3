//! Base64, in which the protocol sends images.

/// The bytes that padded standard base64 stands for; none if it is not that.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for group in text.chunks(4) {
        let mut bits = 0;
        for digit in group {
            bits = bits << 6 | value(*digit)?;
        }
        bits <<= 6 * (4 - group.len());
        let [_, first, second, third] = bits.to_be_bytes();
        // Four digits make three bytes, three make two, two make one.
        bytes.extend_from_slice(&[first, second, third][..group.len() - 1]);
    }
    Some(bytes)
}

fn value(digit: u8) -> Option<u32> {
    let value = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_the_vectors_of_rfc_4648() {
        for (text, bytes) in [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmFy", "foobar")] {
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
        assert_eq!(decode("/+8="), Some(vec![0xff, 0xef]));
        assert_eq!(decode("Zm9%"), None);
    }
}

//! The coder of texts: context mixing with contexts for tables.

mod apm;
mod contexts;
mod counter;
mod expect;
mod hash;
mod layout;
mod logistic;
mod matching;
mod mixer;
mod model;
mod range;
mod relation;
mod run;

use std::sync::OnceLock;

use model::Model;
use range::{Decoder, Encoder};

/// The dictionary as this coder codes it.
static DICTIONARY: &[u8] = include_bytes!("dictionary.bin");
/// The length of the dictionary in bytes.
const DICTIONARY_BYTES: usize = 26_671;

/// A model that has read the dictionary.
fn primed() -> &'static Model {
    static PRIMED: OnceLock<Model> = OnceLock::new();
    PRIMED.get_or_init(|| {
        let mut model = Model::new();
        read(&mut model, DICTIONARY, DICTIONARY_BYTES);
        model
    })
}

/// Codes bytes.
pub(super) fn compress(bytes: &[u8]) -> Vec<u8> {
    write(&mut primed().clone(), bytes)
}

/// The bytes that were coded, of which there are `length`. Other bytes than [`compress`] gave are read as something.
pub(super) fn decompress(coded: &[u8], length: usize) -> Vec<u8> {
    read(&mut primed().clone(), coded, length)
}

fn write(model: &mut Model, bytes: &[u8]) -> Vec<u8> {
    let mut encoder = Encoder::new();
    for byte in bytes {
        for place in (0..8).rev() {
            let bit = byte >> place & 1 == 1;
            encoder.encode(bit, model.one());
            model.learn(bit);
        }
    }
    encoder.finish()
}

fn read(model: &mut Model, coded: &[u8], length: usize) -> Vec<u8> {
    let mut decoder = Decoder::new(coded);
    let mut byte = || {
        (0..8).fold(0_u8, |byte, _| {
            let bit = decoder.decode(model.one());
            model.learn(bit);
            byte << 1 | u8::from(bit)
        })
    };
    (0..length).map(|_| byte()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::document::END;
    use super::*;

    /// The dictionary as it is read: the sign that ends texts cannot be written in a file of text.
    fn dictionary() -> Vec<u8> {
        let parts: Vec<&[u8]> = include_str!("dictionary.txt").split('␞').map(str::as_bytes).collect();
        parts.join(&END)
    }

    /// `UPDATE_DICTIONARY=1` writes the file anew; the length must then be put in by hand. Links made before are lost.
    #[test]
    fn the_dictionary_is_the_one_that_is_written_down() {
        let dictionary = dictionary();
        let coded = write(&mut Model::new(), &dictionary);
        if std::env::var_os("UPDATE_DICTIONARY").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/permalink/coder/dictionary.bin");
            std::fs::write(path, &coded).expect("a file that can be written");
        }
        assert_eq!(dictionary.len(), DICTIONARY_BYTES);
        assert!(coded == DICTIONARY, "dictionary.bin is another one than dictionary.txt");
    }

    #[test]
    fn bytes_come_back() {
        let texts: [&[u8]; 6] =
            [b"", b"a", b"fork 12 us\nexec 14 us\n", &[0; 300], &[0xFF; 9], "1 µs – 2 \u{1F600}\n".as_bytes()];
        for text in texts {
            assert_eq!(decompress(&compress(text), text.len()), text);
        }
    }

    #[test]
    fn anything_is_read_as_something() {
        assert_eq!(decompress(b"", 100).len(), 100);
        assert_eq!(decompress(&[0xA7; 50], 1000).len(), 1000);
    }
}

//! Character sets that mail names, where they are one byte a character: the upper halves as tables.
//!
//! The figures of a post are ASCII in all of them; what the tables are for is signs such as `±` and `µ`, and names of
//! settings in other alphabets. Sets of several bytes a character give their ASCII part.

/// How the bytes of a part are to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Charset {
    /// UTF-8 as far as it is; other bytes as windows-1252, which holds all of Latin-1.
    #[default]
    Unicode,
    /// One byte a character: what the bytes from 0x80 stand for, as 128 characters.
    Single(&'static str),
}

/// Names in lower case and upper halves. A control character stands where a set has none.
const SINGLE: &[(&[&str], &str)] = &[
    (&["iso-8859-1", "latin1", "iso_8859-1", "windows-1252", "cp1252"], WINDOWS_1252),
    (&["iso-8859-15", "latin-9", "latin9", "iso_8859-15"], ISO_8859_15),
    (&["iso-8859-2", "latin2", "iso_8859-2"], ISO_8859_2),
    (&["koi8-r", "koi8r"], KOI8_R),
    (&["windows-1251", "cp1251"], WINDOWS_1251),
];

#[rustfmt::skip]
const WINDOWS_1252: &str = "\
€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ\
\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿\
ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";

#[rustfmt::skip]
const ISO_8859_15: &str = "\
\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}\
\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}\
\u{a0}¡¢£€¥Š§š©ª«¬\u{ad}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿\
ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";

#[rustfmt::skip]
const ISO_8859_2: &str = "\
\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}\
\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}\u{9f}\
\u{a0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{ad}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙";

#[rustfmt::skip]
const KOI8_R: &str = "\
─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{a0}⌡°²·÷\
═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©\
юабцдефгхийклмнопярстужвьызшэщчъ\
ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ";

#[rustfmt::skip]
const WINDOWS_1251: &str = "\
ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\
\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї\
АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
абвгдежзийклмнопрстуфхцчшщъыьэюя";

impl Charset {
    /// The set of a name as mail writes it; what is not known is read as Unicode.
    pub(crate) fn named(name: &str) -> Self {
        let name = name.trim_matches(['"', '\'', ' ']).to_ascii_lowercase();
        let known = SINGLE.iter().find(|(names, _)| names.contains(&name.as_str()));
        known.map_or(Self::Unicode, |(_, upper)| Self::Single(upper))
    }

    /// The characters at the start of some bytes that are no ASCII, and how many bytes they are: one character, or the
    /// whole of what is not known.
    pub(crate) fn first(self, bytes: &[u8]) -> Option<(char, usize)> {
        let &byte = bytes.first()?;
        if byte < 0x80 {
            return Some((char::from(byte), 1));
        }
        let upper = match self {
            Self::Single(upper) => upper,
            Self::Unicode => {
                let lengths = 2..=bytes.len().min(4);
                let mut whole = lengths.filter_map(|n| std::str::from_utf8(bytes.get(..n)?).ok());
                match whole.next().and_then(|s| s.chars().next()) {
                    Some(character) => return Some((character, character.len_utf8())),
                    None => WINDOWS_1252,
                }
            }
        };
        upper.chars().nth(usize::from(byte - 0x80)).map(|character| (character, 1))
    }

    /// Some bytes as text.
    pub(crate) fn decode(self, bytes: &[u8]) -> String {
        let mut text = String::with_capacity(bytes.len());
        let mut at = 0;
        while let Some((character, length)) = bytes.get(at..).and_then(|rest| self.first(rest)) {
            text.push(character);
            at += length;
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_a_character_for_each_byte() {
        for (names, upper) in SINGLE {
            assert_eq!(upper.chars().count(), 128, "{names:?}");
        }
    }

    #[test]
    fn names_and_bytes_are_known() {
        assert_eq!(Charset::named("\"KOI8-R\"").decode(b"1 \xd5\xd3 \x94"), "1 ус ■");
        assert_eq!(Charset::named("iso-8859-15").decode(b"5 \xa4 \xb5s \xb1"), "5 € µs ±");
        assert_eq!(Charset::named("Windows-1252").decode(b"\x96 \xb1"), "– ±");
        assert_eq!(Charset::named("utf-8").decode("± é".as_bytes()), "± é");
        assert_eq!(Charset::named("x-unknown").decode(b"\xb1 1 \xe2\x88\x92"), "± 1 −");
    }
}

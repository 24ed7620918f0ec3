//! What the coder knows of the text so far: words, lines, the fields of a line, and which earlier fields stand above.

use super::hash::{bytes, context, hash};
use super::relation::Relations;

/// How many earlier places are remembered by a key: a power of two.
pub(super) const PLACES: usize = 1 << 16;
/// How far blanks may move what stands above.
const BLANKS: usize = 60;

/// Something that was read before and is expected to come again.
#[derive(Clone, Copy, Default)]
pub(super) struct Above {
    /// The end of the field before it, 0 for none.
    from: usize,
    /// Where the field that stands above this one begins, 0 for none.
    pub(super) field: usize,
}

/// Where keys occurred last.
#[derive(Clone)]
pub(super) struct Places(Vec<u32>);

impl Places {
    pub(super) fn new() -> Self {
        Self(vec![0; PLACES])
    }

    /// Where a key occurred before, 0 for nowhere; from now on, at `now`.
    pub(super) fn replace(&mut self, key: u32, now: usize) -> usize {
        std::mem::replace(&mut self.0[key as usize % PLACES], now as u32) as usize
    }
}

/// The text so far and its layout.
#[derive(Clone)]
pub(super) struct Layout {
    /// The text.
    pub(super) text: Vec<u8>,
    /// The first byte of this line and of the one before.
    pub(super) line: usize,
    pub(super) line_before: usize,
    /// The word that goes on, in small letters, and the two before it, as hashes; 0 for none.
    pub(super) words: [u32; 3],
    /// Whether a field goes on, and its first byte.
    pub(super) in_field: bool,
    pub(super) field: usize,
    /// The number of fields before it in this line.
    pub(super) fields: u32,
    /// The kinds of the fields of this line: their letters and signs, every number alike.
    pub(super) kinds: u32,
    /// The first field of this line.
    pub(super) first: u32,
    /// The kinds of the characters of this line and of the one before.
    pub(super) shape: u32,
    pub(super) shape_before: u32,
    /// What stands above after fields of these kinds, and in the row of another table that begins with the same field.
    pub(super) above: Above,
    pub(super) row: Above,
    /// What the figures of this row tell of the next.
    pub(super) relations: Relations,
    /// The end of the last field of this line.
    field_end: usize,
    last_kind: u32,
    by_kinds: Places,
    by_first: Places,
}

/// Whether a byte parts fields within a line.
fn parts_fields(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'|')
}

impl Layout {
    pub(super) fn new() -> Self {
        Self {
            text: Vec::new(),
            line: 0,
            line_before: 0,
            words: [0; 3],
            in_field: false,
            field: 0,
            fields: 0,
            kinds: 0,
            first: 0,
            shape: 0,
            shape_before: 0,
            above: Above::default(),
            row: Above::default(),
            relations: Relations::default(),
            field_end: 0,
            last_kind: 0,
            by_kinds: Places::new(),
            by_first: Places::new(),
        }
    }

    /// The byte so many places back, 1 for the last one; 0 before the text.
    pub(super) fn back(&self, places: usize) -> u8 {
        self.text.len().checked_sub(places).map_or(0, |at| self.byte(at))
    }

    /// The byte at a place; 0 outside of the text.
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    /// The field that goes on, as far as it was read.
    pub(super) fn so_far(&self) -> &[u8] {
        if self.in_field { self.text.get(self.field..).unwrap_or_default() } else { &[] }
    }

    /// Takes the next byte.
    pub(super) fn push(&mut self, byte: u8) {
        self.text.push(byte);
        self.take_word(byte);
        self.take_shape(byte);
        let at = self.text.len() - 1;
        if byte == b'\n' {
            self.end_field(at);
            self.end_line(at + 1);
        } else if parts_fields(byte) {
            if self.in_field {
                self.end_field(at);
                self.look_up(at);
            }
        } else if !self.in_field {
            self.begin_field(at);
        }
    }

    fn take_word(&mut self, byte: u8) {
        if byte.is_ascii_alphabetic() || !byte.is_ascii() {
            self.words[0] = hash(self.words[0], u32::from(byte.to_ascii_lowercase()) + 512);
        } else if self.words[0] != 0 {
            self.words = [0, self.words[0], self.words[1]];
        }
    }

    fn take_shape(&mut self, byte: u8) {
        let kind = match byte {
            b'0'..=b'9' => 1,
            b'a'..=b'z' | b'A'..=b'Z' => 2,
            _ => u32::from(byte) + 256,
        };
        // However many digits or letters are one thing.
        if kind != self.last_kind || kind > 2 {
            self.shape = hash(self.shape, kind);
        }
        self.last_kind = kind;
    }

    fn begin_field(&mut self, at: usize) {
        self.in_field = true;
        self.field = at;
        self.above.field = self.after_blanks(self.above.from);
        self.row.field = self.after_blanks(self.row.from);
        self.relations.begin();
    }

    fn after_blanks(&self, from: usize) -> usize {
        if from == 0 {
            return 0;
        }
        let blanks = self.text.iter().skip(from).take_while(|&&byte| parts_fields(byte)).count();
        from + blanks
    }

    fn end_field(&mut self, end: usize) {
        if !self.in_field {
            return;
        }
        let field = self.text.get(self.field..end).unwrap_or_default();
        if self.fields == 0 {
            self.first = bytes(field);
        }
        self.kinds = context(5, &[self.kinds, kind_of(field)]);
        self.fields += 1;
        self.relations.end(field);
        self.in_field = false;
        self.field_end = end;
    }

    fn end_line(&mut self, next: usize) {
        self.relations.end_row();
        self.line_before = self.line;
        self.line = next;
        self.shape_before = self.shape;
        self.shape = 0;
        self.fields = 0;
        self.kinds = 0;
        self.first = 0;
        self.in_field = false;
        self.field_end = next;
        self.look_up(next);
    }

    /// Looks up what stood behind fields like those so far.
    fn look_up(&mut self, end: usize) {
        let kinds = hash(self.kinds, 77);
        let first = context(9, &[self.kinds, self.first, self.fields]);
        self.above = Above { from: self.by_kinds.replace(kinds, end), field: 0 };
        self.row = Above { from: self.by_first.replace(first, end), field: 0 };
    }

    /// The byte that stands where the next one will, by what stands above; nothing where nothing does.
    pub(super) fn next_of(&self, above: Above) -> Option<u8> {
        let here = self.text.len();
        if above.from == 0 || self.in_field && above.field == 0 {
            return None;
        }
        let at = if self.in_field {
            above.field + (here - self.field)
        } else {
            let blanks = here - self.field_end;
            if blanks >= BLANKS {
                return None;
            }
            above.from + blanks
        };
        Some(self.byte(at)).filter(|&byte| byte != 0)
    }

    /// The field that stands above this one, as a hash.
    pub(super) fn field_of(&self, above: Above) -> u32 {
        if !self.in_field || above.field == 0 {
            return 0;
        }
        let rest = self.text.get(above.field..).unwrap_or_default();
        let length = rest.iter().take_while(|&&byte| byte != b'\n' && !parts_fields(byte)).count();
        bytes(rest.get(..length).unwrap_or_default())
    }

    /// How what was read of this field compares with what stands above: 1 equal, 2 and 3 just smaller or larger in the last
    /// digit, 4 and 5 smaller or larger; 0 where nothing stands above.
    pub(super) fn compared(&self, above: Above) -> u32 {
        if !self.in_field || above.field == 0 {
            return 0;
        }
        let so_far = self.so_far();
        let differs = so_far.iter().zip(above.field..).position(|(&byte, at)| byte != self.byte(at));
        let Some(at) = differs else { return 1 };
        let (here, there) = (so_far[at], self.byte(above.field + at));
        let last = at + 1 == so_far.len();
        match (last && here.abs_diff(there) == 1, here < there) {
            (true, true) => 2,
            (true, false) => 3,
            (false, true) => 4,
            (false, false) => 5,
        }
    }
}

/// The kind of a field: its letters and signs; numbers are alike, whatever their length.
fn kind_of(field: &[u8]) -> u32 {
    let mut kind = 7;
    let mut in_number = false;
    for &byte in field {
        let goes_on = in_number && matches!(byte, b'.' | b',');
        if byte.is_ascii_digit() || goes_on {
            if !in_number {
                kind = hash(kind, 1);
            }
            in_number = true;
        } else {
            kind = hash(kind, u32::from(byte) + 256);
            in_number = false;
        }
    }
    kind
}

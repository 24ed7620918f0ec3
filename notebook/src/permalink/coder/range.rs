//! The arithmetic coder: bits with their probabilities to bytes and back, after the carryless binary coder of paq and lpaq.

/// Writes bits.
pub(super) struct Encoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) fn new() -> Self {
        Self { low: 0, high: u32::MAX, bytes: Vec::new() }
    }

    /// Writes a bit whose probability to be one is `one` in 65,536.
    pub(super) fn encode(&mut self, bit: bool, one: u32) {
        let middle = split(self.low, self.high, one);
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
        }
    }

    /// The bytes: as few as tell the last interval from others, where what lies behind the end reads as zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.low > 0 {
            let kept = (1..=4_u32).find_map(|count| {
                let unit = 1_u64 << (32 - 8 * count);
                let value = u64::from(self.low).div_ceil(unit) * unit;
                (value <= u64::from(self.high)).then_some((value as u32, count as usize))
            });
            let (value, count) = kept.unwrap_or((self.low, 4));
            self.bytes.extend(value.to_be_bytes().into_iter().take(count));
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads bits.
pub(super) struct Decoder<'b> {
    low: u32,
    high: u32,
    value: u32,
    rest: std::slice::Iter<'b, u8>,
}

impl<'b> Decoder<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        let mut decoder = Self { low: 0, high: u32::MAX, value: 0, rest: bytes.iter() };
        for _ in 0..4 {
            decoder.shift();
        }
        decoder
    }

    /// Reads a bit whose probability to be one is `one` in 65,536.
    pub(super) fn decode(&mut self, one: u32) -> bool {
        let middle = split(self.low, self.high, one);
        let bit = self.value <= middle;
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
            self.shift();
        }
        bit
    }

    fn shift(&mut self) {
        self.value = self.value << 8 | u32::from(self.rest.next().copied().unwrap_or(0));
    }
}

/// The last value of the lower part, which stands for a one.
fn split(low: u32, high: u32, one: u32) -> u32 {
    let range = u64::from(high - low);
    low + ((range * u64::from(one)) >> 16) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_back_under_any_probabilities() {
        for seed in 0..200_u32 {
            let mut random = seed.wrapping_mul(0x9E37_79B1) | 1;
            let mut next = || {
                random ^= random << 13;
                random ^= random >> 17;
                random ^= random << 5;
                random
            };
            let bits: Vec<(bool, u32)> = (0..seed * 3)
                .map(|_| {
                    let one = [1, 7, 300, 32_768, 65_000, 65_535][next() as usize % 6];
                    (next() % 65_536 < one, one)
                })
                .collect();
            let mut encoder = Encoder::new();
            for &(bit, one) in &bits {
                encoder.encode(bit, one);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for &(bit, one) in &bits {
                assert_eq!(decoder.decode(one), bit);
            }
        }
    }
}

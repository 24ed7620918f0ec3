//! The sizes of the built page's files against a budget.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::failure::{Outcome, ensure};
use crate::page::files_below;

/// What the files of one kind may weigh together, in bytes.
struct Budget {
    /// The kind by file extension; empty for all files that no other line names.
    extension: &'static str,
    raw: usize,
    gzip: usize,
    brotli: usize,
}

/// Raw is what the browser has to compile, gzip what most hosts send, brotli what good ones send.
const BUDGETS: [Budget; 5] = [
    Budget { extension: "wasm", raw: 3_350_000, gzip: 1_390_000, brotli: 1_080_000 },
    Budget { extension: "js", raw: 68_000, gzip: 12_000, brotli: 11_000 },
    Budget { extension: "css", raw: 40_000, gzip: 10_000, brotli: 9_000 },
    Budget { extension: "html", raw: 6_000, gzip: 2_500, brotli: 2_000 },
    Budget { extension: "", raw: 200_000, gzip: 80_000, brotli: 70_000 },
];

/// A file's size in bytes as it is and compressed as far as each method goes.
#[derive(Clone, Copy, Default)]
struct Sizes {
    raw: usize,
    gzip: usize,
    brotli: usize,
}

impl Sizes {
    fn of(bytes: &[u8]) -> Outcome<Self> {
        Ok(Self { raw: bytes.len(), gzip: gzip(bytes)?, brotli: brotli(bytes)? })
    }

    fn plus(self, other: Self) -> Self {
        Self { raw: self.raw + other.raw, gzip: self.gzip + other.gzip, brotli: self.brotli + other.brotli }
    }

    /// Which of the sizes is over the budget, in words.
    fn over(self, budget: &Budget) -> Option<String> {
        let kind = if budget.extension.is_empty() { "other" } else { budget.extension };
        [("raw", self.raw, budget.raw), ("gzip", self.gzip, budget.gzip), ("brotli", self.brotli, budget.brotli)]
            .into_iter()
            .find(|(_, size, limit)| size > limit)
            .map(|(how, size, limit)| format!("{kind} files are {size} bytes {how}, the budget is {limit}"))
    }
}

/// Prints the size of each file of a built page; fails if a kind of file is over its budget.
pub(crate) fn check(dist: &Path) -> Outcome {
    let mut sums = [Sizes::default(); BUDGETS.len()];
    let mut total = Sizes::default();
    println!("{:>10} {:>10} {:>10}", "raw", "gzip", "brotli");
    for file in files_below(dist)? {
        let sizes = Sizes::of(&fs::read(dist.join(&file))?)?;
        print_row(sizes, &file.to_string_lossy());
        let kind = kind_of(&file);
        sums[kind] = sums[kind].plus(sizes);
        total = total.plus(sizes);
    }
    print_row(total, "in all");
    let over: Vec<String> = sums.iter().zip(&BUDGETS).filter_map(|(sum, budget)| sum.over(budget)).collect();
    ensure!(over.is_empty(), "{} (budgets: xtask/src/size.rs)", over.join("; "));
    Ok(())
}

/// The line of [`BUDGETS`] that a file belongs to.
fn kind_of(file: &Path) -> usize {
    let extension = file.extension().unwrap_or_default();
    BUDGETS.iter().position(|budget| extension == budget.extension).unwrap_or(BUDGETS.len() - 1)
}

fn print_row(sizes: Sizes, name: &str) {
    println!("{:>10} {:>10} {:>10}  {name}", sizes.raw, sizes.gzip, sizes.brotli);
}

fn gzip(bytes: &[u8]) -> Outcome<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

pub(crate) fn brotli(bytes: &[u8]) -> Outcome<usize> {
    let mut packed = Vec::new();
    let settings = brotli::enc::BrotliEncoderParams::default();
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &settings)?;
    Ok(packed.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_budget() {
        assert_eq!(BUDGETS[kind_of(Path::new("a/b.wasm"))].extension, "wasm");
        assert_eq!(BUDGETS[kind_of(Path::new("a/LICENSE"))].extension, "");
        assert_eq!(BUDGETS[kind_of(Path::new("icon.svg"))].extension, "");
    }

    #[test]
    fn names_what_is_over() {
        let budget = Budget { extension: "js", raw: 10, gzip: 10, brotli: 10 };
        assert_eq!(Sizes { raw: 10, gzip: 10, brotli: 10 }.over(&budget), None);
        let over = Sizes { raw: 10, gzip: 11, brotli: 10 }.over(&budget);
        assert_eq!(over.as_deref(), Some("js files are 11 bytes gzip, the budget is 10"));
    }

    #[test]
    fn compresses() {
        let bytes = b"benchnote ".repeat(1000);
        let sizes = Sizes::of(&bytes).expect("compressing memory cannot fail");
        assert!(sizes.gzip < 200 && sizes.brotli < 100, "{} {}", sizes.gzip, sizes.brotli);
    }
}

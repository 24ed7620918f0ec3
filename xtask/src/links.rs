//! How long links are, beside what common compressors make of the same texts.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::failure::{Context, Outcome, ensure};
use crate::size::brotli;
use crate::{process, workspace};

/// The longest link of an example and of a post from a mailing list, and the sum over the five of these, in characters.
const LONGEST: usize = 2150;
const SUM: usize = 8200;
/// A link is at most this long beside deflate 9, in percent.
const BESIDE_DEFLATE: usize = 70;

/// Lengths in characters.
#[derive(Clone, Copy, Default)]
struct Lengths {
    bytes: usize,
    link: usize,
    deflate: usize,
    lz_string: usize,
    brotli: usize,
}

impl Lengths {
    fn of(text: &[u8], link: usize) -> Outcome<Self> {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::best());
        zlib.write_all(text)?;
        let units: Vec<u16> = String::from_utf8_lossy(text).encode_utf16().collect();
        Ok(Self {
            bytes: text.len(),
            link,
            deflate: base64(zlib.finish()?.len()),
            lz_string: lz_str::compress_to_encoded_uri_component(&units[..]).len(),
            brotli: base64(brotli(text)?),
        })
    }

    fn plus(self, other: Self) -> Self {
        Self {
            bytes: self.bytes + other.bytes,
            link: self.link + other.link,
            deflate: self.deflate + other.deflate,
            lz_string: self.lz_string + other.lz_string,
            brotli: self.brotli + other.brotli,
        }
    }

    fn print(self, name: &str) {
        let Self { bytes, link, deflate, lz_string, brotli } = self;
        println!("{bytes:>10} {link:>10} {deflate:>10} {brotli:>10} {lz_string:>10}  {name}");
    }
}

/// The characters of so many bytes in base64 without padding.
fn base64(bytes: usize) -> usize {
    (bytes * 8).div_ceil(6)
}

/// Prints the lengths; fails where a link is too long.
pub(crate) fn check() -> Outcome {
    println!("\nlinks, in characters (others: base64 of the text alone)");
    println!("{:>10} {:>10} {:>10} {:>10} {:>10}", "text", "link", "deflate 9", "brotli 11", "lz-string");
    let root = workspace::root();
    process::run(Command::new("cargo").current_dir(&root).args(["build", "--quiet", "--release", "-p", "benchnote"]))?;
    let examples = measured(&root.join("public/examples"), true)?;
    ensure!(examples.1 <= LONGEST, "the link of an example has {} characters, the most is {LONGEST}", examples.1);
    ensure!(examples.0.link <= SUM, "the links of the examples have {} characters, the most is {SUM}", examples.0.link);
    let (posts, _) = measured(&root.join("notebook/tests/posts"), false)?;
    ensure!(
        posts.link * 100 <= posts.deflate * BESIDE_DEFLATE,
        "links of unknown posts have {} characters, deflate {}",
        posts.link,
        posts.deflate
    );
    Ok(())
}

/// The lengths of all texts of a folder and the longest link.
fn measured(folder: &Path, each: bool) -> Outcome<(Lengths, usize)> {
    let mut sum = Lengths::default();
    let mut longest = 0;
    let mut texts: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).context(format!("cannot list {}", folder.display()))? {
        texts.push(entry?.path());
    }
    texts.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    texts.sort();
    for path in &texts {
        let lengths = Lengths::of(&fs::read(path)?, link(path)?)?;
        if each {
            lengths.print(&path.file_name().unwrap_or_default().to_string_lossy());
        }
        longest = longest.max(lengths.link);
        sum = sum.plus(lengths);
    }
    sum.print(&format!("{} texts of {}", texts.len(), folder.file_name().unwrap_or_default().to_string_lossy()));
    Ok((sum, longest))
}

/// The length of a text's link.
fn link(path: &Path) -> Outcome<usize> {
    let program = workspace::root().join("target/release/benchnote");
    let link = process::output(Command::new(program).arg("--link").arg(path))?;
    Ok(link.trim_start_matches('#').len())
}

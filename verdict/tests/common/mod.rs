//! All posts at hand, read and judged.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use benchnote_parser::{Parsed, Source, parse};
use benchnote_verdict::{Choices, Report, analyse};

/// All example posts and all that the parser is tested with.
#[expect(clippy::disallowed_methods, reason = "the tests read files; the verdict does not")]
pub(crate) fn posts() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["../public/examples", "../parser/tests/corpus", "../notebook/tests/posts"];
    let mut folders: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    let mut posts = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of posts") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "txt") {
                let bytes = std::fs::read(&path).expect("a post");
                posts.push((path, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
    }
    posts.sort();
    assert!(posts.len() > 5, "posts were found");
    posts
}

/// Their reports.
pub(crate) fn reports() -> Vec<(PathBuf, Parsed, Report)> {
    let read = |(path, text): (PathBuf, String)| {
        let parsed = parse(&[Arc::new(Source::unnamed(text))]);
        let report = analyse(&parsed, &Choices::default());
        (path, parsed, report)
    };
    posts().into_iter().map(read).collect()
}

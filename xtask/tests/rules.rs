//! Which part of the project may use which: what ARCHITECTURE.md says in words, checked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

/// What belongs to a browser, to charts or to chance.
const BROWSER: [&str; 5] = ["leptos", "web-sys", "js-sys", "wasm-bindgen", "getrandom"];

#[test]
fn verdict_knows_no_browser_and_no_grammar() {
    let packages = Packages::read();
    packages.forbid_anywhere_below("benchnote-verdict", &BROWSER);
    // The parser, whose types it uses, brings nom along; it must not use nom itself.
    packages.forbid_direct("benchnote-verdict", &["nom"]);
}

#[test]
fn parser_knows_no_browser() {
    Packages::read().forbid_anywhere_below("benchnote-parser", &BROWSER);
}

#[test]
fn notebook_knows_no_browser_and_no_drawing() {
    let packages = Packages::read();
    packages.forbid_anywhere_below("benchnote-notebook", &BROWSER);
    packages.forbid_anywhere_below("benchnote-notebook", &["plotters"]);
}

#[test]
fn nothing_depends_on_the_app() {
    let packages = Packages::read();
    for (name, uses) in &packages.uses {
        assert!(!uses.contains("benchnote-app"), "{name} depends on benchnote-app");
    }
    assert!(packages.uses.contains_key("benchnote-app"), "the app has another name now: change this test");
}

#[test]
fn only_effects_and_the_canvas_name_web_sys() {
    let allowed = |file: &Path| {
        file.starts_with("app/src/effects")
            || file == Path::new("app/src/effects.rs")
            || file == Path::new("app/src/charts/surface.rs")
            || file == Path::new("app/src/main.rs")
    };
    for file in sources("app/src").filter(|file| !allowed(file)) {
        forbid_words(&file, &["web_sys"]);
    }
}

#[test]
fn drawing_knows_no_browser_and_no_signals() {
    forbid_words(Path::new("app/src/charts/draw.rs"), &["web_sys", "leptos"]);
}

#[test]
fn statistics_know_numbers_only() {
    for file in sources("verdict/src/stats") {
        forbid_words(&file, &["benchnote_parser"]);
    }
}

#[test]
fn a_format_knows_no_other_format() {
    let files: Vec<PathBuf> = sources("parser/src/formats").collect();
    let formats: BTreeSet<String> = files.iter().filter_map(|file| format_of(file)).collect();
    for file in &files {
        let Some(own) = format_of(file) else { continue };
        // In a format of several files, `super` is the format itself.
        let is_nested = file.components().count() > 4;
        let roots: &[&str] = if is_nested { &["formats::", "super::super::"] } else { &["formats::", "super::"] };
        let named: BTreeSet<String> = roots.iter().flat_map(|root| names_after(&code(file), root)).collect();
        let others: Vec<&String> = named.intersection(&formats).filter(|name| **name != own).collect();
        assert!(others.is_empty(), "{} uses another format: {others:?}", file.display());
    }
}

#[test]
fn the_top_level_is_as_described() {
    const KNOWN: [&str; 24] = [
        ".cargo",
        ".ci",
        ".gitattributes",
        ".github",
        ".gitignore",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "Cargo.lock",
        "Cargo.toml",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "Trunk.toml",
        "app",
        "cli",
        "notebook",
        "parser",
        "public",
        "rust-toolchain.toml",
        "rustfmt.toml",
        "verdict",
        "xtask",
        "clippy.toml",
    ];
    let files = tracked();
    let top: BTreeSet<&str> = files.iter().filter_map(|file| file.split('/').next()).collect();
    let unknown: Vec<_> = top.iter().filter(|name| !KNOWN.contains(name)).collect();
    assert!(unknown.is_empty(), "new at the top level, to be moved or added to ARCHITECTURE.md and here: {unknown:?}");
}

#[test]
fn no_file_points_out_of_the_checkout() {
    // Put together here so that this file does not hold them itself.
    let outside = [["..", "shared"].join("/"), format!("{}/", root().display())];
    for file in tracked() {
        // A file may have been removed and that not yet committed; images are not text.
        let Ok(text) = fs::read_to_string(root().join(&file)) else { continue };
        for path in &outside {
            assert!(!text.contains(path.as_str()), "{file} mentions {path}, which a clone elsewhere does not have");
        }
    }
}

/// The packages of the workspace and all they use, without what only tests and build scripts use.
struct Packages {
    /// Name to the names of what it uses directly.
    uses: BTreeMap<String, BTreeSet<String>>,
}

impl Packages {
    fn read() -> Self {
        let metadata: Value =
            serde_json::from_str(&run("cargo", &["metadata", "--format-version", "1"])).expect("cargo prints JSON");
        let list = |value: &Value| value.as_array().cloned().expect("a list in cargo's metadata");
        let text = |value: &Value| value.as_str().expect("a string in cargo's metadata").to_owned();
        let names: BTreeMap<String, String> =
            list(&metadata["packages"]).iter().map(|package| (text(&package["id"]), text(&package["name"]))).collect();
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for node in list(&metadata["resolve"]["nodes"]) {
            // Several versions of a package are one here: the rules are about names.
            let used = uses.entry(names[&text(&node["id"])].clone()).or_default();
            let normal = |dep: &&Value| list(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            used.extend(list(&node["deps"]).iter().filter(normal).map(|dep| names[&text(&dep["pkg"])].clone()));
        }
        Self { uses }
    }

    fn direct(&self, package: &str) -> &BTreeSet<String> {
        self.uses.get(package).unwrap_or_else(|| panic!("no package {package}"))
    }

    fn forbid_direct(&self, package: &str, forbidden: &[&str]) {
        let found: Vec<_> = self.direct(package).iter().filter(|name| forbidden.contains(&name.as_str())).collect();
        assert!(found.is_empty(), "{package} must not depend on {found:?}");
    }

    fn forbid_anywhere_below(&self, package: &str, forbidden: &[&str]) {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![package];
        while let Some(name) = waiting.pop() {
            for used in self.direct(name) {
                assert!(!forbidden.contains(&used.as_str()), "{package} must not depend on {used}, here by {name}");
                if seen.insert(used) {
                    waiting.push(used);
                }
            }
        }
    }
}

/// The format that a file below `parser/src/formats` belongs to; none for the list of formats.
fn format_of(file: &Path) -> Option<String> {
    let first = file.strip_prefix("parser/src/formats").ok()?.components().next()?;
    let name = Path::new(first.as_os_str()).file_stem()?.to_str()?;
    (name != "mod").then(|| name.to_owned())
}

/// The names that stand right after `root`, alone or in a list in braces.
fn names_after(code: &str, root: &str) -> Vec<String> {
    let after = code.match_indices(root).map(|(at, _)| &code[at + root.len()..]);
    let lists = after.map(|rest| match rest.strip_prefix('{') {
        Some(list) => &list[..list.find('}').unwrap_or(list.len())],
        None => &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())],
    });
    lists.flat_map(|list| list.split(|c: char| !c.is_alphanumeric() && c != '_')).map(str::to_owned).collect()
}

fn forbid_words(file: &Path, words: &[&str]) {
    let code = code(file);
    for word in words {
        assert!(!code.contains(word), "{} must not name {word}", file.display());
    }
}

/// A source file without its comment lines.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The Rust files below a folder, which must have some, as paths from the top of the checkout.
fn sources(folder: &str) -> impl Iterator<Item = PathBuf> {
    let mut found = files_below(folder);
    found.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    assert!(!found.is_empty(), "no sources in {folder}");
    found.into_iter()
}

/// The files below a folder, sorted, as paths from the top of the checkout.
fn files_below(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![root().join(folder)];
    while let Some(folder) = waiting.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.expect("a readable entry").path()) {
            if path.is_dir() {
                waiting.push(path);
            } else {
                found.push(path.strip_prefix(root()).expect("below the checkout").to_path_buf());
            }
        }
    }
    found.sort();
    found
}

/// The files that git tracks; in a copy without git's folder, those that are there.
fn tracked() -> Vec<String> {
    if root().join(".git").exists() {
        // A checkout of another user, as in a container, is trusted for this one question.
        let trust = format!("safe.directory={}", root().display());
        let files = run("git", &["-c", &trust, "ls-files", "-z"]);
        return files.split_terminator('\0').map(str::to_owned).collect();
    }
    let built = |file: &Path| ["target", "dist", ".trunk"].iter().any(|folder| file.starts_with(folder));
    files_below("").into_iter().filter(|file| !built(file)).map(|file| file.display().to_string()).collect()
}

fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(root()).output();
    let output = output.unwrap_or_else(|error| panic!("{program} does not run: {error}"));
    assert!(output.status.success(), "{program} {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The top of the checkout under test, which need not be the one this was compiled in if they share a target folder.
fn root() -> PathBuf {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package's folder"));
    package.parent().expect("a folder above the package").to_path_buf()
}

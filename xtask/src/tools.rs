//! The programs that building and testing the page need, installed where they are missing.
//!
//! Each is taken from PATH if it has the right version, else from a cache of the user outside the checkout
//! ([`cache`]), else installed there. Every install says what it does and why, and a failing one how to do it
//! by hand.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::failure::{Context, Failure, Outcome, ensure, fail};
use crate::process;
use crate::workspace;

/// The version of Trunk, which bundles the page.
const TRUNK: &str = "0.21.14";
/// What the page is compiled for.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Where the tools are that are not on PATH.
pub(crate) struct Toolbox {
    folders: Vec<PathBuf>,
    /// Whether there is a wasm-opt of the right version; without one Trunk tries to download it.
    pub(crate) has_wasm_opt: bool,
}

impl Toolbox {
    /// All that `trunk build` needs.
    pub(crate) fn for_page() -> Outcome<Self> {
        ensure_target()?;
        let bindgen = workspace::locked_version("wasm-bindgen")?;
        let trunk =
            CargoTool { package: "trunk", program: "trunk", version: TRUNK, why: "bundles the page", locked: true };
        let bindgen = CargoTool {
            package: "wasm-bindgen-cli",
            program: "wasm-bindgen",
            version: &bindgen,
            why: "joins the page's WebAssembly to JavaScript; must match the library in Cargo.lock",
            // Its lock file may name versions that a registry mirror does not have yet.
            locked: false,
        };
        let mut folders = Vec::new();
        folders.extend(trunk.ensure()?);
        folders.extend(bindgen.ensure()?);
        let wasm_opt = wasm_opt()?;
        let has_wasm_opt = !matches!(wasm_opt, WasmOpt::Nowhere);
        if let WasmOpt::In(folder) = wasm_opt {
            folders.push(folder);
        }
        Ok(Self { folders, has_wasm_opt })
    }

    /// A command that finds these tools first.
    pub(crate) fn command(&self, program: &str) -> Outcome<Command> {
        let path = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths(self.folders.iter().cloned().chain(env::split_paths(&path)))
            .context("a tool's folder cannot be put on PATH")?;
        // The program is looked up here: how a child's PATH affects the lookup differs between systems.
        let found = self.folders.iter().map(|folder| folder.join(program)).find(|file| file.is_file());
        let mut command = Command::new(found.unwrap_or_else(|| program.into()));
        command.env("PATH", path).current_dir(workspace::root());
        Ok(command)
    }
}

/// The folder that installs go into: `$BENCHNOTE_TOOLS`, or `benchnote-tools` in the user's cache.
fn cache() -> Outcome<PathBuf> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("BENCHNOTE_TOOLS")
        .or_else(|| set("XDG_CACHE_HOME").map(|folder| folder.join("benchnote-tools")))
        .or_else(|| set("HOME").map(|folder| folder.join(".cache/benchnote-tools")))
        .map(|folder| workspace::root().join(folder))
        .ok_or_else(|| Failure::new("no folder for tools: set BENCHNOTE_TOOLS to one"))
}

/// Adds rustup components that a toolchain installed with the minimal profile lacks.
pub(crate) fn ensure_components() -> Outcome {
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if process::output(Command::new("cargo").args([subcommand, "--version"])).is_err() {
            announce(component, "checks the source");
            process::run(Command::new("rustup").args(["component", "add", component]))
                .context(format!("install it by hand: rustup component add {component}"))?;
        }
    }
    Ok(())
}

/// Adds the standard library for WebAssembly if the active toolchain lacks it.
pub(crate) fn ensure_target() -> Outcome {
    let folder = process::output(
        Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]).current_dir(workspace::root()),
    )?;
    if Path::new(&folder).is_dir() {
        return Ok(());
    }
    announce(&format!("Rust's {WASM} target"), "the page is compiled for it");
    process::run(Command::new("rustup").args(["target", "add", WASM]).current_dir(workspace::root()))
        .context(format!("install it by hand: rustup target add {WASM}"))
}

/// A program that `cargo install` builds.
struct CargoTool<'a> {
    package: &'a str,
    program: &'a str,
    version: &'a str,
    why: &'a str,
    /// Whether to build it with the versions in its own lock file.
    locked: bool,
}

impl CargoTool<'_> {
    /// Makes sure of the program; the folder it is in, or none if it is on PATH.
    fn ensure(&self) -> Outcome<Option<PathBuf>> {
        if on_path(self.program).is_some_and(|file| says_version(&file, self.version)) {
            return Ok(None);
        }
        let name = format!("{}-{}", self.package, self.version);
        let root = cache()?.join(&name);
        let folder = root.join("bin");
        if !says_version(&folder.join(self.program), self.version) {
            announce(&format!("{name} into {}", root.display()), self.why);
            self.install(&root).context(format!("cannot install {name}; by hand: {}", self.by_hand(&root)))?;
        }
        Ok(Some(folder))
    }

    fn install(&self, root: &Path) -> Outcome {
        fs::create_dir_all(root)?;
        let program = root.join("bin").join(self.program);
        if on_path("cargo-binstall").is_some() && self.binstall(root).is_ok() && says_version(&program, self.version) {
            return Ok(());
        }
        println!("Building it from source takes a few minutes, once.");
        // Kept beside the result until it is done, so that an interrupted build goes on where it was.
        let build = root.join("build");
        let mut command = Command::new("cargo");
        command.args(["install", self.package, "--version", self.version, "--root"]).arg(root);
        command.arg("--target-dir").arg(&build).args(self.locked.then_some("--locked"));
        process::run(command.current_dir(root))?;
        fs::remove_dir_all(&build)?;
        ensure!(says_version(&program, self.version), "{} is not version {}", program.display(), self.version);
        Ok(())
    }

    /// Downloads the built program, where the user has cargo-binstall.
    fn binstall(&self, root: &Path) -> Outcome {
        let package = format!("{}@{}", self.package, self.version);
        process::run(Command::new("cargo").args(["binstall", "--no-confirm", "--root"]).arg(root).arg(package))
    }

    fn by_hand(&self, root: &Path) -> String {
        let locked = if self.locked { " --locked" } else { "" };
        format!("cargo install {} --version {} --root {}{locked}", self.package, self.version, root.display())
    }
}

/// Where wasm-opt is.
enum WasmOpt {
    OnPath,
    In(PathBuf),
    /// Neither there nor to be had from npm.
    Nowhere,
}

/// Makes sure of wasm-opt as far as it can be done without Trunk's own download.
fn wasm_opt() -> Outcome<WasmOpt> {
    let version = workspace::trunk_tool("wasm_opt")?;
    if on_path("wasm-opt").is_some_and(|file| says_version(&file, &version)) {
        return Ok(WasmOpt::OnPath);
    }
    let number = version.trim_start_matches("version_");
    let root = cache()?.join(format!("binaryen-{number}"));
    let folder = root.join("node_modules/.bin");
    let program = folder.join("wasm-opt");
    if !says_version(&program, &version) && on_path("npm").is_some() {
        announce(&format!("wasm-opt {number} into {}", root.display()), "makes the page's WebAssembly smaller");
        if let Err(failure) = install_binaryen(&root, number) {
            println!("That did not work: {failure}");
        }
    }
    if says_version(&program, &version) {
        return Ok(WasmOpt::In(folder));
    }
    println!(
        "No wasm-opt {number}, which makes the page smaller. To get it, install Node.js with npm and run this\n\
         again, or put the one of https://github.com/WebAssembly/binaryen/releases/tag/{version} on PATH."
    );
    Ok(WasmOpt::Nowhere)
}

fn install_binaryen(root: &Path, version: &str) -> Outcome {
    fs::create_dir_all(root)?;
    let mut command = Command::new("npm");
    command.args(["install", "--no-audit", "--no-fund", "--prefix"]).arg(root).arg(format!("binaryen@{version}"));
    process::run(command.current_dir(root))
}

const BROWSER_BY_HAND: &str = "install Chromium or Chrome, or set BENCHNOTE_CHROME to its executable";

/// A Chromium or Chrome to test the page in.
///
/// `$BENCHNOTE_CHROME`, PATH, the usual places; else Debian's package where we may install it.
pub(crate) fn browser() -> Outcome<PathBuf> {
    if let Some(given) = env::var_os("BENCHNOTE_CHROME").filter(|value| !value.is_empty()) {
        let given = PathBuf::from(given);
        ensure!(given.is_file(), "BENCHNOTE_CHROME names {}, which is no file", given.display());
        return Ok(given);
    }
    if let Some(found) = find_browser() {
        return Ok(found);
    }
    ensure!(on_path("apt-get").is_some(), "no browser for the tests: {BROWSER_BY_HAND}");
    let Some(prefix) = root_prefix() else { fail!("no browser for the tests: {BROWSER_BY_HAND}") };
    announce("Debian's package chromium", "the page is tested in a real browser");
    for words in [vec!["update"], vec!["install", "-y", "--no-install-recommends", "chromium"]] {
        let mut line = [prefix, &["apt-get"], &words].concat().into_iter();
        let mut command = Command::new(line.next().unwrap_or("apt-get"));
        command.args(line).env("DEBIAN_FRONTEND", "noninteractive");
        process::run(&mut command).context(BROWSER_BY_HAND)?;
    }
    find_browser().ok_or_else(|| Failure::new(format!("no browser after installing chromium: {BROWSER_BY_HAND}")))
}

fn find_browser() -> Option<PathBuf> {
    const NAMES: [&str; 6] =
        ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "chrome-headless-shell"];
    const PLACES: [&str; 5] = [
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/opt/google/chrome/chrome",
        "/usr/lib/chromium/chromium",
        "/snap/bin/chromium",
    ];
    let named = NAMES.iter().find_map(|name| on_path(name));
    named.or_else(|| PLACES.iter().map(PathBuf::from).find(|file| file.is_file()))
}

/// What to put before a command so that it runs as root without asking; nothing if there is no way.
fn root_prefix() -> Option<&'static [&'static str]> {
    if process::output(Command::new("id").arg("-u")).is_ok_and(|id| id == "0") {
        return Some(&[]);
    }
    process::output(Command::new("sudo").args(["-n", "true"])).is_ok().then_some(&["sudo", "-n"])
}

/// The file that a shell would run for this name.
fn on_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Whether `program --version` prints this version as a word of its own.
fn says_version(program: &Path, version: &str) -> bool {
    let answer = Command::new(program).arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).output();
    answer.is_ok_and(|answer| answer.status.success() && has_version(&String::from_utf8_lossy(&answer.stdout), version))
}

fn has_version(text: &str, version: &str) -> bool {
    text.split([' ', '\n', '(', ')']).any(|word| word == version)
}

fn announce(what: &str, why: &str) {
    println!("Installing {what}: {why}.");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_a_whole_word() {
        assert!(has_version("trunk 0.21.14\n", "0.21.14"));
        assert!(has_version("wasm-opt version 132 (version_132)", "version_132"));
        assert!(!has_version("wasm-bindgen 0.2.130", "0.2.13"));
    }
}

//! Building the page with Trunk.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::args::Args;
use crate::failure::{Context, Outcome, ensure};
use crate::process;
use crate::tools::Toolbox;
use crate::workspace;

/// How much to optimise.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// What is published: small, and through wasm-opt.
    Release,
    /// The same without wasm-opt, for machines that cannot have it.
    WithoutWasmOpt,
    /// Quick to build.
    Dev,
}

/// What the page is made of: a change in one of these calls for a new build.
const SOURCES: [&str; 8] = ["app", "notebook", "parser", "verdict", "public", "Cargo.toml", "Cargo.lock", "Trunk.toml"];

/// `cargo xtask build`
pub(crate) fn command(mut args: Args) -> Outcome {
    let public_url = args.value("--public-url")?;
    args.finish()?;
    let tools = Toolbox::for_page()?;
    build(&tools, Mode::Release, public_url.as_deref().unwrap_or("./"), &workspace::dist())?;
    println!("The page is in {}", workspace::dist().display());
    Ok(())
}

/// Builds the page into a folder. `public_url` is put before the addresses of the page's files.
pub(crate) fn build(tools: &Toolbox, mode: Mode, public_url: &str, dist: &Path) -> Outcome {
    let mut command = tools.command("trunk")?;
    // Trunk prints its errors with a backtrace of itself where one is asked for.
    command.env("RUST_LIB_BACKTRACE", "0");
    command.args(["build", "--skip-version-check", "--public-url", public_url, "--dist"]).arg(dist);
    match mode {
        Mode::Release => command.arg("--release"),
        // Trunk runs wasm-opt only with --release.
        Mode::WithoutWasmOpt => command.args(["--cargo-profile", "page"]),
        Mode::Dev => command.args(["--cargo-profile", "dev"]),
    };
    // Trunk takes the value as `true` or `false` and stops at the usual `1`.
    if std::env::var_os("NO_COLOR").is_some() {
        command.env("NO_COLOR", "true");
    }
    process::run(&mut command)
}

/// Builds the page into dist/ unless it is there and newer than everything it is made of.
pub(crate) fn build_if_stale() -> Outcome {
    let built = fs::metadata(workspace::dist().join("index.html")).and_then(|file| file.modified());
    if built.is_ok_and(|built| built > sources().newest) {
        return Ok(());
    }
    build(&Toolbox::for_page()?, Mode::Release, "./", &workspace::dist())
}

/// The state of the page's sources; differs from an earlier one if a file was changed, added or removed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    files: usize,
    newest: SystemTime,
}

/// The present state of the page's sources.
pub(crate) fn sources() -> Stamp {
    let mut stamp = Stamp { files: 0, newest: SystemTime::UNIX_EPOCH };
    let mut waiting: Vec<PathBuf> = SOURCES.iter().map(|name| workspace::root().join(name)).collect();
    while let Some(path) = waiting.pop() {
        if let Ok(folder) = fs::read_dir(&path) {
            waiting.extend(folder.flatten().map(|entry| entry.path()));
        } else if let Ok(changed) = fs::metadata(&path).and_then(|file| file.modified()) {
            stamp.files += 1;
            stamp.newest = stamp.newest.max(changed);
        }
    }
    stamp
}

/// All files below a folder with their paths relative to it, sorted.
pub(crate) fn files_below(folder: &Path) -> Outcome<Vec<PathBuf>> {
    ensure!(folder.is_dir(), "there is no folder {}; `cargo xtask build` makes it", folder.display());
    let mut files = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(path) = waiting.pop() {
        for entry in fs::read_dir(&path).context(path.display())? {
            let path = entry?.path();
            if path.is_dir() { waiting.push(path) } else { files.push(path) }
        }
    }
    let relative = files.iter().filter_map(|file| file.strip_prefix(folder).ok());
    let mut files: Vec<PathBuf> = relative.map(Path::to_path_buf).collect();
    files.sort();
    Ok(files)
}

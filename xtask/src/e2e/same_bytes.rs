//! The same text gives the same report, byte for byte, natively and in the browser.
//!
//! The analysis is built for the page's target with the page's profile, alone, as a small module of its own; the command line
//! is the native side.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::browser::Page;
use crate::failure::{Context, Outcome, ensure};
use crate::tools::{Toolbox, WASM};
use crate::{page, process, workspace};

/// Where the page for this test is put together.
pub(super) fn site() -> PathBuf {
    workspace::root().join("target/probe")
}

/// The folders whose texts are compared.
const TEXTS: [&str; 3] = ["public/examples", "notebook/tests", "parser/tests/corpus"];

/// Every example and every post that the project is tested with.
pub(super) fn reports_are_the_same_natively_and_here(page: &mut Page) -> Outcome {
    let texts = texts()?;
    ensure!(texts.len() > 100, "{} texts", texts.len());
    build(&texts)?;
    let command = native()?;
    page.open("")?;
    page.wait_for("the analysis", "document.querySelector('#state').textContent === 'ready'")?;
    for (at, text) in texts.iter().enumerate() {
        let printed = Command::new(&command).arg("--json").arg(text).output().context(text.display())?;
        ensure!(printed.status.success(), "{}: {}", text.display(), String::from_utf8_lossy(&printed.stderr));
        let here: String = page.eval(&format!("reportOn('{at}.txt')"))?;
        let there = String::from_utf8_lossy(&printed.stdout);
        if let Some((line, one, other)) = difference(&there, &here) {
            ensure!(false, "{}, line {line}: {one:?} natively, {other:?} here", text.display());
        }
    }
    println!("      {} reports are the same", texts.len());
    Ok(())
}

/// The first line in which two texts differ, from 1.
fn difference<'t>(one: &'t str, other: &'t str) -> Option<(usize, &'t str, &'t str)> {
    if one == other {
        return None;
    }
    let (mut these, mut those) = (one.lines(), other.lines());
    for line in 1.. {
        match (these.next(), those.next()) {
            (None, None) => return Some((line, "", "another end")),
            (a, b) if a != b => return Some((line, a.unwrap_or("nothing"), b.unwrap_or("nothing"))),
            _ => {}
        }
    }
    None
}

fn texts() -> Outcome<Vec<PathBuf>> {
    let mut texts = Vec::new();
    for folder in TEXTS {
        let folder = workspace::root().join(folder);
        let below = page::files_below(&folder)?.into_iter().map(|file| folder.join(file));
        texts.extend(below.filter(|file| file.extension().is_some_and(|ending| ending == "txt")));
    }
    Ok(texts)
}

/// Builds the analysis for the browser, and puts the texts beside it.
fn build(texts: &[PathBuf]) -> Outcome {
    let tools = Toolbox::for_page()?;
    let site = site();
    process::run(tools.command("cargo")?.args([
        "build",
        "-p",
        "benchnote-probe",
        "--profile",
        "page",
        "--target",
        WASM,
    ]))?;
    let module = workspace::root().join(format!("target/{WASM}/page/benchnote_probe.wasm"));
    process::run(
        tools.command("wasm-bindgen")?.args(["--target", "web", "--no-typescript", "--out-dir"]).arg(&site).arg(module),
    )?;
    for file in ["index.html", "start.js"] {
        copy(&workspace::root().join("xtask/fixtures/probe").join(file), &site.join(file))?;
    }
    for (at, text) in texts.iter().enumerate() {
        copy(text, &site.join(format!("{at}.txt")))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Outcome {
    fs::copy(from, to).context(from.display())?;
    Ok(())
}

/// The command line, built.
fn native() -> Outcome<PathBuf> {
    process::run(Command::new("cargo").args(["build", "-p", "benchnote"]).current_dir(workspace::root()))?;
    Ok(workspace::root().join("target/debug").join(format!("benchnote{}", std::env::consts::EXE_SUFFIX)))
}

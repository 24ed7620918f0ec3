//! `cargo xtask test`: everything that CI runs, in order, up to the first failure.

use std::process::Command;
use std::time::Instant;

use crate::args::Args;
use crate::e2e;
use crate::failure::{Outcome, ensure, fail};
use crate::links;
use crate::page::{self, Mode};
use crate::process;
use crate::size;
use crate::tools::{self, Toolbox, WASM};
use crate::workspace;

/// One part of the checks.
struct Step {
    name: &'static str,
    about: &'static str,
    run: fn() -> Outcome,
}

const STEPS: [Step; 11] = [
    Step { name: "fmt", about: "formatting", run: fmt },
    Step { name: "clippy", about: "lints, for this machine", run: clippy_host },
    Step { name: "clippy-wasm", about: "lints, for the browser", run: clippy_wasm },
    Step { name: "rules", about: "which part may use which, and xtask's own tests", run: rules },
    Step { name: "unit", about: "tests of parser, verdict, notebook and command line", run: unit },
    Step { name: "app", about: "tests of the page that need no browser", run: app },
    Step { name: "docs", about: "documentation without warnings", run: docs },
    Step { name: "cli", about: "release build of the command line", run: cli },
    Step { name: "page", about: "release build of the page", run: build_page },
    Step { name: "size", about: "sizes of the page's files", run: sizes },
    Step { name: "e2e", about: "the page in a real browser", run: in_browser },
];

/// `cargo xtask test`
///
/// Its last line is `N passed, N failed`, counting steps, also when it fails.
pub(crate) fn command(mut args: Args) -> Outcome {
    let mut only = Vec::new();
    while let Some(name) = args.value("--only")? {
        let known = STEPS.iter().any(|step| step.name == name);
        ensure!(known, "no step {name}; the steps are {}", STEPS.map(|step| step.name).join(", "));
        only.push(name);
    }
    args.finish()?;
    let chosen = STEPS.iter().filter(|step| only.is_empty() || only.iter().any(|name| name == step.name));
    let (passed, failed) = run_steps(&chosen.collect::<Vec<_>>());
    println!("\n{passed} passed, {} failed", u32::from(failed));
    // The count is the last line, so the failure has been told already.
    if failed { std::process::exit(1) } else { Ok(()) }
}

/// Runs steps up to the first that fails: how many passed, and whether one failed.
fn run_steps(steps: &[&Step]) -> (usize, bool) {
    for (passed, step) in steps.iter().enumerate() {
        println!("\n== {}: {}", step.name, step.about);
        let start = Instant::now();
        let outcome = (step.run)();
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(()) => println!("== {}: passed in {seconds:.1} s", step.name),
            Err(failure) => {
                println!("== {}: FAILED after {seconds:.1} s: {failure}", step.name);
                println!("   again, this step alone: cargo xtask test --only {}", step.name);
                return (passed, true);
            }
        }
    }
    (steps.len(), false)
}

/// Runs Cargo in the checkout with these words.
fn cargo(words: &str) -> Outcome {
    process::run(&mut cargo_command(words))
}

fn cargo_command(words: &str) -> Command {
    let mut command = Command::new("cargo");
    command.args(words.split(' ')).current_dir(workspace::root());
    command
}

fn fmt() -> Outcome {
    tools::ensure_components()?;
    cargo("fmt --all --check")
}

fn clippy_host() -> Outcome {
    tools::ensure_components()?;
    cargo("clippy --workspace --exclude benchnote-app --all-targets -- -D warnings")
}

fn clippy_wasm() -> Outcome {
    tools::ensure_components()?;
    tools::ensure_target()?;
    cargo(&format!("clippy --package benchnote-app --target {WASM} -- -D warnings"))
}

fn rules() -> Outcome {
    cargo("test --quiet --package xtask")
}

fn unit() -> Outcome {
    test("test --quiet --workspace --exclude benchnote-app --exclude xtask")
}

fn app() -> Outcome {
    test("test --quiet --package benchnote-app")
}

/// Runs tests such that a snapshot nobody has reviewed fails instead of being written.
fn test(words: &str) -> Outcome {
    process::run(cargo_command(words).env("INSTA_UPDATE", "no"))
}

fn docs() -> Outcome {
    let words = "doc --no-deps --package benchnote-parser --package benchnote-verdict --package benchnote-notebook";
    process::run(cargo_command(words).env("RUSTDOCFLAGS", "-D warnings"))
}

fn cli() -> Outcome {
    cargo("build --release --package benchnote")
}

fn build_page() -> Outcome {
    page::build(&Toolbox::for_page()?, Mode::Release, "./", &workspace::dist())
}

fn sizes() -> Outcome {
    page::build_if_stale()?;
    size::check(&workspace::dist())?;
    links::check()
}

fn in_browser() -> Outcome {
    page::build_if_stale()?;
    let failed = e2e::run(&e2e::Settings { filter: None, headed: false })?;
    if failed > 0 {
        fail!("{failed} of the tests in the browser failed");
    }
    Ok(())
}

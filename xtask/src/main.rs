//! What developers and CI run, as `cargo xtask COMMAND`.
//!
//! `cargo xtask serve` and `cargo xtask test` do all set-up on a machine that has only rustup: they install
//! the tools they need ([`tools`]) into a cache of the user, outside the checkout, and say so.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line speaks through them")]

mod args;
mod browser;
mod ci;
mod e2e;
mod failure;
mod hook;
mod html;
mod links;
mod page;
mod process;
mod serve;
mod server;
mod shots;
mod size;
mod tools;
mod workspace;

use std::process::ExitCode;

use args::Args;
use failure::{Outcome, fail};

const COMMANDS: &str = "\
cargo xtask serve [--port N] [--dev]   build the page, serve it, build it again when a file changes
cargo xtask test [--only STEP]         all that CI runs; STEP is one of its steps, given once or more
cargo xtask build [--public-url URL]   leave the page in dist/, ready for any static host (URL: ./)
cargo xtask size                       the sizes of the files in dist/ against their budget, the lengths of links
cargo xtask e2e [--filter NAME] [--headed]
                                       the tests in a real browser; NAME is part of a test's name
cargo xtask shots [FILE]               screenshots in target/shots/, of the empty page and with FILE pasted

`serve --dev` builds faster and larger, without optimisation. Missing tools are installed into
$BENCHNOTE_TOOLS, or else a folder benchnote-tools in the user's cache.";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Outcome {
    let mut words = std::env::args().skip(1);
    let command = words.next();
    let args = Args::new(words);
    match command.as_deref() {
        None | Some("help" | "--help" | "-h") => {
            println!("{COMMANDS}");
            Ok(())
        }
        Some("serve") => serve::command(args),
        // Speaks for itself: its last line is the count of steps.
        Some("test") => ci::command(args),
        Some("build") => page::command(args),
        Some("size") => args.finish().and_then(|()| size::check(&workspace::dist())).and_then(|()| links::check()),
        Some("e2e") => e2e::command(args),
        Some("shots") => shots::command(args),
        // For Trunk, see Trunk.toml.
        Some("trunk-hook") => args.finish().and_then(|()| hook::command()),
        Some(other) => fail!("no command {other}\n\n{COMMANDS}"),
    }
}

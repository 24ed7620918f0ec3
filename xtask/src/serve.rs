//! `cargo xtask serve`: the page on this machine, built again whenever a source changes.
//!
//! Trunk builds and the server of [`crate::server`] serves: `trunk serve` would put scripts into the page
//! that its Content-Security-Policy forbids, and would answer for files that a static host does not have.

use std::thread;
use std::time::Duration;

use crate::args::Args;
use crate::failure::{Context, Outcome};
use crate::page::{self, Mode};
use crate::server::Server;
use crate::tools::Toolbox;
use crate::workspace;

const PORT: u16 = 8080;

/// `cargo xtask serve`
pub(crate) fn command(mut args: Args) -> Outcome {
    let dev = args.flag("--dev");
    let port = args.value("--port")?.map_or(Ok(PORT), |port| port.parse().context("--port"))?;
    args.finish()?;

    let tools = Toolbox::for_page()?;
    let mode = match (dev, tools.has_wasm_opt) {
        (true, _) => Mode::Dev,
        (false, true) => Mode::Release,
        (false, false) => {
            println!("Serving the page without that step: it is somewhat larger and does the same.");
            Mode::WithoutWasmOpt
        }
    };
    // Apart from dist/, which always holds what would be published.
    let folder = workspace::root().join("target/serve");
    let mut seen = page::sources();
    page::build(&tools, mode, "./", &folder)?;
    let server = Server::start_near(port, folder.clone(), "/")?;
    loop {
        println!("\nThe page is built again when a file changes; Ctrl+C stops.");
        println!("Benchnote is at {}", server.url());
        seen = wait_for_change(seen);
        while let Err(failure) = page::build(&tools, mode, "./", &folder) {
            println!("error: {failure}\nThe page stays as it was until the next change.");
            seen = wait_for_change(seen);
        }
    }
}

/// Waits until the sources differ from `seen` and have stopped changing; their state then.
fn wait_for_change(seen: page::Stamp) -> page::Stamp {
    let mut before = seen;
    loop {
        thread::sleep(Duration::from_millis(400));
        let now = page::sources();
        if now != seen && now == before {
            return now;
        }
        before = now;
    }
}

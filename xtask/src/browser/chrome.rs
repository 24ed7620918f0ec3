//! Starting and ending a browser.

use std::cell::RefCell;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, process, thread};

use serde_json::json;

use super::page::{Page, Screen};
use super::protocol::Connection;
use super::{BrowserError, Tried};

/// Flags for a browser that opens nothing but our page and asks nobody anything.
///
/// No sandbox: it cannot be had as root or in most containers, and the only page loaded is our own.
const FLAGS: &[&str] = &[
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--lang=en-US",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-sandbox",
    "--password-store=basic",
    "--remote-debugging-pipe",
    "--use-mock-keychain",
];

/// A running browser with a profile of its own. Both go when this is dropped.
pub(crate) struct Browser {
    pub(super) connection: Rc<RefCell<Connection>>,
    child: Child,
    profile: PathBuf,
}

impl Browser {
    /// Starts a browser, on the screen or without a window.
    pub(crate) fn launch(program: &Path, headed: bool) -> Tried<Self> {
        let profile = new_profile().map_err(|error| BrowserError::Gone(format!("no folder for a profile: {error}")))?;
        let mut child = spawn(program, &profile, headed)
            .map_err(|error| BrowserError::Gone(format!("cannot start {}: {error}", program.display())))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(BrowserError::Gone("no pipes to it".to_owned()));
        };
        let connection = Rc::new(RefCell::new(Connection::new(input, output)));
        let browser = Self { connection, child, profile };
        let answer = browser.connection.borrow_mut().call(None, "Browser.getVersion", &json!({}));
        // What it printed tells why, where the broken pipe does not.
        let log = || fs::read_to_string(browser.profile.join("stderr")).unwrap_or_default();
        answer.map_err(|error| BrowserError::Gone(format!("{}: {error}\n{}", program.display(), log())))?;
        Ok(browser)
    }

    /// A new page with storage of its own, for the site at `base` (an address that ends in a slash).
    pub(crate) fn page(&self, base: &str, screen: Screen) -> Tried<Page> {
        let context = self.connection.borrow_mut().call(None, "Target.createBrowserContext", &json!({}))?;
        let context = context["browserContextId"].as_str().unwrap_or_default();
        Page::new(Rc::clone(&self.connection), context, base, self.profile.join(context), screen)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Asked, it ends its helper processes in order; killed, it may leave some.
        let asked = self.connection.borrow_mut().call(None, "Browser.close", &json!({}));
        let end = Instant::now() + Duration::from_secs(if asked.is_ok() { 5 } else { 0 });
        while Instant::now() < end && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(20));
        }
        // There is nobody to tell if these fail: it has ended already, or the system clears its temporary files.
        self.child.kill().ok();
        self.child.wait().ok();
        fs::remove_dir_all(&self.profile).ok();
    }
}

fn new_profile() -> std::io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("benchnote-browser-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let profile = env::temp_dir().join(name);
    fs::create_dir_all(&profile)?;
    Ok(profile)
}

/// Starts the browser with its pipes where it expects them, as file descriptors 3 (in) and 4 (out).
///
/// The standard library can connect only 0, 1 and 2, so a shell moves them and becomes the browser.
fn spawn(program: &Path, profile: &Path, headed: bool) -> std::io::Result<Child> {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null", "sh"]).arg(program).args(FLAGS);
    command.args((!headed).then_some("--headless"));
    command.arg(format!("--user-data-dir={}", profile.display())).arg("about:blank");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(File::create(profile.join("stderr"))?);
    command.spawn()
}

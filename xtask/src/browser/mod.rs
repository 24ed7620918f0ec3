//! Driving a real Chromium over its `DevTools` protocol, for tests and screenshots.
//!
//! No other program and no WebSocket is involved: the browser is started with `--remote-debugging-pipe` and
//! speaks JSON over two pipes ([`protocol`]). It ends when this program does.
//!
//! # How a test uses a page
//!
//! A test gets a fresh [`Page`] (own storage, own clipboard permission, nothing loaded) and acts as a person
//! would: it finds things by role and accessible name, and clicks, taps, types and pastes with real input
//! events. Whatever finds something waits for it, up to [`PATIENCE`] (or what [`Page::set_patience`] says);
//! there are no sleeps and no retries.
//!
//! ```text
//! page.open("")?;                                            // relative to where the page is served
//! let box_ = page.find("textbox", "Benchmark post")?;        // exactly one, by role and name
//! page.focus(&box_)?;
//! page.paste("tbench 100 MB/s")?;                            // a paste event; else inserted as typed text
//! page.click(&page.find("button", "Share")?)?;               // scrolled to, hit-tested, real mouse events
//! page.find("heading", Name::Contains("wins"))?;             // a part of the name; Name::Any for every name
//! let rows = page.find_all("row", Name::Any)?;               // all at this moment, perhaps none
//! page.wait_for("the verdict", "document.querySelector('#verdict')?.innerText.includes('faster')")?;
//! let title: String = page.eval("document.title")?;          // any type that serde reads; promises awaited
//! page.press("Control+Enter")?;                              // keys by their DOM name, with modifiers
//! let text = page.text_of(&page.css("main")?)?;              // CSS where there is no role
//! let file = page.wait_for_download()?;                      // name and bytes of what a button saved
//! let other = page.sibling()?;                               // another tab that shares the storage
//! ```
//!
//! | to | call |
//! | --- | --- |
//! | load | [`Page::open`], [`Page::reload`], [`Page::url`], [`Page::set_screen`] |
//! | find | [`Page::find`], [`Page::find_all`], [`Page::css`], [`Page::gone`] |
//! | read | [`Page::text`], [`Page::text_of`], [`Page::value_of`], [`Page::attribute`], [`Page::eval`], [`Page::eval_on`] |
//! | act | [`Page::click`], [`Page::click_at`], [`Page::hover`], [`Page::tap`], [`Page::focus`], [`Page::type_text`], [`Page::press`], [`Page::paste`], [`Page::fill`], [`Page::choose`], [`Page::drop_files`], [`Page::choose_files`] |
//! | wait | [`Page::wait_for`], [`Page::wait_for_text`], [`Page::settle`], [`Page::wait_for_download`] |
//! | see | [`Page::screenshot`], [`Page::clipboard`], [`Page::requests`], [`Page::console`], [`Page::problems`], [`Page::take_problems`] |
//!
//! After each test the runner calls [`Page::expect_no_problems`]: a console error, an uncaught exception, a
//! violation of the Content-Security-Policy, a failed or foreign request fails the test. A test that provokes
//! one takes it out with [`Page::take_problems`] and looks at it.

mod base64;
mod chrome;
mod input;
mod keys;
mod observed;
mod page;
mod protocol;

use std::fmt;
use std::time::Duration;

use crate::failure::Failure;

pub(crate) use chrome::Browser;
pub(crate) use page::{Element, Name, Page, Screen};

/// How long finding and waiting go on before they fail.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// What can go wrong between a test and the browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BrowserError {
    /// The browser could not be started, or ended.
    Gone(String),
    /// The browser refused a command of the protocol.
    Refused { method: String, message: String },
    /// JavaScript that was evaluated threw.
    Thrown { script: String, message: String },
    /// A result was not of the type that was asked for.
    WrongType { script: String, message: String },
    /// Something waited for did not come; with what the page showed instead.
    Timeout { what: String, page: String },
    /// An element is there but cannot be used that way.
    Unusable(String),
}

impl fmt::Display for BrowserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gone(why) => write!(f, "the browser is gone: {why}"),
            Self::Refused { method, message } => write!(f, "the browser refused {method}: {message}"),
            Self::Thrown { script, message } => write!(f, "{message}\n  thrown by: {script}"),
            Self::WrongType { script, message } => write!(f, "{message}\n  returned by: {script}"),
            Self::Timeout { what, page } => write!(f, "waited in vain for {what}; the page says:\n{page}"),
            Self::Unusable(why) => f.write_str(why),
        }
    }
}

impl From<BrowserError> for Failure {
    fn from(error: BrowserError) -> Self {
        Self::new(error.to_string())
    }
}

/// The result of asking the browser for something.
pub(crate) type Tried<T = ()> = Result<T, BrowserError>;

//! The `DevTools` protocol over the browser's two pipes: JSON messages, each ended by a zero byte.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{BrowserError, Tried};

/// How long the browser may take to answer one command.
const ANSWER: Duration = Duration::from_secs(60);

/// Something the browser told without being asked.
#[derive(Debug, Clone)]
pub(super) struct Event {
    /// The page or worker it is about; none if it is about the browser.
    pub(super) session: Option<String>,
    pub(super) method: String,
    pub(super) params: Value,
}

/// The connection to a running browser.
pub(super) struct Connection {
    to_browser: ChildStdin,
    from_browser: Receiver<Value>,
    last_id: u64,
    events: Vec<Event>,
}

impl Connection {
    /// Speaks over a browser's pipes. Reading happens on a thread that ends with the browser.
    pub(super) fn new(to_browser: ChildStdin, from_browser: ChildStdout) -> Self {
        let (sender, receiver) = channel();
        thread::spawn(move || {
            for message in BufReader::new(from_browser).split(0) {
                let parsed = message.ok().and_then(|message| serde_json::from_slice(&message).ok());
                let Some(parsed) = parsed else { return };
                if sender.send(parsed).is_err() {
                    return;
                }
            }
        });
        Self { to_browser, from_browser: receiver, last_id: 0, events: Vec::new() }
    }

    /// Sends a command, to a session or to the browser itself, and waits for its answer.
    pub(super) fn call(&mut self, session: Option<&str>, method: &str, params: &Value) -> Tried<Value> {
        let id = self.send(session, method, params)?;
        let end = Instant::now() + ANSWER;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = self.from_browser.recv_timeout(left);
            let mut message = message.map_err(|error| {
                let what = match error {
                    RecvTimeoutError::Timeout => "it does not answer",
                    RecvTimeoutError::Disconnected => "it has ended",
                };
                BrowserError::Gone(format!("{what} ({method})"))
            })?;
            if message["id"] != id {
                self.keep(message)?;
                continue;
            }
            return match message.get("error") {
                Some(error) => Err(BrowserError::Refused {
                    method: method.to_owned(),
                    message: error["message"].as_str().unwrap_or_default().to_owned(),
                }),
                None => Ok(message["result"].take()),
            };
        }
    }

    /// Takes the events so far whose session (none for the browser itself) is wanted.
    pub(super) fn take_events(&mut self, mut wanted: impl FnMut(Option<&str>) -> bool) -> Tried<Vec<Event>> {
        while let Ok(message) = self.from_browser.try_recv() {
            self.keep(message)?;
        }
        let (taken, left) = self.events.drain(..).partition(|event| wanted(event.session.as_deref()));
        self.events = left;
        Ok(taken)
    }

    /// Sends a command and returns the number its answer will have.
    fn send(&mut self, session: Option<&str>, method: &str, params: &Value) -> Tried<u64> {
        self.last_id += 1;
        let mut message = json!({ "id": self.last_id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let sent = self.to_browser.write_all(format!("{message}\0").as_bytes()).and_then(|()| self.to_browser.flush());
        sent.map_err(|error| BrowserError::Gone(format!("{method}: {error}")))?;
        Ok(self.last_id)
    }

    /// Keeps an event. A dialog is accepted at once: until then the page answers nothing.
    fn keep(&mut self, mut message: Value) -> Tried {
        // Answers nobody waits for, such as the one to the dialog.
        let Some(method) = message["method"].as_str().map(str::to_owned) else { return Ok(()) };
        let session = message["sessionId"].as_str().map(str::to_owned);
        if method == "Page.javascriptDialogOpening" {
            self.send(session.as_deref(), "Page.handleJavaScriptDialog", &json!({ "accept": true }))?;
        }
        self.events.push(Event { session, method, params: message["params"].take() });
        Ok(())
    }
}

//! One page: loading, finding, reading and waiting. Acting on it is in [`super::input`].

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::observed::{self, Download, Observed};
use super::protocol::Connection;
use super::{BrowserError, PATIENCE, Tried, base64};

/// How often a condition is looked at while waiting for it.
const GLANCE: Duration = Duration::from_millis(20);

/// The tallest image Chromium draws, in device pixels.
const TALLEST: f64 = 16_000.0;

/// What a page is shown on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Screen {
    /// In CSS pixels.
    pub(crate) width: u32,
    /// In CSS pixels.
    pub(crate) height: u32,
    /// Device pixels per CSS pixel.
    pub(crate) scale: f64,
    /// A touch screen instead of a mouse, and a mobile browser's viewport.
    pub(crate) touch: bool,
    /// Whether the user prefers dark colours.
    pub(crate) dark: bool,
    /// Whether the user prefers less motion.
    pub(crate) still: bool,
}

impl Screen {
    /// A desktop window in light colours.
    pub(crate) const DESKTOP: Self =
        Self { width: 1280, height: 800, scale: 1.0, touch: false, dark: false, still: false };
    /// A narrow phone.
    pub(crate) const PHONE: Self = Self { width: 360, height: 740, scale: 2.0, touch: true, dark: false, still: false };
}

/// Which accessible name is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Name<'a> {
    Exact(&'a str),
    Contains(&'a str),
    Any,
}

impl<'a> From<&'a str> for Name<'a> {
    fn from(name: &'a str) -> Self {
        Self::Exact(name)
    }
}

impl Name<'_> {
    fn matches(self, name: &str) -> bool {
        match self {
            Self::Exact(wanted) => name == wanted,
            Self::Contains(part) => name.contains(part),
            Self::Any => true,
        }
    }
}

/// An element of the page as it was when it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Element {
    pub(super) object: String,
    /// How it was found, for messages.
    pub(super) label: String,
    /// The accessible name, if it was found by role.
    pub(crate) name: String,
}

/// A tab of the browser. See [the module](super) for how to use one.
pub(crate) struct Page {
    connection: Rc<RefCell<Connection>>,
    context: String,
    session: String,
    /// The page's own session, then those of its workers.
    sessions: Vec<String>,
    base: String,
    downloads: PathBuf,
    screen: Screen,
    patience: Duration,
    observed: Observed,
}

impl Page {
    pub(super) fn new(
        connection: Rc<RefCell<Connection>>,
        context: &str,
        base: &str,
        downloads: PathBuf,
        screen: Screen,
    ) -> Tried<Self> {
        let session = {
            let mut browser = connection.borrow_mut();
            // A window of its own: a tab in the background gets no animation frames.
            let target = json!({ "url": "about:blank", "browserContextId": context, "newWindow": true });
            let target = browser.call(None, "Target.createTarget", &target)?;
            let attach = json!({ "targetId": target["targetId"], "flatten": true });
            browser.call(None, "Target.attachToTarget", &attach)?["sessionId"].as_str().unwrap_or_default().to_owned()
        };
        let mut page = Self {
            connection,
            context: context.to_owned(),
            sessions: vec![session.clone()],
            session,
            base: base.to_owned(),
            downloads,
            screen,
            patience: PATIENCE,
            observed: Observed::new(base),
        };
        page.set_up()?;
        page.set_screen(screen)?;
        Ok(page)
    }

    fn set_up(&mut self) -> Tried {
        for domain in ["Page", "Runtime", "Log", "Network", "Audits", "DOM"] {
            self.call(&format!("{domain}.enable"), &json!({}))?;
        }
        self.call("Runtime.addBinding", &json!({ "name": observed::BINDING }))?;
        self.call("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": observed::REPORT_VIOLATIONS }))?;
        self.call("Emulation.setFocusEmulationEnabled", &json!({ "enabled": true }))?;
        let workers = json!({ "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true });
        self.call("Target.setAutoAttach", &workers)?;
        let permissions = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"], "browserContextId": self.context });
        let downloads = json!({
            "behavior": "allowAndName", "downloadPath": self.downloads, "eventsEnabled": true,
            "browserContextId": self.context,
        });
        let mut browser = self.connection.borrow_mut();
        browser.call(None, "Browser.grantPermissions", &permissions)?;
        browser.call(None, "Browser.setDownloadBehavior", &downloads)?;
        Ok(())
    }

    /// Another tab in the same storage, as if the person had opened the site again. Not yet loaded.
    pub(crate) fn sibling(&self) -> Tried<Self> {
        let connection = Rc::clone(&self.connection);
        Self::new(connection, &self.context, &self.base, self.downloads.clone(), self.screen)
    }

    /// A tab of another person's browser, which shares nothing with this one. Not yet loaded.
    pub(crate) fn stranger(&self) -> Tried<Self> {
        let context = self.connection.borrow_mut().call(None, "Target.createBrowserContext", &json!({}))?;
        let context = context["browserContextId"].as_str().unwrap_or_default();
        let downloads = self.downloads.with_file_name(context);
        Self::new(Rc::clone(&self.connection), context, &self.base, downloads, self.screen)
    }

    /// Closes this tab and those that share its storage, which goes with them.
    pub(crate) fn close(self) -> Tried {
        let context = json!({ "browserContextId": self.context });
        self.connection.borrow_mut().call(None, "Target.disposeBrowserContext", &context)?;
        Ok(())
    }

    /// Sets how long finding and waiting go on before they fail: [`PATIENCE`] at first.
    pub(crate) fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// Changes the size, colours and so on of the screen.
    pub(crate) fn set_screen(&mut self, screen: Screen) -> Tried {
        self.screen = screen;
        let metrics = json!({
            "width": screen.width, "height": screen.height, "deviceScaleFactor": screen.scale, "mobile": screen.touch,
        });
        self.call("Emulation.setDeviceMetricsOverride", &metrics)?;
        self.call("Emulation.setTouchEmulationEnabled", &json!({ "enabled": screen.touch }))?;
        let features = json!({ "features": [
            { "name": "prefers-color-scheme", "value": if screen.dark { "dark" } else { "light" } },
            { "name": "prefers-reduced-motion", "value": if screen.still { "reduce" } else { "no-preference" } },
        ] });
        self.call("Emulation.setEmulatedMedia", &features)?;
        Ok(())
    }

    /// Loads a path relative to where the site is served, such as `""` or `"#fragment"`.
    pub(crate) fn open(&mut self, path: &str) -> Tried {
        let url = format!("{}{path}", self.base);
        let answer = self.call("Page.navigate", &json!({ "url": url }))?;
        if let Some(error) = answer["errorText"].as_str() {
            return Err(BrowserError::Unusable(format!("{url} does not load: {error}")));
        }
        self.wait_for("the page to load", "document.readyState === 'complete'")
    }

    /// Loads the page again.
    pub(crate) fn reload(&mut self) -> Tried {
        self.eval::<()>("void (window.__beforeReload = true)")?;
        self.call("Page.reload", &json!({}))?;
        self.wait_for("the page to load again", "!window.__beforeReload && document.readyState === 'complete'")
    }

    /// The address with its fragment.
    pub(crate) fn url(&mut self) -> Tried<String> {
        self.eval("location.href")
    }

    /// The value of a JavaScript expression; a promise is awaited.
    pub(crate) fn eval<T: DeserializeOwned>(&mut self, script: &str) -> Tried<T> {
        let params = json!({
            "expression": script, "awaitPromise": true, "returnByValue": true, "userGesture": true,
        });
        let answer = self.call("Runtime.evaluate", &params)?;
        value(script, answer)
    }

    /// The value of a JavaScript function of one element, such as `box => box.checked`; a promise is awaited.
    pub(crate) fn eval_on<T: DeserializeOwned>(&mut self, element: &Element, function: &str) -> Tried<T> {
        let params = json!({
            "objectId": element.object, "functionDeclaration": format!("function () {{ return ({function})(this) }}"),
            "awaitPromise": true, "returnByValue": true, "userGesture": true,
        });
        let answer = self.call("Runtime.callFunctionOn", &params)?;
        value(function, answer)
    }

    /// The one element with this role and accessible name; waits until there is exactly one.
    pub(crate) fn find<'a>(&mut self, role: &str, name: impl Into<Name<'a>>) -> Tried<Element> {
        let name = name.into();
        let end = Instant::now() + self.patience;
        loop {
            let mut found = self.find_all(role, name)?;
            if found.len() == 1 {
                return Ok(found.remove(0));
            }
            if Instant::now() > end {
                let there: Vec<String> =
                    self.find_all(role, Name::Any)?.into_iter().map(|element| element.name).collect();
                return self.in_vain(&format!("exactly one {role} with name {name:?}; there are {there:?}"));
            }
            thread::sleep(GLANCE);
        }
    }

    /// All elements with this role and accessible name at this moment.
    pub(crate) fn find_all<'a>(&mut self, role: &str, name: impl Into<Name<'a>>) -> Tried<Vec<Element>> {
        let name = name.into();
        let document = self.call("Runtime.evaluate", &json!({ "expression": "document" }))?;
        let query = json!({ "objectId": document["result"]["objectId"], "role": role });
        let answer = match self.call("Accessibility.queryAXTree", &query) {
            // The document may have been replaced between the two calls.
            Err(BrowserError::Refused { .. }) => return Ok(Vec::new()),
            answer => answer?,
        };
        let mut found = Vec::new();
        for node in answer["nodes"].as_array().into_iter().flatten().filter(|node| node["ignored"] != true) {
            let called = node["name"]["value"].as_str().unwrap_or_default();
            if name.matches(called) {
                found.extend(self.resolve(node, role, called)?);
            }
        }
        Ok(found)
    }

    /// The element of a node of the accessibility tree, unless it has gone meanwhile.
    fn resolve(&mut self, node: &Value, role: &str, name: &str) -> Tried<Option<Element>> {
        let answer = match self.call("DOM.resolveNode", &json!({ "backendNodeId": node["backendDOMNodeId"] })) {
            Err(BrowserError::Refused { .. }) => return Ok(None),
            answer => answer?,
        };
        let object = answer["object"]["objectId"].as_str().map(str::to_owned);
        Ok(object.map(|object| Element { object, label: format!("{role} {name:?}"), name: name.to_owned() }))
    }

    /// The first element that a CSS selector matches; waits for it.
    pub(crate) fn css(&mut self, selector: &str) -> Tried<Element> {
        let quoted = Value::from(selector);
        self.wait_for(&format!("an element {selector}"), &format!("document.querySelector({quoted})"))?;
        let params = json!({ "expression": format!("document.querySelector({quoted})") });
        let answer = self.call("Runtime.evaluate", &params)?;
        match answer["result"]["objectId"].as_str() {
            Some(object) => Ok(Element { object: object.to_owned(), label: selector.to_owned(), name: String::new() }),
            None => self.in_vain(&format!("an element {selector} that stays")),
        }
    }

    /// Waits until no element has this role and accessible name.
    pub(crate) fn gone<'a>(&mut self, role: &str, name: impl Into<Name<'a>>) -> Tried {
        let name = name.into();
        let end = Instant::now() + self.patience;
        while !self.find_all(role, name)?.is_empty() {
            if Instant::now() > end {
                return self.in_vain(&format!("{role} with name {name:?} to go"));
            }
            thread::sleep(GLANCE);
        }
        Ok(())
    }

    /// The visible text of the page.
    pub(crate) fn text(&mut self) -> Tried<String> {
        self.eval("document.body?.innerText ?? ''")
    }

    /// The visible text of an element.
    pub(crate) fn text_of(&mut self, element: &Element) -> Tried<String> {
        self.eval_on(element, "element => element.innerText ?? element.textContent")
    }

    /// The value of a form field.
    pub(crate) fn value_of(&mut self, element: &Element) -> Tried<String> {
        self.eval_on(element, "element => element.value")
    }

    /// The value of an attribute, if the element has it.
    pub(crate) fn attribute(&mut self, element: &Element, name: &str) -> Tried<Option<String>> {
        self.eval_on(element, &format!("element => element.getAttribute({})", Value::from(name)))
    }

    /// Waits until a JavaScript condition holds. While it throws, it does not hold.
    pub(crate) fn wait_for(&mut self, what: &str, condition: &str) -> Tried {
        let end = Instant::now() + self.patience;
        loop {
            let thrown = match self.eval::<bool>(&format!("!!({condition})")) {
                Ok(true) => return Ok(()),
                Err(BrowserError::Thrown { message, .. }) => format!(" ({message})"),
                // Refused is what happens while the page is being replaced by the next one.
                Ok(false) | Err(BrowserError::Refused { .. }) => String::new(),
                Err(other) => return Err(other),
            };
            if Instant::now() > end {
                return self.in_vain(&format!("{what}{thrown}"));
            }
            thread::sleep(GLANCE);
        }
    }

    /// Waits until the page shows this text somewhere.
    pub(crate) fn wait_for_text(&mut self, text: &str) -> Tried {
        self.wait_for(
            &format!("the text {text:?}"),
            &format!("document.body.innerText.includes({})", Value::from(text)),
        )
    }

    /// Waits until nothing in the document has changed for a while and the last change is drawn.
    pub(crate) fn settle(&mut self, quiet: Duration) -> Tried {
        let script = format!(
            "new Promise(resolve => {{
                const drawn = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)));
                let timer;
                const wait = () => {{ clearTimeout(timer); timer = setTimeout(done, {}); }};
                const observer = new MutationObserver(wait);
                const done = () => {{ observer.disconnect(); clearTimeout(limit); drawn(); }};
                const limit = setTimeout(() => {{ clearTimeout(timer); done(); }}, {});
                observer.observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
                wait();
            }})",
            quiet.as_millis(),
            PATIENCE.as_millis()
        );
        self.eval(&script)
    }

    /// Waits for the next file that the page saves.
    pub(crate) fn wait_for_download(&mut self) -> Tried<Download> {
        let end = Instant::now() + self.patience;
        loop {
            self.watch()?;
            if !self.observed.downloads.is_empty() {
                let (id, name) = self.observed.downloads.remove(0);
                let bytes = fs::read(self.downloads.join(id))
                    .map_err(|error| BrowserError::Unusable(format!("the download {name} is not there: {error}")))?;
                return Ok(Download { name, bytes });
            }
            if Instant::now() > end {
                return self.in_vain("a download");
            }
            thread::sleep(GLANCE);
        }
    }

    /// What is on the clipboard as plain text.
    pub(crate) fn clipboard(&mut self) -> Tried<String> {
        self.eval("navigator.clipboard.readText()")
    }

    /// A PNG image of the window, or of the whole page as far as the browser can draw it.
    pub(crate) fn screenshot(&mut self, whole: bool) -> Tried<Vec<u8>> {
        let mut params = json!({ "format": "png", "captureBeyondViewport": whole });
        if whole {
            let size = self.call("Page.getLayoutMetrics", &json!({}))?["cssContentSize"].take();
            let height = size["height"].as_f64().unwrap_or_default().min(TALLEST / self.screen.scale);
            params["clip"] = json!({ "x": 0, "y": 0, "width": size["width"], "height": height, "scale": 1 });
        }
        let answer = self.call("Page.captureScreenshot", &params)?;
        base64::decode(answer["data"].as_str().unwrap_or_default())
            .ok_or_else(|| BrowserError::Unusable("the screenshot is not base64".to_owned()))
    }

    /// The addresses of all requests so far.
    pub(crate) fn requests(&mut self) -> Tried<Vec<String>> {
        self.watch()?;
        Ok(self.observed.requests.clone())
    }

    /// All that was written to the console so far, each line with its kind before it.
    pub(crate) fn console(&mut self) -> Tried<Vec<String>> {
        self.watch()?;
        Ok(self.observed.console.clone())
    }

    /// Errors, exceptions, violations and foreign requests so far.
    pub(crate) fn problems(&mut self) -> Tried<Vec<String>> {
        self.watch()?;
        Ok(self.observed.problems.clone())
    }

    /// The problems so far, which are then forgotten: for a test that provokes them.
    pub(crate) fn take_problems(&mut self) -> Tried<Vec<String>> {
        self.watch()?;
        Ok(std::mem::take(&mut self.observed.problems))
    }

    /// Fails if the page has had a problem. The runner calls this after every test.
    pub(crate) fn expect_no_problems(&mut self) -> Tried {
        let problems = self.problems()?;
        if problems.is_empty() { Ok(()) } else { Err(BrowserError::Unusable(problems.join("\n"))) }
    }

    /// Takes what has happened into the record, also in workers that have started meanwhile.
    fn watch(&mut self) -> Tried {
        let sessions = self.sessions.clone();
        let ours = |session: Option<&str>| session.is_none_or(|id| sessions.iter().any(|known| known == id));
        let events = self.connection.borrow_mut().take_events(ours)?;
        for event in &events {
            self.observed.record(event);
        }
        for worker in std::mem::take(&mut self.observed.attached) {
            for domain in ["Runtime", "Log", "Network"] {
                match self.connection.borrow_mut().call(Some(&worker), &format!("{domain}.enable"), &json!({})) {
                    // It may have ended already, and not every kind of worker has every domain.
                    Ok(_) | Err(BrowserError::Refused { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
            self.sessions.push(worker);
        }
        Ok(())
    }

    /// The error for having waited too long, with what the page shows.
    fn in_vain<T>(&mut self, what: &str) -> Tried<T> {
        let page = self.text().unwrap_or_else(|error| error.to_string());
        Err(BrowserError::Timeout { what: what.to_owned(), page })
    }

    /// A command of the protocol to this page.
    pub(super) fn call(&mut self, method: &str, params: &Value) -> Tried<Value> {
        self.connection.borrow_mut().call(Some(&self.session), method, params)
    }
}

/// The value that an evaluation returned, or what it threw.
fn value<T: DeserializeOwned>(script: &str, mut answer: Value) -> Tried<T> {
    let script = || script.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(details) = answer.get("exceptionDetails") {
        return Err(BrowserError::Thrown { script: script(), message: observed::exception(details) });
    }
    // `undefined` has no value and reads as null.
    serde_json::from_value(answer["result"]["value"].take())
        .map_err(|error| BrowserError::WrongType { script: script(), message: error.to_string() })
}

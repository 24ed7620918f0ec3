//! What a page did that a test should know of: console, exceptions, requests, violations, downloads.

use std::collections::BTreeMap;

use serde_json::Value;

use super::protocol::Event;

/// The name of the function that the injected script of [`REPORT_VIOLATIONS`] calls.
pub(super) const BINDING: &str = "__reportViolation";

/// Runs before the page's own scripts: the event is the surest word on what a policy has blocked.
pub(super) const REPORT_VIOLATIONS: &str = "addEventListener('securitypolicyviolation', event => \
    __reportViolation(`${event.violatedDirective} blocked ${event.blockedURI || 'inline'} at ${event.sourceFile}:${event.lineNumber}`))";

/// A file that the page saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Download {
    /// The name the page gave it.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// The record of one page.
#[derive(Default)]
pub(super) struct Observed {
    /// Where the page may ask for things: scheme, host and port.
    origin: String,
    pub(super) requests: Vec<String>,
    pub(super) console: Vec<String>,
    pub(super) problems: Vec<String>,
    /// Downloads under way: the browser's id and the name given.
    started: BTreeMap<String, String>,
    /// Downloads that are done and not yet taken: id and name.
    pub(super) downloads: Vec<(String, String)>,
    /// Workers and frames that were attached and not yet set up.
    pub(super) attached: Vec<String>,
}

impl Observed {
    /// An empty record of a page whose own origin is that of `base`.
    pub(super) fn new(base: &str) -> Self {
        let host = base.find("://").map_or(0, |at| at + 3);
        let end = base[host..].find('/').map_or(base.len(), |at| host + at);
        Self { origin: base[..end].to_owned(), ..Self::default() }
    }

    /// Takes one event into the record.
    pub(super) fn record(&mut self, event: &Event) {
        let params = &event.params;
        match event.method.as_str() {
            "Runtime.consoleAPICalled" => self.console_call(params),
            "Runtime.exceptionThrown" => self.problem("uncaught exception", &exception(&params["exceptionDetails"])),
            "Runtime.bindingCalled" if params["name"] == BINDING => {
                self.problem("policy violation", text(&params["payload"]));
            }
            "Log.entryAdded" => self.log_entry(&params["entry"]),
            "Audits.issueAdded" => self.issue(&params["issue"]),
            "Network.requestWillBeSent" => self.request(text(&params["request"]["url"])),
            "Network.webSocketCreated" => self.request(text(&params["url"])),
            "Inspector.targetCrashed" => self.problem("crash", "the page's process ended"),
            "Page.javascriptDialogOpening" => self.problem("dialog", text(&params["message"])),
            "Target.attachedToTarget" => self.attached.push(text(&params["sessionId"]).to_owned()),
            "Browser.downloadWillBegin" => {
                self.started.insert(text(&params["guid"]).to_owned(), text(&params["suggestedFilename"]).to_owned());
            }
            "Browser.downloadProgress" if params["state"] == "completed" => {
                let id = text(&params["guid"]);
                self.downloads.extend(self.started.remove_entry(id));
            }
            _ => {}
        }
    }

    fn problem(&mut self, kind: &str, what: &str) {
        self.problems.push(format!("{kind}: {what}"));
    }

    fn console_call(&mut self, params: &Value) {
        let kind = text(&params["type"]);
        let said = params["args"].as_array().into_iter().flatten().map(shown).collect::<Vec<_>>().join(" ");
        if matches!(kind, "error" | "assert") {
            self.problem("console error", &said);
        }
        self.console.push(format!("{kind}: {said}"));
    }

    fn log_entry(&mut self, entry: &Value) {
        let said = format!("{} {}", text(&entry["text"]), text(&entry["url"]));
        if entry["level"] == "error" {
            self.problem("browser error", &said);
        }
        self.console.push(format!("{}: {said}", text(&entry["level"])));
    }

    fn issue(&mut self, issue: &Value) {
        if issue["code"] == "ContentSecurityPolicyIssue" {
            self.problem("policy violation", &issue["details"]["contentSecurityPolicyIssueDetails"].to_string());
        }
    }

    fn request(&mut self, url: &str) {
        let own = url.strip_prefix(&self.origin).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let local = ["data:", "blob:", "about:"].iter().any(|scheme| url.starts_with(scheme));
        if !own && !local {
            self.problem("foreign request", url);
        }
        self.requests.push(url.to_owned());
    }
}

/// What the browser says of an exception.
pub(super) fn exception(details: &Value) -> String {
    let described = &details["exception"]["description"];
    let described = if described.is_null() { &details["exception"]["value"] } else { described };
    let said = described.as_str().map_or_else(|| described.to_string(), str::to_owned);
    if described.is_null() { text(&details["text"]).to_owned() } else { said }
}

/// A value given to the console, as text.
fn shown(argument: &Value) -> String {
    let value = &argument["value"];
    match value {
        Value::Null => text(&argument["description"]).to_owned(),
        Value::String(string) => string.clone(),
        other => other.to_string(),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn after(method: &str, params: Value) -> Observed {
        let mut observed = Observed::new("http://127.0.0.1:80/some/where/");
        observed.record(&Event { session: None, method: method.to_owned(), params });
        observed
    }

    #[test]
    fn a_request_elsewhere_is_a_problem() {
        let asked = |url: &str| after("Network.requestWillBeSent", json!({ "request": { "url": url } })).problems;
        for own in ["http://127.0.0.1:80/some/where/a.js", "data:,", "blob:http://127.0.0.1:80/x"] {
            assert!(asked(own).is_empty(), "{own}");
        }
        for foreign in ["http://127.0.0.1:8080/", "https://127.0.0.1:80/", "http://127.0.0.1:80.example/"] {
            assert_eq!(asked(foreign), [format!("foreign request: {foreign}")]);
        }
    }

    #[test]
    fn console_errors_are_problems_and_the_rest_is_kept() {
        let said = |kind: &str| {
            after("Runtime.consoleAPICalled", json!({ "type": kind, "args": [{ "value": "x" }, { "value": 1 }] }))
        };
        assert_eq!(said("error").problems, ["console error: x 1"]);
        assert!(said("warning").problems.is_empty());
        assert_eq!(said("warning").console, ["warning: x 1"]);
    }

    #[test]
    fn a_download_is_there_when_it_is_complete() {
        let mut observed = after("Browser.downloadWillBegin", json!({ "guid": "g", "suggestedFilename": "a.csv" }));
        assert!(observed.downloads.is_empty());
        let params = json!({ "guid": "g", "state": "completed" });
        observed.record(&Event { session: None, method: "Browser.downloadProgress".to_owned(), params });
        assert_eq!(observed.downloads, [("g".to_owned(), "a.csv".to_owned())]);
    }
}

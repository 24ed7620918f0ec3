//! Acting on a page as a person does: mouse, touch, keys, paste, drop.

use std::path::Path;

use serde_json::{Value, json};

use super::keys;
use super::page::{Element, Page};
use super::{BrowserError, Tried};

/// Scrolls to an element, waits until it stands still, and returns where in the window to point at it.
///
/// Throws what is in the way: that the element is gone, disabled, without size or covered by another.
const POINT: &str = "async (element, fx, fy) => {
    if (!element.isConnected) throw 'it is gone from the page';
    if (element.disabled) throw 'it is disabled';
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const frame = () => new Promise(requestAnimationFrame);
    const box = () => [...element.getClientRects()].find(box => box.width > 0 && box.height > 0);
    const place = () => { const at = box(); return at && [at.x, at.y, at.width, at.height].join(); };
    for (let last = null, tries = 0; tries < 120 && last !== place(); tries++) { last = place(); await frame(); }
    const at = box();
    if (!at) throw 'it has no size';
    const x = at.x + at.width * fx, y = at.y + at.height * fy;
    const hit = document.elementFromPoint(x, y);
    if (!hit) throw `it is outside the window, at ${x}, ${y}`;
    const labels = hit.closest('label')?.control === element;
    if (!element.contains(hit) && !labels) throw `it is covered by ${hit.outerHTML.slice(0, 120)}`;
    return [x, y];
}";

const PASTE: &str = "(text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    return !(document.activeElement ?? document.body).dispatchEvent(event);
})";

const DROP: &str = "(target, files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of files) dataTransfer.items.add(new File([text], name, { type: 'text/plain' }));
    for (const kind of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
}";

const CHOOSE: &str = "(select, label) => {
    const option = [...select.options].find(option => option.label === label);
    if (!option) throw `no option ${label}; there are ${[...select.options].map(option => option.label).join(', ')}`;
    option.selected = true;
    select.dispatchEvent(new Event('input', { bubbles: true }));
    select.dispatchEvent(new Event('change', { bubbles: true }));
}";

const SELECT_ALL: &str = "field => {
    field.focus();
    if (field.select) field.select(); else getSelection().selectAllChildren(field);
}";

impl Page {
    /// Clicks the middle of an element.
    pub(crate) fn click(&mut self, element: &Element) -> Tried {
        self.click_at(element, 0.5, 0.5)
    }

    /// Clicks a place in an element: 0 is its left or upper edge, 1 its right or lower one.
    pub(crate) fn click_at(&mut self, element: &Element, x: f64, y: f64) -> Tried {
        let at = self.point(element, x, y)?;
        self.mouse("mouseMoved", at, 0)?;
        self.mouse_click(at, 1)
    }

    /// Clicks an element twice, which selects the word there.
    pub(crate) fn double_click(&mut self, element: &Element) -> Tried {
        let at = self.point(element, 0.5, 0.5)?;
        self.mouse("mouseMoved", at, 0)?;
        self.mouse_click(at, 1)?;
        self.mouse_click(at, 2)
    }

    /// Moves the mouse to the middle of an element.
    pub(crate) fn hover(&mut self, element: &Element) -> Tried {
        self.hover_at(element, 0.5, 0.5)
    }

    /// Moves the mouse to a place in an element; see [`Page::click_at`].
    pub(crate) fn hover_at(&mut self, element: &Element, x: f64, y: f64) -> Tried {
        let at = self.point(element, x, y)?;
        self.mouse("mouseMoved", at, 0)
    }

    /// Touches the middle of an element. The screen should have touch.
    pub(crate) fn tap(&mut self, element: &Element) -> Tried {
        let [x, y] = self.point(element, 0.5, 0.5)?;
        let touch = |kind: &str, points: Value| json!({ "type": kind, "touchPoints": points });
        self.call("Input.dispatchTouchEvent", &touch("touchStart", json!([{ "x": x, "y": y }])))?;
        self.call("Input.dispatchTouchEvent", &touch("touchEnd", json!([])))?;
        Ok(())
    }

    /// Gives an element the focus without a click.
    pub(crate) fn focus(&mut self, element: &Element) -> Tried {
        self.eval_on(element, "element => { element.focus() }")
    }

    /// Types a text into what has the focus, key by key; a line feed is the Enter key.
    pub(crate) fn type_text(&mut self, text: &str) -> Tried {
        for character in text.chars() {
            match character {
                '\n' => self.press("Enter")?,
                _ => self.press(character.encode_utf8(&mut [0; 4]))?,
            }
        }
        Ok(())
    }

    /// Presses a key by its DOM name, after the names of modifiers: `a`, `Enter`, `Control+Shift+z`.
    pub(crate) fn press(&mut self, key: &str) -> Tried {
        let press = keys::press(key).ok_or_else(|| BrowserError::Unusable(format!("there is no key {key}")))?;
        self.call("Input.dispatchKeyEvent", &press.down)?;
        self.call("Input.dispatchKeyEvent", &press.up)?;
        Ok(())
    }

    /// Pastes plain text into what has the focus: as a paste event, and if the page leaves that to the browser
    /// as text inserted at the cursor.
    pub(crate) fn paste(&mut self, text: &str) -> Tried {
        let handled: bool = self.eval(&format!("{PASTE}({})", Value::from(text)))?;
        if !handled {
            self.call("Input.insertText", &json!({ "text": text }))?;
        }
        Ok(())
    }

    /// Puts a text into a field in place of what is there.
    pub(crate) fn fill(&mut self, field: &Element, text: &str) -> Tried {
        self.eval_on::<()>(field, SELECT_ALL)?;
        if text.is_empty() {
            return self.press("Delete");
        }
        self.call("Input.insertText", &json!({ "text": text }))?;
        Ok(())
    }

    /// Chooses the option with this label in a `select`.
    pub(crate) fn choose(&mut self, select: &Element, label: &str) -> Tried {
        self.eval_on(select, &format!("select => ({CHOOSE})(select, {})", Value::from(label)))
    }

    /// Drops text files, given as name and content, on an element.
    pub(crate) fn drop_files(&mut self, target: &Element, files: &[(&str, &str)]) -> Tried {
        self.eval_on(target, &format!("target => ({DROP})(target, {})", json!(files)))
    }

    /// Chooses files of this machine in an `input` of type `file`.
    pub(crate) fn choose_files(&mut self, input: &Element, files: &[&Path]) -> Tried {
        self.call("DOM.setFileInputFiles", &json!({ "objectId": input.object, "files": files }))?;
        Ok(())
    }

    /// Where in the window a place in an element is, after scrolling there.
    fn point(&mut self, element: &Element, x: f64, y: f64) -> Tried<[f64; 2]> {
        self.eval_on(element, &format!("element => ({POINT})(element, {x}, {y})")).map_err(|error| match error {
            BrowserError::Thrown { message, .. } => {
                BrowserError::Unusable(format!("cannot point at {}: {message}", element.label))
            }
            other => other,
        })
    }

    fn mouse_click(&mut self, at: [f64; 2], count: u32) -> Tried {
        self.mouse("mousePressed", at, count)?;
        self.mouse("mouseReleased", at, count)
    }

    /// Sends a mouse event; `clicks` is 0 for one without a button.
    fn mouse(&mut self, kind: &str, [x, y]: [f64; 2], clicks: u32) -> Tried {
        let button = if clicks > 0 { "left" } else { "none" };
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": clicks });
        self.call("Input.dispatchMouseEvent", &event)?;
        Ok(())
    }
}

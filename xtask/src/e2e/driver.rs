//! Tests of the browser driver itself, on a small page made for it: what it acts on, sees and refuses.

use std::time::Duration;

use crate::browser::{BrowserError, Name, Page, Screen, Tried};
use crate::failure::{Outcome, ensure};
use crate::workspace;

/// Finding waits, by role and name, and refuses what is not exactly one.
pub(super) fn driver_finds(page: &mut Page) -> Outcome {
    page.open("")?;
    let late = page.find("button", "Late")?;
    page.click(&late)?;
    page.find("button", "Arrived")?;
    page.gone("button", "Late")?;
    let twins = page.find_all("button", "Twin")?;
    ensure!(twins.len() == 2, "{} twins", twins.len());
    let heading = page.find("heading", Name::Contains("river"))?;
    ensure!(heading.name == "Driver" && page.text_of(&heading)? == "Driver", "the heading is {heading:?}");
    page.wait_for_text("Arrived")?;
    page.set_patience(Duration::from_millis(300));
    let ambiguous = page.find("button", "Twin");
    ensure!(
        matches!(&ambiguous, Err(BrowserError::Timeout { what, page }) if what.contains("Disabled") && page.contains("drop here")),
        "two of a name gave {ambiguous:?}"
    );
    Ok(())
}

/// Mouse and keyboard reach the page as real input.
pub(super) fn driver_acts(page: &mut Page) -> Outcome {
    page.open("")?;
    let count = page.find("button", "Count")?;
    page.click(&count)?;
    logged(page, "count 1 trusted")?;
    page.press("Enter")?;
    logged(page, "count 2 trusted")?;

    let field = page.find("textbox", "Field")?;
    page.fill(&field, "old")?;
    page.fill(&field, "new ")?;
    page.type_text("aB+1 é")?;
    page.press("Control+Enter")?;
    logged(page, "sent new aB+1 é")?;
    page.press("Shift+Home")?;
    page.press("Delete")?;
    ensure!(page.value_of(&field)?.is_empty(), "the field holds {:?}", page.value_of(&field)?);
    page.paste("pasted")?;
    ensure!(page.value_of(&field)? == "pasted", "the field holds {:?}", page.value_of(&field)?);
    page.fill(&field, "")?;
    ensure!(page.value_of(&field)?.is_empty(), "the field holds {:?}", page.value_of(&field)?);

    let taker = page.find("textbox", "Taker")?;
    page.focus(&taker)?;
    page.paste("two\nlines")?;
    logged(page, "took two\nlines")?;

    let choice = page.css("#choice")?;
    page.choose(&choice, "Second")?;
    logged(page, "chose b")?;
    let words = page.find("note", Name::Any)?;
    page.hover(&words)?;
    logged(page, "hovered")?;
    page.double_click(&words)?;
    logged(page, "selected word")?;
    page.hover_at(&count, 0.1, 0.9)?;
    let hovered: String = page.eval("document.querySelector('button:hover').id")?;
    ensure!(hovered == "count", "the mouse is over {hovered}");
    let far = page.find("button", "Far")?;
    page.click_at(&far, 0.9, 0.1)?;
    logged(page, "far away")
}

/// Touch is touch, and a screen can change under the page.
pub(super) fn driver_touches(page: &mut Page) -> Outcome {
    page.open("")?;
    let count = page.find("button", "Count")?;
    page.tap(&count)?;
    logged(page, "count 1 trusted")?;
    let pointer = page.attribute(&count, "data-pointer")?;
    ensure!(pointer.as_deref() == Some("touch"), "the pointer was {pointer:?}");
    ensure!(page.attribute(&count, "data-other")?.is_none(), "an attribute that is not there");

    let seen = "[innerWidth, devicePixelRatio, ...['(prefers-color-scheme: dark)', '(prefers-reduced-motion)'].map(query => +matchMedia(query).matches)]";
    ensure!(page.eval::<Vec<u32>>(seen)? == [360, 2, 0, 0], "the phone shows as {:?}", page.eval::<Vec<u32>>(seen)?);
    page.set_screen(Screen { dark: true, still: true, scale: 3.0, ..Screen::DESKTOP })?;
    ensure!(page.eval::<Vec<u32>>(seen)? == [1280, 3, 1, 1], "changed to {:?}", page.eval::<Vec<u32>>(seen)?);
    page.settle(Duration::from_millis(50))?;
    let image = page.screenshot(false)?;
    // The width and height stand at a fixed place in a PNG.
    let width = image.get(16..20).map_or(0, |bytes| bytes.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte)));
    ensure!(image.starts_with(b"\x89PNG") && width == 1280 * 3, "the image is {width} px wide");
    Ok(())
}

/// Files go in and come out, and the clipboard can be read.
pub(super) fn driver_moves_files(page: &mut Page) -> Outcome {
    page.open("")?;
    let target = page.find("region", "Target")?;
    page.drop_files(&target, &[("a.txt", "1 \"2\""), ("b.log", "3")])?;
    logged(page, "a.txt=1 \"2\" b.log=3")?;
    let input = page.css("#files")?;
    page.choose_files(&input, &[&workspace::root().join("rustfmt.toml")])?;
    page.wait_for("the chosen file", "document.querySelector('output').textContent.startsWith('rustfmt.toml=')")?;
    let save = page.find("button", "Save")?;
    page.click(&save)?;
    let saved = page.wait_for_download()?;
    ensure!(saved.name == "table.csv" && saved.bytes == b"a,b\n", "saved {saved:?}");
    let copy = page.find("button", "Copy")?;
    page.click(&copy)?;
    let copied = page.clipboard()?;
    ensure!(copied == "copied text", "copied {copied:?}");
    Ok(())
}

/// Tabs of a test share their storage; a test starts with none.
pub(super) fn driver_keeps_storage_apart(page: &mut Page) -> Outcome {
    page.open("")?;
    ensure!(page.eval::<Option<String>>("localStorage.getItem('x')")?.is_none(), "storage of an earlier test");
    page.eval::<()>("localStorage.setItem('x', 'y')")?;
    page.reload()?;
    let mut other = page.sibling()?;
    other.open("#part")?;
    ensure!(other.url()?.ends_with("/#part"), "opened {}", other.url()?);
    ensure!(other.eval::<String>("localStorage.getItem('x')")? == "y", "the second tab has other storage");
    Ok(other.expect_no_problems()?)
}

/// What goes wrong in a page is seen, and what cannot be clicked is refused.
pub(super) fn driver_sees_problems(page: &mut Page) -> Outcome {
    page.open("")?;
    for (button, problem) in [
        ("Log error", "console error: said Object"),
        ("Throw", "uncaught exception: Error: thrown on purpose"),
        ("Missing", "browser error: Failed to load resource: the server responded with a status of 404 (Not Found)"),
    ] {
        let button = page.find("button", button)?;
        page.click(&button)?;
        page.settle(Duration::from_millis(100))?;
        let seen = page.take_problems()?;
        ensure!(seen.len() == 1 && seen[0].starts_with(problem), "expected {problem:?}, saw {seen:?}");
    }
    ensure!(page.console()?.iter().any(|line| line == "error: said Object"), "the console holds {:?}", page.console()?);
    for (name, why) in [("Covered", "covered by <span"), ("Disabled", "disabled")] {
        let button = page.find("button", name)?;
        let clicked = page.click(&button);
        ensure!(
            matches!(&clicked, Err(BrowserError::Unusable(message)) if message.contains(why)),
            "clicking {name} gave {clicked:?}"
        );
    }
    let thrown: Tried = page.eval("Promise.reject(new Error('no'))");
    ensure!(
        matches!(&thrown, Err(BrowserError::Thrown { message, .. }) if message.starts_with("Error: no")),
        "{thrown:?}"
    );
    let wrong: Tried<bool> = page.eval("'text'");
    ensure!(matches!(wrong, Err(BrowserError::WrongType { .. })), "{wrong:?}");
    ensure!(page.press("NoKey").is_err(), "pressed a key that does not exist");
    Ok(())
}

/// Waits until the page's log says this.
fn logged(page: &mut Page, text: &str) -> Outcome {
    let condition = format!("document.querySelector('output').textContent === {}", serde_json::Value::from(text));
    Ok(page.wait_for(&format!("the log to say {text:?}"), &condition)?)
}

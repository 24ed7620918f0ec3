//! The notebook: undone and done again, kept, and opened again.

use std::time::Duration;

use super::flows::{afresh, example, headline, headline_with, paste, paste_example, rename};
use crate::browser::Page;
use crate::failure::{Outcome, ensure};

/// What the page shows of the notebook: names, baseline, what takes part, and the answer.
const SHOWN: &str = "[
    ...[...document.querySelectorAll('.title, .configurations input.tag')].map(field => field.value),
    ...[...document.querySelectorAll('.configurations input:not(.tag)')].map(box => box.checked),
    document.querySelector('.headline')?.textContent.trim() ?? '',
]";

fn shown(page: &mut Page) -> Outcome<serde_json::Value> {
    page.settle(Duration::from_millis(150))?;
    Ok(page.eval(SHOWN)?)
}

fn wait_until_kept(page: &mut Page) -> Outcome {
    Ok(page
        .wait_for("the notebook to be kept", "document.querySelector('.kept-status').textContent.startsWith('Kept')")?)
}

/// Ten different things are done, undone one by one and done again, by keys and by buttons.
pub(super) fn ten_steps_back_and_forward(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let title = page.find("textbox", "Title of the notebook")?;
    let mut seen = vec![shown(page)?];
    for step in 0..10 {
        match step {
            0 | 9 => {
                page.fill(&title, if step == 0 { "Pinned entries" } else { "Pinned entries, again" })?;
                page.press("Enter")?;
            }
            1 | 4 => rename(page, "nopintlb", if step == 1 { "old" } else { "older" })?,
            2 | 5 => {
                let name = if step == 2 { "1pintlb as the baseline" } else { "2pintlb as the baseline" };
                let baseline = page.find("radio", name)?;
                page.click(&baseline)?;
            }
            3 | 6 => {
                let include = page.find("checkbox", "Compare 1pintlb")?;
                page.click(&include)?;
            }
            7 => rename(page, "2pintlb", "1pintlb")?,
            _ => rename(page, "1pintlb", "two of them")?,
        }
        page.wait_for("an answer to it", &format!("JSON.stringify({SHOWN}) !== {:?}", seen[step].to_string()))?;
        seen.push(shown(page)?);
    }
    let same = |state: &serde_json::Value| format!("JSON.stringify({SHOWN}) === {:?}", state.to_string());
    for (left, state) in seen.iter().take(10).enumerate().rev() {
        if left % 2 == 0 {
            page.press("Control+z")?;
        } else {
            let undo = page.find("button", "Undo")?;
            page.click(&undo)?;
        }
        page.wait_for(&format!("what was there after {left} steps"), &same(state))?;
    }
    for (step, state) in seen.iter().enumerate().skip(1) {
        if step % 2 == 0 {
            page.press("Control+Shift+z")?;
        } else {
            let redo = page.find("button", "Redo")?;
            page.click(&redo)?;
        }
        page.wait_for(&format!("what was there after {step} steps again"), &same(state))?;
    }
    let redo = page.find("button", "Redo")?;
    ensure!(page.attribute(&redo, "aria-disabled")?.as_deref() == Some("true"), "there is still something to redo");
    Ok(())
}

/// What is typed into a text is undone as a step of the notebook, in the field itself.
pub(super) fn typing_is_undone(page: &mut Page) -> Outcome {
    const FIELD: &str = "document.querySelector('.text-field').value";
    page.open("")?;
    page.wait_for("the focus in the field", "document.activeElement.matches('.text-field')")?;
    page.type_text("fork 12 us")?;
    headline(page)?;
    page.settle(Duration::from_millis(1_400))?;
    page.type_text(" and more")?;
    // At once: what was typed last has not been read yet.
    let typed: String = page.eval(FIELD)?;
    page.press("Control+z")?;
    page.settle(Duration::from_millis(300))?;
    let now: String = page.eval(FIELD)?;
    ensure!(now == "fork 12 us", "{typed:?} became {now:?}");
    page.press("Control+Shift+z")?;
    page.wait_for("all words", &format!("{FIELD} === 'fork 12 us and more'"))?;
    page.type_text("!")?;
    ensure!(
        page.eval::<String>(FIELD)? == "fork 12 us and more!",
        "the caret is elsewhere: {}",
        page.eval::<String>(FIELD)?
    );
    for _ in 0..3 {
        page.press("Control+z")?;
    }
    page.wait_for("no words", &format!("{FIELD} === ''"))?;
    Ok(())
}

/// What was pasted and chosen is there again after a reload, and in a new tab once this one is gone.
pub(super) fn a_reload_restores(page: &mut Page) -> Outcome {
    paste_example(page)?;
    rename(page, "nopintlb", "old kernel")?;
    headline_with(page, "old kernel")?;
    wait_until_kept(page)?;
    let before = shown(page)?;
    page.reload()?;
    headline_with(page, "old kernel")?;
    let after = shown(page)?;
    ensure!(after == before, "{after} is there after {before}");
    // What was changed right before the reload counts too.
    rename(page, "nopintlb", "very old kernel")?;
    page.reload()?;
    headline_with(page, "very old kernel")?;
    Ok(())
}

/// A text too long for the browser's small storage is kept in its database.
pub(super) fn a_large_text_is_restored(page: &mut Page) -> Outcome {
    page.open("")?;
    let long = format!("{}\n{}", example()?, "Words with a number 42 in the line\n".repeat(20_000));
    paste(page, &long)?;
    page.set_patience(Duration::from_secs(20));
    let said = headline(page)?;
    wait_until_kept(page)?;
    let kept: usize = page.eval("Object.values(localStorage).join('').length")?;
    ensure!(kept < 2_000, "{kept} characters in the small storage");
    page.reload()?;
    page.wait_for(
        "the same headline",
        &format!("document.querySelector('.headline').textContent.trim() === {said:?}"),
    )?;
    Ok(())
}

/// A second tab on the same notebook is warned, and neither overwrites the other without being asked to.
pub(super) fn a_second_tab_is_warned(page: &mut Page) -> Outcome {
    paste_example(page)?;
    wait_until_kept(page)?;
    let mut other = page.sibling()?;
    other.open("")?;
    headline(&mut other)?;
    other.wait_for_text("This notebook is open in another tab")?;
    ensure!(!page.text()?.contains("open in another tab"), "the first tab is warned as well");
    rename(&mut other, "nopintlb", "from the second")?;
    headline_with(&mut other, "from the second")?;
    rename(page, "nopintlb", "from the first")?;
    headline_with(page, "from the first")?;
    wait_until_kept(page)?;
    other.settle(Duration::from_millis(600))?;
    let kept: String = page.eval("Object.values(localStorage).join(' ')")?;
    ensure!(
        kept.contains("from the first") && !kept.contains("from the second"),
        "the second tab has overwritten the first"
    );
    // The second tab goes on with what the first one has; its own changes become a notebook of their own.
    let take = other.find("button", "Work here instead")?;
    other.click(&take)?;
    page.wait_for_text("This notebook is open in another tab")?;
    wait_until_kept(&mut other)?;
    let kept: String = page.eval("Object.values(localStorage).join(' ')")?;
    ensure!(kept.contains("from the first") && kept.contains("from the second"), "one of two versions is gone");
    Ok(other.expect_no_problems()?)
}

/// The notebooks that are kept are listed, opened and removed, and a removed one comes back.
pub(super) fn notebooks_are_listed(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let title = page.find("textbox", "Title of the notebook")?;
    page.fill(&title, "The first")?;
    page.press("Enter")?;
    wait_until_kept(page)?;
    let new = page.find("button", "New")?;
    page.click(&new)?;
    page.wait_for("an empty page", "!document.querySelector('.headline')")?;
    paste(page, "fork 12 us\nfork 13 us\n")?;
    headline(page)?;
    wait_until_kept(page)?;
    let menu = page.find("button", "Notebooks")?;
    page.click(&menu)?;
    let remove = page.find("button", "Remove the notebook The first")?;
    page.click(&remove)?;
    page.wait_for_text("“The first” has been removed.")?;
    page.press("Escape")?;
    let back = page.find("button", "Bring it back")?;
    page.click(&back)?;
    page.click(&menu)?;
    page.wait_for("two notebooks", "document.querySelectorAll('.kept li').length === 2")?;
    let first = page.css(".kept li:not(:has([aria-current])) .example")?;
    page.click(&first)?;
    headline_with(page, "nopintlb")?;
    ensure!(page.value_of(&title)? == "The first", "the title is {:?}", page.value_of(&title)?);
    page.press("Control+z")?;
    page.wait_for("the second again", "document.querySelector('.source-rows').textContent.includes('13 us')")?;
    Ok(())
}

/// A notebook saved as a file opens when the file is dropped.
pub(super) fn a_notebook_is_saved_and_opened(page: &mut Page) -> Outcome {
    paste_example(page)?;
    rename(page, "nopintlb", "old kernel")?;
    headline_with(page, "old kernel")?;
    let title = page.find("textbox", "Title of the notebook")?;
    page.fill(&title, "Pinned: entries/1")?;
    page.press("Enter")?;
    let menu = page.find("button", "Notebooks")?;
    page.click(&menu)?;
    let save = page.find("button", "Save as a file")?;
    page.click(&save)?;
    let saved = page.wait_for_download()?;
    ensure!(saved.name == "Pinned-entries-1.benchnote.json", "the file is called {}", saved.name);
    afresh(page)?;
    let text = String::from_utf8_lossy(&saved.bytes).into_owned();
    let target = page.css("main")?;
    page.drop_files(&target, &[("a.json", &text), ("b.json", &text.replace("notebook/1", "notebook/7"))])?;
    headline_with(page, "old kernel")?;
    page.wait_for_text("b.json is a notebook of a later version of this page.")?;
    Ok(())
}

/// Where the browser keeps nothing more, the page says so and offers the file.
pub(super) fn a_full_browser_is_told(page: &mut Page) -> Outcome {
    page.open("")?;
    page.eval::<()>(
        "(Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') },
          IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }, undefined)",
    )?;
    paste(page, &example()?)?;
    headline(page)?;
    page.wait_for_text("The browser has no room left for this notebook")?;
    page.find("button", "Save as a file")?;
    Ok(())
}

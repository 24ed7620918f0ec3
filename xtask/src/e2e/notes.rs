//! Notes, and the order of the cells.

use super::flows::{headline, paste_example};
use crate::browser::Page;
use crate::failure::{Outcome, ensure};

/// The headings of the column of texts and notes.
const CELLS: &str =
    "[...document.querySelectorAll('.texts section h2')].map(heading => heading.textContent.trim()).join()";

/// A note is written, shown, moved, folded and removed, all by keyboard, and comes back.
pub(super) fn a_note_is_written_moved_and_removed(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let said = headline(page)?;
    let add = page.find("button", "Add a note")?;
    page.focus(&add)?;
    page.press("Enter")?;
    page.wait_for("the focus in the note", "document.activeElement.matches('.note-field')")?;
    page.type_text("# Why\n\nSee *this* <img src=x onerror=alert(1)> and [that](javascript:alert(1)) or [page](https://example.org/)")?;
    page.press("Escape")?;
    page.wait_for("the note as it is read", "document.querySelector('.note-text h3')?.textContent === 'Why'")?;
    ensure!(page.eval("document.activeElement.textContent === 'Edit'")?, "the focus is lost");
    let inert: bool = page
        .eval("!document.querySelector('.note-text img') && document.querySelectorAll('.note-text a').length === 1")?;
    ensure!(inert, "HTML or a script's link of a note is in the page");
    ensure!(page.eval::<String>(CELLS)? == "Text,Note", "the cells are {}", page.eval::<String>(CELLS)?);
    let up = page.find("button", "Move Note up")?;
    page.focus(&up)?;
    page.press("Enter")?;
    page.wait_for("the note first", &format!("{CELLS} === 'Note,Text'"))?;
    page.wait_for("the focus on its button", "document.activeElement.ariaLabel === 'Move Note up'")?;
    page.press("Alt+ArrowDown")?;
    page.wait_for("the note last", &format!("{CELLS} === 'Text,Note'"))?;
    let fold = page.find("button", "Note: show all of it")?;
    page.focus(&fold)?;
    page.press(" ")?;
    page.wait_for("the note folded", "!document.querySelector('.note-text').checkVisibility()")?;
    page.press(" ")?;
    page.wait_for("the note unfolded", "document.querySelector('.note-text').checkVisibility()")?;
    let remove = page.find("button", "Remove this note")?;
    page.focus(&remove)?;
    page.press("Enter")?;
    page.wait_for("the note gone", &format!("{CELLS} === 'Text'"))?;
    page.press("Control+z")?;
    page.wait_for("the note again", &format!("{CELLS} === 'Text,Note'"))?;
    ensure!(headline(page)? == said, "a note has changed the answer");
    page.wait_for("it kept", "document.querySelector('.kept-status').textContent.startsWith('Kept')")?;
    page.reload()?;
    page.wait_for("the note after a reload", "document.querySelector('.note-text h3')?.textContent === 'Why'")?;
    Ok(())
}

/// Typing in a note is a step of the history.
pub(super) fn typing_in_a_note_is_undone(page: &mut Page) -> Outcome {
    const FIELD: &str = "document.querySelector('.note-field')?.value";
    paste_example(page)?;
    let add = page.find("button", "Add a note")?;
    page.click(&add)?;
    page.wait_for("the focus in the note", "document.activeElement.matches('.note-field')")?;
    page.type_text("one")?;
    page.settle(std::time::Duration::from_millis(1_400))?;
    page.type_text(" two")?;
    page.press("Control+z")?;
    page.wait_for("the first word", &format!("{FIELD} === 'one'"))?;
    page.press("Control+Shift+z")?;
    page.wait_for("both words", &format!("{FIELD} === 'one two'"))?;
    Ok(())
}

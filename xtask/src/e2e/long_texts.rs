//! Long texts: only what is visible is in the page, and no key waits.

use std::time::Duration;

use super::flows::{example, headline, paste};
use crate::browser::Page;
use crate::failure::{Outcome, ensure};

/// A key is answered within this time, in milliseconds.
const KEY: f64 = 50.0;

/// The example again and again, up to so many lines.
fn repeated(lines: usize) -> Outcome<String> {
    let post = example()?;
    let all: Vec<&str> = post.lines().cycle().take(lines).collect();
    Ok(all.join("\n"))
}

/// How long the page is busy with a key: from the key to when its change is taken and laid out, in milliseconds; the middle one
/// of those typed. Painting is left out: it takes a loaded machine without a graphics card longer than all the rest.
fn time_of_keys(page: &mut Page, text: &str) -> Outcome<f64> {
    page.eval::<()>(
        "(() => {
            window.__times = [];
            let begun = 0;
            addEventListener('keydown', () => { begun = performance.now(); }, true);
            addEventListener('input', event => {
                event.target.getBoundingClientRect();
                window.__times.push(performance.now() - begun);
            });
        })()",
    )?;
    page.type_text(text)?;
    page.settle(Duration::from_millis(200))?;
    let times: Vec<f64> = page.eval("window.__times.sort((a, b) => a - b)")?;
    ensure!(times.len() > text.len() / 2, "{} of {} keys were noted", times.len(), text.len());
    Ok(times[times.len() / 2])
}

/// 5,000 lines scroll with few rows in the page, and an edit in their middle is quick and found.
pub(super) fn five_thousand_lines_are_smooth(page: &mut Page) -> Outcome {
    page.open("")?;
    page.set_patience(Duration::from_secs(30));
    paste(page, &repeated(5_000)?)?;
    headline(page)?;
    page.wait_for("the text", "document.querySelectorAll('.source-row').length > 0")?;
    let [slowest, most, gaps]: [f64; 3] = page.eval(
        "(async () => {
            const box = document.querySelector('.source-rows');
            const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            const times = [];
            let most = 0, gaps = 0;
            for (let step = 0; step < 40; step++) {
                box.scrollTop = step * 2400;
                const begun = performance.now();
                await frame();
                times.push(performance.now() - begun);
                const view = box.getBoundingClientRect();
                const rows = [...box.querySelectorAll('.source-row')].map(row => row.getBoundingClientRect());
                most = Math.max(most, rows.length);
                gaps += rows.some(row => row.top <= view.top + 1) && rows.some(row => row.bottom >= view.bottom - 20) ? 0 : 1;
            }
            return [times.sort((a, b) => a - b)[20], most, gaps];
        })()",
    )?;
    ensure!(most < 120.0, "{most} rows in the page");
    ensure!(gaps == 0.0, "{gaps} of 40 places were not filled two frames after scrolling");
    ensure!(slowest < 100.0, "two frames take {slowest} ms while scrolling");
    let edit = page.find("button", "Edit")?;
    page.click(&edit)?;
    page.wait_for("the focus in the field", "document.activeElement.matches('.text-field')")?;
    let time = time_of_keys(page, "typed in the middle ")?;
    ensure!(time < KEY, "a key takes {time} ms");
    page.press("Escape")?;
    page.wait_for("the text again", "document.querySelector('.source-rows')")?;
    Ok(())
}

/// A megabyte is edited part by part without a key that waits, and what is typed is undone.
pub(super) fn a_megabyte_is_edited(page: &mut Page) -> Outcome {
    page.open("")?;
    page.set_patience(Duration::from_secs(40));
    let post = example()?;
    let text = repeated(1_000_000 * post.lines().count() / post.len())?;
    ensure!(text.len() > 900_000, "the text has {} bytes", text.len());
    paste(page, &text)?;
    headline(page)?;
    let edit = page.find("button", "Edit")?;
    page.click(&edit)?;
    page.wait_for("the focus in the field", "document.activeElement.matches('.text-field')")?;
    let held: usize = page.eval("document.activeElement.value.length")?;
    ensure!(held < 200_000, "{held} characters in the field");
    let time = time_of_keys(page, "typed at the beginning ")?;
    ensure!(time < KEY, "a key takes {time} ms");
    let later = page.find("button", "Later lines")?;
    page.click(&later)?;
    page.type_text("typed further down ")?;
    page.wait_for("the words", "document.activeElement.value.startsWith('typed further down ')")?;
    page.press("Control+z")?;
    page.wait_for("them gone", "!document.querySelector('.text-field').value.includes('typed further down')")?;
    page.press("Control+z")?;
    page.wait_for(
        "the first ones gone",
        "!document.querySelector('.text-field').value.includes('typed at the beginning')",
    )?;
    Ok(())
}

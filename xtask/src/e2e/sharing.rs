//! Links, and what is taken away.

use std::fs;
use std::time::Duration;

use super::flows::{headline, paste, paste_example, rename};
use crate::browser::{Name, Page};
use crate::failure::{Outcome, ensure};
use crate::workspace;

/// What the page shows of a comparison: tags, verdict, figures, and what is drawn.
const SHOWN: &str = "JSON.stringify([
    [...document.querySelectorAll('.configurations input.tag')].map(field => field.value),
    document.querySelector('#verdict')?.innerText,
    document.querySelector('.metrics')?.innerText,
    [...document.querySelectorAll('canvas')].map(canvas => canvas.getAttribute('aria-label')),
])";

fn shown(page: &mut Page) -> Outcome<String> {
    headline(page)?;
    page.settle(Duration::from_millis(200))?;
    Ok(page.eval(SHOWN)?)
}

/// Opens the box and waits for the link.
fn shared(page: &mut Page) -> Outcome<String> {
    let button = page.find("button", "Share")?;
    page.click(&button)?;
    page.wait_for("the link", "document.querySelector('.share-link input')?.value.includes('#1f')")?;
    Ok(page.eval("document.querySelector('.share-link input').value")?)
}

fn fragment(address: &str) -> String {
    address.split_once('#').map(|(_, link)| format!("#{link}")).unwrap_or_default()
}

/// A post with choices is shared; in a browser that knows nothing of it the link shows the same, read-only, until a copy is
/// kept.
pub(super) fn a_link_opens_in_a_clean_browser(page: &mut Page) -> Outcome {
    page.open("")?;
    paste(page, &fs::read_to_string(workspace::root().join("public/examples/reaim-itlb-handler.txt"))?)?;
    headline(page)?;
    let tags: Vec<String> =
        page.eval("[...document.querySelectorAll('.configurations input.tag')].map(f => f.value)")?;
    rename(page, &tags[0], "the new handler")?;
    page.wait_for(
        "the new name",
        "document.querySelector('.headline')?.textContent.toLowerCase().includes('the new handler')",
    )?;
    let here = shown(page)?;
    let address = shared(page)?;
    let length: usize = address.split_once('#').map_or(0, |(_, link)| link.len());
    ensure!(length <= 2150, "the link has {length} characters");
    let copy = page.find("button", "Copy the link")?;
    page.click(&copy)?;
    page.wait_for_text("The link is copied.")?;
    ensure!(page.clipboard()? == address, "another text was copied");

    let mut other = page.stranger()?;
    other.open(&fragment(&address))?;
    let there = shown(&mut other)?;
    ensure!(there == here, "the link shows something else:\n{there}\nthan\n{here}");
    other.wait_for_text("You are looking at someone's notebook.")?;
    ensure!(other.eval::<bool>("localStorage.getItem('benchnote/notebooks') === null")?, "something was kept of it");
    let keep = other.find("button", "Keep a copy")?;
    other.click(&keep)?;
    other.wait_for("it to be kept", "document.querySelector('.kept-status').textContent.startsWith('Kept')")?;
    ensure!(!other.url()?.contains('#'), "the link stays in the address");
    ensure!(shown(&mut other)? == here, "the copy is another one");
    other.expect_no_problems()?;
    Ok(other.close()?)
}

/// Links that were cut, changed or made by a later version say so; what is open stays, and a good one opens next.
pub(super) fn bad_links_change_nothing(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let before = shown(page)?;
    let link = fragment(&shared(page)?);
    page.press("Escape")?;
    let changed = if &link[200..201] == "A" { "B" } else { "A" };
    let damaged = format!("{}{changed}{}", &link[..200], &link[201..]);
    let later = link.replacen("#1f", "#2f", 1);
    for (bad, words) in [(&link[..500], "characters arrived"), (&damaged, "is damaged"), (&later, "newer version")] {
        page.eval::<()>(&format!("void (location.hash = {bad:?})"))?;
        page.wait_for(
            "a word about it",
            &format!("document.querySelector('.notice')?.textContent.includes({words:?})"),
        )?;
        ensure!(shown(page)? == before, "{words}: the page shows something else");
    }
    page.eval::<()>(&format!("void (location.hash = {link:?})"))?;
    page.wait_for_text("You are looking at someone's notebook.")?;
    ensure!(shown(page)? == before, "the link shows something else");
    Ok(())
}

/// A mail that quotes a wrapped link is pasted: the page offers to open it.
pub(super) fn a_mail_with_a_link_offers_it(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let before = shown(page)?;
    shared(page)?;
    let block = page.find("button", "Copy as a block for mail")?;
    page.click(&block)?;
    page.wait_for_text("The link is copied as a block")?;
    let block = page.clipboard()?;
    ensure!(block.lines().all(|line| line.len() <= 72), "a line of the block is too long");
    let mail = format!("Ann wrote:\n> Look here:\n> {}\nYes.\n", block.trim_end().replace('\n', "\n> "));
    let mut other = page.stranger()?;
    other.open("")?;
    paste(&mut other, &mail)?;
    let open = other.find("button", "Open the link")?;
    other.click(&open)?;
    other.wait_for_text("You are looking at someone's notebook.")?;
    ensure!(shown(&mut other)? == before, "the link shows something else");
    other.expect_no_problems()?;
    Ok(other.close()?)
}

/// An address in the text is masked before the link is made.
pub(super) fn names_are_masked(page: &mut Page) -> Outcome {
    page.open("")?;
    paste(page, "From: Ann <ann@board.example.org>\nold: fork 12.5 us\nnew: fork 11.0 us\n")?;
    headline(page)?;
    let open = shared(page)?;
    let tick = page.find("checkbox", "ann@board.example.org")?;
    page.click(&tick)?;
    page.wait_for(
        "another link",
        &format!("(value => value && value !== {open:?})(document.querySelector('.share-link input')?.value)"),
    )?;
    let masked: String = page.eval("document.querySelector('.share-link input').value")?;
    let mut other = page.stranger()?;
    other.open(&fragment(&masked))?;
    headline(&mut other)?;
    let text = other.text()?;
    ensure!(!text.contains("example.org") && text.contains("xxx@xxxxx.xxxxxxx.xxx"), "the text is {text}");
    Ok(other.close()?)
}

/// The verdict is copied as a reply and saved in every form.
pub(super) fn figures_are_taken_away(page: &mut Page) -> Outcome {
    paste_example(page)?;
    shared(page)?;
    let reply = page.find("button", "Copy the verdict as a mail reply")?;
    page.click(&reply)?;
    page.wait_for_text("The verdict is copied")?;
    let reply = page.clipboard()?;
    ensure!(
        reply.starts_with("1pintlb and 2pintlb win over nopintlb") && reply.contains("#1f"),
        "the reply is {reply}"
    );
    ensure!(reply.lines().all(|line| line.chars().count() <= 72), "a line of the reply is too long");
    for (button, end, part) in [
        ("Markdown", ".md", "| fork proc (us) | 1784 |"),
        ("CSV", ".csv", "fork proc,us,lower,1pintlb,1,1784,"),
        ("Analysis (JSON)", ".json", "\"schema\": \"benchnote/1\""),
        ("Page (HTML)", ".html", "<td class=\"figure\">1784</td>"),
        ("Notebook file", ".benchnote.json", "benchnote-notebook/1"),
    ] {
        let button = page.find("button", Name::Exact(button))?;
        page.click(&button)?;
        let download = page.wait_for_download()?;
        let text = String::from_utf8_lossy(&download.bytes).into_owned();
        ensure!(download.name.ends_with(end), "it is called {}", download.name);
        ensure!(text.contains(part), "{} holds no {part}: {}", download.name, &text[..text.len().min(2000)]);
    }
    Ok(())
}

/// On a phone nothing of the box is beside the screen.
pub(super) fn the_share_box_fits_a_phone(page: &mut Page) -> Outcome {
    paste_example(page)?;
    shared(page)?;
    let right: f64 = page.eval("document.querySelector('.share').getBoundingClientRect().right")?;
    ensure!(right <= 360.0, "the box ends at {right}");
    let below: bool = page.eval("document.querySelector('.share').scrollHeight > 0")?;
    ensure!(below, "the box is empty");
    Ok(())
}

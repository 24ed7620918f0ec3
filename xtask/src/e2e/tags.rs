//! The table of configurations, by keyboard.

use super::flows::{example, headline, headline_with, paste, paste_example};
use crate::browser::Page;
use crate::failure::{Outcome, ensure};

/// The names in the table, in order.
const TAGS: &str = "[...document.querySelectorAll('.configurations input.tag')].map(field => field.value).join()";
const BASELINE: &str = "document.querySelector('.configurations tr:has(input[type=radio]:checked) input.tag').value";

/// A configuration is left out by the space bar and taken in again, and the answer is the first one.
pub(super) fn left_out_and_taken_in_again(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let said = headline(page)?;
    ensure!(said.contains("2pintlb"), "the headline is {said:?}");
    let box_ = page.find("checkbox", "Compare 2pintlb")?;
    page.focus(&box_)?;
    page.press(" ")?;
    page.wait_for("an answer without it", "!document.querySelector('.headline').textContent.includes('2pintlb')")?;
    ensure!(page.eval("document.activeElement.matches('input[type=checkbox]')")?, "the focus is lost");
    page.press(" ")?;
    page.wait_for("the first answer", &format!("document.querySelector('.headline').textContent.trim() === {said:?}"))?;
    Ok(())
}

/// A configuration moves up and down by its buttons, which keep the focus, and the baseline stays what it was.
pub(super) fn configurations_are_reordered(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let (before, baseline): (String, String) = (page.eval(TAGS)?, page.eval(BASELINE)?);
    let names: Vec<&str> = before.split(',').collect();
    let down = page.find("button", format!("Move {} down", names[0]).as_str())?;
    page.focus(&down)?;
    page.press("Enter")?;
    page.wait_for("it second", &format!("{TAGS} === {:?}", [names[1], names[0], names[2]].join(",")))?;
    page.wait_for(
        "the focus on its button",
        &format!("document.activeElement.ariaLabel === {:?}", format!("Move {} down", names[0])),
    )?;
    ensure!(page.eval::<String>(BASELINE)? == baseline, "the baseline is another one");
    page.press("Enter")?;
    page.wait_for("it last", &format!("{TAGS} === {:?}", [names[1], names[2], names[0]].join(",")))?;
    page.press("Control+z")?;
    page.press("Control+z")?;
    page.wait_for("the first order", &format!("{TAGS} === {before:?}"))?;
    Ok(())
}

/// Before a field is chosen the page says what it would give.
pub(super) fn fields_are_chosen_with_a_preview(page: &mut Page) -> Outcome {
    const PREVIEW: &str = "document.querySelector('#fields-preview').textContent";
    page.open("")?;
    let menu = page.find("button", "Examples")?;
    page.click(&menu)?;
    let example = page.css("#examples li:nth-child(2) button")?;
    page.click(&example)?;
    headline(page)?;
    let before: String = page.eval(TAGS)?;
    let field = page.css(".fields input:not(:checked)")?;
    page.focus(&field)?;
    page.wait_for("a preview", &format!("{PREVIEW}.includes('there would be')"))?;
    let promised: String = page.eval(PREVIEW)?;
    page.press(" ")?;
    page.wait_for("other configurations", &format!("{TAGS} !== {before:?}"))?;
    let rows: usize = page.eval("document.querySelectorAll('.configurations tbody tr').length")?;
    ensure!(promised.contains(&format!("{rows} configurations")), "{promised:?}, but there are {rows}");
    let back = page.find("button", "As proposed")?;
    page.click(&back)?;
    page.wait_for("the first configurations", &format!("{TAGS} === {before:?}"))?;
    Ok(())
}

/// Two texts, one of each setting, are compared by their names; another name is another tag.
pub(super) fn two_sources_are_compared(page: &mut Page) -> Outcome {
    let half = |host: &str| -> Outcome<String> {
        let keep = |line: &&str| !line.contains("Linux 2.4.19-") || line.starts_with(host);
        Ok(example()?.lines().filter(keep).map(|line| line.replace(host, "board")).collect::<Vec<_>>().join("\n"))
    };
    page.open("")?;
    let target = page.css("main")?;
    page.drop_files(&target, &[("old.txt", &half("nopintlb")?), ("new.txt", &half("1pintlb")?)])?;
    headline_with(page, "new.txt")?;
    ensure!(page.eval::<String>(TAGS)? == "old.txt,new.txt", "the tags are {}", page.eval::<String>(TAGS)?);
    let label = page.css(".label-field input")?;
    page.fill(&label, "stock")?;
    page.press("Enter")?;
    page.wait_for("the new name", &format!("{TAGS} === 'stock,new.txt'"))?;
    // A third one, added by hand.
    let add = page.find("button", "Add another text")?;
    page.click(&add)?;
    paste(page, &half("2pintlb")?)?;
    page.wait_for("three configurations", "document.querySelectorAll('.configurations tbody tr').length === 3")?;
    Ok(())
}

/// A text that is pasted beside all fields is opened by itself, or added to what was there.
pub(super) fn a_stray_paste_is_added(page: &mut Page) -> Outcome {
    paste_example(page)?;
    page.wait_for("the focus on the headline", "document.activeElement.matches('.headline')")?;
    page.paste("fork 12 us\nfork 13 us\n")?;
    page.wait_for("the new text", "document.querySelector('.source-rows').textContent.includes('fork 13 us')")?;
    let add = page.find("button", "Add it to the one before instead")?;
    page.click(&add)?;
    page.wait_for("two texts", "document.querySelectorAll('section.source').length === 2")?;
    headline_with(page, "pintlb")?;
    Ok(())
}

/// A second comparison has choices of its own, and the first keeps its.
pub(super) fn two_comparisons_choose_apart(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let said = headline(page)?;
    let add = page.find("button", "Compare in another way as well")?;
    page.click(&add)?;
    let leave = page.find("checkbox", "Compare 2pintlb")?;
    page.click(&leave)?;
    page.wait_for("an answer without it", "!document.querySelector('.headline').textContent.includes('2pintlb')")?;
    let name = page.find("textbox", "Name of the comparison")?;
    page.fill(&name, "One entry only")?;
    page.press("Enter")?;
    let first = page.find("button", "Comparison 1")?;
    page.click(&first)?;
    page.wait_for("the first answer", &format!("document.querySelector('.headline').textContent.trim() === {said:?}"))?;
    let second = page.find("button", "One entry only")?;
    page.click(&second)?;
    page.wait_for("the second answer", "!document.querySelector('.headline').textContent.includes('2pintlb')")?;
    let remove = page.find("button", "Remove this comparison")?;
    page.click(&remove)?;
    page.wait_for(
        "the first answer alone",
        &format!("document.querySelector('.headline').textContent.trim() === {said:?}"),
    )?;
    page.gone("button", "Comparison 1")?;
    Ok(())
}

//! A reading that is corrected in the text itself.

use std::time::Duration;

use super::flows::{headline, headline_with, paste, paste_example};
use crate::browser::{Name, Page};
use crate::failure::{Outcome, ensure};

/// What is said of the number that is explained.
const SENTENCE: &str = "(document.querySelector('.explain p')?.textContent ?? '')";

/// Goes to the text by keyboard and on to its first figure, and into the panel.
fn explain_by_keys(page: &mut Page) -> Outcome<String> {
    let rows = page.find("region", "Text with its figures marked")?;
    page.focus(&rows)?;
    page.press("ArrowRight")?;
    page.wait_for("a sentence", SENTENCE)?;
    let said: String = page.eval(SENTENCE)?;
    page.wait_for(
        "the sentence in the live region",
        &format!("[...document.querySelectorAll('[aria-live]')].some(live => live.textContent === {said:?})"),
    )?;
    page.press("Enter")?;
    page.wait_for("the focus in the panel", "document.activeElement.closest('.explain')")?;
    Ok(said)
}

/// A unit is wrong: it is said once, holds for all figures of the metric, and can be taken back in two ways.
pub(super) fn a_wrong_unit_is_fixed_for_all_like_it(page: &mut Page) -> Outcome {
    const IN_GNUS: &str =
        "[...document.querySelectorAll('.metrics td')].filter(cell => cell.textContent.startsWith('gnus')).length";
    paste_example(page)?;
    let said = explain_by_keys(page)?;
    ensure!(said.contains(" is ") && said.contains("better"), "the sentence is {said:?}");
    let unit = page.find("textbox", "Unit")?;
    page.fill(&unit, "gnus")?;
    let scope = page.find("combobox", "Holds for")?;
    let all: String = page.eval("document.querySelector('.explain-form option[value=like]').textContent")?;
    page.choose(&scope, &all)?;
    page.focus(&unit)?;
    page.press("Enter")?;
    page.wait_for("one metric in the new unit", &format!("{IN_GNUS} === 1"))?;
    page.wait_for("the focus back in the text", "document.activeElement.matches('.source-rows')")?;
    page.wait_for(
        "the sentence with it",
        &format!("{SENTENCE}.includes('gnus') && {SENTENCE}.includes('you said so')"),
    )?;
    page.press("Control+z")?;
    page.wait_for("the old unit", &format!("{IN_GNUS} === 0 && !document.querySelector('.corrections-line')"))?;
    page.press("Control+Shift+z")?;
    page.wait_for("the new unit again", &format!("{IN_GNUS} === 1"))?;
    let list = page.find("button", "1 correction by you")?;
    page.click(&list)?;
    page.wait_for_text("9 figures")?;
    let back = page.find("button", Name::Contains("Take back all"))?;
    page.click(&back)?;
    page.wait_for("the old unit again", &format!("{IN_GNUS} === 0"))?;
    Ok(())
}

/// The runs of a line belong to another configuration.
pub(super) fn a_mistagged_run_is_moved(page: &mut Page) -> Outcome {
    const RUNS: &str =
        "[...document.querySelectorAll('.configurations tbody td.number')].map(cell => cell.textContent).join()";
    paste_example(page)?;
    let before: String = page.eval(RUNS)?;
    ensure!(before == "3,3,3", "the runs are {before}");
    let said = explain_by_keys(page)?;
    let field = page.find("combobox", "Configuration")?;
    let own = page.value_of(&field)?;
    let other = if own == "2pintlb" { "1pintlb" } else { "2pintlb" };
    ensure!(said.contains(&format!("of {own}")), "{said:?} does not say {own}");
    page.fill(&field, other)?;
    let scope = page.find("combobox", "Holds for")?;
    page.choose(&scope, "all figures of its line")?;
    let correct = page.find("button", "Correct")?;
    page.focus(&correct)?;
    page.press("Enter")?;
    page.wait_for("a run more there", &format!("{RUNS}.includes('4')"))?;
    page.wait_for("the sentence with it", &format!("{SENTENCE}.includes('of {other}')"))?;
    let configurations: u32 = page.eval("document.querySelectorAll('.configurations tbody tr').length")?;
    ensure!(configurations == 3, "there are {configurations} configurations");
    Ok(())
}

/// A number is set aside by a tap, and counted again.
pub(super) fn a_number_is_set_aside(page: &mut Page) -> Outcome {
    const LEDGER: &str = "document.querySelector('.ledger .count b').textContent";
    paste_example(page)?;
    let measured: String = page.eval(LEDGER)?;
    // The text scrolls to its first figures by itself, and rows that are scrolled to are made anew.
    page.eval::<()>(
        "(document.querySelector('.source-rows mark').scrollIntoView({ block: 'center', inline: 'center' }), undefined)",
    )?;
    page.settle(Duration::from_millis(300))?;
    page.eval::<()>(
        "(() => {
            const view = document.querySelector('.source-rows').getBoundingClientRect();
            const inside = mark => {
                const at = mark.getBoundingClientRect();
                return at.top > view.top && at.bottom < view.bottom && at.left > view.left && at.right < view.right;
            };
            [...document.querySelectorAll('.source-rows mark')].find(inside).id = 'in-view';
        })()",
    )?;
    let figure = page.css("#in-view")?;
    page.tap(&figure)?;
    let aside = page.find("button", "Set aside")?;
    page.tap(&aside)?;
    page.wait_for(
        "a figure less",
        &format!("{LEDGER} !== {measured:?} && document.querySelector('.source-rows del')"),
    )?;
    let struck = page.css(".source-rows del")?;
    page.tap(&struck)?;
    page.wait_for("what was said", &format!("{SENTENCE}.includes('you said that it is no figure')"))?;
    let again = page.find("button", "Count it again")?;
    page.tap(&again)?;
    page.wait_for("all figures", &format!("{LEDGER} === {measured:?}"))?;
    let [content, screen]: [u32; 2] = page.eval("[document.documentElement.scrollWidth, innerWidth]")?;
    ensure!(content <= screen, "the page is {content} px wide on a screen of {screen} px");
    Ok(())
}

/// Numbers that nothing knows are made figures of two configurations, and these are compared.
pub(super) fn unread_numbers_are_counted(page: &mut Page) -> Outcome {
    page.open("")?;
    paste(page, "fork 12.5 us\nzork: alpha 12 beta 13 gamma 14\nzork: alpha 15 beta 16 gamma 19\n")?;
    headline(page)?;
    for (place, tag) in [("12", "old"), ("15", "new")] {
        let at: usize = page.eval(&format!(
            "[...document.querySelectorAll('.source-rows .unread')].findIndex(piece => piece.textContent === '{place}')"
        ))?;
        page.eval::<()>(&format!("document.querySelectorAll('.source-rows .unread')[{at}].click()"))?;
        let metric = page.find("textbox", "Metric")?;
        ensure!(page.value_of(&metric)?.ends_with("alpha"), "the metric is {:?}", page.value_of(&metric)?);
        page.fill(&metric, "alpha")?;
        let unit = page.find("textbox", "Unit")?;
        page.fill(&unit, "ms")?;
        let way = page.find("combobox", "Direction")?;
        page.choose(&way, "smaller is better")?;
        let configuration = page.find("combobox", "Configuration")?;
        page.fill(&configuration, tag)?;
        let teach = page.find("checkbox", "Read the rest of its block the same way")?;
        page.click(&teach)?;
        let count = page.find("button", "Count it as a figure")?;
        page.click(&count)?;
        page.wait_for(
            "a figure",
            &format!(
                "[...document.querySelectorAll('.source-rows mark')].some(mark => mark.textContent === '{place}')"
            ),
        )?;
    }
    headline_with(page, "old")?;
    page.wait_for("two configurations", "document.querySelectorAll('.configurations tbody tr').length === 2")?;
    Ok(())
}

/// What was said of a number still holds after the text was edited elsewhere, and after a reload.
pub(super) fn a_correction_survives_an_edit(page: &mut Page) -> Outcome {
    const STRUCK: &str = "document.querySelector('.source-rows del')?.textContent";
    paste_example(page)?;
    explain_by_keys(page)?;
    let aside = page.find("button", "Set aside")?;
    page.click(&aside)?;
    page.wait_for("a struck number", STRUCK)?;
    let struck: String = page.eval(STRUCK)?;
    let edit = page.find("button", "Edit")?;
    page.click(&edit)?;
    page.wait_for("the focus in the field", "document.activeElement.matches('.text-field')")?;
    page.press("Control+Home")?;
    page.type_text("Some words with a 7 in front of it.\n\n")?;
    page.press("Escape")?;
    page.wait_for("the number struck again", &format!("{STRUCK} === {struck:?}"))?;
    page.wait_for("it kept", "document.querySelector('.kept-status').textContent.startsWith('Kept')")?;
    page.reload()?;
    page.wait_for("the number struck after a reload", &format!("{STRUCK} === {struck:?}"))?;
    Ok(())
}

/// One number of an unknown table says how the rest of it is read; that is taken back like any other correction.
pub(super) fn one_number_teaches_its_block(page: &mut Page) -> Outcome {
    page.open("")?;
    paste(page, "@@old@@ 12!!\n@@new@@ 15!!\n@@best@@ 17!!\n")?;
    headline(page)?;
    let first = page.find("button", "Show the first")?;
    page.click(&first)?;
    page.wait_for("what is said of it", &format!("{SENTENCE}.includes('was not read')"))?;
    page.press("Enter")?;
    page.wait_for("the focus in the panel", "document.activeElement.closest('.explain')")?;
    for (field, text) in [("Metric", "herd"), ("Unit", "ms")] {
        let field = page.find("textbox", field)?;
        page.fill(&field, text)?;
    }
    let way = page.find("combobox", "Direction")?;
    page.choose(&way, "smaller is better")?;
    let configuration = page.find("combobox", "Configuration")?;
    page.fill(&configuration, "old")?;
    page.press("Enter")?;
    page.wait_for("three figures", "document.querySelectorAll('.source-rows mark').length === 3")?;
    page.wait_for("three configurations", "document.querySelectorAll('.configurations tbody tr').length === 3")?;
    headline_with(page, "old")?;
    page.press("Control+z")?;
    page.wait_for("no figures", "document.querySelectorAll('.source-rows mark').length === 0")?;
    Ok(())
}

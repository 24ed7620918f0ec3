//! What people do with the page, from the paste to the figure in the text.

use std::fs;
use std::time::{Duration, Instant};

use crate::browser::{Name, Page};
use crate::failure::{Outcome, ensure, fail};
use crate::workspace;

/// A post is pasted; the verdict is shown and said, and every number is accounted for.
pub(super) fn a_paste_gives_a_verdict(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let headline = headline(page)?;
    ensure!(headline.contains("1pintlb") && headline.contains("nopintlb"), "the headline is {headline:?}");
    page.wait_for(
        "the headline in the live region",
        "[...document.querySelectorAll('[aria-live]')].some(said => said.textContent.trim()
            === document.querySelector('.headline').textContent.trim())",
    )?;
    let ledger: String = page.eval("document.querySelector('.ledger').innerText")?;
    ensure!(ledger.contains("measured") && ledger.contains("0 unread"), "the ledger says {ledger:?}");
    let marked: u32 =
        page.eval("new Set([...document.querySelectorAll('.source-rows mark')].map(m => m.className)).size")?;
    ensure!(marked == 3, "{marked} kinds of marks in the text for three configurations");
    Ok(())
}

/// A configuration gets another name and its own one back; two of one name are merged and separated.
pub(super) fn renaming_changes_the_verdict(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let found = headline(page)?;
    rename(page, "nopintlb", "old kernel")?;
    headline_with(page, "old kernel")?;
    rename(page, "2pintlb", "1pintlb")?;
    page.wait_for("two configurations", "document.querySelectorAll('.configurations tbody tr').length === 2")?;
    page.wait_for("the focus in their name", "document.activeElement.value === '1pintlb'")?;
    let separate = page.find("button", Name::Contains("Give 1pintlb its own names"))?;
    page.click(&separate)?;
    page.wait_for("three configurations", "document.querySelectorAll('.configurations tbody tr').length === 3")?;
    page.wait_for("the focus in a name", "document.activeElement.matches('input.tag')")?;
    let field = page.find("textbox", "Name of nopintlb")?;
    page.fill(&field, "something else")?;
    page.press("Escape")?;
    ensure!(page.value_of(&field)? == "old kernel", "Escape leaves {:?}", page.value_of(&field)?);
    rename(page, "nopintlb", "")?;
    page.wait_for("the first headline", &format!("document.querySelector('.headline').textContent === {found:?}"))?;
    Ok(())
}

/// Another baseline turns the comparison round, and leaving a configuration out takes it from the verdict.
pub(super) fn choices_change_the_verdict(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let leave = page.find("checkbox", "Compare 2pintlb")?;
    page.click(&leave)?;
    page.wait_for(
        "a headline without 2pintlb",
        "!document.querySelector('.headline').textContent.includes('2pintlb')",
    )?;
    let baseline = page.find("radio", "1pintlb as the baseline")?;
    page.click(&baseline)?;
    page.wait_for(
        "1pintlb as the baseline of the table",
        "[...document.querySelectorAll('.metrics thead th')].some(th => th.textContent === 'nopintlb against 1pintlb')",
    )?;
    page.wait_for("a winner", "document.querySelector('.headline').textContent.includes('wins')")?;
    let threshold = page.css(".threshold input")?;
    page.fill(&threshold, "60")?;
    page.press("Enter")?;
    page.wait_for("nothing beyond 60 %", "!document.querySelector('.headline').textContent.includes('wins')")?;
    page.fill(&threshold, "2,5")?;
    page.wait_for("a winner beyond 2.5 %", "document.querySelector('.headline').textContent.includes('wins')")?;
    page.fill(&threshold, "250")?;
    page.wait_for_text("A number from 0 to 100, please.")?;
    Ok(())
}

/// Both charts are drawn in many colours, at the screen's own resolution.
pub(super) fn charts_are_drawn(page: &mut Page) -> Outcome {
    paste_example(page)?;
    for (index, name) in ["Overview", "Replicates"].into_iter().enumerate() {
        let tab = page.find("tab", name)?;
        page.click(&tab)?;
        let canvas = format!("document.querySelectorAll('.plot canvas')[{index}]");
        page.wait_for(
            "a drawn canvas",
            &format!(
                "Math.abs({canvas}.width - {canvas}.offsetWidth * devicePixelRatio) <= 1 && {canvas}.offsetHeight > 300"
            ),
        )?;
        let colours: u32 = page.eval(&format!(
            "(() => {{
                const canvas = {canvas};
                const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
                return new Set(new Uint32Array(pixels.buffer)).size;
            }})()"
        ))?;
        ensure!(colours > 50, "{name} is drawn in {colours} colours");
    }
    Ok(())
}

/// A figure of the verdict shows its lines when pointed at, and its characters in the text when pressed; Escape leads back.
pub(super) fn a_figure_leads_to_its_characters(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let figure = page.css(".effects .fig")?;
    let printed = page.text_of(&figure)?;
    page.hover(&figure)?;
    page.wait_for("the lines of the figure", "document.querySelectorAll('.peek .cited').length === 3")?;
    let shown: Vec<String> =
        page.eval("[...document.querySelectorAll('.peek .cited')].map(mark => mark.textContent)")?;
    ensure!(shown.contains(&printed), "{printed} is not among {shown:?}");
    // The pointer goes elsewhere: where scrolling brings the figure back under it, it shows the lines by itself.
    let away = page.css("header")?;
    page.hover(&away)?;
    page.focus(&figure)?;
    page.press("Enter")?;
    page.wait_for("the focus in the text", "document.activeElement.matches('.source-rows')")?;
    // The rows follow a scrolled box in the next frame.
    page.wait_for("its rows", "document.querySelectorAll('.source-rows .cited').length === 3")?;
    let marked: Vec<String> =
        page.eval("[...document.querySelectorAll('.source-rows .cited')].map(mark => mark.textContent)")?;
    ensure!(marked == shown, "the text shows {marked:?}, the lines showed {shown:?}");
    page.press("Escape")?;
    page.wait_for("the focus back on the figure", "document.activeElement.matches('.effects .fig')")?;
    // The focus alone shows the lines again; Escape puts them away.
    page.wait_for("the lines again", "document.querySelectorAll('.peek .cited').length === 3")?;
    page.press("Escape")?;
    page.wait_for("no marked figures", "document.querySelectorAll('.cited').length === 0")?;
    Ok(())
}

/// A figure that is tapped is in view in its text, across as well as down, and a button leads back to the verdict.
pub(super) fn a_figure_is_in_view_on_a_phone(page: &mut Page) -> Outcome {
    const IN_VIEW: &str = "(() => {
        const view = document.querySelector('.source-rows').getBoundingClientRect();
        const mark = document.querySelector('.source-rows .here .cited')?.getBoundingClientRect();
        return mark && mark.left >= view.left && mark.right <= view.right
            && mark.top >= view.top && mark.bottom <= view.bottom && mark.bottom <= innerHeight;
    })()";
    paste_example(page)?;
    // Figures of several columns, not only of those that are in view anyway.
    for row in 1..=4 {
        let figure = page.css(&format!(".effects tr:nth-child({row}) .fig"))?;
        page.tap(&figure)?;
        page.wait_for("a marked figure in view", IN_VIEW)?;
        let back = page.find("button", "Back to the verdict")?;
        page.tap(&back)?;
        page.wait_for("the focus back on the figure", "document.activeElement.matches('.effects .fig')")?;
        ensure!(page.eval("!document.querySelector('.source-rows .cited')")?, "figures stay marked in the text");
    }
    Ok(())
}

/// Arrow keys go from point to point of a chart, each is said, and Enter shows its figures in the text.
pub(super) fn keys_walk_through_a_chart(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let plot = page.css(".plot")?;
    page.wait_for("the chart", "document.querySelector('.plot canvas').offsetHeight > 300")?;
    page.focus(&plot)?;
    let mut said = Vec::new();
    for key in ["ArrowRight", "ArrowRight", "ArrowDown"] {
        page.press(key)?;
        let now: String = page.eval("document.querySelector('.chart [aria-live]').innerText.trim()")?;
        ensure!(!now.is_empty() && !said.contains(&now), "{key} says {now:?} after {said:?}");
        said.push(now);
    }
    page.press("Enter")?;
    page.wait_for("its figures in the text", "document.querySelectorAll('.source-rows .cited').length > 0")?;
    Ok(())
}

/// A click on a mark of a chart shows its figures in the text, and a button leads back.
pub(super) fn a_click_on_a_mark_jumps(page: &mut Page) -> Outcome {
    paste_example(page)?;
    page.wait_for("the chart", "document.querySelector('.plot canvas').offsetHeight > 300")?;
    let plot = page.css(".plot")?;
    let (x, y) = place_of_a_mark(page)?;
    page.hover_at(&plot, x, y)?;
    page.wait_for("the lines of the mark", "document.querySelectorAll('.peek .cited').length > 0")?;
    let shown: Vec<String> = page.eval(&texts(".peek .cited"))?;
    page.click_at(&plot, x, y)?;
    page.wait_for("the focus in the text", "document.activeElement.matches('.source-rows')")?;
    page.wait_for("its rows", "document.querySelectorAll('.source-rows .cited').length > 0")?;
    let marked: Vec<String> = page.eval(&texts(".source-rows .cited"))?;
    ensure!(marked.iter().all(|figure| shown.contains(figure)), "{marked:?} is marked, the lines showed {shown:?}");
    let back = page.find("button", "Back")?;
    page.click(&back)?;
    page.wait_for("the focus back on the chart", "document.activeElement.matches('.plot')")?;
    Ok(())
}

/// Every example gives a verdict, and nothing in it could not be read at all.
pub(super) fn every_example_gives_a_verdict(page: &mut Page) -> Outcome {
    page.open("")?;
    let count: usize = page.eval("document.querySelectorAll('#examples button').length")?;
    ensure!(count >= 5, "{count} examples");
    let mut headlines: Vec<String> = Vec::new();
    for index in 0..count {
        let menu = page.find("button", "Examples")?;
        page.click(&menu)?;
        let example = page.css(&format!("#examples li:nth-child({}) button", index + 1))?;
        page.click(&example)?;
        page.wait_for(
            "another headline that has the focus",
            &format!(
                "document.activeElement.matches('.headline') && !{}.includes(document.querySelector('.headline').textContent.trim())",
                serde_json::json!(headlines)
            ),
        )?;
        let said = headline(page)?;
        ensure!(!said.starts_with("No benchmark figures"), "example {index} gives {said:?}");
        let errors: u32 = page.eval("document.querySelectorAll('.remarks .error').length")?;
        ensure!(errors == 0, "example {index} has {errors} remarks that are errors");
        headlines.push(said);
    }
    Ok(())
}

/// The Tab key gets through the page: large tables are one stop each, and arrow keys lead through them.
pub(super) fn the_keyboard_gets_through(page: &mut Page) -> Outcome {
    paste_example(page)?;
    page.wait_for("the focus on the headline", "document.activeElement.matches('.headline')")?;
    let stops: u32 = page.eval(
        "[...document.querySelectorAll('a[href], button, input, textarea, summary, [tabindex]')]
            .filter(element => element.tabIndex >= 0 && !element.disabled && element.checkVisibility()).length",
    )?;
    ensure!(stops < 120, "{stops} stops of the Tab key");
    let skip = page.find("link", "Skip to All metrics")?;
    page.focus(&skip)?;
    page.press("Enter")?;
    page.wait_for("the focus on the heading", "document.activeElement.id === 'metrics'")?;
    let [top, header]: [f64; 2] = page.eval(
        "[document.activeElement.getBoundingClientRect().top, document.querySelector('header').getBoundingClientRect().bottom]",
    )?;
    ensure!(top >= header, "the heading is at {top} px, under the header that ends at {header} px");
    let table = page.find("region", "Every metric with every run")?;
    page.focus(&table)?;
    for key in ["ArrowDown", "ArrowDown", "ArrowRight"] {
        page.press(key)?;
        ensure!(page.eval("document.activeElement.matches('.metrics .fig, .metrics .way')")?, "{key} leads nowhere");
    }
    ensure!(page.eval("document.activeElement.matches('.metrics .fig')")?, "the keys lead to no figure");
    page.press("Enter")?;
    page.wait_for("the focus in the text", "document.activeElement.matches('.source-rows')")?;
    page.press("Escape")?;
    page.wait_for("the focus back in the table", "document.activeElement.matches('.metrics .fig')")?;
    Ok(())
}

/// What a grade means is shown where its word is pressed.
pub(super) fn grades_say_what_they_mean(page: &mut Page) -> Outcome {
    paste_example(page)?;
    let grade = page.css(".effects button.grade")?;
    let word = page.text_of(&grade)?;
    page.click(&grade)?;
    let open = "document.querySelector('.grade-help:popover-open')";
    page.wait_for("its meaning", open)?;
    let meaning: String = page.eval(&format!("{open}.innerText"))?;
    ensure!(meaning.starts_with(&format!("{word}: ")) && meaning.len() > 40, "{word} means {meaning:?}");
    page.press("Escape")?;
    page.wait_for("it gone", &format!("!{open}"))?;
    page.press("Enter")?;
    page.wait_for("its meaning again", open)?;
    Ok(())
}

/// A metric's sign says which way is better; the choice that it opens turns it, leaves it out and takes that back, by the
/// keyboard as well, and the focus stays.
pub(super) fn a_metric_is_turned_and_left_out(page: &mut Page) -> Outcome {
    const TABLE: &str = "| case | before | after |\n|---|---:|---:|\n| apples | 100 | 150 |\n| pears | 200 | 290 |\n";
    page.open("")?;
    paste(page, TABLE)?;
    let asked = headline(page)?;
    ensure!(asked.contains("cannot say"), "the headline is {asked:?}");
    for name in ["apples", "pears"] {
        choose_way(page, name, "Higher is better")?;
    }
    headline_with(page, "after leads before")?;
    choose_way(page, "apples", "Lower is better")?;
    headline_with(page, "Neither wins")?;
    choose_way(page, "apples", "Do not count it")?;
    headline_with(page, "after leads before")?;
    page.wait_for("the focus on the sign", "document.activeElement.matches('button.way')")?;
    // By keys alone: the sign, the first of the choices, and Enter.
    page.press("Enter")?;
    page.wait_for("the choice", "document.querySelector('.ways:popover-open')")?;
    page.press("Tab")?;
    page.press("Enter")?;
    headline_with(page, "Neither wins")?;
    for name in ["apples", "pears"] {
        choose_way(page, name, "As it was read")?;
    }
    headline_with(page, "cannot say")
}

/// Opens the choice of a metric's way and takes one.
fn choose_way(page: &mut Page, metric: &str, way: &str) -> Outcome {
    let sign = page.find("button", Name::Contains(&format!("{metric}: ")))?;
    page.click(&sign)?;
    page.wait_for("the choice", "document.querySelector('.ways:popover-open')")?;
    let choice = page.find("button", way)?;
    page.click(&choice)?;
    page.wait_for("the choice gone", "!document.querySelector('.ways:popover-open')")?;
    Ok(())
}

/// Whatever is pasted gets a sentence in bounded time, and never more rows than the window shows.
pub(super) fn odd_texts_get_a_sentence(page: &mut Page) -> Outcome {
    const PATIENCE: Duration = Duration::from_secs(20);
    let odd = [
        ("nonsense", "hello world, 12 things and 7 others\n".to_owned()),
        ("a long line", "fork 12 ".repeat(12_500)),
        ("a long line without blanks", "1".repeat(100_000)),
        ("5 MB", "Words with a number 42 and another 1.5 in the line\n".repeat(100_000)),
    ];
    for (name, text) in odd {
        afresh(page)?;
        let begun = Instant::now();
        paste(page, &text)?;
        page.set_patience(PATIENCE);
        let said = headline(page)?;
        ensure!(begun.elapsed() < PATIENCE, "{name} took {:?}", begun.elapsed());
        ensure!(said.starts_with("No benchmark figures"), "{name} gives {said:?}");
        page.wait_for("the text", "document.querySelectorAll('.source-row').length > 0")?;
        let rows: u32 = page.eval("document.querySelectorAll('.source-row').length")?;
        ensure!(rows < 120, "{name} put {rows} rows into the page");
        page.wait_for("the focus in a place to paste", "document.activeElement.matches('.paste-again')")?;
        let sentences: u32 =
            page.eval("document.querySelector('main').innerText.split('No benchmark figures').length - 1")?;
        ensure!(sentences == 1, "the sentence stands {sentences} times under {name}");
    }
    afresh(page)?;
    paste(page, " \n ")?;
    page.wait_for_text("The clipboard holds no text.")?;
    Ok(())
}

/// Dropped files become texts with their names; one that is removed can be brought back.
pub(super) fn files_become_texts(page: &mut Page) -> Outcome {
    page.open("")?;
    let text = example()?;
    let target = page.css("main")?;
    page.drop_files(&target, &[("first.log", &text), ("second.log", &text)])?;
    page.wait_for("two texts", "document.querySelectorAll('section.source').length === 2")?;
    let names: Vec<String> =
        page.eval("[...document.querySelectorAll('.label-field input')].map(field => field.value)")?;
    ensure!(names == ["first.log", "second.log"], "the texts are called {names:?}");
    let remove = page.find("button", "Remove first.log")?;
    page.click(&remove)?;
    page.wait_for("one text", "document.querySelectorAll('section.source').length === 1")?;
    let back = page.find("button", "Bring it back")?;
    page.wait_for("the focus on the way back", "document.activeElement.matches('.notice .undo')")?;
    page.click(&back)?;
    page.wait_for("two texts again", "document.querySelectorAll('section.source').length === 2")?;
    headline(page)?;
    Ok(())
}

/// What is typed stays in its field while it is read.
pub(super) fn typing_keeps_the_field(page: &mut Page) -> Outcome {
    page.open("")?;
    page.wait_for("the focus in the field", "document.activeElement.matches('.text-field')")?;
    page.type_text("fork 12 us")?;
    headline(page)?;
    let value: String = page.eval("document.activeElement.value")?;
    ensure!(value == "fork 12 us", "the field holds {value:?}");
    let done = page.find("button", "Done")?;
    page.click(&done)?;
    page.wait_for("the text as rows", "document.querySelectorAll('.source-row').length === 1")?;
    page.press("Enter")?;
    page.wait_for("the field again", "document.activeElement.matches('.text-field')")?;
    page.press("Escape")?;
    page.wait_for("the text as rows again", "document.querySelectorAll('.source-row').length === 1")?;
    page.wait_for("the focus on its button", "document.activeElement.textContent === 'Edit'")?;
    Ok(())
}

/// An example is opened from the menu, and nothing of the full page is wider than the screen.
pub(super) fn an_example_fits_the_screen(page: &mut Page) -> Outcome {
    page.open("")?;
    let menu = page.find("button", "Examples")?;
    page.click(&menu)?;
    let example = page.css("#examples button")?;
    page.click(&example)?;
    headline(page)?;
    page.wait_for("the chart", "document.querySelector('.plot canvas').offsetHeight > 300")?;
    let [content, screen]: [u32; 2] = page.eval("[document.documentElement.scrollWidth, innerWidth]")?;
    ensure!(content <= screen, "the page is {content} px wide on a screen of {screen} px");
    Ok(())
}

/// Opens the page as on the first visit.
pub(super) fn afresh(page: &mut Page) -> Outcome {
    page.open("")?;
    // What the page keeps when it is left comes before that.
    page.eval::<()>("(dispatchEvent(new Event('pagehide')), new Promise(done => setTimeout(done, 300)))")?;
    page.eval::<()>("(localStorage.clear(), sessionStorage.clear(), undefined)")?;
    Ok(page.open("")?)
}

pub(super) fn example() -> Outcome<String> {
    Ok(fs::read_to_string(workspace::root().join("public/examples/lmbench-pin-tlb.txt"))?)
}

pub(super) fn paste(page: &mut Page, text: &str) -> Outcome {
    page.wait_for("the focus in the field", "document.activeElement.matches('.text-field')")?;
    page.paste(text)?;
    Ok(())
}

pub(super) fn paste_example(page: &mut Page) -> Outcome {
    page.open("")?;
    paste(page, &example()?)?;
    headline(page)?;
    Ok(())
}

pub(super) fn headline(page: &mut Page) -> Outcome<String> {
    page.wait_for("a headline", "document.querySelector('.headline')?.textContent.trim()")?;
    Ok(page.eval("document.querySelector('.headline').textContent.trim()")?)
}

pub(super) fn headline_with(page: &mut Page, words: &str) -> Outcome {
    Ok(page.wait_for(
        "the new name in the headline",
        &format!("document.querySelector('.headline').textContent.includes({words:?})"),
    )?)
}

/// The texts of all elements that a selector names, as a script.
fn texts(selector: &str) -> String {
    format!("[...document.querySelectorAll('{selector}')].map(element => element.textContent)")
}

/// Where in the first chart a mark of its middle stands, as shares of its width and height: walked to by keys, and read off
/// its ring. The chart is taller than the window, and its middle is what is scrolled into view.
fn place_of_a_mark(page: &mut Page) -> Outcome<(f64, f64)> {
    const PLACE: &str = "(() => {
        const plot = document.querySelector('.plot').getBoundingClientRect();
        const ring = document.querySelector('.ring').getBoundingClientRect();
        return [(ring.x + ring.width / 2 - plot.x) / plot.width, (ring.y + ring.height / 2 - plot.y) / plot.height];
    })()";
    let plot = page.css(".plot")?;
    page.focus(&plot)?;
    for _ in 0..100 {
        page.press("ArrowDown")?;
        page.wait_for("a ring", "document.querySelector('.ring')")?;
        let [x, y]: [f64; 2] = page.eval(PLACE)?;
        if y > 0.45 {
            page.press("Escape")?;
            return Ok((x, y));
        }
    }
    fail!("no mark in the lower half of the chart")
}

/// Renames the configuration that the post calls so.
pub(super) fn rename(page: &mut Page, original: &str, tag: &str) -> Outcome {
    let field = page.find("textbox", Name::Contains(&format!("Name of {original}")))?;
    page.fill(&field, tag)?;
    page.press("Enter")?;
    Ok(())
}

//! `cargo xtask shots`: what the page looks like, for a person to look at.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::args::Args;
use crate::browser::{Browser, Element, Name, Page, Screen};
use crate::failure::{Context, Failure, Outcome};
use crate::server::Server;
use crate::{page, tools, workspace};

/// How long nothing may change before the page counts as drawn.
const QUIET: Duration = Duration::from_millis(700);

/// `cargo xtask shots`
pub(crate) fn command(mut args: Args) -> Outcome {
    let file = args.word();
    args.finish()?;
    let post = file.map(|file| fs::read_to_string(&file).context(file)).transpose()?;
    page::build_if_stale()?;
    let server = Server::start(workspace::dist(), "/")?;
    let browser = Browser::launch(&tools::browser()?, false)?;
    fs::create_dir_all(folder())?;
    for screen in screens() {
        shoot(&browser, &server.url(), screen, None)?;
        if let Some(post) = &post {
            shoot(&browser, &server.url(), screen, Some(post))?;
        }
    }
    println!("Screenshots are in {}", folder().display());
    Ok(())
}

/// Wide and narrow, light and dark, at one and two device pixels per CSS pixel.
fn screens() -> impl Iterator<Item = Screen> {
    let looks = [(false, 1.0), (false, 2.0), (true, 1.0), (true, 2.0)];
    [Screen::DESKTOP, Screen::PHONE]
        .into_iter()
        .flat_map(move |screen| looks.map(|(dark, scale)| Screen { scale, dark, ..screen }))
}

/// Saves one image, of the empty page or with a post pasted, and tells of problems the page had.
fn shoot(browser: &Browser, url: &str, screen: Screen, post: Option<&String>) -> Outcome {
    let mut page = browser.page(url, screen)?;
    page.open("")?;
    page.settle(QUIET)?;
    if let Some(post) = post {
        let field = post_field(&mut page)?;
        page.focus(&field)?;
        page.paste(post)?;
        page.settle(QUIET)?;
    }
    let look = if screen.dark { "dark" } else { "light" };
    if post.is_some() && screen.scale == 1.0 {
        work(&mut page)?;
        let name = format!("notebook-{}-{look}.png", screen.width);
        fs::write(folder().join(&name), page.screenshot(false)?)?;
        println!("{name}");
        page.press("Control+z")?;
        page.settle(QUIET)?;
    }
    let what = if post.is_some() { "post" } else { "empty" };
    let name = format!("{what}-{}-{look}-{}x.png", screen.width, screen.scale);
    fs::write(folder().join(&name), page.screenshot(true)?)?;
    println!("{name}");
    for problem in page.problems()? {
        println!("  {problem}");
    }
    Ok(page.close()?)
}

/// A number explained and a note begun: the notebook at work.
fn work(page: &mut Page) -> Outcome {
    let note = page.find("button", "Add a note")?;
    page.click(&note)?;
    page.type_text("## Why\n\nOne entry *or* two?")?;
    page.press("Escape")?;
    let rows = page.find("region", Name::Contains("figures marked"))?;
    page.focus(&rows)?;
    page.press("ArrowRight")?;
    Ok(page.settle(QUIET)?)
}

/// The first text field of the page, which takes a post.
fn post_field(page: &mut Page) -> Outcome<Element> {
    page.find_all("textbox", Name::Any)?
        .into_iter()
        .next()
        .ok_or_else(|| Failure::new("the page has no text field to paste into"))
}

fn folder() -> PathBuf {
    workspace::root().join("target/shots")
}

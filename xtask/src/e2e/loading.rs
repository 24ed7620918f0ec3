//! The page loads anywhere and asks for nothing from elsewhere.

use std::fs;

use crate::browser::Page;
use crate::failure::{Outcome, ensure};
use crate::{hook, workspace};

/// The page starts under a sub-path, with all that it asks for below that path.
pub(super) fn loads_under_a_sub_path(page: &mut Page) -> Outcome {
    page.open("")?;
    started(page)?;
    let base: String = page.eval("new URL('.', location.href).href")?;
    let requests = page.requests()?;
    ensure!(requests.iter().any(|url| url.contains("_bg.wasm")), "no wasm among the requests: {requests:?}");
    let outside: Vec<_> = requests.iter().filter(|url| !url.starts_with(&base) && !url.starts_with("data:")).collect();
    ensure!(outside.is_empty(), "requests outside {base}: {outside:?}");
    Ok(())
}

/// The page starts on a narrow screen and is no wider than it.
pub(super) fn loads_on_a_phone(page: &mut Page) -> Outcome {
    page.open("")?;
    started(page)?;
    let [content, screen]: [u32; 2] = page.eval("[document.documentElement.scrollWidth, innerWidth]")?;
    ensure!(content <= screen, "the page is {content} px wide on a screen of {screen} px");
    Ok(())
}

/// Neither the file nor the running page holds an inline script, style sheet or handler.
pub(super) fn nothing_inline(page: &mut Page) -> Outcome {
    hook::check(&fs::read_to_string(workspace::dist().join("index.html"))?)?;
    page.open("")?;
    started(page)?;
    let inline: Vec<String> = page.eval(
        "[...document.querySelectorAll('script:not([src]), style, *')]
            .filter(element => element.matches('script:not([src]), style')
                || element.getAttributeNames().some(name => name.startsWith('on')))
            .map(element => element.outerHTML.slice(0, 200))",
    )?;
    ensure!(inline.is_empty(), "inline in the running page: {inline:?}");
    Ok(())
}

/// The policy blocks what it should: an inline script and a request elsewhere. Also shows that the tests
/// would notice.
pub(super) fn the_policy_is_enforced(page: &mut Page) -> Outcome {
    page.open("")?;
    started(page)?;
    page.expect_no_problems()?;
    let ran: bool = page.eval(
        "(() => {
            const script = document.createElement('script');
            script.textContent = 'window.__ran = true';
            document.body.append(script);
            script.remove();
            return window.__ran === true;
        })()",
    )?;
    ensure!(!ran, "an inline script ran");
    let fetched: bool = page.eval("fetch('https://example.invalid/').then(() => true, () => false)")?;
    ensure!(!fetched, "a request elsewhere was let through");
    // The browser tells of a violation in more than one way, and not all at once.
    page.settle(std::time::Duration::from_millis(400))?;
    let problems = page.take_problems()?;
    for directive in ["script-src", "connect-src"] {
        let seen = problems.iter().any(|problem| problem.contains("policy violation") && problem.contains(directive));
        ensure!(seen, "no violation of {directive} among {problems:?}");
    }
    Ok(())
}

/// Waits for the page's first heading or its main part.
fn started(page: &mut Page) -> Outcome {
    Ok(page.wait_for("an h1 or main landmark", "document.querySelector('h1, main')?.innerText.trim()")?)
}

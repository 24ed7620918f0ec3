//! What Trunk runs after a build (see Trunk.toml): nothing inline stays in the page.
//!
//! The page's Content-Security-Policy allows only scripts and styles that come from files. Trunk starts the
//! page from an inline script, so that is moved into a file of its own; anything else inline is an error here
//! rather than a blank page in the browser.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use crate::failure::{Context, Failure, Outcome, ensure, fail};
use crate::html::{Tag, tags};

/// `cargo xtask trunk-hook`, run by Trunk with the folder of the unfinished build in its environment.
pub(crate) fn command() -> Outcome {
    let staging = env::var_os("TRUNK_STAGING_DIR")
        .ok_or_else(|| Failure::new("TRUNK_STAGING_DIR is not set: `trunk build` runs this, see Trunk.toml"))?;
    move_scripts_out(Path::new(&staging))
}

/// Moves the inline scripts of a folder's index.html into files beside it and checks the outcome.
fn move_scripts_out(folder: &Path) -> Outcome {
    let index = folder.join("index.html");
    let html = fs::read_to_string(&index).context(index.display())?;
    let (html, scripts) = without_inline_scripts(&html);
    for (name, text) in scripts {
        fs::write(folder.join(name), text)?;
    }
    check(&html)?;
    fs::write(&index, html).context(index.display())
}

/// The page with a link in place of every inline script, and the scripts as files: name and text.
///
/// A script's address is relative to the page. Addresses inside it go on to mean the same files, as both the
/// page and the script stand at the top of the built folder.
fn without_inline_scripts(html: &str) -> (String, Vec<(String, String)>) {
    let mut page = String::with_capacity(html.len());
    let mut scripts = Vec::new();
    let mut copied = 0;
    for tag in tags(html).iter().filter(|tag| is_inline_code(tag)) {
        let text = format!("{}\n", tag.text.trim());
        let name = format!("start-{:016x}.js", fnv1a(text.as_bytes()));
        page.push_str(&html[copied..tag.range.start]);
        page.push_str("<script");
        for (attribute, value) in &tag.attributes {
            // Values stand here as they were escaped in the page.
            write!(page, " {attribute}=\"{value}\"").expect("writing to a String succeeds");
        }
        write!(page, " src=\"./{name}\"></script>").expect("writing to a String succeeds");
        copied = tag.range.end;
        scripts.push((name, text));
    }
    page.push_str(&html[copied..]);
    (page, scripts)
}

/// Whether this is an inline script that can be a file; import maps and data blocks can't.
fn is_inline_code(tag: &Tag) -> bool {
    let is_code = matches!(tag.attribute("type"), None | Some("" | "module" | "text/javascript"));
    tag.name == "script" && tag.attribute("src").is_none() && is_code
}

/// Fails if anything in a page is inline, or its policy is missing or weaker than it should be.
pub(crate) fn check(html: &str) -> Outcome {
    let tags = tags(html);
    for tag in &tags {
        let inline = inline_part(tag);
        ensure!(inline.is_none(), "the page has {} in <{}>", inline.unwrap_or_default(), tag.name);
    }
    let policy_at = tags.iter().position(|tag| {
        tag.attribute("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("content-security-policy"))
    });
    let Some(policy_at) = policy_at else { fail!("the page has no Content-Security-Policy") };
    // A policy in the page governs only what comes after it.
    let early = tags[..policy_at].iter().find(|tag| matches!(tag.name.as_str(), "script" | "link"));
    ensure!(early.is_none(), "the page's Content-Security-Policy comes after a script or link");
    check_policy(tags[policy_at].attribute("content").unwrap_or_default())
}

/// What is inline about a tag, in words.
fn inline_part(tag: &Tag) -> Option<String> {
    if tag.name == "script" && tag.attribute("src").is_none() {
        return Some("an inline script".to_owned());
    }
    if tag.name == "style" {
        return Some("an inline style sheet".to_owned());
    }
    let (name, _) = tag.attributes.iter().find(|(name, value)| {
        name.starts_with("on") || name == "style" || value.trim().to_ascii_lowercase().starts_with("javascript:")
    })?;
    Some(format!("the inline attribute {name}"))
}

/// Fails unless a policy starts from nothing and lets only the page's own files in.
fn check_policy(policy: &str) -> Outcome {
    let directives: Vec<Vec<&str>> =
        policy.split(';').map(|directive| directive.split_ascii_whitespace().collect()).collect();
    ensure!(directives.iter().any(|words| *words == ["default-src", "'none'"]), "the policy lacks default-src 'none'");
    for name in ["script-src", "style-src", "connect-src"] {
        let found = directives.iter().find(|words| words.first() == Some(&name));
        let Some(words) = found else { fail!("the policy lacks {name}") };
        // 'wasm-unsafe-eval' allows compiling WebAssembly and nothing else.
        let own = words[1..].iter().all(|source| matches!(*source, "'self'" | "'wasm-unsafe-eval'"));
        ensure!(own, "the policy allows more than the page's own files: {}", words.join(" "));
    }
    Ok(())
}

/// The 64-bit FNV-1a hash: names a file after its content so that a cache never serves an old one.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'\">";

    #[test]
    fn moves_an_inline_script_into_a_file() {
        let html = format!("{POLICY}<script type=\"module\">\nimport './a.js';\n</script><p>");
        let (page, scripts) = without_inline_scripts(&html);
        let [(name, text)] = &scripts[..] else { panic!("one script, not {scripts:?}") };
        assert_eq!(text, "import './a.js';\n");
        assert_eq!(page, format!("{POLICY}<script type=\"module\" src=\"./{name}\"></script><p>"));
        assert_eq!(check(&page), Ok(()));
    }

    #[test]
    fn the_name_follows_the_content() {
        // Two values of the published test vectors.
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn leaves_a_page_without_inline_scripts_alone() {
        let html = format!("{POLICY}<script src='x.js'></script>");
        assert_eq!(without_inline_scripts(&html), (html.clone(), Vec::new()));
        assert_eq!(check(&html), Ok(()));
    }

    #[test]
    fn refuses_what_is_inline() {
        for inline in [
            "<script>1</script>",
            "<script type=importmap>{}</script>",
            "<style>p{}</style>",
            "<p onclick='x()'>",
            "<p style='color:red'>",
            "<a href=' JavaScript:x()'>",
        ] {
            assert!(check(&format!("{POLICY}{inline}")).is_err(), "{inline}");
        }
    }

    #[test]
    fn refuses_a_missing_late_or_weak_policy() {
        assert!(check("<p>").is_err());
        assert!(check(&format!("<script src=x.js></script>{POLICY}")).is_err());
        for (from, to) in [
            ("default-src 'none'; ", ""),
            ("default-src 'none'", "default-src 'self'"),
            ("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
            ("connect-src 'self'", "connect-src *"),
            ("; connect-src 'self'", ""),
        ] {
            assert!(check(&POLICY.replacen(from, to, 1)).is_err(), "{from} -> {to}");
        }
    }
}

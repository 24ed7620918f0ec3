//! Links and other forms on the command line.

use std::path::PathBuf;
use std::process::{Command, Output};

fn post() -> String {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../public/examples/lmbench-pin-tlb.txt").display().to_string()
}

fn benchnote(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_benchnote")).args(arguments).output().expect("it starts")
}

fn printed(arguments: &[&str]) -> String {
    let output = benchnote(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn refused(arguments: &[&str]) -> String {
    let output = benchnote(arguments);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_link_gives_the_same_answer() {
    let file = post();
    let plain = printed(&["--baseline", "1pintlb", &file]);
    let link = printed(&["--link", "--page", "https://example.org/benchnote/", "--baseline", "1pintlb", &file]);
    assert!(link.starts_with("https://example.org/benchnote/#1f") && link.len() < 2150, "{link}");
    assert_eq!(printed(&["open", link.trim()]), plain);
    let fragment = link.trim().split_once('#').map(|(_, fragment)| fragment).expect("a link");
    assert_eq!(printed(&["open", fragment]), plain);
}

#[test]
fn a_mail_that_holds_a_link_is_opened() {
    let file = post();
    let link = printed(&["--format", "link", "--page", "https://example.org/", &file]);
    let characters: Vec<char> = link.trim().chars().collect();
    let lines: Vec<String> =
        characters.chunks(70).map(|line| format!("> {}\n", line.iter().collect::<String>())).collect();
    let mail = std::env::temp_dir().join(format!("benchnote-link-{}.txt", std::process::id()));
    std::fs::write(&mail, format!("Ann wrote:\n{}\nYes.\n", lines.concat())).expect("a file");
    let answer = printed(&["open", &mail.display().to_string()]);
    std::fs::write(&mail, format!("{}\n", &link.trim()[..400])).expect("a file");
    let cut = refused(&["open", &mail.display().to_string()]);
    std::fs::remove_file(&mail).expect("it is there");
    assert_eq!(answer, printed(&[&file]));
    assert!(cut.contains("characters arrived"), "{cut}");
}

#[test]
fn every_format_is_printed() {
    let file = post();
    for (format, part) in [
        ("mail", "1pintlb and 2pintlb win over nopintlb"),
        ("markdown", "| fork proc (us) | 1784 |"),
        ("csv", "fork proc,us,lower,1pintlb,1,1784,"),
        ("json", "\"schema\": \"benchnote/1\""),
        ("html", "<td class=\"figure\">1784</td>"),
        ("link", "#1f"),
    ] {
        let text = printed(&["--format", format, &file]);
        assert!(text.contains(part), "{format}: {text}");
    }
}

#[test]
fn what_does_not_open_is_said() {
    assert!(refused(&["open"]).contains("open takes one link or file"));
    assert!(refused(&["open", "--baseline", "x", "y"]).contains("open takes one link or file"));
    assert!(refused(&["open", "/nowhere/link.txt"]).contains("/nowhere/link.txt"));
    assert!(refused(&["open", &post()]).contains("there is no link of Benchnote in this text"));
    assert!(refused(&["--format", "pdf"]).contains("--format takes"));
}

//! The command as people call it.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn post() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../public/examples/lmbench-pin-tlb.txt")
}

fn benchnote(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_benchnote")).args(arguments).output().expect("it starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[test]
fn the_verdict_is_printed() {
    let output = benchnote(&[&post().display().to_string()]);
    assert!(output.status.success());
    assert!(text(&output.stdout).starts_with("1pintlb and 2pintlb win over nopintlb; nothing separates the two.\n"));
}

#[test]
fn standard_input_is_read_without_a_file_and_for_a_dash() {
    for arguments in [&["--json"][..], &["--json", "-"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_benchnote"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let post = std::fs::read(post()).expect("the post");
        child.stdin.take().expect("a pipe").write_all(&post).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success());
        assert!(text(&output.stdout).contains("\"schema\": \"benchnote/1\""));
    }
}

#[test]
fn choices_are_taken() {
    let file = post().display().to_string();
    let output = benchnote(&["--baseline", "1pintlb", "--threshold", "20%", "--by", "Host", &file]);
    assert!(text(&output.stdout).contains("nopintlb against 1pintlb"), "{}", text(&output.stdout));
    let by_system = benchnote(&["--by", "OS", &file]);
    assert!(text(&by_system.stdout).starts_with("Only one configuration was found"));
}

#[test]
fn what_cannot_be_read_is_said_with_status_2() {
    for (arguments, expected) in [
        (&["/nowhere/post.txt"][..], "/nowhere/post.txt: "),
        (&["--threshold", "much"], "--threshold takes a percentage"),
        (&["--alpha", "2"], "--alpha takes a probability"),
        (&["--frobnicate"], "--frobnicate"),
        (&["--baseline"], "--baseline"),
    ] {
        let output = benchnote(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = text(&output.stderr);
        assert!(message.starts_with("benchnote: ") && message.contains(expected), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn files_of_one_name_are_told_by_their_folders() {
    let root = std::env::temp_dir().join(format!("benchnote-{}", std::process::id()));
    let table = |value: &str| {
        format!(
            "Context switching - times in microseconds - smaller is better\nHost OS 2p/0K\n\
             --------- ------------- ----- ------ ------ ------ ------ ------- -------\n\
             box Linux 2.4.19- {value} 81.1 269.1 96.1 275.8 95.8 276.7\n"
        )
    };
    for (folder, value) in [("old", "5.260"), ("new", "3.460")] {
        std::fs::create_dir_all(root.join(folder)).expect("a folder");
        std::fs::write(root.join(folder).join("r.txt"), table(value)).expect("a file");
    }
    let output =
        benchnote(&[&root.join("old/r.txt").display().to_string(), &root.join("new/r.txt").display().to_string()]);
    std::fs::remove_dir_all(&root).expect("they were there");
    assert!(text(&output.stdout).starts_with("new/r.txt leads old/r.txt"), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("numbers 14 are measurements"), "{}", text(&output.stdout));
}

#[test]
fn what_is_no_text_is_said() {
    let file = std::env::temp_dir().join(format!("benchnote-{}.bin", std::process::id()));
    std::fs::write(&file, b"\x7fELF\0\0").expect("a file");
    let output = benchnote(&[&file.display().to_string()]);
    std::fs::remove_file(&file).expect("it was there");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("this is not text"));
}

#[test]
fn help_and_version_are_printed() {
    assert!(text(&benchnote(&["--help"]).stdout).contains("Usage: benchnote"));
    assert!(text(&benchnote(&["-V"]).stdout).starts_with("benchnote "));
}

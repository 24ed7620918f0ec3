//! The notebook as people change it, and what they take away.

use std::sync::Arc;

use benchnote_notebook::{CellId, Edit, Notebook, export};
use benchnote_parser::{Source, parse};
use benchnote_verdict::{Choices, analyse};

const POST: &str = include_str!("../../public/examples/lmbench-pin-tlb.txt");
const TWO_KERNELS: &str = include_str!("../../parser/tests/corpus/lmbench/version-3-all-tables.txt");

fn mail(text: &str) -> String {
    let parsed = parse(&[Arc::new(Source::unnamed(text))]);
    export::mail(&parsed, &analyse(&parsed, &Choices::default()))
}

fn choices(notebook: &Notebook) -> Choices {
    notebook.comparisons().next().expect("a comparison").1.choices.clone()
}

const COMPARISON: CellId = CellId(2);

fn rename(original: &str, tag: &str) -> Edit {
    Edit::Rename { cell: COMPARISON, originals: vec![original.into()], tag: tag.into() }
}

#[test]
fn renaming_is_kept_by_original_name_and_undone_by_it() {
    let mut notebook = Notebook::default();
    notebook.apply(rename("a", " pinned "));
    assert_eq!(choices(&notebook).tag("a").map(|c| c.tag.as_str()), Some("pinned"));
    notebook.apply(rename("a", ""));
    assert_eq!(choices(&notebook), Choices::default());
}

#[test]
fn the_baseline_follows_its_configuration() {
    let mut notebook = Notebook::default();
    notebook.apply(Edit::SetBaseline(COMPARISON, "a".into()));
    notebook.apply(rename("a", "b"));
    assert_eq!(choices(&notebook).baseline.as_deref(), Some("b"));
    notebook.apply(Edit::SetThreshold(COMPARISON, f64::NAN));
    notebook.apply(Edit::SetThreshold(COMPARISON, 7.0));
    assert_eq!(choices(&notebook).threshold, 1.0);
}

#[test]
fn leaving_out_and_taking_in_leaves_no_trace() {
    let mut notebook = Notebook::default();
    let exclude = |excluded| Edit::Exclude { cell: COMPARISON, originals: vec!["a".into()], excluded };
    notebook.apply(exclude(true));
    assert!(choices(&notebook).tag("a").is_some_and(|c| c.excluded));
    notebook.apply(exclude(false));
    assert_eq!(choices(&notebook), Choices::default());
}

#[test]
fn sources_come_before_the_comparison_and_never_run_out() {
    let mut notebook = Notebook::default();
    notebook.apply(Edit::AddSource(Source::new("b", "2")));
    let labels: Vec<String> = notebook.sources().map(|(_, source)| source.label.clone()).collect();
    assert_eq!(labels, ["", "b"]);
    for id in notebook.sources().map(|(id, _)| id).collect::<Vec<_>>() {
        notebook.apply(Edit::RemoveSource(id));
    }
    assert_eq!(notebook.sources().count(), 1);
    notebook.apply(rename("x", "y"));
    notebook.apply(Edit::OpenSources(vec![Source::new("c", "3")]));
    assert_eq!(notebook.sources().map(|(_, s)| s.text.clone()).collect::<Vec<_>>(), ["3"]);
    assert_eq!(choices(&notebook), Choices::default());
    let before = notebook.clone();
    notebook.apply(Edit::SetThreshold(CellId(99), 0.1));
    assert_eq!(notebook, before);
}

#[test]
fn the_verdict_as_mail() {
    insta::assert_snapshot!("three-kernels", mail(POST));
    insta::assert_snapshot!("two-kernels-one-run-each", mail(TWO_KERNELS));
    insta::assert_snapshot!("nothing", mail("What a fine day it is."));
}

#[test]
fn mail_keeps_within_its_width() {
    for text in [POST, TWO_KERNELS, "", "no figures"] {
        for line in mail(text).lines() {
            assert!(line.chars().count() <= 72, "{line:?}");
        }
    }
}

#[test]
fn json_holds_what_was_read() {
    let parsed = parse(&[Arc::new(Source::unnamed(POST))]);
    let report = analyse(&parsed, &Choices::default());
    let value: serde_json::Value = serde_json::from_str(&export::json(&parsed, &report)).expect("valid JSON");
    assert_eq!(value["schema"], "benchnote/1");
    let rows = value["measurements"].as_array().expect("a list");
    assert_eq!(rows.len(), parsed.measurements.len());
    let fork = rows
        .iter()
        .find(|row| row["metric"] == "fork proc" && row["config"] == "nopintlb" && row["run"] == 2)
        .expect("the second run");
    assert_eq!((&fork["value"], &fork["printed"], &fork["unit"]), (&2070.0.into(), &"2070".into(), &"us".into()));
    let span = |at: usize| fork["span"][at].as_u64().expect("a place") as usize;
    assert_eq!(&POST[span(0)..span(1)], "2070");
    let ledger = &value["ledger"];
    let count = |key: &str| ledger[key].as_u64().expect("a count");
    assert_eq!(count("numbers"), count("measured") + count("explained") + count("unread"));
    let winners = serde_json::json!(["1pintlb", "2pintlb"]);
    let verdict = &value["verdict"];
    assert_eq!((&verdict["outcome"], &verdict["winners"]), (&"winner".into(), &winners));
}

#[test]
fn two_texts_are_compared_by_their_names() {
    let half = |host: &str| -> String {
        let keep = |line: &&str| !line.contains("Linux 2.4.19-") || line.starts_with(host);
        POST.lines().filter(keep).map(|line| line.replace(host, "board")).collect::<Vec<_>>().join("\n")
    };
    let sources = [Source::new("old.txt", half("nopintlb")), Source::new("new.txt", half("1pintlb"))].map(Arc::new);
    let parsed = parse(&sources);
    let report = analyse(&parsed, &Choices::default());
    let tags: Vec<&str> = report.configurations.iter().map(|c| c.tag.as_str()).collect();
    assert_eq!(tags, ["old.txt", "new.txt"]);
    assert_eq!(report.baseline, Some(0));
    assert_eq!(report.outcome.winners, [1]);
    assert!(export::mail(&parsed, &report).contains("old.txt lines"));
}

//! What people take away says the same as what they had: it is read again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use benchnote_notebook::export;
use benchnote_parser::{Parsed, Source, parse};
use benchnote_verdict::{Choices, Report, analyse};

fn examples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../public/examples");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: std::path::PathBuf| (path.display().to_string(), std::fs::read_to_string(&path).expect("a text"));
    paths.into_iter().map(read).collect()
}

fn judged(text: &str) -> (Parsed, Report) {
    let parsed = parse(&[Arc::new(Source::unnamed(text))]);
    let report = analyse(&parsed, &Choices::default());
    (parsed, report)
}

/// By configuration: its values, sorted, as texts.
type Values = BTreeMap<String, Vec<String>>;

fn values(report: &Report) -> Values {
    let mut values = Values::new();
    for metric in &report.metrics {
        for (configuration, sample) in report.configurations.iter().zip(&metric.samples) {
            let runs = sample.runs.iter().map(|run| run.value.to_string());
            values.entry(configuration.tag.clone()).or_default().extend(runs);
        }
    }
    for values in values.values_mut() {
        values.sort();
    }
    values
}

/// The cells of a line of comma-separated values.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cells.last_mut().expect("one").push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            other => cells.last_mut().expect("one").push(other),
        }
    }
    cells
}

#[test]
fn rows_of_csv_are_the_measurements() {
    for (name, text) in examples() {
        let (parsed, report) = judged(&text);
        let csv = export::csv(&parsed, &report);
        let mut lines = csv.split_terminator("\r\n");
        let head = cells(lines.next().expect("a head"));
        let column = |wanted: &str| head.iter().position(|name| name == wanted).expect("a column");
        let (config, value, printed) = (column("config"), column("value"), column("printed"));
        let mut read = Values::new();
        for line in lines {
            let row = cells(line);
            assert_eq!(row.len(), head.len(), "{name}: {line}");
            assert!(text.contains(&row[printed]), "{name}: {line}");
            read.entry(row[config].clone()).or_default().push(row[value].clone());
        }
        for values in read.values_mut() {
            values.sort();
        }
        assert_eq!(read, values(&report), "{name}");
    }
}

#[test]
fn json_holds_the_measurements() {
    for (name, text) in examples() {
        let (parsed, report) = judged(&text);
        let json: serde_json::Value = serde_json::from_str(&export::json(&parsed, &report)).expect("JSON");
        let mut read = Values::new();
        for row in json["measurements"].as_array().into_iter().flatten() {
            let config = row["config"].as_str().expect("a tag").to_owned();
            read.entry(config).or_default().push(row["value"].as_f64().expect("a value").to_string());
        }
        for values in read.values_mut() {
            values.sort();
        }
        assert_eq!(read, values(&report), "{name}");
    }
}

#[test]
fn markdown_is_read_again() {
    for (name, text) in examples() {
        let (parsed, report) = judged(&text);
        let names: BTreeSet<&str> = report.metrics.iter().map(|metric| metric.full_name.as_str()).collect();
        let (again, given) = (values(&judged(&export::markdown(&parsed, &report)).1), values(&report));
        if names.len() == report.metrics.len() || given.keys().eq(again.keys()) {
            assert_eq!(again, given, "{name}");
        } else {
            // The headings of sections that hold the same metrics look like settings.
            let sorted = |values: Values| {
                let mut all: Vec<String> = values.into_values().flatten().collect();
                all.sort();
                all
            };
            assert_eq!(sorted(again), sorted(given), "{name}");
        }
    }
}

#[test]
fn a_page_stands_alone_and_shows_every_figure() {
    for (name, text) in examples() {
        let (parsed, report) = judged(&text);
        let page = export::html(&parsed, &report, "A <title>");
        assert!(page.len() < 1_000_000 && page.contains("<title>A &lt;title&gt;</title>"), "{name}");
        assert!(!page.contains("<script") && !page.contains("src=") && !page.contains("href="), "{name}");
        let figures =
            page.matches("<td class=\"figure\">").count() - page.matches("<td class=\"figure\"></td>").count();
        let runs: usize =
            report.metrics.iter().flat_map(|metric| &metric.samples).map(|sample| sample.runs.len()).sum();
        assert_eq!(figures, runs, "{name}");
    }
}

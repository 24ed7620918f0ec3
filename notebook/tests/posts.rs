//! Posts that were written from tools' documentation by someone who did not see the readers, each with its truth: how many
//! of its figures are found under the right configuration. A third of them was not looked at while the readers were built.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use benchnote_parser::{Source, parse};
use benchnote_verdict::{Choices, Report, analyse};
use serde_json::Value;

/// The share of figures, averaged over the posts, that was reached; it can only grow.
const LEAST: f64 = 0.78;

fn posts() -> Vec<(PathBuf, String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/posts");
    let paths = std::fs::read_dir(folder).expect("a folder of posts").map(|entry| entry.expect("an entry").path());
    let mut texts: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == "txt")).collect();
    texts.sort();
    let read = |path: &Path| std::fs::read_to_string(path).expect("a readable file");
    let truth = |path: &Path| serde_json::from_str(&read(&path.with_extension("json"))).expect("a truth");
    texts.into_iter().map(|path| (path.clone(), read(&path), truth(&path))).collect()
}

fn words(name: &str) -> Vec<String> {
    let split = name.split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '+'));
    split.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Whether two names are of one configuration: a word more or less is forgiven.
fn same(one: &str, other: &str) -> bool {
    let (one, other) = (words(one), words(other));
    let within = |a: &[String], b: &[String]| a.iter().all(|word| b.contains(word));
    !one.is_empty() && !other.is_empty() && (within(&one, &other) || within(&other, &one))
}

/// The values read under configurations of a name.
fn values_under(report: &Report, tag: &str) -> Vec<f64> {
    let exact = report.configurations.iter().any(|config| words(&config.tag) == words(tag));
    let of = |name: &str| if exact { words(name) == words(tag) } else { same(name, tag) };
    let configs = report.configurations.iter().enumerate().filter(|(_, config)| of(&config.tag)).map(|(at, _)| at);
    let runs = |config: usize| {
        report.metrics.iter().filter_map(move |metric| metric.samples.get(config)).flat_map(|sample| &sample.runs)
    };
    configs.flat_map(runs).map(|run| run.value).collect()
}

/// How many figures of a truth there are, and how many were found.
fn found(report: &Report, truth: &Value) -> (usize, usize) {
    let (mut expected, mut found) = (0, 0);
    let series = truth["series"].as_array().into_iter().flatten();
    let counted = |series: &&Value| !matches!(series["role"].as_str(), Some("context" | "derived" | "duplicate"));
    for (tag, values) in series.filter(counted).filter_map(|series| series["values"].as_object()).flatten() {
        let mut pool = values_under(report, tag);
        for value in values.as_array().into_iter().flatten().filter_map(Value::as_f64) {
            expected += 1;
            // Units may differ by a power of ten or two.
            let scales = [1.0, 1e3, 1e6, 1e-3, 1e-6, 1024.0, 1.0 / 1024.0, 60.0];
            let near = |read: &f64| scales.iter().any(|scale| (read * scale - value).abs() <= value.abs() * 1e-6);
            if let Some(at) = pool.iter().position(near) {
                pool.remove(at);
                found += 1;
            }
        }
    }
    (found, expected)
}

#[test]
fn most_figures_are_found_under_their_configuration() {
    let mut shares = Vec::new();
    let mut listed = String::new();
    for (path, text, truth) in posts() {
        let report = analyse(&parse(&[Arc::new(Source::unnamed(text))]), &Choices::default());
        let (found, expected) = found(&report, &truth);
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        listed.push_str(&format!("{name}: {found} of {expected}\n"));
        shares.push(found as f64 / expected.max(1) as f64);
    }
    let share = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
    assert!(shares.len() >= 40, "{} posts", shares.len());
    assert!(share >= LEAST, "{:.1} % of the figures:\n{listed}", 100.0 * share);
}

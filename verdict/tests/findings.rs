//! Findings that an expert would make, each on a small post, and each silent on its neighbour.

use std::fmt::Write as _;
use std::sync::Arc;

use benchnote_parser::{Source, parse};
use benchnote_verdict::prose::{Block, plain};
use benchnote_verdict::{Choices, FindingKind, Fragility, Grade, IntervalKind, OutcomeKind, Report, analyse};

fn read(text: &str) -> Report {
    analyse(&parse(&[Arc::new(Source::unnamed(text))]), &Choices::default())
}

/// The text of the remark with a lead-in, its blanks plain; empty where there is none.
fn aside(report: &Report, wanted: &str) -> String {
    let of = |block: &Block| match block {
        Block::Aside { title, text } if title == wanted => Some(plain(text).replace('\u{a0}', " ")),
        _ => None,
    };
    report.prose.blocks.iter().find_map(of).unwrap_or_default()
}

/// A table of rates over a load.
fn over_clients(rows: &[(&str, &str, &str)]) -> Report {
    let mut text =
        "Throughput, higher is better:\n\n| clients | before (MB/s) | after (MB/s) |\n|---:|---:|---:|\n".to_owned();
    for (load, before, after) in rows {
        writeln!(text, "| {load} | {before} | {after} |").expect("a row");
    }
    read(&text)
}

/// Runs of two settings, each a column of so many rows with one name.
fn runs(name: &str, before: &[f64], after: &[f64]) -> String {
    let mut text = format!("Times of {name} in s, lower is better\n\n");
    for (setting, values) in [("before", before), ("after", after)] {
        writeln!(text, "{setting}:").expect("a line");
        for value in values {
            writeln!(text, "real    0m{value:.3}s\nuser    0m1.000s\nsys     0m0.100s\n").expect("a run");
        }
    }
    text
}

#[test]
fn where_the_lead_changes_hands_and_which_is_better_where() {
    let rows =
        [("1", "100", "80"), ("2", "190", "150"), ("4", "340", "400"), ("8", "420", "610"), ("16", "400", "640")];
    let report = over_clients(&rows);
    assert_eq!(report.outcome.kind, OutcomeKind::Mixed);
    let headline = plain(&report.prose.headline);
    assert!(headline.contains("after is better on clients 4 and up; before on clients up to 2"), "{headline}");
    let crossover = aside(&report, "Where the lead changes");
    assert!(crossover.contains("before leads up to clients 2, after from 4"), "{crossover}");
    let peaks = aside(&report, "Peaks");
    assert!(peaks.contains("at clients 8 before (420)") && peaks.contains("at 16 after (640)"), "{peaks}");
}

#[test]
fn one_that_leads_throughout_has_no_crossover() {
    let rows = [("1", "100", "120"), ("2", "190", "220"), ("4", "340", "400"), ("8", "420", "610")];
    let report = over_clients(&rows);
    assert_eq!(report.outcome.kind, OutcomeKind::Winner);
    for title in ["Where the lead changes", "Which for which", "Peaks"] {
        assert_eq!(aside(&report, title), "", "{title}");
    }
}

#[test]
fn an_odd_run_is_told_with_what_hangs_on_it() {
    let report = read(&runs("build", &[20.1, 20.2, 20.3, 20.2], &[18.1, 18.2, 18.0, 31.0]));
    let told = aside(&report, "Odd runs");
    assert!(told.contains("run 4 of after, real 0m31.000s against 0m18.000s to 0m18.200s"), "{told}");
    let odd = report.findings.iter().find_map(|f| match f.kind {
        FindingKind::Outlier { run, flips, .. } => Some((run, flips)),
        _ => None,
    });
    // With it the runs overlap and nothing is claimed; without it all are apart.
    assert_eq!((report.outcome.kind, odd), (OutcomeKind::Tie, Some((4, true))));
    let fragile = report
        .findings
        .iter()
        .any(|f| matches!(f.kind, FindingKind::Fragile { cause: Fragility::WithoutRun(_, 4), .. }));
    assert!(fragile && aside(&report, "Hangs by a thread").contains("without run 4 of after"), "{:?}", report.findings);
    let calm = read(&runs("build", &[20.1, 20.2, 20.3, 20.2], &[18.1, 18.2, 18.0, 18.1]));
    assert_eq!(aside(&calm, "Odd runs") + &aside(&calm, "Hangs by a thread"), "");
}

#[test]
fn a_win_inside_the_rounding_hangs_by_a_thread() {
    let rows = [("1", "100", "103"), ("2", "101", "104"), ("4", "102", "105")];
    let report = over_clients(&rows);
    assert_eq!(report.outcome.kind, OutcomeKind::Winner);
    let told = aside(&report, "Hangs by a thread");
    assert_eq!(told, "with every figure at the other end of its rounding nothing would separate them.");
}

#[test]
fn a_pattern_is_told_where_nothing_is_separated() {
    let rows = [
        ("1", "1000", "1010"),
        ("2", "1900", "1915"),
        ("4", "3400", "3440"),
        ("8", "4200", "4230"),
        ("16", "4000", "4030"),
    ];
    let report = over_clients(&rows);
    assert_eq!(report.outcome.kind, OutcomeKind::Tie);
    let told = aside(&report, "A pattern, not a test");
    assert!(told.starts_with("5 of the 5 that differ at all lean towards after"), "{told}");
}

#[test]
fn a_time_of_zero_beside_others_cannot_be_right() {
    let rows = [("1", "100", "103"), ("2", "0", "102"), ("4", "98", "101")];
    let report = over_clients(&rows);
    let told = aside(&report, "Can't be right");
    assert!(told.contains("is 0 before, which no measurement can be"), "{told}");
}

/// hyperfine's output for two commands.
fn hyperfine(deviations: [&str; 2]) -> Report {
    let [one, other] = deviations;
    read(&format!(
        "Benchmark 1: tool-old\n  Time (mean ± σ):     204.2 ms ±   {one} ms    [User: 180.0 ms, System: 20.1 ms]\n  \
         Range (min … max):   190.1 ms … 219.9 ms    10 runs\n\n\
         Benchmark 2: tool-new\n  Time (mean ± σ):     151.0 ms ±   {other} ms    [User: 130.0 ms, System: 19.9 ms]\n  \
         Range (min … max):   140.1 ms … 166.0 ms    10 runs\n"
    ))
}

#[test]
fn means_with_their_deviation_and_runs_are_tested() {
    let report = hyperfine(["6.1", "5.2"]);
    let effect = report.comparisons[0].effects.iter().find(|e| e.interval == IntervalKind::Summary).expect("a test");
    assert_eq!((effect.runs, effect.grade), ([10, 10], Grade::Clear));
    assert!(effect.p.is_some_and(|p| p < 0.001));
    assert!(report.configurations.iter().all(|config| config.runs == 10));
    let blocks: String = report
        .prose
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::Effects { bounds, .. } => Some(plain(bounds)),
            _ => None,
        })
        .collect();
    assert!(blocks.contains("Welch's intervals"), "{blocks}");
    let noisy = hyperfine(["96.1", "95.2"]);
    assert_eq!(noisy.outcome.kind, OutcomeKind::Tie);
}

#[test]
fn a_figure_printed_in_another_unit_is_shown_in_the_metric_s() {
    let report = read(
        "Benchmark 1: tool-old\n  Time (mean ± σ):      4.372 s ±  0.101 s    [User: 180.0 ms, System: 20.1 ms]\n  \
         Range (min … max):    4.190 s …  4.519 s    10 runs\n\n\
         Benchmark 2: tool-new\n  Time (mean ± σ):     826.3 ms ±   9.2 ms    [User: 130.0 ms, System: 19.9 ms]\n  \
         Range (min … max):   810.1 ms … 846.0 ms    10 runs\n",
    );
    let of = |block: &Block| match block {
        Block::Effects { lines, .. } => lines.first().cloned(),
        _ => None,
    };
    let line = report.prose.blocks.iter().find_map(of).expect("an effect");
    let shown = (line.from.text(), line.to.text(), line.unit.as_str());
    assert!([("4.372", "0.8263", "s"), ("0.8263", "4.372", "s")].contains(&shown), "{shown:?}");
}

#[test]
fn what_the_tool_warns_of_is_passed_on() {
    let report = read(
        "Benchmark 1: tool-old\n  Time (mean ± σ):     204.2 ms ±   6.1 ms    [User: 180.0 ms, System: 20.1 ms]\n  \
         Range (min … max):   190.1 ms … 219.9 ms    10 runs\n \n  \
         Warning: Ignoring non-zero exit code.\n\n\
         Benchmark 2: tool-new\n  Time (mean ± σ):     151.0 ms ±   5.2 ms    [User: 130.0 ms, System: 19.9 ms]\n  \
         Range (min … max):   140.1 ms … 166.0 ms    10 runs\n",
    );
    assert_eq!(aside(&report, "The tool warns"), "“Ignoring non-zero exit code” with tool-old.");
}

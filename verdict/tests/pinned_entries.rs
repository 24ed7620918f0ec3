//! A whole post through parser and verdict: LMBench, three kernels, three runs each, with blanks lost.

use std::sync::Arc;

use benchnote_parser::{MeasurementId, Parsed, Source, parse};
use benchnote_verdict::chart_spec::ChartKind;
use benchnote_verdict::prose::{Block, Segment, plain};
use benchnote_verdict::{
    Choices, Comparison, Direction, Effect, FindingKind, Grade, OutcomeKind, Relation, Report, TagChoice, analyse,
};
use proptest::prelude::*;

const POST: &str = include_str!("../../public/examples/lmbench-pin-tlb.txt");

fn read(text: &str) -> Parsed {
    parse(&[Arc::new(Source::unnamed(text))])
}

fn report(choices: &Choices) -> Report {
    analyse(&read(POST), choices)
}

fn config(report: &Report, tag: &str) -> usize {
    report.configurations.iter().position(|c| c.tag == tag).unwrap_or_else(|| panic!("a configuration {tag}"))
}

fn metric(report: &Report, name: &str) -> usize {
    let found = report.metrics.iter().position(|row| row.full_name == name && row.counts_for_tests());
    found.unwrap_or_else(|| panic!("a metric {name}"))
}

/// Metrics that take part in the outcome.
trait Counted {
    fn counts_for_tests(&self) -> bool;
}

impl Counted for benchnote_verdict::MetricRow {
    fn counts_for_tests(&self) -> bool {
        self.role == benchnote_parser::Role::Primary
    }
}

fn pair<'r>(report: &'r Report, contender: &str) -> &'r Comparison {
    report.against_baseline(config(report, contender)).unwrap_or_else(|| panic!("a comparison of {contender}"))
}

fn effect<'r>(report: &'r Report, contender: &str, name: &str) -> &'r Effect {
    report.effect(config(report, contender), metric(report, name)).unwrap_or_else(|| panic!("an effect on {name}"))
}

fn tagged(original: &str, tag: &str, excluded: bool) -> TagChoice {
    TagChoice { original: original.into(), tag: tag.into(), excluded }
}

#[test]
fn both_pinned_kernels_win() {
    let report = report(&Choices::default());
    let tags: Vec<&str> = report.configurations.iter().map(|c| c.tag.as_str()).collect();
    assert_eq!(tags, ["1pintlb", "2pintlb", "nopintlb"]);
    assert!(report.configurations.iter().all(|c| c.runs == 3 && c.evidence == "Host column"));
    assert_eq!(report.baseline, Some(2));
    assert_eq!(report.outcome.kind, OutcomeKind::Winner);
    assert_eq!(report.outcome.winners, [0, 1]);
    assert_eq!(report.outcome.grade, Some(Grade::Likely));
    assert_eq!(plain(&report.prose.headline), "1pintlb and 2pintlb win over nopintlb; nothing separates the two.");
}

#[test]
fn counts_and_what_chance_gives() {
    let report = report(&Choices::default());
    for contender in ["1pintlb", "2pintlb"] {
        let pair = pair(&report, contender);
        assert_eq!((pair.wins, pair.losses, pair.matched), (23, 0, 40), "{contender}");
        let chance = pair.chance.expect("whole runs");
        assert_eq!((chance.splits, chance.exhaustive, chance.p), (20, true, 0.1));
        assert!(chance.most_one_way <= 2 && chance.typical <= 4, "{chance:?}");
        assert_eq!(pair.relation, Relation::Better);
        // An independent implementation gives 8.0 % and 7.9 % over the 38 stable series.
        let mean = pair.mean.expect("a mean");
        assert_eq!(mean.count, 38);
        assert!((mean.mean - 1.08).abs() < 0.002, "{}", mean.mean);
    }
    let among = report.comparisons.iter().find(|c| c.baseline == 0 && c.contender == 1).expect("the winners compared");
    assert_eq!(among.relation, Relation::Equal);
}

#[test]
fn single_findings_are_likely_and_the_largest_come_first() {
    let report = report(&Choices::default());
    let Some(Block::Effects { lines, .. }) =
        report.prose.blocks.iter().find(|block| matches!(block, Block::Effects { .. }))
    else {
        panic!("a list of effects")
    };
    let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "TCP latency",
            "10K File Delete",
            "0K File Delete",
            "TCP conn",
            "Mmap Latency",
            "Page Fault",
            "fork proc",
            "10K File Create"
        ]
    );
    assert!(lines.iter().all(|line| line.grade == Grade::Likely));
    assert_eq!(
        (lines[6].from.text(), lines[6].to.text(), lines[6].change.text()),
        ("2059", "1768", "14\u{a0}% less time")
    );
    let fork = effect(&report, "1pintlb", "fork proc");
    assert_eq!((fork.p, fork.least_p, fork.confidence), (Some(0.1), Some(0.1), Some(0.9)));
    assert_eq!(fork.ratio, 2059.0 / 1768.0);
    assert!(fork.ratio_low > 1.12 && fork.ratio_high < 1.18, "{fork:?}");
}

#[test]
fn what_is_equal_and_what_cannot_be_read() {
    let report = report(&Choices::default());
    for contender in ["1pintlb", "2pintlb"] {
        let memory = effect(&report, contender, "Main mem");
        assert_eq!((memory.grade, memory.direction), (Grade::ShownEqual, Direction::Same));
        for name in ["2p/0K ctxsw", "TCP bandwidth"] {
            assert_eq!(effect(&report, contender, name).grade, Grade::NotDistinguishable, "{name}");
        }
    }
    let populations = report.findings.iter().find_map(|f| match &f.kind {
        FindingKind::TwoPopulations { metric, low, high, in_low, in_high } => {
            Some((*metric, *low, *high, in_low.clone(), in_high.clone()))
        }
        _ => None,
    });
    let (at, low, high, in_low, in_high) = populations.expect("two populations");
    assert_eq!(report.metrics[at].full_name, "TCP bandwidth");
    assert!((low - 31.15).abs() < 1.0 && (high - 62.0).abs() < 1.0, "{low} {high}");
    assert_eq!((in_low, in_high), (vec![0, 1, 2], vec![1, 2]));
    let unsteady: Vec<&str> = report
        .findings
        .iter()
        .filter_map(|f| match f.kind {
            FindingKind::Unsteady { metric, .. } => Some(report.metrics[metric].full_name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(unsteady, ["2p/0K ctxsw"]);
}

#[test]
fn the_guessed_column_is_told() {
    let report = report(&Choices::default());
    let guessed = report.findings.iter().find_map(|f| match &f.kind {
        FindingKind::GuessedReading { metric, others } => {
            Some((report.metrics[*metric].full_name.clone(), others.clone()))
        }
        _ => None,
    });
    let others = ["UDP", "RPC/UDP", "RPC/TCP"].map(str::to_owned).to_vec();
    assert_eq!(guessed, Some(("TCP latency".to_owned(), others)));
}

#[test]
fn every_figure_in_the_prose_cites_figures_of_the_post() {
    let parsed = read(POST);
    let report = analyse(&parsed, &Choices::default());
    let mut figures = 0;
    let mut names: Vec<String> =
        report.metrics.iter().flat_map(|row| [row.full_name.clone(), row.name.clone()]).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut check = |segments: &[Segment]| {
        for segment in segments {
            match segment {
                Segment::Figure { text, cites } => {
                    figures += 1;
                    assert!(cites.iter().all(|id| parsed.measurement(*id).is_some()), "{text}");
                }
                // What is no figure holds no number, but for names and the threshold that the user set.
                Segment::Text(text) => {
                    let bare = names.iter().fold(text.replace("2\u{a0}%", ""), |text, name| text.replace(name, ""));
                    assert!(!bare.contains(|c: char| c.is_ascii_digit()), "{text:?} holds a figure that cites nothing");
                }
                Segment::Tag { .. } => {}
            }
        }
    };
    check(&report.prose.headline);
    for block in &report.prose.blocks {
        match block {
            Block::Paragraph(segments) | Block::Aside { text: segments, .. } => check(segments),
            Block::Effects { title, lines, more, bounds } => {
                check(bounds);
                check(title);
                check(more);
                for line in lines {
                    check(&[line.from.clone(), line.to.clone(), line.change.clone()]);
                    check(line.bounds.as_slice());
                }
            }
        }
    }
    assert!(figures > 40, "{figures}");
}

#[test]
fn merging_the_pinned_kernels_gives_runs_enough_for_a_test_but_three_of_the_other_are_no_certainty() {
    let choices = Choices {
        tags: vec![tagged("1pintlb", "pinned", false), tagged("2pintlb", "pinned", false)],
        ..Choices::default()
    };
    let report = report(&choices);
    assert_eq!(report.configurations[0].originals, ["1pintlb", "2pintlb"]);
    assert_eq!(report.configurations[0].runs, 6);
    assert_eq!(plain(&report.prose.headline), "pinned wins over nopintlb.");
    assert_eq!(report.outcome.grade, Some(Grade::Likely));
    assert!(pair(&report, "pinned").chance.is_some_and(|chance| chance.p <= 0.05), "the test alone would do");
    assert_eq!(effect(&report, "pinned", "fork proc").grade, Grade::Likely);
}

#[test]
fn leaving_all_but_one_out_leaves_nothing_to_compare() {
    let choices = Choices {
        tags: vec![tagged("1pintlb", "1pintlb", true), tagged("2pintlb", "2pintlb", true)],
        ..Choices::default()
    };
    let report = report(&choices);
    assert_eq!(report.outcome.kind, OutcomeKind::CannotSay);
    assert!(plain(&report.prose.headline).starts_with("Only nopintlb takes part"));
    assert!(report.charts.is_empty());
}

#[test]
fn another_baseline_mirrors_the_ratio_and_keeps_the_grade() {
    let report = report(&Choices::default());
    let turned = self::report(&Choices { baseline: Some("1pintlb".into()), ..Choices::default() });
    assert_eq!(turned.outcome, report.outcome);
    for one in &pair(&report, "1pintlb").effects {
        let other = turned.effect(2, one.metric).expect("the same metrics");
        if one.grade != Grade::CannotSay {
            assert!((one.ratio * other.ratio - 1.0).abs() < 1e-12);
        }
        assert_eq!(one.grade, other.grade);
    }
}

#[test]
fn a_higher_threshold_leaves_fewer_differences() {
    let report = report(&Choices { threshold: 0.2, ..Choices::default() });
    assert_eq!(pair(&report, "1pintlb").wins, 5);
    let none = self::report(&Choices { threshold: 0.9, ..Choices::default() });
    assert_eq!(none.outcome.kind, OutcomeKind::Tie);
}

#[test]
fn charts_are_finite_and_cite_what_they_show() {
    let report = report(&Choices::default());
    assert_eq!(report.charts.len(), 2);
    for chart in &report.charts {
        assert!(chart.min > 0.0 && chart.max > chart.min * 1.01);
        let left_out = if chart.kind == ChartKind::Overview { 2 } else { 0 };
        assert_eq!(chart.rows.len(), 40 - left_out, "what can't be read is no row of the overview");
        for point in chart.rows.iter().flat_map(|row| &row.points) {
            assert!(point.low > 0.0 && point.low <= point.value && point.value <= point.high && point.high.is_finite());
            assert!(chart.min <= point.value && point.value <= chart.max);
            assert!(!point.cites.is_empty());
        }
    }
}

/// The lines of the post that are rows of one kernel's tables, each without its last run.
fn without_a_run(post: &str, host: &str) -> String {
    let lines: Vec<&str> = post.lines().collect();
    let is_row = |at: usize| lines.get(at).is_some_and(|line| line.starts_with(&format!("{host} Linux")));
    let last_of_three = |at: usize| is_row(at) && !is_row(at + 1);
    (0..lines.len()).filter(|&at| !last_of_three(at)).map(|at| format!("{}\n", lines[at])).collect()
}

#[test]
fn dropping_a_run_never_raises_a_grade() {
    let full = report(&Choices::default());
    let fewer = analyse(&read(&without_a_run(POST, "nopintlb")), &Choices::default());
    assert_eq!(fewer.configurations[config(&fewer, "nopintlb")].runs, 2);
    for before in pair(&full, "1pintlb").effects.iter().filter(|e| e.separated && e.grade.is_difference()) {
        let after = fewer.effect(config(&fewer, "1pintlb"), before.metric).expect("the same metrics");
        assert!(after.grade >= before.grade, "{before:?} {after:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Changing one digit of a figure changes the report, or no one reads that figure.
    #[test]
    fn any_digit_matters(which in 0_usize..396, digit in 0_u8..10) {
        let parsed = read(POST);
        let before = analyse(&parsed, &Choices::default());
        let span = parsed.measurement(MeasurementId(which as u32)).expect("a figure").span;
        let mut bytes = POST.as_bytes().to_vec();
        let at = span.start as usize;
        prop_assume!(bytes[at].is_ascii_digit() && bytes[at] != b'0' + digit);
        bytes[at] = b'0' + digit;
        let changed = String::from_utf8(bytes).expect("still UTF-8");
        let after = analyse(&read(&changed), &Choices::default());
        prop_assert!(before.metrics != after.metrics);
    }

    /// No choice of the user panics, whatever it names.
    #[test]
    fn any_choices_are_taken(
        threshold in prop_oneof![Just(f64::NAN), Just(f64::INFINITY), -1.0..2.0_f64],
        alpha in prop_oneof![Just(f64::NAN), -1.0..2.0_f64],
        original in prop_oneof![Just("1pintlb".to_owned()), Just("nopintlb".to_owned()), ".{0,8}"],
        tag in ".{0,8}",
        excluded: bool,
        baseline in prop::option::of(prop_oneof![Just("2pintlb".to_owned()), ".{0,8}"]),
        projection in prop::option::of(prop::collection::vec(prop_oneof![Just("OS".to_owned()), ".{0,4}"], 0..3)),
    ) {
        let choices = Choices { threshold, alpha, projection, tags: vec![TagChoice { original, tag, excluded }], baseline, ..Choices::default() };
        let report = report(&choices);
        prop_assert!(!report.prose.headline.is_empty());
    }
}

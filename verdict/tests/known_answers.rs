//! Posts whose answers are known: what a careful reviewer says of the examples, the tool says too.

use std::sync::Arc;

use benchnote_parser::{Parsed, Source, parse};
use benchnote_verdict::prose::{Block, plain};
use benchnote_verdict::{
    Change, Choices, ClaimVerdict, Configuration, Experiment, FindingKind, Grade, OutcomeKind, Report, analyse,
};

macro_rules! example {
    ($name:literal) => {
        include_str!(concat!("../../public/examples/", $name, ".txt"))
    };
}

fn read(text: &str) -> (Parsed, Report) {
    let parsed = parse(&[Arc::new(Source::unnamed(text))]);
    let report = analyse(&parsed, &Choices::default());
    (parsed, report)
}

fn tags<'r>(report: &'r Report, configs: &[usize]) -> Vec<&'r str> {
    let tag = |at: &usize| report.configurations.get(*at).map_or("", |c: &Configuration| c.tag.as_str());
    configs.iter().map(tag).collect()
}

fn only_experiment(report: &Report) -> &Experiment {
    let [only] = report.experiments.as_slice() else { panic!("one experiment: {:?}", report.experiments) };
    only
}

/// The text of the remark with a lead-in.
fn aside(report: &Report, wanted: &str) -> String {
    let of = |block: &Block| match block {
        Block::Aside { title, text } if title == wanted => Some(plain(text).replace('\u{a0}', " ")),
        _ => None,
    };
    report.prose.blocks.iter().find_map(of).unwrap_or_default()
}

fn names(report: &Report, places: &[Change]) -> Vec<String> {
    places.iter().map(|change| report.metrics[change.metric].full_name.clone()).collect()
}

#[test]
fn tracing_costs_and_among_the_ways_to_trace_write_back_leads() {
    let (_, report) = read(example!("tbench-trace-buffers"));
    assert_eq!(report.outcome.kind, OutcomeKind::Winner);
    assert_eq!(tags(&report, &report.outcome.winners), ["Tracing disabled"]);
    assert_eq!(report.outcome.grade, Some(Grade::UntestedLead));
    let [others] = only_experiment(&report).groups.as_slice() else { panic!("one group") };
    assert_eq!(others.outcome.kind, OutcomeKind::Winner);
    assert_eq!(tags(&report, &others.outcome.winners), ["cache WB"]);
    assert_eq!(tags(&report, &[others.baseline]), ["cache WB"]);
    let headline = plain(&report.prose.headline);
    assert!(headline.starts_with("Tracing disabled leads cache WB"), "{headline}");
    assert!(headline.contains("Among the others: cache WB leads"), "{headline}");
    assert!(aside(&report, "Within 2\u{a0}%").contains("user"), "user time is equal");
    // The parts of a kind are told together.
    let parts = aside(&report, "Parts that differ");
    assert!(parts.starts_with("sys in both (2.2 times the time with cache WB") && !parts.contains(';'), "{parts}");
}

#[test]
fn the_miss_handlers_tie_and_exchange_a_little_user_for_system_time() {
    let (_, report) = read(example!("reaim-itlb-handler"));
    assert_eq!(report.outcome.kind, OutcomeKind::Tie);
    let told = aside(&report, "Parts over whole curves");
    assert!(told.contains("Child UTime") && told.contains("% less time"), "{told}");
    assert!(told.contains("Child SysTime") && told.contains("% more time"), "{told}");
    let of = |block: &Block| match block {
        Block::Paragraph(text) => Some(plain(text)),
        _ => None,
    };
    let paragraphs: String = report.prose.blocks.iter().filter_map(of).collect();
    assert!(paragraphs.contains("separate boots"), "{paragraphs}");
}

#[test]
fn the_old_kernel_leads_beyond_what_its_clock_explains() {
    let (parsed, report) = read(example!("lmbench-two-kernels"));
    assert_eq!(tags(&report, &report.outcome.winners), ["Linux 2.6.18"]);
    assert_eq!(report.outcome.grade, Some(Grade::UntestedLead));
    let clock = report.findings.iter().find_map(|f| match f.kind {
        FindingKind::ClockDrift { stated, of, fits, claimed, standing, .. } => {
            Some((stated, of, fits, claimed, standing))
        }
        _ => None,
    });
    let (stated, of, fits, claimed, standing) = clock.expect("the clocks differ");
    assert!((stated.expect("clocks are printed") - 445.0 / 434.0).abs() < 1e-12);
    assert!(fits * 2 < of && of >= 12, "one common factor is ruled out: {fits} of {of}");
    assert!(standing * 3 > claimed * 2 && standing < claimed, "what the kernel does stands: {standing} of {claimed}");
    let fault = report.metrics.iter().find(|row| row.name == "Page Fault").expect("page faults");
    assert!(
        fault
            .samples
            .iter()
            .flat_map(|s| &s.runs)
            .any(|run| run.value == 7.0956 && parsed.printed(run.id) == "7.09560")
    );
}

#[test]
fn five_to_seven_percent_holds_for_real_and_user_time_but_not_for_sys() {
    let (_, report) = read(example!("lmbench-two-kernels"));
    let claim = report.findings.iter().find_map(|f| match &f.kind {
        FindingKind::Claim { verdict, holds, fails, .. } => {
            Some((*verdict, names(&report, holds), names(&report, fails)))
        }
        _ => None,
    });
    let (verdict, holds, fails) = claim.expect("a claim is checked");
    assert_eq!(verdict, ClaimVerdict::Holds);
    assert_eq!((holds, fails), (vec!["real".to_owned(), "user".to_owned()], vec!["sys".to_owned()]));
    let told = aside(&report, "The post's own claims");
    let expected = "holds for real (7.0 % more time) and user (5.6 % more time), but not for sys (26 % more time).";
    assert!(told.ends_with(expected), "{told}");
}

#[test]
fn more_than_the_fifteen_percent_that_were_claimed() {
    let claim =
        "The difference goes from nothing (it is lost in the noise)\nto around 15% (fork proc) on this board.\n";
    let (_, report) =
        read(&example!("lmbench-pin-tlb").replace("Is it worth pinning", &format!("{claim}Is it worth pinning")));
    let found = report.findings.iter().find_map(|f| match &f.kind {
        FindingKind::Claim { verdict, fails, .. } => Some((*verdict, names(&report, fails))),
        _ => None,
    });
    let (verdict, fails) = found.expect("a claim is checked");
    assert_eq!(verdict, ClaimVerdict::Exceeded);
    for name in ["TCP latency", "0K File Delete", "10K File Delete", "TCP conn", "Mmap Latency"] {
        assert!(fails.iter().any(|found| found == name), "{name} in {fails:?}");
    }
    assert!(!fails.iter().any(|found| found == "fork proc"));
    // By how much with one entry pinned, which is what the post's author compares.
    let first = report.configurations.iter().position(|config| config.tag == "1pintlb").expect("one entry");
    let pair = report.against_baseline(first).expect("against none");
    let shown = |name: &str| {
        let metric = report.metrics.iter().position(|row| row.full_name == name).expect("the metric");
        (100.0 * (1.0 - 1.0 / pair.effect(metric).expect("figures on both sides").ratio)).round()
    };
    let sizes = ["TCP latency", "0K File Delete", "TCP conn", "Mmap Latency", "fork proc"].map(shown);
    assert_eq!(sizes, [31.0, 25.0, 24.0, 18.0, 14.0]);
    assert!(aside(&report, "The post's own claims").starts_with("“15%” is exceeded by TCP latency"));
}

#[test]
fn pinning_with_the_allocator_leads_everywhere_and_durations_differ() {
    let (_, report) = read(example!("xenomai-pinned-tlb"));
    assert_eq!(tags(&report, &report.outcome.winners), ["PIN_TLB+kmalloc"]);
    let winner = report.outcome.winners[0];
    let pair = report.against_baseline(winner).expect("against the default");
    assert_eq!(
        (pair.wins, pair.losses, pair.matched),
        (6, 0, 6),
        "averages, minima and maxima count for a latency tool"
    );
    let overruns = report.metrics.iter().filter(|row| row.name.contains("overrun"));
    assert!(overruns.flat_map(|row| &row.samples).flat_map(|s| &s.runs).all(|run| run.value == 0.0));
    assert!(!report.findings.iter().any(|f| matches!(f.kind, FindingKind::Broken { .. })), "no overruns are fine");
    assert!(aside(&report, "Also different").contains("test duration"));
    assert_eq!(aside(&report, "None in any run"), "overrun.");
    let step = report.findings.iter().find_map(|f| match f.kind {
        FindingKind::Step { part, whole, gain, middle, .. } => Some((part, whole, gain, middle)),
        _ => None,
    });
    let (part, whole, gain, middle) = step.expect("pinning alone is a part of pinning with the allocator");
    assert_eq!((tags(&report, &[part, whole]), gain), (vec!["PIN_TLB", "PIN_TLB+kmalloc"], true));
    assert!((middle - 2.0 / 3.0).abs() < 0.04, "{middle}");
    let told = aside(&report, "Step by step");
    assert!(told.starts_with("PIN_TLB alone brings about two thirds of what PIN_TLB+kmalloc gains"), "{told}");
}

/// Two tables that share neither settings nor metrics.
const UNRELATED: &str = "\
Throughput of the pipe test in MB/s, higher is better:

| test | before | after |
|------|-------:|------:|
| pipe |  100.1 | 140.2 |
| sock |  200.3 | 260.1 |
| file |  310.7 | 400.9 |

Boot time in ms on the other board, lower is better:

| phase  | ext4 | btrfs |
|--------|-----:|------:|
| kernel |  812 |   955 |
| initrd |  402 |   490 |
| user   | 1310 |  1622 |
";

#[test]
fn unrelated_experiments_are_compared_each_on_its_own() {
    let (_, report) = read(UNRELATED);
    let winners: Vec<Vec<&str>> = report.experiments.iter().map(|e| tags(&report, &e.outcome.winners)).collect();
    assert_eq!(winners, [["after"], ["ext4"]], "{:?}", report.configurations);
    let headline = plain(&report.prose.headline);
    assert!(headline.contains("after leads before") && headline.contains("ext4 leads btrfs"), "{headline}");
    assert_eq!(report.outcome.kind, OutcomeKind::Winner);
    assert!(report.comparisons.iter().all(|pair| pair.matched == 3), "nothing is compared across");
    assert_eq!(report.charts.len(), 4);
}

/// Figures of which nothing says which way is better.
const NO_DIRECTION: &str = "\
| item   | red | blue |
|--------|----:|-----:|
| apples | 812 |  955 |
| pears  | 402 |  490 |
";

#[test]
fn without_a_direction_the_reader_is_asked_and_the_answer_counts() {
    let (parsed, report) = read(NO_DIRECTION);
    assert_eq!(report.outcome.kind, OutcomeKind::CannotSay);
    let headline = plain(&report.prose.headline);
    assert!(headline.contains("cannot say") && headline.ends_with('?'), "{headline}");
    let name = report.metrics[0].name.clone();
    let choice = benchnote_verdict::MetricChoice {
        section: None,
        name,
        better: Some(benchnote_parser::Better::Higher),
        counted: None,
    };
    let answered = analyse(&parsed, &Choices { metrics: vec![choice], ..Choices::default() });
    assert_eq!(tags(&answered, &answered.outcome.winners), ["blue"]);
}

#[test]
fn a_known_noise_is_what_single_runs_are_held_against() {
    let (parsed, _) = read(UNRELATED);
    let quiet = analyse(&parsed, &Choices { noise: Some(0.05), ..Choices::default() });
    assert_eq!(quiet.experiments[0].outcome.grade, Some(Grade::Leaning));
    let loud = analyse(&parsed, &Choices { noise: Some(0.8), ..Choices::default() });
    assert_eq!(loud.outcome.kind, OutcomeKind::Tie);
}

/// One build's figures with changes against a run elsewhere.
const CHANGES: &str = "\
sort i32 2^10           time:   [4.9325 us 4.9370 us 4.9422 us]
                        change: [-20.303% -20.133% -19.974%] (p = 0.00 < 0.05)
                        Performance has improved.

sort i32 2^12           time:   [20.096 us 20.209 us 20.327 us]
                        change: [-26.819% -26.275% -25.697%] (p = 0.00 < 0.05)
                        Performance has improved.

sort string             time:   [31.500 us 31.600 us 31.700 us]
                        change: [-0.8190% -0.2750% +0.6970%] (p = 0.71 > 0.05)
                        No change in performance detected.
";

#[test]
fn changes_count_where_the_figures_before_are_not_in_the_post() {
    let (_, report) = read(CHANGES);
    let changes = report.changes.as_ref().expect("changes are printed");
    assert_eq!((changes.better.len(), changes.worse.len(), changes.neither.len()), (2, 0, 1));
    assert_eq!((report.outcome.kind, report.outcome.winners.len()), (OutcomeKind::Winner, 1));
    assert_eq!(report.outcome.grade, Some(Grade::Leaning));
    let headline = plain(&report.prose.headline);
    assert!(headline.contains("is better than the run before it on 2 of 3 metrics"), "{headline}");
    assert!(aside(&report, "Better").starts_with("sort i32 2^12 (26 % less time)"), "{}", aside(&report, "Better"));
    let (_, both) = read(&format!("before:\n{CHANGES}\nafter:\n{}", CHANGES.replace("4.9370", "4.4370")));
    assert!(both.changes.is_none() || both.configurations.len() == 1, "with figures on both sides these count");
}

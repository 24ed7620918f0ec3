//! Rules that all prose keeps, on every post at hand.

mod common;

use benchnote_parser::{Better, Parsed};
use benchnote_verdict::Report;
use benchnote_verdict::prose::{Block, EffectLine, Segment};
use common::reports;

/// No sentence has more words than these, names and figures aside.
const MOST_WORDS: usize = 25;

/// All running text of a report, piece by piece.
fn running(report: &Report) -> Vec<&[Segment]> {
    let blocks = report.prose.blocks.iter().map(|block| match block {
        Block::Paragraph(text) | Block::Aside { text, .. } => vec![text.as_slice()],
        Block::Effects { title, more, bounds, .. } => vec![title.as_slice(), more.as_slice(), bounds.as_slice()],
    });
    std::iter::once(report.prose.headline.as_slice()).chain(blocks.flatten()).collect()
}

/// The words of the sentences, names and figures left out.
fn sentences(report: &Report, segments: &[Segment]) -> Vec<String> {
    let mut names: Vec<&str> = report
        .metrics
        .iter()
        .flat_map(|row| [row.full_name.as_str(), row.name.as_str()])
        .filter(|n| n.len() > 1)
        .collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut whole = String::new();
    for segment in segments {
        match segment {
            Segment::Text(text) => {
                let bare = names.iter().fold(text.clone(), |text, name| text.replace(name, ""));
                whole.push_str(&bare);
            }
            Segment::Figure { .. } | Segment::Tag { .. } => {}
        }
    }
    whole.split(['.', ';', '?']).map(|sentence| sentence.trim().to_owned()).collect()
}

#[test]
fn sentences_are_short() {
    for (path, _, report) in reports() {
        for segments in running(&report) {
            for sentence in sentences(&report, segments) {
                let words = sentence.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count();
                assert!(words <= MOST_WORDS, "{}: {sentence}", path.display());
            }
        }
    }
}

#[test]
fn words_that_mean_something_else_to_a_statistician_are_not_used() {
    for (path, _, report) in reports() {
        for segments in running(&report) {
            for segment in segments {
                if let Segment::Text(text) = segment {
                    let lower = text.to_lowercase();
                    assert!(!lower.contains("significan"), "{}: {text}", path.display());
                }
            }
            let whole: String = segments.iter().map(Segment::text).collect();
            for twice in ["with with", "none metrics", " 1 metrics", "  "] {
                assert!(!whole.contains(twice), "{}: {whole}", path.display());
            }
        }
    }
}

#[test]
fn every_figure_cites_figures_of_the_post() {
    for (path, parsed, report) in reports() {
        for segment in running(&report).into_iter().flatten() {
            if let Segment::Figure { text, cites } = segment {
                assert!(!cites.is_empty(), "{}: {text}", path.display());
                assert!(cites.iter().all(|id| parsed.measurement(*id).is_some()), "{}: {text}", path.display());
            }
        }
    }
}

/// The middle of the values that a segment cites.
fn median(parsed: &Parsed, segment: &Segment) -> f64 {
    let Segment::Figure { cites, .. } = segment else { panic!("a figure: {segment:?}") };
    let mut values: Vec<f64> = cites.iter().map(|id| parsed.measurement(*id).expect("a measurement").value).collect();
    values.sort_by(f64::total_cmp);
    let (low, high) = (values[(values.len() - 1) / 2], values[values.len() / 2]);
    f64::midpoint(low, high)
}

/// The share or the multiple that a change tells, as contender over baseline.
fn told(change: &str) -> f64 {
    let number: String = change.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let number: f64 = number.parse().expect("a change begins with a number");
    match change {
        _ if change.contains("times") => number,
        _ if change.contains("less") || change.contains("lower") => 1.0 - number / 100.0,
        _ => 1.0 + number / 100.0,
    }
}

#[test]
fn the_listed_effects_can_be_computed_again_from_what_they_cite() {
    let mut lines = 0;
    for (path, parsed, report) in reports() {
        let of_block = |block: &Block| match block {
            Block::Effects { lines, .. } => lines.clone(),
            _ => Vec::new(),
        };
        let listed: Vec<EffectLine> = report.prose.blocks.iter().flat_map(of_block).collect();
        for line in listed {
            lines += 1;
            let (from, to) = (median(&parsed, &line.from), median(&parsed, &line.to));
            let (computed, told) = (to / from, told(line.change.text()));
            assert!((computed - told).abs() < 0.006 + computed * 0.06, "{}: {line:?}", path.display());
            let better = report.metrics[line.metric].better;
            assert_ne!(better, Better::Unknown, "{}", path.display());
        }
    }
    assert!(lines > 20, "{lines}");
}

//! Every figure of the prose is computed again, by other code, from the measurements that it cites.
//!
//! A figure's text is taken apart into its numbers. Each has to be what the cited measurements give in one of the ways in
//! which the prose speaks: a printed value or a median, a change between two configurations, how many metrics or runs there
//! are, a mean of ratios, a probability; and to be as near as the digits that it is told with.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use benchnote_parser::{Better, MeasurementId, Parsed};
use benchnote_verdict::prose::{Block, Segment};
use benchnote_verdict::stats::combinations::count;
use benchnote_verdict::stats::rank_sum::least_p;
use benchnote_verdict::{FindingKind, Report};

/// A measurement's metric, configuration and value.
type Place = (usize, usize, f64);

struct Checker<'a> {
    parsed: &'a Parsed,
    report: &'a Report,
    places: BTreeMap<MeasurementId, Place>,
    probabilities: Vec<f64>,
}

/// A number of a text, with half of what its last digit stands for.
#[derive(Clone, Copy, Debug)]
struct Told {
    number: f64,
    half: f64,
}

impl Told {
    fn is(self, value: f64) -> bool {
        // A sign stands before the digits.
        (self.number - value.abs()).abs() <= self.half * 1.000_001 + value.abs() * 1e-9
    }

    fn is_one_of(self, values: &[f64]) -> bool {
        values.iter().any(|&value| self.is(value))
    }
}

/// The numbers of a text: digits with commas between thousands and a point, and words up to twelve.
fn numbers(text: &str) -> Vec<Told> {
    const WORDS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let mut numbers = Vec::new();
    let split = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','));
    for part in split {
        let part = part.trim_matches(['.', ',']).replace(',', "");
        let Ok(number) = part.parse::<f64>() else { continue };
        let decimals = part.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        numbers.push(Told { number, half: 0.5 / libm::pow(10.0, decimals as f64) });
    }
    for word in text.split_whitespace() {
        if let Some(at) = WORDS.iter().position(|known| *known == word) {
            numbers.push(Told { number: at as f64 + 1.0, half: 0.0 });
        }
    }
    numbers
}

impl<'a> Checker<'a> {
    fn new(parsed: &'a Parsed, report: &'a Report) -> Self {
        let mut places = BTreeMap::new();
        for (metric, row) in report.metrics.iter().enumerate() {
            for (config, sample) in row.samples.iter().enumerate() {
                places.extend(sample.runs.iter().map(|run| (run.id, (metric, config, run.value))));
            }
        }
        let groups = report.experiments.iter().flat_map(|e| &e.groups).flat_map(|group| &group.comparisons);
        let mut probabilities: Vec<f64> = Vec::new();
        for pair in report.comparisons.iter().chain(groups) {
            let runs = [pair.baseline, pair.contender].map(|config| report.configurations[config].runs);
            probabilities.push(least_p(runs[0], runs[1]));
            probabilities.extend(pair.chance.map(|chance| chance.p));
            if let Some(chance) = pair.chance {
                // A share of the splits, and no less than these runs can give.
                let reaching = chance.p * chance.splits as f64;
                assert!((reaching - reaching.round()).abs() < 1e-6 || chance.p == least_p(runs[0], runs[1]));
                assert!(
                    !chance.exhaustive
                        || chance.splits as u64 == count(runs[0] + runs[1], runs[0])
                        || runs.contains(&1)
                );
            }
        }
        for n in 2..40 {
            probabilities.push(least_p(n, n));
        }
        probabilities.extend(report.findings.iter().filter_map(|finding| match finding.kind {
            FindingKind::Curve { p, .. } => Some(p),
            _ => None,
        }));
        Self { parsed, report, places, probabilities }
    }

    /// The medians of what is cited, by metric and configuration.
    fn medians(&self, cites: &[MeasurementId]) -> BTreeMap<usize, BTreeMap<usize, f64>> {
        let mut values: BTreeMap<(usize, usize), Vec<f64>> = BTreeMap::new();
        for (metric, config, value) in cites.iter().filter_map(|id| self.places.get(id)) {
            values.entry((*metric, *config)).or_default().push(*value);
        }
        let mut medians: BTreeMap<usize, BTreeMap<usize, f64>> = BTreeMap::new();
        for ((metric, config), mut values) in values {
            values.sort_by(f64::total_cmp);
            let (low, high) = (values[(values.len() - 1) / 2], values[values.len() / 2]);
            medians.entry(metric).or_default().insert(config, f64::midpoint(low, high));
        }
        medians
    }

    /// The ratios between any two configurations of each metric that is cited, of medians and of means.
    fn ratios(&self, cites: &[MeasurementId]) -> Vec<f64> {
        let mut ratios = Vec::new();
        for of_configs in self.medians(cites).values() {
            for (one, a) in of_configs {
                ratios.extend(of_configs.iter().filter(|(other, _)| *other != one).map(|(_, b)| b / a));
            }
        }
        // Changes that a tool printed beside a figure.
        let spans: Vec<_> = cites.iter().filter_map(|id| self.parsed.measurement(*id)).map(|m| m.span).collect();
        let printed = self.parsed.changes.iter().filter(|change| spans.contains(&change.figure));
        ratios.extend(printed.map(|change| 1.0 + change.middle));
        ratios
    }

    /// All pairwise ratios of printed runs, and the bounds of tests: what bounds of changes are made of.
    fn bounds(&self, cites: &[MeasurementId]) -> Vec<f64> {
        let metrics: BTreeSet<usize> = cites.iter().filter_map(|id| self.places.get(id)).map(|place| place.0).collect();
        let groups = self.report.experiments.iter().flat_map(|e| &e.groups).flat_map(|group| &group.comparisons);
        let effects = self.report.comparisons.iter().chain(groups).flat_map(|pair| &pair.effects);
        let of_these = effects.filter(|effect| metrics.contains(&effect.metric));
        of_these.flat_map(|e| [e.ratio_low, e.ratio_high, 1.0 / e.ratio_low, 1.0 / e.ratio_high]).collect()
    }

    /// Means over the metrics cited, better above 1, for each pair of configurations; with the bounds from drawing runs.
    fn means(&self, cites: &[MeasurementId]) -> Vec<f64> {
        let medians = self.medians(cites);
        let configs: BTreeSet<usize> = medians.values().flat_map(|of| of.keys().copied()).collect();
        let mut means = Vec::new();
        for one in &configs {
            for other in configs.iter().filter(|other| *other != one) {
                let logs: Vec<f64> = medians
                    .iter()
                    .filter_map(|(metric, of)| {
                        let ratio = of.get(other)? / of.get(one)?;
                        let lower = self.report.metrics[*metric].better == Better::Lower;
                        Some(if lower { -libm::log(ratio) } else { libm::log(ratio) })
                    })
                    .collect();
                means.push(libm::exp(logs.iter().sum::<f64>() / logs.len() as f64));
            }
        }
        let intervals = self.report.comparisons.iter().filter_map(|pair| pair.mean).filter_map(|mean| mean.interval);
        means.extend(intervals.flatten());
        means
    }

    /// How many metrics, configurations and runs are cited, and how runs can be split.
    fn counts(&self, cites: &[MeasurementId]) -> Vec<f64> {
        let places: Vec<&Place> = cites.iter().filter_map(|id| self.places.get(id)).collect();
        let metrics: BTreeSet<usize> = places.iter().map(|place| place.0).collect();
        let pairs: BTreeSet<(usize, usize)> = places.iter().map(|place| (place.0, place.1)).collect();
        let mut counts = vec![metrics.len() as f64, pairs.len() as f64, cites.len() as f64];
        // So many runs of each can be told apart at the usual level.
        counts.extend((1..20).find(|&n| least_p(n, n) <= 0.05).map(|n| n as f64));
        let runs: Vec<usize> = self.report.configurations.iter().map(|config| config.runs).collect();
        counts.extend(runs.iter().map(|&n| n as f64));
        counts.extend(runs.iter().flat_map(|a| runs.iter().map(move |b| (a + b) as f64)));
        for pair in &self.report.comparisons {
            counts.push(pair.by_chance.round());
            counts.extend(pair.chance.iter().flat_map(|c| [c.splits as f64, c.most_one_way as f64]));
        }
        counts
    }

    /// The figures that findings hold: of clocks and populations, and how many of what.
    fn of_findings(&self) -> Vec<f64> {
        let of = |kind: &FindingKind| match kind {
            FindingKind::ClockDrift { of, fits, low, high, middle, stated, claimed, standing, .. } => {
                let shifts = [*middle, stated.unwrap_or(1.0)].map(|factor| (factor - 1.0).abs() * 100.0);
                let counts = [*of, *fits, *claimed, *standing].map(|count| count as f64);
                [vec![*low, *high], shifts.to_vec(), counts.to_vec()].concat()
            }
            FindingKind::TwoPopulations { low, high, .. } => vec![*low, *high],
            FindingKind::OneSided { better, worse, .. } => [*better, *worse, better + worse].map(|n| n as f64).to_vec(),
            FindingKind::Outlier { run, metrics, .. } => vec![f64::from(*run), metrics.len() as f64 - 1.0],
            FindingKind::Fragile { cause: benchnote_verdict::Fragility::WithoutRun(_, run), .. } => {
                vec![f64::from(*run), self.report.findings.len() as f64]
            }
            FindingKind::Claim { holds, fails, .. } => (1..holds.len().max(fails.len())).map(|n| n as f64).collect(),
            FindingKind::Step { metrics, least, middle, most, .. } => {
                [vec![metrics.len() as f64], [least, middle, most].map(|share| share * 100.0).to_vec()].concat()
            }
            FindingKind::Curve { ratio, .. } => percents(&[*ratio, 1.0 / ratio]),
            _ => Vec::new(),
        };
        self.report.findings.iter().flat_map(|finding| of(&finding.kind)).collect()
    }

    /// Whether a text quotes what stands in the post: a printed figure, a load, a name, a claim.
    fn is_quoted(&self, text: &str, cites: &[MeasurementId]) -> bool {
        if cites.iter().any(|id| self.parsed.shown(*id) == text || self.parsed.printed(*id) == text) {
            return true;
        }
        let params = self.report.metrics.iter().flat_map(|row| row.params.iter());
        let values = params.flat_map(|(name, value)| [name.as_str(), value.as_str()]);
        let labels = self.parsed.labels.iter().flatten().map(|label| label.value.as_str());
        let names =
            self.report.metrics.iter().flat_map(|row| [row.name.as_str(), row.stem.as_str(), row.section.as_str()]);
        let quoted: Vec<&str> = values.chain(labels).chain(names).filter(|quoted| !quoted.is_empty()).collect();
        // What is left of the text when all that is quoted is taken out holds no number.
        let mut rest = text.to_owned();
        let mut longest = quoted;
        longest.sort_by_key(|quoted| std::cmp::Reverse(quoted.len()));
        for quoted in longest {
            rest = rest.replace(quoted, " ");
        }
        let squeezed = |text: &str| text.split_whitespace().filter(|word| *word != ">").collect::<String>();
        let source: String =
            self.parsed.sources.iter().map(|source| squeezed(&source.text.replace('>', " "))).collect();
        numbers(&rest).is_empty() || source.contains(&squeezed(&text.replace('>', " ")))
    }

    /// What a text with a percent sign can tell: a change, the bounds of one, or anything else that is told so.
    fn shares(&self, text: &str, cites: &[MeasurementId]) -> Vec<f64> {
        let ratios = self.ratios(cites);
        let change = ["less", "more", "lower", "higher"].iter().any(|word| text.contains(word));
        let metrics: BTreeSet<usize> = cites.iter().filter_map(|id| self.places.get(id)).map(|place| place.0).collect();
        let of_curves = if metrics.len() > 1 { self.of_findings() } else { Vec::new() };
        match (change, text.contains(" to ")) {
            (true, false) => {
                let less = text.contains("less") || text.contains("lower");
                let way = |ratio: &&f64| if less { **ratio < 1.0 } else { **ratio > 1.0 };
                let told = ratios.iter().filter(way).map(|ratio| (ratio - 1.0).abs() * 100.0).collect();
                [told, of_curves].concat()
            }
            (true, true) => [percents(&ratios), percents(&self.bounds(cites)), ratios].concat(),
            (false, true) => [percents(&self.bounds(cites)), percents(&self.means(cites)), self.of_findings()].concat(),
            (false, false) => {
                let effects = self.report.comparisons.iter().flat_map(|pair| &pair.effects);
                let confidences = effects.filter_map(|effect| effect.confidence).map(|share| share * 100.0);
                let levels = [1.0, 5.0, 95.0].into_iter().chain(confidences).collect();
                [percents(&self.means(cites)), levels, self.of_findings()].concat()
            }
        }
    }

    fn is_right(&self, text: &str, cites: &[MeasurementId]) -> bool {
        let told = numbers(text);
        if told.is_empty() {
            return true;
        }
        let medians: Vec<f64> = self.medians(cites).values().flat_map(|of| of.values().copied()).collect();
        let ratios = self.ratios(cites);
        if text.contains('%') {
            return told.iter().all(|told| told.is_one_of(&self.shares(text, cites)));
        }
        if text.contains("times") {
            let all = [ratios, self.bounds(cites), self.means(cites)].concat();
            let turned: Vec<f64> = all.iter().map(|ratio| 1.0 / ratio).collect();
            return told.iter().all(|told| told.is_one_of(&all) || told.is_one_of(&turned));
        }
        let plain = [medians, self.counts(cites), self.of_findings()].concat();
        let probability = |told: &Told| told.number <= 1.0 && told.half < 0.01 && told.is_one_of(&self.probabilities);
        self.is_quoted(text, cites) || told.iter().all(|told| told.is_one_of(&plain) || probability(told))
    }
}

/// How much more and how much less each ratio is, in percent.
fn percents(ratios: &[f64]) -> Vec<f64> {
    ratios.iter().flat_map(|ratio| [(ratio - 1.0).abs() * 100.0, (1.0 / ratio - 1.0).abs() * 100.0]).collect()
}

/// All figures of a report's prose.
fn figures(report: &Report) -> Vec<(&str, &[MeasurementId])> {
    let mut segments: Vec<&Segment> = report.prose.headline.iter().collect();
    for block in &report.prose.blocks {
        match block {
            Block::Paragraph(text) | Block::Aside { text, .. } => segments.extend(text),
            Block::Effects { title, lines, more, bounds } => {
                segments.extend(title.iter().chain(more).chain(bounds));
                for line in lines {
                    segments.extend([&line.from, &line.to, &line.change].into_iter().chain(&line.bounds));
                }
            }
        }
    }
    let figure = |segment: &&'_ Segment| matches!(segment, Segment::Figure { .. });
    segments
        .into_iter()
        .filter(figure)
        .filter_map(|segment| match segment {
            Segment::Figure { text, cites } => Some((text.as_str(), cites.as_slice())),
            _ => None,
        })
        .collect()
}

#[test]
fn every_figure_of_the_prose_can_be_computed_again_from_what_it_cites() {
    let (mut checked, mut wrong) = (0, Vec::new());
    for (path, parsed, report) in common::reports() {
        let checker = Checker::new(&parsed, &report);
        for (text, cites) in figures(&report) {
            checked += 1;
            if !checker.is_right(&text.replace('\u{a0}', " "), cites) {
                let name: PathBuf = path.iter().rev().take(2).collect::<Vec<_>>().into_iter().rev().collect();
                wrong.push(format!("{}: {text:?}", name.display()));
            }
        }
    }
    assert!(checked > 2000, "{checked} figures");
    assert!(wrong.is_empty(), "{} of {checked} figures:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_figure_that_is_off_is_seen() {
    let (_, parsed, report) =
        common::reports().into_iter().find(|(path, ..)| path.ends_with("lmbench-pin-tlb.txt")).expect("an example");
    let checker = Checker::new(&parsed, &report);
    let mut off = 0;
    let shares: Vec<(&str, &[MeasurementId])> =
        figures(&report).into_iter().filter(|(text, _)| text.ends_with("less time")).collect();
    for (text, cites) in &shares {
        let number = numbers(text).first().expect("a number").number;
        let wrong = format!("{} % less time", number + 3.0);
        off += usize::from(!checker.is_right(&wrong, cites));
    }
    assert!(off * 10 >= shares.len() * 9 && shares.len() > 10, "{off} of {} are seen", shares.len());
}

//! What is equal, what can't be read, what to read with care, and what would settle it.

use benchnote_parser::{Dimension, MeasurementId, Role};

use super::{Speaker, cited, noticed, numbers, sentence, text};
use crate::findings::{self, About};
use crate::prose::{Block, Segment};
use crate::report::{
    Comparison, ConfigIndex, Direction, Effect, Finding, FindingKind, Fragility, Grade, MetricIndex, MetricRow,
    OutcomeKind,
};
use crate::roles;
use crate::stats::rank_sum::least_p;
use crate::stats::runs_needed::{runs_against, runs_each};

/// Findings of one kind on series and single runs are told up to that many.
const LISTED_SERIES: usize = 4;
/// More names than these are counted.
const LISTED: usize = 8;
/// Pairs of winners are told up to that many.
const LISTED_PAIRS: usize = 3;

impl Speaker<'_> {
    pub(super) fn asides(&self) -> Vec<Block> {
        let findings = |wanted: fn(&FindingKind) -> bool| self.own_findings().filter(move |f| wanted(&f.kind));
        let mut blocks = Vec::new();
        let mut aside = |title: &str, text: Vec<Segment>| {
            if !text.is_empty() {
                blocks.push(Block::Aside { title: title.to_owned(), text });
            }
        };
        let said = |of: Vec<&Finding>, say: &dyn Fn(&Finding) -> Vec<Segment>| {
            joined_by(of.into_iter().map(say).filter(|segments| !segments.is_empty()).collect(), ". ", ".")
        };
        let told = self.headline_trade_off();
        let trade_offs = findings(|kind| matches!(kind, FindingKind::TradeOff { .. }))
            .filter(|f| !told.is_some_and(|told| std::ptr::eq(told, *f)))
            .take(LISTED_SERIES)
            .collect();
        aside("Which for which", said(trade_offs, &|f| self.trade_off(f)));
        let crossovers = findings(|kind| matches!(kind, FindingKind::Crossover { .. })).take(LISTED_SERIES).collect();
        aside("Where the lead changes", said(crossovers, &|f| self.crossover(f)));
        let apart = |kind: &FindingKind| match kind {
            FindingKind::Peak { peaks, .. } => peaks.windows(2).any(|pair| pair[0].1 != pair[1].1),
            _ => false,
        };
        let peaks = self.own_findings().filter(|f| apart(&f.kind)).take(LISTED_SERIES).collect();
        aside("Peaks", said(peaks, &|f| self.peak(f)));
        let curves: Vec<&Finding> =
            self.own_findings().filter(|f| matches!(f.kind, FindingKind::Curve { .. })).collect();
        let (parts, totals): (Vec<&Finding>, Vec<&Finding>) =
            curves.into_iter().partition(|f| noticed::is_of_parts(&f.kind, self.metrics));
        aside("Whole curves", said(totals.into_iter().take(LISTED_SERIES).collect(), &|f| self.curve(f)));
        let steps = findings(|kind| matches!(kind, FindingKind::Step { .. })).take(LISTED_SERIES).collect();
        aside("Step by step", said(steps, &|f| self.step(f)));
        let one_sided = findings(|kind| matches!(kind, FindingKind::OneSided { .. })).collect();
        aside("A pattern, not a test", said(one_sided, &|f| self.one_sided(f)));
        let components = self.kinds_that_differ(|row| !roles::names_an_extreme(&row.name), Grade::UntestedLead);
        aside("Parts that differ", ended(components));
        // The extremes of single runs say nothing.
        let extremes = self.kinds_that_differ(|row| roles::names_an_extreme(&row.name), Grade::Leaning);
        aside("Extremes that differ", ended(extremes));
        aside("Parts over whole curves", said(parts.into_iter().take(LISTED_SERIES).collect(), &|f| self.curve(f)));
        aside(&format!("Within {}", self.threshold()), self.shown_equal());
        let unreadable =
            findings(|kind| matches!(kind, FindingKind::TwoPopulations { .. } | FindingKind::Unsteady { .. }));
        aside("Can't be read", joined(unreadable.filter_map(|f| self.unreadable(f)).collect()));
        let broken = findings(|kind| matches!(kind, FindingKind::Broken { .. })).take(LISTED_SERIES).collect();
        aside("Can't be right", said(broken, &|f| self.broken(f)));
        let warnings = findings(|kind| matches!(kind, FindingKind::ToolWarning { .. })).take(LISTED_SERIES).collect();
        aside("None in any run", self.zero_throughout());
        aside("The tool warns", said(warnings, &|f| self.tool_warning(f)));
        for finding in findings(|kind| matches!(kind, FindingKind::GuessedReading { .. })) {
            aside("Read with care", self.guessed(finding));
        }
        let unlike = findings(|kind| matches!(kind, FindingKind::Residue { .. })).collect();
        aside("Unlike runs together", self.residues(unlike));
        let confounders = findings(|kind| matches!(kind, FindingKind::Confounder { .. }));
        aside("Also different", joined(confounders.map(|f| self.confounder(f)).collect()));
        for finding in findings(|kind| matches!(kind, FindingKind::ClockDrift { .. })).take(LISTED_SERIES) {
            aside("The clocks", self.clock_drift(finding));
        }
        let outliers = findings(|kind| matches!(kind, FindingKind::Outlier { .. })).take(LISTED_SERIES).collect();
        aside("Odd runs", said(outliers, &|f| self.outlier(f)));
        let fragile = findings(|kind| matches!(kind, FindingKind::Fragile { .. }));
        let by_run = |f: &&Finding| matches!(f.kind, FindingKind::Fragile { cause: Fragility::WithoutRun(..), .. });
        let (runs, rules): (Vec<&Finding>, Vec<&Finding>) = fragile.partition(by_run);
        let mut threads: Vec<Vec<Segment>> = rules.into_iter().map(|f| self.fragile(f)).collect();
        threads.push(self.fragile_to_runs(&runs));
        threads.retain(|segments| !segments.is_empty());
        aside("Hangs by a thread", joined_by(threads, ". ", "."));
        let claims = findings(|kind| matches!(kind, FindingKind::Claim { .. })).take(LISTED).collect();
        aside("The post's own claims", said(claims, &|f| self.claim(f)));
        aside("Among the winners", joined(self.among_winners()));
        aside("Not compared", self.unmatched());
        aside("To settle it", self.to_settle());
        blocks
    }

    /// The findings on what is spoken of; those on the whole post are told with the first experiment.
    pub(super) fn own_findings(&self) -> impl Iterator<Item = &Finding> {
        let has = |config: &ConfigIndex| self.configs.contains(config);
        self.findings.iter().filter(move |finding| match findings::about(&finding.kind) {
            About::Metric(metric) => self.row(metric).is_some_and(|row| {
                row.samples.iter().enumerate().any(|(config, s)| !s.runs.is_empty() && has(&config))
            }),
            About::Configuration(config) => has(&config),
            About::Whole => self.first,
        })
    }

    /// Metrics that every comparison with the baseline shows equal, with the baseline's value. With one run each nothing is
    /// shown, but that figures lie so near each other is worth a word, of parts as well.
    fn shown_equal(&self) -> Vec<Segment> {
        let pairs: Vec<&Comparison> = self.against_baseline().filter(|c| c.matched > 0).collect();
        let limit = libm::log1p(self.choices.threshold.max(0.0));
        let near =
            |e: &Effect| e.runs == [1, 1] && libm::log(e.ratio_low) >= -limit && libm::log(e.ratio_high) <= limit;
        let equal_in = |pair: &Comparison, metric: MetricIndex| {
            let shown = |e: &Effect| self.is_primary(metric) && e.grade == Grade::ShownEqual || near(e);
            pair.effect(metric).is_some_and(shown)
        };
        let equal: Vec<MetricIndex> = (0..self.metrics.len())
            .filter(|&metric| !pairs.is_empty() && pairs.iter().all(|pair| equal_in(pair, metric)))
            .collect();
        let value = |metric: MetricIndex| {
            let centre = self.baseline.and_then(|baseline| self.centre_figure(metric, baseline));
            let Some((row, value)) = self.row(metric).zip(centre) else { return Vec::new() };
            // A duration says its unit itself, and a count has none.
            let said = row.unit.symbol.is_empty() || value.text().ends_with(&row.unit.symbol);
            let unit = if said { ")".to_owned() } else { format!(" {})", row.unit.symbol) };
            vec![text(" ("), value, text(&unit)]
        };
        ended(self.metrics_listed(&equal, &value))
    }

    /// Quality figures that are zero in every run: overruns, errors, retries.
    fn zero_throughout(&self) -> Vec<Segment> {
        let runs = |row: &MetricRow| -> Vec<MeasurementId> {
            let samples = self.configs.iter().filter_map(|&config| row.samples.get(config));
            samples.flat_map(|sample| &sample.runs).map(|run| run.id).collect()
        };
        let zero = |id: &MeasurementId| self.parsed.measurement(*id).is_some_and(|m| m.value == 0.0);
        let mut names: Vec<(&str, Vec<MeasurementId>)> = Vec::new();
        for row in self.metrics.iter().filter(|row| row.role == Role::Quality && row.unit.dimension == Dimension::Other)
        {
            let runs = runs(row);
            if !runs.is_empty() && runs.iter().all(zero) {
                match names.iter_mut().find(|(name, _)| *name == row.name) {
                    Some((_, all)) => all.extend(runs),
                    None => names.push((&row.name, runs)),
                }
            }
        }
        // One of a name that is not zero elsewhere takes the word back.
        let elsewhere =
            |name: &str| self.metrics.iter().filter(|row| row.name == name).flat_map(runs).any(|id| !zero(&id));
        names.retain(|(name, _)| !elsewhere(name));
        let said = names.into_iter().take(LISTED).map(|(name, runs)| vec![cited(name, runs)]).collect();
        joined_by(said, ", ", ".")
    }

    fn unreadable(&self, finding: &Finding) -> Option<Vec<Segment>> {
        let all = || finding.evidence.clone();
        match &finding.kind {
            FindingKind::TwoPopulations { metric, low, high, in_low, in_high } => {
                let row = self.row(*metric)?;
                let in_both: Vec<ConfigIndex> =
                    in_low.iter().copied().filter(|config| in_high.contains(config)).collect();
                let digits = usize::from(*low < 10.0);
                Some(sentence(&[
                    vec![text(&row.full_name), text(" (two populations, about ")],
                    vec![cited(numbers::trimmed(*low, digits), all()), text(" and ")],
                    vec![cited(numbers::trimmed(*high, digits), all()), text(&format!(" {}, in ", row.unit.symbol))],
                    self.tags(&in_both),
                    vec![text(")")],
                ]))
            }
            FindingKind::Unsteady { metric, least, most } => {
                let row = self.row(*metric)?;
                Some(vec![
                    text(&row.full_name),
                    text(" ("),
                    cited(self.as_printed(*metric, *least), all()),
                    text(" to "),
                    cited(self.as_printed(*metric, *most), all()),
                    text(&format!(" {} between runs of one setting)", row.unit.symbol)),
                ])
            }
            _ => None,
        }
    }

    /// A value of a metric as the post prints it.
    fn as_printed(&self, metric: MetricIndex, value: f64) -> String {
        let runs = self.row(metric).into_iter().flat_map(|row| &row.samples).flat_map(|sample| &sample.runs);
        let printed = runs.filter(|run| run.value == value).map(|run| self.parsed.shown(run.id)).next();
        printed.unwrap_or_else(|| numbers::trimmed(value, 3))
    }

    /// `TCP latency (31 % less time): the column was guessed, ...`
    fn guessed(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::GuessedReading { metric, others } = &finding.kind else { return Vec::new() };
        let Some(row) = self.row(*metric) else { return Vec::new() };
        let mut segments = vec![text(&row.full_name)];
        let effect = self
            .against_baseline()
            .find_map(|pair| pair.effect(*metric).filter(|e| e.grade.is_difference()).map(|e| (pair, e)));
        if let Some((pair, effect)) = effect {
            let change = cited(numbers::change(row, effect.ratio), self.behind(pair, *metric));
            segments.extend([text(" ("), change, text(")")]);
        }
        segments.push(text(" was "));
        segments.push(cited("guessed", finding.evidence.clone()));
        segments.push(text(": the table lost the blanks that tell its columns"));
        match others.split_last() {
            None => segments.push(text(".")),
            Some((last, [])) => segments.push(text(&format!("; it could be {last}."))),
            Some((last, rest)) => segments.push(text(&format!("; it could be {} or {last}.", rest.join(", ")))),
        }
        segments
    }

    /// `the runs of A and B differ in title (one, other)`
    fn residues(&self, findings: Vec<&Finding>) -> Vec<Segment> {
        type Unlike<'f> = ((&'f String, &'f Vec<String>), Vec<ConfigIndex>, Vec<MeasurementId>);
        let mut unlike: Vec<Unlike<'_>> = Vec::new();
        for finding in findings {
            let FindingKind::Residue { field, config, values } = &finding.kind else { continue };
            match unlike.iter_mut().find(|(of, ..)| *of == (field, values)) {
                Some((_, configs, evidence)) => {
                    configs.push(*config);
                    evidence.extend(&finding.evidence);
                }
                None => unlike.push(((field, values), vec![*config], finding.evidence.clone())),
            }
        }
        let said = |((field, values), configs, evidence): Unlike<'_>| {
            let listed: Vec<&str> = values.iter().take(LISTED).map(String::as_str).collect();
            let differ = text(&format!(" differ in {field} ("));
            let whose = [vec![text("the runs of ")], self.tags(&configs), vec![differ]].concat();
            [whose, vec![cited(listed.join(", "), evidence), text(")")]].concat()
        };
        joined(unlike.into_iter().map(said).collect())
    }

    fn confounder(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::Confounder { field, values } = &finding.kind else { return Vec::new() };
        let mut segments = vec![text(&format!("{field} ("))];
        for (at, (config, value)) in values.iter().take(LISTED).enumerate() {
            if at > 0 {
                segments.push(text(", "));
            }
            segments.extend([self.tag(*config), text(": "), cited(value.clone(), finding.evidence.clone())]);
        }
        segments.push(text(")"));
        segments
    }

    /// `2pintlb against 1pintlb: 2 metrics better, 2 worse, 36 neither`
    fn among_winners(&self) -> Vec<Vec<Segment>> {
        let winners = &self.outcome.winners;
        if self.outcome.kind != OutcomeKind::Winner || winners.len() < 2 {
            return Vec::new();
        }
        let inside = |config: ConfigIndex| winners.contains(&config);
        let differ = |c: &&Comparison| c.wins + c.losses > 0;
        let pairs = self.comparisons.iter().filter(|c| inside(c.baseline) && inside(c.contender)).filter(differ);
        pairs.take(LISTED_PAIRS).map(|pair| self.tally(pair)).collect()
    }

    fn tally(&self, pair: &Comparison) -> Vec<Segment> {
        let neither = pair.effects.iter().filter(|e| !e.grade.is_difference());
        vec![
            self.tag(pair.contender),
            text(" against "),
            self.tag(pair.baseline),
            text(": "),
            if pair.wins == 0 { text("no") } else { self.counted(pair, Direction::Better) },
            text(if pair.wins <= 1 { " metric better, " } else { " metrics better, " }),
            self.counted(pair, Direction::Worse),
            text(" worse, "),
            match pair.matched.saturating_sub(pair.wins + pair.losses) {
                0 => text("none"),
                count => cited(numbers::whole(count), self.behind_all(pair, neither)),
            },
            text(" neither"),
        ]
    }

    /// Counted metrics that some configuration lacks.
    fn unmatched(&self) -> Vec<Segment> {
        let included = &self.configs;
        if included.len() < 2 {
            return Vec::new();
        }
        let lacking = |metric: &MetricIndex| {
            self.metrics[*metric].counts()
                && included.iter().any(|&c| self.metrics[*metric].samples[c].runs.is_empty())
                && included.iter().any(|&c| !self.metrics[*metric].samples[c].runs.is_empty())
        };
        let metrics: Vec<MetricIndex> = (0..self.metrics.len()).filter(lacking).collect();
        let mut segments = self.metrics_listed(&metrics, &|_| Vec::new());
        if !segments.is_empty() {
            segments.push(text(", which not every configuration has."));
        }
        segments
    }

    /// How many runs would carry a test.
    fn to_settle(&self) -> Vec<Segment> {
        let Some(pair) = self.against_baseline().find(|c| c.matched > 0) else { return Vec::new() };
        let (n1, n2) = (self.runs(pair.baseline), self.runs(pair.contender));
        let alpha = self.choices.alpha;
        let nothing = self.against_baseline().all(|c| c.wins + c.losses == 0);
        if self.is_held_against_print() && !nothing {
            let says = "over how many runs each ± was taken; with that a test can be made.";
            return vec![text(says)];
        }
        if nothing || least_p(n1, n2) <= alpha && n1.min(n2) >= super::paragraphs::FOR_CLEAR {
            return Vec::new();
        }
        let Some(needed) = runs_each(alpha) else { return Vec::new() };
        let more = needed.saturating_sub(n1.min(n2));
        let reached = numbers::probability(least_p(needed, needed));
        let words = if n1 != n2 {
            match runs_against(n1.max(n2), alpha) {
                Some(few) if few < needed && few > n1.min(n2) && few >= super::paragraphs::FOR_CLEAR => {
                    format!("{} runs where there are {}", numbers::in_words(few), numbers::in_words(n1.min(n2)))
                }
                _ => format!("{} runs of each (least p {reached})", numbers::in_words(needed)),
            }
        } else if more == 1 {
            format!("a {} run of each (least p {reached})", numbers::ordinal(needed))
        } else {
            format!(
                "{} runs of each in place of {} (least p {reached})",
                numbers::in_words(needed),
                numbers::in_words(n1)
            )
        };
        vec![cited(words, self.behind_all(pair, pair.effects.iter().take(1))), text(".")]
    }
}

/// A list with a full stop behind it.
fn ended(mut segments: Vec<Segment>) -> Vec<Segment> {
    if !segments.is_empty() {
        segments.push(text("."));
    }
    segments
}

/// Parts with a semicolon between and a full stop behind.
fn joined(parts: Vec<Vec<Segment>>) -> Vec<Segment> {
    joined_by(parts, "; ", ".")
}

fn joined_by(parts: Vec<Vec<Segment>>, between: &str, end: &str) -> Vec<Segment> {
    let mut segments = Vec::new();
    for part in parts {
        if !segments.is_empty() {
            segments.push(text(between));
        }
        segments.extend(part);
    }
    if !segments.is_empty() {
        segments.push(text(end));
    }
    segments
}

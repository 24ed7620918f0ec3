//! The only module with sentences about data.
//!
//! A sentence is whole where it is written, never glued from halves that another language would order differently.
//! Every figure in it is a [`Segment::Figure`] that cites the measurements it was computed from.

mod asides;
mod changes;
mod charts;
mod headline;
mod lists;
mod noticed;
mod numbers;
mod paragraphs;

use benchnote_parser::{MeasurementId, Parsed, Role};

pub(crate) use charts::{axis, caption, note, point_text, run_text, title};

use crate::choices::Choices;
use crate::experiments::included;
use crate::prose::{Block, Prose, Segment, plain};
use crate::report::{
    Comparison, ConfigIndex, Configuration, Direction, Effect, Experiment, Finding, Grade, Group, MetricIndex,
    MetricRow, Outcome, PrintedChanges, Run, Sample,
};

/// So many experiments are told; of more the table shows the rest.
const MOST_EXPERIMENTS: usize = 12;

/// The whole analysis, as far as it is done when it is put into words.
#[derive(Clone, Copy)]
pub(crate) struct Analysis<'a> {
    pub(crate) parsed: &'a Parsed,
    pub(crate) choices: &'a Choices,
    pub(crate) configurations: &'a [Configuration],
    pub(crate) metrics: &'a [MetricRow],
    pub(crate) experiments: &'a [Experiment],
    pub(crate) comparisons: &'a [Comparison],
    pub(crate) changes: Option<&'a PrintedChanges>,
    pub(crate) outcome: &'a Outcome,
    pub(crate) findings: &'a [Finding],
}

/// What is spoken of: an experiment, a group of one, or the whole where there is no experiment.
pub(crate) struct Speaker<'a> {
    pub(crate) parsed: &'a Parsed,
    pub(crate) choices: &'a Choices,
    pub(crate) configurations: &'a [Configuration],
    /// Those spoken of.
    pub(crate) configs: Vec<ConfigIndex>,
    pub(crate) baseline: Option<ConfigIndex>,
    pub(crate) metrics: &'a [MetricRow],
    /// Those with the baseline are told.
    pub(crate) comparisons: &'a [Comparison],
    /// All of the analysis.
    all: &'a [Comparison],
    pub(crate) outcome: &'a Outcome,
    groups: &'a [Group],
    pub(crate) findings: &'a [Finding],
    /// What sets the experiment apart; empty where it is the only one.
    pub(crate) title: &'a str,
    /// Whether it is the first of several, or the only one.
    first: bool,
}

/// The word for a grade.
pub fn grade_word(grade: Grade) -> &'static str {
    match grade {
        Grade::Clear => "clear",
        Grade::Likely => "likely",
        Grade::Leaning => "leaning",
        Grade::UntestedLead => "untested lead",
        Grade::RealButSmall => "real but small",
        Grade::ShownEqual => "shown equal",
        Grade::NotDistinguishable => "not distinguishable",
        Grade::CannotSay => "cannot say",
    }
}

/// What a grade means, in a sentence or two.
pub fn grade_meaning(grade: Grade) -> &'static str {
    match grade {
        Grade::Clear => {
            "The medians differ by more than the threshold, and an exact test that this number of runs can carry, corrected \
             for the number of metrics, separates the two. From printed means with their ± the test is Welch's."
        }
        Grade::Likely => {
            "The medians differ by more than the threshold, and every run of one lies beyond every run of the other, or an \
             exact test separates them before the correction for many metrics. With three runs each chance alone does that \
             one time in ten, so it can't be called clear."
        }
        Grade::Leaning => "The difference is beyond the threshold and the noise at hand, with too few runs to test it.",
        Grade::UntestedLead => {
            "One run each and no figure for the noise: they point one way by so much, and nothing says how much of it is \
             noise."
        }
        Grade::RealButSmall => "The runs separate, but the difference is inside the threshold.",
        Grade::ShownEqual => "Whatever the difference is, the runs show that it is inside the threshold.",
        Grade::NotDistinguishable => "The runs overlap, or what was printed could be the same value.",
        Grade::CannotSay => "The direction is not known, one side has no figure, or the measurement is broken.",
    }
}

impl<'a> Analysis<'a> {
    /// A speaker for each experiment; one for the whole where there is none.
    pub(crate) fn speakers(&self) -> Vec<Speaker<'a>> {
        if self.experiments.is_empty() {
            let configs = included(self.configurations);
            let baseline = configs.iter().copied().find(|&at| self.configurations[at].baseline);
            return vec![Speaker { configs, baseline, ..self.speaker() }];
        }
        let of = |(at, experiment): (usize, &'a Experiment)| Speaker {
            configs: experiment.configs.clone(),
            baseline: Some(experiment.baseline),
            outcome: &experiment.outcome,
            groups: &experiment.groups,
            title: &experiment.title,
            first: at == 0,
            ..self.speaker()
        };
        self.experiments.iter().enumerate().map(of).collect()
    }

    fn speaker(&self) -> Speaker<'a> {
        Speaker {
            parsed: self.parsed,
            choices: self.choices,
            configurations: self.configurations,
            configs: Vec::new(),
            baseline: None,
            metrics: self.metrics,
            comparisons: self.comparisons,
            all: self.comparisons,
            outcome: self.outcome,
            groups: &[],
            findings: self.findings,
            title: "",
            first: true,
        }
    }

    /// The verdict in words.
    pub(crate) fn prose(&self) -> Prose {
        let speakers = self.speakers();
        let mut mark = 0;
        if let ([only], Some(changes)) = (speakers.as_slice(), self.changes) {
            return Prose { headline: only.changes_headline(changes), blocks: only.largest_changes(changes) };
        }
        if let [only] = speakers.as_slice() {
            let mut headline = only.headline();
            headline.extend(self.beside(only));
            let mut blocks = only.paragraphs(&mut mark);
            blocks.extend(only.asides());
            say_bounds_once(&mut blocks);
            return Prose { headline, blocks };
        }
        let headline = headline::headline_of_several(&speakers);
        let mut blocks = Vec::new();
        for speaker in speakers.iter().take(MOST_EXPERIMENTS) {
            blocks.push(Block::Paragraph(speaker.titled_headline()));
            blocks.extend(speaker.paragraphs(&mut mark));
            blocks.extend(speaker.asides());
        }
        say_bounds_once(&mut blocks);
        Prose { headline, blocks }
    }

    /// Configurations that are in no experiment, where there is one.
    fn beside(&self, only: &Speaker<'a>) -> Vec<Segment> {
        // What has no figures but those that describe the run was never to be compared.
        let has_figures = |config: ConfigIndex| {
            let rows = self.metrics.iter().filter(|row| matches!(row.role, Role::Primary | Role::Component));
            rows.filter_map(|row| row.samples.get(config)).any(|sample| !sample.runs.is_empty())
        };
        let beside: Vec<ConfigIndex> = included(self.configurations)
            .into_iter()
            .filter(|config| !only.configs.contains(config) && has_figures(*config))
            .collect();
        let has_name = |config: &ConfigIndex| {
            self.configurations
                .get(*config)
                .is_some_and(|config| !config.factors.is_empty() || config.originals != [config.tag.as_str()])
        };
        let (beside, nameless): (Vec<ConfigIndex>, Vec<ConfigIndex>) = beside.into_iter().partition(has_name);
        if beside.is_empty() {
            let says = " Figures without a name share no metric with these.";
            return if nameless.is_empty() { Vec::new() } else { vec![text(says)] };
        }
        let shares = if beside.len() == 1 {
            ", which shares no metric with these."
        } else {
            ", which share no metric with these."
        };
        [vec![text(" Not compared: ")], only.tags(&beside), vec![text(shares)]].concat()
    }
}

impl<'a> Speaker<'a> {
    /// A speaker for a part of the experiment.
    fn of_group(&self, group: &'a Group) -> Speaker<'a> {
        Speaker {
            configs: group.configs.clone(),
            baseline: Some(group.baseline),
            comparisons: &group.comparisons,
            outcome: &group.outcome,
            groups: &[],
            title: &group.shared,
            first: false,
            ..*self
        }
    }

    fn tag(&self, config: ConfigIndex) -> Segment {
        let text = self.configurations.get(config).map_or_else(String::new, |c| c.tag.clone());
        Segment::Tag { text, config }
    }

    /// `with patched`; a name that begins so itself stands alone: `without the patch`.
    fn under(&self, config: ConfigIndex) -> Vec<Segment> {
        let tag = self.tag(config);
        let word_ends = |c: char| !(c.is_alphanumeric() || c == '/');
        let first = tag.text().split(word_ends).next().unwrap_or_default().to_lowercase();
        let preposition = ["with", "without", "after", "before", "using", "w/", "w/o"].contains(&first.as_str());
        vec![text(if preposition { " " } else { " with " }), tag]
    }

    /// `a`, `a and b`, `a, b and c`; beyond five, how many more.
    fn tags(&self, configs: &[ConfigIndex]) -> Vec<Segment> {
        const LISTED: usize = 5;
        let shown = if configs.len() > LISTED { LISTED - 1 } else { configs.len() };
        let mut segments = Vec::new();
        for (at, &config) in configs.iter().take(shown).enumerate() {
            if at > 0 {
                segments.push(text(if at + 1 == configs.len() { " and " } else { ", " }));
            }
            segments.push(self.tag(config));
        }
        if shown < configs.len() {
            segments.push(text(&format!(" and {} more", numbers::in_words(configs.len() - shown))));
        }
        segments
    }

    fn row(&self, metric: MetricIndex) -> Option<&'a MetricRow> {
        self.metrics.get(metric)
    }

    fn sample(&self, metric: MetricIndex, config: ConfigIndex) -> Option<&'a Sample> {
        self.row(metric)?.samples.get(config)
    }

    /// A sample's centre as it was printed where a run is the centre; else with as many digits as the runs beside it.
    fn centre(&self, sample: &Sample) -> String {
        if let Some(run) = sample.runs.iter().find(|run| run.value == sample.median) {
            return self.parsed.shown(run.id);
        }
        let decimals = |run: &Run| {
            let printed = self.parsed.shown(run.id);
            printed.split_once('.').map_or(0, |(_, fraction)| fraction.bytes().take_while(u8::is_ascii_digit).count())
        };
        // No more digits than the two runs have that it lies between.
        let mut runs: Vec<&Run> = sample.runs.iter().collect();
        runs.sort_by(|a, b| a.value.total_cmp(&b.value));
        let middle = runs.len() / 2;
        let most = runs.iter().skip(middle.saturating_sub(1)).take(2).map(|run| decimals(run)).max().unwrap_or(0);
        format!("{:.most$}", sample.median)
    }

    /// The centre of a metric under a configuration, citing its runs; `None` where it has none.
    fn centre_figure(&self, metric: MetricIndex, config: ConfigIndex) -> Option<Segment> {
        let sample = self.sample(metric, config)?;
        figure(self.centre(sample), ids(sample))
    }

    /// All runs behind an effect.
    fn behind(&self, comparison: &Comparison, metric: MetricIndex) -> Vec<MeasurementId> {
        let of = |config| self.sample(metric, config).map(ids).unwrap_or_default();
        [of(comparison.baseline), of(comparison.contender)].concat()
    }

    /// All runs behind some effects.
    fn behind_all<'e>(&self, comparison: &Comparison, effects: impl Iterator<Item = &'e Effect>) -> Vec<MeasurementId> {
        effects.flat_map(|effect| self.behind(comparison, effect.metric)).collect()
    }

    /// How many counted metrics are claimed to differ one way, citing their runs; `none` where there are none.
    fn counted(&self, pair: &Comparison, way: Direction) -> Segment {
        let of = |e: &&Effect| e.direction == way && e.grade.is_difference() && self.is_primary(e.metric);
        let effects: Vec<&Effect> = pair.effects.iter().filter(of).collect();
        match effects.len() {
            0 => text("none"),
            count => cited(numbers::whole(count), self.behind_all(pair, effects.into_iter())),
        }
    }

    fn is_primary(&self, metric: MetricIndex) -> bool {
        self.row(metric).is_some_and(MetricRow::counts)
    }

    /// How many metrics both have, citing all their runs.
    fn matched(&self, pair: &Comparison) -> Segment {
        let primary = pair.effects.iter().filter(|e| self.is_primary(e.metric) && e.grade != Grade::CannotSay);
        cited(numbers::whole(pair.matched), self.behind_all(pair, primary))
    }

    /// The most runs of a configuration.
    fn runs(&self, config: ConfigIndex) -> usize {
        self.configurations.get(config).map_or(0, |c| c.runs)
    }

    /// Whether most single figures come with a ± of which it is not said how many runs it stands for.
    fn is_held_against_print(&self) -> bool {
        let unsaid = |run: &Run| run.published.is_some_and(|published| published.n.is_none());
        let rows = self.metrics.iter().filter(|row| row.counts());
        let samples = rows.flat_map(|row| self.configs.iter().filter_map(|&config| row.samples.get(config)));
        let singles = samples.filter_map(|sample| if let [only] = sample.runs.as_slice() { Some(only) } else { None });
        let (with, without): (Vec<&Run>, Vec<&Run>) = singles.partition(|run| unsaid(run));
        !with.is_empty() && with.len() >= without.len()
    }

    fn threshold(&self) -> String {
        numbers::round_percent(self.choices.threshold)
    }

    /// The comparisons with the baseline, in order.
    fn against_baseline(&self) -> impl Iterator<Item = &'a Comparison> {
        let baseline = self.baseline;
        self.comparisons.iter().filter(move |c| Some(c.baseline) == baseline)
    }
}

/// What bounds are is said below the first list that has them, and again where they are others.
fn say_bounds_once(blocks: &mut [Block]) {
    let mut said = String::new();
    for block in blocks {
        if let Block::Effects { bounds, .. } = block {
            let says = plain(bounds);
            if says == said {
                bounds.clear();
            } else if !says.is_empty() {
                said = says;
            }
        }
    }
}

fn text(words: &str) -> Segment {
    Segment::Text(words.to_owned())
}

/// A figure with its citations; `None` without any, for a figure that nothing shows is not to be said.
fn figure(text: impl Into<String>, mut cites: Vec<MeasurementId>) -> Option<Segment> {
    cites.sort_unstable();
    cites.dedup();
    (!cites.is_empty()).then(|| Segment::Figure { text: text.into(), cites })
}

/// A figure, which must have something to cite.
fn cited(words: impl Into<String>, cites: Vec<MeasurementId>) -> Segment {
    debug_assert!(!cites.is_empty(), "a figure that nothing shows is not to be said");
    let words = words.into();
    figure(words.clone(), cites).unwrap_or(Segment::Text(words))
}

fn ids(sample: &Sample) -> Vec<MeasurementId> {
    sample.runs.iter().map(|run| run.id).collect()
}

/// Segments one after the other, with words between.
fn sentence(parts: &[Vec<Segment>]) -> Vec<Segment> {
    parts.concat()
}

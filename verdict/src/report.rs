//! The result of the analysis: plain data, no lifetimes, everything in order of appearance.

use std::collections::BTreeMap;

use benchnote_parser::{Better, FieldKind, MeasurementId, Role, Span, Unit};
use serde::{Deserialize, Serialize};

use crate::chart_spec::ChartSpec;
use crate::prose::Prose;

/// A configuration's place in [`Report::configurations`].
pub type ConfigIndex = usize;
/// A metric's place in [`Report::metrics`].
pub type MetricIndex = usize;

/// One setting under comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Configuration {
    /// What it is called: the user's name, else the one found.
    pub tag: String,
    /// The names found in the post that go under this tag; several where the user merged some.
    pub originals: Vec<String>,
    /// How the post tells it: `Host column`.
    pub evidence: String,
    /// How many runs it has: the most that any of its metrics has, or that a summary says it stands for.
    pub runs: usize,
    /// Whether the others of its experiment are compared with it.
    pub baseline: bool,
    /// Whether the user left it out; then it has no samples.
    pub excluded: bool,
    /// The fields that make it up, with their values.
    pub factors: BTreeMap<String, String>,
    /// Where it first appears.
    pub first: Option<Span>,
}

/// A field that measurements have, which could tell configurations apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldUse {
    /// Its name.
    pub name: String,
    /// What it is about.
    pub kind: FieldKind,
    /// Its values, in order of appearance; at most 20 of them.
    pub values: Vec<String>,
    /// Whether it is part of the configuration now.
    pub projected: bool,
}

/// One replicate of a metric under a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The figure.
    pub id: MeasurementId,
    /// Which run of the configuration, from 1.
    pub number: u32,
    /// Its value.
    pub value: f64,
    /// The least value that would print so.
    pub low: f64,
    /// The value above which none would print so.
    pub high: f64,
    /// The ± printed beside it, where it is a summary of runs that the post does not show.
    pub published: Option<Published>,
}

/// The ± of a printed summary.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Published {
    /// As printed, in the metric's unit.
    pub spread: f64,
    /// The standard error of the mean, in the metric's unit, as far as the tool says what its ± is.
    pub error: f64,
    /// How far the figure may be from what it stands for by noise alone, in the metric's unit, where it is not known over how
    /// many runs it was taken.
    pub noise: f64,
    /// Over how many runs, where the post says so.
    pub n: Option<u32>,
}

/// The replicates of one metric under one configuration; may be empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The runs, in the order of the post.
    pub runs: Vec<Run>,
    /// Their median; not a number where there are none.
    pub median: f64,
}

/// How sure a finding is: VERDICT's grades, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Grade {
    /// An exact test that this number of runs can carry, corrected, separates them beyond the threshold.
    Clear,
    /// Complete separation or the test before correction, beyond threshold and print.
    Likely,
    /// Beyond threshold and noise, with too few runs to test.
    Leaning,
    /// One run each and no noise figure.
    UntestedLead,
    /// Separated, but inside the threshold.
    RealButSmall,
    /// The whole interval lies inside the threshold.
    ShownEqual,
    /// The runs overlap.
    NotDistinguishable,
    /// Unknown direction, unmatched, or a broken measurement.
    CannotSay,
}

impl Grade {
    /// All grades, the surest first.
    pub const ALL: [Self; 8] = [
        Self::Clear,
        Self::Likely,
        Self::Leaning,
        Self::UntestedLead,
        Self::RealButSmall,
        Self::ShownEqual,
        Self::NotDistinguishable,
        Self::CannotSay,
    ];
    /// Whether a difference is claimed at this grade.
    pub fn is_difference(self) -> bool {
        self <= Self::UntestedLead
    }
}

/// Which way a contender differs from its baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// Better.
    Better,
    /// Worse.
    Worse,
    /// Shown or printed the same.
    Same,
    /// Not separated.
    Unclear,
    /// Not comparable.
    NotComparable,
}

/// What the bounds of an effect stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum IntervalKind {
    /// One run each: only what rounding in print allows.
    Rounding,
    /// The range of the pairwise ratios.
    Range,
    /// The Hodges-Lehmann interval: the narrowest whose confidence is at least 1 - alpha.
    HodgesLehmann,
    /// The same where there are too many runs to count arrangements: its confidence is approximate.
    Approximate,
    /// Welch's interval from printed means and their ±, where it is said how many runs these stand for.
    Summary,
}

/// One metric under two configurations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// Which metric.
    pub metric: MetricIndex,
    /// Median against median, direction-normalised: above 1 the contender is better.
    pub ratio: f64,
    /// The lower bound of the ratio.
    pub ratio_low: f64,
    /// The upper bound of the ratio.
    pub ratio_high: f64,
    /// What the bounds stand for.
    pub interval: IntervalKind,
    /// The confidence of the bounds, between 0 and 1, where they have one.
    pub confidence: Option<f64>,
    /// How many runs the baseline and the contender have.
    pub runs: [usize; 2],
    /// Whether the printed intervals of all runs of one side lie beyond those of the other.
    pub separated: bool,
    /// The exact two-sided p, where the numbers of runs carry a test.
    pub p: Option<f64>,
    /// The least p that these numbers of runs can give.
    pub least_p: Option<f64>,
    /// How sure.
    pub grade: Grade,
    /// Which way.
    pub direction: Direction,
}

/// How two configurations stand to each other over all matched metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// The contender is better.
    Better,
    /// The contender is worse.
    Worse,
    /// Nothing separates them.
    Equal,
    /// Each wins somewhere.
    Mixed,
    /// No matched metric with a direction.
    CannotSay,
}

/// What a regrouping of whole runs gives by chance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chance {
    /// In how many ways the runs can be split, the true way and its mirror included.
    pub splits: usize,
    /// Whether all of them were counted, or a seeded sample of that many.
    pub exhaustive: bool,
    /// The share of splits whose |wins - losses| reaches that of the true one.
    pub p: f64,
    /// The most wins or losses, one way, that any other split gives.
    pub most_one_way: usize,
    /// The 95 % point of wins + losses over the other splits.
    pub typical: usize,
}

/// A geometric mean of matched ratios, with its smallest and largest member.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeoMean {
    /// How many ratios.
    pub count: usize,
    /// Their geometric mean; above 1 the contender is better.
    pub mean: f64,
    /// The smallest.
    pub least: f64,
    /// The largest.
    pub most: f64,
    /// The interval of the mean over whole runs, at the level chosen, where there are enough of them.
    pub interval: Option<[f64; 2]>,
}

/// Counts and mean of one section.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SectionSummary {
    /// Its name.
    pub section: String,
    /// Metrics better.
    pub wins: usize,
    /// Metrics worse.
    pub losses: usize,
    /// Matched metrics.
    pub matched: usize,
    /// The mean of their ratios.
    pub mean: Option<GeoMean>,
}

/// Two configurations over all metrics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The one compared with.
    pub baseline: ConfigIndex,
    /// The one compared.
    pub contender: ConfigIndex,
    /// Every metric that both have, in the order of the metrics.
    pub effects: Vec<Effect>,
    /// Matched primary metrics with a direction.
    pub matched: usize,
    /// Of these, those with a claimed difference for the better.
    pub wins: usize,
    /// Of these, those with one for the worse.
    pub losses: usize,
    /// How many differences chance alone gives.
    pub by_chance: f64,
    /// What other splits of the runs give, where runs are whole and there are at least three.
    pub chance: Option<Chance>,
    /// How the two stand to each other.
    pub relation: Relation,
    /// How sure that is.
    pub grade: Grade,
    /// Overall mean of the primary ratios.
    pub mean: Option<GeoMean>,
    /// By section, in order of appearance.
    pub sections: Vec<SectionSummary>,
}

/// The answer for the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OutcomeKind {
    /// One configuration, or several equal ones, beat others.
    Winner,
    /// The best beats nobody.
    Tie,
    /// The best is mixed with another.
    Mixed,
    /// No matched metric with a direction.
    CannotSay,
}

/// Which configuration wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The answer.
    pub kind: OutcomeKind,
    /// The top group: the best, and all that nothing separates from it; empty where there is none.
    pub winners: Vec<ConfigIndex>,
    /// The best: better than most others, or with the most wins over losses.
    pub best: Option<ConfigIndex>,
    /// Those of the top group that are better than the same others as the best.
    pub leaders: Vec<ConfigIndex>,
    /// Those that every leader is better than.
    pub beaten: Vec<ConfigIndex>,
    /// Those that each win somewhere against the best.
    pub rivals: Vec<ConfigIndex>,
    /// How sure; nothing where there is nothing to be sure of.
    pub grade: Option<Grade>,
}

/// What the post compares in one go: configurations that are linked by metrics which several of them have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// The tables or blocks it stands in, where that tells it from the others; else empty.
    pub title: String,
    /// Its configurations, in order of appearance; two at least.
    pub configs: Vec<ConfigIndex>,
    /// The one that the others are compared with.
    pub baseline: ConfigIndex,
    /// Its counted metrics.
    pub metrics: Vec<MetricIndex>,
    /// Who wins in it.
    pub outcome: Outcome,
    /// Answers for parts of its configurations: for each value of a second factor, or for those beside the baseline.
    pub groups: Vec<Group>,
}

/// Some configurations of an experiment, with an answer of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// What its members share: `gcc`; empty for those beside the baseline.
    pub shared: String,
    /// Its configurations, in order of appearance; two at least.
    pub configs: Vec<ConfigIndex>,
    /// The one that the others of the group are compared with.
    pub baseline: ConfigIndex,
    /// Each other against the group's baseline, in order.
    pub comparisons: Vec<Comparison>,
    /// Who wins in it.
    pub outcome: Outcome,
}

/// What the only configuration of a post changed against a run that is not in it, as its tool printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PrintedChanges {
    /// The configuration.
    pub config: ConfigIndex,
    /// What is better beyond threshold and the tool's interval, with ratios above 1, the largest change first.
    pub better: Vec<(MetricIndex, f64)>,
    /// What is worse so, with ratios below 1.
    pub worse: Vec<(MetricIndex, f64)>,
    /// What is neither.
    pub neither: Vec<(MetricIndex, f64)>,
}

/// One metric with its samples.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MetricRow {
    /// The table or block it stands in; may be empty.
    pub section: String,
    /// Its name there.
    pub name: String,
    /// The name with what tells it from metrics of other sections; what it is where the post does not name it.
    pub stem: String,
    /// The same with the parameters that tell it from its like.
    pub full_name: String,
    /// Conditions that make it a metric of its own.
    pub params: BTreeMap<String, String>,
    /// Its unit.
    pub unit: Unit,
    /// Which way is better.
    pub better: Better,
    /// Its part in the post.
    pub role: Role,
    /// The format that read it.
    pub format: String,
    /// Whether it is counted for the outcome.
    pub counted: bool,
    /// Whether its column was guessed.
    pub guessed: bool,
    /// One sample for each configuration.
    pub samples: Vec<Sample>,
}

/// Something an expert would notice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What it is.
    pub kind: FindingKind,
    /// The figures that show it.
    pub evidence: Vec<MeasurementId>,
}

/// The kinds of findings, with their own figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FindingKind {
    /// Replicates fall into two groups whatever the setting.
    TwoPopulations {
        /// Which metric.
        metric: MetricIndex,
        /// The centre of the lower group.
        low: f64,
        /// The centre of the upper group.
        high: f64,
        /// The configurations that have members in the lower group.
        in_low: Vec<ConfigIndex>,
        /// Those that have members in the upper group.
        in_high: Vec<ConfigIndex>,
    },
    /// Runs of one setting differ by far more than other metrics' do.
    Unsteady {
        /// Which metric.
        metric: MetricIndex,
        /// The least value of any run.
        least: f64,
        /// The greatest.
        most: f64,
    },
    /// The verdict uses a metric whose column was guessed.
    GuessedReading {
        /// Which metric.
        metric: MetricIndex,
        /// The columns it could be as well.
        others: Vec<String>,
    },
    /// More than the chosen fields differ between the configurations.
    Confounder {
        /// The field.
        field: String,
        /// Its values, configuration by configuration.
        values: Vec<(ConfigIndex, String)>,
    },
    /// The clocks of two configurations differ, or what depends on the clock alone moved together.
    ClockDrift {
        /// The one compared with.
        baseline: ConfigIndex,
        /// The one compared.
        contender: ConfigIndex,
        /// By what factor its times would be longer for the printed clocks alone.
        stated: Option<f64>,
        /// How many metrics depend on the clock alone.
        of: usize,
        /// How many of them fit one common factor within print.
        fits: usize,
        /// The least factor that these allow.
        low: f64,
        /// The greatest.
        high: f64,
        /// The factor of the metric in the middle.
        middle: f64,
        /// How many differences are claimed between the two.
        claimed: usize,
        /// How many of these stand beyond the threshold when the factor is taken off.
        standing: usize,
    },
    /// A run lies far from its siblings.
    Outlier {
        /// The configuration.
        config: ConfigIndex,
        /// Which run of it, from 1.
        run: u32,
        /// The metrics that show it, the clearest first.
        metrics: Vec<MetricIndex>,
        /// Its figure in the first of these.
        figure: MeasurementId,
        /// The least of its siblings there.
        least: MeasurementId,
        /// The greatest.
        most: MeasurementId,
        /// Whether the answer is another one without the run.
        flips: bool,
    },
    /// The answer hangs by a thread.
    Fragile {
        /// What it does not survive.
        cause: Fragility,
        /// What the answer would be.
        kind: OutcomeKind,
        /// Who would win.
        winners: Vec<ConfigIndex>,
        /// A configuration of the experiment.
        config: ConfigIndex,
    },
    /// A claim of the running text, held against the figures.
    Claim {
        /// The characters of its figures.
        span: Span,
        /// How it stands to the figures.
        verdict: ClaimVerdict,
        /// What bears it out.
        holds: Vec<Change>,
        /// What does not.
        fails: Vec<Change>,
    },
    /// One wins one family of metrics, the other another.
    TradeOff {
        /// The one compared with.
        baseline: ConfigIndex,
        /// The one compared.
        contender: ConfigIndex,
        /// What tells the families apart: a parameter; empty for sections and names.
        factor: String,
        /// The families in which the contender is better.
        better: Vec<String>,
        /// Those in which it is worse.
        worse: Vec<String>,
    },
    /// Along a load one leads first and the other after.
    Crossover {
        /// The metric's name, with what it is measured under beside the load.
        name: String,
        /// The one that leads first.
        first: ConfigIndex,
        /// The one that leads after.
        then: ConfigIndex,
        /// The load.
        parameter: String,
        /// The last load at which the first leads.
        last: String,
        /// The first at which the other does.
        next: String,
    },
    /// A rate is greatest inside the range of loads.
    Peak {
        /// The metric's name, with what it is measured under beside the load.
        name: String,
        /// The load.
        parameter: String,
        /// The metric at each configuration's peak.
        peaks: Vec<(ConfigIndex, MetricIndex)>,
    },
    /// Whole curves over a load, run against run, are apart.
    Curve {
        /// The metric's name, with what it is measured under beside the load.
        name: String,
        /// The metrics along the curve.
        metrics: Vec<MetricIndex>,
        /// The load.
        parameter: String,
        /// The one compared with.
        baseline: ConfigIndex,
        /// The one compared.
        contender: ConfigIndex,
        /// The ratio of the runs' geometric means over the curve (Hodges and Lehmann's), above 1 where the contender is better.
        ratio: f64,
        /// The exact two-sided p of the runs' means.
        p: f64,
    },
    /// One setting is another with something added: what share of the whole the one brings.
    Step {
        /// The one.
        part: ConfigIndex,
        /// The one with something added.
        whole: ConfigIndex,
        /// Whether the whole is better than the baseline, or worse.
        gain: bool,
        /// Whether the one alone differs from the baseline on any of these.
        told: bool,
        /// The metrics on which it differs enough to be shared out.
        metrics: Vec<MetricIndex>,
        /// The least share of any of these, as logarithms of ratios.
        least: f64,
        /// The share in the middle, from 0 to 1.
        middle: f64,
        /// The greatest.
        most: f64,
    },
    /// Nothing separates two, but nearly all metrics lean one way.
    OneSided {
        /// The one compared with.
        baseline: ConfigIndex,
        /// The one compared.
        contender: ConfigIndex,
        /// How many metrics are better, by however little.
        better: usize,
        /// How many are worse.
        worse: usize,
    },
    /// The tool itself warns of something.
    ToolWarning {
        /// Its words, without the advice behind them.
        words: String,
        /// What it is about: the table whose title holds it, or the configuration whose figures it stands below.
        about: String,
        /// A configuration of the experiment.
        config: ConfigIndex,
    },
    /// A figure that can't be: no time and no rate is zero or less.
    Broken {
        /// Which metric.
        metric: MetricIndex,
        /// The configuration.
        config: ConfigIndex,
        /// The figure.
        figure: MeasurementId,
    },
    /// Unlike runs were put under one configuration: a field that was not chosen differs within it.
    Residue {
        /// The field.
        field: String,
        /// The configuration.
        config: ConfigIndex,
        /// The values.
        values: Vec<String>,
    },
}

/// What an answer does not survive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fragility {
    /// One run of a configuration left out.
    WithoutRun(ConfigIndex, u32),
    /// Every figure at that end of what prints so which makes the differences smallest.
    Rounding,
    /// Tests at 0.01 in place of the level chosen.
    StricterLevel,
}

/// A metric that differs between two configurations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The one compared with.
    pub baseline: ConfigIndex,
    /// The one compared.
    pub contender: ConfigIndex,
    /// Which metric.
    pub metric: MetricIndex,
}

/// How a claim of the text stands to the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClaimVerdict {
    /// What it speaks of is so, or some of it.
    Holds,
    /// Larger changes stand in the figures.
    Exceeded,
    /// No change is that large.
    NotReached,
}

/// The whole analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The fields that could tell configurations apart.
    pub fields: Vec<FieldUse>,
    /// The configurations, in order of appearance.
    pub configurations: Vec<Configuration>,
    /// The baseline of the first experiment; where there is none, that of all configurations.
    pub baseline: Option<ConfigIndex>,
    /// The metrics, in order of appearance.
    pub metrics: Vec<MetricRow>,
    /// What is compared on its own, in order of appearance.
    pub experiments: Vec<Experiment>,
    /// Experiment by experiment every configuration against the baseline, in their order; then all other pairs.
    pub comparisons: Vec<Comparison>,
    /// Where there is one configuration alone: the changes that its tool printed.
    pub changes: Option<PrintedChanges>,
    /// The answer for the whole, over all experiments.
    pub outcome: Outcome,
    /// What an expert would notice.
    pub findings: Vec<Finding>,
    /// The verdict in words.
    pub prose: Prose,
    /// What to draw.
    pub charts: Vec<ChartSpec>,
}

impl Comparison {
    /// The effect on a metric, where both have it.
    pub fn effect(&self, metric: MetricIndex) -> Option<&Effect> {
        // Effects are in the order of the metrics.
        let at = self.effects.binary_search_by_key(&metric, |effect| effect.metric).ok()?;
        self.effects.get(at)
    }
}

impl Report {
    /// The comparison of a configuration with the baseline of its experiment.
    pub fn against_baseline(&self, contender: ConfigIndex) -> Option<&Comparison> {
        let with_baseline = |c: &&Comparison| self.configurations.get(c.baseline).is_some_and(|b| b.baseline);
        self.comparisons.iter().filter(with_baseline).find(|c| c.contender == contender)
    }

    /// The effect on a metric of a configuration against the baseline.
    pub fn effect(&self, contender: ConfigIndex, metric: MetricIndex) -> Option<&Effect> {
        self.against_baseline(contender)?.effect(metric)
    }
}

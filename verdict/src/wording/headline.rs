//! The first sentence: the answer, for a reader who reads nothing else.

use super::{Speaker, numbers, sentence, text};
use benchnote_parser::{Better, Role};

use crate::prose::{Segment, plain};
use crate::report::{
    Comparison, ConfigIndex, Direction, Effect, Finding, FindingKind, Grade, Outcome, OutcomeKind, Relation,
};

/// Which is better for which use is told in the headline where it takes no more words and characters.
const MOST_WORDS: usize = 18;
const MOST_CHARACTERS: usize = 120;
/// The answers of that many experiments are told in the headline.
const TOLD_EXPERIMENTS: usize = 3;

/// The answer of each experiment in brief, those that have one first: what they have to do with each other the post does not
/// say.
pub(super) fn headline_of_several(speakers: &[Speaker<'_>]) -> Vec<Segment> {
    let (silent, mut told): (Vec<_>, Vec<_>) =
        speakers.iter().partition(|speaker| speaker.outcome.kind == OutcomeKind::CannotSay);
    let answers = !told.is_empty();
    if !answers {
        told = silent;
    }
    let rest = speakers.len() - told.len().min(TOLD_EXPERIMENTS);
    told.truncate(TOLD_EXPERIMENTS);
    let mut parts: Vec<Vec<Segment>> = Vec::new();
    for speaker in &told {
        if !parts.is_empty() {
            parts.push(vec![text(" ")]);
        }
        parts.push(after(&speaker.lead_in(), speaker.brief()));
    }
    if told.iter().any(|speaker| speaker.outcome.grade == Some(Grade::UntestedLead)) {
        parts.push(vec![text(" One run each can't tell a lead from noise.")]);
    }
    if rest > 0 {
        let count = numbers::in_words(rest);
        let noun = if rest == 1 { "comparison" } else { "comparisons" };
        parts.push(vec![text(&format!(" Told below: {count} more {noun}."))]);
    }
    sentence(&parts)
}

/// A sentence behind a lead-in: it goes on in small letters, where it does not begin with a name.
pub(super) fn after(lead_in: &str, mut sentence: Vec<Segment>) -> Vec<Segment> {
    if lead_in.is_empty() {
        return sentence;
    }
    if let Some(Segment::Text(words)) = sentence.first_mut() {
        let mut letters = words.chars();
        *words = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
    }
    sentence.insert(0, text(lead_in));
    sentence
}

impl Speaker<'_> {
    /// The answer with what sets the experiment apart before it.
    pub(super) fn titled_headline(&self) -> Vec<Segment> {
        after(&self.lead_in(), self.headline())
    }

    /// The answer in the fewest words.
    fn brief(&self) -> Vec<Segment> {
        let Outcome { leaders, beaten, winners, best, rivals, .. } = self.outcome;
        match self.outcome.kind {
            OutcomeKind::Winner => {
                [self.tags(leaders), vec![text(self.wins())], self.tags(beaten), vec![text(".")]].concat()
            }
            OutcomeKind::Tie => [vec![text("Nothing separates ")], self.tags(winners), vec![text(".")]].concat(),
            OutcomeKind::Mixed => {
                let both: Vec<ConfigIndex> = best.iter().chain(rivals.first()).copied().collect();
                [self.tags(&both), vec![text(" each win somewhere.")]].concat()
            }
            OutcomeKind::CannotSay => {
                [vec![text("Of ")], self.tags(&self.configs), vec![text(" these figures cannot say which wins.")]]
                    .concat()
            }
        }
    }

    /// The verb for the lead of one or several, as sure as the grade is.
    fn wins(&self) -> &'static str {
        let sure = self.outcome.grade.is_some_and(|grade| grade <= Grade::Likely);
        match (sure, self.outcome.leaders.len() > 1) {
            (true, false) => " wins over ",
            (true, true) => " win over ",
            (false, false) => " leads ",
            (false, true) => " lead ",
        }
    }

    fn lead_in(&self) -> String {
        if self.title.is_empty() { String::new() } else { format!("{}: ", self.title) }
    }

    /// The answer, and those of groups within it.
    pub(super) fn headline(&self) -> Vec<Segment> {
        let mut segments = self.answer();
        for group in self.groups.iter().filter(|group| group.shared.is_empty()) {
            segments.extend(after(" Among the others: ", self.of_group(group).answer()));
        }
        segments
    }

    fn answer(&self) -> Vec<Segment> {
        let included = &self.configs;
        if self.metrics.is_empty() {
            return vec![text("No benchmark figures were found in this text.")];
        }
        match (self.outcome.kind, included.as_slice()) {
            (_, []) => vec![text("Every configuration is left out, so there is nothing to compare.")],
            (_, [only]) if self.configurations.len() > 1 => sentence(&[
                vec![text("Only ")],
                vec![self.tag(*only)],
                vec![text(
                    " takes part: the other configurations are left out, so there is nothing to compare it with.",
                )],
            ]),
            (_, [only]) if self.configurations.get(*only).is_some_and(|config| config.factors.is_empty()) => {
                vec![text("Only one configuration was found, so there is nothing to compare it with.")]
            }
            (_, [only]) => sentence(&[
                vec![text("Only one configuration was found, ")],
                vec![self.tag(*only)],
                vec![text(", so there is nothing to compare it with.")],
            ]),
            (OutcomeKind::CannotSay, _) => self.cannot_say(included),
            (OutcomeKind::Tie, _) => self.tie(),
            (OutcomeKind::Mixed, _) => self.mixed(included),
            (OutcomeKind::Winner, _) => self.winner(),
        }
    }

    fn cannot_say(&self, included: &[ConfigIndex]) -> Vec<Segment> {
        let shared = self.comparisons.iter().any(|c| !c.effects.is_empty());
        let why = if shared {
            ": of no metric that they share is it known which way is better."
        } else {
            ": they share no metric."
        };
        let answer =
            [vec![text("These figures cannot say which wins of ")], self.tags(included), vec![text(why)]].concat();
        sentence(&[answer, self.question()])
    }

    /// What the reader is asked where no direction is known.
    fn question(&self) -> Vec<Segment> {
        const ASKED: usize = 4;
        let open = |e: &&Effect| {
            self.row(e.metric).is_some_and(|row| row.role == Role::Primary && row.better == Better::Unknown)
        };
        let mut names: Vec<&str> = Vec::new();
        for effect in self.comparisons.iter().flat_map(|c| &c.effects).filter(open) {
            let name = self.row(effect.metric).map_or("", |row| row.stem.as_str());
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        match names.as_slice() {
            [] => Vec::new(),
            names if names.len() > ASKED => vec![text(" Which way is better has to be said for each metric.")],
            [only] => vec![text(&format!(" Is more or less better for {only}?"))],
            [first @ .., last] => {
                vec![text(&format!(" Is more or less better for {} and {last}?", first.join(", ")))]
            }
        }
    }

    fn tie(&self) -> Vec<Segment> {
        let winners = &self.outcome.winners;
        let mut parts = vec![vec![text("Nothing separates ")], self.tags(winners)];
        parts.push(vec![text(match self.outcome.grade {
            Some(Grade::ShownEqual) => ": they are shown equal.",
            _ if winners.iter().all(|&config| self.runs(config) < 2) => {
                "; with one run each only what is beyond rounding and the threshold could show."
            }
            _ => ".",
        })]);
        parts.push(self.not_comparable(winners));
        sentence(&parts)
    }

    /// The best and the first of those that each win somewhere against it.
    fn mixed(&self, included: &[ConfigIndex]) -> Vec<Segment> {
        let (Some(best), Some(&rival)) = (self.outcome.best, self.outcome.rivals.first()) else {
            return self.cannot_say(included);
        };
        let Some(pair) = self.pair(best, rival) else { return self.cannot_say(included) };
        let (better, worse) = if pair.contender == best {
            (Direction::Better, Direction::Worse)
        } else {
            (Direction::Worse, Direction::Better)
        };
        // Those that both are better than are told first: they are out of the question.
        let beaten: Vec<ConfigIndex> = self.outcome.beaten.clone();
        let by_both = |other: &&ConfigIndex| self.beats(rival, **other);
        let both: Vec<ConfigIndex> = beaten.iter().filter(by_both).copied().collect();
        let mut parts = vec![if both.is_empty() {
            vec![text("Neither wins throughout: ")]
        } else {
            let pair = self.tags(&[best, rival]);
            [pair, vec![text(" both beat ")], self.tags(&both), vec![text(". Between them ")]].concat()
        }];
        parts.extend([
            vec![self.tag(best), text(" is better on ")],
            vec![self.counted(pair, better), text(" of "), self.matched(pair), text(" metrics, ")],
            vec![self.tag(rival), text(" on "), self.counted(pair, worse)],
        ]);
        let alone: Vec<ConfigIndex> = beaten.into_iter().filter(|other| !both.contains(other)).collect();
        if !alone.is_empty() {
            parts.push([vec![text("; "), self.tag(best), text(" also beats ")], self.tags(&alone)].concat());
        }
        parts.push(vec![text(self.caveat())]);
        if let Some(finding) = self.headline_trade_off() {
            parts.push([vec![text(" ")], self.trade_off(finding), vec![text(".")]].concat());
        }
        sentence(&parts)
    }

    /// Which of the best and its first rival is better for which use, where it can be said in a sentence.
    pub(super) fn headline_trade_off(&self) -> Option<&Finding> {
        let between = [self.outcome.best?, *self.outcome.rivals.first()?];
        let of_them = |kind: &FindingKind| match kind {
            FindingKind::TradeOff { baseline, contender, .. } => {
                between.contains(baseline) && between.contains(contender)
            }
            _ => false,
        };
        let finding = self.own_findings().find(|finding| of_them(&finding.kind))?;
        let says = plain(&self.trade_off(finding));
        let short = says.split_whitespace().count() <= MOST_WORDS && says.chars().count() <= MOST_CHARACTERS;
        short.then_some(finding)
    }

    fn winner(&self) -> Vec<Segment> {
        let Outcome { leaders, beaten, winners, .. } = self.outcome;
        let sure = self.outcome.grade.is_some_and(|grade| grade <= Grade::Likely);
        let mut parts = vec![self.tags(leaders), vec![text(self.wins())], self.tags(beaten)];
        if let (false, [leader], [other]) = (sure, leaders.as_slice(), beaten.as_slice())
            && let Some(pair) = self.pair(*leader, *other)
        {
            let way = if pair.contender == *leader { Direction::Better } else { Direction::Worse };
            parts.push(if pair.matched == 1 {
                vec![text(" on the one metric that they share")]
            } else {
                let of = if pair.wins.max(pair.losses) == pair.matched {
                    vec![text(if pair.matched == 2 { "both" } else { "all " })]
                } else {
                    vec![self.counted(pair, way), text(" of ")]
                };
                let all = if pair.matched == 2 && pair.wins.max(pair.losses) == 2 {
                    Vec::new()
                } else {
                    vec![self.matched(pair)]
                };
                [vec![text(" on ")], of, all, vec![text(" metrics")]].concat()
            });
        }
        parts.push(vec![text(match (sure, leaders.len()) {
            (true, 2) => "; nothing separates the two.",
            (true, 3..) => "; nothing separates these.",
            (true, _) => ".",
            (false, _) => self.caveat(),
        })]);
        let followers: Vec<ConfigIndex> = winners.iter().copied().filter(|config| !leaders.contains(config)).collect();
        if !followers.is_empty() {
            let best = self.outcome.best.into_iter().map(|best| self.tag(best)).collect();
            let words = vec![text(" can't be told apart from ")];
            parts.push([vec![text(" ")], self.tags(&followers), words, best, vec![text(".")]].concat());
        }
        let spoken: Vec<ConfigIndex> = winners.iter().chain(beaten).copied().collect();
        parts.push(self.not_comparable(&spoken));
        sentence(&parts)
    }

    /// What an answer that is not sure lacks, to the end of its sentence.
    fn caveat(&self) -> &'static str {
        let single = |c: &Comparison| c.effects.iter().filter(|e| e.grade.is_difference()).all(|e| e.runs == [1, 1]);
        match self.outcome.grade {
            Some(Grade::Clear | Grade::Likely) => ".",
            Some(Grade::UntestedLead) => "; one run each can't tell that from noise.",
            _ if self.is_held_against_print() => "; the post does not say how many runs its ± stands for.",
            _ if self.against_baseline().all(single) => "; no test can be made of single figures.",
            _ => "; these are too few runs to test it.",
        }
    }

    /// Who is left out of an answer that speaks of some, since they share no metric with the best.
    fn not_comparable(&self, spoken: &[ConfigIndex]) -> Vec<Segment> {
        let left: Vec<ConfigIndex> = self.configs.iter().copied().filter(|config| !spoken.contains(config)).collect();
        if left.is_empty() || self.outcome.best.is_none() {
            return Vec::new();
        }
        let have = if left.len() == 1 { " has" } else { " have" };
        [vec![text(" ")], self.tags(&left), vec![text(have), text(" no metric in common with the best.")]].concat()
    }

    /// Whether one is better than the other.
    fn beats(&self, one: ConfigIndex, other: ConfigIndex) -> bool {
        self.pair(one, other).is_some_and(|pair| {
            let better = if pair.contender == one { Relation::Better } else { Relation::Worse };
            pair.relation == better
        })
    }

    /// The comparison of two, whichever is its baseline.
    fn pair(&self, one: ConfigIndex, other: ConfigIndex) -> Option<&Comparison> {
        let both = |c: &&Comparison| [(one, other), (other, one)].contains(&(c.baseline, c.contender));
        self.comparisons.iter().chain(self.all).find(both)
    }
}

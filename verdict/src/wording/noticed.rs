//! What an expert would notice in the answers: which wins where, along a load, clocks, odd runs, thin ice, the post's claims.

use benchnote_parser::{MeasurementId, Role};

use super::{Speaker, cited, numbers, text};
use crate::findings::number_in;
use crate::prose::Segment;
use crate::report::{
    Change, ClaimVerdict, Comparison, Effect, Finding, FindingKind, Fragility, MetricRow, OutcomeKind,
};

/// More families, metrics or loads than these are counted.
const LISTED: usize = 4;

impl Speaker<'_> {
    /// `clients 8 and up: patched; clients up to 4: vanilla`
    pub(super) fn trade_off(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::TradeOff { baseline, contender, factor, better, worse } = &finding.kind else {
            return Vec::new();
        };
        let (for_contender, for_baseline) = families(factor, better, worse);
        let cite = |words: String| cited(words, finding.evidence.clone());
        vec![
            self.tag(*contender),
            text(" is better on "),
            cite(for_contender),
            text("; "),
            self.tag(*baseline),
            text(" on "),
            cite(for_baseline),
        ]
    }

    /// `tps: A leads up to clients 4, B from 8`
    pub(super) fn crossover(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::Crossover { name, first, then, parameter, last, next } = &finding.kind else {
            return Vec::new();
        };
        let cite = |words: &str| cited(words, finding.evidence.clone());
        vec![
            text(&format!("{name}: ")),
            self.tag(*first),
            text(&format!(" leads up to {parameter} ")),
            cite(last),
            text(", "),
            self.tag(*then),
            text(" from "),
            cite(next),
        ]
    }

    /// `tps is greatest at clients 8 with A (5230) and at 16 with B (6012)`
    pub(super) fn peak(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::Peak { name, parameter, peaks } = &finding.kind else { return Vec::new() };
        let mut segments = vec![text(&format!("{name} is greatest"))];
        for (at, (config, metric)) in peaks.iter().take(LISTED).enumerate() {
            let load = self.row(*metric).and_then(|row| row.params.get(parameter)).cloned().unwrap_or_default();
            let Some(value) = self.centre_figure(*metric, *config) else { continue };
            let what = if at == 0 { format!(" at {parameter} ") } else { ", at ".to_owned() };
            segments.extend([text(&what), cited(load, finding.evidence.clone())]);
            segments.extend(self.under(*config));
            segments.extend([text(" ("), value, text(")")]);
        }
        segments
    }

    /// `Child UTime over the whole curve: 0.95 % less time with A, every run beyond every run of the other (p = 0.10)`
    pub(super) fn curve(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::Curve { name, metrics, parameter, contender, ratio, p, .. } = &finding.kind else {
            return Vec::new();
        };
        let Some(row) = metrics.first().and_then(|&metric| self.row(metric)) else { return Vec::new() };
        let cite = |words: String| cited(words, finding.evidence.clone());
        let change = vec![text(&format!("{name} over all {parameter}: ")), cite(numbers::change(row, *ratio))];
        let apart = vec![text(", all runs apart (p = "), cite(numbers::probability(*p)), text(")")];
        [change, self.under(*contender), apart].concat()
    }

    /// `PIN_TLB alone brings about two thirds of what PIN_TLB+kmalloc gains (61 to 70 % on 4 metrics)`
    pub(super) fn step(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::Step { part, whole, gain, told, metrics, least, middle, most } = &finding.kind else {
            return Vec::new();
        };
        let cite = |words: String| cited(words, finding.evidence.clone());
        let verb = if *gain { " gains" } else { " loses" };
        if !told {
            let nothing = vec![self.tag(*part), text(" alone brings nothing that can be told of what ")];
            return [nothing, vec![self.tag(*whole), text(verb)]].concat();
        }
        let count = cite(numbers::whole(metrics.len()));
        let on = if let [only] = metrics.as_slice() {
            vec![text(" on "), text(self.name(*only))]
        } else {
            let range = cite(numbers::shares(*least, *most));
            let which = if *gain { " metrics that gain" } else { " metrics that lose" };
            vec![text(" ("), range, text(" on the "), count, text(which), text(" enough to share out)")]
        };
        let share = vec![
            self.tag(*part),
            text(" alone brings "),
            cite(numbers::share_in_words(*middle)),
            text(" of what "),
            self.tag(*whole),
            text(verb),
        ];
        [share, on].concat()
    }

    /// `7 of 7 lean to A, each by less than can be told`
    pub(super) fn one_sided(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::OneSided { baseline, contender, better, worse } = &finding.kind else { return Vec::new() };
        let (most, to) = if better >= worse { (better, contender) } else { (worse, baseline) };
        let cite = |count: usize| cited(numbers::whole(count), finding.evidence.clone());
        vec![
            cite(*most),
            text(" of the "),
            cite(better + worse),
            text(" that differ at all lean towards "),
            self.tag(*to),
            text(", which metrics of the same runs may do by chance"),
        ]
    }

    pub(super) fn broken(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::Broken { metric, config, figure } = &finding.kind else { return Vec::new() };
        let figure =
            vec![text(&format!("{} is ", self.name(*metric))), cited(self.parsed.shown(*figure), vec![*figure])];
        [figure, self.under(*config), vec![text(", which no measurement can be")]].concat()
    }

    /// `“Ignoring non-zero exit code” with A`
    pub(super) fn tool_warning(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::ToolWarning { words, about, config } = &finding.kind else { return Vec::new() };
        let quoted = vec![text("“"), cited(words.clone(), finding.evidence.clone()), text("”")];
        let of = if about.is_empty() { self.under(*config) } else { vec![text(&format!(" ({about})"))] };
        [quoted, of].concat()
    }

    /// `run 3 of A: fork proc 900 us against 205 to 210, and two metrics more; the answer stays without it`
    pub(super) fn outlier(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::Outlier { config, run, metrics, figure, least, most, flips } = &finding.kind else {
            return Vec::new();
        };
        let Some(&first) = metrics.first() else { return Vec::new() };
        let unit = self.row(first).map_or("", |row| row.unit.symbol.as_str());
        // A duration says its unit itself.
        let said = self.parsed.shown(*most).ends_with(unit);
        let unit = if said { String::new() } else { format!(" {unit}") };
        let shown = |id: MeasurementId| cited(self.parsed.shown(id), vec![id]);
        let mut segments = vec![
            text("run "),
            cited(run.to_string(), vec![*figure]),
            text(" of "),
            self.tag(*config),
            text(&format!(", {} ", self.name(first))),
            shown(*figure),
            text(" against "),
            shown(*least),
            text(" to "),
            shown(*most),
            text(&unit),
        ];
        if metrics.len() > 1 {
            let more = cited(numbers::in_words(metrics.len() - 1), finding.evidence.clone());
            segments.extend([text(" (and in "), more, text(" more)")]);
        }
        segments.push(text(if *flips {
            "; without it the answer is another"
        } else {
            "; without it the answer stays"
        }));
        segments
    }

    /// `445 against 434 MHz would make times 2.5 % longer. ...`
    pub(super) fn clock_drift(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::ClockDrift { contender, stated, of, fits, low, high, middle, claimed, standing, .. } =
            &finding.kind
        else {
            return Vec::new();
        };
        let cite = |words: String| cited(words, finding.evidence.clone());
        let mut segments = Vec::new();
        let longer = |factor: f64| if factor >= 1.0 { "longer" } else { "shorter" };
        match stated {
            Some(factor) => segments.extend([
                text("by the printed clocks alone times would be "),
                cite(numbers::percent(factor - 1.0)),
                text(&format!(" {}", longer(*factor))),
            ]),
            None => segments.extend([
                text("what depends on the clock alone takes "),
                cite(numbers::percent(middle - 1.0)),
                text(&format!(" {}", longer(*middle))),
            ]),
        }
        segments.extend(self.under(*contender));
        segments.push(text(". "));
        if fits == of {
            segments.extend([
                text("All "),
                cite(numbers::whole(*of)),
                text(" metrics that depend on the clock alone fit one factor within print ("),
                cite(format!("{low:.4}")),
                text(" to "),
                cite(format!("{high:.4}")),
                text("). "),
            ]);
        } else {
            segments.extend([
                text("At most "),
                cite(numbers::whole(*fits)),
                text(" of the "),
                cite(numbers::whole(*of)),
                text(
                    " metrics that depend on the clock alone fit one factor within print, so one factor is ruled out. ",
                ),
            ]);
        }
        if *claimed > 0 {
            segments.extend([
                cite(numbers::whole(*standing)),
                text(" of the "),
                cite(numbers::whole(*claimed)),
                text(" differences stand when that factor is taken off."),
            ]);
        }
        segments
    }

    /// `leaving out any one of four runs changes the answer`, where there are more than are worth naming.
    pub(super) fn fragile_to_runs(&self, findings: &[&Finding]) -> Vec<Segment> {
        const NAMED: usize = 2;
        if findings.len() <= NAMED {
            let told = findings.iter().map(|finding| self.fragile(finding));
            return told.reduce(|told, next| [told, vec![text(". ")], next].concat()).unwrap_or_default();
        }
        let evidence = findings.iter().flat_map(|finding| finding.evidence.clone()).collect();
        let count = cited(numbers::in_words(findings.len()), evidence);
        vec![text("leaving out any one of "), count, text(" runs changes the answer")]
    }

    /// `without run 2 of A it would be a tie`
    pub(super) fn fragile(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::Fragile { cause, kind, winners, .. } = &finding.kind else { return Vec::new() };
        let mut segments = match cause {
            Fragility::WithoutRun(config, run) => vec![
                text("without run "),
                cited(run.to_string(), finding.evidence.clone()),
                text(" of "),
                self.tag(*config),
            ],
            Fragility::Rounding => vec![text("with every figure at the other end of its rounding")],
            Fragility::StricterLevel => {
                vec![text("with tests at "), cited(numbers::round_percent(0.01), finding.evidence.clone())]
            }
        };
        match kind {
            OutcomeKind::Winner => {
                segments.push(text(" the top group would be "));
                segments.extend(self.tags(winners));
            }
            OutcomeKind::Tie => segments.push(text(" nothing would separate them")),
            OutcomeKind::Mixed => segments.push(text(" neither would win throughout")),
            OutcomeKind::CannotSay => segments.push(text(" nothing could be said")),
        }
        segments
    }

    /// `“5 to 7 %” holds for real (7.0 % more time), but not for sys (26 % more time)`
    pub(super) fn claim(&self, finding: &Finding) -> Vec<Segment> {
        let FindingKind::Claim { span, verdict, holds, fails } = &finding.kind else { return Vec::new() };
        let words: Vec<&str> =
            self.parsed.slice(*span).split_whitespace().filter(|word| !word.chars().all(|c| c == '>')).collect();
        let mut segments = vec![text("“"), cited(words.join(" "), finding.evidence.clone()), text("”")];
        match verdict {
            ClaimVerdict::Holds => {
                segments.push(text(" holds for "));
                segments.extend(self.changes(holds));
                if !fails.is_empty() {
                    segments.push(text(", but not for "));
                    segments.extend(self.changes(fails));
                }
            }
            ClaimVerdict::Exceeded => {
                segments.push(text(" is exceeded by "));
                segments.extend(self.changes(fails));
            }
            ClaimVerdict::NotReached => {
                segments.push(text(" is not reached; the largest change there is "));
                segments.extend(self.changes(fails.get(..1).unwrap_or_default()));
            }
        }
        segments
    }

    /// `fork proc (14 % less time), mmap (18 % less time) and three more`
    fn changes(&self, places: &[Change]) -> Vec<Segment> {
        let shown = if places.len() > LISTED + 1 { LISTED } else { places.len() };
        let mut segments = Vec::new();
        for (at, change) in places.iter().take(shown).enumerate() {
            let Some((row, effect, cites)) = self.change_of(change) else { continue };
            if at > 0 {
                segments.push(text(if at + 1 == places.len() { " and " } else { ", " }));
            }
            let told = cited(numbers::change(row, effect.ratio), cites);
            segments.extend([text(&format!("{} (", self.name(change.metric))), told]);
            if self.configs.len() > 2 {
                segments.extend(self.under(change.contender));
            }
            if self.baseline != Some(change.baseline) {
                segments.extend([text(" against "), self.tag(change.baseline)]);
            }
            segments.push(text(")"));
        }
        if shown < places.len() {
            let cites = places.iter().filter_map(|change| self.change_of(change)).flat_map(|c| c.2);
            segments.extend([
                text(" and "),
                cited(numbers::in_words(places.len() - shown), cites.collect()),
                text(" more"),
            ]);
        }
        segments
    }

    fn change_of(&self, change: &Change) -> Option<(&MetricRow, &Effect, Vec<MeasurementId>)> {
        let is_it = |c: &&Comparison| (c.baseline, c.contender) == (change.baseline, change.contender);
        let pair = self.all.iter().find(is_it)?;
        let effect = pair.effect(change.metric)?;
        Some((self.row(change.metric)?, effect, self.behind(pair, change.metric)))
    }
}

/// The families on which each of two is better, in words: as ranges where they are numbers that part at one place.
fn families(factor: &str, better: &[String], worse: &[String]) -> (String, String) {
    let numbers = |values: &[String]| -> Option<Vec<f64>> { values.iter().map(|value| number_in(value)).collect() };
    let several = !factor.is_empty() && better.len() + worse.len() > 2;
    if let (true, Some(ups), Some(downs)) = (several, numbers(better), numbers(worse)) {
        let end = |values: &[f64], names: &[String], greatest: bool| {
            let best = |a: &usize, b: &usize| {
                let order = values[*a].total_cmp(&values[*b]);
                if greatest { order } else { order.reverse() }
            };
            (0..values.len()).max_by(best).map(|at| (values[at], names[at].clone()))
        };
        let (low, high) = (end(&ups, better, false), end(&ups, better, true));
        let (other_low, other_high) = (end(&downs, worse, false), end(&downs, worse, true));
        if let (Some(low), Some(high), Some(other_low), Some(other_high)) = (low, high, other_low, other_high) {
            let up_to = |names: &[String], name: &str| match names {
                [only] => format!("{factor} {only}"),
                _ => format!("{factor} up to {name}"),
            };
            let from = |names: &[String], name: &str| match names {
                [only] => format!("{factor} {only}"),
                _ => format!("{factor} {name} and up"),
            };
            if low.0 > other_high.0 {
                return (from(better, &low.1), up_to(worse, &other_high.1));
            }
            if high.0 < other_low.0 {
                return (up_to(better, &high.1), from(worse, &other_low.1));
            }
        }
    }
    (listed(factor, better), listed(factor, worse))
}

/// `size 4K, 8K and three more`
fn listed(factor: &str, values: &[String]) -> String {
    let shown = if values.len() > LISTED + 1 { LISTED } else { values.len() };
    let mut words = values.get(..shown).unwrap_or_default().join(", ");
    if shown < values.len() {
        words.push_str(&format!(" and {} more", numbers::in_words(values.len() - shown)));
    }
    if factor.is_empty() { words } else { format!("{factor} {words}") }
}

/// Whether a curve is one of parts beside a total.
pub(super) fn is_of_parts(kind: &FindingKind, metrics: &[MetricRow]) -> bool {
    let FindingKind::Curve { metrics: along, .. } = kind else { return false };
    along.first().and_then(|&metric| metrics.get(metric)).is_some_and(|row| row.role == Role::Component)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn families_of_numbers_are_ranges_where_they_part_at_one_place() {
        let (better, worse) = families("clients", &of(&["16", "8"]), &of(&["1", "2"]));
        assert_eq!((better.as_str(), worse.as_str()), ("clients 8 and up", "clients up to 2"));
        let (better, worse) = families("clients", &of(&["1", "4"]), &of(&["2", "8"]));
        assert_eq!((better.as_str(), worse.as_str()), ("clients 1, 4", "clients 2, 8"));
        let (better, worse) = families("", &of(&["ebizzy"]), &of(&["a", "b", "c", "d", "e", "f"]));
        assert_eq!((better.as_str(), worse.as_str()), ("ebizzy", "a, b, c, d and two more"));
    }
}

//! Settings of several factors in one name.
//!
//! `vanilla one-queue`, `vanilla four-queues`, `patched one-queue`, `patched four-queues`: what stands before the rows is a
//! combination of words, each of which was varied by itself. The factor that the post argues about is the configuration, and
//! the others are conditions: the figures of one queue are compared with each other, and those of four.

use std::collections::BTreeMap;

use benchnote_parser::{Field, FieldKind, Label, Parsed, is_operation};

use crate::baseline;
use crate::key::{self, FieldValues, Projection};

/// Fewer values are one factor.
const FEWEST_VALUES: usize = 4;
/// More values are a suite.
const MOST_VALUES: usize = 64;
/// More words are sentences.
const MOST_WORDS: usize = 5;

/// The post with the factors of a name apart, where the configuration would else be told by combinations; `None` where no
/// name is one.
pub(crate) fn apart(parsed: &Parsed) -> Option<Parsed> {
    let usable = key::usable_fields(parsed);
    let counted = |field: &&FieldValues| {
        let row = field.field.name == "label" || field.field.name == "row" || field.field.name.starts_with("row ");
        row && field.field.kind == FieldKind::Setting && (FEWEST_VALUES..=MOST_VALUES).contains(&field.values.len())
    };
    if !usable.iter().any(|field| counted(&field)) {
        return None;
    }
    let proposed = Projection::proposed(parsed, &usable);
    let field = proposed.fields().next()?;
    let values = &usable.iter().filter(counted).find(|known| known.field == *field)?.values;
    let text = key::running_text(parsed);
    let (factors, chosen) = Factors::of(values, &text)?;
    Some(factors.split(parsed, field, chosen))
}

/// The values of a field, each in as many parts as the others.
struct Factors<'v> {
    parts: BTreeMap<&'v str, Vec<&'v str>>,
    /// The values of each part, in order of appearance.
    levels: Vec<Vec<&'v str>>,
}

/// What may part the words of a name, the strongest first.
const SEPARATORS: [&[char]; 3] = [&[' '], &['/', ',', ':', '|'], &['-']];

/// What the part that is the setting becomes.
const VARIANT: &str = "variant";

impl<'v> Factors<'v> {
    /// The factors of some values, and which of them is the setting.
    fn of(values: &'v [String], text: &str) -> Option<(Self, usize)> {
        let widths = || SEPARATORS.iter().flat_map(|separators| (2..=MOST_WORDS).map(move |width| (separators, width)));
        widths().find_map(|(separators, width)| {
            let factors = Self::parted(values, separators, width)?;
            let setting = factors.setting(text)?;
            Some((factors, setting))
        })
    }

    /// The values that some characters part into so many parts, where these are most of them and nearly all combinations
    /// of what was varied are there.
    fn parted(values: &'v [String], separators: &[char], width: usize) -> Option<Self> {
        let split = |value: &'v String| -> Vec<&'v str> {
            value.split(|c: char| separators.contains(&c)).map(str::trim).filter(|part| !part.is_empty()).collect()
        };
        let all = values.iter().map(|value| (value.as_str(), split(value)));
        let parts: BTreeMap<&str, Vec<&str>> = all.filter(|(_, own)| own.len() == width).collect();
        if parts.len() < FEWEST_VALUES || parts.len() * 2 < values.len() {
            return None;
        }
        let mut levels: Vec<Vec<&str>> = vec![Vec::new(); width];
        for own in values.iter().filter_map(|value| parts.get(value.as_str())) {
            for (level, part) in levels.iter_mut().zip(own) {
                if !level.contains(part) {
                    level.push(part);
                }
            }
        }
        let varied = levels.iter().filter(|level| level.len() >= 2).count();
        let all = levels.iter().try_fold(1_usize, |all, level| all.checked_mul(level.len()))?;
        // A combination or two may be missing; where many are, the words are no factors.
        (varied >= 2 && parts.len() * 4 >= all * 3).then_some(Self { parts, levels })
    }

    /// The part that is the setting: the one that the post argues about. Nothing where no part is told from the others.
    fn setting(&self, text: &str) -> Option<usize> {
        let ranks: Vec<i64> = self.levels.iter().map(|level| rank(level, text)).collect();
        let best = (0..ranks.len())
            .filter(|&at| self.levels[at].len() >= 2)
            .max_by_key(|&at| (ranks[at], std::cmp::Reverse(at)))?;
        let others =
            (0..ranks.len()).filter(|&at| at != best && self.levels[at].len() >= 2).map(|at| ranks[at]).max()?;
        (ranks[best] > 0 && ranks[best] > others).then_some(best)
    }

    /// The post with a label for each part that was varied.
    fn split(&self, parsed: &Parsed, field: &Field, setting: usize) -> Parsed {
        let mut split = parsed.clone();
        for labels in &mut split.labels {
            let Some(at) = labels.iter().position(|label| label.field == *field) else { continue };
            let Some(parts) = self.parts.get(labels[at].value.as_str()) else { continue };
            let varied = |at: usize| self.levels.get(at).is_some_and(|level| level.len() >= 2);
            // What all values share stays with the setting.
            let kept = |at: usize| at == setting || !varied(at);
            let own = parts.iter().enumerate().filter(|(at, _)| kept(*at)).map(|(_, part)| *part);
            let variant = own.collect::<Vec<_>>().join(" ");
            let beside = parts.iter().enumerate().filter(|(at, _)| !kept(*at)).map(|(at, part)| Label {
                field: Field { name: format!("{} {}", field.name, at + 1), kind: FieldKind::Parameter },
                value: (*part).to_owned(),
            });
            let setting = Field { name: VARIANT.to_owned(), kind: FieldKind::Setting };
            let more: Vec<Label> = beside.chain(Some(Label { field: setting, value: variant })).collect();
            labels.remove(at);
            labels.extend(more);
            labels.sort();
        }
        split
    }
}

/// How likely the values of a part are what a post argues about: states of a change, a thing and its absence, names that the
/// text speaks of; amounts and workloads are none.
fn rank(level: &[&str], text: &str) -> i64 {
    let change = |value: &&&str| baseline::says_by_word(value) || key::says_change(value) || says_state(value);
    let changes = level.iter().filter(change).count();
    let absent = (0..level.len()).any(|at| level.len() <= 3 && baseline::says_none(level, at));
    let amount = |value: &&&str| value.chars().filter(char::is_ascii_digit).count() * 2 >= value.chars().count();
    let work = |value: &&&str| amount(value) || is_operation(&value.to_lowercase());
    let works = level.iter().filter(work).count() * 2 >= level.len();
    let mentioned = level.iter().filter(|value| key::is_mentioned(value, text)).count();
    let spoken = i64::from(mentioned == level.len()) * 2 + i64::from(mentioned > 0);
    8 * i64::from(changes > 0) + 8 * i64::from(absent) + spoken + i64::from(level.len() == 2) - 10 * i64::from(works)
}

fn says_state(value: &str) -> bool {
    const WORDS: &[&str] = &["opt", "fast", "slow", "naive", "prev", "previous", "ref", "nopatch"];
    WORDS.contains(&value.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of the setting; empty where there are no factors.
    fn setting(values: &[&str], text: &str) -> Vec<String> {
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        Factors::of(&values, text)
            .map(|(factors, at)| factors.levels[at].iter().map(|value| (*value).to_owned()).collect())
            .unwrap_or_default()
    }

    const NONE: [&str; 0] = [];

    #[test]
    fn the_factor_that_is_argued_about_is_the_setting() {
        assert_eq!(setting(&["ARM-orig", "ARM-opt", "x86-orig", "x86-opt"], ""), ["orig", "opt"]);
        assert_eq!(
            setting(
                &[
                    "NOZIP lz 1t",
                    "NOZIP lz 2t",
                    "NOZIP zs 1t",
                    "NOZIP zs 2t",
                    "ZIP lz 1t",
                    "ZIP lz 2t",
                    "ZIP zs 1t",
                    "ZIP zs 2t"
                ],
                ""
            ),
            ["NOZIP", "ZIP"]
        );
        assert_eq!(setting(&["tcp before", "udp before", "tcp after", "udp after"], ""), ["before", "after"]);
        assert_eq!(
            setting(&["ext4 read", "ext4 write", "xfs read", "xfs write"], "how does xfs compare with ext4?"),
            ["ext4", "xfs"]
        );
    }

    #[test]
    fn other_names_stay_whole() {
        assert_eq!(setting(&["a one", "b two", "c three", "d four"], ""), NONE, "nothing is combined");
        assert_eq!(setting(&["seq read", "seq write", "rand read", "rand write"], ""), NONE, "workloads alone");
        assert_eq!(
            setting(&["ARM-orig", "ARM-opt", "x86-orig", "x86-opt", "sysbench", "ebizzy"], ""),
            ["orig", "opt"],
            "others may stand beside"
        );
        assert_eq!(setting(&["before", "after", "old", "new"], ""), NONE);
        assert_eq!(setting(&["red big", "red long", "blue big", "blue long"], ""), NONE, "nothing tells which");
    }
}

//! Answers for parts of an experiment: for each value of a second factor, and for those beside a baseline that wins.
//!
//! `gcc -O2`, `gcc -O3`, `clang -O2` and `clang -O3` are two factors in one name; so are `5.19` and `5.19 with the patch`
//! beside `5.18` and `5.18 with the patch`. Where tracing costs and the question is how to trace, the settings beside
//! `tracing disabled` have an order of their own.

use crate::baseline;
use crate::report::{ConfigIndex, Configuration, Outcome, OutcomeKind};

/// A name is parted after that many words at most, from either end.
const MOST_WORDS: usize = 6;
/// Two values of two factors at least; of very many names no one says that they are crossed.
const FEWEST_CROSSED: usize = 4;
const MOST_CROSSED: usize = 64;
/// More groups than these are no answer.
const MOST_GROUPS: usize = 12;

/// Some configurations that are judged among themselves, with what they share.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    pub(crate) shared: String,
    pub(crate) configs: Vec<ConfigIndex>,
}

/// The groups of an experiment with this baseline and outcome.
pub(crate) fn parts(
    configurations: &[Configuration],
    configs: &[ConfigIndex],
    baseline: ConfigIndex,
    outcome: &Outcome,
) -> Vec<Part> {
    let crossed = crossed(configurations, configs);
    if !crossed.is_empty() {
        return crossed;
    }
    // What is there without the thing that is looked at is no rival of its kinds: their order is a question of its own.
    let names: Vec<&str> = configs.iter().filter_map(|&at| configurations.get(at)).map(|c| c.tag.as_str()).collect();
    let place = configs.iter().position(|&config| config == baseline);
    let apart = place.is_some_and(|at| baseline::says_none(&names, at));
    let won = outcome.kind == OutcomeKind::Winner && outcome.winners == [baseline];
    let others: Vec<ConfigIndex> = configs.iter().copied().filter(|&config| config != baseline).collect();
    if apart && won && others.len() >= 2 {
        return vec![Part { shared: String::new(), configs: others }];
    }
    Vec::new()
}

/// The groups by a second factor, where two factors were crossed completely; else none.
fn crossed(configurations: &[Configuration], configs: &[ConfigIndex]) -> Vec<Part> {
    if !(FEWEST_CROSSED..=MOST_CROSSED).contains(&configs.len()) {
        return Vec::new();
    }
    let by_fields = by_factors(configurations, configs);
    let names: Vec<Vec<&str>> =
        configs.iter().filter_map(|&at| configurations.get(at)).map(|c| c.tag.split_whitespace().collect()).collect();
    let by_words = (1..=MOST_WORDS).flat_map(|count| [parted(&names, count, true), parted(&names, count, false)]);
    let mut all = by_fields.into_iter().chain(by_words);
    all.find_map(|pairs| groups(configs, &pairs)).unwrap_or_default()
}

/// The two values of every name.
type Pairs = Vec<(String, String)>;

/// The values of the two fields that make up the names, where there are two.
fn by_factors(configurations: &[Configuration], configs: &[ConfigIndex]) -> Option<Pairs> {
    let of = |&at: &ConfigIndex| {
        let values: Vec<&String> = configurations.get(at)?.factors.values().collect();
        <[&String; 2]>::try_from(values).ok().map(|[one, other]| (one.clone(), other.clone()))
    };
    configs.iter().map(of).collect()
}

/// Every name parted after so many words from the front or before so many from the end.
fn parted(names: &[Vec<&str>], count: usize, front: bool) -> Pairs {
    let part = |words: &Vec<&str>| {
        let at = if front { count.min(words.len()) } else { words.len().saturating_sub(count) };
        let (head, tail) = words.split_at(at);
        (head.join(" "), tail.join(" "))
    };
    names.iter().map(part).collect()
}

/// The groups of a complete crossing: at least two values of each factor, and every pair of values once.
fn groups(configs: &[ConfigIndex], pairs: &Pairs) -> Option<Vec<Part>> {
    let values = |of: fn(&(String, String)) -> &String| {
        let mut values: Vec<&String> = Vec::new();
        for value in pairs.iter().map(of) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    };
    let (heads, tails) = (values(|pair| &pair.0), values(|pair| &pair.1));
    let complete = heads.len() * tails.len() == pairs.len()
        && heads.iter().all(|head| tails.iter().all(|tail| pairs.iter().any(|p| p.0 == **head && p.1 == **tail)));
    if !complete || heads.len() < 2 || tails.len() < 2 {
        return None;
    }
    // What is compared is the factor that speaks of a change, or is missing from some names; else the first.
    let speaks = |values: &[&String]| values.iter().any(|value| value.is_empty() || baseline::says_by_word(value));
    let compares_heads = !speaks(&tails) || speaks(&heads);
    let shared = if compares_heads { &tails } else { &heads };
    let is_in =
        |pair: &(String, String), value: &String| if compares_heads { pair.1 == *value } else { pair.0 == *value };
    let part = |value: &&String| Part {
        shared: (*value).clone(),
        configs: configs.iter().zip(pairs).filter(|(_, pair)| is_in(pair, value)).map(|(&config, _)| config).collect(),
    };
    (shared.len() <= MOST_GROUPS).then(|| shared.iter().map(part).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs_of(names: &[&str]) -> Vec<(String, Vec<ConfigIndex>)> {
        let configurations: Vec<Configuration> = names
            .iter()
            .map(|name| Configuration {
                tag: (*name).to_owned(),
                originals: Vec::new(),
                evidence: String::new(),
                runs: 1,
                baseline: false,
                excluded: false,
                factors: std::collections::BTreeMap::new(),
                first: None,
            })
            .collect();
        let all: Vec<ConfigIndex> = (0..names.len()).collect();
        crossed(&configurations, &all).into_iter().map(|part| (part.shared, part.configs)).collect()
    }

    #[test]
    fn two_factors_in_one_name_are_seen_where_they_are_crossed() {
        let expected = vec![("-O2".to_owned(), vec![0, 2]), ("-O3".to_owned(), vec![1, 3])];
        assert_eq!(pairs_of(&["gcc -O2", "gcc -O3", "clang -O2", "clang -O3"]), expected);
        let expected = vec![("5.18".to_owned(), vec![0, 1]), ("5.19".to_owned(), vec![2, 3])];
        assert_eq!(pairs_of(&["5.18", "5.18 with the fix", "5.19", "5.19 with the fix"]), expected);
        let expected = vec![("small".to_owned(), vec![0, 2]), ("large".to_owned(), vec![1, 3])];
        assert_eq!(pairs_of(&["before small", "before large", "after small", "after large"]), expected);
    }

    #[test]
    fn what_is_not_crossed_has_no_groups() {
        assert!(pairs_of(&["a", "b", "c", "d"]).is_empty());
        assert!(pairs_of(&["gcc -O2", "gcc -O3", "clang -O2"]).is_empty());
        assert!(pairs_of(&["gcc -O2", "gcc -O3", "clang -O2", "tcc -O1"]).is_empty());
    }
}

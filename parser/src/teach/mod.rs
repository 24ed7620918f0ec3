//! Teaching by example: one number of a post marked, with what it measures, gives a rule by which the rest of its block, and
//! blocks like it, are read.
//!
//! ```
//! use benchnote_parser::{Source, teach};
//! let source = Source::unnamed("worker alpha ended 12 jobs after 34.2 seconds\nworker beta ended 14 jobs after 35.9 seconds\n");
//! let start = source.text.find("34.2").unwrap();
//! let example = teach::Example { config: Some("alpha".into()), ..teach::Example::at(start..start + 4) };
//! let rule = teach::learn(&source, &example).unwrap();
//! assert_eq!(rule.to_string(), "line \"worker {config} ended {#} jobs after {value}{unit}\"");
//! let figures = teach::apply(&source, &rule);
//! let shown: Vec<_> = figures.iter().map(|f| (f.config.as_deref(), f.value)).collect();
//! assert_eq!(shown, [(Some("alpha"), 34.2), (Some("beta"), 35.9)]);
//! ```
//!
//! A rule is plain data: it is stored as text (serde), shown to people in one line ([`Rule`]'s `Display`) and applied again
//! after the text was edited. [`parse_taught`](crate::parse_taught) reads sources with some rules: what they find takes the
//! place of what was read at the same characters, and is counted in the ledger.

mod apply;
mod cells;
mod learn;
mod pattern;
mod rule;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::measurement::{Measurement, Metric, Role};
use crate::reading::emit::{parameter, setting};
use crate::sink::Sink;
use crate::source::{Source, SourceId, Span};
use crate::unit::{Better, Evidence, Unit};

pub use pattern::{Pattern, Piece};
pub use rule::{Cut, Origin, Rule, Shape};

/// The name that metrics have whose figures were read by a rule, in place of a format's.
pub const ID: &str = "taught";

/// One number that someone marked, and what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// The bytes of the number in the source's text; its unit may be among them.
    pub span: Range<usize>,
    /// What it measures, as the post prints it or as it shall be called.
    pub metric: Option<String>,
    /// Its unit: `ms`, `MB/s`.
    pub unit: Option<String>,
    /// Which way is better.
    pub better: Option<Better>,
    /// The setting it was measured under, as the post prints it or as it shall be called.
    pub config: Option<String>,
}

impl Example {
    /// A number of which nothing else is said.
    pub fn at(span: Range<usize>) -> Self {
        Self { span, metric: None, unit: None, better: None, config: None }
    }
}

/// Why nothing was learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TeachError {
    /// The place lies outside of the text.
    OutOfRange,
    /// There is no number at the place.
    NotANumber,
    /// The place is in a part of the text that is not read: a signature, a mail's header.
    NotRead,
}

impl std::fmt::Display for TeachError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::OutOfRange => "The marked place lies outside of the text.",
            Self::NotANumber => "The marked characters are no number.",
            Self::NotRead => "The marked number stands in a part of the text that is not read.",
        })
    }
}

impl std::error::Error for TeachError {}

/// A figure that a rule read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Taught {
    /// The characters of the number.
    pub span: Span,
    /// Its value in its unit.
    pub value: f64,
    /// The least value that would print so.
    pub low: f64,
    /// The value above which none would print so.
    pub high: f64,
    /// What it measures; empty where neither the example nor the text tells.
    pub metric: String,
    /// Its unit.
    pub unit: Unit,
    /// Which way is better.
    pub better: Better,
    /// Whether the example said so.
    pub better_given: bool,
    /// The setting, where the example or the text tells one.
    pub config: Option<String>,
    /// What else stands in its row: names and values of conditions.
    pub conditions: Vec<(String, String)>,
    /// Whether its setting or its unit is not told by the text and was made up from the place alone.
    pub guessed: bool,
}

/// Derives a rule from one marked number: the row and the column it stands in, or the words around it.
///
/// # Errors
///
/// Where the marked place is no number of the text that is read.
pub fn learn(source: &Source, example: &Example) -> Result<Rule, TeachError> {
    learn::learn(&document(source), source, example)
}

/// All figures of a source that a rule reads, in the order of the lines.
pub fn apply(source: &Source, rule: &Rule) -> Vec<Taught> {
    apply::figures(&document(source), rule).into_iter().map(|found| found.taught).collect()
}

fn document(source: &Source) -> Document<'_> {
    let mut document = Document::new(SourceId(0), source);
    document.leave_out_asides();
    document
}

/// Puts what a rule reads into the sink, in place of what was read there before.
pub(crate) fn read(document: &Document<'_>, rule: &Rule, sink: &mut Sink) {
    let found = apply::figures(document, rule);
    let spans: Vec<Span> = found.iter().map(|found| found.taught.span).collect();
    sink.forget(&spans);
    for apply::Found { taught, line } in found {
        let metric = sink.metric(Metric {
            section: String::new(),
            name: if taught.metric.is_empty() { "value".to_owned() } else { taught.metric },
            unit: taught.unit,
            better: taught.better,
            better_evidence: match (taught.better, taught.better_given) {
                (Better::Unknown, _) => Evidence::None,
                (_, true) => Evidence::Given,
                (_, false) => Evidence::Unit,
            },
            role: Role::Primary,
            format: ID.to_owned(),
        });
        let mut own = Vec::new();
        own.extend(taught.config.map(|config| setting("label", &config)));
        own.extend(taught.conditions.iter().map(|(name, value)| parameter(name, value)));
        let labels = sink.labels_alone(own);
        let Taught { value, low, high, span, guessed, .. } = taught;
        sink.measure(Measurement { value, low, high, metric, labels, span, guessed });
        sink.explain(document.line_span(line), RegionKind::Context);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Marks the first place of a number in a text.
    fn example(text: &str, number: &str) -> Example {
        let start = text.find(number).expect("the number");
        Example::at(start..start + number.len())
    }

    fn shown(figures: &[Taught]) -> Vec<String> {
        let show = |f: &Taught| {
            let guessed = if f.guessed { "?" } else { "" };
            let conditions: String = f.conditions.iter().map(|(name, value)| format!(" {name}={value}")).collect();
            format!(
                "{} | {} = {} {}{guessed}{conditions}",
                f.metric,
                f.config.as_deref().unwrap_or("-"),
                f.value,
                f.unit.symbol
            )
        };
        figures.iter().map(show).collect()
    }

    /// What is read of a text after one number was marked; the same through the rule's text.
    fn taught(text: &str, example: &Example) -> Vec<String> {
        let source = Source::unnamed(text);
        let rule = learn(&source, example).expect("a rule");
        let stored = serde_json::to_string(&rule).expect("text");
        let again: Rule = serde_json::from_str(&stored).expect("a rule");
        assert_eq!(rule, again);
        shown(&apply(&source, &again))
    }

    const NO_HEADER: &str = "\
The numbers of the night, in the order in which I built them:

  fold/small     12.4   11.9
  fold/large    133.1  130.2
  scan           18.0   17.7

Thanks.
";

    #[test]
    fn a_table_without_a_header_names_its_columns_by_their_place() {
        let marked = Example {
            unit: Some("us".into()),
            config: Some("old".into()),
            metric: Some("fold/small".into()),
            ..example(NO_HEADER, "12.4")
        };
        assert_eq!(
            taught(NO_HEADER, &marked),
            [
                "fold/small | old = 12.4 us",
                "fold/small | column 2 = 11.9 us?",
                "fold/large | old = 133.1 us",
                "fold/large | column 2 = 130.2 us?",
                "scan | old = 18 us",
                "scan | column 2 = 17.7 us?",
            ]
        );
    }

    const TRANSPOSED: &str = "\
quantity  parse   emit   flush
unit      ms      ms     us
alpha     12.4    33.1   401
beta      11.1    30.2   388
gamma two 13.0    35.9   395
";

    #[test]
    fn settings_may_stand_down_the_side() {
        let marked = Example {
            metric: Some("parse".into()),
            config: Some("alpha".into()),
            unit: Some("ms".into()),
            ..example(TRANSPOSED, "12.4")
        };
        assert_eq!(
            taught(TRANSPOSED, &marked),
            [
                "parse | alpha = 12.4 ms",
                "emit | alpha = 33.1 ms",
                "flush | alpha = 401 us",
                "parse | beta = 11.1 ms",
                "emit | beta = 30.2 ms",
                "flush | beta = 388 us",
                "parse | gamma two = 13 ms",
                "emit | gamma two = 35.9 ms",
                "flush | gamma two = 395 us",
            ]
        );
    }

    const IN_CELLS: &str = "\
step      first          second
parse     12.4@alpha     11.1@beta
emit      30.2@beta      33.1@alpha
flush     401@alpha      388@beta
";

    #[test]
    fn settings_may_stand_in_the_cells() {
        let marked = Example {
            metric: Some("parse".into()),
            config: Some("alpha".into()),
            unit: Some("us".into()),
            ..example(IN_CELLS, "12.4")
        };
        assert_eq!(
            taught(IN_CELLS, &marked),
            [
                "parse | alpha = 12.4 us",
                "parse | beta = 11.1 us",
                "emit | beta = 30.2 us",
                "emit | alpha = 33.1 us",
                "flush | alpha = 401 us",
                "flush | beta = 388 us",
            ]
        );
    }

    #[test]
    fn a_column_may_tell_the_setting() {
        let text = "parse;alpha;12,4\nparse;beta;11,1\nemit;alpha;33,1\nemit;beta;30,2\n";
        let marked = Example {
            metric: Some("parse".into()),
            config: Some("alpha".into()),
            unit: Some("ms".into()),
            ..example(text, "12,4")
        };
        assert_eq!(
            taught(text, &marked),
            ["parse | alpha = 12.4 ms", "parse | beta = 11.1 ms", "emit | alpha = 33.1 ms", "emit | beta = 30.2 ms"]
        );
    }

    const STANZAS: &str = "\
%% tuned kernel %%
  lat small ~> 12.4us
  rate      ~> 3401/s
  seen      ~> 17 of 20
%% plain kernel %%
  lat small ~> 14.1us
  rate      ~> 3102/s

and the third of them:

%% no kernel at all %%
  lat small ~> 99.1us
  rate      ~> 12/s
";

    #[test]
    fn stanzas_have_separators_of_their_own() {
        let marked = Example {
            metric: Some("lat small".into()),
            config: Some("tuned kernel".into()),
            ..example(STANZAS, "12.4")
        };
        assert_eq!(
            taught(STANZAS, &marked),
            [
                "lat small | tuned kernel = 12.4 us",
                "rate | tuned kernel = 3401 /s",
                "lat small | plain kernel = 14.1 us",
                "rate | plain kernel = 3102 /s",
                "lat small | no kernel at all = 99.1 us",
                "rate | no kernel at all = 12 /s",
            ]
        );
    }

    const IN_WORDS: &str = "\
worker alpha ended 1200 jobs after 34.2 seconds, idle 3%
worker beta two ended 1180 jobs after 35.9 seconds, idle 4%
all workers are done
worker gamma ended 990 jobs after 41.0 seconds, idle 11%
";

    #[test]
    fn a_value_may_stand_between_words() {
        let marked =
            Example { metric: Some("run time".into()), config: Some("alpha".into()), ..example(IN_WORDS, "34.2") };
        assert_eq!(
            taught(IN_WORDS, &marked),
            ["run time | alpha = 34.2 s", "run time | beta two = 35.9 s", "run time | gamma = 41 s"]
        );
        let source = Source::unnamed(IN_WORDS);
        let rule = learn(&source, &marked).expect("a rule");
        assert_eq!(
            rule.to_string(),
            "line \"worker {config} ended {#} jobs after {value}{unit}, idle {#}%\"; metric \"run time\""
        );
    }

    #[test]
    fn what_is_not_said_is_found_beside_the_number() {
        assert_eq!(taught(IN_WORDS, &example(IN_WORDS, "34.2")).len(), 3);
        let table = "name      old    new\nparse    12.4   11.1\nemit     33.1   30.2\n";
        assert_eq!(
            taught(table, &example(table, "11.1")),
            ["parse | old = 12.4 ", "parse | new = 11.1 ", "emit | old = 33.1 ", "emit | new = 30.2 "]
        );
    }

    #[test]
    fn rules_hold_after_the_text_was_edited() {
        let source = Source::unnamed(STANZAS);
        let marked = Example {
            config: Some("tuned kernel".into()),
            metric: Some("lat small".into()),
            ..example(STANZAS, "12.4")
        };
        let rule = learn(&source, &marked).expect("a rule");
        let edited = Source::unnamed(STANZAS.replace("12.4us", "12.9us").replace("tuned kernel", "kernel A"));
        let figures = apply(&edited, &rule);
        assert_eq!(shown(&figures)[0], "lat small | kernel A = 12.9 us");
        assert_eq!(figures.len(), 6);
    }

    #[test]
    fn taught_figures_take_the_place_of_others_and_are_counted() {
        let sources = [Arc::new(Source::unnamed(IN_WORDS))];
        let marked = Example { config: Some("alpha".into()), better: Some(Better::Lower), ..example(IN_WORDS, "34.2") };
        let rule = learn(&sources[0], &marked).expect("a rule");
        let parsed = crate::parse_taught(&sources, &[rule.clone()]);
        assert_eq!((parsed.measurements.len(), parsed.ledger.unread), (3, 0));
        assert_eq!(parsed.metrics[0].better_evidence, Evidence::Given);
        let table = Source::unnamed("name      old    new\nparse    12.4   11.1\nemit     33.1   30.2\n");
        let plain = crate::parse(&[Arc::new(table.clone())]);
        let rule = learn(&table, &example(&table.text, "11.1")).expect("a rule");
        let parsed = crate::parse_taught(&[Arc::new(table)], &[rule]);
        assert_eq!(parsed.measurements.len(), plain.measurements.len().max(4));
    }

    #[test]
    fn what_is_no_number_teaches_nothing() {
        let source = Source::unnamed("abc 12 def\n-- \nsignature 3\n");
        assert_eq!(learn(&source, &Example::at(0..3)), Err(TeachError::NotANumber));
        assert_eq!(learn(&source, &Example::at(90..91)), Err(TeachError::OutOfRange));
        assert_eq!(learn(&source, &Example::at(25..26)), Err(TeachError::NotRead));
    }
}

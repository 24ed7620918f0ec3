//! The benchmark suites of V8: Octane and its forerunner, as their command lines print them.
//!
//! ```text
//! Richards: 20931
//! DeltaBlue: 27049
//! ----
//! Score (version 9): 14937
//! ```
//!
//! Source: `run.js` of Octane and of the V8 benchmark suite. Scores are proportional to speed; the last line is their
//! geometric mean.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Role};
use crate::reading::amount::{Amount, Kind, What, explain, explain_rest};
use crate::reading::words::{Word, next_line, words};
use crate::sink::Sink;
use crate::unit::{Better, Unit};

/// Scores of Octane and of the V8 benchmark suite.
pub const FORMAT: Format = Format {
    id: "octane",
    title: "Octane",
    marks: &["Richards", "DeltaBlue", "Score (version"],
    breaks: |tokens: &[Token<'_>], at| {
        let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
        word(at).strip_suffix(':').is_some_and(|name| NAMES.contains(&name))
            || word(at) == "Score" && word(at + 1) == "(version"
    },
    starts: |document: &Document<'_>, line| score(document, line).is_some(),
    read,
};

/// The benchmarks.
const NAMES: &[&str] = &[
    "Richards",
    "DeltaBlue",
    "Crypto",
    "RayTrace",
    "EarleyBoyer",
    "RegExp",
    "Splay",
    "SplayLatency",
    "NavierStokes",
    "PdfJS",
    "Mandreel",
    "MandreelLatency",
    "Gameboy",
    "CodeLoad",
    "Box2D",
    "zlib",
    "Typescript",
];

/// The whole suite's score.
const TOTAL: &str = "Score";

/// A benchmark's score.
struct Score<'d> {
    name: &'static str,
    amount: Amount,
    lead: Vec<Word<'d>>,
    rest: Vec<Word<'d>>,
}

/// `score = name [":"] number / "Score" "(version" number "):" number`
fn score<'d>(document: &'d Document<'_>, line: usize) -> Option<Score<'d>> {
    let words = words(document, line);
    let text = |at: usize| words.get(at).map_or("", |word| word.text);
    let kind = || Kind::Fixed(Unit::none());
    let (name, at) = if text(0) == TOTAL && text(1) == "(version" {
        (TOTAL, 3)
    } else {
        let name = NAMES.iter().find(|name| text(0).trim_end_matches(':') == **name)?;
        let colon = text(0).ends_with(':');
        (*name, if colon { 1 } else { 1 + usize::from(text(1) == ":") })
    };
    let amount = Amount::bare(document, words.get(at)?, kind())?;
    (text(at - 1).ends_with(':')).then(|| Score {
        name,
        amount,
        lead: words.get(..at).unwrap_or_default().to_vec(),
        rest: words.get(at + 1..).unwrap_or_default().to_vec(),
    })
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let labels = sink.labels_at(document, line, Labels::new());
    let (mut end, mut at, mut parts) = (line, Some(line), 0);
    while let Some(here) = at {
        if let Some(found) = score(document, here) {
            explain(document, &found.lead, RegionKind::Label, sink);
            explain_rest(document, &found.rest, sink);
            // Below its parts the whole is computed.
            let role = if found.name == TOTAL && parts > 0 { Role::Derived } else { Role::Primary };
            parts += usize::from(found.name != TOTAL);
            found.amount.measure(&What::new(found.name, Better::Higher, role, FORMAT.id), labels, sink);
            end = here + 1;
            if found.name == TOTAL {
                break;
            }
        } else if document.text(here).trim().len() >= 3 && document.text(here).trim().bytes().all(|b| b == b'-') {
            sink.explain(document.line_span(here), RegionKind::Header);
            end = here + 1;
        } else {
            break;
        }
        at = next_line(document, end - 1);
    }
    end.max(line + 1)
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn scores_are_better_high_and_the_last_is_computed() {
        let text = "Richards: 20931\nDeltaBlue           : 27049\n----\nScore (version 9): 14937\n";
        assert_eq!(shown(text), ["Richards 20931  Higher", "DeltaBlue 27049  Higher", "Score 14937  Higher"]);
        assert_eq!(read(text).ledger.unread, 0);
    }
}

//! PHPBench: the tables of its aggregate report.
//!
//! ```text
//! +-----------+-----------------+-----+------+-----+----------+----------+--------+
//! | benchmark | subject         | set | revs | its | mem_peak | mode     | rstdev |
//! +-----------+-----------------+-----+------+-----+----------+----------+--------+
//! | TextBench | benchConcat     |     | 1000 | 5   | 8.301mb  | 10.243μs | ±0.29% |
//! ```
//!
//! Source: `lib/Expression` and the generator `aggregate` in `extension` of PHPBench; before 1.0 the columns were those of
//! its `aggregate` report with best, mean, worst, stdev and diff. Compared to a baseline, a change stands behind the figure.

use crate::formats::Format;
use crate::mail::{Document, Token};
use crate::measurement::Role;
use crate::reading::amount::Family;
use crate::reading::columns::{Holds, ROW, Rules, UNKNOWN};
use crate::reading::flow::{Size, TIMES};
use crate::sink::Sink;
use crate::unit::Better;

/// PHPBench's tables.
pub const FORMAT: Format = Format {
    id: "phpbench",
    title: "PHPBench",
    marks: &["rstdev"],
    breaks: |_: &[Token<'_>], _| false,
    starts: |document: &Document<'_>, line| RULES.header(document, line).is_some(),
    read: |document: &Document<'_>, line, sink: &mut Sink| RULES.read(document, line, sink),
};

/// Memory, in powers of ten and small letters.
const SIZES: Family = &[Size::decimal("b", 0), Size::decimal("kb", 3), Size::decimal("mb", 6), Size::decimal("gb", 9)];

const RULES: Rules =
    Rules { format: "phpbench", required: &["subject", "rstdev"], holds, spread: UNKNOWN, families: &[TIMES, SIZES] };

/// What the column under a header holds.
fn holds(header: &str) -> Holds {
    match header {
        "mem_peak" | "mode" | "best" | "mean" | "worst" | "time_avg" => Holds::Figure(Better::Lower, Role::Primary),
        "rstdev" | "stdev" => Holds::Quality,
        "diff" | "comp_z_value" | "comp_deviation" => Holds::Derived,
        "revs" | "its" => Holds::Context,
        "subject" => Holds::Setting(ROW),
        "tag" | "suite" => Holds::Setting(""),
        _ => Holds::Parameter,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn figures_have_small_letters_for_their_units() {
        let text = "+---+---+---+---+---+---+\n| benchmark | subject | revs | mem_peak | mode | rstdev |\n+---+---+---+---+---+---+\n\
            | TextBench | benchConcat | 1000 | 8.301mb | 10.243μs -5.40% | ±0.29% |\n+---+---+---+---+---+---+\n";
        assert_eq!(
            shown(text),
            [
                "mem_peak 8.301 mb Lower benchmark=TextBench row=benchConcat",
                "mode 10.243 us Lower benchmark=TextBench row=benchConcat",
                "rstdev 0.29 % Lower benchmark=TextBench row=benchConcat",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

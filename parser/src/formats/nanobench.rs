//! `ankerl::nanobench`, a benchmark library for C++: its Markdown tables.
//!
//! ```text
//! | relative |               ns/op |                op/s |    err% |          ins/op |     total | benchmark
//! |---------:|--------------------:|--------------------:|--------:|----------------:|----------:|:----------
//! |   100.0% |               99.39 |       10,061,704.21 |    4.3% |            3.00 |      0.01 | `Concatenate paths`
//! ```
//!
//! Source: `Bench::Impl` and `runImpl` in `src/include/nanobench.h`. The unit is `op` unless the program says otherwise, and
//! so is the header of the last column; that one has no bar behind it. err% is the median absolute percentage error.

use crate::formats::Format;
use crate::mail::{Document, Token};
use crate::measurement::{Labels, Role};
use crate::reading::columns::{Holds, ROW, Rules, UNKNOWN};
use crate::reading::emit::parameter;
use crate::sink::Sink;
use crate::unit::Better;

/// nanobench's tables.
pub const FORMAT: Format = Format {
    id: "nanobench",
    title: "nanobench",
    marks: &["err%", "MdAPE"],
    breaks: |_: &[Token<'_>], _| false,
    starts: |document: &Document<'_>, line| rules(document, line).is_some(),
    read: |document: &Document<'_>, line, sink: &mut Sink| {
        rules(document, line).map_or(line + 1, |rules| rules.read_under(document, line, &title, sink))
    },
};

const RULES: [Rules; 2] = [
    Rules { format: "nanobench", required: &["err%"], holds, spread: UNKNOWN, families: &[] },
    Rules { format: "nanobench", required: &["mdape"], holds, spread: UNKNOWN, families: &[] },
];

/// The title that a program gives a table: the header of the names, which is `benchmark` unless it says otherwise.
fn title(header: &[String]) -> Labels {
    let named = header.last().map(|name| name.trim_matches('`').to_owned());
    named
        .filter(|name| name != "benchmark" && !name.is_empty())
        .map(|name| parameter("title", &name))
        .into_iter()
        .collect()
}

fn rules(document: &Document<'_>, line: usize) -> Option<&'static Rules> {
    RULES.iter().find(|rules| rules.header(document, line).is_some())
}

/// What the column under a header holds; the one that is none of the tool's figures has the names.
fn holds(header: &str) -> Holds {
    match header {
        "relative" => Holds::Derived,
        "err%" | "mdape" => Holds::Quality,
        "total" => Holds::Context,
        "ipc" => Holds::Figure(Better::Higher, Role::Derived),
        "miss%" | "missed%" => Holds::Figure(Better::Lower, Role::Component),
        header if header.starts_with("ns/") || header.starts_with("cyc/") => {
            Holds::Figure(Better::Lower, Role::Primary)
        }
        header if header.ends_with("/s") => Holds::Figure(Better::Higher, Role::Primary),
        header if ["ins/", "bra/", "branches/"].iter().any(|lead| header.starts_with(lead)) => {
            Holds::Figure(Better::Unknown, Role::Primary)
        }
        _ => Holds::Setting(ROW),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn the_last_column_has_the_names() {
        let text = "| relative | ns/op | op/s | err% | ins/op | total | sorting\n|---:|---:|---:|---:|---:|---:|:---\n\
            | 100.0% | 99.39 | 10,061,704.21 | 4.3% | 3.00 | 0.01 | `std::sort`\n\
            |  50.0% | 199.39 | 5,061,704.21 | 0.3% | 5.00 | 0.01 | :wavy_dash: `radix\nsort` (Unstable)\n";
        assert_eq!(
            shown(text),
            [
                "ns/op 99.39 ns/op Lower row=std::sort title=sorting",
                "op/s 10061704.21 ops/s Higher row=std::sort title=sorting",
                "err% 4.3 % Lower row=std::sort title=sorting",
                "ins/op 3 ins/op Unknown row=std::sort title=sorting",
                "ns/op 199.39 ns/op Lower row=radix sort title=sorting",
                "op/s 5061704.21 ops/s Higher row=radix sort title=sorting",
                "err% 0.3 % Lower row=radix sort title=sorting",
                "ins/op 5 ins/op Unknown row=radix sort title=sorting",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

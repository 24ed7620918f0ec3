//! hyperfine's Markdown export, and the one for Org mode.
//!
//! ```text
//! | Command | Mean [ms] | Min [ms] | Max [ms] | Relative |
//! |:---|---:|---:|---:|---:|
//! | `./old --all` | 397.4 ± 61.2 | 292.5 | 468.4 | 1.10 ± 0.42 |
//! | `./new --all` | 361.5 ± 126.4 | 213.4 | 670.1 | 1.00 |
//! ```
//!
//! Source: `src/export/markup.rs` and `src/export/markdown.rs` of hyperfine. All figures are in the unit of the header; what
//! is behind ± is the standard deviation. Bars in a command have a backslash before them.

use super::{Commands, FORMAT};
use crate::mail::Document;
use crate::measurement::Role;
use crate::reading::bars;
use crate::reading::columns::{DEVIATION, Holds, Rules, Table, name_of};
use crate::reading::flow::TIMES;
use crate::sink::Sink;
use crate::unit::Better;

const RULES: Rules = Rules {
    format: FORMAT.id,
    required: &["command", "mean", "relative"],
    holds,
    spread: DEVIATION,
    families: &[TIMES],
};

/// What the column under a header holds.
fn holds(header: &str) -> Holds {
    match header {
        "mean" | "min" | "max" | "median" | "user" | "system" => Holds::Figure(Better::Lower, Role::Primary),
        "relative" => Holds::Derived,
        // The command becomes labels of its own.
        "command" => Holds::Context,
        _ => Holds::Parameter,
    }
}

/// Whether such a table starts at a line.
pub(super) fn starts(document: &Document<'_>, line: usize) -> bool {
    document.text(line).contains("Command") && RULES.header(document, line).is_some()
}

/// The commands of all such tables in a source.
pub(super) fn commands(document: &Document<'_>) -> Vec<String> {
    let mut commands = Vec::new();
    for line in (0..document.len()).filter(|&line| starts(document, line)) {
        let Some(header) = RULES.header(document, line) else { continue };
        let (rows, _) = bars::rows(document, &header, &mut Sink::default());
        commands.extend(rows.iter().map(|row| name_of(row.words(0))));
    }
    commands
}

/// Reads a table; gives the first line behind it.
pub(super) fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let Some(header) = RULES.header(document, line) else { return line + 1 };
    let commands = Commands::of(document, sink);
    let (rows, end) = bars::rows(document, &header, sink);
    let mut table = Table::new(&RULES, &header.row, &rows);
    // Commands of one table are compared with each other, unless they stand in another one again.
    table.rivals = rows.len() > 1 && commands != Commands::Repeated;
    for row in &rows {
        let labels = commands.labels(&name_of(row.words(0)));
        table.emit(document, row, &labels, sink);
    }
    end
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    const HEAD: &str = "| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |\n|:---|---:|---:|---:|---:|\n";

    #[test]
    fn commands_of_one_table_are_settings() {
        let text = format!(
            "### No pattern\n\n{HEAD}| `./old --all \\| wc` | 397.4 ± 61.2 | 292.5 | 468.4 | 1.10 ± 0.42 |\n| `./new --all \\| wc` | 361.5 ± 126.4 | 213.4 | 670.1 | 1.00 |\n"
        );
        assert_eq!(
            shown(&text),
            [
                "Mean 397.4 ms Lower ±61.2 command line=./old --all \\| wc title=No pattern",
                "Min 292.5 ms Lower command line=./old --all \\| wc title=No pattern",
                "Max 468.4 ms Lower command line=./old --all \\| wc title=No pattern",
                "Mean 361.5 ms Lower ±126.4 command line=./new --all \\| wc title=No pattern",
                "Min 213.4 ms Lower command line=./new --all \\| wc title=No pattern",
                "Max 670.1 ms Lower command line=./new --all \\| wc title=No pattern",
            ]
        );
        assert_eq!(read(&text).ledger.unread, 0);
    }
}

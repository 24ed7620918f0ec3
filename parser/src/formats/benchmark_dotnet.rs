//! BenchmarkDotNet's tables, in Markdown and in the text of the console.
//!
//! ```text
//! | Method | N    |     Mean |    Error |   StdDev | Ratio |   Gen0 | Allocated | Alloc Ratio |
//! |------- |----- |---------:|---------:|---------:|------:|-------:|----------:|------------:|
//! | Sha256 | 1000 | 1.492 us | 0.012 us | 0.011 us |  1.00 | 0.0152 |     955 B |        1.00 |
//! ```
//!
//! Source: `src/BenchmarkDotNet/Columns` and `SizeUnit.cs`, `TimeUnit.cs` of BenchmarkDotNet. Values of parameters have
//! columns of their own. Letters of sizes stand for powers of two. Error is half of the 99.9 % confidence interval. Rows of
//! the baseline may be emphasised; `-`, `NA` and `?` stand where there is no figure.

use crate::formats::Format;
use crate::mail::{Document, Token};
use crate::measurement::Role;
use crate::reading::amount::SIZES;
use crate::reading::columns::{Holds, ROW, Rules, UNKNOWN};
use crate::reading::flow::TIMES;
use crate::sink::Sink;
use crate::unit::Better;

/// BenchmarkDotNet's tables.
pub const FORMAT: Format = Format {
    id: "benchmark-dotnet",
    title: "BenchmarkDotNet",
    marks: &["Method"],
    breaks: |_: &[Token<'_>], _| false,
    starts: |document: &Document<'_>, line| RULES.header(document, line).is_some(),
    read: |document: &Document<'_>, line, sink: &mut Sink| RULES.read(document, line, sink),
};

const RULES: Rules = Rules {
    format: "benchmark-dotnet",
    required: &["method", "mean"],
    holds,
    spread: UNKNOWN,
    families: &[TIMES, SIZES],
};

/// What the column under a header holds; those that are not the tool's own are parameters.
fn holds(header: &str) -> Holds {
    match header {
        "mean"
        | "median"
        | "min"
        | "max"
        | "q1"
        | "q3"
        | "p0"
        | "p25"
        | "p50"
        | "p67"
        | "p75"
        | "p80"
        | "p85"
        | "p90"
        | "p95"
        | "p99"
        | "p100"
        | "gen 0"
        | "gen 1"
        | "gen 2"
        | "gen0"
        | "gen1"
        | "gen2"
        | "allocated"
        | "gen 0/1k op"
        | "gen 1/1k op"
        | "gen 2/1k op"
        | "allocated memory/op" => Holds::Figure(Better::Lower, Role::Primary),
        "op/s" => Holds::Figure(Better::Higher, Role::Primary),
        "code size" | "completed work items" | "lock contentions" | "exceptions" => {
            Holds::Figure(Better::Unknown, Role::Primary)
        }
        "error" | "stddev" | "stderror" | "stderr" => Holds::Quality,
        "ratio" | "ratiosd" | "alloc ratio" | "scaled" | "scaledsd" | "rank" | "baseline" | "gen 0 ratio" => {
            Holds::Derived
        }
        "iterations" | "kurtosis" | "skewness" | "mvalue" | "lower" | "upper" | "welch" => Holds::Context,
        "method" => Holds::Setting(ROW),
        "branch"
        | "job"
        | "runtime"
        | "toolchain"
        | "jit"
        | "platform"
        | "buildconfiguration"
        | "environmentvariables"
        | "nugetreferences"
        | "server"
        | "gcmode"
        | "version" => Holds::Setting(""),
        _ => Holds::Parameter,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn methods_are_rivals_unless_something_else_varies() {
        let text = "| Method | N   |     Mean |   Error | Ratio | Allocated |\n|------- |---- |---------:|--------:|------:|----------:|\n\
            | A      | 100 | 1.492 us | 1.20 ns |  1.00 |     955 B |\n| **'b c'** | 100 | **992.0 ns** | 1.10 ns | 0.66 | 1.5 KB |\n";
        assert_eq!(
            shown(text),
            [
                "Mean 1.492 us Lower N=100 row=A",
                "Error 1.2 ns Lower N=100 row=A",
                "Allocated 955 B Lower N=100 row=A",
                "Mean 0.992 us Lower N=100 row=b c",
                "Error 1.1 ns Lower N=100 row=b c",
                "Allocated 1536 B Lower N=100 row=b c",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
        let text = "   Method |  Runtime |     Mean |\n--------- |--------- |---------:|\n\
            A | .NET 6.0 | 1.492 us |\n A | .NET 8.0 |       NA |\n";
        assert_eq!(shown(text), ["Mean 1.492 us Lower Method=A Runtime=.NET 6.0"]);
    }

    #[test]
    fn wrapped_rows_are_put_together() {
        assert_eq!(
            shown("| Method | N |\nMean |\n| --- | ---: |\n---: |\n| A | 1 | 1.492\nus |\n| B | 1\n| 2.5 us |\n"),
            ["Mean 1.492 us Lower N=1 row=A", "Mean 2.5 us Lower N=1 row=B"]
        );
    }
}

//! llama-bench, the benchmark of llama.cpp: its Markdown tables.
//!
//! ```text
//! | model          |       size |     params | backend    | ngl | test       |              t/s |
//! | -------------- | ---------: | ---------: | ---------- | --: | ---------- | ---------------: |
//! | llama 13B Q6_K |   9.95 GiB |    13.02 B | Vulkan     |  99 | pp 512     |    374.44 ± 4.66 |
//! ```
//!
//! Source: `markdown_printer` in `tools/llama-bench/llama-bench.cpp`. The figure is the mean of the repetitions, the one
//! behind ± their standard deviation. Model, size and backend always have columns; options have one where they are not at
//! their default. A line with the build follows the table.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::{Document, Token};
use crate::measurement::Role;
use crate::reading::columns::{DEVIATION, Holds, ROW, Rules};
use crate::reading::words::next_line;
use crate::sink::Sink;
use crate::unit::Better;

/// llama-bench's tables.
pub const FORMAT: Format = Format {
    id: "llama-bench",
    title: "llama-bench",
    marks: &["t/s"],
    breaks: |_: &[Token<'_>], _| false,
    starts: |document: &Document<'_>, line| RULES.header(document, line).is_some(),
    read,
};

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let end = RULES.read(document, line, sink);
    // `build: 4d1a2b3c (3412)`
    match next_line(document, end - 1).filter(|&next| document.text(next).trim_start().starts_with("build: ")) {
        Some(build) => {
            sink.explain(document.line_span(build), RegionKind::Context);
            build + 1
        }
        None => end,
    }
}

const RULES: Rules =
    Rules { format: "llama-bench", required: &["model", "test", "t/s"], holds, spread: DEVIATION, families: &[] };

/// What the column under a header holds; options are parameters.
fn holds(header: &str) -> Holds {
    match header {
        "t/s" => Holds::Figure(Better::Higher, Role::Primary),
        "backend" | "gpu_info" | "cpu_info" | "build" | "dev" => Holds::Setting(""),
        "model" => Holds::Setting(ROW),
        "size" | "params" => Holds::Context,
        _ => Holds::Parameter,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn backends_are_settings_and_options_parameters() {
        let text = "| model | size | params | backend | ngl | test | t/s |\n| --- | ---: | ---: | --- | --: | --- | ---: |\n\
            | llama 7B Q4_0 | 3.56 GiB | 6.74 B | CUDA | 99 | pp 512 | 374.44 ± 4.66 |\n\
            | llama 7B Q4_0 | 3.56 GiB | 6.74 B | Vulkan | 99 | pp 512 | 2.5 ± 0.01 |\n";
        assert_eq!(
            shown(text),
            [
                "t/s 374.44 t/s Higher ±4.66 backend=CUDA model=llama 7B Q4_0 ngl=99 test=pp 512",
                "t/s 2.5 t/s Higher ±0.01 backend=Vulkan model=llama 7B Q4_0 ngl=99 test=pp 512",
            ]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }
}

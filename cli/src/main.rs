//! `benchnote`: which setting wins in a benchmark post, on the command line.

mod format;
mod open;

use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use benchnote_notebook::decode::{Decoded, decode};
use benchnote_parser::{Better, Source};
use benchnote_verdict::{Choices, MetricChoice};
use format::Format;
use lexopt::prelude::{Long, Short, Value};

const HELP: &str = "\
Reads benchmark posts and says which setting wins.

Usage: benchnote [OPTIONS] [FILE ...]
       benchnote open [OPTIONS] LINK|FILE

Without FILE, or with -, the text comes from standard input. Several files
are compared with each other by their names, unless something in them tells
the settings apart: benchnote old.txt new.txt

`open` takes a link, a text that holds one, however a mail program wrapped
or quoted it, or a notebook's file.

Options:
  --format FORMAT     mail (text of 72 columns, the default), markdown, csv,
                      json (schema benchnote/1), html, or link
  --json, --link      the same as --format json and --format link
  --page ADDRESS      the address of the page, put before a link
  --baseline TAG      compare the others with this configuration
  --by FIELD          the field that tells the configurations apart, such as
                      Host or OS; may be given several times
  --alpha P           the level of the tests [default: 0.05]
  --threshold PERCENT differences up to this do not matter [default: 2]
  --noise PERCENT     by how much single runs differ from noise alone
  --lower METRIC      lower is better of this metric; --higher METRIC, higher
  --ignore METRIC     leave this metric out of the outcome; --count METRIC
                      takes one in that is left out by default
  -h, --help          print this
  -V, --version       print the version

Exit status: 0, or 2 where an option or a file cannot be read.
";

/// What the command line asks for.
#[derive(Debug, Default, PartialEq)]
struct Request {
    files: Vec<PathBuf>,
    /// A link, or what holds a notebook.
    opened: Option<OsString>,
    format: Format,
    /// The address of the page, before a link.
    page: String,
    choices: Choices,
}

#[derive(Debug, PartialEq)]
enum Command {
    Analyse(Box<Request>),
    Print(String),
}

fn main() -> ExitCode {
    match command(std::env::args_os().skip(1)).and_then(|command| run(&command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // Nothing is left to do where standard error is gone too.
            let _ = writeln!(std::io::stderr(), "benchnote: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command) -> Result<(), String> {
    let text = match command {
        Command::Print(text) => text.clone(),
        Command::Analyse(request) => answer(request)?,
    };
    match std::io::stdout().write_all(text.as_bytes()) {
        // The reader has seen enough: `benchnote post.txt | head`.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| format!("standard output: {error}")),
    }
}

/// The text to print for a request.
fn answer(request: &Request) -> Result<String, String> {
    let notebook = match &request.opened {
        Some(opened) => open::notebook(opened)?,
        None => open::notebook_of(sources(&request.files)?, &request.choices),
    };
    format::print(&notebook, request.format, &request.page)
}

fn command(arguments: impl Iterator<Item = OsString>) -> Result<Command, String> {
    let mut parser = lexopt::Parser::from_args(arguments);
    let mut request = Request::default();
    let mut fields = Vec::new();
    let mut opens = false;
    while let Some(argument) = parser.next().map_err(|e| e.to_string())? {
        let value = |parser: &mut lexopt::Parser| {
            parser.value().map_err(|e| e.to_string()).map(|v| v.to_string_lossy().into_owned())
        };
        match argument {
            Long("json") => request.format = Format::Json,
            Long("link") => request.format = Format::Link,
            Long("format") => request.format = Format::named(&value(&mut parser)?)?,
            Long("page") => request.page = value(&mut parser)?,
            Long("baseline") => request.choices.baseline = Some(value(&mut parser)?),
            Long("by") => fields.push(value(&mut parser)?),
            Long("alpha") => request.choices.alpha = alpha(&value(&mut parser)?)?,
            Long("noise") => request.choices.noise = Some(percentage("--noise", &value(&mut parser)?)?),
            Long("lower") => request.choices.metrics.push(metric(value(&mut parser)?, Some(Better::Lower), None)),
            Long("higher") => request.choices.metrics.push(metric(value(&mut parser)?, Some(Better::Higher), None)),
            Long("count") => request.choices.metrics.push(metric(value(&mut parser)?, None, Some(true))),
            Long("ignore") => request.choices.metrics.push(metric(value(&mut parser)?, None, Some(false))),
            Long("threshold") => request.choices.threshold = percentage("--threshold", &value(&mut parser)?)?,
            Short('h') | Long("help") => return Ok(Command::Print(HELP.to_owned())),
            Short('V') | Long("version") => {
                return Ok(Command::Print(format!("benchnote {}\n", env!("CARGO_PKG_VERSION"))));
            }
            Value(word) if word == "open" && request.files.is_empty() && !opens => opens = true,
            Value(link) if opens && request.opened.is_none() => request.opened = Some(link),
            Value(file) => request.files.push(PathBuf::from(file)),
            other => return Err(format!("{}; see benchnote --help", other.unexpected())),
        }
    }
    if !fields.is_empty() {
        request.choices.projection = Some(fields);
    }
    if opens {
        let alone = request.opened.is_some() && request.files.is_empty() && request.choices == Choices::default();
        if !alone {
            return Err("open takes one link or file, which says all but the format; see benchnote --help".to_owned());
        }
    }
    Ok(Command::Analyse(Box::new(request)))
}

/// The level of the tests.
fn alpha(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.trim().parse().ok();
    number
        .filter(|number| *number > 0.0 && *number < 1.0)
        .ok_or_else(|| format!("--alpha takes a probability between 0 and 1, not {text:?}"))
}

/// What is said of a metric by its name.
fn metric(name: String, better: Option<Better>, counted: Option<bool>) -> MetricChoice {
    MetricChoice { section: None, name, better, counted }
}

/// A threshold or a noise as a ratio above 1, from percent.
fn percentage(option: &str, percent: &str) -> Result<f64, String> {
    let number: Option<f64> = percent.trim_end_matches('%').trim().parse().ok();
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .map(|number| number / 100.0)
        .ok_or_else(|| format!("{option} takes a percentage from 0 to 100, not {percent:?}"))
}

/// The texts to read, each with its file's name; a single one needs no name.
fn sources(files: &[PathBuf]) -> Result<Vec<Source>, String> {
    if files.is_empty() {
        return Ok(vec![Source::unnamed(read(Path::new("-"))?)]);
    }
    let labels = labels(files);
    files.iter().zip(labels).map(|(file, label)| Ok(Source::new(label, read(file)?))).collect()
}

/// What each file is called: the end of its path, as long as it takes to tell it from the others. A single one needs no name.
fn labels(files: &[PathBuf]) -> Vec<String> {
    let parts = |file: &Path| -> Vec<String> { file.iter().map(|part| part.to_string_lossy().into_owned()).collect() };
    let paths: Vec<Vec<String>> = files.iter().map(|file| parts(file)).collect();
    let longest = paths.iter().map(Vec::len).max().unwrap_or(0);
    let end = |path: &[String], length: usize| path[path.len().saturating_sub(length)..].join("/");
    let told = |length: &usize| {
        let mut ends: Vec<String> = paths.iter().map(|path| end(path, *length)).collect();
        ends.sort_unstable();
        ends.windows(2).all(|pair| pair[0] != pair[1])
    };
    let length = (1..=longest).find(told).unwrap_or(longest);
    paths.iter().map(|path| if files.len() == 1 { String::new() } else { end(path, length) }).collect()
}

fn read(file: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let outcome = if file == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(file).map(|read| bytes = read)
    };
    outcome.map_err(|error| format!("{}: {error}", file.display()))?;
    match decode(bytes) {
        Decoded::Utf8(text) | Decoded::Utf16(text) | Decoded::Windows1252(text) => Ok(text),
        Decoded::Binary => Err(format!("{}: this is not text", file.display())),
    }
}

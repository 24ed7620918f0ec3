//! `benchnote`: which setting wins in a benchmark post, on the command line.

mod format;
mod open;

use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use benchnote_notebook::decode::{Decoded, decode};
use benchnote_parser::{Better, Source, parse_taught, teach};
use benchnote_verdict::{Choices, MetricChoice, analyse};
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
  --teach LINE:COLUMN[,metric=NAME][,unit=UNIT][,config=NAME][,lower|,higher]
                      read all numbers like the one at this place of the
                      first file; may be given several times
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
    lessons: Vec<Lesson>,
}

/// A number that was marked, by its line and column from 1, and what was said of it.
#[derive(Debug, PartialEq)]
struct Lesson {
    line: usize,
    column: usize,
    example: teach::Example,
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
    if request.lessons.is_empty() {
        return format::print(&notebook, request.format, &request.page);
    }
    let sources: Vec<Arc<Source>> = notebook.sources().map(|(_, source)| Arc::clone(source)).collect();
    let rules = rules(&sources, &request.lessons)?;
    let parsed = parse_taught(&sources, &rules);
    let report = analyse(&parsed, &request.choices);
    let learned: String = rules.iter().map(|rule| format!("learned: {rule}\n")).collect();
    let text = format::printed(&parsed, &report, &notebook.name(), request.format)?;
    Ok(if request.format == Format::Mail { text + &learned } else { text })
}

/// What is learned from the numbers that were marked in the first source.
fn rules(sources: &[Arc<Source>], lessons: &[Lesson]) -> Result<Vec<teach::Rule>, String> {
    let Some(source) = sources.first() else { return Ok(Vec::new()) };
    let rule = |lesson: &Lesson| {
        let place = || format!("--teach {}:{}", lesson.line, lesson.column);
        let at = place_of(&source.text, lesson).ok_or_else(|| format!("{}: there is no such place", place()))?;
        let example = teach::Example { span: at..at + 1, ..lesson.example.clone() };
        teach::learn(source, &example).map_err(|error| format!("{}: {error}", place()))
    };
    lessons.iter().map(rule).collect()
}

/// The byte at a line and a column.
fn place_of(text: &str, lesson: &Lesson) -> Option<usize> {
    let lines = text.split_inclusive('\n');
    let start: usize = lines.take(lesson.line.checked_sub(1)?).map(str::len).sum();
    let line = text.get(start..)?.lines().next()?;
    let (at, _) = line.char_indices().nth(lesson.column.checked_sub(1)?)?;
    Some(start + at)
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
            Long("teach") => request.lessons.push(lesson(&value(&mut parser)?)?),
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

/// A marked number: `12:18,metric=decode,unit=ms,config=alpha,lower`.
fn lesson(text: &str) -> Result<Lesson, String> {
    let wrong = || format!("--teach takes LINE:COLUMN and what the number is, not {text:?}");
    let mut parts = text.split(',');
    let (line, column) = parts.next().and_then(|place| place.split_once(':')).ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| *number > 0).ok_or_else(wrong);
    let mut lesson = Lesson { line: number(line)?, column: number(column)?, example: teach::Example::at(0..0) };
    for part in parts {
        let example = &mut lesson.example;
        match part.split_once('=') {
            Some(("metric", name)) => example.metric = Some(name.to_owned()),
            Some(("unit", unit)) => example.unit = Some(unit.to_owned()),
            Some(("config", name)) => example.config = Some(name.to_owned()),
            None if part == "lower" => example.better = Some(Better::Lower),
            None if part == "higher" => example.better = Some(Better::Higher),
            _ => return Err(wrong()),
        }
    }
    Ok(lesson)
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

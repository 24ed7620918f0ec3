//! What mail does to posts, done to every fixture: the figures must stay, or be marked as guessed where the damage took
//! information away, or be left out; never may a wrong one come unmarked.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use benchnote_parser::{Parsed, Source, parse};

/// A generator for tests: xorshift64*, from a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

type Damage = fn(&str, &mut Random) -> String;

fn lines(text: &str, change: impl FnMut(&str) -> String) -> String {
    text.lines().map(change).collect::<Vec<_>>().join("\n") + "\n"
}

fn quoted(text: &str, random: &mut Random) -> String {
    let marks = ["> ", ">", "> > ", ">> ", ">>> ", "XY> ", "> XY> ", "> | "];
    // A bar behind a mark can't be told from a table's own.
    let usable = if text.contains('|') { marks.len() - 1 } else { marks.len() };
    let mark = marks[random.below(usable)];
    lines(text, |line| format!("{mark}{line}"))
}

/// Wraps every line longer than the width at its last blank before it, as mailers do.
fn wrapped_at(text: &str, width: usize) -> String {
    lines(text, |line| {
        let mut out = String::new();
        let mut rest = line;
        while rest.chars().count() > width {
            let limit = rest.char_indices().nth(width).map_or(rest.len(), |(at, _)| at);
            let Some(at) = rest[..limit].rfind(' ').filter(|&at| !rest[..at].trim().is_empty()) else { break };
            out.push_str(&rest[..at]);
            out.push('\n');
            rest = &rest[at + 1..];
        }
        out + rest
    })
}

fn wrapped(text: &str, random: &mut Random) -> String {
    wrapped_at(text, [60, 72, 76, 80][random.below(4)])
}

fn quoted_and_wrapped(text: &str, random: &mut Random) -> String {
    let width = [72, 76, 80][random.below(3)];
    lines(&wrapped_at(text, width), |line| format!("> {line}"))
}

fn line_ends(text: &str, _: &mut Random) -> String {
    text.replace('\n', "\r\n")
}

fn doubled_line_ends(text: &str, _: &mut Random) -> String {
    text.replace('\n', "\n\n")
}

fn tabs_to_blanks(text: &str, _: &mut Random) -> String {
    lines(text, |line| {
        let mut out = String::new();
        for c in line.chars() {
            if c == '\t' {
                let column = out.chars().count();
                out.push_str(&" ".repeat(8 - column % 8));
            } else {
                out.push(c);
            }
        }
        out
    })
}

/// Runs of blanks before a tab stop become a tab.
fn blanks_to_tabs(text: &str, random: &mut Random) -> String {
    let expanded = tabs_to_blanks(text, random);
    lines(&expanded, |line| {
        let chars: Vec<char> = line.chars().collect();
        chars
            .chunks(8)
            .map(|chunk| {
                let kept = chunk.iter().rposition(|c| *c != ' ').map_or(0, |at| at + 1);
                let mut piece: String = chunk[..kept].iter().collect();
                if chunk.len() == 8 && kept < 7 {
                    piece.push('\t');
                } else {
                    piece.extend(&chunk[kept..]);
                }
                piece
            })
            .collect()
    })
}

fn quoted_printable(text: &str, _: &mut Random) -> String {
    let mut out =
        String::from("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n");
    for line in text.lines() {
        let mut width = 0;
        for (at, byte) in line.bytes().enumerate() {
            let last = at + 1 == line.len();
            let code = match byte {
                b'=' | 0x80.. => format!("={byte:02X}"),
                b' ' | b'\t' if last => format!("={byte:02X}"),
                _ => char::from(byte).to_string(),
            };
            if width + code.len() > 75 {
                out.push_str("=\n");
                width = 0;
            }
            width += code.len();
            out.push_str(&code);
        }
        out.push('\n');
    }
    out
}

fn html(text: &str, _: &mut Random) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn hard_blanks(text: &str, random: &mut Random) -> String {
    text.chars().map(|c| if c == ' ' && random.below(3) == 0 { '\u{a0}' } else { c }).collect()
}

/// A reply after every few lines, as people put them between quoted ones.
fn interleaved(text: &str, random: &mut Random) -> String {
    let mut out = String::from("On a Tuesday somebody wrote:\n");
    for line in text.lines() {
        out.push_str(&format!("> {line}\n"));
        if random.below(9) == 0 {
            out.push_str("\nI see no such thing here on my machine, which one is it?\n\n");
        }
    }
    out
}

fn among_other_mail(text: &str, _: &mut Random) -> String {
    format!(
        "From: a reader\nSubject: Re: figures\nDate: Tue, 15 Jul 2008 02:34:03 +0200\n\nThat was what I meant to say about it last week.\n\n{text}\n\
         -- \nsomebody\nphone 12 34 56\n"
    )
}

/// The time stamps of a log before every line.
fn stamped(text: &str, random: &mut Random) -> String {
    let kind = random.below(3);
    let mut tick = 100_000;
    lines(text, |line| {
        tick += 1 + random.below(5000);
        let (s, us) = (tick / 1_000_000, tick % 1_000_000);
        match kind {
            0 => format!("[{s:5}.{us:06}] {line}"),
            1 => format!("2024-05-01T12:{:02}:{:02}.{us:06}Z {line}", s / 60 % 60, s % 60),
            _ => format!("12:{:02}:{:02} {line}", s / 60 % 60, s % 60),
        }
    })
}

/// A terminal's colours around some words.
fn coloured(text: &str, random: &mut Random) -> String {
    let mut out = String::new();
    for word in text.split_inclusive(' ') {
        if random.below(6) == 0 && !word.trim().is_empty() {
            out.push_str(&format!(
                "\u{1b}[1;31m{}\u{1b}[0m{}",
                word.trim_end_matches(' '),
                if word.ends_with(' ') { " " } else { "" }
            ));
        } else {
            out.push_str(word);
        }
    }
    out
}

/// Damages that take nothing away.
const LOSSLESS: &[(&str, Damage)] = &[
    ("quoted", quoted),
    ("wrapped", wrapped),
    ("quoted and wrapped", quoted_and_wrapped),
    ("line ends", line_ends),
    ("doubled line ends", doubled_line_ends),
    ("tabs to blanks", tabs_to_blanks),
    ("blanks to tabs", blanks_to_tabs),
    ("quoted-printable", quoted_printable),
    ("HTML", html),
    ("hard blanks", hard_blanks),
    ("interleaved replies", interleaved),
    ("among other mail", among_other_mail),
    ("time stamps", stamped),
    ("colours", coloured),
];

fn collapsed(text: &str, _: &mut Random) -> String {
    lines(text, |line| line.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn without_a_line(text: &str, random: &mut Random) -> String {
    let all: Vec<&str> = text.lines().collect();
    let dropped = random.below(all.len());
    all.iter().enumerate().filter(|(at, _)| *at != dropped).map(|(_, line)| format!("{line}\n")).collect()
}

fn collapsed_and_wrapped(text: &str, random: &mut Random) -> String {
    let flat = collapsed(text, random);
    wrapped(&flat, random)
}

fn flattened(text: &str, _: &mut Random) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ") + "\n"
}

/// Damages that take information away.
const LOSSY: &[(&str, Damage)] = &[
    ("collapsed", collapsed),
    ("a line lost", without_a_line),
    ("collapsed and wrapped", collapsed_and_wrapped),
    ("flattened", flattened),
];

/// What a figure is: its metric's name and its value; how often, and how often unmarked. The title above it and a unit that
/// stands in one may be lost with a line; a figure under another name or with another value is a wrong one.
fn figures(parsed: &Parsed) -> BTreeMap<String, (usize, usize)> {
    let mut figures: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for m in &parsed.measurements {
        let metric = parsed.metric(m.metric).expect("a metric");
        if matches!(metric.role, benchnote_parser::Role::Context) {
            continue;
        }
        let name = metric.name.split_whitespace().collect::<Vec<_>>().join(" ");
        let key = format!("{name} | {}", m.value);
        let entry = figures.entry(key).or_default();
        entry.0 += 1;
        entry.1 += usize::from(!m.guessed);
    }
    figures
}

#[derive(Default)]
struct Tally {
    variants: usize,
    expected: usize,
    found: usize,
    guessed: usize,
    guessed_right: usize,
    wrong: Vec<String>,
    missing: BTreeMap<String, usize>,
    astray: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, what: &str, truth: &BTreeMap<String, (usize, usize)>, parsed: &Parsed) {
        self.variants += 1;
        let found = figures(parsed);
        for (key, &(count, _)) in truth {
            let have = found.get(key).map_or(0, |f| f.0);
            self.expected += count;
            self.found += have.min(count);
            if have < count {
                *self.missing.entry(what.to_owned()).or_default() += count - have;
            }
        }
        for (key, &(count, unmarked)) in &found {
            let right = truth.get(key).map_or(0, |t| t.0);
            let guessed = count - unmarked;
            self.guessed += guessed;
            self.guessed_right += guessed.min(right);
            if guessed > right {
                *self.astray.entry(format!("{what}: {key}")).or_default() += guessed - right;
            }
            // Read twice is not read wrongly: what repeats another figure may have lost the line that says so.
            if unmarked > 0 && right == 0 {
                self.wrong.push(format!("{what}: {key} ({unmarked} times)"));
            }
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the tests read files; the parser does not")]
fn posts() -> Vec<(String, String)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let within = |folder: PathBuf| std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path());
    let mut folders: Vec<PathBuf> = within(root.join("tests/corpus")).filter(|path| path.is_dir()).collect();
    folders.push(root.join("../public/examples"));
    let mut posts = Vec::new();
    for file in folders.into_iter().flat_map(within).filter(|path| path.extension().is_some_and(|e| e == "txt")) {
        let folder =
            file.parent().and_then(std::path::Path::file_name).expect("a folder").to_string_lossy().into_owned();
        let name = format!("{folder}/{}", file.file_stem().expect("a name").to_string_lossy());
        // What is damaged already is read as far as it can be; another damage may part it otherwise.
        if ["damaged", "wrapped", "quoted"].iter().any(|word| name.contains(word)) {
            continue;
        }
        posts.push((name, std::fs::read_to_string(&file).expect("a post")));
    }
    posts.sort();
    posts
}

/// Whether a damage leaves enough of a post to know what is what.
fn can_bear(post: &str, damage: &str) -> bool {
    let folder = post.split('/').next().unwrap_or_default();
    match damage {
        // Without its line ends only what names each figure, or has a row's shape, can be told apart.
        "flattened" => ["lmbench", "examples", "reaim", "time"].contains(&folder),
        // Nothing shows that a table of an unknown tool lost its header, a list its title, a histogram its first rows, or
        // lines of `time` the rate above them.
        "a line lost" => ![
            "grid",
            "sectioned",
            "unixbench-indexes",
            "ebizzy",
            "rtla",
            "cyclictest",
            "labelled_values",
            "labelled-values",
            "lists",
        ]
        .contains(&folder),
        // Rows of unknown shape can't be told from what was wrapped of them, unless bars part their cells.
        "wrapped" | "quoted and wrapped" | "collapsed and wrapped" => !["grid", "rtla"].contains(&folder),
        // Blanks are all that parts the cells of such a table.
        "collapsed" | "blanks to tabs" => folder != "grid",
        _ => true,
    }
}

fn run(damages: &[(&str, Damage)], rounds: usize) -> Tally {
    let mut tally = Tally::default();
    let mut random = Random(11);
    for (name, text) in posts() {
        let truth = figures(&parse(&[Arc::new(Source::unnamed(text.as_str()))]));
        for (what, damage) in damages.iter().filter(|(what, _)| can_bear(&name, what)) {
            for _ in 0..rounds {
                let changed = damage(&text, &mut random);
                let parsed = parse(&[Arc::new(Source::unnamed(changed))]);
                tally.add(&format!("{name}, {what}"), &truth, &parsed);
            }
        }
    }
    tally
}

/// The first of the wrong ones by post and damage, and how many there are of each.
fn summary(wrong: &[String]) -> BTreeMap<String, (usize, String)> {
    let mut by_kind: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for line in wrong {
        let (kind, figure) = line.split_once(": ").unwrap_or((line, ""));
        by_kind.entry(kind.to_owned()).or_insert_with(|| (0, figure.to_owned())).0 += 1;
    }
    by_kind
}

#[test]
fn damage_that_takes_nothing_away_changes_no_figure() {
    let tally = run(LOSSLESS, 12);
    let share = tally.found as f64 / tally.expected as f64;
    assert!(tally.wrong.is_empty(), "{} wrong: {:#?}", tally.wrong.len(), summary(&tally.wrong));
    assert!(share >= 0.99, "{share} found in {} variants; missing: {:#?}", tally.variants, tally.missing);
    assert!(tally.variants >= 500, "{}", tally.variants);
}

#[test]
fn damage_that_takes_something_away_is_never_hidden() {
    let tally = run(LOSSY, 20);
    assert!(tally.wrong.is_empty(), "{} wrong: {:#?}", tally.wrong.len(), summary(&tally.wrong));
    let right = tally.guessed_right as f64 / tally.guessed.max(1) as f64;
    assert!(right >= 0.9, "{right} of {} guesses are right: {:#?}", tally.guessed, tally.astray);
}

//! What mail does to posts, done to every fixture: the figures must stay, or be marked as guessed where the damage took
//! information away, or be left out; never may a wrong one come unmarked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use benchnote_parser::{Dimension, FieldKind, Parsed, Role, Source, parse};

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
            let filled = |at: &usize| !rest[..*at].trim().is_empty();
            let before = rest[..limit].rfind(' ').filter(filled);
            let Some(at) = before.or_else(|| rest.match_indices(' ').map(|(at, _)| at).find(filled)) else { break };
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

/// What stands before a post in its mail, or before its mail.
const BEFORE: &[&str] = &[
    "From: a reader <reader@list.example>\nSubject: Re: figures\nDate: Tue, 15 Jul 2008 02:34:03 +0200\n\nThat was what I meant to say about it last week.\n\n",
    "From: \"a reader\" <reader@list.example>\nTo: list@list.example\nMessage-ID: <200807150234.12@list.example>\n\tby mail.example with SMTP id 12; Tue, 15 Jul 2008 02:34:03 +0200\nSubject: [PATCH 1/3] figures\n\n",
    "On Tue, Jul 15, 2008 at 02:34:03AM +0200, a reader of the list with a long name\nwrote:\n> That was 12 % better than what I had.\n\nThese are mine.\n\n",
    "> That was 12 % better than what I had.\n> -- \n> a reader 12 34\n\nThese are mine.\n\n",
    "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nThese are mine.\n\n",
    "commit 0123456789abcdef0123456789abcdef01234567\nAuthor: A Tester <tester@example.org>\nDate:   Tue Jul 15 02:34:03 2008 +0200\n\nThe figures were taken on one machine.\n\n",
    "static int limit(struct queue *q)\n{\n\treturn set_limit(q, 128, 0x1f);\n}\n\nThe figures were taken with that.\n\n",
];

/// What stands behind a post in its mail, or behind its mail.
const BEHIND: &[&str] = &[
    "\n-- \nsomebody\nphone 12 34 56, room 1.23\n",
    "\n--\nsomebody at example.org\n12 Some Street\n_______________________________________________\nsome mailing list\nsome@list.example\nhttp://list.example/mailman/listinfo/some-2.6\n",
    "\n-\nTo unsubscribe from this list: send the line \"unsubscribe some-list\" in\nthe body of a message to majordomo@list.example\nMore majordomo info at  http://list.example/majordomo-info.html\nPlease read the FAQ at  http://list.example/lkml/1/2.3\n",
    "\n-------------------------------------------------------------------------\nThis list is sponsored by 3 friends of 2.6 kernels\nhttp://list.example/1.5/\n",
    "\n-----BEGIN PGP SIGNATURE-----\nVersion: 1.4.9\n\niEYEARECAAYFAkh8 12 34 5.6\n=ab12\n-----END PGP SIGNATURE-----\n",
    "\nSigned-off-by: A Tester <tester12@example.org>\nFixes: 0123456789ab (\"mm: 12 pages at 3.4\")\n---\n mm/page.c        | 12 ++++++++----\n mm/queue.c       |  3 +++\n 2 files changed, 11 insertions(+), 4 deletions(-)\n create mode 100644 mm/queue.c\n\ndiff --git a/mm/page.c b/mm/page.c\nindex 0123456..789abcd 100644\n--- a/mm/page.c\n+++ b/mm/page.c\n@@ -12,6 +12,7 @@ static int limit = 12;\n \n \tint pages = 16;\n-\tint rate = 3;\n+\tint rate = 4;\n+\tint time = 5;\n \n \treturn limit(pages, rate);\n }\n-- \n2.39.5\n",
    "\nIndex: linux/mm/page.c\n===================================================================\n--- linux.orig/mm/page.c\t2008-10-02 17:02:42.000000000 -0400\n+++ linux/mm/page.c\t2008-10-02 17:07:48.000000000 -0400\n@@ -1,2 +1,3 @@\n real 12.5;\n+user 13.5;\n sys 14.5;\n",
    "\nOn Wed, 16 Jul 2008, somebody else wrote:\n> Did you try 2.6.25 as well?\n> -- \n> somebody else, 1.23\n\nNo, there was no time for that.\n",
];

/// Another mail, or another part of the mail, before and behind a post.
fn among_other_mail(text: &str, random: &mut Random) -> String {
    let before = BEFORE[random.below(BEFORE.len())];
    let behind = BEHIND[random.below(BEHIND.len())];
    match random.below(3) {
        0 => format!("{before}{text}"),
        1 => format!("{text}{behind}"),
        _ => format!("{before}{text}{behind}"),
    }
}

/// A post as one message of an mbox file, between two others.
fn in_a_mailbox(text: &str, random: &mut Random) -> String {
    let message = |body: &str, second: usize| {
        format!(
            "From someone@list.example Tue Jul 15 02:34:0{second} 2008\nReturn-Path: <someone@list.example>\nReceived: from mail.example (mail.example [192.0.2.7])\n\tby list.example with ESMTP id 12345\n\tfor <list@list.example>; Tue, 15 Jul 2008 02:34:03 +0200\nSubject: figures\nContent-Type: text/plain; charset=utf-8\n\n{body}\n"
        )
    };
    let other = "We ran it for 12 hours and saw nothing.\n\n-- \nsomeone, room 12.3\n";
    let (first, last) = (random.below(2) == 0, random.below(2) == 0);
    let mut out = String::new();
    if first || !last {
        out.push_str(&message(other, 1));
    }
    out.push_str(&message(text, 2));
    if last {
        out.push_str(&message(BEHIND[random.below(BEHIND.len())], 3));
    }
    out
}

/// A mail whose body is base64.
fn base64(text: &str, _: &mut Random) -> String {
    const CODE: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::from(
        "From: someone@list.example\nSubject: =?utf-8?B?MTIgwrEgMy40?= figures\nMime-Version: 1.0\nContent-Type: text/plain; charset=\"utf-8\"\nContent-Transfer-Encoding: base64\n\n",
    );
    for line in text.as_bytes().chunks(57) {
        for group in line.chunks(3) {
            let bits = group.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
            for place in 0..4 {
                let sign = CODE[(bits >> (18 - 6 * place) & 63) as usize];
                out.push(if place <= group.len() { char::from(sign) } else { '=' });
            }
        }
        out.push('\n');
    }
    out
}

/// Flowed text: lines that are too long are broken behind a blank; others have none at their end.
fn flowed(text: &str, random: &mut Random) -> String {
    let mark = ["", ">", ">>"][random.below(3)];
    let mut out = String::from("Content-Type: text/plain; charset=utf-8; format=flowed\n\n");
    for line in text.lines() {
        let mut rest = line.trim_end_matches(' ');
        loop {
            let stuffed = !mark.is_empty() || rest.starts_with([' ', '>']) || rest.starts_with("From ");
            out.push_str(mark);
            out.push_str(if stuffed { " " } else { "" });
            let limit = rest.char_indices().nth(72).map_or(rest.len(), |(at, _)| at);
            let words = rest.get(..limit).filter(|_| limit < rest.len()).and_then(|head| head.rfind(' '));
            let Some(at) = words.filter(|&at| !rest[..at].trim().is_empty() && !rest[at + 1..].starts_with(' ')) else {
                break;
            };
            out.push_str(&rest[..=at]);
            out.push('\n');
            rest = &rest[at + 1..];
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

/// A mail that says the same in plain text and as a page.
fn with_a_page(text: &str, random: &mut Random) -> String {
    let page = html(text, random).replace('\n', "<br>\n");
    format!(
        "Subject: figures\nMime-Version: 1.0\nContent-Type: multipart/alternative;\n\tboundary=\"=-12ab34\"\n\nThis is a message in 2 parts.\n\n--=-12ab34\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{text}\n--=-12ab34\nContent-Type: text/html; charset=utf-8\n\n<html><body><font size=2>{page}</font></body></html>\n--=-12ab34--\n"
    )
}

/// A mail that is nothing but a page.
fn as_a_page(text: &str, random: &mut Random) -> String {
    let page = html(text, random);
    let body = match random.below(2) {
        0 => format!("<pre style=\"margin: 0 1.5em\">{page}</pre>"),
        _ => page.lines().map(|line| format!("<div>{}</div>\n", line.replace(' ', "&nbsp;"))).collect(),
    };
    format!(
        "Subject: figures\nContent-Type: text/html; charset=utf-8\n\n<html><body><h3>From 12 to 3</h3>\n{body}</body></html>\n"
    )
}

/// What logs put before every line.
fn stamped(text: &str, random: &mut Random) -> String {
    let kind = random.below(9);
    let mut tick = 100_000;
    lines(text, |line| {
        tick += 1 + random.below(5000);
        let (s, us) = (tick / 1_000_000, tick % 1_000_000);
        let clock = format!("12:{:02}:{:02}", s / 60 % 60, s % 60);
        match kind {
            0 => format!("[{s:5}.{us:06}] {line}"),
            1 => format!("2024-05-01T{clock}.{us:06}Z {line}"),
            2 => format!("{clock} {line}"),
            3 => format!("[{s:5}.{:03}] {line}", us / 1000),
            4 => format!("build-linux-2 | {line}"),
            5 => format!("2024-05-01T{clock}Z build: {line}"),
            6 => format!("May  1 {clock} box2 bench[123]: {line}"),
            7 => format!("[2024-05-01T{clock}.{:03}Z] {line}", us / 1000),
            _ => format!("bench\trun all 2\t2024-05-01T{clock}.{us:06}0Z {line}"),
        }
    })
}

/// Prompts and traces before commands.
fn prompted(text: &str, random: &mut Random) -> String {
    let prompt = ["tester@box2:~/src/2.6$ ", "[tester@box2 src]$ ", "root@box2:/tmp/12# ", "+ "][random.below(4)];
    lines(text, |line| match line.strip_prefix("$ ") {
        Some(command) => format!("{prompt}{command}"),
        None => line.to_owned(),
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
    ("in a mailbox", in_a_mailbox),
    ("base64", base64),
    ("flowed", flowed),
    ("with a page", with_a_page),
    ("as a page", as_a_page),
    ("prompts", prompted),
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

/// The line above some row is lost: a header, a title, a label.
fn without_the_header(text: &str, random: &mut Random) -> String {
    let all: Vec<&str> = text.lines().collect();
    let figures = |line: &str| line.split_whitespace().filter(|word| word.bytes().any(|b| b.is_ascii_digit())).count();
    let above: Vec<usize> = (0..all.len())
        .filter(|&at| figures(all[at]) < 2 && !all[at].trim().is_empty())
        .filter(|&at| all.get(at + 1).is_some_and(|row| figures(row) >= 2))
        .collect();
    let dropped = if above.is_empty() { all.len() } else { above[random.below(above.len())] };
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
    ("the header lost", without_the_header),
    ("collapsed and wrapped", collapsed_and_wrapped),
    ("flattened", flattened),
];

/// A figure's labels: the settings and parameters under which it stands, and whether it is marked as guessed.
type Standing = (BTreeSet<String>, bool);

/// What an undamaged post holds.
struct Truth {
    figures: BTreeMap<String, Vec<Standing>>,
    /// The same by their values in basic units: figures of one metric take the unit of the first of them, which may be lost.
    in_basic_units: BTreeMap<String, Vec<Standing>>,
    /// The same by their values alone: a name that stands on a line of its own may be lost.
    values: BTreeMap<String, Vec<Standing>>,
    titles: BTreeSet<String>,
}

impl Truth {
    fn of(text: &str) -> Self {
        let parsed = parse(&[Arc::new(Source::unnamed(text))]);
        let figures = |basic| all_figures(&parsed, basic);
        let value = |(key, standing): (String, Standing)| (value_of(&key).to_owned(), standing);
        Self {
            figures: by_key(figures(false)),
            in_basic_units: by_key(figures(true)),
            values: by_key(figures(true).into_iter().map(value).collect()),
            titles: titles(&parsed),
        }
    }

    /// How a figure stands in the undamaged post; nowhere if it is none of it.
    fn standings(&self, key: &str, basic: &str, keeps: Keeps) -> &[Standing] {
        // What nothing names is called a value, or what its unit measures.
        let unnamed = ["value | ", "time | ", "rate | ", "size | "].iter().any(|name| key.starts_with(name))
            && keeps != Keeps::Labels;
        let by_value = || self.values.get(value_of(basic)).filter(|_| unnamed);
        let found = self.figures.get(key).or_else(|| self.in_basic_units.get(basic)).or_else(by_value);
        found.map_or(&[][..], Vec::as_slice)
    }
}

/// The value in a figure's key.
fn value_of(key: &str) -> &str {
    key.rsplit_once(" | ").map_or(key, |(_, value)| value)
}

fn by_key(figures: Vec<(String, Standing)>) -> BTreeMap<String, Vec<Standing>> {
    let mut found: BTreeMap<String, Vec<Standing>> = BTreeMap::new();
    for (key, standing) in figures {
        found.entry(key).or_default().push(standing);
    }
    found
}

/// The titles above figures.
fn titles(parsed: &Parsed) -> BTreeSet<String> {
    let sections = parsed.metrics.iter().map(|metric| spaced(&metric.section));
    sections.filter(|section| !section.is_empty()).collect()
}

/// The figures by their metric's name and value. The title above it and a unit that stands in one may be lost with a line; a
/// figure under another name, with another value or under a label that is not its own is a wrong one.
fn all_figures(parsed: &Parsed, in_basic_units: bool) -> Vec<(String, Standing)> {
    let mut figures = Vec::new();
    for m in &parsed.measurements {
        let metric = parsed.metric(m.metric).expect("a metric");
        if matches!(metric.role, Role::Context) {
            continue;
        }
        let labels = parsed.labels(m.labels).iter().filter(|label| label.field.kind != FieldKind::Context);
        let labels = labels.map(|label| format!("{}={}", label.field.name, spaced(&label.value))).collect();
        let factor = match metric.unit.dimension {
            Dimension::Time(factor) | Dimension::Data(factor) | Dimension::DataRate(factor) => factor,
            _ => 1.0,
        };
        let value = if in_basic_units { format!("{:.9e}", m.value * factor) } else { m.value.to_string() };
        figures.push((format!("{} | {value}", spaced(&metric.name)), (labels, m.guessed)));
    }
    figures
}

/// A text with single blanks.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether some labels have one, whole or in two parts: whether a program and its arguments are two labels or one depends on
/// what else ran.
fn has(labels: &BTreeSet<String>, label: &str) -> bool {
    let value = |label: &str| label.split_once('=').map(|(_, value)| value.to_owned());
    let values = || labels.iter().filter_map(|label| value(label));
    // What was a title may be a label without the lines around it.
    let same = || value(label).is_some_and(|value| values().any(|own| own == value));
    let joined = || values().flat_map(|first| values().map(move |second| format!("{first} {second}")));
    labels.contains(label)
        || same()
        || value(label).is_some_and(|value| value.contains(' ') && joined().any(|j| j == value))
}

/// How much of a figure's labels a damage leaves.
#[derive(Clone, Copy, PartialEq)]
enum Keeps {
    /// All: each figure stands under the very labels it had.
    Labels,
    /// Some may be lost, but none may come that is not the figure's own.
    SomeLabels,
    /// A line was lost that is a label: what stood under it now stands under the one above, and nothing shows that.
    Values,
}

#[derive(Default)]
struct Tally {
    variants: usize,
    expected: usize,
    found: usize,
    unlabelled: usize,
    guessed: usize,
    guessed_right: usize,
    wrong: Vec<String>,
    missing: BTreeMap<String, usize>,
    astray: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, what: &str, truth: &Truth, parsed: &Parsed, keeps: Keeps) {
        self.variants += 1;
        let all = all_figures(parsed, false);
        let basic = all_figures(parsed, true);
        let found = by_key(all.clone());
        for (key, expected) in &truth.figures {
            let have = found.get(key).map_or(0, Vec::len).min(expected.len());
            self.expected += expected.len();
            self.found += have;
            if have < expected.len() {
                *self.missing.entry(what.to_owned()).or_default() += expected.len() - have;
            }
        }
        for ((key, (labels, guessed)), (basic, _)) in all.iter().zip(&basic) {
            let own = truth.standings(key, basic, keeps);
            {
                // Read twice is not read wrongly: what repeats another figure may have lost the line that says so.
                let whole = own.iter().any(|(l, _)| l == labels);
                // How far a wider label reaches, nothing tells without line ends.
                let narrow = |label: &&String| keeps != Keeps::SomeLabels || !label.starts_with("group");
                let part = own.iter().any(|(l, _)| labels.iter().filter(narrow).all(|label| has(l, label)));
                let right = match keeps {
                    Keeps::Labels => whole,
                    Keeps::SomeLabels => part,
                    Keeps::Values => !own.is_empty(),
                };
                self.unlabelled += usize::from(right && !whole);
                if *guessed {
                    self.guessed += 1;
                    self.guessed_right += usize::from(right);
                    if !right {
                        *self.astray.entry(format!("{what}: {key}")).or_default() += 1;
                    }
                } else if !right {
                    let labels = labels.iter().cloned().collect::<Vec<_>>().join(", ");
                    self.wrong.push(format!("{what}: {key} under {labels} of {:?}", own.first().map(|o| &o.0)));
                }
            }
        }
    }

    /// The share of figures found.
    fn share(&self) -> f64 {
        self.found as f64 / self.expected.max(1) as f64
    }

    /// The share of guesses that are right.
    fn right(&self) -> f64 {
        self.guessed_right as f64 / self.guessed.max(1) as f64
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} variants: {} of {} figures found ({:.2} %), {} of them without a label of theirs; {} marked as guessed, {:.1} % of these right; {} wrong",
            self.variants,
            self.found,
            self.expected,
            100.0 * self.share(),
            self.unlabelled,
            self.guessed,
            100.0 * self.right(),
            self.wrong.len()
        )
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
        if ["damaged", "wrapped", "quoted", "mail/"].iter().any(|word| name.contains(word)) {
            continue;
        }
        posts.push((name, std::fs::read_to_string(&file).expect("a post")));
    }
    posts.sort();
    posts
}

/// Whether a damage leaves enough of a post to know what is what.
fn can_bear(post: &str, damage: &str) -> bool {
    match damage {
        // Nothing but blanks shows which words of its header belong together.
        "collapsed" | "collapsed and wrapped" => post != "grid/before-and-after-rows",
        // Where a comma parts thousands, it looks as if it parted a label from the one behind it.
        // What heads a block's columns is no label, but nothing shows it on one line.
        "flattened" => !["labelled-values/two-lists", "perf-stat/intervals-and-fields"].contains(&post),
        // A benchmark's name on a line of its own, whose figures below it are lost, looks like a label of the next one. Where
        // the short names of commits are lost, their full ones are as right; so is an option that tells settings apart
        // whose labels are lost.
        "a line lost" => {
            // A row whose header is lost shows nothing of what its figures are, and a block whose last line is lost nothing
            // of where it ends.
            let open = ["mitata/both-layouts", "pytest-benchmark/compare", "grid/semicolons", "tbench/dbench-4"];
            let named = ["criterion/two-builds", "lkp/regression-report", "lists/under-commands"];
            !named.contains(&post) && !open.contains(&post)
        }
        _ => true,
    }
}

/// Whether every figure still stands under the labels it had: a lost line may have been one.
fn keeps(damage: &str, text: &str, changed: &str, truth: &Truth) -> Keeps {
    if !["a line lost", "the header lost", "flattened"].contains(&damage) {
        return Keeps::Labels;
    }
    let lost =
        text.lines().zip(changed.lines()).find(|(before, after)| before != after).map_or("", |(before, _)| before);
    let lost = spaced(lost);
    let labels = truth.figures.values().flatten().flat_map(|(labels, _)| labels);
    let values = || labels.clone().filter_map(|label| label.split_once('=')).map(|(_, value)| value);
    // What is a title makes metrics of its own, and is a label else.
    let titles = || truth.titles.iter().map(String::as_str);
    let words = |part: &str| part.split(' ').any(|word| word.chars().any(char::is_alphabetic));
    // A name may take two lines; then one of them is a part of it.
    let part = |name: &str| words(&lost) && lost.split(' ').all(|word| name.contains(word));
    // `pool=shared` may be called `shared`.
    let names = || lost.split(' ').all(|word| values().any(|value| value.split([' ', '=']).any(|part| part == word)));
    // A sentence between two blocks ends what stood above the first.
    let sentence = lost.ends_with(['.', ':']) && lost.split(' ').count() >= 5;
    let named = || values().chain(titles()).any(|name| lost.contains(name)) || titles().any(part);
    let is_label = damage != "flattened" && (sentence || named() || words(&lost) && names());
    if is_label { Keeps::Values } else { Keeps::SomeLabels }
}

fn run(damages: &[(&str, Damage)], rounds: usize) -> Tally {
    let mut tally = Tally::default();
    let mut random = Random(11);
    for (name, text) in posts() {
        let truth = Truth::of(&text);
        for (what, damage) in damages.iter().filter(|(what, _)| can_bear(&name, what)) {
            // What leaves nothing to chance is done once.
            let mut seen = BTreeSet::new();
            for _ in 0..rounds {
                let changed = damage(&text, &mut random);
                if !seen.insert(changed.clone()) {
                    continue;
                }
                let keeps = keeps(what, &text, &changed, &truth);
                let parsed = parse(&[Arc::new(Source::unnamed(changed))]);
                tally.add(&format!("{name}, {what}"), &truth, &parsed, keeps);
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

#[expect(clippy::print_stdout, reason = "the figures of the tests are worth a look")]
fn show(tally: &Tally, what: &str) {
    println!("{what}: {tally}; missing: {:#?}", tally.missing);
}

#[test]
fn damage_that_takes_nothing_away_changes_no_figure() {
    let tally = run(LOSSLESS, 8);
    show(&tally, "lossless");
    assert!(tally.wrong.is_empty(), "{tally}: {:#?}", summary(&tally.wrong));
    assert!(tally.share() >= 0.99, "{tally}; missing: {:#?}", tally.missing);
    assert!(tally.right() >= 0.9, "{tally}: {:#?}", tally.astray);
    assert!(tally.variants >= 1000, "{tally}");
}

#[test]
fn damage_that_takes_something_away_is_never_hidden() {
    let tally = run(LOSSY, 20);
    show(&tally, "lossy");
    assert!(tally.wrong.is_empty(), "{tally}: {:#?}", summary(&tally.wrong));
    assert!(tally.right() >= 0.9, "{tally}: {:#?}", tally.astray);
    assert!(tally.variants >= 1000, "{tally}");
}

//! Every post under `tests/corpus` is read, shown as a readable snapshot, and checked for what must hold of any reading:
//! honest spans, a complete ledger, the same figures through harmless changes of the text, and no panic on any part.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use benchnote_parser::{LineIndex, Measurement, Parsed, RegionKind, Source, SourceId, Span, lex, parse};

/// The posts, by folder and name: those made for the tests and the page's examples.
#[expect(clippy::disallowed_methods, reason = "the tests read files; the parser does not")]
fn posts() -> Vec<(String, String)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut folders = entries(&root.join("tests/corpus"));
    folders.retain(|path| path.is_dir());
    folders.push(root.join("../public/examples"));
    let mut posts = Vec::new();
    for folder in folders {
        for file in entries(&folder).into_iter().filter(|path| path.extension().is_some_and(|e| e == "txt")) {
            let name = format!("{}/{}", name_of(&folder), name_of(&file));
            posts.push((name, std::fs::read_to_string(&file).expect("a readable post")));
        }
    }
    assert!(!posts.is_empty(), "there are posts under {}", root.display());
    posts
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn name_of(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

fn read(text: &str) -> Parsed {
    parse(&[Arc::new(Source::unnamed(text))])
}

/// A reading for people: by metric and labels the printed figures, then what else was noted.
fn rendered(parsed: &Parsed) -> String {
    let source = &parsed.sources[0];
    let lines = LineIndex::new(&source.text);
    let mut text = String::new();
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for m in &parsed.measurements {
        let key = described(parsed, m);
        let (line, column) = lines.position(&source.text, m.span.start);
        let guessed = if m.guessed { "?" } else { "" };
        let figure = format!("{}{guessed} [{}, {}) at {line}:{column}", source.slice(m.span), m.low, m.high);
        match rows.iter_mut().find(|(known, _)| *known == key) {
            Some((_, figures)) => figures.push(figure),
            None => rows.push((key, vec![figure])),
        }
    }
    for (key, figures) in rows {
        text.push_str(&format!("{key}\n    {}\n", figures.join("\n    ")));
    }
    for d in &parsed.diagnostics {
        let (line, column) = lines.position(&source.text, d.span.start);
        text.push_str(&format!("{:?} {line}:{column} {}: {}\n", d.severity, d.kind.slug(), d.kind.message()));
    }
    let l = &parsed.ledger;
    text.push_str(&format!(
        "{} numbers: {} measured, {} explained, {} unread\n",
        l.numbers, l.measured, l.explained, l.unread
    ));
    for span in &l.unread_spans {
        let (line, column) = lines.position(&source.text, span.start);
        text.push_str(&format!("unread at {line}:{column}: {}\n", source.slice(*span)));
    }
    text
}

/// A measurement's metric and labels.
fn described(parsed: &Parsed, m: &Measurement) -> String {
    let metric = parsed.metric(m.metric).expect("a metric");
    let labels: Vec<String> =
        parsed.labels(m.labels).iter().map(|label| format!("{}={}", label.field.name, label.value)).collect();
    format!(
        "{} | {} | {} {:?} {:?} | {}",
        metric.section,
        metric.name,
        metric.unit.symbol,
        metric.better,
        metric.role,
        labels.join(", ")
    )
}

/// What a reading says, without places: by metric and labels the values in order.
fn content(parsed: &Parsed) -> BTreeMap<String, Vec<(String, bool)>> {
    let mut content: BTreeMap<String, Vec<(String, bool)>> = BTreeMap::new();
    for m in &parsed.measurements {
        let value = format!("{} [{}, {})", m.value, m.low, m.high);
        content.entry(described(parsed, m)).or_default().push((value, m.guessed));
    }
    content
}

/// Compares two readings and names the first difference alone: whole readings fill pages.
fn assert_same<V: PartialEq + std::fmt::Debug>(one: &BTreeMap<String, V>, other: &BTreeMap<String, V>, what: &str) {
    for key in one.keys().chain(other.keys()) {
        assert_eq!(one.get(key), other.get(key), "{what}: {key}");
    }
}

#[test]
fn readings_are_as_recorded() {
    for (name, text) in posts() {
        insta::with_settings!({ snapshot_path => "corpus", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name.replace('/', "--"), rendered(&read(&text)));
        });
    }
}

/// What printed characters can mean, read without the parser's ways of reading durations: a number as it stands, one with
/// commas between its thousands, and a duration in seconds (`1m24.729s`, `1:07.40`, `0m8,940s`).
fn senses(printed: &str) -> Vec<f64> {
    // A soft line break of quoted-printable may stand in a number.
    let printed = &printed.replace("=\n", "");
    let plain = lex::printed(printed).map(|p| p.number);
    let grouped = lex::printed(&printed.replace([',', ' ', '\u{a0}'], "")).map(|p| p.number);
    // Places that write a decimal comma.
    let comma = lex::printed(&printed.replace(',', ".")).map(|p| p.number);
    let fields = printed.trim_end_matches('s').replace(',', ".");
    let fields: Option<Vec<f64>> = fields.split(['h', 'm', ':']).map(|field| field.parse().ok()).collect();
    let duration = fields.map(|fields| fields.iter().fold(0.0, |seconds, field| seconds * 60.0 + field));
    plain.into_iter().chain(grouped).chain(comma).chain(duration).collect()
}

#[test]
fn spans_hold_what_was_read() {
    for (name, text) in posts() {
        let parsed = read(&text);
        let mut places = Vec::new();
        for m in &parsed.measurements {
            let printed = text.get(m.span.start as usize..m.span.end as usize).unwrap_or_else(|| {
                panic!("{name}: {:?} is no range of characters", m.span);
            });
            // Figures of a part in base64 have the whole part as their place.
            if name.ends_with("base64") && printed.lines().count() > 1 {
                continue;
            }
            let senses = senses(printed);
            assert!(!senses.is_empty(), "{name}: {printed:?} holds no number");
            let says = |sense: &f64| {
                let scale = m.value / sense;
                // A suffix, or the unit that the metric's first figure had.
                let tens = (-9..=9).map(|power| 10_f64.powi(power));
                let twos = (-3..=3).map(|power| 1024_f64.powi(power));
                *sense == 0.0 || tens.chain(twos).any(|s| (scale / s - 1.0).abs() < 1e-12)
            };
            assert!(senses.iter().any(says), "{name}: {printed:?} read as {}", m.value);
            assert!(m.low <= m.value && m.value <= m.high, "{name}: {printed:?} within its bounds");
            places.push(m.span);
        }
        places.sort_unstable();
        assert!(places.windows(2).all(|pair| pair[0].end <= pair[1].start), "{name}: no character is read twice");
        for region in &parsed.regions {
            assert!(text.get(region.span.start as usize..region.span.end as usize).is_some(), "{name}: {region:?}");
        }
    }
}

#[test]
fn every_line_is_accounted_for() {
    for (name, text) in posts() {
        let parsed = read(&text);
        let l = &parsed.ledger;
        assert_eq!(l.numbers, l.measured + l.explained + l.unread, "{name}");
        assert_eq!(l.unread, l.unread_spans.len(), "{name}");
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let span = Span::new(SourceId(0), start, start + line.trim_end().len());
            let touches = |other: Span| other.start < span.end && span.start < other.end;
            let covered = !line.contains(char::is_alphanumeric)
                || parsed.regions.iter().any(|region| touches(region.span))
                || parsed.measurements.iter().any(|m| touches(m.span));
            assert!(covered, "{name}: nothing is said of {line:?}");
            start += line.len();
        }
    }
}

/// A change of a text that takes nothing away.
type Change = fn(&str) -> String;

#[test]
fn harmless_changes_change_no_figure() {
    let changes: [(&str, Change); 5] = [
        ("line ends", |text| text.replace('\n', "\r\n")),
        ("blanks at line ends", |text| text.replace('\n', "   \n")),
        ("one more quote mark", |text| text.lines().map(|line| format!("> {line}\n")).collect()),
        ("quote marks without a blank", |text| text.lines().map(|line| format!(">{line}\n")).collect()),
        ("a text before and after", |text| format!("Somebody wrote this down:\n\n{text}\n\nAnd that was it.\n")),
    ];
    for (name, text) in posts() {
        let before = content(&read(&text));
        // Whole messages are what mail programs keep: nobody quotes their headers with them.
        let whole = ["mail/eml", "mail/mbox", "mail/koi8"].iter().any(|start| name.starts_with(start));
        for (what, change) in changes.into_iter().filter(|(what, _)| !whole || !what.contains("quote")) {
            assert_same(&before, &content(&read(&change(&text))), &format!("{name} with {what}"));
        }
    }
}

/// A generator for tests: xorshift64*, from a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % bound
    }
}

/// Every run of blanks made one to three blanks long, and up to three put before each line.
fn respaced(text: &str, random: &mut Random) -> String {
    let mut out = String::new();
    for line in text.lines() {
        out.push_str(&" ".repeat(random.below(4) as usize));
        let words: Vec<&str> = line.split_whitespace().collect();
        for (at, word) in words.iter().enumerate() {
            if at > 0 {
                out.push_str(&" ".repeat(1 + random.below(3) as usize));
            }
            out.push_str(word);
        }
        out.push('\n');
    }
    out
}

#[test]
fn collapsed_tables_read_the_same_whatever_their_blanks() {
    let (name, text) = posts().into_iter().find(|(name, _)| name == "examples/lmbench-pin-tlb").expect("the post");
    let before = content(&read(&text));
    let mut random = Random(7);
    for _ in 0..50 {
        let changed = respaced(&text, &mut random);
        assert_same(&before, &content(&read(&changed)), &name);
    }
}

#[test]
fn aligned_tables_give_the_same_values_without_a_guess() {
    let all = posts();
    let named = |wanted: &str| &all.iter().find(|(name, _)| name == wanted).expect("the post").1;
    let collapsed = read(named("examples/lmbench-pin-tlb"));
    let aligned = read(named("lmbench/aligned-three-runs"));
    let values = |parsed: &Parsed| -> BTreeMap<String, Vec<String>> {
        content(parsed).into_iter().map(|(key, v)| (key, v.into_iter().map(|(value, _)| value).collect())).collect()
    };
    assert_same(&values(&collapsed), &values(&aligned), "collapsed and aligned");
    assert_eq!(collapsed.measurements.iter().filter(|m| m.guessed).count(), 9);
    assert_eq!(aligned.measurements.iter().filter(|m| m.guessed).count(), 0);
}

#[test]
fn any_beginning_of_a_post_can_be_read() {
    for (name, text) in posts() {
        for end in (0..text.len()).step_by(41).filter(|&end| text.is_char_boundary(end)) {
            let parsed = read(&text[..end]);
            let l = &parsed.ledger;
            assert_eq!(l.numbers, l.measured + l.explained + l.unread, "{name} up to {end}");
        }
    }
}

#[test]
fn unread_figures_are_never_called_explained() {
    let parsed = read("1 2 3\n4 5 6\n");
    assert_eq!((parsed.ledger.unread, parsed.ledger.explained), (6, 0));
    assert!(parsed.regions.iter().all(|region| region.kind == RegionKind::Unread));
}

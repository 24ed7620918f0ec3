//! Links: what they hold comes back, what happened to them is found.

use std::path::{Path, PathBuf};

use benchnote_notebook::model::{Anchor, Change, Target};
use benchnote_notebook::permalink::{self, LinkError};
use benchnote_notebook::{CellBody, CellId, Edit, Notebook};
use benchnote_parser::{Better, Source};
use benchnote_verdict::MetricChoice;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The texts below a folder, in the order of their paths.
fn texts_below(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries.collect();
    paths.sort();
    let of = |path: PathBuf| -> Vec<String> {
        if path.is_dir() {
            texts_below(&path)
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            vec![String::from_utf8_lossy(&std::fs::read(&path).expect("a file")).into_owned()]
        } else {
            Vec::new()
        }
    };
    paths.into_iter().flat_map(of).collect()
}

fn examples() -> Vec<String> {
    texts_below(&root().join("public/examples"))
}

fn notebook_of(text: &str) -> Notebook {
    let mut notebook = Notebook::default();
    notebook.apply(Edit::SetSource(CellId(1), Source::unnamed(text)));
    notebook
}

fn link_of(text: &str) -> String {
    permalink::write(&notebook_of(text)).expect("it fits")
}

fn comes_back(notebook: &Notebook) {
    let link = permalink::write(notebook).expect("it fits");
    let read = permalink::read(&link);
    assert_eq!(read.as_ref(), Ok(notebook));
}

#[test]
fn every_fixture_comes_back() {
    for text in texts_below(&root().join("parser/tests/corpus")) {
        comes_back(&notebook_of(&text));
    }
}

/// A generator that gives the same for a seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn one_of<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }

    fn text(&mut self, most: usize) -> String {
        const PIECES: [&str; 24] = [
            " ",
            " ",
            "\n",
            "\n> ",
            "|",
            "1",
            "12.5",
            "0",
            "007",
            "us",
            "fork",
            "proc",
            "MB/s",
            "\t",
            "=",
            "\u{1F600}",
            "µ",
            "\r\n",
            "#1f",
            "\\",
            "\"",
            "\0",
            "ß",
            "Throughput ",
        ];
        (0..self.below(most)).map(|_| *self.one_of(&PIECES)).collect()
    }

    fn edit(&mut self, notebook: &Notebook) -> Edit {
        let cells: Vec<CellId> = notebook.cells.iter().map(|cell| cell.id).collect();
        let cell = *self.one_of(&cells);
        let name = self.text(4);
        match self.below(18) {
            0 => Edit::SetTitle(name),
            1 | 2 => Edit::SetSource(cell, Source::new(name, self.text(60))),
            3 => Edit::AddSource(Source::new(name, self.text(60))),
            4 => Edit::AddNote(Some(cell)),
            5 => Edit::SetNote(cell, self.text(30)),
            6 => Edit::Fold { cell, folded: true },
            7 => Edit::Move { cell, down: self.below(2) == 0 },
            8 => Edit::AddComparison(cell),
            9 => Edit::Rename { cell, originals: vec![name], tag: self.text(4) },
            10 => Edit::Exclude { cell, originals: vec![name], excluded: true },
            11 => Edit::SetBaseline(cell, name),
            12 => Edit::SetProjection(cell, Some(vec![name, "Host".into()])),
            13 => Edit::SetThreshold(cell, self.below(1000) as f64 / 1000.0),
            14 => {
                let better = Some(*self.one_of(&[Better::Lower, Better::Higher, Better::Unknown]));
                let choice = MetricChoice { section: Some(self.text(3)), name, better, counted: Some(false) };
                Edit::SetMetric(cell, choice)
            }
            15 => {
                let text = self.text(40);
                let anchor = Anchor::new(cell, &text, 0..text.chars().next().map_or(0, char::len_utf8));
                Edit::Correct(vec![(Target::One(anchor), Change::Ignore)])
            }
            16 => {
                let target = Target::Metric { section: self.text(3), name, unit: "us".into() };
                Edit::Correct(vec![(target, Change::Unit(self.text(2)))])
            }
            _ => Edit::SetName(cell, name),
        }
    }

    fn notebook(&mut self) -> Notebook {
        let mut notebook = Notebook::default();
        for _ in 0..self.below(12) {
            let edit = self.edit(&notebook);
            notebook.apply(edit);
        }
        notebook
    }
}

fn random_notebooks_come_back(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        comes_back(&Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1).notebook());
    }
}

#[test]
fn notebooks_come_back() {
    random_notebooks_come_back(0..400);
}

#[test]
#[ignore = "minutes: cargo test --release -p benchnote-notebook --test links -- --ignored"]
fn a_hundred_thousand_notebooks_come_back() {
    random_notebooks_come_back(0..100_000);
}

#[test]
fn every_cut_is_an_error_that_says_how_much_arrived() {
    for text in examples() {
        let link = link_of(&text);
        for arrived in 0..link.len() {
            match permalink::read(&link[..arrived]) {
                Err(LinkError::None) => assert!(arrived < 2),
                Err(LinkError::Cut { arrived: counted, whole }) => {
                    assert_eq!(counted, arrived);
                    assert_eq!(whole, (arrived >= 9).then_some(link.len()));
                }
                other => panic!("{arrived} of {}: {other:?}", link.len()),
            }
        }
    }
}

#[test]
fn every_change_of_a_character_is_an_error() {
    for text in examples() {
        let link = link_of(&text);
        assert!(link.is_ascii() && link.ends_with(|end: char| end.is_ascii_alphanumeric()));
        for at in 0..link.len() {
            for byte in (0x20..0x7F).chain([b'\n']).map(char::from) {
                if link.as_bytes()[at] == byte as u8 {
                    continue;
                }
                let mut changed = link.clone();
                changed.replace_range(at..=at, &byte.to_string());
                assert!(permalink::read(&changed).is_err(), "{byte:?} in place {at}");
            }
        }
    }
}

/// An address with a link, and what mail and chat make of it.
fn forms(address: &str) -> Vec<String> {
    let lines = |width: usize, first: &str, quote: &str, end: &str| -> String {
        let characters: Vec<char> = address.chars().collect();
        let lines: Vec<String> = characters.chunks(width).map(|line| line.iter().collect()).collect();
        format!("{first}{}", lines.join(&format!("{end}\n{quote}")))
    };
    vec![
        address.to_owned(),
        format!("See <{address}>."),
        format!("({address}), as I said."),
        format!("Hello #1,\n\n{address}\n\nRegards, #1fans"),
        lines(72, "", "", ""),
        lines(72, "> ", "> ", ""),
        lines(70, "> > ", "> > ", " "),
        lines(75, "", "", "="),
        lines(72, "    <", "    ", ">\r").replace(">\r", "\r"),
        lines(60, "| ", "| ", ""),
        permalink::wrapped(address),
        format!("Bob wrote:\n> {}", permalink::wrapped(address).replace('\n', "\n> ")),
        address.replace('#', "%23"),
        address.replace('_', "%5F").replace('-', "%2D").replace('#', "%23"),
        address.replace('_', "=5F"),
        lines(40, "", "", "\u{200b}"),
        format!("{address}\u{200b}"),
        format!("{address}>,"),
        format!("{address}/charts"),
    ]
}

#[test]
fn what_mail_and_chat_make_of_a_link_opens() {
    for text in examples() {
        let notebook = notebook_of(&text);
        let address = format!("https://example.org/notes/benchnote/#{}", link_of(&text));
        for form in forms(&address) {
            assert_eq!(permalink::read(&form).as_ref(), Ok(&notebook), "{form}");
            assert!(permalink::holds_link(&form));
        }
    }
}

#[test]
fn a_block_for_mail_has_72_columns() {
    for text in examples() {
        let block = permalink::wrapped(&format!("https://example.org/#{}", link_of(&text)));
        assert!(block.lines().all(|line| line.len() <= 72));
    }
}

#[test]
fn a_link_cut_in_a_mail_says_so() {
    let link = link_of(&examples()[0]);
    let mail = format!("Hi,\n\nhttps://example.org/#{}\n\nRegards,\nAnn\n", &link[..989]);
    assert_eq!(permalink::read(&mail), Err(LinkError::Cut { arrived: 989, whole: Some(link.len()) }));
    let words = LinkError::Cut { arrived: 989, whole: Some(1782) }.to_string();
    assert!(words.contains("989 of 1,782 characters arrived"), "{words}");
}

#[test]
fn other_texts_hold_no_link() {
    for text in ["", "#", "#1", "# 1f", "fork 12 us", "#verdict", "Bug #12345", "https://example.org/#section-2", "é#é"]
    {
        let read = permalink::read(text);
        assert!(matches!(read, Err(LinkError::None | LinkError::Cut { whole: None, .. })), "{text:?}: {read:?}");
    }
    assert!(!permalink::holds_link("fork 12 us, see bug #1"));
}

#[test]
fn links_of_later_versions_say_so() {
    let link = link_of(&examples()[0]);
    for newer in [link.replacen("1f", "2f", 1), link.replacen("1f", "1d", 1)] {
        assert_eq!(permalink::read(&newer), Err(LinkError::Newer));
        assert_eq!(permalink::read(&format!("https://example.org/#{newer}")), Err(LinkError::Newer));
    }
}

#[test]
fn what_is_too_large_for_a_link_is_said() {
    let error = permalink::write(&notebook_of(&"fork 12 us\n".repeat(30_000))).expect_err("too large");
    assert_eq!(error.to_string(), "330,096 bytes are too much for a link; save the notebook as a file instead");
    let mut many = Notebook::default();
    for _ in 0..300 {
        many.apply(Edit::AddNote(None));
    }
    let link = permalink::write(&many).expect("it fits");
    assert_eq!(permalink::read(&link), Err(LinkError::TooLarge));
}

#[test]
fn links_of_every_version_open_for_ever() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/links");
    for (name, notebook) in golden() {
        let path = folder.join(format!("{name}.txt"));
        if std::env::var_os("WRITE_LINKS").is_some() && !path.exists() {
            std::fs::write(&path, permalink::write(&notebook).expect("it fits") + "\n").expect("a file");
        }
        let link = std::fs::read_to_string(&path).expect("a link");
        assert_eq!(permalink::read(&link).as_ref(), Ok(&notebook), "{name}");
        assert_eq!(permalink::write(&notebook).as_deref(), Ok(link.trim_end()), "{name}");
    }
}

/// The notebooks of the links in `tests/links`, which must never change.
fn golden() -> Vec<(&'static str, Notebook)> {
    let mut small = notebook_of("old: fork 12.5 us\nnew: fork 11.25 us\n");
    small.apply(Edit::SetTitle("A title".into()));
    small.apply(Edit::AddNote(None));
    let note = small.cells.iter().find(|cell| matches!(cell.body, CellBody::Note(_))).expect("a note").id;
    small.apply(Edit::SetNote(note, "As *I* see it: µ\n".into()));
    small.apply(Edit::Rename { cell: CellId(2), originals: vec!["old".into()], tag: "before".into() });
    small.apply(Edit::SetBaseline(CellId(2), "before".into()));
    small.apply(Edit::SetThreshold(CellId(2), 0.05));
    let text = small.source(CellId(1)).map(|source| source.text.clone()).unwrap_or_default();
    let at = text.find("12.5").expect("it is there");
    small.apply(Edit::Correct(vec![(Target::One(Anchor::new(CellId(1), &text, at..at + 4)), Change::Ignore)]));
    let mut notebooks = vec![("version-1-small", small), ("version-1-empty", Notebook::default())];
    let table = "> | threads | old | new |\n> |---|---|---|\n> | 1 | 10.5 | 11.5 |\n> | 2 | 20.25 | 21.75 |\n";
    let mut two = notebook_of(table);
    two.apply(Edit::AddSource(Source::new("second.txt", "real\t0m1.234s\nuser\t0m1.000s\nsys\t0m0.200s\n".repeat(3))));
    notebooks.push(("version-1-two-texts", two));
    notebooks
}

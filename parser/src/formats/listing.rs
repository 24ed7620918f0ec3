//! Files with their sizes, as `ls -l` prints them.
//!
//! ```text
//! -rwxr-xr-x    1 root     root      5115166 Jun 13 09:17 vmlinux
//! -rw-r--r--. 1 me users 4.9M 2024-06-13 09:17 build/app.js
//! ```
//!
//! Source: POSIX `ls` (the long format) and coreutils' `ls.c`: mode, links, owner, group, size, date, name. Which way a size is
//! better depends on the file. A directory's size is none.

use crate::formats::Format;
use crate::ledger::RegionKind;
use crate::mail::Document;
use crate::measurement::{Labels, Measurement, Metric, Role};
use crate::reading::number;
use crate::reading::words::{Word, words};
use crate::sink::Sink;
use crate::unit::{Better, Evidence, Unit};

/// Long listings of files.
pub const FORMAT: Format = Format {
    id: "listing",
    title: "ls -l",
    marks: &["-rw", "-r-", "-rx", "lrwx", "drwx"],
    breaks: |_, _| false,
    starts,
    read,
};

/// The words from the mode to the name.
const FEWEST_WORDS: usize = 8;

fn starts(document: &Document<'_>, line: usize) -> bool {
    file(&words(document, line)).is_some()
}

/// A file's size and name.
struct File<'w, 'd> {
    size: &'w Word<'d>,
    name: &'w Word<'d>,
    directory: bool,
}

/// `file = mode links owner [group] size date name`, perhaps behind the name of a log's field.
fn file<'w, 'd>(all: &'w [Word<'d>]) -> Option<File<'w, 'd>> {
    let mode = all.iter().take(2).position(|word| is_mode(word.text))?;
    let rest = all.get(mode..).filter(|rest| rest.len() >= FEWEST_WORDS - 1)?;
    let links = rest.get(1)?.text;
    // The date tells where the size ends: a month's name or a day behind it.
    let dated = |word: &Word<'_>| is_month(word.text) || is_day(word.text);
    let date = (4..=6).find(|&at| rest.get(at).is_some_and(dated))?;
    let size = rest.get(date - 1)?;
    let name = rest.get(date + if is_month(rest.get(date)?.text) { 3 } else { 2 })?;
    let counted = links.bytes().all(|b| b.is_ascii_digit()) && size.text.starts_with(|c: char| c.is_ascii_digit());
    counted.then_some(File { size, name, directory: !rest.first()?.text.starts_with('-') })
}

/// `-rwxr-xr-x`, perhaps with a mark of more rights.
fn is_mode(word: &str) -> bool {
    let kind = word.starts_with(['-', 'd', 'l']);
    let rights = word.get(1..10).is_some_and(|rights| rights.chars().all(|c| "rwxsStT-".contains(c)));
    kind && rights && word.get(10..).is_some_and(|rest| matches!(rest, "" | "." | "+" | "@"))
}

fn is_month(word: &str) -> bool {
    const MONTHS: &[&str] = &["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    MONTHS.contains(&word)
}

/// `2024-06-13`
fn is_day(word: &str) -> bool {
    let parts: Vec<usize> = word.split('-').map(str::len).collect();
    parts == [4, 2, 2] && word.bytes().all(|b| b.is_ascii_digit() || b == b'-')
}

fn read(document: &Document<'_>, line: usize, sink: &mut Sink) -> usize {
    let all = words(document, line);
    let Some(file) = file(&all) else { return line + 1 };
    let size = number::amount(file.size.text, number::Comma::Thousands).filter(|_| !file.directory);
    if let Some(size) = size.filter(|size| size.end == file.size.text.len()) {
        let labels = sink.labels_at(document, line, Labels::new());
        let metric = sink.metric(Metric {
            section: sink.section().to_owned(),
            name: format!("size of {}", file.name.text),
            unit: size.unit.clone().or_else(|| Unit::named("B")).unwrap_or_default(),
            better: Better::Unknown,
            better_evidence: Evidence::None,
            role: Role::Primary,
            format: FORMAT.id.to_owned(),
        });
        let (value, low, high) = (size.value, size.low, size.high);
        let span = file.size.span(document);
        sink.measure(Measurement { value, low, high, metric, labels, span, guessed: false });
    }
    sink.explain(document.line_span(line), RegionKind::Context);
    line + 1
}

#[cfg(test)]
mod tests {
    use crate::testing::{read, shown};

    #[test]
    fn sizes_of_files_are_read_below_their_labels() {
        let text = "Before:\n  -rwxrwxr-x    1 me    us     5115166 Jun 13 09:17 image\nAfter:\n  \
                    -rwxrwxr-x    1 me    us     5115001 Jun 13 09:58 image\n";
        assert_eq!(
            shown(text),
            ["size of image 5115166 B Unknown label=Before", "size of image 5115001 B Unknown label=After"]
        );
        assert_eq!(read(text).ledger.unread, 0);
    }

    #[test]
    fn other_dates_and_directories_are_known() {
        let text = "drwxr-xr-x. 2 me us 4096 2024-06-13 09:17 dir\n-rw-r--r--. 1 me us 4.9M 2024-06-13 09:17 app.js\n";
        assert_eq!(shown(text), ["size of app.js 4900000 B Unknown"]);
    }
}

//! Patches: from the first line that names a file, or the first hunk, to where the counts of the last hunk end.
//!
//! The forms are those of `diff -u`, `diff -c` and `git`: <https://git-scm.com/docs/diff-format>. Archives and mailers take the
//! blanks before context lines away and wrap long lines, so the counts are a guide and not a law.

use crate::code::is_code;
use crate::mail::Document;

/// How many old and new lines a hunk still has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Left {
    old: usize,
    new: usize,
}

/// Whether a patch starts at a line.
pub(crate) fn starts(document: &Document<'_>, at: usize) -> bool {
    let text = document.text(at);
    let next = |lines: usize| if document.same_voice(at, at + lines) { document.text(at + lines) } else { "" };
    starts_piece(document, at)
        || is_diff(text)
        || hunk(text).is_some()
        || text.starts_with("--- ") && (1..=2).any(|lines| next(lines).starts_with("+++ "))
        || text.starts_with("*** ") && next(1).starts_with("--- ") && next(2).starts_with("****")
        || is_commit(text)
        || is_stat(text)
        || is_summary(text)
}

/// Whether a patch starts at a word of a text without line ends, given that word and the next two.
pub(crate) fn starts_word(word: &str, next: &str, third: &str) -> bool {
    let file = next.contains(['/', '.']) && next.contains(char::is_alphabetic);
    match word {
        "diff" => next.starts_with('-') && next.len() > 2,
        "Index:" => file,
        "---" => file && (matches!(third, "+++" | "|") || third.starts_with("20")),
        _ => false,
    }
}

/// Whether a line that is of a text without line ends is where a patch starts.
fn starts_piece(document: &Document<'_>, at: usize) -> bool {
    let pieces = document.goes_on(at) || document.goes_on(at + 1);
    let behind = if document.goes_on(at + 1) { document.text(at + 1) } else { "" };
    let mut words = document.text(at).split_whitespace().chain(behind.split_whitespace());
    let mut word = || words.next().unwrap_or_default();
    pieces && starts_word(word(), word(), word())
}

/// `diff --git a/x b/x`, `diff -urN old new`, `Index: x`
fn is_diff(text: &str) -> bool {
    text.strip_prefix("diff ").is_some_and(|rest| rest.starts_with('-') && rest.contains(['/', '.']))
        || text.strip_prefix("Index: ").is_some_and(|file| file.contains(['/', '.']) && !file.trim().contains(' '))
}

/// The counts of `@@ -1,2 +3,4 @@`; of a merge's hunk none.
fn hunk(text: &str) -> Option<Left> {
    if text.starts_with("@@@ ") {
        return Some(Left::default());
    }
    let mut ranges = text.strip_prefix("@@ ")?.split(' ');
    let mut count = |mark: char| {
        let range = ranges.next()?.strip_prefix(mark)?;
        let (_, count) = range.split_once(',').unwrap_or((range, "1"));
        count.parse::<usize>().ok()
    };
    Some(Left { old: count('-')?, new: count('+')? })
}

/// Lines that stand before hunks.
fn is_file_line(text: &str) -> bool {
    const STARTS: &[&str] = &[
        "--- ",
        "+++ ",
        "*** ",
        "index ",
        "new file mode ",
        "deleted file mode ",
        "old mode ",
        "new mode ",
        "similarity index ",
        "dissimilarity index ",
        "rename from ",
        "rename to ",
        "copy from ",
        "copy to ",
        "Binary files ",
        "GIT binary patch",
        "=======",
        "RCS file:",
        "retrieving revision",
    ];
    STARTS.iter().any(|start| text.starts_with(start))
}

/// `commit 0123456789abcdef` as `git show` and `git log` print it.
fn is_commit(text: &str) -> bool {
    let hash = text.strip_prefix("commit ").and_then(|rest| rest.split_whitespace().next());
    hash.is_some_and(|hash| (7..=40).contains(&hash.len()) && hash.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// What `git show` prints below the commit.
fn is_commit_field(text: &str) -> bool {
    ["Author:", "AuthorDate:", "Date:", "Commit:", "CommitDate:", "Merge:", "Notes:"]
        .iter()
        .any(|name| text.starts_with(name))
}

/// ` path/file.c | 24 +++---`, ` file.bin | Bin 0 -> 12 bytes`
fn is_stat(text: &str) -> bool {
    let Some((file, rest)) = text.split_once('|') else { return false };
    let mut words = rest.split_whitespace();
    let (count, bar) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let named = !file.trim().is_empty() && (!file.trim().contains(' ') || file.contains("=>"));
    let binary = count == "Bin" && rest.contains("bytes");
    let counted = count.bytes().all(|b| b.is_ascii_digit()) && !count.is_empty() && words.next().is_none();
    named && (binary || counted && !bar.is_empty() && bar.bytes().all(|b| b == b'+' || b == b'-'))
}

/// ` 2 files changed, 13 insertions(+), 5 deletions(-)`, ` create mode 100644 file`
fn is_summary(text: &str) -> bool {
    let text = text.trim();
    let mode = ["create mode ", "delete mode ", "mode change "].iter().any(|start| text.starts_with(start));
    let moved = ["rename ", "copy ", "rewrite "].iter().any(|start| text.starts_with(start)) && text.ends_with("%)");
    let changed = (text.contains(" file changed") || text.contains(" files changed"))
        && text.starts_with(|c: char| c.is_ascii_digit());
    mode || moved || changed
}

/// The line after the patch that starts at a line.
pub(crate) fn end(document: &Document<'_>, at: usize) -> Option<usize> {
    if !starts(document, at) {
        return None;
    }
    if document.goes_on(at) || document.goes_on(at + 1) {
        return Some((at + 1..document.len()).find(|&line| !document.goes_on(line)).unwrap_or(document.len()));
    }
    let text = document.text(at);
    if is_commit(text) {
        let fields = (at + 1..)
            .take(8)
            .take_while(|&line| document.same_voice(at, line) && is_commit_field(document.text(line)));
        return Some(at + 1 + fields.count());
    }
    if is_stat(text) || is_summary(text) {
        return Some(at + 1);
    }
    let mut reader = Reader { document, voice: at, left: Left::default(), counted: true };
    let mut line = at;
    while document.same_voice(at, line) {
        let Some(next) = reader.step(line) else { break };
        line = next;
    }
    Some(line)
}

struct Reader<'d, 's> {
    document: &'d Document<'s>,
    voice: usize,
    left: Left,
    /// Whether the hunk has counts.
    counted: bool,
}

impl Reader<'_, '_> {
    /// The line after a line of the patch; none where the patch is over.
    fn step(&mut self, at: usize) -> Option<usize> {
        let text = self.document.text(at);
        if let Some(left) = hunk(text) {
            self.left = left;
            self.counted = left != Left::default();
            return Some(at + 1);
        }
        let open = self.left.old > 0 || self.left.new > 0 || !self.counted;
        if !open && (is_diff(text) || is_file_line(text)) {
            return Some(at + 1);
        }
        if text.trim().is_empty() {
            return self.blank(at, open);
        }
        match text.as_bytes().first() {
            _ if !open => return (is_code(text) || text.starts_with("\\ ") || is_diff(text)).then_some(at + 1),
            Some(b'+') => self.left.new = self.left.new.saturating_sub(1),
            Some(b'-') => self.left.old = self.left.old.saturating_sub(1),
            Some(b' ' | b'\t') => self.context(),
            Some(b'\\') => {}
            _ if is_diff(text) => self.left = Left::default(),
            // A context line without its blank, or the rest of a wrapped line.
            _ => {
                let patched = |line: usize| self.reads(line).is_some_and(|text| text.starts_with(['+', '-', '@', ' ']));
                if !is_code(text) && !(at + 1..at + 4).any(patched) {
                    return None;
                }
            }
        }
        Some(at + 1)
    }

    fn context(&mut self) {
        self.left = Left { old: self.left.old.saturating_sub(1), new: self.left.new.saturating_sub(1) };
    }

    fn reads(&self, line: usize) -> Option<&str> {
        self.document.same_voice(self.voice, line).then(|| self.document.text(line))
    }

    /// A blank line is a context line that lost its blank, or stands before the next file, or the patch is over.
    fn blank(&mut self, at: usize, open: bool) -> Option<usize> {
        let next = (at + 1..at + 4).find_map(|line| self.reads(line).filter(|text| !text.trim().is_empty()))?;
        let goes_on = hunk(next).is_some() || is_diff(next) || open && next.starts_with(['+', '-', ' ', '\t', '\\']);
        if !(goes_on || open && is_code(next)) {
            return None;
        }
        self.context();
        Some(at + 1)
    }
}

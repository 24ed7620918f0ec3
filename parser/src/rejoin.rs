//! Line ends that mail put in, taken out again where nothing else than mail can have put them: flowed text, line ends
//! doubled by an archive, commands and sentences that a mailer wrapped, a text that was poured into lines.
//!
//! Rows of tables are no matter of this: whether one was wrapped, only the reader of its table can tell.

use crate::aside::is_mail_field;
use crate::mail::{Line, logical_line, quoted_by_bars};
use crate::transfer::Manner;

/// A stretch of text around a line end, and what is read in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) with: &'static str,
}

/// A line that a mailer wraps is at least this long with the word that did not fit.
pub(crate) const WRAPS_BEYOND: usize = 56;
/// No mailer wraps later than this.
const LONGEST_WRAPPED: usize = 100;

/// No line that is put together grows beyond this: longer ones are taken for texts without line ends.
const LONGEST_JOINED: usize = 300;

/// The cuts of a text, in order, without overlaps.
pub(crate) fn cuts(text: &str, manners: &[Manner]) -> Vec<Cut> {
    let rows = Rows::of(text);
    let mut cuts = Vec::new();
    let doubled = rows.doubled();
    let poured = rows.poured(doubled);
    // How long the line is that the cuts have made so far.
    let mut length = 0;
    let mut at = 0;
    while at + 1 < rows.lines.len() {
        let next = rows.next(at, doubled);
        length += rows.line(at).len();
        let cut = rows.cut(at, next, poured, manners).filter(|(_, sure)| *sure || length < LONGEST_JOINED);
        if let Some((cut, _)) = cut {
            cuts.push(cut);
        } else {
            length = 0;
            if next > at + 1 {
                cuts.push(rows.line_end(at, next));
            }
        }
        at = next;
    }
    cuts
}

/// The lines of a text without their quote marks, and where the text of each starts.
struct Rows<'t> {
    text: &'t str,
    lines: Vec<Line>,
    /// Where each starts with its quote marks.
    starts: Vec<u32>,
}

impl<'t> Rows<'t> {
    fn of(text: &'t str) -> Self {
        let bars = quoted_by_bars(text);
        let (mut lines, mut starts, mut start) = (Vec::new(), Vec::new(), 0);
        for end in memchr::memchr_iter(b'\n', text.as_bytes()).chain(std::iter::once(text.len())) {
            lines.push(logical_line(text, start, end, bars));
            starts.push(start as u32);
            start = end + 1;
        }
        Self { text, lines, starts }
    }

    fn line(&self, at: usize) -> &'t str {
        self.lines.get(at).and_then(|line| self.text.get(line.start as usize..line.end as usize)).unwrap_or_default()
    }

    fn depth(&self, at: usize) -> Option<u8> {
        self.lines.get(at).map(|line| line.depth)
    }

    fn is_blank(&self, at: usize) -> bool {
        self.line(at).trim().is_empty()
    }

    /// The line after a line, but for the blank one that an archive put between.
    fn next(&self, at: usize, doubled: bool) -> usize {
        if doubled && at + 2 < self.lines.len() && self.is_blank(at + 1) { at + 2 } else { at + 1 }
    }

    /// Whether an archive doubled the line ends: no two lines stand together, and blank lines come in odd numbers, some
    /// of them three and more.
    fn doubled(&self) -> bool {
        const FEWEST: usize = 6;
        let (mut filled, mut runs, mut wide) = (0_usize, 0_usize, false);
        for at in 0..self.lines.len() {
            if self.is_blank(at) {
                runs += 1;
                continue;
            }
            if filled > 0 && runs % 2 == 0 {
                return false;
            }
            filled += 1;
            wide |= filled > 1 && runs >= 3;
            runs = 0;
        }
        filled >= FEWEST && wide
    }

    /// Whether the whole text was poured into lines: each is as long as it can be, whatever stands in it. A table has
    /// rows of one kind, and prose alone is none the worse for it.
    fn poured(&self, doubled: bool) -> bool {
        const FEWEST: usize = 6;
        let filled: Vec<&str> =
            (0..self.lines.len()).map(|at| self.line(at)).filter(|line| !line.trim().is_empty()).collect();
        let longest = filled.iter().filter(|line| line.trim().contains(' ')).map(|line| width(line)).max().unwrap_or(0);
        let blanks = self.lines.len() - filled.len();
        if doubled || filled.len() < FEWEST || blanks > 1 || !(WRAPS_BEYOND..=LONGEST_WRAPPED).contains(&longest) {
            return false;
        }
        let short = filled.windows(2).filter(|pair| {
            let [line, next] = pair else { return false };
            width(line) + 1 + width(first_word(next)) <= longest
        });
        // A line that begins with what could be a quote mark looks shorter than it is.
        let full = short.count() * 10 <= filled.len() && !filled.iter().any(|line| has_gap(line));
        let counts: std::collections::BTreeSet<usize> = filled.iter().map(|line| line.split(' ').count()).collect();
        full && counts.len() >= 3
    }

    /// The line end between two lines alone.
    fn line_end(&self, at: usize, next: usize) -> Cut {
        let start = self.starts.get(at + 1).map_or(0, |&start| start as usize);
        let end = self.starts.get(next).map_or(start, |&start| start as usize);
        Cut { start, end, with: "" }
    }

    /// What stands between the text of a line and that of the next, where the two are one, and whether that is sure.
    fn cut(&self, at: usize, next: usize, poured: bool, manners: &[Manner]) -> Option<(Cut, bool)> {
        let (line, rest) = (self.lines.get(at)?, self.lines.get(next)?);
        let (text, following) = (self.line(at), self.line(next));
        if text.trim().is_empty() || following.trim().is_empty() {
            return None;
        }
        let join = |start: usize, with| Some((Cut { start, end: rest.start as usize, with }, poured));
        let end = line.start as usize + text.trim_end().len();
        if poured {
            return join(end, " ");
        }
        if line.depth != rest.depth {
            return None;
        }
        let part = manners.partition_point(|m| m.end < line.end as usize);
        let flowed = manners.get(part).filter(|m| m.start <= line.start as usize);
        if let Some(delete) = flowed.and_then(|manner| manner.flowed) {
            // The blanks before a soft line end are of the line, whatever they pad.
            let full = text.chars().count() + width(first_word(following)) > WRAPS_BEYOND;
            let soft = text.ends_with(' ') && text != "-- " && full;
            let end = line.end as usize - usize::from(delete);
            // A blank put before a line so that it is not taken for a quoted one stands behind the line end.
            let stuffed = usize::from(rest.depth == 0 && following.starts_with(' '));
            return soft.then_some((Cut { start: end, end: rest.start as usize + stuffed, with: "" }, true));
        }
        if let Some(before) = text.trim_end().strip_suffix(" \\").filter(|before| is_command(before)) {
            let indent = following.len() - following.trim_start().len();
            let start = line.start as usize + before.trim_end().len();
            return Some((Cut { start, end: rest.start as usize + indent, with: " " }, false));
        }
        let headed = is_mail_field(text) || is_mail_field(following);
        if headed || !reaches(text, following) || width(text) > LONGEST_WRAPPED {
            return None;
        }
        if is_command(text) && goes_on_command(text, following) {
            let indent = following.len() - following.trim_start().len();
            return Some((Cut { start: end, end: rest.start as usize + indent, with: " " }, false));
        }
        let last = self.depth(next + 1) != Some(rest.depth) || !reaches(following, self.line(next + 1));
        // A number begins many lines that are none of a sentence.
        let number = following.starts_with(|c: char| c.is_ascii_digit());
        // A label further in, for what follows it, is none of the sentence above.
        let indent = |line: &str| line.len() - line.trim_start().len();
        let opens = |c: char| c.is_uppercase();
        let label = following.trim_end().ends_with(':') && following.trim_start().starts_with(opens);
        if label && indent(following) > indent(text) {
            return None;
        }
        let open = !number || text.split_whitespace().last().is_some_and(|word| COMMON.contains(&word));
        let closed = text.trim_end().ends_with(')') && begins_large(following) || text.trim_end().ends_with("\")");
        let parted = is_key_with_value(text) || closed;
        if open && !parted && is_sentence(text) && goes_on(following, last) { join(end, " ") } else { None }
    }
}

/// How many characters a line has.
fn width(line: &str) -> usize {
    line.trim_end().chars().count()
}

fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// Whether the first word of the next line did not fit into a line any more.
pub(crate) fn reaches(line: &str, next: &str) -> bool {
    width(line) + 1 + width(first_word(next)) > WRAPS_BEYOND
}

/// Whether a line has blanks that are more than between words.
pub(crate) fn has_gap(line: &str) -> bool {
    let mut gaps = line.trim().match_indices("  ").map(|(at, _)| at);
    line.trim().contains('\t')
        || gaps.any(|at| !line.trim().get(..at).is_some_and(|before| before.ends_with(['.', ' '])))
}

/// Whether a line goes on with the command above it: with an option, or with what the option at its end is given. A program
/// that parts its options by two blanks does so in both lines.
fn goes_on_command(command: &str, line: &str) -> bool {
    let is_option = |word: &str| {
        let name = word.trim_start_matches('-');
        (1..=2).contains(&(word.len() - name.len())) && name.starts_with(char::is_alphabetic)
    };
    let spaced = command.contains("  -");
    let plain = !has_gap(line) || spaced;
    let value = plain && line.trim_start().starts_with(['/', '.', '"', '\'']) && !line.trim_end().ends_with(':');
    let given = command.split_whitespace().last().is_some_and(is_option) && value;
    let indent = line.len() - line.trim_start().len();
    (is_option(line.trim_start()) && (indent == 0 || spaced) && plain) || given
}

/// How many words and numbers a line has.
fn words_and_numbers(line: &str) -> (usize, usize) {
    let numbers = line.split_whitespace().filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).count();
    (line.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count(), numbers)
}

/// Words that only sentences have.
const COMMON: &[&str] = &[
    "the", "a", "an", "of", "and", "or", "to", "in", "is", "are", "was", "were", "with", "without", "for", "on",
    "that", "it", "from", "I", "we", "this", "at", "by", "be", "has", "have", "not", "but", "as", "than", "when",
    "which",
];

/// How many of a line's words only sentences have.
pub(crate) fn common_words(line: &str) -> usize {
    line.split_whitespace().filter(|word| COMMON.contains(word)).count()
}

/// Whether a line is the beginning of a sentence: words of which some only sentences have, and no end.
fn is_sentence(line: &str) -> bool {
    let (words, numbers) = words_and_numbers(line);
    let ended = line.trim_end().ends_with(['.', ':', '!', '?', ';', '|']) || line.trim_end().ends_with("better");
    words >= 5 && common_words(line) >= 2 && numbers * 3 <= words && !ended && !has_gap(line)
}

/// Whether a line is a key and what it is: `Average number of seconds to run all queries: 0.823 seconds`.
fn is_key_with_value(line: &str) -> bool {
    const MOST_VALUE_WORDS: usize = 2;
    let value = line.rsplit_once(": ").map_or("", |(_, value)| value.trim());
    value.starts_with(|c: char| c.is_ascii_digit()) && value.split_whitespace().count() <= MOST_VALUE_WORDS
}

/// Whether a line begins with a word in capitals or with a capital one.
fn begins_large(line: &str) -> bool {
    line.trim_start().starts_with(char::is_uppercase)
}

/// Whether a line can be the rest of a sentence: words, more than numbers, and no mark of a list or table before them;
/// in the middle of a paragraph some that only sentences have.
fn goes_on(line: &str, last: bool) -> bool {
    let (words, numbers) = words_and_numbers(line);
    let first = first_word(line);
    let marked = !first.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '(' | '\'' | '"' | '`'))
        || first.starts_with(|c: char| c.is_ascii_digit())
            && !first.bytes().all(|b| b.is_ascii_digit() || b == b'.' || b == b',');
    // A lone word of several parts is a name: `config-db-pgbench`.
    let name = line.split_whitespace().count() == 1 && line.matches(['-', '_']).count() >= 2;
    let sentence = common_words(line) > 0 || last && words <= 3 && !name;
    words > numbers && sentence && !marked && !has_gap(line) && !line.contains('|')
}

/// Whether a line is a command with options.
pub(crate) fn is_command(line: &str) -> bool {
    let line = line.trim_start();
    let typed = ["$ ", "+ ", "# ", "./", "/"].iter().any(|mark| line.starts_with(mark));
    let option = line.split_whitespace().skip(1).any(|word| word.len() > 1 && word.starts_with('-'));
    let program = first_word(line).chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_./".contains(c));
    typed || option && program && !line.starts_with('-')
}

#[cfg(test)]
mod tests {
    use crate::undo::undo;

    fn joined(text: &str) -> String {
        undo(text).view.text().to_owned()
    }

    #[test]
    fn lines_that_mail_did_not_make_stay() {
        let row = "a".repeat(60);
        for text in [
            "Subject: x\n\nsome words\nof a text\n".to_owned(),
            format!("{row} 1 2\n{row} 3 4\n{row} 5 6\n"),
            "Host                 OS  Mhz null null      open selct sig  sig  fork exec sh\nthe  call and I/O stat\n"
                .to_owned(),
            "I ran it on the machine that stands in the corner of my office:\nreal 1m2.3s\n".to_owned(),
            "a\n\nb\n\nc\n\nd\n\ne\n\nf\n\ng\n".to_owned(),
        ] {
            assert_eq!(joined(&text), text);
        }
    }

    #[test]
    fn doubled_line_ends_are_single_again() {
        let text = "a 1\nb 2\n\nc 3\nd 4\ne 5\nf 6\n";
        assert_eq!(joined(&text.replace('\n', "\n\n")).trim_end(), text.trim_end());
        assert_eq!(joined(&text.replace('\n', "\r\n\r\n")).lines().count(), 7);
    }

    #[test]
    fn flowed_text_flows() {
        let head = "Content-Type: text/plain; format=flowed\n\n";
        let long = "word ".repeat(13);
        assert_eq!(joined(&format!("{head}> {long}\n> rest  12\n> b\n")), format!("{head}> {long}rest  12\n> b\n"));
        assert_eq!(joined(&format!("{head}{long}\n  x\nshort \nrow\n")), format!("{head}{long} x\nshort \nrow\n"));
        let delete = head.replace("flowed", "flowed; delsp=yes");
        assert_eq!(joined(&format!("{delete}{long}\nrest\n")), format!("{delete}{}rest\n", long.trim_end()));
    }

    #[test]
    fn wrapped_commands_and_sentences_are_whole_again() {
        let command = "$ sudo ./cyclictest --mlockall --smp --priority=80 --interval=200";
        assert_eq!(
            joined(&format!("> {command}\n> --distance=0\n> # x\n")),
            format!("> {command} --distance=0\n> # x\n")
        );
        assert_eq!(joined("$ fio --name=a \\\n    --rw=read\n"), "$ fio --name=a --rw=read\n");
        let sentence = "I got around to running the workload on a four core box with 2 GB of";
        assert_eq!(joined(&format!("{sentence}\nmemory.\n\nFirst:\n")), format!("{sentence} memory.\n\nFirst:\n"));
    }

    #[test]
    fn a_text_poured_into_lines_is_one() {
        let words: Vec<String> = (0..120).map(|n| format!("{}{n}", "ab".repeat(n % 4))).collect();
        let flat = words.join(" ");
        let (mut poured, mut width) = (String::new(), 0);
        for word in &words {
            if width + 1 + word.len() > 72 {
                poured.push('\n');
                width = 0;
            } else if width > 0 {
                poured.push(' ');
                width += 1;
            }
            poured.push_str(word);
            width += word.len();
        }
        assert_eq!(joined(&poured), flat);
    }
}

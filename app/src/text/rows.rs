//! A text broken into rows of one height, and the stretch of them that a scrolled window shows.
//!
//! Only rows in view are in the page, so that a text of megabytes costs no more than a short one. A line longer than
//! [`WIDTH`] takes several rows, broken at blanks where there are any: even a line of 100,000 characters is shown.

use benchnote_parser::LineIndex;

/// The most characters in a row.
pub(crate) const WIDTH: usize = 140;
/// How far back from the end of a row a blank is looked for.
const BACK: usize = 40;

/// The rows of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    starts: Vec<u32>,
    lines: LineIndex,
    end: u32,
}

impl Rows {
    /// Breaks a text.
    pub(crate) fn new(text: &str) -> Self {
        let mut starts = Vec::new();
        let mut at = 0;
        for line in text.split('\n') {
            starts.push(at as u32);
            for part in breaks(line) {
                starts.push((at + part) as u32);
            }
            at += line.len() + 1;
        }
        Self { starts, lines: LineIndex::new(text), end: text.len() as u32 }
    }

    /// How many rows there are; at least one.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The bytes of a row, its line break included.
    pub(crate) fn range(&self, row: usize) -> (u32, u32) {
        let start = self.starts.get(row).copied().unwrap_or(self.end);
        (start, self.starts.get(row + 1).copied().unwrap_or(self.end))
    }

    /// The row that holds a byte.
    pub(crate) fn row_of(&self, byte: u32) -> usize {
        self.starts.partition_point(|&start| start <= byte).saturating_sub(1)
    }

    /// The number of a row's line, from 1, where the row begins it; the rest of a long line has none.
    pub(crate) fn line_number(&self, row: usize) -> Option<usize> {
        let (start, _) = self.range(row);
        let line = self.lines.line_of(start);
        (self.lines.start_of(line) == start).then_some(line + 1)
    }

    /// The number of the line that holds a byte, from 1.
    pub(crate) fn line_of(&self, byte: u32) -> usize {
        self.lines.line_of(byte) + 1
    }

    /// How many lines there are; an empty one after the last line break does not count.
    pub(crate) fn lines(&self) -> usize {
        let lines = self.lines.len();
        if lines > 1 && self.lines.start_of(lines - 1) == self.end { lines - 1 } else { lines }
    }
}

/// Where a line's second and further rows begin.
fn breaks(line: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut rest = line;
    // A row never has more characters than bytes: most lines end here.
    while rest.len() > WIDTH {
        let Some((limit, _)) = rest.char_indices().nth(WIDTH) else { break };
        let earliest = rest.char_indices().nth(WIDTH - BACK).map_or(0, |(at, _)| at);
        let blank = rest[earliest..limit].rfind([' ', '\t']).map(|at| earliest + at + 1);
        rest = &rest[blank.unwrap_or(limit)..];
        found.push(line.len() - rest.len());
    }
    found
}

/// Rows of one height in a scrolled box. Browsers limit how tall an element can be, so that beyond it the box scrolls
/// faster than its content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Window {
    /// How many rows there are.
    pub(crate) rows: usize,
    /// The height of a row in page pixels.
    pub(crate) row_height: f64,
    /// The height of the box in page pixels.
    pub(crate) view: f64,
}

impl Window {
    /// The tallest content, in page pixels; Firefox draws nothing beyond 17.8 million.
    const TALLEST: f64 = 8_000_000.0;
    /// Rows above and below that are kept in the page as well.
    const SPARE: usize = 8;

    fn full(self) -> f64 {
        self.rows as f64 * self.row_height
    }

    /// The height that the content takes in the page.
    pub(crate) fn height(self) -> f64 {
        self.full().min(Self::TALLEST)
    }

    /// Rows scrolled past for each page pixel scrolled, times the row's height: 1 unless the content was shortened.
    fn stretch(self) -> f64 {
        let (full, short) = (self.full() - self.view, self.height() - self.view);
        if short > 0.0 && full > short { full / short } else { 1.0 }
    }

    /// The rows to have in the page, from and to, for a scrolled distance. Changes only every few rows.
    pub(crate) fn shown(self, scrolled: f64) -> (usize, usize) {
        let top = (scrolled.max(0.0) * self.stretch() / self.row_height) as usize;
        let from = (top.min(self.rows.saturating_sub(1)) / Self::SPARE).saturating_sub(1) * Self::SPARE;
        let count = (self.view.max(0.0) / self.row_height).ceil() as usize + 3 * Self::SPARE;
        (from, (from + count).min(self.rows))
    }

    /// Where a row stands in the page, from the top of the content, when the box is scrolled so far.
    pub(crate) fn top_of(self, row: usize, scrolled: f64) -> f64 {
        row as f64 * self.row_height - scrolled * (self.stretch() - 1.0)
    }

    /// The first row that is wholly in view for a scrolled distance.
    pub(crate) fn first_visible(self, scrolled: f64) -> usize {
        ((scrolled.max(0.0) * self.stretch() / self.row_height).ceil() as usize).min(self.rows.saturating_sub(1))
    }

    /// Whether a row is wholly in view for a scrolled distance.
    pub(crate) fn holds(self, row: usize, scrolled: f64) -> bool {
        let at = self.top_of(row, scrolled) - scrolled;
        at >= 0.0 && at + self.row_height <= self.view
    }

    /// How far to scroll so that a row stands in the upper third.
    pub(crate) fn scroll_to(self, row: usize) -> f64 {
        ((row as f64 * self.row_height - self.view / 3.0) / self.stretch()).clamp(0.0, self.height())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        let rows = Rows::new(text);
        (0..rows.len()).map(|row| rows.range(row)).map(|(from, to)| &text[from as usize..to as usize]).collect()
    }

    #[test]
    fn short_lines_are_rows() {
        assert_eq!(texts("ab\n\nc"), ["ab\n", "\n", "c"]);
        assert_eq!(texts(""), [""]);
        let rows = Rows::new("ab\n\nc\n");
        assert_eq!((rows.len(), rows.lines()), (4, 3));
        assert_eq!(rows.row_of(4), 2);
        assert_eq!(rows.line_number(2), Some(3));
    }

    #[test]
    fn long_lines_break_at_blanks() {
        let text = format!("{}\nend", "word and ".repeat(60));
        let rows = texts(&text);
        assert_eq!(rows.concat(), text);
        assert!(rows.iter().all(|row| row.trim_end().chars().count() <= WIDTH));
        assert!(rows[..rows.len() - 2].iter().all(|row| row.ends_with(' ')));
        let index = Rows::new(&text);
        assert_eq!(index.line_number(1), None);
        assert_eq!(index.line_number(index.len() - 1), Some(2));
    }

    #[test]
    fn a_line_without_blanks_breaks_anywhere_between_characters() {
        let text = "é".repeat(100_000);
        let rows = texts(&text);
        assert_eq!(rows.len(), 100_000_usize.div_ceil(WIDTH));
        assert!(rows[..rows.len() - 1].iter().all(|row| row.chars().count() == WIDTH));
    }

    #[test]
    fn a_window_holds_the_rows_in_view() {
        let window = Window { rows: 1000, row_height: 20.0, view: 300.0 };
        for scrolled in [0.0, 155.0, 9_000.0, 19_700.0] {
            let (from, to) = window.shown(scrolled);
            assert!(from as f64 * 20.0 <= scrolled && to as f64 * 20.0 >= scrolled + 300.0);
            assert!(to - from < 60);
        }
        assert_eq!(window.top_of(10, 500.0), 200.0);
        assert_eq!(window.first_visible(41.0), 3);
        assert!(window.holds(2, 40.0) && window.holds(16, 40.0));
        assert!(!window.holds(1, 40.0) && !window.holds(17, 40.0));
    }

    #[test]
    fn the_last_row_of_a_huge_text_can_be_reached() {
        let window = Window { rows: 3_000_000, row_height: 20.0, view: 300.0 };
        let end = window.height() - window.view;
        assert_eq!(window.shown(end).1, window.rows);
        // Seen from the box, the last row ends at its lower edge.
        let bottom = window.top_of(window.rows, end) - end;
        assert!((bottom - window.view).abs() < 1e-3, "{bottom}");
        let scrolled = window.scroll_to(2_000_000);
        let (from, to) = window.shown(scrolled);
        assert!((from..to).contains(&2_000_000));
        let at = window.top_of(2_000_000, scrolled) - scrolled;
        assert!((at - 100.0).abs() < 1e-3, "{at}");
    }
}

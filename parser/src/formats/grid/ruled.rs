//! Tables whose columns are told by the dashes under their header alone, since no more than a blank parts some names:
//!
//! ```text
//! RES. value     reference tol. suite        test
//! ----|---------|---------|----|------------|------------
//! pass 1.328e+07 1.342e+07 10   TableSuite   RandomRead
//! ```

use super::cells::Cutter;
use super::header::phrases;
use super::layout::{FEWEST_FIGURES, Grid, Row};

/// Fewer runs of dashes tell no columns.
const FEWEST_COLUMNS: usize = 3;

/// The columns of characters that the runs of dashes in a line take; nothing where it is no such rule.
fn extents(text: &str) -> Option<Vec<(usize, usize)>> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut open = false;
    for (column, c) in text.chars().enumerate() {
        let dash = matches!(c, '-' | '=' | '─' | '━');
        if !dash && !matches!(c, ' ' | '|' | '+' | '┼' | '│' | ':') {
            return None;
        }
        match found.last_mut().filter(|_| open && dash) {
            Some(last) => last.1 = column + 1,
            None if dash => found.push((column, column + 1)),
            None => {}
        }
        open = dash;
    }
    (found.len() >= FEWEST_COLUMNS).then_some(found)
}

/// The table under a line whose words only the rule below it tells apart.
pub(super) fn table(cutter: Cutter<'_>, line: usize) -> Option<Grid<'_>> {
    let document = cutter.document;
    let rule = Some(line + 1).filter(|&rule| rule < document.len() && document.depth(rule) == document.depth(line))?;
    let extents = extents(document.text(rule).trim_end())?;
    let text = document.text(line);
    if phrases(text).len() == extents.len() || text.contains('\t') {
        return None;
    }
    let header = cutter.under(line, &extents)?;
    let named = header.iter().skip(1).all(|cell| !cell.text.is_empty() && cell.figure.is_none());
    if !named {
        return None;
    }
    let mut rows: Vec<Row<'_>> = Vec::new();
    for at in rule + 1..document.len() {
        let ends = document.depth(at) != document.depth(line) || document.is_blank(at);
        let Some(cells) = (if ends { None } else { cutter.under(at, &extents) }) else { break };
        let figures = cells.iter().filter(|cell| cell.is_value() && !cell.text.is_empty()).count();
        if figures == 0 {
            break;
        }
        let cells = cells.into_iter().map(|cell| Some(cell).filter(|cell| !cell.text.is_empty())).collect();
        rows.push(Row { line: at, cells, group: None });
    }
    let end = rows.last()?.line + 1;
    let heads = header.iter().map(|cell| vec![cell.text.to_string()]).collect();
    let figures = rows.iter().flat_map(|row| &row.cells).flatten().filter(|cell| cell.figure.is_some()).count();
    (rows.len() >= 2 && figures >= FEWEST_FIGURES).then_some(Grid {
        first: line,
        header: vec![line],
        heads,
        corner: String::new(),
        guessed: false,
        rows,
        rules: vec![rule],
        summaries: Vec::new(),
        end,
    })
}

//! What was learned: plain data with a form for people.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

use super::pattern::Pattern;
use crate::unit::Better;

/// How figures like a marked one are found, and what they are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// The lines that hold such figures.
    pub shape: Shape,
    /// Where the name of what was measured is found.
    pub metric: Origin,
    /// Where the setting is found.
    pub config: Origin,
    /// The unit that was given, of figures that have none beside them or above their column.
    pub unit: Option<String>,
    /// The direction that was given, of figures with the marked one's unit.
    pub better: Option<Better>,
    /// The marked figure's unit as it was read or given, which `better` is about.
    pub of: Option<String>,
}

/// The lines that hold figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// Lines that look like this.
    Line(Pattern),
    /// Rows of a table.
    Row {
        /// What parts the cells.
        cut: Cut,
        /// How many cells a row has.
        cells: usize,
        /// What a cell with a figure looks like.
        cell: Pattern,
        /// The marked figure's cell, from 0.
        column: usize,
        /// Whether the other cells that look like it hold figures as well.
        all: bool,
        /// The line above the rows, from 0 right above them, that has the units of the columns.
        units: Option<usize>,
    },
}

/// What parts the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// `|`
    Bars,
    /// Tabs.
    Tabs,
    /// `;`
    Semicolons,
    /// `,`
    Commas,
    /// Two blanks or more; numbers beside each other are parted by one.
    Gaps,
    /// One blank; the words before the first number are one cell.
    Words,
}

/// Where a name is found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Origin {
    /// Nowhere.
    Unknown,
    /// It was given, and holds for all figures.
    Given(String),
    /// It was given for the marked column, and other columns have none.
    Columns(String),
    /// It was given for the block with this number, from 0, and other blocks have none.
    Blocks(String, usize),
    /// In the pattern of the line or the cell.
    Beside,
    /// In this cell of the row, from 0.
    Cell(usize),
    /// Above the column, in this line over the rows, from 0 right above them.
    Header(usize),
    /// In the nearest line above that looks like this.
    Above(Pattern),
}

impl Display for Cut {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bars => "bars",
            Self::Tabs => "tabs",
            Self::Semicolons => "semicolons",
            Self::Commas => "commas",
            Self::Gaps => "gaps",
            Self::Words => "blanks",
        })
    }
}

impl Rule {
    /// A part of the one-line form; nothing where the pattern shows it already.
    fn name(f: &mut Formatter<'_>, what: &str, origin: &Origin) -> fmt::Result {
        match origin {
            Origin::Unknown | Origin::Beside => Ok(()),
            Origin::Given(name) => write!(f, "; {what} {name:?}"),
            Origin::Columns(name) => write!(f, "; {what} {name:?} of this column"),
            Origin::Blocks(name, at) => write!(f, "; {what} {name:?} of block {}", at + 1),
            Origin::Cell(cell) => write!(f, "; {what} from cell {}", cell + 1),
            Origin::Header(0) => write!(f, "; {what} from the header"),
            Origin::Header(line) => write!(f, "; {what} from {} lines above the rows", line + 1),
            Origin::Above(pattern) => write!(f, "; {what} from \"{pattern}\" above"),
        }
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.shape {
            Shape::Line(pattern) => write!(f, "line \"{pattern}\"")?,
            Shape::Row { cut, cells, cell, column, all, .. } => {
                let which = if *all { "all like cell" } else { "cell" };
                write!(f, "rows of {cells} cells parted by {cut}; {which} {} \"{cell}\"", column + 1)?;
            }
        }
        Self::name(f, "metric", &self.metric)?;
        Self::name(f, "config", &self.config)?;
        if let Some(unit) = &self.unit {
            write!(f, "; unit {unit}")?;
        }
        match self.better {
            Some(Better::Lower) => f.write_str("; lower is better"),
            Some(Better::Higher) => f.write_str("; higher is better"),
            Some(Better::Unknown) | None => Ok(()),
        }
    }
}

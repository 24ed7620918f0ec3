//! What the reader of the page must know about the reading.

use serde::{Deserialize, Serialize};

use crate::source::Span;

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know.
    Note,
    /// A figure may have been read wrongly or was not read.
    Warning,
    /// Something could not be read at all.
    Error,
}

/// What was noticed while reading, with its particulars.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum DiagnosticKind {
    /// No figure was found in the text.
    NothingFound,
    /// The text is longer than what is read: bytes given, bytes read.
    TooLong(usize, usize),
    /// Rows have fewer values than the header has columns, and the blanks that would tell which are gone: the
    /// column taken, and the others that the values would fit.
    GuessedColumn {
        /// The table.
        section: String,
        /// The column that the values were taken for.
        taken: String,
        /// Columns that they would fit as well by print and order.
        others: Vec<String>,
    },
    /// Columns of the header that no row has a value for.
    MissingColumns {
        /// The table.
        section: String,
        /// Their names.
        columns: Vec<String>,
    },
    /// A row that does not fit its table's columns.
    UnreadRow {
        /// The table.
        section: String,
        /// How many values it has.
        values: usize,
        /// How many the table has columns for.
        columns: usize,
    },
    /// A table that the format announces but whose columns are not known.
    UnknownTable {
        /// Its title.
        section: String,
    },
    /// A suffix that the tool's column cut off: read as a thousand times what is printed, or left as printed.
    LostSuffix {
        /// The metric.
        metric: String,
        /// Whether it was read as thousands.
        thousands: bool,
    },
    /// Figures of the tool named here, without a word of which benchmark they are of.
    Nameless(String),
    /// The tool prints this warning itself.
    ToolWarning(String),
    /// Two formats claim the same lines; the first was taken.
    AmbiguousFormat(Vec<String>),
}

/// One thing noticed, and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// What it is.
    pub kind: DiagnosticKind,
    /// Where it shows.
    pub span: Span,
}

impl Diagnostic {
    /// A diagnostic about a place.
    pub fn new(kind: DiagnosticKind, span: Span) -> Self {
        Self { severity: kind.severity(), kind, span }
    }
}

impl DiagnosticKind {
    /// A stable name for machines.
    pub fn slug(&self) -> &'static str {
        match self {
            Self::NothingFound => "nothing-found",
            Self::TooLong(..) => "too-long",
            Self::GuessedColumn { .. } => "guessed-column",
            Self::MissingColumns { .. } => "missing-column",
            Self::UnreadRow { .. } => "unread-row",
            Self::UnknownTable { .. } => "unknown-table",
            Self::LostSuffix { .. } => "lost-suffix",
            Self::Nameless(_) => "nameless-figures",
            Self::ToolWarning(_) => "tool-warning",
            Self::AmbiguousFormat(_) => "ambiguous-format",
        }
    }

    /// How much such a thing matters.
    pub fn severity(&self) -> Severity {
        match self {
            Self::NothingFound | Self::TooLong(..) => Severity::Error,
            Self::GuessedColumn { .. }
            | Self::UnreadRow { .. }
            | Self::UnknownTable { .. }
            | Self::Nameless(_)
            | Self::LostSuffix { .. } => Severity::Warning,
            Self::MissingColumns { .. } | Self::ToolWarning(_) | Self::AmbiguousFormat(_) => Severity::Note,
        }
    }

    /// The sentence for people: what was expected, what was found, what was done.
    pub fn message(&self) -> String {
        match self {
            Self::NothingFound => "No benchmark figures were found here.".to_owned(),
            Self::TooLong(given, read) => format!("The text has {given} bytes; only the first {read} were read."),
            Self::GuessedColumn { section, taken, others } => format!(
                "{section}: the rows have fewer values than the header has columns, and the blanks that told which are gone. \
                 This value was taken for {taken}; it would also fit {}.",
                others.join(", ")
            ),
            Self::MissingColumns { section, columns } => {
                format!("{section}: no row has a value for {}.", columns.join(", "))
            }
            Self::UnreadRow { section, values, columns } => {
                format!(
                    "{section}: a row with {values} values does not fit the table's {columns} columns; it was left unread."
                )
            }
            Self::UnknownTable { section } => {
                format!("{section}: the columns of this table are not known; it was left unread.")
            }
            Self::LostSuffix { metric, thousands: true } => {
                format!(
                    "{metric}: the column is one character too narrow and cuts off the K; this was read as thousands."
                )
            }
            Self::LostSuffix { metric, thousands: false } => format!(
                "{metric}: some versions of the tool cut off the K of thousands in this column; this was read as printed."
            ),
            Self::Nameless(tool) => {
                format!("{tool}: nothing above these figures says which benchmark they are of; they were left unread.")
            }
            Self::ToolWarning(text) => format!("The tool itself warns: {text}"),
            Self::AmbiguousFormat(ids) => {
                format!("These lines could be read as {}; the first was taken.", ids.join(" or "))
            }
        }
    }
}

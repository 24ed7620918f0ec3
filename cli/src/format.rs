//! What a notebook is printed as.

use benchnote_notebook::{Notebook, export, permalink};
use benchnote_parser::Parsed;
use benchnote_verdict::Report;

/// A form to print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    /// Text of 72 columns.
    #[default]
    Mail,
    /// Markdown.
    Markdown,
    /// One row for each measurement.
    Csv,
    /// The schema benchnote/1.
    Json,
    /// A page that needs nothing else.
    Html,
    /// A link.
    Link,
}

impl Format {
    /// The form of a name.
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        match name {
            "mail" | "text" => Ok(Self::Mail),
            "markdown" | "md" => Ok(Self::Markdown),
            "csv" => Ok(Self::Csv),
            "json" => Ok(Self::Json),
            "html" => Ok(Self::Html),
            "link" => Ok(Self::Link),
            _ => Err(format!("--format takes mail, markdown, csv, json, html or link, not {name:?}")),
        }
    }
}

/// A notebook in a form.
pub(crate) fn print(notebook: &Notebook, format: Format, page: &str) -> Result<String, String> {
    if format == Format::Link {
        let page = page.split('#').next().unwrap_or_default();
        return permalink::write(notebook).map(|link| format!("{page}#{link}\n")).map_err(|error| error.to_string());
    }
    let (parsed, report) = export::judged(notebook);
    printed(&parsed, &report, &notebook.name(), format)
}

/// An analysis in a form other than a link, which holds the notebook and nothing that was read.
pub(crate) fn printed(parsed: &Parsed, report: &Report, name: &str, format: Format) -> Result<String, String> {
    Ok(match format {
        Format::Json => export::json(parsed, report),
        Format::Markdown => export::markdown(parsed, report),
        Format::Csv => export::csv(parsed, report),
        Format::Html => export::html(parsed, report, name),
        Format::Mail => format!("{}\n{}", export::mail(parsed, report), export::reading(parsed)),
        Format::Link => return Err("a link does not hold what --teach says".to_owned()),
    })
}

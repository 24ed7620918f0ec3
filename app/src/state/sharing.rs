//! Links: made of the notebook, opened as someone else's.

use std::sync::Arc;

use benchnote_notebook::permalink;
use benchnote_parser::Source;
use leptos::prelude::*;

use super::{State, Status};
use crate::effects::location;
use crate::words::{self, Notice};

impl State {
    /// Opens the link in the address, now and whenever it becomes another one; takes it out of the address once something
    /// else is shown.
    pub(crate) fn begin_sharing(self) {
        let open = move |fragment: String| {
            if !fragment.is_empty() {
                self.open_link(&fragment);
            }
        };
        open(location::fragment());
        location::on_change(open);
        let viewed = StoredValue::new(false);
        Effect::new(move |_| {
            let viewing = self.keeping.status.get() == Status::Viewing;
            if viewed.get_value() && !viewing {
                location::forget();
            }
            viewed.set_value(viewing);
        });
    }

    /// Offers to open the link that a pasted text holds.
    pub(crate) fn offer_link(self, text: &str) {
        if let Some(text) = with_link(&[Source::unnamed(text)]) {
            self.notice.set(Some(Notice::HoldsLink(text)));
        }
    }

    /// Looks at the notebook of a link, or of a text that holds one. One that does not open changes nothing.
    pub(crate) fn open_link(self, text: &str) {
        match permalink::read(text) {
            Ok(notebook) => {
                self.arrives();
                self.view(notebook);
            }
            // The names of places in the page are no links.
            Err(permalink::LinkError::None) => {}
            Err(error) => self.notice.set(Some(Notice::Sentences(vec![words::not_opened(&error)]))),
        }
    }
}

/// The first of some texts that holds a link.
pub(super) fn with_link(sources: &[Source]) -> Option<Arc<str>> {
    /// Longer texts are no mails.
    const MAIL: usize = 1 << 20;
    let texts = sources.iter().map(|source| source.text.as_str());
    texts.filter(|text| text.len() <= MAIL).find(|text| permalink::holds_link(text)).map(Arc::from)
}

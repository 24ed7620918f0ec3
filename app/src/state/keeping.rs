//! What is kept in the browser: the notebook that is open, saved by itself, and those that were open before.
//!
//! A notebook is kept under a key. Its text lies by itself, small ones in the local storage and large ones in the database;
//! the list of all holds their names and counts how often each was kept. A tab that finds another count than the one it left
//! was overtaken by another tab: it keeps nothing until the user says what is to be.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use benchnote_notebook::Notebook;
use benchnote_notebook::model::shelf::{Entry, Shelf};
use benchnote_notebook::model::{History, file};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::State;
use crate::effects::storage::{self, NotKept};
use crate::effects::tabs::{Tabs, Word};
use crate::words::Notice;

/// How long changes rest before they are kept.
const REST: Duration = Duration::from_millis(400);
/// How long another tab may take to hand a notebook over.
const HANDOVER: Duration = Duration::from_millis(400);
/// Notebooks longer than this are kept in the database, in bytes.
const LARGE: usize = 200_000;

const LIST: &str = "benchnote/notebooks";
const OF_TAB: &str = "benchnote/open";

fn name_of(key: &str) -> String {
    format!("benchnote/notebook/{key}")
}

/// How it stands with the notebook that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// There is nothing to keep.
    Blank,
    /// It is kept as it is.
    Kept,
    /// The last changes are still to be kept.
    Waiting,
    /// Another tab keeps it; this one does not.
    Elsewhere,
    /// The browser did not keep it.
    Failed(NotKept),
    /// It is someone else's, and only looked at.
    Viewing,
}

/// The signals of keeping.
#[derive(Clone, Copy)]
pub(crate) struct Keeping {
    /// How it stands.
    pub(crate) status: RwSignal<Status>,
    /// The notebooks that are kept.
    pub(crate) shelf: RwSignal<Shelf>,
    memory: StoredValue<Memory, LocalStorage>,
}

/// What keeping remembers.
#[derive(Default)]
struct Memory {
    tabs: Option<Tabs>,
    /// By key: the count that this tab left or found.
    left: BTreeMap<String, u64>,
    /// What was kept last, or found so.
    kept: Option<(Arc<str>, Arc<Notebook>)>,
    timer: Option<TimeoutHandle>,
    writing: bool,
    /// Whether the notebook to begin with is still on its way.
    loading: bool,
}

impl Keeping {
    pub(super) fn new() -> Self {
        Self {
            status: RwSignal::new(Status::Blank),
            shelf: RwSignal::new(list()),
            memory: StoredValue::new_local(Memory::default()),
        }
    }

    fn say(self, word: Word, key: &str) {
        self.memory.with_value(|memory| {
            if let Some(tabs) = &memory.tabs {
                tabs.say(word, key);
            }
        });
    }

    fn found(self, key: &str, notebook: &Arc<Notebook>, revision: u64) {
        self.memory.update_value(|memory| {
            memory.left.insert(key.to_owned(), revision);
            memory.kept = Some((key.into(), notebook.clone()));
        });
    }

    fn knows(self, key: &str) -> u64 {
        self.memory.with_value(|memory| memory.left.get(key).copied().unwrap_or(0))
    }

    /// Whether a notebook is what was kept last.
    fn is_kept(self, key: &str, notebook: &Arc<Notebook>) -> bool {
        self.memory.with_value(|memory| {
            memory.kept.as_ref().is_some_and(|(held, same)| **held == *key && Arc::ptr_eq(same, notebook))
        })
    }

    fn write_list(self, shelf: Shelf) -> Result<(), NotKept> {
        storage::put(LIST, &shelf.write())?;
        self.shelf.set(shelf);
        Ok(())
    }
}

/// The list as it is now: another tab may have changed it.
fn list() -> Shelf {
    storage::get(LIST).map(|text| Shelf::read(&text)).unwrap_or_default()
}

async fn text_of(entry: &Entry) -> Option<String> {
    if entry.large { storage::get_large(&entry.key).await } else { storage::get(&name_of(&entry.key)) }
}

async fn forget(entry: &Entry) {
    if entry.large {
        storage::remove_large(&entry.key).await;
    } else {
        storage::remove(&name_of(&entry.key));
    }
}

/// Keeps a text; tells whether it went into the database.
async fn write(key: &str, text: &str) -> Result<bool, NotKept> {
    if text.len() <= LARGE && storage::put(&name_of(key), text).is_ok() {
        return Ok(false);
    }
    storage::put_large(key, text).await?;
    storage::remove(&name_of(key));
    Ok(true)
}

/// The notebook to begin with: the one that this tab had, else the last one kept. A large one comes later.
pub(super) fn first(keeping: Keeping) -> (History, Option<Entry>) {
    let shelf = keeping.shelf.get_untracked();
    let of_tab = storage::of_tab(OF_TAB);
    let entry = match &of_tab {
        // A tab that had a new one has a new one again.
        Some(key) => shelf.get(key),
        None => shelf.entries().first(),
    };
    let Some(entry) = entry else { return (History::new(storage::new_key(), Notebook::default()), None) };
    if entry.large {
        return (History::new(entry.key.as_str(), Notebook::default()), Some(entry.clone()));
    }
    let text = storage::get(&name_of(&entry.key)).unwrap_or_default();
    match file::read(&text) {
        Ok(notebook) => {
            let history = History::new(entry.key.as_str(), notebook);
            keeping.found(&entry.key, history.notebook(), entry.revision);
            (history, None)
        }
        Err(_) => (History::new(storage::new_key(), Notebook::default()), None),
    }
}

impl State {
    /// Begins to keep what changes, and to listen to other tabs.
    pub(super) fn begin_keeping(self, later: Option<Entry>) {
        let keeping = self.keeping;
        let tabs = Tabs::new(move |word, key| self.heard(word, key));
        keeping.memory.update_value(|memory| memory.tabs = Some(tabs));
        storage::on_leaving(move || self.keep_now());
        if let Some(entry) = later {
            keeping.memory.update_value(|memory| memory.loading = true);
            spawn_local(async move {
                let text = text_of(&entry).await.unwrap_or_default();
                keeping.memory.update_value(|memory| memory.loading = false);
                if let Ok(notebook) = file::read(&text) {
                    self.begin_with(&entry, notebook);
                } else {
                    self.notice.set(Some(Notice::Unreadable(entry.name.clone())));
                    self.history.update(|history| history.keep_as(storage::new_key()));
                }
            });
        }
        // No notebook has this key; one that is only looked at has none.
        let open = StoredValue::new(Arc::<str>::from("\0"));
        Effect::new(move |_| {
            let (key, notebook) = self.history.with(|history| (history.key().clone(), history.notebook().clone()));
            if keeping.memory.with_value(|memory| memory.loading) {
                return;
            }
            if open.get_value() != key {
                open.set_value(key.clone());
                self.opened(&key);
            }
            self.changed(&key, &notebook);
        });
    }

    /// Begins with a notebook that took a while to come, unless something was done meanwhile.
    fn begin_with(self, entry: &Entry, notebook: Notebook) {
        let untouched = self.history.with_untracked(|history| history.notebook().is_blank());
        if untouched {
            let history = History::new(entry.key.as_str(), notebook);
            self.keeping.found(&entry.key, history.notebook(), entry.revision);
            self.history.set(history);
        } else {
            // What was done meanwhile is still to be kept.
            self.history.update(|_| ());
        }
    }

    /// Another notebook is open now.
    fn opened(self, key: &str) {
        if key.is_empty() {
            self.keeping.status.set(Status::Viewing);
            return;
        }
        storage::remember_in_tab(OF_TAB, key);
        self.keeping.status.set(Status::Kept);
        self.keeping.say(Word::Opened, key);
    }

    /// The notebook changed: it will be kept soon, unless another tab keeps it.
    fn changed(self, key: &str, notebook: &Arc<Notebook>) {
        let keeping = self.keeping;
        match keeping.status.get_untracked() {
            Status::Elsewhere | Status::Viewing => return,
            _ if keeping.is_kept(key, notebook) => keeping.status.set(Status::Kept),
            _ if notebook.is_blank() && keeping.shelf.with_untracked(|shelf| shelf.get(key).is_none()) => {
                keeping.status.set(Status::Blank);
                return;
            }
            Status::Failed(_) => {}
            _ => keeping.status.set(Status::Waiting),
        }
        if let Some(timer) = keeping.memory.try_update_value(|memory| memory.timer.take()).flatten() {
            timer.clear();
        }
        let timer = set_timeout_with_handle(move || self.keep_now(), REST).ok();
        keeping.memory.update_value(|memory| memory.timer = timer);
    }

    /// Keeps what has not been kept.
    pub(crate) fn keep_now(self) {
        let keeping = self.keeping;
        if keeping.memory.try_with_value(|memory| memory.writing) != Some(false) {
            return;
        }
        let (key, notebook) =
            self.history.with_untracked(|history| (history.key().clone(), history.notebook().clone()));
        let waits = matches!(keeping.status.get_untracked(), Status::Waiting | Status::Failed(_));
        if !waits || keeping.is_kept(&key, &notebook) {
            return;
        }
        if list().revision(&key) != keeping.knows(&key) {
            keeping.status.set(Status::Elsewhere);
            return;
        }
        keeping.memory.update_value(|memory| memory.writing = true);
        spawn_local(async move {
            let outcome = self.keep(&key, &notebook).await;
            keeping.memory.update_value(|memory| memory.writing = false);
            match outcome {
                Ok(()) if self.is_open(&key, &notebook) => keeping.status.set(Status::Kept),
                // It went on changing meanwhile.
                Ok(()) => self.keep_now(),
                Err(reason) => keeping.status.set(Status::Failed(reason)),
            }
        });
    }

    fn is_open(self, key: &str, notebook: &Arc<Notebook>) -> bool {
        self.history.with_untracked(|now| **now.key() == *key && Arc::ptr_eq(now.notebook(), notebook))
    }

    async fn keep(self, key: &Arc<str>, notebook: &Arc<Notebook>) -> Result<(), NotKept> {
        let keeping = self.keeping;
        if notebook.is_blank() {
            self.take_off(key).await;
            keeping.found(key, notebook, 0);
            return Ok(());
        }
        let text = file::write(notebook);
        let large = write(key, &text).await?;
        let mut shelf = list();
        let before = shelf.get(key).cloned();
        let revision = shelf.put(key, notebook, text.len(), large, storage::now());
        keeping.write_list(shelf)?;
        keeping.found(key, notebook, revision);
        if let Some(before) = before.filter(|before| before.large && !large) {
            forget(&before).await;
        }
        Ok(())
    }

    /// Takes a notebook off the list; gives what it was.
    async fn take_off(self, key: &str) -> Option<(Entry, String)> {
        let mut shelf = list();
        let entry = shelf.get(key).cloned()?;
        let text = text_of(&entry).await.unwrap_or_default();
        forget(&entry).await;
        shelf.remove(key);
        let _ = self.keeping.write_list(shelf);
        Some((entry, text))
    }

    /// Another tab says something.
    fn heard(self, word: Word, key: &str) {
        let keeping = self.keeping;
        let own = self.history.with_untracked(|history| **history.key() == *key);
        if !own {
            // The list is what it left behind.
            keeping.shelf.set(list());
            return;
        }
        match (word, keeping.status.get_untracked()) {
            (Word::Opened, Status::Kept | Status::Waiting | Status::Failed(_)) => keeping.say(Word::Mine, key),
            (Word::Mine, _) => keeping.status.set(Status::Elsewhere),
            (Word::Taken, status) if status != Status::Elsewhere => {
                self.keep_now();
                keeping.status.set(Status::Elsewhere);
                keeping.say(Word::Yours, key);
            }
            (Word::Taken | Word::Yours | Word::Opened, _) => {}
        }
    }

    /// Keeps the notebook in this tab from now on. Where the other tab changed it, its version is shown; what was changed
    /// here is then kept as a copy.
    pub(crate) fn take_over(self) {
        let key = self.history.with_untracked(|history| history.key().clone());
        self.keeping.say(Word::Taken, &key);
        set_timeout(move || spawn_local(async move { self.taken(&key).await }), HANDOVER);
    }

    async fn taken(self, key: &str) {
        let keeping = self.keeping;
        let Some(entry) = list().get(key).cloned() else {
            keeping.status.set(Status::Waiting);
            self.keep_now();
            return;
        };
        let here = self.history.with_untracked(|history| history.notebook().clone());
        let unchanged = keeping.is_kept(key, &here);
        if entry.revision == keeping.knows(key) {
            keeping.status.set(if unchanged { Status::Kept } else { Status::Waiting });
            self.keep_now();
        } else if !unchanged {
            self.keep_copy();
        } else if let Some(Ok(notebook)) = text_of(&entry).await.map(|text| file::read(&text)) {
            keeping.status.set(Status::Kept);
            let history = History::new(key, notebook);
            keeping.found(key, history.notebook(), entry.revision);
            self.history.set(history);
        }
    }

    /// Keeps the notebook under a new key: what others have under the old one stays as it is.
    pub(crate) fn keep_copy(self) {
        self.history.update(|history| history.keep_as(storage::new_key()));
        self.keeping.status.set(Status::Waiting);
        self.keep_now();
    }

    /// Opens a notebook that is kept. The one that is open now stays kept, and undoing leads back to it.
    pub(crate) fn open_kept(self, entry: Entry) {
        self.keep_now();
        spawn_local(async move {
            match text_of(&entry).await.map(|text| file::read(&text)) {
                Some(Ok(notebook)) => {
                    self.put_in_place(&entry.key, notebook);
                    let notebook = self.history.with_untracked(|history| history.notebook().clone());
                    self.keeping.found(&entry.key, &notebook, entry.revision);
                }
                _ => self.notice.set(Some(Notice::Unreadable(entry.name))),
            }
        });
    }

    /// Removes a notebook that is kept; the notice holds it until it goes.
    pub(crate) fn remove_kept(self, key: String) {
        spawn_local(async move {
            if let Some((entry, text)) = self.take_off(&key).await {
                self.notice.set(Some(Notice::Removed(Box::new(entry), text.into())));
            }
        });
    }

    /// Forgets a notebook that was kept by itself and is not wanted.
    pub(super) fn forget_kept(self, key: Arc<str>) {
        spawn_local(async move {
            self.take_off(&key).await;
        });
    }

    /// Puts a removed notebook back.
    pub(crate) fn put_back(self, entry: Entry, text: Arc<str>) {
        self.notice.set(None);
        spawn_local(async move {
            let mut shelf = list();
            match write(&entry.key, &text).await {
                Ok(large) => {
                    shelf.put_back(Entry { large, ..entry });
                    let _ = self.keeping.write_list(shelf);
                }
                Err(reason) => self.keeping.status.set(Status::Failed(reason)),
            }
        });
    }
}

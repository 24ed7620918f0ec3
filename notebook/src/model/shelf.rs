//! The list of the notebooks that a browser keeps.

use serde::{Deserialize, Serialize};

use super::Notebook;

/// A notebook that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The name it is kept under.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// When it was last kept, in milliseconds since 1970.
    pub time: f64,
    /// How long its file is, in bytes.
    pub bytes: usize,
    /// Whether it is too long for the browser's small storage.
    #[serde(default)]
    pub large: bool,
    /// Counts how often it was kept: who finds another count than the one left was overtaken.
    pub revision: u64,
}

/// All that are kept, the last one first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Shelf {
    entries: Vec<Entry>,
}

impl Shelf {
    /// The list from its text. What can't be read is an empty list: the notebooks themselves are kept apart from it.
    pub fn read(text: &str) -> Self {
        let mut shelf: Self = serde_json::from_str(text).unwrap_or_default();
        shelf.sort();
        shelf
    }

    /// The list as a text.
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The notebooks, the last kept first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// A notebook of the list.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// How often a notebook was kept; 0 for one that is not in the list.
    pub fn revision(&self, key: &str) -> u64 {
        self.get(key).map_or(0, |entry| entry.revision)
    }

    /// Puts a notebook into the list, or brings it up to date; gives its count.
    pub fn put(&mut self, key: &str, notebook: &Notebook, bytes: usize, large: bool, time: f64) -> u64 {
        let revision = self.revision(key) + 1;
        self.remove(key);
        let name = notebook.name();
        self.entries.push(Entry { key: key.to_owned(), name, time, bytes, large, revision });
        self.sort();
        revision
    }

    /// Puts an entry back.
    pub fn put_back(&mut self, entry: Entry) {
        self.remove(&entry.key);
        self.entries.push(entry);
        self.sort();
    }

    /// Takes a notebook off the list.
    pub fn remove(&mut self, key: &str) {
        self.entries.retain(|entry| entry.key != key);
    }

    fn sort(&mut self) {
        self.entries.sort_by(|a, b| b.time.total_cmp(&a.time));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_kept_comes_first_and_is_counted() {
        let mut shelf = Shelf::default();
        let notebook = Notebook::default();
        assert_eq!(shelf.put("a", &notebook, 10, false, 1.0), 1);
        assert_eq!(shelf.put("b", &notebook, 10, true, 2.0), 1);
        assert_eq!(shelf.put("a", &notebook, 10, false, 3.0), 2);
        let keys: Vec<&str> = shelf.entries().iter().map(|entry| entry.key.as_str()).collect();
        assert_eq!(keys, ["a", "b"]);
        assert_eq!(Shelf::read(&shelf.write()), shelf);
        shelf.remove("a");
        assert_eq!((shelf.revision("a"), shelf.revision("b")), (0, 1));
        assert_eq!(Shelf::read("damaged"), Shelf::default());
    }
}

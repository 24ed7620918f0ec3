//! The words after `cargo xtask COMMAND`.

use crate::failure::{Failure, Outcome, ensure};

/// Options and plain words, taken one after the other; [`Args::finish`] refuses what nobody took.
pub(crate) struct Args(Vec<String>);

impl Args {
    /// The words given to a command. `--option=value` counts as two words.
    pub(crate) fn new(words: impl IntoIterator<Item = String>) -> Self {
        let split = |word: String| match word.split_once('=') {
            Some((option, value)) if option.starts_with("--") => vec![option.to_owned(), value.to_owned()],
            _ => vec![word],
        };
        Self(words.into_iter().flat_map(split).collect())
    }

    /// Whether an option without a value was given, or given with `yes`; `no` takes it back.
    pub(crate) fn flag(&mut self, option: &str) -> bool {
        let Some(at) = self.0.iter().position(|word| word == option) else { return false };
        self.0.remove(at);
        match self.0.get(at).map(String::as_str) {
            Some("yes") => self.0.remove(at) == "yes",
            Some("no") => self.0.remove(at) != "no",
            _ => true,
        }
    }

    /// The value after an option, if the option was given.
    pub(crate) fn value(&mut self, option: &str) -> Outcome<Option<String>> {
        let Some(at) = self.0.iter().position(|word| word == option) else { return Ok(None) };
        self.0.remove(at);
        ensure!(at < self.0.len(), "{option} needs a value");
        Ok(Some(self.0.remove(at)))
    }

    /// The next word that is no option.
    pub(crate) fn word(&mut self) -> Option<String> {
        let at = self.0.iter().position(|word| !word.starts_with("--"))?;
        Some(self.0.remove(at))
    }

    /// Fails if there are words left.
    pub(crate) fn finish(self) -> Outcome {
        self.0.first().map_or(Ok(()), |word| Err(Failure::new(format!("unknown argument {word}"))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Args {
        Args::new(line.split(' ').map(str::to_owned))
    }

    #[test]
    fn takes_flags_values_and_words() {
        let mut args = args("--dev --port=9000 post.txt");
        assert!(args.flag("--dev") && !args.flag("--dev"));
        assert_eq!(args.value("--port"), Ok(Some("9000".to_owned())));
        assert_eq!(args.word().as_deref(), Some("post.txt"));
        assert_eq!(args.finish(), Ok(()));
    }

    #[test]
    fn a_flag_can_be_answered() {
        assert!(args("--headed yes").flag("--headed"));
        assert!(!args("--headed no").flag("--headed"));
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        assert!(args("--prot 1").finish().is_err());
        assert!(args("--port").value("--port").is_err());
    }
}

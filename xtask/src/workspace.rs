//! Where things are in the checkout, and what its files say about versions.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::failure::{Context, Failure, Outcome};

/// The top folder of the checkout.
///
/// Cargo names the package's folder when it runs this program; the folder it was compiled in is the
/// fallback for running the program by hand.
pub(crate) fn root() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package.parent().map_or(package.clone(), Path::to_path_buf)
}

/// The folder of the built page.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// The version of a package in Cargo.lock.
pub(crate) fn locked_version(package: &str) -> Outcome<String> {
    let lock = fs::read_to_string(root().join("Cargo.lock")).context("cannot read Cargo.lock")?;
    version_in_lock(&lock, package).ok_or_else(|| Failure::new(format!("Cargo.lock has no package {package}")))
}

/// The version under `[tools]` in Trunk.toml, such as `version_132` for `wasm_opt`.
pub(crate) fn trunk_tool(key: &str) -> Outcome<String> {
    let config = fs::read_to_string(root().join("Trunk.toml")).context("cannot read Trunk.toml")?;
    value_of(&config, key).ok_or_else(|| Failure::new(format!("Trunk.toml does not set {key}")))
}

/// The first version of a package in the text of a Cargo.lock.
fn version_in_lock(lock: &str, package: &str) -> Option<String> {
    let entry = lock.split("[[package]]").find(|entry| value_of(entry, "name").as_deref() == Some(package))?;
    value_of(entry, "version")
}

/// The string after `key = ` at the start of a line of TOML. Enough for the flat files read here.
fn value_of(toml: &str, key: &str) -> Option<String> {
    toml.lines().find_map(|line| {
        let value = line.trim().strip_prefix(key)?.trim_start().strip_prefix('=')?;
        Some(value.trim().trim_matches('"').to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_versions_from_a_lock_file() {
        let lock = "version = 4\n\n[[package]]\nname = \"a-b\"\nversion = \"0.1.0\"\n\n[[package]]\nname = \"a\"\nversion = \"0.2.3\"\n";
        assert_eq!(version_in_lock(lock, "a").as_deref(), Some("0.2.3"));
        assert_eq!(version_in_lock(lock, "a-b").as_deref(), Some("0.1.0"));
        assert_eq!(version_in_lock(lock, "c"), None);
    }

    #[test]
    fn trunk_and_cargo_agree_on_wasm_bindgen() {
        assert_eq!(trunk_tool("wasm_bindgen"), locked_version("wasm-bindgen"));
    }
}

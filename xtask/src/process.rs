//! Running other programs.

use std::process::{Command, Stdio};

use crate::failure::{Context, Outcome, ensure};

/// Runs a command whose output the person sees; fails when the command does.
pub(crate) fn run(command: &mut Command) -> Outcome {
    let status = command.status().context(format!("cannot run `{}`", line(command)))?;
    ensure!(status.success(), "`{}` failed ({status})", line(command));
    Ok(())
}

/// Runs a command quietly and returns what it printed, without the space around it.
pub(crate) fn output(command: &mut Command) -> Outcome<String> {
    let output = command.stdin(Stdio::null()).output().context(format!("cannot run `{}`", line(command)))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "`{}` failed ({}): {}", line(command), output.status, said.trim());
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The command as one would type it.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

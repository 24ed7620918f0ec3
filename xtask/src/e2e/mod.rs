//! Tests of the built page in a real browser.
//!
//! Each test is a function in a file of this folder and a line in [`TESTS`]. It gets a fresh page, served under
//! a sub-path as a static host would, and drives it as [`crate::browser`] describes. There are no retries.

mod corrections;
mod driver;
mod flows;
mod loading;
mod long_texts;
mod notebook;
mod notes;
mod same_bytes;
mod sharing;
mod tags;

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use crate::args::Args;
use crate::browser::{Browser, Page, Screen};
use crate::failure::{Failure, Outcome, ensure, fail};
use crate::page;
use crate::server::Server;
use crate::{tools, workspace};

/// A test: its name, where and on which screen it runs, and what it does.
struct Test {
    name: &'static str,
    site: Site,
    screen: Screen,
    run: fn(&mut Page) -> Outcome,
}

/// What a test opens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Site {
    /// The built page.
    Benchnote,
    /// The page for the tests of the driver.
    Driver,
    /// The analysis alone.
    Probe,
}

/// A test of the built page.
const fn on(screen: Screen, name: &'static str, run: fn(&mut Page) -> Outcome) -> Test {
    Test { name, site: Site::Benchnote, screen, run }
}

/// A test of the driver.
const fn of_driver(screen: Screen, name: &'static str, run: fn(&mut Page) -> Outcome) -> Test {
    Test { name, site: Site::Driver, screen, run }
}

/// A test of the analysis alone.
const fn of_probe(name: &'static str, run: fn(&mut Page) -> Outcome) -> Test {
    Test { name, site: Site::Probe, screen: Screen::DESKTOP, run }
}

const TESTS: &[Test] = &[
    of_driver(Screen::DESKTOP, "driver_finds", driver::driver_finds),
    of_driver(Screen::DESKTOP, "driver_acts", driver::driver_acts),
    of_driver(Screen::PHONE, "driver_touches", driver::driver_touches),
    of_driver(Screen::DESKTOP, "driver_moves_files", driver::driver_moves_files),
    of_driver(Screen::DESKTOP, "driver_keeps_storage_apart", driver::driver_keeps_storage_apart),
    of_driver(Screen::DESKTOP, "driver_sees_problems", driver::driver_sees_problems),
    on(Screen::DESKTOP, "loads_under_a_sub_path", loading::loads_under_a_sub_path),
    on(Screen::PHONE, "loads_on_a_phone", loading::loads_on_a_phone),
    on(Screen::DESKTOP, "nothing_inline", loading::nothing_inline),
    on(Screen::DESKTOP, "the_policy_is_enforced", loading::the_policy_is_enforced),
    on(Screen::DESKTOP, "a_paste_gives_a_verdict", flows::a_paste_gives_a_verdict),
    on(Screen::DESKTOP, "renaming_changes_the_verdict", flows::renaming_changes_the_verdict),
    on(Screen::DESKTOP, "choices_change_the_verdict", flows::choices_change_the_verdict),
    on(Screen::DESKTOP, "charts_are_drawn", flows::charts_are_drawn),
    on(Screen::PHONE, "charts_are_drawn_on_a_phone", flows::charts_are_drawn),
    on(Screen::DESKTOP, "a_figure_leads_to_its_characters", flows::a_figure_leads_to_its_characters),
    on(Screen::DESKTOP, "keys_walk_through_a_chart", flows::keys_walk_through_a_chart),
    on(Screen::DESKTOP, "a_click_on_a_mark_jumps", flows::a_click_on_a_mark_jumps),
    on(Screen::DESKTOP, "every_example_gives_a_verdict", flows::every_example_gives_a_verdict),
    on(Screen::DESKTOP, "the_keyboard_gets_through", flows::the_keyboard_gets_through),
    on(Screen::DESKTOP, "grades_say_what_they_mean", flows::grades_say_what_they_mean),
    on(Screen::PHONE, "a_figure_is_in_view_on_a_phone", flows::a_figure_is_in_view_on_a_phone),
    on(Screen::DESKTOP, "odd_texts_get_a_sentence", flows::odd_texts_get_a_sentence),
    on(Screen::DESKTOP, "files_become_texts", flows::files_become_texts),
    on(Screen::DESKTOP, "typing_keeps_the_field", flows::typing_keeps_the_field),
    on(Screen::PHONE, "an_example_fits_the_screen", flows::an_example_fits_the_screen),
    on(Screen::DESKTOP, "a_metric_is_turned_and_left_out", flows::a_metric_is_turned_and_left_out),
    of_probe("reports_are_the_same_natively_and_here", same_bytes::reports_are_the_same_natively_and_here),
    on(Screen::DESKTOP, "ten_steps_back_and_forward", notebook::ten_steps_back_and_forward),
    on(Screen::DESKTOP, "typing_is_undone", notebook::typing_is_undone),
    on(Screen::DESKTOP, "a_reload_restores", notebook::a_reload_restores),
    on(Screen::DESKTOP, "a_large_text_is_restored", notebook::a_large_text_is_restored),
    on(Screen::DESKTOP, "a_second_tab_is_warned", notebook::a_second_tab_is_warned),
    on(Screen::DESKTOP, "notebooks_are_listed", notebook::notebooks_are_listed),
    on(Screen::DESKTOP, "a_notebook_is_saved_and_opened", notebook::a_notebook_is_saved_and_opened),
    on(Screen::DESKTOP, "a_full_browser_is_told", notebook::a_full_browser_is_told),
    on(Screen::DESKTOP, "a_wrong_unit_is_fixed_for_all_like_it", corrections::a_wrong_unit_is_fixed_for_all_like_it),
    on(Screen::DESKTOP, "a_mistagged_run_is_moved", corrections::a_mistagged_run_is_moved),
    on(Screen::PHONE, "a_number_is_set_aside_on_a_phone", corrections::a_number_is_set_aside),
    on(Screen::DESKTOP, "unread_numbers_are_counted", corrections::unread_numbers_are_counted),
    on(Screen::DESKTOP, "one_number_teaches_its_block", corrections::one_number_teaches_its_block),
    on(Screen::DESKTOP, "a_correction_survives_an_edit", corrections::a_correction_survives_an_edit),
    on(Screen::DESKTOP, "left_out_and_taken_in_again", tags::left_out_and_taken_in_again),
    on(Screen::DESKTOP, "configurations_are_reordered", tags::configurations_are_reordered),
    on(Screen::DESKTOP, "fields_are_chosen_with_a_preview", tags::fields_are_chosen_with_a_preview),
    on(Screen::DESKTOP, "two_sources_are_compared", tags::two_sources_are_compared),
    on(Screen::DESKTOP, "a_stray_paste_is_added", tags::a_stray_paste_is_added),
    on(Screen::DESKTOP, "two_comparisons_choose_apart", tags::two_comparisons_choose_apart),
    on(Screen::DESKTOP, "a_note_is_written_moved_and_removed", notes::a_note_is_written_moved_and_removed),
    on(Screen::DESKTOP, "typing_in_a_note_is_undone", notes::typing_in_a_note_is_undone),
    on(Screen::DESKTOP, "five_thousand_lines_are_smooth", long_texts::five_thousand_lines_are_smooth),
    on(Screen::DESKTOP, "a_megabyte_is_edited", long_texts::a_megabyte_is_edited),
    on(Screen::DESKTOP, "a_link_opens_in_a_clean_browser", sharing::a_link_opens_in_a_clean_browser),
    on(Screen::DESKTOP, "bad_links_change_nothing", sharing::bad_links_change_nothing),
    on(Screen::DESKTOP, "a_mail_with_a_link_offers_it", sharing::a_mail_with_a_link_offers_it),
    on(Screen::DESKTOP, "names_are_masked", sharing::names_are_masked),
    on(Screen::DESKTOP, "figures_are_taken_away", sharing::figures_are_taken_away),
    on(Screen::PHONE, "the_share_box_fits_a_phone", sharing::the_share_box_fits_a_phone),
];

/// Where the page is served: nothing may depend on being at the top of a host.
const BASE: &str = "/some/where/";

/// What to run and how.
pub(crate) struct Settings {
    /// Only tests whose name contains this.
    pub(crate) filter: Option<String>,
    /// Whether to show the browser.
    pub(crate) headed: bool,
}

/// `cargo xtask e2e`
pub(crate) fn command(mut args: Args) -> Outcome {
    let settings = Settings { filter: args.value("--filter")?, headed: args.flag("--headed") };
    args.finish()?;
    page::build_if_stale()?;
    let failed = run(&settings)?;
    if failed > 0 {
        fail!("{failed} failed; screenshots and texts are in {}", folder().display());
    }
    Ok(())
}

/// Runs the tests on what is in dist/ and returns how many failed.
pub(crate) fn run(settings: &Settings) -> Outcome<usize> {
    ensure!(workspace::dist().join("index.html").is_file(), "no page in dist/: run `cargo xtask build`");
    let filter = settings.filter.as_deref().unwrap_or_default();
    let chosen: Vec<&Test> = TESTS.iter().filter(|test| test.name.contains(filter)).collect();
    ensure!(!chosen.is_empty(), "no test's name contains {filter:?}");
    // What an earlier run left would be taken for this one's.
    if folder().exists() {
        fs::remove_dir_all(folder())?;
    }
    let benchnote = Server::start(workspace::dist(), BASE)?;
    let driver = Server::start(workspace::root().join("xtask/fixtures/driver"), BASE)?;
    fs::create_dir_all(same_bytes::site())?;
    let probe = Server::start(same_bytes::site(), BASE)?;
    let browser = Browser::launch(&tools::browser()?, settings.headed)?;
    let mut failed = 0;
    for test in &chosen {
        let start = Instant::now();
        let site = match test.site {
            Site::Benchnote => &benchnote,
            Site::Driver => &driver,
            Site::Probe => &probe,
        };
        let outcome = run_one(test, &browser, &site.url());
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(()) => println!("ok    {} ({seconds:.1} s)", test.name),
            Err(failure) => {
                failed += 1;
                println!("FAIL  {} ({seconds:.1} s): {failure}", test.name);
            }
        }
    }
    println!("{} of {} tests in the browser passed", chosen.len() - failed, chosen.len());
    Ok(failed)
}

fn run_one(test: &Test, browser: &Browser, base: &str) -> Outcome {
    let mut page = browser.page(base, test.screen)?;
    let outcome = (test.run)(&mut page).and_then(|()| Ok(page.expect_no_problems()?));
    let outcome = outcome.map_err(|failure| with_evidence(&failure, &mut page, test.name));
    page.close()?;
    outcome
}

/// Adds to a failure what else went wrong in the page, which is often its cause.
fn with_evidence(failure: &Failure, page: &mut Page, name: &str) -> Failure {
    let mut message = failure.to_string();
    for problem in page.problems().unwrap_or_default() {
        if !message.contains(&problem) {
            message.extend(["\n  ", &problem]);
        }
    }
    if let Err(other) = leave_evidence(page, name) {
        message.extend(["\n  no screenshot: ", &other.to_string()]);
    }
    Failure::new(message)
}

/// Leaves what a failing test's page shows and has written to its console.
fn leave_evidence(page: &mut Page, name: &str) -> Outcome {
    fs::create_dir_all(folder())?;
    fs::write(folder().join(format!("{name}.png")), page.screenshot(true)?)?;
    let text = format!("{}\n\nConsole:\n{}\n", page.text()?, page.console()?.join("\n"));
    fs::write(folder().join(format!("{name}.txt")), text)?;
    Ok(())
}

fn folder() -> PathBuf {
    workspace::root().join("target/e2e")
}

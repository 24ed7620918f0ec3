//! The page: a notebook in the browser.
//!
//! ```text
//! state     one notebook, one writer, the engine's last answer
//! cells     the sections of the page, a component a file
//! parts     what cells are made of
//! charts    drawing, free of the browser but for its surface
//! text      pasted text as rows and marks, free of the browser
//! effects   everything that touches the browser
//! words     every text of the page
//! ```

#![expect(
    unreachable_pub,
    reason = "leptos' `component` makes the types of properties `pub`, whatever the function is"
)]

mod cells;
mod charts;
mod effects;
mod page;
mod parts;
mod state;
mod text;
mod words;

fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(page::Page);
}

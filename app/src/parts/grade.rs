//! How sure a finding is: a word on a button that says what it means.

use benchnote_verdict::{Grade, grade_meaning, grade_word};
use leptos::prelude::*;

use crate::words;

/// The name in the page of what a grade means.
fn help_id(grade: Grade) -> String {
    let place = Grade::ALL.iter().position(|&other| other == grade).unwrap_or(0);
    format!("grade-{place}")
}

/// A grade's word, which shows its meaning when pressed.
#[component]
pub(crate) fn GradeButton(
    /// The grade.
    grade: Grade,
    /// Whether the Tab key stops at it.
    stop: bool,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class=format!("grade {}", words::grade_class(grade))
            tabindex=if stop { "0" } else { "-1" }
            popovertarget=help_id(grade)
            aria-describedby=help_id(grade)
        >
            {grade_word(grade)}
        </button>
    }
}

/// What the grades mean, each shown when one of its buttons is pressed. Once in the page.
#[component]
pub(crate) fn GradeMeanings() -> impl IntoView {
    let meaning = |grade: Grade| {
        view! {
            <div id=help_id(grade) class="grade-help" popover="auto">
                <b>{words::lead_in(grade_word(grade))}</b>
                " "
                {grade_meaning(grade)}
            </div>
        }
    };
    Grade::ALL.map(meaning).collect_view()
}

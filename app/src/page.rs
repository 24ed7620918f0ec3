//! The page as a whole: header, cells, and what listens everywhere.

use benchnote_notebook::{Cell, CellBody, CellId, Edit};
use benchnote_parser::Source;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::cells::charts::ChartsCell;
use crate::cells::configurations::ConfigurationsCell;
use crate::cells::note::NoteCell;
use crate::cells::source::SourceCell;
use crate::cells::table::TableCell;
use crate::cells::verdict::VerdictCell;
use crate::effects::events::{Event, KeyboardEvent, MouseEvent};
use crate::effects::files::{self, Dropped};
use crate::effects::{cites, clipboard, focus, keys};
use crate::parts::comparisons::Comparisons;
use crate::parts::example_list::ExampleList;
use crate::parts::grade::GradeMeanings;
use crate::parts::kept_list::{self, KeptList};
use crate::parts::notebook_bar::NotebookBar;
use crate::parts::notice::{KeepingStrip, NoticeStrip};
use crate::parts::open_button::OpenButton;
use crate::parts::peek::Peek;
use crate::parts::share::{self, ShareBox};
use crate::state::{Destination, State};
use crate::words;

/// The name of the menu of examples in the page.
const MENU: &str = "examples";

/// The page.
#[component]
pub(crate) fn Page() -> impl IntoView {
    let state = State::new();
    provide_context(state);
    let dragging = RwSignal::new(false);
    listen(state, dragging);
    let judged = Memo::new(move |_| state.outcome().is_some());
    let results = move || {
        judged.get().then(|| {
            view! {
                <Comparisons />
                <VerdictCell />
                <ConfigurationsCell />
                <ChartsCell />
                <TableCell />
            }
            .into_any()
        })
    };
    view! {
        <div
            class="page"
            class:dragging=dragging
            on:mouseover=move |event| hover(state, &event)
            on:focusin=move |event| hover(state, &event)
            on:click=move |event| press(state, &event)
            on:keydown=move |event| key(state, &event)
        >
            <SkipLinks />
            <Header />
            <NotebookBar />
            <KeepingStrip />
            <NoticeStrip />
            <main class:judged=judged>
                <div class="column texts">
                    <Sources />
                </div>
                <div class="column">{results}</div>
            </main>
            <Peek />
            <GradeMeanings />
            <p class="visually-hidden" aria-live="polite">
                {state.said}
            </p>
            <p class="drop-hint" aria-hidden="true">
                {words::DROP_HERE}
            </p>
        </div>
    }
}

/// What happens wherever it happens: dropping, pasting beside any field, Escape.
fn listen(state: State, dragging: RwSignal<bool>) {
    files::on_drop(
        move |over| {
            if dragging.get_untracked() != over {
                dragging.set(over);
            }
        },
        move |dropped| match dropped {
            Dropped::Files(files) => spawn_local(async move {
                state.open_files(Destination::Everything, files::read_all(files).await);
            }),
            // A selection dragged about the page must not take the place of what is there.
            Dropped::Text(text) if state.is_empty_untracked() && !text.trim().is_empty() => state.open_text(text),
            Dropped::Text(_) => (),
        },
    );
    clipboard::on_stray_paste(move |text| state.open_text(text));
    keys::on_history(move |way| state.step(way));
    focus::on_escape(move || {
        state.forget_cites();
        let _ = focus::go_back();
    });
}

/// Shows where the figure under the pointer or the focus comes from.
fn hover(state: State, event: &Event) {
    if !cites::in_chart(event) {
        state.point_at(cites::of_event(event));
    }
}

/// Goes to where the figure pressed comes from.
fn press(state: State, event: &Event) {
    if let Some(cites) = cites::of_event(event) {
        cites::remember(event);
        state.go_to(&cites);
    }
}

/// A figure is pressed by Enter and the space bar as well.
fn key(state: State, event: &KeyboardEvent) {
    if matches!(event.key().as_str(), "Enter" | " ") && cites::is_figure(event) {
        event.prevent_default();
        press(state, event);
    }
}

/// Links to the sections that there are. No fragment is set: fragments are links.
#[component]
fn SkipLinks() -> impl IntoView {
    let state = State::of_page();
    let sections = Memo::new(move |_| {
        let outcome = state.outcome();
        outcome.map_or_else(Vec::new, |outcome| {
            let report = &outcome.report;
            let all = [
                (true, "#verdict", words::VERDICT),
                (!report.configurations.is_empty(), "#configurations", words::CONFIGURATIONS),
                (!report.charts.is_empty(), "#charts", words::CHARTS),
                (!report.metrics.is_empty(), "#metrics", words::ALL_METRICS),
            ];
            all.into_iter().filter(|link| link.0).map(|(_, target, name)| (target, name)).collect::<Vec<_>>()
        })
    });
    move || {
        let sections = sections.get();
        let link = |(target, name): (&'static str, &'static str)| {
            let skip = move |event: MouseEvent| {
                event.prevent_default();
                focus::go_to_top_of(target);
            };
            view! {
                <a class="skip" href=target on:click=skip>
                    {words::skip_to(name)}
                </a>
            }
        };
        (!sections.is_empty()).then(|| {
            let links = sections.into_iter().map(link).collect_view();
            view! { <nav class="skips" aria-label=words::SKIP_LINKS>{links}</nav> }
        })
    }
}

/// Name and commands.
#[component]
fn Header() -> impl IntoView {
    let state = State::of_page();
    let chosen = Callback::new(move |()| focus::close_popover(MENU));
    let new = move || {
        let filled = !state.is_empty();
        filled.then(|| {
            view! {
                <button type="button" title=words::NEW_HELP on:click=move |_| state.clear()>
                    {words::NEW}
                </button>
            }
        })
    };
    view! {
        <header>
            <h1>
                <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
                    <rect class="logo-ground" width="32" height="32" rx="7" />
                    <path class="logo-axis" d="M16 6v20" />
                    <path class="logo-bar" d="M13 11h13M18 21h8" />
                    <circle class="logo-mark" cx="20" cy="11" r="3.4" />
                    <circle class="logo-mark" cx="22" cy="21" r="3.4" />
                </svg>
                <span class="name">{words::NAME}</span>
            </h1>
            <nav aria-label=words::COMMANDS>
                <OpenButton to=Destination::Everything />
                <button type="button" popovertarget=MENU>
                    {words::EXAMPLES_BUTTON}
                </button>
                <div id=MENU class="menu" popover="auto">
                    <ExampleList chosen />
                </div>
                <button type="button" popovertarget=kept_list::MENU>
                    {words::NOTEBOOKS}
                </button>
                <div id=kept_list::MENU class="menu" popover="auto">
                    <KeptList />
                </div>
                {new}
                <button type="button" popovertarget=share::BOX hidden=move || state.is_empty()>
                    {words::SHARE}
                </button>
                <ShareBox />
            </nav>
        </header>
    }
}

/// The texts, one below the other, and the way to add one.
#[component]
fn Sources() -> impl IntoView {
    let state = State::of_page();
    let sources = Memo::new(move |_| state.source_cells());
    let cells = Memo::new(move |_| {
        let notebook = state.notebook();
        let written = |cell: &Cell| match cell.body {
            CellBody::Source(_) => Some((cell.id, false)),
            CellBody::Note(_) => Some((cell.id, true)),
            CellBody::Comparison(_) => None,
        };
        notebook.cells.iter().filter_map(written).collect::<Vec<(CellId, bool)>>()
    });
    let add = move || {
        let filled = !state.is_empty();
        filled.then(|| view! { <AddText /> })
    };
    let show = move |(cell, is_note): (CellId, bool)| {
        if is_note {
            view! { <NoteCell cell /> }.into_any()
        } else {
            view! { <SourceCell cell place=place(sources, cell) /> }.into_any()
        }
    };
    view! {
        <For each=move || cells.get() key=|cell| *cell children=show />
        {add}
    }
}

/// Which text a cell is, from 1, and of how many.
fn place(cells: Memo<Vec<CellId>>, cell: CellId) -> Signal<(usize, usize)> {
    Signal::derive(move || {
        cells.with(|cells| {
            let at = cells.iter().position(|&other| other == cell).unwrap_or(0);
            (at + 1, cells.len())
        })
    })
}

/// The button under the texts.
#[component]
fn AddText() -> impl IntoView {
    let state = State::of_page();
    let add = move |_| state.update(Edit::AddSource(Source::default()));
    view! {
        <p class="add-text">
            <button type="button" on:click=add>
                {words::ADD_TEXT}
            </button>
            <button type="button" class="add-note" on:click=move |_| state.update(Edit::AddNote(None))>
                {words::ADD_NOTE}
            </button>
            <span class="soft">{words::ADD_TEXT_HELP}</span>
        </p>
    }
}

//! The configurations: what they are called, which takes part, and what they are compared with.

use benchnote_notebook::Edit;
use benchnote_verdict::{Choices, Configuration, FieldUse};
use leptos::html::Input;
use leptos::prelude::*;

use crate::effects::events::KeyboardEvent;
use crate::effects::focus;
use crate::parts::comparisons::AddComparison;
use crate::parts::marker::Marker;
use crate::state::State;
use crate::words;

/// A configuration and its place in the report.
type Row = (usize, Configuration);

/// The table of configurations.
#[component]
pub(crate) fn ConfigurationsCell() -> impl IntoView {
    let state = State::of_page();
    // Rows keep their place in the page, and with it the focus, as long as they stand for the same names of the post.
    let keys = Memo::new(move |_| {
        let outcome = state.outcome();
        outcome.map_or_else(Vec::new, |outcome| {
            outcome.report.configurations.iter().map(|config| config.originals.clone()).collect()
        })
    });
    let none = Memo::new(move |_| keys.with(Vec::is_empty));
    let head = [
        (words::TAG, ""),
        (words::FOUND_BY, "evidence"),
        (words::RUNS, "number"),
        (words::BASELINE, "pick"),
        (words::INCLUDED, "pick"),
        (words::ORDER, "pick"),
    ];
    view! {
        <section aria-labelledby="configurations" hidden=none>
            <div class="cell-head">
                <h2 id="configurations" tabindex="-1">
                    {words::CONFIGURATIONS}
                </h2>
                <Fields />
            </div>
            <div class="scroll">
                <table class="configurations">
                    <thead>
                        <tr>{head.map(|(name, class)| view! { <th scope="col" class=class>{name}</th> }).collect_view()}</tr>
                    </thead>
                    <tbody>
                        <For each=move || keys.get() key=Clone::clone let:originals>
                            <ConfigurationRow originals />
                        </For>
                    </tbody>
                </table>
            </div>
            <AddComparison />
        </section>
    }
    .into_any()
}

fn find(state: State, originals: &[String]) -> Option<Row> {
    let outcome = state.outcome()?;
    let configs = outcome.report.configurations.iter().enumerate();
    configs.into_iter().find(|(_, config)| config.originals == originals).map(|(at, config)| (at, config.clone()))
}

/// A configuration.
#[component]
fn ConfigurationRow(
    /// Its names in the post.
    originals: Vec<String>,
) -> impl IntoView {
    let state = State::of_page();
    let names = StoredValue::new(originals.clone());
    let row = Memo::new(move |_| names.with_value(|names| find(state, names)));
    let tag =
        Memo::new(move |_| row.with(|row| row.as_ref().map_or_else(String::new, |(_, config)| config.tag.clone())));
    let of =
        move |read: fn(&Configuration) -> bool| row.with(|row| row.as_ref().is_some_and(|(_, config)| read(config)));
    let excluded = Memo::new(move |_| of(|config| config.excluded));
    let baseline = Memo::new(move |_| of(|config| config.baseline));
    let look = Signal::derive(move || row.with(|row| row.as_ref().map_or(0, |(at, _)| *at)));
    let look = Signal::derive(move || state.look(look.get()));
    let evidence = move || row.with(|row| row.as_ref().map(|(_, config)| config.evidence.clone()));
    let runs = move || row.with(|row| row.as_ref().map(|(_, config)| config.runs));
    let choose = move |_| state.update(Edit::SetBaseline(state.comparison_untracked(), tag.get_untracked()));
    let include = move |event| {
        let excluded = !event_target_checked(&event);
        let cell = state.comparison_untracked();
        state.update(Edit::Exclude { cell, originals: names.get_value(), excluded });
    };
    view! {
        <tr class:excluded=excluded>
            <th scope="row">
                <span class="tag-cell">
                    <Marker look />
                    <TagField names tag />
                </span>
                <span class="evidence-small">{evidence}</span>
                <Originals names tag />
            </th>
            <td class="soft evidence">{evidence}</td>
            <td class="number">{runs}</td>
            <td class="pick">
                <label>
                    <input
                        type="radio"
                        name="baseline"
                        aria-label=move || words::baseline_label(&tag.get())
                        prop:checked=baseline
                        disabled=excluded
                        on:change=choose
                    />
                </label>
            </td>
            <td class="pick">
                <label>
                    <input
                        type="checkbox"
                        aria-label=move || words::include_label(&tag.get())
                        prop:checked=move || !excluded.get()
                        on:change=include
                    />
                </label>
            </td>
            <td class="pick moves">
                <MoveButton names tag down=false />
                <MoveButton names tag down=true />
            </td>
        </tr>
    }
}

/// A button that moves a configuration past its neighbour.
#[component]
fn MoveButton(
    /// The names in the post.
    names: StoredValue<Vec<String>>,
    /// The present tag.
    tag: Memo<String>,
    /// Whether downwards.
    down: bool,
) -> impl IntoView {
    let state = State::of_page();
    let target = Memo::new(move |_| {
        let outcome = state.outcome()?;
        let (at, _) = names.with_value(|names| find(state, names))?;
        let to = if down { at + 1 } else { at.checked_sub(1)? };
        (to < outcome.report.configurations.len()).then_some((at, to))
    });
    let id = names.with_value(|names| format!("move-{}-{}", if down { "down" } else { "up" }, names.join("-")));
    let own = StoredValue::new(id.clone());
    let press = move |_| {
        let (Some((at, to)), Some(outcome)) = (target.get_untracked(), state.outcome_untracked()) else { return };
        let report = &outcome.report;
        let mut order: Vec<String> = report.configurations.iter().map(|config| config.tag.clone()).collect();
        order.swap(at, to);
        let baseline = report.baseline.and_then(|at| report.configurations.get(at)).map(|config| config.tag.clone());
        // The row moves, and the browser takes the focus from what it moves.
        state.moved(own.get_value());
        state.update(Edit::SetOrder { cell: state.comparison_untracked(), order, baseline });
    };
    view! {
        <button
            type="button"
            class="move"
            id=id
            aria-label=move || words::move_label(&tag.get(), down)
            aria-disabled=move || target.get().is_none().to_string()
            on:click=press
        >
            {if down { "▾" } else { "▴" }}
        </button>
    }
}

/// The field that renames a configuration once it is left or Enter is pressed.
#[component]
fn TagField(
    /// The names in the post.
    names: StoredValue<Vec<String>>,
    /// The present tag.
    tag: Memo<String>,
) -> impl IntoView {
    let state = State::of_page();
    let field = NodeRef::<Input>::new();
    let restore = move || {
        if let Some(field) = field.get_untracked() {
            field.set_value(&tag.get_untracked());
        }
    };
    let commit = move |event| {
        let wanted = event_target_value(&event).trim().to_owned();
        // An emptied name stands for the original, which may be the present one already.
        if wanted != tag.get_untracked() {
            state.rename(names.get_value(), &wanted);
        }
        restore();
    };
    let key = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            restore();
        }
    };
    // Renaming can merge or separate rows, whose fields are then others.
    Effect::new(move |_| {
        let renamed = names.with_value(|names| state.was_renamed(names));
        if let Some(field) = field.get().filter(|_| renamed) {
            request_animation_frame(move || {
                if focus::is_lost() {
                    let _ = field.focus();
                }
            });
        }
    });
    let label = names.with_value(|names| words::rename_label(&names.join(", ")));
    let width = move || tag.with(|tag| tag.chars().count().clamp(6, 40) + 2).to_string();
    view! {
        <input
            type="text"
            class="tag"
            autocomplete="off"
            spellcheck="false"
            aria-label=label
            title=words::RENAME_HELP
            size=width
            node_ref=field
            prop:value=move || tag.get()
            on:change=commit
            on:keydown=key
        />
    }
}

/// The names of the post behind a tag that is not one of them alone, and the way back.
#[component]
fn Originals(
    /// The names in the post.
    names: StoredValue<Vec<String>>,
    /// The present tag.
    tag: Memo<String>,
) -> impl IntoView {
    let state = State::of_page();
    move || {
        let (tag, names) = (tag.get(), names.get_value());
        if names.len() == 1 && names.first() == Some(&tag) {
            return None;
        }
        let also = words::also(&names.join(", "));
        let separate = move |_| state.rename(names.clone(), "");
        Some(view! {
            <span class="originals">
                {also} " "
                <button type="button" class="quiet" aria-label=words::separate_label(&tag) on:click=separate>
                    {words::SEPARATE}
                </button>
            </span>
        })
    }
}

/// The choice of the fields that tell the configurations apart, where there is one.
#[component]
fn Fields() -> impl IntoView {
    let state = State::of_page();
    let fields = Memo::new(move |_| {
        let outcome = state.outcome();
        outcome.map_or_else(Vec::new, |outcome| {
            outcome.report.fields.iter().filter(|field| field.values.len() > 1).cloned().collect::<Vec<FieldUse>>()
        })
    });
    let names = Memo::new(move |_| fields.with(|fields| fields.iter().map(|f| f.name.clone()).collect::<Vec<_>>()));
    let chosen = Memo::new(move |_| state.comparison().1.projection.is_some());
    let back = move || {
        chosen.get().then(|| {
            let reset = move |_| state.update(Edit::SetProjection(state.comparison_untracked(), None));
            view! {
                <button type="button" class="quiet" on:click=reset>
                    {words::AS_PROPOSED}
                </button>
            }
        })
    };
    let wanted = RwSignal::new(None::<Vec<String>>);
    let preview = move || {
        let names = wanted.get()?;
        let outcome = state.outcome()?;
        let choices = Choices { projection: Some(names.clone()), ..Choices::default() };
        let tags: Vec<String> = benchnote_verdict::configurations(outcome.parsed(), &choices)
            .into_iter()
            .map(|config| config.tag)
            .collect();
        Some(words::would_give(&names, &tags))
    };
    view! {
        <fieldset class="fields" hidden=move || names.with(|names| names.len() < 2 && !chosen.get())>
            <legend>{words::TOLD_APART}</legend>
            <For each=move || names.get() key=Clone::clone let:name>
                <FieldBox name fields wanted />
            </For>
            {back}
            <p class="preview soft" id="fields-preview" hidden=move || wanted.get().is_none()>
                {preview}
            </p>
        </fieldset>
    }
}

/// The fields that are chosen once one of them is turned on or off; nothing where none is left.
fn toggled(fields: &[FieldUse], own: &str, on: bool) -> Option<Vec<String>> {
    let others = fields.iter().filter(|field| field.projected && field.name != own);
    let mut names: Vec<String> = others.map(|field| field.name.clone()).collect();
    if on {
        names.push(own.to_owned());
    }
    (!names.is_empty()).then_some(names)
}

/// A field to tell configurations apart by.
#[component]
fn FieldBox(
    /// Its name.
    name: String,
    /// All fields.
    fields: Memo<Vec<FieldUse>>,
    /// The fields that a preview is shown for.
    wanted: RwSignal<Option<Vec<String>>>,
) -> impl IntoView {
    let state = State::of_page();
    let own = StoredValue::new(name.clone());
    let checked = move || {
        own.with_value(|own| fields.with(|fields| fields.iter().any(|field| field.name == *own && field.projected)))
    };
    let values = own.with_value(|own| {
        fields.with_untracked(|fields| fields.iter().find(|f| f.name == *own).map(|f| f.values.join(", ")))
    });
    let change = move |event| {
        let on = event_target_checked(&event);
        // Nothing chosen tells nothing apart: as proposed.
        let projection = own.with_value(|own| fields.with_untracked(|fields| toggled(fields, own, on)));
        wanted.set(None);
        state.update(Edit::SetProjection(state.comparison_untracked(), projection));
    };
    let show = move || {
        let on = !own.with_value(|own| {
            fields.with_untracked(|fields| fields.iter().any(|field| field.name == *own && field.projected))
        });
        wanted.set(own.with_value(|own| fields.with_untracked(|fields| toggled(fields, own, on))));
    };
    let hide = move || wanted.set(None);
    view! {
        <label class="chip" title=values on:mouseenter=move |_| show() on:mouseleave=move |_| hide()>
            <input
                type="checkbox"
                aria-describedby="fields-preview"
                prop:checked=checked
                on:change=change
                on:focus=move |_| show()
                on:blur=move |_| hide()
            />
            {name}
        </label>
    }
}

#[cfg(test)]
mod tests {
    use benchnote_parser::FieldKind;

    use super::*;

    #[test]
    fn a_field_is_turned_on_and_off() {
        let field = |name: &str, projected| FieldUse {
            name: name.to_owned(),
            kind: FieldKind::Setting,
            values: Vec::new(),
            projected,
        };
        let fields = [field("Host", true), field("OS", false)];
        assert_eq!(toggled(&fields, "OS", true), Some(vec!["Host".to_owned(), "OS".to_owned()]));
        assert_eq!(toggled(&fields, "Host", false), None);
    }
}

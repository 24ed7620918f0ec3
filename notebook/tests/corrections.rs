//! What the user says of a reading: applied, taken back, and found again after the text was edited.

use std::sync::Arc;

use benchnote_notebook::model::corrected::settings_of;
use benchnote_notebook::model::{Anchor, Change, Corrected, Target, correct, rules};
use benchnote_notebook::{CellId, Edit, Notebook};
use benchnote_parser::teach::{self, Example};
use benchnote_parser::{Better, Metric, Parsed, Source, Span, parse_taught};
use benchnote_verdict::{Choices, Report, analyse};

const POST: &str = include_str!("../../public/examples/lmbench-pin-tlb.txt");
const TEXT: CellId = CellId(1);

fn notebook(text: &str) -> Notebook {
    let mut notebook = Notebook::default();
    notebook.apply(Edit::SetSource(TEXT, Source::unnamed(text)));
    notebook
}

fn read(notebook: &Notebook) -> (Arc<Parsed>, Corrected) {
    let (cells, sources): (Vec<CellId>, Vec<Arc<Source>>) =
        notebook.sources().map(|(id, source)| (id, source.clone())).unzip();
    let raw = Arc::new(parse_taught(&sources, &rules(&notebook.corrections)));
    let corrected = correct(&raw, &cells, &notebook.corrections);
    (raw, corrected)
}

fn judged(corrected: &Corrected) -> Report {
    analyse(&corrected.parsed, &Choices::default())
}

/// The anchor of the first place where a text stands.
fn anchor(text: &str, printed: &str) -> Anchor {
    let at = text.find(printed).expect("it is there");
    Anchor::new(TEXT, text, at..at + printed.len())
}

/// The metric of the first figure that is printed so.
fn metric<'p>(parsed: &'p Parsed, printed: &str) -> &'p Metric {
    let found = parsed.measurements.iter().find(|m| parsed.slice(m.span) == printed).expect("a figure");
    parsed.metric(found.metric).expect("its metric")
}

fn like(metric: &Metric) -> Target {
    let Metric { section, name, unit, .. } = metric;
    Target::Metric { section: section.clone(), name: name.clone(), unit: unit.symbol.clone() }
}

#[test]
fn nothing_said_is_nothing_changed() {
    let (raw, corrected) = read(&notebook(POST));
    assert_eq!(corrected.parsed, raw);
}

#[test]
fn a_wrong_unit_is_right_for_all_like_it() {
    let mut notebook = notebook(POST);
    let (raw, _) = read(&notebook);
    let fork = metric(&raw, "2070").clone();
    notebook.apply(Edit::Correct(vec![(like(&fork), Change::Unit("ms".into()))]));
    let (_, corrected) = read(&notebook);
    let unit = |printed| &metric(&corrected.parsed, printed).unit.symbol;
    assert_eq!((unit("2070"), corrected.hits.values().copied().collect::<Vec<_>>()), (&"ms".to_owned(), vec![9]));
    let rows = judged(&corrected).metrics;
    assert_eq!(rows.iter().filter(|row| row.name == fork.name && row.unit.symbol == "ms").count(), 1);
    assert!(!rows.iter().any(|row| row.name == fork.name && row.unit.symbol == fork.unit.symbol));
    notebook.apply(Edit::Uncorrect(notebook.corrections[0].id));
    assert_eq!(read(&notebook).1.parsed, raw);
}

#[test]
fn one_figure_set_aside_is_explained() {
    let mut notebook = notebook(POST);
    let (raw, _) = read(&notebook);
    notebook.apply(Edit::Correct(vec![(Target::One(anchor(POST, "2070")), Change::Ignore)]));
    let (_, corrected) = read(&notebook);
    assert_eq!(corrected.parsed.measurements.len(), raw.measurements.len() - 1);
    let (before, after) = (&raw.ledger, &corrected.parsed.ledger);
    assert_eq!((after.measured + 1, after.explained), (before.measured, before.explained + 1));
    assert_eq!(corrected.parsed.slice(corrected.ignored[0].0), "2070");
}

#[test]
fn a_run_moves_to_another_configuration() {
    let mut notebook = notebook(POST);
    let (_, corrected) = read(&notebook);
    let report = judged(&corrected);
    let target = report.configurations.iter().position(|config| config.tag == "2pintlb").expect("there");
    let figures = report.metrics.iter().flat_map(|row| &row.samples[target].runs).map(|run| run.id);
    let settings = settings_of(&corrected.parsed, figures);
    let before = report.metrics.iter().find(|row| row.name == "fork proc").expect("a row");
    let counts = |row: &benchnote_verdict::MetricRow| row.samples.iter().map(|s| s.runs.len()).collect::<Vec<_>>();
    assert_eq!(counts(before), [3, 3, 3]);
    let change = Change::Configuration { name: "2pintlb".into(), settings, clear: Vec::new() };
    notebook.apply(Edit::Correct(vec![(Target::Line(anchor(POST, "2070")), change)]));
    let (_, corrected) = read(&notebook);
    let moved = judged(&corrected);
    let after = moved.metrics.iter().find(|row| row.name == "fork proc").expect("a row");
    let tags: Vec<&str> = moved.configurations.iter().map(|config| config.tag.as_str()).collect();
    assert_eq!(tags, ["1pintlb", "2pintlb", "nopintlb"]);
    assert_eq!(counts(after), [3, 4, 2]);
}

#[test]
fn a_correction_survives_edits_elsewhere() {
    let mut notebook = notebook(POST);
    notebook.apply(Edit::Correct(vec![(Target::One(anchor(POST, "2070")), Change::Ignore)]));
    let longer = format!("> On some day someone wrote 2070 words:\n\n{POST}\nBye, 2070\n");
    notebook.apply(Edit::SetSource(TEXT, Source::unnamed(longer.clone())));
    let (_, corrected) = read(&notebook);
    let span: Span = corrected.ignored[0].0;
    assert_eq!(
        span.start as usize,
        longer.find("2070").and_then(|at| Some(at + 4 + longer[at + 4..].find("2070")?)).expect("there")
    );
    notebook.apply(Edit::SetSource(TEXT, Source::unnamed("nothing of it")));
    let (_, corrected) = read(&notebook);
    assert_eq!(corrected.hits.values().copied().collect::<Vec<_>>(), [0]);
    notebook.apply(Edit::SetSource(TEXT, Source::unnamed(POST)));
    assert_eq!(read(&notebook).1.ignored.len(), 1);
}

#[test]
fn an_unread_number_becomes_a_figure() {
    let text = "before:\nfork 12.5 us\nit said 77 gnus\nafter:\nfork 11.5 us\nit said 70 gnus\n";
    let mut notebook = notebook(text);
    for (printed, name) in [("77", "before"), ("70", "after")] {
        let field = benchnote_parser::Field { name: "label".into(), kind: benchnote_parser::FieldKind::Setting };
        let change = Change::Measure {
            section: String::new(),
            metric: "herd".into(),
            unit: "gnus".into(),
            better: Better::Higher,
            name: name.into(),
            settings: vec![benchnote_parser::Label { field, value: name.into() }],
        };
        let (_, before) = read(&notebook);
        let place = before.parsed.measurements.iter().find(|m| before.parsed.slice(m.span) == printed);
        assert!(place.is_none(), "{printed} is read already");
        notebook.apply(Edit::Correct(vec![(Target::One(anchor(text, printed)), change)]));
    }
    let (_, corrected) = read(&notebook);
    assert_eq!(metric(&corrected.parsed, "77"), metric(&corrected.parsed, "70"));
    let row = judged(&corrected).metrics.into_iter().find(|row| row.name == "herd").expect("a row");
    assert_eq!((row.unit.symbol.as_str(), row.better), ("gnus", Better::Higher));
    notebook.apply(Edit::Correct(vec![(Target::One(anchor(text, "77")), Change::Unit("elands".into()))]));
    assert_eq!(metric(&read(&notebook).1.parsed, "77").unit.symbol, "elands");
}

#[test]
fn what_is_said_again_replaces_what_was_said() {
    let mut notebook = notebook(POST);
    let target = || Target::One(anchor(POST, "2070"));
    for unit in ["ms", "s"] {
        notebook.apply(Edit::Correct(vec![(target(), Change::Unit(unit.into()))]));
    }
    notebook.apply(Edit::Correct(vec![(target(), Change::Better(Better::Higher))]));
    assert_eq!(notebook.corrections.len(), 2);
    let (_, corrected) = read(&notebook);
    let fork = metric(&corrected.parsed, "2070");
    assert_eq!((fork.unit.symbol.as_str(), fork.better), ("s", Better::Higher));
}

#[test]
fn corrections_go_with_their_text() {
    let mut notebook = notebook(POST);
    notebook.apply(Edit::AddSource(Source::unnamed("second")));
    notebook.apply(Edit::Correct(vec![(Target::One(anchor(POST, "2070")), Change::Ignore)]));
    notebook.apply(Edit::RemoveSource(TEXT));
    assert!(notebook.corrections.is_empty());
}

#[test]
fn one_number_teaches_the_rest_of_its_block() {
    let text = "@@old@@ 12!!\n@@new@@ 15!!\n@@best@@ 17!!\n";
    let mut notebook = notebook(text);
    let (raw, _) = read(&notebook);
    assert_eq!((raw.ledger.unread, raw.measurements.len()), (3, 0));
    let example = Example {
        metric: Some("herd".into()),
        unit: Some("ms".into()),
        config: Some("old".into()),
        ..Example::at(8..10)
    };
    let rule = teach::learn(&Source::unnamed(text), &example).expect("a rule");
    notebook.apply(Edit::Correct(vec![(Target::One(anchor(text, "12")), Change::Teach(Box::new(rule)))]));
    let (_, corrected) = read(&notebook);
    let tags: Vec<String> = judged(&corrected).configurations.into_iter().map(|config| config.tag).collect();
    assert_eq!(tags, ["old", "new", "best"]);
    assert_eq!(corrected.hits.values().copied().collect::<Vec<_>>(), [3]);
    // What the rule read is corrected like anything else.
    notebook.apply(Edit::Correct(vec![(Target::One(anchor(text, "17")), Change::Ignore)]));
    assert_eq!(read(&notebook).1.parsed.measurements.len(), 2);
}

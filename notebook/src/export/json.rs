//! The analysis as JSON, schema `benchnote/1`.
//!
//! One object: every measurement with its keys, place and printed form, the configurations, the ledger, the diagnostics
//! and the verdict. `span` is a half-open range of bytes in the UTF-8 text; where there are several sources, `source` is
//! the position of the one it lies in.

use std::collections::BTreeMap;

use benchnote_parser::{Better, MeasurementId, Parsed, Role, Severity, Span};
use benchnote_verdict::prose::plain;
use benchnote_verdict::{Configuration, MetricRow, OutcomeKind, Report, grade_word};
use serde::Serialize;

use super::mail;

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    sources: Vec<&'a str>,
    measurements: Vec<Measured<'a>>,
    configs: Vec<Config<'a>>,
    ledger: LedgerCount,
    diagnostics: Vec<Noted>,
    verdict: Verdict<'a>,
}

#[derive(Serialize)]
struct Measured<'a> {
    section: &'a str,
    metric: &'a str,
    unit: Option<&'a str>,
    better: Better,
    params: &'a BTreeMap<String, String>,
    config: &'a str,
    run: u32,
    value: f64,
    low: f64,
    high: f64,
    printed: &'a str,
    source: u16,
    span: [u32; 2],
    spread: Option<f64>,
    n: Option<u32>,
    role: Role,
    guessed: bool,
}

#[derive(Serialize)]
struct Config<'a> {
    tag: &'a str,
    evidence: &'a str,
    runs: usize,
    baseline: bool,
    excluded: bool,
    factors: &'a BTreeMap<String, String>,
}

#[derive(Serialize)]
struct LedgerCount {
    numbers: usize,
    measured: usize,
    explained: usize,
    unread: usize,
    unread_spans: Vec<[u32; 2]>,
}

#[derive(Serialize)]
struct Noted {
    severity: Severity,
    code: &'static str,
    source: u16,
    span: [u32; 2],
    message: String,
}

#[derive(Serialize)]
struct Verdict<'a> {
    baseline: Option<&'a str>,
    outcome: &'static str,
    winners: Vec<&'a str>,
    grade: Option<&'static str>,
    headline: String,
    text: String,
}

/// The analysis as one JSON object, indented, with a line end.
pub fn json(parsed: &Parsed, report: &Report) -> String {
    let tag = |config: usize| report.configurations.get(config).map_or("", |c| c.tag.as_str());
    let document = Document {
        schema: "benchnote/1",
        sources: parsed.sources.iter().map(|source| source.label.as_str()).collect(),
        measurements: measurements(parsed, report),
        configs: report.configurations.iter().map(config).collect(),
        ledger: LedgerCount {
            numbers: parsed.ledger.numbers,
            measured: parsed.ledger.measured,
            explained: parsed.ledger.explained,
            unread: parsed.ledger.unread,
            unread_spans: parsed.ledger.unread_spans.iter().copied().map(bounds).collect(),
        },
        diagnostics: parsed
            .diagnostics
            .iter()
            .map(|d| Noted {
                severity: d.severity,
                code: d.kind.slug(),
                source: d.span.source.0,
                span: bounds(d.span),
                message: d.kind.message(),
            })
            .collect(),
        verdict: Verdict {
            baseline: report.baseline.map(tag),
            outcome: outcome_name(report.outcome.kind),
            winners: report.outcome.winners.iter().map(|&config| tag(config)).collect(),
            grade: report.outcome.grade.map(grade_word),
            headline: plain(&report.prose.headline),
            text: mail(parsed, report),
        },
    };
    // Strings, numbers and maps with string keys: there is nothing in it that serde_json refuses.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

/// The measurements in the order of the post; those of excluded configurations are not among them.
fn measurements<'a>(parsed: &'a Parsed, report: &'a Report) -> Vec<Measured<'a>> {
    let mut rows: Vec<(MeasurementId, Measured<'a>)> = Vec::new();
    for metric in &report.metrics {
        for (config, sample) in report.configurations.iter().zip(&metric.samples) {
            for run in &sample.runs {
                rows.extend(measured(parsed, metric, config, run.id, run.number).map(|row| (run.id, row)));
            }
        }
    }
    rows.sort_by_key(|(id, _)| *id);
    rows.into_iter().map(|(_, row)| row).collect()
}

fn measured<'a>(
    parsed: &'a Parsed,
    metric: &'a MetricRow,
    config: &'a Configuration,
    id: MeasurementId,
    run: u32,
) -> Option<Measured<'a>> {
    let m = parsed.measurement(id)?;
    let spread = parsed.spreads.get(&id);
    Some(Measured {
        section: &metric.section,
        metric: &metric.name,
        unit: Some(metric.unit.symbol.as_str()).filter(|symbol| !symbol.is_empty()),
        better: metric.better,
        params: &metric.params,
        config: &config.tag,
        run,
        value: m.value,
        low: m.low,
        high: m.high,
        printed: parsed.printed(id),
        source: m.span.source.0,
        span: bounds(m.span),
        spread: spread.map(|s| s.value),
        n: spread.and_then(|s| s.n),
        role: metric.role,
        guessed: m.guessed,
    })
}

fn config(configuration: &Configuration) -> Config<'_> {
    let Configuration { tag, evidence, runs, baseline, excluded, factors, .. } = configuration;
    Config { tag, evidence, runs: *runs, baseline: *baseline, excluded: *excluded, factors }
}

fn bounds(span: Span) -> [u32; 2] {
    [span.start, span.end]
}

fn outcome_name(kind: OutcomeKind) -> &'static str {
    match kind {
        OutcomeKind::Winner => "winner",
        OutcomeKind::Tie => "tie",
        OutcomeKind::Mixed => "mixed",
        OutcomeKind::CannotSay => "cannot say",
    }
}

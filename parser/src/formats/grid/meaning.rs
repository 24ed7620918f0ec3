//! What the columns and rows of a table stand for.

use super::cell;
use crate::reading::number::Comma;
use crate::reading::quantity::{
    ASIDES, CONDITIONS, DERIVED, HIGHER, LOWER, METRICS, OPERATIONS, has, is_quality, unit_in, unit_of, words,
};
use crate::unit::Unit;

/// What a column is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Column {
    /// Words that name the row.
    RowName,
    /// Words behind the figures of a row that has a name already.
    Remark,
    /// The unit of the row's figures.
    UnitName,
    /// A condition of the row: threads, size.
    Condition,
    /// Figures.
    Figures(Head),
    /// Computed from other columns.
    Derived,
    /// How many there were, and clocks.
    Aside,
}

/// What stands over figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Head {
    /// Which quantity; empty where nothing says.
    pub(super) metric: String,
    pub(super) unit: Option<Unit>,
    /// Under which settings: the words over the column, the widest first.
    pub(super) settings: Vec<String>,
    /// Under which condition: a number, or what a benchmark does.
    pub(super) load: Option<String>,
    /// Whether they say how good other figures are.
    pub(super) quality: bool,
    /// Whether the header only counts the runs of one thing: `run 3`.
    pub(super) run: bool,
    /// What each figure of a cell with several is: `HEVC/AVC`.
    pub(super) parts: Vec<String>,
}

/// Whether a row or column is computed from the others, by its name.
pub(super) fn is_derived(name: &str) -> bool {
    let share = |word: &str| word.ends_with('%') && word.len() == 1 || word == "Δ%" || word == "%Δ";
    has(name, DERIVED)
        || name.split_whitespace().any(share) && !has(name, &["cpu", "util", "utilization", "busy"])
        || name.contains('Δ')
}

/// Whether a row sums up the others: it is named by such a word and at most one more.
pub(super) fn is_summary(name: &str) -> bool {
    const SUMMARIES: &[&str] =
        &["geomean", "geometric", "average", "overall", "mean", "sum", "total", "avg", "summary", "totals"];
    let others = words(name).filter(|word| !SUMMARIES.contains(&word.as_str())).count();
    has(name, SUMMARIES) && others == 0 || has(name, &["geomean", "geometric"])
}

/// Whether a header names a quantity by itself: `time (ms)`, `p99`, `99.9%`, `throughput`.
pub(super) fn is_quantity(header: &str) -> bool {
    is_percentile(header) || unit_in(header).is_some() || quantity_words(header).next().is_some()
}

/// The words of a header that name a quantity, a unit or a statistic.
fn quantity_words(header: &str) -> impl Iterator<Item = String> + '_ {
    // The parts of a long identifier name no quantity: `test_used_memory_per_thread_array`.
    const MOST_PARTS: usize = 3;
    let brief = |token: &&str| token.split(['_', '-']).count() <= MOST_PARTS;
    header.split_whitespace().filter(brief).flat_map(words).filter(|word| is_quantity_word(word))
}

fn is_quantity_word(word: &str) -> bool {
    let percentile = |word: &str| {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        word.strip_prefix('p').is_some_and(digits) || word.strip_suffix("th").is_some_and(digits)
    };
    METRICS.contains(&word) || HIGHER.contains(&word) || LOWER.contains(&word) || percentile(word)
}

/// What remains of a header without unit and words for quantities.
fn remainder(header: &str) -> String {
    let bare = without_unit(header);
    let kept = bare.split_whitespace().filter(|word| {
        let low = word.to_lowercase();
        let low = low.trim_matches(|c: char| !c.is_alphanumeric());
        !is_quantity_word(low) && Unit::named(low).is_none() && low != "in"
    });
    kept.collect::<Vec<_>>().join(" ")
}

/// `99.9%` as a header names a percentile.
fn is_percentile(header: &str) -> bool {
    let number =
        header.strip_suffix('%').or_else(|| header.strip_suffix("th")).map(|number| number.trim_start_matches('p'));
    number.and_then(|number| cell::figure(number, Comma::Thousands)).is_some_and(|f| f.value > 0.0 && f.value <= 100.0)
}

/// A column as it is given: what stands over it, and its cells.
pub(super) struct Given<'g> {
    pub(super) head: &'g [String],
    /// The texts of its cells, and whether each is a figure.
    pub(super) cells: Vec<(&'g str, bool)>,
    /// Whether all figures in it are shares.
    pub(super) percent: bool,
    /// Whether all figures in it are signed shares or factors.
    pub(super) change: bool,
    /// Whether its cells hold several figures, parted by slashes.
    pub(super) several: bool,
}

impl Given<'_> {
    fn text(&self) -> String {
        self.head.join(" ")
    }
}

/// What the columns of a table are.
pub(super) fn columns(given: &[Given<'_>]) -> Vec<Column> {
    let mut columns: Vec<Column> = given.iter().enumerate().map(|(at, column)| plain(column, at == 0)).collect();
    drop_computed(given, &mut columns);
    let first_figures = columns.iter().position(|column| matches!(column, Column::Figures(_))).unwrap_or(columns.len());
    let letters =
        |at: usize| given.get(at).is_some_and(|g| g.cells.iter().any(|(text, _)| text.contains(char::is_alphanumeric)));
    let named = (0..first_figures).any(|at| columns.get(at) == Some(&Column::RowName) && letters(at));
    for column in columns.iter_mut().skip(first_figures).filter(|column| named && **column == Column::RowName) {
        *column = Column::Remark;
    }
    let figures: Vec<usize> =
        (0..columns.len()).filter(|&at| matches!(columns.get(at), Some(Column::Figures(_)))).collect();
    let heads: Vec<Vec<String>> = figures.iter().filter_map(|&at| given.get(at)).map(|g| g.head.to_vec()).collect();
    for (&at, mut head) in figures.iter().zip(settled(&heads)) {
        if let Some((metric, parts)) = given.get(at).filter(|g| g.several).and_then(|g| slash_parts(&g.text())) {
            head = Head { metric, parts, settings: Vec::new(), ..head };
        }
        if let Some(column) = columns.get_mut(at) {
            *column = Column::Figures(head);
        }
    }
    join_runs(given, &mut columns);
    columns
}

/// Columns that count the runs are of one quantity, and statistics beside them are computed from them.
fn join_runs(given: &[Given<'_>], columns: &mut [Column]) {
    let is_run = |given: &Given<'_>| {
        let header = given.text().to_lowercase();
        let word = header.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '#' | '.' | '_' | '-'));
        word.len() < header.len() && (RUNS.contains(&word) || word.is_empty() && header.starts_with('#'))
    };
    let figures = |(given, column): &(&Given<'_>, &Column)| matches!(column, Column::Figures(_)) && is_run(given);
    if given.iter().zip(columns.iter()).filter(figures).count() < 2 {
        return;
    }
    const STATISTICS: &[&str] =
        &["avg", "average", "mean", "median", "min", "max", "minimum", "maximum", "best", "worst", "total", "sum"];
    for (given, column) in given.iter().zip(columns).filter(|(_, column)| matches!(column, Column::Figures(_))) {
        if is_run(given) {
            *column = Column::Figures(Head { run: true, ..Head::default() });
        } else if has(&given.text(), STATISTICS) {
            *column = Column::Derived;
        }
    }
}

/// What a column is, by its header, its cells and its place.
fn plain(column: &Given<'_>, first: bool) -> Column {
    let header = column.text();
    let header = header.as_str();
    let texts: Vec<&str> = column.cells.iter().map(|(text, _)| *text).collect();
    let figures = column.cells.iter().filter(|(_, figure)| *figure).count();
    if figures * 2 < texts.len() {
        if texts.iter().all(|text| unit_of(text).is_some())
            || header.eq_ignore_ascii_case("unit")
            || header.eq_ignore_ascii_case("units")
        {
            return Column::UnitName;
        }
        let numbered = texts.iter().all(|text| text.starts_with(|c: char| c.is_ascii_digit()));
        return if numbered && !first { Column::Condition } else { Column::RowName };
    }
    let whole = texts.iter().all(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()));
    if whole && has(header, RUNS) && words(header).count() <= 2 {
        return Column::Aside;
    }
    let sizes = header.to_lowercase().ends_with("size") && !first;
    // A number that the header counts as a condition is one; results have fractions, or do not repeat or rise.
    let repeats = whole && texts.len() >= 4 && {
        let mut seen = texts.clone();
        seen.sort_unstable();
        seen.dedup();
        seen.len() * 2 <= texts.len()
    };
    let conditions = has(header, CONDITIONS) && !has(header, HIGHER) && !has(header, LOWER);
    if sizes
        || conditions && (first || rises(&texts) || repeats)
        || first && rises(&texts)
        || repeats && !is_quantity(header) && !header.is_empty() && header.len() <= 4
    {
        return Column::Condition;
    }
    // Rising whole numbers under no head are what the rows were measured at.
    if header.is_empty() && whole && rises(&texts) {
        return Column::Condition;
    }
    if is_percentile(header) {
        return Column::Figures(Head::default());
    }
    if column.change || is_derived(header) && !header.contains(" / ") {
        return Column::Derived;
    }
    if is_aside(header) && !is_quality(header) {
        return Column::Aside;
    }
    Column::Figures(Head::default())
}

/// Words for what counts the runs of one thing.
const RUNS: &[&str] =
    &["run", "rep", "repetition", "iteration", "iter", "trial", "pass", "round", "attempt", "try", "no", "nr"];

/// Whether a header speaks of little else than counts, clocks and the like.
fn is_aside(header: &str) -> bool {
    let aside = words(header).filter(|word| ASIDES.contains(&word.as_str())).count();
    aside > 0 && aside * 2 >= words(header).count()
}

/// Shares beside other figures are computed from them; alone they are what was measured.
fn drop_computed(given: &[Given<'_>], columns: &mut [Column]) {
    let figures = |c: &Column| matches!(c, Column::Figures(_));
    if columns.iter().zip(given).any(|(column, given)| figures(column) && !given.percent) {
        let shares = columns.iter_mut().zip(given).filter(|(column, given)| figures(column) && given.percent);
        for (column, given) in shares {
            let named = has(&given.text(), &["cpu", "util", "utilization", "busy", "idle", "hit", "miss"]);
            *column = if named { Column::Aside } else { Column::Derived };
        }
    }
}

/// What stands over some columns of figures, beside each other.
///
/// What all have in common names the quantity. Of two lines one may name quantities and the other settings. In one line,
/// heads that share their words for a quantity and differ in others name settings in it: `before (ms)`, `after (ms)`;
/// where some are quantities of their own, so are those that nothing tells.
fn settled(heads: &[Vec<String>]) -> Vec<Head> {
    let mut heads: Vec<Vec<String>> = heads.to_vec();
    let mut common = String::new();
    while heads.len() >= 2
        && let Some(first) = heads.first().and_then(|head| head.first()).cloned()
        && heads.iter().all(|head| head.len() >= 2 && head.first() == Some(&first))
    {
        common = if common.is_empty() { first } else { format!("{common} {first}") };
        for head in &mut heads {
            head.remove(0);
        }
    }
    let two = heads.len() >= 2 && heads.iter().all(|head| head.len() == 2);
    let mut settled: Vec<Head> = if two { two_lines(&heads) } else { one_line(&heads) };
    for head in &mut settled {
        if head.metric.is_empty() && !common.is_empty() {
            head.metric = without_unit(&common);
        }
        if head.unit.is_none() {
            head.unit = unit_in(&common);
        }
    }
    settled
}

fn two_lines(heads: &[Vec<String>]) -> Vec<Head> {
    let line = |at: usize| heads.iter().map(move |head| head.get(at).map_or("", String::as_str));
    let quantities = |at: usize| line(at).all(is_quantity);
    // Of `latency 0` and `latency 19` over `min`, `avg` and `max` the upper line differs in more than its quantity.
    let told = |at: usize| !tell_settings(&line(at).collect::<Vec<_>>());
    let quantity = match (quantities(0) && told(0), quantities(1) && told(1)) {
        (_, true) => Some(1),
        (true, false) => Some(0),
        (false, false) => None,
    };
    let of = |head: &Vec<String>| {
        let text = |at: usize| head.get(at).cloned().unwrap_or_default();
        match quantity {
            Some(at) => Head {
                metric: without_unit(&text(at)),
                unit: unit_in(&text(at)).or_else(|| unit_in(&text(1 - at))),
                settings: vec![text(1 - at)],
                quality: is_quality(&text(at)),
                ..Head::default()
            },
            None => Head { settings: head.clone(), unit: unit_in(&head.join(" ")), ..Head::default() },
        }
    };
    heads.iter().map(of).collect()
}

/// Whether heads that name quantities name settings in one quantity: the rest of their words tells them apart.
fn tell_settings(heads: &[&str]) -> bool {
    let mut distinct: Vec<&str> = heads.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() < 2 {
        return false;
    }
    let quantities = |head: &str| {
        let mut found: Vec<String> = quantity_words(head).collect();
        found.extend(unit_in(head).map(|unit| unit.symbol));
        found.sort();
        found.dedup();
        found
    };
    let first = distinct.first().map(|head| quantities(head)).unwrap_or_default();
    let alike = !first.is_empty() && distinct.iter().all(|head| quantities(head) == first);
    let mut rests: Vec<String> = distinct.iter().map(|head| remainder(head)).collect();
    let plain =
        rests.iter().all(|rest| !rest.is_empty() && !words(rest).all(|word| OPERATIONS.contains(&word.as_str())));
    rests.sort();
    rests.dedup();
    alike && plain && rests.len() == distinct.len()
}

fn one_line(heads: &[Vec<String>]) -> Vec<Head> {
    let texts: Vec<String> = heads.iter().map(|head| head.join(" ")).collect();
    let named: Vec<&str> = texts.iter().map(String::as_str).filter(|text| !is_quality(text)).collect();
    let settings = tell_settings(&named);
    let quantities = !settings && named.iter().any(|text| is_quantity(text));
    let operations =
        named.len() >= 2 && named.iter().all(|text| words(text).all(|word| OPERATIONS.contains(&word.as_str())));
    texts.iter().map(|text| head(text, settings, quantities, operations)).collect()
}

/// What one head of a line says.
fn head(text: &str, settings: bool, quantities: bool, operations: bool) -> Head {
    let unit = unit_in(text);
    let quality = is_quality(text);
    if cell::figure(text, Comma::Thousands).is_some() && !is_percentile(text) {
        return Head { load: Some(text.to_owned()), ..Head::default() };
    }
    if settings && !quality {
        let rest = remainder(text);
        let number = rest.chars().all(|c| c.is_ascii_digit() || !c.is_alphanumeric());
        let value = if number { without_unit(text) } else { rest };
        let metric = quantity_words(text).filter(|word| Unit::named(word).is_none()).collect::<Vec<_>>().join(" ");
        return Head { metric, unit, settings: vec![value], ..Head::default() };
    }
    // `QPS(unstable)`: what is measured, and under what.
    let lead = text.split('(').next().unwrap_or_default().trim();
    if text.ends_with(')') && lead.len() < text.len() && is_quantity(lead) && unit.is_none() {
        let inner = text.get(lead.len()..).unwrap_or_default().trim().trim_start_matches('(').trim_end_matches(')');
        let unit = unit_in(lead).or_else(|| Some(Unit { symbol: lead.to_owned(), ..Unit::none() }));
        return Head { settings: vec![inner.trim().to_owned()], unit, metric: lead.to_owned(), ..Head::default() };
    }
    if operations {
        return Head { load: Some(text.to_owned()), ..Head::default() };
    }
    if quantities || quality {
        return Head { metric: if quality { text.to_owned() } else { named(text) }, unit, quality, ..Head::default() };
    }
    Head {
        settings: Some(text.to_owned()).filter(|text| !text.is_empty()).into_iter().collect(),
        unit,
        ..Head::default()
    }
}

/// The name of a quantity: without its unit, unless nothing else names it.
fn named(text: &str) -> String {
    let bare = without_unit(text);
    if bare.is_empty() { text.to_owned() } else { bare }
}

/// The parts of a head over cells with several figures: `Duration HEVC/AVC`, `CNA / speedup`. A unit per time is none.
fn slash_parts(text: &str) -> Option<(String, Vec<String>)> {
    let parts = |text: &str| -> Option<Vec<String>> {
        let parts: Vec<String> = text.split('/').map(|part| part.trim().to_owned()).collect();
        (parts.len() >= 2 && parts.iter().all(|part| part.starts_with(char::is_alphanumeric))).then_some(parts)
    };
    if text.contains(" / ") {
        return Some((String::new(), parts(text)?));
    }
    let at = text.split_whitespace().find(|word| {
        word.contains('/') && crate::reading::quantity::unit_of(word).is_none() && !word.to_lowercase().ends_with("/op")
    })?;
    let lead = text.split(at).next().unwrap_or_default().trim();
    Some((lead.to_owned(), parts(at.trim_matches(['(', ')']))?))
        .filter(|(lead, _)| !lead.is_empty() || at.len() == text.len())
}

/// A header without what stands in brackets.
pub(super) fn without_unit(header: &str) -> String {
    header.split(['(', '[']).next().unwrap_or_default().trim_end_matches([',', ' ']).trim().to_owned()
}

/// Whether some cells are whole numbers that rise: 1, 2, 4, 8.
pub(super) fn rises(column: &[&str]) -> bool {
    let values: Vec<f64> =
        column.iter().filter_map(|text| cell::figure(text, Comma::Thousands)).map(|f| f.value).collect();
    values.len() == column.len()
        && values.len() >= 2
        && values.iter().all(|v| v.fract() == 0.0)
        && values.windows(2).all(|pair| matches!(pair, [a, b] if a < b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(heads: &[&str], cells: &[&str]) -> Vec<Column> {
        let heads: Vec<Vec<String>> = heads.iter().map(|head| head.split('|').map(str::to_owned).collect()).collect();
        let given: Vec<Given<'_>> = heads
            .iter()
            .map(|head| {
                let cells: Vec<(&str, bool)> =
                    cells.iter().map(|text| (*text, cell::figure(text, Comma::Thousands).is_some())).collect();
                let percent = cells.iter().all(|(text, _)| text.ends_with('%'));
                Given { head, cells, percent, change: false, several: false }
            })
            .collect();
        columns(&given)
    }

    fn shown(heads: &[&str]) -> Vec<String> {
        let show = |column: &Column| match column {
            Column::Figures(head) => {
                let unit = head.unit.as_ref().map_or("", |u| u.symbol.as_str());
                format!("{}[{unit}] {}{}", head.metric, head.settings.join("+"), head.load.as_deref().unwrap_or(""))
            }
            other => format!("{other:?}"),
        };
        of(heads, &["1.5", "2.5", "1.2"]).iter().map(show).collect()
    }

    #[test]
    fn columns_are_told_by_header_and_cells() {
        assert_eq!(of(&[""], &["a", "b"]), [Column::RowName]);
        assert_eq!(of(&["#thr"], &["1", "2", "4"]), [Column::Condition]);
        assert_eq!(of(&["x", "logbsize"], &["32kb", "256kb"])[1], Column::Condition);
        assert_eq!(of(&["gain"], &["1.2", "1.1"]), [Column::Derived]);
        assert_eq!(of(&["samples"], &["12.5", "11"]), [Column::Aside]);
    }

    #[test]
    fn heads_name_settings_or_quantities() {
        assert_eq!(shown(&["master", "patch"]), ["[] master", "[] patch"]);
        assert_eq!(shown(&["create rate", "removal"]), ["create rate[] ", "removal[] "]);
        assert_eq!(shown(&["before (ms)", "after (ms)"]), ["[ms] before", "[ms] after"]);
        assert_eq!(shown(&["QPS(old)", "QPS(new)"]), ["QPS[QPS] old", "QPS[QPS] new"]);
        assert_eq!(shown(&["latency 0", "latency 19"]), ["latency[] latency 0", "latency[] latency 19"]);
        assert_eq!(shown(&["read latency", "write latency"]), ["read latency[] ", "write latency[] "]);
        assert_eq!(shown(&["50%", "99.9%"]), ["50%[] ", "99.9%[] "]);
        assert_eq!(shown(&["read", "randwrite"]), ["[] read", "[] randwrite"]);
        assert_eq!(shown(&["Mean [ms]", "Min [ms]"]), ["Mean[ms] ", "Min[ms] "]);
    }

    #[test]
    fn of_two_lines_one_may_name_the_quantity() {
        assert_eq!(shown(&["Time|locked", "Time|lockless"]), ["Time[] locked", "Time[] lockless"]);
        assert_eq!(shown(&["latency 0|min", "latency 0|max", "latency 9|min", "latency 9|max"])[2], "min[] latency 9");
        assert_eq!(shown(&["time (s)|old", "time (s)|new", "rss (kB)|old", "rss (kB)|new"])[3], "rss[kB] new");
    }

    #[test]
    fn slashes_part_heads_but_not_units() {
        assert_eq!(slash_parts("Duration HEVC/AVC"), Some(("Duration".into(), vec!["HEVC".into(), "AVC".into()])));
        assert_eq!(slash_parts("CNA / speedup"), Some((String::new(), vec!["CNA".into(), "speedup".into()])));
        assert_eq!(slash_parts("rate (ops/s)"), None);
    }
}

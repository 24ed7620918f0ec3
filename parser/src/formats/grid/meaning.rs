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
    /// What the row's figures are of, and perhaps in which unit.
    MetricName,
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
    /// Whether they are runs of one thing, told apart by a number alone.
    pub(super) run: bool,
    /// Whether they say how good other figures are.
    pub(super) quality: bool,
    /// What each figure of a cell with several is: `HEVC/AVC`.
    pub(super) parts: Vec<String>,
}

/// Whether a row or column is computed from the others, by its name.
pub(super) fn is_derived(name: &str) -> bool {
    const PHRASES: &[&str] = &["speed-up", "speed up", "slowdown", "slow-down", "faster", "slower", "pdiff", "% of "];
    let share = |word: &str| word.ends_with('%') && word.len() == 1 || word == "Δ%" || word == "%Δ";
    let low = name.to_lowercase();
    words(name).any(|word| DERIVED.contains(&word.trim_matches('%')) && word != "p%")
        || PHRASES.iter().any(|phrase| low.contains(phrase))
        || name.split_whitespace().any(share) && !has(name, &["cpu", "util", "utilization", "busy"])
        || name.contains('Δ')
}

/// Words for what sums other figures up.
const SUMMARIES: &[&str] = &[
    "geomean",
    "geometric",
    "average",
    "overall",
    "mean",
    "sum",
    "total",
    "avg",
    "agv",
    "hmean",
    "gmean",
    "summary",
    "totals",
];

/// Whether a row sums up the others: it is named by such a word and at most one more.
pub(super) fn is_summary(name: &str) -> bool {
    let others = words(name).filter(|word| !SUMMARIES.contains(&word.as_str())).count();
    has(name, SUMMARIES) && others == 0 || has(name, &["geomean", "geometric"])
}

/// Whether a row or column is a statistic of the others by its name: `Std dev`, `HMean`, `Diff%:`.
pub(super) fn is_statistic(name: &str) -> bool {
    const STATISTICS: &[&str] = &[
        "agv",
        "hmean",
        "gmean",
        "amean",
        "median",
        "min",
        "max",
        "minimum",
        "maximum",
        "best",
        "worst",
        "std",
        "dev",
        "stdev",
        "stddev",
        "deviation",
        "var",
        "variance",
        "sd",
        "cv",
        "standard",
        "harmonic",
        "arithmetic",
        "diff",
        "difference",
        "delta",
        "change",
        "ratio",
        "stdev%",
        "%",
    ];
    let known = |word: &str| {
        let bare = word.trim_matches(['%', '.']);
        SUMMARIES.contains(&bare) || STATISTICS.contains(&bare) || bare.is_empty()
    };
    let mut all = words(name).peekable();
    all.peek().is_some() && words(name).all(|word| known(&word))
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
#[expect(clippy::struct_excessive_bools, reason = "each is seen in the cells by itself, and any may be true")]
pub(super) struct Given<'g> {
    pub(super) head: &'g [String],
    /// The texts of its cells, and whether each is a figure.
    pub(super) cells: Vec<(&'g str, bool)>,
    /// Whether all figures in it are shares.
    pub(super) percent: bool,
    /// Whether all figures in it are signed shares or factors.
    pub(super) change: bool,
    /// Whether the text explains it as computed from other figures.
    pub(super) explained: bool,
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
    drop_ratios(given, &mut columns);
    hold_constants(given, &mut columns);
    let first_figures = columns.iter().position(|column| matches!(column, Column::Figures(_))).unwrap_or(columns.len());
    let letters =
        |at: usize| given.get(at).is_some_and(|g| g.cells.iter().any(|(text, _)| text.contains(char::is_alphanumeric)));
    let names = |at: usize| columns.get(at) == Some(&Column::RowName) && letters(at);
    // Words that are the same in all rows, such as `pass`, name none of them where others do.
    let alike = |at: usize| {
        let mut texts = given.get(at).into_iter().flat_map(|g| g.cells.iter().map(|(text, _)| *text));
        texts.next().is_some_and(|first| texts.all(|text| text == first))
    };
    let told_behind = |at: usize| {
        at >= first_figures && names(at) && !alike(at) && given.get(at).is_some_and(|g| says_name(&g.text()))
    };
    let behind: Vec<usize> = (0..columns.len()).filter(|&at| told_behind(at)).collect();
    let named =
        (0..first_figures).any(names) && (behind.is_empty() || !(0..first_figures).filter(|&at| names(at)).all(alike));
    for (at, column) in columns.iter_mut().enumerate().filter(|(_, column)| **column == Column::RowName) {
        let other = !behind.is_empty() && !named && !behind.contains(&at);
        if named && at >= first_figures || other {
            *column = Column::Remark;
        }
    }
    let figures: Vec<usize> =
        (0..columns.len()).filter(|&at| matches!(columns.get(at), Some(Column::Figures(_)))).collect();
    let heads: Vec<Vec<String>> = figures.iter().filter_map(|&at| given.get(at)).map(|g| g.head.to_vec()).collect();
    let corner = given.first().filter(|_| first_figures > 0).map(Given::text).unwrap_or_default();
    if let Some(meant) = runs(&heads, &corner) {
        for (&at, column) in figures.iter().zip(meant) {
            if let Some(place) = columns.get_mut(at) {
                *place = column;
            }
        }
        return columns;
    }
    for (&at, mut head) in figures.iter().zip(settled(&heads)) {
        if let Some((metric, parts)) = given.get(at).filter(|g| g.several).and_then(|g| slash_parts(&g.text())) {
            head = Head { metric, parts, settings: Vec::new(), ..head };
        }
        if let Some(column) = columns.get_mut(at) {
            *column = Column::Figures(head);
        }
    }
    columns
}

/// Whether a header says that the words below it name the rows.
fn says_name(header: &str) -> bool {
    const NAMES: &[&str] =
        &["test", "tests", "name", "benchmark", "bench", "suite", "case", "workload", "program", "query"];
    has(header, NAMES)
}

/// What columns are of which some are runs of one thing: `run 1`, `run 2`, `mean`. What sums runs up is computed. Nothing
/// where there are no runs.
fn runs(heads: &[Vec<String>], corner: &str) -> Option<Vec<Column>> {
    let last: Vec<&str> = heads.iter().map(|head| head.last().map_or("", String::as_str)).collect();
    let summed = last.iter().any(|head| is_statistic(head));
    let bare = has(corner, RUNS);
    let numbers: Vec<Option<u32>> = last.iter().map(|head| run_number(head, bare, summed)).collect();
    let upper = |at: usize| heads.get(at).and_then(|head| head.split_last()).map(|(_, upper)| upper.to_vec());
    let mut before: Option<(Vec<String>, u32)> = None;
    let mut count = 0;
    for (at, number) in numbers.iter().enumerate() {
        let Some(number) = *number else { continue };
        let group = upper(at)?;
        let follows =
            before.as_ref().is_none_or(|(above, last)| if *above == group { number == last + 1 } else { number <= 1 });
        if !follows || before.is_none() && number > 1 {
            return None;
        }
        before = Some((group, number));
        count += 1;
    }
    // Where a number alone may name something else, all that is no run must be computed from runs.
    let computed = |head: &&str| is_statistic(head) || is_derived(head);
    let whole = numbers.iter().zip(&last).all(|(number, head)| number.is_some() || computed(head));
    let sure =
        numbers.iter().zip(&last).all(|(number, head)| number.is_none() || run_number(head, false, false).is_some());
    if count < 2 || !(whole || sure) {
        return None;
    }
    let others: Vec<Vec<String>> = heads
        .iter()
        .zip(&numbers)
        .zip(&last)
        .filter(|((_, number), head)| number.is_none() && !computed(head))
        .map(|((head, _), _)| head.clone())
        .collect();
    let mut beside = self::settled(&others).into_iter();
    let uppers: Vec<Vec<String>> = (0..heads.len())
        .map(|at| upper(at).unwrap_or_default().into_iter().filter(|text| !text.is_empty()).collect())
        .collect();
    let plain = uppers.iter().all(Vec::is_empty);
    let mut above: Vec<Vec<String>> = uppers.clone();
    above.dedup();
    let settled = settled(&above);
    let of = |at: usize| {
        let head = if plain { None } else { above.iter().position(|group| Some(group) == uppers.get(at)) };
        let head = head.and_then(|group| settled.get(group)).cloned().unwrap_or_default();
        let unit = head.unit.clone().or_else(|| unit_in(last.get(at).copied().unwrap_or_default()));
        Column::Figures(Head { run: true, unit, ..head })
    };
    let mut column = |(at, number): (usize, &Option<u32>)| match number {
        Some(_) => of(at),
        None if last.get(at).is_some_and(computed) => Column::Derived,
        None => beside.next().map_or(Column::Derived, Column::Figures),
    };
    Some(numbers.iter().enumerate().map(&mut column).collect())
}

/// The number of the run that a head names: `run 1`, `#2`, `3rd`, `test4` where a column sums them up, or a bare number
/// where the corner speaks of runs.
fn run_number(head: &str, bare: bool, summed: bool) -> Option<u32> {
    const MAYBE: &[&str] =
        &["test", "sample", "set", "t", "r", "m", "time", "result", "value", "exec", "boot", "measurement"];
    const ORDINALS: &[&str] = &["first", "second", "third", "fourth", "fifth", "sixth"];
    let low = head.to_lowercase();
    let text = low.split(['(', '[']).next()?.trim();
    if let Some(at) = ORDINALS.iter().position(|word| text.split(' ').next() == Some(word)) {
        return Some(at as u32 + 1);
    }
    if let Some(digits) = ["st", "nd", "rd", "th"].iter().find_map(|end| text.split(' ').next()?.strip_suffix(end)) {
        return digits.parse().ok().filter(|number| *number <= 20);
    }
    let name = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let number: u32 = text.get(name.len()..)?.parse().ok()?;
    let word = name.trim_end_matches([' ', '#', '_', '-', '.']).trim_start_matches('#');
    let known = match word {
        "" => name.contains('#') || bare,
        word => RUNS.contains(&word) || summed && MAYBE.contains(&word),
    };
    (known && number <= 200).then_some(number)
}

/// Columns named by two others with a slash between are ratios of these: `master/patched`.
fn drop_ratios(given: &[Given<'_>], columns: &mut [Column]) {
    let heads: Vec<String> = given.iter().map(|column| remainder(&column.text()).to_lowercase()).collect();
    for (column, own) in columns.iter_mut().zip(given).filter(|(column, _)| matches!(column, Column::Figures(_))) {
        let text = own.text().to_lowercase();
        let Some((one, other)) = text.split_once('/') else { continue };
        let known = |name: &str| heads.iter().any(|head| !name.is_empty() && head == name.trim());
        if !own.several && known(one) && known(other) {
            *column = Column::Derived;
        }
    }
}

/// Whole numbers before the first result that are the same in every row are conditions, whatever stands over them.
fn hold_constants(given: &[Given<'_>], columns: &mut [Column]) {
    const FEWEST_ROWS: usize = 4;
    let constant = |column: &Given<'_>| {
        let mut texts = column.cells.iter().map(|(text, _)| *text).filter(|text| !text.is_empty());
        let first = texts.next().unwrap_or_default();
        !first.is_empty() && first.bytes().all(|b| b.is_ascii_digit()) && texts.all(|text| text == first)
    };
    let results = |column: &Column| matches!(column, Column::Figures(_));
    let varying = columns.iter().zip(given).filter(|(column, given)| results(column) && !constant(given)).count();
    for (column, given) in columns.iter_mut().zip(given) {
        if varying < 2 || results(column) && !constant(given) {
            break;
        }
        if results(column) && given.cells.len() >= FEWEST_ROWS && !given.text().is_empty() {
            *column = Column::Condition;
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
        let filled = || texts.iter().filter(|text| !text.is_empty());
        let quantities = filled().filter(|text| is_quantity(text) && text.len() <= 30).count() * 2 > filled().count();
        if !first && (MEASURES.contains(&header.to_lowercase().as_str()) || quantities && header.is_empty()) {
            return Column::MetricName;
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
    if column.change || column.explained || is_derived(header) && !header.contains(" / ") {
        return Column::Derived;
    }
    if is_aside(header) && !is_quality(header) {
        return Column::Aside;
    }
    Column::Figures(Head::default())
}

/// What a header is called that stands over the names of quantities.
pub(super) const MEASURES: &[&str] = &[
    "metric",
    "metrics",
    "measure",
    "measurement",
    "quantity",
    "unit/metric",
    "metric/unit",
    "indicator",
    "kpi",
    "what",
];

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
    if let Some(heads) = bracketed(&texts) {
        return heads;
    }
    let settings = tell_settings(&named);
    // `memory` beside `disk` is no quantity, nor is `value` beside `reference`.
    let named_so = |text: &str| unit_in(text).is_none() && words(text).count() == 1 && has(text, NAMES_TOO);
    let told: Vec<&&str> = named.iter().filter(|text| is_quantity(text)).collect();
    let names_too = told.len() < named.len() && told.iter().all(|text| named_so(text));
    let quantities = !settings && !told.is_empty() && !names_too;
    let operations =
        named.len() >= 2 && named.iter().all(|text| words(text).all(|word| OPERATIONS.contains(&word.as_str())));
    let mut heads: Vec<Head> = texts.iter().map(|text| head(text, settings, quantities, operations)).collect();
    // How good a figure is stands beside it: `old (ms)  stddev  new (ms)  stddev`.
    let mut before: Vec<String> = Vec::new();
    for head in &mut heads {
        if head.quality && head.settings.is_empty() {
            head.settings.clone_from(&before);
        } else {
            before.clone_from(&head.settings);
        }
    }
    heads
}

/// Words that name quantities, but settings as well.
const NAMES_TOO: &[&str] = &["memory", "value", "delay", "score", "cost", "real", "system"];

/// Heads that are all one quantity with different words in brackets, which are settings: `ops/s (before)`, `ops/s (after)`.
fn bracketed(texts: &[String]) -> Option<Vec<Head>> {
    let parts = |text: &String| {
        let (lead, inner) = text.strip_suffix([')', ']'])?.split_once(['(', '['])?;
        let (lead, inner) = (lead.trim().to_owned(), inner.trim().to_owned());
        let named = !lead.is_empty() && !inner.is_empty() && unit_in(&inner).is_none() && !is_derived(&inner);
        named.then_some((lead, inner))
    };
    let parts: Vec<(String, String)> = texts.iter().map(parts).collect::<Option<_>>()?;
    let lead = parts.first().map(|(lead, _)| lead.clone())?;
    let mut inner: Vec<&String> = parts.iter().map(|(_, inner)| inner).collect();
    inner.sort_unstable();
    inner.dedup();
    let alike = parts.len() >= 2 && inner.len() == parts.len() && parts.iter().all(|(other, _)| *other == lead);
    let unit = unit_in(&lead).or_else(|| {
        (is_quantity(&lead) && words(&lead).count() == 1)
            .then(|| Unit { symbol: lead.clone(), ..Unit::none() })
            .filter(|unit| unit.symbol.contains(char::is_uppercase))
    });
    alike.then(|| {
        let head = |(_, inner): &(String, String)| Head {
            metric: lead.clone(),
            unit: unit.clone(),
            settings: vec![inner.clone()],
            ..Head::default()
        };
        parts.iter().map(head).collect()
    })
}

/// What one head of a line says.
fn head(text: &str, settings: bool, quantities: bool, operations: bool) -> Head {
    let quality = is_quality(text);
    let share = || Unit::named("%").filter(|_| quality && (text.starts_with('%') || text.ends_with('%')));
    let unit = unit_in(text).or_else(share);
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
                Given { head, cells, percent, change: false, explained: false, several: false }
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

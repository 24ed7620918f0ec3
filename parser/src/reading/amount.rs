//! Numbers with their units as tools for benchmarks print them (`1,234.5 ns/iter`, `6.83M`, `14.205 s`), and how they become
//! measurements: all figures of one metric are given in the unit of the first. Nothing in here knows any tool.

use crate::ledger::RegionKind;
use crate::lex::{self, Printed};
use crate::mail::Document;
use crate::measurement::{LabelsId, Measurement, MeasurementId, Metric, Role, Spread, SpreadKind};
use crate::reading::emit::{evidence, is_whole};
use crate::reading::flow::{Size, TIMES};
use crate::reading::words::{Word, is_figure, span_of};
use crate::sink::Sink;
use crate::source::Span;
use crate::unit::{Better, Unit};

/// Units of one kind; a tool chooses among them by the size of a figure.
pub(crate) type Family = &'static [Size];

/// Amounts of memory whose letters stand for powers of two, with and without the `i`.
pub(crate) const BINARY_SIZES: Family =
    &[Size::data("B", 0), Size::data("KiB", 10), Size::data("MiB", 20), Size::data("GiB", 30), Size::data("TiB", 40)];
/// The same as tools write them that leave out the `i`.
pub(crate) const SIZES: Family =
    &[Size::data("B", 0), Size::data("KB", 10), Size::data("MB", 20), Size::data("GB", 30), Size::data("TB", 40)];
/// Data per second whose letters stand for powers of two.
pub(crate) const BINARY_RATES: Family = &[
    Size::data_rate("B/s", 0, 0, 1.0),
    Size::data_rate("KiB/s", 0, 10, 1024.0),
    Size::data_rate("MiB/s", 0, 20, 1_048_576.0),
    Size::data_rate("GiB/s", 0, 30, 1_073_741_824.0),
    Size::data_rate("TiB/s", 0, 40, 1_099_511_627_776.0),
];
/// Data per second whose letters stand for powers of ten.
pub(crate) const DECIMAL_RATES: Family = &[
    Size::data_rate("KB/s", 3, 0, 1e3),
    Size::data_rate("MB/s", 6, 0, 1e6),
    Size::data_rate("GB/s", 9, 0, 1e9),
    Size::data_rate("TB/s", 12, 0, 1e12),
];

/// What a figure's unit is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// One of a family, among which the tool chose.
    Sized(&'static Size, Family),
    /// Always the same.
    Fixed(Unit),
}

/// A number as printed, with its unit and its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Amount {
    /// The digits without marks for thousands.
    plain: String,
    /// The power of ten that a glued letter stands for.
    power: i32,
    /// The power of two that a glued letter stands for.
    two: i32,
    pub(crate) kind: Kind,
    /// The number with its suffix.
    pub(crate) span: Span,
}

/// How many bytes a number has at the start of a text, and the number without commas or apostrophes between thousands;
/// nothing where these are something else.
pub(crate) fn number(text: &str) -> Option<(usize, String)> {
    let sign = usize::from(text.starts_with('-'));
    let body = text.get(sign..)?;
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let groups = groups(body.get(digits..)?);
    let (whole, rest) = body.split_at_checked(digits + groups)?;
    if digits == 0 || groups > 0 && digits > 3 || rest.starts_with(',') && rest.get(1..).is_some_and(starts_digit) {
        return None;
    }
    // What follows is a fraction and an exponent, if anything; a letter may be a unit.
    let fraction = match rest.strip_prefix('.') {
        Some(more) => 1 + more.bytes().take_while(u8::is_ascii_digit).count(),
        None => 0,
    };
    let length = sign + whole.len() + fraction + exponent(rest.get(fraction..)?);
    let plain: String = text.get(..length)?.chars().filter(|c| !matches!(c, ',' | '\'')).collect();
    let whole = lex::printed(&plain).is_some_and(|p| p.rest.is_empty());
    whole.then_some((length, plain))
}

fn starts_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// How many bytes the groups of three digits behind commas take.
fn groups(text: &str) -> usize {
    let group = |at: usize| {
        let piece = text.get(at..at + 4)?;
        let next_digit = text.get(at + 4..).is_some_and(starts_digit);
        (piece.starts_with([',', '\'']) && is_whole(piece.get(1..)?) && !next_digit).then_some(())
    };
    let mut length = 0;
    while group(length).is_some() {
        length += 4;
    }
    length
}

/// How many bytes an exponent at the start of a text takes: `e-05`.
fn exponent(text: &str) -> usize {
    let Some(body) = text.strip_prefix(['e', 'E']) else { return 0 };
    let sign = usize::from(body.starts_with(['+', '-']));
    let digits = body.bytes().skip(sign).take_while(u8::is_ascii_digit).count();
    if digits == 0 { 0 } else { 1 + sign + digits }
}

/// The powers of ten and two that a letter behind a number stands for, with the letters' length.
fn suffix(text: &str) -> Option<(i32, i32, usize)> {
    const SUFFIXES: &[(&str, i32, i32)] = &[
        ("Ki", 0, 10),
        ("Mi", 0, 20),
        ("Gi", 0, 30),
        ("Ti", 0, 40),
        ("K", 3, 0),
        ("k", 3, 0),
        ("M", 6, 0),
        ("G", 9, 0),
        ("T", 12, 0),
        ("B", 9, 0),
    ];
    SUFFIXES.iter().find(|(letters, ..)| text == *letters).map(|&(letters, ten, two)| (ten, two, letters.len()))
}

/// The unit of some families that a word names, the micro sign in either form.
pub(crate) fn sized(word: &str, families: &[Family]) -> Option<Kind> {
    let word = word.replace(['µ', 'μ'], "u");
    families
        .iter()
        .find_map(|family| family.iter().find(|size| size.symbol == word).map(|size| Kind::Sized(size, family)))
}

impl Amount {
    /// A number and its suffix that are a whole word; its unit is known otherwise.
    pub(crate) fn bare(document: &Document<'_>, word: &Word<'_>, kind: Kind) -> Option<Self> {
        Self::glued(document, word, word.text, move |rest| {
            let (power, two, length) = if rest.is_empty() { (0, 0, 0) } else { suffix(rest)? };
            Some((power, two, length, kind))
        })
    }

    /// A number that is a whole word, perhaps between marks of emphasis, and has a point or a decimal comma, never marks for
    /// thousands.
    pub(crate) fn decimal(document: &Document<'_>, word: &Word<'_>, kind: Kind) -> Option<Self> {
        let number = word.text.trim_matches('*');
        let plain = number.replace(',', ".");
        let sound = lex::printed(&plain).is_some_and(|p| p.rest.is_empty());
        let span = word.part(document, number);
        sound.then_some(Self { plain, power: 0, two: 0, kind, span })
    }

    /// A number at the start of a part of a word, whose rest a function reads: powers of ten and two, the bytes that
    /// belong to the number, and the unit.
    pub(crate) fn glued(
        document: &Document<'_>,
        word: &Word<'_>,
        part: &str,
        rest: impl FnOnce(&str) -> Option<(i32, i32, usize, Kind)>,
    ) -> Option<Self> {
        let (length, plain) = number(part)?;
        let (power, two, more, kind) = rest(part.get(length..)?)?;
        let span = word.part(document, part.get(..length + more)?);
        Some(Self { plain, power, two, kind, span })
    }

    /// A number and a unit of some families, glued or in the next word; how many words it takes.
    pub(crate) fn at(document: &Document<'_>, words: &[Word<'_>], families: &[Family]) -> Option<(Self, usize)> {
        let first = words.first()?;
        let text = first.text.trim_start_matches('~').trim_end_matches([',', ';']);
        let (length, plain) = number(text)?;
        let glued = text.get(length..)?;
        let (kind, taken) = if glued.is_empty() {
            (sized(words.get(1)?.text.trim_end_matches([',', ';']), families)?, 2)
        } else {
            (sized(glued, families)?, 1)
        };
        let span = first.part(document, text.get(..length)?);
        Some((Self { plain, power: 0, two: 0, kind, span }, taken))
    }

    fn printed(&self) -> Option<Printed<'_>> {
        lex::printed(&self.plain)
    }

    /// A number whose thousands are parted by blanks, in the first words of some; how many of them it takes.
    pub(crate) fn spaced(document: &Document<'_>, words: &[Word<'_>], kind: Kind) -> Option<(Self, usize)> {
        let first = words.first()?;
        let (length, mut plain) = number(first.text)?;
        if length != first.text.len() {
            return None;
        }
        let group = |word: &&Word<'_>| word.line == first.line && word.text.len() == 3 && is_whole(word.text);
        let more = words.iter().skip(1).take_while(group).count();
        let more = if is_whole(first.text) && first.text.len() <= 3 { more } else { 0 };
        plain.extend(words.iter().skip(1).take(more).map(|word| word.text));
        let span = span_of(document, words.get(..=more)?)?;
        Some((Self { plain, power: 0, two: 0, kind, span }, 1 + more))
    }

    /// The printed number with its suffix.
    #[cfg(test)]
    pub(crate) fn value(&self) -> f64 {
        self.printed().map_or(0.0, |p| self.moved(&p, 0, self.size()))
    }

    /// The same number times a power of ten that stands behind it.
    pub(crate) fn raised(self, power: i32) -> Self {
        Self { power: self.power + power, ..self }
    }

    /// The same number in a unit that is known otherwise.
    pub(crate) fn in_kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    fn size(&self) -> Option<&'static Size> {
        match self.kind {
            Kind::Sized(size, _) => Some(size),
            Kind::Fixed(_) => None,
        }
    }

    /// The value in a unit of its family, moved by some hundredths of one in the last printed digit.
    fn moved(&self, printed: &Printed<'_>, hundredths: i64, to: Option<&Size>) -> f64 {
        let (ten, two) = match (self.size(), to) {
            (Some(from), Some(to)) => from.steps_to(to),
            _ => (0, 0),
        };
        // A power of two changes no digit, so neighbours keep their common bound.
        printed.moved(hundredths, self.power + ten) * 2_f64.powi(self.two + two)
    }

    /// Adds the figure to what was measured, in the unit that its metric has.
    pub(crate) fn measure(&self, what: &What<'_>, labels: LabelsId, sink: &mut Sink) -> Option<MeasurementId> {
        self.measure_with(what, None, labels, sink)
    }

    /// Adds the figure with what stood behind its ±.
    pub(crate) fn measure_with(
        &self,
        what: &What<'_>,
        deviation: Option<&Deviation>,
        labels: LabelsId,
        sink: &mut Sink,
    ) -> Option<MeasurementId> {
        let printed = self.printed()?;
        let to = what.known(&self.kind, sink);
        let unit = what.unit(&self.kind, to);
        let metric = sink.metric(Metric {
            section: sink.section().to_owned(),
            name: what.name.to_owned(),
            unit,
            better: what.better,
            better_evidence: evidence(what.better),
            role: what.role,
            format: what.format.to_owned(),
        });
        let (below, above) = if what.cut_off { (0, 100) } else { (-50, 50) };
        let value = self.moved(&printed, 0, to);
        let (mut low, high) = (self.moved(&printed, below, to), self.moved(&printed, above, to));
        if value >= 0.0 {
            low = low.max(0.0);
        }
        let (span, guessed) = (self.span, what.guessed);
        let id = sink.measure(Measurement { value, low, high, metric, labels, span, guessed });
        let spread = match deviation {
            Some(Deviation::Percent(percent, high)) => Some((value * percent / 100.0, value * high / 100.0)),
            Some(Deviation::Amount(by)) => by.printed().map(|p| (by.moved(&p, 0, to), by.moved(&p, 50, to))),
            None => None,
        };
        if let Some((value, high)) = spread.filter(|(value, high)| value.is_finite() && high.is_finite()) {
            sink.spread(id, Spread::new(value, what.spread, what.runs).up_to(high));
        }
        Some(id)
    }
}

/// What stands behind a figure's ±.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Deviation {
    /// A share of the figure in percent, and the greatest that would print so.
    Percent(f64, f64),
    /// An amount in a unit of the figure's family.
    Amount(Amount),
}

impl Deviation {
    /// A percentage, without what stands around it.
    pub(crate) fn percent(text: &str) -> Option<Self> {
        printed_percentage(text).map(|printed| Self::Percent(printed.number, printed.moved(50, 0)))
    }
}

/// The number of a percentage: `2.92%`, `+1.5%`.
pub(crate) fn percentage(text: &str) -> Option<f64> {
    printed_percentage(text).map(|printed| printed.number)
}

fn printed_percentage(text: &str) -> Option<Printed<'_>> {
    let digits = text.strip_suffix('%')?;
    lex::printed(digits.trim_start_matches(['+', '±', '−', '-'])).filter(|p| p.rest.is_empty())
}

/// The metric of a figure but for its unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct What<'s> {
    pub(crate) name: &'s str,
    /// What is behind the unit's size: `/op`.
    pub(crate) per: &'s str,
    pub(crate) better: Better,
    pub(crate) role: Role,
    pub(crate) format: &'static str,
    /// Whether the tool cuts digits off instead of rounding.
    pub(crate) cut_off: bool,
    /// How many runs a figure with ± stands for, where the tool says so.
    pub(crate) runs: Option<u32>,
    /// What stands behind the ±.
    pub(crate) spread: SpreadKind,
    /// Whether the text does not say that it is this metric.
    pub(crate) guessed: bool,
}

impl<'s> What<'s> {
    pub(crate) const fn new(name: &'s str, better: Better, role: Role, format: &'static str) -> Self {
        let spread = SpreadKind::Unknown;
        Self { name, per: "", better, role, format, cut_off: false, runs: None, spread, guessed: false }
    }

    /// The same with what its ± is.
    pub(crate) const fn spread(self, spread: SpreadKind) -> Self {
        Self { spread, ..self }
    }

    /// The unit of the family in which figures of this metric were read before; else the figure's own.
    fn known(&self, kind: &Kind, sink: &Sink) -> Option<&'static Size> {
        let Kind::Sized(own, family) = kind else { return None };
        let before = family
            .iter()
            .find(|size| sink.has_metric(sink.section(), self.name, &self.unit(kind, Some(size)), self.format));
        before.or(Some(own))
    }

    fn unit(&self, kind: &Kind, size: Option<&Size>) -> Unit {
        match (kind, size) {
            (Kind::Sized(own, _), size) => {
                let Unit { symbol, dimension } = size.unwrap_or(own).unit();
                Unit { symbol: format!("{symbol}{}", self.per), dimension }
            }
            (Kind::Fixed(unit), _) => unit.clone(),
        }
    }
}

/// Says what some words of a line were taken for.
pub(crate) fn explain(document: &Document<'_>, words: &[Word<'_>], kind: RegionKind, sink: &mut Sink) {
    if let Some(span) = span_of(document, words) {
        sink.explain(span, kind);
    }
}

/// Says what stands behind the figures of a row: unread where there are more figures, else a remark.
pub(crate) fn explain_rest(document: &Document<'_>, rest: &[Word<'_>], sink: &mut Sink) {
    let figures = rest.iter().any(|word| is_figure(word.text));
    explain(document, rest, if figures { RegionKind::Unread } else { RegionKind::Label }, sink);
}

/// What a function reads behind a name, which ends in its first line and has at most so many words; with how many words the
/// name has and where what was read ends.
pub(crate) fn behind_name<'d, T>(
    flow: &[Word<'d>],
    most: usize,
    read: impl Fn(&[Word<'d>]) -> Option<(T, usize)>,
) -> Option<(usize, T, usize)> {
    let line = flow.first()?.line;
    let here = flow.iter().take_while(|word| word.line == line).count();
    (1..=most.min(here)).find_map(|start| {
        let (found, taken) = read(flow.get(start..)?)?;
        Some((start, found, start + taken))
    })
}

/// Some words with single blanks between.
pub(crate) fn joined(words: &[Word<'_>]) -> String {
    words.iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

/// A unit of time without a size of its own, for figures whose header names it.
pub(crate) fn time_kind(word: &str) -> Option<Kind> {
    sized(word, &[TIMES])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::words::words;
    use crate::{Source, SourceId};

    #[test]
    fn numbers_may_have_commas_between_thousands() {
        let read = number;
        assert_eq!(read("1,234,567.50ns"), Some((12, "1234567.50".to_owned())));
        assert_eq!(read("12e-05"), Some((6, "12e-05".to_owned())));
        assert_eq!(read("12"), Some((2, "12".to_owned())));
        assert_eq!(read("1.5elem"), Some((3, "1.5".to_owned())));
        for other in ["1,23", "1234,567", "x", "", ".5"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn units_are_glued_or_follow() {
        let read = |text: &str| {
            let source = Source::unnamed(text);
            let document = Document::new(SourceId(0), &source);
            let words = words(&document, 0);
            Amount::at(&document, &words, &[TIMES, SIZES])
                .map(|(amount, taken)| (amount.value(), amount.size().map(|size| size.symbol), taken))
        };
        assert_eq!(read("12.5μs x"), Some((12.5, Some("us"), 1)));
        assert_eq!(read("1,200 KB"), Some((1200.0, Some("KB"), 2)));
        assert_eq!(read("12.5 x"), None);
    }

    #[test]
    fn figures_take_the_unit_of_the_first() {
        let source = Source::unnamed("992ns 1.11us 1.5KB");
        let document = Document::new(SourceId(0), &source);
        let mut sink = Sink::default();
        let labels = sink.labels_at(&document, 0, Vec::new());
        let what = What::new("a", Better::Lower, Role::Primary, "test");
        for word in words(&document, 0) {
            let (amount, _) = Amount::at(&document, &[word], &[TIMES, SIZES]).expect("an amount");
            amount.measure(&what, labels, &mut sink);
        }
        assert_eq!(sink.measurements.iter().map(|m| m.value).collect::<Vec<_>>(), [992.0, 1110.0, 1.5]);
        assert_eq!(sink.metrics.iter().map(|m| m.unit.symbol.as_str()).collect::<Vec<_>>(), ["ns", "KB"]);
    }
}

//! Rows that may go on over line ends, and quantities whose unit changes from row to row: a tool that prints `949.9 ms`
//! after `2.868 s` measured one thing, so both become figures of the unit that was printed first. Nothing in here knows
//! any tool.

use crate::lex::Printed;
use crate::mail::Document;
use crate::measurement::{LabelsId, Measurement, MeasurementId, Metric, Role};
use crate::reading::emit::evidence;
use crate::reading::words::{Word, next_line, words};
use crate::sink::Sink;
use crate::source::Span;
use crate::unit::{Better, Dimension, Unit};

/// The words of a line and of those that go on after it, at most so many lines.
pub(crate) fn flow<'d>(document: &'d Document<'_>, line: usize, lines: usize) -> Vec<Word<'d>> {
    let mut all = words(document, line);
    let mut last = line;
    for _ in 1..lines {
        let Some(next) = next_line(document, last) else { break };
        all.extend(words(document, next));
        last = next;
    }
    all
}

/// The words behind those that were read of a flow, as far as the last read one's line goes, and the line after that.
pub(crate) fn rest_of_line<'w, 'd>(flow: &'w [Word<'d>], read: usize) -> (&'w [Word<'d>], usize) {
    let line = read.checked_sub(1).and_then(|last| flow.get(last)).map_or(0, |word| word.line);
    let rest = flow.get(read..).unwrap_or_default();
    let here = rest.iter().take_while(|word| word.line == line).count();
    (rest.get(..here).unwrap_or_default(), line + 1)
}

/// One of several units of one kind: so many tens and twos multiplied of the base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Size {
    pub(crate) symbol: &'static str,
    ten: i32,
    two: i32,
    dimension: Dimension,
}

impl Size {
    const fn time(symbol: &'static str, ten: i32, seconds: f64) -> Self {
        Self { symbol, ten, two: 0, dimension: Dimension::Time(seconds) }
    }

    /// An amount of data: so many twos multiplied of a byte.
    pub(crate) const fn data(symbol: &'static str, two: i32) -> Self {
        Self { symbol, ten: 0, two, dimension: Dimension::Data((1_u64 << two) as f64) }
    }

    /// An amount of data: so many tens multiplied of a byte.
    pub(crate) const fn decimal(symbol: &'static str, ten: i32) -> Self {
        Self { symbol, ten, two: 0, dimension: Dimension::Data(10_u64.pow(ten as u32) as f64) }
    }

    pub(crate) const fn data_rate(symbol: &'static str, ten: i32, two: i32, bytes: f64) -> Self {
        Self { symbol, ten, two, dimension: Dimension::DataRate(bytes) }
    }

    pub(crate) const fn rate(symbol: &'static str, ten: i32, per_second: f64) -> Self {
        Self { symbol, ten, two: 0, dimension: Dimension::Rate(per_second) }
    }

    /// The unit of this size.
    pub(crate) fn unit(&self) -> Unit {
        Unit { symbol: self.symbol.to_owned(), dimension: self.dimension }
    }

    /// How many tens and twos multiplied lead from this unit to another.
    pub(crate) fn steps_to(&self, to: &Self) -> (i32, i32) {
        (self.ten - to.ten, self.two - to.two)
    }
}

/// The units of time that tools choose among.
pub(crate) const TIMES: &[Size] = &[
    Size::time("ps", -12, 1e-12),
    Size::time("ns", -9, 1e-9),
    Size::time("us", -6, 1e-6),
    Size::time("ms", -3, 1e-3),
    Size::time("s", 0, 1.0),
];

/// The unit of time that a word names; the micro sign is written in two ways, and as a `u`.
pub(crate) fn time_unit(word: &str) -> Option<&'static Size> {
    let word = if matches!(word, "µs" | "μs") { "us" } else { word };
    TIMES.iter().find(|size| size.symbol == word)
}

/// A number as printed with its unit, one of several.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sized<'s> {
    pub(crate) printed: Printed<'s>,
    pub(crate) size: &'static Size,
}

impl Sized<'_> {
    /// The value in another unit, moved by some hundredths of one in the last printed digit.
    fn moved(&self, hundredths: i64, to: &Size) -> f64 {
        // A power of two changes no digit, so neighbours keep their common bound.
        self.printed.moved(hundredths, self.size.ten - to.ten) * 2_f64.powi(self.size.two - to.two)
    }
}

/// What a metric of several units is, but for its unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Series<'s> {
    pub(crate) name: &'s str,
    pub(crate) better: Better,
    pub(crate) role: Role,
    pub(crate) format: &'static str,
}

impl Series<'_> {
    /// The unit among some in which figures of this series were read before.
    pub(crate) fn known(&self, sizes: &'static [Size], sink: &Sink) -> Option<&'static Size> {
        sizes.iter().find(|size| sink.has_metric(sink.section(), self.name, &size.unit(), self.format))
    }

    /// Adds a figure, rounded to the nearest when it was printed, in the given unit.
    pub(crate) fn measure(
        &self,
        figure: &Sized<'_>,
        to: &Size,
        (labels, span): (LabelsId, Span),
        sink: &mut Sink,
    ) -> MeasurementId {
        let metric = sink.metric(Metric {
            section: sink.section().to_owned(),
            name: self.name.to_owned(),
            unit: to.unit(),
            better: self.better,
            better_evidence: evidence(self.better),
            role: self.role,
            format: self.format.to_owned(),
        });
        let (low, high) = (figure.moved(-50, to).max(0.0), figure.moved(50, to));
        sink.measure(Measurement { value: figure.moved(0, to), low, high, metric, labels, span, guessed: false })
    }
}

/// The amount that a number with a unit is in another unit.
pub(crate) fn amount(figure: &Sized<'_>, to: &Size) -> f64 {
    figure.moved(0, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::printed;
    use crate::{Source, SourceId};

    #[test]
    fn figures_move_between_units_with_their_bounds() {
        let at = |text: &'static str, unit| Sized {
            printed: printed(text).expect("a number"),
            size: time_unit(unit).expect("a unit"),
        };
        let seconds = time_unit("s").expect("seconds");
        assert_eq!(at("949.9", "ms").moved(0, seconds), 0.9499);
        assert_eq!(at("949.9", "ms").moved(50, seconds), at("950.0", "ms").moved(-50, seconds));
        assert_eq!(at("2.868", "s").moved(0, time_unit("ms").expect("ms")), 2868.0);
        assert_eq!(time_unit("µs").map(|size| size.symbol), Some("us"));
        assert_eq!(time_unit("h"), None);
    }

    #[test]
    fn binary_units_move_without_a_rounding() {
        const MIB: Size = Size::data_rate("MiB/s", 0, 20, 1_048_576.0);
        const GIB: Size = Size::data_rate("GiB/s", 0, 30, 1_073_741_824.0);
        let figure = Sized { printed: printed("1.5").expect("a number"), size: &GIB };
        assert_eq!(figure.moved(0, &MIB), 1536.0);
    }

    #[test]
    fn a_flow_ends_where_the_quoting_does() {
        let source = Source::unnamed("> a b\n>\n> c\nd");
        let document = Document::new(SourceId(0), &source);
        let start = (0..document.len()).find(|&line| document.text(line).starts_with('a')).expect("the line");
        let flow = flow(&document, start, 3);
        assert_eq!(flow.iter().map(|word| word.text).collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(rest_of_line(&flow, 1).0.len(), 1);
        assert_eq!(rest_of_line(&flow, 1).1, start + 1);
    }
}

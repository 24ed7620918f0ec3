//! Where everything in a chart stands, in page pixels: computed once for a chart and a width, then drawn, pointed at and
//! walked through by keys.

use benchnote_verdict::chart_spec::{ChartKind, ChartRow, ChartSpec};

use super::measured::{Font, Measure};
use super::scale::{LogScale, Tick};

/// The most rows that one drawing shows; the table has them all.
pub(crate) const MAX_ROWS: usize = 200;

/// Labels of rows.
pub(crate) const LABEL: Font = Font { size: 13.0, bold: false };
/// Headings of sections.
pub(crate) const HEADING: Font = Font { size: 12.5, bold: true };
/// Ticks and the notes at the rows' ends.
pub(crate) const SMALL: Font = Font { size: 12.0, bold: false };

/// Below this width labels stand above the bars.
const NARROW: f64 = 560.0;
/// The height of the axis' labels, above and below.
const AXIS: f64 = 26.0;
const HEADING_HEIGHT: f64 = 30.0;
const TEXT_LINE: f64 = 20.0;
const GAP: f64 = 12.0;

/// A text and where it begins, its middle at `y`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Placed {
    /// The left or right end, whichever side it is aligned to.
    pub(crate) x: f64,
    /// The middle of its height.
    pub(crate) y: f64,
    /// What is written.
    pub(crate) text: String,
}

/// A mark: what is drawn and what can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    /// The row in the chart.
    pub(crate) row: usize,
    /// The point in the row.
    pub(crate) point: usize,
    /// Where its middle stands.
    pub(crate) x: f64,
    /// Where its middle stands.
    pub(crate) y: f64,
    /// Where its bar begins.
    pub(crate) from: f64,
    /// Where its bar ends.
    pub(crate) to: f64,
}

/// A drawing, measured out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    /// Its width.
    pub(crate) width: f64,
    /// Its height.
    pub(crate) height: f64,
    /// The plotting area: left, top, right, bottom.
    pub(crate) plot: (f64, f64, f64, f64),
    /// The axis.
    pub(crate) scale: LogScale,
    /// Its labels.
    pub(crate) ticks: Vec<Tick>,
    /// The sections' headings, left-aligned.
    pub(crate) headings: Vec<Placed>,
    /// The rows' labels; right-aligned beside the bars, left-aligned above them.
    pub(crate) labels: Vec<Placed>,
    /// The rows' notes, right-aligned.
    pub(crate) notes: Vec<Placed>,
    /// Lines between rows that carry their labels above the bars.
    pub(crate) rules: Vec<f64>,
    /// Where the grid is drawn, from and to: all the way down, or beside the bars alone where texts stand above them.
    pub(crate) strips: Vec<(f64, f64)>,
    /// The marks, row by row.
    pub(crate) spots: Vec<Spot>,
    /// The height of a configuration's lane within a row.
    pub(crate) lane: f64,
    /// Whether labels stand above the bars.
    pub(crate) narrow: bool,
    /// How many rows were left out.
    pub(crate) left_out: usize,
}

/// The configurations that have marks, in their order: each has a lane of its own in every row.
fn lanes(spec: &ChartSpec) -> Vec<usize> {
    let mut used: Vec<usize> = spec.rows.iter().flat_map(|row| row.points.iter().map(|point| point.config)).collect();
    used.sort_unstable();
    used.dedup();
    used
}

/// How high a lane is: rows of many configurations stay readable, and no row grows without bound.
fn lane_height(kind: ChartKind, lanes: usize) -> f64 {
    match (kind, lanes) {
        (_, 0..=4) => 9.0,
        (_, 5..=12) => 7.0,
        _ => 4.0,
    }
}

/// The widest of some texts.
fn widest<'a>(texts: impl Iterator<Item = &'a str>, font: Font, measure: &dyn Measure) -> f64 {
    texts.map(|text| measure.width(text, font)).fold(0.0, f64::max)
}

/// A text cut to a width, with an ellipsis where something is missing.
pub(crate) fn shortened(text: &str, width: f64, font: Font, measure: &dyn Measure) -> String {
    if measure.width(text, font) <= width {
        return text.to_owned();
    }
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let fits = ends.partition_point(|&end| measure.width(&format!("{}…", &text[..end]), font) <= width);
    format!("{}…", text[..ends[fits.saturating_sub(1)]].trim_end())
}

/// The columns beside the bars: label and note, at most so wide that the bars keep half.
fn columns(rows: &[ChartRow], width: f64, measure: &dyn Measure) -> (f64, f64) {
    let label = widest(rows.iter().map(|row| row.label.as_str()), LABEL, measure).min(width * 0.26);
    let note = widest(rows.iter().map(|row| row.note.as_str()), SMALL, measure).min(width * 0.24);
    (label, note)
}

/// The growing drawing.
struct Pen<'a> {
    layout: Layout,
    measure: &'a dyn Measure,
    lanes: Vec<usize>,
    columns: (f64, f64),
    y: f64,
}

impl Pen<'_> {
    fn heading(&mut self, section: &str) {
        self.y += HEADING_HEIGHT;
        let text = shortened(section, self.layout.width, HEADING, self.measure);
        self.layout.headings.push(Placed { x: 0.0, y: self.y - HEADING_HEIGHT * 0.4, text });
    }

    fn texts(&mut self, row: &ChartRow, y: f64) {
        let right = self.layout.width;
        let (x, label, note) = if self.layout.narrow {
            let note = self.measure.width(&row.note, SMALL).min(right * 0.65);
            (0.0, right - note - GAP, note)
        } else {
            (self.columns.0, self.columns.0, self.columns.1)
        };
        let text = shortened(&row.label, label, LABEL, self.measure);
        self.layout.labels.push(Placed { x, y, text });
        let text = shortened(&row.note, note, SMALL, self.measure);
        self.layout.notes.push(Placed { x: right, y, text });
    }

    fn row(&mut self, index: usize, row: &ChartRow) {
        let lane = self.layout.lane;
        let bars = (lane * self.lanes.len() as f64 + 6.0).max(if self.layout.narrow { 15.0 } else { 23.0 });
        if self.layout.narrow {
            self.y += TEXT_LINE;
            self.texts(row, self.y - TEXT_LINE / 2.0);
        } else {
            self.texts(row, self.y + bars / 2.0);
        }
        let first = self.y + (bars - lane * self.lanes.len() as f64) / 2.0 + lane / 2.0;
        for (point, mark) in row.points.iter().enumerate() {
            let at = self.lanes.partition_point(|&config| config < mark.config) as f64;
            let scale = self.layout.scale;
            let (from, to) = (scale.x(mark.low), scale.x(mark.high));
            let spot = Spot { row: index, point, x: scale.x(mark.value), y: first + at * lane, from, to };
            self.layout.spots.push(spot);
        }
        self.y += bars;
        if self.layout.narrow {
            self.layout.strips.push((self.y - bars, self.y + 1.0));
            self.y += 6.0;
            self.layout.rules.push(self.y - 1.0);
        }
    }
}

/// Whether a number can be drawn.
fn drawable(spec: &ChartSpec) -> bool {
    let sound = |value: f64| value.is_finite() && value > 0.0;
    let points = spec.rows.iter().flat_map(|row| &row.points);
    points.fold(sound(spec.band.0) && sound(spec.band.1), |all, point| {
        all && sound(point.value) && sound(point.low) && sound(point.high)
    })
}

/// Measures a chart out for a width; nothing where it cannot be drawn: no room, no rows, or a range or value that is none.
pub(crate) fn layout(spec: &ChartSpec, width: f64, measure: &dyn Measure) -> Option<Layout> {
    if !drawable(spec) || spec.rows.is_empty() {
        return None;
    }
    let rows = &spec.rows[..spec.rows.len().min(MAX_ROWS)];
    let narrow = width < NARROW;
    let columns = columns(rows, width, measure);
    // The labels of ticks and the marks reach beyond the ends.
    let margin = 16.0;
    let (left, right) =
        if narrow { (margin, width - margin) } else { (columns.0 + GAP + margin, width - columns.1 - GAP - margin) };
    let scale = LogScale::new((spec.min, spec.max), (left, right))?;
    let lanes = lanes(spec);
    let layout = Layout {
        width,
        height: 0.0,
        plot: (left, AXIS, right, 0.0),
        scale,
        ticks: scale.ticks(14.0, |text| measure.width(text, SMALL)),
        headings: Vec::new(),
        labels: Vec::new(),
        notes: Vec::new(),
        rules: Vec::new(),
        strips: Vec::new(),
        spots: Vec::new(),
        lane: lane_height(spec.kind, lanes.len()),
        narrow,
        left_out: spec.rows.len() - rows.len(),
    };
    let mut pen = Pen { layout, measure, lanes, columns, y: AXIS };
    let mut section = None;
    for (index, row) in rows.iter().enumerate() {
        if section != Some(&row.section) {
            section = Some(&row.section);
            if !row.section.is_empty() {
                pen.heading(&row.section);
            }
        }
        pen.row(index, row);
    }
    let bottom = pen.y + 4.0;
    let mut layout = pen.layout;
    layout.plot.3 = bottom;
    if !narrow {
        layout.strips.push((AXIS, bottom));
    }
    layout.height = (bottom + AXIS).ceil();
    Some(layout)
}

/// A step between marks by keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// To the mark before.
    Back,
    /// To the next one.
    On,
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the first mark of all.
    First,
    /// To the last.
    Last,
}

impl Layout {
    /// The mark nearest to a place, within reach of a finger or a shaky hand.
    pub(crate) fn nearest(&self, x: f64, y: f64) -> Option<usize> {
        const REACH: f64 = 28.0;
        let distance = |spot: &Spot| {
            // Along its bar a mark is as near as at its middle, but the middle comes first.
            let dx = if x < spot.from { spot.from - x } else { (x - spot.to).max(0.0) };
            let (dy, centre) = (spot.y - y, (spot.x - x).abs());
            (dx * dx + dy * dy).sqrt() + centre.min(REACH) * 0.2
        };
        let near = self.spots.iter().map(distance).enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
        near.filter(|&(_, distance)| distance <= REACH).map(|(index, _)| index)
    }

    /// The mark that a key leads to.
    pub(crate) fn step(&self, from: Option<usize>, step: Step) -> Option<usize> {
        let last = self.spots.len().checked_sub(1)?;
        let Some(from) = from.map(|from| from.min(last)) else {
            return Some(if step == Step::Last { last } else { 0 });
        };
        Some(match step {
            Step::Back => from.saturating_sub(1),
            Step::On => (from + 1).min(last),
            Step::First => 0,
            Step::Last => last,
            Step::Up => self.beside(from, |row, here| row < here).last().map_or(from, |row| self.like(from, row)),
            Step::Down => self.beside(from, |row, here| row > here).next().map_or(from, |row| self.like(from, row)),
        })
    }

    /// The rows on one side of a mark's.
    fn beside(&self, from: usize, side: fn(usize, usize) -> bool) -> impl Iterator<Item = usize> + '_ {
        let here = self.spots[from].row;
        self.spots.iter().map(|spot| spot.row).filter(move |&row| side(row, here))
    }

    /// The mark of a row in the same place as one of another row.
    fn like(&self, from: usize, row: usize) -> usize {
        let point = self.spots[from].point;
        let of_row = self.spots.iter().enumerate().filter(|(_, spot)| spot.row == row);
        of_row.min_by_key(|(_, spot)| spot.point.abs_diff(point)).map_or(from, |(index, _)| index)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use benchnote_parser::MeasurementId;
    use benchnote_verdict::Grade;
    use benchnote_verdict::chart_spec::ChartPoint;

    use super::*;

    /// Every character six tenths of the size wide.
    pub(crate) struct Even;

    impl Measure for Even {
        fn width(&self, text: &str, font: Font) -> f64 {
            text.chars().count() as f64 * font.size * 0.6
        }
    }

    /// A chart of so many rows of two configurations, in sections of four.
    pub(crate) fn sample(rows: usize) -> ChartSpec {
        let point = |config, value: f64, grade| ChartPoint {
            config,
            value,
            low: value * 0.97,
            high: value * 1.02,
            centre: true,
            grade: Some(grade),
            text: format!("configuration {config}: {value}"),
            cites: vec![MeasurementId(config as u32)],
        };
        let row = |index: usize| ChartRow {
            section: format!("section {}", index / 4),
            label: format!("metric {index}"),
            metric: index,
            note: "2059 → 1768 us".to_owned(),
            points: vec![point(7, 1.1, Grade::Likely), point(8, 0.93, Grade::NotDistinguishable)],
        };
        ChartSpec {
            kind: ChartKind::Overview,
            title: "Overview".to_owned(),
            caption: "Ratios".to_owned(),
            axis: "ratio".to_owned(),
            min: 0.8,
            max: 1.25,
            band: (1.0 / 1.02, 1.02),
            baseline: Some(0),
            configs: vec![(7, "a".to_owned()), (8, "b".to_owned())],
            rows: (0..rows).map(row).collect(),
        }
    }

    #[test]
    fn labels_stand_beside_the_bars_where_there_is_room_and_above_them_elsewhere() {
        let spec = sample(6);
        let wide = layout(&spec, 900.0, &Even).expect("it can be drawn");
        assert!(!wide.narrow && wide.labels.iter().all(|label| label.x < wide.plot.0));
        assert!(wide.notes.iter().all(|note| note.x == 900.0));
        let narrow = layout(&spec, 320.0, &Even).expect("it can be drawn");
        assert!(narrow.narrow && narrow.height > wide.height);
        for (label, spot) in narrow.labels.iter().zip(narrow.spots.chunks(2)) {
            assert!(label.x == 0.0 && label.y < spot[0].y);
        }
        assert_eq!(wide.headings.len(), 2);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert_eq!(layout(&sample(0), 900.0, &Even), None, "no rows");
        assert_eq!(layout(&sample(2), 20.0, &Even), None, "no room");
        for bad in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
            let mut spec = sample(2);
            spec.rows[1].points[0].high = bad;
            assert_eq!(layout(&spec, 900.0, &Even), None, "{bad}");
            let mut spec = sample(2);
            spec.min = bad;
            assert_eq!(layout(&spec, 900.0, &Even), None, "{bad}");
        }
    }

    #[test]
    fn a_very_long_chart_is_cut_and_says_so() {
        let long = layout(&sample(MAX_ROWS + 7), 900.0, &Even).expect("it can be drawn");
        assert_eq!((long.labels.len(), long.left_out), (MAX_ROWS, 7));
    }

    #[test]
    fn long_labels_are_cut_to_their_column() {
        let mut spec = sample(1);
        spec.rows[0].label = "a very long name of a metric that nobody could ever fit anywhere".to_owned();
        for width in [320.0, 900.0] {
            let label = layout(&spec, width, &Even).expect("it can be drawn").labels.remove(0).text;
            assert!(label.ends_with('…') && Even.width(&label, LABEL) <= width, "{label}");
        }
        assert_eq!(shortened("ééééé", 20.0, LABEL, &Even), "é…");
    }

    #[test]
    fn the_nearest_mark_is_found_and_keys_walk_through_all() {
        let chart = layout(&sample(6), 900.0, &Even).expect("it can be drawn");
        for (index, spot) in chart.spots.iter().enumerate() {
            assert_eq!(chart.nearest(spot.x + 1.0, spot.y), Some(index));
        }
        assert_eq!(chart.nearest(-100.0, -100.0), None);
        assert_eq!(chart.step(None, Step::On), Some(0));
        assert_eq!(chart.step(Some(0), Step::On), Some(1));
        assert_eq!(chart.step(Some(1), Step::Down), Some(3), "the same configuration in the row below");
        assert_eq!(chart.step(Some(3), Step::Up), Some(1));
        assert_eq!(chart.step(Some(0), Step::Up), Some(0));
        assert_eq!(chart.step(Some(11), Step::On), Some(11));
        assert_eq!(chart.step(None, Step::Last), Some(11));
        assert_eq!(chart.step(Some(999), Step::First), Some(0));
    }
}

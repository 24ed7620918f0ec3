//! Draws a measured-out chart on any plotters backend.

use benchnote_verdict::ConfigIndex;
use benchnote_verdict::chart_spec::{ChartKind, ChartPoint, ChartSpec};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::layout::{HEADING, LABEL, Layout, Placed, SMALL, Spot};
use super::marker::{self, Shape};
use super::measured::Font;
use super::scale::Scale;
use super::theme::Theme;

type Outcome<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// How strongly marks are drawn that claim no difference.
const FAINT: f64 = 0.38;
/// How strongly the centre of runs is drawn: it lies below them and must not hide them.
const CENTRE: f64 = 0.36;

/// What draws, with what it needs everywhere.
struct Brush<'a, B: DrawingBackend> {
    area: &'a DrawingArea<B, Shift>,
    theme: &'a Theme,
    scale: Scale,
}

/// Draws a chart. `baseline` gives the configurations their looks; `scale` turns the layout's page pixels into the
/// backend's.
pub(crate) fn draw<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    (spec, layout): (&ChartSpec, &Layout),
    baseline: Option<ConfigIndex>,
    theme: &Theme,
    scale: Scale,
) -> Outcome<B> {
    let brush = Brush { area, theme, scale };
    area.fill(&theme.paper)?;
    brush.ground(spec, layout)?;
    for heading in &layout.headings {
        brush.text(heading, HEADING, theme.soft, HPos::Left)?;
    }
    let side = if layout.narrow { HPos::Left } else { HPos::Right };
    for label in &layout.labels {
        brush.text(label, LABEL, theme.ink, side)?;
    }
    for note in &layout.notes {
        brush.text(note, SMALL, theme.soft, HPos::Right)?;
    }
    // Centres first: they are large, and the runs stand on them.
    for centres in [true, false] {
        for spot in &layout.spots {
            let point = &spec.rows[spot.row].points[spot.point];
            if point.centre == centres {
                brush.mark(spec.kind, point, spot, layout.lane, marker::look(point.config, baseline))?;
            }
        }
    }
    area.present()
}

impl<B: DrawingBackend> Brush<'_, B> {
    /// The band, the grid, the line at 1 and the axis' labels.
    fn ground(&self, spec: &ChartSpec, layout: &Layout) -> Outcome<B> {
        let (_, top, _, bottom) = layout.plot;
        let (from, to) = (layout.scale.x(spec.band.0), layout.scale.x(spec.band.1));
        for &(above, below) in &layout.strips {
            self.rect((from, above, to, below), &self.theme.band)?;
        }
        for &y in &layout.rules {
            self.rect((0.0, y, layout.width, y + 1.0), &self.theme.line)?;
        }
        for tick in &layout.ticks {
            let one = tick.value == 1.0;
            let colour = if one { &self.theme.soft } else { &self.theme.line };
            for &(above, below) in &layout.strips {
                self.rect((tick.x - 0.5, above, tick.x + 0.5, below), colour)?;
            }
            for y in [top - 11.0, bottom + 12.0] {
                let label = Placed { x: tick.x, y, text: tick.label.clone() };
                self.text(&label, Font { bold: one, ..SMALL }, self.theme.soft, HPos::Center)?;
            }
        }
        Ok(())
    }

    /// A filled rectangle, at least one pixel wide and high, on whole pixels: lines drawn so are crisp at every ratio.
    fn rect(&self, (left, top, right, bottom): (f64, f64, f64, f64), colour: &impl Color) -> Outcome<B> {
        let (x, y) = (self.scale.at(left), self.scale.at(top));
        let (width, height) = (self.scale.size(right - left), self.scale.size(bottom - top));
        self.area.draw(&Rectangle::new([(x, y), (x + width, y + height)], colour.filled()))
    }

    fn text(&self, placed: &Placed, font: Font, colour: RGBColor, side: HPos) -> Outcome<B> {
        if placed.text.is_empty() {
            return Ok(());
        }
        let style = if font.bold { FontStyle::Bold } else { FontStyle::Normal };
        let family = FontFamily::Name(&self.theme.family);
        let style = TextStyle::from(FontDesc::new(family, font.size * self.scale.0, style))
            .color(&colour)
            .pos(Pos::new(side, VPos::Center));
        self.area.draw_text(&placed.text, &style, (self.scale.at(placed.x), self.scale.at(placed.y)))
    }

    /// A point with its bar: in the overview as strong as its claim, among runs small and full.
    fn mark(&self, kind: ChartKind, point: &ChartPoint, spot: &Spot, lane: f64, look: usize) -> Outcome<B> {
        let (strength, thick, radius) = match kind {
            ChartKind::Overview if point.grade.is_some_and(|grade| !grade.is_difference()) => (FAINT, 2.0, 0.49),
            ChartKind::Overview => (1.0, 2.0, 0.49),
            ChartKind::Replicates if point.centre => (CENTRE, 1.0, 0.62),
            ChartKind::Replicates => (1.0, 1.0, 0.3),
        };
        let colour = blend(self.theme.looks[look], self.theme.paper, strength);
        let thick = if lane < 6.0 { 1.0 } else { thick };
        self.rect((spot.from, spot.y - thick / 2.0, spot.to, spot.y + thick / 2.0), &colour)?;
        self.shape(look, (spot.x, spot.y), (lane * radius).max(1.5), strength)
    }

    fn shape(&self, look: usize, (x, y): (f64, f64), radius: f64, strength: f64) -> Outcome<B> {
        let colour = &self.theme.looks[look];
        let centre = (self.scale.at(x), self.scale.at(y));
        // Faint marks cover the grid below them: mixed with the paper, not transparent.
        let style = blend(*colour, self.theme.paper, strength);
        match marker::shape(look) {
            Shape::Disc => self.area.draw(&Circle::new(centre, self.scale.size(radius), style.filled())),
            Shape::Ring => {
                self.area.draw(&Circle::new(centre, self.scale.size(radius), style.filled()))?;
                let inner = self.scale.size(radius * 0.5);
                self.area.draw(&Circle::new(centre, inner, self.theme.paper.filled()))
            }
            Shape::Polygon(corners) => {
                let place = |&(dx, dy): &(f64, f64)| (self.scale.at(x + dx * radius), self.scale.at(y + dy * radius));
                let corners: Vec<_> = corners.iter().map(place).collect();
                self.area.draw(&Polygon::new(corners, style.filled()))
            }
        }
    }
}

/// A colour, so strong, on another.
fn blend(colour: RGBColor, ground: RGBColor, strength: f64) -> RGBColor {
    let mix = |top: u8, below: u8| (f64::from(top) * strength + f64::from(below) * (1.0 - strength)).round() as u8;
    RGBColor(mix(colour.0, ground.0), mix(colour.1, ground.1), mix(colour.2, ground.2))
}

#[cfg(test)]
mod tests {
    use super::super::layout::layout;
    use super::super::layout::tests::{Even, sample};
    use super::super::measured::Measured;
    use super::*;

    fn theme() -> Theme {
        Theme {
            paper: RGBColor(255, 255, 255),
            ink: RGBColor(10, 10, 10),
            soft: RGBColor(100, 100, 100),
            line: RGBColor(220, 220, 220),
            band: RGBColor(240, 240, 240),
            looks: std::array::from_fn(|look| RGBColor(look as u8 + 1, 0, 0)),
            family: "sans-serif".to_owned(),
        }
    }

    fn svg(spec: &ChartSpec, width: f64, ratio: f64) -> String {
        let chart = layout(spec, width, &Even).expect("it can be drawn");
        let scale = Scale::fitting(ratio, chart.width, chart.height);
        let mut text = String::new();
        {
            let size = (scale.size(chart.width) as u32, scale.size(chart.height) as u32);
            let backend = Measured { backend: SVGBackend::with_string(&mut text, size), measure: Even };
            let area = backend.into_drawing_area();
            draw(&area, (spec, &chart), Some(0), &theme(), scale).expect("nothing fails in a string");
        }
        text
    }

    #[test]
    fn every_label_note_and_mark_is_drawn() {
        let spec = sample(5);
        let drawn = svg(&spec, 900.0, 1.0);
        for row in &spec.rows {
            assert!(drawn.contains(&row.label));
        }
        assert_eq!(drawn.matches("2059 → 1768 us").count(), 5);
        // The first configuration's mark is a disc, the second's a square: one of each in a row.
        assert_eq!(drawn.matches("<circle").count(), 5);
        assert_eq!(drawn.matches("<polygon").count(), 5);
        assert!(drawn.contains("section 0") && drawn.contains("section 1"));
    }

    #[test]
    fn marks_without_a_claim_are_faint() {
        let drawn = svg(&sample(1), 900.0, 1.0);
        let faint = blend(theme().looks[2], theme().paper, FAINT);
        let hex = format!("#{:02X}{:02X}{:02X}", faint.0, faint.1, faint.2);
        assert!(drawn.contains(&hex), "{hex} in {drawn}");
    }

    #[test]
    fn everything_grows_with_the_ratio() {
        let once = svg(&sample(3), 700.0, 1.0);
        let twice = svg(&sample(3), 700.0, 2.0);
        assert!(once.contains("width=\"700\"") && twice.contains("width=\"1400\""));
        let radius = |svg: &str| svg.split(" r=\"").nth(1).and_then(|rest| rest.split('"').next()?.parse::<u32>().ok());
        assert_eq!((radius(&once), radius(&twice)), (Some(4), Some(9)), "4.4 rounds to 4, 8.8 to 9");
    }

    #[test]
    fn runs_stand_on_their_centre() {
        let mut spec = sample(1);
        spec.kind = ChartKind::Replicates;
        let mut run = spec.rows[0].points[0].clone();
        run.centre = false;
        spec.rows[0].points = vec![run.clone(), spec.rows[0].points[0].clone()];
        let drawn = svg(&spec, 900.0, 1.0);
        let radii: Vec<&str> = drawn.split(" r=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(radii, ["6", "3"], "the large centre is drawn first");
    }
}

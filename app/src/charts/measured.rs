//! A backend that measures text its own way.
//!
//! In the browser plotters measures a text by putting a styled element into the page: a forced layout for each label, and a
//! style attribute that the page's Content-Security-Policy forbids. Here the one who draws says how wide a text is.

use plotters::prelude::DrawingBackend;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};

/// A font of the chart's family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Font {
    /// Its size in pixels.
    pub(crate) size: f64,
    /// Whether it is bold.
    pub(crate) bold: bool,
}

/// Says how wide texts are.
pub(crate) trait Measure {
    /// The width of a text in pixels of the same kind as the font's size.
    fn width(&self, text: &str, font: Font) -> f64;
}

/// A backend with another measure of text.
pub(crate) struct Measured<B, M> {
    /// What draws.
    pub(crate) backend: B,
    /// What measures.
    pub(crate) measure: M,
}

type Outcome<B> = Result<(), DrawingErrorKind<<B as DrawingBackend>::ErrorType>>;

impl<B: DrawingBackend, M: Measure> DrawingBackend for Measured<B, M> {
    type ErrorType = B::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.backend.get_size()
    }

    fn ensure_prepared(&mut self) -> Outcome<B> {
        self.backend.ensure_prepared()
    }

    fn present(&mut self) -> Outcome<B> {
        self.backend.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Outcome<B> {
        self.backend.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Outcome<B> {
        self.backend.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Outcome<B> {
        self.backend.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Outcome<B> {
        self.backend.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Outcome<B> {
        self.backend.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Outcome<B> {
        self.backend.fill_polygon(vert, style)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, pos: BackendCoord) -> Outcome<B> {
        self.backend.draw_text(text, style, pos)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Self::ErrorType>> {
        let font = Font { size: style.size(), bold: style.style().as_str() == "bold" };
        Ok((self.measure.width(text, font).ceil() as u32, font.size.ceil() as u32))
    }
}

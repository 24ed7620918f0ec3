//! The colours and the type of a chart.

use plotters::style::RGBColor;

use super::marker::LOOKS;

/// What a drawing looks like. Read once per drawing from the page's custom properties.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Theme {
    /// Behind everything.
    pub(crate) paper: RGBColor,
    /// Labels.
    pub(crate) ink: RGBColor,
    /// Headings, ticks and notes.
    pub(crate) soft: RGBColor,
    /// Grid lines.
    pub(crate) line: RGBColor,
    /// The threshold band.
    pub(crate) band: RGBColor,
    /// The configurations, by look.
    pub(crate) looks: [RGBColor; LOOKS],
    /// The font families, as in a style sheet.
    pub(crate) family: String,
}

/// A colour as canvases give it back: `#rrggbb`, or `rgba(r, g, b, a)` whose transparency is ignored.
pub(crate) fn parse_color(text: &str) -> Option<RGBColor> {
    let text = text.trim();
    if let Some(hex) = text.strip_prefix('#') {
        let number = u32::from_str_radix(hex, 16).ok().filter(|_| hex.len() == 6)?;
        return Some(RGBColor((number >> 16) as u8, (number >> 8) as u8, number as u8));
    }
    let inner = text.strip_prefix("rgba(").or_else(|| text.strip_prefix("rgb("))?.strip_suffix(')')?;
    let mut parts = inner.split(',').map(|part| part.trim().parse::<u8>().ok());
    Some(RGBColor(parts.next()??, parts.next()??, parts.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_canvases_write_them() {
        assert_eq!(parse_color(" #0072b2"), Some(RGBColor(0, 0x72, 0xb2)));
        assert_eq!(parse_color("rgba(1, 22, 255, 0.5)"), Some(RGBColor(1, 22, 255)));
        for bad in ["", "#12", "red", "rgb(1,2)", "#gggggg", "rgba(300, 0, 0, 1)"] {
            assert_eq!(parse_color(bad), None, "{bad}");
        }
    }
}

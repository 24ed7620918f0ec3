//! What the characters of a source were taken for, ready to be looked up row by row.

use benchnote_parser::{MeasurementId, Parsed, RegionKind, SourceId};
use benchnote_verdict::{ConfigIndex, Report};

/// What a piece of text was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing in particular.
    Plain,
    /// A stretch that is no figure.
    Region(RegionKind),
    /// A number that nothing accounts for.
    Unread,
    /// A figure, of a configuration unless it takes part in none.
    Measured(MeasurementId, Option<ConfigIndex>),
}

/// A piece of a row: a range of bytes and what it was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Its first byte.
    pub(crate) start: u32,
    /// The byte after its last.
    pub(crate) end: u32,
    /// What it was taken for.
    pub(crate) kind: Kind,
}

/// Everything marked in one source, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    measured: Vec<Piece>,
    unread: Vec<Piece>,
    regions: Vec<Piece>,
    set_aside: Vec<Piece>,
}

/// The configuration of every measurement, by its number.
pub(crate) fn configurations(parsed: &Parsed, report: &Report) -> Vec<Option<ConfigIndex>> {
    let mut found = vec![None; parsed.measurements.len()];
    for metric in &report.metrics {
        for (config, sample) in metric.samples.iter().enumerate() {
            for run in &sample.runs {
                if let Some(place) = found.get_mut(run.id.0 as usize) {
                    *place = Some(config);
                }
            }
        }
    }
    found
}

fn sorted(pieces: impl Iterator<Item = Piece>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = pieces.filter(|piece| piece.start < piece.end).collect();
    pieces.sort_unstable_by_key(|piece| (piece.start, piece.end));
    pieces
}

/// The pieces that reach into a range. Pieces of one list hardly overlap, so that looking one back is enough.
fn reaching(pieces: &[Piece], start: u32, end: u32) -> &[Piece] {
    let from = pieces.partition_point(|piece| piece.end <= start);
    let to = pieces.partition_point(|piece| piece.start < end);
    pieces.get(from..to).unwrap_or_default()
}

impl Marks {
    /// The marks of one source.
    pub(crate) fn new(parsed: &Parsed, configs: &[Option<ConfigIndex>], source: SourceId) -> Self {
        let measured = parsed.measurements.iter().enumerate().filter(|(_, m)| m.span.source == source);
        let measured = measured.map(|(index, m)| Piece {
            start: m.span.start,
            end: m.span.end,
            kind: Kind::Measured(MeasurementId(index as u32), configs.get(index).copied().flatten()),
        });
        let unread = parsed.ledger.unread_spans.iter().filter(|span| span.source == source);
        let unread = unread.map(|span| Piece { start: span.start, end: span.end, kind: Kind::Unread });
        let regions = parsed.regions.iter().filter(|region| region.span.source == source);
        let regions = regions.map(|region| Piece {
            start: region.span.start,
            end: region.span.end,
            kind: Kind::Region(region.kind),
        });
        let regions = sorted(regions);
        let set_aside =
            regions.iter().filter(|piece| piece.kind == Kind::Region(RegionKind::SetAside)).copied().collect();
        Self { measured: sorted(measured), unread: sorted(unread), regions, set_aside }
    }

    /// What the user can say something of: figures, numbers that nothing accounts for, and what was set aside.
    fn numbers(&self) -> [&[Piece]; 3] {
        [&self.measured, &self.unread, &self.set_aside]
    }

    /// The first number that begins at a byte or behind it.
    pub(crate) fn number_from(&self, at: u32) -> Option<Piece> {
        let first = |layer: &&[Piece]| layer.get(layer.partition_point(|piece| piece.start < at)).copied();
        self.numbers().iter().filter_map(first).min_by_key(|piece| piece.start)
    }

    /// The first number that begins behind a byte.
    pub(crate) fn number_after(&self, at: u32) -> Option<Piece> {
        self.number_from(at.saturating_add(1))
    }

    /// The last number that begins before a byte.
    pub(crate) fn number_before(&self, at: u32) -> Option<Piece> {
        let last = |layer: &&[Piece]| {
            let before = layer.partition_point(|piece| piece.start < at);
            before.checked_sub(1).and_then(|last| layer.get(last)).copied()
        };
        self.numbers().iter().filter_map(last).max_by_key(|piece| piece.start)
    }

    /// The numbers that begin in a range.
    pub(crate) fn numbers_in(&self, start: u32, end: u32) -> Vec<Piece> {
        let inside = |piece: &&Piece| (start..end).contains(&piece.start);
        let all = self.numbers().into_iter().flat_map(|layer| reaching(layer, start, end)).filter(inside);
        all.copied().collect()
    }

    /// A range of bytes cut where what it was taken for changes; the pieces follow each other without gaps. Where marks
    /// overlap, figures come before unread numbers, and these before regions.
    pub(crate) fn pieces(&self, start: u32, end: u32) -> Vec<Piece> {
        let layers =
            [&self.measured, &self.unread, &self.set_aside, &self.regions].map(|layer| reaching(layer, start, end));
        let mut cuts: Vec<u32> = layers.iter().flat_map(|layer| layer.iter()).flat_map(|p| [p.start, p.end]).collect();
        cuts.extend([start, end]);
        cuts.retain(|cut| (start..=end).contains(cut));
        cuts.sort_unstable();
        cuts.dedup();
        let kind_at = |at: u32| {
            let holds = |piece: &&Piece| piece.start <= at && at < piece.end;
            layers.iter().find_map(|layer| layer.iter().find(holds)).map_or(Kind::Plain, |piece| piece.kind)
        };
        cuts.windows(2).map(|pair| Piece { start: pair[0], end: pair[1], kind: kind_at(pair[0]) }).collect()
    }
}

#[cfg(test)]
mod tests {
    use benchnote_parser::{LabelsId, Measurement, MetricId, Region, Span};

    use super::*;

    fn at(start: usize, end: usize) -> Span {
        Span::new(SourceId(0), start, end)
    }

    fn measurement(span: Span) -> Measurement {
        Measurement { value: 1.0, low: 1.0, high: 1.0, metric: MetricId(0), labels: LabelsId(0), span, guessed: false }
    }

    fn sample() -> Marks {
        let mut parsed = Parsed { measurements: vec![measurement(at(5, 9))], ..Parsed::default() };
        parsed.regions = vec![Region { span: at(0, 4), kind: RegionKind::Label }];
        parsed.ledger.unread_spans = vec![at(12, 14)];
        Marks::new(&parsed, &[Some(2)], SourceId(0))
    }

    #[test]
    fn pieces_cover_a_row_without_gaps() {
        let figure = Kind::Measured(MeasurementId(0), Some(2));
        let pieces = sample().pieces(0, 20);
        let found: Vec<_> = pieces.iter().map(|piece| (piece.start, piece.end, piece.kind)).collect();
        let label = Kind::Region(RegionKind::Label);
        let expected = [
            (0, 4, label),
            (4, 5, Kind::Plain),
            (5, 9, figure),
            (9, 12, Kind::Plain),
            (12, 14, Kind::Unread),
            (14, 20, Kind::Plain),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_row_that_begins_inside_a_mark_shows_its_rest() {
        let pieces = sample().pieces(7, 10);
        assert_eq!(pieces[0], Piece { start: 7, end: 9, kind: Kind::Measured(MeasurementId(0), Some(2)) });
        assert!(sample().pieces(3, 3).is_empty());
    }
}

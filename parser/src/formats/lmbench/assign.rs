//! Which columns a row's values stand in where the blanks that would tell are gone.

use super::print;
use super::sections::Column;
use crate::table::orderly_ways;

/// The column of each value of a row, and the columns that it could stand in as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Assignment {
    /// By value, in the order of the row: a position among the numeric columns.
    pub(super) columns: Vec<usize>,
    /// By value: other columns that print and order allow; empty where the column is certain.
    pub(super) others: Vec<Vec<usize>>,
}

impl Assignment {
    /// One without doubt.
    pub(super) fn certain(columns: Vec<usize>) -> Self {
        let others = vec![Vec::new(); columns.len()];
        Self { columns, others }
    }
}

/// No table has more ways than this to leave out columns: eleven columns have at most 462.
const MOST_WAYS: usize = 1000;

/// The best column for each value of some rows with equally many values.
///
/// A way is possible where every value of every row can have been printed at its column's width and the columns that
/// every system can run are there. Of these, the one that needs the fewest causes for what is missing is taken: a
/// missing column is a cause of its own unless what it needs is missing too, and one that is there without what it
/// needs counts double. Values that possible ways put elsewhere are marked with those columns.
pub(super) fn guess(rows: &[Vec<&str>], columns: &[&Column], widths: &[Option<usize>]) -> Option<Assignment> {
    let values = rows.first()?.len();
    let fits = |value: usize, column: usize| {
        let width = widths.get(column).copied().flatten();
        rows.iter().all(|row| row.get(value).is_some_and(|text| width.is_none_or(|width| print::fits(text, width))))
    };
    let ways = orderly_ways(values, columns.len(), MOST_WAYS, &fits);
    let complete: Vec<&Vec<usize>> = ways.iter().filter(|way| has_all_always(way, columns)).collect();
    let possible = if complete.is_empty() { ways.iter().collect() } else { complete };
    let best = possible.iter().min_by_key(|way| causes(way, columns))?;
    let others = best
        .iter()
        .enumerate()
        .map(|(value, &taken)| {
            let mut others: Vec<usize> =
                possible.iter().filter_map(|way| way.get(value)).copied().filter(|&column| column != taken).collect();
            others.sort_unstable();
            others.dedup();
            others
        })
        .collect();
    Some(Assignment { columns: (*best).clone(), others })
}

fn has_all_always(way: &[usize], columns: &[&Column]) -> bool {
    columns.iter().enumerate().all(|(at, column)| !column.always || way.contains(&at))
}

/// How many separate causes a way needs for what is missing. Columns that need the same service fail together.
fn causes(way: &[usize], columns: &[&Column]) -> usize {
    let present = |name: &str| columns.iter().enumerate().any(|(at, column)| column.name == name && way.contains(&at));
    let mut services: Vec<&str> = Vec::new();
    let mut causes = 0;
    for (at, column) in columns.iter().enumerate() {
        causes += match (way.contains(&at), column.needs.is_none_or(present)) {
            (true, true) | (false, false) => 0,
            (true, false) => 2,
            (false, true) => match column.service {
                Some(service) if services.contains(&service) => 0,
                service => {
                    services.extend(service);
                    1
                }
            },
        };
    }
    causes
}

#[cfg(test)]
mod tests {
    use super::super::sections::Section;
    use super::*;

    #[test]
    fn five_of_eight_local_latencies() {
        let section = Section::titled("*Local* Communication latencies in microseconds - smaller is better");
        let columns = section.map(|s| s.columns(8)).unwrap_or_default();
        let widths: Vec<Option<usize>> = [5, 5, 4, 5, 5, 5, 5, 4].into_iter().map(Some).collect();
        let rows = vec![vec!["5.260", "28.2", "72.0", "248.3", "909."], vec!["0.780", "29.0", "77.2", "388.4", "1208"]];
        let guess = guess(&rows, &columns, &widths).expect("a way");
        let names: Vec<&str> = guess.columns.iter().filter_map(|&at| columns.get(at)).map(|c| c.name).collect();
        assert_eq!(names, ["2p/0K ctxsw", "Pipe", "AF UNIX", "TCP", "TCP conn"]);
        assert_eq!(guess.others, [vec![], vec![], vec![], vec![3, 4, 6], vec![]]);
    }

    #[test]
    fn remote_latencies_without_a_port_mapper() {
        let section = Section::titled("*Remote* Communication latencies in microseconds - smaller is better");
        let columns = section.map(|s| s.columns(5)).unwrap_or_default();
        let widths: Vec<Option<usize>> = [5, 5, 5, 5, 4].into_iter().map(Some).collect();
        let guess = guess(&[vec!["411.2", "502.8", "1400"]], &columns, &widths).expect("a way");
        assert_eq!(guess.columns, [0, 2, 4]);
    }

    #[test]
    fn values_that_no_column_prints_have_no_way() {
        let section = Section::titled("Context switching - times in microseconds - smaller is better");
        let columns = section.map(|s| s.columns(7)).unwrap_or_default();
        let widths = vec![Some(4); 7];
        assert_eq!(guess(&[vec!["1.23456"]], &columns, &widths), None);
    }
}

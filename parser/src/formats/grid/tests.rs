//! Layouts of tables, each with a text made for it.

use crate::measurement::{FieldKind, Measurement};
use crate::testing::read;

/// Metric, unit, settings and value of every figure.
fn shown(text: &str) -> Vec<String> {
    let parsed = read(text);
    let show = |m: &Measurement| {
        let metric = parsed.metric(m.metric).expect("a metric");
        let settings: Vec<&str> = parsed
            .labels(m.labels)
            .iter()
            .filter(|label| label.field.kind == FieldKind::Setting)
            .map(|label| label.value.as_str())
            .collect();
        let unit = if metric.unit.symbol.is_empty() { String::new() } else { format!(" {}", metric.unit.symbol) };
        format!("{} [{}] {}{unit}", metric.name, settings.join(", "), m.value)
    };
    parsed.measurements.iter().map(show).collect()
}

fn values(text: &str) -> Vec<f64> {
    read(text).measurements.iter().map(|m| m.value).collect()
}

#[test]
fn columns_that_only_count_runs_are_runs() {
    assert_eq!(
        shown(
            "[msg/sec]  test1    test2    mean\nw/o patch  514,664  519,040  516.9k\nw/  patch  516,863  526,337  521.6k (+0.9%)\n"
        ),
        [
            "[msg/sec] [w/o patch] 514664 msg/sec",
            "[msg/sec] [w/o patch] 519040 msg/sec",
            "[msg/sec] [w/ patch] 516863 msg/sec",
            "[msg/sec] [w/ patch] 526337 msg/sec"
        ]
        .map(|line| line.replacen("[msg/sec]", "value", 1))
    );
    let text = "| kernel | run 1 | run 2 | run 3 | avg |\n|---|---|---|---|---|\n| old | 12.5 | 12.7 | 12.6 | 12.6 |\n| new | 11.5 | 11.9 | 11.7 | 11.7 |\n";
    assert_eq!(values(text), [12.5, 12.7, 12.6, 11.5, 11.9, 11.7]);
    let text = "build      1st     2nd     3rd   median\ngcc      30.51   30.75   30.62    30.62\nclang    28.51   28.75   28.62    28.62\n";
    assert_eq!(values(text), [30.51, 30.75, 30.62, 28.51, 28.75, 28.62]);
}

#[test]
fn threads_are_no_runs() {
    let text = "threads      1      2      3\nold      12.51  13.52  14.53\nnew      11.51  12.52  13.53\nnewer    10.51  11.52  12.53\n";
    assert_eq!(read(text).measurements.len(), 9);
    assert_ne!(read(text).labels.first(), read(text).labels.get(1));
}

#[test]
fn runs_may_be_rows_without_names_above_their_statistics() {
    let text = "ops/s (before)\tops/s (after)\n\t359.5\t\t329.5\n\t357.5\t\t331.5\n\t353.5\t\t329.9\nStd dev\t3.05\t\t1.05\nMean\t356.8\t\t330.3\nDiff%:\t\t\t-7.4\n";
    let lines: Vec<String> = shown(text);
    assert_eq!(lines.len(), 6, "{lines:?}");
    assert_eq!(lines.first().map(String::as_str), Some("ops/s [before] 359.5 ops/s"));
    assert_eq!(read(text).ledger.unread, 0);
}

#[test]
fn further_runs_have_no_name_of_their_own() {
    let text = "All times are in seconds.\n\n\
        +---------+---------------+---------------+\n\
        |  name   |    gcc 3      |    gcc 4      |\n\
        +---------+-------+-------+-------+-------+\n\
        |         |  usr  |  sys  |  usr  |  sys  |\n\
        +---------+-------+-------+-------+-------+\n\
        |  parse  | 8.977 | 0.008 | 9.997 | 0.012 |\n\
        |         | 8.856 | 0.009 | 9.913 | 0.016 |\n\
        +---------+-------+-------+-------+-------+\n\
        |  write  | 1.977 | 0.108 | 2.997 | 0.112 |\n\
        |         | 1.856 | 0.109 | 2.913 | 0.116 |\n\
        +---------+-------+-------+-------+-------+\n";
    let lines = shown(text);
    assert_eq!(lines.len(), 16);
    assert_eq!(lines.first().map(String::as_str), Some("usr [gcc 3, parse] 8.977 s"));
    assert_eq!(lines.get(7).map(String::as_str), Some("sys [gcc 4, parse] 0.016 s"));
    assert_eq!(lines.last().map(String::as_str), Some("sys [gcc 4, write] 0.116 s"));
    let text = "test      old      new\nparse   12.51    11.52\n        12.61    11.62\nwrite   22.51    21.52\n        22.61    21.62\n";
    assert_eq!(shown(text).get(3).map(String::as_str), Some("value [new, parse] 11.62"));
    assert_eq!(shown(text).len(), 8);
}

#[test]
fn groups_stand_over_several_columns() {
    let text = "             machine A           machine B\nthreads    before    after    before    after\n1           12.51    11.52     22.51    21.52\n2           13.51    12.52     23.51    22.52\n";
    let lines = shown(text);
    assert_eq!(lines.len(), 8);
    assert!(lines.first().is_some_and(|line| line.contains("before") && line.contains("machine A")), "{lines:?}");
    assert!(lines.get(3).is_some_and(|line| line.contains("after") && line.contains("machine B")), "{lines:?}");
    let text = "| | old | | new | |\n| test | time (ms) | rss (MB) | time (ms) | rss (MB) |\n|---|---|---|---|---|\n| a | 12.5 | 30.5 | 11.5 | 31.5 |\n| b | 22.5 | 40.5 | 21.5 | 41.5 |\n";
    let lines = shown(text);
    assert_eq!(lines.get(1).map(String::as_str), Some("rss [old, a] 30.5 MB"), "{lines:?}");
    assert_eq!(lines.get(2).map(String::as_str), Some("time [new, a] 11.5 ms"), "{lines:?}");
}

#[test]
fn intervals_stand_in_cells() {
    let text = "| misses | wide | deep |\n|---|---|---|\n| orig | [22.5, 24.5]M | [32.5, 34.5]M |\n| opt | [12.5, 14.5]M | [22.5, 24.5]M |\n| Change | -11.69% | -8.248% |\n";
    assert_eq!(values(text), [22.5e6, 24.5e6, 32.5e6, 34.5e6, 12.5e6, 14.5e6, 22.5e6, 24.5e6]);
    let text = "workload  | base                  | opt                   | metric\n----------+-----------------------+-----------------------+-----------\nsysbench  | 63.55, [63.04, 64.05] | 64.36, [62.97, 65.75] | avg latency\nebizzy    | 610.7, [569.8, 651.6] | 613.5, [592.1, 635.0] | record/s\n";
    let parsed = read(text);
    assert_eq!(parsed.measurements.iter().map(|m| m.value).collect::<Vec<_>>(), [63.55, 64.36, 610.7, 613.5]);
    assert_eq!(parsed.spreads.len(), 4);
    let names: Vec<(&str, &str)> = parsed.metrics.iter().map(|m| (m.name.as_str(), m.unit.symbol.as_str())).collect();
    assert_eq!(names, [("avg latency", ""), ("record/s", "record/s")]);
}

#[test]
fn a_column_may_say_what_each_row_measures() {
    let text = "| test | metric | master | branch |\n|---|---|---|---|\n| load | p99 latency (ms) | 12.5 | 11.5 |\n| load | throughput (req/s) | 1250 | 1350 |\n";
    assert_eq!(
        shown(text),
        [
            "p99 latency [master, load] 12.5 ms",
            "p99 latency [branch, load] 11.5 ms",
            "throughput [master, load] 1250 req/s",
            "throughput [branch, load] 1350 req/s"
        ]
    );
}

#[test]
fn lines_of_a_log_may_stand_in_cells() {
    let text = "| Before | After |\n|-|-|\n| `app (tool 5.6.0) built in 24771 ms` | `app (tool 5.6.0) built in 4819 ms` |\n| `Done in 34.03s.` | `Done in 12.57s.` |\n";
    assert_eq!(
        shown(text),
        ["app [Before] 24771 ms", "app [After] 4819 ms", "Done [Before] 34.03 s", "Done [After] 12.57 s"]
    );
    let text = "| Limit | one | other |\n|---|---|---|\n| 512 MB | OK, 137 MB | OK, 435-465 MB |\n| 384 MB | OK 3/3 | killed |\n";
    assert_eq!(values(text), [137.0, 435.0, 465.0]);
}

#[test]
fn dashes_part_columns_that_blanks_do_not() {
    let text = "RES. value     reference % tol. suite        test       \n----|---------|---------|------|------------|-----------\npass 1.328e+07 1.342e+07 10     TableSuite   RandomRead \npass 6.315e+05 6.281e+05 10     GcSuite      UnlinkTime \n";
    let lines = shown(text);
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines.first().is_some_and(|line| line.contains("RandomRead") && line.contains("13280000")), "{lines:?}");
}

#[test]
fn rows_without_any_figure_belong_to_the_table() {
    let text = "bench      master (ms)  stddev (%)  pr (ms)  stddev (%)  pr 1st itr  master/pr\nhexa       N/A          N/A         N/A      N/A         N/A         N/A\nlsp        N/A          N/A         N/A      N/A         N/A         N/A\nrecord     69.7         0.4         68.5     0.2         1.018       1.019\nchunky     200.7        0.3         198.5    0.2         1.010       1.011\nLegend:\n- pr 1st itr: ratio of master/pr time for the first iteration.\n";
    let lines = shown(text);
    let times: Vec<&String> = lines.iter().filter(|line| line.ends_with("ms")).collect();
    assert_eq!(times.len(), 4, "{lines:?}");
    assert!(
        times.iter().any(|line| line.contains("[master") || line.contains("master,") || line.contains("master]")),
        "{lines:?}"
    );
    assert!(!lines.iter().any(|line| line.contains("1.018") || line.contains("1.011")), "{lines:?}");
}

#[test]
fn words_for_quantities_may_be_names() {
    let text = "All numbers are the time it took in seconds.\n\n            DELETE  WAL  MEMORY\nreproducer  129     122  121\nb test      91      51   36\n";
    assert_eq!(shown(text).first().map(String::as_str), Some("value [DELETE, reproducer] 129 s"));
    let text = "test    value  reference\na       12.5   11.5\nb       22.5   21.5\n";
    assert!(
        shown(text).iter().all(|line| line.contains("[value,") || line.contains("[reference,")),
        "{:?}",
        shown(text)
    );
}

#[test]
fn what_is_the_same_in_all_rows_before_the_results_is_a_condition() {
    let text = "Gb\tRep\tThr\tUser(s)\tSystem(s) fault/wsec\n2\t1\t1\t0.11\t0.97\t463533.34\n2\t1\t1\t0.12\t0.96\t465309.49\n2\t1\t1\t0.11\t0.95\t469887.64\n2\t1\t1\t0.09\t0.97\t468402.10\naverage\t\t\t0.11\t0.96\t466533.14\n";
    let lines = shown(text);
    assert_eq!(lines.len(), 12, "{lines:?}");
    assert!(lines.iter().any(|line| line.ends_with("fault/wsec")), "{lines:?}");
}

#[test]
fn comments_above_a_header_say_the_unit() {
    let text = "#Reporting the number of cycles per byte.\n#First number is the length in  8-byte words.\n#       64-bit VHASH      City      unrolled Horner\n    1      21.000000  16.500000  17.000000\n    2      10.500000   8.250000   8.500000\n    3       7.333333   5.666667   5.833333\n";
    let parsed = read(text);
    assert_eq!(parsed.measurements.len(), 9);
    assert!(parsed.metrics.iter().all(|metric| metric.unit.symbol == "cycles/byte"), "{:?}", parsed.metrics);
    assert!(parsed.labels.iter().flatten().any(|label| label.value == "unrolled Horner"));
}

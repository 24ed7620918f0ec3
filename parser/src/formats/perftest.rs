//! perftest: `ib_send_bw`, `ib_write_lat` and their kin.
//!
//! ```text
//!  #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]
//!  65536      1000             11022.45            11020.11           0.176322
//!  #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec]
//!  2       1000          0.90           5.12         0.95             0.96           0.05            1.02                    5.12
//! ```
//!
//! Source: the `RESULT_FMT`s of perftest's `src/perftest_parameters.h`.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    rate("peak", "BW peak", "MB/s"),
    rate("average", "BW average", "MB/s"),
    rate("gpeak", "BW peak", "Gbit/s"),
    rate("gaverage", "BW average", "Gbit/s"),
    rate("messages", "MsgRate", "Mpps"),
    cost("min", "t_min", "us"),
    cost("max", "t_max", "us"),
    cost("typical", "t_typical", "us"),
    cost("avg", "t_avg", "us"),
    count("stdev", "t_stdev", "us").role(Role::Quality),
    cost("99", "99% percentile", "us"),
    cost("99.9", "99.9% percentile", "us"),
];

const RULES: &[Rule] = &[
    line("#bytes #iterations BW peak[MB/sec] BW average[MB/sec] MsgRate[Mpps]").enters("MB"),
    line("#bytes #iterations BW peak[MiB/sec] BW average[MiB/sec] MsgRate[Mpps]").enters("MB"),
    line("#bytes #iterations BW peak[Gb/sec] BW average[Gb/sec] MsgRate[Mpps]").enters("Gb"),
    line("#bytes #iterations t_min[usec] t_max[usec] t_typical[usec] t_avg[usec] t_stdev[usec] 99% percentile[usec] 99.9% percentile[usec]")
        .enters("percentiles"),
    line("#bytes #iterations t_min[usec] t_max[usec] t_typical[usec]").enters("latency"),
    line("{@bytes} {#} {peak} {average} {messages}").when("MB").row(),
    line("{@bytes} {#} {gpeak} {gaverage} {messages}").when("Gb").row(),
    line("{@bytes} {#} {min} {max} {typical} {avg} {stdev} {99} {99.9}").when("percentiles").row(),
    line("{@bytes} {#} {min} {max} {typical}").when("latency").row(),
];

report_format!("perftest", "perftest (ib_send_bw and kin)", &["#bytes"], FIGURES, RULES);

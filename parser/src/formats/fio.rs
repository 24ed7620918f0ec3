//! fio, the flexible I/O tester.
//!
//! ```text
//! job: (groupid=0, jobs=1): err= 0: pid=4711: Tue Mar  5 10:00:00 2024
//!   write: IOPS=933, BW=937MiB/s (982MB/s)(18.3GiB/20020msec); 0 zone resets
//!     slat (usec): min=7, max=83, avg=12.57, stdev= 1.27
//!     clat percentiles (usec):
//!      |  1.00th=[  347],  5.00th=[  392], 10.00th=[  412], 20.00th=[  433],
//!    bw (  KiB/s): min= 1024, max= 2048, per=100.00%, avg=1500.00, stdev=10.00, samples=40
//!    iops        : min=  930, max=  990, avg=950.13, stdev=12.34, samples=40
//!
//! Run status group 0 (all jobs):
//!   WRITE: bw=937MiB/s (982MB/s), 937MiB/s-937MiB/s (982MB/s-982MB/s), io=18.3GiB (19.7GB), run=20020-20020msec
//! ```
//!
//! Versions before 3 print `write: io=10240MB, bw=122880KB/s, iops=30720, runt= 85333msec` and `aggrb=`, `minb=`, `maxb=`.
//! Source: `show_ddir_status`, `show_group_stats`, `display_lat` and `show_clat_percentiles` of fio's `stat.c`. The unit of
//! latencies is chosen for each line. Under single jobs the lines of the group are derived.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    rate("iops", "$op? IOPS", "IOPS"),
    rate("bw", "$op? bandwidth", ""),
    rate("bw2", "$op? bandwidth in the other units", "").role(Role::Duplicate),
    count("io", "$op total", "").role(Role::Context),
    count("run", "$op duration", "").role(Role::Context),
    cost("lat min", "$op $lat min", "$unit"),
    cost("lat max", "$op $lat max", "$unit"),
    cost("lat avg", "$op $lat avg", "$unit"),
    count("lat dev", "$op $lat stdev", "$unit").role(Role::Quality),
    cost("percentile", "$op $lat $p percentile", "$unit"),
    cost("lost", "$lost", "$unit"),
    rate("group bw", "$group bandwidth", ""),
    rate("most iops", "most IOPS", "IOPS").role(Role::Derived),
];

/// What an operation's line ends.
const OPERATION: &[&str] = &["op", "lat", "unit", "group"];

const RULES: &[Rule] = &[
    // Options, version and progress.
    line("{$x}: (g={-}): rw={...}").clears(&["*"]),
    line("fio-{-}"),
    line("fio {-}.{-}"),
    line("Starting {-} process{...}"),
    line("Starting {-} thread{...}"),
    line("Jobs: {-} (f={...}"),
    line("{-}: Laying out IO file{...}"),
    line("{@job}: (groupid={-}, jobs={-}): err={-}: pid={...}").clears(&["*"]),
    // Operations of versions 3, 2 and 1.
    line("{$op=read|write|trim|mixed}: IOPS={iops+}, BW={bw:bytes} ({bw2:bytes})({io:data}/{run:time}){?; {-} zone resets?}{?; Cachehit={-}?}")
        .clears(OPERATION)
        .anywhere(),
    line("{$op=read|write|trim|mixed}: IOPS={iops+}, BW={bw:bytes} ({bw2:bytes})").clears(OPERATION).anywhere(),
    line("{$op=read|write|trim|mixed}: IOPS={iops+}, BW={bw:bytes}").clears(OPERATION).anywhere(),
    line("{$op=read|write|trim|mixed}: io={io:data}, bw={bw:bytes}, iops={iops+}{?, runt={run:time}?}{?; {-} zone resets?}")
        .clears(OPERATION)
        .anywhere(),
    line("{$op=read|write|trim|mixed}: io={io:data}, bw={bw:bytes}, runt={run:time}").clears(OPERATION).anywhere(),
    line("{$op=read|write|trim|mixed}: bw={bw:bytes}, iops={iops+}").clears(OPERATION).anywhere(),
    line("{$op=read|write|trim|mixed}: IOPS={iops+}").clears(OPERATION).anywhere(),
    line("{$op=fsync}/fdatasync/sync_file_range{?/syncfs?}:").clears(OPERATION),
    // Latencies.
    line("{$lat=slat|clat|lat|sync} prio {-} ({$unit}): min={-}, max={-}, avg={-}, stdev={-}"),
    line("{$lat=slat|clat|lat|sync} ({$unit}): min={lat min+}, max={lat max+}, avg={lat avg}{?, stdev={lat dev}?}").clears(&["lat", "unit"]).within(),
    line("{$lat=slat|clat|lat|sync} ({$unit}): avg={lat avg}").clears(&["lat", "unit"]).within(),
    line("{$lat=slat|clat|lat|sync} percentiles ({$unit}):").clears(&["lat", "unit"]).within().enters("percentiles"),
    line("|{*{? ?}{$p}=[{percentile}]{?,?}{? ?}*}").when("percentiles"),
    line("{*{$p}=[{percentile}]{?,?}{? ?}*}").when("percentiles"),
    // Percentiles whose heading was lost.
    line("|{*{? ?}{$p}=[{lost}]{?,?}{? ?}*}").inside(),
    // Samples, distributions and the machine.
    line("bw ({? ?}{-}{? /s?}): min={-}, max={-},{? per={-},?} avg={-}, stdev={-}{? samples={-}?}"),
    line("bw ({? ?}{-}{? /s?}): min={-}, max={-},{? per={-},?} avg={-}"),
    line("iops : min={-}, max={-}, avg={-}, stdev={-}{? samples={-}?}"),
    line("lat ({-}): {-}={-}%{*, {-}={-}%*}"),
    line("cpu : usr={...}"),
    line("IO depths : {...}"),
    line("submit : {-}={...}").inside(),
    line("complete : {-}={...}").inside(),
    line("issued{? rwts?}{? rwt?}: total={...}"),
    line("latency : target={...}"),
    line("steadystate : attained={...}"),
    // All jobs of a group.
    line("Run status group {-} (all jobs):").clears(&["job", "op", "lat", "unit"]).enters("group"),
    line("{$group=READ|WRITE|TRIM|MIXED}: bw={group bw:bytes} ({-}), {-}-{-} ({-}-{-}){?, io={-} ({-})?}{?, run={-}?}")
        .clears(&["group"])
        .anywhere()
        .summary(),
    line("{$group=READ|WRITE|TRIM|MIXED}: bw={group bw:bytes}{? ({-})?}{?, {-}-{-} ({-}-{-})?}{?, io={-} ({-})?}{?, run={-}?}")
        .clears(&["group"])
        .anywhere()
        .summary(),
    line("{$group=READ|WRITE|TRIM|MIXED}: io={-}, aggrb={group bw:bytes}, minb={-}, maxb={-}, mint={-}, maxt={-}")
        .clears(&["group"])
        .anywhere()
        .summary(),
    line("{$group=READ|WRITE|TRIM|MIXED}: io={-}, aggrb={group bw:bytes}{?,?}{...}").clears(&["group"]).summary(),
    // As people write it.
    line("{$op=READ|WRITE|TRIM|randread|randwrite|randrw|read|write}: IOPS={iops+}{?,?} BW={bw:bytes}{? ({bw2:bytes})?}")
        .clears(OPERATION)
        .anywhere(),
    line("Disk stats (read/write):").enters("disks"),
    line("{-}: ios={-}, merge={-}, ticks={...}"),
    line("{-}: ios={-}, sectors={...}"),
    // fio's t/io_uring.
    line("IOPS={iops+}, BW={bw:bytes}, IOS/call={-}{?, inflight={...}?}").clears(OPERATION).anywhere(),
    line("IOPS={iops+}, IOS/call={-}{?, inflight={...}?}").clears(OPERATION).anywhere(),
    line("Maximum IOPS={most iops+}"),
];

report_format!(
    "fio",
    "fio",
    &["IOPS=", "iops=", ": (groupid=", "Run status group", "lat (", "percentiles (", "bw=", "aggrb=", "IOS/call"],
    FIGURES,
    RULES
);

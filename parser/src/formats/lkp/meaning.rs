//! What the robot's metrics are: the benchmark's own result, what `time` says of it, or what monitors counted meanwhile.

use crate::measurement::Role;
use crate::unit::Better;

/// A metric's unit, direction and part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meaning {
    pub(super) unit: &'static str,
    pub(super) better: Better,
    pub(super) role: Role,
}

/// The first parts of metrics that monitors of the system count: nothing tells which way they are better.
const MONITORS: &[&str] = &[
    "boot-time",
    "cpuidle",
    "diskstats",
    "dmesg",
    "interrupts",
    "iostat",
    "kmsg",
    "latency_stats",
    "meminfo",
    "mpstat",
    "numa-meminfo",
    "numa-numastat",
    "numa-vmstat",
    "perf-sched",
    "perf-stat",
    "pmeter",
    "proc-vmstat",
    "sched_debug",
    "slabinfo",
    "softirqs",
    "turbostat",
    "uptime",
    "vmstat",
    "cpuidle-power",
    "last_state",
    "stderr",
];
/// What the last part of a rate has in it.
const HIGHER: &[&str] = &[
    "throughput",
    "per_sec",
    "ops/s",
    "per-min",
    "per_min",
    "_ops",
    "iops",
    "mbps",
    "mb/s",
    "bw",
    "score",
    "tps",
    "qps",
    "ops",
    "workload",
    "bogo_ops",
    "processes",
    "threads",
    "jobs",
    "median",
];
/// What the last part of a cost has in it.
const LOWER: &[&str] = &["latency", "lat_", "clat", "elapsed", "real_time", "microsecs_per", "ms/op", "nanosecs_per"];

/// Whether a metric is a share of a profile.
pub(super) fn is_profile(metric: &str) -> bool {
    metric.starts_with("perf-profile")
}

/// What a metric is by its name: `will-it-scale.per_process_ops`, `aim7.time.system_time`.
pub(super) fn of(metric: &str) -> Meaning {
    let (tool, rest) = metric.split_once(['.', ':']).unwrap_or((metric, ""));
    let low = rest.to_lowercase();
    let unknown = Meaning { unit: "", better: Better::Unknown, role: Role::Component };
    if MONITORS.contains(&tool) || tool.starts_with("numa-") {
        return unknown;
    }
    if tool == "time" || low.starts_with("time.") {
        let role = if low.contains("elapsed") { Role::Primary } else { Role::Component };
        let time = low.ends_with("_time") || low.ends_with("_time.max");
        return if time { Meaning { unit: "s", better: Better::Lower, role } } else { unknown };
    }
    if low.ends_with("stddev") || low.ends_with("stddev%") || low.ends_with("_idle") || low.ends_with("_util") {
        return unknown;
    }
    let has = |words: &[&str]| words.iter().any(|word| low.contains(word));
    let better = match () {
        () if has(LOWER) => Better::Lower,
        () if has(HIGHER) => Better::Higher,
        () => Better::Unknown,
    };
    let unit = match () {
        () if low.ends_with("mbps") => "MB/s",
        () if low.ends_with("iops") => "IOPS",
        () => "",
    };
    Meaning { unit, better, role: Role::Primary }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_a_direction_and_counters_none() {
        for metric in
            ["will-it-scale.per_process_ops", "aim7.jobs-per-min", "vm-scalability.throughput", "fio.read_bw_MBps"]
        {
            assert_eq!(of(metric).better, Better::Higher, "{metric}");
        }
        assert_eq!(of("aim7.time.system_time"), Meaning { unit: "s", better: Better::Lower, role: Role::Component });
        for metric in ["vmstat.system.cs", "will-it-scale.time.minor_page_faults", "perf-sched.wait_time.avg.ms.x"] {
            assert_eq!(of(metric).better, Better::Unknown, "{metric}");
        }
        assert!(is_profile("perf-profile.self.cycles-pp.memcpy"));
    }
}

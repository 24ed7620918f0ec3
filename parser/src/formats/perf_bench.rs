//! `perf bench`: small benchmarks of the scheduler, memory, futexes and system calls.
//!
//! ```text
//! # Running 'sched/pipe' benchmark:
//! # Executed 1000000 pipe operations between two processes
//!
//!      Total time: 6.939 [sec]
//!
//!        6.939128 usecs/op
//!          144110 ops/sec
//! ```
//!
//! Source: the files of `tools/perf/bench` in the kernel. The first versions said `# Running sched/pipe benchmark...`. All
//! three figures are one run.

use crate::measurement::Role;
use crate::reading::emit::Quantity;
use crate::reading::line_rules::{Rule, format_of_rules};
use crate::unit::Better;

format_of_rules! {
    id: "perf-bench",
    title: "perf bench",
    marks: &["perf bench", "# Running", "usecs/op", "Averaged", "Total time:"],
    blanks: 2,
    spread: crate::measurement::SpreadKind::StandardError,
    rules: RULES,
}

const TOTAL: &[Quantity] = &[Quantity::new("Total time", "s", Better::Lower, Role::Primary)];
const TOTAL_US: &[Quantity] = &[Quantity::new("Total time", "us", Better::Lower, Role::Primary)];
const COST: &[Quantity] = &[Quantity::new("time per operation", "us/op", Better::Lower, Role::Primary)];
const COST_PER_CPU: &[Quantity] = &[Quantity::new("time per operation and CPU", "us/op", Better::Lower, Role::Primary)];
const COST_NS: &[Quantity] = &[Quantity::new("time per operation", "ns/op", Better::Lower, Role::Primary)];
const RATE: &[Quantity] = &[Quantity::new("operations", "ops/s", Better::Higher, Role::Primary)];
const GIGABYTES: &[Quantity] = &[Quantity::new("bandwidth", "GB/s", Better::Higher, Role::Primary)];
const MEGABYTES: &[Quantity] = &[Quantity::new("bandwidth", "MB/s", Better::Higher, Role::Primary)];
const CYCLES: &[Quantity] = &[Quantity::new("cycles", "cycles/B", Better::Lower, Role::Primary)];
const WOKEN: &[Quantity] = &[Quantity::new("wake-up", "ms", Better::Lower, Role::Primary)];
const QUEUED: &[Quantity] = &[Quantity::new("requeue", "ms", Better::Lower, Role::Primary)];
const US: &[Quantity] = &[Quantity::new("", "us", Better::Lower, Role::Primary)];
const MS: &[Quantity] = &[Quantity::new("", "ms", Better::Lower, Role::Primary)];
const PER_EVENT: &[Quantity] = &[Quantity::new("time per event", "us", Better::Lower, Role::Primary)];
const MEMORY: &[Quantity] = &[Quantity::new("average memory usage", "kB", Better::Lower, Role::Primary)];

static RULES: &[Rule] = &[
    Rule::opening("# Running '<section>' benchmark:", &[]),
    Rule::opening("# Running <section> benchmark...", &[]),
    Rule::opening("# Running <section> benchmark:", &[]),
    Rule::inner("# function '<P:function>' (<*>)", &[]),
    Rule::opening("# Executed <#> <*>", &[]),
    Rule::opening("# <#> sender and receiver <*>", &[]),
    Rule::opening("# <#> groups == <#> <*> run", &[]),
    Rule::opening("# Copying <*> bytes<*>", &[]),
    Rule::opening("# Copied <*> bytes<*>", &[]),
    Rule::opening("# function '<P:function>' (<*>)", &[]),
    Rule::inner("# <*>", &[]),
    Rule::inner("Run summary [PID <#>]: <*>", &[]),
    Rule::opening("Total time: <0> [sec]", TOTAL),
    Rule::opening("Total time: <0> sec", TOTAL),
    Rule::inner("Total time: <0> usecs", TOTAL_US),
    Rule::opening("<0> usecs/op/cpu", COST_PER_CPU),
    Rule::opening("<0> usecs/op", COST),
    Rule::inner("<0> nsecs/op", COST_NS),
    Rule::inner("<0> ops/sec", RATE),
    Rule::inner("<0> GB/sec", GIGABYTES),
    Rule::inner("<0> MB/sec", MEGABYTES),
    Rule::inner("<0> MB/Sec", MEGABYTES),
    Rule::inner("<0> GB/Sec", GIGABYTES),
    Rule::inner("<0> cycles/byte", CYCLES),
    Rule::inner("<0> GB/sec (with prefault)", GIGABYTES),
    Rule::opening("Averaged <0> operations/sec (+- <%>%), total secs = <#>", RATE),
    Rule::opening("Averaged <0> operations/sec (+-<%>%), total secs = <#>", RATE),
    Rule::opening("Averaged <0> <word> operations/sec (+- <%>%), total secs = <#>", RATE),
    Rule::inner("[thread <#>] <*>", &[]),
    Rule::inner("[Run <#>]: Wokeup <#> of <#> threads in <0> ms", WOKEN),
    Rule::inner("[Run <#>]: Requeued <#> of <#> threads in <0> ms", QUEUED),
    Rule::inner("[Run <#>]: <*>", &[]),
    Rule::opening("Wokeup <#> of <#> threads in <0> ms (+-<%>%)", WOKEN),
    Rule::opening("Requeued <#> of <#> threads in <0> ms (+-<%>%)", QUEUED),
    Rule::opening("Avg per-thread latency (waking <word> threads) in <0> ms (+-<%>%)", WOKEN),
    Rule::inner("<name> took: <0> usec (+- <+> usec)", US),
    Rule::inner("<name> took: <0> msec (+- <+> msec)", MS),
    Rule::inner("Average time per event: <0> usec (+- <+> usec)", PER_EVENT),
    Rule::inner("Average time per event <0> usec", PER_EVENT),
    Rule::inner("Average num. events: <#> (+- <#>)", &[]),
    Rule::inner("Average memory usage: <0> KB (+- <+> KB)", MEMORY),
];

//! k6's summary at the end of a test.
//!
//! ```text
//! http_req_duration..............: avg=117.55ms min=115.5ms med=117.01ms max=120.1ms p(90)=119.3ms p(95)=119.7ms
//!   { expected_response:true }...: avg=117.55ms min=115.5ms med=117.01ms max=120.1ms p(90)=119.3ms p(95)=119.7ms
//! http_reqs......................: 1000   81.23456/s
//! data_received..................: 12 MB  120 kB/s
//! ```
//!
//! Source: `SummarizeMetrics` and `js/summary.js` of k6. Counters have a total and a rate, trends statistics.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    cost("avg", "$metric avg", ""),
    cost("min", "$metric min", ""),
    cost("med", "$metric med", ""),
    cost("max", "$metric max", ""),
    cost("percentile", "$metric $p", ""),
    rate("rate", "$metric", "/s"),
    rate("bytes", "$metric", ""),
    count("total", "$metric total", "").role(Role::Context),
];

const RULES: &[Rule] = &[
    line("{$metric=data_received|data_sent}...{-}: {-} {-} {bytes:bytes}").clears(&["metric", "p"]),
    line("{$metric=http_reqs|iterations|dropped_iterations|ws_msgs_received|ws_msgs_sent|ws_sessions|checks_total}...{-}: {total} {rate}/s")
        .clears(&["metric", "p"]),
    line("{$metric}..{-}: avg={avg:time} min={min:time} med={med:time} max={max:time}{* {$p}={percentile:time}*}")
        .clears(&["metric", "p"]),
    line("\\{ {-} }..{-}: avg={-} {...}"),
    line("{$x=http_req_failed|checks|vus_max|vus|checks_succeeded|checks_failed}...{-}: {...}"),
    line("✓ {...}"),
    line("✗ {...}"),
    line("█ {...}"),
];

report_format!("k6", "k6", &["http_req", "iteration_duration", "data_received", "iterations."], FIGURES, RULES);

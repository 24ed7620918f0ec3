//! ping.
//!
//! ```text
//! PING box (192.0.2.1) 56(84) bytes of data.
//! 64 bytes from box (192.0.2.1): icmp_seq=1 ttl=64 time=0.045 ms
//! 10 packets transmitted, 10 received, 0% packet loss, time 9012ms
//! rtt min/avg/max/mdev = 0.045/0.052/0.061/0.005 ms
//! ```
//!
//! Source: `finish` of iputils' `ping/ping_common.c`; BSD and busybox print `round-trip min/avg/max/stddev`. Under the times
//! of single packets the last line is derived.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, report_format};

const FIGURES: &[Figure] = &[
    cost("time", "time", ""),
    cost("min", "rtt min", "ms"),
    cost("avg", "rtt avg", "ms"),
    cost("max", "rtt max", "ms"),
    count("mdev", "rtt mdev", "ms").role(Role::Quality),
    cost("ipg", "ipg", "ms").role(Role::Context),
    cost("ewma", "ewma", "ms").role(Role::Context),
    count("loss", "packet loss", "%").role(Role::Context),
];

const RULES: &[Rule] = &[
    line("PING {-} ({-}{...}").clears(&["*"]),
    line("PING {-}: {-} data bytes").clears(&["*"]),
    line("{-} bytes from {-} {?icmp_?}seq={-} ttl={-} time={time:time}"),
    line("{-} bytes from {-} {-} {?icmp_?}seq={-} ttl={-} time={time:time}"),
    // Behind the last line of one run the next begins.
    line("--- {-} ping statistics ---").when("done").clears(&["*"]).enters("statistics"),
    line("{-} packets transmitted, {-}{? packets?} received,{? {-} errors,?} {loss}% packet loss{?, time {-}?}")
        .when("done")
        .clears(&["*"])
        .enters("statistics"),
    line("--- {-} ping statistics ---"),
    line("{-} packets transmitted, {-}{? packets?} received,{? {-} errors,?} {loss}% packet loss{?, time {-}?}"),
    line("rtt min/avg/max/mdev = {min}/{avg}/{max}/{mdev} ms, ipg/ewma {ipg}/{ewma} ms")
        .anywhere()
        .summary()
        .enters("done"),
    line("rtt min/avg/max/mdev = {min}/{avg}/{max}/{mdev} ms{?, pipe {-}?}").anywhere().summary().enters("done"),
    line("round-trip min/avg/max/{-} = {min}/{avg}/{max}/{mdev} ms").anywhere().summary().enters("done"),
    line("round-trip min/avg/max = {min}/{avg}/{max} ms").anywhere().summary().enters("done"),
];

report_format!("ping", "ping", &["min/avg/max", "packets transmitted", "seq="], FIGURES, RULES);

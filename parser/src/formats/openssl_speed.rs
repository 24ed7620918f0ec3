//! `openssl speed`.
//!
//! ```text
//! The 'numbers' are in 1000s of bytes per second processed.
//! type             16 bytes     64 bytes    256 bytes   1024 bytes   8192 bytes  16384 bytes
//! aes-128-cbc     612345.78k   901234.56k  1012345.67k  1043210.98k  1051234.11k  1052341.77k
//!                   sign    verify    sign/s verify/s
//! rsa 2048 bits 0.000567s 0.000017s   1763.7  58823.5
//! ```
//!
//! Source: `print_result` and the reports at the end of `speed_main` of OpenSSL's `apps/speed.c`. Before 1.1 there is no column
//! for 16384 bytes. A k is a thousand bytes per second.

use crate::reading::report::{Figure, Rule, cost, line, rate, report_format};

const FIGURES: &[Figure] = &[
    rate("16", "$name 16 bytes", "kB/s"),
    rate("64", "$name 64 bytes", "kB/s"),
    rate("256", "$name 256 bytes", "kB/s"),
    rate("1024", "$name 1024 bytes", "kB/s"),
    rate("8192", "$name 8192 bytes", "kB/s"),
    rate("16384", "$name 16384 bytes", "kB/s"),
    cost("sign", "$name $bits bits sign", "s"),
    cost("verify", "$name $bits bits verify", "s"),
    rate("sign/s", "$name $bits bits sign/s", "sign/s"),
    rate("verify/s", "$name $bits bits verify/s", "verify/s"),
    cost("op", "$bits bits $name op", "s"),
    rate("op/s", "$bits bits $name op/s", "op/s"),
    cost("ec sign", "$bits bits $name sign", "s"),
    cost("ec verify", "$bits bits $name verify", "s"),
    rate("ec sign/s", "$bits bits $name sign/s", "sign/s"),
    rate("ec verify/s", "$bits bits $name verify/s", "verify/s"),
];

const RULES: &[Rule] = &[
    line("Doing {$name..} for {-} on {-} size blocks: {-} {...}"),
    line("Doing {$name..} ops for {-}: {...}"),
    line("OpenSSL {-} {-} {-} {-}").clears(&["*"]),
    line("version: {...}").inside(),
    line("built on: {...}").inside(),
    line("options:{...}").inside(),
    line("compiler: {...}").inside(),
    line("CPUINFO: {...}").inside(),
    line("The 'numbers' are in 1000s of bytes per second processed."),
    line("type 16 bytes 64 bytes 256 bytes 1024 bytes 8192 bytes 16384 bytes").clears(&["*"]).enters("six sizes"),
    line("type 16 bytes 64 bytes 256 bytes 1024 bytes 8192 bytes").clears(&["*"]).enters("five sizes"),
    line("{$name} {16}k {64}k {256}k {1024}k {8192}k {16384}k").when("six sizes").clears(&["name"]),
    line("{$name} {16}k {64}k {256}k {1024}k {8192}k").when("five sizes").clears(&["name"]),
    line("sign verify sign/s verify/s").clears(&["*"]).enters("signatures"),
    line("sign verify encrypt decrypt sign/s verify/s encr./s decr./s").clears(&["*"]).enters("encryption"),
    line("{$name=rsa|dsa} {$bits} bits {sign}s {verify}s {-} {-} {sign/s} {verify/s} {-} {-}")
        .when("encryption")
        .clears(&["name"]),
    line("{$name=rsa|dsa|ecdsa} {$bits} bits {sign}s {verify}s {sign/s} {verify/s}").clears(&["name"]),
    line("op op/s").enters("exchange"),
    line("{$bits} bits ecdh ({$name}) {op}s {op/s}").when("exchange").clears(&["name"]),
    line("{$bits} bits ecdsa ({$name}) {ec sign}s {ec verify}s {ec sign/s} {ec verify/s}").clears(&["name"]),
    line("{$bits} bits EdDSA ({$name}) {ec sign}s {ec verify}s {ec sign/s} {ec verify/s}").clears(&["name"]),
];

report_format!(
    "openssl-speed",
    "openssl speed",
    &["size blocks:", "bytes per second processed", "16 bytes", "sign/s", "op/s"],
    FIGURES,
    RULES
);

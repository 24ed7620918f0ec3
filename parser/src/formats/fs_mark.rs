//! `fs_mark`.
//!
//! ```text
//! #  ./fs_mark  -D  10000  -S0  -n  100000  -s  0  -L  32  -d  /mnt/scratch/0
//! FSUse%        Count         Size    Files/sec     App Overhead
//!      0       800000            0      99458.6          8223331
//! ```
//!
//! Source: `print_iteration_stats` of `fs_mark.c`. Each row is a pass over more files; the overhead is the program's own, in
//! microseconds. With `-v` the least, mean and greatest time of each system call follow, in microseconds.

use crate::measurement::Role;
use crate::reading::report::{Figure, Rule, cost, count, line, rate, report_format};

const FIGURES: &[Figure] = &[
    rate("files", "Files/sec", "files/sec"),
    cost("overhead", "App Overhead", "us").role(Role::Context),
    count("use", "FSUse%", "%").role(Role::Context),
];

const RULES: &[Rule] = &[
    line("# Version {-}, {-} thread(s) starting at {...}"),
    line("# Sync method: {...}"),
    line("# Directories: {...}"),
    line("# File names: {...}"),
    line("# Files info: {...}"),
    line("# App overhead is time in microseconds {...}"),
    line("# All system call times are reported in microseconds."),
    line("FSUse% Count Size Files/sec App Overhead CREAT (Min/Avg/Max) {...}").enters("calls"),
    line("FSUse% Count Size Files/sec App Overhead").enters("rows"),
    line("{use} {#} {@Size} {files} {overhead}").when("rows").row(),
    line("{use} {#} {@Size} {files} {overhead} {...}").when("calls").row(),
];

report_format!("fs-mark", "fs_mark", &["Files/sec"], FIGURES, RULES);

//! A packet, from its bytes to form and report.
#![no_main]

#[path = "../shared/mod.rs"]
mod shared;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use shared::packet::{Desk, packet};

// Templates keep what they share in cells of one thread, and libFuzzer has only one.
thread_local! {
    static DESK: LazyLock<Desk> = const { LazyLock::new(Desk::new) };
}

fuzz_target!(|bytes: &[u8]| {
    DESK.with(|desk| packet(desk, bytes));
});

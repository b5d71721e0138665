//! A file of orders, read, checked and written again.
#![no_main]

#[path = "../shared/mod.rs"]
mod shared;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use shared::orders::{Table, orders};

// Rules are of one thread, and libFuzzer has only one.
thread_local! {
    static TABLE: LazyLock<Table> = const { LazyLock::new(Table::new) };
}

fuzz_target!(|bytes: &[u8]| {
    TABLE.with(|table| orders(table, bytes));
});

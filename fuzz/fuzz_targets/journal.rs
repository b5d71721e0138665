//! A journal that somebody forged with care. The bytes choose what is changed.
#![no_main]

#[path = "../shared/mod.rs"]
mod shared;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use shared::choices::Choices;
use shared::journal::{Archive, journal};

// Rules are of one thread, and libFuzzer has only one.
thread_local! {
    static ARCHIVE: LazyLock<Archive> = const { LazyLock::new(Archive::new) };
}

fuzz_target!(|bytes: &[u8]| {
    ARCHIVE.with(|archive| journal(archive, &mut Choices::of(bytes)));
});

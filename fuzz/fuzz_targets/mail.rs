//! A message of mail, from its bytes to orders and commands.
#![no_main]

#[path = "../shared/mod.rs"]
mod shared;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    shared::mail::mail(bytes);
});

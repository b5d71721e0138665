//! Links the program as the machine allows it.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    pack_relocations();
}

/// Has the program linked with packed relocations where this machine's C library reads them, since glibc 2.36: it is smaller by
/// more than a megabyte, which every start would read. An older library would not start such a program.
fn pack_relocations() {
    let set = |name: &str| env::var(name).unwrap_or_default();
    let is_here = set("HOST") == set("TARGET") && set("CARGO_CFG_TARGET_OS") == "linux";
    if !is_here || set("CARGO_CFG_TARGET_ENV") != "gnu" {
        return;
    }
    let said = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let said = said.map(|it| String::from_utf8_lossy(&it.stdout).into_owned()).unwrap_or_default();
    let version = said.trim().strip_prefix("glibc 2.").and_then(|minor| minor.parse::<u32>().ok());
    if version.is_some_and(|minor| minor >= 36) {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

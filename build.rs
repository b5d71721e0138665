//! Links the program as the machine allows it.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    pack_relocations();
    fold_alike();
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

/// Has functions whose code is the same linked once, where the linker can do that: generic code is compiled anew for every type
/// that it is used with, and much of it comes out alike. The linker itself is asked, by linking a program of one line.
fn fold_alike() {
    const FOLD: &str = "-Wl,--icf=all";
    let (rustc, target) = (env::var_os("RUSTC"), env::var_os("TARGET"));
    let out = env::var_os("OUT_DIR").map(PathBuf::from);
    let (Some(rustc), Some(target), Some(out)) = (rustc, target, out) else { return };
    let (source, program) = (out.join("folded.rs"), out.join("folded"));
    if fs::write(&source, "fn main() {}\n").is_err() {
        return;
    }
    let mut link = Command::new(rustc);
    link.arg("--target").arg(target).arg("-C").arg(format!("link-arg={FOLD}"));
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        link.arg("-C").arg(format!("linker={linker}"));
    }
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    link.args(flags.split('\u{1f}').filter(|it| !it.is_empty())).arg("-o").arg(program).arg(source);
    if link.output().is_ok_and(|it| it.status.success()) {
        println!("cargo:rustc-link-arg-bins={FOLD}");
    }
}

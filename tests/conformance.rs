//! Runs every case under `tests/rules`, and counts which rules have one.

use std::path::PathBuf;

use sealord::conformance;
use sealord::games::Games;

fn cases() -> PathBuf {
    PathBuf::from("tests/rules")
}

/// Runs the cases of one folder and prints those that fail.
fn run(folder: &str) {
    let report = conformance::run_paths(&Games::builtin(), &[cases().join(folder)]);
    println!("{report}");
    assert!(report.holds(), "{folder}: {} cases fail", report.failing().count());
}

#[test]
fn seas_of_thunder() {
    run("seas-of-thunder");
}

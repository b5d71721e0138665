//! The walls of the house: which member of the workspace may depend on which, as `ARCHITECTURE.md` says it.
//! The compiler keeps them; this keeps the manifests. Below stands what no compiler keeps.

/// How long, how wide, how well explained.
#[path = "walls/measures.rs"]
mod measures;
/// The paths that code names.
#[path = "walls/paths.rs"]
mod paths;
/// Who knows that a match or an office is a folder.
#[path = "walls/places.rs"]
mod places;
/// No circles between rooms.
#[path = "walls/rooms.rs"]
mod rooms;
/// The sources as text.
#[path = "walls/sources.rs"]
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Every member, and the members on which it may depend, in tests and build scripts too.
const MAY_DEPEND: [(&str, &[&str]); 12] = [
    ("sealord-pack", &[]),
    ("sealord-engine", &[]),
    ("sealord-club", &["sealord-engine", "sealord-pack"]),
    ("sealord-league", &["sealord-club", "sealord-engine", "sealord-tournament"]),
    ("sealord-admirals-war", &["sealord-engine", "sealord-pack"]),
    ("sealord-schiffskrieg", &["sealord-engine", "sealord-pack"]),
    ("sealord-seas-of-thunder", &["sealord-engine", "sealord-pack"]),
    ("sealord-tactical", &["sealord-engine", "sealord-pack"]),
    ("sealord-war-at-sea", &["sealord-engine", "sealord-pack", "sealord-tactical"]),
    ("sealord-postgres", &["sealord-club", "sealord-engine"]),
    ("sealord-tournament", &["sealord-engine"]),
    (
        "sealord",
        &[
            "sealord-admirals-war",
            "sealord-club",
            "sealord-engine",
            "sealord-league",
            "sealord-postgres",
            "sealord-schiffskrieg",
            "sealord-seas-of-thunder",
            "sealord-tactical",
            "sealord-tournament",
            "sealord-war-at-sea",
        ],
    ),
];

/// The members of the workspace, as `cargo metadata` lists them.
fn packages() -> Vec<Value> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let arguments = ["metadata", "--no-deps", "--offline", "--format-version", "1"];
    let said = Command::new(cargo).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let mut said: Value = serde_json::from_slice(&said.stdout).unwrap();
    let Value::Array(packages) = said["packages"].take() else { panic!("no packages") };
    packages
}

/// The members of the workspace, each with those on which it depends.
fn members() -> BTreeMap<String, BTreeSet<String>> {
    let name = |of: &Value| of["name"].as_str().unwrap().to_owned();
    let inside = |package: &&Value| package["path"].is_string();
    let needs = |package: &Value| {
        package["dependencies"].as_array().unwrap().iter().filter(inside).map(name).collect()
    };
    packages().iter().map(|package| (name(package), needs(package))).collect()
}

/// The compiler refuses public items without docs in every member, fields and variants too.
#[test]
fn every_member_takes_the_lints_of_the_workspace() {
    assert!(include_str!("../Cargo.toml").contains("[workspace.lints.rust]\nmissing_docs = \"deny\"\n"));
    for package in packages() {
        let manifest = std::fs::read_to_string(package["manifest_path"].as_str().unwrap()).unwrap();
        assert!(manifest.contains("\n[lints]\nworkspace = true\n"), "{}", package["name"]);
    }
}

#[test]
fn no_member_depends_on_what_stands_above_it() {
    let members = members();
    let planned: Vec<&str> = MAY_DEPEND.iter().map(|(member, _)| *member).collect();
    for (member, needs) in &members {
        let at = planned.iter().position(|it| it == member);
        let (_, may) = MAY_DEPEND[at.unwrap_or_else(|| panic!("{member} stands in no plan"))];
        for need in needs {
            assert!(may.contains(&need.as_str()), "{member} must not depend on {need}");
        }
    }
    assert_eq!(members.len(), planned.len(), "a member of the plan is missing");
    // What is at the top needs all of them but the packer, so arrows are seen at all.
    assert_eq!(
        members["sealord"].iter().filter(|need| planned.contains(&need.as_str())).count(),
        planned.len() - 2
    );
}

/// What one system knows and another does not stands in one place: elsewhere nothing asks which system it
/// is, but for the limit on memory, which is the program's, and what a page is opened with.
#[test]
fn one_place_knows_the_system() {
    let asks = |source: &&sources::Source| {
        !source.is_tests()
            && source.lines().iter().any(|line| {
                let words = [
                    "cfg(unix)",
                    "cfg(not(unix))",
                    "cfg(windows)",
                    "cfg!(unix)",
                    "std::os::unix",
                    "os::windows",
                ];
                words.iter().any(|word| line.contains(word))
            })
    };
    let all = sources::sources("src");
    let found: Vec<&str> = all.iter().filter(asks).map(|it| it.path.as_str()).collect();
    assert_eq!(found, ["src/cli/bound.rs", "src/club/machine/mod.rs"]);
}

#[test]
fn the_plan_is_in_the_architecture() {
    let page = include_str!("../ARCHITECTURE.md");
    for (member, _) in MAY_DEPEND {
        assert!(page.contains(&format!("`{member}`")), "{member}");
    }
}

//! The pages say what the program does.

use sealord::items::Items;
use std::collections::BTreeSet;
use std::path::Path;

#[cfg(feature = "mail")]
use clap::CommandFactory;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::seas_of_thunder::item::TAGS;
use sealord::rules::{Choices, SYSTEMS, load};

/// What the README and the pages behind its doors show.
#[cfg(unix)]
mod typed;

/// What commands print for programs.
#[cfg(all(unix, feature = "mail"))]
mod contract;

/// The pages as a book: links, places, the list of all.
mod book;

/// The same for all four games.
#[cfg(all(unix, feature = "mail"))]
mod games;

/// Checkpoints that other clubs cosign.
#[cfg(all(unix, feature = "signatures"))]
mod notes;

/// The tour of a season.
#[cfg(unix)]
mod league;

/// A new game.
mod new_game;

/// The tour of play by mail.
#[cfg(all(unix, feature = "mail"))]
mod tour;

fn page(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn the_page_on_orders_names_every_kind_and_every_tag() {
    let text = page("docs/orders.md");
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    let system: SeasOfThunder =
        load(&sealord::rules::games(), Some("raider-warfare"), &Choices::default()).unwrap();
    let kinds = system.kinds().iter().map(|kind| kind.kind);
    let missing: Vec<&str> = kinds.chain(TAGS.iter().copied()).filter(|word| !words.contains(word)).collect();
    assert!(missing.is_empty(), "docs/orders.md does not name {missing:?}");
}

#[test]
fn the_page_on_orders_shows_how_every_condition_is_written() {
    let text = page("docs/orders.md").replace("\\|", "|");
    for system in SYSTEMS {
        let rules = system.load(&sealord::rules::games(), None, &Choices::default()).unwrap();
        for word in rules.about().conditions {
            let row = format!("| `{}` |", word.usage());
            assert!(text.contains(&row), "docs/orders.md has no line for {}", word.usage());
        }
    }
}

#[cfg(feature = "mail")]
#[test]
fn every_command_in_the_pages_exists() {
    let cli = sealord::cli::Cli::command();
    let known: BTreeSet<String> =
        cli.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    for path in book::pages() {
        let path = path.as_str();
        for code in page(path).split('`').skip(1).step_by(2).flat_map(str::lines) {
            let mut words = code.split_whitespace();
            if words.next() == Some("sealord") {
                let command = words.next().unwrap_or("--help");
                // `sealord sealed orders v1` and `sealord dice vectors: axis` are lines of formats, not commands.
                let is_format = code.ends_with(" v1") || code.starts_with("sealord dice vectors: ");
                let fine = command.starts_with('-') || is_format || known.contains(command);
                assert!(fine, "{path} speaks of `sealord {command}`");
            }
        }
    }
}

#[test]
fn the_script_for_robots_runs_the_test_command_of_the_readme() {
    let readme = page("README.md");
    let after = readme.split("<!-- test -->").nth(1).unwrap();
    let command = after.lines().find(|line| line.starts_with("tests/run")).unwrap();
    assert_eq!(command, "tests/run");
    // It runs every program of tests that there is.
    let (tests, manifest) = (page(command), page("Cargo.toml"));
    let programs = manifest.split("[[test]]\nname = \"").skip(1).filter_map(|it| it.split('"').next());
    let programs: Vec<&str> = programs.collect();
    assert!(programs.len() > 1);
    for program in programs {
        let built = tests
            .lines()
            .any(|line| line.contains("--no-run") && line.contains(&format!("--test {program} ")));
        let run = [format!("--lib --test {program} ||"), format!("tests/{program}/main.rs (")];
        assert!(built && run.iter().any(|it| tests.contains(it)), "{program}");
    }
    assert!(page(".ci/run").contains("<!-- test -->"));
}

#[test]
fn the_changelog_has_a_place_for_what_is_not_released() {
    let text = page("CHANGELOG.md");
    assert!(text.contains("\n## Unreleased\n"));
}

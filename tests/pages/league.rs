//! The tour of a season, typed as it stands.

use super::page;
use super::typed::works;

/// The blocks of commands of a page.
fn page_blocks(path: &str) -> Vec<String> {
    let blocks = page(path);
    let blocks = blocks.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.map(str::to_owned).collect()
}

#[test]
fn a_season_is_run_as_the_page_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut typed = 0;
    for block in page_blocks("docs/league.md") {
        for line in block.lines() {
            works(folder.path(), line);
            typed += 1;
        }
    }
    assert!(typed > 20, "{typed}");
    // The lines about what is disputed go on where the tour ends.
    for block in page_blocks("docs/judging.md") {
        block.lines().for_each(|line| drop(works(folder.path(), line)));
    }
    let standings = works(folder.path(), "sealord league standings club autumn --json");
    assert!(standings.contains("\"place\": 1"), "{standings}");
}

/// The keys of `league.yaml` that the page lists are those that the program takes, and the other way round.
#[test]
fn every_key_of_an_event_stands_on_the_page() {
    let page = page("docs/league.md");
    for key in sealord::league::settings::EVENT_KEYS {
        assert!(page.contains(&format!("`{key}`")) || page.contains(&format!("`{key}:")), "{key}");
    }
}

//! Pages of a league in a real browser: no script, nothing asked of the network, no wider than a phone or a
//! desk, and nothing serious for axe, light and dark.

use std::path::Path;

use serde_json::json;

use super::look;
use crate::cli::support::Desk;

#[test]
fn pages_of_a_league_can_be_read() {
    let desk = Desk::new();
    let club = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/northern-waters/club");
    desk.ok(&["site", club.to_str().expect("a plain path"), "-o", "site"]);
    let pages = [
        "index.html",
        "league/index.html",
        "league/autumn/index.html",
        "league/autumn/round-1.html",
        "league/autumn/round-3.html",
        "league/ratings/seas-of-thunder.html",
        "league/ratings/anna.html",
        "league/ratings/hanna.html",
    ];
    let pages: Vec<String> = pages.iter().map(|page| format!("site/{page}")).collect();
    let Some(did) = look(&desk, &[json!({ "look": "leaf", "page": "league", "pages": pages })]) else {
        return;
    };
    assert_eq!(did[0]["pages"], pages.len());
}

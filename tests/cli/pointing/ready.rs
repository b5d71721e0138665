//! Pages for orders can be used at once, also those of the largest scenarios.

use serde_json::json;

use super::look;
use crate::cli::support::Desk;

/// The scenario of each game with the largest pages, and a party.
const LARGEST: [(&str, &str, &str); 4] = [
    ("seas-of-thunder", "world-war-ii-at-sea", "axis"),
    ("admirals-war", "turn-0", "allies"),
    ("schiffskrieg", "57", "western"),
    ("war-at-sea", "pacific-1943", "usn"),
];

/// The most milliseconds for which a page may keep a processor busy before it can be used. It should be ready
/// after 300: by the clock these took 147 to 224 at best and 163 to 246 as a rule on a machine with nothing
/// else to do; others may be slower.
const MOST: u64 = 600;
/// What reads outlines on a page.
const OUTLINE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/compose/outline.mjs");
/// Each page is opened so often, and the least counts.
const TIMES: usize = 5;

#[test]
fn pages_for_orders_can_be_used_at_once() {
    let desk = Desk::new();
    let mut jobs = Vec::new();
    for (system, scenario, party) in LARGEST {
        desk.ok(&["new", system, "--system", system, "--scenario", scenario, "--seed", "3"]);
        let page = format!("{system}.html");
        desk.ok(&["compose", &format!("{system}/packets/001-{party}.json"), "-o", &page]);
        jobs.push(json!({ "look": "ready", "page": page, "times": TIMES }));
        // It is ready so soon because no browser is asked where its cells are.
        jobs.push(json!({ "look": "outline", "page": page, "module": OUTLINE }));
    }
    let Some(did) = look(&desk, &jobs) else { return };
    let (ready, outlines): (Vec<_>, Vec<_>) = did.iter().partition(|it| it["look"] == "ready");
    for did in outlines {
        assert!(did["cells"].as_u64().unwrap() >= 20, "{}: {} cells", did["page"], did["cells"]);
    }
    for did in ready {
        let [page, ready, chart, busy] = ["page", "ready", "chart", "busy"].map(|it| &did[it]);
        println!("{page}: ready after {ready} ms, with its chart after {chart} ms, busy for {busy} ms");
        let busy = did["busy"][0].as_u64().unwrap();
        assert!(busy > 0 && busy <= MOST, "{}: {busy} ms", did["page"]);
    }
}

//! `sealord odds` takes the files that the page writes. Needs `node`.

use std::process::Command;

use serde_json::{Value, json};

use super::{PACKETS, data, page};
use crate::skip::skip_without;

/// How many fights are set up on each page.
const FIGHTS: usize = 6;

#[test]
fn odds_take_the_fights_that_the_page_writes() {
    for packets in PACKETS.iter() {
        let system = &packets[0].system;
        // Of the last exchange: more units are known then.
        let last = packets.iter().map(|packet| packet.exchange).max();
        let pages: Vec<Value> =
            packets.iter().filter(|it| Some(it.exchange) == last).map(|packet| data(&page(packet))).collect();
        // A side of the campaign does not show its fleet before it meets.
        let others: &[&str] =
            if system == "war-at-sea" { &["uss-enterprise-cv-6", "akagi", "sbd-dauntless"] } else { &[] };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pages.json");
        std::fs::write(&file, json!({ "pages": pages, "fights": FIGHTS, "others": others }).to_string())
            .unwrap();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/fight.mjs");
        let Ok(ran) = Command::new("node").arg(script).arg(&file).output() else {
            return skip_without("node");
        };
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let out = String::from_utf8(ran.stdout).unwrap();
        let mut fought = 0;
        for line in out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            let text = line["file"].as_str().unwrap();
            if line["obstacles"] != json!([]) {
                println!("{system}: {}", line["obstacles"]);
                continue;
            }
            let fight = folder.path().join("fight.yaml");
            std::fs::write(&fight, text).unwrap();
            let odds = Command::new(env!("CARGO_BIN_EXE_sealord"))
                .args(["--json", "odds", "--battles", "3"])
                .arg(&fight)
                .env_remove("SEALORD_GAMES")
                .output()
                .unwrap();
            assert!(odds.status.success(), "{}\n{text}", String::from_utf8_lossy(&odds.stderr));
            let odds: Value = serde_json::from_slice(&odds.stdout).unwrap();
            assert_eq!(odds["tally"]["battles"], 3, "{text}");
            fought += 1;
        }
        println!("{system}: {fought} fights");
        assert!(fought >= FIGHTS, "{system}: {fought} fights of {}", pages.len() * FIGHTS);
    }
}

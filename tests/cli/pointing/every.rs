//! Reports of every scenario of every game, in light and dark: axe finds nothing serious, and every counter
//! of a chart can be read.

use sealord::report::{Format, Templates, render};
use sealord::rules::SYSTEMS;
use sealord::rules::admirals_war::AdmiralsWar;
use sealord::rules::schiffskrieg::Schiffskrieg;
use sealord::rules::seas_of_thunder::SeasOfThunder;
use sealord::rules::war_at_sea::WarAtSea;
use sealord::view::Packet;
use serde_json::json;

use super::look;
use crate::cli::support::Desk;
use crate::report::support::packets_until;

/// So many exchanges are played of each scenario.
const EXCHANGES: u32 = 2;

fn packets(system: &str, scenario: &str) -> Vec<Packet> {
    let scenario = Some(scenario);
    match system {
        "seas-of-thunder" => packets_until::<SeasOfThunder>(scenario, 5, EXCHANGES),
        "admirals-war" => packets_until::<AdmiralsWar>(scenario, 5, EXCHANGES),
        "war-at-sea" => packets_until::<WarAtSea>(scenario, 5, EXCHANGES),
        "schiffskrieg" => packets_until::<Schiffskrieg>(scenario, 5, EXCHANGES),
        other => panic!("nobody plays {other} here"),
    }
}

#[test]
fn reports_of_every_scenario_can_be_read() {
    let (desk, templates) = (Desk::new(), Templates::builtin());
    let mut pages = Vec::new();
    for entry in SYSTEMS {
        let mut scenarios = (entry.scenarios)(&sealord::rules::games()).unwrap();
        scenarios.retain(|it| it.playable);
        for (at, scenario) in scenarios.iter().enumerate() {
            let packets = packets(entry.title.id, &scenario.id);
            let parties = packets.iter().take_while(|it| it.exchange == packets[0].exchange).count();
            // Another side of each scenario, as the match begins or later.
            let from = if at % 2 == 0 { 0 } else { packets.len() - parties };
            let packet = &packets[from..][at / 2 % parties];
            let page = format!("{}-{}.html", entry.title.id, scenario.id);
            desk.write(&page, render(&templates, packet, Format::Html).unwrap());
            pages.push(page);
        }
    }
    assert!(pages.len() > 50, "{}", pages.len());
    let jobs = [json!({ "look": "glance", "page": "reports", "pages": pages })];
    let Some(did) = look(&desk, &jobs) else { return };
    assert!(did[0]["counters"].as_u64() > Some(1000), "{}", did[0]["counters"]);
}

//! Cases of systems that are not on the program's list yet. They move to `tests/rules` when their system is listed.

mod task_forces;

use std::path::PathBuf;

use sealord::conformance::{self, Suite};
use sealord::games::Games;
use sealord::party::Party;
use sealord::rules::schiffskrieg::{Schiffskrieg, faction};
use sealord::rules::war_at_sea::WarAtSea;

#[test]
fn every_case_of_schiffskrieg_holds() {
    Party::declare(faction::PARTIES);
    let suite = Suite::of::<Schiffskrieg>();
    let report =
        conformance::run_paths(&[suite], &Games::builtin(), &[PathBuf::from("tests/unlisted/schiffskrieg")]);
    println!("{report}");
    assert!(report.holds(), "{} cases fail", report.failing().count());
}

/// The campaign is on the list; its cases are here until every rule has one.
#[test]
fn every_case_of_the_war_at_sea_campaign_holds() {
    let suite = Suite::of::<WarAtSea>();
    let folder = PathBuf::from("tests/unlisted/war-at-sea/campaign");
    let report = conformance::run_paths(&[suite], &Games::builtin(), &[folder]);
    println!("{report}");
    assert!(report.holds(), "{} cases fail", report.failing().count());
}

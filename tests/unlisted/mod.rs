//! Cases of systems that are not on the program's list yet. They move to `tests/rules` when their system is listed.

mod task_forces;

use std::path::PathBuf;

use sealord::conformance::{self, Suite};
use sealord::games::Games;
use sealord::party::Party;
use sealord::rules::schiffskrieg::{Schiffskrieg, faction};

#[test]
fn every_case_of_schiffskrieg_holds() {
    Party::declare(faction::PARTIES);
    let suite = Suite::of::<Schiffskrieg>();
    let report =
        conformance::run_paths(&[suite], &Games::builtin(), &[PathBuf::from("tests/unlisted/schiffskrieg")]);
    println!("{report}");
    assert!(report.holds(), "{} cases fail", report.failing().count());
}

//! `sealord systems`

use serde_json::json;

use super::Outcome;
use super::shared::{Shared, print, print_json};
use crate::problem::ExitCode;

/// List the systems and scenarios that can be played
#[derive(Debug, clap::Args)]
pub struct Args {}

pub fn run(shared: &Shared, _args: Args) -> Outcome {
    let systems = crate::rules::list(&shared.games)?;
    if shared.json {
        let system = |it: &crate::rules::Listed| {
            let scenarios: Vec<_> =
                it.scenarios.iter().map(|(id, name)| json!({ "id": id, "name": name })).collect();
            json!({ "id": it.id, "name": it.name, "edition": it.edition, "scenarios": scenarios })
        };
        print_json(&systems.iter().map(system).collect())?;
    } else {
        for system in systems {
            print(&format!("{} ({}, edition {})\n", system.id, system.name, system.edition))?;
            for (id, name) in system.scenarios {
                print(&format!("  {id}: {name}\n"))?;
            }
        }
    }
    Ok(ExitCode::Done)
}

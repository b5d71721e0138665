//! `sealord systems`

use serde_json::json;

use super::Outcome;
use super::shared::{Shared, print, print_json};
use crate::matches::MatchFault;
use crate::problem::ExitCode;
use crate::rulebook::{Scenario, Title, in_words};
use crate::systems::Entry;

/// A system with the scenarios that can be played.
struct Listed {
    title: Title,
    scenarios: Vec<Scenario>,
}

/// List the systems and scenarios that can be played
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this system
    pub system: Option<String>,
    /// List the optional rules and readings that a match may choose
    #[arg(long)]
    pub options: bool,
}

/// Runs `sealord systems`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let systems = match &args.system {
        Some(word) => vec![shared.kit.systems.system(word)?],
        None => shared.kit.systems.entries().to_vec(),
    };
    let listed = |system: &'static Entry| {
        let scenarios =
            system.listed(&shared.kit.games).map_err(|fault| MatchFault::Io(fault.to_string()))?;
        Ok(Listed { title: system.title, scenarios })
    };
    let systems = systems.into_iter().map(listed).collect::<Result<Vec<Listed>, MatchFault>>()?;
    if shared.json {
        print_json(&systems.iter().map(|system| json(system, args.options)).collect())?;
    } else {
        for system in &systems {
            print(&text(system, args.options))?;
        }
    }
    Ok(ExitCode::Done)
}

fn json(system: &Listed, options: bool) -> serde_json::Value {
    let scenario = |it: &Scenario| json!({ "id": it.id, "name": it.name });
    let scenarios: Vec<_> = system.scenarios.iter().map(scenario).collect();
    let mut it = json!({
        "id": system.title.id, "name": system.title.name, "edition": system.title.edition,
        "scenarios": scenarios,
    });
    if options {
        it["options"] = json!(system.title.options);
    }
    it
}

fn text(system: &Listed, options: bool) -> String {
    let mut text = format!("{} ({}, edition {})\n", system.title.id, system.title.name, system.title.edition);
    if !options {
        system.scenarios.iter().for_each(|it| text += &format!("  {}: {}\n", it.id, it.name));
    } else if system.title.options.is_empty() {
        text += "  no options\n";
    }
    for option in system.title.options.iter().filter(|_| options) {
        let others = in_words(&option.values[1..]).join(", ");
        text += &format!("  {}={} (or {others}; {})\n", option.word, option.values[0], option.rule);
        text += &format!("      {}\n", option.about);
    }
    text
}

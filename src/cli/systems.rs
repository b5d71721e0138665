//! `sealord systems`

use serde_json::json;

use super::Outcome;
use super::shared::{Shared, print, print_json};
use crate::problem::ExitCode;
use crate::rules::{Listed, no_system};

/// List the systems and scenarios that can be played
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One system alone
    pub system: Option<String>,
    /// List the optional rules and readings among which a match may choose
    #[arg(long)]
    pub options: bool,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let mut systems = crate::rules::list(&shared.games)?;
    if let Some(word) = &args.system {
        systems.retain(|system| system.id == word);
        if systems.is_empty() {
            return Err(no_system(word));
        }
    }
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
    let scenario = |(id, name): &(String, String)| json!({ "id": id, "name": name });
    let scenarios: Vec<_> = system.scenarios.iter().map(scenario).collect();
    let mut it =
        json!({ "id": system.id, "name": system.name, "edition": system.edition, "scenarios": scenarios });
    if options {
        it["options"] = json!(system.options);
    }
    it
}

fn text(system: &Listed, options: bool) -> String {
    let mut text = format!("{} ({}, edition {})\n", system.id, system.name, system.edition);
    if !options {
        system.scenarios.iter().for_each(|(id, name)| text += &format!("  {id}: {name}\n"));
    } else if system.options.is_empty() {
        text += "  no options\n";
    }
    for option in system.options.iter().filter(|_| options) {
        let others = option.values[1..].join(", ");
        text += &format!("  {}={} (else {others}; {})\n", option.word, option.values[0], option.rule);
        text += &format!("      {}\n", option.about);
    }
    text
}

//! `sealord audit`

use std::path::PathBuf;

use super::Outcome;
use super::shared::{Shared, print, print_json};
use crate::audit::audit;
use crate::journal::Journal;
use crate::matches::MatchFault;
use crate::matches::folder::MatchDir;
use crate::problem::{ExitCode, count};
use crate::rules::load_for;

/// Re-adjudicate a match from its genesis and check every hash, commitment, die, event and position
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Match folders
    #[arg(required = true)]
    pub dirs: Vec<PathBuf>,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let mut all = Vec::new();
    for dir in &args.dirs {
        let snapshot = Journal::read(dir)?;
        let seed = MatchDir::new(dir).seed()?;
        let findings = audit(&snapshot.entries, seed, |settings| load_for(&shared.games, settings))?;
        if !shared.json {
            snapshot.notices.iter().for_each(|notice| eprintln!("note: {notice}"));
            print(&words(&findings))?;
        }
        all.push(serde_json::to_value(&findings).map_err(|error| MatchFault::Bug(error.to_string()))?);
    }
    if shared.json {
        let one = all.len() == 1;
        print_json(&if one { all.remove(0) } else { all.into() })?;
    }
    Ok(ExitCode::Done)
}

fn words(findings: &crate::audit::Findings) -> String {
    let mut text = format!("{}: every result follows\n", findings.match_id);
    text += &format!(
        "  {}, {}, {}, {}\n",
        count(findings.entries as usize, "entry"),
        count(findings.exchanges as usize, "exchange"),
        count(findings.events, "event"),
        count(findings.rolls, "roll"),
    );
    for (number, what) in [
        (findings.rulings, "ruling"),
        (findings.undone, "undo"),
        (findings.defaults, "file by policy for missing orders"),
    ] {
        if number > 0 {
            text += &format!("  note: {number} × {what}\n");
        }
    }
    if !findings.dice_checked {
        text += "  the dice seed is not disclosed yet: chain and hashes checked, dice and events not\n";
    }
    if !findings.over {
        text += "  the match is not over\n";
    }
    text += &format!("  head {}\n", findings.head);
    text
}

//! `sealord resolve`

use std::path::PathBuf;

use serde_json::json;

use super::Outcome;
use super::shared::{Shared, print, print_json, publish};
use crate::matches::folder::MatchDir;
use crate::problem::ExitCode;
use crate::system::System;

/// Close the open exchange, resolve it, and write what each side is shown
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// Close it now, whoever is missing; the match's policy answers for them
    #[arg(long)]
    pub close: bool,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let mut host = shared.host(&args.dir)?;
    if !host.game.checkpoint.over {
        host.resolve(args.close)?;
    }
    let written = publish(&MatchDir::new(&args.dir), &host, &shared.templates)?;
    let head = host.head()?;
    let standing = host.game.system.standing(&host.game.present).name;
    if shared.json {
        let files: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
        print_json(&json!({
            "ok": true, "standing": standing, "over": host.game.checkpoint.over, "entry": head.number,
            "head": head.hash, "files": files,
        }))?;
    } else {
        print(&format!("resolved: {standing}\n"))?;
        written.iter().try_for_each(|path| print(&format!("wrote {}\n", path.display())))?;
        print(&format!("journal entry {}, head {}\n", head.number, head.hash))?;
    }
    Ok(ExitCode::Done)
}

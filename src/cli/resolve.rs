//! `sealord resolve`

use std::path::PathBuf;

use serde_json::json;

use super::Outcome;
use super::shared::{Shared, is_published, print, print_json, publish};
use crate::matches::folder::MatchDir;
use crate::matches::{Game, MatchFault};
use crate::problem::ExitCode;
use crate::rules::seas_of_thunder::SeasOfThunder;
use crate::side::Side;
use crate::system::System;

/// Close the open exchange, resolve it, and write what each side is shown
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// Close it now, whoever is missing; the match's policy answers for them
    #[arg(long)]
    pub close: bool,
    /// Resolve only this exchange, so that a command given twice does not close the next one
    #[arg(long, value_name = "NUMBER")]
    pub exchange: Option<u32>,
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    let mut host = shared.host(&args.dir)?;
    let open = host.game.exchanges.last().map(|exchange| exchange.number);
    if let (Some(wanted), Some(open)) = (args.exchange, open)
        && wanted != open
    {
        let what = format!("exchange {open} is open, not {wanted}");
        return Err(MatchFault::no(what, "look at `sealord status`; it may be resolved already"));
    }
    let dir = MatchDir::new(&args.dir);
    // A resolve that was cut short may have opened the next exchange and not told anybody; to close that one too would
    // leave its players no chance to answer.
    let untold = is_fresh(&host.game) && !is_published(&dir, &host);
    if !host.game.checkpoint.over && !untold {
        host.resolve(args.close)?;
    }
    let written = publish(&dir, &host, &shared.templates)?;
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

/// True if nothing has come in for the open exchange.
fn is_fresh(game: &Game<SeasOfThunder>) -> bool {
    game.exchanges.last().is_some_and(|it| {
        let nothing = |side: &Side| it.gathering.committed(*side).is_none();
        it.defaults.is_empty() && it.gathering.asked().iter().all(nothing)
    })
}

//! `sealord league go-on`

use std::path::PathBuf;

use league::acts;
use league::clocks::{of_board, of_gone_on, of_store};
use serde_json::json;

use super::at_desk;
use super::organise::{BoardArgs, EventArgs};
use crate::cli::Outcome;
use crate::cli::shared::{Shared, print, print_json};
use crate::matches::folder::MatchDir;
use crate::problem::ExitCode;

/// Let a match go on in which somebody ran out of time: until 72 hours after that, with a reason
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    at: BoardArgs,
    /// The reason, for the book
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// The folder of its match, if that does not lie where `begin` puts it
    #[arg(long = "match", value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Runs `sealord league go-on`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let EventArgs { club, event } = &args.at.of;
    let written = at_desk(shared, &club.club, |desk| {
        let of = (desk.event(event)?, desk.board(event, args.at.board)?);
        let clocks = match &args.dir {
            Some(dir) => of_store(&MatchDir::new(dir), of.0, of.1)?,
            None => of_board(&club.club, of.0, of.1)?,
        };
        acts::go_on(desk, event, args.at.board, clocks.as_ref(), &args.reason)
    })?;
    let text = format!(
        "{event} {}/{}: {}; entry {}\n",
        args.at.board.0,
        args.at.board.1,
        of_gone_on(&written),
        written.entry
    );
    match shared.json {
        true => print_json(&json!({ "ok": true, "sides": written.sides, "entry": written.entry }))?,
        false => print(&text)?,
    }
    Ok(ExitCode::Done)
}

//! `sealord league go-on`

use std::path::PathBuf;

use league::acts;
use league::clocks::{of_board, of_folder, of_gone_on};
use serde_json::json;

use super::organise::EventArgs;
use super::{at_desk, place};
use crate::cli::Outcome;
use crate::cli::shared::{Shared, print, print_json};
use crate::problem::ExitCode;

/// Let a match go on in which somebody ran out of time: until 72 hours after that, with a reason
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    of: EventArgs,
    /// The board, as 3/2 for board 2 of round 3
    #[arg(value_name = "ROUND/BOARD", value_parser = place)]
    board: (u32, u32),
    /// The reason, for the book
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// The folder of its match, if that does not lie where `begin` puts it
    #[arg(long = "match", value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Runs `sealord league go-on`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let EventArgs { club, event } = &args.of;
    let written = at_desk(shared, &club.club, |desk| {
        let of = (desk.event(event)?, desk.board(event, args.board)?);
        let clocks = match &args.dir {
            Some(dir) => of_folder(dir, of.0, of.1)?,
            None => of_board(&club.club, of.0, of.1)?,
        };
        acts::go_on(desk, event, args.board, clocks.as_ref(), &args.reason)
    })?;
    let text = format!(
        "{event} {}/{}: {}; entry {}\n",
        args.board.0,
        args.board.1,
        of_gone_on(&written),
        written.entry
    );
    match shared.json {
        true => print_json(&json!({ "ok": true, "sides": written.sides, "entry": written.entry }))?,
        false => print(&text)?,
    }
    Ok(ExitCode::Done)
}

//! `sealord sheet`

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use super::shared::{Shared, party, print_json, print_plain};
use crate::adjudicator::Part;
use crate::matches::MatchFault;
use crate::party::Party;
use crate::problem::ExitCode;
use crate::view::Passage;

/// Show what the players at a real table must change there since the turn began
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Only a match that goes with a game on a real table has a sheet. Reports hold what is new of it."
)]
pub struct Args {
    /// The match folder
    pub dir: PathBuf,
    /// Show what this side may know; without it, what everybody knows
    #[arg(long, value_parser = party)]
    pub side: Option<Party>,
}

/// Runs `sealord sheet`.
pub fn run(shared: &Shared, args: Args) -> Outcome {
    let game = shared.whole_game(&args.dir)?;
    let readers = match args.side {
        Some(party) => vec![party],
        None => game.parties().to_vec(),
    };
    let mut views = Vec::with_capacity(readers.len());
    for party in readers {
        views.push(game.view(party, Part::All)?);
    }
    let Some(sheet) = common(&views) else {
        let what = "this match has no sheet: no table goes with it";
        return Err(MatchFault::no(what, "read its reports with `sealord report`"));
    };
    let (wanted, standing) = (game.rules.wanted(), game.rules.standing().name);
    if shared.json {
        print_json(&json!({ "standing": standing, "sheet": sheet, "wanted": wanted }))?;
        return Ok(ExitCode::Done);
    }
    let mut text = format!("{}: {standing}\n", game.settings.match_id);
    for passage in &sheet {
        text += &format!("\n{}\n", passage.title);
        passage.lines.iter().for_each(|line| text += &format!("  {line}\n"));
    }
    if !wanted.is_empty() {
        text += "\nTo be declared next\n";
        wanted.iter().for_each(|line| text += &format!("  {line}\n"));
    }
    print_plain(&text)?;
    Ok(ExitCode::Done)
}

/// The sheet that all views have in common; nothing if one has none.
fn common(views: &[Value]) -> Option<Vec<Passage<&str>>> {
    let mut sheets = views.iter().map(|view| Vec::deserialize(view.get("sheet")?).ok());
    let mut first: Vec<Passage<&str>> = sheets.next()??;
    for sheet in sheets {
        Passage::keep_common(&mut first, &sheet?);
    }
    Some(first)
}

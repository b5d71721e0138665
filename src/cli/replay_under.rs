//! `sealord replay-under`

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Outcome;
use super::audit::Source;
use super::cores::in_order;
use super::place::Named;
use super::shared::{Shared, fault_json, notes, plain, print, print_json, say};
use crate::audit::audit_under;
use crate::games::Games;
use crate::matches::{CameTo, Game, MatchFault, Settings, Under, under};
use crate::problem::{ExitCode, count};
use crate::systems::Systems;

/// Play matches that are over again under another edition of their rules, with the same orders and dice, and
/// list what turns out otherwise
#[derive(Debug, clap::Args)]
#[command(
    after_help = "What a club asks before it adopts an edition: `sealord rules --changes 2..3` shows what it changed,
this what it would have changed. Matches are played over all cores. Where a question is put that was not
put then, or orders do not fit any more, nobody knows how the players would have gone on, and the match
is played no further.

Exit code 1: at least one match turns out otherwise."
)]
pub struct Args {
    /// The edition, as `sealord rules --changes` numbers it
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub edition: u32,
    /// Match folders, proofs that `sealord prove` packed, or offices for all their matches
    #[arg(required = true)]
    pub dirs: Vec<PathBuf>,
}

/// What became of one match.
struct Found {
    notices: Vec<String>,
    result: Result<(String, u32, Under), MatchFault>,
}

/// Runs `sealord replay-under`.
pub fn run(shared: &Shared, args: &Args) -> Outcome {
    let (systems, games) = (shared.kit.systems, &shared.kit.games);
    let (mut failed, mut other, mut same, mut all) = (None, 0, 0, Vec::new());
    let Named { dirs, is_list } = shared.places.named(&args.dirs)?;
    in_order(&dirs, &|dir| played(systems, games, dir, args.edition), &mut |dir, found| {
        notes(&found.notices);
        match &found.result {
            Ok((_, _, under)) => *(if under.is_same() { &mut same } else { &mut other }) += 1,
            Err(fault) => failed = failed.or(Some(fault.code())),
        }
        if shared.json {
            all.push(as_json(dir, &found.result)?);
            return Ok(());
        }
        match &found.result {
            Ok(found) => print(&words(found, args.edition)),
            Err(fault) => {
                say(&format!("{}: {}", dir.display(), plain(fault)));
                Ok(())
            }
        }
    })?;
    if shared.json {
        let value = json!({ "ok": failed.is_none(), "edition": args.edition, "same": same, "other": other, "matches": all });
        print_json(&value)?;
    } else if is_list {
        let matches = count(dirs.len(), "match");
        print(&format!(
            "{matches}: {same} the same, {other} otherwise, {} not played\n",
            dirs.len() - same - other
        ))?;
    }
    Ok(failed.unwrap_or(if other > 0 { ExitCode::No } else { ExitCode::Done }))
}

fn played(systems: Systems, games: &Games, dir: &Path, edition: u32) -> Found {
    let mut notices = Vec::new();
    let result = Source::on_a_core(dir).and_then(|source| {
        notices.extend(source.notices().iter().cloned());
        let settings = Settings::of(source.entries())?;
        let was = Game::replay(settings.lay_out(systems, games)?, source.entries(), source.seed())?;
        let then = settings.edition;
        let other = Settings { edition, ..settings.clone() };
        let rules = || other.lay_out(systems, games);
        // A match that passes its audit under the other rules comes to the same. That is quicker than to play
        // it anew, and an umpire who had a hand in it is not there to do it again. An audit works no die out
        // without the seed.
        let audited = audit_under(source.entries(), was.seed.clone(), rules()?);
        let is_unchanged = audited.is_ok_and(|found| found.dice_checked);
        let found = match is_unchanged {
            true => Under::unchanged(&was),
            false => under(rules()?, &was, source.entries())?,
        };
        Ok((other.match_id, then, found))
    });
    Found { notices, result }
}

fn as_json(dir: &Path, result: &Result<(String, u32, Under), MatchFault>) -> Result<Value, MatchFault> {
    let mut value = match result {
        Ok((match_id, was, found)) => {
            let mut value =
                serde_json::to_value(found).map_err(|error| MatchFault::Bug(error.to_string()))?;
            value["match"] = json!(match_id);
            value["edition"] = json!(was);
            value["same"] = json!(found.is_same());
            value
        }
        Err(fault) => fault_json(fault),
    };
    value["dir"] = json!(dir.display().to_string());
    Ok(value)
}

/// Where a match came to, in words.
fn came_to(it: &CameTo) -> String {
    let points: Vec<String> = it.points.iter().map(|(side, points)| format!("{side} {points}")).collect();
    let winner = match (&it.winner, it.over) {
        (Some(winner), true) => format!("the {winner} win"),
        (None, true) => "a draw".to_owned(),
        (Some(winner), false) => format!("not over, the {winner} ahead"),
        (None, false) => "not over, level".to_owned(),
    };
    format!("exchange {}: {}: {winner}", it.exchange, points.join(", "))
}

fn words((match_id, edition, found): &(String, u32, Under), under: u32) -> String {
    let played = count(found.played, "exchange");
    let mut text = format!("{match_id}: edition {edition} under edition {under}, {played}: ");
    if found.is_same() {
        return text + "the same in every event\n";
    }
    let differ = count(found.differ.len(), "exchange");
    text += &format!("{differ} otherwise\n");
    for (exchange, place) in &found.differ {
        text += &format!("  exchange {exchange}, {place}\n");
    }
    if let Some(why) = &found.stopped {
        text += &format!("  played no further: {why}\n");
    }
    text + &format!("  was  {}\n  is   {}\n", came_to(&found.was), came_to(&found.is))
}

//! `sealord status`

use std::path::{Path, PathBuf};

use serde_json::json;

use super::shared::{Shared, points, print, print_json};
use super::{Outcome, calendar};
#[cfg(feature = "mail")]
use crate::matches::MatchFault;
use crate::matches::folder::MatchDir;
use crate::party::Party;
#[cfg(feature = "mail")]
use crate::problem::count;
use crate::problem::{ExitCode, list_and};

/// Show match status and whom it waits for, or all matches of an office
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder, or the folder of an office (with `office.yaml`)
    pub dir: PathBuf,
    /// Show the office as a page for a browser
    #[cfg(feature = "mail")]
    #[arg(long)]
    pub html: bool,
}

/// All matches of an office.
#[cfg(feature = "mail")]
fn office(shared: &Shared, dir: &Path, html: bool) -> Outcome {
    let overview = crate::post::office::Overview::at(&shared.kit, dir)?;
    if html {
        print(&overview.page(&shared.kit.templates)?)?;
    } else if shared.json {
        let value = serde_json::to_value(&overview).map_err(|error| MatchFault::Bug(error.to_string()))?;
        print_json(&value)?;
    } else {
        let (running, wanting, late) = overview.sum();
        let (matches, sides) = (count(running, "match"), count(late, "side"));
        let mut text =
            format!("{}: {matches} under way, {wanting} for the umpire, {sides} late\n", overview.office);
        overview.lines().iter().for_each(|line| text += &format!("{line}\n"));
        text += &format!("on duty: {}; {} to be sent\n", overview.on_duty, count(overview.waiting, "mail"));
        print(&text)?;
    }
    Ok(ExitCode::Done)
}

pub fn run(shared: &Shared, args: Args) -> Outcome {
    #[cfg(feature = "mail")]
    if args.dir.join(crate::post::office::settings::FILE).is_file() {
        return office(shared, &args.dir, args.html);
    }
    #[cfg(feature = "mail")]
    if args.html {
        let what = format!("{} is no office: it has no office.yaml", args.dir.display());
        return Err(MatchFault::usage(what, "for one match, look at its reports"));
    }
    let (game, head) = shared.game(&args.dir)?;
    let troubles = troubles(&args.dir);
    let standing = game.rules.standing().name;
    let exchange = game.open_now();
    let missing: Vec<Party> = exchange.map(|it| it.submissions.missing_reveals()).unwrap_or_default();
    let promised: Vec<Party> = exchange
        .map(|it| {
            missing.iter().copied().filter(|party| it.submissions.committed(*party).is_some()).collect()
        })
        .unwrap_or_default();
    let idle = exchange.map(|it| it.opened.idle()).unwrap_or_default();
    let waits_for = game.waits_for(&shared.kit.now())?;
    let (fixed, late) = (game.fixed(), game.late()?);
    let deadline = exchange.and_then(|it| it.opened.deadline.clone());
    if shared.json {
        print_json(&json!({
            "match": game.settings.match_id, "system": game.settings.system, "scenario": game.settings.scenario,
            "edition": game.settings.edition, "standing": standing, "over": game.is_over(),
            "agreed": game.agreed_words(),
            "exchange": game.exchanges.last().map(|it| it.number), "open": game.open,
            "missing": missing, "committed": promised, "deadline": deadline, "waits_for": waits_for,
            "orders": game.party_states()?, "late": late, "fixed": fixed,
            "deadline_words": fixed.and_then(|it| it.words.clone()), "paused": fixed.is_some_and(|it| it.paused),
            "points": points(&game), "teams": game.settings.teams, "exchanges_by_turn": game.exchanges_by_turn(),
            "mail": troubles, "sealing": game.settings.sealing, "practice_seed": game.settings.practice_seed,
            "wanted": game.rules.wanted(), "genesis": game.genesis, "entry": head.number, "head": head.hash,
        }))?;
        return Ok(ExitCode::Done);
    }
    let mut text = format!("{}: {standing}\n", game.settings.match_id);
    if game.settings.practice_seed.is_some() {
        text += "  practice seed: anybody can work out the dice\n";
    }
    for side in game.sides() {
        text += &format!("  {side}: {} points\n", game.rules.points(*side));
    }
    for (party, team) in game.settings.teams.iter() {
        text += &format!("  {party}: {}\n", team.words());
    }
    match exchange {
        None if game.is_over() => {
            text += &game.agreed_words().unwrap_or_else(|| "the match is over".to_owned());
            text += "\n";
        }
        None => {
            let wanted = game.rules.wanted();
            if wanted.is_empty() {
                text += "no exchange is open; run `sealord resolve` to go on\n";
            }
            wanted.iter().for_each(|line| text += &format!("waits for the table: {line}\n"));
        }
        Some(it) => {
            match fixed {
                Some(fixed) => {
                    text += &calendar::deadline(&game, fixed);
                    text += &calendar::orders(&game)?;
                }
                None => {
                    text += &format!("exchange {} is open", it.number);
                    text +=
                        &deadline.map_or(", without a deadline\n".to_owned(), |at| format!(" until {at}\n"));
                }
            }
            let names =
                |parties: &[Party]| list_and(&parties.iter().map(|party| party.name()).collect::<Vec<_>>());
            if missing.is_empty() {
                text += "all orders are in\n";
            } else {
                text += &format!("waiting for {}\n", names(&missing));
            }
            if !idle.is_empty() {
                text += &format!("asked nothing, but must send a sealed file: {}\n", names(&idle));
            }
            text += &match waits_for {
                Some(why) => format!("cannot be resolved yet: {why}\n"),
                None => "ready: run `sealord resolve`\n".to_owned(),
            };
            if !promised.is_empty() {
                text += &format!("committed, not yet revealed: {}\n", names(&promised));
            }
        }
    }
    let turns = game.exchanges_by_turn();
    if !turns.is_empty() {
        let turn = |(word, count): &(String, usize)| format!("{word} {count}");
        text += &format!("exchanges: {}\n", turns.iter().map(turn).collect::<Vec<_>>().join(", "));
    }
    troubles.iter().for_each(|line| text += &format!("mail: {line}\n"));
    text += &format!("journal entry {}, head {}\n", head.number, head.hash);
    print(&text)?;
    Ok(ExitCode::Done)
}

/// What of the match's mail did not arrive, a line each; nothing for a match that is not played by mail.
fn troubles(dir: &Path) -> Vec<String> {
    let text = fs_err::read_to_string(MatchDir::new(dir).troubles()).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

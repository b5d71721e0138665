//! `sealord league begin`: the matches of a round begin, by mail where the club has an office.

use std::path::{Path, PathBuf};

use league::acts::{self, Desk, MatchPlan};
use league::sides::side_name;
use serde_json::json;

use super::organise::{EventArgs, done};
use super::{MATCHES, at_desk};
use crate::cli::Outcome;
use crate::cli::shared::Shared;
use crate::matches::MatchFault;
use crate::matches::folder::{MatchDir, is_begun};
use crate::matches::publish::publish_recorded;
use crate::problem::{count, list_and, quote};

/// Begin the matches of a round, or note one that was begun otherwise
#[derive(Debug, clap::Args)]
pub struct BeginArgs {
    #[command(flatten)]
    of: EventArgs,
    /// Note that the match of this board has begun, in this folder
    #[arg(long, num_args = 2, value_names = ["ROUND/BOARD", "MATCH"])]
    note: Option<Vec<String>>,
    /// Begin them without mail, although the club's folder has an office
    #[cfg(feature = "mail")]
    #[arg(long, conflicts_with = "note")]
    by_hand: bool,
    /// Make the seed of each match from this number and its board: for examples only
    #[arg(long, value_name = "NUMBER", conflicts_with = "note", value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    seed: Option<u64>,
}

/// Runs `sealord league begin`.
pub fn run(shared: &Shared, args: BeginArgs) -> Outcome {
    let EventArgs { club, event } = &args.of;
    if let Some([place, dir]) = args.note.as_deref() {
        return note(shared, &club.club, event, (place, dir));
    }
    #[cfg(feature = "mail")]
    if !args.by_hand && club.club.join(crate::post::office::settings::FILE).is_file() {
        return by_mail(shared, &club.club, event, args.seed);
    }
    let mut begun = Vec::new();
    at_desk(shared, &club.club, |desk| {
        let (round, plans) = acts::plans(desk, event)?;
        for plan in plans {
            let dir = club.club.join(MATCHES).join(&plan.word);
            let genesis = begin_match(shared, desk, event, &plan, &dir, args.seed)?;
            acts::begun(desk, event, (round, plan.board), &plan.word, genesis)?;
            begun.push(plan);
        }
        Ok(())
    })?;
    said(shared, &club.club, event, &begun, "")
}

/// What has begun, in words and as JSON.
fn said(shared: &Shared, club: &Path, event: &str, begun: &[MatchPlan], more: &str) -> Outcome {
    let line = |plan: &MatchPlan| {
        let seats: Vec<String> =
            plan.seats.iter().map(|(side, who)| format!("{who} plays the {}", side_name(side))).collect();
        let dir = club.join(MATCHES).join(&plan.word);
        format!("board {}: {} begins in {}; {}\n", plan.board, plan.word, dir.display(), list_and(&seats))
    };
    let mut text: String = begun.iter().map(line).collect();
    text += &format!("{} begun\n{more}", count(begun.len(), "match"));
    let words: Vec<&str> = begun.iter().map(|plan| plan.word.as_str()).collect();
    done(shared, &text, json!({ "ok": true, "event": event, "matches": words }))
}

/// Notes a match that was begun otherwise.
fn note(shared: &Shared, club: &Path, event: &str, (place, dir): (&str, &str)) -> Outcome {
    let at = super::place(place)
        .map_err(|mend| MatchFault::usage(format!("{} is no board", quote(place)), mend))?;
    let (game, _) = shared.game(&PathBuf::from(dir))?;
    let word = &game.settings.match_id;
    at_desk(shared, club, |desk| acts::begun(desk, event, at, word, game.genesis))?;
    let text = format!("{event} {place}: the match {word} has begun\n");
    done(shared, &text, json!({ "ok": true, "match": word }))
}

/// Begins the matches as the desk of the league does by mail: from the event's template, with their seats
/// filled, and with a mail to everybody who plays.
#[cfg(feature = "mail")]
fn by_mail(shared: &Shared, club: &Path, event: &str, seed: Option<u64>) -> Outcome {
    use league::mail::{BegunRound, begin_by_mail};

    let mut office = crate::post::office::Office::open(&shared.kit, shared.places.office(club)?)?;
    let BegunRound { begun, news, refused, .. } = at_desk(shared, club, |desk| {
        if desk.event(event)?.settings.template.is_none() {
            let what = format!(
                "{event} was opened without a template of office.yaml, so mail cannot seat its players"
            );
            let mend = "add --by-hand to begin its matches without mail; nothing was begun";
            return Err(MatchFault::no(what, mend));
        }
        begin_by_mail(desk, event, club, &mut office, &|plan| seeded(plan, seed))
    })?;
    office.queue_league(news)?;
    if let Some(why) = refused {
        return Err(MatchFault::no(
            why,
            "the matches before it have begun; mend it and give the command again",
        ));
    }
    said(shared, club, event, &begun, "they are played by mail: the next run writes to their players\n")
}

/// The option that makes the seed of a board's match from a number.
fn seeded(plan: &MatchPlan, seed: Option<u64>) -> Vec<String> {
    seed.map_or(Vec::new(), |seed| {
        vec!["--seed".to_owned(), (seed * 1000 + u64::from(plan.board)).to_string()]
    })
}

/// Begins the match of a board in a folder, with the keys of its players. One that a run before began, and
/// then did not note, is taken as it is.
fn begin_match(
    shared: &Shared,
    desk: &Desk<'_>,
    event: &str,
    plan: &MatchPlan,
    dir: &Path,
    seed: Option<u64>,
) -> Result<crate::digest::Digest, MatchFault> {
    if is_begun(dir) {
        let mut host = shared.host(dir)?;
        publish_recorded(&shared.kit.dir(dir), &mut host, &shared.kit.templates)?;
        return Ok(host.game.genesis);
    }
    let mut options = acts::match_options(desk, event, plan)?;
    options.extend(acts::write_keys(desk, plan, dir)?);
    options.extend(seeded(plan, seed));
    crate::cli::new::begin(&shared.kit, &MatchDir::new(dir), &dir.to_string_lossy(), &options)?;
    Ok(shared.game(dir)?.0.genesis)
}

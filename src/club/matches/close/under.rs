//! A match that was played is played again under other rules, with the same orders and the same dice, to see
//! what an edition changes: nothing comes back of it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use crate::matches::entries::{Missing, Settings};
use crate::matches::fault::MatchFault;
use crate::matches::host::Host;
use crate::matches::receive::Submission;
use crate::matches::replay::{Exchange, Game};
use engine::adjudicator::Adjudicator;
use engine::digest::Salt;
use engine::entry::{Entry, Kind};
use engine::party::Party;
use engine::trust::Trust;

/// Where a match came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CameTo {
    /// The newest exchange.
    pub exchange: u32,
    /// Whether it is over by its rules.
    pub over: bool,
    /// The points of each side, by its word.
    pub points: BTreeMap<String, i32>,
    /// Who won, or would win here; nobody in a draw.
    pub winner: Option<String>,
}

impl CameTo {
    fn of(game: &Game) -> CameTo {
        let points = |side: &engine::side::Side| (side.id().to_owned(), game.rules.points(*side));
        CameTo {
            exchange: game.exchange(),
            over: game.rules.is_over(),
            points: game.sides().iter().map(points).collect(),
            winner: game.rules.winner().map(|side| side.name().to_owned()),
        }
    }
}

/// What another edition makes of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Under {
    /// Where it came to.
    pub was: CameTo,
    /// Where it comes to with the same orders and dice, as far as these fit.
    pub is: CameTo,
    /// How many exchanges were played again.
    pub played: usize,
    /// The exchanges of which something else is told, each with where in the game that is; 0 is what is told
    /// before the first.
    pub differ: Vec<(u32, String)>,
    /// Why it could not be played to where it came, if it could not: what was ordered does not fit any more.
    pub stopped: Option<String>,
}

impl Under {
    /// What is said of a match that passes its audit under the other rules as well.
    pub fn unchanged(was: &Game) -> Under {
        let came_to = CameTo::of(was);
        let played = was.exchanges.len();
        Under { was: came_to.clone(), is: came_to, played, differ: Vec::new(), stopped: None }
    }

    /// Whether all is as it was.
    pub fn is_same(&self) -> bool {
        self.differ.is_empty() && self.stopped.is_none() && self.was == self.is
    }
}

/// The first entry by which somebody overrode the position, declared it or took it back.
fn by_hand(entries: &[Entry]) -> Option<&Entry> {
    let kinds = [Kind::Ruling, Kind::Declaration, Kind::Superseded];
    entries.iter().find(|entry| kinds.contains(&entry.header().kind))
}

/// Plays a match again under these rules, which is worth its time only if it fails its audit under them.
///
/// # Errors
/// If its seed is not disclosed yet; if the umpire ruled in it, took it back or declared what happened at a
/// table, which was about the position of then; or by a defect.
pub fn under(rules: Box<dyn Adjudicator>, was: &Game, entries: &[Entry]) -> Result<Under, MatchFault> {
    let seed = was.seed.clone().ok_or_else(|| {
        MatchFault::no("its dice seed is not disclosed yet", "play it again when the match is over")
    })?;
    if let Some(entry) = by_hand(entries) {
        let number = entry.header().number;
        let what = format!("entry {number} overrides the position or takes it back, as it stood then");
        return Err(MatchFault::no(what, "compare matches in which the rules decided everything"));
    }
    let begun = entries.get(..1).ok_or_else(|| MatchFault::Bug("a match without entries".into()))?;
    // Nobody is there to answer by hand.
    let mut host = Host::alone(rules, begun, seed, |settings| match settings.missing {
        Missing::Umpire => Settings { missing: Missing::Staff, ..settings },
        _ => settings,
    })?;
    let mut stopped = None;
    let mut played = 0;
    for exchange in &was.exchanges {
        if host.game.is_over() || told(entries, exchange.number).is_none() {
            break;
        }
        if let Err(why) = hand_in(&mut host, exchange)? {
            stopped = Some(format!("exchange {}: {why}", exchange.number));
            break;
        }
        host.resolve(true)?;
        played += 1;
    }
    let again = host.log.all()?;
    let numbers: BTreeSet<u32> =
        again.iter().filter(|entry| entry.header().kind == Kind::Resolved).filter_map(number).collect();
    let differ = numbers.into_iter().filter_map(|number| differs(number, entries, &again)).collect();
    Ok(Under { was: CameTo::of(was), is: CameTo::of(&host.game), played, differ, stopped })
}

/// Hands in what was handed in then. The inner error says why it does not fit.
fn hand_in(host: &mut Host, then: &Exchange) -> Result<Result<(), String>, MatchFault> {
    let open = host.game.open_exchange()?;
    if open.number != then.number {
        return Ok(Err(format!("exchange {} is open in its place", open.number)));
    }
    let asked = open.submissions.asked();
    let has_answer =
        |party: &Party| then.submissions.revealed(*party).is_some() || then.defaults.contains_key(party);
    if let Some(party) = asked.iter().find(|party| !has_answer(party)) {
        return Ok(Err(format!("the {party} would be asked, and were not")));
    }
    let files: Vec<_> = host
        .game
        .parties()
        .iter()
        .filter_map(|party| Some((*party, then.submissions.revealed(*party)?.clone())))
        .collect();
    if host.game.settings.trust == Trust::CommitReveal {
        for (party, file) in &files {
            if let Err(fault) = host.commit(*party, file.commitment(), None) {
                return fits(fault, *party);
            }
        }
    }
    for (party, file) in &files {
        // It is sealed already, so the salt is never used.
        let salt = Salt::from_bytes([0; 32]);
        let file = Submission::unsigned("the orders", file.bytes());
        if let Err(fault) = host.receive(file, Some(*party), salt) {
            return fits(fault, *party);
        }
    }
    Ok(Ok(()))
}

/// What is refused does not fit; anything else is a fault.
fn fits(fault: MatchFault, party: Party) -> Result<Result<(), String>, MatchFault> {
    match fault {
        MatchFault::Refused { problems, .. } => {
            let first = problems.iter().next().map_or(String::new(), |problem| problem.what.clone());
            Ok(Err(format!("the orders of the {party} do not fit: {first}")))
        }
        MatchFault::No { what, .. } => Ok(Err(format!("the orders of the {party} do not fit: {what}"))),
        other => Err(other),
    }
}

fn number(entry: &Entry) -> Option<u32> {
    entry.header().exchange
}

/// The entry that tells what an exchange came to.
fn told(entries: &[Entry], of: u32) -> Option<&Entry> {
    let resolved = |entry: &&Entry| entry.header().kind == Kind::Resolved && number(entry) == Some(of);
    entries.iter().rfind(resolved)
}

/// An exchange, and where in the game something else is told of it than then; nothing if all is as it was.
fn differs(of: u32, was: &[Entry], is: &[Entry]) -> Option<(u32, String)> {
    let (was, is) = (told(was, of)?, told(is, of)?);
    if was.says_the_same(is) {
        return None;
    }
    let steps = |entry: &Entry| entry.body()["steps"].as_array().cloned().unwrap_or_default();
    let (was, is) = (steps(was), steps(is));
    let at = was.iter().zip(&is).position(|(was, is)| was != is).unwrap_or(was.len().min(is.len()));
    let title = |steps: &[Value]| steps.get(at).and_then(|step| step["title"].as_str()).map(str::to_owned);
    let place = title(&was).or_else(|| title(&is));
    Some((of, place.unwrap_or_else(|| "the position at its end".to_owned())))
}

//! A board's result: from a proof, or by the organiser's word; and the end of a round.

use club::matches::MatchFault;
use engine::digest::Digest;
use engine::entry::Entry;
use engine::problem::quote;
use fs_err as fs;
use tournament::Entrant;

use super::Desk;
use crate::book::fact::Handicap;
use crate::book::result::{DRAW, NONE};
use crate::book::{Fact, How, Outcome, hash_of};
use crate::clocks::{self, Clocks};
use crate::proof::Proved;
use crate::state::{Board, Event, League, by_points};

/// The folder of proofs, in that of the book.
const PROOFS: &str = "proofs";

/// What an organiser decides of a board that was not played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// This side did not play, and the other wins.
    Forfeit(String),
    /// Neither played.
    DoubleForfeit,
    /// It does not count.
    Annulled,
}

impl Decided {
    /// How a board ends that is decided so.
    pub fn how(&self) -> How {
        match self {
            Decided::Forfeit(_) => How::Forfeit,
            Decided::DoubleForfeit => How::DoubleForfeit,
            Decided::Annulled => How::Annulled,
        }
    }
}

/// Signs the statement of a result, where the organiser has a key.
pub type Sign<'s> = &'s dyn Fn(&[u8]) -> Result<club::signature::Signature, MatchFault>;

/// Takes the result of a board from a proof that has passed its audit. Gives what was written.
///
/// # Errors
/// If it is the proof of another match, or the board has a result.
pub fn take_proof(
    desk: &mut Desk<'_>,
    word: &str,
    at: (u32, u32),
    proved: &Proved,
    sign: Option<Sign<'_>>,
) -> Result<Outcome, MatchFault> {
    let outcome = signed(desk.event(word)?, outcome_of(desk, word, at, proved)?, sign)?;
    desk.write(&[(Some(at.0), Fact::Result { result: Box::new(outcome.clone()) })])?;
    Ok(outcome)
}

/// The same, with the archive kept beside the book before anything is written: a run that dies between the
/// two leaves no result without its proof.
///
/// # Errors
/// As [`take_proof`], or if the archive cannot be kept.
pub fn take_archive(
    desk: &mut Desk<'_>,
    word: &str,
    at: (u32, u32),
    (proved, archive): (&Proved, &[u8]),
    sign: Option<Sign<'_>>,
) -> Result<Outcome, MatchFault> {
    if desk.board(word, at)?.result.is_none() {
        signed(desk.event(word)?, outcome_of(desk, word, at, proved)?, sign)?;
        keep_archive(desk, proved, archive)?;
    }
    take_proof(desk, word, at, proved, sign)
}

/// Keeps the proof of a match that counts beside the book.
///
/// # Errors
/// If it cannot be written.
pub fn keep_archive(desk: &Desk<'_>, proved: &Proved, archive: &[u8]) -> Result<(), MatchFault> {
    let dir = desk.book.dir().join(PROOFS);
    fs::create_dir_all(&dir)?;
    let path = dir.join(format!("{}.zip", proved.match_id));
    let part = path.with_extension("part");
    fs::write(&part, archive)?;
    Ok(fs::rename(part, path)?)
}

/// The result that a proof gives a board, for the next entry of the book.
fn outcome_of(desk: &Desk<'_>, word: &str, at: (u32, u32), proved: &Proved) -> Result<Outcome, MatchFault> {
    proved_outcome((&desk.book.league, desk.book.entries()), word, at, (desk.book.next(), proved))
}

/// The result that a proof gives a board of a league with these entries, for the next of them.
///
/// # Errors
/// If it is the proof of another match.
pub(crate) fn proved_outcome(
    (league, entries): (&League, &[Entry]),
    word: &str,
    at: (u32, u32),
    (entry, proved): (u64, &Proved),
) -> Result<Outcome, MatchFault> {
    let no = |what: String| MatchFault::no(what, "write it as ROUND/BOARD, as in 3/2");
    let event = league.event(word).map_err(no)?;
    let board = event.round(at.0).and_then(|round| round.board(at.1)).map_err(no)?;
    is_of(event, board, proved)?;
    keys_fit(league, board, proved)?;
    judged(board, entries, proved)?;
    clock_fits(event, board, proved)?;
    let handicap = board.handicap.clone().map(|it| Handicap { void: !proved.by_points, ..it });
    let won = proved.winner.as_deref().unwrap_or(DRAW);
    let mut outcome = Outcome {
        entry,
        met: proved.all_sent,
        rated: proved.how.is_rated(proved.all_sent, proved.unrated.is_some())
            && !event.settings.rated.is_empty(),
        handicap,
        match_id: Some(proved.match_id.clone()),
        genesis: Some(proved.genesis),
        hash: Some(proved.hash),
        ended: proved.ended.clone(),
        points: proved.points.clone(),
        proof: Some(proved.proof),
        keyed: board.seats.keys().all(|side| proved.keys.contains_key(side)),
        ..Outcome::bare((word, at.0, at.1), board.players(), proved.how, won)
    };
    if outcome.handicap.as_ref().is_some_and(|it| !it.void) {
        outcome.outcome = by_points(&outcome);
    }
    Ok(outcome)
}

/// Whether a proof is that of the match of a board.
fn is_of(event: &Event, board: &Board, proved: &Proved) -> Result<(), MatchFault> {
    let Some((match_id, genesis)) = &board.begun else {
        let what = format!("the match of board {} has not begun", board.number);
        return Err(MatchFault::no(what, "begin it with `sealord league begin`"));
    };
    let settings = &event.settings;
    let compared = [
        ("match", match_id.clone(), proved.match_id.clone()),
        ("first entry", genesis.to_string(), proved.genesis.to_string()),
        ("system", settings.system.clone(), proved.system.clone()),
        ("scenario", settings.scenario.clone(), proved.scenario.clone()),
        ("edition", event.edition.to_string(), proved.edition.to_string()),
        ("data", event.data.clone(), proved.data.clone()),
    ];
    for (what, due, found) in compared {
        if due != found {
            let what = format!(
                "it is no proof of board {}: its {what} is {}, not {}",
                board.number,
                quote(&found),
                quote(&due)
            );
            return Err(MatchFault::no(what, "hand in the proof of the board's own match"));
        }
    }
    Ok(())
}

/// A match that a panel judged must have ended by the verdict that the book has, and no other may.
fn judged(board: &Board, entries: &[Entry], proved: &Proved) -> Result<(), MatchFault> {
    let number = board.number;
    let said = proved.panel.map(|it| format!("entry {}, {}", it.entry, it.hash));
    let found = board.verdict().map(|it| (it, hash_of(entries, it.entry).unwrap_or(Digest::ZERO)));
    let due = found.map(|(it, hash)| format!("entry {}, {hash}", it.entry));
    let finds = proved.winner.as_deref().unwrap_or(DRAW);
    let what = match (due, said) {
        (None, None) => return Ok(()),
        (Some(_), Some(_)) if proved.exchanges == 0 => {
            let what = format!("nothing was played at board {number}, so no panel can judge it");
            return Err(MatchFault::no(what, "give it up with --forfeit or --double-forfeit"));
        }
        (Some(due), Some(said)) if due != said => {
            format!(
                "the match of board {number} ended by a verdict in {said}, and that of its panel is in {due}"
            )
        }
        (Some(due), Some(_)) => match board.verdict() {
            Some(found) if found.finds == finds => return Ok(()),
            found => {
                let found = found.map_or("", |it| it.finds.as_str());
                format!(
                    "the match of board {number} ended with {finds}, and its panel found {found} in {due}"
                )
            }
        },
        (Some(due), None) => {
            format!(
                "the match of board {number} ended as {}, and its panel found how it ends in {due}",
                proved.how.word()
            )
        }
        (None, Some(said)) => {
            format!(
                "the match of board {number} ended by a verdict in {said}, and the book has no verdict of it"
            )
        }
    };
    Err(MatchFault::no(
        what,
        "hand in the proof of the match that `sealord end` ended by the panel's verdict",
    ))
}

/// A side that lost by the clock must have run out of time first, by the clocks of the event.
fn clock_fits(event: &Event, board: &Board, proved: &Proved) -> Result<(), MatchFault> {
    let Some(side) = &proved.out_of_time else { return Ok(()) };
    let times = proved.times.iter().map(|(side, times)| (side.as_str(), times));
    let clocks = event.settings.clock.as_ref().map(|settings| Clocks::by(times, settings));
    clocks::lost((event, board), clocks.as_ref(), (side, &proved.ended)).map_err(|why| {
        let what = format!("the {side} did not lose the match of board {} by the clock: {why}", board.number);
        MatchFault::no(what, "a panel judges it, or the organiser decides the board with a reason")
    })
}

/// Keys that a match fixes must be those of its players.
fn keys_fit(league: &League, board: &Board, proved: &Proved) -> Result<(), MatchFault> {
    for (side, key) in &proved.keys {
        let entrant = board.seats.get(side);
        let known = entrant.and_then(|it| league.entrants.get(it));
        if known.and_then(|it| it.key.as_ref()).is_some_and(|own| own != key) {
            let who = entrant.map_or("", Entrant::word);
            let what = format!("in its match the {side} sign with a key that is not that of {}", quote(who));
            return Err(MatchFault::no(what, "correct the key in league.yaml, or hand in another proof"));
        }
    }
    Ok(())
}

/// Writes down what the organiser decides of a board, signed where he has a key.
///
/// # Errors
/// If it cannot be, or cannot be signed.
pub fn decide(
    desk: &mut Desk<'_>,
    word: &str,
    at: (u32, u32),
    (decided, why): (&Decided, &str),
    sign: Option<Sign<'_>>,
) -> Result<Outcome, MatchFault> {
    let outcome = decided_outcome(desk, word, at, (decided, why), sign)?;
    desk.write(&[(Some(at.0), Fact::Result { result: Box::new(outcome.clone()) })])?;
    Ok(outcome)
}

fn decided_outcome(
    desk: &Desk<'_>,
    word: &str,
    at: (u32, u32),
    (decided, why): (&Decided, &str),
    sign: Option<Sign<'_>>,
) -> Result<Outcome, MatchFault> {
    let event = desk.event(word)?;
    let board = desk.board(word, at)?;
    let how = decided.how();
    let result = match decided {
        Decided::Forfeit(side) => {
            let other = board.seats.keys().find(|it| *it != side).filter(|_| board.seats.contains_key(side));
            let other = other.ok_or_else(|| no_side(board, side))?;
            other.clone()
        }
        Decided::DoubleForfeit | Decided::Annulled => NONE.to_owned(),
    };
    let (match_id, genesis) = board.begun.clone().unzip();
    let outcome = Outcome {
        entry: desk.book.next(),
        match_id,
        genesis,
        ended: desk.now.to_owned(),
        why: Some(why.to_owned()),
        ..Outcome::bare((word, at.0, at.1), board.players(), how, &result)
    };
    signed(event, outcome, sign)
}

/// Signs a result, where somebody's word stands behind it and the event has keys for that.
fn signed(event: &Event, mut outcome: Outcome, sign: Option<Sign<'_>>) -> Result<Outcome, MatchFault> {
    match sign {
        Some(sign) => outcome.signed = Some(sign(&outcome.statement())?),
        None if outcome.needs_signature() && !event.officials.is_empty() => {
            let what = match outcome.how {
                How::Adjudicated => "the event demands that what a panel found is signed",
                how if how.is_proved() => {
                    "its match fixed no keys of its players, so the event demands that the result is signed"
                }
                _ => "the event demands that a result which a person decides is signed",
            };
            return Err(MatchFault::no(
                what,
                "name the private key of the organiser or a deputy with --sign KEY",
            ));
        }
        None => {}
    }
    Ok(outcome)
}

fn no_side(board: &Board, side: &str) -> MatchFault {
    let sides: Vec<&str> = board.seats.keys().map(String::as_str).collect();
    match sides.as_slice() {
        [] => {
            let what = format!("nobody knows yet who has which side at board {}", board.number);
            MatchFault::no(what, "decide the seats first, or write --double-forfeit")
        }
        sides => {
            let what = format!("{} is no side of board {}", quote(side), board.number);
            MatchFault::no(what, format!("write {}", sides.join(" or ")))
        }
    }
}

/// Puts another result in the place of one that was wrong: from a proof, or as the organiser decides.
///
/// # Errors
/// If the entry holds no result that counts, or the new one cannot be.
pub fn correct(
    desk: &mut Desk<'_>,
    word: &str,
    at: (u32, u32),
    (entry, why): (u64, &str),
    (by, sign): (Result<&Proved, &Decided>, Option<Sign<'_>>),
) -> Result<Outcome, MatchFault> {
    let outcome = match by {
        Ok(proved) => signed(desk.event(word)?, outcome_of(desk, word, at, proved)?, sign)?,
        Err(decided) => decided_outcome(desk, word, at, (decided, why), sign)?,
    };
    let result = Box::new(outcome.clone());
    desk.write(&[(Some(at.0), Fact::Corrected { entry, why: why.to_owned(), result })])?;
    Ok(outcome)
}

/// Closes the round under way. Gives its number.
///
/// # Errors
/// If boards have no result yet: all of them.
pub fn close(desk: &mut Desk<'_>, word: &str) -> Result<u32, MatchFault> {
    let round = desk.current(word)?;
    let number = round.number;
    let waiting: Vec<String> = round
        .boards
        .iter()
        .filter(|it| it.result.is_none())
        .map(|it| format!("{number}/{}", it.number))
        .collect();
    if !waiting.is_empty() {
        let what = format!("round {number} cannot be closed: no result of {}", waiting.join(", "));
        let mend = format!(
            "hand in each with `sealord league result CLUB {word} ROUND/BOARD`; a match that is not over goes to a panel: \
             `sealord league panel CLUB {word} ROUND/BOARD`"
        );
        return Err(MatchFault::no(what, mend));
    }
    let event = word.to_owned();
    let mut facts = vec![(Some(number), Fact::RoundClosed { event: event.clone() })];
    facts.extend(super::opening::dropped(desk.event(word)?, word, number));
    desk.write(&facts)?;
    Ok(number)
}

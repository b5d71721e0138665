//! What a proof of a match says, once it has passed its audit: all of a result that nobody need be believed.

use std::collections::BTreeMap;

use club::audit::{Past, audit};
use club::matches::record::Judged;
use club::matches::{Game, LayOut, MatchFault};
use club::proof;
use club::signature::Key;
use club::times::{Times, times};
use engine::digest::Digest;
use engine::entry::Kind;
use engine::side::Side;

use crate::book::How;

/// A match that is over and was played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The match's word.
    pub match_id: String,
    /// The hash of its first entry.
    pub genesis: Digest,
    /// The system's word.
    pub system: String,
    /// The system's edition.
    pub edition: u32,
    /// The fingerprint of its data.
    pub data: String,
    /// The scenario's word.
    pub scenario: String,
    /// The keys that were fixed, by side.
    pub keys: BTreeMap<String, Key>,
    /// The sides that officers played, or the umpire, or whose seed was for practice: such a match is not
    /// rated.
    pub unrated: Option<String>,
    /// The points of each side.
    pub points: BTreeMap<String, i64>,
    /// The side that won, if one did.
    pub winner: Option<String>,
    /// How it ended.
    pub how: How,
    /// Where the verdict stands by which it ended, if a panel judged it.
    pub panel: Option<Judged>,
    /// How many exchanges were resolved and count.
    pub exchanges: usize,
    /// Whether the side with more points wins and nothing else decided.
    pub by_points: bool,
    /// When it ended.
    pub ended: String,
    /// The hash of the entry with which it ended.
    pub hash: Digest,
    /// The side that lost by the clock, if one did.
    pub out_of_time: Option<String>,
    /// The time that each side took.
    pub times: BTreeMap<String, Times>,
    /// True if every side sent orders for an exchange that counts.
    pub all_sent: bool,
    /// The hash of the archive.
    pub proof: Digest,
}

/// Audits an archive and reads what it says.
///
/// # Errors
/// What fails first; or that the match is not over.
pub fn prove(rules: &LayOut<'_>, archive: &[u8]) -> Result<Proved, MatchFault> {
    let opened = proof::Archive::open(std::io::Cursor::new(archive));
    let opened = opened.map_err(|what| MatchFault::Proof { entry: None, what })?;
    let entries = proof::entries(&opened)?;
    let findings = audit(&entries, None, rules)?;
    let past = Past::new(&entries, None, rules)?;
    proof::compare(&opened, &past, &findings)?;
    let game = past.game()?;
    let times = times(&entries, game.parties())?;
    let Some(end) = entries.iter().find(|entry| entry.header().kind == Kind::Ended) else {
        let what = format!("the match {} is not over", findings.match_id);
        return Err(MatchFault::no(what, "pack it with `sealord prove` when it is"));
    };
    let proved = said(&game, (end.header().time.clone(), end.hash()), Digest::of(archive));
    let times = times.into_iter().map(|(party, times)| (party.side().id().to_owned(), times)).collect();
    Ok(Proved { times, ..proved })
}

fn said(game: &Game, (ended, hash): (String, Digest), proof: Digest) -> Proved {
    let settings = &game.settings;
    let side = |side: &Side| side.id().to_owned();
    let how = match &game.agreed {
        None => How::Played,
        Some(agreed) if agreed.panel.is_some() => How::Adjudicated,
        Some(agreed) if agreed.out_of_time.is_some() => How::Clock,
        Some(agreed) if agreed.conceded.is_some() => How::Conceded,
        Some(_) => How::Agreed,
    };
    let keys = settings.signing.keys.iter().map(|(party, key)| (side(&party.side()), key.clone())).collect();
    let points = game.sides().iter().map(|it| (side(it), i64::from(game.rules.points(*it)))).collect();
    Proved {
        match_id: settings.match_id.clone(),
        genesis: game.genesis,
        system: settings.system.clone(),
        edition: settings.edition,
        data: settings.data.clone(),
        scenario: settings.scenario.clone(),
        keys,
        unrated: unrated(game),
        points,
        winner: game.winner().as_ref().map(side),
        how,
        panel: game.agreed.as_ref().and_then(|agreed| agreed.panel),
        exchanges: game.exchanges_resolved().count(),
        by_points: game.agreed.is_none() && game.rules.by_points(),
        ended,
        hash,
        out_of_time: game.agreed.as_ref().and_then(|agreed| agreed.out_of_time.clone()),
        times: BTreeMap::new(),
        all_sent: all_sent(game),
        proof,
    }
}

/// Why a match can never be rated, if it cannot.
fn unrated(game: &Game) -> Option<String> {
    let settings = &game.settings;
    if let Some(number) = settings.practice_seed {
        return Some(format!("its dice follow from the number {number}"));
    }
    if let Some(party) = settings.officers.first() {
        return Some(format!("a staff officer played the {party}"));
    }
    settings.umpire_plays.map(|party| format!("the umpire played the {party}"))
}

/// Whether every side sent orders for an exchange that was resolved and counts. It need not be the same
/// exchange: some ask one side alone.
fn all_sent(game: &Game) -> bool {
    let sent = |side: &Side| {
        let mut own = game.parties().iter().filter(|party| party.side() == *side);
        own.any(|party| game.exchanges_resolved().any(|it| it.submissions.revealed(*party).is_some()))
    };
    game.sides().iter().all(sent)
}

//! A round is paired: by the program, by hand, or by another program.

use std::collections::BTreeMap;

use club::matches::MatchFault;
use engine::digest::Salt;
use engine::problem::quote;
use tournament::pairing::{self, Board, Breach, By, Field, Pairing, Rule, Seating};

use super::Desk;
use super::bidding::first_bidder;
use crate::book::Fact;
use crate::book::fact::{LayerCost, PairedBoard, Pairer};
use crate::figures::{NoField, field};
use crate::settings::EventSettings;

/// A round that is to be paired, with its field.
pub struct Paired {
    /// The round.
    pub round: u32,
    /// What pairing was handed.
    pub field: Field,
    /// What came out.
    pub pairing: Pairing,
}

/// The field of the round that is to be paired.
///
/// # Errors
/// If there is none, or nobody can be paired.
pub fn next_field(desk: &Desk<'_>, word: &str) -> Result<Field, MatchFault> {
    let round = desk.current(word)?;
    if round.boards.iter().any(|board| board.begun.is_some() || board.result.is_some()) {
        let what = format!("a match of round {} of {} has begun", round.number, quote(word));
        return Err(MatchFault::no(what, "play the round, then close it"));
    }
    let seed = seed(desk, word)?;
    field(&desk.book.league, word, round.number, &seed).map_err(no_field)
}

/// Works out the next round. Nothing is written.
///
/// # Errors
/// If it cannot be paired.
pub fn work_out(desk: &Desk<'_>, word: &str) -> Result<Paired, MatchFault> {
    let field = next_field(desk, word)?;
    let pairing = pairing::pair(&field).map_err(|refusal| no_field(NoField::Refused(refusal)))?;
    Ok(Paired { round: field.round, field, pairing })
}

/// Takes a pairing that was made elsewhere.
///
/// # Errors
/// Each rule that it breaks, with its pair.
pub fn take_pairs(
    desk: &Desk<'_>,
    word: &str,
    seating: Seating,
    relaxed: &[Rule],
) -> Result<Paired, MatchFault> {
    let field = next_field(desk, word)?;
    let taken = pairing::take(&field, seating, relaxed);
    let pairing = taken.map_err(|breaches| {
        let all: Vec<String> = breaches.iter().map(Breach::to_string).collect();
        let gives: Vec<String> = breaches
            .iter()
            .map(Breach::rule)
            .filter(|it| it.may_give_way())
            .map(|it| it.number().to_string())
            .collect();
        let mend = match gives.first() {
            Some(rule) => format!("pair otherwise, or say why: --relax {rule} --reason …"),
            None => "pair otherwise: these rules always hold".to_owned(),
        };
        MatchFault::no(all.join("; "), mend)
    })?;
    Ok(Paired { round: field.round, field, pairing })
}

/// Writes a pairing down; with that of the last round the seed of the draw is disclosed. Gives whether it was
/// there already, just so.
///
/// # Errors
/// If it cannot stand.
pub fn pair(desk: &mut Desk<'_>, word: &str, paired: &Paired, why: Option<&str>) -> Result<bool, MatchFault> {
    let fact = fact(desk, word, paired, why)?;
    let event = desk.event(word)?;
    let round =
        event.round(paired.round).map_err(|what| MatchFault::no(what, "look at `sealord league status`"))?;
    if round.is_paired && is_same(round, &fact) {
        return Ok(true);
    }
    let mut facts = vec![(Some(paired.round), fact)];
    if paired.round == event.settings.rounds && event.disclosed.is_none() {
        let seed = seed(desk, word)?;
        facts.push((None, Fact::DrawDisclosed { event: word.to_owned(), seed }));
    }
    desk.write(&facts)?;
    Ok(false)
}

fn is_same(round: &crate::state::Round, fact: &Fact) -> bool {
    let Fact::Paired { boards, byes, .. } = fact else { return false };
    let own = round.boards.iter().map(|it| (it.number, &it.first, &it.second));
    own.eq(boards.iter().map(|it| (it.board, &it.first, &it.second))) && round.byes == *byes
}

/// The fact of a pairing.
fn fact(desk: &Desk<'_>, word: &str, paired: &Paired, why: Option<&str>) -> Result<Fact, MatchFault> {
    let Pairing { seating, relaxed, cost, by } = &paired.pairing;
    let event = desk.event(word)?;
    let boards = paired_boards(&event.settings, seating);
    let boards = boards.into_iter().map(|board| {
        let begins = first_bidder(event, paired.round, &board, &paired.field.key);
        PairedBoard { begins, ..board }
    });
    let relaxed: BTreeMap<String, u32> =
        relaxed.iter().map(|(rule, times)| (rule.number().to_string(), *times as u32)).collect();
    Ok(Fact::Paired {
        event: word.to_owned(),
        boards: boards.collect(),
        byes: seating.byes.clone(),
        relaxed,
        cost: layers(cost),
        by: match by {
            By::Sealord => Pairer::Sealord,
            By::Hand => Pairer::Hand,
        },
        why: why.map(str::to_owned),
    })
}

/// The boards of a seating as the book numbers them. Where a pair plays two matches, its second board stands
/// behind its first, with the seats exchanged.
pub fn paired_boards(settings: &EventSettings, seating: &Seating) -> Vec<PairedBoard> {
    let turned = |it: &Board| Board { first: it.second.clone(), second: it.first.clone() };
    let games = |it: &Board| [it.clone(), turned(it)].into_iter().take(settings.matches_of_a_pair());
    let boards = seating.boards.iter().flat_map(games).zip(1..);
    boards
        .map(|(Board { first, second }, board)| PairedBoard { board, first, second, begins: None })
        .collect()
}

/// A cost as the book has it.
pub(crate) fn layers(cost: &pairing::Cost) -> Vec<LayerCost> {
    let layer = |(layer, cost): &(pairing::Layer, u64)| LayerCost {
        layer: layer.name().to_owned(),
        cost: cost.to_string(),
    };
    cost.layers().iter().map(layer).collect()
}

/// The seed of an event's draw.
pub(super) fn seed(desk: &Desk<'_>, word: &str) -> Result<Salt, MatchFault> {
    desk.book.draw_seed(word).ok_or_else(|| MatchFault::Bug("the book has no seed".to_owned()))
}

fn no_field(fault: NoField) -> MatchFault {
    let mend = match &fault {
        NoField::NoRound(_) => "open the event first",
        NoField::NoSeed => "pair with the club's own folder",
        NoField::Refused(_) => "let players confirm the round, or look at `forbid` in league.yaml",
    };
    MatchFault::no(fault.to_string(), mend)
}

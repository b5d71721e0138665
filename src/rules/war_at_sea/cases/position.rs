//! Builds the rules and the position of a case from its file.

use super::given::{Given, UnitGiven};
use crate::games::Games;
use crate::rules::war_at_sea::WarAtSea;
use crate::rules::war_at_sea::board::SectorId;
use crate::rules::war_at_sea::options::OPTIONS;
use crate::rules::war_at_sea::state::{Fought, Phase, Place, War, Work};
use crate::rules::{Choices, Rulebook};
use crate::side::Side;
use crate::system::System;

/// Builds the rules and the position of a case.
///
/// # Errors
/// A sentence that says what does not fit together.
pub(super) fn lay_out(games: &Games, given: &Given) -> Result<(WarAtSea, War), String> {
    let choices = Choices::parse(&given.options, OPTIONS)?;
    let system = WarAtSea::load(games, &given.scenario, &choices).map_err(|fault| fault.to_string())?;
    let mut war = system.opening();
    (war.turn, war.phase) = (given.turn, phase(&given.phase)?);
    for (number, side) in &given.control {
        let at = sector(&system, &number.to_string())?;
        let side = (side != "nobody").then(|| named(&system, side)).transpose()?;
        war.owners[usize::from(at.0)] = side;
    }
    for (word, points) in &given.bank {
        let side = named(&system, word)?;
        if let Some(seat) = war.seats.get_mut(side) {
            seat.bank = *points;
        }
    }
    for unit in &given.units {
        for _ in 0..unit.count {
            put(&system, &mut war, unit)?;
        }
    }
    for fought in &given.fought {
        let sides = fought.sides.iter().map(|side| named(&system, side)).collect::<Result<_, _>>()?;
        let winner = fought.winner.as_ref().map(|side| named(&system, side)).transpose()?;
        war.fought.push(Fought { at: sector(&system, &fought.at)?, sides, winner });
    }
    match system.impossible(&war) {
        None => Ok((system, war)),
        Some(what) => Err(format!("the position cannot be: {what}")),
    }
}

fn phase(word: &str) -> Result<Phase, String> {
    Phase::named(word).ok_or_else(|| format!("`{word}` is no phase"))
}

fn named(system: &WarAtSea, word: &str) -> Result<Side, String> {
    let found = system.sides().iter().copied().find(|side| side.id() == word);
    found.ok_or_else(|| format!("`{word}` is no side of the scenario"))
}

fn sector(system: &WarAtSea, word: &str) -> Result<SectorId, String> {
    system.board.find(word).ok_or_else(|| format!("there is no sector `{word}`"))
}

fn put(system: &WarAtSea, war: &mut War, given: &UnitGiven) -> Result<(), String> {
    let card = system.cards.by_id(&given.card).ok_or_else(|| format!("there is no card `{}`", given.card))?;
    let side = named(system, &given.side)?;
    let place = match given.at.split_whitespace().collect::<Vec<_>>()[..] {
        ["pool"] => Place::Pool,
        ["lost"] => Place::Lost,
        ["base", at] => Place::Base(sector(system, at)?),
        ["idle", at] => Place::Idle(sector(system, at)?),
        ["stocks", at] => Place::Stocks(sector(system, at)?),
        ["deck", word] => {
            let carrier = war.ids().find(|unit| system.unit_word(war, *unit) == word);
            Place::Deck(carrier.ok_or_else(|| format!("there is no carrier `{word}` before its aircraft"))?)
        }
        [at] => Place::Sector(sector(system, at)?),
        _ => return Err(format!("`{}` is no place", given.at)),
    };
    let work = given.work.map(|[price, paid, turns]| Work {
        price,
        paid,
        turns: turns.try_into().unwrap_or(u8::MAX),
        paid_at: 0,
        yard: None,
    });
    system.add(war, side, card, place, work);
    let at = |word: &Option<String>| word.as_ref().map(|word| sector(system, word)).transpose();
    let (sent, scouts) = (at(&given.sent)?, at(&given.scouts)?);
    let Some(unit) = war.units.last_mut() else { return Ok(()) };
    (unit.damage, unit.sent, unit.scouts, unit.barred) = (given.damage, sent, scouts, given.barred);
    for did in &given.did {
        match did.as_str() {
            "moved" => unit.moved = true,
            "fought" => unit.fought = true,
            "fled" => unit.fled = true,
            "in-port" => unit.in_port = true,
            other => return Err(format!("a unit can have moved, fought, fled or be in-port, not `{other}`")),
        }
    }
    Ok(())
}

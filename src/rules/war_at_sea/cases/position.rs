//! Builds the rules and the position of a case from its file.

use super::given::{Given, UnitGiven};
use crate::WarAtSea;
use crate::board::SectorId;
use crate::options::OPTIONS;
use crate::state::{Aim, Fought, Hunt, Phase, Place, War, Work};
use engine::games::Games;
use engine::rulebook::{Choices, Rulebook};
use engine::side::Side;
use engine::system::Rules;

/// Rules that cases have read, by scenario and options.
pub type Shipped = Vec<(String, Vec<String>, WarAtSea)>;

/// Builds the rules and the position of a case.
///
/// # Errors
/// A sentence that says what does not fit together.
pub(super) fn lay_out(
    games: &Games,
    shipped: &mut Shipped,
    given: &Given,
) -> Result<(WarAtSea, War), String> {
    let mut system = loaded(games, shipped, given)?;
    if let Some(edition) = given.edition {
        system = system.of_edition(edition);
        if system.edition() != edition {
            return Err(format!("edition {edition} is not played; the newest is {}", WarAtSea::EDITION));
        }
    }
    for (id, but) in &given.cards {
        let card = system.cards.by_id(id).ok_or_else(|| format!("there is no card `{id}`"))?;
        let to = but.written_over(&system.cards[card], id)?;
        system.cards.change(card, to);
    }
    let mut war = system.opening();
    if given.fixture.is_some() {
        if let Some(word) = beside_trial(given) {
            return Err(format!("a trial is all that is played, so `{word}` means nothing beside it"));
        }
        (war.turn, war.phase) = (given.turn, Phase::Over);
        return Ok((system, war));
    }
    (war.turn, war.phase) = (given.turn, phase(&given.phase)?);
    seats(&system, &mut war, given)?;
    for unit in &given.units {
        if unit.count == 0 {
            return Err(format!("`count: 0` puts no {} anywhere: leave the line out", unit.card));
        }
        for _ in 0..unit.count {
            put(&mut system, &mut war, unit)?;
        }
    }
    for fought in &given.fought {
        let sides = fought.sides.iter().map(|side| named(&system, side)).collect::<Result<_, _>>()?;
        let winner = fought.winner.as_ref().map(|side| named(&system, side)).transpose()?;
        war.fought.push(Fought { at: sector(&system, &fought.at)?, sides, winner, sunk: Vec::new() });
    }
    match system.broken_invariant(&war) {
        None => Ok((system, war)),
        Some(what) => Err(format!("the position cannot be: {what}")),
    }
}

/// Who owns what, and what sides have and have ordered.
fn seats(system: &WarAtSea, war: &mut War, given: &Given) -> Result<(), String> {
    for (number, side) in &given.control {
        let at = sector(system, &number.to_string())?;
        let side = (side != "nobody").then(|| named(system, side)).transpose()?;
        war.owners[usize::from(at.0)] = side;
    }
    for (word, points) in &given.bank {
        let side = named(system, word)?;
        if let Some(seat) = war.seats.get_mut(side) {
            seat.bank = *points;
        }
    }
    for (word, stores) in &given.stores {
        let side = named(system, word)?;
        let mut lie: Vec<(SectorId, i32)> = Vec::new();
        for (at, points) in stores {
            lie.push((sector(system, at)?, *points));
        }
        lie.sort_unstable();
        if let Some(seat) = war.seats.get_mut(side) {
            seat.stores = lie;
        }
    }
    for (word, hunts) in &given.hunts {
        let side = named(system, word)?;
        let hunt = |word: &String| {
            let parts = word.split_once("-at-");
            let (hunt, at) = parts.ok_or_else(|| format!("`{word}` is no order about convoys"))?;
            let hunt = Hunt::named(hunt).ok_or_else(|| format!("`{hunt}` is no order about convoys"))?;
            Ok::<_, String>((sector(system, at)?, hunt))
        };
        let hunts = hunts.iter().map(hunt).collect::<Result<_, _>>()?;
        if let Some(seat) = war.seats.get_mut(side) {
            seat.hunts = hunts;
        }
    }
    Ok(())
}

/// What a case gives of the campaign beside a trial, which would look at none of it.
fn beside_trial(given: &Given) -> Option<&'static str> {
    let given = [
        ("units", !given.units.is_empty()),
        ("control", !given.control.is_empty()),
        ("bank", !given.bank.is_empty()),
        ("stores", !given.stores.is_empty()),
        ("hunts", !given.hunts.is_empty()),
        ("fought", !given.fought.is_empty()),
    ];
    given.into_iter().find_map(|(word, is_there)| is_there.then_some(word))
}

/// The rules of a scenario with options, as cases before have read them.
fn loaded(games: &Games, shipped: &mut Shipped, given: &Given) -> Result<WarAtSea, String> {
    let known = shipped
        .iter()
        .find(|(scenario, options, _)| *scenario == given.scenario && *options == given.options);
    if let Some((.., system)) = known {
        return Ok(system.clone());
    }
    let choices = Choices::parse(&given.options, OPTIONS)?;
    let system = WarAtSea::load(games, &given.scenario, &choices).map_err(|fault| fault.to_string())?;
    shipped.push((given.scenario.clone(), given.options.clone(), system.clone()));
    Ok(system)
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

fn place(system: &WarAtSea, war: &War, at: &str) -> Result<Place, String> {
    Ok(match at.split_whitespace().collect::<Vec<_>>()[..] {
        ["pool"] => Place::Pool,
        ["lost"] => Place::Lost,
        ["base", at] => Place::Base(sector(system, at)?),
        ["idle", at] => Place::Idle(sector(system, at)?),
        ["stocks", at] => Place::Stocks(sector(system, at)?),
        ["deck", word] => {
            let carrier = system.unit_of_word(war, word);
            Place::Deck(carrier.ok_or_else(|| format!("there is no carrier `{word}` before its aircraft"))?)
        }
        ["aboard", word] => {
            let ship = system.unit_of_word(war, word);
            Place::Aboard(ship.ok_or_else(|| format!("there is no ship `{word}` before its troops"))?)
        }
        [at] => Place::Sector(sector(system, at)?),
        _ => return Err(format!("`{at}` is no place")),
    })
}

fn put(system: &mut WarAtSea, war: &mut War, given: &UnitGiven) -> Result<(), String> {
    let mut card =
        system.cards.by_id(&given.card).ok_or_else(|| format!("there is no card `{}`", given.card))?;
    if let Some(but) = &given.but {
        let changed = but.written_over(&system.cards[card], &given.card)?;
        card = system.cards.add(changed);
    }
    let system = &*system;
    let side = named(system, &given.side)?;
    let place = place(system, war, &given.at)?;
    if given.yard.is_some() && given.work.is_none() {
        return Err(format!("{} has a `yard` and no `work`, so nothing is built there", given.card));
    }
    let yard = match &given.yard {
        None => None,
        Some(word) => {
            let yard = system.unit_of_word(war, word);
            Some(yard.ok_or_else(|| format!("there is no facility `{word}` before what it builds"))?)
        }
    };
    let work = given.work.map(|[price, paid, turns]| Work {
        price,
        paid,
        turns: turns.try_into().unwrap_or(u8::MAX),
        paid_at: 0,
        yard,
    });
    system.add(war, side, card, place, work);
    let at = |word: &Option<String>| word.as_ref().map(|word| sector(system, word)).transpose();
    let (sent, scouts) = (at(&given.sent)?, at(&given.scouts)?);
    let Some(unit) = war.units.last_mut() else { return Ok(()) };
    (unit.damage, unit.sent, unit.scouts, unit.barred) = (given.damage, sent, scouts, given.barred);
    unit.aim = match &given.aim {
        Some(word) => Aim::named(word).ok_or_else(|| format!("an aircraft goes for no `{word}`"))?,
        None => Aim::Fleet,
    };
    (unit.convoy, unit.cargo) = (given.convoy, given.cargo);
    if let Some(makes) = &given.makes {
        unit.makes = Some(system.cards.by_id(makes).ok_or_else(|| format!("there is no card `{makes}`"))?);
    }
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

//! Abilities before the first turn: other places to deploy, and steps after both have deployed.

use super::super::Battle;
use super::super::field::{Being, Field, Unit};
use super::super::log::{Entry, Id};
use super::super::map::{End, Sector};
use super::super::plan::{Posture, Use};
use super::choice;
use super::marks::{Breakout, Lasting};
use crate::cards::{Ability, Kind};
use engine::table::Step;

/// The turns at whose end a ship breaks out (WST-sa-158).
const BREAKOUT: [u8; 2] = [2, 3];

/// A side's abilities after both have deployed.
///
/// # Halts
/// As the dice.
pub fn deployed(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let ids: Vec<Id> = battle.field.on_map(end).map(|(id, _)| id).collect();
    for id in &ids {
        elsewhere(battle, *id)?;
        break_out(battle, *id);
    }
    for id in ids {
        lead(battle, id)?;
        screen(battle, id)?;
    }
    Ok(())
}

/// Whether a sector lies on a side's half of the map.
fn own_half(field: &Field<'_>, end: End, at: Sector) -> bool {
    field.grid.depth(end, at) < field.grid.columns / 2
}

/// WST-sa-29, WST-sa-56, WST-sa-90, WST-sa-106, WST-sa-120: a sector that the plan names, if the ability
/// allows it.
fn elsewhere(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    let places = [
        Ability::CoastalDeployment,
        Ability::EarlyDeployment,
        Ability::GuardShip,
        Ability::Infiltrator,
        Ability::LongCruise,
    ];
    let unit = battle.field.unit(id);
    let Some(ability) = places.into_iter().find(|it| unit.has(*it)) else { return Ok(()) };
    let Some(Use::At(to)) = choice::order(&battle.field, id, ability) else { return Ok(()) };
    let (field, end) = (&battle.field, unit.end);
    let by_island = super::when::is_by_island(field, to);
    let fits = match ability {
        Ability::CoastalDeployment | Ability::GuardShip => own_half(field, end, to) && by_island,
        Ability::EarlyDeployment => own_half(field, end, to),
        _ => true,
    };
    if !fits || !field.room_for(id, to) {
        return Ok(());
    }
    let escort =
        |(other, it): &(Id, &Unit)| *other != id && matches!(it.kind, Kind::Cruiser | Kind::Destroyer);
    let mate = (ability == Ability::EarlyDeployment)
        .then(|| unit.at.and_then(|at| field.in_sector(end, at).find(escort)).map(|(other, _)| other))
        .flatten();
    battle.spoke(id, ability, mate, None, true);
    battle.move_to(id, to)?;
    if let Some(mate) = mate.filter(|mate| battle.field.room_for(*mate, to)) {
        battle.move_to(mate, to)?;
    }
    match ability {
        Ability::GuardShip => battle.field.marks.set(id, Lasting::OnGuard, 1, u8::MAX),
        Ability::Infiltrator if !own_half(&battle.field, end, to) => {
            battle.field.marks.set(id, Lasting::Infiltrated, 1, 1);
        }
        _ => {}
    }
    Ok(())
}

/// WST-sa-158: off the map with one cruiser, to enter at the end of turn 2 or 3.
fn break_out(battle: &mut Battle<'_>, id: Id) {
    let unit = battle.field.unit(id);
    let (end, Some(at)) = (unit.end, unit.at) else { return };
    if !unit.has(Ability::SecretBreakout) {
        return;
    }
    let (turn, to) = match choice::order(&battle.field, id, Ability::SecretBreakout) {
        Some(Use::Turn(turn)) => (turn.clamp(BREAKOUT[0], BREAKOUT[1]), at),
        Some(Use::At(to)) if own_half(&battle.field, end, to) => (BREAKOUT[0], to),
        _ => return,
    };
    let cruiser = battle.field.ships(end).find(|(other, it)| *other != id && it.kind == Kind::Cruiser);
    let units: Vec<Id> = [Some(id), cruiser.map(|(other, _)| other)].into_iter().flatten().collect();
    for ship in &units {
        let unit = battle.field.unit_mut(*ship);
        (unit.at, unit.being) = (None, Being::Coming);
    }
    battle.spoke(id, Ability::SecretBreakout, None, None, true);
    battle.field.marks.breakouts.push(Breakout { units, turn, to });
}

/// At the end of a turn: those who break out enter where there is room, nearest to the sector they were meant
/// for.
pub fn enter(battle: &mut Battle<'_>, end: End) {
    let turn = battle.field.turn;
    let all = std::mem::take(&mut battle.field.marks.breakouts);
    let ours = |id: &Id| battle.field.unit(*id).end == end;
    let due = |it: &Breakout| it.turn == turn && it.units.first().is_some_and(ours);
    let (now, later): (Vec<_>, Vec<_>) = all.into_iter().partition(due);
    battle.field.marks.breakouts = later;
    for breakout in now {
        for id in breakout.units {
            let field = &battle.field;
            let free =
                field.grid.in_order(end).filter(|at| own_half(field, end, *at) && field.room_for(id, *at));
            let Some(at) = free.min_by_key(|at| at.range(breakout.to)) else { continue };
            let unit = battle.field.unit_mut(id);
            (unit.at, unit.being) = (Some(at), Being::There);
            battle.note(|| Entry::Deployed { unit: id, at });
        }
    }
}

/// Whether a unit's group goes for the enemy; then its steps after deployment are taken unless the plan says
/// otherwise.
fn steps(field: &Field<'_>, id: Id, ability: Ability) -> bool {
    let unit = field.unit(id);
    let closes = matches!(field.postures[unit.end as usize].get(unit.group), Some(Posture::Close(_)));
    match choice::order(field, id, ability) {
        Some(Use::Never) => false,
        Some(_) => unit.has(ability),
        None => unit.has(ability) && closes,
    }
}

/// The neighbouring sector with room that is nearest to an enemy ship, if nearer than here; ties by own
/// order.
fn toward_enemy(field: &Field<'_>, id: Id) -> Option<Sector> {
    let unit = field.unit(id);
    let from = unit.at?;
    let enemies: Vec<Sector> = field.ships(unit.end.other()).filter_map(|(_, it)| it.at).collect();
    let distance = |at: Sector| enemies.iter().map(|enemy| enemy.range(at)).min();
    let here = distance(from)?;
    let next = field.grid.in_order(unit.end).filter(|at| from.range(*at) == 1 && field.room_for(id, *at));
    next.min_by_key(|at| distance(*at)).filter(|at| distance(*at).is_some_and(|it| it < here))
}

/// WST-sa-117: up to two steps.
fn lead(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    if !steps(&battle.field, id, Ability::LeadTheAttack2) {
        return Ok(());
    }
    for _ in 0..2 {
        if let Some(to) = toward_enemy(&battle.field, id) {
            battle.spoke(id, Ability::LeadTheAttack2, None, None, true);
            battle.move_to(id, to)?;
        }
    }
    Ok(())
}

/// WST-sa-63: it and a cruiser or destroyer within one sector, one step each.
fn screen(battle: &mut Battle<'_>, id: Id) -> Step<()> {
    if !steps(&battle.field, id, Ability::EstablishScreen) {
        return Ok(());
    }
    let field = &battle.field;
    let mate = field.ships(field.unit(id).end).find(|(other, it)| {
        let near = field.range(id, *other).is_some_and(|range| range <= 1);
        *other != id && near && matches!(it.kind, Kind::Cruiser | Kind::Destroyer)
    });
    let units = [Some(id), mate.map(|(other, _)| other)];
    battle.spoke(id, Ability::EstablishScreen, units[1], None, true);
    for ship in units.into_iter().flatten() {
        if let Some(to) = toward_enemy(&battle.field, ship) {
            battle.move_to(ship, to)?;
        }
    }
    Ok(())
}

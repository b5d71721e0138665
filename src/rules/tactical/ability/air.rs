//! Abilities of aircraft and of those who lead them.

use super::super::Battle;
use super::super::attack::{self, Attack, Hit};
use super::super::field::{Field, Home, Unit};
use super::super::log::{Effect, Entry, Id, Task};
use super::super::map::{End, Sector};
use super::super::plan::{Multirole, Use};
use super::choice;
use super::when;
use crate::cards::{Ability, Kind, Weapon};
use engine::table::Step;

/// Own aircraft that a sector holds (WST-stack-1).
const PLANES: usize = 4;
/// Dice of a rocket attack, and of a Kamikaze (WST-sa-150, WST-sa-111).
const ROCKETS: u8 = 5;
const KAMIKAZE: u8 = 10;
/// How far a fighter on patrol shifts, and how far its director sees (WST-sa-31, WST-sa-79).
const SHIFT: u8 = 2;
const DIRECTOR: u8 = 3;

/// The role in which an aircraft is placed (WST-sa-81, WST-sa-128).
pub fn role(field: &Field<'_>, id: Id) -> Kind {
    let unit = field.unit(id);
    let mission = unit.wings.as_ref().map_or(1, |it| it.missions.saturating_add(1));
    let bomber = field.plan(unit.end).air(mission).multirole == Multirole::Bomber;
    let either = unit.has(Ability::FighterBomber) || unit.has(Ability::MissionSelectionDiveBomberFighter);
    match unit.kind {
        _ if either => {
            if bomber {
                Kind::DiveBomber
            } else {
                Kind::Fighter
            }
        }
        _ if unit.has(Ability::MissionSelectionDiveBomberTorpedoBomber) => Kind::TorpedoBomber,
        kind => kind,
    }
}

/// Attacks that an aircraft may make in place of its plain one, at each target: other payloads (WST-sa-7,
/// WST-sa-11, WST-sa-96, WST-sa-111).
pub fn instead(field: &Field<'_>, id: Id, weapon: Weapon, made: &[Attack]) -> Vec<Attack> {
    let unit = field.unit(id);
    let strikes = matches!(unit.task(), Some(Task::Strike | Task::Cover | Task::Strafe));
    if weapon == Weapon::Aa || !made.is_empty() || !strikes || unit.is_aborted() {
        return Vec::new();
    }
    let line = |weapon: Weapon| field.card(id).line(weapon)[0];
    let payloads = [
        (Ability::AlternatePayload5, Weapon::Bomb, 5, 0),
        (Ability::AlternatePayload6, Weapon::Bomb, 6, 0),
        (Ability::AlternatePayload7, Weapon::Bomb, 7, 0),
        (Ability::KamikazeAttack, Weapon::Bomb, KAMIKAZE, 0),
        (Ability::AntishipMissile, Weapon::Bomb, line(Weapon::Bomb), 1),
        (Ability::HeavyStrafer, Weapon::Gunnery, line(Weapon::Gunnery), 1),
    ];
    let mut found = Vec::new();
    for (ability, weapon, dice, range) in payloads {
        if !unit.has(ability) || dice == 0 {
            continue;
        }
        let without = plain_worth(field, id);
        let attacks = field.ships(unit.end.other()).filter_map(|(at, _)| {
            let attack = Attack { by: id, weapon, at, range, through: Some(ability), dice: Some(dice) };
            let fits = field.range(id, at) == Some(range) && attack::strength(field, &attack).is_some();
            fits.then_some(attack)
        });
        found.extend(attacks.filter(|attack| choice::makes(field, ability, attack, without)));
    }
    found
}

/// The best worth of the plain attacks of an aircraft in its sector.
fn plain_worth(field: &Field<'_>, id: Id) -> u64 {
    let unit = field.unit(id);
    let Some(at) = unit.at else { return 0 };
    let weapons = [Weapon::Bomb, Weapon::Torpedo].into_iter().filter(|it| field.card(id).carries(*it));
    let on = |weapon| {
        let here = field.in_sector(unit.end.other(), at);
        here.map(move |(target, _)| attack::worth(field, &Attack::plain(id, weapon, target, 0))).max()
    };
    weapons.filter_map(on).max().unwrap_or(0)
}

/// WST-sa-150: rockets, once, at the ship in the sector that they hurt most.
///
/// # Halts
/// As the dice.
pub fn rockets(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    if !choice::brought(field, end, Ability::RocketAttack) {
        return Ok(());
    }
    let able = |(id, unit): &(Id, &Unit)| {
        unit.has(Ability::RocketAttack)
            && !unit.is_aborted()
            && choice::wants(field, *id, Ability::RocketAttack)
    };
    let owners: Vec<Id> = field.flying(end).filter(able).map(|(id, _)| id).collect();
    for by in owners {
        let field = &battle.field;
        let (through, weapon) = (Some(Ability::RocketAttack), Weapon::Gunnery);
        let attacks = field
            .ships(end.other())
            .filter(|(at, _)| field.range(by, *at) == Some(0))
            .map(|(at, _)| Attack { by, weapon, at, range: 0, through, dice: Some(ROCKETS) });
        let fits = |it: &Attack| choice::makes(field, Ability::RocketAttack, it, 0);
        let Some(attack) = best(field, attacks.filter(fits)) else { continue };
        battle.spend(by, Ability::RocketAttack);
        battle.attack(&attack)?;
    }
    Ok(())
}

/// The attack of most worth; the first of several.
fn best(field: &Field<'_>, attacks: impl Iterator<Item = Attack>) -> Option<Attack> {
    let mut best: Option<(u64, Attack)> = None;
    for attack in attacks {
        let worth = attack::worth(field, &attack);
        if worth > 0 && best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, attack));
        }
    }
    best.map(|(_, attack)| attack)
}

/// After an antiair attack: who goes on though aborted, and who is led to another target.
///
/// # Halts
/// As the dice.
pub fn after_antiair(battle: &mut Battle<'_>, attack: &Attack, hit: &Hit) -> Step<()> {
    if attack.weapon != Weapon::Aa {
        return Ok(());
    }
    if hit.effect == Effect::Abort {
        go_on(battle, attack)?;
    }
    if matches!(hit.effect, Effect::Abort | Effect::Vital) && attack.through.is_none() {
        direct(battle, attack.by)?;
    }
    Ok(())
}

/// WST-sa-51, WST-sa-137: after an abort by a ship a die: 1 destroys it, from 4 on it attacks all the same.
/// With Aircraft Damage see [`hit_once`].
fn go_on(battle: &mut Battle<'_>, attack: &Attack) -> Step<()> {
    let field = &battle.field;
    let at = field.unit(attack.at);
    let own = [Ability::DeterminedAttack, Ability::PressTheAttack];
    let Some(ability) = own.into_iter().find(|it| at.has(*it) && could_press(field, attack.at, *it)) else {
        return Ok(());
    };
    let by_ship = field.unit(attack.by).kind.is_ship();
    if !by_ship || field.dossier.rules.aircraft_damage || !choice::wants(field, attack.at, ability) {
        return Ok(());
    }
    let die = battle.roll_for(attack.at, ability, Some(attack.by))?;
    battle.spoke(attack.at, ability, Some(attack.by), Some(die), die >= 4);
    if die == 1 {
        battle.field.unit_mut(attack.at).doomed = true;
    } else if die >= 4 {
        if let Some(wings) = &mut battle.field.unit_mut(attack.at).wings {
            wings.aborts = 0;
        }
        battle.field.marks.pressed.push((attack.at, ability));
    }
    Ok(())
}

/// Whether an aircraft has anything to press on for: with Press the Attack it can only bomb (WST-sa-137). In
/// edition 1 hunters and fighters went on as well.
fn could_press(field: &Field<'_>, id: Id, ability: Ability) -> bool {
    let bombs = matches!(field.unit(id).task(), Some(Task::Strike | Task::Cover));
    ability != Ability::PressTheAttack || bombs || field.cards.effects.first_edition
}

/// WSC-16-4, WSC-16-11: with Aircraft Damage an aircraft that was hit only once attacks all the same.
pub fn hit_once(battle: &mut Battle<'_>) {
    if !battle.field.dossier.rules.aircraft_damage {
        return;
    }
    for id in battle.ids() {
        let unit = battle.field.unit(id);
        let own = [Ability::DeterminedAttack, Ability::PressTheAttack];
        let presses = |it: &Ability| unit.has(*it) && could_press(&battle.field, id, *it);
        let Some(ability) = own.into_iter().find(presses) else { continue };
        let once = unit.wings.as_ref().is_some_and(|it| it.aborts == 1 && !it.lost_its_way);
        if once && !unit.doomed && unit.left_now() > 0 && choice::wants(&battle.field, id, ability) {
            if let Some(wings) = &mut battle.field.unit_mut(id).wings {
                wings.aborts = 0;
            }
            battle.field.marks.pressed.push((id, ability));
            battle.spoke(id, ability, None, None, true);
        }
    }
}

/// WST-sa-79, WST-sa-80: a fighter that drove off or shot down an aircraft is led to another, one sector
/// away.
fn direct(battle: &mut Battle<'_>, fighter: Id) -> Step<()> {
    let field = &battle.field;
    let unit = field.unit(fighter);
    let leaders = [Ability::FighterUmbrella, Ability::FighterDirector];
    if !leaders.into_iter().any(|it| choice::brought(field, unit.end, it)) {
        return Ok(());
    }
    let Some(from) = unit.at.filter(|_| unit.kind == Kind::Fighter) else { return Ok(()) };
    let end = unit.end;
    let leads = |(id, leader): &(Id, &Unit)| {
        let near = field.range(*id, fighter).is_some_and(|range| range <= DIRECTOR);
        let unused = |ability| {
            leader.has(ability) && !field.marks.has_used(*id, ability) && choice::wants(field, *id, ability)
        };
        unused(Ability::FighterUmbrella) || near && unused(Ability::FighterDirector)
    };
    let Some((leader, its)) = field.ships(end).find(leads) else { return Ok(()) };
    let ability = match its.has(Ability::FighterUmbrella) {
        true => Ability::FighterUmbrella,
        false => Ability::FighterDirector,
    };
    let mut most: Option<(u64, Attack, Sector)> = None;
    for to in field.grid.neighbours(from).filter(|to| has_room(field, end, *to)) {
        let mut there = field.clone();
        there.unit_mut(fighter).at = Some(to);
        for (at, _) in field.in_sector(end.other(), to).filter(|(_, it)| it.kind.is_aircraft()) {
            let through = Some(ability);
            let attack = Attack { by: fighter, weapon: Weapon::Aa, at, range: 0, through, dice: None };
            let worth = attack::worth(&there, &attack);
            if worth > 0 && most.is_none_or(|(best, _, _)| worth > best) {
                most = Some((worth, attack, to));
            }
        }
    }
    let Some((_, attack, to)) = most else { return Ok(()) };
    battle.field.marks.once_a_turn.push((leader, ability));
    battle.spoke(leader, ability, Some(fighter), None, true);
    battle.field.unit_mut(fighter).at = Some(to);
    battle.note(|| Entry::Moved { unit: fighter, from, to });
    battle.attack(&attack)?;
    Ok(())
}

/// Whether one more own aircraft fits into a sector.
fn has_room(field: &Field<'_>, end: End, at: Sector) -> bool {
    field.in_sector(end, at).filter(|(_, unit)| unit.kind.is_aircraft()).count() < PLANES
}

/// At the end of Air Mission: patrols shift, pickets lead, decoys draw, bombers divide.
///
/// # Halts
/// As the dice.
pub fn mission_ends(battle: &mut Battle<'_>, end: End) -> Step<()> {
    patrols_shift(battle, end);
    picket_leads(battle, end);
    decoys(battle, end)?;
    let field = &battle.field;
    if !choice::brought(field, end, Ability::DivideTheDefense) {
        return Ok(());
    }
    let divides = |(id, unit): &(Id, &Unit)| {
        let bombs = unit.task() == Some(Task::Strike) && !unit.is_aborted();
        bombs && unit.has(Ability::DivideTheDefense) && choice::wants(field, *id, Ability::DivideTheDefense)
    };
    let dividing: Vec<Id> = field.flying(end).filter(divides).map(|(id, _)| id).collect();
    for id in dividing {
        battle.field.marks.dividing.push(id);
        battle.spend(id, Ability::DivideTheDefense);
        battle.spoke(id, Ability::DivideTheDefense, None, None, true);
    }
    Ok(())
}

/// The enemy aircraft in a sector, by what they cost together.
fn prey(field: &Field<'_>, end: End, at: Sector) -> u32 {
    let planes = field.in_sector(end.other(), at).filter(|(_, unit)| unit.kind.is_aircraft());
    planes.map(|(_, unit)| u32::from(unit.cost)).sum()
}

/// The sector to which a fighter goes, among those that `counts` allows: most prey, then own order.
fn hunting_ground(field: &Field<'_>, end: End, counts: impl Fn(Sector) -> bool) -> Option<Sector> {
    let mut best: Option<(u32, Sector)> = None;
    for at in field.grid.in_order(end).filter(|at| counts(*at)) {
        let prey = prey(field, end, at);
        if prey > 0 && has_room(field, end, at) && best.is_none_or(|(most, _)| prey > most) {
            best = Some((prey, at));
        }
    }
    best.map(|(_, at)| at)
}

/// WST-sa-31, WSC-16-3: from over a carrier, or with Territory an airbase, to enemy aircraft up to two
/// sectors away.
fn patrols_shift(battle: &mut Battle<'_>, end: End) {
    let field = &battle.field;
    if !choice::brought(field, end, Ability::CombatAirPatrol) {
        return;
    }
    let base = |unit: &Unit| {
        unit.kind == Kind::Carrier || field.dossier.rules.territory && unit.kind == Kind::Airbase
    };
    let idle: Vec<(Id, Sector)> = field
        .flying(end)
        .filter(|(id, unit)| {
            let patrols = unit.task() == Some(Task::Patrol) && !unit.is_aborted();
            patrols && choice::wants(field, *id, Ability::CombatAirPatrol)
        })
        .filter_map(|(id, unit)| Some((id, unit.at?)))
        .filter(|(_, at)| field.in_sector(end, *at).any(|(_, unit)| base(unit)) && prey(field, end, *at) == 0)
        .collect();
    for (id, from) in idle {
        let near = |at: Sector| from.range(at) <= SHIFT;
        if let Some(to) = hunting_ground(&battle.field, end, near) {
            shift(battle, id, from, to);
            battle.spoke(id, Ability::CombatAirPatrol, None, None, true);
        }
    }
}

/// WST-sa-141: one fighter without an enemy aircraft in its sector goes to one.
fn picket_leads(battle: &mut Battle<'_>, end: End) {
    let field = &battle.field;
    let Some((picket, _)) = choice::willing(field, end, Ability::RadarPicket).next() else { return };
    let idle = |unit: &Unit| {
        let flies = when::role_of(unit) == Kind::Fighter && unit.task() == Some(Task::Patrol);
        flies && !unit.is_aborted() && unit.at.is_some_and(|at| prey(field, end, at) == 0)
    };
    let fighter = field.flying(end).find(|(_, unit)| idle(unit)).and_then(|(id, unit)| Some((id, unit.at?)));
    let Some(((id, from), to)) = fighter.zip(hunting_ground(field, end, |_| true)) else { return };
    shift(battle, id, from, to);
    battle.spend(picket, Ability::RadarPicket);
    battle.spoke(picket, Ability::RadarPicket, Some(id), None, true);
}

/// Puts an aircraft into another sector.
fn shift(battle: &mut Battle<'_>, id: Id, from: Sector, to: Sector) {
    let unit = battle.field.unit_mut(id);
    unit.at = Some(to);
    if let Some((at, _)) = unit.wings.as_mut().and_then(|it| it.last.as_mut()) {
        *at = to;
    }
    battle.note(|| Entry::Moved { unit: id, from, to });
}

/// WST-sa-54: from 4 on the enemy fighters in its sector must attack it.
fn decoys(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    if !choice::brought(field, end, Ability::DrawTheCap) {
        return Ok(());
    }
    let fighter_here =
        |at: Sector| field.in_sector(end.other(), at).any(|(_, unit)| unit.kind == Kind::Fighter);
    let able = |(id, unit): &(Id, &Unit)| {
        let here = unit.at.is_some_and(fighter_here);
        here && !unit.is_aborted() && choice::wants(field, *id, Ability::DrawTheCap)
    };
    let owners: Vec<Id> = field.flying(end).filter(able).map(|(id, _)| id).collect();
    for id in owners {
        let die = battle.roll_for(id, Ability::DrawTheCap, None)?;
        battle.spoke(id, Ability::DrawTheCap, None, Some(die), die >= 4);
        if die >= 4 {
            battle.field.marks.decoys.push(id);
        }
    }
    Ok(())
}

/// WSC-16-1: with Territory one fighter of the carrier over an enemy airbase attacks an aircraft that is
/// landed there.
///
/// # Halts
/// As the dice.
pub fn airfield_strike(battle: &mut Battle<'_>, end: End) -> Step<()> {
    if !battle.field.dossier.rules.territory {
        return Ok(());
    }
    let field = &battle.field;
    let decks: Vec<Id> = field
        .ships(end)
        .filter(|(id, unit)| {
            unit.has(Ability::AirfieldStrike)
                && choice::order(field, *id, Ability::AirfieldStrike) != Some(Use::Never)
        })
        .map(|(id, _)| id)
        .collect();
    for deck in decks {
        let field = &battle.field;
        let idle = |(id, unit): &(Id, &Unit)| {
            let fired = field.marks.shots.iter().any(|shot| shot.by == *id);
            when::role_of(unit) == Kind::Fighter
                && when::is_of(field, *id, deck)
                && !fired
                && !unit.is_aborted()
        };
        let over = field.flying(end).filter(idle).find_map(|(id, unit)| {
            let at = unit.at?;
            let base = field.in_sector(end.other(), at).find(|(_, it)| it.kind == Kind::Airbase)?;
            Some((id, at, base.0))
        });
        let Some((by, at, base)) = over else { continue };
        let landed = field.side(end.other()).find(|(_, unit)| {
            let home = unit.wings.as_ref().is_some_and(|it| it.home == Home::Land(base) && it.task.is_none());
            unit.is_there() && home && unit.at.is_none()
        });
        let Some((target, _)) = landed else { continue };
        battle.field.unit_mut(target).at = Some(at);
        let attack = Attack {
            by,
            weapon: Weapon::Aa,
            at: target,
            range: 0,
            through: Some(Ability::AirfieldStrike),
            dice: None,
        };
        battle.attack(&attack)?;
        let unit = battle.field.unit_mut(target);
        unit.at = None;
        if let Some(wings) = &mut unit.wings {
            wings.aborts = 0;
        }
    }
    Ok(())
}

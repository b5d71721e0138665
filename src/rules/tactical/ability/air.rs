//! What abilities of aircraft and of those who lead them share.

use super::super::Battle;
use super::super::attack::{self, Attack};
use super::super::field::Field;
use super::super::log::{Entry, Id, Task};
use super::super::map::{End, Sector};
use super::super::plan::Multirole;
use super::choice;
use super::volleys::Payload;
use crate::abilities::table;
use crate::cards::{Kind, Weapon};

/// Own aircraft that a sector holds (WST-stack-1).
const PLANES: usize = 4;

/// The role of an aircraft that is a fighter or a dive bomber, as the plan says (WST-sa-81, WST-sa-128).
pub fn fighter_or_bomber(field: &Field<'_>, id: Id) -> Kind {
    let unit = field.unit(id);
    let mission = unit.wings.as_ref().map_or(1, |it| it.missions.saturating_add(1));
    match field.plan(unit.end).air(mission).multirole {
        Multirole::Bomber => Kind::DiveBomber,
        _ => Kind::Fighter,
    }
}

/// Attacks that an aircraft may make in place of its plain one, at each target: other payloads.
pub fn instead(field: &Field<'_>, id: Id, weapon: Weapon, made: &[Attack]) -> Vec<Attack> {
    let unit = field.unit(id);
    let strikes = matches!(unit.task(), Some(Task::Strike | Task::Cover | Task::Strafe));
    if weapon == Weapon::Aa || !made.is_empty() || !strikes || unit.is_aborted() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for Payload { by, weapon, dice, range } in table().instead.of(unit.abilities) {
        let dice = dice(field, id);
        if !unit.has(by) || dice == 0 {
            continue;
        }
        let without = plain_worth(field, id);
        let attacks = field.ships(unit.end.other()).filter_map(|(at, _)| {
            let attack = Attack { by: id, weapon, at, range, through: Some(by), dice: Some(dice) };
            let fits = field.range(id, at) == Some(range) && attack::strength(field, &attack).is_some();
            fits.then_some(attack)
        });
        found.extend(attacks.filter(|attack| choice::makes(field, by, attack, without)));
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

/// Whether one more own aircraft fits into a sector.
pub fn has_room(field: &Field<'_>, end: End, at: Sector) -> bool {
    field.in_sector(end, at).filter(|(_, unit)| unit.kind.is_aircraft()).count() < PLANES
}

/// The enemy aircraft in a sector, by what they cost together.
pub fn prey(field: &Field<'_>, end: End, at: Sector) -> u32 {
    let planes = field.in_sector(end.other(), at).filter(|(_, unit)| unit.kind.is_aircraft());
    planes.map(|(_, unit)| u32::from(unit.cost)).sum()
}

/// The sector to which a fighter goes, among those that `counts` allows: most prey, then own order.
pub fn hunting_ground(field: &Field<'_>, end: End, counts: impl Fn(Sector) -> bool) -> Option<Sector> {
    let mut best: Option<(u32, Sector)> = None;
    for at in field.grid.in_order(end).filter(|at| counts(*at)) {
        let prey = prey(field, end, at);
        if prey > 0 && has_room(field, end, at) && best.is_none_or(|(most, _)| prey > most) {
            best = Some((prey, at));
        }
    }
    best.map(|(_, at)| at)
}

/// Puts an aircraft into another sector.
pub fn shift(battle: &mut Battle<'_>, id: Id, from: Sector, to: Sector) {
    let unit = battle.field.unit_mut(id);
    unit.at = Some(to);
    if let Some((at, _)) = unit.wings.as_mut().and_then(|it| it.last.as_mut()) {
        *at = to;
    }
    battle.note(|| Entry::Moved { unit: id, from, to });
}

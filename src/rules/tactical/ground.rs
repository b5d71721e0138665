//! Land bases and ground units in battle (battle plans 7; WST-gnd, WSC-17).

use super::Battle;
use super::attack::Attack;
use super::field::{Being, Field, Unit};
use super::homecoming::based;
use super::log::{Cause, Entry, Id};
use super::map::{End, Sector};
use super::plan::Targeting;
use super::target::choose;
use crate::cards::{Kind, Weapon};
use engine::table::Step;

/// Ground units of a side in an island space (WSC-17-1).
const MOST_GROUND: usize = 4;

/// Remembers what attacked ground units this turn (WSC-17-4).
pub(super) fn remember(field: &mut Field<'_>, attack: &Attack) {
    let turn = field.turn;
    let by = field.unit(attack.by).kind;
    let at = field.unit_mut(attack.at);
    if at.kind.is_ground() && by.is_aircraft() {
        at.bombed_on = turn;
    }
    if at.kind.is_ground() && by.is_ship() {
        at.shelled_on = turn;
    }
}

/// Aircraft that a damaged airfield supports no more, the last of the roster first; those out on a mission
/// are not there (WSC-17-12).
///
/// # Halts
/// As the dice.
pub(super) fn crowd_out(battle: &mut Battle<'_>, base: Id) -> Step<()> {
    let field = &battle.field;
    let its = field.unit(base);
    if its.kind != Kind::Airbase {
        return Ok(());
    }
    let room = if its.being == Being::Destroyed { 0 } else { usize::from(its.left()) };
    let landed: Vec<Id> = based(field, base).filter(|id| field.unit(*id).at.is_none()).collect();
    for id in landed.into_iter().skip(room) {
        battle.destroy(id, Cause::Airfield)?;
    }
    Ok(())
}

/// The sea sectors next to the island of the sector, where troops go ashore.
pub(super) fn shore(field: &Field<'_>) -> Vec<Sector> {
    let spaces = field.dossier.territory.iter().flat_map(|it| &it.spaces);
    let next = spaces.flat_map(|space| field.grid.neighbours(*space));
    let mut shore: Vec<Sector> = next.filter(|at| !field.islands.has(*at)).collect();
    shore.sort_unstable();
    shore.dedup();
    shore
}

/// The island spaces next to a sector.
fn spaces_by(field: &Field<'_>, at: Sector) -> Vec<Sector> {
    let spaces = field.dossier.territory.iter().flat_map(|it| &it.spaces);
    spaces.copied().filter(|space| space.range(at) <= 1).collect()
}

/// Ground units of a side in a space.
fn ground_in<'f>(field: &'f Field<'_>, end: End, at: Sector) -> impl Iterator<Item = (Id, &'f Unit)> {
    field.in_sector(end, at).filter(|(_, unit)| unit.kind.is_ground())
}

/// Ground units move one space toward the nearest enemy ground unit, else land base (WST-gnd-1).
pub(super) fn walk(battle: &mut Battle<'_>, end: End) {
    let Some(territory) = &battle.field.dossier.territory else { return };
    let walking: Vec<Id> = battle.acting(end, |unit| unit.kind.is_ground());
    for id in walking {
        let field = &battle.field;
        let Some(from) = field.unit(id).at else { continue };
        let nearest = |fits: &dyn Fn(&Unit) -> bool| {
            let foes = field.on_map(end.other()).filter(|(_, unit)| fits(unit));
            foes.flat_map(|(_, unit)| [unit.at, unit.also_at]).flatten().min_by_key(|at| at.range(from))
        };
        let goal =
            nearest(&|unit| unit.kind.is_ground()).or_else(|| nearest(&|unit| unit.kind.is_land_base()));
        let Some(goal) = goal else { continue };
        let steps = territory.spaces.iter().copied().filter(|space| {
            let room = *space == from || ground_in(field, end, *space).count() < MOST_GROUND;
            space.range(from) <= 1 && room
        });
        let to = steps.min_by_key(|space| (space.range(goal), field.grid.own_order(end, *space)));
        if let Some(to) = to.filter(|to| to.range(goal) < from.range(goal)) {
            battle.field.unit_mut(id).at = Some(to);
            battle.note(|| Entry::Moved { unit: id, from, to });
        }
    }
}

/// After Surface Attack carriers of troops next to the island put ashore all they may, each in the space next
/// to them with fewest enemy ground units (WSC-16-7).
pub(super) fn land(battle: &mut Battle<'_>) {
    if !battle.field.dossier.rules.ground_combat {
        return;
    }
    for end in battle.field.in_turn() {
        let aboard: Vec<Id> =
            battle.field.side(end).filter(|(_, unit)| is_aboard(unit)).map(|(id, _)| id).collect();
        for id in aboard {
            let field = &battle.field;
            let ship = field.unit(id).aboard.map(|ship| field.unit(ship));
            let Some(at) =
                ship.filter(|ship| ship.is_there() && ship.kind.is_ship()).and_then(|ship| ship.at)
            else {
                continue;
            };
            let open = spaces_by(field, at).into_iter();
            let open = open.filter(|space| ground_in(field, end, *space).count() < MOST_GROUND);
            let key = |space: &Sector| {
                (ground_in(field, end.other(), *space).count(), field.grid.own_order(end, *space))
            };
            let Some(space) = open.min_by_key(key) else { continue };
            let unit = battle.field.unit_mut(id);
            (unit.at, unit.being) = (Some(space), Being::There);
            battle.note(|| Entry::Ashore { unit: id, at: space });
        }
    }
}

/// Whether a ground unit is aboard a ship or boat.
fn is_aboard(unit: &Unit) -> bool {
    unit.kind.is_ground() && unit.aboard.is_some() && unit.being == Being::Coming
}

/// After Submarine Attack commandos aboard a boat next to the island attack a neighbouring ground unit or
/// land base once each turn; they stay aboard (WSC-16-12).
///
/// # Halts
/// As the dice.
pub(super) fn raid(battle: &mut Battle<'_>) -> Step<()> {
    if !battle.field.dossier.rules.ground_combat {
        return Ok(());
    }
    for end in battle.field.in_turn() {
        let raids = |unit: &Unit| is_aboard(unit) && unit.kind == Kind::Commando;
        let aboard: Vec<Id> =
            battle.field.side(end).filter(|(_, unit)| raids(unit)).map(|(id, _)| id).collect();
        for id in aboard {
            let field = &battle.field;
            let boat = field.unit(id).aboard.map(|boat| field.unit(boat));
            let boat = boat.filter(|boat| boat.is_there() && boat.kind == Kind::Submarine);
            let Some(at) = boat.and_then(|boat| boat.at) else { continue };
            let spaces = spaces_by(field, at);
            let near =
                |unit: &Unit| [unit.at, unit.also_at].into_iter().flatten().any(|at| spaces.contains(&at));
            let targets = field.on_map(end.other()).filter(|(_, unit)| near(unit));
            let targets: Vec<Attack> = targets
                .filter(|(_, unit)| unit.kind.is_ground() || unit.kind.is_land_base())
                .map(|(target, _)| Attack::plain(id, Weapon::Main, target, 0))
                .collect();
            if let Some(attack) = choose(field, Targeting::Main, targets.into_iter()) {
                battle.attack(&attack)?;
            }
        }
    }
    Ok(())
}

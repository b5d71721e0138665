//! Whether the conditions of the table hold (`effects::condition`).

use super::super::attack::Attack;
use super::super::field::{Field, Home, Unit};
use super::super::log::{Id, Task};
use super::super::map::Sector;
use crate::cards::{Ability, Kind, Weapon};
use crate::effects::condition::Condition;

/// Whether all conditions of an ability of `owner` hold for an attack.
pub fn all(
    field: &Field<'_>,
    attack: &Attack,
    (owner, ability): (Id, Ability),
    conditions: &[Condition],
) -> bool {
    conditions.iter().all(|condition| holds(field, attack, (owner, ability), *condition))
}

fn holds(field: &Field<'_>, attack: &Attack, (owner, ability): (Id, Ability), condition: Condition) -> bool {
    let (by, at, marks) = (field.unit(attack.by), field.unit(attack.at), &field.marks);
    let record = marks.record(attack.by);
    let here = |counts: &dyn Fn(&Unit) -> bool| is_here(field, attack.by, counts);
    match condition {
        Condition::OwnerHuntedTarget => hunted(field, attack.at, |by| by == owner),
        Condition::OwnerPlanesHuntedTarget => hunted(field, attack.at, |by| is_of(field, by, owner)),
        Condition::OwnerShelledTarget => {
            // With whatever it attacked (WSC-16-14).
            let shelled = |shot: &super::marks::Shot| (shot.by, shot.at) == (owner, attack.at);
            field.dossier.rules.ground_combat && marks.shots.iter().any(shelled)
        }
        Condition::OwnerEscorts => escorts(field.unit(owner)),
        Condition::AttackerAlone => !here(&|unit| unit.kind.is_ship()),
        Condition::TargetByIsland => at.at.is_some_and(|at| is_by_island(field, at)),
        Condition::TargetInIsland => at.at.is_some_and(|at| field.islands.has(at)),
        Condition::NightInOpen => field.night && !at.at.is_some_and(|at| field.islands.has(at)),
        Condition::FighterAttacked => {
            let fought = |by: Id, weapon| weapon == Weapon::Aa && field.unit(by).kind == Kind::Fighter;
            let before = marks.shots.iter().any(|shot| shot.at == attack.at && fought(shot.by, shot.weapon));
            before || fought(attack.by, attack.weapon)
        }
        Condition::TargetShotAt => marks.shots.iter().any(|shot| {
            let other = shot.by != attack.by && field.unit(shot.by).kind.is_ship();
            shot.at == attack.at && shot.weapon.is_gun() && other && field.unit(shot.by).end == by.end
        }),
        Condition::TargetDamaged => at.damage > 0,
        Condition::TargetWeakAa => field.card(attack.at).line(Weapon::Aa)[0] <= 6,
        Condition::TargetLayStill => !at.moved,
        Condition::TargetBombs => {
            at.kind == Kind::Fighter && at.wings.as_ref().is_some_and(|it| it.role.is_bomber())
        }
        Condition::TargetTookRisk => marks.has(attack.at, super::marks::Lasting::Risk, field.turn),
        Condition::DiveBomberHere => here(&|unit| role_of(unit) == Kind::DiveBomber),
        Condition::CarrierHere => here(&|unit| unit.kind == Kind::Carrier),
        Condition::DestroyerHere => here(&|unit| unit.kind == Kind::Destroyer),
        Condition::CrippleHere => is_cripple_here(field, attack.by),
        Condition::NoEnemyFighterHere => {
            let fighter = |unit: &Unit| unit.kind == Kind::Fighter;
            !by.at.is_some_and(|at| field.in_sector(by.end.other(), at).any(|(_, unit)| fighter(unit)))
        }
        Condition::FirstTurn => field.turn == 1,
        Condition::Night => field.night,
        Condition::Undamaged => field.unit(owner).damage == 0,
        Condition::FirstMain => !record.main,
        Condition::FirstGunnery => !record.guns,
        Condition::FirstShot => !record.guns && !record.torpedo,
        Condition::TorpedoBlood => record.torpedo_blood,
        Condition::AswBlood => record.asw_blood,
        Condition::Straddled => marks.straddled.contains(&(attack.by, attack.at)),
        Condition::WonInitiative => field.unit(owner).end == field.second(),
        Condition::RolledTen => field.initiative[field.unit(owner).end as usize] >= 10,
        Condition::AnotherOfUs => {
            let other = |(id, unit): (Id, &Unit)| id != owner && unit.is_there() && unit.has(ability);
            field.side(field.unit(owner).end).any(other)
        }
        Condition::Territory => field.dossier.rules.territory,
    }
}

/// Whether a fighter protects the bombers of its sector: placed, not strafing, and not lost at night
/// (WST-air-4, WST-seq-4).
pub fn escorts(unit: &Unit) -> bool {
    unit.wings.as_ref().is_some_and(|it| it.task.is_some_and(|task| task != Task::Strafe) && !it.lost_its_way)
        && role_of(unit) == Kind::Fighter
}

/// The role in which a unit is placed: of aircraft the chosen one, of others their kind.
pub fn role_of(unit: &Unit) -> Kind {
    unit.wings.as_ref().map_or(unit.kind, |it| it.role)
}

/// Whether a sector is next to an island.
pub fn is_by_island(field: &Field<'_>, at: Sector) -> bool {
    field.grid.neighbours(at).any(|next| field.islands.has(next))
}

/// Whether an aircraft is at home on a deck.
pub fn is_of(field: &Field<'_>, plane: Id, deck: Id) -> bool {
    field.unit(plane).wings.as_ref().is_some_and(|it| it.home == Home::Deck(deck))
}

/// Whether another unit of the side that counts is in the sector of a unit.
fn is_here(field: &Field<'_>, of: Id, counts: &dyn Fn(&Unit) -> bool) -> bool {
    let unit = field.unit(of);
    let other = |(id, it): (Id, &Unit)| id != of && counts(it);
    unit.at.is_some_and(|at| field.in_sector(unit.end, at).any(other))
}

fn is_cripple_here(field: &Field<'_>, of: Id) -> bool {
    let unit = field.unit(of);
    let cripple = |(id, it): (Id, &Unit)| id != of && it.kind.is_ship() && field.is_crippled(id);
    unit.at.is_some_and(|at| field.in_sector(unit.end, at).any(cripple))
}

/// Whether aircraft that count have attacked a submarine this turn.
fn hunted(field: &Field<'_>, boat: Id, counts: impl Fn(Id) -> bool) -> bool {
    let hunt = |shot: &super::marks::Shot| {
        shot.at == boat
            && shot.weapon == Weapon::Asw
            && field.unit(shot.by).kind.is_aircraft()
            && counts(shot.by)
    };
    field.marks.shots.iter().any(hunt)
}

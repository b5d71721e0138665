//! Which aircraft use which decks, and what happens to them there.

use super::super::Battle;
use super::super::field::{Being, Field, Home};
use super::super::log::{Entry, Id};
use super::super::map::End;
use super::choice;
use super::when;
use crate::cards::{Ability, Kind};
use engine::table::Step;

/// Whether an aircraft may land on a deck (WST-ret-4).
pub fn lands_on(field: &Field<'_>, plane: Id, base: Id) -> bool {
    let deck = field.card(base);
    if deck.kind.is_land_base() {
        return true;
    }
    let guest =
        field.marks.detachments.iter().any(|(tender, squadron)| (*tender, *squadron) == (base, plane));
    let own = field.unit(plane).wings.as_ref().is_some_and(|it| it.first_home == Home::Deck(base));
    guest || own || may_base(field, plane, base)
}

/// Whether a deck takes an aircraft by what both are.
fn may_base(field: &Field<'_>, plane: Id, base: Id) -> bool {
    let (its, decks) = (&field.unit(plane).abilities, &field.unit(base).abilities);
    field.cards.effects.may_base_with((field.card(plane), its), (field.card(base), decks))
}

/// The rearm markers of an aircraft that has come home.
pub fn markers(field: &Field<'_>, plane: Id, markers: u8) -> u8 {
    let unit = field.unit(plane);
    // WST-sa-156: from a coast or island on its half it flies again at once.
    if unit.has(Ability::SeaBasing) && has_coast(field, unit.end) {
        return 0;
    }
    if field.marks.same_mission.contains(&plane) { 0 } else { markers }
}

/// Whether a side has an island on its half of the map.
fn has_coast(field: &Field<'_>, end: End) -> bool {
    let half = field.grid.columns / 2;
    field.islands.iter().any(|at| field.grid.depth(end, at) < half)
}

/// WST-sa-136: of two aircraft that return to it one gets a rearm marker: the last in roster order.
pub fn poor_facilities(battle: &mut Battle<'_>, end: End) {
    let field = &battle.field;
    if !choice::brought(field, end, Ability::PoorFacilities) {
        return;
    }
    let decks: Vec<Id> = field
        .side(end)
        .filter(|(_, unit)| unit.is_there() && unit.has(Ability::PoorFacilities))
        .map(|(id, _)| id)
        .collect();
    for deck in decks {
        let field = &battle.field;
        let flew = |id: Id| field.marks.flew.contains(&id);
        let home: Vec<Id> = field
            .side(end)
            .filter(|(id, unit)| unit.is_there() && when::is_of(field, *id, deck) && flew(*id))
            .map(|(id, _)| id)
            .collect();
        if let [_, .., last] = home[..]
            && let Some(wings) = &mut battle.field.unit_mut(last).wings
        {
            wings.markers = wings.markers.saturating_add(1);
            battle.spoke(deck, Ability::PoorFacilities, Some(last), None, true);
        }
    }
}

/// WST-sa-148: one fighter, dive or torpedo bomber that is lost may return.
///
/// # Halts
/// As the dice.
pub fn replenish(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let owners: Vec<Id> = choice::willing(field, end, Ability::ReplenishAircraft).map(|(id, _)| id).collect();
    for owner in owners {
        let field = &battle.field;
        let lost = field.side(end).find(|(id, unit)| {
            unit.being == Being::Destroyed
                && matches!(unit.kind, Kind::Fighter | Kind::DiveBomber | Kind::TorpedoBomber)
                && !field.cards.is_squadron(unit.card)
                && may_base(field, *id, owner)
        });
        let based = |id: Id| when::is_of(field, id, owner) && field.unit(id).is_there();
        let room =
            field.side(end).filter(|(id, _)| based(*id)).count() < usize::from(field.card(owner).capacity);
        let Some((lost, _)) = lost.filter(|_| room) else { continue };
        let die = battle.roll_for(owner, Ability::ReplenishAircraft, Some(lost))?;
        battle.spend(owner, Ability::ReplenishAircraft);
        battle.spoke(owner, Ability::ReplenishAircraft, Some(lost), Some(die), die >= 4);
        if die >= 4 {
            let unit = battle.field.unit_mut(lost);
            (unit.being, unit.damage, unit.at, unit.doomed) = (Being::There, 0, None, false);
            if let Some(wings) = &mut unit.wings {
                (wings.home, wings.task, wings.aborts, wings.markers) = (Home::Deck(owner), None, 0, 0);
            }
            battle.note(|| Entry::Landed { unit: lost, markers: 0 });
        }
    }
    Ok(())
}

/// WST-sa-59: with a B-25 aboard the other aircraft of the deck fly no missions.
pub fn is_barred(field: &Field<'_>, plane: Id) -> bool {
    let unit = field.unit(plane);
    let Some(Home::Deck(deck)) = unit.wings.as_ref().map(|it| it.home) else { return false };
    let bomber = |(id, other): (Id, &super::super::field::Unit)| {
        id != plane && other.is_there() && other.kind == Kind::PatrolBomber && when::is_of(field, id, deck)
    };
    field.unit(deck).has(Ability::EmbarkB25)
        && unit.kind != Kind::PatrolBomber
        && field.side(unit.end).any(bomber)
}

//! Squadrons that abilities bring to a battle.

use super::super::Battle;
use super::super::dossier::Plane;
use super::super::field::{self, Home};
use super::super::log::Id;
use super::super::map::End;
use super::choice;
use crate::cards::Ability;

/// A squadron of a ship: its card, its home, whether it flies one mission only.
pub fn bring(battle: &mut Battle<'_>, ship: Id, card: &str, number: usize, one_mission: bool) -> Option<Id> {
    let cards = battle.field.cards;
    let found = cards.squadron(card)?;
    let owner = battle.field.unit(ship);
    let unit = format!("{}-{card}-{number}", owner.id);
    let plane = Plane {
        unit,
        card: card.to_owned(),
        base: owner.id.clone(),
        distance: None,
        markers: None,
        one_mission,
    };
    let hull = if battle.field.dossier.rules.aircraft_damage { 4 } else { 1 };
    let end = owner.end;
    Some(battle.bring(field::plane(cards, found, &plane, end, Home::Deck(ship), hull)))
}

/// A squadron of each ship that wants it now, if there are enemy ships: it flies this turn and is gone after
/// it.
pub fn launch(battle: &mut Battle<'_>, end: End, ability: Ability, card: &str) {
    let field = &battle.field;
    if field.ships(end.other()).next().is_none() {
        return;
    }
    let owners: Vec<Id> = choice::willing(field, end, ability).map(|(id, _)| id).collect();
    for owner in owners {
        battle.spend(owner, ability);
        let squadron = bring(battle, owner, card, 1, true);
        battle.spoke(owner, ability, squadron, None, squadron.is_some());
    }
}

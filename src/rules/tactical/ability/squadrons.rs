//! Squadrons that abilities bring to a battle.

use super::super::Battle;
use super::super::dossier::Plane;
use super::super::field::{self, Being, Home};
use super::super::log::{Cause, Entry, Id};
use super::super::map::End;
use super::choice;
use crate::cards::Ability;

/// How many a seaplane tender brings (WST-sa-157).
const DETACHMENTS: usize = 2;

/// A squadron of a ship: its card, its home, whether it flies one mission only.
fn bring(battle: &mut Battle<'_>, ship: Id, card: &str, number: usize, one_mission: bool) -> Option<Id> {
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

/// WST-sa-157: two squadrons that base only on their tender.
pub fn detach(battle: &mut Battle<'_>, end: End) {
    let field = &battle.field;
    let any = choice::brought(field, end, Ability::SeaplaneDetachments);
    let tenders =
        field.ships(end).take_while(|_| any).filter(|(_, unit)| unit.has(Ability::SeaplaneDetachments));
    let tenders: Vec<Id> = tenders.map(|(id, _)| id).collect();
    for tender in tenders {
        for number in 1..=DETACHMENTS {
            if let Some(squadron) = bring(battle, tender, "seaplane-detachment", number, false) {
                battle.field.marks.detachments.push((tender, squadron));
                battle.spoke(tender, Ability::SeaplaneDetachments, Some(squadron), None, true);
            }
        }
    }
}

/// They are lost with it.
pub fn sink_with_tender(battle: &mut Battle<'_>) {
    let field = &battle.field;
    let gone = |(tender, squadron): &&(Id, Id)| {
        field.unit(*tender).being == Being::Destroyed && field.unit(*squadron).is_there()
    };
    let lost: Vec<Id> = field.marks.detachments.iter().filter(gone).map(|(_, squadron)| *squadron).collect();
    for id in lost {
        let unit = battle.field.unit_mut(id);
        (unit.being, unit.at) = (Being::Destroyed, None);
        battle.note(|| Entry::Destroyed { unit: id, cause: Cause::Carrier });
    }
}

/// WST-sa-155, on turn 1, and WST-sa-87, once: a squadron that flies this turn and is gone after it.
pub fn launch(battle: &mut Battle<'_>, end: End) {
    let first = battle.field.turn == 1;
    let kinds = [
        (Ability::ScoutplaneAttack, "scout-plane", first),
        (Ability::FlyOffStrike, "fly-off-squadron", true),
    ];
    for (ability, card, now) in kinds {
        let field = &battle.field;
        if !now || field.ships(end.other()).next().is_none() {
            continue;
        }
        let owners: Vec<Id> = choice::willing(field, end, ability).map(|(id, _)| id).collect();
        for owner in owners {
            battle.spend(owner, ability);
            let squadron = bring(battle, owner, card, 1, true);
            battle.spoke(owner, ability, squadron, None, squadron.is_some());
        }
    }
}

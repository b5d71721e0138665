//! Seaplane Detachments (WST-sa-157): two squadrons that base only on their tender, and are lost with it.

use super::*;

pub(super) static CODE: Code = Code {
    words: &[Ability::SeaplaneDetachments],
    at: &[Hook::At(Moment::Deployed, detach), Hook::At(Moment::ReturnBegins, sink_with_tender)],
};

/// How many a tender brings.
const NUMBER: usize = 2;

fn detach(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let tenders = field.ships(end).filter(|(_, unit)| unit.has(Ability::SeaplaneDetachments));
    let tenders: Vec<Id> = tenders.map(|(id, _)| id).collect();
    for tender in tenders {
        for number in 1..=NUMBER {
            if let Some(squadron) = squadrons::bring(battle, tender, "seaplane-detachment", number, false) {
                battle.field.marks.detachments.push((tender, squadron));
                battle.spoke(tender, Ability::SeaplaneDetachments, Some(squadron), None, true);
            }
        }
    }
    Ok(())
}

/// Those of both sides.
fn sink_with_tender(battle: &mut Battle<'_>, _end: End) -> Step<()> {
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
    Ok(())
}

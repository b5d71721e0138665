//! Replenish Aircraft (WST-sa-148): once, from 4 on, one fighter, dive or torpedo bomber that is lost
//! returns.

use super::*;

pub(super) static CODE: Code =
    Code { words: &[Ability::ReplenishAircraft], at: &[Hook::At(Moment::Returned, replenish)] };

fn replenish(battle: &mut Battle<'_>, end: End) -> Step<()> {
    let field = &battle.field;
    let owners: Vec<Id> = choice::willing(field, end, Ability::ReplenishAircraft).map(|(id, _)| id).collect();
    for owner in owners {
        let field = &battle.field;
        let lost = field.side(end).find(|(id, unit)| {
            unit.being == Being::Destroyed
                && matches!(unit.kind, Kind::Fighter | Kind::DiveBomber | Kind::TorpedoBomber)
                && !field.cards.is_squadron(unit.card)
                && ability::may_base(field, *id, owner)
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
